// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/chart_kinds.h"

#include <QDeadlineTimer>
#include <QLabel>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

using namespace ridgepoint;

namespace {

/// A chart of the synthetic device at rest.
std::unique_ptr<ChartWidget> drawnChart(int kind)
{
    auto chart = test::makeChart(kind);
    chart->resize(640, 420);
    chart->set(&ChartInput::cursor, test::syntheticCursor());
    chart->set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
    chart->show();
    if (!QTest::qWaitForWindowExposed(chart.get()))
        return nullptr;
    chart->flush();
    return chart;
}

/// Another slice: the chart has all of it to draw.
Workload ofOtherSize()
{
    Workload elsewhere = test::syntheticCursor();
    elsewhere.elements /= 2;
    return elsewhere;
}

/// Calls back when a window is about to paint what was asked for since the last time.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(std::function<void()> about) : m_about(std::move(about)) {}

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::UpdateRequest)
            m_about();
        return false;
    }

private:
    std::function<void()> m_about;
};

constexpr QSize usualSize(640, 420);

} // namespace

/// When the charts draw: one at a time, and first what somebody moves.
class TurnsTest : public test::Case {
    Q_OBJECT
private slots:
    void chartsAreDrawnInTurnsOfTheirOwn()
    {
        std::vector<std::unique_ptr<ChartWidget>> charts;
        std::vector<int> turns; // which chart drew, and -1 for each turn of the event loop in between
        for (const int kind : {0, 1, 2}) {
            charts.push_back(drawnChart(kind));
            connect(charts.back().get(), &QCustomPlot::afterReplot, this, [&turns, kind] { turns.push_back(kind); });
        }
        for (const auto& chart : charts)
            chart->setTheme(Theme::darkTheme());
        const auto drew = [&] { return std::count_if(turns.begin(), turns.end(), [](int turn) { return turn >= 0; }); };
        const QDeadlineTimer deadline(5000);
        while (drew() < 3 && !deadline.hasExpired()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            turns.push_back(-1);
        }
        QCOMPARE(drew(), 3);
        for (std::size_t i = 1; i < turns.size(); ++i)
            QVERIFY(turns[i] < 0 || turns[i - 1] < 0);
    }
    void whatSomebodyMovesIsDrawnBeforeWhatArrives()
    {
        const auto first = drawnChart(0);
        const auto moved = drawnChart(0);
        std::vector<const ChartWidget*> order;
        for (ChartWidget* chart : {first.get(), moved.get()})
            connect(chart, &QCustomPlot::afterReplot, this, [&order, chart] { order.push_back(chart); });
        first->setTheme(Theme::darkTheme());
        moved->setTheme(Theme::darkTheme());
        moved->set(&ChartInput::cursor, ofOtherSize());
        QTRY_COMPARE(order.size(), std::size_t{2});
        QCOMPARE(order.front(), static_cast<const ChartWidget*>(moved.get()));
    }
    /// What was moved and the words about it are seen together: the window paints once, with the chart drawn.
    void whatSomebodyMovesIsDrawnBeforeTheWindowPaints()
    {
        QWidget window;
        window.resize(640, 480);
        auto* chart = test::makeChart(test::RooflineKind).release();
        chart->setParent(&window);
        chart->setGeometry(0, 40, 640, 440);
        auto* words = new QLabel(QStringLiteral("here"), &window);
        words->setGeometry(0, 0, 640, 40);
        chart->set(&ChartInput::cursor, test::syntheticCursor());
        chart->set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        chart->flush();
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        int drawn = 0;
        std::vector<int> drawnAtPaint;
        connect(chart, &QCustomPlot::afterReplot, this, [&drawn] { ++drawn; });
        PaintWatch watch([&] { drawnAtPaint.push_back(drawn); });
        window.installEventFilter(&watch);
        chart->set(&ChartInput::cursor, ofOtherSize());
        words->setText(QStringLiteral("there"));
        QTRY_VERIFY(!drawnAtPaint.empty());
        QCOMPARE(drawnAtPaint.front(), 1);
    }
    void initTestCase() { m_snapshot = test::syntheticSnapshotPointer(); }
    void whatIsTakenAwayLeavesNothingBehind_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("roofline") << int(test::RooflineKind);
        QTest::newRow("map") << int(test::MapKind);
        QTest::newRow("curves") << int(test::CurvesKind);
    }
    void whatIsTakenAwayLeavesNothingBehind()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        const QImage plain = pictureOf(*chart);
        // The probe's layer was blank, is painted, and is blank again; also where everything is drawn anew meanwhile.
        const std::vector<ChartPoint> points = chart->places().shownPoints();
        const auto sample = std::ranges::find_if(m_snapshot->samples, [&](const Sample& each) {
            return std::ranges::find(points, each.workload, &ChartPoint::workload) != points.end();
        });
        QVERIFY(sample != m_snapshot->samples.end());
        chart->set(&ChartInput::probe, {{{sample->workload, sample->time, 0.0}}, 0.25});
        const QImage probed = pictureOf(*chart);
        QVERIFY(probed != plain);
        chart->setTheme(Theme::darkTheme());
        QVERIFY(pictureOf(*chart) != probed);
        chart->set(&ChartInput::probe, {});
        chart->setTheme(Theme::light());
        QCOMPARE(pictureOf(*chart), plain);
        // Drawn elsewhere meanwhile, where the layer is blank: here it is painted next all the same.
        QVERIFY(!chart->toPixmap(300, 200).isNull());
        for (int time = 0; time < 2; ++time) {
            chart->set(&ChartInput::probe, {{{sample->workload, sample->time, 0.0}}, 0.25});
            QVERIFY(pictureOf(*chart) != plain);
            chart->set(&ChartInput::probe, {});
            QCOMPARE(pictureOf(*chart), plain);
        }
        // Every result covered, and shown again.
        chart->set(&ChartInput::concealed, Concealed::Everything);
        QVERIFY(pictureOf(*chart) != plain);
        chart->set(&ChartInput::concealed, Concealed::Nothing);
        QCOMPARE(pictureOf(*chart), plain);
        // Other buffers, and these again.
        chart->resize(usualSize + QSize(60, 40));
        QVERIFY(pictureOf(*chart).size() != plain.size());
        chart->resize(usualSize);
        QCOMPARE(pictureOf(*chart), plain);
        // As one that is drawn for the first time.
        QCOMPARE(pictureOf(*shown(kind)), plain);
    }

private:
    SnapshotPointer m_snapshot;

    static QImage pictureOf(ChartWidget& chart)
    {
        chart.flush();
        return chart.grab().toImage();
    }
    std::unique_ptr<ChartWidget> shown(int kind) const
    {
        auto chart = test::makeChart(kind);
        chart->setAttribute(Qt::WA_DontShowOnScreen);
        chart->resize(usualSize);
        chart->set(&ChartInput::cursor, test::syntheticCursor());
        chart->set(&ChartInput::snapshot, m_snapshot);
        chart->show();
        return chart;
    }
};

RIDGEPOINT_GUI_TEST(TurnsTest)
#include "turns_test.moc"
