// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/sample.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace ridgepoint {

using SamplePointer = std::shared_ptr<const Sample>;

/// Finds the row of a device's workload. Keeps row numbers only and looks the rest up in the rows themselves: with
/// 10^5 samples keys of its own would weigh as much as the samples.
class SampleIndex {
public:
    /// `rows` must outlive the index; a row that is in the index keeps its device and workload.
    explicit SampleIndex(const std::vector<SamplePointer>& rows) : m_rows(0, Hash{&rows}, Equal{&rows}), m_source(rows)
    {}
    SampleIndex(const SampleIndex&) = delete;
    SampleIndex& operator=(const SampleIndex&) = delete;

    [[nodiscard]] std::optional<std::size_t> find(const std::string& device, const Workload& workload) const;
    /// Adds a row that is in the vector already; false when another one has its device and workload.
    bool add(std::size_t row);
    /// Forgets everything and adds every row; of two with the same device and workload the last one counts.
    void rebuild();

private:
    struct Key {
        const std::string& device;
        const Workload& workload;
    };
    using Rows = const std::vector<SamplePointer>*;
    struct Hash {
        using is_transparent = void;
        Rows rows;
        std::size_t operator()(const Key& key) const;
        std::size_t operator()(std::uint32_t row) const;
    };
    struct Equal {
        using is_transparent = void;
        Rows rows;
        bool operator()(std::uint32_t a, std::uint32_t b) const;
        bool operator()(const Key& key, std::uint32_t row) const;
        bool operator()(std::uint32_t row, const Key& key) const { return (*this)(key, row); }
    };

    std::unordered_set<std::uint32_t, Hash, Equal> m_rows;
    const std::vector<SamplePointer>& m_source;
};

} // namespace ridgepoint
