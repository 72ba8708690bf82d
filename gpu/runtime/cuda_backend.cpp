// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda_backend.h"

#include "gpu/driver_traces.h"
#include "gpu/libraries/cublaslt.h"
#include "gpu/libraries/facts.h"
#include "gpu/runtime/cuda_measured_device.h"
#include "gpu/runtime/cudart_api.h"
#include "gpu/runtime/cudart_start_up.h"
#include "gpu/runtime/guarded_api.h"
#include "gpu/runtime/matrix_work.h"
#include "gpu/runtime/threaded_backend.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <optional>

namespace ridgepoint {
namespace {

/// One device as it was found.
struct FoundDevice {
    DeviceInfo info;
    CudaDeviceFacts facts;
    int threadsPerMultiprocessor = 1024;
    std::shared_ptr<const NvmlDevice> management; ///< null where NVIDIA's management library is not there
};

DeviceInfo unusable(int ordinal, Error reason)
{
    DeviceInfo device;
    device.id = "cuda:" + std::to_string(ordinal);
    device.kind = DeviceKind::Cuda;
    device.name = "NVIDIA GPU";
    device.reason = std::move(reason);
    return device;
}

FoundDevice lookAt(int ordinal)
{
    const auto facts = queryCudaDevice(ordinal);
    if (!facts)
        return {.info = unusable(ordinal, facts.error()), .facts = {}};
    FoundDevice found{.info = {}, .facts = *facts};
    if (auto management = findManagement(*facts))
        found.management = std::make_shared<NvmlDevice>(std::move(*management));
    found.info = describeCudaDevice(ordinal, *facts, found.management.get());
    int threads = 0;
    if (makeCudartApi()->threadsPerMultiprocessor(ordinal, threads) == cudaOk && threads > 0)
        found.threadsPerMultiprocessor = threads;
    return found;
}

std::vector<FoundDevice> lookForDevices()
{
    const StartUp started = startDriver();
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    if (auto reason = reasonAgainst(started, findDriver(), visible != nullptr))
        return {{.info = unusable(0, std::move(*reason)), .facts = {}}};
    std::vector<FoundDevice> found;
    for (int ordinal = 0; ordinal < started.devices; ++ordinal)
        found.push_back(lookAt(ordinal));
    return found;
}

/// The devices of this process, looked for once: what the driver says does not change while it runs.
const std::vector<FoundDevice>& foundDevices(const std::function<void(const std::string&)>& remark)
{
    static std::mutex mutex;
    static std::vector<FoundDevice> found;
    const std::lock_guard lock(mutex);
    if (!found.empty())
        return found;
    DeviceThread thread;
    const auto patience = startUpPatience(std::getenv("RIDGEPOINT_GPU_START_S"), [&] {
        if (remark)
            remark("the NVIDIA driver is still starting");
    });
    auto devices = thread.call<std::vector<FoundDevice>>(patience, lookForDevices);
    if (devices)
        found = std::move(*devices);
    else
        found.push_back({.info = unusable(0, startUpHung(patience.deadline)), .facts = {}});
    return found;
}

ManagementView viewOf(const std::shared_ptr<const NvmlDevice>& management)
{
    if (management == nullptr)
        return {};
    return {.clockEvents = [management] { return management->clockEvents(); },
            .moment = [management] { return management->moment(); },
            .busyShare = [management] { return management->busyShare(); }};
}

/// The first other one that is usable and that no process may have for itself: opening one that is taken would be the
/// end of this process's way to any.
std::optional<int> peerOf(int ordinal, const std::vector<FoundDevice>& devices)
{
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (const DeviceInfo& info = devices[i].info;
            static_cast<int>(i) != ordinal && info.available && info.gpu && info.gpu->computeMode == "default")
            return static_cast<int>(i);
    return std::nullopt;
}

CudaDeviceSetup setupOf(int ordinal, const std::vector<FoundDevice>& devices)
{
    const FoundDevice& found = devices[static_cast<std::size_t>(ordinal)];
    const GpuShapeFacts shape = shapeOf(found.facts);
    CudaDeviceSetup setup{
        .ordinal = ordinal,
        .info = found.info,
        .shape = {.multiprocessors = found.facts.multiprocessors,
                  .maxThreadsPerMultiprocessor = found.threadsPerMultiprocessor,
                  .l2 = Bytes(static_cast<double>(found.facts.l2Bytes)),
                  .computeCapability = 10 * found.facts.capability.major + found.facts.capability.minor},
        .highestRate = {},
        .highestBandwidth = theoreticalBandwidth(shape.memoryClock, shape.memoryBusBits),
        .peer = peerOf(ordinal, devices),
        .kernelsAreTimedOut = found.facts.launchesAreTimedOut,
        .management = viewOf(found.management)};
    if (const auto lanes = fp32LanesPerMultiprocessor(shape.capability))
        setup.highestRate = theoreticalRate(shape.multiprocessors, *lanes, shape.clock);
    return setup;
}

} // namespace

std::vector<DeviceInfo> cudaDevices(const std::function<void(const std::string&)>& remark)
{
    std::vector<DeviceInfo> devices;
    for (const FoundDevice& found : foundDevices(remark))
        devices.push_back(found.info);
    return devices;
}

Result<std::unique_ptr<Backend>> makeCudaBackend(const std::string& id)
{
    const std::vector<FoundDevice>& devices = foundDevices({});
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [&](const FoundDevice& device) { return device.info.id == id; });
    if (found == devices.end())
        return Error{ErrorKind::InvalidInput,
                     "device.unknown",
                     "there is no device '%1'; this machine has %2 CUDA devices",
                     {id, std::to_string(devices.size())}};
    if (!found->info.available)
        return *found->info.reason;
    const CudaDeviceSetup setup = setupOf(static_cast<int>(found - devices.begin()), devices);
    const MatrixRoofs matrix = matrixRoofs(found->facts.capability, [] { return CublasLt::open(); });
    // A driver that is slow to start may be slow to make a context too.
    const DeviceDeadlines deadlines{.open = startUpPatience(std::getenv("RIDGEPOINT_GPU_START_S"), {}).deadline};
    return makeThreadedBackend(
        factsOf(setup, matrix), [setup, matrix] { return openMeasuredDevice(makeCudartApi(), setup, matrix); },
        deadlines);
}

std::optional<Error> cudaLibraryLack() { return CublasLt::lack(); }

bool cudaMustEndAtOnce() { return DeviceThread::anyStuck() || anyDeviceLost(); }

} // namespace ridgepoint
