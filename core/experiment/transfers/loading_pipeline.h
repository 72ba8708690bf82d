// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_result.h"
#include "core/model/result.h"
#include "core/model/units.h"

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Batches that go through three stages: loaded, copied, computed with.
namespace ridgepoint::loading {

inline constexpr std::array stageNames{"load", "copy", "compute"};
inline constexpr std::size_t stages = stageNames.size();
inline constexpr LabelTerm inTurn{"in-turn", "one after the other"};
inline constexpr LabelTerm overlapped{"overlapped", "overlapped"};

/// Does a stage's part of one batch, 0 to batches - 1; its buffer is that of the batch modulo `buffersBetween`.
using Stage = std::function<Result<void>(int batch)>;
/// Buffers between two stages: one is filled while the other is emptied.
inline constexpr int buffersBetween = 2;

/// When each stage was at each batch, and how long all took.
struct PipelineRun {
    Seconds time;
    std::array<std::vector<RecordedSpan>, stages> spans;
};

/// All stages of a batch, then the next batch, in the calling thread. The first failure ends it.
[[nodiscard]] Result<PipelineRun> runInTurn(const std::array<Stage, stages>& work, int batches);
/// Each stage in a thread of its own, a batch or two ahead of the next one. The first failure ends it; Unavailable when
/// the system grants no threads.
[[nodiscard]] Result<PipelineRun> runOverlapped(const std::array<Stage, stages>& work, int batches);

/// What the stages allow, with the time of each for all batches by itself: when the last batch leaves the last stage
/// where each stage takes its next batch as soon as that is filled, its own buffer is free and one of so many
/// processors is. A batch stays on its processor, so that three stages on two take more than half of their sum. Nor
/// less than `moving`: what memory takes for all that they move, which they share.
[[nodiscard]] Seconds overlappedTime(const std::array<Seconds, stages>& alone, int batches, int processors,
                                     Seconds moving = {});
/// Their sum.
[[nodiscard]] Seconds inTurnTime(const std::array<Seconds, stages>& alone);

/// A lane for each stage; `note` says how its times were taken.
[[nodiscard]] std::vector<TimelineLane> lanesOf(const PipelineRun& run, const LabelName& group, const std::string& note,
                                                int plot);

} // namespace ridgepoint::loading
