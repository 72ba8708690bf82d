// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/roof.h"

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// What the roofs of a machine came to within the last day. Memory that other machines share, a clock or a hypervisor has
/// states that last for seconds to hours, and which of them a measurement meets is chance: on such a machine ten
/// measurements of DRAM gave 62 to 117 GB/s. Recalled, a roof is its value in the reference state with the range of states.
class RoofHistory {
public:
    using Time = std::chrono::sys_seconds;

    /// Whether a measurement takes its place among earlier ones, or is the reference itself, as somebody asked for in whose
    /// session it stays so. The range is of all in either case.
    enum class As { OneMore, Reference };

    /// What the file holds of the day before `now`. A file that is missing or cannot be read is an empty history: it is a
    /// convenience, which is written anew.
    [[nodiscard]] static RoofHistory read(const std::filesystem::path& file, Time now);
    /// Replaces the file, whose folder is made where it is missing. Unavailable where it cannot be written.
    [[nodiscard]] Result<void> write(const std::filesystem::path& file) const;

    /// Takes the measured roofs of a machine: a text that tells all from each other whose roofs differ. Those of so few rounds that
    /// they were broken off are left out.
    void add(const std::string& machine, const RoofSet& measured, Time at);
    /// The roof as it is in the reference state, with the range of all measurements, this one included, and this one as the
    /// latest. It need not have been added.
    [[nodiscard]] Roof recall(const std::string& machine, int threads, const Roof& measured, As as) const;
    /// The same of every roof that was measured.
    [[nodiscard]] RoofSet recall(const std::string& machine, RoofSet measured, As as) const;

private:
    struct Entry {
        std::string machine;
        int threads = 0;
        Time at{};
        Roof roof;
    };

    std::vector<Entry> m_entries; ///< oldest first
};

/// Which of the values is the reference: the best that lasted, which is the best where the second best lies within sameState of
/// it, else the second best, because the best of many is a moment's; of two the better. Of launch.fixed, a difference of
/// two times, which is as often too small as too large, the lower median.
/// How far this and other quantiles move on a machine that switches is in tests/bench/FIGURES.md.
[[nodiscard]] double referenceOf(const Roof& roof, std::span<const double> values);

} // namespace ridgepoint
