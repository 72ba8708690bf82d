// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/first_look.h"

#include <algorithm>

namespace ridgepoint {
namespace {

using Id = CellBoard::Id;

/// How much cheaper than the lattice's next cell one that closes it has to be.
constexpr double closingWeight = 16.0;
/// Cells whose times are added up one by one for what is left; of more, a part stands for all.
constexpr std::size_t mostAdded = 256;

double expectedWork(const Workload& workload)
{
    return static_cast<double>(workload.elements) * static_cast<double>(workload.operationsPerElement);
}

/// How far a cell lies from a coarser lattice: 0 on every fourth cell, 1 on every second, 2 elsewhere.
int latticeLevel(const Grid& grid, std::size_t cell)
{
    int level = 0;
    const Grid::Place place = grid.placeOf(cell);
    for (int axis = 0; axis < grid.axisCount(); ++axis) {
        const int index = place[static_cast<std::size_t>(axis)];
        level = std::max(level, index % 4 == 0 ? 0 : index % 2 == 0 ? 1 : 2);
    }
    return level;
}

double growth(std::int64_t from, std::int64_t to)
{
    return std::max(1.0, static_cast<double>(to) / static_cast<double>(from));
}

} // namespace

std::vector<Id> byCost(const CellBoard& board, std::vector<Id> cells)
{
    std::stable_sort(cells.begin(), cells.end(), [&board](Id a, Id b) {
        return expectedWork(board.workload(a)) < expectedWork(board.workload(b));
    });
    return cells;
}

std::vector<Id> everyCell(const CellBoard& board)
{
    std::vector<Id> cells(board.cellsInAPlane());
    for (Id id = 0; id < cells.size(); ++id)
        cells[id] = id;
    cells = byCost(board, std::move(cells));
    std::stable_sort(cells.begin(), cells.end(),
                     [&board](Id a, Id b) { return latticeLevel(board.grid(), a) < latticeLevel(board.grid(), b); });
    return cells;
}

FirstLook::FirstLook(const CellBoard& board, const Refinement& refinement) : m_board(board)
{
    std::vector<std::pair<double, Id>> order;
    for (const Id id : refinement.coarseCells())
        order.emplace_back(expectedWork(board.workload(id)), id);
    for (const Id id : refinement.closingCells())
        order.emplace_back(closingWeight * expectedWork(board.workload(id)), id);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [weight, id] : order)
        m_cells.push_back(id);
    m_own.insert(m_cells.begin(), m_cells.end());
}

void FirstLook::tell(Id id, Seconds time)
{
    if (!m_own.contains(id))
        return;
    m_shortest = m_times.empty() ? time : std::min(m_shortest, time);
    m_times.emplace_back(m_board.workload(id), time);
}

std::optional<Seconds> FirstLook::bound(const Workload& workload, Seconds shortest) const
{
    std::optional<Seconds> least;
    for (const auto& [measured, time] : m_times) {
        if (time < shortest)
            continue;
        const Seconds scaled = time * growth(measured.elements, workload.elements)
                             * growth(measured.operationsPerElement, workload.operationsPerElement)
                             * growth(workload.fusionDepth, measured.fusionDepth);
        least = least ? std::min(*least, scaled) : scaled;
    }
    return least;
}

std::optional<Seconds> FirstLook::atMost(const Workload& workload) const { return bound(workload, Seconds(0.0)); }

std::optional<Seconds> FirstLook::expected(const Workload& workload) const { return bound(workload, m_shortest * 2.0); }

std::optional<Seconds> FirstLook::left() const
{
    std::vector<Id> open;
    for (const Id id : m_cells)
        if (!m_board.isSeen(id))
            open.push_back(id);
    if (open.empty())
        return std::nullopt;
    const std::size_t step = open.size() / mostAdded + 1;
    Seconds sum;
    for (std::size_t i = 0; i < open.size(); i += step)
        sum += expected(m_board.workload(open[i])).value_or(Seconds(0.0))
             * static_cast<double>(std::min(step, open.size() - i));
    return sum;
}

} // namespace ridgepoint
