// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/pin_board.h"

#include <QObject>

#include <string>
#include <vector>

class QComboBox;
class QMainWindow;
class QShortcut;
class QUndoStack;

namespace ridgepoint {

class ChartArea;
class ChartCommands;
class CoverPanel;
class Cursor;
class ExploreActions;
class FileCommands;
class InspectorPanel;
class LinkedViews;
class MessageStrip;
class PredictMode;
class PresenterBar;
class PresenterMode;
class SampleTable;
class SidePanels;
class SnapshotFeed;
class WindowLook;
class WorkloadPanel;

/// The parts of the window that Exploration connects with each other.
struct ExplorationParts {
    QMainWindow& window;
    LiveSession& session;
    Cursor& cursor;
    SnapshotFeed& feed;
    WindowLook& look;
    FileCommands& files;
    ChartArea& charts;
    SampleTable& table;
    WorkloadPanel& workload;
    InspectorPanel& inspector;
    MessageStrip& strip;
    QUndoStack& undo;
};

/// What people do with results beyond measuring them: pin and compare, predict first, brush and copy, present.
class Exploration : public QObject {
    Q_OBJECT

public:
    Exploration(const ExplorationParts& parts, QObject* parent);

    /// The strip that says what to guess and how far off a guess was; the window gives it its place.
    [[nodiscard]] MessageStrip* guessStrip() const { return m_guessStrip; }
    /// In it, while the charts ask for a guess: what of the results stays in view.
    [[nodiscard]] QComboBox* guessLevel() const { return m_guessLevel; }
    /// Below the chart that is presented, hidden otherwise; the window gives it its place.
    [[nodiscard]] PresenterBar* presenterBar() const { return m_presenterBar; }
    /// What is out of sight while the user presents, and who shows the panels at the sides.
    void setPanels(std::vector<QWidget*> panels, SidePanels& sides);

    [[nodiscard]] PinBoard& pins() { return m_pins; }
    [[nodiscard]] ExploreActions& actions() { return *m_actions; }
    [[nodiscard]] LinkedViews& links() { return *m_links; }
    [[nodiscard]] ChartCommands& chartCommands() { return *m_commands; }
    [[nodiscard]] PredictMode& predict() { return *m_predict; }
    [[nodiscard]] PresenterMode& presenter() { return *m_presenter; }

private:
    void connectPins();
    void connectPredict();
    void connectGuessLevel();
    void connectPresenter();
    void pinNow();
    void onPredict();
    void onEscape();
    void arrangeShortcuts();

    ExplorationParts m_parts;
    PinBoard m_pins;
    std::string m_toldPin; ///< the pin of which the strip told last …
    QString m_toldOfPin;   ///< … in these words, which go when it goes
    ExploreActions* m_actions;
    MessageStrip* m_guessStrip;
    QComboBox* m_guessLevel;
    LinkedViews* m_links;
    ChartCommands* m_commands;
    PredictMode* m_predict;
    PresenterBar* m_presenterBar;
    PresenterMode* m_presenter;
    QShortcut* m_escape;
    std::vector<CoverPanel*> m_covers;
};

} // namespace ridgepoint
