// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_measured_device.h"

#include "core/model/cost.h"
#include "gpu/cuda_backend.h"
#include "gpu/plan/roof_plan.h"
#include "gpu/runtime/own_works.h"
#include "gpu/runtime/cuda_launch_recording.h"
#include "gpu/runtime/cuda_launch_roofs.h"
#include "gpu/runtime/transfer_works.h"
#include "gpu/runtime/planned_work.h"
#include "gpu/runtime/cuda_selftest.h"
#include "gpu/runtime/cuda_staged_work.h"
#include "gpu/runtime/sustained_work.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <random>

namespace ridgepoint {
namespace {

constexpr std::string_view sustainedSuffix = ".sustained";
/// Where a display is attached: a fortieth of the two seconds or more after which drivers end a kernel, so that one
/// which reaches only a small part of the theoretical rate still ends in time.
constexpr Seconds longestDisplayedPass{0.05};
/// From here on a repetition is its own warm-up: what the first one has to do besides is microseconds.
constexpr Seconds longChain{3e-3};

/// Instructions of one application, about: enough to tell milliseconds from seconds.
double instructionsOf(Operation operation)
{
    switch (operation) {
    case Operation::Fma:
    case Operation::Mul:
    case Operation::Add:
    case Operation::Relu: return 1.0;
    case Operation::Exp: return 6.0;
    case Operation::Cos:
    case Operation::Gelu: return 16.0;
    }
    return 1.0;
}

/// fp64 runs at half the fp32 rate on the computing cards and at a sixty-fourth on the others.
double precisionRate(Precision precision, int capability)
{
    if (precision != Precision::Fp64)
        return precision == Precision::Fp32 ? 1.0 : 2.0;
    return capability == 80 || capability == 90 || capability == 100 ? 0.5 : 1.0 / 64.0;
}

std::string milliseconds(Seconds time)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g ms", time.value() * 1e3);
    return text;
}

class CudaMeasuredDevice final : public MeasuredDevice {
public:
    CudaMeasuredDevice(std::shared_ptr<CudaDevice> device, MatrixRoofs matrix)
        : m_device(std::move(device)),
          m_matrix(std::move(matrix)),
          m_peer(std::make_shared<PeerLink>(m_device)),
          m_selftests(selftestItems(m_device->setup().shape, std::random_device{}()))
    {}

    Result<ReadyWork> prepare(const WorkRequest& work) override;
    Result<RoofWork> prepareRoof(const RoofRequest& request) override;
    Result<std::unique_ptr<StagedWork>> prepareStaged(const StagedRequest& request) override
    {
        return m_device->lost() ? Result<std::unique_ptr<StagedWork>>(*m_device->lost())
                                : prepareStagedWork(m_device, request);
    }
    Result<LaunchRecording> recordLaunches(const Workload& workload) override
    {
        const auto work = plan(workload);
        return work ? recordByEvents(*m_device, **work) : Result<LaunchRecording>(work.error());
    }
    Result<double> busyShare() override;
    std::size_t selftests() const override { return m_selftests.size(); }
    Result<SelftestLine> selftest(std::size_t index) override { return runItem(*m_device, m_selftests.at(index)); }
    bool isLost() const override { return m_device->lost().has_value(); }

private:
    [[nodiscard]] Result<std::unique_ptr<PlannedWork>> plan(const Workload& workload,
                                                            Stopwatch stopwatch = Stopwatch::Events);
    [[nodiscard]] Result<RoofWork> prepareBurst(const RoofRequest& request);
    [[nodiscard]] Result<RoofWork> prepareTiming(const RoofRequest& request, Stopwatch stopwatch);

    std::shared_ptr<CudaDevice> m_device;
    MatrixRoofs m_matrix;
    std::shared_ptr<PeerLink> m_peer;
    std::vector<SelftestItem> m_selftests;
};

Result<std::unique_ptr<PlannedWork>> CudaMeasuredDevice::plan(const Workload& workload, Stopwatch stopwatch)
{
    const CudaDeviceSetup& setup = m_device->setup();
    auto calls = planWorkload(workload, setup.shape);
    if (!calls)
        return calls.error();
    const Seconds pass = leastPassTime(workload, setup);
    const std::string name = std::string(nameOf(workload.operation)) + " " + std::string(nameOf(workload.precision));
    if (setup.kernelsAreTimedOut && pass > longestDisplayedPass)
        return Error{
            ErrorKind::Unavailable,
            "cuda.display",
            "One pass of %1 would take %2 or more, and this GPU drives a display: the driver stops kernels that "
            "block it. Choose a smaller size or fewer operations, or a GPU without a display.",
            {name, milliseconds(pass)}};
    return PlannedWork::create(m_device, std::move(*calls),
                               {.mode = workload.launchMode,
                                .what = "the passes of " + name,
                                .stopwatch = stopwatch,
                                .isLong = pass * static_cast<double>(workload.passes()) > longChain});
}

Result<ReadyWork> CudaMeasuredDevice::prepare(const WorkRequest& work)
{
    if (m_device->lost())
        return *m_device->lost();
    return prepareByKind(
        work, m_device->setup().info,
        [&](const Workload& workload) -> Result<ReadyWork> {
            auto planned = plan(workload);
            if (!planned)
                return planned.error();
            return ReadyWork{.work = std::move(*planned)};
        },
        [&](const OperatorRequest& request) { return prepareOperatorWork(m_device, request); },
        [&](const ProductRequest& request) {
            return request.implementation == Implementation::Library ? m_matrix.prepareProduct(m_device, request.call)
                                                                     : prepareOwnProduct(m_device, request.call);
        },
        [&](const GradientCall& call) { return prepareOwnGradient(m_device, call); });
}

Result<double> CudaMeasuredDevice::busyShare()
{
    if (m_device->lost())
        return *m_device->lost();
    const auto& ask = m_device->setup().management.busyShare;
    if (!ask)
        return Error{ErrorKind::Unavailable,
                     "cuda.no-management",
                     "NVIDIA's management library (libnvidia-ml.so.1) does not know this GPU or is missing, so the "
                     "utilisation is not available; install it with the driver.",
                     {}};
    if (const auto share = ask())
        return *share;
    return Error{ErrorKind::Unsupported,
                 "cuda.busy-not-told",
                 "The driver does not report the utilisation of this GPU: some products do not, and none do in MIG "
                 "mode.",
                 {}};
}

Result<RoofWork> CudaMeasuredDevice::prepareTiming(const RoofRequest& request, Stopwatch stopwatch)
{
    const auto elements = static_cast<std::int64_t>(request.footprint.value() / sizeof(float));
    auto work = plan({.elements = elements, .launchMode = LaunchMode::Queued}, stopwatch);
    if (!work)
        return work.error();
    return RoofWork{.kind = RoofKind::Launch,
                    .amount = 1.0,
                    .method = std::string("one multiply-add to each of ") + std::to_string(elements) + " floats"
                            + (stopwatch == Stopwatch::Events ? timedByEvents : timedByHost),
                    .work = std::move(*work)};
}

Result<RoofWork> CudaMeasuredDevice::prepareBurst(const RoofRequest& request)
{
    if (request.id == eventTimingId || request.id == hostClockTimingId)
        return prepareTiming(request, request.id == eventTimingId ? Stopwatch::Events : Stopwatch::HostClock);
    if (isPeerRoof(request.id))
        return preparePeerRoof(m_device, m_peer, request);
    if (isTransferRoof(request.id))
        return prepareTransferRoof(m_device, request);
    if (std::find(m_matrix.ids.begin(), m_matrix.ids.end(), request.id) != m_matrix.ids.end())
        return m_matrix.prepare(m_device, request);
    auto roof = planRoof(request.id, m_device->setup().shape, request.footprint);
    if (!roof)
        return roof.error();
    if (roof->kind == RoofKind::Launch)
        return prepareLaunchRoof(m_device, request.id);
    auto work = PlannedWork::create(m_device, std::move(roof->plan),
                                    {.mode = LaunchMode::Queued, .what = "the roof " + request.id});
    if (!work)
        return work.error();
    return RoofWork{
        .kind = roof->kind, .amount = roof->amount, .method = roof->method + timedByEvents, .work = std::move(*work)};
}

Result<RoofWork> CudaMeasuredDevice::prepareRoof(const RoofRequest& request)
{
    if (m_device->lost())
        return *m_device->lost();
    if (!request.id.ends_with(sustainedSuffix))
        return prepareBurst(request);
    RoofRequest burst = request;
    burst.id.resize(burst.id.size() - sustainedSuffix.size());
    auto roof = prepareBurst(burst);
    if (!roof)
        return roof;
    roof->method += ", sustained for 2 s, second half measured";
    roof->work = std::make_unique<SustainedWork>(m_device, std::move(roof->work));
    return roof;
}

} // namespace

DeviceFacts factsOf(const CudaDeviceSetup& setup, const MatrixRoofs& matrix)
{
    DeviceFacts facts{.info = setup.info, .roofIds = {}, .variantRoofIds = variantRoofIds(), .claimedLevels = {}};
    // Copies with another GPU take that one as well, which may be another program's: nobody gets them without naming
    // them.
    for (std::string& id : peerRoofIds(setup))
        facts.variantRoofIds.push_back(std::move(id));
    std::vector<std::string> bandwidths;
    std::vector<std::string> durations;
    std::vector<std::string> rates;
    for (const std::string& id : plannedRoofIds(setup.shape))
        (id.starts_with("bandwidth.") ? bandwidths : id.starts_with("compute.") ? rates : durations).push_back(id);
    rates.insert(rates.end(), matrix.ids.begin(), matrix.ids.end());
    // What memory draws when it is kept busy tells what power leaves for arithmetic beside it.
    std::vector<std::string> sustained;
    sustained.push_back(bandwidthRoofId("dram") + std::string(sustainedSuffix));
    for (const std::string& id : rates)
        if (!id.starts_with("compute.int32.")) // whose power nobody asks for, and each takes two seconds
            sustained.push_back(id + std::string(sustainedSuffix));
    // The sustained ones last: each takes seconds, and they heat the device for what comes after.
    for (const auto& group : {bandwidths, transferRoofIds(), rates, durations, sustained})
        facts.roofIds.insert(facts.roofIds.end(), group.begin(), group.end());
    if (setup.shape.l2 > Bytes(0.0))
        facts.claimedLevels.push_back({.name = "l2", .capacity = setup.shape.l2, .perThread = false});
    facts.claimedLevels.push_back(
        {.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity()), .perThread = false});
    return facts;
}

Result<std::unique_ptr<MeasuredDevice>> openMeasuredDevice(std::shared_ptr<CudaApi> api, CudaDeviceSetup setup,
                                                           MatrixRoofs matrix)
{
    auto device = CudaDevice::open(std::move(api), std::move(setup));
    if (!device)
        return device.error();
    return std::unique_ptr<MeasuredDevice>(std::make_unique<CudaMeasuredDevice>(std::move(*device), std::move(matrix)));
}

Seconds leastPassTime(const Workload& workload, const CudaDeviceSetup& setup)
{
    const Cost cost = costOf(workload);
    Seconds time;
    if (setup.highestBandwidth > BytesPerSecond(0.0))
        time = cost.bytes / setup.highestBandwidth;
    if (setup.highestRate > FlopsPerSecond(0.0)) {
        const double applications = cost.flops.value() / flopsPerApplication(workload.operation);
        const double perSecond = setup.highestRate.value() / 2.0
                               * precisionRate(workload.precision, setup.shape.computeCapability);
        time = std::max(time, Seconds(applications * instructionsOf(workload.operation) / perSecond));
    }
    return time / static_cast<double>(workload.passes());
}

} // namespace ridgepoint
