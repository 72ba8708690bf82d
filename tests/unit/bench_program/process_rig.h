// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/messages.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <optional>
#include <vector>

namespace ridgepoint::test {

inline constexpr int processDeadlineMilliseconds = 120000;

/// A program of ours in a process, with a lock folder of its own so that tests may run side by side.
class BenchProcess {
public:
    explicit BenchProcess(const QString& program = QStringLiteral(RIDGEPOINT_BENCH_PROGRAM)) : m_program(program)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), folder.path());
        process.setProcessEnvironment(environment);
    }
    ~BenchProcess()
    {
        process.kill();
        process.waitForFinished();
    }
    void start(const QStringList& words)
    {
        process.start(m_program, words);
        process.waitForStarted();
    }
    /// Runs to the end and returns the exit status; -1 for a crash or a process that does not end.
    int run(const QStringList& words)
    {
        start(words);
        process.closeWriteChannel();
        return exitStatus();
    }
    int exitStatus()
    {
        const bool ended = process.state() == QProcess::NotRunning
                        || process.waitForFinished(processDeadlineMilliseconds);
        out += process.readAllStandardOutput();
        err += process.readAllStandardError();
        return ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }
    void send(const protocol::Request& request)
    {
        sendLine(QByteArray::fromStdString(protocol::encodeRequest(++lastId, request)));
    }
    void sendLine(const QByteArray& line)
    {
        process.write(line + '\n');
        process.waitForBytesWritten();
    }
    /// The next line; nothing when the process ends or is silent for too long.
    std::optional<QByteArray> nextLine()
    {
        while (!process.canReadLine())
            if (!process.waitForReadyRead(processDeadlineMilliseconds))
                return std::nullopt;
        return process.readLine();
    }
    /// Reads messages until one satisfies the condition; nothing when the stream ends before. Lines that are no
    /// messages are counted and skipped.
    std::optional<protocol::Incoming> waitFor(const std::function<bool(const protocol::Incoming&)>& wanted)
    {
        while (const auto line = nextLine()) {
            auto decoded = protocol::decodeFromBench(
                std::string_view(line->constData(), static_cast<std::size_t>(line->size())));
            if (!decoded) {
                ++nonsense;
                continue;
            }
            messages.push_back(*decoded);
            if (wanted(*decoded))
                return *decoded;
        }
        return std::nullopt;
    }
    template <class Message> std::optional<Message> waitForNotification()
    {
        const auto found = waitFor([](const protocol::Incoming& incoming) {
            const auto* notification = std::get_if<protocol::Notification>(&incoming);
            return notification && std::holds_alternative<Message>(*notification);
        });
        return found ? std::optional(std::get<Message>(std::get<protocol::Notification>(*found))) : std::nullopt;
    }
    /// The response to the request sent last.
    template <class Message> std::optional<Message> waitForAnswer()
    {
        const auto found = waitFor([this](const protocol::Incoming& incoming) {
            const auto* response = std::get_if<protocol::IncomingResponse>(&incoming);
            return response && response->id == lastId && std::holds_alternative<Message>(response->response);
        });
        return found ? std::optional(std::get<Message>(std::get<protocol::IncomingResponse>(*found).response))
                     : std::nullopt;
    }
    std::optional<protocol::IncomingError> waitForError()
    {
        const auto found = waitFor([](const protocol::Incoming& incoming) {
            return std::holds_alternative<protocol::IncomingError>(incoming);
        });
        return found ? std::optional(std::get<protocol::IncomingError>(*found)) : std::nullopt;
    }

    QTemporaryDir folder;
    QProcess process;
    QByteArray out;
    QByteArray err;
    std::vector<protocol::Incoming> messages;
    std::int64_t lastId = 0;
    int nonsense = 0;

private:
    QString m_program;
};

} // namespace ridgepoint::test
