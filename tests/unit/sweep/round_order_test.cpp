// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/round_order.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace ridgepoint;

namespace {

Plan linePlan()
{
    Plan plan;
    plan.axes = {{AxisKind::Size, {1, 2, 4, 8}}};
    return plan;
}

/// A measured cell after that many rounds, the later ones slower, so that its interval is wide.
void measure(CellBoard& board, CellBoard::Id id, int rounds, double visitCost)
{
    CellBoard::Cell& cell = board.add(id);
    for (int round = 0; round < rounds; ++round) {
        cell.record.readings.beginRound();
        cell.record.readings.add(Seconds(1e-3 * (1.0 + 0.1 * round)));
    }
    cell.record.visitCost = Seconds(visitCost);
    cell.summary = summarise(cell.record.readings);
}

bool holds(const std::vector<CellBoard::Id>& round, CellBoard::Id id)
{
    return std::find(round.begin(), round.end(), id) != round.end();
}

} // namespace

class RoundOrderTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void aDearCellIsBroughtToItsClaimButNotSharpenedAtTheCostOfOthers_data()
    {
        QTest::addColumn<int>("rounds");
        QTest::addColumn<bool>("visited");
        QTest::newRow("far from a claim") << 1 << true;
        QTest::newRow("one round short of a claim") << 5 << true;
        QTest::newRow("with a claim") << 6 << false;
        QTest::newRow("well past it") << 9 << false;
    }
    void aDearCellIsBroughtToItsClaimButNotSharpenedAtTheCostOfOthers()
    {
        QFETCH(int, rounds);
        CellBoard board(linePlan(), {});
        for (const CellBoard::Id id : {0U, 1U, 2U})
            measure(board, id, 6, 1e-3);
        measure(board, 3, rounds, 0.3);
        // Half a second is the fair part of four cells in two seconds: first more than a visit costs, then less.
        QVERIFY(holds(nextRound(board, {}, {}, {}, Seconds(2.0)), 3));
        board.cell(3)->record.visitCost = Seconds(0.6);
        const auto round = nextRound(board, {}, {}, {}, Seconds(2.0 + 0.6 * std::max(0, minimumRounds - 1 - rounds)));
        QTEST(holds(round, 3), "visited");
        QVERIFY(holds(round, 0) && holds(round, 1) && holds(round, 2));
    }
    void focusedCellsComeFirstThenThoseAtBordersThenTheCheapest()
    {
        CellBoard board(linePlan(), {});
        for (const CellBoard::Id id : {0U, 1U, 2U, 3U})
            measure(board, id, 2, 1e-3 * static_cast<double>(4 - id));
        QCOMPARE(nextRound(board, {}, {0}, {1}, Seconds(1.0)), (std::vector<CellBoard::Id>{0, 1, 3, 2}));
    }
    void nothingIsVisitedThatCannotBeBroughtToAClaim()
    {
        CellBoard board(linePlan(), {});
        measure(board, 0, 2, 0.1);
        QVERIFY(nextRound(board, {}, {}, {}, Seconds(0.39)).empty());
        QVERIFY(holds(nextRound(board, {}, {}, {}, Seconds(0.41)), 0));
    }
};

RIDGEPOINT_TEST(RoundOrderTest)
#include "round_order_test.moc"
