// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agenda/intents.h"
#include "core/agenda/measure_progress.h"
#include "core/model/roof.h"
#include "core/protocol/messages.h"

#include <memory>
#include <optional>
#include <variant>

/// The agenda's events and actions. Requests and notifications of the protocol appear as they are, without
/// their run numbers, which only the transport knows.

namespace ridgepoint::agenda {

/// The roof as a quiet moment gave it, where what was measured now was disturbed; null where there is none to prefer.
[[nodiscard]] const Roof* quietBefore(const RoofSet* before, const Roof& now);

/// Roofs that were measured again on request, in two: those to take, and those that came out worse in a disturbed
/// moment than a quiet one gave them before. The memory levels go with the worse where a bandwidth is among them.
struct RoofsInTwo {
    RoofSet taken;
    RoofSet worse;
};
[[nodiscard]] RoofsInTwo inTwo(RoofSet measured, const RoofSet* before);

using SharedSample = std::shared_ptr<const Sample>;

// Events, besides Asked. Those of the protocol are of the job that runs.
struct Connecting { ///< a child is started, in place of one that may be there
    enum class Then { Rest, Measure, GoOn };
    Then then = Then::Rest; ///< GoOn: what was measured when the last child went
};
struct Ready {}; ///< the child
struct BenchGone {
    Error error;
};
struct Moved {}; ///< the user moved a slider, picked a point or chose other work
struct Stayed {
    Workload point;
}; ///< the live probe has stayed there
/// What the probe sees of a point where it has stayed for about two seconds: what passes by itself is over. `partner`:
/// what the point's time is compared with, as a trial's other end is.
struct Probed {
    Sample now;
    std::optional<Workload> partner;
};
struct StopAsked {};
struct TakenBack {
    ReplacedPointer replaced;
};
struct SessionReplaced {};
struct IdleTaken {
    bool taken = false;
}; ///< the time between is used by something else, such as the live probe
struct PauseSet {
    Seconds pause;
};                  ///< how long a move must be over before it is followed
struct Woke {};     ///< the time that Agenda::due() names has come, or may have
struct Accepted {}; ///< the child has named the run
struct Refused {
    Error error;
};
struct RoofsCame {
    RoofSet roofs;
}; ///< all of them; protocol::SweepFinished follows
struct SampleCame {
    SharedSample sample;
};
using Event =
    std::variant<Connecting, Ready, BenchGone, Asked, Moved, Stayed, Probed, StopAsked, TakenBack, SessionReplaced,
                 IdleTaken, PauseSet, Woke, Accepted, Refused, RoofsCame, SampleCame, protocol::RoofMeasured,
                 protocol::RoofsProgress, protocol::SweepProgress, protocol::SweepFinished>;

// Actions, to be carried out in their order: requests to the child, what enters the session, and what is said.
struct RestartBench {}; ///< it cannot be stopped otherwise
struct PutSample {
    SharedSample sample;
};
struct RunningChanged {
    bool running = false;
};
struct Problem {
    Error error;
};
struct BenchFailed {
    Error error;
};
struct Sampled {
    SharedSample sample;
}; ///< whether or not it takes the place of what is known
struct Replacing {
    ReplacedPointer replaced;
}; ///< for the first time; more may follow
struct PointMeasuredAgain {
    SharedSample before, now;
    bool keepsBefore = false;
};
struct CellsKept {
    std::int64_t kept = 0;
    std::int64_t measured = 0;
};
struct RoofsKept {
    RoofSet worse;
}; ///< asked for again; these were disturbed, and those known of a quiet moment stay
enum class Notice { RoofsMeasured, Finished };
struct Ended {
    int id = 0;
    What what = What::Roofs;
    End end = End::Done;
};
using Action =
    std::variant<protocol::MeasureRoofs, protocol::StartSweep, protocol::FocusSweep, protocol::CancelSweep,
                 RestartBench, Plan, PutSample, protocol::RoofMeasured, RoofSet, MeasureProgress, RunningChanged,
                 Problem, BenchFailed, Sampled, Replacing, PointMeasuredAgain, CellsKept, RoofsKept, Notice, Ended>;

} // namespace ridgepoint::agenda
