// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/measure/probe_controller.h"
#include "app/desktop/session/live_session.h"

#include <QObject>

#include <map>
#include <string>
#include <utility>

namespace ridgepoint {

/// Whether a live probe sees another time than was measured at its place before: farther apart than a quarter and than both
/// intervals, which are √2 wider for a comparison of two runs. Never where one of them claims no interval.
[[nodiscard]] bool partsFrom(const Sample& before, const Sample& now);

/// Has measured anew what the live probe contradicts for as long as somebody can read it: a sample of a moment in which the
/// machine was slower, or faster, stands in prediction, trial and report for longer than that moment. Twice a place at most:
/// on a machine that goes to and fro no measurement is the last.
class PlaceDoubts : public QObject {
    Q_OBJECT

public:
    PlaceDoubts(ProbeController& probe, const LiveSession& session, MeasureController& controller, QObject* parent);

    /// Updates at one place from which on the probe is believed: neither a passing moment nor the way there.
    static constexpr int updatesToDoubt = 3 * ProbeHistory::updatesToKeep;

private:
    void onUpdate();

    ProbeController& m_probe;
    const LiveSession& m_session;
    MeasureController& m_controller;
    std::map<std::pair<std::string, Workload>, int> m_measured; ///< how often each place was, for a doubt
};

} // namespace ridgepoint
