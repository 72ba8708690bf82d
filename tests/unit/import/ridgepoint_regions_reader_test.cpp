// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "tests/support/test_main.h"
#include "tests/unit/import/import_samples.h"

#include <QProcess>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#include <sys/stat.h>
#include <unistd.h>

using namespace ridgepoint;

namespace {

constexpr const char* variable = "RIDGEPOINT_REGIONS_FD";
constexpr const char* inodeVariable = "RIDGEPOINT_REGIONS_INODE";

QProcessEnvironment environmentWith(const QString& descriptor)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(variable);
    if (!descriptor.isEmpty())
        environment.insert(variable, descriptor);
    return environment;
}

/// What a program that ended well printed; with the reason in its place where it did not.
QByteArray printedBy(const QString& program, const QStringList& arguments, const QString& descriptor)
{
    QProcess process;
    process.setProcessEnvironment(environmentWith(descriptor));
    process.start(program, arguments);
    if (!process.waitForFinished(120000))
        return "did not end: " + process.errorString().toUtf8();
    const QByteArray said = process.readAllStandardError();
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0 || !said.isEmpty())
        return "failed: " + QByteArray::number(process.exitCode()) + ' ' + said;
    return process.readAllStandardOutput();
}

/// Compiles tests/unit/import/regions_program.c with all warnings as errors; the complaint, empty for none.
QByteArray compiled(const QTemporaryDir& folder, const QString& language, const QString& standard,
                    const QStringList& more = {QStringLiteral("-DRIDGEPOINT_H_WITH_WARNINGS")})
{
    return printedBy(QStringLiteral(RIDGEPOINT_COMPILER),
                     more
                         + QStringList{QStringLiteral("-x"), language, standard, QStringLiteral("-Wall"),
                                       QStringLiteral("-Wextra"), QStringLiteral("-pedantic"),
                                       QStringLiteral("-Werror"),
                                       QStringLiteral("-I" RIDGEPOINT_SOURCE_DIR "/resources"),
                                       QStringLiteral(RIDGEPOINT_SOURCE_DIR "/tests/unit/import/regions_program.c"),
                                       QStringLiteral("-o"), folder.filePath(QStringLiteral("program"))},
                     {});
}

std::string lineOf(const std::string& name, const std::string& begin, const std::string& ns, const std::string& flops)
{
    return "{\"ridgepoint\":1,\"name\":\"" + name + "\",\"begin_ns\":" + begin + ",\"ns\":" + ns + ",\"flops\":" + flops
         + ",\"bytes\":0}\n";
}

} // namespace

class RidgepointRegionsReaderTest : public test::Case {
    Q_OBJECT

private slots:
    // Mutations: the factor of ns, the sums of regions of one name, what counts as declared.
    void addsRegionsOfOneName()
    {
        const std::string text = test::importSample("ridgepoint_regions.jsonl");
        QVERIFY(ridgepointRegionsFormat().recognises(text));
        QVERIFY(!ridgepointRegionsFormat().recognises("{\"other\":1}\n"));
        const auto read = test::importedFrom(ridgepointRegionsFormat(), text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{2});
        const ImportedKernel triad = test::kernelNamed(*read, "triad", WorkOrigin::Declared);
        QCOMPARE(triad.kernel.flops.value(), 4e7);
        QCOMPARE(triad.kernel.bytes.value(), 4.8e8);
        QCOMPARE(triad.kernel.launches, 2.0);
        QVERIFY(test::isNear(triad.kernel.time.value(), 2.4e-3));
        QVERIFY(!triad.profiled);
        QVERIFY(test::isNear(test::kernelNamed(*read, "setup", WorkOrigin::Unknown).kernel.time.value(), 5e-7));
    }
    // Mutations: unionOfSpans() adding each span whole; the order of its spans.
    void runsAtTheSameTimeShareIt()
    {
        std::string text;
        for (const char* begin : {"3000", "1000", "1500", "1000"})
            text += lineOf("work", begin, "1000", "5");
        text += lineOf("alone", "1000", "1000", "5") + lineOf("alone", "2000", "1000", "5");
        const auto read = test::importedFrom(ridgepointRegionsFormat(), text);
        QVERIFY(read.ok());
        const OwnKernel work = test::kernelNamed(*read, "work", WorkOrigin::Declared).kernel;
        QVERIFY(test::isNear(work.time.value(), 2500e-9));
        QCOMPARE(work.flops.value(), 20.0);
        QCOMPARE(work.launches, 4.0);
        QVERIFY(test::isNear(test::kernelNamed(*read, "alone", WorkOrigin::Declared).kernel.time.value(), 2000e-9));
        QVERIFY(test::hasRemark(*read, "1 region ran several times at once"));
    }
    // Mutations: regions of one name on two devices as one; a file's device for a kernel that has its own.
    void aRegionOfAGpuIsItsOwn()
    {
        std::string onGpu = lineOf("work", "1", "1000", "5");
        onGpu.insert(onGpu.size() - 2, R"(,"device":"Some GPU")");
        auto read = test::importedFrom(ridgepointRegionsFormat(), onGpu + lineOf("work", "1", "1000", "5") + onGpu);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{2});
        QCOMPARE(read->kernels[0].kernel.launches, 2.0);
        read->device = "Some processor";
        const ImportedFile file = forSession(std::move(*read), "ridgepoint-regions", "program");
        QCOMPARE(file.kernels[0].device, std::string("Some GPU"));
        QCOMPARE(file.kernels[1].device, std::string("Some processor"));
    }
    // Mutation: 0 FLOP taken for a copy's, which ridgepoint.h defines as not known.
    void whatARegionDoesNotDeclareIsNotKnown()
    {
        std::string bytesAlone = lineOf("bytes", "1", "1000", "0");
        bytesAlone.replace(bytesAlone.find("\"bytes\":0}"), 11, "\"bytes\":64}");
        auto read = test::importedFrom(ridgepointRegionsFormat(), bytesAlone + lineOf("flops", "1", "1000", "5")
                                                                      + lineOf("time", "1", "1000", "0"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const std::vector<OwnKernel> kernels = forSession(std::move(*read), "ridgepoint-regions", "program").kernels;
        QCOMPARE(kernels.size(), std::size_t{3});
        QVERIFY(kernels[0].bytes == Bytes(64.0) && kernels[0].flopsUnknown);
        QVERIFY(!kernels[1].flopsUnknown && lacksBytes(kernels[1]));
        QVERIFY(!kernels[2].flopsUnknown && kernels[2].work == WorkOrigin::Unknown);
    }
    // Mutation: a session that keeps them, which no XML can hold.
    void controlCharactersBecomeSpaces()
    {
        std::string text = lineOf("esc\\u001b[0m\\u0000\x7f", "1", "1000", "5");
        text.insert(text.size() - 2, R"(,"device":"a\nGPU")");
        auto read = test::importedFrom(ridgepointRegionsFormat(), text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const ImportedFile file = forSession(std::move(*read), "ridgepoint-regions", "program");
        QCOMPARE(file.kernels.front().name, std::string("esc [0m  "));
        QCOMPARE(file.kernels.front().device, std::string("a GPU"));
    }
    // Mutation: Count::ofAll() without isPartial().
    void aCountThatSomeRunsLackIsNone()
    {
        const auto read = test::importedFrom(ridgepointRegionsFormat(),
                                             lineOf("mix", "1", "1000", "5") + lineOf("mix", "2000", "1000", "0"));
        QVERIFY(read.ok());
        QCOMPARE(test::kernelNamed(*read, "mix", WorkOrigin::Unknown).kernel.flops.value(), 0.0);
        QVERIFY(test::hasRemark(*read, "1 region tells FLOP or bytes for some of its runs only"));
    }
    // Mutations: regions at the beginning of a line only; a line that is torn in the middle of a file passed over.
    void findsRegionsBehindOutputAndLeavesOutATornEnd()
    {
        const std::string torn = "{\"ridgepoint\":1,\"name\":\"torn";
        const std::string text = "computing... " + lineOf("a", "1", "10", "5") + "50 %\r" + lineOf("b", "1", "10", "5");
        QVERIFY(ridgepointRegionsFormat().recognises(text));
        const auto read = test::importedFrom(ridgepointRegionsFormat(), text + torn);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{2});
        QVERIFY(test::hasRemark(*read, "The last line ends in the middle"));
        QVERIFY(!test::importedFrom(ridgepointRegionsFormat(), torn + '\n' + text).ok());
    }
    // Mutation: a bound or a name of regionIn.
    void refusesWithTheLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto add = [](const char* row, const char* line) {
            QTest::newRow(row) << QByteArray("some output\n") + line + '\n';
        };
        add("another version", R"({"ridgepoint":2,"name":"a","begin_ns":1,"ns":1,"flops":1,"bytes":1})");
        add("no name", R"({"ridgepoint":1,"begin_ns":1,"ns":1,"flops":1,"bytes":1})");
        add("a name that is a number", R"({"ridgepoint":1,"name":5,"begin_ns":1,"ns":1,"flops":1,"bytes":1})");
        add("a time in words", R"({"ridgepoint":1,"name":"a","begin_ns":1,"ns":"1","flops":1,"bytes":1})");
        add("a negative time", R"({"ridgepoint":1,"name":"a","begin_ns":1,"ns":-1,"flops":1,"bytes":1})");
        add("a huge count", R"({"ridgepoint":1,"name":"a","begin_ns":1,"ns":1,"flops":1e300,"bytes":1})");
        add("no bytes", R"({"ridgepoint":1,"name":"a","begin_ns":1,"ns":1,"flops":1})");
        add("cut off", "{\"ridgepoint\":1,\"name\":\"a\",\"begi"); // moc 6.4 counts braces in raw text
    }
    void refusesWithTheLine()
    {
        QFETCH(QByteArray, text);
        const auto read = test::importedFrom(ridgepointRegionsFormat(), text.toStdString());
        QVERIFY(!read.ok());
        QCOMPARE(read.error().kind, ErrorKind::Corrupt);
        QVERIFY2(QByteArray::fromStdString(read.error().message()).startsWith("line 2"),
                 read.error().message().c_str());
    }
    void anotherVersionIsNamed()
    {
        const auto read = test::importedFrom(ridgepointRegionsFormat(),
                                             "{\"ridgepoint\":2,\"name\":\"a\",\"begin_ns\":1,\"ns\":1,\"work\":1}\n");
        QVERIFY(!read.ok());
        QCOMPARE(
            read.error().message(),
            std::string("line 1, column 1: version 2 is newer than this Ridgepoint reads (1); update Ridgepoint, or "
                        "mark regions with its ridgepoint.h"));
    }
    void saysWhereThereIsNothing()
    {
        const auto read = test::importedFrom(ridgepointRegionsFormat(), "some output\n");
        QVERIFY(!read.ok());
        QCOMPARE(read.error().id, std::string("import.no-kernels"));
    }
    // Mutation: reading on after a line that is not whole.
    void noBeginningIsReadAsMore()
    {
        const std::string text = test::importSample("ridgepoint_regions.jsonl");
        QVERIFY(text.size() > 200);
        QCOMPARE(test::beginningWithMoreKernels(ridgepointRegionsFormat(), text), std::string::npos);
    }

    void theHeaderTellsOfRegions_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("standard");
        QTest::newRow("C99") << QStringLiteral("c") << QStringLiteral("-std=c99");
        QTest::newRow("C with extensions") << QStringLiteral("c") << QStringLiteral("-std=gnu11");
        QTest::newRow("C++11") << QStringLiteral("c++") << QStringLiteral("-std=c++11");
        QTest::newRow("C++20") << QStringLiteral("c++") << QStringLiteral("-std=c++20");
    }
    // Mutations: each of rp_quote, rp_count, rp_descriptor; rp_write without its care of the pipe's signal.
    void theHeaderTellsOfRegions()
    {
        QFETCH(QString, language);
        QFETCH(QString, standard);
        const QTemporaryDir folder;
        QVERIFY(folder.isValid());
        QCOMPARE(compiled(folder, language, standard), QByteArray());
        const QString program = folder.filePath(QStringLiteral("program"));
        for (const char* nobody : {"", "x", "-1", "3x"})
            QCOMPARE(printedBy(program, {}, QString::fromLatin1(nobody)), QByteArray("done\n"));
        // Standard output is a pipe here.
        const auto read = test::importedFrom(ridgepointRegionsFormat(),
                                             printedBy(program, {}, QStringLiteral("1")).toStdString());
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{3});
        const ImportedKernel triad = test::kernelNamed(*read, "triad", WorkOrigin::Declared);
        QCOMPARE(triad.kernel.launches, 3.0);
        QCOMPARE(triad.kernel.flops.value(), 9e6);
        QCOMPARE(triad.kernel.bytes.value(), 72e6);
        QCOMPARE(test::kernelNamed(*read, "a \"name\"\\ \xc3\xa4 ?\n", WorkOrigin::Unknown).kernel.launches, 1.0);
        QCOMPARE(test::kernelNamed(*read, "", WorkOrigin::Unknown).kernel.launches, 1.0);
        // A pipe that nobody reads, a full disk and a descriptor that is not open end nothing.
        int ends[2] = {-1, -1};
        QVERIFY(::pipe(ends) == 0);
        ::close(ends[0]);
        QCOMPARE(printedBy(program, {}, QString::number(ends[1])), QByteArray("done\n"));
        ::close(ends[1]);
        QCOMPARE(printedBy(program, {}, QStringLiteral("999")), QByteArray("done\n"));
    }

    // A program may close the pipe and get its number for a file of its own. Mutations: rp_is_given(), _is_given().
    void regionsGoIntoTheGivenPipeAlone()
    {
        const QTemporaryDir folder;
        QCOMPARE(compiled(folder, QStringLiteral("c"), QStringLiteral("-std=c99")), QByteArray());
        QString program = folder.filePath(QStringLiteral("program"));
        QStringList arguments;
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        for (const bool isPython : {false, true}) {
            if (isPython && python.isEmpty())
                break;
            if (isPython) {
                program = python;
                arguments = {QStringLiteral("-B"), QStringLiteral("-c"),
                             QStringLiteral("import sys\n"
                                            "sys.path.insert(0, sys.argv[1])\n"
                                            "from ridgepoint import region\n"
                                            "with region('triad'): pass\n"
                                            "print('done')\n"),
                             QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources")};
            }
            int ends[2] = {-1, -1};
            struct stat there = {};
            QVERIFY(::pipe(ends) == 0 && ::fstat(ends[1], &there) == 0);
            qputenv(inodeVariable, QByteArray::number(static_cast<qulonglong>(there.st_ino)));
            const QByteArray given = printedBy(program, arguments, QString::number(ends[1]));
            const QByteArray other = printedBy(program, arguments, QStringLiteral("1"));
            qunsetenv(inodeVariable);
            ::close(ends[1]);
            QByteArray lines(4096, '\0');
            lines.resize(std::max(::read(ends[0], lines.data(), 4096), ssize_t{0}));
            ::close(ends[0]);
            QCOMPARE(given, QByteArray("done\n"));
            QCOMPARE(other, QByteArray("done\n"));
            QVERIFY2(lines.contains("\"triad\""), lines.constData());
        }
    }

    // Mutation: the pragma system_header.
    void theHeaderWarnsOfNothingInAStrictProgram()
    {
        const QTemporaryDir folder;
        QCOMPARE(compiled(folder, QStringLiteral("c++"), QStringLiteral("-std=c++20"),
                          {QStringLiteral("-Wold-style-cast"), QStringLiteral("-Wconversion")}),
                 QByteArray());
    }

    // Mutations: the refusal in region.__call__; runs of one thread only; the cut of a name; `except Exception`.
    void thePythonModuleHarmsNoProgram()
    {
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty())
            QSKIP("python3 is not installed");
        const QByteArray lines = printedBy(python,
                                           {QStringLiteral("-B"), QStringLiteral("-c"),
                                            QStringLiteral("import sys, threading, time\n"
                                                           "sys.path.insert(0, sys.argv[1])\n"
                                                           "from ridgepoint import region\n"
                                                           "async def a(): pass\n"
                                                           "def g(): yield 1\n"
                                                           "for f in (a, g):\n"
                                                           "    try:\n"
                                                           "        region('x')(f)\n"
                                                           "    except TypeError:\n"
                                                           "        print('refused', flush=True)\n"
                                                           "class Odd:\n"
                                                           "    def __float__(self): raise RuntimeError\n"
                                                           "    def __str__(self): raise RuntimeError\n"
                                                           "with region(Odd(), flops=Odd()): pass\n"
                                                           "for end in 'AB':\n"
                                                           "    with region('n' * 400 + end): pass\n"
                                                           "with region('\\u00e4' * 400): pass\n"
                                                           "shared = region('shared')\n"
                                                           "inside, ended = threading.Event(), threading.Event()\n"
                                                           "def other():\n"
                                                           "    with shared:\n"
                                                           "        inside.set()\n"
                                                           "        ended.wait()\n"
                                                           "thread = threading.Thread(target=other)\n"
                                                           "thread.start()\n"
                                                           "inside.wait()\n"
                                                           "with shared:\n" // long enough to be seen beside
                                                           "    until = time.monotonic() + 0.01\n" // a thread's start
                                                           "    while time.monotonic() < until: pass\n"
                                                           "ended.set()\n"
                                                           "thread.join()\n"),
                                            QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources")},
                                           QStringLiteral("1"));
        QCOMPARE(lines.count("refused"), 2);
        const auto read = test::importedFrom(ridgepointRegionsFormat(), lines.toStdString());
        QVERIFY2(read.ok(), lines.constData());
        QCOMPARE(read->kernels.size(), std::size_t{5});
        QCOMPARE(test::kernelNamed(*read, "?", WorkOrigin::Unknown).kernel.launches, 1.0);
        for (const char* end : {"A", "B"})
            QCOMPARE(test::kernelNamed(*read, std::string(400, 'n') + end, WorkOrigin::Unknown).kernel.launches, 1.0);
        std::string umlauts;
        for (int i = 0; i < 252; ++i)
            umlauts += "\xc3\xa4"; // 504 bytes
        QVERIFY(std::ranges::any_of(read->kernels, [&](const ImportedKernel& kernel) {
            return kernel.kernel.name.size() > 480 && umlauts.starts_with(kernel.kernel.name);
        }));
        // The inner of the two ended first and began last.
        QCOMPARE(test::kernelNamed(*read, "shared", WorkOrigin::Unknown).kernel.launches, 2.0);
        QVERIFY(test::hasRemark(*read, "ran several times at once"));
    }

    // A torch whose GPU does one region after the other, 1000 s each, long after they were asked for. Mutations: the
    // question whether the stream is captured; _begun_there() giving back the begin that it was given.
    void thePythonModuleTakesTheTimesOfTheGpu()
    {
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty())
            QSKIP("python3 is not installed");
        const QByteArray lines = printedBy(
            python,
            {QStringLiteral("-B"), QStringLiteral("-c"),
             QStringLiteral("import sys, types\n"
                            "sys.path.insert(0, sys.argv[1])\n"
                            "from ridgepoint import region\n"
                            "events = []\n"
                            "class Event:\n"
                            "    device = 0\n"
                            "    def __init__(self, enable_timing): pass\n"
                            "    def record(self):\n"
                            "        assert not capturing\n"
                            "        self.ms = (len(events) + 1) // 2 * 1e6\n"
                            "        events.append(self)\n"
                            "    def query(self): return False\n"
                            "    def synchronize(self): pass\n"
                            "    def elapsed_time(self, end): return end.ms - self.ms\n"
                            "capturing = False\n"
                            "cuda = types.SimpleNamespace(Event=Event,\n"
                            "    is_available=lambda: True, is_initialized=lambda: True,\n"
                            "    is_current_stream_capturing=lambda: capturing,\n"
                            "    get_device_name=lambda device: 'GPU number ' + str(device))\n"
                            "sys.modules['torch'] = types.SimpleNamespace(cuda=cuda)\n"
                            "for i in range(3):\n"
                            "    with region('gpu'): pass\n"
                            "capturing = True\n"
                            "with region('captured'): pass\n"
                            "assert len(events) == 6\n"),
             QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources")},
            QStringLiteral("1"));
        const auto read = test::importedFrom(ridgepointRegionsFormat(), lines.toStdString());
        QVERIFY2(read.ok(), lines.constData());
        const OwnKernel gpu = test::kernelNamed(*read, "gpu", WorkOrigin::Unknown).kernel;
        QCOMPARE(gpu.launches, 3.0);
        QCOMPARE(gpu.device, std::string("GPU number 0"));
        QVERIFY2(test::isNear(gpu.time.value(), 3000.0), lines.constData());
        QVERIFY(!test::hasRemark(*read, "at once"));
        const OwnKernel captured = test::kernelNamed(*read, "captured", WorkOrigin::Unknown).kernel;
        QCOMPARE(captured.launches, 1.0);
        QVERIFY(captured.device.empty());
    }

    // Mutations: what __exit__ writes; _recreate_cm, without which a function that calls itself mixes up its regions.
    void thePythonModuleTellsOfRegions()
    {
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty())
            QSKIP("python3 is not installed");
        const QStringList arguments{QStringLiteral("-B"), QStringLiteral("-c"),
                                    QStringLiteral("import sys\n"
                                                   "sys.path.insert(0, sys.argv[1])\n"
                                                   "from ridgepoint import region\n"
                                                   "@region('f', flops=10)\n"
                                                   "def f(n):\n"
                                                   "    return n if n == 0 else f(n - 1)\n"
                                                   "f(2)\n"
                                                   "with region('\\u00e4\\udc80', bytes=1e9) as r:\n"
                                                   "    r.flops = float('nan')\n"
                                                   "try:\n"
                                                   "    with region('raises'):\n"
                                                   "        raise KeyError\n"
                                                   "except KeyError:\n"
                                                   "    print('done', flush=True)\n"),
                                    QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources")};
        for (const char* nobody : {"", "x", "999"})
            QCOMPARE(printedBy(python, arguments, QString::fromLatin1(nobody)), QByteArray("done\n"));
        const QByteArray lines = printedBy(python, arguments, QStringLiteral("1"));
        // Each call of f has a beginning of its own.
        QSet<QByteArray> beginnings;
        for (const QByteArray& line : lines.split('\n'))
            if (line.contains("\"f\""))
                beginnings.insert(
                    line.mid(line.indexOf("begin_ns"), line.indexOf(",\"ns\"") - line.indexOf("begin_ns")));
        QCOMPARE(beginnings.size(), 3);
        const auto read = test::importedFrom(ridgepointRegionsFormat(), lines.toStdString());
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{3});
        QCOMPARE(test::kernelNamed(*read, "f", WorkOrigin::Declared).kernel.launches, 3.0);
        QCOMPARE(test::kernelNamed(*read, "f", WorkOrigin::Declared).kernel.flops.value(), 30.0);
        const ImportedKernel odd = test::kernelNamed(*read, "\xc3\xa4?", WorkOrigin::Declared);
        QCOMPARE(odd.kernel.bytes.value(), 1e9);
        QCOMPARE(odd.kernel.flops.value(), 0.0);
        QCOMPARE(test::kernelNamed(*read, "raises", WorkOrigin::Unknown).kernel.launches, 1.0);
    }
};

RIDGEPOINT_TEST(RidgepointRegionsReaderTest)
#include "ridgepoint_regions_reader_test.moc"
