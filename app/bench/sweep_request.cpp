// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/sweep_request.h"

#include "app/bench/option_values.h"
#include "app/bench/text_format.h"
#include "core/model/cost.h"

namespace ridgepoint {

namespace {

/// A full sweep ends when every cell is measured; this only bounds one that a busy machine keeps from settling.
constexpr Seconds fullBudget{3600.0};
constexpr int fusionChain = 16;

std::string optionOf(AxisKind kind) { return "--" + std::string(nameOf(kind)); }

/// A range becomes an axis; a single value only moves the base there. A plan of single values measures one point.
Result<void> readAxes(SweepRequest& request)
{
    Plan& plan = request.plan;
    std::optional<Axis> point;
    for (const auto& [kind, text] : request.ranges) {
        if (text.empty())
            continue;
        auto axis = forOption(optionOf(kind), parseAxis(kind, text, plan.base.chainLength));
        if (!axis)
            return axis.error();
        plan.base = moved(plan.base, kind, axis->values.front());
        if (axis->values.size() > 1)
            plan.axes.push_back(std::move(*axis));
        else
            point = std::move(*axis);
    }
    if (plan.axes.empty() && point)
        plan.axes.push_back(*point);
    if (plan.axes.empty())
        return Error{
            .id = "sweep.no-range",
            .text = "nothing to vary; give at least one of --ops, --depth and --size, such as --ops 1..1024:17"};
    return {};
}

/// A plan's errors name the options of its axes.
Result<void> validated(const Plan& plan)
{
    std::string names;
    for (const Axis& axis : plan.axes)
        names += (names.empty() ? "" : ", ") + optionOf(axis.kind);
    return forOption(names, validate(plan));
}

} // namespace

Result<void> completePlan(SweepRequest& request)
{
    Plan& plan = request.plan;
    plan.device = request.device;
    plan.base.chainLength = request.chain.value_or(request.ranges.at(AxisKind::Depth).empty() ? 1 : fusionChain);
    if (auto read = readAxes(request); !read)
        return read;
    if (request.adaptive && request.full)
        return Error{.id = "sweep.two-strategies", .text = "--adaptive and --full exclude each other; give only one"};
    plan.strategy = request.full ? Strategy::Full : plan.strategy;
    plan.budget = request.budget.value_or(request.full ? fullBudget : plan.budget);
    if (auto valid = validated(plan); !valid)
        return valid;
    if (request.sessionFile && request.csvFile && isSameFile(*request.sessionFile, *request.csvFile))
        return Error{.id = "sweep.same-file",
                     .text = "--csv: \"%1\" is the file of -o too; give each a file of its own",
                     .arguments = {request.csvFile->string()}};
    return {};
}

Result<void> checkPlan(const Plan& plan, Backend& backend)
{
    if (auto valid = validated(plan); !valid)
        return valid;
    std::int64_t largest = plan.base.elements;
    for (const Axis& axis : plan.axes)
        if (axis.kind == AxisKind::Size)
            largest = axis.values.back();
    Workload workload = plan.cell(0);
    workload.elements = largest;
    const Bytes memory = backend.info().memory;
    if (memory.value() > 0.0 && footprintOf(workload) > memory)
        return Error{.id = "sweep.beyond-memory",
                     .text = "--size: %1 %2 elements need %3, but %4 has %5 of memory; write smaller sizes",
                     .arguments = {countText(largest), std::string(nameOf(workload.precision)),
                                   bytesText(footprintOf(workload)), backend.info().id, bytesText(memory)}};
    // One element costs nothing to prepare and shows whether the device knows the operation and precision at all.
    workload.elements = 1;
    if (auto prepared = backend.prepare(workload); !prepared) {
        const bool isPrecision = prepared.error().id.ends_with(".precision"); // as each backend names it
        return isPrecision ? about("--precision", prepared.error()) : prepared.error();
    }
    return {};
}

} // namespace ridgepoint
