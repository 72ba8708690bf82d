// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/facts.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

namespace {

const std::string works = FAKES "/nvml/libnvidia-ml.so.1";

CudaDeviceFacts anH200()
{
    CudaDeviceFacts facts;
    facts.name = "NVIDIA H200";
    for (std::size_t i = 0; i < facts.uuid.size(); ++i)
        facts.uuid[i] = static_cast<std::uint8_t>(i * 0x11);
    facts.pciBus = 0x65;
    facts.capability = {9, 0};
    facts.multiprocessors = 132;
    facts.l2Bytes = 62914560;
    facts.memoryBytes = 150109880320;
    facts.clockKilohertz = 1980000;
    facts.memoryClockKilohertz = 3201000;
    facts.memoryBusBits = 6144;
    facts.ecc = true;
    facts.driverVersion = 13000;
    return facts;
}

} // namespace

class FactsTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        test::failOnQtWarnings();
        qunsetenv("FAKE_NVML");
    }
    void writesUuidPlaceAndVersionAsTheDriversToolsDo()
    {
        QCOMPARE(uuidText(anH200().uuid), std::string("GPU-00112233-4455-6677-8899-aabbccddeeff"));
        CudaDeviceFacts facts;
        facts.pciDomain = 1;
        facts.pciBus = 255;
        facts.pciDevice = 31;
        QCOMPARE(pciText(facts), std::string("00000001:ff:1f.0"));
        QCOMPARE(cudaVersionText(12020), std::string("CUDA 12.2"));
        QCOMPARE(cudaVersionText(13000), std::string("CUDA 13.0"));
        QCOMPARE(cudaVersionText(0), std::string());
    }
    void listsAGpuWithWhatBothTell()
    {
        const CudaDeviceFacts facts = anH200();
        const auto management = findManagement(facts, works);
        QVERIFY(management);
        const DeviceInfo device = describeCudaDevice(1, facts, &*management);
        QCOMPARE(device.id, std::string("cuda:1"));
        QCOMPARE(device.kind, DeviceKind::Cuda);
        QCOMPARE(device.name, std::string("NVIDIA H200"));
        QVERIFY(device.available && !device.reason);
        QCOMPARE(device.threads, 0);
        QCOMPARE(device.memory, Bytes(150109880320.0));
        const GpuFacts wanted{.uuid = "GPU-00112233-4455-6677-8899-aabbccddeeff",
                              .pci = "00000000:65:00.0",
                              .computeCapability = "9.0",
                              .multiprocessors = 132,
                              .l2 = Bytes(62914560),
                              .driver = "580.65.06",
                              .ecc = true,
                              .mig = false,
                              .computeMode = "exclusive-process",
                              .powerLimitWatts = 700.0,
                              .clock = Hertz(1.98e9),
                              .memoryClock = Hertz(3.201e9),
                              .memoryBusBits = 6144,
                              .now = GpuMoment{.clock = Hertz(1.755e9),
                                               .memoryClock = Hertz(3.201e9),
                                               .watts = 692.5,
                                               .celsius = 61.0,
                                               .clockEvents = "power cap"}};
        QVERIFY(device.gpu);
        QCOMPARE(*device.gpu, wanted);
    }
    void withoutTheManagementLibraryItsFactsAreUnknown()
    {
        const CudaDeviceFacts facts = anH200();
        QVERIFY(!findManagement(facts, "libridgepoint-nowhere.so.1"));
        const DeviceInfo device = describeCudaDevice(0, facts, nullptr);
        QVERIFY(device.available);
        QCOMPARE(device.gpu->driver, std::string("CUDA 13.0"));
        QCOMPARE(device.gpu->powerLimitWatts, 0.0);
        QVERIFY(!device.gpu->now);
        QCOMPARE(device.gpu->computeMode, std::string("default"));
        QVERIFY(device.gpu->ecc);
        QVERIFY(!device.gpu->mig);
    }
    void aStrangersGpuIsNotTakenForThisOne()
    {
        CudaDeviceFacts facts = anH200();
        facts.uuid[0] = 0xff;
        facts.pciBus = 1;
        QVERIFY(!findManagement(facts, works));
    }
    void aSliceOfAGpuIsKnownByItsName()
    {
        CudaDeviceFacts facts = anH200();
        facts.name = "NVIDIA H200 MIG 1g.18gb";
        QVERIFY(describeCudaDevice(0, facts, nullptr).gpu->mig);
    }
    void aGpuThatMayTakeNoWorkIsListedWithTheReason_data()
    {
        QTest::addColumn<bool>("withManagement");
        QTest::newRow("as the run-time tells") << false;
        QTest::newRow("as the management library tells") << true;
    }
    void aGpuThatMayTakeNoWorkIsListedWithTheReason()
    {
        QFETCH(bool, withManagement);
        CudaDeviceFacts facts = anH200();
        if (withManagement)
            qputenv("FAKE_NVML", "prohibited");
        else
            facts.computeMode = 2;
        const auto management = withManagement ? findManagement(facts, works) : std::nullopt;
        const DeviceInfo device = describeCudaDevice(0, facts, management ? &*management : nullptr);
        QVERIFY(!device.available);
        QVERIFY(device.reason);
        QCOMPARE(device.reason->id, std::string("cuda.prohibited"));
        QVERIFY(device.gpu); // what is known of it is still told
    }
    void theoryGetsTheFactsInHertz()
    {
        const GpuShapeFacts shape = shapeOf(anH200());
        QCOMPARE(shape.multiprocessors, 132);
        QCOMPARE(shape.clock, Hertz(1.98e9));
        QCOMPARE(shape.memoryClock, Hertz(3.201e9));
        QCOMPARE(shape.memoryBusBits, 6144);
        QCOMPARE(theoreticalLines(shape).size(), std::size_t(3));
    }
};

RIDGEPOINT_TEST(FactsTest)
#include "facts_test.moc"
