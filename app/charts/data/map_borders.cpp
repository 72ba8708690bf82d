// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/map_borders.h"

#include "core/model/prediction.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace ridgepoint {
namespace {

/// The places at which the terms are evaluated, as base-2 logarithms: the axis' values and, for operations, the edges
/// of the outermost cells; between sizes eight more, because the bandwidth jumps at the knee of a cache.
std::vector<double> evaluationPlaces(AxisKind kind, const std::vector<std::int64_t>& values,
                                     const std::vector<double>& edges)
{
    std::vector<double> places;
    if (kind == AxisKind::Size && values.size() > 1 && values.size() <= 128) {
        const std::size_t count = values.size() * 8;
        for (std::size_t i = 0; i <= count; ++i)
            places.push_back(edges.front()
                             + (edges.back() - edges.front()) * static_cast<double>(i) / static_cast<double>(count));
        return places;
    }
    for (const std::int64_t value : values)
        places.push_back(std::log2(static_cast<double>(value)));
    if (kind == AxisKind::Operations && !edges.empty()) {
        places.insert(places.begin(), edges.front());
        places.push_back(edges.back());
    }
    return places;
}

/// The workload at a place; whole values only, so that a place between depths takes the nearest.
Workload at(const Workload& workload, AxisKind kind, double place)
{
    return moved(workload, kind, std::max<std::int64_t>(1, std::llround(std::exp2(place))));
}

/// Natural logarithms of seconds.
struct Terms {
    double compute = 0.0;
    double memory = 0.0;
    double overhead = 0.0;
};

std::optional<Terms> termsOf(const Workload& workload, const Snapshot& snapshot)
{
    const auto prediction = predict(workload, snapshot.roofs, snapshot.device.kind);
    if (!prediction)
        return std::nullopt;
    return Terms{std::log(prediction->compute.value()), std::log(prediction->memory.value()),
                 std::log(std::max(prediction->overhead.value(), 1e-15))};
}

} // namespace

std::vector<MapBorder> predictedBorders(const RegimeMapData& data, const Snapshot& snapshot)
{
    return predictedBorders(data, data.base, snapshot);
}

std::vector<MapBorder> predictedBorders(const RegimeMapData& data, const Workload& base, const Snapshot& snapshot)
{
    const auto columns = evaluationPlaces(data.xAxis, data.xs, data.xEdges);
    const auto rows = evaluationPlaces(data.yAxis, data.ys, data.yEdges);
    // Natural logarithms of the terms' ratios: positive where the first is larger.
    std::vector<double> memoryOverCompute;
    std::vector<double> overheadOverCompute;
    std::vector<double> memoryOverOverhead;
    for (std::vector<double>* field : {&memoryOverCompute, &overheadOverCompute, &memoryOverOverhead})
        field->reserve(columns.size() * rows.size());
    for (const double row : rows) {
        const Workload rowStart = at(base, data.yAxis, row);
        std::optional<Terms> first;
        for (const double column : columns) {
            // Along operations only the compute term changes, in proportion; one prediction serves the row.
            const bool scales = data.xAxis == AxisKind::Operations;
            if (!first || !scales)
                first = termsOf(scales ? moved(rowStart, data.xAxis, 1) : at(rowStart, data.xAxis, column), snapshot);
            if (!first)
                return {};
            const double compute = first->compute + (scales ? column * std::numbers::ln2 : 0.0);
            memoryOverCompute.push_back(first->memory - compute);
            overheadOverCompute.push_back(first->overhead - compute);
            memoryOverOverhead.push_back(first->memory - first->overhead);
        }
    }
    std::vector<MapBorder> borders;
    const auto add = [&](Regime first, Regime second, const std::vector<double>& field,
                         const std::vector<double>& mask) {
        for (MapLine& line : zeroLines(columns, rows, field, mask))
            borders.push_back({first, second, std::move(line)});
    };
    // Each border only where the third term is smaller than the two that are equal there.
    std::vector<double> overheadOverMemory = memoryOverOverhead;
    for (double& value : overheadOverMemory)
        value = -value;
    add(Regime::Memory, Regime::Compute, memoryOverCompute, memoryOverOverhead);
    add(Regime::Overhead, Regime::Compute, overheadOverCompute, overheadOverMemory);
    add(Regime::Memory, Regime::Overhead, memoryOverOverhead, memoryOverCompute);
    return borders;
}

} // namespace ridgepoint
