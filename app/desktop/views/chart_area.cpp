// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/chart_area.h"

#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/data/series_data.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/base/card.h"
#include "app/desktop/base/glossary.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/part_focus.h"
#include "app/desktop/base/repaint_schedule.h"
#include "app/desktop/views/picture_maker.h"

#include <QComboBox>
#include <QGridLayout>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

constexpr QSize smallestChart(328, 160);
constexpr int betweenCards = 10;
/// In the box of the map's views: a view by its own number, the share of a regime by the regime's behind these.
constexpr int shareRow = 100;

Card* makeCard(const QString& title, QWidget* content, QWidget* parent)
{
    auto* card = new Card(title, parent);
    card->body()->addWidget(content, 1);
    return card;
}

QComboBox* makeChoice(const QString& name, const QString& tip, QWidget* parent)
{
    auto* box = new QComboBox(parent);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

QString axisWords(AxisKind kind)
{
    switch (kind) {
    case AxisKind::Operations: return ChartArea::tr("operations per element");
    case AxisKind::Depth: return ChartArea::tr("fusion depth");
    case AxisKind::Size: return ChartArea::tr("tensor size");
    }
    return {};
}

} // namespace

ChartArea::ChartArea(Cursor& cursor, QWidget* table, QWidget* parent)
    : QWidget(parent),
      m_cursor(cursor),
      m_roofline(new RooflineChart(this)),
      m_map(new RegimeMapChart(this)),
      m_curves(new CurvesChart(this)),
      m_pictures(new PictureMaker(this)),
      m_tabs(new QTabBar(this))
{
    m_rooflineCard = makeCard(tr("Roofline"), m_roofline, this);
    m_mapCard = makeCard(tr("Regime map"), m_map, this);
    m_curvesCard = makeCard(QString(), m_curves, this);
    m_tableCard = makeCard(tr("Data"), table, this);
    m_rooflineCard->setTitleTip(glossaryTip("roofline"));
    m_rooflineCard->setNoteTip(SignKey::allWords());
    m_mapCard->setTitleTip(glossaryTip("regime map"));
    m_curvesCard->setTitleTip(glossaryTip("sweep") + glossaryTip("launch mode")); // "wait-each" stands there
    m_tableCard->setTitleTip(glossaryTip("sample"));
    m_roofline->setAccessibleName(tr("Roofline chart"));
    m_curves->setAccessibleName(tr("Sweep curves"));
    m_tabs->addTab(tr("Roofline and map"));
    m_tabs->addTab(tr("Regime map"));
    m_tabs->addTab(tr("Sweep curves"));
    m_tabs->addTab(tr("Data"));
    m_tabs->setAccessibleName(tr("View in the centre"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_map->setPictures(m_pictures);
    connect(m_pictures, &PictureMaker::ready, m_map, &RegimeMapChart::takePicture);
    makeMapControls();
    makeCurvesControls();
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(betweenCards);
    grid->addWidget(m_tabs, 0, 0, 1, 2);
    grid->addWidget(m_rooflineCard, 1, 0);
    grid->addWidget(m_mapCard, 1, 1);
    grid->addWidget(m_curvesCard, 2, 0, 1, 2);
    grid->addWidget(m_tableCard, 3, 0, 1, 2);
    for (ChartWidget* chart : charts()) {
        chart->setMinimumSize(smallestChart);
        connectChart(chart);
    }
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) { showPage(static_cast<Page>(tab)); });
    connect(&cursor, &Cursor::moved, this, &ChartArea::followCursor);
    connect(&cursor, &Cursor::mapChanged, this, &ChartArea::followCursor);
    followCursor();
    arrange();
    chainFocus({m_tabs, m_roofline, m_mapView, m_map, m_axis, m_curves, table});
}

std::array<ChartWidget*, 3> ChartArea::charts() const { return {m_roofline, m_map, m_curves}; }

void ChartArea::makeMapControls()
{
    m_mapView = makeChoice(tr("What the map shows"),
                           tr("Colour by measured regime, measured over predicted time, share of the time due to one "
                              "limit, share of the roof reached, or runtime"),
                           this);
    m_mapView->addItem(tr("regime"), static_cast<int>(MapView::Regime));
    m_mapView->addItem(tr("measured / predicted"), static_cast<int>(MapView::Residual));
    for (const Regime regime : {Regime::Memory, Regime::Compute, Regime::Overhead})
        m_mapView->addItem(tr("share of %1").arg(regimeLabel(regime)), shareRow + static_cast<int>(regime));
    m_mapView->addItem(tr("% of the roof"), static_cast<int>(MapView::Roof));
    m_mapView->addItem(tr("runtime"), static_cast<int>(MapView::Runtime));
    m_mapCard->addToHead(m_mapView);
    m_mapCard->setNoteTip(tr("Number of measured cells in this map; the others are interpolated"));
    connect(m_mapView, &QComboBox::currentIndexChanged, this, [this] {
        const int choice = m_mapView->currentData().toInt();
        if (choice >= shareRow)
            m_map->setShareRegime(static_cast<Regime>(choice - shareRow));
        m_map->setView(choice >= shareRow ? MapView::Share : static_cast<MapView>(choice));
        m_mapCard->setTitle(m_map->view() == MapView::Regime ? tr("Regime map")
                                                             : tr("Map")); // of what, the choice says
        emit mapViewChanged();
    });
}

void ChartArea::makeCurvesControls()
{
    m_axis = makeChoice(tr("Axis of the sweep curves"), tr("The quantity that varies along the curves"), this);
    for (const AxisKind kind : allAxisKinds)
        m_axis->addItem(axisWords(kind), static_cast<int>(kind));
    m_curvesCard->addToHead(m_axis);
    m_curvesCard->setNote(tr("click a point to measure it again"));
    m_curvesCard->setNoteTip(tr("Click anywhere in a chart to measure exactly there, also between points; Enter "
                                "measures the selected point again"));
    connect(m_axis, &QComboBox::currentIndexChanged, this, [this] {
        const auto kind = static_cast<AxisKind>(m_axis->currentData().toInt());
        m_curves->setSharedAxis(kind);
        refreshWords();
        emit axisChosen(kind);
    });
    // What is hidden or shown again is drawn first.
    connect(m_curves, &QCustomPlot::afterReplot, this, [this, hadResults = true]() mutable {
        const bool hasResults = showsResults(m_curves->input().concealed);
        if (hasResults != std::exchange(hadResults, hasResults))
            refreshWords();
    });
    // Only what the user chose asks for measurements: a session that is opened sets the axis too.
    connect(m_axis, &QComboBox::activated, this, &ChartArea::userMoved);
}

void ChartArea::connectChart(ChartWidget* chart)
{
    connect(chart, &ChartWidget::measureWanted, this, &ChartArea::measureWanted);
    connect(chart, &ChartWidget::selected, this, [this](const Workload& workload) {
        m_cursor.setWorkload(workload);
        emit userMoved();
    });
}

void ChartArea::addTo(RepaintSchedule& schedule, std::function<SnapshotPointer()> latest)
{
    for (std::size_t i = 0; i < charts().size(); ++i)
        m_turns[i] = schedule.add([this, chart = charts()[i], latest] {
            if (const SnapshotPointer snapshot = latest(); snapshot && snapshot != chart->input().snapshot) {
                chart->set(&ChartInput::snapshot, snapshot);
                refreshWords();
            }
            if (m_probeSource)
                chart->set(&ChartInput::probe, m_probeSource());
        });
}

void ChartArea::markProbe(RepaintSchedule& schedule) const
{
    for (std::size_t i = 0; i < charts().size(); ++i)
        if (m_turns[i] >= 0 && charts()[i]->isVisible())
            schedule.mark(m_turns[i]);
}

void ChartArea::setTheme(const Theme& theme)
{
    for (ChartWidget* chart : charts())
        chart->setTheme(theme);
}

void ChartArea::setEmptyText(const QString& text)
{
    for (ChartWidget* chart : charts()) {
        chart->set(&ChartInput::hintsAtWindow, true);
        chart->set(&ChartInput::emptyText, text);
    }
}

void ChartArea::resetViews(Which which)
{
    bool kept = false;
    emit groupBegan();
    for (ChartWidget* chart : charts()) {
        if (which == Which::Unlocked && chart->axisRanges().isLocked())
            kept = true;
        else
            chart->axisRanges().reset(); // which unlocks
    }
    emit groupEnded();
    if (kept)
        emit lockedKept();
}

void ChartArea::setCompared(const QString& ownName, const std::vector<Overlay>& overlays, std::vector<Overlay> forMap)
{
    for (ChartWidget* chart : charts())
        chart->set(&ChartInput::sessionName, ownName);
    for (ChartWidget* chart : std::initializer_list<ChartWidget*>{m_roofline, m_curves})
        chart->set(&ChartInput::overlays, overlays);
    const int row = m_mapView->findData(static_cast<int>(MapView::Difference));
    if (forMap.empty() && row >= 0) {
        if (showsDifference())
            m_mapView->setCurrentIndex(0);
        m_mapView->removeItem(row);
    } else if (!forMap.empty() && row < 0) {
        m_mapView->addItem(tr("time / compared time"), static_cast<int>(MapView::Difference));
    }
    m_map->set(&ChartInput::overlays, std::move(forMap));
    refreshWords();
}

void ChartArea::showMapView(const MapChoice& choice)
{
    const int row = m_mapView->findData(choice.view == MapView::Share ? shareRow + static_cast<int>(choice.share)
                                                                      : static_cast<int>(choice.view));
    if (row >= 0)
        m_mapView->setCurrentIndex(row);
}

bool ChartArea::showsDifference() const { return m_map->view() == MapView::Difference; }

void ChartArea::chooseCurvesAxis(AxisKind axis) { m_axis->setCurrentIndex(m_axis->findData(static_cast<int>(axis))); }

void ChartArea::setLocked(bool locked)
{
    emit groupBegan();
    for (ChartWidget* chart : charts())
        chart->axisRanges().setLocked(locked);
    emit groupEnded();
}

bool ChartArea::isLocked() const
{
    const auto all = charts();
    return std::all_of(all.begin(), all.end(), [](const ChartWidget* chart) { return chart->axisRanges().isLocked(); });
}

void ChartArea::setRoom(Room room)
{
    if (room == m_room)
        return;
    m_room = room;
    arrange();
    refreshWords();
}

void ChartArea::showPage(Page page)
{
    if (page == m_page)
        return;
    m_page = page;
    arrange();
    emit pageChanged();
}

void ChartArea::setCurvesShown(bool shown)
{
    if (std::exchange(m_hasCurves, shown) != shown)
        arrange();
}

Card* ChartArea::cardOf(const ChartWidget* chart) { return static_cast<Card*>(chart->parentWidget()); }

void ChartArea::showAlone(ChartWidget* chart, const QString& note)
{
    const auto own = charts();
    if (m_alone != nullptr && m_alone != chart && std::ranges::find(own, m_alone) == own.end())
        cardOf(m_alone)->hide(); // arrange() knows where the others stand
    m_alone = chart;
    m_aloneWords.note = note;
    arrange();
    refreshWords();
}

void ChartArea::setWarning(const QString& warning)
{
    m_aloneWords.warning = warning;
    refreshWords();
}

void ChartArea::arrange()
{
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->setSpacing(m_alone != nullptr ? 0 : betweenCards); // or an empty column would push the card aside
    if (m_alone != nullptr) {
        Card* shown = cardOf(m_alone);
        if (grid->indexOf(shown) < 0)
            grid->addWidget(shown, 2, 0, 1, 2);
        for (Card* card : {m_rooflineCard, m_mapCard, m_curvesCard, m_tableCard})
            card->setVisible(card == shown);
        shown->show();
        m_tabs->hide();
        const bool isAbove = shown == m_rooflineCard || shown == m_mapCard;
        for (int row = 1; row <= 3; ++row)
            grid->setRowStretch(row, row == (isAbove ? 1 : 2) ? 1 : 0);
        grid->setColumnStretch(0, shown == m_mapCard ? 0 : 1);
        grid->setColumnStretch(1, shown == m_rooflineCard ? 0 : 1);
        emit arranged();
        return;
    }
    const bool wide = m_room == Room::Wide;
    const bool narrow = m_room == Room::Narrow;
    if (narrow) // or the empty column pushes the card aside here, too
        grid->setHorizontalSpacing(0);
    if (m_page == Page::Map && !narrow)
        m_page = Page::Charts;
    // The chosen page stays while its curves are left out.
    const Page page = m_page == Page::Curves && !m_hasCurves ? Page::Charts : m_page;
    m_rooflineCard->setVisible(wide || page == Page::Charts);
    m_mapCard->setVisible(wide || page == (narrow ? Page::Map : Page::Charts));
    m_curvesCard->setVisible(m_hasCurves && (wide ? page != Page::Table : page == Page::Curves));
    m_tableCard->setVisible(page == Page::Table);
    m_tabs->setVisible(!wide);
    const QSignalBlocker blocker(m_tabs);
    m_tabs->setTabText(static_cast<int>(Page::Charts), narrow ? tr("Roofline") : tr("Roofline and map"));
    m_tabs->setTabVisible(static_cast<int>(Page::Map), narrow);
    m_tabs->setTabVisible(static_cast<int>(Page::Curves), m_hasCurves);
    m_tabs->setCurrentIndex(static_cast<int>(page));
    grid->setRowStretch(1, m_rooflineCard->isHidden() && m_mapCard->isHidden() ? 0 : 11);
    grid->setRowStretch(2, m_curvesCard->isHidden() ? 0 : 9);
    grid->setRowStretch(3, m_tableCard->isHidden() ? 0 : 9);
    grid->setColumnStretch(0, narrow && m_rooflineCard->isHidden() ? 0 : 1);
    grid->setColumnStretch(1, narrow && m_mapCard->isHidden() ? 0 : 1);
    emit arranged();
}

void ChartArea::followCursor()
{
    // They are drawn in the order of these calls: what a step of a slider changes most is seen first.
    m_map->set(&ChartInput::cursor, m_cursor.workload());
    for (ChartWidget* chart : charts()) {
        chart->set(&ChartInput::cursor, m_cursor.workload());
        chart->set(&ChartInput::selected, m_cursor.point());
    }
    // A chain of one has nothing to fuse: an axis of one place shows nothing.
    const bool hasDepths = m_cursor.workload().chainLength > 1;
    const int depth = m_axis->findData(static_cast<int>(AxisKind::Depth));
    static_cast<QStandardItemModel*>(m_axis->model())->item(depth)->setEnabled(hasDepths);
    if (!hasDepths && m_axis->currentIndex() == depth)
        chooseCurvesAxis(AxisKind::Operations);
    refreshWords();
}

void ChartArea::refreshWords()
{
    const Workload& workload = m_cursor.workload();
    // Where nothing is measured along the sliders' line, a chart shows the nearest line; one that hides its results
    // shows none, and is asked about the sliders' own.
    const auto lineIn = [&workload](const ChartWidget& chart, AxisKind axis) {
        const SnapshotPointer& snapshot = chart.input().snapshot;
        return snapshot && showsResults(chart.input().concealed) ? nearestLine(*snapshot, workload, axis) : workload;
    };
    const auto sizeOf = [this](const Workload& line) {
        return tr("%1 %2").arg(m_format.count(static_cast<double>(line.elements)),
                               elementWord(line.precision, line.elements));
    };
    const auto mode = nameOf(workload.launchMode);
    const QString modeWord = QString::fromUtf8(mode.data(), static_cast<qsizetype>(mode.size()));
    const Workload roofline = lineIn(*m_roofline, AxisKind::Operations);
    m_rooflineCard->setNote(roofline.elements == workload.elements ? sizeOf(roofline)
                                                                   : tr("nearest measured: %1").arg(sizeOf(roofline)));
    const auto kind = static_cast<AxisKind>(m_axis->currentData().toInt());
    const Workload curves = lineIn(*m_curves, kind);
    const QString across = kind == AxisKind::Size
                             ? (curves.operationsPerElement == 1
                                    ? tr("1 operation per element")
                                    : tr("%1 operations per element").arg(m_format.whole(curves.operationsPerElement)))
                             : sizeOf(curves);
    // In type for a hall the note needs the room, and the box beside it says the axis. Without a note the card stands
    // beside a panel, and has less.
    m_curvesCard->setTitle(m_alone == nullptr && m_room == Room::Narrow ? across // the box has the axis
                           : m_alone == m_curves
                               ? m_aloneWords.note.isEmpty() ? across : tr("%1 · %2").arg(across, modeWord)
                               : tr("Sweep over %1 · %2 · %3").arg(axisWords(kind), across, modeWord));
    if (const SnapshotPointer snapshot = m_map->input().snapshot) {
        const std::size_t total = snapshot->plan.cellCount();
        const bool isShort = m_room == Room::Narrow && m_alone == nullptr; // what they are is under the mouse
        m_mapCard->setNote(snapshot->provenance != Provenance::Measured
                               ? tr("predicted")
                               : (isShort ? tr("%1 of %2") : tr("%1 of %2 cells"))
                                     .arg(m_format.whole(static_cast<std::int64_t>(snapshot->measuredCells)),
                                          m_format.whole(static_cast<std::int64_t>(total))));
    }
    QStringList otherWork;
    for (const Overlay& overlay : m_roofline->input().overlays)
        if (!overlay.instead.isEmpty())
            otherWork << tr("%1: %2.").arg(overlay.plainName(), overlay.instead);
    for (const ChartWidget* chart : charts())
        if (chart == m_roofline && m_alone != m_roofline && !otherWork.isEmpty())
            m_rooflineCard->setWarning(tr("Not the same work"), otherWork.join(QLatin1Char('\n')));
        else
            cardOf(chart)->setWarning(chart == m_alone ? m_aloneWords.warning : QString());
    if (m_alone != nullptr) {
        cardOf(m_alone)->setNote(m_aloneWords.note);
        cardOf(m_alone)->setWarning(m_aloneWords.warning); // also of one that is not among charts()
    } else {
        m_curvesCard->setNote({});
    }
}

} // namespace ridgepoint
