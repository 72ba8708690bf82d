// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/experiment_text.h"
#include "core/experiment/ladder/overhead_ladder.h"
#include "core/experiment/registry.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"
#include "tests/unit/bench_program/server_rig.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <map>
#include <set>
#include <utility>

using namespace ridgepoint;
using namespace ridgepoint::protocol;
using test::BenchRig;
using test::Ran;
using test::ServerRig;

namespace {

/// The range or the choices that the list shows for a parameter of an experiment.
QString listed(const QString& list, const ExperimentInfo& info, const ExperimentParameter& parameter)
{
    const QString name = QStringLiteral("  --param %1=").arg(QString::fromStdString(parameter.name));
    const QString words = QString::fromStdString(parameter.words + ": ");
    bool isOurs = false;
    for (const QString& line : list.split(QLatin1Char('\n'))) {
        if (!line.startsWith(QLatin1Char(' ')))
            isOurs = line.startsWith(QString::fromStdString(info.id + " "));
        else if (isOurs && line.startsWith(name))
            return line.mid(line.indexOf(words) + words.size());
    }
    return {};
}

bool isTaken(const ExperimentInfo& info, const ExperimentParameter& parameter, const QString& text)
{
    return readParameters(info, {{parameter.name, text.toStdString()}}).ok();
}

DeviceInfo someGpu() { return {.id = "cuda:0", .kind = DeviceKind::Cuda, .name = "NVIDIA L4", .available = true}; }

StartExperiment small()
{
    return {.device = "cpu",
            .threads = 2,
            .experiment = "mistakes",
            .parameters = {{"size", "1Mi"}, {"rounds", "6"}},
            .budget = Seconds(1e4)};
}

const QStringList smallTransfers{"transfers",  "--param", "largest=1Mi", "--param",
                                 "batch=64Ki", "--param", "batches=4"};

} // namespace

class ExperimentTest : public test::Case {
    Q_OBJECT
private slots:
    void listsTheExperimentsWithTheirParameters()
    {
        BenchRig rig;
        const Ran words = rig.experiment({"--list"});
        QCOMPARE(words.code, 0);
        QVERIFY2(words.out.contains("mistakes") && words.out.contains("--param size=auto"), qPrintable(words.out));
        const Ran json = rig.experiment({"--list", "--device", "cpu", "--json"});
        const QJsonArray all = QJsonDocument::fromJson(json.out.toUtf8()).object().value("experiments").toArray();
        QVERIFY(!all.isEmpty());
        for (const auto& one : all) {
            QVERIFY(!one.toObject().value("id").toString().isEmpty());
            QVERIFY(one.toObject().contains("available"));
        }
    }
    void whatIsListedIsWhatIsTaken()
    {
        BenchRig rig;
        const QString list = rig.experiment({"--list"}).out;
        const QRegularExpression range(QStringLiteral("^(\\S+) to ([^\\s,]+)(, or auto: .*)?$"));
        std::set<ParameterKind> met;
        for (const ExperimentDefinition* one : experimentDefinitions())
            for (const ExperimentParameter& parameter : one->info().parameters) {
                const ExperimentInfo& info = one->info();
                const QString text = listed(list, info, parameter);
                const std::string where = info.id + " " + parameter.name + ": " + text.toStdString();
                met.insert(parameter.kind);
                if (parameter.kind == ParameterKind::Choice) {
                    for (const QString& choice : text.split(QStringLiteral(", ")))
                        QVERIFY2(isTaken(info, parameter, choice) && !isTaken(info, parameter, choice + "x"),
                                 where.c_str());
                    continue;
                }
                const QRegularExpressionMatch match = range.match(text);
                QVERIFY2(match.hasMatch(), where.c_str());
                QVERIFY2(isTaken(info, parameter, match.captured(1)), where.c_str());
                QVERIFY2(isTaken(info, parameter, match.captured(2)), where.c_str());
                QVERIFY2(!isTaken(info, parameter, QString::number(static_cast<std::int64_t>(parameter.lowest) - 1)),
                         where.c_str());
                QVERIFY2(!isTaken(info, parameter, QString::number(static_cast<std::int64_t>(parameter.highest) + 1)),
                         where.c_str());
                QCOMPARE(isTaken(info, parameter, QStringLiteral("auto")), !match.captured(3).isEmpty());
                QCOMPARE(
                    readParameters(info, {{parameter.name, match.captured(2).toStdString()}})->number(parameter.name),
                    static_cast<std::int64_t>(parameter.highest));
                QCOMPARE(
                    readParameters(info, {{parameter.name, match.captured(1).toStdString()}})->number(parameter.name),
                    static_cast<std::int64_t>(parameter.lowest));
            }
        QCOMPARE(met.size(), std::size_t{3});
    }
    void savesASessionThatHoldsResultAndRoofs()
    {
        BenchRig rig;
        const QString file = rig.path("mistakes.ridge");
        const Ran ran = rig.experiment(
            {"mistakes", "--device", "cpu", "--param", "size=1Mi", "--param", "rounds=6", "-o", file});
        QVERIFY2(ran.code == 0 && ran.out.isEmpty(), qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message().c_str());
        QCOMPARE(session->experiments.size(), std::size_t{1});
        const ExperimentResult& result = session->experiments[0];
        QCOMPARE(result.id, std::string("mistakes"));
        QCOMPARE(result.parameters.at("size"), std::string("1Mi"));
        QVERIFY(result.roof("bandwidth.dram") != nullptr);
        QVERIFY(result.find("right") != nullptr && result.find("right", Provenance::Predicted) != nullptr);
        QVERIFY(session->environment.contains("compiler"));
        QVERIFY(session->roofs.size() == 1 && session->roofs[0].find("bandwidth.dram")
                && !session->roofs[0].levels.empty());
    }
    void printsNumbersAndWhatIsSeen()
    {
        BenchRig rig;
        const Ran ran = rig.experiment({"mistakes", "--param", "size=1Mi", "--param=rounds=6"});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("The right way") && ran.out.contains("Findings:")
                     && ran.out.contains("Timed correctly"),
                 qPrintable(ran.out));
    }
    void rowsOfOneLabelSayWhichSeriesTheyAre()
    {
        const ExperimentDefinition* experiment = findExperiment("utilisation");
        QVERIFY(experiment != nullptr);
        ExperimentResult result{.id = "utilisation", .device = "cpu"};
        result.points = {{.series = "used", .label = "Spinning", .y = 0.1, .provenance = Provenance::Predicted},
                         {.series = "busy", .label = "Spinning", .y = 1.0},
                         {.series = "used", .label = "Spinning", .y = 0.2},
                         {.series = "elsewhere", .label = "Spinning", .y = 0.3, .provenance = Provenance::Published},
                         {.series = "used", .label = "Alone", .y = 0.3},
                         {.series = "used", .label = "Alone", .y = 0.4, .provenance = Provenance::Predicted}};
        const QString text = QString::fromStdString(experimentText(result, *experiment));
        QCOMPARE(text.count("Spinning, used "), 2);
        QCOMPARE(text.count("Spinning, busy "), 1);
        QCOMPARE(text.count("Spinning  "), 1); // published, and the only one that is
        QCOMPARE(text.count("Alone  "), 2);    // told apart by where they come from
    }
    void besideAFileItSaysWhatCouldNotBeMeasured_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("a session") << "ladder.ridge";
        QTest::newRow("a table") << "ladder.csv";
    }
    void besideAFileItSaysWhatCouldNotBeMeasured()
    {
        QFETCH(QString, name);
        BenchRig rig;
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", rig.path("").toLocal8Bit()); // where there is no python3
        const Ran ran = rig.experiment({"ladder", "--param", "seconds=1", "-o", rig.path(name)});
        const Ran printed = rig.experiment({"ladder", "--param", "seconds=1"});
        qputenv("PATH", path);
        QCOMPARE(ran.code, 0);
        QVERIFY(ran.out.isEmpty() && QFile::exists(rig.path(name)));
        const QString line = QStringLiteral("ridgepoint-bench: %1: not measured: python3 is not installed")
                                 .arg(QString::fromStdString(std::string(rung::python.words)));
        QVERIFY2(ran.err.contains(line), qPrintable(ran.err));
        // As many as without a file, where they are among the numbers.
        QCOMPARE(ran.err.count("not measured: "), printed.out.count("not measured: "));
        QVERIFY(printed.err.isEmpty());
    }
    void writesTheNumbersAsCsv()
    {
        BenchRig rig;
        const QString path = rig.path("mistakes.csv");
        QCOMPARE(rig.experiment({"mistakes", "--param", "size=1Mi", "--param", "rounds=6", "-o", path}).code, 0);
        const QByteArray text = test::contentOf(path);
        QVERIFY(text.startsWith("experiment,device,") && text.contains("The right way"));
    }
    void badInputIsOneLineThatSaysWhatToTry_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("said");
        QTest::newRow("no experiment") << QStringList{} << "--list";
        QTest::newRow("a slip") << QStringList{"mistake"} << "did you mean mistakes";
        QTest::newRow("unknown") << QStringList{"weather"} << "choose one of: envelope";
        QTest::newRow("two experiments") << QStringList{"mistakes", "mistakes"} << "unknown word";
        QTest::newRow("unknown parameter") << QStringList{"mistakes", "--param", "depth=3"} << "size, rounds";
        QTest::newRow("parameter without value")
            << QStringList{"mistakes", "--param", "size"}
            << "--param: \"size\" is not a parameter; write NAME=VALUE, such as size=16Mi";
        QTest::newRow("parameter twice") << QStringList{"mistakes", "--param", "size=1Mi", "--param", "size=2Mi"}
                                         << "twice";
        QTest::newRow("parameter out of range") << QStringList{"mistakes", "--param", "rounds=1000"} << "6 to 40";
        QTest::newRow("a file of another kind") << QStringList{"mistakes", "-o", "x.pdf"} << ".ridge or .csv";
        QTest::newRow("a folder that is not there")
            << QStringList{"mistakes", "-o", "/no/such/folder/x.ridge"} << "/no/such/folder";
        QTest::newRow("a trace in a folder that is not there")
            << QStringList{"launch-modes", "--trace", "/no/such/folder/x.json"} << "/no/such/folder";
        QTest::newRow("a trace of what has no timeline")
            << QStringList{"ladder", "--trace", "x.json"} << "choose one of: launch-modes, transfers";
        QTest::newRow("a bad budget") << QStringList{"mistakes", "--budget", "soon"} << "soon";
        QTest::newRow("an unknown device") << QStringList{"mistakes", "--device", "tpu"} << "tpu";
    }
    void badInputIsOneLineThatSaysWhatToTry()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, said);
        BenchRig rig;
        const Ran ran = rig.experiment(options);
        QCOMPARE(ran.code, 2);
        QVERIFY(ran.out.isEmpty());
        QCOMPARE(ran.err.trimmed().count(QLatin1Char('\n')), 0);
        QVERIFY2(ran.err.contains(said), qPrintable(ran.err));
    }
    void ctrlCEndsIt()
    {
        BenchRig rig;
        const QString file = rig.path("part.ridge");
        rig.devices.onBatch = [&](int batches) {
            if (batches == 3)
                rig.interruption.request();
        };
        const Ran ran = rig.experiment({"mistakes", "--param", "size=1Mi", "-o", file});
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("cancelled"), qPrintable(ran.err));
    }
    void theServerOffersRunsAndEndsIt()
    {
        ServerRig rig;
        rig.send(ListExperiments{"cpu"});
        QVERIFY(rig.answer<ExperimentsResult>());
        QVERIFY(!rig.answer<ExperimentsResult>()->experiments.empty());
        rig.send(small());
        QVERIFY(rig.answer<RunResult>());
        const std::int64_t run = rig.answer<RunResult>()->run;
        rig.measureToTheEnd();
        ExperimentResult result;
        for (const ExperimentMeasured& message : rig.notifications<ExperimentMeasured>()) {
            QCOMPARE(message.run, run);
            result.put(message.point);
        }
        QVERIFY(result.find("right") != nullptr);
        // The prediction comes before any measurement.
        QCOMPARE(rig.notifications<ExperimentMeasured>()[0].point.provenance, Provenance::Predicted);
        const auto finished = rig.notifications<ExperimentFinished>();
        QCOMPARE(finished.size(), std::size_t{1});
        QCOMPARE(finished[0].outcome, SweepOutcome::Done);
        QCOMPARE(finished[0].result.id, std::string("mistakes"));
        QVERIFY(finished[0].result.points.empty() && !finished[0].result.roofs.empty());
        QCOMPARE(rig.notifications<ExperimentProgressed>().back().fraction, 1.0);
    }
    void besideAGpuTheProcessorIsMeasuredToo()
    {
        BenchRig rig;
        rig.devices.gpu = someGpu();
        const Ran ran = rig.experiment({"ladder", "--device", "cuda:0", "--param", "seconds=1"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QVERIFY2(ran.out.contains(rung::vector.words.data()) && ran.out.contains(rung::gpu.words.data())
                     && !ran.out.contains(rung::processor.words.data()),
                 qPrintable(ran.out));
    }
    void besideAGpuTheServerMeasuresTheProcessorToo()
    {
        ServerRig rig;
        rig.rig.devices.gpu = someGpu();
        rig.send(StartExperiment{
            .device = "cuda:0", .experiment = "ladder", .parameters = {{"seconds", "1"}}, .budget = Seconds(1e4)});
        rig.measureToTheEnd();
        std::set<LabelName> labels;
        for (const ExperimentMeasured& message : rig.notifications<ExperimentMeasured>())
            labels.insert(message.point.label);
        QVERIFY(labels.contains(rung::vector) && labels.contains(rung::gpu));
    }
    void theServerTakesKnownRoofs()
    {
        ServerRig rig;
        StartExperiment request = small();
        for (const char* id : {"bandwidth.l2", "bandwidth.l3", "bandwidth.dram"})
            request.known.put({.id = id, .kind = RoofKind::Bandwidth, .value = 1e10, .low = 1e10, .high = 1e10});
        request.known.put(
            {.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 1e11, .low = 1e11, .high = 1e11});
        request.known.put(
            {.id = "launch.wait_each", .kind = RoofKind::Launch, .value = 1e-6, .low = 1e-6, .high = 1e-6});
        rig.send(request);
        rig.server.step();
        const auto points = rig.notifications<ExperimentMeasured>();
        QVERIFY(!points.empty()); // the very first piece is the prediction: nothing had to be measured for it
        QCOMPARE(points[0].point.provenance, Provenance::Predicted);
    }
    void theServerCancelsOneThatRunsAndOneThatWaits()
    {
        ServerRig rig;
        rig.send(small());
        const std::int64_t first = rig.answer<RunResult>()->run;
        rig.send(small());
        const std::int64_t second = rig.answer<RunResult>()->run;
        rig.server.step();
        rig.send(CancelExperiment{second});
        rig.send(CancelExperiment{first});
        rig.measureToTheEnd();
        const auto finished = rig.notifications<ExperimentFinished>();
        QCOMPARE(finished.size(), std::size_t{2});
        QCOMPARE(finished[0].run, second);
        QCOMPARE(finished[1].run, first);
        for (const ExperimentFinished& one : finished)
            QCOMPARE(one.outcome, SweepOutcome::Cancelled);
        rig.send(CancelExperiment{first}); // has ended: no error
        QVERIFY(rig.answer<Acknowledged>());
    }
    void withoutItsLibraryOnlyWhatIsAllOfItIsNotOffered()
    {
        const auto lack = Error{ErrorKind::Unavailable, "onednn.not-found", "libdnnl.so not found", {}};
        const std::set<std::string> wanted{"matmul", "matmul-shapes", "predictable-data"};
        ServerRig rig;
        rig.rig.devices.cpuLibraryLack = lack;
        rig.send(ListExperiments{"cpu"});
        std::set<std::string> refused;
        for (const ExperimentOffer& offer : rig.answer<ExperimentsResult>()->experiments)
            if (offer.reason) {
                refused.insert(offer.id);
                QVERIFY2(offer.reason->message().find("libdnnl.so not found") != std::string::npos,
                         offer.reason->message().c_str());
            }
        QVERIFY(refused == wanted);
        rig.send(StartExperiment{.device = "cpu", .experiment = "matmul"});
        QCOMPARE(rig.errors().size(), std::size_t{1});
        BenchRig bench;
        QVERIFY(!bench.experiment({"--list", "--device", "cpu"}).out.contains("not on cpu"));
        bench.devices.cpuLibraryLack = lack;
        QCOMPARE(bench.experiment({"--list", "--device", "cpu"}).out.count("not on cpu"), 3);
        // At once, and not after seconds of roofs.
        const Ran ran = bench.experiment({"matmul"});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.out.isEmpty() && ran.err.contains("libdnnl.so not found"), qPrintable(ran.err));
    }
    void theServerRefusesWhatItCannotRun()
    {
        ServerRig rig;
        for (StartExperiment request :
             {StartExperiment{.device = "cpu", .experiment = "weather"},
              StartExperiment{.device = "tpu", .experiment = "mistakes"},
              StartExperiment{.device = "cpu", .threads = 1000, .experiment = "mistakes"},
              StartExperiment{.device = "cpu", .experiment = "mistakes", .parameters = {{"size", "0"}}}})
            rig.send(request);
        rig.send(CancelExperiment{77});
        rig.send(ListExperiments{"tpu"});
        QCOMPARE(rig.errors().size(), std::size_t{6});
        QVERIFY(!rig.server.busy());
    }
    void stoppingTellsTheEnd()
    {
        ServerRig rig;
        rig.send(small());
        rig.server.step();
        rig.server.stop();
        QCOMPARE(rig.notifications<ExperimentFinished>().size(), std::size_t{1});
        QCOMPARE(rig.notifications<ExperimentFinished>()[0].outcome, SweepOutcome::Cancelled);
    }
    void aTraceIsNotWrittenOverTheSession()
    {
        BenchRig rig;
        const QString session = rig.path("one.ridge");
        const Ran ran = rig.experiment(smallTransfers + QStringList{"--trace", rig.path("./one.ridge"), "-o", session});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("--trace: \"") && ran.err.contains("is the file of -o too")
                     && ran.err.contains("a file of its own"),
                 qPrintable(ran.err));
        QVERIFY(!QFile::exists(session) || QFile(session).size() == 0);
    }
    void whereNothingWasRecordedTheTraceIsMissedAndTheSessionKept()
    {
        BenchRig rig;
        const QString session = rig.path("stages.ridge");
        const QString trace = rig.path("stages.json");
        const QByteArray folder = qgetenv("TMPDIR");
        const bool wasSet = qEnvironmentVariableIsSet("TMPDIR");
        qputenv("TMPDIR", "/no/such/folder"); // so that there is no file to load from
        const Ran ran = rig.experiment(smallTransfers + QStringList{"--trace", trace, "-o", session});
        wasSet ? qputenv("TMPDIR", folder) : qunsetenv("TMPDIR");
        QVERIFY(ran.code != 0);
        QVERIFY2(ran.err.contains("recorded no timeline"), qPrintable(ran.err));
        QVERIFY(QFile::exists(session) && !QFile::exists(trace));
    }
    void aTraceOfADeviceThatRecordsNothingIsRefusedBeforeAnythingIsMeasured()
    {
        BenchRig rig; // whose device keeps no times of its launches
        int measured = 0;
        rig.devices.onBatch = [&](int) { ++measured; };
        const QString session = rig.path("launches.ridge");
        const Ran ran = rig.experiment(
            {"launch-modes", "--param", "largest=8Ki", "--trace", rig.path("launches.json"), "-o", session});
        QVERIFY(ran.code != 0);
        QVERIFY2(ran.err.contains("--trace: launch-modes records no timeline on cpu; leave it out")
                     && ran.err.contains("does not tell when each launch begins"),
                 qPrintable(ran.err));
        QCOMPARE(ran.err.trimmed().count(QLatin1Char('\n')), 0);
        QCOMPARE(measured, 0);
        QVERIFY(!QFile::exists(session));
    }
    void aTraceHasWhatPerfettoNeeds()
    {
        BenchRig rig;
        const QString path = rig.path("stages.json");
        const Ran ran = rig.experiment(smallTransfers + QStringList{"--trace", path});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        const QJsonArray events =
            QJsonDocument::fromJson(test::contentOf(path)).object().value("traceEvents").toArray();
        std::set<std::pair<int, int>> named;
        std::map<std::pair<int, int>, double> ends; // of what each thread did last
        int stretches = 0;
        for (const auto& one : events) {
            const QJsonObject event = one.toObject();
            const std::pair place(event.value("pid").toInt(-1), event.value("tid").toInt(-1));
            QVERIFY(place.first > 0 && place.second >= 0);
            if (event.value("name").toString() == "thread_name")
                named.insert(place);
            if (event.value("ph").toString() != "X") {
                QCOMPARE(event.value("ph").toString(), QStringLiteral("M"));
                continue;
            }
            ++stretches;
            const double begin = event.value("ts").toDouble(-1.0);
            const double duration = event.value("dur").toDouble(-1.0);
            QVERIFY(named.contains(place) && begin >= 0.0 && duration >= 0.0);
            // A thread's stretches follow each other, but for rounding: Perfetto drops those that cross.
            QVERIFY(!ends.contains(place) || begin > ends[place] - 1e-6);
            ends[place] = begin + duration;
        }
        QCOMPARE(stretches, 2 * 3 * 4); // in turn and overlapped, three stages, four batches
        QCOMPARE(named.size(), std::size_t{6});
    }
};

RIDGEPOINT_TEST(ExperimentTest)
#include "experiment_command_test.moc"
