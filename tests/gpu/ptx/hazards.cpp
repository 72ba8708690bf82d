// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/hazards.h"

#include <algorithm>

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

} // namespace ridgepoint::ptx
