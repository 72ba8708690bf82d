// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/product_proof.h"

#include "gpu/plan/product_numbers.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/proofs/device_plan.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <span>

namespace ridgepoint::proofs {
namespace {

constexpr const char* multiplyAdd = "fma.rn.f32";

float numberAt(const ptx::Region& region, std::uint64_t index)
{
    float value = 0.0F;
    std::memcpy(&value, region.bytes().data() + index * sizeof value, sizeof value);
    return value;
}

void compareProduct(ProductEvidence& evidence, const ptx::Region& product, const ProductNumbers& numbers)
{
    for (std::uint64_t i = 0; i < numbers.expected.size(); ++i) {
        if (std::isnan(numbers.expected[i]))
            continue; // padding
        if (!product.isWritten(i * sizeof(float))) {
            evidence.faults.push_back("number " + std::to_string(i) + " is never written");
            return;
        }
        const auto got = static_cast<double>(numberAt(product, i));
        double error = std::abs(got - numbers.expected[i]) / numbers.scales[i]
                     / static_cast<double>(std::numeric_limits<float>::epsilon());
        if (std::isnan(error))
            error = std::numeric_limits<double>::infinity();
        if (error > numbers.tolerance && evidence.largestError <= numbers.tolerance)
            evidence.faults.push_back("number " + std::to_string(i) + " is " + std::to_string(got) + " instead of "
                                      + std::to_string(numbers.expected[i]) + ", " + std::to_string(error)
                                      + " epsilon away");
        evidence.largestError = std::max(evidence.largestError, error);
    }
}

void compareCost(ProductEvidence& evidence, const TileCost& cost)
{
    const auto differs = [&](const char* what, std::uint64_t counted, double expected) {
        if (static_cast<double>(counted) != expected)
            evidence.faults.push_back("the cost model counts " + std::to_string(expected) + " " + what
                                      + ", executed are " + std::to_string(counted));
    };
    differs("multiply-adds", evidence.multiplyAdds, cost.multiplyAdds);
    differs("bytes of the factors read", evidence.read, cost.read.value());
    differs("bytes of the product written", evidence.written, cost.written.value());
}

} // namespace

ProductEvidence proveProduct(const KernelSet& kernels, const ProductCall& call)
{
    ProductEvidence evidence;
    const auto plan = planProduct(call);
    if (!plan) {
        evidence.faults.push_back(plan.error().message());
        return evidence;
    }
    evidence.tiles = plan->plan.calls.front().grid.x;
    const ProductNumbers numbers = productNumbers(*plan, static_cast<std::uint32_t>(call.rows * 131 + call.inner));
    DevicePlan device(kernels, plan->plan);
    for (const std::size_t factor : {std::size_t{0}, std::size_t{1}})
        device.buffer(factor + 1).fill(0, std::as_bytes(std::span(numbers.factors[factor])));
    device.buffer(0).setUsefulBytes(plan->plan.buffers[0].bytes);
    device.buffer(0).setUsefulInRow(plan->stride * sizeof(float),
                                    static_cast<std::size_t>(call.columns) * sizeof(float));
    const auto counts = device.run(plan->plan.calls);
    if (!counts) {
        evidence.faults.push_back(counts.error().message());
        return evidence;
    }
    evidence.instructions = counts->instructions;
    evidence.multiplyAdds = counts->of(multiplyAdd);
    evidence.read = device.buffer(0).loaded().bytes + device.buffer(1).loaded().bytes + device.buffer(2).loaded().bytes;
    evidence.written = device.buffer(0).stored().usefulBytes;
    compareProduct(evidence, device.buffer(0), numbers);
    compareCost(evidence, plan->cost);
    for (std::size_t i = 0; i < device.buffers(); ++i)
        for (std::string& fault : accessFaults(device.buffer(i), vectorBytes))
            evidence.faults.push_back(std::move(fault));
    return evidence;
}

} // namespace ridgepoint::proofs
