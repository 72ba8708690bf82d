// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/compare/fleet_commands.h"
#include "app/desktop/compare/fleet_dialog.h"
#include "tests/gui/measured_window.h"
#include "tests/support/synthetic_fleet.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

constexpr std::size_t slowOne = 5;
constexpr std::size_t hungOne = 7;

} // namespace

/// A folder of sessions, one a node, beside the window.
class FleetWindowTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] FleetCommands& fleets() const { return *window().findChild<FleetCommands*>(); }
    /// Twelve nodes, of which one is slow and one gave nothing.
    [[nodiscard]] QString fleetFolder(const QString& name = QStringLiteral("monday")) const
    {
        const QString path = m_folder->filePath(name);
        return writeSyntheticFleet(path.toStdString(), 12,
                                   {{slowOne, NodeFault::SlowMemory}, {hungOne, NodeFault::Hangs}})
                 ? path
                 : QString();
    }
    [[nodiscard]] FleetDialog* shown() const
    {
        fleets().open(fleetFolder());
        return QTest::qWaitFor([this] { return fleets().dialog() != nullptr && fleets().dialog()->isVisible(); },
                               patienceMs)
                 ? fleets().dialog()
                 : nullptr;
    }
    static QString cell(const FleetDialog& dialog, int row, int column)
    {
        return dialog.table()->model()->index(row, column).data().toString();
    }
    [[nodiscard]] QString openSession() const { return QFileInfo(window().engine().store.document()).fileName(); }
    /// In the first row of the chart in which the node is outside.
    static QPoint dotOutside(const FleetDialog& dialog, std::size_t node)
    {
        const FleetChart& chart = *dialog.chart();
        for (std::size_t row = 0; row < chart.rows().size(); ++row)
            for (const FleetPoint& point : chart.fleet().roofs[chart.rows()[row]].points)
                if (point.node == node && point.isOutside)
                    return chart.dotOf(node, row).value_or(QPointF()).toPoint();
        return {};
    }
    /// Whether the chart takes a notch towards the user over its middle. What it leaves goes to the scroll area where
    /// it came from a mouse; Qt hands on none that a program sends.
    static bool takesWheel(FleetChart& chart, Qt::KeyboardModifiers modifiers)
    {
        const QPointF at(chart.axisRect()->center());
        QWheelEvent event(at, chart.mapToGlobal(at), {}, {0, -120}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&chart, &event);
        return event.isAccepted();
    }
    /// The place of a node in the fleet that is shown.
    static std::size_t nodeNamed(const FleetDialog& dialog, const std::string& name)
    {
        const auto& nodes = dialog.chart()->fleet().nodes;
        return static_cast<std::size_t>(std::ranges::find(nodes, name) - nodes.begin());
    }

private slots:
    void itsNodesAreListedThoseOutsideFirst()
    {
        FleetDialog* dialog = shown();
        QVERIFY(dialog);
        QCOMPARE(dialog->windowTitle(), QStringLiteral("Fleet: monday"));
        QCOMPARE(dialog->headline()->text(), QStringLiteral("11 of 12 nodes measured, 1 falls outside."));
        QCOMPARE(dialog->table()->model()->rowCount(), 12);
        QCOMPARE(cell(*dialog, 0, 0), QStringLiteral("node005"));
        QVERIFY2(cell(*dialog, 0, 1).toInt() > 0 && cell(*dialog, 0, 2).startsWith(QChar(0x2212))
                     && cell(*dialog, 0, 3).startsWith("DRAM "),
                 qPrintable(cell(*dialog, 0, 2) + cell(*dialog, 0, 3)));
        QCOMPARE(cell(*dialog, 1, 0), QStringLiteral("node007"));
        QCOMPARE(cell(*dialog, 1, 3), QStringLiteral("nothing"));
        QVERIFY(cell(*dialog, 2, 1).isEmpty() && cell(*dialog, 2, 3).isEmpty());
        QCOMPARE(dialog->chart()->rows().size(), dialog->chart()->fleet().roofs.size());
        dialog->table()->sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(cell(*dialog, 0, 0), QStringLiteral("node000"));
        QVERIFY(window().strip().text().isEmpty() || !window().strip().text().contains("Reading"));
    }

    void howFarReadingIsIsToldUntilItEnds()
    {
        window().strip().dismiss();
        window().strip().tell(Severity::Hint, QStringLiteral("Before"));
        QStringList told;
        bool goesByItself = false;
        const QObject context;
        connect(&fleets(), &FleetCommands::readingTold, &context, [&] {
            told << window().strip().text();
            for (const QTimer* timer : window().strip().findChildren<QTimer*>())
                goesByItself = goesByItself || timer->isActive();
        });
        fleets().open(fleetFolder());
        QCOMPARE(window().strip().text(), QStringLiteral("Reading the sessions in monday…"));
        QTRY_VERIFY_WITH_TIMEOUT(fleets().dialog() != nullptr && fleets().dialog()->isVisible(), patienceMs);
        QCOMPARE(told.size(), 11); // one node has no session
        QCOMPARE(told.last(), QStringLiteral("Reading the sessions in monday: 10 of 11…"));
        QVERIFY(!goesByItself);
        QCOMPARE(window().strip().text(), QStringLiteral("Before"));
        QString saidInDialog; // which the strip is behind
        connect(&fleets(), &FleetCommands::readingTold, &context,
                [&] { saidInDialog = fleets().dialog()->message()->text(); });
        told.clear();
        fleets().open(m_folder->filePath(QStringLiteral("monday")));
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), 11, patienceMs);
        QCOMPARE(saidInDialog, told.last());
        QTRY_VERIFY_WITH_TIMEOUT(!fleets().dialog()->message()->isVisible(), patienceMs);
    }

    void headsStandOverTheirCells()
    {
        FleetDialog* dialog = shown();
        QVERIFY(dialog);
        const QAbstractItemModel& model = *dialog->table()->model();
        QCOMPARE(model.columnCount(), 4);
        for (int column = 0; column < 4; ++column) {
            const bool isFigure = column == 1 || column == 2;
            const int expected = int(Qt::AlignVCenter | (isFigure ? Qt::AlignRight : Qt::AlignLeft));
            QCOMPARE(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt(), expected);
            QCOMPARE(model.index(0, column).data(Qt::TextAlignmentRole).toInt(), expected);
        }
    }

    void aClickOnADotOpensItsSession()
    {
        FleetDialog* dialog = shown();
        QVERIFY(dialog);
        dialog->chart()->flush();
        QVERIFY(!dialog->openButton()->isEnabled());
        clickAt(dialog->chart(), dotOutside(*dialog, nodeNamed(*dialog, "node005")));
        QTRY_COMPARE_WITH_TIMEOUT(openSession(), QStringLiteral("node005.ridge"), patienceMs);
        QVERIFY(dialog->isVisible() && dialog->openButton()->isEnabled());
        QCOMPARE(cell(*dialog, dialog->table()->currentIndex().row(), 0), QStringLiteral("node005"));
        QVERIFY2(dialog->said()->text().startsWith("node005: DRAM "), qPrintable(dialog->said()->text()));
    }

    void enterInTheTableOpensAndANodeWithoutSessionSaysSo()
    {
        FleetDialog* dialog = shown();
        QVERIFY(dialog);
        QTableView* table = dialog->table();
        table->setFocus();
        table->setCurrentIndex(table->model()->index(1, 0)); // the one that gave nothing
        QVERIFY(!dialog->openButton()->isEnabled() && !dialog->compareButton()->isEnabled());
        QCOMPARE(dialog->said()->text(), QStringLiteral("node007: nothing"));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(dialog->message()->text(), QStringLiteral("node007 has no session that can be opened."));
        QVERIFY(dialog->message()->isVisible() && openSession().isEmpty());
        table->setCurrentIndex(table->model()->index(2, 0));
        QCOMPARE(dialog->chart()->chosen(), std::optional<std::size_t>(nodeNamed(*dialog, "node000")));
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(openSession(), QStringLiteral("node000.ridge"), patienceMs);
        QVERIFY(!dialog->message()->isVisible());
    }

    void anOddNodeIsComparedWithTheUsualOne()
    {
        FleetDialog* dialog = shown();
        QVERIFY(dialog);
        dialog->table()->setCurrentIndex(dialog->table()->model()->index(0, 0));
        dialog->compareButton()->click();
        const Comparison& comparison = window().compare().comparison();
        QTRY_COMPARE_WITH_TIMEOUT(comparison.devices().size(), std::size_t{1}, patienceMs);
        QCOMPARE(openSession(), QStringLiteral("node005.ridge"));
        const QString other = comparison.devices().front().name;
        QVERIFY2(other.startsWith("node0") && other != "node005" && other != "node007", qPrintable(other));
        dialog->table()->setCurrentIndex(dialog->table()->model()->index(2, 0));
        dialog->openButton()->click(); // which compares with nothing
        QTRY_COMPARE_WITH_TIMEOUT(openSession(), QStringLiteral("node000.ridge"), patienceMs);
        QVERIFY(comparison.devices().empty());
    }

    void aDroppedFolderIsShown()
    {
        dropOn(window(), {fleetFolder()});
        QTRY_VERIFY_WITH_TIMEOUT(fleets().dialog() != nullptr && fleets().dialog()->isVisible(), patienceMs);
        QCOMPARE(fleets().dialog()->table()->model()->rowCount(), 12);
    }

    void aFolderOnTheCommandLineIsShownAndNothingIsMeasured()
    {
        const QString path = fleetFolder();
        const QString other = m_folder->filePath(QStringLiteral("other")); // where nothing was measured yet
        QVERIFY(QDir().mkpath(other));
        end(); // this class's own window writes its session into the settings when its time comes
        useFreshSettings(other);
        WindowUnderTest test(other);
        const auto parsed = parseOptions({path});
        QVERIFY(parsed.ok() && parsed->session.isEmpty());
        test.options.fleet = parsed->fleet;
        test.open();
        const FleetCommands* commands = test.window->findChild<FleetCommands*>();
        QTRY_VERIFY_WITH_TIMEOUT(commands->dialog() != nullptr && commands->dialog()->isVisible(), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test.window->engine().bench.state() == BenchState::Ready, patienceMs);
        QVERIFY(!test.window->engine().controller.running());
        QVERIFY(test.window->engine().session.samples().empty());
    }

    void whatIsNoFleetIsTold()
    {
        QVERIFY(QDir().mkpath(m_folder->filePath(QStringLiteral("empty"))));
        fleets().open(m_folder->filePath(QStringLiteral("empty")));
        QTRY_VERIFY2_WITH_TIMEOUT(window().strip().text().startsWith("There are no sessions in "),
                                  qPrintable(window().strip().text()), patienceMs);
        QVERIFY(fleets().dialog() == nullptr);
        FleetDialog* dialog = shown();
        QVERIFY(dialog);
        fleets().open(m_folder->filePath(QStringLiteral("gone")));
        QTRY_VERIFY2_WITH_TIMEOUT(dialog->message()->text().startsWith("The folder "),
                                  qPrintable(dialog->message()->text()), patienceMs);
        QCOMPARE(dialog->table()->model()->rowCount(), 12); // stays
    }

    void otherFilesAndFewNodesAreSaid()
    {
        const QString path = m_folder->filePath(QStringLiteral("alone"));
        QVERIFY(writeSyntheticFleet(path.toStdString(), 1));
        QVERIFY(!fileWith(QStringLiteral("alone/notes.txt"), "Monday").isEmpty());
        QVERIFY(!fileWith(QStringLiteral("alone/summary.json"), "{").isEmpty());
        QVERIFY(!fileWith(QStringLiteral("alone/broken.ridge"), "{").isEmpty());
        fleets().open(path);
        QTRY_VERIFY_WITH_TIMEOUT(fleets().dialog() != nullptr && fleets().dialog()->isVisible(), patienceMs);
        const QString words = fleets().dialog()->headline()->text();
        QVERIFY2(words.startsWith("1 of 2 nodes measured; 4 with a device of one name are needed")
                     && words.contains("One other file of the folder is no session.")
                     && words.contains("summary.json cannot be read: "),
                 qPrintable(words));
        QVERIFY(cell(*fleets().dialog(), 0, 3).startsWith("its session cannot be read: "));
    }

    void rowsAreCopiedAndNumbersAndPicturesWritten()
    {
        FleetDialog* dialog = shown();
        QVERIFY(dialog);
        QStringList lines = QString::fromStdString(dialog->rowsAsCsv()).trimmed().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 13);
        QCOMPARE(lines.front(), QStringLiteral("node,figures_outside,farthest,said"));
        QVERIFY2(lines[1].startsWith("node005,") && lines[2] == "node007,0,,nothing" && lines[3] == "node000,0,,",
                 qPrintable(lines.join('|')));
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        dialog->table()->selectRow(1);
        dialog->table()->setFocus();
        QTest::keyClick(dialog->table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("node,figures_outside,farthest,said\nnode007,0,,nothing\n"));
        const QString picture = m_folder->filePath(QStringLiteral("fleet.svg"));
        QVERIFY(dialog->exportTo(picture).ok() && dialog->exportTo(m_folder->filePath("fleet.csv")).ok());
        QFile written(picture);
        QVERIFY(written.open(QIODevice::ReadOnly) && written.readAll().contains(">node005<"));
    }

    void everyRowHasItsNameInASmallWindow()
    {
        FleetDialog* dialog = shown();
        QVERIFY(dialog);
        dialog->resize(900, 600);
        const FleetChart& chart = *dialog->chart();
        const QScrollArea* around = dialog->findChild<QScrollArea*>();
        QVERIFY(around && around->isAncestorOf(&chart));
        QTRY_VERIFY(chart.height() >= chart.heightForNames());
        dialog->chart()->flush();
        const QCPAxis& y = *chart.axisRect()->axis(QCPAxis::atLeft);
        const double step = std::abs(y.coordToPixel(0.0) - y.coordToPixel(1.0));
        QVERIFY2(step >= 1.3 * chart.theme().fontPixels, qPrintable(QString::number(step))); // ChartAxis::draw
        QVERIFY2(around->viewport()->height() >= 150, qPrintable(QString::number(around->viewport()->height())));
        const QScrollBar& bar = *around->verticalScrollBar();
        QVERIFY(bar.maximum() > 0 && bar.value() == 0);
        const QCPRange range = y.range();
        QVERIFY(!takesWheel(*dialog->chart(), Qt::NoModifier)); // or the rows below would be out of its reach
        QCOMPARE(y.range(), range);
        QVERIFY(takesWheel(*dialog->chart(), Qt::ControlModifier));
        QVERIFY(y.range() != range);
        dialog->figures()->setCurrentIndex(1); // fewer rows, which fill what there is
        QTRY_COMPARE(bar.maximum(), 0);
        dialog->chart()->axisRanges().reset();
        const QCPRange rangeOfFew = y.range();
        QVERIFY(takesWheel(*dialog->chart(), Qt::NoModifier));
        QVERIFY(y.range() != rangeOfFew);
    }

    void figuresOfOneKindAndTheThemeAreChosen()
    {
        FleetDialog* dialog = shown();
        QVERIFY(dialog);
        QVERIFY(!dialog->devices()->isEnabled()); // there is one
        const std::size_t all = dialog->chart()->rows().size();
        dialog->figures()->setCurrentIndex(1);
        QVERIFY2(dialog->figures()->currentText().startsWith("Figures with nodes outside ("),
                 qPrintable(dialog->figures()->currentText()));
        QVERIFY(!dialog->chart()->rows().empty() && dialog->chart()->rows().size() < all);
        window().actions_().themeDark->trigger();
        QVERIFY(dialog->chart()->theme().dark);
        dialog->resize(900, 600);
        dialog->chart()->flush();
        QVERIFY(dialog->chart()->height() > 150 && dialog->table()->height() >= 96);
        QVERIFY(isWhole(*dialog->headline(), *dialog) && isWhole(*dialog->said(), *dialog));
    }
};

RIDGEPOINT_GUI_TEST(FleetWindowTest)
#include "fleet_window_test.moc"
