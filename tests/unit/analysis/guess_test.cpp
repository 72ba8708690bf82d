// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/guess.h"
#include "tests/support/test_main.h"

#include <QTest>

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

} // namespace

class GuessTest : public test::Case {
    Q_OBJECT
private slots:
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
    void aGuessInsideTheIntervalIsRightUnlessThatIsTooWide()
    {
        QCOMPARE(judgeTime(Seconds(3e-3), Seconds(4e-3), {2.5e-3, 6e-3}, Regime::Memory)->reason, GuessReason::Right);
        QCOMPARE(judgeTime(Seconds(3e-3), Seconds(4e-3), {3.9e-3, 4.1e-3}, std::nullopt)->reason, GuessReason::Unknown);
        const auto within = [](double guess, double high) {
            return judgeTime(Seconds(guess), Seconds(2e-3), {1e-3, high}, Regime::Memory)->reason;
        };
        QCOMPARE(within(3.5e-3, 3.9e-3), GuessReason::Right);
        QCOMPARE(within(3.5e-3, 4.1e-3), GuessReason::Undecided);
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
    void seesTheKneeOfACurve()
    {
        QCOMPARE(*kneeOf(ridged(16.0, 1e-3)), 16.0);
        QVERIFY(!kneeOf(ridged(1e9, 1e-3))); // never rises
        QVERIFY(!kneeOf(ridged(0.5, 1e-3))); // rises from the start
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
};

RIDGEPOINT_TEST(GuessTest)
#include "guess_test.moc"
