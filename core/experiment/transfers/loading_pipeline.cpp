// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/transfers/loading_pipeline.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace ridgepoint::loading {
namespace {

Seconds wallTime()
{
    return Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

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

void runStage(const Stage& work, std::size_t stage, int batches, Seconds zero, Progress& progress,
              std::vector<RecordedSpan>& spans)
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

/// Who works when, where every batch takes its stage the same time.
class Schedule {
public:
    Schedule(const std::array<Seconds, stages>& alone, int batches, int processors)
        : m_alone(alone), m_batches(batches), m_processors(processors)
    {}

    /// When the last stage has ended its last batch.
    [[nodiscard]] Seconds lastEnd()
    {
        while (m_done[stages - 1] < m_batches) {
            beginWhatCan();
            const auto next = std::min_element(m_ends.begin(), m_ends.end(), [](const auto& a, const auto& b) {
                return a.value_or(never) < b.value_or(never);
            });
            m_now = **next;
            next->reset();
            ++m_done[static_cast<std::size_t>(next - m_ends.begin())];
        }
        return m_now;
    }

private:
    static constexpr Seconds never{HUGE_VAL};

    [[nodiscard]] bool isReady(std::size_t stage) const
    {
        return !m_ends[stage] && m_done[stage] < m_batches && (stage == 0 || m_done[stage - 1] > m_done[stage])
            && (stage + 1 == stages || m_done[stage + 1] > m_done[stage] - buffersBetween);
    }
    /// First come, first served, as a system's queue of threads is; of two that come together the later stage.
    void beginWhatCan()
    {
        std::vector<std::size_t> waiting;
        for (std::size_t stage = stages; stage-- > 0;) {
            if (!isReady(stage))
                m_since[stage].reset();
            else {
                m_since[stage] = m_since[stage].value_or(m_now);
                waiting.push_back(stage);
            }
        }
        std::stable_sort(waiting.begin(), waiting.end(),
                         [&](std::size_t a, std::size_t b) { return *m_since[a] < *m_since[b]; });
        auto busy = std::count_if(m_ends.begin(), m_ends.end(), [](const auto& end) { return end.has_value(); });
        for (const std::size_t stage : waiting)
            if (busy < m_processors) {
                m_ends[stage] = m_now + m_alone[stage] / static_cast<double>(m_batches);
                m_since[stage].reset();
                ++busy;
            }
    }

    const std::array<Seconds, stages>& m_alone;
    int m_batches;
    int m_processors;
    Seconds m_now;
    std::array<int, stages> m_done{};
    std::array<std::optional<Seconds>, stages> m_ends;  ///< of those that work
    std::array<std::optional<Seconds>, stages> m_since; ///< those that could have begun
};

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
                threads.emplace_back(
                    [&, stage] { runStage(work[stage], stage, batches, zero, progress, run.spans[stage]); });
        } catch (const std::system_error&) {
            progress.fail({ErrorKind::Unavailable,
                           "transfers.threads",
                           "The system could not start %1 threads for overlapping the stages; close other programs.",
                           {std::to_string(stages)}});
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

Seconds overlappedTime(const std::array<Seconds, stages>& alone, int batches, int processors, Seconds moving)
{
    Schedule schedule(alone, std::max(1, batches), std::max(1, processors));
    return std::max(moving, schedule.lastEnd());
}

std::vector<TimelineLane> lanesOf(const PipelineRun& run, const LabelName& group, const std::string& note, int plot)
{
    std::vector<TimelineLane> lanes;
    for (std::size_t stage = 0; stage < stages; ++stage) {
        TimelineLane lane{.group = group, .name = stageNames[stage], .note = note, .spans = {}, .plot = plot};
        for (const RecordedSpan& span : run.spans[stage])
            lane.spans.push_back({.kind = stage + 1 < stages ? SpanKind::Move : SpanKind::Work,
                                  .name = stageNames[stage],
                                  .begin = span.begin.value(),
                                  .duration = std::max(0.0, (span.end - span.begin).value())});
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

} // namespace ridgepoint::loading
