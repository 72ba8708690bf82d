// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/amx_tiles.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using namespace ridgepoint;

namespace {

constexpr std::size_t side = TileOperands::side;
constexpr std::size_t depth = TileOperands::depth;

/// The nearest bf16 by searching both neighbours, independently of the bit trick under test.
double nearestBf16(float value)
{
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    const auto valueOf = [](std::uint32_t raw) {
        float result = 0.0F;
        std::memcpy(&result, &raw, sizeof result);
        return static_cast<double>(result);
    };
    const std::uint32_t below = bits & 0xffff0000U;
    const std::uint32_t above = below + 0x10000U;
    const double toBelow = std::abs(valueOf(below) - static_cast<double>(value));
    const double toAbove = std::abs(valueOf(above) - static_cast<double>(value));
    if (toBelow == toAbove)
        return valueOf((below & 0x10000U) == 0 ? below : above);
    return toBelow < toAbove ? valueOf(below) : valueOf(above);
}

struct Matrices {
    std::vector<float> a = std::vector<float>(side * depth);
    std::vector<float> b = std::vector<float>(depth * side);

    explicit Matrices(unsigned seed)
    {
        std::mt19937 generator(seed);
        std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
        for (float& value : a)
            value = uniform(generator);
        for (float& value : b)
            value = uniform(generator);
    }

    /// The product in float64 of the operands as bf16 holds them, and the sum of the absolute terms.
    [[nodiscard]] std::pair<double, double> reference(std::size_t row, std::size_t column) const
    {
        double sum = 0.0;
        double absolute = 0.0;
        for (std::size_t k = 0; k < depth; ++k) {
            const double term = nearestBf16(a[row * depth + k]) * nearestBf16(b[k * side + column]);
            sum += term;
            absolute += std::abs(term);
        }
        return {sum, absolute};
    }
};

/// Largest error in units of what fp32 sums of that many terms may lose: depth x repetitions x 2^-24 x sum |terms|.
double largestError(const Matrices& matrices, const std::vector<float>& product, int repetitions)
{
    double largest = 0.0;
    for (std::size_t row = 0; row < side; ++row)
        for (std::size_t column = 0; column < side; ++column) {
            const auto [sum, absolute] = matrices.reference(row, column);
            const double error = std::abs(static_cast<double>(product[row * side + column]) - repetitions * sum);
            largest = std::max(largest,
                               error / (static_cast<double>(depth) * repetitions * repetitions * absolute * 0x1p-24));
        }
    return largest;
}

} // namespace

class AmxTilesTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        test::failOnQtWarnings();
        if (!hasAmxTiles())
            QSKIP("this processor has no AMX tiles with bf16");
        const Result<void> allowed = allowAmxTiles();
        if (!allowed)
            QSKIP(allowed.error().message().c_str());
    }

    void productAgreesWithAFloat64Reference_data()
    {
        QTest::addColumn<int>("repetitions");
        QTest::newRow("one product") << 1;
        QTest::newRow("summed seven times") << 7;
        QTest::newRow("summed a thousand times") << 1000;
    }
    void productAgreesWithAFloat64Reference()
    {
        QFETCH(int, repetitions);
        const Matrices matrices(20U + static_cast<unsigned>(repetitions));
        auto operands = std::make_unique<TileOperands>();
        operands->pack(matrices.a.data(), matrices.b.data());
        std::vector<float> product(side * side + 32, std::nanf("")); // poisoned, with a guard behind
        multiplyTiles(*operands, product.data(), repetitions);
        const double error = largestError(matrices, product, repetitions);
        QVERIFY2(error <= 1.0, std::to_string(error).c_str());
        for (std::size_t i = side * side; i < product.size(); ++i)
            QVERIFY(std::isnan(product[i]));
    }
    void everyElementHasItsPlace()
    {
        // One 1 in each operand: exactly one element of the product is 1, and it is the right one.
        for (const auto [row, inner, column] :
             {std::array<std::size_t, 3>{0, 0, 0}, std::array<std::size_t, 3>{15, 31, 16},
              std::array<std::size_t, 3>{16, 32, 15}, std::array<std::size_t, 3>{31, 127, 31},
              std::array<std::size_t, 3>{5, 65, 23}}) {
            std::vector<float> a(side * depth);
            std::vector<float> b(depth * side);
            a[row * depth + inner] = 1.0F;
            b[inner * side + column] = 1.0F;
            auto operands = std::make_unique<TileOperands>();
            operands->pack(a.data(), b.data());
            std::vector<float> product(side * side, -1.0F);
            multiplyTiles(*operands, product.data(), 1);
            for (std::size_t i = 0; i < product.size(); ++i)
                QCOMPARE(product[i], i == row * side + column ? 1.0F : 0.0F);
        }
    }
    void int8SumsAreExactAndWrapAround_data()
    {
        QTest::addColumn<int>("repetitions");
        QTest::newRow("one product") << 1;
        QTest::newRow("more than int32 holds") << 5000;
    }
    void int8SumsAreExactAndWrapAround()
    {
        QFETCH(int, repetitions);
        if (!hasInt8Tiles())
            QSKIP("this processor's AMX tiles have no int8");
        constexpr std::size_t inner = Int8TileOperands::depth;
        std::mt19937 generator(4);
        std::vector<std::int8_t> a(side * inner);
        std::vector<std::int8_t> b(side * inner);
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] = static_cast<std::int8_t>(generator());
            b[i] = static_cast<std::int8_t>(generator());
        }
        auto operands = std::make_unique<Int8TileOperands>();
        operands->pack(a.data(), b.data());
        std::vector<std::int32_t> product(side * side + 32, 77); // with a guard behind
        multiplyTiles(*operands, product.data(), repetitions);
        for (std::size_t row = 0; row < side; ++row)
            for (std::size_t column = 0; column < side; ++column) {
                std::int64_t sum = 0;
                for (std::size_t k = 0; k < inner; ++k)
                    sum += std::int64_t{a[row * inner + k]} * b[k * side + column];
                QCOMPARE(product[row * side + column],
                         static_cast<std::int32_t>(static_cast<std::uint32_t>(sum * repetitions)));
            }
        for (std::size_t i = side * side; i < product.size(); ++i)
            QCOMPARE(product[i], 77);
    }
    void threadsMultiplyIndependently()
    {
        std::vector<double> errors(3, 1e9);
        std::vector<std::thread> threads;
        for (std::size_t thread = 0; thread < errors.size(); ++thread)
            threads.emplace_back([&errors, thread] {
                const Matrices matrices(static_cast<unsigned>(thread));
                auto operands = std::make_unique<TileOperands>();
                operands->pack(matrices.a.data(), matrices.b.data());
                std::vector<float> product(side * side);
                multiplyTiles(*operands, product.data(), 200);
                errors[thread] = largestError(matrices, product, 200);
            });
        for (std::thread& thread : threads)
            thread.join();
        for (const double error : errors)
            QVERIFY(error <= 1.0);
    }
};

RIDGEPOINT_TEST(AmxTilesTest)
#include "amx_tiles_test.moc"
