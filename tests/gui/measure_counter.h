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
        connection = QObject::connect(&window.bench(), &BenchProcess::notified, [this](const protocol::Notification& notification) {
            if (const auto* sample = std::get_if<protocol::SweepSample>(&notification))
                ++times[sample->sample.workload];
        });
    }
    ~MeasureCounter() { QObject::disconnect(connection); }
    std::map<Workload, int> times;
    QMetaObject::Connection connection;
};

} // namespace ridgepoint::test
