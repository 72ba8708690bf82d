// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/facts.h"
#include "gpu/libraries/nvml.h"
#include "tests/support/test_main.h"

#include <cstdint>

using namespace ridgepoint;

namespace {

const std::string works = FAKES "/nvml/libnvidia-ml.so.1";
const std::string old = FAKES "/nvml_old/libnvidia-ml.so.1";
const std::string uuid = "GPU-00112233-4455-6677-8899-aabbccddeeff";
const std::string pci = "00000000:65:00.0";

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

class NvmlTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        test::failOnQtWarnings();
        qunsetenv("FAKE_NVML");
    }
    void readsEachReasonFromItsBit_data()
    {
        QTest::addColumn<quint64>("mask");
        QTest::addColumn<bool>("throttled");
        QTest::addColumn<QString>("words");
        QTest::newRow("nothing") << quint64(0) << false << "";
        QTest::newRow("idle") << quint64(1) << false << "idle";
        QTest::newRow("clocks set by a person") << quint64(2) << false << "";
        QTest::newRow("power cap") << quint64(4) << true << "power cap";
        QTest::newRow("hardware slowdown") << quint64(8) << true << "hardware slowdown";
        QTest::newRow("kept equal among boards") << quint64(0x10) << false << "";
        QTest::newRow("driver, for heat") << quint64(0x20) << true << "heat (driver)";
        QTest::newRow("hardware, for heat") << quint64(0x40) << true << "heat (hardware)";
        QTest::newRow("power brake") << quint64(0x80) << true << "power brake";
        QTest::newRow("a display's") << quint64(0x100) << false << "";
        QTest::newRow("a bit of a later driver") << (quint64(1) << 63) << false << "";
        QTest::newRow("idle under a power cap") << quint64(5) << true << "idle, power cap";
    }
    void readsEachReasonFromItsBit()
    {
        QFETCH(quint64, mask);
        QFETCH(bool, throttled);
        QFETCH(QString, words);
        const ClockEvents events = clockEventsFrom(mask);
        QCOMPARE(events.throttled(), throttled);
        QCOMPARE(flagsOf(events).has(Flag::Throttled), throttled);
        QCOMPARE(flagsOf(events).empty(), !throttled);
        QCOMPARE(flagsOf(events).has(Flag::PowerLimited), events.powerCap || events.powerBrake);
        QCOMPARE(QString::fromStdString(wordsFor(events)), words);
        QCOMPARE(quint64(events.others), mask & ~quint64(0xed));
    }
    void twoLooksKeepWhatEitherSaw()
    {
        const ClockEvents both = clockEventsFrom(0x4 | 0x10) | clockEventsFrom(0x40 | 0x100);
        QCOMPARE(both, clockEventsFrom(0x4 | 0x10 | 0x40 | 0x100));
    }
    void readsWhatTheGpuTells()
    {
        const auto nvml = Nvml::open(works);
        QVERIFY(nvml.ok());
        QCOMPARE((*nvml)->driverVersion(), std::string("580.65.06"));
        const auto device = NvmlDevice::find(*nvml, uuid, "");
        QVERIFY(device.ok());
        const GpuMoment wanted{.clock = Hertz(1755e6),
                               .memoryClock = Hertz(3201e6),
                               .watts = 692.5,
                               .celsius = 61.0,
                               .clockEvents = "power cap"};
        QVERIFY(device->moment() == wanted);
        QCOMPARE(wordsFor(device->moment()), std::string("1755 MHz, 693 W, 61 °C, clocks held back by power cap"));
        QCOMPARE(device->clockEvents(), std::optional(clockEventsFrom(0x4)));
        QCOMPARE(device->powerLimitWatts(), std::optional(700.0));
        QCOMPARE(device->ecc(), std::optional(true));
        QCOMPARE(device->mig(), std::optional(false));
        QCOMPARE(device->computeMode(), std::optional(ComputeMode::ExclusiveProcess));
        QCOMPARE(device->busyShare(), std::optional(0.97)); // the GPU's percent, not its memory's
    }
    void whatAnOlderDriverLacksIsUnknown()
    {
        const auto nvml = Nvml::open(old);
        QVERIFY(nvml.ok());
        const auto device = NvmlDevice::find(*nvml, uuid, pci); // it cannot look up by uuid
        QVERIFY(device.ok());
        QCOMPARE(device->mig(), std::optional<bool>());
        QCOMPARE(device->busyShare(), std::optional<double>());
        QCOMPARE(device->clockEvents(), std::optional(clockEventsFrom(0x40)));
        QCOMPARE(device->ecc(), std::optional(true));
    }
    void whatTheGpuDoesNotTellIsUnknown()
    {
        qputenv("FAKE_NVML", "mute");
        const auto nvml = Nvml::open(works);
        QVERIFY(nvml.ok());
        const auto device = NvmlDevice::find(*nvml, uuid, pci);
        QVERIFY(device.ok());
        QVERIFY(device->moment() == GpuMoment{});
        QCOMPARE(wordsFor(device->moment()), std::string());
        QVERIFY(!device->powerLimitWatts() && !device->ecc() && !device->mig() && !device->computeMode()
                && !device->busyShare());
    }
    void whatCannotBeIsUnknown()
    {
        qputenv("FAKE_NVML", "strange");
        const auto nvml = Nvml::open(works);
        QVERIFY(nvml.ok());
        const auto device = NvmlDevice::find(*nvml, uuid, pci);
        QVERIFY(device.ok());
        QVERIFY(!device->computeMode()); // of a later driver
        QVERIFY(!device->busyShare());   // 255 % of a period
    }
    void findsTheGpuByItsPlaceWhereTheUuidIsAnothers()
    {
        const auto nvml = Nvml::open(works);
        QVERIFY(nvml.ok());
        QVERIFY(NvmlDevice::find(*nvml, "MIG-00000000-0000-0000-0000-000000000000", pci).ok());
        const auto unknown = NvmlDevice::find(*nvml, "GPU-0", "00000000:01:00.0");
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().id, std::string("nvml.no-device"));
        QVERIFY(unknown.error().message().find("Not Found") != std::string::npos);
        QCOMPARE(NvmlDevice::find(*nvml, "", "").error().id, std::string("nvml.no-device"));
    }
    void saysInItsOwnWordsWhyItDoesNotStart()
    {
        qputenv("FAKE_NVML", "no-start");
        const auto nvml = Nvml::open(works);
        QVERIFY(!nvml.ok());
        QCOMPARE(nvml.error().id, std::string("nvml.no-start"));
        QVERIFY(nvml.error().message().find("Driver Not Loaded") != std::string::npos);
    }
    void anAbsentLibraryIsSaidInOneLine()
    {
        const auto nvml = Nvml::open("libridgepoint-nowhere.so.1");
        QVERIFY(!nvml.ok());
        QCOMPARE(nvml.error().message(), std::string("libridgepoint-nowhere.so.1 not found"));
    }
    void aLibraryOfAnotherKindIsRefused()
    {
        const auto nvml = Nvml::open(FAKES "/foreign/libnvidia-ml.so.1");
        QVERIFY(!nvml.ok());
        QCOMPARE(nvml.error().id, std::string("library.no-function"));
    }
    void isShutDownWithItsLastUserAndNotBefore()
    {
        // Held open here, so that the counter outlives the users.
        const auto counter = DynamicLibrary::open(works);
        QVERIFY(counter.ok());
        const auto starts = counter->function<int (*)()>("fakeNvmlStarts");
        QVERIFY(starts.ok());
        {
            auto nvml = Nvml::open(works);
            QVERIFY(nvml.ok());
            std::optional<NvmlDevice> device = *NvmlDevice::find(*nvml, uuid, pci);
            nvml->reset();
            QCOMPARE((*starts)(), 1);
            QVERIFY(device->smClock());
        }
        QCOMPARE((*starts)(), 0);
        qputenv("FAKE_NVML", "no-start");
        QVERIFY(!Nvml::open(works).ok());
        QCOMPARE((*starts)(), 0); // what did not start was not shut down
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

RIDGEPOINT_TEST(NvmlTest)
#include "nvml_test.moc"
