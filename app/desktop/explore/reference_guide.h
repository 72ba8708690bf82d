// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/cursor.h"

#include <QObject>

namespace ridgepoint {

class MessageStrip;

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
    /// Tells why a device cannot be used; of a GPU with the offer.
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
};

} // namespace ridgepoint
