// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/device_plan.h"

#include <bit>

namespace ridgepoint::proofs {

DevicePlan::DevicePlan(const KernelSet& kernels, const CallPlan& plan) : m_kernels(kernels)
{
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        m_addresses.push_back(m_memory.allocate("buffer " + std::to_string(i), plan.buffers[i].bytes));
        m_memory.regionAt(m_addresses.back()).setUsefulBytes(plan.buffers[i].usefulBytes);
    }
}

Result<ptx::Counts> DevicePlan::run(const std::vector<KernelCall>& calls, double approximation)
{
    ptx::Counts counts;
    for (const KernelCall& call : calls) {
        auto one = m_kernels.run(call, m_addresses, m_memory, approximation);
        if (!one)
            return one.error();
        counts += *one;
    }
    return counts;
}

void DevicePlan::resetTraffic()
{
    for (const std::uint64_t address : m_addresses)
        m_memory.regionAt(address).resetTraffic();
}

std::vector<std::string> accessFaults(const ptx::Region& region, std::size_t accessBytes)
{
    const auto index = static_cast<std::size_t>(std::countr_zero(accessBytes));
    std::vector<std::string> faults;
    const auto check = [&](const ptx::Traffic& traffic, const std::string& what) {
        const std::uint64_t others = traffic.bytes - traffic.bytesByAccess.at(index);
        if (others != 0)
            faults.push_back(region.name() + ": " + std::to_string(others) + " bytes are " + what
                             + " in accesses of other than " + std::to_string(accessBytes) + " bytes");
    };
    check(region.loaded(), "read");
    check(region.stored(), "written");
    return faults;
}

} // namespace ridgepoint::proofs
