// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// One tile of a product in fp32, panel by panel: a panel of C stays in registers while the inner dimension is gone
// over, once for each. No blocking along it: strips of some thousand columns stay in the second-level cache.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/products/tile_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"
#include "core/cpu/products/tile_kernels.h"

#include <hwy/highway.h>

#include <array>
#include <type_traits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;
constexpr std::size_t lanes = hn::MaxLanes(Floats());
/// Registers: the panel's sums, two vectors of B and one number of A. AVX-512 has 32, the others 16.
constexpr std::size_t panelRows = lanes >= 16 ? 12 : 6;
constexpr std::size_t panelColumns = 2 * lanes;
static_assert(tileSide % panelRows == 0 && tileSide % panelColumns == 0);

template <std::size_t... index, class Body> HWY_INLINE void unrolled(std::index_sequence<index...>, Body&& body)
{
    (body(std::integral_constant<std::size_t, index>()), ...);
}

HWY_INLINE void multiplyPanels(const float* HWY_RESTRICT a, const float* HWY_RESTRICT b, std::size_t inner,
                               float* HWY_RESTRICT c)
{
    const Floats d;
    constexpr auto rows = std::make_index_sequence<panelRows>();
    Vector left[panelRows];
    Vector right[panelRows];
    unrolled(rows, [&](auto row) { left[row.value] = right[row.value] = hn::Zero(d); });
    for (std::size_t k = 0; k < inner; ++k) {
        const Vector first = hn::Load(d, b);
        const Vector second = hn::Load(d, b + lanes);
        unrolled(rows, [&](auto row) {
            const Vector number = hn::Set(d, a[row.value]);
            left[row.value] = hn::MulAdd(number, first, left[row.value]);
            right[row.value] = hn::MulAdd(number, second, right[row.value]);
        });
        a += panelRows;
        b += panelColumns;
    }
    unrolled(rows, [&](auto row) {
        hn::Store(left[row.value], d, c + row.value * tileSide);
        hn::Store(right[row.value], d, c + row.value * tileSide + lanes);
    });
}

void multiplyTile(const float* a, const float* b, std::size_t inner, float* c)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    for (std::size_t column = 0; column < tileSide; column += panelColumns)
        for (std::size_t row = 0; row < tileSide; row += panelRows)
            multiplyPanels(a + row * inner, b + column * inner, inner, c + row * tileSide + column);
}

} // namespace

void setTile(TileKernels& kernels) { kernels = {multiplyTile, panelRows, panelColumns}; }

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void setTileKernels(InstructionSet set, TileKernels& kernels) { RIDGEPOINT_FOR_TARGET(set, setTile, kernels) }

const TileKernels& tileKernelsFor(InstructionSet set)
{
    static const auto tables = [] {
        std::array<TileKernels, instructionSetCount> all;
        for (const InstructionSet each : allInstructionSets)
            setTileKernels(each, all[static_cast<std::size_t>(each)]);
        return all;
    }();
    return tables[static_cast<std::size_t>(set)];
}

std::size_t stripFloats(std::size_t extent, std::size_t inner)
{
    return (extent + tileSide - 1) / tileSide * tileSide * inner;
}

} // namespace ridgepoint
#endif
