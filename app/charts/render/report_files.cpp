// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/report_files.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/experiment_chart.h"
#include "app/charts/draw/export.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/render/report_page.h"
#include "core/session/text_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

QSizeF reportChartSize(const ChartWidget& chart)
{
    constexpr double map = 0.66;
    constexpr double roofline = 0.58;
    if (qobject_cast<const CurvesChart*>(&chart) != nullptr) {
        ExportOptions options;
        options.size = QSizeF(ReportPage::textWidth, ReportPage::textWidth);
        options.withTitle = false;
        return {ReportPage::textWidth, std::round(CurvesChart::heightFor(options))};
    }
    const double shape = qobject_cast<const RegimeMapChart*>(&chart) != nullptr ? map : roofline;
    return {ReportPage::textWidth, std::round(ReportPage::textWidth * shape)};
}

std::unique_ptr<ChartWidget> chartOf(const ReportExperiment& experiment)
{
    auto chart = std::make_unique<ExperimentChart>();
    chart->setExperiment(experiment.info, experiment.result);
    chart->flush();
    return chart;
}

QSizeF reportChartSize(const ReportExperiment& experiment)
{
    constexpr double lines = 0.52; // of the width
    constexpr double below = 0.34; // a timeline or flame bar under the others
    constexpr double bars = 0.14;  // without any: title, axis and room
    constexpr double aBar = 0.034;
    constexpr double least = 0.34;
    const ExperimentChartData data = experimentChartData(*experiment.info, *experiment.result);
    if (data.empty())
        return {};
    double shape = 0.0;
    double under = 0.0;
    for (const ExperimentPlotData& plot : data.plots) {
        if (plot.kind == ExperimentChartKind::Timeline || plot.kind == ExperimentChartKind::Flame)
            under += below;
        else
            shape = std::max(shape, plot.kind == ExperimentChartKind::Bars
                                        ? bars + aBar * static_cast<double>(plot.labels.size() * plot.mostBars)
                                        : lines);
    }
    return {ReportPage::textWidth, std::round(ReportPage::textWidth * std::clamp(shape + under, least, 1.1))};
}

Result<void> exportReport(const LabReport& report, const std::vector<ReportChart>& charts, const QString& path,
                          ThemeName theme)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("pdf"))
        return writeTextFile(reportPdf(report, charts, theme).toStdString(), path.toStdString());
    if (ending != QLatin1String("html") && ending != QLatin1String("htm"))
        return Error{ErrorKind::InvalidInput,
                     "report.format",
                     "%1 ends in neither .pdf nor .html; the extension selects the format.",
                     {path.toStdString()}};
    const auto html = reportHtml(report, charts, theme);
    return html ? writeTextFile(html->toStdString(), path.toStdString()) : Result<void>(html.error());
}

namespace {

/// Of the PDF's coordinates: fine enough that letters are not pushed onto a grid.
constexpr int resolution = 1200;
/// Of the height of an experiment's chart, and of the first under the words: rather a little lower than on the next
/// page.
constexpr double leastOfChart = 0.7;
/// What the first chart's title takes under the heading of all experiments, beside the sentence there.
constexpr double titleOfFirst = 42.0;

void drawChart(const ChartWidget& chart, QCPPainter& painter, const QRectF& place, ThemeName theme)
{
    ExportOptions options;
    options.theme = theme;
    options.withTitle = false;
    paintChart(chart, painter, place, options);
}

/// `number`: of the last figure.
void fillExperiment(ReportPage& page, const ReportExperiment& experiment, ThemeName theme, int& number)
{
    const QSizeF size = reportChartSize(experiment);
    if (size.isEmpty())
        page.heading(experiment.title);
    else
        page.picture({experiment.title, experiment.note, figureCaption(++number, experiment.caption)}, size.height(),
                     size.height() * leastOfChart, [&](QCPPainter& painter, const QRectF& place) {
                         drawChart(*chartOf(experiment), painter, place, theme);
                     });
    page.space(4.0);
    for (const QString& words : experiment.guess + experiment.findings)
        page.paragraph(words);
    for (const QString& remark : experiment.remarks)
        page.paragraph(remark, true);
    for (const ReportFacts& facts : experiment.facts) {
        if (facts.title.isEmpty())
            page.space(4.0);
        else
            page.heading(facts.title, HeadingLevel::Detail);
        page.facts(facts.facts);
    }
    for (const ReportTable& table : experiment.tables)
        page.table(table, HeadingLevel::Detail);
    if (experiment.sources.isEmpty())
        return;
    page.heading(QCoreApplication::translate("ridgepoint", "Sources"), HeadingLevel::Detail);
    for (const QString& source : experiment.sources)
        page.paragraph(source);
}

void fillExperiments(ReportPage& page, const LabReport& report, ThemeName theme, int number)
{
    if (report.experimentsNote.isEmpty())
        return;
    const double under = report.experiments.empty()
                           ? 0.0
                           : page.paragraphHeight(report.experimentsNote) + titleOfFirst
                                 + reportChartSize(report.experiments.front()).height() * leastOfChart;
    page.heading(QCoreApplication::translate("ridgepoint", "Experiments"), HeadingLevel::Part, under);
    page.paragraph(report.experimentsNote, true);
    for (const ReportExperiment& experiment : report.experiments)
        fillExperiment(page, experiment, theme, number);
}

void fillHelp(ReportPage& page, const ReportHelp& help)
{
    if (help.empty())
        return;
    page.table(help.levers);
    if (!help.others.isEmpty())
        page.paragraph(help.others, true);
    if (help.trial.isEmpty())
        return;
    page.heading(QCoreApplication::translate("ridgepoint", "Result of trying it"), HeadingLevel::Detail);
    page.paragraph(help.trial);
    page.paragraph(help.trialPlace, true);
}

void fillTables(ReportPage& page, const LabReport& report, TablePlace place)
{
    for (const ReportTable& table : report.tables)
        if (table.place == place)
            page.table(table);
}

/// What was found, and what would help: the measurement, then a statement each.
void fillFindings(ReportPage& page, const LabReport& report)
{
    if (!report.headline.isEmpty())
        page.headline(report.headline);
    for (qsizetype i = 0; i < report.findings.size(); ++i)
        i == 0 ? page.paragraph(report.findings[i]) : page.item(report.findings[i]);
    fillHelp(page, report.help);
}

/// What stands under the verdict, in front of the charts; the others of device and roofs stand behind them.
enum class UnderVerdict { DeviceAndRoofs, Device, Nothing };

void fillDevice(ReportPage& page, const LabReport& report)
{
    page.heading(report.facts.front().title);
    page.facts(report.facts.front().facts);
}

/// The verdict with all that belongs to it, whatever else was asked for: who reads one page reads that.
void fillFirstPage(ReportPage& page, const LabReport& report, UnderVerdict under)
{
    page.title(report.title);
    page.paragraph(report.subtitle, true);
    if (!report.warning.isEmpty())
        page.warning(report.warning);
    fillFindings(page, report);
    if (under != UnderVerdict::Nothing)
        fillDevice(page, report);
    if (under == UnderVerdict::DeviceAndRoofs)
        fillTables(page, report, TablePlace::FirstPage);
}

/// As much as one page holds. A verdict that takes more than one leaves room for all of it on its last.
UnderVerdict underVerdict(const LabReport& report)
{
    for (const UnderVerdict under : {UnderVerdict::DeviceAndRoofs, UnderVerdict::Device, UnderVerdict::Nothing}) {
        ReportPage counting(nullptr, {}, {}, 0);
        fillFirstPage(counting, report, under);
        if (counting.pages() == 1)
            return under;
    }
    return UnderVerdict::DeviceAndRoofs;
}

/// Of a page that the curves have for themselves, over its width: they stand on top of each other.
constexpr double heightOfCurves = 1.25;

/// Roofline and map share a page, where the second may be a little lower than it would like; curves have their own.
void fillCharts(ReportPage& page, const std::vector<ReportChart>& charts, ThemeName theme)
{
    int number = 0;
    for (const ReportChart& chart : charts) {
        const bool areCurves = qobject_cast<const CurvesChart*>(chart.chart) != nullptr;
        const double height = areCurves ? ReportPage::textWidth * heightOfCurves
                                        : reportChartSize(*chart.chart).height();
        if (&chart == &charts.front() || areCurves)
            page.begin();
        page.picture({chart.title, chart.note, figureCaption(++number, chart.caption)}, height, height * leastOfChart,
                     [&](QCPPainter& painter, const QRectF& place) { drawChart(*chart.chart, painter, place, theme); });
    }
}

/// Of a report without device facts, as a lesson's handout is one: its words, lines under each question that has no
/// answer, the same number on every page of a class, and its charts below them, lower where that saves a second page.
void fillHandout(ReportPage& page, const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme)
{
    constexpr int linesToAnswer = 3;
    constexpr int wordsPixels = 13; // 9.75 pt: it is read on paper, and written beside
    constexpr int verdictPixels = 15;
    constexpr double leastHeight = 0.5;
    page.title(report.title);
    page.paragraph(report.subtitle, true);
    if (!report.nameLine.isEmpty())
        page.ruledAfter(report.nameLine);
    if (!report.headline.isEmpty())
        page.headline(report.headline, verdictPixels);
    for (qsizetype i = 0; i < report.findings.size(); ++i) {
        page.paragraph(report.findings[i], false, wordsPixels);
        if (std::ranges::find(report.blanks, i) != report.blanks.end())
            page.ruled(linesToAnswer);
    }
    for (const ReportChart& chart : charts) {
        const double height = reportChartSize(*chart.chart).height();
        page.picture({chart.title, chart.note, chart.caption}, height, height * leastHeight,
                     [&](QCPPainter& painter, const QRectF& place) { drawChart(*chart.chart, painter, place, theme); });
    }
    page.finish();
}

void fill(ReportPage& page, const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme)
{
    if (report.facts.empty()) {
        fillHandout(page, report, charts, theme);
        return;
    }
    const UnderVerdict under = underVerdict(report);
    fillFirstPage(page, report, under);
    fillCharts(page, charts, theme);
    if (under == UnderVerdict::Nothing)
        fillDevice(page, report);
    if (under != UnderVerdict::DeviceAndRoofs)
        fillTables(page, report, TablePlace::FirstPage);
    for (std::size_t i = 1; i < report.facts.size(); ++i) {
        page.heading(report.facts[i].title);
        page.facts(report.facts[i].facts);
    }
    fillTables(page, report, TablePlace::Further);
    fillExperiments(page, report, theme, static_cast<int>(charts.size()));
    if (!report.method.isEmpty())
        page.heading(QCoreApplication::translate("ridgepoint", "How this was measured"));
    for (const QString& words : report.method)
        page.paragraph(words);
    fillTables(page, report, TablePlace::Last);
    page.finish();
}

} // namespace

QByteArray reportPdf(const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme)
{
    const int count = reportPages(report, charts, theme);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setCreator(QStringLiteral("Ridgepoint"));
    writer.setTitle(report.title);
    writer.setResolution(resolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QCPPainter painter;
    painter.begin(&writer);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(resolution / pixelsPerInch, resolution / pixelsPerInch);
    ReportPage pages(
        &painter, [&writer] { return writer.newPage(); }, report.footer, count);
    fill(pages, report, charts, theme);
    painter.end();
    return bytes;
}

int reportPages(const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme)
{
    ReportPage counting(nullptr, {}, report.footer, 0);
    fill(counting, report, charts, theme);
    return counting.pages();
}

QImage reportPicture(const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme, QSize room,
                     double density)
{
    const QSizeF shown = QSizeF(ReportPage::width, ReportPage::height).scaled(room, Qt::KeepAspectRatio);
    QImage image((shown * density).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QCPPainter painter;
    painter.begin(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(image.width() / ReportPage::width, image.height() / ReportPage::height);
    ReportPage page(
        &painter, [] { return false; }, report.footer, 0);
    fill(page, report, charts, theme);
    painter.end();
    image.setDevicePixelRatio(density);
    return image;
}

} // namespace ridgepoint
