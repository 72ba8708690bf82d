// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ridgepoint {

/// Extents of a grid or of a block.
struct Dim3 {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;

    friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// A place in one of the plan's buffers; becomes a device pointer once the buffers are allocated.
struct BufferPointer {
    std::size_t buffer = 0;   ///< index in the plan's list
    std::uint64_t offset = 0; ///< bytes from the buffer's start

    friend bool operator==(const BufferPointer&, const BufferPointer&) = default;
};

/// One argument with the exact type of the kernel's parameter.
using KernelArgument = std::variant<BufferPointer, std::uint32_t, std::uint64_t, float, double>;

/// One launch, complete: the backend launches exactly this and the proofs execute exactly this.
struct KernelCall {
    std::string kernel; ///< a name of kernelList()
    Dim3 grid;
    Dim3 block;
    std::vector<KernelArgument> arguments;

    friend bool operator==(const KernelCall&, const KernelCall&) = default;
};

/// What a buffer must hold before the first call.
enum class InitialContent {
    Uniform,     ///< element i is uniformValue(i, uniformPeriod(precision)); the plan's fill calls write it
    Saved,       ///< what a forward pass would have saved, made up; the plan's fill calls write it
    Unspecified, ///< written by the calls before anything reads it
};

/// Device memory that a plan needs, aligned to at least 256 bytes as cudaMalloc gives it.
struct BufferPlan {
    std::uint64_t usefulBytes = 0; ///< what counts: elements times their size
    std::uint64_t bytes = 0; ///< with padding to whole 16-byte vectors, which are read and written but not counted
    Precision precision = Precision::Fp32;
    InitialContent content = InitialContent::Uniform;

    friend bool operator==(const BufferPlan&, const BufferPlan&) = default;
};

/// What prepared work launches. Run `fill` once, then the repetitions: `calls`, and where `mirrored` is not empty every
/// second repetition `mirrored` instead, which undoes the displacement that an odd number of alternating operations
/// leaves (mul and add), so that data stays in range for ever.
struct CallPlan {
    std::vector<BufferPlan> buffers;
    std::vector<KernelCall> fill;
    std::vector<KernelCall> calls;
    std::vector<KernelCall> mirrored;

    /// The calls of repetition number `repetition`, counted from 0 since the fill.
    [[nodiscard]] const std::vector<KernelCall>& callsOf(std::int64_t repetition) const
    {
        return repetition % 2 != 0 && !mirrored.empty() ? mirrored : calls;
    }
};

} // namespace ridgepoint
