// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/axis.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

class AxisTest : public test::Case {
    Q_OBJECT
private slots:
    void readsCounts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("value");
        QTest::newRow("plain") << "4096" << qint64{4096};
        QTest::newRow("kibi") << "4Ki" << qint64{4096};
        QTest::newRow("mebi") << "16Mi" << qint64{16} * 1024 * 1024;
        QTest::newRow("gibi") << "1Gi" << (qint64{1} << 30);
        QTest::newRow("tebi, the largest") << "1Ti" << (qint64{1} << 40);
        QTest::newRow("blanks around") << " 7 " << qint64{7};
    }
    void readsCounts()
    {
        QFETCH(QString, text);
        QFETCH(qint64, value);
        const auto parsed = parseCount(text.toStdString());
        QVERIFY(parsed.ok());
        QCOMPARE(static_cast<qint64>(*parsed), value);
    }

    void rejectsWhatIsNoCount_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", " ", "0", "-1", "4K", "4ki", "1.5", "1e3", "Ki", "4 Ki", "2Ti",
                                 "99999999999999999999", "9999999999Gi", "0x10", "+4"})
            QTest::newRow(text) << text;
    }
    void rejectsWhatIsNoCount()
    {
        QFETCH(QString, text);
        const auto parsed = parseCount(text.toStdString());
        QVERIFY(!parsed.ok());
        QCOMPARE(parsed.error().kind, ErrorKind::InvalidInput);
        QVERIFY(!parsed.error().message().empty());
    }

    void spacesEvenlyInTheLogarithm()
    {
        QCOMPARE(logSpaced(1, 1024, 11), (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}));
        QCOMPARE(logSpaced(1, 1000, 2), (std::vector<std::int64_t>{1, 1000}));
        QCOMPARE(logSpaced(5, 5, 33), (std::vector<std::int64_t>{5}));
    }
    void leavesOutValuesThatRoundToTheSame()
    {
        const auto values = logSpaced(1, 8, 33);
        QCOMPARE(values, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8}));
    }

    void readsRanges_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<qint64>>("values");
        QTest::newRow("log-spaced") << "1..64:7" << QList<qint64>{1, 2, 4, 8, 16, 32, 64};
        QTest::newRow("with suffixes") << "1Ki..4Ki:3" << QList<qint64>{1024, 2048, 4096};
        QTest::newRow("a list, sorted and distinct") << "8,1,64,8" << QList<qint64>{1, 8, 64};
        QTest::newRow("one value") << "16" << QList<qint64>{16};
    }
    void readsRanges()
    {
        QFETCH(QString, text);
        QFETCH(QList<qint64>, values);
        const auto axis = parseAxis(AxisKind::Operations, text.toStdString(), 1);
        QVERIFY(axis.ok());
        QCOMPARE(QList<qint64>(axis->values.begin(), axis->values.end()), values);
    }
    void depthTakesTheNearestDivisors()
    {
        const auto axis = parseAxis(AxisKind::Depth, "1..16:33", 12);
        QVERIFY(axis.ok());
        QCOMPARE(axis->values, (std::vector<std::int64_t>{1, 2, 3, 4, 6, 12}));
    }

    void aDepthThatIsNamedMustDivideTheChain()
    {
        QCOMPARE(parseAxis(AxisKind::Depth, "4,1", 12)->values, (std::vector<std::int64_t>{1, 4}));
        for (const char* text : {"1,5", "5", "24"}) {
            const auto axis = parseAxis(AxisKind::Depth, text, 12);
            QVERIFY(!axis.ok());
            QCOMPARE(axis.error().id, "axis.depth-not-divisor");
            QVERIFY(axis.error().message().find("1, 2, 3, 4, 6, 12") != std::string::npos);
        }
    }

    void rejectsBadRanges_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        QTest::newRow("empty") << ""
                               << "axis.range";
        QTest::newRow("no count") << "1..64"
                                  << "axis.range";
        QTest::newRow("downwards") << "64..1:7"
                                   << "axis.order";
        QTest::newRow("an empty item") << "1,,3"
                                       << "axis.count-text";
        QTest::newRow("a trailing comma") << "1,2,"
                                          << "axis.count-text";
        QTest::newRow("zero") << "0..8:4"
                              << "axis.count-text";
        QTest::newRow("absurdly many") << "1..8:1Gi"
                                       << "axis.count";
        QTest::newRow("beyond the maximum") << "1..2Mi:3"
                                            << "axis.beyond-maximum";
        QTest::newRow("beyond 64 bits") << "99999999999999999999"
                                        << "axis.count-too-large";
        QTest::newRow("far below zero") << "-99999999999999999999"
                                        << "axis.count-text";
        QTest::newRow("three dots") << "1...8:4"
                                    << "axis.count-text";
    }
    void rejectsBadRanges()
    {
        QFETCH(QString, text);
        const auto axis = parseAxis(AxisKind::Operations, text.toStdString(), 1);
        QVERIFY(!axis.ok());
        QTEST(QString::fromStdString(axis.error().id), "id");
        QVERIFY(!axis.error().message().empty());
    }

    void movesAndReadsEveryDirection()
    {
        for (const AxisKind kind : {AxisKind::Operations, AxisKind::Depth, AxisKind::Size}) {
            QCOMPARE(coordinate(moved(Workload{}, kind, 42), kind), std::int64_t{42});
            QCOMPARE(axisKindNamed(nameOf(kind)), std::optional(kind));
        }
        QVERIFY(!axisKindNamed("width").has_value());
    }
};

RIDGEPOINT_TEST(AxisTest)
#include "axis_test.moc"
