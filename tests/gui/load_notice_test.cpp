// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/measure/load_notice.h"
#include "app/desktop/window/bottom_bar.h"
#include "tests/gui/window_support.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace ridgepoint;
using namespace ridgepoint::test;

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

/// What the window says while others take the processor, and while the first look at an expensive map is not over.
class LoadNoticeTest : public FreshFolder {
    Q_OBJECT
private slots:
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
        test.open();
        MainWindow& window = *test.window;
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
        test.open();
        MainWindow& window = *test.window;
        QSignalSpy finished(&window.engine().controller, &MeasureController::finished);
        QString coarse;
        connect(&window.engine().controller, &MeasureController::progressChanged, this, [&] {
            if (window.bottomBar().progressText().contains("coarse"))
                coarse = window.bottomBar().progressText();
        });
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patienceMs);
        const Plan plan = window.engine().cursor.plan();
        for (std::size_t i = 0; i < plan.cellCount(); ++i)
            QVERIFY2(window.engine().session.find("cpu", plan.cell(i)), "nobody had to ask for the rest");
        QVERIFY2(coarse.startsWith("Regime map, coarse: ")
                     && coarse.contains(QString(" of %1 cells, 20 s for the rest").arg(plan.cellCount())),
                 qPrintable(coarse));
        QVERIFY(!window.bottomBar().progressText().contains("coarse"));
    }

    void aFirstLookThatComesNoFurtherEnds()
    {
        WindowUnderTest test(m_folder->path(), "--coarse 1000000 --rate 20000");
        test.open();
        MainWindow& window = *test.window;
        QSignalSpy finished(&window.engine().controller, &MeasureController::finished);
        QString words; // at the first end: what was measured is sharpened from then on, and each of those ends too
        connect(&window.engine().controller, &MeasureController::finished, this, [&] {
            if (words.isEmpty())
                words = window.bottomBar().progressText();
        });
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), patienceMs);
        const qulonglong cells = window.engine().cursor.plan().cellCount();
        QVERIFY2(words.startsWith("Coarse: ")
                     && words.endsWith(QString(" of %1 cells; the rest would take 10 s").arg(cells)),
                 qPrintable(words));
        window.engine().controller.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        Workload other = window.engine().cursor.workload();
        other.operation = Operation::Exp;
        window.engine().cursor.setWorkload(other); // of which nothing is known: no map with holes
        window.engine().controller.onFocusChanged();
        QVERIFY2(!window.bottomBar().progressText().startsWith("Coarse"),
                 qPrintable(window.bottomBar().progressText()));
    }

private:
};

RIDGEPOINT_GUI_TEST(LoadNoticeTest)
#include "load_notice_test.moc"
