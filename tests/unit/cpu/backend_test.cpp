// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/cpu_backend.h"
#include "core/cpu/cpu_device.h"
#include "core/cpu/instruction_set.h"
#include "core/cpu/kernels.h"
#include "core/cpu/machine.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <sstream>

using namespace ridgepoint;

Q_DECLARE_METATYPE(ridgepoint::Workload)

class BackendTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        const auto chosen = chosenInstructionSet();
        if (!chosen && chosen.error().kind == ErrorKind::Unsupported)
            QSKIP(qPrintable(QString::fromStdString(chosen.error().message())));
        QVERIFY(chosen.ok());
        m_set = *chosen;
    }
    void describesThisProcessor()
    {
        const auto backend = makeCpuBackend();
        const DeviceInfo& info = backend->info();
        QCOMPARE(info.id, std::string("cpu"));
        QVERIFY(info.available);
        QVERIFY(!info.reason.has_value());
        QVERIFY(!info.name.empty());
        QVERIFY(info.threads >= 1);
        QCOMPARE(std::string_view(info.isa), labelOf(m_set));
        QVERIFY(info.memory.value() > 0.0);
    }
    void readsTheProcessorTimeOfAProgram_data()
    {
        QTest::addColumn<QString>("stat");
        QTest::addColumn<double>("seconds");
        QTest::newRow("user and system")
            << "4711 (ridgepoint) S 1 4711 4711 0 -1 4194304 900 0 3 0 250 50 7 9 20 0 5 0 1234" << 3.0;
        QTest::newRow("a name with blanks and parentheses")
            << "12 (a) b (c) R 1 12 12 0 -1 4194304 900 0 3 0 1 99 7 9 20 0" << 1.0;
        QTest::newRow("cut short") << "12 (a) R 1 12 12 0 -1 4194304 900 0 3 0 1" << 0.0;
        QTest::newRow("nothing, as of a program that has ended") << "" << 0.0;
        QTest::newRow("no program at all") << "cpu  1 2 3 4 5 6 7 8 9 10 11 12 13 14 15" << 0.0;
    }
    void readsTheProcessorTimeOfAProgram()
    {
        QFETCH(QString, stat);
        QTEST(processorSecondsOf(stat.toStdString(), 100), "seconds");
        QCOMPARE(processorSecondsOf(stat.toStdString(), 0), 0.0);
    }
    void namesTheProcessor_data()
    {
        QTest::addColumn<QString>("information");
        QTest::addColumn<QString>("name");
        QTest::newRow("x86") << "processor\t: 0\nmodel name\t: AMD EPYC\n"
                             << "AMD EPYC";
        QTest::newRow("Arm") << "processor\t: 0\nCPU implementer\t: 0x41\nCPU variant\t: 0x0\nCPU part\t: 0xd4f\n"
                             << "Neoverse V2";
        QTest::newRow("another Arm") << "CPU implementer\t: 0x99\nCPU part\t: 0xfff\n"
                                     << "Arm processor 0x99/0xfff";
        QTest::newRow("nothing") << ""
                                 << "unknown processor";
        QTest::newRow("no value") << "model name\nCPU part:\n"
                                  << "unknown processor";
    }
    void namesTheProcessor()
    {
        QFETCH(QString, information);
        std::istringstream lines(information.toStdString());
        QTEST(QString::fromStdString(processorNameIn(lines)), "name");
    }
    void claimsLevelsThatGrowAndEndInMemory()
    {
        const auto levels = makeCpuBackend()->claimedLevels();
        QVERIFY(!levels.empty());
        QCOMPARE(levels.back().name, std::string("dram"));
        QVERIFY(std::isinf(levels.back().capacity.value()));
        for (std::size_t i = 1; i < levels.size(); ++i)
            QVERIFY(levels[i - 1].capacity < levels[i].capacity);
    }
    void theForcedInstructionSetIsTheOneThatRuns()
    {
        const auto backend = makeCpuBackend();
        for (const Operation operation : allOperations) {
            lastKernelSet = m_set == InstructionSet::Scalar ? InstructionSet::Avx3 : InstructionSet::Scalar;
            auto work = backend->prepare(Workload{.operation = operation, .elements = 100, .threads = 1});
            QVERIFY(work.ok());
            QVERIFY(work->run(1).ok());
            QCOMPARE(nameOf(lastKernelSet), nameOf(m_set));
        }
    }
    void anImpossibleInstructionSetMakesTheDeviceUnavailable()
    {
        const QByteArray before = qgetenv(instructionSetVariable);
        qputenv(instructionSetVariable, "AVX99");
        const auto backend = makeCpuBackend();
        if (before.isEmpty())
            qunsetenv(instructionSetVariable);
        else
            qputenv(instructionSetVariable, before);
        QVERIFY(!backend->info().available);
        QVERIFY(backend->info().reason.has_value());
        QCOMPARE(backend->info().reason->id, std::string("cpu.isa-unknown"));
        QVERIFY(!backend->prepare(Workload{.threads = 1}).ok());
        QVERIFY(!backend->prepareRoof(RoofRequest{.id = "compute.fp32.fma", .threads = 1}).ok());
        QVERIFY(!backend->selftest([](const SelftestLine&) {}).ok());
        QVERIFY(backend->roofIds().empty());
    }

    void refusesWhatItCannotRun_data()
    {
        QTest::addColumn<Workload>("workload");
        QTest::addColumn<QByteArray>("error");
        QTest::newRow("no threads") << Workload{} << QByteArray("cpu.threads");
        QTest::newRow("more threads than there are") << Workload{.threads = 100000} << QByteArray("cpu.threads");
        QTest::newRow("fp16") << Workload{.precision = Precision::Fp16, .threads = 1} << QByteArray("cpu.precision");
        QTest::newRow("bf16") << Workload{.precision = Precision::Bf16, .threads = 1} << QByteArray("cpu.precision");
        QTest::newRow("more than memory")
            << Workload{.elements = maximumElements, .threads = 1} << QByteArray("cpu.memory");
        QTest::newRow("hours that nothing could stop") << Workload{.elements = 1 << 22,
                                                                   .operationsPerElement = maximumOperationsPerElement,
                                                                   .chainLength = 4096,
                                                                   .fusionDepth = 4096,
                                                                   .threads = 1}
                                                       << QByteArray("cpu.too-long");
        QTest::newRow("a few elements for as long") << Workload{.operation = Operation::Gelu,
                                                                .elements = 1 << 14,
                                                                .operationsPerElement = maximumOperationsPerElement,
                                                                .chainLength = 4096,
                                                                .fusionDepth = 1,
                                                                .threads = 1}
                                                    << QByteArray("cpu.too-long");
        QTest::newRow("no elements") << Workload{.elements = 0, .threads = 1} << QByteArray("workload.elements");
        QTest::newRow("a depth that does not divide")
            << Workload{.chainLength = 8, .fusionDepth = 3, .threads = 1} << QByteArray("workload.depth-not-divisor");
    }
    void refusesWhatItCannotRun()
    {
        QFETCH(Workload, workload);
        QFETCH(QByteArray, error);
        const auto backend = makeCpuBackend();
        const auto work = backend->prepare(workload);
        QVERIFY(!work.ok());
        QCOMPARE(QByteArray::fromStdString(work.error().id), error);
        QVERIFY(!work.error().message().empty());
    }
    void refusesUnknownRoofs()
    {
        const auto backend = makeCpuBackend();
        for (const char* id : {"", "compute", "compute.fp32.sqrt", "compute.fp8.matrix", "launch.rocket", "nonsense.x"})
            QVERIFY2(!backend->prepareRoof(RoofRequest{.id = id, .threads = 1}).ok(), id);
        QVERIFY(!backend->prepareRoof(RoofRequest{.id = "launch.queued", .threads = 0}).ok());
    }

    void measuresEveryModeAtEveryThreadCount()
    {
        const auto backend = makeCpuBackend();
        for (int threads = 1; threads <= backend->info().threads; ++threads)
            for (const LaunchMode mode : allLaunchModes)
                for (const Precision precision : {Precision::Fp32, Precision::Fp64}) {
                    auto work = backend->prepare(Workload{.operation = Operation::Gelu,
                                                          .precision = precision,
                                                          .elements = 77,
                                                          .operationsPerElement = 2,
                                                          .chainLength = 6,
                                                          .fusionDepth = 2,
                                                          .launchMode = mode,
                                                          .threads = threads});
                    QVERIFY(work.ok());
                    const auto timing = work->run(3);
                    QVERIFY(timing.ok());
                    QVERIFY(timing->time.value() > 0.0);
                    QVERIFY(!timing->flags.has(Flag::Interpolated));
                }
    }
    void worksMayBeInterleavedAndOutliveTheBackend()
    {
        std::vector<ReadyWork> works;
        {
            const auto backend = makeCpuBackend();
            for (const std::int64_t elements : {1, 100, 100000, 17})
                for (const Precision precision : {Precision::Fp32, Precision::Fp64}) {
                    auto work = backend->prepare(Workload{.operation = Operation::Mul,
                                                          .precision = precision,
                                                          .elements = elements,
                                                          .threads = backend->info().threads});
                    QVERIFY(work.ok());
                    works.push_back(std::move(work).value());
                }
        }
        for (int round = 0; round < 5; ++round)
            for (const ReadyWork& work : works)
                QVERIFY(work.run(3).ok());
    }

    void measuresEveryComputeAndLaunchRoofThatItLists()
    {
        const auto backend = makeCpuBackend();
        int measured = 0;
        for (const std::string& id : backend->roofIds()) {
            const auto kind = kindOfRoof(id);
            QVERIFY(kind.ok());
            QVERIFY2(isRoofId(id), id.c_str());
            if (*kind == RoofKind::Bandwidth || id.ends_with(".matrix") || id == "compute.int8.dot")
                continue;
            auto roof = backend->prepareRoof(RoofRequest{.id = id, .threads = 1});
            QVERIFY2(roof.ok(), id.c_str());
            QCOMPARE(roof->kind, *kind);
            QVERIFY(roof->amount >= 1.0);
            QVERIFY(!roof->method.empty());
            const auto timing = roof->work->run(1);
            QVERIFY(timing.ok());
            QVERIFY(timing->time.value() > 0.0);
            QCOMPARE(timing->differenceOf > Seconds(), id == launchFixedRoofId);
            ++measured;
        }
        const int levels = static_cast<int>(levelLatencyRoofIds(backend->claimedLevels()).size());
        QCOMPARE(measured, static_cast<int>(4 * allOperations.size()) + 4 + 4
                               + levels); // rates and latencies in two precisions, launches, integers
    }
    void listsEachRoofOnce()
    {
        auto ids = makeCpuBackend()->roofIds();
        std::sort(ids.begin(), ids.end());
        QVERIFY(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
    }

    void selftestPassesAndNamesEveryKernelOfTheSetInUse()
    {
        std::vector<SelftestLine> lines;
        const auto passed = makeCpuBackend()->selftest([&](const SelftestLine& line) { lines.push_back(line); });
        QVERIFY(passed.ok());
        for (const SelftestLine& line : lines)
            QVERIFY2(line.passed, (line.kernel + ": " + line.detail).c_str());
        QVERIFY(*passed);
        for (const Operation operation : allOperations)
            for (const Precision precision : {Precision::Fp32, Precision::Fp64}) {
                const std::string kernel = std::string(nameOf(operation))
                                               .append(" ")
                                               .append(nameOf(precision))
                                               .append(" ")
                                               .append(nameOf(m_set));
                QCOMPARE(
                    std::count_if(lines.begin(), lines.end(), [&](const auto& line) { return line.kernel == kernel; }),
                    1);
            }
        for (const char* integers : {"int32 add ", "int32 mul ", "int64 add ", "int64 mul "})
            QCOMPARE(
                std::count_if(lines.begin(), lines.end(),
                              [&](const auto& line) { return line.kernel == integers + std::string(nameOf(m_set)); }),
                1);
    }

private:
    InstructionSet m_set = InstructionSet::Scalar;
};

RIDGEPOINT_TEST(BackendTest)
#include "backend_test.moc"
