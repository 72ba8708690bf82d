// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/product_work.h"

#include "gpu/plan/product_plan.h"
#include "gpu/runtime/matrix_work.h"
#include "gpu/runtime/planned_work.h"

#include <utility>

namespace ridgepoint {

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
                                    {.mode = LaunchMode::Queued, .what = "our own product of " + words});
    if (!work)
        return work.error();
    return ReadyWork{.method = plan->method + timedByEvents, .work = std::move(*work)};
}

} // namespace ridgepoint
