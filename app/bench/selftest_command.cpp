// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/device_lock.h"
#include "app/bench/program.h"
#include "app/bench/text_format.h"
#include "core/session/json_writer.h"

#include <cstdio>

namespace ridgepoint {

namespace {

CommandSpec spec()
{
    return {.name = "selftest",
            .summary = "check every kernel of a device against a float64 reference",
            .options = {option::device(), option::json()},
            .notes = {"One line a kernel, with its largest error and the tolerance. Exit status 3 when any kernel differs."},
            .examples = {"ridgepoint-bench selftest --device cpu"}};
}

std::string number(double value)
{
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%.3g", value);
    return std::string(text, static_cast<std::size_t>(length));
}

std::string describe(const SelftestLine& line)
{
    return padded(line.passed ? "ok" : "DIFFERS", 9) + padded(line.kernel, 36) + "error " + number(line.largestError) + " of "
           + number(line.tolerance) + (line.detail.empty() ? "" : "  " + line.detail) + "\n";
}

std::string toJson(const std::string& device, bool passed, const std::vector<SelftestLine>& lines)
{
    JsonWriter json;
    json.beginObject().field("device", device).field("passed", passed).key("kernels").beginArray();
    for (const SelftestLine& line : lines) {
        json.beginObject().field("kernel", line.kernel).field("passed", line.passed);
        json.field("largest_error", line.largestError).field("tolerance", line.tolerance).field("detail", line.detail).endObject();
    }
    return json.endArray().endObject().take() + "\n";
}

ExitCode report(const std::string& device, bool passed, const std::vector<SelftestLine>& lines, bool json, Surroundings& surroundings)
{
    std::size_t failures = 0;
    for (const SelftestLine& line : lines)
        failures += line.passed ? 0 : 1;
    const std::string summary = std::to_string(lines.size()) + " kernels, " + std::to_string(failures) + " differ\n";
    const ExitCode printed = printResult(surroundings, json ? toJson(device, passed, lines) : summary);
    if (printed != ExitCode::Done)
        return printed;
    if (surroundings.interruption.requested())
        return fail(surroundings, {.kind = ErrorKind::Cancelled, .id = "selftest.cancelled", .text = "selftest: cancelled"});
    if (passed)
        return ExitCode::Done;
    return fail(surroundings, {.kind = ErrorKind::DeviceFailure,
                               .id = "selftest.differs",
                               .text = "%1: %2 of %3 kernels differ from the reference; do not trust measurements of it",
                               .arguments = {device, std::to_string(failures), std::to_string(lines.size())}});
}

ExitCode run(const Arguments& arguments, Surroundings& surroundings)
{
    const auto id = requiredDevice(spec(), arguments);
    if (!id)
        return fail(surroundings, id.error());
    const auto device = usableDevice(surroundings.devices, *id);
    if (!device)
        return fail(surroundings, device.error());
    const auto lock = DeviceLock::acquire(*id, surroundings.commandLine, surroundings.locks);
    if (!lock)
        return fail(surroundings, lock.error());
    auto backend = surroundings.devices.open(*id);
    if (!backend)
        return fail(surroundings, backend.error());
    const bool json = arguments.has("--json");
    std::vector<SelftestLine> lines;
    const auto passed = (*backend)->selftest([&](const SelftestLine& line) {
        lines.push_back(line);
        if (!json)
            surroundings.out << describe(line) << std::flush;
    });
    if (!passed)
        return fail(surroundings, passed.error());
    return report(*id, *passed, lines, json, surroundings);
}

} // namespace

Command selftestCommand() { return {.spec = spec(), .run = run}; }

} // namespace ridgepoint
