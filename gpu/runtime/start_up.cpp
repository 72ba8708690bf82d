// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/start_up.h"

#include "gpu/runtime/cuda_errors.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace ridgepoint {
namespace {

constexpr Seconds usualDeadline{30.0};
constexpr Seconds usualMention{5.0};
constexpr double shortestDeadline = 0.1;
constexpr double longestDeadline = 3600.0;

std::string versionWords(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// The oldest driver for any build with a toolkit of that major version, to our knowledge (NVIDIA's release notes).
std::string neededDriver(int runtimeVersion)
{
    switch (runtimeVersion / 1000) {
    case 12: return "525";
    case 13: return "580";
    default: return "the current one";
    }
}

Error unavailable(std::string id, std::string text, std::vector<std::string> arguments = {})
{
    return {.kind = ErrorKind::Unavailable,
            .id = std::move(id),
            .text = std::move(text),
            .arguments = std::move(arguments)};
}

Error noDriver(const DriverTraces& traces)
{
    if (!traces.driver)
        return unavailable("cuda.no-driver", "no NVIDIA driver on this machine");
    return unavailable(
        "cuda.no-driver-library",
        "the NVIDIA driver%1 is loaded, but its library libcuda.so.1 was not found; install it (Debian: libcuda1)",
        {traces.version.empty() ? "" : " " + traces.version});
}

Error driverTooOld(const StartUp& started, const DriverTraces& traces)
{
    // Drivers of one major version of CUDA serve every toolkit of that version.
    const std::string needed = std::to_string(started.runtimeVersion / 1000) + ".0";
    const bool servesTwelve = started.runtimeVersion >= 13000 && started.driverVersion >= 12000;
    const std::string olderBuild = servesTwelve ? ", or use a ridgepoint-bench built with toolkit 12" : "";
    return unavailable(
        "cuda.driver-too-old",
        "the NVIDIA driver%1 is too old: it offers CUDA %2, and this build needs CUDA %3, which is driver %4 or "
        "newer; update the driver, or on a data-centre GPU install NVIDIA's compatibility package (cuda-compat)%5",
        {traces.version.empty() ? "" : " " + traces.version, versionWords(started.driverVersion), needed,
         neededDriver(started.runtimeVersion), olderBuild});
}

} // namespace

std::optional<Error> reasonAgainst(const StartUp& started, const DriverTraces& traces, bool devicesAreHidden)
{
    if (started.status == cudaOk && started.devices > 0)
        return std::nullopt;
    // Status 35 means both that there is no driver and that it is too old.
    if (started.status == cudaStatus::insufficientDriver)
        return started.driverVersion == 0 ? noDriver(traces) : driverTooOld(started, traces);
    if (started.status == cudaOk || started.status == cudaStatus::noDevice) {
        if (devicesAreHidden)
            return unavailable("cuda.hidden", "CUDA_VISIBLE_DEVICES hides every GPU; unset it, or list a GPU in it");
        return unavailable("cuda.no-device", "the NVIDIA driver finds no GPU on this machine");
    }
    if (started.status == cudaStatus::systemNotReady)
        return unavailable(
            "cuda.not-ready",
            "the GPUs of this machine are not ready: %1; if they are linked by NVSwitch, start its service "
            "(systemctl start nvidia-fabricmanager)",
            {started.statusWords});
    return Error{
        .kind = ErrorKind::DeviceFailure,
        .id = "cuda.start-failed",
        .text = "the NVIDIA driver failed to start: %1; check the kernel log (dmesg), and restart the machine after "
                "a driver update",
        .arguments = {started.statusWords}};
}

Error startUpHung(Seconds waited)
{
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3g s", waited.value());
    return {.kind = ErrorKind::Timeout,
            .id = "cuda.start-hung",
            .text = "the NVIDIA driver has not responded for %1; check the kernel log (dmesg) for \"Xid\" and restart "
                    "the machine, or set RIDGEPOINT_GPU_START_S to wait longer",
            .arguments = {seconds}};
}

DeviceThread::Patience startUpPatience(const char* seconds, std::function<void()> remark)
{
    DeviceThread::Patience patience{.deadline = usualDeadline, .mention = usualMention, .remark = std::move(remark)};
    double value = 0.0;
    if (seconds == nullptr)
        return patience;
    const char* const end = seconds + std::strlen(seconds);
    const auto read = std::from_chars(seconds, end, value);
    if (read.ec != std::errc() || read.ptr != end || !std::isfinite(value) || value < shortestDeadline
        || value > longestDeadline)
        return patience;
    patience.deadline = Seconds(value);
    patience.mention = std::min(usualMention, patience.deadline / 2.0);
    return patience;
}

} // namespace ridgepoint
