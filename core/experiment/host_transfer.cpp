// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/host_transfer.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ridgepoint::transfers {
namespace {

Error readFailed(const char* what)
{
    return {ErrorKind::DeviceFailure,
            "transfers.read",
            "%1 of our own temporary file failed: %2.",
            {what, std::strerror(errno)}};
}

long involuntarySwitches()
{
    rusage usage{};
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

} // namespace

Result<BatchTiming> HostTransfer::run(std::int64_t repetitions)
{
    const long switches = involuntarySwitches();
    const auto begin = std::chrono::steady_clock::now();
    for (std::int64_t i = 0; i < repetitions; ++i)
        if (const auto done = m_once(); !done)
            return done.error();
    BatchTiming timing{.time = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()),
                       .flags = {},
                       .clock = {}};
    if (involuntarySwitches() != switches)
        timing.flags |= Flag::Preempted;
    return timing;
}

Result<void> readAll(int file, char* to, std::size_t bytes, std::size_t at)
{
    for (std::size_t done = 0; done < bytes;) {
        const ssize_t got = ::pread(file, to + done, bytes - done, static_cast<off_t>(at + done));
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

Result<void> mapAndTouch(int file, std::size_t pages)
{
    const std::size_t bytes = pages * pageSize();
    void* mapped = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapped == MAP_FAILED)
        return readFailed("Mapping");
    const volatile char* data = static_cast<const char*>(mapped);
    for (std::size_t at = 0; at < bytes; at += pageSize())
        (void)data[at]; // read all the same: it is volatile
    ::munmap(mapped, bytes);
    return {};
}

std::size_t pageSize()
{
    static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

} // namespace ridgepoint::transfers
