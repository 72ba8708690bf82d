// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/bench_command.h"
#include "core/protocol/messages.h"

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>

namespace ridgepoint {

class ChildOutput;

/// What the measuring child is doing, as far as the window can tell.
enum class BenchState { NotRunning, Starting, Ready, Failed };

/// How long silence is tolerated before the child counts as hung.
struct BenchDeadlines {
    std::chrono::milliseconds start{35000}; ///< a GPU's start-up may take 30 s before it counts as failed
    std::chrono::milliseconds silence{10000};
};

/// The measuring child `ridgepoint-bench serve`: starts it, speaks the protocol with it, and turns everything that
/// can go wrong with it into one `failed` signal. What it measured is not kept here.
class BenchProcess : public QObject {
    Q_OBJECT

public:
    explicit BenchProcess(BenchDeadlines deadlines = {}, QObject* parent = nullptr);
    /// Ends the child as shutDown does.
    ~BenchProcess() override;

    /// Ends a child that still runs and starts a new one; `initialized` or `failed` follows.
    void start(const BenchCommand& command);
    /// The child of another one that is ready takes the place of this one's; `initialized` follows. The other is left
    /// without.
    void take(BenchProcess& other);
    /// Asks the child to end, waits two seconds at most (five for one that measures elsewhere), then kills it. Emits
    /// nothing.
    void shutDown();
    /// Ends the child at once, without a word; used when it does not listen. One that measures elsewhere has a
    /// connection to close and perhaps a job to cancel there, and gets its time for that. Emits nothing.
    void kill();

    [[nodiscard]] BenchState state() const { return m_state; }
    /// Where the child measures, or was to; nothing for this machine.
    [[nodiscard]] const std::optional<Machine>& target() const { return m_target; }
    /// Sends a request to a child that is ready (or starting, for Initialize); its id comes back with the answer.
    std::int64_t send(const protocol::Request& request);
    [[nodiscard]] qint64 processId() const;

signals:
    void stateChanged(ridgepoint::BenchState state);
    void initialized(const ridgepoint::protocol::InitializeResult& result);
    /// How far a child is on its way to the machine on which it measures.
    void targetProgressed(const ridgepoint::protocol::TargetProgress& progress);
    void responded(std::int64_t id, const ridgepoint::protocol::Response& response);
    /// The child refused a request, with the reason.
    void refused(std::int64_t id, const ridgepoint::Error& error);
    void notified(const ridgepoint::protocol::Notification& notification);
    /// The child is gone and nothing more comes from it.
    void failed(const ridgepoint::Error& error);

private:
    void setState(BenchState state);
    void fail(Error error);
    void discardProcess();
    void letGo();
    void watch();
    void onLine(std::string_view line);
    void onGarbage();
    void onResponse(const protocol::IncomingResponse& incoming);
    void onRefusal(const protocol::IncomingError& incoming);
    void onNotification(const protocol::Notification& notification);
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void onErrorOccurred(QProcess::ProcessError error);
    void onSilence();
    void keepLastWords();

    BenchDeadlines m_deadlines;
    BenchState m_state = BenchState::NotRunning;
    std::optional<Machine> m_target;
    std::unique_ptr<QProcess> m_process;
    std::unique_ptr<ChildOutput> m_output;
    QTimer m_silence;
    QByteArray m_lastWords; ///< the end of standard error, for the message when it dies
    std::unordered_set<std::int64_t> m_pending;
    std::int64_t m_lastId = 0;
    std::int64_t m_initializeId = 0;
    protocol::InitializeResult m_greeting; ///< of the child that is ready
    int m_garbageLines = 0;
    bool m_hasOnlyNoise = false; ///< bytes came in the time of silence, and no line
};

} // namespace ridgepoint
