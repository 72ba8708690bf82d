// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_runner.h"
#include "core/experiment/ladder/child_program.h"
#include "core/experiment/ladder/dispatch_timers.h"
#include "core/experiment/ladder/overhead_ladder.h"
#include "core/experiment/registry.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/model_backend.h"
#include "tests/support/product_backend.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <string>

#include <sys/wait.h>

using namespace ridgepoint;
using namespace ridgepoint::test;
using namespace ridgepoint::dispatch;

namespace {

/// Runs steps by themselves, all rounds, one after the other; the errors of those that failed.
struct Bench {
    FakeClock clock;
    ModelBackend backend{ModelDevice{}, clock};
    RoofSet roofs;
    ExperimentResult result;
    MeasuringContext context{backend, clock, roofs, 1, [this](ExperimentPoint point) { result.put(std::move(point)); }};

    std::optional<Error> run(const ExperimentStep& step)
    {
        for (int round = 0; round < step.rounds;) {
            const auto state = step.run(context);
            if (!state)
                return state.error();
            if (*state == StepState::Finished)
                return std::nullopt;
            round += *state == StepState::Round ? 1 : 0;
        }
        return std::nullopt;
    }
};

std::vector<std::string> words(std::initializer_list<LabelTerm> terms)
{
    std::vector<std::string> all;
    for (const LabelTerm term : terms)
        all.emplace_back(term.words);
    return all;
}

ExperimentPoint rungBar(const LabelName& label, double y)
{
    return {.series = "measured", .label = label, .y = y, .low = y, .high = y};
}

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

class LadderTest : public Case {
    Q_OBJECT
private slots:
    void readsTheRatesOfOneRung()
    {
        const std::string output = "one 1000\nmany 5e9\nnonsense\none x\none -3\none 2000.5\nTraceback one 7\n";
        QCOMPARE(ratesIn(output, "one"), (std::vector<double>{1000.0, 2000.5}));
        QCOMPARE(ratesIn(output, "many"), std::vector<double>{5e9});
        QVERIFY(ratesIn({}, "one").empty());
    }
    void saysWhatIsDoneInTheTimeOfOnePythonFlop()
    {
        ExperimentResult result;
        result.points = {rungBar(rung::python, 32e6), rungBar(rung::torchOne, 280e3), rungBar(rung::matrix, 6.4e12)};
        const QString said = sentencesOf(findExperiment("ladder")->analyse(result));
        QVERIFY2(said.contains("One Python addition takes 31.2 ns."), qPrintable(said));
        QVERIFY2(said.contains("PyTorch, one element per call: one FLOP takes as long as 114 FLOP in Python."),
                 qPrintable(said));
        QVERIFY2(said.contains("Matrix unit, all cores does 200 kFLOP."), qPrintable(said));
    }
    void anInterpreterThatIsMissingIsNamed()
    {
        Bench bench;
        const auto error = bench.run(interpreterSteps("no-such-python3", Seconds(5.0)).front());
        QVERIFY(error.has_value());
        QCOMPARE(error->kind, ErrorKind::Unavailable);
        QVERIFY2(QString::fromStdString(error->message()).contains("no-such-python3"), error->message().c_str());
    }
    void aProgramThatHangsIsStoppedAtItsDeadline_data()
    {
        QTest::addColumn<QByteArray>("printed");
        QTest::addColumn<QString>("said");
        QTest::newRow("after it had measured") << QByteArray("echo loop 1000\n") << "the results so far are shown";
        QTest::newRow("before") << QByteArray() << "before it measured anything";
    }
    void aProgramThatHangsIsStoppedAtItsDeadline()
    {
        QFETCH(QByteArray, printed);
        QFETCH(QString, said);
        QTemporaryDir folder;
        QFile script(folder.filePath("python3"));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\n" + printed + "exec sleep 600\n");
        script.close();
        QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        Bench bench;
        const auto error = bench.run(interpreterSteps(script.fileName().toStdString(), Seconds(9.0)).front());
        QVERIFY(error.has_value());
        QCOMPARE(error->kind, ErrorKind::Timeout);
        QVERIFY2(QString::fromStdString(error->message()).contains(said), error->message().c_str());
        // What it had printed before it hung is kept.
        const ExperimentPoint* point = bench.result.find(rung::python);
        QCOMPARE(point != nullptr, !printed.isEmpty());
        if (point != nullptr)
            QCOMPARE(point->y, 1000.0);
    }
    void takesWhatAProgramPrintedWhole()
    {
        ChildProgram program;
        QVERIFY(program.start("sh", {"-c", "echo first; echo second"}).ok());
        for (int i = 0; i < 500 && program.running(); ++i)
            program.poll(Seconds(0.02));
        QVERIFY(!program.running() && program.succeeded());
        QCOMPARE(program.output(), std::string("first\nsecond\n"));
        QVERIFY(program.start("sh", {"-c", "exit 3"}).ok());
        for (int i = 0; i < 500 && program.running(); ++i)
            program.poll(Seconds(0.02));
        QVERIFY(!program.running() && !program.succeeded());
    }
    void aProgramThatSomebodyElseWaitedForHasEnded()
    {
        ChildProgram program;
        QVERIFY(program.start("true", {}).ok());
        QVERIFY(waitpid(-1, nullptr, 0) > 0);
        for (int i = 0; i < 500 && program.running(); ++i)
            program.poll(Seconds(0.02));
        QVERIFY(!program.running() && !program.succeeded());
    }
    void whatAnEndedProgramStartedEndsToo()
    {
        ChildProgram program;
        QVERIFY(program.start("sh", {"-c", "sleep 600 >/dev/null & echo $!"}).ok());
        for (int i = 0; i < 500 && program.running(); ++i)
            program.poll(Seconds(0.02));
        QVERIFY(program.succeeded());
        const pid_t left = std::stoi(program.output());
        // Ended, it waits for its new parent to ask, which may never come: state Z.
        QTRY_VERIFY([left] {
            QFile stat(QStringLiteral("/proc/%1/stat").arg(left));
            return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z ");
        }());
    }
    void aScriptThatPrintsNothingIsNotTakenForAMissingModule()
    {
        QTemporaryDir folder;
        const auto errorOf = [&](const char* text, std::size_t which) {
            QFile script(folder.filePath("python3"));
            script.open(QIODevice::WriteOnly | QIODevice::Truncate);
            script.write(text);
            script.close();
            script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            Bench bench;
            return bench.run(interpreterSteps(script.fileName().toStdString(), Seconds(60.0))[which]).value_or(Error{});
        };
        QCOMPARE(errorOf("#!/bin/sh\nexit 1\n", 1).id, std::string("ladder.no-numbers"));
        QCOMPARE(errorOf("#!/bin/sh\necho missing\nexit 3\n", 1).id, std::string("ladder.no-module"));
        QVERIFY(errorOf("#!/bin/sh\necho missing\nexit 3\n", 2).message().find("PyTorch is not installed")
                != std::string::npos);
    }
    void fewerThreadsThanThereAreAreNotCalledAllCores()
    {
        Bench bench;
        bench.backend.editableInfo().threads = 8;
        bench.context.threads = 2;
        const ExperimentDefinition* ladder = findExperiment("ladder");
        const auto parameters = readParameters(ladder->info(), {});
        const auto namesOf = [&] {
            QString names;
            const auto steps = ladder->steps(*parameters, bench.context);
            for (const ExperimentStep& step : *steps)
                names += QString::fromStdString(step.what) + QLatin1Char('\n');
            return names;
        };
        QVERIFY(namesOf().contains("Vector units, 2 threads\n"));
        bench.context.threads = 8;
        QVERIFY(namesOf().contains("Vector units, all cores\n"));
    }
    void onAGpuTheProcessorsRungsStandBelowIt()
    {
        Bench bench;
        ProductBackend processor(bench.clock);
        bench.backend.editableInfo().id = "cuda:0";
        bench.backend.editableInfo().kind = DeviceKind::Cuda;
        int asked = 0;
        bench.context.host = [&]() -> Result<Backend*> {
            ++asked;
            return &processor;
        };
        const ExperimentDefinition* ladder = findExperiment("ladder");
        const auto steps = ladder->steps(*readParameters(ladder->info(), {}), bench.context);
        QVERIFY(steps.ok());
        QCOMPARE(asked, 1);
        std::vector<std::string> names;
        for (const ExperimentStep& step : *steps)
            names.push_back(step.what);
        const std::vector<std::string> last(names.end() - 6, names.end());
        QCOMPARE(last, words({rung::boxed, rung::scalar, rung::vector, rung::cores, rung::matrix, rung::gpu}));
        for (const ExperimentStep& step : *steps)
            if (step.what == rung::vector.words || step.what == rung::matrix.words)
                QVERIFY(!bench.run(step).has_value());
        const ExperimentPoint* vector = bench.result.find(rung::vector);
        const ExperimentPoint* matrix = bench.result.find(rung::matrix);
        QVERIFY(vector != nullptr && matrix != nullptr);
        QVERIFY(std::abs(vector->y / 400e9 - 1.0) < 0.01 && std::abs(matrix->y / 4e12 - 1.0) < 0.01);
        // The result's roofs are the GPU's: nothing is to be judged by them.
        QVERIFY(!vector->work && !matrix->work);
    }
    void whereTheProcessorCannotBeMeasuredBesideAGpuItIsNamed()
    {
        Bench bench;
        bench.backend.editableInfo().kind = DeviceKind::Cuda;
        bench.backend.editableInfo().id = "cuda:0";
        const ExperimentDefinition* ladder = findExperiment("ladder");
        const auto reasonOf = [&]() -> std::string {
            const auto steps = ladder->steps(*readParameters(ladder->info(), {}), bench.context);
            for (const ExperimentStep& step : *steps)
                if (step.what == rung::processor.words)
                    return bench.run(step).value_or(Error{}).id;
            return {};
        };
        QCOMPARE(reasonOf(), std::string("ladder.no-processor"));
        bench.context.host = []() -> Result<Backend*> {
            return Error{ErrorKind::Unavailable, "lock.held", "measured by another", {}};
        };
        QCOMPARE(reasonOf(), std::string("lock.held"));
    }
    void aFloodIsBounded()
    {
        ChildProgram program;
        QVERIFY(program.start("yes", {}).ok());
        for (int i = 0; i < 100; ++i)
            program.poll(Seconds(0.005));
        QVERIFY(program.running());
        QVERIFY(program.output().size() <= std::size_t{64} << 10U);
        program.kill();
        QVERIFY(!program.running());
    }
    void compiledRungsComeToNumbers()
    {
        Bench bench;
        for (const ExperimentStep& step : compiledSteps())
            QVERIFY(!bench.run(step).has_value());
        const ExperimentPoint* boxed = bench.result.find(rung::boxed);
        const ExperimentPoint* scalar = bench.result.find(rung::scalar);
        QVERIFY(boxed != nullptr && scalar != nullptr);
        QVERIFY(boxed->y > 0.0 && boxed->low <= boxed->y && boxed->y <= boxed->high);
        QVERIFY(scalar->y > 0.0);
    }
    void aUnitsRungIsJudgedByTheRoofThatItIs()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        ExperimentResult result;
        const RoofSet known;
        MeasuringContext context{backend, clock, known, 2,
                                 [&](ExperimentPoint point) { result.put(std::move(point)); }};
        QVERIFY(roofStep("Matrix unit", "compute.bf16.matrix", 2).run(context).ok());
        const ExperimentPoint* point = result.find("Matrix unit");
        QVERIFY(point != nullptr && point->work.has_value());
        const std::vector<Roof> roofs = productRoofs().roofs;
        const auto verdict = judge(*point->work, roofs);
        QVERIFY(verdict.ok());
        QCOMPARE(verdict->verdict.limit, Regime::Compute);
        QVERIFY(std::abs(verdict->verdict.shareOfRoof - 1.0) < 1e-6);
        const auto wanted = findExperiment("ladder")->roofs({}, backend.info());
        QVERIFY(std::find(wanted.begin(), wanted.end(), "compute.bf16.matrix") != wanted.end());
    }
    void whatWasPublishedStandsBesideWithItsSource()
    {
        const ExperimentDefinition* ladder = findExperiment("ladder");
        const auto parameters = readParameters(ladder->info(), {});
        for (const ExperimentPoint& point : ladder->predict(*parameters, {}, {})) {
            QCOMPARE(point.provenance, Provenance::Published);
            QVERIFY(!point.source.empty());
        }
    }
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

RIDGEPOINT_TEST(LadderTest)
#include "ladder_test.moc"
