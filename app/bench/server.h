// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/device_lock.h"
#include "app/bench/measuring_gaps.h"
#include "app/bench/surroundings.h"
#include "core/experiment/frame/experiment_runner.h"
#include "core/protocol/messages.h"
#include "core/session/roof_history.h"
#include "core/sweep/probe_runner.h"
#include "core/sweep/roof_runner.h"
#include "core/sweep/sweep_runner.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ridgepoint {

/// How many known samples a client may send: they are kept until their sweep ends.
struct ServerLimits {
    std::size_t knownOfASweep = std::size_t{1} << 20;
    std::size_t knownInAll = std::size_t{1} << 21; ///< of the sweep that runs, of all that wait and of the coming one
};

/// The serve protocol without its pipes: takes requests, measures in small steps between them, hands out lines.
/// Roofs and sweeps are measured in the order of their requests; a probe shows its first sample at once and then
/// shares the time with them.
class Server {
public:
    /// `send` gets whole lines with their newlines, one or more at a time.
    Server(Surroundings& surroundings, std::function<void(std::string_view)> send, ServerLimits limits = {});

    /// Answers one line of input; never throws, whatever the bytes.
    void receive(std::string_view line);
    /// Answers a line that could not even be read.
    void reject(const Error& error);
    /// Whether step() has something to measure.
    [[nodiscard]] bool busy() const { return m_probe || !m_jobs.empty(); }
    /// Measures one bounded piece; nothing in a gap.
    void step();
    /// How long to wait for the client in a gap; nothing where measuring may go on, or must (then the client draws
    /// beside it).
    [[nodiscard]] std::optional<Seconds> gap();
    /// Stops everything that runs or waits, and tells so.
    void stop();
    /// Set by shutdown, and when a device is lost to this process. Any thread may ask.
    [[nodiscard]] bool finished() const { return m_finished; }
    /// The failure after which only a new process can measure on. What it broke off is not answered: the process ends,
    /// and its exit tells the client more than an answer to each request would.
    [[nodiscard]] const std::optional<Error>& lostDevice() const { return m_lost; }

private:
    struct RoofsJob {
        std::optional<std::int64_t> id;
        protocol::MeasureRoofs request;
        std::unique_ptr<RoofRunner> runner;
        RoofHistory history{}; ///< as it was when this began
        std::string machine{}; ///< in it
        double told = 0.0;     ///< of its progress
    };
    struct SweepJob {
        std::int64_t run = 0;
        Plan plan;
        std::vector<Sample> known;
        RoofSet roofs;
        std::size_t knownCount = 0; ///< also once the runner has them
        std::vector<Workload> focus;
        std::unique_ptr<SweepRunner> runner;
        Seconds lastSamples;
        Seconds lastProgress;
    };
    struct ExperimentJob {
        std::int64_t run = 0;
        std::string device;
        ExperimentRequest request;
        std::unique_ptr<ExperimentRunner> runner;
        Seconds lastProgress;
    };
    struct Probe {
        std::int64_t run = 0;
        std::string device;
        std::unique_ptr<ProbeRunner> runner;
        std::optional<Seconds> pausedUntil; ///< the jobs' turn lasts until then
    };
    using Job = std::variant<RoofsJob, SweepJob, ExperimentJob>;

    using Reply = Result<std::optional<protocol::Response>>; ///< nothing: the answer comes later
    Reply handle(std::optional<std::int64_t> id, const protocol::Initialize& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::MeasureRoofs& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::StartSweep& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::FocusSweep& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::CancelSweep& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::SetProbe& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::StopProbe& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::ListExperiments& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::StartExperiment& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::CancelExperiment& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::ResumeMeasuring& request);
    Reply handle(std::optional<std::int64_t> id, const protocol::Shutdown& request);

    [[nodiscard]] Result<Backend*> reserve(const std::string& device);
    void releaseIdle();
    [[nodiscard]] bool uses(const std::string& device) const;
    [[nodiscard]] SweepJob* findSweep(std::int64_t run);
    [[nodiscard]] Result<void> checkRun(std::int64_t run) const;
    [[nodiscard]] Result<void> checkRoom() const;
    [[nodiscard]] Result<void> checkKnown(std::size_t more) const;

    /// Ends everything when this failure has cost the process its device; whether it has.
    [[nodiscard]] bool endsProcess(const std::string& device, const Error& failure);
    void stepProbe();
    bool stepJob(RoofsJob& job);
    bool stepJob(SweepJob& job);
    bool stepJob(ExperimentJob& job);
    void sendPoints(ExperimentJob& job);
    void endExperiment(const ExperimentJob& job, protocol::SweepOutcome outcome, std::optional<Error> error);
    void endSweep(const SweepJob& job, protocol::SweepOutcome outcome, std::optional<Error> error);
    void sendSamples(SweepJob& job);
    void sendProgress(SweepJob& job);
    void sendError(std::optional<std::int64_t> id, const Error& error);
    void send(const std::string& line);
    /// Sends what a job measured: at once, or with the next gap.
    void report(const std::string& lines);
    void sendReports();
    void offerGap();

    Surroundings& m_surroundings;
    std::function<void(std::string_view)> m_send;
    ServerLimits m_limits;
    std::map<std::string, std::unique_ptr<Backend>> m_backends;
    std::map<std::string, DeviceLock> m_locks;
    MeasuringGaps m_gaps;
    MeasuringClock m_measuringClock{m_surroundings.clock, m_gaps};
    std::deque<Job> m_jobs;
    std::string m_reports; ///< whole lines that wait for the next gap
    std::optional<Probe> m_probe;
    std::vector<Sample> m_known; ///< sent ahead of a sweep/start
    std::int64_t m_lastRun = 0;
    bool m_initialized = false;
    std::atomic<bool> m_finished = false;
    std::optional<Error> m_lost;
};

} // namespace ridgepoint
