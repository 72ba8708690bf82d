// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/launcher.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>
#include <cstdint>
#include <thread>
#include <vector>

using namespace ridgepoint;

class LostTimeTest : public test::Case {
    Q_OBJECT

    using Time = std::chrono::steady_clock::time_point;
    [[nodiscard]] static Time at(double milliseconds)
    {
        return Time(std::chrono::nanoseconds(static_cast<std::int64_t>(1e6 * milliseconds)));
    }
    /// Of a piece that was handed over at 0 ms.
    [[nodiscard]] static WorkShare share(double end, double lost, double begin = 0.002)
    {
        return {at(begin), at(end), Seconds(1e-3 * lost)};
    }

private slots:
    void countsWhatHeldTheLastThreadUp_data()
    {
        QTest::addColumn<std::vector<WorkShare>>("shares");
        QTest::addColumn<int>("milliseconds");
        QTest::newRow("nobody lost anything") << std::vector{share(10, 0), share(12, 0)} << 0;
        QTest::newRow("the last one did") << std::vector{share(10, 0), share(16, 6)} << 6;
        QTest::newRow("the last one did, and would not have been the last")
            << std::vector{share(10, 0), share(16, 9)} << 6;
        QTest::newRow("one that was done early did") << std::vector{share(8, 5), share(16, 0)} << 0;
        QTest::newRow("both at the same time") << std::vector{share(16, 6), share(16, 6)} << 6;
        QTest::newRow("one after the other") << std::vector{share(16, 4), share(14, 6)} << 4;
        QTest::newRow("the last one began late") << std::vector{share(10, 0), share(16, 0, 6)} << 6;
        QTest::newRow("the last one began late and lost some more") << std::vector{share(10, 0), share(18, 2, 6)} << 8;
        QTest::newRow("both began late, as when the caller had to wait for its processor")
            << std::vector{share(14, 0, 4), share(14, 0, 4)} << 4;
        QTest::newRow("one that was done early began late") << std::vector{share(12, 0, 6), share(16, 0)} << 0;
        QTest::newRow("a hand-over that takes as long as one may")
            << std::vector{share(10, 0, 0.05), share(10, 0, 0.05)} << 0;
        QTest::newRow("no thread") << std::vector<WorkShare>{} << 0;
    }
    void countsWhatHeldTheLastThreadUp()
    {
        QFETCH(std::vector<WorkShare>, shares);
        QFETCH(int, milliseconds);
        QVERIFY(std::abs(lostTogether(shares, at(0)).value() - 1e-3 * milliseconds) < 1e-12);
    }

    void aHandOverBelongsToTheTimeAndALongerOneDoesNot()
    {
        QCOMPARE(delayed(at(3), at(3.05)), Seconds());
        QVERIFY(std::abs(delayed(at(3), at(7)).value() - 4e-3) < 1e-12);
        QCOMPARE(delayed(at(3), at(2)), Seconds()); // a clock that was looked at before the other thread's
    }

    /// Counted against the clock of the caller: what is left after the losses is what the work itself took.
    void whatIsLostIsNoMoreThanTheWholeTime_data()
    {
        QTest::addColumn<LaunchMode>("mode");
        for (const LaunchMode mode : allLaunchModes)
            QTest::newRow(std::string(nameOf(mode)).c_str()) << mode;
    }
    void whatIsLostIsNoMoreThanTheWholeTime()
    {
        QFETCH(LaunchMode, mode);
        Pool pool(2);
        // A kernel that hands its processor back, as one does that another program takes it from.
        Chain chain{.kernel = [](void*, std::size_t, std::int64_t, const Operands&) { std::this_thread::yield(); },
                    .passes = 3};
        Launcher launcher(pool, chain);
        const auto begin = std::chrono::steady_clock::now();
        const Seconds lost = launcher.runAccounting(mode, 50);
        const Seconds all(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        QVERIFY(lost >= Seconds());
        QVERIFY2(lost <= all, qPrintable(QString("%1 of %2 s").arg(lost.value()).arg(all.value())));
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

RIDGEPOINT_TEST(LostTimeTest)
#include "lost_time_test.moc"
