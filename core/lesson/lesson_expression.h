// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson_result.h"
#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/model/workload.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Expressions of a lesson, such as `T k=8 N=32Mi / T k=1 N=32Mi as x`: arithmetic on the roofs and times of the
/// machine at hand, so that a lesson's numbers are right on every machine. core/lesson/README.md has the grammar.
namespace ridgepoint {

/// What an expression came to, in SI units; `unit` as quantityText() takes it: "B/s", "FLOP/s", "op/s", "/s", "s", "B",
/// "FLOP", "op", "FLOP/B", "op/B", "x" and "%" (of a ratio), "" for a count.
struct LessonValue {
    double number = 0.0;
    std::string unit;

    friend bool operator==(const LessonValue&, const LessonValue&) = default;
};

/// What expressions are evaluated on: a device as far as it has been measured.
struct LessonMachine {
    RoofSet roofs;
    DeviceKind kind = DeviceKind::Cpu;
    Bytes memory;  ///< of the device, 0 where unknown
    Workload base; ///< what an expression does not name: the lesson's own work
    /// The measured time of a workload; nothing where it was not measured.
    std::function<std::optional<Seconds>(const Workload&)> time;
    const ExperimentInfo* experiment = nullptr; ///< of the lesson; null where it has none
    /// Reads the experiment's result; empty where it was not measured.
    std::function<Result<double>(const ResultReading&)> result{};
};

/// Evaluates; every expression comes to a value or an Error. InvalidInput says where the expression is wrong and what
/// was expected there, Unavailable that something of it has not been measured on this machine (which).
[[nodiscard]] Result<LessonValue> evaluate(std::string_view expression, const LessonMachine& machine);
/// The unit of what it comes to on a machine that has every roof, every time and every result of this experiment (of
/// work of an operation that is not named, FLOP); or the error that evaluate() would give whatever the machine.
[[nodiscard]] Result<std::string> checkExpression(std::string_view expression,
                                                  const ExperimentInfo* experiment = nullptr);

/// The workload that assignments such as "op=fma k=8 N=memory" describe on this machine, over `machine.base`.
[[nodiscard]] Result<Workload> workloadOf(std::string_view assignments, const LessonMachine& machine);
/// Whether they are assignments, likewise; of the workload operation, precision and launch mode, which no machine
/// changes.
[[nodiscard]] Result<Workload> checkWorkload(std::string_view assignments);

/// What expressions take from the roofs of a machine, whichever machine it is.
struct RoofNeeds {
    std::vector<std::string> roofs; ///< ids that they name, as `roof` or as the compute roof of a `ridge`
    /// Work whose time they read or predict: its operation, precision and launch mode alone.
    std::vector<Workload> timed;
};
/// Adds those of an expression, over `base`, the lesson's own work.
void addNeeds(RoofNeeds& needs, std::string_view expression, const Workload& base,
              const ExperimentInfo* experiment = nullptr);

} // namespace ridgepoint
