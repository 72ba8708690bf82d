// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// compute.bf16.matrix and compute.int8.matrix, on the AMX tiles.

#include "core/cpu/amx_tiles.h"
#include "core/cpu/cpu_device.h"
#include "core/cpu/timed_on.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::string_view bf16Id = "compute.bf16.matrix";
constexpr std::string_view int8Id = "compute.int8.matrix";

/// Every thread multiplies its own operands on its core's tiles.
template <class Operands> class MatrixWork final : public PreparedWork {
public:
    MatrixWork(std::shared_ptr<CpuDevice> device, Team& team)
        : m_device(std::move(device)), m_team(team), m_parts(static_cast<std::size_t>(m_team.pool->threads()))
    {
        using Number = typename Operands::Number;
        std::vector<Number> a(Operands::side * Operands::depth);
        std::vector<Number> b(a.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] = static_cast<Number>(static_cast<int>(i % 7) - 3);
            b[i] = static_cast<Number>(static_cast<int>(i % 5) - 2);
        }
        for (auto& part : m_parts) {
            part = std::make_unique<Part>();
            part->operands.pack(a.data(), b.data());
        }
    }

    /// Operations of a repetition, by all threads.
    [[nodiscard]] double operations() const
    {
        return 2.0 * Operands::side * Operands::side * Operands::depth * static_cast<double>(m_parts.size());
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
        Operands operands;
        alignas(64) std::array<typename Operands::Sum, Operands::side * Operands::side> product{};
    };
    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    std::vector<std::unique_ptr<Part>> m_parts;
};

template <class Operands> RoofWork roofOf(const std::shared_ptr<CpuDevice>& device, Team& team, std::string method)
{
    auto work = std::make_unique<MatrixWork<Operands>>(device, team);
    const double operations = work->operations();
    return RoofWork{
        .kind = RoofKind::Compute, .amount = operations, .method = std::move(method), .work = std::move(work)};
}

} // namespace

std::vector<std::string> matrixRoofIds()
{
    std::vector<std::string> ids;
    if (hasAmxTiles())
        ids.emplace_back(bf16Id);
    if (hasInt8Tiles())
        ids.emplace_back(int8Id);
    return ids;
}

bool isMatrixRoof(std::string_view id) { return id == bf16Id || id == int8Id; }

Result<RoofWork> prepareMatrixRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request)
{
    const auto team = device->team(request.threads);
    if (!team)
        return team.error();
    const bool isInt8 = request.id == int8Id;
    if (isInt8 ? !hasInt8Tiles() : !hasAmxTiles())
        return Error{ErrorKind::Unsupported,
                     "cpu.no-amx",
                     "This processor has no matrix unit (AMX) that computes in %1; choose another roof.",
                     {isInt8 ? "int8" : "bf16"}};
    if (const Result<void> allowed = allowAmxTiles(); !allowed)
        return allowed.error();
    if (isInt8)
        return roofOf<Int8TileOperands>(
            device, **team,
            "int8 products of 32 x 256 by 256 x 32 on AMX tiles, summed in int32, multiply and add counted as 2, "
            "operands in the first-level cache");
    return roofOf<TileOperands>(
        device, **team,
        "bf16 products of 32 x 128 by 128 x 32 on AMX tiles, summed in fp32, operands in the first-level cache");
}

} // namespace ridgepoint
