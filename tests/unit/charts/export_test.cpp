// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/text_painter.h"
#include "app/charts/style/theme.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <unistd.h>

using namespace ridgepoint;

class ExportTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        const SnapshotPointer snapshot = test::syntheticSnapshotPointer();
        m_charts.push_back(std::make_unique<RooflineChart>());
        m_charts.push_back(std::make_unique<RegimeMapChart>());
        m_charts.push_back(std::make_unique<CurvesChart>());
        for (const auto& chart : m_charts) {
            chart->set(&ChartInput::snapshot, snapshot);
            chart->set(&ChartInput::cursor, test::syntheticCursor());
            chart->set(&ChartInput::title, QStringLiteral("A title"));
            chart->set(&ChartInput::note, QStringLiteral("a note"));
        }
    }
    void pdfIsVectorWithoutLossyImages()
    {
        for (const auto& chart : m_charts) {
            const QByteArray pdf = written(*chart, QStringLiteral("a.pdf"), {});
            QVERIFY(pdf.startsWith("%PDF"));
            QVERIFY(!pdf.contains("DCTDecode"));
            QVERIFY(pdf.contains("/FontFile") || pdf.contains("/Font")); // text stays text
        }
        QVERIFY(written(*m_charts[1], QStringLiteral("b.pdf"), {}).contains("/Image"));
    }
    void signsOfAPdfCanBeCopied()
    {
        QByteArray pdf;
        QBuffer buffer(&pdf);
        QVERIFY(buffer.open(QIODevice::WriteOnly));
        QPdfWriter writer(&buffer);
        QPainter painter(&writer);
        TextPainter().draw(painter, {100, 100}, QStringLiteral("3 × 4 ± 5 −6/+7 AVX-512 (GB)"),
                           {.font = Theme::print().font()});
        painter.end();
        // The table of characters of a PDF's font; a glyph that none leads to has no entry.
        for (const char* sign : {"<00D7>", "<00B1>", "<2212>", "<002B>", "<002D>", "<0028>"})
            QVERIFY2(pdf.contains(sign), sign);
    }
    void pngHasTheSizeAndResolutionAskedFor()
    {
        const QByteArray png = written(*m_charts[0], QStringLiteral("a.png"), {.size = {400, 300}, .dpi = 192.0});
        const QImage image = QImage::fromData(png);
        QCOMPARE(image.size(), QSize(800, 600));
        QVERIFY(std::abs(image.dotsPerMeterX() * 0.0254 - 192.0) < 0.1);
        QVERIFY(!image.hasAlphaChannel());
    }
    void aTransparentPngHasNoGround()
    {
        const QImage image = QImage::fromData(
            written(*m_charts[0], QStringLiteral("t.png"), {.size = {400, 300}, .dpi = 96.0, .transparent = true}));
        QVERIFY(image.hasAlphaChannel());
        QCOMPARE(qAlpha(image.pixel(1, 1)), 0);
    }
    void svgStaysInsideItsPageAndKeepsText()
    {
        for (const auto& chart : m_charts) {
            const QString svg = QString::fromUtf8(written(*chart, QStringLiteral("a.svg"), {.size = {600, 400}}));
            QVERIFY(svg.contains(QStringLiteral("<text")));
            QVERIFY(svg.contains(QStringLiteral("A title")));
            static const QRegularExpression polyline(QStringLiteral("points=\"([^\"]*)\""));
            auto matches = polyline.globalMatch(svg);
            while (matches.hasNext())
                for (const QString& pair : matches.next().captured(1).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
                    const double x = pair.section(QLatin1Char(','), 0, 0).toDouble();
                    const double y = pair.section(QLatin1Char(','), 1, 1).toDouble();
                    QVERIFY2(x >= -20.0 && x <= 620.0 && y >= -20.0 && y <= 420.0, qPrintable(pair));
                }
        }
    }
    // Mutations: svgOf() without validInXml(); each of its bounds.
    void everySvgIsXml()
    {
        RooflineChart chart;
        chart.set(&ChartInput::snapshot, m_charts[0]->input().snapshot);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::title, QStringLiteral("esc\u001b[0m") + QChar(0) + QChar(0xd800) + QChar(0xffff));
        const QByteArray svg = written(chart, QStringLiteral("x.svg"), {.size = {600, 400}});
        QXmlStreamReader reader(svg);
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(svg.contains("\xef\xbf\xbd"));
        const QString fine = QStringLiteral("\t\n a\u00e4\ufffd\U0001f600");
        QCOMPARE(validInXml(fine), fine);
        const QString bad = QChar(0xdc00) + QStringLiteral("a") + QChar(0xd800);
        QCOMPARE(validInXml(bad), QStringLiteral("\ufffda\ufffd"));
    }
    void aZoomedSvgIsStillClipped()
    {
        RooflineChart chart;
        chart.set(&ChartInput::snapshot, m_charts[0]->input().snapshot);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.flush();
        chart.resize(600, 400);
        QTest::keyClick(&chart, Qt::Key_Plus);
        const QString svg = QString::fromUtf8(written(chart, QStringLiteral("z.svg"), {.size = {600, 400}}));
        static const QRegularExpression polyline(QStringLiteral("points=\"([^\"]*)\""));
        auto matches = polyline.globalMatch(svg);
        QVERIFY(matches.hasNext());
        while (matches.hasNext())
            for (const QString& pair : matches.next().captured(1).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
                const double x = pair.section(QLatin1Char(','), 0, 0).toDouble();
                QVERIFY2(x >= -20.0 && x <= 620.0, qPrintable(pair));
            }
    }
    void svgTextBecomesOutlinesWhenAskedFor()
    {
        const QString svg = QString::fromUtf8(
            written(*m_charts[2], QStringLiteral("p.svg"), {.svgText = SvgText::Paths}));
        QVERIFY(!svg.contains(QStringLiteral("<text")));
        QVERIFY(svg.contains(QStringLiteral("<path")));
    }
    void badOptionsAreRefusedByName_data()
    {
        QTest::addColumn<ExportOptions>("options");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("id");
        QTest::newRow("too narrow") << ExportOptions{.size = {3, 300}} << "x.png"
                                    << "export.width";
        QTest::newRow("too high") << ExportOptions{.size = {300, 1e9}} << "x.png"
                                  << "export.height";
        QTest::newRow("not a number") << ExportOptions{.size = {std::nan(""), 300}} << "x.png"
                                      << "export.width";
        QTest::newRow("no resolution") << ExportOptions{.dpi = 0.0} << "x.png"
                                       << "export.dpi";
        QTest::newRow("too many pixels") << ExportOptions{.size = {15000, 15000}, .dpi = 600} << "x.png"
                                         << "export.pixels";
        QTest::newRow("tiny letters") << ExportOptions{.fontPoints = 0.5} << "x.png"
                                      << "export.font";
        QTest::newRow("unknown ending") << ExportOptions{} << "x.gif"
                                        << "export.format";
        QTest::newRow("no ending") << ExportOptions{} << "x"
                                   << "export.format";
        QTest::newRow("a folder that is not there") << ExportOptions{} << "none/x.png"
                                                    << "file.no-folder";
    }
    void badOptionsAreRefusedByName()
    {
        QFETCH(ExportOptions, options);
        QFETCH(QString, file);
        const auto result = m_charts[0]->exportTo(m_folder.filePath(file), options);
        QVERIFY(!result.ok());
        QTEST(QString::fromStdString(result.error().id), "id");
        QVERIFY(!result.error().message().empty());
        QVERIFY(!QFile::exists(m_folder.filePath(file)));
    }
    void aFullDiskIsReportedAndKeepsTheOldFile()
    {
        if (!QFile::exists(QStringLiteral("/dev/full")))
            QSKIP("this system has no /dev/full");
        const QString path = m_folder.filePath(QStringLiteral("full.png"));
        QVERIFY(QFile::link(QStringLiteral("/dev/full"), path));
        const auto result = m_charts[0]->exportTo(path, {});
        QVERIFY(!result.ok());
        QCOMPARE(result.error().id, std::string("file.no-space"));
        QVERIFY2(QFileInfo(path).isSymLink(), "the old file is gone");
    }
    void exportingLeavesTheChartAsItWas()
    {
        ChartWidget& chart = *m_charts[0];
        chart.flush();
        const QCPRange range = chart.xAxis->range();
        const auto theme = chart.theme().name;
        written(chart, QStringLiteral("same.png"), {.theme = ThemeName::Dark});
        QCOMPARE(chart.xAxis->range(), range);
        QCOMPARE(chart.theme().name, theme);
    }

private:
    QByteArray written(const ChartWidget& chart, const QString& name, const ExportOptions& options)
    {
        const QString path = m_folder.filePath(name);
        const auto result = chart.exportTo(path, options);
        if (!result.ok())
            qWarning("%s", result.error().message().c_str());
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QTemporaryDir m_folder;
    std::vector<std::unique_ptr<ChartWidget>> m_charts;
};

RIDGEPOINT_GUI_TEST(ExportTest)
#include "export_test.moc"
