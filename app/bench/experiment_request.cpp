// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/experiment_request.h"

#include "app/bench/sweep_request.h"
#include "core/experiment/registry.h"

#include <algorithm>

namespace ridgepoint {
namespace {

Result<const ExperimentDefinition*> chosenExperiment(const Arguments& arguments)
{
    if (!arguments.word())
        return Error{.id = "experiment.none-named", .text = "experiment: which one? ridgepoint-bench experiment --list shows them"};
    if (const ExperimentDefinition* found = findExperiment(*arguments.word()))
        return found;
    std::vector<std::string> ids;
    for (const ExperimentDefinition* one : experimentDefinitions())
        ids.push_back(one->info().id);
    if (const auto nearest = nearestWord(*arguments.word(), ids))
        return Error{.id = "experiment.unknown", .text = "there is no experiment '%1'; did you mean %2?", .arguments = {*arguments.word(), *nearest}};
    return requireExperiment(*arguments.word());
}

Result<ParameterTexts> parameterTexts(const Arguments& arguments)
{
    ParameterTexts texts;
    for (const std::string& text : arguments.values("--param")) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            return Error{.id = "experiment.bad-parameter", .text = "experiment: --param '%1' is not understood; write it like --param size=16Mi", .arguments = {text}};
        if (!texts.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
            return Error{.id = "experiment.parameter-twice", .text = "experiment: --param %1 is given twice; give it once", .arguments = {text.substr(0, equals)}};
    }
    return texts;
}

Result<void> readFile(const Arguments& arguments, ExperimentCommand& command)
{
    const auto path = arguments.value("--output");
    command.append = arguments.has("--append");
    if (!path && command.append)
        return Error{.id = "experiment.append-where", .text = "experiment: --append to which session? name it with -o FILE.ridge"};
    if (!path)
        return {};
    command.file = *path;
    const std::string ending = command.file->extension().string();
    command.fileIsCsv = ending == ".csv";
    if (command.append && ending != ".ridge")
        return Error{.id = "experiment.append-file", .text = "experiment: --append adds to a session; %1 must end in .ridge", .arguments = {*path}};
    if (ending != ".ridge" && ending != ".csv")
        return Error{.id = "experiment.file", .text = "experiment: %1 must end in .ridge or .csv", .arguments = {*path}};
    return checkWritable(*command.file);
}

bool isSamePlace(const std::filesystem::path& one, const std::filesystem::path& other)
{
    std::error_code unknown;
    return std::filesystem::weakly_canonical(one, unknown) == std::filesystem::weakly_canonical(other, unknown);
}

bool hasTimeline(const ExperimentInfo& info)
{
    return std::any_of(info.plots.begin(), info.plots.end(), [&](const ExperimentPlot& plot) { return kindOf(info, plot) == ExperimentChartKind::Timeline; });
}

/// Before anything is measured: an experiment without a timeline has nothing to write.
Result<void> readTrace(const Arguments& arguments, ExperimentCommand& command)
{
    const auto path = arguments.value("--trace");
    if (!path)
        return {};
    if (command.file && isSamePlace(*command.file, *path))
        return Error{.id = "experiment.trace-file", .text = "experiment: -o and --trace both name %1; give the trace a file of its own", .arguments = {*path}};
    if (!hasTimeline(command.experiment->info())) {
        std::string ids;
        for (const ExperimentDefinition* one : experimentDefinitions())
            if (hasTimeline(one->info()))
                ids += (ids.empty() ? "" : ", ") + one->info().id;
        return Error{.id = "experiment.no-timeline", .text = "experiment: %1 records no timeline, so --trace has nothing to write; leave it out, or choose one of: %2",
                     .arguments = {command.experiment->info().id, ids}};
    }
    command.trace = *path;
    return checkWritable(*command.trace);
}

} // namespace

Result<void> canRunOn(const ExperimentDefinition& experiment, const DeviceInfo& device, DeviceCatalogue& devices)
{
    return canRun(experiment, device, [&] { return devices.libraryLack(device.id); });
}

Result<void> timelineFor(const ExperimentCommand& command, Backend& backend, int threads)
{
    if (!command.trace)
        return {};
    const auto recorded = command.experiment->canRecord(backend, threads);
    if (recorded)
        return {};
    return Error{.kind = recorded.error().kind, .id = "experiment.no-recording", .text = "experiment: without a timeline of %1 on %2, --trace has nothing to write; leave it out. %3",
                 .arguments = {command.experiment->info().id, backend.info().id, recorded.error().message()}};
}

Result<ExperimentCommand> readExperimentCommand(const Arguments& arguments)
{
    ExperimentCommand command;
    const auto experiment = chosenExperiment(arguments);
    if (!experiment)
        return experiment.error();
    command.experiment = *experiment;
    const auto texts = parameterTexts(arguments);
    if (!texts)
        return texts.error();
    auto parameters = readParameters(command.experiment->info(), *texts);
    if (!parameters)
        return parameters.error();
    command.parameters = std::move(*parameters);
    if (const auto budget = arguments.value("--budget")) {
        const auto seconds = parseSeconds(*budget);
        if (!seconds)
            return seconds.error();
        command.budget = Seconds(*seconds);
    }
    if (auto file = readFile(arguments, command); !file)
        return file.error();
    if (auto trace = readTrace(arguments, command); !trace)
        return trace.error();
    return command;
}

} // namespace ridgepoint
