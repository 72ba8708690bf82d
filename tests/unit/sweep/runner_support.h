// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sweep/sweep_runner.h"
#include "tests/support/model_backend.h"

#include <map>
#include <vector>

namespace ridgepoint::test {

/// A square map of operations per element and size, the largest size in elements and the budget in seconds.
inline Plan mapPlan(int steps, Strategy strategy, double budget, std::int64_t largest = 128 << 20)
{
    Plan plan;
    plan.axes = {{AxisKind::Operations, logSpaced(1, 1024, steps)}, {AxisKind::Size, logSpaced(1, largest, steps)}};
    plan.strategy = strategy;
    plan.budget = Seconds(budget);
    return plan;
}

/// Steps until the run has ended.
inline void runToTheEnd(SweepRunner& runner)
{
    while (runner.step()) {
    }
}

inline std::map<Workload, Sample> byWorkload(const std::vector<Sample>& samples)
{
    std::map<Workload, Sample> map;
    for (const Sample& sample : samples)
        map[sample.workload] = sample;
    return map;
}

} // namespace ridgepoint::test
