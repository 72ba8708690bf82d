// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/charts/draw/map_colors.h"
#include "app/charts/draw/chart_marks.h"
#include "app/charts/style/format.h"
#include "app/charts/style/theme.h"
#include "app/desktop/session/cursor.h"

#include <QWidget>

#include <array>
#include <functional>

class QComboBox;
class QTabBar;

namespace ridgepoint {

struct Overlay;
class Card;
class ChartWidget;
class CurvesChart;
class PictureMaker;
class RegimeMapChart;
class RepaintSchedule;
class RooflineChart;

/// The centre: roofline and map side by side, below them the curves or the data table. On a small window the three
/// become tabs, and on a narrow one roofline and map do too, so that no chart is squeezed.
class ChartArea : public QWidget {
    Q_OBJECT

public:
    /// What the lower half, or the tab, shows.
    enum class Page { Charts, Map, Curves, Table };
    /// How much room there is: all at once, curves as a tab, or every chart as a tab.
    enum class Room { Wide, Compact, Narrow };

    ChartArea(Cursor& cursor, QWidget* table, QWidget* parent = nullptr);

    /// Registers one repaint a chart.
    void addTo(RepaintSchedule& schedule, std::function<SnapshotPointer()> latest);
    /// Where a chart's turn gets the live probe from.
    void setProbeSource(std::function<ProbeTrail()> source) { m_probeSource = std::move(source); }
    /// The probe has something new: gives the charts that can be seen a turn.
    void markProbe(RepaintSchedule& schedule) const;
    void setTheme(const Theme& theme);
    void setRoom(Room room);
    [[nodiscard]] Room room() const { return m_room; }
    void showPage(Page page);
    [[nodiscard]] Page page() const { return m_page; }
    enum class Which { Unlocked, All };
    /// Of every chart whose axes are not locked, or of all, which unlocks them; one step to undo.
    void resetViews(Which which = Which::Unlocked);
    /// Leaves the curves out, in a tab too, or puts them back where they were.
    void setCurvesShown(bool shown);
    /// This chart fills the area, with a note at its card's right; null puts everything back as it was. It may be one
    /// of its own or of a card that was made a child of the area, which stands nowhere else.
    void showAlone(ChartWidget* chart, const QString& note);
    /// What disturbs measuring now, in the head of a chart that fills the area, where nothing else would say it.
    void setWarning(const QString& warning);
    /// The chart that fills the area; null while all are shown.
    [[nodiscard]] ChartWidget* alone() const { return m_alone; }
    void setEmptyText(const QString& text);
    /// Draws these beside the own session, which is named `ownName` then; the map takes one, for the difference.
    void setCompared(const QString& ownName, const std::vector<Overlay>& overlays, std::vector<Overlay> forMap);
    /// What the map's colours show; its box follows.
    void showMapView(const MapChoice& choice);
    /// Whether the map shows its times over the compared device's.
    [[nodiscard]] bool showsDifference() const;
    /// Lets the curves go along this axis, as if chosen in their card.
    void chooseCurvesAxis(AxisKind axis);
    /// Keeps all axes while other data are shown.
    void setLocked(bool locked);
    /// Whether every chart keeps its axes.
    [[nodiscard]] bool isLocked() const;

    /// Who makes the map's pictures.
    [[nodiscard]] PictureMaker& pictures() const { return *m_pictures; }
    [[nodiscard]] RooflineChart* roofline() const { return m_roofline; }
    [[nodiscard]] RegimeMapChart* map() const { return m_map; }
    [[nodiscard]] CurvesChart* curves() const { return m_curves; }
    [[nodiscard]] std::array<ChartWidget*, 3> charts() const;

signals:
    /// The user wants this place measured now; the cursor is there, or at the nearest value of its sliders.
    void measureWanted(const ridgepoint::Workload& place);
    /// The user picked a point in a chart; the cursor is there already.
    void userMoved();
    /// Between the two every chart's axes change, which is one step to undo.
    void groupBegan();
    void groupEnded();
    /// Charts were not reset since their axes are locked.
    void lockedKept();
    void pageChanged();
    /// Other cards may stand in the window than before.
    void arranged();
    void mapViewChanged();
    /// The curves go along another axis.
    void axisChosen(ridgepoint::AxisKind axis);

private:
    void makeMapControls();
    void makeCurvesControls();
    void connectChart(ChartWidget* chart);
    void arrange();
    void refreshWords();
    [[nodiscard]] static Card* cardOf(const ChartWidget* chart);
    void followCursor();
    /// In the head of a chart that fills the area.
    struct AloneWords {
        QString note;
        QString warning;
    };

    Cursor& m_cursor;
    Format m_format;
    std::function<ProbeTrail()> m_probeSource;
    std::array<int, 3> m_turns{-1, -1, -1}; ///< of the charts in the schedule
    RooflineChart* m_roofline;
    RegimeMapChart* m_map;
    CurvesChart* m_curves;
    PictureMaker* m_pictures;
    QTabBar* m_tabs;
    Card* m_rooflineCard;
    Card* m_mapCard;
    Card* m_curvesCard;
    Card* m_tableCard;
    QComboBox* m_mapView;
    QComboBox* m_axis;
    ChartWidget* m_alone = nullptr;
    AloneWords m_aloneWords;
    bool m_hasCurves = true;
    Page m_page = Page::Charts;
    Room m_room = Room::Wide;
};

} // namespace ridgepoint
