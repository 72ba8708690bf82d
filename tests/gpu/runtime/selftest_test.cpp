// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/kernel_list.h"
#include "gpu/runtime/cuda_selftest.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <set>

using namespace ridgepoint;
using test::FakeCuda;

namespace {

constexpr std::uint32_t seed = 7;

struct Rig {
    std::shared_ptr<FakeCuda> cuda = std::make_shared<FakeCuda>();
    std::shared_ptr<CudaDevice> device;
    std::vector<SelftestItem> items;

    explicit Rig(CudaDeviceSetup setup = test::fakeSetup())
        : device(CudaDevice::open(cuda, setup).value()), items(selftestItems(setup.shape, seed))
    {}
    const SelftestItem& item(const std::string& kernel) const
    {
        return *std::find_if(items.begin(), items.end(),
                             [&](const SelftestItem& other) { return other.kernel == kernel; });
    }
};

} // namespace

class SelftestTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void everyKernelHasALineAndEveryCallOfALineIsOfItsKernel()
    {
        const Rig rig;
        for (const KernelInfo& info : kernelList()) {
            const SelftestItem& item = rig.item(info.name);
            QVERIFY2(!item.checks.empty(), info.name.c_str());
            for (const KernelCheck& check : item.checks) {
                QCOMPARE(check.calls.back().kernel, info.name);
                for (const KernelCall& call : check.calls) // a chase needs a cycle before it
                    QVERIFY2(call.kernel == info.name || info.family == KernelFamily::Chase, call.kernel.c_str());
            }
        }
        QCOMPARE(rig.items.size(), kernelList().size() + allPrecisions.size());
    }
    void aDeviceThatComputesRightlyPasses()
    {
        Rig rig;
        for (const SelftestItem& item : rig.items) {
            const auto line = runItem(*rig.device, item);
            QVERIFY(line.ok());
            QVERIFY2(line->passed, (line->kernel + ": " + line->detail).c_str());
        }
    }
    void aKernelThatComputesWronglyIsNamedWithTheElement_data()
    {
        QTest::addColumn<QString>("kernel");
        for (const KernelInfo& info : kernelList())
            if (info.precision == Precision::Fp32)
                QTest::newRow(info.name.c_str()) << QString::fromStdString(info.name);
    }
    void aKernelThatComputesWronglyIsNamedWithTheElement()
    {
        QFETCH(QString, kernel);
        Rig rig;
        rig.cuda->brokenKernel = kernel.toStdString();
        const SelftestItem& item = rig.item(kernel.toStdString());
        // The fake spoils the first number of the first argument; a read's result is its second, and so is where a
        // chase ends.
        const KernelFamily family = findKernel(kernel.toStdString())->family;
        if (family == KernelFamily::Read || family == KernelFamily::ReadOften || family == KernelFamily::Chase
            || family == KernelFamily::Cycle)
            rig.cuda->brokenArgument = 1;
        const auto line = runItem(*rig.device, item);
        QVERIFY(line.ok() && !line->passed);
        QVERIFY2(line->detail.find("element 0 of") != std::string::npos, line->detail.c_str());
        QVERIFY(line->largestError > line->tolerance);
    }
    void aKernelThatDoesNothingIsFound()
    {
        Rig rig;
        rig.cuda->idleKernel = "rp_chain_fma_f32_k3";
        const auto line = runItem(*rig.device, rig.item("rp_chain_fma_f32_k3"));
        QVERIFY(line.ok() && !line->passed);
        rig.cuda->idleKernel = "rp_write_f32";
        const auto written = runItem(*rig.device, rig.item("rp_write_f32"));
        QVERIFY2(written.ok() && !written->passed, "what is not written shows, for the output was poisoned");
    }
    void writingOutsideABufferIsFound()
    {
        Rig rig;
        KernelCheck check = rig.item("rp_chain_add_f32_k1").checks.front();
        // One vector more than the buffer has.
        auto& tail = std::get<std::uint32_t>(check.calls.front().arguments[2]);
        ++tail;
        const auto line = runCheck(*rig.device, check);
        QVERIFY(line.ok() && !line->passed);
        QVERIFY2(line->detail.find("outside") != std::string::npos, line->detail.c_str());
    }
    void oneOperationTooManyIsFoundInEveryLaunchMode()
    {
        for (const LaunchMode mode : allLaunchModes) {
            Rig rig;
            bool isFound = false;
            for (KernelCheck check : rig.item("count fp32").checks) {
                if (check.mode != mode)
                    continue;
                check.calls.push_back(check.calls.front());
                const auto line = runCheck(*rig.device, check);
                QVERIFY(line.ok() && !line->passed);
                isFound = true;
            }
            QVERIFY(isFound);
        }
    }
    void kernelsThatADeviceLacksAreSkippedWithTheReason()
    {
        CudaDeviceSetup setup = test::fakeSetup();
        setup.shape.computeCapability = 75;
        Rig rig(setup);
        const auto line = runItem(*rig.device, rig.item("rp_chain_fma_bf16_k1"));
        QVERIFY(line.ok() && line->passed);
        QVERIFY2(line->detail.starts_with("skipped: ") && line->detail.find("8.0") != std::string::npos,
                 line->detail.c_str());
    }
    void mergingKeepsTheWorst()
    {
        SelftestLine total{.kernel = "k", .passed = true, .largestError = 2.0, .tolerance = 4.0};
        mergeLines(total, {.kernel = "k", .passed = false, .largestError = 9.0, .tolerance = 4.0, .detail = "first"});
        mergeLines(total, {.kernel = "k", .passed = true, .largestError = 1.0, .tolerance = 4.0});
        mergeLines(total, {.kernel = "k", .passed = false, .largestError = 5.0, .tolerance = 4.0, .detail = "second"});
        QVERIFY(!total.passed);
        QCOMPARE(total.largestError, 9.0);
        QCOMPARE(total.detail, std::string("first"));
    }
    void aDeviceThatIsLostMeanwhileEndsTheSelftestWithAnError()
    {
        Rig rig;
        rig.cuda->failAt("wait", 1, 700);
        const auto line = runItem(*rig.device, rig.item("rp_fill_f32"));
        QVERIFY(!line.ok());
        QVERIFY2(line.error().message().find("rp_fill_f32") != std::string::npos, line.error().message().c_str());
        QVERIFY(rig.device->lost());
    }
};

RIDGEPOINT_TEST(SelftestTest)
#include "selftest_test.moc"
