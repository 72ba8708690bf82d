// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/calculator/calculator_commands.h"
#include "core/session/own_kernels_csv.h"
#include "tests/bench/window/watched_window.h"

#include <QComboBox>
#include <QScrollBar>
#include <QTableView>

#include <string>

namespace ridgepoint::bench {
namespace {

/// As many kernels as a session holds, with names as long as templates have, the times in no order.
std::vector<OwnKernel> longProfile()
{
    constexpr std::size_t stride = 7919; // has no factor in common with a power of ten
    std::vector<OwnKernel> kernels;
    kernels.reserve(maximumOwnKernels);
    for (std::size_t i = 0; i < maximumOwnKernels; ++i) {
        const auto part = static_cast<double>(i * stride % maximumOwnKernels);
        kernels.push_back({.name = "void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>, "
                                   "std::array<char*, 3ul>>(int, at::native::AddFunctor<float>, std::array<char*, "
                                   "3ul>) "
                                 + std::to_string(i),
                           .flops = Flops(1e6 + part),
                           .bytes = Bytes(1e7 + part),
                           .launches = 1.0,
                           .time = Seconds(1e-3 + 1e-8 * part),
                           .work = WorkOrigin::Formula,
                           .source = "trace.json"});
    }
    return kernels;
}

} // namespace

int measureKernels(WatchedApplication& application, const QString& program)
{
    constexpr int notches = 300; // of a mouse wheel, three rows each
    constexpr int jumps = 100;   // to rows that were never seen
    constexpr int rowsANotch = 3;
    const OwnWindow own(Options{.bench = program, .session = {}, .theme = {}});
    MainWindow& window = *own.window;
    wait([&] { return window.engine().bench.state() == BenchState::Ready; }, "measuring program");
    window.engine().controller.setPause(1000000); // this is about what is known
    window.engine().controller.stop();
    window.engine().probe.setOn(false);
    wait([&] { return !window.engine().controller.running(); }, "end of measuring");
    window.engine().session.setOwnKernels(longProfile());
    const auto settled = Clock::now() + std::chrono::seconds(2);
    wait([settled] { return Clock::now() >= settled; }, "rest"); // the roofline has drawn its part
    bool painted = false;
    bool handed = false; // to the display
    application.handled = [&](QObject* receiver, QEvent* event) {
        const OwnKernelsDialog* list = window.calculator().list();
        if (list == nullptr)
            return;
        painted = painted || (event->type() == QEvent::Paint && receiver == list->table()->viewport());
        handed = handed || (painted && event->type() != QEvent::Paint && event->type() != QEvent::KeyPress);
    };
    const auto timed = [&](const std::function<void()>& act, const char* what) {
        painted = handed = false;
        const auto began = Clock::now();
        act();
        wait([&] { return handed; }, what);
        return milliseconds(Clock::now() - began);
    };
    const double opened = timed([&] { window.calculator().openOwnKernels(); }, "list");
    OwnKernelsDialog& list = *window.calculator().list();
    const double all = timed([&] { list.longest()->setCurrentIndex(list.longest()->findData(0)); }, "all rows");
    QScrollBar& bar = *list.table()->verticalScrollBar();
    std::vector<double> frames;
    for (int notch = 0; notch < notches; ++notch)
        frames.push_back(timed([&] { bar.setValue(bar.value() + rowsANotch); }, "scrolled rows"));
    for (int jump = 1; jump <= jumps; ++jump)
        frames.push_back(timed([&] { bar.setValue(bar.maximum() / jumps * jump - jump); }, "rows further on"));
    std::printf("opened %.1f ms, all of %zu rows %.1f ms; a scrolled frame p50 %.2f p99 %.2f max %.2f ms\n", opened,
                maximumOwnKernels, all, percentile(frames, 0.5), percentile(frames, 0.99), percentile(frames, 1.0));
    return 0;
}

} // namespace ridgepoint::bench
