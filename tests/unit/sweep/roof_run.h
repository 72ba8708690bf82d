// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sweep/roof_runner.h"
#include "tests/unit/sweep/fake_roof_device.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint::test {

inline const std::map<std::string, double> trueValues{{"compute.fp32.fma", 400e9},
                                                      {"compute.fp64.fma", 200e9},
                                                      {"compute.fp32.cos", 7e9},
                                                      {"launch.wait_each", 400e-9},
                                                      {"launch.fixed", 90e-9}};

/// A runner on a fake device, with all that it said.
struct RoofRun {
    FakeTruth truth{.values = trueValues};
    FakeClock clock;
    FakeBackend backend{truth, clock};
    std::vector<Roof> published;
    int steps = 0;
    Seconds longestStep;

    RoofRunner run(std::vector<std::string> only = {}, int threads = 2)
    {
        RoofRunner runner(backend, threads, std::move(only), clock);
        for (bool more = true; more && steps < 100000; ++steps) {
            const Seconds before = clock.now();
            more = runner.step();
            longestStep = std::max(longestStep, clock.now() - before);
            for (Roof& roof : runner.takeNewRoofs())
                published.push_back(std::move(roof));
        }
        return runner;
    }
};

inline bool isClose(double value, double truth, double tolerance) { return std::abs(value / truth - 1.0) <= tolerance; }

} // namespace ridgepoint::test
