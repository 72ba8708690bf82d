// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/charts/draw/markers.h"
#include "app/desktop/base/axis_dialog.h"
#include "app/desktop/base/style_sheet.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/own_kernel_details.h"
#include "app/desktop/calculator/own_kernel_form.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/compare/compare_dialog.h"
#include "app/desktop/compare/device_adder.h"
#include "app/desktop/inspect/levers_view.h"
#include "app/desktop/views/export_dialog.h"
#include "core/session/text_file.h"
#include "tests/gui/measured_window.h"
#include "tests/gui/mouse_support.h"
#include "tests/support/synthetic_snapshot.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QClipboard>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTimer>
#include <QWheelEvent>

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Dialogs and links, opened and worked by the mouse, with what is typed typed.
class DialogsTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] RegimeMapChart& map() const { return *window().charts().map(); }
    [[nodiscard]] ChartWidget& chart(int which) const
    {
        return *window().charts().charts()[static_cast<std::size_t>(which)];
    }
    [[nodiscard]] AxisDialog* axes() const { return window().findChild<AxisDialog*>(); }

    static void wheel(QWidget& chart, int notches)
    {
        const QPointF place(chart.rect().center());
        QWheelEvent event(place, chart.mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&chart, &event);
    }
    /// Clicks the entry of a chart's context menu that begins so.
    static void chooseInContext(ChartWidget& chart, const QString& words)
    {
        QMenu* menu = openContextMenu(chart);
        QVERIFY(menu != nullptr);
        for (QAction* action : menu->actions())
            if (action->text().remove(QLatin1Char('&')).startsWith(words)) {
                clickInMenu(menu, action);
                return;
            }
        QFAIL(qPrintable(words));
    }
    static void typeInto(QLineEdit* edit, const QString& text)
    {
        edit->setFocus(Qt::MouseFocusReason);
        QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(edit, text);
    }
    static void pressIn(AxisDialog* dialog, QDialogButtonBox::StandardButton which)
    {
        press(dialog->buttons()->button(which));
    }
    /// The lower end of a chart's horizontal axis, as the axis counts.
    static double low(const ChartWidget& chart)
    {
        const ChartAxis& axis = *chart.axisRanges().typedAxes().front();
        return axis.meaning().valueOf(axis.range().lower);
    }
    /// Presses every button that can be seen there by each of these keys, and names the first that takes no notice.
    static QString deafButton(const QWidget& place)
    {
        for (QPushButton* each : place.findChildren<QPushButton*>()) {
            if (!each->isVisible() || !each->isEnabled() || each->focusPolicy() == Qt::NoFocus)
                continue;
            QObject::disconnect(each, &QPushButton::clicked, nullptr, nullptr); // only that it is pressed matters here
            const QSignalSpy clicks(each, &QPushButton::clicked);
            qsizetype pressed = 0;
            for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter}) {
                each->setFocus(Qt::TabFocusReason);
                QTest::keyClick(each, key);
                if (clicks.size() != ++pressed)
                    return QStringLiteral("%1 at key %2")
                        .arg(each->accessibleName().isEmpty() ? each->text() : each->accessibleName())
                        .arg(key, 0, 16);
            }
        }
        return {};
    }
    /// The first letter that stands for two of the buttons, fields and tabs that can be seen there, with both.
    static QString sharedLetter(const QWidget& place)
    {
        QStringList texts;
        for (const QWidget* each : place.findChildren<QWidget*>()) {
            if (!each->isVisible())
                continue;
            if (const auto* pressed = qobject_cast<const QAbstractButton*>(each))
                texts << pressed->text();
            if (const auto* label = qobject_cast<const QLabel*>(each); label != nullptr && label->buddy() != nullptr)
                texts << label->text();
            if (const auto* tabs = qobject_cast<const QTabBar*>(each))
                for (int tab = 0; tab < tabs->count(); ++tab)
                    texts << tabs->tabText(tab);
        }
        std::map<QString, QString> byLetter;
        for (const QString& text : texts)
            if (const QKeySequence letter = QKeySequence::mnemonic(text); !letter.isEmpty())
                if (const auto [first, isNew] = byLetter.emplace(letter.toString(), text); !isNew)
                    return QStringLiteral("%1: %2, %3").arg(letter.toString(), first->second, text);
        return {};
    }
    /// Of two colours, by WCAG 2.1, 1.4.3: 1 for the same, 3 for what signs and lines need.
    static double contrast(const QColor& a, const QColor& b)
    {
        const auto luminance = [](const QColor& color) {
            const auto linear = [](double part) {
                return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
            };
            return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
        };
        const double one = luminance(a);
        const double other = luminance(b);
        return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
    }

    static QPushButton* button(const QWidget& dialog, const QString& text)
    {
        for (QPushButton* each : dialog.findChildren<QPushButton*>())
            if (each->text().remove(QLatin1Char('&')) == text)
                return each;
        return nullptr;
    }
    /// Presses a button that asks for a file, and answers with this one; whatever asks once more is cancelled.
    static void pressAndName(QPushButton* asking, const QString& path)
    {
        bool answered = false;
        QTimer driver;
        connect(&driver, &QTimer::timeout, &driver, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr)
                return;
            auto* edit = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            if (dialog == asking->window())
                return; // the dialog that asks for the file is modal too
            if (edit == nullptr || std::exchange(answered, true)) {
                dialog->reject();
                return;
            }
            edit->setText(path);
            QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
        });
        driver.start(10);
        press(asking);
        QVERIFY(answered);
    }
    /// Opens the Compare dialog from the menu.
    [[nodiscard]] CompareDialog& openedCompare() const
    {
        chooseInMenu(window(), window().compare().compare);
        return *window().compare().dialog();
    }

private slots:
    void init() { openAtRest(); }

    /// The colour of a line is how the charts are read; the chosen row must not swallow it.
    void theSignOfTheChosenDeviceIsSeenOnItsRow()
    {
        window().compare().show();
        const CompareDialog* dialog = window().compare().dialog();
        window().compare().comparison().addReference("published:a100-rrze");
        window().compare().comparison().addReference(std::string(offeredDevice));
        QTRY_COMPARE_WITH_TIMEOUT(dialog->list()->count(), 2, patienceMs);
        for (const bool dark : {false, true}) {
            const Theme theme = dark ? Theme::darkTheme() : Theme::light();
            qApp->setStyleSheet(styleSheetFor(theme));
            window().compare().setTheme(theme);
            const QColor row = dialog->list()->palette().color(QPalette::Highlight);
            for (int i = 0; i < dialog->list()->count(); ++i) {
                const QIcon sign = dialog->list()->item(i)->icon();
                const QImage plain = sign.pixmap(dialog->list()->iconSize(), QIcon::Normal).toImage();
                QCOMPARE(sign.pixmap(dialog->list()->iconSize(), QIcon::Selected).toImage(), plain);
                const QColor line = seriesColor(theme, static_cast<std::size_t>(i));
                QVERIFY2(
                    contrast(line, row) >= 3.0,
                    qPrintable(QStringLiteral("%1 on %2: %3").arg(line.name(), row.name()).arg(contrast(line, row))));
            }
        }
    }

    void everyButtonIsPressedBySpaceAndByEnter()
    {
        CompareCommands& compare = window().compare();
        compare.show();
        compare.comparison().addReference("published:a100-rrze");
        QTRY_VERIFY_WITH_TIMEOUT(compare.dialog()->list()->count() == 1, patienceMs);
        QVERIFY(button(*compare.dialog(), "Add sessions…") != nullptr);
        QCOMPARE(deafButton(*compare.dialog()), QString());
        for (const bool own : {false, true}) {
            own ? window().calculator().openOwnKernels() : window().calculator().open();
            QWidget* dialog = own ? static_cast<QWidget*>(window().calculator().list())
                                  : window().calculator().dialog();
            QVERIFY(QTest::qWaitForWindowExposed(dialog));
            QCOMPARE(deafButton(*dialog), QString());
        }
        QVERIFY(!window().inspector().findChildren<QPushButton*>().isEmpty());
        QCOMPARE(deafButton(window().inspector()), QString());
    }

    void aLetterStandsForOneThingInEveryDialog()
    {
        window().compare().show();
        window().actions_().guide->trigger();
        window().actions_().glossary->trigger();
        window().actions_().shortcuts->trigger();
        for (QAction* action : actionsIn(window().menuBar()->actions()))
            if (action->text().startsWith(QStringLiteral("&Open the experiments")))
                action->trigger();
        ExportDialog exporting({}, &window());
        exporting.show();
        int seen = 0;
        for (const bool own : {false, true}) {
            own ? window().calculator().openOwnKernels() : window().calculator().open();
            QDialog* opened = own ? static_cast<QDialog*>(window().calculator().list())
                                  : window().calculator().dialog();
            QVERIFY(QTest::qWaitForWindowExposed(opened));
            if (own)
                window().calculator().list()->form()->openToAdd();
            for (const QDialog* dialog : window().findChildren<QDialog*>())
                if (dialog->isVisible()) {
                    QVERIFY2(sharedLetter(*dialog).isEmpty(),
                             qPrintable(dialog->windowTitle() + QStringLiteral(": ") + sharedLetter(*dialog)));
                    ++seen;
                }
        }
        QVERIFY2(seen >= 16, "seven dialogs, then nine");
    }

    void aZoomIsTakenBackAndMadeAgainInTheMenu()
    {
        const ChartRanges whole = map().axisRanges().current();
        wheel(map(), 3);
        const ChartRanges near = map().axisRanges().current();
        QVERIFY(near.zoomed);
        chooseInMenu(window(), window().actions_().undoStep);
        QVERIFY(map().axisRanges().current() == whole);
        chooseInMenu(window(), window().actions_().redoStep);
        QVERIFY(map().axisRanges().current() == near);
    }

    void rangesAreAskedForInTheContextMenuAndRefusedInWords_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("roofline") << 0;
        QTest::newRow("map") << 1;
        QTest::newRow("curves") << 2;
    }
    void rangesAreAskedForInTheContextMenuAndRefusedInWords()
    {
        QFETCH(int, which);
        const ChartRanges whole = chart(which).axisRanges().current();
        chooseInContext(chart(which), QStringLiteral("Axis ranges"));
        AxisDialog* dialog = axes();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        typeInto(dialog->from(0), QStringLiteral("wide"));
        typeInto(dialog->to(0), QStringLiteral("64"));
        QCOMPARE(dialog->buttons()->button(QDialogButtonBox::Ok)->property("role").toString(),
                 QStringLiteral("primary")); // as in every other dialog
        pressIn(dialog, QDialogButtonBox::Ok);
        QVERIFY2(dialog->isVisible() && dialog->problem().contains("wide"), qPrintable(dialog->problem()));
        typeInto(dialog->from(0), QStringLiteral("0"));
        pressIn(dialog, QDialogButtonBox::Ok);
        QVERIFY2(dialog->isVisible() && dialog->problem().contains("logarithmic axis"), qPrintable(dialog->problem()));
        typeInto(dialog->from(0), QStringLiteral("128"));
        pressIn(dialog, QDialogButtonBox::Ok);
        QVERIFY2(dialog->isVisible() && dialog->problem().contains("smaller value first"),
                 qPrintable(dialog->problem()));
        QVERIFY(chart(which).axisRanges().current() == whole); // what was refused changed nothing
        typeInto(dialog->from(0), QStringLiteral("1/2"));
        pressIn(dialog, QDialogButtonBox::Ok);
        QCOMPARE(low(chart(which)), 0.5);
        QVERIFY(!chart(which).axisRanges().isLocked());
        chooseInMenu(window(), window().actions_().undoStep);
        QVERIFY(chart(which).axisRanges().current() == whole);
    }

    void axesAreLockedInTheDialogAndResetThere()
    {
        const ChartRanges whole = map().axisRanges().current();
        chooseInContext(map(), QStringLiteral("Axis ranges"));
        typeInto(axes()->from(0), QStringLiteral("2"));
        press(axes()->lock());
        pressIn(axes(), QDialogButtonBox::Ok);
        QCOMPARE(low(map()), 2.0);
        wheel(map(), 2);
        QCOMPARE(low(map()), 2.0);
        QTRY_VERIFY(axes() == nullptr);
        chooseInContext(map(), QStringLiteral("Axis ranges"));
        QVERIFY(axes()->lock()->isChecked());
        typeInto(axes()->from(0), QStringLiteral("4"));
        pressIn(axes(), QDialogButtonBox::Cancel);
        QCOMPARE(low(map()), 2.0);
        QTRY_VERIFY(axes() == nullptr);
        chooseInContext(map(), QStringLiteral("Axis ranges"));
        pressIn(axes(), QDialogButtonBox::Reset);
        QVERIFY(map().axisRanges().current() == whole && !map().axisRanges().isLocked());
    }

    void theContextMenuLocksAndResets()
    {
        wheel(map(), 3);
        const ChartRanges near = map().axisRanges().current();
        chooseInContext(map(), QStringLiteral("Lock axes"));
        QVERIFY(map().axisRanges().isLocked() && !window().charts().roofline()->axisRanges().isLocked());
        wheel(map(), 3);
        QVERIFY(map().axisRanges().current().ranges == near.ranges);
        chooseInContext(map(), QStringLiteral("Reset axes"));
        QVERIFY(!map().axisRanges().isLocked() && !map().axisRanges().current().zoomed);
    }

    void thePartnerOfTheDifferenceIsChosenByTheMouse()
    {
        CompareDialog& dialog = openedCompare();
        for (const double slowdown : {2.0, 4.0}) {
            const QString path = folder().filePath(QStringLiteral("slower%1.ridge").arg(slowdown));
            QVERIFY(
                writeSession(syntheticSession({.columns = 11, .rows = 12, .slowdown = slowdown}), path.toStdString())
                    .ok());
            const int count = dialog.list()->count();
            pressAndName(button(dialog, QStringLiteral("Add sessions…")), path);
            QTRY_COMPARE_WITH_TIMEOUT(dialog.list()->count(), count + 1, patienceMs);
        }
        for (QCheckBox* check : dialog.findChildren<QCheckBox*>())
            if (check->text() == window().compare().difference->iconText())
                press(check);
        QVERIFY(window().charts().showsDifference());
        const auto differences = [&] {
            std::vector<double> all;
            map().flush();
            for (const MapCell& cell : map().data().cells)
                if (cell.difference > 0.0)
                    all.push_back(cell.difference);
            return all;
        };
        QTRY_VERIFY_WITH_TIMEOUT(!differences().empty() && map().isCurrent(), patienceMs);
        const std::vector<double> byTheFirst = differences();
        const std::uint64_t measuredBefore = window().engine().session.revision();
        QComboBox* partner = nullptr;
        for (QComboBox* each : dialog.findChildren<QComboBox*>())
            if (each != dialog.deviceChoice())
                partner = each;
        chooseInBox(partner, 1);
        QCOMPARE(window().compare().comparison().mapPartner()->key, window().compare().comparison().devices()[1].key);
        QTRY_VERIFY_WITH_TIMEOUT(map().isCurrent() && differences() != byTheFirst, patienceMs);
        const std::vector<double> byTheSecond = differences();
        QCOMPARE(byTheSecond.size(), byTheFirst.size());
        for (std::size_t i = 0; i < byTheFirst.size(); ++i) // who is twice as slow halves what the times are of his
            QVERIFY2(std::abs(byTheFirst[i] / byTheSecond[i] - 2.0) < 0.2,
                     qPrintable(QStringLiteral("cell %1 of %2: %3 and %4; %5 changes of the session meanwhile")
                                    .arg(i)
                                    .arg(byTheFirst.size())
                                    .arg(byTheFirst[i])
                                    .arg(byTheSecond[i])
                                    .arg(window().engine().session.revision() - measuredBefore)));
        press(dialog.removeButton()); // the first
        QTRY_COMPARE_WITH_TIMEOUT(dialog.list()->count(), 1, patienceMs);
        QVERIFY(window().charts().showsDifference());
    }

    void theTableOfRoofsIsCopiedAndWrittenByItsButtons()
    {
        CompareDialog& dialog = openedCompare();
        DeviceAdder* devices = dialog.deviceChoice();
        clickAt(devices->lineEdit(), devices->lineEdit()->rect().center());
        QAbstractItemView* matches = devices->completer()->popup();
        QTRY_VERIFY_WITH_TIMEOUT(matches->isVisible(), patienceMs);
        QCOMPARE(matches->model()->rowCount(), devices->count()); // all of them
        clickAt(matches->viewport(), matches->visualRect(matches->model()->index(1, 0)).center());
        QTRY_COMPARE_WITH_TIMEOUT(dialog.list()->count(), 1, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(devices->currentText().isEmpty(), patienceMs); // its title again
        QGuiApplication::clipboard()->clear();
        press(button(dialog, QStringLiteral("Copy table")));
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(
            copied.contains("DRAM")
                && copied.contains(QString::fromStdString(window().compare().comparison().roofSets().back().device)),
            qPrintable(copied));
        pressAndName(button(dialog, QStringLiteral("Export CSV…")), folder().filePath("roofs"));
        QVERIFY(test::contentOf(folder().filePath("roofs.csv")).contains("bandwidth,bandwidth.dram,B/s,"));
        pressAndName(button(dialog, QStringLiteral("Add sessions…")), fileWith("odd.ridge", "hello"));
        QTRY_VERIFY_WITH_TIMEOUT(dialog.problem().contains("odd.ridge"), patienceMs);
        press(button(dialog, QStringLiteral("Close")));
        QVERIFY(!dialog.isVisible());
        QCOMPARE(window().compare().comparison().devices().size(), std::size_t{1}); // the charts keep it
    }

    void theLinksOfTheInspectorAreClicked()
    {
        Workload odd = window().engine().cursor.workload();
        odd.chainLength = 4; // of which nothing is measured
        odd.elements = 1 << 10;
        window().engine().cursor.setWorkload(odd);
        DoublingView& doubling = *window().inspector().doubling();
        QTRY_VERIFY_WITH_TIMEOUT(doubling.measureButton()->isVisible(), patienceMs);
        press(doubling.measureButton());
        QTRY_VERIFY_WITH_TIMEOUT(doubling.words()->text().contains("Twice the size takes"), patienceMs);
        QVERIFY(window().engine().cursor.workload() == odd && !doubling.measureButton()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().controller.running(), patienceMs);
        press(window().inspector().calculateLink());
        CalculatorDialog* calculator = window().calculator().dialog();
        QVERIFY(calculator != nullptr && calculator->isVisible());
        QCOMPARE(calculator->workForm()->work()->elements, 1024.0);
        QVERIFY(calculator->estimateView()->measured()->text().contains(
            Format().time(window().engine().session.find("cpu", odd)->time)));
    }

    void aTableOfKernelsIsPastedAndOpenedByItsButtons()
    {
        chooseInMenu(window(), window().actions_().ownKernels);
        OwnKernelsDialog& list = *window().calculator().list();
        press(list.addButton());
        OwnKernelForm& form = *list.form();
        QGuiApplication::clipboard()->clear();
        press(form.pasteButton());
        QVERIFY2(form.words()->text().contains("clipboard holds no text"), qPrintable(form.words()->text()));
        QGuiApplication::clipboard()->setText("name,flops,bytes,time_s\npasted,1e9,1e8,1e-3\n");
        press(form.pasteButton());
        pressAndName(button(form, QStringLiteral("Open CSV…")),
                     fileWith("kernels.csv", "name,flops,bytes,time_s\nread,2e9,1e8,1e-3\n"));
        QCOMPARE(window().engine().session.frame().ownKernels.size(), std::size_t{2});
        QCOMPARE(window().engine().session.frame().ownKernels[0].name, std::string("pasted"));
        QCOMPARE(window().engine().session.frame().ownKernels[1].name, std::string("read"));
        QVERIFY(list.details()->headline()->text().startsWith("read")); // the last one is selected
        QTRY_COMPARE_WITH_TIMEOUT(window().charts().roofline()->data().kernels.drawn.size(), std::size_t{2},
                                  patienceMs);
        pressAndName(button(form, QStringLiteral("Open CSV…")), fileWith("letter.csv", "Dear reader,\n"));
        QVERIFY2(form.words()->text().contains("Nothing was added"), qPrintable(form.words()->text()));
        QCOMPARE(window().engine().session.frame().ownKernels.size(), std::size_t{2});
    }
};

RIDGEPOINT_GUI_TEST(DialogsTest)
#include "dialogs_test.moc"
