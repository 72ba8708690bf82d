// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/grid.h"
#include "core/sweep/plan.h"
#include "tests/support/test_main.h"

#include <limits>
#include <set>

using namespace ridgepoint;

Q_DECLARE_METATYPE(ridgepoint::Plan)

namespace {

Plan mapPlan()
{
    Plan plan;
    plan.base.chainLength = 16;
    plan.axes = {{AxisKind::Operations, {1, 8, 64}}, {AxisKind::Size, {1024, 65536}}};
    return plan;
}

} // namespace

class PlanTest : public test::Case {
    Q_OBJECT
private slots:
    void countsAndEnumeratesCellsXFastest()
    {
        const Plan plan = mapPlan();
        QCOMPARE(plan.cellCount(), std::size_t{6});
        QCOMPARE(plan.cell(1).operationsPerElement, std::int64_t{8});
        QCOMPARE(plan.cell(1).elements, std::int64_t{1024});
        QCOMPARE(plan.cell(3).operationsPerElement, std::int64_t{1});
        QCOMPARE(plan.cell(3).elements, std::int64_t{65536});
        QCOMPARE(plan.cell(5).chainLength, 16);
        QVERIFY(validate(plan).ok());
    }

    void rejectsImpossiblePlans_data()
    {
        QTest::addColumn<Plan>("plan");
        QTest::addColumn<QString>("id");
        Plan plan = mapPlan();
        plan.axes.clear();
        QTest::newRow("no axis") << plan << "plan.axes";
        plan = mapPlan();
        plan.axes[1].kind = AxisKind::Operations;
        QTest::newRow("an axis named twice") << plan << "plan.axis-twice";
        plan = mapPlan();
        plan.axes[0].values.clear();
        QTest::newRow("an empty axis") << plan << "plan.axis-empty";
        plan = mapPlan();
        plan.axes[0].values = {8, 1};
        QTest::newRow("descending values") << plan << "plan.axis-order";
        plan = mapPlan();
        plan.axes[0].values = {0, 1};
        QTest::newRow("no operations") << plan << "workload.operations";
        plan = mapPlan();
        plan.axes[1].values = {maximumElements + 1};
        QTest::newRow("an absurd size") << plan << "workload.elements";
        plan = mapPlan();
        plan.axes[0] = {AxisKind::Depth, {1, 3}};
        QTest::newRow("a depth that does not divide the chain") << plan << "workload.depth-not-divisor";
        plan = mapPlan();
        plan.axes[0].values.clear();
        plan.axes[1].values.clear();
        for (std::int64_t value = 1; value <= 1025; ++value) {
            plan.axes[0].values.push_back(value);
            plan.axes[1].values.push_back(value);
        }
        QTest::newRow("absurdly many cells") << plan << "plan.too-many-cells";
        plan = mapPlan();
        plan.budget = Seconds(0.0);
        QTest::newRow("no budget") << plan << "plan.budget";
        plan.budget = Seconds(std::numeric_limits<double>::quiet_NaN());
        QTest::newRow("a budget that is no number") << plan << "plan.budget";
        plan = mapPlan();
        plan.targetInterval = -0.1;
        QTest::newRow("a negative target") << plan << "plan.target-interval";
    }
    void rejectsImpossiblePlans()
    {
        QFETCH(Plan, plan);
        const auto checked = validate(plan);
        QVERIFY(!checked.ok());
        QTEST(QString::fromStdString(checked.error().id), "id");
        QCOMPARE(checked.error().kind, ErrorKind::InvalidInput);
    }

    void gridFindsEveryCellAndNothingElse()
    {
        const Plan plan = mapPlan();
        const Grid grid(plan);
        for (std::size_t cell = 0; cell < grid.cellCount(); ++cell) {
            QCOMPARE(grid.cellAt(grid.placeOf(cell)), cell);
            QCOMPARE(grid.find(plan.cell(cell)), std::optional(cell));
        }
        Workload other = plan.cell(0);
        other.precision = Precision::Fp64;
        QVERIFY(!grid.find(other).has_value());
        other = plan.cell(0);
        other.elements = 1025;
        QVERIFY(!grid.find(other).has_value());
    }

    void addsNeighboursOnlyAlongMissingDirections()
    {
        QVERIFY(neighbourPlans(mapPlan()).empty());

        Plan depthMap = mapPlan();
        depthMap.axes[1] = {AxisKind::Depth, {1, 2, 4, 8, 16}};
        depthMap.base.elements = 1 << 20;
        std::set<std::int64_t> sizes;
        for (const Plan& plan : neighbourPlans(depthMap)) {
            QVERIFY(validate(plan).ok());
            QCOMPARE(plan.axes, depthMap.axes);
            sizes.insert(plan.base.elements);
        }
        QCOMPARE(sizes.size(), std::size_t{2});
        QVERIFY(*sizes.begin() * 2 >= depthMap.base.elements && *sizes.begin() < depthMap.base.elements);
        QVERIFY(*sizes.rbegin() <= depthMap.base.elements * 2 && *sizes.rbegin() > depthMap.base.elements);
    }
    void oneOperationHasANeighbourAboveOnly()
    {
        Plan line;
        line.axes = {{AxisKind::Size, {1024, 2048}}};
        const auto plans = neighbourPlans(line);
        QCOMPARE(plans.size(), std::size_t{1});
        QCOMPARE(plans[0].base.operationsPerElement, std::int64_t{2});
    }
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

RIDGEPOINT_TEST(PlanTest)
#include "plan_test.moc"
