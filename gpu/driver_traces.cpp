// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/driver_traces.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

namespace ridgepoint {

namespace {

/// The first word that reads like a driver version: digits with at least one dot, as in
/// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 …".
std::string versionIn(const std::string& line)
{
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        const bool digits = std::all_of(word.begin(), word.end(),
                                        [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
        if (digits && word.find('.') != std::string::npos && word.front() != '.')
            return word;
    }
    return {};
}

} // namespace

DriverTraces findDriver(const std::filesystem::path& root)
{
    DriverTraces traces;
    std::error_code ignored;
    std::ifstream version(root / "proc/driver/nvidia/version");
    if (std::string line; version && std::getline(version, line)) {
        traces.driver = true;
        traces.version = versionIn(line.substr(0, 512));
    }
    if (std::filesystem::exists(root / "dev/nvidiactl", ignored))
        traces.driver = true;
    return traces;
}

} // namespace ridgepoint
