// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/report.h"
#include "app/charts/render/report_columns.h"
#include "app/charts/render/report_page.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace ridgepoint;

namespace {

TableColumns columnsOnPaper(const ReportTable& table)
{
    return tableColumns(table, Theme::print(), ReportPage::textWidth);
}

double widthOf(const TableColumns& columns)
{
    return std::accumulate(columns.widths.begin(), columns.widths.end(),
                           columns.gap * static_cast<double>(columns.widths.size() - 1));
}

/// The words that are broken in two, with where they stand: lines are joined as they are where a word stands in one of
/// them.
QStringList brokenWords(const ReportTable& table)
{
    const TableColumns columns = columnsOnPaper(table);
    QStringList broken;
    for (qsizetype i = 0; i < table.heads.size(); ++i) {
        const double width = columns.widths[static_cast<std::size_t>(i)];
        const auto look = [&](const QString& cell, const QFont& font) {
            const QString shown = wrapped(cell, font, width).join(QLatin1Char(' '));
            if (shown != cell.split(QLatin1Char(' '), Qt::SkipEmptyParts).join(QLatin1Char(' ')))
                broken << QStringLiteral("%1: %2").arg(table.heads[i], shown);
        };
        look(table.heads[i], columns.heads);
        for (const QStringList& row : table.rows)
            look(row.value(i), columns.cells);
    }
    return broken;
}

QString unit(const char* number, const char* name)
{
    return QLatin1String(number) + QChar(0x00A0) + QLatin1String(name);
}

/// Like the measured points of a map of chains, with a column of remarks.
ReportTable fullTable()
{
    ReportTable table{.title = QStringLiteral("Full"), .note = {}, .heads = {}, .numbers = {}, .rows = {}};
    table.heads = {QStringLiteral("Ops/elem."), QStringLiteral("Depth"),     QStringLiteral("Size"),
                   QStringLiteral("Intensity"), QStringLiteral("Time"),      QStringLiteral("Interval"),
                   QStringLiteral("GFLOP/s"),   QStringLiteral("Bandwidth"), QStringLiteral("Limited by"),
                   QStringLiteral("Origin"),    QStringLiteral("Marks"),     QStringLiteral("Remarks")};
    table.numbers = {true, true, true, true, true, true, true, true, false, false, false, false};
    for (int i = 0; i < 20; ++i)
        table.rows.push_back(
            {QStringLiteral("1024"), QStringLiteral("512"), unit("45.3", "Mi"), unit("0.25", "FLOP/B"),
             unit("2.42", "µs"), unit("−0.5/+231", "%"), unit("39.2", "GFLOP/s"), unit("84.8", "GB/s"),
             QStringLiteral("memory (predicted)"), QStringLiteral("measured"), QStringLiteral("FITPBUCAR"),
             QStringLiteral("the processor was taken away again and again while this was measured ").repeated(i % 4)});
    return table;
}

} // namespace

/// A report's tables on paper: words and numbers with their units stay whole.
class ReportColumnsTest : public test::Case {
    Q_OBJECT
private slots:
    void noWordOfAFullTableIsBroken()
    {
        const ReportTable table = fullTable();
        const QStringList broken = brokenWords(table);
        QVERIFY2(broken.isEmpty(), qPrintable(broken.mid(0, 6).join(QStringLiteral(" | "))));
        QVERIFY(widthOf(columnsOnPaper(table)) <= ReportPage::textWidth + 0.5);
    }
    void noWordOfTheMeasuredPointsIsBroken_data()
    {
        QTest::addColumn<int>("depth");
        QTest::newRow("one pass") << 1;
        QTest::newRow("chains") << 64;
    }
    void noWordOfTheMeasuredPointsIsBroken()
    {
        QFETCH(int, depth);
        const test::SyntheticOptions options{.columns = 11, .rows = 12};
        Snapshot snapshot = test::syntheticSnapshot(options);
        for (std::size_t i = 0; i < snapshot.samples.size(); ++i) {
            Sample& sample = snapshot.samples[i];
            sample.workload.chainLength = sample.workload.fusionDepth = depth;
            sample.high = sample.time * (i % 3 == 0 ? 3.31 : 1.09);
            sample.low = sample.time * 0.995;
            for (const Flag flag : {Flag::FewReadings, Flag::MachineBusy, Flag::Preempted})
                sample.flags |= flag;
        }
        ReportSubject subject;
        subject.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
        subject.cursor = subject.point = test::syntheticCursor(options);
        subject.parts.everySample = true;
        const std::vector<ReportTable> tables = reportTables(subject, Format(QLocale::c()));
        const auto found = std::find_if(tables.begin(), tables.end(), [](const ReportTable& table) {
            return table.title == QStringLiteral("Measured points of this operation");
        });
        QVERIFY(found != tables.end() && found->rows.size() > 100);
        QCOMPARE(found->heads.contains(QStringLiteral("Depth")), depth > 1);
        const QStringList broken = brokenWords(*found);
        QVERIFY2(broken.isEmpty(), qPrintable(broken.mid(0, 6).join(QStringLiteral(" | "))));
        QVERIFY(columnsOnPaper(*found).cells.pixelSize() >= 10);
    }
    void aTableWithRoomKeepsItsTypeAndItsGaps()
    {
        ReportTable table{.title = QStringLiteral("Small"),
                          .note = {},
                          .heads = {QStringLiteral("a"), QStringLiteral("b")},
                          .numbers = {true, false},
                          .rows = {}};
        table.rows.push_back({QStringLiteral("1"), QStringLiteral("word ").repeated(200)});
        const TableColumns small = columnsOnPaper(table);
        const TableColumns full = columnsOnPaper(fullTable());
        QCOMPARE(small.cells.pixelSize(), 11);
        QVERIFY(full.cells.pixelSize() < small.cells.pixelSize() && full.gap < small.gap);
        QVERIFY(small.widths[1] > 0.9 * ReportPage::textWidth); // what is left is the words'
    }
    void aWordWithoutEndIsBrokenAndLeavesTheOthersWhole()
    {
        ReportTable table = fullTable();
        table.rows.back().last() = QString(3000, QLatin1Char('x'));
        const QStringList broken = brokenWords(table);
        QCOMPARE(broken.size(), 1);
        QVERIFY2(broken.front().startsWith(QStringLiteral("Remarks: xxx")), qPrintable(broken.front().left(80)));
        QVERIFY(widthOf(columnsOnPaper(table)) <= ReportPage::textWidth + 0.5);
    }
};

RIDGEPOINT_GUI_TEST(ReportColumnsTest)
#include "report_columns_test.moc"
