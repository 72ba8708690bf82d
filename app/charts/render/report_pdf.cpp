// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/export.h"
#include "app/charts/render/report_files.h"
#include "app/charts/render/report_page.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPdfWriter>

namespace ridgepoint {
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

void fillExperiment(ReportPage& page, const ReportExperiment& experiment, ThemeName theme)
{
    const QSizeF size = reportChartSize(experiment);
    if (size.isEmpty())
        page.heading(experiment.title);
    else
        page.picture(
            experiment.title, experiment.note, size.height(), size.height() * leastOfChart,
            [&](QCPPainter& painter, const QRectF& place) { drawChart(*chartOf(experiment), painter, place, theme); });
    page.space(4.0);
    for (const QString& finding : experiment.findings)
        page.paragraph(finding);
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

void fillExperiments(ReportPage& page, const LabReport& report, ThemeName theme)
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
        fillExperiment(page, experiment, theme);
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
    page.heading(QCoreApplication::translate("ridgepoint", "What came of trying it"), HeadingLevel::Detail);
    page.paragraph(help.trial);
    page.paragraph(help.trialPlace, true);
}

void fill(ReportPage& page, const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme)
{
    page.title(report.title);
    page.paragraph(report.subtitle, true);
    if (!report.warning.isEmpty())
        page.warning(report.warning);
    if (!report.headline.isEmpty())
        page.headline(report.headline);
    for (const QString& finding : report.findings)
        page.paragraph(finding);
    fillHelp(page, report.help);
    for (const ReportChart& chart : charts) {
        const double height = reportChartSize(*chart.chart).height();
        const double least = &chart == &charts.front() ? height * leastOfChart : height;
        page.picture(chart.title, chart.note, height, least,
                     [&](QCPPainter& painter, const QRectF& place) { drawChart(*chart.chart, painter, place, theme); });
    }
    for (const ReportFacts& facts : report.facts) {
        page.heading(facts.title);
        page.facts(facts.facts);
    }
    for (const ReportTable& table : report.tables)
        if (!table.appendix)
            page.table(table);
    fillExperiments(page, report, theme);
    page.heading(QCoreApplication::translate("ridgepoint", "How this was measured"));
    for (const QString& words : report.method)
        page.paragraph(words);
    for (const ReportTable& table : report.tables)
        if (table.appendix)
            page.table(table);
    page.finish();
}

} // namespace

QByteArray reportPdf(const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme)
{
    ReportPage counting(nullptr, {}, report.footer, 0);
    fill(counting, report, charts, theme);
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
        &painter, [&writer] { return writer.newPage(); }, report.footer, counting.pages());
    fill(pages, report, charts, theme);
    painter.end();
    return bytes;
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
