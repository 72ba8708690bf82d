// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/experiments/experiment_commands.h"
#include "app/desktop/machines/machine_commands.h"
#include "app/desktop/machines/machine_dialog.h"
#include "app/desktop/measure/drawing_gaps.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/tool_bar.h"
#include "core/session/session.h"
#include "tests/gui/window_support.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>

#include <memory>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The window and machines elsewhere, which the fake bench plays.
class MachineWindowTest : public FreshFolder {
    Q_OBJECT

    std::unique_ptr<WindowUnderTest> m_test;

    void openWindow(const QString& benchOptions)
    {
        m_test = std::make_unique<WindowUnderTest>(m_folder->path(), benchOptions);
        m_test->open();
        QTRY_VERIFY_WITH_TIMEOUT(engine().bench.state() == BenchState::Ready, patienceMs);
    }
    /// With all measured here that a first start measures, at rest and autosaved.
    void openMeasured(const QString& benchOptions)
    {
        m_test = std::make_unique<WindowUnderTest>(m_folder->path(), benchOptions);
        m_test->openAndMeasure();
        engine().probe.setOn(false);
        QTRY_VERIFY_WITH_TIMEOUT(!engine().controller.running() && engine().store.autosaved(), patienceMs);
    }
    [[nodiscard]] MainWindow& window() const { return *m_test->window; }
    [[nodiscard]] WindowEngine& engine() const { return window().engine(); }
    [[nodiscard]] MachineCommands& machines() const { return *window().findChild<MachineCommands*>(); }
    [[nodiscard]] MachineDialog& dialog() const { return *machines().dialog(); }
    [[nodiscard]] int rowOf(MachineRow::What what, const QString& name = {}) const
    {
        const QComboBox& box = *window().toolBar().devices();
        for (int row = 0; row < box.count(); ++row)
            if (const auto machine = machineOfRow(box, row);
                machine && machine->what == what && (name.isEmpty() || machine->name == name))
                return row;
        return -1;
    }
    void chooseRow(int row) const
    {
        QVERIFY(row >= 0);
        emit window().toolBar().devices()->activated(row);
    }
    /// Chooses the row and takes what is offered.
    void takeRow(int row, const QString& button) const
    {
        chooseRow(row);
        QVERIFY(dialogIsClosed());
        QCOMPARE(window().strip().actionButton()->text(), button);
        window().strip().actionButton()->click();
    }
    [[nodiscard]] bool dialogIsClosed() const { return machines().dialog() == nullptr || !dialog().isVisible(); }
    [[nodiscard]] QAction* menuAction(const QString& words) const
    {
        for (QAction* action : actionsIn({machines().menu()->menuAction()}))
            if (action->text().remove(QLatin1Char('&')).endsWith(words))
                return action;
        return nullptr;
    }
    /// On which machine the session was measured.
    [[nodiscard]] QString machineOfSession() const
    {
        const DeviceInfo* device = engine().session.device("cpu");
        return device == nullptr ? QStringLiteral("no device") : QString::fromStdString(device->machine);
    }
    void addByHand(const QString& host) const
    {
        chooseRow(rowOf(MachineRow::What::Add));
        dialog().host()->clear();
        QTest::keyClicks(dialog().host(), host);
        dialog().connectButton()->click();
    }

protected:
    void end() override { m_test.reset(); }

private slots:
    void theDialogChecksWhatIsTyped()
    {
        MachineDialog dialog({});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY(!dialog.connectButton()->isEnabled());
        QVERIFY(dialog.state()->text().contains("ssh"));
        QTest::keyClicks(dialog.host(), "-oProxyCommand=x");
        QVERIFY(!dialog.connectButton()->isEnabled());
        QVERIFY2(dialog.state()->text().contains("hyphen"), qPrintable(dialog.state()->text()));
        dialog.host()->clear();
        QTest::keyClicks(dialog.host(), "me@gpu01");
        QVERIFY(dialog.connectButton()->isEnabled());
        QVERIFY(dialog.machine() == Machine{.host = "me@gpu01"});
        dialog.slurm().isWanted->setChecked(true);
        dialog.slurm().time->setText("an hour");
        QVERIFY(!dialog.connectButton()->isEnabled());
        dialog.slurm().time->setText("1:00:00");
        dialog.slurm().gpus->setValue(4);
        QVERIFY(dialog.connectButton()->isEnabled());
        QVERIFY((dialog.machine() == Machine{.host = "me@gpu01", .slurm = SlurmOptions{.gpus = 4, .time = "1:00:00"}}));
    }
    void theDialogCompletesHosts()
    {
        MachineDialog dialog({"gpu01", "gpu02", "login1"});
        QCompleter* completer = dialog.host()->completer();
        completer->setCompletionPrefix("gpu");
        QCOMPARE(completer->completionCount(), 2);
    }
    void theDialogFitsASmallScreenWithEverythingOpen()
    {
        MachineDialog dialog({});
        dialog.slurmFold()->setFolded(false);
        dialog.showFailure(QString("Nothing answers at that machine. ").repeated(8));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        dialog.resize(1, 1);
        QVERIFY2(dialog.width() <= 900 && dialog.height() <= 560,
                 qPrintable(QStringLiteral("%1 x %2").arg(dialog.width()).arg(dialog.height())));
    }

    void showsWhatHappensOnTheWay_data()
    {
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("bar");
        QTest::newRow("connecting") << "connecting"
                                    << "gpu01: connecting" << -1;
        QTest::newRow("checking") << "checking"
                                  << "gpu01: checking" << -1;
        QTest::newRow("copying") << "copying"
                                 << "gpu01: copying" << 400;
        QTest::newRow("queued") << "queued"
                                << "gpu01: waiting in the queue, job 123, position 3" << -1;
        QTest::newRow("starting") << "starting"
                                  << "gpu01: starting" << -1;
    }
    void showsWhatHappensOnTheWay()
    {
        QFETCH(QString, state);
        QFETCH(QString, words);
        QFETCH(int, bar);
        openWindow("--rate 20000 --stays --states " + state);
        addByHand("gpu01");
        QTRY_VERIFY_WITH_TIMEOUT(dialog().state()->text().startsWith(words)
                                     && dialog().state()->toolTip().contains("gpu01"), // the other side's own words
                                 patienceMs);
        QVERIFY(window().bottomBar().machineText().startsWith(words));
        QVERIFY(dialog().bar()->isVisible());
        QCOMPARE(dialog().bar()->maximum() > 0 ? dialog().bar()->value() : -1, bar);
        QVERIFY(!dialog().host()->isEnabled());
        QVERIFY2(engine().bench.state() == BenchState::Ready && !engine().bench.target(),
                 "meanwhile this machine can be measured");
    }

    void aJobInTheQueueIsCancelledByOneButton()
    {
        const QString farewell = m_folder->filePath("farewell");
        openWindow("--rate 20000 --stays --states queued --farewell " + farewell);
        chooseRow(rowOf(MachineRow::What::Add));
        dialog().setMachine(
            {.host = "login1",
             .slurm = SlurmOptions{.partition = "gpu", .gpus = 2, .time = "1:00:00", .extra = "--account=physics"}});
        dialog().connectButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog().state()->toolTip().contains("--target login1 --slurm --partition gpu --gpus 2 --time 1:00:00 "
                                                 "--slurm-extra=--account=physics"),
            patienceMs);
        dialog().close(); // it goes on
        QVERIFY(!window().bottomBar().machineText().isEmpty());
        machines().add();
        QVERIFY(dialog().isVisible() && dialog().isConnecting());
        QCOMPARE(dialog().connectButton()->text(), QStringLiteral("&Cancel"));
        dialog().connectButton()->click();
        QVERIFY(!dialog().isConnecting() && dialog().host()->isEnabled());
        QCOMPARE(window().bottomBar().machineText(), QString());
        // The child is not killed: it hears the end of its input, and has time to cancel the job.
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(farewell), patienceMs);
        QVERIFY2(engine().machines.entries().empty(), "it was never there");
        QVERIFY(engine().bench.state() == BenchState::Ready);
    }

    void aRefusalIsSaidWithWhatToTry()
    {
        openWindow("--rate 20000 --states connecting,checking --fails");
        addByHand("gpu01");
        QTRY_VERIFY_WITH_TIMEOUT(dialog().state()->text().contains("Nothing answers for --target gpu01."), patienceMs);
        QVERIFY(dialog().state()->text().contains("Is it switched on?"));
        QVERIFY(dialog().connectButton()->isEnabled() && dialog().host()->isEnabled());
        QVERIFY(engine().machines.entries().empty());
        QVERIFY2(!window().strip().text().contains("Nothing answers"), "what the window measures has no fault");
        QVERIFY(engine().bench.state() == BenchState::Ready);
    }
    void aMachineThatIsKnownAndRefusesIsGreyedWithTheReason()
    {
        openWindow("--rate 20000 --fails");
        engine().machines.put({.host = "gpu01"});
        takeRow(rowOf(MachineRow::What::Other, "gpu01"), "&Connect");
        QTRY_VERIFY_WITH_TIMEOUT(!engine().machines.entries().front().away.isEmpty(), patienceMs);
        const QComboBox& box = *window().toolBar().devices();
        const int row = rowOf(MachineRow::What::Other, "gpu01");
        QVERIFY(box.itemData(row, Qt::ForegroundRole).isValid() && box.itemText(row).contains("away"));
        QVERIFY(box.itemData(row, Qt::ToolTipRole).toString().contains("Nothing answers"));
        QVERIFY(box.itemText(row + 1).contains("Nothing answers"));
        chooseRow(row); // and what is offered then says it again
        QVERIFY2(window().strip().text().contains("Nothing answers"), qPrintable(window().strip().text()));
    }
    void arrowKeysPassAMachineWithoutConnecting()
    {
        openMeasured("--rate 20000");
        engine().machines.put({.host = "gpu01"});
        QComboBox& box = *window().toolBar().devices();
        for (int step = 0; step < box.count() && !machineOfRow(box, box.currentIndex()); ++step)
            QTest::keyClick(&box, Qt::Key_Down);
        QCOMPARE(box.currentText(), QStringLiteral("gpu01 · not connected"));
        MessageStrip& strip = window().strip();
        QVERIFY2(strip.text().startsWith("gpu01 is not connected."), qPrintable(strip.text()));
        QVERIFY(strip.isVisible() && dialogIsClosed() && !engine().bench.target());
        QCOMPARE(strip.actionButton()->shortcut(), QKeySequence("Alt+C"));
        QCOMPARE(strip.actionButton()->accessibleName(), QStringLiteral("Connect"));
        QCOMPARE(engine().cursor.device(), std::string("cpu"));
        strip.closeButton()->click();
        QCOMPARE(box.currentIndex(), box.findData("cpu")); // what is measured
        chooseRow(rowOf(MachineRow::What::Other, "gpu01"));
        box.setCurrentIndex(rowOf(MachineRow::What::Other, "gpu01")); // as keys do before
        QTest::keyClick(&box, Qt::Key_Down);
        QVERIFY2(!machineOfRow(box, box.currentIndex()), qPrintable(box.currentText()));
        QVERIFY(engine().session.reference(engine().cursor.device()));
        QVERIFY2(!strip.text().contains("gpu01"), "what was offered goes with it");
        QVERIFY(!engine().bench.target() && dialogIsClosed());
    }

    void measuresThereInASessionOfItsOwnAndComesBackToTheFirst()
    {
        openMeasured("--rate 20000 --states connecting,checking,starting");
        const std::size_t here = engine().session.samples().size();
        QVERIFY(QFile::exists(engine().store.autosavePath()));
        addByHand("gpu01");
        QTRY_COMPARE_WITH_TIMEOUT(engine().machines.connected(), QStringLiteral("gpu01"), patienceMs);
        QVERIFY(!dialog().isVisible());
        const int gaps = window().gaps().count();
        QTRY_VERIFY_WITH_TIMEOUT(engine().session.samples().size() > 20, patienceMs);
        QCOMPARE(machineOfSession(), QStringLiteral("gpu01"));
        QCOMPARE(window().gaps().count(), gaps); // drawing here disturbs nothing there
        QVERIFY2(window().windowTitle().contains("gpu01"), qPrintable(window().windowTitle()));
        QTRY_VERIFY_WITH_TIMEOUT(window().bottomBar().stateText().startsWith("gpu01:"), patienceMs);
        QVERIFY(window().toolBar().devices()->currentText().startsWith("gpu01:"));
        QCOMPARE(window().bottomBar().machineText(), QString());
        QVERIFY(menuAction("gpu01")->isChecked());
        QTRY_VERIFY_WITH_TIMEOUT(!engine().controller.running() && engine().store.autosaved(), patienceMs);
        const std::size_t there = engine().session.samples().size();

        takeRow(rowOf(MachineRow::What::Here), "Measure &this machine");
        QTRY_VERIFY_WITH_TIMEOUT(machineOfSession().isEmpty() && engine().session.samples().size() == here, patienceMs);
        QVERIFY(engine().bench.state() == BenchState::Ready && !engine().bench.target());
        QVERIFY(engine().session.device("cpu")->available);
        QVERIFY(!window().windowTitle().contains("gpu01"));

        takeRow(rowOf(MachineRow::What::Other, "gpu01"), "&Connect");
        QTRY_VERIFY_WITH_TIMEOUT(machineOfSession() == "gpu01" && engine().session.samples().size() >= there,
                                 patienceMs);
        QVERIFY(engine().session.device("cpu")->available);
    }

    void aSessionOfThisMachineIsOnlyViewedWhileAnotherIsMeasured()
    {
        openMeasured("--rate 20000");
        const QString path = m_folder->filePath("here.ridge");
        engine().store.saveAs(path);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), patienceMs);
        machines().connectTo({.host = "gpu01"});
        QTRY_VERIFY_WITH_TIMEOUT(machineOfSession() == "gpu01" && engine().session.samples().size() > 20, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!engine().controller.running(), patienceMs);
        engine().store.open(path);
        QTRY_VERIFY_WITH_TIMEOUT(machineOfSession().isEmpty(), patienceMs);
        QVERIFY(!engine().session.device("cpu")->available && !engine().controller.canRun());
        QTRY_VERIFY_WITH_TIMEOUT(window().strip().text().contains("not measured on gpu01"), patienceMs);
    }

    void aConnectionThatEndsKeepsTheSamplesAndGoesOnAtOneClick()
    {
        openWindow("--rate 20000 --target-lost-after 40");
        QTRY_VERIFY_WITH_TIMEOUT(!engine().session.samples().empty(), patienceMs);
        machines().connectTo({.host = "gpu01"});
        QTRY_VERIFY_WITH_TIMEOUT(window().strip().text().contains("ended. Connect again."), patienceMs);
        QCOMPARE(machineOfSession(), QStringLiteral("gpu01"));
        QCOMPARE(engine().session.samples().size(), std::size_t{40});
        QVERIFY(!engine().controller.running());
        const int row = rowOf(MachineRow::What::Other, "gpu01");
        QVERIFY(row > 0 && window().toolBar().devices()->itemData(row, Qt::ForegroundRole).isValid());
        QVERIFY(rowOf(MachineRow::What::Here) > 0);
        QCOMPARE(window().strip().actionButton()->text(), QStringLiteral("&Reconnect"));
        QCOMPARE(window().strip().actionButton()->shortcut(), QKeySequence("Alt+R"));
        window().experiments().open();
        const QString words = window().experiments().dialog()->message()->text();
        QVERIFY2(words.startsWith("gpu01 is not connected; press Reconnect"), qPrintable(words));
        window().experiments().close();
        QTest::mouseClick(window().strip().actionButton(), Qt::LeftButton);
        // Forty others: what was handed over is not measured again.
        QTRY_COMPARE_WITH_TIMEOUT(engine().session.samples().size(), std::size_t{80}, patienceMs);
        QCOMPARE(machineOfSession(), QStringLiteral("gpu01"));
    }
    void theGreyedRowReconnectsToo()
    {
        openWindow("--rate 20000 --target-lost-after 40");
        machines().connectTo({.host = "gpu01"});
        QTRY_VERIFY_WITH_TIMEOUT(window().strip().text().contains("Connect again."), patienceMs);
        takeRow(rowOf(MachineRow::What::Other, "gpu01"), "&Reconnect");
        QTRY_COMPARE_WITH_TIMEOUT(engine().session.samples().size(), std::size_t{80}, patienceMs);
    }

    void aCutAfterAnyMessageLosesNothing_data()
    {
        QTest::addColumn<int>("messages");
        // Closer together where greeting, list of experiments and roofs come, which are one of a kind.
        for (const int messages : {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144})
            QTest::addRow("%d", messages) << messages;
    }
    void aCutAfterAnyMessageLosesNothing()
    {
        QFETCH(int, messages);
        openMeasured(QStringLiteral("--rate 20000 --target-cut-after %1").arg(messages));
        const std::size_t here = engine().session.samples().size();
        machines().connectTo({.host = "gpu01"});
        const auto isTold = [](const QLabel* label) { return label->text().contains("ended. Connect again."); };
        const auto isCut = [&] {
            return window().strip().text().contains("ended. Connect again.")
                || (!dialogIsClosed() && isTold(dialog().state()));
        };
        QTRY_VERIFY_WITH_TIMEOUT(isCut(), patienceMs);
        const bool hadArrived = machineOfSession() == "gpu01";
        if (hadArrived) {
            const std::size_t kept = engine().session.samples().size();
            const RoofSet* roofs = engine().session.roofs("cpu", 0);
            const std::size_t keptRoofs = roofs == nullptr ? 0 : roofs->roofs.size();
            QTest::mouseClick(window().strip().actionButton(), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(!isCut(), patienceMs);
            QTRY_VERIFY_WITH_TIMEOUT(isCut(), patienceMs); // once more after as many
            QVERIFY(engine().session.samples().size() >= kept);
            roofs = engine().session.roofs("cpu", 0);
            QVERIFY(roofs == nullptr ? keptRoofs == 0 : roofs->roofs.size() >= keptRoofs);
        }
        QVERIFY(!engine().controller.running());
        if (hadArrived)
            takeRow(rowOf(MachineRow::What::Here), "Measure &this machine");
        QTRY_VERIFY_WITH_TIMEOUT(machineOfSession().isEmpty() && engine().session.samples().size() == here, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(engine().bench.state() == BenchState::Ready, patienceMs);
        QVERIFY(!engine().bench.target() && engine().session.device("cpu")->available);
    }

    void machinesAreRememberedAndCanBeRemoved()
    {
        openWindow("--rate 20000");
        machines().connectTo({.host = "gpu01"});
        QTRY_COMPARE_WITH_TIMEOUT(engine().machines.connected(), QStringLiteral("gpu01"), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!engine().session.samples().empty(), patienceMs);
        window().close();
        m_test.reset();
        openWindow("--rate 20000"); // the session of there, with the measuring program of here
        QCOMPARE(engine().machines.entries().size(), std::size_t{1});
        QVERIFY(rowOf(MachineRow::What::Other, "gpu01") > 0);
        QTRY_COMPARE_WITH_TIMEOUT(machineOfSession(), QStringLiteral("gpu01"), patienceMs);
        QVERIFY(!engine().session.device("cpu")->available);
        QVERIFY(window().toolBar().devices()->currentText().startsWith("gpu01:"));
        QVERIFY(window().toolBar().devices()->currentText().contains("not connected"));
        QVERIFY(menuAction("gpu01") != nullptr);
        QAction* remove = nullptr;
        for (QAction* action : actionsIn({machines().menu()->menuAction()}))
            if (action->toolTip().startsWith("Take gpu01"))
                remove = action;
        QVERIFY(remove != nullptr);
        remove->trigger();
        QVERIFY(engine().machines.entries().empty());
        QVERIFY(rowOf(MachineRow::What::Other, "gpu01") < 0);
        QVERIFY(MachineList().entries().empty());
    }

    void aSessionOfARememberedMachineOffersToConnect()
    {
        openWindow("--rate 20000");
        machines().connectTo({.host = "me@gpu01"});
        QTRY_VERIFY_WITH_TIMEOUT(machineOfSession() == "gpu01" && engine().session.samples().size() > 20, patienceMs);
        window().close();
        m_test.reset();
        openWindow("--rate 20000");
        QTRY_VERIFY_WITH_TIMEOUT(window().strip().text().contains("gpu01, which is not connected"), patienceMs);
        QCOMPARE(window().strip().actionButton()->text(), QStringLiteral("&Connect"));
        QCOMPARE(window().strip().otherButton()->text(), QStringLiteral("New session"));
        QTest::mouseClick(window().strip().actionButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(engine().machines.connected(), QStringLiteral("me@gpu01"), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(engine().session.device("cpu")->available, patienceMs);
        QVERIFY(machineOfSession() == "gpu01" && engine().session.samples().size() > 20);
    }
    void whatWasLeftOnAMachineGoesWithItsLastName()
    {
        openWindow("--rate 20000");
        const QString left = QStringLiteral("left-sessions/at-gpu01/autosave");
        QSettings().setValue(left, "one.ridge");
        for (const char* host : {"me@gpu01", "you@gpu01"})
            engine().machines.put({.host = host});
        const auto remove = [this](const QString& name) {
            for (QAction* action : actionsIn({machines().menu()->menuAction()}))
                if (action->toolTip().startsWith(QStringLiteral("Take %1 ").arg(name)))
                    return action->trigger();
        };
        QTRY_VERIFY_WITH_TIMEOUT(menuAction("you@gpu01") != nullptr, patienceMs);
        remove("me@gpu01");
        QCOMPARE(engine().machines.entries().size(), std::size_t{1});
        QVERIFY(QSettings().contains(left));
        remove("you@gpu01");
        QVERIFY(engine().machines.entries().empty());
        QVERIFY(!QSettings().contains(left));
    }

    void theCommandLineNamesAMachine()
    {
        m_test = std::make_unique<WindowUnderTest>(m_folder->path(), "--rate 20000 --states connecting");
        m_test->options.target = Machine{.host = "gpu01"};
        m_test->open();
        QTRY_VERIFY_WITH_TIMEOUT(machineOfSession() == "gpu01" && engine().session.samples().size() > 20, patienceMs);
        QCOMPARE(engine().machines.connected(), QStringLiteral("gpu01"));
    }
};

RIDGEPOINT_GUI_TEST(MachineWindowTest)
#include "machine_window_test.moc"
