// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/transfers.h"

#include <algorithm>
#include <iterator>

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

class Transfers final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "transfers",
            .title = "Moving data to the device",
            .summary = "transfers by their size, with floor and roof, and loading, copying and computing overlapped",
            .parameters = {{.name = "largest",
                            .words = "Largest transfer (bytes)",
                            .kind = ParameterKind::Size,
                            .defaultValue = "64Mi",
                            .lowest = 1 << 20,
                            .highest = 1 << 30},
                           {.name = "batch",
                            .words = "Batch of the stages (bytes)",
                            .kind = ParameterKind::Size,
                            .defaultValue = "2Mi",
                            .lowest = 1 << 16,
                            .highest = 1 << 26},
                           {.name = "batches",
                            .words = "Batches",
                            .kind = ParameterKind::Number,
                            .defaultValue = "12",
                            .lowest = 4,
                            .highest = 64}},
            .chart = ExperimentChartKind::Lines,
            .plots = {{.title = "Bandwidth, by the size of a transfer",
                       .x = {"Size", "B", AxisScaleKind::PowersOfTwo},
                       .y = {"Bandwidth", "B/s", AxisScaleKind::PowersOfTen}},
                      {.title = "All batches",
                       .x = {},
                       .y = {"Time", "s", AxisScaleKind::Linear},
                       .chart = ExperimentChartKind::Bars},
                      {.title = "The stages of a run",
                       .x = {"Time since the first batch", "s", AxisScaleKind::Linear},
                       .chart = ExperimentChartKind::Timeline}}};
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
                const double rate = (bytes / model.time(bytes)).value();
                points.push_back({.series = copy.series,
                                  .x = bytes.value(),
                                  .y = rate,
                                  .low = rate,
                                  .high = rate,
                                  .provenance = Provenance::Predicted,
                                  .work = transfers::deviceWork(copy, size, model.time(bytes))});
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
        const Bytes needed = memoryFor(parameters);
        if (const Bytes memory = context.backend.info().memory; memory > Bytes() && needed > memory * 0.5)
            return Error{
                ErrorKind::InvalidInput,
                "experiment.memory",
                "Files and buffers of %1 together do not fit into half of the memory (%2); choose a smaller size.",
                {quantityText(needed.value(), "B"), quantityText(memory.value(), "B")}};
        std::vector<ExperimentStep> all = transfers::hostSteps(largest);
        const auto firstRead = std::find_if(all.begin(), all.end(), [](const ExperimentStep& step) {
            return step.what.starts_with(transfers::byRead);
        });
        const std::ptrdiff_t early = firstRead - all.begin() + 6;
        return join(std::move(all), transfers::overlapSteps(batch, batches), early);
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

    [[nodiscard]] std::vector<Finding> analyse(const ExperimentResult& result) const override
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
