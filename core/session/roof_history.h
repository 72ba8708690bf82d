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

/// What the roofs of a machine came to within the last day. Memory that other machines share, a clock or a hypervisor
/// has states that last for seconds to hours, and which of them a measurement meets is chance: on such a machine ten
/// measurements of DRAM gave 62 to 117 GB/s. Recalled, a roof is its value in the reference state with the range of
/// states.
class RoofHistory {
public:
    using Time = std::chrono::sys_seconds;

    /// Whether a measurement takes its place among earlier ones, or is the reference itself, as the user asked for in
    /// whose session it stays so, where that is not disturbed or they want it all the same. The range is of all in
    /// either case.
    enum class As { OneMore, Reference };

    /// What the file holds of the day before `now`. A file that is missing or cannot be read is an empty history: it is
    /// a convenience, which is written anew.
    [[nodiscard]] static RoofHistory read(const std::filesystem::path& file, Time now);
    /// Replaces the file, whose folder is made where it is missing. Unavailable where it cannot be written.
    [[nodiscard]] Result<void> write(const std::filesystem::path& file) const;

    /// Takes the measured roofs of a machine, a text that tells all from each other whose roofs differ, and with that
    /// of the last cache the levels. Disturbed ones, too: on a machine that is never quiet there are no others.
    void add(const std::string& machine, const RoofSet& measured, Time at);
    /// The roof as it is in the reference state, with the range of all measurements, this one included, and this one as
    /// the latest. It need not have been added. One that was disturbed never counts beside one that was not
    /// (wasDisturbed()); where all were, the best of them does. The flags are those of the measurement that counts, and
    /// where this one was disturbed beside others that were not there is no latest.
    [[nodiscard]] Roof recall(const std::string& machine, int threads, const Roof& measured, As as) const;
    /// The same of every roof that was measured, with the levels of the measurement that counts for the last cache's
    /// roof. Those of a run in which a roof of memory was disturbed do so only where there is no other.
    [[nodiscard]] RoofSet recall(const std::string& machine, RoofSet measured, As as) const;

private:
    struct Entry {
        std::string machine;
        int threads = 0;
        Time at{};
        Roof roof;
        std::vector<MemoryLevel> levels{}; ///< only beside the roof of the last cache among them
        bool isDisturbedRun = false;       ///< a roof of memory was disturbed, and so perhaps the levels
    };

    [[nodiscard]] std::vector<MemoryLevel> recallLevels(const std::string& machine, const RoofSet& measured,
                                                        As as) const;

    std::vector<Entry> m_entries; ///< oldest first
};

/// Which of the values is the reference: the best that lasted, which is the best where the second best lies within
/// sameState of it, else the second best, because the best of many is a moment's; of two the better. Of launch.fixed, a
/// difference of two times, which is as often too small as too large, the lower median. How far this and other
/// quantiles move on a machine that switches is in tests/bench/FIGURES.md.
[[nodiscard]] double referenceOf(const Roof& roof, std::span<const double> values);

} // namespace ridgepoint
