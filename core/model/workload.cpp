// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/workload.h"

#include <string>

namespace ridgepoint {
namespace {

template <class Enum, std::size_t size>
std::optional<Enum> valueNamed(const std::array<Enum, size>& all, std::string_view name)
{
    for (const Enum value : all)
        if (nameOf(value) == name)
            return value;
    return std::nullopt;
}

Result<void> checkCount(const char* id, const char* what, std::int64_t value, std::int64_t maximum)
{
    if (value >= 1 && value <= maximum)
        return {};
    return Error{ErrorKind::InvalidInput,
                 id,
                 "%1 is %2; give a whole number from 1 to %3.",
                 {what, std::to_string(value), std::to_string(maximum)}};
}

} // namespace

Result<void> validate(const Workload& workload)
{
    if (auto checked = checkCount("workload.elements", "The tensor size", workload.elements, maximumElements); !checked)
        return checked;
    if (auto checked = checkCount("workload.operations", "The number of operations per element",
                                  workload.operationsPerElement, maximumOperationsPerElement);
        !checked)
        return checked;
    if (auto checked = checkCount("workload.chain", "The chain length", workload.chainLength, maximumChainLength);
        !checked)
        return checked;
    if (auto checked = checkCount("workload.depth", "The fusion depth", workload.fusionDepth, workload.chainLength);
        !checked)
        return checked;
    if (workload.chainLength % workload.fusionDepth != 0)
        return Error{ErrorKind::InvalidInput,
                     "workload.depth-not-divisor",
                     "Fusion depth %1 does not divide the chain of %2 operations; choose a divisor of %2.",
                     {std::to_string(workload.fusionDepth), std::to_string(workload.chainLength)}};
    if (workload.threads < 0)
        return Error{ErrorKind::InvalidInput,
                     "workload.threads",
                     "%1 threads were requested; give 1 or more.",
                     {std::to_string(workload.threads)}};
    return {};
}

std::string_view nameOf(Operation operation)
{
    switch (operation) {
    case Operation::Fma: return "fma";
    case Operation::Mul: return "mul";
    case Operation::Add: return "add";
    case Operation::Relu: return "relu";
    case Operation::Gelu: return "gelu";
    case Operation::Exp: return "exp";
    case Operation::Cos: return "cos";
    }
    return {};
}

std::string_view nameOf(Precision precision)
{
    switch (precision) {
    case Precision::Fp32: return "fp32";
    case Precision::Fp64: return "fp64";
    case Precision::Fp16: return "fp16";
    case Precision::Bf16: return "bf16";
    }
    return {};
}

std::string_view nameOf(LaunchMode mode)
{
    switch (mode) {
    case LaunchMode::WaitEach: return "wait-each";
    case LaunchMode::Queued: return "queued";
    case LaunchMode::Graph: return "graph";
    }
    return {};
}

std::optional<Operation> operationNamed(std::string_view name) { return valueNamed(allOperations, name); }
std::optional<Precision> precisionNamed(std::string_view name) { return valueNamed(allPrecisions, name); }
std::optional<LaunchMode> launchModeNamed(std::string_view name) { return valueNamed(allLaunchModes, name); }

} // namespace ridgepoint
