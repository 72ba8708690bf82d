// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/factor_numbers.h"

#include <bit>
#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

/// A linear congruential generator (Knuth's MMIX); its high bits are random enough to multiply.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed * 2 + 1) {}
    [[nodiscard]] std::uint32_t bits()
    {
        m_state = m_state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::uint32_t>(m_state >> 32U);
    }
    /// In [0, 1).
    [[nodiscard]] float uniform() { return static_cast<float>(bits() >> 8U) * 0x1p-24F; }
    /// Box and Muller's method.
    [[nodiscard]] float normal()
    {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - static_cast<double>(uniform())));
        return static_cast<float>(radius * std::cos(2.0 * std::numbers::pi * static_cast<double>(uniform())));
    }

private:
    std::uint64_t m_state;
};

float numberOf(FactorNumbers numbers, Random& random)
{
    switch (numbers) {
    case FactorNumbers::Usual: {
        const std::uint32_t bits = random.bits();
        return std::bit_cast<float>(0x3f000000U | (bits & 0x807fffffU));
    }
    case FactorNumbers::Zeros: return 0.0F;
    case FactorNumbers::Constant: return 1.1F;
    case FactorNumbers::Uniform: return random.uniform();
    case FactorNumbers::Normal: return random.normal();
    case FactorNumbers::Sparse: return random.bits() >> 29U == 0U ? random.normal() : 0.0F;
    case FactorNumbers::OneBit: return random.bits() >> 31U == 0U ? 1.0F : -1.0F;
    }
    return 0.0F;
}

} // namespace

std::string_view nameOf(FactorNumbers numbers)
{
    switch (numbers) {
    case FactorNumbers::Usual: return "usual";
    case FactorNumbers::Zeros: return "zeros";
    case FactorNumbers::Constant: return "constant";
    case FactorNumbers::Uniform: return "uniform";
    case FactorNumbers::Normal: return "normal";
    case FactorNumbers::Sparse: return "sparse";
    case FactorNumbers::OneBit: return "one-bit";
    }
    return {};
}

std::vector<float> numbersOf(FactorNumbers numbers, std::size_t count, std::uint64_t seed)
{
    Random random(seed);
    std::vector<float> all(count);
    for (float& number : all)
        number = numberOf(numbers, random);
    return all;
}

std::uint16_t roundedToBf16(float number)
{
    const auto bits = std::bit_cast<std::uint32_t>(number);
    return static_cast<std::uint16_t>((bits + 0x7fffU + (bits >> 16U & 1U)) >> 16U);
}

} // namespace ridgepoint
