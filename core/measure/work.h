// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/prepared_work.h"
#include "core/model/cost.h"
#include "core/model/device.h"
#include "core/model/gradient_chain.h"
#include "core/model/operator.h"
#include "core/model/product.h"
#include "core/model/result.h"
#include "core/model/workload.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

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

} // namespace ridgepoint
