// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/elsewhere_options.h"

namespace ridgepoint {

std::vector<OptionSpec> elsewhereOptions(remote::TargetOptions& options)
{
    std::vector<OptionSpec> specs;
    for (const remote::TargetOption& option : remote::targetOptions())
        specs.push_back(
            {.names = option.name,
             .value = option.value,
             .help = option.help,
             .take = [&options, take = option.take](const std::string& value) { return take(options, value); },
             .repeats = option.repeats,
             .takesDashes = option.repeats});
    return specs;
}

} // namespace ridgepoint
