// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"
#include "core/model/factor_numbers.h"
#include "core/model/product.h"

#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on predictable data.
namespace predictable {

/// "zeros", "uniform in [0, 1)": the label of a bar.
[[nodiscard]] std::string labelOf(FactorNumbers numbers);

/// What the device told while products of one kind ran: power, clock, and what held the clock back. Empty fields where
/// it tells nothing.
struct DeviceState {
    double watts = 0.0;
    Hertz clock{};
    std::string heldBackBy;
    /// "431 W, 1.41 GHz, held back by the power cap"; empty where nothing was told.
    [[nodiscard]] std::string words() const;
};

/// Whether a device tells of a limit that binds: of what the notes of all measured numbers say together.
enum class PowerCap { Binds, DoesNotBind, Unknown };
[[nodiscard]] PowerCap powerCapOf(const ExperimentResult& result);

/// What is seen, by intervals: who differs from whom, or that nobody does and why.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace predictable

} // namespace ridgepoint
