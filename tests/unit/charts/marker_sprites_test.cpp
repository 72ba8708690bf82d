// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/marker_sprites.h"
#include "tests/support/test_main.h"

#include <QImage>
#include <QTest>

#include <algorithm>
#include <cstdlib>

using namespace ridgepoint;

namespace {

constexpr MarkerStyle usual{.size = 9.0};

ChartPoint pointOf(std::optional<Regime> regime, double compute = 0.7)
{
    ChartPoint point;
    point.regime = regime;
    if (regime)
        point.shares = Shares{.compute = compute, .memory = 0.9 - compute, .overhead = 0.1};
    return point;
}

QImage drawn(MarkerSprites* sprites, QPointF at, const ChartPoint& point, const Theme& theme, double scale, const MarkerStyle& style = usual)
{
    QImage image(QSize(40, 40) * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(theme.plot);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    if (sprites != nullptr)
        sprites->draw(painter, at, point, theme, style);
    else
        drawMarker(painter, at, point, theme, style);
    return image;
}

int largestDifference(const QImage& a, const QImage& b)
{
    int most = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb first = a.pixel(x, y);
            const QRgb second = b.pixel(x, y);
            for (const int difference : {qRed(first) - qRed(second), qGreen(first) - qGreen(second), qBlue(first) - qBlue(second)})
                most = std::max(most, std::abs(difference));
        }
    return most;
}

} // namespace

class MarkerSpritesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { test::failOnQtWarnings(); }

    void aSpriteLooksLikeTheMarkerInTheMiddleOfItsPixel_data()
    {
        QTest::addColumn<int>("regime");
        QTest::addColumn<double>("size");
        QTest::addColumn<bool>("hollow");
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("dark");
        QTest::newRow("compute") << static_cast<int>(Regime::Compute) << 9.0 << false << 1.0 << false;
        QTest::newRow("memory, dark") << static_cast<int>(Regime::Memory) << 9.0 << false << 1.0 << true;
        QTest::newRow("overhead") << static_cast<int>(Regime::Overhead) << 9.0 << false << 1.0 << false;
        QTest::newRow("unknown") << -1 << 9.0 << false << 1.0 << false;
        QTest::newRow("interpolated") << static_cast<int>(Regime::Overhead) << 9.0 << true << 1.0 << false;
        QTest::newRow("on a dense screen") << static_cast<int>(Regime::Compute) << 9.0 << true << 2.0 << false;
        QTest::newRow("between") << static_cast<int>(Regime::Overhead) << 9.0 << false << 1.5 << false;
        QTest::newRow("as large as presented") << static_cast<int>(Regime::Overhead) << 17.3 << true << 1.0 << true;
    }

    void aSpriteLooksLikeTheMarkerInTheMiddleOfItsPixel()
    {
        QFETCH(int, regime);
        QFETCH(double, size);
        QFETCH(bool, hollow);
        QFETCH(double, scale);
        QFETCH(bool, dark);
        const Theme theme = dark ? Theme::darkTheme() : Theme::light();
        ChartPoint point = pointOf(regime < 0 ? std::nullopt : std::optional(static_cast<Regime>(regime)));
        if (hollow)
            point.flags |= Flag::Interpolated;
        MarkerStyle style = usual;
        style.size = size;
        const QPointF middle(20.5 / scale, 30.5 / scale); // of a pixel of the device
        MarkerSprites sprites;
        const QImage exact = drawn(nullptr, middle, point, theme, scale, style);
        QImage ground = exact;
        ground.fill(theme.plot);
        QVERIFY(largestDifference(exact, ground) > 60); // there is something to compare
        QVERIFY(largestDifference(drawn(&sprites, middle, point, theme, scale, style), exact) <= 4);
        // Anywhere else in that pixel it stands at the same place, from the kept picture.
        QCOMPARE(largestDifference(drawn(&sprites, middle + QPointF(0.4, -0.4) / scale, point, theme, scale, style), drawn(&sprites, middle, point, theme, scale, style)), 0);
        QCOMPARE(sprites.kept(), 1);
    }

    void picturesAreKeptByWhatIsSeenAndForgottenWithTheirTheme()
    {
        const Theme light = Theme::light();
        MarkerSprites sprites;
        const auto draw = [&](const ChartPoint& point, const Theme& theme, double scale = 1.0) { (void)drawn(&sprites, {20, 20}, point, theme, scale); };
        draw(pointOf(Regime::Compute), light);
        draw(pointOf(Regime::Compute, 0.7001), light); // no visible difference
        QCOMPARE(sprites.kept(), 1);
        draw(pointOf(Regime::Compute, 0.4), light);
        draw(pointOf(Regime::Memory), light);
        QCOMPARE(sprites.kept(), 3);
        draw(pointOf(Regime::Memory), Theme::darkTheme());
        QCOMPARE(sprites.kept(), 1);
        draw(pointOf(Regime::Memory), Theme::darkTheme(), 2.0);
        QCOMPARE(sprites.kept(), 1);
    }
};

QTEST_MAIN(MarkerSpritesTest)

#include "marker_sprites_test.moc"
