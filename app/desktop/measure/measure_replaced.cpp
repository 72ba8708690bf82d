// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MeasureController that decides what a new sample replaces, and keeps what was replaced on request.
#include "app/desktop/measure/measure_controller.h"

#include "core/stats/sample_claims.h"

#include <algorithm>

namespace ridgepoint {

void MeasureController::onSample(const Sample& sample)
{
    if (m_job && isTakenBack(*m_job))
        return;
    emit sampled(sample);
    // A cell's first rounds are less than what is known, of a run before or of the live probe, and what other programs
    // disturb is less than what they did not: also where somebody measures again.
    const SamplePointer present = m_session.find(sample.device, sample.workload);
    const bool isBetter = !present || isSharper(sample, *present);
    if (m_job && (m_job->fresh || m_job->kind == JobKind::Point) && (isBetter || hasClaim(sample)))
        m_job->measured.insert(sample.workload);
    if (m_job && m_job->replaced) {
        m_job->replaced->worse.erase(sample.workload);
        if (!isBetter)
            m_job->replaced->worse.emplace(sample.workload, std::make_shared<const Sample>(sample));
    }
    if (!isBetter)
        return;
    if (present)
        keepReplaced(present);
    m_hasSharpened = true;
    m_session.putSample(sample);
}

ReplacedPointer MeasureController::newReplaced(ReplacedMeasurements::What what) const
{
    return std::make_shared<ReplacedMeasurements>(ReplacedMeasurements{.what = what, .device = m_cursor.device()});
}

void MeasureController::keepReplaced(const SamplePointer& before)
{
    if (!m_job || !m_job->replaced)
        return;
    const ReplacedPointer replaced = m_job->replaced;
    const bool isFirst = replaced->samples.empty();
    replaced->samples.emplace(before->workload, before); // the first stays: a cell's own rounds follow each other
    if (isFirst)
        emit replacing(replaced);
}

void MeasureController::keepReplacedRoofs(const std::string& device, int threads)
{
    if (!m_job || !m_job->replaced || m_job->replaced->roofs)
        return;
    const RoofSet* known = m_session.roofs(device, threads);
    if (known == nullptr || known->roofs.empty())
        return;
    const ReplacedPointer replaced = m_job->replaced;
    replaced->roofs = *known;
    emit replacing(replaced);
}

/// The roof that somebody has measured again, as a quiet moment gave it before; null where this one is no less.
const Roof* MeasureController::quietRoofBefore(const std::string& device, int threads, const Roof& disturbed) const
{
    if (!m_job->replaced || !wasDisturbed(disturbed))
        return nullptr;
    const RoofSet* known = m_job->replaced->roofs ? &*m_job->replaced->roofs : m_session.roofs(device, threads);
    const Roof* before = known != nullptr ? known->find(disturbed.id) : nullptr;
    return before != nullptr && !wasDisturbed(*before) ? before : nullptr;
}

void MeasureController::takeRoofs(RoofSet measured)
{
    RoofSet worse{.device = measured.device, .threads = measured.threads};
    std::erase_if(measured.roofs, [&](const Roof& roof) {
        const Roof* before = quietRoofBefore(measured.device, measured.threads, roof);
        const bool isWorse = before != nullptr && isBetter(roof.kind, before->value, roof.value);
        if (isWorse)
            worse.roofs.push_back(roof);
        return isWorse;
    });
    const auto isKept = [&](const MemoryLevel& level) { return worse.find(bandwidthRoofId(level.name)) != nullptr; };
    if (std::ranges::any_of(measured.levels, isKept))
        measured.levels.clear(); // of the same moment
    if (!measured.roofs.empty() || worse.roofs.empty()) {
        keepReplacedRoofs(measured.device, measured.threads);
        m_session.putRoofs(std::move(measured));
    }
    emit roofsMeasured();
    if (!worse.roofs.empty())
        emit roofsKept(worse);
}

void MeasureController::takeBack(const ReplacedPointer& replaced)
{
    replaced->isTakenBack = true;
    const auto isOfIt = [&](const Job& job) { return job.replaced == replaced; };
    std::erase_if(m_queue, isOfIt); // what else was asked for goes on
    if (!m_job || !isOfIt(*m_job))
        return;
    if (m_queue.empty())
        stop();
    else
        breakOff(); // roofs cannot be: they end, and nothing of them is taken
}

void MeasureController::tellMeasuredAgain()
{
    const ReplacedPointer replaced = m_job->replaced;
    if (!replaced || replaced->isTakenBack)
        return;
    if (m_job->kind == JobKind::Map && !replaced->worse.empty())
        emit cellsKept(static_cast<std::int64_t>(replaced->worse.size()),
                       static_cast<std::int64_t>(m_job->measured.size()));
    if (m_job->kind != JobKind::Point)
        return;
    const SamplePointer shown = m_session.find(replaced->device, m_job->point);
    if (const auto worse = replaced->worse.find(m_job->point); worse != replaced->worse.end())
        emit pointMeasuredAgain(shown, worse->second, true);
    else if (const auto before = replaced->samples.find(m_job->point); before != replaced->samples.end())
        emit pointMeasuredAgain(before->second, shown, false);
}

} // namespace ridgepoint
