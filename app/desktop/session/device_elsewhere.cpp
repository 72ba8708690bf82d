// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/device_elsewhere.h"

namespace ridgepoint {
namespace {

constexpr const char* elsewhereId = "device.elsewhere";

std::string nameOrId(const DeviceInfo& device) { return device.name.empty() ? device.id : device.name; }

} // namespace

std::string placeOf(const DeviceInfo& device) { return device.machine.substr(0, device.machine.find(", Slurm node ")); }

Error elsewhereError(const DeviceInfo& there, const DeviceInfo& here)
{
    Error error{ErrorKind::Unavailable, elsewhereId, {}, {nameOrId(there)}};
    if (there.machine != here.machine && !there.machine.empty()) {
        error.text = "This session was measured on the machine %1, which is not connected; you can view it here. To "
                     "measure, connect to it, or start a new session.";
        error.arguments = {there.machine};
    } else if (there.machine != here.machine) {
        error.text = "This session was not measured on %1, where the window measures now; you can view it here. To "
                     "measure, choose This machine in the list of devices, or start a new session.";
        error.arguments = {here.machine};
    } else if (there.kind != DeviceKind::Cpu) {
        error.text = "This session was measured on another GPU, %1; you can view it here, but to measure, start a "
                     "new session.";
    } else if (there.name == here.name && there.threads == here.threads) {
        error.text = "This session was measured on another machine with the same processor, %1, but other memory or "
                     "instruction sets; you can view it here, but to measure, start a new session.";
    } else {
        error.text = "This session was measured on %1 with %2 threads, not on this machine (%3, %4 threads); you can "
                     "view it here, but to measure, start a new session.";
        error.arguments = {nameOrId(there), std::to_string(there.threads), nameOrId(here),
                           std::to_string(here.threads)};
    }
    return error;
}

bool isElsewhere(const DeviceInfo& device)
{
    return !device.available && device.reason && device.reason->id == elsewhereId;
}

} // namespace ridgepoint
