// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/machine_list.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/session_store.h"

#include <QObject>

namespace ridgepoint {

class MessageStrip;

/// What the window says about the session as a whole: that it was measured on another machine, with a new session for
/// this one, that its sweep had not ended, and that an autosave holds more than the document that was opened.
class SessionGuide : public QObject {
    Q_OBJECT

public:
    SessionGuide(SessionStore& store, const Cursor& cursor, const LiveSession& session, const MachineList& machines,
                 MessageStrip& strip, QObject* parent = nullptr);

    /// Whether the device that the window shows is another machine's, so that nothing can be measured into the session.
    [[nodiscard]] bool isElsewhere() const;
    /// Says so, with the offer of a session for this machine, and to connect to the other one where it is remembered;
    /// what was measured there stays as it is.
    void explain();

signals:
    /// The machine on which the session was measured is wanted, by its name in the list of machines.
    void connectAsked(const QString& name);

private:
    void tellOnce();
    void tellNewer(const QString& autosave);
    /// Empty of a session that is complete.
    [[nodiscard]] QString incompleteWords() const;

    SessionStore& m_store;
    const Cursor& m_cursor;
    const LiveSession& m_session;
    const MachineList& m_machines;
    MessageStrip& m_strip;
    QString m_shown; ///< the strip's words on the session; those of the session before go with it
    bool m_told = false;
};

/// What the window says about devices that are only looked at: why Run does nothing there and the way back, why nothing
/// can be predicted, and where there is no GPU the offer to look at one by its datasheet.
class ReferenceGuide : public QObject {
    Q_OBJECT

public:
    ReferenceGuide(Cursor& cursor, const LiveSession& session, MessageStrip& strip, QObject* parent = nullptr);

    /// Whether the window shows such a device.
    [[nodiscard]] bool active() const { return m_session.reference(m_cursor.device()) != nullptr; }
    /// Says in the strip why nothing is measured, with the way back to a device that can be.
    void explainRun();
    /// Tells why the device that the window shows cannot be used, as long as it is shown where it has roofs; of a GPU
    /// without them with the offer.
    void tellUnusable(const Error& reason);
    /// What a chart says that has nothing to show, while active.
    [[nodiscard]] QString emptyText() const;

signals:
    /// As if the user had chosen a device in the toolbar.
    void userMoved();

private:
    void offer(const QString& text, const QString& action, const std::string& device);

    Cursor& m_cursor;
    const LiveSession& m_session;
    MessageStrip& m_strip;
    QString m_shown;        ///< the strip's words on a device that was measured elsewhere
    std::string m_unusable; ///< that device: the words go when another one is shown
};

} // namespace ridgepoint
