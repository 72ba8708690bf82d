// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/cost.h"
#include "gpu/plan/chase_plan.h"
#include "gpu/plan/roof_plan.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/plan/call_model.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <limits>
#include <set>
#include <vector>

using namespace ridgepoint;
using test::applicationsOf;
using test::argument;
using test::matchesParameters;
using test::vectorsOf;

namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
const GpuShape h200{
    .multiprocessors = 132, .maxThreadsPerMultiprocessor = 2048, .l2 = Bytes(50.0 * mebibyte), .computeCapability = 90};
const GpuShape turing{
    .multiprocessors = 40, .maxThreadsPerMultiprocessor = 1024, .l2 = Bytes(4.0 * mebibyte), .computeCapability = 75};

/// The bytes that one call moves and a roof counts, from its arguments alone.
double bytesOf(const KernelCall& call)
{
    switch (findKernel(call.kernel)->family) {
    case KernelFamily::Update:
        return 2.0 * argument<std::uint32_t>(call, 1) * argument<std::uint32_t>(call, 2) * tileBytes;
    case KernelFamily::ReadOften:
        return static_cast<double>(argument<std::uint32_t>(call, 2)) * argument<std::uint32_t>(call, 3) * tileBytes;
    case KernelFamily::Shared:
        return 2.0 * argument<std::uint32_t>(call, 1) * sharedRoundPasses * call.grid.x * sharedTileBytes;
    case KernelFamily::Variant: {
        const std::uint32_t vectors = call.kernel == "rp_update_vectors8_f32" ? 8 : 4;
        return 2.0 * call.grid.x * call.block.x * vectors * vectorBytes;
    }
    case KernelFamily::Chain: return 2.0 * static_cast<double>(vectorsOf(call)) * vectorBytes;
    case KernelFamily::Copy: return 2.0 * static_cast<double>(vectorsOf(call, 2)) * vectorBytes;
    case KernelFamily::Read: return static_cast<double>(vectorsOf(call, 2)) * vectorBytes;
    case KernelFamily::Write: return static_cast<double>(vectorsOf(call)) * vectorBytes;
    default: return -1.0;
    }
}

/// The last byte that each pointer of a call may reach lies in its buffer.
bool staysInBuffers(const RoofPlan& roof)
{
    for (const KernelCall& call : roof.plan.calls)
        for (const KernelArgument& given : call.arguments)
            if (const auto* pointer = std::get_if<BufferPointer>(&given))
                if (pointer->buffer >= roof.plan.buffers.size()
                    || pointer->offset >= roof.plan.buffers[pointer->buffer].bytes)
                    return false;
    return true;
}

/// Applies what a kernel of whole numbers does to them; how many bits that changed.
double bitsToggled(std::vector<std::uint32_t>& numbers, const KernelCall& call, int applications)
{
    const bool multiplies = call.kernel == "rp_int32_mad";
    const std::uint32_t factor = multiplies ? argument<std::uint32_t>(call, 2) : 1;
    double toggled = 0.0;
    for (int i = 0; i < applications; ++i)
        for (std::size_t n = 0; n < numbers.size(); ++n) {
            const std::uint32_t next = numbers[n] * factor
                                     + (multiplies ? argument<std::uint32_t>(call, 3) : numbers[n ^ 1U]);
            toggled += std::popcount(next ^ numbers[n]);
            numbers[n] = next;
        }
    return toggled;
}

} // namespace

Q_DECLARE_METATYPE(ridgepoint::Bytes)

class RoofPlanTest : public ridgepoint::test::Case {
    Q_OBJECT

private slots:
    void everyRoofOfTheListCanBePlanned()
    {
        for (const GpuShape& shape : {h200, turing}) {
            std::vector<std::string> ids = plannedRoofIds(shape);
            for (const std::string& id : variantRoofIds())
                ids.push_back(id);
            for (const std::string& id : ids) {
                const auto roof = planRoof(id, shape, Bytes(0.0));
                QVERIFY2(roof.ok(), id.c_str());
                const auto kind = kindOfRoof(id);
                QVERIFY2(kind.ok() && isRoofId(id), id.c_str());
                QCOMPARE(roof->kind, *kind);
                QVERIFY2(roof->amount > 0.0 && !roof->method.empty() && !roof->plan.calls.empty(), id.c_str());
                QVERIFY2(staysInBuffers(*roof), id.c_str());
                for (const KernelCall& call : roof->plan.calls)
                    QVERIFY2(matchesParameters(call), call.kernel.c_str());
                for (const KernelCall& call : roof->plan.fill)
                    QVERIFY2(matchesParameters(call), call.kernel.c_str());
            }
        }
    }

    void theListIsTheContractsForWhatTheDeviceHas()
    {
        const auto ids = plannedRoofIds(h200);
        const auto has = [&](const char* id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); };
        for (const char* id :
             {"bandwidth.l1",        "bandwidth.l2",        "bandwidth.l2.read",    "bandwidth.dram",
              "bandwidth.dram.copy", "bandwidth.dram.read", "bandwidth.dram.write", "compute.int32.mad",
              "compute.int32.add",   "latency.l1",          "latency.l2",           "latency.dram",
              "compute.fp32.fma",    "compute.fp64.mul",    "compute.fp16.add",     "compute.bf16.fma",
              "compute.fp32.relu",   "compute.fp32.gelu",   "compute.fp32.exp",     "compute.fp32.cos",
              "latency.fp32.fma",    "latency.fp64.add",    "latency.bf16.mul",     "latency.fp32.cos",
              "launch.wait_each",    "launch.queued",       "launch.graph",         "launch.fixed",
              "launch.queued.device"})
            QVERIFY2(has(id), id);
        QVERIFY(!has("compute.fp64.cos") && !has("latency.fp64.cos"));
        QCOMPARE(ids.size(), std::size_t{7 + 2 * (12 + 4) + 2 + 3 + 5});
        for (const std::string& id : variantRoofIds())
            QVERIFY2(!has(id.c_str()), id.c_str());
        const auto older = plannedRoofIds(turing);
        for (const char* id : {"compute.bf16.fma", "latency.bf16.fma"})
            QVERIFY2(std::find(older.begin(), older.end(), id) == older.end(), id);
        QVERIFY(std::find(older.begin(), older.end(), "compute.fp16.fma") != older.end());
        GpuShape without = h200;
        without.l2 = Bytes(0.0);
        const auto fewer = plannedRoofIds(without);
        for (const char* id : {"bandwidth.l2", "bandwidth.l2.read", "latency.l2"}) {
            QVERIFY(std::find(fewer.begin(), fewer.end(), id) == fewer.end());
            QVERIFY(!planRoof(id, without, Bytes(mebibyte)).ok());
        }
    }

    void bandwidthRoofsCountWhatTheirCallsMove_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<Bytes>("footprint");
        for (const char* id : {"bandwidth.l2", "bandwidth.l2.read", "bandwidth.dram", "bandwidth.dram.copy",
                               "bandwidth.dram.read", "bandwidth.dram.write", "bandwidth.dram.evict_first",
                               "bandwidth.dram.vectors8", "bandwidth.dram.threads256", "bandwidth.dram.kn"})
            for (const double footprint : {0.0, 1.0, 8192.0, 100000.0, 3.0 * mebibyte, 1024 * mebibyte})
                QTest::addRow("%s over %.0f B", id, footprint) << QString(id) << Bytes(footprint);
    }
    void bandwidthRoofsCountWhatTheirCallsMove()
    {
        QFETCH(QString, id);
        QFETCH(Bytes, footprint);
        const auto roof = planRoof(id.toStdString(), h200, footprint);
        QVERIFY(roof.ok());
        double bytes = 0.0;
        for (const KernelCall& call : roof->plan.calls)
            bytes += bytesOf(call);
        QCOMPARE(roof->amount, bytes);
        QVERIFY(staysInBuffers(*roof));
        // Whole tiles: nothing is moved that is not counted, and no more than asked for but for the smallest.
        double held = 0.0;
        for (const BufferPlan& buffer : roof->plan.buffers) {
            QCOMPARE(buffer.bytes, buffer.usefulBytes);
            if (buffer.bytes >= tileBytes)
                held += static_cast<double>(buffer.bytes);
        }
        if (footprint.value() >= 2.0 * tileBytes)
            QVERIFY2(held <= footprint.value() * 1.01, qPrintable(QString::number(held)));
    }

    void theUsualDramFootprintIsFarOutsideTheCache()
    {
        QVERIFY(planRoof("bandwidth.dram", h200, Bytes(0.0))->plan.buffers.at(0).bytes >= std::uint64_t{512} << 20);
        GpuShape large = h200;
        large.l2 = Bytes(128.0 * mebibyte);
        QVERIFY(planRoof("bandwidth.dram", large, Bytes(0.0))->plan.buffers.at(0).bytes >= std::uint64_t{1023} << 20);
        QVERIFY(static_cast<double>(planRoof("bandwidth.l2", h200, Bytes(0.0))->plan.buffers.at(0).bytes)
                < h200.l2.value() / 2);
    }

    void theMethodNamesTheSize()
    {
        QVERIFY(planRoof("bandwidth.l2", h200, Bytes(262144.0))->method.ends_with("256 KiB"));
        QVERIFY(planRoof("bandwidth.dram.copy", h200, Bytes(1024 * mebibyte))->method.ends_with("1024 MiB"));
    }

    void cachePassesCancelAndOutweighTheLaunch()
    {
        for (const double footprint : {8192.0, mebibyte, 25 * mebibyte, 50 * mebibyte}) {
            const auto roof = planRoof("bandwidth.l2", h200, Bytes(footprint));
            const KernelCall& call = roof->plan.calls.at(0);
            QCOMPARE(argument<std::uint32_t>(call, 2) % 2, 0U);
            QVERIFY(call.grid.x <= 132U * 16U);
            QVERIFY(call.grid.x <= argument<std::uint32_t>(call, 1));
            QVERIFY(argument<std::uint32_t>(call, 2) <= 8192U);
            if (footprint >= mebibyte)
                QVERIFY(roof->amount >= 2048 * mebibyte);
        }
    }

    void everyMultiprocessorGetsAsMuchOfTheCache()
    {
        for (const GpuShape& shape : {h200, turing})
            for (double footprint = 2 * mebibyte; footprint <= 64 * mebibyte; footprint *= 1.07) {
                const auto roof = planRoof("bandwidth.l2", shape, Bytes(footprint));
                const KernelCall& call = roof->plan.calls.at(0);
                QCOMPARE(call.grid.x % static_cast<std::uint32_t>(shape.multiprocessors), 0U);
                QCOMPARE(argument<std::uint32_t>(call, 1) % call.grid.x, 0U);
                QVERIFY2(static_cast<double>(roof->plan.buffers.at(0).bytes) > footprint * 0.5,
                         qPrintable(QString::number(footprint)));
            }
    }

    void everyMultiprocessorsSharedMemoryIsFilledAlike()
    {
        for (const GpuShape& shape : {h200, turing}) {
            const auto roof = planRoof("bandwidth.l1", shape, Bytes(0.0));
            const KernelCall& call = roof->plan.calls.at(0);
            QCOMPARE(roof->amount, bytesOf(call));
            QCOMPARE(call.grid.x % static_cast<std::uint32_t>(shape.multiprocessors), 0U);
            const std::uint32_t blocks = call.grid.x / static_cast<std::uint32_t>(shape.multiprocessors);
            QVERIFY(blocks * call.block.x <= static_cast<std::uint32_t>(shape.maxThreadsPerMultiprocessor));
            // 64 KiB is the least that a multiprocessor has (7.5); since 8.0 a block takes 1 KiB besides.
            QVERIFY(blocks * (sharedTileBytes + 1024) <= (shape.computeCapability == 75 ? 64U : 100U) * 1024);
            QCOMPARE(roof->plan.buffers.at(0).bytes, std::uint64_t{call.grid.x} * sharedTileBytes);
        }
    }

    void aVariantTakesAwayEverySecondTimeWhatItAdded()
    {
        for (const std::string& id : variantRoofIds()) {
            const auto roof = planRoof(id, h200, Bytes(mebibyte));
            QVERIFY(roof.ok());
            if (id == "bandwidth.dram.kn") {
                QCOMPARE(roof->plan.calls.at(0).kernel, std::string("rp_chain_fma_f32_kn"));
                QCOMPARE(applicationsOf(roof->plan.calls.at(0)), std::uint64_t{4}); // which undo each other
                continue;
            }
            QCOMPARE(argument<float>(roof->plan.calls.at(0), 1), -argument<float>(roof->plan.mirrored.at(0), 1));
            QCOMPARE(roof->plan.calls.at(0).grid.x, roof->plan.mirrored.at(0).grid.x);
        }
    }

    void wholeNumbersStayDifferentAndMoveForAMillionApplications_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("multiply-adds") << "compute.int32.mad";
        QTest::newRow("additions") << "compute.int32.add";
    }
    void wholeNumbersStayDifferentAndMoveForAMillionApplications()
    {
        QFETCH(QString, id);
        const auto roof = planRoof(id.toStdString(), h200, Bytes(0.0));
        std::vector<std::uint32_t> numbers(64); // of the pattern that the device starts from
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = std::bit_cast<std::uint32_t>(
                static_cast<float>(uniformValue(i, uniformPeriod(Precision::Fp32))));
        static_cast<void>(bitsToggled(numbers, roof->plan.fill.at(1), roundApplications));
        constexpr int applications = 1'000'000;
        const double toggled = bitsToggled(numbers, roof->plan.calls.at(0), applications) / (applications * 64.0);
        QVERIFY2(toggled > 16.0 * 0.8 && toggled < 16.0 * 1.2,
                 QByteArray::number(toggled).constData()); // of 32 random ones half
        std::sort(numbers.begin(), numbers.end());
        const auto distinct = std::unique(numbers.begin(), numbers.end()) - numbers.begin();
        QVERIFY2(distinct >= 58, QByteArray::number(static_cast<qint64>(distinct)).constData());
    }

    void computeRoofsRunAsOneWaveAndCountTheirOperations()
    {
        for (const GpuShape& shape : {h200, turing}) {
            const auto multiprocessors = static_cast<std::uint32_t>(shape.multiprocessors);
            for (const Precision precision : {Precision::Fp32, Precision::Fp64, Precision::Fp16})
                for (const Operation operation : {Operation::Fma, Operation::Mul, Operation::Add}) {
                    const auto roof = planRoof(computeRoofId(operation, precision), shape, Bytes(0.0));
                    QVERIFY(roof.ok());
                    const KernelCall& call = roof->plan.calls.at(0);
                    QCOMPARE(call.grid.x % multiprocessors, 0U);
                    QVERIFY(call.grid.x / multiprocessors * blockThreads
                            <= static_cast<std::uint32_t>(shape.maxThreadsPerMultiprocessor));
                    const double elements = static_cast<double>(roof->plan.buffers.at(0).usefulBytes)
                                          / bytesPerElement(precision);
                    QCOMPARE(roof->amount,
                             elements * static_cast<double>(applicationsOf(call)) * flopsPerApplication(operation));
                    QVERIFY(roof->plan.mirrored.empty());
                }
        }
    }

    /// Else the time of the launch, or of more blocks than one, would be part of the latency.
    void oneBlockAppliesAnOperationManyTimesToOneTile()
    {
        for (const GpuShape& shape : {h200, turing})
            for (const Precision precision : {Precision::Fp32, Precision::Fp64, Precision::Fp16})
                for (const Operation operation : allOperations) {
                    const std::string id = latencyRoofId(operation, precision);
                    const auto roof = planRoof(id, shape, Bytes(0.0));
                    QCOMPARE(roof.ok(), hasKernels(operation, precision));
                    if (!roof)
                        continue;
                    QCOMPARE(roof->plan.calls.size(), std::size_t{1});
                    const KernelCall& call = roof->plan.calls.front();
                    QVERIFY2(call.grid == Dim3{} && call.block.x == blockThreads, id.c_str());
                    QCOMPARE(vectorsOf(call), std::uint64_t{tileVectors}); // and whole: a part goes another way
                    QCOMPARE(argument<std::uint32_t>(call, 2), 0U);
                    QCOMPARE(roof->plan.buffers.front().usefulBytes, std::uint64_t{tileBytes});
                    QCOMPARE(roof->amount, static_cast<double>(applicationsOf(call)));
                    QVERIFY2(roof->amount >= 8192.0 && roof->plan.mirrored.empty(), id.c_str());
                    QVERIFY2(roof->method.find("one block") != std::string::npos, roof->method.c_str());
                }
    }

    void aSustainedRoofIsTheSameWork()
    {
        const auto burst = planRoof("compute.fp32.fma", h200, Bytes(0.0));
        const auto sustained = planRoof("compute.fp32.fma.sustained", h200, Bytes(0.0));
        QVERIFY(sustained.ok());
        QCOMPARE(sustained->amount, burst->amount);
        QVERIFY(sustained->plan.calls == burst->plan.calls);
    }

    void whatIsNoRoofOfTheseKernelsIsRefused()
    {
        for (const char* id :
             {"", "bandwidth", "bandwidth.l3", "bandwidth.l1.read", "latency.l3", "latency.l1.sustained",
              "bandwidth.h2d", "compute.fp32", "compute.fp64.cos", "compute.bf16.matrix", "launch.other", ".sustained",
              "bandwidth.dram.sustained", "latency.fp64.cos", "latency.fp32", "latency.fp32.fma.sustained"}) {
            const auto roof = planRoof(id, h200, Bytes(0.0));
            QVERIFY2(!roof.ok(), id);
            QCOMPARE(roof.error().kind, ErrorKind::Unsupported);
        }
        for (const char* id : {"compute.bf16.fma", "latency.bf16.fma"})
            QVERIFY2(!planRoof(id, turing, Bytes(0.0)).ok(), id);
    }

    void anImpossibleFootprintIsRefused()
    {
        for (const double footprint :
             {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN(), 1e30}) {
            const auto roof = planRoof("bandwidth.dram", h200, Bytes(footprint));
            QVERIFY(!roof.ok());
            QCOMPARE(QString::fromStdString(roof.error().id), QString("cuda.roof-footprint"));
        }
    }

    void everyLineComesOnceBeforeAnyComesAgain()
    {
        for (std::uint32_t bits = 0; bits <= 14; ++bits) {
            const std::uint64_t lines = std::uint64_t{1} << bits;
            std::vector<bool> met(lines);
            for (std::uint64_t step = 0; step < lines; ++step) {
                const std::uint64_t line = chasedLine(step, bits);
                QVERIFY(line < lines && !met[line]);
                met[line] = true;
                QCOMPARE(chasedLine(step + lines, bits), line);
            }
            QCOMPARE(chasedLine(0, bits), std::uint64_t{0});
        }
    }
    /// Neither a stride nor a few of them would tell the next line.
    void stepsAreOfEveryLength()
    {
        constexpr std::uint32_t bits = 12;
        constexpr std::uint64_t lines = std::uint64_t{1} << bits;
        std::set<std::uint64_t> lengths;
        std::uint64_t near = 0;
        for (std::uint64_t step = 0; step < lines; ++step) {
            const std::uint64_t length = (chasedLine(step + 1, bits) - chasedLine(step, bits)) % lines;
            lengths.insert(length);
            near += length <= 4 || length >= lines - 4 ? 1 : 0;
        }
        QVERIFY2(lengths.size() > lines / 3, QByteArray::number(static_cast<qint64>(lengths.size())).constData());
        QVERIFY2(near < lines / 50, QByteArray::number(static_cast<qint64>(near)).constData());
    }
    void everyLevelsLinesLieWellInsideIt()
    {
        const auto bytesOf = [](const char* id) { return planLatency(id, h200, Bytes(0.0))->plan.buffers.at(0).bytes; };
        QCOMPARE(bytesOf("latency.l1"), std::uint64_t{2048});
        QCOMPARE(bytesOf("latency.l2"), std::uint64_t{4} << 20);
        QCOMPARE(bytesOf("latency.dram"), std::uint64_t{512} << 20);
        // The first-level cache is passed by wherever the lines of another level would find room in it.
        QCOMPARE(planLatency("latency.l1", h200, Bytes(0.0))->plan.calls.at(0).kernel, std::string("rp_chase_l1"));
        QCOMPARE(planLatency("latency.l2", h200, Bytes(0.0))->plan.calls.at(0).kernel, std::string("rp_chase_l2"));
    }
    void aLapOfMemoryIsFarLongerThanALaunchAndItsFillLeavesTheCache()
    {
        const auto roof = planLatency("latency.dram", h200, Bytes(0.0));
        QVERIFY(roof->amount * 100 < static_cast<double>(roof->plan.buffers.at(0).bytes) / chasedLineBytes);
        QCOMPARE(roof->plan.fill.size(), std::size_t{2});
        QVERIFY(static_cast<double>(roof->plan.buffers.at(2).bytes) >= 1.9 * h200.l2.value());
        QCOMPARE(planLatency("latency.l2", h200, Bytes(0.0))->plan.fill.size(), std::size_t{1});
    }
    void oneThreadChasesAndTheAmountIsItsLoads()
    {
        for (const std::string& id : latencyRoofIds(h200)) {
            const auto roof = planLatency(id, h200, Bytes(65536.0));
            QVERIFY(roof.ok() && roof->kind == RoofKind::Latency);
            const KernelCall& call = roof->plan.calls.at(0);
            QVERIFY(call.grid == Dim3{} && call.block == Dim3{});
            QCOMPARE(roof->amount, static_cast<double>(argument<std::uint32_t>(call, 2)) * chaseRoundLoads);
            QCOMPARE(roof->plan.buffers.at(0).bytes, std::uint64_t{65536});
            QVERIFY2(roof->method.ends_with("64 KiB"), roof->method.c_str());
        }
        QCOMPARE(planLatency("latency.l4", h200, Bytes(0.0)).error().kind, ErrorKind::Unsupported);
    }
};

RIDGEPOINT_TEST(RoofPlanTest)
#include "roof_plan_test.moc"
