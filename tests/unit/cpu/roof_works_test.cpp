// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/roof_works.h"

#include "core/cpu/access_choice.h"
#include "core/cpu/amx_tiles.h"
#include "core/cpu/cpu_device.h"
#include "core/cpu/int8_dot.h"
#include "core/cpu/integer_kernels.h"
#include "core/cpu/operation_numbers.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace ridgepoint;

namespace {

std::shared_ptr<CpuDevice> aDevice() { return std::make_shared<CpuDevice>(*chosenInstructionSet(), 2); }

float patternAt(std::size_t index)
{
    alignas(lineBytes) std::array<float, lineBytes / sizeof(float)> line;
    const std::size_t first = index / line.size() * line.size();
    fillUniform(line.data(), lineBytes, first * sizeof(float), Precision::Fp32);
    return line[index - first];
}

/// Whether a number is what the pattern has there after so many updates of a window that begins at `window`, each of
/// which takes its summand off where that window's first number is positive.
bool isUpdated(float value, std::size_t index, std::size_t window, int times)
{
    const auto summand = static_cast<float>(operandsOf(Operation::Add).first);
    float first = patternAt(window);
    float wanted = patternAt(index);
    for (int i = 0; i < times; ++i) {
        const float added = first > 0.0F ? -summand : summand;
        first += added;
        wanted += added;
    }
    return value == wanted;
}

} // namespace

class RoofWorksTest : public test::Case {
    Q_OBJECT
private slots:
    void countsTheTrafficThatTheContractNames_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("bytesPerFootprint");
        QTest::newRow("update of the first level") << "bandwidth.l1" << 2.0;
        QTest::newRow("update of DRAM: 8 B per element of 4") << "bandwidth.dram" << 2.0;
        QTest::newRow("copy: both arrays are in the footprint") << "bandwidth.dram.copy" << 1.0;
        QTest::newRow("read: 4 B per element") << "bandwidth.dram.read" << 1.0;
        QTest::newRow("write: 4 B per element") << "bandwidth.dram.write" << 1.0;
        QTest::newRow("the same within a cache: copy") << "bandwidth.l1.copy" << 1.0;
        QTest::newRow("read") << "bandwidth.l2.read" << 1.0;
        QTest::newRow("write") << "bandwidth.l3.write" << 1.0;
    }
    void countsTheTrafficThatTheContractNames()
    {
        QFETCH(QString, id);
        QFETCH(double, bytesPerFootprint);
        const auto device = aDevice();
        const Result<RoofWork> work = prepareBandwidthRoof(device, {id.toStdString(), 2, Bytes(1 << 20)});
        QVERIFY(work.ok());
        QVERIFY(work->kind == RoofKind::Bandwidth);
        QCOMPARE(work->amount, bytesPerFootprint * (1 << 20));
        QVERIFY(work->method.find("1 MiB") != std::string::npos);
        const Result<BatchTiming> timing = work->work->run(2);
        QVERIFY(timing.ok());
        QVERIFY(timing->time > Seconds(0.0));
    }

    void worksOfOneSizeGoOverDifferentWindows()
    {
        // What one work just went over lies in a cache: the next one's memory must be elsewhere.
        const auto device = aDevice();
        const RoofRequest request{
            .id = "bandwidth.dram", .threads = 2, .footprint = Bytes(128 * 1024), .window = Bytes(32 * 1024)};
        const Result<RoofWork> one = prepareBandwidthRoof(device, request);
        const Result<RoofWork> other = prepareBandwidthRoof(device, request);
        QVERIFY(one.ok() && other.ok());
        QVERIFY(one->work->run(1).ok() && other->work->run(1).ok() && one->work->run(1).ok()
                && other->work->run(1).ok());
        const auto* data = reinterpret_cast<const float*>((*device->team(2))->roofMemory.lock()->part(0));
        constexpr std::size_t window = 4 * 1024; // floats of one thread
        for (std::size_t i = 0; i < 4 * window; ++i)
            QVERIFY(isUpdated(data[i], i, i / window * window, 1));
    }
    void memoryIsMeasuredWhereNoCacheWas()
    {
        // The caches' roofs work where memory begins.
        const auto device = aDevice();
        const Result<RoofWork> cache = prepareBandwidthRoof(
            device, {.id = "bandwidth.l3", .threads = 2, .footprint = Bytes(1 << 20)});
        const Result<RoofWork> memory = prepareBandwidthRoof(
            device, {.id = "bandwidth.dram", .threads = 2, .footprint = Bytes(256 << 20), .window = Bytes(64 << 20)});
        QVERIFY(cache.ok() && memory.ok());
        QVERIFY(cache->work->run(1).ok() && memory->work->run(4).ok());
        const auto* data = reinterpret_cast<const float*>((*device->team(2))->roofMemory.lock()->part(1));
        constexpr std::size_t window = 8 << 20; // floats of one thread
        QVERIFY(isUpdated(data[0], 0, 0, 1));
        QVERIFY(isUpdated(data[window - 1], window - 1, 0, 0));
        QVERIFY(isUpdated(data[window], window, window,
                          2)); // three windows: the fourth repetition is the first one's again
        QVERIFY(isUpdated(data[2 * window], 2 * window, 2 * window, 1));
        QVERIFY(isUpdated(data[4 * window - 1], 4 * window - 1, 3 * window, 1));
    }
    void everyThreadUpdatesItsWholePartOncePerRepetition()
    {
        const auto device = aDevice();
        const Result<RoofWork> work = prepareBandwidthRoof(device, {"bandwidth.dram", 2, Bytes(128 * 1024)});
        QVERIFY(work.ok());
        QVERIFY(work->work->run(5).ok());
        const auto shared = (*device->team(2))->roofMemory.lock();
        QVERIFY(shared != nullptr);
        for (int thread = 0; thread < 2; ++thread) {
            const auto* values = reinterpret_cast<const float*>(shared->part(thread));
            for (std::size_t i = 0; i < 64 * 1024 / 4; ++i)
                QVERIFY(isUpdated(values[i], i, 0, 1)); // five times: there, back, and there again
        }
    }

    void aWindowedWorkGoesOverItsWholePartPieceByPiece_data()
    {
        QTest::addColumn<double>("window");
        QTest::addColumn<int>("windows");
        QTest::newRow("four windows") << 32768.0 << 4;
        QTest::newRow("a window that does not divide the footprint") << 50000.0 << 3;
        QTest::newRow("a window as large as the footprint") << 131072.0 << 1;
        QTest::newRow("a larger window") << 1e12 << 1;
        QTest::newRow("no window") << 0.0 << 1;
        QTest::newRow("a window smaller than the kernels can take") << 1.0 << 64;
    }
    void aWindowedWorkGoesOverItsWholePartPieceByPiece()
    {
        QFETCH(double, window);
        QFETCH(int, windows);
        const auto device = aDevice();
        const Result<RoofWork> work = prepareBandwidthRoof(
            device, {.id = "bandwidth.dram", .threads = 2, .footprint = Bytes(128 * 1024), .window = Bytes(window)});
        QVERIFY(work.ok());
        const auto pieceBytes = static_cast<std::size_t>(work->amount) / 2 / 2; // of one thread, read and written
        QCOMPARE(64 * 1024 / static_cast<int>(pieceBytes), windows);
        // Once round and one piece more, in two runs: the first piece is updated twice, the others once.
        QVERIFY(work->work->run(1).ok());
        QVERIFY(work->work->run(windows).ok());
        const auto shared = (*device->team(2))->roofMemory.lock();
        for (int thread = 0; thread < 2; ++thread) {
            const auto* values = reinterpret_cast<const float*>(shared->part(thread));
            const std::size_t piece = pieceBytes / sizeof(float);
            for (std::size_t i = 0; i < piece * static_cast<std::size_t>(windows); ++i)
                QVERIFY(isUpdated(values[i], i, i / piece * piece, i < piece ? 2 : 1));
        }
    }

    void worksShareOneMemoryWhichGoesWithTheLast()
    {
        const auto device = aDevice();
        {
            const Result<RoofWork> small = prepareBandwidthRoof(device, {"bandwidth.l1", 1, Bytes(16384)});
            const auto* first = (*device->team(1))->roofMemory.lock().get();
            const Result<RoofWork> large = prepareBandwidthRoof(device, {"bandwidth.dram", 1, Bytes(1 << 22)});
            QVERIFY(small.ok() && large.ok());
            QVERIFY((*device->team(1))->roofMemory.lock().get() == first);
            QVERIFY(small->work->run(1).ok() && large->work->run(1).ok());
        }
        QVERIFY((*device->team(1))->roofMemory.expired());
    }

    void rejectsWhatCannotBeMeasured_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("footprint");
        QTest::addColumn<QString>("error");
        QTest::newRow("an id that no processor has") << "bandwidth.l9" << 0.0 << "cpu.roof-unknown";
        QTest::newRow("a link of a GPU") << "bandwidth.h2d" << 0.0 << "cpu.roof-unknown";
        QTest::newRow("a negative size") << "bandwidth.dram" << -1.0 << "cpu.roof-footprint";
        QTest::newRow("not a number") << "bandwidth.dram" << std::nan("") << "cpu.roof-footprint";
        QTest::newRow("endless") << "bandwidth.dram" << std::numeric_limits<double>::infinity() << "cpu.roof-footprint";
        QTest::newRow("more than any machine has") << "bandwidth.dram" << 1e30 << "cpu.roof-memory";
    }
    void rejectsWhatCannotBeMeasured()
    {
        QFETCH(QString, id);
        QFETCH(double, footprint);
        const auto device = aDevice();
        const Result<RoofWork> work = prepareBandwidthRoof(device, {id.toStdString(), 1, Bytes(footprint)});
        QVERIFY(!work.ok());
        QTEST(QString::fromStdString(work.error().id), "error");
        QVERIFY(work.error().message().find('%') == std::string::npos);
    }

    void namesTheAccessThatWasTheFastest()
    {
        // Of a footprint in the first-level cache it is known; another one's is what the sweep's kernel takes too.
        const auto device = aDevice();
        const Result<RoofWork> near = prepareBandwidthRoof(device, {"bandwidth.l1", 2, Bytes(32 * 1024)});
        QVERIFY(near.ok());
        QCOMPARE(near->method, std::string("in-place update, 1 stream a thread, 8 B per element, 32 KiB"));
        const Result<RoofWork> middle = prepareBandwidthRoof(device, {"bandwidth.l2", 2, Bytes(512 * 1024)});
        QVERIFY(middle.ok());
        const std::string access(wordsFor(accessFor(*device, **device->team(2), 512 * 1024)));
        QCOMPARE(middle->method, "in-place update, " + access + ", 8 B per element, 512 KiB");
    }
    void withinCachesNothingIsWrittenPastThem()
    {
        const auto device = aDevice();
        for (const char* id : {"bandwidth.l2.copy", "bandwidth.l2.write"})
            QVERIFY(prepareBandwidthRoof(device, {id, 1, Bytes(64 * 1024)})->method.find("regular stores")
                    != std::string::npos);
        for (const char* id : {"bandwidth.dram.copy", "bandwidth.dram.write"})
            QVERIFY(prepareBandwidthRoof(device, {id, 1, Bytes(64 * 1024)})->method.find("non-temporal stores")
                    != std::string::npos);
    }

    void listsTheLevelsThatAreNamed()
    {
        const std::vector<MemoryLevel> claimed{{"l1", Bytes(32768), true}, {"dram", Bytes(1e30), false}};
        const std::vector<std::string> bandwidths{"bandwidth.l1", "bandwidth.dram", "bandwidth.dram.copy",
                                                  "bandwidth.dram.read", "bandwidth.dram.write"};
        QVERIFY(bandwidthRoofIds(claimed) == bandwidths);
        QVERIFY((cacheTrafficRoofIds(claimed)
                 == std::vector<std::string>{"bandwidth.l1.copy", "bandwidth.l1.read", "bandwidth.l1.write"}));
        QVERIFY((levelLatencyRoofIds(claimed) == std::vector<std::string>{"latency.l1", "latency.dram"}));
    }

    void aLoadWaitsForTheOneBeforeAtEveryLevel_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("footprint");
        QTest::addColumn<QString>("lines");
        QTest::newRow("a cache") << "latency.l2" << 65536.0 << "1024 lines of 64 B in 64 KiB";
        QTest::newRow("less than two lines") << "latency.l1" << 1.0 << "2 lines of 64 B in 0 KiB";
        QTest::newRow("memory, of which no line is met twice")
            << "latency.dram" << 1e10 << "524288 lines of 64 B in 64 MiB";
    }
    void aLoadWaitsForTheOneBeforeAtEveryLevel()
    {
        QFETCH(QString, id);
        QFETCH(double, footprint);
        QFETCH(QString, lines);
        const Result<RoofWork> work = prepareLevelLatencyRoof(aDevice(), {id.toStdString(), 2, Bytes(footprint)});
        QVERIFY(work.ok());
        QVERIFY(work->kind == RoofKind::Latency);
        QVERIFY2(work->method.find(lines.toStdString()) != std::string::npos, work->method.c_str());
        for (int i = 0; i < 3; ++i) {
            const Result<BatchTiming> timing = work->work->run(5);
            QVERIFY(timing.ok());
            QVERIFY(timing->time > Seconds(0.0));
        }
    }
    void refusesALatencyOfNoSize()
    {
        QCOMPARE(prepareLevelLatencyRoof(aDevice(), {"latency.l1", 1, Bytes(std::nan(""))}).error().id,
                 std::string("cpu.roof-footprint"));
        QVERIFY(isLevelLatencyRoof("latency.l3"));
        QVERIFY(!isLevelLatencyRoof("latency.fp32.fma"));
        QVERIFY(!isLevelLatencyRoof("latency.l9"));
    }

    void countsWhatIntegersCompute_data()
    {
        QTest::addColumn<int>("set");
        for (const InstructionSet set : allInstructionSets)
            QTest::newRow(nameOf(set).data()) << static_cast<int>(set);
    }
    void countsWhatIntegersCompute()
    {
        QFETCH(int, set);
        const auto which = static_cast<InstructionSet>(set);
        if (!isSupported(which))
            QSKIP("this processor lacks the instruction set");
        const auto device = std::make_shared<CpuDevice>(which, 2);
        for (const std::string& id : integerRoofIds(which)) {
            QVERIFY(isIntegerRoof(id));
            const Result<RoofWork> one = prepareIntegerRoof(device, {id, 1, Bytes()});
            const Result<RoofWork> two = prepareIntegerRoof(device, {id, 2, Bytes()});
            QVERIFY2(one.ok() && two.ok(), id.c_str());
            QCOMPARE(two->amount, 2.0 * one->amount);
            QVERIFY(two->work->run(2).ok());
        }
        const IntegerKernel kernel = integerKernelsFor(which).mul32;
        QCOMPARE(prepareIntegerRoof(device, {"compute.int32.mul", 1, Bytes()})->amount,
                 1024.0 * static_cast<double>(kernel.chains * kernel.lanes));
        const DotKernel dot = dotKernelFor(which);
        const Result<RoofWork> roof = prepareIntegerRoof(device, {"compute.int8.dot", 1, Bytes()});
        if (dot.run == nullptr)
            QCOMPARE(roof.error().id, std::string("cpu.no-vnni"));
        else
            QCOMPARE(roof->amount,
                     1024.0 * 12 * static_cast<double>(dot.lanes) * 8); // four multiplications and four additions each
    }

    void offersTheMatrixRoofsExactlyWhereTheProcessorHasTiles_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("has");
        QTest::addColumn<double>("amount");
        QTest::newRow("bf16") << "compute.bf16.matrix" << hasAmxTiles() << 2.0 * 2 * 32 * 32 * 128;
        QTest::newRow("int8") << "compute.int8.matrix" << hasInt8Tiles() << 2.0 * 2 * 32 * 32 * 256;
    }
    void offersTheMatrixRoofsExactlyWhereTheProcessorHasTiles()
    {
        QFETCH(QString, id);
        QFETCH(bool, has);
        QFETCH(double, amount);
        const std::vector<std::string> ids = matrixRoofIds();
        QCOMPARE(std::count(ids.begin(), ids.end(), id.toStdString()), has ? 1 : 0);
        QVERIFY(isMatrixRoof(id.toStdString()));
        const Result<RoofWork> matrix = prepareMatrixRoof(aDevice(), {id.toStdString(), 2, Bytes(0.0)});
        if (!has) {
            QCOMPARE(matrix.error().id, std::string("cpu.no-amx"));
            return;
        }
        QVERIFY(matrix.ok() || matrix.error().id == "cpu.amx-refused");
        if (matrix.ok()) {
            QCOMPARE(matrix->amount, amount);
            QVERIFY(matrix->work->run(10).ok());
        }
    }
};

RIDGEPOINT_TEST(RoofWorksTest)
#include "roof_works_test.moc"
