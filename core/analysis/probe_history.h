// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/sample.h"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// A place where the probe was a moment ago.
struct ProbePoint {
    Workload workload;
    Seconds time;
    double age = 0.0; ///< 0 now, 1 when it has faded

    friend bool operator==(const ProbePoint&, const ProbePoint&) = default;
};

/// A place of the strip chart: a measured time, so many seconds ago.
struct ProbeReading {
    Seconds ago;
    Seconds time;
};

/// The last seconds of a live probe: what it measured, where, and how often. Times of arrival are the caller's, on any
/// clock that does not go back.
class ProbeHistory {
public:
    /// How far back the strip goes, and everything that is kept.
    static constexpr Seconds stripLength{3.0};
    /// How long a place of the trail can be seen.
    static constexpr Seconds trailLength{1.6};
    /// What the large figures are made of.
    static constexpr Seconds figureLength{1.0};
    /// Updates at one place after which they are a sample of the session: twice what an interval needs, so that the way
    /// there and the first, cold update weigh little.
    static constexpr int updatesToKeep = 12;

    /// An update arrived.
    void add(Seconds now, Sample sample);
    /// Forgets everything: the probe was switched off, or looks at another device.
    void clear();

    [[nodiscard]] bool empty() const { return m_updates.empty(); }
    /// The workload of the latest update; the default one while there is none.
    [[nodiscard]] Workload workload() const;
    /// Updates without a break at the present workload.
    [[nodiscard]] int updatesHere() const { return m_here; }
    /// The present workload's updates of the last second as one sample, each a round of its own; with fewer than six
    /// updates the range claims nothing (few-readings). Nothing while nothing came.
    [[nodiscard]] std::optional<Sample> current(Seconds now) const;
    /// The sample to keep in a session: as current(), and only from updatesToKeep updates at this place on.
    [[nodiscard]] std::optional<Sample> worthKeeping(Seconds now) const;
    /// Updates a second over the last second, or over as much of it as there was; 0 with fewer than two.
    [[nodiscard]] double updatesPerSecond(Seconds now) const;
    /// Where the probe was, the oldest first.
    [[nodiscard]] std::vector<ProbePoint> trail(Seconds now) const;
    /// What it measured, the oldest first.
    [[nodiscard]] std::vector<ProbeReading> strip(Seconds now) const;

private:
    struct Update {
        Seconds at;
        Sample sample;
    };
    std::deque<Update> m_updates;
    int m_here = 0;
};

} // namespace ridgepoint
