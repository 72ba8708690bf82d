// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint::test {

/// How a fake bench is to misbehave.
struct FakeOptions {
    std::optional<long> crashAfter; ///< dies by a signal after that many samples
    std::optional<long> lostAfter;  ///< loses its device after that many samples: says why and ends with status 3
    std::optional<long> hangAfter;  ///< falls silent after that many samples, heartbeat and all
    long unsettled = 0;             ///< so many first sweeps spend their budget before the intervals are narrow
    long coarse = 0; ///< so many first sweeps end with half of their cells and say that the first look is not over
    long quietSweeps = -1;       ///< other programs disturb the sweeps after so many; -1 for none
    bool failProbe = false;      ///< the device fails the probe after its first sample
    double probeAnswer = 0.0;    ///< seconds that each probe/set takes to be answered, one after the other
    bool hang = false;           ///< answers initialize, then nothing more, not even a heartbeat
    bool flood = false;          ///< samples as fast as the pipe takes them, until cancelled
    bool endless = false;        ///< begins the sweep again after the last cell, until cancelled
    bool garbage = false;        ///< nonsense lines between the messages
    bool wrongVersion = false;   ///< claims a protocol of the future
    bool disturbed = false;      ///< flags its roofs, as on a machine that others use
    bool disturbedAgain = false; ///< likewise, of roofs that are measured on purpose, which come out worse
    bool busy = false;           ///< refuses to measure, as when another program holds the device
    bool loaded = false;         ///< tells of a program that takes the processor, until the first sweep ends
    bool withoutLibrary = false; ///< has no library of matrix products
    double unmeasurable = 0.0;   ///< elements of tensors that it cannot measure; 0 for none
    double late = 0.0;           ///< elements of tensors whose time runs out, without an error; 0 for none
    double rate = 2000.0;        ///< samples a second
    /// --target and what else says where to measure, as it was given; empty for here. The rest holds there alone.
    std::string target;
    std::vector<std::string> states;     ///< on the way, one after the other: --states checking,queued
    bool stays = false;                  ///< in the last of them
    bool fails = false;                  ///< after the last of them
    std::optional<long> targetLostAfter; ///< loses the connection after that many samples
    std::string farewell;                ///< a file that it writes when its input ends
};

/// Reads the command line; "serve" is accepted anywhere, as the desktop adds it, and so is where to measure. The error
/// is a message.
[[nodiscard]] std::optional<FakeOptions> parseOptions(std::span<const std::string> words, std::string& error);

} // namespace ridgepoint::test
