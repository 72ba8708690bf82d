// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/grid.h"
#include "core/sweep/neighbours.h"
#include "core/sweep/plan.h"
#include "tests/support/test_main.h"

#include <QTest>

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
};

RIDGEPOINT_TEST(PlanTest)
#include "plan_test.moc"
