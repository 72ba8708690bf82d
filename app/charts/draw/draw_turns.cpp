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
    m_timer.setInterval(turnMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &DrawTurns::takeTurn);
}

void DrawTurns::ask(ChartWidget* chart)
{
    if (std::find(m_waiting.begin(), m_waiting.end(), chart) == m_waiting.end())
        m_waiting.emplace_back(chart);
    if (!m_timer.isActive())
        m_timer.start();
}

void DrawTurns::withdraw(const ChartWidget* chart)
{
    m_waiting.erase(std::remove(m_waiting.begin(), m_waiting.end(), chart), m_waiting.end());
}

void DrawTurns::drawNow()
{
    m_timer.stop();
    for (const QPointer<ChartWidget>& chart : std::exchange(m_waiting, {}))
        if (!chart.isNull())
            chart->flush();
}

void DrawTurns::takeTurn()
{
    while (!m_waiting.empty()) {
        const QPointer<ChartWidget> chart = m_waiting.front();
        m_waiting.erase(m_waiting.begin());
        if (chart.isNull())
            continue;
        chart->flush();
        break;
    }
    if (!m_waiting.empty())
        m_timer.start(); // from now on, not from the last time-out: input comes between
}

} // namespace ridgepoint
