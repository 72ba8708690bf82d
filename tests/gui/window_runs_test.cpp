// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "app/desktop/measure/device_watch.h"
#include "app/desktop/measure/load_notice.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/tool_bar.h"
#include "core/model/prediction.h"
#include "tests/gui/measure_counter.h"
#include "tests/gui/window_support.h"
#include "tests/support/synthetic_device.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

Q_DECLARE_METATYPE(ridgepoint::MeasureProgress)
Q_DECLARE_METATYPE(ridgepoint::OtherLoad)

namespace {

/// The warnings that can be seen in the heads of cards.
QStringList warningsSeen(const MainWindow& window)
{
    QStringList seen;
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->property("role") == "warning" && label->isVisible()
            && (label->text().contains("processors") || label->text().contains("busy")))
            seen << label->text();
    return seen;
}

} // namespace

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
    void namesWhoTakesTheProcessor_data()
    {
        QTest::addColumn<OtherLoad>("load");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, OtherLoad load, const char* words) {
            QTest::newRow(name) << load << QString::fromUtf8(words);
        };
        row("one program", {.processors = 1.22, .of = 2, .program = "chromium", .ofProgram = 1.2},
            "chromium uses 1.2 of 2 processors");
        row("several programs", {.processors = 1.2, .of = 16, .program = "cc1plus", .ofProgram = 0.7},
            "cc1plus and others use 1.2 of 16 processors");
        row("no name yet", {.processors = 0.97, .of = 2}, "Other programs use 1.0 of 2 processors");
        row("less than one", {.processors = 0.31, .of = 2}, "Other programs use 0.3 of 2 processors");
        row("many", {.processors = 23.46, .of = 64}, "Other programs use 23.5 of 64 processors");
        row("one processor", {.processors = 0.5, .of = 1}, "Other programs use 0.5 of 1 processor");
        row("the hypervisor", {.processors = 0.8, .stolen = 0.7, .of = 2, .program = "init", .ofProgram = 0.1},
            "The host of this virtual machine uses 0.8 of 2 processors");
        row("a name like a place-holder", {.processors = 1.0, .of = 2, .program = "%2", .ofProgram = 1.0},
            "%2 uses 1.0 of 2 processors");
        row("over", {}, "");
    }
    void namesWhoTakesTheProcessor()
    {
        QFETCH(OtherLoad, load);
        QFETCH(QString, words);
        QCOMPARE(loadWords(load, Format{}), words);
    }

    void runSaysOfAWholeMapThatNothingIsMissing()
    {
        WindowUnderTest test(m_folder->path());
        measureAndRest(test);
        MainWindow& window = *test.window;
        waitForRest(window);
        const std::size_t cells = window.engine().cursor.plan().cellCount();
        QTRY_COMPARE_WITH_TIMEOUT(window.engine().feed.latest()->measuredCells, cells, patienceMs);
        QTest::keyClick(&window, Qt::Key_F5);
        QCOMPARE(window.strip().text(),
                 QStringLiteral("All %1 cells of this map are measured; Shift+F5 measures them again.").arg(cells));
    }

    void saysWhatGoesOnAndWhyAMapHasHoles_data()
    {
        QTest::addColumn<MeasureProgress>("progress");
        QTest::addColumn<QString>("words");
        using What = MeasureProgress::What;
        const auto row = [](const char* name, MeasureProgress progress, const char* words) {
            progress.fraction = 0.75;
            progress.measuredCells = 252;
            progress.totalCells = 650;
            QTest::newRow(name) << progress << QString::fromUtf8(words);
        };
        const Seconds left(10.2);
        row("a map", {.what = What::Map, .left = left}, "Regime map 75 % · 11 s left");
        row("its first look", {.what = What::Map, .left = left, .coarseLeft = Seconds(20)},
            "Regime map, first look: 252 of 650 cells · 20 s left");
        row("nearly over", {.what = What::Map, .left = left, .coarseLeft = Seconds(0.5)},
            "Regime map, first look: 252 of 650 cells");
        row("intervals become narrower", {.what = What::Sharpen, .left = left}, "Refining 75 % · 11 s left");
        row("from the start again", {.what = What::Sharpen, .left = left, .coarseLeft = Seconds(20), .pass = 2},
            "Refining, pass 2: 75 % · 11 s left");
        row("the time is spent", {.coarseLeft = Seconds(200)},
            "252 of 650 cells in the time set; the rest would take 4 min");
        row("of no known rest", {.coarseLeft = Seconds(0)}, "252 of 650 cells in the time set");
        row("the user stopped it", {.coarseLeft = Seconds(20), .isStopped = true},
            "Stopped at 252 of 650 cells; the rest would take 20 s");
        row("nothing", {}, "Ready");
    }
    void saysWhatGoesOnAndWhyAMapHasHoles()
    {
        QFETCH(MeasureProgress, progress);
        BottomBar bar;
        bar.showProgress(progress);
        QTEST(bar.progressText().replace(QChar(0x00A0), QLatin1Char(' ')), "words");
    }

    void aSmallWindowShortensTheLinesAroundIt()
    {
        BottomBar bar;
        bar.resize(880, bar.sizeHint().height());
        MeasureProgress progress;
        progress.what = MeasureProgress::What::Map;
        progress.fraction = 0.5;
        progress.measuredCells = 327;
        progress.totalCells = 700;
        progress.coarseLeft = Seconds(1234.0);
        bar.showProgress(progress);
        bar.showLoad(QStringLiteral("a-program-of-many-letters and others use 12.5 of 16 processors"));
        bar.showState(QStringLiteral("Host CPU busy 3.4 GHz · measured while disturbed"), QStringLiteral("autosaved"));
        bar.show();
        QVERIFY(QTest::qWaitForWindowExposed(&bar));
        QCOMPARE(bar.width(), 880);
        int end = 0;
        for (const QWidget* each : bar.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (!each->isVisible())
                continue;
            QVERIFY2(each->x() >= end, qPrintable(each->accessibleName()));
            end = each->x() + each->width();
        }
        QVERIFY(end <= bar.width());
    }

    void theLineIsThereWhileItLastsAndInThePresenterToo()
    {
        WindowUnderTest test(m_folder->path(), "--loaded --rate 100");
        MainWindow& window = test.openedWindow();
        const QString words = "chromium uses 1.2 of 2 processors";
        QTRY_COMPARE_WITH_TIMEOUT(window.bottomBar().loadText(), words, patienceMs);
        QCOMPARE(warningsSeen(window), QStringList{words}); // at the bottom alone
        QTRY_VERIFY_WITH_TIMEOUT(window.bottomBar().stateText().contains("busy"), patienceMs);
        window.exploration().presenter().enter();
        QVERIFY(!window.bottomBar().isVisible());
        const QString shown = "Machine busy";
        QCOMPARE(warningsSeen(window), QStringList{shown}); // in the chart's head, without the program's name
        window.exploration().presenter().step(1);
        QCOMPARE(warningsSeen(window), QStringList{shown});
        window.engine().controller.stop();
        QTRY_COMPARE_WITH_TIMEOUT(warningsSeen(window), QStringList(), patienceMs);
        window.exploration().presenter().leave();
        QCOMPARE(window.bottomBar().loadText(), QString());
        QCOMPARE(warningsSeen(window), QStringList());
        QTRY_VERIFY_WITH_TIMEOUT(window.bottomBar().stateText().contains("quiet now"), patienceMs);
    }

    void theLineGoesWithTheProgramThatSaysIt()
    {
        WindowUnderTest test(m_folder->path(), "--loaded --crash-after 100 --rate 40");
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(!test.window->bottomBar().loadText().isEmpty(), patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(test.window->engine().bench.state(), BenchState::Failed, patienceMs);
        QCOMPARE(test.window->bottomBar().loadText(), QString());
    }

    void aMapGoesOnUntilItsFirstLookIsOver()
    {
        WindowUnderTest test(m_folder->path(), "--coarse 2 --rate 2000");
        MainWindow& window = test.openedWindow();
        QSignalSpy finished(&window.engine().controller, &MeasureController::finished);
        QString coarse;
        connect(&window.engine().controller, &MeasureController::progressChanged, this, [&] {
            if (window.bottomBar().progressText().contains("first look"))
                coarse = window.bottomBar().progressText();
        });
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patienceMs);
        const Plan plan = window.engine().cursor.plan();
        for (std::size_t i = 0; i < plan.cellCount(); ++i)
            QVERIFY2(window.engine().session.find("cpu", plan.cell(i)), "nobody had to ask for the rest");
        QVERIFY2(coarse.startsWith("Regime map, first look: ")
                     && coarse.contains(QString(" of %1 cells · 20 s left").arg(plan.cellCount())),
                 qPrintable(coarse));
        QVERIFY(!window.bottomBar().progressText().contains(QString(" of %1 cells").arg(plan.cellCount())));
    }

    void aFirstLookThatComesNoFurtherEnds()
    {
        WindowUnderTest test(m_folder->path(), "--coarse 1000000 --rate 20000");
        MainWindow& window = test.openedWindow();
        QSignalSpy finished(&window.engine().controller, &MeasureController::finished);
        QString words; // at the first end: what was measured is sharpened from then on, and each of those ends too
        connect(&window.engine().controller, &MeasureController::finished, this, [&] {
            if (words.isEmpty())
                words = window.bottomBar().progressText();
        });
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), patienceMs);
        const qulonglong cells = window.engine().cursor.plan().cellCount();
        QVERIFY2(words.endsWith(QString(" of %1 cells in the time set; the rest would take 10 s").arg(cells)),
                 qPrintable(words));
        window.engine().controller.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        Workload other = window.engine().cursor.workload();
        other.operation = Operation::Exp;
        window.engine().cursor.setWorkload(other); // of which nothing is known: no map with holes
        window.engine().controller.onFocusChanged();
        QVERIFY2(!window.bottomBar().progressText().contains(" cells"), qPrintable(window.bottomBar().progressText()));
    }

private:
};

RIDGEPOINT_GUI_TEST(WindowRunsTest)
#include "window_runs_test.moc"
