// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/profiler_clock.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ridgepoint {
namespace {

constexpr int clockTries = 16;
/// Linux slews the time of day by 500 parts in a million at most (adjtimex(2)); twice that, for both clocks may be.
constexpr double mostSlew = 1e-3;

/// As whole numbers first: as a floating-point number the time of day is only known to a quarter of a microsecond.
double nanosecondsSince(std::uint64_t zero, std::uint64_t time) { return static_cast<double>(static_cast<std::int64_t>(time - zero)); }

std::string microseconds(double seconds)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4g us", seconds * 1e6);
    return text;
}

} // namespace

Result<CommonMoment> readBothClocks(CudaApi& api, ActivityRecorder& recorder)
{
    CommonMoment best;
    for (int i = 0; i < clockTries; ++i) {
        const Seconds before = api.now();
        const auto told = recorder.timestamp();
        const Seconds after = api.now();
        if (!told)
            return told.error();
        const Seconds half = (after - before) / 2.0;
        if (i == 0 || half < best.uncertainty)
            best = {before + half, *told, half};
    }
    return best;
}

Result<ProfilerClock> ProfilerClock::between(const CommonMoment& first, const CommonMoment& second)
{
    const double host = (second.host - first.host).value();
    const double told = nanosecondsSince(first.profiler, second.profiler) * 1e-9;
    const double apart = (first.uncertainty + second.uncertainty).value() + mostSlew * host;
    if (!(host > 0.0) || !(told > 0.0) || std::abs(told - host) > apart)
        return Error{ErrorKind::DeviceFailure, "profiler.clock-set", "a clock was set while it recorded, for %1 passed by the profiler's and %2 by the host's",
                     {microseconds(told), microseconds(host)}};
    return ProfilerClock(first, host / (told * 1e9), std::max(first.uncertainty, second.uncertainty));
}

Seconds ProfilerClock::hostTime(std::uint64_t nanoseconds) const
{
    return m_first.host + Seconds(nanosecondsSince(m_first.profiler, nanoseconds) * m_rate);
}

} // namespace ridgepoint
