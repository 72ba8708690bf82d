// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QWidget;

namespace ridgepoint {

/// Shows the panels at both sides where the charts between them keep the room that they need, and hides them where
/// not. The action (F9) brings them back there, in place of the charts, so that neither is ever squeezed. Which of them
/// can be seen follows from the room, the action and the presentation, whatever was seen before.
class SidePanels : public QObject {
    Q_OBJECT

public:
    struct Parts {
        QWidget* left;
        QWidget* centre;
        QWidget* right;
    };
    SidePanels(Parts parts, QAction* action, QObject* parent);

    /// Widths of the panels, and of what is between them at least, in a window this wide.
    void arrange(int window, int leftWidth, int rightWidth, int centreWidth);
    /// A presentation begins, goes on or ends: while it lasts there are the charts and this panel, or none.
    void setPresented(bool isPresented, const QWidget* side = nullptr);

signals:
    /// The panels stand in place of the centre now, or no longer.
    void replacedCentre(bool replaced);

private:
    void apply();

    Parts m_parts;
    QAction* m_action;
    bool m_fits = true;
    bool m_replaced = false;
    bool m_requested = true; ///< what the user chose where there is room
    bool m_isPresented = false;
    const QWidget* m_side = nullptr; ///< the panel that is presented
};

} // namespace ridgepoint
