// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/products/tile_work.h"

#include "core/cpu/products/tile_kernels.h"

#include <string>
#include <utility>

namespace ridgepoint {
namespace {

class TileWork final : public PreparedWork {
public:
    TileWork(std::shared_ptr<CpuDevice> device, Team& team, const ProductCall& call, Buffer memory)
        : m_device(std::move(device)),
          m_team(team),
          m_kernels(tileKernelsFor(m_device->set())),
          m_memory(std::move(memory)),
          m_inner(static_cast<std::size_t>(call.inner)),
          m_across(tilesOf(call.columns)),
          m_tiles(tilesOf(call.rows) * m_across)
    {
        const auto rows = static_cast<std::size_t>(call.rows);
        const auto columns = static_cast<std::size_t>(call.columns);
        m_a = m_memory.as<float>();
        m_b = m_a + stripFloats(rows, m_inner);
        m_c = m_b + stripFloats(columns, m_inner);
        // Magnitudes near one, so that no sum leaves the range of what networks have.
        const auto number = [](std::size_t i, std::size_t k) {
            return static_cast<float>((i * 2654435761U + k * 2246822519U) >> 7U & 1023U) / 512.0F - 1.0F;
        };
        packStrips(m_a, rows, m_inner, m_kernels.panelRows, number);
        packStrips(m_b, columns, m_inner, m_kernels.panelColumns, number);
    }

    static std::size_t tilesOf(std::int64_t extent)
    {
        return (static_cast<std::size_t>(extent) + tileSide - 1) / tileSide;
    }
    static std::size_t floatsOf(const ProductCall& call)
    {
        const auto inner = static_cast<std::size_t>(call.inner);
        return stripFloats(static_cast<std::size_t>(call.rows), inner)
             + stripFloats(static_cast<std::size_t>(call.columns), inner)
             + tilesOf(call.rows) * tilesOf(call.columns) * tileSide * tileSide;
    }

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        return timed(*m_device, m_team, [&] {
            for (; repetitions > 0; --repetitions)
                m_team.pool->run(
                    [](void* work, int thread) {
                        static_cast<TileWork*>(work)->runPart(static_cast<std::size_t>(thread));
                    },
                    this);
        });
    }

private:
    /// Every so many-th tile, so that all threads end with the same wave or one tile apart.
    void runPart(std::size_t thread) const
    {
        const auto threads = static_cast<std::size_t>(m_team.pool->threads());
        for (std::size_t tile = thread; tile < m_tiles; tile += threads)
            m_kernels.multiply(m_a + tile / m_across * tileSide * m_inner, m_b + tile % m_across * tileSide * m_inner,
                               m_inner, m_c + tile * tileSide * tileSide);
    }

    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    const TileKernels& m_kernels;
    Buffer m_memory;
    std::size_t m_inner;
    std::size_t m_across;
    std::size_t m_tiles;
    float* m_a = nullptr;
    float* m_b = nullptr;
    float* m_c = nullptr;
};

} // namespace

Result<ReadyWork> prepareTileProduct(const std::shared_ptr<CpuDevice>& device, const ProductCall& call)
{
    if (const auto valid = validate(call); !valid)
        return valid.error();
    if (call.precision != MatrixPrecision::Fp32 || call.batch != 1)
        return Error{ErrorKind::Unsupported,
                     "cpu.tile-product",
                     "The built-in matrix product has one kernel, for a single product in fp32; measure the "
                     "library's product.",
                     {}};
    const auto team = device->team(call.threads);
    if (!team)
        return team.error();
    auto memory = Buffer::allocate(TileWork::floatsOf(call) * sizeof(float));
    if (!memory)
        return memory.error();
    auto work = std::make_unique<TileWork>(device, **team, call, std::move(*memory));
    return ReadyWork{.method = "own kernel, " + std::string(labelOf(device->set())) + ", tiles of "
                             + std::to_string(tileSide) + " x " + std::to_string(tileSide) + ", one thread per tile",
                     .work = std::move(work)};
}

} // namespace ridgepoint
