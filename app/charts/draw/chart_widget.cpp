// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_widget.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/draw/chart_voice.h"
#include "app/charts/draw/draw_turns.h"
#include "app/charts/style/fonts.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ridgepoint {
namespace {

/// A layer's content: QCustomPlot decides when it is drawn, the chart draws it.
class PaintItem : public QCPLayerable {
public:
    using Paint = std::function<void(QCPPainter*)>;
    PaintItem(QCustomPlot* plot, const QString& layer, Paint paint)
        : QCPLayerable(plot, layer), m_paint(std::move(paint))
    {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override
    {
        painter->setRenderHint(QPainter::Antialiasing);
    }
    void draw(QCPPainter* painter) override { m_paint(painter); }

private:
    Paint m_paint;
};

bool sameWorkload(const std::optional<Workload>& a, const std::optional<Workload>& b) { return a == b; }

} // namespace

ChartWidget::ChartWidget(QWidget* parent) : QCustomPlot(parent), m_voice(new ChartVoice(*this))
{
    installChartAccessibility();
    loadFonts();
    m_text.setKept(true);
    m_emptyText = tr("No samples yet: press Run (F5) to measure this machine.");
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(120, 90);
    setNoAntialiasingOnDrag(false);
    addPaintLayers();
    // Painting at once would draw the same widget several times in one turn of the event loop.
    setPlottingHint(QCP::phImmediateRefresh, false);
    connect(this, &QCustomPlot::beforeReplot, this, [this] { layoutPlot(); });
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        for (QCPAxis* axis : allAxes())
            if (auto* own = dynamic_cast<ChartAxis*>(axis))
                own->layOut(m_theme);
        layoutLabels();
    });
    setBackground(QBrush(m_theme.card));
    m_clickTimer.setSingleShot(true);
    connect(&m_clickTimer, &QTimer::timeout, this, [this] {
        if (!concealed() && isVisible())
            emit measureWanted(m_clicked);
    });
}

ChartWidget::~ChartWidget() = default;

void ChartWidget::addPaintLayers()
{
    struct Entry {
        const char* layer;
        bool buffered;
        PaintItem::Paint paint;
    };
    const std::array<Entry, 6> entries{{
        {"map", true, [this](QCPPainter* painter) { concealed() ? nothingToPaint() : paintMap(painter); }},
        {"ground", false,
         [this](QCPPainter* painter) {
             paintGround(painter);
             if (std::ranges::none_of(allAxes(), [](const QCPAxis* axis) { return axis->grid()->realVisibility(); }))
                 nothingToPaint();
         }},
        {"points", true, [this](QCPPainter* painter) { paintResults(painter); }},
        {"frame", false,
         [this](QCPPainter* painter) {
             paintFrame(painter);
             drawTitle(painter);
         }},
        {"probe", true, [this](QCPPainter* painter) { paintLiveProbe(painter); }},
        {"hover", true, [this](QCPPainter* painter) { paintMarks(painter); }},
    }};
    for (std::size_t i = 0; i < m_blankLayers.size(); ++i) {
        const Entry& entry = entries[i];
        const QString name = QString::fromLatin1(entry.layer);
        addLayer(name, layer(QStringLiteral("overlay")));
        moveLayer(layer(name), layer(QStringLiteral("overlay")), limBelow);
        if (entry.buffered)
            layer(name)->setMode(QCPLayer::lmBuffered);
        new PaintItem(this, name, [this, i, paint = entry.paint](QCPPainter* painter) { // owned by the plot
            m_layerPainted = i;
            m_blankLayers[i] = false;
            paint(painter);
        });
    }
    m_model = new PaintItem(this, QStringLiteral("ground"),
                            [this](QCPPainter* painter) { paintModel(painter); }); // owned by the plot
    withAxes(axisRect());
}

QCPAxisRect* ChartWidget::withAxes(QCPAxisRect* plot)
{
    plot->setAutoMargins(QCP::msNone);
    for (const auto type : {QCPAxis::atTop, QCPAxis::atRight})
        plot->axis(type)->setVisible(false);
    for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft}) {
        plot->removeAxis(plot->axis(type));
        QCPAxis* axis = plot->addAxis(type, new ChartAxis(plot, type, m_text));
        axis->setLayer(QStringLiteral("frame"));
        axis->grid()->setLayer(QStringLiteral("ground"));
    }
    m_model->setLayer(m_model->layer()); // behind the new grids: a layer paints in the order in which it was joined
    return plot;
}

std::vector<QCPAxis*> ChartWidget::allAxes() const
{
    std::vector<QCPAxis*> axes;
    for (QCPAxisRect* rect : axisRects())
        for (QCPAxis* axis : rect->axes())
            axes.push_back(axis);
    return axes;
}

void ChartWidget::setSnapshot(SnapshotPointer snapshot)
{
    if (snapshot == m_snapshot)
        return;
    // The words of a what-if take room, or give it back.
    const auto bears = [](const SnapshotPointer& any) { return any && isImagined(*any); };
    m_fullDue = m_fullDue || bears(m_snapshot) || bears(snapshot);
    if (bears(m_snapshot) || bears(snapshot))
        m_readout.reset(); // the roof that it told of has moved away, perhaps by a key
    const bool same = m_snapshot && snapshot && showsTheSame(*m_snapshot, *snapshot);
    m_snapshot = std::move(snapshot);
    if (same)
        return; // every chart draws the cursor's part of it, wherever its plan lies
    m_rebuildDue = true;
    DrawTurns::shared().ask(this);
}

void ChartWidget::setCursor(const Workload& cursor)
{
    if (cursor == m_cursor)
        return;
    m_clickTimer.stop(); // somebody went on: the place that was clicked is no longer wanted
    // Along the chart's own axes only the marked place moves.
    const bool sameSlice = slice(cursor) == slice(m_cursor);
    m_cursor = cursor;
    (sameSlice ? m_hoverDue : m_rebuildDue) = true;
    DrawTurns::shared().askNow(this);
}

void ChartWidget::setSelected(std::optional<Workload> selected)
{
    if (sameWorkload(selected, m_selected))
        return;
    m_selected = std::move(selected);
    m_readout.reset();
    if (m_hovered && !sameWorkload(m_selected, m_hovered))
        setHovered(std::nullopt); // by keys: what lies under a mouse that rests is not what is looked at
    updateAccessibleText();
    m_hoverDue = true;
    DrawTurns::shared().ask(this);
}

void ChartWidget::setTheme(const Theme& theme)
{
    m_theme = theme;
    setBackground(m_transparent ? QBrush(Qt::NoBrush) : QBrush(theme.card));
    scheduleRebuild();
}

void ChartWidget::setTitle(const QString& title, const QString& note)
{
    if (title == m_title && note == m_note)
        return;
    m_title = title;
    m_note = note;
    scheduleRebuild();
}

void ChartWidget::setEmptyText(const QString& text)
{
    if (text == m_emptyText)
        return;
    m_emptyText = text;
    scheduleRebuild();
}

void ChartWidget::setOverlays(std::vector<Overlay> overlays)
{
    if (overlays == m_overlays)
        return;
    m_overlays = std::move(overlays);
    scheduleRebuild();
}

void ChartWidget::setSessionName(const QString& name)
{
    if (name == m_sessionName)
        return;
    m_sessionName = name;
    scheduleRebuild();
}

void ChartWidget::setTextAsPaths(bool asPaths) { m_text.setAsPaths(asPaths); }

void ChartWidget::setTransparent(bool transparent)
{
    m_transparent = transparent;
    setBackground(transparent ? QBrush(Qt::NoBrush) : QBrush(m_theme.card));
}

Result<void> ChartWidget::exportTo(const QString& path, const ExportOptions& options) const
{
    return exportChart(*this, path, options);
}

void ChartWidget::scheduleRebuild()
{
    m_rebuildDue = true;
    m_fullDue = true;
    DrawTurns::shared().ask(this);
}

void ChartWidget::scheduleData()
{
    m_rebuildDue = true;
    DrawTurns::shared().askNow(this);
}

/// A zoom into sizes shows nothing of depths. A lock holds, from the whole of the new axes on.
void ChartWidget::followAxes()
{
    const std::vector<AxisKind> kinds = axisKinds();
    if (kinds.empty() || kinds == m_rangesOf)
        return;
    if (m_pending && m_pending->axes == kinds) {
        setRanges(*std::exchange(m_pending, std::nullopt));
        m_rangesOf = kinds;
        return;
    }
    if (m_rangesOf.empty() && m_pending) {
        fitRanges(); // what is shown until then is whole, also under a lock
        rememberRanges();
        return;
    }
    if (m_rangesOf.empty()) {
        if (m_rangesBefore.lock() != m_snapshot || m_snapshot == nullptr)
            m_rangesOf = kinds; // what a file's ranges were waiting for
        return;
    }
    m_rangesOf = kinds;
    m_zoomed = false;
    fitRanges();
    rememberRanges();
}

bool ChartWidget::rebuildNow()
{
    m_rebuildDue = false;
    ++m_rebuilds;
    const Change change = rebuild();
    followAxes();
    if (m_readout)
        m_readout = concealed() ? std::nullopt : readoutAt(m_readout->at); // what it told may be another's now
    if (change != Change::Layout)
        return change == Change::Data;
    m_fullDue = true;
    if (!m_zoomed && !m_locked) {
        fitRanges();
        rememberRanges();
    }
    return true;
}

void ChartWidget::flush()
{
    DrawTurns::shared().withdraw(this);
    if (!m_rebuildDue && !m_fullDue && !m_hoverDue && !m_probeDue)
        return;
    // A hidden chart (a tab in the back) is drawn when it is shown.
    const bool drawn = isVisible() || testAttribute(Qt::WA_DontShowOnScreen);
    bool markOnly = !m_rebuildDue;
    if (m_rebuildDue && !rebuildNow())
        markOnly = m_hoverDue = true; // the cursor may have moved
    if (drawn && !m_fullDue && markOnly) {
        if (m_hoverDue)
            layer(QStringLiteral("hover"))->replot();
        if (m_probeDue)
            layer(QStringLiteral("probe"))->replot();
    } else if (drawn && !m_fullDue) {
        for (const char* name : {"map", "points", "probe", "hover"})
            layer(QLatin1String(name))->replot();
    } else {
        useLazyBuffers();
        replot();
    }
    m_fullDue = false;
    const bool probeOnly = m_probeDue && markOnly && !m_hoverDue;
    m_hoverDue = false;
    m_probeDue = false;
    if (!probeOnly)
        m_voice->dataChanged();
}

void ChartWidget::prepareForFile(QSize size, double imageScale)
{
    m_imageScale = imageScale;
    m_text.setKept(false);
    setViewport(QRect(QPoint(0, 0), size));
    rebuildNow();
    layoutPlot();
}

double ChartWidget::imageScale() const { return m_imageScale > 0.0 ? m_imageScale : devicePixelRatioF(); }

void ChartWidget::rememberRanges()
{
    m_wholeRanges.clear();
    for (const QCPAxis* axis : allAxes())
        m_wholeRanges.push_back(axis->range());
}

void ChartWidget::resetView()
{
    const ChartRanges before = ranges();
    m_zoomed = false;
    m_locked = false;
    m_pending.reset();
    fitRanges();
    rememberRanges();
    replot(QCustomPlot::rpQueuedReplot);
    tellRanges(before);
}

void ChartWidget::replotHover()
{
    if (m_fullDue)
        return; // the full drawing that is due draws it too
    layer(QStringLiteral("hover"))->replot();
}

void ChartWidget::setReadout(std::optional<Readout> readout)
{
    if (!readout && !m_readout)
        return;
    m_readout = std::move(readout);
    replotHover();
}

void ChartWidget::setHovered(std::optional<Workload> hoveredNow)
{
    if (sameWorkload(hoveredNow, m_hovered))
        return;
    m_hovered = std::move(hoveredNow);
    replotHover();
    emit hovered(m_hovered);
}

void ChartWidget::select(const Workload& workload)
{
    setSelected(workload);
    emit selected(workload);
}

void ChartWidget::updateAccessibleText() { m_voice->userActed(); }

void ChartWidget::copyTo(ChartWidget& other) const
{
    other.m_snapshot = m_snapshot;
    other.m_cursor = m_cursor;
    other.m_selected = m_selected;
    other.m_theme = m_theme;
    other.m_title = m_title;
    other.m_note = m_note;
    other.m_emptyText = m_emptyText;
    other.m_sessionName = m_sessionName;
    other.m_overlays = m_overlays;
    other.m_zoomed = m_zoomed;
    other.m_locked = m_locked;
    other.m_rangesOf = m_rangesOf;
    other.m_marks = m_marks;
    const auto from = allAxes();
    const auto to = other.allAxes();
    for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) {
        to[i]->setScaleType(from[i]->scaleType());
        to[i]->setRange(from[i]->range());
    }
    other.m_wholeRanges = m_wholeRanges;
}

} // namespace ridgepoint
