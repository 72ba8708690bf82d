// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Transfers of one size: of the host from a cached file and within memory, and between host and GPU.
#include "core/experiment/temporary_file.h"
#include "core/experiment/timing.h"
#include "core/experiment/transfers.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ridgepoint::transfers {
namespace {

Error readFailed(const char* what) { return {ErrorKind::DeviceFailure, "transfers.read", "%1 of our own temporary file failed: %2.", {what, std::strerror(errno)}}; }

long involuntarySwitches()
{
    rusage usage{};
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

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
            return Error{ErrorKind::Unavailable, "transfers.memory", "The system gives no %1 for the buffers; choose a smaller size.", {quantityText(2.0 * static_cast<double>(bytes), "B")}};
        }
        return {};
    }
};

/// One transfer, over and over.
class HostTransfer final : public PreparedWork {
public:
    using Once = std::function<Result<void>()>;
    explicit HostTransfer(Once once) : m_once(std::move(once)) {}

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        const long switches = involuntarySwitches();
        const auto begin = std::chrono::steady_clock::now();
        for (std::int64_t i = 0; i < repetitions; ++i)
            if (const auto done = m_once(); !done)
                return done.error();
        BatchTiming timing{.time = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()), .flags = {}, .clock = {}};
        if (involuntarySwitches() != switches)
            timing.flags |= Flag::Preempted;
        return timing;
    }

private:
    Once m_once;
};

Result<void> readAll(int file, char* to, std::size_t bytes)
{
    for (std::size_t done = 0; done < bytes;) {
        const ssize_t got = ::pread(file, to + done, bytes - done, static_cast<off_t>(done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return readFailed("Reading");
        done += static_cast<std::size_t>(got);
    }
    return {};
}

Result<void> mapAndCopy(int file, char* to, std::size_t bytes)
{
    void* mapped = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapped == MAP_FAILED)
        return readFailed("Mapping");
    std::memcpy(to, mapped, bytes);
    ::munmap(mapped, bytes);
    return {};
}

/// What the ends of one series say of the sizes between them.
struct Ends {
    std::map<std::int64_t, Seconds> times; ///< of the smallest and the largest
    std::vector<std::int64_t> sizes;

    [[nodiscard]] std::vector<ExperimentPoint> predicted(const std::string& series) const
    {
        std::vector<ExperimentPoint> points;
        if (times.size() < 2)
            return points;
        const auto bytes = [](std::int64_t size) { return Bytes(static_cast<double>(size)); };
        const auto model = modelThrough(bytes(times.begin()->first), times.begin()->second, bytes(times.rbegin()->first), times.rbegin()->second);
        if (!model)
            return points;
        for (const std::int64_t size : sizes) {
            const double rate = (bytes(size) / model->time(bytes(size))).value();
            points.push_back({.series = series, .x = bytes(size).value(), .y = rate, .low = rate, .high = rate, .provenance = Provenance::Predicted, .plot = bandwidthPlot});
        }
        return points;
    }
};

ExperimentStep transferStep(const std::string& series, std::int64_t size, PrepareWork prepare, const std::shared_ptr<Ends>& ends, bool isEnd)
{
    return timedStep(
        series + ", " + quantityText(static_cast<double>(size), "B"), std::move(prepare),
        [series, size, ends, isEnd](const Summary& summary) {
            std::vector<ExperimentPoint> points;
            if (ends != nullptr && isEnd) {
                ends->times[size] = summary.time;
                points = ends->predicted(series);
            }
            points.push_back(measuredPoint(series, {}, static_cast<double>(size), summary, static_cast<double>(size)));
            return points;
        });
}

} // namespace

std::vector<ExperimentStep> hostSteps(std::int64_t largest)
{
    const auto memory = std::make_shared<HostMemory>();
    const std::vector<std::int64_t> sizes = sizesToMeasure(largest);
    const auto room = static_cast<std::size_t>(*std::max_element(sizes.begin(), sizes.end()));
    std::map<std::string, std::shared_ptr<Ends>> ends;
    std::vector<ExperimentStep> steps;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        for (const char* series : {byRead, byMap, inMemory}) {
            const auto bytes = static_cast<std::size_t>(sizes[i]);
            auto& own = ends[series];
            if (own == nullptr)
                own = std::make_shared<Ends>(Ends{{}, sizes});
            const PrepareWork prepare = [=](MeasuringContext&) -> Result<std::unique_ptr<PreparedWork>> {
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
                return std::unique_ptr<PreparedWork>(std::make_unique<HostTransfer>(std::move(once)));
            };
            steps.push_back(transferStep(series, sizes[i], prepare, own, i < 2));
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
                [size, roof = std::string(copy.roof)](MeasuringContext& context) -> Result<std::unique_ptr<PreparedWork>> {
                    auto work = context.backend.prepareRoof({.id = roof, .threads = context.threads, .footprint = Bytes(static_cast<double>(size))});
                    if (!work)
                        return work.error();
                    return std::move(work->work);
                },
                nullptr, false));
    steps.push_back({"load, copy and compute overlapped", 1, [](MeasuringContext& context) -> Result<StepState> {
                         return Error{ErrorKind::Unsupported, "transfers.one-stream",
                                      "The backend of %1 has one stream, in which copies and kernels follow each other: nothing can overlap there.",
                                      {context.backend.info().id}};
                     }});
    return steps;
}

} // namespace ridgepoint::transfers
