// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ridgepoint {

/// What every line of a region begins with.
inline constexpr std::string_view regionStart = "{\"ridgepoint\":";

/// One run of a region, in ns of a clock that only goes forward.
struct RegionRun {
    std::string name;
    double begin = 0.0;
    double time = 0.0;
    double flops = 0.0;
    double bytes = 0.0;
    std::string device; ///< the GPU that ran it; empty for a processor
};

/// The runs of the regions of one name on one device.
class RegionRuns {
public:
    void add(const RegionRun& run);
    /// Whether a count is known of some runs and not of others.
    [[nodiscard]] bool lacksSomeWork() const { return m_flops.isPartial() || m_bytes.isPartial(); }
    /// All of them as one kernel, whose time is that in which at least one ran.
    [[nodiscard]] ImportedKernel kernel(std::string name);
    /// Whether threads shared the time, once kernel() has looked; clocks round, and those of a GPU by half a
    /// microsecond.
    [[nodiscard]] bool overlaps() const { return m_isOverlapping; }

private:
    /// A count that some runs may not know: then the sum of the others is not that of all.
    class Count {
    public:
        void add(double count)
        {
            m_sum += count;
            (count > 0.0 ? m_isKnown : m_isUnknown) = true;
        }
        [[nodiscard]] bool isPartial() const { return m_isKnown && m_isUnknown; }
        [[nodiscard]] double ofAll() const { return isPartial() ? 0.0 : m_sum; }

    private:
        double m_sum = 0.0;
        bool m_isKnown = false;
        bool m_isUnknown = false;
    };

    /// The time in which at least one run was going on.
    [[nodiscard]] double unionOfSpans();

    std::vector<std::pair<double, double>> m_spans; // begin and end, ns
    double m_sum = 0.0;                             // ns
    Count m_flops;
    Count m_bytes;
    bool m_isOverlapping = false;
};

/// How regions are collected.
struct RegionOptions {
    /// Each run of a region is a kernel of its own, "triad #1", in the order in which they ended.
    bool separateRuns = false;
    /// What is wrong, and what is more than the limits below, is left out with a remark instead of refused: a program
    /// that ran for an hour is not run again because of one line.
    bool leavesOut = false;
    std::size_t maximumKernels = std::size_t{1} << 25U;
    std::size_t maximumRuns = std::size_t{1} << 25U;
};

/// Takes lines as ridgepoint.h defines them, one after the other, and makes kernels of them at the end.
class RegionCollector {
public:
    explicit RegionCollector(const RegionOptions& options = {}) : m_options(options) {}

    /// The regions of a line, which may stand behind what the program printed without a newline. Corrupt, where nothing
    /// is left out, for what is no region as ridgepoint.h defines it and for more than the limit. A line that ends in
    /// the middle is only wrong where another one follows.
    [[nodiscard]] Result<void> take(std::string_view text, std::size_t line);
    /// What was taken, with remarks about what was left out; once.
    [[nodiscard]] Result<ImportedKernels> kernels();

private:
    [[nodiscard]] Result<void> add(const RegionRun& run);
    void leaveOut(const Error& wrong);

    RegionOptions m_options;
    using NameAndDevice = std::pair<std::string, std::string>;

    std::vector<std::pair<NameAndDevice, RegionRuns>> m_kernels; // in the order of their first runs
    std::map<NameAndDevice, std::size_t> m_places;               // of separate runs how many there are
    std::size_t m_runs = 0;
    std::size_t m_tooMany = 0; // runs beyond the limits
    std::size_t m_wrong = 0;
    std::optional<Error> m_firstWrong;
    std::optional<Error> m_torn; // a region that its line does not hold whole
};

} // namespace ridgepoint
