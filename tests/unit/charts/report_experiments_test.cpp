// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/report_experiments.h"
#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/render/report_files.h"
#include "app/charts/render/report_page.h"
#include "core/experiment/older_results.h"
#include "core/experiment/registry.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/noon_report.h"

#include <QImage>
#include <QSet>
#include <QXmlStreamReader>

#include <qcustomplot.h>

#include <algorithm>

using namespace ridgepoint;

namespace {

ExperimentPoint measured(const char* label, double y)
{
    return {.series = "measured", .label = label, .y = y, .low = y * 0.95, .high = y * 1.05};
}

/// Of the experiment on mistakes: measured, predicted and published numbers, a missing part and a note.
ExperimentResult mistakes(const char* device = "cpu", const char* name = "Test <processor>")
{
    ExperimentResult result;
    result.id = "mistakes";
    result.device = device;
    result.deviceName = name;
    result.threads = 2;
    result.created = "2026-01-01T08:30:00Z";
    result.parameters = {{"size", "32Mi"}, {"rounds", "8"}};
    result.roofs = {{.id = "bandwidth.dram",
                     .kind = RoofKind::Bandwidth,
                     .value = 6e10,
                     .low = 5e10,
                     .high = 7e10,
                     .method = "made up"}};
    result.points = {{.series = "predicted",
                      .label = "The right way",
                      .y = 6e10,
                      .low = 6e10,
                      .high = 6e10,
                      .provenance = Provenance::Predicted},
                     {.series = "published",
                      .label = "Elsewhere",
                      .y = 7e10,
                      .low = 7e10,
                      .high = 7e10,
                      .provenance = Provenance::Published,
                      .source = "Somebody & Co (2020)"},
                     measured("The right way", 5e10),
                     measured("First call, with its set-up", 1e10)};
    result.points.back().note = "cold";
    result.points.back().flags = FlagSet(Flag::MachineBusy);
    result.unavailable = {
        {"bandwidth.l1", Error{ErrorKind::Unavailable, "test.part", "%1 was not seen", {"L1"}}, true}};
    result.notes = {"The clock ticks every 30 ns."};
    completeOlder(result); // its labels are words alone
    return result;
}

ReportSubject alone(std::vector<ExperimentResult> experiments)
{
    Session session;
    session.experiments = experiments;
    ReportSubject subject;
    subject.snapshot = std::make_shared<const Snapshot>(snapshotOfExperiments(session));
    subject.experiments = std::move(experiments);
    subject.created = QStringLiteral("2026-01-01T08:30:00Z");
    subject.parts.method = true;
    return subject;
}

ReportSubject withNumbers(std::vector<ExperimentResult> experiments)
{
    ReportSubject subject = alone(std::move(experiments));
    subject.parts.everySample = true;
    return subject;
}

QString factOf(const ReportFacts& facts, const char* name)
{
    const auto found = std::find_if(facts.facts.begin(), facts.facts.end(),
                                    [&](const auto& fact) { return fact.first == QLatin1String(name); });
    return found == facts.facts.end() ? QString() : found->second;
}

} // namespace

/// The sections of a lab report on experiments.
class ReportExperimentsTest : public test::Case {
    Q_OBJECT
private slots:
    void aSectionSaysWhatWasRunWhatIsSeenAndWhatIsMissing()
    {
        const LabReport report = test::reportOf(alone({mistakes()}));
        QCOMPARE(report.experiments.size(), std::size_t{1});
        const ReportExperiment& section = report.experiments.front();
        QCOMPARE(section.title.toStdString(), findExperiment("mistakes")->info().title);
        QCOMPARE(section.note, QStringLiteral("Test <processor>"));
        QVERIFY2(section.findings.join(QLatin1Char(' ')).contains(QStringLiteral("GB/s")),
                 qPrintable(section.findings.join(QLatin1Char(' '))));
        QCOMPARE(section.remarks, QStringList{QStringLiteral("The clock ticks every 30 ns.")});
        QCOMPARE(section.facts.size(), std::size_t{2});
        QCOMPARE(factOf(section.facts[0], "Device"), QStringLiteral("Test <processor> · 2 threads"));
        QCOMPARE(factOf(section.facts[0], "Measured"), QStringLiteral("2026-01-01 08:30 UTC"));
        for (const ExperimentParameter& parameter : section.info->parameters)
            QVERIFY2(!factOf(section.facts[0], parameter.words.c_str()).isEmpty(), parameter.words.c_str());
        QCOMPARE(factOf(section.facts[0], "Tensor size (floats)"), QStringLiteral("32Mi"));
        QCOMPARE(section.facts[1].title, QStringLiteral("Not measured"));
        QCOMPARE(factOf(section.facts[1], "Roof: L1"), QStringLiteral("L1 was not seen"));
    }
    void everyNumberSaysItsProvenanceAndWhoSaidIt()
    {
        const LabReport report = test::reportOf(withNumbers({mistakes()}));
        const ReportExperiment& section = report.experiments.front();
        QCOMPARE(section.tables.size(), std::size_t{1});
        const ReportTable& table = section.tables.front();
        QCOMPARE(table.rows.size(), std::size_t{4});
        const auto provenance = table.heads.indexOf(QStringLiteral("Provenance"));
        QVERIFY(provenance > 0);
        QStringList origins;
        for (const QStringList& row : table.rows) {
            QCOMPARE(row.size(), table.heads.size());
            origins << row[provenance];
        }
        // Measured ones come first.
        QCOMPARE(origins, (QStringList{QStringLiteral("measured"), QStringLiteral("measured"),
                                       QStringLiteral("published [1]"), QStringLiteral("predicted")}));
        QCOMPARE(section.sources, QStringList{QStringLiteral("[1] Somebody & Co (2020)")});
        QCOMPARE(static_cast<qsizetype>(table.numbers.size()), table.heads.size());
        QVERIFY2(table.note.contains(QStringLiteral("B machine busy")), qPrintable(table.note));
        QVERIFY(table.rows[1].contains(QStringLiteral("cold")));
        // What the provenance says needs no column of its own.
        QVERIFY(!table.heads.contains(QStringLiteral("Series")) || table.rows[0].contains(QStringLiteral("measured")));
    }
    void theLatestOfEachExperimentAndDeviceIsShownAndTheOthersAreCounted()
    {
        ExperimentResult small = mistakes();
        small.parameters["size"] = "64Ki";
        ExperimentResult busy = mistakes();
        busy.id = "utilisation";
        const std::vector<ExperimentResult> all{small, busy, mistakes("cuda:0", "Test GPU"),
                                                mistakes("cpu", "Another machine"), mistakes()};
        const auto reported = reportedResults(all);
        QCOMPARE(reported.size(), std::size_t{4});
        QCOMPARE(reported[0].result->id, std::string("utilisation")); // the order of the menu
        QCOMPARE(reported[1].result, &all[4]);
        QCOMPARE(reported[1].others, std::size_t{1});
        QCOMPARE(reported[2].result, &all[2]);
        QCOMPARE(reported[3].others, std::size_t{0});
        const LabReport report = test::reportOf(alone(all));
        QCOMPARE(report.experiments.size(), std::size_t{4});
        QVERIFY(factOf(report.experiments[1].facts[0], "Other results").contains(QStringLiteral("1 earlier result")));
        QVERIFY(factOf(report.experiments[2].facts[0], "Other results").isEmpty());
    }
    void whatThisVersionDoesNotKnowIsNamed()
    {
        ExperimentResult later = mistakes();
        later.id = "of-a-later-version";
        const LabReport report = test::reportOf(alone({later, mistakes()}));
        QCOMPARE(report.experiments.size(), std::size_t{1});
        QVERIFY2(report.experimentsNote.contains(QStringLiteral("of-a-later-version")),
                 qPrintable(report.experimentsNote));
        QVERIFY(!test::reportOf(alone({mistakes()})).experimentsNote.contains(QStringLiteral("does not know")));
    }
    void numbersAreListedOnlyWhereTheyAreAskedFor()
    {
        ExperimentResult result = mistakes();
        for (int i = 0; i < 100; ++i)
            result.points.push_back(measured(("way " + std::to_string(i)).c_str(), 1e9 + i));
        const LabReport brief = test::reportOf(alone({result}));
        QVERIFY(brief.experiments.front().tables.empty());
        QCOMPARE(brief.experiments.front().sources,
                 QStringList{
                     QStringLiteral("Somebody & Co (2020)")}); // of what the chart shows, where no row has its number
        QVERIFY2(brief.experimentsNote.contains("“Every measured point”"), qPrintable(brief.experimentsNote));
        const LabReport whole = test::reportOf(withNumbers({result}));
        QCOMPARE(whole.experiments.front().tables.front().rows.size(), result.points.size());
        QVERIFY(!whole.experimentsNote.contains("“Every measured point”"));
    }
    void aGuessStandsInItsSectionWithWhatCameOfIt()
    {
        ReportSubject subject = alone({mistakes()});
        QVERIFY(test::reportOf(subject).experiments.front().guess.isEmpty());
        subject.guesses = [](const ExperimentResult& result) {
            return result.id == "mistakes" ? std::optional(Guess{.ids = {"cached"}}) : std::nullopt;
        };
        const QStringList words = test::reportOf(subject).experiments.front().guess;
        QCOMPARE(words.size(), qsizetype{2});
        QVERIFY2(words.front().startsWith("Guessed before it was measured: "), qPrintable(words.front()));
        QVERIFY2(words.back().startsWith("You chose "), qPrintable(words.back()));
        const auto html = reportHtml(test::reportOf(subject), {}, ThemeName::Print);
        QVERIFY(html.ok() && html->contains("You chose "));
        QVERIFY(!reportHtml(test::reportOf(alone({mistakes()})), {}, ThemeName::Print)->contains("You chose"));
    }
    void eachFigureHasANumberAndASentence()
    {
        const LabReport report = test::reportOf(alone({mistakes(), mistakes("cuda:0", "Test GPU")}));
        const auto html = reportHtml(report, {}, ThemeName::Print);
        QVERIFY(html.ok());
        for (const char* caption : {"Figure 1. ", "Figure 2. "})
            QCOMPARE(html->count(caption), 1);
        QVERIFY2(html->contains(" on Test GPU, measured on 2026-01-01 with Ridgepoint"), html->constData());
    }
    void remarksThatReturnStandUnderLettersAboveTheTable()
    {
        ExperimentResult result = mistakes();
        for (ExperimentPoint& point : result.points)
            point.note = "the library, in its own layout";
        const LabReport report = test::reportOf(withNumbers({result}));
        const ReportTable& table = report.experiments.front().tables.front();
        QVERIFY2(table.note.contains(QStringLiteral("a the library, in its own layout")), qPrintable(table.note));
        for (const QStringList& row : table.rows)
            QCOMPARE(row.last(), QStringLiteral("a"));
    }
    void aTimelineIsSummedUpByItsLanes()
    {
        ExperimentResult result = mistakes();
        result.id = "launch-modes";
        result.points.clear();
        result.lanes = {{.group = "queued",
                         .name = "host",
                         .note = {},
                         .spans = {{.kind = SpanKind::Launch, .name = "submit", .begin = 1e-6, .duration = 2e-6}},
                         .plot = 1}};
        const LabReport report = test::reportOf(withNumbers({result}));
        const ReportExperiment& section = report.experiments.front();
        QCOMPARE(section.tables.size(), std::size_t{1});
        QCOMPARE(section.tables.front().rows.front().mid(0, 3),
                 (QStringList{QStringLiteral("queued"), QStringLiteral("host"), QStringLiteral("1")}));
        QVERIFY(!reportChartSize(section).isEmpty());
    }
    void withoutASweepNothingIsSaidOfARegime()
    {
        const LabReport report = test::reportOf(alone({mistakes()}));
        QVERIFY(report.headline.isEmpty());
        QVERIFY2(report.findings.join(QString()).contains(QStringLiteral("no sweep")),
                 qPrintable(report.findings.join(QString())));
        QCOMPARE(factOf(report.facts[0], "Name"), QStringLiteral("Test <processor>"));
        QVERIFY(factOf(report.facts[1], "Operation").isEmpty());
        const auto roofs = std::find_if(report.tables.begin(), report.tables.end(), [](const ReportTable& table) {
            return table.title == QStringLiteral("Roofs");
        });
        QVERIFY(roofs != report.tables.end());
        QCOMPARE(roofs->rows.front().front(), QStringLiteral("DRAM"));
        QVERIFY(!report.method.join(QString()).contains(QStringLiteral("Regimes.")));
        QVERIFY(report.method.join(QString()).contains(QStringLiteral("Experiments.")));
    }
    void besideASweepBothAreReported()
    {
        ReportSubject subject = alone({mistakes()});
        subject.snapshot = test::syntheticSnapshotPointer({.columns = 11, .rows = 12});
        subject.cursor = subject.point = test::syntheticCursor({.columns = 11, .rows = 12});
        QVERIFY(test::reportOf(subject).experiments.empty()); // unless they are requested
        subject.parts.experiments = true;
        const LabReport report = test::reportOf(subject);
        QCOMPARE(report.headline, QStringLiteral("Memory-bandwidth-bound"));
        QCOMPARE(report.experiments.size(), std::size_t{1});
        subject.experiments.clear();
        QVERIFY(test::reportOf(subject).experiments.empty() && test::reportOf(subject).experimentsNote.isEmpty());
    }
    void everyExperimentOfTheCatalogueBearsAResultWithoutNumbers()
    {
        std::vector<ExperimentResult> all;
        for (const ExperimentDefinition* one : experimentDefinitions()) {
            all.push_back(mistakes());
            all.back().id = one->info().id;
            all.back().points.clear();
        }
        const LabReport report = test::reportOf(withNumbers(all));
        QCOMPARE(report.experiments.size(), experimentDefinitions().size());
        for (const ReportExperiment& section : report.experiments) {
            QVERIFY(section.tables.empty() && !section.findings.isEmpty());
            QVERIFY2(reportChartSize(section).isEmpty(), qPrintable(section.title));
        }
        const auto html = reportHtml(report, {}, ThemeName::Print);
        QVERIFY(html.ok());
        QCOMPARE(html->count("<svg "), 0);
        QVERIFY(reportPdf(report, {}, ThemeName::Print).startsWith("%PDF"));
    }
    void htmlHasTheChartsInsideAndIsWellFormed()
    {
        ExperimentResult gallery = mistakes();
        gallery.id = "operator-gallery";
        for (ExperimentPoint& point : gallery.points)
            point.x = 0.25;
        const LabReport report = test::reportOf(alone({mistakes(), gallery}));
        const auto html = reportHtml(report, {}, ThemeName::Print);
        QVERIFY(html.ok());
        QCOMPARE(html->count("<svg "), 2);
        QVERIFY(html->contains("Test &lt;processor&gt;") && html->contains("Somebody &amp; Co (2020)"));
        QVERIFY(!html->contains("[1]")); // without tables nothing refers to it
        for (qsizetype begin = html->indexOf("<section>"); begin >= 0; begin = html->indexOf("<section>", begin + 1)) {
            const qsizetype end = html->indexOf("</section>", begin) + 10;
            QXmlStreamReader reader(html->mid(begin, end - begin));
            while (!reader.atEnd())
                reader.readNext();
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        }
    }
    void everyExperimentsChartIsOnThePagesOfThePdf()
    {
        const LabReport one = test::reportOf(alone({mistakes()}));
        ExperimentResult other = mistakes("cuda:0", "Test GPU");
        const LabReport two = test::reportOf(alone({mistakes(), other}));
        const QByteArray first = reportPdf(one, {}, ThemeName::Print);
        QVERIFY(first.startsWith("%PDF"));
        QVERIFY(first.count("/Subtype /Image") == 0); // lines and letters
        QVERIFY(reportPdf(two, {}, ThemeName::Print).size() > first.size() + 2000);
        QVERIFY(!reportPicture(one, {}, ThemeName::Print, {400, 600}, 1.0).isNull());
    }
    void aPictureIsWholeOnItsPage()
    {
        QImage image(static_cast<int>(ReportPage::width), static_cast<int>(ReportPage::height), QImage::Format_RGB32);
        QCPPainter painter;
        painter.begin(&image);
        constexpr double wanted = 390.0;
        constexpr double least = 290.0;
        int turned = 0;
        int lower = 0;
        for (int above = 0; above < 1000; above += 10) {
            turned = 0;
            QRectF place;
            ReportPage page(
                &painter, [&turned] { return ++turned > 0; }, QStringLiteral("footer"), 2);
            page.space(above);
            page.picture({QStringLiteral("Title"), QStringLiteral("note"), {}}, wanted, least,
                         [&](QCPPainter&, const QRectF& drawn) { place = drawn; });
            QVERIFY2(place.top() >= ReportPage::margin
                         && place.bottom() <= ReportPage::height - ReportPage::margin + 0.01,
                     qPrintable(QString::number(above)));
            QVERIFY(place.height() >= least && place.height() <= wanted);
            QCOMPARE(page.pages(), turned + 1);
            lower += place.height() < wanted ? 1 : 0;
            if (above == 0)
                QCOMPARE(turned, 0);
        }
        QCOMPARE(turned, 1);
        QVERIFY(lower >= 8 && lower <= 12); // where a tenth of a page is missing, and no further up
        painter.end();
    }
    void columnsOfNumbersStayInOneLineBesideALongRemark()
    {
        const QString number = QStringLiteral("10.23 GFLOP/s to 14.56 GFLOP/s");
        ReportTable table{
            .title = QStringLiteral("T"),
            .note = {},
            .heads = {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"), QStringLiteral("Remark")},
            .numbers = {true, true, true, false},
            .rows = {}};
        table.rows.assign(200, {number, number, number, QStringLiteral("short")});
        const auto pagesOf = [](const ReportTable& of) {
            ReportPage page(nullptr, {}, QStringLiteral("footer"), 0);
            page.table(of);
            return page.pages();
        };
        const int usual = pagesOf(table);
        QVERIFY(usual >= 4);
        table.rows[7].last() = QStringLiteral("word ").repeated(80);
        QVERIFY2(pagesOf(table) <= usual + 1, qPrintable(QString::number(pagesOf(table))));
    }
};

RIDGEPOINT_GUI_TEST(ReportExperimentsTest)
#include "report_experiments_test.moc"
