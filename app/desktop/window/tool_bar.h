// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/cursor.h"
#include "app/desktop/session/device_list.h"

#include <QFrame>

class QAction;
class QComboBox;
class QPushButton;

namespace ridgepoint {

/// The top bar: which device, which experiment, Run or Stop, Export.
class ToolBar : public QFrame {
    Q_OBJECT

public:
    ToolBar(Cursor& cursor, const LiveSession& session, QAction* runAction, QAction* exportAction, QWidget* parent = nullptr);

    /// A button for one more action, right of the others.
    QPushButton* addButton(QAction* action);
    [[nodiscard]] QComboBox* devices() const { return m_devices; }
    [[nodiscard]] QPushButton* runButton() const { return m_run; }

signals:
    /// The user chose another device or experiment.
    void userMoved();

private:
    void fillDevices();
    void fillExperiments();

    Cursor& m_cursor;
    const LiveSession& m_session;
    QComboBox* m_devices;
    QComboBox* m_experiments;
    QPushButton* m_run;
    int m_added = 0; ///< buttons right of Run
};

} // namespace ridgepoint
