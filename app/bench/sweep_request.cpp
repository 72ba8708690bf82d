// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/sweep_request.h"

#include "app/bench/text_format.h"
#include "core/model/cost.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace ridgepoint {

namespace {

/// A full sweep ends when every cell is measured; this only bounds one that a busy machine keeps from settling.
constexpr Seconds fullBudget{3600.0};
constexpr int fusionChain = 16;

Error invalid(std::string id, std::string text, std::vector<std::string> arguments)
{
    return {.kind = ErrorKind::InvalidInput, .id = std::move(id), .text = std::move(text), .arguments = std::move(arguments)};
}

/// Reads one of a fixed set of names, or says which there are.
template <class Value, class Values>
Result<Value> named(const Arguments& arguments, const std::string& option, const Values& all, Value otherwise)
{
    const auto word = arguments.value(option);
    if (!word)
        return otherwise;
    std::vector<std::string> names;
    std::string list;
    for (const Value value : all) {
        names.emplace_back(nameOf(value));
        if (names.back() == *word)
            return value;
        list += (list.empty() ? "" : ", ") + names.back();
    }
    const auto nearest = nearestWord(*word, names);
    return invalid("sweep.unknown-name", nearest ? "%1 '%2' is unknown; did you mean %3?" : "%1 '%2' is unknown; there are: %3",
                   {option, *word, nearest.value_or(list)});
}

Result<void> readBase(const Arguments& arguments, Workload& base)
{
    const auto operation = named(arguments, "--op", allOperations, Operation::Fma);
    if (!operation)
        return operation.error();
    const auto precision = named(arguments, "--precision", allPrecisions, Precision::Fp32);
    if (!precision)
        return precision.error();
    const auto mode = named(arguments, "--launch", allLaunchModes, LaunchMode::WaitEach);
    if (!mode)
        return mode.error();
    base.operation = *operation;
    base.precision = *precision;
    base.launchMode = *mode;
    base.chainLength = arguments.has("--depth") ? fusionChain : 1;
    if (const auto chain = arguments.value("--chain")) {
        const auto length = parseWhole("--chain", *chain, 1, maximumChainLength);
        if (!length)
            return length.error();
        base.chainLength = *length;
    }
    return {};
}

/// A range becomes an axis; a single value only moves the base there. A plan of single values measures one point.
Result<void> readAxes(const Arguments& arguments, SweepRequest& request)
{
    std::optional<Axis> point;
    for (const AxisKind kind : allAxisKinds) {
        const auto text = arguments.value("--" + std::string(nameOf(kind)));
        if (!text)
            continue;
        auto axis = parseAxis(kind, *text, request.plan.base.chainLength);
        if (!axis)
            return axis.error();
        request.plan.base = moved(request.plan.base, kind, axis->values.front());
        if (axis->values.size() > 1)
            request.plan.axes.push_back(std::move(*axis));
        else
            point = std::move(*axis);
        request.sizeNamed = request.sizeNamed || kind == AxisKind::Size;
    }
    if (request.plan.axes.empty() && point)
        request.plan.axes.push_back(*point);
    if (request.plan.axes.empty())
        return invalid("sweep.no-range", "sweep: nothing to vary; name at least one of --ops, --depth, --size, such as --ops 1..1024:17", {});
    return {};
}

Result<void> readEffort(const Arguments& arguments, Plan& plan)
{
    if (arguments.has("--adaptive") && arguments.has("--full"))
        return invalid("sweep.two-strategies", "sweep: --adaptive and --full exclude each other; give one", {});
    if (arguments.has("--full")) {
        plan.strategy = Strategy::Full;
        plan.budget = fullBudget;
    }
    if (const auto text = arguments.value("--budget")) {
        const auto seconds = parseSeconds(*text);
        if (!seconds)
            return seconds.error();
        plan.budget = Seconds(*seconds);
    }
    return {};
}

Result<void> readFiles(const Arguments& arguments, SweepRequest& request)
{
    if (const auto path = arguments.value("--output"))
        request.sessionFile = *path;
    if (const auto path = arguments.value("--csv"))
        request.csvFile = *path;
    for (const auto& path : {request.sessionFile, request.csvFile})
        if (path)
            if (auto writable = checkWritable(*path); !writable)
                return writable;
    std::error_code ignored;
    if (request.sessionFile && request.csvFile
        && std::filesystem::weakly_canonical(*request.sessionFile, ignored) == std::filesystem::weakly_canonical(*request.csvFile, ignored))
        return invalid("sweep.same-file", "sweep: -o and --csv name the same file %1; give two", {request.csvFile->string()});
    return {};
}

} // namespace

Result<SweepRequest> readSweepRequest(const Arguments& arguments)
{
    SweepRequest request;
    request.measuresRoofs = !arguments.has("--no-roofs");
    if (auto read = readBase(arguments, request.plan.base); !read)
        return read.error();
    if (auto read = readAxes(arguments, request); !read)
        return read.error();
    if (auto read = readEffort(arguments, request.plan); !read)
        return read.error();
    if (auto valid = validate(request.plan); !valid)
        return valid.error();
    if (auto read = readFiles(arguments, request); !read)
        return read.error();
    return request;
}

Result<void> checkPlan(const Plan& plan, Backend& backend)
{
    if (auto valid = validate(plan); !valid)
        return valid;
    std::int64_t largest = plan.base.elements;
    for (const Axis& axis : plan.axes)
        if (axis.kind == AxisKind::Size)
            largest = axis.values.back();
    Workload workload = plan.cell(0);
    workload.elements = largest;
    const Bytes memory = backend.info().memory;
    if (memory.value() > 0.0 && footprintOf(workload) > memory)
        return invalid("sweep.beyond-memory", "a size of %1 %2 elements needs %3, but %4 has %5 of memory; give smaller sizes",
                       {countText(largest), std::string(nameOf(workload.precision)), bytesText(footprintOf(workload)), backend.info().id,
                        bytesText(memory)});
    // One element costs nothing to prepare and shows whether the device knows the operation and precision at all.
    workload.elements = 1;
    if (auto prepared = backend.prepare(workload); !prepared)
        return prepared.error();
    return {};
}

Result<void> checkWritable(const std::filesystem::path& path)
{
    if (path == "-")
        return invalid("output.dash", "'-' names no file; for the session on standard output leave -o out and give --json, "
                                      "or name a file ('./-' for one of that name)", {});
    std::error_code failure;
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const bool exists = std::filesystem::exists(path, failure);
    if (failure == std::errc::filename_too_long)
        return invalid("output.name-too-long", "the name '%1…' is too long for a file; give a shorter one",
                       {path.filename().string().substr(0, 32)});
    if (path.filename().empty() || std::filesystem::is_directory(path, failure))
        return invalid("output.is-folder", "'%1' is a folder; name a file in it", {path.string()});
    if (!std::filesystem::is_directory(folder, failure))
        return invalid("output.no-folder", "cannot write '%1': there is no folder '%2'; make it first", {path.string(), folder.string()});
    if (exists && !std::filesystem::is_regular_file(path, failure))
        return invalid("output.not-regular", "cannot write '%1': it is no regular file; name another", {path.string()});
    if (exists && access(path.c_str(), W_OK) != 0)
        return invalid("output.not-writable", "cannot write '%1': %2; name another file", {path.string(), std::strerror(errno)});
    // Only making a file shows whether one can be made: permissions say nothing of read-only or special file systems.
    std::string probe = (folder / ".ridgepoint-XXXXXX").string();
    const int descriptor = mkstemp(probe.data());
    if (descriptor < 0)
        return invalid("output.not-writable", "cannot write '%1': %2; name a file in a folder that you may write",
                       {path.string(), std::strerror(errno)});
    close(descriptor);
    unlink(probe.c_str());
    return {};
}

} // namespace ridgepoint
