// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/operator_prediction.h"

#include "core/model/prediction.h"

#include <algorithm>

namespace ridgepoint {
namespace {

/// The time of an amount at the rate of a roof; nothing takes no time and needs no roof.
Result<Seconds> timeAt(const RoofSet& roofs, const std::string& id, double amount)
{
    if (amount <= 0.0)
        return Seconds(0.0);
    const auto roof = requireRoof(roofs, id);
    if (!roof)
        return roof.error();
    return Seconds(amount / (*roof)->value);
}

} // namespace

Result<Seconds> leastTime(const Traffic& traffic, Bytes footprint, const RoofSet& roofs)
{
    const MemoryLevel* level = roofs.levelFor(footprint);
    const bool isPastCaches = footprint > pastCachesFrom(roofs.levels, roofs.threads);
    if (level != nullptr && level->name != "dram" && !isPastCaches)
        return timeAt(roofs, bandwidthRoofId(level->name), traffic.total().value());
    const double read = traffic.read.value();
    const double written = traffic.written.value();
    Seconds total(0.0);
    for (const auto& [id, amount] :
         {std::pair{"bandwidth.dram.copy", 2.0 * std::min(read, written)},
          std::pair{"bandwidth.dram.read", read - written}, std::pair{"bandwidth.dram.write", written - read}}) {
        const auto time = timeAt(roofs, id, amount);
        if (!time)
            return time.error();
        total += *time;
    }
    return total;
}

Result<OperatorPrediction> predict(const OperatorCall& call, const RoofSet& roofs)
{
    const OperatorCost cost = costOf(call, Stores::NonTemporal);
    const auto memory = leastTime(cost.least, footprintOf(call), roofs);
    if (!memory)
        return memory.error();
    OperatorPrediction prediction{.memory = *memory};
    for (const OperationCount& part : cost.arithmetic) {
        const auto time = timeAt(roofs, computeRoofId(part.operation, Precision::Fp32), part.count.value());
        if (!time)
            return time.error();
        prediction.compute += *time;
    }
    prediction.time = std::max(prediction.memory, prediction.compute);
    return prediction;
}

std::string productRoofId(MatrixPrecision precision)
{
    return precision == MatrixPrecision::Fp32 ? computeRoofId(Operation::Fma, Precision::Fp32)
                                              : matrixRoofId(precision);
}

Result<OperatorPrediction> predict(const ProductCall& call, const RoofSet& roofs)
{
    const ProductCost cost = costOf(call);
    const auto compute = timeAt(roofs, productRoofId(call.precision), cost.operations.value());
    if (!compute)
        return compute.error();
    OperatorPrediction prediction{.compute = *compute};
    if (const auto memory = leastTime(cost.least, footprintOf(call), roofs))
        prediction.memory = *memory;
    prediction.time = std::max(prediction.memory, prediction.compute);
    return prediction;
}

} // namespace ridgepoint
