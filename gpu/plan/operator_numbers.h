// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator_reference.h"
#include "gpu/plan/operator_plan.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ridgepoint {

/// Numbers to check an operator with: as its reference takes them, and as its plan lays them out.
struct OperatorNumbers {
    OperatorInput input;
    /// The content of each of the plan's buffers, padding poisoned (NaN; a dropout's bits are at random there); empty
    /// where the calls write it.
    std::vector<std::vector<std::byte>> contents;
};

/// Numbers spread over (-4, 4), the same for the same seed.
[[nodiscard]] OperatorNumbers operatorNumbers(const OperatorPlan& plan, std::uint32_t seed);

/// Which of the reference's results stands at that float of the result's buffer; nothing for padding.
[[nodiscard]] std::optional<std::size_t> resultAt(const OperatorPlan& plan, std::uint64_t index);

} // namespace ridgepoint
