// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// One option of a subcommand, as it is parsed and as --help shows it.
struct OptionSpec {
    std::string name;  ///< "--device"
    std::string value; ///< what --help calls its value, "ID"; empty for a flag
    std::string help;
    std::string shortName = {}; ///< "-o"; empty for none
    bool repeats = false;       ///< may be given several times
};

/// A subcommand's command line.
struct CommandSpec {
    std::string name;
    std::string summary;
    std::vector<OptionSpec> options; ///< without --help, which every subcommand has
    std::vector<std::string> notes;  ///< paragraphs under the options
    std::vector<std::string> examples; ///< whole command lines
    std::string word = {}; ///< what --help calls the one word without an option that the subcommand takes; empty for none
};

/// The options that were given.
class Arguments {
public:
    [[nodiscard]] bool has(std::string_view name) const { return m_values.find(name) != m_values.end(); }
    /// The option's last value; nullopt when it was not given.
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
    /// Every value of an option that may be repeated, in order.
    [[nodiscard]] std::vector<std::string> values(std::string_view name) const;
    /// The word that belongs to no option.
    [[nodiscard]] const std::optional<std::string>& word() const { return m_word; }
    void set(const std::string& name, std::string value) { m_values[name].push_back(std::move(value)); }
    void setWord(std::string word) { m_word = std::move(word); }

private:
    std::map<std::string, std::vector<std::string>, std::less<>> m_values;
    std::optional<std::string> m_word;
};

/// Reads "--name value", "--name=value" and flags, strictly: InvalidInput for an unknown option (with the nearest
/// known one), a missing or unwanted value, an option given twice, or a word that belongs to no option.
[[nodiscard]] Result<Arguments> parseArguments(const CommandSpec& command, std::span<const std::string> words);

/// What --help prints: usage, options, notes and examples.
[[nodiscard]] std::string helpText(const CommandSpec& command);

/// The candidate that differs from the word by the fewest edits, when that is near enough to be meant.
[[nodiscard]] std::optional<std::string> nearestWord(std::string_view word, std::span<const std::string> candidates);

/// "6s", "500ms", "2min", "1.5" (seconds): a positive time of at most a day.
[[nodiscard]] Result<double> parseSeconds(std::string_view text);
/// A whole number within [low, high]; the error names the option.
[[nodiscard]] Result<int> parseWhole(std::string_view option, std::string_view text, int low, int high);
/// "a,b,c" without empty parts.
[[nodiscard]] std::vector<std::string> splitList(std::string_view text);

} // namespace ridgepoint
