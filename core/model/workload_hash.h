// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace ridgepoint {

/// Hashes every field that makes two workloads different.
struct WorkloadHash {
    [[nodiscard]] std::size_t operator()(const Workload& workload) const
    {
        std::size_t hash = 0;
        // The golden ratio's bits spread neighbouring counts, which is what a sweep's grid is made of.
        const auto mix = [&hash](auto value) {
            hash ^= std::hash<std::uint64_t>{}(static_cast<std::uint64_t>(value)) + 0x9e3779b97f4a7c15U + (hash << 6U)
                  + (hash >> 2U);
        };
        mix(workload.operation);
        mix(workload.precision);
        mix(workload.elements);
        mix(workload.operationsPerElement);
        mix(workload.chainLength);
        mix(workload.fusionDepth);
        mix(workload.launchMode);
        mix(workload.threads);
        return hash;
    }
};

} // namespace ridgepoint
