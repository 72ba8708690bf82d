// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/cell_board.h"

#include "core/sweep/plan.h"

#include <cmath>

namespace ridgepoint {

CellBoard::CellBoard(const Plan& plan, const std::vector<Sample>& known) : m_device(plan.device)
{
    m_planes.emplace_back(plan);
    for (const Plan& neighbours : neighbourPlans(plan))
        m_planes.emplace_back(neighbours);
    for (const Sample& sample : known) {
        const bool usable = std::isfinite(sample.time.value()) && sample.time.value() > 0.0 && sample.device == m_device
                         && !sample.flags.has(Flag::Interpolated);
        const auto id = usable ? find(sample.workload) : std::nullopt;
        if (!id || isSeen(*id))
            continue;
        Cell& cell = add(*id);
        cell.state = State::Known;
        cell.known = sample;
        countMeasured(*id);
    }
}

std::optional<CellBoard::Id> CellBoard::find(const Workload& workload) const
{
    for (std::size_t plane = 0; plane < m_planes.size(); ++plane)
        if (const auto cell = m_planes[plane].find(workload))
            return plane * cellsInAPlane() + *cell;
    return std::nullopt;
}

CellBoard::Cell* CellBoard::cell(Id id)
{
    const auto found = m_index.find(id);
    return found == m_index.end() ? nullptr : &m_cells[found->second];
}

CellBoard::Cell& CellBoard::add(Id id)
{
    if (Cell* seen = cell(id))
        return *seen;
    m_index.emplace(id, m_cells.size());
    m_cells.emplace_back();
    m_cells.back().id = id;
    m_cells.back().workload = workload(id);
    return m_cells.back();
}

Sample CellBoard::sampleOf(const Cell& cell) const
{
    if (cell.state == State::Known)
        return cell.known;
    Sample sample = ridgepoint::sampleOf(cell.workload, m_device, cell.record.readings);
    sample.flags |= cell.summary.flags;
    return sample;
}

std::vector<Sample> CellBoard::samples() const
{
    std::vector<Sample> all;
    for (const Cell& cell : m_cells)
        if (cell.state == State::Known || (cell.state == State::Measured && !cell.record.readings.empty()))
            all.push_back(sampleOf(cell));
    return all;
}

} // namespace ridgepoint
