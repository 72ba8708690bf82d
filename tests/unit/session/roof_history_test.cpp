// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/roof_history.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>

#include <cmath>
#include <limits>

using namespace ridgepoint;
using namespace std::chrono_literals;

namespace {

using As = RoofHistory::As;

const RoofHistory::Time noon = RoofHistory::Time(1'800'000'000s);
const std::string machine = "A processor";

Roof dram(double value, double low = 0.0, double high = 0.0)
{
    return {.id = "bandwidth.dram",
            .kind = RoofKind::Bandwidth,
            .value = value,
            .low = low > 0.0 ? low : value * 0.98,
            .high = high > 0.0 ? high : value * 1.01,
            .method = "update"};
}

RoofSet setOf(Roof roof, int threads = 2) { return {.device = "cpu", .threads = threads, .roofs = {std::move(roof)}}; }

/// Memory and one cache, whose end was found there; the flag is of memory's roof.
RoofSet cacheSet(double bandwidth, double end, FlagSet flags = {})
{
    RoofSet set = setOf(dram(66e9));
    set.roofs.front().flags = flags;
    set.roofs.push_back(dram(bandwidth));
    set.roofs.back().id = "bandwidth.l3";
    set.levels = {{.name = "l3", .capacity = Bytes(end)},
                  {.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return set;
}

} // namespace

class RoofHistoryTest : public test::Case {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] std::filesystem::path file(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "state" / name;
    }

private slots:
    void recallsTheBestThatLasted_data()
    {
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<double>("reference");
        QTest::newRow("one") << QList{66e9} << 66e9;
        QTest::newRow("two that differ: the better") << QList{66e9, 96e9} << 96e9;
        QTest::newRow("two states") << QList{62e9, 96e9, 68e9, 98e9, 68e9} << 98e9;
        QTest::newRow("good ones that scatter, worse ones that agree")
            << QList{117e9, 105e9, 90e9, 66e9, 64e9} << 105e9;
        QTest::newRow("ten of a machine that switches")
            << QList{62e9, 96e9, 68e9, 98e9, 68e9, 114e9, 66e9, 64e9, 117e9, 67e9} << 117e9;
        QTest::newRow("one lucky one") << QList{66e9, 68e9, 140e9, 67e9} << 68e9;
        QTest::newRow("none like another") << QList{60e9, 80e9, 110e9} << 80e9;
    }
    void recallsTheBestThatLasted()
    {
        QFETCH(const QList<double>, values);
        RoofHistory history;
        for (const double value : values.first(values.size() - 1))
            history.add(machine, setOf(dram(value)), noon);
        const Roof roof = history.recall(machine, 2, dram(values.back()), As::OneMore);
        QTEST(roof.value, "reference");
        QCOMPARE(roof.measurements, static_cast<int>(values.size()));
        QCOMPARE(roof.low, *std::min_element(values.begin(), values.end()) * 0.98);
        QCOMPARE(roof.high, *std::max_element(values.begin(), values.end()) * 1.01);
        QCOMPARE(roof.latest.value_or(roof.value), values.back());
    }

    void takesTheShortestLaunchThatLasted()
    {
        const std::vector<double> launches{210e-9, 70e-9, 840e-9, 72e-9, 250e-9};
        QCOMPARE(referenceOf({.id = "launch.wait_each", .kind = RoofKind::Launch}, launches), 70e-9);
        // A difference of two times: the least is not the best of it.
        const std::vector<double> differences{40e-9, 362e-9, 52e-9, 369e-9, 58e-9};
        QCOMPARE(referenceOf({.id = std::string(launchFixedRoofId), .kind = RoofKind::Launch}, differences), 58e-9);
    }

    void isTheReferenceItselfWhereSomebodyAsked()
    {
        RoofHistory history;
        history.add(machine, setOf(dram(117e9)), noon);
        history.add(machine, setOf(dram(116e9)), noon);
        const Roof asked = history.recall(machine, 2, dram(66e9), As::Reference);
        QCOMPARE(asked.value, 66e9);
        QVERIFY(!asked.latest);
        QCOMPARE(asked.high, 117e9 * 1.01);
        QCOMPARE(asked.measurements, 3);
    }

    void tellsMachinesAndThreadsApart()
    {
        RoofHistory history;
        history.add(machine, setOf(dram(117e9)), noon);
        QCOMPARE(history.recall("Another", 2, dram(60e9), As::OneMore).value, 60e9);
        QCOMPARE(history.recall(machine, 1, dram(60e9), As::OneMore).value, 60e9);
        QCOMPARE(history.recall(machine, 1, dram(60e9), As::OneMore).measurements, 1);
        QCOMPARE(history.recall(machine, 2, dram(60e9), As::OneMore).value, 117e9);
    }

    void doesNotCountDisturbedOnesInTheRange()
    {
        RoofHistory history;
        Roof busy = dram(20e9);
        busy.flags = Flag::MachineBusy;
        history.add(machine, setOf(busy), noon);
        const Roof roof = history.recall(machine, 2, dram(66e9), As::OneMore);
        QCOMPARE(roof.value, 66e9);
        QCOMPARE(roof.low, 66e9 * 0.98);
        QCOMPARE(roof.measurements, 1);
    }

    void liesWithinItsRangeWhateverWasDisturbed()
    {
        RoofHistory history;
        Roof best = dram(117e9);
        best.flags = Flag::MachineBusy;
        history.add(machine, setOf(best), noon);
        Roof now = dram(20e9);
        now.flags = Flag::Preempted;
        const Roof roof = history.recall(machine, 2, now, As::OneMore);
        QCOMPARE(roof.value, 117e9);
        QVERIFY(roof.low <= roof.value && roof.value <= roof.high);
        QVERIFY2(roof.flags == FlagSet(Flag::MachineBusy), "what counts was measured beside other programs");
        QCOMPARE(roof.latest.value_or(0.0), 20e9);
    }

    void aDisturbedOneNeverCountsBesideOneThatIsNot_data()
    {
        QTest::addColumn<Flag>("flag");
        QTest::addColumn<double>("disturbed");
        QTest::newRow("worse, of few rounds") << Flag::FewReadings << 30e9;
        QTest::newRow("better, of few rounds") << Flag::FewReadings << 150e9;
        QTest::newRow("worse, beside other programs") << Flag::MachineBusy << 30e9;
        QTest::newRow("better, preempted") << Flag::Preempted << 150e9;
    }
    void aDisturbedOneNeverCountsBesideOneThatIsNot()
    {
        QFETCH(const Flag, flag);
        QFETCH(const double, disturbed);
        Roof other = dram(disturbed);
        other.flags = flag;
        RoofHistory before;
        before.add(machine, setOf(other), noon);
        const Roof quietNow = before.recall(machine, 2, dram(66e9), As::OneMore);
        QCOMPARE(quietNow.value, 66e9);
        QCOMPARE(quietNow.measurements, 1);
        RoofHistory quietBefore;
        quietBefore.add(machine, setOf(dram(66e9)), noon);
        const Roof disturbedNow = quietBefore.recall(machine, 2, other, As::OneMore);
        QCOMPARE(disturbedNow.value, 66e9);
        QVERIFY2(disturbedNow.flags.empty(), "the value is of a quiet moment");
        QVERIFY2(!disturbedNow.latest, "it is no state of the machine");
    }

    void whereAllWereDisturbedTheBestCountsAndIsMarked()
    {
        RoofHistory history;
        for (const double value : {20e9, 58e9, 31e9, 25e9}) {
            Roof busy = dram(value);
            busy.flags = Flag::FewReadings | Flag::MachineBusy;
            history.add(machine, setOf(busy), noon);
        }
        QVERIFY(history.write(file("busy.json")).ok());
        Roof now = dram(22e9);
        now.flags = Flag::FewReadings;
        const Roof roof = RoofHistory::read(file("busy.json"), noon).recall(machine, 2, now, As::OneMore);
        QCOMPARE(roof.value, 58e9);
        QVERIFY(roof.flags.has(Flag::MachineBusy));
        QCOMPARE(roof.latest.value_or(0.0), 22e9);
    }

    void disturbedOnesPushNoQuietOneOut()
    {
        RoofHistory history;
        history.add(machine, setOf(dram(117e9)), noon);
        Roof busy = dram(20e9);
        busy.flags = Flag::MachineBusy;
        for (int i = 0; i < 200; ++i)
            history.add(machine, setOf(busy), noon);
        QCOMPARE(history.recall(machine, 2, busy, As::OneMore).value, 117e9);
    }

    void theLevelsAreOfTheMeasurementThatCountsForTheLastCache()
    {
        RoofHistory history;
        history.add(machine, cacheSet(120e9, 51e6), noon);
        history.add(machine, cacheSet(119e9, 207e6), noon);
        QVERIFY(history.write(file("levels.json")).ok());
        const RoofHistory known = RoofHistory::read(file("levels.json"), noon);
        const RoofSet recalled = known.recall(machine, cacheSet(90e9, 110e6), As::OneMore);
        QCOMPARE(recalled.find("bandwidth.l3")->value, 120e9);
        QCOMPARE(recalled.levels.front().capacity.value(), 51e6);
        QVERIFY(std::isinf(recalled.levels.back().capacity.value()));
        QCOMPARE(known.recall(machine, cacheSet(90e9, 110e6), As::Reference).levels.front().capacity.value(), 110e6);
        RoofSet noneYet = cacheSet(90e9, 110e6); // the last cache's roof is yet to be measured
        noneYet.roofs = {dram(66e9)};
        QCOMPARE(known.recall(machine, noneYet, As::OneMore).levels.front().capacity.value(), 51e6);
        QCOMPARE(known.recall("Another", noneYet, As::OneMore).levels.front().capacity.value(), 110e6);
        QCOMPARE(RoofHistory().recall(machine, noneYet, As::OneMore).levels.front().capacity.value(), 110e6);
    }

    void theLevelsOfADisturbedRunCountOnlyWhereThereIsNoOther()
    {
        RoofHistory history;
        history.add(machine, cacheSet(130e9, 207e6, Flag::MachineBusy), noon);
        history.add(machine, cacheSet(125e9, 41e6, Flag::Preempted), noon);
        const RoofSet now = cacheSet(90e9, 110e6, Flag::MachineBusy);
        QCOMPARE(history.recall(machine, now, As::OneMore).levels.front().capacity.value(), 207e6);
        QCOMPARE(history.recall(machine, cacheSet(90e9, 110e6), As::OneMore).levels.front().capacity.value(), 110e6);
        history.add(machine, cacheSet(100e9, 51e6), noon);
        QCOMPARE(history.recall(machine, now, As::OneMore).levels.front().capacity.value(), 51e6);
        QCOMPARE(history.recall(machine, now, As::Reference).levels.front().capacity.value(), 51e6);
    }

    void readsAFileWithoutLevels()
    {
        RoofHistory history;
        RoofSet plain = cacheSet(120e9, 51e6);
        plain.levels.clear();
        history.add(machine, plain, noon);
        QVERIFY(history.write(file("plain.json")).ok());
        const RoofSet recalled =
            RoofHistory::read(file("plain.json"), noon).recall(machine, cacheSet(90e9, 110e6), As::OneMore);
        QCOMPARE(recalled.find("bandwidth.l3")->value, 120e9);
        QCOMPARE(recalled.levels.front().capacity.value(), 110e6);
    }

    void leavesWhatNobodyMeasured()
    {
        RoofHistory history;
        history.add(machine, setOf(dram(117e9)), noon);
        Roof stated = dram(200e9);
        stated.provenance = Provenance::Datasheet;
        QCOMPARE(history.recall(machine, setOf(stated), As::OneMore).roofs.front().value, 200e9);
    }

    void keepsADayInItsFile()
    {
        RoofHistory history;
        history.add(machine, setOf(dram(90e9)), noon - 25h);
        history.add(machine, setOf(dram(117e9)), noon - 23h);
        history.add(machine, setOf(dram(150e9)), noon + 1h); // of a clock that was set back since
        const auto written = history.write(file("day.json"));
        QVERIFY2(written.ok(), written.ok() ? "" : written.error().message().c_str());
        const Roof roof = RoofHistory::read(file("day.json"), noon).recall(machine, 2, dram(66e9), As::OneMore);
        QCOMPARE(roof.measurements, 2);
        QCOMPARE(roof.value, 117e9);
        QCOMPARE(roof.latest.value_or(0.0), 66e9);
        QCOMPARE(roof.method, std::string("update"));
    }

    void keepsSoManyOfOneRoof()
    {
        RoofHistory history;
        for (int i = 0; i < 200; ++i)
            history.add(machine, setOf(dram(60e9 + i * 1e8)), noon);
        QCOMPARE(history.recall(machine, 2, dram(66e9), As::OneMore).measurements, 65);
    }

    void isEmptyOfAFileThatIsNone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no JSON") << QByteArray("{\"measurements\":[");
        QTest::newRow("another shape") << QByteArray("{\"measurements\":[{\"device\":1}]}");
        QTest::newRow("no object") << QByteArray("[]");
        QTest::newRow("empty") << QByteArray();
    }
    void isEmptyOfAFileThatIsNone()
    {
        QFETCH(const QByteArray, text);
        QFile broken(m_folder.filePath("broken.json"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write(text);
        broken.close();
        const RoofHistory history = RoofHistory::read(broken.fileName().toStdString(), noon);
        QCOMPARE(history.recall(machine, 2, dram(66e9), As::OneMore).measurements, 1);
    }

    void saysWhereItCannotBeWritten()
    {
        QFile blocking(m_folder.filePath("file"));
        QVERIFY(blocking.open(QIODevice::WriteOnly));
        const auto written = RoofHistory{}.write(std::filesystem::path(blocking.fileName().toStdString())
                                                 / "roofs.json");
        QVERIFY(!written.ok());
    }
};

RIDGEPOINT_TEST(RoofHistoryTest)
#include "roof_history_test.moc"
