// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
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

namespace {

GradientCall chainOf(ChainLink link, Saving saving)
{
    return {.link = link, .degree = 4, .length = 12, .saving = saving, .elements = 3001};
}

} // namespace

class GradientsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
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
};

RIDGEPOINT_TEST(GradientsTest)
#include "gradients_test.moc"
