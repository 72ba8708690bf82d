// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/device_lock.h"
#include "app/bench/save_session.h"
#include "core/session/session.h"
#include "core/sweep/roof_runner.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

QJsonObject objectIn(const Ran& ran)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(ran.out.toUtf8(), &error);
    return error.error == QJsonParseError::NoError ? document.object() : QJsonObject();
}

std::vector<std::string> wordsOf(const QStringList& list)
{
    std::vector<std::string> words;
    for (const QString& word : list)
        words.push_back(word.toStdString());
    return words;
}

} // namespace

class CommandsTest : public test::Case {
    Q_OBJECT
private slots:
    void everySubcommandHasHelpWithAnExample_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"devices", "roofs", "sweep", "experiment", "lesson", "fleet", "import", "run",
                                 "selftest", "timing", "serve"})
            QTest::newRow(name) << name;
    }
    void everySubcommandHasHelpWithAnExample()
    {
        QFETCH(QString, name);
        BenchRig rig;
        const Ran ran = rig.run({name.toStdString(), "--help"});
        QCOMPARE(ran.code, 0);
        QVERIFY(ran.err.isEmpty());
        QVERIFY2(ran.out.contains("Example") && ran.out.contains("ridgepoint-bench " + name), qPrintable(ran.out));
        QVERIFY(rig.run({"--help"}).out.contains(name));
    }
    void whatCannotBeSavedIsSavedElsewhere()
    {
        const auto table = saveTable("a,b\n1,2\n", "/proc/no/such/folder/table.csv");
        QVERIFY(!table.ok());
        QCOMPARE(table.error().arguments.size(), std::size_t{2});
        QFile refuge(QString::fromStdString(table.error().arguments[1]));
        QVERIFY2(refuge.open(QIODevice::ReadOnly) && refuge.fileName().endsWith("/table.csv"),
                 table.error().message().c_str());
        QCOMPARE(refuge.readAll(), QByteArray("a,b\n1,2\n"));
        QVERIFY(table.error().message().find(refuge.fileName().toStdString()) != std::string::npos);
        QVERIFY(QDir(QFileInfo(refuge).absolutePath()).removeRecursively());

        QVERIFY(!savedInstead(Session{}, {})); // nothing was measured
        Session measured;
        measured.devices = {DeviceInfo{.id = "cpu", .available = true, .threads = 1}};
        measured.samples = {Sample{.workload = {.elements = 1024}, .device = "cpu", .time = Seconds(1e-6)}};
        QVERIFY2(!savedInstead(measured, "box"), "on a machine that measures for another nobody looks for it");
        const auto saved = savedInstead(measured, {});
        QVERIFY(saved.has_value());
        const QFileInfo session(QString::fromStdString(saved->arguments.at(0)));
        const auto read = readSession(session.filePath().toStdString());
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->samples.size(), std::size_t{1});
        QVERIFY(QDir(session.absolutePath()).removeRecursively());
    }
    void badUsageIsOneLineOnStandardError_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing") << QStringList{} << "--help";
        QTest::newRow("an unknown subcommand") << QStringList{"sweeep"} << "did you mean sweep?";
        QTest::newRow("an unknown option") << QStringList{"devices", "--jason"} << "did you mean --json?";
        QTest::newRow("no device") << QStringList{"roofs"}
                                   << "--device: missing; write --device ID: the device to measure, such as cpu";
        QTest::newRow("an unknown device") << QStringList{"roofs", "--device", "tpu"}
                                           << "this machine has: cpu, cuda:0 (not available: built without CUDA)";
        QTest::newRow("a line break in an argument") << QStringList{"roofs", "--device", "a\nb"} << "a b";
        QTest::newRow("too many threads") << QStringList{"roofs", "--device", "cpu", "--threads", "99"} << "1 to 4";
        QTest::newRow("an unknown roof") << QStringList{"roofs", "--device", "cpu", "--only", "speed.light"}
                                         << "speed.light";
        QTest::newRow("a roof that this device has not")
            << QStringList{"roofs", "--device", "cpu", "--only", "compute.fp8.matrix"} << "compute.fp8.matrix";
        QTest::newRow("an empty list of roofs") << QStringList{"roofs", "--device", "cpu", "--only", ","} << "--only";
        QTest::newRow("an unknown progress")
            << QStringList{"roofs", "--device", "cpu", "--progress", "xml"} << "json, bar or none";
        QTest::newRow("a selftest without a device") << QStringList{"selftest"} << "--device: missing";
        QTest::newRow("a target that ssh would take for an option")
            << QStringList{"devices", "--target=-oProxyCommand=id"}
            << "--target: \"-oProxyCommand=id\" is not the name";
        QTest::newRow("a partition without Slurm")
            << QStringList{"devices", "--partition", "gpu"} << "--partition: is for Slurm; add --slurm";
        QTest::newRow("what measures nothing, elsewhere")
            << QStringList{"lesson", "--gather", "/tmp", "--target", "box"} << "--gather: measures nothing";
        QTest::newRow("what does not measure by itself, elsewhere")
            << QStringList{"import", "x.json", "--target", "box"} << "--target: unknown option";
        QTest::newRow("a nonce behind a subcommand") << QStringList{"devices", "--nonce", "1"} << "--nonce";
        QTest::newRow("an option of another subcommand") << QStringList{"serve", "--device", "cpu"} << "--device";
    }
    void badUsageIsOneLineOnStandardError()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        BenchRig rig;
        const Ran ran = rig.run(wordsOf(words));
        QCOMPARE(ran.code, 2);
        QVERIFY(ran.out.isEmpty());
        QVERIFY2(ran.err.endsWith('\n') && ran.err.count('\n') == 1 && ran.err.startsWith("ridgepoint-bench: "),
                 qPrintable(ran.err));
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
    }
    void aUsableGpuIsListedWithWhatItIs()
    {
        BenchRig rig;
        DeviceInfo gpu{.id = "cuda:0", .kind = DeviceKind::Cuda, .name = "NVIDIA L4", .available = true};
        gpu.memory = Bytes(24.0 * 1024 * 1024 * 1024);
        gpu.gpu = GpuFacts{.computeCapability = "8.9", .multiprocessors = 58, .driver = "580.65.06"};
        rig.devices.gpu = gpu;
        const Ran ran = rig.run({"devices"});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains(
                     "cuda:0  NVIDIA L4, 24 GiB, compute capability 8.9, 58 multiprocessors, driver 580.65.06\n"),
                 qPrintable(ran.out));
        rig.devices.gpu->gpu->now = GpuMoment{
            .clock = Hertz(210e6), .watts = 16.4, .celsius = 38.0, .clockEvents = "idle"};
        QVERIFY(rig.run({"devices"}).out.contains("driver 580.65.06; now at 210 MHz, 16 W, 38 °C, idle\n"));
        rig.devices.gpu->gpu->uuid = "GPU-1";
        const QJsonObject now =
            objectIn(rig.run({"devices", "--json"}))["devices"].toArray()[1].toObject()["now"].toObject();
        QCOMPARE(now["clock_hz"].toDouble(), 210e6);
        QCOMPARE(now["power_w"].toDouble(), 16.4);
        QCOMPARE(now["temperature_c"].toDouble(), 38.0);
        QCOMPARE(now["clock_events"].toString(), QStringLiteral("idle"));
    }
    void devicesListsAnUnusableGpuWithItsReason()
    {
        BenchRig rig;
        const QJsonArray devices = objectIn(rig.run({"devices", "--json"}))["devices"].toArray();
        QCOMPARE(devices.size(), 2);
        QCOMPARE(devices[0].toObject()["id"].toString(), QStringLiteral("cpu"));
        QVERIFY(devices[0].toObject()["available"].toBool());
        QCOMPARE(devices[1].toObject()["id"].toString(), QStringLiteral("cuda:0"));
        QVERIFY(!devices[1].toObject()["available"].toBool(true));
        QCOMPARE(devices[1].toObject()["reason"].toString(), QStringLiteral("built without CUDA"));
        const Ran text = rig.run({"devices"});
        QVERIFY(text.out.contains("not available: built without CUDA") && text.out.contains("16 GiB"));
    }
    void roofsOfThisMeasurementAloneLeaveTheDayAsItIs()
    {
        BenchRig rig;
        rig.surroundings.roofHistory = rig.path("day.json").toStdString();
        const std::vector<std::string> words{"roofs", "--device", "cpu", "--only", "compute.fp32.fma"};
        std::vector<std::string> alone = words;
        alone.emplace_back("--no-history");
        QCOMPARE(rig.run(alone).code, 0);
        QVERIFY(!QFile::exists(rig.path("day.json")));
        rig.surroundings.roofHistory = rig.path("day.json").toStdString(); // as a new process has it
        QCOMPARE(rig.run(words).code, 0);
        QVERIFY(QFile::exists(rig.path("day.json")));
    }
    void aDeviceThatCannotBeUsedIsStatusThreeWithTheReason()
    {
        BenchRig rig;
        for (const char* command : {"roofs", "selftest"}) {
            const Ran ran = rig.run({command, "--device", "cuda:0"});
            QCOMPARE(ran.code, 3);
            QVERIFY(ran.err.contains("built without CUDA"));
        }
    }
    void roofsPrintsTheContractsObject()
    {
        BenchRig rig;
        const Ran ran = rig.run({"roofs", "--device", "cpu", "--threads", "2", "--json"});
        QVERIFY2(ran.code == 0 && ran.err.isEmpty(), qPrintable(ran.err));
        const QJsonObject roofs = objectIn(ran);
        QCOMPARE(roofs["device"].toString(), QStringLiteral("cpu"));
        QCOMPARE(roofs["threads"].toInt(), 2);
        QVERIFY(roofs["unavailable"].toArray().isEmpty());
        QStringList ids;
        for (const QJsonValue& value : roofs["roofs"].toArray()) {
            const QJsonObject roof = value.toObject();
            ids << roof["id"].toString();
            QVERIFY(roof["value"].toDouble() > 0.0 && roof["low"].toDouble() <= roof["high"].toDouble());
            QCOMPARE(roof["provenance"].toString(), QStringLiteral("measured"));
        }
        for (const char* id : {"bandwidth.dram", "compute.fp32.fma", "launch.wait_each"})
            QVERIFY2(ids.contains(id), id);
    }
    void roofsMeasuredBesideOtherProgramsAreFlaggedAndWarnedOf()
    {
        BenchRig rig;
        rig.devices.otherLoad = 0.43;
        const Ran ran = rig.run({"roofs", "--device", "cpu", "--json"});
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY2(ran.err.startsWith("ridgepoint-bench: warning: Other programs used 43 % of the processor"),
                 qPrintable(ran.err));
        QVERIFY2(ran.err.endsWith("Measure again while the machine is idle.\n"), qPrintable(ran.err));
        const QJsonObject roofs = objectIn(ran);
        QCOMPARE(roofs["other_load"].toDouble(), 0.43);
        for (const QJsonValue& roof : roofs["roofs"].toArray())
            QCOMPARE(roof.toObject()["flags"].toString(), QStringLiteral("machine-busy"));
        QVERIFY(rig.run({"roofs", "--device", "cpu"}).out.contains("[machine-busy]"));
        QVERIFY(rig.run({"sweep", "--device", "cpu", "--ops", "1..4:3", "--size", "4Ki"})
                    .err.contains("43 % of the processor"));
    }
    void onlyTheNamedRoofsAreMeasured()
    {
        BenchRig rig;
        const Ran ran = rig.run({"roofs", "--device", "cpu", "--only", "compute.fp32.fma,,launch.queued,", "--json"});
        QCOMPARE(ran.code, 0);
        QCOMPARE(objectIn(ran)["roofs"].toArray().size(), 2);
        QVERIFY(rig.run({"roofs", "--device", "cpu", "--only", "launch.queued"}).out.contains("launch.queued"));
    }
    void aMatrixRoofThatTheDeviceLacksIsRemarkedAndTheOthersAreMeasured()
    {
        BenchRig rig;
        const Ran ran = rig.run({"roofs", "--device", "cpu", "--only", "compute.fp8.matrix,launch.queued", "--json"});
        QCOMPARE(ran.code, 0);
        QCOMPARE(objectIn(ran)["roofs"].toArray().size(), 1);
        QVERIFY2(ran.err.contains("This device has no roof \"compute.fp8.matrix\"; it was left out."),
                 qPrintable(ran.err));
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "--only", "compute.fp32.sin,launch.queued"}).code, 2);
    }
    void roofsKeepsWhatWasMeasuredWhenTheDeviceFails()
    {
        BenchRig rig;
        const Ran whole = rig.run({"roofs", "--device", "cpu", "--json"});
        int batches = 0;
        rig.devices.onBatch = [&](int count) { batches = count; };
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "--json"}).out.size(), whole.out.size());
        rig.devices.failAfterBatches = batches - 20;
        const Ran ran = rig.run({"roofs", "--device", "cpu", "--json"});
        QCOMPARE(ran.code, 3);
        QVERIFY(ran.err.contains("the synthetic processor broke"));
        QVERIFY(!objectIn(ran)["roofs"].toArray().isEmpty());
    }
    void interruptingRoofsPrintsWhatIsThereAndIsStatusFour()
    {
        BenchRig rig;
        // Where half of the roofs are there, and which those are, from a runner of the same device.
        int batches = 0;
        rig.devices.onBatch = [&](int count) { batches = count; };
        const auto backend = rig.devices.open("cpu");
        RoofRunner runner(**backend, 0, {}, rig.clock);
        while (2 * runner.done() < runner.total())
            QVERIFY(runner.step());
        const int stopAt = batches;
        QStringList there;
        for (const Roof& roof : runner.roofs().roofs)
            there << QString::fromStdString(roof.id);
        QVERIFY(there.size() > 2 && there.size() < runner.total());
        rig.devices.onBatch = [&](int count) {
            if (count == stopAt)
                rig.interruption.request();
        };
        const Ran ran = rig.run({"roofs", "--device", "cpu", "--json"});
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("cancelled; the roofs measured so far were printed"), qPrintable(ran.err));
        QStringList printed;
        for (const QJsonValue& roof : objectIn(ran)["roofs"].toArray())
            printed << roof.toObject()["id"].toString();
        QCOMPARE(printed, there);
    }
    void interruptingRoofsBeforeTheFirstSaysSo()
    {
        BenchRig rig;
        rig.devices.onBatch = [&](int count) {
            if (count == 3)
                rig.interruption.request();
        };
        const Ran ran = rig.run({"roofs", "--device", "cpu", "--json"});
        QCOMPARE(ran.code, 4);
        QVERIFY(ran.out.isEmpty());
        QVERIFY2(ran.err.contains("cancelled before any roof was measured"), qPrintable(ran.err));
    }
    void progressForMachinesIsJsonOnStandardError()
    {
        BenchRig rig;
        const Ran ran = rig.run({"roofs", "--device", "cpu", "--json", "--progress", "json"});
        QVERIFY(!objectIn(ran).isEmpty());
        const QStringList lines = ran.err.trimmed().split('\n');
        QVERIFY(!lines.isEmpty());
        double last = 0.0;
        for (const QString& line : lines) {
            const QJsonObject step = QJsonDocument::fromJson(line.toUtf8()).object();
            QCOMPARE(step["phase"].toString(), QStringLiteral("roofs"));
            QVERIFY(step["fraction"].toDouble() >= last);
            last = step["fraction"].toDouble();
        }
        QCOMPARE(last, 1.0);
    }
    void progressIsABarOnATerminalUnlessAnotherIsAskedFor()
    {
        BenchRig rig;
        const auto progressOf = [&](bool isTerminal, std::vector<std::string> option) {
            rig.surroundings.errIsTerminal = isTerminal;
            option.insert(option.begin(), {"roofs", "--device", "cpu"});
            return rig.run(option).err;
        };
        QVERIFY(progressOf(true, {}).contains("\rroofs ["));
        QVERIFY(progressOf(false, {}).isEmpty());
        QVERIFY(progressOf(true, {"--progress", "none"}).isEmpty());
        QVERIFY(progressOf(false, {"--progress=bar"}).contains("\rroofs ["));
        QVERIFY(progressOf(true, {"--progress", "json"}).startsWith("{\"phase\":\"roofs\""));
    }
    void selftestPrintsOneLineAKernel()
    {
        BenchRig rig;
        const Ran passed = rig.run({"selftest", "--device", "cpu"});
        QCOMPARE(passed.code, 0);
        QVERIFY(passed.out.contains("ok       fma fp32") && passed.out.contains("2 kernels, 0 differ"));
        rig.devices.selftestPasses = false;
        const Ran failed = rig.run({"selftest", "--device", "cpu", "--json"});
        QCOMPARE(failed.code, 3);
        QCOMPARE(failed.err.count('\n'), 1);
        const QJsonObject report = objectIn(failed);
        QCOMPARE(report["passed"].toBool(true), false);
        QCOMPARE(report["kernels"].toArray().size(), 2);
        QCOMPARE(report["kernels"].toArray()[1].toObject()["largest_error"].toDouble(), 9.0);
    }
    void timingPrintsALineForEachNumberOfRepetitions()
    {
        BenchRig rig;
        const Ran text = rig.run({"timing", "--device", "cpu", "--size", "64Ki"});
        QCOMPARE(text.code, 0);
        const QStringList lines = text.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 10);
        QCOMPARE(lines.front(), QStringLiteral("repetitions host_s events_s"));
        for (int i = 1; i < 10; ++i) {
            const QStringList fields = lines[i].split(' ');
            QCOMPARE(fields.size(), 3);
            QCOMPARE(fields[0].toInt(), 1 << (i - 1));
            QVERIFY(fields[1].toDouble() > 0.0);
            QCOMPARE(fields[2], QStringLiteral("-")); // this device has no events
        }
        const QJsonObject report = objectIn(rig.run({"timing", "--device", "cpu", "--json"}));
        QCOMPARE(report["elements"].toInt(), 512 * 1024);
        const QJsonArray timings = report["timings"].toArray();
        QCOMPARE(timings.size(), 9);
        const double one = timings[0].toObject()["host_s"].toDouble();
        QVERIFY(std::abs(timings[8].toObject()["host_s"].toDouble() / one - 256.0) < 10.0);
        QVERIFY(timings[0].toObject()["events_s"].isNull());
        QCOMPARE(rig.run({"timing", "--device", "cpu", "--size", "many"}).code, 2);
    }
    void aVariantOfARoofIsKnownWhereTheDeviceHasIt()
    {
        BenchRig rig;
        const Ran ran = rig.run({"roofs", "--device", "cpu", "--only", "bandwidth.dram.kn"});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("There is no roof \"bandwidth.dram.kn\" on this device; it has"),
                 qPrintable(ran.err));
    }
    void aHeldDeviceIsStatusThreeAndNamesTheHolder()
    {
        BenchRig rig;
        const auto lock = DeviceLock::acquire("cpu", "ridgepoint-bench sweep", rig.surroundings.locks);
        QVERIFY(lock.ok());
        for (const QStringList& words :
             {QStringList{"roofs", "--device", "cpu"}, QStringList{"selftest", "--device", "cpu"},
              QStringList{"sweep", "--device", "cpu", "--ops", "1,2"}}) {
            const Ran ran = rig.run(wordsOf(words));
            QCOMPARE(ran.code, 3);
            QVERIFY2(ran.err.contains("process ") && ran.err.contains("ridgepoint-bench sweep"), qPrintable(ran.err));
        }
    }
    void aHeldDeviceIsNotEvenOpened()
    {
        BenchRig rig;
        rig.devices.openFailure = Error{
            .kind = ErrorKind::DeviceFailure, .id = "synthetic.open", .text = "it was opened"};
        const auto lock = DeviceLock::acquire("cpu", "someone else", rig.surroundings.locks);
        QVERIFY(lock.ok());
        for (const QStringList& words :
             {QStringList{"roofs", "--device", "cpu"}, QStringList{"selftest", "--device", "cpu"},
              QStringList{"sweep", "--device", "cpu", "--ops", "1,2"}}) {
            const Ran ran = rig.run(wordsOf(words));
            QCOMPARE(ran.code, 3);
            QVERIFY2(ran.err.contains("someone else"), qPrintable(ran.err));
        }
    }
    void versionIsPrinted()
    {
        BenchRig rig;
        const Ran ran = rig.run({"--version"});
        QCOMPARE(ran.code, 0);
        QVERIFY(ran.out.startsWith("ridgepoint-bench "));
        const QString version = objectIn(rig.run({"--version", "--json"}))["version"].toString();
        QVERIFY(!version.isEmpty());
        QCOMPARE(ran.out, "ridgepoint-bench " + version + "\n");
    }
    void measuredRoofsGoIntoTheFileThatIsNamed()
    {
        BenchRig rig;
        const QString session = rig.path(QStringLiteral("a.ridge"));
        const Ran ran = rig.run({"roofs", "--device", "cpu", "-o", session.toStdString()});
        QVERIFY2(ran.code == 0 && ran.err.isEmpty() && ran.out.isEmpty(), qPrintable(ran.out + ran.err));
        const auto read = readSession(session.toStdString());
        QVERIFY(read.ok());
        QCOMPARE(read->roofs.size(), std::size_t{1});
        QVERIFY(read->roofs.front().find("bandwidth.dram") != nullptr);
        QCOMPARE(read->devices.front().id, std::string("cpu"));
        QVERIFY(!read->created.empty() && !read->environment.empty());

        const QString table = rig.path(QStringLiteral("a.csv"));
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "--only", "launch.queued", "-o", table.toStdString()}).code, 0);
        const QByteArray lines = test::contentOf(table);
        QVERIFY2(lines.startsWith("device,threads,id,value,") && lines.count('\n') == 2, lines.constData());
        QVERIFY2(lines.contains(",4,launch.queued,"), lines.constData());
    }

    void aSessionsRoofsAreWrittenForOtherPrograms()
    {
        BenchRig rig;
        const std::string session = rig.path(QStringLiteral("a.ridge")).toStdString();
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "-o", session}).code, 0);
        int batches = 0;
        rig.devices.onBatch = [&](int count) { batches = count; };
        const QString architecture = rig.path(QStringLiteral("a.json"));
        const Ran ran = rig.run({"roofs", "--from", session, "-o", architecture.toStdString()});
        QVERIFY2(ran.code == 0 && ran.out.isEmpty(), qPrintable(ran.err));
        const QJsonObject json = QJsonDocument::fromJson(test::contentOf(architecture)).object();
        const auto saved = readSession(session);
        QVERIFY(saved);
        const Roof* memory = saved->roofs.front().find("bandwidth.dram");
        QVERIFY(memory != nullptr);
        QCOMPARE(json["mem_bw_gbps"].toDouble(), memory->value / 1e9);
        QVERIFY(json["max_achievable_tflops"].toObject()["vector_fp32"].toDouble() > 0.0);

        const QString table = rig.path(QStringLiteral("b.csv"));
        QCOMPARE(rig.run({"roofs", "--from", session, "-o", table.toStdString()}).code, 0);
        QVERIFY(test::contentOf(table).contains(",bandwidth.dram,"));
        QVERIFY(rig.run({"roofs", "--from", session}).out.contains("  bandwidth.dram "));
        QVERIFY(rig.run({"roofs", "--from", session, "--json"}).out.startsWith("{\"device\":\"cpu\",\"threads\":4,"));
        QCOMPARE(batches, 0); // nothing was measured
    }

    // Mutation: comparing names alone.
    void theSessionItselfIsNotOverwritten()
    {
        BenchRig rig;
        const QString session = rig.path(QStringLiteral("a.ridge"));
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "-o", session.toStdString()}).code, 0);
        const QByteArray before = test::contentOf(session);
        const QString link = rig.path(QStringLiteral("a.json"));
        QVERIFY(QFile::link(session, link));
        const Ran ran = rig.run({"roofs", "--from", session.toStdString(), "-o", link.toStdString()});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("is the session of --from"), qPrintable(ran.err));
        QCOMPARE(test::contentOf(session), before);
    }

    void amongSeveralSetsOneIsChosen()
    {
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "-o", path}).code, 0);
        Session session = *readSession(path);
        session.roofs.push_back(session.roofs.front());
        session.roofs.back().threads = 1;
        QVERIFY(writeSession(session, path).ok());
        const std::string out = rig.path(QStringLiteral("a.json")).toStdString();
        const Ran several = rig.run({"roofs", "--from", path, "-o", out});
        QCOMPARE(several.code, 2);
        QVERIFY2(
            several.err.contains("cpu (4 threads), cpu (1 thread); choose one of them with --device and --threads"),
            qPrintable(several.err));
        QVERIFY(!QFile::exists(QString::fromStdString(out)));
        QCOMPARE(rig.run({"roofs", "--from", path, "--threads", "1", "-o", out}).code, 0);
        QVERIFY(test::contentOf(QString::fromStdString(out)).contains(", 1 thread, "));
        const Ran other = rig.run({"roofs", "--from", path, "--device", "cuda:0"});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("it has those of cpu (4 threads)"), qPrintable(other.err));
        const std::string table = rig.path(QStringLiteral("a.csv")).toStdString();
        QCOMPARE(rig.run({"roofs", "--from", path, "-o", table}).code, 0); // a table holds all of them
        QVERIFY(test::contentOf(QString::fromStdString(table)).contains(",1,bandwidth.dram,"));
    }

    void whatCannotBeWrittenIsSaidAndNothingIsLost()
    {
        BenchRig rig;
        const std::string empty = rig.path(QStringLiteral("empty.ridge")).toStdString();
        QVERIFY(writeSession(Session{}, empty).ok());
        const std::string out = rig.path(QStringLiteral("a.json")).toStdString();
        const Ran none = rig.run({"roofs", "--from", empty, "-o", out});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("has no roofs; measure some with"), qPrintable(none.err));

        // One launch cost is no architecture; what was measured is printed then.
        const Ran launch = rig.run({"roofs", "--device", "cpu", "--only", "launch.queued", "-o", out});
        QCOMPARE(launch.code, 2);
        QVERIFY2(launch.err.contains("have no bandwidth.dram"), qPrintable(launch.err));
        QVERIFY2(launch.out.contains("launch.queued"), qPrintable(launch.out));
        QVERIFY(!QFile::exists(QString::fromStdString(out)));
    }

    void aRunThatIsStoppedBeforeItsFirstRoofLeavesTheFile()
    {
        BenchRig rig;
        const QString table = rig.path(QStringLiteral("a.csv"));
        QFile earlier(table);
        QVERIFY(earlier.open(QIODevice::WriteOnly));
        earlier.write("earlier");
        earlier.close();
        rig.interruption.request();
        const Ran ran = rig.run({"roofs", "--device", "cpu", "-o", table.toStdString()});
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("before any roof"), qPrintable(ran.err));
        QCOMPARE(test::contentOf(table), QByteArray("earlier"));
    }

    void refusesWhatMakesNoSense_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        QTest::newRow("neither a device nor a session") << QStringList{} << "or --from FILE.ridge";
        QTest::newRow("an unknown ending") << QStringList{"--device", "cpu", "-o", "a.html"} << "must end in .ridge";
        QTest::newRow("some of a session") << QStringList{"--only", "launch.queued"} << "--from measures nothing";
        QTest::newRow("a session of a session") << QStringList{"-o", "b.ridge"} << "ends in .csv or .json";
        QTest::newRow("threads without sense") << QStringList{"--threads", "two"} << "--threads: ";
    }
    void refusesWhatMakesNoSense()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        BenchRig rig;
        const std::string session = rig.path(QStringLiteral("a.ridge")).toStdString();
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "-o", session}).code, 0);
        std::vector<std::string> all{"roofs"};
        if (!words.isEmpty() && words.front() != "--device")
            all.insert(all.end(), {"--from", session});
        for (const QString& word : words)
            all.push_back(word.toStdString());
        const Ran ran = rig.run(all);
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.out.isEmpty() && ran.err.count('\n') == 1 && ran.err.contains(says), qPrintable(ran.err));
    }
};

RIDGEPOINT_TEST(CommandsTest)
#include "commands_test.moc"
