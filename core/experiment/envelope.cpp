// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/envelope.h"

#include "core/experiment/cube_points.h"
#include "core/experiment/timed_step.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ridgepoint {
namespace {

constexpr const char* brrr =
    "H. He, Making Deep Learning Go Brrrr From First Principles (2022), https://horace.io/brrr_intro.html";

/// Twice the usual: where the line bends, its intervals are what tells where.
constexpr int envelopeRounds = 2 * usualRounds;

/// The works of one run. Operations are counted as the article counts them: a multiply-add is two.
struct EnvelopeWorks {
    Workload pass;      ///< one application per element; others differ in their number alone
    Workload registers; ///< so many applications that moving the elements does not count
    std::int64_t most = 1;

    [[nodiscard]] Workload passOf(std::int64_t applications) const
    {
        Workload workload = pass;
        workload.operationsPerElement = applications;
        return workload;
    }
    [[nodiscard]] double operationsOf(std::int64_t applications) const
    {
        return static_cast<double>(applications) * flopsPerApplication(pass.operation);
    }
    /// An element is read and written.
    [[nodiscard]] double numbersMoved() const { return 2.0 * static_cast<double>(pass.elements); }
};

EnvelopeWorks envelopeWorks(const ExperimentParameters& parameters, DeviceKind kind, int threads)
{
    EnvelopeWorks works;
    works.pass = {.operation = operationNamed(parameters.choice("operation")).value_or(Operation::Fma),
                  .precision = precisionNamed(parameters.choice("precision")).value_or(Precision::Fp32),
                  .elements = parameters.number("size"),
                  .threads = threads};
    works.registers = works.pass;
    // Enough for every thread, and long enough that a launch does not count: a GPU has hundreds of thousands of
    // threads.
    works.registers.elements = kind == DeviceKind::Cuda ? std::int64_t{1} << 24
                                                        : (std::int64_t{1} << 15) * std::max(1, threads);
    works.registers.operationsPerElement = 1024;
    works.most = parameters.number("most");
    return works;
}

ExperimentPoint aSecond(const char* label, double count, Provenance provenance)
{
    return {.series = envelope::here,
            .label = label,
            .y = count,
            .low = count,
            .high = count,
            .provenance = provenance,
            .plot = envelope::secondPlot};
}

std::vector<ExperimentPoint> publishedSecond()
{
    std::vector<ExperimentPoint> points;
    for (const auto& [label, count, note] :
         {std::tuple{envelope::moved, envelope::articleMoved, "1.5 TB/s of 4 bytes each, as the article rounds it"},
          std::tuple{envelope::computed, envelope::articleComputed,
                     "19.5 TFLOP/s, as the article rounds it; a multiply-add is two"}}) {
        points.push_back(aSecond(label, count, Provenance::Published));
        points.back().series = envelope::article;
        points.back().source = brrr;
        points.back().note = note;
    }
    return points;
}

/// The pass that was timed, as a place on its line and, of one application, as what memory moves in a second.
std::vector<ExperimentPoint> pointsOfPass(const EnvelopeWorks& works, std::int64_t applications, const Summary& summary,
                                          const std::string& bandwidthRoof)
{
    const Workload workload = works.passOf(applications);
    ExperimentPoint point = measuredPoint(envelope::pass, {}, works.operationsOf(applications), summary);
    point.plot = envelope::passPlot;
    point.note = std::to_string(applications) + " x " + std::string(nameOf(workload.operation)) + " on each of "
               + std::to_string(workload.elements) + " " + std::string(nameOf(workload.precision)) + " numbers";
    point.work = pointWork(workload, summary.time, bandwidthRoof);
    std::vector points{point};
    if (applications == 1) {
        points.push_back(measuredPoint(envelope::here, envelope::moved, 0.0, summary, works.numbersMoved()));
        points.back().note = "read and written by a pass of one operation";
        points.back().work = point.work;
    }
    return points;
}

/// What the prediction says of a workload's memory; DRAM where it cannot be predicted.
std::string bandwidthRoofOf(const Workload& workload, const RoofSet& roofs, DeviceKind kind)
{
    const auto prediction = ridgepoint::predict(workload, roofs, kind);
    return prediction ? prediction->bandwidthRoof : bandwidthRoofId("dram");
}

/// The first and the last of a line first, then what is between, so that flat and rising part are seen early.
std::vector<std::int64_t> endsFirst(std::vector<std::int64_t> values)
{
    if (values.size() > 2)
        std::rotate(values.begin() + 1, values.end() - 1, values.end());
    return values;
}

class BackOfTheEnvelope final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "envelope",
            .title = "Back of the envelope",
            .summary =
                "what this device moves and computes in a second, and how many operations an element leaves time for",
            .parameters = {{.name = "operation",
                            .words = "Operation",
                            .kind = ParameterKind::Choice,
                            .defaultValue = "fma",
                            .choices = {"fma", "mul"}},
                           {.name = "precision",
                            .words = "Precision",
                            .kind = ParameterKind::Choice,
                            .defaultValue = "fp32",
                            .choices = {"fp32", "fp64"}},
                           {.name = "most",
                            .words = "Most operations an element",
                            .kind = ParameterKind::Number,
                            .defaultValue = "512",
                            .lowest = 8,
                            .highest = 4096},
                           {.name = "size",
                            .words = "Tensor size (elements)",
                            .kind = ParameterKind::Size,
                            .defaultValue = automaticSize,
                            .lowest = 1 << 16,
                            .highest = 1 << 30}},
            .chart = ExperimentChartKind::Lines,
            .plots = {{.title = "In one second",
                       .x = {},
                       .y = {"Numbers or operations", "/s", AxisScaleKind::PowersOfTen},
                       .chart = ExperimentChartKind::Bars},
                      {.title = "One pass, by its operations",
                       .x = {"Floating-point operations per element", "", AxisScaleKind::PowersOfTwo},
                       .y = {"Time", "s", AxisScaleKind::PowersOfTen}}}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters& parameters,
                                                 const DeviceInfo&) const override
    {
        const EnvelopeWorks works = envelopeWorks(parameters, DeviceKind::Cpu, 1);
        return {bandwidthRoofId("l1"),
                bandwidthRoofId("l2"),
                bandwidthRoofId("l3"),
                bandwidthRoofId("dram"),
                computeRoofId(works.pass.operation, works.pass.precision),
                launchRoofId(LaunchMode::WaitEach)};
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points = publishedSecond();
        const EnvelopeWorks works = envelopeWorks(parameters, device.kind, roofs.threads);
        const auto of = [&](const Workload& workload) { return ridgepoint::predict(workload, roofs, device.kind); };
        const auto add = [&](ExperimentPoint point, const Workload& workload, const Prediction& prediction) {
            point.work = pointWork(workload, prediction.time, prediction.bandwidthRoof);
            points.push_back(std::move(point));
        };
        if (const auto once = of(works.pass))
            add(aSecond(envelope::moved, works.numbersMoved() / once->time.value(), Provenance::Predicted), works.pass,
                *once);
        if (const auto computing = of(works.registers))
            add(aSecond(envelope::computed, (costOf(works.registers).flops / computing->time).value(),
                        Provenance::Predicted),
                works.registers, *computing);
        const auto line = [](double operations, Seconds time, const char* label) {
            return ExperimentPoint{.series = envelope::pass,
                                   .label = label,
                                   .x = operations,
                                   .y = time.value(),
                                   .low = time.value(),
                                   .high = time.value(),
                                   .provenance = Provenance::Predicted,
                                   .plot = envelope::passPlot};
        };
        for (const std::int64_t applications : envelope::applicationsUpTo(works.most))
            if (const auto prediction = of(works.passOf(applications)))
                add(line(works.operationsOf(applications), prediction->time, ""), works.passOf(applications),
                    *prediction);
        if (const auto once = of(works.pass); once && once->compute > Seconds()) {
            // Of one application computing takes a part of what moving takes: so many of them take as long.
            const double applications = once->memory / once->compute;
            if (applications >= 1.0 && applications <= static_cast<double>(works.most))
                points.push_back(
                    line(applications * works.operationsOf(1), once->memory + once->overhead, envelope::ridge));
        }
        return points;
    }

    /// Where the ridge lies is for the roofs to say once all are there.
    [[nodiscard]] std::vector<ExperimentPoint> predictEarly(const ExperimentParameters& parameters,
                                                            const RoofSet& roofs,
                                                            const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points = predict(parameters, roofs, device);
        std::erase_if(points, [](const ExperimentPoint& point) { return point.label == envelope::ridge; });
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const DeviceInfo& device = context.backend.info();
        const EnvelopeWorks works = envelopeWorks(parameters, device.kind, context.threads);
        if (const auto possible = cube::fits(works.pass, device); !possible)
            return possible.error();
        std::vector<ExperimentStep> all;
        all.push_back(timedStep(
            "work in registers", preparing(works.registers),
            [work = works.registers,
             roof = bandwidthRoofOf(works.registers, context.roofs, device.kind)](const Summary& summary) {
                ExperimentPoint point = measuredPoint(envelope::here, envelope::computed, 0.0, summary,
                                                      costOf(work).flops.value());
                point.note = std::to_string(work.operationsPerElement) + " x " + std::string(nameOf(work.operation))
                           + " on each number, in registers";
                point.work = pointWork(work, summary.time, roof);
                return std::vector{point};
            },
            true, envelopeRounds));
        const auto companions = std::make_shared<Companions>();
        for (const std::int64_t applications : endsFirst(envelope::applicationsUpTo(works.most))) {
            const Workload workload = works.passOf(applications);
            all.push_back(cube::timeWorkload(
                "a pass of " + std::to_string(applications) + (applications == 1 ? " operation" : " operations"),
                workload, envelopeRounds, companions,
                [works, applications, roof = bandwidthRoofOf(workload, context.roofs, device.kind)](
                    const Summary& summary) { return pointsOfPass(works, applications, summary, roof); }));
        }
        return all;
    }

    [[nodiscard]] std::vector<Finding> analyse(const ExperimentResult& result) const override
    {
        return envelope::findings(result);
    }
};

} // namespace

std::vector<std::int64_t> envelope::applicationsUpTo(std::int64_t most)
{
    std::vector<std::int64_t> all;
    for (std::int64_t applications = 1; applications <= most; applications *= 2)
        all.push_back(applications);
    return all;
}

std::unique_ptr<const ExperimentDefinition> makeEnvelope() { return std::make_unique<BackOfTheEnvelope>(); }

} // namespace ridgepoint
