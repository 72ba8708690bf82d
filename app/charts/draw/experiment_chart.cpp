// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/experiment_chart.h"

#include "app/charts/draw/series_marks.h"
#include "core/session/experiment_csv.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double reachOfMarks = 14.0;
/// Names of bars take so much of a plot's width at most.
constexpr double mostLabelShare = 0.55;
/// And those of a timeline's groups beside them.
constexpr double mostGroupShare = 0.22;
/// A flame bar's height where a timeline has 1, as the plots above have.
constexpr double heightOfFlame = 0.5;
/// And a plot's that stands below the others.
constexpr double heightBelow = 0.7;

QCPAxis::ScaleType scaleTypeOf(AxisScaleKind kind)
{
    return kind == AxisScaleKind::Linear ? QCPAxis::stLinear : QCPAxis::stLogarithmic;
}

} // namespace

ExperimentChart::ExperimentChart(QWidget* parent) : ChartWidget(parent)
{
    setAccessibleName(tr("Chart of the experiment"));
    setPanels(1);
}

ExperimentChart::~ExperimentChart() = default;

void ExperimentChart::setPanels(std::size_t count)
{
    while (m_panels.size() > count) {
        delete m_panels.back(); // which takes it out of its layout
        m_panels.pop_back();
    }
    while (m_panels.size() < count) {
        const std::size_t plot = m_panels.size();
        m_panels.push_back(plot == 0 ? axisRect() : withAxes(new QCPAxisRect(this)));
        for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft}) {
            ChartAxis& axis = axisOf(*m_panels.back(), type);
            const bool isAcross = type == QCPAxis::atBottom;
            axis.setTicks([this, plot, isAcross, &axis](const QCPRange&, double room) {
                return ticksOf(plot, axis, mostTicks(room, !isAcross ? 2.4 : hasBars(plot) ? 4.5 : 3.6));
            });
        }
    }
    arrangePanels();
}

/// Side by side; what is over time below, over the whole width, because time needs room, and what its experiment puts
/// there.
void ExperimentChart::arrangePanels()
{
    std::vector<Arranged> wanted;
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        wanted.push_back({kindOfPlot(i), isBelow(i)});
    if (m_arranged == wanted)
        return;
    m_arranged = std::move(wanted);
    QCPLayoutGrid& outer = *plotLayout();
    for (QCPAxisRect* panel : m_panels)
        if (panel->layout() != nullptr)
            panel->layout()->take(panel);
    outer.clear();
    auto* across = new QCPLayoutGrid;
    across->setColumnSpacing(0);
    outer.addElement(0, 0, across);
    outer.setRowSpacing(0);
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        QCPAxisRect* rect = m_panels[i];
        // The rows of a timeline stay; its time alone is zoomed.
        const Qt::Orientations zoomed = hasTime(i) ? Qt::Orientations(Qt::Horizontal) : Qt::Horizontal | Qt::Vertical;
        rect->setRangeZoom(zoomed);
        rect->setRangeDrag(zoomed);
        if (isBelow(i) && m_panels.size() > 1) {
            const int row = outer.rowCount();
            outer.addElement(row, 0, rect);
            outer.setRowStretchFactor(row, isFlame(i) ? heightOfFlame : hasTime(i) ? 1.0 : heightBelow);
        } else
            across->addElement(0, across->columnCount(), rect);
    }
    if (across->elementCount() == 0)
        outer.remove(across);
    outer.simplify();
}

void ExperimentChart::setExperiment(const ExperimentInfo* info, std::shared_ptr<const ExperimentResult> result)
{
    m_info = info;
    m_result = std::move(result);
    scheduleRebuild();
}

ChartWidget::Change ExperimentChart::rebuild()
{
    m_data = m_info != nullptr ? experimentChartData(*m_info, m_result ? *m_result : ExperimentResult{})
                               : ExperimentChartData{};
    setPanels(std::max<std::size_t>(1, m_data.plots.size()));
    if (m_chosen)
        emit pointChosen();
    return Change::Layout;
}

QCPAxis& ExperimentChart::valueAxis(std::size_t plot) const
{
    return *m_panels[plot]->axis(hasBars(plot) ? QCPAxis::atBottom : QCPAxis::atLeft);
}

void ExperimentChart::fitRanges()
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i) {
        const ExperimentPlotData& data = m_data.plots[i];
        QCPAxis& across = *m_panels[i]->axis(hasBars(i) ? QCPAxis::atLeft : QCPAxis::atBottom);
        QCPAxis& value = valueAxis(i);
        if (hasTime(i)) {
            value.setScaleType(QCPAxis::stLinear);
            value.setRange(0.0, rowCount(data.lanes));
            across.setScaleType(QCPAxis::stLinear);
            across.setRange(data.xLow, data.xHigh);
            continue;
        }
        across.setScaleType(hasBars(i) ? QCPAxis::stLinear : scaleTypeOf(data.plot.x.scale));
        value.setScaleType(scaleTypeOf(data.plot.y.scale));
        value.setRange(data.yLow, data.yHigh);
        if (hasBars(i))
            across.setRange(0.0, static_cast<double>(std::max<std::size_t>(1, data.labels.size())));
        else
            across.setRange(data.xLow, data.xHigh);
    }
}

double ExperimentChart::labelWidth(std::size_t plot) const
{
    double width = 0.0;
    for (const LabelName& label : m_data.plots[plot].labels)
        width = std::max(width, TextPainter::sizeOf(catalogueWords(label), theme().font()).width());
    for (const TimelineLane& lane : m_data.plots[plot].lanes)
        width = std::max(width, TextPainter::sizeOf(catalogueWords(lane.name), theme().font()).width());
    return std::min(width, plotWidth(plot) * mostLabelShare);
}

double ExperimentChart::plotWidth(std::size_t plot) const
{
    double beside = 0.0;
    for (std::size_t i = 0; i < m_data.plots.size(); ++i)
        beside += isBelow(i) ? 0.0 : 1.0;
    return viewport().width() / (isBelow(plot) ? 1.0 : std::max(1.0, beside));
}

/// Of the names of a timeline's groups, which stand left of those of its lanes.
double ExperimentChart::groupWidth(std::size_t plot) const
{
    double width = 0.0;
    for (const TimelineLane& lane : m_data.plots[plot].lanes)
        width = std::max(width,
                         TextPainter::sizeOf(catalogueWords(lane.group), theme().font(1.0, QFont::DemiBold)).width()
                             + theme().fontPixels);
    return std::min(width, viewport().width() * mostGroupShare);
}

void ExperimentChart::layoutPlot()
{
    const int em = theme().fontPixels;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const bool isTitled = i < m_data.plots.size() && !m_data.plots[i].plot.title.empty();
        const bool isUnderOthers = isBelow(i) && m_panels.size() > 1;
        const int top = static_cast<int>((isUnderOthers ? 0.0 : titleHeight()) + em * (isTitled ? 2.6 : 1.0)
                                         + keyHeight(i));
        ChartAxis& y = axisOf(*m_panels[i], QCPAxis::atLeft);
        for (ChartAxis* axis : {&axisOf(*m_panels[i], QCPAxis::atBottom), &y})
            axis->setLabel(titleOf(i, *axis));
        y.setVisible(!hasRows(i));
        int left = em * 4;
        if (hasTime(i)) {
            left = static_cast<int>(groupWidth(i) + labelWidth(i) + em * 1.8);
        } else if (hasBars(i)) {
            left = static_cast<int>(labelWidth(i) + em * 1.4);
        } else if (i < m_data.plots.size()) {
            QString widest = QStringLiteral("1000");
            for (const Tick& tick : ticksOf(i, y, 20))
                if (tick.label.size() > widest.size())
                    widest = tick.label;
            left = leftMargin(theme(), widest, true);
        }
        const int right = static_cast<int>(em * (hasRows(i) ? 1.8 : 1.1));
        m_panels[i]->setMargins(QMargins(left, top, right, bottomMargin(theme(), true) + drawingHeight()));
    }
}

void ExperimentChart::layoutLabels() { layoutKeys(); }

QPointF ExperimentChart::at(std::size_t plot, double x, double y) const
{
    const QCPAxisRect& rect = *m_panels[plot];
    return {rect.axis(QCPAxis::atBottom)->coordToPixel(x), rect.axis(QCPAxis::atLeft)->coordToPixel(y)};
}

QRectF ExperimentChart::rowOf(std::size_t plot, const ExperimentPoint& point) const
{
    const ExperimentPlotData& data = m_data.plots[plot];
    const auto found = data.rows.find(point.label);
    const auto row = static_cast<double>(found == data.rows.end() ? data.labels.size() : found->second.place);
    const QCPAxis& rows = *m_panels[plot]->axis(QCPAxis::atLeft);
    const auto count = static_cast<double>(data.labels.size());
    const double top = rows.coordToPixel(count - row);
    const double bottom = rows.coordToPixel(count - row - 1.0);
    const double inset = (bottom - top) * 0.16;
    QRectF all(area(plot).left(), top + inset, area(plot).width(), bottom - top - 2.0 * inset);
    if (found == data.rows.end())
        return all;
    // Several series share the row; what is predicted of none of them is of the whole row. Those that have nothing of
    // this label take no place in it, so that bars stand beside their label; all bars are equally thick.
    const std::vector<SeriesName>& names = found->second.series;
    const auto place = std::find(names.begin(), names.end(), point.series);
    if (place == names.end())
        return all;
    const double height = all.height() / static_cast<double>(data.mostBars);
    const double first = all.center().y() - height * static_cast<double>(names.size()) / 2.0;
    return {all.left(), first + height * static_cast<double>(place - names.begin()), all.width(), height};
}

bool ExperimentChart::isBar(std::size_t plot, const ExperimentPoint& point) const
{
    if (point.provenance != Provenance::Predicted)
        return true;
    const ExperimentPlotData& data = m_data.plots[plot];
    const auto row = data.rows.find(point.label);
    return data.plot.barsOfPredictions && (row == data.rows.end() || row->second.series.empty());
}

QPointF ExperimentChart::pixelOf(std::size_t plot, const ExperimentPoint& point) const
{
    if (hasBars(plot))
        return {valueAxis(plot).coordToPixel(point.y), rowOf(plot, point).center().y()};
    if (isFlame(plot))
        return boxOf(plot, point).intersected(area(plot)).center();
    return at(plot, point.x, point.y);
}

std::optional<ExperimentChart::Near> ExperimentChart::nearestAt(QPointF pixel) const
{
    std::optional<Near> nearest;
    double least = reachOfMarks;
    for (std::size_t i = 0; i < m_data.plots.size(); ++i)
        for (const ExperimentSeries& series : m_data.plots[i].series)
            for (const ExperimentPoint& point : series.points) {
                const QPointF place = pixelOf(i, point);
                // Anywhere on a bar is on its number.
                const bool isOnBar = hasBars(i) && rowOf(i, point).contains(pixel) && pixel.x() <= place.x()
                                  && isBar(i, point);
                const double distance = isFlame(i) ? distanceToBox(i, point, pixel)
                                      : isOnBar    ? reachOfMarks * 0.5
                                                   : QLineF(place, pixel).length();
                if (distance < least && std::isfinite(place.x()) && std::isfinite(place.y())) {
                    least = distance;
                    nearest = Near{place, i, &point};
                }
            }
    return nearest;
}

std::optional<ChartWidget::Readout> ExperimentChart::readoutAt(QPointF mouse) const
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i)
        if (isTimeline(i) && area(i).contains(mouse))
            return spanAt(i, mouse);
    const auto nearest = nearestAt(mouse);
    if (!nearest)
        return std::nullopt;
    return Readout{nearest->place, wordsOf(*nearest->point)};
}

std::string ExperimentChart::dataCsv() const
{
    return m_info != nullptr && m_result ? toCsv(*m_result, *m_info) : std::string();
}

std::unique_ptr<ChartWidget> ExperimentChart::duplicate() const
{
    auto copy = std::make_unique<ExperimentChart>();
    copy->m_info = m_info;
    copy->m_result = m_result;
    copy->m_data = m_data; // before its ranges, which are by panel
    copy->setPanels(m_panels.size());
    copyTo(*copy);
    return copy;
}

} // namespace ridgepoint
