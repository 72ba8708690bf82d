// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/roof_works.h"

#include "core/cpu/amx_tiles.h"
#include "core/cpu/cpu_device.h"
#include "core/cpu/operation_numbers.h"
#include "tests/support/test_main.h"

#include <QTest>

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

/// Whether a number is what the pattern has there after so many updates of a window that begins at `window`, each of which
/// takes its summand off where that window's first number is positive.
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

class RoofWorksTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void countsTheTrafficThatTheContractNames_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("bytesPerFootprint");
        QTest::newRow("update of the first level") << "bandwidth.l1" << 2.0;
        QTest::newRow("update of DRAM: 8 B per element of 4") << "bandwidth.dram" << 2.0;
        QTest::newRow("copy: both arrays are in the footprint") << "bandwidth.dram.copy" << 1.0;
        QTest::newRow("read: 4 B per element") << "bandwidth.dram.read" << 1.0;
        QTest::newRow("write: 4 B per element") << "bandwidth.dram.write" << 1.0;
    }
    void countsTheTrafficThatTheContractNames()
    {
        QFETCH(QString, id);
        QFETCH(double, bytesPerFootprint);
        const auto device = aDevice();
        const Result<RoofWork> work = prepareCpuRoof(device, {id.toStdString(), 2, Bytes(1 << 20)});
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
        const RoofRequest request{.id = "bandwidth.dram", .threads = 2, .footprint = Bytes(128 * 1024), .window = Bytes(32 * 1024)};
        const Result<RoofWork> one = prepareCpuRoof(device, request);
        const Result<RoofWork> other = prepareCpuRoof(device, request);
        QVERIFY(one.ok() && other.ok());
        QVERIFY(one->work->run(1).ok() && other->work->run(1).ok() && one->work->run(1).ok() && other->work->run(1).ok());
        const auto* data = reinterpret_cast<const float*>((*device->team(2))->roofMemory.lock()->part(0));
        constexpr std::size_t window = 4 * 1024; // floats of one thread
        for (std::size_t i = 0; i < 4 * window; ++i)
            QVERIFY(isUpdated(data[i], i, i / window * window, 1));
    }
    void memoryIsMeasuredWhereNoCacheWas()
    {
        // The caches' roofs work where memory begins.
        const auto device = aDevice();
        const Result<RoofWork> cache = prepareCpuRoof(device, {.id = "bandwidth.l3", .threads = 2, .footprint = Bytes(1 << 20)});
        const Result<RoofWork> memory = prepareCpuRoof(device, {.id = "bandwidth.dram", .threads = 2, .footprint = Bytes(256 << 20), .window = Bytes(64 << 20)});
        QVERIFY(cache.ok() && memory.ok());
        QVERIFY(cache->work->run(1).ok() && memory->work->run(4).ok());
        const auto* data = reinterpret_cast<const float*>((*device->team(2))->roofMemory.lock()->part(1));
        constexpr std::size_t window = 8 << 20; // floats of one thread
        QVERIFY(isUpdated(data[0], 0, 0, 1));
        QVERIFY(isUpdated(data[window - 1], window - 1, 0, 0));
        QVERIFY(isUpdated(data[window], window, window, 2)); // three windows: the fourth repetition is the first one's again
        QVERIFY(isUpdated(data[2 * window], 2 * window, 2 * window, 1));
        QVERIFY(isUpdated(data[4 * window - 1], 4 * window - 1, 3 * window, 1));
    }
    void everyThreadUpdatesItsWholePartOncePerRepetition()
    {
        const auto device = aDevice();
        const Result<RoofWork> work = prepareCpuRoof(device, {"bandwidth.dram", 2, Bytes(128 * 1024)});
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
        const Result<RoofWork> work = prepareCpuRoof(device, {.id = "bandwidth.dram", .threads = 2, .footprint = Bytes(128 * 1024), .window = Bytes(window)});
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
            const Result<RoofWork> small = prepareCpuRoof(device, {"bandwidth.l1", 1, Bytes(16384)});
            const auto* first = (*device->team(1))->roofMemory.lock().get();
            const Result<RoofWork> large = prepareCpuRoof(device, {"bandwidth.dram", 1, Bytes(1 << 22)});
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
        const Result<RoofWork> work = prepareCpuRoof(device, {id.toStdString(), 1, Bytes(footprint)});
        QVERIFY(!work.ok());
        QTEST(QString::fromStdString(work.error().id), "error");
        QVERIFY(work.error().message().find('%') == std::string::npos);
    }

    void offersTheMatrixRoofExactlyWhereTheProcessorHasTiles()
    {
        const std::vector<MemoryLevel> claimed{{"l1", Bytes(32768), true}, {"dram", Bytes(1e30), false}};
        const std::vector<std::string> ids = cpuRoofWorkIds(claimed);
        const std::vector<std::string> bandwidths{"bandwidth.l1", "bandwidth.dram", "bandwidth.dram.copy",
                                                  "bandwidth.dram.read", "bandwidth.dram.write"};
        QVERIFY(std::equal(bandwidths.begin(), bandwidths.end(), ids.begin()));
        QCOMPARE(ids.size(), bandwidths.size() + (hasAmxTiles() ? 1 : 0));
        for (const std::string& id : ids)
            QVERIFY(isCpuRoofWork(id));

        const auto device = aDevice();
        const Result<RoofWork> matrix = prepareCpuRoof(device, {"compute.bf16.matrix", 2, Bytes(0.0)});
        if (!hasAmxTiles()) {
            QCOMPARE(matrix.error().id, std::string("cpu.no-amx"));
            return;
        }
        QVERIFY(matrix.ok() || matrix.error().id == "cpu.amx-refused");
        if (matrix.ok()) {
            QCOMPARE(matrix->amount, 2.0 * 2 * 32 * 32 * 128);
            QVERIFY(matrix->work->run(10).ok());
        }
    }
};

QTEST_GUILESS_MAIN(RoofWorksTest)
#include "roof_works_test.moc"
