// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/clock_watch.h"

#include "gpu/runtime/launch_list.h"
#include "gpu/runtime/service_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <vector>

namespace ridgepoint {
namespace {

/// The global timer of some devices steps by a microsecond: a percent of this, which every reading of a sweep lasts.
constexpr std::uint64_t shortestSpan = 100'000;
constexpr Seconds managementPause{0.05};
/// A driver that answers slower is asked less: the pause is so many times what an answer took.
constexpr Seconds slowAnswer{1e-3};
constexpr double pausePerAnswer = 200.0;
/// A GPU lowers its clocks within seconds of idleness and takes tens of milliseconds to raise them.
constexpr Seconds idleTime{1.0};
constexpr std::uint64_t spinNanoseconds = 20'000'000;
constexpr int mostSpins = 10;
constexpr double steady = 0.01;
/// Twice as many blocks as multiprocessors, so that each gets one even where blocks are handed out unevenly.
constexpr int blocksPerMultiprocessor = 2;

// The kernel writes both numbers of a slot in one store of 16 bytes, the time first.
static_assert(sizeof(ClockReading) == 16 && offsetof(ClockReading, cycles) == 8);

} // namespace

Hertz clockBetween(std::span<const ClockReading> before, std::span<const ClockReading> after)
{
    std::vector<double> rates;
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        const ClockReading& from = before[i];
        const ClockReading& to = after[i];
        if (from.nanoseconds == 0 || to.nanoseconds < from.nanoseconds + shortestSpan || to.cycles <= from.cycles)
            continue;
        rates.push_back(static_cast<double>(to.cycles - from.cycles) * 1e9
                        / static_cast<double>(to.nanoseconds - from.nanoseconds));
    }
    if (rates.empty())
        return Hertz(0.0);
    const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
    std::nth_element(rates.begin(), middle, rates.end());
    return Hertz(*middle);
}

ClockWatch::ClockWatch(CudaApi& api, StreamHandle stream, int multiprocessors, ManagementView management, Hertz highest)
    : m_api(api),
      m_stream(stream),
      m_multiprocessors(multiprocessors),
      m_management(std::move(management)),
      m_highest(highest)
{}

ClockWatch::~ClockWatch()
{
    if (m_looks != nullptr)
        static_cast<void>(m_api.releaseHost(m_looks));
}

CudaStatus ClockWatch::prepare()
{
    void* memory = nullptr;
    const std::size_t bytes = 2 * sizeof(ClockLook) + sizeof(std::uint64_t);
    if (const CudaStatus status = m_api.allocateHost(memory, bytes); status != cudaOk)
        return status;
    m_looks = static_cast<ClockLook*>(memory);
    m_gate = reinterpret_cast<std::uint32_t*>(m_looks + 2);
    std::memset(memory, 0, bytes);
    const auto find = [this](const std::string& name, KernelHandle& kernel) { return m_api.findKernel(name, kernel); };
    for (std::size_t which = 0; which < m_launches.size(); ++which) {
        std::byte* const address = reinterpret_cast<std::byte*>(&m_looks[which]);
        const KernelCall call{.kernel = clockKernelName,
                              .grid = {static_cast<std::uint32_t>(m_multiprocessors * blocksPerMultiprocessor)},
                              .block = {1},
                              .arguments = {BufferPointer{}, static_cast<std::uint32_t>(clockSlots)}};
        if (const CudaStatus status = bindCall(call, std::span(&address, 1), find, m_launches[which]); status != cudaOk)
            return status;
    }
    std::byte* const gate = reinterpret_cast<std::byte*>(m_gate);
    return bindCall(
        {.kernel = blockKernelName, .grid = {}, .block = {}, .arguments = {BufferPointer{}, spinNanoseconds}},
        std::span(&gate, 1), find, m_spin);
}

CudaStatus ClockWatch::settle()
{
    Hertz last;
    for (int spin = 0; spin < mostSpins; ++spin) {
        *m_gate = 0;
        CudaStatus status = look(0);
        if (status == cudaOk)
            status = m_api.launch(m_spin, m_stream);
        if (status == cudaOk)
            status = look(1);
        if (status != cudaOk)
            return status;
        const Hertz now = clock();
        if (now == Hertz(0.0) || std::abs(now / last - 1.0) <= steady)
            return cudaOk;
        last = now;
    }
    return cudaOk;
}

CudaStatus ClockWatch::lookBefore()
{
    if (m_api.hostTime() - m_lastBusy > idleTime)
        if (const CudaStatus status = settle(); status != cudaOk)
            return status;
    return look(0);
}

CudaStatus ClockWatch::look(std::size_t which)
{
    m_looks[which].fill({});
    if (const CudaStatus status = m_api.launch(m_launches[which], m_stream); status != cudaOk)
        return status;
    const CudaStatus status = m_api.wait(m_stream);
    m_lastBusy = m_api.hostTime();
    return status;
}

Hertz ClockWatch::clock() const { return clockBetween(m_looks[0], m_looks[1]); }

std::optional<ClockEvents> ClockWatch::events()
{
    const Seconds before = m_api.hostTime();
    if (!m_management.clockEvents || (m_asked && before - *m_asked < m_pause))
        return std::nullopt;
    auto events = m_management.clockEvents();
    m_asked = m_api.hostTime();
    const Seconds took = *m_asked - before;
    m_pause = took > slowAnswer ? took * pausePerAnswer : managementPause;
    return events;
}

void ClockWatch::tell(BatchTiming& timing)
{
    constexpr double atItsHighest = 0.99;
    constexpr double beyondItsHighest = 1.01;
    const std::optional<ClockEvents> seen = events();
    timing.isSlowdownKnown = seen.has_value();
    timing.clock = clock();
    // Cards for desktops tell a clock that they boost beyond: theirs is no limit, and says nothing.
    if (m_highest > Hertz() && timing.clock > m_highest * atItsHighest && timing.clock < m_highest * beyondItsHighest)
        return;
    if (seen)
        timing.flags |= flagsOf(*seen);
    if (seen && seen->throttled())
        timing.heldBackBy = wordsFor(*seen);
}

} // namespace ridgepoint
