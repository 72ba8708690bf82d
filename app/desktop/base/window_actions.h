// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/options.h"

#include <QList>
#include <QObject>
#include <QStringList>

class QAction;
class QActionGroup;
class QMenu;
class QMenuBar;
class QUndoStack;

namespace ridgepoint {

/// The actions in the menus of these actions, and in the menus within them, in their order.
[[nodiscard]] QList<QAction*> actionsIn(const QList<QAction*>& menus);

/// An action with keys ("Ctrl+K"; may be empty), which its tool tip names too.
[[nodiscard]] QAction* makeAction(QObject* parent, const QString& text, const QString& keys, const QString& tip);

/// Every action of the window with its name, shortcut and tool tip, and the menus they stand in. What they do is
/// connected by the window.
class WindowActions : public QObject {
    Q_OBJECT

public:
    explicit WindowActions(QObject* parent);

    void fillMenus(QMenuBar* bar);
    /// The View menu, once filled, for what other parts add to it.
    [[nodiscard]] QMenu* viewMenu() const { return m_view; }
    /// Likewise the Measure menu.
    [[nodiscard]] QMenu* measureMenu() const { return m_measure; }
    /// Shows Run or Stop.
    void setRunning(bool running, bool canRun);
    /// Shows whether the live probe runs, and whether it could.
    void setProbing(bool on, bool possible);
    void setTheme(ThemeChoice choice);
    void setRecent(const QStringList& paths);

    /// What can be undone in the window: the workload, what-if, own kernels, and whoever else pushes a command. Of
    /// measurements those that replaced others on request; kernels that were imported.
    QUndoStack* undo;
    QAction* undoStep;
    QAction* redoStep;
    QAction* newSession;
    QAction* open;
    QAction* openFleet;
    QAction* openLesson;
    QAction* save;
    QAction* saveAs;
    QAction* importKernels;
    QAction* runProgram;
    QAction* exportChart;
    QAction* report;
    QAction* quit;
    QAction* run;
    QAction* measureMapAgain;
    QAction* measureRoofsAgain;
    QAction* liveProbe;
    QAction* restartBench;
    QAction* calculator;
    QAction* ownKernels;
    QAction* whatIf; ///< shows the bar; off takes the what-if back
    QAction* resetWhatIf;
    QAction* table;
    QAction* copyRows;
    QAction* resetViews;
    QAction* lockPicture;
    QAction* detail;
    QAction* sidePanels;
    QAction* nextPart;
    QAction* previousPart;
    QAction* largerText;
    QAction* smallerText;
    QAction* fullScreen;
    QAction* themeSystem;
    QAction* themeLight;
    QAction* themeDark;
    QAction* firstSteps;
    QAction* guide;
    QAction* glossary;
    QAction* shortcuts;
    QAction* about;

signals:
    void themeChosen(ridgepoint::ThemeChoice choice);
    void recentChosen(const QString& path);
    /// A step of the tour, the first is 1.
    void tourStepChosen(int step);

private:
    QAction* make(const QString& text, const QString& keys, const QString& tip)
    {
        return makeAction(this, text, keys, tip);
    }
    void makeUndo();
    void makeThemes();

    QMenu* m_recent = nullptr;
    QMenu* m_measure = nullptr;
    QMenu* m_view = nullptr;
    QActionGroup* m_themes;
};

} // namespace ridgepoint
