// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/buffer.h"
#include "core/cpu/pool.h"
#include "core/measure/backend.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ridgepoint {

struct Team;

/// Memory that the works of one thread count share: a part for each thread, first touched by it. Works run one at a
/// time and keep it alive; it grows with the largest footprint asked for.
class RoofMemory {
public:
    /// That of a team, made where no work has it now, with at least so many bytes of each thread's part ready.
    /// Unavailable when memory does not suffice.
    [[nodiscard]] static Result<std::shared_ptr<RoofMemory>> of(Team& team, std::size_t bytes);

    /// Makes at least `bytes` of each thread's part usable and touched. Unavailable when memory does not suffice.
    [[nodiscard]] Result<void> grow(std::size_t bytes);
    [[nodiscard]] std::byte* part(int thread) const { return m_parts[static_cast<std::size_t>(thread)].data(); }
    /// The window that comes next of so many of so many lines, for every work that has the same: what one of them just
    /// went over lies in a cache, and is not to be the next one's memory.
    [[nodiscard]] std::size_t& nextWindow(std::size_t count, std::size_t lines) { return m_next[{count, lines}]; }

private:
    /// Claims address space only.
    [[nodiscard]] static Result<std::shared_ptr<RoofMemory>> create(std::shared_ptr<Pool> pool);
    explicit RoofMemory(std::shared_ptr<Pool> pool) : m_pool(std::move(pool)) {}

    std::shared_ptr<Pool> m_pool;
    std::vector<Buffer> m_parts;
    std::size_t m_touched = 0;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> m_next;
};

/// The bandwidth roofs for the levels named: the usual ones in the contract's order with those of memory's other
/// traffic, and those of the other traffic of caches.
[[nodiscard]] std::vector<std::string> bandwidthRoofIds(const std::vector<MemoryLevel>& claimed);
[[nodiscard]] std::vector<std::string> cacheTrafficRoofIds(const std::vector<MemoryLevel>& claimed);

} // namespace ridgepoint
