// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/grid.h"
#include "core/sweep/interpolation.h"
#include "core/sweep/plan.h"
#include "core/sweep/probe_runner.h"
#include "core/sweep/round_order.h"
#include "core/sweep/sweep_runner.h"
#include "tests/support/agreement.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace ridgepoint;
using test::FakeClock;
using test::ModelBackend;
using test::ModelDevice;

namespace {

/// A square map of operations per element and size, the largest size in elements and the budget in seconds.
Plan mapPlan(int steps, Strategy strategy, double budget, std::int64_t largest = 128 << 20)
{
    Plan plan;
    plan.axes = {{AxisKind::Operations, logSpaced(1, 1024, steps)}, {AxisKind::Size, logSpaced(1, largest, steps)}};
    plan.strategy = strategy;
    plan.budget = Seconds(budget);
    return plan;
}

/// Steps until the run has ended.
void runToTheEnd(SweepRunner& runner)
{
    while (runner.step()) {
    }
}

std::map<Workload, Sample> byWorkload(const std::vector<Sample>& samples)
{
    std::map<Workload, Sample> map;
    for (const Sample& sample : samples)
        map[sample.workload] = sample;
    return map;
}

std::vector<PointAnalysis> labelsOf(const Plan& plan, std::vector<Sample> samples)
{
    const auto filled = fillInterpolated(plan, samples);
    samples.insert(samples.end(), filled.begin(), filled.end());
    const auto points = analyse(samples, {}, DeviceKind::Cpu);
    const Grid grid(plan);
    std::vector<PointAnalysis> labels(plan.cellCount());
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (const auto cell = grid.find(samples[i].workload))
            labels[*cell] = points[i];
    return labels;
}

Plan linePlan()
{
    Plan plan;
    plan.axes = {{AxisKind::Size, {1, 2, 4, 8}}};
    return plan;
}

/// A measured cell after that many rounds, the later ones slower, so that its interval is wide.
void measure(CellBoard& board, CellBoard::Id id, int rounds, double visitCost)
{
    CellBoard::Cell& cell = board.add(id);
    for (int round = 0; round < rounds; ++round) {
        cell.record.readings.beginRound();
        cell.record.readings.add(Seconds(1e-3 * (1.0 + 0.1 * round)));
    }
    cell.record.visitCost = Seconds(visitCost);
    cell.summary = summarise(cell.record.readings);
}

bool holds(const std::vector<CellBoard::Id>& round, CellBoard::Id id)
{
    return std::find(round.begin(), round.end(), id) != round.end();
}

} // namespace

class SweepRunnerTest : public test::Case {
    Q_OBJECT
private slots:
    void measuresEveryCellOfAFullMap()
    {
        FakeClock clock;
        ModelBackend backend({.noise = 0.002}, clock);
        const Plan plan = mapPlan(9, Strategy::Full, 60.0, 1 << 20);
        SweepRunner runner(backend, plan, {}, clock);
        runToTheEnd(runner);
        QCOMPARE(runner.outcome(), RunOutcome::Done);
        const auto samples = byWorkload(runner.samples());
        for (std::size_t cell = 0; cell < plan.cellCount(); ++cell) {
            QVERIFY(samples.count(plan.cell(cell)) == 1);
            const Sample& sample = samples.at(plan.cell(cell));
            const double truth = backend.device().time(sample.workload);
            QVERIFY(std::abs(sample.time.value() / truth - 1.0) < 0.02);
            QVERIFY(sample.rounds >= 6 && !sample.flags.has(Flag::FewReadings));
            QVERIFY(!sample.flags.has(Flag::IntervalNotReached));
            QVERIFY((sample.high - sample.low) / sample.time <= plan.targetInterval);
        }
        const RunProgress progress = runner.progress();
        QCOMPARE(progress.measuredCells, static_cast<std::int64_t>(plan.cellCount()));
        QCOMPARE(progress.fraction, 1.0);
    }

    void keepsTheBudgetAndSaysWhatIsMissing()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        const Plan plan = mapPlan(33, Strategy::Full, 2.0);
        const double begin = clock.now().value();
        SweepRunner runner(backend, plan, {}, clock);
        double longest = 0.0;
        for (double before = clock.now().value(); runner.step(); before = clock.now().value())
            longest = std::max(longest, clock.now().value() - before);
        QCOMPARE(runner.outcome(), RunOutcome::BudgetSpent);
        // One visit may be under way when the budget ends, no more.
        QVERIFY(clock.now().value() - begin <= 2.0 + longest);
        QVERIFY(runner.progress().measuredCells < static_cast<std::int64_t>(plan.cellCount()));
        for (const Sample& sample : runner.samples())
            QCOMPARE(sample.flags.has(Flag::IntervalNotReached),
                     sample.rounds < 6 || (sample.high - sample.low) / sample.time > plan.targetInterval);
    }

    void whatReferencesTakeToPrepareIsNotTakenFromTheBudget()
    {
        FakeClock clock;
        ModelBackend backend({.prepareRoofSeconds = 1.5}, clock);
        RoofSet roofs{.device = "cpu", .threads = 1};
        roofs.roofs.push_back({.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = 6e10});
        const double begin = clock.now().value();
        SweepRunner runner(backend, mapPlan(1, Strategy::Full, 1.0), {}, clock, roofs);
        QVERIFY(clock.now().value() - begin >= 1.5); // more than the budget
        runToTheEnd(runner);
        QCOMPARE(runner.progress().measuredCells, std::int64_t{1});
    }

    void aFullMapFitsItsBudgetAndAnAdaptiveOneIsUsefulEarly()
    {
        FakeClock fullClock;
        ModelBackend fullBackend({}, fullClock, 1);
        const Plan full = mapPlan(33, Strategy::Full, 25.0);
        SweepRunner fullRunner(fullBackend, full, {}, fullClock);
        runToTheEnd(fullRunner);
        QCOMPARE(fullRunner.progress().measuredCells, static_cast<std::int64_t>(full.cellCount()));
        const auto reference = labelsOf(full, fullRunner.samples());

        FakeClock clock;
        ModelBackend backend({}, clock, 2);
        const Plan plan = mapPlan(33, Strategy::Adaptive, 6.0);
        const double begin = clock.now().value();
        SweepRunner runner(backend, plan, {}, clock);
        std::vector<double> reached{1.0, 2.0, 3.0};
        while (runner.step())
            if (!reached.empty() && clock.now().value() - begin >= reached.front()) {
                const Agreement early = agreementOf(labelsOf(plan, runner.samples()), reference);
                qInfo("after %.0f s: %lld cells, agreement %.2f %% of %zu", reached.front(),
                      static_cast<long long>(runner.progress().measuredCells), 100.0 * early.fraction(),
                      early.compared);
                if (reached.front() == 2.0) {
                    QVERIFY(early.fraction() >= 0.9);
                }
                reached.erase(reached.begin());
            }
        const Agreement agreement = agreementOf(labelsOf(plan, runner.samples()), reference);
        const double used = static_cast<double>(runner.progress().measuredCells)
                          / static_cast<double>(plan.cellCount());
        qInfo("adaptive: %.2f s, %.1f %% of the cells, agreement %.2f %% of %zu; full: %.2f s",
              clock.now().value() - begin, 100.0 * used, 100.0 * agreement.fraction(), agreement.compared,
              fullClock.now().value() - 1000.0);
        QVERIFY(used <= 0.2);
        QVERIFY(agreement.fraction() >= 0.98);
        QVERIFY(agreement.compared * 10 >= plan.cellCount() * 7);
    }

    /// Of an expensive operation the last rows and columns take longer than the whole budget.
    void anExpensiveMapIsLookedOverWithinItsBudget()
    {
        FakeClock clock;
        ModelBackend backend({.flopsPerSecond = 1e10}, clock); // 27 s in the last cell, 38 s in the lattice's last row
        const Plan plan = mapPlan(33, Strategy::Adaptive, 6.0);
        const Seconds begin = clock.now();
        SweepRunner runner(backend, plan, {}, clock);
        while (runner.step()) {
            const auto coarse = runner.progress().coarseLeft;
            QVERIFY(coarse.has_value());
            QVERIFY(runner.progress().measuredCells < 60 || (*coarse > Seconds(40.0) && *coarse < Seconds(80.0)));
        }
        QVERIFY2(clock.now() - begin < Seconds(7.0), std::to_string((clock.now() - begin).value()).c_str());
        QCOMPARE(runner.outcome(), RunOutcome::BudgetSpent);
        std::vector<Sample> samples = runner.samples();
        const auto filled = fillInterpolated(plan, samples);
        const std::size_t shown = samples.size() + filled.size();
        QVERIFY2(shown * 5 >= plan.cellCount() * 4 && shown < plan.cellCount(), std::to_string(shown).c_str());

        // What is left takes the time that was said, and then every cell is filled.
        Plan more = plan;
        more.budget = *runner.progress().coarseLeft * 1.2;
        SweepRunner rest(backend, more, samples, clock);
        const Seconds again = clock.now();
        while (rest.progress().coarseLeft && rest.step()) {
        }
        QVERIFY(!rest.progress().coarseLeft);
        const Seconds took = clock.now() - again;
        QVERIFY2(took > more.budget * 0.4 && took <= more.budget, std::to_string(took / more.budget).c_str());
        samples = rest.samples();
        QCOMPARE(samples.size() + fillInterpolated(plan, samples).size(), plan.cellCount());
    }

    void aFocusedLineDoesNotKeepTheWholeMapWaiting()
    {
        FakeClock clock;
        ModelBackend backend({.flopsPerSecond = 1e10}, clock);
        const Plan plan = mapPlan(33, Strategy::Adaptive, 6.0);
        SweepRunner runner(backend, plan, {}, clock);
        std::vector<Workload> line;
        const std::size_t columns = plan.axes[0].values.size();
        for (std::size_t x = 0; x < columns; ++x)
            line.push_back(plan.cell(32 * columns + x));
        runner.focus(line);
        runToTheEnd(runner);
        const Grid grid(plan);
        std::set<int> rows;
        std::size_t inLine = 0;
        for (const Sample& sample : runner.samples()) {
            const int row = grid.placeOf(*grid.find(sample.workload))[1];
            rows.insert(row);
            inLine += row == 32 ? 1 : 0;
        }
        QVERIFY2(inLine >= 8, std::to_string(inLine).c_str());
        for (int row = 0; row < 32; row += 4)
            QVERIFY2(rows.contains(row), std::to_string(row).c_str());
    }

    void progressNeverFalls()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        SweepRunner runner(backend, mapPlan(17, Strategy::Adaptive, 3.0), {}, clock);
        double fraction = 0.0;
        std::int64_t measured = 0;
        while (runner.step()) {
            const RunProgress progress = runner.progress();
            QVERIFY(progress.fraction >= fraction && progress.fraction < 1.0);
            QVERIFY(progress.measuredCells >= measured && progress.measuredCells <= progress.totalCells);
            QVERIFY(progress.left >= Seconds(0.0) && progress.left <= Seconds(3.0));
            fraction = progress.fraction;
            measured = progress.measuredCells;
        }
        QCOMPARE(runner.progress().fraction, 1.0);
    }

    void visitsNoCellTwiceBeforeAllOnceAndInterleavesRounds()
    {
        FakeClock clock;
        ModelBackend backend({.noise = 0.001}, clock);
        const Plan plan = mapPlan(9, Strategy::Full, 60.0, 1 << 16);
        SweepRunner runner(backend, plan, {}, clock);
        runToTheEnd(runner);
        std::map<Workload, std::size_t> visits;
        std::size_t distinct = 0;
        for (const Workload& workload : backend.visits()) {
            if (visits[workload]++ == 0)
                ++distinct;
            else
                QCOMPARE(distinct, plan.cellCount());
        }
        // Between two visits of a cell lie visits of others.
        for (std::size_t i = 1; i < backend.visits().size(); ++i)
            QVERIFY(backend.visits()[i] != backend.visits()[i - 1]);
    }

    void knownSamplesAreNotMeasuredAgain()
    {
        FakeClock clock;
        ModelBackend first({.noise = 0.002}, clock);
        const Plan plan = mapPlan(9, Strategy::Full, 60.0, 1 << 16);
        SweepRunner before(first, plan, {}, clock);
        for (int i = 0; i < 40; ++i)
            QVERIFY(before.step());
        before.cancel();
        QVERIFY(!before.step());
        const auto known = before.samples();
        QVERIFY(known.size() >= 39);

        ModelBackend second({.noise = 0.002}, clock);
        SweepRunner after(second, plan, known, clock);
        QCOMPARE(after.progress().measuredCells, static_cast<std::int64_t>(known.size()));
        runToTheEnd(after);
        const auto knownMap = byWorkload(known);
        for (const Workload& workload : second.visits())
            QVERIFY(knownMap.count(workload) == 0);
        QCOMPARE(after.samples().size(), plan.cellCount());
        for (const Sample& sample : after.takeNewSamples())
            QVERIFY(knownMap.count(sample.workload) == 0);
    }
    void focusedCellsComeFirst()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        const Plan plan = mapPlan(33, Strategy::Adaptive, 6.0);
        SweepRunner runner(backend, plan, {}, clock);
        QVERIFY(runner.step());
        std::vector<Workload> slice;
        for (std::size_t x = 0; x < 7; ++x)
            slice.push_back(plan.cell(5 * plan.axes[0].values.size() + x + 1));
        Workload outside = plan.cell(0);
        outside.precision = Precision::Fp64;
        slice.push_back(outside);
        runner.focus(slice);
        for (int i = 0; i < 7; ++i)
            QVERIFY(runner.step());
        const auto samples = byWorkload(runner.samples());
        for (std::size_t i = 0; i < 7; ++i)
            QVERIFY(samples.count(slice[i]) == 1);
        QVERIFY(samples.count(outside) == 0);
    }

    void aCellFocusedInTheRoundsGetsItsNeighbours()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        Plan plan;
        plan.axes = {{AxisKind::Size, logSpaced(1, 128 << 20, 257)}};
        plan.strategy = Strategy::Adaptive;
        plan.budget = Seconds(60.0);
        SweepRunner runner(backend, plan, {}, clock);
        // In the rounds the same cells come again.
        const auto& visits = backend.visits();
        while (visits.empty() || std::count(visits.begin(), visits.end(), visits.back()) < 2)
            QVERIFY(runner.step());
        const auto measured = byWorkload(runner.samples());
        std::size_t cell = 0;
        while (cell < plan.cellCount() && measured.count(plan.cell(cell)) != 0)
            ++cell;
        QVERIFY2(cell < plan.cellCount(), "refinement leaves cells out");
        runner.focus({plan.cell(cell)});
        for (int i = 0; i < 3; ++i)
            QVERIFY(runner.step());
        const auto after = byWorkload(runner.samples());
        QCOMPARE(after.count(plan.cell(cell)), std::size_t{1});
        for (const Plan& neighbours : neighbourPlans(plan))
            QVERIFY2(after.count(neighbours.cell(cell)) == 1, "the slope along the operations needs both");
    }

    void cancellingKeepsTheSamples()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        SweepRunner runner(backend, mapPlan(33, Strategy::Adaptive, 6.0), {}, clock);
        for (int i = 0; i < 10; ++i)
            QVERIFY(runner.step());
        const std::size_t measured = runner.samples().size();
        runner.cancel();
        QVERIFY(!runner.step());
        QCOMPARE(runner.outcome(), RunOutcome::Cancelled);
        QCOMPARE(runner.samples().size(), measured);
        QVERIFY(measured == 10);
        QVERIFY(!runner.step());
    }

    void shortRunsAreBatchedToMeasurableReadings_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("shortest");
        QTest::newRow("processor") << static_cast<int>(DeviceKind::Cpu) << 20e-6;
        QTest::newRow("GPU") << static_cast<int>(DeviceKind::Cuda) << 500e-6;
    }
    void shortRunsAreBatchedToMeasurableReadings()
    {
        QFETCH(int, kind);
        QFETCH(double, shortest);
        FakeClock clock;
        ModelBackend backend({}, clock);
        backend.editableInfo().kind = static_cast<DeviceKind>(kind);
        std::map<Workload, std::pair<int, int>> batches; // all, and those of at least the shortest reading
        backend.intercept([&](const Workload& workload, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
            // Calibrated in a slow moment, as readings then turn out: a little too short.
            if (++batches[workload].first > 2)
                timing.time = timing.time * 0.76;
            batches[workload].second += timing.time.value() >= shortest ? 1 : 0;
            return timing;
        });
        SweepRunner runner(backend, mapPlan(9, Strategy::Full, 20.0, 1 << 16), {}, clock);
        runToTheEnd(runner);
        for (const Sample& sample : runner.samples())
            QVERIFY(batches[sample.workload].second >= sample.readings);
    }

    void flagsAndClockComeFromTheDevice()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        backend.intercept([&](const Workload& workload, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
            timing.clock = Hertz(3e9);
            if (workload.elements > 1000)
                timing.flags = Flag::MachineBusy;
            return timing;
        });
        SweepRunner runner(backend, mapPlan(5, Strategy::Full, 5.0, 1 << 16), {}, clock);
        runToTheEnd(runner);
        for (const Sample& sample : runner.samples()) {
            QVERIFY(std::abs(sample.clock.value() - 3e9) < 1.0);
            QCOMPARE(sample.flags.has(Flag::MachineBusy), sample.workload.elements > 1000);
        }
    }

    void aLineAlsoMeasuresTheNeighboursThatItsRegimesNeed()
    {
        FakeClock clock;
        ModelBackend backend({.noise = 0.002}, clock);
        Plan plan;
        plan.axes = {{AxisKind::Size, logSpaced(1, 1 << 24, 25)}};
        plan.base.operationsPerElement = 8;
        plan.budget = Seconds(6.0);
        SweepRunner runner(backend, plan, {}, clock);
        runToTheEnd(runner);
        const auto labels = labelsOf(plan, runner.samples());
        for (const PointAnalysis& label : labels)
            QVERIFY(label.regime.has_value());
        QCOMPARE(labels.front().regime, std::optional(Regime::Overhead));
        QCOMPARE(labels.back().regime, std::optional(Regime::Memory));
    }

    void sharperSamplesComeAgain()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        SweepRunner runner(backend, mapPlan(9, Strategy::Full, 5.0, 1 << 16), {}, clock);
        std::map<Workload, int> rounds;
        bool isSharpened = false;
        while (runner.step())
            for (const Sample& sample : runner.takeNewSamples()) {
                QVERIFY(sample.rounds >= rounds[sample.workload]);
                isSharpened = isSharpened || rounds[sample.workload] > 0;
                rounds[sample.workload] = sample.rounds;
            }
        for (const Sample& sample : runner.takeNewSamples())
            rounds[sample.workload] = sample.rounds;
        QVERIFY(isSharpened);
        // What came step by step is in the end what the runner holds.
        for (const Sample& sample : runner.samples())
            QCOMPARE(rounds.at(sample.workload), sample.rounds);
    }

    void hostileKnownSamplesAreIgnored()
    {
        FakeClock clock;
        ModelBackend backend({.noise = 0.002}, clock);
        const Plan plan = mapPlan(5, Strategy::Full, 60.0, 1 << 16);
        std::vector<Sample> known(5);
        for (Sample& sample : known)
            sample.workload = plan.cell(3);
        known[0].time = Seconds(0.0);
        known[1].time = Seconds(std::numeric_limits<double>::quiet_NaN());
        known[2].time = Seconds(1.0);
        known[2].device = "cuda:7";
        known[3].time = Seconds(1.0);
        known[3].flags = Flag::Interpolated;
        known[4].time = Seconds(1.0);
        known[4].workload.precision = Precision::Fp64;
        SweepRunner runner(backend, plan, known, clock);
        runToTheEnd(runner);
        QCOMPARE(byWorkload(runner.samples()).at(plan.cell(3)).device, std::string("cpu"));
        QVERIFY(byWorkload(runner.samples()).at(plan.cell(3)).time < Seconds(0.5));
    }

    void sizesBeyondTheMemoryAreLeftOut()
    {
        FakeClock clock;
        ModelBackend backend({.noise = 0.002, .memoryBytes = 1e6}, clock);
        const Plan plan = mapPlan(9, Strategy::Full, 60.0, 1 << 24);
        SweepRunner runner(backend, plan, {}, clock);
        runToTheEnd(runner);
        QCOMPARE(runner.outcome(), RunOutcome::Done);
        QVERIFY(runner.error() && runner.error()->kind == ErrorKind::Unavailable);
        QVERIFY(!runner.samples().empty() && runner.samples().size() < plan.cellCount());
        for (const Sample& sample : runner.samples())
            QVERIFY(static_cast<double>(sample.workload.elements) * 4.0 <= 1e6);

        ModelBackend none({.memoryBytes = 1.0}, clock);
        SweepRunner failing(none, plan, {}, clock);
        runToTheEnd(failing);
        QCOMPARE(failing.outcome(), RunOutcome::Failed);
        QVERIFY(failing.error() && failing.samples().empty());
    }

    void aFailingDeviceEndsTheRunAndKeepsTheSamples()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        backend.intercept([&](const Workload&, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
            if (backend.runs() > 100)
                return Error{ErrorKind::DeviceFailure, "model.failure", "The device failed; restart it.", {}};
            return timing;
        });
        SweepRunner runner(backend, mapPlan(33, Strategy::Adaptive, 6.0), {}, clock);
        runToTheEnd(runner);
        QCOMPARE(runner.outcome(), RunOutcome::Failed);
        QVERIFY(runner.error() && runner.error()->id == "model.failure");
        QVERIFY(!runner.samples().empty());
    }
    void timesThatAreNoTimesNeitherCrashNorHang_data()
    {
        QTest::addColumn<double>("time");
        QTest::addColumn<int>("every");
        QTest::newRow("always zero") << 0.0 << 1;
        QTest::newRow("always no number") << std::numeric_limits<double>::quiet_NaN() << 1;
        QTest::newRow("sometimes zero") << 0.0 << 3;
        QTest::newRow("sometimes negative") << -1.0 << 3;
        QTest::newRow("sometimes infinite") << std::numeric_limits<double>::infinity() << 4;
    }
    void timesThatAreNoTimesNeitherCrashNorHang()
    {
        QFETCH(double, time);
        QFETCH(int, every);
        FakeClock clock;
        ModelBackend backend({}, clock);
        backend.intercept([&](const Workload&, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
            if (backend.runs() % every == 0)
                timing.time = Seconds(time);
            return timing;
        });
        SweepRunner runner(backend, mapPlan(9, Strategy::Adaptive, 3.0, 1 << 16), {}, clock);
        runToTheEnd(runner);
        if (every == 1) {
            QCOMPARE(runner.outcome(), RunOutcome::Failed);
            QVERIFY(runner.samples().empty());
        }
        for (const Sample& sample : runner.samples())
            QVERIFY(std::isfinite(sample.time.value()) && sample.time > Seconds(0.0));
        QVERIFY(every == 1 || !runner.samples().empty());
    }
    void anInvalidPlanFailsFromTheStart()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        SweepRunner runner(backend, Plan{}, {}, clock);
        QVERIFY(!runner.step());
        QCOMPARE(runner.outcome(), RunOutcome::Failed);
        QVERIFY(runner.error() && runner.error()->id == "plan.axes");
        QVERIFY(backend.visits().empty());
    }

    void aDearCellIsBroughtToItsClaimButNotSharpenedAtTheCostOfOthers_data()
    {
        QTest::addColumn<int>("rounds");
        QTest::addColumn<bool>("visited");
        QTest::newRow("far from a claim") << 1 << true;
        QTest::newRow("one round short of a claim") << 5 << true;
        QTest::newRow("with a claim") << 6 << false;
        QTest::newRow("well past it") << 9 << false;
    }
    void aDearCellIsBroughtToItsClaimButNotSharpenedAtTheCostOfOthers()
    {
        QFETCH(int, rounds);
        CellBoard board(linePlan(), {});
        for (const CellBoard::Id id : {0U, 1U, 2U})
            measure(board, id, 6, 1e-3);
        measure(board, 3, rounds, 0.3);
        // Half a second is the fair part of four cells in two seconds: first more than a visit costs, then less.
        QVERIFY(holds(nextRound(board, {}, {}, {}, Seconds(2.0)), 3));
        board.cell(3)->record.visitCost = Seconds(0.6);
        const auto round = nextRound(board, {}, {}, {}, Seconds(2.0 + 0.6 * std::max(0, minimumRounds - 1 - rounds)));
        QTEST(holds(round, 3), "visited");
        QVERIFY(holds(round, 0) && holds(round, 1) && holds(round, 2));
    }
    void focusedCellsComeFirstThenThoseAtBordersThenTheCheapest()
    {
        CellBoard board(linePlan(), {});
        for (const CellBoard::Id id : {0U, 1U, 2U, 3U})
            measure(board, id, 2, 1e-3 * static_cast<double>(4 - id));
        QCOMPARE(nextRound(board, {}, {0}, {1}, Seconds(1.0)), (std::vector<CellBoard::Id>{0, 1, 3, 2}));
    }
    void nothingIsVisitedThatCannotBeBroughtToAClaim()
    {
        CellBoard board(linePlan(), {});
        measure(board, 0, 2, 0.1);
        QVERIFY(nextRound(board, {}, {}, {}, Seconds(0.39)).empty());
        QVERIFY(holds(nextRound(board, {}, {}, {}, Seconds(0.41)), 0));
    }
    void givesASampleFortyTimesASecond_data()
    {
        QTest::addColumn<qint64>("elements");
        QTest::newRow("microseconds a run") << qint64{1024};
        QTest::newRow("a millisecond a run") << (qint64{8} << 20);
        QTest::newRow("tens of milliseconds a run") << (qint64{512} << 20);
    }
    void givesASampleFortyTimesASecond()
    {
        QFETCH(qint64, elements);
        FakeClock clock;
        ModelBackend backend({}, clock);
        Workload workload{.elements = elements};
        ProbeRunner probe(backend, workload, clock);
        int samples = 0;
        double last = clock.now().value();
        const double oneRun = backend.device().time(workload);
        for (int step = 0; step < 2000 && samples < 5; ++step) {
            const double before = clock.now().value();
            const auto result = probe.step();
            QVERIFY(result.ok());
            QVERIFY(clock.now().value() - before <= 0.012 + 3.5 * oneRun);
            if (!result->has_value())
                continue;
            ++samples;
            QVERIFY((*result)->readings > 0);
            QCOMPARE((*result)->workload, workload);
            QVERIFY(std::abs((*result)->time.value() / oneRun - 1.0) < 0.06);
            QVERIFY(clock.now().value() - last >= 0.025);
            QVERIFY(clock.now().value() - last <= 0.04 + 3.5 * oneRun);
            last = clock.now().value();
        }
        QCOMPARE(samples, 5);
        // Nothing else runs in between, so the work is prepared once.
        QCOMPARE(backend.visits().size(), std::size_t{1});
    }
    void warmsTheWorkAgainAfterAPause()
    {
        FakeClock clock;
        ModelBackend backend({.noise = 0.0}, clock);
        bool isCold = false;
        backend.intercept([&](const Workload&, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
            if (std::exchange(isCold, false))
                timing.time = timing.time * 3.0;
            return timing;
        });
        const Workload workload{.elements = 1 << 20};
        ProbeRunner probe(backend, workload, clock);
        const auto nextSample = [&] {
            auto step = probe.step();
            while (step.ok() && !step->has_value())
                step = probe.step();
            return step.ok() ? **step : Sample{};
        };
        QVERIFY(nextSample().readings > 0);
        probe.pause();
        isCold = true;
        const Sample sample = nextSample();
        QVERIFY(!sample.keptReadings.empty());
        for (const float reading : sample.keptReadings)
            QVERIFY(reading < 1.5 * backend.device().time(workload));
        QCOMPARE(backend.visits().size(), std::size_t{1});
    }
    void handsOnTheDevicesError()
    {
        FakeClock clock;
        ModelBackend backend({.memoryBytes = 10.0}, clock);
        ProbeRunner probe(backend, Workload{.elements = 1024}, clock);
        const auto result = probe.step();
        QVERIFY(!result.ok());
        QCOMPARE(result.error().kind, ErrorKind::Unavailable);
    }
    void timesThatAreNoTimesEndInAnError()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        backend.intercept([](const Workload&, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
            timing.time = Seconds(0.0);
            return timing;
        });
        ProbeRunner probe(backend, Workload{}, clock);
        const auto result = probe.step();
        QVERIFY(!result.ok());
        QCOMPARE(result.error().id, std::string("sweep.no-time"));
    }
};

RIDGEPOINT_TEST(SweepRunnerTest)
#include "sweep_runner_test.moc"
