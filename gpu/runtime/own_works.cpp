// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/own_works.h"

#include "gpu/plan/gradient_plan.h"
#include "gpu/plan/operator_plan.h"
#include "gpu/plan/product_plan.h"
#include "gpu/runtime/matrix_work.h"
#include "gpu/runtime/planned_work.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

/// Where a display is attached: a fortieth of the two seconds or more after which drivers end a kernel.
constexpr Seconds longestShownPass{0.05};
/// Instructions of one exp, cos or gelu, about.
constexpr double instructionsOfFunction = 16.0;

/// The least time that the device's data sheet allows the longer one of both passes.
Seconds leastPassOf(const GradientCall& call, const CudaDeviceSetup& setup)
{
    const GradientCost cost = costOf(call);
    Seconds longest;
    for (const PassCost* pass : {&cost.forward, &cost.backward}) {
        Flops operations;
        for (const OperationCount& part : pass->arithmetic)
            operations += Flops(part.count.value()
                                * (part.operation == Operation::Fma   ? 1.0
                                   : part.operation == Operation::Mul ? 2.0
                                                                      : 2.0 * instructionsOfFunction));
        if (setup.highestRate > FlopsPerSecond(0.0))
            longest = std::max(longest, operations / setup.highestRate);
        if (setup.highestBandwidth > BytesPerSecond(0.0))
            longest = std::max(longest, pass->traffic.total() / setup.highestBandwidth);
    }
    return longest;
}

} // namespace

Result<ReadyWork> prepareOwnGradient(const std::shared_ptr<CudaDevice>& device, const GradientCall& call)
{
    auto plan = planGradient(call);
    if (!plan)
        return plan.error();
    const std::string words = "a chain of " + std::to_string(call.length) + " times " + std::string(nameOf(call.link))
                            + " with its gradient";
    if (device->setup().kernelsAreTimedOut && leastPassOf(call, device->setup()) > longestShownPass)
        return Error{ErrorKind::Unavailable,
                     "cuda.display-gradient",
                     "%1 may take too long here, because this GPU drives a display; choose a smaller size, or a GPU "
                     "without a display.",
                     {words}};
    auto work = PlannedWork::create(device, std::move(plan->plan), {.mode = LaunchMode::Queued, .what = words});
    if (!work)
        return work.error();
    return ReadyWork{.method = plan->method + timedByEvents, .work = std::move(*work)};
}

Result<ReadyWork> prepareOperatorWork(const std::shared_ptr<CudaDevice>& device, const OperatorRequest& request)
{
    const OperatorCall& call = request.call;
    const std::string name(nameOf(call.which));
    if (request.implementation == Implementation::Library)
        return Error{ErrorKind::Unsupported,
                     "cuda.operator-library",
                     "On a GPU there is no library to compare with the built-in kernel for %1.",
                     {name}};
    auto plan = planOperator(call, device->setup().shape);
    if (!plan)
        return plan.error();
    auto work = PlannedWork::create(device, std::move(plan->plan),
                                    {.mode = LaunchMode::Queued, .what = "the operator " + name});
    if (!work)
        return work.error();
    return ReadyWork{.method = plan->method + timedByEvents, .cost = std::move(plan->cost), .work = std::move(*work)};
}

Result<ReadyWork> prepareOwnProduct(const std::shared_ptr<CudaDevice>& device, const ProductCall& call)
{
    auto plan = planProduct(call);
    if (!plan)
        return plan.error();
    const std::string words = std::to_string(call.rows) + " x " + std::to_string(call.columns) + " x "
                            + std::to_string(call.inner);
    if (auto reason = displayReason(device->setup(), Flops(2.0 * plan->cost.multiplyAdds), words))
        return *reason;
    auto work = PlannedWork::create(device, std::move(plan->plan),
                                    {.mode = LaunchMode::Queued, .what = "the built-in product of " + words});
    if (!work)
        return work.error();
    return ReadyWork{.method = plan->method + timedByEvents, .work = std::move(*work)};
}

} // namespace ridgepoint
