// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/theme.h"
#include "app/desktop/base/style_sheet.h"
#include "app/desktop/session/analysis_worker.h"
#include "app/desktop/views/sample_table.h"
#include "app/desktop/views/sample_table_model.h"
#include "tests/gui/gui_support.h"
#include "tests/support/synthetic_device.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QTableView>

using namespace ridgepoint;
using namespace ridgepoint::test;

class TableModelTest : public Case {
    Q_OBJECT

    static Workload workload(std::int64_t operations, std::int64_t elements)
    {
        Workload result;
        result.operationsPerElement = operations;
        result.elements = elements;
        result.threads = syntheticThreads;
        return result;
    }
    static AnalysisRequest requestOf(const LiveSession& session, std::uint64_t generation)
    {
        AnalysisRequest request;
        request.generation = generation;
        request.device = syntheticDevice();
        request.roofs = syntheticRoofs(syntheticThreads);
        request.plan.base = workload(1, 1);
        request.plan.axes = {{AxisKind::Operations, {1, 2, 4, 8}}, {AxisKind::Size, {1024, 2048, 4096}}};
        request.samples = session.samples();
        return request;
    }
    static void fill(LiveSession& session)
    {
        for (const std::int64_t operations : {1, 2, 4, 8})
            for (const std::int64_t elements : {1024, 2048, 4096})
                session.putSample(syntheticSample(workload(operations, elements), 0));
    }

    /// The first and the last column with ink in a part of a picture.
    static std::pair<int, int> inkIn(const QImage& picture, QRect part)
    {
        std::pair<int, int> found{part.right(), part.left()};
        const int ground = qGray(picture.pixel(part.left() + 2, part.center().y()));
        for (int x = part.left(); x <= part.right(); ++x)
            for (int y = part.top(); y <= part.bottom(); ++y)
                if (std::abs(qGray(picture.pixel(x, y)) - ground) > 60) {
                    found.first = std::min(found.first, x);
                    found.second = std::max(found.second, x);
                }
        return found;
    }

private slots:
    void figuresStandUnderTheirNamesAndApartFromTheWordsBesideThem()
    {
        loadFonts();
        qApp->setStyleSheet(styleSheetFor(Theme::light(), 1.0));
        LiveSession session;
        fill(session);
        Cursor cursor(session);
        QWidget screen;
        SampleTable table(session, cursor, &screen);
        table.setTheme(Theme::light());
        table.resize(1400, 300);
        screen.resize(1400, 300);
        screen.show();
        QVERIFY(QTest::qWaitForWindowExposed(&screen));
        const auto* view = table.findChild<QTableView*>();
        view->selectionModel()->clear();
        const QImage head = view->horizontalHeader()->viewport()->grab().toImage();
        const QImage cells = view->viewport()->grab().toImage();
        const auto inkOf = [&](int column) {
            const QRect cell = view->visualRect(view->model()->index(0, column));
            return std::pair{inkIn(head, QRect(cell.left(), 6, cell.width(), head.height() - 12)),
                             inkIn(cells, cell.adjusted(0, 3, 0, -3))};
        };
        for (const int column :
             {SampleTableModel::SizeColumn, SampleTableModel::ChainColumn, SampleTableModel::TimeColumn}) {
            const auto [name, figure] = inkOf(column);
            QVERIFY2(
                std::abs(name.second - figure.second) <= 2,
                qPrintable(QStringLiteral("column %1: %2 and %3").arg(column).arg(name.second).arg(figure.second)));
        }
        for (const int column : {SampleTableModel::OperationColumn, SampleTableModel::ModeColumn}) {
            const auto [name, word] = inkOf(column);
            QVERIFY2(std::abs(name.first - word.first) <= 2,
                     qPrintable(QStringLiteral("column %1: %2 and %3").arg(column).arg(name.first).arg(word.first)));
        }
        QVERIFY(inkOf(SampleTableModel::ModeColumn).second.first - inkOf(SampleTableModel::ChainColumn).second.second
                >= 12);
        qApp->setStyleSheet({});
    }

    void keepsTheRulesOfAModelWhileSamplesArriveAndChange()
    {
        LiveSession session;
        SampleTableModel model(session);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        fill(session);
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 12, patienceMs);
        QCOMPARE(inserted.count(), 1);
        session.putSample(syntheticSample(workload(2, 2048), 5));
        QVERIFY(changed.wait(patienceMs));
        QCOMPARE(model.rowCount(), 12);
        session.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void showsTheRegimeOfEachAnalysedRow()
    {
        LiveSession session;
        fill(session);
        SampleTableModel model(session);
        const SnapshotPointer snapshot = makeSnapshot(requestOf(session, 1));
        model.setSnapshot(snapshot);
        int named = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            const auto& regime = snapshot->points[static_cast<std::size_t>(row)].regime;
            const QString words = model.index(row, SampleTableModel::RegimeColumn).data().toString();
            QCOMPARE(words, regime ? regimeLabel(*regime) : QString());
            named += words.isEmpty() ? 0 : 1;
        }
        QVERIFY(named > 0);
    }

    void takesOnlyTheSamplesOfThePlanIntoASnapshotAndNoReadings()
    {
        LiveSession session;
        fill(session);
        Workload other = workload(1, 1024);
        other.operation = Operation::Cos;
        session.putSample(syntheticSample(other, 0));
        const SnapshotPointer snapshot = makeSnapshot(requestOf(session, 1));
        QCOMPARE(snapshot->points.size(), snapshot->samples.size());
        for (const Sample& sample : snapshot->samples) {
            QVERIFY(sample.workload.operation == Operation::Fma);
            QVERIFY(sample.keptReadings.empty());
        }
    }

    void dropsResultsThatNewerOnesHaveOvertaken()
    {
        LiveSession session;
        fill(session);
        AnalysisWorker worker;
        std::vector<std::uint64_t> generations;
        connect(&worker, &AnalysisWorker::finished, this,
                [&](const SnapshotPointer& snapshot) { generations.push_back(snapshot->generation); });
        for (std::uint64_t generation = 1; generation <= 20; ++generation)
            worker.request(requestOf(session, generation));
        QTRY_VERIFY_WITH_TIMEOUT(!generations.empty() && generations.back() == 20, patienceMs);
        QVERIFY(generations.size() <= 2);
        QVERIFY(std::is_sorted(generations.begin(), generations.end()));
    }
};

RIDGEPOINT_GUI_TEST(TableModelTest)
#include "table_model_test.moc"
