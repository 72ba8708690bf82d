// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/roof_works.h"

#include "core/cpu/amx_tiles.h"
#include "core/cpu/bandwidth_kernels.h"
#include "core/cpu/cpu_device.h"
#include "core/cpu/operation_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::string_view matrixId = "compute.bf16.matrix";
constexpr double mebibyte = 1024.0 * 1024.0;
constexpr Bytes usualFootprint{256 * mebibyte};
/// Windows of this size and more are memory's.
constexpr Bytes spacious{64 * mebibyte};
/// Both streams of every kernel get at least a few turns.
constexpr std::size_t fewestLines = 16;

enum class Traffic { Update, UpdateFar, Copy, Read, Write };

struct BandwidthRoof {
    std::string_view id;
    Traffic traffic;
    double bytesPerFootprint; ///< counted bytes for each byte of the working set and pass
    std::string_view method;
};

constexpr std::string_view updateMethod = "in-place update, 8 B per element, ";
constexpr std::string_view farMethod = "in-place update, 2 streams a thread, 8 B per element, ";
constexpr std::array bandwidthRoofs{
    BandwidthRoof{"bandwidth.l1", Traffic::Update, 2.0, updateMethod},
    BandwidthRoof{"bandwidth.l2", Traffic::Update, 2.0, updateMethod},
    BandwidthRoof{"bandwidth.l3", Traffic::UpdateFar, 2.0, farMethod},
    BandwidthRoof{"bandwidth.dram", Traffic::UpdateFar, 2.0, farMethod},
    BandwidthRoof{"bandwidth.dram.copy", Traffic::Copy, 1.0,
                  "copy out of place, 2 streams a thread, 8 B per element all useful: non-temporal stores, no "
                  "write-allocate, "},
    BandwidthRoof{"bandwidth.dram.read", Traffic::Read, 1.0, "sum, 2 streams a thread, 4 B read per element, "},
    BandwidthRoof{"bandwidth.dram.write", Traffic::Write, 1.0,
                  "fill, 2 streams a thread, 4 B written per element: non-temporal stores, no write-allocate, "},
};

const BandwidthRoof* bandwidthRoof(std::string_view id)
{
    const auto found = std::find_if(bandwidthRoofs.begin(), bandwidthRoofs.end(),
                                    [&](const BandwidthRoof& roof) { return roof.id == id; });
    return found == bandwidthRoofs.end() ? nullptr : &*found;
}

/// "24 KiB", "512 MiB".
std::string sizeText(double bytes)
{
    const bool large = bytes >= mebibyte;
    return std::to_string(std::llround(bytes / (large ? mebibyte : 1024.0))) + (large ? " MiB" : " KiB");
}

Error notEnoughMemory(double needed, double available)
{
    return {ErrorKind::Unavailable, "cpu.roof-memory",
            "Measuring this bandwidth needs %1 of memory, but only %2 may be used; close other programs and measure "
            "again.",
            {sizeText(needed), sizeText(available)}};
}

/// Times one hand-over of a job to a team's threads.
template <class Job>
BatchTiming timedOn(CpuDevice& device, Team& team, Job job)
{
    struct Watched {
        Job& work;
        std::vector<WorkShare> shares;
    } watched{job, std::vector<WorkShare>(static_cast<std::size_t>(team.pool->threads()))};
    return timed(device, team, [&] {
        team.pool->run(
            [](void* context, int thread) {
                auto& self = *static_cast<Watched*>(context);
                const WorkWatch watch;
                self.work(thread);
                self.shares[static_cast<std::size_t>(thread)] = watch.end();
            },
            &watched);
        return lostTogether(watched.shares);
    });
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
        // The roofs of the caches work where memory begins, and leave it in a cache: memory's roof came out 12 % too high.
        if (window >= spacious && windows.count > 2)
            windows.first = 1;
    }
    return windows;
}

/// Every thread goes over its own part by itself, without waiting for the others between passes.
class BandwidthWork final : public PreparedWork {
public:
    BandwidthWork(std::shared_ptr<CpuDevice> device, Team& team, Traffic traffic, std::shared_ptr<RoofMemory> memory,
                  Windows windows)
        : m_device(std::move(device)), m_team(team), m_traffic(traffic), m_kernels(bandwidthKernelsFor(m_device->set())),
          m_memory(std::move(memory)), m_windows(windows), m_sums(static_cast<std::size_t>(m_team.pool->threads()))
    {
    }

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
        // Numbers stay in range and different however often they are passed over: an odd run's summand is taken back by the next.
        const auto summand = static_cast<float>(data[0] > 0.0F ? operandsOf(Operation::Add).second : operandsOf(Operation::Add).first);
        switch (m_traffic) {
        case Traffic::Update: return m_kernels.update(data, lines, repetitions, summand, -summand);
        case Traffic::UpdateFar: return m_kernels.updateFar(data, lines, repetitions, summand, -summand);
        case Traffic::Copy: return m_kernels.copy(data + lines / 2 * 16, data, lines / 2, repetitions);
        case Traffic::Read:
            // Kept, or a compiler could drop the reading.
            m_sums[static_cast<std::size_t>(thread)].value = m_kernels.read(data, lines, repetitions);
            return;
        case Traffic::Write: return m_kernels.write(data, lines, repetitions);
        }
    }

    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    Traffic m_traffic;
    BandwidthKernels m_kernels;
    std::shared_ptr<RoofMemory> m_memory;
    Windows m_windows;
    std::vector<Sum> m_sums;
};

/// Every thread multiplies its own operands on its core's tiles.
class MatrixWork final : public PreparedWork {
public:
    MatrixWork(std::shared_ptr<CpuDevice> device, Team& team)
        : m_device(std::move(device)), m_team(team), m_parts(static_cast<std::size_t>(m_team.pool->threads()))
    {
        std::vector<float> a(TileOperands::side * TileOperands::depth);
        std::vector<float> b(a.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] = static_cast<float>(i % 7) - 3.0F;
            b[i] = static_cast<float>(i % 5) - 2.0F;
        }
        for (auto& part : m_parts) {
            part = std::make_unique<Part>();
            part->operands.pack(a.data(), b.data());
        }
    }

    [[nodiscard]] double flops() const
    {
        return 2.0 * TileOperands::side * TileOperands::side * TileOperands::depth * static_cast<double>(m_parts.size());
    }

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        return timedOn(*m_device, m_team, [&](int thread) {
            Part& part = *m_parts[static_cast<std::size_t>(thread)];
            multiplyTiles(part.operands, part.product.data(), repetitions);
        });
    }

private:
    struct Part {
        TileOperands operands;
        alignas(64) std::array<float, TileOperands::side * TileOperands::side> product{};
    };
    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    std::vector<std::unique_ptr<Part>> m_parts;
};

Result<RoofWork> prepareMatrix(const std::shared_ptr<CpuDevice>& device, Team& team)
{
    if (!hasAmxTiles())
        return Error{ErrorKind::Unsupported, "cpu.no-amx",
                     "This processor has no matrix unit (AMX) that computes in bf16; choose another roof.", {}};
    if (const Result<void> allowed = allowAmxTiles(); !allowed)
        return allowed.error();
    auto work = std::make_unique<MatrixWork>(device, team);
    const double flops = work->flops();
    return RoofWork{.kind = RoofKind::Compute, .amount = flops,
                    .method = "bf16 products of 32 x 128 by 128 x 32 on AMX tiles, summed in fp32, operands in the "
                              "first-level cache",
                    .work = std::move(work)};
}

Result<RoofWork> prepareBandwidth(const BandwidthRoof& roof, const RoofRequest& request, const std::shared_ptr<CpuDevice>& device,
                                  Team& team)
{
    const Bytes wanted = request.footprint == Bytes(0.0) ? usualFootprint : request.footprint;
    if (wanted > totalMemory())
        return notEnoughMemory(wanted.value(), totalMemory().value());
    const auto threads = static_cast<double>(team.pool->threads());
    const auto lines = std::max(fewestLines, static_cast<std::size_t>(wanted.value() / threads / lineBytes) / 2 * 2);

    std::shared_ptr<RoofMemory> shared = team.roofMemory.lock();
    if (shared == nullptr) {
        Result<std::shared_ptr<RoofMemory>> created = RoofMemory::create(team.pool);
        if (!created)
            return created.error();
        team.roofMemory = shared = *created;
    }
    if (const Result<void> grown = shared->grow(lines * lineBytes); !grown)
        return grown.error();

    const double total = static_cast<double>(lines * lineBytes) * threads;
    const Windows windows = windowsOf(lines, total, request.window);
    const double once = windows.count == 1 ? total : static_cast<double>(windows.lines * lineBytes) * threads;
    return RoofWork{.kind = RoofKind::Bandwidth, .amount = once * roof.bytesPerFootprint,
                    .method = std::string(roof.method) + sizeText(total),
                    .work = std::make_unique<BandwidthWork>(device, team, roof.traffic, shared, windows)};
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
            fillUniform(job.memory.part(thread) + job.memory.m_touched, job.bytes - job.memory.m_touched, job.memory.m_touched, Precision::Fp32);
        },
        &context);
    m_touched = bytes;
    return {};
}

bool isCpuRoofWork(std::string_view id) { return id.starts_with("bandwidth.") || id == matrixId; }

std::vector<std::string> cpuRoofWorkIds(const std::vector<MemoryLevel>& claimed)
{
    std::vector<std::string> ids;
    for (const MemoryLevel& level : claimed)
        if (const std::string id = bandwidthRoofId(level.name); bandwidthRoof(id) != nullptr)
            ids.push_back(id);
    for (const std::string_view id : {"bandwidth.dram.copy", "bandwidth.dram.read", "bandwidth.dram.write"})
        ids.emplace_back(id);
    if (hasAmxTiles())
        ids.emplace_back(matrixId);
    return ids;
}

Result<RoofWork> prepareCpuRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request)
{
    const auto team = device->team(request.threads);
    if (!team)
        return team.error();
    const double footprint = request.footprint.value();
    if (!std::isfinite(footprint) || footprint < 0.0)
        return Error{ErrorKind::InvalidInput, "cpu.roof-footprint",
                     "The roof %1 cannot be measured over %2 bytes; give a size of 0 or more.",
                     {request.id, std::to_string(footprint)}};
    if (request.id == matrixId)
        return prepareMatrix(device, **team);
    if (const BandwidthRoof* roof = bandwidthRoof(request.id); roof != nullptr)
        return prepareBandwidth(*roof, request, device, **team);
    return Error{ErrorKind::Unsupported, "cpu.roof-unknown", "This processor has no roof \"%1\"; leave it out.",
                 {request.id}};
}

} // namespace ridgepoint
