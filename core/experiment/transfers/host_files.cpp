// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/transfers/host_files.h"

#include "core/experiment/frame/experiment_result.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr std::size_t pieceBytes = std::size_t{1} << 20;

Error cannot(const std::filesystem::path& folder, int reason)
{
    return {ErrorKind::Unavailable,
            "transfers.file",
            "No temporary file could be created in %1: %2. Set TMPDIR to another folder.",
            {folder.string(), std::strerror(reason)}};
}

/// Opens a file without a name; where the file system has none such, one whose name is taken away at once.
int openNameless(const std::filesystem::path& folder)
{
    const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return descriptor;
    std::string name = (folder / "ridgepoint-XXXXXX").string();
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0)
        ::unlink(name.c_str());
    return named;
}

/// What the file system has left for us; nothing where it does not say.
std::optional<std::uint64_t> freeBytes(int descriptor)
{
    struct statfs about {};
    if (fstatfs(descriptor, &about) != 0 || about.f_blocks == 0 || about.f_bsize <= 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(about.f_bavail) * static_cast<std::uint64_t>(about.f_bsize);
}

Error noRoom(const std::filesystem::path& folder, std::size_t bytes, std::uint64_t free)
{
    return {
        ErrorKind::Unavailable,
        "transfers.room",
        "A temporary file of %1 does not fit in %2, which has %3 free. Choose a smaller size, or set TMPDIR to "
        "another folder.",
        {quantityText(static_cast<double>(bytes), "B"), folder.string(), quantityText(static_cast<double>(free), "B")}};
}

/// Growing past this limit would end the program by a signal.
bool mayGrowTo(std::size_t bytes)
{
    rlimit limit{};
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= bytes;
}

} // namespace

std::filesystem::path TemporaryFile::usualFolder()
{
    const char* named = std::getenv("TMPDIR");
    return named != nullptr && *named != '\0' ? named : "/tmp";
}

Result<TemporaryFile> TemporaryFile::create(const std::filesystem::path& folder)
{
    const int descriptor = openNameless(folder);
    if (descriptor < 0)
        return cannot(folder, errno);
    return TemporaryFile(descriptor, folder);
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_size(other.m_size), m_folder(std::move(other.m_folder))
{}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept
{
    if (this != &other) {
        close();
        m_descriptor = std::exchange(other.m_descriptor, -1);
        m_size = other.m_size;
        m_folder = std::move(other.m_folder);
    }
    return *this;
}

TemporaryFile::~TemporaryFile() { close(); }

void TemporaryFile::close()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    m_descriptor = -1;
}

Result<void> TemporaryFile::grow(std::size_t bytes)
{
    if (!mayGrowTo(m_size + bytes))
        return cannot(m_folder, EFBIG);
    // Asked first: a disk that is filled up to see whether there is room fails whoever else writes to it.
    if (const auto free = freeBytes(m_descriptor); free && *free < bytes)
        return noRoom(m_folder, bytes, *free);
    std::vector<std::uint64_t> piece(pieceBytes / sizeof(std::uint64_t));
    while (bytes > 0) {
        // Floats near one, so that whoever computes with them meets no denormals.
        for (std::size_t i = 0; i < piece.size(); ++i)
            piece[i] = 0x3f8000003f800000ULL + ((m_size + i) & 0xffffULL);
        const ssize_t written = ::pwrite(m_descriptor, piece.data(), std::min(bytes, pieceBytes),
                                         static_cast<off_t>(m_size));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return cannot(m_folder, written < 0 ? errno : ENOSPC);
        m_size += static_cast<std::size_t>(written);
        bytes -= static_cast<std::size_t>(written);
    }
    return {};
}

const char* TemporaryFile::medium() const
{
    struct statfs about {};
    return fstatfs(m_descriptor, &about) == 0 && about.f_type == TMPFS_MAGIC ? "tmpfs" : "disk";
}

} // namespace ridgepoint

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
