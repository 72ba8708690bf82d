// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/apply_what_if.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/what_if_bar.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/levers_view.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "tests/gui/window_support.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QUndoStack>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What-if in the window: by mouse, keys and numbers, undone and redone, and never taken for a measurement.
class WhatIfTest : public FreshFolder {
    Q_OBJECT

    static double factor(MainWindow& window, const char* key) { return window.whatIf().control().whatIf().factor(key); }

    /// The times between which twice the bandwidth, as listed, makes the difference.
    static std::pair<Seconds, Seconds> timesOfTwiceTheBandwidth(MainWindow& window)
    {
        for (const LeverRow* row : window.inspector().levers()->rows())
            if (row->lever().kind == LeverKind::DoubleBandwidth)
                return {row->lever().before, row->lever().after};
        return {};
    }

    /// Drags the DRAM roof by a factor with the mouse.
    static void drag(RooflineChart* chart, double by)
    {
        chart->flush();
        const double intensity = chart->data().lowIntensity * 1.5;
        const double roof = chart->data().activeBandwidth()->roof.value;
        const QPointF from(chart->xAxis->coordToPixel(intensity), chart->yAxis->coordToPixel(intensity * roof));
        const QPointF to(from.x(), chart->yAxis->coordToPixel(intensity * roof * by));
        const auto send = [chart](QEvent::Type type, QPointF place, Qt::MouseButtons buttons) {
            QMouseEvent event(type, place, chart->mapToGlobal(place),
                              type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, buttons, Qt::NoModifier);
            QApplication::sendEvent(chart, &event);
        };
        send(QEvent::MouseButtonPress, from, Qt::LeftButton);
        for (const double part : {0.25, 0.5, 0.75, 1.0}) {
            send(QEvent::MouseMove, from + (to - from) * part, Qt::LeftButton);
            chart->flush();
        }
        send(QEvent::MouseButtonRelease, to, Qt::NoButton);
    }

private slots:
    void everythingFollowsARoofThatIsDraggedExceptWhatWasMeasured()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        const RoofSet real = *window.engine().cursor.roofs();
        const SnapshotPointer before = window.engine().feed.latest();
        const QString outcome = window.inspector().outcome()->text();
        const auto [slow, fast] = timesOfTwiceTheBandwidth(window);
        QVERIFY(fast > Seconds(0.0) && fast < slow);
        QVERIFY(!window.whatIfBar().isVisible());
        drag(window.charts().roofline(), 2.0);
        QCOMPARE(factor(window, "bandwidth.dram"), 2.0);
        QVERIFY(window.whatIfBar().isVisible() && window.actions_().whatIf->isChecked());
        QTRY_VERIFY_WITH_TIMEOUT(test.chartsShowTheLatest(), patienceMs);
        const SnapshotPointer after = window.engine().feed.latest();
        QVERIFY(hasWhatIf(*after));
        QVERIFY(window.inspector().outcome()->text() != outcome
                && window.inspector().outcome()->text().contains("what-if"));
        QVERIFY(after->samples.size() == before->samples.size()
                && after->samples.front().time == before->samples.front().time);
        // Neither the session nor what is measured next knows of it.
        QCOMPARE(window.engine().cursor.roofs()->find("bandwidth.dram")->value, real.find("bandwidth.dram")->value);
        QVERIFY(!window.inspector().levers()->rows().empty());
        const double now = timesOfTwiceTheBandwidth(window).first.value();
        QVERIFY2(std::abs(now / fast.value() - 1.0) < 0.02, "the what-if is where the levers start");
        for (const LeverRow* row : window.inspector().levers()->rows())
            QVERIFY(row->tryButton()->isHidden()); // what would be measured is the device as it is
    }

    void aMovementIsOneStepToUndoAndToRedo()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        drag(window.charts().roofline(), 2.0);
        drag(window.charts().roofline(), 2.0);
        QCOMPARE(factor(window, "bandwidth.dram"), 4.0);
        QCOMPARE(window.actions_().undo->count(), 2);
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(factor(window, "bandwidth.dram"), 2.0);
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(window.whatIf().control().whatIf().empty());
        QVERIFY(!hasWhatIf(*window.engine().feed.latest()));
        QVERIFY(!window.actions_().undoStep->isEnabled());
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(factor(window, "bandwidth.dram"), 2.0);
        QVERIFY(window.actions_().redoStep->text().contains("DRAM"));
    }

    void theActionShowsTheBarAndItsNumbersWork()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier);
        QVERIFY(window.whatIfBar().isVisible() && window.whatIf().control().whatIf().empty());
        FactorBox* launch = window.whatIfBar().box(2);
        QTRY_VERIFY_WITH_TIMEOUT(launch->isVisible(), patienceMs); // once the point is shown
        launch->setFocus();
        for (int i = 0; i < 3; ++i) // 0.80, 0.667
            QTest::keyClick(launch, Qt::Key_Down);
        QCOMPARE(factor(window, "launch"), 0.5);
        FactorBox* bandwidth = window.whatIfBar().box(0);
        bandwidth->setFocus();
        bandwidth->selectAll();
        QTest::keyClicks(bandwidth, "3");
        QTest::keyClick(bandwidth, Qt::Key_Return);
        QCOMPARE(factor(window, "bandwidth.dram"), 3.0);
        QCOMPARE(window.whatIfBar().box(0)->value(), 3.0);
        clickAt(window.whatIfBar().resetButton(), window.whatIfBar().resetButton()->rect().center());
        QVERIFY(window.whatIf().control().whatIf().empty() && window.whatIfBar().isVisible());
        QCOMPARE(window.whatIfBar().box(0)->value(), 1.0);
        window.actions_().undoStep->trigger();
        QCOMPARE(factor(window, "bandwidth.dram"), 3.0);
        window.actions_().whatIf->trigger(); // off: the device as it is
        QVERIFY(window.whatIf().control().whatIf().empty() && !window.whatIfBar().isVisible());
        window.actions_().undoStep->trigger();
        QVERIFY(window.whatIfBar().isVisible());
        QCOMPARE(factor(window, "bandwidth.dram"), 3.0);
    }

    void theKeyLeadsToTheFirstBoxAndEscapeClosesTheBarAlone()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTRY_VERIFY_WITH_TIMEOUT(!window.whatIfBar().box(0)->isHidden(), patienceMs); // once the point is shown
        window.engine().probe.setOn(true);
        QVERIFY(window.engine().probe.isOn());
        QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier);
        QCOMPARE(window.focusWidget(), window.whatIfBar().box(0));
        for (int i = 0; i < 3; ++i) // 1.25, 1.5
            QTest::keyClick(window.focusWidget(), Qt::Key_Up);
        QCOMPARE(factor(window, "bandwidth.dram"), 2.0);
        QTest::keyClick(window.focusWidget(), Qt::Key_Escape);
        QVERIFY(!window.whatIfBar().isVisible() && window.whatIf().control().whatIf().empty());
        QVERIFY2(window.engine().probe.isOn(), "one press, one thing");
        QCOMPARE(window.focusWidget(), window.charts().roofline());
        QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier);
        QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier);
        QVERIFY(!window.whatIfBar().isVisible());
        QCOMPARE(window.focusWidget(), window.charts().roofline());
        window.engine().probe.setOn(false);
        drag(window.charts().roofline(), 2.0);
        QVERIFY2(window.whatIfBar().isVisible() && !window.whatIfBar().isAncestorOf(window.focusWidget()),
                 "a roof that is dragged takes no keyboard away");
    }

    void escapeEndsAWhatIfThatWasDraggedInTheChart()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        RooflineChart* chart = window.charts().roofline();
        window.engine().probe.setOn(true);
        chart->setFocus();
        drag(chart, 2.0);
        QVERIFY(window.whatIfBar().isVisible());
        QCOMPARE(window.focusWidget(), chart);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs); // which it stops first
        QTest::keyClick(chart, Qt::Key_Escape);
        QVERIFY(!window.whatIfBar().isVisible() && window.whatIf().control().whatIf().empty());
        QVERIFY2(window.engine().probe.isOn(), "one press, one thing");
        QCOMPARE(window.focusWidget(), chart);
    }

    void outOfTheBarTheKeyboardGoesToTheChartThatIsSeen()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTRY_VERIFY_WITH_TIMEOUT(!window.whatIfBar().box(0)->isHidden(), patienceMs); // once the point is shown
        window.resize(900, 576);
        QTRY_COMPARE_WITH_TIMEOUT(window.charts().room(), ChartArea::Room::Narrow, patienceMs);
        window.charts().showPage(ChartArea::Page::Curves);
        QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier);
        QCOMPARE(window.focusWidget(), window.whatIfBar().box(0));
        QTest::keyClick(window.focusWidget(), Qt::Key_Escape);
        QVERIFY(!window.whatIfBar().isVisible());
        QCOMPARE(window.focusWidget(), window.charts().curves());
    }

    void noTwoStepsReadAlike()
    {
        FactorBox box;
        box.setValue(1.0 / WhatIf::largestFactor);
        QStringList read{box.text()};
        while (box.value() < WhatIf::largestFactor) {
            box.stepBy(1);
            QVERIFY2(!read.contains(box.text()), qPrintable(box.text()));
            read << box.text();
        }
        QVERIFY2(read.contains(QStringLiteral("1.25×")) && read.contains(QStringLiteral("0.667×")),
                 qPrintable(read.join(' ')));
    }

    void typedFactorsAreReadWhole_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("factor");
        QTest::newRow("a decimal number") << "2.5" << 2.5;
        QTest::newRow("with the sign behind it") << "3×" << 3.0;
        QTest::newRow("a fraction") << "1/4" << 0.25;
        QTest::newRow("an exponent") << "2.5e1" << 25.0;
        QTest::newRow("beyond the largest factor") << "1e9" << WhatIf::largestFactor;
        QTest::newRow("below the smallest factor") << "1e-9" << 1.0 / WhatIf::largestFactor;
        QTest::newRow("no number") << "much" << 1.5;
    }
    void typedFactorsAreReadWhole()
    {
        QFETCH(QString, typed);
        QFETCH(double, factor);
        FactorBox box;
        box.setPrefix(QStringLiteral("DRAM "));
        box.setValue(1.5);
        box.selectAll();
        QTest::keyClicks(&box, typed);
        QTest::keyClick(&box, Qt::Key_Return);
        QVERIFY2(std::abs(box.value() / factor - 1.0) < 0.002, qPrintable(box.text()));
        QVERIFY2(box.text().startsWith("DRAM ") && box.text().endsWith(QStringLiteral("×")), qPrintable(box.text()));
    }

    void theHintIsNeverCutOff()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        WhatIfBar& bar = test.window->whatIfBar();
        QTest::keyClick(test.window.get(), Qt::Key_I, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(bar.box(2)->isVisible(), patienceMs);
        QStringList shown;
        for (const int width : {1900, 1366, 1240, 1100, 940}) {
            test.window->resize(width, 700);
            QCoreApplication::processEvents();
            const QString words = bar.hint()->text();
            QVERIFY2(bar.hint()->fontMetrics().horizontalAdvance(words) <= bar.hint()->width(), qPrintable(words));
            shown << words;
        }
        QVERIFY2(shown.front().endsWith("double-click restores it."), qPrintable(shown.front()));
        QVERIFY2(std::ranges::any_of(shown, [&](const QString& words) { return words.size() < shown.front().size(); }),
                 "less room has fewer words");
    }

    void onANarrowWindowTheFactorsAreWholeAndTheResetIsThere()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure({900, 576});
        WhatIfBar& bar = test.window->whatIfBar();
        QTest::keyClick(test.window.get(), Qt::Key_I, Qt::ControlModifier);
        for (std::size_t which = 0; which < 3; ++which) {
            const FactorBox& box = *bar.box(which);
            QTRY_VERIFY2_WITH_TIMEOUT(box.isVisible()
                                          && box.fontMetrics().horizontalAdvance(box.text()) <= box.width() - 10,
                                      qPrintable(box.text()), patienceMs);
        }
        QVERIFY2(bar.hint()->isVisible() && !bar.hint()->text().isEmpty(), qPrintable(bar.hint()->text()));
        QPushButton* reset = bar.resetButton();
        QVERIFY(reset->isVisible() && bar.rect().contains(reset->geometry()));
        test.window->whatIf().control().set("bandwidth.dram", 2.0);
        QTRY_VERIFY_WITH_TIMEOUT(reset->isEnabled(), patienceMs);
        clickAt(reset, reset->rect().center());
        QVERIFY(test.window->whatIf().control().whatIf().empty());
    }

    void escapeInTheBarTakesBackWhatIsTypedAndThenTheWhatIf()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier);
        FactorBox& box = *window.whatIfBar().box(1);
        QTRY_VERIFY_WITH_TIMEOUT(box.isVisible(), patienceMs);
        const std::string key = "compute.fp32.fma";
        window.whatIf().control().set(QString::fromStdString(key), 2.0);
        QTRY_COMPARE_WITH_TIMEOUT(box.value(), 2.0, patienceMs);
        const QString told = box.text();
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, "5");
        QVERIFY(box.text() != told);
        QTest::keyClick(&box, Qt::Key_Escape);
        QCOMPARE(box.text(), told);
        QCOMPARE(window.whatIf().control().whatIf().factor(key), 2.0);
        QVERIFY(window.whatIfBar().isVisible());
        QTest::keyClick(&box, Qt::Key_Escape);
        QVERIFY(!window.whatIfBar().isVisible() && window.whatIf().control().whatIf().empty());
        QCOMPARE(window.focusWidget(), window.charts().roofline());
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(window.whatIf().control().whatIf().factor(key), 2.0);
    }

    void samplesThatArriveAreShownWithTheSameWhatIf()
    {
        WindowUnderTest test(m_folder->path(), "--rate 400 --endless");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 5 && window.engine().feed.latest()
                                     && window.engine().feed.latest()->roofs.find("bandwidth.dram") != nullptr,
                                 patienceMs);
        window.whatIf().control().set("bandwidth.dram", 2.0);
        const SnapshotPointer then = window.engine().feed.latest();
        QVERIFY(hasWhatIf(*then));
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().feed.latest()->measuredCells > then->measuredCells, patienceMs);
        QCOMPARE(whatIfFactor(*window.engine().feed.latest(), "bandwidth.dram"), 2.0);
        QCOMPARE(window.engine().cursor.roofs()->find("bandwidth.dram")->value,
                 realRoof(*window.engine().feed.latest(), "bandwidth.dram")->value);
    }

    void filesSayIt()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.whatIf().control().set("bandwidth.dram", 2.0);
        const QString path = m_folder->filePath("roofline.csv");
        window.files().exportTo(ExportWhat::Roofline, path, {});
        QVERIFY(test::contentOf(path).contains("what-if: bandwidth.dram x2"));
    }

    void anotherSessionBeginsWithTheDeviceAsItIs()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.whatIf().control().set("bandwidth.dram", 2.0);
        window.actions_().newSession->trigger();
        QVERIFY(window.whatIf().control().whatIf().empty());
        QCOMPARE(window.actions_().undo->count(), 0);
    }
};

RIDGEPOINT_GUI_TEST(WhatIfTest)
#include "what_if_window_test.moc"
