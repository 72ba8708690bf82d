// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/program.h"
#include "app/bench/text_format.h"
#include "core/session/json_writer.h"

#include <cstdio>
#include <memory>

namespace ridgepoint {

namespace {

std::string number(double value)
{
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%.3g", value);
    return std::string(text, static_cast<std::size_t>(length));
}

std::string describe(const SelftestLine& line)
{
    return padded(line.passed ? "ok" : "DIFFERS", 9) + padded(line.kernel, 36) + "error " + number(line.largestError)
         + " of " + number(line.tolerance) + (line.detail.empty() ? "" : "  " + line.detail) + "\n";
}

std::string toJson(const std::string& device, bool passed, const std::vector<SelftestLine>& lines)
{
    JsonWriter json;
    json.beginObject().field("device", device).field("passed", passed).key("kernels").beginArray();
    for (const SelftestLine& line : lines) {
        json.beginObject().field("kernel", line.kernel).field("passed", line.passed);
        json.field("largest_error", line.largestError)
            .field("tolerance", line.tolerance)
            .field("detail", line.detail)
            .endObject();
    }
    return json.endArray().endObject().take() + "\n";
}

ExitCode report(const std::string& device, bool passed, const std::vector<SelftestLine>& lines, bool json,
                Surroundings& surroundings)
{
    std::size_t failures = 0;
    for (const SelftestLine& line : lines)
        failures += line.passed ? 0 : 1;
    const std::string summary = std::to_string(lines.size()) + " kernels, " + std::to_string(failures) + " differ\n";
    const ExitCode printed = printResult(surroundings, json ? toJson(device, passed, lines) : summary);
    if (printed != ExitCode::Done)
        return printed;
    if (surroundings.interruption.requested())
        return fail(surroundings,
                    {.kind = ErrorKind::Cancelled, .id = "selftest.cancelled", .text = "selftest: cancelled"});
    if (passed)
        return ExitCode::Done;
    return fail(surroundings,
                {.kind = ErrorKind::DeviceFailure,
                 .id = "selftest.differs",
                 .text = "%1: %2 of %3 kernels differ from the reference; do not trust measurements of this device",
                 .arguments = {device, std::to_string(failures), std::to_string(lines.size())}});
}

ExitCode run(const SharedOptions& options, Surroundings& surroundings)
{
    const auto held = holdDevice(options, surroundings);
    if (!held)
        return fail(surroundings, held.error());
    std::vector<SelftestLine> lines;
    const auto passed = held->backend->selftest([&](const SelftestLine& line) {
        lines.push_back(line);
        if (!options.json)
            surroundings.out << describe(line) << std::flush;
    });
    if (!passed)
        return fail(surroundings, passed.error());
    return report(held->info.id, *passed, lines, options.json, surroundings);
}

} // namespace

Command selftestCommand()
{
    const auto options = std::make_shared<SharedOptions>();
    return {
        .name = "selftest",
        .summary = "check every kernel of a device against a float64 reference",
        .options = {option::device(*options), option::json(*options)},
        .notes = {"Prints one line per kernel with its largest error and the tolerance. Exit status 3 if any kernel "
                  "differs."},
        .examples = {"ridgepoint-bench selftest --device cpu"},
        .run = [options](Surroundings& surroundings) { return run(*options, surroundings); },
        .measures = true};
}

} // namespace ridgepoint
