// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace ridgepoint {

/// What the file system tells about an NVIDIA driver without loading anything of NVIDIA's.
struct DriverTraces {
    bool driver = false; ///< the kernel module is loaded
    std::string version; ///< "535.183.01"; empty when it cannot be read
};

/// Looks for the loaded driver under `root` ("/" outside tests): its version file in /proc and its control device.
[[nodiscard]] DriverTraces findDriver(const std::filesystem::path& root = "/");

} // namespace ridgepoint
