// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/sample_index.h"

#include "core/model/workload_hash.h"

#include <functional>

namespace ridgepoint {

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
