// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_support.h"

#include <map>

namespace ridgepoint::test {

/// Counts how often a window's child measures each workload, from now on.
struct MeasureCounter {
    explicit MeasureCounter(MainWindow& window)
    {
        connection = QObject::connect(&window.engine().bench, &BenchProcess::notified,
                                      [this](const protocol::Notification& notification) {
                                          if (const auto* sample = std::get_if<protocol::SweepSample>(&notification))
                                              ++times[sample->sample.workload];
                                      });
    }
    ~MeasureCounter() { QObject::disconnect(connection); }
    std::map<Workload, int> times;
    QMetaObject::Connection connection;
};

/// Whether every cell of a plan is known to the window's session.
[[nodiscard]] inline bool isMeasured(MainWindow& window, const Plan& plan)
{
    for (std::size_t i = 0; i < plan.cellCount(); ++i)
        if (!window.engine().session.find(plan.device, plan.cell(i)))
            return false;
    return true;
}

} // namespace ridgepoint::test
