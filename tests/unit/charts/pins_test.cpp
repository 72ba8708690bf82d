// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/chart_marks.h"
#include "app/charts/data/pin.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QApplication>

using namespace ridgepoint;

namespace {

Sample timed(double seconds, double halfWidth)
{
    Sample sample;
    sample.workload = test::syntheticCursor();
    sample.time = Seconds(seconds);
    sample.low = Seconds(seconds * (1.0 - halfWidth));
    sample.high = Seconds(seconds * (1.0 + halfWidth));
    sample.readings = 60;
    sample.rounds = 8;
    return sample;
}

Workload at(std::int64_t operations, std::int64_t elements)
{
    Workload workload = test::syntheticCursor();
    workload.operationsPerElement = operations;
    workload.elements = elements;
    return workload;
}

} // namespace

class PinsTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { m_snapshot = std::make_shared<const Snapshot>(test::syntheticSnapshot()); }
    void namesGoOnAfterTheLastAndSkipThoseInUse()
    {
        std::vector<Pin> pins;
        QCOMPARE(nextPinName(pins), std::string("A"));
        pins.push_back({.name = "A", .point = {}, .sample = {}, .lines = {}});
        pins.push_back({.name = "C", .point = {}, .sample = {}, .lines = {}});
        QCOMPARE(nextPinName(pins), std::string("D"));
        pins.push_back({.name = "Z", .point = {}, .sample = {}, .lines = {}});
        QCOMPARE(nextPinName(pins), std::string("B"));
    }
    void aPinKeepsTheLinesThroughItsPoint()
    {
        const Workload point = test::syntheticCursor();
        const Pin pin = makePin("A", *m_snapshot, point, nullptr);
        QCOMPARE(pin.line(AxisKind::Operations).size(), pointsAlong(*m_snapshot, point, AxisKind::Operations).size());
        QCOMPARE(pin.line(AxisKind::Size).size(), pointsAlong(*m_snapshot, point, AxisKind::Size).size());
        QVERIFY(pin.line(AxisKind::Operations).size() > 3);
        for (const ChartPoint& kept : pin.line(AxisKind::Operations))
            QVERIFY(kept.workload.elements == point.elements && kept.flops == costOf(kept.workload).flops
                    && kept.time.value() > 0.0);
        QVERIFY(!pin.sample);
    }
    void aBriefComparisonLeavesOutItsIntervalAndNoMore()
    {
        const auto words = [](const Sample& a, Wording wording) {
            return comparisonWords("A", a, "B", timed(1e-3, 0.01), Format(QLocale::c()), wording);
        };
        QCOMPARE(words(timed(1e-3, 0.01), Wording::Brief), QStringLiteral("A and B: no clear difference"));
        QCOMPARE(words(timed(4e-3, 0.01), Wording::Brief), QStringLiteral("B is 4.0× as fast as A"));
        QVERIFY(words(timed(4e-3, 0.01), Wording::Whole).startsWith(QStringLiteral("B is 4.0× as fast as A (")));
        Sample more = timed(4e-3, 0.01);
        more.workload.operationsPerElement *= 2;
        QCOMPARE(words(more, Wording::Brief), QStringLiteral("A takes 4.0× the time of B for 2.0× the work"));
    }
    void saysHowManyTimesAsFastWithTheRange()
    {
        const QString words = comparisonWords("A", timed(4e-3, 0.01), "B", timed(1e-3, 0.01), Format(QLocale::c()));
        QVERIFY2(words.startsWith("B is 4.0× as fast as A (3.9 to 4.1×)"), qPrintable(words));
        const QString slower = comparisonWords("A", timed(1e-3, 0.01), "B", timed(4e-3, 0.01), Format(QLocale::c()));
        QVERIFY2(slower.startsWith("A is 4.0× as fast as B"), qPrintable(slower));
    }
    void claimsNoDifferenceWhereTheIntervalsOverlap()
    {
        const QString words = comparisonWords("A", timed(1.0e-3, 0.03), "B", timed(1.02e-3, 0.03),
                                              Format(QLocale::c()));
        QCOMPARE(words, QStringLiteral("A and B: no clear difference"));
    }
    void comparesTheTimeAndTheWorkWhereTheWorkDiffers()
    {
        Sample more = timed(8e-3, 0.01);
        more.workload.operationsPerElement *= 4;
        const QString words = comparisonWords("A", timed(1e-3, 0.01), "B", more, Format(QLocale::c()));
        QVERIFY2(words.contains("B takes 8.0× the time of A") && words.contains("for 4.0× the work"),
                 qPrintable(words));
    }
    void timeThatFollowsTheWorkDoesNotPartFromItByRounding()
    {
        Sample more = timed(13.48e-3, 0.01);
        more.workload.operationsPerElement *= 27;
        Sample less = timed(1e-3, 0.01);
        less.workload.operationsPerElement *= 2;
        const auto words = [](const Sample& a, const Sample& b) {
            return comparisonWords("A", a, "B", b, Format(QLocale::c()), Wording::Brief);
        };
        QCOMPARE(words(less, more), QStringLiteral("B takes 13.5× the time of A for 13.5× the work"));
        more.workload.operationsPerElement /= 3; // farther apart than any rounding
        QCOMPARE(words(less, more), QStringLiteral("B takes 13× the time of A for 4.5× the work"));
    }
    void aComparisonIsInOneNotationWithAtMostThreeDigits()
    {
        const Format format(QLocale::c());
        Sample less = timed(4e-3 / 45.4, 0.1);
        less.workload.operationsPerElement *= 2;
        Sample more = timed(4e-3, 0.01);
        more.workload.operationsPerElement *= 64;
        // The slower one is named first, so that no factor is a fraction: 45.4 less and more by the intervals, each √2
        // wider.
        const QString slower = QStringLiteral("A takes 45× the time of D (39 to 54×) for 32× the work");
        QCOMPARE(comparisonWords("A", more, "D", less, format), slower);
        QCOMPARE(comparisonWords("D", less, "A", more, format), slower);
        const QString far = comparisonWords("A", timed(1.0, 0.01), "B", timed(1.0 / 8647.0, 0.01), format);
        QCOMPARE(far, QStringLiteral("B is 8650× as fast as A (8410 to 8900×)"));
        Sample slowOfLess = timed(8e-3, 0.01);
        slowOfLess.workload.operationsPerElement *= 2;
        QCOMPARE(comparisonWords("A", timed(8e-3 / 128.4, 0.01), "B", timed(8e-3, 0.01), format),
                 QStringLiteral("A is 128× as fast as B (125 to 132×)"));
        QCOMPARE(comparisonWords("A", more, "B", slowOfLess, format),
                 QStringLiteral("B takes 2.0× the time of A (1.9 to 2.1×) for 1/32 of the work"));
        QCOMPARE(comparisonWords("A", timed(1.03e-3, 0.005), "B", timed(1e-3, 0.005), format),
                 QStringLiteral("B is 1.03× as fast as A (1.02 to 1.04×)")); // not 1.0
    }
    void aPinnedSampleIsNotComparedWithItself()
    {
        Pin pin{.name = "A", .point = test::syntheticCursor(), .sample = timed(1e-3, 0.01), .lines = {}};
        const Sample same = *pin.sample;
        QVERIFY(pinKey({pin}, &same, Format()).caption.isEmpty());
        const Sample later = timed(2e-3, 0.01);
        QVERIFY(pinKey({pin}, &later, Format()).caption.contains("B"));
        QVERIFY(pinKey({pin}, nullptr, Format()).caption.isEmpty());
        QCOMPARE(pinKey({pin}, &same, Format()).pins.size(), 1);
    }
    void aPinAloneKeepsItsLetterAndIsWhatIsCompared()
    {
        Pin first{.name = "A", .point = test::syntheticCursor(), .sample = timed(1e-3, 0.01), .lines = {}};
        Pin second{.name = "B", .point = test::syntheticCursor(), .sample = timed(3e-3, 0.01), .lines = {}};
        const Sample later = timed(2e-3, 0.01);
        const PinKey one = pinKey({first, second}, &later, Format(QLocale::c()), 0);
        QCOMPARE(one.pins.size(), 1);
        QVERIFY2(one.pins[0].startsWith("A: "), qPrintable(one.pins[0]));
        QVERIFY2(one.caption.startsWith("A is 2.0× as fast as C"), qPrintable(one.caption)); // B is another pin
        const PinKey other = pinKey({first, second}, &later, Format(QLocale::c()), 1);
        QVERIFY(other.pins.size() == 1 && other.pins[0].startsWith("B: "));
        QVERIFY2(other.caption.startsWith("C is 1.5× as fast as B"), qPrintable(other.caption));
        const PinKey both = pinKey({first, second}, &later, Format(QLocale::c()));
        QVERIFY(both.pins.size() == 2 && both.caption == other.caption);
    }
    void aPinnedSampleGoesByItsPinsLetter()
    {
        const Pin first{.name = "A", .point = test::syntheticCursor(), .sample = timed(1e-3, 0.01), .lines = {}};
        const Pin second{.name = "B", .point = test::syntheticCursor(), .sample = timed(3e-3, 0.01), .lines = {}};
        QCOMPARE(presentName({first, second}, *first.sample), std::string("A"));
        QCOMPARE(presentName({first, second}, timed(2e-3, 0.01)), std::string("C"));
        QVERIFY(
            pinKey({first, second}, &*first.sample, Format(QLocale::c())).caption.startsWith("A is 3.0× as fast as B"));
    }
    void pinsHoldTheSameOnlyOfOneMeasurement()
    {
        Pin pin{.name = "A", .point = test::syntheticCursor(), .sample = timed(1e-3, 0.01), .lines = {}};
        pin.sample->keptReadings = {1e-3F, 1.1e-3F};
        Pin other = pin;
        other.name = "B";
        QVERIFY(holdTheSame(pin, other));
        other.sample->keptReadings.back() = 1.2e-3F; // measured again, by chance with the same time
        QVERIFY(!holdTheSame(pin, other));
        other = pin;
        other.sample->high = Seconds(2e-3);
        QVERIFY(!holdTheSame(pin, other));
        other = pin;
        other.point.launchMode = pin.point.launchMode == LaunchMode::Queued ? LaunchMode::WaitEach : LaunchMode::Queued;
        QVERIFY(!holdTheSame(pin, other));
        Pin line = makePin("A", *m_snapshot, test::syntheticCursor(),
                           nullptr); // not measured: what counts are the lines
        Pin later = line;
        QVERIFY(holdTheSame(line, later));
        later.lines[0].pop_back();
        QVERIFY(!holdTheSame(line, later));
    }
    void theAxesShowPinsThatLieBeyondTheSamples()
    {
        for (const bool curves : {false, true}) {
            std::unique_ptr<ChartWidget> chart;
            if (curves)
                chart = std::make_unique<CurvesChart>();
            else
                chart = std::make_unique<RooflineChart>();
            chart->resize(760, 480);
            chart->set(&ChartInput::snapshot, m_snapshot);
            chart->set(&ChartInput::cursor, test::syntheticCursor());
            Pin pin = makePin("A", *m_snapshot, test::syntheticCursor(), nullptr);
            for (ChartPoint& point : pin.lines[0])
                point = pinnedPoint(point.workload, Seconds(point.time.value() * 50.0), point.low, point.high, {},
                                    point.provenance);
            chart->prepareForFile({760, 480}, 1.0);
            const double before = chart->yAxis->range().lower;
            const double above = chart->yAxis->range().upper;
            chart->set(&ChartInput::pins, std::make_shared<const std::vector<Pin>>(std::vector{pin}));
            chart->prepareForFile({760, 480}, 1.0);
            QVERIFY(chart->yAxis->range().lower < before || chart->yAxis->range().upper > above);
            QVERIFY(QString::fromStdString(chart->dataCsv()).contains("point,A,"));
            QVERIFY(chart->duplicate()->input().pins->size() == 1);
        }
    }
    void aBandTakesWhatItHoldsFromAnyCornerAndEachOnce()
    {
        const std::vector<DrawnWorkload> drawn{{at(1, 16), {{10, 10}, {200, 10}}},
                                               {at(2, 16), {{20, 20}}},
                                               {at(4, 16), {{90, 90}}},
                                               {at(1, 16), {{11, 11}}}};
        const auto chosen = insideBand(drawn, QRectF(QPointF(30, 30), QPointF(5, 5)));
        QCOMPARE(chosen.size(), std::size_t{2});
        QVERIFY(chosen[0] == at(1, 16) && chosen[1] == at(2, 16));
        QCOMPARE(insideBand(drawn, QRectF(QPointF(20, 0), QPointF(20, 95))).size(), std::size_t{1});
        QVERIFY(insideBand(drawn, QRectF(QPointF(40, 40), QPointF(60, 60))).empty());
    }

private:
    SnapshotPointer m_snapshot;
};

RIDGEPOINT_GUI_TEST(PinsTest)
#include "pins_test.moc"
