// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/overhead_ladder.h"

#include "core/experiment/dispatch_timers.h"
#include "core/experiment/ladder_steps.h"

#include <algorithm>

namespace ridgepoint {
namespace {

/// The plots, in their order.
constexpr int rungsPlot = 0;
constexpr int flamePlot = 1;

constexpr const char* article = "H. He, Making Deep Learning Go Brrrr From First Principles (2022)";

ExperimentPoint published(const char* label, double rate)
{
    return {.series = "published",
            .label = label,
            .y = rate,
            .low = rate,
            .high = rate,
            .provenance = Provenance::Published,
            .source = article};
}

/// "Vector units, all cores", or "Vector units, 2 threads" where that is not all of them.
std::string rungOf(const std::string& allCores, int threads, const DeviceInfo& device)
{
    if (threads <= 0 || threads >= device.threads)
        return allCores;
    return allCores.substr(0, allCores.find(',')) + ", " + std::to_string(threads)
         + (threads == 1 ? " thread" : " threads");
}

std::string vectorRoofId() { return computeRoofId(Operation::Fma, Precision::Fp32); }

/// The roof of the matrix unit, where the device has one.
std::optional<std::string> matrixRoofOf(const Backend& backend)
{
    const std::vector<std::string> ids = backend.roofIds();
    for (const char* id : {"compute.bf16.matrix", "compute.fp16.matrix"})
        if (std::find(ids.begin(), ids.end(), id) != ids.end())
            return id;
    return std::nullopt;
}

/// The rungs of a processor; `host` where it stands beside the measured device.
void addProcessor(std::vector<ExperimentStep>& steps, const Backend& processor, int threads, Backend* host)
{
    const DeviceInfo& device = processor.info();
    steps.push_back(roofStep(rung::vector, vectorRoofId(), 1, host));
    if (threads > 1)
        steps.push_back(roofStep(rungOf(rung::cores, threads, device), vectorRoofId(), threads, host));
    if (const auto roof = matrixRoofOf(processor))
        steps.push_back(roofStep(rungOf(rung::matrix, threads, device), *roof, threads, host));
}

/// The machine's processor between its scalar code and its GPU.
void addHost(std::vector<ExperimentStep>& steps, const MeasuringContext& context)
{
    const auto host = context.host ? context.host()
                                   : Result<Backend*>(Error{
                                       ErrorKind::Unavailable,
                                       "ladder.no-processor",
                                       "The processor is not offered beside %1; run this on the CPU for its rungs.",
                                       {context.backend.info().id}});
    if (host)
        addProcessor(steps, **host, (*host)->info().threads, *host);
    else
        steps.push_back(
            {rung::processor, 1, [why = host.error()](MeasuringContext&) -> Result<StepState> { return why; }});
}

class OverheadLadder final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "ladder",
            .title = "The overhead ladder",
            .summary = "operations a second from a Python loop to the matrix unit of this machine",
            .parameters = {{.name = "seconds",
                            .words = "Longest time for Python (s)",
                            .kind = ParameterKind::Number,
                            .defaultValue = "12",
                            .lowest = 1,
                            .highest = 60}},
            .chart = ExperimentChartKind::Bars,
            .plots = {{.title = "Floating-point operations a second",
                       .x = {},
                       .y = {"Performance", "FLOP/s", AxisScaleKind::PowersOfTen}},
                      {.title = "Where one call of the small dispatcher goes",
                       .x = {"Time of one call", "s", AxisScaleKind::Linear},
                       .y = {"Time", "s", AxisScaleKind::Linear},
                       .chart = ExperimentChartKind::Flame,
                       .workSpan = dispatch::parts[dispatch::RunKernel].name}}};
        return info;
    }
    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo&) const override
    {
        return {computeRoofId(Operation::Fma, Precision::Fp32), "compute.bf16.matrix", "compute.fp16.matrix"};
    }
    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters&, const RoofSet&,
                                                       const DeviceInfo&) const override
    {
        return {published("Python (article)", 32e6), published("PyTorch, one element (article)", 280e3),
                published("A100, tensor cores (article)", 312e12)};
    }
    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        std::vector<ExperimentStep> steps = interpreterSteps(
            "python3", std::min(Seconds(static_cast<double>(parameters.number("seconds"))), context.budget));
        steps.push_back(dispatch::timersStep(flamePlot));
        for (ExperimentStep& one : compiledSteps())
            steps.push_back(std::move(one));
        if (context.backend.info().kind == DeviceKind::Cpu) {
            addProcessor(steps, context.backend, context.threads, nullptr);
            return steps;
        }
        addHost(steps, context);
        steps.push_back(roofStep(rung::gpu, vectorRoofId(), context.threads));
        if (const auto roof = matrixRoofOf(context.backend))
            steps.push_back(roofStep(rung::gpuMatrix, *roof, context.threads));
        return steps;
    }
    [[nodiscard]] std::vector<Finding> analyse(const ExperimentResult& result) const override
    {
        std::vector<Finding> findings = againstPython(result);
        for (Finding& one : dispatch::findings(result, flamePlot))
            findings.push_back(std::move(one));
        return findings;
    }

private:
    [[nodiscard]] static std::vector<Finding> againstPython(const ExperimentResult& result)
    {
        const ExperimentPoint* python = result.find(rung::python);
        if (python == nullptr || !(python->y > 0.0))
            return {};
        std::vector<Finding> findings{{"One Python addition takes %1.", {{1.0 / python->y, "s"}}}};
        for (const ExperimentPoint& point : result.points)
            if (point.provenance == Provenance::Measured && point.plot == rungsPlot && point.label != rung::python) {
                const double ratio = point.y / python->y;
                if (ratio >= 1.0)
                    findings.push_back({"In the time of one Python FLOP, %1 does %2.", {point.label, {ratio, "FLOP"}}});
                else
                    findings.push_back(
                        {"%1: one operation takes as long as %2 in Python.", {point.label, {1.0 / ratio, "FLOP"}}});
            }
        return findings;
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeOverheadLadder() { return std::make_unique<OverheadLadder>(); }

} // namespace ridgepoint
