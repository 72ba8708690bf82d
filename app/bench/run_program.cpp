// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/run_program.h"

#include "app/bench/own_descriptor.h"
#include "core/import/csv_table.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr std::string_view regionsVariable = "RIDGEPOINT_REGIONS_FD=";
constexpr std::string_view inodeVariable = "RIDGEPOINT_REGIONS_INODE=";

Error systemFailure(const char* what)
{
    return {.kind = ErrorKind::DeviceFailure,
            .id = "run.no-pipe",
            .text = "%1: %2; close other programs and try again",
            .arguments = {what, std::strerror(errno)}};
}

/// Takes regions out of a pipe in a thread of its own, so that the program never waits for us.
class RegionListener {
public:
    RegionListener(int pipe, int ended, const RegionOptions& options)
        : m_pipe(pipe), m_ended(ended), m_regions(options), m_thread([this] { listen(); })
    {}
    ~RegionListener() { static_cast<void>(regions()); }
    RegionListener(const RegionListener&) = delete;
    RegionListener& operator=(const RegionListener&) = delete;

    /// Says that the program has ended, and returns what it told until then; once.
    [[nodiscard]] ImportedKernels regions()
    {
        if (!m_thread.joinable())
            return {};
        const std::uint64_t one = 1;
        while (write(m_ended, &one, sizeof one) < 0 && errno == EINTR) {
        }
        m_thread.join();
        auto kernels = m_regions.kernels();
        ImportedKernels result = kernels ? std::move(*kernels) : ImportedKernels();
        if (m_tooLong > 0)
            result.remarks.push_back(
                std::to_string(m_tooLong)
                + (m_tooLong == 1 ? " line of more than 1 MiB was" : " lines of more than 1 MiB were")
                + " left out. Write only regions, as ridgepoint.h defines them, to RIDGEPOINT_REGIONS_FD.");
        if (m_failure)
            result.remarks.push_back("What the program told could not be read to its end: " + m_failure->message());
        return result;
    }

private:
    void listen()
    {
        ByteSource source([this](int& failure) { return nextPiece(failure); });
        std::size_t before = 0; // lines until the last that was too long
        while (true) {
            CsvLines lines(source);
            while (lines.next())
                static_cast<void>(m_regions.take(lines.text(), before + lines.line())); // remarks say what is wrong
            before += lines.line();
            const auto status = lines.status();
            if (status)
                return;
            if (source.failure() != 0) {
                m_failure = status.error();
                return;
            }
            ++m_tooLong;
            skipLine(source);
        }
    }
    /// Also of a line without end, as the program must not wait.
    static void skipLine(ByteSource& source)
    {
        while (!source.atEnd()) {
            const std::size_t end = source.atHand().find('\n');
            source.skip(end == std::string_view::npos ? source.atHand().size() : end + 1);
            if (end != std::string_view::npos)
                return;
        }
    }
    std::string_view nextPiece(int& failure)
    {
        while (true) {
            std::size_t wanted = m_bytes.size();
            if (m_left) {
                wanted = std::min(wanted, *m_left);
            } else if (hasEnded()) {
                int waiting = 0;
                m_left = ioctl(m_pipe, FIONREAD, &waiting) == 0 ? static_cast<std::size_t>(waiting) : 0;
                continue;
            }
            if (wanted == 0)
                return {};
            const ssize_t taken = read(m_pipe, m_bytes.data(), wanted);
            if (taken < 0 && (errno == EINTR || errno == EAGAIN))
                continue;
            if (taken < 0) {
                failure = errno;
                return {};
            }
            if (m_left)
                *m_left -= static_cast<std::size_t>(taken);
            return {m_bytes.data(), static_cast<std::size_t>(taken)}; // empty: all writers have closed it
        }
    }
    /// Waits until there is something to read or the program has ended.
    [[nodiscard]] bool hasEnded() const
    {
        std::array<pollfd, 2> waiting{{{m_pipe, POLLIN, 0}, {m_ended, POLLIN, 0}}};
        while (poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) {
        }
        return waiting[1].revents != 0;
    }

    int m_pipe;
    int m_ended;
    RegionCollector m_regions;
    std::optional<Error> m_failure;
    std::size_t m_tooLong = 0;         ///< lines that were left out
    std::optional<std::size_t> m_left; ///< bytes that the pipe held when the program had ended
    std::array<char, std::size_t{1} << 16U> m_bytes;
    std::thread m_thread; // last: it uses the others
};

/// The lowest number that is free in the program, as a shell takes one digit only: closed here, or closed when a
/// program starts.
int numberForProgram(int besides)
{
    for (int number = STDERR_FILENO + 1;; ++number) {
        const int flags = fcntl(number, F_GETFD);
        if (number != besides && (flags < 0 || (flags & FD_CLOEXEC) != 0))
            return number;
    }
}

std::vector<char*> pointersTo(std::vector<std::string>& words)
{
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// The program may close the descriptor and get its number for a file of its own, so that it is told the pipe's inode.
std::vector<std::string> environmentWith(int descriptor, int pipe)
{
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (!std::string_view(*variable).starts_with(regionsVariable)
            && !std::string_view(*variable).starts_with(inodeVariable))
            variables.emplace_back(*variable);
    variables.push_back(std::string(regionsVariable) + std::to_string(descriptor));
    struct stat there = {};
    if (fstat(pipe, &there) == 0)
        variables.push_back(std::string(inodeVariable) + std::to_string(there.st_ino));
    return variables;
}

Error notStarted(const std::string& program, int code)
{
    const bool isMissing = code == ENOENT || code == ENOTDIR;
    const char* toTry = "check its length and the limits of this system";
    if (code == ENOENT && program.find('/') == std::string::npos)
        toTry = "check the name, or give its path";
    else if (isMissing)
        toTry = "check the path, and the interpreter that its first line names";
    else if (code == EACCES)
        toTry = "make it executable with chmod +x, or name its interpreter";
    else if (code == ENOEXEC)
        toTry = "a script needs a first line such as #!/bin/sh";
    return {.kind = ErrorKind::Unavailable,
            .id = isMissing ? "run.not-found" : "run.not-started",
            .text = "\"%1\" cannot be started: %2; %3",
            .arguments = {program, std::strerror(code), toTry}};
}

Result<pid_t> start(std::vector<std::string> words, int pipe)
{
    const int number = numberForProgram(pipe);
    std::vector<std::string> variables = environmentWith(number, pipe);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe, number);
    // These are ignored here (main.cpp) and would stay ignored there.
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGXFSZ);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const std::string program = words.front();
    pid_t child = 0;
    const int code = posix_spawnp(&child, program.c_str(), &actions, &attributes, pointersTo(words).data(),
                                  pointersTo(variables).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (code != 0)
        return notStarted(program, code);
    return child;
}

/// Waits for the program's end; signals go on to it as long as its number is its own.
void waitFor(pid_t child, Interruption& interruption, ProgramRun& run)
{
    interruption.sendOnTo(child);
    siginfo_t info = {};
    while (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    interruption.sendOnTo(0);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    constexpr int bySignal = 128;
    run.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    run.status = run.signal > 0 ? bySignal + run.signal : WEXITSTATUS(status);
}

} // namespace

Result<ProgramRun> runOnce(const std::vector<std::string>& words, const ProgramWatch& watch, Interruption& interruption)
{
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return systemFailure("no pipe could be made for the regions");
    const OwnDescriptor toRead(ends[0]);
    OwnDescriptor toWrite(ends[1]);
    const OwnDescriptor ended(eventfd(0, EFD_CLOEXEC));
    if (ended.number() < 0)
        return systemFailure("no event could be made for the end of the program");
    constexpr int roomyPipe = 1 << 20;
    fcntl(toRead.number(), F_SETPIPE_SZ, roomyPipe); // what the system grants by itself will do as well
    RegionListener listener(toRead.number(), ended.number(), watch.regions);
    ProgramRun run;
    ProgramCounters counters(watch.events, watch.openCounter);
    const auto began = std::chrono::steady_clock::now();
    const auto child = start(words, toWrite.number());
    toWrite.close();
    if (!child)
        return child.error();
    waitFor(*child, interruption, run);
    run.wall = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    run.regions = listener.regions();
    run.flops = counters.flops();
    run.isFlopsScaled = counters.isScaled();
    run.whyNoFlops = counters.whyNot();
    return run;
}

} // namespace ridgepoint
