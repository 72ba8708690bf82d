// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/device_lock.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ridgepoint {

namespace {

constexpr std::size_t longestHolder = 400;

/// "process 4711 (ridgepoint-bench sweep …)" as the holder wrote it; printable characters only.
std::string holderOf(int descriptor)
{
    char text[longestHolder];
    const ssize_t length = pread(descriptor, text, sizeof text, 0);
    std::string holder(text, length > 0 ? static_cast<std::size_t>(length) : 0);
    for (char& character : holder)
        if (static_cast<unsigned char>(character) < 0x20 || character == 0x7f)
            character = ' ';
    return holder.empty() ? "another process" : holder;
}

Error lockFailure(const std::filesystem::path& path, int code)
{
    return {.kind = ErrorKind::DeviceFailure,
            .id = "lock.cannot-open",
            .text = "cannot use the lock file %1: %2; set XDG_RUNTIME_DIR to a folder that you may write",
            .arguments = {path.string(), std::strerror(code)}};
}

} // namespace

std::filesystem::path lockFolder()
{
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    // In containers and after su it often names a folder that is not there.
    return runtime && *runtime == '/' && access(runtime, W_OK | X_OK) == 0 ? std::filesystem::path(runtime)
                                                                           : std::filesystem::path("/tmp");
}

Result<DeviceLock> DeviceLock::acquire(const std::string& device, const std::string& command,
                                       const std::filesystem::path& folder)
{
    std::string name = device;
    for (char& character : name)
        if (character == '/' || character == ':')
            character = '-';
    const std::filesystem::path path = folder / ("ridgepoint-" + std::to_string(getuid()) + "-" + name + ".lock");
    // O_NOFOLLOW: in a shared /tmp a link of someone else's must not lead the write elsewhere.
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0)
        return lockFailure(path, errno);
    DeviceLock lock(descriptor);
    struct stat facts = {};
    if (fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_uid != getuid())
        return lockFailure(path, EPERM);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return lockFailure(path, errno);
        return Error{.kind = ErrorKind::Unavailable,
                     .id = "lock.held",
                     .text = "%1 is being measured by %2; wait for it to finish or stop it",
                     .arguments = {device, holderOf(descriptor)}};
    }
    const std::string holder = ("process " + std::to_string(getpid()) + " (" + command + ")").substr(0, longestHolder);
    // Only a hint for the second program: the lock itself is flock's, so a failed write is no failure.
    if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, holder.data(), holder.size(), 0) < 0)
        return lock;
    return lock;
}

DeviceLock::DeviceLock(DeviceLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

DeviceLock& DeviceLock::operator=(DeviceLock&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

DeviceLock::~DeviceLock()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

} // namespace ridgepoint
