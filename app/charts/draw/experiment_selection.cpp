// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How a number of an experiment is chosen, by mouse and by keyboard, and how it is marked.
#include "app/charts/draw/experiment_chart.h"

#include "app/charts/draw/reach.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace ridgepoint {

namespace {

/// How far an arrow key moves a timeline, in widths of what is seen.
constexpr double stepOfKey = 0.125;

} // namespace

/// Of lines and dots a number, of rows over time a stretch; bars write their values at the edge, wherever they end, and
/// a plot without anything says so itself.
bool ExperimentChart::hasSampleInView(std::size_t plot) const
{
    if (plot >= m_data.plots.size() || isBlank(plot) || hasBars(plot))
        return true;
    const ExperimentPlotData& data = m_data.plots[plot];
    const QRectF inside = area(plot);
    if (isTimeline(plot)) {
        for (std::size_t lane = 0; lane < data.lanes.size(); ++lane)
            for (const TimelineSpan& span : data.lanes[lane].spans)
                if (barOf(plot, lane, span).intersects(inside))
                    return true;
        return false;
    }
    if (isFlame(plot))
        return std::any_of(data.boxes.begin(), data.boxes.end(),
                           [&](const FlameBox& box) { return boxOf(plot, box.point).intersects(inside); });
    return std::any_of(data.series.begin(), data.series.end(), [&](const ExperimentSeries& series) {
        return std::any_of(series.points.begin(), series.points.end(),
                           [&](const ExperimentPoint& point) { return inside.contains(pixelOf(plot, point)); });
    });
}

std::vector<const ExperimentPoint*> ExperimentChart::pointsInOrder() const
{
    // What was measured first: it is what one steps through; what was said of it comes behind.
    std::vector<const ExperimentPoint*> all;
    for (const bool measured : {true, false})
        for (const ExperimentPlotData& plot : m_data.plots)
            for (const ExperimentSeries& series : plot.series)
                for (const ExperimentPoint& point : series.points)
                    if ((series.provenance == Provenance::Measured) == measured)
                        all.push_back(&point);
    return all;
}

const ExperimentPoint* ExperimentChart::chosenPoint() const
{
    if (!m_chosen)
        return nullptr;
    const auto all = pointsInOrder();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const ExperimentPoint* point) { return point->isSamePlace(*m_chosen); });
    return found == all.end() ? nullptr : *found;
}

void ExperimentChart::choosePoint(std::optional<ExperimentPoint> point)
{
    m_chosen = std::move(point);
    replotHover();
    updateAccessibleText();
    emit pointChosen();
}

void ExperimentChart::stepChoice(int by)
{
    const auto all = pointsInOrder();
    if (all.empty())
        return;
    const ExperimentPoint* now = chosenPoint();
    const auto found = std::find(all.begin(), all.end(), now);
    const auto count = static_cast<int>(all.size());
    const int next = found == all.end() ? (by > 0 ? 0 : count - 1)
                                        : std::clamp(static_cast<int>(found - all.begin()) + by, 0, count - 1);
    choosePoint(*all[static_cast<std::size_t>(next)]);
}

QString ExperimentChart::chosenWords() const
{
    const ExperimentPoint* chosen = chosenPoint();
    if (chosen == nullptr)
        return {};
    return wordsOf(*chosen).join(QStringLiteral(", "));
}

int ExperimentChart::chosenPlace() const
{
    const auto all = pointsInOrder();
    const ExperimentPoint* chosen = chosenPoint();
    return chosen == nullptr ? 0 : static_cast<int>(std::find(all.begin(), all.end(), chosen) - all.begin()) + 1;
}

int ExperimentChart::placesToChoose() const { return static_cast<int>(pointsInOrder().size()); }

QString ExperimentChart::countWords() const
{
    std::map<Provenance, std::int64_t> counts;
    std::int64_t lanes = 0;
    for (const ExperimentPlotData& plot : m_data.plots) {
        lanes += std::ssize(plot.lanes);
        for (const ExperimentSeries& series : plot.series)
            counts[series.provenance] += std::ssize(series.points);
    }
    QStringList parts{counts[Provenance::Measured] == 1
                          ? tr("One measured number")
                          : tr("%1 measured numbers").arg(format().whole(counts[Provenance::Measured]))};
    for (const auto& [provenance, count] : counts)
        if (provenance != Provenance::Measured && count > 0)
            parts << tr("%1 %2", "4 predicted")
                         .arg(format().whole(count), catalogueWords(std::string(nameOf(provenance))));
    if (lanes > 0)
        parts << tr("a timeline of %1 lanes").arg(format().whole(lanes));
    return parts.join(QStringLiteral(", "));
}

QString ExperimentChart::guideWords() const
{
    return tr("Arrow keys choose a number; what is seen stands beside the chart in words, and Export writes every "
              "number as CSV.");
}

void ExperimentChart::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = event->position();
    ChartWidget::mousePressEvent(event);
}

void ExperimentChart::mouseReleaseEvent(QMouseEvent* event)
{
    ChartWidget::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || QLineF(m_pressedAt, event->position()).length() >= clickTolerance)
        return;
    const auto nearest = nearestAt(event->position());
    choosePoint(nearest ? std::optional(*nearest->point) : std::nullopt);
}

void ExperimentChart::keyPressEvent(QKeyEvent* event)
{
    // With Shift the arrows move the time of a timeline.
    const bool isAcross = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (const auto timeline = shownTimeline(); timeline && isAcross && event->modifiers().testFlag(Qt::ShiftModifier))
        return moveTimeline(*timeline, event->key() == Qt::Key_Left ? -stepOfKey : stepOfKey);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: return stepChoice(-1);
    case Qt::Key_Right:
    case Qt::Key_Down: return stepChoice(1);
    case Qt::Key_Escape:
        if (!m_chosen)
            break;
        return choosePoint(std::nullopt);
    default: break;
    }
    ChartWidget::keyPressEvent(event);
}

void ExperimentChart::paintHover(QCPPainter* painter)
{
    const ExperimentPoint* chosen = chosenPoint();
    if (chosen == nullptr)
        return;
    const auto plot = static_cast<std::size_t>(chosen->plot);
    if (isFlame(plot)) {
        painter->setPen(QPen(theme().text, theme().lineWidth * 1.4));
        painter->setBrush(Qt::NoBrush);
        if (const QRectF box = boxOf(plot, *chosen).intersected(area(plot)); !box.isEmpty())
            painter->drawRect(box.adjusted(0.0, 1.0, 0.0, -1.0));
        return;
    }
    if (const QPointF place = pixelOf(plot, *chosen); area(plot).adjusted(-2, -2, 2, 2).contains(place))
        drawRing(painter, place);
}

} // namespace ridgepoint
