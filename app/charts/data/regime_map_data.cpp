// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/regime_map_data.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/map_borders.h"
#include "app/charts/data/map_labels.h"
#include "app/charts/data/map_partner.h"
#include "core/session/csv_writer.h"
#include "core/sweep/grid.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

namespace ridgepoint {
namespace {

std::vector<double> edgesOf(const std::vector<std::int64_t>& values)
{
    std::vector<double> middles;
    for (const std::int64_t value : values)
        middles.push_back(std::log2(static_cast<double>(value)));
    if (middles.empty())
        return {};
    std::vector<double> edges;
    const double first = middles.size() > 1 ? (middles[1] - middles[0]) / 2.0 : 0.5;
    const double last = middles.size() > 1 ? (middles.back() - middles[middles.size() - 2]) / 2.0 : 0.5;
    edges.push_back(middles.front() - first);
    for (std::size_t i = 0; i + 1 < middles.size(); ++i)
        edges.push_back((middles[i] + middles[i + 1]) / 2.0);
    edges.push_back(middles.back() + last);
    return edges;
}

std::optional<std::size_t> indexOf(const std::vector<std::int64_t>& values, std::int64_t value)
{
    const auto found = std::lower_bound(values.begin(), values.end(), value);
    if (found == values.end() || *found != value)
        return std::nullopt;
    return static_cast<std::size_t>(found - values.begin());
}

/// How sure the colour is: 1 when the interval of its regime's share is a point, 0 when it spans everything.
double confidenceOf(const PointAnalysis& analysis)
{
    if (!analysis.shares || !analysis.regime)
        return 0.0;
    const Interval& interval = analysis.intervals[static_cast<std::size_t>(*analysis.regime)];
    return std::clamp(1.0 - (interval.high - interval.low), 0.0, 1.0);
}

MapCell cellFrom(const Snapshot& snapshot, std::size_t index)
{
    const Sample& sample = snapshot.samples[index];
    MapCell cell;
    cell.state = sample.flags.has(Flag::Interpolated) ? CellState::Interpolated : CellState::Measured;
    cell.index = index;
    cell.seconds = sample.time.value();
    cell.provenance = sample.provenance;
    if (index >= snapshot.points.size())
        return cell;
    const PointAnalysis& analysis = snapshot.points[index];
    cell.shares = analysis.shares;
    cell.regime = analysis.regime;
    cell.confidence = confidenceOf(analysis);
    const FlagSet flags = sample.flags | analysis.flags;
    cell.ambiguous = flags.has(Flag::Ambiguous);
    cell.underFilled = flags.has(Flag::UnderFilled);
    // Where the roofs are known, time that grows faster than the work makes no verdict doubtful.
    cell.marked = cell.underFilled || (flags.has(Flag::CacheTransition) && analysis.basis == Basis::Slopes);
    cell.residual = analysis.residual;
    cell.shareOfRoof = analysis.shareOfRoof;
    return cell;
}

void placeSamples(RegimeMapData& data, const Snapshot& snapshot)
{
    const Workload plane = moved(moved(data.base, data.xAxis, 1), data.yAxis, 1);
    for (std::size_t i = 0; i < snapshot.samples.size(); ++i) {
        const Sample& sample = snapshot.samples[i];
        if (!(sample.time.value() > 0.0) || moved(moved(sample.workload, data.xAxis, 1), data.yAxis, 1) != plane)
            continue;
        const auto place = data.cellOf(sample.workload);
        if (!place)
            continue;
        MapCell& cell = data.cells[*place];
        if (cell.state == CellState::Measured && cell.provenance <= sample.provenance)
            continue;
        cell = cellFrom(snapshot, i);
        data.measured += cell.state == CellState::Measured && cell.provenance == Provenance::Measured ? 1 : 0;
    }
}

bool isColored(const MapCell& cell) { return cell.shares.has_value(); }

/// Gives cells without shares those of the nearest cell that has them, no farther than refinement fills in between:
/// more than that nobody looked at. Breadth first from all known cells: O(cells).
void spread(RegimeMapData& data)
{
    const std::size_t width = data.xs.size();
    const std::size_t height = data.ys.size();
    const auto reach = static_cast<std::size_t>(farthestFilled(static_cast<int>(std::max(width, height))));
    if (std::all_of(data.cells.begin(), data.cells.end(), isColored))
        return;
    std::vector<std::size_t> distances(data.cells.size(), 0);
    std::queue<std::size_t> front;
    for (std::size_t i = 0; i < data.cells.size(); ++i)
        if (isColored(data.cells[i]))
            front.push(i);
    const auto give = [&](std::size_t from, std::size_t to) {
        MapCell& cell = data.cells[to];
        if (isColored(cell) || distances[from] >= reach)
            return;
        distances[to] = distances[from] + 1;
        const MapCell& source = data.cells[from];
        cell.shares = source.shares;
        cell.regime = source.regime;
        cell.confidence = source.confidence;
        cell.ambiguous = source.ambiguous; // marks stay where they were found
        if (cell.state == CellState::Unknown) {
            cell.state = CellState::Spread;
            cell.residual = source.residual;
            cell.shareOfRoof = source.shareOfRoof;
            cell.seconds = source.seconds;
            cell.index = source.index;
        }
        front.push(to);
    };
    while (!front.empty()) {
        const std::size_t at = front.front();
        front.pop();
        const std::size_t x = at % width;
        const std::size_t y = at / width;
        for (std::size_t toY = y > 0 ? y - 1 : 0; toY < std::min(y + 2, height); ++toY)
            for (std::size_t toX = x > 0 ? x - 1 : 0; toX < std::min(x + 2, width); ++toX)
                give(at, toY * width + toX);
    }
}

const Axis* axisOf(const Plan& plan, AxisKind kind)
{
    const auto found = std::find_if(plan.axes.begin(), plan.axes.end(),
                                    [&](const Axis& axis) { return axis.kind == kind; });
    return found == plan.axes.end() ? nullptr : &*found;
}

/// The two axes to draw: the plan's, or operations and size of a cube.
bool chooseAxes(RegimeMapData& data, const Plan& plan)
{
    if (plan.axes.size() < 2)
        return false;
    const Axis* x = &plan.axes[0];
    const Axis* y = &plan.axes[1];
    if (plan.axes.size() > 2) {
        x = axisOf(plan, AxisKind::Operations);
        y = axisOf(plan, AxisKind::Size);
    }
    if (x == nullptr || y == nullptr || x->values.empty() || y->values.empty())
        return false;
    data.xAxis = x->kind;
    data.yAxis = y->kind;
    data.xs = x->values;
    data.ys = y->values;
    return true;
}

NoDifference whyNoDifference(const RegimeMapData& data, const Snapshot& other, const MapPartner& partner)
{
    if (std::any_of(data.cells.begin(), data.cells.end(), [](const MapCell& cell) { return cell.difference > 0.0; }))
        return NoDifference::None;
    const auto anyOther = [&](auto matches) {
        return std::any_of(other.samples.begin(), other.samples.end(),
                           [&](const Sample& sample) { return sample.time.value() > 0.0 && matches(sample.workload); });
    };
    const Workload& base = data.base;
    if (!anyOther([&](const Workload& workload) {
            return workload.operation == base.operation && workload.precision == base.precision;
        }))
        return NoDifference::Operation;
    if (!anyOther([&](const Workload& workload) {
            return workload.operation == base.operation && workload.precision == base.precision
                && workload.chainLength == base.chainLength;
        }))
        return NoDifference::Chain;
    return partner.isEmpty() ? NoDifference::Slice : NoDifference::Reach;
}

void fill(RegimeMapData& data, const Snapshot& snapshot)
{
    data.cells.assign(data.xs.size() * data.ys.size(), MapCell{});
    data.measured = 0;
    placeSamples(data, snapshot);
}

} // namespace

Workload RegimeMapData::workload(std::size_t x, std::size_t y) const
{
    return moved(moved(base, xAxis, xs[x]), yAxis, ys[y]);
}

std::optional<std::size_t> RegimeMapData::cellAt(MapPoint point) const
{
    const auto inside = [](const std::vector<double>& edges, double value) -> std::optional<std::size_t> {
        if (edges.size() < 2 || !(value >= edges.front()) || !(value <= edges.back()))
            return std::nullopt;
        const auto above = std::upper_bound(edges.begin(), edges.end(), value);
        return std::min(static_cast<std::size_t>(above - edges.begin()) - 1, edges.size() - 2);
    };
    const auto x = inside(xEdges, point.x);
    const auto y = inside(yEdges, point.y);
    if (!x || !y)
        return std::nullopt;
    return *y * xs.size() + *x;
}

std::optional<std::size_t> RegimeMapData::cellOf(const Workload& workload) const
{
    const auto x = indexOf(xs, coordinate(workload, xAxis));
    const auto y = indexOf(ys, coordinate(workload, yAxis));
    if (!x || !y)
        return std::nullopt;
    return *y * xs.size() + *x;
}

Workload mapSlice(const Plan& plan, const Workload& cursor)
{
    RegimeMapData axes;
    return chooseAxes(axes, plan) ? moved(moved(cursor, axes.xAxis, 1), axes.yAxis, 1) : cursor;
}

RegimeMapData regimeMapData(const Snapshot& snapshot, const Workload& cursor)
{
    RegimeMapData data;
    if (!chooseAxes(data, snapshot.plan))
        return data;
    data.xEdges = edgesOf(data.xs);
    data.yEdges = edgesOf(data.ys);
    data.base = cursor;
    fill(data, snapshot);
    const bool nothingHere = std::all_of(data.cells.begin(), data.cells.end(),
                                         [](const MapCell& cell) { return cell.state == CellState::Unknown; });
    if (nothingHere) {
        data.base = snapshot.plan.base;
        fill(data, snapshot);
    }
    spread(data);
    data.whatIf = whatIfCode(snapshot);
    data.borders = predictedBorders(data, snapshot);
    data.labels = regionLabels(data);
    return data;
}

void compareWith(RegimeMapData& data, const Snapshot& otherSession)
{
    Workload base = data.base;
    const Workload kind = comparable(otherSession, data.base);
    if (kind.operation == base.operation) { // another launch mode is said in the other's name
        base.threads = kind.threads;
        base.launchMode = kind.launchMode;
    }
    const MapPartner partner(otherSession, data, base);
    for (std::size_t y = 0; y < data.ys.size(); ++y)
        for (std::size_t x = 0; x < data.xs.size(); ++x) {
            MapCell& cell = data.cells[y * data.xs.size() + x];
            // Cells coloured after their neighbour have the neighbour's time, which is another work's.
            if (cell.state != CellState::Measured && cell.state != CellState::Interpolated)
                continue;
            if (const auto other = partner.timeAt(data.workload(x, y))) {
                cell.difference = cell.seconds / other->seconds.value();
                cell.differenceIsBetween = other->isBetween;
                cell.differenceProvenance = other->provenance;
            }
        }
    data.noDifference = whyNoDifference(data, otherSession, partner);
    data.otherBorders = predictedBorders(data, base, otherSession);
    data.otherMode = base.launchMode;
    data.hasDifference = true;
}

namespace {

/// Whether the other's time lies between its samples, and where either time comes from: between measured ones none is.
void addOriginsOfRatio(CsvWriter& csv, const MapCell& cell)
{
    if (!(cell.difference > 0.0)) {
        csv.addEmpty().addEmpty().addEmpty();
        return;
    }
    const auto word = [](Provenance provenance, bool isBetween) {
        return isBetween && provenance == Provenance::Measured ? std::string_view("interpolated") : nameOf(provenance);
    };
    csv.add(std::int64_t{cell.differenceIsBetween}).add(word(cell.provenance, cell.state == CellState::Interpolated));
    csv.add(word(cell.differenceProvenance, cell.differenceIsBetween));
}

} // namespace

std::string toCsv(const RegimeMapData& data)
{
    static constexpr const char* states[] = {"unknown", "spread", "interpolated", "measured"};
    // Without a what-if the column that says what residuals are of would be empty.
    const bool imagined = !data.whatIf.empty();
    CsvWriter csv(
        std::string(
            "operations_per_element,fusion_depth,elements,state,time_s,share_compute,share_memory,share_overhead,"
            "share_under_filled,confidence,ambiguous,marked,residual,share_of_roof,time_ratio,time_ratio_interpolated,"
            "time_ratio_own_provenance,time_ratio_other_provenance")
        + (imagined ? ",what_if" : "") + ",regime,share_unexplained");
    for (std::size_t y = 0; y < data.ys.size(); ++y)
        for (std::size_t x = 0; x < data.xs.size(); ++x) {
            const MapCell& cell = data.cell(x, y);
            const Workload workload = data.workload(x, y);
            csv.add(workload.operationsPerElement).add(workload.fusionDepth).add(workload.elements);
            csv.add(cell.state == CellState::Measured ? nameOf(cell.provenance) : states[static_cast<int>(cell.state)]);
            const bool own = cell.state == CellState::Measured || cell.state == CellState::Interpolated;
            own ? csv.add(cell.seconds) : csv.addEmpty();
            for (const Regime regime : {Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled})
                own&& cell.shares ? csv.add(cell.shares->of(regime)) : csv.addEmpty();
            own ? csv.add(cell.confidence) : csv.addEmpty();
            csv.add(std::int64_t{cell.ambiguous}).add(std::int64_t{cell.marked});
            own&& cell.residual ? csv.add(*cell.residual) : csv.addEmpty();
            own&& cell.shareOfRoof ? csv.add(*cell.shareOfRoof) : csv.addEmpty();
            cell.difference > 0.0 ? csv.add(cell.difference) : csv.addEmpty();
            addOriginsOfRatio(csv, cell);
            if (imagined)
                csv.add(data.whatIf);
            own&& cell.regime ? csv.add(nameOf(*cell.regime)) : csv.addEmpty();
            own&& cell.shares ? csv.add(cell.shares->unexplained) : csv.addEmpty();
            csv.endLine();
        }
    return csv.text();
}

} // namespace ridgepoint
