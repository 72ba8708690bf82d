// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_parts.h"

#include <cmath>
#include <utility>

namespace ridgepoint {

ExperimentParameter choiceParameter(std::string name, std::string words, std::vector<std::string> choices)
{
    std::string usual = choices.front();
    return {std::move(name), std::move(words), ParameterKind::Choice, std::move(usual), 0.0, 0.0, std::move(choices)};
}

ExperimentParameter numberParameter(std::string name, std::string words, std::int64_t usual, double lowest,
                                    double highest)
{
    return {std::move(name), std::move(words), ParameterKind::Number, std::to_string(usual), lowest, highest, {}};
}

ExperimentParameter sizeParameter(std::string name, std::string words, std::string usual, double lowest, double highest,
                                  int tensors)
{
    return {std::move(name), std::move(words), ParameterKind::Size, std::move(usual), lowest, highest, {}, tensors};
}

ExperimentAxis linearAxis(std::string title, std::string unit)
{
    return {std::move(title), std::move(unit), AxisScaleKind::Linear};
}

ExperimentAxis binaryAxis(std::string title, std::string unit)
{
    return {std::move(title), std::move(unit), AxisScaleKind::PowersOfTwo};
}

ExperimentAxis decimalAxis(std::string title, std::string unit)
{
    return {std::move(title), std::move(unit), AxisScaleKind::PowersOfTen};
}

std::vector<std::string> withBandwidths(std::vector<std::string> ids, std::initializer_list<std::string_view> levels)
{
    for (const std::string_view level : levels)
        ids.push_back(bandwidthRoofId(level));
    return ids;
}

Result<void> fitsInto(const DeviceInfo& device, double share, Bytes wanted, const char* text)
{
    if (device.memory > Bytes() && wanted > device.memory * share)
        return Error{ErrorKind::InvalidInput,
                     "experiment.memory",
                     text,
                     {quantityText(wanted.value(), "B"), quantityText(device.memory.value(), "B")}};
    return {};
}

std::optional<PointWork> lasting(std::optional<PointWork> work, Seconds time)
{
    if (work)
        work->time = time;
    return work;
}

ExperimentPoint saidPoint(SeriesName series, LabelName label, double x, double y, int plot, Provenance provenance)
{
    ExperimentPoint point{.series = std::move(series), .label = std::move(label), .x = x, .y = y, .low = y, .high = y};
    point.provenance = provenance;
    point.plot = plot;
    return point;
}

std::vector<std::int64_t> coarseToFine(std::int64_t smallest, std::int64_t largest)
{
    std::vector<std::int64_t> ordered;
    for (const int stride : {4, 2, 1})
        for (int power = 0; (smallest << power) <= largest; ++power)
            if (power % stride == 0 && (stride == 4 || power % (2 * stride) != 0))
                ordered.push_back(smallest << power);
    return ordered;
}

double middleOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::string roundCount(double count)
{
    const long long tenths = count < 10.0 ? std::llround(count * 10.0) : std::llround(count) * 10;
    return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "");
}

std::string counted(std::int64_t count, const char* what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

} // namespace ridgepoint
