// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/kernel_call.h"
#include "tests/gpu/proofs/kernel_set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint::proofs {

/// A plan's buffers in the interpreter's memory, and what its calls did there.
class DevicePlan {
public:
    DevicePlan(const KernelSet& kernels, const CallPlan& plan);

    /// Runs calls in order and adds up what they executed; the first trap ends it.
    [[nodiscard]] Result<ptx::Counts> run(const std::vector<KernelCall>& calls, double approximation = 0.0);

    [[nodiscard]] const ptx::Region& buffer(std::size_t index) const { return m_memory.regions()[index]; }
    [[nodiscard]] ptx::Region& buffer(std::size_t index) { return m_memory.regionAt(m_addresses[index]); }
    [[nodiscard]] std::size_t buffers() const { return m_addresses.size(); }
    void resetTraffic();

private:
    const KernelSet& m_kernels;
    ptx::DeviceMemory m_memory;
    std::vector<std::uint64_t> m_addresses;
};

/// Faults that buffers show after calls: bytes not moved in accesses of `accessBytes`, by name.
[[nodiscard]] std::vector<std::string> accessFaults(const ptx::Region& region, std::size_t accessBytes);

} // namespace ridgepoint::proofs
