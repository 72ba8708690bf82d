// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/outrun.h"
#include "core/model/cost.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace ridgepoint;

namespace {

RoofSet outrunRoofs() { return test::syntheticRoofs(test::syntheticThreads); }

Workload ofElements(std::int64_t elements, int operations)
{
    Workload workload;
    workload.elements = elements;
    workload.operationsPerElement = operations;
    workload.threads = test::syntheticThreads;
    return workload;
}

/// A sample whose interval ends at this part of what the term of its prediction takes.
Sample within(const Workload& workload, Seconds term, double part)
{
    Sample sample;
    sample.workload = workload;
    sample.high = term * part;
    sample.time = sample.median = sample.high * 0.9;
    sample.low = sample.high * 0.8;
    return sample;
}

} // namespace

/// When a measured time refutes a roof, and what may explain it.
class OutrunTest : public QObject {
    Q_OBJECT
private slots:
    void onlyAWholeIntervalOutrunsARoof()
    {
        const RoofSet roofs = outrunRoofs();
        const Workload large = ofElements(1 << 26, 1);
        const Prediction prediction = *predict(large, roofs, DeviceKind::Cpu);
        QCOMPARE(prediction.bandwidthRoof, std::string("bandwidth.dram"));
        const auto outrun = outrunBy(within(large, prediction.memory, 1.0 / 1.25), prediction, roofs);
        QVERIFY(outrun && outrun->roof == prediction.bandwidthRoof && !outrun->ofLaunches);
        QVERIFY(test::isNear(outrun->share, 1.25, 1e-9));
        QVERIFY(!outrunBy(within(large, prediction.memory, 1.0 / 1.02), prediction, roofs)); // the interval reaches it
        Sample published = within(large, prediction.memory, 1.0 / 1.25);
        published.provenance = Provenance::Published;
        QVERIFY(!outrunBy(published, prediction, roofs));
        Sample unmeasured;
        unmeasured.workload = large; // without an interval
        QVERIFY(!outrunBy(unmeasured, prediction, roofs));
    }
    void theRoofIsTheOneThatWasOutrunMost()
    {
        const RoofSet roofs = outrunRoofs();
        const Workload computing = ofElements(1 << 24, 1024);
        const Prediction compute = *predict(computing, roofs, DeviceKind::Cpu);
        const auto beyond = outrunBy(within(computing, compute.compute, 0.5), compute, roofs);
        QVERIFY(beyond && beyond->roof == compute.computeRoof && !beyond->ofLaunches && beyond->cache.empty());
        const Workload small = ofElements(64, 1);
        const Prediction launched = *predict(small, roofs, DeviceKind::Cpu);
        const auto quick = outrunBy(within(small, launched.overhead, 0.5), launched, roofs);
        QVERIFY(quick && quick->ofLaunches && quick->roof == launched.launchRoof && test::isNear(quick->share, 2.0));
    }
    /// At twice its roof at least half of the bytes came from elsewhere: a cache that holds less of the tensor did not.
    void aCacheIsNamedWhereItMayHaveServedEnough()
    {
        RoofSet roofs = outrunRoofs();
        const Workload large = ofElements(1 << 26, 1);
        const auto l3 = std::ranges::find(roofs.levels, "l3", &MemoryLevel::name);
        QVERIFY(l3 != roofs.levels.end());
        const Prediction prediction = *predict(large, roofs, DeviceKind::Cpu);
        const Sample twice = within(large, prediction.memory, 0.5);
        const auto cacheWith = [&](double partOfTensor) {
            l3->capacity = footprintOf(large) * partOfTensor;
            l3->claimed = Bytes();
            return outrunBy(twice, prediction, roofs)->cache;
        };
        QCOMPARE(cacheWith(0.51), std::string("bandwidth.l3"));
        QCOMPARE(cacheWith(0.49), std::string());
        l3->claimed = footprintOf(large); // a knee may lie below what the cache holds
        QCOMPARE(outrunBy(twice, prediction, roofs)->cache, std::string("bandwidth.l3"));
        l3->claimed = Bytes();
        l3->perThread = true; // each thread's own part counts
        l3->capacity = footprintOf(large) * (0.51 / roofs.threads);
        QCOMPARE(outrunBy(twice, prediction, roofs)->cache, std::string("bandwidth.l3"));
        // Nothing is nearer than the first level.
        const Workload tiny = ofElements(1 << 10, 1);
        const Prediction nearest = *predict(tiny, roofs, DeviceKind::Cpu);
        QCOMPARE(nearest.bandwidthRoof, bandwidthRoofId(roofs.levels.front().name));
        Prediction withoutLaunches = nearest;
        withoutLaunches.overhead = withoutLaunches.compute = Seconds();
        const auto first = outrunBy(within(tiny, nearest.memory, 0.5), withoutLaunches, roofs);
        QVERIFY(first && first->roof == nearest.bandwidthRoof && first->cache.empty());
    }
};

RIDGEPOINT_TEST(OutrunTest)
#include "outrun_test.moc"
