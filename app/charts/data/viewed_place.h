// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/workload.h"

#include <string>

namespace ridgepoint {

/// The workload that the window looked at, as a session's view (Session::viewJson) keeps it. What the view does not
/// say, or says wrongly, is taken from `otherwise`; whether the whole makes sense is the caller's to check.
[[nodiscard]] Workload placeOfView(const std::string& viewJson, Workload otherwise);
/// The id of the device that the window looked at; empty where the view names none.
[[nodiscard]] std::string deviceOfView(const std::string& viewJson);

} // namespace ridgepoint
