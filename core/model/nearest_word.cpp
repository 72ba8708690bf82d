// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/nearest_word.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace ridgepoint {
namespace {

/// The Levenshtein distance, one row of its table at a time.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

} // namespace

std::optional<std::string> nearestWord(std::string_view word, std::span<const std::string> candidates)
{
    const std::size_t tolerated = std::max<std::size_t>(1, std::min<std::size_t>(3, word.size() / 3));
    std::optional<std::string> best;
    std::size_t fewest = tolerated + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t edits = editDistance(word.substr(0, 64), candidate);
        if (edits < fewest) {
            fewest = edits;
            best = candidate;
        }
    }
    return best;
}

} // namespace ridgepoint
