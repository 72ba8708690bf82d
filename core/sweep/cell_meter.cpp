// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/cell_meter.h"

#include <utility>

namespace ridgepoint {
namespace {

/// From here on the state of the device may have changed before a visit is over.
constexpr Seconds longVisit{20e-3};

} // namespace

CellMeter::CellMeter(Backend& backend, const Clock& clock, const RoofSet& roofs, const Workload& base)
    : m_backend(backend), m_clock(clock), m_control(backend, clock, roofs, base)
{}

void CellMeter::release()
{
    m_work.reset();
    m_workload.reset();
}

Result<bool> CellMeter::makeReady(const Workload& workload)
{
    if (m_work && m_workload == workload)
        return std::exchange(m_isChilled, false);
    // Let go first: two large tensors must not be in memory at once.
    release();
    auto prepared = m_backend.prepare(workload);
    if (!prepared)
        return prepared.error();
    m_work = std::move(prepared->work);
    m_isChilled = false;
    m_workload = workload;
    return true;
}

Result<void> CellMeter::visit(const Workload& workload, CellRecord& record)
{
    if (m_control.lookWhenDue())
        chill();
    record.readings.setControls(m_control.readings());
    const Seconds begin = m_clock.now();
    const auto isCold = makeReady(workload);
    if (!isCold)
        return isCold.error();
    if (!record.timer)
        record.timer.emplace(m_backend.info().kind);
    if (auto taken = record.timer->round(*m_work, *isCold, record.readings); !taken)
        return taken;
    // A reading of seconds has as much of the state after it as of that before.
    if (m_clock.now() - begin >= longVisit && m_control.lookWhenDue()) {
        record.readings.endRound(m_control.readings());
        chill();
    }
    record.visitCost = m_clock.now() - begin;
    return {};
}

} // namespace ridgepoint
