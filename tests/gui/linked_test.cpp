// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/exploration.h"
#include "app/charts/draw/curves_chart.h"
#include "app/desktop/base/axis_dialog.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/chart_commands.h"
#include "app/desktop/views/linked_views.h"
#include "app/desktop/views/sample_table.h"
#include "core/analysis/entry.h"
#include "tests/gui/explore_support.h"
#include "tests/gui/measured_window.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>
#include <QUndoStack>
#include <QWheelEvent>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Charts and table that follow each other, their axes and the clipboard.
class LinkedTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] RooflineChart& roofline() const { return *window().charts().roofline(); }
    [[nodiscard]] std::size_t brushed() const { return window().exploration().links().brushed()->size(); }
    [[nodiscard]] QUndoStack& undo() const { return *window().actions_().undo; }

    static void wheel(QWidget* chart, QPointF place, int notches)
    {
        QWheelEvent event(place, chart->mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(chart, &event);
    }
    [[nodiscard]] AxisDialog* dialog() const { return window().findChild<AxisDialog*>(); }

private slots:
    void init()
    {
        openMeasured();
        flushCharts();
    }

    void hoveringInOneChartMarksTheSampleInTheOthers()
    {
        const Workload some = roofline().places().shownPoints().at(3).workload;
        hoverAt(&roofline(), pixelOf(roofline(), some));
        QVERIFY(window().charts().map()->input().linked == some);
        QVERIFY(window().charts().curves()->input().linked == some);
        QVERIFY(!roofline().input().linked);
        hoverAt(&roofline(), {1, 1});
        QVERIFY(!window().charts().map()->input().linked);
    }

    void aReadOutGoesWhenKeysMoveOn()
    {
        const Workload some = roofline().places().shownPoints().at(3).workload;
        hoverAt(&roofline(), pixelOf(roofline(), some));
        QVERIFY(window().charts().map()->input().linked == some);
        roofline().setFocus();
        QTest::keyClick(&roofline(), Qt::Key_Right);
        QVERIFY2(!window().charts().map()->input().linked, "the mouse rests where nobody looks");
        const Workload here = window().engine().cursor.point();
        hoverAt(&roofline(), pixelOf(roofline(), some) + QPointF(1, 0));
        QVERIFY(window().charts().map()->input().linked == some);
        QTest::mouseClick(&roofline(), Qt::LeftButton, {}, pixelOf(roofline(), some).toPoint());
        QVERIFY(window().engine().cursor.point() == some && here != some);
        QVERIFY2(window().charts().map()->input().linked == some, "what is clicked is what is looked at");
    }

    void aBandBrushesEverywhere()
    {
        window().actions_().table->trigger();
        roofline().flush();
        const QRectF plot(roofline().axisRect()->rect());
        const auto inside = roofline().places().shownPoints().size();
        dragThrough(&roofline(), {plot.topLeft() + QPointF(2, 2), plot.center(), plot.bottomRight() - QPointF(2, 2)},
                    Qt::ShiftModifier);
        QVERIFY(brushed() > 3 && brushed() <= inside);
        for (const ChartWidget* chart : window().charts().charts())
            QCOMPARE(chart->input().brushed->size(), brushed());
        const auto rows = window().table().view()->selectionModel()->selectedRows();
        QVERIFY(!rows.isEmpty() && rows.size() <= static_cast<qsizetype>(brushed()));
        const QTableView* view = window().table().view();
        QVERIFY2(std::any_of(rows.begin(), rows.end(),
                             [view](const QModelIndex& row) {
                                 const int top = view->rowViewportPosition(row.row());
                                 return top + view->rowHeight(row.row()) > 0 && top < view->viewport()->height();
                             }),
                 "none of them is in sight");
        QCOMPARE(undo().count(), 0); // a brush is no pan
        roofline().setFocus();
        QTest::keyClick(&roofline(), Qt::Key_Escape);
        QCOMPARE(brushed(), std::size_t{0});
    }

    void shiftAndArrowsBrushByTheKeyboard()
    {
        roofline().setFocus();
        const Workload start = window().engine().cursor.point();
        QTest::keyClick(&roofline(), Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(&roofline(), Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(brushed(), std::size_t{3});
        QVERIFY(window().exploration().links().brushed()->front() == start);
        QTest::keyClick(&roofline(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(brushed(), std::size_t{2});
    }

    void selectedRowsAreBrushedInTheCharts()
    {
        window().actions_().table->trigger();
        QTableView* view = window().table().view();
        view->setFocus();
        view->setCurrentIndex(view->model()->index(2, 0));
        QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(brushed(), std::size_t{3});
        QCOMPARE(roofline().input().brushed->size(), std::size_t{3});
        QCOMPARE(view->selectionModel()->selectedRows().size(), 3);
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(brushed(), std::size_t{0});
    }

    void zoomAndPanAreTakenBack()
    {
        const ChartRanges whole = roofline().axisRanges().current();
        const QPointF middle = QRectF(roofline().axisRect()->rect()).center();
        wheel(&roofline(), middle, 3);
        const ChartRanges near = roofline().axisRanges().current();
        QVERIFY(!(near == whole) && undo().canUndo());
        QPointF free = middle; // of roofs, which a press would take
        while (roofline().roofAt(free))
            free.ry() += 5.0;
        dragThrough(&roofline(), {free, free + QPointF(30, 10), free + QPointF(60, 20)});
        QVERIFY(!(roofline().axisRanges().current() == near));
        while (undo().canUndo())
            QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(roofline().axisRanges().current().zoomed == false);
        QVERIFY(roofline().axisRanges().current() == whole);
        roofline().setFocus();
        QTest::keyClick(&roofline(), Qt::Key_Plus);
        QVERIFY(roofline().axisRanges().current().zoomed);
        QTest::keyClick(&window(), Qt::Key_0, Qt::ControlModifier);
        QVERIFY(!roofline().axisRanges().current().zoomed);
        undo().undo();
        QVERIFY(roofline().axisRanges().current().zoomed);
    }

    void aZoomEndsWithTheDirectionThatItWasIn()
    {
        CurvesChart& curves = *window().charts().curves();
        QCOMPARE(curves.sharedAxis(), AxisKind::Operations);
        const QPointF middle = QRectF(curves.axisRect()->rect()).center();
        wheel(&curves, middle, 3);
        QVERIFY(curves.axisRanges().current().zoomed && undo().canUndo());
        window().charts().chooseCurvesAxis(AxisKind::Size);
        curves.flush();
        const ChartRanges sizes = curves.axisRanges().current();
        QVERIFY(!sizes.zoomed);
        const auto shown = curves.places().shownPoints();
        QVERIFY(!shown.empty());
        for (const ChartPoint& point : shown)
            QVERIFY(curves.axisRect()
                        ->axis(QCPAxis::atBottom)
                        ->range()
                        .contains(static_cast<double>(point.workload.elements)));
        undo().undo(); // of operations: they say nothing of sizes
        QVERIFY(curves.axisRanges().current() == sizes);
        // A lock holds the new axes as they are now.
        curves.axisRanges().setLocked(true);
        window().charts().chooseCurvesAxis(AxisKind::Operations);
        curves.flush();
        QVERIFY(curves.axisRanges().isLocked() && !curves.axisRanges().current().zoomed
                && !(curves.axisRanges().current().ranges == sizes.ranges));
    }

    void rangesAreTypedByADoubleClickOnAnAxis()
    {
        const QRectF plot(roofline().axisRect()->rect());
        sendMouse(&roofline(), QEvent::MouseButtonDblClick, {plot.left() - 12.0, plot.center().y()});
        QVERIFY(dialog() != nullptr);
        QCOMPARE(dialog()->rowCount(), std::size_t{2});
        for (std::size_t row = 0; row < 2; ++row) {
            dialog()->from(row)->setText("1/4");
            dialog()->to(row)->setText("8 G");
        }
        dialog()->from(0)->setText("nonsense");
        dialog()->accept();
        QVERIFY(dialog()->problem().contains("nonsense"));
        dialog()->from(0)->setText("16 G");
        dialog()->accept();
        QVERIFY(dialog()->problem().contains("smaller value first"));
        dialog()->from(0)->setText("1/4");
        dialog()->lock()->setChecked(true);
        QTest::keyClick(dialog(), Qt::Key_Return);
        QCOMPARE(roofline().xAxis->range().lower, 0.25);
        QCOMPARE(roofline().yAxis->range().upper, 8e9);
        QVERIFY(roofline().axisRanges().isLocked());
        wheel(&roofline(), plot.center(), 2);
        QCOMPARE(roofline().xAxis->range().lower, 0.25); // locked
        undo().undo();
        QVERIFY(!roofline().axisRanges().isLocked() && roofline().xAxis->range().lower != 0.25);
    }

    void rangesReadAsPeopleWouldTypeThem()
    {
        for (ChartWidget* chart : window().charts().charts()) {
            window().exploration().links().askForRanges(*chart);
            QVERIFY(dialog() != nullptr);
            for (std::size_t row = 0; row < dialog()->rowCount(); ++row)
                for (const QLineEdit* end : {dialog()->from(row), dialog()->to(row)}) {
                    QVERIFY2(end->text().size() <= 7, qPrintable(end->text()));
                    {
                        const auto read = parseEntry(end->text().toStdString(), EntryKind::Any);
                        QVERIFY2(read && *read > 0.0, qPrintable(end->text()));
                    }
                }
            const ChartRanges before = chart->axisRanges().current();
            dialog()->accept();
            QVERIFY(chart->axisRanges().current() == before); // what was not typed is not rounded
            QTRY_VERIFY(dialog() == nullptr);
        }
    }

    void theMapsAxesAreTypedInTheirOwnNumbers()
    {
        RegimeMapChart& map = *window().charts().map();
        map.setFocus();
        QTest::keyClick(&window(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(dialog() != nullptr);
        dialog()->from(0)->setText("2");
        dialog()->to(0)->setText("128");
        dialog()->accept();
        QVERIFY(std::abs(map.xAxis->range().lower - 1.0) < 1e-9 && std::abs(map.xAxis->range().upper - 7.0) < 1e-9);
        QTRY_VERIFY(dialog() == nullptr);
        window().exploration().links().askForRanges(map);
        dialog()->buttons()->button(QDialogButtonBox::Reset)->click();
        QVERIFY(!map.axisRanges().current().zoomed);
    }

    void locksByTheKeyboardAndUnlocksByReset()
    {
        window().charts().curves()->setFocus();
        QTest::keyClick(&window(), Qt::Key_L, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(window().charts().curves()->axisRanges().isLocked() && !roofline().axisRanges().isLocked());
        QVERIFY(window().exploration().actions().lockAxes->isChecked());
        QTest::keyClick(window().charts().curves(), Qt::Key_R);
        QVERIFY(!window().charts().curves()->axisRanges().isLocked());
        QVERIFY(!window().exploration().actions().lockAxes->isChecked());
    }

    void aResetKeepsTheAxesOfLockedChartsOnly()
    {
        ChartWidget* locked = &roofline();
        ChartWidget* open = window().charts().curves();
        for (ChartWidget* chart : {locked, open}) {
            chart->setFocus();
            QTest::keyClick(chart, Qt::Key_Plus);
            QVERIFY(chart->axisRanges().current().zoomed);
        }
        locked->axisRanges().setLocked(true);
        const ChartRanges kept = locked->axisRanges().current();
        QTest::keyClick(&window(), Qt::Key_0, Qt::ControlModifier);
        QVERIFY(locked->axisRanges().current() == kept && locked->axisRanges().isLocked());
        QVERIFY(!open->axisRanges().current().zoomed);
        QVERIFY(window().strip().text().contains("Locked axes do not change"));
        window().strip().actionButton()->click();
        QVERIFY(!locked->axisRanges().isLocked() && !locked->axisRanges().current().zoomed);
        window().strip().tell(Severity::Hint, QStringLiteral("else"));
        QTest::keyClick(&window(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(window().strip().text(), QStringLiteral("else")); // nothing is locked any more
    }

    void copiesTheChartWithTheFocusAsPictureAndNumbers()
    {
        roofline().setFocus();
        QTest::keyClick(&roofline(), Qt::Key_C, Qt::ControlModifier);
        const QMimeData* data = QGuiApplication::clipboard()->mimeData();
        QVERIFY(data->hasImage() && data->text().startsWith("kind,session"));
        QVERIFY(qvariant_cast<QImage>(data->imageData()).width() >= roofline().width());
        QCOMPARE(window().strip().text(), QStringLiteral("Roofline copied, as a picture and as numbers."));
        QTest::keyClick(&window(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasImage());
        QVERIFY(QGuiApplication::clipboard()->text().contains("compute.fp32.fma"));
        QCOMPARE(window().strip().text(), QStringLiteral("Roofline copied as numbers (CSV)."));
        window().charts().map()->setFocus();
        QTest::keyClick(window().charts().map(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("operations_per_element"));
        // An audience sees the chart and no strip.
        window().strip().dismiss();
        window().exploration().actions().present->trigger();
        const QString told = window().strip().text();
        QGuiApplication::clipboard()->clear();
        window().exploration().actions().copyNumbers->trigger();
        QVERIFY(!QGuiApplication::clipboard()->text().isEmpty());
        QCOMPARE(window().strip().text(), told);
        window().exploration().actions().present->trigger();
    }

    void offersTheSameInTheContextMenu()
    {
        QContextMenuEvent event(QContextMenuEvent::Mouse, {60, 60}, roofline().mapToGlobal(QPoint(60, 60)));
        QApplication::sendEvent(&roofline(), &event);
        auto* menu = roofline().findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        QGuiApplication::clipboard()->clear();
        menu->actions().first()->trigger();
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
        for (QAction* action : menu->actions())
            if (action->isCheckable())
                action->trigger();
        QVERIFY(roofline().axisRanges().isLocked());
        menu->close();
    }
};

RIDGEPOINT_GUI_TEST(LinkedTest)
#include "linked_test.moc"
