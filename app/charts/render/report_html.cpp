// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/export.h"
#include "app/charts/render/report_files.h"
#include "app/charts/render/report_page.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace ridgepoint {
namespace {

const char* const sheet =
    "body{font:15px/1.5 Inter,system-ui,sans-serif;color:#1a1d24;background:#fff;max-width:60rem;margin:2rem "
    "auto;padding:0 1.25rem}"
    "h1{font-size:1.8rem;line-height:1.2;margin:0 0 .25rem}h2{font-size:1.15rem;margin:2.2rem 0 .4rem}"
    "h3{font-size:.95rem;margin:1.4rem 0 .3rem}"
    ".muted,figcaption{color:#5b6270}.headline{font-size:1.35rem;font-weight:600;margin:1.2rem 0 .3rem}"
    ".warning{background:#fdf1d8;padding:.7rem 1rem;font-weight:600}"
    "figure{margin:2rem 0}figure "
    "svg{width:100%;height:auto;display:block}figcaption{display:flex;flex-wrap:wrap;justify-content:space-between;gap:"
    "0 1rem}"
    "figcaption b{color:#1a1d24;font-size:1.15rem}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums;width:100%"
    "}"
    "th{text-align:left;border-bottom:1.5px solid #1a1d24}th,td{padding:.25rem .6rem .25rem 0;vertical-align:top}"
    "td{border-bottom:1px solid #e3e6ec}.number{text-align:right;white-space:nowrap}"
    "dl{display:grid;grid-template-columns:minmax(9rem,max-content) 1fr;gap:.2rem 1.2rem;margin:.3rem "
    "0}dt{color:#5b6270}dd{margin:0;overflow-wrap:anywhere}"
    "footer{margin:3rem 0 1rem;color:#5b6270;font-size:.85rem}"
    "@media print{figure,tr,dl{break-inside:avoid}h2,h3{break-after:avoid}thead{display:table-header-group}}";

QString escaped(const QString& text) { return text.toHtmlEscaped(); }
QString paragraph(const QString& text, const char* kind = nullptr)
{
    return kind == nullptr ? QStringLiteral("<p>%1</p>\n").arg(escaped(text))
                           : QStringLiteral("<p class=\"%1\">%2</p>\n").arg(QLatin1String(kind), escaped(text));
}

QString headingText(const QString& words, HeadingLevel level)
{
    return (level == HeadingLevel::Part ? QStringLiteral("<h2>%1</h2>\n") : QStringLiteral("<h3>%1</h3>\n"))
        .arg(escaped(words));
}

QString tableText(const ReportTable& table, HeadingLevel level = HeadingLevel::Part)
{
    QString html = headingText(table.title, level);
    if (!table.note.isEmpty())
        html += paragraph(table.note, "muted");
    if (table.heads.isEmpty())
        return html;
    const auto cell = [&](const QString& text, qsizetype column, const QString& tag) {
        const bool number = table.numbers[static_cast<std::size_t>(column)];
        return QStringLiteral("<%1%2>%3</%4>")
            .arg(tag, number ? QStringLiteral(" class=\"number\"") : QString(), escaped(text),
                 tag.section(QLatin1Char(' '), 0, 0));
    };
    html += QStringLiteral("<div class=\"wide\"><table><thead><tr>");
    for (qsizetype i = 0; i < table.heads.size(); ++i)
        html += cell(table.heads[i], i, QStringLiteral("th scope=\"col\""));
    html += QStringLiteral("</tr></thead><tbody>\n");
    for (const QStringList& row : table.rows) {
        html += QStringLiteral("<tr>");
        for (qsizetype i = 0; i < table.heads.size(); ++i)
            html += cell(row.value(i), i, QStringLiteral("td"));
        html += QStringLiteral("</tr>\n");
    }
    return html + QStringLiteral("</tbody></table></div>\n");
}

QString factsText(const ReportFacts& facts, HeadingLevel level = HeadingLevel::Part)
{
    QString html = (facts.title.isEmpty() ? QString() : headingText(facts.title, level)) + QStringLiteral("<dl>\n");
    for (const auto& [name, value] : facts.facts)
        html += QStringLiteral("<dt>%1</dt><dd>%2</dd>\n").arg(escaped(name), escaped(value));
    return html + QStringLiteral("</dl>\n");
}

/// A chart as an element of the page, with its title and note above it.
Result<QString> figureText(const ChartWidget& chart, QSizeF size, ThemeName theme, int number,
                           const PictureWords& words)
{
    ExportOptions options;
    options.theme = theme;
    options.withTitle = false;
    options.size = size;
    options.svgText = SvgText::Paths; // a reader's browser may lack the font
    const auto svg = chartAsSvg(chart, options);
    if (!svg)
        return svg.error();
    return QStringLiteral("<figure>\n<figcaption><b>%1</b><span>%2</span></figcaption>\n")
               .arg(escaped(words.title), escaped(words.note))
         + inlinedSvg(*svg, QStringLiteral("chart%1-").arg(number), words.title + QStringLiteral(", ") + words.note)
         + QLatin1Char('\n') + (words.caption.isEmpty() ? QString() : paragraph(words.caption, "muted"))
         + QStringLiteral("</figure>\n");
}

Result<QString> experimentText(const ReportExperiment& experiment, ThemeName theme, int number)
{
    QString html = QStringLiteral("<section>\n");
    if (const QSizeF size = reportChartSize(experiment); size.isEmpty()) {
        html += headingText(experiment.title, HeadingLevel::Part);
    } else {
        const auto figure = figureText(*chartOf(experiment), size, theme, number,
                                       {experiment.title, experiment.note, {}});
        if (!figure)
            return figure.error();
        html += *figure;
    }
    for (const QString& finding : experiment.findings)
        html += paragraph(finding);
    for (const QString& remark : experiment.remarks)
        html += paragraph(remark, "muted");
    for (const ReportFacts& facts : experiment.facts)
        html += factsText(facts, HeadingLevel::Detail);
    for (const ReportTable& table : experiment.tables)
        html += tableText(table, HeadingLevel::Detail);
    if (!experiment.sources.isEmpty())
        html += headingText(QCoreApplication::translate("ridgepoint", "Sources"), HeadingLevel::Detail);
    for (const QString& source : experiment.sources)
        html += paragraph(source);
    return html + QStringLiteral("</section>\n");
}

QString helpText(const ReportHelp& help)
{
    if (help.empty())
        return {};
    QString html = QStringLiteral("<section>\n") + tableText(help.levers);
    if (!help.others.isEmpty())
        html += paragraph(help.others, "muted");
    if (!help.trial.isEmpty())
        html += headingText(QCoreApplication::translate("ridgepoint", "Result of trying it"), HeadingLevel::Detail)
              + paragraph(help.trial) + paragraph(help.trialPlace, "muted");
    return html + QStringLiteral("</section>\n");
}

/// The measurement, then a statement each; the sections of a handout, which has no device, are paragraphs.
QString findingsText(const LabReport& report)
{
    const qsizetype paragraphs = report.facts.empty() ? report.findings.size()
                                                      : std::min<qsizetype>(1, report.findings.size());
    QString html;
    for (const QString& finding : report.findings.first(paragraphs))
        html += paragraph(finding);
    if (paragraphs == report.findings.size())
        return html;
    html += QStringLiteral("<ul>\n");
    for (const QString& finding : report.findings.sliced(paragraphs))
        html += QStringLiteral("<li>%1</li>\n").arg(escaped(finding));
    return html + QStringLiteral("</ul>\n");
}

} // namespace

Result<QByteArray> reportHtml(const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme)
{
    const QString language = QLocale().language() == QLocale::C ? QStringLiteral("en") : QLocale().bcp47Name();
    QString html =
        QStringLiteral(
            "<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
            "content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"generator\" content=\"Ridgepoint\">\n<title>%2</title>\n<style>%3</style>\n</head>\n<body>\n")
            .arg(language, escaped(report.title), QLatin1String(sheet));
    html += QStringLiteral("<h1>%1</h1>\n").arg(escaped(report.title)) + paragraph(report.subtitle, "muted");
    if (!report.warning.isEmpty())
        html += paragraph(report.warning, "warning");
    const auto tables = [&](TablePlace place) {
        for (const ReportTable& table : report.tables)
            if (table.place == place)
                html += tableText(table);
    };
    html += report.headline.isEmpty() ? QString() : paragraph(report.headline, "headline");
    html += findingsText(report) + helpText(report.help);
    html += (report.facts.empty() ? QString() : factsText(report.facts.front()));
    tables(TablePlace::FirstPage);
    int number = 0;
    for (const ReportChart& chart : charts) {
        const auto figure = figureText(*chart.chart, reportChartSize(*chart.chart), theme, ++number,
                                       {chart.title, chart.note, chart.caption});
        if (!figure)
            return figure.error();
        html += *figure;
    }
    for (std::size_t i = 1; i < report.facts.size(); ++i)
        html += factsText(report.facts[i]);
    tables(TablePlace::Further);
    if (!report.experimentsNote.isEmpty())
        html += headingText(QCoreApplication::translate("ridgepoint", "Experiments"), HeadingLevel::Part)
              + paragraph(report.experimentsNote, "muted");
    for (const ReportExperiment& experiment : report.experiments) {
        const auto section = experimentText(experiment, theme, ++number);
        if (!section)
            return section.error();
        html += *section;
    }
    if (!report.method.isEmpty())
        html += headingText(QCoreApplication::translate("ridgepoint", "How this was measured"), HeadingLevel::Part);
    for (const QString& words : report.method)
        html += paragraph(words);
    tables(TablePlace::Last);
    html += QStringLiteral("<footer>%1</footer>\n</body>\n</html>\n").arg(escaped(report.footer));
    return html.toUtf8();
}

} // namespace ridgepoint
