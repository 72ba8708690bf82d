// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "core/import/import_json.h"

#include <algorithm>
#include <vector>

namespace ridgepoint {
namespace {

bool isHyperfine(std::string_view beginning)
{
    const auto paths = jsonPathsIn(beginning);
    return paths.contains("results.command") && (paths.contains("results.mean") || paths.contains("results.times"));
}

/// The median of the times of a command, in s; nothing where it has none above zero.
std::optional<double> timeOf(const Json& result)
{
    std::vector<double> times;
    for (const Json& time : elementsIn(result, "times"))
        if (time.is_number() && time.get<double>() > 0.0)
            times.push_back(time.get<double>());
    if (!times.empty())
        return medianOf(std::move(times));
    for (const char* name : {"median", "mean"})
        if (const auto time = numberIn(result, name); time && *time > 0.0)
            return time;
    return std::nullopt;
}

bool hasFailedRun(const Json& result)
{
    return std::ranges::any_of(elementsIn(result, "exit_codes"),
                               [](const Json& code) { return !code.is_number() || code.get<double>() != 0.0; });
}

Result<ImportedKernels> readHyperfine(ByteSource& source, const ImportOptions& /*options*/)
{
    const auto json = wholeJson(source);
    if (!json)
        return json.error();
    const Json* results = memberOf(*json, "results");
    if (results == nullptr || !results->is_array())
        return wrongInJson("results", "there is no such array; write the file with hyperfine --export-json");
    ImportedKernels kernels;
    std::size_t failed = 0;
    for (std::size_t i = 0; i < results->size(); ++i) {
        const Json& result = (*results)[i];
        const std::string place = "results[" + std::to_string(i) + "]";
        const std::string command = textIn(result, "command");
        const auto time = timeOf(result);
        if (!time)
            return wrongInJson(place, "it has neither times nor a median above zero seconds");
        failed += hasFailedRun(result) ? 1 : 0;
        kernels.kernels.push_back({.kernel = {.name = command, .launches = 1.0, .time = Seconds(*time)},
                                   .work = WorkOrigin::Unknown,
                                   .profiled = false});
    }
    if (kernels.kernels.empty())
        return wrongInJson("results", "it is empty: no command was timed");
    kernels.remarks.emplace_back("Times are of whole commands, with their start; operations and bytes are unknown.");
    if (failed > 0)
        kernels.remarks.push_back(std::to_string(failed) + (failed == 1 ? " command" : " commands")
                                  + " failed in some of the runs (exit status not 0).");
    return kernels;
}

} // namespace

ImportFormat hyperfineFormat()
{
    return {.id = "hyperfine", .program = "hyperfine", .recognises = isHyperfine, .read = readHyperfine};
}

} // namespace ridgepoint
