// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/experiment_request.h"
#include "app/bench/program.h"
#include "core/experiment/registry.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

bool hasTimeline(const ExperimentInfo& info)
{
    return std::any_of(info.plots.begin(), info.plots.end(),
                       [&](const ExperimentPlot& plot) { return kindOf(info, plot) == ExperimentChartKind::Timeline; });
}

/// Before anything is measured: an experiment without a timeline has nothing to write.
Result<void> checkTrace(const ExperimentCommand& command)
{
    if (!command.trace)
        return {};
    if (command.file && isSameFile(*command.file, *command.trace))
        return Error{.id = "experiment.trace-file",
                     .text = "--trace: \"%1\" is the file of -o too; give the trace a file of its own",
                     .arguments = {command.trace->string()}};
    if (hasTimeline(command.experiment->info()))
        return {};
    std::string ids;
    for (const ExperimentDefinition* one : experimentDefinitions())
        if (hasTimeline(one->info()))
            ids += (ids.empty() ? "" : ", ") + one->info().id;
    return Error{.id = "experiment.no-timeline",
                 .text = "--trace: %1 records no timeline; leave it out, or choose one of: %2",
                 .arguments = {command.experiment->info().id, ids}};
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
    return Error{.kind = recorded.error().kind,
                 .id = "experiment.no-recording",
                 .text = "--trace: %1 records no timeline on %2; leave it out. %3",
                 .arguments = {command.experiment->info().id, backend.info().id, recorded.error().message()}};
}

Result<const ExperimentDefinition*> parseExperiment(const std::string& id)
{
    if (const ExperimentDefinition* found = findExperiment(id))
        return found;
    std::vector<std::string> ids;
    for (const ExperimentDefinition* one : experimentDefinitions())
        ids.push_back(one->info().id);
    return unknownName(id, ids);
}

TakeValue addParameterTo(ParameterTexts& parameters)
{
    return [&parameters](const std::string& text) -> Result<void> {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            return Error{.id = "experiment.bad-parameter",
                         .text = "\"%1\" is not a parameter; write NAME=VALUE, such as size=16Mi",
                         .arguments = {text}};
        if (!parameters.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
            return Error{.id = "experiment.parameter-twice",
                         .text = "\"%1\" is given twice; give it once",
                         .arguments = {text.substr(0, equals)}};
        return {};
    };
}

Result<std::filesystem::path> parseResultFile(const std::string& text)
{
    const std::filesystem::path ending = std::filesystem::path(text).extension();
    if (ending != ".ridge" && ending != ".csv")
        return Error{.id = "experiment.file", .text = "\"%1\" must end in .ridge or .csv", .arguments = {text}};
    return parseOutputFile(text);
}

Result<void> completeCommand(ExperimentCommand& command)
{
    if (command.experiment == nullptr)
        return Error{.id = "experiment.none-named",
                     .text = "ID: missing; ridgepoint-bench experiment --list shows the experiments"};
    if (command.append && !command.file)
        return Error{.id = "experiment.append-where", .text = "--append: needs a session; give it with -o FILE.ridge"};
    if (command.append && command.writesCsv())
        return Error{
            .id = "experiment.append-file",
            .text = "--append: adds to a session, but \"%1\" is not one; write a name that ends in .ridge after -o",
            .arguments = {command.file->string()}};
    auto parameters = forOption("--param", readParameters(command.experiment->info(), command.parameterTexts));
    if (!parameters)
        return parameters.error();
    command.parameters = std::move(*parameters);
    return checkTrace(command);
}

RanExperiment runExperiment(Backend& backend, ExperimentRequest request, const std::string& created,
                            Surroundings& surroundings, ProgressBar& progress)
{
    std::optional<HeldDevice> processor;
    if (backend.info().kind != DeviceKind::Cpu)
        request.host = [&]() -> Result<Backend*> {
            if (!processor) {
                auto held = holdDevice({.device = "cpu"}, surroundings);
                if (!held)
                    return held.error();
                processor = std::move(*held);
            }
            return processor->backend.get();
        };
    ExperimentRunner runner(backend, std::move(request), surroundings.clock, created);
    const Seconds started = surroundings.clock.now();
    while (runner.step()) {
        if (surroundings.interruption.requested())
            runner.cancel();
        if (!progress.isDue("experiment"))
            continue;
        const ExperimentProgress now = runner.progress();
        progress.show({.phase = "experiment",
                       .item = now.what,
                       .done = 0,
                       .total = 0,
                       .fraction = now.fraction,
                       .left = timeLeft(surroundings.clock.now() - started, now.fraction)});
    }
    progress.clear();
    return {runner.result(), runner.roofs(), runner.outcome(), runner.error()};
}

} // namespace ridgepoint
