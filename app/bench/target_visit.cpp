// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/target_visit.h"

#include "app/bench/device_lock.h"
#include "app/bench/version.h"
#include "core/remote/failure.h"
#include "core/remote/sha256.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/utsname.h>

namespace ridgepoint {
namespace {

using protocol::TargetState;

constexpr int statusOfSsh = 255;             ///< where it is ssh itself that failed
constexpr Seconds longestSilence{60.0};      ///< of a shell that waits for something
constexpr std::size_t mostAnswer = 1U << 20; ///< bytes of what a shell prints around a script's lines
constexpr std::size_t mostEarly = 4U << 20;  ///< bytes of our own input that wait

std::string contentOf(const std::filesystem::path& path)
{
    std::ostringstream content;
    content << std::ifstream(path, std::ios::binary).rdbuf();
    return content.str();
}

/// Whether ssh has a way to ask: a program for that, or a terminal.
bool hasTerminal()
{
    const OwnDescriptor terminal(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
    return terminal.number() >= 0;
}

/// Of this user alone: in /tmp anybody could answer in the place of a connection. Empty where there is none.
std::string ownRunFolder()
{
    const std::string folder = lockFolder().string();
    struct stat facts = {};
    const bool isOwn = stat(folder.c_str(), &facts) == 0 && facts.st_uid == geteuid()
                    && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    // ssh takes these apart, in whatever quotes.
    return isOwn && folder.find_first_of(" \t\"'\\%$~#") == std::string::npos ? folder : std::string();
}

} // namespace

std::string newNonce()
{
    std::random_device random;
    std::string nonce;
    for (int i = 0; i < 4; ++i)
        for (unsigned word = random(), digit = 0; digit < 8; ++digit, word >>= 4U)
            nonce += "0123456789abcdef"[word & 0xFU];
    return nonce;
}

ChildTalk::Handlers waitingHandlers(Trip& trip, ChildTalk& child)
{
    return {.output = {},
            .error = {},
            .ownInput = [&trip](std::string_view bytes) { trip.early += bytes; },
            .ownInputEnd =
                [&trip, &child] {
                    trip.inputEnded = true;
                    if (trip.early.empty())
                        child.terminate();
                },
            .interrupted = [&child] { child.terminate(); },
            .tick = [&trip] { trip.news.repeat(); }};
}

TargetVisit::TargetVisit(Trip& trip, const std::string& target)
    : m_trip(trip), m_link{.target = target, .controlPath = remote::controlPathIn(ownRunFolder())}
{}

std::vector<TargetVisit::OwnBuild> TargetVisit::ownBuilds()
{
    std::error_code unknown;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", unknown);
    utsname here = {};
    uname(&here);
    std::vector<OwnBuild> builds;
    for (const std::string machine : {"x86_64", "aarch64"}) {
        // One that is made to start on older systems goes before this one itself.
        std::filesystem::path path = self.parent_path() / ("ridgepoint-bench-" + machine);
        if (!std::filesystem::is_regular_file(path, unknown)) {
            if (machine != here.machine)
                continue;
            path = "/proc/self/exe"; // also where its file was replaced meanwhile
        }
        const std::string content = contentOf(path);
        if (!content.empty())
            builds.push_back({{machine, remote::sha256(content), content.size()}, path.string()});
    }
    return builds;
}

bool TargetVisit::canAsk() const
{
    const char* askpass = std::getenv("SSH_ASKPASS");
    return (askpass != nullptr && *askpass != '\0') || (!m_trip.isServing && hasTerminal());
}

ExitCode TargetVisit::fail(const remote::TargetFailure& failure) { return m_trip.news.fail(failure); }

ExitCode TargetVisit::stopped()
{
    m_trip.news.leave();
    if (!m_trip.surroundings.interruption.requested())
        return ExitCode::Done; // whoever asked has gone
    return ridgepoint::fail(m_trip.surroundings, {.kind = ErrorKind::Cancelled,
                                                  .id = "target.cancelled",
                                                  .text = "cancelled before anything was measured on %1",
                                                  .arguments = {remote::machineOf(m_link.target)}});
}

/// Nothing where it could not be run to its end; m_code is the status then.
std::optional<TargetVisit::Ran> TargetVisit::ran(const std::string& script, const Watch& watch)
{
    auto child = ChildTalk::start(remote::sshCommand(m_link, script), ChildTalk::Terminal::Shared);
    if (!child) {
        m_code = fail({"target.no-ssh", "ssh could not be started: " + child.error().message() + '.',
                       "Install OpenSSH's client."});
        return std::nullopt;
    }
    Ran result;
    const Clock& clock = m_trip.surroundings.clock;
    Seconds lastSign = clock.now();
    std::size_t unsent = 0;
    ChildTalk::Handlers handlers = waitingHandlers(m_trip, *child);
    handlers.output = [&](std::string_view bytes) {
        result.output += bytes;
        lastSign = clock.now();
        if (result.output.size() > mostAnswer) {
            result.isFlood = true;
            child->terminate();
            return;
        }
        watch(*child, result.output);
    };
    handlers.error = [&](std::string_view bytes) {
        result.words += bytes;
        if (result.words.size() > mostAnswer)
            result.words.erase(0, result.words.size() - mostAnswer / 2);
        lastSign = clock.now();
    };
    handlers.tick = [&] {
        m_trip.news.repeat();
        if (std::exchange(unsent, child->unsent()) != child->unsent())
            lastSign = clock.now();
        if (!m_link.mayAsk && clock.now() - lastSign > longestSilence) {
            result.isSilent = true;
            child->terminate();
        }
        watch(*child, result.output);
    };
    const bool takesInput = m_trip.isServing && !m_trip.inputEnded && m_trip.early.size() < mostEarly;
    result.status = child->talk(handlers, m_trip.surroundings.interruption,
                                takesInput ? m_trip.surroundings.serveInput : -1);
    if (m_trip.surroundings.interruption.requested() || (m_trip.inputEnded && m_trip.early.empty())) {
        m_code = stopped();
        return std::nullopt;
    }
    if (result.isFlood) {
        m_code = fail(remote::failureOfShell({}, m_link.target));
        return std::nullopt;
    }
    if (result.isSilent) {
        m_code = fail({"target.timed-out",
                       remote::machineOf(m_link.target) + " was reached, but its shell has not answered for a minute.",
                       "Try ssh " + m_link.target + " uname -sm in a terminal: it must print a line and end."});
        return std::nullopt;
    }
    return result;
}

std::optional<ExitCode> TargetVisit::otherVersion(const std::string& version)
{
    if (version.find(std::string("\"version\":\"") + versionText + '"') != std::string::npos)
        return std::nullopt;
    return fail({"target.version",
                 m_build->path + " is of another version than this program (" + versionText + "): " + version + '.',
                 "Put the one of this version there."});
}

std::optional<ExitCode> TargetVisit::check()
{
    std::vector<remote::ProgramFile> programs;
    for (const OwnBuild& build : m_builds)
        programs.push_back(build.file);
    const std::string machine = remote::machineOf(m_link.target);
    bool isThere = false;
    m_trip.news.tell(
        {.state = TargetState::Connecting,
         .text = m_link.mayAsk ? "Connecting to " + machine + ": ssh asks." : "Connecting to " + machine + '.'});
    const auto answer = ran(remote::checkScript(m_nonce, programs), [&](ChildTalk& child, const std::string& output) {
        child.endInput();
        if (!std::exchange(isThere, isThere || !output.empty()) && isThere)
            m_trip.news.tell(
                {.state = TargetState::Checking, .text = "Looking for the measuring program on " + machine + '.'});
    });
    if (!answer)
        return m_code;
    const remote::Checked checked = remote::checkedFrom(answer->output, m_nonce);
    if (checked.system.empty() && answer->status == statusOfSsh) {
        const remote::TargetFailure failure = remote::failureOfSsh(answer->words, m_link.target);
        if (!remote::wantsAnswer(failure) || m_link.mayAsk || !canAsk())
            return fail(failure);
        m_link.mayAsk = true;
        if (m_trip.isServing) // a terminal that this process may have is not where anybody looks
            setenv("SSH_ASKPASS_REQUIRE", "force", 0);
        return check();
    }
    if (checked.system.empty())
        return fail(remote::failureOfShell(answer->output + answer->words, m_link.target));
    const auto build = std::find_if(m_builds.begin(), m_builds.end(), [&](const OwnBuild& one) {
        return checked.system == "Linux" && one.file.machine == checked.machine;
    });
    if (build == m_builds.end())
        return fail(remote::noProgramFor(checked, m_link.target));
    m_build = &*build;
    if (checked.found) {
        m_place = *checked.found;
        return otherVersion(checked.version);
    }
    if (checked.whyNotStarted.empty())
        return copyTo({remote::Place::Home, remote::Place::Temporary});
    const remote::TargetFailure failure = remote::failureOfStart(checked.whyNotStarted, m_link.target);
    return failure.id == "target.noexec" ? copyTo({remote::Place::Temporary}) : fail(failure);
}

std::optional<remote::Copied> TargetVisit::copied(remote::Place place)
{
    const std::string machine = remote::machineOf(m_link.target);
    bool isSending = false;
    const auto answer = ran(
        remote::copyScript(m_nonce, m_build->file, place), [&](ChildTalk& child, const std::string& output) {
            // Not before: what a shell's own files read is lost.
            if (!isSending && remote::copiedFrom(output, m_nonce).send) {
                isSending = true;
                child.send(contentOf(m_build->path));
                child.endInput();
            }
            const double whole = static_cast<double>(m_build->file.bytes);
            const double sent = isSending ? 1.0 - static_cast<double>(child.unsent()) / whole : 0.0;
            m_trip.news.tellIfNew({.state = TargetState::Copying,
                                   .text = "Copying the measuring program to " + machine + '.',
                                   .fraction = std::clamp(std::floor(sent * 100.0) / 100.0, 0.0, 1.0)});
        });
    if (!answer)
        return std::nullopt;
    remote::Copied result = remote::copiedFrom(answer->output, m_nonce);
    if (!result.done && result.step.empty() && answer->status == statusOfSsh && !isSending) {
        m_code = fail(remote::failureOfSsh(answer->words, m_link.target));
        return std::nullopt;
    }
    return result;
}

std::optional<ExitCode> TargetVisit::copyTo(const std::vector<remote::Place>& places)
{
    std::optional<remote::Copied> first;
    for (const remote::Place place : places) {
        const auto result = copied(place);
        if (!result)
            return m_code;
        if (result->done) {
            m_place = place;
            return otherVersion(result->version);
        }
        if (!first)
            first = result;
        // Another folder helps against none of these.
        if (result->step.empty() || result->step == "short" || result->step == "start")
            return fail(remote::failureOfCopy(*result, m_link.target));
    }
    return fail(remote::failureOfCopy(*first, m_link.target));
}

std::optional<ExitCode> TargetVisit::arrive() { return check(); }

std::vector<std::string> TargetVisit::commandFor(const std::vector<std::string>& words) const
{
    return remote::sshCommand(m_link, remote::runScript(m_build->file, m_place, words));
}

} // namespace ridgepoint
