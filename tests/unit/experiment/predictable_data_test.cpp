// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/predictable-data/predictable_data.h"
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <string>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// 1 TFLOP/s; where a cap binds, numbers other than zeros run at 800 GFLOP/s.
class DataBackend final : public Backend {
public:
    DataBackend(FakeClock& clock, bool tellsPower, bool capBinds)
        : m_clock(clock), m_tellsPower(tellsPower), m_capBinds(capBinds)
    {
        m_info.id = "cpu";
        m_info.name = "Model processor";
        m_info.available = true;
        m_info.threads = 2;
    }
    [[nodiscard]] DeviceInfo& editableInfo() { return m_info; }
    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override
    {
        return prepareByKind(work, m_info, [this](const ProductRequest& one) { return prepareProduct(one.call); });
    }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return {"compute.fp32.fma"}; } // no matrix unit
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest&) override { return none(); }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return {}; }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

private:
    static Error none() { return {ErrorKind::Unsupported, "model.none", "The model has none.", {}}; }
    class Work final : public PreparedWork {
    public:
        Work(FakeClock& clock, BatchTiming told) : m_clock(clock), m_told(std::move(told)) {}
        [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override
        {
            BatchTiming timing = m_told;
            timing.time = m_told.time * static_cast<double>(repetitions);
            m_clock.advance(timing.time);
            return timing;
        }

    private:
        FakeClock& m_clock;
        BatchTiming m_told;
    };
    Result<ReadyWork> prepareProduct(const ProductCall& call)
    {
        const bool isSlow = m_capBinds && call.numbers != FactorNumbers::Zeros;
        BatchTiming told{.time = Seconds(costOf(call).operations.value() / (isSlow ? 8e11 : 1e12))};
        if (m_tellsPower)
            told.watts = m_capBinds ? 400.0 : 200.0;
        if (isSlow)
            told.heldBackBy = "power cap";
        return ReadyWork{.method = "model", .work = std::make_unique<Work>(m_clock, told)};
    }

    FakeClock& m_clock;
    bool m_tellsPower;
    bool m_capBinds;
    DeviceInfo m_info;
};

ExperimentResult ran(bool tellsPower, bool capBinds)
{
    FakeClock clock;
    DataBackend backend(clock, tellsPower, capBinds);
    RoofSet roofs{.device = "cpu", .threads = 2};
    roofs.put({.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 1e12, .low = 1e12, .high = 1e12});
    roofs.put({.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = 1e11, .low = 1e11, .high = 1e11});
    return ranOn(backend, clock, "predictable-data", {}, roofs, 2).result;
}

ExperimentPoint bar(FactorNumbers numbers, double y, double low, double high)
{
    return {.series = "fp32, vector unit",
            .label = predictable::labelOf(numbers),
            .y = y,
            .low = low,
            .high = high,
            .plot = 1};
}

} // namespace

class PredictableDataTest : public Case {
    Q_OBJECT
private slots:
    void everyKindOfNumbersIsMeasuredBesideOnePrediction()
    {
        const ExperimentResult result = ran(false, false);
        QCOMPARE(result.unavailable.size(), std::size_t{1}); // the model has no matrix unit, which is named
        for (const FactorNumbers numbers : comparedNumbers) {
            const ExperimentPoint* point = result.find(predictable::labelOf(numbers));
            const ExperimentPoint* theory = result.find(predictable::labelOf(numbers), Provenance::Predicted);
            QVERIFY(point != nullptr && theory != nullptr);
            QVERIFY(std::abs(point->y / 1e12 - 1.0) < 1e-6);
            QVERIFY(point->work.has_value() && theory->work.has_value());
            // What is predicted is what the roofs allow of the same work.
            const auto verdict = judge(*theory->work, result.roofs);
            QVERIFY(verdict.ok() && std::abs(verdict->verdict.shareOfRoof - 1.0) < 1e-6);
            QCOMPARE(verdict->kernel.flops.value(), 2.0 * std::pow(1024.0, 3));
        }
    }
    void noDifferenceWithoutAWordOfPowerSaysThatNothingIsKnown()
    {
        const ExperimentResult result = ran(false, false);
        QCOMPARE(static_cast<int>(predictable::powerCapOf(result)), static_cast<int>(predictable::PowerCap::Unknown));
        const QString said = sentencesOf(predictable::findings(result));
        QVERIFY2(said.contains("no difference between 6 kinds"), qPrintable(said));
        QVERIFY2(said.contains("reports neither its power"), qPrintable(said));
    }
    void noDifferenceBecauseNoCapBindsWhereTheDeviceTells()
    {
        const ExperimentResult result = ran(true, false);
        QCOMPARE(static_cast<int>(predictable::powerCapOf(result)),
                 static_cast<int>(predictable::PowerCap::DoesNotBind));
        QVERIFY(QString::fromStdString(result.find("zeros")->note).startsWith("200 W; "));
        QCOMPARE(result.find("zeros")->power->watts, 200.0);
        QVERIFY2(sentencesOf(predictable::findings(result)).contains("because no power cap applies"),
                 qPrintable(sentencesOf(predictable::findings(result))));
    }
    void aCapThatBindsIsNamed()
    {
        const ExperimentResult result = ran(true, true);
        QVERIFY(QString::fromStdString(result.find("normal")->note).startsWith("400 W, held back by power cap; "));
        QCOMPARE(result.find("normal")->power->heldBackBy, std::string("power cap"));
        const QString said = sentencesOf(predictable::findings(result));
        QVERIFY2(said.contains("zeros run at 1.25× the rate of"), qPrintable(said));
        QVERIFY2(said.contains("held the clock back"), qPrintable(said));
    }
    void endsThatDifferWithinTheirIntervalsAreNoDifference()
    {
        ExperimentResult result;
        // 4 % apart. Intervals of 3 % each part by themselves no more than they do when widened for a comparison.
        result.points = {bar(FactorNumbers::Zeros, 1.04e12, 1.02e12, 1.06e12),
                         bar(FactorNumbers::Normal, 1.0e12, 0.985e12, 1.015e12)};
        QVERIFY2(sentencesOf(predictable::findings(result)).contains("no difference between"),
                 qPrintable(sentencesOf(predictable::findings(result))));
        result.points[0].low = 1.035e12;
        result.points[1].high = 1.005e12;
        QVERIFY2(sentencesOf(predictable::findings(result)).contains("zeros run at 1.04× the rate of normal"),
                 qPrintable(sentencesOf(predictable::findings(result))));
        // Whether a limit is behind it is not known here; where the device tells that none binds, something else is.
        QVERIFY2(sentencesOf(predictable::findings(result)).contains("an unreported limit"),
                 qPrintable(sentencesOf(predictable::findings(result))));
        result.points[0].note = "held back by a word"; // which is read by people alone
        result.points[0].power = PowerState{.watts = 200.0, .heldBackBy = {}};
        QVERIFY2(sentencesOf(predictable::findings(result)).contains("another cause is likely"),
                 qPrintable(sentencesOf(predictable::findings(result))));
    }
    void bearsAResultWithoutAnything()
    {
        QVERIFY(predictable::findings({}).empty());
        ExperimentResult one;
        one.points = {bar(FactorNumbers::Zeros, 1e12, 1e12, 1e12)};
        QVERIFY(predictable::findings(one).empty());
    }
    void aProductThatCouldNotBeStoppedIsLeftOutByName()
    {
        FakeClock clock;
        DataBackend backend(clock, false, false);
        RoofSet roofs{.device = "cpu", .threads = 2};
        roofs.put({.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 1e12, .low = 1e12, .high = 1e12});
        // 1.1 s at 1 TFLOP/s.
        const ExperimentResult result = ranOn(backend, clock, "predictable-data", {{"size", "8192"}}, roofs, 2).result;
        QVERIFY(result.find("zeros") == nullptr);
        QCOMPARE(result.unavailable.back().reason.id, std::string("matmul.too-long"));
    }
    void matricesBeyondAQuarterOfTheMemoryAreRefused()
    {
        FakeClock clock;
        DataBackend backend(clock, false, false);
        backend.editableInfo().memory = Bytes(1e9);
        const ExperimentRun run = ranOn(backend, clock, "predictable-data", {{"size", "8192"}}, {}, 2);
        QCOMPARE(run.outcome, RunOutcome::Failed);
        QCOMPARE(run.error->kind, ErrorKind::InvalidInput);
    }
    void isThereForProcessorsAndGpus()
    {
        const ExperimentDefinition* experiment = findExperiment("predictable-data");
        for (const DeviceKind kind : {DeviceKind::Cpu, DeviceKind::Cuda})
            QVERIFY(experiment->availability({.kind = kind, .available = true}).ok());
        QVERIFY(!experiment->availability({.kind = DeviceKind::Cuda, .available = false}).ok());
    }
};

RIDGEPOINT_TEST(PredictableDataTest)
#include "predictable_data_test.moc"
