// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/far_side.h"

#include "app/bench/child_talk.h"
#include "app/bench/option_values.h"
#include "app/bench/own_descriptor.h"
#include "app/bench/program.h"
#include "core/remote/far_stream.h"
#include "core/remote/script.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace ridgepoint {
namespace {

/// Beside the other side, which waits for a program that it asked to end.
constexpr int graceMilliseconds = 4000;

/// Ends the subcommand when the other side has gone, or asks for that. A process that cannot be ended so, as a kernel
/// of its hangs, is ended as a whole.
class OtherSide {
public:
    /// `isServing`: the subcommand reads the input itself.
    OtherSide(int input, bool isServing, Interruption& interruption)
        : m_input(input), m_isServing(isServing), m_interruption(interruption)
    {
        if (pipe2(m_stop.data(), O_CLOEXEC) != 0)
            m_stop = {-1, -1};
        m_thread = std::thread([this] { watch(); });
    }
    ~OtherSide()
    {
        close(m_stop[1]);
        m_thread.join();
        close(m_stop[0]);
    }
    OtherSide(const OtherSide&) = delete;
    OtherSide& operator=(const OtherSide&) = delete;

private:
    void watch()
    {
        // A pipe tells its end by POLLHUP, the socket that sshd may use by POLLRDHUP, both before what it still holds
        // was read.
        std::array<pollfd, 2> waits{
            pollfd{m_input, static_cast<short>(m_isServing ? POLLRDHUP : POLLRDHUP | POLLIN), 0},
            pollfd{m_stop[0], POLLIN, 0}};
        for (bool isThere = true; isThere;) {
            const int ready = poll(waits.data(), waits.size(), m_isServing ? -1 : longestSilenceMilliseconds);
            if (ready < 0 && errno != EINTR)
                return;
            if (waits[1].revents != 0)
                return;
            if (ready < 0)
                continue;
            const char sign = ready > 0 && !m_isServing ? nextSign() : '\0';
            isThere = sign != '\0';
            if (!m_isServing && sign != 'k') // `serve` ends with its input, after what that still holds
                m_interruption.request();
        }
        if (poll(&waits[1], 1, graceMilliseconds) == 0)
            std::_Exit(static_cast<int>(ExitCode::Cancelled));
    }
    /// 'c' asks for an end, 'k' says that somebody is there; zero where nobody is.
    [[nodiscard]] char nextSign() const
    {
        char byte = 0;
        ssize_t count = 0;
        while ((count = read(m_input, &byte, 1)) < 0 && errno == EINTR) {
        }
        return count > 0 ? byte : '\0';
    }

    int m_input;
    bool m_isServing;
    Interruption& m_interruption;
    std::array<int, 2> m_stop{-1, -1};
    std::thread m_thread; // last: it uses the others
};

/// In a process of its own: removes the folder when the other one has gone. `life` is a pipe that only that one holds
/// open for writing.
[[noreturn]] void removeAtEndOf(const std::array<int, 2>& life, const std::string& folder)
{
    setsid(); // what ends the other's group, and what Slurm sends to all of a job, is not for this one
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        std::signal(signal, SIG_IGN);
    // The connection lasts as long as anybody holds its ends.
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, life[1]})
        close(descriptor);
    char byte = 0;
    while (read(life[0], &byte, 1) < 0 && errno == EINTR) {
    }
    std::error_code unknown;
    std::filesystem::remove_all(folder, unknown);
    _exit(0);
}

/// The folder in which the subcommand finds its files and writes others. It goes with this process, also where that is
/// killed: what could not be sent is of no use here.
class FileExchange {
public:
    ~FileExchange()
    {
        if (m_folder.empty())
            return;
        std::error_code unknown;
        std::filesystem::remove_all(m_folder, unknown);
        if (m_remover <= 0)
            return;
        close(m_life);
        while (waitpid(m_remover, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    FileExchange() = default;
    FileExchange(const FileExchange&) = delete;
    FileExchange& operator=(const FileExchange&) = delete;

    /// Makes it and goes there.
    [[nodiscard]] Result<void> open()
    {
        std::error_code failure;
        std::string name = (std::filesystem::temp_directory_path(failure) / "ridgepoint-XXXXXX").string();
        if (failure || mkdtemp(name.data()) == nullptr || chdir(name.c_str()) != 0)
            return Error{ErrorKind::Unavailable,
                         "far.no-folder",
                         "no folder for the files can be made among the temporary files; set TMPDIR to a folder that "
                         "you may write",
                         {}};
        m_folder = name;
        std::array<int, 2> life{-1, -1};
        if (pipe2(life.data(), O_CLOEXEC) != 0)
            return {};
        m_remover = fork(); // there are no threads yet
        if (m_remover == 0)
            removeAtEndOf(life, m_folder);
        close(life[0]);
        m_life = life[1];
        return {};
    }

    /// Takes so many files from the input. Whether the other side asked for an end meanwhile goes to the interruption.
    [[nodiscard]] bool receive(int input, int count, const std::string& nonce, Interruption& interruption)
    {
        remote::FarStream stream(nonce);
        while (count > 0) {
            std::array<char, 65536> bytes;
            const ssize_t taken = read(input, bytes.data(), bytes.size());
            if (taken < 0 && errno == EINTR)
                continue;
            if (taken <= 0)
                return false;
            for (const remote::FarItem& item : stream.feed({bytes.data(), static_cast<std::size_t>(taken)}))
                if (const auto* file = std::get_if<remote::FarFile>(&item)) {
                    const std::filesystem::path name = std::filesystem::path(file->name).filename();
                    std::ofstream(name, std::ios::binary) << file->content;
                    m_received[name.string()] = identityOf(name.string());
                    --count;
                }
        }
        if (stream.noise().find('c') != std::string::npos)
            interruption.request();
        return true;
    }
    /// Sends back what the subcommand wrote.
    void deliver(const std::string& nonce, std::ostream& out) const
    {
        std::error_code unknown;
        for (const auto& entry : std::filesystem::directory_iterator(".", unknown)) {
            const std::string name = entry.path().filename().string();
            const auto before = m_received.find(name);
            if (!entry.is_regular_file(unknown) || (before != m_received.end() && before->second == identityOf(name)))
                continue;
            std::ostringstream content;
            content << std::ifstream(entry.path(), std::ios::binary).rdbuf();
            out << remote::fileFrame(nonce, name, content.view().size()) << content.view();
        }
    }

private:
    using Identity = std::array<std::int64_t, 4>;
    static Identity identityOf(const std::string& name)
    {
        struct stat facts = {};
        if (stat(name.c_str(), &facts) != 0)
            return {};
        return {static_cast<std::int64_t>(facts.st_ino), facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec};
    }

    std::string m_folder;
    std::map<std::string, Identity> m_received;
    pid_t m_remover = 0;
    int m_life = -1; ///< the remover waits for its end
};

Result<FarRequest> farRequestFrom(std::span<const std::string> words)
{
    FarRequest request;
    const auto refused = [] {
        return Error{
            ErrorKind::InvalidInput, "far.bad-words", "--nonce: is for ridgepoint-bench itself; use --target", {}};
    };
    constexpr int most = 1000;
    while (words.size() >= 2 && words.front().starts_with("--")) {
        const auto value = remote::decodedWord(words[1]);
        const auto number = parseWhole(value.value_or(std::string()), 0, most);
        if (!value)
            return refused();
        if (words.front() == "--nonce")
            request.nonce = *value;
        else if (words.front() == "--at")
            request.place = *value;
        else if (words.front() == "--files" && number)
            request.files = *number;
        else if (words.front() == "--terminal" && number) {
            request.isTerminal = true;
            request.columns = *number;
        } else
            return refused();
        words = words.subspan(2);
    }
    for (const std::string& word : words) {
        const auto decoded = remote::decodedWord(word);
        if (!decoded)
            return refused();
        request.words.push_back(*decoded);
    }
    return request;
}

/// "login1, Slurm node c12".
std::string placeWith(const std::string& place, const std::string& node)
{
    return place + (place.empty() || node.empty() ? "" : ", ") + (node.empty() ? "" : "Slurm node " + node);
}

} // namespace

bool isFarSide(std::span<const std::string> words) { return !words.empty() && words.front() == "--nonce"; }

std::vector<std::string> farWords(const FarRequest& request)
{
    std::vector<std::string> words{"--nonce", request.nonce, "--at", request.place};
    if (request.files >= 0)
        words.insert(words.end(), {"--files", std::to_string(request.files)});
    if (request.isTerminal)
        words.insert(words.end(), {"--terminal", std::to_string(request.columns)});
    words.insert(words.end(), request.words.begin(), request.words.end());
    return words;
}

ExitCode runFarSide(std::span<const std::string> words, Surroundings& surroundings)
{
    const auto request = farRequestFrom(words);
    if (!request)
        return fail(surroundings, request.error());
    const char* node = std::getenv("SLURMD_NODENAME");
    surroundings.place = placeWith(request->place, node != nullptr ? node : "");
    if (surroundings.place.empty())
        surroundings.place = "another machine";
    surroundings.errIsTerminal = request->isTerminal;
    surroundings.errColumns = request->columns;
    surroundings.commandLine = "ridgepoint-bench";
    for (const std::string& word : request->words)
        surroundings.commandLine += " " + word;
    FileExchange files;
    if (request->files >= 0)
        if (const auto opened = files.open(); !opened)
            return fail(surroundings, opened.error());
    surroundings.err << remote::wordsMark(request->nonce) << std::flush;
    surroundings.out << remote::readyFrame(request->nonce, {node != nullptr ? node : ""}) << std::flush;
    if (!files.receive(surroundings.serveInput, request->files, request->nonce, surroundings.interruption))
        return ExitCode::Cancelled; // the other side has gone
    const bool isServing = !request->words.empty() && request->words.front() == "serve";
    std::optional<OtherSide> otherSide;
    otherSide.emplace(surroundings.serveInput, isServing, surroundings.interruption);
    if (request->files >= 0)
        surroundings.sendSoFar = [&](const std::string& file, const std::string& content) {
            const std::string name = std::filesystem::path(file).filename().string();
            surroundings.out << remote::soFarFrame(request->nonce, name, content.size()) << content << std::flush;
        };
    const ExitCode code = runProgram(request->words, surroundings);
    surroundings.sendSoFar = {};
    if (request->files >= 0)
        files.deliver(request->nonce, surroundings.out);
    surroundings.out << remote::endFrame(request->nonce, static_cast<int>(code)) << std::flush;
    return code;
}

} // namespace ridgepoint
