// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/experiment_text.h"

#include "app/bench/experiment_request.h"
#include "app/bench/text_format.h"
#include "core/experiment/registry.h"
#include "core/session/json_writer.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace ridgepoint {
namespace {

std::string rangeText(const ExperimentParameter& parameter)
{
    // As they can be typed: only a Size takes 8Ki.
    const auto text = [&parameter](double bound) {
        const auto count = static_cast<std::int64_t>(bound);
        return parameter.kind == ParameterKind::Size ? countText(count) : std::to_string(count);
    };
    if (parameter.kind != ParameterKind::Choice)
        return text(parameter.lowest) + " to " + text(parameter.highest)
             + (parameter.defaultValue == automaticSize ? ", or auto: larger than every cache" : "");
    std::string choices;
    for (const std::string& choice : parameter.choices)
        choices += (choices.empty() ? "" : ", ") + choice;
    return choices;
}

void writeParameter(JsonWriter& json, const ExperimentParameter& parameter)
{
    json.beginObject()
        .field("name", parameter.name)
        .field("words", parameter.words)
        .field("kind", nameOf(parameter.kind));
    json.field("default", parameter.defaultValue);
    if (parameter.kind == ParameterKind::Choice) {
        json.key("choices").beginArray();
        for (const std::string& choice : parameter.choices)
            json.value(choice);
        json.endArray();
    } else {
        json.field("lowest", parameter.lowest).field("highest", parameter.highest);
    }
    json.endObject();
}

ExperimentPlot plotOf(const ExperimentInfo& info, const ExperimentPoint& point)
{
    const auto index = static_cast<std::size_t>(point.plot);
    return index < info.plots.size() ? info.plots[index] : ExperimentPlot{};
}

/// A plot, a label in it, and a series.
using NamedPlace = std::tuple<int, LabelName, SeriesName>;

/// What must be named with its series: under its label numbers of one provenance belong to several series, which would
/// look alike by the label alone.
std::set<NamedPlace> placesOfSeveralSeries(const std::vector<ExperimentPoint>& points)
{
    std::map<std::tuple<int, LabelName, Provenance>, std::set<SeriesName>> seriesOf;
    for (const ExperimentPoint& point : points)
        seriesOf[{point.plot, point.label, point.provenance}].insert(point.series);
    std::set<NamedPlace> places;
    for (const auto& [under, all] : seriesOf)
        if (all.size() > 1)
            for (const SeriesName& series : all)
                places.insert({std::get<0>(under), std::get<1>(under), series});
    return places;
}

std::string rowName(const ExperimentPoint& point, const std::set<NamedPlace>& ofSeveral)
{
    if (point.label.empty() || point.series.empty())
        return point.label.words() + point.series.words();
    return ofSeveral.contains({point.plot, point.label, point.series})
             ? point.label.words() + ", " + point.series.words()
             : point.label.words();
}

std::string pointText(const ExperimentPoint& point, const ExperimentInfo& info, std::string name, std::size_t width)
{
    const ExperimentPlot plot = plotOf(info, point);
    if (isOverX(kindOf(info, plot)))
        name += (name.empty() ? "" : " at ") + quantityText(point.x, plot.x.unit);
    std::string text = "  " + padded(name, width) + padded(quantityText(point.y, plot.y.unit), 13);
    if (point.low != point.y || point.high != point.y)
        text += quantityText(point.low, plot.y.unit) + " to " + quantityText(point.high, plot.y.unit) + "  ";
    text += std::string(nameOf(point.provenance)) + (point.source.empty() ? "" : " (" + point.source + ")");
    if (!point.flags.empty())
        text += " [" + toString(point.flags) + "]";
    return text + (point.note.empty() ? "" : ": " + point.note) + "\n";
}

} // namespace

std::string experimentListText(const DeviceInfo* device, DeviceCatalogue& devices)
{
    std::string text;
    for (const ExperimentDefinition* one : experimentDefinitions()) {
        const ExperimentInfo& info = one->info();
        text += padded(info.id, 14) + info.title + ": " + info.summary + "\n";
        for (const ExperimentParameter& parameter : info.parameters)
            text += "  --param " + padded(parameter.name + "=" + parameter.defaultValue, 24) + parameter.words + ": "
                  + rangeText(parameter) + "\n";
        if (device != nullptr)
            if (const auto possible = canRunOn(*one, *device, devices); !possible)
                text += "  not on " + device->id + ": " + possible.error().message() + "\n";
    }
    return text;
}

std::string experimentListJson(const DeviceInfo* device, DeviceCatalogue& devices)
{
    JsonWriter json;
    json.beginObject().key("experiments").beginArray();
    for (const ExperimentDefinition* one : experimentDefinitions()) {
        const ExperimentInfo& info = one->info();
        json.beginObject().field("id", info.id).field("title", info.title).field("summary", info.summary);
        json.field("chart", nameOf(info.chart)).key("parameters").beginArray();
        for (const ExperimentParameter& parameter : info.parameters)
            writeParameter(json, parameter);
        json.endArray();
        if (device != nullptr) {
            const auto possible = canRunOn(*one, *device, devices);
            json.field("available", possible.ok());
            if (!possible)
                json.field("reason", possible.error().message());
        }
        json.endObject();
    }
    return json.endArray().endObject().take();
}

std::string experimentText(const ExperimentResult& result, const ExperimentDefinition& experiment)
{
    const ExperimentInfo& info = experiment.info();
    std::string text = info.title + ", " + result.device + "\n";
    std::size_t width = 10;
    const std::set<NamedPlace> ofSeveral = placesOfSeveralSeries(result.points);
    for (const ExperimentPoint& point : result.points)
        width = std::max(width,
                         rowName(point, ofSeveral).size() + (isOverX(kindOf(info, plotOf(info, point))) ? 16 : 2));
    for (const ExperimentPoint& point : result.points)
        text += pointText(point, info, rowName(point, ofSeveral), width);
    if (!result.lanes.empty())
        text += "  " + padded("timeline", width) + std::to_string(result.lanes.size())
              + " lanes; --trace FILE writes them\n";
    for (const UnavailablePart& part : result.unavailable)
        text += "  " + padded(part.part, width) + "not measured: " + part.reason.message() + "\n";
    const std::vector<Finding> findings = experiment.analyse(result);
    if (!findings.empty() || !result.notes.empty())
        text += "\n"
                "Findings:\n";
    for (const Finding& finding : findings)
        text += "  " + findingText(finding) + "\n";
    for (const std::string& note : result.notes)
        text += "  " + note + "\n";
    return text;
}

} // namespace ridgepoint
