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

ProductCall small() { return {.rows = 130, .columns = 70, .inner = 20}; }

} // namespace

class ProductsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
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

RIDGEPOINT_TEST(ProductsTest)
#include "products_test.moc"
