// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_result.h"
#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/stats/sample.h"
#include "core/sweep/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The messages between the desktop and `ridgepoint-bench serve`: JSON-RPC 2.0, one object a line. Parameters and
/// results are tabulated in README.md beside this file.
namespace ridgepoint::protocol {

inline constexpr int version = 2;
inline constexpr std::size_t maximumLineBytes = std::size_t{1} << 20;

// Requests, desktop → bench.
struct Initialize { ///< the first request: who asks, and in which version
    int protocolVersion = version;
    std::string client;
    bool gaps = false; ///< this client draws in gaps only: MeasuringGap, ended by ResumeMeasuring
};
struct MeasureRoofs {
    std::string device;
    int threads = 0;
    std::vector<std::string> only;
    bool isReference = false; ///< what comes out is the reference from now on, whatever the day's measurements gave
};
struct StartSweep { ///< measures a plan; its samples come as notifications
    Plan plan;
    /// Samples that a restarted child must not measure again; sent in several requests when they pass a line's limit
    /// (`moreKnown`: this one only adds to the known samples, carries no plan and starts nothing).
    std::vector<Sample> known;
    bool moreKnown = false;
    RoofSet
        roofs{}; ///< what the state of the device is held against while it is measured; empty where nothing is known
};
struct FocusSweep {
    std::int64_t run = 0;
    std::vector<Workload> first;
};
struct CancelSweep {
    std::int64_t run = 0;
};
struct SetProbe {
    std::string device;
    Workload workload;
};
struct StopProbe {};
/// Which experiments the bench offers, and which of them can run on the device.
struct ListExperiments {
    std::string device;
};
struct StartExperiment { ///< runs one; its points come as notifications
    std::string device;
    int threads = 0; ///< 0: the device's own choice
    std::string experiment;
    ParameterTexts parameters; ///< those that are not the default
    Seconds budget{usualExperimentBudget};
    RoofSet known; ///< roofs that need not be measured again
};
struct CancelExperiment {
    std::int64_t run = 0;
};
/// The client has drawn what it had to.
struct ResumeMeasuring {
    std::int64_t sequence = 0;
};
struct Shutdown {};
using Request = std::variant<Initialize, MeasureRoofs, StartSweep, FocusSweep, CancelSweep, SetProbe, StopProbe,
                             ListExperiments, StartExperiment, CancelExperiment, ResumeMeasuring, Shutdown>;

// Results, bench → desktop.
struct InitializeResult {
    int protocolVersion = version;
    std::string program;
    std::vector<DeviceInfo> devices;
};
struct RoofsResult {
    RoofSet roofs;
};
struct RunResult {
    std::int64_t run = 0;
}; ///< of sweep/start, probe/set and experiment/start
/// One experiment that the bench knows; `reason` where the device cannot run it.
struct ExperimentOffer {
    std::string id;
    std::string title;
    std::optional<Error> reason;
};
struct ExperimentsResult {
    std::vector<ExperimentOffer> experiments;
};
struct Acknowledged {};
using Response = std::variant<InitializeResult, RoofsResult, RunResult, ExperimentsResult, Acknowledged>;

// Notifications, bench → desktop.
/// One roof, as soon as it is measured (before the result of roofs/measure, which holds them all).
struct RoofMeasured {
    std::string device;
    int threads = 0;
    Roof roof;
    std::vector<MemoryLevel> levels;
};
struct SweepSample {
    std::int64_t run = 0;
    Sample sample;
};
struct SweepProgress { ///< how far a sweep has come
    std::int64_t run = 0;
    std::int64_t measuredCells = 0;
    std::int64_t totalCells = 0;
    double fraction = 0.0;               ///< of the work, 0 to 1
    Seconds left;                        ///< estimated; infinity while unknown
    std::optional<Seconds> coarseLeft{}; ///< until the first look at the whole map is over: what that still takes
};
enum class SweepOutcome { Done, BudgetSpent, Cancelled, Failed }; ///< as RunOutcome
struct SweepFinished {
    std::int64_t run = 0;
    SweepOutcome outcome = SweepOutcome::Done;
    std::optional<Error> error;
};
struct ProbeSample {
    std::int64_t run = 0;
    Sample sample;
};
/// The device failed the probe, which has ended.
struct ProbeFailed {
    std::int64_t run = 0;
    Error error;
};
/// One number of an experiment; the same place may come again, sharper.
struct ExperimentMeasured {
    std::int64_t run = 0;
    ExperimentPoint point;
};
/// A lane of an experiment's timeline; the same lane may come again.
struct ExperimentRecorded {
    std::int64_t run = 0;
    TimelineLane lane;
};
struct ExperimentProgressed {
    std::int64_t run = 0;
    std::string what;
    double fraction = 0.0;
};
/// The result is whole but for its points and lanes, which have all come before.
struct ExperimentFinished {
    std::int64_t run = 0;
    SweepOutcome outcome = SweepOutcome::Done;
    std::optional<Error> error;
    ExperimentResult result;
};
/// Nothing is measured until the client resumes it, or a short time is over: time to draw, so that drawing takes no
/// processor from a measurement. What was measured since the last gap comes right before it.
struct MeasuringGap {
    std::int64_t sequence = 0;
};
struct Heartbeat {
    std::int64_t sequence = 0;
};
/// Other programs take processors from what is measured; comes twice a second while they do, and once more with an
/// OtherLoad of nothing when that is over.
struct MachineLoad {
    OtherLoad load;
};
struct RoofsProgress { ///< how far the measuring of roofs has come
    std::string device;
    double fraction = 0.0; ///< of the work, 0 to 1, never falling
};
/// On its way to another machine (`serve --target`, `--slurm`), in this order; some may be left out.
enum class TargetState { Connecting, Checking, Copying, Queued, Starting, Ready };
/// How far a measuring elsewhere has come, before it answers. Comes again every five seconds while it lasts, so that
/// silence means dead.
struct TargetProgress {
    TargetState state = TargetState::Connecting;
    std::string text;                 ///< a sentence
    std::optional<double> fraction{}; ///< copied, 0 to 1
    std::string job{};                ///< of a queue, as what follows; empty where unknown
    std::string reason{};             ///< why it waits, in Slurm's word
    int position = 0;                 ///< in the queue, from 1; 0: unknown
    std::string start{};              ///< when it is expected to start, in the queue's own words
};
/// Nothing is measured elsewhere, or no longer; the program ends with status 3.
struct TargetFailed {
    std::string id; ///< stable, "target.host-key-changed"
    std::string text;
    std::string remedy; ///< what to try
};
using Notification = std::variant<RoofMeasured, SweepSample, SweepProgress, SweepFinished, ProbeSample, ProbeFailed,
                                  ExperimentMeasured, ExperimentRecorded, ExperimentProgressed, ExperimentFinished,
                                  MeasuringGap, Heartbeat, MachineLoad, RoofsProgress, TargetProgress, TargetFailed>;

/// A decoded request line; `id` is absent for a notification.
struct IncomingRequest {
    std::optional<std::int64_t> id;
    Request request;
};
/// What a line from the bench can be.
struct IncomingResponse {
    std::int64_t id = 0;
    Response response;
};
struct IncomingError {
    std::optional<std::int64_t> id;
    int code = 0;
    Error error;
};
using Incoming = std::variant<IncomingResponse, IncomingError, Notification>;

/// One line each, without the newline.
[[nodiscard]] std::string encodeRequest(std::int64_t id, const Request& request);
[[nodiscard]] std::string encodeResponse(std::int64_t id, const Response& response);
[[nodiscard]] std::string encodeError(std::optional<std::int64_t> id, int code, const Error& error);
[[nodiscard]] std::string encodeNotification(const Notification& notification);

/// Cuts a request whose known samples may pass a line's limit into several, each within it: all but the last only add
/// known samples, the last holds the plan and starts the sweep.
[[nodiscard]] std::vector<StartSweep> splitToFit(StartSweep request);

/// JSON-RPC error codes that the codec and the server use.
inline constexpr int parseErrorCode = -32700;
inline constexpr int invalidRequestCode = -32600;
inline constexpr int unknownMethodCode = -32601;
inline constexpr int invalidParametersCode = -32602;
inline constexpr int deviceErrorCode = -32000;

/// A request that could not be decoded: what to answer.
struct RequestFailure {
    std::optional<std::int64_t> id;
    int code = 0;
    Error error;
};

/// Decodes and validates a line; never throws, whatever the bytes.
[[nodiscard]] std::variant<IncomingRequest, RequestFailure> decodeRequest(std::string_view line);
/// Corrupt for anything that is no message of this protocol. A response carries its "kind", so no table of pending
/// requests is needed to decode it.
[[nodiscard]] Result<Incoming> decodeFromBench(std::string_view line);

} // namespace ridgepoint::protocol
