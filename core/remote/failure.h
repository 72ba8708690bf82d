// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/remote/script.h"

#include <string>
#include <string_view>

namespace ridgepoint::remote {

/// Why nothing is measured on another machine.
struct TargetFailure {
    std::string id;     ///< stable, "target.host-key-changed"
    std::string text;   ///< a sentence: what, and where
    std::string remedy; ///< what to try
};

/// Both sentences in one line.
[[nodiscard]] Error asError(const TargetFailure& failure);

/// What ssh means by its last words where it ends with its own status, 255.
[[nodiscard]] TargetFailure failureOfSsh(std::string_view words, const std::string& target);
/// Whether a password, a passphrase or a confirmation could help.
[[nodiscard]] bool wantsAnswer(const TargetFailure& failure);
/// Why the shell there did not run the check: its words, on both outputs.
[[nodiscard]] TargetFailure failureOfShell(std::string_view words, const std::string& target);
/// No program for that system and machine is at hand.
[[nodiscard]] TargetFailure noProgramFor(const Checked& checked, const std::string& target);
/// Why the program there does not start, by the words of its loader or its shell.
[[nodiscard]] TargetFailure failureOfStart(std::string_view words, const std::string& target);
/// Why it could not be copied to any place.
[[nodiscard]] TargetFailure failureOfCopy(const Copied& copied, const std::string& target);
/// Why srun did not start the program, by its last words.
[[nodiscard]] TargetFailure failureOfSrun(std::string_view words);
/// A job that waits for a reason that does not end.
[[nodiscard]] TargetFailure stuckInQueue(const std::string& job, const std::string& reason);
/// What has come of the results when what was measuring goes; there nothing of them stays.
struct Came {
    bool isStream = false; ///< whoever listens has all that was measured
    std::string files{};   ///< the names of those that were saved here
    std::string soFar{};   ///< of those that were saved here as they were until then, with what they hold
};
/// What was measuring has gone; `words` are the last that came. `sshFailed`: ssh ended with a status of its own, or was
/// ended.
[[nodiscard]] TargetFailure lost(std::string_view words, const std::string& where, const Came& came, bool sshFailed);

} // namespace ridgepoint::remote
