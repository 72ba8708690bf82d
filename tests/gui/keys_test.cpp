// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/oklab.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/style_sheet.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/what_if_bar.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/views/linked_views.h"
#include "app/desktop/views/sample_table.h"
#include "app/desktop/window/tool_bar.h"
#include "tests/gui/explore_support.h"
#include "tests/gui/measured_window.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QUndoStack>

#include <algorithm>
#include <array>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The charts by keys, and what the mouse does in those that other tests leave out.
class KeysTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] Cursor& cursor() const { return window().engine().cursor; }
    [[nodiscard]] RooflineChart& roofline() const { return *window().charts().roofline(); }
    [[nodiscard]] ChartWidget& chart(int which) const
    {
        return *window().charts().charts()[static_cast<std::size_t>(which)];
    }
    [[nodiscard]] QUndoStack& undo() const { return *window().actions_().undo; }
    [[nodiscard]] double factor(const std::string& key) const
    {
        return window().whatIf().control().whatIf().factor(key);
    }
    [[nodiscard]] const std::vector<Workload>& brushed() const { return *window().exploration().links().brushed(); }

    static void chartsAsRows()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("roofline") << 0;
        QTest::newRow("map") << 1;
        QTest::newRow("curves") << 2;
    }
    /// Presses a key in the roofline and draws what comes of it.
    void inRoofline(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(&roofline(), key, modifiers);
        roofline().flush();
    }
    /// Goes on with W until it holds this roof.
    void choose(const std::string& key) const
    {
        for (std::size_t i = 0; i <= roofline().movableRoofs().size() && roofline().chosenRoof() != key; ++i)
            inRoofline(Qt::Key_W);
        QVERIFY2(roofline().chosenRoof() == key, key.c_str());
    }
    /// A place on the DRAM roof, left of every sample and of the ridge.
    [[nodiscard]] QPointF placeOnTheRoof() const
    {
        const double intensity = roofline().data().lowIntensity * 1.5;
        return {roofline().xAxis->coordToPixel(intensity),
                roofline().yAxis->coordToPixel(intensity * roofline().data().activeBandwidth()->roof.value)};
    }
    /// The workloads of the selected rows, once the table is shown.
    [[nodiscard]] std::vector<Workload> selectedRows() const
    {
        std::vector<Workload> selected;
        const QTableView* view = window().table().view();
        const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(view->model());
        for (const QModelIndex& row : view->selectionModel()->selectedRows())
            selected.push_back(window().table().model()->sampleAt(proxy->mapToSource(row).row()).workload);
        return selected;
    }

private slots:
    void init() { openAtRest(); }

    void arrowsGoAlongTheAxesAndEverythingFollows_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("axis");
        QTest::addColumn<int>("step");
        const char* names[] = {"roofline", "map", "curves"};
        for (int which = 0; which < 3; ++which) {
            QTest::addRow("%s, right", names[which])
                << which << static_cast<int>(Qt::Key_Right) << static_cast<int>(AxisKind::Operations) << 1;
            QTest::addRow("%s, left", names[which])
                << which << static_cast<int>(Qt::Key_Left) << static_cast<int>(AxisKind::Operations) << -1;
            QTest::addRow("%s, up", names[which])
                << which << static_cast<int>(Qt::Key_Up) << static_cast<int>(AxisKind::Size) << 1;
            QTest::addRow("%s, down", names[which])
                << which << static_cast<int>(Qt::Key_Down) << static_cast<int>(AxisKind::Size) << -1;
        }
    }
    void arrowsGoAlongTheAxesAndEverythingFollows()
    {
        QFETCH(int, which);
        QFETCH(int, key);
        QFETCH(int, axis);
        QFETCH(int, step);
        const auto kind = static_cast<AxisKind>(axis);
        const Workload before = cursor().workload();
        const auto& values = cursor().axis(kind).values;
        const auto place = std::find(values.begin(), values.end(),
                                     kind == AxisKind::Size ? before.elements : before.operationsPerElement)
                         - values.begin() + step;
        QVERIFY(place >= 0 && place < static_cast<std::ptrdiff_t>(values.size()));
        const Workload wanted = moved(before, kind, values[static_cast<std::size_t>(place)]);
        chart(which).setFocus(Qt::TabFocusReason);
        QTest::keyClick(&chart(which), static_cast<Qt::Key>(key));
        QVERIFY(cursor().point() == wanted);
        for (const ChartWidget* each : window().charts().charts())
            QVERIFY(each->input().cursor == wanted && each->input().selected == wanted);
        QCOMPARE(window().workloadPanel().slider(kind)->slider()->value(), static_cast<int>(place));
        const QString time = Format().time(window().engine().session.find("cpu", wanted)->time);
        QVERIFY2(window().inspector().outcome()->text().contains(time),
                 qPrintable(window().inspector().outcome()->text()));
        QTest::keyClick(&window(), Qt::Key_T, Qt::ControlModifier);
        QVERIFY(selectedRows() == std::vector<Workload>{wanted});
    }

    void aChartShowsAtOnceThatItHasTheKeyboard_data() { chartsAsRows(); }
    void aChartShowsAtOnceThatItHasTheKeyboard()
    {
        QFETCH(int, which);
        ChartWidget& shown = chart(which);
        const auto edge = [&shown](QEvent::Type type, Qt::FocusReason reason) {
            QFocusEvent event(type, reason);
            QApplication::sendEvent(&shown, &event);
            shown.flush();
            return shown.grab().toImage().pixel(shown.width() / 2, 1);
        };
        const QRgb without = edge(QEvent::FocusOut, Qt::OtherFocusReason);
        QVERIFY(edge(QEvent::FocusIn, Qt::TabFocusReason) != without);
        QCOMPARE(edge(QEvent::FocusOut, Qt::TabFocusReason), without);
        QCOMPARE(edge(QEvent::FocusIn, Qt::MouseFocusReason), without);
    }

    void theBlueButtonWithTheKeyboardHasARingOfTwoPixels()
    {
        QPushButton* run = window().toolBar().runButton();
        for (const Theme& theme : {Theme::light(), Theme::darkTheme()}) {
            qApp->setStyleSheet(styleSheetFor(theme, 1.0));
            const auto ring = [run](QWidget* focus) {
                focus->setFocus(Qt::TabFocusReason);
                const QImage picture = run->grab().toImage();
                return std::array{picture.pixelColor(picture.width() / 2, 0),
                                  picture.pixelColor(picture.width() / 2, 1)};
            };
            for (const QColor& color : ring(run))
                QVERIFY2(contrast(color, theme.toolbar) >= 7.0, qPrintable(color.name()));
            const auto with = ring(run);
            const auto without = ring(&roofline());
            QVERIFY(with[0] != without[0] && with[1] != without[1]);
            QVERIFY2(contrast(with[1], theme.accent) >= 2.0, qPrintable(with[1].name()));
        }
    }

    void aTextFieldTakesNoShortcutOfTheMenusButThoseOfText()
    {
        window().actions_().table->trigger();
        QLineEdit* field = window().table().filter();
        const auto isTaken = [&](Qt::Key key) {
            QKeyEvent event(QEvent::ShortcutOverride, key, Qt::ControlModifier);
            event.ignore();
            QApplication::sendEvent(field, &event);
            return event.isAccepted();
        };
        QVERIFY2(isTaken(Qt::Key_Right), "the field moves by a word, as it goes to the end by Ctrl+E on X11");
        window().actions_().exportChart->setShortcut(QKeySequence(QStringLiteral("Ctrl+Right")));
        QVERIFY(!isTaken(Qt::Key_Right));
        QVERIFY2(isTaken(Qt::Key_C), "the field's own text is copied");
    }

    void everyShortcutIsInTheListOfThem()
    {
        window().actions_().shortcuts->trigger();
        const QDialog* list = nullptr;
        for (const QDialog* each : window().findChildren<QDialog*>())
            list = each->windowTitle() == QStringLiteral("Keyboard shortcuts") ? each : list;
        QVERIFY(list != nullptr && list->isVisible());
        QStringList keys;
        for (const QLabel* label : list->findChildren<QLabel*>())
            keys << label->text();
        QVERIFY2(keys.contains(QStringLiteral("Ctrl+Alt+C")), "of a menu in a menu");
        for (const QAction* action : actionsIn(window().menuBar()->actions()))
            if (!action->shortcut().isEmpty())
                QVERIFY2(keys.contains(action->shortcut().toString(QKeySequence::NativeText)),
                         qPrintable(action->text()));
        QVERIFY2(keys.contains(QStringLiteral("Leave the current mode; else stop measuring or an experiment, then the "
                                              "what-if, then the live probe")),
                 "of Esc in the order of MainWindow::keyPressEvent");
        QVERIFY2(qobject_cast<QScrollArea*>(list->focusWidget()), "the keys scroll it");
    }

    void theKeyWHoldsARoofThatUpAndDownMove()
    {
        const Workload point = cursor().point();
        roofline().setFocus();
        inRoofline(Qt::Key_W);
        QVERIFY(roofline().chosenRoof() == std::string("bandwidth.dram")); // what rules the point comes first
        inRoofline(Qt::Key_Up);
        QCOMPARE(factor("bandwidth.dram"), 1.25);
        inRoofline(Qt::Key_Up, Qt::ShiftModifier); // finer
        QCOMPARE(factor("bandwidth.dram"), std::exp2(0.375));
        inRoofline(Qt::Key_Down);
        QCOMPARE(factor("bandwidth.dram"), 1.25);
        inRoofline(Qt::Key_Down);
        inRoofline(Qt::Key_Down);
        QCOMPARE(factor("bandwidth.dram"), 0.8);
        choose("compute.fp32.fma");
        inRoofline(Qt::Key_Up);
        QCOMPARE(factor("compute.fp32.fma"), 1.25);
        choose("launch");
        inRoofline(Qt::Key_Up); // the floor of the overhead goes up where a launch costs less
        QCOMPARE(factor("launch"), 0.8);
        QVERIFY(cursor().point() == point);
        QVERIFY(window().whatIfBar().isVisible());
        QCOMPARE(window().whatIfBar().box(1)->value(), 1.25);
    }

    void deleteRestoresTheHeldRoofAndEscGivesTheArrowsBack()
    {
        roofline().setFocus();
        choose("compute.fp32.fma");
        inRoofline(Qt::Key_Up);
        choose("bandwidth.dram");
        inRoofline(Qt::Key_Up);
        inRoofline(Qt::Key_Delete);
        QCOMPARE(factor("bandwidth.dram"), 1.0);
        QCOMPARE(factor("compute.fp32.fma"), 1.25); // the other one stays
        const Workload point = cursor().point();
        inRoofline(Qt::Key_Escape);
        QVERIFY(!roofline().chosenRoof());
        inRoofline(Qt::Key_Up);
        QVERIFY(cursor().point().elements > point.elements);
        QCOMPARE(factor("bandwidth.dram"), 1.0);
    }

    void aKeyHeldDownIsOneStepToUndo()
    {
        roofline().setFocus();
        inRoofline(Qt::Key_W);
        for (int i = 0; i < 3; ++i) {
            QKeyEvent press(QEvent::KeyPress, Qt::Key_Up, Qt::NoModifier, QString(), i > 0);
            QApplication::sendEvent(&roofline(), &press);
            QKeyEvent release(QEvent::KeyRelease, Qt::Key_Up, Qt::NoModifier, QString(),
                              i < 2); // X11 repeats these too
            QApplication::sendEvent(&roofline(), &release);
        }
        QCOMPARE(factor("bandwidth.dram"), 2.0);
        QCOMPARE(undo().count(), 1);
        inRoofline(Qt::Key_Up);
        QCOMPARE(undo().count(), 2);
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(factor("bandwidth.dram"), 2.0);
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(factor("bandwidth.dram"), 1.0);
    }

    void aDoubleClickRestoresARoofThatWasDragged()
    {
        const QPointF from = placeOnTheRoof();
        const double intensity = roofline().xAxis->pixelToCoord(from.x());
        const QPointF to(from.x(), roofline().yAxis->coordToPixel(
                                       intensity * roofline().data().activeBandwidth()->roof.value * 2.0));
        dragThrough(&roofline(), {from, (from + to) / 2.0, to});
        QCOMPARE(factor("bandwidth.dram"), 2.0);
        QTRY_VERIFY_WITH_TIMEOUT(window().whatIfBar().isVisible() && underTest().chartsShowTheLatest(), patienceMs);
        roofline().flush();
        const Workload point = cursor().point();
        const QPointF place = placeOnTheRoof();
        QVERIFY(roofline().roofAt(place) == std::string("bandwidth.dram"));
        const ChartRanges ranges = roofline().axisRanges().current();
        sendMouse(&roofline(), QEvent::MouseButtonDblClick, place);
        sendMouse(&roofline(), QEvent::MouseButtonRelease, place);
        QCOMPARE(factor("bandwidth.dram"), 1.0);
        QVERIFY(cursor().point() == point
                && roofline().axisRanges().current() == ranges); // neither a click nor a reset of the view
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(factor("bandwidth.dram"), 2.0);
    }

    void aBandInAnyChartMarksItsPointsInTheOthersAndInTheTable_data() { chartsAsRows(); }
    void aBandInAnyChartMarksItsPointsInTheOthersAndInTheTable()
    {
        QFETCH(int, which);
        const QRectF plot(chart(which).axisRect(0)->rect());
        const QRectF band = plot.adjusted(plot.width() / 3, 4, -plot.width() / 3, -4);
        std::vector<Workload> inside;
        for (const ChartPoint& point : chart(which).places().shownPoints()) {
            const auto pixels = chart(which).places().pixelsOf(point);
            if (std::any_of(pixels.begin(), pixels.end(), [&](QPointF pixel) { return band.contains(pixel); }))
                inside.push_back(point.workload);
        }
        QVERIFY(inside.size() > 2 && inside.size() < chart(which).places().shownPoints().size());
        dragThrough(&chart(which), {band.topLeft(), band.center(), band.bottomRight()}, Qt::ShiftModifier);
        QVERIFY(std::is_permutation(inside.begin(), inside.end(), brushed().begin(), brushed().end()));
        for (const ChartWidget* each : window().charts().charts())
            QVERIFY(*each->input().brushed == brushed());
        QTest::keyClick(&window(), Qt::Key_T, Qt::ControlModifier);
        const std::vector<Workload> rows = selectedRows();
        QVERIFY(std::is_permutation(rows.begin(), rows.end(), inside.begin(), inside.end()));
        QVERIFY(!chart(which).axisRanges().current().zoomed); // it was no pan
    }

    void hoveringInAnyChartTakesTheNearestSampleAndMarksItInTheOthers_data() { chartsAsRows(); }
    void hoveringInAnyChartTakesTheNearestSampleAndMarksItInTheOthers()
    {
        QFETCH(int, which);
        const auto points = chart(which).places().shownPoints();
        const QPointF place = chart(which).places().pixelsOf(points.at(points.size() / 3)).at(0) + QPointF(1.5, 1.0);
        const auto away = [&](const ChartPoint& point) {
            return QLineF(chart(which).places().pixelsOf(point).at(0), place).length();
        };
        const Workload nearest =
            std::min_element(points.begin(), points.end(), [&](const ChartPoint& a, const ChartPoint& b) {
                return away(a) < away(b);
            })->workload;
        std::optional<Workload> hovered;
        connect(&chart(which), &ChartWidget::hovered, this,
                [&](const std::optional<Workload>& workload) { hovered = workload; });
        hoverAt(&chart(which), place);
        QVERIFY(hovered == nearest);
        for (int other = 0; other < 3; ++other)
            QVERIFY(other == which ? !chart(other).input().linked.has_value() : chart(other).input().linked == nearest);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&chart(which), &leave);
        QVERIFY(!hovered);
        for (const ChartWidget* each : window().charts().charts())
            QVERIFY(!each->input().linked);
        disconnect(&chart(which), &ChartWidget::hovered, this, nullptr);
    }
};

RIDGEPOINT_GUI_TEST(KeysTest)
#include "keys_test.moc"
