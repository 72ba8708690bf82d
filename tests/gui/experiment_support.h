// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/experiments/experiment_commands.h"
#include "tests/gui/window_support.h"

#include <QPushButton>

#include <utility>

namespace ridgepoint::test {

inline ExperimentDialog& opened(MainWindow& window)
{
    window.experiments().openAt("mistakes");
    return *window.experiments().dialog();
}
inline void press(QPushButton* button) { clickAt(button, button->rect().center()); }
/// Waits until `condition` holds, with new patience for every sign of life of the run: where many programs share a
/// machine all of it is slow, and one that goes on is no failure.
template <class Condition> bool waitFollowing(MainWindow& window, Condition condition)
{
    bool isAlive = true;
    QObject listener;
    const ExperimentController& run = window.experiments().controller();
    QObject::connect(&run, &ExperimentController::resultChanged, &listener, [&isAlive] { isAlive = true; });
    QObject::connect(&run, &ExperimentController::progressChanged, &listener, [&isAlive] { isAlive = true; });
    while (std::exchange(isAlive, false))
        (void)QTest::qWaitFor([&] { return condition() || isAlive; }, patienceMs);
    return condition();
}
inline std::size_t pointsOf(const ExperimentDialog& dialog, Provenance provenance)
{
    std::size_t count = 0;
    for (const ExperimentPlotData& plot : dialog.chart()->data().plots)
        for (const ExperimentSeries& series : plot.series)
            count += series.provenance == provenance ? series.points.size() : 0;
    return count;
}
/// Presses Run and waits for the three points that the fake bench measures.
inline bool measureThreePoints(MainWindow& window, ExperimentDialog& dialog)
{
    press(dialog.runButton());
    return waitFollowing(window, [&] { return pointsOf(dialog, Provenance::Measured) == 3; });
}

} // namespace ridgepoint::test
