// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/compared_here.h"
#include "app/charts/draw/concealed.h"
#include "app/charts/style/theme.h"
#include "app/desktop/compare/comparison.h"

#include <utility>
#include <vector>

class QAction;
class QJsonObject;
class QMenu;
class QWidget;

namespace ridgepoint {

class ChartArea;
class CompareDialog;
class MessageStrip;

/// Comparing: the window's actions for it, the dialog, and the charts that draw what is compared.
class CompareCommands : public QObject {
    Q_OBJECT

public:
    CompareCommands(QWidget* window, const LiveSession& session, const Cursor& cursor, ChartArea& charts,
                    MessageStrip& strip);

    void fillMenu(QMenu* menu);
    /// What is compared, for the view of a session, and back; of a view without it nothing is compared. `folder` is
    /// that of the session's file: what lies near it is named from there, so that both can move together; empty for
    /// none.
    [[nodiscard]] QJsonObject toJson(const QString& folder) const;
    void restore(const QJsonObject& object, const QString& folder);
    /// Opens the dialog, or brings it to the front.
    void show();
    void setTheme(const Theme& theme);
    /// Measured roofs are a result too: hides them where a guess is not to see them.
    void setConcealed(Concealed level);
    /// Draws nothing of it and offers none while a lesson runs, whose curves and handout are of one device; it comes
    /// back after.
    void setHidden(bool hidden);
    /// Shows whether the charts' axes are locked: a reset and an undo change that as well.
    void followLocks();
    [[nodiscard]] Comparison& comparison() { return m_comparison; }
    /// The time of this point, on the map of `plan`, beside that of each compared device that has one there, with the
    /// device's key, in the order of the list; none of a point without a time (null), while a guess or a lesson is not
    /// to see any.
    [[nodiscard]] std::vector<std::pair<QString, ComparedHere>> here(const Sample* own, const Plan& plan) const;
    /// The dialog, once it was shown.
    [[nodiscard]] CompareDialog* dialog() const { return m_dialog; }

    QAction* compare;  ///< "Compare…"
    QAction* lockAxes; ///< checkable
    /// Checkable: the map as a difference. Without anything to compare with it says what to do, rather than nothing.
    QAction* difference;

private:
    void draw();
    void tellLocked();
    void chooseDifference(bool shown);

    QWidget* m_window;
    const LiveSession& m_session;
    ChartArea& m_charts;
    MessageStrip& m_strip;
    Comparison m_comparison;
    CompareDialog* m_dialog = nullptr;
    QString m_lack;                 ///< the strip's words on what the difference lacks
    bool m_wantsDifference = false; ///< of a session that was opened or a lesson that runs, until its partner is there
    bool m_isHidden = false;
    Concealed m_concealed = Concealed::Nothing;
    Theme m_theme = Theme::light();
};

} // namespace ridgepoint
