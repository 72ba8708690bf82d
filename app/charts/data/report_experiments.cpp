// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A report's sections on experiments: the words beside the chart that window and render draw.
#include "app/charts/data/report_experiments.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/report_points.h"
#include "app/charts/data/report_words.h"
#include "app/charts/style/texts.h"
#include "core/experiment/registry.h"

#include <algorithm>
#include <set>

namespace ridgepoint {
namespace {

/// Of notes and missing parts, of which a file may hold hundreds.
constexpr std::size_t mostRemarks = 40;

QString nameOfDevice(const ExperimentResult& result)
{
    return text(result.deviceName.empty() ? result.device : result.deviceName);
}

QString threadWords(int threads, const Format& format)
{
    return threads == 1 ? tr("1 thread") : tr("%1 threads").arg(format.whole(threads));
}

QString andMore(std::size_t all, const Format& format)
{
    return tr("%1 more are in the session.").arg(format.whole(static_cast<std::int64_t>(all - mostRemarks)));
}

ReportFacts runFacts(const ExperimentInfo& info, const ReportedResult& reported, const Format& format)
{
    const ExperimentResult& result = *reported.result;
    ReportFacts facts{.title = {}, .facts = {}};
    addUnlessEmpty(facts, tr("Device"),
                   result.threads > 0 ? nameOfDevice(result) + betweenParts + threadWords(result.threads, format)
                                      : nameOfDevice(result));
    addUnlessEmpty(facts, tr("Measured"),
                   result.created.empty() ? tr("at an unknown date") : dateWords(text(result.created)));
    for (const ExperimentParameter& parameter : info.parameters) {
        const auto given = result.parameters.find(parameter.name);
        addUnlessEmpty(facts, catalogueWords(parameter.words),
                       given != result.parameters.end() ? text(given->second)
                                                        : tr("%1 (the default)").arg(text(parameter.defaultValue)));
    }
    if (reported.others > 0)
        facts.facts.emplace_back(tr("Other results"),
                                 reported.others == 1
                                     ? tr("There is 1 earlier result on this device; this is the latest.")
                                     : tr("There are %1 earlier results on this device; this is the latest.")
                                           .arg(format.whole(static_cast<std::int64_t>(reported.others))));
    return facts;
}

/// "Roof: L1", or the part's own name.
QString partWords(const UnavailablePart& part)
{
    return part.isRoof ? tr("Roof: %1").arg(roofWord(part.part)) : catalogueWords(part.part);
}

ReportFacts missingFacts(const ExperimentResult& result, const Format& format)
{
    ReportFacts facts{.title = tr("Not measured"), .facts = {}};
    for (std::size_t i = 0; i < std::min(mostRemarks, result.unavailable.size()); ++i)
        facts.facts.emplace_back(partWords(result.unavailable[i]), errorMessage(result.unavailable[i].reason));
    if (result.unavailable.size() > mostRemarks)
        facts.facts.emplace_back(QStringLiteral("…"), andMore(result.unavailable.size(), format));
    return facts;
}

QStringList remarksOf(const ExperimentResult& result, const Format& format)
{
    QStringList remarks;
    for (std::size_t i = 0; i < std::min(mostRemarks, result.notes.size()); ++i)
        remarks << catalogueWords(result.notes[i]);
    if (result.notes.size() > mostRemarks)
        remarks << andMore(result.notes.size(), format);
    return remarks;
}

ReportExperiment sectionOf(const ExperimentDefinition& experiment, const ReportedResult& reported, bool everyNumber,
                           const Format& format)
{
    const ExperimentInfo& info = experiment.info();
    const ExperimentResult& result = *reported.result;
    ReportExperiment section{.info = &info,
                             .result = std::make_shared<const ExperimentResult>(result),
                             .title = catalogueWords(info.title),
                             .note = nameOfDevice(result),
                             .findings = {},
                             .remarks = remarksOf(result, format),
                             .facts = {},
                             .tables = {},
                             .sources = {}};
    for (const Finding& finding : experiment.analyse(result))
        section.findings << findingWords(finding, format);
    if (section.findings.isEmpty())
        section.findings << tr("Nothing is seen in these numbers: too little of the experiment was measured.");
    section.facts.push_back(runFacts(info, reported, format));
    if (!result.unavailable.empty())
        section.facts.push_back(missingFacts(result, format));
    PointTables points = pointTables(info, result, everyNumber, format);
    section.tables = std::move(points.tables);
    section.sources = std::move(points.sources);
    return section;
}

/// Those that this version has no definition of, each once.
QStringList unknownIds(const std::vector<ExperimentResult>& all)
{
    std::set<std::string> ids;
    for (const ExperimentResult& result : all)
        if (findExperiment(result.id) == nullptr)
            ids.insert(result.id);
    QStringList words;
    for (const std::string& id : ids)
        if (words.size() < static_cast<qsizetype>(mostRemarks))
            words << text(id);
    return words;
}

} // namespace

std::vector<ReportedResult> reportedResults(const std::vector<ExperimentResult>& all)
{
    std::vector<ReportedResult> reported;
    for (const ExperimentDefinition* one : experimentDefinitions()) {
        const std::size_t first = reported.size();
        for (const ExperimentResult& result : all) {
            if (result.id != one->info().id)
                continue;
            // Ids of devices are alike on different machines: the name tells them apart.
            const auto same = std::find_if(reported.begin() + static_cast<std::ptrdiff_t>(first), reported.end(),
                                           [&](const ReportedResult& other) {
                                               return other.result->device == result.device
                                                   && other.result->deviceName == result.deviceName;
                                           });
            if (same == reported.end())
                reported.push_back({&result, 0});
            else
                *same = {&result, same->others + 1};
        }
    }
    return reported;
}

std::vector<ReportExperiment> reportExperiments(const ReportSubject& subject, const Format& format)
{
    std::vector<ReportExperiment> sections;
    for (const ReportedResult& reported : reportedResults(subject.experiments))
        if (sections.size() < mostReportedResults)
            sections.push_back(sectionOf(*findExperiment(reported.result->id), reported, subject.everySample, format));
    return sections;
}

QString experimentsNote(const ReportSubject& subject, const Format& format)
{
    if (subject.experiments.empty())
        return {};
    QStringList words{tr("Of each experiment and device the latest result, as it was measured.")};
    if (isImagined(*subject.snapshot))
        words << tr("The what-if does not reach them.");
    if (const std::size_t all = reportedResults(subject.experiments).size(); all > mostReportedResults)
        words << tr("%1 more results are not shown.")
                     .arg(format.whole(static_cast<std::int64_t>(all - mostReportedResults)));
    if (const QStringList unknown = unknownIds(subject.experiments); !unknown.isEmpty())
        words << tr("This version of Ridgepoint does not know %1 and leaves it out; a newer one shows it.")
                     .arg(unknown.join(QStringLiteral(", ")));
    return words.join(QLatin1Char(' '));
}

} // namespace ridgepoint
