// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/calculator_words.h"
#include "core/analysis/entry.h"
#include "tests/gui/gui_support.h"

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What the calculator says, without its window.
class CalculatorWordsTest : public QObject {
    Q_OBJECT

    /// Numbers and their units do not part at the end of a line.
    static QString plain(QString words)
    {
        return words.replace(QChar(0x00A0), QLatin1Char(' ')).replace(QChar(0x202F), QLatin1Char(' '));
    }

private slots:
    void init() { failOnWarningsOfTheWindow(); }

    void theStepsFollowTheEquationOfTheLaunches()
    {
        const Format format;
        const auto linesOf = [&](double fixed, double launches) {
            const EnvelopeDevice device{.bandwidth = BytesPerSecond(1e12),
                                        .compute = FlopsPerSecond(1e13),
                                        .launch = Seconds(5e-6),
                                        .fixed = Seconds(fixed)};
            const EnvelopeWork work{.elements = 1e6, .launches = launches};
            return plain(asPlainText(wordsOf(device, work, *estimate(device, work), format).steps));
        };
        const QString added = linesOf(0.0, 2.0);
        QVERIFY2(added.contains("Launching, L·t: 2 × 5.00 µs = 10.0 µs")
                     && added.contains("max(100 ns, 8.00 µs) + 10.0 µs = 18.0 µs"),
                 qPrintable(added));
        const QString once = linesOf(3e-6, 2.0);
        QVERIFY2(once.contains("L·t + t_fixed: 2 × 5.00 µs + 3.00 µs = 13.0 µs")
                     && once.contains("max(100 ns, 8.00 µs) + 10.0 µs + 3.00 µs = 21.0 µs"),
                 qPrintable(once));
        const QString none = linesOf(3e-6, 0.0); // no launch, and no chain that would cost something
        QVERIFY2(!none.contains("t_fixed") && none.contains("max(100 ns, 8.00 µs) + 0 s = 8.00 µs"), qPrintable(none));
    }

    void aKernelFarBelowItsRoofsIsNotCalledLimitedByThem()
    {
        const Format format;
        const EnvelopeDevice device{
            .bandwidth = BytesPerSecond(1e12), .compute = FlopsPerSecond(1e13), .launch = Seconds(0.0)};
        const auto headline = [&](double seconds) {
            return plain(verdictHeadline(
                *judge(OwnKernel{"mine", Flops(1e9), Bytes(1e10), 1.0, Seconds(seconds)}, device), format));
        };
        QVERIFY2(headline(0.0125).startsWith("Memory-bandwidth-bound: 80 %"), qPrintable(headline(0.0125)));
        QVERIFY2(headline(0.08).contains("Not limited by these roofs") && headline(0.08).contains("8.0×"),
                 qPrintable(headline(0.08)));
        QVERIFY2(headline(0.001).contains("faster than these roofs allow"), qPrintable(headline(0.001)));
        // What cannot be right is not told to the last digit, and the roofs' levers mean nothing there.
        QVERIFY2(headline(1e-9).contains("> 1000 %"), qPrintable(headline(1e-9)));
        QVERIFY2(headline(1e4).contains(QStringLiteral("more than 1000×")), qPrintable(headline(1e4)));
        const auto levers = [&](double seconds) {
            const OwnKernel kernel{"mine", Flops(1e9), Bytes(1e10), 1.0, Seconds(seconds)};
            return leverListWords(kernel, *judge(kernel, device), format);
        };
        QVERIFY(levers(0.0125).contains("Twice the bandwidth") && levers(1e4).contains("does not help")
                && levers(1e-9).contains("Correct the wrong"));
    }

    void saysWhichLevelLimitsAKernel()
    {
        const Format format{QLocale::c()};
        EnvelopeDevice device{
            .bandwidth = BytesPerSecond(1e12), .compute = FlopsPerSecond(1e13), .launch = Seconds(0.0)};
        device.caches[1] = BytesPerSecond(4e12);
        OwnKernel kernel{.name = "mine",
                         .flops = Flops(1e9),
                         .bytes = Bytes(4e9),
                         .launches = 1.0,
                         .time = Seconds(12.5e-3),
                         .throughCaches = {Bytes(9e9), Bytes(4.8e10), Bytes()}};
        const auto said = [&] { return plain(levelLimitWords(kernel, *judge(kernel, device), format)); };
        QCOMPARE(said(), QStringLiteral("Limited by L2: 96 % of its roof; DRAM would allow 3.0×."));
        const QString steps = plain(asPlainText(verdictSteps(kernel, device, *judge(kernel, device), format)));
        QVERIFY2(steps.contains("Moving data through L2, B/W: 48.0 GB / 4.00 TB/s = 12.0 ms")
                     && steps.contains("Moving data through DRAM, B/W: 4.00 GB / 1.00 TB/s = 4.00 ms"),
                 qPrintable(steps));
        QVERIFY2(!steps.contains("L1"), qPrintable(steps)); // the device has no roof of it
        kernel.throughCaches = {};
        QCOMPARE(said(), QString()); // one level is no choice
        kernel.throughCaches[1] = Bytes(1e9);
        kernel.flops = Flops(1e11);
        QCOMPARE(said(), QString()); // computing limits
    }

    void aWorkIsAWorkloadOnlyWhereItsCountsAreThoseOfOne()
    {
        Workload like;
        like.elements = 4096;
        like.operationsPerElement = 8;
        like.chainLength = 16;
        like.fusionDepth = 4;
        QVERIFY(workloadOf(envelopeWork(like), like) == like);
        EnvelopeWork work = envelopeWork(like);
        work.accessesPerElement = 3.0;
        QVERIFY(!workloadOf(work, like));
        work = envelopeWork(like);
        work.elements = 0.5;
        QVERIFY(!workloadOf(work, like));
        work.elements = 1e30;
        QVERIFY(!workloadOf(work, like));
        work = envelopeWork(like);
        work.flopsPerOperation = 3.0;
        QVERIFY(!workloadOf(work, like));
        work.flopsPerOperation = 1.0; // like is of multiply-adds, the article's operation is none
        QVERIFY(workloadOf(work, like)->operation == Operation::Mul);
        like.operation = Operation::Add;
        QVERIFY(workloadOf(work, like)->operation == Operation::Add);
        like.operation = Operation::Fma;
        work = envelopeWork(like);
        work.operationsPerElement = 7.0; // no multiple of the depth
        QCOMPARE(envelopeWork(*workloadOf(work, like)).operationsPerElement, 7.0);
    }

    void numbersReadAsOneSaysThem()
    {
        const Format format(QLocale::c());
        QCOMPARE(spoken(375e9, format), QString("375 billion"));
        QCOMPARE(spoken(19.5e12, format), QString("19.5 trillion"));
        QCOMPARE(spoken(104.0, format), QString("104"));
        QCOMPARE(countWords(16777216.0, format), QString("16\u00a0Mi"));
        QCOMPARE(countWords(400e9, format), QString("400 billion"));
        QCOMPARE(countWords(12345.0, format), QString("12345"));
        for (const double value : {1.0, 0.5, 16777216.0, 400e9, 12345.0, 1e6, 3e15, 7.0 * 1024.0})
            QCOMPARE(*parseEntry(countWords(value, format).toStdString(), EntryKind::Count), value);
    }
};

RIDGEPOINT_GUI_TEST(CalculatorWordsTest)
#include "calculator_words_test.moc"
