// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/runtime/device_thread.h"
#include "gpu/runtime/measured_device.h"

#include <functional>
#include <memory>

namespace ridgepoint {

/// How long a device may take to answer before it counts as hung.
struct DeviceDeadlines {
    Seconds open{30.0};
    Seconds prepare{60.0}; ///< memory, kernels' code, libraries of hundreds of megabytes
    /// A run may take this long, and besides many times what it did before, or what its work takes a very slow device.
    Seconds run{30.0};
    Seconds selftestLine{60.0};
};

/// Makes a backend of a device in a thread of its own: a device that hangs costs a Timeout, and what was measured
/// stays. `open` is called in that thread. The device's own error when it cannot be opened.
[[nodiscard]] Result<std::unique_ptr<Backend>> makeThreadedBackend(
    DeviceFacts facts, std::function<Result<std::unique_ptr<MeasuredDevice>>()> open, DeviceDeadlines deadlines = {});

} // namespace ridgepoint
