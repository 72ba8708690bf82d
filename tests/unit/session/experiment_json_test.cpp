// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/csv.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/session/random_models.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <limits>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// Quotes are written as apostrophes here, for the reader's sake.
std::string json(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

std::string fileWith(const std::string& experiments)
{
    return json("{'format':'ridgepoint-session','version':1,'experiments':") + experiments + "}";
}

std::string resultWith(const std::string& fields)
{
    return fileWith(json("[{'experiment':'mistakes','device':'cpu',") + fields + "}]");
}

} // namespace

class ExperimentsTest : public Case {
    Q_OBJECT
private slots:
    void resultsAreKeptAndWrittenBack()
    {
        Session session;
        session.experiments = {anExperimentResult(), anExperimentResult()};
        session.experiments[1].id = "of a newer program";
        const auto read = parseSession(toJson(session));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QVERIFY(same(read->experiments, session.experiments));
    }
    void whatADeviceToldAndWhatHoldsWhatIsKept()
    {
        Session session;
        session.experiments = {anExperimentResult()};
        ExperimentPoint& point = session.experiments[0].points[0];
        point.parent = "call";
        point.power = PowerState{.watts = 431.0, .clock = Hertz(1.41e9), .heldBackBy = "power cap"};
        point.openAbove = OpenAbove::Interval;
        session.experiments[0].unavailable = {
            {"bandwidth.l1", {ErrorKind::Unavailable, "x.none", "none here", {}}, true}};
        const auto read = parseSession(toJson(session));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QVERIFY(same(read->experiments, session.experiments));
    }
    void whatOlderVersionsSayInWordsIsPutIntoFields_data()
    {
        QTest::addColumn<QString>("experiment");
        QTest::addColumn<QString>("point");
        QTest::addColumn<QString>("expected"); // parent, where that moved series and label, power and what is open
        const auto row = [](const char* name, const char* experiment, const char* point, const char* expected) {
            QTest::newRow(name) << experiment << point << expected;
        };
        row("a span's holder was its series", "ladder", "'series':'check the arguments','label':'types','plot':1",
            "check|||0");
        row("no span", "ladder", "'series':'measured','label':'Python, a loop'", "|||0");
        row("a share's class stood before a colon", "transformer-layer",
            "'series':'share','label':'contraction: time, fused'", "|contraction, time.fused||0");
        row("and what was counted of it", "transformer-layer",
            "'series':'share','label':'normalisation: FLOP','label_id':'normalisation.flop'",
            "|normalisation, operations||0");
        row("power, clock and limit stood in the note", "predictable-data",
            "'label':'zeros','note':'431 W, 1410 MHz, held back by power cap; oneDNN 3.2'",
            "||431 W 1410 MHz power cap|0");
        row("power alone", "predictable-data", "'label':'zeros','note':'431 W; oneDNN'", "||431 W 0 MHz |0");
        row("nothing was told", "predictable-data", "'label':'zeros','note':'oneDNN 3.2, 2 threads'", "|||0");
        row("one run took no tick", "mistakes", "'label':'x','note':'a tick is 4 ms; 1 of 6 runs took no tick at all'",
            "|||1");
        row("most took none", "mistakes",
            "'label':'x','note':'a tick is 4 ms; 5 of 6 runs took no tick at all; the bar is what one tick would come "
            "to'",
            "|||2");
        row("an experiment that is not known", "of a newer program", "'series':'a','label':'b: c','plot':1", "|||0");
    }
    void whatOlderVersionsSayInWordsIsPutIntoFields()
    {
        QFETCH(QString, experiment);
        QFETCH(QString, point);
        QFETCH(QString, expected);
        const auto read = parseSession(
            fileWith(json("[{'experiment':'" + experiment.toStdString() + "','device':'cpu','points':[{"
                          + point.toStdString() + ",'y':1,'provenance':'measured'}]}]")));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const ExperimentPoint& one = read->experiments.at(0).points.at(0);
        QString power;
        if (one.power)
            power = QStringLiteral("%1 W %2 MHz %3")
                        .arg(one.power->watts)
                        .arg(one.power->clock.value() / 1e6)
                        .arg(QString::fromStdString(one.power->heldBackBy));
        const QString moved = QString::fromStdString(one.series.id() + ", " + one.label.id());
        QCOMPARE(QStringLiteral("%1|%2|%3|%4")
                     .arg(QString::fromStdString(one.parent.id()),
                          experiment == "transformer-layer" ? moved : QString(), power)
                     .arg(static_cast<int>(one.openAbove)),
                 expected);
    }
    void namesOfOlderFilesGetTheirIdsAndNewerOnesKeepThem()
    {
        const auto read = parseSession(
            resultWith(json("'points':[{'label':'The right way','y':1,'provenance':'measured'},"
                            "{'label':'Der richtige Weg','label_id':'right','y':1,'provenance':'predicted'},"
                            "{'label':'The right way, twice','y':1,'provenance':'measured'},"
                            "{'label':'One run by a coarse clock','y':1,'provenance':'measured'}]")));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const std::vector<ExperimentPoint>& points = read->experiments.at(0).points;
        QCOMPARE(points.at(0).label.id(), std::string("right"));
        QCOMPARE(points.at(1).label.id(), std::string("right"));
        QCOMPARE(points.at(1).label.words(), std::string("Der richtige Weg"));
        QCOMPARE(points.at(2).label.id(), std::string("The right way, twice"));
        QCOMPARE(points.at(3).label.id(), std::string("coarse-clock")); // whose words have changed since
        // What this version writes has the words that older ones read.
        Session session;
        session.experiments = read->experiments;
        QVERIFY(toJson(session).find(json("'label':'The right way','label_id':'right'")) != std::string::npos);
    }
    void aClassThatHasNewWordsIsReadFromOlderFilesAndKeptUnderItsId()
    {
        const auto read = parseSession(
            fileWith(json("[{'experiment':'transformer-layer','device':'cpu','points':["
                          "{'series':'contraction','label':'Q by K','plot':1,'y':1,'provenance':'measured'},"
                          "{'series':'share','label':'contraction: time, fused','y':1,'provenance':'measured'},"
                          "{'series':'element-wise','label':'gelu','plot':1,'y':1,'provenance':'measured'}]}]")));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const std::vector<ExperimentPoint>& points = read->experiments.at(0).points;
        for (const std::size_t product : {std::size_t{0}, std::size_t{1}}) {
            QCOMPARE(points.at(product).series.id(), std::string("contraction"));
            QCOMPARE(points.at(product).series.words(), std::string("matrix products"));
        }
        QCOMPARE(points.at(2).series.words(), std::string("element-wise"));
        Session session;
        session.experiments = read->experiments;
        QVERIFY(toJson(session).find(json("'series':'matrix products','series_id':'contraction'"))
                != std::string::npos);
    }
    void aRoofAmongTheMissingPartsOfAnOlderFileIsKnownByItsId()
    {
        const auto read = parseSession(resultWith(json(
            "'points':[],'unavailable':[{'part':'bandwidth.l1','error':{'kind':'unavailable','id':'x','text':'t',"
            "'arguments':[]}},{'part':'NumPy','error':{'kind':'unavailable','id':'x','text':'t','arguments':[]}}]")));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QVERIFY(read->experiments.at(0).unavailable.at(0).isRoof);
        QVERIFY(!read->experiments.at(0).unavailable.at(1).isRoof);
    }
    void numbersThatCannotBeReadBackAreLeftOut()
    {
        Session session;
        session.experiments = {anExperimentResult()};
        session.experiments[0].points[0].y = std::numeric_limits<double>::infinity();
        session.experiments[0].points[1].note = std::string(5000, 'x') + "\xC3\xA9";
        const auto read = parseSession(toJson(session));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->experiments[0].points.size(), std::size_t{1});
        QVERIFY(read->experiments[0].points[0].note.size() <= maximumExperimentTextBytes);
    }
    void theLatestAreKeptWhereThereAreTooMany()
    {
        Session session;
        session.experiments.resize(300);
        for (std::size_t i = 0; i < session.experiments.size(); ++i)
            session.experiments[i].id = std::to_string(i);
        const auto read = parseSession(toJson(session));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->experiments.back().id, std::string("299"));
        QVERIFY(read->experiments.size() < 300);
    }
    void badResultsAreRefusedWithTheirPlace_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        const auto point = [](const std::string& fields) {
            return QString::fromStdString(resultWith(json("'points':[{") + fields + "}]"));
        };
        QTest::newRow("no array") << QString::fromStdString(fileWith("{}")) << "experiments";
        QTest::newRow("no points") << QString::fromStdString(resultWith(json("'threads':1"))) << "points is missing";
        QTest::newRow("a point without a value") << point(json("'provenance':'measured'")) << "points[0].y is missing";
        QTest::newRow("a value beyond reason") << point(json("'y':1e300,'provenance':'measured'")) << "points[0].y";
        QTest::newRow("an unknown provenance") << point(json("'y':1,'provenance':'guessed'")) << "guessed";
        QTest::newRow("unknown flags") << point(json("'y':1,'provenance':'measured','flags':'odd'")) << "odd";
        QTest::newRow("work over a bandwidth below zero")
            << point(json("'y':1,'provenance':'measured','work':{'bandwidth_bytes_per_s':-1}"))
            << "points[0].work.bandwidth_bytes_per_s";
        QTest::newRow("a power below zero")
            << point(json("'y':1,'provenance':'measured','power':{'watts':-1}")) << "points[0].power.watts";
        QTest::newRow("what is open in an unknown way")
            << point(json("'y':1,'provenance':'measured','open_above':'odd'")) << "odd";
        QTest::newRow("work of fewer elements than none")
            << point(json("'y':1,'provenance':'measured','work':{'elements':-1}")) << "points[0].work.elements";
        QTest::newRow("a plot that cannot be")
            << point(json("'y':1,'provenance':'measured','plot':99")) << "points[0].plot";
        QTest::newRow("a label without end")
            << point((json("'y':1,'provenance':'measured','label':'") + std::string(5000, 'x') + '"').c_str())
            << "points[0].label";
        std::string many;
        for (int i = 0; i < 4097; ++i)
            many += std::string(i == 0 ? "" : ",") + json("{'y':1,'provenance':'measured'}");
        QTest::newRow("too many points") << QString::fromStdString(resultWith(json("'points':[") + many + "]"))
                                         << "at most 4096";
    }
    void badResultsAreRefusedWithTheirPlace()
    {
        QFETCH(QString, text);
        QFETCH(QString, said);
        const auto read = parseSession(text.toStdString());
        QVERIFY(!read.ok());
        QVERIFY2(QString::fromStdString(read.error().message()).contains(said), read.error().message().c_str());
    }
    void csvHasOneLineAPointWithUnits()
    {
        const ExperimentInfo info{
            .id = "mistakes",
            .chart = ExperimentChartKind::Lines,
            .plots = {{.x = {"X", "B"}, .y = {"Y", "s"}}, {.x = {"X", "FLOP/B"}, .y = {"Y", "B/s"}}}};
        const QStringList lines =
            QString::fromStdString(toCsv(anExperimentResult(), info)).trimmed().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].startsWith(QStringLiteral("experiment,device,plot,series,label,x,x_unit,y,low,high,y_unit")));
        QCOMPARE(lines[1], QStringLiteral("mistakes,cpu,1,measured,\"first, "
                                          "\"\"é\"\"\",0.1,FLOP/B,33333333333.333332,3e+10,4e+10,B/s,few-readings "
                                          "machine-busy,measured,,a tick is 4.00 ms,0.03333333333333333"));
        QCOMPARE(lines[2], QStringLiteral("mistakes,cpu,0,said,,-2.5,B,-1,-1,-1,s,,published,\"somebody, 2020\",,"));
    }
};

RIDGEPOINT_TEST(ExperimentsTest)
#include "experiment_json_test.moc"
