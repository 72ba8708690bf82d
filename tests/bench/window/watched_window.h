// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/desktop/window/main_window.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

namespace ridgepoint::bench {

using Clock = std::chrono::steady_clock;

inline double milliseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

/// Tells when an event has been dealt with, painting included.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;
    std::function<void(QObject*, QEvent*)> handled;

    bool notify(QObject* receiver, QEvent* event) override
    {
        const QEvent::Type type = event->type();
        const bool result = QApplication::notify(receiver, event);
        if (handled
            && (type == QEvent::Paint || type == QEvent::KeyPress || type == QEvent::UpdateRequest
                || type == QEvent::Expose))
            handled(receiver, event);
        return result;
    }
};

/// The window with settings and autosaves of its own, as it starts for a new user.
struct OwnWindow {
    QTemporaryDir folder;
    std::unique_ptr<MainWindow> window;

    explicit OwnWindow(Options options)
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        options.theme = ThemeChoice::Light;
        window = std::make_unique<MainWindow>(
            options,
            WindowSurroundings{.autosaveFolder = folder.path() + QStringLiteral("/sessions"), .deadlines = {}});
        window->resize(1600, 980); // the offscreen platform's screen is small
        window->show();
        window->begin();
    }
};

/// Runs the event loop until `done`; ends the program when a minute passes.
inline void wait(const std::function<bool()>& done, const char* what)
{
    const auto end = Clock::now() + std::chrono::seconds(60);
    QTimer tick; // a window at rest has no events that would end a wait for one
    tick.start(2);
    while (!done()) {
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        if (Clock::now() > end) {
            std::fprintf(stderr, "bench_window: no %s within a minute\n", what);
            std::exit(3);
        }
    }
}

inline double percentile(std::vector<double> values, double fraction)
{
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<std::size_t>(fraction * static_cast<double>(values.size())))];
}

// What the parts that look at a cube of samples do; see the head of bench_window.cpp.
int measureSlider(WatchedApplication& application, const QString& file, const QString& program);
int measureOpening(WatchedApplication& application, const QString& file, const QString& program);
int measureProbe(WatchedApplication& application, const QString& program);
/// Opens the list of the user's own kernels with as many as a session holds, and scrolls it.
int measureKernels(WatchedApplication& application, const QString& program);
int writeSyntheticSession(const QString& file, int count);

} // namespace ridgepoint::bench
