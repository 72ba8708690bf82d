// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/prediction.h"
#include "core/model/theory.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>

using namespace ridgepoint;

namespace {

constexpr double mega = 1e6;

RoofSet processor()
{
    RoofSet roofs{.device = "cpu", .threads = 1};
    for (const char* level : {"l1", "l2", "l3", "dram"})
        roofs.put({.id = bandwidthRoofId(level), .kind = RoofKind::Bandwidth, .value = 1e10});
    roofs.levels = {{.name = "l1", .capacity = Bytes(0.03 * mega)},
                    {.name = "l2", .capacity = Bytes(1 * mega)},
                    {.name = "l3", .capacity = Bytes(30 * mega)},
                    {.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return roofs;
}

/// Two passes over a tensor of so many bytes.
Workload twoPasses(double bytes) { return {.elements = static_cast<std::int64_t>(bytes / 4.0), .chainLength = 2}; }

const ReferenceLine* lineOf(const std::vector<ReferenceLine>& lines, const std::string& roof)
{
    for (const ReferenceLine& line : lines)
        if (line.roof == roof)
            return &line;
    return nullptr;
}

bool within(double value, double wanted, double share) { return std::abs(value - wanted) <= share * wanted; }

} // namespace

class PredictionTest : public test::Case {
    Q_OBJECT
private slots:
    static RoofSet roofs()
    {
        RoofSet set{.device = "cpu", .threads = 1};
        set.levels = {{"l2", Bytes(1e6), true}, {"dram", Bytes(1e30), false}};
        set.put({.id = "bandwidth.l2", .value = 100e9});
        set.put({.id = "bandwidth.dram", .value = 10e9});
        set.put({.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 200e9});
        set.put({.id = "launch.wait_each", .kind = RoofKind::Launch, .value = 1e-6});
        set.put({.id = "launch.queued", .kind = RoofKind::Launch, .value = 0.5e-6});
        set.put({.id = "launch.fixed", .kind = RoofKind::Launch, .value = 2e-6});
        return set;
    }
    void largestTermNamesTheRegime_data()
    {
        QTest::addColumn<qint64>("elements");
        QTest::addColumn<qint64>("operations");
        QTest::addColumn<int>("limit");
        QTest::newRow("tiny: overhead-bound") << qint64{64} << qint64{1} << int(Regime::Overhead);
        QTest::newRow("left of the ridge: memory-bound") << qint64{10'000'000} << qint64{8} << int(Regime::Memory);
        QTest::newRow("right of the ridge: compute-bound") << qint64{10'000'000} << qint64{800} << int(Regime::Compute);
    }
    void largestTermNamesTheRegime()
    {
        QFETCH(qint64, elements);
        QFETCH(qint64, operations);
        const auto prediction = predict({.elements = elements, .operationsPerElement = operations}, roofs(),
                                        DeviceKind::Cpu);
        QVERIFY(prediction.ok());
        QTEST(int(prediction->limit), "limit");
    }
    /// Of a GPU that leaves 0.2 us between kernels, while its host takes 0.5 us to hand one over.
    static RoofSet handedOver()
    {
        RoofSet set = roofs();
        set.put({.id = std::string(deviceGapRoofId), .kind = RoofKind::Launch, .value = 0.2e-6});
        return set;
    }
    void aQueueHidesTheHostBehindTheWork_data()
    {
        QTest::addColumn<double>("bytes"); // moved by a launch at 100 GB/s
        QTest::addColumn<double>("seconds");
        QTest::addColumn<int>("limit");
        QTest::newRow("no work to speak of") << 80.0 << 0.5e-6 << int(Regime::Overhead);
        QTest::newRow("more than half, and still flat") << 28e3 << 0.5e-6 << int(Regime::Overhead);
        QTest::newRow("just past the host") << 32e3 << 0.52e-6 << int(Regime::Memory);
        QTest::newRow("far past it: the gap alone") << 800e3 << 8.2e-6 << int(Regime::Memory);
    }
    void aQueueHidesTheHostBehindTheWork()
    {
        QFETCH(double, bytes);
        QFETCH(double, seconds);
        Workload chain{.elements = static_cast<std::int64_t>(bytes / 8.0),
                       .operationsPerElement = 1,
                       .chainLength = 4,
                       .launchMode = LaunchMode::Queued};
        const auto prediction = predict(chain, handedOver(), DeviceKind::Cuda);
        QVERIFY(prediction.ok());
        QCOMPARE(prediction->time.value(), 4 * seconds);
        QTEST(int(prediction->limit), "limit");
        chain.launchMode = LaunchMode::WaitEach; // nothing works meanwhile
        QCOMPARE(predict(chain, handedOver(), DeviceKind::Cuda)->time.value(),
                 predict(chain, roofs(), DeviceKind::Cuda)->time.value());
    }
    void timeBendsWhereTheWorkBeginsToHideTheHost()
    {
        const auto at = [&](std::int64_t elements) {
            return *predict({.elements = elements, .launchMode = LaunchMode::Queued}, handedOver(), DeviceKind::Cuda);
        };
        const Prediction small = at(1000);
        const Prediction large = at(100'000);
        const std::vector<double> bends = crossoversBetween(small, large);
        QCOMPARE(bends.size(), std::size_t{1});
        const Prediction bend = predictionBetween(small, large, bends.front());
        QVERIFY(std::abs(bend.memory.value() - 0.3e-6) < 1e-12);
        QVERIFY(std::abs(bend.time.value() - 0.5e-6) < 1e-12);
    }
    void cpuAddsTheLaunchCostInEveryMode()
    {
        const Workload chain{
            .elements = 10'000'000, .operationsPerElement = 1, .chainLength = 4, .launchMode = LaunchMode::Queued};
        const auto prediction = predict(chain, roofs(), DeviceKind::Cpu);
        QVERIFY(prediction.ok());
        QCOMPARE(prediction->time.value(), 4 * (80e6 / 10e9 + 0.5e-6) + 2e-6);
    }
    void gpuAddsTheLaunchCostInEveryMode()
    {
        RoofSet set = roofs();
        set.put({.id = "launch.graph", .kind = RoofKind::Launch, .value = 0.25e-6});
        Workload chain{
            .elements = 10'000'000, .operationsPerElement = 1, .chainLength = 4, .launchMode = LaunchMode::Queued};
        // Queued chains follow each other without a wait: nothing is paid once a chain.
        const auto queued = predict(chain, set, DeviceKind::Cuda);
        QVERIFY(queued.ok());
        QCOMPARE(queued->time.value(), 4 * (80e6 / 10e9 + 0.5e-6));
        chain.launchMode = LaunchMode::Graph;
        const auto graph = predict(chain, set, DeviceKind::Cuda);
        QVERIFY(graph.ok());
        QCOMPARE(graph->time.value(), 4 * (80e6 / 10e9 + 0.25e-6) + 2e-6);
        chain.launchMode = LaunchMode::WaitEach;
        QCOMPARE(predict(chain, set, DeviceKind::Cuda)->time.value(), 4 * (80e6 / 10e9 + 1e-6));
    }
    void manyShortQueuedChainsOnAGpuAreOneLongChain()
    {
        const Workload one{.elements = 64, .operationsPerElement = 1, .launchMode = LaunchMode::Queued};
        Workload eight = one;
        eight.chainLength = 8;
        QCOMPARE(predict(eight, roofs(), DeviceKind::Cuda)->time.value(),
                 8.0 * predict(one, roofs(), DeviceKind::Cuda)->time.value());
        QVERIFY(predict(eight, roofs(), DeviceKind::Cpu)->time.value()
                < 8.0 * predict(one, roofs(), DeviceKind::Cpu)->time.value());
    }
    void takesTheBandwidthOfTheLevelThatTheFootprintFallsIn()
    {
        const auto inside = predict({.elements = 200'000}, roofs(), DeviceKind::Cpu);
        QCOMPARE(inside->bandwidthRoof, std::string("bandwidth.l2"));
        const auto outside = predict({.elements = 300'000}, roofs(), DeviceKind::Cpu);
        QCOMPARE(outside->bandwidthRoof, std::string("bandwidth.dram"));
    }
    void aCacheThatKeepsPartOfALargerTensorServesThatPart()
    {
        RoofSet set = roofs();
        set.levels = {{.name = "l3", .capacity = Bytes(32e6), .kept = Bytes(24e6)},
                      {.name = "dram", .capacity = Bytes(1e30)}};
        set.put({.id = "bandwidth.l3", .value = 100e9});
        const auto bandwidthAt = [&](double bytes) {
            const Workload workload{.elements = static_cast<std::int64_t>(bytes / 4.0)};
            return 2.0 * bytes / predict(workload, set, DeviceKind::Cpu)->memory.value();
        };
        // All of what is kept comes from the cache; of twice as much (1/2 - 1/6) / (5/6) do; of six times as much none.
        QCOMPARE(bandwidthAt(24e6), 100e9);
        const double served = (0.5 - 1.0 / 6.0) / (5.0 / 6.0);
        QCOMPARE(bandwidthAt(48e6), 1.0 / (served / 100e9 + (1.0 - served) / 10e9));
        QCOMPARE(bandwidthAt(24e6 * 6.0), 10e9);
        QVERIFY(bandwidthAt(24.1e6) > 95e9); // no step where the cache is full
        QVERIFY(bandwidthAt(24e6 * 5.95) < 10.1e9);
        const auto between = predict({.elements = 12'000'000}, set, DeviceKind::Cpu);
        QVERIFY(between->shared.has_value());
        QCOMPARE(between->shared->cacheRoof, std::string("bandwidth.l3"));
        QCOMPARE(between->shared->memoryRoof, std::string("bandwidth.dram"));
        QCOMPARE(between->bandwidthRoof, std::string("bandwidth.dram"));
        QVERIFY(!predict({.elements = 5'000'000}, set, DeviceKind::Cpu)->shared);
        QCOMPARE(ridgePoint({.elements = 12'000'000}, set)->value(), 200e9 / bandwidthAt(48e6));
        // Without the cache's roof the level's own has to do.
        std::erase_if(set.roofs, [](const Roof& roof) { return roof.id == "bandwidth.l3"; });
        const auto alone = predict({.elements = 12'000'000}, set, DeviceKind::Cpu);
        QVERIFY(alone.ok() && !alone->shared);
        QCOMPARE(alone->memory.value(), 96e6 / 10e9);
    }
    void aPredictionBetweenTwoIsThatOfThePlaceBetween_data()
    {
        QTest::addColumn<LaunchMode>("mode");
        QTest::addColumn<DeviceKind>("kind");
        QTest::newRow("launches and work one after the other") << LaunchMode::WaitEach << DeviceKind::Cpu;
        QTest::newRow("with a cost once a chain") << LaunchMode::Queued << DeviceKind::Cpu;
        QTest::newRow("launches queued on a GPU") << LaunchMode::Queued << DeviceKind::Cuda;
    }
    void aPredictionBetweenTwoIsThatOfThePlaceBetween()
    {
        QFETCH(LaunchMode, mode);
        QFETCH(DeviceKind, kind);
        const auto at = [&](std::int64_t operations, int depth) {
            const auto prediction = predict({.elements = 400'000,
                                             .operationsPerElement = operations,
                                             .chainLength = 64,
                                             .fusionDepth = depth,
                                             .launchMode = mode},
                                            roofs(), kind);
            return *prediction;
        };
        const auto same = [](const Prediction& a, const Prediction& b) {
            return std::abs(a.time / b.time - 1.0) < 1e-12 && std::abs(a.overhead / b.overhead - 1.0) < 1e-12
                && a.limit == b.limit;
        };
        QVERIFY(same(predictionBetween(at(4, 1), at(1024, 1), 0.25), at(16, 1)));
        QVERIFY(same(predictionBetween(at(4, 1), at(4, 64), 0.5), at(4, 8)));
    }
    void aCurveBendsWhereTwoTermsMeet()
    {
        const auto at = [](std::int64_t operations, DeviceKind kind) {
            return *predict({.elements = 10'000, .operationsPerElement = operations, .launchMode = LaunchMode::Queued},
                            roofs(), kind);
        };
        // Left of the ridge (8 B at 100 GB/s are 8 multiply-adds at 200 GFLOP/s) the bytes take 0.8 us, more than a
        // launch.
        const auto waited = crossoversBetween(at(1, DeviceKind::Cpu), at(64, DeviceKind::Cpu));
        QCOMPARE(waited.size(), std::size_t{1});
        QVERIFY(std::abs(std::pow(64.0, waited.front()) - 8.0) < 1e-9);
        QVERIFY(crossoversBetween(at(16, DeviceKind::Cpu), at(64, DeviceKind::Cpu)).empty());
        // Where the work takes as long as its launch of 0.5 us (1000 elements, 50 multiply-adds) the time does not
        // bend.
        const auto small = [](std::int64_t operations) {
            return *predict({.elements = 1'000, .operationsPerElement = operations, .launchMode = LaunchMode::Queued},
                            roofs(), DeviceKind::Cuda);
        };
        QVERIFY(crossoversBetween(small(32), small(64)).empty());
    }
    void aChainOfOperationsWaitsForEachOfThem()
    {
        RoofSet set = roofs();
        const Workload small{.elements = 64, .operationsPerElement = 1000, .chainLength = 3};
        const auto without = predict(small, set, DeviceKind::Cpu);
        QVERIFY(without->latencyRoof.empty() && without->latency == Seconds());
        QCOMPARE(int(without->limit), int(Regime::Overhead));

        // 4 ns an application: 4 us a pass, where 64 elements are computed in a sixth of that and a launch takes 1 us.
        set.put({.id = "latency.fp32.fma", .kind = RoofKind::Latency, .value = 4e-9});
        const auto waiting = predict(small, set, DeviceKind::Cpu);
        QCOMPARE(waiting->latencyRoof, std::string("latency.fp32.fma"));
        QCOMPARE(waiting->latency.value(), 3 * 1000 * 4e-9);
        QCOMPARE(waiting->time.value(), 3 * (1000 * 4e-9 + 1e-6));
        QCOMPARE(int(waiting->limit), int(Regime::UnderFilled));

        // Its applications grow with the depth, whose passes become fewer; its time follows the clock, as arithmetic
        // does.
        Workload deep = small;
        deep.fusionDepth = 3;
        QCOMPARE(predict(deep, set, DeviceKind::Cpu)->latency.value(), waiting->latency.value());
        QCOMPARE(predict(deep, set, DeviceKind::Cpu)->time.value(), 3 * 1000 * 4e-9 + 1e-6);
        QCOMPARE(predict(small, set, DeviceKind::Cpu, {.compute = 1.25})->latency.value(),
                 waiting->latency.value() * 1.25);
        QCOMPARE(predict(small, set, DeviceKind::Cpu, {.memory = 2.0, .launch = 3.0})->latency.value(),
                 waiting->latency.value());

        // As many elements as fill the machine hide it; another operation's says nothing.
        const auto large = predict({.elements = 10'000'000, .operationsPerElement = 1000}, set, DeviceKind::Cpu);
        QCOMPARE(int(large->limit), int(Regime::Compute));
        QCOMPARE(
            large->time.value(),
            predict({.elements = 10'000'000, .operationsPerElement = 1000}, roofs(), DeviceKind::Cpu)->time.value());
        set.put({.id = "compute.fp32.cos", .kind = RoofKind::Compute, .value = 200e9});
        QVERIFY(predict({.operation = Operation::Cos, .elements = 64}, set, DeviceKind::Cpu)->latencyRoof.empty());
    }
    void aQueueHidesTheHostBehindWaitingApplicationsToo()
    {
        RoofSet set = roofs();
        const double s = set.find("launch.queued")->value;
        const double t = s / 4.0;
        set.put({.id = std::string(deviceGapRoofId), .kind = RoofKind::Launch, .value = t});
        set.put({.id = "latency.fp32.fma", .kind = RoofKind::Latency, .value = 10e-9});
        const auto at = [&](std::int64_t operations) {
            return *predict({.elements = 64, .operationsPerElement = operations, .launchMode = LaunchMode::Queued}, set,
                            DeviceKind::Cuda);
        };
        const auto few = static_cast<std::int64_t>(s / 2.0 / 10e-9);
        QCOMPARE(at(few).time.value(), s); // half of s and a quarter: the host is still slower
        QCOMPARE(int(at(few).limit), int(Regime::Overhead));
        QCOMPARE(at(few * 20).time.value(), static_cast<double>(few * 20) * 10e-9 + t);
        QCOMPARE(int(at(few * 20).limit), int(Regime::UnderFilled));
    }
    void saysWhichRoofIsMissing()
    {
        const auto prediction = predict({.operation = Operation::Cos}, roofs(), DeviceKind::Cpu);
        QVERIFY(!prediction.ok());
        QVERIFY(prediction.error().message().find("compute.fp32.cos") != std::string::npos);
    }
    void ridgeIsWhereComputeMeetsBandwidth()
    {
        const auto ridge = ridgePoint({.elements = 10'000'000}, roofs());
        QCOMPARE(ridge->value(), 20.0);
    }

    void whatALevelServesGoesThroughEveryNearerOne_data()
    {
        QTest::addColumn<double>("footprint");
        QTest::addColumn<int>("levels");
        QTest::newRow("in L1") << 0.02 * mega << 1;
        QTest::newRow("in L2") << 0.5 * mega << 2;
        QTest::newRow("in L3") << 20.0 * mega << 3;
        QTest::newRow("in memory") << 400.0 * mega << 4;
    }
    void whatALevelServesGoesThroughEveryNearerOne()
    {
        QFETCH(double, footprint);
        QFETCH(int, levels);
        const auto traffic = trafficOf(twoPasses(footprint), processor());
        QCOMPARE(traffic.size(), static_cast<std::size_t>(levels));
        const char* const names[] = {"bandwidth.l1", "bandwidth.l2", "bandwidth.l3", "bandwidth.dram"};
        for (std::size_t i = 0; i < traffic.size(); ++i) {
            QCOMPARE(traffic[i].roof, std::string(names[i]));
            QCOMPARE(traffic[i].bytes, Bytes(2.0 * 2.0 * footprint)); // read and written, twice
        }
    }
    void ofWhatACacheKeepsOnlyTheRestComesFromMemory()
    {
        RoofSet roofs = processor();
        roofs.levels[2].kept = Bytes(24 * mega);
        const Workload workload = twoPasses(48 * mega);
        const auto shared = roofs.sharedServiceOf(Bytes(48 * mega));
        QVERIFY(shared && shared->fromCache > 0.1 && shared->fromCache < 0.9);
        const auto traffic = trafficOf(workload, roofs);
        QCOMPARE(traffic.size(), std::size_t{4});
        QCOMPARE(traffic[2].bytes, Bytes(192 * mega));
        QVERIFY(std::abs(traffic[3].bytes.value() - 192 * mega * (1.0 - shared->fromCache)) < 1.0);
        // Within its capacity too, where it cannot hold all.
        QCOMPARE(trafficOf(twoPasses(28 * mega), roofs).size(),
                 roofs.sharedServiceOf(Bytes(28 * mega)) ? std::size_t{4} : std::size_t{3});
    }
    void onAGpuAllGoesThroughTheFirstLevelToo()
    {
        RoofSet roofs = processor();
        roofs.levels.erase(roofs.levels.begin()); // of which no pass finds anything in it
        const auto traffic = trafficOf(twoPasses(20 * mega), roofs);
        QCOMPARE(traffic.size(), std::size_t{3});
        QCOMPARE(traffic.front(), (LevelTraffic{"bandwidth.l1", Bytes(80 * mega)}));
    }
    void aLevelWithoutARoofIsLeftOut()
    {
        RoofSet roofs = processor();
        std::erase_if(roofs.roofs, [](const Roof& roof) { return roof.id == "bandwidth.l2"; });
        QCOMPARE(trafficOf(twoPasses(400 * mega), roofs).size(), std::size_t{3});
    }
    void withoutLevelsMemoryAloneIsKnown()
    {
        RoofSet roofs = processor();
        roofs.levels.clear();
        const auto traffic = trafficOf(twoPasses(400 * mega), roofs);
        QCOMPARE(traffic.size(), std::size_t{1});
        QCOMPARE(traffic.front().roof, std::string("bandwidth.dram"));
        QVERIFY(trafficOf(twoPasses(mega), RoofSet{}).empty());
    }
    void theFormulasGiveTheVendorsFigures_data()
    {
        QTest::addColumn<int>("major");
        QTest::addColumn<int>("minor");
        QTest::addColumn<int>("multiprocessors");
        QTest::addColumn<double>("clock");
        QTest::addColumn<double>("fp32");
        QTest::newRow("V100: 15.7 TFLOP/s") << 7 << 0 << 80 << 1.53e9 << 15.7e12;
        QTest::newRow("A100: 19.5 TFLOP/s") << 8 << 0 << 108 << 1.41e9 << 19.5e12;
        QTest::newRow("H200: 66.9 TFLOP/s") << 9 << 0 << 132 << 1.98e9 << 66.9e12;
        QTest::newRow("RTX 3090: 35.6 TFLOP/s") << 8 << 6 << 82 << 1.695e9 << 35.6e12;
        QTest::newRow("RTX 4090: 82.6 TFLOP/s") << 8 << 9 << 128 << 2.52e9 << 82.6e12;
        QTest::newRow("RTX 5090: 104.8 TFLOP/s") << 12 << 0 << 170 << 2.407e9 << 104.8e12;
    }
    void theFormulasGiveTheVendorsFigures()
    {
        QFETCH(int, major);
        QFETCH(int, minor);
        QFETCH(int, multiprocessors);
        QFETCH(double, clock);
        QFETCH(double, fp32);
        const auto lines = theoreticalLines(
            {.capability = {major, minor}, .multiprocessors = multiprocessors, .clock = Hertz(clock)});
        const ReferenceLine* line = lineOf(lines, "compute.fp32.fma");
        QVERIFY(line != nullptr);
        QVERIFY2(within(line->value, fp32, 0.005), qPrintable(QString::number(line->value)));
    }
    void theMatrixRateOfAnA100IsTheDatasheets()
    {
        const auto lines = theoreticalLines({.capability = {8, 0}, .multiprocessors = 108, .clock = Hertz(1.41e9)});
        const ReferenceLine* line = lineOf(lines, "compute.fp16.matrix");
        QVERIFY(line != nullptr);
        QVERIFY(within(line->value, 312e12, 0.005));
    }
    void bandwidthIsTwoTransfersAClockOverTheBus()
    {
        QCOMPARE(theoreticalBandwidth(Hertz(1.215e9), 5120), BytesPerSecond(1.5552e12)); // A100, 40 GB
        const auto lines = theoreticalLines({.memoryClock = Hertz(3.201e9), .memoryBusBits = 6144});
        QCOMPARE(lines.size(), std::size_t(1));
        QCOMPARE(lines[0].roof, std::string("bandwidth.dram"));
        QVERIFY(within(lines[0].value, 4.9e12, 0.01));
    }
    void everyLineSaysThatItIsTheoryAndHowItWasComputed()
    {
        const auto lines = theoreticalLines({.capability = {9, 0},
                                             .multiprocessors = 132,
                                             .clock = Hertz(1.98e9),
                                             .memoryClock = Hertz(3.201e9),
                                             .memoryBusBits = 6144});
        QCOMPARE(lines.size(), std::size_t(3));
        for (const ReferenceLine& line : lines) {
            QCOMPARE(line.provenance, Provenance::Predicted);
            QCOMPARE(line.label, std::string("theory"));
        }
        QCOMPARE(lineOf(lines, "compute.fp32.fma")->source,
                 std::string("132 multiprocessors x 128 multiply-adds x 2 x 1980 MHz"));
        QCOMPARE(lineOf(lines, "bandwidth.dram")->source, std::string("2 x 3201 MHz x 6144 bit / 8"));
    }
    void whatIsNotKnownHasNoLine()
    {
        QVERIFY(theoreticalLines({}).empty());
        QVERIFY(theoreticalLines({.capability = {13, 7}, .multiprocessors = 100, .clock = Hertz(1e9)}).empty());
        QVERIFY(theoreticalLines({.capability = {9, 0}, .multiprocessors = 132}).empty());
        QVERIFY(theoreticalLines({.memoryClock = Hertz(1e9)}).empty());
        QVERIFY(!fp16MatrixFmaPerMultiprocessor({8, 9})); // not confirmed
        QVERIFY(fp32LanesPerMultiprocessor({8, 9}));
    }
    void readsComputeCapabilities_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("major");
        QTest::addColumn<int>("minor");
        QTest::newRow("9.0") << "9.0" << 9 << 0;
        QTest::newRow("12.0") << "12.0" << 12 << 0;
        for (const char* wrong : {"", "9", "9.", ".0", "9.0a", "nine", "-9.0", "9.-1", "9.10", "99999999999.0", "0.0"})
            QTest::newRow(qPrintable(QString("refused: %1").arg(wrong))) << wrong << 0 << 0;
    }
    void readsComputeCapabilities()
    {
        QFETCH(QString, text);
        QFETCH(int, major);
        QFETCH(int, minor);
        const auto read = computeCapabilityFrom(text.toStdString());
        QCOMPARE(read.has_value(), major > 0);
        if (read)
            QCOMPARE(*read, (ComputeCapability{major, minor}));
    }
};

RIDGEPOINT_TEST(PredictionTest)
#include "prediction_test.moc"
