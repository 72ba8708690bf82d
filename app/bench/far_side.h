// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/surroundings.h"

#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// What this program is asked for where another one started it on this machine: an option before the subcommand,
/// `--nonce`, which --help does not list.
struct FarRequest {
    std::string nonce;
    std::string place;              ///< what this machine is called there
    int files = -1;                 ///< that come first on standard input; -1: none come, and none go back
    bool isTerminal = false;        ///< the other side's standard error
    int columns = 0;                ///< its width
    std::vector<std::string> words; ///< of the subcommand
};

/// Silence of the other side, which tells every five seconds that it is there, after which it has gone: a network that
/// fails ends no connection here.
inline constexpr int longestSilenceMilliseconds = 60000;

/// Whether the words after the program's name begin with a nonce.
[[nodiscard]] bool isFarSide(std::span<const std::string> words);
/// The words for a request, as runFarSide() takes them.
[[nodiscard]] std::vector<std::string> farWords(const FarRequest& request);

/// Runs a subcommand for a program on another machine: a frame with the nonce first, then the subcommand's output, then
/// the files that it wrote and its exit status (core/remote/far_stream.h). It ends soon after the other side has gone.
ExitCode runFarSide(std::span<const std::string> words, Surroundings& surroundings);

} // namespace ridgepoint
