// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/product_steps.h"
#include "core/experiment/registry.h"
#include "core/model/operator_prediction.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace ridgepoint {
namespace {

/// "By device" of the first size.
constexpr std::int64_t byDevice = 0;
constexpr std::int64_t firstOnCpu = 480;
constexpr std::int64_t firstOnGpu = 2016; // large enough to fill a GPU
constexpr std::int64_t mostEven = 64;

/// The vector unit's plot, and the matrix unit's beside it.
MatrixPrecision precisionOf(int plot, DeviceKind kind)
{
    if (plot == 0)
        return MatrixPrecision::Fp32;
    return kind == DeviceKind::Cpu ? MatrixPrecision::Bf16 : MatrixPrecision::Fp16;
}

ProductCall callOf(MatrixPrecision precision, std::int64_t n, int threads)
{
    ProductCall call = squareProduct(precision, n, threads);
    call.layout = MatrixLayout::Plain; // what frameworks hand over; the library's own layout is padded
    return call;
}

/// The largest power of two that divides n, mostEven at most.
std::int64_t powerOf(std::int64_t n) { return std::min(n & -n, mostEven); }

/// "odd", "a multiple of 2, no more", … "a multiple of 64" by the largest power of two that divides n.
SeriesName evennessOf(std::int64_t n)
{
    const std::int64_t power = powerOf(n);
    return power == 1 ? SeriesName("odd")
                      : SeriesName("multiple-of-" + std::to_string(power),
                                   "a multiple of " + std::to_string(power) + (power == mostEven ? "" : ", no more"));
}

/// The middle rate of the sizes of one evenness, between the middle ones of their intervals' ends.
std::optional<ExperimentPoint> middleRate(const ExperimentResult& result, int plot, const SeriesName& series)
{
    std::vector<double> rates;
    std::vector<double> lows;
    std::vector<double> highs;
    for (const ExperimentPoint& point : result.points)
        if (point.provenance == Provenance::Measured && point.plot == plot && point.series == series && point.y > 0.0) {
            rates.push_back(point.y);
            lows.push_back(point.low);
            highs.push_back(topOf(point));
        }
    if (rates.empty())
        return std::nullopt;
    return ExperimentPoint{
        .y = middleOf(std::move(rates)), .low = middleOf(std::move(lows)), .high = middleOf(std::move(highs))};
}

/// The middle rates of the most even sizes that were measured and of the odd ones.
struct EvenAgainstOdd {
    std::int64_t power = 1; ///< that divides the even ones
    ExperimentPoint even;
    ExperimentPoint odd;
};

std::optional<EvenAgainstOdd> evenAgainstOdd(const ExperimentResult& result, int plot)
{
    const auto odd = middleRate(result, plot, evennessOf(1));
    for (std::int64_t power = mostEven; power > 1; power /= 2)
        if (const auto even = middleRate(result, plot, evennessOf(power)); even && odd)
            return EvenAgainstOdd{power, *even, *odd};
    return std::nullopt;
}

std::vector<Finding> shapeFindings(const ExperimentResult& result)
{
    std::vector<Finding> findings;
    for (const int plot : {0, 1})
        if (const auto rates = evenAgainstOdd(result, plot))
            findings.push_back({"%1: sizes that are a multiple of %2 run at %3, odd ones at %4: %5 as fast (medians).",
                                {plot == 0 ? "Vector unit" : "Matrix unit",
                                 std::to_string(rates->power),
                                 {rates->even.y, "FLOP/s"},
                                 {rates->odd.y, "FLOP/s"},
                                 {rates->even.y / rates->odd.y, "x"}}});
    return findings;
}

std::optional<GuessAnswer> shapeAnswer(const ExperimentResult& result)
{
    const auto rates = evenAgainstOdd(result, 0);
    return rates ? answerOfRatio(rates->even, rates->odd, shapeFindings(result)) : std::nullopt;
}

std::vector<SeriesName> evennesses()
{
    std::vector<SeriesName> all;
    for (std::int64_t power = 2; power <= mostEven; power *= 2)
        all.push_back(evennessOf(power));
    return all;
}

class MatmulShapes final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentAxis rows = linearAxis("Rows n of the matrices");
        static const ExperimentAxis rate = linearAxis("Performance", "FLOP/s");
        static const ExperimentInfo info{
            .id = "matmul-shapes",
            .title = "Matrix products, one row larger each time",
            .summary = "the library's rate by the power of two that divides the size",
            .parameters = {numberParameter("first", "First size (0: automatic)", 0, 0, 8192),
                           numberParameter("count", "Number of sizes", 65, 2, 257)},
            .chart = ExperimentChartKind::Lines,
            .plots = {{"Vector unit, fp32", rows, rate}, {"Matrix unit, 16 bits", rows, rate}},
            .series = evennesses(),
            .guess = {.text = "On the vector unit: how many times the FLOP/s of odd sizes do sizes reach that a large "
                              "power of two divides?",
                      .unit = "x",
                      .answer = shapeAnswer}};
        return info;
    }

    [[nodiscard]] bool needsLibrary(const DeviceInfo&) const override { return true; }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo& device) const override
    {
        return withBandwidths({productRoofId(precisionOf(0, device.kind)), productRoofId(precisionOf(1, device.kind)),
                               matmul::launchRoofFor(device.kind)},
                              {"l2", "l3", "dram"});
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        for (const int plot : {0, 1})
            for (const std::int64_t n : sizesOf(parameters, device.kind))
                if (const ProductCall call = callOf(precisionOf(plot, device.kind), n, roofs.threads);
                    const auto rate = matmul::predictedRate(call, roofs, device.kind))
                    points.push_back(matmul::predictedPoint("roof", call, *rate, roofs, device.kind, plot));
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const DeviceKind kind = context.backend.info().kind;
        std::vector<ExperimentStep> all;
        std::vector<ExperimentStep> missing;
        const std::vector<std::int64_t> sizes = sizesOf(parameters, kind);
        Bytes together;
        const std::array refusals{std::make_shared<matmul::Refusal>(), std::make_shared<matmul::Refusal>()};
        std::array<bool, 2> isNamed{};
        for (const int plot : {0, 1})
            if (auto lack = matmul::lackOf(precisionOf(plot, kind), context.backend)) {
                missing.push_back(matmul::missingStep(matmul::seriesOf(precisionOf(plot, kind)), std::move(*lack)));
                isNamed[static_cast<std::size_t>(plot)] = true;
            }
        for (const std::int64_t n : sizes)
            for (const int plot : {0, 1}) {
                const auto unit = static_cast<std::size_t>(plot);
                const ProductCall call = callOf(precisionOf(plot, kind), n, context.threads);
                if (isNamed[unit])
                    continue; // nor are those larger
                if (auto reason = matmul::reasonAgainst(call, context)) {
                    missing.push_back(
                        matmul::missingStep(matmul::seriesOf(call.precision).words() + " from n = " + std::to_string(n),
                                            std::move(*reason)));
                    isNamed[unit] = true;
                    continue;
                }
                together += footprintOf(call);
                all.push_back(matmul::productStep({.call = call, .series = evennessOf(n), .plot = plot}, refusals[unit],
                                                  context));
            }
        // Every size has matrices of its own between its rounds, on a processor.
        if (const Bytes memory = context.backend.info().memory;
            kind == DeviceKind::Cpu && memory > Bytes() && together > memory * 0.5)
            return Error{
                ErrorKind::InvalidInput,
                "experiment.memory",
                "The matrices of all %1 sizes, %2 together, do not fit into half of the memory (%3); choose a smaller "
                "first size or fewer.",
                {std::to_string(sizes.size()), quantityText(together.value(), "B"), quantityText(memory.value(), "B")}};
        std::move(missing.begin(), missing.end(), std::back_inserter(all));
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return shapeFindings(result);
    }

private:
    static std::vector<std::int64_t> sizesOf(const ExperimentParameters& parameters, DeviceKind kind)
    {
        std::int64_t first = parameters.number("first");
        if (first == byDevice)
            first = kind == DeviceKind::Cpu ? firstOnCpu : firstOnGpu;
        std::vector<std::int64_t> sizes(static_cast<std::size_t>(parameters.number("count")));
        for (std::int64_t& size : sizes)
            size = first++;
        return sizes;
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeMatmulShapes() { return std::make_unique<MatmulShapes>(); }

} // namespace ridgepoint
