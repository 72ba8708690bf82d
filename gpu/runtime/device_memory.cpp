// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/device_memory.h"

#include "gpu/runtime/cuda_errors.h"

namespace ridgepoint {
namespace {

/// Buffers begin on a line of every cache and on a page's start of none in particular: what cudaMalloc itself gives.
constexpr std::uint64_t alignment = 256;
/// Left to others: graphs, the run-time's own heap and the display.
constexpr std::uint64_t leftFree = std::uint64_t{128} << 20;

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

std::uint64_t totalOf(const std::vector<BufferPlan>& buffers)
{
    std::uint64_t total = 0;
    for (const BufferPlan& buffer : buffers)
        total += aligned(buffer.bytes);
    return total;
}

} // namespace

DeviceMemory::~DeviceMemory()
{
    // A status here has nowhere to go: the device is being let go of anyway.
    if (m_memory != nullptr)
        static_cast<void>(m_api.release(m_memory));
}

DeviceMemory::Grown DeviceMemory::reserve(const std::vector<BufferPlan>& buffers)
{
    Grown grown{.needed = totalOf(buffers)};
    if (grown.needed <= m_capacity)
        return grown;
    std::size_t free = 0;
    std::size_t total = 0;
    if ((grown.status = m_api.memoryInfo(free, total)) != cudaOk)
        return grown;
    grown.free = free + m_capacity;
    if (grown.needed + leftFree > grown.free) {
        grown.status = cudaStatus::outOfMemory;
        return grown;
    }
    if (m_memory != nullptr && (grown.status = m_api.release(m_memory)) != cudaOk)
        return grown;
    m_memory = nullptr;
    m_capacity = 0;
    m_owner = 0;
    ++m_generation;
    grown.status = m_api.allocate(m_memory, grown.needed);
    if (grown.status == cudaOk)
        m_capacity = grown.needed;
    else
        m_memory = nullptr;
    return grown;
}

std::vector<std::byte*> DeviceMemory::place(const std::vector<BufferPlan>& buffers) const
{
    std::vector<std::byte*> places;
    std::uint64_t offset = 0;
    for (const BufferPlan& buffer : buffers) {
        places.push_back(static_cast<std::byte*>(m_memory) + offset);
        offset += aligned(buffer.bytes);
    }
    return places;
}

} // namespace ridgepoint
