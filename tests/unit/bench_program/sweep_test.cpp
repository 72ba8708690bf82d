// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

Ran sweep(BenchRig& rig, const QStringList& options)
{
    std::vector<std::string> words{"sweep", "--device", "cpu"};
    for (const QString& option : options)
        words.push_back(option.toStdString());
    return rig.run(words);
}

Ran append(BenchRig& rig, const QString& file, const QStringList& options)
{
    std::vector<std::string> words{"experiment"};
    for (const QString& option : options + QStringList{"--append", "-o", file})
        words.push_back(option.toStdString());
    return rig.run(words);
}

const QStringList mistakes{"mistakes", "--param", "size=1Mi", "--param", "rounds=6"};
const QStringList envelope{"envelope"};

/// A session with roofs of a device.
Session sessionOf(const DeviceInfo& device)
{
    Session session;
    session.created = "2026-01-02T03:04:05Z";
    session.notes = "by hand";
    session.devices = {device};
    session.roofs = {
        RoofSet{.device = device.id, .threads = test::syntheticThreads, .roofs = {}, .unavailable = {}, .levels = {}}};
    return session;
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

class SweepTest : public test::Case {
    Q_OBJECT
private slots:
    void tellsTheSummaryBesideTheFileWhereAskedFor()
    {
        BenchRig rig;
        const QString file = rig.path("line.ridge");
        const Ran ran = sweep(
            rig, {"--ops", "1..16:3", "--size", "64Ki", "--full", "--threads", "2", "--summary", "-o", file});
        QVERIFY2(ran.code == 0 && QFile::exists(file), qPrintable(ran.err));
        QVERIFY2(QRegularExpression("cells: +3 of 3 measured in [0-9.]+ [a-z]?s\n").match(ran.out).hasMatch(),
                 qPrintable(ran.out));
    }
    void measuresNoRoofsWhereNoneAreWanted()
    {
        BenchRig rig;
        const QString file = rig.path("line.ridge");
        const QString table = rig.path("line.csv");
        const Ran ran = sweep(rig, {"--ops", "62", "--size", "64Ki", "--full", "--threads", "2", "--no-roofs", "-o",
                                    file, "--csv", table});
        QVERIFY2(ran.code == 0 && ran.err.isEmpty(), qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message().c_str());
        QCOMPARE(session->roofs.size(), std::size_t{1});
        QVERIFY(session->roofs[0].roofs.empty() && session->roofs[0].unavailable.empty()
                && session->roofs[0].levels.empty());
        // The cell that was asked for before its neighbours: a profiler that looks at one launch sees that one.
        QVERIFY(!session->samples.empty());
        QCOMPARE(session->samples.front().workload.operationsPerElement, std::int64_t{62});
        QVERIFY(test::contentOf(table).count('\n') > 1);
    }
    void savesEverythingThatAReaderOfTheSessionNeeds()
    {
        BenchRig rig;
        const QString file = rig.path("map.ridge");
        const Ran ran = sweep(rig,
                              {"--ops", "1..256:9", "--size", "64Ki..64Mi:6", "--full", "--threads", "2", "-o", file});
        QVERIFY2(ran.code == 0 && ran.out.isEmpty() && ran.err.isEmpty(), qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message().c_str());
        QCOMPARE(session->devices.size(), std::size_t{1});
        QCOMPARE(session->roofs.size(), std::size_t{1});
        QVERIFY(session->roofs[0].find("bandwidth.dram") && session->roofs[0].find("compute.fp32.fma")
                && session->roofs[0].find("launch.wait_each"));
        QVERIFY(!session->roofs[0].levels.empty());
        QCOMPARE(session->plans.size(), std::size_t{1});
        QCOMPARE(session->plans[0].cellCount(), std::size_t{54});
        QCOMPARE(session->plans[0].base.threads, 2);
        QVERIFY(session->samples.size() >= 54);
        for (const Sample& sample : session->samples)
            QVERIFY(!sample.flags.has(Flag::Interpolated));
        for (const char* key :
             {"operating_system", "kernel", "device", "isa", "threads", "governor", "compiler", "version"})
            QVERIFY2(session->environment.contains(key), key);
        QVERIFY(session->created.ends_with("Z"));
    }
    void whatIsMeasuredForAnotherMachineGoesThereMeanwhile()
    {
        BenchRig rig;
        const std::string file = rig.path("map.ridge").toStdString();
        std::vector<Session> sent;
        std::vector<Seconds> times;
        int tables = 0;
        rig.surroundings.sendSoFar = [&](const std::string& name, const std::string& content) {
            if (name != file) {
                tables += QByteArray::fromStdString(content).count('\n') > 1 ? 1 : 0;
                return;
            }
            const auto session = parseSession(content);
            QVERIFY(session.ok());
            sent.push_back(*session);
            times.push_back(rig.clock.now());
        };
        const Ran ran = sweep(rig, {"--ops", "1..1024:9", "--size", "16Mi..64Mi:3", "--full", "--threads", "2", "-o",
                                    rig.path("map.ridge"), "--csv", rig.path("map.csv")});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QVERIFY(sent.size() >= 2);
        QCOMPARE(static_cast<std::size_t>(tables), sent.size());
        QVERIFY(!sent.front().samples.empty() && !sent.front().roofs.front().roofs.empty());
        for (std::size_t i = 0; i < sent.size(); ++i) {
            QVERIFY(sent[i].environment.contains("incomplete"));
            if (i > 0)
                QVERIFY(times[i] - times[i - 1] >= Seconds(2.0)
                        && sent[i].samples.size() >= sent[i - 1].samples.size());
        }
        const auto session = readSession(file);
        QVERIFY(session.ok() && !session->environment.contains("incomplete"));
        QVERIFY(session->samples.size() >= sent.back().samples.size());
    }
    void csvHasTheContractsColumnsAndOneLineASample()
    {
        BenchRig rig;
        const QString file = rig.path("map.csv");
        const Ran ran = sweep(rig, {"--ops", "1..64:5", "--size", "1Mi,4Mi,16Mi", "--full", "--csv", file});
        QCOMPARE(ran.code, 0);
        QVERIFY(ran.out.contains("regimes found"));
        const QList<QByteArray> lines = test::contentOf(file).trimmed().split('\n');
        QVERIFY(lines.size() >= 1 + 15);
        QVERIFY(lines[0].startsWith("device,operation,precision,elements,"));
        QVERIFY(lines[0].trimmed().endsWith(
            "regime_predicted,time_predicted_s,time_reference_s,provenance,share_unexplained"));
        for (const QByteArray& line : lines)
            QCOMPARE(line.count(','), lines[0].count(','));
        const QByteArray all = test::contentOf(file);
        QVERIFY(all.contains(",compute,") && all.contains(",memory,"));
    }
    void withoutAFileTheSummaryNamesRegimesRidgeAndOverhead()
    {
        BenchRig rig;
        const Ran ran = sweep(rig, {"--ops", "1..1024:11", "--size", "1Ki..64Mi:9", "--full"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        for (const char* part : {"regimes found:", "compute", "memory", "overhead", "ridge point:", "FLOP/B",
                                 "overhead floor:", "per launch"})
            QVERIFY2(ran.out.contains(part), qPrintable(ran.out));
        QVERIFY2(ran.out.contains("10.0 FLOP/B") || ran.out.contains("10 FLOP/B") || ran.out.contains("9.9"),
                 qPrintable(ran.out));
    }
    void jsonIsOneObjectAndOnlyThat()
    {
        BenchRig rig;
        const Ran ran = sweep(rig, {"--ops", "1,8", "--json"});
        QCOMPARE(ran.code, 0);
        QJsonParseError error;
        const QJsonObject session = QJsonDocument::fromJson(ran.out.toUtf8(), &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        QCOMPARE(session["format"].toString(), QStringLiteral("ridgepoint-session"));
    }
    void axesThatAreNotNamedAreHeld_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("chain");
        QTest::addColumn<int>("depth");
        QTest::addColumn<qint64>("operations");
        QTest::newRow("operations named") << QStringList{"--ops", "2,4"} << 1 << 1 << qint64{2};
        QTest::newRow("depth named: the chain becomes 16") << QStringList{"--depth", "1..16:5"} << 16 << 1 << qint64{1};
        QTest::newRow("a chain of its own") << QStringList{"--depth", "1,3", "--chain", "12"} << 12 << 1 << qint64{1};
        QTest::newRow("one value beside a range")
            << QStringList{"--depth", "1,2", "--ops", "8"} << 16 << 1 << qint64{8};
    }
    void axesThatAreNotNamedAreHeld()
    {
        QFETCH(QStringList, options);
        BenchRig rig;
        const QString file = rig.path("a.ridge");
        const Ran ran = sweep(rig, options + QStringList{"-o", file});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY(session.ok());
        const Workload first = session->plans[0].cell(0);
        QTEST(first.chainLength, "chain");
        QTEST(first.fusionDepth, "depth");
        QTEST(static_cast<qint64>(first.operationsPerElement), "operations");
        QCOMPARE(first.threads, test::syntheticThreads);
        // Four times the 32 MiB of the synthetic last cache, in floats.
        const double floats = static_cast<double>(first.elements);
        QVERIFY2(floats >= 24.0 * (1 << 20) && floats <= 48.0 * (1 << 20), qPrintable(QString::number(floats)));
    }
    void impossiblePlansAreRefusedBeforeMeasuring_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing to vary") << QStringList{} << "--ops 1..1024:17";
        QTest::newRow("a reversed range") << QStringList{"--ops", "8..1:3"} << "8..1:3";
        QTest::newRow("no count") << QStringList{"--ops", "1..8"} << "1..8";
        QTest::newRow("zero") << QStringList{"--size", "0"} << "0";
        QTest::newRow("not a number") << QStringList{"--size", "big"} << "big";
        QTest::newRow("a size beyond the memory") << QStringList{"--size", "1Mi..16Gi:5"} << "16 GiB";
        QTest::newRow("an absurd number of cells")
            << QStringList{"--ops", "1..1Mi:60000", "--size", "1..1Gi:60000"} << "cells";
        QTest::newRow("an unknown operation") << QStringList{"--op", "sin", "--ops", "1,2"} << "fma, mul, add";
        QTest::newRow("a mistyped operation") << QStringList{"--op", "fmaa", "--ops", "1,2"} << "did you mean fma?";
        QTest::newRow("an unknown precision") << QStringList{"--precision", "int8", "--ops", "1,2"} << "fp32";
        QTest::newRow("a precision that the device lacks")
            << QStringList{"--precision", "bf16", "--ops", "1,2"} << "bf16";
        QTest::newRow("an unknown launch mode") << QStringList{"--launch", "later", "--ops", "1,2"} << "queued";
        QTest::newRow("a chain of nothing") << QStringList{"--chain", "0", "--ops", "1,2"} << "--chain";
        QTest::newRow("a budget of nothing") << QStringList{"--budget", "0s", "--ops", "1,2"} << "6s";
        QTest::newRow("two strategies") << QStringList{"--full", "--adaptive", "--ops", "1,2"} << "--adaptive";
        QTest::newRow("a folder that is not there")
            << QStringList{"--ops", "1,2", "-o", "/nonexistent-folder/a.ridge"} << "/nonexistent-folder";
        QTest::newRow("a folder in place of a file") << QStringList{"--ops", "1,2", "--csv", "/tmp"} << "/tmp";
        QTest::newRow("standard output in place of a session file")
            << QStringList{"--ops", "1,2", "-o", "-"} << "--json";
        QTest::newRow("standard output in place of a table")
            << QStringList{"--ops", "1,2", "--csv", "-"} << "give a file";
        QTest::newRow("a device in place of a file") << QStringList{"--ops", "1,2", "-o", "/dev/null"} << "/dev/null";
        QTest::newRow("no thread") << QStringList{"--ops", "1,2", "--threads", "0"} << "1 to 4";
    }
    void impossiblePlansAreRefusedBeforeMeasuring()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, says);
        BenchRig rig;
        int batches = 0;
        rig.devices.onBatch = [&](int) { ++batches; };
        const Ran ran = sweep(rig, options);
        QCOMPARE(ran.code, 2);
        QCOMPARE(batches, 0);
        QVERIFY(ran.out.isEmpty());
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
    }
    void oneFileForBothOutputsIsRefused()
    {
        BenchRig rig;
        const Ran ran = sweep(rig, {"--ops", "1,2", "-o", rig.path("x"), "--csv", rig.path("x")});
        QCOMPARE(ran.code, 2);
    }
    void interruptingSavesWhatIsThereAndIsStatusFour()
    {
        BenchRig rig;
        const QString file = rig.path("part.ridge");
        int roofBatches = 0;
        rig.devices.onBatch = [&](int count) { roofBatches = count; };
        QCOMPARE(rig.run({"roofs", "--device", "cpu"}).code, 0);
        rig.devices.onBatch = [&](int count) {
            if (count > roofBatches + 200)
                rig.interruption.request();
        };
        const Ran ran = sweep(rig, {"--ops", "1..1024:33", "--size", "1Ki..64Mi:33", "--full", "-o", file});
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("cancelled") && ran.err.contains("part.ridge"), qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY(session.ok());
        QVERIFY(!session->samples.empty());
        QVERIFY(session->samples.size() < 33 * 33);
    }
    void aSessionThatCannotBeWrittenWhereItShouldIsSavedElsewhere()
    {
        BenchRig rig;
        const QString shared = rig.path("shared");
        const QString gone = rig.path("gone");
        QVERIFY(QDir().mkpath(shared) && QDir().mkpath(gone));
        // What another user could lay into a shared folder: a link of a name that is easy to guess.
        const QString victim = rig.path("victim");
        QVERIFY(QFile(victim).open(QIODevice::WriteOnly));
        QVERIFY(QFile::link(victim,
                            shared + "/ridgepoint-" + QString::number(QCoreApplication::applicationPid()) + ".ridge"));
        rig.devices.onBatch = [&](int) { QDir(gone).removeRecursively(); };
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", shared.toLocal8Bit());
        const Ran ran = sweep(rig, {"--ops", "1..8:3", "-o", gone + "/map.ridge"});
        before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("The session was saved as " + shared), qPrintable(ran.err));
        QCOMPARE(test::contentOf(victim), QByteArray());
        const QStringList folders = QDir(shared).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        QVERIFY(readSession((shared + '/' + folders[0] + "/map.ridge").toStdString()).ok());
    }
    void interruptingTheRoofsStillSavesASession()
    {
        BenchRig rig;
        const QString file = rig.path("none.ridge");
        rig.devices.onBatch = [&](int) { rig.interruption.request(); };
        const Ran ran = sweep(rig, {"--ops", "1..8:3", "-o", file});
        QCOMPARE(ran.code, 4);
        QVERIFY(readSession(file.toStdString()).ok());
    }
    void whatWasMeasuredBeforeStaysWhereTheNextRunMeasuresNothing()
    {
        BenchRig rig;
        const QString file = rig.path("kept.ridge");
        const QString csv = rig.path("kept.csv");
        QCOMPARE(sweep(rig, {"--ops", "1..8:3", "-o", file, "--csv", csv}).code, 0);
        const auto before = readSession(file.toStdString());
        QVERIFY(before.ok() && !before->samples.empty());
        rig.devices.onBatch = [&](int) { rig.interruption.request(); };
        const Ran ran = sweep(rig, {"--ops", "1..8:3", "-o", file, "--csv", csv});
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("before any sample"), qPrintable(ran.err));
        const auto after = readSession(file.toStdString());
        QVERIFY(after.ok());
        QCOMPARE(after->samples.size(), before->samples.size());
        QVERIFY(test::contentOf(csv).count('\n') > 3);
    }
    void aCancelledRunThatCannotBeSavedDoesNotClaimToBe()
    {
        BenchRig rig;
        const QString folder = rig.path("gone");
        QVERIFY(QDir().mkdir(folder));
        rig.devices.onBatch = [&](int) {
            QDir(folder).removeRecursively();
            rig.interruption.request();
        };
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", rig.path("").toLocal8Bit()); // the table is saved elsewhere
        const Ran ran = sweep(rig, {"--ops", "1..8:3", "--csv", folder + "/a.csv", "-o", rig.path("a.ridge")});
        before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.count('\n') == 1 && !ran.err.contains("cancelled"), qPrintable(ran.err));
    }
    void theRidgePointIsInTheOperationsOwnUnit()
    {
        BenchRig rig;
        const Ran cosine = sweep(rig, {"--ops", "1,2", "--op", "cos"});
        QVERIFY2(cosine.out.contains(" op/B (compute.fp32.cos"), qPrintable(cosine.out));
        const Ran fma = sweep(rig, {"--ops", "1,2"});
        QVERIFY2(fma.out.contains(" FLOP/B (compute.fp32.fma"), qPrintable(fma.out));
    }
    void aDeviceThatBreaksKeepsTheSamplesAndIsStatusThree()
    {
        BenchRig rig;
        const QString file = rig.path("broken.ridge");
        int batches = 0;
        rig.devices.onBatch = [&](int count) { batches = count; };
        QCOMPARE(sweep(rig, {"--ops", "1..1024:17", "--size", "1Ki..64Mi:17", "--full", "-o", file}).code, 0);
        rig.devices.failAfterBatches = batches * 3 / 4;
        const Ran ran = sweep(rig, {"--ops", "1..1024:17", "--size", "1Ki..64Mi:17", "--full", "-o", file});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("the synthetic processor broke"), qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY(session.ok() && !session->samples.empty());
    }
    void theBudgetEndsASweepAndTheSummarySaysSo()
    {
        BenchRig rig;
        const Ran ran = sweep(rig, {"--ops", "1..1024:33", "--size", "1Mi..512Mi:33", "--full", "--budget", "200ms"});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("--budget gives more time"), qPrintable(ran.out));
    }
    void twoExperimentsAreInOneFile()
    {
        BenchRig rig;
        const QString file = rig.path("all.ridge");
        const Ran first = append(rig, file, mistakes);
        QVERIFY2(first.code == 0 && first.out.isEmpty(), qPrintable(first.err));
        const auto before = readSession(file.toStdString());
        QVERIFY(before.ok() && before->experiments.size() == 1);
        const Ran second = append(rig, file, envelope);
        QVERIFY2(second.code == 0, qPrintable(second.err));
        const auto after = readSession(file.toStdString());
        QVERIFY2(after.ok(), after.ok() ? "" : after.error().message().c_str());
        QCOMPARE(after->experiments.size(), std::size_t{2});
        QCOMPARE(after->experiments[0].id, std::string("mistakes"));
        QCOMPARE(after->experiments[1].id, std::string("envelope"));
        QCOMPARE(after->devices.size(), std::size_t{1});
        // One set of roofs: what was known was not measured again, what was not was added.
        QCOMPARE(after->roofs.size(), std::size_t{1});
        for (const Roof& roof : before->roofs[0].roofs) {
            const Roof* kept = after->roofs[0].find(roof.id);
            QVERIFY2(kept != nullptr && kept->value == roof.value && kept->method == roof.method, roof.id.c_str());
        }
        for (const Roof& roof : after->experiments[1].roofs)
            QVERIFY2(after->roofs[0].find(roof.id) != nullptr, roof.id.c_str());
        QVERIFY(QDir(QFileInfo(file).path())
                    .entryList({".*ridge*"}, QDir::Files | QDir::Hidden)
                    .isEmpty()); // nothing temporary is left
    }
    void theSameExperimentTakesThePlaceOfItsEarlierResult()
    {
        BenchRig rig;
        const QString file = rig.path("all.ridge");
        QCOMPARE(append(rig, file, mistakes).code, 0);
        QCOMPARE(append(rig, file, mistakes).code, 0);
        QCOMPARE(readSession(file.toStdString())->experiments.size(), std::size_t{1});
        QCOMPARE(append(rig, file, {"mistakes", "--param", "size=2Mi", "--param", "rounds=6"}).code, 0);
        QCOMPARE(readSession(file.toStdString())->experiments.size(), std::size_t{2});
    }
    void aRunThatIsStoppedDoesNotTakeThePlaceOfAWholeOne()
    {
        BenchRig rig;
        const QString file = rig.path("all.ridge");
        QCOMPARE(append(rig, file, mistakes).code, 0);
        const auto whole = readSession(file.toStdString());
        QVERIFY(whole.ok());
        const auto measured = [](const Session& session) {
            const auto& points = session.experiments.at(0).points;
            return std::count_if(points.begin(), points.end(),
                                 [](const ExperimentPoint& point) { return point.provenance == Provenance::Measured; });
        };
        QVERIFY(measured(*whole) > 3);
        rig.devices.onBatch = [&](int batches) {
            if (batches == 3)
                rig.interruption.request();
        };
        qputenv("TMPDIR", rig.path("").toLocal8Bit());
        const Ran ran = append(rig, file, mistakes);
        qunsetenv("TMPDIR");
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("which is kept") && !ran.err.contains("saved in"), qPrintable(ran.err));
        const auto after = readSession(file.toStdString());
        QVERIFY(after.ok());
        QCOMPARE(after->experiments.size(), std::size_t{1});
        QCOMPARE(measured(*after), measured(*whole));
        const auto saved = QRegularExpression(QStringLiteral("The session was saved as (.*) instead")).match(ran.err);
        QVERIFY2(saved.hasMatch(), qPrintable(ran.err)); // what it did measure is not lost
        QCOMPARE(readSession(saved.captured(1).toStdString())->experiments.size(), std::size_t{1});
    }
    void whatElseTheSessionHoldsStays()
    {
        BenchRig rig;
        const QString file = rig.path("mine.ridge");
        Session session = sessionOf(test::syntheticDevice());
        session.viewJson = R"({"tab":2})";
        session.samples = {Sample{.workload = {.elements = 1024}, .device = "cpu", .time = Seconds(1e-6)}};
        session.environment = {{"kernel", "6.1"}};
        QVERIFY(writeSession(session, file.toStdString()).ok());
        const Ran ran = append(rig, file, mistakes + QStringList{"--json"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        const auto read = readSession(file.toStdString());
        QVERIFY(read.ok());
        QCOMPARE(read->created, session.created);
        QCOMPARE(read->notes, session.notes);
        QCOMPARE(read->samples.size(), std::size_t{1});
        QVERIFY(read->environment == session.environment);
        QVERIFY(read->viewJson.find("tab") != std::string::npos);
        QCOMPARE(read->experiments.size(), std::size_t{1});
        // What is printed is what was saved.
        const QJsonObject printed = QJsonDocument::fromJson(ran.out.toUtf8()).object();
        QCOMPARE(printed, QJsonDocument::fromJson(test::contentOf(file)).object());
    }
    void aGpuOfTheSameMachineIsAdded()
    {
        BenchRig rig;
        rig.devices.gpu = DeviceInfo{.id = "cuda:0", .kind = DeviceKind::Cuda, .name = "NVIDIA L4", .available = true};
        const QString file = rig.path("both.ridge");
        QCOMPARE(append(rig, file, mistakes).code, 0);
        const Ran ran = append(rig, file, {"ladder", "--device", "cuda:0", "--param", "seconds=1"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        const auto read = readSession(file.toStdString());
        QCOMPARE(read->experiments.size(), std::size_t{2});
        QCOMPARE(read->devices.size(), std::size_t{2});
        // Where another is in its place, that is seen.
        rig.devices.gpu->name = "NVIDIA L40";
        QCOMPARE(append(rig, file, {"ladder", "--device", "cuda:0"}).code, 2);
    }
    void anotherMachineIsRefusedBeforeAnythingIsMeasured_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("threads");
        QTest::addColumn<double>("memory");
        QTest::addColumn<bool>("isGpu");
        QTest::addColumn<QString>("said");
        const QString ours = QString::fromStdString(test::syntheticDevice().name);
        const QString here = QStringLiteral("not on this machine (%1, %2 threads); give another file")
                                 .arg(ours)
                                 .arg(test::syntheticThreads);
        QTest::newRow("another processor")
            << "Other CPU" << 64 << 0.0 << false << "it was measured on Other CPU with 64 threads, " + here;
        QTest::newRow("fewer threads of it")
            << ours << 1 << 0.0 << false << "it was measured on " + ours + " with 1 thread, " + here;
        QTest::newRow("other memory") << ours << test::syntheticThreads << 1e9 << false
                                      << "it was measured on another machine with the same processor, " + ours
                                             + ", but other memory or instruction sets; give another file";
        QTest::newRow("a GPU alone")
            << "NVIDIA H200" << 0 << 0.0 << true
            << "it was measured on NVIDIA H200, which this machine does not have; give another file";
    }
    void anotherMachineIsRefusedBeforeAnythingIsMeasured()
    {
        QFETCH(QString, name);
        QFETCH(int, threads);
        QFETCH(double, memory);
        QFETCH(bool, isGpu);
        QFETCH(QString, said);
        BenchRig rig;
        const QString file = rig.path("theirs.ridge");
        const DeviceInfo device{.id = isGpu ? "cuda:0" : "cpu",
                                .kind = isGpu ? DeviceKind::Cuda : DeviceKind::Cpu,
                                .name = name.toStdString(),
                                .available = true,
                                .threads = threads,
                                .memory = Bytes(memory)};
        QVERIFY(writeSession(sessionOf(device), file.toStdString()).ok());
        const QByteArray before = test::contentOf(file);
        int batches = 0;
        rig.devices.onBatch = [&](int) { ++batches; };
        const Ran ran = append(rig, file, mistakes);
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.err, QStringLiteral("ridgepoint-bench: cannot add to '%1': %2\n").arg(file, said));
        QVERIFY(ran.out.isEmpty());
        QCOMPARE(batches, 0);
        QCOMPARE(test::contentOf(file), before);
    }
    void whatIsNoSessionIsRefusedBeforeAnythingIsMeasured_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        QTest::newRow("a table")
            << "a.csv" << QByteArray("a,b\n")
            << "--append: adds to a session, but \"%1\" is not one; write a name that ends in .ridge after -o\n";
        QTest::newRow("another ending") << "a.pdf" << QByteArray() << "--output: \"%1\" must end in .ridge or .csv\n";
        QTest::newRow("text") << "a.ridge" << QByteArray("once upon a time\n")
                              << "cannot add to '%1': *; give a session, or a file that does not exist yet\n";
        QTest::newRow("an empty file") << "a.ridge" << QByteArray("")
                                       << "cannot add to '%1': *; give a session, or a file that does not exist yet\n";
        QTest::newRow("a list") << "a.ridge" << QByteArray("[1]")
                                << "cannot add to '%1': *; give a session, or a file that does not exist yet\n";
    }
    void whatIsNoSessionIsRefusedBeforeAnythingIsMeasured()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, said);
        BenchRig rig;
        const QString file = rig.path(name);
        write(file, bytes);
        int batches = 0;
        rig.devices.onBatch = [&](int) { ++batches; };
        const Ran ran = append(rig, file, mistakes);
        QCOMPARE(ran.code, 2);
        const QStringList parts = ("ridgepoint-bench: " + said.arg(file)).split(QLatin1Char('*'));
        QVERIFY2(ran.err.startsWith(parts.front()) && ran.err.endsWith(parts.back())
                     && ran.err.count(QLatin1Char('\n')) == 1,
                 qPrintable(ran.err));
        QCOMPARE(batches, 0);
        QCOMPARE(test::contentOf(file), bytes);
    }
    void withoutAFileThereIsNothingToAddTo()
    {
        BenchRig rig;
        const Ran ran = rig.run({"experiment", "mistakes", "--append"});
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.err, QStringLiteral("ridgepoint-bench: --append: needs a session; give it with -o FILE.ridge\n"));
    }
    void aFileThatChangesMeanwhileStaysAndTheRunIsSavedElsewhere()
    {
        BenchRig rig;
        const QString file = rig.path("all.ridge");
        rig.devices.onBatch = [&](int batches) {
            if (batches == 3)
                write(file, "no session any more");
        };
        qputenv("TMPDIR", rig.path("").toLocal8Bit());
        const Ran ran = append(rig, file, mistakes);
        qunsetenv("TMPDIR");
        QCOMPARE(ran.code, 3);
        QCOMPARE(test::contentOf(file), QByteArray("no session any more"));
        const auto saved = QRegularExpression(QStringLiteral("The session was saved as (.*) instead")).match(ran.err);
        QVERIFY2(saved.hasMatch() && ran.err.contains("cannot add to"), qPrintable(ran.err));
        QCOMPARE(readSession(saved.captured(1).toStdString())->experiments.size(), std::size_t{1});
    }
};

RIDGEPOINT_TEST(SweepTest)
#include "sweep_test.moc"
