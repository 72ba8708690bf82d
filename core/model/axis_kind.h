// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ridgepoint {

/// What a sweep varies: operations per element, fusion depth, elements. The three axes of the cube of workloads, along
/// which slopes are taken and charts are drawn.
enum class AxisKind { Operations, Depth, Size };
inline constexpr std::array allAxisKinds{AxisKind::Operations, AxisKind::Depth, AxisKind::Size};

/// "ops", "depth", "size".
[[nodiscard]] std::string_view nameOf(AxisKind kind);
[[nodiscard]] std::optional<AxisKind> axisKindNamed(std::string_view name);
/// The value that the workload has along the axis.
[[nodiscard]] std::int64_t coordinate(const Workload& workload, AxisKind kind);
/// The workload with another value along the axis; a depth is held within what a chain can have.
[[nodiscard]] Workload moved(Workload workload, AxisKind kind, std::int64_t value);

} // namespace ridgepoint
