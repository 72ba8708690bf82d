// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/tool_bar.h"
#include "core/session/session.h"
#include "tests/gui/window_support.h"
#include "tests/support/synthetic_device.h"

#include <QAction>
#include <QComboBox>
#include <QDateTime>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTimer>
#include <QFile>
#include <QPushButton>
#include <QStandardItemModel>

#include <map>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What belongs to one session stays with it: runs, probes, guesses and machines.
class WindowSessionsTest : public FreshFolder {
    Q_OBJECT

    /// A session of so many sizes, by default of the machine that the fake bench has.
    QString writeFile(const QString& name, int samples, const DeviceInfo& device = syntheticDevice()) const
    {
        Session session;
        session.created = "2025-01-02T03:04:05Z";
        session.devices = {device};
        session.roofs = {syntheticRoofs(device.threads)};
        for (int i = 0; i < samples; ++i) {
            Workload workload;
            workload.threads = device.threads;
            workload.elements = std::int64_t{1} << (10 + i);
            session.samples.push_back(syntheticSample(workload, 0));
        }
        const QString path = m_folder->filePath(name);
        if (!writeSession(session, path.toStdString()))
            qFatal("cannot write %s", qPrintable(path));
        return path;
    }
    static DeviceInfo colleagues()
    {
        DeviceInfo device = syntheticDevice();
        device.name = "Large processor";
        device.threads = 64;
        return device;
    }
    static void openFile(MainWindow& window, const QString& path)
    {
        QSignalSpy opened(&window.engine().store, &SessionStore::opened);
        window.engine().store.open(path);
        QVERIFY(opened.wait(patienceMs));
    }

    /// What is asked when the session is saved, and answered by this button; empty where nothing is.
    static QString askedAtSaving(MainWindow& window, const QString& button)
    {
        QString asked;
        QTimer::singleShot(0, &window, [&asked, button] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                asked = box->text();
                for (QAbstractButton* each : box->buttons())
                    if (each->text().remove(QLatin1Char('&')) == button)
                        each->click();
            }
        });
        for (QAction* action : window.findChildren<QAction*>()) // the keys go to whichever window was active last
            if (action->shortcut() == QKeySequence(QKeySequence::Save))
                action->trigger();
        QCoreApplication::processEvents();
        return asked;
    }
    /// As `ridgepoint-bench experiment --append` does.
    static bool addResultTo(const QString& path)
    {
        auto session = readSession(path.toStdString());
        if (!session)
            return false;
        session->experiments.push_back({.id = "mistakes", .device = "cpu", .threads = 1});
        return writeSession(*session, path.toStdString()).ok();
    }

private slots:
    void aRunDoesNotGoOnInAnotherSession()
    {
        const QString path = writeFile("other.ridge", 5);
        WindowUnderTest test(m_folder->path(), QStringLiteral("--endless --rate 2000"));
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 50, patienceMs);
        openFile(window, path);
        QCOMPARE(window.engine().session.samples().size(), 5U);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        QCOMPARE(window.engine().session.samples().size(), 5U);
        QVERIFY(window.engine().session.frame().plans.empty());
        // And it can be measured into when it is asked for.
        QVERIFY(window.engine().controller.canRun());
        window.engine().controller.run();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 5, patienceMs);
    }

    void aProbeDoesNotGoOnInAnotherSession()
    {
        const QString path = writeFile("other.ridge", 5);
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.engine().probe.setOn(true);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.history().updatesHere() > 0, patienceMs);
        openFile(window, path);
        QVERIFY(!window.engine().probe.isOn());
        QCOMPARE(window.engine().session.samples().size(), 5U);
    }

    void anIncompleteSessionSaysSoUntilItGoesOn()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        const QString words = QStringLiteral("This session is incomplete: the sweep had not ended.");
        for (const bool isOurs : {true, false}) {
            const QString path = isOurs ? writeFile("cut.ridge", 5) : writeFile("theirs.ridge", 5, colleagues());
            auto file = readSession(path.toStdString());
            QVERIFY(file.ok());
            file->environment[incompleteKey] = "the sweep had not ended";
            QVERIFY(writeSession(*file, path.toStdString()).ok());
            window.strip().dismiss();
            openFile(window, path);
            const QString told = window.strip().text();
            QVERIFY2(isOurs ? told == words : told.startsWith(words) && told.contains("Large processor"),
                     qPrintable(told));
        }
        openFile(window, m_folder->filePath("cut.ridge"));
        LiveSession& session = window.engine().session;
        QVERIFY(session.frame().environment.contains(incompleteKey));
        session.putSample(*session.samples().front());
        QVERIFY(!session.frame().environment.contains(incompleteKey));
        openFile(window, writeFile("whole.ridge", 5));
        QVERIFY(!window.strip().holds(words));
    }

    void anotherMachinesSessionIsShownButNotContinued()
    {
        const QString path = writeFile("colleague.ridge", 5, colleagues());
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        openFile(window, path);
        QCOMPARE(window.engine().session.device("cpu")->name, std::string("Large processor"));
        QVERIFY(!window.engine().controller.canRun());
        QVERIFY2(window.strip().text().contains("Large processor") && window.strip().text().contains("64 threads"),
                 qPrintable(window.strip().text()));
        QVERIFY(window.toolBar().devices()->currentText().contains("Large processor"));
        QTRY_VERIFY_WITH_TIMEOUT(window.bottomBar().stateText().contains("Large processor"), patienceMs);
        QVERIFY2(!window.bottomBar().stateText().contains("quiet"), "of that machine nobody knows");
        // Run says why not, and measures nothing.
        window.strip().dismiss();
        window.actions_().run->trigger();
        QVERIFY(window.strip().text().contains("Large processor"));
        QCOMPARE(window.engine().session.samples().size(), 5U);
        QVERIFY(!window.engine().controller.running());
        // Saved again it is still that machine's.
        QSignalSpy saved(&window.engine().store, &SessionStore::saved);
        window.engine().store.saveAs(path);
        QVERIFY(saved.wait(patienceMs));
        const auto file = readSession(path.toStdString());
        QCOMPARE(file->devices.front().name, std::string("Large processor"));
        QCOMPARE(file->devices.front().threads, 64);
        // The offer of a session for this machine, by keyboard.
        window.actions_().run->trigger();
        window.strip().actionButton()->setFocus();
        QTest::keyClick(window.strip().actionButton(), Qt::Key_Space);
        QVERIFY(window.engine().session.empty());
        QVERIFY2(!window.strip().text().contains("Large processor"),
                 qPrintable(window.strip().text())); // the guide may be back
        QCOMPARE(window.engine().session.device("cpu")->name, syntheticDevice().name);
        QCOMPARE(window.engine().cursor.workload().threads, syntheticThreads);
        QVERIFY(window.engine().controller.canRun());
        window.actions_().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().session.samples().empty() && !window.engine().controller.running(),
                                 patienceMs);
    }

    void itsOwnMachinesSessionIsContinued()
    {
        DeviceInfo same = syntheticDevice();
        same.memory = same.memory * 0.99; // another kernel keeps more for itself
        const QString path = writeFile("own.ridge", 5, same);
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        openFile(*test.window, path);
        QVERIFY(test.window->engine().controller.canRun());
        QVERIFY(test.window->strip().text().isEmpty() || !test.window->strip().text().contains("measured on"));
    }

    void aDeviceThatIsNotHereCanBeChosenToLookAtWhatWasMeasuredOnIt()
    {
        LiveSession session;
        Cursor cursor(session);
        QAction action;
        ToolBar bar(cursor, session, &action, &action);
        session.setDevices({syntheticDevice()});
        Session file;
        DeviceInfo gpu;
        gpu.id = "cuda:0";
        gpu.kind = DeviceKind::Cuda;
        gpu.name = "Far away";
        gpu.available = true;
        file.devices = {syntheticDevice(), gpu};
        Workload workload;
        file.samples = {syntheticSample(workload, 0)};
        file.samples.front().device = "cuda:0";
        session.replace(file);
        cursor.setDevice("cpu");
        const auto* model = qobject_cast<const QStandardItemModel*>(bar.devices()->model());
        const int row = bar.devices()->findData("cuda:0");
        QVERIFY(row >= 0 && model->item(row)->isEnabled());
        QVERIFY(bar.devices()->itemText(row).contains("not available"));
        session.clear();
        QCOMPARE(bar.devices()->findData("cuda:0"), -1);
    }

    void anAutosaveThatHoldsMoreThanTheDocumentIsOffered()
    {
        const QString path = writeFile("own.ridge", 5);
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        openFile(window, path);
        Workload more;
        more.threads = syntheticThreads;
        more.elements = 4711;
        window.engine().session.putSample(syntheticSample(more, 0));
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().store.autosaved(), patienceMs);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-3600), QFileDevice::FileModificationTime));
        file.close();
        openFile(window, path);
        QCOMPARE(window.engine().session.samples().size(), 5U);
        QVERIFY2(window.strip().text().contains("own.ridge"), qPrintable(window.strip().text()));
        QSignalSpy opened(&window.engine().store, &SessionStore::opened);
        window.strip().actionButton()->click();
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(window.engine().session.samples().size(), 6U);
    }

    void asksBeforeItWritesOverWhatAnotherProgramAdded()
    {
        const QString path = m_folder->filePath(QStringLiteral("shared.ridge"));
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QSignalSpy saved(&window.engine().store, &SessionStore::saved);
        window.engine().store.saveAs(path);
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, patienceMs);
        QString asked;
        const auto save = [&](const QString& button) { asked = askedAtSaving(window, button); };
        const auto experiments = [&] { return readSession(path.toStdString())->experiments.size(); };
        save(QStringLiteral("Overwrite"));
        QVERIFY2(asked.isEmpty(), qPrintable(asked)); // its own last save is nobody else's
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 2, patienceMs);
        QVERIFY(addResultTo(path));
        save(QStringLiteral("Cancel"));
        QVERIFY2(asked.contains(path) && asked.contains("lost"), qPrintable(asked));
        QCOMPARE(experiments(), std::size_t{1});
        QCOMPARE(saved.count(), 2);
        save(QStringLiteral("Overwrite"));
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 3, patienceMs);
        QCOMPARE(experiments(), std::size_t{0});
        save(QStringLiteral("Cancel"));
        QVERIFY2(asked.isEmpty(), qPrintable(asked));
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 4, patienceMs);
    }
    void asksInTheNextWindowToo()
    {
        const QString path = m_folder->filePath(QStringLiteral("shared.ridge"));
        {
            WindowUnderTest test(m_folder->path());
            MainWindow& window = test.measuredWindow();
            QSignalSpy saved(&window.engine().store, &SessionStore::saved);
            window.engine().store.saveAs(path);
            QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, patienceMs);
            window.engine().session.putExperiment(
                {.id = "recompute", .device = "cpu", .threads = 1}); // only the autosave has it
            QVERIFY(window.close());
        }
        QVERIFY(addResultTo(path));
        WindowUnderTest next(m_folder->path());
        next.open();
        MainWindow& window = *next.window;
        QTRY_COMPARE_WITH_TIMEOUT(window.engine().store.document(), path, patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(window.engine().session.frame().experiments.size(), std::size_t{1}, patienceMs);
        const QString asked = askedAtSaving(window, QStringLiteral("Cancel"));
        QVERIFY2(asked.contains(path), qPrintable(asked));
    }
    void aNameIsSuggestedForASessionWithoutAFile()
    {
        const QByteArray home = qgetenv("HOME");
        const auto back = qScopeGuard([&home] { qputenv("HOME", home); });
        qputenv("HOME", QFile::encodeName(m_folder->path()));
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        const auto proposedAtSaving = [&] {
            QString name;
            QTimer driver;
            connect(&driver, &QTimer::timeout, this, [&] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                if (dialog == nullptr)
                    return;
                name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->text();
                QMetaObject::invokeMethod(dialog, name.isEmpty() ? "reject" : "accept", Qt::QueuedConnection);
            });
            driver.start(10);
            test.window->actions_().saveAs->trigger();
            return name;
        };
        const QString name = proposedAtSaving();
        const QString created = QString::fromStdString(test.window->engine().session.frame().created);
        const QDateTime began = QDateTime::fromString(created, Qt::ISODate).toLocalTime();
        QVERIFY(began.isValid());
        QCOMPARE(name, QStringLiteral("ridgepoint-%1.ridge").arg(began.toString(QStringLiteral("yyyy-MM-dd-HHmm"))));
        // Accepted as it was.
        QTRY_COMPARE_WITH_TIMEOUT(QFileInfo(test.window->engine().store.document()).fileName(), name, patienceMs);
    }

    void aGuessIsNotJudgedInAnotherSession()
    {
        const QString path = writeFile("other.ridge", 5);
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.exploration().actions().predict->trigger();
        QVERIFY(!showsResults(window.charts().roofline()->input().concealed));
        openFile(window, path);
        QVERIFY(showsResults(window.charts().roofline()->input().concealed));
        QVERIFY(window.exploration().guessStrip()->text().isEmpty());
    }

    void aPlaceBeforeADatasheetDoesNotOutliveItsSession()
    {
        LiveSession session;
        session.setReferences(shippedDevices());
        session.setDevices({syntheticDevice()});
        Cursor cursor(session);
        Workload place = cursor.workload();
        place.operationsPerElement = 64;
        cursor.setWorkload(place);
        const std::string before = cursor.toJson();
        cursor.setDevice(std::string(offeredDevice));
        Session other;
        other.devices = {syntheticDevice()};
        QVERIFY(!cursor.toJson().empty());
        other.viewJson = cursor.toJson();
        place.operationsPerElement = 4;
        session.replace(other);
        cursor.setWorkload(place);
        cursor.setDevice("cpu");
        QCOMPARE(cursor.workload().operationsPerElement, std::int64_t{4});
    }

    void theNextStartIsAWindowAfterQuittingInFullScreen()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        test.window->actions_().fullScreen->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(test.window->isFullScreen(), patienceMs);
        test.window->close();
        test.window.reset();
        test.open();
        QVERIFY(!test.window->isFullScreen());
        test.window->exploration().presenter().enter();
        QVERIFY(test.window->isFullScreen());
        test.window->close();
        test.window.reset();
        test.open();
        QVERIFY(!test.window->isFullScreen());
    }
};

RIDGEPOINT_GUI_TEST(WindowSessionsTest)
#include "window_sessions_test.moc"
