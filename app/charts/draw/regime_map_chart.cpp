// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/regime_map_chart.h"

#include "app/charts/data/describe.h"
#include "app/charts/draw/map_lines.h"
#include "app/charts/style/texts.h"
#include "app/charts/style/ticks.h"
#include "core/analysis/outrun.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ridgepoint {
namespace {

double log2Of(std::int64_t value) { return std::log2(static_cast<double>(value)); }

bool sameGround(const RegimeMapData& a, const RegimeMapData& b)
{
    return a.xs == b.xs && a.ys == b.ys && a.xAxis == b.xAxis && a.yAxis == b.yAxis
        && a.base.operation == b.base.operation && a.base.precision == b.base.precision
        && a.base.chainLength == b.base.chainLength && (a.measured > 0) == (b.measured > 0);
}

} // namespace

/// The cells of the map that were measured or interpolated.
class MapPlaces : public ChartPlaces {
public:
    explicit MapPlaces(const RegimeMapChart& chart) : m_chart(chart) {}

    [[nodiscard]] std::vector<ChartPoint> shownPoints() const override;
    [[nodiscard]] std::vector<QPointF> pixelsOf(const ChartPoint& point) const override;
    [[nodiscard]] std::optional<Workload> workloadAt(QPointF mouse) const override;
    [[nodiscard]] std::optional<Workload> freeWorkloadAt(QPointF mouse) const override;
    [[nodiscard]] QStringList describe(const Workload& workload) const override;
    [[nodiscard]] Obstacles obstacles() const override { return {{}, {}, m_chart.plot().bottomRight()}; }
    [[nodiscard]] std::vector<AxisKind> directions() const override
    {
        return data().cells.empty() ? std::vector<AxisKind>() : std::vector{data().xAxis, data().yAxis};
    }

private:
    [[nodiscard]] const RegimeMapData& data() const { return m_chart.data(); }
    /// The cell's time over the compared device's; empty where that has none.
    [[nodiscard]] QString ratioWords(const MapCell& cell) const;

    const RegimeMapChart& m_chart;
};

RegimeMapChart::RegimeMapChart(QWidget* parent) : ChartWidget(std::make_unique<MapPlaces>(*this), parent)
{
    setAccessibleName(tr("Regime map"));
    for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft}) {
        const bool across = type == QCPAxis::atBottom;
        const auto kind = [this, across] { return across ? data().xAxis : data().yAxis; };
        ChartAxis& axis = axisOf(*axisRect(), type);
        axis.setTicks([this, across, kind](const QCPRange& range, double room) {
            const auto ticksOf = kind() == AxisKind::Size ? powerOfTwoTicks : plainPowerOfTwoTicks;
            auto ticks = ticksOf(std::exp2(range.lower), std::exp2(range.upper), mostTicks(room, across ? 4.6 : 2.6),
                                 format());
            for (Tick& tick : ticks)
                tick.value = std::log2(tick.value);
            return ticks;
        });
        axis.setMeaning({.name = [this, kind] { return axisTitle(kind(), data().base); },
                         .kind = [this, kind] { return data().cells.empty() ? std::nullopt : std::optional(kind()); },
                         .valueOf = [](double coordinate) { return std::exp2(coordinate); },
                         .coordinateOf = [](double value) { return std::log2(value); },
                         .words =
                             [this, kind](double at) {
                                 return coordinateWords(
                                     moved(data().base, kind(), std::llround(std::exp2(std::max(at, 0.0)))), kind(),
                                     format());
                             }});
    }
    paintOn(ChartLayer::Ground, [this](QCPPainter* painter) { painter->fillRect(plot(), theme().plot); });
    paintOn(ChartLayer::Frame, [this](QCPPainter* painter) { paintFrame(painter); });
    paintOn(ChartLayer::Map, [this](QCPPainter* painter) { paintMap(painter); });
    paintOn(ChartLayer::Points, [this](QCPPainter* painter) { drawDots(painter); });
    paintOn(ChartLayer::Border, [this](QCPPainter* painter) { paintLines(painter); });
    paintOn(ChartLayer::Probe, [this](QCPPainter* painter) { paintProbe(painter); });
    paintOn(ChartLayer::Hover, [this](QCPPainter* painter) { paintHover(painter); });
    setTraits({.watermarkInk = QColor(255, 255, 255, 105)});
    fitRanges();
}

RegimeMapChart::~RegimeMapChart() = default;

void RegimeMapChart::setView(MapView view)
{
    if (view == m_choice.view)
        return;
    m_choice.view = view;
    setAccessibleName(titleOf(m_choice));
    scheduleRebuild();
}

void RegimeMapChart::setShareRegime(Regime regime)
{
    if (regime == m_choice.share)
        return;
    m_choice.share = regime;
    setAccessibleName(titleOf(m_choice));
    scheduleRebuild();
}

void RegimeMapChart::setIsoLines(const IsoChoice& iso)
{
    if (iso == m_iso)
        return;
    m_iso = iso;
    scheduleRebuild();
}

void RegimeMapChart::setPictures(MapPictures* pictures) { m_pictures = pictures; }

void RegimeMapChart::takePicture()
{
    if (!isCurrent())
        scheduleData();
}

MapRequest RegimeMapChart::request() const
{
    return {input().snapshot,
            input().overlays.empty() ? nullptr : input().overlays.front().snapshot,
            input().cursor,
            m_choice,
            m_iso,
            theme()};
}

MapScene RegimeMapChart::scene() const
{
    const Overlay* other = input().overlays.empty() ? nullptr : &input().overlays.front();
    return {*m_picture,
            m_choice,
            m_iso,
            other != nullptr ? other->name : QString(),
            other != nullptr ? other->plainName() : QString(),
            other != nullptr ? other->place : 0,
            other != nullptr && other->snapshot ? other->snapshot->provenance : Provenance::Measured,
            *axisRect(),
            viewport(),
            showsResults(input().concealed)};
}

MapPicturePointer RegimeMapChart::newestPicture()
{
    if (!input().snapshot)
        return emptyMapPicture();
    const MapRequest requested = request();
    if (m_pictures == nullptr)
        return makeMapPicture(requested);
    // Colours that do not go with their scale would mislead: what somebody chose is shown at once. A slice says by
    // itself which one it is.
    const bool otherLook = m_picture->request.snapshot && !looksAlike(m_picture->request, requested);
    MapPicturePointer newest = m_pictures->find(requested, otherLook);
    const bool isOlder = newest && !answers(*newest, requested) && newest->request.number <= m_picture->request.number;
    return newest == nullptr || isOlder ? m_picture : newest;
}

ChartWidget::Change RegimeMapChart::rebuild()
{
    MapPicturePointer newest = newestPicture();
    if (newest == m_picture)
        return Change::None;
    const bool same = sameGround(newest->data, data());
    const QString words = missingWords();   // stand in the frame
    const double below = legend().height(); // another device's border may have come or gone
    m_picture = std::move(newest);
    return same && words == missingWords() && below == legend().height() ? Change::Data : Change::Layout;
}

bool RegimeMapChart::isEmpty() const { return !m_picture->kinds.known; }

void RegimeMapChart::fitRanges()
{
    if (data().cells.empty()) {
        xAxis->setRange(0.0, 10.0);
        yAxis->setRange(0.0, 25.0);
        return;
    }
    xAxis->setRange(data().xEdges.front(), data().xEdges.back());
    yAxis->setRange(data().yEdges.front(), data().yEdges.back());
}

void RegimeMapChart::layoutPlot()
{
    const int em = theme().fontPixels;
    const int top = static_cast<int>(titleHeight() > 0.0 ? titleHeight() + em * 0.4 : em * 0.9);
    const int right = static_cast<int>(hasScale() ? scale().width() : std::max(em * 1.2, legend().width()));
    const int bottom = bottomMargin(theme(), true) + static_cast<int>(legend().height());
    axisRect()->setMargins(QMargins(leftMargin(theme(), QStringLiteral("128 Mi"), true), top, right, bottom));
    for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft}) {
        ChartAxis& axis = axisOf(*axisRect(), type);
        axis.setLabel(axis.meaning().name());
        axis.grid()->setVisible(hasBarePlot());
    }
}

QString RegimeMapChart::title() const
{
    if (m_choice.view != MapView::Difference || input().overlays.empty() || input().sessionName.isEmpty())
        return titleOf(m_choice);
    return tr("Map of time: %1 / %2").arg(input().sessionName, input().overlays.front().name);
}

QPointF RegimeMapChart::pixel(MapPoint point) const
{
    return {xAxis->coordToPixel(point.x), yAxis->coordToPixel(point.y)};
}

QRectF RegimeMapChart::cellRect(std::size_t index) const
{
    const std::size_t x = index % data().xs.size();
    const std::size_t y = index / data().xs.size();
    return QRectF(pixel({data().xEdges[x], data().yEdges[y + 1]}), pixel({data().xEdges[x + 1], data().yEdges[y]}))
        .intersected(plot());
}

std::optional<std::size_t> RegimeMapChart::shownCell(const Workload& workload) const
{
    if (data().cells.empty())
        return std::nullopt;
    const auto plane = [&](const Workload& any) { return moved(moved(any, data().xAxis, 1), data().yAxis, 1); };
    if (plane(workload) != plane(data().base))
        return std::nullopt;
    return data().cellAt({log2Of(coordinate(workload, data().xAxis)), log2Of(coordinate(workload, data().yAxis))});
}

QStringList RegimeMapChart::whatIfTexts() const
{
    QStringList texts = ChartWidget::whatIfTexts();
    const bool isOfMeasured = m_choice.view == MapView::Regime || m_choice.view == MapView::Share
                           || m_choice.view == MapView::Runtime;
    if (!isOfMeasured || !showsResults(input().concealed) || input().snapshot->provenance != Provenance::Measured)
        return texts;
    const QString words = texts.front();
    texts.prepend(tr("%1 · colours: measured").arg(words));
    texts.prepend(tr("%1 · colours: measured; border: what if").arg(words));
    return texts;
}

void RegimeMapChart::paintMap(QCPPainter* painter)
{
    if (isEmpty())
        return;
    painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QSize size(std::max(1, static_cast<int>(std::lround(plot().width() * imageScale()))),
                     std::max(1, static_cast<int>(std::lround(plot().height() * imageScale()))));
    if (m_plotImage.picture != m_picture || m_plotImage.thinWidth != theme().thinWidth()
        || m_plotImage.image.size() != size || m_plotImage.x != xAxis->range() || m_plotImage.y != yAxis->range())
        m_plotImage = {m_picture, theme().thinWidth(), xAxis->range(), yAxis->range(),
                       plotImage(*m_picture, xAxis->range(), yAxis->range(), size, imageScale() * theme().thinWidth())};
    painter->drawImage(plot(), m_plotImage.image);
}

void RegimeMapChart::paintLines(QCPPainter* painter)
{
    if (!data().cells.empty())
        MapLines(scene(), style()).draw(painter, freeRoom());
}

void RegimeMapChart::drawDots(QCPPainter* painter) const
{
    if (!showsDots(data(), plot()))
        return;
    painter->setPen(Qt::NoPen);
    painter->setBrush(QColor(255, 255, 255, 120));
    const double radius = theme().lineWidth * 0.55;
    for (std::size_t i = 0; i < data().cells.size(); ++i)
        if (data().cells[i].state == CellState::Measured)
            if (const QRectF rect = cellRect(i); rect.width() > 2.0 && rect.height() > 2.0)
                painter->drawEllipse(rect.center(), radius, radius);
}

LabelPlacer RegimeMapChart::freeRoom() const
{
    LabelPlacer placer(plot().adjusted(2, 2, -2, -2));
    if (const auto cell = shownCell(input().point())) {
        const double ring = theme().markerSize * 2.8;
        placer.block(QRectF(cellRect(*cell).center() - QPointF(ring / 2, ring / 2), QSizeF(ring, ring)));
    }
    const PinLayout pins = pinLayout();
    for (const PinLetter& letter : pins.letters) {
        placer.block(
            QRectF(letter.at - QPointF(pins.radius, pins.radius), QSizeF(2.0 * pins.radius, 2.0 * pins.radius)));
        placer.avoid(QLineF(letter.point, letter.at));
    }
    // Names of what is predicted do not stand on words that say why nothing is shown.
    if (const QString words = missingWords(); !words.isEmpty())
        placer.block(emptyWords(plot(), words).ground);
    if (const QRectF words = sliceWordsRect(); words.isValid())
        placer.block(words.adjusted(-4, -4, 4, 4));
    return placer;
}

void RegimeMapChart::paintFrame(QCPPainter* painter)
{
    painter->setPen(QPen(theme().cardBorder, 1.0));
    painter->setBrush(Qt::NoBrush);
    if (hasBarePlot())
        painter->drawRect(plot());
    if (hasScale() && missingWords().isEmpty() && showsResults(input().concealed))
        scale().draw(painter);
    if (showsBorder(input().concealed))
        legend().draw(painter, imageScale());
}

void RegimeMapChart::paintHover(QCPPainter* painter)
{
    if (const auto cell = shownCell(input().point()); cell && !isEmpty())
        if (const QRectF rect = cellRect(*cell); !rect.isEmpty())
            drawRing(painter, rect.center(), true);
    markInTriangle(painter);
    drawSliceWords(painter);
    if (!hoveredWorkload())
        return;
    const auto cell = shownCell(*hoveredWorkload());
    if (!cell)
        return;
    const QRectF rect = cellRect(*cell);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(QColor(255, 255, 255, 110), theme().thinWidth(), Qt::SolidLine, Qt::FlatCap));
    painter->drawLine(QLineF(plot().left(), rect.center().y(), rect.left(), rect.center().y()));
    painter->drawLine(QLineF(rect.right(), rect.center().y(), plot().right(), rect.center().y()));
    painter->drawLine(QLineF(rect.center().x(), plot().top(), rect.center().x(), rect.top()));
    painter->drawLine(QLineF(rect.center().x(), rect.bottom(), rect.center().x(), plot().bottom()));
    const double width = std::max(1.4, theme().thinWidth());
    painter->setPen(QPen(QColor(20, 24, 32), width + 1.6));
    painter->drawRect(rect);
    painter->setPen(QPen(Qt::white, width));
    painter->drawRect(rect);
    drawReadout(painter, rect.center(), places().describe(*hoveredWorkload()), rect);
}

void RegimeMapChart::paintProbe(QCPPainter* painter)
{
    if (data().cells.empty())
        return;
    const auto place = [this](const Workload& workload, Seconds) {
        return pixel({std::log2(static_cast<double>(coordinate(workload, data().xAxis))),
                      std::log2(static_cast<double>(coordinate(workload, data().yAxis)))});
    };
    drawProbe(*painter, probeDots(plot(), place), probeBeat(), theme(), true);
}

void RegimeMapChart::markInTriangle(QCPPainter* painter) const
{
    const auto key = triangle();
    if (!key || isEmpty() || !showsResults(input().concealed))
        return;
    const auto mark = [&](const std::optional<Workload>& workload, TernaryKey::Mark kind) {
        const auto cell = workload ? shownCell(*workload) : std::nullopt;
        if (cell && data().cells[*cell].shares)
            key->mark(*painter, *data().cells[*cell].shares, kind);
    };
    mark(input().point(), TernaryKey::Mark::Selected);
    mark(hoveredWorkload(), TernaryKey::Mark::Hovered);
}

QString RegimeMapChart::sliceWords() const
{
    if (isEmpty())
        return {};
    if (places().slice(data().base) != places().slice(input().cursor) && !isCurrent()) {
        for (const AxisKind kind : allAxisKinds)
            if (kind != data().xAxis && kind != data().yAxis)
                return tr("%1: %2").arg(axisTitle(kind, data().base), format().whole(coordinate(data().base, kind)));
        return {};
    }
    return m_picture->kinds.interpolated && !m_picture->kinds.measured ? tr("interpolated between measured slices")
                                                                       : QString();
}

QRectF RegimeMapChart::sliceWordsRect() const
{
    const QString words = sliceWords();
    if (words.isEmpty())
        return {};
    const QSizeF size = TextPainter::sizeOf(words, theme().font(1.0, QFont::DemiBold));
    const double em = theme().fontPixels;
    const QRectF left(plot().topLeft() + QPointF(em * 0.6, em * 0.4), size);
    const auto cell = shownCell(input().point());
    const double ring = theme().markerSize * 1.5;
    const bool isUnderRing = cell && left.adjusted(-ring, -ring, ring, ring).contains(cellRect(*cell).center());
    return isUnderRing ? QRectF(QPointF(plot().right() - em * 0.6 - size.width(), left.top()), size) : left;
}

void RegimeMapChart::drawSliceWords(QCPPainter* painter) const
{
    if (const QRectF rect = sliceWordsRect(); rect.isValid())
        text().draw(*painter, rect.center(), sliceWords(),
                    {.font = theme().font(1.0, QFont::DemiBold),
                     .color = theme().text,
                     .anchor = Qt::AlignCenter,
                     .halo = theme().plot,
                     .haloWidth = 5.0});
}

QString RegimeMapChart::noDifferenceWords() const
{
    const Workload& base = data().base;
    const bool isMeasurable = m_picture->request.other && m_picture->request.other->provenance == Provenance::Measured;
    switch (data().noDifference) {
    case NoDifference::None: break;
    case NoDifference::Operation:
        return (isMeasurable ? tr("The compared device has no times for %1 %2. Choose another operation or "
                                  "precision, or measure it there too.")
                             : tr("The compared device has no times for %1 %2, and its roofs predict none. Choose "
                                  "another operation or precision."))
            .arg(ridgepoint::text(nameOf(base.precision)), ridgepoint::text(nameOf(base.operation)));
    case NoDifference::Chain:
        return tr("The compared device has no times for chains of %1 operations. Measure the same cube on both.")
            .arg(base.chainLength);
    case NoDifference::Slice:
        return tr("These two maps share no measured workload%1. Move the slider, or measure the same cube on both.")
            .arg(sliceOfMap());
    case NoDifference::Reach:
        return tr(
            "These two maps share no measured workload: their axes do not overlap. Measure the same ranges on both.");
    }
    return {};
}

/// " at fusion depth 16"; empty where no slider moves the map through a cube.
QString RegimeMapChart::sliceOfMap() const
{
    const Workload& base = data().base;
    for (const AxisKind kind : allAxisKinds) {
        if (kind == data().xAxis || kind == data().yAxis)
            continue;
        switch (kind) {
        case AxisKind::Depth: return base.chainLength > 1 ? tr(" at fusion depth %1").arg(base.fusionDepth) : QString();
        case AxisKind::Operations:
            return tr(" at %1 %2 per element")
                .arg(format().whole(base.operationsPerElement), ridgepoint::text(nameOf(base.operation)));
        case AxisKind::Size:
            return tr(" at %1 %2")
                .arg(format().count(static_cast<double>(base.elements)), elementWord(base.precision, base.elements));
        }
    }
    return {};
}

QString RegimeMapChart::colourlessWords() const
{
    if (m_choice.view == MapView::Difference)
        return isEmpty() ? QString() : noDifferenceWords();
    const bool fromSlopes = m_choice.view == MapView::Regime || m_choice.view == MapView::Share;
    const auto tooWide = [](const std::vector<std::int64_t>& values) { // a slope's neighbours lie within three octaves
        return values.size() > 1
            && std::adjacent_find(values.begin(), values.end(), [](std::int64_t low, std::int64_t high) {
                   return high <= low * 8;
               }) == values.end();
    };
    const bool wide = (data().xAxis != AxisKind::Depth && tooWide(data().xs))
                   || (data().yAxis != AxisKind::Depth && tooWide(data().ys));
    if (!fromSlopes || isEmpty() || m_picture->kinds.colored)
        return {};
    if (!wide)
        return input().snapshot->provenance != Provenance::Measured
                 ? QString()
                 : tr("No regime is known yet: measure the device's roofs or more neighbouring cells.");
    return tr("Without the device's roofs, a regime needs neighbouring cells at most 8× apart, and these axes have "
              "wider steps. Measure the roofs, use finer steps, or show the runtime.");
}

std::string RegimeMapChart::dataCsv() const
{
    // While the picture of a new slice is being made, the one before is shown; a file must hold the slice that it
    // names.
    return toCsv(isCurrent() ? data() : makeMapPicture(request())->data);
}

std::vector<ChartPoint> MapPlaces::shownPoints() const
{
    std::vector<ChartPoint> points;
    for (const MapCell& cell : data().cells)
        if (cell.state == CellState::Measured || cell.state == CellState::Interpolated)
            points.push_back(chartPoint(*m_chart.m_picture->request.snapshot, cell.index));
    return points;
}

std::vector<QPointF> MapPlaces::pixelsOf(const ChartPoint& point) const
{
    const auto index = m_chart.shownCell(point.workload);
    if (!index)
        return {};
    const std::size_t x = *index % data().xs.size();
    const std::size_t y = *index / data().xs.size();
    return {m_chart.pixel(
        {(data().xEdges[x] + data().xEdges[x + 1]) / 2.0, (data().yEdges[y] + data().yEdges[y + 1]) / 2.0})};
}

std::optional<Workload> MapPlaces::workloadAt(QPointF mouse) const
{
    return m_chart.isEmpty() ? std::nullopt : freeWorkloadAt(mouse);
}

/// Any cell can be chosen, also of a map in which nothing is measured yet.
std::optional<Workload> MapPlaces::freeWorkloadAt(QPointF mouse) const
{
    if (data().cells.empty() || !m_chart.plot().contains(mouse))
        return std::nullopt;
    const auto cell = data().cellAt({m_chart.xAxis->pixelToCoord(mouse.x()), m_chart.yAxis->pixelToCoord(mouse.y())});
    return cell ? std::optional(data().workload(*cell % data().xs.size(), *cell / data().xs.size())) : std::nullopt;
}

QStringList MapPlaces::describe(const Workload& workload) const
{
    const auto index = m_chart.shownCell(workload);
    if (!index || data().cells[*index].state == CellState::Unknown)
        return {};
    const MapCell& cell = data().cells[*index];
    if (cell.state == CellState::Spread)
        return {workloadWords(workload, m_chart.format()),
                RegimeMapChart::tr("not measured yet; coloured as its nearest neighbour")};
    const ChartPoint point = chartPoint(*m_chart.m_picture->request.snapshot, cell.index);
    const QString ratio = ratioWords(cell);
    if (m_chart.m_choice.view == MapView::Difference && !ratio.isEmpty()) // little, for it hides cells of the map
        return describeTime(point, m_chart.format()) + describeRemarks(point) + QStringList{ratio};
    QStringList lines = describePoint(point, m_chart.format());
    const auto& points = m_chart.m_picture->request.snapshot->points;
    const bool wasOtherwise = cell.index < points.size() && points[cell.index].state != DeviceState{};
    if (cell.residual && cell.state == CellState::Measured && cell.provenance == Provenance::Measured)
        lines << (wasOtherwise
                      ? RegimeMapChart::tr("measured time is %1 the time predicted for the device as it was then")
                      : RegimeMapChart::tr("measured time is %1 the predicted time"))
                     .arg(m_chart.format().factor(*cell.residual));
    else if (cell.residual && cell.state == CellState::Measured && cell.provenance == Provenance::Published)
        lines << RegimeMapChart::tr("published time is %1 the predicted time")
                     .arg(m_chart.format().factor(*cell.residual));
    if (cell.shareOfRoof && m_chart.m_choice.view == MapView::Roof) {
        const bool predicted = cell.state != CellState::Measured || cell.provenance == Provenance::Predicted;
        lines << (predicted                               ? RegimeMapChart::tr("about %1 of the roof, not measured")
                  : *cell.shareOfRoof > clearlyBeyondRoof ? RegimeMapChart::tr("%1 of the roof: faster than it allows")
                                                          : RegimeMapChart::tr("%1 of the roof"))
                     .arg(m_chart.format().percent(*cell.shareOfRoof));
    }
    if (!ratio.isEmpty())
        lines << ratio;
    return lines;
}

QString MapPlaces::ratioWords(const MapCell& cell) const
{
    if (!(cell.difference > 0.0) || m_chart.input().overlays.empty())
        return {};
    return (cell.differenceIsBetween ? RegimeMapChart::tr("about %1 the %2 time of %3, between its cells")
                                     : RegimeMapChart::tr("%1 the %2 time of %3"))
        .arg(m_chart.format().factor(cell.difference), ridgepoint::text(nameOf(cell.differenceProvenance)),
             m_chart.input().overlays.front().name);
}

std::unique_ptr<ChartWidget> RegimeMapChart::duplicate() const
{
    auto copy = std::make_unique<RegimeMapChart>();
    copyTo(*copy);
    copy->m_choice = m_choice;
    copy->m_iso = m_iso;
    return copy;
}

bool RegimeMapChart::hasSampleInView(std::size_t) const
{
    for (std::size_t i = 0; i < data().cells.size(); ++i)
        if (const MapCell& cell = data().cells[i];
            (cell.state == CellState::Measured || cell.state == CellState::Interpolated) && !cellRect(i).isEmpty())
            return true;
    return false;
}

} // namespace ridgepoint
