// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/analysis_worker.h"

#include "app/charts/data/apply_what_if.h"

#include <utility>

namespace ridgepoint {
namespace {

bool isOfPlan(const Sample& sample, const Plan& plan)
{
    const Workload& a = sample.workload;
    const Workload& b = plan.base;
    return sample.device == plan.device && a.operation == b.operation && a.precision == b.precision
        && a.launchMode == b.launchMode && a.threads == b.threads && a.chainLength == b.chainLength;
}

/// Most of a sample is its readings, which nothing in a snapshot asks for.
Sample withoutReadings(const Sample& sample)
{
    Sample copy;
    copy.workload = sample.workload;
    copy.device = sample.device;
    copy.time = sample.time;
    copy.median = sample.median;
    copy.low = sample.low;
    copy.high = sample.high;
    copy.rounds = sample.rounds;
    copy.readings = sample.readings;
    copy.clock = sample.clock;
    copy.wall = sample.wall;
    copy.controls = sample.controls;
    copy.flags = sample.flags;
    copy.provenance = sample.provenance;
    return copy;
}

} // namespace

SnapshotPointer makeSnapshot(const AnalysisRequest& request)
{
    auto snapshot = std::make_shared<Snapshot>();
    if (request.reference) {
        // All of it is predicted, so all of it follows the roofs that a what-if multiplies.
        Snapshot roofs;
        roofs.roofs = request.roofs;
        applyWhatIf(roofs, request.whatIf);
        *snapshot = referenceSnapshot(*request.reference, request.plan, roofs.roofs);
        snapshot->realRoofs = std::move(roofs.realRoofs);
        snapshot->whatIf = request.whatIf;
        snapshot->generation = request.generation;
        snapshot->kernels = request.kernels;
        return snapshot;
    }
    snapshot->generation = request.generation;
    snapshot->kernels = request.kernels;
    snapshot->device = request.device;
    snapshot->roofs = request.roofs;
    snapshot->plan = request.plan;
    for (const SamplePointer& sample : request.samples)
        if (isOfPlan(*sample, request.plan))
            snapshot->samples.push_back(withoutReadings(*sample));
    applyWhatIf(*snapshot, request.whatIf);
    complete(*snapshot);
    // What is filled in between differs from map to map of one and the same session.
    snapshot->content = snapshot->measuredCells == snapshot->plan.cellCount() ? request.content : 0;
    return snapshot;
}

SnapshotPointer makeSnapshot(const AnalysisRequest& request, const SnapshotPointer& before)
{
    // Along the third slider of a measured cube only the plan moves: all of the cube was analysed before.
    if (request.content != 0 && !request.reference && before && before->content == request.content
        && before->whatIf == request.whatIf)
        if (SnapshotPointer moved = forPlan(*before, request.plan, request.generation))
            return moved->kernels == request.kernels ? moved : withKernels(*moved, request.kernels);
    return makeSnapshot(request);
}

AnalysisWorker::AnalysisWorker(QObject* parent) : QObject(parent) {}

void AnalysisWorker::request(AnalysisRequest request)
{
    if (m_busy)
        m_next = std::move(request);
    else
        begin(std::move(request));
}

void AnalysisWorker::begin(AnalysisRequest request)
{
    m_busy = true;
    auto result = std::make_shared<SnapshotPointer>();
    m_thread.run(
        [this, input = std::move(request), before = m_last, result] {
            *result = makeSnapshot(input, before);
            if (m_finisher)
                m_finisher(*result);
        },
        [this, result] { onDone(*result); });
}

void AnalysisWorker::onDone(const SnapshotPointer& snapshot)
{
    m_busy = false;
    m_last = snapshot;
    if (m_next)
        begin(*std::exchange(m_next, std::nullopt));
    emit finished(snapshot); // requests are done in order, so generations only grow
}

} // namespace ridgepoint
