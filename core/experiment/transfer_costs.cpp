// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// What a transfer of the host is made of: a call, a mapping, its pages, and the memory that its bytes go through.
#include "core/experiment/host_transfer.h"
#include "core/experiment/timed_step.h"
#include "core/experiment/transfers.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint::transfers {
namespace {

/// Of the smallest of the largest transfers: every file is that long.
constexpr std::size_t touchedBytes = std::size_t{1} << 20;

/// All points of a curve that the costs known so far say something of.
std::vector<ExperimentPoint> predicted(const HostCosts& costs, const std::string& series)
{
    std::vector<ExperimentPoint> points;
    for (const auto& [size, roof] : costs.roofs)
        if (const auto time = predictedTime(costs, series, size)) {
            const double rate = static_cast<double>(size) / time->value();
            points.push_back({.series = series,
                              .x = static_cast<double>(size),
                              .y = rate,
                              .low = rate,
                              .high = rate,
                              .provenance = Provenance::Predicted,
                              .plot = bandwidthPlot,
                              .work = hostWork(costs, series, size, *time)});
        }
    return points;
}

std::vector<ExperimentPoint> allPredicted(const HostCosts& costs)
{
    std::vector<ExperimentPoint> all;
    for (const char* series : {byRead, byMap, inMemory})
        for (ExperimentPoint& point : predicted(costs, series))
            all.push_back(std::move(point));
    return all;
}

/// The roof of one thread over what both buffers of a transfer take together: the level's own kernel.
ExperimentStep roofStep(std::int64_t size, const std::shared_ptr<HostCosts>& costs)
{
    const Bytes footprint(2.0 * static_cast<double>(size));
    const auto amount = std::make_shared<double>(0.0);
    return timedStep(
        "roof of one thread, " + quantityText(footprint.value(), "B"),
        [=](MeasuringContext& context) -> Result<ReadyWork> {
            const RoofSet claimed{
                .device = {}, .threads = 1, .roofs = {}, .unavailable = {}, .levels = context.backend.claimedLevels()};
            const MemoryLevel* level = claimed.levelFor(footprint);
            auto work = context.backend.prepareRoof(
                {.id = bandwidthRoofId(level != nullptr ? level->name : "dram"), .threads = 1, .footprint = footprint});
            if (!work)
                return work.error();
            *amount = work->amount;
            return ReadyWork{.work = std::move(work->work)};
        },
        [=](const Summary& summary) {
            costs->roofs[size] = BytesPerSecond(*amount / summary.time.value());
            return allPredicted(*costs);
        });
}

/// A cost that is a call's own; `keep` puts its time where it belongs.
ExperimentStep callStep(const char* what, const std::function<Result<int>()>& file,
                        std::function<Result<void>(int)> once, const std::shared_ptr<HostCosts>& costs,
                        std::function<void(HostCosts&, Seconds)> keep)
{
    return timedStep(
        what,
        [=](MeasuringContext&) -> Result<ReadyWork> {
            const auto opened = file();
            if (!opened)
                return opened.error();
            return ReadyWork{.work = std::make_unique<HostTransfer>([once, opened = *opened] { return once(opened); })};
        },
        [=](const Summary& summary) {
            keep(*costs, summary.time);
            return allPredicted(*costs);
        });
}

} // namespace

std::optional<Seconds> predictedTime(const HostCosts& costs, const std::string& series, std::int64_t bytes)
{
    const auto roof = costs.roofs.find(bytes);
    if (roof == costs.roofs.end() || !(roof->second > BytesPerSecond()))
        return std::nullopt;
    const Seconds copied = Bytes(2.0 * static_cast<double>(bytes)) / roof->second;
    if (series == inMemory)
        return copied;
    if (series == byRead)
        return costs.hasCall ? std::optional(costs.call + copied) : std::nullopt;
    const double pages = std::ceil(static_cast<double>(bytes) / static_cast<double>(pageSize()));
    return costs.hasMap ? std::optional(costs.map + std::max(0.0, pages - 1.0) * costs.page + copied) : std::nullopt;
}

std::optional<PointWork> hostWork(const HostCosts& costs, const std::string& series, std::int64_t bytes, Seconds time)
{
    const auto predicted = predictedTime(costs, series, bytes);
    if (!predicted)
        return std::nullopt;
    const Bytes both(2.0 * static_cast<double>(bytes)); // read and written
    PointWork work = pointWork({.elements = static_cast<double>(bytes) / 4.0, .bytes = both}, time, {}, {});
    work.bandwidth = costs.roofs.at(bytes);
    work.launch = *predicted - both / work.bandwidth;
    return work;
}

PointWork deviceWork(const DeviceCopy& copy, std::int64_t bytes, Seconds time)
{
    PointWork work = pointWork(
        {.elements = static_cast<double>(bytes) / 4.0, .bytes = Bytes(static_cast<double>(bytes))}, time, {},
        copy.roof);
    work.launchRoof = launchRoofId(LaunchMode::Queued);
    return work;
}

std::vector<ExperimentStep> costSteps(std::int64_t largest, const std::function<Result<int>()>& file,
                                      const std::shared_ptr<HostCosts>& costs)
{
    const auto byte = std::make_shared<char>();
    const std::size_t pages = touchedBytes / pageSize();
    std::vector<ExperimentStep> steps;
    for (const std::int64_t size : sizesToMeasure(largest))
        steps.push_back(roofStep(size, costs));
    steps.push_back(callStep(
        "a read() of one byte", file, [=](int opened) { return readAll(opened, byte.get(), 1); }, costs,
        [](HostCosts& known, Seconds time) {
            known.call = time;
            known.hasCall = true;
        }));
    steps.push_back(callStep(
        "mmap of one page", file, [](int opened) { return mapAndTouch(opened, 1); }, costs,
        [](HostCosts& known, Seconds time) { known.map = time; }));
    steps.push_back(callStep(
        "mmap of many pages", file, [=](int opened) { return mapAndTouch(opened, pages); }, costs,
        [=](HostCosts& known, Seconds time) {
            known.page = std::max(Seconds(), time - known.map) / static_cast<double>(pages - 1);
            known.hasMap = known.map > Seconds();
        }));
    return steps;
}

} // namespace ridgepoint::transfers
