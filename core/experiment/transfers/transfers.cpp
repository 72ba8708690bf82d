// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/transfers/transfers.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"
#include "core/experiment/transfers/host_files.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <new>
#include <numbers>

namespace ridgepoint::transfers {
namespace {

/// Of the smallest of the largest transfers: every file is that long.
constexpr std::size_t touchedBytes = std::size_t{1} << 20;

/// All points of a curve that the costs known so far say something of.
std::vector<ExperimentPoint> predicted(const HostCosts& costs, const SeriesName& series)
{
    std::vector<ExperimentPoint> points;
    for (const auto& [size, roof] : costs.roofs)
        if (const auto time = predictedTime(costs, series, size)) {
            points.push_back(saidPoint(series, {}, static_cast<double>(size), static_cast<double>(size) / time->value(),
                                       bandwidthPlot));
            points.back().work = hostWork(costs, series, size, *time);
        }
    return points;
}

std::vector<ExperimentPoint> allPredicted(const HostCosts& costs)
{
    std::vector<ExperimentPoint> all;
    for (const SeriesTerm series : hostSeries)
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

std::optional<Seconds> predictedTime(const HostCosts& costs, const SeriesName& series, std::int64_t bytes)
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

std::optional<PointWork> hostWork(const HostCosts& costs, const SeriesName& series, std::int64_t bytes, Seconds time)
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

// Transfers of one size: of the host from a cached file and within memory, and between host and GPU.

namespace {

/// What all transfers of the host share: made when the first one is measured, given back with the last.
struct HostMemory {
    std::optional<Result<TemporaryFile>> file;
    std::vector<char> from;
    std::vector<char> to;

    /// The file, as large as the largest transfer; the reason where it cannot be had, once for all.
    [[nodiscard]] Result<int> fileOf(std::size_t bytes)
    {
        if (!file) {
            file = TemporaryFile::create(TemporaryFile::usualFolder());
            if (file->ok())
                if (const auto grown = (**file).grow(bytes); !grown)
                    file = grown.error();
        }
        return file->ok() ? Result<int>((**file).descriptor()) : Result<int>(file->error());
    }
    /// Pages that were written to once, because pages that never were are all one page of zeros.
    [[nodiscard]] Result<void> buffers(std::size_t bytes)
    {
        if (to.size() >= bytes)
            return {};
        try {
            from.assign(bytes, 1);
            to.assign(bytes, 2);
        } catch (const std::bad_alloc&) {
            return Error{ErrorKind::Unavailable,
                         "transfers.memory",
                         "The system could not allocate %1 for the buffers; choose a smaller size.",
                         {quantityText(2.0 * static_cast<double>(bytes), "B")}};
        }
        return {};
    }
};

/// The work behind a number, by the time that it took.
using WorkOf = std::function<std::optional<PointWork>(Seconds)>;

ExperimentStep transferStep(const SeriesName& series, std::int64_t size, PrepareWork prepare, WorkOf work)
{
    return timedStep(series.words() + ", " + quantityText(static_cast<double>(size), "B"), std::move(prepare),
                     [series, size, work = std::move(work)](const Summary& summary) {
                         ExperimentPoint point = measuredPoint(series, {}, static_cast<double>(size), summary,
                                                               static_cast<double>(size));
                         point.work = work(summary.time);
                         return std::vector{std::move(point)};
                     });
}

} // namespace

HostSteps hostSteps(std::int64_t largest)
{
    const auto memory = std::make_shared<HostMemory>();
    const std::vector<std::int64_t> sizes = sizesToMeasure(largest);
    const auto room = static_cast<std::size_t>(*std::max_element(sizes.begin(), sizes.end()));
    const auto costs = std::make_shared<HostCosts>();
    std::vector<ExperimentStep> steps = costSteps(
        largest, [=] { return memory->fileOf(room); }, costs);
    const std::size_t costCount = steps.size();
    for (const std::int64_t size : sizes)
        for (const SeriesTerm series : hostSeries) {
            const auto bytes = static_cast<std::size_t>(size);
            const PrepareWork prepare = [=](MeasuringContext&) -> Result<ReadyWork> {
                if (auto ready = memory->buffers(room); !ready)
                    return ready.error();
                HostTransfer::Once once = [=]() -> Result<void> {
                    std::memcpy(memory->to.data(), memory->from.data(), bytes);
                    return {};
                };
                if (series.id != inMemory.id) {
                    const auto file = memory->fileOf(room);
                    if (!file)
                        return file.error();
                    if (series.id == byRead.id)
                        once = [=, file = *file] { return readAll(file, memory->to.data(), bytes); };
                    else
                        once = [=, file = *file] { return mapAndCopy(file, memory->to.data(), bytes); };
                }
                return ReadyWork{.work = std::make_unique<HostTransfer>(std::move(once))};
            };
            steps.push_back(transferStep(series, size, prepare,
                                         [=](Seconds time) { return hostWork(*costs, series, size, time); }));
        }
    return {.steps = std::move(steps), .costCount = costCount};
}

std::vector<ExperimentStep> deviceSteps(std::int64_t largest)
{
    std::vector<ExperimentStep> steps;
    for (const std::int64_t size : sizesToMeasure(largest))
        for (const DeviceCopy& copy : deviceCopies)
            steps.push_back(transferStep(
                copy.series, size,
                [size, roof = std::string(copy.roof)](MeasuringContext& context) -> Result<ReadyWork> {
                    auto work = context.backend.prepareRoof(
                        {.id = roof, .threads = context.threads, .footprint = Bytes(static_cast<double>(size))});
                    if (!work)
                        return work.error();
                    return ReadyWork{.work = std::move(work->work)};
                },
                [copy, size](Seconds time) { return deviceWork(copy, size, time); }));
    return steps;
}

} // namespace ridgepoint::transfers

namespace ridgepoint {
namespace {

/// What the host's part has in memory at once: the largest transfer's file and two buffers, as much for its roof, the
/// batches' file and the buffers between their stages, and as much for theirs. Files count because they are to stay in
/// the page cache.
Bytes memoryFor(const ExperimentParameters& parameters)
{
    const auto batch = static_cast<double>(parameters.number("batch"));
    return Bytes(5.0 * static_cast<double>(parameters.number("largest"))
                 + 2.0 * batch * (static_cast<double>(parameters.number("batches")) + 2.0 * loading::buffersBetween));
}

std::vector<SeriesName> transferSeries()
{
    std::vector<SeriesName> all(transfers::hostSeries.begin(), transfers::hostSeries.end());
    for (const transfers::DeviceCopy& copy : transfers::deviceCopies)
        all.emplace_back(copy.series);
    return all;
}

[[nodiscard]] std::optional<GuessAnswer> transfersAnswer(const ExperimentResult& result);

class Transfers final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "transfers",
            .title = "Moving data to the device",
            .summary = "transfers by size, from latency to bandwidth, and overlapping loading, copying and computing",
            .parameters = {sizeParameter("largest", "Largest transfer (bytes)", "64Mi", 1 << 20, 1 << 30),
                           sizeParameter("batch", "Batch of the stages (bytes)", "2Mi", 1 << 16, 1 << 26),
                           numberParameter("batches", "Batches", 12, 4, 64)},
            .chart = ExperimentChartKind::Lines,
            .plots = {{"Bandwidth by transfer size", binaryAxis("Size", "B"), decimalAxis("Bandwidth", "B/s")},
                      {"All batches", {}, linearAxis("Time", "s"), ExperimentChartKind::Bars},
                      {.title = "The stages of a run",
                       .x = linearAxis("Time since the first batch", "s"),
                       .chart = ExperimentChartKind::Timeline}},
            .series = transferSeries(),
            .labels = {loading::inTurn, transfers::moved},
            .guess = {
                .text = "Loading, copying and computing overlap instead of waiting for each other: how many times as "
                        "fast are %1 batches done?",
                .fills = {"batches"},
                .unit = "x",
                .answer = transfersAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo& device) const override
    {
        std::vector<std::string> ids;
        if (device.kind == DeviceKind::Cuda) {
            for (const transfers::DeviceCopy& copy : transfers::deviceCopies)
                ids.emplace_back(copy.roof);
            ids.push_back(launchRoofId(LaunchMode::Queued));
        }
        return ids;
    }

    /// On a GPU from its roofs. Those of a processor are of all its threads, and a transfer is made by one: the steps
    /// measure what one has first, and each stage alone before all of them together.
    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo&) const override
    {
        std::vector<ExperimentPoint> points;
        const Roof* launch = roofs.find(launchRoofId(LaunchMode::Queued));
        for (const transfers::DeviceCopy& copy : transfers::deviceCopies) {
            const Roof* roof = roofs.find(copy.roof);
            if (roof == nullptr || launch == nullptr || !(roof->value > 0.0))
                continue;
            const transfers::LatencyModel model{Seconds(launch->value), BytesPerSecond(roof->value)};
            for (std::int64_t size = transfers::smallest; size <= parameters.number("largest"); size *= 2) {
                const Bytes bytes(static_cast<double>(size));
                points.push_back(saidPoint(copy.series, {}, bytes.value(), (bytes / model.time(bytes)).value()));
                points.back().work = transfers::deviceWork(copy, size, model.time(bytes));
            }
        }
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const std::int64_t largest = parameters.number("largest");
        const std::int64_t batch = parameters.number("batch");
        const auto batches = static_cast<int>(parameters.number("batches"));
        const auto join = [](std::vector<ExperimentStep> all, std::vector<ExperimentStep> stages,
                             std::ptrdiff_t early) {
            all.insert(all.begin() + early, std::make_move_iterator(stages.begin()),
                       std::make_move_iterator(stages.end()));
            return all;
        };
        // The stages after what predicts the curves and their ends, so that every plot has something early.
        if (context.backend.info().kind == DeviceKind::Cuda)
            return join(transfers::deviceSteps(largest), transfers::stagedSteps(batch, batches),
                        static_cast<std::ptrdiff_t>(2 * transfers::deviceCopies.size()));
        if (const auto possible = fitsInto(
                context.backend.info(), 0.5, memoryFor(parameters),
                "Files and buffers of %1 together do not fit into half of the memory (%2); choose a smaller size.");
            !possible)
            return possible.error();
        transfers::HostSteps host = transfers::hostSteps(largest);
        const auto early = static_cast<std::ptrdiff_t>(host.costCount + 2 * transfers::hostSeries.size());
        return join(std::move(host.steps), transfers::overlapSteps(batch, batches), early);
    }

    /// A processor's stages need nothing of its backend.
    [[nodiscard]] Result<void> canRecord(Backend& backend, int) const override
    {
        if (backend.info().kind != DeviceKind::Cuda)
            return {};
        const auto work = backend.prepareStaged({.batchBytes = 4096,
                                                 .batches = loading::buffersBetween,
                                                 .buffers = loading::buffersBetween,
                                                 .load = [](int, std::span<std::byte>) { return Result<void>(); }});
        return work ? Result<void>() : Result<void>(work.error());
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return transfers::findings(result);
    }
};

} // namespace

namespace transfers {

std::vector<std::int64_t> sizesToMeasure(std::int64_t largest)
{
    std::vector<std::int64_t> all;
    for (std::int64_t size = smallest; size <= largest; size *= 2)
        all.push_back(size);
    std::vector<std::int64_t> ordered{all.front(), all.back()};
    for (const std::size_t stride : {std::size_t{4}, std::size_t{2}, std::size_t{1}})
        for (std::size_t i = stride; i + 1 < all.size(); i += stride)
            if (stride == 4 || i % (2 * stride) != 0)
                ordered.push_back(all[i]);
    return ordered;
}

} // namespace transfers

std::unique_ptr<const ExperimentDefinition> makeTransfers() { return std::make_unique<Transfers>(); }

} // namespace ridgepoint

namespace ridgepoint::transfers {
namespace {

/// The measured points of a series by size.
cube::Line curveOf(const ExperimentResult& result, const SeriesName& series)
{
    return cube::lineOf(result, bandwidthPlot, series, Provenance::Measured);
}

const ExperimentPoint* barOf(const ExperimentResult& result, const LabelName& label, Provenance provenance)
{
    return firstPoint(result, [&](const ExperimentPoint& point) {
        return point.plot == totalPlot && point.provenance == provenance && point.label == label && point.y > 0.0;
    });
}

void addCurve(const ExperimentResult& result, const SeriesName& series, std::vector<Finding>& all)
{
    const std::vector<ExperimentPoint> curve = curveOf(result, series);
    if (curve.size() < 2)
        return;
    const auto fastest = std::max_element(curve.begin(), curve.end(),
                                          [](const ExperimentPoint& a, const ExperimentPoint& b) { return a.y < b.y; });
    const auto half = std::find_if(curve.begin(), curve.end(),
                                   [&](const ExperimentPoint& point) { return point.y >= 0.5 * fastest->y; });
    all.push_back({"%1: %2 takes %3, %4 the time at the highest rate, %5; half of that rate is reached from %6 on.",
                   {series,
                    {curve.front().x, "B"},
                    {curve.front().x / curve.front().y, "s"},
                    {fastest->y / curve.front().y, "x"},
                    {fastest->y, "B/s"},
                    {half->x, "B"}}});
    if (const ExperimentPoint& largest = curve.back(); largest.y < 0.8 * fastest->y)
        all.push_back({"%1 is fastest at %2 and drops to %3 at %4, where the data no longer fit the caches.",
                       {series, {fastest->x, "B"}, {largest.y, "B/s"}, {largest.x, "B"}}});
}

const ExperimentPoint* predictionOf(const ExperimentResult& result, const ExperimentPoint& measured)
{
    return firstPoint(result, [&](const ExperimentPoint& point) {
        return point.plot == bandwidthPlot && point.provenance == Provenance::Predicted
            && point.series == measured.series && point.x == measured.x && point.y > 0.0;
    });
}

/// How near a curve comes to what was predicted for it, and where it stays farthest below or above.
void addShares(const ExperimentResult& result, const SeriesName& series, std::vector<Finding>& all)
{
    struct Share {
        double size = 0.0;
        double share = 0.0;
    };
    std::vector<Share> shares;
    for (const ExperimentPoint& point : curveOf(result, series))
        if (const ExperimentPoint* theory = predictionOf(result, point))
            shares.push_back({point.x, point.y / theory->y});
    if (shares.size() < 2)
        return;
    const auto [least, most] = std::minmax_element(shares.begin(), shares.end(),
                                                   [](const Share& a, const Share& b) { return a.share < b.share; });
    all.push_back({"%1 reaches %2 of the predicted rate at %3 and %4 of it at %5; the other sizes are in between.",
                   {series, {least->share, "%"}, {least->size, "B"}, {most->share, "%"}, {most->size, "B"}}});
}

/// What lies between read() and a copy in memory at the largest size: the call's cost is named only where the
/// intervals, each a square root of two wider for a comparison, leave one.
void addCall(const ExperimentResult& result, std::vector<Finding>& all)
{
    const std::vector<ExperimentPoint> reads = curveOf(result, byRead);
    const std::vector<ExperimentPoint> copies = curveOf(result, inMemory);
    if (reads.empty() || copies.empty() || reads.back().x != copies.back().x)
        return;
    const ExperimentPoint& read = reads.back();
    const ExperimentPoint& copy = copies.back();
    const auto isFaster = [](const ExperimentPoint& fast, const ExperimentPoint& slow) {
        return fast.y - std::numbers::sqrt2 * (fast.y - fast.low) > slow.y + std::numbers::sqrt2 * (slow.high - slow.y);
    };
    const char* const why = isFaster(copy, read) ? "At %1 a copy in memory runs at %2 the rate of read(): the file "
                                                   "is in memory too, and the difference is the cost of the system "
                                                   "call."
                          : isFaster(read, copy)
                              ? "At %1 a copy in memory runs at %2 the rate of read(), which is faster: the file is "
                                "in memory too, and the system copies it differently."
                              : "At %1 a copy in memory runs at %2 the rate of read(): the file is in memory too, "
                                "and the intervals are too wide to show the cost of the system call.";
    all.push_back({why, {{read.x, "B"}, {copy.y / read.y, "x"}}});
}

/// How many times as fast the second series moves as the first at the largest size of both.
void addPair(const ExperimentResult& result, SeriesTerm slow, SeriesTerm fast, const char* sentence,
             std::vector<Finding>& all)
{
    const std::vector<ExperimentPoint> a = curveOf(result, slow);
    const std::vector<ExperimentPoint> b = curveOf(result, fast);
    if (!a.empty() && !b.empty() && a.back().x == b.back().x)
        all.push_back({sentence, {{a.back().x, "B"}, {b.back().y / a.back().y, "x"}}});
}

void addOverlap(const ExperimentResult& result, std::vector<Finding>& all)
{
    const ExperimentPoint* inTurn = barOf(result, loading::inTurn, Provenance::Measured);
    const ExperimentPoint* overlapped = barOf(result, loading::overlapped, Provenance::Measured);
    if (inTurn == nullptr || overlapped == nullptr)
        return;
    all.push_back({"Loading, copying and computing take %1 one after the other and %2 overlapped: %3 as fast.",
                   {{inTurn->y, "s"}, {overlapped->y, "s"}, {inTurn->y / overlapped->y, "x"}}});
    const double waitsInTurn = idleShare(result.lanes, loading::inTurn);
    const double waitsOverlapped = idleShare(result.lanes, loading::overlapped);
    if (waitsInTurn >= 0.0 && waitsOverlapped >= 0.0)
        all.push_back({"In the recorded runs the computing stage waits %1 of the time one after the other, %2 "
                       "overlapped.",
                       {{waitsInTurn, "%"}, {waitsOverlapped, "%"}}});
    const ExperimentPoint* theory = barOf(result, loading::overlapped, Provenance::Predicted);
    const ExperimentPoint* sum = barOf(result, loading::inTurn, Provenance::Predicted);
    if (theory == nullptr || sum == nullptr)
        return;
    const bool isGpu = result.isOfGpu(); // where each stage has what it needs for itself
    all.push_back({isGpu ? "The times of the single stages predict %1 one after the other and %2 overlapped; "
                           "measured: %3 and %4 that."
                         : "The times of the single stages predict %1 one after the other and, on the available "
                           "processors, %2 overlapped; measured: %3 and %4 that.",
                   {{sum->y, "s"}, {theory->y, "s"}, {inTurn->y / sum->y, "x"}, {overlapped->y / theory->y, "x"}}});
    const ExperimentPoint* memory = barOf(result, moved, Provenance::Predicted);
    if (memory == nullptr)
        return;
    const bool isLimit = memory->y >= theory->y;
    all.push_back({isLimit ? "The memory traffic of the stages takes %1 and is the limit: %2."
                           : "The memory traffic of the stages would take %1 (%2) and is not the limit here.",
                   {{memory->y, "s"}, memory->note}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const SeriesTerm series : hostSeries)
        addCurve(result, series, all);
    for (const SeriesTerm series : hostSeries)
        addShares(result, series, all);
    for (const DeviceCopy& copy : deviceCopies)
        addCurve(result, copy.series, all);
    addCall(result, all);
    addPair(result, deviceCopies[0].series, deviceCopies[1].series,
            "At %1, copies to the device run at %2 the rate from pinned memory as from pageable memory.", all);
    addPair(result, deviceCopies[2].series, deviceCopies[3].series,
            "At %1, copies from the device run at %2 the rate to pinned memory as to pageable memory.", all);
    addOverlap(result, all);
    return all;
}

} // namespace ridgepoint::transfers

namespace ridgepoint {
namespace {

std::optional<GuessAnswer> transfersAnswer(const ExperimentResult& result)
{
    const ExperimentPoint* inTurn = transfers::barOf(result, loading::inTurn, Provenance::Measured);
    const ExperimentPoint* overlapped = transfers::barOf(result, loading::overlapped, Provenance::Measured);
    if (inTurn == nullptr || overlapped == nullptr || !(overlapped->y > 0.0))
        return std::nullopt;
    std::vector<Finding> why;
    transfers::addOverlap(result, why);
    return answerOfRatio(*inTurn, *overlapped, std::move(why));
}

} // namespace
} // namespace ridgepoint
