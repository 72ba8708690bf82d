// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/plan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string>

namespace ridgepoint {
namespace {

constexpr std::size_t maximumCells = std::size_t{1} << 20;

Error axisError(const char* id, const char* text, AxisKind kind)
{
    return {ErrorKind::InvalidInput, id, text, {std::string(nameOf(kind))}};
}

Result<void> checkAxes(const Plan& plan)
{
    if (plan.axes.empty() || plan.axes.size() > 3)
        return Error{ErrorKind::InvalidInput,
                     "plan.axes",
                     "The plan has %1 axes; give one (a line), two (a map) or three (the cube) of ops, depth and size.",
                     {std::to_string(plan.axes.size())}};
    std::size_t cells = 1;
    for (std::size_t i = 0; i < plan.axes.size(); ++i) {
        const Axis& axis = plan.axes[i];
        for (std::size_t j = 0; j < i; ++j)
            if (plan.axes[j].kind == axis.kind)
                return axisError("plan.axis-twice", "The axis %1 is given twice; give each axis once.", axis.kind);
        if (axis.values.empty())
            return axisError("plan.axis-empty", "The axis %1 has no values; give at least one.", axis.kind);
        for (std::size_t v = 1; v < axis.values.size(); ++v)
            if (axis.values[v - 1] >= axis.values[v])
                return axisError("plan.axis-order",
                                 "The values of the axis %1 are not ascending; sort them and give each once.",
                                 axis.kind);
        // Dividing instead of multiplying: the product of hostile lengths must not wrap around.
        if (axis.values.size() > maximumCells / cells)
            return Error{ErrorKind::InvalidInput,
                         "plan.too-many-cells",
                         "The plan has more than %1 cells; give ranges with fewer values.",
                         {std::to_string(maximumCells)}};
        cells *= axis.values.size();
    }
    return {};
}

/// Each coordinate alone decides whether a workload is valid, so every value is tried once instead of every cell.
Result<void> checkWorkloads(const Plan& plan)
{
    const Workload first = plan.cell(0);
    for (const Axis& axis : plan.axes)
        for (const std::int64_t value : axis.values)
            if (auto checked = validate(moved(first, axis.kind, value)); !checked)
                return checked;
    return {};
}

constexpr int maximumAxisValues = 1 << 16;

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

Error rangeError(std::string_view text)
{
    return {ErrorKind::InvalidInput,
            "axis.range",
            "\"%1\" is not a range; write lo..hi:count (such as 1..1024:33), a list (1,8,64) or one value.",
            {std::string(text)}};
}

std::int64_t maximumOf(AxisKind kind)
{
    switch (kind) {
    case AxisKind::Operations: return maximumOperationsPerElement;
    case AxisKind::Depth: return maximumChainLength;
    case AxisKind::Size: return maximumElements;
    }
    return 1;
}

Result<std::vector<std::int64_t>> parseSpan(std::string_view text, std::size_t dots)
{
    const std::size_t colon = text.find(':', dots);
    if (colon == std::string_view::npos)
        return rangeError(text);
    const auto low = parseCount(text.substr(0, dots));
    if (!low)
        return low.error();
    const auto high = parseCount(text.substr(dots + 2, colon - dots - 2));
    if (!high)
        return high.error();
    const auto count = parseCount(text.substr(colon + 1));
    if (!count)
        return count.error();
    if (*low > *high)
        return Error{ErrorKind::InvalidInput,
                     "axis.order",
                     "The range \"%1\" is descending; give the smaller value first.",
                     {std::string(text)}};
    if (*count > maximumAxisValues)
        return Error{ErrorKind::InvalidInput,
                     "axis.count",
                     "The range \"%1\" has %2 values; the limit is %3.",
                     {std::string(text), std::to_string(*count), std::to_string(maximumAxisValues)}};
    return logSpaced(*low, *high, static_cast<int>(*count));
}

Result<std::vector<std::int64_t>> parseList(std::string_view text)
{
    std::vector<std::int64_t> values;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        const auto value = parseCount(text.substr(begin, comma - begin));
        if (!value)
            return trimmed(text).empty() ? rangeError(text) : value.error();
        values.push_back(*value);
        begin = comma + 1;
    }
    return values;
}

/// The divisor of the chain that is nearest to the value in the logarithm.
std::int64_t nearestDivisor(std::int64_t value, int chainLength)
{
    std::int64_t best = 1;
    for (std::int64_t divisor = 1; divisor <= chainLength; ++divisor) {
        if (chainLength % divisor != 0)
            continue;
        const auto distance = [value](std::int64_t to) {
            return std::abs(std::log(static_cast<double>(to)) - std::log(static_cast<double>(value)));
        };
        if (distance(divisor) < distance(best))
            best = divisor;
    }
    return best;
}

Error depthError(std::int64_t depth, int chainLength)
{
    std::string divisors;
    for (int divisor = 1; divisor <= chainLength; ++divisor)
        if (chainLength % divisor == 0)
            divisors += (divisors.empty() ? "" : ", ") + std::to_string(divisor);
    return {ErrorKind::InvalidInput,
            "axis.depth-not-divisor",
            "A fusion depth of %1 does not divide the chain of %2 operations; choose from %3.",
            {std::to_string(depth), std::to_string(chainLength), divisors}};
}

void sortDistinct(std::vector<std::int64_t>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// The plan moved to another value of a direction in which it has one value only.
Plan movedPlan(Plan plan, AxisKind kind, std::int64_t value)
{
    plan.base = moved(plan.base, kind, value);
    for (Axis& axis : plan.axes)
        if (axis.kind == kind)
            axis.values = {value};
    return plan;
}

bool hasSeveralValues(const Plan& plan, AxisKind kind)
{
    return std::any_of(plan.axes.begin(), plan.axes.end(),
                       [kind](const Axis& axis) { return axis.kind == kind && axis.values.size() > 1; });
}

/// Half an octave to either side, or one whole number where that rounds to nothing.
std::vector<std::int64_t> eitherSide(std::int64_t value, std::int64_t maximum)
{
    const auto exact = static_cast<double>(value);
    std::vector<std::int64_t> values;
    const std::int64_t below = std::min(value - 1,
                                        static_cast<std::int64_t>(std::llround(exact / std::numbers::sqrt2)));
    const std::int64_t above = std::max(value + 1,
                                        static_cast<std::int64_t>(std::llround(exact * std::numbers::sqrt2)));
    if (below >= 1)
        values.push_back(below);
    if (above <= maximum)
        values.push_back(above);
    return values;
}

} // namespace

std::size_t Plan::cellCount() const
{
    std::size_t cells = axes.empty() ? 0 : 1;
    for (const Axis& axis : axes)
        cells *= axis.values.size();
    return cells;
}

Workload Plan::cell(std::size_t index) const
{
    Workload workload = base;
    for (const Axis& axis : axes) {
        workload = moved(workload, axis.kind, axis.values[index % axis.values.size()]);
        index /= axis.values.size();
    }
    return workload;
}

Result<void> validate(const Plan& plan)
{
    if (auto checked = checkAxes(plan); !checked)
        return checked;
    if (!std::isfinite(plan.budget.value()) || plan.budget.value() <= 0.0)
        return Error{ErrorKind::InvalidInput,
                     "plan.budget",
                     "The time budget is %1 s; give a positive number of seconds, such as 6s.",
                     {std::to_string(plan.budget.value())}};
    if (!(plan.targetInterval > 0.0 && plan.targetInterval < 1.0))
        return Error{ErrorKind::InvalidInput,
                     "plan.target-interval",
                     "The target interval is %1; give a fraction between 0 and 1, such as 0.03.",
                     {std::to_string(plan.targetInterval)}};
    return checkWorkloads(plan);
}

Plan orOneCell(const Plan& plan)
{
    if (validate(plan).ok())
        return plan;
    Plan oneCell;
    oneCell.axes = {{AxisKind::Size, {1}}};
    return oneCell;
}

std::vector<std::int64_t> logSpaced(std::int64_t low, std::int64_t high, int count)
{
    if (count <= 1 || low >= high)
        return {low};
    std::vector<std::int64_t> values;
    const double from = std::log2(static_cast<double>(low));
    const double to = std::log2(static_cast<double>(high));
    for (int i = 0; i < count; ++i) {
        const double exponent = from + (to - from) * i / (count - 1);
        values.push_back(std::clamp(static_cast<std::int64_t>(std::llround(std::exp2(exponent))), low, high));
    }
    // The ends are the caller's own numbers, whatever the logarithm rounds them to.
    values.front() = low;
    values.back() = high;
    sortDistinct(values);
    return values;
}

Result<std::int64_t> parseCount(std::string_view text)
{
    const std::string_view whole = trimmed(text);
    const Error bad{ErrorKind::InvalidInput,
                    "axis.count-text",
                    "\"%1\" is not a count; give a whole number from 1, such as 4096, 4Ki, 16Mi or 1Gi.",
                    {std::string(whole)}};
    std::int64_t number = 0;
    const auto [end, status] = std::from_chars(whole.data(), whole.data() + whole.size(), number);
    const Error tooLarge{ErrorKind::InvalidInput,
                         "axis.count-too-large",
                         "\"%1\" is too large; the largest count is 1Ti.",
                         {std::string(whole)}};
    if (status == std::errc::result_out_of_range && whole.front() != '-')
        return tooLarge;
    if (status != std::errc{} || number < 1)
        return bad;
    const std::string_view suffix(end, static_cast<std::size_t>(whole.data() + whole.size() - end));
    int shift = 0;
    if (suffix == "Ki")
        shift = 10;
    else if (suffix == "Mi")
        shift = 20;
    else if (suffix == "Gi")
        shift = 30;
    else if (suffix == "Ti")
        shift = 40;
    else if (!suffix.empty())
        return bad;
    if (number > (maximumElements >> shift))
        return tooLarge;
    return number << shift;
}

Result<Axis> parseAxis(AxisKind kind, std::string_view text, int chainLength)
{
    const std::size_t dots = text.find("..");
    auto values = dots != std::string_view::npos ? parseSpan(text, dots) : parseList(text);
    if (!values)
        return values.error();
    Axis axis{kind, std::move(*values)};
    sortDistinct(axis.values);
    if (axis.values.back() > maximumOf(kind))
        return Error{ErrorKind::InvalidInput,
                     "axis.beyond-maximum",
                     "The range \"%1\" of %2 goes up to %3; the largest value is %4.",
                     {std::string(text), std::string(nameOf(kind)), std::to_string(axis.values.back()),
                      std::to_string(maximumOf(kind))}};
    if (kind == AxisKind::Depth) {
        const int chain = std::max(chainLength, 1);
        for (std::int64_t& value : axis.values) {
            // A range asks for a spread; values that were named one by one are meant as they are.
            if (dots == std::string_view::npos && chain % value != 0)
                return depthError(value, chain);
            value = nearestDivisor(value, chain);
        }
        sortDistinct(axis.values);
    }
    return axis;
}

std::vector<Plan> neighbourPlans(const Plan& plan)
{
    std::vector<Plan> plans;
    const auto add = [&](AxisKind kind, std::int64_t maximum) {
        if (plan.cellCount() == 0 || hasSeveralValues(plan, kind))
            return;
        for (const std::int64_t value : eitherSide(coordinate(plan.cell(0), kind), maximum))
            plans.push_back(movedPlan(plan, kind, value));
    };
    add(AxisKind::Operations, maximumOperationsPerElement);
    add(AxisKind::Size, maximumElements);
    return plans;
}

} // namespace ridgepoint
