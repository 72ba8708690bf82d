// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/range_controller.h"

#include "app/charts/draw/chart_widget.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

/// How far beyond the whole view one may zoom out or pan, in widths of the view.
constexpr double roomAround = 0.5;
/// The narrowest view, as a part of the whole.
constexpr double narrowestView = 1.0 / 64.0;

bool isLogarithmic(const QCPAxis& axis) { return axis.scaleType() == QCPAxis::stLogarithmic; }

/// Ranges are compared in the scale in which they are drawn.
QCPRange flat(const QCPAxis& axis, const QCPRange& range)
{
    return isLogarithmic(axis) ? QCPRange(std::log(range.lower), std::log(range.upper)) : range;
}

QCPRange curved(const QCPAxis& axis, const QCPRange& range)
{
    return isLogarithmic(axis) ? QCPRange(std::exp(range.lower), std::exp(range.upper)) : range;
}

void setBounded(QCPAxis& axis, QCPRange wanted, const QCPRange& whole)
{
    const QCPRange bounds = flat(axis, whole);
    const double width = bounds.size();
    const double size = std::clamp(wanted.size(), width * narrowestView, width * (1.0 + roomAround));
    const double low = bounds.lower - width * roomAround;
    const double high = bounds.upper + width * roomAround;
    const double center = std::clamp(wanted.center(), low + size / 2.0, high - size / 2.0);
    axis.setRange(curved(axis, QCPRange(center - size / 2.0, center + size / 2.0)));
}

} // namespace

std::vector<QCPAxis*> RangeController::axes() const
{
    std::vector<QCPAxis*> all;
    for (const QCPAxisRect* rect : m_chart.plots())
        for (QCPAxis* axis : rect->axes())
            all.push_back(axis);
    return all;
}

std::vector<const ChartAxis*> RangeController::typedAxes() const
{
    std::vector<const ChartAxis*> typed;
    for (const QCPAxisRect* rect : m_chart.plots())
        for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft})
            if (const ChartAxis& axis = axisOf(*rect, type); !axis.isLed() && !axis.meaning().name().isEmpty())
                typed.push_back(&axis);
    return typed;
}

std::vector<AxisKind> RangeController::kinds() const
{
    std::vector<AxisKind> kinds;
    for (const QCPAxisRect* rect : m_chart.plots())
        for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft})
            if (const ChartAxis& axis = axisOf(*rect, type); !axis.isLed())
                if (const auto kind = axis.meaning().kind())
                    kinds.push_back(*kind);
    return kinds;
}

ChartAxis* RangeController::labelledAt(QPointF pixel) const
{
    for (const QCPAxisRect* rect : m_chart.plots()) {
        const QRectF plot(rect->rect());
        const QRectF outer(rect->outerRect());
        if (QRectF(outer.left(), plot.top(), plot.left() - outer.left(), plot.height()).contains(pixel))
            return &axisOf(*rect, QCPAxis::atLeft);
        if (QRectF(plot.left(), plot.bottom(), plot.width(), outer.bottom() - plot.bottom()).contains(pixel))
            return &axisOf(*rect, QCPAxis::atBottom);
    }
    return nullptr;
}

ChartRanges RangeController::current() const
{
    ChartRanges now{.ranges = {}, .zoomed = m_zoomed, .locked = m_locked, .axes = kinds()};
    for (const QCPAxis* axis : axes())
        now.ranges.push_back(axis->range());
    return now;
}

void RangeController::set(const ChartRanges& ranges)
{
    if (!ranges.axes.empty() && ranges.axes != kinds()) {
        m_locked = ranges.locked; // but depths say nothing of sizes
        return;
    }
    m_pending.reset();
    m_zoomed = ranges.zoomed;
    m_locked = ranges.locked;
    m_directions = ranges.axes; // those of an older file belong to what comes with it
    m_before = m_chart.input().snapshot;
    const std::vector<QCPAxis*> all = axes();
    for (std::size_t i = 0; i < all.size() && i < ranges.ranges.size(); ++i)
        all[i]->setRange(ranges.ranges[i]);
    if (!m_zoomed && !m_locked)
        m_chart.fitRanges(); // the data may have grown since
    if (m_whole.size() != all.size())
        rememberWhole();
    m_chart.replot(QCustomPlot::rpQueuedReplot);
}

void RangeController::restore(const ChartRanges& ranges)
{
    const bool later = !ranges.axes.empty() && ranges.axes != kinds();
    set(later ? ChartRanges{} : ranges);
    if (later) {
        m_locked = ranges.locked; // which is so whatever the chart shows
        m_pending = ranges;
    }
}

void RangeController::change(const ChartRanges& ranges)
{
    const ChartRanges before = current();
    set(ranges);
    tell(before);
}

void RangeController::setLocked(bool locked)
{
    if (locked == m_locked)
        return;
    const ChartRanges before = current();
    m_locked = locked;
    if (!locked && !m_zoomed) {
        fitWhole(); // what came meanwhile may need other axes
    }
    if (!locked)
        m_chart.scheduleRebuild();
    else
        m_chart.replot(
            QCustomPlot::rpQueuedReplot); // where it was zoomed to, it may have to say that no sample is in view
    tell(before);
}

void RangeController::tell(const ChartRanges& before)
{
    const ChartRanges after = current();
    if (!(after == before))
        emit m_chart.rangesChanged(before, after);
}

void RangeController::reset()
{
    const ChartRanges before = current();
    m_zoomed = false;
    m_locked = false;
    m_pending.reset();
    fitWhole();
    m_chart.replot(QCustomPlot::rpQueuedReplot);
    tell(before);
}

/// A zoom into sizes shows nothing of depths. A lock holds, from the whole of the new axes on.
void RangeController::follow()
{
    const std::vector<AxisKind> now = kinds();
    if (now.empty() || now == m_directions)
        return;
    if (m_pending && m_pending->axes == now) {
        set(*std::exchange(m_pending, std::nullopt));
        m_directions = now;
        return;
    }
    if (m_directions.empty() && m_pending) {
        fitWhole(); // what is shown until then is whole, also under a lock
        return;
    }
    if (m_directions.empty()) {
        if (m_before.lock() != m_chart.input().snapshot || m_chart.input().snapshot == nullptr)
            m_directions = now; // what a file's ranges were waiting for
        return;
    }
    m_directions = now;
    m_zoomed = false;
    fitWhole();
}

void RangeController::fit()
{
    if (!m_zoomed && !m_locked)
        fitWhole();
}

void RangeController::fitWhole()
{
    m_chart.fitRanges();
    rememberWhole();
}

void RangeController::rememberWhole()
{
    m_whole.clear();
    for (const QCPAxis* axis : axes())
        m_whole.push_back(axis->range());
}

QCPAxisRect* RangeController::movableAt(QPointF pixel)
{
    if (m_whole.size() != axes().size())
        rememberWhole();
    return m_locked ? nullptr : m_chart.axisRectAt(pixel);
}

void RangeController::zoom(QPointF at, double factor)
{
    const QCPAxisRect* under = movableAt(at);
    if (under == nullptr)
        return;
    const std::vector<QCPAxis*> all = axes();
    const ChartRanges before = current();
    for (std::size_t i = 0; i < all.size(); ++i) {
        QCPAxis& axis = *all[i];
        if (axis.axisRect() != under || !under->rangeZoom().testFlag(axis.orientation()))
            continue;
        const QCPRange now = flat(axis, axis.range());
        const double pixel = axis.orientation() == Qt::Horizontal ? at.x() : at.y();
        const double value = axis.pixelToCoord(pixel);
        const double fixed = isLogarithmic(axis) ? std::log(value) : value;
        setBounded(axis, QCPRange(fixed + (now.lower - fixed) * factor, fixed + (now.upper - fixed) * factor),
                   m_whole[i]);
    }
    m_zoomed = true;
    m_chart.replot(QCustomPlot::rpQueuedReplot);
    tell(before);
}

void RangeController::beginDrag(QPointF pressed)
{
    m_dragged = movableAt(pressed);
    m_beforeDrag = current();
}

void RangeController::endDrag() { tell(m_beforeDrag); }

void RangeController::drag(QPointF from, QPointF to)
{
    const std::vector<QCPAxis*> all = axes();
    if (m_dragged == nullptr || m_locked || m_whole.size() != all.size())
        return;
    for (std::size_t i = 0; i < all.size(); ++i) {
        QCPAxis& axis = *all[i];
        if (axis.axisRect() != m_dragged || !m_dragged->rangeDrag().testFlag(axis.orientation()))
            continue;
        const bool horizontal = axis.orientation() == Qt::Horizontal;
        const double before = axis.pixelToCoord(horizontal ? from.x() : from.y());
        const double after = axis.pixelToCoord(horizontal ? to.x() : to.y());
        const double shift = isLogarithmic(axis) ? std::log(before / after) : before - after;
        const QCPRange now = flat(axis, axis.range());
        setBounded(axis, QCPRange(now.lower + shift, now.upper + shift), m_whole[i]);
    }
    m_zoomed = true;
    m_chart.replot(QCustomPlot::rpQueuedReplot);
}

void RangeController::takeFrom(const RangeController& other)
{
    m_zoomed = other.m_zoomed;
    m_locked = other.m_locked;
    m_directions = other.m_directions;
    m_whole = other.m_whole;
    const auto from = other.axes();
    const auto to = axes();
    for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) {
        to[i]->setScaleType(from[i]->scaleType());
        to[i]->setRange(from[i]->range());
    }
}

} // namespace ridgepoint
