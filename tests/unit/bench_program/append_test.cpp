// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

Ran append(BenchRig& rig, const QString& file, const QStringList& options)
{
    std::vector<std::string> words{"experiment"};
    for (const QString& option : options + QStringList{"--append", "-o", file})
        words.push_back(option.toStdString());
    return rig.run(words);
}

const QStringList mistakes{"mistakes", "--param", "size=1Mi", "--param", "rounds=6"};
const QStringList envelope{"envelope"};

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

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

class AppendTest : public test::Case {
    Q_OBJECT
private slots:
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
        QCOMPARE(printed, QJsonDocument::fromJson(bytesOf(file)).object());
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
        const QByteArray before = bytesOf(file);
        int batches = 0;
        rig.devices.onBatch = [&](int) { ++batches; };
        const Ran ran = append(rig, file, mistakes);
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.err, QStringLiteral("ridgepoint-bench: cannot add to '%1': %2\n").arg(file, said));
        QVERIFY(ran.out.isEmpty());
        QCOMPARE(batches, 0);
        QCOMPARE(bytesOf(file), before);
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
        QCOMPARE(bytesOf(file), bytes);
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
        QCOMPARE(bytesOf(file), QByteArray("no session any more"));
        const auto saved = QRegularExpression(QStringLiteral("The session was saved as (.*) instead")).match(ran.err);
        QVERIFY2(saved.hasMatch() && ran.err.contains("cannot add to"), qPrintable(ran.err));
        QCOMPARE(readSession(saved.captured(1).toStdString())->experiments.size(), std::size_t{1});
    }
};

RIDGEPOINT_TEST(AppendTest)
#include "append_test.moc"
