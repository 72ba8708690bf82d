// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/remote/target.h"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::remote {

/// Where to measure, as a command line says it.
struct TargetOptions {
    std::string target; ///< for ssh; empty: this machine
    bool slurm = false; ///< there, through its queue
    SlurmRequest request;
    std::vector<std::string> given; ///< the options for Slurm that were given, by name

    [[nodiscard]] bool isElsewhere() const { return !target.empty() || slurm; }
};

/// One of its options, which the measuring program and the window have alike.
struct TargetOption {
    std::string name;  ///< "--target"
    std::string value; ///< what a help calls its value, "HOST"; empty for a flag
    std::string help;
    /// Takes a value, which is empty for a flag. InvalidInput quotes it and says what to write; the caller names the
    /// option.
    Result<void> (*take)(TargetOptions& options, const std::string& value) = nullptr;
    bool repeats = false; ///< may be given several times, and its value may look like an option
};
/// All of them, in the order of a help.
[[nodiscard]] const std::vector<TargetOption>& targetOptions();
/// The option of that name; null where it is none of these.
[[nodiscard]] const TargetOption* targetOption(std::string_view name);
/// InvalidInput, with the option that it is about, for what does not go together.
[[nodiscard]] Result<void> check(const TargetOptions& options);

} // namespace ridgepoint::remote
