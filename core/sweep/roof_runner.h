// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/knee_check.h"
#include "core/measure/backend.h"
#include "core/model/roof.h"
#include "core/sweep/clock.h"
#include "core/sweep/footprint_curve.h"
#include "core/sweep/roof_lists.h"
#include "core/sweep/roof_meter.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// The reason's id of a roof that was named for a device that has none of that kind (UnavailableRoof::reason).
inline constexpr std::string_view roofLeftOutId = "roof.not-here";

/// Measures the roofs of a device in small steps: first bandwidth over footprint, which shows the memory levels, then
/// every roof in interleaved rounds, those that a first picture needs ahead of the others. The rounds of launch costs
/// lie over the whole of it, from before the curve on, and go on for a while where they disagree. What was measured
/// stays when the device fails.
class RoofRunner {
public:
    /// All roofs of the device, or those named in `only`, of which matrix roofs that the device lacks are left out
    /// (roofLeftOutId) as long as another one is there. `threads` 0 takes all that the device offers.
    RoofRunner(Backend& backend, int threads, std::vector<std::string> only, const Clock& clock);

    /// Does one bounded piece of measuring (about 50 ms at most on an idle machine); false when there is no more to do.
    bool step();
    /// Roofs that are new or sharper since the last call; the same id may come again.
    [[nodiscard]] std::vector<Roof> takeNewRoofs();
    /// Everything so far: roofs, what could not be measured and why, and the levels once the curve is done.
    [[nodiscard]] const RoofSet& roofs() const { return m_roofs; }
    /// Roofs of `total` that have a value or a reason why not.
    [[nodiscard]] int done() const;
    [[nodiscard]] int total() const { return static_cast<int>(m_ids.size()) + m_leftOut; }
    /// How much of the measuring is done, 0 to 1, never falling; roofs become done close together, near the end.
    [[nodiscard]] double fraction() const;
    /// Whether every roof that a first picture needs has its first rounds, and the levels are checked by them.
    [[nodiscard]] bool hasFirstPicture() const { return m_stage > Stage::First; }
    /// Why it stopped early: InvalidInput for an unknown roof or impossible thread count, or the device's own failure.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    enum class Stage { Curve, First, Rest, Settle, Sustained, Done };

    void chooseRoofs(const std::vector<std::string>& only);
    bool stepCurve();
    void finishCurve();
    /// Whether a launch cost is to have a round before the curve goes on.
    [[nodiscard]] bool isLaunchDue() const;
    /// Puts the last knee where the roofs on either side of it say, once they are measured.
    void checkKnees();
    /// Says in the last cache's roof how wide the range is in which that cache ends, where it is wide.
    void tellKnees();
    void prepareNext();
    bool stepRounds(int targetRounds);
    void measureRound(RoofMeter& meter);
    /// Whether this stage has another round for the meter.
    [[nodiscard]] bool isWanted(const RoofMeter& meter, int targetRounds) const;
    [[nodiscard]] Stage stageAfter() const;
    void enter(Stage stage);
    /// How many of m_ids are prepared by the end of this stage.
    [[nodiscard]] std::size_t countBy(Stage stage) const;
    [[nodiscard]] Result<RoofRequest> requestFor(const std::string& id) const;
    /// Whether a roof is the latency of a level that the curve has to find first; a GPU knows its own.
    [[nodiscard]] bool isPlaced(std::string_view id) const;
    [[nodiscard]] Result<RoofRequest> placedRequest(RoofRequest request) const;
    void giveUp(const std::string& id, Error reason);
    void fail(Error error);
    void noteOtherLoad();
    void publish(const RoofMeter& meter);

    Backend& m_backend;
    const Clock& m_clock;
    Seconds m_started;
    bool m_late = false;            ///< rounds drag on: no more of them than a roof needs to be shown
    Seconds m_preparing;            ///< spent on preparing, of the time since the start
    Seconds m_settling;             ///< when launch costs that disagree began to have further rounds
    std::vector<std::string> m_ids; ///< in the order of preparing
    struct {
        std::size_t launch = 0; ///< launch costs, the first ones
        std::size_t first = 0;  ///< those of the first picture
        std::size_t brief = 0;  ///< with those, all that take no seconds each
    } m_counts;                 ///< how many of them belong to each
    Stage m_stage = Stage::Curve;
    std::optional<FootprintCurve> m_curve;
    std::vector<CurvePoint> m_points; ///< the whole curve
    std::optional<CheckedKnee> m_checked;
    std::vector<RoofMeter> m_meters;
    double m_curveShare = 0.0;  ///< of the whole measuring
    int m_leftOut = 0;          ///< roofs that were named and that this device lacks, beside m_ids
    std::size_t m_prepared = 0; ///< of m_ids: a meter or a reason exists
    RoofSet m_roofs;
    std::vector<std::string> m_changed;
    std::optional<Error> m_error;
};

} // namespace ridgepoint
