// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
//
// How long the charts take to draw: the regime map by its number of cells, the roofline by its number of points.
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/theme.h"
#include "tests/support/synthetic_device.h"

#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace ridgepoint;

namespace {

constexpr int repetitions = 15;

/// Gives the benchmark the step that the chart's own timer takes: rebuild what is dirty and draw it.
template <class Chart> class Exposed : public Chart {
public:
    using Chart::flush;
};

/// So many whole numbers from 1 to `high`: one by one until the logarithm's steps are longer, so that 512 remain 512.
std::vector<std::int64_t> valuesUpTo(std::int64_t high, int count)
{
    std::vector<std::int64_t> values{1};
    for (int i = 1; i < count; ++i)
        values.push_back(std::max(values.back() + 1, static_cast<std::int64_t>(std::llround(
                                                         std::pow(static_cast<double>(high), i / (count - 1.0))))));
    return values;
}

SnapshotPointer snapshotOf(int columns, int rows, std::uint64_t generation)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->generation = generation;
    snapshot->device = test::syntheticDevice();
    snapshot->roofs = test::syntheticRoofs(2);
    snapshot->plan.base.threads = 2;
    snapshot->plan.axes = {{.kind = AxisKind::Operations, .values = valuesUpTo(maximumOperationsPerElement, columns)}};
    if (rows > 1)
        snapshot->plan.axes.push_back({.kind = AxisKind::Size, .values = valuesUpTo(std::int64_t{1} << 30, rows)});
    else
        snapshot->plan.base.elements = std::int64_t{1} << 25;
    for (std::size_t cell = 0; cell < snapshot->plan.cellCount(); ++cell)
        snapshot->samples.push_back(test::syntheticSample(snapshot->plan.cell(cell), static_cast<int>(generation)));
    snapshot->points = analyse(snapshot->samples, snapshot->roofs, DeviceKind::Cpu);
    return snapshot;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

template <class Work> double medianMilliseconds(Work work)
{
    std::vector<double> times;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        QElapsedTimer timer;
        timer.start();
        work(repetition);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    return median(times);
}

template <class Chart> void measure(const char* name, int columns, int rows)
{
    Exposed<Chart> chart;
    chart.resize(758, 650);
    const SnapshotPointer snapshots[] = {snapshotOf(columns, rows, 1), snapshotOf(columns, rows, 2)};
    chart.set(&ChartInput::cursor, snapshots[0]->plan.cell(0));
    chart.set(&ChartInput::snapshot, snapshots[0]);
    chart.show();
    QApplication::processEvents();
    const std::size_t cells = snapshots[0]->samples.size();
    const double update = medianMilliseconds([&](int repetition) {
        chart.set(&ChartInput::snapshot, snapshots[repetition % 2]);
        chart.flush();
    });
    const double full = medianMilliseconds([&](int) { chart.replot(QCustomPlot::rpImmediateRefresh); });
    std::printf("%-10s %7zu points: new data %8.2f ms, full replot %8.2f ms\n", name, cells, update, full);
}

} // namespace

int main(int count, char** arguments)
{
    QApplication application(count, arguments);
    measure<RegimeMapChart>("map", 33, 33);
    measure<RegimeMapChart>("map", 256, 256);
    measure<RegimeMapChart>("map", 512, 512);
    measure<RooflineChart>("roofline", 33, 1);
    measure<RooflineChart>("roofline", 300, 1);
    measure<RooflineChart>("roofline", 2000, 1);
    return 0;
}
