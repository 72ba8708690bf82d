// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the window costs and how fast it answers, one part a run:
//
// first-paint BENCH: milliseconds from the process's start (BENCH_STARTED_NS) to the painted window.
//
// first-sample BENCH: milliseconds from Run to the first painted sample.
//
// latency "FAKE_BENCH OPTIONS": percentiles of keys answered while samples arrive.
//
// probe BENCH: updates of the live probe a second, and how many of them were painted.
//
// write-session FILE COUNT: writes a session of that many samples, for the next three.
//
// slider FILE BENCH: percentiles from a key on a slider to the painted map of the other slice.
//
// open FILE BENCH: milliseconds from opening that session to its painted charts.
//
// memory FILE BENCH: resident mebibytes with that session on screen.
//
// kernels BENCH: milliseconds from asking for the list of 100,000 own kernels to its painted rows, and percentiles of a
// scrolled frame.
//
// roofs BENCH: "id value" of each roof, measured with the window open.
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/theme.h"
#include "app/desktop/base/heap.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/views/chart_area.h"
#include "tests/bench/window/watched_window.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <thread>
#include <vector>

using namespace ridgepoint;
using namespace ridgepoint::bench;

namespace {

int firstPaint(WatchedApplication& application, const QString& bench)
{
    int paints = 0;
    bool painted = false;
    application.handled = [&](QObject*, QEvent* event) {
        paints += event->type() == QEvent::Paint ? 1 : 0;
        // The expose is dealt with when every widget has painted and the picture is handed to the display.
        painted = painted || (event->type() != QEvent::Paint && paints > 0);
    };
    const OwnWindow own(Options{.bench = bench, .session = {}, .theme = {}});
    wait([&] { return painted; }, "first paint");
    const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count();
    std::printf("%.1f\n", static_cast<double>(now - qEnvironmentVariable("BENCH_STARTED_NS").toLongLong()) / 1e6);
    return 0;
}

int firstSample(WatchedApplication& application, const QString& bench)
{
    const OwnWindow own(Options{.bench = bench, .session = {}, .theme = {}});
    MainWindow& window = *own.window;
    wait([&] { return !window.engine().session.samples().empty() && !window.engine().controller.running(); },
         "end of the first measurement");
    // Another launch mode shows a map of which nothing is measured; its roofs are those of the first start.
    Workload other = window.engine().cursor.workload();
    other.launchMode = LaunchMode::Graph;
    window.engine().cursor.setWorkload(other);
    QApplication::processEvents();
    const auto began = Clock::now();
    const std::size_t before = window.engine().session.samples().size();
    const auto shown = [&] {
        const SnapshotPointer latest = window.engine().feed.latest();
        return latest && std::any_of(latest->samples.begin(), latest->samples.end(), [](const Sample& s) {
                   return s.workload.launchMode == LaunchMode::Graph;
               });
    };
    bool painted = false;
    application.handled = [&](QObject* receiver, QEvent* event) {
        if (event->type() == QEvent::Paint && shown()
            && (receiver == window.charts().map() || receiver == window.charts().roofline()))
            painted = true;
    };
    window.actions_().run->trigger();
    wait([&] { return window.engine().session.samples().size() > before; }, "first sample");
    const double arrived = milliseconds(Clock::now() - began);
    wait([&] { return painted; }, "painted sample");
    std::printf("%.1f %.1f\n", arrived, milliseconds(Clock::now() - began));
    return 0;
}

/// Keys come from a thread of their own at irregular times, as a person's do: a busy window can't put them off.
int latency(WatchedApplication& application, const QString& bench)
{
    constexpr int keys = 600;
    const OwnWindow own(Options{.bench = bench, .session = {}, .theme = {}});
    MainWindow& window = *own.window;
    wait([&] { return window.engine().session.samples().size() > 500; }, "samples");
    QSlider* slider = window.workloadPanel().slider(AxisKind::Operations)->slider();
    std::vector<Clock::time_point> posted(keys);
    std::vector<double> answered;
    std::vector<double> painted;
    bool owed = false;
    application.handled = [&](QObject* receiver, QEvent* event) {
        if (receiver == slider && event->type() == QEvent::KeyPress) {
            answered.push_back(milliseconds(Clock::now() - posted[answered.size()]));
            owed = true;
        } else if (receiver == slider && event->type() == QEvent::Paint && owed) {
            painted.push_back(milliseconds(Clock::now() - posted[answered.size() - 1]));
            owed = false;
        }
    };
    const std::size_t before = window.engine().session.revision();
    const auto began = Clock::now();
    (void)QKeyEvent(QEvent::KeyPress, Qt::Key_Right,
                    Qt::NoModifier); // the first one makes the keyboard, in this thread
    std::jthread person([&] {
        std::mt19937 random(1);
        std::uniform_int_distribution<int> pause(11, 37);
        for (int key = 0; key < keys; ++key) {
            std::this_thread::sleep_for(std::chrono::milliseconds(pause(random)));
            posted[static_cast<std::size_t>(key)] = Clock::now();
            QCoreApplication::postEvent(
                slider,
                new QKeyEvent(QEvent::KeyPress, key / 8 % 2 == 0 ? Qt::Key_Right : Qt::Key_Left, Qt::NoModifier));
        }
    });
    wait([&] { return answered.size() == keys; }, "answers");
    const double seconds = milliseconds(Clock::now() - began) / 1000.0;
    std::printf("answered p50 %.2f p99 %.2f max %.2f; painted p50 %.2f p99 %.2f max %.2f ms; %.0f samples/s\n",
                percentile(answered, 0.5), percentile(answered, 0.99), percentile(answered, 1.0),
                percentile(painted, 0.5), percentile(painted, 0.99), percentile(painted, 1.0),
                static_cast<double>(window.engine().session.revision() - before) / seconds);
    return 0;
}

double residentMebibytes()
{
    double kibibytes = 0.0;
    if (std::FILE* status = std::fopen("/proc/self/status", "r")) {
        for (char line[256]; std::fgets(line, sizeof line, status) != nullptr;)
            std::sscanf(line, "VmRSS: %lf", &kibibytes);
        std::fclose(status);
    }
    return kibibytes / 1024.0;
}

int memory(WatchedApplication& application, const QString& file, const QString& bench)
{
    const OwnWindow own(Options{.bench = bench, .session = file, .theme = {}});
    MainWindow& window = *own.window;
    int paintsAfter = 0;
    application.handled = [&](QObject* receiver, QEvent* event) {
        if (event->type() == QEvent::Paint && receiver == window.charts().map() && window.engine().feed.latest()
            && !window.engine().feed.latest()->samples.empty())
            ++paintsAfter;
    };
    wait([&] { return window.engine().session.samples().size() >= 1000 && paintsAfter > 0; }, "session on screen");
    const auto settled = Clock::now() + std::chrono::seconds(3);
    wait([&] { return Clock::now() > settled; }, "rest");
    std::printf("%.1f MiB resident with %zu samples\n", residentMebibytes(), window.engine().session.samples().size());
    return 0;
}

int roofs(const QString& bench)
{
    const OwnWindow own(Options{.bench = bench, .session = {}, .theme = {}});
    MainWindow& window = *own.window;
    wait([&] { return window.engine().controller.progress().what == MeasureProgress::What::Map; }, "end of the roofs");
    for (const RoofSet& set : window.engine().session.content().frame.roofs)
        for (const Roof& roof : set.roofs)
            std::printf("%s %.6g\n", roof.id.c_str(), roof.value);
    return 0;
}

} // namespace

int main(int count, char** arguments)
{
    keepHeapSmall();
    WatchedApplication application(count, arguments);
    QCoreApplication::setOrganizationName(QStringLiteral("ridgepoint-bench-window"));
    QApplication::setStyle(QStringLiteral("Fusion"));
    loadFonts();
    QFont font(fontFamily());
    font.setPixelSize(13);
    QApplication::setFont(font);
    const QStringList words = QApplication::arguments().mid(1);
    const QString part = words.value(0);
    if (part == QLatin1String("first-paint") && words.size() == 2)
        return firstPaint(application, words[1]);
    if (part == QLatin1String("first-sample") && words.size() == 2)
        return firstSample(application, words[1]);
    if (part == QLatin1String("latency") && words.size() == 2)
        return latency(application, words[1]);
    if (part == QLatin1String("write-session") && words.size() == 3)
        return writeSyntheticSession(words[1], words[2].toInt());
    if (part == QLatin1String("memory") && words.size() == 3)
        return memory(application, words[1], words[2]);
    if (part == QLatin1String("probe") && words.size() == 2)
        return measureProbe(application, words[1]);
    if (part == QLatin1String("slider") && words.size() == 3)
        return measureSlider(application, words[1], words[2]);
    if (part == QLatin1String("open") && words.size() == 3)
        return measureOpening(application, words[1], words[2]);
    if (part == QLatin1String("kernels") && words.size() == 2)
        return measureKernels(application, words[1]);
    if (part == QLatin1String("roofs") && words.size() == 2)
        return roofs(words[1]);
    std::fprintf(stderr, "bench_window: unknown part; the head of bench_window.cpp lists them\n");
    return 2;
}
