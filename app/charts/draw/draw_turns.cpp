// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/draw_turns.h"

#include "app/charts/draw/chart_widget.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

/// Between two turns: three charts follow at 30 pictures a second, and input has most of the time.
constexpr int turnMilliseconds = 11;

} // namespace

DrawTurns& DrawTurns::shared()
{
    static QPointer<DrawTurns> turns;
    if (turns.isNull())
        turns = new DrawTurns(QCoreApplication::instance());
    return *turns;
}

void DrawTurns::connectTimer()
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &DrawTurns::takeTurn);
}

DrawTurns::Waiting& DrawTurns::waitingOf(ChartWidget* chart)
{
    const auto found = std::find_if(m_waiting.begin(), m_waiting.end(),
                                    [chart](const Waiting& each) { return each.chart == chart; });
    return found != m_waiting.end() ? *found : m_waiting.emplace_back(Waiting{chart, false});
}

bool DrawTurns::anyNow() const
{
    return std::any_of(m_waiting.begin(), m_waiting.end(), [](const Waiting& each) { return each.now; });
}

void DrawTurns::ask(ChartWidget* chart)
{
    (void)waitingOf(chart);
    if (!m_timer.isActive())
        m_timer.start(turnMilliseconds);
}

void DrawTurns::askNow(ChartWidget* chart)
{
    waitingOf(chart).now = true;
    if (m_beforePaint)
        return;
    m_beforePaint = true;
    m_timer.stop();
    // Posted, and not timed: a window's painting is posted too, with a lower priority, and would come before any timer.
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_beforePaint = false;
            takeTurn();
        },
        Qt::QueuedConnection);
}

void DrawTurns::withdraw(const ChartWidget* chart)
{
    std::erase_if(m_waiting, [chart](const Waiting& each) { return each.chart == chart; });
}

void DrawTurns::drawNow()
{
    m_timer.stop();
    for (const Waiting& each : std::exchange(m_waiting, {}))
        if (!each.chart.isNull())
            each.chart->flush();
}

void DrawTurns::takeTurn()
{
    std::erase_if(m_waiting, [](const Waiting& each) { return each.chart.isNull(); });
    if (m_waiting.empty())
        return;
    const auto moved = std::find_if(m_waiting.begin(), m_waiting.end(), [](const Waiting& each) { return each.now; });
    const auto next = moved != m_waiting.end() ? moved : m_waiting.begin();
    const QPointer<ChartWidget> chart = next->chart;
    m_waiting.erase(next);
    chart->flush();
    if (!m_waiting.empty())
        m_timer.start(anyNow() ? 0 : turnMilliseconds); // from now on, not from the last time-out: input comes between
}

} // namespace ridgepoint
