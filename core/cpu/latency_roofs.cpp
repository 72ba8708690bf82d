// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// latency.l1, latency.l2, latency.l3, latency.dram: what a load takes that waits for the one before.

#include "core/cpu/buffer.h"
#include "core/cpu/cpu_device.h"
#include "core/cpu/line_cycle.h"
#include "core/cpu/timed_on.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::string_view prefix = "latency.";
constexpr std::array<std::string_view, 4> levels{"l1", "l2", "l3", "dram"};
constexpr std::int64_t loadsPerRepetition = 1024;
/// A line is met again after so many others. No measuring takes half as many loads: each of memory's is of a line that
/// nothing has touched since it was written past the caches, however much a cache holds.
constexpr std::size_t mostLines = std::size_t{1} << 19;
/// What the cycle of memory's lines is spread over: one line in two, because some processors load the other one of a
/// pair as well.
constexpr Bytes usualMemory{64.0 * 1024 * 1024};

/// One thread, whatever the number of threads of the other roofs: a load that waits keeps nothing else busy.
class LatencyWork final : public PreparedWork {
public:
    /// `order`: of the lines at `buffer`, which are linked so; they are brought into the caches again before each run
    /// where it is not empty.
    LatencyWork(std::shared_ptr<CpuDevice> device, Team& team, Buffer buffer, const void* first,
                std::vector<std::uint32_t> order)
        : m_device(std::move(device)), m_team(team), m_buffer(std::move(buffer)), m_at(first), m_order(std::move(order))
    {}

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        const auto loads = static_cast<std::size_t>(repetitions * loadsPerRepetition);
        // Other roofs have been there since. In the order of the cycle, so that the lines that come next lie in the
        // level that is measured and not in a nearer one, as they would after so many rounds of it.
        if (!m_order.empty())
            static_cast<void>(timedOn(*m_device, m_team, [&](int) {
                // Loads that a compiler must not leave out, as GCC 12 does with prefetches of which nothing comes.
                for (std::size_t i = 0; i < m_order.size(); ++i)
                    static_cast<void>(*reinterpret_cast<const volatile char*>(
                        m_buffer.data() + m_order[(m_next + i) % m_order.size()] * lineBytes));
            }));
        const BatchTiming timing = timedOn(*m_device, m_team,
                                           [&](int) { m_at = followLines(m_at, static_cast<std::int64_t>(loads)); });
        if (!m_order.empty())
            m_next = (m_next + loads) % m_order.size();
        return timing;
    }

private:
    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    Buffer m_buffer;
    const void* m_at;       ///< where the next run goes on
    std::size_t m_next = 0; ///< that line's place in the order
    std::vector<std::uint32_t> m_order;
};

std::string sizeText(std::size_t bytes)
{
    return bytes >= 1 << 20 ? std::to_string(bytes >> 20U) + " MiB" : std::to_string(bytes >> 10U) + " KiB";
}

} // namespace

std::vector<std::string> levelLatencyRoofIds(const std::vector<MemoryLevel>& claimed)
{
    std::vector<std::string> ids;
    for (const MemoryLevel& level : claimed)
        if (const std::string id = std::string(prefix) + level.name; isLevelLatencyRoof(id))
            ids.push_back(id);
    return ids;
}

bool isLevelLatencyRoof(std::string_view id)
{
    return id.starts_with(prefix) && std::find(levels.begin(), levels.end(), id.substr(prefix.size())) != levels.end();
}

Result<RoofWork> prepareLevelLatencyRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request)
{
    const auto team = device->team(1);
    if (!team)
        return team.error();
    const double wanted = request.footprint == Bytes(0.0) ? usualMemory.value() : request.footprint.value();
    if (!std::isfinite(wanted) || wanted < 0.0)
        return Error{ErrorKind::InvalidInput,
                     "cpu.roof-footprint",
                     "The roof %1 cannot be measured over %2 bytes; give a size of 0 or more.",
                     {request.id, std::to_string(wanted)}};
    const bool isMemory = request.id.ends_with("dram");
    const double bytes = isMemory ? std::min(wanted, usualMemory.value()) : wanted;
    const std::size_t lines = std::max<std::size_t>(static_cast<std::size_t>(bytes / lineBytes), 2);
    auto buffer = Buffer::allocate(lines * lineBytes);
    if (!buffer)
        return buffer.error();
    std::vector<std::uint32_t> order = linkLines(buffer->data(), lines, std::min(lines, mostLines));
    std::string method = "a random cycle through " + std::to_string(order.size()) + " lines of 64 B in "
                       + sizeText(lines * lineBytes) + ", each load's address read by the previous load, 1 thread";
    if (isMemory)
        method += buffer->hugeBytes() * 2 > lines * lineBytes ? ", pages of 2 MiB"
                                                              : ", pages of 4 KiB: includes address translation";
    const void* first = buffer->data() + order.front() * lineBytes;
    if (isMemory)
        order.clear();
    return RoofWork{.kind = RoofKind::Latency,
                    .amount = loadsPerRepetition,
                    .method = std::move(method),
                    .work = std::make_unique<LatencyWork>(device, **team, std::move(*buffer), first, std::move(order))};
}

} // namespace ridgepoint
