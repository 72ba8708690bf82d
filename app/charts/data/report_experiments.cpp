// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/report_experiments.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/caption.h"
#include "app/charts/data/experiment_data.h"
#include "app/charts/data/report_words.h"
#include "app/charts/style/texts.h"
#include "core/experiment/registry.h"

#include <algorithm>
#include <functional>
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

/// What was asked before a result was measured, what was guessed and what came of it; empty where nothing was guessed.
QStringList guessWords(const ReportSubject& subject, const ExperimentInfo& info, const ExperimentResult& result,
                       const Format& format)
{
    const auto guess = subject.guesses ? subject.guesses(result) : std::nullopt;
    const auto parameters = guess ? readParameters(info, result.parameters)
                                  : Result<ExperimentParameters>(Error{.text = "nothing was guessed"});
    if (!parameters)
        return {};
    const auto answer = info.guess.answer(result);
    QStringList lines;
    for (const Finding& line : guessFindings(info.guess, *guess, answer ? &*answer : nullptr))
        lines << findingWords(line, format);
    if (!answer)
        lines << tr("This run did not measure it.");
    return {tr("Guessed before it was measured: %1").arg(findingWords(questionOf(info.guess, *parameters), format)),
            lines.join(QLatin1Char(' '))};
}

ReportExperiment sectionOf(const ExperimentDefinition& experiment, const ReportedResult& reported,
                           const ReportSubject& subject, const Format& format)
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
        section.findings << tr("No findings: too little of the experiment was measured.");
    section.facts.push_back(runFacts(info, reported, format));
    if (!result.unavailable.empty())
        section.facts.push_back(missingFacts(result, format));
    section.caption = captionOf(info, result, programOf(subject.environment));
    section.guess = guessWords(subject, info, result, format);
    PointTables points = pointTables(info, result, format);
    for (qsizetype i = 0; i < points.sources.size(); ++i) // without a table nothing refers to their numbers
        section.sources << (subject.parts.everySample
                                ? QStringLiteral("[%1] %2").arg(QString::number(i + 1), points.sources[i])
                                : points.sources[i]);
    if (subject.parts.everySample)
        section.tables = std::move(points.tables);
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
            sections.push_back(sectionOf(*findExperiment(reported.result->id), reported, subject, format));
    return sections;
}

QString experimentsNote(const ReportSubject& subject, const Format& format)
{
    if (subject.experiments.empty())
        return {};
    QStringList words{tr("The latest result of each experiment on each device, as measured.")};
    if (!subject.parts.everySample)
        words << tr("Their numbers are in the session, and in a report with “Every measured point” (ridgepoint render: "
                    "--with points).");
    if (hasWhatIf(*subject.snapshot))
        words << tr("The what-if does not apply to them.");
    if (const std::size_t all = reportedResults(subject.experiments).size(); all > mostReportedResults)
        words << tr("%1 more results are not shown.")
                     .arg(format.whole(static_cast<std::int64_t>(all - mostReportedResults)));
    if (const QStringList unknown = unknownIds(subject.experiments); !unknown.isEmpty())
        words << tr("This version of Ridgepoint does not know %1 and omits it; a newer version can show it.")
                     .arg(unknown.join(QStringLiteral(", ")));
    return words.join(QLatin1Char(' '));
}

namespace {

using Points = std::vector<const ExperimentPoint*>;

/// Sources by number, in the order in which the tables name them.
class Sources {
public:
    /// "[1]"; empty for none.
    QString mark(const std::string& source)
    {
        if (source.empty())
            return {};
        const auto found = std::find(m_sources.begin(), m_sources.end(), source);
        const auto number = found - m_sources.begin() + 1;
        if (found == m_sources.end())
            m_sources.push_back(source);
        return QStringLiteral(" [%1]").arg(number);
    }
    [[nodiscard]] QStringList lines() const
    {
        QStringList lines;
        for (const std::string& source : m_sources)
            lines << text(source);
        return lines;
    }

private:
    std::vector<std::string> m_sources;
};

/// Remarks by letter, where a few of them are most of a table's rows; else each stands in its row.
class Remarks {
public:
    explicit Remarks(const Points& points)
    {
        std::size_t remarked = 0;
        for (const ExperimentPoint* point : points) {
            remarked += point->note.empty() ? 0 : 1;
            if (!point->note.empty() && m_notes.size() <= mostLetters
                && std::find(m_notes.begin(), m_notes.end(), point->note) == m_notes.end())
                m_notes.push_back(point->note);
        }
        m_byLetter = m_notes.size() <= mostLetters && m_notes.size() < remarked;
    }
    [[nodiscard]] bool any() const { return !m_notes.empty(); }
    [[nodiscard]] QString of(const ExperimentPoint& point) const
    {
        if (!m_byLetter || point.note.empty())
            return catalogueWords(point.note);
        return QString(QLatin1Char(
            static_cast<char>('a' + (std::find(m_notes.begin(), m_notes.end(), point.note) - m_notes.begin()))));
    }
    /// "Notes: a …, b …."; empty where each stands in its row.
    [[nodiscard]] QString key() const
    {
        QStringList parts;
        for (std::size_t i = 0; m_byLetter && i < m_notes.size(); ++i)
            parts << QString(QLatin1Char(static_cast<char>('a' + i))) + QLatin1Char(' ') + catalogueWords(m_notes[i]);
        return parts.isEmpty() ? QString() : tr("Notes: %1.").arg(parts.join(QStringLiteral("; ")));
    }

private:
    static constexpr std::size_t mostLetters = 6;
    std::vector<std::string> m_notes;
    bool m_byLetter = false;
};

/// A column: its head, whether it is of numbers, and what it says of a point.
struct Column {
    QString head;
    bool isNumber = false;
    std::function<QString(const ExperimentPoint&)> words;
};

QString headOf(const ExperimentAxis& axis, const QString& otherwise)
{
    return axis.title.empty() ? otherwise : catalogueWords(axis.title);
}

/// As in the report's other tables; in full of a share, whose per cent would be of per cent, and of what is not above
/// nothing.
QString intervalOf(const ExperimentPoint& point, const std::string& unit, const Format& format)
{
    if (!(point.high > point.low))
        return {};
    if (point.y > 0.0 && unit != "%")
        return format.relativeInterval(point.y, point.low, point.high);
    return tr("%1 to %2").arg(quantityWords(point.low, unit, format), quantityWords(point.high, unit, format));
}

/// Names, where the point stands, its value, where that comes from. Columns that would be empty are left out.
std::vector<Column> columnsOf(const ExperimentPlot& plot, ExperimentChartKind kind, const Points& points,
                              Sources& sources, const Remarks& remarks, const Format& format)
{
    const auto any = [&](auto holds) {
        return std::any_of(points.begin(), points.end(), [&](const ExperimentPoint* point) { return holds(*point); });
    };
    std::vector<Column> columns;
    if (isOverX(kind))
        columns.push_back({headOf(plot.x, tr("Place")), true,
                           [&](const ExperimentPoint& point) { return quantityWords(point.x, plot.x.unit, format); }});
    if (any([](const ExperimentPoint& point) { return !point.label.empty(); }))
        columns.push_back(
            {tr("What"), false, [](const ExperimentPoint& point) { return catalogueWords(point.label); }});
    // A series that is called "measured" says what the provenance says.
    if (any([&](const ExperimentPoint& point) {
            return point.series != points.front()->series && point.series != nameOf(point.provenance);
        })
        || columns.empty())
        columns.push_back({kind == ExperimentChartKind::Flame ? tr("Part of") : tr("Series"), false,
                           [](const ExperimentPoint& point) { return catalogueWords(point.series); }});
    columns.push_back({headOf(plot.y, tr("Value")), true,
                       [&](const ExperimentPoint& point) { return quantityWords(point.y, plot.y.unit, format); }});
    if (any([](const ExperimentPoint& point) { return point.high > point.low; }))
        columns.push_back({tr("Interval"), true,
                           [&](const ExperimentPoint& point) { return intervalOf(point, plot.y.unit, format); }});
    columns.push_back({tr("Provenance"), false, [&](const ExperimentPoint& point) {
                           return text(nameOf(point.provenance)) + sources.mark(point.source);
                       }});
    if (any([](const ExperimentPoint& point) { return !marksOf(point.flags).isEmpty(); }))
        columns.push_back({tr("Marks"), false, [](const ExperimentPoint& point) { return marksOf(point.flags); }});
    if (remarks.any())
        columns.push_back({tr("Note"), false, [&](const ExperimentPoint& point) { return remarks.of(point); }});
    return columns;
}

/// By where they come from, measured ones first; along x where there is one, series by series, else as they came.
Points inOrder(const ExperimentResult& result, int plot, ExperimentChartKind kind)
{
    Points points;
    std::vector<SeriesName> series;
    for (const ExperimentPoint& point : result.points)
        if (point.plot == plot) {
            points.push_back(&point);
            if (std::find(series.begin(), series.end(), point.series) == series.end()
                && series.size() < maximumExperimentParts)
                series.push_back(point.series);
        }
    const auto place = [&](const ExperimentPoint& point) {
        return std::find(series.begin(), series.end(), point.series) - series.begin();
    };
    std::stable_sort(points.begin(), points.end(), [&](const ExperimentPoint* a, const ExperimentPoint* b) {
        if (a->provenance != b->provenance || kind != ExperimentChartKind::Lines)
            return a->provenance < b->provenance;
        const auto first = place(*a);
        const auto second = place(*b);
        return first != second ? first < second : a->x < b->x;
    });
    return points;
}

ReportTable tableOf(const ExperimentInfo& info, const ExperimentPlot& plot, const Points& points, Sources& sources,
                    const Format& format)
{
    const ExperimentChartKind kind = kindOf(info, plot);
    ReportTable table{.title = plot.title.empty() ? tr("Numbers") : tr("Numbers: %1").arg(catalogueWords(plot.title)),
                      .note = {},
                      .heads = {},
                      .numbers = {},
                      .rows = {}};
    for (const ExperimentPoint* point : points)
        (void)sources.mark(point->source); // in their order
    const Remarks remarks(points);
    const std::vector<Column> columns = columnsOf(plot, kind, points, sources, remarks, format);
    for (const Column& column : columns) {
        table.heads << column.head;
        table.numbers.push_back(column.isNumber);
    }
    FlagSet used;
    for (const ExperimentPoint* point : points) {
        QStringList cells;
        for (const Column& column : columns)
            cells << column.words(*point);
        table.rows.push_back(std::move(cells));
        used |= point->flags;
    }
    addMarkKey(table, used);
    if (const QString key = remarks.key(); !key.isEmpty())
        table.note += (table.note.isEmpty() ? QString() : QStringLiteral(" ")) + key;
    return table;
}

/// A timeline has no points: how much is drawn of it, a row a lane.
ReportTable laneTable(const ExperimentPlot& plot, int index, const ExperimentResult& result, const Format& format)
{
    ReportTable table{.title = plot.title.empty() ? tr("Lanes") : tr("Lanes: %1").arg(catalogueWords(plot.title)),
                      .note = tr("Every span is in the session."),
                      .heads = {tr("Group"), tr("Lane"), tr("Spans"), tr("Until"), tr("Provenance")},
                      .numbers = {false, false, true, true, false},
                      .rows = {}};
    for (const TimelineLane& lane : result.lanes) {
        if (lane.plot != index)
            continue;
        double last = 0.0;
        for (const TimelineSpan& span : lane.spans)
            last = std::max(last, span.begin + span.duration);
        table.rows.push_back({catalogueWords(lane.group), catalogueWords(lane.name),
                              format.whole(static_cast<std::int64_t>(lane.spans.size())), format.time(Seconds(last)),
                              text(nameOf(Provenance::Measured))});
    }
    return table;
}

} // namespace

PointTables pointTables(const ExperimentInfo& info, const ExperimentResult& result, const Format& format)
{
    PointTables made;
    Sources sources;
    for (std::size_t i = 0; i < info.plots.size(); ++i) {
        const ExperimentPlot& plot = info.plots[i];
        const auto index = static_cast<int>(i);
        if (const Points points = inOrder(result, index, kindOf(info, plot)); !points.empty())
            made.tables.push_back(tableOf(info, plot, points, sources, format));
        if (ReportTable lanes = laneTable(plot, index, result, format); !lanes.rows.empty())
            made.tables.push_back(std::move(lanes));
    }
    made.sources = sources.lines();
    return made;
}

} // namespace ridgepoint
