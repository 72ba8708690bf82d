// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// The only file compiled for AMX; nothing else may call into it before allowAmxTiles().

#include "core/cpu/amx_tiles.h"

#include <cerrno>
#include <cpuid.h>
#include <cstring>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr int requestPermission = 0x1023; // ARCH_REQ_XCOMP_PERM of asm/prctl.h
constexpr int tileData = 18;              // the tiles' number among the processor's saved states
constexpr unsigned long long tileStates = 3ULL << 17;

constexpr int rowBytes = 64; // of a tile: 32 bf16, or 16 fp32
constexpr int rows = 16;
constexpr std::size_t tileElements = 16 * 32;
constexpr std::size_t steps = TileOperands::depth / 32;

/// What LDTILECFG reads (Intel SDM volume 1, 18.2): all eight tiles full.
struct alignas(64) TileConfiguration {
    std::uint8_t palette = 1;
    std::uint8_t start = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t bytesPerRow[16] = {};
    std::uint8_t rowCount[16] = {};
};
static_assert(sizeof(TileConfiguration) == 64);

std::uint16_t roundedToBf16(float value)
{
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

unsigned long long enabledStates()
{
    unsigned low = 0;
    unsigned high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return static_cast<unsigned long long>(high) << 32 | low;
}

} // namespace

void TileOperands::pack(const float* rowsOfA, const float* rowsOfB)
{
    // A: for every 32 columns two tiles of 16 rows. B: for every 32 rows two tiles of 16 columns, whose rows hold pairs
    // of B's rows side by side, as the instruction wants them.
    for (std::size_t row = 0; row < side; ++row)
        for (std::size_t column = 0; column < depth; ++column) {
            const std::size_t tile = column / 32 * 2 + row / 16;
            a[tile * tileElements + row % 16 * 32 + column % 32] = roundedToBf16(rowsOfA[row * depth + column]);
        }
    for (std::size_t row = 0; row < depth; ++row)
        for (std::size_t column = 0; column < side; ++column) {
            const std::size_t tile = row / 32 * 2 + column / 16;
            b[tile * tileElements + row % 32 / 2 * 32 + column % 16 * 2 + row % 2]
                = roundedToBf16(rowsOfB[row * side + column]);
        }
}

bool hasAmxTiles()
{
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    constexpr unsigned savesStates = 1U << 27; // OSXSAVE
    constexpr unsigned bf16 = 1U << 22;
    constexpr unsigned tiles = 1U << 24;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || (ecx & savesStates) == 0)
        return false;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0 || (edx & bf16) == 0 || (edx & tiles) == 0)
        return false;
    return (enabledStates() & tileStates) == tileStates;
}

Result<void> allowAmxTiles()
{
    static const int refused = syscall(SYS_arch_prctl, requestPermission, tileData) == 0 ? 0 : errno;
    if (refused == 0)
        return {};
    return Error{ErrorKind::Unavailable, "cpu.amx-refused",
                 "The operating system refused the processor's AMX tiles to this program (%1); Linux 5.16 or newer is "
                 "needed, and a sandbox must let arch_prctl through.",
                 {std::strerror(refused)}};
}

void multiplyTiles(const TileOperands& operands, float* c, std::int64_t repetitions)
{
    TileConfiguration configuration;
    for (int tile = 0; tile < 8; ++tile) {
        configuration.bytesPerRow[tile] = rowBytes;
        configuration.rowCount[tile] = rows;
    }
    _tile_loadconfig(&configuration);
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (; repetitions > 0; --repetitions) {
        const std::uint16_t* a = operands.a.data();
        const std::uint16_t* b = operands.b.data();
        for (std::size_t step = 0; step < steps; ++step) {
            // Each operand tile is loaded just before its first use: the loads hide behind the four products.
            _tile_loadd(4, a, rowBytes);
            _tile_loadd(6, b, rowBytes);
            _tile_dpbf16ps(0, 4, 6);
            _tile_loadd(7, b + tileElements, rowBytes);
            _tile_dpbf16ps(1, 4, 7);
            _tile_loadd(5, a + tileElements, rowBytes);
            _tile_dpbf16ps(2, 5, 6);
            _tile_dpbf16ps(3, 5, 7);
            a += 2 * tileElements;
            b += 2 * tileElements;
        }
    }
    constexpr std::size_t side = TileOperands::side;
    constexpr int stride = static_cast<int>(side * sizeof(float));
    _tile_stored(0, c, stride);
    _tile_stored(1, c + 16, stride);
    _tile_stored(2, c + 16 * side, stride);
    _tile_stored(3, c + 16 * side + 16, stride);
    _tile_release();
}

} // namespace ridgepoint
