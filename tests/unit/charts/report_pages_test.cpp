// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/report.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/render/render.h"
#include "app/charts/render/report_files.h"
#include "app/charts/render/report_page.h"
#include "core/session/session.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>

#include <algorithm>
#include <numeric>
#include <utility>

using namespace ridgepoint;

namespace {

TableColumns columnsOnPaper(const ReportTable& table)
{
    return tableColumns(table, Theme::print(), ReportPage::textWidth);
}

double widthOf(const TableColumns& columns)
{
    return std::accumulate(columns.widths.begin(), columns.widths.end(),
                           columns.gap * static_cast<double>(columns.widths.size() - 1));
}

/// The words that are broken in two, with where they stand: lines are joined as they are where a word stands in one of
/// them.
QStringList brokenWords(const ReportTable& table)
{
    const TableColumns columns = columnsOnPaper(table);
    QStringList broken;
    for (qsizetype i = 0; i < table.heads.size(); ++i) {
        const double width = columns.widths[static_cast<std::size_t>(i)];
        const auto look = [&](const QString& cell, const QFont& font) {
            const QString shown = wrapped(cell, font, width).join(QLatin1Char(' '));
            if (shown != cell.split(QLatin1Char(' '), Qt::SkipEmptyParts).join(QLatin1Char(' ')))
                broken << QStringLiteral("%1: %2").arg(table.heads[i], shown);
        };
        look(table.heads[i], columns.heads);
        for (const QStringList& row : table.rows)
            look(row.value(i), columns.cells);
    }
    return broken;
}

QString unit(const char* number, const char* name)
{
    return QLatin1String(number) + QChar(0x00A0) + QLatin1String(name);
}

/// Like the measured points of a map of chains, with a column of remarks.
ReportTable fullTable()
{
    ReportTable table{.title = QStringLiteral("Full"), .note = {}, .heads = {}, .numbers = {}, .rows = {}};
    table.heads = {QStringLiteral("Ops/elem."), QStringLiteral("Depth"),     QStringLiteral("Size"),
                   QStringLiteral("Intensity"), QStringLiteral("Time"),      QStringLiteral("Interval"),
                   QStringLiteral("GFLOP/s"),   QStringLiteral("Bandwidth"), QStringLiteral("Limited by"),
                   QStringLiteral("Origin"),    QStringLiteral("Marks"),     QStringLiteral("Remarks")};
    table.numbers = {true, true, true, true, true, true, true, true, false, false, false, false};
    for (int i = 0; i < 20; ++i)
        table.rows.push_back(
            {QStringLiteral("1024"), QStringLiteral("512"), unit("45.3", "Mi"), unit("0.25", "FLOP/B"),
             unit("2.42", "µs"), unit("−0.5/+231", "%"), unit("39.2", "GFLOP/s"), unit("84.8", "GB/s"),
             QStringLiteral("memory (predicted)"), QStringLiteral("measured"), QStringLiteral("FITPBUCAR"),
             QStringLiteral("the processor was taken away again and again while this was measured ").repeated(i % 4)});
    return table;
}

} // namespace

/// How long a report is, in which order it stands, and that words and numbers of its tables stay whole.
/// `recorded.ridge` is a small sweep of a processor.
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
    /// Who reads or prints one page has the verdict and what would help, however much was ticked.
    void theFirstPageKeepsTheVerdictAndDeviceOrRoofsMakeRoom_data()
    {
        QTest::addColumn<int>("facts");
        QTest::addColumn<int>("roofs");
        QTest::addColumn<bool>("hasDevice");
        QTest::addColumn<bool>("hasRoofs");
        QTest::newRow("all of it") << 1 << 1 << true << true;
        QTest::newRow("many roofs") << 1 << 60 << true << false;
        QTest::newRow("a device of many facts") << 60 << 1 << false << false;
    }
    void theFirstPageKeepsTheVerdictAndDeviceOrRoofsMakeRoom()
    {
        QFETCH(int, facts);
        QFETCH(int, roofs);
        const auto seen = [&](const char* changed) {
            const auto named = [changed](const char* part) -> QString {
                return QLatin1String(part) + QLatin1String(qstrcmp(changed, part) == 0 ? " changed" : "");
            };
            return firstPage(
                madeUp(named("finding"), named("lever"), {named("device"), facts}, {named("roof"), roofs}));
        };
        const QImage plain = seen("");
        QVERIFY(seen("finding") != plain);
        QVERIFY(seen("lever") != plain);
        QTEST(seen("device") != plain, "hasDevice");
        QTEST(seen("roof") != plain, "hasRoofs");
    }
    void aVerdictOfTwoPagesIsFollowedByTheDeviceOnTheSecond()
    {
        LabReport report = madeUp(QStringLiteral("a finding"), QStringLiteral("a lever"),
                                  {QStringLiteral("a device"), 1}, {QStringLiteral("a roof"), 1});
        const RooflineChart chart;
        std::vector<ReportChart> charts(1);
        charts.front().chart = &chart;
        QCOMPARE(reportPages(report, charts, ThemeName::Print), 2);
        report.findings.fill(QStringLiteral("a finding"), 60);
        QCOMPARE(reportPages(report, charts, ThemeName::Print), 3);
    }
    void everyChartHasItsCaption()
    {
        const QByteArray html = written(QStringLiteral("recorded.ridge"), QStringLiteral("captions.html"));
        QCOMPARE(html.count("measured on 2026-11-26 with Ridgepoint 0.1.0"), 3);
        QCOMPARE(html.count("95 % intervals"), 3);
    }
    void aHandoutHasAsManyLinesToAnswerWhateverElseItSays()
    {
        const auto linesBeside = [](qsizetype others) {
            LabReport page;
            page.title = QStringLiteral("Title");
            page.findings = QStringList{QStringLiteral("A question?")} + QStringList(others, QStringLiteral("More."));
            page.blanks = {0};
            const QImage image = reportPicture(page, {}, ThemeName::Print, {794, 1123}, 1.0);
            constexpr int behindAllWords = 700;
            int lines = 0;
            bool isLine = false;
            for (int y = 0; y < image.height(); ++y) {
                const bool wasLine = std::exchange(isLine, qGray(image.pixel(behindAllWords, y)) < 240);
                lines += isLine && !wasLine ? 1 : 0;
            }
            return lines;
        };
        QCOMPARE(linesBeside(0), 3);
        QCOMPARE(linesBeside(20), 3);
    }
    void noWordOfAFullTableIsBroken()
    {
        const ReportTable table = fullTable();
        const QStringList broken = brokenWords(table);
        QVERIFY2(broken.isEmpty(), qPrintable(broken.mid(0, 6).join(QStringLiteral(" | "))));
        QVERIFY(widthOf(columnsOnPaper(table)) <= ReportPage::textWidth + 0.5);
    }
    void noWordOfTheMeasuredPointsIsBroken_data()
    {
        QTest::addColumn<int>("depth");
        QTest::newRow("one pass") << 1;
        QTest::newRow("chains") << 64;
    }
    void noWordOfTheMeasuredPointsIsBroken()
    {
        QFETCH(int, depth);
        const test::SyntheticOptions options{.columns = 11, .rows = 12};
        Snapshot snapshot = test::syntheticSnapshot(options);
        for (std::size_t i = 0; i < snapshot.samples.size(); ++i) {
            Sample& sample = snapshot.samples[i];
            sample.workload.chainLength = sample.workload.fusionDepth = depth;
            sample.high = sample.time * (i % 3 == 0 ? 3.31 : 1.09);
            sample.low = sample.time * 0.995;
            for (const Flag flag : {Flag::FewReadings, Flag::MachineBusy, Flag::Preempted})
                sample.flags |= flag;
        }
        ReportSubject subject;
        subject.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
        subject.cursor = subject.point = test::syntheticCursor(options);
        subject.parts.everySample = true;
        const std::vector<ReportTable> tables = reportTables(subject, Format(QLocale::c()));
        const auto found = std::find_if(tables.begin(), tables.end(), [](const ReportTable& table) {
            return table.title == QStringLiteral("Measured points of this operation");
        });
        QVERIFY(found != tables.end() && found->rows.size() > 100);
        QCOMPARE(found->heads.contains(QStringLiteral("Depth")), depth > 1);
        const QStringList broken = brokenWords(*found);
        QVERIFY2(broken.isEmpty(), qPrintable(broken.mid(0, 6).join(QStringLiteral(" | "))));
        QVERIFY(columnsOnPaper(*found).cells.pixelSize() >= 10);
    }
    void aTableWithRoomKeepsItsTypeAndItsGaps()
    {
        ReportTable table{.title = QStringLiteral("Small"),
                          .note = {},
                          .heads = {QStringLiteral("a"), QStringLiteral("b")},
                          .numbers = {true, false},
                          .rows = {}};
        table.rows.push_back({QStringLiteral("1"), QStringLiteral("word ").repeated(200)});
        const TableColumns small = columnsOnPaper(table);
        const TableColumns full = columnsOnPaper(fullTable());
        QCOMPARE(small.cells.pixelSize(), 11);
        QVERIFY(full.cells.pixelSize() < small.cells.pixelSize() && full.gap < small.gap);
        QVERIFY(small.widths[1] > 0.9 * ReportPage::textWidth); // what is left is the words'
    }
    void aWordWithoutEndIsBrokenAndLeavesTheOthersWhole()
    {
        ReportTable table = fullTable();
        table.rows.back().last() = QString(3000, QLatin1Char('x'));
        const QStringList broken = brokenWords(table);
        QCOMPARE(broken.size(), 1);
        QVERIFY2(broken.front().startsWith(QStringLiteral("Remarks: xxx")), qPrintable(broken.front().left(80)));
        QVERIFY(widthOf(columnsOnPaper(table)) <= ReportPage::textWidth + 0.5);
    }

private:
    /// What is repeated in a report, and how often.
    struct Repeated {
        QString words;
        int times;
    };
    static LabReport madeUp(const QString& finding, const QString& lever, const Repeated& facts, const Repeated& roofs)
    {
        LabReport report;
        report.title = report.headline = QStringLiteral("Title");
        report.findings.fill(finding, 20);
        report.help.levers = {.title = QStringLiteral("What would help"),
                              .note = {},
                              .heads = {QStringLiteral("Lever")},
                              .numbers = {false},
                              .rows = {{lever}}};
        report.facts = {{.title = QStringLiteral("Device"), .facts = {}}};
        for (int i = 0; i < facts.times; ++i)
            report.facts.front().facts.emplace_back(facts.words, facts.words);
        report.tables = {{.title = QStringLiteral("Roofs"),
                          .note = {},
                          .heads = {QStringLiteral("Roof")},
                          .numbers = {false},
                          .rows = std::vector<QStringList>(static_cast<std::size_t>(roofs.times), {roofs.words}),
                          .place = TablePlace::FirstPage}};
        return report;
    }
    static QImage firstPage(const LabReport& report)
    {
        const RooflineChart chart;
        std::vector<ReportChart> charts(1);
        charts.front().chart = &chart;
        return reportPicture(report, charts, ThemeName::Print, QSize(400, 600), 1.0);
    }
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
