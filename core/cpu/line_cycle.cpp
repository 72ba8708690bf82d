// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/line_cycle.h"

#include "core/cpu/buffer.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <utility>
#if defined(__x86_64__)
    #include <emmintrin.h>
#endif

namespace ridgepoint {
namespace {

/// Past the caches where the architecture has such a store.
void storeLink(std::byte* to, const std::byte* next)
{
#if defined(__x86_64__)
    _mm_stream_si64(reinterpret_cast<long long*>(to), static_cast<long long>(reinterpret_cast<std::uintptr_t>(next)));
#else
    std::memcpy(to, &next, sizeof next);
#endif
}

void finishLinks()
{
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

} // namespace

std::vector<std::uint32_t> linkLines(std::byte* memory, std::size_t lines, std::size_t count)
{
    // The same cycle every time: what is measured twice differs by the machine alone.
    std::minstd_rand random(1);
    const std::size_t each = lines / count;
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    const auto below = [&](std::size_t end) {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(random()) * end / std::minstd_rand::modulus);
    };
    for (std::size_t i = count - 1; i > 0; --i)
        std::swap(order[i], order[below(i + 1)]);
    for (std::uint32_t& part : order) // a line of that part
        part = static_cast<std::uint32_t>(part * each + below(each));
    for (std::size_t i = 0; i < count; ++i)
        storeLink(memory + order[i] * lineBytes, memory + order[(i + 1) % count] * lineBytes);
    finishLinks();
    return order;
}

const void* followLines(const void* from, std::int64_t loads)
{
    const auto step = [&] { from = *static_cast<const void* const*>(from); };
    for (; loads >= 8; loads -= 8) {
        step();
        step();
        step();
        step();
        step();
        step();
        step();
        step();
    }
    for (; loads > 0; --loads)
        step();
    return from;
}

} // namespace ridgepoint
