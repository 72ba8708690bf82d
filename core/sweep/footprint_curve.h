// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/knees.h"
#include "core/measure/backend.h"

#include <memory>
#include <vector>

namespace ridgepoint {

/// Measures in-place bandwidth over the footprint, two points an octave, in interleaved short rounds; the best round
/// counts. A reading is of a warm working set: what lay in the caches from the last footprint is driven out by one pass
/// that is not timed. Footprints go from well inside the nearest cache to twice what the caches claim, as far as memory
/// allows.
class FootprintCurve {
public:
    FootprintCurve(Backend& backend, int threads);

    /// One reading, or the preparing of one footprint; false when the curve is complete. An Error when the device
    /// fails; a footprint for which memory does not suffice is left out.
    [[nodiscard]] Result<bool> step();
    /// How much of it is done, 0 to 1.
    [[nodiscard]] double fraction() const;
    /// What has been measured, smallest footprint first.
    [[nodiscard]] std::vector<CurvePoint> points() const;

private:
    struct Place {
        Bytes footprint;
        RoofWork work;
        std::int64_t repetitions = 1;
        int windows = 1;              ///< repetitions that make one pass
        double best = 0.0;            ///< bytes per second
        std::vector<double> pieces{}; ///< the shortest time of each piece of a pass, in seconds
    };
    [[nodiscard]] Result<void> prepare(Bytes footprint);
    /// The place whose turn it is. Every second round goes backwards: what disturbs at intervals is not to meet the
    /// same footprints each time.
    [[nodiscard]] Place& current() { return m_places[m_round % 2 == 0 ? m_next : m_places.size() - 1 - m_next]; }
    [[nodiscard]] Result<void> measure(Place& place);
    [[nodiscard]] static Result<void> measureWindows(Place& place);

    Backend& m_backend;
    int m_threads;
    std::vector<MemoryLevel> m_claimed;
    std::vector<Bytes> m_footprints;
    std::vector<Place> m_places;
    std::size_t m_prepared = 0;
    std::size_t m_next = 0;
    bool m_isWarm = false; ///< the next place's working set
    int m_round = 0;
};

} // namespace ridgepoint
