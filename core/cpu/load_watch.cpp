// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/load_watch.h"

#include "core/cpu/machine.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace ridgepoint {
namespace {

constexpr Seconds shortestLook{0.4};
constexpr double begins = 0.25;
constexpr double ends = 0.15;
constexpr int quietLooks = 2;
/// A program that uses less is not what disturbs.
constexpr double leastNamed = 0.1;

std::optional<long> processId(std::string_view text)
{
    long id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    return error == std::errc() && end == text.data() + text.size() && id > 0 ? std::optional(id) : std::nullopt;
}

std::string firstLine(const std::filesystem::path& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// A program chooses its own name: what is no plain letter must not get into a message.
std::string plainLetters(std::string name)
{
    std::replace_if(
        name.begin(), name.end(), [](char letter) { return letter < ' ' || letter > '~'; }, '?');
    return name;
}

std::string nameIn(const std::string& stat)
{
    const auto open = stat.find('(');
    const auto close = stat.rfind(')');
    if (open == std::string::npos || close == std::string::npos || close < open)
        return {};
    return plainLetters(stat.substr(open + 1, close - open - 1));
}

/// The whole of a name that the system cut (TASK_COMM_LEN of Linux): that of the program or script in the process's
/// command line which begins so. The name as it is where there is none.
std::string wholeName(const std::string& name, const std::filesystem::path& process)
{
    constexpr std::size_t cutAt = 15;
    constexpr std::size_t longest = 40; // a command line is as long as its writer likes
    if (name.size() != cutAt)
        return name;
    std::ifstream file(process / "cmdline");
    for (std::string word; std::getline(file, word, '\0');) {
        const std::string last = plainLetters(word.substr(word.rfind('/') + 1)); // all of it without a slash
        if (last.starts_with(name))
            return last.substr(0, longest);
    }
    return name;
}

} // namespace

std::vector<long> LoadWatch::ownProcesses()
{
    std::vector<long> own{getpid()};
    if (const char* window = std::getenv("RIDGEPOINT_WINDOW"))
        if (const auto id = processId(window))
            own.push_back(*id);
    return own;
}

LoadWatch::LoadWatch(std::filesystem::path proc, std::vector<long> own)
    : m_proc(std::move(proc)),
      m_processors(static_cast<int>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L))),
      m_ticks(sysconf(_SC_CLK_TCK))
{
    for (const long id : own)
        m_own[id] = Seconds(0.0);
}

std::optional<LoadWatch::Use> LoadWatch::useNow()
{
    std::ifstream file(m_proc / "stat");
    std::string name;
    double user = 0.0, nice = 0.0, system = 0.0, idle = 0.0, wait = 0.0, interrupt = 0.0, soft = 0.0, steal = 0.0;
    if (!(file >> name >> user >> nice >> system >> idle >> wait >> interrupt >> soft >> steal))
        return std::nullopt;
    Use use;
    use.busy = Seconds((user + nice + system + interrupt + soft) / static_cast<double>(m_ticks));
    use.stolen = Seconds(steal / static_cast<double>(m_ticks));
    for (auto& [id, used] : m_own) {
        used = std::max(used, Seconds(processorSecondsOf(firstLine(m_proc / std::to_string(id) / "stat"), m_ticks)));
        use.busy -= used;
    }
    return use;
}

std::optional<OtherLoad> LoadWatch::look(Seconds now)
{
    if (m_last && now - m_last->at < shortestLook)
        return std::nullopt;
    auto use = useNow();
    if (!use)
        return std::nullopt;
    use->at = now;
    const auto before = std::exchange(m_last, use);
    return before ? between(*before, *use) : std::nullopt;
}

std::optional<OtherLoad> LoadWatch::between(const Use& before, const Use& now)
{
    const Seconds time = now.at - before.at;
    OtherLoad load;
    load.of = m_processors;
    const double all = m_processors;
    load.stolen = std::clamp((now.stolen - before.stolen) / time, 0.0, all);
    load.processors = std::clamp((now.busy - before.busy) / time + load.stolen, 0.0, all);
    m_quietLooks = load.processors < ends ? m_quietLooks + 1 : 0;
    const bool lasted = std::exchange(m_lasts, m_lasts ? m_quietLooks < quietLooks : load.processors > begins);
    if (!m_lasts) {
        m_others.clear();
        return lasted ? std::optional(OtherLoad{}) : std::nullopt;
    }
    if (m_quietLooks > 0)
        return std::nullopt;
    nameProgram(load, time);
    return load;
}

void LoadWatch::nameProgram(OtherLoad& load, Seconds time)
{
    std::map<long, Process> others;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(m_proc, none)) {
        const auto id = processId(entry.path().filename().string());
        if (!id || m_own.contains(*id))
            continue;
        const std::string stat = firstLine(entry.path() / "stat");
        others[*id] = {nameIn(stat), Seconds(processorSecondsOf(stat, m_ticks))};
    }
    const auto before = std::exchange(m_others, others);
    if (before.empty())
        return;
    struct UseOfName {
        double processors = 0.0;
        long largest = 0; ///< the process of that name that used the most
        double ofLargest = -1.0;
    };
    std::map<std::string, UseOfName> used;
    for (const auto& [id, process] : others) {
        // What is new has used all that it has since the last look.
        const auto known = before.find(id);
        const double own = (process.used
                            - (known != before.end() ? std::min(known->second.used, process.used) : Seconds(0.0)))
                         / time;
        auto& [processors, largest, ofLargest] = used[process.name];
        processors += own;
        if (own > ofLargest) {
            largest = id;
            ofLargest = own;
        }
    }
    const auto most = std::max_element(used.begin(), used.end(), [](const auto& a, const auto& b) {
        return a.second.processors < b.second.processors;
    });
    if (most == used.end() || most->first.empty() || most->second.processors < leastNamed)
        return;
    // Of names that the system cut alike, the whole one of whoever uses the most.
    load.program = wholeName(most->first, m_proc / std::to_string(most->second.largest));
    load.ofProgram = std::min(most->second.processors, load.processors);
}

} // namespace ridgepoint
