// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/inspect/point_facts.h"
#include "app/desktop/session/live_session.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/synthetic_snapshot.h"

#include <algorithm>

namespace ridgepoint::test {

/// What is known of a cell of the synthetic device, all of which is measured.
inline PointFacts factsAt(const Workload& workload)
{
    static const SnapshotPointer snapshot = syntheticSnapshotPointer();
    static LiveSession session;
    if (session.samples().empty())
        for (const Sample& sample : snapshot->samples)
            session.putSample(sample);
    return factsOf(workload, snapshot, session.lookup("cpu"));
}

/// The cell of the synthetic plan nearest to these.
inline Workload cellWith(std::int64_t operations, std::int64_t elements)
{
    Workload workload = syntheticPlan().base;
    const auto nearest = [](const Axis& axis, std::int64_t value) {
        return *std::min_element(axis.values.begin(), axis.values.end(),
                                 [&](auto a, auto b) { return std::abs(a - value) < std::abs(b - value); });
    };
    workload.operationsPerElement = nearest(syntheticPlan().axes[0], operations);
    workload.elements = nearest(syntheticPlan().axes[1], elements);
    return workload;
}

} // namespace ridgepoint::test
