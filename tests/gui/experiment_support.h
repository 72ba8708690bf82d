// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/experiments/experiment_commands.h"
#include "app/desktop/experiments/findings_card.h"
#include "app/desktop/experiments/guess_card.h"
#include "tests/gui/window_support.h"

#include <QPushButton>

#include <algorithm>
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
/// Whether the chart that is presented has three fifths of a window of this size, with all else within it.
inline bool keepsThreeFifths(const ExperimentDialog& dialog, QSize size)
{
    const auto isWithin = [&](const QWidget& widget) {
        return dialog.rect().contains(QRect(widget.mapTo(&dialog, QPoint()), widget.size()));
    };
    const auto direct = dialog.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    return dialog.size() == size && dialog.chart()->height() * 5 >= size.height() * 3 && isWithin(*dialog.chart())
        && std::ranges::all_of(direct, [&](const QWidget* each) { return !each->isVisible() || isWithin(*each); });
}
/// What keepsThreeFifths() looks at.
inline QByteArray heightsOf(const ExperimentDialog& dialog)
{
    return QStringLiteral("%1: chart %2, guess %3, findings %4 of %5 x %6")
        .arg(dialog.chosen() != nullptr ? QString::fromStdString(dialog.chosen()->info().id) : QString())
        .arg(dialog.chart()->height())
        .arg(dialog.guess()->isVisible() ? dialog.guess()->height() : 0)
        .arg(dialog.findings()->isVisible() ? dialog.findings()->height() : 0)
        .arg(dialog.width())
        .arg(dialog.height())
        .toUtf8();
}
/// Presses Run and waits for the three points that the fake bench measures.
inline bool measureThreePoints(MainWindow& window, ExperimentDialog& dialog)
{
    press(dialog.runButton());
    return waitFollowing(window, [&] { return pointsOf(dialog, Provenance::Measured) == 3; });
}

} // namespace ridgepoint::test
