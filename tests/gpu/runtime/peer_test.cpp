// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_measured_device.h"
#include "gpu/runtime/transfer_works.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

using namespace ridgepoint;
using test::FakeCuda;

namespace {

using Names = std::set<std::string>;

CudaDeviceSetup setupWithPeer()
{
    CudaDeviceSetup setup = test::fakeSetup();
    setup.peer = 1;
    return setup;
}

struct Rig {
    std::shared_ptr<FakeCuda> cuda = std::make_shared<FakeCuda>();
    std::shared_ptr<CudaDevice> device = CudaDevice::open(cuda, setupWithPeer()).value();
    std::shared_ptr<PeerLink> link = std::make_shared<PeerLink>(device);

    Rig() { cuda->namesStreams = true; }
    Result<RoofWork> prepare(const char* id)
    {
        return preparePeerRoof(device, link, {.id = id, .footprint = Bytes(4096)});
    }
    /// What the log has of one call.
    std::vector<std::string> linesOf(const std::string& call) const
    {
        std::vector<std::string> lines;
        std::copy_if(cuda->log.begin(), cuda->log.end(), std::back_inserter(lines),
                     [&](const std::string& line) { return line.starts_with(call); });
        return lines;
    }
};

} // namespace

class PeerTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void onlyAMachineWithAnotherGpuHasTheRoofsAndOnlyByName()
    {
        const auto has = [](const CudaDeviceSetup& setup, const char* id) {
            const DeviceFacts facts = factsOf(setup, {});
            const auto& ids = facts.variantRoofIds;
            return std::find(ids.begin(), ids.end(), id) != ids.end()
                && std::find(facts.roofIds.begin(), facts.roofIds.end(), id) == facts.roofIds.end();
        };
        for (const char* id :
             {"bandwidth.peer", "bandwidth.peer.both", "bandwidth.peer.staged", "bandwidth.peer.both.staged"}) {
            QVERIFY2(has(setupWithPeer(), id), id);
            QVERIFY2(!has(test::fakeSetup(), id), id);
            QVERIFY(isPeerRoof(id));
        }
        auto cuda = std::make_shared<FakeCuda>();
        const auto alone = CudaDevice::open(cuda, test::fakeSetup()).value();
        const auto roof = preparePeerRoof(alone, std::make_shared<PeerLink>(alone), {.id = "bandwidth.peer"});
        QCOMPARE(roof.error().kind, ErrorKind::Unsupported);
    }
    void oneWayCopiesGoToTheOtherDevice()
    {
        Rig rig;
        const auto roof = rig.prepare("bandwidth.peer");
        QVERIFY2(roof.ok(), roof.ok() ? "" : roof.error().message().c_str());
        QCOMPARE(roof->amount, 4096.0);
        QVERIFY(roof->kind == RoofKind::Bandwidth);
        rig.cuda->log.clear();
        QVERIFY(roof->work->run(3).ok());
        QVERIFY(rig.linesOf("copyBetween") == std::vector<std::string>(3, "copyBetween 0>1 @1"));
        QVERIFY(rig.cuda->reaching == (Names{"0>1", "1>0"}));
    }
    void bothWaysAtOnceGoInTwoStreamsAndAreBothWaitedFor()
    {
        Rig rig;
        const auto roof = rig.prepare("bandwidth.peer.both");
        QVERIFY(roof.ok());
        QCOMPARE(roof->amount, 8192.0);
        rig.cuda->log.clear();
        QVERIFY(roof->work->run(2).ok());
        const auto first = std::find(rig.cuda->log.begin(), rig.cuda->log.end(), "now");
        const std::vector<std::string> between(first + 1, std::find(first + 1, rig.cuda->log.end(), "now"));
        const std::vector<std::string> wanted{"copyBetween 0>1 @1",
                                              "copyBetween 1>0 @2",
                                              "copyBetween 0>1 @1",
                                              "copyBetween 1>0 @2",
                                              "wait @1",
                                              "wait @2"};
        QVERIFY(between == wanted);
    }
    void accessIsSwitchedForEachReadingThatNeedsItOtherwiseOutsideOfTheTime()
    {
        Rig rig;
        const auto direct = rig.prepare("bandwidth.peer");
        QVERIFY(rig.cuda->reaching == (Names{"0>1", "1>0"}));
        const auto staged = rig.prepare("bandwidth.peer.staged");
        QVERIFY(staged.ok() && rig.cuda->reaching.empty());
        QVERIFY2(staged->method.find("through the host") != std::string::npos, staged->method.c_str());
        QVERIFY2(staged->method.ends_with("; timed by the host's clock"), staged->method.c_str());
        QVERIFY(direct->work->run(1).ok());
        QVERIFY(rig.cuda->reaching == (Names{"0>1", "1>0"}));
        rig.cuda->log.clear();
        QVERIFY(direct->work->run(1).ok());
        QVERIFY(rig.linesOf("letReach").empty()); // it is so already
        QVERIFY(staged->work->run(1).ok());
        const auto& log = rig.cuda->log;
        const auto lastSwitch = std::find_if(log.rbegin(), log.rend(),
                                             [](const std::string& line) { return line.starts_with("letReach"); });
        QVERIFY(std::find(lastSwitch.base(), log.end(), "copyBetween 0>1 @1") != log.end());
        QVERIFY(rig.cuda->reaching.empty());
        QCOMPARE(rig.cuda->currentDevice, 0); // measuring goes on here
    }
    void whereDevicesDoNotReachEachOtherOnlyTheWayThroughTheHostIsThere()
    {
        Rig rig;
        rig.cuda->devicesReach = false;
        for (const char* id : {"bandwidth.peer", "bandwidth.peer.both"}) {
            const auto roof = rig.prepare(id);
            QVERIFY(!roof.ok());
            QCOMPARE(roof.error().kind, ErrorKind::Unavailable);
            QVERIFY2(roof.error().message().find("bandwidth.peer.staged") != std::string::npos,
                     roof.error().message().c_str());
        }
        QVERIFY(rig.prepare("bandwidth.peer.staged").ok());
        QVERIFY(rig.cuda->reaching.empty());
    }
    void theOthersMemoryIsSharedByTheRoofsAndGivenBack()
    {
        auto cuda = std::make_shared<FakeCuda>();
        {
            const auto device = CudaDevice::open(cuda, setupWithPeer()).value();
            const auto link = std::make_shared<PeerLink>(device);
            for (const std::string& id : peerRoofIds(device->setup()))
                QVERIFY(preparePeerRoof(device, link, {.id = id, .footprint = Bytes(1 << 20)}).ok());
            QCOMPARE(std::count(cuda->log.begin(), cuda->log.end(), "allocate " + std::to_string(2 << 20)),
                     2); // one on each device
        }
        QCOMPARE(cuda->liveHandles, 0);
    }
    void aPeerWithoutMemoryCostsTheRoofAndNotTheDevice()
    {
        Rig rig;
        rig.cuda->failAt("allocate", 1, 2); // the first one is the device's own
        const auto roof = rig.prepare("bandwidth.peer.staged");
        QVERIFY(!roof.ok());
        QCOMPARE(roof.error().kind, ErrorKind::Unavailable);
        QVERIFY(!rig.device->lost());
        QCOMPARE(rig.cuda->currentDevice, 0);
    }
};

RIDGEPOINT_TEST(PeerTest)
#include "peer_test.moc"
