// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The scripts that run on the other machine, for any POSIX sh. Each is one line without ', ! and line breaks, which
/// the login shells (bash, zsh, tcsh, fish) hand on to sh as they are. What they answer are lines with the nonce: a
/// login shell may print anything else.
namespace ridgepoint::remote {

/// One build of the measuring program.
struct ProgramFile {
    std::string machine{}; ///< as uname -m has it, "x86_64" or "aarch64"
    std::string sha256;
    std::uint64_t bytes = 0;
};
/// Where the other machine keeps programs: ~/.cache/ridgepoint, or a folder of the user's own among the temporary files
/// where nothing may run from home.
enum class Place { Home, Temporary };

/// Asks which machine it is and whether one of these programs is there and starts.
[[nodiscard]] std::string checkScript(const std::string& nonce, const std::vector<ProgramFile>& programs);
/// What it answered.
struct Checked {
    std::string system{};         ///< "Linux"; empty where the script did not run
    std::string machine{};        ///< as a ProgramFile has it, where it is one of these
    std::optional<Place> found{}; ///< the program is there and starts
    std::string version{};        ///< what it says to --version --json
    std::string whyNotStarted{};  ///< the words of one that is there and does not start
};
[[nodiscard]] Checked checkedFrom(std::string_view output, const std::string& nonce);

/// Takes the program from its standard input once it has answered "send", under another name until it is whole.
[[nodiscard]] std::string copyScript(const std::string& nonce, const ProgramFile& program, Place place);
/// What it has answered so far.
struct Copied {
    bool send = false;     ///< the program may be sent
    bool done = false;     ///< it is in its place and starts
    std::string version{}; ///< what it says to --version --json
    std::string step{};    ///< that failed: "folder", "owner", "noexec", "write", "short", "start", "place"
    std::string reason{};  ///< why, in the words of the other machine
};
[[nodiscard]] Copied copiedFrom(std::string_view output, const std::string& nonce);

/// Starts the program with these words, in place of the shell.
[[nodiscard]] std::string runScript(const ProgramFile& program, Place place, const std::vector<std::string>& words);

/// The word in letters that mean nothing to any shell, others as %XX; and back. Nothing for a word that was not made
/// so.
[[nodiscard]] std::string encodedWord(std::string_view word);
[[nodiscard]] std::optional<std::string> decodedWord(std::string_view word);

} // namespace ridgepoint::remote
