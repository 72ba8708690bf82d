// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/style_sheet.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/importing/import_commands.h"
#include "app/desktop/importing/import_dialog.h"
#include "app/desktop/importing/import_preview.h"
#include "app/desktop/importing/program_output.h"
#include "app/desktop/importing/run_program_dialog.h"
#include "core/session/session.h"
#include "tests/gui/window_support.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// A program of the user's own under a stand-in for `ridgepoint-bench run`: a script that notes its arguments, writes a
/// session where it is told to, and runs the command.
class RunProgramTest : public FreshFolder {
    Q_OBJECT

    /// The script; it serves as the fake bench does, so that a window can measure with it too.
    [[nodiscard]] QString script(bool writesKernels = true) const
    {
        Session session;
        session.created = "2026-01-01T00:00:00Z";
        session.notes = "region: the time follows size";
        session.ownKernels = {{.name = "region",
                               .flops = Flops(2e9),
                               .bytes = Bytes(8e8),
                               .launches = 3.0,
                               .time = Seconds(0.025),
                               .work = WorkOrigin::Declared}};
        if (!writeSession(session, m_folder->filePath("told.ridge").toStdString()))
            return {};
        const QString path = fileWith(
            QStringLiteral("bench"),
            QStringLiteral(R"(#!/bin/sh
[ "$1" = run ] || exec "%1" --rate 20000 "$@"
printf '%s\n' "$@" > "%2/arguments"
while [ "$1" != -- ]; do
    [ "$1" = -o ] && results=$2
    shift
done
shift
%3 cp "%2/told.ridge" "$results"
exec "$@"
)")
                .arg(QStringLiteral(RIDGEPOINT_FAKE_BENCH), m_folder->path(), writesKernels ? QString() : "true")
                .toUtf8());
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }
    [[nodiscard]] std::unique_ptr<RunProgramDialog> dialogWith(const QString& command, bool writesKernels = true) const
    {
        auto dialog = std::make_unique<RunProgramDialog>(BenchCommand{script(writesKernels), {}});
        dialog->folder()->setText(m_folder->path());
        dialog->command()->setEditText(command);
        return dialog;
    }
    [[nodiscard]] QStringList argumentsOfTheBench() const
    {
        QFile file(m_folder->filePath("arguments"));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))
                                              : QStringList();
    }

private slots:
    /// What it wrote stays to be read: nothing comes over it unasked.
    void aProgramRunsUnderTheBenchAndItsKernelsAreHandedOn()
    {
        const QString command = QStringLiteral("echo \"in $(pwd)\"; echo oh no >&2");
        const auto dialog = dialogWith(command);
        dialog->repeat()->setValue(4.0);
        QSignalSpy measured(dialog.get(), &RunProgramDialog::measured);
        QSignalSpy starting(dialog.get(), &RunProgramDialog::starting);
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->runButton()->setFocus();
        dialog->runButton()->click();
        QCOMPARE(starting.size(), 1);
        QVERIFY(ended.wait(patienceMs));
        const QStringList words = argumentsOfTheBench();
        QCOMPARE(words.mid(0, 5), (QStringList{"run", "--repeat", "4", "--no-roofs", "-o"}));
        QCOMPARE(words.mid(6, 4), (QStringList{"--", "sh", "-c", command}));
        const QString output = dialog->output()->toPlainText();
        QVERIFY2(output.contains("in " + QFileInfo(m_folder->path()).canonicalFilePath())
                     || output.contains("in " + m_folder->path()),
                 qPrintable(output));
        QVERIFY2(output.contains("oh no"), qPrintable(output));
        QCOMPARE(dialog->state()->text(), QStringLiteral("Finished: 1 kernel, not yet in the session."));
        QVERIFY(measured.isEmpty() && !dialog->kernelsButton()->isHidden());
        QCOMPARE(dialog->kernelsButton()->text(), QStringLiteral("Import 1 &kernel…"));
        QCOMPARE(dialog->focusWidget(), dialog->kernelsButton()); // whoever pressed Run goes on there
        dialog->kernelsButton()->click();
        QCOMPARE(measured.size(), 1);
        QCOMPARE(measured.front()[0].toString(), words[5]);
        QCOMPARE(measured.front()[1].toString(), command); // which fits
        QCOMPARE(measured.front()[2].toString(), QString());
        const auto session = readSession(words[5].toStdString());
        QVERIFY(session.ok() && session->ownKernels.size() == 1);
    }

    /// Mutations: the program's first word; the whole command, however long.
    void kernelsAreSaidToComeFromTheCommand()
    {
        const auto dialog = dialogWith(QStringLiteral("true  two.py 4096 --with=a --lot=of --other=options"));
        QSignalSpy measured(dialog.get(), &RunProgramDialog::measured);
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->run();
        QVERIFY(ended.wait(patienceMs));
        dialog->kernelsButton()->click();
        QCOMPARE(measured.size(), 1);
        const QString name = measured.front()[1].toString();
        QVERIFY2(name.startsWith("true two.py 4096 --with=a") && name.endsWith(QStringLiteral("…")), qPrintable(name));
        QVERIFY2(name.size() <= 40, qPrintable(name));
    }

    /// Mutation: the bench's line about a file that only the window knows stays.
    void whereTheResultsAreWaitingIsNotShown()
    {
        const auto dialog = dialogWith(
            QStringLiteral("echo before; echo \"  saved as $(sed -n 6p arguments)\"; echo after"));
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->run();
        QVERIFY(ended.wait(patienceMs));
        QCOMPARE(dialog->output()->toPlainText(), QStringLiteral("before\nafter\n"));
    }

    void resultsThatCannotBeReadAreSaid()
    {
        const auto dialog = dialogWith(QStringLiteral("echo no session > \"$(sed -n 6p arguments)\""));
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->run();
        QVERIFY(ended.wait(patienceMs));
        QCOMPARE(dialog->state()->property("role").toString(), QStringLiteral("warning"));
        QVERIFY(dialog->kernelsButton()->isHidden() && !dialog->state()->text().contains("Finished"));
    }

    void aNumberIsVaried()
    {
        const auto dialog = dialogWith(QStringLiteral("true {N}"));
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        QVERIFY(!dialog->vary().name->isEnabled());
        QVERIFY2(dialog->vary().use->text().contains("{N}"), qPrintable(dialog->vary().use->text()));
        dialog->vary().name->setText(QStringLiteral("size"));
        QVERIFY2(dialog->vary().use->text().contains("{size}"), qPrintable(dialog->vary().use->text()));
        dialog->vary().isWanted->setChecked(true);
        dialog->vary().name->setText(QStringLiteral("N"));
        dialog->vary().from->setText(QStringLiteral("1 Ki"));
        dialog->vary().to->setText(QStringLiteral("1048576"));
        dialog->vary().count->setValue(11.0);
        dialog->run();
        QVERIFY(ended.wait(patienceMs));
        QCOMPARE(argumentsOfTheBench().mid(3, 2), (QStringList{"--vary", "N=1024..1048576:11"}));
    }

    void whatIsVariedIsFilledIn_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("name");
        QTest::newRow("the command's") << "true ${HOME} {size} {ops}"
                                       << ""
                                       << "size";
        QTest::newRow("none") << "true ${HOME}"
                              << ""
                              << "N";
        QTest::newRow("typed before") << "true {size}"
                                      << "ops"
                                      << "ops";
    }
    void whatIsVariedIsFilledIn()
    {
        QFETCH(QString, command);
        QFETCH(QString, typed);
        QFETCH(QString, name);
        const auto dialog = dialogWith(command);
        dialog->vary().name->setText(typed);
        dialog->vary().isWanted->setChecked(true);
        QCOMPARE(dialog->vary().name->text(), name);
        QCOMPARE(dialog->vary().from->text(), QStringLiteral("1 Ki"));
        QCOMPARE(dialog->vary().to->text(), QStringLiteral("1 Mi"));
        QCOMPARE(dialog->vary().count->value(), 11.0); // powers of two
        QVERIFY2(dialog->vary().use->text().contains("{" + name + "}"), qPrintable(dialog->vary().use->text()));
    }

    /// A field that takes no words looks so, also where nothing is in it.
    void fieldsThatAreOffLookSo()
    {
        qApp->setStyleSheet(styleSheetFor(Theme::light(), 1.0));
        const auto unstyled = qScopeGuard([] { qApp->setStyleSheet({}); });
        const auto dialog = dialogWith(QStringLiteral("true"));
        dialog->setAttribute(Qt::WA_DontShowOnScreen);
        dialog->show();
        const auto groundOf = [](QWidget* field) { return field->grab().toImage().pixelColor(6, field->height() / 2); };
        const QColor nameOff = groundOf(dialog->vary().name);
        const QColor countOff = groundOf(dialog->vary().count);
        dialog->vary().isWanted->setChecked(true);
        QVERIFY(groundOf(dialog->vary().name) != nameOff);
        QVERIFY(groundOf(dialog->vary().count) != countOff);
    }

    void aProgramThatFailsSaysItsStatusAndKeepsWhatItTold()
    {
        const auto dialog = dialogWith(QStringLiteral("echo so far; exit 3"));
        QSignalSpy measured(dialog.get(), &RunProgramDialog::measured);
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->run();
        QVERIFY(ended.wait(patienceMs));
        QVERIFY2(dialog->state()->text().startsWith("The program exited with status 3."),
                 qPrintable(dialog->state()->text()));
        QVERIFY(measured.isEmpty()); // what it wrote is looked at first
        QVERIFY(!dialog->kernelsButton()->isHidden());
        dialog->kernelsButton()->click();
        QCOMPARE(measured.size(), 1);
        QVERIFY2(measured.front()[2].toString().contains("status 3"), qPrintable(measured.front()[2].toString()));
    }

    void aProgramThatTellsOfNothingSaysSo()
    {
        const auto dialog = dialogWith(QStringLiteral("true"), false);
        QSignalSpy measured(dialog.get(), &RunProgramDialog::measured);
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->run();
        QVERIFY(ended.wait(patienceMs));
        QVERIFY2(dialog->state()->text().endsWith("No kernels were recorded; the output below may say why."),
                 qPrintable(dialog->state()->text()));
        QVERIFY(measured.isEmpty() && dialog->kernelsButton()->isHidden());
    }

    void aProgramIsStopped()
    {
        const auto dialog = dialogWith(QStringLiteral("echo begun; exec tail -f /dev/null"));
        dialog->show();
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->run();
        QTRY_VERIFY_WITH_TIMEOUT(dialog->output()->toPlainText().contains("begun"), patienceMs);
        QVERIFY(dialog->isRunning());
        QCOMPARE(dialog->runButton()->text(), QStringLiteral("&Stop"));
        dialog->reject(); // Escape stops first
        QVERIFY(dialog->isVisible());
        QVERIFY(ended.wait(patienceMs));
        QVERIFY(!dialog->isRunning());
        QCOMPARE(dialog->state()->text(), QStringLiteral("Stopped. The kernels recorded so far were kept."));
        QCOMPARE(dialog->runButton()->text(), QStringLiteral("&Run"));
        dialog->reject();
        QVERIFY(!dialog->isVisible());
    }

    /// Nobody who stops a program looks for what went wrong.
    void aProgramThatIsStoppedBeforeItTellsIsNoProblem()
    {
        const auto dialog = dialogWith(QStringLiteral("echo begun; exec tail -f /dev/null"), false);
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->run();
        QTRY_VERIFY_WITH_TIMEOUT(dialog->output()->toPlainText().contains("begun"), patienceMs);
        dialog->stop();
        QVERIFY(ended.wait(patienceMs));
        QCOMPARE(dialog->state()->text(), QStringLiteral("Stopped."));
        QCOMPARE(dialog->state()->property("role").toString(), QStringLiteral("muted"));
    }

    /// What a shell started is stopped with it, also where the dialog goes. Mutation: a signal to the process alone.
    void whatTheProgramStartedIsStopped_data()
    {
        QTest::addColumn<bool>("isClosed");
        QTest::newRow("stop") << false;
        QTest::newRow("the window goes") << true;
    }
    void whatTheProgramStartedIsStopped()
    {
        QFETCH(bool, isClosed);
        auto dialog = dialogWith(QStringLiteral("tail -f /dev/null & echo \"$!.\"; wait"));
        dialog->run();
        QTRY_VERIFY_WITH_TIMEOUT(dialog->output()->toPlainText().contains("."), patienceMs);
        const QString started = dialog->output()->toPlainText().section('.', 0, 0).trimmed();
        const auto isThere = [&] { // one that ended and was not waited for has no words
            QFile words(QStringLiteral("/proc/%1/cmdline").arg(started));
            return words.open(QIODevice::ReadOnly) && !words.readAll().isEmpty();
        };
        QVERIFY2(isThere(), qPrintable(started));
        if (isClosed)
            dialog.reset();
        else
            dialog->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!isThere(), patienceMs);
    }

    void aBenchThatIsGoneIsSaid()
    {
        RunProgramDialog dialog(BenchCommand{m_folder->filePath("nowhere"), {}});
        dialog.folder()->setText(m_folder->path());
        dialog.command()->setEditText(QStringLiteral("true"));
        QSignalSpy ended(&dialog, &RunProgramDialog::ended);
        dialog.run();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patienceMs);
        QVERIFY2(dialog.state()->text().startsWith("The measuring program could not be started"),
                 qPrintable(dialog.state()->text()));
        RunProgramDialog without(Error{ErrorKind::Unavailable, "bench.not-found", "There is none.", {}});
        without.run();
        QCOMPARE(without.state()->text(), QStringLiteral("There is none."));
    }

    void fieldsThatAreWrongAreSaidAndNothingRuns_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QStringList>("vary");
        QTest::addColumn<QString>("words");
        const QStringList none;
        QTest::newRow("no command") << " "
                                    << "/" << none << "Enter the command line";
        QTest::newRow("no folder") << "true"
                                   << "/does/not/exist" << none << "/does/not/exist is not a folder";
        QTest::newRow("no name") << "true"
                                 << "/" << QStringList{"", "1", "2"} << "letters, digits and underscores";
        QTest::newRow("no number") << "true"
                                   << "/" << QStringList{"N", "many", "2"} << "Vary, from: ";
        QTest::newRow("backwards") << "true"
                                   << "/" << QStringList{"N", "8", "2"} << "Vary goes from 8 to 2";
        QTest::newRow("no place") << "true N"
                                  << "/" << QStringList{"N", "2", "8"} << "write {N} in the command line";
        QTest::newRow("Vary is off") << "true {N}"
                                     << "/" << none << "{N} is replaced only with Vary on";
        QTest::newRow("another name") << "true ${N} {size}"
                                      << "/" << none << "{size} is replaced only with Vary on";
    }
    void fieldsThatAreWrongAreSaidAndNothingRuns()
    {
        QFETCH(QString, command);
        QFETCH(QString, folder);
        QFETCH(QStringList, vary);
        QFETCH(QString, words);
        const auto dialog = dialogWith(command);
        QSignalSpy starting(dialog.get(), &RunProgramDialog::starting);
        dialog->folder()->setText(folder);
        dialog->vary().isWanted->setChecked(!vary.isEmpty());
        dialog->vary().name->setText(vary.value(0));
        dialog->vary().from->setText(vary.value(1));
        dialog->vary().to->setText(vary.value(2));
        dialog->run();
        QVERIFY(starting.isEmpty() && !dialog->isRunning());
        QVERIFY2(dialog->state()->text().contains(words), qPrintable(dialog->state()->text()));
    }

    void bracesOfTheShellAndOfOthersAreNoPlace()
    {
        const auto dialog = dialogWith(QStringLiteral("N=3; true ${N} {a,b} {}"));
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->run();
        QVERIFY(ended.wait(patienceMs));
        QVERIFY2(dialog->state()->text().startsWith("Finished: "), qPrintable(dialog->state()->text()));
    }

    void aNameInBracesOfAnotherProgramRunsWhenAskedAgain()
    {
        const auto dialog = dialogWith(QStringLiteral("true '{print}'"));
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->run();
        QVERIFY(!dialog->isRunning() && dialog->state()->text().contains("press Run again"));
        dialog->run();
        QVERIFY(ended.wait(patienceMs));
        QVERIFY2(dialog->state()->text().startsWith("Finished: "), qPrintable(dialog->state()->text()));
    }

    void theLastTenCommandsAreRemembered()
    {
        const QString bench = script();
        for (int i = 0; i < 12; ++i) {
            RunProgramDialog dialog(BenchCommand{bench, {}});
            dialog.folder()->setText(m_folder->path());
            dialog.command()->setEditText(QStringLiteral("true %1").arg(i % 11));
            QSignalSpy ended(&dialog, &RunProgramDialog::ended);
            dialog.run();
            QVERIFY(ended.wait(patienceMs));
        }
        const RunProgramDialog dialog(BenchCommand{bench, {}});
        QCOMPARE(dialog.command()->count(), 10);
        QCOMPARE(dialog.command()->currentText(), QStringLiteral("true 0")); // the last, which is there once
        QCOMPARE(dialog.command()->itemText(9), QStringLiteral("true 2"));
        QCOMPARE(dialog.folder()->text(), m_folder->path());
    }

    /// Long lines are wrapped, so that nothing of them lies outside.
    void longLinesAreWrappedAndWhatIsLeftOutIsSaid()
    {
        const auto dialog = dialogWith(QStringLiteral("true"));
        dialog->setAttribute(Qt::WA_DontShowOnScreen);
        dialog->show();
        ProgramOutput& output = *dialog->output();
        output.add(QByteArray(3000, 'x') + '\n');
        output.flush();
        QCOMPARE(output.horizontalScrollBar()->maximum(), 0);
        QVERIFY(dialog->leftOut()->isHidden());
        output.add(QByteArray("line\n").repeated(ProgramOutput::mostLines - 2));
        output.flush();
        QVERIFY(dialog->leftOut()->isHidden());
        QVERIFY(output.toPlainText().startsWith("xxx"));
        output.add("one more\n");
        output.flush();
        QVERIFY(!output.toPlainText().startsWith("xxx"));
        QVERIFY(!dialog->leftOut()->isHidden());
        QSignalSpy ended(dialog.get(), &RunProgramDialog::ended);
        dialog->run();
        QVERIFY(dialog->leftOut()->isHidden()); // of another program
        QVERIFY(ended.wait(patienceMs));
    }

    void outputIsBounded()
    {
        ProgramOutput output;
        const QSignalSpy leftOut(&output, &ProgramOutput::leftOut);
        output.add(QByteArray(1 << 20, 'x'));
        output.flush();
        QCOMPARE(leftOut.size(), 1);
        QVERIFY(output.toPlainText().startsWith(QStringLiteral("\n…\n")));
        QVERIFY(output.toPlainText().size() < 2 * ProgramOutput::mostAtOnce);
        QVERIFY(output.document()->lastBlock().length() <= ProgramOutput::longestLine + 1);
        for (int i = 0; i < 3 * ProgramOutput::mostLines; ++i) {
            output.add(QByteArray::number(i) + '\n');
            if (i % 1000 == 0)
                output.flush();
        }
        output.flush();
        QVERIFY(output.document()->blockCount() <= ProgramOutput::mostLines);
        QVERIFY(output.toPlainText().endsWith(QStringLiteral("%1\n").arg(3 * ProgramOutput::mostLines - 1)));
        output.restart();
        output.add("5 %\r10 %\r\n\xc3");
        output.flush();
        output.add("\xa4\n"); // a letter that came in two parts
        output.flush();
        QCOMPARE(output.toPlainText(), QStringLiteral("5 %\n10 %\nä\n"));
    }

    void theWindowMeasuresNothingMeanwhileAndGoesOnAfter()
    {
        WindowUnderTest test(m_folder->path());
        test.options.bench = script();
        test.openAndMeasure();
        MainWindow& window = *test.window;
        auto& importing = *window.findChild<ImportCommands*>();
        window.engine().probe.setOn(true);
        QVERIFY(window.engine().probe.isOn());
        window.actions_().runProgram->trigger();
        RunProgramDialog* dialog = importing.program();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QVERIFY(dialog->minimumSizeHint().width() <= 900 && dialog->minimumSizeHint().height() <= 600);
        bool isQuiet = false;
        connect(dialog, &RunProgramDialog::starting, dialog, [&] {
            isQuiet = !window.engine().probe.isOn(); // after the window's own answer
        });
        dialog->folder()->setText(m_folder->path());
        dialog->command()->setEditText(QStringLiteral("./solve --fast || true"));
        QSignalSpy ended(dialog, &RunProgramDialog::ended);
        dialog->runButton()->click();
        QVERIFY(isQuiet);
        QVERIFY(ended.wait(patienceMs));
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.isOn(), patienceMs);
        QVERIFY(dialog->isVisible() && importing.dialog() == nullptr && !dialog->output()->toPlainText().isEmpty());
        // Its kernels are looked at as those of a file.
        dialog->kernelsButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(importing.dialog() != nullptr && !importing.dialog()->isReading(), patienceMs);
        const QStringList notes = importing.dialog()->notes();
        QCOMPARE(notes, (QStringList{"./solve --fast || true · Ridgepoint session · 1 kernel",
                                     "region: the time follows size"}));
        // Who takes nothing finds the dialog as it was, and can look at the kernels again.
        QVERIFY(!dialog->isVisible());
        importing.dialog()->reject();
        QVERIFY(dialog->isVisible() && !dialog->kernelsButton()->isHidden());
        QCOMPARE(dialog->command()->currentText(), QStringLiteral("./solve --fast || true"));
        QVERIFY(!dialog->output()->toPlainText().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(importing.dialog() == nullptr, patienceMs);
        dialog->kernelsButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(importing.dialog() != nullptr && !importing.dialog()->isReading(), patienceMs);
        QCOMPARE(importing.dialog()->notes(), notes);
        importing.dialog()->importButton()->click();
        QVERIFY(!dialog->isVisible());
        QCOMPARE(window.engine().session.frame().ownKernels.size(), std::size_t{1});
        QCOMPARE(window.engine().session.frame().ownKernels.front().name, std::string("region"));
        QCOMPARE(window.engine().session.frame().ownKernels.front().source, std::string("./solve --fast || true"));
    }

    void whatBeginsToMeasureMeanwhileIsStopped()
    {
        WindowUnderTest test(m_folder->path());
        test.options.bench = script();
        test.openAndMeasure();
        MeasureController& controller = test.window->engine().controller;
        test.window->engine().probe.setOn(false);
        test.window->actions_().runProgram->trigger();
        RunProgramDialog* dialog = test.window->findChild<ImportCommands*>()->program();
        dialog->folder()->setText(m_folder->path());
        dialog->command()->setEditText(QStringLiteral("echo begun; exec tail -f /dev/null"));
        const bool wasMeasuring = controller.running();
        dialog->run();
        QTRY_VERIFY_WITH_TIMEOUT(dialog->output()->toPlainText().contains("begun"), patienceMs);
        QSignalSpy running(&controller, &MeasureController::runningChanged);
        controller.measureMapAgain(); // as what waited for an experiment would
        QVERIFY(!running.isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(!controller.running(), patienceMs);
        QVERIFY(dialog->isRunning());
        QSignalSpy ended(dialog, &RunProgramDialog::ended);
        dialog->stop();
        QVERIFY(ended.wait(patienceMs));
        QTRY_VERIFY_WITH_TIMEOUT(controller.canRun(), patienceMs);
        QCOMPARE(controller.mayMeasureByItself(), wasMeasuring); // nobody has asked for anything since
        controller.measureMapAgain();
        QVERIFY(controller.running());
    }
};

RIDGEPOINT_GUI_TEST(RunProgramTest)
#include "run_program_window_test.moc"
