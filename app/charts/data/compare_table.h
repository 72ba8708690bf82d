// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/analysis/compare.h"

#include <QString>
#include <QStringList>

#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// Roofs, overhead floors and ridge points of several devices in words, one column a device.
struct CompareTable {
    struct Cell {
        QString text; ///< "1.37 TB/s"; empty where the device has no such roof
        QString tip;  ///< where the figure comes from
        Provenance provenance = Provenance::Measured;
        QString origin; ///< "published", "borrowed from RRZE gpu-benches": where the figure comes from, in a word or a
                        ///< name; empty where measured
        bool isBorrowed = false; ///< of another device than the column's
        QString ratio; ///< "1.2×", to the first device's; empty for that one, and where either has no such roof
    };
    struct Row {
        QString title;        ///< "DRAM", "fp32 fma"
        bool heading = false; ///< a section's name; no cells
        std::vector<Cell> cells;
    };
    QStringList devices; ///< RoofSet::device of each
    std::vector<Row> rows;
};

/// The table of these devices' roofs; a RoofSet's `device` is the name to show.
[[nodiscard]] CompareTable compareTable(std::span<const RoofSet> devices, const Format& format);
/// The same as CSV in SI units and the C locale: of every device a column of values and one of provenances.
[[nodiscard]] std::string compareCsv(std::span<const RoofSet> devices);

} // namespace ridgepoint
