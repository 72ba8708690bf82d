// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/envelope/envelope.h"
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// 60 GB/s and 400 GFLOP/s in every precision, whatever the size, without noise: a float is read and written in 0.133
/// ns.
ModelDevice evenDevice()
{
    ModelDevice device;
    device.levels = {{}};
    device.noise = 0.0;
    return device;
}

RoofSet evenRoofs()
{
    RoofSet roofs{.device = "cpu", .threads = 1};
    const auto put = [&](const char* id, RoofKind kind, double value) {
        roofs.put({.id = id, .kind = kind, .value = value, .low = value, .high = value});
    };
    put("bandwidth.dram", RoofKind::Bandwidth, 6e10);
    for (const char* id : {"compute.fp32.fma", "compute.fp32.mul", "compute.fp64.fma", "compute.fp64.mul"})
        put(id, RoofKind::Compute, 4e11);
    put("launch.wait_each", RoofKind::Launch, 0.5e-6);
    roofs.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return roofs;
}

ExperimentRun ranEnvelope(const ParameterTexts& texts, const std::function<void(ModelBackend&)>& change = {})
{
    FakeClock clock;
    ModelBackend backend(evenDevice(), clock);
    if (change)
        change(backend);
    return ranOn(backend, clock, "envelope", texts, evenRoofs(), 1);
}

ExperimentPoint passPoint(double x, double y)
{
    return {.series = envelope::pass, .x = x, .y = y, .low = y, .high = y, .plot = envelope::passPlot};
}

/// A line whose passes take `flat`, or `each` times their operations where that is longer.
std::vector<ExperimentPoint> bentLine(double flat, double each)
{
    std::vector<ExperimentPoint> line;
    for (double x = 2.0; x <= 1024.0; x *= 2.0)
        line.push_back(passPoint(x, std::max(flat, each * x)));
    return line;
}

} // namespace

class EnvelopeTest : public Case {
    Q_OBJECT
private slots:
    void measuresWhatTheRoofsSayOnAMachineThatKeepsThem()
    {
        const ExperimentRun run = ranEnvelope({{"size", "64Mi"}});
        QVERIFY(run.result.unavailable.empty());
        const auto measured = envelope::passes(run.result, Provenance::Measured);
        const auto predicted = envelope::passes(run.result, Provenance::Predicted);
        QCOMPARE(measured.size(), std::size_t{10});
        QCOMPARE(predicted.size(), measured.size());
        for (std::size_t i = 0; i < measured.size(); ++i) {
            QCOMPARE(measured[i].x, 2.0 * std::pow(2.0, static_cast<double>(i))); // a multiply-add is two FLOP
            QCOMPARE(measured[i].x, predicted[i].x);
            QVERIFY(std::abs(measured[i].y / predicted[i].y - 1.0) < 1e-6);
        }
        for (const Provenance provenance : {Provenance::Measured, Provenance::Predicted}) {
            QVERIFY(std::abs(run.result.find(envelope::moved, provenance)->y / 15e9 - 1.0) < 1e-3);
            QVERIFY(std::abs(run.result.find(envelope::computed, provenance)->y / 4e11 - 1.0)
                    < 0.02); // less its launch
        }
    }

    void theRidgeIsPredictedWhereBothTakeEquallyLong()
    {
        const ExperimentRun run = ranEnvelope({{"size", "64Mi"}});
        const ExperimentPoint* ridge = run.result.find(envelope::ridge, Provenance::Predicted);
        QVERIFY(ridge != nullptr);
        QVERIFY(std::abs(ridge->x - 4e11 * 8.0 / 6e10) < 1e-9); // 53.3
        const QString said = sentencesOf(envelope::findings(run.result));
        QVERIFY2(said.contains("this device moves 15.0 billion numbers or computes"), qPrintable(said));
        // The chart counts numbers, of which an element is two.
        QVERIFY2(said.contains("26.6× as many. An element is moved twice"), qPrintable(said));
        QVERIFY2(said.contains("about 53 FLOP per element fit before computing takes longer (predicted: about 53)"),
                 qPrintable(said));
        QVERIFY2(said.contains("exceeds its memory time from about 53 FLOP per element (predicted: about 53)"),
                 qPrintable(said));
        QVERIFY2(said.contains("The article's A100 has time for about 100 FLOP, this device for 53"), qPrintable(said));
    }

    void whileRoofsAreMeasuredTheRidgeIsNotDrawn()
    {
        const ExperimentDefinition* experiment = findExperiment("envelope");
        const auto early = experiment->predictEarly(*readParameters(experiment->info(), {{"size", "64Mi"}}),
                                                    evenRoofs(), {});
        QVERIFY(!early.empty());
        QVERIFY(std::none_of(early.begin(), early.end(),
                             [](const ExperimentPoint& point) { return point.label == envelope::ridge; }));
    }

    void everyNumberOfThisDeviceOpensTheCalculator()
    {
        const ExperimentRun run = ranEnvelope({{"size", "64Mi"}, {"operation", "mul"}, {"precision", "fp64"}});
        int judged = 0;
        for (const ExperimentPoint& point : run.result.points) {
            if (point.provenance == Provenance::Published || point.label == envelope::ridge) {
                QVERIFY(!point.work);
                continue;
            }
            QVERIFY(point.work);
            QVERIFY(judge(*point.work, run.result.roofs));
            QCOMPARE(point.work->work.bytesPerElement, 8.0);
            QCOMPARE(point.work->work.flopsPerOperation, 1.0);
            ++judged;
        }
        QCOMPARE(judged, 2 * (10 + 2));
    }

    void theArticleIsNamedWithItsOwnNumbers()
    {
        const ExperimentDefinition* experiment = findExperiment("envelope");
        const auto points = experiment->predict(*readParameters(experiment->info(), {{"size", "64Mi"}}), {},
                                                {}); // without any roof
        QCOMPARE(points.size(), std::size_t{2});
        QCOMPARE(points[0].y, 400e9);
        QCOMPARE(points[1].y, 20e12);
        for (const ExperimentPoint& point : points) {
            QCOMPARE(point.provenance, Provenance::Published);
            QVERIFY(point.source.find("horace.io") != std::string::npos);
        }
    }

    void findsWhereFlatMeetsRising()
    {
        const auto found = envelope::ridgeOf(bentLine(8e-3, 0.25e-3)); // at 32
        QCOMPARE(found.kind, envelope::RidgeKind::Found);
        QVERIFY(std::abs(found.operations - 32.0) < 1e-9);
        // A pass or two that others disturbed move it little.
        auto disturbed = bentLine(8e-3, 0.25e-3);
        disturbed[0].y *= 3.0;
        const auto still = envelope::ridgeOf(disturbed);
        QCOMPARE(still.kind, envelope::RidgeKind::Found);
        QVERIFY(std::abs(still.operations - 32.0) < 1e-9);
    }
    void saysWhichPartOfTheLineIsMissing()
    {
        QCOMPARE(envelope::ridgeOf(bentLine(1e-9, 0.25e-3)).kind, envelope::RidgeKind::NeverFlat);
        QCOMPARE(envelope::ridgeOf(bentLine(8e-3, 1e-9)).kind, envelope::RidgeKind::NeverRising);
        auto uncertain = bentLine(8e-3, 0.25e-3);
        uncertain.back().high = 3.0 * uncertain.back().low;
        QCOMPARE(envelope::ridgeOf(uncertain).kind, envelope::RidgeKind::Uncertain);
        QCOMPARE(envelope::ridgeOf({passPoint(1, 1), passPoint(2, 1), passPoint(4, 2)}).kind,
                 envelope::RidgeKind::TooFewPoints);
        for (const auto& [line, words] : {std::pair{bentLine(1e-9, 0.25e-3), "grows from the first FLOP on"},
                                          {bentLine(8e-3, 1e-9), "up to 1000 FLOP per element hardly"}}) {
            ExperimentResult result;
            result.points = line;
            QVERIFY2(sentencesOf(envelope::findings(result)).contains(words),
                     qPrintable(sentencesOf(envelope::findings(result))));
            QVERIFY(sentencesOf(envelope::findings(result)).contains("unknown"));
        }
    }
    void aCountIsSpokenAsPeopleDo()
    {
        QCOMPARE(envelope::spoken(400e9), std::string("400 billion"));
        QCOMPARE(envelope::spoken(19.5e12), std::string("19.5 trillion"));
        QCOMPARE(envelope::spoken(31.52e9), std::string("31.5 billion"));
        QCOMPARE(envelope::spoken(999.9e6), std::string("1.00 billion"));
        QCOMPARE(envelope::spoken(12.0), std::string("12"));
    }
    void saysWhyTheArticlesFigureIsAnother()
    {
        const auto aSecond = [](LabelTerm label, double y) {
            return ExperimentPoint{.series = envelope::here, .label = label, .y = y, .low = y, .high = y};
        };
        ExperimentResult result;
        result.points = {aSecond(envelope::moved, 40e9), aSecond(envelope::computed, 400e9)};
        result.parameters = {{"operation", "mul"}, {"precision", "fp64"}};
        const QString said = sentencesOf(envelope::findings(result));
        QVERIFY2(said.contains("moves 40 billion numbers or computes 400 billion FLOP"), qPrintable(said));
        QVERIFY2(said.contains("about 20 FLOP per element fit before computing takes longer (predicted: unknown)"),
                 qPrintable(said));
        QVERIFY2(said.contains("about 100 FLOP, this device for 20: the A100 computes 50.0× as much and moves 10.0× as "
                               "many"),
                 qPrintable(said));
        QVERIFY2(said.contains("with multiplications alone"), qPrintable(said));
        QVERIFY2(said.contains("Its figure is for fp32"), qPrintable(said));
        // A device that moves more than the article's.
        result.points = {aSecond(envelope::moved, 1.2e12), aSecond(envelope::computed, 60e12)};
        result.parameters = {};
        QVERIFY2(
            sentencesOf(envelope::findings(result)).contains("the A100 computes 1/3 as much and moves 1/3 as many"),
            qPrintable(sentencesOf(envelope::findings(result))));
    }
    void bearsAResultWithoutAnything() { QVERIFY(envelope::findings({}).empty()); }

    void whatThisDeviceCannotDoIsNamedAndTheOthersGoOn()
    {
        const ExperimentRun run = ranEnvelope({{"size", "64Mi"}}, [](ModelBackend& backend) {
            backend.intercept([](const Workload& workload, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
                if (workload.operationsPerElement == 512)
                    return Error{ErrorKind::Unsupported, "model.no", "Not here.", {}};
                return timing;
            });
        });
        QCOMPARE(run.outcome, RunOutcome::Done);
        QCOMPARE(run.result.unavailable.size(), std::size_t{1});
        QCOMPARE(run.result.unavailable.front().part, std::string("a pass of 512 fma"));
        QVERIFY(sentencesOf(envelope::findings(run.result)).contains("exceeds its memory time from about 53"));
    }
    void aTensorThatDoesNotFitIsRefused()
    {
        const ExperimentRun run = ranEnvelope(
            {{"size", "64Mi"}}, [](ModelBackend& backend) { backend.editableInfo().memory = Bytes(4e8); });
        QCOMPARE(run.outcome, RunOutcome::Failed);
        QVERIFY(run.error && run.error->id == "experiment.memory");
    }
};

RIDGEPOINT_TEST(EnvelopeTest)
#include "envelope_test.moc"
