// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/format.h"
#include "app/charts/theme.h"
#include "app/desktop/cursor.h"
#include "app/charts/snapshot.h"

#include <QWidget>

#include <array>

class QComboBox;
class QTabBar;

namespace ridgepoint {

class Card;
class ChartWidget;
class CurvesChart;
class RegimeMapChart;
class RepaintSchedule;
class RooflineChart;

/// The centre: roofline and map side by side, below them the curves or the data table. On a small window the three
/// become tabs, so that no chart is squeezed.
class ChartArea : public QWidget {
    Q_OBJECT

public:
    /// What the lower half, or the tab, shows.
    enum class Page { Charts, Curves, Table };

    ChartArea(Cursor& cursor, QWidget* table, QWidget* parent = nullptr);

    /// Registers one repaint a chart.
    void addTo(RepaintSchedule& schedule, std::function<SnapshotPointer()> latest);
    void setTheme(const Theme& theme);
    void setCompact(bool compact);
    [[nodiscard]] bool compact() const { return m_compact; }
    void showPage(Page page);
    [[nodiscard]] Page page() const { return m_page; }
    void resetViews();
    void setEmptyText(const QString& text);

    [[nodiscard]] RooflineChart* roofline() const { return m_roofline; }
    [[nodiscard]] RegimeMapChart* map() const { return m_map; }
    [[nodiscard]] CurvesChart* curves() const { return m_curves; }

signals:
    /// The user picked a point in a chart; the cursor is there already.
    void userMoved();
    void pageChanged();
    /// The curves go along another axis.
    void axisChosen(ridgepoint::AxisKind axis);

private:
    void makeMapControls();
    void makeCurvesControls();
    void connectChart(ChartWidget* chart);
    void arrange();
    void refreshWords();
    void followCursor();
    [[nodiscard]] std::array<ChartWidget*, 3> charts() const;

    Cursor& m_cursor;
    Format m_format;
    RooflineChart* m_roofline;
    RegimeMapChart* m_map;
    CurvesChart* m_curves;
    QTabBar* m_tabs;
    Card* m_rooflineCard;
    Card* m_mapCard;
    Card* m_curvesCard;
    Card* m_tableCard;
    QComboBox* m_mapView;
    QComboBox* m_axis;
    Page m_page = Page::Charts;
    bool m_compact = false;
};

} // namespace ridgepoint
