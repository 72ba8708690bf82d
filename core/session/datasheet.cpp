// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/datasheet.h"
#include "core/session/json_fields.h"
#include "core/session/json_limits.h"

#include <algorithm>
#include <limits>

namespace ridgepoint {
namespace {

constexpr std::string_view fmaSuffix = ".fma";

std::string wordsFor(const Datasheet& sheet, const DatasheetValue& value)
{
    const DatasheetSource& source = sheet.sources[value.source];
    std::string words = source.title + ", " + source.url + ", read " + source.date;
    if (!value.note.empty())
        words += "; " + value.note;
    return words;
}

Roof roofFor(const std::string& id, double value, Provenance provenance, std::string method)
{
    const auto kind = kindOfRoof(id); // the reader took no other ids
    return {.id = id,
            .kind = kind ? *kind : RoofKind::Compute,
            .value = value,
            .low = value,
            .high = value,
            .provenance = provenance,
            .method = std::move(method)};
}

constexpr std::string_view sheetFormat = "ridgepoint-datasheet";
constexpr int sheetVersion = 1;
constexpr std::size_t largestSheet = std::size_t{1} << 20U;
constexpr std::size_t mostValues = 64;

DatasheetSource sourceFrom(const JsonFields& fields)
{
    DatasheetSource source{.title = fields.text("title"), .url = fields.text("url"), .date = fields.text("date")};
    if (!source.url.starts_with("https://") && !source.url.starts_with("http://"))
        fields.problem().report(fields.pathOf("url"), "an address that begins with https:// or http://");
    return source;
}

DatasheetValue valueFrom(const JsonFields& fields)
{
    DatasheetValue value;
    value.roof = fields.text("roof");
    if (!kindOfRoof(value.roof).ok() || value.roof.starts_with("launch."))
        fields.problem().report(fields.pathOf("roof"),
                                "the id of a bandwidth or compute roof, such as compute.fp32.fma");
    constexpr double lowest = 1.0; // a rate of nothing would be no roof
    value.value = fields.number("value", lowest, limits::rate);
    value.source = static_cast<std::size_t>(fields.integer("source", 0, static_cast<std::int64_t>(mostValues)));
    value.note = fields.textOr("note", "");
    // Twice the dense rate is what sheets like to print first; a sheet must say that it does not.
    if (value.roof.ends_with(".matrix") && fields.textOr("sparsity", "") != "dense")
        fields.problem().report(fields.pathOf("sparsity"), "\"dense\", because rates with sparsity are not comparable");
    return value;
}

DatasheetCache cacheFrom(const JsonFields& fields)
{
    return {.capacity = Bytes(fields.number("bytes", 1.0, limits::bytes)),
            .source = static_cast<std::size_t>(fields.integer("source", 0, static_cast<std::int64_t>(mostValues))),
            .bandwidthOf = fields.text("bandwidth_of")};
}

ComputeCapability capabilityFrom(const JsonFields& fields)
{
    const auto capability = computeCapabilityFrom(fields.text("compute_capability"));
    if (!capability)
        fields.problem().report(fields.pathOf("compute_capability"), "a compute capability such as \"9.0\"");
    return capability.value_or(ComputeCapability{});
}

void checkHeader(const JsonFields& fields)
{
    if (fields.textOr("format", "") != sheetFormat)
        fields.problem().report(
            Error{ErrorKind::Corrupt, "datasheet.not-a-datasheet", "This is not a Ridgepoint datasheet.", {}});
    else if (const int version = fields.count("version", 1, limits::count); version > sheetVersion)
        fields.problem().report(Error{ErrorKind::Unsupported,
                                      "datasheet.newer",
                                      "The datasheet is of version %1; this Ridgepoint reads up to %2.",
                                      {std::to_string(version), std::to_string(sheetVersion)}});
}

void checkValues(const Datasheet& sheet, JsonProblem& problem)
{
    if (sheet.values.size() > mostValues)
        problem.report("values", "at most " + std::to_string(mostValues) + " values");
    const std::string aSource = "the place of one of the " + std::to_string(sheet.sources.size()) + " sources";
    if (sheet.l2 && sheet.l2->source >= sheet.sources.size())
        problem.report("l2.source", aSource);
    for (std::size_t i = 0; i < sheet.values.size(); ++i) {
        const DatasheetValue& value = sheet.values[i];
        const std::string path = "values[" + std::to_string(i) + ']';
        if (value.source >= sheet.sources.size())
            problem.report(path + ".source", aSource);
        if (sheet.find(value.roof) != &value)
            problem.report(path + ".roof", "a roof without a value so far");
    }
}

Datasheet sheetFrom(const JsonFields& fields)
{
    Datasheet sheet;
    checkHeader(fields);
    if (!fields.problem().none())
        return sheet;
    sheet.id = fields.text("id");
    sheet.name = fields.text("name");
    sheet.deviceNames = fields.texts("device_names");
    sheet.capability = capabilityFrom(fields);
    sheet.multiprocessors = fields.count("multiprocessors", 1, limits::count);
    sheet.boostClock = Hertz(fields.number("boost_clock_hz", 1e6, limits::hertz));
    sheet.memory = Bytes(fields.number("memory_bytes", 1.0, limits::bytes));
    if (fields.has("l2"))
        sheet.l2 = cacheFrom(fields.object("l2"));
    sheet.sources = fields.objects("sources", sourceFrom);
    sheet.values = fields.objects("values", valueFrom);
    sheet.unconfirmed = fields.texts("unconfirmed");
    if (fields.problem().none())
        checkValues(sheet, fields.problem());
    return sheet;
}

} // namespace

const DatasheetValue* Datasheet::find(std::string_view roof) const
{
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&](const DatasheetValue& value) { return value.roof == roof; });
    return found == values.end() ? nullptr : &*found;
}

const Datasheet* sheetOf(const DeviceInfo& device, std::span<const Datasheet> sheets)
{
    for (const Datasheet& sheet : sheets)
        if (std::find(sheet.deviceNames.begin(), sheet.deviceNames.end(), device.name) != sheet.deviceNames.end())
            return &sheet;
    return nullptr;
}

std::vector<ReferenceLine> linesOf(const Datasheet& sheet)
{
    std::vector<ReferenceLine> lines;
    for (const DatasheetValue& value : sheet.values)
        lines.push_back({.roof = value.roof,
                         .value = value.value,
                         .provenance = Provenance::Datasheet,
                         .label = value.roof.ends_with(".matrix") ? "datasheet, dense" : "datasheet",
                         .source = wordsFor(sheet, value)});
    return lines;
}

RoofSet roofsOf(const Datasheet& sheet)
{
    RoofSet set;
    set.device = sheet.id;
    for (const DatasheetValue& value : sheet.values) {
        set.put(roofFor(value.roof, value.value, Provenance::Datasheet, "datasheet: " + wordsFor(sheet, value)));
        if (!value.roof.ends_with(fmaSuffix))
            continue;
        const std::string stem = value.roof.substr(0, value.roof.size() - fmaSuffix.size());
        for (const char* single : {".mul", ".add"})
            set.put(roofFor(stem + single, value.value / 2.0, Provenance::Predicted,
                            "half of the datasheet's multiply-adds: one FLOP each"));
    }
    set.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return set;
}

std::vector<ReferenceLine> referenceLines(const DeviceInfo& device, std::span<const Datasheet> sheets)
{
    std::vector<ReferenceLine> lines;
    if (device.gpu)
        lines = theoreticalLines(
            {.capability = computeCapabilityFrom(device.gpu->computeCapability).value_or(ComputeCapability{}),
             .multiprocessors = device.gpu->multiprocessors,
             .clock = device.gpu->clock,
             .memoryClock = device.gpu->memoryClock,
             .memoryBusBits = device.gpu->memoryBusBits});
    if (const Datasheet* sheet = sheetOf(device, sheets)) {
        const std::vector<ReferenceLine> promised = linesOf(*sheet);
        lines.insert(lines.end(), promised.begin(), promised.end());
    }
    return lines;
}

Result<Datasheet> parseDatasheet(std::string_view text)
{
    if (text.size() > largestSheet)
        return Error{ErrorKind::Corrupt,
                     "datasheet.too-large",
                     "A datasheet may have at most %1 bytes.",
                     {std::to_string(largestSheet)}};
    const auto parsed = parseJson(text);
    if (!parsed)
        return parsed.error();
    JsonProblem problem;
    Datasheet sheet = sheetFrom(JsonFields(*parsed, {}, problem));
    if (problem.error())
        return *problem.error();
    return sheet;
}

} // namespace ridgepoint
