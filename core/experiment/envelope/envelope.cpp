// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/envelope/envelope.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace ridgepoint {
namespace {

constexpr const char* brrr =
    "H. He, Making Deep Learning Go Brrrr From First Principles (2022), https://horace.io/brrr_intro.html";

/// Twice the usual: where the line bends, its intervals are what tells where.
constexpr int envelopeRounds = 2 * usualRounds;

/// The works of one run. FLOP are counted as the article counts its operations: a multiply-add is two.
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

ExperimentPoint aSecond(LabelTerm label, double count, Provenance provenance)
{
    return saidPoint(envelope::here, label, 0.0, count, envelope::secondPlot, provenance);
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
        points.back().note = "read and written by a pass of one " + std::string(nameOf(workload.operation));
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

[[nodiscard]] std::optional<GuessAnswer> envelopeAnswer(const ExperimentResult& result);

class BackOfTheEnvelope final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "envelope",
            .title = "Back of the envelope",
            .summary = "numbers moved and FLOP computed per second, and the FLOP per element that fit in between",
            .parameters = {choiceParameter("operation", "Operation", {"fma", "mul"}),
                           choiceParameter("precision", "Precision", {"fp32", "fp64"}),
                           numberParameter("most", "Most operations per element", 512, 8, 4096),
                           sizeParameter("size", "Tensor size (elements)", automaticSize, 1 << 16, 1 << 30)},
            .chart = ExperimentChartKind::Lines,
            .plots = {{.title = "Per second",
                       .x = {},
                       .y = decimalAxis("Numbers or FLOP", "/s"),
                       .chart = ExperimentChartKind::Bars,
                       .isBySeries = true},
                      {"One pass by its FLOP", binaryAxis("FLOP per element"), decimalAxis("Time", "s")}},
            .series = {envelope::pass},
            .labels = {envelope::moved, envelope::computed},
            .guess = {
                .text = "How many FLOP on each element take as long as reading and writing it (a multiply-add is two)?",
                .answer = envelopeAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters& parameters,
                                                 const DeviceInfo&) const override
    {
        const EnvelopeWorks works = envelopeWorks(parameters, DeviceKind::Cpu, 1);
        return withBandwidths(
            {computeRoofId(works.pass.operation, works.pass.precision), launchRoofId(LaunchMode::WaitEach)});
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
        const auto line = [](double operations, Seconds time, const LabelName& label) {
            return saidPoint(envelope::pass, label, operations, time.value(), envelope::passPlot);
        };
        for (const std::int64_t applications : envelope::applicationsUpTo(works.most))
            if (const auto prediction = of(works.passOf(applications)))
                add(line(works.operationsOf(applications), prediction->time, {}), works.passOf(applications),
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
                "a pass of " + std::to_string(applications) + " " + std::string(nameOf(workload.operation)), workload,
                envelopeRounds, companions,
                [works, applications, roof = bandwidthRoofOf(workload, context.roofs, device.kind)](
                    const Summary& summary) { return pointsOfPass(works, applications, summary, roof); }));
        }
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
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

namespace ridgepoint::envelope {
namespace {

/// A ridge nearer than this to the fewest operations that were tried, or to the most, is not between them.
constexpr double clearlyBetween = 1.5;
/// Passes with at most this share of the ridge's operations are on the flat part: past it the corner begins to round.
constexpr double stillFlat = 0.6;

/// The time of the passes with at most so many operations: the middle one, which a few disturbed ones do not move; of
/// the first pass where there is no other. `of` is the time, or an end of its interval.
double flatTime(const std::vector<ExperimentPoint>& line, double operations,
                double ExperimentPoint::*of = &ExperimentPoint::y)
{
    std::vector<double> times;
    for (const ExperimentPoint& point : line)
        if (times.empty() || point.x <= operations)
            times.push_back(point.*of);
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

/// To two digits: a figure from the back of an envelope claims no more.
std::string roughly(double value)
{
    const double step = value >= 10.0 ? std::pow(10.0, std::floor(std::log10(value)) - 1.0) : 0.1;
    const auto tenths = static_cast<long long>(std::lround(std::round(value / step) * step * 10.0));
    return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "");
}

const ExperimentPoint* inASecond(const ExperimentResult& result, LabelTerm label, Provenance provenance)
{
    return firstPoint(result, [&](const ExperimentPoint& point) {
        return point.plot == secondPlot && point.label == label && point.series == here
            && point.provenance == provenance && point.y > 0.0;
    });
}

/// FLOP an element in the time in which it is read and written; nothing where a part is missing.
std::optional<double> operationsFree(const ExperimentResult& result, Provenance provenance)
{
    const ExperimentPoint* numbers = inASecond(result, moved, provenance);
    const ExperimentPoint* operations = inASecond(result, computed, provenance);
    if (numbers == nullptr || operations == nullptr)
        return std::nullopt;
    return operations->y / (numbers->y / 2.0);
}

void addRidge(const ExperimentResult& result, std::vector<Finding>& all)
{
    const std::vector<ExperimentPoint> line = passes(result, Provenance::Measured);
    const MeasuredRidge seen = ridgeOf(line);
    const ExperimentPoint* predicted = firstPoint(result,
                                                  [](const ExperimentPoint& point) { return point.label == ridge; });
    // Beyond the passes that are drawn the roofs tell it all the same.
    const auto allowed = predicted == nullptr ? operationsFree(result, Provenance::Predicted)
                                              : std::optional(predicted->x);
    const std::string byRoofs = allowed ? "about " + roughly(*allowed) : "unknown";
    switch (seen.kind) {
    case RidgeKind::Found:
        all.push_back({"Measured: the time of a pass exceeds its memory time from about %1 FLOP per element "
                       "(predicted: %2); up to there computing is free.",
                       {roughly(seen.operations), byRoofs}});
        break;
    case RidgeKind::NeverFlat:
        all.push_back({"Measured: the time of a pass grows from the first FLOP on: computing is always the "
                       "limit (predicted ridge: %1).",
                       {byRoofs}});
        break;
    case RidgeKind::NeverRising:
        all.push_back({"Measured: up to %1 FLOP per element hardly lengthen a pass; allow more to "
                       "see where computing becomes the limit (predicted: %2).",
                       {roughly(line.back().x), byRoofs}});
        break;
    case RidgeKind::Uncertain:
        all.push_back({"The times of passes vary too much between rounds to locate where they rise (predicted ridge: "
                       "%1).",
                       {byRoofs}});
        break;
    case RidgeKind::TooFewPoints: break;
    }
}

/// The two ratios whose ratio is the difference: how much more the article's device computes, and how much more it
/// moves.
void addArticle(const ExperimentResult& result, double free, std::vector<Finding>& all)
{
    const double computes = articleComputed / inASecond(result, computed, Provenance::Measured)->y;
    const double moves = articleMoved / inASecond(result, moved, Provenance::Measured)->y;
    const auto times = [](double ratio) {
        return ratio >= 1.0 ? FindingValue(ratio, "x") : FindingValue("1/" + roughly(1.0 / ratio));
    };
    all.push_back(
        {"The article's A100 has time for about %1 FLOP, this device for %2: the A100 computes %3 as much and "
         "moves %4 as many numbers per second.",
         {roughly(articleRidge), roughly(free), times(computes), times(moves)}});
    const auto operation = result.parameters.find("operation");
    if (operation != result.parameters.end() && operation->second == "mul")
        all.push_back({"Its figure counts a multiply-add as two FLOP; with multiplications alone, as measured "
                       "here, an A100 reaches about half of it.",
                       {}});
    const auto precision = result.parameters.find("precision");
    if (precision != result.parameters.end() && precision->second == "fp64")
        all.push_back({"Its figure is for fp32; a number in fp64, as measured here, has twice the bytes and takes a "
                       "vector unit twice as long.",
                       {}});
}

} // namespace

std::vector<ExperimentPoint> passes(const ExperimentResult& result, Provenance provenance)
{
    cube::Line line = cube::lineOf(result, passPlot, pass, provenance);
    std::erase_if(line, [](const ExperimentPoint& point) { return point.label == ridge; });
    return line;
}

MeasuredRidge ridgeOf(const std::vector<ExperimentPoint>& line)
{
    if (line.size() < 4)
        return {};
    if (cube::isUncertain(line.back()) || std::all_of(line.begin(), line.begin() + 3, cube::isUncertain))
        return {RidgeKind::Uncertain};
    const auto ridgeFor = [&](double flat) { return line.back().x * flat / line.back().y; };
    // A guess from the fastest of the first three, then from all that lie well under it.
    const double guess = ridgeFor(std::min({line[0].y, line[1].y, line[2].y}));
    const double flatEnd = stillFlat * guess;
    const double found = ridgeFor(flatTime(line, flatEnd));
    if (found * clearlyBetween > line.back().x)
        return {RidgeKind::NeverRising};
    if (found < clearlyBetween * line.front().x)
        return {RidgeKind::NeverFlat};
    const double least = line.back().x * flatTime(line, flatEnd, &ExperimentPoint::low) / line.back().high;
    const double most = line.back().x * flatTime(line, flatEnd, &ExperimentPoint::high) / line.back().low;
    return {RidgeKind::Found, found, least, most};
}

std::string spoken(double count)
{
    constexpr std::array names{std::pair{1e15, " quadrillion"}, std::pair{1e12, " trillion"},
                               std::pair{1e9, " billion"}, std::pair{1e6, " million"}};
    for (const auto& [size, name] : names)
        if (count >= size * 0.9995)
            return quantityText(count / size, "") + name;
    return quantityText(count, "");
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    const auto free = operationsFree(result, Provenance::Measured);
    if (free) {
        const auto predicted = operationsFree(result, Provenance::Predicted);
        all.push_back({"Per second this device moves %1 numbers or computes %2 FLOP, %5 as many. An element is moved "
                       "twice, read and written, so that is doubled: about %3 FLOP per element fit before computing "
                       "takes longer (predicted: %4).",
                       {spoken(inASecond(result, moved, Provenance::Measured)->y),
                        spoken(inASecond(result, computed, Provenance::Measured)->y),
                        roughly(*free),
                        predicted ? "about " + roughly(*predicted) : "unknown",
                        {*free / 2.0, "x"}}});
    }
    addRidge(result, all);
    if (free)
        addArticle(result, *free, all);
    return all;
}

} // namespace ridgepoint::envelope

namespace ridgepoint {
namespace {

/// Where the line bends; where it does not within the passes, by the bars.
std::optional<GuessAnswer> envelopeAnswer(const ExperimentResult& result)
{
    const envelope::MeasuredRidge seen = envelope::ridgeOf(envelope::passes(result, Provenance::Measured));
    if (seen.kind == envelope::RidgeKind::Found)
        return answerOf(ExperimentPoint{.y = seen.operations, .low = seen.low, .high = seen.high},
                        envelope::findings(result));
    const ExperimentPoint* numbers = envelope::inASecond(result, envelope::moved, Provenance::Measured);
    const ExperimentPoint* operations = envelope::inASecond(result, envelope::computed, Provenance::Measured);
    if (numbers == nullptr || operations == nullptr)
        return std::nullopt;
    ExperimentPoint elements = *numbers; // each is read and written
    elements.y /= 2.0;
    elements.low /= 2.0;
    elements.high /= 2.0;
    return answerOfRatio(*operations, elements, envelope::findings(result));
}

} // namespace
} // namespace ridgepoint
