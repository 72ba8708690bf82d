// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Loading by the host, copying to a device and computing there: each alone, in turn and overlapped.
#include "core/experiment/host_transfer.h"
#include "core/experiment/overlap_bars.h"
#include "core/experiment/temporary_file.h"
#include "core/experiment/transfers.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace ridgepoint::transfers {
namespace {

constexpr std::array stageOrders{StagedOrder::LoadOnly, StagedOrder::CopyOnly, StagedOrder::ComputeOnly};

/// The stages of a device, made ready when the first of them is measured.
struct StagedTrack {
    std::size_t batchBytes = 0;
    int batches = 0;
    std::int64_t applications = 0; ///< of the computing stage to each float; 0 before it is known
    std::unique_ptr<StagedWork> work;
    std::optional<Error> failure; ///< why there is no work, found out once
    AloneTimes alone;

    [[nodiscard]] Result<void> prepare(Backend& backend)
    {
        if (applications > 0)
            return {};
        if (failure)
            return *failure;
        auto ready = makeReady(backend);
        if (!ready) {
            failure = ready.error();
            work.reset(); // its page-locked memory is of use to others
        }
        return ready;
    }

private:
    [[nodiscard]] Result<void> makeReady(Backend& backend);
    [[nodiscard]] Result<Seconds> least(StagedOrder order, std::int64_t times) const;
    /// A computing stage that takes about as long as loading: there overlapping gains most.
    [[nodiscard]] Result<std::int64_t> chooseApplications() const;
};

Result<void> StagedTrack::makeReady(Backend& backend)
{
    auto made = TemporaryFile::create(TemporaryFile::usualFolder());
    if (!made)
        return made.error();
    if (auto grown = made->grow(batchBytes * static_cast<std::size_t>(batches)); !grown)
        return grown;
    // Kept by what loads from it, wherever that runs.
    const auto file = std::make_shared<TemporaryFile>(std::move(*made));
    auto prepared = backend.prepareStaged({.batchBytes = batchBytes,
                                           .batches = batches,
                                           .buffers = loading::buffersBetween,
                                           .load = [file](int batch, std::span<std::byte> to) {
                                               return readAll(file->descriptor(), reinterpret_cast<char*>(to.data()),
                                                              to.size(), static_cast<std::size_t>(batch) * to.size());
                                           }});
    if (!prepared)
        return prepared.error();
    work = std::move(*prepared);
    const auto chosen = chooseApplications();
    if (!chosen)
        return chosen.error();
    applications = *chosen;
    return {};
}

Result<Seconds> StagedTrack::least(StagedOrder order, std::int64_t times) const
{
    Seconds shortest(HUGE_VAL);
    for (int attempt = 0; attempt < 3; ++attempt) {
        const auto run = work->run(order, times);
        if (!run)
            return run.error();
        shortest = std::min(shortest, run->timing.time);
    }
    return shortest;
}

Result<std::int64_t> StagedTrack::chooseApplications() const
{
    const auto loads = least(StagedOrder::LoadOnly, 1);
    if (!loads)
        return loads.error();
    std::int64_t chosen = 64;
    // What launching costs hides short chains, so that one step would stop short of it; it never goes too far.
    for (int attempt = 0; attempt < 8; ++attempt) {
        const auto computes = least(StagedOrder::ComputeOnly, chosen);
        if (!computes)
            return computes.error();
        if (!(*computes > Seconds()) || std::abs(*loads / *computes - 1.0) < 0.1)
            break;
        const double wanted = std::round(static_cast<double>(chosen) * (*loads / *computes));
        const auto next = static_cast<std::int64_t>(
            std::clamp(wanted, 1.0, static_cast<double>(maximumOperationsPerElement)));
        if (std::exchange(chosen, next) == next)
            break;
    }
    return chosen;
}

ExperimentStep stagedAlone(const std::shared_ptr<StagedTrack>& track, std::size_t stage)
{
    const auto measure = [=](MeasuringContext& context) -> Result<BatchTiming> {
        if (auto ready = track->prepare(context.backend); !ready)
            return ready.error();
        const auto run = track->work->run(stageOrders[stage], track->applications);
        return run ? Result<BatchTiming>(run->timing) : Result<BatchTiming>(run.error());
    };
    const auto show = [=](MeasuringContext& context, const Summary& summary) {
        track->alone[stage] = summary.time;
        context.put(measuredBar(loading::stageNames[stage], summary));
        // A thread of the host, the copy engine and the multiprocessors: none waits for another's place.
        putPrediction(track->alone, track->batches, static_cast<int>(loading::stages), {}, context);
    };
    return barStep(std::string(loading::stageNames[stage]) + " alone", measure, show);
}

ExperimentStep stagedTogether(const std::shared_ptr<StagedTrack>& track, const char* label, StagedOrder order)
{
    const auto least = std::make_shared<Seconds>(HUGE_VAL);
    const auto measure = [=](MeasuringContext& context) -> Result<BatchTiming> {
        if (auto ready = track->prepare(context.backend); !ready)
            return ready.error();
        auto run = track->work->run(order, track->applications);
        if (!run)
            return run.error();
        // The fastest run is drawn: in the others somebody else's work shows, and nothing else.
        if (run->timing.time < *least) {
            *least = run->timing.time;
            const loading::PipelineRun stages{
                .time = run->timing.time,
                .spans = {std::move(run->loads), std::move(run->copies), std::move(run->computes)}};
            for (TimelineLane& lane :
                 loading::lanesOf(stages, label, "the fastest run that was timed; " + run->method, timelinePlot))
                context.put(std::move(lane));
        }
        return run->timing;
    };
    return barStep(label, measure, [label](MeasuringContext& context, const Summary& summary) {
        context.put(measuredBar(label, summary));
    });
}

} // namespace

std::vector<ExperimentStep> stagedSteps(std::int64_t batchBytes, int batches)
{
    const auto track = std::make_shared<StagedTrack>();
    track->batchBytes = static_cast<std::size_t>(batchBytes / 64 * 64);
    track->batches = batches;
    std::vector<ExperimentStep> steps;
    for (std::size_t stage = 0; stage < loading::stages; ++stage)
        steps.push_back(stagedAlone(track, stage));
    steps.push_back(stagedTogether(track, loading::inTurn, StagedOrder::InTurn));
    steps.push_back(stagedTogether(track, loading::overlapped, StagedOrder::Overlapped));
    return steps;
}

} // namespace ridgepoint::transfers
