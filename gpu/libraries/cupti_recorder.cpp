// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/cupti_recorder.h"

#include "gpu/libraries/cupti_calls.h"
#include "gpu/libraries/cupti_store.h"

#include <array>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

/// CUPTI of CUDA 12.6. Older ones crash where a process that has launched graphs lets go of them: pytorch/pytorch#150957, and
/// NVIDIA's release notes of CUDA 12.4 Update 1 ("a crash when API cuptiFinalize is used for applications using CUDA Graph").
/// Those that cannot be let go of are no use, for they would lengthen what is timed later.
constexpr std::uint32_t oldestVersion = 24;

constexpr std::array recordedKinds{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_MEMCPY};

bool isRefusal(CUptiResult result)
{
    return result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES || result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES;
}

class Cupti final : public ActivityRecorder {
public:
    Cupti(DynamicLibrary library, const CuptiCalls& calls) : m_library(std::move(library)), m_calls(calls) {}
    ~Cupti() override
    {
        if (m_isStarted)
            static_cast<void>(stop());
    }
    Cupti(const Cupti&) = delete;
    Cupti& operator=(const Cupti&) = delete;

    [[nodiscard]] std::string name() const override { return "CUPTI (" + m_library.name() + ")"; }

    [[nodiscard]] Result<void> start() override
    {
        CuptiStore::instance().begin(m_calls);
        m_isStarted = true;
        if (auto registered = check(m_calls.registerCallbacks(&CuptiStore::requested, &CuptiStore::completed)); !registered)
        {
            m_isStarted = false; // somebody else may record: what was not begun here is not ended here
            return registered;
        }
        for (const CUpti_ActivityKind kind : recordedKinds)
            if (auto enabled = check(m_calls.enable(kind)); !enabled)
                return givenUp(enabled);
        return {};
    }

    [[nodiscard]] Result<std::uint64_t> timestamp() override
    {
        std::uint64_t time = 0;
        if (auto told = check(m_calls.timestamp(&time)); !told)
            return told.error();
        return time;
    }

    [[nodiscard]] Result<ActivityRecords> take() override
    {
        // Forced, because a buffer with one record that is not complete would stay behind; such a record has no times.
        if (auto flushed = check(m_calls.flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED)); !flushed)
            return flushed.error();
        std::size_t lost = 0;
        if (auto told = check(m_calls.droppedRecords(nullptr, 0, &lost)); !told)
            return told.error();
        auto [records, status] = CuptiStore::instance().take();
        if (auto read = check(status); !read)
            return read.error();
        records.lost += lost;
        return std::move(records);
    }

    [[nodiscard]] Result<void> stop() override
    {
        // Each of them whatever became of the one before: what counts is that it lets go, and nothing more is recorded by then.
        m_isStarted = false;
        for (const CUpti_ActivityKind kind : recordedKinds)
            static_cast<void>(m_calls.disable(kind));
        static_cast<void>(m_calls.flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
        return check(m_calls.finalize());
    }

private:
    [[nodiscard]] Result<void> givenUp(Result<void> reason)
    {
        Error told = reason.error();
        if (const auto stopped = stop(); !stopped)
            told = {told.kind, told.id, "%1; and it stays in this process, which may lengthen later launches: %2", {told.message(), stopped.error().message()}};
        return told;
    }
    [[nodiscard]] Result<void> check(CUptiResult result) const
    {
        if (result == CUPTI_SUCCESS)
            return {};
        if (isRefusal(result))
            return Error{ErrorKind::Unavailable, "cupti.refused",
                         "%1 may not record: the driver or the system's administrator lets only privileged users profile (%2)", {m_library.name(), m_calls.nameOf(result)}};
        return Error{ErrorKind::Unavailable, "cupti.failed", "%1 does not record: %2", {m_library.name(), m_calls.nameOf(result)}};
    }

    DynamicLibrary m_library;
    CuptiCalls m_calls;
    bool m_isStarted = false;
};

} // namespace

std::string CuptiCalls::nameOf(CUptiResult result) const
{
    const char* words = nullptr;
    if (resultString(result, &words) == CUPTI_SUCCESS && words != nullptr)
        return words;
    return "CUPTI status " + std::to_string(static_cast<int>(result));
}

Result<CuptiCalls> loadCuptiCalls(const DynamicLibrary& library)
{
    CuptiCalls calls;
    std::optional<Error> missing;
    const auto take = [&]<class Function>(Function& call, const char* symbol) {
        if (const auto found = library.function<Function>(symbol))
            call = *found;
        else if (!missing)
            missing = found.error();
    };
    take(calls.version, "cuptiGetVersion");
    take(calls.resultString, "cuptiGetResultString");
    take(calls.timestamp, "cuptiGetTimestamp");
    take(calls.registerCallbacks, "cuptiActivityRegisterCallbacks");
    take(calls.enable, "cuptiActivityEnable");
    take(calls.disable, "cuptiActivityDisable");
    take(calls.flush, "cuptiActivityFlushAll");
    take(calls.nextRecord, "cuptiActivityGetNextRecord");
    take(calls.droppedRecords, "cuptiActivityGetNumDroppedRecords");
    take(calls.finalize, "cuptiFinalize");
    if (missing)
        return *missing;
    return calls;
}

Result<std::unique_ptr<ActivityRecorder>> openCupti(std::span<const std::string> names)
{
    // It hooks itself into the driver, which would be left pointing at unloaded code.
    auto library = DynamicLibrary::open(names, Unloading::Never);
    if (!library)
        return library.error();
    const auto calls = loadCuptiCalls(*library);
    if (!calls)
        return calls.error();
    std::uint32_t version = 0;
    if (const CUptiResult result = (*calls).version(&version); result != CUPTI_SUCCESS)
        return Error{ErrorKind::Unavailable, "cupti.no-version", "%1 does not tell its version: %2", {library->name(), (*calls).nameOf(result)}};
    if (version < oldestVersion)
        return Error{ErrorKind::Unavailable, "cupti.too-old", "%1 is older than CUDA 12.6 (its version is %2, needed is %3)",
                     {library->name(), std::to_string(version), std::to_string(oldestVersion)}};
    return std::unique_ptr<ActivityRecorder>(std::make_unique<Cupti>(std::move(*library), *calls));
}

} // namespace ridgepoint
