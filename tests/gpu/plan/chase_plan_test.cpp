// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/chase_plan.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/plan/call_model.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <set>
#include <vector>

using namespace ridgepoint;
using test::argument;

namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
const GpuShape h200{
    .multiprocessors = 132, .maxThreadsPerMultiprocessor = 2048, .l2 = Bytes(50.0 * mebibyte), .computeCapability = 90};

} // namespace

class ChasePlanTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

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

RIDGEPOINT_TEST(ChasePlanTest)
#include "chase_plan_test.moc"
