// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/regime_map_data.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ridgepoint {

/// The times of another session in the plane of a map: what the map's own times are divided by. Sessions of two
/// machines rarely have one grid (the size axis follows the caches), so a time between four neighbours of the other's
/// map is interpolated, linearly in the logarithms of both coordinates and of what the other's roofs leave unexplained
/// (the time over its prediction): the steps at the knees of the caches are in the prediction, wherever the neighbours
/// lie. Without roofs it is the logarithm of the time itself.
class MapPartner {
public:
    /// `base` is the slice of the other session that compares with the map's own.
    /// `other` has to outlive the partner.
    MapPartner(const Snapshot& other, const RegimeMapData& map, const Workload& base);

    struct Time {
        Seconds seconds;
        bool isBetween = false;                       ///< interpolated: the other has no sample there
        Provenance provenance = Provenance::Measured; ///< between samples that of the least certain one
    };
    /// Whether the other has no sample in the plane at all.
    [[nodiscard]] bool isEmpty() const { return m_times.empty(); }
    /// Empty outside the other's map, and where one of the neighbours was not measured.
    [[nodiscard]] std::optional<Time> timeAt(const Workload& workload) const;

private:
    using Place = std::pair<std::int64_t, std::int64_t>;
    struct Known {
        double logSeconds = 0.0;
        Provenance provenance = Provenance::Measured;
        bool isBetween = false; ///< the other session filled it in itself
    };
    [[nodiscard]] std::optional<double> logPrediction(Place place) const;

    const Snapshot& m_other;
    AxisKind m_xAxis;
    AxisKind m_yAxis;
    Workload m_plane;               ///< with 1 along both axes
    std::vector<std::int64_t> m_xs; ///< the grid of the other's samples in the plane
    std::vector<std::int64_t> m_ys;
    std::map<Place, Known> m_times;
};

} // namespace ridgepoint
