// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Whether operands lie as the tiles' instructions read them, by what the processor's manual says that those do: without
// tiles.

#include "core/cpu/amx_tiles.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

using namespace ridgepoint;

namespace {

constexpr std::size_t tileBytes = 16 * 64;

double numberOf(std::int8_t number) { return number; }

double numberOf(std::uint16_t bf16)
{
    const std::uint32_t bits = static_cast<std::uint32_t>(bf16) << 16U;
    float value = 0.0F;
    std::memcpy(&value, &bits, sizeof value);
    return static_cast<double>(value);
}

/// TDPBSSD and TDPBF16PS (Intel SDM volume 2): to row m and column n of C is added, for each k, the dot product of the
/// four bytes number k of A's row m and the four bytes number n of B's row k.
template <class T>
void addProduct(const T* a, const T* b, std::vector<double>& c, std::size_t firstRow, std::size_t firstColumn)
{
    constexpr std::size_t together = 4 / sizeof(T);
    constexpr std::size_t across = 64 / sizeof(T);
    for (std::size_t m = 0; m < 16; ++m)
        for (std::size_t k = 0; k < 16; ++k)
            for (std::size_t n = 0; n < 16; ++n)
                for (std::size_t j = 0; j < together; ++j)
                    c[(firstRow + m) * 32 + firstColumn + n] += numberOf(a[m * across + k * together + j])
                                                              * numberOf(b[k * across + n * together + j]);
}

/// The product as multiplyTiles goes over the tiles.
template <class Operands> std::vector<double> emulated(const Operands& operands)
{
    using T = typename decltype(Operands::a)::value_type;
    constexpr std::size_t tile = tileBytes / sizeof(T);
    std::vector<double> c(32 * 32);
    for (std::size_t step = 0; step < Operands::depth * sizeof(T) / 64; ++step)
        for (std::size_t down = 0; down < 2; ++down)
            for (std::size_t across = 0; across < 2; ++across)
                addProduct(operands.a.data() + (2 * step + down) * tile, operands.b.data() + (2 * step + across) * tile,
                           c, 16 * down, 16 * across);
    return c;
}

template <class Operands> void compare()
{
    using Number = typename Operands::Number;
    std::mt19937 random(5);
    std::vector<Number> a(Operands::side * Operands::depth);
    std::vector<Number> b(a.size());
    const auto next = [&] {
        return static_cast<Number>(static_cast<int>(random() % 256) - 128);
    }; // bf16 holds these exactly
    std::generate(a.begin(), a.end(), next);
    std::generate(b.begin(), b.end(), next);
    const auto operands = std::make_unique<Operands>();
    operands->pack(a.data(), b.data());
    const std::vector<double> c = emulated(*operands);
    for (std::size_t row = 0; row < Operands::side; ++row)
        for (std::size_t column = 0; column < Operands::side; ++column) {
            double sum = 0.0;
            for (std::size_t k = 0; k < Operands::depth; ++k)
                sum += static_cast<double>(a[row * Operands::depth + k])
                     * static_cast<double>(b[k * Operands::side + column]);
            QCOMPARE(c[row * Operands::side + column], sum);
        }
}

} // namespace

class TileOperandsTest : public test::Case {
    Q_OBJECT
private slots:
    void bf16LiesAsTheTilesReadIt() { compare<TileOperands>(); }
    void int8LiesAsTheTilesReadIt() { compare<Int8TileOperands>(); }
};

RIDGEPOINT_TEST(TileOperandsTest)
#include "tile_operands_test.moc"
