// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_operator_work.h"

#include "gpu/plan/operator_plan.h"
#include "gpu/runtime/planned_work.h"

namespace ridgepoint {

Result<ReadyWork> prepareOperatorWork(const std::shared_ptr<CudaDevice>& device, const OperatorRequest& request)
{
    const OperatorCall& call = request.call;
    const std::string name(nameOf(call.which));
    if (request.implementation == Implementation::Library)
        return Error{ErrorKind::Unsupported,
                     "cuda.operator-library",
                     "On a GPU there is no library beside our own kernel for %1.",
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

} // namespace ridgepoint
