// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/messages.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ridgepoint::test {

/// How a fake bench is to misbehave.
struct FakeOptions {
    std::optional<long> crashAfter; ///< dies by a signal after that many samples
    std::optional<long> lostAfter;  ///< loses its device after that many samples: says why and ends with status 3
    std::optional<long> hangAfter;  ///< falls silent after that many samples, heartbeat and all
    long unsettled = 0;             ///< so many first sweeps spend their budget before the intervals are narrow
    long coarse = 0; ///< so many first sweeps end with half of their cells and say that the first look is not over
    long quietSweeps = -1;       ///< other programs disturb the sweeps after so many; -1 for none
    bool failProbe = false;      ///< the device fails the probe after its first sample
    double probeAnswer = 0.0;    ///< seconds that each probe/set takes to be answered, one after the other
    bool hang = false;           ///< answers initialize, then nothing more, not even a heartbeat
    bool flood = false;          ///< samples as fast as the pipe takes them, until cancelled
    bool endless = false;        ///< begins the sweep again after the last cell, until cancelled
    bool garbage = false;        ///< nonsense lines between the messages
    bool wrongVersion = false;   ///< claims a protocol of the future
    bool disturbed = false;      ///< flags its roofs, as on a machine that others use
    bool disturbedAgain = false; ///< likewise, of roofs that are measured on purpose, which come out worse
    bool busy = false;           ///< refuses to measure, as when another program holds the device
    bool loaded = false;         ///< tells of a program that takes the processor, until the first sweep ends
    bool withoutLibrary = false; ///< has no library of matrix products
    double unmeasurable = 0.0;   ///< elements of tensors that it cannot measure; 0 for none
    double late = 0.0;           ///< elements of tensors whose time runs out, without an error; 0 for none
    double rate = 2000.0;        ///< samples a second
    /// --target and what else says where to measure, as it was given; empty for here. The rest holds there alone.
    std::string target;
    std::vector<std::string> states;     ///< on the way, one after the other: --states checking,queued
    bool stays = false;                  ///< in the last of them
    bool fails = false;                  ///< after the last of them
    std::optional<long> targetLostAfter; ///< loses the connection after that many samples
    std::optional<long> targetCutAfter;  ///< loses it after that many messages, whatever they say
    std::string farewell;                ///< a file that it writes when its input ends
};

/// Reads the command line; "serve" is accepted anywhere, as the desktop adds it, and so is where to measure. The error
/// is a message.
[[nodiscard]] std::optional<FakeOptions> parseOptions(std::span<const std::string> words, std::string& error);

/// The cells of a plan, coarse before fine: corners first, then ever smaller strides.
[[nodiscard]] std::vector<std::size_t> coarseToFine(const Plan& plan);

/// Every experiment; on another device than the made-up processor none can run.
[[nodiscard]] protocol::ExperimentsResult offersFor(const std::string& device, bool withoutLibrary);

/// The serve protocol over the synthetic processor: every answer is made up at once, samples come at a steady rate.
class FakeServer {
public:
    explicit FakeServer(FakeOptions options) : m_options(std::move(options)), m_isThere(m_options.target.empty()) {}

    /// Takes one line of input, without its newline.
    void receive(std::string_view line);
    /// Sends what is due at a time in seconds.
    void advance(double now);
    /// What was sent since the last call, whole lines.
    [[nodiscard]] std::string takeOutput();
    [[nodiscard]] bool finished() const { return m_finished; }
    /// Seconds until advance() has something to do.
    [[nodiscard]] double pause() const;
    /// Set once the samples of --crash-after went out.
    [[nodiscard]] bool crashes() const { return m_crashes; }
    /// Set once the samples of --lost-after went out.
    [[nodiscard]] bool lostDevice() const { return m_lostDevice; }
    /// Set once it was said that the machine elsewhere cannot be measured, or not any more.
    [[nodiscard]] bool lostTarget() const { return m_lostTarget; }

private:
    struct Sweep {
        std::int64_t run = 0;
        Plan plan;
        std::deque<Workload> cells;
        std::size_t total = 0;
        std::int64_t measured = 0;
        int round = 0;
        bool unsettled = false;
        bool coarse = false;
        bool disturbed = false; ///< by other programs
        bool lacks = false;     ///< cells that cannot be measured
    };
    void answer(std::optional<std::int64_t> id, const protocol::Request& request);
    void startExperiment(std::optional<std::int64_t> id, const protocol::StartExperiment& request);
    void sendExperimentPoint();
    void endExperiment(protocol::SweepOutcome outcome);
    void answerRoofs(std::optional<std::int64_t> id, const protocol::MeasureRoofs& request);
    void startSweep(std::optional<std::int64_t> id, const protocol::StartSweep& request);
    void focus(const protocol::FocusSweep& request);
    void answerProbes();
    void sendProbeSample();
    void endSweep(protocol::SweepOutcome outcome);
    void sendSweepSample();
    void sendProgress();
    void sendLine(const std::string& line);
    void notify(const protocol::Notification& notification) { sendLine(protocol::encodeNotification(notification)); }
    void respond(std::optional<std::int64_t> id, const protocol::Response& response);
    void countSample();
    /// The connection to the machine elsewhere ends.
    void loseTarget();
    /// The next step on the way to the machine elsewhere.
    void travel();
    void tellState(const std::string& name);

    FakeOptions m_options;
    bool m_isThere; ///< else what is asked waits
    std::vector<std::string> m_waitingLines;
    std::size_t m_travelled = 0; ///< states
    double m_nextState = 0.0;
    bool m_lostTarget = false;
    long m_messagesFromThere = 0;
    std::string m_output;
    std::vector<Sample> m_known;
    std::optional<Sweep> m_sweep;
    /// Points that wait for their turn.
    struct ExperimentRun {
        std::int64_t run = 0;
        ExperimentResult result; ///< without points
        std::deque<ExperimentPoint> points;
    };
    std::optional<ExperimentRun> m_experiment;
    double m_nextPoint = 0.0;
    /// A probe/set that has not been answered yet.
    struct WaitingProbe {
        std::optional<std::int64_t> id;
        Workload workload;
        double due = 0.0;
    };
    std::deque<WaitingProbe> m_waitingProbes;
    std::optional<Workload> m_probe;
    std::int64_t m_probeRun = 0;
    std::int64_t m_lastRun = 0;
    std::int64_t m_heartbeats = 0;
    long m_samples = 0;
    long m_sweeps = 0;
    long m_maps = 0;
    bool m_isLoadOver = false;
    int m_probeRounds = 0;
    double m_now = 0.0;
    double m_nextSample = 0.0;
    double m_nextProbe = 0.0;
    double m_nextHeartbeat = 0.0;
    double m_nextProgress = 0.0;
    double m_nextGap = 0.0;
    std::int64_t m_lastGap = 0;
    bool m_gaps = false;
    std::size_t m_garbageTurn = 0;
    bool m_deaf = false;
    bool m_finished = false;
    bool m_crashes = false;
    bool m_lostDevice = false;
};

} // namespace ridgepoint::test
