// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What mouse and keys do in a roofline: they move roofs and choose the user's own kernels.
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/chart_callouts.h"
#include "app/charts/draw/chart_part.h"
#include "app/charts/draw/pin_layout.h"
#include "app/charts/draw/roofline_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// A factor this near to a power of two, in octaves, is that power: "twice" is what people mean.
constexpr double snapOctaves = 0.05;
constexpr double fineKeyOctaves = 0.0625; ///< with Shift

/// The factor whose digits are those that Format::factor shows, so that a roof's value is its own times what is read.
double asShown(double factor)
{
    if (factor < 0.095) // "1/10.6×"
        return 10.0 / std::max(std::round(10.0 / factor), 106.0);
    return factor < 0.95 ? std::min(std::round(factor * 100.0) / 100.0, 0.94) : std::round(factor * 10.0) / 10.0;
}

double snapped(double factor)
{
    const double octaves = std::log2(factor);
    return std::abs(octaves - std::round(octaves)) < snapOctaves ? std::exp2(std::round(octaves)) : asShown(factor);
}

double bounded(double factor) { return std::clamp(factor, 1.0 / WhatIf::largestFactor, WhatIf::largestFactor); }

bool isLaunch(const std::string& key) { return key == WhatIf::allLaunches; }

double reachOf(const QMouseEvent& event)
{
    const bool isFinger = event.source() != Qt::MouseEventNotSynthesized
                       || event.pointerType() == QPointingDevice::PointerType::Finger;
    return isFinger ? RoofLines::reachOfFinger : RoofLines::reachOfMouse;
}

} // namespace

double RooflineChart::factorOf(const std::string& key) const
{
    return input().snapshot ? input().snapshot->whatIf.factor(key) : 1.0;
}

/// The roof goes with the mouse: a bandwidth is performance over intensity, and a launch cost its inverse at fixed
/// size.
double RooflineChart::draggedFactor(QPointF to) const
{
    const double up = std::log(yAxis->pixelToCoord(to.y()) / yAxis->pixelToCoord(m_grip->from.y()));
    const double right = std::log(xAxis->pixelToCoord(to.x()) / xAxis->pixelToCoord(m_grip->from.x()));
    const bool compute = m_grip->key.starts_with("compute.");
    const double change = compute ? up : up - right;
    return bounded(snapped(m_grip->factor * std::exp(isLaunch(m_grip->key) ? -change : change)));
}

void RooflineChart::mousePressEvent(QMouseEvent* event)
{
    ChartWidget::mousePressEvent(event);
    m_grip.reset();
    m_pressedAt = event->position();
    // With Shift a drag brushes, and what is hidden cannot be taken.
    if (event->button() != Qt::LeftButton || event->modifiers().testFlag(Qt::ShiftModifier)
        || !showsResults(input().concealed))
        return;
    if (const auto key = lines().roofAt(event->position(), reachOf(*event)))
        m_grip = Grip{*key, factorOf(*key), event->position()};
}

void RooflineChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_grip || !event->buttons().testFlag(Qt::LeftButton)) {
        ChartWidget::mouseMoveEvent(event);
        // What a press takes, also where a click would choose a sample on it.
        const bool canTake = event->buttons() == Qt::NoButton && showsResults(input().concealed);
        setHoveredRoof(canTake ? roofAt(event->position()) : std::nullopt);
        setHoveredKernel(canTake ? kernelAt(event->position()) : std::nullopt);
        if (m_hoveredRoof && !hoveredWorkload())
            setCursor(Qt::SizeVerCursor);
        return;
    }
    if (!m_grip->moved && QLineF(m_grip->from, event->position()).length() < clickTolerance)
        return;
    m_grip->moved = true;
    setHovered(std::nullopt); // the card of a point would stay over what moves
    setReadout(std::nullopt); // it tells of the roof as it was
    setCursor(Qt::SizeVerCursor);
    emit roofMoved(QString::fromStdString(m_grip->key), draggedFactor(event->position()));
}

void RooflineChart::mouseReleaseEvent(QMouseEvent* event)
{
    const bool moved = m_grip && m_grip->moved;
    m_grip.reset();
    const bool click = !moved && event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier
                    && QLineF(m_pressedAt, event->position()).length() < clickTolerance;
    if (const auto kernel = click && showsResults(input().concealed) ? kernelAt(event->position()) : std::nullopt) {
        chooseKernel(kernel);
        return;
    }
    if (!moved) {
        ChartWidget::mouseReleaseEvent(event); // a click chooses a point, on a roof too
        return;
    }
    unsetCursor();
    scheduleRebuild(); // the axes may follow now
    emit roofReleased();
}

void RooflineChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto key = event->button() == Qt::LeftButton ? lines().roofAt(event->position(), reachOf(*event))
                                                       : std::nullopt;
    if (key && factorOf(*key) != 1.0) {
        dropClick();
        restoreRoof(*key);
    } else {
        ChartWidget::mouseDoubleClickEvent(event);
    }
}

void RooflineChart::leaveEvent(QEvent* event)
{
    ChartWidget::leaveEvent(event);
    setHoveredRoof(std::nullopt);
    setHoveredKernel(std::nullopt);
}

void RooflineChart::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool isPlain = event->modifiers() == Qt::NoModifier && showsResults(input().concealed);
    if (key == Qt::Key_W && isPlain) {
        chooseNextRoof();
        return;
    }
    if (key == Qt::Key_K && isPlain) {
        chooseNextKernel();
        return;
    }
    if (key == Qt::Key_Escape && m_chosenKernel) {
        chooseKernel(std::nullopt);
        return;
    }
    if (!m_chosenRoof) {
        ChartWidget::keyPressEvent(event);
        return;
    }
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        const bool isUp = (key == Qt::Key_Up) != isLaunch(*m_chosenRoof); // up is where the roof goes
        const double from = factorOf(*m_chosenRoof);
        const double fine = std::round(std::log2(from) / fineKeyOctaves) + (isUp ? 1.0 : -1.0);
        m_keyMoves = true;
        emit roofMoved(QString::fromStdString(*m_chosenRoof), event->modifiers().testFlag(Qt::ShiftModifier)
                                                                  ? bounded(std::exp2(fine * fineKeyOctaves))
                                                                  : WhatIf::stepped(from, isUp ? 1 : -1));
    } else if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
        restoreRoof(*m_chosenRoof);
    } else if (key == Qt::Key_Escape) {
        m_chosenRoof.reset();
    } else {
        ChartWidget::keyPressEvent(event);
        return;
    }
    updateAccessibleText();
    replotHover();
}

void RooflineChart::keyReleaseEvent(QKeyEvent* event)
{
    ChartWidget::keyReleaseEvent(event);
    if (!event->isAutoRepeat() && std::exchange(m_keyMoves, false))
        emit roofReleased();
}

void RooflineChart::restoreRoof(const std::string& key)
{
    emit roofMoved(QString::fromStdString(key), 1.0);
    emit roofReleased();
}

/// After the last one none, so that the arrow keys go back to the points.
void RooflineChart::chooseNextRoof()
{
    const auto keys = movableRoofs();
    const auto now = m_chosenRoof ? std::find(keys.begin(), keys.end(), *m_chosenRoof) : keys.end();
    const auto next = !m_chosenRoof ? keys.begin() : now == keys.end() ? now : std::next(now);
    m_chosenRoof = next == keys.end() ? std::nullopt : std::optional(*next);
    updateAccessibleText();
    replotHover();
}

void RooflineChart::setHoveredRoof(std::optional<std::string> key)
{
    if (key == m_hoveredRoof)
        return;
    m_hoveredRoof = std::move(key);
    replotHover();
}

QString RooflineChart::chosenWords() const
{
    return tr("Roof %1 %2: up and down move it, Delete restores it, W goes to the next, Esc ends")
        .arg(whatIfKeyWords(*m_chosenRoof), whatIfFactorWords(factorOf(*m_chosenRoof), format()));
}

void RooflineChart::drawHeldRoof(QCPPainter* painter) const
{
    const std::optional<std::string> key = m_grip && m_grip->moved ? std::optional(m_grip->key)
                                         : m_chosenRoof            ? m_chosenRoof
                                                                   : m_hoveredRoof;
    if (!key)
        return;
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme().accent, theme().lineWidth * 1.5, Qt::SolidLine, Qt::RoundCap));
    const auto drawn = lines().linesOf(*key);
    for (const QPolygonF& line : drawn)
        painter->drawPolyline(line);
    if (drawn.empty() || key != m_chosenRoof)
        return;
    // Beside the line it would hide where the roof goes, its name and the points that it is compared with.
    Obstacles obstacles = places().obstacles();
    for (const RooflineSeries& series : m_data.series)
        for (const ChartPoint& point : series.points) {
            const double size = theme().markerSize * (point.workload == input().cursor ? 2.5 : 1.2);
            obstacles.boxes.push_back({pixelOf(point), size, size, 0.0});
        }
    drawReadoutAside(*painter, style(), plot(),
                     {tr("%1 %2").arg(whatIfKeyWords(*key), whatIfFactorWords(factorOf(*key), format())),
                      tr("up, down: move it"), tr("Delete: as it is"), tr("W: next roof, Esc: end")},
                     obstacles);
}

std::optional<std::size_t> RooflineChart::kernelAt(QPointF mouse) const
{
    const DrawnKernel* kernel = KernelMarks(lines(), style()).kernelAt(mouse);
    return kernel != nullptr ? std::optional(kernel->place()) : std::nullopt;
}

std::optional<QPointF> RooflineChart::pixelOfKernel(std::size_t index) const
{
    const DrawnKernel* kernel = m_data.kernels.find(index);
    return kernel != nullptr ? KernelMarks(lines(), style()).placeOf(*kernel) : std::nullopt;
}

const DrawnKernel* RooflineChart::chosenKernelDrawn() const
{
    return m_chosenKernel ? m_data.kernels.find(*m_chosenKernel) : nullptr;
}

void RooflineChart::setHoveredKernel(std::optional<std::size_t> index)
{
    if (index == m_hoveredKernel)
        return;
    m_hoveredKernel = index;
    replotHover();
}

void RooflineChart::drawChosenKernels(QCPPainter* painter) const
{
    if (!showsResults(input().concealed))
        return;
    if (const auto star = m_chosenKernel ? pixelOfKernel(*m_chosenKernel) : std::nullopt;
        star && !chosenKernelDrawn()->isImported())
        drawRing(painter, *star);
    for (const std::optional<std::size_t>& each : {m_chosenKernel, m_hoveredKernel})
        if (const DrawnKernel* kernel = each ? m_data.kernels.find(*each) : nullptr; kernel && kernel->isImported())
            KernelMarks(lines(), style()).drawChosen(painter, *kernel, freeRoom(), m_labels.room(style()));
}

void RooflineChart::chooseKernel(std::optional<std::size_t> index)
{
    // By what is drawn and not by where: axes move while one measures, and a plot that is zoomed in leaves kernels out.
    const DrawnKernel* drawn = index ? m_data.kernels.find(*index) : nullptr;
    index = drawn != nullptr ? std::optional(drawn->place()) : std::nullopt; // of a sum the first
    if (index == m_chosenKernel)
        return;
    m_chosenKernel = index;
    updateAccessibleText();
    replotHover();
    emit kernelChosen();
}

/// In the order of the list; after the last one none, so that the arrow keys are the points' again.
void RooflineChart::chooseNextKernel()
{
    std::optional<std::size_t> next;
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        if ((!m_chosenKernel || kernel.place() > *m_chosenKernel) && (!next || kernel.place() < *next)
            && pixelOfKernel(kernel.place()))
            next = kernel.place();
    chooseKernel(next);
}

QString RooflineChart::kernelWords() const
{
    return tr("%1: K goes to the next kernel of yours, Esc ends")
        .arg(describeDrawn(*chosenKernelDrawn(), format()).join(QStringLiteral(", ")));
}

} // namespace ridgepoint
