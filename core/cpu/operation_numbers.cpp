// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/operation_numbers.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ridgepoint {
namespace {

/// As many different numbers as a GPU's tensors hold.
constexpr std::size_t tileNumbers = 4096;

template <class T> using Tile = std::array<T, tileNumbers>;

/// One tile that is repeated: copying it is as fast as memory takes it, computing every number is not.
template <class T> const Tile<T>& uniformTile()
{
    static const Tile<T> tile = [] {
        Tile<T> numbers{};
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<T>(uniformValue(i, numbers.size()));
        return numbers;
    }();
    return tile;
}

} // namespace

void fillUniform(void* data, std::size_t bytes, std::size_t offset, Precision precision)
{
    const void* tile = precision == Precision::Fp32 ? static_cast<const void*>(uniformTile<float>().data())
                                                    : static_cast<const void*>(uniformTile<double>().data());
    const std::size_t tileBytes = tileNumbers * (precision == Precision::Fp32 ? sizeof(float) : sizeof(double));
    auto* target = static_cast<std::byte*>(data);
    while (bytes > 0) {
        const std::size_t within = offset % tileBytes;
        const std::size_t count = std::min(tileBytes - within, bytes);
        std::memcpy(target, static_cast<const std::byte*>(tile) + within, count);
        target += count;
        offset += count;
        bytes -= count;
    }
}

} // namespace ridgepoint
