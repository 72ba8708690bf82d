// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/element.h"
#include "tests/gpu/ptx/rounding.h"
#include "tests/gpu/ptx/snippet.h"
#include "tests/support/test_main.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace ridgepoint;
using namespace ridgepoint::ptx;
using namespace ridgepoint::ptx::test;

Q_DECLARE_METATYPE(std::string)

namespace {

/// The register and store that hold a result of so many bits.
struct ResultForm {
    std::string reg;
    std::string store;
};
ResultForm formOf(int bits)
{
    switch (bits) {
    case 1: return {"%p1", "selp.b32 %r9, 1, 0, %p1; st.global.b32 [%rd2], %r9;"};
    case 16: return {"%h1", "st.global.b16 [%rd2], %h1;"};
    case 32: return {"%r2", "st.global.b32 [%rd2], %r2;"};
    default: return {"%rd3", "st.global.b64 [%rd2], %rd3;"};
    }
}

void row(const char* name, const std::string& instruction, int bits, std::uint64_t expected)
{
    QTest::newRow(name) << instruction << bits << static_cast<quint64>(expected);
}

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

class ArithmeticTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    /// "opcode operands" without the destination → the bits of the result.
    void anInstructionGivesWhatTheDeviceGives_data()
    {
        QTest::addColumn<std::string>("instruction");
        QTest::addColumn<int>("bits");
        QTest::addColumn<quint64>("expected");
        addIntegerRows();
        addBitRows();
        addFloatRows();
        addHalfRows();
        addComparisonRows();
        addConversionRows();
    }
    void anInstructionGivesWhatTheDeviceGives()
    {
        QFETCH(std::string, instruction);
        QFETCH(int, bits);
        QFETCH(quint64, expected);
        const ResultForm form = formOf(bits);
        const std::size_t space = instruction.find(' ');
        const std::string body = instruction.substr(0, space) + " " + form.reg + "," + instruction.substr(space) + ";\n"
                               + form.store;
        const Outcome outcome = runOn(kernelAround(body), std::vector<std::uint32_t>{0}, 8);
        QVERIFY2(outcome.counts.ok(), outcome.message().c_str());
        std::uint64_t got = 0;
        std::memcpy(&got, outcome.b().bytes().data(), bits == 1 ? 4 : static_cast<std::size_t>(bits) / 8);
        QCOMPARE(QString::number(got, 16), QString::number(expected, 16));
    }
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

private:
    static void addIntegerRows()
    {
        row("addition wraps", "add.u32 4294967295, 2", 32, 1);
        row("subtraction wraps", "sub.s32 0, 1", 32, 0xffffffff);
        row("64-bit addition", "add.s64 4294967295, 1", 64, 0x100000000);
        row("16-bit addition wraps", "add.s16 32767, 1", 16, 0x8000);
        row("low product", "mul.lo.s32 65537, 65537", 32, 0x20001);
        row("wide unsigned product", "mul.wide.u32 4294967295, 4294967295", 64, 0xfffffffe00000001);
        row("wide signed product", "mul.wide.s32 -2, 3", 64, 0xfffffffffffffffa);
        row("wide multiply-add", "mad.wide.u32 65536, 65536, 5", 64, 0x100000005);
        row("high product", "mul.hi.u32 4294967295, 4294967295", 32, 0xfffffffe);
        row("high signed product", "mul.hi.s32 -1, 1", 32, 0xffffffff);
        row("high 64-bit product", "mul.hi.u64 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF", 64, 0xfffffffffffffffe);
        row("high signed 64-bit product", "mul.hi.s64 -3, 5", 64, 0xffffffffffffffff);
        row("division rounds to zero", "div.s32 -7, 2", 32, 0xfffffffd);
        row("division by zero is all ones", "div.u32 7, 0", 32, 0xffffffff);
        row("rest", "rem.u32 17, 5", 32, 2);
        row("signed minimum", "min.s32 -1, 1", 32, 0xffffffff);
        row("unsigned minimum", "min.u32 -1, 1", 32, 1);
        row("absolute value", "abs.s32 -5", 32, 5);
        row("absolute value of the smallest", "abs.s32 -2147483648", 32, 0x80000000);
        row("negation", "neg.s64 1", 64, 0xffffffffffffffff);
    }
    static void addBitRows()
    {
        row("left shift", "shl.b32 3, 4", 32, 48);
        row("left shift beyond the register", "shl.b32 3, 32", 32, 0);
        row("arithmetic right shift", "shr.s32 -8, 1", 32, 0xfffffffc);
        row("arithmetic right shift beyond the register", "shr.s32 -8, 40", 32, 0xffffffff);
        row("logical right shift", "shr.u32 -8, 1", 32, 0x7ffffffc);
        row("64-bit right shift", "shr.u64 0x8000000000000000, 63", 64, 1);
        row("complement", "not.b32 5", 32, 0xfffffffa);
        row("insert bits", "bfi.b32 5, 0, 4, 8", 32, 0x50);
        row("insert the upper word", "bfi.b64 1, 2, 32, 32", 64, 0x100000002);
        row("insert nothing", "bfi.b32 5, 9, 4, 0", 32, 9);
        row("extract bits", "bfe.u32 0x12345678, 8, 8", 32, 0x56);
        row("three-operand logic", "lop3.b32 0xF0, 0xCC, 0xAA, 0x80", 32, 0x80);
        row("permute bytes", "prmt.b32 0x33221100, 0x77665544, 0x7531", 32, 0x77553311);
        row("permute with sign", "prmt.b32 0x80, 0, 8", 32, 0x808080ff);
        row("leading zeros", "clz.b32 1", 32, 31);
        row("population", "popc.b64 0xFF00FF", 32, 16);
        row("funnel shift right", "shf.r.wrap.b32 0x11111111, 0x22222222, 4", 32, 0x21111111);
        row("funnel shift left", "shf.l.wrap.b32 0x11111111, 0x22222222, 4", 32, 0x22222221);
    }
    static void addFloatRows()
    {
        // 1 + 2^-24 is a tie, which goes to even; with 2^-47 more it is none, and only one rounding sees that.
        row("addition ties to even", "add.f32 0f3F800000, 0f33800000", 32, 0x3f800000);
        row("fma rounds once", "fma.rn.f32 0f3F800001, 0f3F800001, 0fBF800000", 32, 0x34800000);
        row("fma rounds down", "fma.rm.f32 0f3F800000, 0f3F800000, 0f33800001", 32, 0x3f800000);
        row("fma rounds up", "fma.rp.f32 0f3F800000, 0f3F800000, 0f00000001", 32, 0x3f800001);
        row("fma rounds to zero", "fma.rz.f32 0fBF800000, 0f3F800000, 0f80000001", 32, 0xbf800000);
        row("double fma", "fma.rn.f64 0d3FF0000000000001, 0d3FF0000000000001, 0dBFF0000000000000", 64,
            0x3cc0000000000000);
        row("subnormals are kept", "mul.f32 0f00800000, 0f3F000000", 32, 0x00400000);
        row("subnormals are flushed where it is said", "mul.ftz.f32 0f00800000, 0f3F000000", 32, 0);
        row("flushed operands keep their sign", "add.ftz.f32 0f80000001, 0f80000001", 32, 0x80000000);
        row("the larger one", "max.f32 0fBF800000, 0f00000000", 32, 0);
        row("the larger of NaN and a number", "max.f32 0f7FC00000, 0f3F800000", 32, 0x3f800000);
        row("the maximum that passes NaN on", "max.NaN.f32 0f7FC00000, 0f3F800000", 32, 0x7fc00000);
        row("the same of two numbers", "max.NaN.f32 0fBF800000, 0f3F800000", 32, 0x3f800000);
        row("the smaller of the zeros", "min.f32 0f00000000, 0f80000000", 32, 0x80000000);
        row("sign of the first, size of the second", "copysign.f32 0f80000000, 0f3F800000", 32, 0xbf800000);
        row("negation of zero", "neg.f32 0f00000000", 32, 0x80000000);
        row("absolute value", "abs.f64 0dBFF0000000000000", 64, 0x3ff0000000000000);
        row("division", "div.rn.f32 0f3F800000, 0f40400000", 32, 0x3eaaaaab);
        row("square root", "sqrt.rn.f64 0d4000000000000000", 64, 0x3ff6a09e667f3bcd);
        row("power of two", "ex2.approx.ftz.f32 0f40400000", 32, 0x41000000);
        row("power of two of a flushed number", "ex2.approx.ftz.f32 0f00000001", 32, 0x3f800000);
        row("reciprocal", "rcp.approx.ftz.f32 0f40000000", 32, 0x3f000000);
        row("logarithm", "lg2.approx.f32 0f41000000", 32, 0x40400000);
        row("hyperbolic tangent of infinity", "tanh.approx.f32 0f7F800000", 32, 0x3f800000);
    }
    static void addHalfRows()
    {
        // f16: 1 = 3c00, 2 = 4000, 3 = 4200, 65504 = 7bff. bf16: 1 = 3f80, 2 = 4000, 3 = 4040.
        row("pair fma", "fma.rn.f16x2 0x3C004000, 0x40004000, 0x3C003C00", 32, 0x42004500);
        row("half overflow", "add.rn.f16 0x7BFF, 0x7BFF", 16, 0x7c00);
        row("half tie to even", "add.f16 0x3C00, 0x1000", 16, 0x3c00);
        row("half subnormal", "mul.f16 0x0400, 0x3800", 16, 0x0200);
        row("pair product", "mul.rn.f16x2 0x40003C00, 0x42004200", 32, 0x46004200);
        row("pair maximum", "max.f16x2 0x3C00BC00, 0x00000000", 32, 0x3c000000);
        row("half maximum with NaN", "max.f16 0x7FFF, 0xBC00", 16, 0xbc00);
        row("half difference", "sub.f16 0x3C00, 0x4000", 16, 0xbc00);
        row("bfloat pair fma", "fma.rn.bf16x2 0x3F804000, 0x40004000, 0x3F803F80", 32, 0x404040a0);
        row("bfloat tie to even", "add.rn.bf16 0x3F80, 0x3B80", 16, 0x3f80);
        // 7 x 37/256 is a tie that goes up to even; less 2^-100 it goes down, which a sum in double would not see.
        row("bfloat fma rounds once", "fma.rn.bf16 0x40E0, 0x3E14, 0x8D80", 16, 0x3f81);
        row("bfloat pair sum", "add.rn.bf16x2 0x3F803F80, 0x3F804000", 32, 0x40004040);
        row("bfloat minimum", "min.bf16 0x3F80, 0xBF80", 16, 0xbf80);
        row("pair negation", "neg.f16x2 0x3C00BC00", 32, 0xbc003c00);
    }
    static void addComparisonRows()
    {
        row("unsigned order", "setp.lt.u32 1, -1", 1, 1);
        row("signed order", "setp.lt.s32 1, -1", 1, 0);
        row("64-bit order", "setp.ge.u64 0x100000000, 1", 1, 1);
        row("NaN is not less", "setp.lt.f32 0f7FC00000, 0f00000000", 1, 0);
        row("NaN is less or unordered", "setp.ltu.f32 0f7FC00000, 0f00000000", 1, 1);
        row("NaN is not unequal", "setp.ne.f32 0f7FC00000, 0f00000000", 1, 0);
        row("NaN is unequal or unordered", "setp.neu.f32 0f7FC00000, 0f00000000", 1, 1);
        row("zeros are equal", "setp.eq.f64 0d0000000000000000, 0d8000000000000000", 1, 1);
        row("selection by a predicate that was never set is deterministic", "selp.b32 1, 2, %p9", 32, 1);
    }
    static void addConversionRows()
    {
        row("rounding to nearest even integer", "cvt.rni.s32.f32 0f40200000", 32, 2);
        row("truncation", "cvt.rzi.s32.f32 0fC02CCCCD", 32, 0xfffffffe);
        row("conversion saturates", "cvt.rzi.s32.f32 0f7F000000", 32, 0x7fffffff);
        row("conversion of NaN", "cvt.rzi.u32.f32 0f7FC00000", 32, 0);
        row("conversion of a negative number to unsigned", "cvt.rzi.u32.f32 0fBF800000", 32, 0);
        row("float of an integer rounds", "cvt.rn.f32.u32 16777217", 32, 0x4b800000);
        row("double of a signed integer", "cvt.rn.f64.s32 -1", 64, 0xbff0000000000000);
        row("sign extension", "cvt.s64.s32 -1", 64, 0xffffffffffffffff);
        row("zero extension", "cvt.u64.u32 -1", 64, 0xffffffff);
        row("truncated integer", "cvt.u16.u32 0x12345678", 16, 0x5678);
        row("float of double rounds", "cvt.rn.f32.f64 0d3FF0000010000000", 32, 0x3f800000);
        row("saturation to the unit interval", "cvt.sat.f32.f32 0f40000000", 32, 0x3f800000);
        row("saturation of NaN", "cvt.sat.f32.f32 0f7FC00000", 32, 0);
        row("half of float", "cvt.rn.f16.f32 0f477FF000", 16, 0x7c00);
        row("float of half", "cvt.f32.f16 0x3555", 32, 0x3eaaa000);
        row("bfloat of float", "cvt.rn.bf16.f32 0f3F808000", 16, 0x3f80);
        row("pair of floats, the first is the upper half", "cvt.rn.f16x2.f32 0f3F800000, 0f40000000", 32, 0x3c004000);
        row("rounded to a whole float", "cvt.rni.f32.f32 0f3FC00000", 32, 0x40000000);
    }
};

RIDGEPOINT_TEST(ArithmeticTest)
#include "arithmetic_test.moc"
