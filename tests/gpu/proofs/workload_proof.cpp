// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/workload_proof.h"

#include "core/model/cost.h"
#include "core/model/operands.h"
#include "gpu/plan/element.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/proofs/device_plan.h"
#include "tests/gpu/proofs/signature.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace ridgepoint::proofs {
namespace {

std::string number(double value)
{
    const auto whole = static_cast<std::int64_t>(value);
    return static_cast<double>(whole) == value ? std::to_string(whole) : std::to_string(value);
}

using Start = std::function<double(std::uint64_t)>;

/// Writes the start values into the tensor and NaN into its padding, which may not reach any element.
void writeStart(ptx::Region& region, Precision precision, std::uint64_t elements, const Start& start)
{
    std::vector<std::byte> data(region.size());
    const std::uint64_t padded = region.size() / static_cast<std::uint64_t>(bytesPerElement(precision));
    for (std::uint64_t i = 0; i < padded; ++i)
        writeElement(data.data(), precision, i, i < elements ? start(i) : std::numeric_limits<double>::quiet_NaN());
    region.fill(0, data);
}

/// Compares every element with what it must be.
void compare(WorkloadEvidence& evidence, const ptx::Region& region, Precision precision, std::uint64_t elements,
             double tolerance, const Start& start, const std::function<double(double)>& wanted)
{
    for (std::uint64_t i = 0; i < elements; ++i) {
        const double expected = wanted(start(i));
        const double got = readElement(region.bytes().data(), precision, i);
        double error = std::abs(got - expected) / (std::max(1.0, std::abs(expected)) * epsilonOf(precision));
        if (std::isnan(error))
            error = std::numeric_limits<double>::infinity();
        if (error > tolerance && evidence.largestError <= tolerance)
            evidence.faults.push_back("element " + std::to_string(i) + " of " + std::to_string(elements) + " is "
                                      + std::to_string(got) + " instead of " + std::to_string(expected) + ", "
                                      + std::to_string(error) + " epsilon away where " + number(tolerance)
                                      + " are allowed");
        evidence.largestError = std::max(evidence.largestError, error);
    }
}

/// Holds counted applications against what elements and padding need.
void countOperations(WorkloadEvidence& evidence, const ptx::Counts& counts, const std::vector<Signature>& signatures,
                     std::uint64_t elements, std::uint64_t padded, std::uint64_t applications)
{
    for (const Signature& signature : signatures) {
        const std::uint64_t found = executed(signature, counts) * signature.elements;
        const std::uint64_t inPadding = (padded - elements) * applications;
        const std::uint64_t needed = padded * applications * signature.perApplication;
        if (found != needed)
            evidence.faults.push_back(signature.opcodes.front() + " is applied to " + std::to_string(found)
                                      + " elements, not " + std::to_string(needed) + " ("
                                      + std::to_string(inPadding * signature.perApplication) + " of them padding)");
        evidence.operations = found / signature.perApplication - std::min(found / signature.perApplication, inPadding);
        evidence.paddingOperations = inPadding;
    }
}

void countBytes(WorkloadEvidence& evidence, const ptx::Region& region, std::uint64_t passes)
{
    evidence.bytes = region.loaded().usefulBytes + region.stored().usefulBytes;
    evidence.paddingBytes = region.loaded().bytes + region.stored().bytes - evidence.bytes;
    const std::uint64_t whole = region.size() * passes;
    if (region.loaded().bytes != whole || region.stored().bytes != whole)
        evidence.faults.push_back("reads " + std::to_string(region.loaded().bytes) + " and writes "
                                  + std::to_string(region.stored().bytes) + " bytes, padding included, not "
                                  + std::to_string(whole) + " each");
    const auto access = accessFaults(region, vectorBytes);
    evidence.faults.insert(evidence.faults.end(), access.begin(), access.end());
}

/// What the cost model says must be what was counted, without any tolerance.
void compareWithCost(WorkloadEvidence& evidence, const Workload& workload, std::size_t launches)
{
    const Cost cost = costOf(workload);
    const double flops = static_cast<double>(evidence.operations) * flopsPerApplication(workload.operation);
    if (flops != cost.flops.value())
        evidence.faults.push_back("the cost model counts " + number(cost.flops.value())
                                  + " FLOP (or op), the kernels do " + number(flops));
    if (static_cast<double>(evidence.bytes) != cost.bytes.value())
        evidence.faults.push_back("the cost model counts " + number(cost.bytes.value()) + " bytes, the kernels move "
                                  + std::to_string(evidence.bytes));
    if (static_cast<std::int64_t>(launches) != cost.launches)
        evidence.faults.push_back("the cost model counts " + std::to_string(cost.launches) + " launches, the plan has "
                                  + std::to_string(launches));
}

WorkloadEvidence failed(const Error& error)
{
    WorkloadEvidence evidence;
    evidence.faults.push_back(error.message());
    return evidence;
}

} // namespace

double provenTolerance(Operation operation)
{
    switch (operation) {
    case Operation::Relu: return 0.0;
    case Operation::Mul:
    case Operation::Add: return 1.0;
    case Operation::Fma: return 2.0;
    case Operation::Gelu:
    case Operation::Exp:
    case Operation::Cos: return toleranceOf(operation);
    }
    return 0.0;
}

double startValue(std::uint64_t index, Precision precision)
{
    const auto steps = static_cast<std::uint64_t>(precision == Precision::Bf16 ? 128 : 1024);
    // A multiplicative hash (Knuth's constant) has no short period.
    const std::uint64_t hash = ((index + 1) * 0x9E37'79B9'7F4A'7C15U) >> 40;
    return static_cast<double>(hash % (2 * steps - 1)) / static_cast<double>(steps)
         - (1.0 - 1.0 / static_cast<double>(steps));
}

WorkloadEvidence proveWorkload(const KernelSet& kernels, const Workload& workload, const GpuShape& shape,
                               double approximation)
{
    const auto plan = planWorkload(workload, shape);
    if (!plan)
        return failed(plan.error());
    const Precision precision = workload.precision;
    const auto elements = static_cast<std::uint64_t>(workload.elements);
    const std::uint64_t applications = static_cast<std::uint64_t>(workload.operationsPerElement)
                                     * static_cast<std::uint64_t>(workload.chainLength);
    DevicePlan device(kernels, *plan);
    const Start start = [&](std::uint64_t i) { return startValue(i, precision); };
    writeStart(device.buffer(0), precision, elements, start);
    const auto counts = device.run(plan->calls, approximation);
    if (!counts)
        return failed(counts.error());
    WorkloadEvidence evidence{.kernel = plan->calls.front().kernel, .instructions = counts->instructions};
    const std::uint64_t padded = plan->buffers.front().bytes / static_cast<std::uint64_t>(bytesPerElement(precision));
    countOperations(evidence, *counts, signaturesOf(workload.operation, precision, kernels.architecture()), elements,
                    padded, applications);
    countBytes(evidence, device.buffer(0), static_cast<std::uint64_t>(workload.passes()));
    compareWithCost(evidence, workload, plan->calls.size());
    const Operands operands = operandsOf(workload.operation);
    compare(evidence, device.buffer(0), precision, elements, provenTolerance(workload.operation), start, [&](double x) {
        return reference(workload.operation, x, static_cast<std::int64_t>(applications), operands);
    });
    return evidence;
}

WorkloadEvidence proveCount(const KernelSet& kernels, const PassRequest& request, bool counting)
{
    CallPlan plan;
    plan.buffers.push_back(tensorBuffer(request.elements, request.precision, InitialContent::Uniform));
    plan.calls.push_back(counting ? countCall(request) : passCall(request));
    DevicePlan device(kernels, plan);
    // Whole numbers, which stay exact in every precision while 1 is added to them.
    const Start start = [&](std::uint64_t i) { return std::floor(startValue(i, request.precision) * 32.0); };
    writeStart(device.buffer(0), request.precision, request.elements, start);
    const auto counts = device.run(plan.calls);
    if (!counts)
        return failed(counts.error());
    WorkloadEvidence evidence{.kernel = plan.calls.front().kernel, .instructions = counts->instructions};
    countBytes(evidence, device.buffer(0), 1);
    compare(evidence, device.buffer(0), request.precision, request.elements, 0.0, start, [&](double x) {
        return reference(request.operation, x, static_cast<std::int64_t>(request.applications),
                         {request.first, request.second});
    });
    return evidence;
}

} // namespace ridgepoint::proofs
