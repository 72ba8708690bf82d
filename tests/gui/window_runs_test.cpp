// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/measure/device_watch.h"
#include "app/desktop/window/tool_bar.h"
#include "core/model/prediction.h"
#include "tests/gui/measure_counter.h"
#include "tests/gui/window_support.h"
#include "tests/support/synthetic_device.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QSlider>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What a run still owes when something comes between.
class WindowRunsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    static Workload beside(MainWindow& window, std::int64_t elements)
    {
        Workload point = window.engine().cursor.workload();
        point.elements = elements;
        return point;
    }
    /// A first start, and nothing goes on by itself after.
    static void measureAndRest(WindowUnderTest& test)
    {
        test.openAndMeasure();
        test.window->engine().probe.setOn(false);
    }
    static void waitForRest(MainWindow& window)
    {
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
    }

private slots:
    void init()
    {
        failOnWarningsOfTheWindow();
        m_folder = std::make_unique<QTemporaryDir>();
        useFreshSettings(m_folder->path());
    }

    void aMapThatIsMeasuredAgainIsMeasuredToItsEndAfterAClick()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 1500"));
        measureAndRest(test);
        MainWindow& window = *test.window;
        MeasureCounter counter(window);
        window.engine().controller.measureMapAgain();
        QTRY_VERIFY_WITH_TIMEOUT(counter.times.size() > 20, patienceMs);
        window.engine().controller.measurePoints({beside(window, 12345)});
        waitForRest(window);
        const Plan& map = window.engine().cursor.plan();
        for (std::size_t i = 0; i < map.cellCount(); ++i)
            QVERIFY2(counter.times[map.cell(i)] >= 1, "a cell of the map was not measured anew");
        QCOMPARE(counter.times[beside(window, 12345)], 1);
    }

    void whatIsKnownBetterIsNotReplacedUnlessItIsToBe()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 1500 --endless --unsettled 1"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 5 && window.engine().controller.running(),
                                 patienceMs);
        Sample better = *window.engine().session.samples().front();
        better.rounds = 1000;
        const Workload place = better.workload;
        const auto rounds = [&] { return window.engine().session.find("cpu", place)->rounds; };
        window.engine().session.putSample(better);
        MeasureCounter counter(window);
        QTRY_VERIFY_WITH_TIMEOUT(counter.times[place] > 1, patienceMs);
        QCOMPARE(rounds(), 1000);
        window.engine().controller.measureMapAgain();
        QTRY_VERIFY_WITH_TIMEOUT(rounds() < 1000, patienceMs);
    }

    void theMapOfOtherWorkIsMeasuredByItself_data()
    {
        QTest::addColumn<bool>("isLever");
        QTest::newRow("another launch mode, to which a lever leads") << true;
        QTest::newRow("another operation, whose roof is not known") << false;
    }
    void theMapOfOtherWorkIsMeasuredByItself()
    {
        QFETCH(bool, isLever);
        WindowUnderTest test(m_folder->path());
        measureAndRest(test);
        MainWindow& window = *test.window;
        waitForRest(window);
        // A map of the few cells that a trial or the live probe measures would be one colour, or none.
        Workload other = window.engine().cursor.workload();
        const std::string id = computeRoofId(Operation::Cos, other.precision);
        if (isLever) {
            other.launchMode = other.launchMode == LaunchMode::Queued ? LaunchMode::WaitEach : LaunchMode::Queued;
        } else {
            other.operation = Operation::Cos;
            Session session = window.engine().session.content().toSession();
            for (RoofSet& roofs : session.roofs)
                std::erase_if(roofs.roofs, [&](const Roof& roof) { return roof.id == id; });
            window.engine().session.replace(std::move(session));
        }
        const auto hasMap = [&] {
            return std::ranges::any_of(window.engine().session.frame().plans, [&](const Plan& plan) {
                return plan.axes.size() == 2 && plan.base.launchMode == other.launchMode
                    && plan.base.operation == other.operation;
            });
        };
        QVERIFY(!hasMap());
        window.engine().cursor.setWorkload(other);
        window.engine().controller.attend();
        QTRY_VERIFY_WITH_TIMEOUT(hasMap() && !window.engine().controller.running(), patienceMs);
        QVERIFY(isLever || window.engine().session.roofs("cpu", other.threads)->find(id) != nullptr);
    }

    void aPlaceThatCannotBeMeasuredSaysSoAndTheMapGoesOn()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 1500 --unmeasurable 12345"));
        measureAndRest(test);
        MainWindow& window = *test.window;
        MeasureCounter counter(window);
        QSignalSpy problem(&window.engine().controller, &MeasureController::problem);
        window.engine().controller.measureMapAgain();
        QTRY_VERIFY_WITH_TIMEOUT(counter.times.size() > 20, patienceMs);
        window.engine().controller.measurePoints({beside(window, 12345)});
        waitForRest(window);
        QCOMPARE(problem.count(), 1);
        QVERIFY2(window.strip().text().contains("no memory for this tensor"), qPrintable(window.strip().text()));
        QVERIFY(counter.times.size() >= window.engine().cursor.plan().cellCount());
    }

    void aPlaceThatIsRefusedDropsNothingElse()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 1500"));
        measureAndRest(test);
        MainWindow& window = *test.window;
        MeasureCounter counter(window);
        QSignalSpy problem(&window.engine().controller, &MeasureController::problem);
        window.engine().controller.measureMapAgain();
        QTRY_VERIFY_WITH_TIMEOUT(counter.times.size() > 20, patienceMs);
        Workload impossible = window.engine().cursor.workload();
        impossible.chainLength = 4;
        impossible.fusionDepth = 3;
        window.engine().controller.measurePoints({impossible});
        waitForRest(window);
        QCOMPARE(problem.count(), 1);
        QVERIFY(counter.times.size() >= window.engine().cursor.plan().cellCount());
    }

    void runNarrowsWhatWasNotSettled()
    {
        WindowUnderTest test(m_folder->path());
        test.surroundings.linePauseMs = 1000000; // nothing by itself
        measureAndRest(test);
        MainWindow& window = *test.window;
        Sample wide = *window.engine().session.find("cpu", window.engine().cursor.plan().cell(7));
        wide.flags |= Flag::IntervalNotReached;
        window.engine().session.putSample(wide);
        MeasureCounter counter(window);
        window.actions_().run->trigger();
        waitForRest(window);
        QCOMPARE(counter.times.size(), std::size_t{1});
        QVERIFY(!window.engine().session.find("cpu", wide.workload)->flags.has(Flag::IntervalNotReached));
    }

    void aClickWhileARunBeginsIsNotKeptWaiting()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 500"));
        test.surroundings.linePauseMs = 1000000; // nothing by itself
        measureAndRest(test);
        MainWindow& window = *test.window;
        MeasureCounter counter(window);
        window.engine().controller.measureMapAgain();
        window.engine().controller.measurePoints(
            {beside(window, 12345)}); // before the child can have named the map's run
        window.engine().controller.measurePoints({beside(window, 23456)});
        QTRY_VERIFY_WITH_TIMEOUT(counter.times[beside(window, 12345)] == 1 && counter.times[beside(window, 23456)] == 1,
                                 patienceMs);
        QVERIFY2(counter.times.size() < window.engine().cursor.plan().cellCount() / 2,
                 qPrintable(QString::number(counter.times.size())));
        waitForRest(window);
        QVERIFY(counter.times.size() >= window.engine().cursor.plan().cellCount());
        const Plan& map = window.engine().cursor.plan();
        for (std::size_t i = 0; i < map.cellCount(); ++i)
            QVERIFY2(counter.times[map.cell(i)] <= 2, "the map waited twice"); // the line measures some cells again
    }

    void aSliderThatMovesWhileARunBeginsIsFollowed()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 1500"));
        measureAndRest(test);
        MainWindow& window = *test.window;
        Workload chain = window.engine().cursor.workload();
        chain.chainLength = 16;
        window.engine().cursor.setWorkload(chain);
        const Plan left = window.engine().cursor.plan();
        window.engine().controller.run();
        QTest::keyClick(window.workloadPanel().slider(AxisKind::Depth)->slider(), Qt::Key_Right); // another slice
        QVERIFY(!(window.engine().cursor.plan() == left));
        waitForRest(window);
        QVERIFY(isMeasured(window, window.engine().cursor.plan()));
        QVERIFY2(!isMeasured(window, left), "the slice that was left was measured to its end");
    }

    void aMoveWhileAPlaceIsMeasuredIsFollowedAfterIt()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 1500"));
        measureAndRest(test);
        MainWindow& window = *test.window;
        waitForRest(window);
        const Workload place = beside(window, 12345);
        window.engine().controller.measurePoints({place});
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().controller.progress().what == MeasureProgress::What::Point,
                                 patienceMs);
        Workload other = window.engine().cursor.workload();
        other.operation = Operation::Mul;
        window.engine().cursor.setWorkload(other);
        window.engine().controller.attend();
        QTRY_VERIFY_WITH_TIMEOUT(isMeasured(window, window.engine().cursor.plan()), patienceMs);
        waitForRest(window);
        QVERIFY2(window.engine().session.find("cpu", place), "it is not dropped for that");
    }

    void aDatasheetChosenWhileARunBeginsDoesNoHarm()
    {
        WindowUnderTest test(m_folder->path());
        measureAndRest(test);
        MainWindow& window = *test.window;
        QSignalSpy problem(&window.engine().controller, &MeasureController::problem);
        window.engine().controller.measureMapAgain();
        window.engine().cursor.setDevice("published:a100-rrze"); // before the child can have answered
        QVERIFY(window.engine().session.reference(window.engine().cursor.device()));
        waitForRest(window);
        QCOMPARE(problem.count(), 0);
    }

    void anExperimentOfTheToolbarIsFollowedAsASliderIs()
    {
        WindowUnderTest test(m_folder->path());
        measureAndRest(test);
        MainWindow& window = *test.window;
        waitForRest(window);
        QComboBox* experiments = nullptr;
        for (QComboBox* box : window.toolBar().findChildren<QComboBox*>())
            if (box->accessibleName() == QLatin1String("Map axes"))
                experiments = box;
        QVERIFY(experiments);
        experiments->setFocus();
        QTest::keyClick(experiments, Qt::Key_Down);
        QVERIFY(window.engine().cursor.experiment() != Experiment::IntensitySize);
        QTRY_VERIFY_WITH_TIMEOUT(isMeasured(window, window.engine().cursor.plan()), patienceMs);
        waitForRest(window);
    }

    void oneDevicesClockIsNotSaidOfAnother()
    {
        LiveSession session;
        DeviceWatch watch(session);
        const Format format;
        Sample sample = syntheticSample(Workload{}, 0);
        sample.clock = Hertz(3.4e9);
        session.putSample(sample);
        QCOMPARE(watch.words("cpu", false, format), QStringLiteral("quiet now · %1").arg(format.clock(sample.clock)));
        QCOMPARE(watch.words("cuda:0", false, format), QString());
        sample.device = "cuda:0";
        sample.clock = {};
        session.putSample(sample);
        QCOMPARE(watch.words("cuda:0", false, format), QStringLiteral("idle again"));
        QCOMPARE(watch.words("cpu", false, format), QString());
        session.replace(Session{});
        QCOMPARE(watch.words("cuda:0", false, format), QString());
    }
};

RIDGEPOINT_GUI_TEST(WindowRunsTest)
#include "window_runs_test.moc"
