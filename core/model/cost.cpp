// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/cost.h"

namespace ridgepoint {

Cost costOf(const Workload& workload)
{
    const double elements = static_cast<double>(workload.elements);
    const double passes = workload.passes();
    Cost cost;
    cost.flops = Flops(elements * workload.chainLength * static_cast<double>(workload.operationsPerElement)
                       * flopsPerApplication(workload.operation));
    cost.bytes = footprintOf(workload) * (2.0 * passes);
    cost.launches = workload.passes();
    return cost;
}

int flopsPerApplication(Operation operation) { return operation == Operation::Fma ? 2 : 1; }

int bytesPerElement(Precision precision)
{
    switch (precision) {
    case Precision::Fp32: return 4;
    case Precision::Fp64: return 8;
    case Precision::Fp16:
    case Precision::Bf16: return 2;
    }
    return 0;
}

Bytes footprintOf(const Workload& workload)
{
    return Bytes(static_cast<double>(workload.elements) * bytesPerElement(workload.precision));
}

} // namespace ridgepoint
