// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/regime_map_data.h"

#include "app/charts/data/apply_what_if.h"
#include "core/model/prediction.h"
#include "core/session/csv_writer.h"
#include "core/sweep/grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
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
    const bool hasWhatIf = !data.whatIf.empty();
    CsvWriter csv(
        std::string(
            "operations_per_element,fusion_depth,elements,state,time_s,share_compute,share_memory,share_overhead,"
            "share_under_filled,confidence,ambiguous,marked,residual_as_it_was,share_of_drawn_roof,time_ratio,"
            "time_ratio_interpolated,time_ratio_own_provenance,time_ratio_other_provenance")
        + (hasWhatIf ? ",what_if" : "") + ",regime,share_unexplained");
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
            if (hasWhatIf)
                csv.add(data.whatIf);
            own&& cell.regime ? csv.add(nameOf(*cell.regime)) : csv.addEmpty();
            own&& cell.shares ? csv.add(cell.shares->unexplained) : csv.addEmpty();
            csv.endLine();
        }
    return csv.text();
}

namespace {

constexpr double textAspect = 2.5;
/// Along each axis: a finer map is looked at in steps, since a name is many cells wide.
constexpr std::size_t mostSteps = 128;

/// The region that a cell belongs to: under-filled ones have the colour of compute.
std::optional<Regime> regionOf(const MapCell& cell)
{
    return cell.regime == Regime::UnderFilled ? Regime::Compute : cell.regime;
}

/// Distances to the nearest cell outside the region (the map's edge counts as outside), by two sweeps of a chamfer
/// over the eight neighbours, in fractions of the map with x divided by the text's aspect.
class Clearances {
public:
    Clearances(const RegimeMapData& data, Regime regime)
        : m_stepX(stepFor(data.xs.size())),
          m_stepY(stepFor(data.ys.size())),
          m_width((data.xs.size() + m_stepX - 1) / m_stepX),
          m_height((data.ys.size() + m_stepY - 1) / m_stepY),
          m_values(m_width * m_height, 0.0)
    {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const MapCell& cell = data.cell(i % m_width * m_stepX, i / m_width * m_stepY);
            m_values[i] = regionOf(cell) == regime ? 1e9 : 0.0;
        }
        sweep(true);
        sweep(false);
    }
    struct Best {
        std::size_t x = 0; ///< of the cell in the map
        std::size_t y = 0;
        double clearance = 0.0;
    };
    [[nodiscard]] Best best() const
    {
        const auto found = std::max_element(m_values.begin(), m_values.end());
        const auto index = static_cast<std::size_t>(found - m_values.begin());
        return {index % m_width * m_stepX, index / m_width * m_stepY, *found};
    }

private:
    static std::size_t stepFor(std::size_t count) { return (count + mostSteps - 1) / mostSteps; }
    void sweep(bool forward)
    {
        const double stepX = 1.0 / (static_cast<double>(m_width) * textAspect);
        const double stepY = 1.0 / static_cast<double>(m_height);
        const double diagonal = std::hypot(stepX, stepY);
        const std::size_t count = m_values.size();
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t i = forward ? n : count - 1 - n;
            const long x = static_cast<long>(i % m_width);
            const long y = static_cast<long>(i / m_width);
            const long back = forward ? -1 : 1;
            double least = m_values[i];
            least = std::min(least, value(x + back, y) + stepX);
            least = std::min(least, value(x, y + back) + stepY);
            least = std::min(least, value(x + back, y + back) + diagonal);
            least = std::min(least, value(x - back, y + back) + diagonal);
            m_values[i] = least;
        }
    }
    [[nodiscard]] double value(long x, long y) const
    {
        if (x < 0 || y < 0 || x >= static_cast<long>(m_width) || y >= static_cast<long>(m_height))
            return 0.0;
        return m_values[static_cast<std::size_t>(y) * m_width + static_cast<std::size_t>(x)];
    }
    std::size_t m_stepX;
    std::size_t m_stepY;
    std::size_t m_width;
    std::size_t m_height;
    std::vector<double> m_values;
};

} // namespace

std::vector<RegionLabel> regionLabels(const RegimeMapData& data)
{
    std::vector<RegionLabel> labels;
    if (data.cells.empty())
        return labels;
    for (const Regime regime : {Regime::Memory, Regime::Compute, Regime::Overhead}) {
        const auto size = std::count_if(data.cells.begin(), data.cells.end(),
                                        [&](const MapCell& cell) { return regionOf(cell) == regime; });
        if (static_cast<double>(size) < 0.02 * static_cast<double>(data.cells.size()))
            continue;
        const Clearances::Best best = Clearances(data, regime).best();
        labels.push_back({regime,
                          {(data.xEdges[best.x] + data.xEdges[best.x + 1]) / 2.0,
                           (data.yEdges[best.y] + data.yEdges[best.y + 1]) / 2.0},
                          best.clearance});
    }
    return labels;
}

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
                 std::log(std::max(prediction->hiddenWork().value(), 1e-15))};
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

std::vector<BorderCrossing> crossingsOf(const std::vector<MapBorder>& borders, bool isRow, double at)
{
    std::vector<BorderCrossing> crossings;
    for (const MapBorder& border : borders)
        for (std::size_t i = 0; i + 1 < border.line.size(); ++i) {
            const auto [across, along] = std::pair(isRow ? &MapPoint::y : &MapPoint::x,
                                                   isRow ? &MapPoint::x : &MapPoint::y);
            const double from = border.line[i].*across - at;
            const double to = border.line[i + 1].*across - at;
            if ((from < 0.0) == (to < 0.0)) // a corner in the row belongs to one of its parts
                continue;
            const double part = from / (from - to);
            crossings.push_back(
                {std::lerp(border.line[i].*along, border.line[i + 1].*along, part), border.first, border.second});
        }
    return crossings;
}

namespace {

/// The coordinates of a grid among samples: those that at least half as many share as share the commonest one. What was
/// clicked beside the grid stands alone.
std::vector<std::int64_t> gridOf(const std::map<std::int64_t, int>& counts)
{
    int most = 0;
    for (const auto& [value, count] : counts)
        most = std::max(most, count);
    std::vector<std::int64_t> values;
    for (const auto& [value, count] : counts)
        if (2 * count >= most)
            values.push_back(value);
    return values;
}

/// The two values around another and how far it lies from the first to the second, 0 to 1 in octaves.
struct Bracket {
    std::array<std::int64_t, 2> values;
    double part;
};

std::optional<Bracket> bracket(const std::vector<std::int64_t>& values, std::int64_t value)
{
    const auto above = std::lower_bound(values.begin(), values.end(), value);
    if (above == values.end())
        return std::nullopt;
    if (*above == value)
        return Bracket{{value, value}, 0.0};
    if (above == values.begin())
        return std::nullopt;
    const std::int64_t below = *std::prev(above);
    const double span = std::log(static_cast<double>(*above) / static_cast<double>(below));
    return Bracket{{below, *above}, std::log(static_cast<double>(value) / static_cast<double>(below)) / span};
}

} // namespace

MapPartner::MapPartner(const Snapshot& other, const RegimeMapData& map, const Workload& base)
    : m_other(other), m_xAxis(map.xAxis), m_yAxis(map.yAxis), m_plane(moved(moved(base, map.xAxis, 1), map.yAxis, 1))
{
    for (const Sample& sample : other.samples) {
        if (!(sample.time.value() > 0.0) || moved(moved(sample.workload, m_xAxis, 1), m_yAxis, 1) != m_plane)
            continue;
        const Place place{coordinate(sample.workload, m_xAxis), coordinate(sample.workload, m_yAxis)};
        // What was measured goes before what was only predicted.
        const bool isBetween = sample.flags.has(Flag::Interpolated);
        if (const auto known = m_times.find(place);
            known == m_times.end()
            || std::pair(sample.provenance, isBetween) < std::pair(known->second.provenance, known->second.isBetween))
            m_times[place] = {std::log(sample.time.value()), sample.provenance, isBetween};
    }
    std::map<std::int64_t, int> xs;
    std::map<std::int64_t, int> ys;
    for (const auto& [place, time] : m_times) {
        ++xs[place.first];
        ++ys[place.second];
    }
    m_xs = gridOf(xs);
    m_ys = gridOf(ys);
}

std::optional<double> MapPartner::logPrediction(Place place) const
{
    const auto prediction = predict(moved(moved(m_plane, m_xAxis, place.first), m_yAxis, place.second), m_other.roofs,
                                    m_other.device.kind);
    return prediction && prediction->time > Seconds() ? std::optional(std::log(prediction->time.value()))
                                                      : std::nullopt;
}

std::optional<MapPartner::Time> MapPartner::timeAt(const Workload& workload) const
{
    const Place place{coordinate(workload, m_xAxis), coordinate(workload, m_yAxis)};
    if (const auto exact = m_times.find(place); exact != m_times.end())
        return Time{Seconds(std::exp(exact->second.logSeconds)), exact->second.isBetween, exact->second.provenance};
    const auto x = bracket(m_xs, place.first);
    const auto y = bracket(m_ys, place.second);
    if (!x || !y)
        return std::nullopt;
    double between = 0.0;
    auto provenance = Provenance::Measured;
    std::optional<double> explained = logPrediction(place); // times the neighbours' residuals
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j) {
            const double weight = (i == 0 ? 1.0 - x->part : x->part) * (j == 0 ? 1.0 - y->part : y->part);
            if (weight == 0.0)
                continue;
            const Place corner{x->values[i], y->values[j]};
            const auto time = m_times.find(corner);
            if (time == m_times.end())
                return std::nullopt;
            const double logSeconds = time->second.logSeconds;
            provenance = std::max(provenance, time->second.provenance);
            between += weight * logSeconds;
            const auto predicted = logPrediction(corner);
            explained = explained && predicted ? std::optional(*explained + weight * (logSeconds - *predicted))
                                               : std::nullopt;
        }
    return Time{Seconds(std::exp(explained.value_or(between))), true, provenance};
}

std::optional<MapPartner::Time> partnerTime(const Snapshot& other, const Workload& workload, const Plan& plan)
{
    RegimeMapData axes;
    return chooseAxes(axes, plan) ? MapPartner(other, axes, workload).timeAt(workload) : std::nullopt;
}

} // namespace ridgepoint
