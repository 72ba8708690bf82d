// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/device.h"

#include <cmath>

namespace ridgepoint {

std::string wordsFor(const GpuMoment& moment)
{
    std::string words;
    const auto add = [&words](const std::string& part) { words += (words.empty() ? "" : ", ") + part; };
    if (moment.clock > Hertz())
        add(std::to_string(std::lround(moment.clock.value() / 1e6)) + " MHz");
    if (moment.watts > 0.0)
        add(std::to_string(std::lround(moment.watts)) + " W");
    if (moment.celsius)
        add(std::to_string(std::lround(*moment.celsius)) + " °C");
    if (moment.clockEvents == "idle")
        add("idle");
    else if (!moment.clockEvents.empty())
        add("clocks held back by " + moment.clockEvents);
    return words;
}

} // namespace ridgepoint
