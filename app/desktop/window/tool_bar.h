// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/cursor.h"
#include "app/desktop/session/device_list.h"

#include <QFrame>

#include <vector>

class QAction;
class QComboBox;
class QPushButton;

namespace ridgepoint {

class ActionButton;

/// The top bar: which device, which map, Run or Stop, Export. Where it has not the width for all, the shortcuts
/// go from the buttons first, then the two lists get shorter, and then the buttons themselves go, the last before the
/// first: every one of them is in a menu. Run always stays.
class ToolBar : public QFrame {
    Q_OBJECT

public:
    ToolBar(Cursor& cursor, const LiveSession& session, QAction* runAction, QAction* exportAction,
            QWidget* parent = nullptr);

    /// Lists these machines too, with an offer to add one.
    void setMachines(const MachineList& machines);
    /// Chooses what is measured in the list of devices, after a row about machines that led nowhere.
    void showDevice() { fillDevices(); }
    /// A button for one more action, right of the others.
    QPushButton* addButton(QAction* action);
    [[nodiscard]] QComboBox* devices() const { return m_devices; }
    [[nodiscard]] QPushButton* runButton() const;
    /// Whatever there is to show, the window may be narrower.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The user chose another device or map.
    void userMoved();
    /// The user chose a row about machines in the list of devices, which stays chosen until showDevice().
    void machineChosen(const ridgepoint::MachineRow& row);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    [[nodiscard]] int widthFor(int shownButtons, bool withKeys, bool shortLists) const;
    void fillDevices();
    void fillExperiments();

    Cursor& m_cursor;
    const LiveSession& m_session;
    const MachineList* m_machines = nullptr;
    QComboBox* m_devices;
    QComboBox* m_mapKinds;
    ActionButton* m_run;
    ActionButton* m_export;
    std::vector<ActionButton*> m_added; ///< right of Run
};

} // namespace ridgepoint
