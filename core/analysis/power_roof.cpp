// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/power_roof.h"

#include "core/analysis/symmetric_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ridgepoint {
namespace {

/// Below this share of what columns of equal length would give, readings do not tell the coefficients apart.
constexpr double leastApart = 1e-6;

/// The squared volume that three columns of length 1 span, of which `products` holds the products of each two.
double volumeOf(const SymmetricMatrix& products)
{
    const double a = products.at(1, 0);
    const double b = products.at(2, 0);
    const double c = products.at(2, 1);
    return 1.0 + 2.0 * a * b * c - a * a - b * b - c * c;
}

} // namespace

std::optional<PowerModel> fitPower(std::span<const PowerReading> readings)
{
    constexpr std::size_t unknowns = 3;
    const auto columns = [](const PowerReading& reading) {
        return std::array{1.0, reading.bandwidth.value(), reading.rate.value()};
    };
    std::array<double, unknowns> length{};
    for (const PowerReading& reading : readings)
        for (std::size_t i = 0; i < unknowns; ++i)
            length[i] += columns(reading)[i] * columns(reading)[i];
    for (double& each : length) {
        each = std::sqrt(each);
        if (!std::isfinite(each) || !(each > 0.0))
            return std::nullopt;
    }
    SymmetricMatrix products(unknowns);
    std::vector<double> sides(unknowns, 0.0);
    for (const PowerReading& reading : readings) {
        const auto column = columns(reading);
        for (std::size_t i = 0; i < unknowns; ++i) {
            sides[i] += column[i] / length[i] * reading.watts;
            for (std::size_t j = 0; j <= i; ++j)
                products.add(i, j, column[i] / length[i] * (column[j] / length[j]));
        }
    }
    if (!(volumeOf(products) > leastApart))
        return std::nullopt;
    const std::vector<double> solved = products.inverse().times(sides);
    const PowerModel model{.idleWatts = solved[0] / length[0],
                           .joulesPerByte = solved[1] / length[1],
                           .joulesPerFlop = solved[2] / length[2]};
    if (!(model.idleWatts > 0.0) || !(model.joulesPerByte > 0.0) || !(model.joulesPerFlop > 0.0))
        return std::nullopt;
    return model;
}

std::optional<PowerModel> powerModelOf(const RoofSet& roofs, std::string_view computeRoof, double idleWatts)
{
    const Roof* memory = roofs.find(sustainedRoofId(bandwidthRoofId("dram")));
    const Roof* compute = roofs.find(sustainedRoofId(computeRoof));
    if (memory == nullptr || compute == nullptr || !(memory->watts > 0.0) || !(compute->watts > 0.0)
        || !(idleWatts > 0.0))
        return std::nullopt;
    const std::array readings{PowerReading{{}, {}, idleWatts},
                              PowerReading{BytesPerSecond(memory->value), {}, memory->watts},
                              PowerReading{{}, FlopsPerSecond(compute->value), compute->watts}};
    return fitPower(readings);
}

FlopsPerSecond keptUp(const PowerModel& power, double limitWatts, BytesPerSecond bandwidth, FlopsPerSecond rate,
                      FlopsPerByte intensity)
{
    const FlopsPerSecond roof = std::min(rate, intensity * bandwidth);
    const FlopsPerSecond allowed((limitWatts - power.idleWatts)
                                 / (power.joulesPerByte / intensity.value() + power.joulesPerFlop));
    return std::clamp(allowed, FlopsPerSecond(), roof);
}

std::string sustainedRoofId(std::string_view id) { return std::string(id) + ".sustained"; }

} // namespace ridgepoint
