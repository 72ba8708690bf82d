// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "gpu/plan/kernel_call.h"
#include "gpu/runtime/cuda_api.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint {

/// The device memory that all works of one device share, so that two large tensors are never there at once: one block
/// that grows. Growing moves it, and a work's data are its own only until another work has run.
class DeviceMemory {
public:
    explicit DeviceMemory(CudaApi& api) : m_api(api) {}
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    /// How a request ended: with memory, without enough of it, or with another status of the run-time.
    struct Grown {
        CudaStatus status = cudaOk;
        std::uint64_t needed = 0;
        std::uint64_t free = 0; ///< with outOfMemory: what there was, ours included
    };
    /// Makes room for these buffers side by side. Memory that is not there is not even asked for.
    [[nodiscard]] Grown reserve(const std::vector<BufferPlan>& buffers);

    /// Where each of the buffers lies now; reserve() must have succeeded for them since `generation` last changed.
    [[nodiscard]] std::vector<std::byte*> place(const std::vector<BufferPlan>& buffers) const;
    /// Changes whenever addresses do.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }

    /// Who wrote the content last; a number that a work gets once (newOwner()).
    [[nodiscard]] std::uint64_t owner() const { return m_owner; }
    void setOwner(std::uint64_t owner) { m_owner = owner; }
    [[nodiscard]] std::uint64_t newOwner() { return ++m_lastOwner; }

private:
    CudaApi& m_api;
    void* m_memory = nullptr;
    std::uint64_t m_capacity = 0;
    std::uint64_t m_generation = 0;
    std::uint64_t m_owner = 0;
    std::uint64_t m_lastOwner = 0;
};

} // namespace ridgepoint
