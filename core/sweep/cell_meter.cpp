// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/cell_meter.h"
#include "core/analysis/knees.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

/// A look at memory or at the rate takes a millisecond or two, one at launches a tenth of it, and a hundred cells that
/// launches limit are measured in the meantime. Together they are under a percent of the time.
constexpr Seconds interval{0.4};
constexpr Seconds launchInterval{0.05};
/// As large a window as the roof is measured with, so that one compares with the other, in a working set that is
/// touched soon and yet beyond the caches.
constexpr Bytes memoryWindow{64.0 * 1024 * 1024};
constexpr Bytes smallestFootprint{256.0 * 1024 * 1024};
constexpr double memoryShare = 0.25; ///< of the device's memory, at most
/// A look that takes long comes as much more seldom, but not so seldom that a state passes unseen: what takes long may
/// be a neighbour that was given the processor in between.
constexpr double leastPause = 100.0;
constexpr Seconds longestPause{1.5};
/// Readings in which a thread was preempted tell nothing; where all are, what was read last stands.
constexpr int mostAttempts = 5;
/// Of a change the best reading counts: what disturbs one slows it down.
constexpr int mostReadings = 3;
/// What one reading departs from the last look by chance; a larger change is looked at again.
constexpr double suddenChange = 0.15;

/// From here on the state of the device may have changed before a visit is over.
constexpr Seconds longVisit{20e-3};

} // namespace

ControlMeter::ControlMeter(Backend& backend, const Clock& clock, const RoofSet& roofs, const Workload& base)
    : m_backend(backend), m_clock(clock)
{
    if (backend.info().kind != DeviceKind::Cpu || (base.threads > 0 && roofs.threads != base.threads))
        return;
    add(roofs, bandwidthRoofId("dram"), &ControlReadings::bandwidth);
    add(roofs, computeRoofId(base.operation, base.precision), &ControlReadings::rate);
    add(roofs, launchRoofId(base.launchMode), &ControlReadings::launch);
}

void ControlMeter::add(const RoofSet& roofs, const std::string& id, double ControlReadings::*reading)
{
    const Roof* roof = roofs.find(id);
    if (roof == nullptr || !(roof->value > 0.0))
        return;
    RoofRequest request{.id = id, .threads = roofs.threads};
    if (roof->kind == RoofKind::Bandwidth) {
        request.window = memoryWindow;
        Bytes footprint = std::max(smallestFootprint, beyondCaches(roofs.levels, roofs.threads));
        for (const MemoryLevel& level : roofs.levels)
            footprint = std::max(footprint,
                                 level.claimed
                                     * (level.perThread ? 2.0 * roofs.threads : 2.0)); // as the roof: no cache holds it
        const Bytes memory = m_backend.info().memory;
        request.footprint = memory > Bytes() ? std::min(footprint, memory * memoryShare) : footprint;
    }
    auto work = m_backend.prepareRoof(request);
    if (!work)
        return;
    m_controls.push_back({.roof = id,
                          .reading = reading,
                          .amount = work->amount,
                          .isDuration = isDuration(roof->kind),
                          .interval = isDuration(roof->kind) ? launchInterval : interval,
                          .due = m_clock.now(),
                          .work = std::move(work->work)});
}

std::optional<double> ControlMeter::read(Control& control)
{
    const double last = m_readings.*control.reading;
    double best = 0.0;
    int readings = 0;
    for (int attempt = 0; attempt < mostAttempts && readings < mostReadings; ++attempt) {
        const auto timing = control.work->run(1);
        if (!timing)
            return std::nullopt;
        // Of so short a piece of work, what a preemption costs beside the time that it takes away is not known.
        if (timing->lost > timing->time * costlyLoss)
            continue;
        ++readings;
        const double value = control.isDuration ? timing->given().value() / control.amount
                                                : control.amount / timing->given().value();
        if (std::isfinite(value) && value > 0.0)
            best = best <= 0.0 ? value : control.isDuration ? std::min(best, value) : std::max(best, value);
        if (last > 0.0 && best > 0.0 && std::abs(std::log(best / last)) < suddenChange)
            break;
    }
    return best > 0.0 ? std::optional(best) : std::nullopt;
}

bool ControlMeter::lookWhenDue()
{
    bool hasLooked = false;
    for (Control& control : m_controls) {
        const Seconds begin = m_clock.now();
        if (begin < control.due)
            continue;
        if (const auto value = read(control))
            m_readings.*control.reading = *value;
        const Seconds end = m_clock.now();
        control.due = end + std::clamp((end - begin) * leastPause, control.interval, longestPause);
        hasLooked = true;
    }
    return hasLooked;
}

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
