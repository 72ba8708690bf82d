// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/place_doubts.h"

#include "app/charts/data/imagine.h"
#include "app/charts/data/point_sentences.h"
#include "core/analysis/elasticity.h"
#include "core/model/prediction.h"
#include "core/stats/sample_claims.h"
#include "core/sweep/axis.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

/// Times that are nearer to each other do not contradict each other.
constexpr double leastRatio = 1.25;

/// What slopes are taken from: within an octave along one direction.
bool isBeside(const Workload& workload, const Workload& place)
{
    return workload != place && std::ranges::any_of(allAxisKinds, [&](AxisKind kind) {
        const std::int64_t there = coordinate(workload, kind);
        const std::int64_t here = coordinate(place, kind);
        return there <= 2 * here && here <= 2 * there && moved(place, kind, there) == workload;
    });
}

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

PlaceDoubts::PlaceDoubts(ProbeController& probe, const LiveSession& session, const SnapshotFeed& feed, MeasureController& controller, Partner partner, QObject* parent)
    : QObject(parent), m_probe(probe), m_session(session), m_feed(feed), m_controller(controller), m_partner(std::move(partner))
{
    connect(&probe, &ProbeController::stayed, &controller, &MeasureController::completePoint);
    connect(&probe, &ProbeController::updated, this, &PlaceDoubts::onUpdate);
    connect(&session, &LiveSession::replaced, this, [this] { m_measured.clear(); });
}

std::vector<Workload> PlaceDoubts::neighboursInDoubt(const Sample& sample) const
{
    constexpr std::size_t most = 6; // a second each
    const SnapshotPointer& snapshot = m_feed.latest();
    if (!snapshot || snapshot->plan.device != sample.device || isImagined(*snapshot))
        return {};
    const auto found = std::find_if(snapshot->samples.begin(), snapshot->samples.end(), [&](const Sample& each) { return each.workload == sample.workload && each.provenance == sample.provenance; });
    const auto index = static_cast<std::size_t>(found - snapshot->samples.begin());
    const auto prediction = predict(sample.workload, snapshot->roofs, snapshot->device.kind);
    if (!prediction || index >= snapshot->points.size() || !slopesAreDoubtful(sample, *prediction, snapshot->points[index]))
        return {};
    std::vector<std::pair<double, Workload>> off;
    for (const Sample& each : snapshot->samples) {
        if (each.provenance != Provenance::Measured || each.flags.has(Flag::Interpolated) || !isBeside(each.workload, sample.workload))
            continue;
        const auto expected = predict(each.workload, snapshot->roofs, snapshot->device.kind);
        if (const double apart = expected ? std::abs(std::log(each.time / expected->time)) : 0.0; apart > std::log(leastRatio))
            off.emplace_back(-apart, each.workload);
    }
    std::sort(off.begin(), off.end());
    std::vector<Workload> neighbours;
    for (const auto& [apart, workload] : off)
        if (neighbours.size() < most)
            neighbours.push_back(workload);
    return neighbours;
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
    const bool isContradicted = partsFrom(*before, *now);
    // What the map has not come to yet is filled in between cells far apart.
    const std::vector<Workload> neighbours = isContradicted || m_controller.progress().what == What::Map ? std::vector<Workload>() : neighboursInDoubt(*before);
    if (!isContradicted && neighbours.empty())
        return;
    int& times = m_measured[{now->device, now->workload, isContradicted ? Reason::Probe : Reason::Slopes}];
    if (times >= mostTimes)
        return;
    ++times;
    for (const Workload& neighbour : neighbours)
        m_controller.measureAgain(neighbour);
    if (const auto partner = m_partner(now->workload)) // what is divided by each other is of one state of the machine
        m_controller.measureAgain(*partner);
    m_controller.measureAgain(now->workload);
}

} // namespace ridgepoint
