// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/access_choice.h"
#include "core/cpu/cpu_device.h"
#include "core/cpu/launcher.h"
#include "core/cpu/operation_numbers.h"
#include "core/cpu/pool.h"
#include "core/model/cost.h"
#include "core/model/result.h"
#include "core/model/units.h"
#include "core/model/workload.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>

namespace ridgepoint {
namespace {

/// No single run of a workload may take longer: nothing can stop it in the middle.
inline constexpr Seconds longestRun{60.0};

/// About how long one run of a chain by so many threads takes at least, from its kernel's own speed on a few of its
/// lines; 0 for one that is short in any case, which costs nothing to tell. The data must be filled.
[[nodiscard]] Seconds leastRunTime(const Chain& chain, const Workload& workload);
/// Unavailable ("cpu.too-long") for a workload of which one run would take longer than longestRun.
[[nodiscard]] Result<void> checkRunTime(const Chain& chain, const Workload& workload);

// Fewer applications than this take seconds at most, on any processor and of any operation.
constexpr double shortWork = 1e9;
// Enough to last microseconds, and even, so that an alternating operation comes back to where it was.
constexpr std::size_t sampleLines = 64;
constexpr std::int64_t sampleApplications = 64;
constexpr int timingAttempts = 3;

Seconds leastRunTime(const Chain& chain, const Workload& workload)
{
    const double work = static_cast<double>(workload.elements) * static_cast<double>(workload.operationsPerElement)
                      * static_cast<double>(workload.chainLength);
    if (work < shortWork)
        return {};
    // The first thread's part is as large as any.
    const std::size_t part = partOf(chain.bytes, 0, workload.threads).size() / lineBytes;
    const std::size_t lines = std::clamp<std::size_t>(part, 1, sampleLines);
    const FlushDenormals flush;
    double best = std::numeric_limits<double>::infinity(); // the fastest attempt: a busy machine must not refuse a cell
    for (int attempt = 0; attempt < timingAttempts; ++attempt) {
        const auto begin = std::chrono::steady_clock::now();
        chain.kernel(chain.data, lines, sampleApplications, chain.operands);
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return Seconds(best * static_cast<double>(std::max<std::size_t>(part, 1)) / static_cast<double>(lines)
                   * static_cast<double>(chain.applications) / static_cast<double>(sampleApplications)
                   * static_cast<double>(chain.passes));
}

Result<void> checkRunTime(const Chain& chain, const Workload& workload)
{
    const Seconds least = leastRunTime(chain, workload);
    if (least <= longestRun)
        return {};
    const auto seconds = [](Seconds time) {
        return std::to_string(static_cast<long long>(std::ceil(std::min(time.value(), 1e15))));
    };
    return Error{
        ErrorKind::Unavailable,
        "cpu.too-long",
        "One run of %1 elements with %2 operations each in %3 steps would take about %4 s and could not be stopped; "
        "the limit is %5 s. Choose a smaller size, fewer operations or a shorter chain.",
        {std::to_string(workload.elements), std::to_string(workload.operationsPerElement),
         std::to_string(workload.chainLength), seconds(least), seconds(longestRun)}};
}

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
