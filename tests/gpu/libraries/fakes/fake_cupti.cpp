// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Stands in for libcupti.so.13: hands over one buffer of records when it is flushed and writes down what it is asked for. The
// functions are those of the toolkit's own header, so that a wrong signature does not compile. FAKE_CUPTI in the environment
// says how it behaves: "" works, "old" (of CUDA 12.4), "refused", "virtual-refused" and "no-copies" (enabling), "drops" (records
// are lost), "broken" (reading a buffer fails), "no-flush", "no-clock", "stays" (does not let go).
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <utility>

#include <cupti.h>

namespace {

std::string written;
std::set<int> enabled;
bool handedOver = false;
CUpti_BuffersCallbackRequestFunc request = nullptr;
CUpti_BuffersCallbackCompleteFunc complete = nullptr;

bool behaves(const char* way)
{
    const char* chosen = std::getenv("FAKE_CUPTI");
    return std::strcmp(chosen != nullptr ? chosen : "", way) == 0;
}

CUptiResult note(const std::string& call, CUptiResult result = CUPTI_SUCCESS)
{
    written += call + '\n';
    return result;
}

std::size_t sizeOf(CUpti_ActivityKind kind)
{
    switch (kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: return sizeof(CUpti_ActivityKernel9);
    case CUPTI_ACTIVITY_KIND_MEMCPY: return sizeof(CUpti_ActivityMemcpy5);
    case CUPTI_ACTIVITY_KIND_RUNTIME: return sizeof(CUpti_ActivityAPI);
    case CUPTI_ACTIVITY_KIND_NAME: return sizeof(CUpti_ActivityName);
    default: return 0;
    }
}

template <class Record>
void append(std::uint8_t* buffer, std::size_t& used, CUpti_ActivityKind kind, std::uint64_t start, std::uint64_t end)
{
    Record record{};
    record.kind = kind;
    record.start = start;
    record.end = end;
    std::memcpy(buffer + used, &record, sizeof record);
    used += sizeof record;
}

/// Two kernels, a call and a copy, and one of a sort that nobody asked for.
std::size_t fill(std::uint8_t* buffer)
{
    std::size_t used = 0;
    append<CUpti_ActivityKernel9>(buffer, used, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, 1000, 1200);
    CUpti_ActivityName name{};
    name.kind = CUPTI_ACTIVITY_KIND_NAME;
    std::memcpy(buffer + used, &name, sizeof name);
    used += sizeof name;
    append<CUpti_ActivityAPI>(buffer, used, CUPTI_ACTIVITY_KIND_RUNTIME, 900, 950);
    append<CUpti_ActivityMemcpy5>(buffer, used, CUPTI_ACTIVITY_KIND_MEMCPY, 1300, 1400);
    append<CUpti_ActivityKernel9>(buffer, used, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, 1500, 1700);
    return used;
}

} // namespace

extern "C" {

/// For the test alone: what was asked since the last time, one line a call; and how many kinds are enabled.
const char* fakeCuptiCalls()
{
    static std::string last;
    last = std::exchange(written, {});
    return last.c_str();
}
int fakeCuptiEnabled() { return static_cast<int>(enabled.size()); }

CUptiResult cuptiGetVersion(uint32_t* version)
{
    *version = behaves("old") ? 22 : 130001;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiGetResultString(CUptiResult result, const char** words)
{
    if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)
        *words = "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES";
    else if (result == CUPTI_ERROR_UNKNOWN)
        *words = "CUPTI_ERROR_UNKNOWN";
    else
        return CUPTI_ERROR_INVALID_PARAMETER;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiGetTimestamp(uint64_t* time)
{
    *time = 4242;
    return behaves("no-clock") ? CUPTI_ERROR_UNKNOWN : CUPTI_SUCCESS;
}
CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc requested, CUpti_BuffersCallbackCompleteFunc completed)
{
    request = requested;
    complete = completed;
    handedOver = false;
    return note("register");
}
CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind)
{
    note("enable " + std::to_string(static_cast<int>(kind)));
    if (behaves("refused"))
        return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    if (behaves("virtual-refused"))
        return CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES;
    if (behaves("no-copies") && kind == CUPTI_ACTIVITY_KIND_MEMCPY)
        return CUPTI_ERROR_UNKNOWN;
    enabled.insert(static_cast<int>(kind));
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind)
{
    enabled.erase(static_cast<int>(kind));
    return note("disable " + std::to_string(static_cast<int>(kind)));
}
CUptiResult cuptiActivityFlushAll(uint32_t flag)
{
    note("flush " + std::to_string(flag));
    if (behaves("no-flush"))
        return CUPTI_ERROR_UNKNOWN;
    if (enabled.empty() || std::exchange(handedOver, true))
        return CUPTI_SUCCESS;
    std::uint8_t* buffer = nullptr;
    std::size_t bytes = 0;
    std::size_t most = 1;
    request(&buffer, &bytes, &most);
    if (buffer == nullptr || bytes < 4096 || most != 0 || reinterpret_cast<std::uintptr_t>(buffer) % 8 != 0)
        return CUPTI_ERROR_OUT_OF_MEMORY;
    const std::size_t used = fill(buffer);
    complete(nullptr, 0, buffer, bytes, used);
    request(&buffer, &bytes, &most);
    complete(nullptr, 0, buffer, bytes, 0); // one that nothing came into
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNextRecord(uint8_t* buffer, size_t validBytes, CUpti_Activity** record)
{
    if (behaves("broken"))
        return CUPTI_ERROR_UNKNOWN;
    std::uint8_t* next = *record == nullptr ? buffer : reinterpret_cast<std::uint8_t*>(*record) + sizeOf((*record)->kind);
    if (next >= buffer + validBytes)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = reinterpret_cast<CUpti_Activity*>(next);
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, uint32_t, size_t* dropped)
{
    *dropped = behaves("drops") ? 2 : 0;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiFinalize()
{
    return note("finalize", behaves("stays") ? CUPTI_ERROR_UNKNOWN : CUPTI_SUCCESS);
}

} // extern "C"
