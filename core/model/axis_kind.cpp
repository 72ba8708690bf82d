// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/axis_kind.h"

#include <algorithm>

namespace ridgepoint {

std::string_view nameOf(AxisKind kind)
{
    switch (kind) {
    case AxisKind::Operations: return "ops";
    case AxisKind::Depth: return "depth";
    case AxisKind::Size: return "size";
    }
    return {};
}

std::optional<AxisKind> axisKindNamed(std::string_view name)
{
    for (const AxisKind kind : allAxisKinds)
        if (nameOf(kind) == name)
            return kind;
    return std::nullopt;
}

std::int64_t coordinate(const Workload& workload, AxisKind kind)
{
    switch (kind) {
    case AxisKind::Operations: return workload.operationsPerElement;
    case AxisKind::Depth: return workload.fusionDepth;
    case AxisKind::Size: return workload.elements;
    }
    return 0;
}

Workload moved(Workload workload, AxisKind kind, std::int64_t value)
{
    switch (kind) {
    case AxisKind::Operations: workload.operationsPerElement = value; break;
    case AxisKind::Depth:
        workload.fusionDepth = static_cast<int>(std::clamp<std::int64_t>(value, 0, maximumChainLength + 1));
        break;
    case AxisKind::Size: workload.elements = value; break;
    }
    return workload;
}

} // namespace ridgepoint
