// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// A program of its own: where the fake is loaded, the loader takes it for any library of its name.
#include "gpu/libraries/cublaslt.h"
#include "gpu/libraries/cublaslt_calls.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;

/// cublasLtCreate of CUDA 13.0 keeps 192 bytes when it fails for want of a driver; that is not ours to free.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libcublasLt\n"; }

class RealCublasLtTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void hasEveryFunctionThatIsCalled()
    {
        const auto real = DynamicLibrary::open(CublasLt::libraryNames(), Unloading::Never);
        if (!real)
            QSKIP(qPrintable("skipped: " + QString::fromStdString(real.error().message())));
        const auto calls = loadCalls(*real);
        QVERIFY2(calls.ok(), calls.ok() ? "" : calls.error().message().c_str());
        const std::size_t version = (*calls).version();
        QVERIFY2(version >= 120000 && version < 200000, qPrintable(QString::number(version))); // as version() reads it
    }
    void withoutADriverItSaysSo()
    {
        if (const auto driver = DynamicLibrary::open("libcuda.so.1"); driver.ok())
            QSKIP("skipped: this machine has a driver");
        const auto library = CublasLt::open();
        QVERIFY(!library.ok());
        QCOMPARE(library.error().kind, ErrorKind::Unavailable);
        QVERIFY2(library.error().id == "cublaslt.no-start" || library.error().id == "library.not-found",
                 library.error().message().c_str());
    }
};

RIDGEPOINT_TEST(RealCublasLtTest)
#include "real_cublaslt_test.moc"
