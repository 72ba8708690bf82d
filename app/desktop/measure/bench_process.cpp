// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/bench_process.h"

#include "app/desktop/measure/child_output.h"

#include <QCoreApplication>
#include <QProcessEnvironment>

#include <optional>
#include <unistd.h>
#include <utility>

namespace ridgepoint {
namespace {

/// A stray line or two (a login banner over ssh) is tolerated; a stream of them is another program.
constexpr int maximumGarbageLines = 32;
constexpr qsizetype keptLastWords = 400;
constexpr int shutDownMs = 2000;

std::string lastLine(const QByteArray& words)
{
    const QByteArray trimmed = words.trimmed();
    return trimmed.mid(trimmed.lastIndexOf('\n') + 1).toStdString();
}

/// `program`: where it ended before it had said what it is.
Error crashError(int exitCode, QProcess::ExitStatus status, const QByteArray& lastWords,
                 const std::optional<std::string>& program)
{
    const std::string how = status == QProcess::CrashExit ? "signal " + std::to_string(exitCode)
                                                          : "exit status " + std::to_string(exitCode);
    std::string words = lastLine(lastWords);
    while (words.ends_with('.'))
        words.pop_back(); // the sentence around it has one
    if (program)
        return words.empty() ? Error{ErrorKind::DeviceFailure,
                                     "bench.never-answered",
                                     "The measuring program %1 exited (%2) before it answered; check that --bench "
                                     "names ridgepoint-bench.",
                                     {*program, how}}
                             : Error{ErrorKind::DeviceFailure,
                                     "bench.never-answered-saying",
                                     "The measuring program %1 exited (%2) before it answered, with the message: %3. "
                                     "Check that --bench names ridgepoint-bench.",
                                     {*program, how, words}};
    if (words.empty())
        return Error{ErrorKind::DeviceFailure,
                     "bench.crashed",
                     "The measuring program exited unexpectedly (%1). Measurements are kept; restart it.",
                     {how}};
    return Error{ErrorKind::DeviceFailure,
                 "bench.crashed-saying",
                 "The measuring program exited unexpectedly (%1) with the message: %2. Measurements are kept; "
                 "restart it.",
                 {how, words}};
}

} // namespace

BenchProcess::BenchProcess(BenchDeadlines deadlines, QObject* parent) : QObject(parent), m_deadlines(deadlines)
{
    m_silence.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, &BenchProcess::onSilence);
}

BenchProcess::~BenchProcess() { shutDown(); }

void BenchProcess::start(const BenchCommand& command)
{
    kill();
    m_garbageLines = 0;
    m_hasOnlyNoise = false;
    m_lastWords.clear();
    m_output = std::make_unique<ChildOutput>(
        [this](std::optional<std::string_view> line) { line ? onLine(*line) : onGarbage(); });
    m_process = std::make_unique<QProcess>();
    if (!m_output->open()) {
        fail({ErrorKind::DeviceFailure,
              "bench.no-pipe",
              "The system has no free pipe to start the measuring program with; close other programs and restart it.",
              {}});
        return;
    }
    m_process->setProgram(command.program);
    m_process->setArguments(command.arguments + QStringList{QStringLiteral("serve")});
    // So that our own drawing is not taken for another program's. A machine reached by ssh does not get it.
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("RIDGEPOINT_WINDOW"), QString::number(QCoreApplication::applicationPid()));
    m_process->setProcessEnvironment(environment);
    m_process->setProcessChannelMode(QProcess::ForwardedOutputChannel);
    m_process->setChildProcessModifier([end = m_output->writeEnd()] { ::dup2(end, STDOUT_FILENO); });
    connect(m_process.get(), &QProcess::finished, this, &BenchProcess::onFinished);
    connect(m_process.get(), &QProcess::errorOccurred, this, &BenchProcess::onErrorOccurred);
    connect(m_process.get(), &QProcess::readyReadStandardError, this, &BenchProcess::keepLastWords);
    setState(BenchState::Starting);
    m_silence.start(m_deadlines.start);
    m_process->start();
    if (m_output)
        m_output->closeWriteEnd();
    if (m_process)
        m_initializeId = send(
            protocol::Initialize{.protocolVersion = protocol::version, .client = "ridgepoint", .gaps = true});
}

std::int64_t BenchProcess::send(const protocol::Request& request)
{
    const std::int64_t id = ++m_lastId;
    if (!m_process)
        return id;
    const std::string line = protocol::encodeRequest(id, request) + '\n';
    m_pending.insert(id);
    m_process->write(line.data(), static_cast<qint64>(line.size()));
    return id;
}

qint64 BenchProcess::processId() const { return m_process ? m_process->processId() : 0; }

void BenchProcess::setState(BenchState state)
{
    if (std::exchange(m_state, state) != state)
        emit stateChanged(state);
}

void BenchProcess::discardProcess()
{
    m_silence.stop();
    m_pending.clear();
    if (m_output) {
        m_output->close();
        m_output.release()->deleteLater(); // it may be the one that called
    }
    if (!m_process)
        return;
    m_process->disconnect(this);
    if (m_process->state() != QProcess::NotRunning) {
        m_process->kill();
        m_process->waitForFinished(shutDownMs);
    }
    m_process.release()->deleteLater();
}

void BenchProcess::kill()
{
    discardProcess();
    setState(BenchState::NotRunning);
}

void BenchProcess::shutDown()
{
    if (m_process && m_process->state() == QProcess::Running && m_state == BenchState::Ready) {
        send(protocol::Shutdown{});
        m_process->closeWriteChannel();
        m_process->disconnect(this);
        // What it still says is of no use; and a child that waits for a full pipe would never read the request.
        m_output->close();
        m_process->waitForFinished(shutDownMs);
    }
    kill();
}

void BenchProcess::fail(Error error)
{
    discardProcess();
    setState(BenchState::Failed);
    emit failed(error);
}

void BenchProcess::onLine(std::string_view line)
{
    const auto incoming = protocol::decodeFromBench(line);
    if (!incoming) {
        onGarbage();
        return;
    }
    m_hasOnlyNoise = false;
    m_silence.start(m_state == BenchState::Starting ? m_deadlines.start : m_deadlines.silence);
    if (const auto* response = std::get_if<protocol::IncomingResponse>(&*incoming))
        onResponse(*response);
    else if (const auto* refusal = std::get_if<protocol::IncomingError>(&*incoming))
        onRefusal(*refusal);
    else if (m_state == BenchState::Ready)
        emit notified(std::get<protocol::Notification>(*incoming));
}

void BenchProcess::onGarbage()
{
    if (++m_garbageLines <= maximumGarbageLines)
        return;
    fail({ErrorKind::Corrupt,
          "bench.garbage",
          "The measuring program sent %1 lines that are not part of its protocol and was stopped; check that --bench "
          "names ridgepoint-bench. Measurements are kept.",
          {std::to_string(m_garbageLines)}});
}

void BenchProcess::onResponse(const protocol::IncomingResponse& incoming)
{
    if (m_pending.erase(incoming.id) == 0) {
        onGarbage(); // an answer to nothing that was asked
        return;
    }
    if (incoming.id != m_initializeId) {
        emit responded(incoming.id, incoming.response);
        return;
    }
    const auto* result = std::get_if<protocol::InitializeResult>(&incoming.response);
    if (result == nullptr) {
        onGarbage();
    } else if (result->protocolVersion != protocol::version) {
        fail({ErrorKind::Unsupported,
              "bench.wrong-version",
              "The measuring program %1 uses protocol version %2, this window uses version %3; install both from the "
              "same release.",
              {result->program, std::to_string(result->protocolVersion), std::to_string(protocol::version)}});
    } else {
        setState(BenchState::Ready);
        m_silence.start(m_deadlines.silence);
        emit initialized(*result);
    }
}

void BenchProcess::onRefusal(const protocol::IncomingError& incoming)
{
    if (!incoming.id || m_pending.erase(*incoming.id) == 0)
        onGarbage();
    else if (*incoming.id == m_initializeId)
        fail(incoming.error);
    else
        emit refused(*incoming.id, incoming.error);
}

void BenchProcess::onFinished(int exitCode, QProcess::ExitStatus status)
{
    keepLastWords();
    if (m_output)
        m_output->drain(); // the samples it sent before it died count
    if (m_process)
        fail(crashError(exitCode, status, m_lastWords,
                        m_state == BenchState::Starting ? std::optional(m_process->program().toStdString())
                                                        : std::nullopt));
}

void BenchProcess::onErrorOccurred(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart)
        fail({ErrorKind::Unavailable,
              "bench.not-started",
              "The measuring program %1 could not be started: %2. Pass the path of ridgepoint-bench with --bench.",
              {m_process->program().toStdString(), m_process->errorString().toStdString()}});
}

void BenchProcess::onSilence()
{
    // After a suspend, or a long paint, the timer may come before what has long been in the pipe.
    const auto deadline = m_state == BenchState::Starting ? m_deadlines.start : m_deadlines.silence;
    if (m_output && !m_hasOnlyNoise && m_output->readSlice(1) != ChildOutput::Slice::Nothing) {
        if ((m_state == BenchState::Starting || m_state == BenchState::Ready)
            && !m_silence.isActive()) { // bytes, and no line among them: once more, and then it is no measuring program
            m_hasOnlyNoise = true;
            m_silence.start(deadline);
        }
        return;
    }
    if (m_state == BenchState::Starting)
        return fail({ErrorKind::Timeout,
                     "bench.silent-at-start",
                     "The measuring program %1 did not answer within %2 s and was stopped; check that --bench names "
                     "ridgepoint-bench, or restart it.",
                     {m_process->program().toStdString(),
                      QString::number(static_cast<double>(deadline.count()) / 1000.0).toStdString()}});
    fail({ErrorKind::Timeout,
          "bench.hung",
          "The measuring program was stopped because it sent nothing for %1 s. Measurements are kept; restart it.",
          {QString::number(static_cast<double>(deadline.count()) / 1000.0).toStdString()}});
}

void BenchProcess::keepLastWords()
{
    if (!m_process)
        return;
    m_lastWords += m_process->readAllStandardError();
    m_lastWords = m_lastWords.right(keptLastWords);
}

} // namespace ridgepoint
