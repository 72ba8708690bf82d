// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/launch_recording.h"
#include "core/measure/prepared_work.h"
#include "core/model/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// Fills the memory of a batch, 0 to batches - 1. Called by one thread at a time, which need not be the caller's; owns
/// what it uses, for a device that hangs keeps it.
using LoadBatch = std::function<Result<void>(int batch, std::span<std::byte> to)>;

/// Batches that the host loads into memory of its own, that are copied to the device from there, and computed with
/// there.
struct StagedRequest {
    std::size_t batchBytes = 0; ///< of fp32 numbers: a multiple of 4, at least that
    int batches = 0;
    int buffers = 2; ///< between two stages: of batch modulo `buffers`
    LoadBatch load;
};

/// Which stages a run has, and whether they wait for each other.
enum class StagedOrder {
    LoadOnly,
    CopyOnly,
    ComputeOnly,
    InTurn,     ///< a batch is loaded once the one before it has been computed with
    Overlapped, ///< each stage takes its next batch as soon as that is there and its own buffer is free
};

/// What one run of all batches tells. Times of spans are since the run's begin; a stage that it has not has none.
struct StagedRun {
    BatchTiming timing; ///< from the first batch's begin to the last one's end, by the host's clock
    std::vector<RecordedSpan> loads;
    std::vector<RecordedSpan> copies;
    std::vector<RecordedSpan> computes;
    std::string method; ///< how the spans were timed, in words
};

/// Stages that are ready to run: memory there and touched, code loaded.
class StagedWork {
public:
    virtual ~StagedWork() = default;
    /// All batches once, with that many multiply-adds (at least one) to every number where it computes. A failure of
    /// loading as it came; DeviceFailure or Timeout when the device fails, Unavailable when the system grants no thread
    /// to load with.
    [[nodiscard]] virtual Result<StagedRun> run(StagedOrder order, std::int64_t applications) = 0;
};

} // namespace ridgepoint
