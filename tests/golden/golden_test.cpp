// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/experiment_chart.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/golden/gallery.h"
#include "tests/golden/picture_difference.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>
#include <array>
#include <cmath>

using namespace ridgepoint;

namespace {

constexpr QSize usual(480, 320);

struct Golden {
    const char* chart;
    QSize size = usual;
    bool alsoDark = false;
    bool alsoAtScaleTwo = false;
};

constexpr QSize wide(720, 260);
constexpr QSize withTriangle(640, 400);
const Golden goldens[] = {
    {"roofline", usual, true, true},
    {"roofline-overlay"},
    {"roofline-marks", usual, true},
    {"roofline-what-if"},
    {"roofline-zoomed"},
    {"map", usual, true},
    {"map-marks", usual, false, true},
    {"map-zoomed"},
    {"map-difference"},
    {"map-lines", withTriangle},
    {"curves", wide, true},
    {"curves-overlay", {360, 480}}, // one above the other
    {"curves-marks", wide},
    {"experiment-lines", usual, true},
    {"experiment-bars"},
    {"experiment-roofline", usual, true},
    {"experiment-timeline"},
    {"experiment-flame"},
    {"experiment-panels", {560, 420}, false, true},
};

/// The pixels within so many pixels of a place that are nearer to a colour than to the ground under it: edges are
/// blended.
int countNear(const QImage& image, QPointF place, int reach, const QColor& color, const QColor& ground)
{
    const double scale = image.devicePixelRatio();
    int count = 0;
    for (int y = static_cast<int>(std::floor((place.y() - reach) * scale)); y <= (place.y() + reach) * scale; ++y)
        for (int x = static_cast<int>(std::floor((place.x() - reach) * scale)); x <= (place.x() + reach) * scale; ++x)
            count += image.rect().contains(x, y)
                          && 2 * test::distance(image.pixel(x, y), color.rgb())
                                 < test::distance(ground.rgb(), color.rgb())
                       ? 1
                       : 0;
    return count;
}

/// Of the places along a line, the share beside which there is the colour.
double shareAlong(const QImage& image, const QLineF& line, const QColor& color, const QColor& ground)
{
    const int steps = static_cast<int>(line.length());
    int found = 0;
    for (int step = 0; step <= steps; ++step)
        found += countNear(image, line.pointAt(static_cast<double>(step) / steps), 1, color, ground) > 0 ? 1 : 0;
    return found / (steps + 1.0);
}

} // namespace

/// Compares each chart with a picture in tests/golden/images. With RIDGEPOINT_WRITE_GOLDEN set it writes them instead.
/// Started with QT_SCALE_FACTOR=2 it compares those of that scale.
class GoldenTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { m_gallery = test::gallery(test::syntheticSnapshotPointer(), test::syntheticCursor()); }
    void looksAsItDid_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("look");
        const bool isScaled = qApp->devicePixelRatio() > 1.0;
        for (const Golden& golden : goldens)
            for (const auto& [look, wanted] : {std::pair{"light", !isScaled},
                                               {"dark", golden.alsoDark && !isScaled},
                                               {"light-x2", golden.alsoAtScaleTwo && isScaled}})
                if (wanted)
                    QTest::addRow("%s, %s", golden.chart, look)
                        << QString::fromLatin1(golden.chart) << golden.size << QString::fromLatin1(look);
    }
    void looksAsItDid()
    {
        QFETCH(QString, chart);
        QFETCH(QSize, size);
        QFETCH(QString, look);
        const QImage drawn = shown(chart, look.startsWith(QLatin1String("dark")) ? ThemeName::Dark : ThemeName::Light,
                                   size)
                                 ->grab()
                                 .toImage();
        const QString name = QStringLiteral("%1-%2.png").arg(chart, look);
        const QString path = QDir(QStringLiteral(RIDGEPOINT_GOLDEN_FOLDER)).filePath(name);
        if (qEnvironmentVariableIsSet("RIDGEPOINT_WRITE_GOLDEN")) {
            QVERIFY(test::withPalette(drawn).save(path, "PNG", 0)); // 0 is the smallest file
            QSKIP("written, not compared");
        }
        const QImage golden(path);
        QVERIFY2(!golden.isNull(), qPrintable(path));
        QCOMPARE(drawn.size(), golden.size());
        if (const test::PictureDifference difference = test::differenceOf(drawn, golden); difference.isSeen()) {
            const QString kept = QDir::temp().filePath(QStringLiteral("ridgepoint-golden-") + name);
            drawn.save(kept);
            QFAIL(qPrintable(QStringLiteral("%1; drawn now: %2").arg(difference.words(), kept)));
        }
    }

    /// What a chart must not lose, on a picture that is as it should be but for this.
    void theComparisonSees_data()
    {
        QTest::addColumn<QString>("what");
        for (const char* what : {"a thin line lost", "a grid line lost", "a line moved", "a label lost",
                                 "a marker's colour", "a region's tint"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }
    void theComparisonSees()
    {
        QFETCH(QString, what);
        const QImage golden = test::withPalette(example());
        QImage drawn = example();
        {
            QPainter painter(&drawn);
            const auto line = [&](double y, const QColor& color) {
                painter.fillRect(QRectF(60.0, y, 40.0, 1.0), color);
            };
            const Theme theme = Theme::light();
            if (what == QLatin1String("a thin line lost") || what == QLatin1String("a line moved"))
                line(40.0, theme.plot);
            if (what == QLatin1String("a line moved"))
                line(43.0, theme.text);
            if (what == QLatin1String("a grid line lost"))
                line(60.0, theme.plot);
            if (what == QLatin1String("a label lost"))
                painter.fillRect(QRectF(15.0, 100.0, 40.0, 30.0), theme.plot);
            if (what == QLatin1String("a marker's colour"))
                painter.fillRect(QRectF(80.0, 100.0, 8.0, 8.0), theme.overhead);
            if (what == QLatin1String("a region's tint"))
                painter.fillRect(QRectF(120.0, 80.0, 40.0, 40.0), theme.memoryArea);
        }
        QVERIFY(test::differenceOf(drawn, golden).isSeen());
    }
    /// Letters filled as outlines have other edges than FreeType's, more so than those of two versions of it.
    void theComparisonLetsLettersHaveOtherEdges_data() { looksAsItDid_data(); }
    void theComparisonLetsLettersHaveOtherEdges()
    {
        QFETCH(QString, chart);
        QFETCH(QSize, size);
        QFETCH(QString, look);
        const auto widget = shown(chart, look.startsWith(QLatin1String("dark")) ? ThemeName::Dark : ThemeName::Light,
                                  size);
        const QImage usually = widget->grab().toImage();
        widget->setTextAsPaths(true);
        widget->replot();
        const QImage drawn = widget->grab().toImage();
        QVERIFY(drawn != usually);
        const test::PictureDifference difference = test::differenceOf(drawn, usually);
        QVERIFY2(!difference.isSeen(), qPrintable(difference.words()));
    }

    /// Goes through another painter than the screen, one that knows no clips.
    void anSvgLooksLikeTheScreen_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::addColumn<QSize>("size");
        for (const char* chart : {"roofline", "map-zoomed", "experiment-lines", "experiment-bars"})
            QTest::newRow(chart) << QString::fromLatin1(chart) << usual;
        QTest::newRow("curves") << QStringLiteral("curves") << wide;
    }
    void anSvgLooksLikeTheScreen()
    {
        QFETCH(QString, chart);
        QFETCH(QSize, size);
        const auto widget = shown(chart, ThemeName::Light, size);
        const ExportOptions options{
            .size = size, .theme = ThemeName::Light, .withTitle = false, .svgText = SvgText::Paths};
        // A file of a roofline has a key that the screen has no room for.
        const double density = widget->devicePixelRatioF();
        const QImage screen = chart == QLatin1String("roofline") ? previewOf(*widget, options, size, density)
                                                                 : widget->grab().toImage();
        const auto svg = chartAsSvg(*widget, options);
        QVERIFY(svg.ok());
        QSvgRenderer renderer(*svg);
        QImage image(screen.size(), QImage::Format_RGB32);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        renderer.render(&painter);
        painter.end();
        image.setDevicePixelRatio(screen.devicePixelRatio());
        const test::PictureDifference difference = test::differenceOf(image, screen);
        if (difference.isSeen()) {
            image.save(QDir::temp().filePath(QStringLiteral("ridgepoint-svg-%1.png").arg(chart)));
            QFAIL(qPrintable(difference.words()));
        }
    }
    void roofsAndPointsStandWhereTheirNumbersAre()
    {
        const auto widget = shown(QStringLiteral("roofline"), ThemeName::Light, usual);
        const auto& chart = dynamic_cast<const RooflineChart&>(*widget);
        const Theme& theme = chart.theme();
        const QImage image = widget->grab().toImage();
        const QRectF plot(widget->axisRect()->rect());
        const auto pixelOf = [&](double intensity, double performance) {
            return QPointF(widget->xAxis->coordToPixel(intensity), widget->yAxis->coordToPixel(performance));
        };
        std::vector<QPointF> points;
        for (const ChartPoint& point : widget->places().shownPoints())
            if (const QPointF at = widget->places().pixelsOf(point).front(); plot.contains(at) && !point.doubtful()) {
                QVERIFY2(countNear(image, at, 4, markerColor(point, theme), theme.plot) > 6,
                         qPrintable(QStringLiteral("%1, %2").arg(at.x()).arg(at.y())));
                points.push_back(at);
            }
        QVERIFY(points.size() > 5);
        const auto [first, last] = std::minmax_element(points.begin(), points.end(),
                                                       [](QPointF a, QPointF b) { return a.x() < b.x(); });
        int roofs = 0;
        for (const RoofLine& roof : chart.data().bandwidths)
            if (roof.active) { // from the plot's edge to the first marker
                const double left = widget->xAxis->range().lower;
                const QLineF free(pixelOf(left, roof.roof.value * left),
                                  *first - QPointF(theme.markerSize, -theme.markerSize));
                QVERIFY2(free.length() > 50.0 && shareAlong(image, free, theme.text, theme.plot) > 0.95,
                         roof.roof.id.c_str());
                ++roofs;
            }
        for (const RoofLine& roof : chart.data().computes)
            if (roof.active) { // from the last marker to the plot's edge
                const double y = pixelOf(1.0, roof.roof.value).y();
                QVERIFY2(
                    shareAlong(image, {last->x() + theme.markerSize, y, plot.right() - 1.0, y}, theme.text, theme.plot)
                        > 0.95,
                    roof.roof.id.c_str());
                ++roofs;
            }
        QCOMPARE(roofs, 2);
    }
    void everyCurveHasItsPoints()
    {
        const auto widget = shown(QStringLiteral("curves"), ThemeName::Dark, wide);
        const QImage image = widget->grab().toImage();
        const QList<QCPAxisRect*> rects = widget->axisRects();
        QCOMPARE(rects.size(), 3);
        for (const ChartPoint& point : widget->places().shownPoints()) {
            const std::vector<QPointF> pixels = widget->places().pixelsOf(point);
            for (qsizetype i = 0; i < rects.size(); ++i)
                if (const QPointF at = pixels[static_cast<std::size_t>(i)];
                    rects[i]->rect().adjusted(5, 5, -5, -5).contains(at.toPoint()) && !point.doubtful())
                    QVERIFY2(countNear(image, at, 3, markerColor(point, widget->theme()), widget->theme().plot) > 3,
                             qPrintable(QStringLiteral("%1: %2, %3").arg(i).arg(at.x()).arg(at.y())));
        }
    }
    void anExperimentsNumbersAreSeen()
    {
        const auto widget = shown(QStringLiteral("experiment-lines"), ThemeName::Light, {640, 480});
        const auto& chart = dynamic_cast<const ExperimentChart&>(*widget);
        const Theme& theme = chart.theme();
        const QImage image = widget->grab().toImage();
        int series = 0;
        for (const ExperimentSeries& each : chart.data().plots[0].series)
            if (each.provenance == Provenance::Measured) {
                const std::size_t place = chart.data().plots[0].colors.at(each.name);
                constexpr std::array<std::size_t, 3> order{1, 2, 0}; // teal and brown before violet, next to blue
                const QColor color = place == 0 ? theme.accent : seriesColor(theme, order.at(place - 1));
                for (std::size_t i = 0; i < each.points.size(); ++i) {
                    const QPointF at = chart.pixelOf(0, each.points[i]);
                    QVERIFY2(countNear(image, at, 3, color, theme.plot) > 6,
                             qPrintable(QStringLiteral("%1 %2").arg(QString::fromStdString(each.name.words())).arg(i)));
                    if (i > 0)
                        QVERIFY2(shareAlong(image, {at, chart.pixelOf(0, each.points[i - 1])}, color, theme.plot) > 0.8,
                                 qPrintable(QString::number(i)));
                }
                ++series;
            }
        QCOMPARE(series, 2);
    }
    void stretchesOfTimeHaveTheirColours()
    {
        const auto widget = shown(QStringLiteral("experiment-timeline"), ThemeName::Light, usual);
        const auto& chart = dynamic_cast<const ExperimentChart&>(*widget);
        const Theme& theme = chart.theme();
        const QImage image = widget->grab().toImage();
        const auto& lanes = chart.data().plots[0].lanes;
        QCOMPARE(lanes.size(), std::size_t{3});
        for (std::size_t lane = 0; lane < lanes.size(); ++lane)
            for (const TimelineSpan& span : lanes[lane].spans) {
                const QRectF bar = chart.pixelsOfSpan(0, lane, span);
                const QColor color = span.kind == SpanKind::Work   ? theme.accent
                                   : span.kind == SpanKind::Launch ? theme.overhead
                                   : span.kind == SpanKind::Move   ? theme.memory
                                                                   : theme.track;
                QVERIFY2(countNear(image, bar.center(), static_cast<int>(bar.height() / 2.0), color, theme.plot)
                             > bar.height(),
                         span.name.c_str());
            }
    }

private:
    [[nodiscard]] std::unique_ptr<ChartWidget> shown(const QString& name, ThemeName theme, QSize size) const
    {
        const auto entry = std::find_if(m_gallery.begin(), m_gallery.end(),
                                        [&](const test::GalleryEntry& each) { return each.name == name; });
        if (entry == m_gallery.end())
            qFatal("no chart of the gallery is called %s", qPrintable(name));
        return entry->shown(Theme::named(theme), size);
    }
    /// A line, a grid line, a short label, a marker and a tinted region.
    static QImage example()
    {
        const Theme theme = Theme::light();
        QImage image(200, 160, QImage::Format_RGB32);
        image.fill(theme.plot);
        QPainter painter(&image);
        painter.fillRect(QRectF(0.0, 40.0, 200.0, 1.0), theme.text);
        painter.fillRect(QRectF(0.0, 60.0, 200.0, 1.0), theme.grid);
        painter.fillRect(QRectF(80.0, 100.0, 8.0, 8.0), theme.memory);
        painter.fillRect(QRectF(110.0, 70.0, 60.0, 60.0), theme.computeArea);
        painter.setFont(theme.font());
        painter.setPen(theme.text);
        painter.drawText(QPointF(20.0, 120.0), QStringLiteral("L2"));
        return image;
    }
    std::vector<test::GalleryEntry> m_gallery;
};

RIDGEPOINT_GUI_TEST(GoldenTest)
#include "golden_test.moc"
