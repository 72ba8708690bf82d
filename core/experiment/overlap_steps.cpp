// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Loading, copying and computing, each alone, in turn and overlapped.
#include "core/experiment/host_transfer.h"
#include "core/experiment/overlap_bars.h"
#include "core/experiment/temporary_file.h"
#include "core/experiment/timed_step.h"
#include "core/experiment/transfers.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <new>

namespace ridgepoint::transfers {
namespace {

using loading::PipelineRun;
using loading::Stage;
using loading::stages;

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
                     "The system gives no %1 for the buffers; choose a smaller size.",
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
        moved,
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

ExperimentStep runStep(const std::shared_ptr<Track>& track, const char* label, bool overlaps)
{
    const auto least = std::make_shared<Seconds>(HUGE_VAL);
    const auto measure = [=](MeasuringContext& context) -> Result<BatchTiming> {
        if (auto ready = track->prepare(); !ready)
            return ready.error();
        const auto run = overlaps ? loading::runOverlapped(track->work(), track->batches)
                                  : loading::runInTurn(track->work(), track->batches);
        if (!run)
            return run.error();
        // The fastest run is drawn: in the others somebody else's work shows, and nothing else.
        if (run->time < *least) {
            *least = run->time;
            for (TimelineLane& lane : loading::lanesOf(
                     *run, label, "stamps around each batch of the fastest run that was timed", timelinePlot))
                context.put(std::move(lane));
        }
        return BatchTiming{.time = run->time};
    };
    return barStep(label, measure, [label](MeasuringContext& context, const Summary& summary) {
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

} // namespace ridgepoint::transfers
