// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/curves_chart.h"

#include "app/charts/data/describe.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/reach.h"
#include "app/charts/draw/series_marks.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr std::size_t panelCount = 3;

/// Whether the key, which takes room above the plots, says the same.
bool sameKey(const CurvesData& a, const CurvesData& b)
{
    return std::equal(a.series.begin(), a.series.end(), b.series.begin(), b.series.end(),
                      [](const CurvesSeries& x, const CurvesSeries& y) {
                          return x.name == y.name && x.points.empty() == y.points.empty();
                      });
}

bool sameGround(const CurvesData& a, const CurvesData& b)
{
    const auto sameRoof = [](const std::optional<RoofLine>& x, const std::optional<RoofLine>& y) {
        return x.has_value() == y.has_value() && (!x || x->roof.value == y->roof.value);
    };
    const auto samePrediction = [](const PredictedPoint& x, const PredictedPoint& y) {
        return x.x == y.x && x.time == y.time;
    };
    return a.axis == b.axis && moved(a.line, a.axis, 1) == moved(b.line, b.axis, 1) && a.low == b.low
        && a.high == b.high && sameRoof(a.computeRoof, b.computeRoof) && sameRoof(a.bandwidthRoof, b.bandwidthRoof)
        && sameKey(a, b) && !a.series.empty() && a.borders == b.borders
        && std::equal(a.predicted.begin(), a.predicted.end(), b.predicted.begin(), b.predicted.end(), samePrediction)
        && a.whatIf == b.whatIf;
}

} // namespace

CurvesChart::CurvesChart(QWidget* parent) : ChartWidget(parent)
{
    setAccessibleName(tr("Sweep curves: runtime, performance and bandwidth"));
    m_panels[0] = axisRect();
    for (std::size_t i = 1; i < panelCount; ++i) {
        m_panels[i] = withAxes(new QCPAxisRect(this));
        plotLayout()->addElement(0, static_cast<int>(i), m_panels[i]);
    }
    plotLayout()->setColumnSpacing(0);
    plotLayout()->setRowSpacing(0);
    for (std::size_t i = 0; i < panelCount; ++i) {
        ChartAxis& x = axisOf(*m_panels[i], QCPAxis::atBottom);
        ChartAxis& y = axisOf(*m_panels[i], QCPAxis::atLeft);
        for (ChartAxis* axis : {&x, &y})
            axis->setScaleType(QCPAxis::stLogarithmic);
        x.setTicks([this](const QCPRange& range, double room) {
            const auto ticksOf = m_data.axis == AxisKind::Size ? powerOfTwoTicks : plainPowerOfTwoTicks;
            return ticksOf(range.lower, range.upper, mostTicks(room, 3.6), format());
        });
        y.setTicks([this, i](const QCPRange& range, double room) {
            return powerOfTenTicks(range.lower, range.upper, mostTicks(room, 2.4), scaleOf(i).factor, format());
        });
        connect(&x, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &CurvesChart::shareRange);
    }
    fitRanges();
}

CurvesChart::~CurvesChart() = default;

void CurvesChart::shareRange(const QCPRange& range)
{
    for (const QCPAxisRect* panel : m_panels)
        panel->axis(QCPAxis::atBottom)->setRange(range); // emits nothing when it is the same
}

void CurvesChart::setSharedAxis(AxisKind axis)
{
    if (axis == m_axis)
        return;
    m_axis = axis;
    scheduleRebuild();
}

Workload CurvesChart::slice(const Workload& cursor) const { return moved(cursor, m_axis, 1); }

ChartWidget::Change CurvesChart::rebuild()
{
    CurvesData fresh;
    if (snapshot()) {
        fresh = curvesData(*snapshot(), cursorWorkload(), m_axis);
        fresh.series.front().name = sessionName().toStdString();
        for (const Overlay& overlay : overlays())
            addSeries(fresh, *overlay.snapshot, cursorWorkload(), overlay.name.toStdString());
        for (const ChartPoint& point : pinnedPoints()) {
            // A longer chain's depths are no depths of this one.
            const auto x = static_cast<double>(m_axis == AxisKind::Depth
                                                   ? std::min(point.workload.fusionDepth, fresh.line.chainLength)
                                                   : coordinate(point.workload, m_axis));
            fresh.low = std::min(fresh.low, x);
            fresh.high = std::max(fresh.high, x);
        }
        predictOthers(fresh);
    }
    const bool same = sameGround(fresh, m_data);
    m_data = std::move(fresh);
    if (!same)
        return Change::Layout;
    // The value axes follow the samples: a new one outside asks for a new frame.
    for (std::size_t i = 0; i < panelCount && !isZoomed(); ++i)
        if (valueRange(i) != m_panels[i]->axis(QCPAxis::atLeft)->range())
            return Change::Layout;
    return Change::Data;
}

/// Once all that is drawn has stretched the axis.
void CurvesChart::predictOthers(CurvesData& data) const
{
    for (std::size_t i = 1; i < data.series.size(); ++i) {
        const Overlay& overlay = overlays()[i - 1];
        predictAlong(data, i, *overlay.snapshot);
        CurvesSeries& series = data.series[i];
        if (isStray(series.points, series.predicted, *overlay.snapshot))
            series.points.clear();
        const QStringList differences = differenceWords(series.line, data.line, m_axis, format());
        if (series.provenance == Provenance::Published)
            series.unlike = differences.join(betweenParts).toStdString();
        if (!overlay.device.isEmpty() && !series.points.empty())
            series.name = comparedName(overlay.device, series.provenance,
                                       differences
                                           + predictedWords(series.line, series.predicted, data.line, m_axis, format()))
                              .toStdString();
    }
}

QString CurvesChart::missingWords() const
{
    return m_data.series.empty() || m_data.series.front().points.empty() ? emptyText() : QString();
}

bool CurvesChart::isEmpty() const
{
    return std::all_of(m_data.series.begin(), m_data.series.end(),
                       [](const CurvesSeries& series) { return series.points.empty(); });
}

double CurvesChart::valueOf(const ChartPoint& point, std::size_t quantity)
{
    return quantity == Runtime     ? point.time.value()
         : quantity == Performance ? point.performance().value()
                                   : point.bandwidth().value();
}

double CurvesChart::valueOf(const PredictedPoint& point, std::size_t quantity)
{
    return quantity == Runtime     ? point.time.value()
         : quantity == Performance ? point.performance.value()
                                   : point.bandwidth.value();
}

double CurvesChart::xOf(const ChartPoint& point) const
{
    return static_cast<double>(coordinate(point.workload, m_data.axis));
}

const std::optional<RoofLine>& CurvesChart::roofOf(std::size_t panel) const
{
    static const std::optional<RoofLine> none;
    return panel == Performance ? m_data.computeRoof : panel == Bandwidth ? m_data.bandwidthRoof : none;
}

QCPRange CurvesChart::valueRange(std::size_t panel) const
{
    double low = 0.0;
    double high = 0.0;
    const auto include = [&](double value) {
        if (!(value > 0.0) || !std::isfinite(value))
            return;
        low = low > 0.0 ? std::min(low, value) : value;
        high = std::max(high, value);
    };
    for (const CurvesSeries& series : m_data.series)
        for (const ChartPoint& point : series.points)
            if (draws(point, panel))
                include(valueOf(point, panel));
    for (const ChartPoint& point : pinnedPoints())
        include(valueOf(point, panel));
    for (const PredictedPoint& point : m_data.predicted)
        include(valueOf(point, panel));
    if (const auto& roof = roofOf(panel))
        include(roof->roof.value);
    if (!(low > 0.0))
        return panel == Runtime ? QCPRange(1e-6, 1e-2) : QCPRange(1e9, 1e12);
    // Ends on tenths of a decade, so that the axis does not tremble with every sample.
    const double below = std::floor(std::log10(low / 1.25) * 10.0) / 10.0;
    const double above = std::ceil(std::log10(high * (panel == Runtime ? 1.3 : 1.7)) * 10.0) / 10.0;
    return {std::pow(10.0, below), std::pow(10.0, std::max(above, below + 0.5))};
}

void CurvesChart::fitRanges()
{
    // One place stands in the middle, and its neighbours that there are not lie outside.
    const double margin = m_data.high > m_data.low ? std::pow(std::max(2.0, m_data.high / m_data.low), 0.03)
                                                   : std::sqrt(2.0) * 0.99;
    for (std::size_t i = 0; i < panelCount; ++i) {
        m_panels[i]->axis(QCPAxis::atBottom)->setRange(m_data.low / margin, m_data.high * margin);
        m_panels[i]->axis(QCPAxis::atLeft)->setRange(valueRange(i));
    }
}

QString CurvesChart::panelTitle(std::size_t panel) const
{
    return panel == Runtime ? tr("Runtime") : panel == Performance ? tr("Performance") : tr("Bandwidth");
}

QString CurvesChart::panelUnit(std::size_t panel) const
{
    const QString base = panel == Runtime     ? QStringLiteral("s")
                       : panel == Performance ? workUnit(m_data.line.operation) + QStringLiteral("/s")
                                              : QStringLiteral("B/s");
    return scaleOf(panel).prefix + base;
}

AxisScale CurvesChart::scaleOf(std::size_t panel) const
{
    const QCPRange range = m_panels[panel]->axis(QCPAxis::atLeft)->range();
    return axisScale(range.lower, range.upper);
}

QPointF CurvesChart::pixel(std::size_t panel, double x, double value) const
{
    const QCPAxisRect& rect = *m_panels[panel];
    return {rect.axis(QCPAxis::atBottom)->coordToPixel(x), rect.axis(QCPAxis::atLeft)->coordToPixel(value)};
}

const ChartPoint* CurvesChart::pointOf(const Workload& workload) const
{
    if (m_data.series.empty())
        return nullptr;
    for (const ChartPoint& point : m_data.series.front().points)
        if (point.workload == workload)
            return &point;
    return nullptr;
}

void CurvesChart::paintHover(QCPPainter* painter)
{
    const auto drawEverywhere = [&](const Workload& workload, auto draw) {
        if (const ChartPoint* point = pointOf(workload))
            for (std::size_t i = 0; i < panelCount; ++i)
                if (const QPointF at = pixel(i, xOf(*point), valueOf(*point, i)); plot(i).contains(at))
                    draw(at, *point);
    };
    if (selectedWorkload())
        drawEverywhere(*selectedWorkload(), [&](QPointF at, const ChartPoint&) { drawRing(painter, at); });
    if (!hoveredWorkload())
        return;
    drawEverywhere(*hoveredWorkload(), [&](QPointF at, const ChartPoint& point) {
        drawMarker(*painter, at, point, theme(), {.size = theme().markerSize * 1.35});
    });
    const QPointF mouse = mapFromGlobal(QCursor::pos());
    const ChartPoint* point = pointOf(*hoveredWorkload());
    if (point == nullptr)
        return;
    // Beside the marker of the plot in which the mouse is.
    const auto away = [&](std::size_t i) {
        return m_stacked ? std::abs(plot(i).center().y() - mouse.y()) : std::abs(plot(i).center().x() - mouse.x());
    };
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < panelCount; ++i)
        if (away(i) < away(nearest))
            nearest = i;
    drawReadout(painter, pixel(nearest, xOf(*point), valueOf(*point, nearest)), describePoint(*point, format()));
}

std::optional<Workload> CurvesChart::workloadAt(QPointF mouse) const
{
    std::optional<Workload> nearest;
    double least = reachOfSamples;
    for (std::size_t i = 0; i < panelCount && !m_data.series.empty(); ++i) {
        // A compared point under the mouse is read out, not chosen: the sliders stand on the own session.
        if (const ChartPoint* other = otherPointAt(mouse, i).first)
            least = std::min(least, QLineF(pixelOf(i, *other), mouse).length());
        for (const ChartPoint& point : m_data.series.front().points) {
            const QPointF at = pixelOf(i, point);
            const double distance = QLineF(at, mouse).length();
            if (distance < least && plot(i).contains(at)) {
                least = distance;
                nearest = point.workload;
            }
        }
    }
    return nearest;
}

Workload CurvesChart::neighbour(const Workload& from, Qt::Key key) const
{
    if (!snapshot())
        return from;
    const bool along = key == Qt::Key_Left || key == Qt::Key_Right;
    const int direction = key == Qt::Key_Right || key == Qt::Key_Up ? 1 : -1;
    const AxisKind across = m_data.axis == AxisKind::Size ? AxisKind::Operations : AxisKind::Size;
    return stepped(*snapshot(), from, along ? m_data.axis : across, direction);
}

QStringList CurvesChart::describe(const Workload& workload) const
{
    const ChartPoint* point = pointOf(workload);
    return point == nullptr ? QStringList{} : describePoint(*point, format());
}

std::string CurvesChart::dataCsv() const
{
    CurvesData data = m_data;
    for (const Pin* pin : marks().shownPins())
        data.series.push_back({pin->name, pin->point, pin->line(m_axis)});
    return toCsv(data);
}

std::vector<ChartPoint> CurvesChart::shownPoints() const
{
    std::vector<ChartPoint> points;
    for (const CurvesSeries& series : m_data.series)
        points.insert(points.end(), series.points.begin(), series.points.end());
    return points;
}

std::vector<QPointF> CurvesChart::pixelsOf(const ChartPoint& point) const
{
    std::vector<QPointF> pixels;
    for (std::size_t i = 0; i < panelCount; ++i)
        pixels.push_back(pixel(i, xOf(point), valueOf(point, i)));
    return pixels;
}

QString CurvesChart::nameOfAxis(const QCPAxis& axis) const
{
    for (std::size_t i = 0; i < panelCount; ++i)
        if (&axis == m_panels[i]->axis(QCPAxis::atLeft)) {
            const QString unit = i == Runtime     ? QStringLiteral("s")
                               : i == Performance ? workUnit(m_data.line.operation) + QStringLiteral("/s")
                                                  : QStringLiteral("B/s");
            return QStringLiteral("%1 (%2)").arg(panelTitle(i), unit);
        }
    return axisTitle(m_data.axis, m_data.line);
}

/// Performance rises to the right: below it there is room.
QPointF CurvesChart::pinKeyCorner() const
{
    return plot(Performance).bottomRight() - QPointF(theme().fontPixels * 0.5, theme().fontPixels * 0.3);
}

std::unique_ptr<ChartWidget> CurvesChart::duplicate() const
{
    auto copy = std::make_unique<CurvesChart>();
    copyTo(*copy);
    copy->m_axis = m_axis;
    return copy;
}

} // namespace ridgepoint
