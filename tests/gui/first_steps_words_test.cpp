// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/explore/figure_warnings.h"
#include "app/desktop/explore/first_steps.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/levers_view.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/window/bottom_bar.h"
#include "tests/gui/window_support.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What the strip asks for can be done where it is read.
class FirstStepsWordsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    static bool hasTry(MainWindow& window)
    {
        const auto rows = window.inspector().levers()->rows();
        return std::any_of(rows.begin(), rows.end(), [](const LeverRow* row) { return !row->tryButton()->isHidden(); });
    }
    static bool asksForTry(const MessageStrip& strip) { return strip.text().contains(QStringLiteral("Press “try”")); }

private slots:
    void init()
    {
        failOnWarningsOfTheWindow();
        m_folder = std::make_unique<QTemporaryDir>();
        useFreshSettings(m_folder->path());
    }

    void theTryIsAskedForOnlyWhileOneCanBePressed()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        QSignalSpy helpable(&steps, &FirstSteps::helpableAsked);
        steps.begin();
        steps.setTryOffered(true); // not its turn yet
        QVERIFY(strip.text().contains("Drag operations"));
        steps.setTryOffered(false);
        steps.movedTo(Regime::Compute);
        QVERIFY(!asksForTry(strip) && strip.actionButton()->text().contains("small tensor"));
        strip.actionButton()->click();
        QCOMPARE(helpable.size(), 1);
        steps.setTryOffered(true);
        QVERIFY(asksForTry(strip) && strip.actionButton()->isHidden());
        steps.setTryOffered(false); // the point with the button was left
        QVERIFY2(!asksForTry(strip) && !strip.actionButton()->isHidden(), qPrintable(strip.text()));
        strip.actionButton()->click();
        QCOMPARE(helpable.size(), 2); // and leads back to one
        QVERIFY(strip.text().contains("what would help"));
        strip.setVisible(false); // a presentation
        steps.setTryOffered(true);
        QVERIFY(strip.isHidden() && asksForTry(strip));
        strip.setVisible(true);
        strip.tell(Severity::Warning, QStringLiteral("doubtful"));
        steps.setTryOffered(false);
        QCOMPARE(strip.text(), QStringLiteral("doubtful"));
        strip.closeButton()->click();
        QVERIFY(strip.text().contains("what would help") && !asksForTry(strip));
        steps.tried();
        steps.setTryOffered(true);
        QVERIFY(strip.actionButton()->text().contains("A100"));
    }

    void theHintOfTheWindowFollowsTheButtons()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        QTest::keyClick(window.workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_End);
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Try);
        clickAt(window.strip().actionButton(), window.strip().actionButton()->rect().center());
        QTRY_VERIFY_WITH_TIMEOUT(hasTry(window) && asksForTry(window.strip()), patienceMs);
        window.whatIf().control().set("bandwidth.dram", 2.0); // with which nothing can be tried
        QTRY_VERIFY_WITH_TIMEOUT(!hasTry(window), patienceMs);
        QVERIFY2(!asksForTry(window.strip()) && window.strip().text().contains("what would help"),
                 qPrintable(window.strip().text()));
        window.whatIf().control().reset();
        QTRY_VERIFY_WITH_TIMEOUT(hasTry(window) && asksForTry(window.strip()), patienceMs);
    }

    void aWarningThatComesBehindADialogIsToldAfterIt()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        FigureWarnings warnings(steps, strip);
        warnings.setCovered(true);
        warnings.tell(FigureWarnings::About::Roofs, QStringLiteral("doubtful"), QStringLiteral("Measure roofs again"),
                      {});
        QVERIFY(strip.text().isEmpty());
        QCOMPARE(warnings.waiting(), QStringLiteral("doubtful"));
        strip.tell(Severity::Hint, QStringLiteral("Exported to home.pdf."));
        warnings.setCovered(false);
        QCOMPARE(strip.text(), QStringLiteral("Exported to home.pdf.")); // what came of the dialog is read first
        strip.closeButton()->click();
        QCOMPARE(strip.text(), QStringLiteral("doubtful"));
        warnings.setCovered(true);
        QVERIFY(strip.text().isEmpty()); // else there were no room for what comes of the dialog
        QCOMPARE(warnings.waiting(), QStringLiteral("doubtful"));
        strip.tell(Severity::Hint, QStringLiteral("Exported to home.pdf."));
        warnings.setCovered(false);
        QCOMPARE(strip.text(), QStringLiteral("Exported to home.pdf."));
        strip.closeButton()->click();
        QCOMPARE(strip.text(), QStringLiteral("doubtful"));
        warnings.withdraw(FigureWarnings::About::Roofs);
        warnings.tell(FigureWarnings::About::Roofs, QStringLiteral("doubtful"), QStringLiteral("Measure roofs again"),
                      {});
        QCOMPARE(strip.text(), QStringLiteral("doubtful")); // at once again
    }

    void whatCameOfACommandIsToldOverAWarningThatComesBack()
    {
        MessageStrip strip;
        strip.answer(QStringLiteral("Exported to a.pdf."));
        QCOMPARE(strip.text(), QStringLiteral("Exported to a.pdf."));
        strip.tell(Severity::Warning, QStringLiteral("busy"));
        strip.tell(Severity::Hint, QStringLiteral("a hint"));
        QCOMPARE(strip.text(), QStringLiteral("busy"));
        strip.answer(QStringLiteral("Exported to home.pdf."));
        QCOMPARE(strip.text(), QStringLiteral("Exported to home.pdf."));
        QVERIFY(!strip.isHidden() && strip.holds(QStringLiteral("busy")));
        strip.answer(QStringLiteral("Saved to home.ridge.")); // of two answers the later one is read
        strip.closeButton()->click();
        QCOMPARE(strip.text(), QStringLiteral("busy"));
        QVERIFY(!strip.isHidden());
        strip.closeButton()->click();
        QVERIFY(strip.text().isEmpty() && strip.isHidden());
    }

    void roofsThatBecomeDoubtfulBehindTheReportsDialogAreToldAfterIt()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(!window.strip().text().isEmpty(), patienceMs);
        clickAt(window.strip().closeButton(),
                window.strip().closeButton()->rect().center()); // what leads through a first start
        bool isBehind = true;
        bool isHinted = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
            RoofSet roofs = *window.engine().cursor.roofs();
            for (Roof& roof : roofs.roofs)
                roof.flags = Flag::IntervalNotReached;
            window.engine().session.putRoofs(roofs);
            emit window.engine().controller.roofsMeasured();
            isBehind = dialog == nullptr || !window.strip().text().isEmpty();
            isHinted = window.bottomBar().stateText().contains("measured while disturbed");
            if (QWidget* modal = QApplication::activeModalWidget())
                QTest::keyClick(modal, Qt::Key_Escape);
        });
        QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!isBehind);
        QVERIFY2(isHinted, "what waits is hinted at in the bar at the bottom");
        QVERIFY2(!window.bottomBar().stateText().contains("disturbed"), qPrintable(window.bottomBar().stateText()));
        QVERIFY2(window.strip().text().contains("vary widely"), qPrintable(window.strip().text()));
    }
};

RIDGEPOINT_GUI_TEST(FirstStepsWordsTest)
#include "first_steps_words_test.moc"
