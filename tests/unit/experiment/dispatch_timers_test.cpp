// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/ladder/dispatch_timers.h"
#include "core/experiment/ladder/overhead_ladder.h"
#include "core/experiment/registry.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QString>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::dispatch;
using namespace ridgepoint::test;

namespace {

constexpr int flamePlot = 1;

/// A clock that moves by what a reading costs, and by what a test says was worked.
struct CostlyClock {
    std::int64_t now = 1000;
    std::int64_t cost = 20;
    std::int64_t nanoseconds() { return now += cost; }
};

/// Own times of 1, 2, 3 ... ns; a reading costs 20 ns and an untimed call takes 70.
RoundTimes rising(double factor = 1.0)
{
    RoundTimes times{.own = {}, .readingSeconds = 2e-8, .untimedSeconds = 7e-8 * factor};
    for (std::size_t part = 0; part < partCount; ++part)
        times.own[part] = static_cast<double>(part + 1) * 1e-9 * factor;
    return times;
}

const ExperimentPoint& named(const std::vector<ExperimentPoint>& spans, Part part)
{
    static const ExperimentPoint none{};
    const auto found = std::find_if(spans.begin(), spans.end(),
                                    [&](const ExperimentPoint& span) { return span.label == parts[part].name; });
    return found == spans.end() ? none : *found;
}

bool same(double a, double b) { return std::abs(a - b) < 1e-15; }

} // namespace

class DispatchTimersTest : public Case {
    Q_OBJECT
private slots:
    void aPartComesAfterWhatHoldsIt()
    {
        for (std::size_t part = 0; part < partCount; ++part)
            QVERIFY(parts[part].holder < part || part == WholeCall);
    }
    void timersThatHoldEachOtherCountEachStretchOnce()
    {
        CostlyClock clock;
        NestedTimers<CostlyClock> timers(clock);
        for (int i = 0; i < 3; ++i) {
            timers.enter(WholeCall);
            clock.now += 100;
            timers.enter(CheckArguments);
            clock.now += 7;
            timers.enter(CheckTypes);
            clock.now += 5;
            timers.leave();
            clock.now += 3;
            timers.leave();
            clock.now += 50;
            timers.leave();
            clock.now += 10000; // between two calls
        }
        const OwnTimes own = timers.own(3, 20e-9);
        QVERIFY(same(own[WholeCall], 150e-9));
        QVERIFY(same(own[CheckArguments], 10e-9));
        QVERIFY(same(own[CheckTypes], 5e-9));
        QVERIFY(same(own[RunKernel], 0.0));
        // With the readings, five stretches have one each.
        const OwnTimes raw = timers.own(3, 0.0);
        QVERIFY(same(raw[WholeCall] + raw[CheckArguments] + raw[CheckTypes], (150.0 + 10.0 + 5.0 + 5.0 * 20.0) * 1e-9));
    }
    void aSpanLastsAsLongAsItsOwnTimeAndWhatItHolds()
    {
        const auto spans = spansOf({rising()}, flamePlot);
        QCOMPARE(spans.size(), std::size_t{partCount});
        QVERIFY(same(named(spans, WholeCall).y, 66e-9)); // 1 + 2 + ... + 11
        QVERIFY(same(named(spans, CheckArguments).y, (3 + 4 + 5) * 1e-9));
        QVERIFY(same(named(spans, MakeResult).y, (7 + 8 + 9) * 1e-9));
        QVERIFY(same(named(spans, CheckTypes).y, 4e-9));
        QCOMPARE(named(spans, CheckTypes).parent.id(), std::string(parts[CheckArguments].name.id));
        QCOMPARE(named(spans, CheckArguments).parent.id(), std::string(parts[WholeCall].name.id));
        QVERIFY(named(spans, WholeCall).parent.empty());
        for (const ExperimentPoint& span : spans)
            QVERIFY(span.plot == flamePlot && span.x == 0.0 && span.provenance == Provenance::Measured);
        const QString note = QString::fromStdString(named(spans, WholeCall).note);
        QVERIFY2(note.contains("20.0 ns") && note.contains("70.0 ns"), qPrintable(note));
    }
    void aPartThatCameOutBelowNothingTakesNothingFromWhatHoldsIt()
    {
        RoundTimes times = rising();
        times.own[CheckTypes] = -2e-9;
        const auto spans = spansOf({times}, flamePlot);
        QCOMPARE(named(spans, CheckTypes).y, 0.0);
        QVERIFY(same(named(spans, CheckArguments).y, (3 + 5) * 1e-9));
    }
    void theMedianOfTheRoundsIsShownWithTheirRange()
    {
        const auto spans = spansOf({rising(1.0), rising(2.0), rising(10.0)}, flamePlot);
        const ExperimentPoint& first = named(spans, FindOperation);
        QVERIFY(same(first.y, 4e-9) && same(first.low, 2e-9) && same(first.high, 20e-9));
        QVERIFY(spansOf({}, flamePlot).empty());
    }
    void saysWhatTheAdditionHasOfACall()
    {
        ExperimentResult result;
        result.points = spansOf({rising()}, flamePlot);
        QString text = sentencesOf(findings(result, flamePlot));
        QVERIFY2(text.contains("takes 66.0 ns, of which the addition takes 15.2 %"),
                 qPrintable(text));                                                       // 10 of 66
        QVERIFY2(text.contains("\"free the old value\", with 16.7 %"), qPrintable(text)); // 11 of 66
        QVERIFY2(!text.contains("without timers"), qPrintable(text));
        result.points.push_back(ratePoint(rung::dispatcher, {1.0 / 70e-9}));
        // The experiment says it too, where Python was not measured, and does not take the spans for rungs of the
        // ladder.
        text = sentencesOf(findExperiment("ladder")->analyse(result));
        QVERIFY2(text.contains("the call takes 66.0 ns; without timers it takes 70.0 ns"), qPrintable(text));
        result.points.push_back(ratePoint(rung::python, {30e6}));
        text = sentencesOf(findExperiment("ladder")->analyse(result));
        QVERIFY2(text.contains("C++, a small dispatcher: one FLOP takes as long as 2.10 FLOP in Python."),
                 qPrintable(text));
        QVERIFY2(!text.contains("types: one operation") && !text.contains("types does"), qPrintable(text));
        QVERIFY(findings(result, 0).empty());
        QVERIFY(findings({}, flamePlot).empty());
    }
    void aMeasuredRoundIsWholeAndItsSpansHoldTheirParts()
    {
        const RoundTimes times = timeRound(3, 50);
        QVERIFY(times.untimedSeconds > 0.0 && times.readingSeconds > 0.0);
        const auto spans = spansOf({times}, flamePlot);
        for (std::size_t holder = 0; holder < partCount; ++holder) {
            double held = 0.0;
            for (std::size_t part = holder + 1; part < partCount; ++part)
                held += parts[part].holder == holder ? spans[part].y : 0.0;
            QVERIFY(spans[holder].y >= held * (1.0 - 1e-12));
        }
        QVERIFY(named(spans, WholeCall).y > 0.0);
    }
    void theLaddersResultHasTheSpansAndTheDispatchersRung()
    {
        FakeClock clock;
        ModelBackend backend{ModelDevice{}, clock};
        const RoofSet roofs;
        ExperimentResult result;
        MeasuringContext context{backend, clock, roofs, 1,
                                 [&](ExperimentPoint point) { result.put(std::move(point)); }};
        const ExperimentDefinition* ladder = findExperiment("ladder");
        const auto steps = ladder->steps(*readParameters(ladder->info(), {}), context);
        QVERIFY(steps.ok());
        const auto step = std::find_if(steps->begin(), steps->end(),
                                       [](const ExperimentStep& one) { return one.what == rung::dispatcher.words; });
        QVERIFY(step != steps->end());
        QVERIFY(step->run(context).ok());
        const auto few = result.points;
        QVERIFY(std::all_of(few.begin(), few.end(),
                            [](const ExperimentPoint& point) { return point.flags.has(Flag::FewReadings); }));
        for (int round = 1; round < step->rounds; ++round)
            QVERIFY(step->run(context).ok());
        // Each round takes the place of the one before.
        QCOMPARE(result.points.size(), std::size_t{partCount} + 1);
        QVERIFY(result.find(rung::dispatcher) != nullptr && result.find(rung::dispatcher)->plot == 0);
        QCOMPARE(
            std::count_if(result.points.begin(), result.points.end(),
                          [](const ExperimentPoint& point) { return point.plot == flamePlot && point.flags.empty(); }),
            std::ptrdiff_t{partCount});
        QVERIFY(kindOf(ladder->info(), ladder->info().plots[flamePlot]) == ExperimentChartKind::Flame);
        QCOMPARE(ladder->info().plots[flamePlot].workSpan.id(), std::string(parts[RunKernel].name.id));
    }
};

RIDGEPOINT_TEST(DispatchTimersTest)
#include "dispatch_timers_test.moc"
