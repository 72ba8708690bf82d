// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/refinement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace ridgepoint {
namespace {

using Place = Grid::Place;

// Departures of ln T from the line between the corners at which a box is halved. The finer one is two to three times
// the noise of a midpoint's departure at 1 % noise of a time; it holds only where regimes differ, because elsewhere a
// finer picture changes none.
constexpr double departureAtBorder = 0.03;
constexpr double departureElsewhere = 0.12;
// Slopes that differ by this much are told apart where the grid lacks one of the two directions.
constexpr double slopeStep = 0.4;
// Boxes told in one go: few, so that what is learnt steers what comes next.
constexpr std::size_t cellsAtOnce = 8;

/// At most a sixth of the cells is asked for; of small maps a fifth, and on lines so many, which take no time.
std::size_t mostCells(const Grid& grid)
{
    constexpr std::size_t onALine = 64;
    constexpr std::size_t onASmallMap = 100;
    constexpr std::size_t least = 25;
    const std::size_t cells = grid.cellCount();
    int directions = 0;
    for (int axis = 0; axis < grid.axisCount(); ++axis)
        directions += grid.length(axis) > 1 ? 1 : 0;
    return std::max({cells / 6, std::min(cells / 5, onASmallMap), directions < 2 ? onALine : least});
}

/// Of a short axis, such as the depth's, the middle is asked for anyway when the boxes are judged; where a map is
/// small, what is spent on a lattice is missing at the borders.
int coarseIntervals(const Grid& grid, int axis)
{
    constexpr std::size_t smallMap = 500;
    if (grid.axisCount() == 1)
        return 8;
    return grid.length(axis) < shortAxis ? 1 : grid.cellCount() < smallMap ? 3 : 4;
}

/// Indices that divide 0 .. length-1 into at most `intervals` parts.
std::vector<int> coarseIndices(int length, int intervals)
{
    const int parts = std::min(length - 1, intervals);
    if (parts < 1)
        return {0};
    std::vector<int> indices;
    for (int i = 0; i <= parts; ++i)
        indices.push_back(static_cast<int>(std::lround(static_cast<double>(length - 1) * i / parts)));
    return indices;
}

/// The same with further indices between them, at the middles that boxes are halved at, so that none is farther than
/// `farthest` from one of these.
std::vector<int> closedIndices(const std::vector<int>& coarse, int farthest)
{
    std::vector<int> indices{coarse.front()};
    const auto close = [&](const auto& self, int high) -> void {
        while (high - indices.back() > 2 * farthest + 1)
            self(self, (indices.back() + high) / 2);
        indices.push_back(high);
    };
    for (std::size_t i = 1; i < coarse.size(); ++i)
        close(close, coarse[i]);
    return indices;
}

/// What the time follows most: both axes, the size, neither, the operations. Where no roof is known there is no
/// verdict, and a change of this within a box is the next best hint of where to look; it names no regime to anybody.
int mostFollowed(double slopeOperations, double slopeSize)
{
    const double k = std::max(0.0, slopeOperations);
    const double n = std::max(0.0, slopeSize);
    const std::array<double, 4> shares{std::min(k, n), n - k, 1.0 - std::max(k, n), k - n};
    return static_cast<int>(std::max_element(shares.begin(), shares.end()) - shares.begin());
}

struct Box {
    Place low{};
    Place high{};
    double score = 0.0; ///< how much it matters: larger first
    std::size_t order = 0;
    bool isLookedAtAlongAll = false; ///< also along axes on which it is short

    [[nodiscard]] int steps(std::size_t axis) const { return high[axis] - low[axis]; }
    /// Whether the middle of the axis is asked for. Where a box is far longer along another one, that one is halved
    /// first.
    [[nodiscard]] bool asksAlong(std::size_t axis) const
    {
        constexpr int farLonger = 3;
        const int longest = std::max({steps(0), steps(1), steps(2)});
        return steps(axis) > 1 && (isLookedAtAlongAll || steps(axis) * farLonger >= longest);
    }
};

struct MoreImportant {
    bool operator()(const Box& a, const Box& b) const
    {
        return a.score != b.score ? a.score > b.score : a.order < b.order;
    }
};

/// The least and the largest slope seen along one axis, and the largest departure of a midpoint.
struct Bend {
    double least = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
    double departure = 0.0;

    void addSlope(double slope)
    {
        least = std::min(least, slope);
        largest = std::max(largest, slope);
    }
    [[nodiscard]] bool known() const { return least <= largest; }
    [[nodiscard]] bool differs() const { return known() && largest - least > slopeStep; }
};

} // namespace

class Refinement::State {
public:
    explicit State(Grid given) : grid(std::move(given)), times(grid.cellCount(), unknown), limit(mostCells(grid))
    {
        std::array<std::vector<int>, 3> indices;
        for (std::size_t axis = 0; axis < 3; ++axis)
            indices[axis] = coarseIndices(grid.length(static_cast<int>(axis)),
                                          coarseIntervals(grid, static_cast<int>(axis)));
        for (const int z : indices[2])
            for (const int y : indices[1])
                for (const int x : indices[0])
                    coarse.push_back(grid.cellAt({x, y, z}));
        addCoarseBoxes(indices);
        for (std::size_t axis = 0; axis < 3; ++axis)
            indices[axis] = closedIndices(indices[axis], farthestFilled(grid.length(static_cast<int>(axis))));
        for (const int z : indices[2])
            for (const int y : indices[1])
                for (const int x : indices[0])
                    if (const std::size_t cell = grid.cellAt({x, y, z});
                        std::find(coarse.begin(), coarse.end(), cell) == coarse.end())
                        closing.push_back(cell);
        asked = coarse.size() + closing.size();
        limit = std::max(limit, asked + cellsAtOnce); // of a long line the lattice alone is more than a line is given
    }

    Grid grid;
    std::vector<std::size_t> coarse;
    std::vector<std::size_t> closing;

    void tell(std::size_t cell, double logTime)
    {
        // A time that is no number could never be told; the cell counts as one that can't be measured.
        times[cell] = std::isfinite(logTime) ? logTime : unavailable;
    }

    std::map<std::size_t, std::optional<Regime>> verdicts; ///< by cell; empty where none are known

    std::vector<std::size_t> next()
    {
        std::vector<std::size_t> wanted;
        std::vector<Box> waiting;
        while (!boxes.empty() && wanted.size() < cellsAtOnce) {
            const Box box = *boxes.begin();
            boxes.erase(boxes.begin());
            const std::size_t before = wanted.size();
            collectUnknown(box, wanted);
            if (wanted.size() > before)
                waiting.push_back(box);
            else
                judge(box);
        }
        for (const Box& box : waiting)
            boxes.insert(box);
        // Cells that come known, or that others asked for, cost nothing here and do not count.
        wanted.resize(std::min(wanted.size(), limit > asked ? limit - asked : 0));
        asked += wanted.size();
        return wanted;
    }

    static constexpr double unavailable = std::numeric_limits<double>::infinity();

private:
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    std::vector<double> times; ///< ln T
    std::size_t limit = 0;
    std::size_t asked = 0; ///< cells asked for, the coarse ones included
    std::size_t boxesMade = 0;
    std::set<Box, MoreImportant> boxes;

    [[nodiscard]] double time(const Place& place) const { return times[grid.cellAt(place)]; }

    void addBox(Box box)
    {
        box.order = boxesMade++;
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (box.steps(axis) > 1) {
                boxes.insert(box);
                return;
            }
    }

    void addCoarseBoxes(const std::array<std::vector<int>, 3>& indices)
    {
        const auto intervals = [](const std::vector<int>& of) { return std::max<std::size_t>(of.size(), 2) - 1; };
        const auto end = [](const std::vector<int>& of, std::size_t i) { return of[std::min(i + 1, of.size() - 1)]; };
        for (std::size_t z = 0; z < intervals(indices[2]); ++z)
            for (std::size_t y = 0; y < intervals(indices[1]); ++y)
                for (std::size_t x = 0; x < intervals(indices[0]); ++x)
                    addBox({{indices[0][x], indices[1][y], indices[2][z]},
                            {end(indices[0], x), end(indices[1], y), end(indices[2], z)},
                            std::numeric_limits<double>::infinity()});
    }

    /// Visits the edges of the box that run along the axis, as their lower ends.
    template <class Visit> static void forEdges(const Box& box, std::size_t axis, Visit visit)
    {
        const std::size_t u = (axis + 1) % 3;
        const std::size_t v = (axis + 2) % 3;
        for (const int atU : {box.low[u], box.high[u]}) {
            for (const int atV : {box.low[v], box.high[v]}) {
                Place place = box.low;
                place[u] = atU;
                place[v] = atV;
                visit(place);
                if (box.low[v] == box.high[v])
                    break;
            }
            if (box.low[u] == box.high[u])
                break;
        }
    }

    static int middle(const Box& box, std::size_t axis) { return (box.low[axis] + box.high[axis]) / 2; }

    void collectUnknown(const Box& box, std::vector<std::size_t>& wanted) const
    {
        const auto want = [&](const Place& place) {
            const std::size_t cell = grid.cellAt(place);
            if (std::isnan(times[cell]) && std::find(wanted.begin(), wanted.end(), cell) == wanted.end())
                wanted.push_back(cell);
        };
        for (std::size_t axis = 0; axis < 3; ++axis)
            forEdges(box, axis, [&](Place place) {
                want(place);
                place[axis] = box.high[axis];
                want(place);
                if (box.asksAlong(axis)) {
                    place[axis] = middle(box, axis);
                    want(place);
                }
            });
    }

    [[nodiscard]] Bend bendAlong(const Box& box, std::size_t axis) const
    {
        Bend bend;
        if (box.low[axis] == box.high[axis])
            return bend;
        const auto a = static_cast<int>(axis);
        const auto log = [&](int index) { return grid.logCoordinate(a, index); };
        forEdges(box, axis, [&](Place place) {
            const double low = time(place);
            place[axis] = box.high[axis];
            const double high = time(place);
            if (!std::isfinite(low) || !std::isfinite(high))
                return;
            const double slope = (high - low) / (log(box.high[axis]) - log(box.low[axis]));
            const int mid = middle(box, axis);
            place[axis] = mid;
            if (mid == box.low[axis] || !std::isfinite(time(place))) {
                bend.addSlope(slope);
                return;
            }
            const double line = low + slope * (log(mid) - log(box.low[axis]));
            bend.departure = std::max(bend.departure, std::abs(time(place) - line));
            bend.addSlope((time(place) - low) / (log(mid) - log(box.low[axis])));
            bend.addSlope((high - time(place)) / (log(box.high[axis]) - log(mid)));
        });
        return bend;
    }

    [[nodiscard]] bool slopesDiffer(const std::array<Bend, 3>& bends) const
    {
        const auto bendOf = [&](AxisKind kind) {
            const auto axis = grid.axisOf(kind);
            return axis ? bends[static_cast<std::size_t>(*axis)] : Bend{};
        };
        Bend k = bendOf(AxisKind::Operations);
        Bend depth = bendOf(AxisKind::Depth);
        const Bend n = bendOf(AxisKind::Size);
        if (!grid.axisOf(AxisKind::Operations)) {
            // Whatever is not computing goes with the passes: the slope along the depth is that along the operations
            // less 1.
            k = {depth.least + 1.0, depth.largest + 1.0, depth.departure};
            depth = {};
        }
        if (depth.differs())
            return true;
        if (!k.known() || !n.known())
            return k.differs() || n.differs();
        const int first = mostFollowed(k.least, n.least);
        return first != mostFollowed(k.least, n.largest) || first != mostFollowed(k.largest, n.least)
            || first != mostFollowed(k.largest, n.largest);
    }

    /// Whether the verdict names different regimes at corners and middles of the box, or is in doubt at one.
    [[nodiscard]] bool verdictsDiffer(const Box& box) const
    {
        std::optional<Regime> first;
        bool differ = false;
        const auto look = [&](const Place& place) {
            const std::size_t cell = grid.cellAt(place);
            const auto verdict = verdicts.find(cell);
            if (verdict == verdicts.end())
                return;
            const std::optional<Regime>& regime = verdict->second;
            differ = differ || !regime || (first && first != regime);
            first = regime;
        };
        for (std::size_t axis = 0; axis < 3; ++axis)
            forEdges(box, axis, [&](Place place) {
                look(place);
                place[axis] = middle(box, axis);
                look(place);
                place[axis] = box.high[axis];
                look(place);
            });
        return differ;
    }

    /// Halves the box along the axis that bends most, if that is too much, or leaves it for good.
    void judge(const Box& box)
    {
        std::array<Bend, 3> bends;
        for (std::size_t axis = 0; axis < 3; ++axis)
            bends[axis] = bendAlong(box, axis);
        const bool atBorder = verdicts.empty() ? slopesDiffer(bends) : verdictsDiffer(box);
        const auto worst = static_cast<std::size_t>(
            std::max_element(bends.begin(), bends.end(),
                             [](const Bend& a, const Bend& b) { return a.departure < b.departure; })
            - bends.begin());
        if (box.steps(worst) < 2 || bends[worst].departure <= (atBorder ? departureAtBorder : departureElsewhere))
            return lookAlongAll(box);
        Box lower = box;
        lower.score = bends[worst].departure * (atBorder ? 4.0 : 1.0);
        lower.isLookedAtAlongAll = false;
        Box upper = lower;
        upper.low[worst] = lower.high[worst] = middle(box, worst);
        addBox(lower);
        addBox(upper);
    }

    /// Once more, where a short axis has not been looked along yet.
    void lookAlongAll(Box box)
    {
        if (!std::exchange(box.isLookedAtAlongAll, true))
            addBox(box);
    }
};

Refinement::Refinement(Grid grid) : m_state(std::make_unique<State>(std::move(grid))) {}
Refinement::~Refinement() = default;
Refinement::Refinement(Refinement&&) noexcept = default;
Refinement& Refinement::operator=(Refinement&&) noexcept = default;

const std::vector<std::size_t>& Refinement::coarseCells() const { return m_state->coarse; }
const std::vector<std::size_t>& Refinement::closingCells() const { return m_state->closing; }
void Refinement::set(std::size_t cell, double logTime) { m_state->tell(cell, logTime); }
void Refinement::setVerdicts(std::map<std::size_t, std::optional<Regime>> verdicts)
{
    m_state->verdicts = std::move(verdicts);
}
void Refinement::setUnavailable(std::size_t cell) { m_state->tell(cell, State::unavailable); }
std::vector<std::size_t> Refinement::nextCells() { return m_state->next(); }

} // namespace ridgepoint
