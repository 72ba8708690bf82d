// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/experiment_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/chart_kinds.h"

#include <QAccessible>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QStyleHints>

#include <algorithm>
#include <functional>
#include <set>

using namespace ridgepoint;

Q_DECLARE_METATYPE(std::optional<ridgepoint::Workload>)

namespace {

/// How many colours a picture has: an empty chart has few.
std::size_t colors(const QImage& image)
{
    std::set<QRgb> seen;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3)
            seen.insert(image.pixel(x, y));
    return seen.size();
}

} // namespace

class WidgetsTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { m_snapshot = test::syntheticSnapshotPointer(); }
    void hoverReportsAPointAndLeavingReportsNone_data() { chartRows(); }
    void hoverReportsAPointAndLeavingReportsNone()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        QSignalSpy hovered(chart.get(), &ChartWidget::hovered);
        const auto place = placeOfSomePoint(*chart);
        QVERIFY(place.has_value());
        QTest::mouseMove(chart.get(), *place);
        QTRY_VERIFY(!hovered.isEmpty());
        QVERIFY(hovered.last().first().value<std::optional<Workload>>().has_value());
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(chart.get(), &leave);
        QVERIFY(!hovered.last().first().value<std::optional<Workload>>().has_value());
    }
    void aClickSelectsAndADragDoesNot_data() { chartRows(); }
    void aClickSelectsAndADragDoesNot()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        QSignalSpy selected(chart.get(), &ChartWidget::selected);
        const auto place = placeOfSomePoint(*chart);
        QVERIFY(place.has_value());
        QTest::mouseClick(chart.get(), Qt::LeftButton, {}, *place);
        QCOMPARE(selected.size(), 1);
        QCOMPARE(chart->input().selected, std::optional(selected.first().first().value<Workload>()));
        QVERIFY(!chart->accessibleDescription().isEmpty());
        const QCPRange before = chart->axisRect()->axis(QCPAxis::atBottom)->range();
        const QPoint corner = chart->axisRect()->bottomRight()
                            - QPoint(20, 20); // away from the roofs, which a drag would move
        drag(*chart, corner, corner - QPoint(40, 10));
        QCOMPARE(selected.size(), 1);
        QVERIFY(chart->axisRect()->axis(QCPAxis::atBottom)->range() != before);
    }
    void aBandIsSeenUntilTheButtonIsUp_data() { chartRows(); }
    void aBandIsSeenUntilTheButtonIsUp()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        int brushed = 0;
        connect(chart.get(), &ChartWidget::brushed, this, [&brushed] { ++brushed; });
        const QImage before = chart->grab().toImage();
        const QPoint from = chart->axisRect()->topLeft() + QPoint(10, 10);
        const QPoint to = chart->axisRect()->center();
        send(*chart, QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton, Qt::ShiftModifier);
        send(*chart, QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton, Qt::ShiftModifier);
        QVERIFY(chart->grab().toImage() != before);
        send(*chart, QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton, Qt::ShiftModifier);
        QCOMPARE(brushed, 1);
        QCOMPARE(chart->grab().toImage(), before);
    }
    void theWheelZoomsWithinBoundsAndRResets_data() { chartRows(); }
    void theWheelZoomsWithinBoundsAndRResets()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        QCPAxis* axis = chart->axisRect()->axis(QCPAxis::atBottom);
        const QCPRange whole = axis->range();
        for (int i = 0; i < 200; ++i)
            wheel(*chart, 120);
        QVERIFY(axis->range() != whole);
        QVERIFY(axis->range().size() > 0.0);
        QTest::keyClick(chart.get(), Qt::Key_R);
        QCOMPARE(axis->range(), whole);
        for (int i = 0; i < 200; ++i)
            wheel(*chart, -120);
        QVERIFY(axis->range().upper > axis->range().lower);
        QTest::mouseDClick(chart.get(), Qt::LeftButton, {}, chart->axisRect()->center());
        QCOMPARE(axis->range(), whole);
    }
    void aClickMeasuresItsPlaceAndADoubleClickOnlyResetsTheView_data() { chartRows(); }
    void aClickMeasuresItsPlaceAndADoubleClickOnlyResetsTheView()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        QSignalSpy wanted(chart.get(), &ChartWidget::measureWanted);
        QSignalSpy selected(chart.get(), &ChartWidget::selected);
        const auto place = placeOfSomePoint(*chart);
        QVERIFY(place.has_value());
        for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease,
                                        QEvent::MouseButtonDblClick, QEvent::MouseButtonRelease}) {
            QMouseEvent event(type, QPointF(*place), chart->mapToGlobal(QPointF(*place)), Qt::LeftButton,
                              type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(chart.get(), &event);
        }
        QCOMPARE(selected.size(), 1);
        QVERIFY(!wanted.wait(2 * QGuiApplication::styleHints()->mouseDoubleClickInterval()));
        // What is asked for next is measured, once, and nothing was before.
        QTest::keyClick(chart.get(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 1);
        QTest::mouseClick(chart.get(), Qt::LeftButton, {}, *place);
        QTRY_COMPARE(wanted.size(), 2);
        // Who goes on right after the click does not want its place any more.
        QTest::mouseClick(chart.get(), Qt::LeftButton, {}, *place);
        Workload elsewhere = test::syntheticCursor();
        elsewhere.operationsPerElement *= 2;
        chart->set(&ChartInput::cursor, elsewhere);
        QVERIFY(!wanted.wait(2 * QGuiApplication::styleHints()->mouseDoubleClickInterval()));
    }
    void arrowKeysMoveTheSelectionAlongTheAxes_data() { chartRows(); }
    void arrowKeysMoveTheSelectionAlongTheAxes()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        const Workload start = test::syntheticCursor();
        chart->set(&ChartInput::selected, start);
        QSignalSpy selected(chart.get(), &ChartWidget::selected);
        QTest::keyClick(chart.get(), Qt::Key_Right);
        QCOMPARE(selected.size(), 1);
        QVERIFY(selected.last().first().value<Workload>().operationsPerElement > start.operationsPerElement);
        QTest::keyClick(chart.get(), Qt::Key_Left);
        QCOMPARE(selected.last().first().value<Workload>(), start);
        QTest::keyClick(chart.get(), Qt::Key_Down);
        QVERIFY(selected.last().first().value<Workload>().elements < start.elements);
    }
    void theSelectionIsReadOut_data() { chartRows(); }
    void theSelectionIsReadOut()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        QVERIFY(!chart->accessibleName().isEmpty());
        chart->set(&ChartInput::selected, test::syntheticCursor());
        QVERIFY(chart->accessibleDescription().contains(QStringLiteral("fma")));
        QVERIFY(chart->accessibleDescription().contains(QStringLiteral("memory")));
    }
    void aCursorAlongTheChartsOwnAxesMovesTheMarkOnly()
    {
        for (const int kind : {0, 1, 2}) {
            const auto chart = shown(kind);
            QSignalSpy drawn(chart.get(), &QCustomPlot::afterReplot);
            Workload beside = test::syntheticCursor();
            beside.operationsPerElement *= 2;
            chart->set(&ChartInput::cursor, beside);
            chart->flush();
            QCOMPARE(drawn.size(), 0); // the operations are an axis of every chart here
            if (dynamic_cast<RegimeMapChart*>(chart.get()) != nullptr)
                continue; // without samples of another kernel it keeps showing its plan's
            const std::string before = chart->dataCsv();
            Workload elsewhere = beside;
            elsewhere.precision = Precision::Fp64;
            chart->set(&ChartInput::cursor, elsewhere);
            chart->flush();
            QVERIFY(chart->dataCsv() != before);
        }
    }
    void withoutDataWordsSayWhatToDo_data() { chartRows(); }
    void withoutDataWordsSayWhatToDo()
    {
        QFETCH(int, kind);
        const auto chart = test::makeChart(kind);
        show(*chart);
        QVERIFY(chart->accessibleDescription().contains(QStringLiteral("Run")));
        const QImage empty = chart->grab().toImage();
        chart->set(&ChartInput::snapshot, m_snapshot);
        chart->set(&ChartInput::cursor, test::syntheticCursor());
        chart->flush();
        QVERIFY(colors(chart->grab().toImage()) > colors(empty) + 10);
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Up})
            QTest::keyClick(makeShownEmpty(kind).get(), key);
    }
    void manySnapshotsAndSizesKeepTheChartWhole_data() { chartRows(); }
    void manySnapshotsAndSizesKeepTheChartWhole()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        for (const double fraction : {0.02, 0.1, 0.3, 1.0}) {
            chart->set(&ChartInput::snapshot, test::syntheticSnapshotPointer({.measuredFraction = fraction}));
            chart->flush();
        }
        chart->set(&ChartInput::snapshot, test::syntheticSnapshotPointer({.withSamples = false}));
        chart->flush();
        chart->set(&ChartInput::snapshot, test::syntheticSnapshotPointer({.withRoofs = false}));
        chart->flush();
        for (const QSize& size : {QSize(120, 90), QSize(1200, 200), QSize(200, 900)}) {
            chart->resize(size);
            QVERIFY(!chart->grab().isNull());
        }
    }
    void anEqualSnapshotPointerIsNotDrawnAgain()
    {
        RooflineChart chart;
        show(chart);
        chart.set(&ChartInput::snapshot, m_snapshot);
        chart.flush();
        QSignalSpy replots(&chart, &QCustomPlot::afterReplot);
        chart.set(&ChartInput::snapshot, m_snapshot);
        chart.flush();
        QCOMPARE(replots.size(), 0);
    }
    void moreOfTheSameLineRedrawsOnlyThePoints()
    {
        RooflineChart chart;
        show(chart);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, m_snapshot);
        chart.flush();
        QSignalSpy replots(&chart, &QCustomPlot::afterReplot);
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        chart.flush();
        QCOMPARE(replots.size(), 0);
    }
    void everyFieldOfTheInputIsDrawn_data() { chartRows(); }
    /// One that ChartWidget::setInput does not compare would never be drawn.
    void everyFieldOfTheInputIsDrawn()
    {
        QFETCH(int, kind);
        const Workload cursor = test::syntheticCursor();
        const Workload beside = moved(cursor, AxisKind::Operations, 32);
        const auto sample = std::find_if(m_snapshot->samples.begin(), m_snapshot->samples.end(),
                                         [&](const Sample& each) { return each.workload == beside; });
        QVERIFY(sample != m_snapshot->samples.end());
        const PlotPlace middle = *shown(kind)->placeAt(shown(kind)->axisRect()->center());
        struct Field {
            const char* name;
            bool isOverlay; ///< nothing else is drawn anew
            std::function<void(ChartInput&)> change;
        };
        const Field fields[]{
            {"title", false, [](ChartInput& input) { input.title = QStringLiteral("A title"); }},
            {"note", false, [](ChartInput& input) { input.note = QStringLiteral("a note"); }},
            {"pins", false,
             [&](ChartInput& input) {
                 input.pins = std::make_shared<const std::vector<Pin>>(
                     std::vector{makePin("A", *m_snapshot, beside, &*sample)});
             }},
            {"concealed", false, [](ChartInput& input) { input.concealed = Concealed::Everything; }},
            {"selected", true, [&](ChartInput& input) { input.selected = beside; }},
            {"brushed", true,
             [&](ChartInput& input) {
                 input.brushed = std::make_shared<const std::vector<Workload>>(std::vector{beside});
             }},
            {"linked", true, [&](ChartInput& input) { input.linked = beside; }},
            {"guess", true, [&](ChartInput& input) { input.guess.place = middle; }},
            {"asked", true,
             [&](ChartInput& input) {
                 input.asked = AskedPlace{Qt::Horizontal, middle.x, QStringLiteral("asked")};
             }},
            {"probe", true,
             [&](ChartInput& input) {
                 input.probe = {{{beside, sample->time, 0.0}}, 0.25};
             }},
        };
        for (const Field& field : fields) {
            const auto chart = shown(kind);
            const QImage before = chart->grab().toImage();
            QSignalSpy replots(chart.get(), &QCustomPlot::afterReplot);
            ChartInput input = chart->input();
            field.change(input);
            chart->setInput(input);
            chart->flush();
            QVERIFY2(replots.isEmpty() == field.isOverlay, field.name);
            QVERIFY2(chart->grab().toImage() != before,
                     qPrintable(QStringLiteral("%1 is not drawn: ChartWidget::setInput must compare it, and schedule "
                                               "the layer that draws it")
                                    .arg(QLatin1String(field.name))));
        }
    }
    /// Mutation: the nearest point of another size is marked, whose values are not those of what is hovered.
    void whatIsHoveredElsewhereIsMarkedOnItsOwnLineAlone()
    {
        for (const int kind : {int(test::RooflineKind), int(test::CurvesKind)}) {
            const auto chart = shown(kind);
            const QImage before = chart->grab().toImage();
            const Workload here = chart->places().shownPoints().front().workload;
            chart->set(&ChartInput::linked, moved(here, AxisKind::Size, here.elements / 2 + 1));
            chart->flush();
            QCOMPARE(chart->grab().toImage(), before);
            chart->set(&ChartInput::linked, here);
            chart->flush();
            QVERIFY(chart->grab().toImage() != before);
        }
    }
    void aPlotOfTheCurvesCanHaveAllTheRoom_data()
    {
        QTest::addColumn<int>("plot");
        QTest::newRow("runtime") << 0;
        QTest::newRow("performance") << 1;
        QTest::newRow("bandwidth") << 2;
    }
    void aPlotOfTheCurvesCanHaveAllTheRoom()
    {
        QFETCH(int, plot);
        const auto chart = shown(test::CurvesKind);
        auto& curves = static_cast<CurvesChart&>(*chart);
        const auto plotsAcross = [&] {
            std::set<int> found;
            for (int x = 0; x < curves.width(); x += 5)
                if (const auto place = curves.placeAt(QPointF(x, curves.height() / 2.0)))
                    found.insert(place->plot);
            return found;
        };
        curves.resize(1200, 420);
        curves.flush();
        QTRY_COMPARE(plotsAcross(), (std::set<int>{0, 1, 2}));
        curves.setPlotAlone(static_cast<std::size_t>(plot));
        curves.flush();
        QCOMPARE(plotsAcross(), std::set<int>{plot});
        QVERIFY(curves.axisRect(plot)->width() > 900);
        const std::size_t lone = colors(curves.grab().toImage());
        QVERIFY2(lone > 10, std::to_string(lone).c_str());
        for (int x = 0; x < curves.width(); x += 10) // also over what is not shown
            QTest::mouseMove(&curves, QPoint(x, curves.height() / 2));
        QTest::keyClick(&curves, Qt::Key_Plus);
        curves.flush();
        for (const QCPAxisRect* each : curves.axisRects())
            for (const QCPAxis* axis : each->axes())
                QVERIFY(axis->range().lower < axis->range().upper);
        QTest::keyClick(&curves, Qt::Key_R);
        const auto copy = curves.duplicate(); // files have all three
        QVERIFY(!static_cast<const CurvesChart&>(*copy).plotAlone());
        curves.setPlotAlone(std::nullopt);
        curves.flush();
        QCOMPARE(plotsAcross(), (std::set<int>{0, 1, 2}));
    }
    void nothingIsDrawnWhereAPlotOfTheCurvesIsNotShown_data() { aPlotOfTheCurvesCanHaveAllTheRoom_data(); }
    void nothingIsDrawnWhereAPlotOfTheCurvesIsNotShown()
    {
        QFETCH(int, plot);
        const auto chart = shown(test::CurvesKind);
        auto& curves = static_cast<CurvesChart&>(*chart);
        curves.resize(1200, 420);
        curves.setPlotAlone(static_cast<std::size_t>(plot));
        curves.set(&ChartInput::selected, std::nullopt);
        curves.flush();
        const QImage before = curves.grab().toImage();
        const auto points = curves.data().series.front().points;
        QVERIFY(!points.empty());
        curves.set(&ChartInput::selected, points.front().workload);
        curves.set(&ChartInput::linked, points.back().workload);
        curves.set(&ChartInput::probe, ProbeTrail{.points = {{points.front().workload, points.front().time, 0.0}}});
        curves.flush();
        const QImage after = curves.grab().toImage();
        QVERIFY(after != before);
        const int ring = qRound(3.0 * curves.theme().markerSize); // around the outermost point
        const QRect area = curves.axisRect(plot)->rect().adjusted(-ring, -ring, ring, ring);
        for (int y = 0; y < after.height(); ++y)
            for (int x = 0; x < after.width(); ++x)
                if (!area.contains(x, y))
                    QVERIFY2(after.pixel(x, y) == before.pixel(x, y),
                             qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
    }
    void theMapHasATriangleWhereThereIsRoom()
    {
        RegimeMapChart chart;
        chart.set(&ChartInput::snapshot, m_snapshot);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        show(chart);
        QVERIFY(chart.triangle().has_value());
        const auto place = chart.triangle()->place({.compute = 1.0});
        QVERIFY(place && QRectF(chart.rect()).contains(*place)
                && !QRectF(chart.axisRect()->rect()).contains(*place)); // beside, not over the data
        for (const QSize& size : {QSize(440, 420), QSize(120, 90)}) {
            chart.resize(size);
            QVERIFY(!chart.grab().isNull());
            QCOMPARE(chart.triangle().has_value(), size.width() > 200);
            if (const auto triangle = chart.triangle())
                for (const Shares& corner : {Shares{.compute = 1.0}, Shares{.memory = 1.0}, Shares{.overhead = 1.0}})
                    QVERIFY(QRectF(chart.rect()).contains(*triangle->place(corner)));
        }
        chart.resize(700, 420);
        chart.setView(MapView::Runtime);
        QVERIFY(!chart.triangle());
    }
    void anotherLaunchCostRedrawsTheGround_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("roofline") << 0;
        QTest::newRow("curves") << 2;
    }
    void anotherLaunchCostRedrawsTheGround()
    {
        QFETCH(int, kind);
        const std::unique_ptr<ChartWidget> chart = kind == 0
                                                     ? std::unique_ptr<ChartWidget>(std::make_unique<RooflineChart>())
                                                     : std::make_unique<CurvesChart>();
        show(*chart);
        chart->set(&ChartInput::cursor, test::syntheticCursor());
        chart->set(&ChartInput::snapshot, m_snapshot);
        chart->flush();
        auto dearer = std::make_shared<Snapshot>(*m_snapshot);
        for (Roof& roof : dearer->roofs.roofs)
            if (roof.kind == RoofKind::Launch)
                roof.value *= 3.0;
        QSignalSpy replots(chart.get(), &QCustomPlot::afterReplot);
        chart->set(&ChartInput::snapshot, dearer);
        chart->flush();
        QVERIFY(replots.size() > 0); // the dotted overhead roof, or the model's line, lies elsewhere
    }
    void everyViewOfTheMapDiffers()
    {
        std::set<QByteArray> pictures;
        for (const MapView view :
             {MapView::Regime, MapView::Residual, MapView::Share, MapView::Roof, MapView::Runtime}) {
            RegimeMapChart chart;
            chart.setView(view);
            chart.set(&ChartInput::snapshot, m_snapshot);
            chart.set(&ChartInput::cursor, test::syntheticCursor());
            show(chart);
            const QImage image = chart.grab().toImage();
            pictures.insert(QByteArray(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()));
        }
        QCOMPARE(pictures.size(), std::size_t{5});
    }
    void ofMoreThanTheWholeRoofTheMapSaysThatTheRoofDoesNotAllowIt()
    {
        const auto told = [this](double share) {
            auto snapshot = std::make_shared<Snapshot>(*m_snapshot);
            const auto found = std::ranges::find(snapshot->samples, test::syntheticCursor(), &Sample::workload);
            snapshot->points.at(static_cast<std::size_t>(found - snapshot->samples.begin())).shareOfRoof = share;
            RegimeMapChart chart;
            chart.setView(MapView::Roof);
            chart.set(&ChartInput::snapshot, SnapshotPointer(std::move(snapshot)));
            chart.set(&ChartInput::cursor, test::syntheticCursor());
            show(chart);
            return chart.places().describe(test::syntheticCursor()).join(QLatin1Char('|'));
        };
        QVERIFY2(told(1.35).contains(Format().percent(1.35) + " of the roof: faster than it allows"),
                 qPrintable(told(1.35)));
        QVERIFY2(told(0.97).contains(Format().percent(0.97) + " of the roof")
                     && !told(0.97).contains(QStringLiteral("faster")),
                 qPrintable(told(0.97)));
    }
    void aChartIsAChartWithANameAndWords_data() { chartRows(); }
    void aChartIsAChartWithANameAndWords()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(chart.get());
        QVERIFY(face != nullptr && face->isValid());
        QCOMPARE(face->role(), QAccessible::Chart);
        QVERIFY(!face->text(QAccessible::Name).isEmpty());
        QVERIFY(face->state().focusable);
        const QString words = face->text(QAccessible::Description);
        const auto points = chart->places().shownPoints();
        QVERIFY2(words.contains(Format().whole(static_cast<std::int64_t>(points.size()))
                                + QStringLiteral(" measured points")),
                 qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("memory-bandwidth-bound")), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("Across: ")) && words.contains(QStringLiteral("Ctrl+T")),
                 qPrintable(words));
    }
    void theChosenPointIsTheValue_data() { chartRows(); }
    void theChosenPointIsTheValue()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(chart.get());
        QVERIFY(face->valueInterface() != nullptr);
        QCOMPARE(face->valueInterface()->currentValue().toInt(), 0);
        QVERIFY(face->text(QAccessible::Value).isEmpty());
        chart->set(&ChartInput::selected, test::syntheticCursor());
        QVERIFY(face->text(QAccessible::Value)
                    .contains(QStringLiteral("%1 fma").arg(test::syntheticCursor().operationsPerElement)));
        QVERIFY(face->text(QAccessible::Description).startsWith(face->text(QAccessible::Value)));
        const int place = face->valueInterface()->currentValue().toInt();
        QVERIFY(place >= 1 && place <= face->valueInterface()->maximumValue().toInt());
        QCOMPARE(chart->places().shownPoints()[static_cast<std::size_t>(place - 1)].workload, test::syntheticCursor());
    }
    void everyStepOfTheArrowKeysIsTold_data() { chartRows(); }
    void everyStepOfTheArrowKeysIsTold()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        chart->set(&ChartInput::selected, test::syntheticCursor());
        const QString before = chart->accessibleDescription();
        QSignalSpy told(chart->findChild<ChartAccessibility*>(), &ChartAccessibility::valueTold);
        QTest::keyClick(chart.get(), Qt::Key_Right);
        QTRY_COMPARE(told.size(), 1);
        QCOMPARE(told.first().first().toString(), chart->accessibility().selectionWords());
        QVERIFY(chart->accessibleDescription() != before);
    }
    void aHeldKeyIsNotToldForEveryStepButForItsEnd()
    {
        const auto chart = shown(0);
        chart->set(&ChartInput::selected, test::syntheticCursor());
        QSignalSpy told(chart->findChild<ChartAccessibility*>(), &ChartAccessibility::valueTold);
        constexpr int steps = 100;
        QElapsedTimer held;
        held.start();
        for (int i = 0; i < steps; ++i)
            QTest::keyClick(chart.get(), i % 2 == 0 ? Qt::Key_Right : Qt::Key_Left);
        QTest::keyClick(chart.get(), Qt::Key_Right);
        QVERIFY(told.size() <= held.elapsed() / 100 + 1); // ten a second at most
        QTRY_VERIFY(chart->accessibleDescription() == chart->accessibility().spokenWords());
        QCOMPARE(told.last().first().toString(), chart->accessibility().selectionWords());
    }
    void aMapThatIsNotMeasuredSaysSo()
    {
        RegimeMapChart chart;
        const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&chart);
        QVERIFY(face->text(QAccessible::Description).contains(QStringLiteral("Run (F5)")));
    }

    void anExperimentsChartTellsItsNumbersAndTheChosenOne()
    {
        const ExperimentInfo info{.id = "any",
                                  .title = "Any",
                                  .summary = "s",
                                  .chart = ExperimentChartKind::Bars,
                                  .plots = {{.title = "One", .x = {}, .y = {"Rate", "op/s", AxisScaleKind::Linear}}}};
        auto result = std::make_shared<ExperimentResult>();
        for (const char* label : {"one", "two"})
            result->points.push_back({.series = "a", .label = label, .y = 2e9, .low = 2e9, .high = 2e9});
        result->points.push_back(
            {.series = "said", .label = "one", .y = 3e9, .low = 3e9, .high = 3e9, .provenance = Provenance::Predicted});
        ExperimentChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(600, 400);
        chart.show();
        chart.setExperiment(&info, result);
        chart.flush();
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&chart);
        QVERIFY(face != nullptr);
        const QString words = face->text(QAccessible::Description);
        QVERIFY2(words.contains("2 measured numbers") && words.contains("1 predicted"), qPrintable(words));
        QVERIFY2(!words.contains("Ctrl+T"), qPrintable(words)); // it has no data table
        QCOMPARE(face->valueInterface()->maximumValue().toInt(), 3);
        QCOMPARE(face->valueInterface()->currentValue().toInt(), 0);
        QSignalSpy told(chart.findChild<ChartAccessibility*>(), &ChartAccessibility::valueTold);
        QTest::keyClick(&chart, Qt::Key_Right);
        QTRY_COMPARE(told.count(), 1);
        QVERIFY2(told[0][0].toString().contains("one") && told[0][0].toString().contains("2.00"),
                 qPrintable(told[0][0].toString()));
        QCOMPARE(face->valueInterface()->currentValue().toInt(), 1);
    }

private:
    static void chartRows()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("roofline") << 0;
        QTest::newRow("regime map") << 1;
        QTest::newRow("curves") << 2;
    }
    static void show(ChartWidget& chart)
    {
        chart.resize(700, 420);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        chart.flush();
    }
    static std::unique_ptr<ChartWidget> makeShownEmpty(int kind)
    {
        auto chart = test::makeChart(kind);
        show(*chart);
        return chart;
    }
    std::unique_ptr<ChartWidget> shown(int kind) const
    {
        auto chart = test::makeChart(kind);
        chart->set(&ChartInput::cursor, test::syntheticCursor());
        chart->set(&ChartInput::snapshot, m_snapshot);
        show(*chart);
        return chart;
    }
    static void send(ChartWidget& chart, QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons buttons,
                     Qt::KeyboardModifiers modifiers = {})
    {
        QMouseEvent event(type, QPointF(at), chart.mapToGlobal(QPointF(at)), button, buttons, modifiers);
        QApplication::sendEvent(&chart, &event);
    }
    static void drag(ChartWidget& chart, QPoint from, QPoint to)
    {
        send(chart, QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
        send(chart, QEvent::MouseMove, (from + to) / 2, Qt::NoButton, Qt::LeftButton);
        send(chart, QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
        send(chart, QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
    }
    static void wheel(ChartWidget& chart, int delta)
    {
        const QPointF at(chart.axisRect()->center());
        QWheelEvent event(at, chart.mapToGlobal(at), {}, QPoint(0, delta), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&chart, &event);
    }
    /// Looks for a pixel over which the chart reports a workload.
    static std::optional<QPoint> placeOfSomePoint(ChartWidget& chart)
    {
        bool over = false;
        const auto watch = connect(&chart, &ChartWidget::hovered, &chart,
                                   [&](const std::optional<Workload>& workload) { over = workload.has_value(); });
        const QRect area = chart.axisRect()->rect();
        std::optional<QPoint> found;
        for (int y = area.top() + 5; y < area.bottom() && !found; y += 7)
            for (int x = area.left() + 5; x < area.right() && !found; x += 7) {
                send(chart, QEvent::MouseMove, {x, y}, Qt::NoButton, Qt::NoButton);
                if (over)
                    found = QPoint(x, y);
            }
        disconnect(watch);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&chart, &leave);
        return found;
    }
    SnapshotPointer m_snapshot;
};

RIDGEPOINT_GUI_TEST(WidgetsTest)
#include "widgets_test.moc"
