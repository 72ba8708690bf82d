// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/host_placement.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <thread>

#include <sched.h>

using namespace ridgepoint;

namespace {

const std::string place = "00000000:65:00.0";

/// A machine's /sys, as far as it is read.
struct Machine {
    QTemporaryDir root;

    void put(const QString& path, const QByteArray& content) const
    {
        QDir().mkpath(QFileInfo(root.filePath(path)).path());
        QFile file(root.filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    void putGpu(const QByteArray& node, const QByteArray& processors) const
    {
        put("sys/bus/pci/devices/0000:65:00.0/numa_node", node);
        put("sys/bus/pci/devices/0000:65:00.0/local_cpulist", processors);
    }
    [[nodiscard]] NearHost find(const std::string& pci = place) const
    {
        return findNearHost(pci, root.path().toStdString());
    }
};

/// The processors that this thread may use.
std::vector<int> allowed()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> processors;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        for (int i = 0; i < CPU_SETSIZE; ++i)
            if (CPU_ISSET(static_cast<std::size_t>(i), &set))
                processors.push_back(i);
    return processors;
}

} // namespace

class HostPlacementTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void readsTheNodeAndItsProcessors()
    {
        const Machine machine;
        machine.put("sys/devices/system/node/online", "0-1\n");
        machine.putGpu("1\n", "2-4,9\n");
        const NearHost host = machine.find();
        QCOMPARE(host.nodes, 2);
        QCOMPARE(host.node, std::optional(1));
        QVERIFY((host.processors == std::vector<int>{2, 3, 4, 9}));
        QVERIFY(!machine.find("00000000:66:00.0").node); // another GPU
    }
    void whatIsNotToldIsUnknown_data()
    {
        QTest::addColumn<QByteArray>("node");
        QTest::addColumn<QByteArray>("processors");
        QTest::newRow("firmware that does not say") << QByteArray("-1\n") << QByteArray("\n");
        QTest::newRow("nonsense") << QByteArray("one\n") << QByteArray("4-2\n");
        QTest::newRow("numbers beyond any machine") << QByteArray("99999999999\n") << QByteArray("0-99999999\n");
        QTest::newRow("nothing") << QByteArray() << QByteArray();
    }
    void whatIsNotToldIsUnknown()
    {
        QFETCH(QByteArray, node);
        QFETCH(QByteArray, processors);
        const Machine machine;
        machine.put("sys/devices/system/node/online", "0-1\n");
        machine.putGpu(node, processors);
        const NearHost host = machine.find();
        QVERIFY(!host.node && host.processors.empty());
        QVERIFY(!bindNear(host));
        QCOMPARE(placementWords(host, false, 0),
                 std::string(", host memory of NUMA node 0 (the system does not say which is the GPU's)"));
    }
    void aMachineThatTellsNothingHasOneNode()
    {
        const Machine machine;
        const NearHost host = machine.find("no place");
        QCOMPARE(host.nodes, 1);
        QVERIFY(!bindNear(host));
        QCOMPARE(placementWords(host, false, 0), std::string());
    }
    void bindsToTheNearProcessorsThatMayBeUsed()
    {
        // In a thread of its own, for it stays bound.
        std::vector<int> before = allowed();
        std::vector<int> after;
        bool isBound = false;
        std::thread([&] {
            isBound = bindNear({.nodes = 2, .node = 1, .processors = {before.back(), CPU_SETSIZE - 1}});
            after = allowed();
        }).join();
        QVERIFY(isBound);
        QVERIFY((after == std::vector<int>{before.back()}));
        QVERIFY(allowed() == before);
    }
    void leavesAThreadAloneThatMayUseNoneOfThem()
    {
        const std::vector<int> before = allowed();
        QVERIFY(!bindNear({.nodes = 2, .node = 1, .processors = {CPU_SETSIZE - 1}}));
        QVERIFY(!bindNear({.nodes = 2, .node = 1, .processors = {}}));
        QVERIFY(allowed() == before);
    }
    void saysWhereMemoryLiesAndWhyNotBesideTheGpu()
    {
        const NearHost host{.nodes = 2, .node = 1, .processors = {1}};
        QCOMPARE(placementWords(host, true, std::nullopt),
                 std::string(", bound next to the GPU's own NUMA node 1; location of the memory unknown"));
        QCOMPARE(placementWords(host, true, 1), std::string(", host memory of NUMA node 1, the GPU's own"));
        QCOMPARE(placementWords(host, false, 1), std::string(", host memory of NUMA node 1, the GPU's own"));
        QCOMPARE(placementWords(host, true, 0), std::string(", host memory of NUMA node 0, not of the GPU's own, 1"));
        QCOMPARE(
            placementWords(host, false, 0),
            std::string(
                ", host memory of NUMA node 0, not of the GPU's own, 1, whose processors this program may not use"));
        QCOMPARE(placementWords(host, false, std::nullopt),
                 std::string(", not bound next to the GPU's own NUMA node 1, whose processors this program may not "
                             "use; location of the memory unknown"));
    }
    void findsTheNodeOfAPageWhereAskingIsAllowed()
    {
        int touched = 1;
        if (const auto node = nodeOf(&touched))
            QVERIFY(*node >= 0 && *node < 1024);
        QVERIFY(!nodeOf(nullptr));
    }
};

RIDGEPOINT_TEST(HostPlacementTest)
#include "host_placement_test.moc"
