// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/guess.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ridgepoint;

namespace {

/// Runtime flat up to the knee and proportional from there on, at powers of two.
std::vector<CurvePlace> ridged(double knee, double seconds)
{
    std::vector<CurvePlace> curve;
    for (double x = 1.0; x <= 512.0; x *= 2.0)
        curve.push_back({x, seconds * std::max(1.0, x / knee)});
    return curve;
}

/// The same as it was measured, each within a tenth.
std::vector<MeasuredPlace> measuredOf(const std::vector<CurvePlace>& curve)
{
    std::vector<MeasuredPlace> places;
    for (const CurvePlace& place : curve)
        places.push_back({place.x, place.value, {place.value / 1.1, place.value * 1.1}});
    return places;
}

} // namespace

class GuessTest : public test::Case {
    Q_OBJECT
private slots:
    void aNumberIsRightOnlyWithinAnIntervalThatCouldHaveRefutedIt()
    {
        const auto verdict = [](double guess, const std::optional<Interval>& interval) {
            return judgeNumber(guess, 10.0, interval)->verdict;
        };
        QCOMPARE(verdict(11.0, Interval{9.0, 11.4}), NumberVerdict::Right);
        QCOMPARE(verdict(11.5, Interval{9.0, 11.4}), NumberVerdict::Close);
        QCOMPARE(verdict(16.0, Interval{6.0, 18.0}), NumberVerdict::Undecided); // it could hardly have been refuted
        QCOMPARE(verdict(20.0, Interval{6.0, 18.0}), NumberVerdict::Undecided);
        QCOMPARE(verdict(36.0, Interval{6.0, 18.0}), NumberVerdict::TooHigh);
        QCOMPARE(judgeNumber(36.0, 10.0, Interval{6.0, 18.0})->factor, 3.6); // as the two numbers say
        QCOMPARE(verdict(12.4, {}), NumberVerdict::Close);
        QCOMPARE(verdict(12.6, {}), NumberVerdict::TooHigh);
        QCOMPARE(verdict(5.0, {}), NumberVerdict::TooLow);
        QCOMPARE(verdict(13.0, Interval{9.0, 11.4}), NumberVerdict::TooHigh); // so narrow a one tells
        QCOMPARE(verdict(13.0, Interval{8.0, 11.6}), NumberVerdict::Undecided);
        const Interval huge{1.0, 100.0};
        QCOMPARE(verdict(8.1, huge), NumberVerdict::Close);
        QCOMPARE(verdict(50.0, huge), NumberVerdict::Undecided);
        QCOMPARE(verdict(110.0, huge), NumberVerdict::Undecided);
        QCOMPARE(verdict(500.0, huge), NumberVerdict::TooHigh);
        QVERIFY(judgeNumber(500.0, 10.0, huge)->isUncertain && !judgeNumber(36.0, 10.0, {})->isUncertain);
        QVERIFY(!judgeNumber(0.0, 10.0, {}) && !judgeNumber(1.0, 0.0, {}));
    }
    void aWiderIntervalMakesNoBetterMark()
    {
        const auto rank = [](NumberVerdict verdict) {
            return verdict == NumberVerdict::Right     ? 3
                 : verdict == NumberVerdict::Close     ? 2
                 : verdict == NumberVerdict::Undecided ? 1
                                                       : 0;
        };
        for (double guess = 1.0; guess < 200.0; guess *= 1.07) {
            if (std::max(guess / 10.0, 10.0 / guess) < 1.02)
                continue; // which an interval of 2 % holds
            // What is refuted by a narrow interval is left open by a wide one, which praises nothing.
            const int best = std::max(rank(judgeNumber(guess, 10.0, Interval{9.8, 10.2})->verdict), 1);
            for (double width = 1.16; width < 30.0; width *= 1.1) {
                const int now = rank(judgeNumber(guess, 10.0, Interval{10.0 / width, 10.0 * width})->verdict);
                QVERIFY2(now <= best, qPrintable(QString("%1 in a width of %2").arg(guess).arg(width)));
            }
        }
    }
    void aPlaceBetweenMeasuredOnesIsRight()
    {
        QCOMPARE(judgePlace(23.0, 32.0, Interval{16.0, 64.0})->verdict, NumberVerdict::Right);
        QCOMPARE(judgePlace(12.0, 32.0, Interval{16.0, 64.0})->verdict, NumberVerdict::TooLow);
        QCOMPARE(judgePlace(30.0, 64.0, Interval{8.0, 128.0})->verdict, NumberVerdict::Undecided);
    }
    void namesTheReasonByTheRegime_data()
    {
        QTest::addColumn<double>("guess");
        QTest::addColumn<int>("regime");
        QTest::addColumn<int>("reason");
        const auto row = [](const char* name, double guess, Regime regime, GuessReason reason) {
            QTest::newRow(name) << guess << static_cast<int>(regime) << static_cast<int>(reason);
        };
        row("slower, compute: it is slower, wherever the ridge lies", 2.1e-3, Regime::Compute,
            GuessReason::ComputeSlower);
        row("faster, memory: its bandwidth is higher", 9e-3, Regime::Memory, GuessReason::MemoryFaster);
        row("slower, memory", 1e-3, Regime::Memory, GuessReason::MemorySlower);
        row("faster, compute", 9e-3, Regime::Compute, GuessReason::ComputeFaster);
        row("slower, overhead", 1e-3, Regime::Overhead, GuessReason::OverheadMore);
        row("faster, overhead", 9e-3, Regime::Overhead, GuessReason::OverheadLess);
        row("near enough", 4.0e-3, Regime::Compute, GuessReason::Right);
    }
    void namesTheReasonByTheRegime()
    {
        QFETCH(double, guess);
        QFETCH(int, regime);
        QFETCH(int, reason);
        const auto judged = judgeTime(Seconds(guess), Seconds(4.3e-3), {4.25e-3, 4.35e-3}, static_cast<Regime>(regime));
        QVERIFY(judged);
        QCOMPARE(static_cast<int>(judged->reason), reason);
        QVERIFY(std::abs(judged->ratio - 4.3e-3 / guess) < 1e-12);
    }
    void aTimeInsideAWideIntervalIsUndecidedUnlessItIsClose()
    {
        QCOMPARE(judgeTime(Seconds(3e-3), Seconds(4e-3), {2.5e-3, 6e-3}, Regime::Memory)->reason,
                 GuessReason::Undecided); // by a third
        QCOMPARE(judgeTime(Seconds(3e-3), Seconds(4e-3), {3.9e-3, 4.1e-3}, std::nullopt)->reason, GuessReason::Unknown);
        const auto within = [](double guess, double high) {
            return judgeTime(Seconds(guess), Seconds(2e-3), {1e-3, high}, Regime::Memory)->reason;
        };
        QCOMPARE(within(3.5e-3, 3.9e-3), GuessReason::Undecided);
        QCOMPARE(within(2.2e-3, 4.1e-3), GuessReason::Right); // close to what was measured
        QCOMPARE(within(5e-3, 4.1e-3), GuessReason::MemoryFaster);
        QVERIFY(isTooWide({1.0, std::numeric_limits<double>::infinity()}) && isTooWide({0.0, 1.0}));
        QVERIFY(!isTooWide({1.0, 4.0}));
    }
    void judgesNoTimesThatAreNone()
    {
        QVERIFY(!judgeTime(Seconds(0.0), Seconds(1.0), {}, Regime::Memory));
        QVERIFY(!judgeTime(Seconds(1.0), Seconds(-1.0), {}, Regime::Memory));
        QVERIFY(!judgeTime(Seconds(1.0), Seconds(std::numeric_limits<double>::infinity()), {}, Regime::Memory));
    }
    void findsTheNearestBorderAndItsSide()
    {
        const std::vector<RegimePlace> row{{1, Regime::Overhead}, {2, Regime::Memory},   {4, Regime::Memory},
                                           {16, Regime::Memory},  {64, Regime::Compute}, {256, Regime::Compute}};
        const auto late = judgeBorder(8.0, row);
        QVERIFY(late && late->before == Regime::Memory && late->after == Regime::Compute);
        QVERIFY(std::abs(late->place - 32.0) < 1e-9 && std::abs(late->octaves - 2.0) < 1e-9 && !late->right());
        const auto early = judgeBorder(2.0, row);
        QVERIFY(early && early->before == Regime::Overhead && early->octaves < 0.0);
        QVERIFY(judgeBorder(30.0, row)->right());
        QVERIFY(!judgeBorder(8.0, std::vector<RegimePlace>{{1, Regime::Memory}, {2, Regime::Memory}}));
        QVERIFY(!judgeBorder(0.0, row));
    }
    void looksForTheBorderOfTwoRegimesInEitherOrder()
    {
        const std::vector<RegimePlace> row{{1, Regime::Overhead}, {4, Regime::Memory}, {64, Regime::Compute}};
        for (const RegimePair& between :
             {RegimePair(Regime::Memory, Regime::Compute), RegimePair(Regime::Compute, Regime::Memory)})
            QCOMPARE(judgeBorder(1.0, row, between)->place, 16.0);
        QCOMPARE(judgeBorder(1.0, row)->place, 2.0);
        QVERIFY(!judgeBorder(1.0, row, RegimePair(Regime::Overhead, Regime::Compute)));
    }
    void seesTheKneeOfACurve()
    {
        QCOMPARE(*kneeOf(ridged(16.0, 1e-3)), 16.0);
        QVERIFY(!kneeOf(ridged(1e9, 1e-3))); // never rises
        QVERIFY(!kneeOf(ridged(0.5, 1e-3))); // rises from the start
        QVERIFY(risesFromTheStart(ridged(0.5, 1e-3)));
        QVERIFY(!risesFromTheStart(ridged(16.0, 1e-3)) && !risesFromTheStart(ridged(1e9, 1e-3)));
        QVERIFY(!risesFromTheStart({}));
        QVERIFY(!kneeOf({}));
    }
    void judgesASketchOverThePlacesThatItCovers()
    {
        const auto measured = ridged(16.0, 2e-3);
        const std::vector<CurvePlace> sketch{{2, 1e-3}, {64, 1e-3}, {256, 4e-3}};
        const auto judged = judgeCurve(sketch, measured);
        QVERIFY(judged);
        QCOMPARE(judged->compared, std::size_t{8}); // 2 to 256
        QVERIFY(judged->worst.x >= 64.0 && std::abs(judged->worstRatio - 8.0) < 1e-9);
        QVERIFY(judged->typical > 2.0 && judged->typical < 8.0);
        QCOMPARE(*judged->measuredKnee, 16.0);
        QCOMPARE(*judged->saidKnee, 64.0);
    }
    void aPerfectSketchIsOffByNothing()
    {
        const auto measured = ridged(8.0, 1e-3);
        const auto judged = judgeCurve(measured, measured);
        QVERIFY(judged && std::abs(judged->typical - 1.0) < 1e-12 && judged->compared == measured.size());
        QVERIFY(!judgeCurve(std::vector<CurvePlace>{{1000, 1e-3}, {2000, 1e-3}}, measured));
        QVERIFY(!judgeCurve({}, measured));
    }
    void aSketchWithinEveryIntervalPartsNowhere()
    {
        const auto curve = ridged(16.0, 1.0);
        std::vector<CurvePlace> near = curve;
        for (CurvePlace& place : near)
            place.value *= 1.2; // beyond the interval, but by no more than a hand's
        for (const auto& sketch : {curve, near}) {
            const auto parting = partingOf(sketch, measuredOf(curve));
            QVERIFY(parting && parting->compared == curve.size() && parting->last + 1 == curve.size());
            QVERIFY(!parting->first && !parting->most);
        }
    }
    void aSketchPartsFirstWhereItLeavesAnIntervalAndMostWhereItIsFarthestOff()
    {
        const auto measured = measuredOf(ridged(16.0, 1.0));
        // Flat throughout: too low behind the knee.
        const auto low = partingOf(std::vector<CurvePlace>{{1, 1.0}, {512, 1.0}}, measured);
        QVERIFY(low && low->first && low->most);
        QCOMPARE(measured[low->first->place].x, 32.0);
        QVERIFY(std::abs(low->first->ratio - 2.0 / 1.1) < 1e-9); // from the nearer end
        QCOMPARE(measured[low->most->place].x, 512.0);
        QVERIFY(std::abs(low->most->ratio - 32.0 / 1.1) < 1e-9);
        // With the operations from the start: too high before it, and farthest off at the knee.
        const auto high = partingOf(std::vector<CurvePlace>{{1, 1.0}, {16, 16.0}, {512, 256.0}}, measured);
        QVERIFY(high && high->first && high->most);
        QCOMPARE(measured[high->first->place].x, 2.0);
        QVERIFY(std::abs(high->first->ratio - 1.1 / 2.0) < 1e-9);
        QCOMPARE(measured[high->most->place].x, 16.0);
    }
    void gapsOfEitherCurveAreNotCompared()
    {
        auto measured = measuredOf(ridged(16.0, 1.0));
        const std::vector<CurvePlace> sketch{{4, 1.0}, {64, 4.0}};
        // Of 1 to 512 the sketch covers 4 to 64; it is straight between, so too high at the knee.
        const auto whole = partingOf(sketch, measured);
        QVERIFY(whole && whole->compared == 5 && measured[whole->last].x == 64.0);
        QCOMPARE(measured[whole->first->place].x, 8.0);
        std::erase_if(measured, [](const MeasuredPlace& place) { return place.x > 4.0 && place.x < 64.0; });
        const auto sparse = partingOf(sketch, measured);
        QVERIFY(sparse && sparse->compared == 2 && !sparse->first);
        QVERIFY(!partingOf(std::vector<CurvePlace>{{1000, 1.0}, {2000, 1.0}}, measured));
        QVERIFY(!partingOf({}, measured) && !partingOf(sketch, {}));
    }
    void anIntervalThatIsTooWideDecidesOnlyWhatIsBeyondIt()
    {
        const double none = std::numeric_limits<double>::infinity();
        const std::vector<MeasuredPlace> measured{{1, 1.0, {0.2, 5.0}}, {2, 1.0, {0.5, none}}};
        const auto within = partingOf(std::vector<CurvePlace>{{1, 4.0}, {2, 100.0}}, measured);
        QVERIFY(within && within->compared == 0 && !within->first);
        const auto beyond = partingOf(std::vector<CurvePlace>{{1, 50.0}, {2, 0.05}}, measured);
        QVERIFY(beyond && beyond->compared == 2 && beyond->first->place == 0 && beyond->first->ratio == 0.1);
    }
    void aCurveThatEndsAtTheEdgeOfItsAxisIsOffByWhatIsBeyond()
    {
        // The axis ended at 8, the measurement went on.
        const auto measured = measuredOf(ridged(1.0, 1.0));
        const auto parting = partingOf(std::vector<CurvePlace>{{1, 1.0}, {8, 8.0}, {512, 8.0}}, measured);
        QVERIFY(parting && parting->first);
        QCOMPARE(measured[parting->first->place].x, 16.0);
        QVERIFY(std::abs(parting->most->ratio - 64.0 / 1.1) < 1e-9);
    }
};

RIDGEPOINT_TEST(GuessTest)
#include "guess_test.moc"
