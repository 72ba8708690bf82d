// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Shared by the plans and the kernels' device code: plain numbers only.
namespace ridgepoint {

/// The unit of memory traffic: one 128-bit load or store of a thread.
inline constexpr std::uint32_t vectorBytes = 16;
/// Four warps, one for each scheduler of a multiprocessor.
inline constexpr std::uint32_t blockThreads = 128;
inline constexpr std::uint32_t warpThreads = 32;
/// Independent vectors that a thread loads before it computes: 64 bytes in flight a thread, which at half occupancy
/// already covers latency times bandwidth of the fastest memory, and 16 independent fp32 chains, which at one block
/// a multiprocessor already fill the fma pipes (four cycles of latency).
inline constexpr std::uint32_t vectorsPerThread = 4;
/// A block works on one tile and is done: the hardware hands tiles to whichever multiprocessor is free, which evens
/// out their distance from memory, and the same holds at every size, so that no change of strategy looks like a regime.
inline constexpr std::uint32_t tileVectors = blockThreads * vectorsPerThread;
inline constexpr std::uint32_t tileBytes = tileVectors * vectorBytes;

/// Pairs of rows that a thread of a pooling has: as many vectors in flight as elsewhere, and as many again.
inline constexpr std::uint32_t poolPairs = 4;
/// Rows that a thread adds a row to, of one vector each.
inline constexpr std::uint32_t addedRows = 4;
/// The tile that a block transposes.
inline constexpr std::uint32_t transposeRows = 64;
inline constexpr std::uint32_t transposeColumns = 32;

/// The tile of a product that a block computes, square; by how many inner indices it goes on at once; and its threads,
/// each of which has 4 x 4 results and brings one vector of a factor's strip a step. Of so many threads with more than
/// 32 registers each no multiprocessor holds two blocks, whatever its architecture.
inline constexpr std::uint32_t productTile = 128;
inline constexpr std::uint32_t productDepth = 16;
inline constexpr std::uint32_t productThreads = 1024;

/// Room for the coefficients of a chain's polynomial, and behind them for those of its derivative.
inline constexpr std::uint32_t polynomialSteps = 256;
/// How long a chain each kernel takes that computes a gradient from the input alone: it keeps all links' inputs in
/// registers, of one vector a thread, of the longest chains half of one.
inline constexpr std::uint32_t keptLinks[]{8, 16, 32, 64};
constexpr std::uint32_t keptLanes(std::uint32_t links) { return links > 32 ? 2 : 4; }
/// Blocks of such a kernel that every multiprocessor since 7.5 holds at once: of 64, 96 and 168 registers a thread.
constexpr std::uint32_t keptBlocks(std::uint32_t links) { return links <= 8 ? 8 : links <= 16 ? 5 : 3; }

/// Up to this many applications a pass have a kernel of their own, without any loop.
inline constexpr std::uint32_t largestFixedApplications = 8;
/// Beyond, applications come in rounds of this many, unrolled; the rest is unrolled by its binary digits (8, 4, 2, 1).
/// Even, so that alternating operands keep their turn.
inline constexpr std::uint32_t roundApplications = 16;

/// Vectors that a thread has in shared memory: 4 KiB a block, of which every multiprocessor since 7.5 holds as many as
/// it has threads for. Passes over them are unrolled by so many.
inline constexpr std::uint32_t sharedVectors = 2;
inline constexpr std::uint32_t sharedTileBytes = sharedVectors * blockThreads * vectorBytes;
inline constexpr std::uint32_t sharedRoundPasses = 8;
/// What a pointer chase goes over: a line of every cache; and so many loads stand unrolled in its loop.
inline constexpr std::uint32_t chasedLineBytes = 128;
inline constexpr std::uint32_t chaseRoundLoads = 32;

/// Blocks that every multiprocessor since 7.5 holds at once of any kernel: 1024 threads of at most 64 registers. gelu,
/// exp and cos get no more.
inline constexpr std::uint32_t residentBlocks = 8;
/// Blocks that it holds of every other kernel: as many as a multiprocessor of that compute capability (10 major +
/// minor) has threads for, 2048, 1536 or 1024 of them, with at most 32, 42 or 64 registers each. A grid of so many on
/// each multiprocessor cannot be spread unevenly. Of later architectures nothing is known, and 12 blocks suit those
/// from 12.0 on.
constexpr std::uint32_t fullBlocks(int computeCapability)
{
    if (computeCapability == 80 || computeCapability == 90 || (computeCapability >= 100 && computeCapability < 110))
        return 16;
    return computeCapability < 80 ? 8 : 12;
}

} // namespace ridgepoint
