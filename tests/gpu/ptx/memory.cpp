// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/memory.h"

#include <algorithm>
#include <bit>

namespace ridgepoint::ptx {
namespace {

std::string conflict(const char* doing, std::uint64_t offset, const char* did, const Actor& other)
{
    const auto name = [](std::uint32_t number) {
        return number == Actor::several ? std::string("several") : std::to_string(number);
    };
    return std::string(doing) + " byte " + std::to_string(offset) + ", which block " + name(other.block) + ", thread "
         + name(other.thread) + " " + did + " with no barrier between";
}

} // namespace

std::string Hazards::read(std::uint64_t offset, std::size_t bytes, std::size_t size, const Actor& actor)
{
    if (m_bytes.empty())
        m_bytes.resize(size);
    for (std::uint64_t i = offset; i < offset + bytes; ++i) {
        Byte& byte = m_bytes[i];
        if (!byte.writer.before(actor))
            return conflict("reads", i, "wrote", byte.writer);
        if (byte.reader.before(actor)) {
            byte.reader = actor;
        } else if (byte.reader.block != actor.block) {
            byte.reader.block = Actor::several;
            byte.reader.thread = Actor::several;
        } else {
            byte.reader.thread = Actor::several;
            byte.reader.barriers = std::max(byte.reader.barriers, actor.barriers);
        }
    }
    return {};
}

std::string Hazards::write(std::uint64_t offset, std::size_t bytes, std::size_t size, const Actor& actor)
{
    if (m_bytes.empty())
        m_bytes.resize(size);
    for (std::uint64_t i = offset; i < offset + bytes; ++i) {
        Byte& byte = m_bytes[i];
        if (!byte.writer.before(actor))
            return conflict("writes", i, "wrote", byte.writer);
        if (!byte.reader.before(actor))
            return conflict("writes", i, "read", byte.reader);
        byte.writer = actor;
    }
    return {};
}

void Region::fill(std::size_t offset, std::span<const std::byte> bytes)
{
    check(offset, bytes.size(), "fills");
    std::copy(bytes.begin(), bytes.end(), m_data.begin() + static_cast<std::ptrdiff_t>(offset));
    std::fill_n(m_written.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), true);
}

void Region::load(std::uint64_t offset, std::span<std::byte> target, const Actor& actor)
{
    check(offset, target.size(), "reads");
    const auto first = static_cast<std::ptrdiff_t>(offset);
    for (std::size_t i = 0; i < target.size(); ++i)
        if (!m_written[offset + i])
            throw Trap{"ptx.uninitialised",
                       "reads byte " + std::to_string(offset + i) + " of " + m_name + ", which nothing has written"};
    if (std::string race = m_hazards.read(offset, target.size(), size(), actor); !race.empty())
        throw Trap{"ptx.race", race + " (of " + m_name + ")"};
    std::copy_n(m_data.begin() + first, target.size(), target.begin());
    count(m_loaded, m_wasLoaded, offset, target.size());
}

void Region::store(std::uint64_t offset, std::span<const std::byte> source, const Actor& actor)
{
    check(offset, source.size(), "writes");
    if (std::string race = m_hazards.write(offset, source.size(), size(), actor); !race.empty())
        throw Trap{"ptx.race", race + " (of " + m_name + ")"};
    const auto first = static_cast<std::ptrdiff_t>(offset);
    std::copy(source.begin(), source.end(), m_data.begin() + first);
    std::fill_n(m_written.begin() + first, source.size(), true);
    count(m_stored, m_wasStored, offset, source.size());
}

void Region::resetTraffic()
{
    m_loaded = {};
    m_stored = {};
    m_wasLoaded.assign(m_wasLoaded.size(), false);
    m_wasStored.assign(m_wasStored.size(), false);
}

void Region::check(std::uint64_t offset, std::size_t bytes, const char* doing) const
{
    if (offset > m_data.size() || bytes > m_data.size() - offset)
        throw Trap{"ptx.out-of-bounds", std::string(doing) + " " + std::to_string(bytes) + " bytes at offset "
                                            + std::to_string(offset) + " of " + m_name + ", which has "
                                            + std::to_string(m_data.size())};
}

void Region::count(Traffic& traffic, std::vector<bool>& moved, std::uint64_t offset, std::size_t bytes) const
{
    traffic.bytes += bytes;
    traffic.bytesByAccess.at(static_cast<std::size_t>(std::countr_zero(bytes))) += bytes;
    for (std::uint64_t i = offset; i < offset + bytes; ++i) {
        const bool useful = isUseful(i);
        traffic.usefulBytes += useful ? 1 : 0;
        traffic.distinctBytes += useful && !moved[i] ? 1 : 0;
        moved[i] = true;
    }
}

std::uint64_t DeviceMemory::allocate(std::string name, std::size_t bytes)
{
    m_regions.emplace_back(std::move(name), bytes);
    return static_cast<std::uint64_t>(m_regions.size()) << spacing;
}

void DeviceMemory::beginLaunch()
{
    for (Region& region : m_regions)
        region.beginLaunch();
}

Region& DeviceMemory::regionAt(std::uint64_t address)
{
    const std::uint64_t number = address >> spacing;
    if (number == 0 || number > m_regions.size())
        throw Trap{"ptx.out-of-bounds", "uses the address " + std::to_string(address) + ", which lies in no buffer"};
    return m_regions[number - 1];
}

void checkAlignment(std::uint64_t address, std::size_t bytes)
{
    if (address % bytes != 0)
        throw Trap{"ptx.misaligned", "moves " + std::to_string(bytes)
                                         + " bytes at an address that is no multiple of it (offset "
                                         + std::to_string(address % 256) + " from a multiple of 256)"};
}

} // namespace ridgepoint::ptx
