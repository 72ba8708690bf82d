// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/device_identity.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <vector>

namespace ridgepoint {
namespace {

/// What the system keeps for itself differs from one kernel to the next.
constexpr double memoryTolerance = 1.1;

bool agree(const std::string& a, const std::string& b) { return a.empty() || b.empty() || a == b; }

bool agree(int a, int b) { return a <= 0 || b <= 0 || a == b; }

bool agree(Bytes a, Bytes b)
{
    const double less = std::min(a.value(), b.value());
    return less <= 0.0 || std::max(a.value(), b.value()) <= less * memoryTolerance;
}

constexpr std::array<std::string_view, 14> wordsOfNoModel{"nvidia", "geforce", "tesla",    "corporation", "amd",
                                                          "intel",  "cpu",     "graphics", "processor",   "gpu",
                                                          "hbm2",   "hbm3",    "hbm2e",    "hbm3e"};

/// Small letters, and what stands in brackets left out.
std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words(1);
    int brackets = 0;
    for (const char c : name) {
        const auto letter = static_cast<unsigned char>(c);
        brackets = std::max(0, brackets + (c == '(' ? 1 : c == ')' ? -1 : 0));
        if (brackets == 0 && (std::isalnum(letter) != 0 || letter >= 0x80))
            words.back() += static_cast<char>(std::tolower(letter));
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty())
        words.pop_back();
    return words;
}

bool isNumber(std::string_view word)
{
    return std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// A name taken apart.
struct NameParts {
    std::set<std::string> model;
    std::string memory; ///< "40"; empty where it is not told
};

NameParts partsOf(std::string_view name)
{
    NameParts parts;
    const std::vector<std::string> words = wordsOf(name);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool hasUnit = word.size() > 2 && word.ends_with("gb") && isNumber(word.substr(0, word.size() - 2));
        const bool isSize = i + 1 < words.size() && words[i + 1] == "gb" && isNumber(word);
        if (hasUnit || isSize) {
            parts.memory = hasUnit ? word.substr(0, word.size() - 2) : word;
            i += isSize ? 1 : 0;
        } else if (std::ranges::find(wordsOfNoModel, word) == wordsOfNoModel.end() && !word.starts_with("sxm"))
            parts.model.insert(word);
    }
    return parts;
}

} // namespace

bool isSameDeviceName(std::string_view a, std::string_view b)
{
    const NameParts first = partsOf(a);
    const NameParts second = partsOf(b);
    return !first.model.empty() && first.model == second.model && agree(first.memory, second.memory);
}

bool isSameDevice(const DeviceInfo& a, const DeviceInfo& b)
{
    if (a.kind != b.kind)
        return false;
    if (a.gpu && b.gpu && !a.gpu->uuid.empty() && !b.gpu->uuid.empty())
        return a.gpu->uuid == b.gpu->uuid;
    return a.machine == b.machine && agree(a.name, b.name) && agree(a.threads, b.threads) && agree(a.isa, b.isa)
        && agree(a.memory, b.memory);
}

} // namespace ridgepoint
