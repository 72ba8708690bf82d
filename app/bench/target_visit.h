// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/child_talk.h"
#include "app/bench/target_news.h"
#include "core/remote/script.h"
#include "core/remote/target.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// What lasts from the first connection until the end.
struct Trip {
    Surroundings& surroundings;
    TargetNews news;
    bool isServing = false;
    std::string early{};     ///< of our own input, before the other side reads it
    bool inputEnded = false; ///< our own
};

/// Sixteen random bytes, in hexadecimal.
[[nodiscard]] std::string newNonce();

/// Takes our own input until the other side does.
[[nodiscard]] ChildTalk::Handlers waitingHandlers(Trip& trip, ChildTalk& child);

/// Brings the measuring program to a machine, by ssh.
class TargetVisit {
public:
    TargetVisit(Trip& trip, const std::string& target);

    /// Connects, looks for the program there and copies it where it is not. The status with which this program ends
    /// where that fails, which it has told.
    [[nodiscard]] std::optional<ExitCode> arrive();
    /// The command line that runs these words there.
    [[nodiscard]] std::vector<std::string> commandFor(const std::vector<std::string>& words) const;

private:
    /// A build of the program that lies here.
    struct OwnBuild {
        remote::ProgramFile file;
        std::string path;
    };
    /// What one command of ssh came to.
    struct Ran {
        int status = 0;
        std::string output;
        std::string words; ///< on standard error
        bool isFlood = false;
        bool isSilent = false;
    };
    using Watch = std::function<void(ChildTalk& child, const std::string& output)>;

    [[nodiscard]] static std::vector<OwnBuild> ownBuilds();
    [[nodiscard]] std::optional<Ran> ran(const std::string& script, const Watch& watch);
    [[nodiscard]] std::optional<ExitCode> check();
    [[nodiscard]] std::optional<ExitCode> copyTo(const std::vector<remote::Place>& places);
    [[nodiscard]] std::optional<remote::Copied> copied(remote::Place place);
    [[nodiscard]] std::optional<ExitCode> otherVersion(const std::string& version);
    [[nodiscard]] bool canAsk() const;
    ExitCode fail(const remote::TargetFailure& failure);
    ExitCode stopped();

    Trip& m_trip;
    remote::SshLink m_link;
    std::vector<OwnBuild> m_builds = ownBuilds();
    const OwnBuild* m_build = nullptr; ///< for that machine
    remote::Place m_place = remote::Place::Home;
    std::string m_nonce = newNonce();
    ExitCode m_code = ExitCode::Done;
};

} // namespace ridgepoint
