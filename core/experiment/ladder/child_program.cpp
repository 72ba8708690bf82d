// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/ladder/child_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

/// So long a killed program may take to end.
constexpr std::chrono::milliseconds killed{2000};
constexpr std::size_t mostOutput = std::size_t{64} << 10U;

Error notThere(const std::string& program)
{
    return {ErrorKind::Unavailable,
            "experiment.no-program",
            "%1 is not installed or cannot be started; install it to see this part.",
            {program}};
}

} // namespace

Result<void> ChildProgram::start(const std::string& program, const std::vector<std::string>& words)
{
    kill();
    m_output.clear();
    m_succeeded = false;
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return notThere(program);
    // Our end alone: a program that prints much would take the other for broken.
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    // A group of its own, so that what it starts goes with it.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    std::vector<std::string> texts{program};
    texts.insert(texts.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    for (std::string& text : texts)
        arguments.push_back(text.data());
    arguments.push_back(nullptr);
    const int failure = posix_spawnp(&m_process, program.c_str(), &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    ::close(ends[1]);
    m_pipe = ends[0];
    if (failure == 0)
        return {};
    m_process = 0;
    close();
    return notThere(program);
}

void ChildProgram::poll(Seconds longest)
{
    if (!running())
        return;
    pollfd wait{m_pipe, POLLIN, 0};
    // A negative descriptor is passed over: then this only waits for the end.
    ::poll(&wait, 1, static_cast<int>(std::ceil(longest.value() * 1000.0)));
    std::array<char, 4096> piece{};
    // So many pieces at most, because a flood would keep us here.
    for (int pieces = 0; m_pipe >= 0 && pieces < 16; ++pieces) {
        const ssize_t count = ::read(m_pipe, piece.data(), piece.size());
        if (count > 0)
            m_output.append(piece.data(), std::min(static_cast<std::size_t>(count),
                                                   mostOutput - std::min(mostOutput, m_output.size())));
        else if (count == 0 || (errno != EAGAIN && errno != EINTR))
            close();
        if (count <= 0)
            break;
    }
    // Not before its output has ended: the last of it may still be in the pipe.
    if (m_pipe < 0)
        reap(false);
}

void ChildProgram::reap(bool wait)
{
    // Killed, it ends at once, unless the kernel holds it: then it is left behind.
    const auto deadline = std::chrono::steady_clock::now() + (wait ? killed : std::chrono::milliseconds(0));
    while (running() && !reapNow() && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (wait)
        m_process = 0;
}

bool ChildProgram::reapNow()
{
    siginfo_t ended{};
    // Left waiting for us, it keeps its number, so that the group is surely its own; what it started goes with it.
    if (waitid(P_PID, static_cast<id_t>(m_process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0) {
        if (ended.si_pid == 0)
            return false;
        ::kill(-m_process, SIGKILL);
    } else if (errno == EINTR) {
        return false;
    }
    int status = 0;
    // Where somebody else took its end (ECHILD), it has ended all the same, nobody knows how.
    m_succeeded = waitpid(m_process, &status, WNOHANG) == m_process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    m_process = 0;
    return true;
}

void ChildProgram::kill()
{
    if (running()) {
        ::kill(-m_process, SIGKILL);
        ::kill(m_process, SIGKILL);
        reap(true);
        m_succeeded = false;
    }
    close();
}

void ChildProgram::close()
{
    if (m_pipe >= 0)
        ::close(std::exchange(m_pipe, -1));
}

} // namespace ridgepoint
