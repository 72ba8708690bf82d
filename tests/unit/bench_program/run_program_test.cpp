// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/program_counters.h"
#include "app/bench/run_program.h"
#include "app/bench/run_series.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

using namespace ridgepoint;

namespace {

/// A region as ridgepoint.h writes it, in the words of printf.
QString toldRegion(const char* name, int ns, int flops = 0)
{
    return QStringLiteral(R"(printf '{"ridgepoint":1,"name":"%1","begin_ns":0,"ns":%2,"flops":%3,"bytes":0}\n')"
                          " >&$RIDGEPOINT_REGIONS_FD;")
        .arg(name)
        .arg(ns)
        .arg(flops);
}

// Not as raw text, of which moc 6.4 counts the braces.
constexpr const char* tornRegion = "printf '{\"ridgepoint\":1,\"name\":\"tri' >&$RIDGEPOINT_REGIONS_FD; kill -KILL $$";
constexpr const char* wrongRegion = R"(echo '{"ridgepoint":9}' >&$RIDGEPOINT_REGIONS_FD;)";

Result<ProgramRun> ranScript(const QString& script, RegionOptions options = {})
{
    Interruption interruption;
    options.leavesOut = true;
    return runOnce({"sh", "-c", script.toStdString()}, {.regions = options}, interruption);
}

/// A descriptor that reads as a counter does: its count and, in ns, how long it was enabled and ran.
int countingDescriptor(std::array<std::uint64_t, 3> values)
{
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -errno;
    const bool isWritten = write(ends[1], values.data(), sizeof values) == ssize_t{sizeof values};
    close(ends[1]);
    return isWritten ? ends[0] : -EIO;
}

} // namespace

class RunProgramTest : public test::Case {
    Q_OBJECT
private slots:
    void takesRegions()
    {
        const auto run = ranScript(toldRegion("triad", 100, 7) + toldRegion("triad", 300, 7) + toldRegion("copy", 50));
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().message().c_str());
        QCOMPARE(run->status, 0);
        QVERIFY(run->wall > Seconds());
        QCOMPARE(run->regions.kernels.size(), std::size_t{2});
        QCOMPARE(run->regions.kernels[0].kernel.name, std::string("triad"));
        QCOMPARE(run->regions.kernels[0].kernel.launches, 2.0);
        QCOMPARE(run->regions.kernels[0].kernel.flops.value(), 14.0);
        QVERIFY(!run->flops && !run->whyNoFlops.empty()); // no events were asked for
    }
    // Mutation: the inode of another file, or of an outer run.
    void tellsThePipesInode()
    {
        qputenv("RIDGEPOINT_REGIONS_INODE", "1");
        const auto run = ranScript("test $(stat -L -c %i /dev/fd/$RIDGEPOINT_REGIONS_FD) = $RIDGEPOINT_REGIONS_INODE");
        qunsetenv("RIDGEPOINT_REGIONS_INODE");
        QVERIFY(run.ok());
        QCOMPARE(run->status, 0);
    }
    void eachRunCanBeAKernelOfItsOwn()
    {
        const auto run = ranScript(toldRegion("triad", 100) + toldRegion("copy", 50) + toldRegion("triad", 300),
                                   {.separateRuns = true});
        QVERIFY(run.ok());
        QCOMPARE(run->regions.kernels.size(), std::size_t{3});
        QCOMPARE(run->regions.kernels[1].kernel.name, std::string("copy #1"));
        QCOMPARE(run->regions.kernels[2].kernel.name, std::string("triad #2"));
        QVERIFY(std::abs(run->regions.kernels[2].kernel.time.value() - 300e-9) < 1e-15);
    }
    void passesTheStatusOn_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("signal");
        QTest::newRow("0") << "exit 0" << 0 << 0;
        QTest::newRow("3") << "exit 3" << 3 << 0;
        QTest::newRow("a signal") << "kill -TERM $$" << 128 + SIGTERM << SIGTERM;
        // Ignored in this process, as main() has it; not in the program. Mutation: no POSIX_SPAWN_SETSIGDEF.
        QTest::newRow("a broken pipe") << "kill -PIPE $$; exit 5" << 128 + SIGPIPE << SIGPIPE;
    }
    void passesTheStatusOn()
    {
        QFETCH(QString, script);
        QFETCH(int, status);
        QFETCH(int, signal);
        const auto before = std::signal(SIGPIPE, SIG_IGN);
        const auto run = ranScript(script);
        std::signal(SIGPIPE, before);
        QVERIFY(run.ok());
        QCOMPARE(run->status, status);
        QCOMPARE(run->signal, signal);
    }
    void whatCannotBeStartedIsSaid_data()
    {
        QTest::addColumn<QByteArray>("content"); // of a file that is no program; empty: there is none
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("says");
        QTest::newRow("not there") << QByteArray() << "run.not-found"
                                   << "check the path";
        QTest::newRow("not executable") << QByteArray("#!/bin/sh\n") << "run.not-started"
                                        << "chmod +x";
    }
    void whatCannotBeStartedIsSaid()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, id);
        QFETCH(QString, says);
        QTemporaryDir folder;
        QFile file(folder.filePath("program"));
        if (!content.isEmpty())
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) > 0);
        file.close();
        Interruption interruption;
        const auto run = runOnce({file.fileName().toStdString()}, {}, interruption);
        QVERIFY(!run.ok());
        QCOMPARE(QString::fromStdString(run.error().id), id);
        QVERIFY2(QString::fromStdString(run.error().message()).contains(says), run.error().message().c_str());
    }
    // A daemon that keeps the descriptor open for longer than any test. Mutation: reading to the end of the pipe.
    void doesNotWaitForWhatTheProgramLeftRunning()
    {
        QTemporaryDir folder;
        const QString note = folder.filePath("pid");
        const auto run = ranScript("sleep 1000 </dev/null >/dev/null 2>&1 & echo $! > '" + note + "';"
                                   + toldRegion("triad", 100));
        const int left = test::contentOf(note).trimmed().toInt();
        QVERIFY(left > 0);
        ::kill(left, SIGKILL);
        QVERIFY(run.ok());
        QCOMPARE(run->regions.kernels.size(), std::size_t{1});
    }
    void aLineThatWasCutIsLeftOut()
    {
        const auto run = ranScript(toldRegion("triad", 100) + tornRegion);
        QVERIFY(run.ok());
        QCOMPARE(run->signal, SIGKILL);
        QCOMPARE(run->regions.kernels.size(), std::size_t{1});
        QCOMPARE(run->regions.remarks.size(), std::size_t{1});
        QVERIFY(run->regions.remarks[0].find("ends in the middle") != std::string::npos);
    }
    void aWrongLineDoesNotLoseTheOthers()
    {
        const auto run = ranScript(QString(wrongRegion) + toldRegion("triad", 100));
        QVERIFY(run.ok());
        QCOMPARE(run->regions.kernels.size(), std::size_t{1});
        QCOMPARE(run->regions.remarks.size(), std::size_t{1});
        QVERIFY(run->regions.remarks[0].find("1 region was left out") != std::string::npos);
    }
    void moreNamesThanTheLimitAreLeftOut()
    {
        const auto run = ranScript(toldRegion("a", 1) + toldRegion("b", 1) + toldRegion("c", 1) + toldRegion("a", 1),
                                   {.maximumKernels = 2});
        QVERIFY(run.ok());
        QCOMPARE(run->regions.kernels.size(), std::size_t{2});
        QCOMPARE(run->regions.kernels[0].kernel.launches, 2.0);
        QVERIFY(!run->regions.remarks.empty());
        QVERIFY(run->regions.remarks.back().find("1 run of a region was left out: at most 2 kernels")
                != std::string::npos);
    }
    // A pipe holds 64 KiB, or a MiB: the program would wait for ever. Mutation: no drain behind a line without end.
    void aLineWithoutEndDoesNotHoldTheProgramUp()
    {
        const auto run = ranScript("head -c 5000000 /dev/zero >&$RIDGEPOINT_REGIONS_FD; exit 7");
        QVERIFY(run.ok());
        QCOMPARE(run->status, 7);
        QVERIFY(run->regions.kernels.empty());
        QCOMPARE(run->regions.remarks.size(), std::size_t{1});
    }
    // Mutation: the reading ends at the line that is too long.
    void aLineThatIsTooLongDoesNotLoseTheOthers()
    {
        const QString longLine = QStringLiteral("head -c 2000000 /dev/zero >&$RIDGEPOINT_REGIONS_FD;"
                                                "echo >&$RIDGEPOINT_REGIONS_FD;");
        const auto run = ranScript(toldRegion("triad", 100) + longLine + longLine + toldRegion("triad", 300));
        QVERIFY(run.ok());
        QCOMPARE(run->regions.kernels.size(), std::size_t{1});
        QCOMPARE(run->regions.kernels[0].kernel.launches, 2.0);
        QVERIFY(!run->regions.remarks.empty());
        QVERIFY(run->regions.remarks.back().find("2 lines of more than 1 MiB were left out") != std::string::npos);
    }
    void repeatedRunsGiveTheMedian()
    {
        RunSeries series({});
        for (const double time : {3.0, 1.0, 2.0})
            series.add({}, {.device = {},
                            .kernels = {{.kernel = {.name = "triad", .launches = time * 10.0, .time = Seconds(time)}}},
                            .remarks = {"Said once."}});
        const ImportedKernels kernels = series.kernels();
        QCOMPARE(kernels.kernels.size(), std::size_t{1});
        QCOMPARE(kernels.kernels[0].kernel.time.value(), 2.0);
        QCOMPARE(kernels.kernels[0].kernel.launches, 20.0);
        QCOMPARE(kernels.remarks.size(), std::size_t{2});
        QCOMPARE(kernels.remarks[1], std::string("Each kernel is from the run with its median time (3 runs)."));
        QVERIFY(series.slopeSentences().empty());
    }
    // Mutation: slopes of single runs.
    void singleRunsTellNoSlope()
    {
        const std::vector<VariedName> varied{{"size", {1, 2}}};
        RunSeries series(varied);
        for (const std::int64_t size : {1, 2})
            series.add({size}, {.device = {},
                                .kernels = {{.kernel = {.name = "triad", .time = Seconds(static_cast<double>(size))}}},
                                .remarks = {}});
        QVERIFY(series.slopeSentences()
                == std::vector<std::string>{"Repeat each run (--repeat 5) to learn how time follows size."});
    }
    void onlyTheLongestRegionsHaveASentence()
    {
        const std::vector<VariedName> varied{{"size", {1, 2}}};
        RunSeries series(varied);
        for (const std::int64_t size : {1, 1, 2, 2}) {
            ImportedKernels run;
            for (int region = 1; region <= 25; ++region)
                run.kernels.push_back({.kernel = {.name = std::to_string(region) + std::string(200, 'x'),
                                                  .time = Seconds(static_cast<double>(size * region))}});
            series.add({size}, run);
        }
        const auto sentences = series.slopeSentences();
        QCOMPARE(sentences.size(), std::size_t{21});
        QVERIFY2(sentences[0].starts_with("25xxx") && sentences[0].find("\u2026: the time follows size") < 60,
                 sentences[0].c_str());
        QCOMPARE(sentences.back(), std::string("and 5 more"));
    }
    // Mutation: regions of one name on two devices as runs of one.
    void aRegionOnTwoDevicesIsTwo()
    {
        const std::vector<VariedName> varied{{"size", {1, 2, 4}}};
        RunSeries series(varied);
        for (const std::int64_t size : {1, 1, 2, 2, 4, 4})
            for (const char* device : {"", "Some GPU"})
                series.add({size}, {.device = {},
                                    .kernels = {{.kernel = {.name = "triad", .time = Seconds(1.0), .device = device}}},
                                    .remarks = {}});
        QCOMPARE(series.kernels().kernels.size(), std::size_t{6});
        for (const std::string& sentence : series.slopeSentences())
            QVERIFY2(sentence.starts_with("triad: ") || sentence.starts_with("triad on Some GPU: "), sentence.c_str());
    }
    // Mutations: slopes of one region for another; runs that were kept apart as readings of one time.
    void eachKernelHasItsSlopes()
    {
        const std::vector<VariedName> varied{{"size", {1, 2, 4}}};
        RunSeries series(varied);
        RunSeries apart(varied, false);
        for (const std::int64_t size : {1, 1, 2, 2, 4, 4}) {
            ImportedKernels run;
            run.kernels.push_back({.kernel = {.name = "grows", .time = Seconds(static_cast<double>(size))}});
            run.kernels.push_back({.kernel = {.name = "stays", .time = Seconds(1.0)}});
            series.add({size}, run);
            apart.add({size}, run);
        }
        const ImportedKernels kernels = series.kernels();
        QCOMPARE(kernels.kernels.size(), std::size_t{6});
        for (const ImportedKernel& each : kernels.kernels) {
            QCOMPARE(each.kernel.slopes.size(), std::size_t{1});
            const KernelSlope& slope = each.kernel.slopes.front();
            QCOMPARE(slope.name, std::string("size"));
            QVERIFY(std::abs(slope.value - (each.kernel.name.starts_with("grows") ? 1.0 : 0.0)) < 1e-9);
            QVERIFY(slope.fewRuns);
        }
        for (const ImportedKernel& each : apart.kernels().kernels)
            QVERIFY(each.kernel.slopes.empty());
        QVERIFY(apart.slopeSentences().empty());
    }
    void slopesAreSaidInWords()
    {
        const std::vector<VariedName> varied{{"size", {}}, {"ops", {}}};
        std::vector<VariedTime> times;
        for (std::int64_t size = 1; size <= 4096; size *= 2)
            for (std::int64_t ops = 1; ops <= 64; ops *= 2) {
                const double time = 64.0 + static_cast<double>(size) * std::max(static_cast<double>(ops), 8.0);
                times.push_back({.values = {size, ops},
                                 .time = Seconds(time),
                                 .low = Seconds(time),
                                 .high = Seconds(time),
                                 .isRepeated = true});
            }
        const QString text = QString::fromStdString(slopeSentence("triad", varied, times));
        QVERIFY2(text.startsWith("triad: the time ") && text.contains("follows size from ")
                     && text.contains(" to 4 Ki"),
                 qPrintable(text));
        QVERIFY2(text.contains("of 91 combinations: ") && text.contains(" compute, ") && text.contains(" memory"),
                 qPrintable(text));
        // Operations that cost nothing may hide behind memory.
        QVERIFY2(text.contains("hardly depends on ops from 1 to 8; "), qPrintable(text));
        // Mutation: regimes without regard to the repeats.
        std::vector<VariedTime> onceOnly = times;
        onceOnly.front().isRepeated = false;
        const QString fewer = QString::fromStdString(slopeSentence("triad", varied, onceOnly));
        QVERIFY2(!fewer.contains("combinations") && fewer.contains("(--repeat 5) to learn the regimes"),
                 qPrintable(fewer));
        // Size alone tells no regime but a fixed cost.
        std::vector<VariedTime> alone;
        for (const VariedTime& time : times)
            if (time.values[1] == 1) {
                alone.push_back(time);
                alone.back().values.pop_back();
            }
        const QString less = QString::fromStdString(slopeSentence("triad", {varied[0]}, alone));
        QVERIFY2(less.contains("Size alone cannot tell compute from memory: vary ") && !less.contains("combinations"),
                 qPrintable(less));
        for (VariedTime& time : alone)
            time.time = time.low = time.high = Seconds(1.0);
        QCOMPARE(QString::fromStdString(slopeSentence("triad", {varied[0]}, alone)),
                 QStringLiteral("triad: the time hardly depends on size from 1 to 4 Ki (a fixed cost: overhead)."));
    }
    void countsLanes()
    {
        const std::vector<FlopEvent> events{{0x3c7, 1.0}, {0x18c7, 4.0}};
        ProgramCounters counters(events, [](const FlopEvent& event) {
            return countingDescriptor({event.flops > 1.0 ? std::uint64_t{10} : std::uint64_t{3}, 100, 100});
        });
        const auto flops = counters.flops();
        QVERIFY(flops);
        QCOMPARE(flops->value(), 43.0);
        QVERIFY(!counters.isScaled() && counters.whyNot().empty());
    }
    void countersThatTookTurnsAreScaled()
    {
        const std::vector<FlopEvent> events{{0x3c7, 1.0}};
        ProgramCounters half(events, [](const FlopEvent&) { return countingDescriptor({10, 100, 50}); });
        QCOMPARE(half.flops()->value(), 20.0);
        QVERIFY(half.isScaled());
        ProgramCounters never(events, [](const FlopEvent&) { return countingDescriptor({0, 100, 0}); });
        QVERIFY(!never.flops());
        QVERIFY(never.whyNot().find("in use by another program") != std::string::npos);
    }
    // Mutation: the counters that opened stay.
    void aPartOfTheCountersCountsNothing()
    {
        const std::vector<FlopEvent> events{{1, 1.0}, {2, 1.0}};
        ProgramCounters counters(events, [](const FlopEvent& event) {
            return event.config == 1 ? countingDescriptor({1, 1, 1}) : -ENOENT;
        });
        QVERIFY(!counters.flops());
        QVERIFY(counters.whyNot().find("virtual machines") != std::string::npos);
        ProgramCounters none(std::vector<FlopEvent>{});
        QVERIFY(!none.flops() && none.whyNot().find("this processor") != std::string::npos);
    }
    void saysWhyTheKernelDoesNotCount_data()
    {
        QTest::addColumn<int>("error");
        QTest::addColumn<int>("paranoid"); // below -1: not known
        QTest::addColumn<QString>("says");
        QTest::newRow("no such counter") << ENOENT << 2 << "no counter of operations here, as in most virtual machines";
        QTest::newRow("not supported") << EOPNOTSUPP << 2 << "as in most virtual machines";
        QTest::newRow("no rights") << EACCES << 4 << "(perf_event_paranoid is 4); to try: sudo sysctl";
        QTest::newRow("not permitted") << EPERM << 3 << "(perf_event_paranoid is 3)";
        QTest::newRow("level unknown") << EPERM << -9 << "count operations; to try: sudo sysctl";
        QTest::newRow("a container") << EPERM << 2 << "--cap-add PERFMON";
        QTest::newRow("no call") << ENOSYS << 2 << "a filter (seccomp) hides it";
        QTest::newRow("another") << EMFILE << 2 << "Operations could not be counted: ";
    }
    void saysWhyTheKernelDoesNotCount()
    {
        QFETCH(int, error);
        QFETCH(int, paranoid);
        QFETCH(QString, says);
        const QString text = QString::fromStdString(
            whyNotCounted(error, paranoid < -1 ? std::nullopt : std::optional(paranoid)));
        QVERIFY2(text.contains(says), qPrintable(text));
        QVERIFY2(text.contains("; to try: ") && text.contains("ridgepoint.h") && text.endsWith('.')
                     && !text.contains('\n'),
                 qPrintable(text));
    }
    void knowsTheCountersOfAProcessor()
    {
        const auto eventsOf = [](const char* vendor, int family, int model, bool adx = true, bool hybrid = false) {
            return flopEventsOf({vendor, family, model, adx, hybrid});
        };
        QCOMPARE(eventsOf("GenuineIntel", 6, 0x8f).size(), std::size_t{5});
        QVERIFY(eventsOf("GenuineIntel", 6, 0x3f, false).empty());      // Haswell has none
        QVERIFY(eventsOf("GenuineIntel", 6, 0x97, true, true).empty()); // two kinds of cores
        QVERIFY(eventsOf("GenuineIntel", 6, 0xaf).empty());             // small cores only
        QVERIFY(eventsOf("AuthenticAMD", 0x17, 0x31) == (std::vector<FlopEvent>{{0xff03, 1.0}}));
        QVERIFY(eventsOf("AuthenticAMD", 0x19, 0x01) == (std::vector<FlopEvent>{{0x0f03, 1.0}}));
        QVERIFY(eventsOf("AuthenticAMD", 0x19, 0x61) == (std::vector<FlopEvent>{{0x1f03, 1.0}}));
        QVERIFY(eventsOf("AuthenticAMD", 0x15, 0x01).empty());
        QVERIFY(eventsOf("", 0, 0).empty());
    }
    void readsTheProcessorOfItsText()
    {
        const ProcessorModel processor = processorIn("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\n"
                                                     "model\t\t: 17\nmodel name\t: X 9\nflags\t\t: fpu adx\n\n"
                                                     "processor\t: 1\nmodel\t\t: 18\n");
        QCOMPARE(processor.vendor, std::string("AuthenticAMD"));
        QCOMPARE(processor.family, 25);
        QCOMPARE(processor.model, 17);
        QVERIFY(processor.hasAdx);
        QVERIFY(processorIn("").vendor.empty() && !processorIn("flags : adxx").hasAdx);
    }
};

RIDGEPOINT_TEST(RunProgramTest)
#include "run_program_test.moc"
