// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/sample_index.h"

#include "core/model/workload.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace ridgepoint {
namespace {

/// Hashes every field that makes two workloads different.
struct WorkloadHash {
    [[nodiscard]] std::size_t operator()(const Workload& workload) const
    {
        std::size_t hash = 0;
        // The golden ratio's bits spread neighbouring counts, which is what a sweep's grid is made of.
        const auto mix = [&hash](auto value) {
            hash ^= std::hash<std::uint64_t>{}(static_cast<std::uint64_t>(value)) + 0x9e3779b97f4a7c15U + (hash << 6U)
                  + (hash >> 2U);
        };
        mix(workload.operation);
        mix(workload.precision);
        mix(workload.elements);
        mix(workload.operationsPerElement);
        mix(workload.chainLength);
        mix(workload.fusionDepth);
        mix(workload.launchMode);
        mix(workload.threads);
        return hash;
    }
};

} // namespace

std::size_t SampleIndex::Hash::operator()(const Key& key) const
{
    return WorkloadHash{}(key.workload) * 31U + std::hash<std::string>{}(key.device);
}

std::size_t SampleIndex::Hash::operator()(std::uint32_t row) const
{
    const Sample& sample = *(*rows)[row];
    return (*this)(Key{sample.device, sample.workload});
}

bool SampleIndex::Equal::operator()(std::uint32_t a, std::uint32_t b) const
{
    const Sample& sample = *(*rows)[a];
    return (*this)(Key{sample.device, sample.workload}, b);
}

bool SampleIndex::Equal::operator()(const Key& key, std::uint32_t row) const
{
    const Sample& sample = *(*rows)[row];
    return sample.workload == key.workload && sample.device == key.device;
}

std::optional<std::size_t> SampleIndex::find(const std::string& device, const Workload& workload) const
{
    const auto found = m_rows.find(Key{device, workload});
    return found == m_rows.end() ? std::nullopt : std::optional<std::size_t>(*found);
}

bool SampleIndex::add(std::size_t row) { return m_rows.insert(static_cast<std::uint32_t>(row)).second; }

void SampleIndex::rebuild()
{
    m_rows.clear();
    m_rows.reserve(m_source.size());
    for (std::size_t row = m_source.size(); row-- > 0;)
        (void)add(row);
}

} // namespace ridgepoint
