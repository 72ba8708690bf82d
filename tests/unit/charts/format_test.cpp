// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/describe.h"
#include "app/charts/style/format.h"
#include "app/charts/style/ticks.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace ridgepoint;

class FormatTest : public test::Case {
    Q_OBJECT
private slots:
    void writesNumbersInTwoLocales_data()
    {
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("german");
        QTest::addColumn<int>("which");
        auto row = [which = 0](const char* name, const char* english, const char* german) mutable {
            QTest::newRow(name) << QString::fromUtf8(english) << QString::fromUtf8(german) << which++;
        };
        row("a power of two", "32 Mi", "32 Mi");
        row("a count under 1024", "1000", "1000");
        row("a count between powers", "45.3 Ki", "45,3 Ki");
        row("a footprint", "128 MiB", "128 MiB");
        row("bytes", "12 B", "12 B");
        row("a time keeps its zeros", "4.30 ms", "4,30 ms");
        row("a time rounds up into the next prefix", "1.00 ms", "1,00 ms");
        row("a bandwidth", "62.4 GB/s", "62,4 GB/s");
        row("a performance", "125 GFLOP/s", "125 GFLOP/s");
        row("a rate of nominal operations", "4.00 Gop/s", "4,00 Gop/s");
        row("a whole intensity", "2 FLOP/B", "2 FLOP/B");
        row("an intensity", "6.83 FLOP/B", "6,83 FLOP/B");
        row("a percentage", "99 %", "99 %");
        row("a small percentage", "0.9 %", "0,9 %");
        row("a factor", "2.0×", "2,0×");
        row("digit groups", "1,089", "1.089");
        row("not a number", "–", "–");
        row("zero seconds", "0 s", "0 s");
        row("a count a second", "400 G/s", "400 G/s");
        row("an interval", "± 0.9 %", "± 0,9 %");
        row("an intensity below one", "1/8 FLOP/B", "1/8 FLOP/B");
        row("an intensity that is no fraction", "0.0713 FLOP/B", "0,0713 FLOP/B");
    }
    void writesNumbersInTwoLocales()
    {
        QFETCH(int, which);
        QTEST(plain(value(Format(QLocale(QLocale::English, QLocale::UnitedStates)), which)), "english");
        QTEST(plain(value(Format(QLocale(QLocale::German, QLocale::Germany)), which)), "german");
    }
    void longTimesAreMinutesAndHours()
    {
        const Format format{QLocale::c()};
        QCOMPARE(plain(format.time(Seconds(999.0))), QStringLiteral("999 s"));
        QCOMPARE(plain(format.time(Seconds(999.9))), QStringLiteral("16.7 min"));
        QCOMPARE(plain(format.time(Seconds(3599.0))), QStringLiteral("60.0 min"));
        QCOMPARE(plain(format.time(Seconds(3600.0))), QStringLiteral("1.00 h"));
        QCOMPARE(plain(format.shortTime(Seconds(1000.0))), QStringLiteral("1 ks")); // a decade of an axis
    }
    void anEmptyOrBackwardIntervalIsLeftOut()
    {
        const Format format;
        QCOMPARE(format.relativeInterval(1.0, 1.0, 1.0), QString());
        QCOMPARE(format.relativeInterval(1.0, 2.0, 1.0), QString());
        QCOMPARE(format.relativeInterval(0.0, 0.0, 1.0), QString());
    }
    void anIntervalWiderThanItsValueNamesItsSides()
    {
        const Format format{QLocale::c()};
        QCOMPARE(plain(format.relativeInterval(1.0, 0.4, 5.0)), QStringLiteral("−60/+400 %"));
        QCOMPARE(plain(format.relativeInterval(1.0, 0.1, 2.0)), QStringLiteral("± 95 %"));
    }
    void anIntervalOfUnlikeSidesNamesThem_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<QString>("words");
        QTest::newRow("nothing above: the best of all rounds") << 43.2 / 526.0 << 1.0 << "−92/+0 %";
        QTest::newRow("nothing below") << 1.0 << 1.3 << "−0/+30 %";
        QTest::newRow("little above") << 0.89 << 1.03 << "−11/+3 %";
        QTest::newRow("far above") << 0.4 << 2.3 << "−60/+130 %";
        QTest::newRow("all of it below") << 0.6 << 0.9 << "−40/−10 %";
        QTest::newRow("nearly alike") << 0.9 << 1.08 << "± 9 %";
        QTest::newRow("unlike, but small") << 0.96 << 1.0 << "± 2 %";
    }
    void anIntervalOfUnlikeSidesNamesThem()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QTEST(plain(Format(QLocale::c()).relativeInterval(526.0, 526.0 * low, 526.0 * high)), "words");
    }
    void powersOfTwoReadAsFractionsAndPrefixes()
    {
        const Format format{QLocale::c()};
        QCOMPARE(format.powerOfTwo(0.125), QStringLiteral("1/8"));
        QCOMPARE(format.powerOfTwo(4.0), QStringLiteral("4"));
        QCOMPARE(plain(format.powerOfTwo(16384.0)), QStringLiteral("16 Ki"));
        QCOMPARE(format.powerOfTen(0.01), QStringLiteral("0.01"));
        QCOMPARE(format.powerOfTen(1000.0), QStringLiteral("1000"));
        QCOMPARE(format.powerOfTen(1e8, Format::Notation::Powers), QStringLiteral("1e8"));
        QCOMPARE(format.powerOfTen(0.01, Format::Notation::Powers), QStringLiteral("1e-2"));
    }
    void ticksStayInsideTheRangeAndWithinTheirNumber_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("most");
        QTest::newRow("ten octaves") << 0.1 << 300.0 << 8;
        QTest::newRow("one and a half octaves") << 3.0 << 9.0 << 6;
        QTest::newRow("less than an octave") << 5.0 << 5.5 << 5;
        QTest::newRow("thirty octaves on little room") << 1.0 << 1e9 << 3;
        QTest::newRow("one tick") << 1.0 << 1e9 << 1;
    }
    void ticksStayInsideTheRangeAndWithinTheirNumber()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(int, most);
        const Format format{QLocale::c()};
        for (const auto& ticks :
             {powerOfTwoTicks(low, high, most, format), powerOfTenTicks(low, high, most, 1.0, format)}) {
            QVERIFY(static_cast<int>(ticks.size()) <= most + 1);
            for (const Tick& tick : ticks) {
                QVERIFY(tick.value >= low * (1 - 1e-6) && tick.value <= high * (1 + 1e-6));
                QVERIFY(!tick.label.isEmpty());
            }
        }
        QVERIFY(!powerOfTwoTicks(low, high, std::max(2, most), format).empty());
    }
    void linearTicksHaveTheDigitsOfTheirStep()
    {
        const Format format(QLocale::c());
        const auto labels = [&](double low, double high, int most, double scale) {
            QStringList words;
            for (const Tick& tick : linearTicks(low, high, most, scale, format))
                words << tick.label;
            return words.join(QLatin1Char(' '));
        };
        QCOMPARE(labels(0.0, 620.0, 7, 1.0), QStringLiteral("0 100 200 300 400 500 600"));
        QCOMPARE(labels(0.0, 120e9, 6, 1e9), QStringLiteral("0 20 40 60 80 100 120"));
        QCOMPARE(labels(0.0, 1.6, 4, 1.0), QStringLiteral("0 0.5 1.0 1.5"));
        QCOMPARE(labels(-0.02, 0.13, 4, 0.01), QStringLiteral("0 5 10"));
        QCOMPARE(labels(900.0, 1300.0, 4, 1.0), QStringLiteral("900 1000 1100 1200 1300"));
        QCOMPARE(labels(0.0, 4.2, 3, 1.0), QStringLiteral("0 2 4"));
        QCOMPARE(labels(0.0, 6.3, 3, 1.0), QStringLiteral("0 2 4 6")); // of "0 5" nobody reads 6
        QCOMPARE(labels(0.0, 1.2, 1, 1.0), QStringLiteral("0 1"));     // a 0 alone tells no scale
        QVERIFY(linearTicks(1.0, 1.0, 5, 1.0, format).empty());
        QVERIFY(linearTicks(0.0, HUGE_VAL, 5, 1.0, format).empty());
    }
    /// One power of ten says nothing of an axis' scale.
    void aDecadeHasMoreThanItsPower()
    {
        const Format format(QLocale::c());
        const auto labels = [&](double low, double high, int most) {
            QStringList words;
            for (const Tick& tick : powerOfTenTicks(low, high, most, 1e9, format))
                words << tick.label;
            return words.join(QLatin1Char(' '));
        };
        QCOMPARE(labels(8e9, 120e9, 3), QStringLiteral("10 100"));
        QCOMPARE(labels(5e9, 80e9, 3), QStringLiteral("5 10 20 50"));
        QCOMPARE(labels(8e9, 1200e9, 3), QStringLiteral("10 100 1000"));
        QCOMPARE(labels(0.08e9, 90e9, 3), QStringLiteral("0.1 1 10")); // of every second power there is one alone
        QCOMPARE(axisScale(1e15, 1e17).prefix, QStringLiteral("P"));
    }
    void anAxisHasOneNotation()
    {
        const Format format(QLocale::c());
        const auto labels = [&](double low, double high, int most) {
            QStringList words;
            for (const Tick& tick : powerOfTenTicks(low, high, most, 1e-6, format))
                words << tick.label;
            return words.join(QLatin1Char(' '));
        };
        QCOMPARE(labels(1e-8, 1.0, 9), QStringLiteral("0.01 0.1 1 10 100 1000 10000 100000 1000000"));
        QCOMPARE(labels(1e-8, 9.0, 5), QStringLiteral("0.01 1 100 10000 1000000"));
        QCOMPARE(labels(1e-11, 1e-6, 6), QStringLiteral("0.00001 0.0001 0.001 0.01 0.1 1"));
        QCOMPARE(labels(1e-4, 100.0, 4), QStringLiteral("1e2 1e4 1e6 1e8"));
        QCOMPARE(labels(1e-4, 12.0, 3), QStringLiteral("1e2 1e4 1e6")); // as if there were room for 1e7
        QCOMPARE(labels(5e-6, 80.0, 20).count(QLatin1Char('e')), labels(5e-6, 80.0, 20).count(QLatin1Char(' ')) + 1);
    }
    void impossibleRangesHaveNoTicks()
    {
        const Format format;
        QVERIFY(powerOfTwoTicks(0.0, 10.0, 5, format).empty());
        QVERIFY(powerOfTwoTicks(-1.0, 10.0, 5, format).empty());
        QVERIFY(powerOfTenTicks(10.0, 1.0, 5, 1.0, format).empty());
        QVERIFY(powerOfTenTicks(1.0, HUGE_VAL, 5, 1.0, format).empty());
    }
    void roofsAndFlagsHaveNamesForPeople()
    {
        QCOMPARE(roofWord("bandwidth.dram"), QStringLiteral("DRAM"));
        QCOMPARE(roofWord("bandwidth.l2"), QStringLiteral("L2"));
        QCOMPARE(roofWord("bandwidth.dram.copy"), QStringLiteral("DRAM copy"));
        QCOMPARE(roofWord("compute.bf16.matrix"), QStringLiteral("bf16 matrix"));
        QCOMPARE(roofWord("launch.wait_each"), QStringLiteral("wait-each launch"));
        QCOMPARE(roofWord("launch.queued"), QStringLiteral("queued launch"));
        QCOMPARE(roofWord("launch.queued.device"), QStringLiteral("gap between queued kernels"));
        QCOMPARE(roofWord("latency.l2"), QStringLiteral("L2 latency"));
        QCOMPARE(roofWord("latency.fp32.fma"), QStringLiteral("fp32 fma latency"));
        QCOMPARE(roofWord("bandwidth.l2.read"), QStringLiteral("L2 read"));
        QCOMPARE(roofWord("bandwidth.peer.both.staged"), QStringLiteral("GPU to GPU both ways staged"));
        QCOMPARE(roofWord("compute.int32.mad"), QStringLiteral("int32 mad"));
        QCOMPARE(roofWord("nonsense"), QStringLiteral("nonsense"));
        QCOMPARE(flagWords(Flag::FewReadings | Flag::Throttled), QStringLiteral("few readings, throttled"));
        QCOMPARE(flagWords({}), QString());
    }
    void oneElementIsNoPlural()
    {
        QCOMPARE(elementWord(Precision::Fp32, 1), QStringLiteral("float"));
        QCOMPARE(elementWord(Precision::Fp64, 1), QStringLiteral("double"));
        QCOMPARE(elementWord(Precision::Fp32, 2), QStringLiteral("floats"));
        QCOMPARE(elementWord(Precision::Bf16), QStringLiteral("bfloats"));
        const Format format(QLocale::c());
        QCOMPARE(coordinateWords(Workload{.elements = 1}, AxisKind::Size, format), QStringLiteral("1 float"));
        QCOMPARE(coordinateWords(Workload{.elements = 2}, AxisKind::Size, format), QStringLiteral("2 floats"));
    }
    void aSmallFactorIsAFraction()
    {
        const Format format(QLocale::c());
        QCOMPARE(format.factor(1.0 / 128.0), QStringLiteral("1/128×"));
        QCOMPARE(format.factor(0.1), QStringLiteral("0.10×"));
        QCOMPARE(format.factor(0.0), QStringLiteral("0.00×"));
    }
    void aLargeFactorHasThreeDigits()
    {
        const Format format(QLocale::c());
        QCOMPARE(format.factor(167999.3), QStringLiteral("168000×"));
        QCOMPARE(format.factor(5792.6), QStringLiteral("5790×"));
        QCOMPARE(format.factor(999.6), QStringLiteral("1000×"));
        QCOMPARE(format.factor(999.4), QStringLiteral("999×"));
        QCOMPARE(format.factor(1024.0), QStringLiteral("1024×")); // may be counted
        QCOMPARE(format.factor(1.0 / 5792.6), QStringLiteral("1/5790×"));
        const Format english(QLocale(QLocale::English, QLocale::UnitedStates));
        QCOMPARE(english.factor(167999.3), QStringLiteral("168,000×"));
    }
    void aShareIsAllOrNothingOnlyWhereItIs()
    {
        const Format format(QLocale::c());
        const auto words = [&](double share) { return plain(format.percent(share)); };
        QCOMPARE(words(0.998), QStringLiteral("99.8 %"));
        QCOMPARE(words(0.9949), QStringLiteral("99 %"));
        QCOMPARE(words(0.9996), QStringLiteral("100 %"));
        QCOMPARE(words(1.004), QStringLiteral("100 %"));
        QCOMPARE(words(0.0017), QStringLiteral("0.2 %"));
        QCOMPARE(words(0.0003), QStringLiteral("0.03 %"));
        QCOMPARE(words(0.00004), QStringLiteral("0.004 %"));
        QCOMPARE(words(0.0), QStringLiteral("0 %"));
    }
    void inAColumnASmallShareKeepsItsDecimal()
    {
        const Format format(QLocale::c());
        const auto words = [&](double share) { return plain(format.percentInColumn(share)); };
        QCOMPARE(words(0.01), QStringLiteral("1.0 %")); // between 1.1 and 0.9 %
        QCOMPARE(words(0.011), QStringLiteral("1.1 %"));
        QCOMPARE(words(0.5), QStringLiteral("50 %"));
        QCOMPARE(words(1.0), QStringLiteral("100 %"));
        QCOMPARE(words(0.0), QStringLiteral("0 %"));
        QCOMPARE(words(std::nan("")), plain(format.percent(std::nan(""))));
    }
    void inAColumnIntensitiesAreAllDecimals()
    {
        const Format format(QLocale::c());
        const auto words = [&](double intensity) { return plain(format.intensityInColumn(FlopsPerByte(intensity))); };
        QCOMPARE(words(1.0 / 12.0), QStringLiteral("0.0833 FLOP/B"));
        QCOMPARE(words(0.08332), words(1.0 / 12.0)); // the same with a few bytes more
        QCOMPARE(words(0.125), QStringLiteral("0.125 FLOP/B"));
        QCOMPARE(words(6.8254), QStringLiteral("6.83 FLOP/B"));
    }

private:
    /// With plain spaces: which kind of space stands before a unit is the formatter's affair.
    static QString plain(QString text) { return text.replace(QChar(0x00A0), QLatin1Char(' ')); }
    static QString value(const Format& format, int which)
    {
        switch (which) {
        case 0: return format.count(33554432.0);
        case 1: return format.count(1000.0);
        case 2: return format.count(46341.0);
        case 3: return format.bytes(Bytes(134217728.0));
        case 4: return format.bytes(Bytes(12.0));
        case 5: return format.time(Seconds(4.3e-3));
        case 6: return format.time(Seconds(999.7e-6));
        case 7: return format.rate(BytesPerSecond(62.4e9));
        case 8: return format.rate(FlopsPerSecond(125.2e9));
        case 9: return format.rate(FlopsPerSecond(4e9), Operation::Gelu);
        case 10: return format.intensity(FlopsPerByte(2.0));
        case 11: return format.intensity(FlopsPerByte(6.8254));
        case 12: return format.percent(0.993);
        case 13: return format.percent(0.009);
        case 14: return format.factor(2.0);
        case 15: return format.whole(1089);
        case 16: return format.time(Seconds(std::nan("")));
        case 17: return format.time(Seconds(0.0));
        case 18: return format.perSecond(400e9);
        case 19: return format.relativeInterval(100.0, 99.1, 100.9);
        case 20: return format.intensity(FlopsPerByte(0.125));
        default: return format.intensity(FlopsPerByte(0.07128));
        }
    }
};

RIDGEPOINT_TEST(FormatTest)
#include "format_test.moc"
