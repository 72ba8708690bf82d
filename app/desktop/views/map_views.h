// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/map_colors.h"
#include "app/desktop/session/live_session.h"

#include <QObject>

#include <string>
#include <vector>

class QAction;
class QActionGroup;
class QMenu;

namespace ridgepoint {

class ChartArea;

/// What the regime map shows, as actions of the View menu: its colours, and of what its iso-lines are. Kept in the view
/// of the session, so that it comes back with the file.
class MapViews : public QObject {
    Q_OBJECT

public:
    MapViews(ChartArea& charts, const LiveSession& session, QObject* parent);

    /// Puts the actions, between separators, in front of one that is in the menu.
    void fillMenu(QMenu* menu, QAction* before);

    /// The action of one of the map's views; null for a difference, which has its own.
    [[nodiscard]] QAction* action(const MapChoice& choice) const;
    [[nodiscard]] QAction* runtimeLines() const { return m_runtimeLines; }
    [[nodiscard]] QAction* shareLines() const { return m_shareLines; }

    /// The view's JSON with the map's in it; restore takes what it can read and leaves the rest as it is.
    [[nodiscard]] std::string addTo(const std::string& viewJson) const;
    void restore(const std::string& viewJson);

private:
    QAction* make(const QString& text, const QString& keys, const QString& tip);
    void show(const MapChoice& choice);
    void chooseLines(IsoLines lines);
    void follow();
    /// Turns to the map's tab where another is shown, or its keys would do nothing that can be seen.
    void bringToFront();

    ChartArea& m_charts;
    QActionGroup* m_views;
    std::vector<std::pair<MapChoice, QAction*>> m_choices;
    QAction* m_runtimeLines;
    QAction* m_shareLines;
};

} // namespace ridgepoint
