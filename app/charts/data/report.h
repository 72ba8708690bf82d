// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/lever_list.h"
#include "app/charts/data/pin.h"
#include "app/charts/data/snapshot.h"
#include "app/charts/style/format.h"
#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_result.h"
#include "core/session/session.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {

/// Where a table stands in a report.
enum class TablePlace {
    FirstPage, ///< under the device's facts, on paper behind the charts where the first page is full
    Further,   ///< behind verdict and charts
    Last       ///< long: behind everything else
};

/// A table of a report: words only, so that paper and HTML say the same.
struct ReportTable {
    QString title;
    QString note; ///< a sentence under the title; may be empty
    QStringList heads;
    std::vector<bool> numbers; ///< a column: set at the right
    std::vector<QStringList> rows;
    TablePlace place = TablePlace::Further;
    QStringList wholeNames = {}; ///< a row: what its first cell shortens, empty for nothing; none where no cell does
};

/// Names with values.
struct ReportFacts {
    QString title;
    std::vector<std::pair<QString, QString>> facts;
};

/// What a report says of one result of an experiment. Its chart is drawn from `info` and `result` as everywhere else.
struct ReportExperiment {
    const ExperimentInfo* info = nullptr; ///< of the catalogue, which outlives every report
    std::shared_ptr<const ExperimentResult> result;
    QString title;
    QString note;                    ///< beside the title: the device
    QStringList findings;            ///< what is seen
    QStringList remarks;             ///< what a reader must know of how it was measured
    std::vector<ReportFacts> facts;  ///< how it was run, without a title; what could not be measured
    std::vector<ReportTable> tables; ///< of every number, where those are asked for
    QStringList sources;             ///< of published numbers, as its tables number them where it has any
    QString caption = {};            ///< a sentence under the chart
    QStringList guess = {};          ///< what was asked before, what was guessed and what came of it; or none
};

/// What would help the point, and what came of a lever that was tried.
struct ReportHelp {
    ReportTable levers; ///< with a row, best first; its title is that of all of this
    QString others;     ///< the levers without a row, in a sentence; empty for none
    QString trial;      ///< what was predicted and what was measured; empty where nothing was tried
    QString trialPlace; ///< where it was tried from and what was gone to
    [[nodiscard]] bool empty() const { return levers.rows.empty() && others.isEmpty() && trial.isEmpty(); }
};

/// A lab report but for its charts: what was measured on what, how, and what came out.
struct LabReport {
    QString title;
    QString subtitle; ///< device and dates
    QString warning;  ///< that nothing was measured, or that a what-if is on; empty for a plain measurement
    QString headline; ///< what limits the point
    QStringList findings;
    QString nameLine{};              ///< "Name:", before a line to write it on; empty where it is known or not wanted
    std::vector<qsizetype> blanks{}; ///< findings that are questions: under them is room for an answer by hand
    ReportHelp help;                 ///< of the same point
    std::vector<ReportFacts> facts;  ///< of the device, under the verdict; then what stands behind the charts
    std::vector<ReportTable> tables;
    QString experimentsNote; ///< above all experiments
    std::vector<ReportExperiment> experiments;
    QStringList method; ///< paragraphs: how measured, and what the words for where a number comes from mean; or none
    QString footer;     ///< of every page
};

/// What a report has beyond its usual pages: verdict, levers, device and roofs; roofline and map; curves. Of them only
/// the user's own kernels are there unless they are left out.
struct ReportParts {
    bool experiments =
        false; ///< of each its chart, the guess and the findings; they are there in any case without a sweep
    bool everySample = false; ///< tables of all points of the curves and the map, and every number of an experiment
    bool comparison = false;  ///< ridge points, compared devices with their sources, pins
    bool method = false;      ///< every roof and how it was measured, settings, environment, method
    bool allLevers = false;   ///< also those that promise nothing
    bool ownKernels = true;   ///< the user's own, with what limits each; no page where there are none
    friend bool operator==(const ReportParts&, const ReportParts&) = default;
};
/// All of them.
inline constexpr ReportParts everyPart{true, true, true, true, true, true};

/// A part of a report by the word that a command line has for it.
struct ReportPart {
    const char* name;
    bool ReportParts::*part;
};
inline constexpr ReportPart reportPartNames[] = {{"experiments", &ReportParts::experiments},
                                                 {"points", &ReportParts::everySample},
                                                 {"comparison", &ReportParts::comparison},
                                                 {"method", &ReportParts::method},
                                                 {"levers", &ReportParts::allLevers}};

/// What a report is about.
struct ReportSubject {
    struct Compared {
        QString name;
        SnapshotPointer lines;
        QString origin; ///< titles and addresses; empty for a session
    };
    SnapshotPointer snapshot;
    Workload cursor;
    Workload point;                        ///< whose regime is told
    AxisKind along = AxisKind::Operations; ///< of the curves
    PinList pins = std::make_shared<const std::vector<Pin>>();
    std::vector<Compared> compared;
    std::vector<std::pair<DeviceInfo, RoofSet>> measured; ///< the session's devices, which judge kernels that ran there
    std::map<std::string, std::string> environment;
    QString session; ///< its file's name; may be empty
    QString created; ///< ISO 8601; may be empty
    QString origin;  ///< of a shipped device's figures
    QString notes;
    std::vector<ExperimentResult>
        experiments; ///< of the session, the latest last; those of one experiment share a section
    /// What was guessed before a result was measured; empty where nobody was asked.
    std::function<std::optional<Guess>(const ExperimentResult&)> guesses;
    SampleLookup lookup; ///< where a lever's measured speed-up is looked up; empty for among the snapshot's samples
    std::optional<TriedLever> tried; ///< as long as the window tells of it
    ReportParts parts;
    /// Whether there is nothing but experiments, so that no point's regime can be told.
    [[nodiscard]] bool isOfExperimentsAlone() const { return !experiments.empty() && snapshot->samples.empty(); }
};

/// So many of the user's own kernels are listed at most, those that take longest, unless every sample is requested; the
/// report then says how many are left out and where they are.
inline constexpr std::size_t mostListedKernels = 20;
/// As many devices as an A4 page has columns for beside the report's own.
inline constexpr std::size_t mostDevicesBeside = 4;

/// The words and tables of a report written at this time.
[[nodiscard]] LabReport labReport(const ReportSubject& subject, const QDateTime& written, const Format& format);
/// Those of a page of the roofline alone: device, every roof with its interval and how it was measured, devices beside
/// it, kernels of the user's own.
[[nodiscard]] LabReport rooflineReport(const ReportSubject& subject, const QDateTime& written, const Format& format);

// Parts of it, in files of their own.
/// The roofs that the charts are of, and of what is requested: every roof with its method; ridge points; devices side
/// by side; pins; kernels of the user's own; the samples of curves and map. Tables without rows are left out.
[[nodiscard]] std::vector<ReportTable> reportTables(const ReportSubject& subject, const Format& format);
/// The user's own kernels, with the shares, limits and levers of the window's list as it is opened.
[[nodiscard]] ReportTable ownKernelsTable(const ReportSubject& subject, const Format& format);
/// What is measured of a session's devices, for ReportSubject::measured.
[[nodiscard]] std::vector<std::pair<DeviceInfo, RoofSet>> measuredDevices(const Session& session);
/// The tables of rooflineReport.
[[nodiscard]] std::vector<ReportTable> rooflineTables(const ReportSubject& subject, const Format& format);
/// What limits the point, by the verdict and by the roofs alone: a headline and sentences.
[[nodiscard]] std::pair<QString, QStringList> reportFindings(const ReportSubject& subject, const Format& format);
/// The inspector's levers of the point, in its words; empty without roofs that predict it.
[[nodiscard]] ReportHelp reportHelp(const ReportSubject& subject, const Format& format);

} // namespace ridgepoint
