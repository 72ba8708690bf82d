// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/sweep_runner.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"
#include "tests/unit/sweep/runner_support.h"

#include <QTest>

#include <limits>
#include <map>
#include <set>

using namespace ridgepoint;
using test::byWorkload;
using test::FakeClock;
using test::mapPlan;
using test::ModelBackend;
using test::ModelDevice;
using test::runToTheEnd;

class RunnerFaultsTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

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
};

RIDGEPOINT_TEST(RunnerFaultsTest)
#include "runner_faults_test.moc"
