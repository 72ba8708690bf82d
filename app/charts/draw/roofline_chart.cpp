// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/roofline_chart.h"

#include "app/charts/data/describe.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/reach.h"
#include "app/charts/style/clip.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

bool sameRoofs(const std::vector<RoofLine>& a, const std::vector<RoofLine>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const RoofLine& first, const RoofLine& second) {
        return first.roof.id == second.roof.id && first.roof.value == second.roof.value
            && first.roof.low == second.roof.low && first.roof.high == second.roof.high
            && first.active == second.active;
    });
}

bool sameOverhead(const std::optional<OverheadRoof>& a, const std::optional<OverheadRoof>& b)
{
    return a.has_value() == b.has_value()
        && (!a
            || (a->workload == b->workload && a->reference == b->reference && a->launch == b->launch
                && a->compute == b->compute && a->bandwidth == b->bandwidth));
}

/// The thin roofs of compared sessions, which lie on the ground's layer.
bool sameSeriesRoofs(const std::vector<RooflineSeries>& a, const std::vector<RooflineSeries>& b)
{
    const auto same = [](const std::optional<RoofLine>& x, const std::optional<RoofLine>& y) {
        return x.has_value() == y.has_value() && (!x || x->roof.value == y->roof.value);
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const RooflineSeries& first, const RooflineSeries& second) {
                          return first.name == second.name && same(first.compute, second.compute)
                              && same(first.bandwidth, second.bandwidth);
                      });
}

bool sameReferences(const std::vector<ReferenceLine>& a, const std::vector<ReferenceLine>& b)
{
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](const ReferenceLine& first, const ReferenceLine& second) {
            return first.roof == second.roof && first.value == second.value && first.label == second.label;
        });
}

bool hasPalePoint(const RooflineData& data)
{
    return !data.series.empty() && std::ranges::any_of(data.series.front().points, &ChartPoint::doubtful);
}

bool sameGround(const RooflineData& a, const RooflineData& b)
{
    return moved(a.line, AxisKind::Operations, 1) == moved(b.line, AxisKind::Operations, 1)
        && sameRoofs(a.bandwidths, b.bandwidths) && sameRoofs(a.computes, b.computes)
        && a.lowIntensity == b.lowIntensity && a.highIntensity == b.highIntensity
        && a.lowPerformance == b.lowPerformance && a.highPerformance == b.highPerformance
        && sameSeriesRoofs(a.series, b.series) && !a.series.empty()
        && a.series.front().points.empty() == b.series.front().points.empty() && sameOverhead(a.overhead, b.overhead)
        && sameReferences(a.lines, b.lines) && sameRoofs(a.originals, b.originals)
        && sameOverhead(a.originalOverhead, b.originalOverhead) && a.kernels == b.kernels && a.whatIf == b.whatIf
        && hasPalePoint(a) == hasPalePoint(b);
}

} // namespace

RooflineChart::RooflineChart(QWidget* parent) : ChartWidget(parent)
{
    setAccessibleName(tr("Roofline chart"));
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    axisOf(*axisRect(), QCPAxis::atBottom).setTicks([this](const QCPRange& range, double room) {
        return plainPowerOfTwoTicks(range.lower, range.upper, mostTicks(room, 2.9), format());
    });
    axisOf(*axisRect(), QCPAxis::atLeft).setTicks([this](const QCPRange& range, double room) {
        return powerOfTenTicks(range.lower, range.upper, mostTicks(room, 2.6), m_scale.factor, format());
    });
    fitRanges();
}

RooflineChart::~RooflineChart() = default;

Workload RooflineChart::slice(const Workload& cursor) const { return moved(cursor, AxisKind::Operations, 1); }

ChartWidget::Change RooflineChart::rebuild()
{
    RooflineData fresh;
    if (snapshot()) {
        fresh = rooflineData(*snapshot(), cursorWorkload());
        fresh.series.front().name = sessionName().toStdString();
        for (const Overlay& overlay : overlays())
            addSeries(fresh, *overlay.snapshot, cursorWorkload(), overlay.name.toStdString());
        showToo(fresh, pinnedPoints());
        addOwnKernels(fresh, snapshot()->kernels);
        predictAbsent(fresh);
    }
    if (m_chosenKernel && *m_chosenKernel >= fresh.kernels.size())
        m_chosenKernel.reset();
    if (m_grip && m_grip->moved) { // under a moving roof the axes stand still
        fresh.lowIntensity = m_data.lowIntensity;
        fresh.highIntensity = m_data.highIntensity;
        fresh.lowPerformance = m_data.lowPerformance;
        fresh.highPerformance = m_data.highPerformance;
    }
    const bool same = sameGround(fresh, m_data);
    m_data = std::move(fresh);
    return same ? Change::Data : Change::Layout;
}

bool RooflineChart::isEmpty() const
{
    return std::all_of(m_data.series.begin(), m_data.series.end(),
                       [](const RooflineSeries& series) { return series.points.empty(); });
}

void RooflineChart::fitRanges()
{
    xAxis->setRange(m_data.lowIntensity, m_data.highIntensity);
    yAxis->setRange(m_data.lowPerformance, m_data.highPerformance);
}

QRectF RooflineChart::plot() const { return plotRect(*axisRect()); }

void RooflineChart::layoutPlot()
{
    m_scale = axisScale(yAxis->range().lower, yAxis->range().upper);
    const QString unit = workUnit(m_data.line.operation);
    xAxis->setLabel(tr("Arithmetic intensity (%1/B)").arg(unit));
    yAxis->setLabel(tr("Performance (%1)").arg(m_scale.prefix + unit + QStringLiteral("/s")));
    const int em = theme().fontPixels;
    const int top = static_cast<int>(titleHeight() > 0.0 ? titleHeight() + em * 0.4 : em * 0.9);
    axisRect()->setMargins(QMargins(leftMargin(theme(), QStringLiteral("1000"), true), top, static_cast<int>(em * 1.2),
                                    bottomMargin(theme(), true)));
}

void RooflineChart::layoutLabels()
{
    m_labels.clear();
    LabelPlacer placer = placerWithObstacles();
    placeComputeLabels(placer);
    placeRidgeLabel(placer);
    placeBandwidthLabels(placer);
    placeOverheadLabel(placer);
    placeReferenceLabels(placer);
    placeOwnLabels(placer);
    placeHiddenRoofs(placer);
    placePaleKey(placer); // last, so that nothing else moves once a point is pale
}

QPointF RooflineChart::pixel(FlopsPerByte intensity, FlopsPerSecond performance) const
{
    return {xAxis->coordToPixel(intensity.value()), yAxis->coordToPixel(performance.value())};
}

void RooflineChart::paintGround(QCPPainter* painter)
{
    painter->fillRect(plot(), theme().plot);
    if (!concealed())
        drawAreas(painter);
}

void RooflineChart::paintModel(QCPPainter* painter)
{
    if (concealed())
        return;
    drawReferenceLines(painter);
    drawOtherRoofs(painter);
    drawRoofs(painter);
}

void RooflineChart::paintPoints(QCPPainter* painter)
{
    std::size_t count = 0;
    for (const RooflineSeries& series : m_data.series)
        count += series.points.size();
    for (std::size_t i = m_data.series.size(); i-- > 0;) // the own one last, over the others
        drawSeries(painter, i, count <= mostErrorBars);
    drawOwnKernels(painter);
}

void RooflineChart::paintFrame(QCPPainter* painter)
{
    if (concealed())
        return;
    for (const Label& label : m_labels)
        text().draw(*painter, label.at, label.text, label.style);
    drawSeriesKey(painter);
    drawOwnKey(painter);
    drawPaleKey(painter);
    if (whatIfSize().isValid())
        drawWhatIf(painter, plot().topLeft() + QPointF(4.0, 4.0 + whatIfSize().height() * 0.5), plot().width() - 8.0);
    if (missingWords().isEmpty())
        return;
    // Roofs and their labels keep the middle; low on the right there is room under them, over the names of sessions.
    const bool hasRoofs = !m_data.bandwidths.empty() || !m_data.computes.empty();
    const std::vector<KeyRow> key = seriesKey();
    const double floor = key.empty() ? plot().bottom() - plot().height() * 0.02 : key.front().box.top();
    drawEmpty(painter, hasRoofs ? QRectF(plot().center().x(), floor - plot().height() * 0.2, plot().width() * 0.5,
                                         plot().height() * 0.2)
                                : plot());
}

const ChartPoint* RooflineChart::pointOf(const Workload& workload) const
{
    if (m_data.series.empty())
        return nullptr;
    for (const ChartPoint& point : m_data.series.front().points)
        if (point.workload == workload)
            return &point;
    return nullptr;
}

void RooflineChart::paintHover(QCPPainter* painter)
{
    drawHeldRoof(painter);
    drawLevelsOfSamples(painter);
    drawChosenKernel(painter);
    if (const auto chosen = selectedWorkload())
        if (const ChartPoint* point = pointOf(*chosen))
            if (const QPointF at = pixel(point->intensity(), point->performance()); plot().contains(at))
                drawRing(painter, at);
    if (!hoveredWorkload())
        return;
    const ChartPoint* point = pointOf(*hoveredWorkload());
    if (point == nullptr)
        return;
    const QPointF at = pixel(point->intensity(), point->performance());
    drawMarker(*painter, at, *point, theme(), {.size = theme().markerSize * 1.35});
    drawReadout(painter, at, describePoint(*point, format()) + levelsOf(*point));
}

std::optional<Workload> RooflineChart::workloadAt(QPointF mouse) const
{
    std::optional<Workload> nearest;
    double least = reachOfSamples;
    // A compared point under the mouse is read out, not chosen: the sliders stand on the own session.
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        if (const ChartPoint* other = otherPointAt(mouse, i))
            least = std::min(least, QLineF(pixelOf(*other), mouse).length());
    for (std::size_t i = 0; i < std::min<std::size_t>(1, m_data.series.size()); ++i)
        for (const ChartPoint& point : m_data.series[i].points) {
            const QPointF at = pixelOf(point);
            const double distance = QLineF(at, mouse).length();
            if (distance < least && plot().contains(at)) {
                least = distance;
                nearest = point.workload;
            }
        }
    return nearest;
}

Workload RooflineChart::neighbour(const Workload& from, Qt::Key key) const
{
    if (!snapshot())
        return from;
    const bool along = key == Qt::Key_Left || key == Qt::Key_Right;
    const int direction = key == Qt::Key_Right || key == Qt::Key_Up ? 1 : -1;
    return stepped(*snapshot(), from, along ? AxisKind::Operations : AxisKind::Size, direction);
}

std::string RooflineChart::dataCsv() const
{
    RooflineData data = m_data;
    for (const Pin* pin : marks().shownPins())
        data.series.push_back({pin->name, pin->point, pin->line(AxisKind::Operations)});
    return toCsv(data);
}

std::vector<ChartPoint> RooflineChart::shownPoints() const
{
    std::vector<ChartPoint> points;
    for (const RooflineSeries& series : m_data.series)
        points.insert(points.end(), series.points.begin(), series.points.end());
    return points;
}

std::vector<QPointF> RooflineChart::pixelsOf(const ChartPoint& point) const
{
    return {pixel(point.intensity(), point.performance())};
}

QString RooflineChart::nameOfAxis(const QCPAxis& axis) const
{
    const QString unit = workUnit(m_data.line.operation);
    return &axis == xAxis ? tr("Arithmetic intensity (%1/B)").arg(unit)
                          : tr("Performance (%1)").arg(unit + QStringLiteral("/s"));
}

/// Low on the right there is room under the roofs; the names of sessions stand there first.
QPointF RooflineChart::pinKeyCorner() const
{
    const double em = theme().fontPixels;
    const double sessions = em * 1.5 * static_cast<double>(seriesKey().size());
    return plot().bottomRight() - QPointF(em * 0.6, em * 0.4 + sessions);
}

std::unique_ptr<ChartWidget> RooflineChart::duplicate() const
{
    auto copy = std::make_unique<RooflineChart>();
    copyTo(*copy);
    return copy;
}

} // namespace ridgepoint
