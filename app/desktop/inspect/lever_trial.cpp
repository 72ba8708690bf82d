// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/lever_trial.h"

#include "app/charts/data/lever_list.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/levers_view.h"
#include "core/stats/sample.h"

#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace ridgepoint {
namespace {

/// With rounds enough for its interval to claim anything.
bool isMeasured(const LiveSession& session, const std::string& device, const Workload& workload)
{
    const SamplePointer sample = session.find(device, workload);
    return sample && hasConfidenceInterval(*sample);
}

/// Whether two measured ends leave a range that no prediction is judged by: one end was in two states of the machine.
bool tellNothing(const LiveSession& session, const std::string& device, const Workload& from, const Workload& to)
{
    const auto speedup = measuredSpeedup(session.lookup(device), from, to);
    return speedup && speedup->claimsCoverage && isTooWideToJudgeBy(speedup->range);
}

} // namespace

LeverTrial::LeverTrial(Cursor& cursor, const LiveSession& session, const SnapshotFeed& feed,
                       MeasureController& controller, QObject* parent)
    : QObject(parent), m_cursor(cursor), m_session(session), m_feed(feed), m_controller(controller)
{
    connect(&cursor, &Cursor::moved, this, &LeverTrial::onMoved);
    connect(&cursor, &Cursor::mapChanged, this, &LeverTrial::onMoved);
    connect(&session, &LiveSession::sampleAdded, this, &LeverTrial::onSample);
    connect(&session, &LiveSession::replaced, this, [this] { m_trial.reset(); });
    connect(&controller, &MeasureController::runningChanged, this, [this](bool running) {
        if (!running)
            keepOutcome();
    });
}

void LeverTrial::tryOut(const Lever& lever)
{
    if (!lever.workload || !m_controller.canRun())
        return;
    const QScopedValueRollback moving(m_moving, true);
    m_trial = Trial{m_cursor.device(), m_cursor.point(), lever, std::nullopt};
    m_cursor.setWorkload(*m_trial->lever.workload);
    emit triedOut(*m_trial);
    std::vector<Workload> missing;
    for (const Workload& workload : {*m_trial->lever.workload, m_trial->from})
        if (!isMeasured(m_session, m_trial->device, workload))
            missing.push_back(workload);
    m_controller.measurePoints(missing);
    bool isKnown = missing.empty();
    for (const Workload& end : {*m_trial->lever.workload, m_trial->from}) {
        // Beside one that is yet to be measured an end is judged as if both were so vague.
        const Workload& other = missing.empty() ? *otherEnd(end) : end;
        if (tellNothing(m_session, m_trial->device, end, other)) {
            m_controller.measureAgain(end, MeasureController::Why::Trial);
            isKnown = false;
        }
    }
    if (isKnown)
        keepOutcome();
    m_controller.onFocusChanged(); // another launch mode or depth is another slice: its map would hold two cells
}

void LeverTrial::goBack()
{
    if (!m_trial)
        return;
    const QScopedValueRollback moving(m_moving, true);
    m_cursor.setWorkload(m_trial->from);
    emit wentBack(*m_trial);
    m_controller.onFocusChanged();
}

void LeverTrial::resume(const Trial& trial, const Workload& workload)
{
    const bool isEnd = workload == trial.from || workload == *trial.lever.workload;
    const bool isOn = m_trial && m_trial->from == trial.from && m_trial->lever.workload == trial.lever.workload;
    if (isEnd && !isOn) { // else what came of it stays
        m_trial = trial;
        if (!m_controller.running()) // else once that ends
            keepOutcome();
    }
    const QScopedValueRollback moving(m_moving, isEnd);
    m_cursor.setWorkload(workload);
}

void LeverTrial::measureDoubling()
{
    Workload doubled = m_cursor.point();
    doubled.elements *= 2;
    std::vector<Workload> missing;
    for (const Workload& workload : {m_cursor.point(), doubled})
        if (!isMeasured(m_session, m_cursor.device(), workload))
            missing.push_back(workload);
    m_controller.measurePoints(missing);
}

void LeverTrial::measureCause(const CauseTest& test)
{
    if (isMeasured(m_session, m_cursor.device(), test.other))
        m_controller.measureAgain(test.other, MeasureController::Why::Trial);
    else
        m_controller.measurePoints({test.other});
}

void LeverTrial::measurePointAgain() { m_controller.measureAgain(m_cursor.point(), MeasureController::Why::Trial); }

std::optional<TriedLever> LeverTrial::tried() const
{
    if (!m_trial)
        return std::nullopt;
    return TriedLever{m_trial->from, m_trial->lever, m_trial->outcome ? m_trial->outcome : outcome(),
                      m_controller.running()};
}

std::optional<MeasuredSpeedup> LeverTrial::outcome() const
{
    return measuredSpeedup(m_feed.lookup(m_trial->device), m_trial->from, *m_trial->lever.workload);
}

void LeverTrial::keepOutcome()
{
    if (!m_trial || m_trial->outcome)
        return;
    const auto measured = outcome();
    if (measured && measured->claimsCoverage && !isTooWideToJudgeBy(measured->range))
        m_trial->outcome = measured;
}

std::optional<Workload> LeverTrial::otherEnd(const Workload& end) const
{
    if (!m_trial || (end != m_trial->from && end != *m_trial->lever.workload))
        return std::nullopt;
    return end == m_trial->from ? *m_trial->lever.workload : m_trial->from;
}

LeverFacts LeverTrial::facts(const PointFacts& point) const
{
    LeverFacts facts = leverFactsOf(point,
                                    m_feed.lookup(point.snapshot ? point.snapshot->plan.device : m_cursor.device()));
    facts.canMeasure = m_controller.canRun();
    facts.tried = tried();
    return facts;
}

/// Where the trial is not at one of its two ends, the user went on to something else.
void LeverTrial::onMoved()
{
    if (!m_trial || m_moving)
        return;
    const Workload& place = m_cursor.point();
    if (m_cursor.device() != m_trial->device || (place != m_trial->from && place != *m_trial->lever.workload))
        m_trial.reset();
}

/// A workload beside the sliders' values can be pointed at once it is measured.
void LeverTrial::onSample()
{
    if (!m_trial || m_cursor.point() == *m_trial->lever.workload
        || !m_session.find(m_trial->device, *m_trial->lever.workload))
        return;
    Workload snapped = *m_trial->lever.workload;
    snapped.elements = m_cursor.point().elements;
    snapped.fusionDepth = m_cursor.point().fusionDepth;
    if (snapped != m_cursor.point())
        return; // the user has gone on meanwhile
    const QScopedValueRollback moving(m_moving, true);
    m_cursor.setWorkload(*m_trial->lever.workload);
}

namespace {

constexpr int roomOverHeadline = 48; ///< pixels: the panel's title stands there

/// Only upwards: where the headline is in sight nothing moves.
void showHeadline(const InspectorPanel& inspector, QScrollArea& room)
{
    const int top = inspector.headline()->mapTo(room.widget(), QPoint(0, 0)).y() - roomOverHeadline;
    QScrollBar* bar = room.verticalScrollBar();
    bar->setValue(std::min(bar->value(), std::max(top, 0)));
}

} // namespace

void connectTrial(LeverTrial& trial, InspectorPanel& inspector, QScrollArea& room)
{
    LeversView* levers = inspector.levers();
    QObject::connect(levers, &LeversView::tried, &trial, &LeverTrial::tryOut);
    QObject::connect(levers, &LeversView::backAsked, &trial, &LeverTrial::goBack);
    QObject::connect(inspector.causes(), &CausesView::measureAsked, &trial, &LeverTrial::measureCause);
    QObject::connect(inspector.causes(), &CausesView::againAsked, &trial, &LeverTrial::measurePointAgain);
    QObject::connect(inspector.doubling(), &DoublingView::measureAsked, &trial, &LeverTrial::measureDoubling);
    QObject::connect(levers, &LeversView::tried, &room, [&inspector, &room] { showHeadline(inspector, room); });
}

} // namespace ridgepoint
