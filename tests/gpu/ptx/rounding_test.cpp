// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/element.h"
#include "tests/gpu/ptx/rounding.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace ridgepoint;
using namespace ridgepoint::ptx;

namespace {

/// Every value that a 16-bit format has, by bits; the neighbours of a number are found by stepping through the bits.
template <class H> H nearestBySearch(double x)
{
    // Positive finite numbers are ordered as their bits.
    std::uint16_t low = 0;
    std::uint16_t high = std::is_same_v<H, Half> ? 0x7bff : 0x7f7f;
    while (high - low > 1) {
        const auto middle = static_cast<std::uint16_t>((low + high) / 2);
        (toDouble(H{middle}) <= std::abs(x) ? low : high) = middle;
    }
    const double below = std::abs(x) - toDouble(H{low});
    const double above = toDouble(H{high}) - std::abs(x);
    const std::uint16_t chosen = below < above || (below == above && low % 2 == 0) ? low : high;
    return {static_cast<std::uint16_t>(chosen | (std::signbit(x) ? 0x8000U : 0U))};
}

/// A finite half within ±128, spread over exponents.
Half randomHalf(std::mt19937& random)
{
    const auto bits = static_cast<std::uint16_t>(random());
    const Half half{static_cast<std::uint16_t>(bits & 0xd7ffU)}; // exponent at most 21 - 15 = 6
    return half;
}

} // namespace

class RoundingTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void every16BitNumberSurvivesTheWayToDoubleAndBack()
    {
        for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
            const auto narrow = static_cast<std::uint16_t>(bits);
            if (!std::isnan(toDouble(Half{narrow})))
                QCOMPARE(toHalf(toDouble(Half{narrow})).bits, narrow);
            if (!std::isnan(toDouble(Bfloat{narrow})))
                QCOMPARE(toBfloat(toDouble(Bfloat{narrow})).bits, narrow);
        }
    }

    void theNearestNumberIsChosenAndTiesGoToEven()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> exponent(-28.0, 15.9);
        for (int i = 0; i < 20000; ++i) {
            double x = std::exp2(exponent(random)) * (i % 2 == 0 ? 1.0 : -1.0);
            if (i % 3 == 0) // exactly between two halves
                x = std::copysign(
                    (toDouble(toHalf(x)) + toDouble(Half{static_cast<std::uint16_t>(toHalf(x).bits + 1)})) / 2, x);
            QCOMPARE(toHalf(x).bits, nearestBySearch<Half>(x).bits);
            QCOMPARE(toBfloat(x).bits, nearestBySearch<Bfloat>(x).bits);
            QCOMPARE(toHalf(x).bits, halfBits(x));
            QCOMPARE(toBfloat(x).bits, bfloat16Bits(x));
        }
        QCOMPARE(toHalf(65520.0).bits, std::uint16_t{0x7c00});
        QCOMPARE(toHalf(std::nextafter(65520.0, 0.0)).bits, std::uint16_t{0x7bff});
        QCOMPARE(toBfloat(std::numeric_limits<double>::infinity()).bits, std::uint16_t{0x7f80});
        QCOMPARE(toHalf(std::numeric_limits<double>::quiet_NaN()).bits, std::uint16_t{0x7fff});
    }

    /// Against whole numbers: a half is a multiple of 2^-24, a product of two one of 2^-48.
    void aHalfFmaIsRoundedOnce()
    {
        std::mt19937 random(11);
        for (int i = 0; i < 50000; ++i) {
            const Half a = randomHalf(random);
            const Half b = randomHalf(random);
            const Half c = randomHalf(random);
            const auto units = [](Half x) { return static_cast<std::int64_t>(std::ldexp(toDouble(x), 24)); };
            const std::int64_t exact = units(a) * units(b) + units(c) * (std::int64_t{1} << 24);
            const auto size = static_cast<std::uint64_t>(std::abs(exact));
            // Cut to 32 bits with the rest kept as one sticky bit: exact in a double, and rounds as the whole.
            const int drop = std::max(0, static_cast<int>(std::bit_width(size)) - 32);
            const std::uint64_t sticky = (size & ((std::uint64_t{1} << drop) - 1)) != 0 ? 1 : 0;
            const double expected = std::ldexp(static_cast<double>((size >> drop << 1) | sticky), drop - 1 - 48);
            const Half got = toHalf(multiplyAddToOdd(toDouble(a), toDouble(b), toDouble(c)));
            QCOMPARE(std::abs(toDouble(got)), std::abs(toDouble(nearestBySearch<Half>(expected))));
        }
    }

    void directedRoundingEnclosesTheExactNumber()
    {
        std::mt19937 random(13);
        std::uniform_real_distribution<float> uniform(-4.0F, 4.0F);
        int inexact = 0;
        for (int i = 0; i < 20000; ++i) {
            const float a = uniform(random);
            const float b = uniform(random);
            const float c = uniform(random) * 0x1p-20F;
            const double odd = multiplyAddToOdd(a, b, c);
            const float down = roundToFloat(odd, Rounding::Down);
            const float up = roundToFloat(odd, Rounding::Up);
            const float nearest = roundToFloat(odd, Rounding::Nearest);
            const auto exact = static_cast<long double>(a) * static_cast<long double>(b) + static_cast<long double>(c);
            QVERIFY(static_cast<long double>(down) <= exact && exact <= static_cast<long double>(up));
            QVERIFY(up == down || up == std::nextafter(down, 100.0F));
            QCOMPARE(nearest, std::fma(a, b, c));
            const float zero = roundToFloat(odd, Rounding::Zero);
            QCOMPARE(zero, odd > 0 ? down : up);
            inexact += up != down ? 1 : 0;
        }
        QVERIFY2(inexact > 10000, "too few results had to be rounded for this to show anything");
    }
};

RIDGEPOINT_TEST(RoundingTest)
#include "rounding_test.moc"
