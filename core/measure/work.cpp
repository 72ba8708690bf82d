// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/measure/work.h"

namespace ridgepoint {
namespace {

// What is the same on every device, for one kind of work after the other.

Result<void> validity(const Workload& chain) { return validate(chain); }
std::string name(const Workload& chain)
{
    return std::string(nameOf(chain.operation)) + " " + std::string(nameOf(chain.precision));
}
Cost cost(const Workload& chain) { return costOf(chain); }

Result<void> validity(const OperatorRequest& request) { return validate(request.call); }
std::string name(const OperatorRequest& request) { return "the operator " + std::string(nameOf(request.call.which)); }
Cost cost(const OperatorRequest& request)
{
    const OperatorCost counted = costOf(request.call, Stores::Usual);
    return {.flops = counted.operations, .bytes = counted.moved.total(), .launches = 2}; // sums: parts, then all
}

Result<void> validity(const ProductRequest& request) { return validate(request.call); }
std::string name(const ProductRequest&) { return "a matrix product"; }
Cost cost(const ProductRequest& request)
{
    const ProductCost counted = costOf(request.call);
    return {.flops = counted.operations, .bytes = counted.least.total(), .launches = 1};
}

Result<void> validity(const GradientCall& call) { return validate(call); }
std::string name(const GradientCall&) { return "a chain with its gradient"; }
Cost cost(const GradientCall& call)
{
    const GradientCost counted = costOf(call);
    Cost both{.flops = {}, .bytes = counted.moved(), .launches = 2}; // forward and backward
    for (const PassCost* pass : {&counted.forward, &counted.backward})
        for (const OperationCount& part : pass->arithmetic)
            both.flops += part.count;
    return both;
}

} // namespace

Result<void> validate(const WorkRequest& work)
{
    return std::visit([](const auto& one) { return validity(one); }, work);
}

std::string describe(const WorkRequest& work)
{
    return std::visit([](const auto& one) { return name(one); }, work);
}

Cost nominalCost(const WorkRequest& work)
{
    return std::visit([](const auto& one) { return cost(one); }, work);
}

Error unsupported(const WorkRequest& work, const DeviceInfo& device)
{
    return {ErrorKind::Unsupported,
            "work.unsupported",
            "%1 has no kernel for %2; choose another device.",
            {device.id, describe(work)}};
}

} // namespace ridgepoint
