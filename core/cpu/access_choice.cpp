// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/access_choice.h"

#include "core/cpu/bandwidth_kernels.h"
#include "core/cpu/timed_on.h"
#include "core/model/operands.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

namespace ridgepoint {
namespace {

/// A thread's part that lies in the first-level cache of any processor: a prefetch would take a load's place there, and
/// a second stream half a power of two away make loads wait for stores of the same page offset.
constexpr std::size_t nearest = std::size_t{32} << 10U;
/// Beyond this, trying would take tens of milliseconds a size (a tenth of a second on a busy machine), and is of memory
/// more than of caches.
constexpr std::size_t farthest = std::size_t{8} << 20U;
constexpr int mostRounds = 5;
constexpr int fewestRounds = 3;
constexpr Seconds longest{10e-3}; ///< of all trials, once there are the fewest rounds
constexpr Seconds shortestTrial{100e-6};
constexpr double worthIt = 1.03;
constexpr MemoryAccess usual = MemoryAccess::TwoStreamsAhead;

} // namespace

MemoryAccess fastestAccess(const AccessTrial& trial)
{
    // By round: what lasts for longer than a round slows all of them down, and a single disturbed trial has no say in a
    // median.
    std::array<std::vector<double>, allMemoryAccesses.size()> gains;
    Seconds spent;
    for (int round = 0; round < mostRounds && (round < fewestRounds || spent < longest); ++round) {
        std::array<Seconds, allMemoryAccesses.size()> times;
        for (std::size_t i = 0; i < times.size(); ++i)
            spent += times[i] = trial(allMemoryAccesses[i]);
        for (std::size_t i = 0; i < times.size(); ++i)
            gains[i].push_back(times[static_cast<std::size_t>(usual)] / times[i]);
    }
    MemoryAccess best = usual;
    double most = worthIt;
    for (std::size_t i = 0; i < gains.size(); ++i) {
        const auto middle = gains[i].begin() + static_cast<std::ptrdiff_t>(gains[i].size() / 2);
        std::nth_element(gains[i].begin(), middle, gains[i].end());
        if (*middle > most) {
            most = *middle;
            best = allMemoryAccesses[i];
        }
    }
    return best;
}

MemoryAccess accessFor(CpuDevice& device, Team& team, std::size_t bytes)
{
    // As long as the process lives, because roofs and sweeps open the device anew: by instruction set, threads and
    // octave.
    static std::map<std::tuple<InstructionSet, int, int>, MemoryAccess> choices;
    const int threads = team.pool->threads();
    const std::size_t part = bytes / static_cast<std::size_t>(threads);
    if (part <= nearest)
        return MemoryAccess::OneStream;
    if (part > farthest)
        return usual;
    const std::tuple key{device.set(), threads, std::bit_width(part)};
    if (const auto known = choices.find(key); known != choices.end())
        return known->second;
    const auto memory = RoofMemory::of(team, part);
    if (!memory)
        return usual;
    const BandwidthKernels kernels = bandwidthKernelsFor(device.set());
    std::int64_t pairs = 1; // of passes, which leave every element as it was
    // The roof's kernel and the sweep's together: what is chosen is to be good for both.
    const AccessTrial trial = [&](MemoryAccess access) {
        const PassKernel pass = device.kernels().of(Operation::Add, Precision::Fp32, access);
        return timedOn(device, team,
                       [&](int thread) {
                           auto* data = reinterpret_cast<float*>((*memory)->part(thread));
                           Operands operands = operandsOf(Operation::Add);
                           if (data[0] > 0.0F)
                               operands = swapped(operands);
                           const auto summand = static_cast<float>(operands.first);
                           kernels.updateBy(access)(data, part / lineBytes, 2 * pairs, summand, -summand);
                           for (std::int64_t left = pairs; left > 0; --left) {
                               pass(data, part / lineBytes, 1, operands);
                               pass(data, part / lineBytes, 1, swapped(operands));
                           }
                       })
            .given();
    };
    static_cast<void>(trial(usual)); // into the caches
    pairs = std::max<std::int64_t>(
        1, std::llround(std::min(shortestTrial / std::max(trial(usual), Seconds(1e-9)), 1000.0)));
    return choices[key] = fastestAccess(trial);
}

} // namespace ridgepoint
