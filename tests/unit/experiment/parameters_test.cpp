// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/envelope/envelope.h"
#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_runner.h"
#include "core/experiment/registry.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/product_backend.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <set>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

ExperimentInfo anInfo()
{
    return {.id = "any",
            .parameters = {{.name = "size",
                            .words = "Size",
                            .kind = ParameterKind::Size,
                            .defaultValue = "4Ki",
                            .lowest = 16,
                            .highest = 1 << 20},
                           {.name = "rounds",
                            .words = "Rounds",
                            .kind = ParameterKind::Number,
                            .defaultValue = "8",
                            .lowest = 6,
                            .highest = 40},
                           {.name = "precision",
                            .words = "Precision",
                            .kind = ParameterKind::Choice,
                            .defaultValue = "fp32",
                            .choices = {"fp32", "fp64"}}}};
}

/// As the synthetic device has them, each times a factor; with a matrix unit.
RoofSet roofsTimes(double factor)
{
    RoofSet roofs = syntheticRoofs(syntheticThreads);
    roofs.put({.id = "compute.bf16.matrix", .kind = RoofKind::Compute, .value = 1e12});
    for (Roof& roof : roofs.roofs)
        roof.value *= factor;
    return roofs;
}

RoofSet withoutBandwidths(RoofSet roofs)
{
    std::erase_if(roofs.roofs, [](const Roof& roof) { return roof.kind == RoofKind::Bandwidth; });
    roofs.levels.clear();
    return roofs;
}

ExperimentRunner runnerOf(const char* id, Backend& backend, const FakeClock& clock)
{
    const ExperimentDefinition* experiment = findExperiment(id);
    return ExperimentRunner(backend,
                            {.experiment = experiment,
                             .parameters = *readParameters(experiment->info(), {}),
                             .threads = 2,
                             .budget = Seconds(1e6),
                             .known = {}},
                            clock, "now");
}

} // namespace

class ParametersTest : public test::Case {
    Q_OBJECT
private slots:
    /// Beside or above its field, in the dialog's narrow card.
    void namesOfParametersAreShort()
    {
        constexpr std::size_t mostLetters = 36;
        for (const ExperimentDefinition* one : experimentDefinitions())
            for (const ExperimentParameter& parameter : one->info().parameters)
                QVERIFY2(parameter.words.size() <= mostLetters, parameter.words.c_str());
    }
    void whatIsNotGivenIsTheDefault()
    {
        const auto values = readParameters(anInfo(), {{"size", "16Ki"}});
        QVERIFY(values.ok());
        QCOMPARE(values->number("size"), std::int64_t{16384});
        QCOMPARE(values->number("rounds"), std::int64_t{8});
        QCOMPARE(values->choice("precision"), std::string("fp32"));
        QCOMPARE(values->texts().size(), std::size_t{3});
    }
    void refusesWhatIsNotPossibleByName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::newRow("an unknown parameter") << "depth"
                                              << "1"
                                              << "size, rounds, precision";
        const auto row = [](const char* is, const char* of, const char* given, const char* told) {
            QTest::newRow(is) << of << given << told;
        };
        row("below the range", "size", "8", "size: 8 is out of range; write a whole number from 16 to 1Mi.");
        row("beyond it with a prefix", "size", "2Mi",
            "size: 2Mi is out of range; write a whole number from 16 to 1Mi.");
        row("beyond every number", "size", "99999999999999999999", "is out of range");
        row("below nothing", "size", "-4Ki", "size: -4Ki is out of range");
        row("no size", "size", "51#2", "size: '51#2' is not a whole number; write one from 16 to 1Mi such as 4Ki.");
        row("a part of a size", "size", "1.5Ki", "is not a whole number");
        row("no size but a prefix", "size", "Ki", "is not a whole number");
        row("beyond the range", "rounds", "41", "rounds: 41 is out of range; write a whole number from 6 to 40.");
        row("no number", "rounds", "8x", "rounds: '8x' is not a whole number; write one from 6 to 40 such as 8.");
        row("a size where a number is meant", "rounds", "8Ki", "is not a whole number");
        row("nothing", "rounds", "", "is not a whole number");
        QTest::newRow("an unknown word") << "precision"
                                         << "fp8"
                                         << "fp32, fp64";
    }
    void refusesWhatIsNotPossibleByName()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, said);
        const auto values = readParameters(anInfo(), {{name.toStdString(), value.toStdString()}});
        QVERIFY(!values.ok());
        QCOMPARE(values.error().kind, ErrorKind::InvalidInput);
        QVERIFY2(QString::fromStdString(values.error().message()).contains(said), values.error().message().c_str());
    }
    void anAutomaticSizeIsSettledWithinItsRange()
    {
        ExperimentInfo info = anInfo();
        QVERIFY(!readParameters(info, {{"size", "auto"}}).ok()); // where it is not the default, it is no size
        info.parameters[0].defaultValue = automaticSize;
        info.parameters[0].highest = double(1 << 28);
        auto values = readParameters(info, {});
        QVERIFY(values.ok());
        QCOMPARE(values->number("size"), std::int64_t{64} << 20);
        values->settle(info, std::int64_t{128} << 20);
        QCOMPARE(values->number("size"), std::int64_t{128} << 20);
        QCOMPARE(values->texts().at("size"), std::string("128Mi"));
        values->settle(info, 16); // what is settled stays
        QCOMPARE(values->number("size"), std::int64_t{128} << 20);
        values = readParameters(info, {});
        values->settle(info, std::int64_t{1} << 40);
        QCOMPARE(values->number("size"), std::int64_t{1} << 28);
        auto typed = readParameters(info, {{"size", "4Ki"}});
        typed->settle(info, std::int64_t{128} << 20);
        QCOMPARE(typed->number("size"), std::int64_t{4096});
        const auto wrong = readParameters(info, {{"size", "automatic"}});
        QVERIFY(!wrong.ok());
        QCOMPARE(
            wrong.error().message(),
            std::string("size: 'automatic' is not a whole number; write one from 16 to 256Mi such as 16Mi, or auto."));
    }
    void everyExperimentCanRunWithItsDefaults()
    {
        std::set<std::string> ids;
        for (const ExperimentDefinition* one : experimentDefinitions()) {
            const ExperimentInfo& info = one->info();
            QVERIFY2(ids.insert(info.id).second, info.id.c_str());
            QVERIFY2(readParameters(info, {}).ok(), info.id.c_str());
            QVERIFY2(!info.title.empty() && !info.summary.empty() && !info.plots.empty(), info.id.c_str());
            QCOMPARE(findExperiment(info.id), one);
            // What is told in place of one that is wrong is possible itself.
            for (const ExperimentParameter& parameter : info.parameters)
                if (parameter.kind == ParameterKind::Size && parameter.defaultValue == automaticSize) {
                    QVERIFY2(readParameters(info, {{parameter.name, "16Mi"}}).ok(), info.id.c_str());
                }
            // Nothing was measured and no roof is known: nothing to say, and no crash.
            ExperimentResult nothing;
            nothing.id = info.id;
            QVERIFY2(one->analyse(nothing).empty(), info.id.c_str());
        }
        QVERIFY(!requireExperiment("no-such-thing").ok());
    }
    void everyExperimentSaysFirstThatOtherProgramsDisturbedIt()
    {
        const QString sentence = QStringLiteral("Other programs used the processor during 1 of 2 measurements: ");
        for (const ExperimentDefinition* one : experimentDefinitions()) {
            ExperimentResult result;
            result.id = one->info().id;
            result.points = {{.series = "any", .x = 1.0, .y = 1.0, .low = 1.0, .high = 1.0},
                             {.series = "any", .x = 2.0, .y = 1.0, .low = 1.0, .high = 1.0}};
            QVERIFY2(!sentencesOf(one->analyse(result)).contains("Other programs used"), result.id.c_str());
            result.points.back().flags = Flag::MachineBusy;
            const QString said = sentencesOf(one->analyse(result));
            QVERIFY2(said.startsWith(sentence) && said.count("Other programs used") == 1, qPrintable(said));
        }
    }
    void whatIsShownEarlyIsPredictedAgainInItsPlace_data()
    {
        QTest::addColumn<QString>("id");
        for (const ExperimentDefinition* experiment : experimentDefinitions())
            QTest::newRow(experiment->info().id.c_str()) << QString::fromStdString(experiment->info().id);
    }
    void whatIsShownEarlyIsPredictedAgainInItsPlace()
    {
        QFETCH(QString, id);
        const ExperimentDefinition* experiment = findExperiment(id.toStdString());
        const DeviceInfo device = syntheticDevice();
        auto parameters = *readParameters(experiment->info(), {});
        const bool waitsForLevels = parameters.hasAutomatic(experiment->info());
        parameters.settle(experiment->info(), 1 << 24);
        QVERIFY(!parameters.hasAutomatic(experiment->info()));
        const auto later = experiment->predict(parameters, roofsTimes(1.0), device);
        // Whatever a roof is before it is sharp, and with those of the processor alone.
        std::vector<RoofSet> early{roofsTimes(0.5), roofsTimes(1.7)};
        if (!waitsForLevels)
            early.push_back(withoutBandwidths(roofsTimes(1.0)));
        for (const RoofSet& roofs : early)
            for (const ExperimentPoint& point : experiment->predictEarly(parameters, roofs, device)) {
                QVERIFY(point.provenance != Provenance::Measured);
                const bool isThere = std::any_of(
                    later.begin(), later.end(), [&](const ExperimentPoint& other) { return point.isSamePlace(other); });
                QVERIFY2(
                    isThere,
                    (point.series.words() + ", " + point.label.words() + " at " + std::to_string(point.x)).c_str());
            }
    }

    void productsAreDrawnBeforeMemoryIsMeasured_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"matmul", "matmul-shapes", "matmul-waves", "predictable-data"})
            QTest::newRow(id) << QString::fromLatin1(id);
    }
    void productsAreDrawnBeforeMemoryIsMeasured()
    {
        QFETCH(QString, id);
        FakeClock clock;
        ProductBackend backend(clock);
        ExperimentRunner runner = runnerOf(id.toLatin1().constData(), backend, clock);
        std::vector<ExperimentPoint> points;
        while (points.empty() && runner.step())
            points = runner.takeNewPoints();
        QVERIFY(!points.empty());
        QCOMPARE(points.front().provenance, Provenance::Predicted);
        QVERIFY(runner.roofs().find("compute.fp32.fma") != nullptr);
        QVERIFY(runner.roofs().find("bandwidth.dram") == nullptr);
        // Memory comes after that, and before the first number that is measured.
        while (points.front().provenance != Provenance::Measured && runner.step())
            if (auto more = runner.takeNewPoints(); !more.empty())
                points = std::move(more);
        QVERIFY(runner.roofs().find("bandwidth.dram") != nullptr);
        QVERIFY(runner.progress().fraction >= 0.2);
    }
    void aRoofMeasuredInPassingLeavesTheLevelsThatAreKnown()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentDefinition* experiment = findExperiment("matmul");
        RoofSet known = syntheticRoofs(2);
        std::erase_if(known.roofs, [](const Roof& roof) { return roof.id == "bandwidth.dram"; });
        QVERIFY(known.levels.size() > 1);
        ExperimentRunner runner(backend,
                                {.experiment = experiment,
                                 .parameters = *readParameters(experiment->info(), {}),
                                 .threads = 2,
                                 .budget = Seconds(1e6),
                                 .known = known},
                                clock, "now");
        while (runner.progress().what == "roofs" && runner.step())
            ;
        QVERIFY(runner.roofs().find("bandwidth.dram") != nullptr); // this backend's curve sees no cache
        QCOMPARE(runner.roofs().levels.size(), known.levels.size());
    }
    void progressOverBothKindsOfRoofsNeverFalls()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        ExperimentRunner runner = runnerOf("matmul", backend, clock);
        double before = 0.0;
        while (runner.step() && runner.progress().what == "roofs") {
            QVERIFY(runner.progress().fraction >= before && runner.progress().fraction <= 0.2);
            before = runner.progress().fraction;
        }
        QVERIFY(before > 0.1);
    }
    void whatIsPredictedBeforeARunIsOfItsSizes()
    {
        RoofSet known = cubeRoofs();
        known.levels = {{.name = "l3", .capacity = Bytes(32.0 * 1024 * 1024)}, known.levels.front()};
        FakeClock clock;
        ModelBackend backend(cubeDevice(), clock);
        const ExperimentDefinition& experiment = *findExperiment("envelope");
        const ExperimentResult run = ranOn(backend, clock, "envelope", {}, known, 1).result;
        auto parameters = readParameters(experiment.info(), {});
        settleSizes(*parameters, experiment.info(), known, 1, backend.info());
        QCOMPARE(parameters->texts().at("size"), std::string("32Mi")); // four times the cache
        QCOMPARE(run.parameters.at("size"), parameters->texts().at("size"));
        int compared = 0;
        for (const ExperimentPoint& early : experiment.predict(*parameters, known, backend.info()))
            if (early.plot == envelope::passPlot && early.label.empty())
                for (const ExperimentPoint& point : run.points)
                    if (point.plot == early.plot && point.provenance == Provenance::Predicted && point.label.empty()
                        && point.x == early.x) {
                        QCOMPARE(point.y, early.y);
                        ++compared;
                    }
        QVERIFY(compared > 3);
        // What was typed stays.
        auto typed = readParameters(experiment.info(), {{"size", "1Mi"}});
        settleSizes(*typed, experiment.info(), known, 1, backend.info());
        QCOMPARE(typed->number("size"), std::int64_t{1} << 20);
    }
    void aSizeThatMemoryDecidesWaitsForItsLevels()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        ExperimentRunner runner = runnerOf("operator-gallery", backend, clock);
        std::vector<ExperimentPoint> points;
        while (points.empty() && runner.step())
            points = runner.takeNewPoints();
        QVERIFY(!points.empty());
        QVERIFY(!runner.roofs().levels.empty());
        QVERIFY(runner.result().parameters.at("size") != automaticSize);
    }
};

RIDGEPOINT_TEST(ParametersTest)
#include "parameters_test.moc"
