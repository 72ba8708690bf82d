// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/map_fit.h"

#include "core/analysis/elasticity.h"
#include "core/analysis/time_fit.h"
#include "core/model/cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

namespace ridgepoint {
namespace {

constexpr double noiseFloor = 0.02; ///< standard deviation of ln T that no interval is trusted below
constexpr std::size_t mostFitted = 4000;

RoofTerms termsOf(const Prediction& prediction)
{
    const double host = prediction.overhead > prediction.gap ? (prediction.overhead - prediction.fixed).value() : 0.0;
    return {.compute = prediction.compute.value(),
            .memory = prediction.memory.value(),
            .latency = prediction.latency.value(),
            .submit = (prediction.gap - prediction.fixed).value(),
            .fixed = prediction.fixed.value(),
            .host = host};
}

/// What the samples of a group have in common; those of different chains and depths share passes of the same kind.
using Kind = std::tuple<std::string, Operation, Precision, LaunchMode, int>;

Kind kindOf(const Sample& sample)
{
    const Workload& workload = sample.workload;
    return {sample.device, workload.operation, workload.precision, workload.launchMode, workload.threads};
}

/// The states that a device was in while it was measured.
struct States {
    DeviceState fastest; ///< that lasted, in every respect: of a tenth of the samples
    DeviceState slowest; ///< that lasted: of a twentieth
};

/// How far the states lie apart. The roofs' own is among them: they were measured in it.
States statesOf(std::span<const std::size_t> group, std::span<const Sample> samples,
                std::span<const DeviceState> states)
{
    States range;
    for (const auto which : {&DeviceState::memory, &DeviceState::compute, &DeviceState::launch}) {
        std::vector<double> all;
        for (const std::size_t i : group)
            if (!samples[i].flags.has(Flag::Interpolated))
                all.push_back(states[i].*which);
        if (all.empty())
            continue;
        std::sort(all.begin(), all.end());
        range.fastest.*which = std::min(1.0, all[all.size() / 10]);
        range.slowest.*which = std::max(1.0, all[all.size() - 1 - all.size() / 20]);
    }
    return range;
}

/// What the terms are unsure of on a device that goes from one state to another, by Regime, as a standard deviation of
/// their logarithms: a part of how far the states lie apart, since each is known by readings that are some time away.
std::array<double, 4> unrestOf(const States& states)
{
    constexpr double part = 0.12;
    const auto spread = [&](double DeviceState::*which) {
        return part * std::log(states.slowest.*which / states.fastest.*which);
    };
    const double clock = spread(&DeviceState::compute);
    return {clock, std::hypot(spread(&DeviceState::memory), clock), spread(&DeviceState::launch), clock};
}

std::array<Seconds, 4> byRegime(const Prediction& prediction)
{
    return {prediction.compute, prediction.memory, prediction.overhead, prediction.latency};
}

} // namespace

std::vector<std::optional<FittedPoint>> fitTimes(std::span<const Sample> samples, std::span<const DeviceState> states,
                                                 std::span<const std::optional<Prediction>> predictions,
                                                 const RoofSet& roofs, DeviceKind kind)
{
    std::vector<std::optional<FittedPoint>> points(samples.size());
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double time = samples[i].time.value();
        if (predictions[i] && std::isfinite(time) && time > 0.0)
            order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return kindOf(samples[a]) < kindOf(samples[b]); });
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        std::vector<FitRow> rows;
        const Workload& first = samples[order[begin]].workload;
        std::size_t measured = 0;
        while (end < order.size() && kindOf(samples[order[end]]) == kindOf(samples[order[begin]]))
            ++end;
        const States range = statesOf(std::span(order).subspan(begin, end - begin), samples, states);
        for (std::size_t at = begin; at < end; ++at) {
            const Sample& sample = samples[order[at]];
            const Prediction& moment = *predictions[order[at]];
            const std::optional<Prediction> other = states[order[at]] == DeviceState{}
                                                      ? std::nullopt
                                                      : std::optional(*predict(sample.workload, roofs, kind));
            const Prediction& reference = other ? *other : moment;
            FitRow row{.index = order[at],
                       .logTime = std::log(sample.time.value()),
                       .deviation = std::hypot(logHalfWidth(sample) / 2.0, noiseFloor),
                       .isMeasured = !sample.flags.has(Flag::Interpolated),
                       .byRoofs = byRegime(reference),
                       .hidden = reference.overhead - reference.gap,
                       .reference = termsOf(reference),
                       .moment = termsOf(moment),
                       .logApplications = std::log(
                           static_cast<double>(sample.workload.operationsPerElement * sample.workload.fusionDepth)),
                       .logElements = std::log(static_cast<double>(sample.workload.elements)),
                       .bandwidthRoof = moment.bandwidthRoof};
            measured += row.isMeasured ? 1 : 0;
            rows.push_back(row);
        }
        if (measured > 0) {
            std::vector<double> knees;
            for (const MemoryLevel& level : roofs.levels)
                if (std::isfinite(level.capacity.value()))
                    knees.push_back(std::log(level.capacity.value() * (level.perThread ? std::max(roofs.threads, 1) : 1)
                                             / bytesPerElement(first.precision)));
            // An even selection is enough for so few parameters.
            if (const std::size_t each = measured / mostFitted + 1; each > 1)
                for (std::size_t i = 0, seen = 0; i < rows.size(); ++i)
                    if (rows[i].isMeasured)
                        rows[i].isMeasured = seen++ % each == 0;
            const TimeFit group(std::move(rows), std::move(knees), unrestOf(range));
            for (const FitRow& row : group.rows()) {
                points[row.index] = group.pointOf(row);
                points[row.index]->slowTerms = range.slowest == DeviceState{}
                                                 ? row.byRoofs
                                                 : byRegime(
                                                     *predict(samples[row.index].workload, roofs, kind, range.slowest));
            }
        }
        begin = end;
    }
    return points;
}

} // namespace ridgepoint
