// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_runner.h"
#include "core/experiment/frame/timed_step.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QStringList>

#include <utility>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// An experiment whose steps a test gives.
class Scripted final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{.id = "scripted", .title = "t", .summary = "s", .plots = {{}}};
        return info;
    }
    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters&, const RoofSet&,
                                                       const DeviceInfo&) const override
    {
        return {{.series = "predicted", .label = "a", .y = 5.0, .provenance = Provenance::Predicted}};
    }
    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo&) const override
    {
        return wanted;
    }
    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters&,
                                                            MeasuringContext&) const override
    {
        return given;
    }
    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult&) const override { return {}; }

    std::vector<std::string> wanted;
    Result<std::vector<ExperimentStep>> given{std::vector<ExperimentStep>{}};
};

struct Rig {
    FakeClock clock;
    ModelBackend backend{ModelDevice{}, clock};
    Scripted experiment;
    QStringList log;

    ExperimentStep step(const char* name, int rounds, StepState state = StepState::Round, Seconds takes = {})
    {
        return {name, rounds, [this, name, state, takes](MeasuringContext& context) -> Result<StepState> {
                    log << QString::fromLatin1(name);
                    clock.advance(takes);
                    context.put({.series = "measured", .label = name, .y = 1.0, .low = 1.0, .high = 1.0});
                    return state;
                }};
    }
    ExperimentStep failing(const char* name, const char* lacks = "library")
    {
        return {name, 3, [this, name, lacks](MeasuringContext&) -> Result<StepState> {
                    log << QString::fromLatin1(name);
                    return Error{ErrorKind::Unavailable, "x.missing", "no %1 here", {lacks}};
                }};
    }
    ExperimentRunner runner(Seconds budget = Seconds(30.0))
    {
        return ExperimentRunner(
            backend, {.experiment = &experiment, .parameters = {}, .threads = 1, .budget = budget, .known = {}}, clock,
            "now");
    }
};

/// The time that a timed step of so many usual rounds comes to, and the rounds that it had.
std::pair<double, int> timed(Rig& rig, const Workload& workload, int rounds)
{
    ExperimentStep step = timedStep(
        "pass", [workload](MeasuringContext& context) { return context.backend.prepare(workload); },
        [](const Summary& summary) -> std::vector<ExperimentPoint> {
            return {measuredPoint("measured", "pass", 0.0, summary)};
        },
        true, rounds);
    step.run = [&rig, run = step.run](MeasuringContext& context) {
        rig.log << QStringLiteral("round");
        return run(context);
    };
    rig.experiment.given = std::vector{step};
    auto runner = rig.runner();
    while (runner.step()) {
    }
    const ExperimentPoint* point = runner.result().find("pass");
    return {point != nullptr ? point->y : 0.0, static_cast<int>(rig.log.size())};
}

} // namespace

class RunnerTest : public Case {
    Q_OBJECT
private slots:
    void predictsBeforeItMeasures()
    {
        Rig rig;
        rig.experiment.given = std::vector{rig.step("a", 1)};
        auto runner = rig.runner();
        QVERIFY(runner.step());
        QVERIFY(rig.log.isEmpty());
        auto points = runner.takeNewPoints();
        QCOMPARE(points.size(), std::size_t{1});
        QCOMPARE(points[0].provenance, Provenance::Predicted);
        while (runner.step()) {
        }
        points = runner.takeNewPoints();
        QCOMPARE(points.size(), std::size_t{1});
        QCOMPARE(points[0].provenance, Provenance::Measured);
        QCOMPARE(runner.outcome(), RunOutcome::Done);
        QCOMPARE(runner.result().points.size(), std::size_t{2});
    }
    void stepsTakeTurnsInRounds()
    {
        Rig rig;
        rig.experiment.given = std::vector{rig.step("a", 3), rig.step("b", 1), rig.step("c", 2),
                                           rig.step("d", 9, StepState::Finished)};
        auto runner = rig.runner();
        while (runner.step()) {
        }
        QCOMPARE(rig.log.join(QLatin1Char(' ')), QStringLiteral("a b c d a c a"));
        QCOMPARE(runner.progress().fraction, 1.0);
    }
    void aRoundWithoutAPauseIsToldBetweenItsPiecesAlone()
    {
        Rig rig;
        ExperimentStep unbroken{.what = "u",
                                .rounds = 1,
                                .run = [pieces = 0](MeasuringContext&) mutable -> Result<StepState> {
                                    return ++pieces < 3 ? StepState::Again : StepState::Round;
                                },
                                .isUnbroken = true};
        ExperimentStep usual = unbroken;
        usual.isUnbroken = false;
        rig.experiment.given = std::vector{usual, unbroken};
        auto runner = rig.runner();
        std::vector<bool> told;
        while (runner.step())
            told.push_back(runner.isUnbroken());
        QCOMPARE(told,
                 (std::vector<bool>{false, false, false, false, true, true})); // prepared, then three pieces of each
        QVERIFY(!runner.isUnbroken());
    }
    void aPartThatFailsIsNamedAndTheOthersGoOn()
    {
        Rig rig;
        rig.experiment.given = std::vector{rig.step("a", 2), rig.failing("b"), rig.step("c", 2)};
        auto runner = rig.runner();
        while (runner.step()) {
        }
        QCOMPARE(rig.log.join(QLatin1Char(' ')), QStringLiteral("a b c a c"));
        QCOMPARE(runner.outcome(), RunOutcome::Done);
        QCOMPARE(runner.result().unavailable.size(), std::size_t{1});
        QCOMPARE(runner.result().unavailable[0].part, std::string("b"));
        QCOMPARE(runner.result().unavailable[0].reason.message(), std::string("no library here"));
    }
    void failsWhereNothingCouldBeMeasured()
    {
        Rig rig;
        rig.experiment.given = std::vector{rig.failing("b")};
        auto runner = rig.runner();
        while (runner.step()) {
        }
        QCOMPARE(runner.outcome(), RunOutcome::Failed);
        QCOMPARE(runner.error()->id, std::string("x.missing"));
    }
    void whereEveryStepFailsTheFirstFailureIsTheReason()
    {
        Rig rig;
        rig.experiment.given = std::vector{rig.failing("b", "driver"), rig.failing("c", "number")};
        auto runner = rig.runner();
        while (runner.step()) {
        }
        QCOMPARE(runner.outcome(), RunOutcome::Failed);
        QCOMPARE(runner.error()->message(), std::string("no driver here"));
        QCOMPARE(runner.result().unavailable.size(), std::size_t{2}); // each keeps its own
        QCOMPARE(runner.result().unavailable[1].reason.message(), std::string("no number here"));
    }
    void refusedParametersEndItWithTheirReason()
    {
        Rig rig;
        rig.experiment.given = Error{ErrorKind::InvalidInput, "x.size", "too large", {}};
        auto runner = rig.runner();
        while (runner.step()) {
        }
        QCOMPARE(runner.outcome(), RunOutcome::Failed);
        QCOMPARE(runner.error()->id, std::string("x.size"));
    }
    void aStepHasMoreRoundsUntilItIsFinished()
    {
        Rig rig;
        ExperimentStep settling = rig.step("a", 2);
        settling.moreRounds = 4;
        settling.run = [run = settling.run, rounds = 0](MeasuringContext& context) mutable -> Result<StepState> {
            const auto state = run(context);
            return ++rounds < 4 ? state : StepState::Finished;
        };
        rig.experiment.given = std::vector{settling, rig.step("b", 3)};
        auto runner = rig.runner();
        while (runner.step()) {
        }
        QCOMPARE(rig.log.join(QLatin1Char(' ')), QStringLiteral("a b a b a b a"));
        QCOMPARE(runner.outcome(), RunOutcome::Done);
    }
    void theBudgetEndsItAfterTheFirstRound()
    {
        Rig rig;
        rig.experiment.given = std::vector{rig.step("a", 50, StepState::Round, Seconds(0.9)),
                                           rig.step("b", 50, StepState::Round, Seconds(0.9))};
        auto runner = rig.runner(Seconds(1.0));
        while (runner.step()) {
        }
        QCOMPARE(rig.log.join(QLatin1Char(' ')), QStringLiteral("a b"));
        QCOMPARE(runner.outcome(), RunOutcome::BudgetSpent);
    }
    void theFirstRoundMayTakeTwiceTheBudgetAndNoMore()
    {
        Rig rig;
        rig.experiment.given = std::vector{rig.step("a", 1, StepState::Round, Seconds(1.5)),
                                           rig.step("b", 1, StepState::Again, Seconds(0.2)), rig.step("c", 1)};
        auto runner = rig.runner(Seconds(1.0));
        while (runner.step()) {
        }
        // Also in the middle of a step that is cut into pieces.
        QCOMPARE(rig.log.join(QLatin1Char(' ')), QStringLiteral("a b b b"));
        QCOMPARE(runner.outcome(), RunOutcome::BudgetSpent);
        QCOMPARE(runner.result().unavailable.size(), std::size_t{2});
        QCOMPARE(runner.result().unavailable[0].part, std::string("b"));
        QCOMPARE(runner.result().unavailable[1].part, std::string("c"));
        QCOMPARE(runner.result().unavailable[1].reason.kind, ErrorKind::Timeout);
    }
    void aRoofThatCouldNotBeMeasuredIsNotTriedAgain()
    {
        Rig rig;
        const std::string id = bandwidthRoofId("dram");
        rig.experiment.wanted = {id};
        rig.experiment.given = std::vector{rig.step("a", 1)};
        RoofSet known;
        known.unavailable = {{id, {ErrorKind::Unavailable, "x.none", "none here", {}}}};
        ExperimentRunner runner(rig.backend,
                                {.experiment = &rig.experiment, .parameters = {}, .threads = 1, .known = known},
                                rig.clock, "now");
        QVERIFY(runner.step()); // the prediction, at once
        QVERIFY(!runner.takeNewPoints().empty());
        QVERIFY(runner.roofs().find(id) == nullptr);
        QCOMPARE(runner.result().unavailable.size(), std::size_t{1});
        QCOMPARE(runner.result().unavailable[0].part, id);
    }
    void cancellingKeepsWhatWasMeasured()
    {
        Rig rig;
        rig.experiment.given = std::vector{rig.step("a", 5), rig.step("b", 5)};
        auto runner = rig.runner();
        while (runner.step())
            if (rig.log.size() == 3)
                runner.cancel();
        QCOMPARE(rig.log.size(), 3);
        QCOMPARE(runner.outcome(), RunOutcome::Cancelled);
        QCOMPARE(runner.result().points.size(), std::size_t{3});
    }
    void longWorkIsCutIntoPieces()
    {
        Rig rig;
        int pieces = 0;
        rig.experiment.given = std::vector{ExperimentStep{"a", 1,
                                                          [&](MeasuringContext&) -> Result<StepState> {
                                                              return ++pieces < 4 ? StepState::Again : StepState::Round;
                                                          }},
                                           rig.step("b", 1)};
        auto runner = rig.runner();
        while (runner.step()) {
        }
        QCOMPARE(pieces, 4);
        QCOMPARE(rig.log.size(), 1);
    }
    void aTimedStepComesToTheDevicesOwnTime()
    {
        Rig rig;
        const Workload workload{.elements = 1 << 16, .threads = 1};
        const double truth = rig.backend.device().time(workload);
        rig.experiment.given = std::vector{timedStep(
            "pass", [workload](MeasuringContext& context) { return context.backend.prepare(workload); },
            [](const Summary& summary) -> std::vector<ExperimentPoint> {
                return {measuredPoint("measured", "pass", 0.0, summary)};
            })};
        auto runner = rig.runner();
        while (runner.step()) {
        }
        QCOMPARE(runner.outcome(), RunOutcome::Done);
        const ExperimentPoint* point = runner.result().find("pass");
        QVERIFY(point != nullptr);
        QVERIFY2(std::abs(point->y / truth - 1.0) < 0.05, qPrintable(QString::number(point->y / truth)));
        QVERIFY(point->low <= point->y && point->y <= point->high);
    }
    void aTimedStepIsRidOfWhatItsThreadsLost()
    {
        Rig rig;
        const Workload workload{.elements = 1 << 16, .threads = 1};
        const double truth = rig.backend.device().time(workload);
        rig.backend.intercept([](const Workload&, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
            timing.time = timing.time * 2.0;
            timing.lost = timing.time / 2.0;
            return timing;
        });
        const auto [y, rounds] = timed(rig, workload, usualRounds);
        QVERIFY2(std::abs(y / truth - 1.0) < 0.05, qPrintable(QString::number(y / truth)));
        QVERIFY(rounds <= usualRounds);
    }
    /// Every second round is half as long again: no interval of it is within a tenth.
    void whatOthersDisturbIsTimedInMoreRounds_data()
    {
        QTest::addColumn<bool>("isPreempted");
        QTest::addColumn<int>("rounds");
        QTest::newRow("others") << true << 3 * usualRounds;
        QTest::newRow("the device itself") << false << usualRounds;
    }
    void whatOthersDisturbIsTimedInMoreRounds()
    {
        QFETCH(const bool, isPreempted);
        Rig rig;
        const Workload workload{.elements = 1 << 16, .threads = 1};
        rig.backend.intercept(
            [&rig, isPreempted](const Workload&, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
                if (rig.log.size() % 2 != 0) {
                    timing.time = timing.time * 1.5;
                    if (isPreempted)
                        timing.flags |= Flag::Preempted;
                }
                return timing;
            });
        QTEST(timed(rig, workload, usualRounds).second, "rounds");
    }
};

RIDGEPOINT_TEST(RunnerTest)
#include "experiment_runner_test.moc"
