// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/utilisation.h"

#include "core/experiment/utilisation_steps.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"
#include "core/model/theory.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

namespace ridgepoint {
namespace {

using namespace utilising;

/// Figures nearer than this are called the same.
constexpr double sameFigure = 0.1;
/// A share of the roof under this would be rounded to nothing.
constexpr double leastShareInWords = 1e-4;

/// The most of the peak that the spinning thread may use. A processor's computes nothing. A GPU's starts one
/// multiply-add a clock at most, and the peak is one on every lane of every multiprocessor; nothing where their number
/// is not known.
std::optional<double> spinningShare(const DeviceInfo& device)
{
    if (device.kind == DeviceKind::Cpu)
        return 0.0;
    const auto capability = computeCapabilityFrom(device.gpu ? device.gpu->computeCapability : "");
    const auto lanes = capability ? fp32LanesPerMultiprocessor(*capability) : std::nullopt;
    if (!lanes || device.gpu->multiprocessors <= 0)
        return std::nullopt;
    return 1.0 / (static_cast<double>(*lanes) * device.gpu->multiprocessors);
}

const ExperimentPoint* measuredOf(const ExperimentResult& result, std::string_view label, std::string_view series)
{
    const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.label == label && point.series == series && point.provenance == Provenance::Measured;
    });
    return found == result.points.end() ? nullptr : &*found;
}

FindingValue shareWords(double share)
{
    return share > 0.0 && share < leastShareInWords ? FindingValue("under 0.01 %") : FindingValue(share, "%");
}

/// The sentences of one kind of device.
struct Words {
    const char* series;
    const char* one;
    const char* same;
    const char* differ;
};

constexpr Words processorWords{
    .series = systemSeries,
    .one = "%1: the system says %2 of the processors in use are busy, and %3 of the compute roof is used.",
    .same = "The same figure for a spinning thread, a wait for memory and full work: it counts time in which something "
            "runs, not what is done.",
    .differ = "The figures differ (%1 to %2) because others used the processors too: it counts the time that we got, "
              "not what is done in it."};
constexpr Words gpuWords{
    .series = driverSeries,
    .one = "%1: the driver says the GPU is busy %2 of the time, and %3 of the compute roof is used.",
    .same = "The same figure for one spinning thread, a wait for memory and full work: it counts time in which a "
            "kernel runs, not what is done.",
    .differ = "The figures differ (%1 to %2), although a kernel ran nearly all the time in each. It counts time all "
              "the same, not what is done in it."};

void addFigures(const ExperimentResult& result, const Words& words, std::vector<Finding>& findings)
{
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (const char* label : {spinning, passing, computing})
        if (const ExperimentPoint* busy = measuredOf(result, label, words.series),
            *used = measuredOf(result, label, usedSeries);
            busy != nullptr && used != nullptr) {
            findings.push_back({words.one, {label, {busy->y, "%"}, shareWords(used->y)}});
            least = std::min(least, busy->y);
            most = std::max(most, busy->y);
        }
    if (findings.size() == 3 && most - least < sameFigure)
        findings.push_back({words.same, {}});
    else if (findings.size() == 3)
        findings.push_back({words.differ, {{least, "%"}, {most, "%"}}});
}

/// A GPU of which the driver tells nothing.
void addShares(const ExperimentResult& result, std::vector<Finding>& findings)
{
    for (const char* label : {spinning, passing, computing})
        if (const ExperimentPoint* used = measuredOf(result, label, usedSeries))
            findings.push_back({"%1: %2 of the compute roof is used.", {label, shareWords(used->y)}});
    if (!findings.empty())
        findings.push_back({"How busy the driver calls the GPU is not known here. By its definition, time in which a "
                            "kernel runs, each of these would read about 100 %.",
                            {}});
}

class Utilisation final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "utilisation",
            .title = "Utilisation is not performance",
            .summary = "what the operating system or a GPU's driver calls 100 % busy, beside the share of the peak "
                       "that is used",
            .parameters = {{.name = "size",
                            .words = "Tensor size (floats)",
                            .kind = ParameterKind::Size,
                            .defaultValue = automaticSize,
                            .lowest = 1 << 16,
                            .highest = 1 << 30}},
            .chart = ExperimentChartKind::Bars,
            .plots = {
                {.title = "How busy it looks, and what it does", .x = {}, .y = {"Share", "%", AxisScaleKind::Linear}}}};
        return info;
    }
    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo& device) const override
    {
        if (device.kind == DeviceKind::Cuda)
            return {peakRoof(), bandwidthRoofId("dram"), bandwidthRoofId("l2"), launchRoofId(LaunchMode::Queued)};
        return {peakRoof(), bandwidthRoofId("dram"), bandwidthRoofId("l2"), bandwidthRoofId("l3"),
                launchRoofId(LaunchMode::WaitEach)};
    }
    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& known,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        const auto say = [&](const char* label, double share) {
            points.push_back({.series = usedSeries,
                              .label = label,
                              .y = share,
                              .low = share,
                              .high = share,
                              .provenance = Provenance::Predicted});
        };
        if (const auto share = spinningShare(device))
            say(spinning, *share);
        const Roof* peak = known.find(peakRoof());
        for (const Way& way : waysOf(device.kind, parameters.number("size"), known.threads)) {
            if (peak == nullptr || way.label == std::string_view(spinning))
                continue; // no roof is that of one thread
            if (const auto prediction = ridgepoint::predict(way.workload, known, device.kind))
                say(way.label, (costOf(way.workload).flops / prediction->time).value() / peak->value);
        }
        return points;
    }
    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const DeviceKind kind = context.backend.info().kind;
        const std::vector<Way> ways = waysOf(kind, parameters.number("size"), context.threads);
        return kind == DeviceKind::Cuda ? gpuSteps(ways) : processorSteps(ways);
    }
    [[nodiscard]] std::vector<Finding> analyse(const ExperimentResult& result) const override
    {
        std::vector<Finding> findings;
        const bool isGpu = result.device.starts_with("cuda");
        addFigures(result, isGpu ? gpuWords : processorWords, findings);
        if (isGpu && findings.empty())
            addShares(result, findings);
        return findings;
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeUtilisation() { return std::make_unique<Utilisation>(); }

} // namespace ridgepoint
