// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/levers.h"

#include "core/analysis/nearer_level.h"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

/// The search of one call: the workload as it is, and what was found.
class Search {
public:
    Search(const Workload& workload, const RoofSet& roofs, DeviceKind kind, const Prediction& now)
        : m_workload(workload), m_roofs(roofs), m_kind(kind), m_now(now)
    {}

    void fuseDeeper();
    void launchAs(LaunchMode mode, LeverKind kind);
    void biggerTensor(std::int64_t largest);
    void lowerPrecision();
    void matrixUnit();
    void keepNearer();
    void otherDevice(LeverKind kind, const std::vector<std::string>& ids, double factor);

    [[nodiscard]] const Prediction& now() const { return m_now; }
    [[nodiscard]] std::vector<Lever> take();

private:
    /// A lever that is a knob; nothing where the roofs do not tell its time.
    [[nodiscard]] std::optional<Lever> knob(LeverKind kind, const Workload& workload) const;
    void keep(LeverKind kind, const Prediction& then, std::string roof);

    const Workload& m_workload;
    const RoofSet& m_roofs;
    DeviceKind m_kind;
    Prediction m_now;
    std::vector<Lever> m_levers;
};

std::optional<Lever> Search::knob(LeverKind kind, const Workload& workload) const
{
    const auto then = predict(workload, m_roofs, m_kind);
    if (!then)
        return std::nullopt;
    const double growth = static_cast<double>(workload.elements) / static_cast<double>(m_workload.elements);
    return Lever{.kind = kind,
                 .speedup = growth * (m_now.time / (*then).time),
                 .before = m_now.time,
                 .after = (*then).time,
                 .limitAfter = (*then).limit,
                 .workload = workload,
                 .roof = {}};
}

void Search::keep(LeverKind kind, const Prediction& then, std::string roof)
{
    m_levers.push_back({.kind = kind,
                        .speedup = m_now.time / then.time,
                        .before = m_now.time,
                        .after = then.time,
                        .limitAfter = then.limit,
                        .workload = std::nullopt,
                        .roof = std::move(roof)});
}

/// The shallowest of the depths that are as good as the best within half a percent: deeper is not better for its own
/// sake.
void Search::fuseDeeper()
{
    std::vector<Lever> depths;
    for (int depth = m_workload.fusionDepth + 1; depth <= m_workload.chainLength; ++depth) {
        if (m_workload.chainLength % depth != 0)
            continue;
        Workload deeper = m_workload;
        deeper.fusionDepth = depth;
        if (auto lever = knob(LeverKind::FuseDeeper, deeper))
            depths.push_back(std::move(*lever));
    }
    const auto best = std::max_element(depths.begin(), depths.end(),
                                       [](const Lever& a, const Lever& b) { return a.speedup < b.speedup; });
    if (best == depths.end())
        return;
    const double enough = best->speedup / 1.005;
    m_levers.push_back(
        *std::find_if(depths.begin(), depths.end(), [&](const Lever& lever) { return lever.speedup >= enough; }));
}

void Search::launchAs(LaunchMode mode, LeverKind kind)
{
    if (m_workload.launchMode == mode)
        return;
    Workload changed = m_workload;
    changed.launchMode = mode;
    if (auto lever = knob(kind, changed))
        m_levers.push_back(std::move(*lever));
}

/// The smallest of the doublings that is as good per element as the best within two percent.
void Search::biggerTensor(std::int64_t largest)
{
    std::vector<Lever> sizes;
    Workload bigger = m_workload;
    const std::int64_t most = std::min(largest, maximumElements);
    while (bigger.elements <= most / 2) {
        bigger.elements *= 2;
        if (auto lever = knob(LeverKind::BiggerTensor, bigger))
            sizes.push_back(std::move(*lever));
    }
    const auto best = std::max_element(sizes.begin(), sizes.end(),
                                       [](const Lever& a, const Lever& b) { return a.speedup < b.speedup; });
    if (best == sizes.end())
        return;
    const double enough = best->speedup / 1.02;
    m_levers.push_back(
        *std::find_if(sizes.begin(), sizes.end(), [&](const Lever& lever) { return lever.speedup >= enough; }));
}

void Search::lowerPrecision()
{
    const int present = bytesPerElement(m_workload.precision);
    for (const Precision precision : allPrecisions) {
        if (bytesPerElement(precision) >= present)
            continue;
        Workload lower = m_workload;
        lower.precision = precision;
        if (auto lever = knob(LeverKind::LowerPrecision, lower))
            m_levers.push_back(std::move(*lever));
    }
}

void Search::matrixUnit()
{
    if (m_workload.operation != Operation::Fma)
        return;
    // FP32 has no matrix unit of its own on most devices; TF32 is what takes FP32 from memory.
    std::vector<std::string> ids{"compute." + std::string(nameOf(m_workload.precision)) + ".matrix"};
    if (m_workload.precision == Precision::Fp32)
        ids.insert(ids.begin(), "compute.tf32.matrix");
    const Roof* plain = m_roofs.find(m_now.computeRoof);
    for (const std::string& id : ids) {
        const Roof* matrix = m_roofs.find(id);
        if (matrix == nullptr || !(matrix->value > 0.0))
            continue;
        if (const auto then = predict(m_workload, scaled(m_roofs, m_now.computeRoof, matrix->value / plain->value),
                                      m_kind))
            keep(LeverKind::MatrixUnit, *then, id);
        return;
    }
}

/// Of a point that memory limits, and that one level limits: two at once would both have to be nearer.
void Search::keepNearer()
{
    if (m_now.limit != Regime::Memory)
        return;
    std::string level = m_now.bandwidthRoof;
    if (m_now.shared) {
        const Roof* cache = m_roofs.find(m_now.shared->cacheRoof);
        const Roof* memory = m_roofs.find(m_now.shared->memoryRoof);
        if (cache == nullptr || memory == nullptr)
            return;
        const LongerLevel longer = longerLevel(*m_now.shared, cache->value, memory->value);
        if (longer.ofTime <= nearlyAllOfTheTime)
            return;
        level = longer.roof;
    }
    if (const auto nearer = nearerLevel(m_workload, m_roofs, m_kind, level, m_now))
        keep(LeverKind::NearerLevel, nearer->then, nearer->roof);
}

void Search::otherDevice(LeverKind kind, const std::vector<std::string>& ids, double factor)
{
    RoofSet changed = m_roofs;
    for (const std::string& id : ids)
        changed = scaled(std::move(changed), id, factor);
    if (const auto then = predict(m_workload, changed, m_kind))
        keep(kind, *then, ids.front());
}

std::vector<Lever> Search::take()
{
    std::stable_sort(m_levers.begin(), m_levers.end(), [](const Lever& a, const Lever& b) {
        if (a.speedup != b.speedup)
            return a.speedup > b.speedup;
        return a.workload.has_value() && !b.workload.has_value();
    });
    return std::move(m_levers);
}

/// Of the whole time, where a point is no close call between overhead and another regime.
constexpr double clearShare = 0.8;

bool isClearlyOverhead(const Workload& workload, const RoofSet& roofs, DeviceKind kind)
{
    const auto prediction = predict(workload, roofs, kind);
    if (!prediction)
        return false;
    const bool isByHost = prediction->overhead >= prediction->work() + prediction->gap;
    return (isByHost ? prediction->overhead : prediction->gap) >= prediction->time * clearShare;
}

} // namespace

Result<std::vector<Lever>> leversOf(const Workload& workload, const RoofSet& roofs, DeviceKind kind,
                                    const LeverLimits& limits)
{
    if (const auto valid = validate(workload); !valid)
        return valid.error();
    const auto now = predict(workload, roofs, kind);
    if (!now)
        return now.error();
    Search search(workload, roofs, kind, *now);
    search.fuseDeeper();
    search.launchAs(LaunchMode::Queued, LeverKind::QueueLaunches);
    search.launchAs(LaunchMode::Graph, LeverKind::GraphLaunches);
    search.biggerTensor(limits.largestElements);
    search.lowerPrecision();
    search.matrixUnit();
    search.keepNearer();
    search.otherDevice(LeverKind::DoubleCompute, {(*now).computeRoof}, 2.0);
    search.otherDevice(LeverKind::DoubleBandwidth, {(*now).bandwidthRoof}, 2.0);
    search.otherDevice(LeverKind::HalveLaunch,
                       {(*now).launchRoof, std::string(deviceGapRoofId), std::string(launchFixedRoofId)}, 0.5);
    return search.take();
}

std::optional<Workload> helpableSize(const Workload& workload, std::span<const std::int64_t> sizes,
                                     const RoofSet& roofs, DeviceKind kind, double least)
{
    std::optional<Workload> smallest;
    for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
        Workload there = workload;
        there.elements = *size;
        if (*size > workload.elements)
            continue;
        const auto levers = leversOf(there, roofs, kind, {.largestElements = sizes.back()});
        if (!levers || std::none_of(levers->begin(), levers->end(), [least](const Lever& lever) {
                return lever.workload && lever.speedup >= least;
            }))
            continue;
        if (isClearlyOverhead(there, roofs, kind))
            return there;
        smallest = there;
    }
    return smallest;
}

RoofSet scaled(RoofSet roofs, std::string_view id, double factor)
{
    for (Roof& roof : roofs.roofs) {
        if (roof.id != id)
            continue;
        roof.value *= factor;
        roof.low *= factor;
        roof.high *= factor;
        roof.provenance = Provenance::Predicted;
    }
    return roofs;
}

std::string_view nameOf(LeverKind kind)
{
    constexpr std::array<std::string_view, 11> names{
        "fuse-deeper",    "queue-launches",   "graph-launches", "bigger-tensor", "lower-precision", "matrix-unit",
        "double-compute", "double-bandwidth", "halve-launch",   "reach-roofs",   "nearer-level"};
    return names[static_cast<std::size_t>(kind)];
}

} // namespace ridgepoint
