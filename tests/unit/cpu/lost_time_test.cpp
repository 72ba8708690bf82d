// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/launcher.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace ridgepoint;

class LostTimeTest : public QObject {
    Q_OBJECT

    [[nodiscard]] static WorkShare share(int endMilliseconds, int lostMilliseconds)
    {
        return {std::chrono::steady_clock::time_point(std::chrono::milliseconds(endMilliseconds)), Seconds(1e-3 * lostMilliseconds)};
    }

private slots:
    void init() { test::failOnQtWarnings(); }

    void countsWhatHeldTheLastThreadUp_data()
    {
        QTest::addColumn<std::vector<WorkShare>>("shares");
        QTest::addColumn<int>("milliseconds");
        QTest::newRow("nobody lost anything") << std::vector{share(10, 0), share(12, 0)} << 0;
        QTest::newRow("the last one did") << std::vector{share(10, 0), share(16, 6)} << 6;
        QTest::newRow("the last one did, and would not have been the last") << std::vector{share(10, 0), share(16, 9)} << 6;
        QTest::newRow("one that was done early did") << std::vector{share(8, 5), share(16, 0)} << 0;
        QTest::newRow("both at the same time") << std::vector{share(16, 6), share(16, 6)} << 6;
        QTest::newRow("one after the other") << std::vector{share(16, 4), share(14, 6)} << 4;
        QTest::newRow("no thread") << std::vector<WorkShare>{} << 0;
    }
    void countsWhatHeldTheLastThreadUp()
    {
        QFETCH(std::vector<WorkShare>, shares);
        QFETCH(int, milliseconds);
        QVERIFY(std::abs(lostTogether(shares).value() - 1e-3 * milliseconds) < 1e-12);
    }

    void aWatchedThreadThatWorksLosesNoMoreThanItTook()
    {
        const auto begin = std::chrono::steady_clock::now();
        const WorkWatch watch;
        volatile double sum = 0.0;
        for (int i = 0; i < 100000; ++i)
            sum = sum + i;
        const WorkShare share = watch.end();
        QVERIFY(share.lost >= Seconds());
        QVERIFY(share.lost.value() <= std::chrono::duration<double>(share.end - begin).count());
    }
};

QTEST_GUILESS_MAIN(LostTimeTest)
#include "lost_time_test.moc"
