// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "core/model/prediction.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/compared_plans.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

using namespace ridgepoint;
using test::chain;
using test::device;
using test::elsewhere;
using test::fusionMap;
using test::measured;
using test::slice;

namespace {

struct WideCurves : CurvesChart {
    WideCurves(const Plan& plan, const char* other, AxisKind axis)
    {
        const ReferenceViews views = referenceViews(*device(other), plan);
        setSharedAxis(axis);
        set(&ChartInput::cursor, plan.cell(0));
        set(&ChartInput::snapshot, measured(plan, {1, 16, 64, 256}));
        set(&ChartInput::overlays, {{views.lines, QStringLiteral("as named"), QStringLiteral("A100")}});
        resize(900, 360);
        setAttribute(Qt::WA_DontShowOnScreen);
        show();
        flush();
    }
    [[nodiscard]] const CurvesSeries& other() const { return data().series.at(1); }
    [[nodiscard]] std::int64_t end(const ChartPoint& point) const { return coordinate(point.workload, sharedAxis()); }
};

/// Whether a drawn chart has this colour inside a box, in pixels of the widget.
bool showsColor(CurvesChart& chart, const QRectF& box, const QColor& color)
{
    const QImage drawn = chart.grab().toImage();
    for (int y = static_cast<int>(box.top()); y <= static_cast<int>(box.bottom()); ++y)
        for (int x = static_cast<int>(box.left()); x <= static_cast<int>(box.right()); ++x)
            if (drawn.rect().contains(x, y) && drawn.pixelColor(x, y) == color)
                return true;
    return false;
}

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

/// Curves of devices that are not on this machine, beside the own: what was published of them and what is predicted.
class AbsentTest : public test::Case {
    Q_OBJECT
private slots:
    void anAbsentDevicesCurveGoesOverTheWholeAxis_data()
    {
        QTest::addColumn<QByteArray>("other");
        QTest::addColumn<AxisKind>("axis");
        for (const char* other : {"datasheet:a100-sxm4-40gb", "published:a100-rrze"})
            for (const AxisKind axis : allAxisKinds)
                QTest::addRow("%s along %s", other, nameOf(axis).data()) << QByteArray(other) << axis;
    }
    void anAbsentDevicesCurveGoesOverTheWholeAxis()
    {
        QFETCH(QByteArray, other);
        QFETCH(AxisKind, axis);
        WideCurves chart(fusionMap(), other.constData(), axis);
        const std::vector<ChartPoint>& points = chart.other().points;
        QVERIFY(points.size() >= 2);
        QVERIFY(chart.data().high >= 16.0 * chart.data().low);
        QCOMPARE(static_cast<double>(chart.end(points.front())), chart.data().low);
        QCOMPARE(static_cast<double>(chart.end(points.back())), chart.data().high);
        QVERIFY(std::is_sorted(points.begin(), points.end(),
                               [&](const ChartPoint& a, const ChartPoint& b) { return chart.end(a) < chart.end(b); }));
        for (const ChartPoint& point : points) {
            QCOMPARE(point.provenance, Provenance::Predicted);
            QCOMPARE(point.time, predict(point.workload, device(other.constData())->roofs, DeviceKind::Cuda)->time);
            QCOMPARE(point.workload.chainLength, chain);
        }
        // The name says that nothing of this was published, nor where a datasheet is not its source, and the launch
        // mode in whole.
        const QString name = QString::fromStdString(chart.other().name);
        const QString origin = other.startsWith("datasheet") ? QStringLiteral("A100 (datasheet)")
                                                             : QStringLiteral("A100 (predicted)");
        QVERIFY2(name.startsWith(origin) && name.endsWith("queued"), qPrintable(name));
    }
    void aRooflineDrawsAnAbsentDeviceToTheEndOfItsAxis_data()
    {
        QTest::addColumn<QByteArray>("other");
        QTest::newRow("a datasheet") << QByteArray("datasheet:a100-sxm4-40gb");
        QTest::newRow("a published device") << QByteArray("published:a100-rrze");
    }
    void aRooflineDrawsAnAbsentDeviceToTheEndOfItsAxis()
    {
        QFETCH(QByteArray, other);
        Plan plan = slice(16);
        plan.axes[0].values = {1, 4}; // the axis goes on to the ridge points and beyond
        const SnapshotPointer own = measured(plan);
        RooflineChart chart;
        chart.set(&ChartInput::cursor, plan.cell(0));
        chart.set(&ChartInput::snapshot, own);
        chart.set(&ChartInput::overlays,
                  {{elsewhere(other.constData(), plan), QStringLiteral("as named"), QStringLiteral("A100")}});
        chart.flush();
        const RooflineSeries& series = chart.data().series.at(1);
        const auto intensity = [](const PredictedPoint& point) {
            return (point.performance / point.bandwidth).value();
        };
        QVERIFY(!series.predicted.empty());
        QCOMPARE(series.predicted.front().x, 1.0);
        QVERIFY(intensity(series.predicted.back()) >= chart.data().highIntensity);
        QVERIFY(intensity(series.predicted.back()) <= 2.0 * chart.data().highIntensity);
        QVERIFY2(series.name.starts_with(other.startsWith("datasheet") ? "A100 (datasheet)" : "A100 (predicted)")
                     && series.name.ends_with("queued"),
                 series.name.c_str());
        QVERIFY(chart.data().series.front().predicted.empty()); // it was measured
    }
    void anAbsentDeviceOfItsOwnIsDrawnThereToo()
    {
        Plan plan = slice(16);
        plan.axes[0].values = {1, 4};
        const SnapshotPointer own = elsewhere("datasheet:a100-sxm4-40gb", plan);
        RooflineChart chart;
        chart.set(&ChartInput::cursor, own->plan.cell(0));
        chart.set(&ChartInput::snapshot, own);
        chart.flush();
        const RooflineSeries& series = chart.data().series.front();
        QCOMPARE(series.points.size(), std::size_t{2});
        QVERIFY((series.predicted.back().performance / series.predicted.back().bandwidth).value()
                >= chart.data().highIntensity);
    }
    void whatWasPublishedAlongTheAxisStaysAmongThePrediction()
    {
        const ReferencePointer a100 = device("published:a100-rrze");
        Plan plan = slice(1);
        plan.base.chainLength = 1;
        WideCurves chart(plan, "published:a100-rrze", AxisKind::Operations);
        const CurvesSeries& series = chart.other();
        const auto published = std::count_if(series.points.begin(), series.points.end(), [](const ChartPoint& point) {
            return point.provenance == Provenance::Published;
        });
        QCOMPARE(static_cast<std::size_t>(published), a100->samples.size());
        QCOMPARE(series.provenance, Provenance::Published);
        // The predicted line is whole, also where something was published: each such place comes before its prediction.
        std::vector<std::int64_t> predicted;
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const ChartPoint& point = series.points[i];
            if (point.provenance == Provenance::Predicted)
                predicted.push_back(chart.end(point));
            else
                QVERIFY(i == 0 || chart.end(series.points[i - 1]) < chart.end(point));
        }
        QVERIFY(std::adjacent_find(predicted.begin(), predicted.end(), std::greater_equal<>()) == predicted.end());
        QCOMPARE(static_cast<double>(predicted.front()), chart.data().low);
        QCOMPARE(static_cast<double>(predicted.back()), chart.data().high);
    }
    void aDevicePredictedAtOnePlaceHasAMarkerThere()
    {
        Plan plan = slice(1);
        plan.base.chainLength = 1; // along the depths there is one place
        WideCurves chart(plan, "datasheet:a100-sxm4-40gb", AxisKind::Depth);
        QCOMPARE(chart.other().points.size(), std::size_t{1});
        QCOMPARE(lonePredicted(chart.other().points), &chart.other().points.front());
        QCOMPARE(chart.seriesKey().size(), std::size_t{2});
        const QColor color = seriesColor(chart.theme(), 0);
        for (const QPointF at : chart.places().pixelsOf(chart.other().points.front()))
            QVERIFY(showsColor(chart, QRectF(at - QPointF(8.0, 8.0), QSizeF(16.0, 16.0)), color));
    }
    void theDepthsEndWithTheChain()
    {
        for (const int length : {1, 16}) {
            Plan plan = fusionMap();
            const SnapshotPointer pinned = measured(plan); // the axis of its plan goes to 16
            plan.base.chainLength = length;
            auto own = std::make_shared<Snapshot>(*measured(fusionMap()));
            own->plan.base = plan.base;
            CurvesChart chart;
            chart.setSharedAxis(AxisKind::Depth);
            Workload cursor = plan.base;
            cursor.elements = 1 << 20;
            chart.set(&ChartInput::cursor, cursor);
            chart.set(&ChartInput::snapshot, own);
            chart.set(&ChartInput::overlays, {{pinned, QStringLiteral("another")}});
            chart.flush();
            QCOMPARE(chart.data().high, static_cast<double>(length));
            QVERIFY(chart.axisRect()->axis(QCPAxis::atBottom)->range().upper < 1.5 * length);
        }
    }
    void aPredictedCurveBendsWhereTheModelDoes_data()
    {
        QTest::addColumn<AxisKind>("axis");
        QTest::newRow("along operations") << AxisKind::Operations;
        QTest::newRow("along depths, between divisors of the chain") << AxisKind::Depth;
    }
    void aPredictedCurveBendsWhereTheModelDoes()
    {
        QFETCH(AxisKind, axis);
        const ReferencePointer a100 = device("datasheet:a100-sxm4-40gb");
        const Workload line{
            .elements = 1 << 26, .operationsPerElement = 5, .chainLength = 16, .launchMode = LaunchMode::Queued};
        const PredictedLine predicted = predictedLine(line, axis, 1.0, axis == AxisKind::Depth ? 16.0 : 512.0,
                                                      a100->roofs, DeviceKind::Cuda);
        // Where F/P is B/W: F grows with the operations, B falls with the depth.
        const auto first = predict(moved(line, axis, 1), a100->roofs, DeviceKind::Cuda);
        QVERIFY(first);
        const double knee = first->memory / first->compute;
        QVERIFY(std::abs(knee - std::round(knee)) > 0.01 && knee > 1.0 && knee < predicted.points.back().x);
        const auto at = std::find_if(
            predicted.points.begin(), predicted.points.end(),
            [&](const PredictedPoint& point) { return std::abs(point.x - knee) < 1e-6 * knee; });
        QVERIFY(at != predicted.points.end());
        QVERIFY(!at->isWorkload);
        QCOMPARE(predicted.borders.size(), std::size_t{1});
        QVERIFY(std::abs(predicted.borders.front() - knee) < 1e-6 * knee);
        // There both roofs are reached alike, but for what the launches add.
        const double ofCompute = at->performance.value() / a100->roofs.find("compute.fp32.fma")->value;
        const double ofMemory = at->bandwidth.value() / a100->roofs.find("bandwidth.dram")->value;
        QVERIFY(std::abs(ofCompute / ofMemory - 1.0) < 1e-9);
        QVERIFY(ofCompute < 1.0 && ofCompute > 0.95);
        QVERIFY(std::is_sorted(predicted.points.begin(), predicted.points.end(),
                               [](const PredictedPoint& a, const PredictedPoint& b) { return a.x < b.x; }));
        // What workloads can have is what the model says of them, and nothing else is named as one.
        const auto places = std::count_if(predicted.points.begin(), predicted.points.end(),
                                          [](const PredictedPoint& point) { return point.isWorkload; });
        QCOMPARE(static_cast<std::size_t>(places), predicted.places.size());
        for (const PredictedPoint& point : predicted.points)
            if (point.isWorkload)
                QCOMPARE(point.time,
                         predict(moved(line, axis, std::llround(point.x)), a100->roofs, DeviceKind::Cuda)->time);
    }
    void theKeyNamesOnlyWhatIsDrawn()
    {
        Plan plan = slice(1);
        plan.base.operation = Operation::Cos; // which no datasheet tells
        const WideCurves chart(plan, "datasheet:a100-sxm4-40gb", AxisKind::Operations);
        for (const CurvesChart::KeyRow& row : chart.seriesKey())
            QVERIFY(!chart.data().series.at(row.series).points.empty());
        auto bare = std::make_shared<Snapshot>(test::syntheticSnapshot());
        bare->samples.clear();
        bare->points.clear();
        CurvesChart empty;
        empty.set(&ChartInput::snapshot, measured(plan));
        empty.set(&ChartInput::cursor, plan.cell(0));
        empty.set(&ChartInput::overlays, {{bare, QStringLiteral("nothing drawn")}});
        empty.flush();
        QCOMPARE(empty.seriesKey().size(), std::size_t{1});
        QCOMPARE(empty.seriesKey().front().series, std::size_t{0});
    }
    void aPublishedCurveOfAnotherSliceIsFainterAndSaysInWhatItDiffers()
    {
        const ReferencePointer article = device("published:a100-first-principles");
        Workload like = article->samples.front().workload;
        Workload other = like;
        other.operation = Operation::Fma;
        other.launchMode = LaunchMode::WaitEach;
        other.elements = 1 << 25;
        for (const bool isLike : {true, false}) {
            Plan plan;
            plan.base = isLike ? like : other;
            plan.base.threads = test::syntheticThreads;
            plan.axes = {{AxisKind::Operations, {1, 16, 64, 256}}, {AxisKind::Size, {1 << 24, 1 << 25}}};
            auto own = std::make_shared<Snapshot>(*measured(slice(1)));
            own->plan = plan; // of which nothing is measured yet
            CurvesChart curves;
            RooflineChart roofline;
            for (ChartWidget* chart : {static_cast<ChartWidget*>(&curves), static_cast<ChartWidget*>(&roofline)}) {
                Workload cursor = plan.base;
                chart->set(&ChartInput::cursor, cursor);
                chart->set(&ChartInput::snapshot, own);
                chart->set(&ChartInput::overlays, {{referenceViews(*article, plan).lines, QStringLiteral("as named"),
                                                    QStringLiteral("A100")}});
                chart->flush();
            }
            const std::vector<RooflineChart::KeyRow> key = roofline.seriesKey();
            QVERIFY(!key.empty() && std::all_of(key.begin(), key.end(), [](const RooflineChart::KeyRow& row) {
                return row.series == 1;
            })); // the own session has no point to be named
            const std::string words = isLike ? std::string() : std::string("mul · queued · 16\u00A0Mi");
            QCOMPARE(curves.data().series.at(1).provenance, Provenance::Published);
            QCOMPARE(QString::fromStdString(curves.data().series.at(1).unlike), QString::fromStdString(words));
            QCOMPARE(QString::fromStdString(roofline.data().series.at(1).unlike), QString::fromStdString(words));
            QCOMPARE(QString::fromStdString(curves.data().series.at(1).name),
                     isLike ? QStringLiteral("A100 (published)")
                            : QStringLiteral(
                                "A100 (published) · mul · queued · 16\u00A0Mi · dashed: predicted for 32\u00A0Mi"));
            QCOMPARE(unlikeWords(words).size(), isLike ? 0 : 1);
        }
        const Theme theme = Theme::light();
        QCOMPARE(seriesColor(theme, 0, {}), seriesColor(theme, 0));
        QVERIFY(seriesColor(theme, 0, "mul").lightnessF() > seriesColor(theme, 0).lightnessF());
    }
    void timesOfAnotherSizeAreNoRuntimesBesideTheOwn()
    {
        const ReferencePointer article = device("published:a100-first-principles");
        Workload like = article->samples.front().workload;
        for (const bool isAsLarge : {true, false}) {
            Plan plan;
            plan.base = like;
            plan.base.elements = isAsLarge ? like.elements : like.elements * 4;
            plan.base.threads = test::syntheticThreads;
            plan.axes = {{AxisKind::Operations, {1, 16, 64, 256}}};
            CurvesChart chart;
            chart.resize(900, 300);
            chart.set(&ChartInput::cursor, plan.base);
            chart.set(&ChartInput::snapshot, measured(plan));
            chart.set(&ChartInput::overlays,
                      {{referenceViews(*article, plan).lines, QStringLiteral("as named"), QStringLiteral("A100")}});
            chart.flush();
            const CurvesSeries& published = chart.data().series.at(1);
            QVERIFY(!published.points.empty());
            QCOMPARE(comparesTimes(chart.data(), published), isAsLarge);
            QVERIFY(comparesTimes(chart.data(), chart.data().series.front()));
            // The runtimes' axis reaches as far as what is drawn over it: what was published of this size, and what is
            // predicted.
            const QCPRange shown = chart.axisRects().front()->axis(QCPAxis::atLeft)->range();
            int predicted = 0;
            Seconds fastest{1.0};
            for (const ChartPoint& point : published.points)
                if (point.provenance == Provenance::Predicted) {
                    ++predicted;
                    QCOMPARE(point.workload.elements, plan.base.elements);
                    QVERIFY(shown.contains(point.time.value()));
                } else {
                    fastest = std::min(fastest, point.time);
                }
            QVERIFY(predicted > 10 && std::ssize(published.predicted) > predicted);
            QCOMPARE(shown.contains(fastest.value()), isAsLarge);
        }
    }
    void onePublishedReadingBesideTheAxisIsNoCurve()
    {
        auto published = std::make_shared<Snapshot>();
        published->device = device("published:a100-first-principles")->device;
        published->provenance = Provenance::Published;
        published->samples = device("published:a100-first-principles")->samples;
        Plan plan = slice(1);
        plan.base = published->samples.front().workload;
        plan.axes = {{AxisKind::Operations, {1, 16}}, {AxisKind::Size, {1 << 12, 1 << 24}}};
        for (const AxisKind axis : {AxisKind::Operations, AxisKind::Size}) { // without roofs, of which none predicts
            CurvesChart chart;
            chart.setSharedAxis(axis);
            chart.set(&ChartInput::cursor, plan.base);
            chart.set(&ChartInput::snapshot, measured(plan));
            chart.set(&ChartInput::overlays, {{published, QStringLiteral("as named"), QStringLiteral("A100")}});
            chart.flush();
            QCOMPARE(chart.data().series.at(1).points.empty(), axis == AxisKind::Size);
            QCOMPARE(chart.seriesKey().size(), axis == AxisKind::Size ? std::size_t{1} : std::size_t{2});
        }
    }
    void aMeasuredSessionOfAnotherSizeIsPredictedOfTheOwn()
    {
        Plan plan = slice(1);
        plan.base.elements = 1 << 20;
        plan.axes = {{AxisKind::Operations, {1, 16, 64, 256}}};
        Plan larger = plan;
        larger.base.elements = 1 << 22;
        for (const bool isAsLarge : {true, false}) {
            CurvesChart chart;
            chart.resize(900, 300);
            chart.set(&ChartInput::cursor, plan.cell(0));
            chart.set(&ChartInput::snapshot, measured(plan));
            chart.set(&ChartInput::overlays,
                      {{measured(isAsLarge ? plan : larger), QStringLiteral("as named"), QStringLiteral("another")}});
            chart.flush();
            const CurvesSeries& other = chart.data().series.at(1);
            QCOMPARE(other.provenance, Provenance::Measured);
            QCOMPARE(other.predicted.empty(), isAsLarge);
            QCOMPARE(QString::fromStdString(other.name),
                     isAsLarge ? QStringLiteral("another")
                               : QStringLiteral("another · 4\u00A0Mi · dashed: predicted for 1\u00A0Mi"));
            const QCPRange shown = chart.axisRects().front()->axis(QCPAxis::atLeft)->range();
            std::size_t readings = 0;
            for (const ChartPoint& point : other.points)
                if (point.provenance == Provenance::Predicted) {
                    QCOMPARE(point.workload.elements, plan.base.elements);
                    QVERIFY(shown.contains(point.time.value()));
                } else {
                    QCOMPARE(comparesTimes(chart.data(), point.workload), isAsLarge);
                    ++readings;
                }
            QCOMPARE(readings, plan.cellCount());
            QCOMPARE(other.points.size() > readings, !isAsLarge);
        }
        // On the roofline, where size is no axis, its points are enough.
        RooflineChart roofline;
        roofline.set(&ChartInput::cursor, plan.cell(0));
        roofline.set(&ChartInput::snapshot, measured(plan));
        roofline.set(&ChartInput::overlays,
                     {{measured(larger), QStringLiteral("as named"), QStringLiteral("another")}});
        roofline.flush();
        QVERIFY(roofline.data().series.at(1).predicted.empty());
    }
    void aMeasuredSessionIsNotPredicted()
    {
        const Snapshot own = test::syntheticSnapshot();
        CurvesData data = curvesData(own, test::syntheticCursor(), AxisKind::Operations);
        addSeries(data, own, test::syntheticCursor(), "the same");
        const std::size_t before = data.series[1].points.size();
        predictAlong(data, 1, own);
        QCOMPARE(data.series[1].points.size(), before);
    }
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

RIDGEPOINT_GUI_TEST(AbsentTest)
#include "absent_test.moc"
