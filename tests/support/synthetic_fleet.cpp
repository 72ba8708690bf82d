// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/synthetic_fleet.h"

#include "core/fleet/fleet_export.h"
#include "core/fleet/fleet_folder.h"
#include "core/session/text_file.h"
#include "tests/support/synthetic_device.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <system_error>

namespace ridgepoint::test {
namespace {

constexpr double usualPowerLimit = 700.0;

DeviceInfo syntheticGpu()
{
    DeviceInfo device;
    device.id = "cuda:0";
    device.kind = DeviceKind::Cuda;
    device.name = "Synthetic GPU (made-up numbers)";
    device.available = true;
    device.memory = Bytes(80.0 * 1024.0 * 1024.0 * 1024.0);
    device.gpu = GpuFacts{.multiprocessors = 132, .driver = "600.1", .powerLimitWatts = usualPowerLimit};
    return device;
}

/// By which factor a fault changes a roof.
double factorOf(NodeFault fault, const Roof& roof, bool isOfMemory)
{
    const bool isCompute = roof.kind == RoofKind::Compute;
    const bool isMemoryBandwidth = isOfMemory && roof.kind == RoofKind::Bandwidth;
    switch (fault) {
    case NodeFault::LowPower: return isCompute ? 0.66 : 1.0;
    case NodeFault::HalfMemory: return isMemoryBandwidth ? 0.5 : 1.0;
    case NodeFault::SlowMemory: return isMemoryBandwidth ? 0.75 : 1.0;
    case NodeFault::BoastsSpeed: return isCompute ? 2.0 : 1.0;
    case NodeFault::None:
    case NodeFault::Hangs:
    case NodeFault::Dies: return 1.0;
    }
    return 1.0;
}

} // namespace

Session syntheticNodeSession(std::uint64_t seed, NodeFault fault, const FleetNoise& noise)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    Session session;
    session.created = "2026-01-01T00:00:00Z";
    session.devices = {noise.isOfGpus ? syntheticGpu() : syntheticDevice()};
    DeviceInfo& device = session.devices.front();
    if (fault == NodeFault::HalfMemory)
        device.memory = device.memory / 2.0;
    if (fault == NodeFault::LowPower && device.gpu)
        device.gpu->powerLimitWatts = usualPowerLimit / 2.0;
    RoofSet roofs = syntheticRoofs(syntheticThreads);
    roofs.device = device.id;
    roofs.otherLoad = 0.0;
    for (Roof& roof : roofs.roofs) {
        const double factor = factorOf(fault, roof, isOfMemory(roof.id, roofs))
                            * std::exp(noise.betweenNodes * normal(random));
        roof.value *= factor;
        roof.low = roof.value * (1.0 - noise.ofRounds);
        roof.high = roof.value * (1.0 + noise.ofRounds);
    }
    session.roofs = {std::move(roofs)};
    session.environment = {{"governor", "performance"}, {"kernel", "Linux 6.1"}};
    return session;
}

std::map<std::size_t, NodeFault> everyTwentieth(std::size_t nodes, const std::vector<NodeFault>& faults)
{
    constexpr std::size_t period = 20;
    std::map<std::size_t, NodeFault> chosen;
    for (std::size_t node = std::min(nodes, period) / 2; node < nodes; node += period)
        chosen[node] = faults[chosen.size() % faults.size()];
    return chosen;
}

std::vector<FleetNode> syntheticFleet(std::size_t nodes, std::uint64_t seed,
                                      const std::map<std::size_t, NodeFault>& faults, const FleetNoise& noise)
{
    std::vector<FleetNode> fleet;
    for (std::size_t node = 0; node < nodes; ++node) {
        const auto found = faults.find(node);
        const NodeFault fault = found == faults.end() ? NodeFault::None : found->second;
        if (fault == NodeFault::Hangs || fault == NodeFault::Dies)
            fleet.push_back({.name = syntheticNodeName(node),
                             .failure = Error{.kind = ErrorKind::Timeout, .id = "test.nothing", .text = "nothing"}});
        else
            fleet.push_back(
                fleetNodeOf(syntheticNodeName(node), syntheticNodeSession(seed * 1000 + node, fault, noise)));
    }
    return fleet;
}

bool writeSyntheticFleet(const std::filesystem::path& folder, std::size_t nodes,
                         const std::map<std::size_t, NodeFault>& faults, const FleetNoise& noise)
{
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    const std::vector<FleetNode> fleet = syntheticFleet(nodes, 1, faults, noise);
    bool isWritten = writeTextFile(fleetToJson(summariseFleet(fleet)), folder / fleetJsonFile).ok();
    for (std::size_t node = 0; node < nodes && isWritten; ++node) {
        const auto found = faults.find(node);
        if (!fleet[node].failure)
            isWritten = writeSession(syntheticNodeSession(
                                         1000 + node, found == faults.end() ? NodeFault::None : found->second, noise),
                                     folder / sessionFileOf(fleet[node].name))
                            .ok();
    }
    return isWritten;
}

std::string syntheticNodeName(std::size_t node)
{
    const std::string number = std::to_string(node);
    return "node" + std::string(number.size() < 3 ? 3 - number.size() : 0, '0') + number;
}

} // namespace ridgepoint::test
