// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/experiment_result.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ridgepoint {
namespace {

/// Three significant digits and whole numbers in full, without an exponent.
std::string digits(double value)
{
    const double size = std::abs(value);
    const int decimals = size >= 100.0 || size == 0.0 ? 0 : size >= 10.0 ? 1 : 2;
    std::array<char, 64> text{};
    auto done = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
    if (done.ec != std::errc()) // more digits than anybody would read
        done = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, 2);
    return {text.data(), done.ptr};
}

struct Prefix {
    double factor;
    const char* sign;
};

std::string withPrefix(double value, std::string_view unit)
{
    static constexpr std::array<Prefix, 9> prefixes{{{1e15, "P"},
                                                     {1e12, "T"},
                                                     {1e9, "G"},
                                                     {1e6, "M"},
                                                     {1e3, "k"},
                                                     {1.0, ""},
                                                     {1e-3, "m"},
                                                     {1e-6, "\xC2\xB5"},
                                                     {1e-9, "n"}}};
    // Just under a prefix rounds into it: 999.7 is 1.00 k.
    const auto fits = [size = std::abs(value) * 1.0005](const Prefix& prefix) { return size >= prefix.factor; };
    const auto found = value == 0.0 ? prefixes.begin() + 5 : std::find_if(prefixes.begin(), prefixes.end(), fits);
    const Prefix& chosen = found == prefixes.end() ? prefixes.back() : *found;
    return digits(value / chosen.factor) + " " + chosen.sign + std::string(unit);
}

/// "1/8 FLOP/B" or "6.83 FLOP/B": a thousandth of an operation a byte is no unit that people read.
std::string intensityText(double value, std::string_view unit)
{
    constexpr double smallestFraction = 1e-6;
    const double inverse = 1.0 / value;
    if (value > smallestFraction && value < 1.0 && std::abs(inverse - std::round(inverse)) < 1e-9 * inverse)
        return "1/" + std::to_string(std::llround(inverse)) + " " + std::string(unit);
    if (value >= 1.0)
        return digits(value) + " " + std::string(unit);
    std::array<char, 32> text{};
    const auto done = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 3);
    return std::string(text.data(), done.ptr) + " " + std::string(unit);
}

std::string binary(double bytes)
{
    static constexpr std::array<const char*, 6> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    for (; bytes >= 1024.0 && unit + 1 < units.size(); ++unit)
        bytes /= 1024.0;
    return digits(bytes) + " " + units[unit];
}

} // namespace

bool ExperimentResult::put(ExperimentPoint point)
{
    const auto found = std::find_if(points.begin(), points.end(),
                                    [&](const ExperimentPoint& other) { return other.isSamePlace(point); });
    if (found != points.end())
        *found = std::move(point);
    else if (points.size() < maximumExperimentPoints)
        points.push_back(std::move(point));
    else
        return false;
    return true;
}

bool ExperimentResult::put(TimelineLane lane)
{
    const auto found = std::find_if(lanes.begin(), lanes.end(), [&](const TimelineLane& other) {
        return other.plot == lane.plot && other.group == lane.group && other.name == lane.name;
    });
    std::size_t spans = lane.spans.size();
    for (const TimelineLane& other : lanes)
        spans += found != lanes.end() && &other == &*found ? 0 : other.spans.size();
    if (spans > maximumTimelineSpans || (found == lanes.end() && lanes.size() >= maximumTimelineLanes))
        return false;
    if (found != lanes.end())
        *found = std::move(lane);
    else
        lanes.push_back(std::move(lane));
    return true;
}

const ExperimentPoint* ExperimentResult::find(std::string_view label, Provenance provenance) const
{
    const auto found = std::find_if(points.begin(), points.end(), [&](const ExperimentPoint& point) {
        return point.label == label && point.provenance == provenance;
    });
    return found == points.end() ? nullptr : &*found;
}

const Roof* ExperimentResult::roof(std::string_view roofId) const
{
    const auto found = std::find_if(roofs.begin(), roofs.end(), [&](const Roof& roof) { return roof.id == roofId; });
    return found == roofs.end() ? nullptr : &*found;
}

std::string quantityText(double value, std::string_view unit)
{
    if (!std::isfinite(value))
        return "\xE2\x80\x93";
    if (unit == "x")
        return digits(value) + "\xC3\x97";
    if (unit == "%")
        return digits(100.0 * value) + " %";
    if (unit == "B")
        return binary(value);
    if (unit.ends_with("/B"))
        return intensityText(value, unit);
    // Rows and threads are counted, not measured: people know them to the last digit.
    if (unit.empty() && std::abs(value) < 1e6)
        return value == std::round(value) ? std::to_string(static_cast<long long>(value)) : digits(value);
    return withPrefix(value, unit);
}

std::string findingText(const Finding& finding)
{
    Error template_{.kind = ErrorKind::InvalidInput, .id = {}, .text = finding.text, .arguments = {}};
    for (const FindingValue& value : finding.values)
        template_.arguments.push_back(value.word.empty() ? quantityText(value.number, value.unit) : value.word);
    return template_.message();
}

} // namespace ridgepoint
