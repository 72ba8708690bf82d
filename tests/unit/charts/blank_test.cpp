// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/compared_plans.h"

#include <QTest>

using namespace ridgepoint;

namespace {

/// The difference of two maps that share no fusion depth.
struct BlankDifference : RegimeMapChart {
    BlankDifference()
    {
        paintOn(ChartLayer::Points, [this](QCPPainter* painter) { paintBorders(painter); });
        setView(MapView::Difference);
        const SnapshotPointer own = test::measured(test::slice(16));
        set(&ChartInput::cursor, own->plan.cell(0));
        set(&ChartInput::snapshot, own);
        set(&ChartInput::overlays, {{test::measured(test::slice(4)), QStringLiteral("another")}});
        resize(640, 420);
        setAttribute(Qt::WA_DontShowOnScreen);
        show();
        flush();
    }
    /// Behind the words.
    [[nodiscard]] QRectF ground() const { return emptyWords(plotRect(*axisRect()), colourlessWords()).ground; }
    /// Borders that run through the place of the words, wherever those of the model are.
    void paintBorders(QCPPainter* painter)
    {
        const QRectF plot = plotRect(*axisRect());
        painter->setPen(QPen(QColor::fromRgb(border), 3.0));
        painter->drawLine(QLineF(plot.left(), plot.center().y(), plot.right(), plot.center().y()));
        painter->drawLine(QLineF(plot.center().x(), plot.top(), plot.center().x(), plot.bottom()));
    }
    static constexpr QRgb border = 0xFF00FF00;
};

} // namespace

/// Charts that have nothing to show: their words.
class BlankTest : public test::Case {
    Q_OBJECT
private slots:
    void noLineRunsThroughTheWordsOfABlankMap()
    {
        BlankDifference map;
        QVERIFY(!map.colourlessWords().isEmpty());
        const QImage drawn = map.grab().toImage();
        int beside = 0;
        for (int y = 0; y < drawn.height(); ++y)
            for (int x = 0; x < drawn.width(); ++x)
                if (drawn.pixel(x, y) == BlankDifference::border) {
                    QVERIFY(!map.ground().adjusted(2.0, 2.0, -2.0, -2.0).contains(x, y));
                    ++beside;
                }
        QVERIFY(beside > 100);
    }
    void unitsAndCompoundsStayOnOneLine()
    {
        const QFont font = Theme::light().font();
        const QString words = QStringLiteral(
            "under-filled at 3.1 GFLOP/s of 9.7 TFLOP/s, wait-each, 1/32 of the roof of 0.25 FLOP/B");
        const QStringList whole = words.split(QLatin1Char(' '));
        for (double width = 90.0; width < 600.0; width += 7.0) {
            QStringList pieces;
            for (const QString& line : TextPainter::broken(words, font, width)) {
                QVERIFY(TextPainter::sizeOf(line, font).width() <= width + 1.0);
                QVERIFY(!line.contains(QChar(0x2060))); // copied words are what was written
                pieces << line.split(QLatin1Char(' '));
            }
            QCOMPARE(pieces, whole);
        }
        // What no line has room for is broken all the same.
        QVERIFY(TextPainter::broken(QStringLiteral("compute-bound/memory-bandwidth-bound"), font, 60.0).size() > 2);
    }
    void whyADifferenceIsBlankIsRead()
    {
        BlankDifference map;
        QString words = map.colourlessWords();
        QVERIFY(words.endsWith(QLatin1Char('.')));
        words.chop(1);
        QCOMPARE(map.accessibility().spokenWords().count(words + QStringLiteral(". ")), 1); // as one of the sentences
        map.setView(MapView::Runtime);
        map.flush();
        QVERIFY(!map.accessibility().spokenWords().contains(words));
    }
    void everyChartOfASliceThatIsNotMeasuredSaysTheSame()
    {
        // Beside it a device is predicted along some axes and not along others.
        auto own = std::make_shared<Snapshot>(*test::measured(test::slice(16)));
        own->samples.clear();
        own->points.clear();
        const auto say = [&](ChartWidget& chart, const QString& words) {
            chart.set(&ChartInput::emptyText, words);
            chart.set(&ChartInput::cursor, own->plan.cell(0));
            chart.set(&ChartInput::snapshot, own);
            chart.set(&ChartInput::overlays, {{test::elsewhere("datasheet:a100-sxm4-40gb", own->plan),
                                               QStringLiteral("another"), QStringLiteral("A100")}});
            chart.resize(640, 420);
            chart.setAttribute(Qt::WA_DontShowOnScreen);
            chart.show();
            chart.flush();
            return chart.grab().toImage();
        };
        const auto check = [&](ChartWidget& chart) {
            const QImage bare = say(chart, QString());
            QVERIFY(chart.missingWords().isEmpty());
            const QImage drawn = say(chart, QStringLiteral("Press F5 to measure"));
            QCOMPARE(chart.missingWords(), QStringLiteral("Press F5 to measure"));
            QVERIFY(chart.accessibility().spokenWords().contains(chart.missingWords()));
            QVERIFY(drawn != bare);
        };
        for (const AxisKind axis : allAxisKinds) {
            CurvesChart curves;
            curves.setSharedAxis(axis);
            check(curves);
        }
        RooflineChart roofline;
        check(roofline);
        RegimeMapChart map;
        check(map);
    }
};

RIDGEPOINT_GUI_TEST(BlankTest)
#include "blank_test.moc"
