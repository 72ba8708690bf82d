// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/csv_table.h"
#include "core/import/region_collector.h"

namespace ridgepoint {
namespace {

bool recognisesRegions(std::string_view beginning) { return beginning.find(regionStart) != std::string_view::npos; }

Result<ImportedKernels> readRegions(ByteSource& source, const ImportOptions& /*options*/)
{
    RegionCollector regions;
    CsvLines lines(source);
    while (lines.next())
        if (const auto taken = regions.take(lines.text(), lines.line()); !taken)
            return taken.error();
    if (const auto status = lines.status(); !status)
        return status.error();
    auto result = regions.kernels();
    if (result && result->kernels.empty())
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
