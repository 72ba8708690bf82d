// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/session/json_fields.h"
#include "core/stats/sample.h"
#include "core/sweep/plan.h"

/// Internal to core/session, core/protocol and core/fleet.
namespace ridgepoint {

/// Read one object each, in the shapes that json_write.h writes. The first thing wrong is put into the reader's
/// JsonProblem, and what is returned then is meaningless.
[[nodiscard]] Error errorFrom(const JsonFields& fields);
[[nodiscard]] DeviceInfo deviceFrom(const JsonFields& fields);
[[nodiscard]] Roof roofFrom(const JsonFields& fields);
[[nodiscard]] MemoryLevel levelFrom(const JsonFields& fields);
[[nodiscard]] RoofSet roofSetFrom(const JsonFields& fields);
[[nodiscard]] Workload workloadFrom(const JsonFields& fields);
[[nodiscard]] Sample sampleFrom(const JsonFields& fields);
[[nodiscard]] Plan planFrom(const JsonFields& fields);

} // namespace ridgepoint
