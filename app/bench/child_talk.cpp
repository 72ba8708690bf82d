// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/child_talk.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>

namespace ridgepoint {
namespace {

constexpr int tickMilliseconds = 250;
constexpr std::size_t mostUnsent = std::size_t{1} << 20; ///< before our own input waits

struct ChildPipe {
    OwnDescriptor toRead;
    OwnDescriptor toWrite;
};

std::optional<ChildPipe> newPipe()
{
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return std::nullopt;
    return ChildPipe{OwnDescriptor(ends[0]), OwnDescriptor(ends[1])};
}

Error childNotStarted(const std::string& program, int code)
{
    return {.kind = ErrorKind::Unavailable,
            .id = code == ENOENT ? "child.not-found" : "child.not-started",
            .text = "\"%1\" cannot be started: %2",
            .arguments = {program, std::strerror(code)}};
}

/// In the new process, before it becomes the program: only what is safe after a fork.
[[noreturn]] void becomeProgram(char* const* words, const std::array<int, 3>& ends, ChildTalk::Terminal terminal,
                                pid_t parent, int report)
{
    // posix_spawn has no such attribute: nothing may be left waiting in a queue or at a prompt when we are killed.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(127);
    if (terminal == ChildTalk::Terminal::None)
        setpgid(0, 0);
    sigset_t blocked;
    sigemptyset(&blocked);
    if (terminal == ChildTalk::Terminal::Shared)
        sigaddset(&blocked, SIGINT);
    sigprocmask(SIG_SETMASK, &blocked, nullptr);
    std::signal(SIGPIPE, SIG_DFL); // these are ignored here (main.cpp) and would stay ignored there
    std::signal(SIGXFSZ, SIG_DFL);
    bool isConnected = true;
    for (int number = 0; number < 3; ++number)
        isConnected = isConnected && dup2(ends[static_cast<std::size_t>(number)], number) == number;
    if (isConnected)
        execvp(words[0], words);
    const int code = errno;
    static_cast<void>(!write(report, &code, sizeof code));
    _exit(127);
}

/// Hands on what is there; false at the end.
bool takeSome(int descriptor, const std::function<void(std::string_view)>& take)
{
    std::array<char, 65536> bytes;
    const ssize_t count = read(descriptor, bytes.data(), bytes.size());
    if (count > 0 && take)
        take({bytes.data(), static_cast<std::size_t>(count)});
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

/// What is there without waiting.
void drain(int descriptor, const std::function<void(std::string_view)>& take)
{
    pollfd wait{descriptor, POLLIN, 0};
    while (descriptor >= 0 && poll(&wait, 1, 0) > 0 && takeSome(descriptor, take)) {
    }
}

} // namespace

ChildTalk::ChildTalk(pid_t child, OwnDescriptor input, OwnDescriptor output, OwnDescriptor error)
    : m_child(child), m_input(std::move(input)), m_output(std::move(output)), m_error(std::move(error))
{
    fcntl(m_input.number(), F_SETFL, O_NONBLOCK);
}

ChildTalk::ChildTalk(ChildTalk&& other) noexcept
    : m_child(std::exchange(other.m_child, 0)),
      m_input(std::move(other.m_input)),
      m_output(std::move(other.m_output)),
      m_error(std::move(other.m_error)),
      m_toSend(std::move(other.m_toSend)),
      m_sent(other.m_sent),
      m_endsInput(other.m_endsInput)
{}

ChildTalk::~ChildTalk()
{
    if (m_child <= 0)
        return;
    m_input.close();
    m_output.close();
    m_error.close();
    terminate();
    while (waitpid(m_child, nullptr, 0) < 0 && errno == EINTR) {
    }
}

Result<ChildTalk> ChildTalk::start(const std::vector<std::string>& words, Terminal terminal)
{
    auto input = newPipe();
    auto output = newPipe();
    auto error = newPipe();
    auto report = newPipe();
    if (!input || !output || !error || !report)
        return childNotStarted(words.front(), errno);
    std::vector<char*> pointers;
    for (const std::string& word : words)
        pointers.push_back(const_cast<char*>(word.c_str())); // as execvp wants it, which does not change them
    pointers.push_back(nullptr);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0)
        becomeProgram(pointers.data(), {input->toRead.number(), output->toWrite.number(), error->toWrite.number()},
                      terminal, parent, report->toWrite.number());
    if (child < 0)
        return childNotStarted(words.front(), errno);
    report->toWrite.close();
    int code = 0;
    ssize_t count = 0;
    while ((count = read(report->toRead.number(), &code, sizeof code)) < 0 && errno == EINTR) {
    }
    if (count > 0) {
        while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
        return childNotStarted(words.front(), code);
    }
    return ChildTalk(child, std::move(input->toWrite), std::move(output->toRead), std::move(error->toRead));
}

void ChildTalk::send(std::string_view bytes)
{
    if (m_input.number() >= 0)
        m_toSend += bytes;
}

void ChildTalk::terminate()
{
    if (m_child > 0)
        kill(m_child, SIGTERM);
}

void ChildTalk::writeSome()
{
    const ssize_t count = write(m_input.number(), m_toSend.data() + m_sent, unsent());
    if (count < 0 && errno != EINTR && errno != EAGAIN) {
        m_toSend.clear(); // it reads no more; why, its end says
        m_sent = 0;
        m_input.close();
        return;
    }
    m_sent += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    if (unsent() == 0) {
        m_toSend.clear();
        m_sent = 0;
    }
}

bool ChildTalk::hasEnded() const
{
    siginfo_t info = {};
    return waitid(P_PID, static_cast<id_t>(m_child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == m_child;
}

int ChildTalk::talk(const Handlers& handlers, Interruption& interruption, int ownInputDescriptor)
{
    bool isInterrupted = false;
    // Others may have inherited an output, such as the process that keeps ssh's connection: its end is not waited for.
    while (!hasEnded()) {
        if (m_endsInput && unsent() == 0)
            m_input.close();
        const auto watch = [](bool isWanted, int descriptor, short events) {
            return pollfd{isWanted ? descriptor : -1, events, 0};
        };
        std::array<pollfd, 5> waits{watch(true, m_output.number(), POLLIN), watch(true, m_error.number(), POLLIN),
                                    watch(unsent() > 0, m_input.number(), POLLOUT),
                                    watch(unsent() < mostUnsent, ownInputDescriptor, POLLIN),
                                    watch(!isInterrupted, interruption.wakeDescriptor(), POLLIN)};
        if (poll(waits.data(), waits.size(), tickMilliseconds) < 0 && errno != EINTR)
            break;
        if (waits[0].revents != 0 && !takeSome(m_output.number(), handlers.output))
            m_output.close();
        if (waits[1].revents != 0 && !takeSome(m_error.number(), handlers.error))
            m_error.close();
        if (waits[2].revents != 0)
            writeSome();
        if (waits[3].revents != 0 && !takeSome(ownInputDescriptor, handlers.ownInput)) {
            ownInputDescriptor = -1;
            if (handlers.ownInputEnd)
                handlers.ownInputEnd();
        }
        if (!isInterrupted && interruption.requested()) {
            isInterrupted = true;
            if (handlers.interrupted)
                handlers.interrupted();
        }
        if (handlers.tick)
            handlers.tick();
    }
    drain(m_output.number(), handlers.output);
    drain(m_error.number(), handlers.error);
    int status = 0;
    while (waitpid(m_child, &status, 0) < 0 && errno == EINTR) {
    }
    m_child = 0;
    constexpr int bySignal = 128;
    return WIFSIGNALED(status) ? bySignal + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string outputOf(const std::vector<std::string>& words, const Clock& clock)
{
    constexpr Seconds longest{3.0};
    std::string text;
    auto child = ChildTalk::start(words, ChildTalk::Terminal::None);
    if (!child)
        return text;
    child->endInput();
    Interruption none;
    const Seconds begun = clock.now();
    const int status = child->talk({.output = [&](std::string_view bytes) { text += bytes; },
                                    .error = {},
                                    .ownInput = {},
                                    .ownInputEnd = {},
                                    .interrupted = {},
                                    .tick =
                                        [&] {
                                            if (clock.now() - begun > longest)
                                                child->terminate();
                                        }},
                                   none);
    return status == 0 ? text : std::string();
}

bool writeWhole(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = write(descriptor, bytes.data(), bytes.size());
        if (count > 0)
            bytes.remove_prefix(static_cast<std::size_t>(count));
        else if (errno == EAGAIN) {
            pollfd wait{descriptor, POLLOUT, 0};
            poll(&wait, 1, tickMilliseconds);
        } else if (errno != EINTR)
            return false;
    }
    return true;
}

} // namespace ridgepoint
