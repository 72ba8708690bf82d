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

QString escaped(const QString& text) { return validInXml(text).toHtmlEscaped(); }
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
    for (std::size_t place = 0; place < table.rows.size(); ++place) {
        html += QStringLiteral("<tr>");
        for (qsizetype i = 0; i < table.heads.size(); ++i) {
            const QString whole = i == 0 ? table.wholeNames.value(static_cast<qsizetype>(place)) : QString();
            html += cell(table.rows[place].value(i), i,
                         whole.isEmpty() ? QStringLiteral("td")
                                         : QStringLiteral("td title=\"%1\"").arg(escaped(whole)));
        }
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

/// The chart as an element of the page.
Result<QString> pictureText(const ChartWidget& chart, ExportOptions options, const QString& prefix,
                            const PictureWords& words)
{
    options.withTitle = false;
    options.svgText = SvgText::Paths; // a reader's browser may lack the font
    const auto svg = chartAsSvg(chart, options);
    if (!svg)
        return svg.error();
    return inlinedSvg(*svg, prefix, words.title + QStringLiteral(", ") + words.note);
}

/// Pictures with their title and note above and their caption below.
QString framed(const QString& pictures, const PictureWords& words)
{
    return QStringLiteral("<figure>\n<figcaption><b>%1</b><span>%2</span></figcaption>\n")
               .arg(escaped(words.title), escaped(words.note))
         + pictures + QLatin1Char('\n') + (words.caption.isEmpty() ? QString() : paragraph(words.caption, "muted"))
         + QStringLiteral("</figure>\n");
}

Result<QString> figureText(const ChartWidget& chart, QSizeF size, ThemeName theme, int number,
                           const PictureWords& words)
{
    ExportOptions options;
    options.theme = theme;
    options.size = size;
    const auto picture = pictureText(chart, options, QStringLiteral("chart%1-").arg(number), words);
    return picture ? Result<QString>(framed(*picture, words)) : picture;
}

/// `number`: of the last figure.
Result<QString> experimentText(const ReportExperiment& experiment, ThemeName theme, int& number)
{
    QString html = QStringLiteral("<section>\n");
    if (const QSizeF size = reportChartSize(experiment); size.isEmpty()) {
        html += headingText(experiment.title, HeadingLevel::Part);
    } else {
        ++number;
        const auto figure = figureText(*chartOf(experiment), size, theme, number,
                                       {experiment.title, experiment.note, figureCaption(number, experiment.caption)});
        if (!figure)
            return figure.error();
        html += *figure;
    }
    for (const QString& words : experiment.guess + experiment.findings)
        html += paragraph(words);
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

/// Up to the first words of the page.
QString pageHead(const LabReport& report, const QString& style)
{
    const QString language = QLocale().language() == QLocale::C ? QStringLiteral("en") : QLocale().bcp47Name();
    QString html =
        QStringLiteral(
            "<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
            "content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"generator\" content=\"Ridgepoint\">\n<title>%2</title>\n<style>%3</style>\n</head>\n<body>\n")
            .arg(language, escaped(report.title), style);
    html += QStringLiteral("<h1>%1</h1>\n").arg(escaped(report.title)) + paragraph(report.subtitle, "muted");
    return report.warning.isEmpty() ? html : html + paragraph(report.warning, "warning");
}

QString pageFoot(const LabReport& report)
{
    return QStringLiteral("<footer>%1</footer>\n</body>\n</html>\n").arg(escaped(report.footer));
}

/// The colours of a theme, so that its picture stands on the page without an edge.
QString coloursOf(const Theme& theme)
{
    return QStringLiteral("body,figcaption b{color:%1}body{background:%2}.muted,figcaption,dt,footer{color:%3}"
                          "th{border-color:%1}td{border-color:%4}.warning{color:#1a1d24}")
        .arg(theme.text.name(), theme.card.name(), theme.mutedText.name(), theme.cardBorder.name());
}

} // namespace

Result<QByteArray> chartPageHtml(const LabReport& report, const ReportChart& chart, const ExportOptions& options)
{
    const PictureWords words{chart.title, chart.note, chart.caption};
    QString pictures;
    for (const ThemeName theme : {ThemeName::Light, ThemeName::Dark}) {
        const QString name = theme == ThemeName::Light ? QStringLiteral("light") : QStringLiteral("dark");
        ExportOptions themed = options;
        themed.theme = theme;
        const auto picture = pictureText(*chart.chart, themed, name + QLatin1Char('-'), words);
        if (!picture)
            return picture.error();
        pictures += QStringLiteral("<div class=\"%1\">%2</div>\n").arg(name, *picture);
    }
    const QString style = QLatin1String(sheet) + coloursOf(Theme::light())
                        + QStringLiteral(".dark{display:none}@media screen and (prefers-color-scheme:dark){%1"
                                         ":root{color-scheme:dark}.dark{display:block}.light{display:none}}")
                              .arg(coloursOf(Theme::darkTheme()));
    QString html = pageHead(report, style) + findingsText(report) + framed(pictures, words);
    for (const ReportTable& table : report.tables)
        html += tableText(table);
    for (const ReportFacts& facts : report.facts)
        html += factsText(facts);
    return (html + pageFoot(report)).toUtf8();
}

Result<QByteArray> reportHtml(const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme)
{
    QString html = pageHead(report, QLatin1String(sheet));
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
        ++number;
        const auto figure = figureText(*chart.chart, reportChartSize(*chart.chart), theme, number,
                                       {chart.title, chart.note, figureCaption(number, chart.caption)});
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
        const auto section = experimentText(experiment, theme, number);
        if (!section)
            return section.error();
        html += *section;
    }
    if (!report.method.isEmpty())
        html += headingText(QCoreApplication::translate("ridgepoint", "How this was measured"), HeadingLevel::Part);
    for (const QString& words : report.method)
        html += paragraph(words);
    tables(TablePlace::Last);
    return (html + pageFoot(report)).toUtf8();
}

} // namespace ridgepoint
