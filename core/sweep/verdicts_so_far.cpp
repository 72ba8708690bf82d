// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/verdicts_so_far.h"

#include "core/analysis/analyse.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ridgepoint {

VerdictsSoFar::VerdictsSoFar(const CellBoard& board, RoofSet roofs, DeviceKind kind)
    : m_board(board), m_roofs(std::move(roofs)), m_kind(kind)
{}

void VerdictsSoFar::tell(Refinement& refinement)
{
    const std::size_t cells = m_board.cells().size();
    if (m_roofs.roofs.empty() || cells < m_told + m_told / 10)
        return;
    m_told = cells;
    const std::vector<Sample> samples = m_board.samples();
    const auto points = analyse(samples, m_roofs, m_kind);
    std::map<std::size_t, std::optional<Regime>> verdicts;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (const auto cell = m_board.grid().find(samples[i].workload); cell && points[i].basis == Basis::Roofs)
            verdicts[*cell] = points[i].flags.has(Flag::Ambiguous) ? std::nullopt : points[i].regime;
    refinement.setVerdicts(std::move(verdicts));
}

} // namespace ridgepoint
