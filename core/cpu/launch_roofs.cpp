// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/cpu_device.h"

#include <algorithm>

namespace ridgepoint {
namespace {

// So long a chain that what is fixed per chain shows no more in the time of one pass.
constexpr int longChain = 1024;

Chain emptyChain(const CpuDevice& device, int passes)
{
    Chain chain;
    chain.kernel = device.kernels().of(Operation::Fma, Precision::Fp32);
    chain.passes = passes;
    return chain;
}

/// Chains of passes without elements in one launch mode.
class LaunchWork : public PreparedWork {
public:
    LaunchWork(std::shared_ptr<CpuDevice> device, Team& team, LaunchMode mode)
        : m_device(std::move(device)),
          m_team(team),
          m_mode(mode),
          m_launcher(*team.pool, emptyChain(*m_device, longChain))
    {}

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        return timed(
            *m_device, m_team, [&] { m_launcher.run(m_mode, repetitions); }, Threads::Busy);
    }

private:
    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    LaunchMode m_mode;
    Launcher m_launcher;
};

/// What a chain costs besides its passes: with T1 and T2 the times of chains of one and two passes, 2 T1 - T2.
class FixedWork : public PreparedWork {
public:
    FixedWork(std::shared_ptr<CpuDevice> device, Team& team)
        : m_device(std::move(device)),
          m_team(team),
          m_one(*team.pool, emptyChain(*m_device, 1)),
          m_two(*team.pool, emptyChain(*m_device, 2))
    {}

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        const BatchTiming one = timed(*m_device, m_team, [&] { m_one.run(LaunchMode::Graph, repetitions); });
        const BatchTiming two = timed(*m_device, m_team, [&] { m_two.run(LaunchMode::Graph, repetitions); });
        // The difference can vanish in noise; a caller that doubles repetitions until time passes must still end.
        const Seconds difference = std::max(one.time * 2.0 - two.time, one.time * 0.01);
        return BatchTiming{
            .time = difference, .flags = one.flags | two.flags, .differenceOf = std::max(one.time, two.time)};
    }

private:
    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    Launcher m_one;
    Launcher m_two;
};

} // namespace

std::vector<std::string> launchRoofIds()
{
    std::vector<std::string> ids;
    for (const LaunchMode mode : allLaunchModes)
        ids.push_back(launchRoofId(mode));
    ids.emplace_back(launchFixedRoofId);
    return ids;
}

Result<RoofWork> prepareLaunchRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request)
{
    const auto team = device->team(request.threads);
    if (!team)
        return team.error();
    if (request.id == launchFixedRoofId)
        return RoofWork{.kind = RoofKind::Launch,
                        .amount = 1.0,
                        .method = "twice the time of a chain of one empty pass minus that of two, submitted as a list",
                        .work = std::make_unique<FixedWork>(device, **team)};
    for (const LaunchMode mode : allLaunchModes)
        if (launchRoofId(mode) == request.id)
            return RoofWork{.kind = RoofKind::Launch,
                            .amount = longChain,
                            .method = "chains of " + std::to_string(longChain) + " passes without elements",
                            .work = std::make_unique<LaunchWork>(device, **team, mode)};
    return Error{
        ErrorKind::Unsupported, "cpu.roof-unknown", "This processor has no roof \"%1\"; leave it out.", {request.id}};
}

} // namespace ridgepoint
