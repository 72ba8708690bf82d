// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analyse.h"
#include "core/model/prediction.h"
#include "core/sweep/roof_runner.h"
#include "core/sweep/sweep_runner.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"
#include "gpu/runtime/cuda_measured_device.h"
#include "gpu/runtime/threaded_backend.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using test::FakeCuda;

namespace {

constexpr double application = 10e-9; ///< of a block to its tile
constexpr double launching = 2e-6;
constexpr double bandwidth = 1e12;

/// A GPU on which a multiprocessor works on one block after the other, each for as long as any other.
class BlockwiseCuda final : public FakeCuda {
public:
    CudaStatus launch(const BoundLaunch& launch, StreamHandle stream) override
    {
        launchSeconds = launching + workOf(launchedBy(launch));
        return FakeCuda::launch(launch, stream);
    }

private:
    [[nodiscard]] static double workOf(const Launched& launched)
    {
        const KernelInfo* kernel = ridgepoint::findKernel(launched.kernel);
        if (kernel == nullptr || kernel->family != KernelFamily::Chain)
            return 0.0;
        const auto number = [&](std::size_t index) { return static_cast<std::uint32_t>(launched.values.at(index)); };
        const double applications = kernel->applications != 0 ? kernel->applications
                                                              : number(5) * roundApplications + number(6);
        const double waves = std::ceil(launched.grid.x / static_cast<double>(test::fakeSetup().shape.multiprocessors));
        return std::max(waves * applications * application, launched.grid.x * 2.0 * tileBytes / bandwidth);
    }
};

std::unique_ptr<Backend> blockwiseBackend()
{
    auto cuda = std::make_shared<BlockwiseCuda>();
    cuda->computes = false;
    cuda->keepsLog = false;
    const CudaDeviceSetup setup = test::fakeSetup();
    return std::move(
        makeThreadedBackend(factsOf(setup, {}), [cuda, setup] { return openMeasuredDevice(cuda, setup, {}); }).value());
}

/// What a sweep measures first, but for the bandwidth, which is given.
RoofSet measuredRoofs(Backend& backend)
{
    const test::FakeClock clock;
    RoofRunner runner(backend, 0, {"compute.fp32.fma", "launch.queued", "launch.queued.device"}, clock);
    while (runner.step()) {
    }
    RoofSet roofs = runner.roofs();
    roofs.put(
        {.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = bandwidth, .low = bandwidth, .high = bandwidth});
    return roofs;
}

} // namespace

/// The way of a waiting application from the kernel to the verdict.
class WaitingBlocksTest : public test::Case {
    Q_OBJECT
private slots:
    void aRateBringsTheLatencyOfItsOperation()
    {
        const auto backend = blockwiseBackend();
        const RoofSet roofs = measuredRoofs(*backend);
        const Roof* latency = roofs.find("latency.fp32.fma");
        QVERIFY(latency != nullptr && latency->kind == RoofKind::Latency);
        QVERIFY2(std::abs(latency->value / application - 1.0) < 0.01, qPrintable(QString::number(latency->value)));
        QVERIFY2(latency->method.find("one block") != std::string::npos, latency->method.c_str());
    }
    void tensorsOfFewBlocksAreUnderFilledAndTakeAsLongAsPredicted()
    {
        const auto backend = blockwiseBackend();
        const RoofSet roofs = measuredRoofs(*backend);
        Plan plan{
            .device = "cuda:0", .base = {.launchMode = LaunchMode::Queued}, .axes = {}, .strategy = Strategy::Full};
        plan.axes = {{AxisKind::Operations, {1, 4, 16, 64, 256, 1024, 4096}},
                     {AxisKind::Size, {1 << 11, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}}};
        const test::FakeClock clock;
        SweepRunner runner(*backend, plan, {}, clock);
        while (runner.step()) {
        }
        QVERIFY2(!runner.error(), runner.error() ? runner.error()->message().c_str() : "");
        const std::vector<Sample> samples = runner.samples();
        QCOMPARE(samples.size(), std::size_t{42});

        RoofSet without = roofs;
        std::erase_if(without.roofs, [](const Roof& roof) { return roof.kind == RoofKind::Latency; });
        const std::vector<PointAnalysis> points = analyse(samples, roofs, DeviceKind::Cuda);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const Workload& workload = samples[i].workload;
            const QByteArray place = QByteArray::number(qint64{workload.elements}) + " x "
                                   + QByteArray::number(qint64{workload.operationsPerElement});
            const double ratio = samples[i].time / predict(workload, roofs, DeviceKind::Cuda)->time;
            QVERIFY2(std::abs(ratio - 1.0) < 0.05, place + ": " + QByteArray::number(ratio));
            if (workload.operationsPerElement < 4096)
                continue;
            const bool isSmall = workload.elements == 1 << 11; // one block for four multiprocessors
            if (isSmall)
                QVERIFY(samples[i].time / predict(workload, without, DeviceKind::Cuda)->time > 3.0);
            if (isSmall || workload.elements == 1 << 20) {
                QVERIFY2(points[i].regime == (isSmall ? Regime::UnderFilled : Regime::Compute), place.constData());
                QVERIFY2(!points[i].flags.has(Flag::Ambiguous), place.constData());
            }
        }
    }
};

RIDGEPOINT_TEST(WaitingBlocksTest)
#include "waiting_blocks_test.moc"
