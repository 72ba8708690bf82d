// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/format.h"
#include "app/desktop/inspect/inspector_sections.h"
#include "tests/support/test_main.h"

#include <QImage>
#include <QTest>

using namespace ridgepoint;

/// The bar of what a point's time is made of.
class SharesBarTest : public test::Case {
    Q_OBJECT

private slots:
    /// As empty room it looked like a bar that does not go on: a third of the time was nobody's.
    void whatNoRoofExplainsIsAPieceOfItsOwn()
    {
        SharesBar bar;
        bar.setAttribute(Qt::WA_DontShowOnScreen);
        bar.resize(200, 12);
        bar.show({{.memory = 0.5, .unexplained = 0.5}});
        bar.QWidget::show();
        const QImage picture = bar.grab().toImage();
        const double scale = picture.devicePixelRatio();
        const auto colorsFrom = [&](int left) {
            QSet<QRgb> colors;
            for (int x = left; x < left + 60; ++x)
                for (int y = 3; y < 9; ++y)
                    colors.insert(picture.pixel(static_cast<int>(x * scale), static_cast<int>(y * scale)));
            return colors;
        };
        QCOMPARE(colorsFrom(20).size(), 1);
        const QSet<QRgb> unexplained = colorsFrom(120);
        QVERIFY(unexplained.size() > 1); // crossed lines
        QVERIFY(!unexplained.contains(*colorsFrom(20).begin()));
        const QString half = Format().percent(0.5) + QStringLiteral(" of the time: ");
        QVERIFY2(bar.wordsAt(150.0).contains(half + QStringLiteral("unexplained")), qPrintable(bar.wordsAt(150.0)));
        QCOMPARE(bar.wordsAt(50.0), half + regimeLabel(Regime::Memory));
        bar.show(std::nullopt);
        QVERIFY(bar.wordsAt(150.0).isEmpty());
    }
};

RIDGEPOINT_GUI_TEST(SharesBarTest)
#include "shares_bar_test.moc"
