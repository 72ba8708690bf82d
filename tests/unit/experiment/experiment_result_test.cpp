// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_result.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

class ResultTest : public test::Case {
    Q_OBJECT
private slots:
    void aSharperPointTakesThePlaceOfTheEarlierOne()
    {
        ExperimentResult result;
        QVERIFY(result.put({.series = "measured", .label = "a", .y = 1.0}));
        QVERIFY(result.put({.series = "measured", .label = "b", .y = 2.0}));
        QVERIFY(result.put({.series = "measured", .label = "a", .y = 3.0}));
        // What is predicted of the same place is another number.
        QVERIFY(result.put({.series = "measured", .label = "a", .y = 4.0, .provenance = Provenance::Predicted}));
        QCOMPARE(result.points.size(), std::size_t{3});
        QCOMPARE(result.find("a")->y, 3.0);
        QCOMPARE(result.find("a", Provenance::Predicted)->y, 4.0);
        QVERIFY(result.find("c") == nullptr);
    }
    void holdsNoMorePointsThanAFileMay()
    {
        ExperimentResult result;
        for (std::size_t i = 0; i < maximumExperimentPoints; ++i)
            QVERIFY(result.put({.series = "s", .x = static_cast<double>(i), .y = 1.0}));
        QVERIFY(!result.put({.series = "s", .x = -1.0, .y = 1.0}));
        QVERIFY(result.put({.series = "s", .x = 7.0, .y = 2.0}));
        QCOMPARE(result.points.size(), maximumExperimentPoints);
    }
    void numbersReadAsPeopleWriteThem_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("bandwidth") << 62.4e9 << "B/s"
                                   << "62.4 GB/s";
        QTest::newRow("time") << 4.3e-3 << "s"
                              << "4.30 ms";
        QTest::newRow("share") << 0.125 << "%"
                               << "12.5 %";
        QTest::newRow("factor") << 2.0 << "x"
                                << "2.00×";
        QTest::newRow("large factor") << 195.0 << "x"
                                      << "195×";
        QTest::newRow("very large factor") << 20000.0 << "x"
                                           << "20000×";
        QTest::newRow("a factor that nobody knows to six digits") << 167999.3 << "x"
                                                                  << "168000×";
        QTest::newRow("a factor of four digits") << 5792.6 << "x"
                                                 << "5790×";
        QTest::newRow("a factor that is counted") << 1024.0 << "x"
                                                  << "1024×";
        QTest::newRow("a factor of too many digits") << 1e200 << "x"
                                                     << "1.00e+200×";
        QTest::newRow("a factor of two digits") << 20.0 << "x"
                                                << "20.0×";
        QTest::newRow("an intensity") << 6.83 << "FLOP/B"
                                      << "6.83 FLOP/B";
        QTest::newRow("an intensity below one") << 0.125 << "FLOP/B"
                                                << "1/8 FLOP/B";
        QTest::newRow("an intensity that is no fraction") << 0.0713 << "FLOP/B"
                                                          << "0.0713 FLOP/B";
        QTest::newRow("no intensity") << 0.0 << "FLOP/B"
                                      << "0 FLOP/B";
        QTest::newRow("memory") << 134217728.0 << "B"
                                << "128 MiB";
        QTest::newRow("rounds into the next prefix") << 999.9e6 << "B/s"
                                                     << "1.00 GB/s";
        QTest::newRow("a count, whole") << 1024.0 << ""
                                        << "1024";
        QTest::newRow("a count, not whole") << 4.25 << ""
                                            << "4.25";
        QTest::newRow("nothing") << 0.0 << "s"
                                 << "0 s";
    }
    void numbersReadAsPeopleWriteThem()
    {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(quantityText(value, unit.toStdString())), text);
    }
    void aSentenceHasItsNumbers()
    {
        const Finding finding{"%1: %2, which is %3 too high.", {"In the cache", {1e12, "B/s"}, {2.5, "x"}}};
        QCOMPARE(findingText(finding), std::string("In the cache: 1.00 TB/s, which is 2.50× too high."));
    }
};

RIDGEPOINT_TEST(ResultTest)
#include "experiment_result_test.moc"
