// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/trial_wiring.h"

#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/lever_trial.h"
#include "app/desktop/inspect/levers_view.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int roomOverHeadline = 48; ///< pixels: the panel's title stands there

/// Only upwards: where the headline is in sight nothing moves.
void showHeadline(const InspectorPanel& inspector, QScrollArea& room)
{
    const int top = inspector.headline()->mapTo(room.widget(), QPoint(0, 0)).y() - roomOverHeadline;
    QScrollBar* bar = room.verticalScrollBar();
    bar->setValue(std::min(bar->value(), std::max(top, 0)));
}

} // namespace

void connectTrial(LeverTrial& trial, InspectorPanel& inspector, QScrollArea& room)
{
    LeversView* levers = inspector.levers();
    QObject::connect(levers, &LeversView::tried, &trial, &LeverTrial::tryOut);
    QObject::connect(levers, &LeversView::backAsked, &trial, &LeverTrial::goBack);
    QObject::connect(inspector.doubling(), &DoublingView::measureAsked, &trial, &LeverTrial::measureDoubling);
    QObject::connect(levers, &LeversView::tried, &room, [&inspector, &room] { showHeadline(inspector, room); });
}

} // namespace ridgepoint
