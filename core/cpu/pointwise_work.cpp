// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/access_choice.h"
#include "core/cpu/cpu_device.h"
#include "core/cpu/operation_numbers.h"
#include "core/cpu/run_time.h"
#include "core/model/cost.h"

namespace ridgepoint {
namespace {

class PointwiseWork : public PreparedWork {
public:
    PointwiseWork(std::shared_ptr<CpuDevice> device, Team& team, const Workload& workload, const Chain& chain)
        : m_device(std::move(device)),
          m_team(team),
          m_workload(workload),
          m_bytes(chain.bytes),
          m_launcher(*team.pool, chain)
    {}

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        // Another work may have used the tensor since; where none has, this costs nanoseconds.
        Tensor& tensor = m_device->tensor();
        const auto bound = tensor.bind(m_workload.operation, m_workload.precision, m_bytes, *m_team.pool,
                                       m_device->kernels());
        if (!bound)
            return bound.error();
        m_launcher.setSwapped(tensor.isDisplaced());
        const double passes = static_cast<double>(repetitions) * m_workload.passes();
        // Threads that wait for another one's long share fall asleep, so that there each share is watched by itself.
        const bool isWatched = m_passTime >= Launcher::accountedPass;
        const BatchTiming timing =
            isWatched
                ? timed(*m_device, m_team, [&] { return m_launcher.runAccounting(m_workload.launchMode, repetitions); })
                : timed(
                    *m_device, m_team, [&] { m_launcher.run(m_workload.launchMode, repetitions); }, Threads::Busy);
        m_passTime = timing.given() / passes;
        tensor.setDisplaced(m_launcher.isSwapped());
        return timing;
    }

private:
    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    Workload m_workload;
    std::size_t m_bytes;
    Launcher m_launcher;
    Seconds m_passTime; ///< as last seen; 0 before the first run
};

} // namespace

Result<PointwiseChain> pointwiseChain(const std::shared_ptr<CpuDevice>& device, const Workload& workload)
{
    if (auto valid = validate(workload); !valid)
        return valid.error();
    if (workload.precision != Precision::Fp32 && workload.precision != Precision::Fp64)
        return Error{ErrorKind::Unsupported,
                     "cpu.precision",
                     "The processor's pointwise kernels have no %1; choose fp32 or fp64.",
                     {std::string(nameOf(workload.precision))}};
    const auto team = device->team(workload.threads);
    if (!team)
        return team.error();
    Chain chain;
    chain.bytes = paddedBytes(static_cast<std::size_t>(workload.elements)
                              * static_cast<std::size_t>(bytesPerElement(workload.precision)));
    const auto data = device->tensor().bind(workload.operation, workload.precision, chain.bytes, *(*team)->pool,
                                            device->kernels());
    if (!data)
        return data.error();
    chain.data = *data;
    chain.kernel = device->kernels().of(workload.operation, workload.precision,
                                        accessFor(*device, **team, chain.bytes));
    chain.applications = workload.operationsPerElement * workload.fusionDepth;
    chain.passes = workload.passes();
    chain.operands = operandsOf(workload.operation);
    chain.alternating = alternates(workload.operation);
    if (auto possible = checkRunTime(chain, workload); !possible)
        return possible.error();
    return PointwiseChain{*team, chain};
}

Result<ReadyWork> preparePointwise(const std::shared_ptr<CpuDevice>& device, const Workload& workload)
{
    const auto ready = pointwiseChain(device, workload);
    if (!ready)
        return ready.error();
    return ReadyWork{.work = std::make_unique<PointwiseWork>(device, *ready->team, workload, ready->chain)};
}

} // namespace ridgepoint
