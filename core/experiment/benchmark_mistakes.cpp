// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/benchmark_mistakes.h"

#include "core/experiment/cube_points.h"
#include "core/experiment/mistake_steps.h"
#include "core/model/prediction.h"

#include <algorithm>

namespace ridgepoint {
namespace {

class BenchmarkMistakes final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "mistakes",
            .title = "How to benchmark honestly",
            .summary = "one pass over a large tensor, timed rightly and in six wrong ways",
            .parameters = {{.name = "size",
                            .words = "Tensor size (floats)",
                            .kind = ParameterKind::Size,
                            .defaultValue = automaticSize,
                            .lowest = 1 << 16,
                            .highest = 1 << 30},
                           {.name = "rounds",
                            .words = "Rounds",
                            .kind = ParameterKind::Number,
                            .defaultValue = "8",
                            .lowest = 6,
                            .highest = 40}},
            .chart = ExperimentChartKind::Bars,
            .plots = {{.title = "What each way makes of the same pass",
                       .x = {},
                       .y = {"Memory bandwidth claimed", "B/s", AxisScaleKind::PowersOfTen}}}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo&) const override
    {
        return {bandwidthRoofId("l2"), bandwidthRoofId("l3"), bandwidthRoofId("dram"),
                computeRoofId(Operation::Fma, Precision::Fp32), launchRoofId(LaunchMode::WaitEach)};
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        const MistakeWorks works = mistakeWorks(parameters.number("size"), roofs, roofs.threads);
        const auto add = [&](const char* label, const Workload& workload, Bytes counted) {
            if (const auto prediction = ridgepoint::predict(workload, roofs, device.kind)) {
                const double rate = (counted / prediction->time).value();
                points.push_back({.series = "predicted",
                                  .label = label,
                                  .y = rate,
                                  .low = rate,
                                  .high = rate,
                                  .provenance = Provenance::Predicted,
                                  .work = pointWork(workload, prediction->time, prediction->bandwidthRoof)});
            }
        };
        add(mistake::right, works.pass, costOf(works.pass).bytes);
        add(mistake::cached, works.cached, costOf(works.cached).bytes);
        add(mistake::counted, works.fused, works.fusedClaim);
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const MistakeWorks works = mistakeWorks(parameters.number("size"), context.roofs, context.threads);
        const DeviceInfo& device = context.backend.info();
        if (const auto possible = cube::fits(works.pass, device); !possible)
            return possible.error();
        return mistakeSteps(works, static_cast<int>(parameters.number("rounds")), device.kind);
    }

    [[nodiscard]] std::vector<Finding> analyse(const ExperimentResult& result) const override
    {
        return mistakeFindings(result);
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeBenchmarkMistakes() { return std::make_unique<BenchmarkMistakes>(); }

} // namespace ridgepoint
