// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/render/guide.h"
#include "app/charts/data/snapshot.h"
#include "app/charts/draw/chart_widget.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>

using namespace ridgepoint;

namespace {

QStringList picturesOf(const GuidePage& page)
{
    static const QRegularExpression picture(QStringLiteral("!\\[[^\\]]+\\]\\(([^)]+)\\)"));
    QStringList addresses;
    for (auto each = picture.globalMatch(page.text); each.hasNext();)
        addresses << each.next().captured(1);
    return addresses;
}

} // namespace

/// The pages of the guide, their pictures and the HTML that is made of them.
class GuideTest : public test::Case {
    Q_OBJECT
private slots:
    void everyPageHasATitleAndIsShort()
    {
        QVERIFY(guidePages().size() >= 10);
        QSet<QString> ids;
        for (const GuidePage& page : guidePages()) {
            QVERIFY2(page.text.startsWith(QStringLiteral("# ") + page.title) && !page.title.isEmpty(),
                     qPrintable(page.id));
            QVERIFY2(!page.text.mid(2).contains(QStringLiteral("\n# ")), qPrintable(page.id)); // one page, one title
            const auto words = page.text.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts).size();
            QVERIFY2(words > 100 && words <= 400,
                     qPrintable(QStringLiteral("%1 has %2 words").arg(page.id).arg(words)));
            ids << page.id;
        }
        QCOMPARE(ids.size(), static_cast<qsizetype>(guidePages().size()));
        QCOMPARE(guidePages().front().id, QStringLiteral("first-ten-minutes"));
    }

    void noLineOfCodeIsWiderThanThePage()
    {
        int lines = 0;
        for (const GuidePage& page : guidePages()) {
            bool isCode = false;
            for (const QString& line : page.text.split(QLatin1Char('\n'))) {
                if (line.startsWith(QStringLiteral("```"))) {
                    isCode = !isCode;
                    continue;
                }
                const bool isIndented = line.startsWith(QStringLiteral("    ")); // code, too
                QVERIFY2(!(isCode || isIndented) || line.size() <= mostCodeLetters,
                         qPrintable(page.id + QStringLiteral(": ") + line));
                lines += isCode ? 1 : 0;
            }
            QVERIFY2(!isCode, qPrintable(page.id)); // the block has an end
        }
        QVERIFY(lines > 50);
    }

    void everyPictureIsDrawn()
    {
        int drawn = 0;
        for (const GuidePage& page : guidePages())
            for (const QString& address : picturesOf(page)) {
                for (const ThemeName theme : {ThemeName::Light, ThemeName::Dark}) {
                    const auto picture = guidePicture(QUrl(address), 400, 1.0, theme);
                    QVERIFY2(picture, qPrintable(address));
                    QCOMPARE(picture->width(), 400);
                    QSet<QRgb> colors;
                    for (int x = 0; x < picture->width(); ++x)
                        for (int y = 0; y < picture->height(); ++y)
                            colors << picture->pixel(x, y);
                    QVERIFY2(colors.size() > 50, qPrintable(address));
                }
                const auto chart = guideChart(QUrl(address));
                QVERIFY(chart);
                QVERIFY2(!(*chart)->input().snapshot->samples.empty(), qPrintable(address));
                ++drawn;
            }
        QVERIFY(drawn >= 3);
    }

    void whatNamesNoPictureIsAnError_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("says");
        QTest::newRow("a file") << "roofline.png"
                                << "begins with chart:";
        QTest::newRow("another chart") << "chart:pie?device=published:a100-rrze"
                                       << "roofline, map or curves";
        QTest::newRow("another device") << "chart:map?device=published:none"
                                        << "no such device";
        QTest::newRow("no number") << "chart:map?device=published:a100-rrze&operations=many"
                                   << "whole numbers";
        QTest::newRow("nothing") << ""
                                 << "begins with chart:";
    }
    void whatNamesNoPictureIsAnError()
    {
        QFETCH(QString, address);
        QFETCH(QString, says);
        const auto picture = guidePicture(QUrl(address), 400, 1.0, ThemeName::Light);
        QVERIFY(!picture);
        QVERIFY(std::any_of(picture.error().arguments.begin(), picture.error().arguments.end(),
                            [&](const std::string& part) { return QString::fromStdString(part).contains(says); }));
    }

    void onePageHasTheWholeGuide()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("guide.html"));
        QCOMPARE(guideMain({path}), 0);
        const QString html = QString::fromUtf8(test::contentOf(path));
        qsizetype pictures = 0;
        for (const GuidePage& page : guidePages()) {
            QVERIFY2(html.contains(QStringLiteral("<section id=\"%1\">").arg(page.id))
                         && html.contains(QStringLiteral("href=\"#%1\"").arg(page.id)),
                     qPrintable(page.id));
            QVERIFY2(html.contains(page.title.toHtmlEscaped() + QStringLiteral("</h1>")), qPrintable(page.title));
            pictures += picturesOf(page).size();
        }
        QCOMPARE(html.count(QStringLiteral("<figure><svg")), pictures);
        QVERIFY(!html.contains(QStringLiteral("<img")) && !html.contains(QStringLiteral("FIGURE")));
        QVERIFY(html.contains(QStringLiteral("<b>Press Run (F5).</b>")));
        QVERIFY(html.contains(QStringLiteral("<i>compute-bound</i>")));
        QVERIFY(!html.contains(QRegularExpression(QStringLiteral("<p[^>]* style="))));
    }

    void oneFileIsNeeded()
    {
        for (const QStringList& arguments : {QStringList(), QStringList{QStringLiteral("--help")},
                                             QStringList{QStringLiteral("a"), QStringLiteral("b")},
                                             QStringList{QStringLiteral("/nowhere/at/all/guide.html")}})
            QCOMPARE(guideMain(arguments), 2);
    }
};

RIDGEPOINT_GUI_TEST(GuideTest)
#include "guide_test.moc"
