// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/transformer_layer.h"
#include "gpu/plan/operator_plan.h"
#include "gpu/runtime/cuda_measured_device.h"
#include "gpu/runtime/own_works.h"
#include "gpu/runtime/threaded_backend.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using test::FakeCuda;
using test::OpenDevice;

class OperatorsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void everyOperatorRunsAsItIsPlannedAndTellsItsCost()
    {
        for (const OperatorKind which : allOperators) {
            OpenDevice rig;
            const OperatorCall call{.which = which, .rows = 70, .columns = 90};
            auto work = prepareOperatorWork(rig.device, {call});
            QVERIFY2(work.ok(), std::string(nameOf(which)).c_str());
            const OperatorCost cost = costOf(call, Stores::Collected);
            QCOMPARE(work->cost->moved.total().value(), cost.moved.total().value());
            QVERIFY(!work->method.empty());
            QVERIFY(work->work->run(3).ok());
            // Three repetitions and one as warm-up, of every launch of the plan; filled once.
            const OperatorPlan plan = planOperator(call, rig.device->setup().shape).value();
            for (const KernelCall& planned : plan.plan.calls) {
                const auto same = std::count_if(
                    plan.plan.calls.begin(), plan.plan.calls.end(),
                    [&](const KernelCall& other) { return other.kernel == planned.kernel; });
                QCOMPARE(rig.launches(planned.kernel), 4 * same);
            }
            for (const KernelCall& fill : plan.plan.fill)
                QVERIFY(rig.launches(fill.kernel) >= 1);
            const auto before = rig.cuda->log.size();
            QVERIFY(work->work->run(1).ok());
            QVERIFY(std::none_of(rig.cuda->log.begin() + static_cast<std::ptrdiff_t>(before), rig.cuda->log.end(),
                                 [](const std::string& line) { return line.starts_with("launch rp_fill"); }));
        }
    }
    void everyOperatorOfATransformersLayerRuns()
    {
        OpenDevice rig;
        int ran = 0;
        for (const LayerOperator& one : layerOperators({.batch = 1, .sequence = 16}, MatrixPrecision::Bf16, 0))
            if (const auto* call = std::get_if<OperatorCall>(&one.call)) {
                auto work = prepareOperatorWork(rig.device, {*call});
                QVERIFY2(work.ok(), std::string(one.name).c_str());
                QVERIFY(work->work->run(1).ok());
                ++ran;
            }
        QCOMPARE(ran, 13); // all but the six products
    }
    void theVendorsLibraryHasNoOperatorsHere()
    {
        OpenDevice rig;
        const OperatorCall copy{.which = OperatorKind::Copy, .rows = 4, .columns = 4};
        const auto work = prepareOperatorWork(rig.device, {copy, Implementation::Library});
        QVERIFY(!work.ok());
        QCOMPARE(work.error().kind, ErrorKind::Unsupported);
    }
    void tensorsThatDoNotFitAreRefusedWithTheirSize()
    {
        OpenDevice rig;
        rig.cuda->freeBytes = 1 << 28;
        const OperatorCall add{.which = OperatorKind::Add, .rows = 1 << 13, .columns = 1 << 13};
        const auto work = prepareOperatorWork(rig.device, {add});
        QVERIFY(!work.ok());
        QCOMPARE(work.error().kind, ErrorKind::Unavailable);
    }
    void theBackendRunsOperatorsInTheDevicesThread()
    {
        const auto cuda = std::make_shared<FakeCuda>();
        const CudaDeviceSetup setup = test::fakeSetup();
        auto backend = makeThreadedBackend(factsOf(setup, {}), [&] { return openMeasuredDevice(cuda, setup, {}); });
        QVERIFY(backend.ok());
        auto work = (*backend)->prepare(OperatorRequest{{.which = OperatorKind::Softmax, .rows = 8, .columns = 100}});
        QVERIFY(work.ok());
        QVERIFY(work->work->run(2)->time > Seconds(0.0));
        const OperatorRequest none{{.which = OperatorKind::Copy, .rows = 0, .columns = 1}};
        QCOMPARE((*backend)->prepare(none).error().kind, ErrorKind::InvalidInput);
    }
};

RIDGEPOINT_TEST(OperatorsTest)
#include "cuda_operators_test.moc"
