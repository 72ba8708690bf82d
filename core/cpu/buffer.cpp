// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/buffer.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::size_t hugePage = std::size_t{2} << 20;
// The rest is for the program, the window and the system's own caches: a machine that swaps measures its disk.
constexpr double usableFraction = 0.8;

std::string asMebibytes(double bytes) { return std::to_string(static_cast<long long>(bytes / (1 << 20)) + 1); }

/// The value in bytes of a line such as "MemAvailable:  123 kB" in /proc/meminfo, or 0.
double memoryInfo(const std::string& field)
{
    std::ifstream file("/proc/meminfo");
    std::string name;
    for (double kibibytes = 0.0; file >> name >> kibibytes;
         file.ignore(std::numeric_limits<std::streamsize>::max(), '\n'))
        if (name == field + ':')
            return kibibytes * 1024.0;
    return 0.0;
}

/// A number from a file of the control group, or infinity where there is no limit.
double groupValue(const char* name)
{
    std::ifstream file(std::string("/sys/fs/cgroup/") + name);
    double value = 0.0;
    return file >> value ? value : std::numeric_limits<double>::infinity();
}

Error memoryError(double needed, double available)
{
    return Error{
        ErrorKind::Unavailable,
        "cpu.memory",
        "The tensor needs %1 MiB of memory, but only %2 MiB may be used (80 % of what is free); choose a smaller size.",
        {asMebibytes(needed), asMebibytes(available)}};
}

/// Bytes that this process may still map; infinity without a limit.
double addressSpaceLeft()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::numeric_limits<double>::infinity();
    std::ifstream file("/proc/self/statm");
    double pages = 0.0;
    file >> pages;
    return std::max(0.0, static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
}

Error addressSpaceError(double needed, const char* reason)
{
    return Error{ErrorKind::Unavailable,
                 "cpu.address-space",
                 "The system could not reserve %1 MiB of address space (%2); raise the limit shown by \"ulimit -v\".",
                 {asMebibytes(needed), reason}};
}

} // namespace

ByteRange partOf(std::size_t bytes, int thread, int threads)
{
    assert(thread >= 0 && thread < threads);
    const std::size_t lines = bytes / lineBytes;
    const auto count = static_cast<std::size_t>(threads);
    const auto index = static_cast<std::size_t>(thread);
    // The quotient first, so that the product cannot overflow for any number of lines.
    const auto boundary = [&](std::size_t part) { return lines / count * part + lines % count * part / count; };
    return {boundary(index) * lineBytes, boundary(index + 1) * lineBytes};
}

Result<Buffer> Buffer::reserve(int among)
{
    constexpr std::size_t least = std::size_t{64} << 20U;
    // Less where the address space is limited: what is asked for may fit all the same, and grow() says when it does
    // not. An eighth of the rest, because other buffers and libraries want theirs.
    auto bytes = static_cast<std::size_t>(
        std::min(totalMemory().value() / std::max(among, 1), addressSpaceLeft() / 8.0));
    auto buffer = claim(bytes);
    for (; !buffer && bytes > least; bytes /= 2)
        buffer = claim(bytes / 2);
    return buffer;
}

Result<Buffer> Buffer::claim(std::size_t bytes)
{
    Buffer buffer;
    buffer.m_capacity = (bytes / hugePage + 1) * hugePage;
    buffer.m_mappingBytes = buffer.m_capacity + hugePage;
    void* mapping = mmap(nullptr, buffer.m_mappingBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED)
        return addressSpaceError(static_cast<double>(buffer.m_mappingBytes), std::strerror(errno));
    buffer.m_mapping = mapping;
    const auto address = reinterpret_cast<std::uintptr_t>(mapping);
    buffer.m_data = static_cast<std::byte*>(mapping) + (hugePage - address % hugePage) % hugePage;
    return buffer;
}

Result<Buffer> Buffer::allocate(std::size_t bytes)
{
    // More than the machine has is refused by grow(), which says what there is.
    auto buffer = claim(std::min(bytes, static_cast<std::size_t>(totalMemory().value())));
    if (!buffer)
        return buffer;
    if (auto grown = buffer->grow(bytes); !grown)
        return grown.error();
    return buffer;
}

Result<void> Buffer::grow(std::size_t bytes)
{
    if (bytes <= m_bytes)
        return {};
    const double usable = usableFraction * (availableMemory().value() + static_cast<double>(m_bytes));
    if (static_cast<double>(bytes) > usable)
        return memoryError(static_cast<double>(bytes), usable);
    if (bytes > m_capacity)
        return addressSpaceError(static_cast<double>(bytes), std::strerror(ENOMEM));
    const std::size_t wanted = std::min((bytes + hugePage - 1) / hugePage * hugePage, m_capacity);
    if (mprotect(m_data, wanted, PROT_READ | PROT_WRITE) != 0)
        return memoryError(static_cast<double>(bytes), usable);
    // A refusal costs some bandwidth, not correctness: small pages then serve.
    (void)madvise(m_data, wanted, MADV_HUGEPAGE);
    m_bytes = wanted;
    return {};
}

std::size_t Buffer::hugeBytes() const
{
    std::ifstream file("/proc/self/smaps");
    const auto address = reinterpret_cast<std::uintptr_t>(m_data);
    std::size_t kibibytes = 0;
    bool isHere = false;
    for (std::string line; std::getline(file, line);) {
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
        if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2)
            isHere = begin < address + m_bytes && end > address;
        else if (std::size_t here = 0; isHere && std::sscanf(line.c_str(), "AnonHugePages: %zu kB", &here) == 1)
            kibibytes += here;
    }
    return kibibytes * 1024;
}

Buffer::Buffer(Buffer&& other) noexcept
    : m_mapping(std::exchange(other.m_mapping, nullptr)),
      m_mappingBytes(std::exchange(other.m_mappingBytes, 0)),
      m_data(std::exchange(other.m_data, nullptr)),
      m_bytes(std::exchange(other.m_bytes, 0)),
      m_capacity(std::exchange(other.m_capacity, 0))
{}

Buffer& Buffer::operator=(Buffer&& other) noexcept
{
    if (this != &other) {
        release();
        m_mapping = std::exchange(other.m_mapping, nullptr);
        m_mappingBytes = std::exchange(other.m_mappingBytes, 0);
        m_data = std::exchange(other.m_data, nullptr);
        m_bytes = std::exchange(other.m_bytes, 0);
        m_capacity = std::exchange(other.m_capacity, 0);
    }
    return *this;
}

Buffer::~Buffer() { release(); }

void Buffer::release()
{
    if (m_mapping != nullptr)
        munmap(m_mapping, m_mappingBytes);
    m_mapping = nullptr;
}

Bytes availableMemory()
{
    const double inMachine = memoryInfo("MemAvailable");
    const double limit = groupValue("memory.max");
    const double used = groupValue("memory.current");
    if (std::isinf(limit) || std::isinf(used))
        return Bytes(inMachine);
    return Bytes(std::clamp(limit - used, 0.0, inMachine));
}

Bytes totalMemory() { return Bytes(std::min(memoryInfo("MemTotal"), groupValue("memory.max"))); }

} // namespace ridgepoint
