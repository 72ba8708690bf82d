// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/sha256.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace ridgepoint::remote {
namespace {

/// The first 32 bits behind the point of the roots of the first 64 primes, as the standard has them: of the cubic roots
/// for the rounds, of the square roots for the beginning.
struct HashConstants {
    std::array<std::uint32_t, 64> rounds{};
    std::array<std::uint32_t, 8> begin{};

    HashConstants()
    {
        std::size_t count = 0;
        for (int number = 2; count < rounds.size(); ++number) {
            bool isPrime = true;
            for (int divisor = 2; divisor * divisor <= number; ++divisor)
                isPrime = isPrime && number % divisor != 0;
            if (!isPrime)
                continue;
            rounds[count] = bitsBehindPoint(std::cbrt(static_cast<long double>(number)));
            if (count < begin.size())
                begin[count] = bitsBehindPoint(std::sqrt(static_cast<long double>(number)));
            ++count;
        }
    }
    static std::uint32_t bitsBehindPoint(long double root)
    {
        return static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0L);
    }
};

using HashState = std::array<std::uint32_t, 8>;

void addBlock(HashState& state, const char* block, const HashConstants& constants)
{
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < 16; ++i)
        for (std::size_t byte = 0; byte < 4; ++byte)
            words[i] = words[i] << 8U | static_cast<unsigned char>(block[4 * i + byte]);
    for (std::size_t i = 16; i < words.size(); ++i) {
        const std::uint32_t a = words[i - 15];
        const std::uint32_t b = words[i - 2];
        words[i] = words[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3U) + words[i - 7]
                 + (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10U);
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g))
                                  + constants.rounds[i] + words[i];
        const std::uint32_t second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22))
                                   + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const HashState added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i)
        state[i] += added[i];
}

} // namespace

std::string sha256(std::string_view bytes)
{
    constexpr std::size_t block = 64;
    const HashConstants constants;
    HashState state = constants.begin;
    const std::size_t whole = bytes.size() / block * block;
    for (std::size_t at = 0; at < whole; at += block)
        addBlock(state, bytes.data() + at, constants);
    std::string rest(bytes.substr(whole));
    rest += '\x80';
    while (rest.size() % block != block - 8)
        rest += '\0';
    for (int shift = 56; shift >= 0; shift -= 8)
        rest += static_cast<char>(bytes.size() * std::uint64_t{8} >> static_cast<unsigned>(shift) & 0xFFU);
    for (std::size_t at = 0; at < rest.size(); at += block)
        addBlock(state, rest.data() + at, constants);
    std::string text;
    for (const std::uint32_t word : state)
        for (int shift = 28; shift >= 0; shift -= 4)
            text += "0123456789abcdef"[word >> static_cast<unsigned>(shift) & 0xFU];
    return text;
}

} // namespace ridgepoint::remote
