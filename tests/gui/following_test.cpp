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
#include "core/sweep/neighbours.h"
#include "tests/gui/lever_support.h"
#include "tests/gui/measure_counter.h"
#include "tests/gui/window_support.h"

#include <QLabel>
#include <QSignalSpy>

#include <algorithm>
#include <optional>
#include <vector>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What is measured by itself after somebody moved, and what is not after somebody stopped it.
class FollowingTest : public QObject {
    Q_OBJECT

    using What = MeasureProgress::What;
    std::unique_ptr<QTemporaryDir> m_folder;

    static bool hasPlan(MainWindow& window, const Plan& plan)
    {
        return std::ranges::any_of(window.engine().session.frame().plans,
                                   [&](const Plan& each) { return each.base == plan.base && each.axes == plan.axes; });
    }
    /// A first start, and nothing goes on by itself after.
    static void measureAndRest(WindowUnderTest& test)
    {
        test.openAndMeasure();
        test.window->engine().probe.setOn(false);
        waitForRest(*test.window);
    }
    static void waitForRest(MainWindow& window)
    {
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
    }
    static void chooseOther(MainWindow& window, Operation operation)
    {
        Workload other = window.engine().cursor.workload();
        other.operation = operation;
        window.engine().cursor.setWorkload(other);
        window.engine().controller.attend();
    }

private slots:
    void init()
    {
        failOnWarningsOfTheWindow();
        m_folder = std::make_unique<QTemporaryDir>();
        useFreshSettings(m_folder->path());
    }

    void aLineAlongAnotherAxisIsMeasuredAfterWhatRuns()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 1500 --unsettled 1000"));
        measureAndRest(test);
        MainWindow& window = *test.window;
        Workload chain = window.engine().cursor.workload();
        chain.chainLength = 16;
        std::optional<Plan> line;
        connect(&window.engine().controller, &MeasureController::progressChanged, &window, [&] {
            if (line || window.engine().controller.progress().what != What::Sharpen
                || window.engine().cursor.workload().chainLength != 16)
                return;
            line = linePlan(window.engine().cursor.axis(AxisKind::Depth), window.engine().cursor.workload(),
                            window.engine().cursor.deviceInfo());
            QVERIFY(!isMeasured(window, *line));
            window.engine().controller.setLineAxis(AxisKind::Depth);
            window.engine().controller.attend();
        });
        window.engine().cursor.setWorkload(chain);
        window.engine().controller.attend();
        QTRY_VERIFY_WITH_TIMEOUT(line && isMeasured(window, *line), patienceMs);
        waitForRest(window);
    }

    void theMapThatATrialLeadsToIsMeasuredByItself()
    {
        WindowUnderTest test(m_folder->path());
        measureAndRest(test);
        MainWindow& window = *test.window;
        Workload small = window.engine().cursor.workload();
        small.elements = 1024;
        small.operationsPerElement = 1;
        small.chainLength = 16;
        window.engine().cursor.setWorkload(small);
        QTRY_VERIFY_WITH_TIMEOUT(tryButtonOf(window, LeverKind::FuseDeeper) != nullptr, patienceMs);
        tryButtonOf(window, LeverKind::FuseDeeper)->click();
        QVERIFY(window.engine().cursor.workload() != small);
        QTRY_VERIFY_WITH_TIMEOUT(isMeasured(window, window.engine().cursor.plan()), patienceMs);
        waitForRest(window);
    }

    void nothingIsSharpenedBesideTheProbeAfterAPlace()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 1500 --unsettled 1000"));
        test.surroundings.linePauseMs = 1000000; // not before the test looks
        test.openAndMeasure();
        MainWindow& window = *test.window;
        window.engine().probe.setOn(false);
        window.engine().controller.setPause(1);
        window.engine().controller.attend();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().controller.progress().what == What::Sharpen, patienceMs);
        Workload place = window.engine().cursor.workload();
        place.elements = 12345;
        std::vector<What> seen;
        connect(&window.engine().controller, &MeasureController::progressChanged, &window,
                [&] { seen.push_back(window.engine().controller.progress().what); });
        window.engine().controller.measurePoints({place}); // before the sharpening, which waits
        window.engine().controller.setIdleTaken(true);
        waitForRest(window);
        QVERIFY(window.engine().session.find("cpu", place));
        const auto point = std::ranges::find(seen, What::Point);
        QVERIFY(point != seen.end() && std::find(point, seen.end(), What::Sharpen) == seen.end());
    }

    void aStopEndsWhatAMoveWouldHaveMeasured()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 1500"));
        measureAndRest(test);
        MainWindow& window = *test.window;
        MeasureCounter counter(window);
        chooseOther(window, Operation::Add);
        QTRY_VERIFY_WITH_TIMEOUT(counter.times.size() > 5 && window.engine().controller.progress().what == What::Map,
                                 patienceMs);
        window.engine().controller.setPause(0);
        chooseOther(window, Operation::Mul);
        window.engine().controller.stop();
        waitForRest(window);
        QCoreApplication::processEvents();
        QVERIFY2(!window.engine().controller.running() && !hasPlan(window, window.engine().cursor.plan()),
                 "somebody stopped it");
    }

    void aMapOfOtherThreadsHasItsRoofs()
    {
        WindowUnderTest test(m_folder->path());
        measureAndRest(test);
        MainWindow& window = *test.window;
        window.engine().controller.measureRoofsAgain();
        window.engine().controller.measureMapAgain(); // waits for the roofs, which cannot be broken off
        Workload other = window.engine().cursor.workload();
        other.threads = other.threads == 1 ? 2 : 1;
        QVERIFY(window.engine().session.roofs("cpu", other.threads) == nullptr);
        window.engine().cursor.setWorkload(other);
        waitForRest(window);
        QVERIFY(window.engine().session.roofs("cpu", other.threads) != nullptr);
        QVERIFY(isMeasured(window, window.engine().cursor.plan()));
    }

    void whatWasAskedOfOneDeviceIsNotMeasuredOnAnother()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 1500"));
        measureAndRest(test);
        MainWindow& window = *test.window;
        std::vector<DeviceInfo> devices = window.engine().session.devices();
        DeviceInfo second = devices.front();
        second.id = "cuda:0";
        devices.push_back(second);
        window.engine().session.setDevices(devices);
        QSignalSpy problem(&window.engine().controller, &MeasureController::problem);
        window.engine().controller.measureMapAgain(); // and its line after it
        MeasureCounter counter(window);
        QTRY_VERIFY_WITH_TIMEOUT(counter.times.size() > 5, patienceMs);
        Workload place = window.engine().cursor.workload();
        place.elements = 12345;
        window.engine().controller.measurePoints({place}); // before the map, which waits
        window.engine().cursor.setDevice("cuda:0");
        QCOMPARE(window.engine().cursor.device(), std::string("cuda:0"));
        waitForRest(window);
        QCOMPARE(problem.count(), 0);
        QVERIFY(std::ranges::none_of(window.engine().session.frame().plans,
                                     [](const Plan& plan) { return plan.device == "cuda:0"; }));
    }
};

RIDGEPOINT_GUI_TEST(FollowingTest)
#include "following_test.moc"
