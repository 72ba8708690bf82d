// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/run_time.h"

#include "core/cpu/pool.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>

namespace ridgepoint {
namespace {

// Fewer applications than this take seconds at most, on any processor and of any operation.
constexpr double shortWork = 1e9;
// Enough to last microseconds, and even, so that an alternating operation comes back to where it was.
constexpr std::size_t sampleLines = 64;
constexpr std::int64_t sampleApplications = 64;
constexpr int looks = 3;

} // namespace

Seconds leastRunTime(const Chain& chain, const Workload& workload)
{
    const double work = static_cast<double>(workload.elements) * static_cast<double>(workload.operationsPerElement)
                      * static_cast<double>(workload.chainLength);
    if (work < shortWork)
        return {};
    // The first thread's part is as large as any.
    const std::size_t part = partOf(chain.bytes, 0, workload.threads).size() / lineBytes;
    const std::size_t lines = std::clamp<std::size_t>(part, 1, sampleLines);
    const FlushDenormals flush;
    double best = std::numeric_limits<double>::infinity(); // the quietest look: a busy machine must not refuse a cell
    for (int look = 0; look < looks; ++look) {
        const auto begin = std::chrono::steady_clock::now();
        chain.kernel(chain.data, lines, sampleApplications, chain.operands);
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return Seconds(best * static_cast<double>(std::max<std::size_t>(part, 1)) / static_cast<double>(lines)
                   * static_cast<double>(chain.applications) / static_cast<double>(sampleApplications)
                   * static_cast<double>(chain.passes));
}

Result<void> checkRunTime(const Chain& chain, const Workload& workload)
{
    const Seconds least = leastRunTime(chain, workload);
    if (least <= longestRun)
        return {};
    const auto seconds = [](Seconds time) {
        return std::to_string(static_cast<long long>(std::ceil(std::min(time.value(), 1e15))));
    };
    return Error{
        ErrorKind::Unavailable,
        "cpu.too-long",
        "One run of %1 elements with %2 operations each in %3 steps would take about %4 s, and nothing could stop it; "
        "the longest is %5 s. Choose a smaller size, fewer operations or a shorter chain.",
        {std::to_string(workload.elements), std::to_string(workload.operationsPerElement),
         std::to_string(workload.chainLength), seconds(least), seconds(longestRun)}};
}

} // namespace ridgepoint
