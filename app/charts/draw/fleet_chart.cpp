// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/fleet_chart.h"

#include "app/charts/draw/chart_part.h"
#include "app/charts/draw/dot_names.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/texts.h"
#include "core/fleet/fleet_export.h"
#include "core/fleet/fleet_words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <span>

namespace ridgepoint {
namespace {

constexpr double inPercent = 100.0;
constexpr double leastReach = 0.02;  ///< of the axis, each way
constexpr double roomBeside = 0.12;  ///< of the range, for names
constexpr double bandShare = 0.84;   ///< of a row's height
constexpr double spreadShare = 0.56; ///< of a row's height over which its dots lie
constexpr double rimWidth = 0.8;
constexpr double roomAbove = 0.8;             ///< the plot, in heights of the type
constexpr std::size_t fewNodes = 3;           ///< that stand in one line
constexpr std::size_t mostOutliersNamed = 80; ///< of dots, the farthest first; more of them would find no room

MarkerLook dotLook(const QColor& fill, const QColor& rim, double size)
{
    return {.regime = Regime::Compute, // a circle
            .size = size,
            .fill = fill.rgba(),
            .strokes = {{{.color = rim.rgba(), .width = rimWidth}, {}}}};
}

/// Where in its row a node's dots lie, from -0.5 to 0.5 and the same in all rows: dots of one value stay apart. Steps
/// of the golden ratio, which leave no gap.
double heightInRow(std::size_t node)
{
    const double turns = static_cast<double>(node) * 0.6180339887498949;
    return turns - std::floor(turns) - 0.5;
}

/// Places on the axis, which has logarithms so that half and double are equally far, labelled in percent: round ones,
/// or where the axis is long powers of two.
std::vector<Tick> shareTicks(const QCPRange& range, int most, const Format& format)
{
    constexpr double longAxis = 1.5;
    const double octave = std::log(2.0);
    std::vector<Tick> ticks;
    if (range.size() < longAxis) {
        ticks = linearTicks(std::expm1(range.lower) * inPercent, std::expm1(range.upper) * inPercent, most, 1.0,
                            format);
        for (Tick& tick : ticks)
            tick.value = std::log1p(tick.value / inPercent);
        return ticks;
    }
    const double step = std::max(1.0, std::ceil(range.size() / octave / most));
    for (double power = std::ceil(range.lower / octave / step) * step; power * octave <= range.upper; power += step)
        ticks.push_back({power * octave, format.significant(std::expm1(power * octave) * inPercent)});
    return ticks;
}

bool isOfRows(FleetRows rows, const FleetRoof& over)
{
    switch (rows) {
    case FleetRows::All: return true;
    case FleetRows::Outside: return std::ranges::any_of(over.points, &FleetPoint::isOutside);
    case FleetRows::Bandwidth: return over.kind == RoofKind::Bandwidth;
    case FleetRows::Compute: return over.kind == RoofKind::Compute;
    case FleetRows::Durations: return isDuration(over.kind);
    }
    return true;
}

} // namespace

FleetChart::FleetChart(QWidget* parent)
    : ChartWidget(std::make_unique<ChartPlaces>(), parent), m_fleet(std::make_shared<const FleetSummary>())
{
    setAccessibleName(tr("Chart of a fleet: nodes by their distance from the median"));
    set(&ChartInput::emptyText, tr("No node has such a figure."));
    ChartAxis& x = axisOf(*axisRect(), QCPAxis::atBottom);
    ChartAxis& y = axisOf(*axisRect(), QCPAxis::atLeft);
    x.setTicks(
        [this](const QCPRange& range, double room) { return shareTicks(range, mostTicks(room, 3.6), format()); });
    y.setTicks([this](const QCPRange& range, double) { return rowTicks(range); });
    x.setMeaning({.name = [] { return tr("Difference from the median (%)"); }});
    paintOn(ChartLayer::Ground, [this](QCPPainter* painter) { paintGround(painter); });
    paintOn(ChartLayer::Points, [this](QCPPainter* painter) { paintPoints(painter); });
    paintOn(ChartLayer::Hover, [this](QCPPainter* painter) { paintHover(painter); });
    fitRanges();
}

void FleetChart::setFleet(std::shared_ptr<const FleetSummary> fleet, std::vector<std::size_t> rows)
{
    if (fleet != m_fleet)
        m_chosen.reset();
    m_fleet = std::move(fleet);
    m_rows = std::move(rows);
    axisRanges().reset(); // a zoom into other rows shows nothing of these
    scheduleRebuild();
}

void FleetChart::choose(std::optional<std::size_t> node)
{
    if (node == m_chosen)
        return;
    m_chosen = node;
    replotHover();
    updateAccessibleText();
}

void FleetChart::chooseByUser(std::optional<std::size_t> node)
{
    if (node == m_chosen)
        return;
    choose(node);
    emit nodeChosen(node);
}

double FleetChart::place(const FleetRoof& over, const FleetPoint& point)
{
    return std::log(point.value.value / over.spread.median);
}

void FleetChart::fitRanges()
{
    double low = -leastReach;
    double high = leastReach;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const FleetRoof& over = roofOf(row);
        if (std::isfinite(over.limit)) {
            low = std::min(low, -over.limit);
            high = std::max(high, over.limit);
        }
        for (const FleetPoint& point : over.points) {
            low = std::min(low, place(over, point));
            high = std::max(high, place(over, point));
        }
    }
    const double room = (high - low) * roomBeside;
    axisRect()->axis(QCPAxis::atBottom)->setRange(low - room, high + room);
    axisRect()
        ->axis(QCPAxis::atLeft)
        ->setRange(-0.6, static_cast<double>(std::max<std::size_t>(m_rows.size(), 1)) - 0.4);
}

std::vector<Tick> FleetChart::rowTicks(const QCPRange& range) const
{
    std::vector<Tick> ticks;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (const double middle = middleOf(row); range.contains(middle))
            ticks.push_back({middle, roofWord(roofOf(row).roof)});
    return ticks;
}

void FleetChart::layoutPlot()
{
    const int em = theme().fontPixels;
    ChartAxis& x = axisOf(*axisRect(), QCPAxis::atBottom);
    x.setLabel(x.meaning().name());
    const QString widest = widestLabel(rowTicks(axisRect()->axis(QCPAxis::atLeft)->range()));
    axisRect()->setMargins(QMargins(leftMargin(theme(), widest, false),
                                    static_cast<int>(titleHeight() + em * roomAbove), static_cast<int>(em * 1.1),
                                    bottomMargin(theme(), true)));
}

double FleetChart::roomForNames(const Theme& theme) const
{
    constexpr double eachName = 1.4; // heights of the type; of names that are closer an axis leaves some out
    const double rows = static_cast<double>(m_rows.size()) + 0.2;
    return (rows * eachName + roomAbove) * theme.fontPixels + bottomMargin(theme, true);
}

int FleetChart::heightForNames() const { return static_cast<int>(std::ceil(roomForNames(theme()) + titleHeight())); }

/// A file has a title, which it gets after this is asked.
bool FleetChart::fits(QSizeF size, const Theme& theme) const
{
    constexpr double ofTitle = 2.6;
    return ChartWidget::fits(size, theme) && size.height() >= roomForNames(theme) + ofTitle * theme.fontPixels;
}

/// From the top down.
double FleetChart::middleOf(std::size_t row) const { return static_cast<double>(m_rows.size() - 1 - row); }

double FleetChart::rowHeight() const
{
    const QCPAxis& y = *axisRect()->axis(QCPAxis::atLeft);
    return std::abs(y.coordToPixel(1.0) - y.coordToPixel(0.0));
}

QPointF FleetChart::pixelOf(std::size_t row, const FleetPoint& point) const
{
    const double height = m_fleet->nodes.size() > fewNodes ? heightInRow(point.node) * spreadShare : 0.0;
    return {axisRect()->axis(QCPAxis::atBottom)->coordToPixel(place(roofOf(row), point)),
            axisRect()->axis(QCPAxis::atLeft)->coordToPixel(middleOf(row) + height)};
}

const FleetPoint* FleetChart::pointOf(std::size_t node, std::size_t row) const
{
    const std::vector<FleetPoint>& points = roofOf(row).points;
    const auto found = std::ranges::lower_bound(points, node, {}, &FleetPoint::node);
    return found != points.end() && found->node == node ? &*found : nullptr;
}

std::optional<QPointF> FleetChart::dotOf(std::size_t node, std::size_t row) const
{
    const FleetPoint* point = pointOf(node, row);
    if (point == nullptr)
        return std::nullopt;
    const QPointF pixel = pixelOf(row, *point);
    return area().contains(pixel) ? std::optional(pixel) : std::nullopt;
}

std::optional<FleetChart::Dot> FleetChart::dotAt(QPointF pixel) const
{
    std::optional<Dot> nearest;
    double least = reachOfOthers;
    for (std::size_t row = 0; row < m_rows.size() && area().contains(pixel); ++row) {
        const std::vector<FleetPoint>& points = roofOf(row).points;
        for (std::size_t point = 0; point < points.size(); ++point)
            if (const double distance = QLineF(pixel, pixelOf(row, points[point])).length(); distance < least) {
                least = distance;
                nearest = Dot{row, point};
            }
    }
    return nearest;
}

/// How far a node may lie from the median, in each row, and the median through all of them.
void FleetChart::paintGround(QCPPainter* painter)
{
    painter->fillRect(area(), theme().plot);
    const QCPAxis& x = *axisRect()->axis(QCPAxis::atBottom);
    const QCPAxis& y = *axisRect()->axis(QCPAxis::atLeft);
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const double limit = roofOf(row).limit;
        if (!std::isfinite(limit))
            continue;
        const QRectF band(QPointF(x.coordToPixel(-limit), y.coordToPixel(middleOf(row) + bandShare / 2.0)),
                          QPointF(x.coordToPixel(limit), y.coordToPixel(middleOf(row) - bandShare / 2.0)));
        painter->fillRect(band.intersected(area()), theme().control);
    }
    const double median = x.coordToPixel(0.0);
    if (isEmpty() || median < area().left() || median > area().right())
        return;
    painter->setPen(QPen(theme().mutedText, theme().thinWidth()));
    painter->drawLine(QLineF(median, area().top(), median, area().bottom()));
}

void FleetChart::paintPoints(QCPPainter* painter)
{
    constexpr int paleness = 150; ///< of 255: where many lie the darker place tells
    const double size = std::clamp(rowHeight() * 0.6, 3.0, theme().markerSize * 0.85);
    QColor pale = theme().mutedText;
    pale.setAlpha(paleness);
    const MarkerLook inside = dotLook(pale, theme().plot, size);
    const MarkerLook outside = dotLook(theme().overheadText, theme().markerOutline, size * 1.15);
    std::vector<SampleMark> marks;
    for (const bool isOutside : {false, true}) // over the others
        for (std::size_t row = 0; row < m_rows.size(); ++row)
            for (const FleetPoint& point : roofOf(row).points)
                if (point.isOutside == isOutside)
                    marks.push_back({pixelOf(row, point), std::nullopt, isOutside ? outside : inside});
    drawSamples(painter, marks, area(), QPen());
    drawNames(painter, size);
}

/// Of those outside, beside their dots: not over other dots outside, nor over where the others of a row lie.
void FleetChart::drawNames(QCPPainter* painter, double size) const
{
    LabelPlacer placer(area());
    std::vector<std::pair<double, NamedDot>> byDistance;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        QRectF others;
        for (const FleetPoint& point : roofOf(row).points) {
            const QPointF pixel = pixelOf(row, point);
            if (!area().contains(pixel))
                continue;
            const QRectF dot(pixel - QPointF(size, size) / 2.0, QSizeF(size, size));
            if (!point.isOutside) {
                others |= dot;
                continue;
            }
            placer.block(dot);
            byDistance.push_back({std::abs(std::log(point.value.value / roofOf(row).spread.median)),
                                  {.place = pixel,
                                   .words = QString::fromStdString(m_fleet->nodes[point.node]),
                                   .series = row,
                                   .color = theme().overheadText}});
        }
        if (!others.isNull())
            placer.block(others);
    }
    std::ranges::stable_sort(byDistance, std::ranges::greater(), [](const auto& one) { return one.first; });
    std::vector<NamedDot> named;
    for (std::size_t i = 0; i < std::min(byDistance.size(), mostOutliersNamed); ++i)
        named.push_back(byDistance[i].second);
    DotNames(style()).draw(painter, placer, named, size / 2.0);
}

void FleetChart::paintHover(QCPPainter* painter)
{
    if (!m_chosen)
        return;
    QPolygonF line;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (const FleetPoint* point = pointOf(*m_chosen, row))
            line << pixelOf(row, *point);
    painter->setPen(QPen(theme().accent, theme().thinWidth()));
    painter->setBrush(Qt::NoBrush);
    for (const QPolygonF& part : clippedPolyline(line, area()))
        painter->drawPolyline(part);
    for (const QPointF& dot : line)
        if (area().contains(dot))
            drawRing(painter, dot);
}

bool FleetChart::hasSampleInView(std::size_t) const
{
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        for (const FleetPoint& point : roofOf(row).points)
            if (area().contains(pixelOf(row, point)))
                return true;
    return false;
}

std::optional<Readout> FleetChart::readoutAt(QPointF mouse) const
{
    const auto dot = dotAt(mouse);
    return dot ? std::optional(Readout{mouse, wordsOf(roofOf(dot->row).points[dot->point].node, dot->row)})
               : std::nullopt;
}

QStringList FleetChart::wordsOf(std::size_t node, std::size_t row) const
{
    const FleetRoof& over = roofOf(row);
    const FleetPoint& point = *pointOf(node, row);
    const auto valueOf = [&](double value) {
        return format().roofValue(Roof{.id = over.roof, .kind = over.kind, .value = value});
    };
    const double share = point.value.value / over.spread.median - 1.0;
    const bool isFaster = isBetter(over.kind, point.value.value, over.spread.median);
    const QString median = tr("the median, %1").arg(valueOf(over.spread.median));
    QStringList lines{
        QString::fromStdString(m_fleet->nodes[node]), tr("%1: %2").arg(roofWord(over.roof), valueOf(point.value.value)),
        share == 0.0 ? median
                     : (share < 0.0 ? tr("%1 under %2: %3") : tr("%1 over %2: %3"))
                           .arg(format().percent(std::abs(share)), median, isFaster ? tr("faster") : tr("slower"))};
    if (point.isOutside)
        lines << (share < 0.0 ? tr("outside: more than %1 under the median")
                              : tr("outside: more than %1 over the median"))
                     .arg(format().percent(std::abs(std::expm1(share < 0.0 ? -over.limit : over.limit))));
    return lines;
}

void FleetChart::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = event->position();
    ChartWidget::mousePressEvent(event);
}

void FleetChart::mouseMoveEvent(QMouseEvent* event)
{
    ChartWidget::mouseMoveEvent(event);
    if (event->buttons() == Qt::NoButton && dotAt(event->position()))
        setCursor(Qt::PointingHandCursor);
}

void FleetChart::mouseReleaseEvent(QMouseEvent* event)
{
    ChartWidget::mouseReleaseEvent(event);
    const auto pressedAt = std::exchange(m_pressedAt, std::nullopt);
    if (event->button() != Qt::LeftButton || !pressedAt
        || QLineF(*pressedAt, event->position()).length() >= clickTolerance)
        return;
    const auto dot = dotAt(event->position());
    if (!dot)
        return chooseByUser(std::nullopt);
    const std::size_t node = roofOf(dot->row).points[dot->point].node;
    chooseByUser(node);
    emit nodeWanted(node);
}

/// Which resets the axes: its second release is no click.
void FleetChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_pressedAt.reset();
    ChartWidget::mouseDoubleClickEvent(event);
}

void FleetChart::wheelEvent(QWheelEvent* event)
{
    const bool scrolls = parentWidget() != nullptr && height() > parentWidget()->height();
    if (scrolls && !event->modifiers().testFlag(Qt::ControlModifier))
        event->ignore();
    else
        ChartWidget::wheelEvent(event);
}

void FleetChart::keyPressEvent(QKeyEvent* event)
{
    const bool isBack = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    const bool isOn = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if ((isBack || isOn) && !m_fleet->nodes.empty()) {
        const std::size_t last = m_fleet->nodes.size() - 1;
        return chooseByUser(!m_chosen ? (isBack ? last : 0)
                            : isBack  ? *m_chosen - (*m_chosen > 0 ? 1 : 0)
                                      : std::min(last, *m_chosen + 1));
    }
    if (isEnter) {
        if (m_chosen)
            emit nodeWanted(*m_chosen);
        return;
    }
    if (event->key() == Qt::Key_Escape && m_chosen)
        return chooseByUser(std::nullopt);
    ChartWidget::keyPressEvent(event);
}

QString FleetChart::chosenWords() const
{
    if (!m_chosen)
        return {};
    QStringList words;
    for (const std::string& sentence : sentencesFor(*m_chosen, *m_fleet))
        words << QString::fromStdString(sentence);
    return words.isEmpty() ? tr("%1: not outside").arg(QString::fromStdString(m_fleet->nodes[*m_chosen]))
                           : words.join(QStringLiteral(", "));
}

QString FleetChart::countWords() const
{
    QString words = QString::fromStdString(headlineOf(*m_fleet));
    words.chop(1); // its full stop
    return words;
}

QString FleetChart::guideWords() const
{
    return tr("The arrow keys go from node to node, Enter opens the session of the chosen one, and Export writes every "
              "number as CSV");
}

std::string FleetChart::dataCsv() const { return fleetToCsv(*m_fleet); }

std::unique_ptr<ChartWidget> FleetChart::duplicate() const
{
    auto copy = std::make_unique<FleetChart>();
    copy->m_fleet = m_fleet;
    copy->m_rows = m_rows;
    copy->m_chosen = m_chosen;
    copyTo(*copy);
    return copy;
}

std::vector<std::size_t> fleetRows(const FleetSummary& summary, const std::string& device,
                                   const std::string& deviceName, FleetRows rows)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < summary.roofs.size(); ++i)
        if (const FleetRoof& over = summary.roofs[i];
            over.device == device && over.deviceName == deviceName && isOfRows(rows, over))
            places.push_back(i);
    return places;
}

QString captionOf(const FleetSummary& fleet)
{
    return FleetChart::tr("Roofs of the nodes of a fleet, a dot each, by their difference from the fleet's median "
                          "(shaded: what is not called outside): %1")
        .arg(QString::fromStdString(headlineOf(fleet)));
}

} // namespace ridgepoint
