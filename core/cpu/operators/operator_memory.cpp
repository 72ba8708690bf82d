// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/operators/operator_memory.h"

#include "core/model/dropout_bits.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ridgepoint {
namespace {

enum : std::size_t { firstSlot, secondSlot, outSlot, residualSlot, keptSlot, slotCount };

constexpr std::size_t rowPadding = 32;  // floats: a vector pair of every width
constexpr std::size_t sharedSets = 512; // floats: rows so far apart share the sets of every cache
/// Prefetching looks ahead of the last line; kernels that load bits in groups read eight bytes beyond.
constexpr std::size_t beyond = 64;

std::size_t paddedRow(std::size_t columns, bool apart)
{
    const std::size_t padded = (columns + rowPadding - 1) / rowPadding * rowPadding;
    return apart && padded % sharedSets == 0 ? padded + rowPadding : padded;
}

} // namespace

OperatorLayout layoutOf(const OperatorCall& call)
{
    const auto rows = static_cast<std::size_t>(call.rows);
    const auto columns = static_cast<std::size_t>(call.columns);
    if (isFlat(call.which)) {
        const std::size_t bytes = paddedBytes(rows * columns * sizeof(float));
        return {.rows = 1,
                .columns = rows * columns,
                .stride = bytes / sizeof(float),
                .firstBytes = bytes,
                .secondBytes = call.which == OperatorKind::Add ? bytes : 0,
                .outBytes = call.which == OperatorKind::Sum ? 0 : bytes};
    }
    const bool isTranspose = call.which == OperatorKind::Transpose;
    OperatorLayout layout{.rows = rows, .columns = columns, .stride = paddedRow(columns, isTranspose)};
    const std::size_t whole = rows * layout.stride * sizeof(float);
    layout.firstBytes = layout.outBytes = whole;
    if (call.which == OperatorKind::LayerNorm)
        layout.secondBytes = 2 * layout.stride * sizeof(float);
    if (call.which == OperatorKind::AddRow || call.which == OperatorKind::AddRowGelu)
        layout.secondBytes = layout.stride * sizeof(float);
    if (call.which == OperatorKind::AddDropoutNorm) {
        layout.secondBytes = 3 * layout.stride * sizeof(float);
        layout.residualBytes = whole;
    }
    if (call.which == OperatorKind::Dropout || call.which == OperatorKind::AddDropoutNorm)
        layout.keptBytes = whole / 32 + beyond;
    if (isTranspose) {
        layout.otherStride = paddedRow(rows, true);
        layout.outBytes = columns * layout.otherStride * sizeof(float);
    }
    if (call.which == OperatorKind::MaxPool) {
        // A padded row of the input always finds its half here, so that kernels need no edge.
        layout.otherStride = paddedRow(layout.stride / 2, false);
        layout.outBytes = (rows + 1) / 2 * layout.otherStride * sizeof(float);
    }
    return layout;
}

Result<std::shared_ptr<OperatorMemory>> OperatorMemory::create(std::shared_ptr<Pool> pool)
{
    std::shared_ptr<OperatorMemory> memory(new OperatorMemory(std::move(pool)));
    for (std::size_t slot = 0; slot < slotCount; ++slot) {
        Result<FilledBuffer> buffer = FilledBuffer::create();
        if (!buffer)
            return buffer.error();
        memory->m_slots.push_back(std::move(*buffer));
    }
    for (int thread = 0; thread < memory->m_pool->threads(); ++thread) {
        Result<Buffer> buffer = Buffer::allocate(2 * (maximumRowLength + rowPadding) * sizeof(float));
        if (!buffer)
            return buffer.error();
        memory->m_scratch.push_back(std::move(*buffer));
    }
    return memory;
}

Result<void> OperatorMemory::drawKept(std::size_t bytes)
{
    const std::size_t wanted = paddedBytes(bytes);
    if (wanted <= m_keptDrawn)
        return {};
    if (const Result<void> filled = m_slots[keptSlot].fill(wanted, *m_pool); !filled)
        return filled;
    for (std::size_t word = m_keptDrawn / sizeof(std::uint64_t); word < wanted / sizeof(std::uint64_t); ++word)
        m_slots[keptSlot].as<std::uint64_t>()[word] = keptBits(word);
    m_keptDrawn = wanted;
    return {};
}

Result<void> OperatorMemory::checkRoom(const OperatorLayout& layout) const
{
    // Each buffer asks only for itself, before the others are touched.
    std::size_t more = 0;
    std::size_t slot = 0;
    for (const std::size_t bytes : {layout.firstBytes, layout.secondBytes, layout.outBytes})
        more += bytes - std::min(bytes, m_slots[slot++].filled());
    more += layout.residualBytes - std::min(layout.residualBytes, m_slots[residualSlot].filled()) + layout.keptBytes;
    const double usable = 0.8 * availableMemory().value();
    if (static_cast<double>(more) <= usable)
        return {};
    const auto text = [](double bytes) {
        return std::to_string(static_cast<long long>(bytes / (1024.0 * 1024.0))) + " MiB";
    };
    return Error{
        ErrorKind::Unavailable,
        "cpu.operator-memory",
        "This operator needs %1 of memory, but only %2 may be used; choose a smaller size or close other programs.",
        {text(static_cast<double>(more)), text(usable)}};
}

Result<OperatorData> OperatorMemory::bind(const OperatorCall& call)
{
    const OperatorLayout layout = layoutOf(call);
    if (const Result<void> room = checkRoom(layout); !room)
        return room.error();
    std::size_t slot = 0;
    for (const std::size_t bytes : {layout.firstBytes, layout.secondBytes, layout.outBytes})
        if (const Result<void> filled = m_slots[slot++].fill(bytes, *m_pool); !filled)
            return filled.error();
    if (layout.residualBytes > 0)
        if (const Result<void> filled = m_slots[residualSlot].fill(layout.residualBytes, *m_pool); !filled)
            return filled.error();
    if (layout.keptBytes > 0)
        if (const Result<void> drawn = drawKept(layout.keptBytes); !drawn)
            return drawn.error();
    const float* second = m_slots[secondSlot].as<float>();
    return OperatorData{.rows = layout.rows,
                        .columns = layout.columns,
                        .stride = layout.stride,
                        .otherStride = layout.otherStride,
                        .first = m_slots[firstSlot].as<float>(),
                        .second = second,
                        .shift = second + layout.stride,
                        .out = m_slots[outSlot].as<float>(),
                        .residual = m_slots[residualSlot].as<float>(),
                        .bias = call.which == OperatorKind::AddDropoutNorm ? second + 2 * layout.stride : second,
                        .kept = m_slots[keptSlot].as<std::uint8_t>()};
}

} // namespace ridgepoint
