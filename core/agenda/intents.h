// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agenda/agenda_view.h"
#include "core/agenda/measure_progress.h"
#include "core/agenda/replaced_measurements.h"

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ridgepoint::agenda {

/// Everything: roofs, map, line and sharpening, as far as they are missing when it starts.
enum class What { Everything, Roofs, Map, Line, Point, Sharpen };
/// What it is for. The last three happen by themselves: not from a stop until the user moves or asks.
enum class Why { Asked, Clicked, Trial, Followed, Doubted, Sharpened };
/// How an intent ended.
enum class End {
    Done,
    Unneeded,    ///< nothing of it was missing any more
    Unavailable, ///< no child is ready, or the device cannot be measured
    Refused,     ///< the child said why
    Failed,      ///< the device failed
    Stopped,
    TakenBack,  ///< undone by the user: what still comes of it is dropped
    NewSession, ///< another session is shown: likewise
    Superseded, ///< something else runs in its place
    IdleTaken,  ///< the time between belongs to the live probe or to an experiment
    Elsewhere,  ///< the user looks at another device or map
    BenchGone,
};

/// One thing to measure. Where exactly is decided when it starts, because roofs move the map's axes.
struct Intent {
    What what = What::Roofs;
    Why why = Why::Asked;
    bool anew = false; ///< nothing counts as known
    /// Roofs: empty for all, or where they are followed, for those that are missing at its start.
    std::vector<std::string> roofs{};
    Workload point{};           ///< Point
    ReplacedPointer replaced{}; ///< where measuring it again can be undone

    int id = 0;                ///< distinct, in the order in which they were taken on
    std::string device{};      ///< that was looked at when it was asked for; on another it is dropped
    bool nearestFirst = false; ///< Map: who stands there is waited for; else the whole map is looked over first
    bool hadRoofs = false;     ///< Map, line: roofs of the place were seen to before it
    /// Map: it goes on where a run's budget ended before the first look at it was over.
    std::optional<Seconds> coarseLeft{};
    std::set<Workload> measured{}; ///< of what is measured anew, and of points: since it began
};

/// Something to measure, of which intents are made. `anew`: what is known is measured again. What is asked for comes
/// before what runs; everything and maps come in its place.
struct Asked {
    What what = What::Everything;
    Why why = Why::Asked;
    std::vector<Workload> points{};
    std::vector<std::string> roofs{};
    bool anew = false;
};

/// What is to be measured for it, in this order, as far as it is missing where the cursor stands.
[[nodiscard]] std::deque<Intent> intentsFor(const Asked& asked, const View& view);
/// The plan of a sweep where the cursor stands now, and the time that it may take.
[[nodiscard]] Plan planFor(const Intent& intent, const View& view);
[[nodiscard]] Seconds budgetFor(const Intent& intent, const Plan& plan);
/// Whether a sample that is known need not be measured again: a known cell never is.
[[nodiscard]] bool isEnough(const Intent& intent, const Sample& sample);
[[nodiscard]] MeasureProgress::What progressOf(What what);

} // namespace ridgepoint::agenda
