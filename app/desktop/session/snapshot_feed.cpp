// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/snapshot_feed.h"

#include "app/charts/data/apply_what_if.h"
#include "app/desktop/base/repaint_schedule.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {

SnapshotFeed::Locked::Locked(const LiveSession& session)
    : roofs(session.frame().roofs), samples(session.samples()), experiments(session.frame().experiments)
{
    index.rebuild();
}

SnapshotFeed::SnapshotFeed(const LiveSession& session, const Cursor& cursor, QObject* parent)
    : QObject(parent), m_session(session), m_cursor(cursor)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &SnapshotFeed::ask);
    connect(&session, &LiveSession::changed, this, &SnapshotFeed::noteContent);
    takeKernels();
    connect(&session, &LiveSession::ownKernelsChanged, this, &SnapshotFeed::takeKernels);
    // What is planned, and which devices there are, is no news to a picture.
    for (const auto measured : {&LiveSession::roofsChanged, &LiveSession::ownKernelsChanged})
        connect(&session, measured, this, &SnapshotFeed::noteBehind);
    for (const auto measured : {&LiveSession::sampleAdded, &LiveSession::sampleReplaced})
        connect(&session, measured, this, &SnapshotFeed::noteBehind);
    connect(&cursor, &Cursor::mapChanged, this, &SnapshotFeed::noteNews);
    connect(&session, &LiveSession::replaced, this, [this] {
        // What is under way is of the session that was left.
        m_replacedAt = m_generation;
        m_latest.reset();
        setLocked(false);
        noteContent();
    });
    connect(&m_worker, &AnalysisWorker::finished, this, [this](const SnapshotPointer& snapshot) {
        const bool isStale = snapshot->generation <= m_replacedAt || snapshot->plan.device != m_cursor.device();
        if (isStale)
            return; // the one to come was asked for when the session or the device changed
        m_latest = brought(snapshot);
        emit changed();
    });
}

void SnapshotFeed::setMeasuring(bool measuring)
{
    m_timer.setInterval(measuring ? RepaintSchedule::measuringIntervalMs : 0);
}

void SnapshotFeed::setPaced(bool paced)
{
    m_paced = paced;
    if (paced)
        m_timer.stop();
    else if (m_news && !m_timer.isActive())
        m_timer.start();
}

void SnapshotFeed::setLocked(bool locked)
{
    if (locked == isLocked())
        return;
    m_locked = locked ? std::make_unique<const Locked>(m_session) : nullptr;
    if (std::exchange(m_isBehind, false)) {
        takeKernels();
        noteContent();
    }
    emit lockChanged();
}

SamplePointer SnapshotFeed::find(const std::string& device, const Workload& workload) const
{
    if (!m_locked || m_session.reference(device))
        return m_session.find(device, workload);
    const auto row = m_locked->index.find(device, workload);
    return row ? m_locked->samples[*row] : nullptr;
}

SampleLookup SnapshotFeed::lookup(std::string device) const
{
    return [this, device = std::move(device)](const Workload& workload) { return find(device, workload); };
}

const RoofSet* SnapshotFeed::roofs() const
{
    if (!m_locked || m_session.reference(m_cursor.device()))
        return m_cursor.roofs();
    const auto found = std::ranges::find_if(m_locked->roofs, [this](const RoofSet& set) {
        return set.device == m_cursor.device() && set.threads == m_cursor.workload().threads;
    });
    return found != m_locked->roofs.end() ? &*found : nullptr;
}

void SnapshotFeed::noteContent()
{
    if (m_locked)
        return;
    ++m_content;
    noteNews();
}

void SnapshotFeed::noteBehind()
{
    if (m_locked && !std::exchange(m_isBehind, true))
        emit lockChanged();
}

void SnapshotFeed::noteNews()
{
    m_news = true;
    if (!m_paced && !m_timer.isActive())
        m_timer.start();
}

bool SnapshotFeed::askNow()
{
    if (!m_news)
        return false;
    m_timer.stop();
    ask();
    return true;
}

void SnapshotFeed::setWhatIf(const WhatIf& whatIf)
{
    if (whatIf == m_whatIf)
        return;
    m_whatIf = whatIf;
    if (!m_latest)
        return;
    m_latest = withWhatIf(*m_latest, m_whatIf);
    if (m_session.reference(m_cursor.device()))
        noteNews(); // its samples are predictions, which the worker makes anew
    emit changed();
}

void SnapshotFeed::setKernelChoice(const KernelChoice& choice)
{
    if (choice == kernelChoice())
        return;
    m_kernels = chosenAnew(*m_kernels, choice);
    if (!m_latest)
        return;
    m_latest = brought(m_latest);
    emit changed();
}

void SnapshotFeed::takeKernels()
{
    const std::vector<OwnKernel>& kernels = m_session.frame().ownKernels;
    if (!m_locked && kernels != *m_kernels->all)
        m_kernels = kernelList(kernels, kernelChoice());
}

SnapshotPointer SnapshotFeed::brought(const SnapshotPointer& snapshot) const
{
    const SnapshotPointer now = snapshot->whatIf == m_whatIf ? snapshot : withWhatIf(*snapshot, m_whatIf);
    return now->kernels == m_kernels ? now : withKernels(*now, m_kernels);
}

void SnapshotFeed::ask()
{
    m_news = false;
    AnalysisRequest request;
    request.generation = ++m_generation;
    request.content = m_content;
    request.device = m_cursor.deviceInfo();
    if (const RoofSet* shown = roofs())
        request.roofs = *shown;
    request.plan = m_cursor.plan();
    request.whatIf = m_whatIf;
    request.samples = m_locked ? m_locked->samples : m_session.samples();
    request.reference = m_session.reference(m_cursor.device());
    request.kernels = m_kernels;
    m_worker.request(std::move(request));
}

} // namespace ridgepoint
