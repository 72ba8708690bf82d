// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/chart_axis.h"
#include "app/charts/draw/concealed.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/chart_kinds.h"

#include <QAccessible>
#include <QMouseEvent>
#include <QSignalSpy>

#include <array>
#include <cmath>

using namespace ridgepoint;

namespace {

constexpr std::array levels{Concealed::Nothing, Concealed::Results, Concealed::ResultsAndBorder, Concealed::Everything};
const char* const hiddenParts[]{"nothing", "results", "results and border", "everything"};

/// Other times in the middle of the cursor's line, where the axes do not follow them, and a kernel of the user's own.
SnapshotPointer withOtherResults(const Snapshot& snapshot)
{
    auto other = std::make_shared<Snapshot>(snapshot);
    for (Sample& sample : other->samples)
        if (sample.workload.operationsPerElement >= 16 && sample.workload.operationsPerElement <= 64)
            for (Seconds* time : {&sample.time, &sample.median, &sample.low, &sample.high})
                *time = *time * 1.3;
    other->points = analyse(other->samples, other->roofs, other->device.kind);
    other->kernels = kernelList({{.name = "mine", .flops = Flops(1e9), .bytes = Bytes(1e9), .time = Seconds(0.1)}});
    return other;
}

SnapshotPointer withOtherRoofs(const Snapshot& snapshot)
{
    auto other = std::make_shared<Snapshot>(snapshot);
    for (Roof& roof : other->roofs.roofs)
        for (double* value : {&roof.value, &roof.low, &roof.high})
            *value *= roof.kind == RoofKind::Compute ? 1.5 : 1.2;
    return other;
}

QImage pictureOf(ChartWidget& chart)
{
    chart.flush();
    return chart.grab().toImage();
}

} // namespace

/// What is hidden until it is guessed is hidden everywhere, and what a level shows stays.
class ConcealedTest : public test::Case {
    Q_OBJECT

    SnapshotPointer m_snapshot;

    [[nodiscard]] std::unique_ptr<ChartWidget> shown(int kind, Concealed level, SnapshotPointer snapshot) const
    {
        auto chart = test::makeChart(kind);
        chart->setAttribute(Qt::WA_DontShowOnScreen);
        chart->resize(720, 420);
        chart->set(&ChartInput::cursor, test::syntheticCursor());
        chart->set(&ChartInput::selected, test::syntheticCursor());
        chart->set(&ChartInput::concealed, level);
        chart->set(&ChartInput::snapshot, std::move(snapshot));
        chart->show();
        chart->flush();
        return chart;
    }
    [[nodiscard]] std::unique_ptr<ChartWidget> shown(int kind, Concealed level) const
    {
        return shown(kind, level, m_snapshot);
    }
    static void rows()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("level");
        for (const auto& [kind, name] :
             {std::pair{test::RooflineKind, "roofline"}, {test::MapKind, "map"}, {test::CurvesKind, "curves"}})
            for (const Concealed level : levels)
                QTest::addRow("%s, hidden: %s", name, hiddenParts[static_cast<int>(level)])
                    << int(kind) << static_cast<int>(level);
    }

private slots:
    void initTestCase() { m_snapshot = test::syntheticSnapshotPointer(); }

    void otherResultsLookTheSameWhileTheyAreHidden_data() { rows(); }
    void otherResultsLookTheSameWhileTheyAreHidden()
    {
        QFETCH(int, kind);
        QFETCH(int, level);
        const auto hidden = static_cast<Concealed>(level);
        const auto plain = shown(kind, hidden);
        const auto other = shown(kind, hidden, withOtherResults(*m_snapshot));
        const Workload beside = moved(test::syntheticCursor(), AxisKind::Operations, 32);
        const auto sample = std::ranges::find(m_snapshot->samples, beside, &Sample::workload);
        QVERIFY(sample != m_snapshot->samples.end());
        other->set(&ChartInput::pins,
                   std::make_shared<const std::vector<Pin>>(std::vector{makePin("A", *m_snapshot, beside, &*sample)}));
        other->set(&ChartInput::probe, {{{beside, sample->time, 0.0}}, 0.25});
        other->set(&ChartInput::brushed, std::make_shared<const std::vector<Workload>>(std::vector{beside}));
        other->set(&ChartInput::linked, beside);
        QCOMPARE(pictureOf(*plain) == pictureOf(*other), !showsResults(hidden));
        const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(other.get());
        QCOMPARE(face->text(QAccessible::Value).isEmpty(), !showsResults(hidden));
        QCOMPARE(face->text(QAccessible::Description).contains(QStringLiteral("bound")), showsResults(hidden));
    }

    void bordersOnABareMapAreNamedInTheColourOfWords()
    {
        Theme theme = Theme::light();
        theme.text = QColor(255, 0, 255); // of nothing else in the plot
        const auto lettersOf = [&](Concealed hidden) {
            const auto chart = shown(test::MapKind, hidden);
            chart->setTheme(theme);
            const QImage image = pictureOf(*chart);
            const QRect plot = chart->axisRect()->rect().adjusted(2, 2, -2, -2);
            int pixels = 0;
            for (int y = plot.top(); y <= plot.bottom(); ++y)
                for (int x = plot.left(); x <= plot.right(); ++x) {
                    const QColor there = image.pixelColor(x, y);
                    pixels += there.red() > 200 && there.blue() > 200 && there.green() < 100;
                }
            return pixels;
        };
        QVERIFY(lettersOf(Concealed::Results) > 20);
        QCOMPARE(lettersOf(Concealed::Nothing), 0); // on colours they are white, in a dark casing
    }

    void theMouseReadsNothingThatIsHidden_data() { rows(); }
    void theMouseReadsNothingThatIsHidden()
    {
        QFETCH(int, kind);
        QFETCH(int, level);
        const auto hidden = static_cast<Concealed>(level);
        const auto chart = shown(kind, hidden, withOtherResults(*m_snapshot));
        const QSignalSpy hovered(chart.get(), &ChartWidget::hovered);
        const auto wordsOf = [&](QCPAxis::AxisType type, int pixel) {
            const ChartAxis& axis = axisOf(*chart->axisRect(), type);
            return axis.meaning().words(axis.pixelToCoord(pixel));
        };
        const QRect plot = chart->axisRect()->rect();
        for (int y = plot.top(); y <= plot.bottom(); y += 12)
            for (int x = plot.left(); x <= plot.right(); x += 12) {
                QMouseEvent event(QEvent::MouseMove, QPointF(x, y), chart->mapToGlobal(QPointF(x, y)), Qt::NoButton,
                                  Qt::NoButton, Qt::NoModifier);
                QApplication::sendEvent(chart.get(), &event);
                if (!showsResults(hidden)) // what the axes have there, and no more
                    QCOMPARE(chart->readoutLines(),
                             (QStringList{wordsOf(QCPAxis::atLeft, y), wordsOf(QCPAxis::atBottom, x)}));
            }
        QCOMPARE(!hovered.isEmpty(), showsResults(hidden));
    }

    void otherRoofsLookTheSameWhileTheyAreHidden_data() { rows(); }
    void otherRoofsLookTheSameWhileTheyAreHidden()
    {
        QFETCH(int, kind);
        QFETCH(int, level);
        const auto hidden = static_cast<Concealed>(level);
        // A map has no roofs; its borders follow them.
        const bool isSeen = kind == test::MapKind ? showsBorder(hidden) : showsRoofs(hidden);
        QCOMPARE(pictureOf(*shown(kind, hidden)) != pictureOf(*shown(kind, hidden, withOtherRoofs(*m_snapshot))),
                 isSeen);
    }

    void eachLevelHidesMore_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("roofline") << int(test::RooflineKind);
        QTest::newRow("map") << int(test::MapKind);
        QTest::newRow("curves") << int(test::CurvesKind);
    }
    void eachLevelHidesMore()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind, Concealed::Nothing);
        const QImage all = pictureOf(*chart);
        QImage before = all;
        for (const Concealed level : {Concealed::Results, Concealed::ResultsAndBorder, Concealed::Everything}) {
            chart->set(&ChartInput::concealed, level);
            const QImage now = pictureOf(*chart);
            const bool hasLess = kind != test::MapKind || showsRoofs(level); // a map's axes are of its plan
            QVERIFY2((now != before) == hasLess, hiddenParts[static_cast<int>(level)]);
            before = now;
        }
        chart->set(&ChartInput::concealed, Concealed::Nothing);
        QCOMPARE(pictureOf(*chart), all);
    }

    void axesThatTellNothingGiveWayToThoseBefore_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("roofline") << int(test::RooflineKind);
        QTest::newRow("curves") << int(test::CurvesKind);
    }
    void axesThatTellNothingGiveWayToThoseBefore()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind, Concealed::Nothing);
        const ChartRanges fitted = chart->axisRanges().current();
        const QCPRange before = chart->yAxis->range();
        chart->set(&ChartInput::concealed, Concealed::Everything);
        chart->flush();
        const QCPRange any = chart->yAxis->range();
        QVERIFY(any.upper / any.lower > 1e3 && any != before);
        chart->set(&ChartInput::snapshot, withOtherRoofs(*m_snapshot));
        chart->flush();
        QCOMPARE(chart->yAxis->range(), any);
        chart->set(&ChartInput::snapshot, m_snapshot);
        chart->set(&ChartInput::concealed, Concealed::ResultsAndBorder);
        chart->flush();
        QVERIFY(chart->axisRanges().current() == fitted);
        // What somebody chose stays.
        chart->axisRanges().zoom(QRectF(chart->axisRect()->rect()).center(), 0.5);
        const ChartRanges zoomed = chart->axisRanges().current();
        chart->set(&ChartInput::concealed, Concealed::Everything);
        chart->flush();
        QVERIFY(chart->axisRanges().current() == zoomed);
    }

    void axesOfHiddenCurvesHaveRoomToDrawThemAndHoldTheAnswer()
    {
        const auto hidden = shown(test::CurvesKind, Concealed::Everything);
        const auto seen = shown(test::CurvesKind, Concealed::Nothing);
        for (std::size_t panel = 0; panel < 3; ++panel) {
            const QCPRange axis = hidden->axisRects()[static_cast<int>(panel)]->axis(QCPAxis::atLeft)->range();
            QVERIFY2(std::abs(std::log10(axis.upper / axis.lower) - 4.0) < 1e-6,
                     qPrintable(QString::number(axis.upper / axis.lower)));
            for (const ChartPoint& point : seen->places().shownPoints()) {
                const double value = panel == 0 ? point.time.value()
                                   : panel == 1 ? point.performance().value()
                                                : point.bandwidth().value();
                QVERIFY(axis.contains(value));
            }
        }
        const auto nothingKnown = shown(test::CurvesKind, Concealed::Everything,
                                        test::syntheticSnapshotPointer({.withSamples = false, .withRoofs = false}));
        QCOMPARE(nothingKnown->yAxis->range(), QCPRange(anyRuntime.low, anyRuntime.high));
    }

    void decadesAroundAnAnswerAreTheSameForOthersNearby()
    {
        const auto isBetween = [](AnyRange range, int low, int high) {
            return std::abs(std::log10(range.low) - low) < 1e-9 && std::abs(std::log10(range.high) - high) < 1e-9;
        };
        QVERIFY(isBetween(decadesAround(1e10, 4e11), 8, 12));
        QVERIFY(isBetween(decadesAround(2e9, 4e10), 8, 12));
        QVERIFY(isBetween(decadesAround(3e-6, 3e-5), -8, -4));
        QVERIFY(isBetween(decadesAround(1.1e8, 6e11), 6, 12)); // too near to an edge to be guessed too low
        QVERIFY(isBetween(decadesAround(2e6, 3e12), 6, 14));   // what spans more is shown whole
    }

    void whatIsAskedForIsMarkedAtItsPlaceOnTheAxis_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("upwards");
        QTest::addColumn<double>("coordinate");
        const Workload cursor = test::syntheticCursor();
        QTest::newRow("roofline") << int(test::RooflineKind) << false << costOf(cursor).arithmeticIntensity().value();
        QTest::newRow("map's row") << int(test::MapKind) << true << std::log2(static_cast<double>(cursor.elements));
        QTest::newRow("map's column") << int(test::MapKind) << false
                                      << std::log2(static_cast<double>(cursor.operationsPerElement));
        QTest::newRow("curves") << int(test::CurvesKind) << false << static_cast<double>(cursor.operationsPerElement);
    }
    void whatIsAskedForIsMarkedAtItsPlaceOnTheAxis()
    {
        QFETCH(int, kind);
        QFETCH(bool, upwards);
        QFETCH(double, coordinate);
        const auto chart = shown(kind, Concealed::Everything);
        const QImage before = pictureOf(*chart);
        chart->set(&ChartInput::asked,
                   AskedPlace{upwards ? Qt::Vertical : Qt::Horizontal, coordinate, QStringLiteral("asked: this")});
        const QImage image = pictureOf(*chart);
        for (const QCPAxisRect* rect : chart->axisRects()) {
            const QRect plot = rect->rect();
            const auto pixel = static_cast<int>(
                std::lround(rect->axis(upwards ? QCPAxis::atLeft : QCPAxis::atBottom)->coordToPixel(coordinate)));
            const QPoint inMark = upwards ? QPoint(plot.left() + 5, pixel) : QPoint(pixel, plot.bottom() - 5);
            QVERIFY2(QColor(image.pixel(inMark)) == chart->theme().accent,
                     qPrintable(QColor(image.pixel(inMark)).name()));
            QVERIFY(QColor(before.pixel(inMark)) != chart->theme().accent);
        }
        QVERIFY(chart->accessibility().spokenWords().contains(QStringLiteral("asked: this")));
        chart->set(&ChartInput::asked, {});
        QCOMPARE(pictureOf(*chart), before);
    }

    void theMarkLeavesLabelsWhole()
    {
        const auto chart = shown(test::RooflineKind, Concealed::ResultsAndBorder);
        const QImage before = pictureOf(*chart);
        const QRect plot = chart->axisRect()->rect();
        int crossed = 0;
        for (const OrientedBox& label : chart->places().obstacles().boxes) {
            if (label.center.y() > plot.center().y()) // there stand the mark's own words
                continue;
            const double intensity = chart->xAxis->pixelToCoord(label.center.x());
            chart->set(&ChartInput::asked, AskedPlace{Qt::Horizontal, intensity, QStringLiteral("asked")});
            const QImage marked = pictureOf(*chart);
            int changed = 0;
            const QPolygonF inside = label.corners();
            for (int y = plot.top(); y <= plot.bottom(); ++y)
                for (int x = plot.left(); x <= plot.right(); ++x)
                    if (inside.containsPoint(QPointF(x, y) + QPointF(0.5, 0.5), Qt::OddEvenFill))
                        changed += marked.pixel(x, y) != before.pixel(x, y);
            QCOMPARE(changed, 0);
            QVERIFY(marked != before);
            ++crossed;
        }
        QVERIFY(crossed > 1);
    }

    void aGuessLeavesLabelsWhole()
    {
        const auto chart = shown(test::CurvesKind, Concealed::Nothing);
        const QImage before = pictureOf(*chart);
        int crossed = 0;
        for (const OrientedBox& label : chart->places().obstacles().boxes) {
            const auto place = chart->placeAt(label.center);
            if (!place)
                continue;
            GuessMarks marks; // an upright line through the plot, as that of a predicted place
            marks.lines.push_back({{place->plot, place->x, 1e-30}, {place->plot, place->x, 1e30}});
            chart->set(&ChartInput::guess, marks);
            const QImage marked = pictureOf(*chart);
            const QRectF inside(label.center - QPointF(label.width, label.height) / 2.0,
                                QSizeF(label.width, label.height));
            int changed = 0;
            for (int y = 0; y < marked.height(); ++y)
                for (int x = 0; x < marked.width(); ++x)
                    changed += inside.contains(QPointF(x, y)) && marked.pixel(x, y) != before.pixel(x, y);
            QCOMPARE(changed, 0);
            QVERIFY(marked != before);
            ++crossed;
        }
        QVERIFY(crossed > 0);
    }

    void theMarkTellsNotWhereHiddenLabelsStand()
    {
        const auto plain = shown(test::RooflineKind, Concealed::Everything);
        const auto other = shown(test::RooflineKind, Concealed::Everything, withOtherRoofs(*m_snapshot));
        const auto labels = plain->places().obstacles().boxes;
        QVERIFY(!labels.empty());
        for (const OrientedBox& label : labels) {
            const AskedPlace asked{Qt::Horizontal, plain->xAxis->pixelToCoord(label.center.x()),
                                   QStringLiteral("asked")};
            plain->set(&ChartInput::asked, asked);
            other->set(&ChartInput::asked, asked);
            QCOMPARE(pictureOf(*plain), pictureOf(*other));
        }
    }
};

RIDGEPOINT_GUI_TEST(ConcealedTest)
#include "concealed_test.moc"
