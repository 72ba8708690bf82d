// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/runtime/cuda_device.h"

#include <cstddef>
#include <memory>

namespace ridgepoint {

/// How a program gets host memory.
enum class HostMemoryKind {
    Pageable,   ///< as it usually does
    PageLocked, ///< where the system may not move it, so that the device reads and writes it by itself
};

/// Host memory to copy from or to, written to once, because pages that never were are all one page of zeros.
class HostMemory {
public:
    /// check() says whether there is any.
    HostMemory(std::shared_ptr<CudaDevice> device, std::size_t bytes, HostMemoryKind kind);
    ~HostMemory();
    HostMemory(const HostMemory&) = delete;
    HostMemory& operator=(const HostMemory&) = delete;

    /// Success; Unavailable with the size where the system gives none.
    [[nodiscard]] Result<void> check() const;
    [[nodiscard]] void* get() const { return m_memory; }

private:
    std::shared_ptr<CudaDevice> m_device;
    std::size_t m_bytes;
    HostMemoryKind m_kind;
    CudaStatus m_status = cudaOk;
    void* m_memory = nullptr;
};

} // namespace ridgepoint
