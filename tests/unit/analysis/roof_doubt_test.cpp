// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roof_doubt.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <string>
#include <vector>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

RoofSet roofsHere() { return syntheticRoofs(syntheticThreads); }

Workload passOver(std::int64_t elements, std::int64_t operations = 1)
{
    return {.elements = elements, .operationsPerElement = operations, .threads = syntheticThreads};
}
constexpr std::int64_t fewElements = 16;
constexpr std::int64_t inMemory = std::int64_t{1} << 26;

/// As the roofs predict it, so many times as long.
Sample lasting(const Workload& workload, double times)
{
    Sample sample = syntheticSample(workload, 0);
    sample.time = sample.median = sample.low = sample.high = predict(workload, roofsHere(), DeviceKind::Cpu)->time
                                                           * times;
    return sample;
}

/// The id of the roof that one of them contradicts; empty where none does.
std::string doubted(const std::vector<Sample>& samples)
{
    const auto doubtful = doubtfulRoof(samples, roofsHere(), DeviceKind::Cpu);
    return doubtful ? doubtful->roof : std::string();
}

} // namespace

class RoofDoubtTest : public Case {
    Q_OBJECT
private slots:
    void aSampleThatOutrunsARoofDoubtsIt_data()
    {
        QTest::addColumn<qlonglong>("elements");
        QTest::addColumn<qlonglong>("operations");
        QTest::addColumn<double>("times");
        QTest::addColumn<QByteArray>("roof");
        QTest::newRow("as fast as memory") << qlonglong{inMemory} << 1LL << 1.0 << QByteArray();
        QTest::newRow("at its roof") << qlonglong{inMemory} << 1LL << 1.0 / 1.02 << QByteArray();
        QTest::newRow("faster than memory") << qlonglong{inMemory} << 1LL << 1.0 / 1.1 << QByteArray("bandwidth.dram");
        QTest::newRow("faster than computing")
            << qlonglong{inMemory} << 4096LL << 1.0 / 1.1 << QByteArray("compute.fp32.fma");
        QTest::newRow("faster than launching")
            << qlonglong{fewElements} << 1LL << 0.5 << QByteArray("launch.wait_each");
        QTest::newRow("slower than memory") << qlonglong{inMemory} << 1LL << 3.0 << QByteArray();
    }
    void aSampleThatOutrunsARoofDoubtsIt()
    {
        QFETCH(qlonglong, elements);
        QFETCH(qlonglong, operations);
        QFETCH(double, times);
        QFETCH(QByteArray, roof);
        QCOMPARE(doubted({lasting(passOver(elements, operations), times)}), roof.toStdString());
    }
    void theRoofIsSeenWhereTheSampleIs()
    {
        const auto doubtful = doubtfulRoof(std::vector{lasting(passOver(inMemory), 0.5)}, roofsHere(), DeviceKind::Cpu);
        QVERIFY(doubtful.has_value());
        QVERIFY(std::abs(doubtful->seen / (2.0 * roofsHere().find("bandwidth.dram")->value) - 1.0) < 0.01);
    }
    void aSampleWhoseLaunchesCostMoreThanTwiceAsMuchDoubtsThem()
    {
        const Workload small = passOver(fewElements);
        const Prediction prediction = predict(small, roofsHere(), DeviceKind::Cpu).value();
        PointAnalysis analysis;
        analysis.regime = Regime::Overhead;
        const auto doubtfulAt = [&](double times) {
            return doubtfulRoof(lasting(small, times), prediction, prediction, &analysis, roofsHere());
        };
        QVERIFY(!doubtfulAt(1.9));
        QVERIFY(doubtfulAt(3.0) && doubtfulAt(3.0)->roof == "launch.wait_each");
        QVERIFY(std::abs(doubtfulAt(3.0)->seen / 3e-6 - 1.0) < 0.01);
        analysis.regime = Regime::Memory; // what the verdict does not bear out is no launch
        QVERIFY(!doubtfulAt(3.0));
    }
    void whatTheseRoofsAreNotOfDoubtsNone()
    {
        Sample sample = lasting(passOver(inMemory), 0.5);
        QCOMPARE(doubted({lasting(passOver(inMemory), 1.0), sample}), std::string("bandwidth.dram"));
        sample.workload.threads = 1; // of other roofs
        QCOMPARE(doubted({sample}), std::string());
        sample.workload.threads = syntheticThreads;
        sample.provenance = Provenance::Published;
        QCOMPARE(doubted({sample}), std::string());
        QCOMPARE(doubted({}), std::string());
        QVERIFY(!doubtfulRoof(std::vector{lasting(passOver(inMemory), 0.5)},
                              {.device = "cpu", .threads = syntheticThreads}, DeviceKind::Cpu));
    }
};

RIDGEPOINT_TEST(RoofDoubtTest)
#include "roof_doubt_test.moc"
