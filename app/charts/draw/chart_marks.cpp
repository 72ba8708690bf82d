// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_marks.h"

#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/draw_turns.h"

#include <algorithm>

namespace ridgepoint {

void ChartWidget::askForHover()
{
    m_hoverDue = true;
    DrawTurns::shared().ask(this);
}

std::vector<const Pin*> ChartMarks::shownPins() const
{
    std::vector<const Pin*> shown;
    for (std::size_t i = 0; i < pins->size(); ++i)
        if (shows(i))
            shown.push_back(&(*pins)[i]);
    return shown;
}

void ChartWidget::setPins(PinList pins, std::optional<std::size_t> alone)
{
    if (pins == nullptr || (pins == m_marks.pins && alone == m_marks.pinAlone))
        return;
    m_marks.pins = std::move(pins);
    m_marks.pinAlone = alone;
    scheduleRebuild(); // the axes have to show them too
}

void ChartWidget::setBrushed(Brush brushed)
{
    if (brushed == nullptr || brushed == m_marks.brushed)
        return;
    m_marks.brushed = std::move(brushed);
    askForHover();
}

void ChartWidget::setLinked(std::optional<Workload> linked)
{
    if (linked == m_marks.linked)
        return;
    m_marks.linked = std::move(linked);
    askForHover();
}

void ChartWidget::setConcealed(bool concealed)
{
    if (concealed == m_marks.concealed)
        return;
    m_marks.concealed = concealed;
    setHovered(std::nullopt);
    scheduleRebuild();
}

void ChartWidget::setGuess(GuessMarks guess)
{
    m_marks.guess = std::move(guess);
    askForHover();
}

std::vector<ChartPoint> ChartWidget::pinnedPoints() const
{
    std::vector<ChartPoint> points;
    if (const auto axis = lineAxis())
        for (const Pin* pin : m_marks.shownPins())
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

/// Adds the next place in the key's direction to the brush, or takes the last one away when it goes back.
void ChartWidget::brushBy(Qt::Key key)
{
    const Workload from = m_selected.value_or(m_cursor);
    const Workload next = neighbour(from, key);
    if (next == from)
        return;
    std::vector<Workload> chosen = *m_marks.brushed;
    if (chosen.empty())
        chosen.push_back(from);
    if (std::find(chosen.begin(), chosen.end(), next) == chosen.end())
        chosen.push_back(next);
    else
        chosen.erase(std::remove(chosen.begin(), chosen.end(), from), chosen.end());
    select(next);
    emit brushed(chosen);
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

ChartRanges ChartWidget::ranges() const
{
    ChartRanges now{.ranges = {}, .zoomed = m_zoomed, .locked = m_locked, .axes = axisKinds()};
    for (const QCPAxis* axis : allAxes())
        now.ranges.push_back(axis->range());
    return now;
}

void ChartWidget::setRanges(const ChartRanges& ranges)
{
    if (!ranges.axes.empty() && ranges.axes != axisKinds()) {
        m_locked = ranges.locked; // but depths say nothing of sizes
        return;
    }
    m_pending.reset();
    m_zoomed = ranges.zoomed;
    m_locked = ranges.locked;
    m_rangesOf = ranges.axes; // those of an older file belong to what comes with it
    m_rangesBefore = m_snapshot;
    const auto axes = allAxes();
    for (std::size_t i = 0; i < axes.size() && i < ranges.ranges.size(); ++i)
        axes[i]->setRange(ranges.ranges[i]);
    if (!m_zoomed && !m_locked)
        fitRanges(); // the data may have grown since
    if (m_wholeRanges.size() != axes.size())
        rememberRanges();
    replot(QCustomPlot::rpQueuedReplot);
}

void ChartWidget::restoreRanges(const ChartRanges& ranges)
{
    const bool later = !ranges.axes.empty() && ranges.axes != axisKinds();
    setRanges(later ? ChartRanges{} : ranges);
    if (later) {
        m_locked = ranges.locked; // which is so whatever the chart shows
        m_pending = ranges;
    }
}

void ChartWidget::changeRanges(const ChartRanges& ranges)
{
    const ChartRanges before = this->ranges();
    setRanges(ranges);
    tellRanges(before);
}

void ChartWidget::setLocked(bool locked)
{
    if (locked == m_locked)
        return;
    const ChartRanges before = ranges();
    m_locked = locked;
    if (!locked && !m_zoomed) {
        fitRanges(); // what came meanwhile may need other axes
        rememberRanges();
    }
    if (!locked)
        scheduleRebuild();
    else
        replot(QCustomPlot::rpQueuedReplot); // where it was zoomed to, it may have to say that no sample is in view
    tellRanges(before);
}

void ChartWidget::tellRanges(const ChartRanges& before)
{
    const ChartRanges after = ranges();
    if (!(after == before))
        emit rangesChanged(before, after);
}

} // namespace ridgepoint
