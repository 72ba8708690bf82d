// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"
#include "gpu/libraries/activity_recorder.h"
#include "gpu/runtime/cuda_api.h"

#include <cstdint>

namespace ridgepoint {

/// One moment by two clocks.
struct CommonMoment {
    Seconds host;                ///< the host's monotonic clock, as timings read it
    std::uint64_t profiler = 0;  ///< nanoseconds
    Seconds uncertainty;         ///< by how much `host` may lie beside the moment of `profiler`, either way
};

/// Reads both clocks close together: the profiler's between two readings of the host's. It lies somewhere between them, so
/// the middle is off by half of what lies between at most. The closest of some tries counts, for one in which the thread was
/// held up is wide. The profiler's own error, by which it brings a device's clock to its own, is not in it: nobody tells it.
[[nodiscard]] Result<CommonMoment> readBothClocks(CudaApi& api, ActivityRecorder& recorder);

/// The host's clock at moments that the profiler tells, by a straight line between two readings. Profilers read another clock
/// than timings do (CUPTI's shows the time of day), which may be slewed meanwhile. Between the readings a moment is known as
/// well as the worse of them.
class ProfilerClock {
public:
    /// DeviceFailure where the two clocks do not go alike: one was set meanwhile.
    [[nodiscard]] static Result<ProfilerClock> between(const CommonMoment& first, const CommonMoment& second);

    [[nodiscard]] Seconds hostTime(std::uint64_t nanoseconds) const;
    [[nodiscard]] Seconds uncertainty() const { return m_uncertainty; }

private:
    ProfilerClock(const CommonMoment& first, double rate, Seconds uncertainty) : m_first(first), m_rate(rate), m_uncertainty(uncertainty) {}

    CommonMoment m_first;
    double m_rate; ///< seconds of the host's clock in a nanosecond of the profiler's
    Seconds m_uncertainty;
};

} // namespace ridgepoint
