// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "app/desktop/measure/device_watch.h"
#include "app/desktop/window/tool_bar.h"
#include "core/model/prediction.h"
#include "tests/gui/measure_counter.h"
#include "tests/gui/window_support.h"
#include "tests/support/synthetic_device.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What the window measures by itself, and what it says of it; which run goes before which is the agenda's, in
/// tests/unit/agenda.
class WindowRunsTest : public FreshFolder {
    Q_OBJECT

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
        window.engine().controller.onFocusChanged();
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
        Workload place = window.engine().cursor.workload();
        place.elements = 12345;
        window.engine().controller.measurePoints({place});
        waitForRest(window);
        QCOMPARE(problem.count(), 1);
        QVERIFY2(window.strip().text().contains("no memory for this tensor"), qPrintable(window.strip().text()));
        QVERIFY(counter.times.size() >= window.engine().cursor.plan().cellCount());
    }

    void aLessonSaysWhichOfItsPointsRanOutOfTime()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 20000 --late 2048"));
        measureAndRest(test);
        MainWindow& window = *test.window;
        waitForRest(window);
        QSignalSpy problem(&window.engine().controller, &MeasureController::problem);
        auto& lessons = *window.findChild<LessonCommands*>();
        auto& panel = *window.findChild<LessonPanel*>();
        for (const LessonPage& page : shippedLessonPages())
            if (page.id == "one-or-2048")
                QCOMPARE(lessons.begin(parseLesson(page.text, "one-or-2048").value()), QString());
        panel.nextButton()->click();
        panel.number()->setText(QStringLiteral("2"));
        panel.nextButton()->click();
        for (int time = 0; time < 2; ++time) {
            QTRY_VERIFY_WITH_TIMEOUT(panel.measureButton()->isEnabled(), patienceMs);
            panel.measureButton()->click();
            QVERIFY2(panel.status()->text().startsWith("Measuring: "), qPrintable(panel.status()->text()));
            QTRY_VERIFY2_WITH_TIMEOUT(panel.status()->text().startsWith("Without a result: 1 of 2. Their time ran out"),
                                      qPrintable(panel.status()->text()), patienceMs);
        }
        QVERIFY(panel.measureButton()->isEnabled() && !panel.nextButton()->isEnabled());
        QCOMPARE(problem.count(), 0);
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
        QVERIFY(window.engine().cursor.mapKind() != MapKind::IntensitySize);
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
        QCOMPARE(watch.words("cuda:0", false, format), QStringLiteral("quiet now"));
        QCOMPARE(watch.words("cpu", false, format), QString());
        session.replace(Session{});
        QCOMPARE(watch.words("cuda:0", false, format), QString());
    }
};

RIDGEPOINT_GUI_TEST(WindowRunsTest)
#include "window_runs_test.moc"
