// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/matmul.h"
#include "core/model/operator_prediction.h"

#include <algorithm>
#include <optional>

namespace ridgepoint::matmul {
namespace {

bool isMeasured(const ExperimentPoint& point, const std::string& series)
{
    return point.provenance == Provenance::Measured && point.series == series && point.y > 0.0;
}

/// The point of the highest rate of a series, or null.
const ExperimentPoint* bestOf(const ExperimentResult& result, const std::string& series)
{
    const ExperimentPoint* best = nullptr;
    for (const ExperimentPoint& point : result.points)
        if (isMeasured(point, series) && (best == nullptr || point.y > best->y))
            best = &point;
    return best;
}

/// The least size from which on a series keeps at least half of its best.
std::optional<double> halfFrom(const ExperimentResult& result, const std::string& series, double best)
{
    double below = 0.0;
    std::optional<double> from;
    for (const ExperimentPoint& point : result.points)
        if (isMeasured(point, series) && point.y < best / 2.0)
            below = std::max(below, point.x);
    for (const ExperimentPoint& point : result.points)
        if (isMeasured(point, series) && point.x > below && (!from || point.x < *from))
            from = point.x;
    return from;
}

void addBest(const ExperimentResult& result, MatrixPrecision precision, std::vector<Finding>& findings)
{
    const ExperimentPoint* best = bestOf(result, seriesOf(precision));
    if (best == nullptr)
        return;
    const Roof* roof = result.roof(productRoofId(precision));
    if (roof != nullptr && roof->value > 0.0)
        findings.push_back({"%1: at best %2, at n = %3, which is %4 of its roof (%5).",
                            {seriesOf(precision),
                             {best->y, "FLOP/s"},
                             {best->x, ""},
                             {best->y / roof->value, "%"},
                             {roof->value, "FLOP/s"}}});
    else
        findings.push_back({"%1: at best %2, at n = %3; its roof is not known.",
                            {seriesOf(precision), {best->y, "FLOP/s"}, {best->x, ""}}});
    if (const auto half = halfFrom(result, seriesOf(precision), best->y))
        findings.push_back({"%1: half of that and more from n = %2 on.", {seriesOf(precision), {*half, ""}}});
}

/// Each matrix unit against the vector unit, at the largest size that both have.
void addUnits(const ExperimentResult& result, std::vector<Finding>& findings)
{
    const std::string vector = seriesOf(MatrixPrecision::Fp32);
    for (const MatrixPrecision precision : allMatrixPrecisions) {
        const ExperimentPoint* ours = nullptr;
        const ExperimentPoint* other = nullptr;
        for (const ExperimentPoint& point : result.points) {
            if (precision == MatrixPrecision::Fp32 || !isMeasured(point, seriesOf(precision))
                || (ours != nullptr && point.x < ours->x))
                continue;
            const auto found = std::find_if(
                result.points.begin(), result.points.end(),
                [&](const ExperimentPoint& one) { return isMeasured(one, vector) && one.x == point.x; });
            if (found != result.points.end()) {
                ours = &point;
                other = &*found;
            }
        }
        if (ours != nullptr)
            findings.push_back({"At n = %1 the matrix unit multiplies %2 as fast in %3 as the vector unit in fp32.",
                                {{ours->x, ""}, {ours->y / other->y, "x"}, std::string(nameOf(precision))}});
    }
}

void addRidge(const ExperimentResult& result, std::vector<Finding>& findings)
{
    const Roof* memory = result.roof(bandwidthRoofId("dram"));
    if (memory == nullptr || !(memory->value > 0.0))
        return;
    for (const MatrixPrecision precision : allMatrixPrecisions)
        if (const Roof* roof = result.roof(productRoofId(precision));
            roof != nullptr && bestOf(result, seriesOf(precision)) != nullptr) {
            const FlopsPerByte ridge(roof->value / memory->value);
            findings.push_back({"%1: the ridge against memory lies at %2; the intensity of a product, 2 n³ FLOP over "
                                "%3 n² B, passes it at n = %4.",
                                {seriesOf(precision),
                                 {ridge.value(), "FLOP/B"},
                                 std::to_string(2 * factorBytesOf(precision) + productBytesOf(precision)),
                                 {std::max(1.0, squareAtRidge(precision, ridge)), ""}}});
        }
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const MatrixPrecision precision : precisionsOf(DeviceKind::Cuda)) // every one that there is
        addBest(result, precision, all);
    addUnits(result, all);
    addRidge(result, all);
    return all;
}

} // namespace ridgepoint::matmul
