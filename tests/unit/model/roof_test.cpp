// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/roof.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;

class RoofTest : public test::Case {
    Q_OBJECT
private slots:
    void namesIdsAsTheContract()
    {
        QCOMPARE(computeRoofId(Operation::Cos, Precision::Fp32), std::string("compute.fp32.cos"));
        QCOMPARE(launchRoofId(LaunchMode::WaitEach), std::string("launch.wait_each"));
        QCOMPARE(bandwidthRoofId("dram"), std::string("bandwidth.dram"));
        for (const Operation operation : allOperations) {
            const bool isFlop = operation == Operation::Fma || operation == Operation::Mul
                             || operation == Operation::Add;
            const std::string id = computeRoofId(operation, Precision::Fp32);
            QVERIFY2(unitOfRoof(id) == (isFlop ? "FLOP/s" : "op/s"),
                     (id + ": name it in unitOfRoof (core/model/roof.cpp), or here if it counts FLOP").c_str());
        }
        QCOMPARE(unitOfRoof("compute.bf16.matrix"), std::string_view("FLOP/s"));
        QCOMPARE(unitOfRoof("launch.fixed"), std::string_view("s"));
        QCOMPARE(unitOfRoof("latency.l2"), std::string_view("s"));
        for (const char* whole : {"compute.int8.matrix", "compute.int32.mad", "compute.int32.add.sustained"})
            QCOMPARE(unitOfRoof(whole), std::string_view("op/s"));
    }
    void namesARoofForPeople()
    {
        QCOMPARE(nameOfRoof("bandwidth.dram"), std::string("DRAM"));
        QCOMPARE(nameOfRoof("bandwidth.l2.read"), std::string("L2 read"));
        QCOMPARE(nameOfRoof("bandwidth.peer.both.staged"), std::string("GPU to GPU both ways staged"));
        QCOMPARE(nameOfRoof("compute.fp32.fma"), std::string("fp32 fma"));
        QCOMPARE(nameOfRoof("launch.wait_each"), std::string("wait-each launch"));
        QCOMPARE(nameOfRoof("launch.fixed"), std::string("fixed cost"));
        QCOMPARE(nameOfRoof("launch.queued.device"), std::string("gap between queued kernels"));
        QCOMPARE(nameOfRoof("latency.dram"), std::string("DRAM latency"));
        QCOMPARE(nameOfRoof("latency.fp32.fma"), std::string("fp32 fma latency"));
        QCOMPARE(nameOfRoof("nonsense"), std::string("nonsense"));
        QCOMPARE(nameOfRoof("bandwidth."), std::string());
    }
    void onlyWhatIsOfMemoryHasMemorysState()
    {
        const DeviceState state{.memory = 2.0, .compute = 3.0, .launch = 5.0};
        const auto valueOf = [&](const char* id) {
            return valueIn(state, {.id = id, .kind = *kindOfRoof(id), .value = 30.0}, {});
        };
        for (const char* id : {"bandwidth.dram", "bandwidth.dram.copy"})
            QCOMPARE(valueOf(id), 15.0);
        for (const char* id : {"bandwidth.l1", "bandwidth.l2.read", "compute.fp32.fma"})
            QCOMPARE(valueOf(id), 10.0);
        QCOMPARE(valueOf("latency.dram"), 60.0);
        for (const char* id : {"latency.l1", "latency.l2", "latency.fp32.fma"})
            QCOMPARE(valueOf(id), 90.0);
        QCOMPARE(valueOf("launch.queued"), 150.0);
        RoofSet cached; // the last level is whatever lies behind the others
        cached.levels = {{.name = "l2", .capacity = Bytes(1e6)}};
        QCOMPARE(valueIn(state, {.id = "latency.l2", .kind = RoofKind::Latency, .value = 30.0}, cached), 60.0);
    }
    void rejectsUnknownKinds()
    {
        QVERIFY(!kindOfRoof("speed.dram").ok());
        QVERIFY(!kindOfRoof("bandwidth").ok());
        QVERIFY(*kindOfRoof("launch.queued") == RoofKind::Launch);
    }
    void tellsMistypedIdsFromThoseOfTheContract_data()
    {
        QTest::addColumn<bool>("isKnown");
        for (const char* id : {"bandwidth.dram", "bandwidth.l2.read", "bandwidth.dram.evict_first",
                               "bandwidth.h2d.pinned", "bandwidth.peer.both.staged", "compute.fp32.fma",
                               "compute.bf16.matrix", "compute.int8.dot", "compute.fp16.matrix.sustained", "latency.l1",
                               "latency.fp64.exp", "launch.wait_each", "launch.fixed", "launch.queued.device"})
            QTest::newRow(id) << true;
        for (const char* id :
             {"", "bandwidth", "bandwidth.", "bandwidth.drma", "bandwidth.dram.raed", "bandwidth.l2.read.l2",
              "bandwidth.l2.", "compute.fp32", "compute.fma.fp32", "compute.fp32.sin", "latency.fp32",
              "launch.wait-each", "launch.queued.graph", "launch.graph.device", "speed.dram", "Bandwidth.dram"})
            QTest::newRow(*id == '\0' ? "nothing" : id) << false;
    }
    void tellsMistypedIdsFromThoseOfTheContract()
    {
        QFETCH(bool, isKnown);
        const std::string id = QTest::currentDataTag();
        QCOMPARE(isRoofId(id == "nothing" ? std::string() : id), isKnown);
    }
    void findsTheLevelByEachThreadsShareOfPrivateCaches()
    {
        RoofSet roofs{.threads = 2};
        roofs.levels = {{"l1", Bytes(32e3), true}, {"l3", Bytes(1e7), false}, {"dram", Bytes(1e30), false}};
        QCOMPARE(roofs.levelFor(Bytes(60e3))->name, std::string("l1"));
        QCOMPARE(roofs.levelFor(Bytes(70e3))->name, std::string("l3"));
        QCOMPARE(roofs.levelFor(Bytes(2e7))->name, std::string("dram"));
        QVERIFY(RoofSet{}.levelFor(Bytes(1)) == nullptr);
    }
    void onlyTheLastCacheSharesATensorWithMemory()
    {
        // Sixteen threads whose private caches hold 32 MB together, more than the last cache keeps.
        RoofSet roofs{.threads = 16};
        roofs.levels = {{"l2", Bytes(2e6), true},
                        {.name = "l3", .capacity = Bytes(64e6), .kept = Bytes(24e6)},
                        {"dram", Bytes(1e30), false}};
        QVERIFY(!roofs.sharedServiceOf(Bytes(20e6)));
        QVERIFY(!roofs.sharedServiceOf(Bytes(28e6)));
        QVERIFY(roofs.sharedServiceOf(Bytes(40e6)));
        QVERIFY(roofs.sharedServiceOf(Bytes(100e6)));
        QVERIFY(!roofs.sharedServiceOf(Bytes(24e6 * servedByMemoryAlone)));
        roofs.levels[1].gone = Bytes(72e6); // of 48 MB: (24/48 - 24/72) / (1 - 24/72) of it
        QVERIFY(std::abs(roofs.sharedServiceOf(Bytes(48e6))->fromCache - 0.25) < 1e-12);
        QVERIFY(!roofs.sharedServiceOf(Bytes(73e6)));
        roofs.levels[1].kept = Bytes(0.0);
        QVERIFY(!roofs.sharedServiceOf(Bytes(60e6)));
        QVERIFY(!RoofSet{}.sharedServiceOf(Bytes(1)));
    }
    void aLowerClockIsASlowerStateOfArithmetic()
    {
        const Workload workload{.operationsPerElement = 4};
        RoofSet roofs;
        roofs.roofs.push_back({.id = computeRoofId(workload.operation, workload.precision),
                               .kind = RoofKind::Compute,
                               .value = 6e13,
                               .clock = Hertz(1.98e9)});
        QVERIFY(std::abs(stateOf({}, workload, roofs, Hertz(1.65e9)).compute - 1.2) < 1e-12);
        QCOMPARE(stateOf({}, workload, roofs, Hertz(0.0)), DeviceState{});                // not told
        QCOMPARE(stateOf({.rate = 6e13}, workload, roofs, Hertz(1.65e9)), DeviceState{}); // what was reached says more
        roofs.roofs[0].clock = Hertz(0.0);
        QCOMPARE(stateOf({}, workload, roofs, Hertz(1.65e9)), DeviceState{});
    }
    void isInTheStateItWasLastMeasuredInWhereNoControlWasRead()
    {
        RoofSet roofs{.device = "cpu", .threads = 2};
        roofs.put({.id = "bandwidth.dram", .value = 117e9, .latest = 58.5e9, .measurements = 4});
        roofs.put({.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 500e9});
        roofs.put({.id = "launch.wait_each", .kind = RoofKind::Launch, .value = 70e-9, .latest = 210e-9});
        const Workload workload{.threads = 2};
        QCOMPARE(stateOf({}, workload, roofs).memory, 2.0);
        QCOMPARE(stateOf({}, workload, roofs).compute, 1.0);
        QVERIFY(std::abs(stateOf({}, workload, roofs).launch - 3.0) < 1e-9);
        QCOMPARE(stateOf({.bandwidth = 117e9, .launch = 70e-9}, workload, roofs),
                 DeviceState{}); // what is read now is the state
        const RoofSet last = asLastMeasured(roofs);
        QCOMPARE(last.find("bandwidth.dram")->value, 58.5e9);
        QCOMPARE(last.find("compute.fp32.fma")->value, 500e9);
        QCOMPARE(stateOf({}, workload, last), DeviceState{});
    }
    void putReplacesARoofOfTheSameId()
    {
        RoofSet roofs;
        roofs.put({.id = "launch.fixed", .value = 1.0});
        roofs.put({.id = "launch.fixed", .value = 2.0});
        QCOMPARE(roofs.roofs.size(), std::size_t{1});
        QCOMPARE(roofs.find("launch.fixed")->value, 2.0);
        QVERIFY(roofs.find("launch.queued") == nullptr);
    }
};

RIDGEPOINT_TEST(RoofTest)
#include "roof_test.moc"
