// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/measure/drawing_gaps.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/window/bottom_bar.h"
#include "tests/gui/window_support.h"

#include <QMessageBox>
#include <QTimer>
#include <QApplication>
#include <QAction>
#include <QClipboard>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSysInfo>
#include <QToolButton>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The window over a bench that misbehaves, and over files that do.
class WindowFaultsTest : public FreshFolder {
    Q_OBJECT

private slots:
    void keepsTheSamplesOfABenchThatDiesAndGoesOnAtOneClick()
    {
        WindowUnderTest test(m_folder->path(), "--crash-after 40 --rate 20000");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.strip().text().contains("exited unexpectedly"), patienceMs);
        const std::size_t kept = window.engine().session.samples().size();
        QCOMPARE(kept, 40U);
        QVERIFY(!window.engine().controller.running());
        QVERIFY2(window.bottomBar().progressText().contains("has stopped"),
                 qPrintable(window.bottomBar().progressText()));
        QVERIFY(window.strip().actionButton()->isVisible());
        QTest::mouseClick(window.strip().actionButton(), Qt::LeftButton);
        // The new child dies after 40 samples of its own; had it repeated the known ones, there would be no more of
        // them.
        QTRY_COMPARE_WITH_TIMEOUT(window.engine().session.samples().size(), kept + 40U, patienceMs);
    }

    void saysWhyAGpuWasLostAndHandsTheNextBenchWhatIsKnown()
    {
        WindowUnderTest test(m_folder->path(), "--lost-after 40 --rate 20000");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.strip().text().contains("cudaErrorIllegalAddress"), patienceMs);
        QVERIFY2(window.strip().text().contains("exit status 3"), qPrintable(window.strip().text()));
        const auto known = window.engine().session.samples();
        QCOMPARE(known.size(), std::size_t{40});
        QVERIFY(!window.engine().controller.running());
        QVERIFY(window.strip().actionButton()->isVisible());
        QTest::keyClick(window.strip().actionButton(), Qt::Key_Space);
        // Forty others: what was handed over is not measured again. Then the next one loses its device too, and says
        // so.
        QTRY_COMPARE_WITH_TIMEOUT(window.engine().session.samples().size(), std::size_t{80}, patienceMs);
        for (const auto& sample : known)
            QVERIFY(window.engine().session.find(sample->device, sample->workload));
        QTRY_VERIFY_WITH_TIMEOUT(window.strip().text().contains("cudaErrorIllegalAddress")
                                     && !window.engine().controller.running(),
                                 patienceMs);
    }

    void goesOnAlsoWhereTheMenuRestartsABenchThatDied()
    {
        WindowUnderTest test(m_folder->path(), "--crash-after 40 --rate 20000");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.strip().text().contains("exited unexpectedly"), patienceMs);
        window.actions_().restartBench->trigger();
        QVERIFY2(window.strip().text().isEmpty(), "the strip told of the child before");
        QTRY_COMPARE_WITH_TIMEOUT(window.engine().session.samples().size(), 80U, patienceMs);
    }

    void endsABenchThatHangsAndOffersARestart()
    {
        WindowUnderTest test(m_folder->path(), "--hang");
        test.surroundings.deadlines.silence = std::chrono::milliseconds(300);
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains("sent nothing"), patienceMs);
        QVERIFY(test.window->strip().actionButton()->isVisible());
        QVERIFY(!test.window->engine().controller.running());
    }

    void answersInputWhileABenchFloods()
    {
        WindowUnderTest test(m_folder->path(), "--flood");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 300, patienceMs);
        QSlider* slider = window.workloadPanel().slider(AxisKind::Operations)->slider();
        for (int i = 0; i < 5; ++i) {
            const auto before = window.engine().cursor.workload();
            QTest::keyClick(slider, i % 2 == 0 ? Qt::Key_Right : Qt::Key_Left);
            QVERIFY(window.engine().cursor.workload() != before);
            QTest::qWait(1);
        }
        QTest::keyClick(&window, Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
    }

    void drawsTenTimesASecondAtMostWhileMeasuring()
    {
        WindowUnderTest test(m_folder->path(), "--rate 5000 --endless");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 100, patienceMs);
        QElapsedTimer timer;
        timer.start();
        const int turns = window.engine().schedule.turns();
        const int gaps = window.gaps().count();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().schedule.turns() >= turns + 5, patienceMs);
        // The upper bound holds on any machine: a slow one draws less often. One time may be late from before, and a
        // coarse timer of Qt's comes up to a twentieth early. In a gap a quick machine draws several views.
        const auto times = timer.elapsed() / (RepaintSchedule::measuringIntervalMs * 19 / 20) + 2;
        QVERIFY(window.gaps().count() - gaps <= times);
        QVERIFY(window.engine().schedule.turns() - turns <= times * window.engine().schedule.views());
    }

    void drawsInTheGapsThatTheBenchLeavesAndBringsTheChartsUpToDateAfter()
    {
        WindowUnderTest test(m_folder->path(), "--rate 5000 --endless");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 100, patienceMs);
        const int turns = window.engine().schedule.turns();
        const int gaps = window.gaps().count();
        QTRY_VERIFY_WITH_TIMEOUT(window.gaps().count() >= gaps + 4, patienceMs);
        QVERIFY2(window.engine().schedule.turns() > turns, "views take their turns in gaps");
        QVERIFY2(window.engine().schedule.turns() - turns
                     <= (window.gaps().count() - gaps + 1) * window.engine().schedule.views(),
                 "and at no other time");
        QTest::keyClick(&window, Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        test.waitForViews();
    }

    void chartsFollowASweepAlsoWhileTheLiveProbeDrawsInEveryGap()
    {
        WindowUnderTest test(m_folder->path(), "--rate 5000 --endless");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 100 && window.engine().feed.latest(),
                                 patienceMs);
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.isOn() && !window.engine().probe.history().empty(), patienceMs);
        const std::uint64_t generation = window.engine().feed.latest()->generation;
        const int gaps = window.gaps().count();
        QTRY_VERIFY_WITH_TIMEOUT(window.gaps().count() >= gaps + 12, patienceMs);
        QVERIFY2(window.engine().feed.latest()->generation >= generation + 2,
                 "what was measured meanwhile was not analysed");
    }

    void saysThatABenchSpeaksNonsense()
    {
        WindowUnderTest test(m_folder->path(), "--garbage --rate 20000");
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains("not part of its protocol"), patienceMs);
    }

    void saysWhichVersionsDoNotFit()
    {
        WindowUnderTest test(m_folder->path(), "--wrong-version");
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains("version 999"), patienceMs);
    }

    void saysWhoMeasuresWhenTheDeviceIsTaken()
    {
        WindowUnderTest test(m_folder->path(), "--busy");
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains("process 4711"), patienceMs);
        QVERIFY(!test.window->engine().controller.running());
        QVERIFY(test.window->actions_().run->isEnabled());
    }

    void asksForNewRoofsWhenTheMachineWasBusyAndGoesOnAfter()
    {
        WindowUnderTest test(m_folder->path(), "--disturbed --rate 500");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.strip().text().contains("Other programs used the processor"), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 20, patienceMs);
        QSignalSpy roofs(&window.engine().controller, &MeasureController::roofsMeasured);
        QTest::mouseClick(window.strip().actionButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(roofs.size(), 1, patienceMs);
        // The map that was broken off is measured to its end, and what it had is not measured again.
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        for (std::size_t i = 0; i < window.engine().cursor.plan().cellCount(); ++i)
            QVERIFY(window.engine().session.find("cpu", window.engine().cursor.plan().cell(i)));
        QVERIFY(window.strip().text().contains("Drag operations per element")); // as at every first start
        QTest::mouseClick(window.strip().closeButton(), Qt::LeftButton);
        QVERIFY(window.strip().text().contains("Other programs used the processor")); // it stays until it is answered
    }

    void namesDoubtfulRoofsAsTheChartsDo()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        QTest::mouseClick(test.window->strip().closeButton(), Qt::LeftButton); // what leads through a first start
        RoofSet roofs = *test.window->engine().cursor.roofs();
        QStringList names;
        for (Roof& roof : roofs.roofs) {
            roof.flags = Flag::IntervalNotReached;
            names << roofWord(roof.id);
        }
        test.window->engine().session.putRoofs(roofs);
        emit test.window->engine().controller.roofsMeasured();
        const QString told = test.window->strip().text();
        QVERIFY2(told.contains(names.mid(0, 3).join(", ") + " …) vary widely") && !told.contains("bandwidth."),
                 qPrintable(told));
    }

    void opensWithoutABenchAndSaysWhereItLooked()
    {
        WindowUnderTest test(m_folder->path());
        test.options.bench = "/no/such/bench";
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains("/no/such/bench"), patienceMs);
        QVERIFY(!test.window->actions_().run->isEnabled());
        QTest::mouseClick(test.window->strip().closeButton(), Qt::LeftButton);
        QVERIFY(test.window->strip().text().isEmpty());
    }

    void keepsWhatIsShownWhenASessionIsCorrupt()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        const std::size_t known = test.window->engine().session.samples().size();
        const QString path = m_folder->filePath("bad.ridge");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\":\"ridgepoint-session\",\"version\":1,\"samples\":[[[");
        file.close();
        test.window->engine().store.open(path);
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains("bad.ridge")
                                     || test.window->strip().text().contains("byte"),
                                 patienceMs);
        QCOMPARE(test.window->engine().session.samples().size(), known);
    }

    void saysThatAFolderCannotBeWritten()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        test.window->strip().dismiss();
        test.window->engine().store.saveAs("/proc/no/such/a.ridge");
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains("/proc/no/such"), patienceMs);
        test.window->strip().dismiss();
        test.window->files().exportTo(ExportWhat::Data, "/proc/no/such/a.csv", {});
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains("/proc/no/such"), patienceMs);
    }

    void saysThatTheSessionIsNotSavedWhereTheAutosaveFolderCannotBeWritten()
    {
        WindowUnderTest test(m_folder->path());
        test.surroundings.autosaveFolder = "/proc/no/such";
        MainWindow& window = test.measuredWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.bottomBar().stateText().contains("not saved"), patienceMs);
        QVERIFY(window.bottomBar().stateTip().contains("/proc/no/such"));
        QVERIFY(window.strip().text().contains("/proc/no/such"));
    }

    void asksBeforeItClosesWhatCanBeKeptNowhere()
    {
        WindowUnderTest test(m_folder->path());
        test.surroundings.autosaveFolder = "/proc/no/such";
        MainWindow& window = test.measuredWindow();
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", "/proc/no/such");
        QString asked;
        const auto answer = [&](QMessageBox::StandardButton button) {
            QTimer::singleShot(0, &window, [&asked, button] {
                if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                    asked = box->text();
                    box->button(button)->click();
                }
            });
        };
        answer(QMessageBox::Cancel);
        QVERIFY(!window.close());
        QVERIFY2(asked.contains("/proc/no/such") && asked.contains("not saved in any file"), qPrintable(asked));
        QVERIFY(window.isVisible() && window.engine().bench.state() == BenchState::Ready
                && !window.engine().session.samples().empty());
        answer(QMessageBox::Discard);
        QVERIFY(window.close());
        before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    }

    void takesOverTheAutosaveOfAWindowThatWasKilled()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        const QString own = test.window->engine().store.autosavePath();
        test.window->close();
        test.window.reset();
        QVERIFY(QFile::exists(own));
        QProcess dead;
        dead.start("sleep", {"600"});
        QVERIFY(dead.waitForStarted());
        const qint64 pid = dead.processId();
        dead.kill();
        QVERIFY(dead.waitForFinished());
        QFile lock(own + ".lock");
        QVERIFY(lock.open(QIODevice::WriteOnly));
        lock.write(QStringLiteral("%1\nridgepoint\n%2\n%3\n%4\n")
                       .arg(QString::number(pid), QSysInfo::machineHostName(),
                            QString::fromLatin1(QSysInfo::machineUniqueId()),
                            QString::fromLatin1(QSysInfo::bootUniqueId()))
                       .toUtf8());
        lock.close();
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(!test.window->engine().session.samples().empty(), patienceMs);
        QCOMPARE(test.window->engine().store.autosavePath(), own);
    }

    void showsWhatAnExportWillLookLike()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        int drawn = 0;
        ExportDialog dialog([&](ExportWhat what, const ExportOptions& options, const ReportParts&, QSize room) {
            ++drawn;
            const ChartWidget& chart = what == ExportWhat::Map
                                         ? static_cast<const ChartWidget&>(*test.window->charts().map())
                                         : *test.window->charts().roofline();
            const QImage image = previewOf(chart, options, room, 1.0);
            return image.width() <= room.width() && image.height() <= room.height() ? image : QImage();
        });
        auto* picture = dialog.findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(picture != nullptr && !picture->pixmap(Qt::ReturnByValue).isNull());
        QVERIFY(dialog.note().contains("180 × 122 mm"));
        auto* what = dialog.findChildren<QComboBox*>().front();
        what->setCurrentIndex(what->findData(static_cast<int>(ExportWhat::Data)));
        QVERIFY(dialog.note().contains("sample") && picture->pixmap(Qt::ReturnByValue).isNull());
        QCOMPARE(dialog.format(), QStringLiteral("csv"));
        const int before = drawn;
        what->setCurrentIndex(1);
        QVERIFY(drawn > before && !picture->pixmap(Qt::ReturnByValue).isNull());
    }

    void theCaptionOfAPictureIsCopiedInTheDialog()
    {
        ExportDialog dialog(ExportDialog::Preview{});
        const auto buttons = dialog.findChildren<QPushButton*>();
        const auto found = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* each) {
            return each->text() == QStringLiteral("Copy caption");
        });
        QVERIFY(found != buttons.end());
        QPushButton* copy = *found;
        QVERIFY(!copy->isVisibleTo(&dialog)); // there is none
        dialog.offerCaption([](ExportWhat what) {
            return what == ExportWhat::Map ? QStringLiteral("A map.") : QStringLiteral("Another.");
        });
        dialog.propose(ExportWhat::Map);
        QVERIFY(copy->isVisibleTo(&dialog));
        QCOMPARE(copy->toolTip(), QStringLiteral("A map."));
        copy->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("A map."));
        for (const ExportWhat without :
             {ExportWhat::Report, ExportWhat::Data, ExportWhat::Roofs, ExportWhat::Session}) {
            dialog.propose(without);
            QVERIFY(!copy->isVisibleTo(&dialog));
        }
        dialog.offerCaption([](ExportWhat) { return QString(); });
        dialog.propose(ExportWhat::Map);
        copy->click(); // of what nothing is measured
        QVERIFY(!copy->isEnabled());
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("A map."));
    }

    void theWordsUnderAPreviewCoverNothingOfIt()
    {
        ExportDialog dialog([](ExportWhat, const ExportOptions&, const ReportParts&, QSize room) {
            QImage image(room, QImage::Format_RGB32);
            image.fill(Qt::white);
            return image;
        });
        dialog.offerParts({}, QStringLiteral("This session has no experiments; the Experiments menu runs them."), true);
        dialog.propose(ExportWhat::Report);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        dialog.resize(1, 1); // as low as it goes: a screen of 900x600 gives it two thirds of its height
        const QLabel* picture = nullptr;
        const QLabel* note = nullptr;
        for (const QLabel* each : dialog.findChildren<QLabel*>()) {
            picture = each->accessibleName() == QStringLiteral("Preview") ? each : picture;
            note = each->text() == dialog.note() ? each : note;
        }
        QVERIFY(picture != nullptr && note != nullptr);
        QTRY_VERIFY(note->height() >= note->heightForWidth(note->width()));
        QVERIFY(!picture->geometry().intersects(note->geometry()));
        QVERIFY(dialog.height() < 560 && dialog.width() < 900); // a screen of 900x600 has room for it
    }

    void anExportAsksOnlyWhatAppliesToIt_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("format");
        QTest::addColumn<QStringList>("asked");
        const auto add = [](const char* name, ExportWhat what, const char* format, const QStringList& asked) {
            QTest::newRow(name) << static_cast<int>(what) << QString(QLatin1String(format)) << asked;
        };
        add("a picture", ExportWhat::Roofline, "pdf", {"What", "Format", "Width", "Theme", "With title"});
        add("its numbers", ExportWhat::Roofline, "csv", {"What", "Format"});
        add("a report", ExportWhat::Report, "pdf",
            {"What", "Format", "Theme", "Experiments", "Every measured point", "Comparison tables",
             "Method and environment", "Levers without a gain"});
        add("samples", ExportWhat::Data, "csv", {"What", "Format"});
        add("roofs", ExportWhat::Roofs, "csv", {"What", "Format"});
        add("roofs for TraceLens", ExportWhat::Roofs, "json", {"What", "Format"});
        add("a session", ExportWhat::Session, "ridge", {"What", "Format"});
    }
    void anExportAsksOnlyWhatAppliesToIt()
    {
        QFETCH(int, what);
        QFETCH(QString, format);
        QFETCH(QStringList, asked);
        ExportDialog dialog(ExportDialog::Preview{});
        dialog.propose(static_cast<ExportWhat>(what));
        auto* formats = dialog.findChildren<QComboBox*>().at(1);
        formats->setCurrentIndex(formats->findData(format));
        QCOMPARE(dialog.format(), format);
        QStringList shown;
        for (const QWidget* control : dialog.findChildren<QWidget*>())
            if (control->isVisibleTo(&dialog)
                && (qobject_cast<const QComboBox*>(control) != nullptr
                    || qobject_cast<const QCheckBox*>(control) != nullptr))
                shown << control->accessibleName();
        QCOMPARE(shown, asked);
        for (const QLabel* label : dialog.findChildren<QLabel*>()) // nor stands a name there without its control
            if (label->buddy() != nullptr)
                QCOMPARE(label->isVisibleTo(&dialog), label->buddy()->isVisibleTo(&dialog));
    }

    void exportsRoofsForOtherTools()
    {
        ExportDialog dialog(ExportDialog::Preview{});
        dialog.propose(ExportWhat::Roofs);
        QCOMPARE(dialog.format(), QStringLiteral("csv"));
        QVERIFY(dialog.note().contains("one per row"));
        auto* format = dialog.findChildren<QComboBox*>().at(1);
        format->setCurrentIndex(format->findData(QStringLiteral("json")));
        QVERIFY(dialog.note().contains("TraceLens"));

        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        test.window->files().exportTo(ExportWhat::Roofs, m_folder->filePath("roofs.json"), {});
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains("roofs.json"), patienceMs);
        const QByteArray json = test::contentOf(m_folder->filePath("roofs.json"));
        QVERIFY2(json.contains("\"mem_bw_gbps\":") && json.contains("\"vector_fp32\":"), json.constData());
    }

    void exportsSamplesThatNoRoofsWereMeasuredForToo()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        LiveSession& session = test.window->engine().session;
        Sample alone = *session.samples().front();
        alone.workload.threads = 1;
        QVERIFY(session.roofs(alone.device, 1) == nullptr);
        session.putSample(alone);
        const auto known = static_cast<qsizetype>(session.samples().size());
        test.window->files().exportTo(ExportWhat::Data, m_folder->filePath("all.csv"), {});
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains("all.csv"), patienceMs);
        QCOMPARE(test::contentOf(m_folder->filePath("all.csv")).count('\n'), known + 1);
    }

    void exportsEveryChartInEveryFormat_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("name");
        const std::pair<ExportWhat, const char*> charts[] = {
            {ExportWhat::Roofline, "roofline"}, {ExportWhat::Map, "map"}, {ExportWhat::Curves, "curves"}};
        for (const auto& [what, name] : charts)
            for (const char* ending : {"pdf", "svg", "png", "csv"})
                QTest::addRow("%s as %s", name, ending)
                    << static_cast<int>(what) << QStringLiteral("%1.%2").arg(name, ending);
        QTest::newRow("samples as csv") << static_cast<int>(ExportWhat::Data) << "samples.csv";
        QTest::newRow("session") << static_cast<int>(ExportWhat::Session) << "session.ridge";
    }
    void exportsEveryChartInEveryFormat()
    {
        QFETCH(int, what);
        QFETCH(QString, name);
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        const QString path = m_folder->filePath(name);
        ExportOptions options;
        options.size = QSizeF(500, 340);
        options.dpi = 96;
        test.window->strip().tell(Severity::Warning, QStringLiteral("This machine is busy."));
        test.window->files().exportTo(static_cast<ExportWhat>(what), path, options);
        QTRY_VERIFY_WITH_TIMEOUT(test.window->strip().text().contains(name), patienceMs);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        QVERIFY2(content.size() > 200, content.constData());
        if (name.endsWith(".svg")) // the card's title stays in the window: the file has its own
            QVERIFY(content.contains(">Roofline<") || content.contains(">Regime map<") || content.contains(">Sweep<"));
    }
};

RIDGEPOINT_GUI_TEST(WindowFaultsTest)
#include "window_faults_test.moc"
