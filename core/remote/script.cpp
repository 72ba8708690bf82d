// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/script.h"

#include <string_view>

namespace ridgepoint::remote {
namespace {

constexpr std::string_view plainLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/:=,+@-";
constexpr std::string_view hexDigits = "0123456789ABCDEF";

std::string folderOf(Place place)
{
    return place == Place::Home ? "$HOME/.cache/ridgepoint" : "${TMPDIR:-/tmp}/ridgepoint-$(id -u)";
}

/// uname -m has two names for one machine on some systems.
std::string patternOf(const std::string& machine)
{
    return machine == "x86_64" ? "x86_64|amd64" : machine == "aarch64" ? "aarch64|arm64" : machine;
}

/// Calls take(rest) with what follows the nonce in each line that has it.
template <class Take> void eachAnswer(std::string_view output, const std::string& nonce, Take take)
{
    while (!output.empty()) {
        const std::size_t end = output.find('\n');
        if (end == std::string_view::npos)
            return; // not whole yet
        std::string_view line = output.substr(0, end);
        output.remove_prefix(end + 1);
        const std::size_t at = line.find(nonce);
        if (at == std::string_view::npos || line.size() <= at + nonce.size())
            continue;
        line.remove_prefix(at + nonce.size() + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        take(line);
    }
}

/// The first word, which is taken off.
std::string_view takeWord(std::string_view& line)
{
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return word;
}

std::optional<Place> placeNamed(std::string_view word)
{
    return word == "home"      ? std::optional(Place::Home)
         : word == "temporary" ? std::optional(Place::Temporary)
                               : std::nullopt;
}

/// Own messages in English, no file names out of patterns, and files for nobody else.
constexpr std::string_view scriptBegin = "LC_ALL=C; export LC_ALL; set -f; umask 077; ";

} // namespace

std::string checkScript(const std::string& nonce, const std::vector<ProgramFile>& programs)
{
    std::string script(scriptBegin);
    script += "h=; n=0; m=$(uname -m); case $m in ";
    for (const ProgramFile& program : programs)
        script += patternOf(program.machine) + ") m=" + program.machine + " h=" + program.sha256
                + " n=" + std::to_string(program.bytes) + ";; ";
    script += "esac; echo; echo " + nonce + " system $(uname -s) $m; [ -n \"$h\" ] || exit 0; ";
    script += "for p in home temporary; do case $p in home) d=\"" + folderOf(Place::Home) + "\";; *) d=\""
            + folderOf(Place::Temporary) + "\"; [ -O \"$d\" ] || continue; [ -L \"$d\" ] && continue;; esac; ";
    // A file of another size is what a copy left that was cut off.
    script += "f=\"$d/$h/ridgepoint-bench\"; [ -f \"$f\" ] && [ $(wc -c < \"$f\") -eq $n ] || continue; "
              "v=$(\"$f\" --version --json 2>&1) && { echo "
            + nonce + " found $p $v; exit 0; }; echo " + nonce + " broken $p $v; done";
    return script;
}

Checked checkedFrom(std::string_view output, const std::string& nonce)
{
    Checked checked;
    eachAnswer(output, nonce, [&](std::string_view line) {
        const std::string_view kind = takeWord(line);
        if (kind == "system") {
            checked.system = takeWord(line);
            checked.machine = line;
        } else if (kind == "found") {
            checked.found = placeNamed(takeWord(line));
            checked.version = line;
        } else if (kind == "broken") {
            takeWord(line);
            checked.whyNotStarted = line;
        }
    });
    return checked;
}

std::string copyScript(const std::string& nonce, const ProgramFile& program, Place place)
{
    std::string script(scriptBegin);
    script += "d=\"" + folderOf(place) + "\"; f=\"$d/" + program.sha256 + "\"; g=\"$f/ridgepoint-bench\"; t=\"$f/new."
            + nonce + "\"; y=\"$f/try." + nonce + "\"; ";
    script += "x() { rm -f \"$t\" \"$y\"; echo; echo " + nonce + " failed $*; exit 0; }; ";
    script += "e=$(mkdir -p \"$f\" 2>&1) || x folder $e; ";
    if (place == Place::Temporary) // anybody may have made it
        script += "[ -L \"$d\" ] && x owner; [ -O \"$d\" ] || x owner; chmod 700 \"$d\"; ";
    // Names of the nonce: many machines may share this home, on which processes have the same numbers.
    // Without a first line that names an interpreter the shell takes it for a script of its own.
    script += "e=$({ echo exit 0 > \"$y\" && chmod 700 \"$y\"; } 2>&1) || x write $e; "
              "\"$y\" 2>/dev/null || x noexec; rm -f \"$y\"; echo; echo "
            + nonce + " send; e=$(cat 2>&1 > \"$t\") || x write $e; [ $(wc -c < \"$t\") -eq "
            + std::to_string(program.bytes)
            + " ] || x short; chmod 700 \"$t\"; v=$(\"$t\" --version --json 2>&1) || x start $v; "
              // One that is whole may run already, and over NFS its file must not be taken away from it.
              "if ln \"$t\" \"$g\" 2>/dev/null || [ \"$(wc -c 2>/dev/null < \"$g\")\" -eq "
            + std::to_string(program.bytes)
            + " ] 2>/dev/null; then rm -f \"$t\"; else e=$(mv -f \"$t\" \"$g\" 2>&1) || x place $e; fi; echo " + nonce
            + " copied $v";
    return script;
}

Copied copiedFrom(std::string_view output, const std::string& nonce)
{
    Copied copied;
    eachAnswer(output, nonce, [&](std::string_view line) {
        const std::string_view kind = takeWord(line);
        if (kind == "send") {
            copied.send = true;
        } else if (kind == "copied") {
            copied.done = true;
            copied.version = line;
        } else if (kind == "failed") {
            copied.step = takeWord(line);
            copied.reason = line;
        }
    });
    return copied;
}

std::string runScript(const ProgramFile& program, Place place, const std::vector<std::string>& words)
{
    std::string script = "exec \"" + folderOf(place) + "/" + program.sha256 + "/ridgepoint-bench\"";
    for (const std::string& word : words)
        script += " " + encodedWord(word);
    return script;
}

std::string encodedWord(std::string_view word)
{
    std::string text;
    for (const char c : word) {
        const auto byte = static_cast<unsigned char>(c);
        if (plainLetters.find(c) != std::string_view::npos)
            text += c;
        else
            text.append({'%', hexDigits[byte / 16U], hexDigits[byte % 16U]});
    }
    return text.empty() ? "%" : text;
}

std::optional<std::string> decodedWord(std::string_view word)
{
    if (word == "%")
        return std::string();
    std::string text;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] != '%') {
            text += word[i];
            continue;
        }
        const std::size_t high = i + 2 < word.size() ? hexDigits.find(word[i + 1]) : std::string_view::npos;
        const std::size_t low = i + 2 < word.size() ? hexDigits.find(word[i + 2]) : std::string_view::npos;
        if (high == std::string_view::npos || low == std::string_view::npos)
            return std::nullopt;
        text += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return text;
}

} // namespace ridgepoint::remote
