// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// The only file compiled for AMX; nothing else may call into it before allowAmxTiles().

#include "core/cpu/amx_tiles.h"

#include <cstddef>
#include <cstring>
#if defined(__x86_64__)
    #include <cerrno>
    #include <cpuid.h>
    #include <immintrin.h>
    #include <sys/syscall.h>
    #include <unistd.h>
#endif

namespace ridgepoint {
namespace {

constexpr int rowBytes = 64; // of a tile: 32 bf16, 64 int8, or 16 sums
constexpr int rows = 16;
constexpr std::size_t tileBytes = rows * rowBytes;

std::uint16_t roundedToBf16(float value)
{
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

/// Where the tiles read an operand of so many bytes. A: for every row's 64 bytes two tiles of 16 rows. B: for every 64
/// bytes of a column two tiles of 16 columns, whose rows hold four bytes of each column side by side, as the
/// instructions want them.
template <class T> constexpr std::size_t placeInA(std::size_t row, std::size_t column)
{
    constexpr std::size_t across = rowBytes / sizeof(T);
    return (column / across * 2 + row / rows) * across * rows + row % rows * across + column % across;
}

template <class T> constexpr std::size_t placeInB(std::size_t row, std::size_t column)
{
    constexpr std::size_t down = rowBytes / sizeof(T);
    constexpr std::size_t together = 4 / sizeof(T);
    return (row / down * 2 + column / rows) * down * rows + row % down / together * down + column % rows * together
         + row % together;
}

template <class T, class Number, class Round>
void packed(T* a, T* b, const Number* rowsOfA, const Number* rowsOfB, std::size_t side, std::size_t depth, Round round)
{
    for (std::size_t row = 0; row < side; ++row)
        for (std::size_t column = 0; column < depth; ++column)
            a[placeInA<T>(row, column)] = round(rowsOfA[row * depth + column]);
    for (std::size_t row = 0; row < depth; ++row)
        for (std::size_t column = 0; column < side; ++column)
            b[placeInB<T>(row, column)] = round(rowsOfB[row * side + column]);
}

} // namespace

void TileOperands::pack(const float* rowsOfA, const float* rowsOfB)
{
    packed(a.data(), b.data(), rowsOfA, rowsOfB, side, depth, roundedToBf16);
}

void Int8TileOperands::pack(const std::int8_t* rowsOfA, const std::int8_t* rowsOfB)
{
    packed(a.data(), b.data(), rowsOfA, rowsOfB, side, depth, [](std::int8_t number) { return number; });
}

#if defined(__x86_64__)

namespace {

constexpr int requestPermission = 0x1023; // ARCH_REQ_XCOMP_PERM of asm/prctl.h
constexpr int tileData = 18;              // the tiles' number among the processor's saved states
constexpr unsigned long long tileStates = 3ULL << 17;

/// What LDTILECFG reads (Intel SDM volume 1, 18.2): all eight tiles full.
struct alignas(64) TileConfiguration {
    std::uint8_t palette = 1;
    std::uint8_t start = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t bytesPerRow[16] = {};
    std::uint8_t rowCount[16] = {};
};
static_assert(sizeof(TileConfiguration) == 64);

unsigned long long enabledStates()
{
    unsigned low = 0;
    unsigned high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return static_cast<unsigned long long>(high) << 32 | low;
}

/// Bits of CPUID's leaf 7, register EDX.
constexpr unsigned bf16Bit = 1U << 22;
constexpr unsigned tilesBit = 1U << 24;
constexpr unsigned int8Bit = 1U << 25;

bool hasTilesWith(unsigned number)
{
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    constexpr unsigned savesStates = 1U << 27; // OSXSAVE
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || (ecx & savesStates) == 0)
        return false;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0 || (edx & number) == 0 || (edx & tilesBit) == 0)
        return false;
    return (enabledStates() & tileStates) == tileStates;
}

/// C = sum of A times B over `steps` pairs of tiles of either, `repetitions` times. The instructions name their tiles
/// by numbers that are part of them, so that only the kind of number is a parameter.
template <bool isInt8> void multiply(const void* operandA, const void* operandB, void* c, std::int64_t repetitions)
{
    constexpr std::size_t steps = 4;
    static_assert(steps * 2 * tileBytes == sizeof(TileOperands::a)
                  && steps * 2 * tileBytes == sizeof(Int8TileOperands::b));
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
        const auto* a = static_cast<const std::byte*>(operandA);
        const auto* b = static_cast<const std::byte*>(operandB);
        for (std::size_t step = 0; step < steps; ++step) {
            // Each operand tile is loaded just before its first use: the loads hide behind the four products.
            _tile_loadd(4, a, rowBytes);
            _tile_loadd(6, b, rowBytes);
            if constexpr (isInt8)
                _tile_dpbssd(0, 4, 6);
            else
                _tile_dpbf16ps(0, 4, 6);
            _tile_loadd(7, b + tileBytes, rowBytes);
            if constexpr (isInt8)
                _tile_dpbssd(1, 4, 7);
            else
                _tile_dpbf16ps(1, 4, 7);
            _tile_loadd(5, a + tileBytes, rowBytes);
            if constexpr (isInt8) {
                _tile_dpbssd(2, 5, 6);
                _tile_dpbssd(3, 5, 7);
            } else {
                _tile_dpbf16ps(2, 5, 6);
                _tile_dpbf16ps(3, 5, 7);
            }
            a += 2 * tileBytes;
            b += 2 * tileBytes;
        }
    }
    constexpr int stride = 2 * rowBytes; // of a row of 32 sums
    auto* sums = static_cast<std::byte*>(c);
    _tile_stored(0, sums, stride);
    _tile_stored(1, sums + rowBytes, stride);
    _tile_stored(2, sums + rows * stride, stride);
    _tile_stored(3, sums + rows * stride + rowBytes, stride);
    _tile_release();
}

} // namespace

bool hasAmxTiles() { return hasTilesWith(bf16Bit); }
bool hasInt8Tiles() { return hasTilesWith(int8Bit); }

Result<void> allowAmxTiles()
{
    static const int refused = syscall(SYS_arch_prctl, requestPermission, tileData) == 0 ? 0 : errno;
    if (refused == 0)
        return {};
    return Error{ErrorKind::Unavailable,
                 "cpu.amx-refused",
                 "The operating system does not let this program use the processor's AMX tiles (%1); use Linux 5.16 "
                 "or newer, and allow arch_prctl in the sandbox.",
                 {std::strerror(refused)}};
}

void multiplyTiles(const TileOperands& operands, float* c, std::int64_t repetitions)
{
    multiply<false>(operands.a.data(), operands.b.data(), c, repetitions);
}

void multiplyTiles(const Int8TileOperands& operands, std::int32_t* c, std::int64_t repetitions)
{
    multiply<true>(operands.a.data(), operands.b.data(), c, repetitions);
}

#else

bool hasAmxTiles() { return false; }
bool hasInt8Tiles() { return false; }

Result<void> allowAmxTiles()
{
    return Error{ErrorKind::Unavailable, "cpu.amx-none", "This processor has no AMX tiles; leave their roofs out.", {}};
}

void multiplyTiles(const TileOperands&, float*, std::int64_t) {}
void multiplyTiles(const Int8TileOperands&, std::int32_t*, std::int64_t) {}

#endif

} // namespace ridgepoint
