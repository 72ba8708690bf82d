// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/loading_pipeline.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace ridgepoint::loading {
namespace {

Seconds wallTime() { return Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count()); }

/// How far each stage is, and whether any has failed: what the stages wait by.
class Progress {
public:
    /// Waits until the stage before has ended this batch and the one behind has left the buffer; false after a failure.
    [[nodiscard]] bool mayBegin(std::size_t stage, int batch)
    {
        std::unique_lock lock(m_mutex);
        m_moved.wait(lock, [&] {
            const bool isFilled = stage == 0 || m_done[stage - 1] > batch;
            const bool isFree = stage + 1 == stages || m_done[stage + 1] > batch - buffersBetween;
            return m_failure || (isFilled && isFree);
        });
        return !m_failure;
    }
    void ended(std::size_t stage)
    {
        const std::lock_guard lock(m_mutex);
        ++m_done[stage];
        m_moved.notify_all();
    }
    void fail(const Error& error)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_failure)
            m_failure = error;
        m_moved.notify_all();
    }
    /// Once all threads have ended.
    [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }

private:
    std::mutex m_mutex;
    std::condition_variable m_moved;
    std::array<int, stages> m_done{};
    std::optional<Error> m_failure;
};

void runStage(const Stage& work, std::size_t stage, int batches, Seconds zero, Progress& progress, std::vector<RecordedSpan>& spans)
{
    for (int batch = 0; batch < batches; ++batch) {
        if (!progress.mayBegin(stage, batch))
            return;
        const Seconds begin = wallTime();
        if (const auto done = work(batch); !done)
            return progress.fail(done.error());
        spans.push_back({begin - zero, wallTime() - zero});
        progress.ended(stage);
    }
}

} // namespace

Result<PipelineRun> runInTurn(const std::array<Stage, stages>& work, int batches)
{
    PipelineRun run;
    const Seconds zero = wallTime();
    for (int batch = 0; batch < batches; ++batch)
        for (std::size_t stage = 0; stage < stages; ++stage) {
            const Seconds begin = wallTime();
            if (const auto done = work[stage](batch); !done)
                return done.error();
            run.spans[stage].push_back({begin - zero, wallTime() - zero});
        }
    run.time = wallTime() - zero;
    return run;
}

Result<PipelineRun> runOverlapped(const std::array<Stage, stages>& work, int batches)
{
    PipelineRun run;
    Progress progress;
    const Seconds zero = wallTime();
    {
        std::vector<std::jthread> threads;
        try {
            for (std::size_t stage = 0; stage < stages; ++stage)
                threads.emplace_back([&, stage] { runStage(work[stage], stage, batches, zero, progress, run.spans[stage]); });
        } catch (const std::system_error&) {
            progress.fail({ErrorKind::Unavailable, "transfers.threads", "The system grants no %1 threads to overlap the stages with; end other programs.", {std::to_string(stages)}});
        }
    }
    run.time = wallTime() - zero;
    if (progress.failure())
        return *progress.failure();
    return run;
}

Seconds inTurnTime(const std::array<Seconds, stages>& alone)
{
    Seconds sum;
    for (const Seconds one : alone)
        sum += one;
    return sum;
}

Seconds overlappedTime(const std::array<Seconds, stages>& alone, int batches, int processors)
{
    const Seconds sum = inTurnTime(alone);
    const Seconds longest = *std::max_element(alone.begin(), alone.end());
    const Seconds piped = longest + (sum - longest) / static_cast<double>(std::max(1, batches));
    return std::max(piped, sum / static_cast<double>(std::clamp<int>(processors, 1, stages)));
}

std::vector<TimelineLane> lanesOf(const PipelineRun& run, const std::string& group, int plot)
{
    std::vector<TimelineLane> lanes;
    for (std::size_t stage = 0; stage < stages; ++stage) {
        TimelineLane lane{.group = group, .name = stageNames[stage], .note = "stamps around each batch of the fastest run that was timed", .spans = {}, .plot = plot};
        for (const RecordedSpan& span : run.spans[stage])
            lane.spans.push_back({.kind = stage + 1 < stages ? SpanKind::Move : SpanKind::Work, .name = stageNames[stage], .begin = span.begin.value(),
                                  .duration = std::max(0.0, (span.end - span.begin).value())});
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

} // namespace ridgepoint::loading
