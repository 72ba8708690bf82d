// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/cost.h"
#include "core/model/device.h"
#include "core/model/regime.h"
#include "core/model/roof.h"

namespace ridgepoint {

/// Which equation of time a device and launch mode follow.
enum class TimeForm {
    Additive,   ///< T = L (max(F/P, B/W) + t_launch) + t_fixed; no t_fixed where every launch is waited for
    Overlapped, ///< T = max(L t_launch, L max(F/P, B/W)) + t_fixed: a GPU that runs behind its queue
};

/// The time that the roofs allow a workload, with each term of the equation for the whole chain.
struct Prediction {
    TimeForm form = TimeForm::Additive;
    Seconds time;
    Seconds compute;  ///< F / P
    Seconds memory;   ///< B / W
    Seconds overhead; ///< L t_launch + t_fixed, as in the form
    Regime limit = Regime::Memory; ///< the largest term
    std::string computeRoof;   ///< ids of the roofs that the terms used
    std::string bandwidthRoof;
    std::string launchRoof;
};

/// Predicts from measured roofs. P is the roof of the workload's own operation and precision, W the bandwidth of the
/// level that its footprint falls in. Unavailable when a roof that the equation needs is missing (which one).
[[nodiscard]] Result<Prediction> predict(const Workload& workload, const RoofSet& roofs, DeviceKind kind);

/// The arithmetic intensity at which the roof of this operation meets the bandwidth of the level of this footprint.
[[nodiscard]] Result<FlopsPerByte> ridgePoint(const Workload& workload, const RoofSet& roofs);

} // namespace ridgepoint
