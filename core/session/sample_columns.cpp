// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/sample_columns.h"

#include "core/session/json_limits.h"

namespace ridgepoint::columns {
namespace {

template <class Value, class Named> bool assign(Value& target, Named named, std::string_view word)
{
    const auto found = named(word);
    if (found)
        target = *found;
    return found.has_value();
}

constexpr Whole wholeColumns[] = {
    {"elements", true, 1, maximumElements, [](const Sample& s) -> std::int64_t { return s.workload.elements; },
     [](Sample& s, std::int64_t v) { s.workload.elements = v; }},
    {"operations_per_element", true, 1, maximumOperationsPerElement,
     [](const Sample& s) -> std::int64_t { return s.workload.operationsPerElement; },
     [](Sample& s, std::int64_t v) { s.workload.operationsPerElement = v; }},
    {"chain_length", true, 1, maximumChainLength,
     [](const Sample& s) -> std::int64_t { return s.workload.chainLength; },
     [](Sample& s, std::int64_t v) { s.workload.chainLength = static_cast<int>(v); }},
    {"fusion_depth", true, 1, maximumChainLength,
     [](const Sample& s) -> std::int64_t { return s.workload.fusionDepth; },
     [](Sample& s, std::int64_t v) { s.workload.fusionDepth = static_cast<int>(v); }},
    {"threads", true, 0, limits::threads, [](const Sample& s) -> std::int64_t { return s.workload.threads; },
     [](Sample& s, std::int64_t v) { s.workload.threads = static_cast<int>(v); }},
    {"rounds", false, 0, limits::count, [](const Sample& s) -> std::int64_t { return s.rounds; },
     [](Sample& s, std::int64_t v) { s.rounds = static_cast<int>(v); }},
    {"readings", false, 0, limits::count, [](const Sample& s) -> std::int64_t { return s.readings; },
     [](Sample& s, std::int64_t v) { s.readings = static_cast<int>(v); }},
};

constexpr Real realColumns[] = {
    {"time_s", true, limits::shortestTime, limits::time, [](const Sample& s) { return s.time.value(); },
     [](Sample& s, double v) { s.time = Seconds(v); }},
    {"median_s", true, 0.0, limits::time, [](const Sample& s) { return s.median.value(); },
     [](Sample& s, double v) { s.median = Seconds(v); }},
    {"time_low_s", true, 0.0, limits::time, [](const Sample& s) { return s.low.value(); },
     [](Sample& s, double v) { s.low = Seconds(v); }},
    {"time_high_s", true, 0.0, limits::time, [](const Sample& s) { return s.high.value(); },
     [](Sample& s, double v) { s.high = Seconds(v); }},
    {"wall_time_s", false, 0.0, limits::time, [](const Sample& s) { return s.wall.value(); },
     [](Sample& s, double v) { s.wall = Seconds(v); }},
    {"control_bandwidth_bytes_per_s", false, 0.0, limits::rate, [](const Sample& s) { return s.controls.bandwidth; },
     [](Sample& s, double v) { s.controls.bandwidth = v; }},
    {"control_rate_per_s", false, 0.0, limits::rate, [](const Sample& s) { return s.controls.rate; },
     [](Sample& s, double v) { s.controls.rate = v; }},
    {"control_launch_s", false, 0.0, limits::time, [](const Sample& s) { return s.controls.launch; },
     [](Sample& s, double v) { s.controls.launch = v; }},
    {"clock_hz", false, 0.0, limits::hertz, [](const Sample& s) { return s.clock.value(); },
     [](Sample& s, double v) { s.clock = Hertz(v); }},
};

constexpr Word wordColumns[] = {
    {"device", true, [](const Sample& s) { return s.device; },
     [](Sample& s, std::string_view word) {
         s.device = word;
         return true;
     }},
    {"operation", true, [](const Sample& s) { return std::string(nameOf(s.workload.operation)); },
     [](Sample& s, std::string_view word) { return assign(s.workload.operation, operationNamed, word); }},
    {"precision", true, [](const Sample& s) { return std::string(nameOf(s.workload.precision)); },
     [](Sample& s, std::string_view word) { return assign(s.workload.precision, precisionNamed, word); }},
    {"launch_mode", true, [](const Sample& s) { return std::string(nameOf(s.workload.launchMode)); },
     [](Sample& s, std::string_view word) { return assign(s.workload.launchMode, launchModeNamed, word); }},
    {"flags", false, [](const Sample& s) { return toString(s.flags); },
     [](Sample& s, std::string_view word) { return assign(s.flags, flagsFrom, word); }},
    {"provenance", false, [](const Sample& s) { return std::string(nameOf(s.provenance)); },
     [](Sample& s, std::string_view word) { return assign(s.provenance, provenanceNamed, word); }},
};

} // namespace

std::span<const Whole> wholes() { return wholeColumns; }
std::span<const Real> reals() { return realColumns; }
std::span<const Word> words() { return wordColumns; }

} // namespace ridgepoint::columns
