// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/curves_chart.h"

#include "app/charts/data/describe.h"
#include "app/charts/draw/chart_part.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

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
        && sameKey(a, b) && SignKey::signsOf(a) == SignKey::signsOf(b) && !a.series.empty() && a.borders == b.borders
        && std::equal(a.predicted.begin(), a.predicted.end(), b.predicted.begin(), b.predicted.end(), samePrediction)
        && a.whatIf == b.whatIf;
}

// Lengths in heights of the type.
constexpr double plotTitle = 2.4;       ///< above a plot
constexpr double chartTitle = 2.6;      ///< above all
constexpr double keyOfTwo = 1.5;        ///< above the plots where sessions are compared
constexpr double axisLabels = 3.5;      ///< below a plot: labels and title
constexpr double betweenPlots = 0.6;    ///< below a plot whose labels stand under the lowest one
constexpr double narrowestPanel = 15.5; ///< "Performance (GFLOP/s)" above a plot, with the labels left of it
constexpr double lowestPlot = 4.5;      ///< two ticks with air
constexpr double squeezedPlot = 3.2;    ///< on a low window: flat and wide shows where a line bends, narrow does not
constexpr double mostShrunk = 0.85;     ///< of the theme's type
constexpr double lowestStack = chartTitle + 3.0 * (plotTitle + lowestPlot) + axisLabels;

bool hasWidthForThree(double width, double em) { return width / 3.0 >= narrowestPanel * em; }

constexpr double keyLine = 1.5;      ///< heights of the type
constexpr double betweenNames = 1.4; ///< heights of the type
constexpr double mostOfChart = 0.12; ///< of the chart that the key may take before its names are cut

QFont keyFont(const Theme& theme) { return theme.font(0.92); }
double beforeName(const Theme& theme) { return theme.markerSize * 2.9; } ///< the sign and the gap after it

/// The rows one after the other in lines of that width, each at most `widest`; the number of lines.
int inLinesOfWidth(std::vector<CurvesChart::KeyRow>& rows, const Theme& theme, QPointF corner, double width,
                   double widest)
{
    const double height = theme.fontPixels * keyLine;
    int lines = 1;
    double x = 0.0;
    for (CurvesChart::KeyRow& row : rows) {
        row.name = keyName(row.name, keyFont(theme), widest - beforeName(theme));
        const double length = beforeName(theme) + TextPainter::sizeOf(row.name, keyFont(theme)).width();
        if (x > 0.0 && x + length > width) {
            ++lines;
            x = 0.0;
        }
        row.box = QRectF(corner + QPointF(x, (lines - 1) * height), QSizeF(length, height));
        row.sign = QPointF(row.box.left() + theme.markerSize * 1.1, row.box.center().y());
        x += length + theme.fontPixels * betweenNames;
    }
    return lines;
}

/// The value of an axis at a coordinate: the nearest whole number; of depths the nearest that divides the chain.
std::int64_t valueNear(AxisKind axis, double coordinate, const Workload& line)
{
    if (axis != AxisKind::Depth)
        return std::max<std::int64_t>(1, std::llround(coordinate));
    std::int64_t nearest = 1;
    for (std::int64_t depth = 1; depth <= line.chainLength; ++depth)
        if (line.chainLength % depth == 0
            && std::abs(std::log(static_cast<double>(depth) / coordinate))
                   < std::abs(std::log(static_cast<double>(nearest) / coordinate)))
            nearest = depth;
    return nearest;
}

} // namespace

/// The samples along the shared axis, in each plot.
class CurvesPlaces : public ChartPlaces {
public:
    explicit CurvesPlaces(const CurvesChart& chart) : m_chart(chart) {}

    [[nodiscard]] std::vector<ChartPoint> shownPoints() const override { return pointsOf(data().series); }
    [[nodiscard]] std::vector<QPointF> pixelsOf(const ChartPoint& point) const override;
    [[nodiscard]] std::optional<Workload> workloadAt(QPointF mouse) const override;
    [[nodiscard]] std::optional<Workload> freeWorkloadAt(QPointF mouse) const override;
    [[nodiscard]] QStringList describe(const Workload& workload) const override;
    [[nodiscard]] Obstacles obstacles() const override;
    [[nodiscard]] std::vector<AxisKind> directions() const override { return {m_chart.m_axis}; }

private:
    [[nodiscard]] const CurvesData& data() const { return m_chart.data(); }

    const CurvesChart& m_chart;
};

CurvesChart::CurvesChart(QWidget* parent) : ChartWidget(std::make_unique<CurvesPlaces>(*this), parent)
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
        x.setMeaning({.name = [this] { return axisTitle(m_data.axis, m_data.line); },
                      .kind = [this] { return m_axis; },
                      .words =
                          [this](double at) {
                              return coordinateWords(moved(m_data.line, m_data.axis, std::llround(std::max(at, 1.0))),
                                                     m_data.axis, format());
                          }});
        y.setMeaning({.name = [this, i] { return QStringLiteral("%1 (%2)").arg(panelTitle(i), unitOf(i)); },
                      .words =
                          [this, i](double at) {
                              return i == Runtime     ? format().time(Seconds(at))
                                   : i == Performance ? format().rate(FlopsPerSecond(at), m_data.line.operation)
                                                      : format().rate(BytesPerSecond(at));
                          }});
        if (i > 0)
            x.goWith(axisOf(*m_panels[0], QCPAxis::atBottom));
    }
    paintOn(ChartLayer::Ground, [this](QCPPainter* painter) { paintGround(painter); });
    paintOn(ChartLayer::Model, [this](QCPPainter* painter) { paintModel(painter); });
    paintOn(ChartLayer::Frame, [this](QCPPainter* painter) { paintFrame(painter); });
    paintOn(ChartLayer::Points, [this](QCPPainter* painter) { paintPoints(painter); });
    paintOn(ChartLayer::Probe, [this](QCPPainter* painter) { paintProbe(painter); });
    paintOn(ChartLayer::Hover, [this](QCPPainter* painter) { paintHover(painter); });
    fitRanges();
}

CurvesChart::~CurvesChart() = default;

void CurvesChart::setSharedAxis(AxisKind axis)
{
    if (axis == m_axis)
        return;
    m_axis = axis;
    scheduleRebuild();
}

void CurvesChart::setPlotAlone(std::optional<std::size_t> plot)
{
    if (std::exchange(m_alone, plot) == plot)
        return;
    for (std::size_t i = 0; i < panelCount; ++i) {
        m_panels[i]->setVisible(shows(i));
        // Beside the one alone there is no room for it. QCustomPlot's own minimum of 50 would win over the maximum.
        m_panels[i]->setMinimumSize(shows(i) ? 50 : 0, 50);
        m_panels[i]->setMaximumSize(shows(i) ? QWIDGETSIZE_MAX : 0, QWIDGETSIZE_MAX);
    }
    scheduleRebuild();
}

ChartWidget::Change CurvesChart::rebuild()
{
    CurvesData fresh;
    if (input().snapshot) {
        fresh = curvesData(*input().snapshot, input().cursor, m_axis);
        fresh.series.front().name = input().sessionName.toStdString();
        for (const Overlay& overlay : input().overlays)
            addSeries(fresh, *overlay.snapshot, input().cursor, overlay.name.toStdString());
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
    for (std::size_t i = 0; i < panelCount && !axisRanges().isZoomed(); ++i)
        if (valueRange(i) != m_panels[i]->axis(QCPAxis::atLeft)->range())
            return Change::Layout;
    return Change::Data;
}

/// Once all that is drawn has stretched the axis.
void CurvesChart::predictOthers(CurvesData& data) const
{
    for (std::size_t i = 1; i < data.series.size(); ++i) {
        const Overlay& overlay = input().overlays[i - 1];
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
    if (!showsRanges(input().concealed)) {
        for (const PredictedPoint& point : m_data.predicted)
            include(valueOf(point, panel));
        const AnyRange range = low > 0.0            ? decadesAround(low, high)
                             : panel == Runtime     ? anyRuntime
                             : panel == Performance ? anyPerformance
                                                    : anyBandwidth;
        return {range.low, range.high};
    }
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
        QCPRange values = valueRange(i);
        for (const std::vector<PlotPlace>& line : input().guess.lines)
            for (const PlotPlace& place : line)
                if (showsResults(input().concealed) && place.plot == static_cast<int>(i)
                    && line.front().x < line.back().x) // else it marks a place
                    holdGuess(values, place.y);
        m_panels[i]->axis(QCPAxis::atLeft)->setRange(values);
    }
}

bool CurvesChart::fits(QSizeF size, const Theme& theme) const
{
    const double em = theme.fontPixels;
    const double key = input().overlays.empty() ? 0.0 : keyOfTwo;
    const bool beside = hasWidthForThree(size.width(), em)
                     && size.height() >= em * (chartTitle + key + plotTitle + lowestPlot + axisLabels);
    return beside || (size.width() >= narrowestPanel * em && size.height() >= (lowestStack + key) * em);
}

double CurvesChart::heightFor(const ExportOptions& file)
{
    const double width = file.size.width();
    const double em = themeOf(file).fontPixels;
    // Type that may shrink a little does so rather than make a slide upright.
    if (hasWidthForThree(width, file.fontPoints == 0.0 ? em * mostShrunk : em))
        return std::max(width * 0.38, em * (chartTitle + plotTitle + 2.0 * lowestPlot + axisLabels));
    return em * (chartTitle + 3.0 * plotTitle + axisLabels) + 3.0 * std::max(width * 0.36, em * lowestPlot);
}

void CurvesChart::arrangePanels()
{
    const double em = theme().fontPixels;
    const bool isUpright = viewport().height() > viewport().width();
    const bool stacked = !m_alone && (isUpright || !hasWidthForThree(viewport().width(), em))
                      && viewport().height()
                             >= (3.0 * (plotTitle + squeezedPlot) + axisLabels) * em + titleHeight() + keyHeight();
    if (stacked == m_stacked)
        return;
    m_stacked = stacked;
    for (std::size_t i = 1; i < m_panels.size(); ++i) {
        const int place = static_cast<int>(i);
        plotLayout()->addElement(stacked ? place : 0, stacked ? 0 : place, m_panels[i]); // takes it from where it was
    }
    plotLayout()->simplify();
}

void CurvesChart::layoutPlot()
{
    const int em = theme().fontPixels;
    std::array<int, 3> left{};
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const QCPRange range = m_panels[i]->axis(QCPAxis::atLeft)->range();
        const QString widest = widestLabel(powerOfTenTicks(range.lower, range.upper, 20, scaleOf(i).factor, format()));
        left[i] = leftMargin(theme(), widest, false);
    }
    m_key = keyFrom(left[m_alone.value_or(0)]);
    arrangePanels();
    if (m_stacked) // so that one value of the shared axis is one vertical through all
        left.fill(*std::max_element(left.begin(), left.end()));
    const auto signs = signKey();
    const int underAxis = bottomMargin(theme(), true) + (signs ? static_cast<int>(std::ceil(signs->height())) : 0);
    int margins = 0;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!shows(i)) {
            m_panels[i]->setMargins({});
            continue;
        }
        const double title = m_stacked && i > 0 ? 0.0 : titleHeight() + keyHeight();
        const int bottom = labelsX(i) ? underAxis : static_cast<int>(em * betweenPlots);
        m_panels[i]->setMargins(
            QMargins(left[i], static_cast<int>(title + em * plotTitle), static_cast<int>(em * 1.1), bottom));
        margins += m_panels[i]->margins().top() + bottom;
        ChartAxis& x = axisOf(*m_panels[i], QCPAxis::atBottom);
        x.setTickLabels(labelsX(i));
        x.setLabel(labelsX(i) ? axisTitle(m_data.axis, m_data.line) : QString());
    }
    if (!m_stacked)
        return;
    // Shares of the height that leave every plot equally high.
    const double each = std::max(1.0, (viewport().height() - margins) / 3.0);
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const QMargins around = m_panels[i]->margins();
        plotLayout()->setRowStretchFactor(static_cast<int>(i), each + around.top() + around.bottom());
    }
}

std::vector<CurvesChart::KeyRow> CurvesChart::keyFrom(double left) const
{
    std::vector<KeyRow> whole;
    for (std::size_t i = 0; i < m_data.series.size() && m_data.series.size() > 1; ++i)
        if (!m_data.series[i].points.empty())
            whole.push_back({QString::fromStdString(m_data.series[i].name), i});
    const double em = theme().fontPixels;
    const double width = std::max(em, viewport().width() - left - em);
    const int most = std::max(1, static_cast<int>(viewport().height() * mostOfChart / (em * keyLine)));
    std::vector<KeyRow> rows;
    for (const double share : {1.0, 0.5, 1.0 / 3.0, 0.25}) {
        rows = whole;
        const double between = em * betweenNames * (1.0 / share - 1.0);
        if (inLinesOfWidth(rows, theme(), {left, titleHeight()}, width, (width - between) * share) <= most)
            break;
    }
    return rows;
}

std::optional<SignKey> CurvesChart::signKey() const
{
    if (!showsResults(input().concealed))
        return std::nullopt;
    SignKey key(m_data, hasCurve(input().guess), QRectF(viewport()), style());
    const double lines = plotTitle + lowestPlot + (m_stacked ? 2.0 * (plotTitle + lowestPlot) : 0.0) + axisLabels;
    const double needed = titleHeight() + keyHeight() + theme().fontPixels * lines + key.height();
    return !key.signs().empty() && needed <= viewport().height() ? std::optional(std::move(key)) : std::nullopt;
}

double CurvesChart::keyHeight() const { return m_key.empty() ? 0.0 : m_key.back().box.bottom() - titleHeight(); }

void CurvesChart::drawSeriesKey(QCPPainter* painter) const
{
    for (const KeyRow& row : m_key) {
        const CurvesSeries& series = m_data.series[row.series];
        drawSeriesSign(*painter, row.sign, theme(), series.provenance,
                       row.series == 0 ? std::nullopt
                                       : std::optional(seriesColor(theme(), row.series - 1, series.unlike)),
                       series.points.size() == 1 ? lonePredicted(series.points) : nullptr);
        text().draw(*painter, {row.box.left() + beforeName(theme()), row.sign.y()}, row.name,
                    {.font = keyFont(theme()), .color = theme().text});
    }
}

QString CurvesChart::panelTitle(std::size_t panel) const
{
    return panel == Runtime ? tr("Runtime") : panel == Performance ? tr("Performance") : tr("Bandwidth");
}

QString CurvesChart::unitOf(std::size_t panel) const
{
    return panel == Runtime     ? QStringLiteral("s")
         : panel == Performance ? workUnit(m_data.line.operation) + QStringLiteral("/s")
                                : QStringLiteral("B/s");
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

std::pair<const ChartPoint*, std::size_t> CurvesChart::otherPointAt(QPointF mouse, std::size_t panel) const
{
    std::pair<const ChartPoint*, std::size_t> nearest{nullptr, 0};
    double least = reachOfOthers;
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        for (const ChartPoint& point : m_data.series[i].points) {
            if (!draws(point, panel))
                continue;
            const double distance = QLineF(pixelOf(panel, point), mouse).length();
            if (distance >= least || !plot(panel).contains(pixelOf(panel, point)))
                continue;
            least = distance;
            nearest = {&point, i};
        }
    return nearest;
}

std::optional<Readout> CurvesChart::readoutAt(QPointF mouse) const
{
    for (std::size_t panel = 0; panel < m_panels.size(); ++panel)
        if (const auto [point, index] = otherPointAt(mouse, panel); point != nullptr) {
            const CurvesSeries& series = m_data.series[index];
            const Overlay& overlay = input().overlays[index - 1];
            if (isPredicted(*point)) // of the own slice, whatever was published of another
                return Readout{pixelOf(panel, *point),
                               QStringList{overlay.plainName()} + describePoint(*point, format())};
            const QStringList untold = draws(*point, Runtime)
                                         ? QStringList()
                                         : QStringList{tr("has another size, so its runtime is not drawn")};
            return Readout{pixelOf(panel, *point), QStringList{QString::fromStdString(series.name)}
                                                       + describePoint(*point, format()) + unlikeWords(series.unlike)
                                                       + untold};
        }
    for (const KeyRow& row : m_key)
        if (row.series < m_data.series.size() && row.box.contains(mouse))
            if (const QString whole = QString::fromStdString(m_data.series[row.series].name); row.name != whole)
                return Readout{row.box.center(), {whole}}; // of which the key has room for a part
    return std::nullopt;
}

std::vector<QPointF> CurvesPlaces::pixelsOf(const ChartPoint& point) const
{
    std::vector<QPointF> pixels;
    for (std::size_t i = 0; i < CurvesChart::panelCount; ++i)
        pixels.push_back(m_chart.pixel(i, m_chart.xOf(point), m_chart.valueOf(point, i)));
    return pixels;
}

std::optional<Workload> CurvesPlaces::workloadAt(QPointF mouse) const
{
    std::optional<Workload> nearest;
    double least = reachOfSamples;
    for (std::size_t i = 0; i < CurvesChart::panelCount && !data().series.empty(); ++i) {
        // A compared point under the mouse is read out, not chosen: the sliders stand on the own session.
        if (const ChartPoint* other = m_chart.otherPointAt(mouse, i).first)
            least = std::min(least, QLineF(m_chart.pixelOf(i, *other), mouse).length());
        for (const ChartPoint& point : data().series.front().points) {
            const QPointF at = m_chart.pixelOf(i, point);
            const double distance = QLineF(at, mouse).length();
            if (distance < least && m_chart.plot(i).contains(at)) {
                least = distance;
                nearest = point.workload;
            }
        }
    }
    return nearest;
}

std::optional<Workload> CurvesPlaces::freeWorkloadAt(QPointF mouse) const
{
    for (std::size_t i = 0; i < m_chart.m_panels.size(); ++i) {
        if (!m_chart.plot(i).contains(mouse) || !m_chart.input().snapshot)
            continue;
        // Beyond the ends nobody can say how long it would take, or whether it fits into the memory.
        const double at = std::clamp(m_chart.m_panels[i]->axis(QCPAxis::atBottom)->pixelToCoord(mouse.x()), data().low,
                                     data().high);
        return moved(data().line, data().axis, valueNear(data().axis, at, data().line));
    }
    return std::nullopt;
}

QStringList CurvesPlaces::describe(const Workload& workload) const
{
    const ChartPoint* point = ownPoint(data().series, workload);
    return point == nullptr ? QStringList{} : describePoint(*point, m_chart.format());
}

Obstacles CurvesPlaces::obstacles() const
{
    Obstacles all{{},
                  {},
                  m_chart.roomiestPlot().bottomRight()
                      - QPointF(m_chart.theme().fontPixels * 0.5, m_chart.theme().fontPixels * 0.3)};
    const auto take = [&](const QRectF& box) { all.boxes.push_back({box.center(), box.width(), box.height(), 0.0}); };
    for (std::size_t panel = 0; panel < m_chart.m_panels.size(); ++panel)
        if (const auto label = m_chart.roofLabel(panel))
            take(label->box);
    for (const CurvesChart::KeyRow& row : m_chart.m_key)
        take(row.box);
    for (std::size_t panel = 0; panel < m_chart.m_panels.size(); ++panel) {
        const QRectF area = m_chart.plot(panel);
        if (!m_chart.shows(panel))
            continue;
        for (const double x : data().borders)
            all.lines.emplace_back(m_chart.pixel(panel, x, 1.0).x(), area.top(), m_chart.pixel(panel, x, 1.0).x(),
                                   area.bottom());
        if (const auto& roof = m_chart.roofOf(panel))
            all.lines.emplace_back(area.left(), m_chart.pixel(panel, 1.0, roof->roof.value).y(), area.right(),
                                   m_chart.pixel(panel, 1.0, roof->roof.value).y());
        for (const QPolygonF& part : clippedPolyline(m_chart.pixelsOf(panel, data().predicted), area))
            for (qsizetype i = 0; i + 1 < part.size(); ++i)
                all.lines.emplace_back(part[i], part[i + 1]);
    }
    return all;
}

std::string CurvesChart::dataCsv() const
{
    CurvesData data = m_data;
    for (const Pin* pin : input().shownPins())
        data.series.push_back({pin->name, pin->point, pin->line(m_axis)});
    return toCsv(data);
}

std::unique_ptr<ChartWidget> CurvesChart::duplicate() const
{
    auto copy = std::make_unique<CurvesChart>();
    copyTo(*copy);
    copy->m_axis = m_axis;
    return copy;
}

} // namespace ridgepoint
