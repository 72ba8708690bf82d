// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/measure/probe_controller.h"
#include "app/desktop/session/live_session.h"

#include <QObject>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ridgepoint {

/// Whether a live probe sees another time than was measured at its place before: farther apart than a quarter and, unless only
/// what was measured before was disturbed, than both intervals, which are √2 wider for a comparison of two runs. Never where one
/// of them claims no interval.
[[nodiscard]] bool partsFrom(const Sample& before, const Sample& now);

/// Has measured anew what the live probe contradicts for as long as somebody can read it: a sample of a moment in which the machine
/// was slower, or faster, stands in regime, prediction, trial and report for longer than that moment.
/// Not while other programs disturb the probe more than they did the sample. Twice a place at most: on a machine
/// that goes to and fro no measurement is the last.
class PlaceDoubts : public QObject {
    Q_OBJECT

public:
    /// What a place's time is compared with, as a trial's other end is: measured anew together with it.
    using Partner = std::function<std::optional<Workload>(const Workload& place)>;

    PlaceDoubts(ProbeController& probe, const LiveSession& session, MeasureController& controller, Partner partner, QObject* parent);

    /// Updates at one place from which on the probe is believed: neither a passing moment nor the way there.
    static constexpr int updatesToDoubt = 3 * ProbeHistory::updatesToKeep;

private:
    void onUpdate();

    ProbeController& m_probe;
    const LiveSession& m_session;
    MeasureController& m_controller;
    Partner m_partner;
    std::map<std::pair<std::string, Workload>, int> m_measured; ///< how often each place was, for a doubt
};

} // namespace ridgepoint
