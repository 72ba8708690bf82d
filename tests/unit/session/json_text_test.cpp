// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_text.h"
#include "tests/support/test_main.h"
#include "tests/unit/session/random_models.h"

#include <QTest>

using namespace ridgepoint;
using namespace ridgepoint::test;

class JsonTextTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void writesTheContractsDevices()
    {
        const std::vector<DeviceInfo> devices{aCpu(), anAbsentGpu()};
        const std::string expected = "{\"devices\":[{\"id\":\"cpu\",\"kind\":\"cpu\",\"name\":\"Test \\\"CPU\\\" "
                                     "é\",\"available\":true,\"threads\":2,"
                                     "\"isa\":\"AVX-512\",\"memory_bytes\":17179869184},{\"id\":\"cuda:0\",\"kind\":"
                                     "\"cuda\",\"available\":false,"
                                     "\"reason\":\"no NVIDIA driver on this "
                                     "machine\",\"error\":{\"kind\":\"unavailable\",\"id\":\"cuda.no-driver\","
                                     "\"text\":\"no NVIDIA driver on %1\",\"arguments\":[\"this machine\"]}}]}";
        QCOMPARE(devicesToJson(devices), expected);
    }
    void writesTheContractsRoofs()
    {
        RoofSet set{.device = "cpu", .threads = 2};
        set.put({"compute.fp32.fma", RoofKind::Compute, 1.5e11, 1.25e11, 1.75e11, Provenance::Measured, "16 chains",
                 Flag::MachineBusy});
        set.otherLoad = 0.25;
        set.levels = {{"dram", Bytes(std::numeric_limits<double>::infinity()), false}};
        const std::string expected =
            "{\"device\":\"cpu\",\"threads\":2,\"roofs\":[{\"id\":\"compute.fp32.fma\",\"kind\":\"compute\",\"value\":"
            "1.5e+11,"
            "\"unit\":\"FLOP/s\",\"low\":1.25e+11,\"high\":1.75e+11,\"provenance\":\"measured\",\"method\":\"16 "
            "chains\",\"flags\":\"machine-busy\"}],"
            "\"unavailable\":[],\"levels\":[{\"name\":\"dram\",\"capacity_bytes\":null,\"per_thread\":false}],\"other_"
            "load\":0.25}";
        QCOMPARE(roofsToJson(set), expected);
    }
    void readsBackWhatItWrote()
    {
        const std::vector<DeviceInfo> devices{aCpu(), anAbsentGpu(), aGpu()};
        const auto readDevices = devicesFromJson(devicesToJson(devices));
        QVERIFY2(readDevices.ok(), readDevices.ok() ? "" : readDevices.error().message().c_str());
        QVERIFY(same(*readDevices, devices));
        const auto readRoofs = roofsFromJson(roofsToJson(someRoofs()));
        QVERIFY2(readRoofs.ok(), readRoofs.ok() ? "" : readRoofs.error().message().c_str());
        QVERIFY(same(*readRoofs, someRoofs()));
    }
    void takesPlainWordsForAReason()
    {
        const auto read = devicesFromJson(
            "{\"devices\":[{\"id\":\"cuda:0\",\"kind\":\"cuda\",\"available\":false,\"reason\":\"too old\"}]}");
        QVERIFY(read.ok());
        QCOMPARE(read->front().reason->message(), "too old");
    }
    void anUnavailableDeviceAlwaysHasAReason()
    {
        const std::vector<DeviceInfo> devices{DeviceInfo{.id = "cuda:0", .kind = DeviceKind::Cuda}};
        const auto read = devicesFromJson(devicesToJson(devices));
        QVERIFY(read.ok());
        QVERIFY(!read->front().reason->message().empty());
    }
    void leavesOutARoofThatIsNoNumber()
    {
        RoofSet set = someRoofs();
        set.roofs[0].value = std::numeric_limits<double>::quiet_NaN();
        const auto read = roofsFromJson(roofsToJson(set));
        QVERIFY(read.ok());
        QCOMPARE(read->roofs.size(), set.roofs.size() - 1);
    }
    void namesEveryKindOfError()
    {
        for (const ErrorKind kind :
             {ErrorKind::InvalidInput, ErrorKind::Unsupported, ErrorKind::Unavailable, ErrorKind::DeviceFailure,
              ErrorKind::Timeout, ErrorKind::Cancelled, ErrorKind::Corrupt})
            QVERIFY(errorKindNamed(nameOf(kind)) == kind);
        QVERIFY(!errorKindNamed("else"));
    }
};

RIDGEPOINT_TEST(JsonTextTest)
#include "json_text_test.moc"
