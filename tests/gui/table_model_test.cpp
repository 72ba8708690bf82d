// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/theme.h"
#include "app/desktop/base/padded_cells.h"
#include "app/desktop/base/style_sheet.h"
#include "app/desktop/session/analysis_worker.h"
#include "app/desktop/views/sample_table.h"
#include "app/desktop/views/sample_table_model.h"
#include "tests/gui/gui_support.h"
#include "tests/support/synthetic_device.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QStringListModel>
#include <QTableView>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// The table of twelve samples on a screen of a width.
struct ShownTable {
    LiveSession session;
    Cursor cursor{session};
    QWidget screen;
    SampleTable table{session, cursor, &screen};

    explicit ShownTable(int width = 1000)
    {
        loadFonts();
        qApp->setStyleSheet(styleSheetFor(Theme::light(), 1.0));
        table.setTheme(Theme::light());
        table.resize(width, 400);
        screen.resize(width, 400);
        screen.show();
    }
    ~ShownTable() { qApp->setStyleSheet({}); }

    [[nodiscard]] QTableView* view() const { return table.view(); }
    [[nodiscard]] const ShownSamples* rows() const { return qobject_cast<const ShownSamples*>(view()->model()); }
    /// What a column shows from the top down.
    [[nodiscard]] QStringList column(int column) const
    {
        QStringList cells;
        for (int row = 0; row < rows()->rowCount(); ++row)
            cells << rows()->index(row, column).data().toString();
        return cells;
    }
    void clickHead(int column) const
    {
        const QHeaderView* heads = view()->horizontalHeader();
        QTest::mouseClick(heads->viewport(), Qt::LeftButton, {},
                          {heads->sectionViewportPosition(column) + 12, heads->height() / 2});
    }
};

} // namespace

class TableModelTest : public Case {
    Q_OBJECT

    static Workload workload(std::int64_t operations, std::int64_t elements)
    {
        Workload result;
        result.operationsPerElement = operations;
        result.elements = elements;
        result.threads = syntheticThreads;
        return result;
    }
    static AnalysisRequest requestOf(const LiveSession& session, std::uint64_t generation)
    {
        AnalysisRequest request;
        request.generation = generation;
        request.device = syntheticDevice();
        request.roofs = syntheticRoofs(syntheticThreads);
        request.plan.base = workload(1, 1);
        request.plan.axes = {{AxisKind::Operations, {1, 2, 4, 8}}, {AxisKind::Size, {1024, 2048, 4096}}};
        request.samples = session.samples();
        return request;
    }
    static void fill(LiveSession& session, FlagSet flags = {})
    {
        for (const std::int64_t operations : {1, 2, 4, 8})
            for (const std::int64_t elements : {1024, 2048, 4096}) {
                Sample sample = syntheticSample(workload(operations, elements), 0);
                sample.flags = flags;
                session.putSample(sample);
            }
    }

    /// The first and the last column with ink in a part of a picture.
    static std::pair<int, int> inkIn(const QImage& picture, QRect part)
    {
        std::pair<int, int> found{part.right(), part.left()};
        const int ground = qGray(picture.pixel(part.left() + 2, part.center().y()));
        for (int x = part.left(); x <= part.right(); ++x)
            for (int y = part.top(); y <= part.bottom(); ++y)
                if (std::abs(qGray(picture.pixel(x, y)) - ground) > 60) {
                    found.first = std::min(found.first, x);
                    found.second = std::max(found.second, x);
                }
        return found;
    }

private slots:
    void figuresStandUnderTheirNamesAndApartFromTheWordsBesideThem()
    {
        loadFonts();
        qApp->setStyleSheet(styleSheetFor(Theme::light(), 1.0));
        LiveSession session;
        fill(session);
        Workload unlike = workload(3, 512); // in every column, so that none is folded
        unlike.operation = Operation::Mul;
        unlike.chainLength = 4;
        unlike.launchMode = LaunchMode::Graph;
        session.putSample(syntheticSample(unlike, 0));
        Cursor cursor(session);
        QWidget screen;
        SampleTable table(session, cursor, &screen);
        table.setTheme(Theme::light());
        table.resize(1400, 300);
        screen.resize(1400, 300);
        screen.show();
        QVERIFY(QTest::qWaitForWindowExposed(&screen));
        table.view()->sortByColumn(-1, Qt::AscendingOrder); // the head that is sorted by begins at the left
        const auto* view = table.findChild<QTableView*>();
        view->selectionModel()->clear();
        const QImage head = view->horizontalHeader()->viewport()->grab().toImage();
        const QImage cells = view->viewport()->grab().toImage();
        const auto inkOf = [&](int column) {
            const QRect cell = view->visualRect(view->model()->index(0, column));
            return std::pair{inkIn(head, QRect(cell.left(), 6, cell.width(), head.height() - 12)),
                             inkIn(cells, cell.adjusted(0, 3, 0, -3))};
        };
        for (const int column :
             {SampleTableModel::SizeColumn, SampleTableModel::ChainColumn, SampleTableModel::TimeColumn}) {
            const auto [name, figure] = inkOf(column);
            QVERIFY2(
                std::abs(name.second - figure.second) <= 2,
                qPrintable(QStringLiteral("column %1: %2 and %3").arg(column).arg(name.second).arg(figure.second)));
        }
        for (const int column : {SampleTableModel::OperationColumn, SampleTableModel::ModeColumn}) {
            const auto [name, word] = inkOf(column);
            QVERIFY2(std::abs(name.first - word.first) <= 2,
                     qPrintable(QStringLiteral("column %1: %2 and %3").arg(column).arg(name.first).arg(word.first)));
        }
        QVERIFY(inkOf(SampleTableModel::ModeColumn).second.first - inkOf(SampleTableModel::ChainColumn).second.second
                >= 12);
        qApp->setStyleSheet({});
    }

    void foldsWhatAllShownRowsHaveInCommonIntoALine()
    {
        ShownTable shown;
        fill(shown.session);
        QTRY_COMPARE_WITH_TIMEOUT(shown.table.count()->text(), QStringLiteral("12 rows"), patienceMs);
        QCOMPARE(
            shown.table.common()->text(),
            QStringLiteral("Same in all rows: fma · fp32 · fusion depth 1 · chain length 1 · launch mode wait-each "
                           "· 4 threads · no flags"));
        QVERIFY(shown.table.common()->isVisible());
        QVERIFY(shown.view()->isColumnHidden(SampleTableModel::PrecisionColumn));
        QVERIFY(!shown.view()->isColumnHidden(SampleTableModel::SizeColumn));
        shown.table.filter()->setText(QStringLiteral("size = 2 Ki"));
        QVERIFY(shown.view()->isColumnHidden(SampleTableModel::SizeColumn));
        QVERIFY2(shown.table.common()->text().contains(QStringLiteral("2\u00a0Ki elements")),
                 qPrintable(shown.table.common()->text()));
        shown.table.filter()->clear();
        Workload other = workload(2, 1024);
        other.precision = Precision::Fp64;
        shown.session.putSample(syntheticSample(other, 0));
        QTRY_VERIFY_WITH_TIMEOUT(!shown.view()->isColumnHidden(SampleTableModel::PrecisionColumn), patienceMs);
        QVERIFY(!shown.table.common()->text().contains(QStringLiteral("fp32")));
        shown.table.filter()->setText(QStringLiteral("fp64")); // of one row alone nothing is folded
        for (int column = 0; column < SampleTableModel::ColumnCount; ++column)
            QVERIFY(!shown.view()->isColumnHidden(column));
        QVERIFY(!shown.table.common()->isVisible());
    }

    void timeIntervalRateAndRegimeStandRightBehindTheWorkload()
    {
        ShownTable shown;
        fill(shown.session);
        const QHeaderView* heads = shown.view()->horizontalHeader();
        const int first[] = {SampleTableModel::SizeColumn,        SampleTableModel::OperationsColumn,
                             SampleTableModel::TimeColumn,        SampleTableModel::IntervalColumn,
                             SampleTableModel::PerformanceColumn, SampleTableModel::RoofColumn,
                             SampleTableModel::RegimeColumn};
        for (int place = 2; const int column : first) // behind operation and precision
            QCOMPARE(heads->visualIndex(column), place++);
    }

    void keysAndCopiesGoOnOverFoldedColumns()
    {
        ShownTable shown;
        fill(shown.session);
        QTRY_COMPARE_WITH_TIMEOUT(shown.rows()->rowCount(), 12, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(shown.view()->isColumnHidden(0), patienceMs);
        shown.view()->setCurrentIndex(shown.rows()->index(1, 0));
        QTest::keyClick(shown.view(), Qt::Key_Down);
        QVERIFY(shown.cursor.point() == shown.table.model()->sampleAt(shown.rows()->sampleRow(2)).workload);
        shown.table.copyRows();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0].count('\t'), SampleTableModel::ColumnCount - 1);
        QVERIFY2(lines[1].startsWith(QStringLiteral("fma\tfp32\t")), qPrintable(lines[1]));
    }

    void givesEachColumnRoomForItsHeadAndAllItsCells_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("a narrow window, which scrolls") << 420;
        QTest::newRow("a wide one, which is filled") << 1900;
    }
    void givesEachColumnRoomForItsHeadAndAllItsCells()
    {
        QFETCH(int, width);
        ShownTable shown(width);
        fill(shown.session);
        QTRY_COMPARE_WITH_TIMEOUT(shown.rows()->rowCount(), 12, patienceMs);
        Sample longest = syntheticSample(workload(3, 123457), 0); // which comes while the table is seen
        longest.flags = Flag::FewReadings | Flag::IntervalNotReached | Flag::Throttled | Flag::MachineBusy;
        shown.session.putSample(longest);
        QTRY_COMPARE_WITH_TIMEOUT(shown.table.count()->text(), QStringLiteral("13 rows"), patienceMs);
        const QHeaderView* heads = shown.view()->horizontalHeader();
        const QFontMetrics metrics(shown.view()->font());
        int total = 0;
        for (int column = 0; column < SampleTableModel::ColumnCount; ++column) {
            if (shown.view()->isColumnHidden(column))
                continue;
            total += heads->sectionSize(column);
            QVERIFY(heads->sectionSize(column) >= heads->sectionSizeHint(column));
            for (const QString& cell : shown.column(column))
                QCOMPARE(
                    metrics.elidedText(cell, Qt::ElideRight, heads->sectionSize(column) - 2 * PaddedCells::padding),
                    cell);
        }
        QVERIFY(total >= shown.view()->viewport()->width());
        QVERIFY(width > 1000 ? total == shown.view()->viewport()->width() : total > shown.view()->viewport()->width());
    }

    void aClickOnAHeadSortsByNumbersAlsoWhatComesLater()
    {
        ShownTable shown;
        fill(shown.session);
        QTRY_COMPARE_WITH_TIMEOUT(shown.rows()->rowCount(), 12, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(shown.view()->isColumnHidden(0), patienceMs);
        QCOMPARE(shown.column(SampleTableModel::OperationsColumn).join(' '),
                 QStringLiteral("1 2 4 8 1 2 4 8 1 2 4 8")); // by size, then operations
        shown.clickHead(SampleTableModel::OperationsColumn);
        shown.session.putSample(syntheticSample(workload(16, 1024), 0));
        shown.session.putSample(syntheticSample(workload(3, 1024), 0));
        QTRY_COMPARE_WITH_TIMEOUT(shown.column(SampleTableModel::OperationsColumn).join(' '),
                                  QStringLiteral("1 1 1 2 2 2 3 4 4 4 8 8 8 16"),
                                  patienceMs); // by the alphabet 16 would come before 2
        shown.clickHead(SampleTableModel::OperationsColumn);
        QCOMPARE(shown.column(SampleTableModel::OperationsColumn).first(), QStringLiteral("16"));
        shown.clickHead(SampleTableModel::OperationsColumn);
        QCOMPARE(shown.column(SampleTableModel::OperationsColumn).join(' '),
                 QStringLiteral("1 1 1 2 2 2 4 4 4 8 8 8 16 3")); // as measured
    }

    void afterSortingTheSelectedRowIsInSightElseTheTopAndTheArrowHidesNoLetter()
    {
        ShownTable shown;
        for (std::int64_t operations = 1; operations <= 60; ++operations)
            shown.session.putSample(syntheticSample(workload(operations, 1024), 0));
        QTRY_COMPARE_WITH_TIMEOUT(shown.rows()->rowCount(), 60, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(shown.view()->isColumnHidden(SampleTableModel::SizeColumn), patienceMs);
        const auto alignment = [&] {
            return shown.rows()
                       ->headerData(SampleTableModel::OperationsColumn, Qt::Horizontal, Qt::TextAlignmentRole)
                       .toInt()
                 & Qt::AlignHorizontal_Mask;
        };
        QCOMPARE(alignment(), static_cast<int>(Qt::AlignRight));
        shown.view()->selectRow(55);
        shown.clickHead(SampleTableModel::OperationsColumn);
        shown.clickHead(SampleTableModel::OperationsColumn); // the largest first
        QCOMPARE(alignment(), static_cast<int>(Qt::AlignLeft));
        const auto selected = shown.view()->selectionModel()->selectedRows();
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected.front().row(), 4);
        const int column = SampleTableModel::OperationsColumn;
        QVERIFY(shown.view()->viewport()->rect().contains(
            shown.view()->visualRect(selected.front().siblingAtColumn(column)).center()));
        shown.view()->clearSelection();
        shown.view()->scrollToBottom();
        QVERIFY(
            !shown.view()->indexAt({2, 2}).siblingAtColumn(column).data().toString().startsWith(QStringLiteral("60")));
        shown.clickHead(column); // as measured
        QCOMPARE(shown.view()->indexAt({2, 2}).row(), 0);
    }

    void readsWordsAndComparisons_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("rows");
        QTest::addColumn<QString>("problem");
        const QString none;
        QTest::newRow("nothing") << "  " << 12 << none;
        QTest::newRow("a number with its unit, as it is typed") << "2 ki" << 4 << none; // sizes; no other column has it
        QTest::newRow("greater") << "size > 1 Ki" << 8 << none;
        QTest::newRow("the same without blanks") << "size>1Ki" << 8 << none;
        QTest::newRow("at most") << "size <= 2048" << 8 << none;
        QTest::newRow("in quotation marks") << "\"size>1Ki\"" << 8 << none;
        QTest::newRow("the hint as it stands") << "\"memory or fp32\", “size > 1 Ki and fp32”" << 8 << none;
        QTest::newRow("the whole name of a column") << "operations per element >= 4" << 6 << none;
        QTest::newRow("the beginning of its head") << "ops = 4" << 3 << none;
        QTest::newRow("not equal") << "ops != 4" << 9 << none;
        QTest::newRow("two conditions") << "size > 1 Ki and ops < 4" << 4 << none;
        QTest::newRow("words and a comparison") << "fp32 AND ops = 8" << 3 << none;
        QTest::newRow("a comma combines as well") << "fp32,size > 1 Ki, ops < 4" << 4 << none;
        QTest::newRow("a comma between digits does not") << "time < 1,5 h" << 12 << "Time: ";
        QTest::newRow("a fraction of a unit") << "intensity = 1/4" << 3 << none;
        QTest::newRow("a duration") << "time < 1 h" << 12 << none;
        QTest::newRow("a word") << "precision = fp32" << 12 << none;
        QTest::newRow("another word") << "precision = fp64" << 0 << "No row fulfils Precision = fp64.";
        QTest::newRow("words that stand nowhere, with what was understood")
            << "busy and size>1 Ki or not fp32, ops < 4" << 0
            << "No row fulfils \"busy\" and Size > 1 Ki or not \"fp32\", Ops/elem. < 4;";
        QTest::newRow("a word of a flag") << "flags = readings" << 12 << none;
        QTest::newRow("not words") << "not throttled" << 0 << "No row fulfils not \"throttled\";";
        QTest::newRow("not a comparison") << "fp32 and NOT ops = 8" << 9 << none;
        QTest::newRow("not is still being typed") << "ops = 8 and not" << 3 << none;
        QTest::newRow("a word that begins so") << "nothing" << 0 << "No row fulfils \"nothing\";";
        QTest::newRow("brackets, which are no part of a word")
            << "ops = 8, size > 1 Ki and (fp32 or fp64" << 3
            << "Brackets are not read: \"size > 1 Ki and (fp32 or fp64\" is left out.";
        QTest::newRow("a column of words without a comparison")
            << "ops = 8 and flags busy" << 3
            << "\"flags busy\" has no comparison; write Flags = busy, or busy alone to look in every column.";
        QTest::newRow("a column by its whole name without a comparison")
            << "ops = 8 and launch mode queued" << 3
            << "\"launch mode queued\" has no comparison; write Launch = queued, or";
        QTest::newRow("not between a column and its words")
            << "regime not memory" << 12 << "\"regime not memory\" has no comparison; write not Regime = memory.";
        QTest::newRow("not between a column and its number")
            << "size NOT 2 Ki" << 12 << "\"size NOT 2 Ki\" has no comparison; write not Size = 2 Ki.";
        QTest::newRow("a column of numbers without a comparison")
            << "tensor size 2 Ki" << 12 << "\"tensor size 2 Ki\" has no comparison; write Size = 2 Ki, Size < 2 Ki or";
        QTest::newRow("a flag that begins like a column") << "interval too" << 12 << none;
        QTest::newRow("one of several flags") << "flags = few readings" << 12 << none;
        QTest::newRow("percent") << "interval < 100 %" << 12 << none;
        QTest::newRow("still being typed") << "size >" << 12 << none;
        QTest::newRow("no such column") << "colour = red" << 12
                                        << "No column begins with \"colour\"; there are Operation, Precision,";
        QTest::newRow("one of two conditions") << "ops = 1 or ops = 8" << 6 << none;
        QTest::newRow("one of two words") << "fp64 or fp32" << 12 << none;
        QTest::newRow("a word or a comparison") << "fp64 OR size > 1 Ki" << 8 << none;
        QTest::newRow("and binds before or") << "ops = 1 or ops = 8 and size > 1 Ki" << 5 << none;
        QTest::newRow("a comma binds last") << "ops = 1 or ops = 8, size > 1 Ki" << 4 << none;
        QTest::newRow("or is still being typed") << "ops = 1 or" << 3 << none;
        QTest::newRow("an alternative that is not understood is none")
            << "colour = red or ops = 4" << 3 << "No column begins with \"colour\"";
        QTest::newRow("two conditions without and")
            << "fp32 size > 1 Ki" << 12
            << "No column begins with \"fp32 size\"; combine conditions with \"and\", \"or\" or a comma";
        QTest::newRow("no column") << "> 3" << 12 << "Begin a comparison with a column, as in size > 1 Mi.";
        QTest::newRow("no number") << "size > large" << 12 << "Size: \"large\" does not start with a number";
        QTest::newRow("words have no order") << "precision < fp64" << 12 << "Precision holds words";
        QTest::newRow("what was understood counts") << "colour = red and ops = 4" << 3 << "No column begins with";
    }
    void readsWordsAndComparisons()
    {
        QFETCH(QString, typed);
        QFETCH(int, rows);
        QFETCH(QString, problem);
        LiveSession session;
        fill(session, Flag::FewReadings | Flag::Throttled | Flag::IntervalNotReached);
        SampleTableModel samples(session);
        ShownSamples shown(samples);
        shown.setFilter(typed);
        QCOMPARE(shown.rowCount(), rows);
        QVERIFY2(problem.isEmpty() ? shown.problem().isEmpty() : shown.problem().startsWith(problem),
                 qPrintable(shown.problem()));
    }

    void slowPointsAreFoundByTheirShareOfTheRoof()
    {
        LiveSession session;
        fill(session);
        SampleTableModel samples(session);
        ShownSamples shown(samples);
        shown.setFilter(QStringLiteral("roof >= 0"));
        QVERIFY2(shown.rowCount() == 0, "nothing is known of a row that is not analysed");
        for (const char* turned : {"not roof < 50 %", "roof != 50 %", "not roof != 50 %"}) {
            shown.setFilter(QString::fromUtf8(turned));
            QVERIFY2(shown.rowCount() == 0, turned);
        }
        shown.setFilter(QStringLiteral("roof >= 0"));
        const SnapshotPointer snapshot = makeSnapshot(requestOf(session, 1));
        std::vector<double> shares;
        for (const PointAnalysis& point : snapshot->points)
            shares.push_back(point.shareOfRoof.value_or(2.0));
        std::sort(shares.begin(), shares.end());
        QVERIFY(shares.front() < shares.back() && shares.back() < 2.0);
        samples.setSnapshot(snapshot);
        QCOMPARE(shown.rowCount(), 12);
        shown.sort(SampleTableModel::RoofColumn);
        for (int row = 0; row < 12; ++row) {
            const double share = shares[static_cast<std::size_t>(row)];
            QCOMPARE(samples.number(shown.sampleRow(row), SampleTableModel::RoofColumn), share);
            QCOMPARE(shown.index(row, SampleTableModel::RoofColumn).data().toString(), Format().percent(share));
        }
        shown.setFilter(QStringLiteral("% of roof > %1").arg(50.0 * (shares[5] + shares[6])));
        const auto above = std::count_if(shares.begin(), shares.end(),
                                         [&](double share) { return share > (shares[5] + shares[6]) / 2.0; });
        QCOMPARE(shown.rowCount(), static_cast<int>(above));
        shown.setFilter({});
        session.putSample(syntheticSample(workload(16, 1024), 0)); // which the snapshot does not have
        QTRY_COMPARE_WITH_TIMEOUT(shown.rowCount(), 13, patienceMs);
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            shown.sort(SampleTableModel::RoofColumn, order);
            QVERIFY(shown.index(12, SampleTableModel::RoofColumn).data().toString().isEmpty());
            QCOMPARE(samples.number(shown.sampleRow(0), SampleTableModel::RoofColumn),
                     order == Qt::AscendingOrder ? shares.front() : shares.back());
        }
    }

    void flagsEndWhereTheViewEndsAndAreWholeInTheirToolTip()
    {
        ShownTable shown(700);
        fill(shown.session);
        Sample longest = syntheticSample(workload(3, 1024), 0);
        longest.flags = Flag::FewReadings | Flag::IntervalNotReached | Flag::Throttled | Flag::MachineBusy;
        longest.flags |= Flag::Preempted | Flag::CacheTransition | Flag::PowerLimited;
        shown.session.putSample(longest);
        const QHeaderView* heads = shown.view()->horizontalHeader();
        const int flags = SampleTableModel::FlagsColumn;
        const auto rightEdge = [&] { return heads->sectionViewportPosition(flags) + heads->sectionSize(flags); };
        QTRY_COMPARE_WITH_TIMEOUT(rightEdge(), shown.view()->viewport()->width(), patienceMs);
        const QModelIndex cell = shown.rows()->mapFromSource(shown.table.model()->index(12, flags));
        QVERIFY(QFontMetrics(shown.view()->font()).horizontalAdvance(cell.data().toString())
                > heads->sectionSize(flags));
        QCOMPARE(cell.data(Qt::ToolTipRole).toString(), flagWords(longest.flags));
    }

    void aFilterSaysWhatItShowsMovesNothingAndEndsWithEscape()
    {
        ShownTable shown;
        fill(shown.session);
        QTRY_COMPARE_WITH_TIMEOUT(shown.rows()->rowCount(), 12, patienceMs);
        shown.view()->selectRow(0);
        const Workload here = shown.cursor.point();
        QVERIFY(here == shown.table.model()->sampleAt(0).workload);
        QTest::keyClicks(shown.table.filter(), QStringLiteral("ops = 8"));
        QCOMPARE(shown.table.count()->text(), QStringLiteral("3 of 12 rows"));
        QVERIFY2(shown.cursor.point() == here, "the row of the cursor is not shown, and the cursor went elsewhere");
        QVERIFY(!shown.table.problem()->isVisible());
        QTest::keyClicks(shown.table.filter(), QStringLiteral(" and no = 1"));
        QVERIFY(shown.table.problem()->isVisible());
        QTest::keyClick(shown.table.filter(), Qt::Key_Escape);
        QVERIFY(shown.table.filter()->text().isEmpty() && !shown.table.problem()->isVisible());
        QCOMPARE(shown.table.count()->text(), QStringLiteral("12 rows"));
        QCOMPARE(shown.view()->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(shown.rows()->sampleRow(shown.view()->selectionModel()->selectedRows().front().row()), 0);
    }

    void tellsOfRowsThatASnapshotChangesAlone()
    {
        LiveSession session;
        fill(session);
        SampleTableModel model(session);
        model.setSnapshot(makeSnapshot(requestOf(session, 1)));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setSnapshot(makeSnapshot(requestOf(session, 2)));
        QVERIFY2(changed.isEmpty(), "thousands of rows would be filtered, sorted and measured anew");
        auto other = std::make_shared<Snapshot>(*makeSnapshot(requestOf(session, 3)));
        other->points[4].flags = Flag::Ambiguous;
        model.setSnapshot(other);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.front()[0].toModelIndex(), model.index(4, SampleTableModel::RoofColumn));
        QCOMPARE(changed.front()[1].toModelIndex(), model.index(4, SampleTableModel::FlagsColumn));
    }

    void filteredAndSortedRowsKeepTheRulesOfAModelWhileSamplesArriveAndChange()
    {
        LiveSession session;
        SampleTableModel samples(session);
        ShownSamples shown(samples);
        const QAbstractItemModelTester tester(&shown, QAbstractItemModelTester::FailureReportingMode::QtTest);
        shown.setFilter(QStringLiteral("size > 1 Ki and few"));
        shown.sort(SampleTableModel::TimeColumn, Qt::DescendingOrder);
        fill(session, Flag::FewReadings);
        samples.takeOver();
        QCOMPARE(shown.rowCount(), 8);
        Sample sharper = syntheticSample(workload(2, 2048), 5);
        session.putSample(sharper);
        samples.takeOver();
        QCOMPARE(shown.rowCount(), 7); // it is no longer one of few readings
        for (int row = 1; row < shown.rowCount(); ++row)
            QVERIFY(samples.compare(shown.sampleRow(row - 1), shown.sampleRow(row), SampleTableModel::TimeColumn) >= 0);
        session.clear();
        QCOMPARE(shown.rowCount(), 0);
    }

    void keepsTheRulesOfAModelWhileSamplesArriveAndChange()
    {
        LiveSession session;
        SampleTableModel model(session);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        fill(session);
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 12, patienceMs);
        QCOMPARE(inserted.count(), 1);
        session.putSample(syntheticSample(workload(2, 2048), 5));
        QVERIFY(changed.wait(patienceMs));
        QCOMPARE(model.rowCount(), 12);
        session.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void showsTheRegimeOfEachAnalysedRow()
    {
        LiveSession session;
        fill(session);
        SampleTableModel model(session);
        const SnapshotPointer snapshot = makeSnapshot(requestOf(session, 1));
        model.setSnapshot(snapshot);
        int named = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            const auto& regime = snapshot->points[static_cast<std::size_t>(row)].regime;
            const QString words = model.index(row, SampleTableModel::RegimeColumn).data().toString();
            QCOMPARE(words, regime ? regimeLabel(*regime) : QString());
            named += words.isEmpty() ? 0 : 1;
        }
        QVERIFY(named > 0);
    }

    void takesOnlyTheSamplesOfThePlanIntoASnapshotAndNoReadings()
    {
        LiveSession session;
        fill(session);
        Workload other = workload(1, 1024);
        other.operation = Operation::Cos;
        session.putSample(syntheticSample(other, 0));
        const SnapshotPointer snapshot = makeSnapshot(requestOf(session, 1));
        QCOMPARE(snapshot->points.size(), snapshot->samples.size());
        for (const Sample& sample : snapshot->samples) {
            QVERIFY(sample.workload.operation == Operation::Fma);
            QVERIFY(sample.keptReadings.empty());
        }
    }

    void dropsResultsThatNewerOnesHaveOvertaken()
    {
        LiveSession session;
        fill(session);
        AnalysisWorker worker;
        std::vector<std::uint64_t> generations;
        connect(&worker, &AnalysisWorker::finished, this,
                [&](const SnapshotPointer& snapshot) { generations.push_back(snapshot->generation); });
        for (std::uint64_t generation = 1; generation <= 20; ++generation)
            worker.request(requestOf(session, generation));
        QTRY_VERIFY_WITH_TIMEOUT(!generations.empty() && generations.back() == 20, patienceMs);
        QVERIFY(generations.size() <= 2);
        QVERIFY(std::is_sorted(generations.begin(), generations.end()));
    }
};

RIDGEPOINT_GUI_TEST(TableModelTest)
#include "table_model_test.moc"
