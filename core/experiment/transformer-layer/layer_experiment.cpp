// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/transformer-layer/layer_experiment.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/frame/product_steps.h"
#include "core/experiment/registry.h"
#include "core/model/operator_prediction.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace ridgepoint {
namespace {

constexpr const char* source =
    "A. Ivanov et al., \"Data Movement Is All You Need\" (2020): V100, PyTorch, forward and backward, B = 8, S = 512";

LayerShape shapeOf(const ExperimentParameters& parameters)
{
    return {.batch = parameters.number("batch"), .sequence = parameters.number("sequence")};
}

bool isShown(const ExperimentParameters& parameters, bool fused)
{
    const std::string& wanted = parameters.choice("fusion");
    return wanted == "both" || wanted == (fused ? "fused" : "unfused");
}

bool isShown(const ExperimentParameters& parameters, const LayerOperator& one)
{
    return (isShown(parameters, false) && one.inUnfused) || (isShown(parameters, true) && one.inFused);
}

/// What "auto" comes to: the matrix unit where there is one.
MatrixPrecision precisionOf(const ExperimentParameters& parameters, bool hasMatrixUnit)
{
    const std::string& wanted = parameters.choice("precision");
    if (wanted == "auto")
        return hasMatrixUnit ? MatrixPrecision::Bf16 : MatrixPrecision::Fp32;
    return wanted == "bf16" ? MatrixPrecision::Bf16 : MatrixPrecision::Fp32;
}

Result<OperatorPrediction> predictionOf(const LayerOperator& one, const RoofSet& roofs)
{
    if (const auto* product = std::get_if<ProductCall>(&one.call))
        return predict(*product, roofs);
    return predict(std::get<OperatorCall>(one.call), roofs);
}

/// One launch of it.
PointWork workOf(const LayerOperator& one, Seconds time, const RoofSet& roofs, DeviceKind kind)
{
    const std::string launch = matmul::launchRoofFor(kind);
    if (const auto* product = std::get_if<ProductCall>(&one.call))
        return pointWork(*product, time, roofs, launch);
    PointWork work = pointWork(std::get<OperatorCall>(one.call), time, roofs);
    work.launchRoof = launch;
    return work;
}

ExperimentPoint dotOf(const LayerOperator& one, const Summary& summary)
{
    ExperimentPoint point = measuredPoint(layer::seriesOf(one.kind), std::string(one.name),
                                          one.arithmeticIntensity().value(), summary, one.operations().value());
    point.plot = 1;
    return point;
}

Result<void> validityOf(const LayerOperator& one)
{
    if (const auto* product = std::get_if<ProductCall>(&one.call))
        return validate(*product);
    return validate(std::get<OperatorCall>(one.call));
}

/// What the steps of one run share.
struct Run {
    std::vector<LayerOperator> operators;
    layer::Times times;
    bool showsUnfused = true;
    bool showsFused = true;
};

/// The dot of an operator, and the shares of the layer as soon as all of it has a time.
std::vector<ExperimentPoint> pointsOf(Run& run, const LayerOperator& one, const Summary& summary,
                                      const std::string& method)
{
    ExperimentPoint dot = dotOf(one, summary);
    dot.note = quantityText(summary.time.value(), "s") + (one.times > 1 ? ", twice in a layer; " : "; ") + method;
    run.times[std::string(one.name)] = {summary.time.value(), summary.low.value(), summary.high.value(), summary.flags};
    std::vector<ExperimentPoint> points{std::move(dot)};
    for (const bool fused : {false, true})
        if (fused ? run.showsFused : run.showsUnfused)
            for (ExperimentPoint& share : layer::sharePoints(run.operators, run.times, fused, Provenance::Measured))
                points.push_back(std::move(share));
    return points;
}

ExperimentStep stepOf(const LayerOperator& one, const std::shared_ptr<Run>& run, const MeasuringContext& known)
{
    const PointWork work = workOf(one, Seconds(), known.roofs, known.backend.info().kind);
    WorkRequest request;
    if (const auto* product = std::get_if<ProductCall>(&one.call))
        request = ProductRequest{*product, Implementation::Library};
    else
        request = OperatorRequest{std::get<OperatorCall>(one.call), Implementation::BuiltIn};
    const auto points = [one, run, work](const Summary& summary, const ReadyWork& ready) {
        std::vector<ExperimentPoint> shown = pointsOf(*run, one, summary, ready.method);
        ExperimentPoint& dot = shown.front();
        dot.work = lasting(work, summary.time);
        dot.movedX = ready.cost ? movedIntensity(*ready.cost) : std::nullopt;
        return shown;
    };
    return timedStep(std::string(one.name), preparing(request), points);
}

[[nodiscard]] std::optional<GuessAnswer> layerAnswer(const ExperimentResult& result);

class TransformerLayer final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "transformer-layer",
            .title = "Transformer layer by operator class",
            .summary =
                "a BERT-large encoder layer, forward pass: shares of the operations and of the time, unfused and fused",
            .parameters = {numberParameter("batch", "Sequences (B)", 1, 1, 64),
                           numberParameter("sequence", "Tokens of a sequence (S)", 256, 16, 4096),
                           choiceParameter("precision", "Matrix products in", {"auto", "fp32", "bf16"}),
                           choiceParameter("fusion", "Operators", {"both", "unfused", "fused"})},
            .chart = ExperimentChartKind::Bars,
            .plots =
                {{.title = "Shares of the layer, forward", .x = {}, .y = linearAxis("Share", "%"), .isStacked = true},
                 {"Its operators", binaryAxis("Arithmetic intensity", "FLOP/B"), decimalAxis("Performance", "op/s"),
                  ExperimentChartKind::Roofline}},
            .series = {layer::seriesOf(LayerClass::Contraction)},
            .labels = {layer::counted, layer::timeRow(false), layer::timeRow(true), layer::publishedCount,
                       layer::publishedTime},
            .guess = {
                .text = "What share of the layer's time do matrix products take?", .unit = "%", .answer = layerAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters& parameters,
                                                 const DeviceInfo& device) const override
    {
        std::vector<std::string> ids{matmul::launchRoofFor(device.kind), productRoofId(MatrixPrecision::Fp32)};
        for (const Operation operation : {Operation::Add, Operation::Mul, Operation::Exp, Operation::Gelu})
            ids.push_back(computeRoofId(operation, Precision::Fp32));
        if (parameters.choice("precision") != "fp32")
            ids.push_back(productRoofId(MatrixPrecision::Bf16));
        return withBandwidths(std::move(ids), {"l2", "l3", "dram", "dram.copy", "dram.read", "dram.write"});
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        const bool hasMatrixUnit = roofs.find(productRoofId(MatrixPrecision::Bf16)) != nullptr;
        const auto operators = layerOperators(shapeOf(parameters), precisionOf(parameters, hasMatrixUnit),
                                              roofs.threads);
        layer::Times times;
        std::vector<ExperimentPoint> dots;
        for (const LayerOperator& one : operators)
            if (const auto prediction = predictionOf(one, roofs)) {
                const double time = (prediction->time + matmul::launchOf(roofs, device.kind)).value();
                times[std::string(one.name)] = {time, time, time};
                const double rate = one.operations().value() / time;
                if (!isShown(parameters, one))
                    continue;
                dots.push_back(saidPoint(layer::seriesOf(one.kind), std::string(one.name),
                                         one.arithmeticIntensity().value(), rate, 1));
                dots.back().work = workOf(one, Seconds(time), roofs, device.kind);
            }
        std::vector<ExperimentPoint> points;
        addRows(points, parameters, operators, times);
        points.insert(points.end(), dots.begin(), dots.end());
        return points;
    }

    /// Only what is counted and what was published: whether there is a matrix unit, and so every intensity and every
    /// share of the time, is known with the last roof.
    [[nodiscard]] std::vector<ExperimentPoint> predictEarly(const ExperimentParameters& parameters,
                                                            const RoofSet& roofs, const DeviceInfo&) const override
    {
        std::vector<ExperimentPoint> points;
        addRows(points, parameters, layerOperators(shapeOf(parameters), MatrixPrecision::Fp32, roofs.threads), {});
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const auto run = std::make_shared<Run>();
        const bool hasMatrixUnit = !matmul::lackOf(MatrixPrecision::Bf16, context.backend);
        run->operators = layerOperators(shapeOf(parameters), precisionOf(parameters, hasMatrixUnit), context.threads);
        run->showsUnfused = isShown(parameters, false);
        run->showsFused = isShown(parameters, true);
        for (const LayerOperator& one : run->operators)
            if (const auto possible = validityOf(one); !possible)
                return Error{ErrorKind::InvalidInput,
                             "layer.shape",
                             "%1 sequences of %2 tokens are too many for %3 (%4); choose fewer sequences or tokens.",
                             {std::to_string(parameters.number("batch")), std::to_string(parameters.number("sequence")),
                              std::string(one.name), possible.error().message()}};
        Bytes wanted;
        for (const LayerOperator& one : run->operators)
            wanted += std::holds_alternative<ProductCall>(one.call) ? one.footprint()
                                                                    : Bytes(); // products have matrices of their own
        for (const LayerOperator& one : run->operators)
            wanted = std::max(wanted, one.footprint());
        if (const auto possible = fitsInto(
                context.backend.info(), 0.5, wanted,
                "Tensors of %1 together do not fit into half of the memory (%2); choose fewer sequences or tokens.");
            !possible)
            return possible.error();
        std::vector<ExperimentStep> all;
        for (const LayerOperator& one : run->operators)
            if (isShown(parameters, one))
                all.push_back(stepOf(one, run, context));
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return layer::findings(result);
    }

private:
    /// What is counted, what the roofs allow of each variant, and what was published.
    static void addRows(std::vector<ExperimentPoint>& points, const ExperimentParameters& parameters,
                        const std::vector<LayerOperator>& operators, const layer::Times& times)
    {
        for (const LayerClass which : allLayerClasses) {
            points.push_back(saidPoint(layer::seriesOf(which), layer::counted, 0.0,
                                       layer::flopShare(operators, which, !isShown(parameters, false))));
            points.back().note = "counted from the definitions, not measured";
        }
        for (const bool variant : {false, true})
            if (isShown(parameters, variant))
                for (ExperimentPoint& point : layer::sharePoints(operators, times, variant, Provenance::Predicted))
                    points.push_back(std::move(point));
        for (const auto& [row, share] : {std::pair{layer::publishedCount, &layer::PublishedShare::flop},
                                         std::pair{layer::publishedTime, &layer::PublishedShare::time}})
            for (const LayerClass which : allLayerClasses) {
                points.push_back(saidPoint(layer::seriesOf(which), row, 0.0, layer::publishedOf(which).*share, 0,
                                           Provenance::Published));
                points.back().source = source;
                points.back().note = "not the same work: forward and backward, in fp16";
            }
    }
};

} // namespace

namespace layer {

std::vector<LayerOperator> operatorsOf(const ExperimentResult& result)
{
    static const std::unique_ptr<const ExperimentDefinition> definition = makeTransformerLayer();
    const auto parameters = readParameters(definition->info(), result.parameters);
    if (!parameters)
        return {};
    // Only operations are asked of these, which precision and threads do not change.
    return layerOperators(shapeOf(*parameters), MatrixPrecision::Fp32, 1);
}

} // namespace layer

std::unique_ptr<const ExperimentDefinition> makeTransformerLayer() { return std::make_unique<TransformerLayer>(); }

} // namespace ridgepoint

namespace ridgepoint::layer {
namespace {

/// Launch for launch, from the dots of the roofline: operations over their rate.
Times timesOf(const ExperimentResult& result, const std::vector<LayerOperator>& operators)
{
    Times times;
    for (const ExperimentPoint& point : result.points)
        for (const LayerOperator& one : operators)
            if (point.plot == 1 && point.provenance == Provenance::Measured && point.label == one.name
                && point.y > 0.0) {
                const double operations = one.operations().value();
                times[std::string(one.name)] = {operations / point.y, operations / std::max(point.high, point.y),
                                                point.low > 0.0 ? operations / point.low : operations / point.y,
                                                point.flags};
            }
    return times;
}

const char* classInFindings(LayerClass which)
{
    switch (which) {
    case LayerClass::Contraction: return "Matrix products";
    case LayerClass::Normalisation: return "Normalisation";
    case LayerClass::Elementwise: return "Element-wise operators";
    }
    return "";
}

/// A sentence a class, which has both variants where both were run; what holds of all of them is said once.
void addShares(const std::vector<LayerOperator>& operators, const Times& times, std::vector<Finding>& findings)
{
    bool isTold = false;
    for (const LayerClass which : allLayerClasses) {
        std::vector<FindingValue> values{classInFindings(which)};
        std::vector<bool> variants;
        for (const bool fused : {false, true}) {
            const auto whole = timeOf(operators, times, fused);
            const auto part = timeOf(operators, times, fused, which);
            if (!whole || !part || !(whole->value > 0.0))
                continue;
            variants.push_back(fused);
            values.emplace_back(flopShare(operators, which, fused), "%");
            values.emplace_back(part->value / whole->value, "%");
        }
        if (variants.empty())
            continue;
        const PublishedShare published = publishedOf(which);
        values.emplace_back(published.flop, "%");
        values.emplace_back(published.time, "%");
        const char* text = variants.size() > 1 ? "%1: %2 of the operations, %3 of the time; fused %4 and %5 "
                                                 "(published, V100: %6 and %7)."
                         : variants.front()    ? "%1, fused: %2 of the operations, %3 of the time (published, V100: %4 "
                                                 "and %5)."
                                               : "%1: %2 of the operations, %3 of the time (published, V100: %4 and "
                                                 "%5).";
        findings.push_back({text, std::move(values)});
        isTold = true;
    }
    if (isTold)
        findings.push_back({"These shares are of the forward pass alone, the published ones of forward and backward in "
                            "PyTorch.",
                            {}});
}

void addFusion(const std::vector<LayerOperator>& operators, const Times& times, std::vector<Finding>& findings)
{
    const auto unfused = timeOf(operators, times, false);
    const auto fused = timeOf(operators, times, true);
    if (unfused && fused && fused->value > 0.0)
        findings.push_back({"The layer takes %1 unfused and %2 fused: %3 as fast with fusion.",
                            {{unfused->value, "s"}, {fused->value, "s"}, {unfused->value / fused->value, "x"}}});
    struct Fusion {
        const char* name;
        std::vector<const char*> parts;
    };
    const std::array fusions{
        Fusion{"scaled softmax", {"scale", "softmax"}}, Fusion{"bias + gelu", {"inner bias", "gelu"}},
        Fusion{"bias + dropout + residual + LayerNorm", {"output bias", "dropout", "residual", "LayerNorm"}}};
    for (const Fusion& fusion : fusions) {
        const auto whole = times.find(fusion.name);
        double parts = 0.0;
        bool all = whole != times.end() && whole->second.value > 0.0;
        for (const char* part : fusion.parts) {
            const auto found = times.find(part);
            all = all && found != times.end();
            parts += found != times.end() ? found->second.value : 0.0;
        }
        if (all)
            findings.push_back({"%1 takes %2 in one kernel; its %3 parts as separate kernels take %4: %5.",
                                {fusion.name,
                                 {whole->second.value, "s"},
                                 std::to_string(fusion.parts.size()),
                                 {parts, "s"},
                                 {parts / whole->second.value, "x"}}});
    }
}

} // namespace

PublishedShare publishedOf(LayerClass which)
{
    switch (which) {
    case LayerClass::Contraction: return {0.9980, 0.610};
    case LayerClass::Normalisation: return {0.0017, 0.255};
    case LayerClass::Elementwise: return {0.0003, 0.135};
    }
    return {};
}

double flopShare(const std::vector<LayerOperator>& operators, LayerClass which, bool fused)
{
    double part = 0.0;
    double all = 0.0;
    for (const LayerOperator& one : operators)
        if (one.isIn(fused)) {
            const double operations = one.operations().value() * one.times;
            all += operations;
            part += one.kind == which ? operations : 0.0;
        }
    return all > 0.0 ? part / all : 0.0;
}

std::optional<Time> timeOf(const std::vector<LayerOperator>& operators, const Times& times, bool fused,
                           std::optional<LayerClass> which)
{
    Time sum;
    for (const LayerOperator& one : operators) {
        if (!one.isIn(fused) || (which && one.kind != *which))
            continue;
        const auto found = times.find(one.name);
        if (found == times.end())
            return std::nullopt;
        sum.value += found->second.value * one.times;
        sum.low += found->second.low * one.times;
        sum.high += found->second.high * one.times;
        sum.flags |= found->second.flags;
    }
    return sum;
}

std::vector<ExperimentPoint> sharePoints(const std::vector<LayerOperator>& operators, const Times& times, bool fused,
                                         Provenance provenance)
{
    const auto whole = timeOf(operators, times, fused);
    if (!whole || !(whole->value > 0.0))
        return {};
    std::vector<ExperimentPoint> points;
    for (const LayerClass which : allLayerClasses) {
        const Time part = *timeOf(operators, times, fused, which);
        const double othersLow = whole->low - part.low;
        const double othersHigh = whole->high - part.high;
        points.push_back(
            {.series = seriesOf(which),
             .label = timeRow(fused),
             .y = part.value / whole->value,
             .low = part.low / (part.low + othersHigh),
             .high = part.high / (part.high + othersLow),
             .flags = whole->flags,
             .provenance = provenance,
             .note = quantityText(part.value, "s") + " of " + quantityText(whole->value, "s") + ", forward only"});
    }
    return points;
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    const std::vector<LayerOperator> operators = operatorsOf(result);
    const Times times = timesOf(result, operators);
    std::vector<Finding> all;
    addShares(operators, times, all);
    addFusion(operators, times, all);
    const bool hasContraction = std::any_of(operators.begin(), operators.end(), [&](const LayerOperator& one) {
        return one.kind == LayerClass::Contraction && times.contains(one.name);
    });
    if (!times.empty() && !hasContraction)
        all.push_back({"Without the library's matrix products, shares of the layer's time cannot be measured.", {}});
    return all;
}

} // namespace ridgepoint::layer

namespace ridgepoint {
namespace {

/// Of the unfused layer, as a framework runs it; of the fused one where that alone was run.
std::optional<GuessAnswer> layerAnswer(const ExperimentResult& result)
{
    const std::vector<LayerOperator> operators = layer::operatorsOf(result);
    const layer::Times times = layer::timesOf(result, operators);
    for (const bool fused : {false, true})
        for (const ExperimentPoint& share : layer::sharePoints(operators, times, fused, Provenance::Measured))
            if (share.series.id() == nameOf(LayerClass::Contraction) && share.y > 0.0)
                return answerOf(share, layer::findings(result));
    return std::nullopt;
}

} // namespace
} // namespace ridgepoint
