// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/surroundings.h"

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>
#include <sys/types.h>

namespace ridgepoint {

/// A program that is started to measure a node, in a session of its own: it cannot ask at the terminal, Ctrl+C reaches
/// it only through us, what it started ends with it, and it is asked to end where we are killed.
class NodeProcess {
public:
    using Moment = std::chrono::steady_clock::time_point;
    /// Takes a line of standard output or of standard error, without its end.
    using TakeLine = std::function<void(bool isError, std::string_view line)>;

    /// Its standard input is empty. Unavailable where it cannot be started.
    [[nodiscard]] static Result<std::unique_ptr<NodeProcess>> start(std::vector<std::string> words);
    ~NodeProcess();
    NodeProcess(const NodeProcess&) = delete;
    NodeProcess& operator=(const NodeProcess&) = delete;

    /// Asks all of it to end and save what it has, as Ctrl+C does.
    void interrupt() const;
    /// Ends all of it at once.
    void kill() const;
    /// Takes the lines that have come since; at the end of a stream also a last one without an end.
    void read(const TakeLine& take);
    /// As a shell has it, once the program has ended; what it left running is ended first.
    [[nodiscard]] std::optional<int> status();
    /// Adds what can be waited for, to be polled.
    void addTo(std::vector<pollfd>& waited) const;

private:
    /// One of its streams, and the part of a line that came last.
    struct Stream {
        int descriptor = -1;
        std::string rest;
    };
    NodeProcess(pid_t group, int output, int errors) : m_group(group), m_streams{{{output, {}}, {errors, {}}}} {}
    static void readStream(Stream& stream, bool isError, const TakeLine& take);

    pid_t m_group; ///< of the program, which leads it
    std::array<Stream, 2> m_streams;
    std::optional<int> m_status;
};

/// Waits until one of them writes or closes a stream, the user interrupts, or the moment has come; a twentieth of a
/// second at most, because a program may end without either.
void waitForNodes(std::span<NodeProcess* const> processes, const Interruption& interruption, NodeProcess::Moment until);

} // namespace ridgepoint
