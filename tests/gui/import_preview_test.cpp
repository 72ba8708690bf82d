// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/style_sheet.h"
#include "app/desktop/importing/import_preview.h"
#include "app/desktop/importing/import_reader.h"
#include "core/session/own_kernels_csv.h"
#include "tests/gui/gui_support.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QScopeGuard>
#include <QStyle>
#include <QStyleOptionHeader>
#include <QTableView>

#include <numeric>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Kernels before they are imported: table, choice, and the thread that reads them.
class ImportPreviewTest : public FreshFolder {
    Q_OBJECT

    using Take = ImportPreview::Take;

    static OwnKernel kernel(const std::string& name, double ms, double flops = 1e9, double bytes = 1e8)
    {
        return {.name = name,
                .flops = Flops(flops),
                .bytes = Bytes(bytes),
                .launches = 3.0,
                .time = Seconds(ms * 1e-3),
                .work = WorkOrigin::Counted,
                .source = "a.csv"};
    }
    /// Times of 1 to `count` ms, in no order.
    static std::vector<OwnKernel> many(int count)
    {
        constexpr std::int64_t stride = 7919; // has no factor in common with a power of ten
        std::vector<OwnKernel> kernels;
        for (int i = 0; i < count; ++i)
            kernels.push_back(kernel("kernel " + std::to_string(i), 1.0 + static_cast<double>(i * stride % count)));
        return kernels;
    }
    static QString cell(const ImportPreview& preview, int row, int column)
    {
        return preview.rows()->model()->index(row, column).data().toString().replace(QChar(0x00A0), QLatin1Char(' '));
    }
    static std::vector<std::string> namesOf(const std::vector<OwnKernel>& kernels)
    {
        std::vector<std::string> names;
        for (const OwnKernel& each : kernels)
            names.push_back(each.name);
        return names;
    }

private slots:
    void theTableTellsWhatTheFileTells()
    {
        OwnKernel profiled = kernel("gemm", 3.0);
        profiled.profiled = true;
        profiled.throughCaches[1] = Bytes(2e8);
        OwnKernel timeAlone = kernel("copy", 1.0, 0.0, 0.0);
        timeAlone.work = WorkOrigin::Unknown;
        timeAlone.launches = 4.5; // a mean of several runs
        ImportPreview preview;
        preview.setFiles({{timeAlone, profiled}});
        QCOMPARE(cell(preview, 0, OwnKernelModel::Name), QStringLiteral("gemm")); // the longest first
        QCOMPARE(cell(preview, 0, OwnKernelModel::Launches), QStringLiteral("3"));
        QCOMPARE(cell(preview, 0, OwnKernelModel::Time), QStringLiteral("3.00 ms"));
        QCOMPARE(cell(preview, 0, OwnKernelModel::TimeShare), QStringLiteral("75 %"));
        QCOMPARE(cell(preview, 0, OwnKernelModel::Flop), QStringLiteral("1.00 GFLOP"));
        QCOMPARE(cell(preview, 0, OwnKernelModel::L2), QStringLiteral("200 MB"));
        QCOMPARE(cell(preview, 0, OwnKernelModel::Work), QStringLiteral("counted, profiled"));
        QCOMPARE(cell(preview, 1, OwnKernelModel::Flop), QStringLiteral("–"));
        QCOMPARE(cell(preview, 1, OwnKernelModel::Work), QStringLiteral("unknown"));
        QCOMPARE(cell(preview, 1, OwnKernelModel::Launches), QStringLiteral("4.50"));
        // Of one file its name is told once, and of a level that nobody counted nothing. Nothing is judged either.
        for (const int hidden : {OwnKernelModel::File, OwnKernelModel::L1, OwnKernelModel::L3, OwnKernelModel::Limit,
                                 OwnKernelModel::Share, OwnKernelModel::Best, OwnKernelModel::Intensity})
            QVERIFY2(preview.rows()->view()->isColumnHidden(hidden), qPrintable(QString::number(hidden)));
        for (const int shown : {OwnKernelModel::Launches, OwnKernelModel::L2, OwnKernelModel::Memory})
            QVERIFY2(!preview.rows()->view()->isColumnHidden(shown), qPrintable(QString::number(shown)));
        QVERIFY2(preview.rows()->common()->text().contains("file a.csv"), qPrintable(preview.rows()->common()->text()));
        profiled.source = "b.csv";
        preview.setFiles({{timeAlone}, {profiled}});
        QVERIFY(!preview.rows()->view()->isColumnHidden(OwnKernelModel::File));
    }

    /// Heads of figures end at the right, where a style draws the arrow unless it is told otherwise.
    void theArrowOfSortingCoversNoTitle()
    {
        qApp->setStyleSheet(styleSheetFor(Theme::light(), 1.0));
        const auto unstyled = qScopeGuard([] { qApp->setStyleSheet({}); });
        ImportPreview preview;
        preview.setAttribute(Qt::WA_DontShowOnScreen);
        preview.setFiles({{kernel("a", 1.0), kernel("b", 2.0)}});
        preview.show();
        const QHeaderView* heads = preview.rows()->view()->horizontalHeader();
        for (const int column : {OwnKernelModel::Name, OwnKernelModel::Time, OwnKernelModel::TimeShare}) {
            QStyleOptionHeader head;
            head.initFrom(heads);
            head.state |= QStyle::State_Horizontal;
            head.orientation = Qt::Horizontal;
            head.section = column;
            head.sortIndicator = QStyleOptionHeader::SortUp;
            head.rect = QRect(heads->sectionViewportPosition(column), 0, heads->sectionSize(column), heads->height());
            const QRect arrow = heads->style()->subElementRect(QStyle::SE_HeaderArrow, &head, heads);
            const QRect words = heads->style()->subElementRect(QStyle::SE_HeaderLabel, &head, heads);
            QVERIFY(!arrow.isEmpty() && head.rect.contains(arrow));
            QVERIFY2(!arrow.intersects(words), qPrintable(QString::number(column)));
        }
    }

    void aHundredThousandKernelsAreSortedAndFiltered()
    {
        constexpr int count = 100000;
        ImportPreview preview;
        preview.setFiles({many(count)});
        QCOMPARE(preview.rows()->model()->rowCount(), count);
        const auto time = [&](int row) { return preview.rows()->model()->shown(row).kernel.time; };
        QCOMPARE(time(0), Seconds(100.0));
        QCOMPARE(time(count - 1), Seconds(1e-3));
        preview.rows()->view()->sortByColumn(OwnKernelModel::Time, Qt::AscendingOrder);
        QCOMPARE(time(0), Seconds(1e-3));
        preview.rows()->filter()->setText(QStringLiteral("KERNEL 9999")); // 9999 and 99990 to 99999
        QCOMPARE(preview.rows()->model()->rowCount(), 11);
        preview.choose(Take::Shown);
        QCOMPARE(preview.chosen().size(), std::size_t{11});
        QTest::keyClick(preview.rows()->filter(), Qt::Key_Escape);
        QCOMPARE(preview.rows()->model()->rowCount(), count);
    }

    void theChoiceTakesAllOrTheLongestOrThoseShown()
    {
        ImportPreview preview;
        preview.setFiles({{kernel("short", 1.0), kernel("long", 9.0), kernel("middle", 4.0), kernel("longer", 8.0)}});
        QCOMPARE(preview.chosen().size(), std::size_t{4});
        preview.longest()->setValue(2.0); // which also chooses them
        QVERIFY(preview.button(Take::Longest)->isChecked());
        QCOMPARE(namesOf(preview.chosen()), (std::vector<std::string>{"long", "longer"}));
        preview.rows()->filter()->setText(QStringLiteral("long"));
        preview.choose(Take::Shown);
        QCOMPARE(namesOf(preview.chosen()), (std::vector<std::string>{"long", "longer"}));
        preview.rows()->filter()->setText(QStringLiteral("nothing is called so"));
        QVERIFY(!preview.mayTake());
        preview.choose(Take::All);
        QVERIFY(preview.mayTake());
    }

    void aFilterChoosesWhatItShowsUntilTheUserChooses()
    {
        ImportPreview preview;
        preview.setFiles({{kernel("short", 1.0), kernel("long", 9.0), kernel("middle", 4.0), kernel("longer", 8.0)}});
        preview.rows()->filter()->setText(QStringLiteral("long"));
        QCOMPARE(namesOf(preview.chosen()), (std::vector<std::string>{"long", "longer"}));
        preview.rows()->filter()->clear();
        QVERIFY(preview.button(Take::All)->isChecked());
        preview.button(Take::Longest)->click();
        preview.rows()->filter()->setText(QStringLiteral("long"));
        QVERIFY(preview.button(Take::Longest)->isChecked());
    }

    void theLongestAreThoseOfTheFilter()
    {
        ImportPreview preview;
        preview.setFiles({{kernel("gemm a", 1.0), kernel("copy", 9.0), kernel("gemm b", 4.0), kernel("gemm c", 3.0)}});
        preview.longest()->setValue(2.0);
        QCOMPARE(namesOf(preview.chosen()), (std::vector<std::string>{"copy", "gemm b"}));
        preview.rows()->filter()->setText(QStringLiteral("gemm"));
        QVERIFY(preview.button(Take::Longest)->isChecked());
        QCOMPARE(namesOf(preview.chosen()), (std::vector<std::string>{"gemm b", "gemm c"}));
        QCOMPARE(preview.chosenCount(), std::size_t{2});
        const QString words = preview.button(Take::Longest)->text();
        QCOMPARE(words, QStringLiteral("&Longest shown:"));
        preview.longest()->setValue(20.0);
        QCOMPARE(preview.chosenCount(), std::size_t{3});
        preview.rows()->filter()->setText(QStringLiteral("nothing is called so"));
        QVERIFY(preview.chosen().empty() && !preview.mayTake());
    }

    void whereTheSessionHasNoRoomForAllTheLongestAreProposed()
    {
        ImportPreview preview;
        preview.setHeld(maximumOwnKernels - 2);
        preview.setFiles({{kernel("short", 1.0), kernel("long", 9.0), kernel("middle", 4.0)}});
        QVERIFY(!preview.limit()->isHidden());
        QVERIFY2(preview.limit()->text().contains("room for 2 more"), qPrintable(preview.limit()->text()));
        QVERIFY(preview.mayTake());
        QCOMPARE(namesOf(preview.chosen()), (std::vector<std::string>{"long", "middle"}));
        preview.choose(Take::All);
        QVERIFY(!preview.mayTake());
        preview.setHeld(maximumOwnKernels);
        preview.choose(Take::Longest);
        QVERIFY(!preview.mayTake());
        QVERIFY2(preview.limit()->text().contains("remove some"), qPrintable(preview.limit()->text()));
        preview.setHeld(0);
        QVERIFY(preview.limit()->isHidden() && preview.mayTake());
    }

    void rowsAreCopiedAsATableThatCanBeReadAgain()
    {
        ImportPreview preview;
        const std::vector<OwnKernel> kernels{kernel("short", 1.0), kernel("long", 9.0), kernel("middle", 4.0)};
        preview.setFiles({kernels});
        preview.rows()->copySelected();
        const auto all = parseOwnKernels(QGuiApplication::clipboard()->text().toStdString());
        QVERIFY(all.ok());
        QCOMPARE(namesOf(*all), (std::vector<std::string>{"long", "middle", "short"})); // as they are shown
        preview.rows()->view()->selectRow(1);
        preview.rows()->copySelected();
        const auto one = parseOwnKernels(QGuiApplication::clipboard()->text().toStdString());
        QVERIFY(one.ok());
        QCOMPARE(namesOf(*one), std::vector<std::string>{"middle"});
    }

    void readingCanBeCancelledAndForgetsWhatWaits()
    {
        const QByteArray region = R"({"ridgepoint":1,"name":"a","begin_ns":0,"ns":10})";
        const QString large = fileWith(QStringLiteral("large"), region + QByteArray(qsizetype{64} << 20, '\n'));
        const QString small = fileWith(QStringLiteral("small"), region);
        ImportReader reader;
        std::vector<ErrorKind> kinds;
        connect(&reader, &ImportReader::finished, &reader, [&](int, const auto& result) {
            QVERIFY(!result->ok());
            kinds.push_back(result->error().kind);
        });
        reader.read(0, large);
        reader.read(1, small);
        QVERIFY(reader.isReading());
        QCOMPARE(reader.number(), 0);
        reader.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(kinds.size(), std::size_t{2}, patienceMs);
        QVERIFY(kinds[0] == ErrorKind::Cancelled && kinds[1] == ErrorKind::Cancelled);
        QVERIFY(!reader.isReading());
    }
};

RIDGEPOINT_GUI_TEST(ImportPreviewTest)
#include "import_preview_test.moc"
