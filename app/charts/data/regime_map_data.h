// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/contours.h"
#include "app/charts/data/series_data.h"
#include "core/model/axis_kind.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {

/// How a cell of the map came to its colour.
enum class CellState {
    Unknown,      ///< no sample near
    Spread,       ///< takes the nearest known cell's values until something is measured here
    Interpolated, ///< filled by refinement
    Measured,
};

/// One cell of the map.
struct MapCell {
    CellState state = CellState::Unknown;
    std::optional<Shares> shares;
    std::optional<Regime> regime; ///< the verdict; none also where it cannot be told
    double confidence = 0.0;      ///< 0 (the shares' intervals span everything) to 1
    bool ambiguous = false;
    bool marked = false; ///< hatched: under-filled, or else out of a cache (a cache transition by slopes alone)
    bool underFilled = false;
    std::optional<double> residual;               ///< measured over predicted time, of the device as it was then
    std::optional<double> shareOfRoof;            ///< of the roofline reached, as PointAnalysis has it
    double seconds = 0.0;                         ///< runtime; 0 where unknown
    Provenance provenance = Provenance::Measured; ///< of the sample; Measured is no more than a Measured state says
    double difference = 0.0;                      ///< runtime over the other session's; 0 where unknown
    bool differenceIsBetween = false;             ///< the other's time is interpolated between its cells
    Provenance differenceProvenance = Provenance::Measured; ///< of the other's time
    std::size_t index = 0;                                  ///< into the snapshot's samples, unless Unknown
};

/// Where two predicted regimes meet.
struct MapBorder {
    Regime first = Regime::Memory;
    Regime second = Regime::Compute;
    MapLine line;
};

/// A place for a region's name: the middle of the widest free disc in the region.
struct RegionLabel {
    Regime regime = Regime::Memory;
    MapPoint place;
    double clearance = 0.0; ///< in fractions of the map's smaller side
};

/// Why no cell of a map has a time of the other session beside its own.
enum class NoDifference {
    None,      ///< some have one
    Operation, ///< the other has no times of the operation in the precision
    Chain,     ///< none of chains of this length
    Slice,     ///< none in the slice that the map shows
    Reach,     ///< some in the slice, but not where the map has its own
};

/// Everything the regime map draws. Cells run with x fastest, from the lowest values up.
struct RegimeMapData {
    AxisKind xAxis = AxisKind::Operations;
    AxisKind yAxis = AxisKind::Size;
    Workload base;
    std::vector<std::int64_t> xs;
    std::vector<std::int64_t> ys;
    std::vector<double> xEdges; ///< log2, one more than xs: halfway between neighbours
    std::vector<double> yEdges;
    std::vector<MapCell> cells;
    std::vector<MapBorder> borders;              ///< predicted
    std::vector<MapBorder> otherBorders;         ///< predicted of the device that the map is compared with
    LaunchMode otherMode = LaunchMode::WaitEach; ///< of those borders
    std::vector<RegionLabel> labels;
    std::size_t measured = 0;
    bool hasDifference = false;
    NoDifference noDifference = NoDifference::None;
    std::string whatIf; ///< of borders and residuals, in a file's words; empty without one

    [[nodiscard]] const MapCell& cell(std::size_t x, std::size_t y) const { return cells[y * xs.size() + x]; }
    [[nodiscard]] Workload workload(std::size_t x, std::size_t y) const;
    /// The cell that holds a point in log2 coordinates, as index into cells.
    [[nodiscard]] std::optional<std::size_t> cellAt(MapPoint point) const;
    [[nodiscard]] std::optional<std::size_t> cellOf(const Workload& workload) const;
};

/// What of a cursor decides which slice of a plan its map shows: the cursor with 1 along both axes of the map, or as it
/// is where the plan has no map.
[[nodiscard]] Workload mapSlice(const Plan& plan, const Workload& cursor);

/// The slice of the snapshot's plan through the cursor (a plan of three axes is cut at the cursor's depth).
[[nodiscard]] RegimeMapData regimeMapData(const Snapshot& snapshot, const Workload& cursor);
/// Fills each cell's `difference` from another session's times of the same workloads, or between its nearest
/// (MapPartner).
void compareWith(RegimeMapData& data, const Snapshot& other);
/// A line a cell. "residual_as_it_was" is of the time that was predicted of the device in the state in which it was
/// measured, "share_of_drawn_roof" of the roofs as charts draw them: neither follows from the other.
[[nodiscard]] std::string toCsv(const RegimeMapData& data);

/// The best place for the name of each regime that fills more than 2 % of the map: the cell of its region that is
/// farthest from everything that is not the region, where a text is taken as 2.5 times wider than high.
[[nodiscard]] std::vector<RegionLabel> regionLabels(const RegimeMapData& data);

/// The borders between predicted regimes over the map's axes, chained into polylines: where the two largest terms of
/// the equation of time are equal, found by marching squares on the logarithms of their ratios. Empty where a roof that
/// the prediction needs is missing.
[[nodiscard]] std::vector<MapBorder> predictedBorders(const RegimeMapData& data, const Snapshot& snapshot);
/// Those of another device over the same axes, for `base` in place of the map's own workload.
[[nodiscard]] std::vector<MapBorder> predictedBorders(const RegimeMapData& data, const Workload& base,
                                                      const Snapshot& snapshot);

/// Where a border crosses a row of the map, or a column.
struct BorderCrossing {
    double place = 0.0; ///< along the row or column, in the map's own coordinate
    Regime first = Regime::Memory;
    Regime second = Regime::Compute;
};
/// All of them, in the order of the borders; `at` is the map's coordinate across: upwards of a row.
[[nodiscard]] std::vector<BorderCrossing> crossingsOf(const std::vector<MapBorder>& borders, bool isRow, double at);

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

/// The other's time of a workload of its own, as the map of this plan takes it; none where the plan has no map.
[[nodiscard]] std::optional<MapPartner::Time> partnerTime(const Snapshot& other, const Workload& workload,
                                                          const Plan& plan);

} // namespace ridgepoint
