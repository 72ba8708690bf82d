// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/probe_display.h"

#include "app/desktop/base/repaint_schedule.h"
#include "app/desktop/explore/probe_strip.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/figures_view.h"
#include "app/desktop/inspect/point_words.h"
#include "app/desktop/views/chart_area.h"
#include "core/agenda/point_recheck.h"

#include <cmath>
#include <memory>

namespace ridgepoint {
namespace {

/// Digits that change faster than this cannot be read.
constexpr Seconds figurePause{0.25};
constexpr double beatSeconds = 1.2;

} // namespace

ProbeDisplay::ProbeDisplay(ProbeController& probe, const SnapshotFeed& feed, RepaintSchedule& schedule,
                           ChartArea& charts, WorkloadPanel& panel)
    : QObject(&panel), m_probe(probe), m_feed(feed), m_schedule(schedule), m_charts(charts), m_panel(panel)
{
    charts.setProbeSource([this] { return takeTurn(); });
    connect(&probe, &ProbeController::updated, this, &ProbeDisplay::onUpdate);
    connect(&probe, &ProbeController::onChanged, this, &ProbeDisplay::onSwitched);
    onSwitched(false);
}

void ProbeDisplay::setTheme(const Theme& theme) { m_panel.strip()->setTheme(theme); }

void ProbeDisplay::onUpdate(bool first)
{
    if (first)
        showPanel();
    m_charts.markProbe(m_schedule);
}

void ProbeDisplay::onSwitched(bool on)
{
    m_panel.strip()->setVisible(on);
    m_panel.strip()->show({}, std::nullopt);
    if (on)
        showPanel();
    m_charts.markProbe(m_schedule);
}

ProbeTrail ProbeDisplay::takeTurn()
{
    if (!m_probe.isOn())
        return {};
    const Seconds now = m_probe.now();
    if (now - m_figuresAt >= figurePause)
        showPanel();
    const PointFacts facts = liveFactsOf(m_probe.history().workload(), m_feed.latest(), nullptr);
    m_panel.strip()->show(m_probe.history().strip(now), facts.named());
    return {m_probe.history().trail(now), std::fmod(now.value(), beatSeconds) / beatSeconds};
}

void ProbeDisplay::showPanel()
{
    const Seconds now = m_probe.now();
    m_figuresAt = now;
    ++m_panelTurns;
    PointFigures figures;
    figures.title = tr("Live probe");
    figures.waiting = tr("waiting for the first reading…");
    if (const auto sample = m_probe.history().current(now)) {
        const PointFacts facts = liveFactsOf(sample->workload, m_feed.latest(),
                                             std::make_shared<const Sample>(*sample));
        const QString rate = tr("%1 updates/s").arg(m_format.significant(m_probe.history().updatesPerSecond(now), 2));
        const QString title = figures.title;
        figures = figuresOf(facts, m_format);
        figures.title = title;
        const SamplePointer before = m_feed.find(sample->device, sample->workload);
        if (before)
            figures.measured = m_format.time(before->time);
        if (before && m_probe.history().updatesHere() >= updatesToDoubt)
            figures.aside = partingWords(*before, *sample, m_format);
        figures.timeNote = figures.timeNote.isEmpty() || sample->flags.has(Flag::FewReadings)
                             ? rate
                             : tr("%1 · %2").arg(figures.timeNote, rate);
    }
    m_panel.figures()->show(figures);
    emit figuresShown(figures);
}

} // namespace ridgepoint
