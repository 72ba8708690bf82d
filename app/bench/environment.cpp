// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/environment.h"

#include "app/bench/version.h"
#include "core/cpu/machine.h"

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

#include <sys/utsname.h>

namespace ridgepoint {

namespace {

std::string firstLine(const char* path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line.substr(0, 200);
}

/// PRETTY_NAME of os-release, without its quotes.
std::string operatingSystem()
{
    std::ifstream file("/etc/os-release");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("PRETTY_NAME="))
            continue;
        std::string name = line.substr(12, 200);
        if (name.size() >= 2 && name.front() == '"' && name.back() == '"')
            name = name.substr(1, name.size() - 2);
        return name;
    }
    return "unknown";
}

std::string compiler()
{
#if defined(__clang__)
    return "Clang " __clang_version__;
#elif defined(__GNUC__)
    return "GCC " __VERSION__;
#else
    return "unknown";
#endif
}

std::string loadAverage()
{
    double load = 0.0;
    if (getloadavg(&load, 1) != 1)
        return "unknown";
    std::ostringstream text;
    text.precision(2);
    text << std::fixed << load;
    return text.str();
}

} // namespace

std::map<std::string, std::string> describeEnvironment(const DeviceInfo& device, int threads, const std::string& place)
{
    utsname kernel = {};
    uname(&kernel);
    const std::string governor = firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    const std::string hugePages = firstLine("/sys/kernel/mm/transparent_hugepage/enabled");
    std::map<std::string, std::string> facts{{"operating_system", operatingSystem()},
                                             {"kernel", std::string(kernel.sysname) + " " + kernel.release},
                                             {"machine", kernel.machine},
                                             {"device", device.name},
                                             {"isa", device.isa},
                                             {"threads", std::to_string(threads)},
                                             {"governor", governor.empty() ? "unknown" : governor},
                                             {"transparent_huge_pages", hugePages.empty() ? "unknown" : hugePages},
                                             {"load_average", loadAverage()},
                                             {"priority", priorityWords()},
                                             {"compiler", compiler()},
                                             {"version", versionText}};
    if (!place.empty())
        facts["measured_on"] = place;
    return facts;
}

std::string timeStamp()
{
    const std::time_t now = std::time(nullptr);
    std::tm utc = {};
    gmtime_r(&now, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

} // namespace ridgepoint
