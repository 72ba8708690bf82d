// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/place_doubts.h"

#include "core/analysis/elasticity.h"
#include "core/stats/sample_claims.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

/// Times that are nearer to each other do not contradict each other.
constexpr double leastRatio = 1.25;

} // namespace

bool partsFrom(const Sample& before, const Sample& now)
{
    if (before.provenance != Provenance::Measured || !hasClaim(before) || !hasClaim(now))
        return false;
    const double apart = std::abs(std::log(now.time / before.time));
    // An interval as wide as other programs were busy does not stand against what nothing disturbs.
    const bool isBetter = wasDisturbed(before) && !wasDisturbed(now);
    const double within = isBetter ? 0.0 : std::numbers::sqrt2 * std::hypot(logHalfWidth(before), logHalfWidth(now));
    return apart > std::max(std::log(leastRatio), within);
}

PlaceDoubts::PlaceDoubts(ProbeController& probe, const LiveSession& session, MeasureController& controller, Partner partner, QObject* parent)
    : QObject(parent), m_probe(probe), m_session(session), m_controller(controller), m_partner(std::move(partner))
{
    connect(&probe, &ProbeController::stayed, &controller, &MeasureController::completePoint);
    connect(&probe, &ProbeController::updated, this, &PlaceDoubts::onUpdate);
    connect(&session, &LiveSession::replaced, this, [this] { m_measured.clear(); });
}

void PlaceDoubts::onUpdate()
{
    constexpr int mostTimes = 2;
    constexpr int updatesToMeasure = 2 * updatesToDoubt; // about two seconds: what passes by itself is over
    const int updates = m_probe.history().updatesHere();
    if (updates == 0 || updates % updatesToMeasure != 0 || !m_controller.mayMeasureByItself())
        return;
    using What = MeasureProgress::What;
    if (const What what = m_controller.progress().what; what == What::Roofs || what == What::Point)
        return; // without roofs nothing is judged; and what is being measured may be this place
    const auto now = m_probe.history().current(m_probe.now());
    const SamplePointer before = now ? m_session.find(now->device, now->workload) : nullptr;
    if (!before || (wasDisturbed(*now) && !wasDisturbed(*before)))
        return;
    if (!partsFrom(*before, *now))
        return;
    int& times = m_measured[{now->device, now->workload}];
    if (times >= mostTimes)
        return;
    ++times;
    if (const auto partner = m_partner(now->workload)) // what is divided by each other is of one state of the machine
        m_controller.measureAgain(*partner, MeasureController::Why::Doubted);
    m_controller.measureAgain(now->workload, MeasureController::Why::Doubted);
}

} // namespace ridgepoint
