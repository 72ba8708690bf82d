// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/command_line.h"
#include "app/bench/device_lock.h"
#include "app/bench/progress_bar.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace ridgepoint {

/// The subcommands, one file each, in the order that --help lists them.
[[nodiscard]] Command devicesCommand();
[[nodiscard]] Command roofsCommand();
[[nodiscard]] Command sweepCommand();
[[nodiscard]] Command experimentCommand();
[[nodiscard]] Command lessonCommand();
[[nodiscard]] Command fleetCommand();
[[nodiscard]] Command importCommand();
[[nodiscard]] Command runCommand();
[[nodiscard]] Command selftestCommand();
[[nodiscard]] Command timingCommand();
[[nodiscard]] Command serveCommand();

/// The options that several subcommands share, as given.
struct SharedOptions {
    std::string device;
    std::optional<std::string> threads; ///< read once the device is known
    std::optional<ProgressMode> progress;
    bool json = false;
};

namespace option {
[[nodiscard]] OptionSpec device(SharedOptions& options);
[[nodiscard]] OptionSpec threads(SharedOptions& options);
[[nodiscard]] OptionSpec json(SharedOptions& options);
[[nodiscard]] OptionSpec progress(SharedOptions& options);
/// Roofs of this measurement alone; a fleet asks for it, because the best of a node's day hides that it is slow today.
[[nodiscard]] OptionSpec noHistory(bool& flag);
} // namespace option

/// The device of --device, when it can be used.
[[nodiscard]] Result<DeviceInfo> chosenDevice(const SharedOptions& options, Surroundings& surroundings);
/// --threads, or all that the device offers; InvalidInput beyond that.
[[nodiscard]] Result<int> chosenThreads(const SharedOptions& options, const DeviceInfo& device);
/// A device that is locked against other programs that measure, then opened: that alone takes its memory and time.
struct HeldDevice {
    DeviceInfo info;
    int threads = 0;
    DeviceLock lock;
    std::unique_ptr<Backend> backend;
};
[[nodiscard]] Result<HeldDevice> holdDevice(const DeviceInfo& device, int threads, Surroundings& surroundings);
/// The chosen device with the chosen threads.
[[nodiscard]] Result<HeldDevice> holdDevice(const SharedOptions& options, Surroundings& surroundings);
/// What --progress says; else a bar on a terminal and nothing elsewhere.
[[nodiscard]] ProgressBar progressFor(const SharedOptions& options, Surroundings& surroundings);

/// Runs the words after the program's name; never throws.
ExitCode runProgram(std::span<const std::string> words, Surroundings& surroundings);

} // namespace ridgepoint
