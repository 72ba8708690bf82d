// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/cpu_device.h"
#include "core/model/cost.h"

namespace ridgepoint {
namespace {

constexpr std::array roofPrecisions{Precision::Fp32, Precision::Fp64};

// Eight of the widest vectors; and so many applications that handing the work over is a thousandth of its time.
constexpr std::int64_t registerBytes = 8 * 64;
constexpr std::int64_t registerApplications = std::int64_t{1} << 20;
// The block that the heavy operations' kernels work through at a time.
constexpr std::int64_t blockBytes = 16 * 1024;
constexpr std::int64_t blockApplications = 256;
// So many that handing the work over is a small part of their time.
constexpr std::int64_t latencyApplications = std::int64_t{1} << 14;
constexpr std::int64_t heavyLatencyApplications = std::int64_t{1} << 10;

bool isHeavy(Operation operation)
{
    switch (operation) {
    case Operation::Fma:
    case Operation::Mul:
    case Operation::Add:
    case Operation::Relu: return false;
    case Operation::Gelu:
    case Operation::Exp:
    case Operation::Cos: return true;
    }
    return false;
}

Workload roofWorkload(Operation operation, Precision precision, int threads)
{
    const std::int64_t bytes = isHeavy(operation) ? blockBytes : registerBytes;
    return Workload{.operation = operation,
                    .precision = precision,
                    .elements = bytes * threads / bytesPerElement(precision),
                    .operationsPerElement = isHeavy(operation) ? blockApplications : registerApplications,
                    .threads = threads};
}

/// One line: a single vector of the widest set, or two of a narrower one, so that every application waits for the last.
Workload latencyWorkload(Operation operation, Precision precision, int threads)
{
    return Workload{.operation = operation,
                    .precision = precision,
                    .elements = static_cast<std::int64_t>(lineBytes) / bytesPerElement(precision),
                    .operationsPerElement = isHeavy(operation) ? heavyLatencyApplications : latencyApplications,
                    .threads = threads};
}

std::string methodOf(Operation operation)
{
    const std::string repeated = " applications of the sweep's own kernel to ";
    return isHeavy(operation)
             ? std::to_string(blockApplications) + repeated + "16 KiB per thread, through the first-level cache"
             : std::to_string(registerApplications) + repeated + "512 B per thread, in registers";
}

} // namespace

std::vector<std::string> computeRoofIds()
{
    std::vector<std::string> ids;
    for (const Precision precision : roofPrecisions)
        for (const Operation operation : allOperations)
            ids.push_back(computeRoofId(operation, precision));
    for (const Precision precision : roofPrecisions)
        for (const Operation operation : allOperations)
            ids.push_back(latencyRoofId(operation, precision));
    return ids;
}

Result<RoofWork> prepareComputeRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request)
{
    for (const Precision precision : roofPrecisions) {
        for (const Operation operation : allOperations) {
            const bool isLatency = latencyRoofId(operation, precision) == request.id;
            if (!isLatency && computeRoofId(operation, precision) != request.id)
                continue;
            const Workload workload = isLatency ? latencyWorkload(operation, precision, request.threads)
                                                : roofWorkload(operation, precision, request.threads);
            auto work = preparePointwise(device, workload);
            if (!work)
                return work.error();
            if (isLatency)
                return RoofWork{.kind = RoofKind::Latency,
                                .amount = static_cast<double>(workload.operationsPerElement),
                                .method = std::to_string(workload.operationsPerElement)
                                        + " applications of the sweep's own kernel to 64 B, each waiting for the "
                                          "previous one",
                                .work = std::move(work->work)};
            return RoofWork{.kind = RoofKind::Compute,
                            .amount = costOf(workload).flops.value(),
                            .method = methodOf(operation),
                            .work = std::move(work->work)};
        }
    }
    return Error{
        ErrorKind::Unsupported, "cpu.roof-unknown", "This processor has no roof \"%1\"; leave it out.", {request.id}};
}

} // namespace ridgepoint
