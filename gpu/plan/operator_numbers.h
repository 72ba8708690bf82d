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
    /// The content of each of the plan's buffers, padding poisoned (NaN; a place in no buffer; bits in a mask beyond
    /// its rows; those of a dropout at random there); empty where the calls write it.
    std::vector<std::vector<std::byte>> contents;
};

/// Numbers spread over (-4, 4), the same for the same seed.
[[nodiscard]] OperatorNumbers operatorNumbers(const OperatorPlan& plan, std::uint32_t seed);

/// Which of the reference's results stands at that float of the result's buffer; nothing for padding.
[[nodiscard]] std::optional<std::size_t> resultAt(const OperatorPlan& plan, std::uint64_t index);

/// Which of a window's four elements was the largest, as rp_fill_places and rp_fill_mask make it up: 2 x row + column
/// in it.
[[nodiscard]] std::uint32_t madeUpMaximum(std::uint32_t row, std::uint32_t column);

} // namespace ridgepoint
