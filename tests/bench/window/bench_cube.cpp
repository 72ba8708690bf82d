// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/probe_display.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/views/chart_area.h"
#include "tests/bench/window/watched_window.h"
#include "tests/support/synthetic_device.h"

#include <QAction>
#include <QKeyEvent>
#include <QSlider>

#include <array>
#include <optional>

namespace ridgepoint::bench {
namespace {

bool showsSlice(const ChartArea& charts, const Workload& workload)
{
    const RegimeMapData& data = charts.map()->data();
    return data.measured > 0 && data.base.fusionDepth == workload.fusionDepth;
}

void rest(int pause)
{
    const auto end = Clock::now() + std::chrono::milliseconds(pause);
    wait([end] { return Clock::now() >= end; }, "end of a pause");
}

} // namespace

int writeSyntheticSession(const QString& file, int count)
{
    Session session;
    session.created = "2026-01-01T00:00:00Z";
    session.devices = {test::syntheticDevice()};
    session.roofs = {test::syntheticRoofs(test::syntheticThreads)};
    // From 4 on: whole numbers so close are distinct, and 33 of them remain 33. One cube of 33 x 33 x 7 for each
    // operation in each precision that a CPU has.
    for (const Precision precision : {Precision::Fp32, Precision::Fp64})
        for (const Operation operation : allOperations) {
            Plan plan;
            plan.base.operation = operation;
            plan.base.precision = precision;
            plan.base.threads = test::syntheticThreads;
            plan.base.chainLength = 64;
            plan.axes = {{.kind = AxisKind::Operations, .values = logSpaced(4, 4096, 33)},
                         {.kind = AxisKind::Size, .values = logSpaced(1, std::int64_t{1} << 27, 33)},
                         {.kind = AxisKind::Depth, .values = {1, 2, 4, 8, 16, 32, 64}}};
            session.plans.push_back(plan);
            for (std::size_t cell = 0; cell < plan.cellCount(); ++cell)
                session.samples.push_back(test::syntheticSample(plan.cell(cell), 8));
        }
    session.samples.resize(std::min(session.samples.size(), static_cast<std::size_t>(count)));
    const Result<void> written = writeSession(session, file.toStdString());
    if (!written)
        std::fprintf(stderr, "bench_window: %s\n", written.error().message().c_str());
    return written ? 0 : 3;
}

/// A step of the third slider, whose slice is known: until the map shows it, and until every chart does.
int measureSlider(WatchedApplication& application, const QString& file, const QString& program)
{
    constexpr int steps = 400;
    const OwnWindow own(Options{.bench = program, .session = file, .theme = {}});
    MainWindow& window = *own.window;
    wait(
        [&] {
            return window.engine().session.samples().size() >= 1000
                && window.engine().bench.state() == BenchState::Ready;
        },
        "session");
    window.engine().cursor.setMapKind(MapKind::IntensitySize);
    // A session without a view opens at one operation of a chain of one, which has no depths to slide through.
    window.engine().cursor.setWorkload(window.engine().session.frame().plans.front().base);
    window.engine().probe.setOn(false);
    window.engine().controller.setPause(1000000); // nothing is measured meanwhile: this is about what is known
    wait([&] { return showsSlice(window.charts(), window.engine().cursor.workload()); }, "map of the session");
    QSlider* depth = window.workloadPanel().slider(AxisKind::Depth)->slider();
    rest(500);
    bool painted = false;
    std::array<bool, 3> charts{};
    std::array<int, 3> rebuilds{};
    std::optional<Clock::time_point> mapAt;
    std::optional<Clock::time_point> allAt;
    application.handled = [&](QObject* receiver, QEvent* event) {
        if (event->type() == QEvent::UpdateRequest
            && painted) { // its widgets have painted, and the picture is handed to the display
            const auto now = Clock::now();
            mapAt = mapAt.value_or(now);
            if (charts[0] && charts[1] && charts[2])
                allAt = allAt.value_or(now);
        }
        if (event->type() != QEvent::Paint)
            return;
        painted = painted
               || (receiver == window.charts().map() && showsSlice(window.charts(), window.engine().cursor.workload()));
        for (std::size_t i = 0; i < charts.size(); ++i)
            charts[i] = charts[i]
                     || (receiver == window.charts().charts()[i]
                         && window.charts().charts()[i]->rebuilds() > rebuilds[i]);
    };
    std::vector<double> times;
    std::vector<double> allTimes;
    for (int step = 0; step < steps; ++step) {
        const Qt::Key key = depth->value() == depth->maximum() ? Qt::Key_Left
                          : depth->value() == depth->minimum() ? Qt::Key_Right
                          : step / 5 % 2 == 0                  ? Qt::Key_Right
                                                               : Qt::Key_Left;
        painted = false;
        charts = {};
        mapAt = allAt = std::nullopt;
        for (std::size_t i = 0; i < charts.size(); ++i)
            rebuilds[i] = window.charts().charts()[i]->rebuilds();
        const auto began = Clock::now();
        QCoreApplication::postEvent(depth, new QKeyEvent(QEvent::KeyPress, key, Qt::NoModifier));
        wait([&] { return mapAt && allAt; }, "painted charts");
        times.push_back(milliseconds(*mapAt - began));
        allTimes.push_back(milliseconds(*allAt - began));
        rest(step % 3 == 0 ? 5 : 40); // a fast drag and a slow one
    }
    std::printf("map p50 %.2f p99 %.2f max %.2f ms, every chart p50 %.2f p99 %.2f max %.2f ms with %zu samples\n",
                percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1.0), percentile(allTimes, 0.5),
                percentile(allTimes, 0.99), percentile(allTimes, 1.0), window.engine().session.samples().size());
    return 0;
}

int measureOpening(WatchedApplication& application, const QString& file, const QString& program)
{
    const OwnWindow own(Options{.bench = program, .session = {}, .theme = {}});
    MainWindow& window = *own.window;
    wait([&] { return window.engine().bench.state() == BenchState::Ready; }, "measuring program");
    window.engine().controller.stop();
    window.engine().probe.setOn(false);
    wait([&] { return !window.engine().controller.running(); }, "end of measuring");
    rest(500);
    double read = 0.0;
    bool painted = false;
    const auto began = Clock::now();
    QObject::connect(&window.engine().store, &SessionStore::opened, &window,
                     [&] { read = milliseconds(Clock::now() - began); });
    application.handled = [&](QObject* receiver, QEvent* event) {
        painted = painted
               || (event->type() == QEvent::Paint && receiver == window.charts().map() && read > 0.0
                   && window.charts().map()->input().snapshot
                   && window.charts().map()->input().snapshot == window.engine().feed.latest()
                   && showsSlice(window.charts(), window.engine().cursor.workload()));
    };
    window.engine().store.open(file);
    wait([&] { return painted; }, "painted session");
    std::printf("read %.1f, painted %.1f ms with %zu samples\n", read, milliseconds(Clock::now() - began),
                window.engine().session.samples().size());
    return 0;
}

int measureProbe(WatchedApplication& application, const QString& program)
{
    constexpr double seconds = 5.0;
    const OwnWindow own(Options{.bench = program, .session = {}, .theme = {}});
    MainWindow& window = *own.window;
    wait([&] { return !window.engine().session.samples().empty() && !window.engine().controller.running(); },
         "end of the first measurement");
    window.engine().probe.setOn(true);
    int updates = 0;
    int paints = 0;
    QObject::connect(&window.engine().probe, &ProbeController::updated, &window, [&] { ++updates; });
    application.handled = [&](QObject* receiver, QEvent* event) {
        paints += event->type() == QEvent::Paint && receiver == window.charts().roofline();
    };
    wait([&] { return updates > 0; }, "first update");
    updates = 0;
    paints = 0;
    const int panelBefore = window.probeDisplay().panelTurns();
    rest(static_cast<int>(seconds * 1000.0));
    std::printf("%.1f updates/s, roofline painted %.1f/s, figures %.1f/s\n", updates / seconds, paints / seconds,
                (window.probeDisplay().panelTurns() - panelBefore) / seconds);
    return 0;
}

} // namespace ridgepoint::bench
