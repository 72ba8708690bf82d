// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/series_data.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/export.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/text_painter.h"
#include "app/charts/style/texts.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/compared_plans.h"

#include <QApplication>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using test::device;
using test::measured;

namespace {

/// A line of the device's operation, of tensors four times as large as were published of it.
Plan ofAnotherSize(const ReferenceDevice& device)
{
    Plan plan;
    plan.base = device.samples.front().workload;
    plan.base.elements *= 4;
    plan.base.threads = test::syntheticThreads;
    plan.axes = {{AxisKind::Operations, {1, 16, 64, 256}}};
    return plan;
}

/// Lays the chart out: its key has places from then on.
void drawOnce(ChartWidget& chart, QSize size)
{
    chart.prepareForFile(size, 1.0);
    QImage picture(size, QImage::Format_RGB32);
    QCPPainter painter(&picture);
    chart.toPainter(&painter, size.width(), size.height());
}

/// A measured plan with the article's curve laid beside it.
void besideTheArticle(RooflineChart& chart, const ReferenceDevice& article, const Plan& plan)
{
    chart.set(&ChartInput::sessionName, QStringLiteral("Host CPU · 2 threads · AVX-512"));
    chart.set(&ChartInput::cursor, plan.base);
    chart.set(&ChartInput::snapshot, measured(plan));
    chart.set(&ChartInput::overlays, {{referenceViews(article, plan).lines, QStringLiteral("as named"),
                                       QStringLiteral("NVIDIA A100 (the article's curve)")}});
}

} // namespace

/// Where the names of compared devices stand, and what of them where there is little room.
class SeriesKeyTest : public test::Case {
    Q_OBJECT
private slots:
    void aMatrixUnitForIntegersIsNoRoofOfOperationsThatCountAlike()
    {
        // relu and exp count in op/s as whole numbers do, and are none of what that unit computes.
        RoofSet roofs;
        for (const char* id : {"compute.fp32.relu", "compute.int8.matrix", "compute.int32.add", "compute.fp64.relu"})
            roofs.put({.id = id, .kind = RoofKind::Compute, .value = 1e12});
        const std::vector<RoofLine> lines = computeRoofs(roofs, Workload{.operation = Operation::Relu});
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines.front().roof.id, std::string("compute.fp32.relu"));
        QCOMPARE(lines.back().roof.id, std::string("compute.fp64.relu"));
    }

    void theRooflineSaysWhatPalePointsAre()
    {
        const auto chartOf = [](const SnapshotPointer& snapshot) {
            auto chart = std::make_unique<RooflineChart>();
            chart->set(&ChartInput::cursor, test::syntheticCursor());
            chart->set(&ChartInput::snapshot, snapshot);
            drawOnce(*chart, {700, 450});
            return chart;
        };
        auto plain = std::make_shared<Snapshot>(test::syntheticSnapshot({}));
        for (PointAnalysis& point : plain->points)
            point.flags.remove(Flag::Ambiguous);
        const auto before = chartOf(plain);
        QVERIFY(!before->hasPaleKey());
        const auto doubtful = std::make_shared<Snapshot>(*plain);
        doubtful->points[before->data().series.front().points.front().index].flags |= Flag::Ambiguous;
        const auto chart = chartOf(doubtful);
        QVERIFY(chart->hasPaleKey());
        chart->set(&ChartInput::snapshot, plain); // the same chart, once all is sure
        drawOnce(*chart, {700, 450});
        QVERIFY(!chart->hasPaleKey());
    }
    /// It would be read as a roof's name, or strike one through: on a small chart it stands elsewhere or is left out.
    void theKeyOfPalePointsLiesOverNoRoof()
    {
        auto doubtful = std::make_shared<Snapshot>(test::syntheticSnapshot({}));
        for (PointAnalysis& point : doubtful->points)
            point.flags |= Flag::Ambiguous;
        int seen = 0;
        for (const QSize size : {QSize(700, 450), QSize(384, 310), QSize(300, 240), QSize(240, 400)}) {
            RooflineChart chart;
            chart.set(&ChartInput::cursor, test::syntheticCursor());
            chart.set(&ChartInput::snapshot, doubtful);
            drawOnce(chart, size);
            if (!chart.hasPaleKey())
                continue;
            ++seen;
            const Theme& theme = chart.theme();
            const Obstacles taken = chart.places().obstacles();
            const auto sign = std::ranges::find_if(taken.boxes, [&theme](const OrientedBox& box) {
                return box.width == theme.markerSize * 2.6 && box.height == theme.markerSize * 1.2;
            });
            QVERIFY(sign != taken.boxes.end());
            int words = 0;
            for (const OrientedBox& box : taken.boxes) {
                const double gap = box.center.x() - box.width * 0.5 - sign->center.x() - sign->width * 0.5;
                if (box.degrees != 0.0 || std::abs(box.center.y() - sign->center.y()) > 0.5
                    || std::abs(gap) > theme.fontPixels)
                    continue;
                ++words;
                for (const QLineF& line : taken.lines)
                    QVERIFY2(!overlap(box, line) && !overlap(*sign, line), qPrintable(QString::number(size.width())));
            }
            QCOMPARE(words, 1);
        }
        QVERIFY(seen > 0);
    }
    void aFileOfARooflineSaysWhatItsSignsAre()
    {
        RooflineChart chart;
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        chart.flush();
        const auto written = [&chart](QSizeF size) { return chartAsSvg(chart, {.size = size}).value(); };
        for (const char* words : {"interval", "other level or precision"})
            QVERIFY2(written({480, 320}).contains(words), words);
        QVERIFY(!written({480, 320}).contains("pinned"));
        QVERIFY(!written({60, 40}).contains("other level or precision")); // no room beside the chart itself
        // A key of what is there, in as many rows as it needs.
        const Theme theme = Theme::light();
        const Format format;
        const TextPainter text;
        const ChartStyle style{theme, format, text};
        const auto keyOf = [&](const RooflineData& data, bool hasPins, double width) {
            return SignKey(data, hasPins, QRectF(0.0, 0.0, width, 400.0), style);
        };
        const auto has = [](const SignKey& key, SignKey::Sign sign) {
            return std::ranges::find(key.signs(), sign) != key.signs().end();
        };
        RooflineData data = chart.data();
        for (ChartPoint& point : data.series.front().points) {
            point.regime = Regime::Memory;
            point.flags.remove(Flag::Interpolated);
        }
        const SignKey plain = keyOf(data, false, 480.0);
        QVERIFY(has(plain, SignKey::Sign::Memory) && !has(plain, SignKey::Sign::Compute)
                && !has(plain, SignKey::Sign::Hollow) && !has(plain, SignKey::Sign::Pin));
        data.series.front().points.front().regime = Regime::Compute;
        data.series.front().points.front().flags |= Flag::Interpolated;
        const SignKey mixed = keyOf(data, true, 480.0);
        for (const auto sign :
             {SignKey::Sign::Memory, SignKey::Sign::Compute, SignKey::Sign::Hollow, SignKey::Sign::Pin})
            QVERIFY(has(mixed, sign));
        QVERIFY(keyOf(data, true, 200.0).height() > keyOf(data, true, 2000.0).height());
    }
    /// Nobody points at a sign in a hall. Mutation: in a file alone.
    void theRooflineOfAHallSaysWhatItsSignsAre()
    {
        RooflineChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(1200, 560);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        chart.show();
        chart.flush();
        QVERIFY(!chart.signKey());
        const int before = chart.axisRect()->rect().bottom();
        chart.setTheme(Theme::darkTheme().forHall(23));
        chart.flush();
        const auto key = chart.signKey();
        QVERIFY(key);
        for (const auto sign : {SignKey::Sign::Memory, SignKey::Sign::Compute})
            QVERIFY(std::ranges::find(key->signs(), sign) != key->signs().end());
        QVERIFY(chart.axisRect()->rect().bottom() + key->height() < chart.height());
        chart.set(&ChartInput::concealed, Concealed::Results);
        chart.flush();
        QVERIFY(!chart.signKey());
        chart.setTheme(Theme::darkTheme());
        chart.set(&ChartInput::concealed, Concealed::Nothing);
        chart.flush();
        QVERIFY(!chart.signKey());
        QCOMPARE(chart.axisRect()->rect().bottom(), before);
    }
    void theCurvesSayWhatTheirSignsAre()
    {
        using Sign = SignKey::Sign;
        const QSize size(800, 530); // a card at 1366x768
        CurvesChart chart;
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        drawOnce(chart, size);
        const auto signsNow = [&chart] {
            const auto key = chart.signKey();
            return key ? key->signs() : std::vector<Sign>();
        };
        const auto has = [&signsNow](Sign sign) {
            const std::vector<Sign> signs = signsNow();
            return std::ranges::find(signs, sign) != signs.end();
        };
        // Large tensors are not overhead-bound; sizes begin with small ones.
        QVERIFY(has(Sign::Memory) && has(Sign::Compute) && has(Sign::Model) && has(Sign::Border));
        QVERIFY(!has(Sign::Overhead) && !has(Sign::Hollow));
        QVERIFY(chartAsSvg(chart, {.size = QSizeF(size)})->contains("predicted border"));
        // A drawn curve has its sign, and what the roofs predict is then named by them; a marked place has none.
        chart.set(&ChartInput::guess, placeMarks({0, 1, 2}, 8.0));
        QVERIFY(!has(Sign::Yours));
        chart.set(&ChartInput::guess, GuessMarks{.lines = {{{0, 1.0, 1e-3}, {0, 64.0, 1e-2}}}, .place = {}});
        drawOnce(chart, size);
        QVERIFY(has(Sign::Yours) && has(Sign::Model));
        const auto drawn = chartAsSvg(chart, {.size = QSizeF(size)});
        QVERIFY(drawn->contains("your curve") && drawn->contains("by the roofs"));
        chart.set(&ChartInput::guess, {});
        drawOnce(chart, size);
        QVERIFY(!has(Sign::Yours) && !chartAsSvg(chart, {.size = QSizeF(size)})->contains("by the roofs"));
        // It stands under the plots, which are higher while it tells nothing.
        const double height = chart.signKey()->height();
        const int bottom = chart.axisRect()->rect().bottom();
        chart.set(&ChartInput::concealed, Concealed::Results);
        drawOnce(chart, size);
        QVERIFY(!chart.signKey());
        QVERIFY(chart.axisRect()->rect().bottom() >= bottom + static_cast<int>(height));
        chart.set(&ChartInput::concealed, Concealed::Nothing);
        chart.setSharedAxis(AxisKind::Size);
        drawOnce(chart, size);
        QVERIFY(has(Sign::Overhead));
        drawOnce(chart, {380, 140}); // where the plots need the room
        QVERIFY(!chart.signKey());
    }
    void aNameInANarrowKeyKeepsItsDeviceAndWhereItComesFrom()
    {
        const QFont font = Theme::light().font();
        const QString whole = QStringLiteral(
            "NVIDIA A100 SXM4 40 GB (the article's curve) (published) · mul · queued · 16 Mi");
        const auto width = [&](const QString& words) { return TextPainter::sizeOf(words, font).width(); };
        QCOMPARE(keyName(whole, font, width(whole)), whole);
        QStringList seen;
        for (double room = width(whole); room > width(QStringLiteral("A100 … (published)")); room -= 1.0) {
            const QString words = keyName(whole, font, room);
            QVERIFY2(width(words) <= room, qPrintable(words));
            QVERIFY2(words.contains(QStringLiteral("A100")) && words.contains(QStringLiteral("(published)")),
                     qPrintable(words));
            if (seen.isEmpty() || words != seen.back())
                seen << words;
        }
        const QStringList expected{
            whole,
            QStringLiteral("A100 SXM4 40 GB (the article's curve) (published) · mul · queued · 16 Mi"),
            QStringLiteral("A100 (published) · mul · queued · 16 Mi"),
            QStringLiteral("A100 (published) · mul · queued …"),
            QStringLiteral("A100 (published) · mul …"),
            QStringLiteral("A100 (published) …")};
        const QString alone = QStringLiteral("NVIDIA A100 SXM4 40 GB (the article's curve) (published)");
        QCOMPARE(keyName(alone, font, width(alone) - 1.0), QStringLiteral("NVIDIA A100 SXM4 40 GB (published) …"));
        QCOMPARE(keyName(alone, font, width(QStringLiteral("NVIDIA A100 SXM4 40 GB (published) …")) - 1.0),
                 QStringLiteral("A100 SXM4 40 GB (published) …"));
        QCOMPARE(keyName(alone, font, width(QStringLiteral("A100 SXM4 40 … (published)"))),
                 QStringLiteral("A100 SXM4 40 … (published)"));
        QCOMPARE(seen, expected);
        QVERIFY(width(keyName(whole, font, 40.0)) <= 40.0);
        const QString session = QStringLiteral("Host CPU · 2 threads · AVX-512");
        QCOMPARE(keyName(session, font, width(session) - 1.0), QStringLiteral("Host CPU · 2 threads …"));
        QCOMPARE(
            keyName(QStringLiteral("NVIDIA B200 (HGX) 180 GB"), font, width(QStringLiteral("NVIDIA B200 (HGX) …"))),
            QStringLiteral("B200 (HGX) 180 GB"));
        QCOMPARE(modelOf(QStringLiteral("NVIDIA A100 SXM4 40 GB (RRZE gpu-benches)")), QStringLiteral("A100"));
        QCOMPARE(modelOf(session), QStringLiteral("Host CPU"));
    }
    void theKeyStandsAboveAllPlotsOfWhichOneLeavesACurveOut_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("hall"); // pixels of its type; 0: at a desk
        QTest::addColumn<std::size_t>("others");
        QTest::newRow("a card at 1366x768") << QSize(800, 530) << 0 << std::size_t{1};
        QTest::newRow("a narrow card") << QSize(380, 300) << 0 << std::size_t{2};
        QTest::newRow("a high card") << QSize(420, 700) << 0 << std::size_t{1};
        QTest::newRow("presented at 1366x768") << QSize(1310, 690) << 23 << std::size_t{1};
        QTest::newRow("with six others") << QSize(800, 530) << 0 << std::size_t{6};
    }
    void theKeyStandsAboveAllPlotsOfWhichOneLeavesACurveOut()
    {
        QFETCH(QSize, size);
        QFETCH(int, hall);
        QFETCH(std::size_t, others);
        const ReferencePointer article = device("published:a100-first-principles");
        const Plan plan = ofAnotherSize(*article);
        CurvesChart chart;
        chart.setTheme(hall > 0 ? Theme::darkTheme().forHall(hall) : Theme::darkTheme());
        chart.set(&ChartInput::sessionName, QStringLiteral("Host CPU · 2 threads · AVX-512"));
        chart.set(&ChartInput::cursor, plan.base);
        chart.set(&ChartInput::snapshot, measured(plan));
        const QString device = QStringLiteral("NVIDIA A100 (the article's curve)");
        chart.set(&ChartInput::overlays, std::vector<Overlay>(others, {referenceViews(*article, plan).lines,
                                                                       QStringLiteral("as named"), device}));
        drawOnce(chart, size);
        QVERIFY(!comparesTimes(chart.data(), chart.data().series.at(1)));
        const auto& key = chart.seriesKey();
        QCOMPARE(key.size(), others + 1);
        for (std::size_t i = 0; i < key.size(); ++i) {
            QVERIFY2(QRectF(QPointF(), size).contains(key[i].box), qPrintable(key[i].name));
            for (const QCPAxisRect* plot : chart.axisRects()) {
                QVERIFY2(!key[i].box.intersects(plot->rect()), qPrintable(key[i].name));
                QVERIFY(plot->rect().height() > 3 * chart.theme().fontPixels);
            }
            for (std::size_t other = 0; other < i; ++other)
                QVERIFY(!key[i].box.intersects(key[other].box));
            QVERIFY(i == 0
                    || (key[i].name.contains(QStringLiteral("A100"))
                        && (size.width() < 400 || key[i].name.contains(QStringLiteral("(published)")))));
            // What has no room is told under the mouse.
            const QString whole = QString::fromStdString(chart.data().series.at(key[i].series).name);
            QMouseEvent move(QEvent::MouseMove, key[i].box.center(), chart.mapToGlobal(key[i].box.center()),
                             Qt::NoButton, Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(&chart, &move);
            QCOMPARE(chart.readoutLines(), key[i].name == whole ? QStringList() : QStringList{whole});
        }
    }
    /// Without it nothing says why the published points lie off their device's dashed line.
    void theRooflinesKeyTellsWhatIsPredictedOnALineOfItsOwn()
    {
        const ReferencePointer article = device("published:a100-first-principles");
        const Plan plan = ofAnotherSize(*article);
        for (const QSize size : {QSize(406, 530), QSize(1200, 600)}) { // a card at 1366x768, and a wide one
            RooflineChart chart;
            besideTheArticle(chart, *article, plan);
            drawOnce(chart, size);
            const std::vector<RooflineChart::KeyRow> key = chart.seriesKey();
            const bool isNarrow = size.width() < 1000;
            QCOMPARE(key.size(), isNarrow ? std::size_t{3} : std::size_t{2});
            QVERIFY(key[0].hasSign && key[1].hasSign);
            const QString predicted = QStringLiteral("dashed: predicted for");
            QVERIFY2(key[1].name.contains(QStringLiteral("A100")) && key[1].name.contains(QStringLiteral("Mi")),
                     qPrintable(key[1].name));
            QCOMPARE(key[1].name.contains(predicted), !isNarrow);
            if (!isNarrow)
                continue;
            QVERIFY2(key[2].name.startsWith(predicted) && !key[2].name.contains(QStringLiteral("…")) && !key[2].hasSign
                         && key[2].series == 1,
                     qPrintable(key[2].name));
            for (std::size_t i = 0; i < key.size(); ++i)
                QVERIFY(QRectF(QPointF(), size).contains(key[i].box)
                        && (i == 0 || !key[i].box.intersects(key[i - 1].box)));
        }
    }
    /// mul is laid beside fma where a device was published with no other.
    void theRooflineSaysOfAnotherDeviceHowFastItIsAndWithWhat()
    {
        const ReferencePointer article = device("published:a100-first-principles");
        Plan plan = ofAnotherSize(*article);
        plan.base.operation = Operation::Fma;
        plan.base.launchMode = LaunchMode::WaitEach;
        RooflineChart chart;
        besideTheArticle(chart, *article, plan);
        // A window of 900x600, a card of 1366x768 and of 1920x1080: with room for less and more in one line.
        for (const QSize size : {QSize(380, 530), QSize(406, 530), QSize(600, 460), QSize(1200, 600)}) {
            drawOnce(chart, size);
            QStringList words;
            for (const RooflineChart::KeyRow& row : chart.seriesKey())
                words << row.name;
            const QString all = words.join(QLatin1Char('\n'));
            for (const char* part : {"A100 (", "(published)", "mul", "queued", "Mi"})
                QVERIFY2(all.contains(QLatin1String(part)) && !all.contains(QStringLiteral("…")), qPrintable(all));
        }
        const RooflineSeries& other = chart.data().series.at(1);
        QCOMPARE(other.line.operation, Operation::Mul);
        const auto svg = chartAsSvg(chart, {});
        QVERIFY(svg.ok());
        const QString picture = QString::fromUtf8(*svg);
        QVERIFY(other.compute && other.bandwidth);
        QVERIFY(picture.contains(QStringLiteral("A100 %1 %2")
                                     .arg(roofWord(other.compute->roof.id), Format().roofValue(other.compute->roof))));
        QVERIFY(picture.contains(Format().roofValue(other.bandwidth->roof)));
    }
    void aMapWithAWhatIfSaysWhatFollowsIt()
    {
        WhatIf twice;
        twice.set("bandwidth.dram", 2.0);
        RegimeMapChart map;
        map.set(&ChartInput::cursor, test::syntheticCursor());
        const auto written = [&map](QSize size) {
            drawOnce(map, size);
            return QString::fromUtf8(chartAsSvg(map, {.size = QSizeF(size)}).value());
        };
        const QSize roomy(900, 600);
        map.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        const QString plain = written(roomy);
        QVERIFY(plain.contains("predicted border") && !plain.contains("what if"));
        map.set(&ChartInput::snapshot, withWhatIf(*test::syntheticSnapshotPointer(), twice));
        const QString imagined = written(roomy);
        QVERIFY(imagined.contains(QStringLiteral("What if: DRAM 2.0× · colours: measured; border: what if")));
        QVERIFY(imagined.count("border: what if") >= 2 && !imagined.contains("predicted border")); // of the sign, too
        const QString narrow = written({300, 400}); // fewer words rather than half of them
        QVERIFY(narrow.contains(QStringLiteral("What if: DRAM 2.0×")) && !narrow.contains("measured; border"));
        map.setView(MapView::Residual);
        QVERIFY(!written(roomy).contains("colours: measured"));
    }
    /// Of scaling fp64 numbers a unit's speed was published, of fp32 none: the bandwidth is the same for both.
    void aDeviceWithoutAComputeRoofOfTheOperationHasItsBandwidthRoof()
    {
        const ReferencePointer kernels = device("published:a100-80-rrze-kernels");
        QVERIFY(kernels);
        Plan plan;
        plan.base = {.elements = std::int64_t{1} << 26, .threads = test::syntheticThreads};
        plan.axes = {{AxisKind::Operations, {1, 16, 64, 256}}};
        RooflineChart chart;
        chart.set(&ChartInput::cursor, plan.base);
        chart.set(&ChartInput::snapshot, measured(plan));
        chart.set(&ChartInput::overlays, {{referenceViews(*kernels, plan).lines, QStringLiteral("NVIDIA A100 80 GB"),
                                           QStringLiteral("NVIDIA A100 80 GB")}});
        drawOnce(chart, {700, 500});
        const RooflineSeries& other = chart.data().series.at(1);
        QVERIFY(!other.compute && other.bandwidth && other.points.empty());
        QCOMPARE(other.bandwidth->roof.id, std::string("bandwidth.dram"));
        const double left = other.bandwidth->roof.value * chart.data().lowIntensity;
        QVERIFY(left > chart.data().lowPerformance && left < chart.data().highPerformance);
        const Theme theme = Theme::light();
        const Format format;
        const TextPainter text;
        const std::vector<QPolygonF> drawn =
            RoofLines(chart.data(), *chart.axisRect(), ChartStyle{theme, format, text}).otherRoof(other);
        QCOMPARE(drawn.size(), std::size_t{1});
        QVERIFY(std::abs(drawn.front().front().x() - chart.axisRect()->rect().left()) < 2.0);
        const std::vector<RooflineChart::KeyRow> key = chart.seriesKey();
        QCOMPARE(key.size(), std::size_t{2});
        QVERIFY2(key[1].series == 1 && key[1].name.contains(QStringLiteral("A100")), qPrintable(key[1].name));
    }
    void theSignOfASeriesOfRoofsAloneIsALine()
    {
        Plan plan;
        plan.base = {.elements = std::int64_t{1} << 20, .threads = test::syntheticThreads};
        plan.axes = {{AxisKind::Operations, {1, 16, 64}}};
        Plan ofExponentials = plan;
        ofExponentials.base.operation = Operation::Exp;
        for (const bool hasPoints : {true, false}) {
            RooflineChart chart;
            chart.set(&ChartInput::cursor, plan.base);
            chart.set(&ChartInput::snapshot, measured(plan));
            chart.set(&ChartInput::overlays, {{measured(hasPoints ? plan : ofExponentials), QStringLiteral("b")}});
            chart.prepareForFile(QSize(700, 500), 1.0);
            QImage picture(QSize(700, 500), QImage::Format_RGB32);
            QCPPainter painter(&picture);
            chart.toPainter(&painter, 700, 500);
            painter.end();
            QCOMPARE(!chart.data().series.at(1).points.empty(), hasPoints);
            const std::vector<RooflineChart::KeyRow> key = chart.seriesKey();
            QCOMPARE(key.size(), hasPoints ? std::size_t{3} : std::size_t{2}); // the points are the own ones'
            const QPointF at = key[1].sign;
            const QRgb color = seriesColor(chart.theme(), 0).rgb();
            // A dot is there above its middle, a line is not.
            QCOMPARE(picture.pixel((at - QPointF(0.0, chart.theme().markerSize * 0.25)).toPoint()) == color, hasPoints);
        }
    }
    /// Nothing else says why none of its colour is seen.
    void pointsThatLieUnderTheOwnOnesAreNamed()
    {
        const QString words = QStringLiteral("under the own points");
        for (const double slowdown : {1.0, 1.4}) {
            RooflineChart chart;
            chart.set(&ChartInput::cursor, test::syntheticCursor());
            chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
            chart.set(&ChartInput::overlays, {{test::syntheticSnapshotPointer({.slowdown = slowdown}), "twin"}});
            drawOnce(chart, {700, 500});
            const std::vector<RooflineChart::KeyRow> key = chart.seriesKey();
            QCOMPARE(std::ranges::count(key, words, &RooflineChart::KeyRow::name), slowdown == 1.0 ? 1 : 0);
            QVERIFY(key.back().series == 1 && key.back().hasSign == (slowdown != 1.0));
        }
    }
    /// Mutation: names stand over roofs where nothing in the plot is free.
    void aKeyWithoutAFreePlaceInThePlotStandsAboveIt()
    {
        const ReferencePointer article = device("published:a100-first-principles");
        Plan plan = ofAnotherSize(*article);
        plan.base.elements = 64;
        plan.axes = {{AxisKind::Operations, {32, 64, 128, 256}}}; // low on the right
        const QSize size(1200, 640);
        RooflineChart chart;
        chart.set(&ChartInput::cursor, plan.base);
        chart.set(&ChartInput::snapshot, measured(plan));
        drawOnce(chart, size);
        const int top = chart.axisRect()->rect().top();
        constexpr std::size_t others = 16; // which are higher than what is free under the roofs
        chart.set(&ChartInput::overlays,
                  std::vector<Overlay>(others, {referenceViews(*article, plan).lines, QStringLiteral("as named"),
                                                QStringLiteral("A100")}));
        drawOnce(chart, size);
        const std::vector<RooflineChart::KeyRow> key = chart.seriesKey();
        QVERIFY(key.size() > others);
        QVERIFY(chart.axisRect()->rect().top() > top);
        for (std::size_t i = 0; i < key.size(); ++i) {
            QVERIFY2(key[i].box.bottom() <= chart.axisRect()->rect().top()
                         && QRectF(QPointF(), size).contains(key[i].box),
                     qPrintable(key[i].name));
            for (std::size_t other = 0; other < i; ++other)
                QVERIFY2(!key[i].box.intersects(key[other].box), qPrintable(key[i].name));
        }
        chart.set(&ChartInput::overlays, {});
        drawOnce(chart, size);
        QVERIFY(chart.seriesKey().empty());
        QCOMPARE(chart.axisRect()->rect().top(), top);
    }
    void whatDashesAreIsSaidOnceOfAllDevices()
    {
        const ReferencePointer article = device("published:a100-first-principles");
        const Plan plan = ofAnotherSize(*article);
        // Too long for the card with anything beside it.
        const QString name = QStringLiteral("A100-%1").arg(QString(60, QLatin1Char('x')));
        RooflineChart chart;
        besideTheArticle(chart, *article, plan);
        chart.set(&ChartInput::overlays,
                  std::vector<Overlay>(2, {referenceViews(*article, plan).lines, QStringLiteral("as named"), name}));
        drawOnce(chart, {406, 530});
        const std::vector<RooflineChart::KeyRow> key = chart.seriesKey();
        QCOMPARE(std::ranges::count(key, true, &RooflineChart::KeyRow::hasSign), 3);
        QCOMPARE(std::ranges::count_if(
                     key, [](const auto& row) { return row.name.startsWith(QStringLiteral("dashed: predicted for")); }),
                 1);
    }
    /// Mutation: what only adds points leaves the names where they are.
    void aKeyMakesWayForPointsThatCome()
    {
        const ReferencePointer article = device("published:a100-first-principles");
        Plan plan = ofAnotherSize(*article);
        plan.base.elements = 64;
        plan.base.operationsPerElement = 64;
        plan.axes = {{AxisKind::Operations, {32, 64, 128, 256}}}; // low on the right
        RooflineChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(406, 530);
        besideTheArticle(chart, *article, plan);
        const SnapshotPointer whole = chart.input().snapshot;
        auto begun = std::make_shared<Snapshot>(*whole);
        begun->samples.erase(begun->samples.begin() + 1, begun->samples.end());
        complete(*begun);
        chart.show();
        for (const SnapshotPointer& shown : {SnapshotPointer(begun), whole}) {
            chart.set(&ChartInput::snapshot, shown);
            chart.flush();
            QVERIFY(chart.seriesKey().size() > 1);
            for (const ChartPoint& point : chart.data().series.front().points)
                for (const QPointF at : chart.places().pixelsOf(point))
                    for (const RooflineChart::KeyRow& row : chart.seriesKey())
                        QVERIFY2(!row.box.contains(at), qPrintable(row.name));
        }
        QVERIFY(chart.data().series.front().points.size() > 1);
    }
    void theRooflineSaysWhatDiamondsAreInTheWindow()
    {
        auto known = std::make_shared<Snapshot>(test::syntheticSnapshot({}));
        RooflineChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(700, 450);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, known);
        chart.show();
        chart.flush();
        QVERIFY(!chart.hasUnknownKey());
        auto unknown = std::make_shared<Snapshot>(*known);
        unknown->points[chart.data().series.front().points.front().index].regime.reset();
        chart.set(&ChartInput::snapshot, unknown);
        chart.flush();
        QVERIFY(chart.hasUnknownKey());
        chart.set(&ChartInput::snapshot, known);
        chart.flush();
        QVERIFY(!chart.hasUnknownKey());
        chart.set(&ChartInput::snapshot, unknown);
        drawOnce(chart, {700, 450}); // a file has its own key of signs
        QVERIFY(!chart.hasUnknownKey());
    }
    /// Small tensors lie low on the right, where the names of sessions stand else.
    void theRooflinesKeyCoversNoPointOfTheOwnSession_data()
    {
        QTest::addColumn<qint64>("elements");
        QTest::addColumn<bool>("isLow");
        QTest::newRow("launches rule") << qint64{64} << false;
        QTest::newRow("memory and computing rule") << (qint64{1} << 26) << true;
    }
    void theRooflinesKeyCoversNoPointOfTheOwnSession()
    {
        QFETCH(qint64, elements);
        QFETCH(bool, isLow);
        const ReferencePointer article = device("published:a100-first-principles");
        Plan plan = ofAnotherSize(*article);
        plan.base.elements = elements;
        plan.base.operationsPerElement = 64;
        plan.axes = {{AxisKind::Operations, {32, 64, 128, 256}}};
        RooflineChart chart;
        besideTheArticle(chart, *article, plan);
        drawOnce(chart, QSize(406, 530)); // a card at 1366x768
        const std::vector<RooflineChart::KeyRow> key = chart.seriesKey();
        QVERIFY(key.size() > 1);
        const QRectF plot = chart.axisRect()->rect();
        QCOMPARE(key.back().box.bottom() > plot.bottom() - key.back().box.height(), isLow);
        int seen = 0;
        for (const ChartPoint& point : chart.data().series.front().points)
            for (const QPointF at : chart.places().pixelsOf(point))
                for (const RooflineChart::KeyRow& row : key) {
                    QVERIFY2(!row.box.contains(at), qPrintable(row.name));
                    seen += plot.contains(at) ? 1 : 0;
                }
        QVERIFY(seen > 0);
        for (const RooflineChart::KeyRow& row : key) {
            QVERIFY(plot.contains(row.box) || row.box.bottom() <= plot.top());
            // Neither roofs nor what is predicted of the processor's launches run through the words.
            const QLineF words(row.box.left(), row.sign.y(), row.box.right(), row.sign.y());
            for (const QLineF& line : chart.places().obstacles().lines)
                QVERIFY2(words.intersects(line, nullptr) != QLineF::BoundedIntersection, qPrintable(row.name));
        }
    }
};

RIDGEPOINT_GUI_TEST(SeriesKeyTest)
#include "series_key_test.moc"
