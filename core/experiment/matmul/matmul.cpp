// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/product_steps.h"
#include "core/experiment/frame/timed_step.h"

#include "core/experiment/registry.h"
#include "core/model/operator_prediction.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace ridgepoint::matmul {
namespace {

bool isMeasured(const ExperimentPoint& point, const SeriesName& series)
{
    return point.provenance == Provenance::Measured && point.series == series && point.y > 0.0;
}

/// The point of the highest rate of a series, or null.
const ExperimentPoint* bestOf(const ExperimentResult& result, const SeriesName& series)
{
    const ExperimentPoint* best = nullptr;
    for (const ExperimentPoint& point : result.points)
        if (isMeasured(point, series) && (best == nullptr || point.y > best->y))
            best = &point;
    return best;
}

/// The least size from which on a series keeps at least half of its best.
std::optional<double> halfFrom(const ExperimentResult& result, const SeriesName& series, double best)
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
    if (cube::isUncertain(*best)) {
        findings.push_back(
            {"%1: highest rate %2 at n = %3, but it lies between %4 and %5 from run to run: run it again "
             "when nothing else runs.",
             {seriesOf(precision), {best->y, "FLOP/s"}, {best->x, ""}, {best->low, "FLOP/s"}, {best->high, "FLOP/s"}}});
        return;
    }
    const Roof* roof = result.roof(productRoofId(precision));
    if (roof != nullptr && roof->value > 0.0)
        findings.push_back({"%1: highest rate %2 at n = %3, which is %4 of its roof (%5).",
                            {seriesOf(precision),
                             {best->y, "FLOP/s"},
                             {best->x, ""},
                             {best->y / roof->value, "%"},
                             {roof->value, "FLOP/s"}}});
    else
        findings.push_back(
            {"%1: highest rate %2 at n = %3.", {seriesOf(precision), {best->y, "FLOP/s"}, {best->x, ""}}});
    if (const auto half = halfFrom(result, seriesOf(precision), best->y))
        findings.push_back({"%1: at least half of that from n = %2 on.", {seriesOf(precision), {*half, ""}}});
}

/// Each matrix unit against the vector unit, at the largest size that both have.
void addUnits(const ExperimentResult& result, std::vector<Finding>& findings)
{
    const SeriesName vector = seriesOf(MatrixPrecision::Fp32);
    for (const MatrixPrecision precision : allMatrixPrecisions) {
        const ExperimentPoint* ours = nullptr;
        const ExperimentPoint* other = nullptr;
        for (const ExperimentPoint& point : result.points) {
            if (precision == MatrixPrecision::Fp32 || !isMeasured(point, seriesOf(precision))
                || (ours != nullptr && point.x < ours->x))
                continue;
            if (const ExperimentPoint* found = firstPoint(
                    result, [&](const ExperimentPoint& one) { return isMeasured(one, vector) && one.x == point.x; })) {
                ours = &point;
                other = found;
            }
        }
        if (ours != nullptr)
            findings.push_back({"At n = %1 the matrix unit is %2 as fast in %3 as the vector unit in fp32.",
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
            findings.push_back({"%1: the ridge point with memory is at %2; the intensity of a product, 2 n³ FLOP / "
                                "%3 n² B, exceeds it from n = %4.",
                                {seriesOf(precision),
                                 {ridge.value(), "FLOP/B"},
                                 std::to_string(2 * factorBytesOf(precision) + productBytesOf(precision)),
                                 {std::max(1.0, squareAtRidge(precision, ridge)), ""}}});
        }
}

constexpr std::int64_t smallestRows = 64;
constexpr std::int64_t largestUsualRows = 8192;
/// The largest size is left to the device.
constexpr std::int64_t rowsByDevice = 0;
/// Of a product whose size was asked for: Stop waits as long.
constexpr Seconds longestAsked{3.0};

/// 64, 96, 128, 192 … up to `largest`.
std::vector<std::int64_t> sizesUpTo(std::int64_t largest)
{
    std::vector<std::int64_t> sizes;
    for (std::int64_t n = smallestRows; n <= std::max(largest, smallestRows); n *= 2)
        for (const std::int64_t size : {n, n + n / 2})
            if (size <= std::max(largest, smallestRows))
                sizes.push_back(size);
    return sizes;
}

/// The sizes of a run: up to the largest that was asked for, else as far as no product, the slowest unit's included,
/// would be left out by these roofs.
std::vector<std::int64_t> sizesOf(const ExperimentParameters& parameters, const RoofSet& roofs,
                                  const DeviceInfo& device)
{
    const std::int64_t asked = parameters.number("largest");
    std::vector<std::int64_t> sizes = sizesUpTo(asked == rowsByDevice ? largestUsualRows : asked);
    const auto isLeftOut = [&](std::int64_t n) {
        const auto precisions = precisionsOf(device.kind);
        return std::any_of(precisions.begin(), precisions.end(), [&](MatrixPrecision precision) {
            return reasonAgainst(squareProduct(precision, n, roofs.threads), roofs, device).has_value();
        });
    };
    if (asked == rowsByDevice)
        while (sizes.size() > 1 && isLeftOut(sizes.back()))
            sizes.pop_back();
    return sizes;
}

/// Which size was left out because it lasts too long to be measured unasked, and how long that would be.
void addLonger(const ExperimentResult& result, std::vector<Finding>& findings)
{
    double largest = 0.0;
    for (const ExperimentPoint& point : result.points)
        if (point.provenance == Provenance::Measured)
            largest = std::max(largest, point.x);
    const std::vector<std::int64_t> sizes = sizesUpTo(2 * largestUsualRows);
    const auto next = std::find_if(sizes.begin(), sizes.end(),
                                   [largest](std::int64_t n) { return static_cast<double>(n) > largest; });
    if (!(largest > 0.0) || next == sizes.end())
        return;
    RoofSet roofs;
    roofs.roofs = result.roofs;
    roofs.threads = result.threads;
    Seconds longest;
    for (const MatrixPrecision precision : precisionsOf(DeviceKind::Cuda)) // every one that there is
        if (bestOf(result, seriesOf(precision)) != nullptr)
            if (const auto predicted = predict(squareProduct(precision, *next, result.threads), roofs))
                longest = std::max(longest, predicted->time);
    if (longest > longestProduct && longest <= longestAsked)
        findings.push_back({"n = %1 is measured only when you ask for it: one product takes at least %2, and Stop "
                            "waits as long. Enter it as the largest matrix.",
                            {std::to_string(*next), {longest.value(), "s"}}});
}

/// What is seen: best rates and their shares of the roofs, unit against unit, and where the ridge lies.
std::vector<Finding> matmulFindings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const MatrixPrecision precision : precisionsOf(DeviceKind::Cuda)) // every one that there is
        addBest(result, precision, all);
    addUnits(result, all);
    addRidge(result, all);
    addLonger(result, all);
    return all;
}

} // namespace
} // namespace ridgepoint::matmul

namespace ridgepoint {
namespace {

/// A number, or the range that was given for it.
struct PublishedRate {
    std::int64_t n;
    double low;
    double high;
};
constexpr std::array a100Half{PublishedRate{1024, 88, 88}, PublishedRate{2048, 195, 195}, PublishedRate{4096, 258, 258},
                              PublishedRate{8192, 291, 291}};
constexpr std::array a100Tf32{PublishedRate{1024, 37, 37}, PublishedRate{2048, 85, 85}, PublishedRate{4096, 124, 124},
                              PublishedRate{8192, 136, 136}};
/// "18 to 19 throughout": of no size more is known than that.
constexpr std::array a100Single{PublishedRate{1024, 18, 19}, PublishedRate{2048, 18, 19}, PublishedRate{4096, 18, 19},
                                PublishedRate{8192, 18, 19}};

template <class Rates> void addPublished(std::vector<ExperimentPoint>& points, const char* series, const Rates& rates)
{
    for (const auto& [n, low, high] : rates) {
        points.push_back({.series = series,
                          .x = static_cast<double>(n),
                          .y = 0.5e12 * (low + high),
                          .low = low * 1e12,
                          .high = high * 1e12,
                          .provenance = Provenance::Published,
                          .source = "reported: charts of H. He, read off, within 5 %"});
        if (low < high)
            points.back().note = "published as a range over all sizes; drawn at its middle";
    }
}

[[nodiscard]] std::optional<GuessAnswer> productAnswer(const ExperimentResult& result);

class Matmul final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "matmul",
            .title = "Matrix products by size",
            .summary = "vector unit and matrix unit by size and precision, each with its roof",
            .parameters = {sizeParameter("largest", "Largest matrix (rows, 0: automatic)", "0", 0, 1 << 15),
                           choiceParameter("published", "Published results", {"none", "A100"})},
            .chart = ExperimentChartKind::Lines,
            .plots = {{"Square products", binaryAxis("Rows n of the matrices"), decimalAxis("Performance", "FLOP/s")}},
            .guess = {.text = "How many times the FLOP/s of the fp32 product of 64 rows does the fastest one reach?",
                      .unit = "x",
                      .answer = productAnswer}};
        return info;
    }

    [[nodiscard]] bool needsLibrary(const DeviceInfo&) const override { return true; }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo& device) const override
    {
        // Bandwidths come with a curve of seconds; where they are known, they are used.
        std::vector<std::string> ids{matmul::launchRoofFor(device.kind)};
        for (const MatrixPrecision precision : matmul::precisionsOf(device.kind))
            ids.push_back(productRoofId(precision));
        return withBandwidths(std::move(ids));
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        return pointsOf(parameters, roofs, device, matmul::sizesOf(parameters, roofs, device));
    }

    [[nodiscard]] std::vector<ExperimentPoint> predictEarly(const ExperimentParameters& parameters,
                                                            const RoofSet& roofs,
                                                            const DeviceInfo& device) const override
    {
        // Roofs that become sharper move the last of the sizes that they choose.
        std::vector<std::int64_t> sizes = matmul::sizesOf(parameters, roofs, device);
        if (parameters.number("largest") == matmul::rowsByDevice)
            sizes = matmul::sizesUpTo(sizes.back() / 2);
        return pointsOf(parameters, roofs, device, sizes);
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const DeviceInfo& device = context.backend.info();
        const std::vector<std::int64_t> sizes = matmul::sizesOf(parameters, context.roofs, device);
        std::vector<ExperimentStep> all;
        std::vector<ExperimentStep> shortened; // why a curve ends before the axis does
        std::vector<ExperimentStep> missing;
        struct Unit {
            MatrixPrecision precision;
            std::shared_ptr<matmul::Refusal> refusal = std::make_shared<matmul::Refusal>();
            bool isNamed = false; ///< that products from some size on are left out
        };
        std::vector<Unit> units;
        for (const MatrixPrecision precision : matmul::precisionsOf(device.kind)) {
            if (auto lack = matmul::lackOf(precision, context.backend))
                missing.push_back(matmul::missingStep(matmul::seriesOf(precision), std::move(*lack)));
            else
                units.push_back({.precision = precision});
        }
        // By size, so that the curves grow together from the left, where products are quick.
        for (const std::int64_t n : sizes)
            for (Unit& unit : units) {
                const ProductCall call = squareProduct(unit.precision, n, context.threads);
                const SeriesName series = matmul::seriesOf(unit.precision);
                if (auto reason = matmul::reasonAgainst(call, context, matmul::longestAsked)) {
                    if (!std::exchange(unit.isNamed, true))
                        shortened.push_back(
                            matmul::missingStep(series.words() + " from n = " + std::to_string(n), std::move(*reason)));
                } else {
                    all.push_back(matmul::productStep({.call = call, .series = series}, unit.refusal, context));
                }
            }
        std::move(shortened.begin(), shortened.end(), std::back_inserter(all));
        std::move(missing.begin(), missing.end(), std::back_inserter(all));
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return matmul::matmulFindings(result);
    }

private:
    [[nodiscard]] static std::vector<ExperimentPoint> pointsOf(const ExperimentParameters& parameters,
                                                               const RoofSet& roofs, const DeviceInfo& device,
                                                               const std::vector<std::int64_t>& sizes)
    {
        std::vector<ExperimentPoint> points;
        for (const MatrixPrecision precision : matmul::precisionsOf(device.kind))
            for (const std::int64_t n : sizes)
                if (const ProductCall call = squareProduct(precision, n, roofs.threads);
                    const auto rate = matmul::predictedRate(call, roofs, device.kind))
                    points.push_back(
                        matmul::predictedPoint(matmul::seriesOf(precision), call, *rate, roofs, device.kind));
        if (parameters.choice("published") == "A100") {
            addPublished(points, "A100, fp16 matrix unit", a100Half);
            addPublished(points, "A100, tf32 matrix unit", a100Tf32);
            addPublished(points, "A100, fp32 vector unit", a100Single);
        }
        return points;
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeMatmul() { return std::make_unique<Matmul>(); }

} // namespace ridgepoint

namespace ridgepoint {
namespace {

std::optional<GuessAnswer> productAnswer(const ExperimentResult& result)
{
    const SeriesName vector = matmul::seriesOf(MatrixPrecision::Fp32);
    const ExperimentPoint* best = matmul::bestOf(result, vector);
    const ExperimentPoint* small = firstPoint(result, [&](const ExperimentPoint& point) {
        return matmul::isMeasured(point, vector) && point.x == static_cast<double>(matmul::smallestRows)
            && point.y > 0.0;
    });
    if (best == nullptr || small == nullptr || best == small)
        return std::nullopt;
    std::vector<Finding> why;
    matmul::addBest(result, MatrixPrecision::Fp32, why);
    return answerOfRatio(*best, *small, std::move(why));
}

} // namespace
} // namespace ridgepoint
