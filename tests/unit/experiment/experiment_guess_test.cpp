// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_guess.h"

#include "core/experiment/envelope/envelope.h"
#include "core/experiment/launch-modes/launch_modes.h"
#include "core/experiment/matmul-waves/matmul_waves.h"
#include "core/experiment/frame/product_steps.h"
#include "core/experiment/mistakes/benchmark_mistakes.h"
#include "core/experiment/ladder/overhead_ladder.h"
#include "core/experiment/operator-gallery/operator_gallery.h"
#include "core/experiment/predictable-data/predictable_data.h"
#include "core/experiment/recompute/recompute.h"
#include "core/experiment/registry.h"
#include "core/experiment/transfers/loading_pipeline.h"
#include "core/experiment/transfers/transfers.h"
#include "core/experiment/transformer-layer/layer_experiment.h"
#include "core/experiment/what-would-help/what_would_help.h"
#include "core/model/transformer_layer.h"
#include "tests/support/test_main.h"

#include <QList>
#include <QPointF>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

using namespace ridgepoint;

namespace {

struct At {
    double x = 0.0;
    int plot = 0;
};

ExperimentPoint seen(SeriesName series, LabelName label, double y, At at = {})
{
    return {.series = std::move(series),
            .label = std::move(label),
            .x = at.x,
            .y = y,
            .low = y,
            .high = y,
            .plot = at.plot};
}

/// Numbers of known answer in the places that the question of each experiment reads.
std::vector<ExperimentPoint> pointsFor(const std::string& id)
{
    if (id == "envelope") { // flat at 1 ms, then 10 µs for each operation: they meet at 100
        std::vector<ExperimentPoint> points;
        for (double k = 1; k <= 1024; k *= 2)
            points.push_back(seen({"pass", "one pass"}, {}, std::max(1e-3, k * 1e-5), {k, 1}));
        return points;
    }
    if (id == "compute-intensity") { // flat up to 32, then with the operations
        std::vector<ExperimentPoint> points{seen("mul", {}, 9.0, {1})};
        for (double k = 1; k <= 256; k *= 2)
            points.push_back(seen("fma", {}, 1e-3 * std::max(1.0, k / 32.0), {k}));
        return points;
    }
    if (id == "fusion")
        return {seen("relu", {}, 9.0, {16, 1}), seen("fma", {}, 3.0, {4, 1}), seen("fma", {}, 12.0, {16, 1})};
    if (id == "tensor-size") {
        std::vector<ExperimentPoint> points;
        for (double n = 1; n <= 65536; n *= 2)
            points.push_back(seen("fma", {}, n <= 256 ? 1e-6 : n * 1e-8, {n}));
        return points;
    }
    if (id == "launch-modes")
        return {seen("wait-each", {}, 2e-6, {64}), seen("wait-each", {}, 3e-6, {128}), seen("queued", {}, 1e-6, {64})};
    if (id == "utilisation")
        return {seen({"used", "share of the compute roof"}, {"passing", "A pass over memory"}, 0.04),
                seen({"used", "share of the compute roof"}, {"computing", "Work in registers"}, 0.9)};
    if (id == "matmul")
        return {seen(matmul::seriesOf(MatrixPrecision::Fp32), {}, 10e9, {64}),
                seen(matmul::seriesOf(MatrixPrecision::Fp32), {}, 50e9, {512}),
                seen(matmul::seriesOf(MatrixPrecision::Bf16), {}, 900e9, {512})};
    if (id == "matmul-shapes")
        return {seen("odd", {}, 400e9, {511}), seen({"multiple-of-64", "a multiple of 64"}, {}, 500e9, {512}),
                seen({"multiple-of-64", "a multiple of 64"}, {}, 900e9, {512, 1})};
    if (id == "matmul-waves")
        return {seen(matmul::ownSeriesOf(DeviceKind::Cpu), {}, 100e9, {192}),
                seen(matmul::ownSeriesOf(DeviceKind::Cpu), {}, 40e9, {193}),
                seen(matmul::librarySeries, {}, 10e9, {193})};
    if (id == "recompute")
        return {seen(recompute::saveAll, {}, 50e-3, {32}), seen(recompute::anew, {}, 20e-3, {32}),
                seen(recompute::saveAll, {}, 1e-3, {2}), seen(recompute::anew, {}, 1e-3, {2})};
    if (id == "operator-gallery")
        return {seen(gallery::own, gallery::titleOf(OperatorKind::Gelu), 2e9),
                seen(gallery::own, gallery::titleOf(OperatorKind::Relu), 5e9),
                seen(gallery::library, gallery::titleOf(OperatorKind::Relu), 9e9)};
    if (id == "transfers")
        return {seen("measured", loading::inTurn, 3e-3, {0, transfers::totalPlot}),
                seen("measured", loading::overlapped, 2e-3, {0, transfers::totalPlot})};
    if (id == "predictable-data")
        return {seen("fp32", predictable::labelOf(FactorNumbers::Zeros), 600e9, {0, 1}),
                seen("fp32", predictable::labelOf(FactorNumbers::Normal), 500e9, {0, 1})};
    if (id == "mistakes")
        return {seen("measured", mistake::right, 50e9), seen("measured", mistake::noWait, 9e12),
                seen("measured", mistake::cached, 400e9)};
    if (id == "what-would-help")
        return {
            seen(helping::speedup, {"fuse-deeper", "Fuse deeper"}, 2.0, {0, helping::plotOf(Regime::Memory)}),
            seen(helping::speedup, "Precision fp32", 2.5, {0, helping::plotOf(Regime::Memory)}),
            seen(helping::speedup, {"queue-launches", "Queue launches"}, 9.0, {0, helping::plotOf(Regime::Overhead)})};
    if (id == "ladder")
        return {seen("measured", rung::python, 50e6), seen("measured", rung::scalar, 900e6),
                seen("measured", rung::dispatcher, 20e6)};
    return {};
}

ExperimentResult resultFor(const std::string& id)
{
    ExperimentResult result{.id = id, .device = "cpu", .threads = 2};
    result.parameters = readParameters(findExperiment(id)->info(), {})->texts();
    result.points = pointsFor(id);
    return result;
}

/// Every operator of the layer at the rate that gives contractions three quarters of the time.
ExperimentResult layerResult()
{
    ExperimentResult result = resultFor("transformer-layer");
    const std::vector<LayerOperator> operators = layer::operatorsOf(result);
    int contractions = 0;
    int others = 0;
    for (const LayerOperator& one : operators)
        if (one.isIn(false))
            (one.kind == LayerClass::Contraction ? contractions : others) += one.times;
    for (const LayerOperator& one : operators) {
        const double time = one.kind == LayerClass::Contraction ? 3.0 / contractions : 1.0 / others;
        result.points.push_back(seen("measured", std::string(one.name), one.operations().value() / time, {1.0, 1}));
    }
    return result;
}

/// What is said of a guess, a line each.
QString told(const GuessQuestion& question, const Guess& guess, const GuessAnswer* answer)
{
    QStringList lines;
    for (const Finding& line : guessFindings(question, guess, answer))
        lines << QString::fromStdString(findingText(line));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

/// The question before each experiment: that it has one, how its result answers it, and what is said of a guess.
class ExperimentGuessTest : public test::Case {
    Q_OBJECT

private slots:
    void everyExperimentAsksSomethingThatItsDefaultsAnswer()
    {
        for (const ExperimentDefinition* one : experimentDefinitions()) {
            const GuessQuestion& question = one->info().guess;
            const char* id = one->info().id.c_str();
            const auto parameters = readParameters(one->info(), {});
            QVERIFY2(question.answer != nullptr && asks(question, *parameters), id);
            const std::string words = findingText(questionOf(question, *parameters));
            QVERIFY2(!words.empty() && words.find('%') == std::string::npos, words.c_str());
            std::set<std::string> ids;
            for (const LabelName& option : question.options)
                ids.insert(option.id());
            QVERIFY2(ids.size() == question.options.size(), id);
            const bool isCurve = question.kind == GuessKind::Curve;
            QVERIFY2(asksForNumber(question.kind) || isCurve ? ids.empty() : ids.size() >= 2, id);
            if (question.kind == GuessKind::Place || isCurve) {
                const ExperimentPlot& plot = one->info().plots.front();
                QVERIFY2(question.stretch != nullptr && kindOf(one->info(), plot) == ExperimentChartKind::Lines, id);
                const GuessStretch stretch = question.stretch(*parameters);
                QVERIFY2(0.0 < stretch.from && stretch.from < stretch.to, id);
                QVERIFY2(plot.y.scale != AxisScaleKind::Linear, id);
                QVERIFY2((isCurve ? question.multiples.unit : plot.x.unit) == question.unit, id);
                QVERIFY2(!isCurve || question.multiples.scale != AxisScaleKind::Linear, id);
            }
            // Predictions alone are no answer.
            ExperimentResult empty{.id = one->info().id, .device = "cpu", .parameters = parameters->texts()};
            QVERIFY2(!question.answer(empty), id);
            ExperimentResult predicted = one->info().id == "transformer-layer" ? layerResult()
                                                                               : resultFor(one->info().id);
            for (ExperimentPoint& point : predicted.points)
                point.provenance = Provenance::Predicted;
            QVERIFY2(!question.answer(predicted), id);
        }
    }
    void aResultAnswersWithANumber_data()
    {
        QTest::addColumn<double>("number");
        QTest::newRow("envelope") << 100.0;
        QTest::newRow("fusion") << 12.0;
        QTest::newRow("tensor-size") << 256.0;
        QTest::newRow("launch-modes") << 2e-6;
        QTest::newRow("utilisation") << 0.04;
        QTest::newRow("matmul") << 5.0;
        QTest::newRow("matmul-shapes") << 1.25;
        QTest::newRow("matmul-waves") << 0.4;
        QTest::newRow("recompute") << 2.5;
        QTest::newRow("operator-gallery") << 2.5;
        QTest::newRow("transfers") << 1.5;
        QTest::newRow("transformer-layer") << 0.75;
    }
    void aResultAnswersWithANumber()
    {
        QFETCH(const double, number);
        const std::string id = QTest::currentDataTag();
        const GuessQuestion& question = findExperiment(id)->info().guess;
        QVERIFY(asksForNumber(question.kind));
        const auto answer = question.answer(id == "transformer-layer" ? layerResult() : resultFor(id));
        QVERIFY(answer.has_value());
        QVERIFY2(std::abs(answer->number / number - 1.0) < 0.01, std::to_string(answer->number).c_str());
        QVERIFY(answer->why.size() <= 2);
    }
    void anAnswerHasTheIntervalThatItsPointsAllow_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        const double twice = 1.1 * 1.1; // of two numbers, each within a tenth
        QTest::newRow("envelope") << 100.0 / twice << 100.0 * twice;
        QTest::newRow("matmul-shapes") << 1.25 / twice << 1.25 * twice;
        QTest::newRow("transformer-layer") << 3.0 / (3.0 + twice) << 3.0 * twice / (3.0 * twice + 1.0);
        // The next size that was measured is beyond it for certain and so not within; nor is that of 2 elements.
        QTest::newRow("tensor-size") << 1.0 << 511.0;
    }
    void anAnswerHasTheIntervalThatItsPointsAllow()
    {
        QFETCH(const double, low);
        QFETCH(const double, high);
        const std::string id = QTest::currentDataTag();
        ExperimentResult result = id == "transformer-layer" ? layerResult() : resultFor(id);
        for (ExperimentPoint& point : result.points) {
            point.low = point.y / 1.1;
            point.high = point.y * 1.1;
        }
        const auto answer = findExperiment(id)->info().guess.answer(result);
        QVERIFY(answer.has_value());
        QVERIFY2(std::abs(answer->low / low - 1.0) < 1e-6, std::to_string(answer->low).c_str());
        QVERIFY2(std::abs(answer->high / high - 1.0) < 1e-6, std::to_string(answer->high).c_str());
        QVERIFY(answer->low <= answer->number && answer->number <= answer->high);
    }
    void everyNumberHasAnInterval()
    {
        for (const ExperimentDefinition* one : experimentDefinitions()) {
            const GuessQuestion& question = one->info().guess;
            const std::string& id = one->info().id;
            if (!asksForNumber(question.kind))
                continue;
            ExperimentResult result = id == "transformer-layer" ? layerResult() : resultFor(id);
            for (ExperimentPoint& point : result.points) {
                point.low = point.y / 1.01;
                point.high = point.y * 1.01;
            }
            const auto answer = question.answer(result);
            QVERIFY2(answer && answer->low < answer->high && answer->high < 4.0 * answer->low, id.c_str());
            QVERIFY2(answer->low <= answer->number && answer->number <= answer->high, id.c_str());
        }
    }
    void anEnvelopesBarsHaveAnIntervalToo()
    {
        ExperimentResult result{.id = "envelope", .device = "cpu"};
        for (const auto& [label, rate] : {std::pair{envelope::moved, 10.0}, std::pair{envelope::computed, 200.0}}) {
            ExperimentPoint point = seen(envelope::here, label, rate, {0, envelope::secondPlot});
            point.low = rate / 1.1;
            point.high = rate * 1.1;
            result.points.push_back(point);
        }
        const auto answer = findExperiment("envelope")->info().guess.answer(result);
        QVERIFY(answer.has_value());
        QCOMPARE(answer->number, 40.0);
        QVERIFY(std::abs(answer->low * 1.21 - 40.0) < 1e-9 && std::abs(answer->high / 1.21 - 40.0) < 1e-9);
    }
    void aFloorWithoutAnEndHasNone()
    {
        ExperimentResult result = resultFor("tensor-size");
        std::erase_if(result.points, [](const ExperimentPoint& point) { return point.x > 256.0; });
        const auto answer = findExperiment("tensor-size")->info().guess.answer(result);
        QVERIFY(answer && answer->number == 256.0 && std::isinf(answer->high));
    }
    void aResultAnswersWithTheOptionsInTheirOrder_data()
    {
        QTest::addColumn<QString>("order");
        QTest::newRow("predictable-data") << QStringLiteral("zeros");
        QTest::newRow("mistakes") << QStringLiteral("no-wait cached");
        QTest::newRow("what-would-help") << QStringLiteral("lower-precision fuse-deeper");
        QTest::newRow("ladder") << QStringLiteral("scalar python-loop dispatcher");
    }
    void aResultAnswersWithTheOptionsInTheirOrder()
    {
        QFETCH(const QString, order);
        const std::string id = QTest::currentDataTag();
        const GuessQuestion& question = findExperiment(id)->info().guess;
        const auto answer = question.answer(resultFor(id));
        QVERIFY(answer.has_value());
        QStringList ids;
        for (const GuessRank& rank : answer->ranks) {
            ids << QString::fromStdString(rank.id);
            QVERIFY2(std::any_of(question.options.begin(), question.options.end(),
                                 [&](const LabelName& option) { return option.id() == rank.id; }),
                     rank.id.c_str());
        }
        QCOMPARE(ids.join(QLatin1Char(' ')), order);
    }
    void whatWouldHelpAsksInTheWordsOfItsBars()
    {
        const std::vector<LabelName>& options = findExperiment("what-would-help")->info().guess.options;
        const auto lower = std::find_if(options.begin(), options.end(),
                                        [](const LabelName& option) { return option.id() == "lower-precision"; });
        QVERIFY(lower != options.end());
        const std::string bar = helping::labelOf({.kind = LeverKind::LowerPrecision}).words(); // before the precision
        QVERIFY2(!bar.empty() && lower->words().starts_with(bar), lower->words().c_str());
    }
    void aRunThatStoppedEarlyDoesNotAnswer()
    {
        ExperimentResult result = resultFor("fusion");
        std::erase_if(result.points, [](const ExperimentPoint& point) { return point.x == 16.0; });
        QVERIFY(!findExperiment("fusion")->info().guess.answer(result));
        result = resultFor("recompute");
        std::erase_if(result.points, [](const ExperimentPoint& point) { return point.x == 32.0; });
        QVERIFY(!findExperiment("recompute")->info().guess.answer(result));
    }
    void aQuestionIsNotAskedWhereItsParametersLeaveNoAnswer()
    {
        const ExperimentInfo& info = findExperiment("fusion")->info();
        QVERIFY(!asks(info.guess, *readParameters(info, {{"operation", "cos"}})));
        const auto parameters = readParameters(info, {{"chain", "8"}});
        QVERIFY(asks(info.guess, *parameters));
        QVERIFY(findingText(questionOf(info.guess, *parameters)).starts_with("8 multiply-adds"));
    }
    void aCurveIsReadInMultiplesOfItsFirstPlace()
    {
        const ExperimentInfo& info = findExperiment("compute-intensity")->info();
        const auto parameters = readParameters(info, {{"most", "64"}});
        QVERIFY(findingText(questionOf(info.guess, *parameters)).starts_with("From 1 to 64 operations"));
        QCOMPARE(info.guess.stretch(*parameters).to, 64.0);
        ExperimentResult result = resultFor(info.id);
        for (ExperimentPoint& point : result.points) {
            point.low = point.y / 1.1;
            point.high = point.y * 1.1;
        }
        const auto answer = info.guess.answer(result);
        QVERIFY(answer.has_value());
        QCOMPARE(answer->number, 1e-3);
        QCOMPARE(answer->curve.size(), std::size_t{8});
        const MeasuredPlace& last = answer->curve.back().measured;
        QCOMPARE(last.x, 256.0);
        QVERIFY(std::abs(last.value - 8.0) < 1e-9);
        QVERIFY(std::abs(last.interval.low - 8.0 / 1.21) < 1e-9 && std::abs(last.interval.high - 8.0 * 1.21) < 1e-9);
        // Where it begins, as measured by the series that answers, or else as predicted.
        QCOMPARE(unitOfCurve(info.guess, result, 1.0).value_or(0.0), 1e-3);
        for (ExperimentPoint& point : result.points)
            point.provenance = Provenance::Predicted;
        QCOMPARE(unitOfCurve(info.guess, result, 1.0).value_or(0.0), 9.0);
        QVERIFY(!unitOfCurve(info.guess, {}, 1.0));
        // One of which the first place is missing or uncertain has no multiples.
        result = resultFor(info.id);
        std::erase_if(result.points, [](const ExperimentPoint& point) { return point.x == 1.0; });
        QVERIFY(!info.guess.answer(result));
        result = resultFor(info.id);
        for (ExperimentPoint& point : result.points)
            point.high = point.x == 1.0 ? 3.0 * point.y : point.high;
        QVERIFY(!info.guess.answer(result));
    }
    void aCurveIsToldByWhereItPartsFirstAndWhereMost_data()
    {
        QTest::addColumn<QList<QPointF>>("curve");
        QTest::addColumn<QString>("words");
        const QString first = QStringLiteral(
            "Your curve leaves the measured one at %1 operations per element, where the pass is ");
        const QString memory = "memory-bound: it waits for memory, and more operations take no more time.\n";
        const QString compute = "compute-bound: its time grows with the operations.\n";
        QTest::newRow("with the operations from the start")
            << QList<QPointF>{{1, 1}, {256, 64}}
            << first.arg(2) + memory + "At 32 your curve is at least 13.5× too high.";
        QTest::newRow("flat to the end") << QList<QPointF>{{1, 1}, {256, 1}}
                                         << first.arg(64) + compute + "At 256 your curve is at least 8.00× too low.";
        QTest::newRow("off at one place") << QList<QPointF>{{1, 1}, {32, 1}, {128, 4}, {256, 16}}
                                          << first.arg(256) + compute + "There your curve is at least 2.00× too high.";
        QTest::newRow("right") << QList<QPointF>{{1, 1}, {32, 1}, {256, 8}}
                               << "Right: your curve agrees with the measured one from end to end.";
        QTest::newRow("right as far as it goes")
            << QList<QPointF>{{1, 1}, {16, 1}}
            << "As far as you drew it, to 16, your curve agrees with the measured one.";
        QTest::newRow("beside it") << QList<QPointF>{{300, 1}, {400, 1}}
                                   << "Nothing was measured where you drew your curve.";
    }
    void aCurveIsToldByWhereItPartsFirstAndWhereMost()
    {
        QFETCH(const QList<QPointF>, curve);
        QFETCH(const QString, words);
        Guess guess;
        for (const QPointF& place : curve)
            guess.curve.push_back({place.x(), place.y()});
        const GuessQuestion& question = findExperiment("compute-intensity")->info().guess;
        const auto answer = question.answer(resultFor("compute-intensity"));
        QCOMPARE(told(question, guess, &*answer), words);
        QVERIFY(told(question, guess, nullptr).startsWith("You drew "));
    }
    void aPassThatItsLaunchLimitsPartsInTheWordsOfOverhead()
    {
        const GuessQuestion& question = findExperiment("compute-intensity")->info().guess;
        ExperimentResult result = resultFor("compute-intensity");
        result.roofs = {{.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = 1e11},
                        {.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 1e12},
                        {.id = "launch.wait_each", .kind = RoofKind::Launch, .value = 9e-4}};
        for (ExperimentPoint& point : result.points)
            point.work = pointWork(Workload{.elements = 64, .operationsPerElement = std::llround(point.x)},
                                   Seconds(point.y));
        const auto answer = question.answer(result);
        QVERIFY2(
            told(question, {.curve = {{1, 1}, {256, 256}}}, &*answer)
                .startsWith(
                    "Your curve leaves the measured one at 2 operations per element, where the pass is overhead-bound"),
            qPrintable(told(question, {.curve = {{1, 1}, {256, 256}}}, &*answer)));
    }
    void aCurveOfWideIntervalsCannotBeDecided()
    {
        const GuessQuestion question{.kind = GuessKind::Curve, .unit = "x"};
        GuessAnswer answer;
        answer.curve = {{{2.0, 1.0, {0.1, 10.0}}, "parts at %1"}};
        QVERIFY(told(question, {.curve = {{1, 1}, {4, 4}}}, &answer).startsWith("This cannot be decided"));
        QCOMPARE(told(question, {.curve = {{1, 1}, {4, 4}}}, nullptr), QStringLiteral("You drew 4.00× at 4."));
        QCOMPARE(told(question, {}, nullptr), QString());
    }

    void anAnswerStandsBesideTheGuess_data()
    {
        QTest::addColumn<double>("guess");
        QTest::addColumn<double>("measured");
        QTest::addColumn<QString>("words");
        QTest::newRow("too low") << 4.0 << 11.2 << "You guessed 4.00×.\nMeasured: 11.2×.\nYour guess is 2.80× too low.";
        QTest::newRow("too high") << 8.0 << 2.0
                                  << "You guessed 8.00×.\nMeasured: 2.00×.\nYour guess is 4.00× too high.";
        QTest::newRow("close") << 2.4 << 2.0 << "You guessed 2.40×.\nMeasured: 2.00×.\nThat is close.";
        QTest::newRow("nothing to divide by") << 0.0 << 2.0 << "You guessed 0×.\nMeasured: 2.00×.";
    }
    void anAnswerStandsBesideTheGuess()
    {
        QFETCH(const double, guess);
        QFETCH(const double, measured);
        QFETCH(const QString, words);
        const GuessQuestion question{.text = "How many times?", .unit = "x"};
        const auto answer = answerOf(measured, {});
        QCOMPARE(told(question, {.number = guess}, &*answer), words);
    }
    void aGuessIsHeldAgainstTheInterval_data()
    {
        QTest::addColumn<double>("guess");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<QString>("words");
        const QString measured = QStringLiteral("You guessed %1×.\nMeasured: 6.00× (%2).\n%3");
        QTest::newRow("within") << 6.4 << 5.5 << 6.6
                                << measured.arg("6.40", "5.50× to 6.60×",
                                                "Right: your guess lies within the interval.");
        QTest::newRow("at its end") << 5.5 << 5.5 << 6.6
                                    << measured.arg("5.50", "5.50× to 6.60×",
                                                    "Right: your guess lies within the interval.");
        QTest::newRow("within one that could hardly have refuted it")
            << 8.0 << 4.0 << 9.0
            << measured.arg("8.00", "4.00× to 9.00×",
                            "This cannot be decided: the measured interval is too wide. Run it again when the machine "
                            "is quiet.");
        QTest::newRow("below") << 2.0 << 4.0 << 9.0
                               << measured.arg("2.00", "4.00× to 9.00×", "Your guess is 3.00× too low.");
        QTest::newRow("above") << 27.0 << 4.0 << 9.0
                               << measured.arg("27.0", "4.00× to 9.00×", "Your guess is 4.50× too high.");
        QTest::newRow("just above") << 7.0 << 5.5 << 6.6 << measured.arg("7.00", "5.50× to 6.60×", "That is close.");
        QTest::newRow("an interval that tells little")
            << 40.0 << 1.0 << 60.0
            << measured.arg("40.0", "1.00× to 60.0×",
                            "This cannot be decided: the measured interval is too wide. Run it again when the machine "
                            "is quiet.");
        QTest::newRow("just above one that tells little")
            << 61.0 << 1.0 << 60.0
            << measured.arg("61.0", "1.00× to 60.0×",
                            "This cannot be decided: the measured interval is too wide. Run it again when the machine "
                            "is quiet.");
        QTest::newRow("far above one that tells little")
            << 120.0 << 1.0 << 60.0
            << measured.arg("120", "1.00× to 60.0×",
                            "Your guess is too high; the measurement is too uncertain to tell by how much.");
        QTest::newRow("far below one that tells little")
            << 0.5 << 1.0 << 60.0
            << measured.arg("0.50", "1.00× to 60.0×",
                            "Your guess is too low; the measurement is too uncertain to tell by how much.");
        QTest::newRow("close in one that tells little")
            << 6.5 << 1.0 << 60.0
            << measured.arg("6.50", "1.00× to 60.0×",
                            "That is close, but the interval is wide: run it again when the machine is quiet.");
        QTest::newRow("without an upper end")
            << 40.0 << 5.0 << HUGE_VAL
            << measured.arg("40.0", "at least 5.00×",
                            "Your guess may be right: the measured interval is not bounded above.");
        QTest::newRow("below one without an upper end")
            << 1.0 << 5.0 << HUGE_VAL
            << measured.arg("1.00", "at least 5.00×", "Your guess is at least 5.00× too low.");
    }
    void aGuessIsHeldAgainstTheInterval()
    {
        QFETCH(const double, guess);
        QFETCH(const double, low);
        QFETCH(const double, high);
        QFETCH(const QString, words);
        const GuessQuestion question{.text = "How many times?", .unit = "x"};
        const GuessAnswer answer{.number = 6.0, .low = low, .high = high};
        QCOMPARE(told(question, {.number = guess}, &answer), words);
    }
    void aRatioHasTheIntervalsOfBoth()
    {
        ExperimentPoint over = seen("a", {}, 8.0);
        over.low = 6.0;
        over.high = 9.0;
        ExperimentPoint under = seen("a", {}, 2.0);
        under.low = 1.0;
        under.high = 3.0;
        const auto answer = answerOfRatio(over, under, {});
        QCOMPARE(answer->number, 4.0);
        QCOMPARE(answer->low, 2.0);
        QCOMPARE(answer->high, 9.0);
        under.low = 0.0;
        QVERIFY(std::isinf(answerOfRatio(over, under, {})->high));
        under.low = 1.0;
        under.openAbove = OpenAbove::Interval; // a clock stood still: nothing bounds it
        QCOMPARE(answerOfRatio(over, under, {})->low, 0.0);
        QVERIFY(std::isinf(answerOf(under, {})->high) && std::isinf(answerOfRatio(under, over, {})->high));
    }
    /// Small products are short, so their rates are uncertain on a busy machine.
    void aProductsAnswerHasTheIntervalsOfItsTwoRates()
    {
        ExperimentResult result = resultFor("matmul");
        for (ExperimentPoint& point : result.points) {
            point.low = point.y / 2.0;
            point.high = point.y * 2.0;
        }
        const auto answer = findExperiment("matmul")->info().guess.answer(result);
        QVERIFY(answer.has_value());
        QCOMPARE(answer->number, 5.0);
        QCOMPARE(answer->low, 1.25);
        QCOMPARE(answer->high, 20.0);
    }
    void choicesAndOrdersAreToldWithWhatWasMeasured()
    {
        const GuessQuestion choice{.kind = GuessKind::Choice, .unit = "B/s", .options = {{"a", "A"}, {"b", "B"}}};
        const auto answer = answerOf({{"b", 40e9, 40e9, 40e9}, {"a", 10e9, 10e9, 10e9}}, {});
        const auto chose = [&](const char* id, const GuessAnswer* seen) { return told(choice, {.ids = {id}}, seen); };
        QCOMPARE(chose("a", nullptr), QStringLiteral("You chose “A”."));
        QCOMPARE(chose("a", &*answer), QStringLiteral("You chose “A” (10.0 GB/s).\nMeasured: “B” (40.0 GB/s).\n"
                                                      "That is 4.00× your choice."));
        QCOMPARE(chose("b", &*answer), QStringLiteral("You chose “B” (40.0 GB/s).\nMeasured: “B” (40.0 GB/s).\n"
                                                      "As you guessed."));
        // Where their intervals overlap nobody can tell which is first.
        const auto near = answerOf({{"b", 40e9, 30e9, 50e9}, {"a", 35e9, 28e9, 45e9}}, {});
        QVERIFY(chose("a", &*near).endsWith("\nTheir intervals overlap, so either may be first."));
        const auto named = answerOf({{.id = "b"}}, {});
        QCOMPARE(chose("a", &*named), QStringLiteral("You chose “A”.\nMeasured: “B”."));
        const GuessQuestion order{.kind = GuessKind::Order, .options = {{"a", "A"}, {"b", "B"}, {"c", "C"}}};
        QCOMPARE(told(order, {.ids = {"a", "c", "b"}}, nullptr), QStringLiteral("Your order:\n1. A\n2. C\n3. B"));
        // C was not measured; of A and B the intervals decide.
        QCOMPARE(told(order, {.ids = {"a", "c", "b"}}, &*answer),
                 QStringLiteral("Measured, and your places:\n1. B (you: 3)\n2. A (you: 1)\nNot measured: C.\n"
                                "That is the other way round."));
        const auto touching = answerOf({{"b", 40e9, 5e9, 60e9}, {"a", 10e9, 5e9, 20e9}}, {});
        QVERIFY(told(order, {.ids = {"a", "b", "c"}}, &*touching).endsWith("\nThat is your order."));
    }
};

RIDGEPOINT_TEST(ExperimentGuessTest)
#include "experiment_guess_test.moc"
