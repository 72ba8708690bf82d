// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/measure_roofs.h"

#include "app/bench/version.h"
#include "core/analysis/roof_warning.h"
#include "core/model/prediction.h"
#include "core/sweep/roof_runner.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>

namespace ridgepoint {
namespace {

RoofHistory::Time now() { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); }

} // namespace

std::vector<std::string> roofsToPredict(const Backend& backend, const std::vector<Workload>& workloads,
                                        const std::vector<std::string>& besides)
{
    std::vector<std::string> wanted = besides;
    for (const Workload& workload : workloads) {
        wanted.push_back(computeRoofId(workload.operation, workload.precision));
        wanted.push_back(launchRoofId(workload.launchMode));
        if (workload.launchMode == LaunchMode::Queued)
            wanted.emplace_back(deviceGapRoofId);
        if (costsOnceAChain(workload.launchMode, backend.info().kind))
            wanted.emplace_back(launchFixedRoofId);
    }
    for (const MemoryLevel& level : backend.claimedLevels())
        wanted.push_back(bandwidthRoofId(level.name));
    std::vector<std::string> present = backend.roofIds();
    const std::vector<std::string> variants = backend.variantRoofIds();
    present.insert(present.end(), variants.begin(), variants.end());
    std::erase_if(present,
                  [&](const std::string& id) { return std::find(wanted.begin(), wanted.end(), id) == wanted.end(); });
    return present;
}

RoofMeasurement measureRoofs(Backend& backend, int threads, std::vector<std::string> only, Surroundings& surroundings,
                             ProgressBar& progress)
{
    RoofRunner runner(backend, threads, std::move(only), surroundings.clock);
    const Seconds started = surroundings.clock.now();
    RoofMeasurement measurement;
    std::string latest;
    for (bool more = true; more && !measurement.interrupted;
         measurement.interrupted = more && surroundings.interruption.requested()) {
        more = runner.step();
        if (const std::vector<Roof> roofs = runner.takeNewRoofs(); !roofs.empty())
            latest = roofs.back().id;
        progress.show({.phase = "roofs",
                       .item = latest,
                       .done = runner.done(),
                       .total = runner.total(),
                       .fraction = runner.fraction(),
                       .left = timeLeft(surroundings.clock.now() - started, runner.fraction())});
    }
    progress.clear();
    measurement.roofs = runner.roofs();
    measurement.error = runner.error();
    return measurement;
}

std::filesystem::path roofHistoryFile()
{
    const auto folderOf = [](const char* variable) -> std::filesystem::path {
        const char* folder = std::getenv(variable);
        return folder != nullptr && *folder == '/' ? folder : "";
    };
    std::filesystem::path state = folderOf("XDG_STATE_HOME");
    if (const std::filesystem::path home = folderOf("HOME"); state.empty() && !home.empty())
        state = home / ".local/state";
    return state.empty() ? state : state / "ridgepoint/roofs.json";
}

RoofHistory roofHistoryOf(const DeviceInfo& device, const Surroundings& surroundings)
{
    return device.kind == DeviceKind::Cpu && !surroundings.roofHistory.empty()
             ? RoofHistory::read(surroundings.roofHistory, now())
             : RoofHistory{};
}

std::string machineOf(const DeviceInfo& device)
{
    std::string boot;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
    return device.name + ", " + device.isa + ", " + boot + ", " + versionText;
}

RoofSet recallAndNote(const RoofMeasurement& measurement, const DeviceInfo& device, const Surroundings& surroundings)
{
    const RoofHistory history = roofHistoryOf(device, surroundings);
    if (!measurement.interrupted && !measurement.error)
        noteRoofs(measurement.roofs, device, surroundings);
    return device.kind == DeviceKind::Cpu
             ? history.recall(machineOf(device), measurement.roofs, RoofHistory::As::OneMore)
             : measurement.roofs;
}

void noteRoofs(const RoofSet& measured, const DeviceInfo& device, const Surroundings& surroundings)
{
    if (device.kind != DeviceKind::Cpu || surroundings.roofHistory.empty())
        return;
    RoofHistory history = roofHistoryOf(device, surroundings);
    history.add(machineOf(device), measured, now());
    static_cast<void>(history.write(surroundings.roofHistory));
}

void warnOf(const RoofSet& roofs, Surroundings& surroundings)
{
    if (const auto warning = roofWarning(roofs))
        surroundings.err << "ridgepoint-bench: warning: " << warning->message()
                         << " Measure again while the machine is idle.\n"
                         << std::flush;
}

} // namespace ridgepoint
