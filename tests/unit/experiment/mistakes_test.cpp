// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/mistakes/benchmark_mistakes.h"
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QString>

#include <algorithm>
#include <atomic>
#include <string>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

ExperimentPoint bar(LabelTerm label, double y, double low, double high)
{
    return {.series = "measured", .label = label, .y = y, .low = low, .high = high};
}

/// The model device as one with a queue of its own: each launch returns after a time that is known.
class QueueingBackend final : public Backend {
public:
    static constexpr Seconds launch{4e-6};
    explicit QueueingBackend(FakeClock& clock) : m_model(ModelDevice{}, clock)
    {
        m_model.editableInfo().id = "cuda:0";
        m_model.editableInfo().kind = DeviceKind::Cuda;
    }
    [[nodiscard]] const DeviceInfo& info() const override { return m_model.info(); }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override { return m_model.prepare(work); }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return {}; }
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest& request) override
    {
        return m_model.prepareRoof(request);
    }
    [[nodiscard]] Result<LaunchRecording> recordLaunches(const Workload& workload) override
    {
        recorded.push_back(workload);
        LaunchRecording recording;
        for (int pass = 0; pass < workload.passes(); ++pass)
            recording.host.push_back({HostDoing::Submits, {launch * double(pass), launch * double(pass + 1)}});
        recording.host.push_back({HostDoing::Waits, {launch * double(workload.passes()), Seconds(1.0)}});
        return recording;
    }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return {}; }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

    std::vector<Workload> recorded;

private:
    ModelBackend m_model;
};

} // namespace

class MistakesTest : public Case {
    Q_OBJECT
private slots:
    void saysByHowMuchEachWayIsWrong()
    {
        ExperimentResult result;
        result.points = {bar(mistake::right, 50e9, 49e9, 51e9), bar(mistake::noWait, 10e12, 9e12, 11e12),
                         bar(mistake::firstCall, 10e9, 9e9, 11e9), bar(mistake::disturbed, 49.5e9, 45e9, 54e9)};
        const QString said = sentencesOf(mistakeFindings(result));
        QVERIFY2(said.contains("Timed correctly, the pass moves 50.0 GB/s (49.0 GB/s to 51.0 GB/s)."),
                 qPrintable(said));
        QVERIFY2(said.contains("Clock stopped before the work was done: 10.0 TB/s, which is 200× too high."),
                 qPrintable(said));
        QVERIFY2(said.contains("Clock stopped before the work was done: 10.0 TB/s, which is 200× too high."),
                 qPrintable(said));
        QVERIFY2(said.contains("First call, with its set-up: 10.0 GB/s, which is 5.00× too low."), qPrintable(said));
        QVERIFY2(said.contains("49.5 GB/s, which made no difference this time."), qPrintable(said));
        QVERIFY2(said.contains("2 of 3 wrong figures"), qPrintable(said));
    }
    void aClockOfWhichMostRunsTookNoTickGivesNoRatio_data()
    {
        QTest::addColumn<QList<double>>("ticks");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("apart");
        // The pass moves 80 MB, rightly in a millisecond; a tick is 4 ms: 20 GB/s.
        QTest::newRow("none")
            << QList<double>{0, 0, 0, 0, 0, 0}
            << "most runs took no tick of the clock, so no bandwidth follows; one tick would give 20.0 GB/s."
            << "0 of 1";
        QTest::newRow("most took none") << QList<double>{0, 0, 1, 0, 1, 0, 0} << "most runs took no tick of the clock"
                                        << "0 of 1";
        QTest::newRow("one took none") << QList<double>{1, 0, 1, 1, 2, 1} << "20.0 GB/s, which is 4.00× too low."
                                       << "0 of 1";
        QTest::newRow("each took some") << QList<double>{1, 1, 2, 1, 2, 1} << "20.0 GB/s, which is 4.00× too low."
                                        << "1 of 1";
    }
    void aClockOfWhichMostRunsTookNoTickGivesNoRatio()
    {
        QFETCH(QList<double>, ticks);
        QFETCH(QString, said);
        QFETCH(QString, apart);
        constexpr Seconds tick{4e-3};
        std::vector<double> readings;
        for (const double count : ticks)
            readings.push_back(count * tick.value());
        ExperimentResult result;
        result.points = {bar(mistake::right, 80e9, 79e9, 81e9), coarsePoint(readings, {}, Bytes(80e6), tick)};
        const ExperimentPoint& coarse = result.points.back();
        QVERIFY(coarse.low <= coarse.y && coarse.y <= coarse.high && std::isfinite(coarse.high));
        QCOMPARE(coarse.openAbove == OpenAbove::Value, said.contains("no tick"));
        QCOMPARE(coarse.openAbove == OpenAbove::No, ticks.count(0) == 0);
        const QString all = sentencesOf(mistakeFindings(result));
        QVERIFY2(all.contains(said), qPrintable(all));
        QVERIFY2(all.contains(apart + " wrong figures"), qPrintable(all));
    }
    void saysNothingWithoutTheRightWay()
    {
        ExperimentResult result;
        result.points = {bar(mistake::noWait, 10e12, 9e12, 11e12)};
        QVERIFY(mistakeFindings(result).empty());
    }
    void theCachedTensorFitsAndTheOthersDoNot()
    {
        RoofSet roofs;
        roofs.levels = {{"l1", Bytes(32768), true}, {"l2", Bytes(1 << 20), true}, {"dram", Bytes(HUGE_VAL)}};
        const MistakeWorks works = mistakeWorks(1 << 26, roofs, 2, DeviceKind::Cpu);
        QCOMPARE(footprintOf(works.cached).value(), double(1 << 20));
        QCOMPARE(works.pass.elements, std::int64_t{1} << 26);
        // Counted as if each of the fused operations had gone to memory: more than what moves, by their number.
        QCOMPARE(works.fusedClaim / costOf(works.fused).bytes, double(works.fused.operationsPerElement));
    }
    /// A wait for each hides a cache that is faster than memory: on an H200 such passes came to 0.78 times the right
    /// way.
    void passesOverAGpusCacheAreQueued()
    {
        const MistakeWorks works = mistakeWorks(1 << 26, {}, 0, DeviceKind::Cuda);
        QCOMPARE(works.cached.launchMode, LaunchMode::Queued);
        QCOMPARE(works.pass.launchMode, LaunchMode::WaitEach);
        QCOMPARE(mistakeWorks(1 << 26, {}, 2, DeviceKind::Cpu).cached.launchMode, LaunchMode::WaitEach);
        // What predicts them is measured with the other roofs, and on no other device.
        const ExperimentDefinition* experiment = findExperiment("mistakes");
        const auto parameters = readParameters(experiment->info(), {});
        const auto asksFor = [&](const std::string& id, DeviceKind kind) {
            const auto ids = experiment->roofs(*parameters, {.kind = kind});
            return std::count(ids.begin(), ids.end(), id) == 1;
        };
        for (const std::string& id : {launchRoofId(LaunchMode::Queued), std::string(deviceGapRoofId)}) {
            QVERIFY2(asksFor(id, DeviceKind::Cuda), id.c_str());
            QVERIFY2(!asksFor(id, DeviceKind::Cpu), id.c_str());
        }
    }
    void everyWayIsMeasuredOnAnyDevice()
    {
        FakeClock clock;
        ModelBackend backend(ModelDevice{}, clock);
        const ExperimentRun run = ranOn(backend, clock, "mistakes", {{"size", "64Mi"}, {"rounds", "6"}}, {}, 1);
        QCOMPARE(run.outcome, RunOutcome::Done);
        const ExperimentResult& result = run.result;
        QVERIFY(result.unavailable.empty());
        const ExperimentPoint* right = result.find(mistake::right);
        QVERIFY(right != nullptr);
        // 64 Mi floats are in the model's memory of 60 GB/s.
        QVERIFY(std::abs(right->y / 60e9 - 1.0) < 0.05);
        for (const LabelTerm way : mistake::all) {
            const LabelName label = way;
            QVERIFY2(result.find(label) != nullptr, label.words().c_str());
            // The model's runs take no time by the system's clock.
            QVERIFY2(result.find(label)->work.has_value() != (result.find(label)->openAbove == OpenAbove::Value),
                     label.words().c_str());
            QVERIFY2(result.find(label)->low <= result.find(label)->y
                         && result.find(label)->y <= result.find(label)->high,
                     label.words().c_str());
        }
        QVERIFY(result.find(mistake::cached)->y > 1.5 * right->y);
        QVERIFY(std::abs(result.find(mistake::counted)->y / right->y - 8.0) < 0.8);
    }
    void onADeviceWithAQueueTheClockStopsWhereTheLaunchReturns()
    {
        FakeClock clock;
        QueueingBackend backend(clock);
        const ExperimentRun run = ranOn(backend, clock, "mistakes", {{"size", "64Mi"}, {"rounds", "6"}}, {});
        QVERIFY(run.result.unavailable.empty());
        const ExperimentPoint* point = run.result.find(mistake::noWait);
        QVERIFY(point != nullptr && point->work.has_value());
        // 64 Mi floats are read and written; the wait is in none of the readings.
        QVERIFY(std::abs(point->y * QueueingBackend::launch.value() / (8.0 * double(1 << 26)) - 1.0) < 1e-6);
        QCOMPARE(point->note, std::string(mistake::untilLaunched));
        const ExperimentPoint* cached = run.result.find(mistake::cached);
        QVERIFY(cached != nullptr && cached->work.has_value());
        QCOMPARE(cached->work->launchRoof, launchRoofId(LaunchMode::Queued));
        QCOMPARE(backend.recorded.size(), std::size_t{6});
        QCOMPARE(backend.recorded.front().launchMode, LaunchMode::Queued);
        QCOMPARE(backend.recorded.front().elements, std::int64_t{1} << 26);
    }
    void aTensorBeyondTheMemoryIsRefusedWithBothSizes()
    {
        FakeClock clock;
        ModelBackend backend(ModelDevice{}, clock);
        backend.editableInfo().memory = Bytes(1e9);
        const ExperimentRun run = ranOn(backend, clock, "mistakes", {{"size", "256Mi"}}, {}, 1);
        QCOMPARE(run.outcome, RunOutcome::Failed);
        QCOMPARE(run.error->kind, ErrorKind::InvalidInput);
    }
    void aQueueRunsWhatItWasGiven()
    {
        std::atomic<int> runs = 0;
        {
            WorkQueue queue;
            for (int i = 0; i < 5; ++i)
                QVERIFY(queue.submit([&runs] { ++runs; }) > Seconds());
        }
        QCOMPARE(runs.load(), 5);
    }
    void theCoarseClockStandsStillBetweenTicks()
    {
        QVERIFY(coarseTick() > Seconds(1e-6));
        int still = 0;
        for (int i = 0; i < 1000; ++i) {
            const Seconds first = coarseNow();
            still += coarseNow() == first ? 1 : 0;
        }
        QVERIFY(still > 0);
        const Seconds first = coarseNow();
        QTRY_VERIFY(coarseNow() > first);
        QVERIFY(coarseNow() - first >= coarseTick() * 0.5);
    }
};

RIDGEPOINT_TEST(MistakesTest)
#include "mistakes_test.moc"
