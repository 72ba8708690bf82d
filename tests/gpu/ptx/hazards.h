// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint::ptx {

/// Who touches memory: a thread of a block, between two barriers of it.
struct Actor {
    static constexpr std::uint32_t nobody = 0xffff'ffffU;
    static constexpr std::uint32_t several = 0xffff'fffeU;
    std::uint32_t block = nobody; ///< counted through the grid
    std::uint32_t thread = 0;
    std::uint32_t barriers = 0; ///< that the block has passed

    /// Whether `later` surely comes after this: the same thread, or a barrier of the block lies between.
    [[nodiscard]] bool before(const Actor& later) const
    {
        return block == nobody || (block == later.block && (thread == later.thread || barriers < later.barriers));
    }
};

/// Remembers for each byte who wrote and who read it since a launch began, and finds accesses whose order nothing
/// settles. The interpreter runs blocks one after another and would otherwise hide them.
class Hazards {
public:
    /// Forgets everything: what was done before a launch is ordered before it.
    void reset() { m_bytes.clear(); }
    /// What is wrong with this access, in words; empty when nothing is. `size` is that of the whole region.
    [[nodiscard]] std::string read(std::uint64_t offset, std::size_t bytes, std::size_t size, const Actor& actor);
    [[nodiscard]] std::string write(std::uint64_t offset, std::size_t bytes, std::size_t size, const Actor& actor);

private:
    struct Byte {
        Actor writer;
        Actor reader; ///< block or thread may be `several`
    };
    std::vector<Byte> m_bytes; ///< empty until something happens
};

} // namespace ridgepoint::ptx
