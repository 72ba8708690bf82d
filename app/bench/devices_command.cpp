// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/program.h"
#include "app/bench/text_format.h"
#include "core/session/json_text.h"

#include <memory>

namespace ridgepoint {

namespace {

std::string describe(const DeviceInfo& device)
{
    std::string line = padded(device.id, 8);
    if (!device.available)
        return line + "not available: " + (device.reason ? device.reason->message() : "no reason was given") + "\n";
    line += device.name;
    if (device.threads > 0)
        line += ", " + std::to_string(device.threads) + (device.threads == 1 ? " thread" : " threads");
    if (!device.isa.empty())
        line += ", " + device.isa;
    if (device.memory.value() > 0.0)
        line += ", " + bytesText(device.memory);
    if (device.gpu) {
        line += ", compute capability " + device.gpu->computeCapability + ", "
              + std::to_string(device.gpu->multiprocessors) + " multiprocessors";
        if (!device.gpu->driver.empty())
            line += ", driver " + device.gpu->driver;
        if (const std::string now = device.gpu->now ? wordsFor(*device.gpu->now) : std::string(); !now.empty())
            line += "; now at " + now;
    }
    return line + "\n";
}

ExitCode run(const SharedOptions& options, Surroundings& surroundings)
{
    const std::vector<DeviceInfo> devices = surroundings.devices.list();
    if (options.json)
        return printResult(surroundings, devicesToJson(devices) + "\n");
    std::string text;
    for (const DeviceInfo& device : devices)
        text += describe(device);
    return printResult(surroundings, text);
}

} // namespace

Command devicesCommand()
{
    const auto options = std::make_shared<SharedOptions>();
    return {.name = "devices",
            .summary = "list the devices of this machine, and why a device cannot be used",
            .options = {option::json(*options)},
            .notes = {},
            .examples = {"ridgepoint-bench devices --json"},
            .run = [options](Surroundings& surroundings) { return run(*options, surroundings); },
            .measures = true};
}

} // namespace ridgepoint
