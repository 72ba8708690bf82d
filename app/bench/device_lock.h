// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <filesystem>
#include <string>

namespace ridgepoint {

/// Where lock files live: XDG_RUNTIME_DIR, or /tmp where that is not set or cannot be used.
[[nodiscard]] std::filesystem::path lockFolder();

/// Held while a device is measured, so that two programs do not disturb each other's numbers. The kernel releases it
/// when the process ends, however it ends. A lock is one user's: another user's measuring shows only as a busy machine.
class DeviceLock {
public:
    /// Takes the lock of a device; `command` is what a second program will be told. Unavailable, naming the process
    /// and its command, when someone else measures; DeviceFailure when the lock file cannot be made.
    [[nodiscard]] static Result<DeviceLock> acquire(const std::string& device, const std::string& command,
                                                    const std::filesystem::path& folder);
    DeviceLock(DeviceLock&& other) noexcept;
    DeviceLock& operator=(DeviceLock&& other) noexcept;
    ~DeviceLock();

private:
    explicit DeviceLock(int descriptor) : m_descriptor(descriptor) {}
    int m_descriptor = -1;
};

} // namespace ridgepoint
