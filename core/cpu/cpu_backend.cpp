// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/cpu_backend.h"

#include "core/cpu/cpu_device.h"
#include "core/cpu/gradient/gradient_work.h"
#include "core/cpu/onednn/library_work.h"
#include "core/cpu/operators/operator_work.h"
#include "core/cpu/products/tile_work.h"

namespace ridgepoint {
namespace {

class CpuBackend : public Backend {
public:
    CpuBackend() : m_levels(claimedMemoryLevels())
    {
        m_info.id = "cpu";
        m_info.kind = DeviceKind::Cpu;
        m_info.name = processorName();
        m_info.threads = availableThreads();
        m_info.memory = totalMemory();
        const auto set = chosenInstructionSet();
        if (!set) {
            m_info.reason = set.error();
            return;
        }
        m_info.available = true;
        m_info.isa = labelOf(*set);
        m_device = std::make_shared<CpuDevice>(*set, m_info.threads);
    }

    const DeviceInfo& info() const override { return m_info; }

    Result<ReadyWork> prepare(const WorkRequest& work) override
    {
        if (!m_device)
            return *m_info.reason;
        const auto byLibrary = [&](auto prepareCall, const auto& call) -> Result<ReadyWork> {
            const auto library = OneDnn::shared();
            return library ? prepareCall(m_device, *library, call) : Result<ReadyWork>(library.error());
        };
        return prepareByKind(
            work, m_info, [&](const Workload& chain) { return preparePointwise(m_device, chain); },
            [&](const OperatorRequest& request) {
                const OperatorCall& call = request.call;
                if (request.implementation == Implementation::Library)
                    return byLibrary(prepareLibraryOperator, call);
                return prepareOwnOperator(m_device, call, usualStores(call, pastCachesFrom(m_levels, call.threads)));
            },
            [&](const ProductRequest& request) {
                if (request.implementation == Implementation::Library)
                    return byLibrary(prepareLibraryProduct, request.call);
                return prepareTileProduct(m_device, request.call);
            },
            [&](const GradientCall& call) { return prepareOwnGradient(m_device, call); });
    }

    std::vector<std::string> roofIds() const override
    {
        if (!m_device)
            return {};
        // Nearest to what a person sees first: bandwidths, the vector units, the matrix unit, launching; then what no
        // prediction needs.
        std::vector<std::string> ids;
        for (const auto& group :
             {bandwidthRoofIds(m_levels), computeRoofIds(), matrixRoofIds(), launchRoofIds(),
              integerRoofIds(m_device->set()), cacheTrafficRoofIds(m_levels), levelLatencyRoofIds(m_levels)})
            ids.insert(ids.end(), group.begin(), group.end());
        return ids;
    }

    Result<RoofWork> prepareRoof(const RoofRequest& request) override
    {
        if (!m_device)
            return *m_info.reason;
        const auto kind = kindOfRoof(request.id);
        if (!kind)
            return kind.error();
        if (*kind == RoofKind::Bandwidth)
            return prepareBandwidthRoof(m_device, request);
        if (*kind == RoofKind::Launch)
            return prepareLaunchRoof(m_device, request);
        if (isMatrixRoof(request.id))
            return prepareMatrixRoof(m_device, request);
        if (isIntegerRoof(request.id))
            return prepareIntegerRoof(m_device, request);
        if (isLevelLatencyRoof(request.id))
            return prepareLevelLatencyRoof(m_device, request);
        return prepareComputeRoof(m_device, request);
    }

    Result<LaunchRecording> recordLaunches(const Workload& workload) override
    {
        if (!m_device)
            return *m_info.reason;
        return recordPointwise(m_device, workload);
    }

    std::vector<MemoryLevel> claimedLevels() const override { return m_levels; }

    Result<bool> selftest(const std::function<void(const SelftestLine&)>& report) override
    {
        if (!m_device)
            return *m_info.reason;
        return runSelftest(m_device->set(), report);
    }

private:
    DeviceInfo m_info;
    std::vector<MemoryLevel> m_levels;
    std::shared_ptr<CpuDevice> m_device;
};

} // namespace

std::optional<Error> cpuLibraryLack()
{
    const auto library = OneDnn::shared();
    return library ? std::nullopt : std::optional(library.error());
}

std::unique_ptr<Backend> makeCpuBackend() { return std::make_unique<CpuBackend>(); }

} // namespace ridgepoint
