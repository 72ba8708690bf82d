// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/roof_history.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ridgepoint;
using namespace std::chrono_literals;

namespace {

using As = RoofHistory::As;

const RoofHistory::Time noon = RoofHistory::Time(1'800'000'000s);
const std::string machine = "A processor";

Roof dram(double value, double low = 0.0, double high = 0.0)
{
    return {.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = value, .low = low > 0.0 ? low : value * 0.98, .high = high > 0.0 ? high : value * 1.01, .method = "update"};
}

RoofSet setOf(Roof roof, int threads = 2) { return {.device = "cpu", .threads = threads, .roofs = {std::move(roof)}}; }

} // namespace

class RoofHistoryTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] std::filesystem::path file(const char* name) const { return std::filesystem::path(m_folder.path().toStdString()) / "state" / name; }

private slots:
    void init() { test::failOnQtWarnings(); }

    void recallsTheBestThatLasted_data()
    {
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<double>("reference");
        QTest::newRow("one") << QList{66e9} << 66e9;
        QTest::newRow("two that differ: the better") << QList{66e9, 96e9} << 96e9;
        QTest::newRow("two states") << QList{62e9, 96e9, 68e9, 98e9, 68e9} << 98e9;
        QTest::newRow("good ones that scatter, worse ones that agree") << QList{117e9, 105e9, 90e9, 66e9, 64e9} << 105e9;
        QTest::newRow("ten of a machine that switches") << QList{62e9, 96e9, 68e9, 98e9, 68e9, 114e9, 66e9, 64e9, 117e9, 67e9} << 117e9;
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
        QVERIFY2(roof.flags == FlagSet(Flag::Preempted), "what is warned of is the latest measurement");
        QCOMPARE(roof.latest.value_or(0.0), 20e9);
    }

    void leavesOutWhatWasBrokenOff()
    {
        RoofHistory history;
        Roof first = dram(150e9);
        first.flags = Flag::FewReadings;
        history.add(machine, setOf(first), noon);
        QCOMPARE(history.recall(machine, 2, dram(66e9), As::OneMore).measurements, 1);
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
        const auto written = RoofHistory{}.write(std::filesystem::path(blocking.fileName().toStdString()) / "roofs.json");
        QVERIFY(!written.ok());
    }
};

QTEST_GUILESS_MAIN(RoofHistoryTest)
#include "roof_history_test.moc"
