// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/workload.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <string>

class QUndoStack;

namespace ridgepoint {

class Cursor;
class WorkloadPanel;

/// Puts each change that the user makes in the left panel into the undo stack: a choice, a drag of a slider, or arrow
/// keys that follow each other, as one step. Undoing says that the user moved, so that what is missing there is
/// measured. The stack may outlive it.
class WorkloadUndo : public QObject {
    Q_OBJECT

public:
    WorkloadUndo(QUndoStack& undo, Cursor& cursor, WorkloadPanel& panel, QObject* parent = nullptr);

private:
    class Step;
    void push(const Workload& before, const QString& words);
    /// Back on this device; false on another one, whose workloads may be none of it.
    [[nodiscard]] bool go(const std::string& device, const Workload& workload);

    QUndoStack& m_undo;
    Cursor& m_cursor;
    WorkloadPanel& m_panel;
    bool m_isDragging = false;
    int m_movement = 0;
    QElapsedTimer m_sinceStep;
};

} // namespace ridgepoint
