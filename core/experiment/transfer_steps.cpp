// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Transfers of one size: of the host from a cached file and within memory, and between host and GPU.
#include "core/experiment/host_transfer.h"
#include "core/experiment/temporary_file.h"
#include "core/experiment/timed_step.h"
#include "core/experiment/transfers.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace ridgepoint::transfers {
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
                         "The system gives no %1 for the buffers; choose a smaller size.",
                         {quantityText(2.0 * static_cast<double>(bytes), "B")}};
        }
        return {};
    }
};

/// The work behind a number, by the time that it took.
using WorkOf = std::function<std::optional<PointWork>(Seconds)>;

ExperimentStep transferStep(const std::string& series, std::int64_t size, PrepareWork prepare, WorkOf work)
{
    return timedStep(series + ", " + quantityText(static_cast<double>(size), "B"), std::move(prepare),
                     [series, size, work = std::move(work)](const Summary& summary) {
                         ExperimentPoint point = measuredPoint(series, {}, static_cast<double>(size), summary,
                                                               static_cast<double>(size));
                         point.work = work(summary.time);
                         return std::vector{std::move(point)};
                     });
}

} // namespace

std::vector<ExperimentStep> hostSteps(std::int64_t largest)
{
    const auto memory = std::make_shared<HostMemory>();
    const std::vector<std::int64_t> sizes = sizesToMeasure(largest);
    const auto room = static_cast<std::size_t>(*std::max_element(sizes.begin(), sizes.end()));
    const auto costs = std::make_shared<HostCosts>();
    std::vector<ExperimentStep> steps = costSteps(
        largest, [=] { return memory->fileOf(room); }, costs);
    for (const std::int64_t size : sizes)
        for (const char* series : {byRead, byMap, inMemory}) {
            const auto bytes = static_cast<std::size_t>(size);
            const PrepareWork prepare = [=](MeasuringContext&) -> Result<ReadyWork> {
                if (auto ready = memory->buffers(room); !ready)
                    return ready.error();
                HostTransfer::Once once = [=]() -> Result<void> {
                    std::memcpy(memory->to.data(), memory->from.data(), bytes);
                    return {};
                };
                if (series != inMemory) {
                    const auto file = memory->fileOf(room);
                    if (!file)
                        return file.error();
                    if (series == byRead)
                        once = [=, file = *file] { return readAll(file, memory->to.data(), bytes); };
                    else
                        once = [=, file = *file] { return mapAndCopy(file, memory->to.data(), bytes); };
                }
                return ReadyWork{.work = std::make_unique<HostTransfer>(std::move(once))};
            };
            steps.push_back(transferStep(series, size, prepare,
                                         [=](Seconds time) { return hostWork(*costs, series, size, time); }));
        }
    return steps;
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
