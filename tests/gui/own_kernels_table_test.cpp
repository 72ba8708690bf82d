// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/padded_cells.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/own_kernel_card.h"
#include "app/desktop/calculator/own_kernel_details.h"
#include "app/desktop/calculator/own_kernel_form.h"
#include "app/desktop/calculator/quantity_field.h"
#include "app/desktop/session/snapshot_feed.h"
#include "core/session/own_kernels_csv.h"
#include "tests/gui/own_kernels_support.h"
#include "tests/gui/window_support.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QIdentityProxyModel>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QUndoStack>

#include <algorithm>
#include <numeric>
#include <set>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// So many kernels, the last takes longest.
std::vector<OwnKernel> ofCount(int count)
{
    std::vector<OwnKernel> kernels;
    for (int i = 0; i < count; ++i)
        kernels.push_back(counted((i % 2 == 0 ? "even " : "odd ") + std::to_string(i), 1e-3 * (1 + i)));
    return kernels;
}

/// What a profiler calls products of one library.
std::vector<OwnKernel> productsOfALibrary()
{
    std::vector<OwnKernel> kernels;
    for (const char* tile : {"f16_128x128_32x4_tn", "f16_128x128_32x4_nn", "f16_128x256_32x3_tn", "f16_256x64_32x4_nn",
                             "f16_64x64_32x6_tn", "f16_64x64_64x5_tn", "relu_f16_64x64_32x6_tn"}) {
        const std::string name = std::string("cutlass_80_tensorop_f16_s16816gemm_") + tile + "_align8";
        kernels.push_back(counted("void cutlass::Kernel2<" + name + ">(" + name + "::Params)", 1e-3));
    }
    return kernels;
}

/// Presses the left button at a place, moves the mouse and lets go.
void drag(QWidget* widget, QPoint from, QPoint to)
{
    const std::pair<QEvent::Type, QPoint> steps[] = {
        {QEvent::MouseButtonPress, from}, {QEvent::MouseMove, to}, {QEvent::MouseButtonRelease, to}};
    for (const auto& [type, place] : steps) {
        QMouseEvent event(type, QPointF(place), widget->mapToGlobal(QPointF(place)),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(widget, &event);
    }
}

/// As many kernels as a session holds, of ten names, the first the shortest.
std::vector<OwnKernel> hugeProfile()
{
    std::vector<OwnKernel> kernels;
    for (std::size_t i = 0; i < maximumOwnKernels; ++i)
        kernels.push_back(counted("kernel " + std::to_string(i % 10), 1e-3 + 1e-8 * static_cast<double>(i)));
    return kernels;
}

} // namespace

/// The table of the user's own kernels, of a profile that was imported.
class OwnKernelsTableTest : public FreshFolder {
    Q_OBJECT

private slots:
    void theLongestComeFirstAndTheFilterGoesByName()
    {
        const ShownList list({counted("relu", 2e-3), counted("gemm", 5e-3), counted("relu_backward", 3e-3)});
        QSignalSpy chosen(&list.view, &OwnKernelsDialog::choiceChanged);
        QCOMPARE(list.names(), (QStringList{"gemm", "relu_backward", "relu"}));
        QCOMPARE(list.column(OwnKernelModel::TimeShare).front(), QStringLiteral("50 %"));
        QTest::keyClicks(list.view.rows()->filter(), "RELU");
        QCOMPARE(list.names(), (QStringList{"relu_backward", "relu"}));
        QCOMPARE(list.view.rows()->count()->text(), QStringLiteral("2 of 3 rows"));
        QVERIFY(!chosen.isEmpty());
        QCOMPARE(chosen.back().front().value<KernelChoice>().filter, QStringLiteral("RELU"));
        QTest::keyClick(list.view.rows()->filter(), Qt::Key_Escape);
        QCOMPARE(list.names().size(), 3);
        QCOMPARE(list.view.rows()->count()->text(), QStringLiteral("3 rows"));
    }

    /// Mutation: the filter stays.
    void theFilterGoesWithTheList()
    {
        ShownList list({counted("relu", 2e-3), counted("gemm", 5e-3)});
        QSignalSpy chosen(&list.view, &OwnKernelsDialog::choiceChanged);
        list.view.rows()->filter()->setText("horner");
        QVERIFY(list.names().isEmpty());
        list.view.close();
        QCOMPARE(chosen.back().front().value<KernelChoice>().filter, QString());
        list.view.show();
        QVERIFY(list.view.rows()->filter()->text().isEmpty());
        QCOMPARE(list.names().size(), 2);
    }

    void onlyTheLongestAreShownUntilAllAreAskedFor()
    {
        std::vector<OwnKernel> kernels;
        for (int i = 0; i < 70; ++i)
            kernels.push_back(counted("k" + std::to_string(i), 1e-3 * (1 + i)));
        const ShownList list(std::move(kernels));
        QCOMPARE(list.names().size(), 60);
        QCOMPARE(list.names().back(), QStringLiteral("k10"));
        list.longest(20);
        QCOMPARE(list.names().back(), QStringLiteral("k50"));
        list.longest(0);
        QCOMPARE(list.names().back(), QStringLiteral("k0"));
    }

    void kernelsOfOneNameAreOneRowWithTheirSums()
    {
        const ShownList list({counted("relu", 1e-3), counted("gemm", 3e-3), counted("relu", 3e-3)});
        QAbstractItemModelTester tester(list.view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        list.view.grouped()->setChecked(true);
        QCOMPARE(list.names(), (QStringList{"relu", "gemm"}));
        QCOMPARE(list.column(OwnKernelModel::Launches), (QStringList{"2", "1"}));
        QCOMPARE(list.column(OwnKernelModel::Time), (QStringList{"4.00 ms", "3.00 ms"}));
        QCOMPARE(list.view.rows()->count()->text(), QStringLiteral("2 rows"));
        // What is removed is all of that name.
        list.view.table()->selectRow(0);
        QTest::keyClick(list.view.table(), Qt::Key_Delete);
        QCOMPARE(list.names(), QStringList{"gemm"});
    }

    void namesThatDifferLookDifferentInANarrowList()
    {
        ShownList list(productsOfALibrary());
        list.view.resize(876, 540); // what a screen of 900 x 600 leaves
        const QTableView& table = *list.view.table();
        const QFontMetrics metrics(table.font());
        const int room = table.columnWidth(OwnKernelModel::Name) - 2 * PaddedCells::padding;
        std::set<QString> seen;
        for (const QString& name : list.names())
            seen.insert(metrics.elidedText(name, table.textElideMode(), room));
        QVERIFY2(seen.size() == productsOfALibrary().size(),
                 qPrintable(QStringList(seen.begin(), seen.end()).join(QLatin1Char(' '))));
        QVERIFY2(list.names().front().startsWith("cutlass"), qPrintable(list.names().front()));
        const QString tip = table.model()->index(0, OwnKernelModel::Name).data(Qt::ToolTipRole).toString();
        QVERIFY2(QString(tip).remove(QChar(0x200B)).contains("Kernel2&lt;cutlass_80_tensorop_f16_s16816gemm_f16_128"),
                 qPrintable(tip));
    }

    /// Mutation: columns of words keep their width.
    void columnsOfWordsGiveWayToTheName()
    {
        OwnKernel often = counted(std::string(80, 'y'), 1.7e-3);
        often.launches = 12.0; // else the column of launches is folded
        ShownList list({counted(std::string(80, 'x'), 1.8e-3), often});
        const QTableView& table = *list.view.table();
        const QHeaderView& heads = *table.horizontalHeader();
        QCOMPARE(table.textElideMode(), Qt::ElideMiddle);
        const QFontMetrics metrics(table.font());
        list.view.resize(600, 540);
        const auto widthOfWords = [&](int column) {
            return metrics.horizontalAdvance(list.column(static_cast<OwnKernelModel::Column>(column)).front())
                 + 2 * PaddedCells::padding;
        };
        QVERIFY(widthOfWords(OwnKernelModel::Best) > metrics.averageCharWidth() * 16);
        QTRY_VERIFY_WITH_TIMEOUT(heads.sectionSize(OwnKernelModel::Best) < widthOfWords(OwnKernelModel::Best),
                                 patienceMs);
        for (const auto column : {OwnKernelModel::Time, OwnKernelModel::TimeShare, OwnKernelModel::Share})
            if (!table.isColumnHidden(column)) // figures are never cut
                QVERIFY(heads.sectionSize(column) >= widthOfWords(column));
    }

    /// Though all columns do not fit. Mutation: those of verdicts give way to every column.
    void whatTheRoofsSayIsWholeWhereItHasTheRoom()
    {
        OwnKernel often = counted(std::string(80, 'y'), 1.7e-3);
        often.launches = 12.0;
        ShownList list({counted(std::string(80, 'x'), 1.8e-3), often, timed("z", 1.6e-3, 3.0)});
        const QHeaderView& heads = *list.view.table()->horizontalHeader();
        list.view.resize(1000, 540);
        const QFontMetrics metrics(list.view.table()->font());
        for (const auto column : {OwnKernelModel::Limit, OwnKernelModel::Best}) {
            int widest = 0;
            for (const QString& words : list.column(column))
                widest = std::max(widest, metrics.horizontalAdvance(words));
            QTRY_VERIFY_WITH_TIMEOUT(heads.sectionSize(column) >= widest + 2 * PaddedCells::padding, patienceMs);
        }
    }

    void theHeadShowsWhatTheListIsSortedBy()
    {
        const ShownList list({timed("b", 1e-3, 12.0), timed("c", 2e-3, 4.0)});
        const QHeaderView& heads = *list.view.table()->horizontalHeader();
        const auto isByTime = [&] {
            return heads.isSortIndicatorShown() && heads.sortIndicatorSection() == OwnKernelModel::Time
                && heads.sortIndicatorOrder() == Qt::DescendingOrder;
        };
        QVERIFY(isByTime());
        list.view.table()->sortByColumn(OwnKernelModel::Name, Qt::AscendingOrder);
        QVERIFY(!isByTime());
        list.view.table()->sortByColumn(-1, Qt::AscendingOrder); // as the third click does
        QVERIFY(isByTime());
        QCOMPARE(list.names(), (QStringList{"c", "b"}));
    }

    void theNameTakesTheWidthThatTheOthersLeave()
    {
        ShownList list({counted("gemm", 2e-3), timed("relu", 1e-3, 4.0)});
        list.view.resize(2200, 600);
        const QHeaderView& heads = *list.view.table()->horizontalHeader();
        QTRY_COMPARE_WITH_TIMEOUT(heads.length(), list.view.table()->viewport()->width(), patienceMs);
        QVERIFY(heads.sectionSize(OwnKernelModel::Name) > heads.sectionSize(OwnKernelModel::Limit));
    }

    void aColumnThatTheUserMadeWiderStaysSo()
    {
        const ShownList list({counted("gemm", 2e-3), timed("relu", 1e-3, 4.0)});
        QHeaderView& heads = *list.view.table()->horizontalHeader();
        const int before = heads.sectionSize(OwnKernelModel::Name);
        const QPoint edge(heads.sectionViewportPosition(OwnKernelModel::Name) + before - 1, heads.height() / 2);
        drag(heads.viewport(), edge, edge + QPoint(50, 0));
        QCOMPARE(heads.sectionSize(OwnKernelModel::Name), before + 50);
        list.view.rows()->filter()->setText("e");
        QCOMPARE(heads.sectionSize(OwnKernelModel::Name), before + 50);
        heads.resizeSection(OwnKernelModel::Time, 300); // by no mouse
        list.view.rows()->filter()->clear();
        QVERIFY(heads.sectionSize(OwnKernelModel::Time) < 300);
        QCOMPARE(heads.sectionSize(OwnKernelModel::Name), before + 50);
    }

    void otherRowsAreShownFromTheTop()
    {
        ShownList list(ofCount(200));
        list.longest(0);
        const QScrollBar& bar = *list.view.table()->verticalScrollBar();
        list.view.table()->scrollToBottom();
        QVERIFY(bar.value() > 0);
        list.view.rows()->filter()->setText("odd");
        QCOMPARE(bar.value(), 0);
        QVERIFY(bar.maximum() > 0);
        list.view.table()->scrollToBottom();
        list.view.rows()->filter()->clear();
        QCOMPARE(bar.value(), 0);
        // What is selected stays in sight where it is shown.
        list.view.select(101); // the 99th from the top
        list.view.table()->scrollToBottom();
        list.view.rows()->filter()->setText("odd");
        const QRect cell = list.view.table()->visualRect(
            list.view.model()->index(list.view.rows()->selectedRows().front(), OwnKernelModel::Name));
        QVERIFY(bar.value() > 0 && list.view.table()->viewport()->rect().intersects(cell));
    }

    void theFirstClickOnAHeadOfFiguresPutsTheLargestFirst()
    {
        const ShownList list({timed("b", 1e-3, 12.0), timed("c", 2e-3, 4.0), timed("a", 3e-3, 40.0)});
        const QHeaderView& heads = *list.view.table()->horizontalHeader();
        const auto click = [&](OwnKernelModel::Column column) {
            clickAt(heads.viewport(),
                    QPoint(heads.sectionViewportPosition(column) + heads.sectionSize(column) / 2, heads.height() / 2));
            return list.names();
        };
        QCOMPARE(click(OwnKernelModel::Launches), (QStringList{"a", "b", "c"}));
        QCOMPARE(click(OwnKernelModel::Launches), (QStringList{"c", "b", "a"}));
        QCOMPARE(click(OwnKernelModel::Launches), (QStringList{"a", "c", "b"})); // the longest first, as before
        QCOMPARE(click(OwnKernelModel::Name), (QStringList{"a", "b", "c"}));
        const auto first = [&](OwnKernelModel::Column column) {
            return list.view.model()->headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole).toInt();
        };
        for (const auto column : {OwnKernelModel::Time, OwnKernelModel::TimeShare, OwnKernelModel::Share,
                                  OwnKernelModel::Best, OwnKernelModel::Flop, OwnKernelModel::Memory})
            QCOMPARE(first(column), static_cast<int>(Qt::DescendingOrder));
        for (const auto column : {OwnKernelModel::Limit, OwnKernelModel::File, OwnKernelModel::Device})
            QCOMPARE(first(column), static_cast<int>(Qt::AscendingOrder));
    }

    void sharesAreOfTheTimeOnTheSameDevice()
    {
        OwnKernel elsewhere = counted("scan", 8e-3);
        elsewhere.device = rtx;
        const ShownList list({counted("gemm", 3e-3), counted("relu", 1e-3), elsewhere});
        QCOMPARE(list.names(), (QStringList{"scan", "gemm", "relu"}));
        QCOMPARE(list.column(OwnKernelModel::TimeShare), (QStringList{"100 %", "75 %", "25 %"}));
        QVERIFY(list.view.model()
                    ->headerData(OwnKernelModel::TimeShare, Qt::Horizontal, Qt::ToolTipRole)
                    .toString()
                    .contains("the same device"));
    }

    void aHeadSortsByWhatTheCellsStandFor()
    {
        const ShownList list({counted("b", 0.9e-3), counted("c", 10e-3), counted("a", 2e-3)});
        const auto sortBy = [&](OwnKernelModel::Column column) {
            list.view.table()->sortByColumn(column, Qt::AscendingOrder);
            return list.names();
        };
        QCOMPARE(sortBy(OwnKernelModel::Name), (QStringList{"a", "b", "c"}));
        QCOMPARE(sortBy(OwnKernelModel::Time), (QStringList{"b", "a", "c"}));
        QCOMPARE(sortBy(OwnKernelModel::Share), (QStringList{"c", "a", "b"})); // 10 %, 50 % and 111 % of the roof
        QCOMPARE(sortBy(OwnKernelModel::Limit).back(), QStringLiteral("b"));   // impossible
    }

    void columnsThatAreAlikeInAllRowsAreALineAbove()
    {
        OwnKernel other = counted("b", 2e-3);
        other.source = "other.csv";
        const ShownList list({counted("a", 1e-3), other});
        QVERIFY(list.hides(OwnKernelModel::Device) && list.hides(OwnKernelModel::Work)
                && list.hides(OwnKernelModel::Launches));
        QVERIFY(!list.hides(OwnKernelModel::File) && !list.hides(OwnKernelModel::Time));
        QVERIFY2(list.view.rows()->common()->text().contains("ran on NVIDIA A100-SXM4-40GB")
                     && list.view.rows()->common()->text().contains("1 launch each")
                     && list.view.rows()->common()->text().contains("operations and bytes counted"),
                 qPrintable(list.view.rows()->common()->text()));
        QTest::keyClicks(list.view.rows()->filter(), "b");
        QVERIFY(!list.hides(OwnKernelModel::Device)); // of a single row all is told
    }

    void aKernelWithTimesOnlyTakesOperationsAndBytesAnElement()
    {
        const ShownList list({timed("relu", 1.2e-2, 12.0), counted("gemm", 1e-3)});
        QCOMPARE(list.column(OwnKernelModel::Limit).front(), QStringLiteral("–"));
        QVERIFY(list.view.model()
                    ->data(list.view.model()->index(0, OwnKernelModel::Limit), Qt::ToolTipRole)
                    .toString()
                    .contains("not known"));
        list.view.table()->selectRow(1);
        OwnKernelDetails& details = *list.view.details();
        QVERIFY(!details.elements()->isVisible()); // it has counts
        list.view.table()->selectRow(0);
        QVERIFY(details.elements()->isVisible() && details.operations()->isVisible() && details.bytes()->isVisible());
        QCOMPARE(ShownList::plain(details.headline()->text()), QStringLiteral("relu · 12 launches, 12.0 ms"));
        QTest::mouseClick(details.applyButton(), Qt::LeftButton);
        QVERIFY(details.elements()->complaint().contains("how many elements"));
        details.elements()->type("1e6");
        QTest::mouseClick(details.applyButton(), Qt::LeftButton);
        QVERIFY(details.operations()->complaint().contains("operations or bytes"));
        details.operations()->type("some");
        QTest::mouseClick(details.applyButton(), Qt::LeftButton);
        QVERIFY(list.view.model()->kernels().front().work == WorkOrigin::Unknown);
        details.operations()->type("2");
        details.bytes()->type("8 B");
        QTest::mouseClick(details.applyButton(), Qt::LeftButton);
        const OwnKernel& kernel = list.view.model()->kernels().front();
        QCOMPARE(kernel.flops, Flops(2e6 * 12.0));
        QCOMPARE(kernel.bytes, Bytes(8e6 * 12.0));
        QVERIFY(kernel.work == WorkOrigin::Typed);
        QVERIFY(list.view.model()->verdict(0).has_value());
        // It stays selected, and can be corrected.
        QVERIFY2(details.headline()->text().startsWith("relu"), qPrintable(details.headline()->text()));
        QVERIFY(details.elements()->isVisible());
        QCOMPARE(details.elements()->shown(), QStringLiteral("1e6"));
    }

    void countsThatNoSessionHoldsAreRefused()
    {
        const ShownList list({timed("relu", 1.2e-2, 12.0)});
        list.view.table()->selectRow(0);
        OwnKernelDetails& details = *list.view.details();
        details.elements()->type("1e20");
        details.operations()->type("1e20");
        QTest::mouseClick(details.applyButton(), Qt::LeftButton);
        QVERIFY(details.elements()->complaint().contains("more work"));
        QVERIFY(list.view.model()->kernels().front().work == WorkOrigin::Unknown);
    }

    void aGroupTakesCountsForAllOfItsName()
    {
        const ShownList list({timed("relu", 1e-3, 1.0), timed("gelu", 1e-3, 1.0), timed("relu", 2e-3, 3.0)});
        list.view.grouped()->setChecked(true);
        list.view.table()->selectRow(0);
        OwnKernelDetails& details = *list.view.details();
        QCOMPARE(details.applyButton()->text(), QStringLiteral("&Use for all 4 launches of this name"));
        details.elements()->type("1000");
        details.bytes()->type("8 B");
        QTest::keyClick(details.bytes()->edit(), Qt::Key_Return);
        const std::vector<OwnKernel>& kernels = list.view.model()->kernels();
        QCOMPARE(kernels[0].bytes, Bytes(8000.0));
        QCOMPARE(kernels[1].bytes, Bytes());
        QCOMPARE(kernels[2].bytes, Bytes(24000.0));
    }

    void theSelectedRowsAreCopiedAsATableThatCanBePasted()
    {
        const ShownList list({counted("a", 1e-3), counted("say \"b\"", 3e-3), counted("c", 2e-3)});
        list.view.table()->selectRow(0);
        list.view.table()->selectionModel()->select(list.view.table()->model()->index(1, 0),
                                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTest::keyClick(list.view.table(), Qt::Key_C, Qt::ControlModifier);
        const std::string copied = QGuiApplication::clipboard()->text().toStdString();
        const auto kernels = parseOwnKernels(copied);
        QVERIFY(kernels.ok());
        QCOMPARE(kernels->size(), std::size_t{2});
        QCOMPARE(kernels->front().name, std::string("say \"b\""));
        QCOMPARE(kernels->back().name, std::string("c"));
        QVERIFY2(copied.find("share_of_roof") != std::string::npos
                     && copied.find("\"NVIDIA A100-SXM4-40GB\"") != std::string::npos,
                 copied.c_str());
    }

    void aHundredThousandAreSortedFilteredGroupedAndCopied()
    {
        const ShownList list(hugeProfile());
        const int all = static_cast<int>(maximumOwnKernels);
        list.longest(0);
        const QAbstractItemModel& rows = *list.view.table()->model();
        QCOMPARE(rows.rowCount(), all);
        const auto timeAt = [&](int place) { return list.view.model()->shown(place).kernel.time; };
        QCOMPARE(timeAt(0), list.view.model()->kernels().back().time);
        list.view.table()->sortByColumn(OwnKernelModel::Share, Qt::AscendingOrder); // judges them all
        QVERIFY(timeAt(0) > timeAt(all / 2) && timeAt(all / 2) > timeAt(all - 1));
        list.view.table()->sortByColumn(OwnKernelModel::Time, Qt::AscendingOrder);
        QCOMPARE(timeAt(0), list.view.model()->kernels().front().time);
        list.view.table()->selectAll();
        QTest::keyClick(list.view.table(), Qt::Key_C, Qt::ControlModifier);
        const auto copied = parseOwnKernels(QGuiApplication::clipboard()->text().toStdString());
        QVERIFY(copied.ok());
        QCOMPARE(copied->size(), maximumOwnKernels);
        QVERIFY(copied->front().time == list.view.model()->kernels().front().time);
        list.view.rows()->filter()->setText("kernel 7");
        QCOMPARE(rows.rowCount(), all / 10);
        list.view.rows()->filter()->clear();
        list.view.grouped()->setChecked(true);
        QCOMPARE(rows.rowCount(), 10);
        QCOMPARE(list.view.model()->shown(0).members.size(), maximumOwnKernels / 10);
    }

    void whatIsSelectedStaysSoInAnotherOrderAndUnderAFilter()
    {
        ShownList list({counted("b", 0.9e-3), counted("c", 10e-3), counted("a", 2e-3)});
        QAbstractItemModelTester tester(list.view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto selected = [&] { return list.view.rows()->selectedKernel(); };
        list.view.select(2);
        QCOMPARE(list.view.rows()->selectedRows(), std::vector<int>{1});
        for (const OwnKernelModel::Column column :
             {OwnKernelModel::Name, OwnKernelModel::Share, OwnKernelModel::Launches}) {
            list.view.table()->sortByColumn(column, Qt::DescendingOrder);
            QCOMPARE(selected(), std::optional<std::size_t>(2));
        }
        list.view.table()->sortByColumn(OwnKernelModel::Name, Qt::AscendingOrder);
        QCOMPARE(list.view.rows()->selectedRows(), std::vector<int>{0});
        QVERIFY(list.view.details()->headline()->text().startsWith("a "));
        list.view.rows()->filter()->setText("a");
        QCOMPARE(selected(), std::optional<std::size_t>(2));
        list.view.rows()->filter()->setText("b");
        QVERIFY(!selected() && !list.view.details()->isVisible());
    }

    void whileNothingIsSelectedOneSentenceStandsBelowTheTable()
    {
        ShownList list({counted("b", 0.9e-3), counted("a", 2e-3)});
        list.view.resize(876, 540);
        const QLabel& words = *list.view.placeholder();
        QVERIFY(words.isVisible() && !list.view.details()->isVisible());
        QVERIFY2(words.text().startsWith("Select a kernel"), qPrintable(words.text()));
        for (const QScrollArea* area : list.view.findChildren<QScrollArea*>())
            QVERIFY(!area->verticalScrollBar()->isVisible());
        list.view.table()->selectRow(0);
        QVERIFY(!words.isVisible() && list.view.details()->isVisible());
        list.view.table()->selectAll();
        QVERIFY(words.isVisible() && !list.view.details()->isVisible());
        QVERIFY2(words.text().startsWith("Select a single kernel"), qPrintable(words.text()));
        list.view.setKernels({});
        QVERIFY(words.text().isEmpty());
    }

    void ofAHundredThousandOnlyTheRowsInSightAreTouched()
    {
        /// Counts which rows a view asks for.
        struct Watched : QIdentityProxyModel {
            mutable std::set<int> rows;
            [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
            {
                rows.insert(index.row());
                return QIdentityProxyModel::data(index, role);
            }
        };
        KernelRowTable table({OwnKernelModel::Name, OwnKernelModel::Time, OwnKernelModel::Limit, OwnKernelModel::File},
                             QStringLiteral("kernels"));
        loadFonts();
        Watched watched;
        watched.setSourceModel(table.model());
        table.view()->setModel(&watched); // as it is when the kernels come
        table.setDevice(
            {.figures = EnvelopeDevice{.bandwidth = BytesPerSecond(1e12), .compute = FlopsPerSecond(1e13)}});
        table.setChoice(0, false);
        table.setKernels(hugeProfile());
        table.resize(900, 500);
        table.show();
        (void)table.grab();
        const auto all = static_cast<int>(maximumOwnKernels);
        const auto inSight = static_cast<std::size_t>(table.view()->viewport()->height() / table.view()->rowHeight(0))
                           + 2;
        QVERIFY(watched.rows.contains(0));
        QVERIFY2(watched.rows.size() <= inSight, qPrintable(QString::number(watched.rows.size())));
        QScrollBar& bar = *table.view()->verticalScrollBar();
        const std::vector<int> places{bar.maximum() / 3, bar.maximum() / 2, bar.maximum()};
        for (const int place : places) {
            watched.rows.clear();
            bar.setValue(place);
            (void)table.grab();
            QVERIFY(watched.rows.contains(std::min(place, all - 1)));
            QVERIFY2(watched.rows.size() <= inSight, qPrintable(QString::number(watched.rows.size())));
        }
        // Nor does the model judge more by itself: columns are as wide as their first rows ask.
        const std::size_t judged = table.model()->judgedCount();
        QVERIFY2(judged > 0 && judged < maximumOwnKernels / 100, qPrintable(QString::number(judged)));
    }

    void typingInTheFilterSelectsNothingInTheRoofline()
    {
        ShownList list({counted("relu", 2e-3), counted("gemm", 5e-3)});
        list.view.select(0);
        const QSignalSpy selected(&list.view, &OwnKernelsDialog::selected);
        QSignalSpy chosen(&list.view, &OwnKernelsDialog::choiceChanged);
        list.view.rows()->filter()->setText("relu");
        QVERIFY(selected.isEmpty());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(list.view.rows()->selectedKernel(), std::optional<std::size_t>(0));
        list.view.rows()->filter()->setText("gemm");
        QVERIFY(selected.isEmpty() && !list.view.details()->isVisible());
    }

    void theListAndTheRooflineShowAndSelectTheSame()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        RooflineChart& roofline = *window.charts().roofline();
        const auto typed = [](const char* name, double seconds) {
            return OwnKernel{name, Flops(2e9), Bytes(8e8), 1.0, Seconds(seconds)};
        };
        window.engine().session.setOwnKernels({typed("mine", 0.025), typed("other", 0.05)});
        QTRY_COMPARE_WITH_TIMEOUT(roofline.data().kernels.drawn.size(), std::size_t{2}, patienceMs);
        window.calculator().openOwnKernels();
        OwnKernelsDialog& list = *window.calculator().list();
        const QModelIndex shorter = list.model()->index(list.model()->rowOf(0), OwnKernelModel::Name);
        clickAt(list.table()->viewport(), list.table()->visualRect(shorter).center());
        QCOMPARE(roofline.chosenKernel(), std::optional<std::size_t>(0));
        QVERIFY(window.ownKernelCard().isVisible());
        roofline.chooseKernel(1);
        QVERIFY2(list.details()->headline()->text().startsWith("other"),
                 qPrintable(list.details()->headline()->text()));
        list.rows()->filter()->setText("mine");
        QCOMPARE(window.engine().feed.kernelChoice().filter, QStringLiteral("mine"));
    }

    void whatIsAddedStaysSelectedOnceTheRooflineIsDrawnAnew()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        RooflineChart& roofline = *window.charts().roofline();
        window.engine().session.setOwnKernels({{"old", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.025)}});
        QTRY_COMPARE_WITH_TIMEOUT(roofline.data().kernels.drawn.size(), std::size_t{1}, patienceMs);
        window.calculator().openOwnKernels();
        OwnKernelsDialog& list = *window.calculator().list();
        clickAt(list.table()->viewport(), list.table()->visualRect(list.model()->index(0, 0)).center());
        QCOMPARE(roofline.chosenKernel(), std::optional<std::size_t>(0));
        list.addButton()->click();
        OwnKernelForm& form = *list.form();
        form.name()->setText("new");
        form.flops()->type("2 GFLOP");
        form.bytes()->type("10 MB");
        form.time()->type("10 ms");
        QTest::mouseClick(form.addButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(roofline.data().kernels.drawn.size(), std::size_t{2}, patienceMs);
        QCoreApplication::processEvents(); // in which the roofline tells what it has chosen
        QVERIFY2(list.details()->headline()->text().startsWith("new"), qPrintable(list.details()->headline()->text()));
    }

    void addingEditingAndRemovingAreUndoneInTheListItself()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        const auto kernels = [&] { return window.engine().session.frame().ownKernels; };
        const auto typed = [](const char* name, double seconds) {
            return OwnKernel{name, Flops(2e9), Bytes(8e8), 1.0, Seconds(seconds)};
        };
        const std::vector<OwnKernel> all{typed("a", 0.4), typed("b", 0.3), typed("c", 0.2), typed("d", 0.1)};
        window.engine().session.setOwnKernels(all);
        window.calculator().openOwnKernels();
        OwnKernelsDialog& list = *window.calculator().list();
        list.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&list));
        const auto selectedName = [&] {
            const auto kernel = list.rows()->selectedKernel();
            return kernel ? list.model()->kernels()[*kernel].name : std::string();
        };
        // Two that do not stand together go by one step.
        list.table()->setFocus();
        list.table()->selectRow(0);
        list.table()->selectionModel()->select(list.table()->model()->index(2, 0),
                                               QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTest::keyClick(list.table(), Qt::Key_Delete);
        const std::vector<OwnKernel> left{all[1], all[3]};
        QCOMPARE(kernels(), left);
        QCOMPARE(selectedName(), std::string("b")); // the next one
        QVERIFY(window.actions_().undo->undoText().contains("removing kernels"));
        QTest::keyClick(list.table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(kernels(), all);
        QTest::keyClick(list.table(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(kernels(), left);
        list.select(1);
        QTest::keyClick(list.table(), Qt::Key_Delete);
        QCOMPARE(selectedName(), std::string("b")); // after the last one that before it
        QTest::keyClick(list.table(), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(list.table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(kernels(), all);
        // A changed and an added one.
        list.select(1);
        list.editButton()->click();
        list.form()->name()->setText("other");
        list.form()->addButton()->click();
        QCOMPARE(kernels()[1].name, std::string("other"));
        emit list.form()->added({typed("e", 0.05)});
        QCOMPARE(kernels().size(), all.size() + 1);
        window.actions_().undo->undo();
        QCOMPARE(kernels().size(), all.size());
        QCOMPARE(kernels()[1].name, std::string("other"));
        window.actions_().undo->undo();
        QCOMPARE(kernels(), all);
        // A list that is another by then stays as it is.
        window.actions_().undo->redo();
        window.engine().session.setOwnKernels({typed("new", 0.1)});
        window.actions_().undo->undo();
        QCOMPARE(kernels(), std::vector<OwnKernel>{typed("new", 0.1)});
    }
};

RIDGEPOINT_GUI_TEST(OwnKernelsTableTest)
#include "own_kernels_table_test.moc"
