// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/control_meter.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// A look at memory or at the rate takes a millisecond or two, one at launches a tenth of it, and a hundred cells that launches
/// limit are measured in the meantime. Together they are under a percent of the time.
constexpr Seconds interval{0.4};
constexpr Seconds launchInterval{0.05};
/// As large a window as the roof is measured with, so that one compares with the other, in a working set that is touched
/// soon and yet beyond most caches.
constexpr Bytes memoryWindow{64.0 * 1024 * 1024};
constexpr Bytes memoryFootprint{256.0 * 1024 * 1024};
/// What one reading departs from the last look by chance; a larger change is looked at twice.
constexpr double suddenChange = 0.15;
/// A single reading is this much slower than a roof, which is the best of many, on a device that is as it was.
constexpr double alike = 1.08;
constexpr double leastSlowness = 0.25;
constexpr double largestSlowness = 20.0;

} // namespace

ControlMeter::ControlMeter(Backend& backend, const Clock& clock, const RoofSet& roofs, const Workload& base)
    : m_backend(backend), m_clock(clock)
{
    if (backend.info().kind != DeviceKind::Cpu || (base.threads > 0 && roofs.threads != base.threads))
        return;
    add(roofs, bandwidthRoofId("dram"), &DeviceState::memory);
    add(roofs, computeRoofId(base.operation, base.precision), &DeviceState::compute);
    add(roofs, launchRoofId(base.launchMode), &DeviceState::launch);
}

void ControlMeter::add(const RoofSet& roofs, const std::string& id, double DeviceState::*state)
{
    const Roof* roof = roofs.find(id);
    if (roof == nullptr || !(roof->value > 0.0))
        return;
    RoofRequest request{.id = id, .threads = roofs.threads};
    if (roof->kind == RoofKind::Bandwidth) {
        request.window = memoryWindow;
        request.footprint = memoryFootprint;
    }
    auto work = m_backend.prepareRoof(request);
    if (!work)
        return;
    const Seconds reference(isDuration(roof->kind) ? roof->value * work->amount : work->amount / roof->value);
    m_controls.push_back({.roof = id, .state = state, .reference = reference, .interval = isDuration(roof->kind) ? launchInterval : interval, .due = m_clock.now(), .work = std::move(work->work)});
}

std::optional<double> ControlMeter::slownessOf(Control& control)
{
    double least = largestSlowness;
    for (int reading = 0; reading < 2; ++reading) {
        const auto timing = control.work->run(1);
        if (!timing)
            return std::nullopt;
        const double slowness = timing->given() / control.reference;
        if (std::isfinite(slowness) && slowness > 0.0)
            least = std::min(least, slowness);
        if (std::abs(std::log(least / m_state.*control.state)) < suddenChange)
            break;
    }
    // Small departures are the reading's own.
    if (least <= alike && least >= 1.0 / alike)
        return 1.0;
    return std::clamp(least, leastSlowness, largestSlowness);
}

bool ControlMeter::lookWhenDue()
{
    bool hasLooked = false;
    for (Control& control : m_controls) {
        if (m_clock.now() < control.due)
            continue;
        if (const auto slowness = slownessOf(control))
            m_state.*control.state = *slowness;
        control.due = m_clock.now() + control.interval;
        hasLooked = true;
    }
    return hasLooked;
}

} // namespace ridgepoint
