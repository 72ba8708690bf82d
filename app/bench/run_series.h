// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/kernel_session.h"
#include "core/analysis/varied_times.h"
#include "core/import/import_format.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
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
/// InvalidInput where a name is given twice or does not occur in the command, or where these are too many runs.
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

/// The kernels of all runs of a command: of repeated runs with the same values each as in the run with its median time.
class RunSeries {
public:
    /// Without `tellsSlopes` runs are no readings of one time.
    explicit RunSeries(std::vector<VariedName> varied, bool tellsSlopes = true)
        : m_varied(std::move(varied)), m_tellsSlopes(tellsSlopes)
    {}

    /// One run with these values.
    void add(const std::vector<std::int64_t>& values, ImportedKernels run);
    /// All of them, named with their values and with their slopes along those; remarks are said once.
    [[nodiscard]] ImportedKernels kernels() const;
    /// What the slopes tell, a sentence for each of the longest regions; none where nothing was varied. Of runs that
    /// were not repeated they tell nothing, which is said instead.
    [[nodiscard]] std::vector<std::string> slopeSentences() const;

private:
    /// The same kernel in every run with the same values.
    struct Repeated {
        std::string name;
        std::vector<std::int64_t> values;
        std::vector<ImportedKernel> runs;
    };
    /// A kernel with all values with which it was run at least twice.
    struct Region {
        std::string name;
        Seconds longest;
        std::vector<std::size_t> kernels; ///< places in m_kernels
        std::vector<VariedTime> times;    ///< of these
    };
    [[nodiscard]] static VariedTime timeOf(const Repeated& repeated);
    /// In the order of their first runs.
    [[nodiscard]] std::vector<Region> regions() const;

    std::vector<VariedName> m_varied;
    bool m_tellsSlopes;
    std::vector<Repeated> m_kernels;
    std::map<std::tuple<std::vector<std::int64_t>, std::string, std::string>, std::size_t> m_places; // name and device
    std::vector<std::string> m_remarks;
};

/// What is said of a region's times: how they grow along each name, and, of `ops` and `size` together, the regimes, if
/// all of them were repeated.
[[nodiscard]] std::string slopeSentence(const std::string& region, const std::vector<VariedName>& varied,
                                        const std::vector<VariedTime>& times);

} // namespace ridgepoint
