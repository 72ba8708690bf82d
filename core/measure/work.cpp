// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/measure/work.h"

#include <string_view>
#include <vector>

namespace ridgepoint {
namespace {

Error lacking(const DeviceInfo& device, std::string id, std::string text, std::vector<std::string_view> names)
{
    Error error{ErrorKind::Unsupported, std::move(id), std::move(text), {device.id}};
    error.arguments.insert(error.arguments.end(), names.begin(), names.end());
    return error;
}

/// What is the same on every device for one kind of work.
template <class Kind>
struct Facts;

template <>
struct Facts<Workload> {
    static Result<void> validity(const Workload& chain) { return validate(chain); }
    static std::string name(const Workload& chain)
    {
        return std::string(nameOf(chain.operation)) + " " + std::string(nameOf(chain.precision));
    }
    static Cost cost(const Workload& chain) { return costOf(chain); }
    static Error lack(const DeviceInfo& device, const Workload& chain)
    {
        return lacking(device, "chain.unsupported", "%1 has no kernel for a chain of %2 in %3; choose another device.",
                       {nameOf(chain.operation), nameOf(chain.precision)});
    }
};

template <>
struct Facts<OperatorRequest> {
    static Result<void> validity(const OperatorRequest& request) { return validate(request.call); }
    static std::string name(const OperatorRequest& request)
    {
        return "the operator " + std::string(nameOf(request.call.which));
    }
    static Cost cost(const OperatorRequest& request)
    {
        const OperatorCost cost = costOf(request.call, Stores::Usual);
        return {.flops = cost.operations, .bytes = cost.moved.total(), .launches = 2}; // of sums: of parts, and of those
    }
    static Error lack(const DeviceInfo& device, const OperatorRequest& request)
    {
        return lacking(device, "operator.unsupported", "%1 has no kernel for the operator %2; choose another device.",
                       {nameOf(request.call.which)});
    }
};

template <>
struct Facts<ProductRequest> {
    static Result<void> validity(const ProductRequest& request) { return validate(request.call); }
    static std::string name(const ProductRequest&) { return "a matrix product"; }
    static Cost cost(const ProductRequest& request)
    {
        const ProductCost cost = costOf(request.call);
        return {.flops = cost.operations, .bytes = cost.least.total(), .launches = 1};
    }
    static Error lack(const DeviceInfo& device, const ProductRequest& request)
    {
        return lacking(device, "product.unsupported", "%1 has no matrix product in %2; choose another device.",
                       {nameOf(request.call.precision)});
    }
};

template <>
struct Facts<GradientCall> {
    static Result<void> validity(const GradientCall& call) { return validate(call); }
    static std::string name(const GradientCall&) { return "a chain with its gradient"; }
    static Cost cost(const GradientCall& call)
    {
        const GradientCost cost = costOf(call);
        Flops operations;
        for (const PassCost* pass : {&cost.forward, &cost.backward})
            for (const OperationCount& part : pass->arithmetic)
                operations += part.count;
        return {.flops = operations, .bytes = cost.moved(), .launches = 2}; // forward and backward
    }
    static Error lack(const DeviceInfo& device, const GradientCall& call)
    {
        return lacking(device, "gradient.unsupported",
                       "%1 has no kernel for a chain of %2 with its gradient; choose another device.",
                       {nameOf(call.link)});
    }
};

/// Calls `ask` with the facts and the work of one kind.
template <class Ask>
auto ofKind(const WorkRequest& work, Ask ask)
{
    return std::visit([&]<class Kind>(const Kind& one) { return ask(Facts<Kind>(), one); }, work);
}

} // namespace

Result<void> validate(const WorkRequest& work)
{
    return ofKind(work, [](auto facts, const auto& one) { return facts.validity(one); });
}

std::string describe(const WorkRequest& work)
{
    return ofKind(work, [](auto facts, const auto& one) { return facts.name(one); });
}

Cost nominalCost(const WorkRequest& work)
{
    return ofKind(work, [](auto facts, const auto& one) { return facts.cost(one); });
}

Error unsupported(const WorkRequest& work, const DeviceInfo& device)
{
    return ofKind(work, [&device](auto facts, const auto& one) { return facts.lack(device, one); });
}

} // namespace ridgepoint
