// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/lever_list.h"
#include "app/charts/data/report.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/inspect/levers_view.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/views/linked_views.h"
#include "app/desktop/views/sample_table.h"
#include "app/desktop/window/tool_bar.h"
#include "tests/gui/explore_support.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTimer>

#include <optional>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The lab report from the window: by keys, by the Export dialog, as PDF and HTML.
class LabReportTest : public FreshFolder {
    Q_OBJECT

    std::unique_ptr<WindowUnderTest> m_test;

    MainWindow& window() { return *m_test->window; }
    QByteArray written(const QString& name, const ReportParts& parts = {})
    {
        const QString path = m_folder->filePath(name);
        window().files().exportTo(ExportWhat::Report, path, ExportOptions{}, parts);
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static ExperimentResult someExperiment()
    {
        ExperimentResult result;
        result.id = "mistakes";
        result.device = "cpu";
        result.deviceName = "Test processor";
        result.points = {
            {.series = "measured", .label = {"right", "The right way"}, .y = 5e10, .low = 5e10, .high = 5e10}};
        return result;
    }
    /// Opens the Export dialog with the report proposed, looks at it, and closes it.
    template <class Look> void inDialog(Look look) { inDialogOf(*window().actions_().report, look); }
    /// The same with what the dialog proposes when this action opens it.
    template <class Look> void inDialogOf(QAction& action, Look look)
    {
        bool seen = false;
        QTimer::singleShot(0, this, [&] {
            auto* modal = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (auto* dialog = qobject_cast<ExportDialog*>(modal)) {
                seen = true;
                look(*dialog);
            }
            if (modal != nullptr)
                modal->reject();
        });
        action.trigger();
        QVERIFY(seen);
    }

    static QCheckBox* checkBoxOf(QDialog& dialog, const QString& name)
    {
        for (QCheckBox* box : dialog.findChildren<QCheckBox*>())
            if (box->accessibleName() == name)
                return box;
        return nullptr;
    }

private slots:
    void init()
    {
        FreshFolder::begin();
        m_test = std::make_unique<WindowUnderTest>(m_folder->path());
    }
    void cleanup() { m_test.reset(); }

    void writesPdfAndHtmlOfWhatIsShown()
    {
        m_test->openAndMeasure();
        QTest::keyClick(&window(), Qt::Key_P, Qt::ControlModifier);
        QVERIFY(written(QStringLiteral("report.pdf")).startsWith("%PDF"));
        QVERIFY(window().strip().text().contains("report.pdf"));
        QCOMPARE(window().strip().actionButton()->text(), QStringLiteral("Show in folder"));
        QCOMPARE(window().strip().otherButton()->text(), QStringLiteral("Open"));
        const QByteArray html = written(QStringLiteral("report.html"), everyPart);
        QCOMPARE(html.count("<svg "), 3);
        QVERIFY(html.contains("Pinned") && html.contains("Ridge points") && html.contains("How this was measured"));
        QVERIFY(html.contains("measured"));
    }

    void anExportOfTheFilteredTableHasItsRowsAloneAndOneOfAllHasAll()
    {
        m_test->openAndMeasure();
        window().actions_().table->trigger();
        SampleTable& table = window().table();
        const int all = table.view()->model()->rowCount();
        table.filter()->setText("ops = 1");
        const int shown = table.view()->model()->rowCount();
        QVERIFY(shown > 0 && shown < all);
        const auto samplesIn = [this](ExportWhat what, const char* name) {
            const QString path = m_folder->filePath(name);
            window().files().exportTo(what, path, {});
            if (!QTest::qWaitFor([&] { return window().strip().text().contains(path); }, patienceMs))
                return qsizetype(-1);
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') - 1 : qsizetype(-1);
        };
        QCOMPARE(samplesIn(ExportWhat::ShownData, "shown.csv"), qsizetype(shown));
        QCOMPARE(samplesIn(ExportWhat::Data, "all.csv"), qsizetype(all));
    }

    void anExportBeginsWithWhatTheUserLooksAt()
    {
        m_test->openAndMeasure();
        ChartArea& charts = window().charts();
        const auto proposed = [this](QWidget* lookedAt) {
            window().activateWindow();
            (void)QTest::qWaitForWindowActive(&window()); // after a dialog; a widget has no focus until then
            lookedAt->setFocus();
            std::optional<ExportWhat> what;
            inDialogOf(*window().actions_().exportChart, [&what](ExportDialog& dialog) { what = dialog.what(); });
            return what;
        };
        QVERIFY(proposed(charts.roofline()) == ExportWhat::Roofline);
        QVERIFY(proposed(charts.map()) == ExportWhat::Map);
        QVERIFY(proposed(charts.curves()) == ExportWhat::Curves);
        QVERIFY2(proposed(window().toolBar().runButton()) == ExportWhat::Curves, "the chart used last");
        window().files().exportTo(ExportWhat::Map, m_folder->filePath(QStringLiteral("map.svg")), {});
        QVERIFY2(proposed(window().toolBar().runButton()) == ExportWhat::Map, "the chart exported last");
        QVERIFY(proposed(charts.roofline()) == ExportWhat::Roofline);
        window().files().exportTo(ExportWhat::Map, m_folder->filePath(QStringLiteral("map.svg")), {});
        QFocusEvent back(QEvent::FocusIn, Qt::ActiveWindowFocusReason); // as when the dialogs are gone
        QApplication::sendEvent(charts.roofline(), &back);
        const LinkedViews& links = window().exploration().links();
        QVERIFY2(&links.currentChart() == charts.roofline(), "whose numbers Copy numbers takes");
        QVERIFY2(proposed(charts.roofline()) == ExportWhat::Map, "though the keyboard is in another one");
        QVERIFY2(proposed(charts.roofline()) == ExportWhat::Roofline, "once");
        window().files().exportTo(ExportWhat::Map, m_folder->filePath(QStringLiteral("map.svg")), {});
        QFocusEvent taken(QEvent::FocusIn, Qt::MouseFocusReason);
        QApplication::sendEvent(charts.roofline(), &taken);
        QVERIFY2(proposed(charts.roofline()) == ExportWhat::Roofline, "the user has gone on to it");
        window().actions_().table->trigger();
        QVERIFY(proposed(window().table().view()) == ExportWhat::Data);
        window().table().filter()->setText("ops = 1");
        QVERIFY(proposed(window().table().view()) == ExportWhat::ShownData);
        window().table().filter()->clear();
        QVERIFY(proposed(charts.map()) == ExportWhat::Map);
        window().resize(900, 576);
        QTRY_COMPARE_WITH_TIMEOUT(charts.room(), ChartArea::Room::Narrow, patienceMs);
        QCOMPARE(charts.page(), ChartArea::Page::Table); // which is all that is shown now
        QVERIFY(proposed(window().toolBar().runButton()) == ExportWhat::Data);
    }

    void aCaptionCopiedInTheDialogIsSaidThereAndNotBehindIt()
    {
        m_test->openAndMeasure();
        QGuiApplication::clipboard()->clear();
        inDialogOf(*window().actions_().exportChart, [](ExportDialog& dialog) {
            for (QPushButton* button : dialog.findChildren<QPushButton*>())
                if (button->text() == QStringLiteral("Copy caption")) {
                    button->click();
                    QCOMPARE(button->text(), QStringLiteral("Copied"));
                    return;
                }
            QFAIL("there is no such button");
        });
        QVERIFY(!QGuiApplication::clipboard()->text().isEmpty());
        QVERIFY2(!window().strip().text().contains("Caption copied"), qPrintable(window().strip().text()));
    }

    void itsKeysProposeItWithAPreview()
    {
        m_test->openAndMeasure();
        bool proposed = false;
        QString note;
        QTimer::singleShot(0, this, [&] {
            // Whatever stands there has to go: nothing may wait for a dialog that no one closes.
            auto* modal = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (const auto* dialog = qobject_cast<ExportDialog*>(modal)) {
                proposed = dialog->what() == ExportWhat::Report && dialog->format() == QLatin1String("pdf");
                note = dialog->note();
            }
            if (modal != nullptr)
                modal->reject();
        });
        QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(proposed);
        QVERIFY2(note.contains("Page 3: curves"), qPrintable(note));
    }

    /// A class takes home why it is slow, what would help, and what came of trying.
    void tellsWhatWouldHelpAndWhatCameOfTrying()
    {
        m_test->openAndMeasure();
        const LeversView& levers = *window().inspector().levers();
        const auto rowOf = [&levers](LeverKind kind) -> LeverRow* {
            for (LeverRow* row : levers.rows())
                if (row->lever().kind == kind)
                    return row;
            return nullptr;
        };
        Workload chain = window().engine().cursor.workload();
        chain.elements = 1024;
        chain.operationsPerElement = 1;
        chain.chainLength = 16;
        chain.fusionDepth = 1;
        window().engine().cursor.setWorkload(chain);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(LeverKind::QueueLaunches) != nullptr, patienceMs);
        QPushButton* button = rowOf(LeverKind::QueueLaunches)->tryButton();
        clickAt(button, button->rect().center());
        QTRY_VERIFY_WITH_TIMEOUT(levers.triedLabel()->text().contains("faster; measured")
                                     && !window().engine().controller.running(),
                                 patienceMs);
        const auto isShown = [this] {
            const Workload place = window().engine().cursor.workload();
            const ChartWidget& roofline = *window().charts().roofline(); // whose point a report is of
            return roofline.input().cursor == place && roofline.input().selected.value_or(place) == place;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isShown(), patienceMs);
        const auto holdsAll = [&](const QByteArray& html) {
            QStringList words{QStringLiteral("What would help"), levers.triedLabel()->text()};
            for (const LeverRow* row : levers.rows())
                words << leverTitle(row->lever(), window().engine().cursor.workload(), Format());
            for (const QString& each : words)
                QVERIFY2(html.contains(each.toHtmlEscaped().toUtf8()), qPrintable(each));
        };
        QVERIFY(!levers.rows().empty());
        holdsAll(written(QStringLiteral("tried.html")));
        // Where it was tried from the row has both, and going elsewhere ends the trial.
        clickAt(levers.backButton(), levers.backButton()->rect().center());
        QTRY_VERIFY_WITH_TIMEOUT(isShown(), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(LeverKind::QueueLaunches) != nullptr
                                     && rowOf(LeverKind::QueueLaunches)->words().contains("measured"),
                                 patienceMs);
        const QByteArray back = written(QStringLiteral("back.html"));
        holdsAll(back);
        QVERIFY(back.contains(">Measured<"));
        QVERIFY(written(QStringLiteral("back.pdf")).startsWith("%PDF"));
        window().engine().cursor.setCoordinate(AxisKind::Operations, 64);
        QVERIFY(!written(QStringLiteral("elsewhere.html")).contains("Result of trying it"));
    }

    void whatIsMoreThanItsUsualPagesIsTicked()
    {
        m_test->openAndMeasure();
        window().engine().session.putExperiment(someExperiment());
        inDialog([](ExportDialog& dialog) {
            QVERIFY(dialog.parts() == ReportParts());
            const std::pair<const char*, bool ReportParts::*> boxes[] = {
                {"Experiments", &ReportParts::experiments},
                {"Every measured point", &ReportParts::everySample},
                {"Comparison tables", &ReportParts::comparison},
                {"Method and environment", &ReportParts::method},
                {"Levers without a gain", &ReportParts::allLevers}};
            for (const auto& [name, part] : boxes) {
                QCheckBox* box = checkBoxOf(dialog, QLatin1String(name));
                QVERIFY2(box != nullptr && box->isVisible() && box->isEnabled() && !box->toolTip().isEmpty(), name);
                clickAt(box, {8, box->height() / 2});
                ReportParts alone;
                alone.*part = true;
                QVERIFY2(dialog.parts() == alone, name);
                clickAt(box, {8, box->height() / 2});
            }
            dialog.propose(ExportWhat::Map);
            for (const auto& [name, part] : boxes)
                QVERIFY2(!checkBoxOf(dialog, QLatin1String(name))->isVisible(), name);
        });
        const QByteArray with = written(QStringLiteral("with.html"), {.experiments = true});
        QCOMPARE(with.count("<svg "), 4);
        QVERIFY(with.contains(">Experiments<") && with.contains(" on Test processor, measured with Ridgepoint"));
        const QByteArray without = written(QStringLiteral("without.html"));
        QCOMPARE(without.count("<svg "), 3);
        QVERIFY(!without.contains(">Experiments<"));
        QCOMPARE(without.count("Ridgepoint " RIDGEPOINT_VERSION "; "), 3); // a caption under each chart
    }

    void ownKernelsAreAPartThatIsTickedWhereThereAreAny()
    {
        m_test->openAndMeasure();
        const auto boxIn = [](ExportDialog& dialog) { return checkBoxOf(dialog, QStringLiteral("Your own kernels")); };
        inDialog([&](ExportDialog& dialog) { QVERIFY(boxIn(dialog) != nullptr && !boxIn(dialog)->isVisible()); });
        window().engine().session.setOwnKernels({{"mine", Flops(1e9), Bytes(1e9), 1.0, Seconds(0.1)},
                                                 {"other", Flops(1e9), Bytes(1e9), 1.0, Seconds(0.2)}});
        const auto kernelsShown = [this] {
            return window().charts().roofline()->input().snapshot->kernels->all->size();
        };
        QTRY_COMPARE_WITH_TIMEOUT(kernelsShown(), std::size_t{2}, patienceMs);
        inDialog([&](ExportDialog& dialog) {
            QCheckBox* box = boxIn(dialog);
            QVERIFY(box->isVisible() && box->isEnabled() && box->isChecked() && dialog.parts() == ReportParts());
            QCOMPARE(box->text(), QStringLiteral("Your own kernels (2)"));
            clickAt(box, {8, box->height() / 2});
            QVERIFY(!dialog.parts().ownKernels);
            dialog.propose(ExportWhat::Map);
            QVERIFY(!box->isVisible());
        });
        QVERIFY(written(QStringLiteral("own.html")).contains(">Your own kernels<"));
        QVERIFY(!written(QStringLiteral("left.html"), {.ownKernels = false}).contains(">Your own kernels<"));
    }

    void withoutExperimentsThePartIsGreyedAndSaysWhy()
    {
        m_test->openAndMeasure();
        inDialog([](ExportDialog& dialog) {
            QCheckBox* box = checkBoxOf(dialog, QStringLiteral("Experiments"));
            QVERIFY(box != nullptr);
            QVERIFY(!box->isEnabled() && !box->isChecked());
            QVERIFY(box->text().contains("none"));
            QVERIFY2(box->toolTip().contains("Experiments menu") && dialog.note().contains("Experiments menu"),
                     qPrintable(dialog.note()));
        });
    }

    void aDeviceThatIsOnlyLookedAtHasNone()
    {
        m_test->openAndMeasure();
        window().engine().session.putExperiment(someExperiment());
        window().engine().cursor.setDevice("datasheet:h100-sxm5-80gb");
        // Until then the charts show the measured device, whose report has experiments.
        QTRY_COMPARE_WITH_TIMEOUT(window().charts().map()->input().snapshot->device.id,
                                  std::string("datasheet:h100-sxm5-80gb"), patienceMs);
        m_test->waitForViews();
        inDialog([](ExportDialog& dialog) {
            QVERIFY(!checkBoxOf(dialog, QStringLiteral("Experiments"))->isEnabled());
            QVERIFY2(dialog.note().contains("reference device"), qPrintable(dialog.note()));
        });
        const QByteArray html = written(QStringLiteral("datasheet.html"));
        QVERIFY(html.contains("Nothing in this report was measured") && !html.contains(">Experiments<"));
    }

    void aSessionOfExperimentsAloneIsReported()
    {
        // Never begun: nothing is measured meanwhile.
        m_test->window = std::make_unique<MainWindow>(m_test->options, m_test->surroundings);
        window().engine().session.putExperiment(someExperiment());
        const QByteArray html = written(QStringLiteral("alone.html"));
        QCOMPARE(html.count("<svg "), 1);
        QVERIFY(html.contains("Experiments on Test processor") && !html.contains("Regime map"));
        QVERIFY(written(QStringLiteral("alone.pdf")).startsWith("%PDF"));
        inDialog([](ExportDialog& dialog) {
            QVERIFY(dialog.parts().experiments && !checkBoxOf(dialog, QStringLiteral("Experiments"))->isEnabled());
            QVERIFY2(dialog.note().contains("There is no sweep"), qPrintable(dialog.note()));
        });
    }

    /// Through both dialogs as a person goes: every point listed, by the mouse, a name typed, Enter.
    void goesToAFileByTheMouse()
    {
        m_test->openAndMeasure();
        QVERIFY(!written(QStringLiteral("short.html")).contains("Measured points"));
        const QString path = m_folder->filePath(QStringLiteral("home.html"));
        bool onlyForReports = false;
        QTimer driver;
        connect(&driver, &QTimer::timeout, this, [&] {
            QWidget* modal = QApplication::activeModalWidget();
            if (auto* ask = qobject_cast<ExportDialog*>(modal)) {
                auto* every = checkBoxOf(*ask, QStringLiteral("Every measured point"));
                if (!every->isChecked()) {
                    ask->propose(ExportWhat::Map);
                    const bool off = !every->isEnabled();
                    ask->propose(ExportWhat::Report);
                    onlyForReports = off && every->isEnabled();
                    for (QComboBox* box : ask->findChildren<QComboBox*>())
                        if (const int html = box->findData(QStringLiteral("html")); html >= 0)
                            box->setCurrentIndex(html);
                    clickAt(every, {8, every->height() / 2});
                    if (!every->isChecked())
                        ask->reject();
                } else {
                    QAbstractButton* choose = ask->findChild<QDialogButtonBox*>()->buttons().front();
                    clickAt(choose, choose->rect().center());
                }
            } else if (auto* file = qobject_cast<QFileDialog*>(modal)) {
                file->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
                QMetaObject::invokeMethod(file, "accept", Qt::QueuedConnection);
            } else if (auto* other = qobject_cast<QDialog*>(modal)) {
                other->reject();
            }
        });
        driver.start(10);
        window().files().exportReport();
        driver.stop();
        QVERIFY(onlyForReports);
        QFile written(path);
        QVERIFY2(written.open(QIODevice::ReadOnly), qPrintable(window().strip().text()));
        QVERIFY(written.readAll().contains("Measured points"));
        inDialog([](ExportDialog& dialog) { QVERIFY2(dialog.parts().everySample, "as it was ticked last"); });
    }

    void nothingMeasuredIsSaidWithWhatToDo()
    {
        m_test = std::make_unique<WindowUnderTest>(m_folder->path(), QStringLiteral("--rate 1"));
        m_test->open();
        QVERIFY(written(QStringLiteral("early.pdf")).isEmpty());
        QVERIFY2(window().strip().text().contains("F5") && window().strip().text().contains("Experiments menu"),
                 qPrintable(window().strip().text()));
    }

    void hiddenResultsAreNotGivenAway()
    {
        m_test->openAndMeasure();
        QTest::keyClick(&window(), Qt::Key_G, Qt::ControlModifier);
        QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QVERIFY2(window().strip().text().contains("hidden until you have guessed"),
                 qPrintable(window().strip().text()));
    }
};

RIDGEPOINT_GUI_TEST(LabReportTest)
#include "lab_report_test.moc"
