// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/pin_board.h"

#include "app/desktop/base/view_json.h"

#include <QJsonObject>

#include <algorithm>

namespace ridgepoint {
PinBoard::PinBoard(const LiveSession& session, QObject* parent) : QObject(parent)
{
    connect(&session, &LiveSession::replaced, this, [this, &session] { restore(session.frame().viewJson); });
}

void PinBoard::replace(std::vector<Pin> pins)
{
    if (pins.empty() && m_pins->empty())
        return;
    m_pins = std::make_shared<const std::vector<Pin>>(std::move(pins));
    emit changed();
}

PinBoard::Pinning PinBoard::pin(const Snapshot& snapshot, const Workload& point, const Sample* sample)
{
    Pin fresh = makePin(nextPinName(*m_pins), snapshot, point, sample);
    for (const Pin& each : *m_pins)
        if (holdTheSame(each, fresh))
            return {Outcome::PinnedBefore, each.name};
    if (full())
        return {};
    const std::string name = fresh.name;
    std::vector<Pin> pins = *m_pins;
    pins.push_back(std::move(fresh));
    replace(std::move(pins));
    return {Outcome::Pinned, name};
}

bool PinBoard::holds(const std::string& name) const
{
    return std::any_of(m_pins->begin(), m_pins->end(), [&](const Pin& pin) { return pin.name == name; });
}

void PinBoard::remove(const std::string& name)
{
    std::vector<Pin> pins = *m_pins;
    pins.erase(std::remove_if(pins.begin(), pins.end(), [&](const Pin& pin) { return pin.name == name; }), pins.end());
    if (pins.size() != m_pins->size())
        replace(std::move(pins));
}

void PinBoard::removeLast()
{
    if (!m_pins->empty())
        remove(m_pins->back().name);
}

std::string PinBoard::addTo(const std::string& viewJson) const
{
    QJsonObject view = objectOf(viewJson);
    if (!m_pins->empty())
        view[QLatin1String(pinsKey)] = pinsToJson(*m_pins);
    return compactJson(view);
}

void PinBoard::restore(const std::string& viewJson) { replace(pinsOfView(viewJson)); }

} // namespace ridgepoint
