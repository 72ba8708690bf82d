// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/matrix_work.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace ridgepoint;
using test::FakeCuda;

namespace {

/// A library whose second algorithm is the fastest and whose third is refused.
class FakeLibrary final : public CublasLt {
public:
    explicit FakeLibrary(std::shared_ptr<FakeCuda> cuda) : m_cuda(std::move(cuda)) {}
    std::string version() const override { return "1.2.3"; }
    Result<std::unique_ptr<MatrixProduct>> prepare(const MatrixPlan& plan, const MatrixBuffers& buffers) override
    {
        ++prepared;
        lastPlan = plan;
        lastBuffers = buffers;
        std::unique_ptr<MatrixProduct> product = std::make_unique<Product>(*this);
        return product;
    }

    int prepared = 0;
    bool refusesAll = false;
    int disturbedProduct = 0;   ///< which one with its algorithm takes twice as long; 0: none
    std::vector<int> submitted; ///< algorithms, in order
    MatrixPlan lastPlan;
    MatrixBuffers lastBuffers;

private:
    class Product final : public MatrixProduct {
    public:
        explicit Product(FakeLibrary& library) : m_library(library) {}
        int algorithms() const override { return 3; }
        void choose(int algorithm) override { m_algorithm = algorithm; }
        Result<void> submit(void*) override
        {
            m_library.submitted.push_back(m_algorithm);
            if (m_algorithm == 2 || m_library.refusesAll)
                return Error{ErrorKind::DeviceFailure, "cublaslt.failed", "the library refuses", {}};
            const bool isDisturbed = m_library.disturbedProduct
                                  == static_cast<int>(std::ranges::count(m_library.submitted, m_algorithm));
            m_library.m_cuda->advance(m_algorithm == 1 && !isDisturbed ? 1e-3 : 2e-3);
            return {};
        }

    private:
        FakeLibrary& m_library;
        int m_algorithm = 0;
    };

    std::shared_ptr<FakeCuda> m_cuda;
};

struct Rig {
    std::shared_ptr<FakeCuda> cuda = std::make_shared<FakeCuda>();
    std::shared_ptr<CudaDevice> device = CudaDevice::open(cuda, test::fakeSetup()).value();
    std::shared_ptr<FakeLibrary> library = std::make_shared<FakeLibrary>(cuda);
    int opened = 0;
    MatrixRoofs roofs = matrixRoofs({8, 0}, [this]() -> Result<std::shared_ptr<CublasLt>> {
        ++opened;
        return std::shared_ptr<CublasLt>(library);
    });
};

} // namespace

class MatrixTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void theLibraryIsOpenedWhenARoofAsksForIt()
    {
        Rig rig;
        QCOMPARE(rig.opened, 0);
        QVERIFY(rig.roofs.prepare(rig.device, {.id = "compute.bf16.matrix"}).ok());
        QVERIFY(rig.roofs.prepare(rig.device, {.id = "compute.fp32.matrix"}).ok());
        QCOMPARE(rig.opened, 1);
    }
    void aLibraryThatIsNotThereMakesEveryMatrixRoofUnavailableAndIsLookedForOnce()
    {
        Rig rig;
        int opened = 0;
        const MatrixRoofs roofs = matrixRoofs({9, 0}, [&]() -> Result<std::shared_ptr<CublasLt>> {
            ++opened;
            return Error{ErrorKind::Unavailable, "library.not-found", "libcublasLt.so.13 not found", {}};
        });
        for (const std::string& id : roofs.ids) {
            const auto roof = roofs.prepare(rig.device, {.id = id});
            QVERIFY(!roof.ok());
            QCOMPARE(roof.error().kind, ErrorKind::Unavailable);
            QCOMPARE(roof.error().message(), std::string("libcublasLt.so.13 not found"));
        }
        QCOMPARE(opened, 1);
        QVERIFY(!rig.device->lost());
    }
    void theFastestAlgorithmIsChosenAndARefusedOnePassedOver()
    {
        Rig rig;
        const auto roof = rig.roofs.prepare(rig.device, {.id = "compute.fp16.matrix"});
        QVERIFY(roof.ok());
        rig.library->submitted.clear();
        const auto timing = roof->work->run(5);
        QVERIFY(timing.ok());
        QVERIFY(rig.library->submitted == std::vector<int>(5, 1));
        QVERIFY(timing->time.value() > 5e-3 && timing->time.value() < 5.5e-3);
        QCOMPARE(roof->amount, 2.0 * 8192.0 * 8192.0 * 8192.0);
        QVERIFY(roof->method.find("1.2.3") != std::string::npos);
    }
    void doublesAndWholeNumbersAreProductsOfTheSameSize()
    {
        Rig rig;
        rig.cuda->computes = false; // nor copies gigabytes
        for (const char* id : {"compute.fp64.matrix", "compute.int8.matrix"}) {
            const auto& ids = rig.roofs.ids;
            QVERIFY2(std::find(ids.begin(), ids.end(), id) != ids.end(), id);
            const auto roof = rig.roofs.prepare(rig.device, {.id = id});
            QVERIFY2(roof.ok(), id);
            QCOMPARE(roof->amount, 2.0 * 8192.0 * 8192.0 * 8192.0);
            QVERIFY(rig.library->lastPlan.precision == matrixPrecisionOfRoof(id));
        }
    }
    void oneDisturbedProductDoesNotChooseAnotherAlgorithm()
    {
        for (const int disturbed : {2, 3, 4}) {
            Rig rig;
            rig.library->disturbedProduct = disturbed;
            const auto roof = rig.roofs.prepare(rig.device, {.id = "compute.fp16.matrix"});
            QVERIFY(roof.ok());
            rig.library->submitted.clear();
            QVERIFY(roof->work->run(1).ok());
            QVERIFY(rig.library->submitted == std::vector<int>(1, 1));
        }
    }
    void theFactorsAreFilledWithNumbersThatAreNotZero()
    {
        Rig rig;
        QVERIFY(rig.roofs.prepare(rig.device, {.id = "compute.tf32.matrix"}).ok());
        for (const void* factor : {rig.library->lastBuffers.a, rig.library->lastBuffers.b}) {
            const auto* numbers = static_cast<const float*>(factor);
            const std::size_t count = rig.library->lastPlan.firstBytes() / sizeof(float);
            // Here and there, up to the last number.
            for (std::size_t i = 0; i < count; i += 65521)
                QVERIFY(std::abs(numbers[i]) >= 1.0F / 32.0F && std::abs(numbers[i]) < 1.0F);
            QVERIFY(std::abs(numbers[count - 1]) >= 1.0F / 32.0F && std::abs(numbers[count - 1]) < 1.0F);
        }
    }
    void chosenNumbersReachTheDeviceAndKeepTheAlgorithm()
    {
        Rig rig;
        const auto at = [](const void* factor, std::size_t i) { return static_cast<const float*>(factor)[i]; };
        for (const FactorNumbers numbers : comparedNumbers) {
            ProductCall call = squareProduct(MatrixPrecision::Fp32, 512, 0);
            call.numbers = numbers;
            const auto product = rig.roofs.prepareProduct(rig.device, call);
            QVERIFY(product.ok());
            QVERIFY2(product->method.find("whatever the numbers") != std::string::npos, product->method.c_str());
            QVERIFY2(product->method.ends_with("; timed by two events around all of it"), product->method.c_str());
            rig.library->submitted.clear();
            QVERIFY(product->work->run(3).ok());
            // The second is the fastest; which numbers there are must not decide.
            QVERIFY(rig.library->submitted == std::vector<int>(3, 0));
            std::vector<float> distinct;
            for (const void* factor : {rig.library->lastBuffers.a, rig.library->lastBuffers.b})
                for (std::size_t i = 0; i < 512 * 512; i += 4099)
                    distinct.push_back(at(factor, i));
            const auto zeros = std::count(distinct.begin(), distinct.end(), 0.0F);
            const auto count = static_cast<std::ptrdiff_t>(distinct.size());
            std::sort(distinct.begin(), distinct.end());
            const auto kinds = std::unique(distinct.begin(), distinct.end()) - distinct.begin();
            if (numbers == FactorNumbers::Zeros)
                QCOMPARE(zeros, count);
            else if (numbers == FactorNumbers::Constant)
                QVERIFY(kinds == 1 && distinct.front() == 1.1F);
            else if (numbers == FactorNumbers::OneBit)
                QVERIFY(kinds == 2 && distinct.front() == -1.0F);
            else if (numbers == FactorNumbers::Sparse)
                QVERIFY(zeros > count / 2 && zeros < count);
            else
                QVERIFY(kinds > 10 && zeros < count / 10);
        }
    }
    void nothingIsSubmittedBetweenTheClocksButTheProducts()
    {
        Rig rig;
        const auto roof = rig.roofs.prepare(rig.device, {.id = "compute.bf16.matrix"});
        rig.cuda->log.clear();
        QVERIFY(roof->work->run(2).ok());
        const auto first = std::find(rig.cuda->log.begin(), rig.cuda->log.end(), "now");
        const std::vector<std::string> between(first + 1, std::find(first + 1, rig.cuda->log.end(), "now"));
        QVERIFY(between == (std::vector<std::string>{"record", "record", "wait", "elapsed"}));
    }
    void aProductIsPreparedAgainWhereMemoryHasMoved()
    {
        Rig rig;
        const auto roof = rig.roofs.prepare(rig.device, {.id = "compute.bf16.matrix"});
        const int before = rig.library->prepared;
        QVERIFY(roof->work->run(1).ok());
        QCOMPARE(rig.library->prepared, before);
        QVERIFY(rig.device->reserve({{.usefulBytes = 1U << 30U, .bytes = 1U << 30U}}, "another").ok());
        QVERIFY(roof->work->run(1).ok());
        QCOMPARE(rig.library->prepared, before + 1);
    }
    void aLibraryThatRefusesEverythingCostsTheRoofAndNotTheDevice()
    {
        Rig rig;
        rig.library->refusesAll = true;
        const auto roof = rig.roofs.prepare(rig.device, {.id = "compute.bf16.matrix"});
        QVERIFY(!roof.ok());
        QCOMPARE(roof.error().kind, ErrorKind::Unavailable);
        QVERIFY(!rig.device->lost());
    }
    void whereADisplayIsAttachedTheProductIsSmaller()
    {
        CudaDeviceSetup setup = test::fakeSetup();
        setup.kernelsAreTimedOut = true;
        setup.highestRate = FlopsPerSecond(8e12);
        Rig rig;
        const auto device = CudaDevice::open(rig.cuda, setup);
        QVERIFY(rig.roofs.prepare(*device, {.id = "compute.fp32.matrix"}).ok());
        QVERIFY(rig.library->lastPlan.rows < 8192 && rig.library->lastPlan.rows >= 1024);
    }
    void aProductOfAnyShapeIsPreparedAndTimed()
    {
        Rig rig;
        const auto product = rig.roofs.prepareProduct(
            rig.device, {.precision = MatrixPrecision::Bf16, .rows = 256, .columns = 300, .inner = 64, .batch = 16});
        QVERIFY2(product.ok(), product.ok() ? "" : product.error().message().c_str());
        QCOMPARE(rig.library->lastPlan.batch, std::int64_t{16});
        QCOMPARE(rig.library->lastPlan.columns, std::int64_t{300});
        rig.library->submitted.clear();
        const auto timing = product->work->run(4);
        QVERIFY(timing.ok());
        QVERIFY(rig.library->submitted == std::vector<int>(4, 1));
        QVERIFY(timing->time.value() > 4e-3 && timing->time.value() < 4.5e-3);
    }
    void aProductInAPrecisionThatTheGpuLacksIsUnsupported()
    {
        Rig rig;
        QCOMPARE(rig.roofs.prepareProduct(rig.device, squareProduct(MatrixPrecision::Fp8, 64, 0)).error().kind,
                 ErrorKind::Unsupported);
        QCOMPARE(rig.opened, 0);
    }
    void aProductThatWouldHoldUpADisplayIsRefused()
    {
        CudaDeviceSetup setup = test::fakeSetup();
        setup.kernelsAreTimedOut = true;
        setup.highestRate = FlopsPerSecond(8e12);
        Rig rig;
        const auto device = CudaDevice::open(rig.cuda, setup);
        QCOMPARE(rig.roofs.prepareProduct(*device, squareProduct(MatrixPrecision::Fp16, 8192, 0)).error().kind,
                 ErrorKind::Unavailable);
        QVERIFY(rig.roofs.prepareProduct(*device, squareProduct(MatrixPrecision::Fp16, 1024, 0)).ok());
    }
    void aRoofThatIsNoMatrixIsRefused()
    {
        QVERIFY(!Rig().roofs.prepare(Rig().device, {.id = "compute.fp32.fma"}).ok());
    }
};

RIDGEPOINT_TEST(MatrixTest)
#include "matrix_test.moc"
