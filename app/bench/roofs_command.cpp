// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/measure_roofs.h"
#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "app/bench/text_format.h"
#include "core/session/json_text.h"
#include "core/sweep/roof_runner.h"

#include <memory>
#include <sstream>
#include <utility>

namespace ridgepoint {

namespace {

struct Options : SharedOptions {
    std::vector<std::string> only; ///< empty: all roofs
};

Result<std::vector<std::string>> parseRoofs(const std::string& text)
{
    std::vector<std::string> roofs;
    std::istringstream parts(text);
    for (std::string roof; std::getline(parts, roof, ',');) {
        if (roof.empty())
            continue;
        if (const auto kind = kindOfRoof(roof); !kind)
            return kind.error();
        roofs.push_back(roof);
    }
    if (roofs.empty())
        return Error{.id = "arguments.empty-list",
                     .text = "\"%1\" is not a roof; write ids such as bandwidth.dram,compute.fp32.fma",
                     .arguments = {text}};
    return roofs;
}

std::string unitText(double value, std::string_view id) { return withPrefix(value, unitOfRoof(id)); }

/// "; 62 to 117 GB/s within a day, reference 114 GB/s (4 measurements)" where earlier ones are known.
std::string rangeText(const Roof& recalled)
{
    if (recalled.measurements < 2)
        return {};
    return "; " + unitText(recalled.low, recalled.id) + " to " + unitText(recalled.high, recalled.id)
         + " within a day, reference " + unitText(recalled.value, recalled.id) + " ("
         + std::to_string(recalled.measurements) + " measurements)";
}

/// `recalled` are the same roofs as the day's measurements have them.
std::string describe(const RoofSet& roofs, const RoofSet& recalled)
{
    std::string text = roofs.device;
    if (roofs.threads > 0)
        text += ", " + std::to_string(roofs.threads) + (roofs.threads == 1 ? " thread" : " threads");
    text += "\n";
    for (const Roof& roof : roofs.roofs)
        text += "  " + padded(roof.id, 24) + padded(unitText(roof.value, roof.id), 15)
              + padded(unitText(roof.low, roof.id) + " to " + unitText(roof.high, roof.id), 32) + roof.method
              + (roof.flags.empty() ? "" : " [" + toString(roof.flags) + "]") + rangeText(*recalled.find(roof.id))
              + "\n";
    for (const UnavailableRoof& roof : roofs.unavailable)
        text += "  " + padded(roof.id, 24) + "not measured: " + roof.reason.message() + "\n";
    for (const MemoryLevel& level : roofs.levels)
        text += "  " + padded(level.name + " holds", 24) + bytesText(level.capacity)
              + (level.perThread ? " per thread" : "")
              + (level.kept > Bytes(0.0) ? ", and serves " + bytesText(level.kept) + " of a larger tensor" : "") + "\n";
    return text;
}

ExitCode print(const RoofMeasurement& measurement, const RoofSet& recalled, bool json, Surroundings& surroundings)
{
    const bool nothing = measurement.roofs.roofs.empty() && measurement.roofs.unavailable.empty();
    // A script gets its one object even when the run ended early, unless there is nothing to put in it.
    const ExitCode printed = nothing ? ExitCode::Done
                                     : printResult(surroundings, json ? roofsToJson(measurement.roofs) + "\n"
                                                                      : describe(measurement.roofs, recalled));
    warnOf(measurement.roofs, surroundings);
    for (const UnavailableRoof& roof : measurement.roofs.unavailable)
        if (roof.reason.id == roofLeftOutId)
            surroundings.err << "ridgepoint-bench: " << roof.reason.message() << "\n" << std::flush;
    if (measurement.error)
        return fail(surroundings, *measurement.error);
    if (measurement.interrupted)
        return fail(surroundings, {.kind = ErrorKind::Cancelled,
                                   .id = "roofs.cancelled",
                                   .text = nothing ? "cancelled before any roof was measured"
                                                   : "cancelled; the roofs measured so far were printed"});
    if (printed == ExitCode::Done && measurement.roofs.roofs.empty() && !measurement.roofs.unavailable.empty())
        return fail(surroundings, {.kind = ErrorKind::Unavailable,
                                   .id = "roofs.none",
                                   .text = "none of the roofs could be measured: %1",
                                   .arguments = {measurement.roofs.unavailable.front().reason.message()}});
    return printed;
}

ExitCode run(const Options& options, Surroundings& surroundings)
{
    const auto held = holdDevice(options, surroundings);
    if (!held)
        return fail(surroundings, held.error());
    ProgressBar progress = progressFor(options, surroundings);
    RoofMeasurement measurement = measureRoofs(*held->backend, held->threads, options.only, surroundings, progress);
    if (measurement.error
        && measurement.error->kind == ErrorKind::InvalidInput) // a roof that this device does not have
        measurement.error = about("--only", *measurement.error);
    return print(measurement, recallAndNote(measurement, held->info, surroundings), options.json, surroundings);
}

} // namespace

Command roofsCommand()
{
    const auto options = std::make_shared<Options>();
    return {.name = "roofs",
            .summary = "measure the limits of a device: bandwidths, compute rates, launch costs",
            .options = {option::device(*options),
                        option::threads(*options),
                        {"--only", "ID,ID", "measure these roofs only, such as bandwidth.dram",
                         into(options->only, parseRoofs)},
                        option::json(*options),
                        option::progress(*options)},
            .notes = {"A rate is that of the best round, with the range of all rounds; launch costs are medians.",
                      "Other ways to update GPU memory are measured only if --only lists them: "
                      "bandwidth.dram.evict_first, .vectors8, .threads256, .kn."},
            .examples = {"ridgepoint-bench roofs --device cpu --json",
                         "ridgepoint-bench roofs --device cpu --threads 1 --only bandwidth.dram,compute.fp32.fma"},
            .run = [options](Surroundings& surroundings) { return run(*options, surroundings); }};
}

} // namespace ridgepoint
