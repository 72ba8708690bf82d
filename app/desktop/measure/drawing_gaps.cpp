// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/drawing_gaps.h"

#include "app/charts/draw/draw_turns.h"
#include "app/desktop/base/repaint_schedule.h"
#include "app/desktop/measure/bench_process.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/snapshot_feed.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QWidget>

#include <utility>
#include <variant>

namespace ridgepoint {
namespace {

/// Begins no other view after this time in a gap; the child leaves a seventh of its time, ten gaps a second.
constexpr qint64 longestMs = 8;

} // namespace

DrawingGaps::DrawingGaps(BenchProcess& bench, SnapshotFeed& feed, RepaintSchedule& schedule, const Cursor& cursor,
                         QWidget* window)
    : QObject(window), m_bench(bench), m_feed(feed), m_schedule(schedule), m_window(window)
{
    connect(&bench, &BenchProcess::notified, this, [this](const protocol::Notification& notification) {
        if (const auto* gap = std::get_if<protocol::MeasuringGap>(&notification))
            onGap(gap->sequence);
    });
    connect(&feed, &SnapshotFeed::changed, this, [this] {
        if (m_gap)
            draw();
    });
    connect(&cursor, &Cursor::moved, this, &DrawingGaps::leave);
    connect(&cursor, &Cursor::mapChanged, this, &DrawingGaps::leave);
}

void DrawingGaps::leave()
{
    m_gap.reset();
    setPaced(false);
}

void DrawingGaps::setPaced(bool paced)
{
    m_feed.setPaced(paced);
    m_schedule.setPaced(paced);
}

void DrawingGaps::onGap(std::int64_t sequence)
{
    setPaced(true);
    m_gap = sequence;
    // Either a view or an analysis and the first view of it: the gap stays short. A live probe has something new to
    // draw in every gap, so after each view had its turn it is the analysis' turn all the same.
    const bool viewsFirst = m_schedule.pending() && ++m_drawnSinceAnalysis <= m_schedule.views();
    if (!viewsFirst)
        m_drawnSinceAnalysis = 0;
    if (viewsFirst || !m_feed.askNow())
        draw();
}

void DrawingGaps::draw()
{
    // A probe's trail is drawn in a millisecond or two, a whole map not: as many views as are quickly done, at least
    // one.
    QElapsedTimer drawing;
    drawing.start();
    do {
        m_schedule.takeTurn();
        DrawTurns::shared().drawNow();
    } while (m_schedule.pending() && drawing.elapsed() < longestMs);
    // Everything else that waits to be laid out and painted, such as progress, now and not while it is measured.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QEvent update(QEvent::UpdateRequest);
    QCoreApplication::sendEvent(m_window, &update);
    ++m_count;
    m_bench.send(protocol::ResumeMeasuring{*std::exchange(m_gap, std::nullopt)});
}

} // namespace ridgepoint
