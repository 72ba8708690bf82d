// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/products/tile_check.h"

#include "core/cpu/buffer.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <memory>
#include <new>
#include <random>
#include <string>

namespace ridgepoint {
namespace {

/// Rounding grows with the root of the inner dimension, which is a few hundred here.
constexpr double tolerance = 8.0;
constexpr std::size_t guard = 64; // floats behind the product
constexpr float guardValue = 1.25e20F;

struct Free {
    void operator()(float* memory) const { ::operator delete (memory, std::align_val_t{lineBytes}); }
};
using Floats = std::unique_ptr<float, Free>;

Floats floats(std::size_t count, float value)
{
    Floats memory(static_cast<float*>(
        ::operator new (paddedBytes(std::max<std::size_t>(count, 1) * sizeof(float)), std::align_val_t{lineBytes})));
    std::fill_n(memory.get(), count, value);
    return memory;
}

std::vector<float> randomMatrix(std::size_t count, std::mt19937& random)
{
    std::uniform_real_distribution<float> uniform(-4.0F, 4.0F);
    std::vector<float> numbers(count);
    std::generate(numbers.begin(), numbers.end(), [&] { return uniform(random); });
    return numbers;
}

class Bench {
public:
    explicit Bench(const TileCheck& check) : m_check(check)
    {
        std::mt19937 random(check.seed);
        m_a = randomMatrix(check.rows * check.inner, random);
        m_b = randomMatrix(check.inner * check.columns, random);
        m_tilesDown = (check.rows + tileSide - 1) / tileSide;
        m_tilesAcross = (check.columns + tileSide - 1) / tileSide;
    }

    void run()
    {
        const TileKernels& kernels = tileKernelsFor(m_check.set);
        const TileKernel multiply = m_check.kernel != nullptr ? m_check.kernel : kernels.multiply;
        const std::size_t inner = m_check.inner;
        const Floats a = floats(stripFloats(m_check.rows, inner), 0.0F);
        const Floats b = floats(stripFloats(m_check.columns, inner), 0.0F);
        packStrips(a.get(), m_check.rows, inner, kernels.panelRows,
                   [&](std::size_t row, std::size_t k) { return m_a[row * inner + k]; });
        packStrips(b.get(), m_check.columns, inner, kernels.panelColumns,
                   [&](std::size_t column, std::size_t k) { return m_b[k * m_check.columns + column]; });
        m_product = floats(count() + guard, std::numeric_limits<float>::quiet_NaN());
        std::fill_n(m_product.get() + count(), guard, guardValue);
        for (std::size_t down = 0; down < m_tilesDown; ++down)
            for (std::size_t across = 0; across < m_tilesAcross; ++across)
                multiply(a.get() + down * tileSide * inner, b.get() + across * tileSide * inner, inner,
                         m_product.get() + (down * m_tilesAcross + across) * tileSide * tileSide);
    }

    void compare(SelftestLine& line) const
    {
        for (std::size_t row = 0; row < m_tilesDown * tileSide; ++row)
            for (std::size_t column = 0; column < m_tilesAcross * tileSide; ++column)
                compareOne(line, row, column);
        if (line.detail.empty()
            && !std::all_of(m_product.get() + count(), m_product.get() + count() + guard,
                            [](float number) { return number == guardValue; }))
            line.detail = "memory behind the product was written";
    }

private:
    [[nodiscard]] std::size_t count() const { return m_tilesDown * m_tilesAcross * tileSide * tileSide; }

    void compareOne(SelftestLine& line, std::size_t row, std::size_t column) const
    {
        double expected = 0.0;
        double magnitude = 0.0;
        for (std::size_t k = 0; row < m_check.rows && column < m_check.columns && k < m_check.inner; ++k) {
            const double term = static_cast<double>(m_a[row * m_check.inner + k])
                              * static_cast<double>(m_b[k * m_check.columns + column]);
            expected += term;
            magnitude += std::abs(term);
        }
        const std::size_t tile = row / tileSide * m_tilesAcross + column / tileSide;
        const auto got = static_cast<double>(
            m_product.get()[tile * tileSide * tileSide + row % tileSide * tileSide + column % tileSide]);
        double error = std::abs(got - expected) / std::max(1.0, magnitude)
                     / static_cast<double>(std::numeric_limits<float>::epsilon());
        if (std::isnan(error))
            error = std::numeric_limits<double>::infinity();
        line.largestError = std::max(line.largestError, error);
        if (error > line.tolerance && line.detail.empty())
            line.detail = std::to_string(m_check.rows) + " x " + std::to_string(m_check.inner) + " x "
                        + std::to_string(m_check.columns) + ": row " + std::to_string(row) + ", column "
                        + std::to_string(column) + " is " + std::to_string(got) + " instead of "
                        + std::to_string(expected);
    }

    TileCheck m_check;
    std::vector<float> m_a;
    std::vector<float> m_b;
    std::size_t m_tilesDown = 0;
    std::size_t m_tilesAcross = 0;
    Floats m_product;
};

struct Shape {
    std::size_t rows, columns, inner;
};

} // namespace

SelftestLine checkTiles(const TileCheck& check)
{
    SelftestLine line{.kernel = "product by tiles fp32 " + std::string(nameOf(check.set)), .tolerance = tolerance};
    Bench bench(check);
    bench.run();
    bench.compare(line);
    line.passed = line.detail.empty();
    return line;
}

std::vector<SelftestLine> checkTileProducts(InstructionSet set, std::uint32_t seed)
{
    SelftestLine worst{.passed = true};
    for (const Shape& shape : {Shape{1, 1, 1}, Shape{96, 96, 96}, Shape{97, 95, 7}, Shape{5, 200, 3},
                               Shape{193, 11, 64}, Shape{100, 100, 301}}) {
        SelftestLine line = checkTiles(
            {.set = set, .rows = shape.rows, .columns = shape.columns, .inner = shape.inner, .seed = seed++});
        line.largestError = std::max(line.largestError, worst.largestError);
        if (!worst.passed) {
            line.passed = false;
            line.detail = worst.detail;
        }
        worst = line;
    }
    return {worst};
}

} // namespace ridgepoint
