// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/csv.h"
#include "core/model/cost.h"
#include "core/session/csv_writer.h"
#include "core/stats/sample.h"

namespace ridgepoint {
namespace {

constexpr std::string_view header =
    "device,operation,precision,elements,operations_per_element,chain_length,fusion_depth,launch_mode,threads,"
    "flops,bytes,launches,arithmetic_intensity_flop_per_byte,time_s,median_s,time_low_s,time_high_s,rounds,readings,"
    "flop_per_s,byte_per_s,clock_hz,flags,regime,share_compute,share_memory,share_overhead,share_under_filled,"
    "regime_predicted,time_predicted_s,time_reference_s,provenance,share_unexplained";

void addWorkload(CsvWriter& csv, const Workload& workload)
{
    csv.add(nameOf(workload.operation)).add(nameOf(workload.precision));
    csv.add(workload.elements).add(workload.operationsPerElement);
    csv.add(workload.chainLength).add(workload.fusionDepth).add(nameOf(workload.launchMode));
    if (workload.threads > 0)
        csv.add(workload.threads);
    else
        csv.addEmpty();
    const Cost cost = costOf(workload);
    csv.add(cost.flops.value()).add(cost.bytes.value()).add(cost.launches).add(cost.arithmeticIntensity().value());
}

void addMeasurement(CsvWriter& csv, const Sample& sample)
{
    csv.add(sample.time.value()).add(sample.median.value()).add(sample.low.value()).add(sample.high.value());
    csv.add(sample.rounds).add(sample.readings);
    const Cost cost = costOf(sample.workload);
    csv.add((cost.flops / sample.time).value()).add((cost.bytes / sample.time).value());
    csv.addKnown(sample.clock.value());
}

void addAnalysis(CsvWriter& csv, const Sample& sample, const PointAnalysis* point)
{
    csv.add(toString(point != nullptr ? point->flags | sample.flags : sample.flags));
    if (point != nullptr && point->regime)
        csv.add(nameOf(*point->regime));
    else
        csv.addEmpty();
    if (point != nullptr && point->shares)
        csv.add(point->shares->compute)
            .add(point->shares->memory)
            .add(point->shares->overhead)
            .add(point->shares->underFilled);
    else
        csv.addEmpty().addEmpty().addEmpty().addEmpty();
    if (point != nullptr && point->prediction)
        csv.add(nameOf(point->prediction->limit)).add(point->prediction->time.value());
    else
        csv.addEmpty().addEmpty();
}

} // namespace

std::string toCsv(std::span<const Sample> samples, std::span<const PointAnalysis> points)
{
    constexpr std::size_t likelyLineBytes = 320;
    CsvWriter csv(header);
    csv.reserve(header.size() + samples.size() * likelyLineBytes);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        csv.add(samples[i].device);
        addWorkload(csv, samples[i].workload);
        addMeasurement(csv, samples[i]);
        addAnalysis(csv, samples[i], i < points.size() ? &points[i] : nullptr);
        csv.addKnown(i < points.size() ? points[i].referenceTime.value_or(Seconds()).value() : 0.0);
        csv.add(provenanceWord(samples[i].provenance, samples[i].flags));
        if (i < points.size() && points[i].shares)
            csv.add(points[i].shares->unexplained);
        else
            csv.addEmpty();
        csv.endLine();
    }
    return csv.text();
}

std::string toCsv(const ExperimentResult& result, const ExperimentInfo& info)
{
    CsvWriter csv(
        "experiment,device,plot,series,label,x,x_unit,y,low,high,y_unit,flags,provenance,source,note,x_moved");
    for (const ExperimentPoint& point : result.points) {
        const auto index = static_cast<std::size_t>(point.plot);
        const ExperimentPlot plot = index < info.plots.size() ? info.plots[index] : ExperimentPlot{};
        csv.add(result.id).add(result.device).add(point.plot).add(point.series.words()).add(point.label.words());
        if (isOverX(kindOf(info, plot)))
            csv.add(point.x).add(plot.x.unit);
        else
            csv.addEmpty().addEmpty();
        csv.add(point.y)
            .add(point.low)
            .add(point.high)
            .add(plot.y.unit)
            .add(toString(point.flags))
            .add(nameOf(point.provenance));
        csv.add(point.source).add(point.note);
        point.movedX ? csv.add(*point.movedX) : csv.addEmpty();
        csv.endLine();
    }
    return csv.text();
}

} // namespace ridgepoint
