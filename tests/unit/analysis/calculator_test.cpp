// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/calculator.h"
#include "core/analysis/entry.h"
#include "tests/support/test_main.h"

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
    void knowsTheFastestTrafficOfALevel()
    {
        RoofSet roofs{.device = "test"};
        roofs.roofs = {roof("bandwidth.dram", 4e12), roof("bandwidth.dram.copy", 4.1e12), roof("bandwidth.l2", 7e12)};
        const EnvelopeDevice measured = withHighest({}, roofs, {});
        QCOMPARE(measured.highest, BytesPerSecond(4.1e12));
        QCOMPARE(measured.highestOfCaches, (std::array{BytesPerSecond(), BytesPerSecond(7e12), BytesPerSecond()}));
        const std::vector<ReferenceLine> lines{{.roof = "bandwidth.dram", .value = 4.8e12},
                                               {.roof = "compute.fp32.fma", .value = 66.9e12}};
        QCOMPARE(withHighest({}, roofs, lines).highest, BytesPerSecond(4.8e12));
        roofs.roofs.front().provenance = Provenance::Datasheet; // nobody measured anything by in-place updates
        QCOMPARE(withHighest({}, roofs, lines).highest, BytesPerSecond());
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
    void readsNumbersAsPeopleWriteThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("quantity");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, EntryKind quantity, double value) {
            QTest::newRow(text) << QByteArray(text) << static_cast<int>(quantity) << value;
        };
        row("1.5 TB/s", EntryKind::Bandwidth, 1.5e12);
        row("1.5TB/s", EntryKind::Bandwidth, 1.5e12);
        row("1.5e12", EntryKind::Bandwidth, 1.5e12);
        row("1.5 T", EntryKind::Bandwidth, 1.5e12);
        row("1500 GB/s", EntryKind::Bandwidth, 1.5e12);
        row("2 GiB/s", EntryKind::Bandwidth, 2147483648.0);
        row("19.5 TFLOP/s", EntryKind::Rate, 19.5e12);
        row("19.5 TFLOPS", EntryKind::Rate, 19.5e12);
        row("19.5 tflops", EntryKind::Rate, -1.0); // a small t is no prefix
        row("19.5 Tflop/s", EntryKind::Rate, 19.5e12);
        row("8 Gop/s", EntryKind::Rate, 8e9);
        row("400e9", EntryKind::Count, 400e9);
        row("400 billion floats", EntryKind::Count, 400e9);
        row("400 Billion", EntryKind::Count, 400e9);
        row("100", EntryKind::Count, 100.0);
        row("16 Mi", EntryKind::Count, 16777216.0);
        row("16\u00a0Mi floats", EntryKind::Count, 16777216.0);
        row("16 M", EntryKind::Count, 16e6);
        row("0", EntryKind::Count, 0.0);
        row("128 MiB", EntryKind::Traffic, 134217728.0);
        row("4 bytes", EntryKind::Traffic, 4.0);
        row("134 MB", EntryKind::Traffic, 134e6);
        row("4", EntryKind::Factor, 4.0);
        row("2.5x", EntryKind::Factor, 2.5);
        row("1/2 times", EntryKind::Factor, 0.5);
        row("3\u00d7", EntryKind::Factor, 3.0);
        row("4 ms", EntryKind::Factor, -1.0);
        row("5", EntryKind::Share, 0.05);
        row("0.5 %", EntryKind::Share, 0.005);
        row("90 percent", EntryKind::Share, 0.9);
        row("537 MFLOP", EntryKind::Work, 537e6);
        row("2 Gop", EntryKind::Work, 2e9);
        row("4.3 ms", EntryKind::Duration, 4.3e-3);
        row("10 \u00b5s", EntryKind::Duration, 10e-6);
        row("10 \u03bcs", EntryKind::Duration, 10e-6);
        row("10us", EntryKind::Duration, 10e-6);
        row("390 ns", EntryKind::Duration, 390e-9);
        row("2 s", EntryKind::Duration, 2.0);
        row("2 m", EntryKind::Duration, 2e-3);
        row("15 us", EntryKind::Duration, 15e-6);
        row("90 min", EntryKind::Duration, 5400.0);
        row("1 h", EntryKind::Duration, 3600.0);
        row("1.5h", EntryKind::Duration, 5400.0);
        row("2 hours", EntryKind::Duration, 7200.0);
        row("1 min", EntryKind::Any, -1.0); // an axis counts seconds
        row("3 mmin", EntryKind::Duration, -1.0);
        row("1/8", EntryKind::Count, 0.125);
        row("3 / 4 million", EntryKind::Count, 750e3);
        row("32 Mi", EntryKind::Any, 33554432.0);
        row("430 GFLOP/s", EntryKind::Any, 430e9);
        row("430 G", EntryKind::Any, 430e9);
        row("1/8", EntryKind::Any, 0.125);
        row("1/8 FLOP/B", EntryKind::Any, 0.125);
        row("2.1 ms", EntryKind::Any, 2.1e-3);
        row("5 \u00b5s", EntryKind::Any, 5e-6);
        row("1e9", EntryKind::Any, 1e9);
        row("62.4 GB/s", EntryKind::Any, 62.4e9);
        row(" 12 ", EntryKind::Any, 12.0);
    }
    void readsNumbersAsPeopleWriteThem()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, quantity);
        QFETCH(double, value);
        const auto read = parseEntry(text.toStdString(), static_cast<EntryKind>(quantity));
        QCOMPARE(read.ok(), value >= 0.0);
        if (read)
            QVERIFY2(std::abs(*read - value) <= 1e-12 * value, qPrintable(QString::number(*read)));
    }
    void saysWhatIsWrongAndWhatWouldBeRight_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("quantity");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* text, EntryKind quantity, const char* words) {
            QTest::newRow(text) << QByteArray(text) << static_cast<int>(quantity) << QByteArray(words);
        };
        row("", EntryKind::Bandwidth, "Enter a number, such as 1.5 TB/s");
        row("  ", EntryKind::Count, "Enter a number");
        row("fast", EntryKind::Rate, "\"fast\" does not start with a number");
        row("1.5 TX/s", EntryKind::Bandwidth, "the unit is B/s, as in 1.5 TB/s");
        row("1.5 TFLOP/s", EntryKind::Bandwidth, "the unit is B/s");
        row("1.5 TB/s", EntryKind::Rate, "the unit is FLOP/s");
        row("1.5 Tb/s", EntryKind::Bandwidth, "use B for bytes");
        row("4 kb", EntryKind::Traffic, "use B for bytes");
        row("1,500", EntryKind::Count, "without commas");
        row("-3", EntryKind::Count, "must not be negative");
        row("nan", EntryKind::Count, "too large or too small");
        row("inf", EntryKind::Duration, "too large or too small");
        row("1e400", EntryKind::Rate, "too large or too small");
        row("1e25", EntryKind::Rate, "too large or too small");
        row("4 Ki s", EntryKind::Duration, "is not valid");
        row("3 days", EntryKind::Duration, "the unit is ns, \u00b5s (or us), ms, s, min or h, as in 4.3 ms");
        row("1 2x", EntryKind::Count, "is not valid");
        row("many", EntryKind::Any, "does not start with a number");
        row("", EntryKind::Any, "such as 32 Mi");
        row("1/0", EntryKind::Any, "too large or too small");
        row("0/0", EntryKind::Any, "too large or too small");
        row("1/", EntryKind::Any, "is not valid");
        row("3 apples", EntryKind::Any, "is not valid");
    }
    void saysWhatIsWrongAndWhatWouldBeRight()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, quantity);
        QFETCH(QByteArray, words);
        const auto read = parseEntry(text.toStdString(), static_cast<EntryKind>(quantity));
        QVERIFY(!read.ok());
        QCOMPARE(read.error().kind, ErrorKind::InvalidInput);
        QVERIFY2(QByteArray::fromStdString(read.error().message()).contains(words), read.error().message().c_str());
    }
    void aUnitTellsWhatItsNumbersCount()
    {
        QCOMPARE(entryKindOf("s"), EntryKind::Duration);
        QCOMPARE(entryKindOf("%"), EntryKind::Share);
        QCOMPARE(entryKindOf(""), EntryKind::Count);
        QCOMPARE(entryKindOf("FLOP/B"), EntryKind::Any); // which has a unit, but no kind of its own
    }
    void aTimeThatNeedsAUnitIsNoBareNumber()
    {
        for (const char* bare : {"5", " 4.3e-3 ", "1/2"}) {
            const auto read = parseEntry(bare, EntryKind::Duration, '.', true);
            QVERIFY(!read.ok());
            QCOMPARE(read.error().message(), std::string(bare) + " what? Add ns, \u00b5s or ms.");
        }
        QCOMPARE(*parseEntry("5 s", EntryKind::Duration, '.', true), 5.0);
        QCOMPARE(*parseEntry("5", EntryKind::Duration), 5.0);
        QCOMPARE(*parseEntry("5", EntryKind::Factor, '.', true), 5.0);
    }
    void takesTheDecimalPointThatItIsTold()
    {
        QCOMPARE(*parseEntry("1,5 TB/s", EntryKind::Bandwidth, ','), 1.5e12);
        QCOMPARE(*parseEntry("1.5 TB/s", EntryKind::Bandwidth, ','), 1.5e12);
        QVERIFY(!parseEntry("1,5 TB/s", EntryKind::Bandwidth).ok());
    }
    void anyBytesAreReadOrRefused()
    {
        const std::string_view odd("\x00\xff 1e5 \xc2", 9);
        for (std::size_t length = 0; length <= odd.size(); ++length)
            for (const EntryKind quantity : {EntryKind::Count, EntryKind::Traffic, EntryKind::Work, EntryKind::Duration,
                                             EntryKind::Bandwidth, EntryKind::Rate, EntryKind::Any})
                QVERIFY(!parseEntry(odd.substr(0, length), quantity).ok());
    }
};

RIDGEPOINT_TEST(CalculatorTest)
#include "calculator_test.moc"
