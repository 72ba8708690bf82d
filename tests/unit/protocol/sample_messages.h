// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/messages.h"
#include "tests/unit/session/random_models.h"

namespace ridgepoint::test {

/// One of every message, for round trips and as seeds of mutation.
inline std::vector<protocol::Request> oneOfEveryRequest()
{
    using namespace protocol;
    RandomModels random(7);
    return {Initialize{version, "ridgepoint 0.1 é", true},
            MeasureRoofs{"cpu", 2, {"bandwidth.dram", "launch.queued"}, true},
            StartSweep{aPlan(), random.samples(3), false},
            StartSweep{{}, random.samples(2), true},
            FocusSweep{3, {random.workload(), random.workload()}},
            CancelSweep{4},
            SetProbe{"cpu", random.workload()},
            StopProbe{},
            ListExperiments{"cpu"},
            StartExperiment{"cpu", 2, "mistakes", {{"size", "16Mi"}, {"rounds", "8"}}, Seconds(12.5), someRoofs()},
            CancelExperiment{6},
            ResumeMeasuring{12},
            Shutdown{}};
}

inline std::vector<protocol::Response> oneOfEveryResponse()
{
    using namespace protocol;
    return {InitializeResult{version, "ridgepoint-bench 0.1", {aCpu(), anAbsentGpu(), aGpu()}},
            RoofsResult{someRoofs()}, RunResult{17},
            ExperimentsResult{{{"mistakes", "How to benchmark honestly", std::nullopt},
                               {"ladder", "The ladder", Error{ErrorKind::Unavailable, "x.y", "no %1", {"python3"}}}}},
            Acknowledged{}};
}

inline std::vector<protocol::Notification> oneOfEveryNotification()
{
    using namespace protocol;
    RandomModels random(8);
    const RoofSet roofs = someRoofs();
    return {RoofMeasured{"cpu", 2, roofs.roofs[1], roofs.levels},
            SweepSample{5, random.sample()},
            SweepProgress{5, 10, 1089, 0.125, Seconds(4.5)},
            SweepProgress{5, 25, 650, 0.5, Seconds(1.0), Seconds(40.5)},
            SweepProgress{5, 0, 1089, 0.0, Seconds(std::numeric_limits<double>::infinity())},
            SweepFinished{5, SweepOutcome::BudgetSpent, std::nullopt},
            SweepFinished{6, SweepOutcome::Failed, Error{ErrorKind::DeviceFailure, "x.y", "%1 failed", {"it"}}},
            ProbeSample{9, random.sample()},
            ExperimentMeasured{11, anExperimentResult().points[0]},
            ExperimentRecorded{11, anExperimentResult().lanes[0]},
            ExperimentProgressed{11, "LayerNorm", 0.25},
            ExperimentFinished{11, SweepOutcome::Failed, Error{ErrorKind::DeviceFailure, "x.y", "%1 failed", {"it"}},
                               anExperimentResult()},
            MeasuringGap{12},
            ProbeFailed{9, Error{ErrorKind::Unavailable, "x.z", "no room for %1", {"it"}}},
            MachineLoad{{.processors = 1.25, .stolen = 0.125, .of = 2, .program = "chromium", .ofProgram = 1.0}},
            MachineLoad{},
            RoofsProgress{"cuda:0", 0.375},
            TargetProgress{TargetState::Copying, "Copying.", 0.25},
            TargetProgress{.state = TargetState::Queued,
                           .text = "Waiting.",
                           .job = "123",
                           .reason = "Priority",
                           .position = 3,
                           .start = "2026-11-26T20:00:00"},
            TargetProgress{.state = TargetState::Ready, .text = "Ready."},
            TargetFailed{"target.refused", "Nothing answers.", "Check the port."},
            Heartbeat{123456789}};
}

} // namespace ridgepoint::test
