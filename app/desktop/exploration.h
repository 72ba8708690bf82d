// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/pin_board.h"

#include <QObject>

class QMenuBar;

namespace ridgepoint {

class ChartArea;
class Cursor;
class ExploreActions;
class InspectorPanel;
class MessageStrip;
class SnapshotFeed;

/// The parts of the window that Exploration connects with each other.
struct ExplorationParts {
    LiveSession& session;
    Cursor& cursor;
    SnapshotFeed& feed;
    ChartArea& charts;
    InspectorPanel& inspector;
    MessageStrip& strip;
};

/// What people do with results beyond measuring them: pin and compare.
class Exploration : public QObject {
    Q_OBJECT

public:
    Exploration(const ExplorationParts& parts, QMenuBar* bar, QObject* parent);

    [[nodiscard]] PinBoard& pins() { return m_pins; }
    [[nodiscard]] ExploreActions& actions() { return *m_actions; }

private:
    void connectPins();
    void pinNow();

    ExplorationParts m_parts;
    PinBoard m_pins;
    ExploreActions* m_actions;
};

} // namespace ridgepoint
