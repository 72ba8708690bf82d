// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/stats/sample.h"
#include "core/sweep/plan.h"

#include <memory>
#include <string>
#include <vector>

namespace ridgepoint::agenda {

/// What the agenda reads when an event comes: where the user stands, and what is known. It changes between events only.
class View {
public:
    virtual ~View() = default;

    /// Whether a child is ready that can measure the device.
    [[nodiscard]] virtual bool canMeasure() const = 0;
    /// The device that is looked at; its facts may be those of a nameless one while none is known.
    [[nodiscard]] virtual const std::string& deviceId() const = 0;
    [[nodiscard]] virtual const DeviceInfo& device() const = 0;
    /// Whether that device is known from elsewhere only (a datasheet), so that it is never measured.
    [[nodiscard]] virtual bool isReference() const = 0;
    [[nodiscard]] virtual const Workload& workload() const = 0;
    /// The map that is shown, the line of the curves through the workload, and one point with what its slopes need.
    [[nodiscard]] virtual const Plan& map() const = 0;
    [[nodiscard]] virtual Plan line() const = 0;
    [[nodiscard]] virtual Plan planOf(const Workload& point) const = 0;
    /// Null where nothing is known.
    [[nodiscard]] virtual std::shared_ptr<const Sample> sample(const std::string& device,
                                                               const Workload& workload) const = 0;
    [[nodiscard]] virtual const RoofSet* roofs(const std::string& device, int threads) const = 0;
    /// What was measured for so far.
    [[nodiscard]] virtual const std::vector<Plan>& plans() const = 0;
};

} // namespace ridgepoint::agenda
