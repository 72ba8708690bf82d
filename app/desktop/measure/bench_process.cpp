// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/bench_process.h"

#include "core/protocol/line_reader.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QObject>
#include <QProcessEnvironment>
#include <QSocketNotifier>
#include <QTimer>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

/// A quarter of a 60 Hz frame: the rest of the turn belongs to input and painting.
constexpr int sliceMs = 4;
constexpr std::size_t pieceBytes = std::size_t{1} << 16;

void closeEnd(int& end)
{
    if (end >= 0)
        ::close(end);
    end = -1;
}

} // namespace

/// The standard output of a child as a pipe of our own. QProcess would read all that a child writes into memory; here
/// a flood stays in the pipe and the child waits, because a turn of the event loop takes no more than a slice.
class ChildOutput : public QObject {
public:
    /// Called for each line in the order written, without a value for one beyond the protocol's limit; it may close,
    /// not destroy, this object.
    using LineHandler = std::function<void(std::optional<std::string_view>)>;

    explicit ChildOutput(LineHandler handler, QObject* parent = nullptr);
    ~ChildOutput() override;

    /// Makes the pipe; false when the system gives none.
    [[nodiscard]] bool open();
    /// What the child must write to; closed on this side by closeWriteEnd once the child has started.
    [[nodiscard]] int writeEnd() const { return m_writeEnd; }
    void closeWriteEnd();
    enum class Slice { Nothing, Some, MoreWaiting };
    /// Handles what is there now, up to `budgetMs` of work.
    Slice readSlice(int budgetMs);
    /// Handles all that a child which has ended left in the pipe.
    void drain();
    /// Stops reading; a child that still writes is told so by the system.
    void close();
    /// Goes on reading, so that the child can write, and hands on nothing.
    void ignore();
    void setHandler(LineHandler handler) { m_handler = std::move(handler); }

private:
    bool readPiece();
    bool handleNext();
    void onReadable();

    protocol::LineReader m_lines;
    LineHandler m_handler;
    std::unique_ptr<QSocketNotifier> m_notifier;
    bool m_isIgnored = false;
    bool m_atEnd = false;
    int m_readEnd = -1;
    int m_writeEnd = -1;
};

ChildOutput::ChildOutput(LineHandler handler, QObject* parent) : QObject(parent), m_handler(std::move(handler)) {}

ChildOutput::~ChildOutput() { close(); }

bool ChildOutput::open()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return false;
    m_readEnd = ends[0];
    m_writeEnd = ends[1];
    ::fcntl(m_readEnd, F_SETFL, O_NONBLOCK);
    m_notifier = std::make_unique<QSocketNotifier>(m_readEnd, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &ChildOutput::onReadable);
    return true;
}

void ChildOutput::closeWriteEnd() { closeEnd(m_writeEnd); }

void ChildOutput::ignore() { m_isIgnored = true; }

void ChildOutput::close()
{
    // Often reached from inside the notifier's own signal.
    if (m_notifier) {
        m_notifier->setEnabled(false);
        m_notifier.release()->deleteLater();
    }
    closeEnd(m_readEnd);
    closeEnd(m_writeEnd);
}

bool ChildOutput::readPiece()
{
    std::array<char, pieceBytes> piece;
    const ssize_t count = m_readEnd >= 0 ? ::read(m_readEnd, piece.data(), piece.size()) : 0;
    if (count > 0)
        m_lines.feed(std::string_view(piece.data(), static_cast<std::size_t>(count)));
    // End of file would signal "readable" for ever; the child's end is reported by its process.
    m_atEnd = m_atEnd || count == 0;
    return count > 0;
}

bool ChildOutput::handleNext()
{
    const auto line = m_lines.next();
    if (!line)
        return false;
    if (!m_isIgnored)
        m_handler(line->ok() ? std::optional(line->value()) : std::nullopt);
    return true;
}

ChildOutput::Slice ChildOutput::readSlice(int budgetMs)
{
    QElapsedTimer timer;
    timer.start();
    bool any = false;
    while (m_readEnd >= 0) {
        if (timer.elapsed() >= budgetMs)
            return Slice::MoreWaiting;
        if (handleNext())
            any = true;
        else if (!readPiece())
            break;
    }
    return any ? Slice::Some : Slice::Nothing;
}

void ChildOutput::onReadable()
{
    if (m_notifier)
        m_notifier->setEnabled(false);
    const Slice slice = readSlice(sliceMs);
    if (m_readEnd < 0)
        return;
    if (slice == Slice::MoreWaiting) // go on after input and painting had their turn
        QTimer::singleShot(0, this, &ChildOutput::onReadable);
    else if (m_notifier && !m_atEnd)
        m_notifier->setEnabled(true);
}

void ChildOutput::drain()
{
    while (m_readEnd >= 0 && (handleNext() || readPiece())) {
    }
}

namespace {

/// A stray line or two (a login banner over ssh) is tolerated; a stream of them is another program.
constexpr int maximumGarbageLines = 32;
constexpr qsizetype keptLastWords = 400;
constexpr int shutDownMs = 2000;
/// For a child that has a connection to close: a few round trips of a slow one.
constexpr int farewellMs = 5000;

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

BenchProcess::~BenchProcess()
{
    shutDown();
    const QDeadlineTimer until(farewellMs);
    for (QProcess* child : findChildren<QProcess*>()) { // that were let go
        child->disconnect();
        // Nothing reads it here, and a child that waits for a full pipe does not see the end of its input.
        for (QObject* part : child->children())
            if (auto* output = dynamic_cast<ChildOutput*>(part))
                output->close();
        if (child->waitForFinished(static_cast<int>(until.remainingTime())))
            continue;
        child->kill();
        child->waitForFinished(shutDownMs);
    }
}

void BenchProcess::start(const BenchCommand& command)
{
    kill();
    m_garbageLines = 0;
    m_hasOnlyNoise = false;
    m_lastWords.clear();
    m_target = command.target;
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
    m_process->setArguments(command.arguments + QStringList{QStringLiteral("serve")}
                            + (m_target ? m_target->arguments() : QStringList()));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (m_target) { // what ssh has to ask, this program shows
        environment.insert(QStringLiteral("SSH_ASKPASS"), QCoreApplication::applicationFilePath());
        environment.insert(QStringLiteral("SSH_ASKPASS_REQUIRE"), QStringLiteral("force"));
        environment.insert(askpassVariable, QStringLiteral("1"));
    } else { // so that our own drawing is not taken for another program's
        environment.insert(QStringLiteral("RIDGEPOINT_WINDOW"), QString::number(QCoreApplication::applicationPid()));
    }
    m_process->setProcessEnvironment(environment);
    m_process->setProcessChannelMode(QProcess::ForwardedOutputChannel);
    m_process->setChildProcessModifier([end = m_output->writeEnd()] { ::dup2(end, STDOUT_FILENO); });
    watch();
    setState(BenchState::Starting);
    m_silence.start(m_deadlines.start);
    m_process->start();
    if (m_output)
        m_output->closeWriteEnd();
    if (m_process)
        m_initializeId = send(protocol::Initialize{
            .protocolVersion = protocol::version, .client = "ridgepoint", .gaps = !m_target.has_value()});
}

void BenchProcess::watch()
{
    connect(m_process.get(), &QProcess::finished, this, &BenchProcess::onFinished);
    connect(m_process.get(), &QProcess::errorOccurred, this, &BenchProcess::onErrorOccurred);
    connect(m_process.get(), &QProcess::readyReadStandardError, this, &BenchProcess::keepLastWords);
}

void BenchProcess::take(BenchProcess& other)
{
    if (other.m_state != BenchState::Ready)
        return;
    kill();
    other.m_process->disconnect(&other);
    m_process = std::move(other.m_process);
    m_output = std::move(other.m_output);
    m_output->setHandler([this](std::optional<std::string_view> line) { line ? onLine(*line) : onGarbage(); });
    m_target = std::exchange(other.m_target, std::nullopt);
    m_lastWords = std::exchange(other.m_lastWords, {});
    m_garbageLines = other.m_garbageLines;
    m_hasOnlyNoise = false;
    m_lastId = std::max(m_lastId, other.m_lastId); // an id is of one request, whoever sent it
    m_initializeId = other.m_initializeId;
    m_greeting = other.m_greeting;
    other.kill();
    watch();
    setState(BenchState::Ready);
    m_silence.start(m_deadlines.silence);
    emit initialized(m_greeting);
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
    if (m_target && m_process && m_process->state() != QProcess::NotRunning)
        return letGo();
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

/// The end of its input is its notice: it closes the connection, has a job cancelled, and ends.
void BenchProcess::letGo()
{
    QProcess* child = m_process.release();
    child->disconnect(this);
    child->setParent(this);
    m_output->ignore();
    m_output.release()->setParent(child);
    connect(child, &QProcess::finished, child, &QObject::deleteLater);
    QTimer::singleShot(farewellMs, child, &QProcess::kill);
    child->closeWriteChannel();
}

void BenchProcess::kill()
{
    discardProcess();
    setState(BenchState::NotRunning);
}

void BenchProcess::shutDown()
{
    if (m_process && m_process->state() == QProcess::Running && m_state == BenchState::Ready && !m_target) {
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
    else
        onNotification(std::get<protocol::Notification>(*incoming));
}

void BenchProcess::onNotification(const protocol::Notification& notification)
{
    if (const auto* progress = std::get_if<protocol::TargetProgress>(&notification))
        emit targetProgressed(*progress);
    else if (const auto* failed = std::get_if<protocol::TargetFailed>(&notification))
        fail({ErrorKind::Unavailable, failed->id, "%1 %2", {failed->text, failed->remedy}});
    else if (m_state == BenchState::Ready)
        emit notified(notification);
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
        m_greeting = *result;
        setState(BenchState::Ready);
        m_silence.start(m_deadlines.silence);
        emit initialized(m_greeting);
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
