// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/experiment_csv.h"

#include <array>
#include <charconv>
#include <cmath>

namespace ridgepoint {
namespace {

std::string quoted(const std::string& field)
{
    if (field.find_first_of(",\"\r\n") == std::string::npos)
        return field;
    std::string text = "\"";
    for (const char character : field)
        text.append(character == '"' ? 2 : 1, character);
    return text + '"';
}

std::string shortest(double number)
{
    if (!std::isfinite(number))
        return {};
    std::array<char, 40> digits{};
    return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

} // namespace

std::string toCsv(const ExperimentResult& result, const ExperimentInfo& info)
{
    std::string text = "experiment,device,plot,series,label,x,x_unit,y,low,high,y_unit,flags,provenance,source,note,x_moved\n";
    for (const ExperimentPoint& point : result.points) {
        const auto index = static_cast<std::size_t>(point.plot);
        const ExperimentPlot plot = index < info.plots.size() ? info.plots[index] : ExperimentPlot{};
        const bool hasX = isOverX(kindOf(info, plot));
        text += quoted(result.id) + ',' + quoted(result.device) + ',' + std::to_string(point.plot) + ',' + quoted(point.series) + ',' + quoted(point.label)
            + ',' + (hasX ? shortest(point.x) : std::string()) + ',' + (hasX ? plot.x.unit : std::string()) + ',' + shortest(point.y) + ','
            + shortest(point.low) + ',' + shortest(point.high) + ',' + plot.y.unit + ',' + toString(point.flags) + ','
            + std::string(nameOf(point.provenance)) + ',' + quoted(point.source) + ',' + quoted(point.note) + ','
            + (point.movedX ? shortest(*point.movedX) : std::string()) + '\n';
    }
    return text;
}

} // namespace ridgepoint
