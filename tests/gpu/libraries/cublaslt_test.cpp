// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/cublaslt.h"
#include "core/measure/dynamic_library.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>

#include <library_types.h>

using namespace ridgepoint;

Q_DECLARE_METATYPE(ridgepoint::MatrixPrecision)

namespace {

const std::vector<std::string> fake{FAKES "/cublaslt/libcublasLt.so.13"};

/// Addresses that are aligned and never read: the fake only writes them down.
std::byte* somewhere() { return reinterpret_cast<std::byte*>(std::uintptr_t{1} << 20U); }

} // namespace

class CublasLtTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        auto opened = DynamicLibrary::open(fake, Unloading::Never);
        QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message().c_str());
        m_written = *opened->function<const char* (*)()>("fakeCublasLtCalls");
        m_alive = *opened->function<int (*)()>("fakeCublasLtAlive");
    }
    void init()
    {
        test::failOnQtWarnings();
        qunsetenv("FAKE_CUBLASLT");
        m_written();
    }
    void cleanup() { QCOMPARE(m_alive(), 0); }

    void asksForTheTypesOfEachPrecision_data()
    {
        QTest::addColumn<MatrixPrecision>("precision");
        QTest::addColumn<int>("factor");
        QTest::addColumn<int>("product");
        QTest::addColumn<int>("compute");
        QTest::addColumn<int>("scale");
        // 68 is CUBLAS_COMPUTE_32F, 77 CUBLAS_COMPUTE_32F_FAST_TF32, 70 CUBLAS_COMPUTE_64F, 72 CUBLAS_COMPUTE_32I.
        QTest::newRow("fp32 must not become TF32")
            << MatrixPrecision::Fp32 << int(CUDA_R_32F) << int(CUDA_R_32F) << 68 << int(CUDA_R_32F);
        QTest::newRow("tf32") << MatrixPrecision::Tf32 << int(CUDA_R_32F) << int(CUDA_R_32F) << 77 << int(CUDA_R_32F);
        QTest::newRow("bf16 sums in FP32")
            << MatrixPrecision::Bf16 << int(CUDA_R_16BF) << int(CUDA_R_16BF) << 68 << int(CUDA_R_32F);
        QTest::newRow("fp16 sums in FP32")
            << MatrixPrecision::Fp16 << int(CUDA_R_16F) << int(CUDA_R_16F) << 68 << int(CUDA_R_32F);
        QTest::newRow("fp8 gives BF16 and sums fast")
            << MatrixPrecision::Fp8 << int(CUDA_R_8F_E4M3) << int(CUDA_R_16BF) << 68 << int(CUDA_R_32F);
        QTest::newRow("fp64 sums and is scaled in FP64")
            << MatrixPrecision::Fp64 << int(CUDA_R_64F) << int(CUDA_R_64F) << 70 << int(CUDA_R_64F);
        QTest::newRow("int8 sums and is scaled in whole numbers")
            << MatrixPrecision::Int8 << int(CUDA_R_8I) << int(CUDA_R_32I) << 72 << int(CUDA_R_32I);
    }
    void asksForTheTypesOfEachPrecision()
    {
        QFETCH(MatrixPrecision, precision);
        QFETCH(int, factor);
        QFETCH(int, product);
        QFETCH(int, compute);
        QFETCH(int, scale);
        const auto library = CublasLt::open(fake);
        QVERIFY(library.ok());
        const MatrixPlan plan = *matrixPlan(precision, 64);
        QVERIFY((*library)->prepare(plan, MatrixBuffers::in(somewhere(), plan)).ok());
        const QString in = QString("type %1 64x64 ld 64").arg(factor);
        const QString out = QString("type %1 64x64 ld 64").arg(product);
        QCOMPARE(
            QString::fromUtf8(m_written()),
            QString("choose compute %1 scale %2 transA 1%5 | A %3 | B %3 | C %4 | D %4 | workspace 33554432 | most 8\n")
                .arg(compute)
                .arg(scale)
                .arg(in, out, precision == MatrixPrecision::Fp8 ? " fast" : ""));
    }
    void describesEveryMatrixOfABatchOfRectangles()
    {
        const auto library = CublasLt::open(fake);
        QVERIFY(library.ok());
        const MatrixPlan plan = *matrixPlan(
            ProductCall{.precision = MatrixPrecision::Fp32, .rows = 32, .columns = 48, .inner = 64, .batch = 3});
        QVERIFY((*library)->prepare(plan, MatrixBuffers::in(somewhere(), plan)).ok());
        const QString written = QString::fromUtf8(m_written());
        const QString type = QString::number(int(CUDA_R_32F));
        QVERIFY2(written.contains("A type " + type + " 64x32 ld 64 batch 3 apart 2048 |"), qPrintable(written));
        QVERIFY2(written.contains("B type " + type + " 64x48 ld 64 batch 3 apart 3072 |"), qPrintable(written));
        QVERIFY2(written.contains("D type " + type + " 32x48 ld 32 batch 3 apart 1536 |"), qPrintable(written));
    }
    void submitsWithWorkspaceAndTheChosenAlgorithm()
    {
        const auto library = CublasLt::open(fake);
        QVERIFY(library.ok());
        QCOMPARE((*library)->version(), std::string("13.0.2"));
        const MatrixPlan plan = *matrixPlan(MatrixPrecision::Bf16, 64); // 8 KiB a matrix
        const auto product = (*library)->prepare(plan, MatrixBuffers::in(somewhere(), plan));
        QVERIFY(product.ok());
        QCOMPARE((*product)->algorithms(), 2); // one of the four needs too much workspace, one does not apply
        m_written();
        void* stream = reinterpret_cast<void*>(std::uintptr_t{77});
        QVERIFY((*product)->submit(stream).ok());
        const QString line = "multiply 1 A 1048576 B 1056768 + 0 C 1064960 -> D 1064960 | algorithm %1 | workspace "
                             "1073152+33554432 | stream 77\n";
        QCOMPARE(QString::fromUtf8(m_written()), line.arg(100));
        (*product)->choose(1);
        QVERIFY((*product)->submit(stream).ok());
        QCOMPARE(QString::fromUtf8(m_written()), line.arg(103));
    }
    void everyPrecisionIsScaledByOneAndZeroOfItsType()
    {
        const auto library = CublasLt::open(fake);
        QVERIFY(library.ok());
        for (const MatrixPrecision precision : allMatrixPrecisions) {
            const MatrixPlan plan = *matrixPlan(precision, 64);
            const auto product = (*library)->prepare(plan, MatrixBuffers::in(somewhere(), plan));
            QVERIFY(product.ok());
            m_written();
            QVERIFY((*product)->submit(nullptr).ok());
            const QString written = QString::fromUtf8(m_written());
            QVERIFY2(written.startsWith("multiply 1 A ") && written.contains(" + 0 C "), qPrintable(written));
        }
    }
    void aProductOutlivesTheCallersLibrary()
    {
        const MatrixPlan plan = *matrixPlan(MatrixPrecision::Bf16, 64);
        std::unique_ptr<MatrixProduct> product;
        {
            const auto library = CublasLt::open(fake);
            QVERIFY(library.ok());
            product = std::move((*library)->prepare(plan, MatrixBuffers::in(somewhere(), plan)).value());
        }
        QVERIFY(product->submit(nullptr).ok());
    }
    void isUnavailableInOneLineWhereItIsNot()
    {
        const std::vector<std::string> nowhere{"libcublasLt-nowhere.so.13", "libcublasLt-nowhere.so.12"};
        const auto library = CublasLt::open(nowhere);
        QVERIFY(!library.ok());
        QCOMPARE(library.error().kind, ErrorKind::Unavailable);
        const std::string said = library.error().message();
        QVERIFY2(said.starts_with("libcublasLt-nowhere.so.13 not found; "), said.c_str());
        QVERIFY2(said.find("CUDA toolkit") != std::string::npos && said.find("nvidia-cublas-cu12") != std::string::npos,
                 said.c_str());
        QCOMPARE(CublasLt::libraryNames().front(), std::string("libcublasLt.so.13"));
    }
    void isFoundBesidePythonPackagesAlsoInAHiddenFolder()
    {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        const auto put = [&](const char* package, const char* soname) {
            const QString place = folder.filePath(package);
            return QDir().mkpath(place)
                && QFile::link(QString::fromStdString(fake.front()), place + QLatin1Char('/') + QLatin1String(soname));
        };
        QVERIFY(put(".venv/lib/python3.12/site-packages/nvidia/cu13/lib", "libcublasLt.so.13"));
        QVERIFY(put(".venv/lib/python3.9/site-packages/nvidia/cublas/lib", "libcublasLt.so.12"));
        QVERIFY(put("usr/lib/python3/dist-packages/nvidia/cublas/lib", "libcublasLt.so.12"));
        QVERIFY(put("usr/lib/python3/dist-packages/torch/lib", "libcublasLt.so.12")); // no place of pip's
        const auto below = [&](const char* name) { return folder.filePath(name).toStdString(); };
        const std::vector<std::filesystem::path> prefixes{below(".venv"), below("nowhere"), below("usr")};
        const auto names = CublasLt::packagedNames(prefixes);
        const std::vector<std::string> wanted{
            below(".venv/lib/python3.12/site-packages/nvidia/cu13/lib/libcublasLt.so.13"),
            below(".venv/lib/python3.9/site-packages/nvidia/cublas/lib/libcublasLt.so.12"),
            below("usr/lib/python3/dist-packages/nvidia/cublas/lib/libcublasLt.so.12")};
        QVERIFY2(names == wanted, names.empty() ? "none" : names.front().c_str());
        QVERIFY(CublasLt::open(names).ok());

        const QByteArray before = qgetenv("VIRTUAL_ENV");
        qputenv("VIRTUAL_ENV", below(".venv").c_str());
        const auto all = CublasLt::libraryNames();
        if (before.isNull())
            qunsetenv("VIRTUAL_ENV");
        else
            qputenv("VIRTUAL_ENV", before);
        QVERIFY(std::find(all.begin(), all.end(), wanted.front()) != all.end());
        QCOMPARE(all.front(), std::string("libcublasLt.so.13"));
    }
    void faultsAreErrorsWithANameOfTheirOwn_data()
    {
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("id");
        QTest::newRow("does not start") << "no-start"
                                        << "cublaslt.no-start";
        QTest::newRow("says that it has no algorithm") << "no-algorithm"
                                                       << "cublaslt.no-algorithm";
        QTest::newRow("has only algorithms that do not fit") << "none-fits"
                                                             << "cublaslt.no-algorithm";
        QTest::newRow("fails while multiplying") << "fails"
                                                 << "cublaslt.failed";
    }
    void faultsAreErrorsWithANameOfTheirOwn()
    {
        QFETCH(QString, way);
        QFETCH(QString, id);
        qputenv("FAKE_CUBLASLT", way.toUtf8());
        QCOMPARE(QString::fromStdString(firstError().id), id);
    }
    void refusesBuffersThatTheHeuristicsWouldMisjudge()
    {
        const auto library = CublasLt::open(fake);
        QVERIFY(library.ok());
        const MatrixPlan plan = *matrixPlan(MatrixPrecision::Bf16, 64);
        MatrixBuffers buffers = MatrixBuffers::in(somewhere() + 128, plan);
        QCOMPARE((*library)->prepare(plan, buffers).error().id, std::string("cublaslt.not-aligned"));
        buffers = MatrixBuffers::in(somewhere(), plan);
        buffers.workspace = nullptr;
        QCOMPARE((*library)->prepare(plan, buffers).error().id, std::string("cublaslt.not-aligned"));
        QCOMPARE(QString::fromUtf8(m_written()), QString());
    }
    void aLibraryOfAnotherKindIsRefusedByTheMissingFunction()
    {
        const std::vector<std::string> foreign{FAKES "/foreign/libnvidia-ml.so.1"};
        const auto library = CublasLt::open(foreign);
        QVERIFY(!library.ok());
        QCOMPARE(library.error().id, std::string("library.no-function"));
        QVERIFY(library.error().message().find("cublasLtCreate") != std::string::npos);
    }

private:
    Error firstError()
    {
        const MatrixPlan plan = *matrixPlan(MatrixPrecision::Fp8, 64);
        const auto library = CublasLt::open(fake);
        if (!library)
            return library.error();
        const auto product = (*library)->prepare(plan, MatrixBuffers::in(somewhere(), plan));
        if (!product)
            return product.error();
        const auto submitted = (*product)->submit(nullptr);
        return submitted ? Error{} : submitted.error();
    }

    const char* (*m_written)() = nullptr;
    int (*m_alive)() = nullptr;
};

RIDGEPOINT_TEST(CublasLtTest)
#include "cublaslt_test.moc"
