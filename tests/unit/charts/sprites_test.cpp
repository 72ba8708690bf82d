// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/markers.h"
#include "app/charts/style/sprites.h"
#include "app/charts/style/theme.h"
#include "tests/support/test_main.h"

#include <QImage>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

using namespace ridgepoint;

namespace {

QImage written(bool kept, QPointF at, const TextStyle& style, double scale = 1.0)
{
    QImage image(QSize(240, 160) * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    TextPainter text;
    text.setKept(kept);
    text.draw(painter, at, QStringLiteral("memory-bound 4.2 GB/s"), style);
    return image;
}

/// A sample of every shape, filled and hollow, with its interval; `kept`: from pictures.
QImage marked(bool kept, double scale)
{
    QImage image(QSize(240, 160) * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::white);
    QCPPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!kept)
        painter.setMode(QCPPainter::pmNoCaching);
    std::vector<SampleMark> samples;
    for (const auto regime : {std::optional<Regime>(), std::optional(Regime::Compute), std::optional(Regime::Memory),
                              std::optional(Regime::Overhead)})
        for (const bool filled : {true, false}) {
            ChartPoint point;
            point.regime = regime;
            const QPointF at(20.25 + 25.0 * static_cast<double>(samples.size()), filled ? 40.5 : 90.0);
            samples.push_back({at, QLineF(at - QPointF(0.0, 20.0), at + QPointF(0.0, 20.0)),
                               markerLook(point, Theme::light(), {.size = 11.0, .filled = filled})});
        }
    samples.push_back({QPointF(230.0, 150.0), std::nullopt, samples.front().look}); // outside
    drawSamples(&painter, samples, QRectF(0.0, 0.0, 220.0, 140.0), QPen(Qt::black, 1.0));
    return image;
}

int largestDifference(const QImage& a, const QImage& b)
{
    int most = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb first = a.pixel(x, y);
            const QRgb second = b.pixel(x, y);
            for (const int difference : {qRed(first) - qRed(second), qGreen(first) - qGreen(second),
                                         qBlue(first) - qBlue(second), qAlpha(first) - qAlpha(second)})
                most = std::max(most, std::abs(difference));
        }
    return most;
}

} // namespace

class SpritesTest : public test::Case {
    Q_OBJECT

private slots:
    void aKeptTextLooksLikeAWrittenOne_data()
    {
        QTest::addColumn<double>("degrees");
        QTest::addColumn<bool>("halo");
        QTest::addColumn<double>("scale");
        QTest::newRow("plain") << 0.0 << false << 1.0;
        QTest::newRow("with a halo") << 0.0 << true << 1.0;
        QTest::newRow("upwards") << -90.0 << true << 1.0;
        QTest::newRow("aslant") << -33.0 << true << 1.0;
        QTest::newRow("on a dense screen") << 0.0 << true << 2.0;
    }
    void aKeptTextLooksLikeAWrittenOne()
    {
        QFETCH(double, degrees);
        QFETCH(bool, halo);
        QFETCH(double, scale);
        TextStyle style{.font = Theme::light().font(1.0),
                        .color = QColor(20, 60, 120),
                        .anchor = Qt::AlignCenter,
                        .rotationDegrees = degrees};
        if (halo)
            style.halo = Qt::white;
        const QPointF at(120.25, 80.5);
        (void)written(false, at, style,
                      scale); // the letters of a font's first text are drawn otherwise than later ones
        const QImage plain = written(false, at, style, scale);
        QVERIFY(largestDifference(plain, written(true, at, style, scale)) <= 2);
        QVERIFY2(largestDifference(plain, written(true, at, style, scale)) <= 2, "the second time from what was kept");
    }

    void theSameWordsArePaintedOnceAndOthersAnew()
    {
        TextStyle style{.font = Theme::light().font(1.3), .color = Qt::black};
        const int before = spritesPainted();
        (void)written(true, {10.0, 80.0}, style);
        (void)written(true, {31.0, 90.0}, style);
        (void)written(true, {31.02, 90.0}, style);
        QCOMPARE(spritesPainted(), before + 1);
        style.color = Qt::red;
        (void)written(true, {10.0, 80.0}, style);
        QCOMPARE(spritesPainted(), before + 2);
    }

    void aKeptMarkerLooksLikeADrawnOne_data()
    {
        QTest::addColumn<double>("scale");
        QTest::newRow("usual") << 1.0;
        QTest::newRow("on a dense screen") << 2.0;
    }
    void aKeptMarkerLooksLikeADrawnOne()
    {
        QFETCH(double, scale);
        const QImage drawn = marked(false, scale);
        QVERIFY(drawn.pixelColor(QPoint(20, 40) * scale) != QColor(Qt::white));
        QCOMPARE(drawn.pixelColor(QPoint(230, 150) * scale), QColor(Qt::white)); // outside of the plot
        QVERIFY(largestDifference(drawn, marked(true, scale)) <= 3);
        QVERIFY2(largestDifference(drawn, marked(true, scale)) <= 3, "the second time from what was kept");
    }

    void aPainterThatTurnsIsServedWithoutThem()
    {
        QImage image(100, 100, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.rotate(10.0);
        const int before = spritesPainted();
        TextPainter text;
        text.setKept(true);
        text.draw(painter, {20.0, 20.0}, QStringLiteral("turned"),
                  {.font = Theme::light().font(1.0), .color = Qt::black});
        QCOMPARE(spritesPainted(), before);
        painter.end();
        bool any = false;
        for (int i = 0; i < 100; ++i)
            for (int j = 0; j < 100; ++j)
                any = any || image.pixel(i, j) != 0;
        QVERIFY2(any, "the file was written");
    }
};

RIDGEPOINT_GUI_TEST(SpritesTest)

#include "sprites_test.moc"
