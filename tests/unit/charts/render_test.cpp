// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/curves_chart.h"
#include "app/charts/render/render.h"
#include "app/charts/render/render_options.h"
#include "app/charts/render/render_sources.h"
#include "core/lesson/lesson_answers.h"
#include "core/model/cost.h"
#include "core/session/session.h"
#include "core/session/text_file.h"
#include "tests/support/synthetic_fleet.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPicture>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>

#include <algorithm>
#include <unistd.h>

using namespace ridgepoint;

class RenderTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(writeSession(test::syntheticSession(), file("one.ridge").toStdString()).ok());
        QVERIFY(writeSession(test::syntheticSession({.slowdown = 1.5}), file("two.ridge").toStdString()).ok());
        QVERIFY(writeSession(Session{}, file("empty.ridge").toStdString()).ok());
        // What `ridgepoint-bench sweep --ops 1..1024:11` leaves: one plan of one axis, and its samples.
        Session line = test::syntheticSession();
        Plan plan = line.plans.back();
        plan.axes.erase(plan.axes.begin() + 1, plan.axes.end());
        line.plans = {plan};
        const std::int64_t size = line.samples.back().workload.elements;
        std::erase_if(line.samples, [size](const Sample& sample) { return sample.workload.elements != size; });
        QVERIFY(!line.samples.empty());
        QVERIFY(writeSession(line, file("line.ridge").toStdString()).ok());
        line.samples.clear();
        QVERIFY(writeSession(line, file("roofs.ridge").toStdString()).ok());
        line.plans.clear(); // what `ridgepoint-bench roofs -o` leaves
        QVERIFY(writeSession(line, file("bare.ridge").toStdString()).ok());
        // What `ridgepoint-bench import` leaves.
        Session kernels;
        kernels.ownKernels = {{.name = "copy of mine",
                               .flops = Flops(1e9),
                               .bytes = Bytes(8e9),
                               .time = Seconds(0.2),
                               .work = WorkOrigin::Counted}};
        QVERIFY(writeSession(kernels, file("kernels.ridge").toStdString()).ok());
        // What `ridgepoint-bench experiment mistakes` leaves, with and without a sweep in the session.
        Session experiments;
        ExperimentResult result;
        result.id = "mistakes";
        result.device = "cpu";
        result.points = {
            {.series = "measured", .label = {"right", "The right way"}, .y = 5e10, .low = 5e10, .high = 5e10}};
        experiments.experiments = {result};
        QVERIFY(writeSession(experiments, file("experiments.ridge").toStdString()).ok());
        Session both = test::syntheticSession();
        both.experiments = {result};
        QVERIFY(writeSession(both, file("both.ridge").toStdString()).ok());
        QFile broken(file("broken.ridge"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{\"format\":\"ridgepoint-session\",\"version\":1,");
        // What two classes hand in, with a file that is none of it.
        QVERIFY(QDir(m_folder.path()).mkpath("tuesday") && QDir(m_folder.path()).mkpath("week")
                && QDir(m_folder.path()).mkpath("nobody"));
        LessonAnswers answers{.lesson = "double-the-work", .title = "Double the work", .deviceName = "Some CPU"};
        answers.unit = "x";
        answers.prediction = 2.0;
        answers.measured = 1.02;
        for (const char* name : {"tuesday/a.json", "tuesday/b.json", "week/a.json"})
            QVERIFY(writeTextFile(toJson(answers), file(name).toStdString()).ok());
        answers.lesson = "one-or-2048";
        QVERIFY(writeTextFile(toJson(answers), file("week/b.json").toStdString()).ok());
        QVERIFY(writeTextFile("{", file("tuesday/broken.json").toStdString()).ok());
        QVERIFY(test::writeSyntheticFleet(file("nodes").toStdString(), 12, {{5, test::NodeFault::SlowMemory}}));
    }
    void drawsEveryChartOfASession_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("output");
        const auto row = [](const char* name, const char* arguments, const char* output) {
            QTest::newRow(name) << QString::fromLatin1(arguments).split(QLatin1Char(' '))
                                << QString::fromLatin1(output);
        };
        row("a roofline as PDF", "one.ridge --chart roofline", "a.pdf");
        row("a map as PNG", "one.ridge --chart map --width 88mm --dpi 150 --font-size 8pt", "b.png");
        row("curves over size as SVG", "one.ridge --chart curves --x size --theme dark", "c.svg");
        row("a line elsewhere", "one.ridge --chart roofline --at size=4Ki,depth=1", "d.png");
        row("another view", "one.ridge --chart map --view share:compute --transparent --no-title", "e.png");
        row("iso-lines of runtime", "one.ridge --chart map --iso runtime --theme presenter", "k.pdf");
        row("iso-lines of a share", "one.ridge --chart map --iso share:compute --width 160mm", "l.svg");
        row("two sessions overlaid", "one.ridge two.ridge --chart roofline", "f.png");
        row("three sessions of curves", "one.ridge two.ridge one.ridge --chart curves", "g.png");
        row("a difference of two maps", "one.ridge two.ridge --chart map", "h.png");
        row("an operation that was not measured", "one.ridge --chart roofline --at op=cos", "i.png");
        row("a shipped device by itself", "--device datasheet:h100-sxm5-80gb --chart map", "k.png");
        row("a published device beside a session", "one.ridge --device published:a100-rrze --chart roofline", "l.svg");
        row("the difference to a device", "one.ridge --device datasheet:h100-sxm5-80gb --chart map", "m.png");
        row("a report", "one.ridge --chart report", "n.pdf");
        row("a report with a device beside, as HTML",
            "one.ridge --device datasheet:a100-sxm4-40gb --chart report --with all", "o.html");
        row("a report of a device by itself", "--device published:h200-rrze --chart report", "p.pdf");
        row("a report of experiments alone", "experiments.ridge --chart report", "q.pdf");
        row("a report of experiments alone with a device beside, as HTML",
            "experiments.ridge --device datasheet:a100-sxm4-40gb --chart report", "r.html");
        row("a report of a sweep and experiments", "both.ridge --chart report", "s.pdf");
        row("a report with two parts more", "both.ridge --chart report --with experiments,method", "t.pdf");
        row("a report with a session of experiments second", "one.ridge experiments.ridge --chart report", "v.html");
        row("a report with a session of experiments first", "experiments.ridge one.ridge --chart report", "u.html");
        row("a roofline of roofs alone", "roofs.ridge --chart roofline", "x.pdf");
        row("a report of kernels under a device", "kernels.ridge --device datasheet:h100-sxm5-80gb --chart report",
            "y.html");
        row("a class", "tuesday --chart lesson", "w.svg");
        row("a class in the type of a hall", "tuesday --chart lesson --theme presenter --width 1920px", "w.png");
        row("one of several lessons", "week --chart lesson --lesson one-or-2048", "w.pdf");
        row("a fleet", "nodes --chart fleet", "z.svg");
        row("a fleet in the dark", "nodes --chart fleet --device cpu --theme dark --height 300px", "z.png");
        row("values after equals signs", "one.ridge --chart=map --view=runtime", "j.png");
    }
    void drawsEveryChartOfASession()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, output);
        QCOMPARE(run(arguments, output), 0);
        QVERIFY(QFileInfo(file(output)).size() > 1000);
    }
    void writesDataAndCaptionBesideThePicture()
    {
        QCOMPARE(run({QStringLiteral("one.ridge"), QStringLiteral("--chart"), QStringLiteral("map"),
                      QStringLiteral("--data"), QStringLiteral("--caption")},
                     QStringLiteral("data.png")),
                 0);
        QVERIFY(contentOf("data.csv").startsWith("operations_per_element,"));
        const QByteArray words = contentOf("data.txt");
        QVERIFY(words.contains("2026-01-01"));
        QVERIFY2(words.startsWith("Regime map of fp32 fma on ") && words.endsWith(".\n"), words.constData());
    }
    void aDeviceOfOtherWorkIsNamedWithIt()
    {
        // Of the article's device only mul was published.
        QCOMPARE(run({"one.ridge", "--device", "published:a100-first-principles", "--chart", "roofline", "--caption",
                      "--width", "1200px"},
                     QStringLiteral("mul.svg")),
                 0);
        QVERIFY(contentOf("mul.svg").contains("(published) · mul"));
        QVERIFY2(contentOf("mul.txt").contains("(published), mul"), contentOf("mul.txt").constData());
    }
    void aClassIsDrawnWithItsNumbersAndCaption()
    {
        QCOMPARE(run({"tuesday", "--chart", "lesson", "--data", "--caption"}, QStringLiteral("class.svg")), 0);
        QVERIFY(contentOf("class.svg").contains(">1.02× measured on Some CPU (2 people)<"));
        QVERIFY(contentOf("class.csv").contains("double-the-work,predicted,Some CPU,2,"));
        QVERIFY(contentOf("class.txt").startsWith("Predictions of a class in the lesson “Double the work” "));
    }
    void aFleetIsDrawnWithItsNumbersAndCaption()
    {
        QCOMPARE(run({"nodes", "--chart", "fleet", "--data", "--caption"}, QStringLiteral("fleet.svg")), 0);
        QVERIFY(contentOf("fleet.svg").contains(">node005<") && contentOf("fleet.svg").contains(">DRAM<"));
        QVERIFY(contentOf("fleet.csv").startsWith("node,device,"));
        QVERIFY2(contentOf("fleet.txt").endsWith("12 of 12 nodes measured, 1 falls outside.\n"),
                 contentOf("fleet.txt").constData());
    }
    void aMapOfSomethingElseIsNotCalledARegimeMap()
    {
        QCOMPARE(run({QStringLiteral("one.ridge"), QStringLiteral("--chart"), QStringLiteral("map"),
                      QStringLiteral("--view"), QStringLiteral("runtime"), QStringLiteral("--caption")},
                     QStringLiteral("runtime.svg")),
                 0);
        QVERIFY(contentOf("runtime.txt").startsWith("Runtime map of "));
        QVERIFY(contentOf("runtime.svg").contains(">Runtime map<"));
    }
    void theWindowsPlaceIsDrawn_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("at");
        QTest::addColumn<std::int64_t>("elements");
        const std::vector<std::int64_t> sizes = test::syntheticPlan().axes.back().values;
        const std::int64_t shown = sizes[12];
        const QString view = QStringLiteral(
            R"({"device":"cpu","operation":"%1","elements":%2,"operations_per_element":8})");
        const QString small = view.arg("fma").arg(shown);
        QTest::newRow("no window wrote the session") << QString() << QString() << sizes.back();
        QTest::newRow("the window looked at a small tensor") << small << QString() << shown;
        QTest::newRow("another place is named") << small << QStringLiteral("size=%1").arg(sizes[3]) << sizes[3];
        QTest::newRow("something else is named") << small << QStringLiteral("ops=4") << shown;
        QTest::newRow("the window looked at what was not measured")
            << view.arg("cos").arg(shown) << QString() << sizes.back();
        QTest::newRow("the view is no workload")
            << QStringLiteral(R"({"fusion_depth":7,"elements":%1})").arg(shown) << QString() << sizes.back();
    }
    void theWindowsPlaceIsDrawn()
    {
        QFETCH(QString, view);
        QFETCH(QString, at);
        QFETCH(std::int64_t, elements);
        Session session = test::syntheticSession();
        session.viewJson = view.toStdString();
        QVERIFY(writeSession(session, file("viewed.ridge").toStdString()).ok());
        QStringList arguments = QStringLiteral("viewed.ridge --chart curves --x ops --data").split(QLatin1Char(' '));
        if (!at.isEmpty())
            arguments << QStringLiteral("--at") << at;
        QCOMPARE(run(arguments, QStringLiteral("viewed.svg")), 0);
        const QList<QByteArray> lines = contentOf("viewed.csv").trimmed().split('\n');
        const auto column = lines.front().split(',').indexOf("elements");
        QVERIFY(column >= 0 && lines.size() > 10);
        for (const QByteArray& line : lines.mid(1))
            if (line.startsWith("point"))
                QCOMPARE(line.split(',').value(column).toLongLong(), elements);
    }
    void aPointThatIsNamedHasItsDotsByLevel()
    {
        Session session = test::syntheticSession();
        for (MemoryLevel& level : session.roofs.front().levels)
            level.kept = level.name == "l3" ? Bytes(20.0 * 1024 * 1024) : Bytes();
        QVERIFY(writeSession(session, file("kept.ridge").toStdString()).ok());
        const auto& sizes = session.plans.back().axes[1].values;
        const auto between = *std::ranges::find_if(
            sizes, [](std::int64_t size) { return size > 9'000'000; }); // beyond L3, which keeps a part
        for (const auto& [at, count] :
             {std::pair{QStringLiteral("size=%1"), 0}, std::pair{QStringLiteral("size=%1,ops=2"), 1}}) {
            QCOMPARE(run({"kept.ridge", "--chart", "roofline", "--at", at.arg(between)}, QStringLiteral("kept.svg")),
                     0);
            QCOMPARE(contentOf("kept.svg").count(">L1 to L3<"), count);
        }
    }
    void badInputExitsWithTwoAndWritesNothing_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char* name, const char* arguments) {
            QTest::newRow(name) << QString::fromLatin1(arguments).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        };
        row("nothing", "");
        row("no chart", "one.ridge");
        row("an unknown chart", "one.ridge --chart pie");
        row("a session that is not there", "none.ridge --chart map");
        row("a session cut short", "broken.ridge --chart map");
        row("a session without anything", "empty.ridge --chart map");
        row("three sessions in a map", "one.ridge two.ridge one.ridge --chart map");
        row("an unknown option", "one.ridge --chart map --colour red");
        row("an option without its value", "one.ridge --chart map --dpi");
        row("a width without sense", "one.ridge --chart map --width wide");
        row("a negative width", "one.ridge --chart map --width -3px");
        row("a width beyond bounds", "one.ridge --chart map --width 99999mm");
        row("an unknown theme", "one.ridge --chart map --theme neon");
        row("an unknown view", "one.ridge --chart map --view mood");
        row("a regime of a view without one", "one.ridge --chart map --view runtime:compute");
        row("unknown iso-lines", "one.ridge --chart map --iso mood");
        row("an unknown place", "one.ridge --chart map --at colour=3");
        row("a place that is no count", "one.ridge --chart map --at size=many");
        row("a depth that does not divide", "one.ridge --chart map --at depth=3");
        row("a map of an operation that was not measured", "one.ridge --chart map --at op=cos");
        row("a map of a launch mode that was not measured", "one.ridge --chart map --at launch=graph");
        row("a map of a line", "line.ridge --chart map");
        row("a map of roofs alone", "roofs.ridge --chart map");
        row("an unknown axis", "one.ridge --chart curves --x time");
        row("a device that is not shipped", "--device datasheet:abacus --chart map");
        row("a device whose roofs predict nothing of it", "--device datasheet:h100-sxm5-80gb --chart map --at op=cos");
        row("a report as a picture", "one.ridge --chart report");
        row("too many in a map", "one.ridge two.ridge --device datasheet:h100-sxm5-80gb --chart map");
        row("a folder that is not there", "wednesday --chart lesson");
        row("two folders", "tuesday week --chart lesson");
        row("a folder with a device", "tuesday --device datasheet:h100-sxm5-80gb --chart lesson");
        row("a lesson of a session", "one.ridge --chart map --lesson double-the-work");
        row("the fleet of a folder without sessions", "nobody --chart fleet");
        row("a fleet of two folders", "nodes nobody --chart fleet");
        row("a fleet's device that no node has", "nodes --chart fleet --device cuda:7");
        row("an unknown kind of text", "one.ridge --chart curves --svg-text runes");
    }
    void badInputExitsWithTwoAndWritesNothing()
    {
        QFETCH(QStringList, arguments);
        QCOMPARE(run(arguments, QStringLiteral("never.png")), 2);
        QVERIFY(!QFile::exists(file("never.png")));
    }
    void saysWhatIsWrongAndWhatToTry_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("which of several sessions is broken")
            << QStringLiteral("one.ridge broken.ridge --chart map") << QStringList{file("broken.ridge")};
        QTest::newRow("a map of a line") << QStringLiteral("line.ridge --chart map")
                                         << QStringList{QStringLiteral("a line over ops"),
                                                        QStringLiteral("--chart curves --x ops"),
                                                        QStringLiteral("ridgepoint-bench sweep --ops")};
        QTest::newRow("a map of roofs alone")
            << QStringLiteral("roofs.ridge --chart map")
            << QStringList{QStringLiteral("no samples"), QStringLiteral("--chart roofline")};
        QTest::newRow("a roofline of experiments alone")
            << QStringLiteral("experiments.ridge --chart roofline")
            << QStringList{QStringLiteral("experiments (mistakes)"), QStringLiteral("--chart mistakes"),
                           QStringLiteral("--chart report"), QStringLiteral("ridgepoint-bench sweep")};
        QTest::newRow("kernels without roofs")
            << QStringLiteral("kernels.ridge --chart roofline")
            << QStringList{file("kernels.ridge") + QStringLiteral(" has your own kernels but no roofs"),
                           QStringLiteral("--device, such as datasheet:"),
                           QStringLiteral("ridgepoint-bench roofs --device cpu -o roofs.ridge")};
        QTest::newRow("kernels left out of a map")
            << QStringLiteral("one.ridge --chart map --no-kernels")
            << QStringList{QStringLiteral("--no-kernels"), QStringLiteral("--chart report")};
        QTest::newRow("kernels in a map") << QStringLiteral("kernels.ridge one.ridge --chart map")
                                          << QStringList{QStringLiteral("give --chart roofline")};
        QTest::newRow("a report of nothing")
            << QStringLiteral("empty.ridge --chart report")
            << QStringList{QStringLiteral("no samples, roofs or experiments"), QStringLiteral("ridgepoint-bench sweep"),
                           QStringLiteral("ridgepoint-bench experiment")};
        QTest::newRow("a folder without answers")
            << QStringLiteral("nobody --chart lesson")
            << QStringList{QStringLiteral("There are no answers in %1").arg(file("nobody"))};
        QTest::newRow("answers to several lessons")
            << QStringLiteral("week --chart lesson")
            << QStringList{QStringLiteral("--lesson: double-the-work, one-or-2048")};
        QTest::newRow("a lesson that nobody had")
            << QStringLiteral("tuesday --chart lesson --lesson fusion-or-passes")
            << QStringList{QStringLiteral("no answers to the lesson fusion-or-passes; it has some to double-the-work")};
        QTest::newRow("no folder") << QStringLiteral("--chart lesson")
                                   << QStringList{QStringLiteral("give that folder alone")};
        QTest::newRow("a fleet's device that no node has")
            << QStringLiteral("nodes --chart fleet --device cuda:7")
            << QStringList{QStringLiteral("No node in %1 has roofs of cuda:7").arg(file("nodes"))};
        QTest::newRow("parts of a report in a map")
            << QStringLiteral("one.ridge --chart map --with method") << QStringList{QStringLiteral("--chart report")};
        QTest::newRow("a part that there is not")
            << QStringLiteral("one.ridge --chart report --with method,weather")
            << QStringList{QStringLiteral("--with weather"), QStringLiteral("experiments, points, comparison")};
    }
    void saysWhatIsWrongAndWhatToTry()
    {
        QFETCH(QString, arguments);
        QFETCH(QStringList, words);
        const int terminal = ::dup(STDERR_FILENO);
        QFile said(file("said.txt"));
        QVERIFY(said.open(QIODevice::WriteOnly));
        ::dup2(said.handle(), STDERR_FILENO);
        const int status = run(arguments.split(QLatin1Char(' ')), arguments.contains(QStringLiteral("report"))
                                                                      ? QStringLiteral("never.pdf")
                                                                      : QStringLiteral("never.png"));
        ::dup2(terminal, STDERR_FILENO);
        ::close(terminal);
        said.close();
        QCOMPARE(status, 2);
        const QString all = QString::fromUtf8(test::contentOf(said.fileName()));
        for (const QString& word : words)
            QVERIFY2(all.contains(word), qPrintable(all));
    }
    void importedKernelsStandUnderTheRoofsThatAreNamed_data()
    {
        QTest::addColumn<QStringList>("named");
        QTest::newRow("a published device") << QStringList{"--device", "published:a100-rrze"};
        QTest::newRow("a datasheet") << QStringList{"--device", "datasheet:h100-sxm5-80gb"};
        QTest::newRow("roofs alone") << QStringList{"bare.ridge"};
        QTest::newRow("a session") << QStringList{"one.ridge"};
    }
    void importedKernelsStandUnderTheRoofsThatAreNamed()
    {
        QFETCH(QStringList, named);
        QCOMPARE(run(QStringList{"kernels.ridge", "--chart", "roofline", "--caption", "--data"} + named,
                     QStringLiteral("stars.svg")),
                 0);
        const QByteArray svg = contentOf("stars.svg");
        QVERIFY(svg.contains("copy of mine") || svg.contains("yours (1, 1 outside)")); // far below an H100
        QVERIFY(!svg.contains("The session has no samples"));
        QVERIFY(contentOf("stars.csv").contains("copy of mine"));
        QVERIFY2(contentOf("stars.txt").contains("stars are kernels"), contentOf("stars.txt").constData());
    }
    void roofsAloneAreOfATensorThatNoCacheHolds()
    {
        RenderOptions options;
        options.sessions << file("bare.ridge");
        const auto sources = renderSources(options);
        QVERIFY(sources);
        const RoofSet& roofs = sources->front().cells->roofs;
        const auto cursor = cursorFor(sources->front(), options);
        QVERIFY(cursor);
        QCOMPARE(roofs.levelFor(footprintOf(*cursor))->name, std::string("dram"));
        QCOMPARE(cursor->threads, roofs.threads);
        options.atSize = 1024; // where a size is named it is taken
        QCOMPARE(cursorFor(sources->front(), options)->elements, std::int64_t{1024});
    }
    void aRooflineBecomesOnePageThatNeedsNoOtherFile()
    {
        QCOMPARE(run({"kernels.ridge", "bare.ridge", "--chart", "roofline", "--data"}, QStringLiteral("page.html")), 0);
        const QByteArray html = contentOf("page.html");
        QCOMPARE(html.count("<svg "), 2); // in light and in dark
        QVERIFY(html.contains("prefers-color-scheme:dark"));
        QVERIFY(html.contains(Theme::darkTheme().card.name().toLatin1()));
        for (const char* outside : {"<script", "<link", "<img", " src=", "@import", "url(http"})
            QVERIFY2(!html.contains(outside), outside);
        for (const char* part : {"All roofs and how they were measured", "Your own kernels", ">copy of mine<",
                                 "<h2>Device</h2>", ">Interval<", "stars are kernels"})
            QVERIFY2(html.contains(part), part);
        QVERIFY(!html.contains("class=\"warning\""));
        QVERIFY(contentOf("page.csv").contains("copy of mine"));
        QSet<QString> ids;
        static const QRegularExpression id(QStringLiteral(" id=\"([^\"]+)\""));
        for (auto each = id.globalMatch(QString::fromUtf8(html)); each.hasNext();) {
            const QString name = each.next().captured(1);
            QVERIFY2(!ids.contains(name), qPrintable(name));
            ids << name;
        }
        QCOMPARE(run({"--device", "datasheet:h100-sxm5-80gb", "--chart", "roofline"}, QStringLiteral("page.html")), 0);
        QVERIFY(contentOf("page.html").contains("from the datasheet and were not measured"));
    }
    void theReportHasOwnKernelsUnlessTheyAreLeftOut()
    {
        const QStringList report{"kernels.ridge", "--device", "datasheet:h100-sxm5-80gb", "--chart", "report"};
        QCOMPARE(run(report, QStringLiteral("own.html")), 0);
        QVERIFY(contentOf("own.html").contains(">Your own kernels<"));
        QCOMPARE(run(report + QStringList{"--no-kernels"}, QStringLiteral("own.html")), 0);
        QVERIFY(!contentOf("own.html").contains(">Your own kernels<"));
    }
    void theReportHasTheSessionsExperimentsWhereTheyAreRequested()
    {
        const auto htmlOf = [&](const char* arguments) {
            const QString output = QStringLiteral("either.html");
            if (run(QString::fromLatin1(arguments).split(QLatin1Char(' ')), output) != 0)
                return QByteArray();
            QFile html(file("either.html"));
            return html.open(QIODevice::ReadOnly) ? html.readAll() : QByteArray();
        };
        const QByteArray both = htmlOf("both.ridge --chart report --with experiments");
        QCOMPARE(both.count("<svg "), 4);
        QVERIFY(both.contains(">Experiments<") && both.contains("Regime map"));
        const QByteArray without = htmlOf("both.ridge --chart report");
        QCOMPARE(without.count("<svg "), 3);
        QVERIFY(!without.contains(">Experiments<"));
        const QByteArray alone = htmlOf("experiments.ridge --chart report");
        QCOMPARE(alone.count("<svg "), 1); // no empty charts of a sweep
        QVERIFY(!alone.contains("Regime map"));
    }
    void aReportGathersTheExperimentsOfEverySession()
    {
        const auto write = [this](const char* name, const char* id, const char* device, const char* created,
                                  double value) {
            Session session;
            ExperimentResult result{.id = id, .device = "cpu", .deviceName = device, .created = created};
            result.points = {
                {.series = "measured", .label = {"right", "The right way"}, .y = value, .low = value, .high = value}};
            session.experiments = {result};
            return writeSession(session, file(name).toStdString()).ok();
        };
        QVERIFY(write("fusion.ridge", "fusion", "First CPU", "2026-03-01T10:00:00Z", 1e10));
        QVERIFY(write("late.ridge", "mistakes", "First CPU", "2026-03-02T10:00:00Z", 2e10));
        QVERIFY(write("early.ridge", "mistakes", "First CPU", "2026-02-01T10:00:00Z", 3e10));
        QVERIFY(write("other.ridge", "mistakes", "Second CPU", "2026-01-01T10:00:00Z", 4e10));
        const auto htmlOf = [this](const char* sessions) {
            const QString arguments = QString::fromLatin1(sessions) + QStringLiteral(" --chart report");
            QFile html(file("gathered.html"));
            return run(arguments.split(QLatin1Char(' ')), QStringLiteral("gathered.html")) == 0
                        && html.open(QIODevice::ReadOnly)
                     ? html.readAll()
                     : QByteArray();
        };
        // The latest result, whichever file is named first, and one of every device.
        for (const char* order :
             {"fusion.ridge late.ridge early.ridge other.ridge", "other.ridge early.ridge fusion.ridge late.ridge"}) {
            const QByteArray all = htmlOf(order);
            QCOMPARE(all.count("<svg "), 3);
            QVERIFY(all.contains("First CPU") && all.contains("Second CPU"));
            QCOMPARE(all.count("There is 1 earlier result on this device; this is the latest."), 1);
            QVERIFY(all.contains("2026-03-02") && !all.contains("2026-02-01"));
        }
        // A copy of a file is no earlier result.
        QVERIFY(QFile::copy(file("late.ridge"), file("copy.ridge")));
        QVERIFY(!htmlOf("late.ridge copy.ridge").contains("earlier result"));
    }
    void aLineIsDrawnAsCurves()
    {
        QCOMPARE(run({QStringLiteral("line.ridge"), QStringLiteral("--chart"), QStringLiteral("curves"),
                      QStringLiteral("--x"), QStringLiteral("ops")},
                     QStringLiteral("line.png")),
                 0);
    }
    void refusesStandardOutputWhichNamesNoFormat()
    {
        const auto options = parseRenderOptions({QStringLiteral("a.ridge"), QStringLiteral("--chart"),
                                                 QStringLiteral("map"), QStringLiteral("-o"), QStringLiteral("-")});
        QVERIFY(!options.ok());
        QCOMPARE(options.error().id, std::string("render.standard-output"));
    }
    void aSessionIsNotWrittenOver_data()
    {
        QTest::addColumn<QString>("session");
        QTest::addColumn<QString>("output");
        QTest::newRow("the picture") << QStringLiteral("map.png") << QStringLiteral("map.png");
        QTest::newRow("its numbers") << QStringLiteral("map.csv") << QStringLiteral("map.pdf");
        QTest::newRow("its caption") << QStringLiteral("map.txt") << QStringLiteral("map.svg");
    }
    void aSessionIsNotWrittenOver()
    {
        QFETCH(QString, session);
        QFETCH(QString, output);
        const QTemporaryDir folder;
        QFile file(folder.filePath(session));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto options = parseRenderOptions({file.fileName(), QStringLiteral("--chart"), QStringLiteral("map"),
                                                 QStringLiteral("--data"), QStringLiteral("--caption"),
                                                 QStringLiteral("-o"), folder.path() + QStringLiteral("/./") + output});
        QVERIFY(!options.ok());
        QCOMPARE(options.error().id, std::string("render.same-file"));
    }
    void aReportTakesNoOptionsForOneChart()
    {
        for (const QString& option : {QStringLiteral("--data"), QStringLiteral("--caption")}) {
            const auto options = parseRenderOptions({QStringLiteral("run.ridge"), QStringLiteral("--chart"),
                                                     QStringLiteral("report"), option, QStringLiteral("-o"),
                                                     QStringLiteral("run.pdf")});
            QVERIFY(!options.ok());
            QCOMPARE(options.error().id, std::string("render.report-option"));
        }
    }
    void curvesHaveRoomAtAnyWidth_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<bool>("stacked");
        QTest::newRow("a column of a paper") << QStringLiteral("--width 88mm") << true;
        QTest::newRow("a column in type of a size asked for") << QStringLiteral("--width 88mm --font-size 9pt") << true;
        QTest::newRow("a column in the type of a hall") << QStringLiteral("--width 120mm --theme presenter") << true;
        QTest::newRow("two columns of a paper") << QStringLiteral("--width 180mm") << false;
        QTest::newRow("a slide") << QStringLiteral("--width 760px --theme presenter") << false;
        QTest::newRow("too low for its type")
            << QStringLiteral("--width 120mm --height 46mm --theme presenter") << false;
    }
    void curvesHaveRoomAtAnyWidth()
    {
        QFETCH(QString, arguments);
        QStringList all{QStringLiteral("a.ridge"), QStringLiteral("--chart"), QStringLiteral("curves"),
                        QStringLiteral("-o"), QStringLiteral("a.png")};
        const auto options = parseRenderOptions(all << arguments.split(QLatin1Char(' ')));
        QVERIFY(options.ok());
        CurvesChart chart;
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        chart.set(&ChartInput::title, QStringLiteral("Sweep"));
        chart.set(&ChartInput::note, QStringLiteral("a machine"));
        Theme theme = themeOf(options->file);
        if (options->file.fontPoints == 0.0)
            theme = fittedTheme(chart, options->file.size, theme);
        chart.setTheme(theme);
        chart.flush();
        chart.prepareForFile(options->file.size.toSize(), 1.0);
        QPicture picture;
        QCPPainter painter(&picture);
        chart.toPainter(&painter, options->file.size.toSize().width(), options->file.size.toSize().height());
        QFETCH(bool, stacked);
        QCOMPARE(chart.isStacked(), stacked);
        for (const QCPAxisRect* rect : chart.axisRects()) {
            QVERIFY2(rect->height() >= 3 * theme.fontPixels, qPrintable(QString::number(rect->height())));
            QVERIFY2(rect->width() >= 9 * theme.fontPixels, qPrintable(QString::number(rect->width())));
        }
    }
    void aMissingOutputOrEndingIsBadUsage()
    {
        QVERIFY(
            !parseRenderOptions({QStringLiteral("a.ridge"), QStringLiteral("--chart"), QStringLiteral("map")}).ok());
        QCOMPARE(run({QStringLiteral("one.ridge"), QStringLiteral("--chart"), QStringLiteral("map")},
                     QStringLiteral("x.bmp")),
                 2);
    }
    void lengthsAndHeightsFollowTheContract()
    {
        const auto options = parseRenderOptions(
            {QStringLiteral("a.ridge"), QStringLiteral("--chart"), QStringLiteral("map"), QStringLiteral("--width"),
             QStringLiteral("88mm"), QStringLiteral("-o"), QStringLiteral("x.pdf")});
        QVERIFY(options.ok());
        QVERIFY(std::abs(options->file.size.width() - 332.6) < 0.1);
        QVERIFY(options->file.size.height() > 100.0);
        QCOMPARE(options->file.dpi, 300.0);
    }

private:
    QString file(const QString& name) const { return m_folder.filePath(name); }
    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    /// Nothing where the file was not written.
    QByteArray contentOf(const char* name) const
    {
        QFile written(file(name));
        return written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
    }
    int run(QStringList arguments, const QString& output)
    {
        for (QString& argument : arguments)
            if (argument.endsWith(QLatin1String(".ridge")) || QFileInfo(file(argument)).isDir())
                argument = file(argument);
        return renderMain(arguments << QStringLiteral("-o") << file(output));
    }
    QTemporaryDir m_folder;
};

RIDGEPOINT_GUI_TEST(RenderTest)
#include "render_test.moc"
