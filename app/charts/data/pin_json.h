// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/pin.h"

#include <QJsonArray>

#include <string>
#include <vector>

namespace ridgepoint {

/// More could not be told apart in a chart.
inline constexpr std::size_t mostPins = 6;
/// Where the view of a session keeps its pins.
inline constexpr const char* pinsKey = "pins";

/// Pins as an array of a session's view, and back; what is not a pin is left out.
[[nodiscard]] QJsonArray pinsToJson(const std::vector<Pin>& pins);
[[nodiscard]] std::vector<Pin> pinsFromJson(const QJsonArray& array);
/// The pins of a session's view (Session::viewJson); none of what is no view.
[[nodiscard]] std::vector<Pin> pinsOfView(const std::string& viewJson);

} // namespace ridgepoint
