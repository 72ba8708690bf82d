// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_result.h"
#include "core/experiment/frame/product_steps.h"
#include "core/experiment/mistakes/benchmark_mistakes.h"
#include "core/experiment/registry.h"
#include "core/experiment/tensor-size/tensor_size.h"
#include "core/model/prediction.h"
#include "tests/support/test_main.h"
#include "tests/unit/lesson/synthetic_lesson.h"

#include <random>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

ExperimentPoint seen(SeriesName series, LabelName label, double y, double x = 0.0, int plot = 0)
{
    return {.series = std::move(series), .label = std::move(label), .x = x, .y = y, .low = y, .high = y, .plot = plot};
}

/// Numbers of known answers, beside a prediction that no expression may read.
ExperimentResult resultOf(const std::string& id)
{
    ExperimentResult result;
    result.id = id;
    if (id == "mistakes") {
        result.points = {seen("measured", mistake::right, 50e9), seen("measured", mistake::noWait, 10e12)};
        result.points.push_back(seen("measured", mistake::cached, 1e15));
        result.points.back().provenance = Provenance::Predicted;
    } else if (id == "matmul") {
        const SeriesName vector = matmul::seriesOf(MatrixPrecision::Fp32);
        result.points = {seen(vector, {}, 4e9, 256.0), seen(vector, {}, 1e9, 64.0), seen(vector, {}, 3e9, 128.0)};
    } else {
        for (const auto& [rows, time] : {std::pair(1.0, 2e-3), {8.0, 3e-3}, {16.0, 4e-3}, {32.0, 8e-3}})
            result.points.push_back(seen(sizing::product, {}, time, rows, sizing::productPlot));
    }
    return result;
}

LessonMachine machineWith(const ExperimentResult& result)
{
    LessonMachine machine = syntheticMachine();
    machine.experiment = &findExperiment(result.id)->info();
    machine.result = [=](const ResultReading& reading) { return readResult(result, *machine.experiment, reading); };
    return machine;
}

} // namespace

class LessonExpressionTest : public Case {
    Q_OBJECT
private slots:
    void comesToAValueWithItsUnit_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("unit");
        const auto row = [](const char* expression, double number, const char* unit) {
            QTest::newRow(expression) << expression << number << unit;
        };
        row("2 + 3 * 4", 14.0, "");
        row("(2 + 3) * 4 - -1", 21.0, "");
        row("8 / 2 / 2", 2.0, "");
        row("32Mi", 33554432.0, "");
        row("64B + 1.5kB", 1564.0, "B");
        row("3us * 2", 6e-6, "s");
        row("3\u00b5s", 3e-6, "s");
        row("2FLOP / 8B", 0.25, "FLOP/B");
        row("min(3, 2, 4) + max(1s, 2s) / 1s", 4.0, "");
        row("roof bandwidth.dram", 40e9, "B/s");
        row("roof compute.fp32.fma / 2", 200e9, "FLOP/s");
        row("roof compute.fp32.cos", 24e9, "op/s");
        row("roof launch.wait_each", 1e-6, "s");
        row("1 / roof launch.wait_each", 1e6, "/s");
        row("ridge fp32 fma", 10.0, "FLOP/B");
        row("ridge fp32 cos", 0.6, "op/B");
        row("ridge fp32 fma * 8B / 2FLOP", 40.0, "");
        row("level l2", 4.0 * 1048576.0, "B");
        row("cache", 4194304.0, "");
        row("all", 4.0, "");
        row("flop k=8", 16777216.0, "FLOP");
        row("bytes n=16 d=2 N=1Ki", 65536.0, "B");
        row("flop op=cos N=5", 5.0, "op");
        row("bytes N=(cache / 2) / bytes N=(cache/4)", 2.0, "");
        row("bytes N=4/2", 16.0, "B");
        row("1/2 as %", 0.5, "%");
        row("T k=8 / T k=8 as x", 1.0, "x");
        // A large tensor, left of the ridge point and right of it; launches stay.
        row("(model N=memory - roof launch.wait_each) / (model N=memory P=4 W=2 - roof launch.wait_each)", 2.0, "");
        row("(model N=memory k=4096 - roof launch.wait_each) / (model N=memory k=4096 P=4 - roof launch.wait_each)",
            4.0, "");
    }
    void comesToAValueWithItsUnit()
    {
        QFETCH(QString, expression);
        QFETCH(double, number);
        QFETCH(QString, unit);
        const auto value = evaluate(expression.toStdString(), syntheticMachine());
        QVERIFY2(value.ok(), value ? "" : value.error().message().c_str());
        QVERIFY2(std::abs(value->number - number) <= 1e-9 * number, std::to_string(value->number).c_str());
        QCOMPARE(QString::fromStdString(value->unit), unit);
        QVERIFY(checkExpression(expression.toStdString()).ok());
    }

    void readsAnExperimentsResultByItsIds_data()
    {
        QTest::addColumn<QByteArray>("experiment");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("unit");
        const auto row = [](const char* experiment, const char* expression, double number, const char* unit) {
            QTest::newRow(expression) << QByteArray(experiment) << expression << number << unit;
        };
        row("mistakes", "value right", 50e9, "B/s");
        row("mistakes", "value no-wait / value right as x", 200.0, "x");
        row("mistakes", "most measured - value no-wait+1B/1s", 1.0, "B/s");
        row("matmul", "value \"fp32, vector unit\" x=128", 3e9, "FLOP/s");
        row("matmul", "2FLOP * 128 / value \"fp32, vector unit\" x=(64*2) plot=1", 256.0 / 3e9, "s");
        row("matmul", "most \"fp32, vector unit\"", 4e9, "FLOP/s");
        row("matmul", "most \"fp32,\n  vector unit\"", 4e9, "FLOP/s");
        row("matmul", "reach \"fp32, vector unit\" (most \"fp32, vector unit\" / 2)", 128.0, "");
        row("matmul", "guess", 4.0, "x"); // the best against 64 rows
        row("tensor-size", "value weights plot=3 x=8 / value weights x=1 plot=3", 1.5, "");
        row("tensor-size", "reach weights plot=3 (2 * value weights plot=3 x=1)", 16.0, "");
    }
    void readsAnExperimentsResultByItsIds()
    {
        QFETCH(QByteArray, experiment);
        QFETCH(QString, expression);
        QFETCH(double, number);
        QFETCH(QString, unit);
        const LessonMachine machine = machineWith(resultOf(experiment.toStdString()));
        const auto value = evaluate(expression.toStdString(), machine);
        QVERIFY2(value.ok(), value ? "" : value.error().message().c_str());
        QVERIFY2(std::abs(value->number - number) <= 1e-9 * number, std::to_string(value->number).c_str());
        QCOMPARE(QString::fromStdString(value->unit), unit == "x" && expression == "guess" ? QString() : unit);
        QVERIFY(checkExpression(expression.toStdString(), machine.experiment).ok());
    }

    void saysWhatIsWrongWithAReading_data()
    {
        QTest::addColumn<QByteArray>("experiment");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* experiment, const char* expression, const char* message) {
            QTest::newRow(expression) << QByteArray(experiment) << expression << message;
        };
        row("mistakes", "value",
            "column 6 of \"value\": expected the id of a series or label of the experiment; in quotes where it is not "
            "one "
            "word, not the end");
        row("mistakes", "value \"right", "column 7 of \"value \"right\": expected a name in quotes, not \"\"right\"");
        row("mistakes", "value right y=2", "column 13 of \"value right y=2\": expected x= or plot=, not \"y=2\"");
        row("mistakes", "most measured x=2", "column 15 of \"most measured x=2\": expected plot=, not \"x=2\"");
        row("mistakes", "value right plot=2",
            "column 18 of \"value right plot=2\": expected the number of a plot from 1 to 1");
        row("tensor-size", "value weights plot=1.5 x=1",
            "column 20 of \"value weights plot=1.5 x=1\": expected the number of a plot from 1 to 3");
        row("matmul", "value \"fp32, vector unit\" x=64B",
            "column 29 of \"value \"fp32, vector unit\" x=64B\": expected x= in no unit");
        row("matmul", "reach \"fp32, vector unit\" 1s",
            "column 27 of \"reach \"fp32, vector unit\" 1s\": expected a value in FLOP/s");
        row("matmul", "value x=64 \"fp32, vector unit\"",
            "column 7 of \"value x=64 \"fp32, vector unit\"\": expected the name of a series or label before \"x=\"");
        row("mistakes", "guess", "column 1 of \"guess\": expected an experiment whose own question asks for a number");
    }
    void saysWhatIsWrongWithAReading()
    {
        QFETCH(QByteArray, experiment);
        QFETCH(QString, expression);
        QFETCH(QString, message);
        const LessonMachine machine = machineWith(resultOf(experiment.toStdString()));
        const auto checked = checkExpression(expression.toStdString(), machine.experiment);
        QVERIFY(!checked);
        QCOMPARE(QString::fromStdString(checked.error().message()), message);
        QVERIFY(!evaluate(expression.toStdString(), machine));
    }

    void whatIsNotInTheResultIsNamedWithWhatIs_data()
    {
        QTest::addColumn<QByteArray>("experiment");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* experiment, const char* expression, const char* message) {
            QTest::newRow(expression) << QByteArray(experiment) << expression << message;
        };
        row("mistakes", "value no-wiat",
            "the experiment mistakes has no \"no-wiat\" in plot 1; expected one of \"measured\", \"no-wait\", "
            "\"right\"");
        row("matmul", "value \"fp32, vector unit\" x=100",
            "the experiment matmul has no \"fp32, vector unit\" at x=100; expected one of 128, 256, 64");
        row("matmul", "value \"fp32, vector unit\"",
            "\"fp32, vector unit\" of the experiment matmul has 3 values; expected x= behind it, or another name");
        row("tensor-size", "value weights x=1",
            "the experiment tensor-size has no \"weights\" in plot 1; expected one of "
            "nothing");
    }
    void whatIsNotInTheResultIsNamedWithWhatIs()
    {
        QFETCH(QByteArray, experiment);
        QFETCH(QString, expression);
        QFETCH(QString, message);
        ExperimentResult result = resultOf(experiment.toStdString());
        const auto value = evaluate(expression.toStdString(), machineWith(result));
        QVERIFY(!value);
        QCOMPARE(value.error().kind, ErrorKind::InvalidInput);
        QCOMPARE(QString::fromStdString(value.error().message()), message);
        QVERIFY(checkExpression(expression.toStdString(), machineWith(result).experiment).ok());
    }

    void aPartThatCouldNotBeMeasuredIsTheReason()
    {
        ExperimentResult result = resultOf("mistakes");
        result.unavailable = {{"the first call", {ErrorKind::Unavailable, "x", "no memory for it", {}}}};
        auto value = evaluate("value first-call", machineWith(result));
        QVERIFY(!value);
        QCOMPARE(value.error().kind, ErrorKind::Unavailable);
        QVERIFY2(value.error().message().find("not measured: the first call (no memory for it)") != std::string::npos,
                 value.error().message().c_str());
        value = evaluate("reach measured (2 * most measured)", machineWith(result));
        QVERIFY(!value);
        QCOMPARE(value.error().kind, ErrorKind::Unavailable);
        LessonMachine unmeasured = machineWith(result);
        unmeasured.result = nullptr;
        for (const char* expression : {"value right", "most measured", "reach measured (1B/1s)"}) {
            value = evaluate(expression, unmeasured);
            QVERIFY(!value);
            QCOMPARE(value.error().kind, ErrorKind::Unavailable);
        }
    }

    void timesAreThoseOfTheNamedWorkload()
    {
        const LessonMachine machine = syntheticMachine();
        Workload workload = machine.base;
        workload.operation = Operation::Exp;
        workload.launchMode = LaunchMode::WaitEach;
        workload.operationsPerElement = 4;
        workload.elements = 3 << 10;
        const char* words = "op=exp launch=wait_each k=4 N=3Ki";
        QCOMPARE(*workloadOf(words, machine), workload);
        QCOMPARE(evaluate(std::string("T ") + words, machine)->number, syntheticTime(workload).value());
        QCOMPARE(evaluate("T N=3Ki k=4 launch=wait_each op=exp", machine)->number, syntheticTime(workload).value());
        QCOMPARE(evaluate(std::string("model ") + words, machine)->number,
                 predict(workload, machine.roofs, machine.kind)->time.value());
    }

    void isWrittenWithThePrefixesOfTheField()
    {
        const auto words = [](const char* expression) {
            const auto value = evaluate(expression, syntheticMachine());
            return QString::fromStdString(quantityText(value->number, value->unit));
        };
        QCOMPARE(words("roof bandwidth.dram"), QStringLiteral("40.0 GB/s"));
        QCOMPARE(words("roof launch.wait_each"), QStringLiteral("1.00 \u00b5s"));
        QCOMPARE(words("level l3"), QStringLiteral("32.0 MiB"));
        QCOMPARE(words("ridge fp32 fma"), QStringLiteral("10.0 FLOP/B"));
        QCOMPARE(words("3 / 2 as x"), QStringLiteral("1.50\u00d7"));
    }

    void saysWhereItIsWrongAndWhatWasExpected_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* expression, const char* message) {
            QTest::newRow(expression) << expression << message;
        };
        row("", "column 1 of \"\": expected a number, roof, ridge, level, T, model, flop, bytes, memory, cache, all, "
                "value, most, reach, guess, min, max or \"(\", not the end");
        row("2 *", "column 4 of \"2 *\": expected a number, roof, ridge, level, T, model, flop, bytes, memory, cache, "
                   "all, value, most, reach, guess, min, max or \"(\", not the end");
        row("2 3", "column 3 of \"2 3\": expected an operator (+ - * /) or the end, not \"3\"");
        row("(2 + 3", "column 7 of \"(2 + 3\": expected \")\", not the end");
        row("2Q", "column 1 of \"2Q\": expected a number such as 8, 32Mi, 64B, 2FLOP or 1.5us, not \"2Q\"");
        const std::string roofs = "expected the id of a roof: bandwidth.dram (or l1, l2, l3; each also .read, .write, "
                                  ".copy), compute.fp32.fma (or another precision and operation, or matrix), "
                                  "latency.dram, launch.wait_each, launch.queued, launch.graph or launch.fixed, not ";
        row("roof dram", ("column 6 of \"roof dram\": " + roofs + "\"dram\"").c_str());
        row("2 * roof bandwidth.drma", ("column 10 of \"2 * roof bandwidth.drma\": did you mean bandwidth.dram? E"
                                        + roofs.substr(1) + "\"bandwidth.drma\"")
                                           .c_str());
        row("roof compute.fp23.fma", ("column 6 of \"roof compute.fp23.fma\": did you mean compute.fp32.fma? E"
                                      + roofs.substr(1) + "\"compute.fp23.fma\"")
                                         .c_str());
        row("2 * rooff launch.graph",
            "column 5 of \"2 * rooff launch.graph\": did you mean roof? Expected a number, roof, ridge, level, T, "
            "model, "
            "flop, bytes, memory, cache, all, value, most, reach, guess, min, max or \"(\", not \"rooff\"");
        row("roof compute.fma.fp32",
            ("column 6 of \"roof compute.fma.fp32\": " + roofs + "\"compute.fma.fp32\"").c_str());
        row("T k=8 N=4 k=1", "column 11 of \"T k=8 N=4 k=1\": expected \"k=\" once");
        row("ridge fma fp32",
            "column 7 of \"ridge fma fp32\": expected a precision and an operation, such as fp32 fma, "
            "not \"fma\"");
        row("T x=2", "column 3 of \"T x=2\": expected op=, precision=, launch=, k=, n=, d=, N= or threads=, not "
                     "\"x=2\"");
        row("T op=sin", "column 9 of \"T op=sin\": expected fma, mul, add, relu, gelu, exp or cos");
        row("1s + 1B", "column 4 of \"1s + 1B\": expected two of the same unit: s and B cannot be added or subtracted");
        row("1s * 1s",
            "column 8 of \"1s * 1s\": expected a time, rate, size, amount of work, intensity or number; what "
            "this comes to has no unit");
        row("1s as x", "column 6 of \"1s as x\": expected a ratio before \"as\"");
        row("2 as times", "column 6 of \"2 as times\": expected x or %, not \"times\"");
        row("T P=2",
            "column 3 of \"T P=2\": expected op=, precision=, launch=, k=, n=, d=, N= or threads=, not \"P=2\"");
        row("model Q=2",
            "column 7 of \"model Q=2\": expected op=, precision=, launch=, k=, n=, d=, N=, threads=, P= or "
            "W=, not \"Q=2\"");
        row("value right",
            "column 1 of \"value right\": expected the field \"experiment: \u2026\" in the lesson, which "
            "\"value\" reads");
    }
    void saysWhereItIsWrongAndWhatWasExpected()
    {
        QFETCH(QString, expression);
        QFETCH(QString, message);
        const auto value = evaluate(expression.toStdString(), syntheticMachine());
        QVERIFY(!value);
        QCOMPARE(value.error().kind, ErrorKind::InvalidInput);
        QCOMPARE(QString::fromStdString(value.error().message()), message);
        QCOMPARE(QString::fromStdString(checkExpression(expression.toStdString()).error().message()), message);
    }

    void valuesThatThisMachineRefusesAreNoMistakeOfThePage_data()
    {
        QTest::addColumn<QString>("expression");
        for (const char* expression : {"1 / (2 - 2)", "model P=0", "model W=65", "model P=1s", "T k=0", "T N=(1/4)",
                                       "T k=1e9", "T n=3 d=2", "bytes N=(level l2)", "model threads=1"})
            QTest::newRow(expression) << expression;
    }
    void valuesThatThisMachineRefusesAreNoMistakeOfThePage()
    {
        QFETCH(QString, expression);
        const auto value = evaluate(expression.toStdString(), syntheticMachine());
        QVERIFY(!value);
        QCOMPARE(value.error().kind, ErrorKind::InvalidInput);
        QVERIFY(checkExpression(expression.toStdString()).ok());
    }

    void whatWasNotMeasuredIsUnavailable()
    {
        LessonMachine bare = syntheticMachine();
        bare.roofs.roofs.clear();
        bare.roofs.levels.clear();
        bare.time = [](const Workload&) { return std::optional<Seconds>(); };
        for (const char* expression :
             {"roof bandwidth.dram", "ridge fp32 fma", "level l2", "cache", "T k=2", "model k=2"}) {
            const auto value = evaluate(expression, bare);
            QVERIFY2(!value, expression);
            QCOMPARE(value.error().kind, ErrorKind::Unavailable);
        }
        bare.time = nullptr;
        const auto value = evaluate("T", bare);
        QVERIFY(!value);
        QCOMPARE(value.error().kind, ErrorKind::Unavailable);
    }

    void deepNestingIsRefused()
    {
        const auto nested = [](std::size_t depth) { return std::string(depth, '(') + "1" + std::string(depth, ')'); };
        QVERIFY(evaluate(nested(20), syntheticMachine()).ok());
        for (const std::string& text :
             {nested(40), nested(100000), std::string(100000, '-'), "T k=" + nested(100000)}) {
            const auto value = evaluate(text, syntheticMachine());
            QVERIFY(!value);
            QCOMPARE(value.error().kind, ErrorKind::InvalidInput);
        }
    }

    void everyTextComesToAValueOrAnError()
    {
        const std::vector<std::string> parts{"1",
                                             "0",
                                             "2.5e3",
                                             "Mi",
                                             "B",
                                             "s",
                                             "(",
                                             ")",
                                             "+",
                                             "-",
                                             "*",
                                             "/",
                                             ",",
                                             "min",
                                             "T",
                                             "k=",
                                             "N=",
                                             "op=",
                                             "model",
                                             "as",
                                             "x",
                                             "%",
                                             " ",
                                             " ",
                                             "roof",
                                             ".",
                                             "ridge",
                                             "fp32",
                                             "fma",
                                             "\xc2",
                                             "{",
                                             "1e400",
                                             "memory",
                                             "threads=",
                                             "level",
                                             "l2",
                                             "bandwidth.dram",
                                             "P=",
                                             "value",
                                             "most",
                                             "reach",
                                             "guess",
                                             "\"",
                                             "right",
                                             "-",
                                             "x=",
                                             "plot="};
        const LessonMachine machine = machineWith(resultOf("mistakes"));
        std::mt19937 random(7);
        int values = 0;
        for (int i = 0; i < 20000; ++i) {
            std::string text;
            for (auto left = random() % 9; left-- > 0;)
                text += parts[random() % parts.size()];
            const auto value = evaluate(text, machine);
            values += value ? 1 : 0;
            if (value) {
                QVERIFY2(std::isfinite(value->number), text.c_str());
                QVERIFY2(checkExpression(text, machine.experiment).ok(), text.c_str());
            } else {
                QVERIFY(!value.error().message().empty());
            }
        }
        QVERIFY2(values > 100, "the texts were all wrong, so that little was checked");
    }
};

RIDGEPOINT_TEST(LessonExpressionTest)
#include "lesson_expression_test.moc"
