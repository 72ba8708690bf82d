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

/// Up to this many applications a pass have a kernel of their own, without any loop.
inline constexpr std::uint32_t largestFixedApplications = 8;
/// Beyond, applications come in rounds of this many, unrolled; the rest is unrolled by its binary digits (8, 4, 2, 1).
/// Even, so that alternating operands keep their turn.
inline constexpr std::uint32_t roundApplications = 16;

/// Blocks of a grid that every multiprocessor since 7.5 holds at once: 1024 threads of at most 64 registers.
inline constexpr std::uint32_t residentBlocks = 8;

} // namespace ridgepoint
