// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/explore/probe_display.h"
#include "app/desktop/explore/probe_strip.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/figures_view.h"
#include "app/desktop/inspect/point_words.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/session/cube_slice.h"
#include "core/sweep/plan.h"
#include "tests/gui/synthetic_facts.h"
#include "tests/gui/window_support.h"

#include <QAction>
#include <QElapsedTimer>
#include <QImage>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The live probe by mouse and keyboard, over benches that behave and benches that do not.
class ProbeTest : public FreshFolder {
    Q_OBJECT

    /// A session on disk, so that the next window measures nothing by itself.
    void measureOnce()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        test.window->close();
    }

    static void openLater(WindowUnderTest& test)
    {
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(test.window->engine().bench.state() == BenchState::Ready, patienceMs);
        test.waitForViews();
    }

    static bool panelSays(const WindowUnderTest& test, const QString& words)
    {
        const auto labels = test.window->workloadPanel().figures()->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->text().contains(words); });
    }

private slots:
    void runsAfterTheFirstMapAndShowsInPanelAndCharts()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QVERIFY(window.engine().probe.isOn());
        QVERIFY(window.actions_().liveProbe->isChecked());
        QVERIFY(window.strip().text().contains("Drag operations per element to the right"));
        for (const ChartWidget* chart : std::initializer_list<const ChartWidget*>{
                 window.charts().roofline(), window.charts().map(), window.charts().curves()}) {
            QTRY_VERIFY_WITH_TIMEOUT(!chart->input().probe.points.empty(), patienceMs);
            QCOMPARE(chart->input().probe.points.back().workload, window.engine().cursor.workload());
        }
        QVERIFY(panelSays(test, "Live probe"));
        QTRY_VERIFY_WITH_TIMEOUT(panelSays(test, "now "), patienceMs); // beside what the inspector says was measured
        QTRY_VERIFY_WITH_TIMEOUT(panelSays(test, "updates/s"), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(panelSays(test, "of DRAM") && panelSays(test, "of fp32\u00a0fma"), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(window.workloadPanel().strip()->readings().size() > 3, patienceMs);
        QVERIFY(window.workloadPanel().strip()->isVisible());
    }

    void theLiveTimeIsToldFromTheMeasuredOne()
    {
        PointFigures figures;
        figures.title = QStringLiteral("Live probe");
        figures.time = QStringLiteral("1.42 ms");
        figures.measured = QStringLiteral("1.38 ms");
        LiveSession session;
        Cursor cursor(session);
        PresenterBar bar(cursor);
        FiguresView panel;
        const auto says = [](const QWidget& widget, const QString& words) {
            const auto labels = widget.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel* label) { return label->text().startsWith(words); });
        };
        bar.showFigures(figures);
        panel.show(figures);
        QVERIFY(says(bar, "now 1.42 ms") && says(bar, "measured 1.38 ms"));
        QVERIFY(says(panel, "now 1.42 ms"));
        figures.title.clear(); // the probe is off
        figures.measured.clear();
        bar.showFigures(figures);
        panel.show(figures);
        QVERIFY(says(bar, "1.42 ms") && !says(bar, "measured"));
        QVERIFY(says(panel, "1.42 ms") && !says(panel, "now"));
    }

    /// The device has another state by now: what the roofs came to beside the stored sample says nothing of a reading.
    void aReadingIsHeldAgainstTheRoofsThatAreShown()
    {
        const Workload place = cellWith(2, 128 << 20);
        Snapshot slow = syntheticSnapshot();
        const auto stored = std::ranges::find(slow.samples, place, &Sample::workload);
        QVERIFY(stored != slow.samples.end());
        slow.points[static_cast<std::size_t>(stored - slow.samples.begin())].state.memory =
            2.0; // half of the bandwidth
        const auto reading = std::make_shared<Sample>(*stored);
        reading->time = predict(place, slow.roofs, DeviceKind::Cpu)->memory;
        const PointFacts facts = liveFactsOf(place, std::make_shared<const Snapshot>(slow), reading);
        QVERIFY2(figuresOf(facts, Format(QLocale::c())).bandwidthNote.startsWith(QStringLiteral("100")),
                 qPrintable(figuresOf(facts, Format(QLocale::c())).bandwidthNote));
        QCOMPARE(facts.prediction->time.value(), predict(place, slow.roofs, DeviceKind::Cpu)->time.value());
    }

    void goesOnAndOffByCtrlLAndByItsButton()
    {
        measureOnce();
        WindowUnderTest test(m_folder->path());
        openLater(test);
        MainWindow& window = *test.window;
        QVERIFY2(!window.engine().probe.isOn(), "a later start measures nothing by itself");
        QVERIFY(panelSays(test, "Selected point"));
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QVERIFY(window.engine().probe.isOn());
        QTRY_VERIFY_WITH_TIMEOUT(!window.charts().roofline()->input().probe.points.empty(), patienceMs);
        QPushButton* button = nullptr;
        for (QPushButton* each : window.findChildren<QPushButton*>())
            if (each->text().contains("Live probe"))
                button = each;
        QVERIFY(button != nullptr && button->isChecked());
        clickAt(button, button->rect().center());
        QVERIFY(!window.engine().probe.isOn() && !button->isChecked());
        QTRY_VERIFY_WITH_TIMEOUT(window.charts().roofline()->input().probe.points.empty(), patienceMs);
        QVERIFY(panelSays(test, "Selected point"));
        QVERIFY(!window.workloadPanel().strip()->isVisible());
        QVERIFY(window.engine().probe.history().empty());
    }

    void escapeSwitchesItOff()
    {
        measureOnce();
        WindowUnderTest test(m_folder->path());
        openLater(test);
        MainWindow& window = *test.window;
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QVERIFY(window.engine().probe.isOn());
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs); // which it stops first
        QTest::keyClick(&window, Qt::Key_Escape);
        QVERIFY(!window.engine().probe.isOn() && !window.actions_().liveProbe->isChecked());
        QVERIFY2(window.strip().isVisible()
                     && window.strip().text() == QStringLiteral("The live probe is off. Ctrl+L switches it on again."),
                 qPrintable(window.strip().text()));
    }

    void aDragSendsTheLatestPlaceAndBuildsNoQueue()
    {
        measureOnce();
        WindowUnderTest test(m_folder->path(), "--rate 20000 --probe-answer 0.05");
        openLater(test);
        MainWindow& window = *test.window;
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().probe.history().empty(), patienceMs);
        const int before = window.engine().probe.placesSent();
        QSlider* slider = window.workloadPanel().slider(AxisKind::Operations)->slider();
        QElapsedTimer timer;
        timer.start();
        int moves = 0;
        for (int i = 0; i < 300; ++i) {
            const Workload was = window.engine().cursor.workload();
            clickAt(slider, {8 + (i * 37) % (slider->width() - 16), slider->height() / 2});
            QCoreApplication::processEvents();
            moves += window.engine().cursor.workload() != was ? 1 : 0;
        }
        clickAt(slider, {slider->width() / 2, slider->height() / 2});
        const Workload last = window.engine().cursor.workload();
        QVERIFY(moves > 100);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.history().workload() == last, patienceMs);
        // One place at a time: no more than there were answers, and the last one arrives after two of them at most.
        const auto answers = timer.elapsed() / 50 + 2;
        QVERIFY2(window.engine().probe.placesSent() - before <= answers,
                 qPrintable(QString::number(window.engine().probe.placesSent() - before)));
        QTRY_VERIFY_WITH_TIMEOUT(!window.charts().roofline()->input().probe.points.empty()
                                     && window.charts().roofline()->input().probe.points.back().workload == last,
                                 patienceMs);
    }

    void becomesASampleWhereNothingWasMeasuredAndReplacesNone()
    {
        measureOnce();
        WindowUnderTest test(m_folder->path());
        test.surroundings.linePauseMs = 1000000; // nothing but the probe measures
        openLater(test);
        MainWindow& window = *test.window;
        const SamplePointer known = window.engine().session.find("cpu", window.engine().cursor.workload());
        QVERIFY(known != nullptr);
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.history().updatesHere() > ProbeHistory::updatesToKeep,
                                 patienceMs);
        QCOMPARE(window.engine().session.find("cpu", window.engine().cursor.workload()), known);
        Workload other = window.engine().cursor.workload();
        other.operation = Operation::Cos;
        QVERIFY(!window.engine().session.find("cpu", other));
        window.engine().cursor.setWorkload(other);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", window.engine().cursor.workload()) != nullptr,
                                 patienceMs);
        const SamplePointer kept = window.engine().session.find("cpu", window.engine().cursor.workload());
        QCOMPARE(kept->provenance, Provenance::Measured);
        QVERIFY(kept->rounds >= ProbeHistory::updatesToKeep);
    }

    void mendsAReadingOfABusyMomentAndWhatLiesBesideIt()
    {
        measureOnce();
        WindowUnderTest test(m_folder->path());
        openLater(test);
        MainWindow& window = *test.window;
        const SamplePointer good = window.engine().session.find("cpu", window.engine().cursor.workload());
        const Plan point = pointPlan(window.engine().cursor.workload(), window.engine().cursor.deviceInfo());
        std::vector<Workload> stencil{window.engine().cursor.workload()};
        for (const Plan& beside : neighbourPlans(point))
            stencil.push_back(beside.cell(0));
        QVERIFY(stencil.size() > 3);
        for (const Workload& place : stencil) {
            Sample slow = *good;
            slow.workload = place;
            slow.time = slow.low = slow.high = good->time * 50.0;
            slow.rounds = 1;
            slow.flags = Flag::FewReadings;
            window.engine().session.putSample(slow);
        }
        const auto isMended = [&](const Workload& place) {
            const SamplePointer sample = window.engine().session.find("cpu", place);
            return !sample->flags.has(Flag::FewReadings) && sample->time < good->time * 10.0;
        };
        QVERIFY(std::none_of(stencil.begin(), stencil.end(), isMended));
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.history().updatesHere() > ProbeHistory::updatesToKeep,
                                 patienceMs);
        QVERIFY2(isMended(window.engine().cursor.workload()), "by the probe's own readings");
        QTRY_VERIFY_WITH_TIMEOUT(std::all_of(stencil.begin(), stencil.end(), isMended),
                                 patienceMs); // what the slopes are taken from
    }

    void paintsTenTimesASecondAtMostWhileItTakesAllCores()
    {
        measureOnce();
        WindowUnderTest test(m_folder->path());
        openLater(test);
        MainWindow& window = *test.window;
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QVERIFY(window.engine().probe.takesAllCores());
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().probe.history().empty(), patienceMs);
        QElapsedTimer timer;
        timer.start();
        const int before = window.engine().schedule.turns();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().schedule.turns() >= before + 6, patienceMs);
        QVERIFY(window.engine().schedule.turns() - before
                <= timer.elapsed() / RepaintSchedule::measuringIntervalMs + 2);
    }

    void drawsOnItsOwnLayerAndLeavesTheDataAlone()
    {
        measureOnce();
        WindowUnderTest test(m_folder->path());
        openLater(test);
        RooflineChart* chart = test.window->charts().roofline();
        chart->flush();
        QSignalSpy whole(chart, &QCustomPlot::afterReplot);
        const QImage before = chart->grab().toImage();
        chart->set(&ChartInput::probe, {{{test.window->engine().cursor.workload(), Seconds(3e-3), 0.5},
                                         {test.window->engine().cursor.workload(), Seconds(2e-3), 0.0}},
                                        0.25});
        chart->flush();
        QVERIFY(chart->grab().toImage() != before);
        chart->set(&ChartInput::probe, {});
        chart->flush();
        QCOMPARE(chart->grab().toImage(), before);
        QCOMPARE(whole.size(), 0); // nothing else was drawn for it
    }

    void sharesTheTimeWithASweep()
    {
        WindowUnderTest test(m_folder->path(), "--rate 300 --endless");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 5, patienceMs);
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.history().updatesHere() > 5, patienceMs);
        const std::size_t known = window.engine().session.samples().size();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > known, patienceMs);
        QVERIFY(window.engine().controller.running() && window.engine().probe.isOn());
    }

    void isOffAndLosesNothingWhenTheBenchGoes_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("words");
        QTest::newRow("it dies") << "--crash-after 10"
                                 << "exited unexpectedly";
        QTest::newRow("it hangs") << "--hang-after 10"
                                  << "sent nothing";
        QTest::newRow("the device fails the probe") << "--fail-probe"
                                                    << "failed the probe";
        QTest::newRow("another program measures") << "--busy"
                                                  << "process 4711";
    }
    void isOffAndLosesNothingWhenTheBenchGoes()
    {
        QFETCH(QString, options);
        QFETCH(QString, words);
        measureOnce();
        WindowUnderTest test(m_folder->path(), options);
        test.surroundings.deadlines.silence = std::chrono::milliseconds(2500); // more than two heartbeats
        openLater(test);
        MainWindow& window = *test.window;
        const std::size_t known = window.engine().session.samples().size();
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(window.strip().text().contains(words), patienceMs);
        QVERIFY(!window.engine().probe.isOn() && !window.actions_().liveProbe->isChecked());
        QCOMPARE(window.engine().session.samples().size(), known);
        QVERIFY(panelSays(test, "Selected point"));
        if (window.engine().bench.state() == BenchState::Ready)
            return; // the program itself lives: the key switches the probe on again
        QVERIFY(!window.actions_().liveProbe->isEnabled());
        clickAt(window.strip().actionButton(), window.strip().actionButton()->rect().center());
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().bench.state() == BenchState::Ready, patienceMs);
        QVERIFY(!window.engine().probe.isOn());
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().probe.history().empty(), patienceMs);
    }

    void theStripSpansATenthAtLeast()
    {
        const auto [low, high] = stripRange({{Seconds(1.0), Seconds(1e-3)}, {Seconds(0.0), Seconds(1.01e-3)}});
        QVERIFY(std::abs(high - low - 0.1) < 1e-12);
        QVERIFY(low < std::log(1e-3) && high > std::log(1.01e-3));
        const auto [least, most] = stripRange({{Seconds(1.0), Seconds(1e-3)}, {Seconds(0.0), Seconds(4e-3)}});
        QCOMPARE(least, std::log(1e-3));
        QCOMPARE(most, std::log(4e-3));
    }

    void aLowWindowHasRoomForTheStrip()
    {
        LiveSession session;
        Cursor cursor(session);
        WorkloadPanel panel(cursor);
        panel.show();
        panel.setWindowHeight(900);
        const int usual = panel.sizeHint().height();
        panel.setWindowHeight(576);
        QVERIFY2(panel.sizeHint().height() <= usual - 40, qPrintable(QString::number(panel.sizeHint().height())));
        panel.setWindowHeight(900);
        QCOMPARE(panel.sizeHint().height(), usual);
    }

    void oneSpikeDoesNotFlattenTheStrip()
    {
        std::vector<ProbeReading> readings;
        for (int i = 0; i < 30; ++i)
            readings.push_back({Seconds(2.9 - 0.1 * i), Seconds(1e-3 * (1.0 + 0.02 * (i % 5)))});
        const auto before = stripRange(readings);
        readings[15].time = Seconds(0.5);
        const auto [low, high] = stripRange(readings);
        QVERIFY(high < std::log(1.3e-3));
        QVERIFY(std::abs(low - before.first) < 0.02);
        // A slider that was moved leaves two levels, and both are seen.
        for (std::size_t i = 0; i < 10; ++i)
            readings[i].time = Seconds(5e-3);
        const auto [least, most] = stripRange(readings);
        QVERIFY(least <= std::log(1e-3) && most >= std::log(5e-3) && most < std::log(0.5));
    }

    void readingsThatStandAloneAreDots()
    {
        ProbeStrip strip;
        strip.resize(200, strip.height());
        strip.show({{Seconds(2.5), Seconds(1.0)}, {Seconds(1.5), Seconds(1.02)}, {Seconds(0.5), Seconds(1.01)}},
                   Regime::Memory);
        const QImage image = strip.grab().toImage();
        const QColor color = Theme::light().regimeColor(Regime::Memory);
        const auto isDrawn = [&](double from, double to) {
            for (int y = 0; y < image.height() * 7 / 10; ++y)
                for (int x = qRound(image.width() * from); x < qRound(image.width() * to); ++x)
                    if (image.pixelColor(x, y) == color)
                        return true;
            return false;
        };
        QVERIFY(isDrawn(0.1, 0.3) && isDrawn(0.4, 0.6) && isDrawn(0.7, 0.9));
        QVERIFY(!isDrawn(0.3, 0.4)); // between them nothing was measured
    }

    void theStripMarksAReadingBeyondItsRange()
    {
        std::vector<ProbeReading> readings;
        for (int i = 0; i < 30; ++i)
            readings.push_back({Seconds(2.9 - 0.1 * i), Seconds(1e-3)});
        ProbeStrip strip;
        strip.resize(200, strip.height());
        const QColor mark = Theme::light().text;
        const auto marked = [&] {
            strip.show(readings, Regime::Memory);
            const QImage image = strip.grab().toImage();
            int pixels = 0;
            for (int y = 0; y < image.height() / 2; ++y) // below stand the words
                for (int x = 0; x < image.width(); ++x)
                    pixels += image.pixelColor(x, y) == mark ? 1 : 0;
            return pixels;
        };
        QCOMPARE(marked(), 0);
        readings[15].time = Seconds(0.5);
        QVERIFY(marked() > 5);
    }
};

RIDGEPOINT_GUI_TEST(ProbeTest)
#include "probe_test.moc"
