// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/exploration.h"

#include "app/charts/chart_widget.h"
#include "app/desktop/chart_area.h"
#include "app/desktop/explore_actions.h"
#include "app/desktop/inspector_panel.h"
#include "app/desktop/message_strip.h"
#include "app/desktop/snapshot_feed.h"

#include <QAction>

namespace ridgepoint {

Exploration::Exploration(const ExplorationParts& parts, QMenuBar* bar, QObject* parent)
    : QObject(parent), m_parts(parts), m_pins(parts.session), m_actions(new ExploreActions(this))
{
    m_actions->fillMenus(bar);
    connectPins();
}

void Exploration::connectPins()
{
    connect(m_actions->pin, &QAction::triggered, this, &Exploration::pinNow);
    connect(m_actions->removeLastPin, &QAction::triggered, &m_pins, &PinBoard::removeLast);
    connect(m_actions->removeAllPins, &QAction::triggered, &m_pins, &PinBoard::clear);
    connect(m_actions, &ExploreActions::removePin, &m_pins, &PinBoard::remove);
    connect(&m_pins, &PinBoard::changed, this, [this] {
        for (ChartWidget* chart : m_parts.charts.charts())
            chart->setPins(m_pins.pins());
        m_parts.inspector.setPins(m_pins.pins());
        m_actions->setPins(*m_pins.pins(), m_pins.full());
    });
}

void Exploration::pinNow()
{
    const SnapshotPointer snapshot = m_parts.feed.latest();
    const Workload& point = m_parts.cursor.point();
    const SamplePointer sample = m_parts.session.find(m_parts.cursor.device(), point);
    if (!snapshot || snapshot->samples.empty()) {
        m_parts.strip.tell(Severity::Hint, tr("There is nothing to pin yet: measure first (F5)."));
        return;
    }
    m_pins.pin(*snapshot, point, sample.get());
    const QString name = QString::fromStdString(m_pins.pins()->back().name);
    m_parts.strip.tell(Severity::Hint, tr("Pinned as %1. Move a slider or measure again: what comes next is drawn over it and compared with it.").arg(name));
}

} // namespace ridgepoint
