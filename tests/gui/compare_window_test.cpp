// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/card.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/padded_cells.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/compare/compare_dialog.h"
#include "app/desktop/compare/device_adder.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/window/tool_bar.h"
#include "core/session/text_file.h"
#include "tests/gui/measured_window.h"
#include "tests/support/synthetic_snapshot.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QCompleter>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// How often a widget was hidden.
class Hidings : public QObject {
public:
    explicit Hidings(QWidget& widget) { widget.installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::HideToParent ? 1 : 0;
        return false;
    }
};

} // namespace

/// The Compare dialog over the window, by mouse and keyboard.
class CompareTest : public MeasuredWindow {
    Q_OBJECT

    static QPushButton* button(const CompareDialog& dialog, const QString& name)
    {
        for (QPushButton* each : dialog.findChildren<QPushButton*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

    /// Opens the dialog by its shortcut.
    [[nodiscard]] CompareDialog* opened() const
    {
        QTest::keyClick(&window(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
        CompareDialog* dialog = window().compare().dialog();
        if (dialog == nullptr || !QTest::qWaitForWindowExposed(dialog))
            return nullptr;
        return dialog;
    }

    [[nodiscard]] QString sessionFile(const QString& name, double slowdown) const
    {
        const QString path = folder().filePath(name);
        const auto written = writeSession(test::syntheticSession({.columns = 11, .rows = 12, .slowdown = slowdown}),
                                          path.toStdString());
        return written ? path : QString();
    }

private slots:
    void aDatasheetAndAPublishedDeviceAreDrawnBesideTheMeasuredOne()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        window().compare().comparison().addReference(std::string(offeredDevice));
        window().compare().comparison().addReference("published:a100-rrze");
        QTRY_COMPARE_WITH_TIMEOUT(window().compare().comparison().overlays().size(), std::size_t{2}, patienceMs);
        window().charts().roofline()->flush();
        const auto& series = window().charts().roofline()->data().series;
        QCOMPARE(series.size(), std::size_t{3});
        QCOMPARE(series[0].provenance, Provenance::Measured);
        QCOMPARE(series[1].provenance, Provenance::Datasheet);
        QCOMPARE(series[2].provenance, Provenance::Published);
        QVERIFY(QString::fromStdString(series[1].name).contains("datasheet")
                && QString::fromStdString(series[1].name).contains("queued"));
        QVERIFY(!series[1].points.empty() && !series[2].points.empty());
        QVERIFY(window().charts().roofline()->watermark().isEmpty()); // its own points are measured
        QCOMPARE(dialog->list()->count(), 2);
        // The map is compared with what is predicted, and says so itself.
        const QString partner = window().compare().comparison().mapOverlays().front().name;
        QVERIFY2(partner.contains("H100") && !partner.contains("datasheet") && partner.endsWith("queued"),
                 qPrintable(partner));
    }

    void thePanelSaysHowThePointCompares()
    {
        const QLabel* said = window().inspector().compared();
        QVERIFY(said->isHidden());
        Comparison& comparison = window().compare().comparison();
        comparison.addReference("published:a100-rrze");
        QTRY_VERIFY2_WITH_TIMEOUT(said->text().contains(" here, ")
                                      && said->text().contains(" on A100 (predicted from published figures"),
                                  qPrintable(said->text()), patienceMs);
        QVERIFY(!said->isHidden());
        comparison.addFiles({sessionFile("slower.ridge", 3.0)});
        QTRY_VERIFY2_WITH_TIMEOUT(said->text().count(" here, ") == 2 && said->text().contains(" on slower"),
                                  qPrintable(said->text()), patienceMs); // a line each
        QTest::keyClick(&window(), Qt::Key_G, Qt::ControlModifier);      // while the time is guessed
        QVERIFY2(said->text().isEmpty(), qPrintable(said->text()));
        QTest::keyClick(&window(), Qt::Key_Escape);
        QVERIFY(!said->text().isEmpty());
        comparison.clear();
        QVERIFY(said->isHidden());
    }

    void saysInWhichLaunchModesEachIsDrawnWhereTheyDiffer()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        Workload work = window().engine().cursor.workload();
        work.launchMode = LaunchMode::WaitEach; // which nobody publishes
        window().engine().cursor.setWorkload(work);
        Comparison& comparison = window().compare().comparison();
        comparison.addReference("published:a100-rrze");
        QTRY_COMPARE_WITH_TIMEOUT(comparison.overlays().size(), std::size_t{1}, patienceMs);
        const auto hint = [dialog] {
            for (const QLabel* label : dialog->findChildren<QLabel*>())
                if (label->text().contains("Launch modes differ"))
                    return label->text();
            return QString();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(hint().contains("waits for each pass (wait-each), A100 queues launches (queued)"),
                                  qPrintable(hint()), patienceMs);
        const auto ownKey = [this] {
            window().charts().roofline()->flush();
            return QString::fromStdString(window().charts().roofline()->data().series.front().name);
        };
        QTRY_VERIFY2_WITH_TIMEOUT(ownKey().contains("wait-each"), qPrintable(ownKey()), patienceMs);
        // Beside the chart, too: the dialog may be closed long since.
        const auto warning = [this] {
            QLabel* found = nullptr;
            for (Card* card : window().charts().findChildren<Card*>())
                for (QLabel* label : card->findChildren<QLabel*>())
                    if (card->warning() == QStringLiteral("Not the same work") && label->text() == card->warning())
                        found = label;
            return found;
        };
        const auto warned = [&] { return warning() != nullptr ? warning()->toolTip() : QString(); };
        QVERIFY2(warned().contains("A100") && warned().contains("queued instead of wait-each"), qPrintable(warned()));
        {
            const Hidings hidings(*warning());
            window().charts().setWarning({}); // the words are made anew
            QVERIFY(!warned().isEmpty());
            QCOMPARE(hidings.count, 0); // a tool tip open on it stays
        }
        work.launchMode = LaunchMode::Queued;
        window().engine().cursor.setWorkload(work);
        QTRY_VERIFY_WITH_TIMEOUT(hint().isEmpty(), patienceMs);
        QTRY_VERIFY2_WITH_TIMEOUT(!ownKey().contains("queued"), qPrintable(ownKey()), patienceMs);
        QVERIFY2(!warned().contains("wait-each"), qPrintable(warned()));
        comparison.clear();
        QCOMPARE(warned(), QString());
    }

    void aMapIsNotDividedByADeviceOfRoofsAlone()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        Session roofs = test::syntheticSession({.columns = 11, .rows = 12, .slowdown = 1.5});
        roofs.samples.clear();
        const QString path = folder().filePath("roofs.ridge");
        QVERIFY(writeSession(roofs, path.toStdString()));
        Comparison& comparison = window().compare().comparison();
        comparison.addFiles({path});
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 1, patienceMs);
        QCheckBox* box = nullptr;
        for (QCheckBox* each : dialog->findChildren<QCheckBox*>())
            if (each->text() == window().compare().difference->iconText())
                box = each;
        QVERIFY(box);
        QVERIFY(!box->isEnabled());
        QVERIFY2(box->toolTip().contains("has roofs and no times"), qPrintable(box->toolTip()));
        window().compare().difference->trigger();
        QVERIFY(!window().compare().difference->isChecked() && !window().charts().showsDifference());
        comparison.addFiles({sessionFile("times.ridge", 1.5)});
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 2, patienceMs);
        comparison.setMapPartner(comparison.devices().back().key);
        QVERIFY(box->isEnabled() && !box->toolTip().contains("no times"));
    }

    void whatNobodyPublishedIsDrawnAsPredicted()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        window().compare().comparison().addReference("published:a100-rrze");
        QTRY_COMPARE_WITH_TIMEOUT(window().compare().comparison().overlays().size(), std::size_t{1}, patienceMs);
        QVERIFY(!dialog->list()->item(0)->text().contains("no samples of"));
        Workload chain = window().engine().cursor.workload();
        chain.chainLength = 16; // of which nothing was published
        window().engine().cursor.setWorkload(chain);
        QTRY_VERIFY_WITH_TIMEOUT(dialog->list()->item(0)->text().contains("curves that they predict"), patienceMs);
        const auto series = [this] {
            window().charts().curves()->flush();
            return window().charts().curves()->data().series.back();
        };
        QTRY_VERIFY_WITH_TIMEOUT(series().points.size() > 2 && series().points.front().workload.chainLength == 16,
                                 patienceMs);
        QVERIFY2(!QString::fromStdString(series().name).contains("published"), series().name.c_str());
    }

    void whatIsTypedAtOnceIsADevice()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        QCOMPARE(dialog->focusWidget(), dialog->deviceChoice());
        QTest::keyClicks(dialog->focusWidget(), QStringLiteral("A100"));
        QCOMPARE(dialog->deviceChoice()->currentText(), QStringLiteral("A100"));
        dialog->deviceChoice()->completer()->popup()->hide();
        dialog->deviceChoice()->clearEditText();
        dialog->list()->setFocus();
        dialog->close();
        window().compare().compare->trigger();
        QVERIFY(dialog->isVisible());
        QCOMPARE(dialog->focusWidget(), dialog->deviceChoice());
    }

    void devicesAreAddedAndRemovedByTheKeyboard()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        DeviceAdder* devices = dialog->deviceChoice();
        devices->setFocus();
        QTest::keyClick(devices, Qt::Key_Down); // opens the list and adds nothing
        QAbstractItemView* matches = devices->completer()->popup();
        QTRY_VERIFY_WITH_TIMEOUT(matches->isVisible(), patienceMs);
        QCOMPARE(dialog->list()->count(), 0);
        QTest::keyClick(matches, Qt::Key_Down);
        QCOMPARE(dialog->list()->count(), 0);
        QTest::keyClick(matches, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 1, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(devices->currentText().isEmpty(), patienceMs); // ready for the next one
        QCOMPARE(devices->currentIndex(), -1);
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        dialog->list()->setFocus();
        QTest::keyClick(dialog->list(), Qt::Key_Delete);
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 0, patienceMs);
        window().charts().roofline()->flush();
        QCOMPARE(window().charts().roofline()->data().series.size(), std::size_t{1});
        QVERIFY(!dialog->removeButton()->isEnabled());
    }

    void tabGoesThroughTheDialogAsItStands()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        window().compare().comparison().addFiles({sessionFile("other.ridge", 1.5)});
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 1, patienceMs);
        QStringList names;
        dialog->list()->setFocus();
        for (int i = 0; i < 5; ++i) {
            QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
            const auto* box = qobject_cast<const QCheckBox*>(dialog->focusWidget());
            names << (box != nullptr ? box->text() : dialog->focusWidget()->accessibleName());
        }
        QCOMPARE(names,
                 (QStringList{window().compare().difference->iconText(), QStringLiteral("Divide the map's times by"),
                              window().compare().lockAxes->iconText(), dialog->table()->accessibleName(),
                              QStringLiteral("Copy table")}));
    }

    void everyTableHasRatiosAndWhereItHasRoomTheOriginsOfFigures()
    {
        Comparison& comparison = window().compare().comparison();
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        dialog->resize(760, 500);
        comparison.addFiles({sessionFile("other.ridge", 1.5)});
        const QAbstractItemModel* model = dialog->table()->model();
        QTRY_COMPARE_WITH_TIMEOUT(model->columnCount(), 3, patienceMs);
        const auto ratiosOf = [model](int column) {
            int ratios = 0;
            for (int row = 0; row < model->rowCount(); ++row)
                ratios += model->index(row, column).data().toString().endsWith(QChar(0x00D7)) ? 1 : 0;
            return ratios;
        };
        QTRY_VERIFY_WITH_TIMEOUT(ratiosOf(2) > 3, patienceMs);
        QCOMPARE(ratiosOf(1), 0);
        const QString timesTheFirst = QStringLiteral(" · × of ") + model->headerData(1, Qt::Horizontal).toString();
        QVERIFY(model->headerData(2, Qt::Horizontal).toString().endsWith(timesTheFirst));
        for (const char* id : {"datasheet:h100-sxm5-80gb", "published:a100-rrze", "datasheet:a100-sxm4-80gb"})
            comparison.addReference(id);
        const auto toldOf = [model](int column) {
            QStringList words;
            for (int row = 0; row < model->rowCount(); ++row)
                words << model->index(row, column).data().toString();
            return words.join(QLatin1Char('|'));
        };
        dialog->resize(600, 500);
        QTRY_COMPARE_WITH_TIMEOUT(model->columnCount(), 6, patienceMs);
        QTRY_VERIFY2_WITH_TIMEOUT(!toldOf(3).contains("datasheet"), qPrintable(toldOf(3)), patienceMs);
        QVERIFY2(toldOf(3).contains(" · borrowed"), qPrintable(toldOf(3))); // which the list does not say
        for (const int column : {2, 3, 4, 5}) {
            QVERIFY2(ratiosOf(column) > 0, qPrintable(toldOf(column)));
            QVERIFY(model->headerData(column, Qt::Horizontal).toString().endsWith(timesTheFirst));
        }
        dialog->copyTable();
        QVERIFY(QGuiApplication::clipboard()->text().contains("datasheet"));
        dialog->resize(2400, 500);
        QTRY_VERIFY2_WITH_TIMEOUT(toldOf(3).contains(" · datasheet · "), qPrintable(toldOf(3)), patienceMs);
        QVERIFY2(ratiosOf(3) > 0, qPrintable(toldOf(3)));
    }

    void threeDevicesStandWholeBesideTheOwnOne()
    {
        Comparison& comparison = window().compare().comparison();
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        dialog->resize(1000, 640);
        for (const char* id : {"published:a100-first-principles", "published:h200-rrze"}) // of wide columns
            comparison.addReference(id);
        comparison.addFiles({sessionFile("h200-map-queued.ridge", 1.5)});
        QTableView* table = dialog->table();
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->columnCount(), 5, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(table->horizontalHeader()->length() <= table->viewport()->width(), patienceMs);
        for (const int column : {2, 3, 4}) {
            bool hasRatio = false;
            for (int row = 0; row < table->model()->rowCount(); ++row)
                hasRatio = hasRatio || table->model()->index(row, column).data().toString().endsWith(QChar(0x00D7));
            QVERIFY2(hasRatio, qPrintable(QString::number(column)));
        }
    }

    void everyColumnOfThreeDevicesCanBeRead()
    {
        Comparison& comparison = window().compare().comparison();
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        dialog->resize(600, 500);
        for (const char* id : {"datasheet:h100-sxm5-80gb", "published:a100-rrze", "datasheet:a100-sxm4-80gb"})
            comparison.addReference(id);
        QTableView* table = dialog->table();
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->columnCount(), 5, patienceMs);
        const auto fits = [table](int column) {
            const QFontMetrics metrics(table->font());
            for (int row = 0; row < table->model()->rowCount(); ++row)
                if (table->columnSpan(row, 0) == 1
                    && metrics.horizontalAdvance(table->model()->index(row, column).data().toString())
                               + 2 * PaddedCells::padding
                           > table->columnWidth(column))
                    return false;
            return true;
        };
        for (int column = 0; column < 5; ++column)
            QVERIFY2(fits(column), qPrintable(QString::number(column)));
        // The end of the last one comes into view, a column wider than the table's window or not.
        const auto rightOfTheLast = [table] {
            table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->maximum());
            return table->columnViewportPosition(4) + table->columnWidth(4);
        };
        QTRY_VERIFY_WITH_TIMEOUT(rightOfTheLast() <= table->viewport()->width(),
                                 patienceMs); // the table lays itself out later
        // A long name goes on in further lines and makes no column wider than it need be.
        const QString name = table->model()->headerData(3, Qt::Horizontal).toString();
        const QFontMetrics head(table->horizontalHeader()->font());
        QVERIFY(table->columnWidth(3) < head.horizontalAdvance(name));
        QVERIFY(table->horizontalHeader()->height() >= 2 * head.height());
    }

    void everythingOfTheDialogIsOnASmallScreen()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        const QSize screen = dialog->screen()->availableGeometry().size();
        if (const QSize least = dialog->minimumSizeHint();
            least.width() < screen.width()) // at double density it is not
            QVERIFY(dialog->width() < screen.width() && dialog->height() < screen.height());
        dialog->resize(876, 540); // of 900x600 beside the frame
        QCOMPARE(dialog->size(), QSize(876, 540));
        for (const char* name : {"Add sessions…", "Remove", "Remove all", "Copy table", "Export CSV…", "Close"}) {
            const QPushButton* each = button(*dialog, QString::fromUtf8(name));
            QVERIFY2(each != nullptr && dialog->rect().contains(QRect(each->mapTo(dialog, QPoint()), each->size())),
                     name);
        }
        QVERIFY(dialog->table()->viewport()->height() > 4 * dialog->fontMetrics().height());
    }

    void aLineOfOtherWorkSaysInWhatItDiffers()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        window().compare().comparison().addReference("published:a100-first-principles"); // of mul, and none of fma
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 1, patienceMs);
        QVERIFY(window().engine().cursor.workload().operation == Operation::Fma);
        QTRY_VERIFY2_WITH_TIMEOUT(dialog->list()->item(0)->text().contains("not the same work: mul instead of fma"),
                                  qPrintable(dialog->list()->item(0)->text()), patienceMs);
        Workload alike = window().engine().cursor.workload();
        alike.operation = Operation::Mul;
        window().engine().cursor.setWorkload(alike);
        QTRY_VERIFY2_WITH_TIMEOUT(!dialog->list()->item(0)->text().contains("instead of fma"),
                                  qPrintable(dialog->list()->item(0)->text()), patienceMs);
    }

    void whatIsSaidOfADeviceIsWrappedAndNotCut()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        dialog->resize(480, 500);
        window().compare().comparison().addFiles({sessionFile("other.ridge", 1.5)});
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 1, patienceMs);
        Workload odd = window().engine().cursor.workload();
        odd.operation = Operation::Cos;
        window().engine().cursor.setWorkload(odd);
        QTRY_VERIFY_WITH_TIMEOUT(dialog->list()->item(0)->text().contains("only its roofs"), patienceMs);
        const QRect rect = dialog->list()->visualItemRect(dialog->list()->item(0));
        QVERIFY(rect.height() >= 2 * dialog->list()->fontMetrics().height());
        QVERIFY(rect.right() <= dialog->list()->viewport()->width());
    }

    void aSessionTellsItsDeviceAndItsDayBesideItsFilesName()
    {
        Session session = test::syntheticSession({.columns = 11, .rows = 12, .slowdown = 1.5});
        session.created = "2026-11-26T12:00:00Z";
        session.devices.front().name = "Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz";
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        for (const char* name : {"a.ridge", "xeon platinum 8370c.ridge"})
            QVERIFY(writeSession(session, folder().filePath(QLatin1String(name)).toStdString()).ok());
        window().compare().comparison().addFiles({folder().filePath("a.ridge")});
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 1, patienceMs);
        const QString day = Format().locale().toString(QDate(2026, 11, 26), QStringLiteral("d MMM"));
        const QString whole = QStringLiteral("a · Xeon Platinum 8370C, ") + day;
        QVERIFY2(dialog->list()->item(0)->text().startsWith(whole), qPrintable(dialog->list()->item(0)->text()));
        window().charts().roofline()->flush();
        const QString drawn = QString::fromStdString(window().charts().roofline()->data().series.at(1).name);
        QVERIFY2(drawn.startsWith(whole), qPrintable(drawn));
        window().compare().comparison().addFiles({folder().filePath("xeon platinum 8370c.ridge")});
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 2, patienceMs);
        QVERIFY2(dialog->list()->item(1)->text().startsWith(QStringLiteral("xeon platinum 8370c · ") + day),
                 qPrintable(dialog->list()->item(1)->text()));
    }

    void otherSessionsAreComparedAndTheMapShowsTheDifference()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        const auto box = [&] {
            for (QCheckBox* each : dialog->findChildren<QCheckBox*>())
                if (each->text() == window().compare().difference->iconText())
                    return each;
            return static_cast<QCheckBox*>(nullptr);
        };
        QVERIFY(box() && !box()->isEnabled());
        const QString slower = sessionFile("slower.ridge", 3.0);
        QVERIFY(!slower.isEmpty());
        window().compare().comparison().addFiles({slower});
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 1, patienceMs);
        QVERIFY(dialog->list()->item(0)->text().contains("slower"));
        QVERIFY(box()->isEnabled());
        clickAt(box(), {8, box()->height() / 2});
        QVERIFY(window().charts().showsDifference());
        window().charts().map()->flush();
        QVERIFY(window().charts().map()->data().hasDifference);
        clickAt(button(*dialog, "Remove all"), button(*dialog, "Remove all")->rect().center());
        QVERIFY(!window().charts().showsDifference());
        QVERIFY(!window().compare().difference->isChecked());
    }

    void theDifferenceOfNothingSaysWhatItNeeds()
    {
        window().strip().tell(Severity::Warning,
                              QStringLiteral("Something else.")); // which an answer to a key does not wait for
        QTest::keyClick(&window(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!window().compare().difference->isChecked() && !window().charts().showsDifference());
        QVERIFY2(window().strip().text().contains("needs a second device")
                     && window().strip().text().contains("Compare (Ctrl+Shift+O)"),
                 qPrintable(window().strip().text()));
        clickAt(window().strip().actionButton(), window().strip().actionButton()->rect().center());
        CompareDialog* dialog = window().compare().dialog();
        QVERIFY(dialog != nullptr && QTest::qWaitForWindowActive(dialog));
        // In front of the strip the dialog says it itself.
        dialog->activateWindow();
        QTRY_VERIFY(dialog->isActiveWindow());
        QTest::keyClick(dialog->list(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY2(dialog->problem().contains("add one here"), qPrintable(dialog->problem()));
        QVERIFY(!window().compare().difference->isChecked());
    }

    void lockedAxesStayWhereTheyAreOnAnotherDevice()
    {
        RooflineChart* roofline = window().charts().roofline();
        const QCPRange before = roofline->axisRect()->axis(QCPAxis::atLeft)->range();
        QTest::keyClick(&window(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(window().compare().lockAxes->isChecked());
        window().engine().cursor.setDevice(std::string(offeredDevice));
        QTRY_VERIFY_WITH_TIMEOUT(roofline->input().snapshot && roofline->input().snapshot->device.id == offeredDevice,
                                 patienceMs);
        roofline->flush();
        QCOMPARE(roofline->axisRect()->axis(QCPAxis::atLeft)->range(), before);
        QTest::keyClick(&window(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        roofline->flush();
        QVERIFY(roofline->axisRect()->axis(QCPAxis::atLeft)->range() != before);
    }

    void theLockIsShownAsTheAxesAre()
    {
        const auto lock = [this] { QTest::keyClick(&window(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier); };
        lock();
        QVERIFY(window().compare().lockAxes->isChecked() && window().charts().isLocked());
        QTest::keyClick(&window(), Qt::Key_0, Qt::ControlModifier);
        QVERIFY(window().compare().lockAxes->isChecked()
                && window().charts().isLocked()); // it keeps what is locked, and says so
        QVERIFY(window().strip().text().contains("Locked axes do not change"));
        window().strip().actionButton()->click();
        QVERIFY(!window().compare().lockAxes->isChecked() && !window().charts().isLocked());
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier); // of all three in one step
        QVERIFY(window().compare().lockAxes->isChecked() && window().charts().isLocked());
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!window().compare().lockAxes->isChecked());
        for (const ChartWidget* chart : window().charts().charts())
            QVERIFY(!chart->axisRanges().isLocked());
        lock();
        QVERIFY(window().compare().lockAxes->isChecked()
                && window().charts().isLocked()); // one press is enough after it
        window().charts().map()->setFocus();
        QTest::keyClick(window().charts().map(), Qt::Key_R); // of one chart
        QVERIFY(!window().compare().lockAxes->isChecked());
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(window().compare().lockAxes->isChecked() && window().charts().isLocked());
    }

    void theTableIsCopiedAndExported()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        window().compare().comparison().addReference(std::string(offeredDevice));
        QTRY_COMPARE_WITH_TIMEOUT(dialog->table()->model()->columnCount(), 3, patienceMs);
        dialog->table()->setFocus();
        QTest::keyClick(dialog->table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(button(*dialog, QStringLiteral("Copy table"))->text(), QStringLiteral("Copied"));
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY(copied.contains("DRAM") && copied.contains("H100") && copied.contains("datasheet"));
        const QString path = folder().filePath("roofs.csv");
        QVERIFY(dialog->exportTable(path).ok());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("bandwidth,bandwidth.dram,B/s,"));
        QVERIFY(!dialog->exportTable(folder().filePath("none/roofs.csv")).ok());
        const QString chosen = folder().filePath("chosen.csv");
        QTimer driver;
        connect(&driver, &QTimer::timeout, this, [&] {
            auto* ask = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (ask == nullptr)
                return;
            ask->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(chosen);
            QMetaObject::invokeMethod(ask, "accept", Qt::QueuedConnection);
        });
        driver.start(10);
        button(*dialog, QStringLiteral("Export CSV…"))->click();
        driver.stop();
        QVERIFY(QFile::exists(chosen));
        QCOMPARE(dialog->problem(), QStringLiteral("Written to %1.").arg(chosen));
        const auto buttons = dialog->findChildren<QPushButton*>();
        const auto shows = [](const QPushButton* each) {
            return each->text() == QStringLiteral("Show in folder") && each->isVisible();
        };
        QVERIFY(std::any_of(buttons.begin(), buttons.end(), shows));
        dialog->tell(QStringLiteral("Something else."));
        QVERIFY2(std::none_of(buttons.begin(), buttons.end(), shows), "that file is not what is spoken of any more");
    }

    void whatCannotBeComparedIsSaidWithTheFileAndWhatToTry_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("words");
        QTest::newRow("no session") << QByteArray("hello") << QStringLiteral("Choose another session file");
        QTest::newRow("a newer version") << QByteArray(R"({"format":"ridgepoint-session","version":9})")
                                         << QStringLiteral("Ridgepoint that wrote it");
        QTest::newRow("nothing in it") << QByteArray(R"({"format":"ridgepoint-session","version":1})")
                                       << QStringLiteral("no device");
    }
    void whatCannotBeComparedIsSaidWithTheFileAndWhatToTry()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, words);
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        const QString path = folder().filePath("odd.ridge");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        window().compare().comparison().addFiles({path});
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->problem().isEmpty(), patienceMs);
        QVERIFY2(dialog->problem().contains("odd.ridge") && dialog->problem().contains(words),
                 qPrintable(dialog->problem()));
        QCOMPARE(dialog->list()->count(), 0);
    }

    void anotherOperationKeepsTheRoofsAndSaysWhy()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        window().compare().comparison().addFiles({sessionFile("other.ridge", 1.5)});
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 1, patienceMs);
        Workload odd = window().engine().cursor.workload();
        odd.operation = Operation::Cos;
        const auto saysWhatALineIs = [dialog] {
            const auto labels = dialog->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->text().contains("A line where others have a point");
            });
        };
        QVERIFY(!saysWhatALineIs());
        window().engine().cursor.setWorkload(odd);
        QTRY_VERIFY_WITH_TIMEOUT(dialog->list()->item(0)->text().contains("only its roofs"), patienceMs);
        QVERIFY(saysWhatALineIs());
    }

    void aDeviceWithoutAComputeRoofSaysWhichRoofIsDrawn()
    {
        CompareDialog* dialog = opened();
        QVERIFY(dialog);
        window().compare().comparison().addReference("published:a100-80-rrze-kernels"); // of fp64 mul alone
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 1, patienceMs);
        QTRY_VERIFY2_WITH_TIMEOUT(dialog->list()->item(0)->text().contains("nor a compute roof of fp32 fma; only its"),
                                  qPrintable(dialog->list()->item(0)->text()), patienceMs);
    }
};

RIDGEPOINT_GUI_TEST(CompareTest)
#include "compare_window_test.moc"
