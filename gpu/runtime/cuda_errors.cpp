// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_errors.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ridgepoint {
namespace {

struct KnownStatus {
    CudaStatus status;
    ErrorKind kind;
    const char* id;
    const char* text; ///< %1: what was being done, %2: the status by name and number
};

constexpr const char* restartHint = "Measurements are kept; restart to continue.";

// A status that is not here is reported by the run-time's own words.
constexpr std::array knownStatuses{
    KnownStatus{
        cudaStatus::outOfMemory, ErrorKind::Unavailable, "cuda.out-of-memory",
        "The GPU does not have enough free memory for %1 (%2); choose a smaller size, or close other programs that "
        "use the GPU."},
    KnownStatus{
        cudaStatus::devicesUnavailable, ErrorKind::Unavailable, "cuda.device-taken",
        "The GPU cannot be used while %1 (%2): another process uses it exclusively, or its compute mode forbids it. "
        "Wait for that process to end (nvidia-smi lists it), or set the compute mode to default."},
    KnownStatus{
        cudaStatus::noDevice, ErrorKind::DeviceFailure, "cuda.device-vanished",
        "The GPU was lost while %1 (%2): it was removed, reset or fell off the bus. Check the kernel log (dmesg) for "
        "\"Xid\", then restart."},
    KnownStatus{
        cudaStatus::invalidDevice, ErrorKind::DeviceFailure, "cuda.device-vanished",
        "The GPU was lost while %1 (%2): it was removed, reset or fell off the bus. Check the kernel log (dmesg) for "
        "\"Xid\", then restart."},
    KnownStatus{cudaStatus::unknown, ErrorKind::DeviceFailure, "cuda.device-vanished",
                "The GPU stopped answering while %1 (%2): it may have been reset or have fallen off the bus. Check "
                "the kernel log (dmesg) for \"Xid\", then restart."},
    KnownStatus{cudaStatus::noKernelImage, ErrorKind::Unsupported, "cuda.no-code",
                "This build has no code for this GPU (%2, while %1); build Ridgepoint with its architecture in "
                "CMAKE_CUDA_ARCHITECTURES, or update the driver."},
    KnownStatus{218, ErrorKind::Unsupported, "cuda.no-code",
                "The driver cannot compile this build's code for this GPU (%2, while %1); update the driver."},
    KnownStatus{222, ErrorKind::Unsupported, "cuda.no-code",
                "The driver is too old to compile this build's code for this GPU (%2, while %1); update the driver."},
    KnownStatus{214, ErrorKind::DeviceFailure, "cuda.memory-fault",
                "The GPU's memory had an uncorrectable error while %1 (%2). If it recurs, the board is faulty."},
    KnownStatus{cudaStatus::launchTimeout, ErrorKind::DeviceFailure, "cuda.kernel-stopped",
                "The driver stopped a kernel that ran too long, while %1 (%2): a GPU that drives a display allows "
                "only a few seconds. Choose fewer operations or a smaller size, or a GPU without a display."},
    KnownStatus{810, ErrorKind::DeviceFailure, "cuda.mps-ended",
                "The GPU's sharing service (MPS) stopped this process's client while %1 (%2). Check its log, then "
                "restart."},
};

/// 700 illegal address, 702 launch timeout, 710 assert, 714 to 719 stack, instruction, address and launch failures,
/// 721 leaked tensor memory, 810 MPS client ended: the context is gone. 709, 201: it is already. 214, 220, 226: memory
/// or link faults that the run-time reports for ever after. 999, 100, 101: no device answers any more.
constexpr std::array endingStatuses{4,   46,  100, 101, 201, 214, 220, 226, 700, 702, 709, 710, 714,
                                    715, 716, 717, 718, 719, 721, 802, 805, 806, 807, 810, 999};

} // namespace

bool endsTheProcess(CudaStatus status)
{
    return std::find(endingStatuses.begin(), endingStatuses.end(), status) != endingStatuses.end();
}

Error errorOf(CudaStatus status, const std::string& what, CudaApi& api)
{
    const std::string name = api.nameOf(status) + ", CUDA error " + std::to_string(status);
    for (const KnownStatus& known : knownStatuses)
        if (known.status == status)
            return {.kind = known.kind, .id = known.id, .text = known.text, .arguments = {what, name}};
    const bool ends = endsTheProcess(status);
    return {.kind = ErrorKind::DeviceFailure,
            .id = ends ? "cuda.context-lost" : "cuda.call-failed",
            .text = std::string("The GPU failed while %1: %2 (%3). ")
                  + (ends ? restartHint : "Measure again; if it fails again, report it with this message."),
            .arguments = {what, api.textOf(status), name}};
}

Error outOfDeviceMemory(const std::string& what, Bytes needed, Bytes free)
{
    return {.kind = ErrorKind::Unavailable,
            .id = "cuda.out-of-memory",
            .text = "Measuring %1 needs %2 of GPU memory, but only %3 is free; choose a smaller size, or close other "
                    "programs that use the GPU.",
            .arguments = {what, sizeWords(needed), sizeWords(free)}};
}

Error deviceHung(const std::string& what, Seconds waited)
{
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3g s", waited.value());
    return {.kind = ErrorKind::Timeout,
            .id = "cuda.hung",
            .text = "The GPU has not responded for %1 while %2. Measurements are kept; restart to continue. If it "
                    "hangs again, check the kernel log (dmesg) for \"Xid\".",
            .arguments = {seconds, what}};
}

std::string sizeWords(Bytes size)
{
    static constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB"};
    double value = size.value();
    std::size_t unit = 0;
    for (; value >= 1024.0 && unit + 1 < units.size(); ++unit)
        value /= 1024.0;
    char text[48];
    std::snprintf(text, sizeof text,
                  value >= 100.0 || value == static_cast<double>(static_cast<int>(value)) ? "%.0f %s" : "%.1f %s",
                  value, units[unit]);
    return text;
}

} // namespace ridgepoint
