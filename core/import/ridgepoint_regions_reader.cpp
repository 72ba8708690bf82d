// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/csv_table.h"
#include "core/session/json_fields.h"
#include "core/session/json_limits.h"

#include <map>
#include <string>

namespace ridgepoint {
namespace {

constexpr std::string_view regionStart = "{\"ridgepoint\":";
constexpr int regionVersion = 1;

/// One region; Corrupt where the line is not whole.
Result<OwnKernel> regionIn(const std::string& line)
{
    const auto json = parseJson(line);
    if (!json)
        return json.error();
    JsonProblem problem;
    const JsonFields fields(*json, "region", problem);
    (void)fields.integer("ridgepoint", regionVersion, regionVersion);
    const double nanoseconds = fields.number("ns", 0.0, limits::time * 1e9);
    const OwnKernel kernel{.name = fields.text("name"),
                           .flops = Flops(fields.number("flops", 0.0, limits::rate)),
                           .bytes = Bytes(fields.number("bytes", 0.0, limits::rate)),
                           .launches = 1.0,
                           .time = Seconds(nanoseconds * 1e-9)};
    if (!problem.none())
        return *problem.error();
    return kernel;
}

bool recognisesRegions(std::string_view beginning)
{
    ByteSource source(beginning);
    CsvLines lines(source);
    while (lines.next())
        if (lines.text().starts_with(regionStart))
            return true;
    return false;
}

Result<ImportedKernels> readRegions(ByteSource& source, const ImportOptions& /*options*/)
{
    ImportedKernels result;
    std::map<std::string, std::size_t> places;
    CsvLines lines(source);
    while (lines.next()) {
        if (!lines.text().starts_with(regionStart))
            continue;
        auto region = regionIn(lines.text());
        if (!region)
            return wrongInText(lines.line(), 1,
                               region.error().message()
                                   + "; write the line as ridgepoint.h defines it, or take it away "
                                     "where the program was ended in the middle of it");
        const auto [place, isNew] = places.try_emplace(region->name, result.kernels.size());
        if (isNew) {
            result.kernels.push_back({.kernel = std::move(*region)});
        } else {
            OwnKernel& kernel = result.kernels[place->second].kernel;
            kernel.flops += region->flops;
            kernel.bytes += region->bytes;
            kernel.launches += 1.0;
            kernel.time += region->time;
        }
        ImportedKernel& kernel = result.kernels[place->second];
        if (kernel.kernel.flops > Flops() || kernel.kernel.bytes > Bytes())
            kernel.work = WorkOrigin::Declared;
    }
    if (const auto status = lines.status(); !status)
        return status.error();
    if (result.kernels.empty())
        return Error{ErrorKind::Corrupt,
                     "import.no-kernels",
                     "There are no regions here; mark them in the program with ridgepoint.h or ridgepoint.py.",
                     {}};
    return result;
}

} // namespace

ImportFormat ridgepointRegionsFormat()
{
    return {.id = "ridgepoint-regions",
            .program = "ridgepoint.h and ridgepoint.py",
            .recognises = recognisesRegions,
            .read = readRegions};
}

} // namespace ridgepoint
