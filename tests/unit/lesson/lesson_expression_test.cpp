// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_result.h"
#include "core/model/prediction.h"
#include "tests/support/test_main.h"
#include "tests/unit/lesson/synthetic_lesson.h"

#include <QTest>

#include <random>

using namespace ridgepoint;
using namespace ridgepoint::test;

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
    }
    void comesToAValueWithItsUnit()
    {
        QFETCH(QString, expression);
        QFETCH(double, number);
        QFETCH(QString, unit);
        const auto value = evaluate(expression.toStdString(), syntheticMachine());
        QVERIFY2(value.ok(), value ? "" : value.error().message().c_str());
        QCOMPARE(value->number, number);
        QCOMPARE(QString::fromStdString(value->unit), unit);
        QVERIFY(checkExpression(expression.toStdString()).ok());
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
                "min, max or \"(\", not the end");
        row("2 *", "column 4 of \"2 *\": expected a number, roof, ridge, level, T, model, flop, bytes, memory, cache, "
                   "all, min, max or \"(\", not the end");
        row("2 3", "column 3 of \"2 3\": expected an operator (+ - * /) or the end, not \"3\"");
        row("(2 + 3", "column 7 of \"(2 + 3\": expected \")\", not the end");
        row("2Q", "column 1 of \"2Q\": expected a number such as 8, 32Mi, 64B, 2FLOP or 1.5us, not \"2Q\"");
        row("roof dram", "column 6 of \"roof dram\": expected the id of a roof, such as bandwidth.dram or "
                         "compute.fp32.fma, not \"dram\"");
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
        for (const char* expression :
             {"1 / (2 - 2)", "T k=0", "T N=(1/4)", "T k=1e9", "T n=3 d=2", "bytes N=(level l2)", "model threads=1"})
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
                                             "bandwidth.dram"};
        std::mt19937 random(7);
        int values = 0;
        for (int i = 0; i < 20000; ++i) {
            std::string text;
            for (auto left = random() % 9; left-- > 0;)
                text += parts[random() % parts.size()];
            const auto value = evaluate(text, syntheticMachine());
            values += value ? 1 : 0;
            if (value) {
                QVERIFY2(std::isfinite(value->number), text.c_str());
                QVERIFY2(checkExpression(text).ok(), text.c_str());
            } else {
                QVERIFY(!value.error().message().empty());
            }
        }
        QVERIFY2(values > 100, "the texts were all wrong, so that little was checked");
    }
};

RIDGEPOINT_TEST(LessonExpressionTest)
#include "lesson_expression_test.moc"
