// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/roofline_data.h"

#include "app/charts/data/own_kernels.h"
#include "app/charts/data/apply_what_if.h"
#include "core/session/csv_writer.h"
#include "core/analysis/power_roof.h"
#include "core/model/prediction.h"
#include "core/stats/sample.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

/// Axes show units that are at most so many times faster than the active one: a GPU's matrix units are 8 to 16 times as
/// fast as its vectors (datasheets of A100 and H200), and a decade more leaves the rest readable.
constexpr double fastestShown = 32.0;
constexpr double slowestShown = 0.1;
/// Under the highest roof axes reach so far down for a sample ruled by overhead: one operation on each of 32 floats
/// takes a GPU as long as 10^9 would at its matrix units' rate.
constexpr double mostSpan = 1e10;

/// Whether the axes stretch so far that a compute roof is seen beside the active one.
bool isShownBeside(double value, double active)
{
    return value <= fastestShown * active && value >= slowestShown * active;
}

RidgePoint ridgeOf(const RoofLine& bandwidth, const RoofLine& compute)
{
    const FlopsPerSecond performance(compute.roof.value);
    return {bandwidth.roof.id, compute.roof.id, performance / BytesPerSecond(bandwidth.roof.value), performance,
            bandwidth.active && compute.active};
}

std::vector<RidgePoint> ridgesOf(const RooflineData& data)
{
    std::vector<RidgePoint> ridges;
    const RoofLine* compute = data.activeCompute();
    if (compute == nullptr || data.bandwidths.empty())
        return ridges;
    for (const RoofLine& line : data.bandwidths)
        ridges.push_back(ridgeOf(line, *compute));
    for (const RoofLine& line : data.computes)
        if (!line.active)
            ridges.push_back(ridgeOf(data.bandwidths.back(), line));
    return ridges;
}

/// What a GPU keeps up at the ridge points with its memory, where it was idle when it was listed: what it drew beside
/// another program is no power of being idle. Of a what-if's roofs nobody knows what they would draw.
void addKeptUp(RooflineData& data, const Snapshot& snapshot)
{
    const RoofLine* memory = data.bandwidths.empty() ? nullptr : &data.bandwidths.back();
    if (memory == nullptr || !snapshot.device.gpu || !snapshot.device.gpu->now
        || snapshot.device.gpu->now->clockEvents.find("idle") == std::string::npos || !snapshot.realRoofs.empty())
        return;
    const GpuFacts& gpu = *snapshot.device.gpu;
    for (RidgePoint& ridge : data.ridges)
        if (const auto power = powerModelOf(snapshot.roofs, ridge.computeRoof, gpu.now->watts);
            power && ridge.bandwidthRoof == memory->roof.id && gpu.powerLimitWatts > 0.0)
            ridge.keptUp = keptUp(*power, gpu.powerLimitWatts, BytesPerSecond(memory->roof.value), ridge.performance,
                                  ridge.intensity);
}

enum class Roofs { WhatIf, Real };

/// The overhead roof of one workload's size; nullopt when a roof that it needs is missing.
std::optional<OverheadRoof> overheadOf(const Snapshot& snapshot, const Workload& workload, Roofs which)
{
    const auto roofOf = [&](const std::string& id) {
        return which == Roofs::Real ? realRoof(snapshot, id) : snapshot.roofs.find(id);
    };
    const auto prediction = predict(workload, snapshot.roofs, snapshot.device.kind);
    if (!prediction)
        return std::nullopt;
    const Roof* launch = roofOf(prediction->launchRoof);
    const Cost cost = costOf(workload);
    OverheadRoof roof;
    roof.workload = workload;
    roof.bytesPerLaunch = cost.bytes / static_cast<double>(cost.launches);
    roof.launch = Seconds(launch->value);
    roof.gap = roof.launch * ((prediction->gap - prediction->fixed) / (prediction->overhead - prediction->fixed));
    roof.launchLow = Seconds(launch->low);
    roof.launchHigh = Seconds(launch->high);
    roof.compute = FlopsPerSecond(roofOf(prediction->computeRoof)->value);
    const auto bandwidthOf = [&](const std::string& id) { return BytesPerSecond(roofOf(id)->value); };
    roof.bandwidth = prediction->shared
                       ? sharedBandwidth(prediction->shared->fromCache, bandwidthOf(prediction->shared->cacheRoof),
                                         bandwidthOf(prediction->shared->memoryRoof))
                       : bandwidthOf(prediction->bandwidthRoof);
    roof.provenance = launch->provenance;
    return roof;
}

/// The overhead roof that can be seen: the cursor's own when launching costs over 3 % of moving its bytes, else that of
/// the size at which moving the bytes takes a quarter of a launch (rounded to a power of two). The device's own roofs
/// choose the size: with a what-if's the roof would stay where it is while it is dragged, and the size would move.
std::optional<Workload> visibleSize(const Snapshot& snapshot, const Workload& line)
{
    const auto own = overheadOf(snapshot, line, Roofs::Real);
    if (!own)
        return std::nullopt;
    const double share = own->launch / (own->bytesPerLaunch / own->bandwidth);
    if (share > 0.03)
        return line;
    Workload small = line;
    const double bytesPerElement = own->bytesPerLaunch.value() / static_cast<double>(line.elements);
    const double elements = own->launch.value() * own->bandwidth.value() / (4.0 * bytesPerElement);
    small.elements = std::int64_t{1} << std::clamp(static_cast<int>(std::lround(std::log2(std::max(elements, 1.0)))), 0,
                                                   40);
    return small;
}

void addOverhead(RooflineData& data, const Snapshot& snapshot)
{
    const auto size = visibleSize(snapshot, data.line);
    if (!size)
        return;
    data.overhead = overheadOf(snapshot, *size, Roofs::WhatIf);
    if (data.overhead)
        data.overhead->reference = *size != data.line;
    if (snapshot.whatIf.factor(WhatIf::allLaunches) != 1.0)
        data.originalOverhead = overheadOf(snapshot, *size, Roofs::Real);
}

void addOriginals(RooflineData& data, const Snapshot& snapshot)
{
    data.whatIf = whatIfCode(snapshot);
    for (std::vector<RoofLine>* lines : {&data.bandwidths, &data.computes})
        for (RoofLine& line : *lines) {
            line.factor = whatIfFactor(snapshot, line.roof.id);
            if (line.factor != 1.0)
                data.originals.push_back({*realRoof(snapshot, line.roof.id), line.active});
        }
}

/// The active roof of a kind as the device has it.
const RoofLine* realOf(const RooflineData& data, const RoofLine* active)
{
    if (active == nullptr || active->factor == 1.0)
        return active;
    const auto found = std::find_if(data.originals.begin(), data.originals.end(),
                                    [&](const RoofLine& line) { return line.roof.id == active->roof.id; });
    return found == data.originals.end() ? active : &*found;
}

/// Intensities of the plan's operations, so that the axes stand still while samples arrive, and about the ridge points
/// of the device's own roofs, so that they stand still while a what-if moves one; that it moves there is seen as well.
void spanIntensities(RooflineData& data, const Snapshot& snapshot)
{
    std::vector<double> values;
    for (const RooflineSeries& series : data.series)
        for (const ChartPoint& point : series.points)
            values.push_back(point.intensity().value());
    for (const Axis& axis : snapshot.plan.axes)
        if (axis.kind == AxisKind::Operations && !axis.values.empty())
            for (const std::int64_t value : {axis.values.front(), axis.values.back()})
                values.push_back(costOf(moved(data.line, AxisKind::Operations, value)).arithmeticIntensity().value());
    const RoofLine* active = data.activeCompute();
    const auto ownValue = [&](const std::vector<RoofLine>& lines, const std::string& id) {
        const auto line = std::find_if(lines.begin(), lines.end(),
                                       [&](const RoofLine& each) { return each.roof.id == id; });
        return realOf(data, &*line)->roof.value;
    };
    for (const RidgePoint& ridge : data.ridges) {
        const double compute = ownValue(data.computes, ridge.computeRoof);
        const double own = compute / ownValue(data.bandwidths, ridge.bandwidthRoof);
        const bool isActive = ridge.computeRoof == active->roof.id;
        if (isActive)
            values.insert(values.end(), {own / 6.0, own * 6.0});
        if (isActive || isShownBeside(compute, data.realCompute()->roof.value))
            values.insert(values.end(), {own, ridge.intensity.value()});
    }
    if (values.empty())
        return;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    data.lowIntensity = *low / 1.7;
    data.highIntensity = *high * 1.5;
}

void spanPerformances(RooflineData& data)
{
    std::vector<double> values;
    for (const RooflineSeries& series : data.series)
        for (const ChartPoint& point : series.points)
            if (!point.flags.has(Flag::Interpolated)) // what was only filled in may move yet: the axis stands still
                values.push_back(point.performance().value());
    const RoofLine* compute = data.activeCompute();
    const RoofLine* bandwidth = data.activeBandwidth();
    if (compute != nullptr) {
        values.push_back(compute->roof.value);
        for (const RoofLine& line : data.computes)
            if (line.factor != 1.0
                || isShownBeside(line.roof.value,
                                 data.realCompute()->roof.value)) // one that the user moved, wherever it went
                values.push_back(line.roof.value);
    }
    // With a what-if both the roof that is and the one that would be are to be seen.
    if (const RoofLine* real = data.realCompute())
        values.push_back(real->roof.value);
    for (const RoofLine* line : {bandwidth, data.realBandwidth()})
        if (line != nullptr)
            values.push_back(line->roof.value * data.lowIntensity);
    for (const RooflineSeries& series : data.series)
        if (series.bandwidth) {
            const double left = series.bandwidth->roof.value * data.lowIntensity;
            if (series.compute)
                values.push_back(series.compute->roof.value);
            values.push_back(series.compute ? std::min(series.compute->roof.value, left) : left);
        }
    if (values.empty())
        return;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const double span = std::min(*high / *low, mostSpan);
    // Room for labels over the roof: an eighth of the height, however many decades that is.
    data.highPerformance = *high * std::max(2.3, std::pow(span, 0.14));
    data.lowPerformance = std::max(*low / 1.6, data.highPerformance / mostSpan);
}

/// Lines stand beside the roofs that they are to be compared with: those that are drawn, and those that would be.
std::vector<ReferenceLine> linesBeside(const RooflineData& data, const std::vector<ReferenceLine>& all)
{
    const std::string active = computeRoofId(data.line.operation, data.line.precision);
    std::vector<ReferenceLine> lines;
    for (const ReferenceLine& line : all) {
        const auto isSame = [&](const RoofLine& roof) { return roof.roof.id == line.roof; };
        const bool drawn = std::any_of(data.computes.begin(), data.computes.end(), isSame)
                        || std::any_of(data.bandwidths.begin(), data.bandwidths.end(), isSame);
        if (line.value > 0.0 && (drawn || line.roof == active || line.roof == bandwidthRoofId("dram")))
            lines.push_back(line);
    }
    return lines;
}

} // namespace

FlopsPerSecond OverheadRoof::at(FlopsPerByte intensity) const
{
    const double bytes = bytesPerLaunch.value();
    const double flops = intensity.value() * bytes;
    const double work = std::max(flops / compute.value(), bytes / bandwidth.value());
    return FlopsPerSecond(flops / std::max(work + gap.value(), launch.value()));
}

Provenance RooflineSeries::roofProvenance() const
{
    return compute ? compute->roof.provenance : bandwidth ? bandwidth->roof.provenance : provenance;
}

const RoofLine* RooflineData::activeBandwidth() const { return findActive(bandwidths); }
const RoofLine* RooflineData::activeCompute() const { return findActive(computes); }
const RoofLine* RooflineData::realBandwidth() const { return realOf(*this, activeBandwidth()); }
const RoofLine* RooflineData::realCompute() const { return realOf(*this, activeCompute()); }

RooflineData rooflineData(const Snapshot& snapshot, const Workload& cursor, bool detailed)
{
    RooflineData data;
    data.line = nearestLine(snapshot, cursor, AxisKind::Operations);
    data.levels = levelDots(trafficOf(data.line, snapshot.roofs));
    data.bandwidths = bandwidthRoofs(snapshot.roofs, data.line);
    data.computes = computeRoofs(snapshot.roofs, data.line);
    data.detailed = detailed;
    if (!detailed)
        std::erase_if(data.computes,
                      [](const RoofLine& line) { return !line.active && !line.roof.id.ends_with(".matrix"); });
    addOriginals(data, snapshot);
    data.ridges = ridgesOf(data);
    addKeptUp(data, snapshot);
    addOverhead(data, snapshot);
    data.lines = linesBeside(data, snapshot.lines);
    data.series.push_back(
        {{}, data.line, pointsAlong(snapshot, data.line, AxisKind::Operations), snapshot.provenance, {}, {}});
    spanIntensities(data, snapshot);
    spanPerformances(data);
    return data;
}

void addSeries(RooflineData& data, const Snapshot& snapshot, const Workload& cursor, const std::string& name)
{
    const Workload line = nearestLine(snapshot, comparable(snapshot, cursor), AxisKind::Operations);
    RooflineSeries series{name, line, pointsAlong(snapshot, line, AxisKind::Operations), snapshot.provenance, {}, {}};
    series.provenance = provenanceOf(series.points, snapshot.provenance);
    series.compute = activeOf(computeRoofs(snapshot.roofs, line));
    series.bandwidth = activeOf(bandwidthRoofs(snapshot.roofs, line));
    data.series.push_back(std::move(series));
    spanIntensities(data, snapshot);
    spanPerformances(data);
}

void predictAlong(RooflineData& data, std::size_t index, const Snapshot& snapshot)
{
    RooflineSeries& series = data.series[index];
    const double least = costOf(moved(series.line, AxisKind::Operations, 1)).arithmeticIntensity().value();
    const double most = std::clamp(std::ceil(data.highIntensity / least), 1.0,
                                   static_cast<double>(maximumOperationsPerElement));
    if (index == 0) { // its points are those of the plan, which can be chosen
        if (snapshot.provenance != Provenance::Measured)
            series.predicted = predictedLine(series.line, AxisKind::Operations, 1.0, most, snapshot.roofs,
                                             snapshot.device.kind)
                                   .points;
        return;
    }
    if (snapshot.provenance == Provenance::Measured)
        return;
    auto curve = absentCurve(data.line, series.line, series.points, snapshot, AxisKind::Operations, 1.0, most);
    if (!curve)
        return;
    series.line = curve->line;
    series.points = std::move(curve->points);
    series.predicted = std::move(curve->predicted);
    series.provenance = curve->provenance;
    series.compute = activeOf(computeRoofs(snapshot.roofs, series.line));
    series.bandwidth = activeOf(bandwidthRoofs(snapshot.roofs, series.line));
}

void showToo(RooflineData& data, const std::vector<ChartPoint>& points)
{
    for (const ChartPoint& point : points) {
        if (!(point.performance().value() > 0.0) || !std::isfinite(point.performance().value()))
            continue;
        data.lowIntensity = std::min(data.lowIntensity, point.intensity().value() / 1.2);
        data.highIntensity = std::max(data.highIntensity, point.intensity().value() * 1.2);
        data.highPerformance = std::max(data.highPerformance, point.performance().value() * 2.3);
        data.lowPerformance = std::max(std::min(data.lowPerformance, point.performance().value() / 1.6),
                                       data.highPerformance / mostSpan);
    }
}

std::string toCsv(const RooflineData& data)
{
    CsvWriter csv(
        "kind,session,id,operations_per_element,elements,fusion_depth,launch_mode,arithmetic_intensity_flop_per_byte,"
        "flop_per_s,byte_per_s,time_s,time_low_s,time_high_s,regime,flags,provenance,share_unexplained");
    const auto roofRow = [&](const RoofLine& line, bool isBandwidth) {
        csv.add("roof").addEmpty().add(line.roof.id).addEmpty().addEmpty().addEmpty().addEmpty().addEmpty();
        if (isBandwidth)
            csv.addEmpty().add(line.roof.value);
        else
            csv.add(line.roof.value).addEmpty();
        csv.addEmpty().addEmpty().addEmpty().addEmpty().addEmpty();
        csv.add(line.factor == 1.0 ? std::string(nameOf(line.roof.provenance)) : "what-if: " + data.whatIf)
            .addEmpty()
            .endLine();
    };
    for (const RoofLine& line : data.bandwidths)
        roofRow(line, true);
    for (const RoofLine& line : data.computes)
        roofRow(line, false);
    for (const RoofLine& line : data.originals)
        roofRow(line, line.roof.kind == RoofKind::Bandwidth);
    for (const RidgePoint& ridge : data.ridges) {
        csv.add("ridge")
            .addEmpty()
            .add(ridge.bandwidthRoof + " with " + ridge.computeRoof)
            .addEmpty()
            .addEmpty()
            .addEmpty()
            .addEmpty();
        csv.add(ridge.intensity.value()).add(ridge.performance.value());
        csv.addEmpty().addEmpty().addEmpty().addEmpty().addEmpty().addEmpty();
        csv.add(data.whatIf.empty() ? std::string("predicted") : "what-if: " + data.whatIf).addEmpty().endLine();
    }
    for (const ReferenceLine& line : data.lines) {
        csv.add("line")
            .add(line.label + ": " + line.source)
            .add(line.roof)
            .addEmpty()
            .addEmpty()
            .addEmpty()
            .addEmpty()
            .addEmpty();
        if (unitOfRoof(line.roof) == "B/s")
            csv.addEmpty().add(line.value);
        else
            csv.add(line.value).addEmpty();
        csv.addEmpty().addEmpty().addEmpty().addEmpty().addEmpty().add(nameOf(line.provenance)).addEmpty().endLine();
    }
    const auto addAtLevel = [&](Flops flops, Bytes bytes, Seconds time, std::string_view provenance) {
        csv.add((flops / bytes).value()).add((flops / time).value()).add((bytes / time).value()).add(time.value());
        csv.addEmpty().addEmpty().addEmpty().addEmpty().add(provenance).addEmpty().endLine();
    };
    for (const RooflineSeries& series : data.series)
        for (const ChartPoint& point : series.points) {
            csv.add("point")
                .add(series.name)
                .addEmpty()
                .add(point.workload.operationsPerElement)
                .add(point.workload.elements);
            csv.add(point.workload.fusionDepth).add(nameOf(point.workload.launchMode));
            csv.add(point.intensity().value()).add(point.performance().value()).add(point.bandwidth().value());
            csv.add(point.time.value()).add(point.low.value()).add(point.high.value());
            csv.add(point.regime && !point.regimeIsPredicted ? nameOf(*point.regime) : std::string_view{});
            csv.add(toString(point.flags)).add(provenanceWord(point.provenance, point.flags));
            point.shares ? csv.add(point.shares->unexplained) : csv.addEmpty();
            csv.endLine();
        }
    if (data.levels.size() > 1 && !data.series.empty())
        for (const ChartPoint& point : data.series.front().points)
            for (const LevelDot& dot : data.levels)
                for (const std::string& roof : dot.roofs) {
                    csv.add("level")
                        .add(data.series.front().name)
                        .add(roof)
                        .add(point.workload.operationsPerElement)
                        .add(point.workload.elements);
                    csv.add(point.workload.fusionDepth).add(nameOf(point.workload.launchMode));
                    addAtLevel(point.flops, dot.bytes, point.time, provenanceWord(point.provenance, point.flags));
                }
    for (const DrawnKernel& drawn : data.kernels.drawn) {
        const OwnKernel& kernel = drawn.kernel;
        csv.add("kernel")
            .add(drawn.series == 0 ? std::string() : data.series[drawn.series].name)
            .add(kernel.name)
            .addEmpty()
            .addEmpty()
            .addEmpty()
            .addEmpty();
        if (kernel.bytes > Bytes())
            csv.add((kernel.flops / kernel.bytes).value());
        else
            csv.addEmpty();
        csv.add((kernel.flops / kernel.time).value()).add((kernel.bytes / kernel.time).value());
        csv.add(kernel.time.value())
            .addEmpty()
            .addEmpty()
            .addEmpty()
            .addEmpty()
            .add(drawn.isImported() ? "imported" : "yours")
            .addEmpty()
            .endLine();
        if (const std::vector<LevelTraffic> traffic = trafficOf(kernel); traffic.size() > 1 || kernel.bytes == Bytes())
            for (const LevelTraffic& level : traffic) {
                csv.add("kernel-level")
                    .add(drawn.series == 0 ? std::string() : data.series[drawn.series].name)
                    .add(kernel.name + " at " + level.roof)
                    .addEmpty()
                    .addEmpty()
                    .addEmpty()
                    .addEmpty();
                addAtLevel(kernel.flops, level.bytes, kernel.time, drawn.isImported() ? "imported" : "yours");
            }
    }
    return csv.text();
}

void addOwnKernels(RooflineData& data, KernelsOnRoofs kernels)
{
    // A kernel a thousand times (in speed ten thousand) beyond the rest is left outside, and the key says so, rather
    // than press the rest flat.
    const double low = data.lowIntensity / 1e3;
    const double high = data.highIntensity * 1e3;
    const double slowest = data.lowPerformance;
    const double fast = data.highPerformance * 1e4;
    data.kernels = std::move(kernels);
    for (const DrawnKernel& drawn : data.kernels.drawn) {
        const OwnKernel& kernel = drawn.kernel;
        const double intensity = (kernel.flops / trafficOfStar(kernel)).value();
        const double performance = (kernel.flops / kernel.time).value();
        if (intensity < low || intensity > high || performance > fast)
            continue;
        for (const LevelDot& dot : drawn.dots)
            if (const double atLevel = (kernel.flops / dot.bytes).value(); atLevel >= low && atLevel <= high) {
                data.lowIntensity = std::min(data.lowIntensity, atLevel / 1.7);
                data.highIntensity = std::max(data.highIntensity, atLevel * 1.7);
            }
        data.highPerformance = std::max(data.highPerformance, performance * 2.3);
        // So many decades, but never without the device's own lines.
        data.lowPerformance = std::min(
            slowest, std::max(std::min(data.lowPerformance, performance / 1.7), data.highPerformance * 1e-5));
    }
}

} // namespace ridgepoint
