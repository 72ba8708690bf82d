// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/add_results.h"
#include "core/session/device_identity.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;

namespace {

Roof roof(std::string id, double value) { return {.id = std::move(id), .value = value, .low = value, .high = value}; }

DeviceInfo processor()
{
    return {.id = "cpu", .name = "Some CPU", .available = true, .threads = 8, .isa = "AVX2", .memory = Bytes(16e9)};
}

DeviceInfo gpu(std::string uuid)
{
    GpuFacts facts;
    facts.uuid = std::move(uuid);
    return {.id = "cuda:0", .kind = DeviceKind::Cuda, .name = "Some GPU", .available = true, .gpu = facts};
}

} // namespace

class AddResultsTest : public test::Case {
    Q_OBJECT
private slots:
    void roofsAreKeptByDeviceAndThreads()
    {
        Session session;
        addRoofs(session, {.device = "cpu",
                           .threads = 4,
                           .roofs = {roof("bandwidth.dram", 1.0), roof("bandwidth.l1", 2.0)},
                           .levels = {{.name = "l1"}, {.name = "dram"}}});
        addRoofs(session, {.device = "cpu",
                           .threads = 4,
                           .roofs = {roof("bandwidth.dram", 3.0), roof("launch.fixed", 4.0)},
                           .unavailable = {{.id = "launch.graph"}},
                           .otherLoad = 0.25});
        addRoofs(session, {.device = "cpu", .threads = 2, .roofs = {roof("bandwidth.dram", 5.0)}});
        addRoofs(session, {.device = "cuda:0", .threads = 4, .roofs = {roof("bandwidth.dram", 6.0)}});
        QCOMPARE(session.roofs.size(), std::size_t{3});
        const RoofSet& first = session.roofs[0];
        QCOMPARE(first.roofs.size(), std::size_t{3});
        QCOMPARE(first.find("bandwidth.dram")->value, 3.0);
        QCOMPARE(first.find("bandwidth.l1")->value, 2.0);
        QCOMPARE(first.levels.size(), std::size_t{2}); // none came with the second
        QCOMPARE(first.unavailable.size(), std::size_t{1});
        QCOMPARE(first.otherLoad, std::optional(0.25));
        QCOMPARE(roofSetFor(session, "cpu", 2).find("bandwidth.dram")->value, 5.0);
        QVERIFY(roofSetFor(session, "cpu", 16).roofs.empty());
    }
    void levelsAreThoseOfARunThatMeasuredEach()
    {
        Session session;
        addRoofs(session, {.device = "cpu",
                           .threads = 2,
                           .roofs = {roof("bandwidth.l2", 2.0), roof("bandwidth.dram", 1.0)},
                           .unavailable = {{.id = "bandwidth.l1"}},
                           .levels = {{.name = "l2"}, {.name = "dram"}}});
        // One roof again: its run has seen a level of which nothing is known.
        addRoofs(session, {.device = "cpu",
                           .threads = 2,
                           .roofs = {roof("bandwidth.dram", 3.0)},
                           .levels = {{.name = "l1"}, {.name = "l2"}, {.name = "dram"}}});
        QCOMPARE(session.roofs[0].levels.size(), std::size_t{2});
        QCOMPARE(session.roofs[0].find("bandwidth.dram")->value, 3.0);
        QCOMPARE(session.roofs[0].unavailable.size(), std::size_t{1}); // and nothing was heard of that one
        // Nor does a run in passing that has seen no cache at all take them away, or what was measured of them.
        addRoofs(session, {.device = "cpu",
                           .threads = 2,
                           .roofs = {roof("bandwidth.dram", 3.0)},
                           .unavailable = {{.id = "bandwidth.l2"}},
                           .levels = {{.name = "dram"}}});
        QCOMPARE(session.roofs[0].levels.size(), std::size_t{2});
        QCOMPARE(session.roofs[0].unavailable.size(), std::size_t{1});
        addRoofs(session, {.device = "cpu",
                           .threads = 2,
                           .roofs = {roof("bandwidth.l1", 5.0), roof("bandwidth.l2", 2.0), roof("bandwidth.dram", 3.0)},
                           .levels = {{.name = "l1"}, {.name = "l2"}, {.name = "dram"}}});
        QCOMPARE(session.roofs[0].levels.size(), std::size_t{3});
        QVERIFY(session.roofs[0].unavailable.empty());
    }
    void aResultTakesThePlaceOfTheSameRunAlone()
    {
        Session session;
        const ExperimentResult result{
            .id = "ladder", .device = "cpu", .threads = 4, .created = "1", .parameters = {{"seconds", "1"}}};
        ExperimentResult again = result;
        again.created = "2";
        ExperimentResult fewer = result;
        fewer.threads = 2;
        ExperimentResult longer = result;
        longer.parameters["seconds"] = "2";
        for (const ExperimentResult& one : {result, fewer, longer, again})
            addExperiment(session, one);
        QCOMPARE(session.experiments.size(), std::size_t{3});
        QCOMPARE(session.experiments.back().created, std::string("2")); // the latest last
    }
    void lessDoesNotTakeThePlaceOfMore()
    {
        const auto run = [](int measured) {
            ExperimentResult result{.id = "ladder", .device = "cpu", .threads = 4, .created = std::to_string(measured)};
            result.points = {{.series = "said", .provenance = Provenance::Predicted}};
            for (int i = 0; i < measured; ++i)
                result.points.push_back({.series = "seen", .provenance = Provenance::Measured});
            return result;
        };
        Session session;
        QVERIFY(addExperiment(session, run(0), false)); // better than nothing
        QVERIFY(addExperiment(session, run(24), false));
        QVERIFY(!addExperiment(session, run(1), false)); // was stopped
        QVERIFY(!addExperiment(session, run(0), true));  // came to its end and measured nothing
        QCOMPARE(session.experiments.front().created, std::string("24"));
        QVERIFY(addExperiment(session, run(24), false));
        QVERIFY(addExperiment(session, run(3), true)); // fewer were asked for
        QCOMPARE(session.experiments.size(), std::size_t{1});
        QCOMPARE(session.experiments.front().created, std::string("3"));
    }
    void devicesAreTheSameAsFarAsTheyTell_data()
    {
        QTest::addColumn<bool>("same");
        QTest::addColumn<int>("which");
        QTest::newRow("itself") << true << 0;
        QTest::newRow("a little less memory, as another kernel leaves") << true << 1;
        QTest::newRow("half the memory") << false << 2;
        QTest::newRow("other threads") << false << 3;
        QTest::newRow("an unknown instruction set") << true << 4;
        QTest::newRow("another instruction set") << false << 5;
        QTest::newRow("a GPU") << false << 6;
        QTest::newRow("one like it in a machine elsewhere") << false << 7;
    }
    void devicesAreTheSameAsFarAsTheyTell()
    {
        QFETCH(bool, same);
        QFETCH(int, which);
        DeviceInfo other = which == 6 ? gpu("") : processor();
        if (which == 1)
            other.memory = Bytes(15.5e9);
        if (which == 2)
            other.memory = Bytes(8e9);
        if (which == 3)
            other.threads = 4;
        if (which == 4)
            other.isa.clear();
        if (which == 5)
            other.isa = "AVX-512";
        if (which == 7)
            other.machine = "gpu01";
        QCOMPARE(isSameDevice(processor(), other), same);
        QCOMPARE(isSameDevice(other, processor()), same);
    }
    void aGpuIsToldByItsOwnIdentityWhereBothTellIt()
    {
        DeviceInfo renamed = gpu("GPU-1");
        renamed.name = "as a later driver calls it";
        QVERIFY(isSameDevice(gpu("GPU-1"), renamed));
        QVERIFY(!isSameDevice(gpu("GPU-1"), gpu("GPU-2")));
        QVERIFY(isSameDevice(gpu("GPU-1"), gpu("")));
        DeviceInfo reached = gpu("GPU-1");
        reached.machine = "gpu01";
        QVERIFY(isSameDevice(gpu("GPU-1"), reached)); // the machine's name is one of several
    }
    void namesOfOneModelAreWrittenInManyWays_data()
    {
        QTest::addColumn<bool>("same");
        QTest::addColumn<std::string>("other");
        QTest::newRow("as the driver says it") << true << std::string("NVIDIA A100-SXM4-40GB");
        QTest::newRow("short") << true << std::string("A100");
        QTest::newRow("with a source in brackets") << true << std::string("NVIDIA A100 40 GB (a paper)");
        QTest::newRow("more memory") << false << std::string("NVIDIA A100-SXM4-80GB");
        QTest::newRow("on a card") << false << std::string("NVIDIA A100-PCIE-40GB");
        QTest::newRow("another model") << false << std::string("NVIDIA A10");
        QTest::newRow("nothing but a maker") << false << std::string("NVIDIA GPU");
        QTest::newRow("nothing") << false << std::string();
        QTest::newRow("a bracket that is not opened") << true << std::string("A100)");
        QTest::newRow("a bracket that is not closed") << true << std::string("A100 (SXM4");
    }
    void namesOfOneModelAreWrittenInManyWays()
    {
        QFETCH(bool, same);
        QFETCH(std::string, other);
        QCOMPARE(isSameDeviceName("NVIDIA A100 SXM4 40 GB", other), same);
        QCOMPARE(isSameDeviceName(other, "NVIDIA A100 SXM4 40 GB"), same);
        QVERIFY(!isSameDeviceName("NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090 Laptop GPU"));
        QVERIFY(!isSameDeviceName("", ""));
    }
};

RIDGEPOINT_TEST(AddResultsTest)
#include "add_results_test.moc"
