// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/roof_runner.h"
#include "tests/support/test_main.h"
#include "tests/unit/sweep/fake_roof_device.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

const std::map<std::string, double> trueValues{{"compute.fp32.fma", 400e9},
                                               {"compute.fp64.fma", 200e9},
                                               {"compute.fp32.cos", 7e9},
                                               {"launch.wait_each", 400e-9},
                                               {"launch.fixed", 90e-9}};

/// A runner on a fake device, with all that it said.
struct RoofRun {
    FakeTruth truth{.values = trueValues};
    FakeClock clock;
    FakeBackend backend{truth, clock};
    std::vector<Roof> published;
    int steps = 0;
    Seconds longestStep;

    RoofRunner run(std::vector<std::string> only = {}, int threads = 2)
    {
        RoofRunner runner(backend, threads, std::move(only), clock);
        for (bool more = true; more && steps < 100000; ++steps) {
            const Seconds before = clock.now();
            more = runner.step();
            longestStep = std::max(longestStep, clock.now() - before);
            for (Roof& roof : runner.takeNewRoofs())
                published.push_back(std::move(roof));
        }
        return runner;
    }
};

bool isClose(double value, double truth, double tolerance) { return std::abs(value / truth - 1.0) <= tolerance; }

/// Whether a request is of the curve over the footprint, and not of a roof.
bool isOfCurve(const RoofRequest& request) { return request.window > Bytes(0.0) && request.window < Bytes(64 * MiB); }

RoofSet roofsOf(std::function<double(const RoofRequest&)> part)
{
    FakeTruth truth{.values = {{"compute.fp32.fma", 400e9},
                               {"compute.fp64.fma", 200e9},
                               {"launch.wait_each", 400e-9},
                               {"launch.fixed", 90e-9}}};
    truth.part = std::move(part);
    FakeClock clock;
    FakeBackend backend(truth, clock);
    RoofRunner runner(backend, 2, {}, clock);
    while (runner.step()) {
    }
    return runner.error() ? RoofSet{} : runner.roofs();
}

/// Sustained ids first in the device's order, to see that they come last all the same.
const std::map<std::string, double> values{{"bandwidth.dram.sustained", 50e9},
                                           {"compute.bf16.fma.sustained", 300e9},
                                           {"compute.fp32.cos", 7e9},
                                           {"compute.fp32.fma", 400e9},
                                           {"compute.fp32.fma.sustained", 380e9},
                                           {"compute.fp64.fma", 200e9},
                                           {"launch.queued", 2e-6}};

} // namespace

class RoofRunnerTest : public Case {
    Q_OBJECT

private slots:
    void tellsHowFarItIsAllTheWay()
    {
        RoofRun device;
        RoofRunner runner(device.backend, 2, {}, device.clock);
        double last = 0.0;
        double longestStep = 0.0;
        QCOMPARE(runner.fraction(), 0.0);
        for (bool more = true; more;) {
            more = runner.step();
            QVERIFY(runner.fraction() >= last && runner.fraction() <= 1.0);
            longestStep = std::max(longestStep, runner.fraction() - last);
            last = runner.fraction();
        }
        QCOMPARE(last, 1.0);
        QVERIFY2(longestStep < 0.05, qPrintable(QString::number(longestStep)));
    }
    void findsTheTrueRoofsAndKnees_data()
    {
        QTest::addColumn<double>("noise");
        QTest::newRow("undisturbed") << 0.0;
        QTest::newRow("readings up to 10 % slow") << 0.1;
    }
    void findsTheTrueRoofsAndKnees()
    {
        QFETCH(double, noise);
        RoofRun device;
        device.truth.noise = noise;
        const RoofRunner runner = device.run();
        QVERIFY(!runner.error());
        QCOMPARE(runner.total(), 9);
        QCOMPARE(runner.done(), 9);
        QVERIFY(runner.roofs().unavailable.empty());
        std::map<std::string, double> truth = trueValues;
        truth.insert(
            {{"bandwidth.l1", 800e9}, {"bandwidth.l2", 200e9}, {"bandwidth.l3", 110e9}, {"bandwidth.dram", 60e9}});
        for (const auto& [id, value] : truth) {
            const Roof* roof = runner.roofs().find(id);
            QVERIFY2(roof != nullptr, id.c_str());
            QVERIFY2(isClose(roof->value, value, noise == 0.0 ? 1e-9 : 0.1), id.c_str());
            QVERIFY(roof->low <= roof->value && roof->value <= roof->high);
            QVERIFY(roof->provenance == Provenance::Measured);
            QCOMPARE(roof->method, std::string("made up"));
        }
        const auto& levels = runner.roofs().levels;
        QCOMPARE(levels.size(), std::size_t{4});
        QVERIFY(isClose(levels[0].capacity.value(), 48 * KiB, 0.45));
        QVERIFY(isClose(levels[1].capacity.value(), 2 * MiB, 0.45));
        QVERIFY(isClose(levels[2].capacity.value(), 128 * MiB, 0.45));
    }

    void launchCostsAreMediansAndRatesAreTheBest()
    {
        RoofRun device;
        device.truth.noise = 0.5;
        const RoofRunner runner = device.run();
        // A quarter of the readings are under 1 + 0.5 / 4 of the truth: the rounds' 25th percentile, never the minimum.
        const Roof* launch = runner.roofs().find("launch.wait_each");
        QVERIFY(launch->value > 400e-9 * 1.03 && launch->value < 400e-9 * 1.25);
        QVERIFY(launch->low < launch->value && launch->value < launch->high);
        const Roof* rate = runner.roofs().find("compute.fp32.fma");
        QCOMPARE(rate->value, rate->high);
        QVERIFY(rate->low < rate->value);
    }

    void firstPictureComesAheadOfTheRest()
    {
        RoofRun device;
        RoofRunner runner(device.backend, 2, {}, device.clock);
        std::set<std::string> shown;
        while (!shown.contains("compute.fp32.cos") && !shown.contains("compute.fp64.fma")) {
            QVERIFY(runner.step());
            for (const Roof& roof : runner.takeNewRoofs())
                shown.insert(roof.id);
        }
        for (const char* id :
             {"bandwidth.l1", "bandwidth.l2", "bandwidth.l3", "bandwidth.dram", "compute.fp32.fma", "launch.wait_each"})
            QVERIFY2(shown.contains(id), id);
        QCOMPARE(runner.roofs().levels.size(), std::size_t{4});
    }

    void stepsAreShortAndTheWholeIsQuick()
    {
        RoofRun device;
        const Seconds start = device.clock.now();
        const RoofRunner runner = device.run();
        QVERIFY(!runner.error());
        QVERIFY2(device.longestStep < Seconds(0.05), std::to_string(device.longestStep.value()).c_str());
        QVERIFY(device.clock.now() - start < Seconds(4.0));
    }
    void aSlowMachineIsGivenUpOnInTime()
    {
        RoofRun device;
        device.truth.slowdown = 40.0;
        const Seconds start = device.clock.now();
        const RoofRunner runner = device.run();
        QCOMPARE(runner.done(), 9);
        QVERIFY(device.clock.now() - start < Seconds(60.0));
        QVERIFY2(runner.roofs().find("compute.fp64.fma")->flags.has(Flag::FewReadings),
                 "no more rounds than it takes to show a roof");
    }

    void measuresBandwidthWhereTheLevelsAre()
    {
        RoofRun device;
        const RoofRunner runner = device.run();
        std::map<std::string, Bytes> last;
        for (const RoofRequest& request : device.backend.requests) {
            QCOMPARE(request.threads, 2);
            last[request.id] = request.footprint;
        }
        const auto& levels = runner.roofs().levels;
        QVERIFY(last["bandwidth.l1"] <= levels[0].capacity * 2.0 * 0.51);
        QVERIFY(last["bandwidth.l2"] > levels[0].capacity * 4.0 && last["bandwidth.l2"] < levels[1].capacity);
        QVERIFY(last["bandwidth.l3"] > levels[1].capacity * 4.0 && last["bandwidth.l3"] < levels[2].capacity * 0.5);
        QVERIFY(last["bandwidth.dram"] >= levels[2].capacity * 4.0);
        // Nor what the cache may serve of it in a better minute.
        QVERIFY(last["bandwidth.dram"] >= levels[2].claimed * 2.0);
    }
    void littleMemoryMakesTheWorkingSetSmallerButNeverFitTheCaches()
    {
        RoofRun device;
        device.truth.memoryLimit = Bytes(300 * MiB);
        const RoofRunner enough = device.run();
        QVERIFY(!enough.error());
        QVERIFY(enough.roofs().unavailable.empty());
        QVERIFY(isClose(enough.roofs().find("bandwidth.dram")->value, 60e9, 1e-9));

        device.truth.memoryLimit = Bytes(200 * MiB);
        const RoofRunner tooLittle = device.run();
        QVERIFY(!tooLittle.error());
        QVERIFY(tooLittle.roofs().find("bandwidth.l2") != nullptr);
        QCOMPARE(tooLittle.roofs().unavailable.size(), std::size_t{1});
        QCOMPARE(tooLittle.roofs().unavailable[0].id, std::string("bandwidth.dram"));
        QCOMPARE(tooLittle.roofs().unavailable[0].reason.id, std::string("fake.memory"));
    }

    void reportsWhatCannotBePrepared()
    {
        RoofRun device;
        device.truth.refused = {"compute.fp32.cos"};
        const RoofRunner runner = device.run();
        QVERIFY(!runner.error());
        QCOMPARE(runner.done(), runner.total());
        QCOMPARE(runner.roofs().unavailable.size(), std::size_t{1});
        QCOMPARE(runner.roofs().unavailable[0].reason.message(),
                 std::string("compute.fp32.cos is not to be had; leave it out."));
        QVERIFY(runner.roofs().find("compute.fp32.cos") == nullptr);
    }
    void onlyMeasuresWhatIsNamed()
    {
        RoofRun device;
        const RoofRunner runner = device.run({"compute.fp32.cos", "launch.fixed", "launch.fixed"});
        QCOMPARE(runner.total(), 2);
        QCOMPARE(runner.roofs().roofs.size(), std::size_t{2});
        for (const RoofRequest& request : device.backend.requests)
            QVERIFY(request.id == "compute.fp32.cos" || request.id == "launch.fixed"); // no curve for these
    }
    void aMatrixRoofThatTheDeviceLacksIsLeftOutBesideOthers()
    {
        RoofRun device;
        const RoofRunner runner = device.run({"compute.fp32.cos", "compute.bf16.matrix"});
        QVERIFY2(!runner.error(), runner.error() ? runner.error()->message().c_str() : "");
        QCOMPARE(runner.roofs().roofs.size(), std::size_t{1});
        QCOMPARE(runner.roofs().unavailable.size(), std::size_t{1});
        QCOMPARE(runner.roofs().unavailable[0].id, std::string("compute.bf16.matrix"));
        QCOMPARE(runner.roofs().unavailable[0].reason.id, std::string(roofLeftOutId));
        QCOMPARE(runner.total(), 2);
        QCOMPARE(runner.done(), 2);
    }
    void oneBandwidthRoofStillFindsTheLevels()
    {
        RoofRun device;
        const RoofRunner runner = device.run({"bandwidth.l2"});
        QCOMPARE(runner.roofs().roofs.size(), std::size_t{1});
        QVERIFY(isClose(runner.roofs().find("bandwidth.l2")->value, 200e9, 1e-9));
        QCOMPARE(runner.roofs().levels.size(), std::size_t{4});
    }

    void rejectsBadRequests_data()
    {
        QTest::addColumn<QString>("only");
        QTest::addColumn<int>("threads");
        QTest::addColumn<QString>("error");
        QTest::addColumn<QString>("named");
        QTest::newRow("an unknown roof") << "bandwidth.l7" << 2 << "roof.unknown"
                                         << "bandwidth.l7";
        QTest::newRow("a matrix roof that this device lacks, alone") << "compute.fp8.matrix" << 2 << "roof.unknown"
                                                                     << "compute.fp8.matrix";
        QTest::newRow("an empty name") << "" << 2 << "roof.unknown"
                                       << "\"\"";
        QTest::newRow("more threads than there are") << "bandwidth.l1" << 3 << "roofs.threads"
                                                     << "3";
        QTest::newRow("fewer than none") << "bandwidth.l1" << -1 << "roofs.threads"
                                         << "-1";
    }
    void rejectsBadRequests()
    {
        QFETCH(QString, only);
        QFETCH(int, threads);
        QFETCH(QString, named);
        RoofRun device;
        const RoofRunner runner = device.run({only.toStdString()}, threads);
        QVERIFY(runner.error().has_value());
        QVERIFY(runner.error()->kind == ErrorKind::InvalidInput);
        QTEST(QString::fromStdString(runner.error()->id), "error");
        QVERIFY(QString::fromStdString(runner.error()->message()).contains(named));
        QVERIFY(device.backend.requests.empty());
        QVERIFY(runner.roofs().roofs.empty());
    }

    void failureMidwayKeepsWhatWasMeasured_data()
    {
        QTest::addColumn<ErrorKind>("kind");
        QTest::newRow("the device fails") << ErrorKind::DeviceFailure;
        QTest::newRow("the device no longer answers") << ErrorKind::Timeout;
    }
    void failureMidwayKeepsWhatWasMeasured()
    {
        QFETCH(ErrorKind, kind);
        RoofRun device;
        device.truth.failing = "compute.fp32.cos";
        device.truth.failure = kind;
        device.truth.failsAfter = 8;
        RoofRunner runner = device.run();
        QVERIFY(runner.error().has_value());
        QCOMPARE(runner.error()->id, std::string("fake.failed"));
        QVERIFY(!runner.step()); // and stays stopped
        QVERIFY(runner.roofs().find("bandwidth.dram") != nullptr);
        QVERIFY(isClose(runner.roofs().find("compute.fp32.fma")->value, 400e9, 1e-9));
        QCOMPARE(runner.roofs().levels.size(), std::size_t{4});
        QCOMPARE(runner.roofs().unavailable.size() + runner.roofs().roofs.size(), std::size_t(runner.done()));
    }
    void failureInTheCurveEndsWithTheDevicesError()
    {
        RoofRun device;
        device.truth.failing = "bandwidth.l3";
        const RoofRunner runner = device.run();
        QVERIFY(runner.error().has_value());
        for (const Roof& roof : runner.roofs().roofs)
            QVERIFY(roof.kind == RoofKind::Launch && roof.flags.has(Flag::FewReadings)); // they began before it
        QVERIFY(device.steps < 1000);
    }
    void aRoofThatCannotRunCostsOnlyItself()
    {
        RoofRun device;
        device.truth.failing = "compute.fp64.fma";
        device.truth.failure = ErrorKind::Unavailable;
        const RoofRunner runner = device.run();
        QVERIFY(!runner.error());
        QCOMPARE(runner.roofs().roofs.size(), std::size_t{8});
        QCOMPARE(runner.roofs().unavailable.size(), std::size_t{1});
        QCOMPARE(runner.roofs().unavailable[0].id, std::string("compute.fp64.fma"));
    }
    void aDeviceThatReportsNoTimeIsAFailureNotARoof()
    {
        RoofRun device;
        device.truth.values["compute.fp32.fma"] = endless; // its work takes no time at all
        const RoofRunner runner = device.run();
        QVERIFY(runner.error().has_value());
        QCOMPARE(runner.error()->id, std::string("roof.no-time"));
        QVERIFY(runner.roofs().find("compute.fp32.fma") == nullptr);
    }

    void publishedRoofsEndAsTheFinalOnes()
    {
        RoofRun device;
        device.truth.noise = 0.2;
        const RoofRunner runner = device.run();
        std::map<std::string, double> last;
        for (const Roof& roof : device.published)
            last[roof.id] = roof.value;
        QCOMPARE(last.size(), std::size_t{9});
        for (const Roof& roof : runner.roofs().roofs)
            QCOMPARE(last[roof.id], roof.value);
    }

    void knowsWhichRoofsAPredictionNeeds()
    {
        RoofSet roofs{
            .device = "fake",
            .threads = 2,
            .roofs = {},
            .unavailable = {},
            .levels = {{"l1", Bytes(48 * KiB), true}, {"l2", Bytes(2 * MiB), true}, {"dram", Bytes(endless), false}}};
        const Workload inL2{.operation = Operation::Cos, .precision = Precision::Fp64, .elements = 65536};
        QCOMPARE(roofsNeededFor(inL2, roofs),
                 (std::vector<std::string>{"compute.fp64.cos", "bandwidth.l2", "launch.wait_each"}));
        const Workload inDram{.elements = 1 << 26, .launchMode = LaunchMode::Graph};
        QCOMPARE(roofsNeededFor(inDram, roofs),
                 (std::vector<std::string>{"compute.fp32.fma", "bandwidth.dram", "launch.graph", "launch.fixed"}));
        QCOMPARE(roofsNeededFor(inL2, {})[1], std::string("bandwidth.dram"));
    }

    void aMemoryThatWasSlowForAMomentIsNoLevel()
    {
        // Beyond 360 MiB the curve shows 40 % of memory's rate; its roof, measured later over as much, shows all of it.
        const RoofSet roofs = roofsOf([](const RoofRequest& request) {
            return isOfCurve(request) && request.footprint > Bytes(360 * MiB) ? 0.4 : 1.0;
        });
        QCOMPARE(roofs.levels.size(), std::size_t{4});
        QVERIFY(std::abs(roofs.find("bandwidth.dram")->value / 60e9 - 1.0) < 1e-9);
        const double knee = roofs.levels[2].capacity.value() / MiB;
        QVERIFY2(knee > 80.0 && knee < 190.0, std::to_string(knee).c_str());
        QCOMPARE(roofs.levelFor(Bytes(256 * MiB))->name, std::string("dram"));
    }
    void aKneeThatMayLieAnywhereIsSaidToBeUnsure()
    {
        // Readings within the cache at the rate of memory: the cache may end there, too.
        const RoofSet roofs = roofsOf([](const RoofRequest& request) {
            return isOfCurve(request) && request.footprint > Bytes(20 * MiB) && request.footprint < Bytes(40 * MiB)
                     ? 0.56
                     : 1.0;
        });
        const std::string& method = roofs.find("bandwidth.l3")->method;
        QVERIFY2(method.find("; the level ends between ") != std::string::npos, method.c_str());
        const RoofSet sure = roofsOf({});
        for (const Roof& roof : sure.roofs)
            QCOMPARE(roof.method, std::string("made up"));
    }

    void flagsWhatDisturbedMostRounds_data()
    {
        QTest::addColumn<Flag>("flag");
        QTest::newRow("other programs") << Flag::MachineBusy;
        QTest::newRow("preemption") << Flag::Preempted;
        QTest::newRow("a lowered clock") << Flag::Throttled;
    }
    void flagsWhatDisturbedMostRounds()
    {
        QFETCH(Flag, flag);
        RoofRun device;
        device.truth.noise = 2.0; // a preemption that costs nothing would be no flag
        device.truth.flags = [=](const std::string& id, int) {
            return id == "launch.fixed" ? FlagSet{} : FlagSet(flag);
        };
        device.truth.otherLoad = 0.4;
        const RoofRunner runner = device.run();
        for (const Roof& roof : runner.roofs().roofs)
            QVERIFY2(roof.flags.has(flag) == (roof.id != "launch.fixed"), roof.id.c_str());
        QVERIFY(isClose(runner.roofs().otherLoad.value_or(0.0), 0.4, 1e-9));
    }
    void preemptionThatCostsNothingIsNoFlag()
    {
        RoofRun device;
        device.truth.flags = [](const std::string&, int) { return FlagSet(Flag::Preempted); };
        const RoofRunner runner = device.run({"compute.fp32.cos"});
        QCOMPARE(toString(runner.roofs().roofs.front().flags), std::string());
    }
    void aFewDisturbedBatchesAreNoFlag()
    {
        RoofRun device;
        device.truth.flags = [](const std::string&, int batch) {
            return batch % 3 == 0 ? FlagSet(Flag::Preempted) : FlagSet{};
        };
        device.truth.flaggedSlowdown = 3.0;
        const RoofRunner runner = device.run();
        for (const Roof& roof : runner.roofs().roofs)
            QCOMPARE(toString(roof.flags), std::string());
        QVERIFY(!runner.roofs().otherLoad);
    }
    void whatOnlyADisturbanceSlowedIsNoStateOfTheMachine_data()
    {
        QTest::addColumn<bool>("isAll");
        QTest::newRow("half of the rounds: the range of the others") << false;
        QTest::newRow("all of them: the range of the quartiles") << true;
    }
    void whatOnlyADisturbanceSlowedIsNoStateOfTheMachine()
    {
        QFETCH(const bool, isAll);
        RoofRun device;
        constexpr int halfWay = 21; // batches: those that calibrate, and four a round; a slow one ends its round
        device.truth.flags = [=](const std::string&, int batch) {
            return isAll || batch >= halfWay ? FlagSet(Flag::Preempted) : FlagSet{};
        };
        device.truth.flaggedSlowdown = isAll ? 1.0 : 8.0;
        int batches = 0;
        device.truth.slower = [&](const std::string&, Seconds) {
            return ++batches >= halfWay && batches <= halfWay + 1 && isAll ? 8.0 : 1.0;
        };
        const RoofRunner runner = device.run({"compute.fp32.cos"});
        const Roof& roof = runner.roofs().roofs.front();
        QVERIFY(isClose(roof.value, 7e9, 1e-9));
        QVERIFY2(roof.low > 0.9 * roof.value && roof.low <= roof.high, std::to_string(roof.low).c_str());
        QVERIFY(batches > halfWay);
    }
    void launchCostsComeFromTheQuietRounds()
    {
        RoofRun device;
        // Calibration and five of the eight rounds beside another program: so slow that one batch ends a round.
        device.truth.flags = [](const std::string& id, int batch) {
            return id.starts_with("launch.") && batch < 6 ? FlagSet(Flag::MachineBusy) : FlagSet{};
        };
        device.truth.flaggedSlowdown = 100.0;
        const RoofRunner runner = device.run();
        const Roof* launch = runner.roofs().find("launch.wait_each");
        QVERIFY2(isClose(launch->value, 400e-9, 1e-9), std::to_string(launch->value).c_str());
        QVERIFY2(launch->high < 1e-6, "what other programs slowed down is no state of the machine");
        QCOMPARE(toString(launch->flags), std::string()); // three quiet rounds are enough for a median
    }
    void roundsThatDifferWidelyAreFlagged()
    {
        RoofRun device;
        device.truth.noise = 4.0;
        // The 25th percentile of a launch round evens readings out: every second round is slow as a whole.
        device.truth.flags = [](const std::string& id, int batch) {
            return id.starts_with("launch.") && batch / 32 % 2 == 1 ? FlagSet(Flag::Edge) : FlagSet{};
        };
        device.truth.flaggedSlowdown = 4.0;
        const RoofRunner runner = device.run({"launch.wait_each", "compute.fp32.cos"});
        for (const Roof& roof : runner.roofs().roofs)
            QVERIFY2(roof.flags.has(Flag::IntervalNotReached), roof.id.c_str());
        device.truth.flags = {};
        device.truth.noise = 0.1;
        const RoofRunner steady = device.run();
        for (const Roof& roof : steady.roofs().roofs)
            QVERIFY2(!roof.flags.has(Flag::IntervalNotReached), roof.id.c_str());
    }
    void fewRoundsAreSaidToBeFew()
    {
        RoofRun device;
        const RoofRunner runner = device.run({"compute.fp32.cos"});
        QVERIFY(device.published.front().flags.has(Flag::FewReadings));
        QVERIFY(runner.roofs().roofs.front().flags.empty());
    }

    void sustainedRoofsAreMeasuredWhenAllOthersHaveTheirRounds()
    {
        FakeTruth truth{.values = values};
        FakeClock clock;
        std::vector<std::string> batches;
        truth.flags = [&](const std::string& id, int) {
            batches.push_back(id);
            return FlagSet{};
        };
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {}, clock);
        while (runner.step()) {
        }
        QVERIFY(!runner.error());
        const auto isSustained = [](const std::string& id) { return id.ends_with(".sustained"); };
        const auto first = std::find_if(batches.begin(), batches.end(), isSustained);
        QVERIFY(first != batches.begin() && first != batches.end());
        QVERIFY2(std::all_of(first, batches.end(), isSustained),
                 "nothing else is measured once the device is being heated");
        for (const auto& [id, value] : values)
            QVERIFY2(runner.roofs().find(id) != nullptr, id.c_str());
        QCOMPARE(runner.done(), runner.total());
        QCOMPARE(runner.fraction(), 1.0);
    }
    void sustainedRoofsHaveAllTheirRoundsHoweverLateItIs()
    {
        // Seconds each are what they take, and no sign of a busy machine that all must hurry on.
        FakeTruth truth{.values = values};
        FakeClock clock;
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {}, clock);
        truth.flags = [&](const std::string& id, int) {
            if (id.ends_with(".sustained"))
                clock.time += Seconds(1.0);
            return FlagSet{};
        };
        while (runner.step()) {
        }
        for (const auto& [id, value] : values)
            QVERIFY2(!runner.roofs().find(id)->flags.has(Flag::FewReadings), id.c_str());
    }
    void sustainedRoofsAreMeasuredAloneToo()
    {
        FakeTruth truth{.values = values};
        FakeClock clock;
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {"compute.fp32.fma.sustained"}, clock);
        while (runner.step()) {
        }
        QCOMPARE(runner.roofs().roofs.size(), std::size_t{1});
        QVERIFY(std::abs(runner.roofs().roofs[0].value / 380e9 - 1.0) < 1e-9);
    }
};

RIDGEPOINT_TEST(RoofRunnerTest)
#include "roof_runner_test.moc"
