// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/cursor.h"

#include <QString>

#include <string>
#include <vector>

namespace ridgepoint {

/// A device by its numbers, wherever they come from: what a calculation starts from.
struct DeviceFigures {
    std::string id; ///< tells it from the others of a list
    QString name;
    DeviceKind kind = DeviceKind::Cpu; ///< which decides what a chain costs once
    Provenance provenance = Provenance::Measured;
    QString source; ///< title and address; empty where it was measured here
    RoofSet roofs;
};

/// The id of the article's example.
inline constexpr const char* articleId = "article";

/// The A100 of the article's example, as it states it: 1.5 TB/s and 19.5 TFLOP/s.
[[nodiscard]] DeviceFigures articleFigures();
/// The id that a measured device has in such a list.
[[nodiscard]] std::string figuresId(const std::string& device, int threads);
/// Every device of which the window knows roofs: the present one first, then the others
/// measured, the article's example, what is published, and datasheets.
[[nodiscard]] std::vector<DeviceFigures> deviceFigures(const LiveSession& session, const Cursor& cursor);

} // namespace ridgepoint
