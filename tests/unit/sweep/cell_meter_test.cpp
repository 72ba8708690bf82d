// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/cell_meter.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"
#include "tests/unit/sweep/scripted_device.h"

#include <QTest>

#include <cmath>

using namespace ridgepoint;
using test::FakeClock;
using test::ScriptedDevice;

namespace {

bool isNear(Seconds time, Seconds expected) { return std::abs(time / expected - 1.0) < 1e-9; }

/// One round of work that takes `one`; runs for which `isLossy` lose `lost` of their time, which makes them that much
/// longer or, by more than was lost, shorter.
struct Round {
    template <class IsLossy> Round(Seconds one, double longer, double lost, IsLossy isLossy)
    {
        device.work = [=](int run, std::int64_t repetitions) {
            const Seconds time = one * static_cast<double>(repetitions) * (isLossy(run) ? longer : 1.0);
            return BatchTiming{.time = time, .lost = isLossy(run) ? time * lost : Seconds()};
        };
        isDone = CellMeter(device, clock).visit({}, record).ok();
    }

    FakeClock clock;
    ScriptedDevice device;
    CellRecord record;
    bool isDone = false;
    [[nodiscard]] int runs() { return device.runs[""]; }
};

} // namespace

class CellMeterTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    /// Of so short a reading what was lost does not tell how much longer it took: 25 us remain of 40, where it is 30.
    void lossyShortReadingsAreTakenAgain()
    {
        const Seconds one(30e-6);
        Round round(one, 4.0 / 3.0, 0.375, [](int run) { return run == 2 || run == 4; });
        QVERIFY(round.isDone);
        QCOMPARE(round.record.readings.size(), std::size_t(5));
        QCOMPARE(round.runs(), 1 + 5 + 2); // calibrated by the first
        for (const Reading& reading : round.record.readings.all()) {
            QVERIFY(isNear(reading.time, one));
            QVERIFY(isNear(reading.wall, one));
        }
    }

    void aTenthOfAShortReadingMayBeLost()
    {
        const Seconds one(30e-6);
        Round round(one, 1.0, 0.09, [](int run) { return run > 0; });
        QCOMPARE(round.record.readings.size(), std::size_t(5));
        QCOMPARE(round.runs(), 1 + 5);
        for (const Reading& reading : round.record.readings.all()) {
            QVERIFY(isNear(reading.time, one * 0.91));
            QVERIFY(isNear(reading.wall, one));
        }
    }

    /// A machine that is never left alone is measured nevertheless.
    void whereAllShortReadingsAreLossyTheyCount()
    {
        Round round(Seconds(30e-6), 1.5, 0.25, [](int run) { return run > 0; });
        QVERIFY(round.isDone);
        QCOMPARE(round.record.readings.size(), std::size_t(5));
        QVERIFY(round.runs() > 1 + 5 && round.runs() <= 1 + 5 + 10);
        for (const Reading& reading : round.record.readings.all())
            QVERIFY(isNear(reading.wall, Seconds(45e-6)));
    }

    void longReadingsAreCorrectedForWhatTheyLost()
    {
        const Seconds one(1e-3);
        Round round(one, 1.5, 1.0 / 3.0, [](int run) { return run == 2; });
        QVERIFY(round.isDone);
        QCOMPARE(round.record.readings.size(), std::size_t(3));
        QCOMPARE(round.runs(), 1 + 3); // none is taken again
        for (const Reading& reading : round.record.readings.all())
            QVERIFY(isNear(reading.time, one));
        QVERIFY(isNear(round.record.readings.all()[1].wall, one * 1.5));
        QVERIFY(isNear(round.record.readings.all()[2].wall, one));
    }

    /// What is long with its loss and short without counts as short.
    void aReadingIsAsLongAsTheTimeThatTheWorkHad()
    {
        const Seconds one(150e-6);
        Round round(one, 2.0, 0.5, [](int run) { return run == 1; });
        QCOMPARE(round.record.readings.size(), std::size_t(5));
        QCOMPARE(round.runs(), 1 + 5 + 1);
        for (const Reading& reading : round.record.readings.all())
            QVERIFY(isNear(reading.wall, one));
    }

    void aRunThatIsItsOwnReadingIsCorrectedToo()
    {
        const Seconds one(5e-3);
        Round round(one, 2.0, 0.5, [](int) { return true; });
        QCOMPARE(round.record.readings.size(), std::size_t(1));
        QCOMPARE(round.runs(), 1);
        QVERIFY(isNear(round.record.readings.all().front().time, one));
        QVERIFY(isNear(round.record.readings.all().front().wall, one * 2.0));
        QVERIFY(isNear(round.record.timer->runTime(), one));
    }
};

RIDGEPOINT_TEST(CellMeterTest)
#include "cell_meter_test.moc"
