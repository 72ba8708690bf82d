// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// From when to when something was under way, in nanoseconds by the profiler's clock; both are 0 where it kept no times.
struct Activity {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// What a profiler wrote down, each sort in any order.
struct ActivityRecords {
    std::vector<Activity> kernels; ///< on the device
    std::vector<Activity> copies;  ///< to, from or on the device
    std::vector<Activity> calls;   ///< of the CUDA run-time, on the host
    std::size_t lost = 0;          ///< records that the profiler itself says are missing
};

/// A profiler that writes down what the devices of this process do. It lengthens every launch, so that nothing may be
/// timed between start() and stop(). One thread uses it, and there is one at a time in a process.
class ActivityRecorder {
public:
    virtual ~ActivityRecorder() = default;
    /// "CUPTI (libcupti.so.13)".
    [[nodiscard]] virtual std::string name() const = 0;
    /// From now on everything is written down. The reason in the profiler's words where it may not or cannot; then nothing is.
    [[nodiscard]] virtual Result<void> start() = 0;
    /// The profiler's clock, that of its records: nanoseconds.
    [[nodiscard]] virtual Result<std::uint64_t> timestamp() = 0;
    /// What was written down since start(), or since this was called last. All that was submitted must be done.
    [[nodiscard]] virtual Result<ActivityRecords> take() = 0;
    /// Leaves the process as it was before start(); the reason where something stays behind.
    [[nodiscard]] virtual Result<void> stop() = 0;
};

/// Loads a profiler; Unavailable names what is missing.
using ActivityOpener = std::function<Result<std::unique_ptr<ActivityRecorder>>()>;

} // namespace ridgepoint
