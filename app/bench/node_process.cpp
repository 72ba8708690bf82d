// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/node_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr int statusNotStarted = 127;                      // as a shell has it
constexpr std::size_t longestLine = std::size_t{1} << 16U; ///< of what no report writes, the rest is left out

Error notStartedNode(const std::string& program, int code)
{
    const bool isMissing = code == ENOENT;
    return {.kind = ErrorKind::Unavailable,
            .id = isMissing ? "fleet.not-found" : "fleet.not-started",
            .text = isMissing ? "\"%1\" was not found; install it, or add its folder to PATH"
                              : "\"%1\" could not be started: %2; close other programs and try again",
            .arguments = {program, std::strerror(code)}};
}

/// Both ends of a pipe, of which the first is ours and does not block.
bool makePipe(std::array<int, 2>& ends)
{
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return false;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return true;
}

void closeBoth(const std::array<int, 2>& ends)
{
    for (const int end : ends)
        if (end >= 0)
            close(end);
}

/// Ours, but for what lets ssh ask for a password: of so many machines it could only ask at once.
std::vector<std::string> silentEnvironment()
{
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (!std::string_view(*variable).starts_with("SSH_ASKPASS"))
            variables.emplace_back(*variable);
    variables.emplace_back("SSH_ASKPASS_REQUIRE=never");
    return variables;
}

std::vector<char*> addressesOf(std::vector<std::string>& words)
{
    std::vector<char*> addresses;
    for (std::string& word : words)
        addresses.push_back(word.data());
    addresses.push_back(nullptr);
    return addresses;
}

/// What a new process becomes.
struct NewProgram {
    char* const* words;
    char* const* variables;
    int output;
    int errors;
    int report; ///< gets the system's error where it becomes nothing
    pid_t parent;
};

/// In the new process: only what is safe after a fork.
[[noreturn]] void becomeNode(const NewProgram& program)
{
    // posix_spawn has no such attribute. Where we are killed, no job may wait on, and no machine be measured for
    // nobody.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != program.parent)
        _exit(statusNotStarted);
    setsid();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT}) // ignored here (main.cpp, nohup), and would stay so
        std::signal(signal, SIG_DFL);
    const int input = open("/dev/null", O_RDONLY);
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(program.output, STDOUT_FILENO) >= 0
        && dup2(program.errors, STDERR_FILENO) >= 0)
        execvpe(program.words[0], program.words, program.variables);
    const int code = errno;
    static_cast<void>(!write(program.report, &code, sizeof code));
    _exit(statusNotStarted);
}

/// Starts it as the leader of a session; its number, or the system's error.
int forkLeader(std::vector<std::string>& words, int output, int errors, pid_t& child)
{
    std::vector<std::string> variables = silentEnvironment();
    const std::vector<char*> wordAddresses = addressesOf(words);
    const std::vector<char*> variableAddresses = addressesOf(variables);
    std::array<int, 2> report{-1, -1};
    if (pipe2(report.data(), O_CLOEXEC) != 0)
        return errno;
    const NewProgram program{.words = wordAddresses.data(),
                             .variables = variableAddresses.data(),
                             .output = output,
                             .errors = errors,
                             .report = report[1],
                             .parent = getpid()};
    child = fork();
    if (child == 0)
        becomeNode(program);
    int code = child < 0 ? errno : 0;
    close(report[1]);
    ssize_t count = 0;
    if (child > 0)
        while ((count = ::read(report[0], &code, sizeof code)) < 0 && errno == EINTR) {
        }
    close(report[0]);
    if (child > 0 && count > 0) // it became nothing
        while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
    return code;
}

} // namespace

Result<std::unique_ptr<NodeProcess>> NodeProcess::start(std::vector<std::string> words)
{
    std::array<int, 2> output{-1, -1};
    std::array<int, 2> errors{-1, -1};
    if (!makePipe(output) || !makePipe(errors)) {
        const int code = errno;
        closeBoth(output);
        return notStartedNode(words.front(), code);
    }
    pid_t child = 0;
    const int code = forkLeader(words, output[1], errors[1], child);
    close(output[1]);
    close(errors[1]);
    if (code != 0) {
        close(output[0]);
        close(errors[0]);
        return notStartedNode(words.front(), code);
    }
    return std::unique_ptr<NodeProcess>(new NodeProcess(child, output[0], errors[0]));
}

NodeProcess::~NodeProcess()
{
    if (!m_status) {
        kill();
        while (waitpid(m_group, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    for (const Stream& stream : m_streams)
        if (stream.descriptor >= 0)
            close(stream.descriptor);
}

void NodeProcess::interrupt() const
{
    if (!m_status)
        ::kill(-m_group, SIGINT);
}

void NodeProcess::kill() const
{
    if (!m_status)
        ::kill(-m_group, SIGKILL);
}

void NodeProcess::readStream(Stream& stream, bool isError, const TakeLine& take)
{
    std::array<char, std::size_t{1} << 16U> bytes;
    while (stream.descriptor >= 0) {
        const ssize_t count = ::read(stream.descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            return;
        if (count <= 0) {
            close(std::exchange(stream.descriptor, -1));
            if (!stream.rest.empty())
                take(isError, std::exchange(stream.rest, {}));
            return;
        }
        std::string_view text(bytes.data(), static_cast<std::size_t>(count));
        for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
            stream.rest += text.substr(0, end);
            take(isError, std::exchange(stream.rest, {}));
            text.remove_prefix(end + 1);
        }
        if (stream.rest.size() < longestLine)
            stream.rest += text;
    }
}

void NodeProcess::read(const TakeLine& take)
{
    readStream(m_streams[0], false, take);
    readStream(m_streams[1], true, take);
}

std::optional<int> NodeProcess::status()
{
    if (m_status)
        return m_status;
    siginfo_t info = {};
    if (waitid(P_PID, static_cast<id_t>(m_group), &info, WEXITED | WNOWAIT | WNOHANG) != 0 || info.si_pid == 0)
        return std::nullopt;
    kill(); // while the number of the group cannot be another's
    int status = 0;
    while (waitpid(m_group, &status, 0) < 0 && errno == EINTR) {
    }
    constexpr int bySignal = 128;
    m_status = WIFSIGNALED(status) ? bySignal + WTERMSIG(status) : WEXITSTATUS(status);
    return m_status;
}

void NodeProcess::addTo(std::vector<pollfd>& waited) const
{
    for (const Stream& stream : m_streams)
        if (stream.descriptor >= 0)
            waited.push_back({stream.descriptor, POLLIN, 0});
}

void waitForNodes(std::span<NodeProcess* const> processes, const Interruption& interruption, NodeProcess::Moment until)
{
    constexpr std::chrono::milliseconds longest(50);
    std::vector<pollfd> waited;
    for (const NodeProcess* process : processes)
        process->addTo(waited);
    if (!interruption.requested() && interruption.wakeDescriptor() >= 0)
        waited.push_back({interruption.wakeDescriptor(), POLLIN, 0});
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    const auto pause = std::clamp(left, std::chrono::milliseconds(0), longest);
    poll(waited.data(), waited.size(), static_cast<int>(pause.count()));
}

} // namespace ridgepoint
