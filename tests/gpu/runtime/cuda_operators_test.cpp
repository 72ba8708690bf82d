// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/transformer_layer.h"
#include "gpu/plan/operator_plan.h"
#include "gpu/runtime/cuda_measured_device.h"
#include "gpu/runtime/own_works.h"
#include "gpu/runtime/threaded_backend.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace ridgepoint;
using test::FakeCuda;
using test::OpenDevice;

namespace {

GradientCall chainOf(ChainLink link, Saving saving)
{
    return {.link = link, .degree = 4, .length = 12, .saving = saving, .elements = 3001};
}

ProductCall small() { return {.rows = 130, .columns = 70, .inner = 20}; }

} // namespace

/// Work of our own: operators, gradients and products.
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
    void bothPassesAreLaunchedOnceARepetitionAndFilledOnce()
    {
        OpenDevice rig;
        auto gradient = prepareOwnGradient(rig.device, chainOf(ChainLink::Polynomial, Saving::Everything));
        QVERIFY2(gradient.ok(), gradient.ok() ? "" : gradient.error().message().c_str());
        QCOMPARE(gradient->share, 1.0);
        QVERIFY(gradient->work->run(3).ok());
        QVERIFY(gradient->work->run(2).ok());
        QCOMPARE(rig.launches("rp_fill_f32"), 2);
        QCOMPARE(rig.launches("rp_fill_polynomial"), 1);
        QCOMPARE(rig.launches("rp_gradient_polynomial_forward_all_f32"), 1 + 3 + 2); // one as warm-up
        QCOMPARE(rig.launches("rp_gradient_polynomial_backward_saved_f32"), 1 + 3 + 2);
    }
    void recomputingTakesTheKernelWithRoomAndSaysSo()
    {
        OpenDevice rig;
        auto gradient = prepareOwnGradient(rig.device, chainOf(ChainLink::Gelu, Saving::InputOnly));
        QVERIFY(gradient.ok() && gradient->work->run(1).ok());
        QCOMPARE(rig.launches("rp_gradient_gelu_forward_last_f32"), 2);
        QCOMPARE(rig.launches("rp_gradient_gelu_backward_anew16_f32"), 2);
        QVERIFY2(gradient->method.find("room for 16 operations on 4 floats") != std::string::npos,
                 gradient->method.c_str());
    }
    void whatIsSavedMustFit()
    {
        OpenDevice rig;
        rig.cuda->freeBytes = 1 << 28;
        GradientCall call{.link = ChainLink::Exp, .length = 8, .elements = 1 << 23};
        QCOMPARE(prepareOwnGradient(rig.device, call).error().kind, ErrorKind::Unavailable);
        call.saving = Saving::InputOnly;
        call.elements = 1 << 22;
        QVERIFY(prepareOwnGradient(rig.device, call).ok());
    }
    void passesThatWouldHoldUpADisplayAreRefused()
    {
        CudaDeviceSetup setup = test::fakeSetup();
        setup.kernelsAreTimedOut = true;
        setup.highestRate = FlopsPerSecond(8e12);
        OpenDevice rig;
        const auto device = CudaDevice::open(rig.cuda, setup);
        GradientCall call{.degree = highestDegree, .length = 64, .saving = Saving::InputOnly, .elements = 1 << 23};
        QCOMPARE(prepareOwnGradient(*device, call).error().id, std::string("cuda.display-gradient"));
        call.degree = 1;
        call.elements = 1 << 12;
        QVERIFY(prepareOwnGradient(*device, call).ok());
    }
    void theBackendOffersIt()
    {
        const auto cuda = std::make_shared<FakeCuda>();
        const CudaDeviceSetup setup = test::fakeSetup();
        auto backend = makeThreadedBackend(factsOf(setup, {}), [&] { return openMeasuredDevice(cuda, setup, {}); });
        QVERIFY(backend.ok());
        auto gradient = (*backend)->prepare(chainOf(ChainLink::Cos, Saving::Everything));
        QVERIFY2(gradient.ok(), gradient.ok() ? "" : gradient.error().message().c_str());
        QVERIFY(gradient->work->run(2)->time > Seconds(0.0));
        QCOMPARE((*backend)->prepare(GradientCall{.length = 0}).error().kind, ErrorKind::InvalidInput);
    }
    void ourOwnProductIsFilledOnceAndLaunchedOnceARepetition()
    {
        OpenDevice rig;
        auto product = prepareOwnProduct(rig.device, small());
        QVERIFY2(product.ok(), product.ok() ? "" : product.error().message().c_str());
        QVERIFY(product->work->run(3).ok());
        QCOMPARE(rig.launches("rp_fill_f32"), 2);
        QCOMPARE(rig.launches("rp_product_tile_f32"), 3 + 1); // and one as warm-up
        QVERIFY(product->work->run(2).ok());
        QCOMPARE(rig.launches("rp_fill_f32"), 2);
        QCOMPARE(rig.launches("rp_product_tile_f32"), 3 + 1 + 2);
    }
    void itsMethodNamesTheTiles()
    {
        OpenDevice rig;
        const auto product = prepareOwnProduct(rig.device, small());
        QVERIFY(product.ok());
        QVERIFY2(product->method.ends_with("; timed by two events around all of it"), product->method.c_str());
        QVERIFY2(product->method.find("own CUDA kernel") != std::string::npos
                     && product->method.find("128 x 128") != std::string::npos,
                 product->method.c_str());
    }
    void matricesThatDoNotFitAreRefusedWithTheirSize()
    {
        OpenDevice rig;
        rig.cuda->freeBytes = 1 << 28;
        QCOMPARE(prepareOwnProduct(rig.device, squareProduct(MatrixPrecision::Fp32, 1 << 14, 0)).error().kind,
                 ErrorKind::Unavailable);
    }
    void tilesThatWouldHoldUpADisplayAreRefused()
    {
        CudaDeviceSetup setup = test::fakeSetup();
        setup.kernelsAreTimedOut = true;
        setup.highestRate = FlopsPerSecond(8e12);
        OpenDevice rig;
        const auto device = CudaDevice::open(rig.cuda, setup);
        QCOMPARE(prepareOwnProduct(*device, squareProduct(MatrixPrecision::Fp32, 8192, 0)).error().id,
                 std::string("cuda.display-product"));
        // A column of results, for which tiles of 128 columns are computed.
        QCOMPARE(prepareOwnProduct(*device, {.rows = 8192, .columns = 1, .inner = 65536}).error().id,
                 std::string("cuda.display-product"));
        QVERIFY(prepareOwnProduct(*device, squareProduct(MatrixPrecision::Fp32, 512, 0)).ok());
    }
    void theBackendGivesEachImplementationItsProduct()
    {
        const auto cuda = std::make_shared<FakeCuda>();
        const CudaDeviceSetup setup = test::fakeSetup();
        MatrixRoofs library;
        library.prepareProduct = [](const std::shared_ptr<CudaDevice>&, const ProductCall&) -> Result<ReadyWork> {
            return Error{ErrorKind::Unavailable, "library.not-found", "libcublasLt.so.13 not found", {}};
        };
        auto backend = makeThreadedBackend(factsOf(setup, library),
                                           [&] { return openMeasuredDevice(cuda, setup, library); });
        QVERIFY(backend.ok());
        auto own = (*backend)->prepare(ProductRequest{small()});
        QVERIFY2(own.ok(), own.ok() ? "" : own.error().message().c_str());
        QVERIFY(own->work->run(2)->time > Seconds(0.0));
        const ProductRequest byLibrary{small(), Implementation::Library};
        QCOMPARE((*backend)->prepare(byLibrary).error().id, std::string("library.not-found"));
        const ProductRequest bf16{{.precision = MatrixPrecision::Bf16}};
        QCOMPARE((*backend)->prepare(bf16).error().kind, ErrorKind::Unsupported);
        QCOMPARE((*backend)->prepare(ProductRequest{{.rows = 0}}).error().kind, ErrorKind::InvalidInput);
    }
};

RIDGEPOINT_TEST(OperatorsTest)
#include "cuda_operators_test.moc"
