// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/target_options.h"

#include <algorithm>

namespace ridgepoint::remote {
namespace {

/// Puts a value of Slurm's into its place, and notes that its option was given.
template <std::string SlurmRequest::*place>
Result<void> takeSlurmValue(TargetOptions& options, const char* name, const std::string& text)
{
    options.given.emplace_back(name);
    auto value = parseSlurmValue(text);
    if (!value)
        return value.error();
    options.request.*place = std::move(*value);
    return {};
}

Result<void> takeTarget(TargetOptions& options, const std::string& text)
{
    auto target = parseTarget(text);
    if (!target)
        return target.error();
    options.target = std::move(*target);
    return {};
}

Result<void> takeExtra(TargetOptions& options, const std::string& text)
{
    options.given.emplace_back("--slurm-extra");
    if (!text.starts_with('-')) // srun would take it for the program
        return Error{ErrorKind::InvalidInput,
                     "target.bad-slurm-argument",
                     "\"%1\" is no option of srun; write it in one word, such as --account=NAME",
                     {text}};
    options.request.extra.push_back(text);
    return {};
}

} // namespace

const std::vector<TargetOption>& targetOptions()
{
    static const std::vector<TargetOption> options{
        {"--target", "HOST", "measure on the machine that `ssh HOST` reaches", takeTarget},
        {"--slurm", "", "measure in a job of Slurm, on this machine or on that of --target",
         [](TargetOptions& to, const std::string&) {
             to.slurm = true;
             return Result<void>();
         }},
        {"--partition", "P", "of Slurm",
         [](TargetOptions& to, const std::string& text) {
             return takeSlurmValue<&SlurmRequest::partition>(to, "--partition", text);
         }},
        {"--gpus", "N", "how many GPUs the job asks for",
         [](TargetOptions& to, const std::string& text) {
             return takeSlurmValue<&SlurmRequest::gpus>(to, "--gpus", text);
         }},
        {"--time", "T", "how long the job may take, as Slurm writes it",
         [](TargetOptions& to, const std::string& text) {
             return takeSlurmValue<&SlurmRequest::time>(to, "--time", text);
         }},
        {"--slurm-extra", "ARG", "another argument for srun; may be given several times", takeExtra, true}};
    return options;
}

const TargetOption* targetOption(std::string_view name)
{
    const auto& all = targetOptions();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const TargetOption& option) { return option.name == name; });
    return found == all.end() ? nullptr : &*found;
}

Result<void> check(const TargetOptions& options)
{
    if (!options.slurm && !options.given.empty())
        return Error{ErrorKind::InvalidInput,
                     "arguments.without-slurm",
                     "%1: is for Slurm; add --slurm, or leave it out",
                     {options.given.front()}};
    return {};
}

} // namespace ridgepoint::remote
