// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/host_memory.h"

#include "gpu/runtime/cuda_errors.h"

#include <cstring>
#include <new>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::align_val_t pageAlignment{4096};

} // namespace

HostMemory::HostMemory(std::shared_ptr<CudaDevice> device, std::size_t bytes, HostMemoryKind kind)
    : m_device(std::move(device)), m_bytes(bytes), m_kind(kind)
{
    if (kind == HostMemoryKind::PageLocked)
        m_status = m_device->api().allocateHost(m_memory, bytes);
    else if ((m_memory = ::operator new(bytes, pageAlignment, std::nothrow)) == nullptr)
        m_status = cudaStatus::outOfMemory;
    if (m_status == cudaOk)
        std::memset(m_memory, 0x3f, bytes);
    else
        m_memory = nullptr;
}

HostMemory::~HostMemory()
{
    if (m_memory != nullptr && m_kind == HostMemoryKind::PageLocked)
        static_cast<void>(m_device->api().releaseHost(m_memory));
    else if (m_memory != nullptr)
        ::operator delete(m_memory, pageAlignment);
}

Result<void> HostMemory::check() const
{
    if (m_status == cudaStatus::outOfMemory)
        return Error{
            ErrorKind::Unavailable,
            "cuda.host-memory",
            "The system could not allocate %1 of host memory for copies; close other programs, or raise the limit "
            "shown by \"ulimit -l\".",
            {sizeWords(Bytes(static_cast<double>(m_bytes)))}};
    return m_device->check(m_status, "allocating host memory");
}

} // namespace ridgepoint
