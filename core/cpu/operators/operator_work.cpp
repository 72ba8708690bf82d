// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/operators/operator_work.h"

#include "core/cpu/operators/operator_memory.h"

#include <string>
#include <vector>

namespace ridgepoint {
namespace {

class OwnOperatorWork final : public PreparedWork {
public:
    OwnOperatorWork(std::shared_ptr<CpuDevice> device, Team& team, std::shared_ptr<OperatorMemory> memory,
                    const OperatorData& data, const OperatorCall& call, Stores stores)
        : m_device(std::move(device)),
          m_team(team),
          m_memory(std::move(memory)),
          m_data(data),
          m_kernel(operatorKernelsFor(m_device->set()).of(call.which, stores)),
          m_parts(static_cast<std::size_t>(team.pool->threads()))
    {
        const std::size_t units = unitsOf(call.which, data.rows, data.columns);
        for (std::size_t thread = 0; thread < m_parts.size(); ++thread)
            m_parts[thread].part = {.begin = units * thread / m_parts.size(),
                                    .end = units * (thread + 1) / m_parts.size(),
                                    .scratch = m_memory->scratch(static_cast<int>(thread))};
    }

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        return timed(*m_device, m_team, [&] {
            for (; repetitions > 0; --repetitions)
                m_team.pool->run([](void* work, int thread) { static_cast<OwnOperatorWork*>(work)->runPart(thread); },
                                 this);
        });
    }

private:
    struct alignas(64) Part {
        OperatorPart part;
    };
    void runPart(int thread) { m_kernel(m_data, m_parts[static_cast<std::size_t>(thread)].part); }

    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    std::shared_ptr<OperatorMemory> m_memory;
    OperatorData m_data;
    OperatorKernel m_kernel;
    std::vector<Part> m_parts;
};

std::string methodOf(const CpuDevice& device, const OperatorCall& call, Stores stores)
{
    std::string method = "own kernel, " + std::string(labelOf(device.set()));
    if (costOf(call, Stores::NonTemporal).moved.written > Bytes(0.0))
        method += stores == Stores::NonTemporal ? ", non-temporal stores" : ", stores through the caches";
    return method;
}

} // namespace

Stores usualStores(const OperatorCall& call, Bytes pastCaches)
{
    return footprintOf(call) > pastCaches ? Stores::NonTemporal : Stores::Usual;
}

Result<std::shared_ptr<OperatorMemory>> operatorMemory(Team& team)
{
    if (std::shared_ptr<OperatorMemory> shared = team.operatorMemory.lock())
        return shared;
    auto created = OperatorMemory::create(team.pool);
    if (created)
        team.operatorMemory = *created;
    return created;
}

Result<ReadyWork> prepareOwnOperator(const std::shared_ptr<CpuDevice>& device, const OperatorCall& call, Stores stores)
{
    if (const auto valid = validate(call); !valid)
        return valid.error();
    const auto team = device->team(call.threads);
    if (!team)
        return team.error();
    const auto memory = operatorMemory(**team);
    if (!memory)
        return memory.error();
    const auto data = (*memory)->bind(call);
    if (!data)
        return data.error();
    return ReadyWork{.method = methodOf(*device, call, stores),
                     .cost = costOf(call, stores),
                     .work = std::make_unique<OwnOperatorWork>(device, **team, *memory, *data, call, stores)};
}

} // namespace ridgepoint
