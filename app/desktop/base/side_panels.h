// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QWidget;

namespace ridgepoint {

/// Shows the panels at both sides where the charts between them keep the room that they need, else the right one where
/// that has room, else none. The action (F9) brings both back there, in place of the charts, so that neither is ever
/// squeezed; then the charts alone, and then what there was at first. Which of them can be seen follows from the room,
/// the action, what is kept and the presentation, whatever was seen before.
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
    /// While something stands in the right panel that nothing else shows, such as a lesson, it is in view, beside
    /// charts that may have less room than they need.
    void setRightKept(bool isKept);
    /// A presentation begins, goes on or ends: while it lasts there are the charts and this panel, or none.
    void setPresented(bool isPresented, const QWidget* side = nullptr);

signals:
    /// The panels stand in place of the centre now, or no longer.
    void replacedCentre(bool replaced);

private:
    void apply();

    Parts m_parts;
    QAction* m_action;
    int m_leftWidth = 0;
    int m_rightWidth = 0;
    bool m_fits = true;         ///< both have room
    bool m_fitsRight = true;    ///< the right one has
    bool m_isRightKept = false; ///< also without
    bool m_replaced = false;
    bool m_isRightPutAway = false; ///< where it alone has room
    bool m_requested = true;       ///< what the user chose where there is room
    bool m_isPresented = false;
    const QWidget* m_side = nullptr; ///< the panel that is presented
};

} // namespace ridgepoint
