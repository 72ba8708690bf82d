// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/what_if_bar.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/views/map_views.h"
#include "app/desktop/window/tool_bar.h"
#include "tests/gui/measure_counter.h"
#include "tests/gui/measured_window.h"
#include "tests/gui/mouse_support.h"

#include <QPushButton>
#include <QSlider>
#include <QStyleOptionComboBox>
#include <QUndoStack>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The boxes, sliders and fields around the charts, by the mouse and by typing.
class ControlsTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] Cursor& cursor() const { return window().engine().cursor; }
    [[nodiscard]] RegimeMapChart& map() const { return *window().charts().map(); }
    [[nodiscard]] QComboBox* box(const QString& name) const
    {
        for (QComboBox* each : window().findChildren<QComboBox*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }
    [[nodiscard]] WorkloadPanel& panel() const { return window().workloadPanel(); }
    void choose(const QString& name, int value) const
    {
        QComboBox* choice = box(name);
        QVERIFY2(choice != nullptr, qPrintable(name));
        if (panel().more()->folded() && panel().more()->isAncestorOf(choice))
            panel().more()->head()->click();
        chooseInBox(choice, choice->findData(value));
    }
    /// Another operation, precision or mode is measured when somebody asks for it.
    void runByTheMouse() const
    {
        press(window().toolBar().runButton());
        QTRY_VERIFY_WITH_TIMEOUT(window().engine().session.find("cpu", cursor().workload())
                                     && !window().engine().controller.running(),
                                 patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(underTest().chartsShowTheLatest() && map().data().measured > 0, patienceMs);
    }
    [[nodiscard]] static int valueOf(const Workload& workload, const QString& name)
    {
        return name == "Operation"    ? static_cast<int>(workload.operation)
             : name == "Precision"    ? static_cast<int>(workload.precision)
             : name == "Launch mode"  ? static_cast<int>(workload.launchMode)
             : name == "Chain length" ? workload.chainLength
                                      : workload.threads;
    }
    [[nodiscard]] double factor(const char* key) const { return window().whatIf().control().whatIf().factor(key); }
    /// Types in place of what stands in a factor's field.
    static void typeInto(FactorBox* field, const QString& text)
    {
        field->setFocus(Qt::MouseFocusReason); // an event that a test sends gives none
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, text);
    }

private slots:
    void init()
    {
        openMeasured();
        window().engine().probe.setOn(false); // what is measured from here on is what the control asked for
    }

    void aBoxOfTheWorkloadDecidesWhatIsShownAndMeasuredNext_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("value");
        QTest::newRow("operation") << QStringLiteral("Operation") << static_cast<int>(Operation::Cos);
        QTest::newRow("precision") << QStringLiteral("Precision") << static_cast<int>(Precision::Fp64);
        QTest::newRow("launch mode") << QStringLiteral("Launch mode") << static_cast<int>(LaunchMode::Graph);
        QTest::newRow("chain") << QStringLiteral("Chain length") << 16;
        QTest::newRow("threads") << QStringLiteral("Threads") << 1;
    }
    void aBoxOfTheWorkloadDecidesWhatIsShownAndMeasuredNext()
    {
        QFETCH(QString, name);
        QFETCH(int, value);
        QVERIFY(valueOf(cursor().workload(), name) != value);
        MeasureCounter counter(window());
        choose(name, value);
        const Workload there = cursor().workload();
        QCOMPARE(valueOf(there, name), value);
        for (const ChartWidget* chart : window().charts().charts())
            QVERIFY(chart->input().cursor == there && chart->input().selected == there);
        QVERIFY(!window().engine().session.find("cpu", there));
        runByTheMouse();
        for (const auto& [workload, times] : counter.times)
            QCOMPARE(valueOf(workload, name), value);
        QVERIFY(counter.times.at(cursor().point()) > 0);
        QTRY_COMPARE_WITH_TIMEOUT(valueOf(map().data().base, name), value, patienceMs);
        const QString time = Format().time(window().engine().session.find("cpu", cursor().point())->time);
        QTRY_VERIFY_WITH_TIMEOUT(window().inspector().outcome()->text().contains(time), patienceMs);
    }

    void aChainGivesTheSliderOfDepthItsValuesAndTakesThemBack()
    {
        QSlider* depth = panel().slider(AxisKind::Depth)->slider();
        QVERIFY(!depth->isVisible());
        choose(QStringLiteral("Chain length"), 16);
        QVERIFY(depth->isVisible() && depth->isEnabled());
        clickAt(depth, {depth->width() - 8, depth->height() / 2});
        QCOMPARE(cursor().workload().fusionDepth, 16);
        choose(QStringLiteral("Chain length"), 4); // which no 16 operations of it can share
        QCOMPARE(cursor().workload().chainLength, 4);
        QCOMPARE(cursor().workload().fusionDepth, 1);
        choose(QStringLiteral("Chain length"), 1);
        QVERIFY(!depth->isVisible());
    }

    void whatTheFirstHourDoesNotNeedIsFoldedAndSaidWhereItIsUnusual()
    {
        QComboBox* precision = box(QStringLiteral("Precision"));
        QVERIFY(box(QStringLiteral("Operation"))->isVisible() && !precision->isVisible());
        QVERIFY(!panel().unusual()->isVisible());
        panel().more()->head()->click();
        QVERIFY(precision->isVisible());
        choose(QStringLiteral("Precision"), static_cast<int>(Precision::Fp64));
        choose(QStringLiteral("Chain length"), 16);
        QVERIFY(!panel().unusual()->isVisible());           // it can be seen
        QVERIFY(!WorkloadPanel(cursor()).more()->folded()); // the next window has it open too
        panel().more()->head()->click();
        QVERIFY(!precision->isVisible() && panel().unusual()->isVisible());
        QCOMPARE(panel().unusual()->text(), QStringLiteral("fp64 · chain of 16"));
        QVERIFY(WorkloadPanel(cursor()).more()->folded());
    }

    /// Beside the scroll bar that the fold brings on a small window.
    void theBoxesOfTheFoldShowTheirWordsWholeOnASmallWindow()
    {
        window().resize(900, 600);
        QTRY_COMPARE_WITH_TIMEOUT(window().charts().room(), ChartArea::Room::Narrow, patienceMs);
        if (panel().more()->folded())
            panel().more()->head()->click();
        const QString words = QStringLiteral("wait-each");
        QComboBox* modes = box(QStringLiteral("Launch mode"));
        QVERIFY(modes && modes->findText(words) >= 0);
        const auto roomOf = [modes] {
            QStyleOptionComboBox option;
            option.initFrom(modes);
            return modes->style()
                ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, modes)
                .width();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(
            roomOf() >= modes->fontMetrics().horizontalAdvance(words),
            qPrintable(QStringLiteral("%1 of %2").arg(roomOf()).arg(modes->fontMetrics().horizontalAdvance(words))),
            patienceMs);
        // What the lists above leave out, they leave out by parts.
        QComboBox* pairs = box(QStringLiteral("Map axes"));
        QStyleOptionComboBox option;
        option.initFrom(pairs);
        const int room =
            pairs->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, pairs).width();
        QVERIFY(room >= pairs->fontMetrics().horizontalAdvance(QStringLiteral("Intensity × size")));
        QVERIFY(room < pairs->fontMetrics().horizontalAdvance(pairs->currentText()));
    }
    void aSliderIsDraggedThroughItsValues()
    {
        QSlider* slider = window().workloadPanel().slider(AxisKind::Operations)->slider();
        std::vector<std::int64_t> seen;
        connect(&cursor(), &Cursor::moved, slider, [&] { seen.push_back(cursor().workload().operationsPerElement); });
        std::vector<QPointF> way;
        for (int x = 8; x <= slider->width() - 8; x += 4)
            way.emplace_back(x, slider->height() / 2.0);
        way.emplace_back(slider->width() - 8, slider->height() / 2.0);
        const QSignalSpy released(slider, &QSlider::sliderReleased);
        dragThrough(slider, way);
        QVERIFY(released.size() == 1 && !slider->isSliderDown());
        const auto& values = cursor().axis(AxisKind::Operations).values;
        QCOMPARE(seen.front(), values.front());
        QCOMPARE(seen.back(), values.back());
        QVERIFY(seen.size() > values.size() / 2 && std::is_sorted(seen.begin(), seen.end()));
        for (const ChartWidget* chart : window().charts().charts())
            QCOMPARE(chart->input().cursor.operationsPerElement, values.back());
        hoverAt(slider, {8, slider->height() / 2.0}); // no button is down any more
        QCOMPARE(cursor().workload().operationsPerElement, values.back());
    }

    void aDragOfASliderIsTakenBackAsOneStep()
    {
        const QSlider* slider = panel().slider(AxisKind::Operations)->slider();
        const Workload before = cursor().workload();
        const double middle = slider->height() / 2.0;
        dragThrough(panel().slider(AxisKind::Operations)->slider(),
                    {{8.0, middle}, {slider->width() / 2.0, middle}, {slider->width() - 8.0, middle}});
        const Workload after = cursor().workload();
        QVERIFY(after.operationsPerElement > before.operationsPerElement);
        const QUndoStack& undo = *window().actions_().undo;
        QCOMPARE(undo.count(), 1);
        QVERIFY2(window().actions_().undoStep->text().endsWith("operations per element"),
                 qPrintable(window().actions_().undoStep->text()));
        const int place = slider->value();
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(cursor().workload(), before);
        QVERIFY(slider->value() < place);
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(cursor().workload(), after);
        choose(QStringLiteral("Operation"), static_cast<int>(Operation::Mul));
        QCOMPARE(undo.count(), 2);
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(cursor().workload(), after);
    }

    void takingASliderBackLeavesWhatElseMoved()
    {
        const QSlider* slider = panel().slider(AxisKind::Operations)->slider();
        const Workload before = cursor().workload();
        const double middle = slider->height() / 2.0;
        dragThrough(panel().slider(AxisKind::Operations)->slider(),
                    {{8.0, middle}, {slider->width() / 2.0, middle}, {slider->width() - 8.0, middle}});
        const Workload dragged = cursor().workload();
        QVERIFY(dragged.operationsPerElement != before.operationsPerElement);
        const std::vector<std::int64_t>& sizes = cursor().axis(AxisKind::Size).values;
        const std::int64_t size = dragged.elements == sizes.front() ? sizes.back() : sizes.front();
        cursor().setCoordinate(AxisKind::Size, size); // as a click in a chart does
        const Workload elsewhere = cursor().workload();
        QCOMPARE(elsewhere.elements, size);
        QUndoStack& undo = *window().actions_().undo;
        undo.undo();
        QCOMPARE(cursor().workload(), moved(elsewhere, AxisKind::Operations, before.operationsPerElement));
        undo.redo();
        QCOMPARE(cursor().workload(), elsewhere);
        // On another device the step does nothing, and is not lost.
        DeviceInfo other = cursor().deviceInfo();
        other.id = "other";
        window().engine().session.setDevices({cursor().deviceInfo(), other});
        cursor().setDevice(other.id);
        const Workload there = cursor().workload();
        undo.undo();
        undo.redo();
        QCOMPARE(cursor().workload(), there);
        QCOMPARE(undo.count(), 1);
        cursor().setDevice("cpu");
        undo.undo();
        QCOMPARE(cursor().workload().operationsPerElement, before.operationsPerElement);
    }

    void theBoxOfTheMapsPairChoosesItsAxes_data()
    {
        QTest::addColumn<int>("experiment");
        QTest::newRow("depth and size") << static_cast<int>(MapKind::DepthSize);
        QTest::newRow("intensity and depth") << static_cast<int>(MapKind::IntensityDepth);
    }
    void theBoxOfTheMapsPairChoosesItsAxes()
    {
        QFETCH(int, experiment);
        const auto pair = directionsOf(static_cast<MapKind>(experiment));
        choose(QStringLiteral("Map axes"), experiment);
        QCOMPARE(static_cast<int>(cursor().mapKind()), experiment);
        QCOMPARE(box(QStringLiteral("Chain length"))->currentData().toInt(), cursor().workload().chainLength);
        QVERIFY(cursor().workload().chainLength > 1); // depth is a direction only where there is a chain
        runByTheMouse();
        // The snapshot of the new map comes in its turn.
        QTRY_VERIFY_WITH_TIMEOUT((map().axisRanges().kinds() == std::vector<AxisKind>{pair[0], pair[1]}), patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(map().data().measured, cursor().plan().cellCount(), patienceMs);
        choose(QStringLiteral("Map axes"), static_cast<int>(MapKind::IntensitySize));
        QCOMPARE(cursor().workload().chainLength, 1);
        QTRY_VERIFY_WITH_TIMEOUT(
            (map().axisRanges().kinds() == std::vector<AxisKind>{AxisKind::Operations, AxisKind::Size}), patienceMs);
    }

    void theBoxOverTheCurvesChoosesTheirAxisAndHasItsLineMeasured()
    {
        choose(QStringLiteral("Chain length"), 4);
        runByTheMouse();
        Workload deepest = cursor().workload();
        deepest.fusionDepth = 4;
        QVERIFY(!window().engine().session.find("cpu", deepest));
        choose(QStringLiteral("Axis of the sweep curves"), static_cast<int>(AxisKind::Depth));
        QCOMPARE(window().charts().curves()->sharedAxis(), AxisKind::Depth);
        QTRY_VERIFY_WITH_TIMEOUT(window().engine().session.find("cpu", deepest), patienceMs);
    }

    void linesOfEqualRuntimeAndShareAreSwitchedInTheMenu()
    {
        chooseInMenu(window(), window().mapViews().runtimeLines());
        map().flush();
        QCOMPARE(map().iso().lines, IsoLines::Runtime);
        QVERIFY(map().isoLines().size() >= 2);
        chooseInMenu(window(), window().mapViews().shareLines());
        map().flush();
        QCOMPARE(map().iso().lines, IsoLines::Share);
        QVERIFY(!window().mapViews().runtimeLines()->isChecked());
        chooseInMenu(window(), window().mapViews().shareLines());
        map().flush();
        QVERIFY(map().isoLines().empty());
    }

    void theBoxOverTheMapChoosesItsColoursByTheMouse()
    {
        choose(QStringLiteral("What the map shows"), static_cast<int>(MapView::Roof));
        QCOMPARE(map().view(), MapView::Roof);
        QVERIFY(window().mapViews().action({MapView::Roof, Regime::Memory})->isChecked());
    }

    void factorsAreTypedAndLeavingTheFieldIsEnough()
    {
        for (QPushButton* button : window().toolBar().findChildren<QPushButton*>())
            if (button->accessibleName() == window().actions_().whatIf->iconText())
                press(button);
        FactorBox* compute = window().whatIfBar().box(1);
        QTRY_VERIFY_WITH_TIMEOUT(compute->isVisible(), patienceMs);
        typeInto(compute, QStringLiteral("4"));
        QVERIFY(window().whatIf().control().whatIf().empty()); // half a number changes nothing
        QTest::keyClick(compute, Qt::Key_Tab);
        QCOMPARE(factor("compute.fp32.fma"), 4.0);
        FactorBox* launch = window().whatIfBar().box(2);
        QVERIFY(launch->hasFocus());
        typeInto(launch, QStringLiteral("0.25"));
        QTest::keyClick(launch, Qt::Key_Return);
        QCOMPARE(factor("launch"), 0.25);
        QCOMPARE(factor("compute.fp32.fma"), 4.0);
    }

    void lettersAreNoFactorAndTheLargestIsTheEnd()
    {
        QTest::keyClick(&window(), Qt::Key_I, Qt::ControlModifier);
        FactorBox* bandwidth = window().whatIfBar().box(0);
        QTRY_VERIFY_WITH_TIMEOUT(bandwidth->isVisible(), patienceMs);
        typeInto(bandwidth, QStringLiteral("twice"));
        QTest::keyClick(bandwidth, Qt::Key_Return);
        QVERIFY(window().whatIf().control().whatIf().empty());
        typeInto(bandwidth, QStringLiteral("64"));
        QTest::keyClick(bandwidth, Qt::Key_Return);
        QTest::keyClick(bandwidth, Qt::Key_Up);
        QCOMPARE(factor("bandwidth.dram"), WhatIf::largestFactor);
    }
};

RIDGEPOINT_GUI_TEST(ControlsTest)
#include "controls_test.moc"
