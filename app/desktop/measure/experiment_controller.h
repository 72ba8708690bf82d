// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/bench_process.h"
#include "core/experiment/frame/experiment.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ridgepoint {

class LiveSession;

/// Has the child run one experiment at a time, and keeps what comes back as it comes. What was measured goes into the
/// session, however the run ended; a run whose session was left is ended, and what it measured is nobody's.
class ExperimentController : public QObject {
    Q_OBJECT

public:
    ExperimentController(BenchProcess& bench, LiveSession& session, QObject* parent = nullptr);

    /// Asks the child which experiments this device can run; `offersChanged` follows.
    void askOffers(const std::string& device);
    /// The device that was asked about last; empty for none since the child is ready.
    [[nodiscard]] const std::string& offersOf() const { return m_offersOf; }
    /// Why an experiment cannot run there, as the child says; nothing where it can, or where nothing is known yet.
    [[nodiscard]] std::optional<Error> refusal(const std::string& experiment) const;
    /// Starts it, with the roofs that are known; false where no child is ready or one runs already.
    bool start(const ExperimentDefinition& experiment, const ExperimentParameters& parameters, const DeviceInfo& device,
               int threads);
    void stop();
    /// Puts what the run has measured so far into the session, which is about to be left.
    void keepSoFar();
    [[nodiscard]] bool running() const { return m_state != State::Idle; }
    /// Whether the last run ended early with less than an earlier one of its parameters has, which stays in the
    /// session.
    [[nodiscard]] bool hadLess() const { return m_hadLess; }
    /// Whether the last run came to its end; true before any.
    [[nodiscard]] bool wasWhole() const { return m_wasWhole; }
    /// Whether start() could.
    [[nodiscard]] bool canStart() const;
    /// Of the experiment that runs or ran last in this session; null before any.
    [[nodiscard]] std::shared_ptr<const ExperimentResult> result() const { return m_result; }
    [[nodiscard]] double fraction() const { return m_fraction; }
    /// What is measured now, in words.
    [[nodiscard]] const std::string& what() const { return m_what; }

signals:
    void offersChanged();
    void runningChanged(bool running);
    /// New numbers, or another result.
    void resultChanged();
    void progressChanged();
    /// The run ended, with why where it did not end by itself.
    void ended(ridgepoint::protocol::SweepOutcome outcome, const std::optional<ridgepoint::Error>& error);

private:
    /// False where the session has more of an earlier run; `isWhole`: this one came to its end.
    bool keep(bool isWhole);
    enum class State { Idle, Asked, Running };

    void onResponded(std::int64_t id, const protocol::Response& response);
    void onRefused(std::int64_t id, const Error& error);
    void onNotified(const protocol::Notification& notification);
    template <class Part> void onPart(const Part& part);
    void onFinished(const protocol::ExperimentFinished& message);
    void end(protocol::SweepOutcome outcome, const std::optional<Error>& error);
    /// Another session is shown: what runs was for the one before and must not get into this one.
    void onReplaced();
    /// Hands out what has come so far.
    void publish();

    BenchProcess& m_bench;
    LiveSession& m_session;
    State m_state = State::Idle;
    std::int64_t m_requestId = 0;
    std::int64_t m_offersId = 0;
    std::int64_t m_run = 0;
    bool m_stopWanted = false; ///< before the child has said the run's number
    bool m_hadLess = false;    ///< the last run, than the result that stays in the session
    bool m_wasWhole = true;    ///< the last run
    bool m_isStale = false;    ///< the run was for the session before and only has to end
    std::string m_offersOf;
    std::map<std::string, std::optional<Error>> m_offers;
    ExperimentResult m_growing; ///< of the present run
    std::shared_ptr<const ExperimentResult> m_result;
    QTimer m_publishing;
    double m_fraction = 0.0;
    std::string m_what;
};

} // namespace ridgepoint
