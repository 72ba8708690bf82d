// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/tensor_size.h"

#include "core/experiment/cube_points.h"
#include "core/experiment/matmul.h"
#include "core/model/operator_prediction.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <map>

namespace ridgepoint {
namespace {

/// Small tensors take microseconds, so that there is time for the narrow intervals which growths want.
constexpr int sizeRounds = 4 * usualRounds;

/// Powers of two from one element on, the coarse ones first, so that the whole curve is seen early.
std::vector<std::int64_t> sizesUpTo(std::int64_t largest)
{
    std::vector<std::int64_t> ordered;
    for (const int stride : {4, 2, 1})
        for (int power = 0; (std::int64_t{1} << power) <= largest; ++power)
            if (power % stride == 0 && (stride == 4 || power % (2 * stride) != 0))
                ordered.push_back(std::int64_t{1} << power);
    return ordered;
}

Workload sizedPass(const ExperimentParameters& parameters, std::int64_t elements, int threads)
{
    return {.operation = operationNamed(parameters.choice("operation")).value_or(Operation::Fma),
            .elements = elements,
            .operationsPerElement = parameters.number("operations"),
            .launchMode = launchModeNamed(parameters.choice("launches")).value_or(LaunchMode::WaitEach),
            .threads = threads};
}

/// Few rows by large weights: the traffic is the weights', however many the rows are.
ProductCall fewRows(std::int64_t rows, int threads)
{
    return {.precision = MatrixPrecision::Fp32,
            .rows = rows,
            .columns = sizing::weights,
            .inner = sizing::weights,
            .threads = threads};
}

using SizeSummaries = std::map<std::int64_t, Summary>;

/// The time of this size, and the growths that it has a part in.
std::vector<ExperimentPoint> sizePoints(SizeSummaries& known, const std::string& name, std::int64_t elements,
                                        const Summary& summary, const std::optional<PointWork>& work)
{
    known[elements] = summary;
    std::vector<ExperimentPoint> points{measuredPoint(name, {}, static_cast<double>(elements), summary)};
    points.front().work = work;
    if (work)
        points.front().work->time = summary.time;
    for (const std::int64_t once : {elements / 2, elements})
        if (const auto first = known.find(once), second = known.find(2 * once);
            first != known.end() && second != known.end())
            points.push_back(
                cube::ratioOf(second->second, first->second,
                              {.series = name, .x = static_cast<double>(once), .plot = sizing::growthPlot}));
    return points;
}

class TensorSize final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "tensor-size",
            .title = "Tensor size and the overhead floor",
            .summary = "one pass over 1, 2, 4 … elements: what stays the same however little there is to do",
            .parameters = {{.name = "operation",
                            .words = "Operation",
                            .kind = ParameterKind::Choice,
                            .defaultValue = "fma",
                            .choices = {"fma", "mul", "add", "relu", "gelu", "exp", "cos"}},
                           {.name = "operations",
                            .words = "Operations an element",
                            .kind = ParameterKind::Number,
                            .defaultValue = "1",
                            .lowest = 1,
                            .highest = 4096},
                           {.name = "largest",
                            .words = "Largest tensor (floats)",
                            .kind = ParameterKind::Size,
                            .defaultValue = automaticSize,
                            .lowest = 1 << 10,
                            .highest = 1 << 30},
                           {.name = "launches",
                            .words = "Launches",
                            .kind = ParameterKind::Choice,
                            .defaultValue = "wait-each",
                            .choices = {"wait-each", "queued", "graph"}}},
            .chart = ExperimentChartKind::Lines,
            .plots = {{.title = "Time of a pass",
                       .x = {"Elements", "", AxisScaleKind::PowersOfTwo},
                       .y = {"Time", "s", AxisScaleKind::PowersOfTen}},
                      {.title = "When the size doubles",
                       .x = {"Elements", "", AxisScaleKind::PowersOfTwo},
                       .y = {"Times as long", "x", AxisScaleKind::PowersOfTwo}},
                      {.title = "A product of few rows",
                       .x = {"Rows", "", AxisScaleKind::PowersOfTwo},
                       .y = {"Time", "s", AxisScaleKind::PowersOfTen}}}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters& parameters,
                                                 const DeviceInfo&) const override
    {
        const Workload pass = sizedPass(parameters, 1, 0);
        return {launchRoofId(pass.launchMode),
                std::string(launchFixedRoofId),
                computeRoofId(pass.operation, pass.precision),
                productRoofId(MatrixPrecision::Fp32),
                bandwidthRoofId("l1"),
                bandwidthRoofId("l2"),
                bandwidthRoofId("l3"),
                bandwidthRoofId("dram")};
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        std::map<std::int64_t, Seconds> times;
        const std::string name = parameters.choice("operation");
        for (const std::int64_t elements : sizesUpTo(parameters.number("largest")))
            if (const auto prediction = ridgepoint::predict(sizedPass(parameters, elements, roofs.threads), roofs,
                                                            device.kind)) {
                times[elements] = prediction->time;
                points.push_back(
                    cube::said(name, static_cast<double>(elements), prediction->time.value(), sizing::timePlot));
                points.back().work = pointWork(sizedPass(parameters, elements, roofs.threads), prediction->time,
                                               prediction->bandwidthRoof);
            }
        for (const auto& [elements, time] : times)
            if (const auto twice = times.find(2 * elements); twice != times.end())
                points.push_back(
                    cube::said(name, static_cast<double>(elements), twice->second / time, sizing::growthPlot));
        for (std::int64_t rows = 1; rows <= sizing::mostRows; rows *= 2) {
            const ProductCall call = fewRows(rows, roofs.threads);
            if (const auto prediction = ridgepoint::predict(call, roofs)) {
                const Seconds time = prediction->time + matmul::launchOf(roofs, device.kind);
                points.push_back(
                    cube::said(sizing::product, static_cast<double>(rows), time.value(), sizing::productPlot));
                points.back().work = pointWork(call, time, roofs, matmul::launchRoofFor(device.kind));
            }
        }
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        std::vector<ExperimentStep> all;
        const auto known = std::make_shared<SizeSummaries>();
        const auto companions = std::make_shared<Companions>();
        const std::string name = parameters.choice("operation");
        for (const std::int64_t elements : sizesUpTo(parameters.number("largest"))) {
            const Workload pass = sizedPass(parameters, elements, context.threads);
            if (const auto possible = cube::fits(pass, context.backend.info()); !possible)
                return possible.error();
            const auto work = cube::workOf(pass, Seconds(), context.roofs, context.backend.info().kind);
            all.push_back(cube::timeWorkload(std::to_string(elements) + (elements == 1 ? " element" : " elements"),
                                             pass, sizeRounds, companions,
                                             [known, name, elements, work](const Summary& summary) {
                                                 return sizePoints(*known, name, elements, summary, work);
                                             }));
        }
        const auto refusal = std::make_shared<matmul::Refusal>();
        for (std::int64_t rows = 1; rows <= sizing::mostRows; rows *= 2)
            all.push_back(matmul::productStep({.call = fewRows(rows, context.threads),
                                               .series = sizing::product,
                                               .plot = sizing::productPlot,
                                               .showsTime = true},
                                              refusal, context));
        return all;
    }

    [[nodiscard]] std::vector<Finding> analyse(const ExperimentResult& result) const override
    {
        return sizing::findings(result);
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeTensorSize() { return std::make_unique<TensorSize>(); }

} // namespace ridgepoint
