// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <cmath>

using namespace ridgepoint;

namespace {

/// Fonts are rasterised a little differently by every FreeType, so pictures are compared after averaging over blocks,
/// with room for a shifted letter but not for a missing line, label or region.
constexpr int block = 8;
constexpr double mostBlockDifference = 60.0;
constexpr double mostMeanDifference = 1.5;

struct Difference {
    double largest = 0.0;
    double mean = 0.0;
};

Difference differenceOf(const QImage& first, const QImage& second)
{
    const auto coarse = [](const QImage& image) {
        return image.scaled(image.width() / block, image.height() / block, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).convertToFormat(QImage::Format_RGB32);
    };
    const QImage a = coarse(first);
    const QImage b = coarse(second);
    Difference result;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QColor one = a.pixelColor(x, y);
            const QColor two = b.pixelColor(x, y);
            const double away = (std::abs(one.red() - two.red()) + std::abs(one.green() - two.green()) + std::abs(one.blue() - two.blue())) / 3.0;
            result.largest = std::max(result.largest, away);
            result.mean += away / (a.width() * a.height());
        }
    return result;
}

std::unique_ptr<ChartWidget> makeChart(const QString& name)
{
    if (name == QLatin1String("roofline"))
        return std::make_unique<RooflineChart>();
    if (name == QLatin1String("map"))
        return std::make_unique<RegimeMapChart>();
    if (name == QLatin1String("map-lines")) {
        auto map = std::make_unique<RegimeMapChart>();
        map->setIsoLines({IsoLines::Runtime, Regime::Memory});
        return map;
    }
    return std::make_unique<CurvesChart>();
}

} // namespace

/// Compares each chart with a picture in tests/golden/images. With RIDGEPOINT_WRITE_GOLDEN set it writes them instead.
class GoldenTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_snapshot = test::syntheticSnapshotPointer(); }
    void init() { test::failOnQtWarnings(); }

    void looksAsItDid_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::addColumn<int>("theme");
        // Wide enough for the triangle beside the map.
        QTest::newRow("map with lines, light") << QStringLiteral("map-lines") << static_cast<int>(ThemeName::Light);
        for (const char* chart : {"roofline", "map", "curves"}) {
            QTest::addRow("%s, light", chart) << QString::fromLatin1(chart) << static_cast<int>(ThemeName::Light);
            QTest::addRow("%s, dark", chart) << QString::fromLatin1(chart) << static_cast<int>(ThemeName::Dark);
        }
    }
    void looksAsItDid()
    {
        QFETCH(QString, chart);
        QFETCH(int, theme);
        const QImage drawn = draw(chart, static_cast<ThemeName>(theme));
        const QString path = QStringLiteral(RIDGEPOINT_GOLDEN_FOLDER "/%1-%2.png").arg(chart, theme == static_cast<int>(ThemeName::Dark) ? QStringLiteral("dark") : QStringLiteral("light"));
        if (qEnvironmentVariableIsSet("RIDGEPOINT_WRITE_GOLDEN")) {
            QVERIFY(drawn.convertToFormat(QImage::Format_RGB32).save(path));
            QSKIP("written, not compared");
        }
        const QImage golden(path);
        QVERIFY2(!golden.isNull(), qPrintable(path));
        QCOMPARE(drawn.size(), golden.size());
        const Difference difference = differenceOf(drawn, golden);
        if (difference.largest > mostBlockDifference || difference.mean > mostMeanDifference) {
            const QString kept = QDir::temp().filePath(QStringLiteral("ridgepoint-golden-%1-%2.png").arg(chart).arg(theme));
            drawn.save(kept);
            QFAIL(qPrintable(QStringLiteral("differs by %1 in one place, %2 on average; drawn now: %3").arg(difference.largest).arg(difference.mean).arg(kept)));
        }
    }
    void theComparisonSeesAMissingRoof()
    {
        QImage drawn = draw(QStringLiteral("map"), ThemeName::Light);
        QImage other = drawn;
        for (int y = 100; y < 140; ++y)
            for (int x = 100; x < 160; ++x)
                other.setPixelColor(x, y, Qt::white);
        QVERIFY(differenceOf(drawn, other).largest > mostBlockDifference);
        QVERIFY(differenceOf(drawn, drawn).largest == 0.0);
    }

private:
    QImage draw(const QString& name, ThemeName theme) const
    {
        const auto chart = makeChart(name);
        chart->setTheme(Theme::named(theme));
        chart->setSnapshot(m_snapshot);
        chart->setCursor(test::syntheticCursor());
        chart->setSelected(test::syntheticCursor());
        chart->resize(name == QLatin1String("curves") ? QSize(720, 260) : name == QLatin1String("map-lines") ? QSize(640, 420) : QSize(480, 380));
        chart->setAttribute(Qt::WA_DontShowOnScreen);
        chart->show();
        chart->flush();
        return chart->grab().toImage();
    }
    SnapshotPointer m_snapshot;
};

QTEST_MAIN(GoldenTest)
#include "golden_test.moc"
