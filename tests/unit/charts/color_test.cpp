// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/map_colors.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/oklab.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/color_difference.h"

using namespace ridgepoint;
using test::Vision;

Q_DECLARE_METATYPE(ridgepoint::test::Vision)

class ColorTest : public test::Case {
    Q_OBJECT
private slots:
    void regimesStayApartInEveryVision_data()
    {
        QTest::addColumn<Vision>("vision");
        QTest::newRow("normal vision") << Vision::Normal;
        QTest::newRow("protanopia") << Vision::Protanopia;
        QTest::newRow("deuteranopia") << Vision::Deuteranopia;
        QTest::newRow("tritanopia") << Vision::Tritanopia;
    }
    void regimesStayApartInEveryVision()
    {
        QFETCH(Vision, vision);
        for (const ThemeName name : {ThemeName::Light, ThemeName::Dark, ThemeName::Print, ThemeName::Presenter}) {
            const Theme theme = Theme::named(name);
            const QColor colors[] = {test::seenWith(vision, theme.compute), test::seenWith(vision, theme.memory),
                                     test::seenWith(vision, theme.overhead)};
            for (int i = 0; i < 3; ++i) {
                const double difference = test::ciede2000(colors[i], colors[(i + 1) % 3]);
                QVERIFY2(difference >= 33.0, qPrintable(QStringLiteral("CIEDE2000 is only %1").arg(difference)));
            }
        }
    }
    void everySeriesIsSeenOnEveryGroundAndAnUnlikeOneIsFainter_data()
    {
        QTest::addColumn<int>("name");
        for (const auto& [title, name] : {std::pair{"light", ThemeName::Light},
                                          {"dark", ThemeName::Dark},
                                          {"print", ThemeName::Print},
                                          {"presenter", ThemeName::Presenter}})
            QTest::newRow(title) << static_cast<int>(name);
    }
    void everySeriesIsSeenOnEveryGroundAndAnUnlikeOneIsFainter()
    {
        QFETCH(int, name);
        const Theme theme = Theme::named(static_cast<ThemeName>(name));
        for (std::size_t series = 0; series < 8; ++series) {
            const QColor like = seriesColor(theme, series);
            const QColor unlike = seriesColor(theme, series, "mul · queued");
            for (const QColor& ground : {theme.plot, theme.computeArea, theme.memoryArea})
                for (const QColor& ink : {like, unlike})
                    QVERIFY2(
                        contrast(ink, ground) >= 3.0,
                        qPrintable(
                            QStringLiteral("%1 on %2: %3").arg(ink.name(), ground.name()).arg(contrast(ink, ground))));
            QVERIFY(contrast(unlike, theme.plot) < contrast(like, theme.plot));
            // The own session's points, and the same device's of this slice: 2.3 is a difference that is just noticed.
            for (const QColor& other : {like, theme.text, theme.compute, theme.memory, theme.overhead})
                QVERIFY2(test::ciede2000(unlike, other) >= 2.0 * 2.3,
                         qPrintable(QStringLiteral("%1 and %2: %3")
                                        .arg(unlike.name(), other.name())
                                        .arg(test::ciede2000(unlike, other))));
        }
    }
    void theContrastAgreesWithKnownPairs()
    {
        QVERIFY(std::abs(contrast(Qt::white, Qt::black) - 21.0) < 1e-6);
        QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
        QVERIFY(std::abs(contrast(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.005);
        QCOMPARE(contrast(Qt::red, Qt::blue), contrast(Qt::blue, Qt::red));
    }
    void theColorDifferenceAgreesWithKnownPairs()
    {
        QVERIFY(test::ciede2000(Qt::white, Qt::white) < 1e-9);
        QVERIFY(std::abs(test::ciede2000(Qt::white, Qt::black) - 100.0) < 0.01);
        QVERIFY(std::abs(test::ciede2000(Qt::red, Qt::green) - test::ciede2000(Qt::green, Qt::red)) < 1e-9);
    }
    void oklabKeepsEveryColor()
    {
        for (const QRgb rgb : {0x000000U, 0xFFFFFFU, 0xB02A4AU, 0x56B4E9U, 0xF5B335U, 0x123456U, 0x00FF00U}) {
            const QColor color = QColor::fromRgb(rgb);
            const QColor back = QColor::fromRgb(toRgb(toOklab(color)));
            // The table of the transfer curve is coarse near black.
            QVERIFY(std::abs(color.red() - back.red()) <= 2 && std::abs(color.green() - back.green()) <= 2
                    && std::abs(color.blue() - back.blue()) <= 2);
        }
        QVERIFY(std::abs(toOklab(Qt::white).lightness - 1.0) < 1e-4);
    }
    void blendsAreTheirPartsAtTheEndsAndBetweenInLightness()
    {
        const Oklab parts[] = {toOklab(QColor(0xB0, 0x2A, 0x4A)), toOklab(QColor(0x56, 0xB4, 0xE9))};
        const double first[] = {1.0, 0.0};
        const double half[] = {2.0, 2.0};
        QCOMPARE(blend(parts, first).a, parts[0].a);
        QCOMPARE(blend(parts, half).lightness, (parts[0].lightness + parts[1].lightness) / 2.0);
    }
    void uncertainCellsArePalerInEveryTheme()
    {
        for (const Theme& theme : {Theme::light(), Theme::darkTheme()}) {
            const MapColors colors(theme, MapChoice{MapView::Regime, Regime::Memory}, {});
            for (const Shares shares : {Shares{.compute = 1.0}, Shares{.memory = 1.0}, Shares{.overhead = 1.0}}) {
                MapCell cell{.state = CellState::Measured, .shares = shares, .confidence = 1.0};
                const QColor sure = QColor::fromRgb(colors.color(cell));
                QVERIFY(test::ciede2000(sure, theme.regimeColor(shares.largest())) < 1.5);
                const auto isPaler = [&] {
                    const Oklab now = toOklab(QColor::fromRgb(colors.color(cell)));
                    const Oklab before = toOklab(sure);
                    return now.lightness > before.lightness
                        && std::hypot(now.a, now.b) < std::hypot(before.a, before.b);
                };
                cell.confidence = 0.2;
                QVERIFY(isPaler());
                cell.confidence = 1.0;
                cell.ambiguous = true;
                QVERIFY(isPaler());
                cell.ambiguous = false;
                cell.state = CellState::Spread;
                QVERIFY(isPaler());
            }
            QCOMPARE(colors.color(MapCell{}), colors.color(MapCell{.state = CellState::Measured}));
        }
    }
    void divergingScalesAreNeutralAtOneAndSaturateBeyondTheirEnds()
    {
        const MapColors colors(Theme::light(), MapChoice{MapView::Residual, Regime::Memory}, {});
        MapCell cell{.state = CellState::Measured};
        cell.residual = 1.0;
        const QRgb even = colors.color(cell);
        QCOMPARE(QColor::fromRgb(even), colors.scaleColor(0.5));
        cell.residual = 50.0;
        QCOMPARE(QColor::fromRgb(colors.color(cell)), colors.scaleColor(1.0));
        cell.residual = 0.01;
        QCOMPARE(QColor::fromRgb(colors.color(cell)), colors.scaleColor(0.0));
    }
    void theShareOfTheRoofRunsFromNothingToTheRoof()
    {
        const MapColors colors(Theme::light(), MapChoice{MapView::Roof, Regime::Memory}, {});
        MapCell cell{.state = CellState::Measured};
        QCOMPARE(colors.color(cell), colors.color(MapCell{})); // no roofs yet: no colour that would say "far below"
        for (const double share : {0.0, 0.4, 1.0}) {
            cell.shareOfRoof = share;
            QCOMPARE(QColor::fromRgb(colors.color(cell)), colors.scaleColor(share));
        }
        cell.shareOfRoof = 1.3; // a count or a roof is wrong
        QCOMPARE(QColor::fromRgb(colors.color(cell)), colors.scaleColor(1.0));
    }
};

RIDGEPOINT_TEST(ColorTest)
#include "color_test.moc"
