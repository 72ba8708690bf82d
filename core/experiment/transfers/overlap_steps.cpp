// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Loading, copying and computing, each alone, in turn and overlapped: by the processor, then with a device.
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/transfers/host_files.h"
#include "core/experiment/transfers/loading_pipeline.h"
#include "core/experiment/transfers/transfers.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace ridgepoint::transfers {
namespace {

using loading::PipelineRun;
using loading::Stage;
using loading::stages;

/// How long each stage takes for all batches by itself, where that is known.
using AloneTimes = std::array<std::optional<Seconds>, stages>;

/// In seconds.
ExperimentPoint measuredBar(const LabelName& label, const Summary& summary)
{
    ExperimentPoint point = measuredPoint("measured", label, 0.0, summary);
    point.plot = totalPlot;
    return point;
}

/// An interval of one value.
ExperimentPoint predictedBar(const LabelName& label, Seconds time)
{
    return saidPoint("predicted", label, 0.0, time.value(), totalPlot);
}

/// What the stages alone say of all together, once each was measured, where so many of them can be under way at once
/// and what they share takes `moving`.
void putPrediction(const AloneTimes& alone, int batches, int processors, Seconds moving, MeasuringContext& context)
{
    std::array<Seconds, stages> known;
    for (std::size_t i = 0; i < stages; ++i) {
        if (!alone[i])
            return;
        known[i] = *alone[i];
    }
    context.put(predictedBar(loading::inTurn, loading::inTurnTime(known)));
    context.put(predictedBar(loading::overlapped, loading::overlappedTime(known, batches, processors, moving)));
}

/// Readings of one bar, by rounds; long enough each to be one reading.
ExperimentStep barStep(std::string what, std::function<Result<BatchTiming>(MeasuringContext&)> measure,
                       std::function<void(MeasuringContext&, const Summary&)> show)
{
    const auto readings = std::make_shared<Readings>();
    return {std::move(what), usualRounds,
            [readings, measure = std::move(measure),
             show = std::move(show)](MeasuringContext& context) -> Result<StepState> {
                const auto timing = measure(context);
                if (!timing)
                    return timing.error();
                readings->beginRound();
                readings->add(timing->time, timing->flags, timing->clock);
                show(context, summarise(*readings));
                return StepState::Round;
            }};
}

/// Where a batch is on its way: from the file to a staging buffer, to the buffer it is computed in.
struct Track {
    std::size_t batchBytes = 0;
    int batches = 0;
    int applications = 0; ///< of the computing stage to each float; 0 before it is known
    std::optional<TemporaryFile> file;
    std::array<std::vector<float>, loading::buffersBetween> staged;
    std::array<std::vector<float>, loading::buffersBetween> computed;
    AloneTimes alone;
    std::optional<Seconds> moving; ///< what memory takes for all that the stages move; nothing where it has no roof

    /// The file and the buffers between the stages: what they go over.
    [[nodiscard]] Bytes footprint() const
    {
        return Bytes(static_cast<double>(batchBytes) * (batches + 2.0 * loading::buffersBetween));
    }
    /// What memory has to deliver at least: the file once, and where the buffers are too large to stay in a cache,
    /// every byte that a stage reads and writes.
    [[nodiscard]] Bytes moved(const std::vector<MemoryLevel>& levels) const
    {
        Bytes cache;
        for (const MemoryLevel& level : levels)
            if (std::isfinite(level.capacity.value()))
                cache = std::max(cache, level.capacity);
        const double all = static_cast<double>(batchBytes) * batches;
        const bool buffersStay = Bytes(2.0 * loading::buffersBetween * static_cast<double>(batchBytes)) <= cache;
        return Bytes(buffersStay ? all : 2.0 * static_cast<double>(stages) * all);
    }

    [[nodiscard]] static std::size_t slotOf(int batch)
    {
        return static_cast<std::size_t>(batch % loading::buffersBetween);
    }
    [[nodiscard]] Result<void> load(int batch)
    {
        return readAll(file->descriptor(), reinterpret_cast<char*>(staged[slotOf(batch)].data()), batchBytes,
                       static_cast<std::size_t>(batch) * batchBytes);
    }
    [[nodiscard]] Result<void> copy(int batch)
    {
        std::memcpy(computed[slotOf(batch)].data(), staged[slotOf(batch)].data(), batchBytes);
        return {};
    }
    /// Multiply-adds in pieces that stay in the nearest cache, so that this stage computes and moves next to nothing.
    [[nodiscard]] Result<void> compute(int batch)
    {
        constexpr std::size_t piece = 2048;
        std::vector<float>& all = computed[slotOf(batch)];
        for (std::size_t begin = 0; begin < all.size(); begin += piece) {
            const std::size_t end = std::min(all.size(), begin + piece);
            for (int application = 0; application < applications; ++application)
                for (std::size_t i = begin; i < end; ++i)
                    all[i] = all[i] * 0.999F + 0.001F;
        }
        return {};
    }
    [[nodiscard]] std::array<Stage, stages> work()
    {
        return {[this](int batch) { return load(batch); }, [this](int batch) { return copy(batch); },
                [this](int batch) { return compute(batch); }};
    }
    /// File and buffers, and a computing stage that takes about as long as loading: there overlapping gains most.
    [[nodiscard]] Result<void> prepare();
};

Seconds timeOf(const Stage& stage, int batches, Result<void>& outcome)
{
    const auto begin = std::chrono::steady_clock::now();
    for (int batch = 0; batch < batches && outcome; ++batch)
        outcome = stage(batch);
    return Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

Result<void> Track::prepare()
{
    if (applications > 0)
        return {};
    auto made = TemporaryFile::create(TemporaryFile::usualFolder());
    if (!made)
        return made.error();
    if (auto grown = made->grow(batchBytes * static_cast<std::size_t>(batches)); !grown)
        return grown;
    file = std::move(*made);
    try {
        for (auto* buffers : {&staged, &computed})
            for (std::vector<float>& buffer : *buffers)
                buffer.assign(batchBytes / sizeof(float), 1.0F);
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::Unavailable,
                     "transfers.memory",
                     "The system could not allocate %1 for the buffers; choose a smaller size.",
                     {quantityText(4.0 * static_cast<double>(batchBytes), "B")}};
    }
    Result<void> outcome;
    const std::array<Stage, stages> all = work();
    constexpr int known = 4;
    applications = known;
    // The least of several: whatever disturbs one makes it longer, and this length stays for the whole run.
    Seconds loads(HUGE_VAL);
    Seconds computes(HUGE_VAL);
    for (int attempt = 0; attempt < 5; ++attempt) {
        loads = std::min(loads, timeOf(all[0], batches, outcome));
        computes = std::min(computes, timeOf(all[2], 1, outcome) * static_cast<double>(batches));
    }
    applications = static_cast<int>(std::clamp(std::round(known * (loads / computes)), 1.0, 4096.0));
    return outcome;
}

/// The memory that the stages share, gone over by as many threads as they are or can be.
ExperimentStep movingStep(const std::shared_ptr<Track>& track)
{
    const auto amount = std::make_shared<double>(0.0);
    const auto bytes = std::make_shared<Bytes>();
    return timedStep(
        std::string(moved.words),
        [=](MeasuringContext& context) -> Result<ReadyWork> {
            const int threads = std::clamp<int>(context.backend.info().threads, 1, stages);
            auto work = context.backend.prepareRoof(
                {.id = bandwidthRoofId("dram"), .threads = threads, .footprint = track->footprint()});
            if (!work)
                return work.error();
            *amount = work->amount;
            *bytes = track->moved(context.roofs.levels);
            return ReadyWork{.work = std::move(work->work)};
        },
        [=](const Summary& summary) {
            const BytesPerSecond roof(*amount / summary.time.value());
            track->moving = *bytes / roof;
            ExperimentPoint bar = predictedBar(moved, *track->moving);
            bar.note = quantityText(bytes->value(), "B") + " at " + quantityText(roof.value(), "B/s");
            bar.work = pointWork({.elements = bytes->value() / 4.0, .bytes = *bytes}, *track->moving, {}, {});
            bar.work->bandwidth = roof;
            return std::vector{bar};
        });
}

ExperimentStep stageStep(const std::shared_ptr<Track>& track, std::size_t stage)
{
    const auto measure = [=](MeasuringContext&) -> Result<BatchTiming> {
        if (auto ready = track->prepare(); !ready)
            return ready.error();
        Result<void> outcome;
        const Seconds time = timeOf(track->work()[stage], track->batches, outcome);
        return outcome ? Result<BatchTiming>(BatchTiming{.time = time}) : Result<BatchTiming>(outcome.error());
    };
    const auto show = [=](MeasuringContext& context, const Summary& summary) {
        track->alone[stage] = summary.time;
        context.put(measuredBar(loading::stageNames[stage], summary));
        putPrediction(track->alone, track->batches, context.backend.info().threads, track->moving.value_or(Seconds()),
                      context);
    };
    return barStep(std::string(loading::stageNames[stage]) + " alone", measure, show);
}

ExperimentStep runStep(const std::shared_ptr<Track>& track, LabelTerm label, bool overlaps)
{
    const auto least = std::make_shared<Seconds>(HUGE_VAL);
    const auto measure = [=](MeasuringContext& context) -> Result<BatchTiming> {
        if (auto ready = track->prepare(); !ready)
            return ready.error();
        const auto run = overlaps ? loading::runOverlapped(track->work(), track->batches)
                                  : loading::runInTurn(track->work(), track->batches);
        if (!run)
            return run.error();
        // The fastest run is drawn: in the others another program's work shows, and nothing else.
        if (run->time < *least) {
            *least = run->time;
            for (TimelineLane& lane : loading::lanesOf(
                     *run, label, "stamps around each batch of the fastest run that was timed", timelinePlot))
                context.put(std::move(lane));
        }
        return BatchTiming{.time = run->time};
    };
    return barStep(std::string(label.words), measure, [label](MeasuringContext& context, const Summary& summary) {
        context.put(measuredBar(label, summary));
    });
}

} // namespace

std::vector<ExperimentStep> overlapSteps(std::int64_t batchBytes, int batches)
{
    const auto track = std::make_shared<Track>();
    track->batchBytes = static_cast<std::size_t>(batchBytes / 64 * 64);
    track->batches = batches;
    std::vector<ExperimentStep> steps{movingStep(track)};
    for (std::size_t stage = 0; stage < stages; ++stage)
        steps.push_back(stageStep(track, stage));
    steps.push_back(runStep(track, loading::inTurn, false));
    steps.push_back(runStep(track, loading::overlapped, true));
    return steps;
}

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
        putPrediction(track->alone, track->batches, static_cast<int>(stages), {}, context);
    };
    return barStep(std::string(loading::stageNames[stage]) + " alone", measure, show);
}

ExperimentStep stagedTogether(const std::shared_ptr<StagedTrack>& track, LabelTerm label, StagedOrder order)
{
    const auto least = std::make_shared<Seconds>(HUGE_VAL);
    const auto measure = [=](MeasuringContext& context) -> Result<BatchTiming> {
        if (auto ready = track->prepare(context.backend); !ready)
            return ready.error();
        auto run = track->work->run(order, track->applications);
        if (!run)
            return run.error();
        // The fastest run is drawn: in the others another program's work shows, and nothing else.
        if (run->timing.time < *least) {
            *least = run->timing.time;
            const PipelineRun drawn{.time = run->timing.time,
                                    .spans = {std::move(run->loads), std::move(run->copies), std::move(run->computes)}};
            for (TimelineLane& lane :
                 loading::lanesOf(drawn, label, "the fastest run that was timed; " + run->method, timelinePlot))
                context.put(std::move(lane));
        }
        return run->timing;
    };
    return barStep(std::string(label.words), measure, [label](MeasuringContext& context, const Summary& summary) {
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
    for (std::size_t stage = 0; stage < stages; ++stage)
        steps.push_back(stagedAlone(track, stage));
    steps.push_back(stagedTogether(track, loading::inTurn, StagedOrder::InTurn));
    steps.push_back(stagedTogether(track, loading::overlapped, StagedOrder::Overlapped));
    return steps;
}

} // namespace ridgepoint::transfers
