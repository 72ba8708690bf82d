// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/regime_map_chart.h"

#include "app/charts/data/describe.h"
#include "app/charts/style/texts.h"
#include "app/charts/style/ticks.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

namespace ridgepoint {
namespace {

constexpr double hatchPeriod = 6.0; ///< pixels along a row between hatching lines
constexpr double hatchWidth = 1.1;
constexpr double hatchDarkness = 0.34;
/// Between measured cells a mark spans the whole way to the next one, because nobody has looked where on it the
/// exception lies: it is drawn fainter.
constexpr double faintHatchDarkness = 0.17;

double log2Of(std::int64_t value) { return std::log2(static_cast<double>(value)); }

QRgb darkened(QRgb color, double amount)
{
    const auto channel = [&](int value) { return static_cast<int>(value * (1.0 - amount)); };
    return qRgb(channel(qRed(color)), channel(qGreen(color)), channel(qBlue(color)));
}

/// How much of a hatching line covers a pixel on the diagonal x + y.
double hatchCover(double diagonal, double scale)
{
    const double place = std::fmod(diagonal, hatchPeriod * scale) - hatchPeriod * scale / 2.0;
    return std::clamp(hatchWidth * scale / 2.0 + 0.5 - std::abs(place), 0.0, 1.0);
}

bool sameGround(const RegimeMapData& a, const RegimeMapData& b)
{
    return a.xs == b.xs && a.ys == b.ys && a.xAxis == b.xAxis && a.yAxis == b.yAxis
        && a.base.operation == b.base.operation && a.base.precision == b.base.precision
        && a.base.chainLength == b.base.chainLength && (a.measured > 0) == (b.measured > 0);
}

} // namespace

RegimeMapChart::RegimeMapChart(QWidget* parent) : ChartWidget(parent)
{
    setAccessibleName(tr("Regime map"));
    for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft}) {
        const bool across = type == QCPAxis::atBottom;
        axisOf(*axisRect(), type).setTicks([this, across](const QCPRange& range, double room) {
            const auto ticksOf = (across ? data().xAxis : data().yAxis) == AxisKind::Size ? powerOfTwoTicks
                                                                                          : plainPowerOfTwoTicks;
            auto ticks = ticksOf(std::exp2(range.lower), std::exp2(range.upper), mostTicks(room, across ? 4.6 : 2.6),
                                 format());
            for (Tick& tick : ticks)
                tick.value = std::log2(tick.value);
            return ticks;
        });
    }
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

Workload RegimeMapChart::slice(const Workload& cursor) const
{
    return data().cells.empty() ? cursor : moved(moved(cursor, data().xAxis, 1), data().yAxis, 1);
}

void RegimeMapChart::setPictures(MapPictures* pictures) { m_pictures = pictures; }

void RegimeMapChart::takePicture()
{
    if (!isCurrent())
        scheduleData();
}

MapWish RegimeMapChart::wish() const
{
    return {snapshot(), overlays().empty() ? nullptr : overlays().front().snapshot, cursorWorkload(), m_choice, m_iso,
            theme()};
}

MapPicturePointer RegimeMapChart::newestPicture()
{
    if (!snapshot())
        return emptyMapPicture();
    const MapWish requested = wish();
    if (m_pictures == nullptr)
        return makeMapPicture(requested);
    // Colours that do not go with their scale would mislead: what somebody chose is shown at once. A slice says by
    // itself which one it is.
    const bool otherLook = m_picture->wish.snapshot && !looksAlike(m_picture->wish, requested);
    MapPicturePointer newest = m_pictures->find(requested, otherLook);
    const bool isOlder = newest && !answers(*newest, requested) && newest->wish.number <= m_picture->wish.number;
    return newest == nullptr || isOlder ? m_picture : newest;
}

ChartWidget::Change RegimeMapChart::rebuild()
{
    MapPicturePointer newest = newestPicture();
    if (newest == m_picture)
        return Change::None;
    const bool same = sameGround(newest->data, data());
    const QString words = missingWords(); // stand in the frame
    m_picture = std::move(newest);
    return same && words == missingWords() ? Change::Data : Change::Layout;
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

std::vector<AxisKind> RegimeMapChart::axisKinds() const
{
    return data().cells.empty() ? std::vector<AxisKind>() : std::vector{data().xAxis, data().yAxis};
}

QRectF RegimeMapChart::plot() const { return plotRect(*axisRect()); }

void RegimeMapChart::layoutPlot()
{
    const int em = theme().fontPixels;
    const int top = static_cast<int>(titleHeight() > 0.0 ? titleHeight() + em * 0.4 : em * 0.9);
    const int right = static_cast<int>(hasScale() ? scaleWidth() : std::max(em * 1.2, legendWidth()));
    const int bottom = bottomMargin(theme(), true) + static_cast<int>(legendHeight());
    axisRect()->setMargins(QMargins(leftMargin(theme(), QStringLiteral("128 Mi"), true), top, right, bottom));
    xAxis->setLabel(axisTitle(data().xAxis, data().base));
    yAxis->setLabel(axisTitle(data().yAxis, data().base));
    for (const QCPAxis* axis : {xAxis, yAxis})
        axis->grid()->setVisible(hasBarePlot());
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

QSize RegimeMapChart::plotImageSize(double scale) const
{
    return {std::max(1, static_cast<int>(std::lround(plot().width() * scale))),
            std::max(1, static_cast<int>(std::lround(plot().height() * scale)))};
}

QImage RegimeMapChart::plotImage(double scale) const
{
    const int width = plotImageSize(scale).width();
    const int height = plotImageSize(scale).height();
    const auto indices = [](const std::vector<double>& edges, double low, double high, int count) {
        std::vector<int> result(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) {
            const double value = low + (high - low) * (i + 0.5) / count;
            const auto above = std::upper_bound(edges.begin(), edges.end(), value) - edges.begin();
            const bool outside = above == 0 || above == static_cast<std::ptrdiff_t>(edges.size());
            result[static_cast<std::size_t>(i)] = outside ? -1 : static_cast<int>(above) - 1;
        }
        return result;
    };
    const auto columns = indices(data().xEdges, xAxis->range().lower, xAxis->range().upper, width);
    const auto rows = indices(data().yEdges, yAxis->range().upper, yAxis->range().lower, height);
    const bool hatched = m_choice.view == MapView::Regime;
    const auto isMarked = [&](int row) {
        const auto first = data().cells.begin() + static_cast<std::ptrdiff_t>(row) * std::ssize(data().xs);
        return hatched
            && std::any_of(first, first + std::ssize(data().xs), [](const MapCell& cell) { return cell.marked; });
    };
    const double hatching = scale * theme().thinWidth(); // which a hall sees as well
    QImage image(width, height, QImage::Format_RGB32);
    int before = -2; // the row of the line above
    bool marked = false;
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const int row = rows[static_cast<std::size_t>(y)];
        if (row == before && !marked) { // most lines are like the one above
            std::memcpy(line, image.constScanLine(y - 1), static_cast<std::size_t>(width) * sizeof(QRgb));
            continue;
        }
        marked = row >= 0 && (row == before ? marked : isMarked(row));
        before = row;
        if (row < 0) {
            std::fill_n(line, width, theme().plot.rgb());
            continue;
        }
        const auto* cellLine = reinterpret_cast<const QRgb*>(
            m_picture->cells.constScanLine(m_picture->cells.height() - 1 - row));
        for (int x = 0; x < width; ++x) {
            const int column = columns[static_cast<std::size_t>(x)];
            line[x] = column < 0 ? theme().plot.rgb() : cellLine[column];
            if (!marked || column < 0)
                continue;
            const MapCell& cell = data().cell(static_cast<std::size_t>(column), static_cast<std::size_t>(row));
            if (!cell.marked)
                continue;
            if (const double cover = hatchCover(x + y, hatching); cover > 0.0)
                line[x] = darkened(line[x],
                                   cover * (cell.state == CellState::Measured ? hatchDarkness : faintHatchDarkness));
        }
    }
    return image;
}

void RegimeMapChart::paintMap(QCPPainter* painter)
{
    painter->fillRect(plot(), theme().plot);
    if (isEmpty())
        return;
    painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QSize size = plotImageSize(imageScale());
    if (m_plotImage.picture != m_picture || m_plotImage.thinWidth != theme().thinWidth()
        || m_plotImage.image.size() != size || m_plotImage.x != xAxis->range() || m_plotImage.y != yAxis->range())
        m_plotImage = {m_picture, theme().thinWidth(), xAxis->range(), yAxis->range(), plotImage(imageScale())};
    painter->drawImage(plot(), m_plotImage.image);
}

void RegimeMapChart::paintPoints(QCPPainter* painter)
{
    if (data().cells.empty())
        return;
    drawDots(painter);
    drawLines(painter);
}

void RegimeMapChart::paintFrame(QCPPainter* painter)
{
    painter->setPen(QPen(theme().cardBorder, 1.0));
    painter->setBrush(Qt::NoBrush);
    if (hasBarePlot())
        painter->drawRect(plot());
    if (concealed())
        return;
    if (const QString words = missingWords(); !words.isEmpty())
        drawEmpty(painter, plot(), words);
    else if (hasScale())
        drawScale(painter);
    drawLegend(painter);
}

void RegimeMapChart::paintHover(QCPPainter* painter)
{
    if (const auto cell = shownCell(selectedWorkload().value_or(cursorWorkload())); cell && !isEmpty())
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
    drawReadout(painter, rect.center(), describe(*hoveredWorkload()), rect);
}

std::optional<Workload> RegimeMapChart::workloadAt(QPointF mouse) const
{
    if (data().cells.empty() || isEmpty() || !plot().contains(mouse))
        return std::nullopt;
    const auto cell = data().cellAt({xAxis->pixelToCoord(mouse.x()), yAxis->pixelToCoord(mouse.y())});
    if (!cell)
        return std::nullopt;
    return data().workload(*cell % data().xs.size(), *cell / data().xs.size());
}

Workload RegimeMapChart::neighbour(const Workload& from, Qt::Key key) const
{
    if (!snapshot())
        return from;
    const bool along = key == Qt::Key_Left || key == Qt::Key_Right;
    const int direction = key == Qt::Key_Right || key == Qt::Key_Up ? 1 : -1;
    return stepped(*snapshot(), from, along ? data().xAxis : data().yAxis, direction);
}

QStringList RegimeMapChart::describe(const Workload& workload) const
{
    const auto index = shownCell(workload);
    if (!index || data().cells[*index].state == CellState::Unknown)
        return {};
    const MapCell& cell = data().cells[*index];
    if (cell.state == CellState::Spread)
        return {workloadWords(workload, format()), tr("not measured yet; coloured as its nearest neighbour")};
    QStringList lines = describePoint(chartPoint(*m_picture->wish.snapshot, cell.index), format());
    if (cell.residual && cell.state == CellState::Measured && cell.provenance == Provenance::Measured)
        lines << tr("measured time is %1 the predicted").arg(format().factor(*cell.residual));
    else if (cell.residual && cell.state == CellState::Measured && cell.provenance == Provenance::Published)
        lines << tr("published time is %1 the predicted").arg(format().factor(*cell.residual));
    if (cell.shareOfRoof && m_choice.view == MapView::Roof) {
        const bool predicted = cell.state != CellState::Measured || cell.provenance == Provenance::Predicted;
        lines << (predicted ? tr("about %1 of the roof, not measured") : tr("%1 of the roof"))
                     .arg(format().percent(*cell.shareOfRoof));
    }
    if (cell.difference > 0.0 && !overlays().empty())
        lines << (cell.differenceIsBetween ? tr("about %1 the %2 time of %3, between its cells")
                                           : tr("%1 the %2 time of %3"))
                     .arg(format().factor(cell.difference), ridgepoint::text(nameOf(cell.differenceProvenance)),
                          overlays().front().name);
    return lines;
}

std::string RegimeMapChart::dataCsv() const
{
    // While the picture of a new slice is being made, the one before is shown; a file must hold the slice that it
    // names.
    return toCsv(isCurrent() ? data() : makeMapPicture(wish())->data);
}

std::unique_ptr<ChartWidget> RegimeMapChart::duplicate() const
{
    auto copy = std::make_unique<RegimeMapChart>();
    copyTo(*copy);
    copy->m_choice = m_choice;
    copy->m_iso = m_iso;
    return copy;
}

} // namespace ridgepoint
