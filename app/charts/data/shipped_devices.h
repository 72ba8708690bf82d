// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/reference_device.h"

#include <span>
#include <vector>

namespace ridgepoint {

// Datasheets and published sessions are compiled in (resources/datasheets, resources/published), so that one file has
// them all, wherever it lies. They are read at the first use, in any thread; a file that cannot be read is left out
// with a warning, and a test holds that none is.

/// Every datasheet, by name.
[[nodiscard]] const std::vector<Datasheet>& shippedDatasheets();
/// Published devices, then those of the datasheets, each by name.
[[nodiscard]] const std::vector<ReferencePointer>& shippedDevices();
/// The one of that id, or null.
[[nodiscard]] ReferencePointer referenceOf(std::string_view id, std::span<const ReferencePointer> devices);
/// The device that is offered where there is no GPU: an H100 by its datasheet.
inline constexpr std::string_view offeredDevice = "datasheet:h100-sxm5-80gb";

} // namespace ridgepoint
