// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/server.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/server_rig.h"

#include <QTest>

#include <cmath>
#include <optional>
#include <set>
#include <utility>

using namespace ridgepoint;
using namespace ridgepoint::protocol;
using test::ServerRig;
using test::smallPlan;

class MeasuringGapsTest : public test::Case {
    Q_OBJECT

    static void startWithGaps(ServerRig& rig)
    {
        rig.send(Initialize{.client = "window", .gaps = true});
        rig.send(StartSweep{.plan = smallPlan(), .known = {}, .moreKnown = false});
        rig.messages.clear();
    }
    /// Measures until the next gap begins; its number, or nothing when the sweep ended first.
    static std::optional<std::int64_t> measureToTheNextGap(ServerRig& rig)
    {
        const std::size_t before = rig.notifications<MeasuringGap>().size();
        for (int steps = 0; rig.server.busy() && steps < 1000000; ++steps) {
            rig.server.step();
            if (const auto gaps = rig.notifications<MeasuringGap>(); gaps.size() > before)
                return gaps.back().sequence;
        }
        return std::nullopt;
    }

private slots:
    void aClientThatDrawsWhenItLikesGetsNoGaps()
    {
        ServerRig rig;
        rig.send(StartSweep{.plan = smallPlan(), .known = {}, .moreKnown = false});
        rig.measureToTheEnd();
        QCOMPARE(rig.notifications<SweepFinished>().size(), std::size_t{1});
        QVERIFY(rig.notifications<MeasuringGap>().empty());
    }

    void samplesComeRightBeforeAGapAndNothingIsMeasuredInIt()
    {
        ServerRig rig;
        startWithGaps(rig);
        QVERIFY(measureToTheNextGap(rig));
        QVERIFY(rig.server.gap());
        const std::size_t said = rig.messages.size();
        const auto* last = std::get_if<Notification>(&rig.messages.back());
        QVERIFY(last && std::holds_alternative<MeasuringGap>(*last));
        const Seconds before = rig.rig.clock.now();
        rig.server.step();
        QCOMPARE(rig.rig.clock.now().value(), before.value());
        QCOMPARE(rig.messages.size(), said);
    }

    void resumingEndsTheGapAndTheNextComesSoonAtTheBeginningOfARun()
    {
        ServerRig rig;
        startWithGaps(rig);
        const auto first = measureToTheNextGap(rig);
        QVERIFY(first);
        rig.send(ResumeMeasuring{*first});
        QVERIFY(rig.answer<Acknowledged>());
        QVERIFY(!rig.server.gap());
        const Seconds resumed = rig.rig.clock.now();
        const auto second = measureToTheNextGap(rig);
        QVERIFY(second && *second > *first);
        QVERIFY((rig.rig.clock.now() - resumed).value() >= MeasuringGaps::shortPeriod.value());
    }

    void whenARunIsNoLongerNewTheNextGapComesATenthOfASecondLater()
    {
        ServerRig rig;
        Plan plan = smallPlan();
        plan.axes[1].values = {1 << 26, 1 << 27, 1 << 28};
        plan.targetInterval = 1e-6; // never reached: it goes on for longer than two gaps
        rig.send(Initialize{.client = "window", .gaps = true});
        rig.send(StartSweep{.plan = plan, .known = {}, .moreKnown = false});
        const auto first = measureToTheNextGap(rig);
        QVERIFY(first);
        rig.send(ResumeMeasuring{*first});
        rig.rig.clock.advance(MeasuringGaps::beginning);
        const auto second = measureToTheNextGap(rig);
        QVERIFY(second);
        rig.server.receive(encodeRequest(1000, ResumeMeasuring{*second}));
        const Seconds resumed = rig.rig.clock.now();
        QVERIFY(measureToTheNextGap(rig));
        QVERIFY((rig.rig.clock.now() - resumed).value() >= MeasuringGaps::period.value());
    }

    void halfOfTheTimeIsForDrawingAtTheBeginningAThirdBesideALoneProbeAndElseASeventh()
    {
        const auto pauseAfter = [](Seconds drawn, bool beginning, bool onlyProbe) {
            MeasuringGaps gaps;
            gaps.enable(true);
            gaps.setOnlyProbe(onlyProbe);
            if (beginning)
                gaps.begunRun(Seconds(10.0));
            const std::int64_t gap = gaps.begin(Seconds(10.0));
            const Seconds end = Seconds(10.0) + drawn;
            gaps.resume(gap, end);
            Seconds next = end;
            while (!gaps.due(next))
                next += Seconds(0.0005);
            return (next - end).value();
        };
        const Seconds quick(0.001);
        const Seconds slow(0.03);
        const auto isAbout = [](double pause, double wanted) {
            return pause >= wanted - 1e-9 && pause <= wanted + 0.001;
        };
        QVERIFY(isAbout(pauseAfter(quick, true, false), MeasuringGaps::shortPeriod.value()));
        QVERIFY(isAbout(pauseAfter(quick, false, true), MeasuringGaps::shortPeriod.value()));
        QVERIFY(isAbout(pauseAfter(quick, false, false), MeasuringGaps::period.value()));
        QVERIFY(isAbout(pauseAfter(slow, true, false), slow.value()));
        QVERIFY(isAbout(pauseAfter(slow, false, true), 2.0 * slow.value()));
        QVERIFY(isAbout(pauseAfter(slow, false, false), 6.0 * slow.value()));
    }

    void everySampleComesOnceAndInOrder()
    {
        ServerRig rig;
        startWithGaps(rig);
        while (const auto gap = measureToTheNextGap(rig))
            rig.send(ResumeMeasuring{*gap});
        QVERIFY(!rig.server.busy());
        const auto finished = rig.notifications<SweepFinished>();
        QCOMPARE(finished.size(), std::size_t{1});
        QCOMPARE(finished[0].outcome, SweepOutcome::Done);
        std::set<Workload> cells;
        for (const SweepSample& message : rig.notifications<SweepSample>())
            cells.insert(message.sample.workload);
        const Plan plan = smallPlan();
        for (std::size_t i = 0; i < plan.cellCount(); ++i)
            QVERIFY(cells.contains(plan.cell(i)));
        const auto* last = std::get_if<Notification>(&rig.messages.back());
        QVERIFY(last && std::holds_alternative<SweepFinished>(*last));
    }

    void roofsWaitForTheGapToo()
    {
        ServerRig rig;
        rig.send(Initialize{.client = "window", .gaps = true});
        rig.send(MeasureRoofs{.device = "cpu", .threads = 2, .only = {"compute.fp32.fma", "bandwidth.dram"}});
        rig.messages.clear();
        int gaps = 0;
        while (const auto gap = measureToTheNextGap(rig)) {
            ++gaps;
            rig.server.receive(encodeRequest(1000 + gaps, ResumeMeasuring{*gap}));
        }
        QVERIFY(gaps > 0);
        QVERIFY(rig.answer<RoofsResult>());
        QVERIFY(rig.notifications<RoofMeasured>().size() >= 2);
    }

    void workWithoutAPauseGoesOnBesideTheDrawing()
    {
        ServerRig rig;
        DeviceInfo gpu = test::syntheticDevice();
        gpu.id = "cuda:0";
        gpu.kind = DeviceKind::Cuda;
        rig.rig.devices.gpu = gpu;
        rig.send(Initialize{.client = "window", .gaps = true});
        rig.send(StartExperiment{
            .device = "cuda:0", .experiment = "utilisation", .parameters = {{"size", "1Mi"}}, .budget = Seconds(1e4)});
        rig.messages.clear();
        int stood = 0;
        int wentOn = 0;
        while (const auto gap = measureToTheNextGap(rig)) {
            if (rig.server.gap()) {
                ++stood; // for the roofs
                rig.send(ResumeMeasuring{*gap});
                continue;
            }
            ++wentOn;
            const Seconds before = rig.rig.clock.now();
            rig.server.step();
            QVERIFY(rig.rig.clock.now() > before);
        }
        QVERIFY(stood > 0);
        QVERIFY(wentOn > 10);
        QCOMPARE(rig.notifications<ExperimentFinished>().size(), std::size_t{1});
        QCOMPARE(rig.notifications<ExperimentFinished>()[0].outcome, SweepOutcome::Done);
    }

    void stoppingTellsWhatWasMeasuredSinceTheLastGap()
    {
        ServerRig rig;
        startWithGaps(rig);
        const auto gap = measureToTheNextGap(rig);
        QVERIFY(gap);
        rig.send(ResumeMeasuring{*gap});
        rig.messages.clear();
        for (int i = 0; i < 5; ++i)
            rig.server.step();
        rig.server.stop();
        QVERIFY(!rig.notifications<SweepSample>().empty());
        QCOMPARE(rig.notifications<SweepFinished>().size(), std::size_t{1});
    }

    void gapsAreNotTakenFromTheBudget()
    {
        const auto measuredFor = [](bool withGaps) {
            ServerRig rig;
            Plan plan = smallPlan();
            plan.budget = Seconds(2.0);
            plan.axes[1].values = {1 << 26, 1 << 27, 1 << 28};
            plan.targetInterval = 1e-6; // never reached: the budget ends it
            rig.send(Initialize{.client = "window", .gaps = withGaps});
            rig.send(StartSweep{.plan = plan, .known = {}, .moreKnown = false});
            Seconds inGaps;
            while (const auto gap = measureToTheNextGap(rig)) {
                rig.rig.clock.advance(MeasuringGaps::longest * 0.5);
                inGaps += MeasuringGaps::longest * 0.5;
                rig.server.receive(encodeRequest(1000, ResumeMeasuring{*gap}));
            }
            return std::pair(rig.rig.clock.now() - Seconds(1000.0) - inGaps, inGaps);
        };
        const auto [without, none] = measuredFor(false);
        const auto [with, inGaps] = measuredFor(true);
        QCOMPARE(none.value(), 0.0);
        QVERIFY2(inGaps.value() > 0.1, "there were gaps");
        QVERIFY2(std::abs((with - without).value()) < 0.05, qPrintable(QString::number((with - without).value())));
    }

    void aClientThatDoesNotAnswerHoldsNothingUp()
    {
        MeasuringGaps gaps;
        gaps.enable(true);
        QVERIFY(gaps.due(Seconds(5.0)));
        QCOMPARE(gaps.begin(Seconds(5.0)), std::int64_t{1});
        QVERIFY(!gaps.due(Seconds(5.01)));
        QVERIFY(gaps.remaining(Seconds(5.01)).has_value());
        const Seconds over = Seconds(5.0) + MeasuringGaps::longest + Seconds(0.001);
        QVERIFY(!gaps.remaining(over));
        QVERIFY2(!gaps.due(over + MeasuringGaps::period), "a slow client gets fewer gaps");
        QVERIFY(gaps.due(over + Seconds(6.1 * 0.041)));
        gaps.resume(1, over); // comes too late, and changes nothing
        QVERIFY(!gaps.due(over + MeasuringGaps::period));
    }

    void aLateAnswerDoesNotEndTheNextGap()
    {
        MeasuringGaps gaps;
        gaps.enable(true);
        const std::int64_t first = gaps.begin(Seconds(1.0));
        QVERIFY(!gaps.remaining(Seconds(2.0)));
        static_cast<void>(gaps.begin(Seconds(10.0)));
        gaps.resume(first, Seconds(10.001));
        QVERIFY(gaps.remaining(Seconds(10.001)).has_value());
    }
};

RIDGEPOINT_TEST(MeasuringGapsTest)

#include "measuring_gaps_test.moc"
