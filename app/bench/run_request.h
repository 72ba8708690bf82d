// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/kernel_session.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A word in braces that stands in the command, and what it is replaced by, run by run.
struct VariedName {
    std::string name;
    std::vector<std::int64_t> values;
};

/// What a `run` command line asks for.
struct RunRequest {
    std::vector<std::string> command;
    std::vector<VariedName> varied;
    int repeats = 1;
    bool separateRuns = false;
    bool noRoofs = false;
    KernelTarget target;
};

/// "size=1Mi..1Gi:9".
[[nodiscard]] Result<VariedName> parseVaried(const std::string& text);
/// InvalidInput where a name is given twice or stands nowhere in the command, or where these are too many runs.
[[nodiscard]] Result<void> check(const RunRequest& request);
/// Every combination of the values, the last name changing fastest; one without values where nothing is varied.
[[nodiscard]] std::vector<std::vector<std::int64_t>> combinations(const std::vector<VariedName>& varied);
/// The command with each name in braces replaced by its value.
[[nodiscard]] std::vector<std::string> commandWith(const RunRequest& request, const std::vector<std::int64_t>& values);
/// ", size = 1 Mi, ops = 8"; empty where nothing is varied.
[[nodiscard]] std::string valuesText(const std::vector<VariedName>& varied, const std::vector<std::int64_t>& values);
/// "1 Mi" for whole binary multiples, else the plain number.
[[nodiscard]] std::string valueText(std::int64_t value);
/// The command in one line, cut to what a name may be.
[[nodiscard]] std::string commandName(const std::vector<std::string>& command);

} // namespace ridgepoint
