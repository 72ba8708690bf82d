// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/roof_works.h"

#include "core/cpu/access_choice.h"
#include "core/cpu/bandwidth_kernels.h"
#include "core/cpu/cpu_device.h"
#include "core/cpu/operation_numbers.h"
#include "core/cpu/timed_on.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
constexpr Bytes usualFootprint{256 * mebibyte};
/// Windows of this size and more are memory's.
constexpr Bytes spacious{64 * mebibyte};
/// Both streams of every kernel get at least a few turns.
constexpr std::size_t fewestLines = 16;

enum class Traffic { Update, Copy, Read, Write };
constexpr std::array<std::string_view, 4> trafficSuffixes{"", ".copy", ".read", ".write"};
constexpr std::array<std::string_view, 4> levelNames{"l1", "l2", "l3", "dram"};

/// What "bandwidth.l2.copy" names.
struct BandwidthRoof {
    Traffic traffic = Traffic::Update;
    bool isMemory = false; ///< else a cache

    /// Counted bytes for each byte of the working set and pass: an update reads and writes it.
    [[nodiscard]] double bytesPerFootprint() const { return traffic == Traffic::Update ? 2.0 : 1.0; }
};

std::optional<BandwidthRoof> bandwidthRoof(std::string_view id)
{
    for (const std::string_view level : levelNames)
        for (std::size_t i = 0; i < trafficSuffixes.size(); ++i)
            if (id == bandwidthRoofId(level).append(trafficSuffixes[i]))
                return BandwidthRoof{static_cast<Traffic>(i), level == "dram"};
    return std::nullopt;
}

/// "24 KiB", "512 MiB".
std::string sizeText(double bytes)
{
    const bool large = bytes >= mebibyte;
    return std::to_string(std::llround(bytes / (large ? mebibyte : 1024.0))) + (large ? " MiB" : " KiB");
}

Error notEnoughMemory(double needed, double available)
{
    return {ErrorKind::Unavailable,
            "cpu.roof-memory",
            "Measuring this bandwidth needs %1 of memory, but only %2 may be used; close other programs and measure "
            "again.",
            {sizeText(needed), sizeText(available)}};
}

/// How it is measured, but for the size at the end. Within caches stores are usual ones: what is written past them
/// would be memory's.
std::string methodOf(const BandwidthRoof& roof, MemoryAccess access)
{
    const std::string streams(
        wordsFor(roof.isMemory && roof.traffic != Traffic::Update ? MemoryAccess::TwoStreams : access));
    const std::string stores = roof.isMemory ? ": non-temporal stores, no write-allocate, " : ": regular stores, ";
    switch (roof.traffic) {
    case Traffic::Update: return "in-place update, " + streams + ", 8 B per element, ";
    case Traffic::Copy: return "copy out of place, " + streams + ", 8 useful B per element" + stores;
    case Traffic::Read: return "sum, " + streams + ", 4 B read per element, ";
    case Traffic::Write: return "fill, " + streams + ", 4 B written per element" + stores;
    }
    return {};
}

/// How each thread's part is gone over: one window a repetition, all of the same size.
struct Windows {
    std::size_t count = 1;
    std::size_t lines = 0; ///< of one window of one thread
    std::size_t first = 0; ///< the windows before it are left alone

    [[nodiscard]] std::size_t after(std::size_t window) const { return window + 1 == count ? first : window + 1; }
};

Windows windowsOf(std::size_t lines, double footprint, Bytes window)
{
    Windows windows{.count = 1, .lines = lines};
    if (window > Bytes(0.0) && footprint > window.value()) {
        const double wanted = std::min(std::ceil(footprint / window.value()), static_cast<double>(lines / fewestLines));
        windows.count = std::max(std::size_t{1}, static_cast<std::size_t>(wanted));
        windows.lines = lines / windows.count / 2 * 2;
        // The roofs of the caches work where memory begins, and leave it in a cache: memory's roof came out 12 % too
        // high.
        if (window >= spacious && windows.count > 2)
            windows.first = 1;
    }
    return windows;
}

/// Every thread goes over its own part by itself, without waiting for the others between passes.
class BandwidthWork final : public PreparedWork {
public:
    BandwidthWork(std::shared_ptr<CpuDevice> device, Team& team, const BandwidthRoof& roof, MemoryAccess access,
                  std::shared_ptr<RoofMemory> memory, Windows windows)
        : m_device(std::move(device)),
          m_team(team),
          m_roof(roof),
          m_access(access),
          m_kernels(bandwidthKernelsFor(m_device->set())),
          m_memory(std::move(memory)),
          m_windows(windows),
          m_sums(static_cast<std::size_t>(m_team.pool->threads()))
    {}

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        if (m_windows.count == 1)
            return timedOn(*m_device, m_team, [&](int thread) { pass(thread, 0, repetitions); });
        std::size_t& next = m_memory->nextWindow(m_windows.count, m_windows.lines);
        const std::size_t first = std::max(next, m_windows.first);
        const std::size_t cycle = m_windows.count - m_windows.first;
        next = m_windows.first + (first - m_windows.first + static_cast<std::size_t>(repetitions)) % cycle;
        return timedOn(*m_device, m_team, [&](int thread) {
            std::size_t window = first;
            for (std::int64_t left = repetitions; left > 0; --left) {
                pass(thread, window, 1);
                window = m_windows.after(window);
            }
        });
    }

private:
    struct alignas(64) Sum {
        float value = 0.0F;
    };

    void pass(int thread, std::size_t window, std::int64_t repetitions)
    {
        const std::size_t lines = m_windows.lines;
        auto* data = reinterpret_cast<float*>(m_memory->part(thread) + window * lines * lineBytes);
        // Numbers stay in range and different however often they are passed over: an odd run's summand is taken back by
        // the next.
        const auto summand = static_cast<float>(data[0] > 0.0F ? operandsOf(Operation::Add).second
                                                               : operandsOf(Operation::Add).first);
        switch (m_roof.traffic) {
        case Traffic::Update: return m_kernels.updateBy(m_access)(data, lines, repetitions, summand, -summand);
        case Traffic::Copy:
            return (m_roof.isMemory ? m_kernels.copyFar : m_kernels.copy)(data + lines / 2 * 16, data, lines / 2,
                                                                          repetitions);
        case Traffic::Read: {
            const bool isNear = !m_roof.isMemory && m_access == MemoryAccess::OneStream;
            // Kept, or a compiler could drop the reading.
            m_sums[static_cast<std::size_t>(thread)].value = (isNear ? m_kernels.read : m_kernels.readFar)(data, lines,
                                                                                                           repetitions);
            return;
        }
        case Traffic::Write: return (m_roof.isMemory ? m_kernels.writeFar : m_kernels.write)(data, lines, repetitions);
        }
    }

    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    BandwidthRoof m_roof;
    MemoryAccess m_access;
    BandwidthKernels m_kernels;
    std::shared_ptr<RoofMemory> m_memory;
    Windows m_windows;
    std::vector<Sum> m_sums;
};

Result<RoofWork> prepareBandwidth(const BandwidthRoof& roof, const RoofRequest& request,
                                  const std::shared_ptr<CpuDevice>& device, Team& team)
{
    const Bytes wanted = request.footprint == Bytes(0.0) ? usualFootprint : request.footprint;
    if (wanted > totalMemory())
        return notEnoughMemory(wanted.value(), totalMemory().value());
    const auto threads = static_cast<double>(team.pool->threads());
    const auto lines = std::max(fewestLines, static_cast<std::size_t>(wanted.value() / threads / lineBytes) / 2 * 2);

    const auto shared = RoofMemory::of(team, lines * lineBytes);
    if (!shared)
        return shared.error();

    const double total = static_cast<double>(lines * lineBytes) * threads;
    // What is copied and filled in caches goes over them as one stream: prefetching what is there gains nothing for
    // stores.
    const bool isTried = roof.traffic == Traffic::Update || (roof.traffic == Traffic::Read && !roof.isMemory);
    MemoryAccess access = isTried ? accessFor(*device, team, static_cast<std::size_t>(total)) : MemoryAccess::OneStream;
    if (roof.traffic == Traffic::Read && access == MemoryAccess::TwoStreams)
        access = MemoryAccess::OneStream; // there is no reading as two streams without prefetch
    const Windows windows = windowsOf(lines, total, request.window);
    const double once = windows.count == 1 ? total : static_cast<double>(windows.lines * lineBytes) * threads;
    return RoofWork{.kind = RoofKind::Bandwidth,
                    .amount = once * roof.bytesPerFootprint(),
                    .method = methodOf(roof, access) + sizeText(total),
                    .work = std::make_unique<BandwidthWork>(device, team, roof, access, *shared, windows)};
}

} // namespace

Result<std::shared_ptr<RoofMemory>> RoofMemory::create(std::shared_ptr<Pool> pool)
{
    std::shared_ptr<RoofMemory> memory(new RoofMemory(std::move(pool)));
    for (int thread = 0; thread < memory->m_pool->threads(); ++thread) {
        Result<Buffer> part = Buffer::reserve(memory->m_pool->threads());
        if (!part)
            return part.error();
        memory->m_parts.push_back(std::move(*part));
    }
    return memory;
}

Result<std::shared_ptr<RoofMemory>> RoofMemory::of(Team& team, std::size_t bytes)
{
    std::shared_ptr<RoofMemory> shared = team.roofMemory.lock();
    if (shared == nullptr) {
        Result<std::shared_ptr<RoofMemory>> created = create(team.pool);
        if (!created)
            return created.error();
        team.roofMemory = shared = *created;
    }
    if (const Result<void> grown = shared->grow(bytes); !grown)
        return grown.error();
    return shared;
}

Result<void> RoofMemory::grow(std::size_t bytes)
{
    if (bytes <= m_touched)
        return {};
    // Each buffer checks by itself what is free, before the others are touched: ask for all of them together first.
    const double more = static_cast<double>(bytes - m_touched) * static_cast<double>(m_parts.size());
    const double available = availableMemory().value() / 2;
    if (more > available)
        return notEnoughMemory(more, available);
    for (Buffer& part : m_parts)
        if (const Result<void> grown = part.grow(bytes); !grown)
            return grown;
    struct Context {
        RoofMemory& memory;
        std::size_t bytes;
    } context{*this, bytes};
    m_pool->run(
        [](void* opaque, int thread) {
            const Context& job = *static_cast<Context*>(opaque);
            fillUniform(job.memory.part(thread) + job.memory.m_touched, job.bytes - job.memory.m_touched,
                        job.memory.m_touched, Precision::Fp32);
        },
        &context);
    m_touched = bytes;
    return {};
}

std::vector<std::string> bandwidthRoofIds(const std::vector<MemoryLevel>& claimed)
{
    std::vector<std::string> ids;
    for (const MemoryLevel& level : claimed)
        if (const std::string id = bandwidthRoofId(level.name); bandwidthRoof(id))
            ids.push_back(id);
    for (const std::string_view id : {"bandwidth.dram.copy", "bandwidth.dram.read", "bandwidth.dram.write"})
        ids.emplace_back(id);
    return ids;
}

std::vector<std::string> cacheTrafficRoofIds(const std::vector<MemoryLevel>& claimed)
{
    std::vector<std::string> ids;
    for (const MemoryLevel& level : claimed)
        for (const std::string_view traffic : {".copy", ".read", ".write"})
            if (std::string id = bandwidthRoofId(level.name).append(traffic); level.name != "dram" && bandwidthRoof(id))
                ids.push_back(std::move(id));
    return ids;
}

Result<RoofWork> prepareBandwidthRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request)
{
    const auto team = device->team(request.threads);
    if (!team)
        return team.error();
    const double footprint = request.footprint.value();
    if (!std::isfinite(footprint) || footprint < 0.0)
        return Error{ErrorKind::InvalidInput,
                     "cpu.roof-footprint",
                     "The roof %1 cannot be measured over %2 bytes; give a size of 0 or more.",
                     {request.id, std::to_string(footprint)}};
    if (const auto roof = bandwidthRoof(request.id))
        return prepareBandwidth(*roof, request, device, **team);
    return Error{
        ErrorKind::Unsupported, "cpu.roof-unknown", "This processor has no roof \"%1\"; leave it out.", {request.id}};
}

} // namespace ridgepoint
