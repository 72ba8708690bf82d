// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/machine_list.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/device_list.h"
#include "app/desktop/session/session_store.h"

#include <QObject>

#include <optional>

class QAction;
class QMenu;

namespace ridgepoint {

class MachineDialog;

/// What machines elsewhere are reached with.
struct MachineParts {
    QWidget* window = nullptr;
    MachineList& machines;
    LiveSession& session;
    Cursor& cursor;
    SessionStore& store;
    BenchProcess& bench;
    MeasureController& controller;
    MessageStrip& strip;
};

/// Machines elsewhere: adds, reaches and removes them. While one is on its way, perhaps for hours in a queue, the
/// window goes on with what it measures; once the other is there the window measures that, in a session of its own,
/// because what two machines measured is never mixed. A machine that was left is come back to with the session that was
/// left with it.
class MachineCommands : public QObject {
    Q_OBJECT

public:
    /// `bench` is what --bench names.
    MachineCommands(MachineParts parts, QString bench, BenchDeadlines deadlines, QObject* parent);

    /// Adds the Devices menu to another one.
    void fillMenu(QMenu* measure);
    [[nodiscard]] QMenu* menu() const { return m_menu; }
    /// Leads to a machine at once, or asks which one to add.
    void choose(const MachineRow& row);
    /// Offers in the strip what choose() does: a row of the list of devices is chosen by arrow keys that only pass it.
    void offer(const MachineRow& row);
    /// Takes the offer back: something else was chosen.
    void withdraw();
    /// Asks which machine to add.
    void add();
    /// Reaches a machine, and shows what happens meanwhile.
    void connectTo(const Machine& machine);
    /// Reaches the machine again on which the window measures, or did until it went away.
    void reconnect();
    /// Ends what is on its way.
    void cancel();
    /// Null until it was opened.
    [[nodiscard]] MachineDialog* dialog() const { return m_dialog; }

signals:
    /// What was offered is over, taken or not.
    void withdrawn();
    /// How far a machine is on its way; empty while none is.
    void told(const QString& words);
    /// A machine elsewhere is measured now.
    void arrived();
    /// The measuring program of this machine is to be started.
    void hereAsked();

private:
    MachineDialog& shownDialog();
    void refreshMenu();
    void goHere();
    void remove(const QString& name);
    void tellOffer(const QString& words, const QString& button, const MachineRow& row);
    void onProgress(const protocol::TargetProgress& progress);
    void onReady();
    void onFailed(const Error& error);
    void onArrived();
    /// Where the session was measured (Machine::place(); empty for here); nothing where nothing was.
    [[nodiscard]] std::optional<QString> ownerOfSession() const;
    /// Leaves a session of another machine for a new one; false where it can be kept nowhere and has to stay.
    [[nodiscard]] bool makeRoom(const QString& place);

    MachineParts m_parts;
    QString m_bench;
    BenchProcess m_attempt;            ///< on its way
    BenchCommand m_command;            ///< of m_attempt
    std::optional<QString> m_arriving; ///< the place whose devices come next
    QMenu* m_menu = nullptr;
    MachineDialog* m_dialog = nullptr;
    QString m_offer; ///< the strip's words on it
};

} // namespace ridgepoint
