// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"

#include <vector>

namespace ridgepoint {

/// The numbers of an experiment as tables, and the sources that they name.
struct PointTables {
    std::vector<ReportTable> tables; ///< one a plot that has any
    QStringList sources;             ///< "[1] …": a row says "published [1]"
};

/// What was measured comes first, so that it is listed where not everything is.
[[nodiscard]] PointTables pointTables(const ExperimentInfo& info, const ExperimentResult& result, bool everyNumber,
                                      const Format& format);

} // namespace ridgepoint
