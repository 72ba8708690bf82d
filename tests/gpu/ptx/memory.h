// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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

/// What a kernel must not do, thrown by the instruction that does it; the executor adds kernel, line, block and thread.
struct Trap {
    std::string id; ///< "ptx.out-of-bounds"
    std::string what;
};

/// Bytes moved, in all and by the size of the access.
struct Traffic {
    std::uint64_t bytes = 0;                      ///< all of them
    std::uint64_t usefulBytes = 0;                ///< of these, inside the region's useful part
    std::uint64_t distinctBytes = 0;              ///< of the useful ones, each counted once however often it is moved
    std::array<std::uint64_t, 5> bytesByAccess{}; ///< by log2 of the bytes that a thread moves at once: 1 to 16
};

/// One piece of memory with its own bounds. Reading a byte that nothing has written traps.
class Region {
public:
    Region(std::string name, std::size_t bytes)
        : m_name(std::move(name)),
          m_data(bytes),
          m_written(bytes, false),
          m_wasLoaded(bytes, false),
          m_wasStored(bytes, false),
          m_useful(bytes)
    {}

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::size_t size() const { return m_data.size(); }

    /// The host's side: neither counted nor checked for what was written before.
    void fill(std::size_t offset, std::span<const std::byte> bytes);
    [[nodiscard]] std::span<const std::byte> bytes() const { return m_data; }
    [[nodiscard]] bool isWritten(std::size_t offset) const { return m_written[offset]; }
    /// Bytes from here on are padding, counted apart.
    void setUsefulBytes(std::size_t bytes) { m_useful = bytes; }
    /// Of each row of `rowBytes` bytes, those from `usefulInRow` on are padding, too.
    void setUsefulInRow(std::size_t rowBytes, std::size_t usefulInRow)
    {
        m_rowBytes = rowBytes;
        m_usefulInRow = usefulInRow;
    }
    [[nodiscard]] bool isUseful(std::uint64_t offset) const
    {
        return offset < m_useful && (m_rowBytes == 0 || offset % m_rowBytes < m_usefulInRow);
    }
    /// Whether the device has read that byte since traffic was last reset.
    [[nodiscard]] bool wasLoaded(std::size_t offset) const { return m_wasLoaded[offset]; }

    /// The device's side. Accesses that race with those of other threads trap.
    void load(std::uint64_t offset, std::span<std::byte> target, const Actor& actor);
    void store(std::uint64_t offset, std::span<const std::byte> source, const Actor& actor);
    /// What was done before is ordered before what comes.
    void beginLaunch() { m_hazards.reset(); }
    [[nodiscard]] const Traffic& loaded() const { return m_loaded; }
    [[nodiscard]] const Traffic& stored() const { return m_stored; }
    void resetTraffic();

private:
    void check(std::uint64_t offset, std::size_t bytes, const char* doing) const;
    void count(Traffic& traffic, std::vector<bool>& moved, std::uint64_t offset, std::size_t bytes) const;

    std::string m_name;
    std::vector<std::byte> m_data;
    std::vector<bool> m_written;
    std::vector<bool> m_wasLoaded;
    std::vector<bool> m_wasStored;
    std::size_t m_useful;
    std::size_t m_rowBytes = 0;
    std::size_t m_usefulInRow = 0;
    Hazards m_hazards;
    Traffic m_loaded;
    Traffic m_stored;
};

/// The buffers of a device, 2^40 apart, so that an address beyond one buffer is never inside another.
class DeviceMemory {
public:
    /// Returns the address of a new buffer, aligned as every cudaMalloc is.
    std::uint64_t allocate(std::string name, std::size_t bytes);
    /// The buffer at `address` (its start or any byte inside 2^40); traps where there is none.
    [[nodiscard]] Region& regionAt(std::uint64_t address);
    [[nodiscard]] std::uint64_t offsetOf(std::uint64_t address) const
    {
        return address & ((std::uint64_t{1} << spacing) - 1);
    }
    /// What was done before is ordered before what comes.
    void beginLaunch();
    [[nodiscard]] const std::vector<Region>& regions() const { return m_regions; }

private:
    static constexpr unsigned spacing = 40;
    std::vector<Region> m_regions;
};

/// Traps unless `address` is a multiple of `bytes`, as the hardware does.
void checkAlignment(std::uint64_t address, std::size_t bytes);

} // namespace ridgepoint::ptx
