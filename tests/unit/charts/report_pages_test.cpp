// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/render/render.h"
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
    void hasFourPagesUnlessMoreIsRequested_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("pages");
        QTest::newRow("a recorded session") << "recorded.ridge" << 4;
        QTest::newRow("a large map") << "synthetic.ridge" << 4;
        QTest::newRow("a device beside it") << "recorded.ridge --device published:a100-rrze" << 4;
        QTest::newRow("a published device") << "--device published:h200-rrze" << 4;
        QTest::newRow("a datasheet") << "--device datasheet:h100-sxm5-80gb" << 4;
        QTest::newRow("a line, which has no map") << "line.ridge" << 4;
        QTest::newRow("what does not help") << "recorded.ridge --with levers" << 4;
    }
    void hasFourPagesUnlessMoreIsRequested()
    {
        QFETCH(QString, arguments);
        QFETCH(int, pages);
        QCOMPARE(pagesOf(arguments), pages);
    }
    void whatIsRequestedComesBehindThem()
    {
        QVERIFY(pagesOf(QStringLiteral("recorded.ridge --with method")) > 4);
        QVERIFY(pagesOf(QStringLiteral("recorded.ridge --with all"))
                > pagesOf(QStringLiteral("recorded.ridge --with method")));
    }
    void goesFromTheDeviceToTheVerdict()
    {
        const QByteArray html = written(QStringLiteral("recorded.ridge"), QStringLiteral("order.html"));
        // The first page says of which point its headline is, as the verdict does.
        const qsizetype point = html.indexOf(", which is ");
        QVERIFY(point > 0 && point < html.indexOf("<h2>Device</h2>"));
        QVERIFY(html.indexOf(", which is ", html.indexOf("<h2>Verdict</h2>")) > 0);
        qsizetype before = 0;
        for (const char* title : {"<h2>Device</h2>", "<h2>Roofs</h2>", "<b>Roofline</b>", "<b>Regime map</b>",
                                  "<b>Sweep</b>", "<h2>Verdict</h2>", "<h2>What would help</h2>"}) {
            const qsizetype at = html.indexOf(title);
            QVERIFY2(at > before, title);
            before = at;
        }
        for (const char* left : {"No gain predicted", "How this was measured", "<h2>Environment</h2>", "Ridge points",
                                 "Points of the curves", "Measured points"})
            QVERIFY2(!html.contains(left), left);
        const QByteArray all = written(QStringLiteral("recorded.ridge --with all"), QStringLiteral("all.html"));
        for (const char* more : {"No gain predicted", "How this was measured", "<h2>Environment</h2>", "Ridge points",
                                 "Points of the curves", "Measured points"})
            QVERIFY2(all.indexOf(more) > all.indexOf("<h2>Verdict</h2>"), more);
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
