// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson.h"
#include "tests/support/synthetic_device.h"

namespace ridgepoint::test {

/// The made-up processor with all of its roofs, every workload measured; the base is 1 Mi numbers.
inline LessonMachine syntheticMachine()
{
    LessonMachine machine{.roofs = syntheticRoofs(syntheticThreads),
                          .kind = DeviceKind::Cpu,
                          .memory = syntheticDevice().memory,
                          .base = {},
                          .time = [](const Workload& workload) { return std::optional(syntheticTime(workload)); }};
    machine.base.elements = 1 << 20;
    machine.base.threads = syntheticThreads;
    return machine;
}

} // namespace ridgepoint::test
