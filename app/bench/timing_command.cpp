// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "core/session/json_writer.h"
#include "core/stats/readings.h"
#include "core/sweep/plan.h"
#include "gpu/cuda_backend.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

namespace {

constexpr std::int64_t usualElements = std::int64_t{512} * 1024; ///< 2 MiB
constexpr std::int64_t mostRepetitions = 256;
/// Batches of each number of repetitions, of which the 25th percentile is printed, as of samples.
constexpr int batches = 9;

struct Options : SharedOptions {
    std::int64_t elements = usualElements;
};

/// The same cell, once for each clock.
struct Clocks {
    std::unique_ptr<PreparedWork> host;
    std::unique_ptr<PreparedWork> events; ///< null where there are none
};

struct Line {
    std::int64_t repetitions = 0;
    Seconds host;
    std::optional<Seconds> events;
};

Result<Clocks> prepareClocks(Backend& backend, std::int64_t elements)
{
    if (backend.info().kind != DeviceKind::Cuda) {
        auto work = backend.prepare(
            Workload{.elements = elements, .launchMode = LaunchMode::Queued, .threads = backend.info().threads});
        if (!work)
            return work.error();
        return Clocks{std::move(work->work), nullptr};
    }
    const Bytes footprint(static_cast<double>(elements) * sizeof(float));
    auto host = backend.prepareRoof({.id = std::string(hostClockTimingId), .footprint = footprint});
    if (!host)
        return host.error();
    auto events = backend.prepareRoof({.id = std::string(eventTimingId), .footprint = footprint});
    if (!events)
        return events.error();
    return Clocks{std::move(host->work), std::move(events->work)};
}

Result<Seconds> timeOf(PreparedWork& work, std::int64_t repetitions)
{
    std::vector<double> readings;
    for (int batch = 0; batch < batches; ++batch) {
        const auto timing = work.run(repetitions);
        if (!timing)
            return timing.error();
        readings.push_back(timing->time.value());
    }
    return Seconds(percentile(std::move(readings), 0.25));
}

Result<Line> measureLine(Clocks& clocks, std::int64_t repetitions)
{
    const auto host = timeOf(*clocks.host, repetitions);
    if (!host)
        return host.error();
    Line line{repetitions, *host, std::nullopt};
    if (clocks.events == nullptr)
        return line;
    const auto events = timeOf(*clocks.events, repetitions);
    if (!events)
        return events.error();
    line.events = *events;
    return line;
}

std::string number(Seconds time)
{
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%.6g", time.value());
    return std::string(text, static_cast<std::size_t>(length));
}

std::string describe(const std::vector<Line>& lines)
{
    std::string text = "repetitions host_s events_s\n";
    for (const Line& line : lines)
        text += std::to_string(line.repetitions) + " " + number(line.host) + " "
              + (line.events ? number(*line.events) : "-") + "\n";
    return text;
}

std::string toJson(const std::string& device, std::int64_t elements, const std::vector<Line>& lines)
{
    JsonWriter json;
    json.beginObject().field("device", device).field("elements", elements).key("timings").beginArray();
    for (const Line& line : lines) {
        json.beginObject().field("repetitions", line.repetitions).field("host_s", line.host.value()).key("events_s");
        if (line.events)
            json.value(line.events->value());
        else
            json.null();
        json.endObject();
    }
    return json.endArray().endObject().take() + "\n";
}

ExitCode run(const Options& options, Surroundings& surroundings)
{
    const auto held = holdDevice(options, surroundings);
    if (!held)
        return fail(surroundings, held.error());
    auto clocks = prepareClocks(*held->backend, options.elements);
    if (!clocks)
        return fail(surroundings, clocks.error());
    std::vector<Line> lines;
    for (std::int64_t repetitions = 1; repetitions <= mostRepetitions; repetitions *= 2) {
        if (surroundings.interruption.requested())
            return fail(surroundings,
                        {.kind = ErrorKind::Cancelled, .id = "timing.cancelled", .text = "timing: cancelled"});
        const auto line = measureLine(*clocks, repetitions);
        if (!line)
            return fail(surroundings, line.error());
        lines.push_back(*line);
    }
    return printResult(surroundings, options.json ? toJson(held->info.id, options.elements, lines) : describe(lines));
}

} // namespace

Command timingCommand()
{
    const auto options = std::make_shared<Options>();
    return {
        .name = "timing",
        .summary = "compare the two clocks that time queued launches",
        .options = {option::device(*options),
                    {"--size", "ELEMENTS", "floats of the cell (default: 512Ki)", into(options->elements, parseCount)},
                    option::json(*options)},
        .notes = {"Queues one multiply-add on each float 1, 2, 4 ... 256 times and prints the seconds of the whole "
                  "queue: by the host's clock, from the first submit to the completed wait, and by two device events "
                  "around it ('-' on a device without events)."},
        .examples = {"ridgepoint-bench timing --device cuda:0 --size 512Ki"},
        .run = [options](Surroundings& surroundings) { return run(*options, surroundings); },
        .measures = true};
}

} // namespace ridgepoint
