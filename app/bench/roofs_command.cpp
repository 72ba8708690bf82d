// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/environment.h"
#include "app/bench/measure_roofs.h"
#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "app/bench/save_session.h"
#include "app/bench/text_format.h"
#include "core/session/json_text.h"
#include "core/session/roof_export.h"
#include "core/session/session.h"
#include "core/sweep/roof_runner.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

namespace ridgepoint {

namespace {

/// A session whose roofs are taken instead of measuring.
struct NamedSession {
    std::filesystem::path path;
    Session session;
};

struct Options : SharedOptions {
    std::vector<std::string> only; ///< empty: all roofs
    bool noHistory = false;
    std::optional<NamedSession> from;
    std::optional<std::filesystem::path> file;

    [[nodiscard]] bool writes(std::string_view ending) const { return file && file->extension() == ending; }
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

Result<std::optional<NamedSession>> parseSessionFile(const std::string& text)
{
    auto session = readSession(text);
    if (!session) {
        std::string message = session.error().message();
        const std::size_t named = message.find(text);
        const std::string quoted = '"' + text + '"';
        message = named == std::string::npos ? quoted + ": " + message : message.replace(named, text.size(), quoted);
        return Error{.id = session.error().id, .text = "%1", .arguments = {std::move(message)}};
    }
    return std::optional(NamedSession{text, std::move(*session)});
}

Result<std::filesystem::path> parseRoofFile(const std::string& text)
{
    const std::filesystem::path ending = std::filesystem::path(text).extension();
    if (ending == ".html" || ending == ".svg" || ending == ".png" || ending == ".pdf")
        return Error{
            .id = "roofs.picture",
            .text = "\"%1\" must end in .ridge (a session), .csv (a table) or .json (for TraceLens); a picture "
                    "is drawn of a session: ridgepoint render FILE.ridge --chart roofline -o %1",
            .arguments = {text}};
    if (ending != ".ridge" && ending != ".csv" && ending != ".json")
        return Error{.id = "roofs.file",
                     .text = "\"%1\" must end in .ridge (a session), .csv (a table) or .json (for TraceLens)",
                     .arguments = {text}};
    return parseOutputFile(text);
}

Result<void> check(const Options& options)
{
    if (!options.from && options.device.empty())
        return Error{.id = "arguments.missing",
                     .text = "--device: missing; write --device ID: the device to measure, such as cpu; or --from "
                             "FILE.ridge: a session that has roofs"};
    if (options.from && !options.only.empty())
        return Error{.id = "roofs.only-from",
                     .text = "--only: chooses what is measured, but --from measures nothing; leave one of them out"};
    if (options.from && options.writes(".ridge"))
        return Error{.id = "roofs.session-from-session",
                     .text = "--output: \"%1\" would be a session, as the file of --from is; write a name that ends "
                             "in .csv or .json",
                     .arguments = {options.file->string()}};
    if (options.from && options.file && isSameFile(options.from->path, *options.file))
        return Error{.id = "roofs.same-file",
                     .text = "--output: \"%1\" is the session of --from, which would be lost; give another file",
                     .arguments = {options.file->string()}};
    return {};
}

/// Writes the roofs of the session, of which a .json takes one set.
Result<void> save(const Session& session, std::span<const ExportedRoofs> sets, const std::filesystem::path& path)
{
    if (path.extension() == ".ridge")
        return saveSession(session, path);
    if (path.extension() == ".csv")
        return saveTable(roofsToCsv(sets), path);
    const auto architecture = toTraceLens(sets.front());
    return architecture ? saveTable(*architecture, path) : Result<void>(architecture.error());
}

/// What was measured, on standard output and in the file that was named.
ExitCode deliver(const Options& options, const RoofMeasurement& measurement, const Session& session,
                 Surroundings& surroundings)
{
    const std::string text = describe(measurement.roofs, session.roofs.front());
    ExitCode code = ExitCode::Done;
    if (options.json)
        code = printResult(surroundings, roofsToJson(measurement.roofs) + "\n");
    else if (!options.file)
        code = printResult(surroundings, text);
    if (!options.file || measurement.roofs.roofs.empty())
        return code;
    const auto saved = save(session, roofsOf(session), *options.file);
    if (saved)
        return code;
    if (!options.json) // measuring took time
        static_cast<void>(printResult(surroundings, text));
    return fail(surroundings, saved.error());
}

ExitCode conclude(const Options& options, const RoofMeasurement& measurement, const Session& session,
                  Surroundings& surroundings)
{
    const bool nothing = measurement.roofs.roofs.empty() && measurement.roofs.unavailable.empty();
    // A script gets its one object even when the run ended early, unless there is nothing to put in it.
    const ExitCode delivered = nothing ? ExitCode::Done : deliver(options, measurement, session, surroundings);
    warnOf(measurement.roofs, surroundings);
    for (const UnavailableRoof& roof : measurement.roofs.unavailable)
        if (roof.reason.id == roofLeftOutId)
            surroundings.err << "ridgepoint-bench: " << roof.reason.message() << "\n" << std::flush;
    if (measurement.error)
        return fail(surroundings, *measurement.error);
    if (measurement.interrupted)
        return fail(surroundings,
                    {.kind = ErrorKind::Cancelled,
                     .id = "roofs.cancelled",
                     .text = nothing       ? "cancelled before any roof was measured"
                           : !options.file ? "cancelled; the roofs measured so far were printed"
                           : options.json  ? "cancelled; the roofs measured so far were printed and saved in %1"
                                           : "cancelled; the roofs measured so far were saved in %1",
                     .arguments = {options.file ? options.file->string() : std::string()}});
    if (delivered == ExitCode::Done && measurement.roofs.roofs.empty() && !measurement.roofs.unavailable.empty())
        return fail(surroundings, {.kind = ErrorKind::Unavailable,
                                   .id = "roofs.none",
                                   .text = "none of the roofs could be measured: %1",
                                   .arguments = {measurement.roofs.unavailable.front().reason.message()}});
    return delivered;
}

ExitCode runMeasuring(const Options& options, Surroundings& surroundings)
{
    const auto held = holdDevice(options, surroundings);
    if (!held)
        return fail(surroundings, held.error());
    if (options.noHistory)
        surroundings.roofHistory.clear();
    Session session;
    session.created = timeStamp();
    session.devices = {held->info};
    session.environment = describeEnvironment(held->info, held->threads, surroundings.place);
    ProgressBar progress = progressFor(options, surroundings);
    RoofMeasurement measurement = measureRoofs(*held->backend, held->threads, options.only, surroundings, progress);
    if (measurement.error
        && measurement.error->kind == ErrorKind::InvalidInput) // a roof that this device does not have
        measurement.error = about("--only", *measurement.error);
    session.roofs = {recallAndNote(measurement, held->info, surroundings)};
    return conclude(options, measurement, session, surroundings);
}

/// "cpu (4 threads), cuda:0".
std::string setsText(std::span<const ExportedRoofs> sets)
{
    std::string text;
    for (const ExportedRoofs& set : sets) {
        const int threads = set.roofs.threads;
        text += (text.empty() ? "" : ", ") + set.roofs.device;
        if (threads > 0)
            text += " (" + std::to_string(threads) + (threads == 1 ? " thread)" : " threads)");
    }
    return text;
}

/// Those of the session that --device and --threads leave.
Result<std::vector<ExportedRoofs>> chosenRoofs(const Options& options)
{
    constexpr int mostThreads = 1 << 20;
    const std::vector<ExportedRoofs> all = roofsOf(options.from->session);
    std::optional<int> threads;
    if (options.threads) {
        const auto parsed = forOption("--threads", parseWhole(*options.threads, 1, mostThreads));
        if (!parsed)
            return parsed.error();
        threads = *parsed;
    }
    std::vector<ExportedRoofs> chosen;
    for (const ExportedRoofs& set : all)
        if ((options.device.empty() || set.roofs.device == options.device)
            && (!threads || set.roofs.threads == *threads))
            chosen.push_back(set);
    const auto failed = [&](const char* id, const char* text) {
        return Error{.id = id, .text = text, .arguments = {options.from->path.string(), setsText(all)}};
    };
    if (all.empty())
        return failed(
            "roofs.none-in-session",
            "--from: \"%1\" has no roofs; measure some with ridgepoint-bench roofs --device cpu -o FILE.ridge");
    if (chosen.empty())
        return failed("roofs.other-in-session",
                      "--from: \"%1\" has no roofs of that device and thread count; it has those of %2");
    if (chosen.size() > 1 && (options.json || options.writes(".json")))
        return failed("roofs.several-in-session",
                      "--from: \"%1\" has roofs of %2; choose one of them with --device and --threads");
    return chosen;
}

/// The roofs of a session that exists, as if they had just been measured.
ExitCode runFrom(const Options& options, Surroundings& surroundings)
{
    const auto sets = chosenRoofs(options);
    if (!sets)
        return fail(surroundings, sets.error());
    if (options.file)
        if (const auto saved = save(options.from->session, *sets, *options.file); !saved)
            return fail(surroundings, about("--from", saved.error()));
    std::string text;
    for (const ExportedRoofs& set : *sets) {
        warnOf(set.roofs, surroundings);
        if (options.json)
            text = roofsToJson(set.roofs) + "\n";
        else if (!options.file)
            text += describe(set.roofs, set.roofs);
    }
    return text.empty() ? ExitCode::Done : printResult(surroundings, text);
}

ExitCode run(const Options& options, Surroundings& surroundings)
{
    if (const auto fine = check(options); !fine)
        return fail(surroundings, fine.error());
    return options.from ? runFrom(options, surroundings) : runMeasuring(options, surroundings);
}

} // namespace

Command roofsCommand()
{
    const auto options = std::make_shared<Options>();
    OptionSpec deviceToMeasure = option::device(*options);
    deviceToMeasure.required = false; // check() says so where there is no --from either
    return {.name = "roofs",
            .summary = "measure the limits of a device: bandwidths, compute rates, launch costs",
            .options = {deviceToMeasure,
                        option::threads(*options),
                        {"--only", "ID,ID", "measure these roofs only, such as bandwidth.dram",
                         into(options->only, parseRoofs)},
                        option::noHistory(options->noHistory),
                        {.names = "--from",
                         .value = "FILE.ridge",
                         .help = "take the roofs of a session instead of measuring",
                         .take = into(options->from, parseSessionFile),
                         .file = FileUse::Here},
                        {.names = "-o,--output",
                         .value = "FILE",
                         .help = "save a session (.ridge), a table (.csv) or the architecture that TraceLens reads "
                                 "(.json); without it they are printed",
                         .take = into(options->file, parseRoofFile),
                         .file = FileUse::Written},
                        option::json(*options),
                        option::progress(*options)},
            .notes = {"A rate is that of the best round, with the range of all rounds; launch costs are medians.",
                      "Other ways to update GPU memory are measured only if --only lists them: "
                      "bandwidth.dram.evict_first, .vectors8, .threads256, .kn.",
                      "TraceLens takes the file by --gpu_arch_json_path: matrix_PRECISION is compute.PRECISION.matrix, "
                      "vector_PRECISION is compute.PRECISION.fma. With --from, --device and --threads choose among the "
                      "session's roofs."},
            .examples = {"ridgepoint-bench roofs --device cpu --json",
                         "ridgepoint-bench roofs --device cpu -o roofs.ridge",
                         "ridgepoint-bench roofs --from roofs.ridge -o tracelens.json",
                         "ridgepoint-bench roofs --device cpu --threads 1 --only bandwidth.dram,compute.fp32.fma"},
            .run = [options](Surroundings& surroundings) { return run(*options, surroundings); },
            .measures = true};
}

} // namespace ridgepoint
