// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_widget.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/draw/chart_voice.h"
#include "app/charts/draw/draw_turns.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/theme.h"

#include <algorithm>
#include <functional>
#include <set>
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
    m_shown.emptyText = tr("No samples yet: press Run (F5) to measure this machine.");
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
        m_due.laidOut = viewport().size();
    });
    setBackground(QBrush(m_theme.card));
    m_clickTimer.setSingleShot(true);
    connect(&m_clickTimer, &QTimer::timeout, this, [this] {
        if (!concealed() && isVisible())
            emit measureWanted(m_press.clicked);
    });
}

ChartWidget::~ChartWidget() = default;

/// What stays, what samples change, and what lies over both: three buffers, because adjacent layers share one.
void ChartWidget::addPaintLayers()
{
    struct Entry {
        const char* layer;
        PaintItem::Paint paint;
    };
    const Entry entries[]{
        {"ground", [this](QCPPainter* painter) { paintGround(painter); }},
        {"frame",
         [this](QCPPainter* painter) {
             paintFrame(painter);
             drawTitle(painter);
         }},
        {"points", [this](QCPPainter* painter) { paintResults(painter); }},
        {"overlay", [this](QCPPainter* painter) { paintOverlay(painter); }},
    };
    for (const Entry& entry : entries) {
        const QString name = QString::fromLatin1(entry.layer);
        if (layer(name) == nullptr) // the overlay is QCustomPlot's own
            addLayer(name, layer(QStringLiteral("overlay")), limBelow);
        new PaintItem(this, name, entry.paint); // owned by the plot
    }
    layer(QStringLiteral("points"))->setMode(QCPLayer::lmBuffered);
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
    if (snapshot == m_shown.snapshot)
        return;
    // The words of a what-if take room, or give it back.
    const auto bears = [](const SnapshotPointer& any) { return any && isImagined(*any); };
    m_due.full = m_due.full || bears(m_shown.snapshot) || bears(snapshot);
    if (bears(m_shown.snapshot) || bears(snapshot))
        m_readout.reset(); // the roof that it told of has moved away, perhaps by a key
    const bool same = m_shown.snapshot && snapshot && showsTheSame(*m_shown.snapshot, *snapshot);
    m_shown.snapshot = std::move(snapshot);
    if (same)
        return; // every chart draws the cursor's part of it, wherever its plan lies
    m_due.rebuild = true;
    DrawTurns::shared().ask(this);
}

void ChartWidget::setCursor(const Workload& cursor)
{
    if (cursor == m_shown.cursor)
        return;
    m_clickTimer.stop(); // somebody went on: the place that was clicked is no longer wanted
    // Along the chart's own axes only the marked place moves.
    const bool sameSlice = slice(cursor) == slice(m_shown.cursor);
    m_shown.cursor = cursor;
    (sameSlice ? m_due.overlay : m_due.rebuild) = true;
    DrawTurns::shared().askNow(this);
}

void ChartWidget::setSelected(std::optional<Workload> selected)
{
    if (sameWorkload(selected, m_shown.selected))
        return;
    m_shown.selected = std::move(selected);
    m_readout.reset();
    if (m_hovered && !sameWorkload(m_shown.selected, m_hovered))
        setHovered(std::nullopt); // by keys: what lies under a mouse that rests is not what is looked at
    updateAccessibleText();
    m_due.overlay = true;
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
    if (title == m_shown.title && note == m_shown.note)
        return;
    m_shown.title = title;
    m_shown.note = note;
    scheduleRebuild();
}

void ChartWidget::setEmptyText(const QString& text)
{
    if (text == m_shown.emptyText)
        return;
    m_shown.emptyText = text;
    scheduleRebuild();
}

void ChartWidget::setOverlays(std::vector<Overlay> overlays)
{
    if (overlays == m_shown.overlays)
        return;
    m_shown.overlays = std::move(overlays);
    scheduleRebuild();
}

void ChartWidget::setSessionName(const QString& name)
{
    if (name == m_shown.sessionName)
        return;
    m_shown.sessionName = name;
    scheduleRebuild();
}

void ChartWidget::setTextAsPaths(bool asPaths) { m_text.setAsPaths(asPaths); }

void ChartWidget::setTransparent(bool transparent)
{
    m_transparent = transparent;
    setBackground(transparent ? QBrush(Qt::NoBrush) : QBrush(m_theme.card));
}

void ChartWidget::setProbe(ProbeTrail trail)
{
    if (trail == m_shown.probe)
        return;
    m_shown.probe = std::move(trail);
    m_due.probe = true;
    DrawTurns::shared().ask(this);
}

void ChartWidget::setPins(PinList pins, std::optional<std::size_t> alone)
{
    if (pins == nullptr || (pins == m_shown.marks.pins && alone == m_shown.marks.pinAlone))
        return;
    m_shown.marks.pins = std::move(pins);
    m_shown.marks.pinAlone = alone;
    scheduleRebuild(); // the axes have to show them too
}

void ChartWidget::setBrushed(Brush brushed)
{
    if (brushed == nullptr || brushed == m_shown.marks.brushed)
        return;
    m_shown.marks.brushed = std::move(brushed);
    askForOverlay();
}

void ChartWidget::setLinked(std::optional<Workload> linked)
{
    if (linked == m_shown.marks.linked)
        return;
    m_shown.marks.linked = std::move(linked);
    askForOverlay();
}

void ChartWidget::setConcealed(bool concealed)
{
    if (concealed == m_shown.marks.concealed)
        return;
    m_shown.marks.concealed = concealed;
    setHovered(std::nullopt);
    scheduleRebuild();
}

void ChartWidget::setGuess(GuessMarks guess)
{
    m_shown.marks.guess = std::move(guess);
    askForOverlay();
}

void ChartWidget::askForOverlay()
{
    m_due.overlay = true;
    DrawTurns::shared().ask(this);
}

Result<void> ChartWidget::exportTo(const QString& path, const ExportOptions& options) const
{
    return exportChart(*this, path, options);
}

void ChartWidget::scheduleRebuild()
{
    m_due.rebuild = true;
    m_due.full = true;
    DrawTurns::shared().ask(this);
}

void ChartWidget::scheduleData()
{
    m_due.rebuild = true;
    DrawTurns::shared().askNow(this);
}

bool ChartWidget::rebuildNow()
{
    m_due.rebuild = false;
    ++m_rebuilds;
    const Change change = rebuild();
    m_ranges.follow();
    if (m_readout)
        m_readout = concealed() ? std::nullopt : readoutAt(m_readout->at); // what it told may be another's now
    if (change != Change::Layout)
        return change == Change::Data;
    m_due.full = true;
    m_ranges.fit();
    return true;
}

void ChartWidget::flush()
{
    DrawTurns::shared().withdraw(this);
    if (!m_due.rebuild && !m_due.full && !m_due.overlay && !m_due.probe)
        return;
    // A hidden chart (a tab in the back) is drawn when it is shown.
    const bool drawn = isVisible() || testAttribute(Qt::WA_DontShowOnScreen);
    bool markOnly = !m_due.rebuild;
    if (m_due.rebuild && !rebuildNow())
        markOnly = m_due.overlay = true; // the cursor may have moved
    if (!drawn || m_due.full || m_due.laidOut != viewport().size()) {
        replot();
    } else {
        if (!markOnly)
            layer(QStringLiteral("points"))->replot();
        layer(QStringLiteral("overlay"))->replot();
    }
    m_due.full = false;
    const bool probeOnly = m_due.probe && markOnly && !m_due.overlay;
    m_due.overlay = false;
    m_due.probe = false;
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

void ChartWidget::replotHover()
{
    if (m_due.full)
        return; // the full drawing that is due draws it too
    layer(QStringLiteral("overlay"))->replot();
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
    other.m_shown = m_shown;
    other.m_shown.probe = {};
    other.m_theme = m_theme;
    other.m_ranges.takeFrom(m_ranges);
}

std::vector<ChartPoint> ChartWidget::pinnedPoints() const
{
    std::vector<ChartPoint> points;
    if (const auto axis = lineAxis())
        for (const Pin* pin : m_shown.marks.shownPins())
            points.insert(points.end(), pin->line(*axis).begin(), pin->line(*axis).end());
    return points;
}

std::optional<Workload> ChartWidget::nearestShown(const Workload& workload) const
{
    std::vector<Workload> candidates;
    for (const ChartPoint& point : shownPoints())
        candidates.push_back(point.workload);
    return nearestWorkload(candidates, workload);
}

std::vector<DrawnWorkload> ChartWidget::drawnWorkloads() const
{
    std::vector<DrawnWorkload> drawn;
    for (const ChartPoint& point : shownPoints()) {
        DrawnWorkload each{point.workload, {}};
        const auto pixels = pixelsOf(point);
        for (std::size_t i = 0; i < pixels.size(); ++i)
            if (plotRectAt(static_cast<int>(i)).contains(pixels[i]))
                each.pixels.push_back(pixels[i]);
        drawn.push_back(std::move(each));
    }
    return drawn;
}

QRectF ChartWidget::plotRectAt(int plot) const
{
    const auto rects = axisRects();
    return plot >= 0 && plot < rects.size() ? plotRect(*rects[plot]) : QRectF();
}

std::optional<PlotPlace> ChartWidget::placeAt(QPointF pixel) const
{
    const auto rects = axisRects();
    for (int i = 0; i < rects.size(); ++i)
        if (plotRect(*rects[i]).contains(pixel))
            return PlotPlace{i, rects[i]->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x()),
                             rects[i]->axis(QCPAxis::atLeft)->pixelToCoord(pixel.y())};
    return std::nullopt;
}

QPointF ChartWidget::pixelAt(const PlotPlace& place) const
{
    const auto rects = axisRects();
    if (place.plot < 0 || place.plot >= rects.size())
        return {};
    const QCPAxisRect& rect = *rects[place.plot];
    return {rect.axis(QCPAxis::atBottom)->coordToPixel(place.x), rect.axis(QCPAxis::atLeft)->coordToPixel(place.y)};
}

QCPAxis* ChartWidget::axisLabelledAt(QPointF pixel) const
{
    for (QCPAxisRect* rect : axisRects()) {
        const QRectF plot = plotRect(*rect);
        const QRectF outer(rect->outerRect());
        if (QRectF(outer.left(), plot.top(), plot.left() - outer.left(), plot.height()).contains(pixel))
            return rect->axis(QCPAxis::atLeft);
        if (QRectF(plot.left(), plot.bottom(), plot.width(), outer.bottom() - plot.bottom()).contains(pixel))
            return rect->axis(QCPAxis::atBottom);
    }
    return nullptr;
}

std::vector<const QCPAxis*> ChartWidget::typedAxes() const
{
    std::vector<const QCPAxis*> typed;
    for (const QCPAxisRect* rect : axisRects()) {
        if (typed.empty())
            typed.push_back(rect->axis(QCPAxis::atBottom));
        typed.push_back(rect->axis(QCPAxis::atLeft));
    }
    return typed;
}

bool ChartWidget::sharesRange(const QCPAxis& axis, const QCPAxis& typed) const
{
    return &axis == &typed || (axis.axisType() == QCPAxis::atBottom && typed.axisType() == QCPAxis::atBottom);
}

QString ChartWidget::watermark() const
{
    return m_shown.snapshot && m_shown.snapshot->provenance != Provenance::Measured ? tr("predicted") : QString();
}

QColor ChartWidget::watermarkColor() const
{
    QColor ink = m_theme.text;
    ink.setAlphaF(m_theme.dark ? 0.16F : 0.11F);
    return ink;
}

double ChartWidget::titleHeight() const
{
    return (m_shown.title.isEmpty() && m_shown.note.isEmpty() ? 0.0 : m_theme.fontPixels * 2.6) + whatIfHeight();
}

double ChartWidget::whatIfHeight() const
{
    return m_shown.snapshot && isImagined(*m_shown.snapshot) ? m_theme.fontPixels * 2.0 : 0.0;
}

bool ChartWidget::fits(QSizeF size, const Theme& theme) const
{
    return size.width() >= theme.fontPixels * 24.0 && size.height() >= theme.fontPixels * 17.0;
}

QSizeF ChartWidget::whatIfSize() const
{
    return m_shown.snapshot && isImagined(*m_shown.snapshot)
             ? ridgepoint::whatIfSize(style(), whatIfWords(*m_shown.snapshot, m_format))
             : QSizeF();
}

void ChartWidget::drawWhatIf(QCPPainter* painter, QPointF leftMiddle, double width) const
{
    ridgepoint::drawWhatIf(*painter, style(), leftMiddle, width, whatIfWords(*m_shown.snapshot, m_format));
}

void ChartWidget::drawTitle(QCPPainter* painter) const
{
    if (m_keyboardFocus) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_theme.accent, 2.0));
        painter->drawRoundedRect(QRectF(viewport()).adjusted(1.5, 1.5, -1.5, -1.5), 5, 5);
    }
    if (titleHeight() <= 0.0)
        return;
    const double inset = m_theme.fontPixels * 0.8;
    const double width = viewport().width() - 2.0 * inset;
    const double titled = titleHeight() - whatIfHeight();
    if (whatIfHeight() > 0.0)
        drawWhatIf(painter, {inset, titled + whatIfHeight() * 0.5}, width);
    if (titled <= 0.0)
        return;
    const QFont titleFont = m_theme.font(1.15, QFont::DemiBold);
    const QString title = TextPainter::fitted(m_shown.title, titleFont, width);
    const double middle = titled * 0.5;
    m_text.draw(*painter, {inset, middle}, title, {.font = titleFont, .color = m_theme.text});
    const double left = width - TextPainter::sizeOf(title, titleFont).width() - inset;
    const QFont noteFont = m_theme.font(0.95);
    if (left > m_theme.fontPixels * 5.0)
        m_text.draw(*painter, {inset + width, middle}, TextPainter::fitted(m_shown.note, noteFont, left),
                    {.font = noteFont, .color = m_theme.mutedText, .anchor = Qt::AlignRight | Qt::AlignVCenter});
}

void ChartWidget::drawWatermarks(QCPPainter* painter) const
{
    if (const QString words = watermark(); !words.isEmpty() && !isEmpty())
        for (const QCPAxisRect* rect : axisRects())
            drawWatermark(*painter, style(), plotRect(*rect), words, watermarkColor());
}

void ChartWidget::paintResults(QCPPainter* painter)
{
    if (concealed())
        return;
    paintMap(painter);
    drawWatermarks(painter);
    drawPinLines(*painter, pinScene(), m_theme);
    for (int plot = 0; m_ranges.isLocked() && plot < axisRectCount(); ++plot) // under stars that may be in view
        if (const QString words = outOfViewWords(static_cast<std::size_t>(plot)); !words.isEmpty())
            drawEmpty(painter, plotRectAt(plot), words);
    paintPoints(painter);
    if (const QString words = missingWords(); !words.isEmpty())
        drawEmpty(painter, placeOfMissingWords(), words);
}

void ChartWidget::paintOverlay(QCPPainter* painter)
{
    if (!concealed()) {
        if (!m_shown.probe.points.empty())
            paintProbe(painter);
        drawOnWorkloads(painter);
        drawPins(*painter, pinLayout(), !lineAxis(), style());
    }
    GuessPixels guess;
    for (const auto& places : m_shown.marks.guess.lines) {
        QPolygonF line;
        for (const PlotPlace& place : places)
            line << pixelAt(place);
        if (!places.empty())
            for (QPolygonF& part : clippedPolyline(line, plotRectAt(places.front().plot)))
                guess.lines.push_back(std::move(part));
    }
    if (m_shown.marks.guess.place)
        guess.place = pixelAt(*m_shown.marks.guess.place);
    drawGuess(*painter, guess, m_theme);
    if (!concealed()) {
        paintHover(painter);
        if (m_readout) // over everything else: what somebody asks for is read whole
            drawReadout(painter, m_readout->at, m_readout->lines);
    }
    if (!m_shown.marks.band.isNull())
        drawBand(*painter, m_shown.marks.band, m_theme);
}

/// What is brushed, and what is hovered in another chart.
void ChartWidget::drawOnWorkloads(QCPPainter* painter) const
{
    const std::set<Workload> chosen(m_shown.marks.brushed->begin(), m_shown.marks.brushed->end());
    const auto linked = m_shown.marks.linked && !m_hovered ? nearestShown(*m_shown.marks.linked) : std::nullopt;
    if (chosen.empty() && !linked)
        return;
    std::vector<QPointF> brushed;
    std::vector<QPointF> nearest;
    for (const DrawnWorkload& each : drawnWorkloads()) {
        if (chosen.contains(each.workload))
            brushed.insert(brushed.end(), each.pixels.begin(), each.pixels.end());
        if (linked == each.workload && nearest.empty())
            nearest = each.pixels;
    }
    drawBrushed(*painter, brushed, m_theme);
    drawLinked(*painter, nearest, m_theme);
}

PinScene ChartWidget::pinScene() const
{
    PinScene scene{.marks = m_shown.marks,
                   .axis = lineAxis(),
                   .plots = {},
                   .pixelsOf = [this](const ChartPoint& point) { return pixelsOf(point); },
                   .present = presentSample()};
    for (const QCPAxisRect* rect : axisRects())
        scene.plots.push_back(plotRect(*rect));
    return scene;
}

PinLayout ChartWidget::pinLayout() const
{
    return m_shown.marks.pins->empty() ? layOutPins(pinScene(), {}, {}, style())
                                       : layOutPins(pinScene(), obstacles(), shownPoints(), style());
}

const Sample* ChartWidget::presentSample() const
{
    if (!m_shown.snapshot)
        return nullptr;
    const Workload wanted = m_shown.selected.value_or(m_shown.cursor);
    for (const Sample& sample : m_shown.snapshot->samples)
        if (sample.workload == wanted && !sample.flags.has(Flag::Interpolated)
            && sample.provenance != Provenance::Predicted)
            return &sample; // what is only predicted is not faster or slower than a pin
    return nullptr;
}

bool ChartWidget::hasSampleInView(std::size_t plot) const
{
    const QRectF area = plotRectAt(static_cast<int>(plot));
    const std::vector<ChartPoint> points = shownPoints();
    return std::any_of(points.begin(), points.end(), [&](const ChartPoint& point) {
        const std::vector<QPointF> pixels = pixelsOf(point);
        return plot < pixels.size() && area.contains(pixels[plot]);
    });
}

QString ChartWidget::outOfViewWords(std::size_t plot) const
{
    if (!m_ranges.isLocked() || concealed() || !missingWords().isEmpty() || hasSampleInView(plot))
        return {};
    const QString words = tr("All samples are outside the locked axes.");
    return m_imageScale > 0.0
             ? words
             : tr("%1 Choose “Reset axes” in the context menu to show them.").arg(words); // a file has no menu
}

} // namespace ridgepoint
