// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_result.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace ridgepoint {
namespace {

TimelineSpan spanOf(SpanKind kind, const char* name, const RecordedSpan& span)
{
    return {.kind = kind,
            .name = name,
            .begin = span.begin.value(),
            .duration = std::max(0.0, (span.end - span.begin).value())};
}

/// The work of a lane by its begin.
std::vector<TimelineSpan> workOf(const TimelineLane& lane)
{
    std::vector<TimelineSpan> work;
    std::copy_if(lane.spans.begin(), lane.spans.end(), std::back_inserter(work),
                 [](const TimelineSpan& span) { return span.kind == SpanKind::Work; });
    std::sort(work.begin(), work.end(), [](const TimelineSpan& a, const TimelineSpan& b) { return a.begin < b.begin; });
    return work;
}

/// How long at least one of these was under way, each moment counted once.
double covered(const std::vector<TimelineSpan>& work)
{
    double total = 0.0;
    double end = -std::numeric_limits<double>::infinity();
    for (const TimelineSpan& span : work) {
        const double spanEnd = span.begin + span.duration;
        total += std::max(0.0, spanEnd - std::max(span.begin, end));
        end = std::max(end, spanEnd);
    }
    return total;
}

} // namespace

std::string_view nameOf(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Work: return "work";
    case SpanKind::Launch: return "launch";
    case SpanKind::Move: return "move";
    case SpanKind::Wait: return "wait";
    }
    return "work";
}

std::vector<TimelineLane> lanesOf(const LaunchRecording& recording, const LabelName& group, int plot)
{
    std::vector<TimelineLane> lanes{
        {.group = group, .name = "host", .note = recording.method, .spans = {}, .plot = plot}};
    for (const HostSpan& one : recording.host)
        lanes.front().spans.push_back(one.doing == HostDoing::Submits ? spanOf(SpanKind::Launch, "submit", one.span)
                                                                      : spanOf(SpanKind::Wait, "wait", one.span));
    for (const ExecutionLane& device : recording.device) {
        TimelineLane lane{.group = group, .name = device.name, .note = recording.method, .spans = {}, .plot = plot};
        for (const RecordedSpan& span : device.spans)
            lane.spans.push_back(spanOf(SpanKind::Work, "kernel", span));
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

double idleShare(std::span<const TimelineLane> lanes, const LabelName& group)
{
    double first = std::numeric_limits<double>::infinity();
    double last = -first;
    double busy = 0.0;
    int working = 0;
    for (const TimelineLane& lane : lanes) {
        const std::vector<TimelineSpan> work = lane.group == group ? workOf(lane) : std::vector<TimelineSpan>{};
        if (work.empty())
            continue;
        ++working;
        busy += covered(work);
        first = std::min(first, work.front().begin);
        for (const TimelineSpan& span : work)
            last = std::max(last, span.begin + span.duration);
    }
    return working > 0 && last > first ? std::clamp(1.0 - busy / (working * (last - first)), 0.0, 1.0) : -1.0;
}
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

/// From a thousand on three digits: no measured ratio is known to the last of five. A whole number of four, such as
/// 1024, may be counted.
std::string factorText(double value)
{
    const double size = std::abs(value);
    const bool isCounted = value == std::round(value) && size < 10000.0;
    if (size < 1000.0 || isCounted)
        return digits(value);
    const double step = std::pow(10.0, std::floor(std::log10(size)) - 2.0);
    return digits(std::round(value / step) * step);
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

const ExperimentPoint* ExperimentResult::find(const LabelName& label, Provenance provenance) const
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
        return factorText(value) + "\xC3\x97";
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
