// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/append_session.h"

#include "core/session/add_results.h"
#include "core/session/device_identity.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

bool hasMeasured(const Session& session, const std::string& device)
{
    const auto isIts = [&](const auto& one) { return one.device == device; };
    return std::any_of(session.samples.begin(), session.samples.end(), isIts)
        || std::any_of(session.roofs.begin(), session.roofs.end(), isIts)
        || std::any_of(session.experiments.begin(), session.experiments.end(), isIts);
}

std::string nameOrId(const DeviceInfo& device) { return device.name.empty() ? device.id : device.name; }

std::string threadWords(int threads) { return std::to_string(threads) + (threads == 1 ? " thread" : " threads"); }

Error otherMachine(const std::filesystem::path& path, const DeviceInfo& there, const DeviceInfo& here)
{
    Error error{ErrorKind::InvalidInput,
                "experiment.other-machine",
                "cannot add to '%1': it was measured on %2, which this machine does not have; name another file",
                {path.string(), nameOrId(there)}};
    if (there.kind != DeviceKind::Cpu || here.kind != DeviceKind::Cpu)
        return error;
    if (there.name == here.name && there.threads == here.threads) {
        error.text = "cannot add to '%1': it was measured on another machine with the same processor, %2, but other "
                     "memory or instruction sets; name another file";
        return error;
    }
    error.text = "cannot add to '%1': it was measured on %2 with %3, not on this machine (%4, %5); name another file";
    for (std::string word : {threadWords(there.threads), nameOrId(here), threadWords(here.threads)})
        error.arguments.push_back(std::move(word));
    return error;
}

/// Some reasons end as a sentence does, others do not.
Error cannotRead(const std::filesystem::path& path, std::string reason)
{
    if (reason.ends_with('.'))
        reason.pop_back();
    return {ErrorKind::InvalidInput,
            "experiment.cannot-add",
            "cannot add to '%1': %2; name a session, or a file that is not there yet",
            {path.string(), std::move(reason)}};
}

/// A session of the processor may get the GPU of the same machine, so any device that is here will do where this one is
/// new.
std::optional<Error> whyElsewhere(const Session& session, const std::filesystem::path& path, const DeviceInfo& device,
                                  DeviceCatalogue& devices)
{
    std::optional<Error> reason;
    for (const DeviceInfo& there : session.devices)
        if (there.id == device.id && hasMeasured(session, there.id))
            return isSameDevice(there, device) ? std::nullopt : std::optional(otherMachine(path, there, device));
    for (const DeviceInfo& there : session.devices) {
        if (!hasMeasured(session, there.id))
            continue;
        const auto here = devices.find(there.id);
        if (here && here->available && isSameDevice(there, *here))
            return std::nullopt;
        if (!reason)
            reason = otherMachine(path, there, here ? *here : device);
    }
    return reason;
}

} // namespace

Result<std::optional<Session>> sessionToExtend(const std::filesystem::path& path, const DeviceInfo& device,
                                               DeviceCatalogue& devices)
{
    std::error_code unknown;
    if (!std::filesystem::exists(path, unknown))
        return std::optional<Session>();
    auto session = readSession(path);
    if (!session)
        return cannotRead(path, session.error().message());
    if (auto reason = whyElsewhere(*session, path, device, devices))
        return std::move(*reason);
    return std::optional(std::move(*session));
}

bool addRun(Session& session, Session run, bool isWhole)
{
    for (DeviceInfo& device : run.devices) {
        const auto known = std::find_if(session.devices.begin(), session.devices.end(),
                                        [&](const DeviceInfo& other) { return other.id == device.id; });
        if (known != session.devices.end())
            *known = std::move(device);
        else
            session.devices.push_back(std::move(device));
    }
    for (RoofSet& roofs : run.roofs)
        addRoofs(session, std::move(roofs));
    bool isAdded = true;
    for (ExperimentResult& result : run.experiments)
        isAdded = addExperiment(session, std::move(result), isWhole) && isAdded;
    if (session.created.empty())
        session.created = std::move(run.created);
    if (session.environment.empty())
        session.environment = std::move(run.environment);
    return isAdded;
}

} // namespace ridgepoint
