// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/stats/sample.h"
#include "core/sweep/clock.h"

#include <memory>
#include <optional>

namespace ridgepoint {

/// Measures one workload again and again, for a number that lives on the screen.
class ProbeRunner {
public:
    /// The backend and the clock must outlive the runner.
    ProbeRunner(Backend& backend, const Workload& workload, const Clock& clock);
    ~ProbeRunner();
    ProbeRunner(const ProbeRunner&) = delete;
    ProbeRunner& operator=(const ProbeRunner&) = delete;

    /// Takes readings for about 5 ms (one round where that is longer). Hands back a sample of the last 25 ms of
    /// readings each time that so much has been measured, else nothing; the device's error when it fails.
    [[nodiscard]] Result<std::optional<Sample>> step();
    /// Something else is measured until the next step(), which warms the work again before its first reading.
    void pause();

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ridgepoint
