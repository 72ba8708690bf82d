// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/chart_kinds.h"

#include <QTest>

#include <algorithm>
#include <memory>

using namespace ridgepoint;

namespace {

constexpr QSize usualSize(640, 420);

} // namespace

/// Layers that were painted and are blank again, and the other way round: what is on the screen is what is drawn now.
class BuffersTest : public test::Case {
    Q_OBJECT

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

private slots:
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
        const auto near = chart->places().nearestShown(test::syntheticCursor());
        QVERIFY(near.has_value());
        const auto sample = std::find_if(m_snapshot->samples.begin(), m_snapshot->samples.end(),
                                         [&](const Sample& each) { return each.workload == *near; });
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
};

RIDGEPOINT_GUI_TEST(BuffersTest)
#include "buffers_test.moc"
