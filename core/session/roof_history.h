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

    /// Whether a measurement takes its place among earlier ones, or is the reference from now on, as somebody asked for
    /// who knows that the machine is another one now. The range is of all in either case.
    enum class As { OneMore, Reference };

    /// What the file holds of the day before `now`. A file that is missing or cannot be read is an empty history: it is a
    /// convenience, which is written anew.
    [[nodiscard]] static RoofHistory read(const std::filesystem::path& file, Time now);
    /// Replaces the file, whose folder is made where it is missing. Unavailable where it cannot be written.
    [[nodiscard]] Result<void> write(const std::filesystem::path& file) const;

    /// Takes the measured roofs of a device by its name, which unlike its id tells one machine from another.
    void add(const std::string& deviceName, const RoofSet& measured, Time at, As as);
    /// The roof as it is in the reference state, with the range of all measurements, this one included, and this one as the
    /// latest. It need not have been added.
    [[nodiscard]] Roof recall(const std::string& deviceName, int threads, const Roof& measured, As as) const;
    /// The same of every roof that was measured.
    [[nodiscard]] RoofSet recall(const std::string& deviceName, RoofSet measured, As as) const;

private:
    struct Entry {
        std::string device;
        int threads = 0;
        Time at{};
        bool isReplaced = false; ///< by a later one as the reference; it still counts in the range
        Roof roof;
    };

    std::vector<Entry> m_entries; ///< oldest first
};

/// Which of the values is the reference: the best that lasted, which is one that another measurement came within sameState
/// of. Of values that all lie apart the second best, because the best of many is a moment's; of fewer than three the best.
/// Medians and quartiles were tried on a machine that switches and move from day to day by as much as single measurements
/// do; see tests/bench/FIGURES.md.
[[nodiscard]] double referenceOf(RoofKind kind, std::span<const double> values);

} // namespace ridgepoint
