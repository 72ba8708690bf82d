// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/calculator.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ridgepoint;

namespace {

bool near(double value, double wanted) { return std::abs(value - wanted) <= 1e-9 * std::abs(wanted); }

Roof roof(const std::string& id, double value)
{
    return {.id = id, .kind = *kindOfRoof(id), .value = value, .low = value, .high = value};
}

} // namespace

class CalculatorTest : public test::Case {
    Q_OBJECT
private slots:
    void theArticlesExampleComesOutAsPublished()
    {
        const auto envelope = estimate(articleDevice(), articleWork());
        QVERIFY(envelope.ok());
        // "400 billion" numbers loaded and "20 trillion" operations done in a second, "about 100 operations".
        QCOMPARE(roundedTo(envelope->elementsLoadedPerSecond, 1), 400e9);
        QCOMPARE(roundedTo(envelope->operationsPerSecond, 1), 20e12);
        QCOMPARE(roundedTo(envelope->operationsAtRidge, 1), 100.0);
        QCOMPARE(envelope->operationsAtRidge, 104.0);
        QCOMPARE(envelope->ridge, FlopsPerByte(13.0));
        QCOMPARE(envelope->limit, Regime::Memory);
    }
    void operationsAreFreeUpToTheRidgeAndThenTimeGrows()
    {
        EnvelopeWork work = articleWork();
        const Seconds flat = estimate(articleDevice(), work)->time;
        work.operationsPerElement = 104;
        QCOMPARE(estimate(articleDevice(), work)->time, flat);
        QCOMPARE(estimate(articleDevice(), work)->limit, Regime::Compute); // both alike
        work.operationsPerElement = 208;
        QVERIFY(near(estimate(articleDevice(), work)->time / flat, 2.0));
        QCOMPARE(estimate(articleDevice(), work)->limit, Regime::Compute);
    }
    void namesTheLargestTerm_data()
    {
        QTest::addColumn<double>("elements");
        QTest::addColumn<double>("operations");
        QTest::addColumn<int>("limit");
        QTest::newRow("few elements: overhead") << 1000.0 << 1.0 << int(Regime::Overhead);
        QTest::newRow("many elements, few operations: memory") << 1e9 << 1.0 << int(Regime::Memory);
        QTest::newRow("many elements, many operations: compute") << 1e9 << 1e4 << int(Regime::Compute);
        QTest::newRow("few elements, very many operations: compute") << 1000.0 << 1e8 << int(Regime::Compute);
        QTest::newRow("no operation at all: memory") << 1e9 << 0.0 << int(Regime::Memory);
    }
    void namesTheLargestTerm()
    {
        QFETCH(double, elements);
        QFETCH(double, operations);
        QFETCH(int, limit);
        EnvelopeDevice device = articleDevice();
        device.launch = Seconds(5e-6);
        const auto envelope = estimate(device, {.elements = elements, .operationsPerElement = operations});
        QVERIFY(envelope.ok());
        QCOMPARE(int(envelope->limit), limit);
        QVERIFY(near(envelope->time.value(), std::max(envelope->compute.value(), envelope->memory.value()) + 5e-6));
    }
    void workWithoutBytesHasAnUnboundedIntensity()
    {
        EnvelopeDevice device = articleDevice();
        EnvelopeWork work = articleWork();
        work.accessesPerElement = 0.0;
        const auto compute = estimate(device, work);
        QVERIFY(compute.ok());
        QVERIFY(std::isinf(compute->intensity.value()) && compute->intensity.value() > 0.0);
        QCOMPARE(compute->memory, Seconds(0.0));
        QCOMPARE(compute->operationsAtRidge, 0.0);
        QCOMPARE(compute->limit, Regime::Compute);
        QVERIFY(near(compute->time.value(), 16777216.0 / 19.5e12));
        device.launch = Seconds(5e-6);
        QCOMPARE(estimate(device, work)->limit, Regime::Overhead);
        // Neither bytes nor operations: launching is all there is.
        work.operationsPerElement = 0.0;
        const auto launches = estimate(device, work);
        QVERIFY(launches.ok());
        QCOMPARE(launches->time, Seconds(5e-6));
        QCOMPARE(launches->intensity, FlopsPerByte(0.0));
        QCOMPARE(launches->limit, Regime::Overhead);
    }
    void agreesWithThePredictionOfTheSameWorkload_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("kind");
        for (const LaunchMode mode : allLaunchModes)
            for (const DeviceKind kind : {DeviceKind::Cpu, DeviceKind::Cuda})
                QTest::addRow("%s on a %s", std::string(nameOf(mode)).c_str(),
                              kind == DeviceKind::Cpu ? "processor" : "GPU")
                    << int(mode) << int(kind);
    }
    void agreesWithThePredictionOfTheSameWorkload()
    {
        QFETCH(int, mode);
        QFETCH(int, kind);
        const auto launchMode = static_cast<LaunchMode>(mode);
        const auto deviceKind = static_cast<DeviceKind>(kind);
        RoofSet roofs{.device = "test"};
        roofs.roofs = {roof("bandwidth.dram", 1e11), roof("compute.fp32.fma", 1e12), roof("launch.wait_each", 1e-5),
                       roof("launch.queued", 4e-6),  roof("launch.graph", 1e-6),     roof("launch.fixed", 7e-6)};
        if (deviceKind == DeviceKind::Cuda)
            roofs.roofs.push_back(roof(std::string(deviceGapRoofId), 1.5e-6));
        roofs.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
        const auto device = envelopeDevice(roofs, Operation::Fma, Precision::Fp32, launchMode, deviceKind);
        QVERIFY(device.ok());
        for (const int depth : {1, 2, 4, 8})
            for (const std::int64_t operations : {std::int64_t{1}, std::int64_t{3}, std::int64_t{500}})
                for (const std::int64_t elements : {std::int64_t{1}, std::int64_t{4096}, std::int64_t{1} << 26}) {
                    const Workload workload{.elements = elements,
                                            .operationsPerElement = operations,
                                            .chainLength = 8,
                                            .fusionDepth = depth,
                                            .launchMode = launchMode};
                    const auto prediction = predict(workload, roofs, deviceKind);
                    const auto envelope = estimate(*device, envelopeWork(workload));
                    QVERIFY(prediction.ok() && envelope.ok());
                    QVERIFY(near(envelope->time.value(), prediction->time.value()));
                    QCOMPARE(envelope->limit, prediction->limit);
                    QVERIFY(near(envelope->intensity.value(), costOf(workload).arithmeticIntensity().value()));
                }
    }
    void takesADevicesNumbersFromItsRoofs()
    {
        RoofSet roofs{.device = "a sheet"};
        roofs.roofs = {roof("bandwidth.dram", 4.8e12), roof("compute.fp32.fma", 66.9e12)};
        const auto device = envelopeDevice(roofs, Operation::Fma, Precision::Fp32, LaunchMode::Queued, DeviceKind::Cpu);
        QVERIFY(device.ok());
        QCOMPARE(device->bandwidth, BytesPerSecond(4.8e12));
        QCOMPARE(device->launch, Seconds(0.0)); // a sheet knows none
        const auto missing = envelopeDevice(roofs, Operation::Cos, Precision::Fp32, LaunchMode::Queued,
                                            DeviceKind::Cpu);
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().message(),
                 std::string("a sheet has no roof compute.fp32.cos; measure it or enter the number."));
        QVERIFY(
            !envelopeDevice({.device = "nothing"}, Operation::Fma, Precision::Fp32, LaunchMode::Queued, DeviceKind::Cpu)
                 .ok());
    }
    void namesTheNumberThatIsWrong_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("says");
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinity = std::numeric_limits<double>::infinity();
        QTest::newRow("no bandwidth") << 0 << 0.0 << "The bandwidth must be more than zero.";
        QTest::newRow("endless bandwidth") << 0 << infinity << "The bandwidth is too large.";
        QTest::newRow("a bandwidth that makes time endless") << 0 << 1e-300 << "The bandwidth is too small.";
        QTest::newRow("fewer operations than a number's range")
            << 4 << 5e-324 << "The number of operations is too small.";
        QTest::newRow("a compute rate that is no number") << 1 << nan << "The compute rate must be more than zero.";
        QTest::newRow("a negative launch cost") << 2 << -1e-6 << "The launch cost must be zero or more.";
        QTest::newRow("no element") << 3 << 0.0 << "The number of elements must be more than zero.";
        QTest::newRow("negative accesses") << 5 << -1.0 << "The number of accesses must be zero or more.";
        QTest::newRow("negative operations") << 4 << -1.0 << "The number of operations must be zero or more.";
        QTest::newRow("operations beyond all") << 4 << 1e200 << "The number of operations is too large.";
    }
    void namesTheNumberThatIsWrong()
    {
        QFETCH(int, which);
        QFETCH(double, value);
        QFETCH(QString, says);
        EnvelopeDevice device = articleDevice();
        EnvelopeWork work = articleWork();
        switch (which) {
        case 0: device.bandwidth = BytesPerSecond(value); break;
        case 1: device.compute = FlopsPerSecond(value); break;
        case 2: device.launch = Seconds(value); break;
        case 3: work.elements = value; break;
        case 5: work.accessesPerElement = value; break;
        default: work.operationsPerElement = value; break;
        }
        const auto envelope = estimate(device, work);
        QVERIFY(!envelope.ok());
        QCOMPARE(QString::fromStdString(envelope.error().message()), says);
    }
    void roundsAsOneSpeaks_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("digits");
        QTest::addColumn<double>("wanted");
        QTest::newRow("375 billion to one digit") << 375e9 << 1 << 400e9;
        QTest::newRow("375 billion to two digits") << 375e9 << 2 << 380e9;
        QTest::newRow("95 rounds up a place") << 95.0 << 1 << 100.0;
        QTest::newRow("below one") << 0.0374 << 2 << 0.037;
        QTest::newRow("negative") << -149.0 << 2 << -150.0;
        QTest::newRow("zero") << 0.0 << 1 << 0.0;
    }
    void roundsAsOneSpeaks()
    {
        QFETCH(double, value);
        QFETCH(int, digits);
        QFETCH(double, wanted);
        QCOMPARE(roundedTo(value, digits), wanted);
    }
};

RIDGEPOINT_TEST(CalculatorTest)
#include "calculator_test.moc"
