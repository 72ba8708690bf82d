// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/registry.h"
#include "core/experiment/runner.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QString>
#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

const ExperimentPoint* find(const std::vector<ExperimentPoint>& points, const std::string& label, const std::string& series)
{
    const auto found = std::find_if(points.begin(), points.end(), [&](const ExperimentPoint& point) { return point.label == label && point.series == series; });
    return found == points.end() ? nullptr : &*found;
}

RoofSet someRoofs()
{
    RoofSet roofs;
    roofs.device = "cpu";
    roofs.threads = 2;
    const auto put = [&](const char* id, RoofKind kind, double value) { roofs.put({.id = id, .kind = kind, .value = value, .low = value, .high = value}); };
    put("compute.fp32.fma", RoofKind::Compute, 4e11);
    put("bandwidth.l2", RoofKind::Bandwidth, 2e11);
    put("bandwidth.dram", RoofKind::Bandwidth, 6e10);
    put("launch.wait_each", RoofKind::Launch, 1e-6);
    roofs.levels = {{"l2", Bytes(2e6), true}, {"dram", Bytes(HUGE_VAL)}};
    return roofs;
}

} // namespace

class UtilisationTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }
    void theRoofsSayWhatEachUses()
    {
        const ExperimentDefinition* experiment = findExperiment("utilisation");
        const auto parameters = readParameters(experiment->info(), {});
        const auto points = experiment->predict(*parameters, someRoofs(), {});
        QCOMPARE(find(points, "One thread that spins", "share of the compute roof")->y, 0.0);
        // 2 FLOP for 8 bytes at 60 GB/s: 15 of 400 GFLOP/s.
        const ExperimentPoint* pass = find(points, "A pass over memory", "share of the compute roof");
        QVERIFY(pass != nullptr && std::abs(pass->y - 0.0375) < 0.001);
        const ExperimentPoint* registers = find(points, "Work in registers", "share of the compute roof");
        QVERIFY(registers != nullptr && registers->y > 0.95 && registers->y <= 1.0);
    }
    void saysThatBusyIsNotUsed()
    {
        ExperimentResult result;
        for (const auto& [label, used] : {std::pair{"One thread that spins", 0.0}, std::pair{"A pass over memory", 0.04}, std::pair{"Work in registers", 0.98}}) {
            result.points.push_back({.series = "CPU-% of the system", .label = label, .y = 1.0});
            result.points.push_back({.series = "share of the compute roof", .label = label, .y = used});
        }
        const auto findings = findExperiment("utilisation")->analyse(result);
        QCOMPARE(findings.size(), std::size_t{4});
        QCOMPARE(findingText(findings[1]), std::string("A pass over memory: the system says 100 % of the processors in use are busy, and 4.00 % of the compute roof is used."));
    }
    void figuresThatDifferAreNotCalledTheSame()
    {
        ExperimentResult result;
        for (const auto& [label, busy] : {std::pair{"One thread that spins", 1.0}, std::pair{"A pass over memory", 0.62}, std::pair{"Work in registers", 0.98}}) {
            result.points.push_back({.series = "CPU-% of the system", .label = label, .y = busy});
            result.points.push_back({.series = "share of the compute roof", .label = label, .y = 0.1});
        }
        const auto findings = findExperiment("utilisation")->analyse(result);
        QCOMPARE(findings.size(), std::size_t{4});
        QVERIFY(findingText(findings[3]).starts_with("The figures differ (62.0 % to 100 %) because others"));
    }
    void aGpuIsRefusedWithTheReason()
    {
        QVERIFY(!findExperiment("utilisation")->availability({.id = "cuda:0", .kind = DeviceKind::Cuda, .available = true}).ok());
        QVERIFY(findExperiment("utilisation")->availability({.id = "cpu", .available = true}).ok());
    }
    void aSpinningThreadIsBusyAndComputesNothing()
    {
        FakeClock clock;
        ModelBackend backend(ModelDevice{}, clock);
        const ExperimentDefinition* experiment = findExperiment("utilisation");
        const auto parameters = readParameters(experiment->info(), {{"size", "64Mi"}});
        ExperimentRunner runner(backend, {.experiment = experiment, .parameters = *parameters, .threads = 1, .budget = Seconds(1e6), .known = someRoofs()}, clock, "now");
        while (runner.step()) {
        }
        QCOMPARE(runner.outcome(), RunOutcome::Done);
        std::vector<ExperimentPoint> measured;
        for (const ExperimentPoint& point : runner.result().points)
            if (point.provenance == Provenance::Measured)
                measured.push_back(point);
        const ExperimentPoint* busy = find(measured, "One thread that spins", "CPU-% of the system");
        QVERIFY(busy != nullptr && busy->y > 0.0 && busy->y < 1.5);
        QCOMPARE(find(measured, "One thread that spins", "share of the compute roof")->y, 0.0);
        // The model's pass over 256 MiB at 60 GB/s, of the roof that is known.
        QVERIFY(std::abs(find(measured, "A pass over memory", "share of the compute roof")->y - 0.0375) < 0.01);
    }
    void withoutTheRoofThereIsNothingToTakeAShareOf()
    {
        FakeClock clock;
        ModelBackend backend(ModelDevice{}, clock);
        const ExperimentDefinition* experiment = findExperiment("utilisation");
        const auto parameters = readParameters(experiment->info(), {});
        ExperimentRunner runner(backend, {.experiment = experiment, .parameters = *parameters, .threads = 1, .budget = Seconds(1e6), .known = {}}, clock, "now");
        while (runner.step()) {
        }
        QCOMPARE(runner.result().unavailable.size(), std::size_t{2});
        QCOMPARE(runner.outcome(), RunOutcome::Done);
    }
};

QTEST_GUILESS_MAIN(UtilisationTest)
#include "utilisation_test.moc"
