// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"

#include <memory>
#include <utility>
#include <vector>

namespace ridgepoint::test {

/// A kernel of 8 GFLOP and 2 GB that a profiler counted.
inline OwnKernel imported(const char* name, double time, const char* device = "")
{
    return {.name = name,
            .flops = Flops(8e9),
            .bytes = Bytes(2e9),
            .time = Seconds(time),
            .work = WorkOrigin::Counted,
            .source = "profile.csv",
            .device = device};
}

/// A kernel that was typed.
inline OwnKernel kernel(const char* name, double flops, double bytes, double time)
{
    return {.name = name, .flops = Flops(flops), .bytes = Bytes(bytes), .launches = 1.0, .time = Seconds(time)};
}

/// A snapshot of the synthetic device with these kernels.
inline SnapshotPointer snapshotWith(std::vector<OwnKernel> kernels)
{
    Snapshot snapshot = syntheticSnapshot();
    snapshot.kernels = kernelList(std::move(kernels));
    return std::make_shared<const Snapshot>(std::move(snapshot));
}

/// A roofline of the synthetic device with these kernels.
inline std::unique_ptr<RooflineChart> chartOf(const std::vector<OwnKernel>& kernels, const KernelChoice& choice = {})
{
    Snapshot snapshot = syntheticSnapshot();
    snapshot.kernels = kernelList(kernels, choice);
    auto chart = std::make_unique<RooflineChart>();
    chart->resize(900, 640);
    chart->set(&ChartInput::cursor, syntheticCursor());
    chart->set(&ChartInput::snapshot, std::make_shared<const Snapshot>(std::move(snapshot)));
    chart->flush();
    return chart;
}

} // namespace ridgepoint::test
