// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/interval.h"
#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_result.h"
#include "core/model/result.h"

#include <optional>
#include <string>

namespace ridgepoint {

/// What an expression reads of a result: by the ids of series and labels that the experiment's own question reads too
/// (ExperimentInfo::guess).
struct ResultReading {
    enum class Kind {
        Value, ///< the one of this name, at this x where the name has several
        Most,  ///< the largest of this name
        Reach, ///< the least x at which this name has `least` or more
        Guess, ///< the number that answers the experiment's own question
    };
    Kind kind = Kind::Value;
    std::string name; ///< id of a label or of a series; empty for Guess
    int plot = 0;     ///< which of the experiment's
    std::optional<double> x{};
    double least = 0.0;

    friend bool operator==(const ResultReading&, const ResultReading&) = default;
};

/// The number, in SI units. InvalidInput where no such thing is in the result (with what is there), Unavailable where
/// it could not be measured on this device (why).
[[nodiscard]] Result<double> readResult(const ExperimentResult& result, const ExperimentInfo& info,
                                        const ResultReading& reading);
/// The interval of that number, from those of the points that it is read from; of Reach from the last x that lies
/// before, because between them nothing was measured. Nothing where one of the points has none, or no upper end.
[[nodiscard]] std::optional<Interval> readInterval(const ExperimentResult& result, const ExperimentInfo& info,
                                                   const ResultReading& reading);
/// Whether other programs used the processor while one of those points was measured, of Guess any of the result.
[[nodiscard]] bool wasDisturbed(const ExperimentResult& result, const ResultReading& reading);

} // namespace ridgepoint
