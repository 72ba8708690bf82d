// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/elsewhere_options.h"

#include "app/bench/option_values.h"

namespace ridgepoint {
namespace {

/// Takes a value of Slurm's, and notes that its option was given.
template <class Parse> TakeValue forSlurm(ElsewhereOptions& options, const std::string& name, Parse take)
{
    return [&options, name, take](const std::string& text) -> Result<void> {
        options.given.push_back(name);
        return take(text);
    };
}

} // namespace

std::vector<OptionSpec> elsewhereOptions(ElsewhereOptions& options)
{
    remote::SlurmRequest& request = options.request;
    const auto extra = [&request](const std::string& text) {
        if (!text.starts_with('-')) // srun would take it for the program
            return Result<void>(Error{ErrorKind::InvalidInput,
                                      "target.bad-slurm-argument",
                                      "\"%1\" is no option of srun; write it in one word, such as --account=NAME",
                                      {text}});
        request.extra.push_back(text);
        return Result<void>();
    };
    return {{"--target", "HOST", "measure on the machine that `ssh HOST` reaches",
             into(options.target, remote::parseTarget)},
            {"--slurm", "", "measure in a job of Slurm, on this machine or on that of --target", set(options.slurm)},
            {"--partition", "P", "of Slurm",
             forSlurm(options, "--partition", into(request.partition, remote::parseSlurmValue))},
            {"--gpus", "N", "how many GPUs the job asks for",
             forSlurm(options, "--gpus", into(request.gpus, remote::parseSlurmValue))},
            {"--time", "T", "how long the job may take, as Slurm writes it",
             forSlurm(options, "--time", into(request.time, remote::parseSlurmValue))},
            {.names = "--slurm-extra",
             .value = "ARG",
             .help = "another argument for srun; may be given several times",
             .take = forSlurm(options, "--slurm-extra", extra),
             .repeats = true,
             .takesDashes = true}};
}

Result<void> checkElsewhere(const ElsewhereOptions& options)
{
    if (!options.slurm && !options.given.empty())
        return Error{ErrorKind::InvalidInput,
                     "arguments.without-slurm",
                     "%1: is for Slurm; add --slurm, or leave it out",
                     {options.given.front()}};
    return {};
}

} // namespace ridgepoint
