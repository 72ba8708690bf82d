// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/inspect/lever_trial.h"
#include "core/model/workload.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <optional>
#include <string>

class QUndoStack;

namespace ridgepoint {

class WorkloadPanel;

/// Puts each change that the user makes in the left panel into the undo stack: a choice, a drag of a slider, or arrow
/// keys that follow each other, as one step; also a lever that was tried, and the way back from it. Undoing says that
/// the user moved, so that what is missing there is measured. A step changes no more than its slider or choices: what
/// moved otherwise since, by a click in a chart, stays. On another device a step does nothing, and is there again once
/// its own is back. The stack may outlive it.
class WorkloadUndo : public QObject {
    Q_OBJECT

public:
    WorkloadUndo(QUndoStack& undo, Cursor& cursor, WorkloadPanel& panel, LeverTrial& trial, QObject* parent = nullptr);

private:
    class Step;
    void push(const Workload& before, const QString& words);
    void pushTrial(const LeverTrial::Trial& trial, bool isBack);
    void go(const Workload& workload, const std::optional<LeverTrial::Trial>& trial);

    QUndoStack& m_undo;
    Cursor& m_cursor;
    WorkloadPanel& m_panel;
    LeverTrial& m_trial;
    bool m_isDragging = false;
    int m_movement = 0;
    QElapsedTimer m_sinceStep;
};

} // namespace ridgepoint
