// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/guide.h"

#include "app/charts/data/reference_device.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/export.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/texts.h"
#include "core/session/text_file.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTextDocument>
#include <QUrlQuery>

#include <algorithm>
#include <cstdio>

namespace ridgepoint {
namespace {

constexpr QSize pictureSize(640, 400);
constexpr double pictureFont = 9.0; // points

const char* const guideSheet =
    "body{font:16px/1.55 Inter,system-ui,sans-serif;color:#1a1d24;background:#fff;max-width:44rem;margin:2rem auto;"
    "padding:0 1.25rem}h1{font-size:1.5rem;margin:3rem 0 .6rem}nav{columns:2}figure{margin:1.4rem 0}"
    "figure svg{width:100%;height:auto}figcaption{color:#5b6270;font-size:.9rem}table{border-collapse:collapse}"
    "td,th{text-align:left;padding:.25rem 1rem .25rem 0;border-bottom:1px solid #e3e6ec;vertical-align:top}"
    "pre{overflow-x:auto}pre,code{font-family:ui-monospace,monospace;font-size:.92em}";

Error unknown(const QUrl& address, const char* part)
{
    return Error{
        ErrorKind::InvalidInput, "guide.picture", "%1 names no picture: %2.", {address.toString().toStdString(), part}};
}

std::vector<GuidePage> readPages()
{
    std::vector<GuidePage> pages;
    const QDir folder(QStringLiteral(":/guide/en"));
    for (const QString& name : folder.entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        GuidePage page;
        page.id = name.mid(3).chopped(3); // without its number and ending
        page.text = QString::fromUtf8(file.readAll());
        page.title = page.text.section(QLatin1Char('\n'), 0, 0).mid(2);
        pages.push_back(std::move(page));
    }
    return pages;
}

ExportOptions optionsOf(ThemeName theme)
{
    ExportOptions options;
    options.size = pictureSize;
    options.theme = theme;
    options.fontPoints = pictureFont;
    options.withTitle = false;
    return options;
}

/// The body that Qt makes of Markdown, in the look of our own sheet.
QString bodyOf(const GuidePage& page)
{
    QTextDocument document;
    document.setMarkdown(page.text);
    QString html = document.toHtml();
    html = html.mid(html.indexOf(QLatin1String("<body")));
    html = html.mid(html.indexOf(QLatin1Char('>')) + 1);
    html.truncate(html.indexOf(QLatin1String("</body>")));
    static const QRegularExpression looks(
        QStringLiteral(" (style|class|border|cellspacing|cellpadding|width)=\"[^\"]*\""));
    static const QRegularExpression spans(QStringLiteral("</?(span|a)\\b[^>]*>"));
    // What is bold or italic is so by a style alone.
    static const QRegularExpression strong(
        QStringLiteral("<span style=\"[^\"]*font-weight:[67]00;[^\"]*\">(.*?)</span>"));
    static const QRegularExpression slanted(
        QStringLiteral("<span style=\"[^\"]*font-style:italic;[^\"]*\">(.*?)</span>"));
    static const QRegularExpression code(QStringLiteral("<span style=\"[^\"]*monospace[^\"]*\">(.*?)</span>"));
    html.replace(strong, QStringLiteral("<b>\\1</b>")).replace(slanted, QStringLiteral("<i>\\1</i>"));
    html.replace(code, QStringLiteral("<code>\\1</code>"));
    static const QRegularExpression boldTitle(QStringLiteral("(<h\\d>)<b>(.*?)</b>(</h\\d>)"));
    return html.remove(looks).remove(spans).replace(boldTitle, QStringLiteral("\\1\\2\\3"));
}

} // namespace

const std::vector<GuidePage>& guidePages()
{
    static const std::vector<GuidePage> pages = readPages();
    return pages;
}

Result<std::unique_ptr<ChartWidget>> guideChart(const QUrl& address)
{
    const QUrlQuery query(address);
    const ReferencePointer device = referenceOf(query.queryItemValue(QStringLiteral("device")).toStdString(),
                                                shippedDevices());
    if (address.scheme() != QLatin1String("chart"))
        return unknown(address, "it begins with chart:");
    if (!device)
        return unknown(address, "there is no such device");
    std::unique_ptr<ChartWidget> chart;
    if (address.path() == QLatin1String("roofline"))
        chart = std::make_unique<RooflineChart>();
    else if (address.path() == QLatin1String("map"))
        chart = std::make_unique<RegimeMapChart>();
    else if (address.path() == QLatin1String("curves"))
        chart = std::make_unique<CurvesChart>();
    else
        return unknown(address, "the chart is roofline, map or curves");
    const Plan plan = referencePlan(*device, Workload{});
    ChartInput input;
    input.snapshot = std::make_shared<const Snapshot>(referenceSnapshot(*device, plan, device->roofs));
    input.cursor = plan.cell(plan.cellCount() - 1);
    bool isNumber = true;
    for (const auto& [name, axis] : {std::pair(QStringLiteral("operations"), AxisKind::Operations),
                                     std::pair(QStringLiteral("elements"), AxisKind::Size)})
        if (query.hasQueryItem(name) && isNumber) {
            const qlonglong value = query.queryItemValue(name).toLongLong(&isNumber);
            isNumber = isNumber && value > 0;
            if (isNumber)
                input.cursor = moved(input.cursor, axis, value);
        }
    if (!isNumber)
        return unknown(address, "operations and elements are whole numbers");
    chart->setInput(std::move(input));
    chart->flush();
    return chart;
}

Result<QImage> guidePicture(const QUrl& address, int width, double density, ThemeName theme)
{
    const auto chart = guideChart(address);
    if (!chart)
        return chart.error();
    const QSize room(width, width * pictureSize.height() / pictureSize.width());
    return previewOf(**chart, optionsOf(theme), room, density);
}

Result<QString> guideHtml()
{
    QString contents;
    QString body;
    static const QRegularExpression picture(QStringLiteral("!\\[([^\\]]*)\\]\\(([^)]+)\\)"));
    for (const GuidePage& page : guidePages()) {
        contents += QStringLiteral("<a href=\"#%1\">%2</a><br>\n").arg(page.id, page.title.toHtmlEscaped());
        GuidePage plain = page;
        QStringList figures;
        for (auto match = picture.match(plain.text); match.hasMatch(); match = picture.match(plain.text)) {
            const auto chart = guideChart(QUrl(match.captured(2)));
            if (!chart)
                return chart.error();
            const auto svg = chartAsSvg(**chart, optionsOf(ThemeName::Print));
            if (!svg)
                return svg.error();
            const QString prefix = QStringLiteral("%1-%2-").arg(page.id).arg(figures.size());
            const QString words = match.captured(1).toHtmlEscaped();
            figures << QStringLiteral("<figure>%1<figcaption>%2</figcaption></figure>")
                           .arg(inlinedSvg(*svg, prefix, words), words);
            plain.text.replace(match.capturedStart(), match.capturedLength(),
                               QStringLiteral("FIGURE%1").arg(figures.size() - 1));
        }
        QString html = bodyOf(plain);
        for (qsizetype i = 0; i < figures.size(); ++i)
            html.replace(QStringLiteral("<p>FIGURE%1</p>").arg(i), figures[i]);
        body += QStringLiteral("<section id=\"%1\">\n%2</section>\n").arg(page.id, html);
    }
    return QStringLiteral("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                          "content=\"width=device-width\"><title>Ridgepoint: guide</title><style>%1</style></head>\n"
                          "<body>\n<nav>\n%2</nav>\n%3</body></html>\n")
        .arg(QLatin1String(guideSheet), contents, body);
}

int guideMain(const QStringList& arguments)
{
    constexpr int badUsage = 2;
    const auto fail = [](const QString& words) {
        std::fprintf(stderr, "ridgepoint guide: %s\n", words.toUtf8().constData());
        return badUsage;
    };
    if (arguments.size() != 1 || arguments.front().startsWith(QLatin1Char('-')))
        return fail(QStringLiteral("give one file to write, as in: ridgepoint guide guide.html"));
    const auto html = guideHtml();
    const auto written = html ? writeTextFile(html->toStdString(), arguments.front().toStdString())
                              : Result<void>(html.error());
    return written ? 0 : fail(errorMessage(written.error()));
}

} // namespace ridgepoint
