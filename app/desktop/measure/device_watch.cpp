// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/device_watch.h"

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr std::size_t watched = 32;
constexpr int throttledCount = 11; ///< a third of them

} // namespace

DeviceWatch::DeviceWatch(const LiveSession& session, QObject* parent) : QObject(parent), m_session(session)
{
    connect(&session, &LiveSession::sampleAdded, this, &DeviceWatch::onSample);
    connect(&session, &LiveSession::sampleReplaced, this, &DeviceWatch::onSample);
    connect(&session, &LiveSession::replaced, this, &DeviceWatch::forget);
}

void DeviceWatch::forget()
{
    reset();
    m_device.clear();
    m_clock = {};
}

bool DeviceWatch::isThrottled() const
{
    return std::count_if(m_recent.begin(), m_recent.end(), [](FlagSet flags) { return flags.has(Flag::Throttled); })
        >= throttledCount;
}

void DeviceWatch::onSample(int row)
{
    const Sample& sample = *m_session.samples()[static_cast<std::size_t>(row)];
    if (sample.device != m_device) {
        forget(); // another machine's clock says nothing of this one
        m_device = sample.device;
    }
    m_recent.push_back(sample.flags);
    if (m_recent.size() > watched)
        m_recent.pop_front();
    if (sample.clock.value() > 0.0)
        m_clock = sample.clock;
}

QString DeviceWatch::words(const std::string& device, bool isBusy, const Format& format) const
{
    if (m_recent.empty() || device != m_device)
        return {};
    const QString state = isThrottled() ? tr("throttled") : isBusy ? tr("busy") : tr("quiet now");
    return m_clock.value() > 0.0 ? tr("%1 · %2").arg(state, format.clock(m_clock)) : state;
}

} // namespace ridgepoint
