// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/cpu_device.h"
#include "core/measure/backend.h"

#include <memory>

namespace ridgepoint {

/// A chain with its gradient, ready to run on every thread of its call. InvalidInput for impossible counts, Unavailable
/// where memory does not suffice for what it saves.
[[nodiscard]] Result<ReadyWork> prepareOwnGradient(const std::shared_ptr<CpuDevice>& device, const GradientCall& call);

} // namespace ridgepoint
