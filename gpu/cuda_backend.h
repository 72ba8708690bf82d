// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// The CUDA devices of this machine, unusable ones with the reason; never empty, so that a machine without a GPU still
/// says why. Answers in under 100 ms where there is no driver, and within 30 s where a driver hangs; `remark` gets a
/// line when it takes longer than 5 s. The driver is asked once in a process.
[[nodiscard]] std::vector<DeviceInfo> cudaDevices(const std::function<void(const std::string&)>& remark = {});

/// Opens "cuda:0", "cuda:1" …; Unavailable or Unsupported with the reason that cudaDevices() shows, or that another
/// process has the device for itself.
[[nodiscard]] Result<std::unique_ptr<Backend>> makeCudaBackend(const std::string& id);

/// What a GPU's backend also prepares by prepareRoof(), beside its roofs: queued passes of one multiply-add over as
/// many floats as fit in `footprint`, timed by the host's clock or by two events around all of them. They are how the
/// two clocks are compared.
inline constexpr std::string_view hostClockTimingId = "timing.host";
inline constexpr std::string_view eventTimingId = "timing.events";

/// Why the vendor's library of matrix products cannot be used; nothing where it is there. Does not load it where it
/// lies in a usual place.
[[nodiscard]] std::optional<Error> cudaLibraryLack();

/// Whether a driver's call never came back, or a device was lost to this process: it must then end at once
/// (std::_Exit), for the run-time's own tidying up would call the same driver, and might wait for it for ever.
[[nodiscard]] bool cudaMustEndAtOnce();

} // namespace ridgepoint
