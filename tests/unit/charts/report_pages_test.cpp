// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/render/render.h"
#include "app/charts/render/report_files.h"
#include "core/session/session.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ridgepoint;

/// How long a report is, and in which order it stands. `recorded.ridge` is a small sweep of a processor.
class ReportPagesTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(QFile::copy(QStringLiteral(RIDGEPOINT_SOURCE_DIR "/tests/unit/charts/recorded.ridge"),
                            file("recorded.ridge")));
        QVERIFY(writeSession(test::syntheticSession(), file("synthetic.ridge").toStdString()).ok());
        Session line = test::syntheticSession();
        line.plans.back().axes.erase(line.plans.back().axes.begin() + 1, line.plans.back().axes.end());
        line.plans = {line.plans.back()};
        const std::int64_t size = line.samples.back().workload.elements;
        std::erase_if(line.samples, [size](const Sample& sample) { return sample.workload.elements != size; });
        QVERIFY(writeSession(line, file("line.ridge").toStdString()).ok());
    }
    void hasThreePagesUnlessMoreIsRequested_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("pages");
        QTest::newRow("a recorded session") << "recorded.ridge" << 3;
        QTest::newRow("a large map") << "synthetic.ridge" << 3;
        QTest::newRow("a device beside it") << "recorded.ridge --device published:a100-rrze" << 3;
        QTest::newRow("a published device") << "--device published:h200-rrze" << 3;
        QTest::newRow("a datasheet") << "--device datasheet:h100-sxm5-80gb" << 3;
        QTest::newRow("a line, which has no map") << "line.ridge" << 3;
        QTest::newRow("what does not help") << "recorded.ridge --with levers" << 3;
    }
    void hasThreePagesUnlessMoreIsRequested()
    {
        QFETCH(QString, arguments);
        QFETCH(int, pages);
        QCOMPARE(pagesOf(arguments), pages);
    }
    void whatIsRequestedComesBehindThem()
    {
        QVERIFY(pagesOf(QStringLiteral("recorded.ridge --with method")) > 3);
        QVERIFY(pagesOf(QStringLiteral("recorded.ridge --with all"))
                > pagesOf(QStringLiteral("recorded.ridge --with method")));
    }
    void goesFromTheVerdictToTheCurves()
    {
        const QByteArray html = written(QStringLiteral("recorded.ridge"), QStringLiteral("order.html"));
        QCOMPARE(html.count(", which is "), 1); // of which point the headline is
        qsizetype before = 0;
        for (const char* title : {", which is ", "<li>", "<h2>What would help</h2>", "<h2>Device</h2>",
                                  "<h2>Roofs</h2>", "<b>Roofline</b>", "<b>Regime map</b>", "<b>Sweep</b>"}) {
            const qsizetype at = html.indexOf(title);
            QVERIFY2(at > before, title);
            before = at;
        }
        for (const char* left : {"No gain predicted", "How this was measured", "<h2>Environment</h2>", "Ridge points",
                                 "Points of the curves", "Measured points"})
            QVERIFY2(!html.contains(left), left);
        const QByteArray all = written(QStringLiteral("recorded.ridge --with all"), QStringLiteral("all.html"));
        QVERIFY(all.indexOf("No gain predicted") > all.indexOf("<h2>What would help</h2>"));
        for (const char* more : {"How this was measured", "<h2>Environment</h2>", "Ridge points",
                                 "Points of the curves", "Measured points"})
            QVERIFY2(all.indexOf(more) > all.indexOf("<b>Sweep</b>"), more);
    }
    /// The verdict stands behind the charts where the first page would be too long with it.
    void aLongVerdictHasAPageOfItsOwn()
    {
        LabReport report;
        report.title = report.headline = QStringLiteral("Title");
        report.facts = {{.title = QStringLiteral("Device"), .facts = {{QStringLiteral("Name"), QStringLiteral("a")}}}};
        report.findings.fill(QStringLiteral("a finding"), 20);
        const RooflineChart chart;
        std::vector<ReportChart> charts(1);
        charts.front().chart = &chart;
        QCOMPARE(reportPages(report, charts, ThemeName::Print), 2);
        report.findings.fill(QStringLiteral("a finding"), 60); // two pages of them, behind the device and the chart
        QCOMPARE(reportPages(report, charts, ThemeName::Print), 4);
    }
    void everyChartHasItsCaption()
    {
        const QByteArray html = written(QStringLiteral("recorded.ridge"), QStringLiteral("captions.html"));
        QCOMPARE(html.count("measured on 2026-11-26 with Ridgepoint 0.1.0"), 3);
        QCOMPARE(html.count("95 % intervals"), 3);
    }

private:
    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QByteArray written(const QString& given, const QString& output) const
    {
        QStringList arguments = given.split(QLatin1Char(' ')) + QStringList{"--chart", "report", "-o"};
        for (QString& argument : arguments)
            if (argument.endsWith(QLatin1String(".ridge")))
                argument = m_folder.filePath(argument);
        QFile file(m_folder.filePath(output));
        return renderMain(arguments << file.fileName()) == 0 && file.open(QIODevice::ReadOnly) ? file.readAll()
                                                                                               : QByteArray();
    }
    int pagesOf(const QString& arguments) const
    {
        return static_cast<int>(written(arguments, QStringLiteral("pages.pdf")).count("/Type /Page\n"));
    }
    QTemporaryDir m_folder;
};

RIDGEPOINT_GUI_TEST(ReportPagesTest)
#include "report_pages_test.moc"
