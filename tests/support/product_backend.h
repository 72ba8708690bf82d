// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator_prediction.h"
#include "tests/support/clocked_work.h"
#include "tests/support/model_backend.h"

#include <algorithm>
#include <optional>

namespace ridgepoint::test {

/// Roofs of a processor with a vector unit of 400 GFLOP/s, a matrix unit of 4 TFLOP/s and a memory of 50 GB/s.
inline RoofSet productRoofs()
{
    RoofSet set{.device = "cpu", .threads = 2};
    const auto put = [&](std::string id, RoofKind kind, double value) {
        set.put({.id = std::move(id), .kind = kind, .value = value, .low = value, .high = value});
    };
    for (const char* id : {"bandwidth.dram", "bandwidth.dram.copy", "bandwidth.dram.read", "bandwidth.dram.write"})
        put(id, RoofKind::Bandwidth, 50e9);
    put("compute.fp32.fma", RoofKind::Compute, 400e9);
    put("compute.bf16.matrix", RoofKind::Compute, 4e12);
    set.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return set;
}

/// Multiplies matrices at half the rate of the unit's roof, by whatever implementation.
class ProductBackend final : public Backend {
public:
    explicit ProductBackend(FakeClock& clock) : m_clock(clock)
    {
        m_info.id = "cpu";
        m_info.name = "Model processor";
        m_info.available = true;
        m_info.threads = 2;
        for (const Roof& roof : productRoofs().roofs)
            m_roofs.push_back(roof.id);
    }
    [[nodiscard]] DeviceInfo& editableInfo() { return m_info; }
    void removeRoof(const std::string& id) { std::erase(m_roofs, id); }
    void refuseLibrary(Error why) { m_refusal = std::move(why); }
    /// Of more rows than that.
    void refuseBeyond(std::int64_t rows, Error why) { m_most = rows, m_tooMany = std::move(why); }
    [[nodiscard]] double rate(MatrixPrecision precision) const
    {
        return 0.5 * productRoofs().find(productRoofId(precision))->value;
    }
    [[nodiscard]] const std::vector<ProductCall>& prepared() const { return m_prepared; }

    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override
    {
        return prepareByKind(
            work, m_info, [this](const ProductRequest& request) { return prepareProduct(request); },
            [this](const OperatorRequest& request) { // at 40 GB/s of what an operator moves
                const OperatorCost cost = costOf(request.call, Stores::NonTemporal);
                auto clocked = std::make_unique<ClockedWork>(m_clock, cost.moved.total().value() / 40e9);
                return Result<ReadyWork>(ReadyWork{.method = "model", .cost = cost, .work = std::move(clocked)});
            });
    }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return m_roofs; }
    /// A millisecond at the roof.
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest& request) override
    {
        const RoofSet roofs = productRoofs();
        const Roof* roof = roofs.find(request.id);
        if (roof == nullptr)
            return none();
        return RoofWork{.kind = roof->kind,
                        .amount = roof->value * 1e-3,
                        .method = "model",
                        .work = std::make_unique<ClockedWork>(m_clock, 1e-3)};
    }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return {}; }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

private:
    Result<ReadyWork> prepareProduct(const ProductRequest& request)
    {
        const ProductCall& call = request.call;
        if (request.implementation == Implementation::Library && m_refusal)
            return *m_refusal;
        if (m_tooMany && call.rows > m_most)
            return *m_tooMany;
        m_prepared.push_back(call);
        const double seconds = costOf(call).operations.value() / rate(call.precision);
        return ReadyWork{.method = "model", .work = std::make_unique<ClockedWork>(m_clock, seconds)};
    }
    static Error none() { return {ErrorKind::Unsupported, "model.none", "The model has none.", {}}; }
    FakeClock& m_clock;
    DeviceInfo m_info;
    std::vector<std::string> m_roofs;
    std::optional<Error> m_refusal;
    std::optional<Error> m_tooMany;
    std::int64_t m_most = 0;
    std::vector<ProductCall> m_prepared;
};

} // namespace ridgepoint::test
