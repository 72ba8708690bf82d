// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// A program of its own: where the fake is loaded, the loader takes it for any library of its name.
#include "core/measure/dynamic_library.h"
#include "gpu/libraries/cupti_recorder.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

class RealCuptiTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }
    void hasEveryFunctionThatIsCalledAndTellsTheTime()
    {
        const auto real = openCupti(cuptiNames());
        if (!real && real.error().id == "library.not-found")
            QSKIP(qPrintable("skipped: " + QString::fromStdString(real.error().message())));
        QVERIFY2(real.ok(), real.ok() ? "" : real.error().message().c_str());
        const auto first = (*real)->timestamp();
        QVERIFY(first.ok() && *first > 0);
        const auto second = (*real)->timestamp();
        QVERIFY(second.ok() && *second >= *first);
    }
    void withoutADriverItSaysSoEachTime()
    {
        if (const auto driver = DynamicLibrary::open("libcuda.so.1"); driver.ok())
            QSKIP("skipped: this machine has a driver");
        const auto real = openCupti(cuptiNames());
        if (!real)
            QSKIP(qPrintable("skipped: " + QString::fromStdString(real.error().message())));
        for (int i = 0; i < 2; ++i) {
            const auto started = (*real)->start();
            QVERIFY(!started.ok());
            QCOMPARE(started.error().id, std::string("cupti.failed"));
            QVERIFY2(started.error().message().find("does not record: CUPTI_ERROR_") != std::string::npos, started.error().message().c_str());
        }
    }
};

QTEST_GUILESS_MAIN(RealCuptiTest)
#include "real_cupti_test.moc"
