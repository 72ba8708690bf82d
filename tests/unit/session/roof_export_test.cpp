// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/roof_export.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

namespace {

RoofSet fewRoofs()
{
    RoofSet set{.device = "cpu", .threads = 4};
    set.roofs = {{.id = "bandwidth.dram", .value = 50e9, .low = 48e9, .high = 51e9, .method = "a sum, in place"},
                 {.id = "compute.fp32.fma",
                  .kind = RoofKind::Compute,
                  .value = 400e9,
                  .low = 390e9,
                  .high = 400e9,
                  .method = "chains",
                  .flags = Flag::MachineBusy | Flag::FewReadings},
                 {.id = "compute.bf16.matrix", .kind = RoofKind::Compute, .value = 3.5e12, .method = "tiles"},
                 {.id = "compute.tf32.matrix", .kind = RoofKind::Compute, .value = 2e12, .method = "tiles"},
                 {.id = "launch.queued", .kind = RoofKind::Launch, .value = 5e-7, .low = 4e-7, .high = 6e-7}};
    set.unavailable = {{"compute.fp8.matrix", Error{.id = "roof.lacks", .text = "there is no such unit"}}};
    return set;
}

} // namespace

/// Roofs as files of other programs.
class RoofExportTest : public test::Case {
    Q_OBJECT
private slots:
    void theTableHasALineForEveryRoof()
    {
        QCOMPARE(roofsToCsv(std::vector{ExportedRoofs{fewRoofs(), "A CPU", ""}}),
                 std::string("device,threads,id,value,unit,low,high,provenance,flags,method\n"
                             "A CPU,4,bandwidth.dram,5e+10,B/s,4.8e+10,5.1e+10,measured,,\"a sum, in place\"\n"
                             "A CPU,4,compute.fp32.fma,4e+11,FLOP/s,3.9e+11,4e+11,measured,few-readings "
                             "machine-busy,chains\n"
                             "A CPU,4,compute.bf16.matrix,3.5e+12,FLOP/s,,,measured,,tiles\n"
                             "A CPU,4,compute.tf32.matrix,2e+12,FLOP/s,,,measured,,tiles\n"
                             "A CPU,4,launch.queued,5e-07,s,4e-07,6e-07,measured,,\n"
                             "A CPU,4,compute.fp8.matrix,,FLOP/s,,,,,not measured: there is no such unit\n"));
    }

    void traceLensGetsTheKeysThatItKnows()
    {
        const auto json = toTraceLens({fewRoofs(), "A CPU", "2026-01-01T00:00:00Z"});
        QVERIFY(json.ok());
        QCOMPARE(*json, std::string(R"({"name":"A CPU","mem_bw_gbps":50,"max_achievable_tflops":)"
                                    R"({"matrix_bf16":3.5,"vector_fp32":0.4},)"
                                    R"("_reference":"measured roofs from Ridgepoint, 4 threads, 2026-01-01T00:00:00Z"})"
                                    "\n"));
        RoofSet published{.device = "published:x"};
        published.roofs = fewRoofs().roofs;
        published.roofs.front().provenance = Provenance::Published;
        const auto other = toTraceLens({published, "A GPU", ""});
        QVERIFY(other.ok());
        QVERIFY(QByteArray::fromStdString(*other).contains(R"("_reference":"published roofs from Ridgepoint"})"));
    }

    void withoutBandwidthOrRatesThereIsNoArchitecture()
    {
        RoofSet roofs = fewRoofs();
        roofs.roofs.erase(roofs.roofs.begin());
        const auto noMemory = toTraceLens({roofs, "A CPU", ""});
        QVERIFY(!noMemory.ok());
        QCOMPARE(noMemory.error().arguments.front(), std::string("bandwidth.dram"));
        roofs.roofs = {fewRoofs().roofs.front(), fewRoofs().roofs.back()};
        const auto noRate = toTraceLens({roofs, "A CPU", ""});
        QVERIFY(!noRate.ok());
        QVERIFY(noRate.error().message().find("no compute rate of fma or matrix") != std::string::npos);
    }

    void everySetOfASessionHasTheNameOfItsDevice()
    {
        Session session;
        session.created = "2026-01-01T00:00:00Z";
        session.devices = {DeviceInfo{.id = "cpu", .name = "A CPU"}};
        session.roofs = {fewRoofs(), RoofSet{.device = "cpu", .threads = 1}, fewRoofs()};
        session.roofs.back().device = "cuda:0";
        const auto sets = roofsOf(session);
        QCOMPARE(sets.size(), std::size_t{2}); // one set is without roofs
        QCOMPARE(sets.front().deviceName, std::string("A CPU"));
        QCOMPARE(sets.back().deviceName, std::string("cuda:0"));
        QCOMPARE(sets.back().created, session.created);
    }
};

RIDGEPOINT_TEST(RoofExportTest)
#include "roof_export_test.moc"
