// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/theory.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>

using namespace ridgepoint;

namespace {

const ReferenceLine* lineOf(const std::vector<ReferenceLine>& lines, const std::string& roof)
{
    for (const ReferenceLine& line : lines)
        if (line.roof == roof)
            return &line;
    return nullptr;
}

bool within(double value, double wanted, double share) { return std::abs(value - wanted) <= share * wanted; }

} // namespace

class TheoryTest : public test::Case {
    Q_OBJECT
private slots:
    void theFormulasGiveTheVendorsFigures_data()
    {
        QTest::addColumn<int>("major");
        QTest::addColumn<int>("minor");
        QTest::addColumn<int>("multiprocessors");
        QTest::addColumn<double>("clock");
        QTest::addColumn<double>("fp32");
        QTest::newRow("V100: 15.7 TFLOP/s") << 7 << 0 << 80 << 1.53e9 << 15.7e12;
        QTest::newRow("A100: 19.5 TFLOP/s") << 8 << 0 << 108 << 1.41e9 << 19.5e12;
        QTest::newRow("H200: 66.9 TFLOP/s") << 9 << 0 << 132 << 1.98e9 << 66.9e12;
        QTest::newRow("RTX 3090: 35.6 TFLOP/s") << 8 << 6 << 82 << 1.695e9 << 35.6e12;
        QTest::newRow("RTX 4090: 82.6 TFLOP/s") << 8 << 9 << 128 << 2.52e9 << 82.6e12;
        QTest::newRow("RTX 5090: 104.8 TFLOP/s") << 12 << 0 << 170 << 2.407e9 << 104.8e12;
    }
    void theFormulasGiveTheVendorsFigures()
    {
        QFETCH(int, major);
        QFETCH(int, minor);
        QFETCH(int, multiprocessors);
        QFETCH(double, clock);
        QFETCH(double, fp32);
        const auto lines = theoreticalLines(
            {.capability = {major, minor}, .multiprocessors = multiprocessors, .clock = Hertz(clock)});
        const ReferenceLine* line = lineOf(lines, "compute.fp32.fma");
        QVERIFY(line != nullptr);
        QVERIFY2(within(line->value, fp32, 0.005), qPrintable(QString::number(line->value)));
    }
    void theMatrixRateOfAnA100IsTheDatasheets()
    {
        const auto lines = theoreticalLines({.capability = {8, 0}, .multiprocessors = 108, .clock = Hertz(1.41e9)});
        const ReferenceLine* line = lineOf(lines, "compute.fp16.matrix");
        QVERIFY(line != nullptr);
        QVERIFY(within(line->value, 312e12, 0.005));
    }
    void bandwidthIsTwoTransfersAClockOverTheBus()
    {
        QCOMPARE(theoreticalBandwidth(Hertz(1.215e9), 5120), BytesPerSecond(1.5552e12)); // A100, 40 GB
        const auto lines = theoreticalLines({.memoryClock = Hertz(3.201e9), .memoryBusBits = 6144});
        QCOMPARE(lines.size(), std::size_t(1));
        QCOMPARE(lines[0].roof, std::string("bandwidth.dram"));
        QVERIFY(within(lines[0].value, 4.9e12, 0.01));
    }
    void everyLineSaysThatItIsTheoryAndHowItWasComputed()
    {
        const auto lines = theoreticalLines({.capability = {9, 0},
                                             .multiprocessors = 132,
                                             .clock = Hertz(1.98e9),
                                             .memoryClock = Hertz(3.201e9),
                                             .memoryBusBits = 6144});
        QCOMPARE(lines.size(), std::size_t(3));
        for (const ReferenceLine& line : lines) {
            QCOMPARE(line.provenance, Provenance::Predicted);
            QCOMPARE(line.label, std::string("theory"));
        }
        QCOMPARE(lineOf(lines, "compute.fp32.fma")->source,
                 std::string("132 multiprocessors x 128 multiply-adds x 2 x 1980 MHz"));
        QCOMPARE(lineOf(lines, "bandwidth.dram")->source, std::string("2 x 3201 MHz x 6144 bit / 8"));
    }
    void whatIsNotKnownHasNoLine()
    {
        QVERIFY(theoreticalLines({}).empty());
        QVERIFY(theoreticalLines({.capability = {13, 7}, .multiprocessors = 100, .clock = Hertz(1e9)}).empty());
        QVERIFY(theoreticalLines({.capability = {9, 0}, .multiprocessors = 132}).empty());
        QVERIFY(theoreticalLines({.memoryClock = Hertz(1e9)}).empty());
        QVERIFY(!fp16MatrixFmaPerMultiprocessor({8, 9})); // not confirmed
        QVERIFY(fp32LanesPerMultiprocessor({8, 9}));
    }
    void readsComputeCapabilities_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("major");
        QTest::addColumn<int>("minor");
        QTest::newRow("9.0") << "9.0" << 9 << 0;
        QTest::newRow("12.0") << "12.0" << 12 << 0;
        for (const char* wrong : {"", "9", "9.", ".0", "9.0a", "nine", "-9.0", "9.-1", "9.10", "99999999999.0", "0.0"})
            QTest::newRow(qPrintable(QString("refused: %1").arg(wrong))) << wrong << 0 << 0;
    }
    void readsComputeCapabilities()
    {
        QFETCH(QString, text);
        QFETCH(int, major);
        QFETCH(int, minor);
        const auto read = computeCapabilityFrom(text.toStdString());
        QCOMPARE(read.has_value(), major > 0);
        if (read)
            QCOMPARE(*read, (ComputeCapability{major, minor}));
    }
};

RIDGEPOINT_TEST(TheoryTest)
#include "theory_test.moc"
