// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/interpolation.h"
#include "core/analysis/elasticity.h"
#include "core/sweep/grid.h"
#include "core/sweep/plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace ridgepoint {
namespace {

using Place = Grid::Place;

/// What is known of one cell.
struct Value {
    enum class State { Unknown, Filled, Measured };
    State state = State::Unknown;
    double logTime = 0.0;
    double halfWidth = 0.0;
    bool isGuessed = false; ///< rests on a corner that nothing was measured for
    /// Logarithms of what was read of the device's state beside it: bandwidth, rate, launch. No number where nothing
    /// was.
    std::array<double, 3> controls{};
};

/// A box of cells, both ends included, and by how much the last halving missed.
struct Box {
    Place low{};
    Place high{};
    double miss = 0.0;
};

/// Where to cut a box: the plane that most measured cells lie on, those on the box's own edges first.
struct Cut {
    int axis = -1;
    int index = 0;
    int edgeCells = 0;
    int cells = 0;
    int offCentre = 0;

    [[nodiscard]] bool betterThan(const Cut& other) const
    {
        if (edgeCells != other.edgeCells)
            return edgeCells > other.edgeCells;
        // Off the edges a plane is worth the cells that it holds; on them the most central one divides best.
        if (edgeCells == 0 && cells != other.cells)
            return cells > other.cells;
        return offCentre < other.offCentre;
    }
};

/// How many measured cells any box holds, told from eight running sums: counting them cell by cell took seconds where a
/// grid is dense, because every cell lies in some twenty nested boxes.
class MeasuredCounts {
public:
    explicit MeasuredCounts(const Grid& grid)
        : m_strideY(static_cast<std::size_t>(grid.length(0)) + 1),
          m_strideZ(m_strideY * (static_cast<std::size_t>(grid.length(1)) + 1)),
          m_sums(m_strideZ * (static_cast<std::size_t>(grid.length(2)) + 1))
    {}
    void add(const Place& place) { ++m_sums[at(place[0] + 1, place[1] + 1, place[2] + 1)]; }
    /// To be called once, when every cell is added.
    void sumUp()
    {
        for (const std::size_t stride : {std::size_t{1}, m_strideY, m_strideZ})
            for (std::size_t i = stride; i < m_sums.size(); ++i)
                // The first cell of each line along this direction has nothing before it.
                if (stride == m_strideZ || i % (stride == 1 ? m_strideY : m_strideZ) >= stride)
                    m_sums[i] += m_sums[i - stride];
    }
    /// Both ends included.
    [[nodiscard]] int within(const Place& low, const Place& high) const
    {
        int count = 0;
        for (unsigned bits = 0; bits < 8; ++bits) {
            const auto end = [&](unsigned axis) { return (bits >> axis & 1U) != 0 ? low[axis] : high[axis] + 1; };
            const int sum = m_sums[at(end(0), end(1), end(2))];
            count += ((bits ^ bits >> 1 ^ bits >> 2) & 1U) != 0 ? -sum : sum;
        }
        return count;
    }

private:
    [[nodiscard]] std::size_t at(int x, int y, int z) const
    {
        return static_cast<std::size_t>(x) + static_cast<std::size_t>(y) * m_strideY
             + static_cast<std::size_t>(z) * m_strideZ;
    }
    std::size_t m_strideY;
    std::size_t m_strideZ;
    std::vector<int> m_sums;
};

/// Fills one grid: boxes are cut at measured cells until none lies inside, then filled from their corners.
class Filler {
public:
    explicit Filler(const Grid& grid) : m_grid(grid), m_values(grid.cellCount()), m_counts(grid) {}

    void put(std::size_t cell, double logTime, double halfWidth, const ControlReadings& controls)
    {
        const auto log = [](double reading) {
            return reading > 0.0 ? std::log(reading) : std::numeric_limits<double>::quiet_NaN();
        };
        m_values[cell] = {Value::State::Measured,
                          logTime,
                          halfWidth,
                          false,
                          {log(controls.bandwidth), log(controls.rate), log(controls.launch)}};
        m_measured.push_back(m_grid.placeOf(cell));
    }

    void fill()
    {
        if (m_measured.empty())
            return;
        Box whole{m_measured.front(), m_measured.front(), 0.0};
        for (const Place& place : m_measured)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                whole.low[axis] = std::min(whole.low[axis], place[axis]);
                whole.high[axis] = std::max(whole.high[axis], place[axis]);
            }
        for (const Place& place : m_measured)
            m_counts.add(place);
        m_counts.sumUp();
        forCorners(whole, [this](const Place& corner) { fillFromNearest(corner); });
        fillBox(whole);
    }

    [[nodiscard]] const Value& at(std::size_t cell) const { return m_values[cell]; }
    /// Whether a measured cell lies so near that what is filled in stands for something.
    [[nodiscard]] bool isNearMeasured(std::size_t cell) const
    {
        Place low = m_grid.placeOf(cell);
        Place high = low;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int length = m_grid.length(static_cast<int>(axis));
            low[axis] = std::max(low[axis] - farthestFilled(length), 0);
            high[axis] = std::min(high[axis] + farthestFilled(length), length - 1);
        }
        return m_counts.within(low, high) > 0;
    }

private:
    Value& value(const Place& place) { return m_values[m_grid.cellAt(place)]; }
    [[nodiscard]] bool isMeasured(const Place& place) const
    {
        return m_values[m_grid.cellAt(place)].state == Value::State::Measured;
    }

    template <class Visit> static void forCorners(const Box& box, Visit visit)
    {
        for (unsigned bits = 0; bits < 8; ++bits) {
            Place corner = box.low;
            bool isNew = true;
            for (std::size_t axis = 0; axis < 3; ++axis)
                if ((bits >> axis) & 1U) {
                    isNew = isNew && box.low[axis] != box.high[axis];
                    corner[axis] = box.high[axis];
                }
            if (isNew)
                visit(corner);
        }
    }
    template <class Visit> static void forCells(const Box& box, Visit visit)
    {
        for (int z = box.low[2]; z <= box.high[2]; ++z)
            for (int y = box.low[1]; y <= box.high[1]; ++y)
                for (int x = box.low[0]; x <= box.high[0]; ++x)
                    visit(Place{x, y, z});
    }

    /// A corner of the bounding box that is not measured (yet) takes the nearest measured value, so that the cutting
    /// can go on; what rests on it is thrown away in the end, because times differ by decades from corner to corner.
    void fillFromNearest(const Place& corner)
    {
        if (value(corner).state != Value::State::Unknown)
            return;
        double best = std::numeric_limits<double>::infinity();
        for (const Place& place : m_measured) {
            double distance = 0.0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double step = m_grid.length(static_cast<int>(axis)) > 1
                                      ? static_cast<double>(place[axis] - corner[axis])
                                            / (m_grid.length(static_cast<int>(axis)) - 1)
                                      : 0.0;
                distance += step * step;
            }
            if (distance < best) {
                best = distance;
                value(corner) = {Value::State::Filled, value(place).logTime,
                                 value(place).halfWidth + std::sqrt(distance), true, value(place).controls};
            }
        }
    }

    [[nodiscard]] double fraction(std::size_t axis, int low, int at, int high) const
    {
        if (low == high)
            return 0.0;
        const int a = static_cast<int>(axis);
        const double from = m_grid.logCoordinate(a, low);
        return (m_grid.logCoordinate(a, at) - from) / (m_grid.logCoordinate(a, high) - from);
    }

    [[nodiscard]] Cut bestCut(const Box& box) const
    {
        Cut best;
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (int index = box.low[axis] + 1; index < box.high[axis]; ++index) {
                Box plane = box;
                plane.low[axis] = plane.high[axis] = index;
                Cut cut{.axis = static_cast<int>(axis),
                        .index = index,
                        .edgeCells = 0,
                        .cells = m_counts.within(plane.low, plane.high),
                        .offCentre = std::abs(2 * index - box.low[axis] - box.high[axis])};
                forCorners(plane, [&](const Place& corner) { cut.edgeCells += isMeasured(corner) ? 1 : 0; });
                if (cut.cells > 0 && (best.axis < 0 || cut.betterThan(best)))
                    best = cut;
            }
        return best;
    }

    void fillBox(const Box& box)
    {
        const Cut cut = bestCut(box);
        if (cut.axis < 0) {
            forCells(box, [&](const Place& place) { fillInside(box, place); });
            return;
        }
        const auto axis = static_cast<std::size_t>(cut.axis);
        Box below = box;
        Box above = box;
        below.high[axis] = above.low[axis] = cut.index;
        Box plane = below;
        plane.low[axis] = cut.index;
        double miss = 0.0;
        forCorners(plane, [&](const Place& place) {
            const Value line = between(box, place);
            if (isMeasured(place))
                miss = std::max(miss, std::abs(value(place).logTime - line.logTime));
            else if (value(place).state == Value::State::Unknown)
                value(place) = line;
        });
        // A smooth curve misses a quarter as much over half the width, a kink half as much: the worse is assumed.
        below.miss = above.miss = miss / 2.0;
        fillBox(below);
        fillBox(above);
    }

    void fillInside(const Box& box, const Place& place)
    {
        if (value(place).state == Value::State::Unknown)
            value(place) = between(box, place);
    }

    /// Along which axes the box is longer than one cell.
    struct Span {
        std::array<std::size_t, 3> axes{};
        int count = 0;
    };
    static Span spanOf(const Box& box)
    {
        Span span;
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (box.low[axis] != box.high[axis])
                span.axes[static_cast<std::size_t>(span.count++)] = axis;
        return span;
    }

    /// What each corner of a flat box weighs, by whether it lies high along x and y: two triangles between the four,
    /// which meet on the diagonal that lies lower. ln T is the larger of straight lines, or rounder than that, and so
    /// lies below whatever joins two of its points. A border that crosses a box aslant, as that between computing and
    /// memory does over operations and depth, stays as sharp as it is.
    std::array<std::array<double, 2>, 2> triangleWeights(const Box& box, const Place& place, std::size_t x,
                                                         std::size_t y)
    {
        const auto corner = [&](bool highX, bool highY) {
            Place at = box.low;
            at[x] = highX ? box.high[x] : at[x];
            at[y] = highY ? box.high[y] : at[y];
            return value(at).logTime;
        };
        const double u = fraction(x, box.low[x], place[x], box.high[x]);
        const double v = fraction(y, box.low[y], place[y], box.high[y]);
        if (corner(false, false) + corner(true, true) <= corner(true, false) + corner(false, true)) {
            const double least = std::min(u, v);
            return {{{1.0 - std::max(u, v), v - least}, {u - least, least}}};
        }
        if (u + v <= 1.0)
            return {{{1.0 - u - v, v}, {u, 0.0}}};
        return {{{0.0, 1.0 - u}, {1.0 - v, u + v - 1.0}}};
    }

    /// Between the corners: linear in every direction, in triangles where there are two. A control that was not read at
    /// some of the corners is that of the others: a single one must not hide the state of all around it.
    Value between(const Box& box, const Place& place)
    {
        Value result{Value::State::Filled};
        const Span span = spanOf(box);
        const bool isFlat = span.count == 2;
        const std::size_t x = span.axes[0];
        const std::size_t y = span.axes[1];
        const auto triangles = isFlat ? triangleWeights(box, place, x, y) : std::array<std::array<double, 2>, 2>{};
        double corners = 0.0;
        std::array<double, 3> known{};
        forCorners(box, [&](const Place& corner) {
            double weight = 1.0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double part = fraction(axis, box.low[axis], place[axis], box.high[axis]);
                weight *= corner[axis] == box.low[axis] ? 1.0 - part : part;
            }
            const double share = isFlat ? triangles[corner[x] != box.low[x] ? 1 : 0][corner[y] != box.low[y] ? 1 : 0]
                                        : weight;
            const Value& there = value(corner);
            result.logTime += share * there.logTime;
            for (std::size_t control = 0; control < known.size(); ++control)
                if (share > 0.0 && std::isfinite(there.controls[control])) {
                    result.controls[control] += share * there.controls[control];
                    known[control] += share;
                }
            if (weight <= 0.0)
                return;
            corners = std::max(corners, there.halfWidth);
            result.isGuessed = result.isGuessed || there.isGuessed;
        });
        for (std::size_t control = 0; control < known.size(); ++control)
            result.controls[control] = known[control] > 0.0 ? result.controls[control] / known[control]
                                                            : std::numeric_limits<double>::quiet_NaN();
        result.halfWidth = corners + box.miss;
        return result;
    }

    const Grid& m_grid;
    std::vector<Value> m_values;
    std::vector<Place> m_measured;
    MeasuredCounts m_counts;
};

Sample interpolatedSample(const Plan& plan, const Workload& workload, const Value& value)
{
    Sample sample;
    sample.workload = workload;
    sample.device = plan.device;
    sample.time = sample.median = Seconds(std::exp(value.logTime));
    sample.low = Seconds(std::exp(value.logTime - value.halfWidth));
    sample.high = Seconds(std::exp(value.logTime + value.halfWidth));
    sample.flags = Flag::Interpolated;
    const auto reading = [](double log) { return std::isfinite(log) ? std::exp(log) : 0.0; };
    sample.controls = {reading(value.controls[0]), reading(value.controls[1]),
                       reading(value.controls[2])}; // its time is of such a state
    return sample;
}

void fillPlan(const Plan& plan, std::span<const Sample> measured, std::vector<Sample>& filled)
{
    const Grid grid(plan);
    Filler filler(grid);
    for (const Sample& sample : measured) {
        const double time = sample.time.value();
        if (sample.device != plan.device || sample.flags.has(Flag::Interpolated) || !std::isfinite(time) || time <= 0.0)
            continue;
        if (const auto cell = grid.find(sample.workload))
            filler.put(*cell, std::log(time), logHalfWidth(sample), sample.controls);
    }
    filler.fill();
    for (std::size_t cell = 0; cell < grid.cellCount(); ++cell)
        if (filler.at(cell).state == Value::State::Filled && !filler.at(cell).isGuessed && filler.isNearMeasured(cell))
            filled.push_back(interpolatedSample(plan, grid.workload(cell), filler.at(cell)));
}

/// Fewer cells make no slice: a point that was measured for a lever, or the neighbour that a regime needed.
constexpr int leastCells = 9;

} // namespace

std::vector<Sample> fillInterpolated(const Plan& plan, std::span<const Sample> measured)
{
    std::vector<Sample> filled;
    if (!validate(plan))
        return filled;
    fillPlan(plan, measured, filled);
    for (const Plan& neighbours : neighbourPlans(plan))
        fillPlan(neighbours, measured, filled);
    return filled;
}

std::optional<AxisKind> thirdDirection(const Plan& map)
{
    if (map.axes.size() != 2)
        return std::nullopt;
    for (const AxisKind kind : allAxisKinds)
        if (std::none_of(map.axes.begin(), map.axes.end(), [kind](const Axis& axis) { return axis.kind == kind; }))
            return kind;
    return std::nullopt;
}

std::vector<Sample> fillFromSlices(const Plan& map, std::span<const Sample> measured)
{
    const auto third = thirdDirection(map);
    if (!third)
        return {};
    const std::int64_t here = coordinate(map.base, *third);
    const Grid grid(map);
    std::map<std::int64_t, int> cells;
    for (const Sample& sample : measured)
        if (sample.device == map.device && !sample.flags.has(Flag::Interpolated)
            && grid.find(moved(sample.workload, *third, here)))
            ++cells[coordinate(sample.workload, *third)];
    std::erase_if(cells, [here](const auto& slice) { return slice.first == here || slice.second < leastCells; });
    const auto above = cells.upper_bound(here);
    if (above == cells.end() || above == cells.begin())
        return {};
    Plan around = map;
    around.axes.push_back({*third, {std::prev(above)->first, here, above->first}});
    if (!validate(around))
        return {};
    std::vector<Sample> between = fillInterpolated(around, measured);
    std::erase_if(between, [&](const Sample& sample) { return coordinate(sample.workload, *third) != here; });
    return between;
}

} // namespace ridgepoint
