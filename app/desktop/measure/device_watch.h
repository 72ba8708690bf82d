// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/session/live_session.h"

#include <deque>
#include <string>

namespace ridgepoint {

/// Watches the samples that arrive for what they tell about the machine: its clock, and whether it is held back.
class DeviceWatch : public QObject {
    Q_OBJECT

public:
    explicit DeviceWatch(const LiveSession& session, QObject* parent = nullptr);

    /// "quiet now · 3.4 GHz", "busy" where others take the processor now, "throttled" of this device; empty while
    /// nothing was measured on it, or last on another.
    [[nodiscard]] QString words(const std::string& device, bool isBusy, const Format& format) const;
    /// On which the latest sample was measured; empty before the first.
    [[nodiscard]] const std::string& device() const { return m_device; }
    /// Forgets what it saw: a new run begins.
    void reset() { m_recent.clear(); }

private:
    void onSample(int row);
    /// Forgets the device as well.
    void forget();
    [[nodiscard]] bool isThrottled() const;

    const LiveSession& m_session;
    std::string m_device; ///< of the samples seen
    std::deque<FlagSet> m_recent;
    Hertz m_clock;
};

} // namespace ridgepoint
