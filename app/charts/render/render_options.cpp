// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/render_options.h"

#include "app/charts/draw/curves_chart.h"
#include "app/charts/render/render_sources.h"
#include "core/experiment/registry.h"

#include <QFileInfo>

#include <functional>
#include <map>
#include <optional>

namespace ridgepoint {
namespace {

using Set = std::function<Result<void>(RenderOptions&, const QString&)>;

Error usage(const char* id, const char* text, std::vector<std::string> arguments)
{
    return Error{ErrorKind::InvalidInput, id, text, std::move(arguments)};
}

Error badValue(const char* option, const QString& given, const char* understood)
{
    return usage("render.value", "%1 %2 is not understood; give %3.", {option, given.toStdString(), understood});
}

/// "760px", "88mm", "760" in pixels of 1/96 inch.
Result<double> parseLength(const char* option, const QString& text)
{
    QString digits = text.trimmed();
    double unit = 1.0;
    if (digits.endsWith(QLatin1String("mm")))
        unit = pixelsPerMillimetre;
    if (digits.endsWith(QLatin1String("mm")) || digits.endsWith(QLatin1String("px")))
        digits.chop(2);
    bool ok = false;
    const double value = digits.toDouble(&ok);
    if (!ok || !(value > 0.0) || value > 1e6)
        return badValue(option, text, "a length such as 760px or 88mm");
    return value * unit;
}

Result<double> parseNumber(const char* option, QString text, const QString& suffix, const char* understood)
{
    const QString given = text;
    if (text.endsWith(suffix))
        text.chop(suffix.size());
    bool ok = false;
    const double value = text.toDouble(&ok);
    if (!ok || !(value > 0.0))
        return badValue(option, given, understood);
    return value;
}

Result<void> setAtPart(RenderOptions& options, const QString& part)
{
    constexpr const char* understood =
        "size=32Mi, depth=1, ops=8, op=fma, precision=fp32 or launch=wait-each, separated by commas";
    const QString key = part.section(QLatin1Char('='), 0, 0).trimmed();
    const std::string value = part.section(QLatin1Char('='), 1).trimmed().toStdString();
    if (key == QLatin1String("op"))
        options.atOperation = operationNamed(value);
    else if (key == QLatin1String("precision"))
        options.atPrecision = precisionNamed(value);
    else if (key == QLatin1String("launch"))
        options.atLaunch = launchModeNamed(value);
    else if (key == QLatin1String("size") || key == QLatin1String("ops") || key == QLatin1String("depth")) {
        const auto count = parseCount(value);
        if (!count)
            return count.error();
        if (key == QLatin1String("size"))
            options.atSize = *count;
        else if (key == QLatin1String("ops"))
            options.atOperations = *count;
        else if (*count <= maximumChainLength)
            options.atDepth = static_cast<int>(*count);
        else
            return badValue("--at", part, understood);
        return {};
    } else
        return badValue("--at", part, understood);
    const bool known = key == QLatin1String("op")        ? options.atOperation.has_value()
                     : key == QLatin1String("precision") ? options.atPrecision.has_value()
                                                         : options.atLaunch.has_value();
    return known ? Result<void>() : Result<void>(badValue("--at", part, understood));
}

Result<void> setView(RenderOptions& options, const QString& text)
{
    const auto choice = mapChoiceNamed(text.toStdString());
    if (!choice)
        return badValue("--view", text,
                        "regime, residual, share (or share:compute, share:memory, share:overhead), roof or runtime");
    options.map = *choice;
    return {};
}

Result<void> setIso(RenderOptions& options, const QString& text)
{
    const auto choice = isoChoiceNamed(text.toStdString());
    if (!choice)
        return badValue("--iso", text, "none, runtime or share (or share:compute, share:memory, share:overhead)");
    options.iso = *choice;
    return {};
}

Result<void> setWith(RenderOptions& options, const QString& text)
{
    for (const QString& word : text.split(QLatin1Char(','))) {
        const QString name = word.trimmed();
        bool isKnown = name == QLatin1String("all");
        for (const ReportPart& each : reportPartNames)
            if (name == QLatin1String("all") || name == QLatin1String(each.name))
                options.parts.*each.part = isKnown = true;
        if (!isKnown)
            return badValue("--with", word,
                            "experiments, points, comparison, method or levers, separated by commas, or all");
    }
    return {};
}

Result<void> setChart(RenderOptions& options, const QString& text)
{
    const std::map<QString, ChartKind> charts{
        {QStringLiteral("roofline"), ChartKind::Roofline}, {QStringLiteral("map"), ChartKind::Map},
        {QStringLiteral("curves"), ChartKind::Curves},     {QStringLiteral("report"), ChartKind::Report},
        {QStringLiteral("lesson"), ChartKind::Lesson},     {QStringLiteral("fleet"), ChartKind::Fleet}};
    const auto found = charts.find(text);
    if (found != charts.end()) {
        options.chart = found->second;
        return {};
    }
    std::string ids;
    for (const ExperimentDefinition* one : experimentDefinitions())
        ids += ", " + one->info().id;
    if (findExperiment(text.toStdString()) == nullptr)
        return usage("render.value", "%1 %2 is not understood; give %3.",
                     {"--chart", text.toStdString(),
                      "roofline, map, curves, report, lesson, fleet or the id of an experiment" + ids});
    options.chart = ChartKind::Experiment;
    options.experiment = text.toStdString();
    return {};
}

Set setLength(const char* option, bool isWidth)
{
    return [option, isWidth](RenderOptions& options, const QString& text) -> Result<void> {
        const auto length = parseLength(option, text);
        if (!length)
            return length.error();
        if (isWidth)
            options.file.size.setWidth(*length);
        else
            options.file.size.setHeight(*length);
        options.hasHeight = options.hasHeight || !isWidth;
        return {};
    };
}

const std::map<QString, Set>& valueOptions()
{
    static const std::map<QString, Set> options{
        {QStringLiteral("--chart"), setChart},
        {QStringLiteral("--width"), setLength("--width", true)},
        {QStringLiteral("--height"), setLength("--height", false)},
        {QStringLiteral("--dpi"),
         [](RenderOptions& o, const QString& text) -> Result<void> {
             const auto value = parseNumber("--dpi", text, QStringLiteral("dpi"), "dots per inch, such as 300");
             if (!value)
                 return value.error();
             o.file.dpi = *value;
             return {};
         }},
        {QStringLiteral("--font-size"),
         [](RenderOptions& o, const QString& text) -> Result<void> {
             const auto value = parseNumber("--font-size", text, QStringLiteral("pt"), "points, such as 8pt");
             if (!value)
                 return value.error();
             o.file.fontPoints = *value;
             return {};
         }},
        {QStringLiteral("--theme"),
         [](RenderOptions& o, const QString& text) -> Result<void> {
             const auto theme = themeNamed(text.toStdString());
             if (!theme)
                 return badValue("--theme", text, "light, dark, print or presenter");
             o.file.theme = *theme;
             return {};
         }},
        {QStringLiteral("--svg-text"),
         [](RenderOptions& o, const QString& text) -> Result<void> {
             if (text != QLatin1String("text") && text != QLatin1String("paths"))
                 return badValue("--svg-text", text, "text or paths");
             o.file.svgText = text == QLatin1String("text") ? SvgText::Text : SvgText::Paths;
             return {};
         }},
        {QStringLiteral("--at"),
         [](RenderOptions& o, const QString& text) -> Result<void> {
             for (const QString& part : text.split(QLatin1Char(',')))
                 if (auto set = setAtPart(o, part); !set)
                     return set;
             return {};
         }},
        {QStringLiteral("--x"),
         [](RenderOptions& o, const QString& text) -> Result<void> {
             const auto axis = axisKindNamed(text.toStdString());
             if (!axis)
                 return badValue("--x", text, "ops, depth or size");
             o.axis = *axis;
             return {};
         }},
        {QStringLiteral("--view"), setView},
        {QStringLiteral("--iso"), setIso},
        {QStringLiteral("--with"), setWith},
        {QStringLiteral("--device"),
         [](RenderOptions& o, const QString& text) -> Result<void> {
             o.devices << text;
             return {};
         }},
        {QStringLiteral("--lesson"),
         [](RenderOptions& o, const QString& text) -> Result<void> {
             o.lesson = text;
             return {};
         }},
        {QStringLiteral("-o"),
         [](RenderOptions& o, const QString& text) -> Result<void> {
             o.output = text;
             return {};
         }},
    };
    return options;
}

bool setSwitch(RenderOptions& options, const QString& argument)
{
    if (argument == QLatin1String("--transparent"))
        options.file.transparent = true;
    else if (argument == QLatin1String("--no-title"))
        options.file.withTitle = false;
    else if (argument == QLatin1String("--data"))
        options.writeData = true;
    else if (argument == QLatin1String("--no-pins"))
        options.withPins = false;
    else if (argument == QLatin1String("--no-kernels"))
        options.parts.ownKernels = false;
    else if (argument == QLatin1String("--caption"))
        options.writeCaption = true;
    else if (argument == QLatin1String("--help") || argument == QLatin1String("-h"))
        options.help = true;
    else
        return false;
    return true;
}

/// The height that goes with the width where none was given.
double usualHeight(const RenderOptions& options)
{
    const double width = options.file.size.width();
    if (options.chart != ChartKind::Curves)
        return width
             * (options.chart == ChartKind::Map ? 0.82
                : options.chart == ChartKind::Experiment || options.chart == ChartKind::Lesson
                        || options.chart == ChartKind::Fleet
                    ? 0.6
                    : 0.72);
    return CurvesChart::heightFor(options.file);
}

/// A session that one of the files to be written would take the place of.
std::optional<QString> overwrittenInput(const RenderOptions& options)
{
    QStringList outputs{options.output};
    if (options.writeData)
        outputs << besideFile(options.output, ".csv");
    if (options.writeCaption)
        outputs << besideFile(options.output, ".txt");
    for (const QString& session : options.sessions)
        for (const QString& output : outputs)
            if (QFileInfo::exists(output)
                && QFileInfo(output).canonicalFilePath() == QFileInfo(session).canonicalFilePath())
                return session;
    return std::nullopt;
}

Result<void> checkWhole(const RenderOptions& options, bool hasChart)
{
    const bool isLesson = options.chart == ChartKind::Lesson;
    if (isLesson && (options.sessions.size() != 1 || !options.devices.isEmpty()))
        return usage(
            "render.one-folder",
            "--chart lesson shows the answers of one folder; give that folder alone, such as ridgepoint render "
            "class-of-tuesday --chart lesson -o class.svg.",
            {});
    if (options.chart == ChartKind::Fleet && (options.sessions.size() != 1 || options.devices.size() > 1))
        return usage(
            "render.one-fleet",
            "--chart fleet shows the nodes of one folder, and one of their devices; give such as ridgepoint render "
            "monday --chart fleet --device cuda:0 -o fleet.svg.",
            {});
    if (!isLesson && !options.lesson.isEmpty())
        return usage("render.no-lesson", "--lesson chooses among answers; leave it out, or give --chart lesson.", {});
    if (options.sessions.isEmpty() && options.devices.isEmpty())
        return usage("render.session",
                     "No session was given; give a .ridge file, such as ridgepoint render run.ridge --chart map -o "
                     "map.pdf, or a device with --device.",
                     {});
    if (!hasChart)
        return usage(
            "render.chart",
            "No chart was given; give --chart roofline, map, curves, report, lesson, fleet or the id of an experiment.",
            {});
    if (options.output.isEmpty())
        return usage("render.output",
                     "No output file was given; give -o with a name that ends in .pdf, .svg or .png (of a roofline "
                     "also .html, of a report .pdf or .html).",
                     {});
    if (options.output == QLatin1String("-"))
        return usage("render.standard-output",
                     "-o - does not say which format to write; give a file name that ends in .pdf, .svg or .png.", {});
    if (const auto given = options.sessions.size() + options.devices.size();
        options.chart == ChartKind::Map && given > 2)
        return usage("render.too-many",
                     "%1 sessions and devices were given; a map shows one, or the difference of two.",
                     {std::to_string(given)});
    if (options.chart == ChartKind::Report && (options.writeData || options.writeCaption))
        return usage(
            "render.report-option",
            "%1 does not apply to --chart report, which has captions, and numbers by --with points; leave it out.",
            {options.writeData ? "--data" : "--caption"});
    if (options.chart != ChartKind::Report && options.parts != ReportParts())
        return usage("render.no-report",
                     "--with and --no-kernels are for a report; leave them out, or give --chart report.", {});
    if (options.chart == ChartKind::Experiment && options.sessions.size() != 1)
        return usage("render.one-session", "%1 sessions were given; the chart of an experiment shows one.",
                     {std::to_string(options.sessions.size())});
    if (const auto input = overwrittenInput(options))
        return usage("render.same-file", "%1 is both input and output; give -o another name.", {input->toStdString()});
    return validate(options.file);
}

} // namespace

Result<RenderOptions> parseRenderOptions(const QStringList& arguments)
{
    RenderOptions options;
    bool hasChart = false;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        QString argument = arguments[i];
        if (setSwitch(options, argument))
            continue;
        if (!argument.startsWith(QLatin1Char('-')) || argument.size() == 1) {
            options.sessions << argument;
            continue;
        }
        std::optional<QString> value;
        if (argument.startsWith(QLatin1String("--")) && argument.contains(QLatin1Char('='))) {
            value = argument.section(QLatin1Char('='), 1);
            argument = argument.section(QLatin1Char('='), 0, 0);
        }
        const auto found = valueOptions().find(argument);
        if (found == valueOptions().end())
            return usage("render.option", "There is no option %1; see ridgepoint render --help.",
                         {argument.toStdString()});
        if (!value && i + 1 < arguments.size())
            value = arguments[++i];
        if (!value)
            return usage("render.no-value", "%1 needs a value; see ridgepoint render --help.",
                         {argument.toStdString()});
        if (auto set = found->second(options, *value); !set)
            return set.error();
        hasChart = hasChart || argument == QLatin1String("--chart");
    }
    if (options.help || options.devices.contains(QLatin1String("list")))
        return options;
    if (!options.hasHeight)
        options.file.size.setHeight(usualHeight(options));
    if (auto checked = checkWhole(options, hasChart); !checked)
        return checked.error();
    return options;
}

QString renderHelp()
{
    return QStringLiteral(
        "Usage: ridgepoint render SESSION… --chart roofline|map|curves|EXPERIMENT [options] -o FILE.(pdf|svg|png)\n"
        "       ridgepoint render SESSION… --chart report [options] -o FILE.(pdf|html)\n"
        "       ridgepoint render SESSION… --chart roofline [options] -o FILE.html\n"
        "       ridgepoint render FOLDER --chart lesson [--lesson ID] [options] -o FILE.(pdf|svg|png)\n"
        "       ridgepoint render FOLDER --chart fleet [--device cuda:0] [options] -o FILE.(pdf|svg|png)\n"
        "Draws a chart of a session file without a display, or a lab report of three pages: verdict, levers, device "
        "and\n"
        "roofs; roofline and map; curves. --with adds to it. Several sessions and devices overlay in roofline and "
        "curves; two give a difference in map. Of "
        "the\n"
        "view that the window stores in a session, the selected point and the pins are drawn, but not its "
        "comparisons\n"
        "(name those sessions and devices too), its what-if or its axis ranges.\n"
        "\n"
        "  --chart KIND         roofline, map, curves, report, fleet (nodes side by side, from a folder of their\n"
        "                       sessions), lesson (how a class predicted, from a folder of "
        "answers), "
        "or\n"
        "                       the id of an experiment that the session holds\n"
        "  --lesson ID          of a folder with answers to several lessons, the one to draw\n"
        "  --device ID          a device included in Ridgepoint: published:… or datasheet:…; together with sessions "
        "or\n"
        "                       alone. Predictions are marked. --device list lists all of them\n"
        "  --width, --height L  760px or 88mm; the height follows the width by default\n"
        "  --dpi N              of PNG and of the map inside PDF and SVG (300)\n"
        "  --font-size N        8pt\n"
        "  --theme T            light, dark, print (default) or presenter\n"
        "  --transparent        transparent background\n"
        "  --no-title           leave the title out\n"
        "  --svg-text T         text (default) or paths\n"
        "  --at LIST            size=32Mi,depth=1,ops=8,op=fma,precision=fp32,launch=wait-each: the line or slice to "
        "draw;\n"
        "                       default: the one shown in the session's window; with ops a roofline marks that "
        "point\n"
        "  --x AXIS             horizontal axis of the curves: ops (default), depth or size\n"
        "  --view V             colours of the map: regime (default), residual, share, share:compute …, roof, "
        "runtime\n"
        "  --iso I              lines of equal value in the map: none (default), runtime, share, share:compute …\n"
        "  --no-pins            leave out what was pinned in the window\n"
        "  --no-kernels         leave out the table of your own kernels, which a report has where there are any\n"
        "  --with LIST          what a report has beyond its pages, separated by commas: experiments; points "
        "(tables\n"
        "                       of every sample and number); comparison (ridge points, compared devices, pins);\n"
        "                       method (every roof, settings, environment); levers (also those without a gain); or "
        "all\n"
        "  --data               also write the chart's numbers as .csv\n"
        "  --caption            also write a caption of one sentence as .txt; PDF, SVG and PNG hold it too\n"
        "  -o FILE              the file name's extension selects the format; - (standard output) is refused. A "
        "roofline as\n"
        "                       .html is one page in light and dark, with every roof in a table\n"
        "\n"
        "Example: ridgepoint render run.ridge --chart map --width 88mm --font-size 8pt -o map.pdf\n"
        "         ridgepoint render run.ridge --device datasheet:h100-sxm5-80gb --chart roofline -o beside.svg\n"
        "         ridgepoint render kernels.ridge --device published:a100-rrze --chart roofline -o kernels.html\n");
}

} // namespace ridgepoint
