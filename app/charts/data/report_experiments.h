// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"

#include <vector>

namespace ridgepoint {

/// Results that have a section; the catalogue is shorter, so only a file made up has more.
inline constexpr std::size_t mostReportedResults = 48;

/// Which results a report shows: of each experiment on each device the latest, in the order of the menu. Others of the
/// same experiment and device (with other parameters or threads, or of another session) are counted and said to be
/// there.
struct ReportedResult {
    const ExperimentResult* result = nullptr;
    std::size_t others = 0;
};
[[nodiscard]] std::vector<ReportedResult> reportedResults(const std::vector<ExperimentResult>& all);

/// The sections of the subject's experiments.
[[nodiscard]] std::vector<ReportExperiment> reportExperiments(const ReportSubject& subject, const Format& format);
/// What stands above all of them: what is shown, and what could not be; empty without experiments.
[[nodiscard]] QString experimentsNote(const ReportSubject& subject, const Format& format);

/// The numbers of an experiment as tables, and the sources that they name.
struct PointTables {
    std::vector<ReportTable> tables; ///< one a plot that has any
    QStringList sources;             ///< by number: a row says "published [1]" of the first
};

/// What was measured comes first.
[[nodiscard]] PointTables pointTables(const ExperimentInfo& info, const ExperimentResult& result, const Format& format);

} // namespace ridgepoint
