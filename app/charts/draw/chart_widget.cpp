// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_widget.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/draw/chart_accessibility.h"
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

} // namespace

ChartWidget::ChartWidget(std::unique_ptr<ChartPlaces> places, QWidget* parent)
    : QCustomPlot(parent), m_places(std::move(places)), m_accessibility(new ChartAccessibility(*this))
{
    m_input.emptyText = tr("No samples yet: press Run (F5) to measure this machine.");
    installChartAccessibility();
    loadFonts();
    m_text.setKept(true);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(120, 90);
    setNoAntialiasingOnDrag(false);
    addPaintLayers();
    // Painting at once would draw the same widget several times in one turn of the event loop.
    setPlottingHint(QCP::phImmediateRefresh, false);
    connect(this, &QCustomPlot::beforeReplot, this, [this] { layoutPlot(); });
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        for (const QCPAxisRect* rect : plots())
            for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft})
                axisOf(*rect, type).layOut(m_theme);
        m_due.laidOut = viewport().size();
    });
    setBackground(QBrush(m_theme.card));
    m_clickTimer.setSingleShot(true);
    connect(&m_clickTimer, &QTimer::timeout, this, [this] {
        if (showsResults(m_input.concealed) && isVisible())
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
        {"ground", [this](QCPPainter* painter) { paint(ChartLayer::Ground, painter); }},
        {"frame",
         [this](QCPPainter* painter) {
             paint(ChartLayer::Frame, painter);
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
                            [this](QCPPainter* painter) { paint(ChartLayer::Model, painter); }); // owned by the plot
    withAxes(axisRect());
}

void ChartWidget::paintOn(ChartLayer layer, std::function<void(QCPPainter*)> paint)
{
    m_paints[static_cast<std::size_t>(layer)] = std::move(paint);
}

void ChartWidget::paint(ChartLayer layer, QCPPainter* painter) const
{
    if (const auto& paintLayer = m_paints[static_cast<std::size_t>(layer)])
        paintLayer(painter);
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
    m_plots.emplace_back(plot);
    m_model->setLayer(m_model->layer()); // behind the new grids: a layer paints in the order in which it was joined
    return plot;
}

void ChartWidget::setInput(ChartInput input)
{
    if (input.pins == nullptr)
        input.pins = m_input.pins;
    if (input.brushed == nullptr)
        input.brushed = m_input.brushed;
    const ChartInput before = std::exchange(m_input, std::move(input));
    const ChartInput& now = m_input;
    if (now.snapshot != before.snapshot)
        takeSnapshot(before.snapshot);
    if (now.cursor != before.cursor)
        takeCursor(before.cursor);
    if (now.selected != before.selected)
        takeSelected();
    if (now.concealed != before.concealed) {
        m_readout.reset(); // it may tell a result
        setHovered(std::nullopt);
    }
    if (showsRanges(now.concealed) != showsRanges(before.concealed))
        m_ranges.fit();
    if (now.guess != before.guess)
        takeGuess(before.guess);
    if (now.overlays != before.overlays || now.sessionName != before.sessionName || now.title != before.title
        || now.note != before.note || now.emptyText != before.emptyText || now.hintsAtWindow != before.hintsAtWindow
        || now.pins != before.pins || now.pinAlone != before.pinAlone || now.concealed != before.concealed
        || now.detailed != before.detailed)
        scheduleRebuild();
    if (now.brushed != before.brushed || now.linked != before.linked || now.guess != before.guess
        || now.asked != before.asked)
        scheduleOverlay();
    if (now.probe != before.probe) {
        m_due.probe = true;
        DrawTurns::shared().ask(this);
    }
}

void ChartWidget::takeSnapshot(const SnapshotPointer& before)
{
    const SnapshotPointer& now = m_input.snapshot;
    if (before && now && before->kernels == now->kernels && showsTheSame(*before, *now))
        return; // every chart draws the cursor's part of it, wherever its plan lies
    // The words of a what-if take room, or give it back.
    const auto bears = [](const SnapshotPointer& any) { return any && hasWhatIf(*any); };
    if (bears(before) || bears(now)) {
        m_due.full = true;
        m_readout.reset(); // the roof that it told of has moved away, perhaps by a key
    }
    m_due.rebuild = true;
    DrawTurns::shared().ask(this);
}

void ChartWidget::takeCursor(const Workload& before)
{
    m_clickTimer.stop(); // somebody went on: the place that was clicked is no longer wanted
    // Along the chart's own axes only the marked place moves.
    const bool sameSlice = m_places->slice(m_input.cursor) == m_places->slice(before);
    (sameSlice ? m_due.overlay : m_due.rebuild) = true;
    DrawTurns::shared().askNow(this);
}

void ChartWidget::takeSelected()
{
    m_readout.reset();
    if (m_hovered && m_input.selected != m_hovered)
        setHovered(std::nullopt); // by keys: what lies under a mouse that rests is not what is looked at
    updateAccessibleText();
    scheduleOverlay();
}

/// Axes hold a guess that is shown beside its answer, and a key may have a row for it.
void ChartWidget::takeGuess(const GuessMarks& before)
{
    if (!showsResults(m_input.concealed)) {
        m_readout.reset(); // the guess is looked at, and read out
        return;
    }
    const ChartRanges ranges = m_ranges.current();
    m_ranges.fit();
    m_due.full = m_due.full || !(m_ranges.current() == ranges) || hasCurve(m_input.guess) != hasCurve(before);
}

void ChartWidget::holdGuess(QCPRange& range, double guess)
{
    constexpr double room = 1.3; // for the mark itself
    if (guess > 0.0 && guess < range.lower)
        range.lower = guess / room;
    if (guess > range.upper)
        range.upper = guess * room;
}

std::optional<Readout> ChartWidget::axesAt(QPointF pixel) const
{
    const auto place = placeAt(pixel);
    return place ? axesAt(*place, pixel) : std::nullopt;
}

std::optional<Readout> ChartWidget::axesAt(const PlotPlace& place, QPointF pixel) const
{
    const QCPAxisRect& rect = *plots()[static_cast<std::size_t>(place.plot)];
    QStringList lines{axisOf(rect, QCPAxis::atLeft).meaning().words(place.y),
                      axisOf(rect, QCPAxis::atBottom).meaning().words(place.x)};
    lines.removeAll(QString());
    return lines.isEmpty() ? std::nullopt : std::optional(Readout{pixel, lines, false});
}

std::optional<Readout> ChartWidget::shownReadout() const
{
    const auto& guess = m_input.guess.place;
    if (m_readout || showsResults(m_input.concealed) || !guess
        || plotRectAt(static_cast<std::size_t>(guess->plot)).isEmpty())
        return m_readout;
    return axesAt(*guess, pixelAt(*guess));
}

QStringList ChartWidget::readoutLines() const
{
    const auto shown = shownReadout();
    return shown ? shown->lines : QStringList();
}

void ChartWidget::setTheme(const Theme& theme)
{
    m_theme = theme;
    setBackground(QBrush(theme.card));
    scheduleRebuild();
}

void ChartWidget::scheduleOverlay()
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
        m_readout = showsResults(m_input.concealed) ? readoutAt(m_readout->at) // what it told may be another's now
                                                    : axesAt(m_readout->at);
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
        m_accessibility->dataChanged();
}

void ChartWidget::prepareForFile(QSize size, double imageScale)
{
    m_imageScale = imageScale;
    m_text.setKept(false);
    setViewport(QRect(QPoint(0, 0), size));
    rebuildNow();
    layoutPlot();
}

QString ChartWidget::emptyText() const
{
    return isForFile() && m_input.hintsAtWindow ? tr("The session has no samples of this workload.")
                                                : m_input.emptyText;
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
    if (hoveredNow == m_hovered)
        return;
    m_hovered = std::move(hoveredNow);
    replotHover();
    emit hovered(m_hovered);
}

void ChartWidget::select(const Workload& workload)
{
    set(&ChartInput::selected, workload);
    emit selected(workload);
}

void ChartWidget::updateAccessibleText() { m_accessibility->userActed(); }

void ChartWidget::copyTo(ChartWidget& other) const
{
    other.m_input = m_input;
    other.m_input.probe = {};
    other.m_theme = m_theme;
    other.m_ranges.takeFrom(m_ranges);
}

std::vector<ChartPoint> ChartWidget::pinnedPoints() const
{
    std::vector<ChartPoint> points;
    if (const auto axis = m_places->lineAxis())
        for (const Pin* pin : m_input.shownPins())
            points.insert(points.end(), pin->line(*axis).begin(), pin->line(*axis).end());
    return points;
}

std::vector<DrawnWorkload> ChartWidget::drawnWorkloads() const
{
    const std::vector<QCPAxisRect*> rects = plots();
    std::vector<DrawnWorkload> drawn;
    for (const ChartPoint& point : m_places->shownPoints()) {
        DrawnWorkload each{point.workload, {}};
        const auto pixels = m_places->pixelsOf(point);
        for (std::size_t i = 0; i < std::min(pixels.size(), rects.size()); ++i)
            if (plotRect(*rects[i]).contains(pixels[i]))
                each.pixels.push_back(pixels[i]);
        drawn.push_back(std::move(each));
    }
    return drawn;
}

std::vector<QCPAxisRect*> ChartWidget::plots() const
{
    std::vector<QCPAxisRect*> present;
    for (const QPointer<QCPAxisRect>& plot : m_plots)
        if (!plot.isNull())
            present.push_back(plot);
    return present;
}

std::vector<QCPAxisRect*> ChartWidget::shownPlots() const
{
    std::vector<QCPAxisRect*> shown = plots();
    std::erase_if(shown, [](const QCPAxisRect* rect) { return !rect->visible(); });
    return shown;
}

QRectF ChartWidget::plotRectAt(std::size_t plot) const
{
    const std::vector<QCPAxisRect*> rects = plots();
    return plot < rects.size() ? plotRect(*rects[plot]) : QRectF();
}

std::optional<PlotPlace> ChartWidget::placeAt(QPointF pixel) const
{
    const std::vector<QCPAxisRect*> rects = plots();
    for (std::size_t i = 0; i < rects.size(); ++i)
        if (plotRect(*rects[i]).contains(pixel))
            return PlotPlace{static_cast<int>(i), rects[i]->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x()),
                             rects[i]->axis(QCPAxis::atLeft)->pixelToCoord(pixel.y())};
    return std::nullopt;
}

QPointF ChartWidget::pixelAt(const PlotPlace& place) const
{
    const std::vector<QCPAxisRect*> rects = plots();
    const auto plot = static_cast<std::size_t>(place.plot);
    if (plot >= rects.size())
        return {};
    const QCPAxisRect& rect = *rects[plot];
    return {rect.axis(QCPAxis::atBottom)->coordToPixel(place.x), rect.axis(QCPAxis::atLeft)->coordToPixel(place.y)};
}

QString ChartWidget::watermark() const
{
    return m_input.snapshot && m_input.snapshot->provenance != Provenance::Measured ? tr("predicted") : QString();
}

double ChartWidget::titleHeight() const
{
    return (m_input.title.isEmpty() && m_input.note.isEmpty() ? 0.0 : m_theme.fontPixels * 2.6) + whatIfHeight();
}

double ChartWidget::whatIfHeight() const
{
    return !m_traits.hasWhatIfInPlot && m_input.snapshot && hasWhatIf(*m_input.snapshot) ? m_theme.fontPixels * 2.0
                                                                                         : 0.0;
}

bool ChartWidget::fits(QSizeF size, const Theme& theme) const
{
    return size.width() >= theme.fontPixels * 24.0 && size.height() >= theme.fontPixels * 17.0;
}

QSizeF ChartWidget::whatIfSize() const
{
    return m_input.snapshot && hasWhatIf(*m_input.snapshot)
             ? ridgepoint::whatIfSize(style(), whatIfWords(*m_input.snapshot, m_format))
             : QSizeF();
}

QStringList ChartWidget::whatIfTexts() const { return {whatIfWords(*m_input.snapshot, m_format)}; }

void ChartWidget::drawWhatIf(QCPPainter* painter, QPointF leftMiddle, double width) const
{
    const QStringList texts = whatIfTexts();
    const auto fitting = std::ranges::find_if(
        texts, [&](const QString& words) { return ridgepoint::whatIfSize(style(), words).width() <= width; });
    ridgepoint::drawWhatIf(*painter, style(), leftMiddle, width, fitting == texts.end() ? texts.back() : *fitting);
}

void ChartWidget::drawTitle(QCPPainter* painter) const
{
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
    const QString title = TextPainter::fitted(m_input.title, titleFont, width);
    const double middle = titled * 0.5;
    m_text.draw(*painter, {inset, middle}, title, {.font = titleFont, .color = m_theme.text});
    const double left = width - TextPainter::sizeOf(title, titleFont).width() - inset;
    const QFont noteFont = m_theme.font(0.95);
    if (left > m_theme.fontPixels * 5.0)
        m_text.draw(*painter, {inset + width, middle}, TextPainter::fitted(m_input.note, noteFont, left),
                    {.font = noteFont, .color = m_theme.mutedText, .anchor = Qt::AlignRight | Qt::AlignVCenter});
}

void ChartWidget::drawWatermarks(QCPPainter* painter) const
{
    QColor ink = m_traits.watermarkInk;
    if (!ink.isValid()) {
        ink = m_theme.text;
        ink.setAlphaF(m_theme.dark ? 0.16F : 0.11F);
    }
    if (const QString words = watermark(); !words.isEmpty() && !isEmpty())
        for (const QCPAxisRect* rect : shownPlots())
            drawWatermark(*painter, style(), plotRect(*rect), words, ink);
}

void ChartWidget::paintResults(QCPPainter* painter)
{
    if (!showsResults(m_input.concealed)) {
        if (showsBorder(m_input.concealed))
            paint(ChartLayer::Border, painter);
        return;
    }
    paint(ChartLayer::Map, painter);
    drawWatermarks(painter);
    drawPinLines(*painter, pinScene(), m_theme);
    for (std::size_t plot = 0; m_ranges.isLocked() && plot < plots().size(); ++plot) // under stars that may be in view
        if (const QString words = outOfViewWords(plot); !words.isEmpty())
            drawEmpty(painter, plotRectAt(plot), words);
    paint(ChartLayer::Points, painter);
    paint(ChartLayer::Border, painter);
    if (const QString words = missingWords(); !words.isEmpty())
        drawEmpty(painter, placeOfMissingWords(), words);
}

void ChartWidget::paintOverlay(QCPPainter* painter)
{
    if (m_keyboardFocus) { // here, for this layer alone is drawn when the keyboard comes and goes
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_theme.accent, 2.0));
        painter->drawRoundedRect(QRectF(viewport()).adjusted(1.5, 1.5, -1.5, -1.5), 5, 5);
    }
    const bool hasResults = showsResults(m_input.concealed);
    if (hasResults) {
        if (!m_input.probe.points.empty())
            paint(ChartLayer::Probe, painter);
        drawOnWorkloads(painter);
        drawPins(*painter, pinLayout(), !m_places->lineAxis(), style());
    }
    const bool areLabelsNeeded = m_input.asked || !m_input.guess.lines.empty();
    const std::vector<OrientedBox> labels = areLabelsNeeded ? labelsInView() : std::vector<OrientedBox>();
    drawAskedPlace(painter, labels);
    GuessPixels guess;
    for (const auto& places : m_input.guess.lines) {
        QPolygonF line;
        for (const PlotPlace& place : places)
            line << pixelAt(place);
        if (!places.empty())
            for (const QPolygonF& part :
                 clippedPolyline(line, plotRectAt(static_cast<std::size_t>(places.front().plot))))
                for (QPolygonF& piece : outsideOf(labels, part))
                    guess.lines.push_back(std::move(piece));
    }
    if (m_input.guess.place && !plotRectAt(static_cast<std::size_t>(m_input.guess.place->plot)).isEmpty())
        guess.place = pixelAt(*m_input.guess.place);
    drawGuess(*painter, guess, m_theme);
    if (hasResults)
        paint(ChartLayer::Hover, painter);
    if (const auto shown = shownReadout()) // over everything else: what somebody asks for is read whole
        shown->isOfLine ? drawReadoutOfLine(*painter, style(), QRectF(viewport()), shown->at, shown->lines)
                        : drawReadout(painter, shown->at, shown->lines);
    if (!m_press.band.isNull())
        drawBand(*painter, m_press.band, m_theme);
}

/// With a rim, for lines that would hide a letter of them; none while they are hidden, because a gap would tell where
/// they stand.
std::vector<OrientedBox> ChartWidget::labelsInView() const
{
    constexpr double rim = 4.0;
    if (!showsRoofs(m_input.concealed))
        return {};
    std::vector<OrientedBox> labels = m_places->obstacles().boxes;
    for (OrientedBox& label : labels) {
        label.width += 2.0 * rim;
        label.height += 2.0 * rim;
    }
    return labels;
}

void ChartWidget::drawAskedPlace(QCPPainter* painter, const std::vector<OrientedBox>& labels) const
{
    if (!m_input.asked)
        return;
    const AskedPlace& asked = *m_input.asked;
    for (const QCPAxisRect* rect : shownPlots())
        if (const QCPAxis* axis = rect->axis(asked.axis == Qt::Horizontal ? QCPAxis::atBottom : QCPAxis::atLeft);
            axis->range().contains(asked.coordinate))
            drawAsked(*painter, style(), plotRect(*rect), asked, axis->coordToPixel(asked.coordinate), labels);
}

/// What is brushed, and what is hovered in another chart.
void ChartWidget::drawOnWorkloads(QCPPainter* painter) const
{
    const std::set<Workload> chosen(m_input.brushed->begin(), m_input.brushed->end());
    const bool isLinked = m_input.linked && !m_hovered;
    if (chosen.empty() && !isLinked)
        return;
    std::vector<QPointF> brushed;
    std::vector<QPointF> linked; // empty in a chart of another line: its points have other values than what is hovered
    for (const DrawnWorkload& each : drawnWorkloads()) {
        if (chosen.contains(each.workload))
            brushed.insert(brushed.end(), each.pixels.begin(), each.pixels.end());
        if (isLinked && m_input.linked == each.workload && linked.empty())
            linked = each.pixels;
    }
    drawBrushed(*painter, brushed, m_theme);
    drawLinked(*painter, linked, m_theme);
}

PinScene ChartWidget::pinScene() const
{
    PinScene scene{.input = m_input,
                   .axis = m_places->lineAxis(),
                   .plots = {},
                   .pixelsOf = [this](const ChartPoint& point) { return m_places->pixelsOf(point); },
                   .present = presentSample()};
    for (const QCPAxisRect* rect : plots())
        scene.plots.push_back(plotRect(*rect));
    return scene;
}

PinLayout ChartWidget::pinLayout() const
{
    return m_input.pins->empty() ? layOutPins(pinScene(), {}, {}, style())
                                 : layOutPins(pinScene(), m_places->obstacles(), m_places->shownPoints(), style());
}

const Sample* ChartWidget::presentSample() const
{
    if (!m_input.snapshot)
        return nullptr;
    const Workload wanted = m_input.point();
    for (const Sample& sample : m_input.snapshot->samples)
        if (sample.workload == wanted && !sample.flags.has(Flag::Interpolated)
            && sample.provenance != Provenance::Predicted)
            return &sample; // what is only predicted is not faster or slower than a pin
    return nullptr;
}

bool ChartWidget::hasSampleInView(std::size_t plot) const
{
    const QRectF area = plotRectAt(plot);
    const std::vector<ChartPoint> points = m_places->shownPoints();
    const auto isInView = [&](const ChartPoint& point) {
        const std::vector<QPointF> pixels = m_places->pixelsOf(point);
        return plot < pixels.size() && area.contains(pixels[plot]);
    };
    return points.empty() // none is outside
        || std::any_of(points.begin(), points.end(), isInView);
}

QString ChartWidget::outOfViewWords(std::size_t plot) const
{
    if (!m_ranges.isLocked() || !showsResults(m_input.concealed) || !missingWords().isEmpty() || hasSampleInView(plot)
        || (plot < plots().size() && !plots()[plot]->visible()))
        return {};
    const QString words = tr("All samples are outside the locked axes.");
    return m_imageScale > 0.0
             ? words
             : tr("%1 Choose “Reset axes” in the context menu to show them.").arg(words); // a file has no menu
}

} // namespace ridgepoint
