// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/round_order.h"

#include "core/analysis/analyse.h"
#include "core/sweep/interpolation.h"

#include <algorithm>
#include <tuple>

namespace ridgepoint {
namespace {

// Analysing larger grids between two rounds would hold measuring up; they keep the order by cost.
constexpr std::size_t largestAnalysed = 20000;

/// The cell, or its place in the plan for a neighbour's: both matter as much.
CellBoard::Id placeInPlan(const CellBoard& board, CellBoard::Id id) { return id % board.cellsInAPlane(); }

struct Candidate {
    CellBoard::Id id = 0;
    int rank = 0;
    double visitCost = 0.0;
    double wholeCost = 0.0;             ///< until it has enough rounds for a claim
    bool hasConfidenceInterval = false; ///< further rounds only sharpen it
};

} // namespace

std::set<CellBoard::Id> cellsAtBorders(const CellBoard& board, const RoofSet& roofs, DeviceKind kind)
{
    std::set<CellBoard::Id> atBorders;
    const Grid& grid = board.grid();
    if (grid.cellCount() > largestAnalysed)
        return atBorders;
    std::vector<Sample> samples = board.samples();
    const std::vector<Sample> filled = fillInterpolated(grid.plan(), samples);
    samples.insert(samples.end(), filled.begin(), filled.end());
    const auto points = analyse(samples, roofs, kind);
    std::vector<std::optional<Regime>> regimes(grid.cellCount());
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (const auto cell = grid.find(samples[i].workload)) {
            regimes[*cell] = points[i].regime;
            if (points[i].flags.has(Flag::Ambiguous))
                atBorders.insert(*cell);
        }
    for (std::size_t cell = 0; cell < regimes.size(); ++cell) {
        const Grid::Place place = grid.placeOf(cell);
        for (int axis = 0; axis < grid.axisCount(); ++axis) {
            Grid::Place next = place;
            if (++next[static_cast<std::size_t>(axis)] >= grid.length(axis))
                continue;
            const std::size_t other = grid.cellAt(next);
            if (regimes[cell] && regimes[other] && regimes[cell] != regimes[other]) {
                atBorders.insert(cell);
                atBorders.insert(other);
            }
        }
    }
    return atBorders;
}

std::vector<CellBoard::Id> nextRound(const CellBoard& board, const StoppingRule& rule,
                                     const std::set<CellBoard::Id>& focused, const std::set<CellBoard::Id>& atBorders,
                                     Seconds left)
{
    std::vector<Candidate> candidates;
    for (const CellBoard::Cell& cell : board.cells()) {
        if (cell.state != CellBoard::State::Measured || rule.judge(cell.summary) != Convergence::Continue)
            continue;
        const CellBoard::Id place = placeInPlan(board, cell.id);
        const double cost = cell.record.visitCost.value();
        candidates.push_back({cell.id,
                              focused.count(place) != 0     ? 0
                              : atBorders.count(place) != 0 ? 1
                                                            : 2,
                              cost, cost * std::max(1, minimumRounds - cell.summary.rounds),
                              cell.summary.rounds >= minimumRounds});
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::tie(a.rank, a.visitCost, a.id) < std::tie(b.rank, b.visitCost, b.id);
    });
    std::vector<CellBoard::Id> round;
    double spent = 0.0;
    // Beyond its claim a cell gets no more than its fair part of the time left: one long run would take a hundred short
    // cells' rounds.
    const double fairPart = left.value() / static_cast<double>(std::max<std::size_t>(candidates.size(), 1));
    for (const Candidate& candidate : candidates) {
        if (spent + candidate.wholeCost > left.value()
            || (candidate.hasConfidenceInterval && candidate.visitCost > fairPart))
            continue;
        spent += candidate.wholeCost;
        round.push_back(candidate.id);
    }
    return round;
}

} // namespace ridgepoint
