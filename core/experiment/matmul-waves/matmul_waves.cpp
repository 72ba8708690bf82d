// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/matmul-waves/matmul_waves.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/product_steps.h"
#include "core/experiment/registry.h"
#include "core/model/operator_prediction.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

constexpr double pointsATile = 6.0;
constexpr MatrixPrecision tilePrecision = MatrixPrecision::Fp32;

TileShape tileOf(DeviceKind kind) { return kind == DeviceKind::Cpu ? ownTile : ownGpuTile; }

/// That compute a tile at a time each: threads of a processor, multiprocessors of a GPU.
std::int64_t workersOf(const DeviceInfo& device, int threads)
{
    if (device.kind == DeviceKind::Cpu)
        return std::max(1, threads);
    return std::max(1, device.gpu ? device.gpu->multiprocessors : 1);
}

/// Sizes up to some waves of tiles, with every whole number of tiles and the next size, where a row more costs a tile
/// more.
std::vector<std::int64_t> sizesOf(const DeviceInfo& device, int threads)
{
    const TileShape tile = tileOf(device.kind);
    const auto workers = static_cast<double>(workersOf(device, threads));
    const auto area = static_cast<double>(tile.rows * tile.columns);
    const auto largest = static_cast<std::int64_t>(std::ceil(std::sqrt(4.0 * workers * area)));
    std::vector<std::int64_t> sizes;
    const std::int64_t tiles = std::clamp<std::int64_t>((largest + tile.rows - 1) / tile.rows, 6, 24);
    const double step = static_cast<double>(tile.rows) / (tiles > 10 ? 3.0 : pointsATile);
    for (double n = step; n < static_cast<double>(tiles * tile.rows) + 1.0; n += step)
        sizes.push_back(static_cast<std::int64_t>(std::llround(n)));
    for (std::int64_t edge = tile.rows; edge < tiles * tile.rows; edge += tile.rows)
        sizes.push_back(edge + 1);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

std::string remarkOf(const TileWaves& waves, std::int64_t workers)
{
    return counted(waves.tiles, "tile") + ", " + counted(waves.waves, "wave") + " of " + std::to_string(workers) + ": "
         + quantityText(waves.efficiency(), "%") + " of the unit";
}

const ExperimentPoint* find(const ExperimentResult& result, const SeriesName& series, Provenance provenance, double n)
{
    return firstPoint(result, [&](const ExperimentPoint& point) {
        return point.series == series && point.provenance == provenance && point.x == n && point.y > 0.0;
    });
}

/// Measured over predicted at the places that have both: middle, and how far it goes to either side.
void addAgreement(const ExperimentResult& result, const SeriesName& series, std::vector<Finding>& findings)
{
    std::vector<double> shares;
    for (const ExperimentPoint& point : result.points)
        if (point.series == series && point.provenance == Provenance::Measured)
            if (const ExperimentPoint* theory = find(result, series, Provenance::Predicted, point.x))
                shares.push_back(point.y / theory->y);
    if (shares.size() < 3)
        return;
    std::sort(shares.begin(), shares.end());
    findings.push_back({"%1: measured rates are %2 of what tiles and waves predict (median of %3 sizes; %4 to %5).",
                        {series,
                         {shares[shares.size() / 2], "%"},
                         std::to_string(shares.size()),
                         {shares.front(), "%"},
                         {shares.back(), "%"}}});
}

struct WaveStep {
    double n = 0.0;     ///< the size that is a row larger
    double share = 1.0; ///< of the rate before
};

/// The largest fall from a size to one a row larger.
std::optional<WaveStep> worstStep(const ExperimentResult& result, const SeriesName& series)
{
    std::optional<WaveStep> worst;
    for (const ExperimentPoint& point : result.points)
        if (point.series == series && point.provenance == Provenance::Measured)
            if (const ExperimentPoint* before = find(result, series, Provenance::Measured, point.x - 1.0);
                before != nullptr && point.y / before->y < (worst ? worst->share : 1.0))
                worst = WaveStep{point.x, point.y / before->y};
    return worst;
}

void addStep(const ExperimentResult& result, const SeriesName& series, std::vector<Finding>& findings)
{
    const auto worst = worstStep(result, series);
    if (!worst)
        return;
    const ExperimentPoint* theory = find(result, series, Provenance::Predicted, worst->n);
    const ExperimentPoint* before = find(result, series, Provenance::Predicted, worst->n - 1.0);
    if (theory != nullptr && before != nullptr)
        findings.push_back({"One more row, from n = %1 to %2, reduces the rate to %3 (predicted: %4).",
                            {{worst->n - 1.0, ""}, {worst->n, ""}, {worst->share, "%"}, {theory->y / before->y, "%"}}});
}

std::vector<Finding> waveFindings(const ExperimentResult& result)
{
    std::vector<Finding> findings;
    for (const DeviceKind kind : {DeviceKind::Cpu, DeviceKind::Cuda}) {
        addAgreement(result, matmul::ownSeriesOf(kind), findings);
        addStep(result, matmul::ownSeriesOf(kind), findings);
    }
    return findings;
}

std::optional<GuessAnswer> waveAnswer(const ExperimentResult& result)
{
    for (const DeviceKind kind : {DeviceKind::Cpu, DeviceKind::Cuda})
        if (const auto worst = worstStep(result, matmul::ownSeriesOf(kind))) {
            std::vector<Finding> why;
            addStep(result, matmul::ownSeriesOf(kind), why);
            addAgreement(result, matmul::ownSeriesOf(kind), why);
            const SeriesName series = matmul::ownSeriesOf(kind);
            return answerOfRatio(*find(result, series, Provenance::Measured, worst->n),
                                 *find(result, series, Provenance::Measured, worst->n - 1.0), std::move(why));
        }
    return std::nullopt;
}

class MatmulWaves final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "matmul-waves",
            .title = "Tiles and waves of a matrix product",
            .summary = "performance lost to partly filled tiles and to a last wave with few busy workers",
            .parameters = {choiceParameter("reference", "Compare with", {"library", "none"})},
            .chart = ExperimentChartKind::Lines,
            .plots = {{"Square products by tiles of one shape", linearAxis("Rows n of the matrices"),
                       linearAxis("Performance", "FLOP/s")}},
            .series = {matmul::librarySeries},
            .guess = {.text = "Where one more row begins new tiles, the rate drops: to what share of the rate before, "
                              "at the deepest drop?",
                      .unit = "%",
                      .answer = waveAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo& device) const override
    {
        return withBandwidths({productRoofId(tilePrecision), matmul::launchRoofFor(device.kind)});
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters&, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        const std::int64_t workers = workersOf(device, roofs.threads);
        for (const std::int64_t n : sizesOf(device, roofs.threads))
            if (const auto rate = matmul::wavesRate(n, tileOf(device.kind), workers, tilePrecision, roofs,
                                                    device.kind)) {
                ExperimentPoint point = matmul::predictedPoint(matmul::ownSeriesOf(device.kind),
                                                               squareProduct(tilePrecision, n, roofs.threads), *rate,
                                                               roofs, device.kind);
                point.note = remarkOf(tileWaves(n, n, tileOf(device.kind), workers), workers);
                points.push_back(std::move(point));
            }
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const DeviceInfo& device = context.backend.info();
        const std::int64_t workers = workersOf(device, context.threads);
        std::vector<ExperimentStep> all;
        const auto ownRefusal = std::make_shared<matmul::Refusal>();
        const auto libraryRefusal = std::make_shared<matmul::Refusal>();
        for (const std::int64_t n : sizesOf(device, context.threads)) {
            ProductCall call = squareProduct(tilePrecision, n, context.threads);
            all.push_back(
                matmul::productStep({.call = call,
                                     .series = matmul::ownSeriesOf(device.kind),
                                     .implementation = Implementation::BuiltIn,
                                     .remark = remarkOf(tileWaves(n, n, tileOf(device.kind), workers), workers)},
                                    ownRefusal, context));
            call.layout = MatrixLayout::Plain;
            if (parameters.choice("reference") == "library")
                all.push_back(
                    matmul::productStep({.call = call, .series = matmul::librarySeries}, libraryRefusal, context));
        }
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return waveFindings(result);
    }
};

} // namespace

namespace matmul {

Result<FlopsPerSecond> wavesRate(std::int64_t n, const TileShape& tile, std::int64_t workers, MatrixPrecision precision,
                                 const RoofSet& roofs, DeviceKind kind)
{
    const ProductCall call = squareProduct(precision, n, roofs.threads);
    const auto predicted = predict(call, roofs);
    if (!predicted)
        return predicted.error();
    const double efficiency = tileWaves(n, n, tile, workers).efficiency();
    return costOf(call).operations / (predicted->compute / efficiency + launchOf(roofs, kind));
}

SeriesName ownSeriesOf(DeviceKind kind)
{
    const TileShape tile = tileOf(kind);
    return "own tiles of " + std::to_string(tile.rows) + " x " + std::to_string(tile.columns);
}

} // namespace matmul

std::unique_ptr<const ExperimentDefinition> makeMatmulWaves() { return std::make_unique<MatmulWaves>(); }

} // namespace ridgepoint
