// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/compare/compare_dialog.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "tests/gui/window_support.h"
#include "tests/support/synthetic_snapshot.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QListWidget>
#include <QSignalSpy>
#include <QUndoStack>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What stands around the measurements comes back with the session: comparisons, axes, what-if.
class KeptViewTest : public FreshFolder {
    Q_OBJECT

    [[nodiscard]] QString sessionFile(const QString& name, double slowdown) const
    {
        const QString path = m_folder->filePath(name);
        return writeSession(syntheticSession({.columns = 11, .rows = 12, .slowdown = slowdown}), path.toStdString())
                 ? path
                 : QString();
    }

    static QStringList namesOf(MainWindow& window)
    {
        QStringList names;
        for (const ComparedDevice& device : window.compare().comparison().devices())
            names << device.name;
        return names;
    }

private slots:
    void whatWasComparedComesBackInItsOrderWithPartnerAndDifference()
    {
        const QString file = sessionFile(QStringLiteral("slow.ridge"), 1.5);
        QStringList before;
        {
            WindowUnderTest test(m_folder->path());
            MainWindow& window = test.measuredWindow();
            Comparison& comparison = window.compare().comparison();
            comparison.addFiles({file});
            QTRY_COMPARE_WITH_TIMEOUT(comparison.devices().size(), std::size_t{1}, patienceMs);
            comparison.addReference(std::string(offeredDevice));
            QTRY_COMPARE_WITH_TIMEOUT(comparison.overlays().size(), std::size_t{2}, patienceMs);
            comparison.setMapPartner(comparison.devices().back().key);
            QVERIFY(QTest::qWaitForWindowActive(&window));
            QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
            QVERIFY(window.charts().showsDifference());
            before = namesOf(window);
            window.close();
        }
        WindowUnderTest again(m_folder->path());
        again.open();
        MainWindow& window = *again.window;
        QTRY_COMPARE_WITH_TIMEOUT(window.compare().comparison().overlays().size(), std::size_t{2}, patienceMs);
        QCOMPARE(namesOf(window), before);
        QTRY_VERIFY_WITH_TIMEOUT(window.charts().showsDifference(), patienceMs);
        QVERIFY(window.compare().comparison().mapPartner()->reference);
        QVERIFY(window.strip().text().isEmpty() || !window.strip().text().contains("No longer found"));
        window.engine().store.startNew();
        QVERIFY(window.compare().comparison().devices().empty() && !window.charts().showsDifference());
    }

    void aFileThatIsGoneIsToldInAStripAndTheOthersAreThere()
    {
        const QString file = sessionFile(QStringLiteral("gone.ridge"), 1.5);
        {
            WindowUnderTest test(m_folder->path());
            test.openAndMeasure();
            Comparison& comparison = test.window->compare().comparison();
            comparison.addFiles({file});
            comparison.addReference(std::string(offeredDevice));
            QTRY_COMPARE_WITH_TIMEOUT(comparison.overlays().size(), std::size_t{2}, patienceMs);
            test.window->close();
        }
        QVERIFY(QFile::remove(file));
        WindowUnderTest again(m_folder->path());
        again.open();
        QTRY_VERIFY_WITH_TIMEOUT(again.window->strip().text().contains("gone.ridge"), patienceMs);
        QVERIFY(again.window->strip().text().contains("No longer found"));
        QVERIFY2(again.window->strip().text().contains(QStringLiteral("no longer in ") + m_folder->path()),
                 qPrintable(again.window->strip().text()));
        QTRY_COMPARE_WITH_TIMEOUT(again.window->compare().comparison().overlays().size(), std::size_t{1}, patienceMs);
    }

    void aDocumentThatMovesWithWhatItComparesFindsIt()
    {
        const QString before = m_folder->filePath("before");
        QVERIFY(QDir().mkpath(before + QStringLiteral("/other runs")));
        QVERIFY(!sessionFile(QStringLiteral("before/other runs/slow#2.ridge"), 1.5).isEmpty());
        {
            WindowUnderTest test(m_folder->path());
            MainWindow& window = test.measuredWindow();
            window.compare().comparison().addFiles({before + QStringLiteral("/other runs/slow#2.ridge")});
            QTRY_COMPARE_WITH_TIMEOUT(window.compare().comparison().overlays().size(), std::size_t{1}, patienceMs);
            window.compare().comparison().setMapPartner(window.compare().comparison().devices().front().key);
            QSignalSpy saved(&window.engine().store, &SessionStore::saved);
            window.engine().store.saveAs(before + QStringLiteral("/mine.ridge"));
            QVERIFY(saved.wait(patienceMs));
            window.close();
        }
        QFile file(before + QStringLiteral("/mine.ridge"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains(QFile::encodeName(m_folder->path()))); // where it lay is nobody's business
        file.close();
        const QString after = m_folder->filePath("after");
        QVERIFY(QDir().rename(before, after));
        useFreshSettings(m_folder->path());
        WindowUnderTest again(m_folder->path());
        again.options.session = after + QStringLiteral("/mine.ridge");
        again.open();
        const Comparison& comparison = again.window->compare().comparison();
        QTRY_COMPARE_WITH_TIMEOUT(comparison.overlays().size(), std::size_t{1}, patienceMs);
        QVERIFY(comparison.devices().front().key.startsWith(after));
        QCOMPARE(comparison.chosenPartner(), comparison.devices().front().key);
    }

    void typedAndLockedAxesComeBack()
    {
        ChartRanges typed;
        ChartRanges locked;
        {
            WindowUnderTest test(m_folder->path());
            MainWindow& window = test.measuredWindow();
            RooflineChart& roofline = *window.charts().roofline();
            typed = roofline.axisRanges().current();
            typed.ranges[0] = QCPRange(0.5, 64.0);
            typed.zoomed = true;
            roofline.axisRanges().change(typed);
            QVERIFY(QTest::qWaitForWindowActive(&window));
            window.charts().map()->setFocus();
            QTest::keyClick(window.charts().map(), Qt::Key_L, Qt::ControlModifier | Qt::AltModifier);
            locked = window.charts().map()->axisRanges().current();
            QVERIFY(locked.locked);
            typed = roofline.axisRanges().current();
            window.close();
        }
        WindowUnderTest again(m_folder->path());
        again.open();
        QTRY_VERIFY_WITH_TIMEOUT(!again.window->engine().session.samples().empty(), patienceMs);
        again.waitForViews();
        QVERIFY(again.window->charts().roofline()->axisRanges().current() == typed);
        QVERIFY(again.window->charts().map()->axisRanges().current() == locked);
        QVERIFY(!again.window->charts().curves()->axisRanges().isLocked());
        again.window->engine().store.startNew();
        QVERIFY(!again.window->charts().map()->axisRanges().isLocked());
    }

    void rangesThatNoDataHaveAreNotTakenFromAFile()
    {
        Session session = syntheticSession({.columns = 11, .rows = 12});
        session.viewJson =
            R"({"axes":{"map":{"ranges":[[-1e249,1e249],[-1e249,1e249],[-1e249,1e249],[-1e249,1e249]],"zoomed":true,"locked":true}}})";
        const QString path = m_folder->filePath("wide.ridge");
        QVERIFY(writeSession(session, path.toStdString()));
        WindowUnderTest test(m_folder->path());
        test.options.session = path;
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(!test.window->engine().session.samples().empty(), patienceMs);
        test.waitForViews();
        QVERIFY(!test.window->charts().map()->axisRanges().isLocked());
        QVERIFY(test.window->charts().map()->xAxis->range().upper < 100.0);
    }

    void theLockOfAllAxesComesBack()
    {
        {
            WindowUnderTest test(m_folder->path());
            test.openAndMeasure();
            QVERIFY(QTest::qWaitForWindowActive(test.window.get()));
            QTest::keyClick(test.window.get(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
            QVERIFY(test.window->charts().curves()->axisRanges().isLocked());
            test.window->close();
        }
        WindowUnderTest again(m_folder->path());
        again.open();
        QTRY_VERIFY_WITH_TIMEOUT(again.window->compare().lockAxes->isChecked(), patienceMs);
        for (const ChartWidget* chart : again.window->charts().charts())
            QVERIFY(chart->axisRanges().isLocked());
        QVERIFY(again.window->exploration().actions().lockAxes->isChecked());
        QVERIFY(QTest::qWaitForWindowActive(again.window.get()));
        QTest::keyClick(again.window.get(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        for (const ChartWidget* chart : again.window->charts().charts())
            QVERIFY(!chart->axisRanges().isLocked());
    }

    void theAxisOfTheCurvesComesBackWithoutMeasuring()
    {
        {
            WindowUnderTest test(m_folder->path());
            test.openAndMeasure();
            test.window->charts().chooseCurvesAxis(AxisKind::Size);
            test.window->close();
        }
        WindowUnderTest again(m_folder->path());
        again.open();
        QTRY_COMPARE_WITH_TIMEOUT(again.window->charts().curves()->sharedAxis(), AxisKind::Size, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(again.window->engine().controller.canRun(), patienceMs);
        QSignalSpy running(&again.window->engine().controller, &MeasureController::runningChanged);
        QVERIFY(!running.wait(1500)); // twice the pause after which what is shown is measured
        QVERIFY(!again.window->engine().controller.running());
    }

    void whatIsStillBeingReadIsKeptAndStaysInItsSession()
    {
        const QString file = sessionFile(QStringLiteral("slow.ridge"), 1.5);
        const LiveSession session;
        const Cursor cursor(session);
        Comparison comparison(session, cursor);
        QSignalSpy changed(&comparison, &Comparison::changed);
        const QStringList keys{file + QStringLiteral("#cpu"), QStringLiteral("/none.ridge#cpu")};
        comparison.restore(keys, {});
        QVERIFY(comparison.devices().empty());
        QCOMPARE(comparison.keptKeys(), keys);
        QTRY_COMPARE_WITH_TIMEOUT(comparison.keptKeys(), QStringList{keys.front()}, patienceMs);
        QCOMPARE(comparison.devices().size(), std::size_t{1});
        comparison.addFiles({file});
        comparison.restore({}, {}); // another session, which compares nothing
        QSignalSpy missing(&comparison, &Comparison::missing);
        comparison.restore({QStringLiteral("/none.ridge#cpu")}, {}); // behind it in the thread
        QVERIFY(missing.wait(patienceMs));
        QVERIFY(comparison.devices().empty());
    }

    void aWhatIfComesBackWithoutAStepToUndo()
    {
        {
            WindowUnderTest test(m_folder->path());
            test.openAndMeasure();
            test.window->whatIf().control().set("bandwidth.dram", 2.0);
            test.window->close();
        }
        WindowUnderTest again(m_folder->path());
        again.open();
        QTRY_COMPARE_WITH_TIMEOUT(again.window->whatIf().control().whatIf().factor("bandwidth.dram"), 2.0, patienceMs);
        QCOMPARE(again.window->actions_().undo->count(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(again.window->engine().feed.latest()
                                     && !again.window->engine().feed.latest()->realRoofs.empty(),
                                 patienceMs);
        QTest::keyClick(again.window.get(), Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(again.window->whatIf().control().whatIf().empty());
    }

    void aDamagedViewIsTakenAsFarAsItGoes_data()
    {
        QTest::addColumn<QByteArray>("view");
        QTest::newRow("ranges of another kind")
            << QByteArray(R"({"axes":{"roofline":{"ranges":[[0,-1]],"zoomed":true}}})");
        QTest::newRow("too few ranges") << QByteArray(R"({"axes":{"map":{"ranges":[[1,2]],"locked":true}}})");
        QTest::newRow("no objects") << QByteArray(
            R"({"axes":[1,2],"compare":"all","what_if":7,"curves_axis":3,"lock_axes":"yes"})");
        QTest::newRow("factors that are none")
            << QByteArray(R"({"what_if":{"bandwidth.dram":-2,"launch":"much","":0}})");
        QTest::newRow("devices that are none")
            << QByteArray(R"({"compare":{"devices":[1,null,"",{}],"partner":[],"difference":true}})");
    }
    void aDamagedViewIsTakenAsFarAsItGoes()
    {
        QFETCH(QByteArray, view);
        Session session = syntheticSession({.columns = 11, .rows = 12});
        session.viewJson = view.toStdString();
        const QString path = m_folder->filePath("damaged.ridge");
        QVERIFY(writeSession(session, path.toStdString()).ok());
        WindowUnderTest test(m_folder->path());
        test.options.session = path;
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(!test.window->engine().session.samples().empty(), patienceMs);
        for (const ChartWidget* chart : test.window->charts().charts())
            QVERIFY(!chart->axisRanges().current().zoomed && !chart->axisRanges().isLocked());
        QVERIFY(test.window->compare().comparison().devices().empty());
        QVERIFY(test.window->whatIf().control().whatIf().empty());
        QVERIFY(!test.window->charts().showsDifference());
    }

    void itsKeysActInTheDialogToo()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
        CompareDialog* dialog = window.compare().dialog();
        QVERIFY(dialog != nullptr && QTest::qWaitForWindowActive(dialog));
        window.compare().comparison().addReference(std::string(offeredDevice));
        QTRY_VERIFY_WITH_TIMEOUT(!window.compare().comparison().mapOverlays().empty(), patienceMs);
        QTest::keyClick(dialog, Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(window.charts().showsDifference());
        QTest::keyClick(dialog->list(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(window.charts().roofline()->axisRanges().isLocked());
    }
};

RIDGEPOINT_GUI_TEST(KeptViewTest)
#include "kept_view_test.moc"
