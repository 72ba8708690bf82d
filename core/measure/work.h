// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/launch_recording.h"
#include "core/measure/prepared_work.h"
#include "core/model/cost.h"
#include "core/model/device.h"
#include "core/model/gradient_chain.h"
#include "core/model/operator.h"
#include "core/model/product.h"
#include "core/model/result.h"
#include "core/model/workload.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace ridgepoint {

/// Whose code carries out an operator or a product.
enum class Implementation {
    BuiltIn, ///< a kernel of this program
    Library, ///< the vendor's, loaded while the program runs: oneDNN on a processor, cuBLASLt on a GPU
};

struct OperatorRequest {
    OperatorCall call;
    Implementation implementation = Implementation::BuiltIn;
};

struct ProductRequest {
    ProductCall call;
    Implementation implementation = Implementation::BuiltIn;
};

/// What a device may be asked to time by repetition. A new kind of work joins this list, gets its facts in work.cpp and
/// an arm of prepareByKind() in each backend that has it; the others answer that it is unsupported.
using WorkRequest = std::variant<Workload, OperatorRequest, ProductRequest, GradientCall>;

/// Work that a device has made ready, and what is known of it only now.
struct ReadyWork {
    std::string method{};               ///< how, in words, for people; empty for the chain of a workload
    std::optional<OperatorCost> cost{}; ///< operators: of one run, as this device's kernel does it
    /// Of the whole work that one repetition does. Long chains with their gradient come in short pieces, every
    /// repetition the next one, so that no cache holds what a whole pass would not have left there.
    double share = 1.0;
    std::unique_ptr<PreparedWork> work{};

    /// PreparedWork::run
    [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) const { return work->run(repetitions); }
};

/// InvalidInput for counts that are impossible on every device.
[[nodiscard]] Result<void> validate(const WorkRequest& work);
/// What it is called after "preparing" and "running": "fma fp32", "the operator softmax", "a matrix product".
[[nodiscard]] std::string describe(const WorkRequest& work);
/// What one run of valid work does at most, counted from its definition; with an operator's results counts what is read
/// because whole lines are written.
[[nodiscard]] Cost nominalCost(const WorkRequest& work);
/// Unsupported: the device has no kernels for this kind of work at all.
[[nodiscard]] Error unsupported(const WorkRequest& work, const DeviceInfo& device);

/// Prepares work by the one of `prepares` that takes its kind; each is a callable that returns Result<ReadyWork>. A
/// kind that none of them takes is unsupported().
template <class... Prepares>
[[nodiscard]] Result<ReadyWork> prepareByKind(const WorkRequest& work, const DeviceInfo& device, Prepares... prepares)
{
    struct Known : Prepares... {
        using Prepares::operator()...;
    };
    Known known{std::move(prepares)...};
    return std::visit(
        [&](const auto& one) -> Result<ReadyWork> {
            if constexpr (std::is_invocable_v<Known&, decltype(one)>)
                return known(one);
            else
                return unsupported(work, device);
        },
        work);
}

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
