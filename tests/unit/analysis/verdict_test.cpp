// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analyse.h"
#include "core/analysis/levers.h"
#include "core/analysis/shortfall.h"
#include "core/analysis/symmetric_matrix.h"
#include "core/analysis/verdict.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

using namespace ridgepoint;

namespace {

constexpr std::array regimes{Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};

Workload workloadAt(std::int64_t elements, std::int64_t operations)
{
    Workload workload;
    workload.elements = elements;
    workload.operationsPerElement = operations;
    workload.threads = test::syntheticThreads;
    return workload;
}

RoofSet roofsWithLatency()
{
    RoofSet roofs = test::syntheticRoofs(test::syntheticThreads);
    const std::string id = latencyRoofId(Operation::Fma, Precision::Fp32);
    roofs.put({.id = id, .kind = RoofKind::Latency, .value = 8e-9, .low = 8e-9, .high = 8e-9});
    return roofs;
}

/// A sample that takes so many times what the roofs predict.
Sample sampleOf(const Workload& workload, const RoofSet& roofs, double times = 1.0)
{
    Sample sample{.workload = workload};
    sample.time = sample.median = predict(workload, roofs, DeviceKind::Cpu)->time * times;
    sample.low = sample.time * 0.99;
    sample.high = sample.time * 1.01;
    sample.rounds = 12;
    sample.readings = 60;
    return sample;
}

std::vector<Sample> grid(const RoofSet& roofs)
{
    std::vector<Sample> samples;
    for (std::int64_t elements = 1; elements <= 1 << 26; elements *= 4)
        for (std::int64_t operations = 1; operations <= 1024; operations *= 2)
            samples.push_back(sampleOf(workloadAt(elements, operations), roofs));
    return samples;
}

const PointAnalysis& pointAt(const std::vector<Sample>& samples, const std::vector<PointAnalysis>& points,
                             const Workload& workload)
{
    const auto found = std::ranges::find(samples, workload, &Sample::workload);
    return points[static_cast<std::size_t>(found - samples.begin())];
}

double sumOf(const Shares& shares)
{
    return shares.compute + shares.memory + shares.overhead + shares.underFilled + shares.unexplained;
}

Workload onThreads(int threads)
{
    Workload workload;
    workload.elements = 1 << 20;
    workload.threads = threads;
    return workload;
}

Sample sample(double time, double half = 0.01)
{
    Sample made;
    made.time = Seconds(time);
    made.low = Seconds(time * (1.0 - half));
    made.high = Seconds(time * (1.0 + half));
    made.rounds = 8;
    return made;
}

/// Whether, of a time that the roofs allow, work leaves the launches what their roof says, and they the work.
bool leavesTheOthersTheirRoofs(const Sample& sample, const Prediction& prediction, const Shares& shares)
{
    constexpr double rounding = 1e-9;
    const double work = shares.compute + shares.memory + shares.underFilled;
    return sample.time < prediction.time
        || (work <= 1.0 - prediction.overhead / sample.time + rounding
            && shares.overhead <= 1.0 - prediction.work() / sample.time + rounding);
}

/// The verdict on a time of which the roofs account for these parts, by Regime, and a fit that is certain has these
/// shares, to 5 points. Of the overhead's part a queue hides `hidden`.
Verdict verdictBy(const Shares& byFit, const std::array<double, 4>& byRoofs, double hidden = 0.0)
{
    const RoofSet roofs = roofsWithLatency();
    const Sample sample = sampleOf(workloadAt(1 << 14, 8), roofs);
    Prediction prediction = *predict(sample.workload, roofs, DeviceKind::Cpu);
    FittedPoint fitted{.shares = byFit,
                       .intervals = {},
                       .time = sample.time,
                       .referenceTime = sample.time,
                       .slowTerms = {},
                       .roofTerms = {},
                       .isCertain = true,
                       .hidden = sample.time * hidden};
    for (const Regime regime : regimes) {
        const auto place = static_cast<std::size_t>(regime);
        fitted.roofTerms[place] = sample.time * byRoofs[place];
        fitted.intervals[place] = {std::max(0.0, byFit.of(regime) - 0.05), std::min(1.0, byFit.of(regime) + 0.05)};
    }
    prediction.compute = fitted.roofTerms[0];
    prediction.memory = fitted.roofTerms[1];
    prediction.overhead = fitted.roofTerms[2];
    prediction.gap = prediction.overhead - fitted.hidden;
    prediction.latency = fitted.roofTerms[3];
    prediction.time = std::max(prediction.work() + prediction.gap, prediction.overhead);
    return *verdictOf(sample, fitted, prediction, roofs, {});
}

/// Whether half the launch cost is promised to save at most half of what the launches have of the time.
bool promisesNoMoreThanTheirShare(const Sample& sample, const RoofSet& roofs, const Shares& shares)
{
    const auto levers = leversOf(sample.workload, roofs, DeviceKind::Cpu);
    const auto half = std::ranges::find(*levers, LeverKind::HalveLaunch, &Lever::kind);
    return half != levers->end()
        && (sample.time < half->before || half->before - half->after <= sample.time * (shares.overhead / 2.0 + 1e-9));
}

} // namespace

/// The regime that a point is in, and what measuring one other workload says of one that no roof limits.
class VerdictTest : public test::Case {
    Q_OBJECT
private slots:
    void theEquationNamesTheRegime_data()
    {
        QTest::addColumn<qint64>("elements");
        QTest::addColumn<qint64>("operations");
        QTest::addColumn<Regime>("regime");
        QTest::newRow("large and simple: memory") << qint64{1 << 26} << qint64{1} << Regime::Memory;
        QTest::newRow("large and heavy: compute") << qint64{1 << 26} << qint64{1024} << Regime::Compute;
        QTest::newRow("small and simple: overhead") << qint64{16} << qint64{1} << Regime::Overhead;
        QTest::newRow("a handful of elements, heavy: under-filled") << qint64{1} << qint64{1024} << Regime::UnderFilled;
    }
    void theEquationNamesTheRegime()
    {
        QFETCH(qint64, elements);
        QFETCH(qint64, operations);
        QFETCH(Regime, regime);
        const RoofSet roofs = roofsWithLatency();
        const auto samples = grid(roofs);
        const auto points = analyse(samples, roofs, DeviceKind::Cpu);
        const PointAnalysis& point = pointAt(samples, points, workloadAt(elements, operations));
        QCOMPARE(point.regime, std::optional(regime));
        QCOMPARE(point.basis, Basis::Roofs);
        QVERIFY(!point.flags.has(Flag::Ambiguous));
        QVERIFY(point.shares->unexplained < 0.05);
        QCOMPARE(point.flags.has(Flag::UnderFilled), regime == Regime::UnderFilled);
    }

    void whatADisturbedCellTakesTooLongIsUnexplained()
    {
        const RoofSet roofs = roofsWithLatency();
        const Workload large = workloadAt(1 << 26, 1);
        for (const auto& [times, isNamed] : {std::pair{1.6, true}, std::pair{5.0, false}}) {
            auto samples = grid(roofs);
            *std::ranges::find(samples, large, &Sample::workload) = sampleOf(large, roofs, times);
            const auto points = analyse(samples, roofs, DeviceKind::Cpu);
            const PointAnalysis& point = pointAt(samples, points, large);
            QVERIFY2(std::abs(point.shares->unexplained - (1.0 - 1.0 / times)) < 0.05,
                     qPrintable(QString::number(point.shares->unexplained)));
            QCOMPARE(point.regime.has_value(), isNamed);
            if (isNamed)
                QCOMPARE(*point.regime, Regime::Memory);
            else
                QVERIFY(point.flags.has(Flag::Ambiguous));
            // The cells beside it are as before.
            for (const Workload& beside : {workloadAt(1 << 26, 2), workloadAt(1 << 24, 1)}) {
                QCOMPARE(pointAt(samples, points, beside).regime, std::optional(Regime::Memory));
                QVERIFY(pointAt(samples, points, beside).shares->unexplained < 0.05);
            }
        }
    }

    /// Whatever the times are: ten thousand of them, up to a hundred times off.
    void whatTheRoofsAccountForIsNotUnexplained()
    {
        const RoofSet roofs = roofsWithLatency();
        const Workload workload = workloadAt(1 << 26, 1);
        const Sample sample = sampleOf(workload, roofs);
        const std::optional prediction = *predict(workload, roofs, DeviceKind::Cpu);
        // The rest of the map was faster than the roofs: by its fit a third of this time would be left open.
        const FittedPoint fitted{
            .shares = {.memory = 1.0},
            .intervals = {},
            .time = sample.time * (2.0 / 3.0),
            .referenceTime = sample.time * (2.0 / 3.0),
            .slowTerms = {},
            .roofTerms = {prediction->compute, prediction->memory, prediction->overhead, prediction->latency},
            .isCertain = true};
        const auto verdict = verdictOf(sample, fitted, prediction, roofs, {});
        QVERIFY(verdict && verdict->regime == Regime::Memory);
        QVERIFY2(verdict->shares.unexplained < 0.01, qPrintable(QString::number(verdict->shares.unexplained)));
        Sample slower = sample;
        slower.time = slower.median = sample.time * 1.25;
        QVERIFY(std::abs(verdictOf(slower, fitted, prediction, roofs, {})->shares.unexplained - 0.2) < 0.01);
    }
    void aCloseCallNamesWhatMayLimitIt()
    {
        const RoofSet roofs = roofsWithLatency();
        const Workload workload = workloadAt(1 << 14, 8);
        const Sample sample{.workload = workload,
                            .time = Seconds(1e-5),
                            .median = Seconds(1e-5),
                            .low = Seconds(1e-5),
                            .high = Seconds(1e-5),
                            .rounds = 12,
                            .readings = 60};
        Prediction prediction = *predict(workload, roofs, DeviceKind::Cpu);
        const auto verdictWith = [&](double compute, double memory, double overhead) {
            prediction.compute = sample.time * compute;
            prediction.memory = sample.time * memory;
            prediction.overhead = prediction.gap = sample.time * overhead;
            prediction.time = sample.time;
            const FittedPoint fitted{
                .shares = {.compute = 0.43, .memory = 0.25, .overhead = 0.32},
                .intervals = {Interval{0.1, 0.8}, {0.1, 0.8}, {0.1, 0.8}, {}},
                .time = sample.time,
                .referenceTime = sample.time,
                .slowTerms = {},
                .roofTerms = {prediction.compute, prediction.memory, prediction.overhead, Seconds()},
                .isCertain = false};
            return *verdictOf(sample, fitted, prediction, roofs, {});
        };
        const Verdict launches = verdictWith(0.5, 0.5, 0.34);
        QCOMPARE(launches.regime, std::optional(Regime::Compute));
        QCOMPARE(launches.runnerUp, std::optional(Regime::Overhead));
        const Verdict memory = verdictWith(0.5, 0.5,
                                           0.3); // launching cannot be a third of the time, though by its share it may
        QVERIFY(memory.shares.overhead > memory.shares.memory);
        QCOMPARE(memory.runnerUp, std::optional(Regime::Memory));
        QVERIFY(!verdictWith(0.5, 0.3, 0.3).runnerUp); // nothing else may limit it: probable
        QVERIFY(verdictWith(0.5, 0.3, 0.3).flags.has(Flag::Ambiguous));
    }
    void noShareExceedsWhatItsTermCanBe()
    {
        const RoofSet roofs = roofsWithLatency();
        std::mt19937 random(7);
        std::uniform_real_distribution<double> exponent(0.0, 1.0);
        std::vector<Sample> samples;
        for (int i = 0; i < 10000; ++i) {
            const auto elements = static_cast<std::int64_t>(std::exp2(27.0 * exponent(random)));
            const auto operations = static_cast<std::int64_t>(std::exp2(10.0 * exponent(random)));
            samples.push_back(
                sampleOf(workloadAt(elements, operations), roofs, std::pow(100.0, 1.2 * exponent(random) - 0.2)));
        }
        const auto points = analyse(samples, roofs, DeviceKind::Cpu);
        std::size_t named = 0;
        std::size_t unnamed = 0;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const PointAnalysis& point = points[i];
            const Prediction prediction = *predict(samples[i].workload, roofs, DeviceKind::Cpu);
            const std::array terms{prediction.compute, prediction.memory, prediction.overhead, prediction.latency};
            // These roofs have no range: half of a roof is the least that a kernel may reach, and a launch costs half
            // as much again.
            constexpr std::array slowest{2.0, 2.0, 1.5, 1.5};
            QVERIFY(point.shares && std::abs(sumOf(*point.shares) - 1.0) < 1e-9);
            for (const Regime regime : regimes) {
                const auto place = static_cast<std::size_t>(regime);
                const double share = point.shares->of(regime);
                QVERIFY(share >= 0.0 && share <= terms[place] / samples[i].time * slowest[place] + 1e-9);
                QVERIFY(point.intervals[place].low <= share + 1e-9 && share <= point.intervals[place].high + 1e-9);
            }
            QVERIFY2(leavesTheOthersTheirRoofs(samples[i], prediction, *point.shares),
                     qPrintable(QString("launches %1").arg(point.shares->overhead)));
            QVERIFY(i % 10 != 0 || promisesNoMoreThanTheirShare(samples[i], roofs, *point.shares));
            named += point.regime ? 1 : 0;
            unnamed += point.regime ? 0 : 1;
            if (point.regime)
                QVERIFY(terms[static_cast<std::size_t>(*point.regime)] * 3.0 >= samples[i].time * (1.0 - 1e-9));
            else
                QVERIFY(point.flags.has(Flag::Ambiguous));
        }
        QVERIFY(named > 1000 && unnamed > 1000);
    }

    /// On a host whose launches cost a third for seconds at a time, half of the map is of such moments. A point that
    /// took as long as the roofs say has the shares that the roofs say, whether readings tell of those moments or not.
    void sharesAreOfTheTimeThatTheRoofsExplain_data()
    {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("moments that were read") << true;
        QTest::newRow("moments of which no reading tells") << false;
    }
    void sharesAreOfTheTimeThatTheRoofsExplain()
    {
        QFETCH(bool, isRead);
        const RoofSet roofs = roofsWithLatency();
        const double launch = roofs.find("launch.wait_each")->value;
        RoofSet fast = scaled(roofs, "launch.wait_each", 1.0 / 3.0);
        auto samples = grid(roofs);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const bool isFast = i % 2 == 0;
            if (isFast)
                samples[i] = sampleOf(samples[i].workload, fast);
            if (isRead)
                samples[i].controls.launch = isFast ? launch / 3.0 : launch;
        }
        const auto points = analyse(samples, roofs, DeviceKind::Cpu);
        std::size_t close = 0;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const Prediction prediction = *predict(samples[i].workload, roofs, DeviceKind::Cpu);
            const double launches = prediction.overhead / prediction.time;
            if (i % 2 == 0 || launches < 0.5 || launches > 0.95)
                continue;
            ++close;
            QVERIFY(points[i].shares);
            QVERIFY2(std::abs(points[i].shares->overhead - launches) < 0.02,
                     qPrintable(QString("%1 instead of %2").arg(points[i].shares->overhead).arg(launches)));
            QCOMPARE(points[i].regime, std::optional(Regime::Overhead));
        }
        QVERIFY(close > 3);
    }

    /// Times of one device under the roofs of another: what a launch costs is measured too dear, and of the rate that
    /// its roof says every kernel reaches a part. The map shows that together they cannot be.
    void whatTheRoofsHaveWrongIsNoCertainShare_data()
    {
        QTest::addColumn<double>("launch");
        QTest::addColumn<double>("rate");
        QTest::newRow("launches a little, half of the rate") << 1.2 << 2.0;
        QTest::newRow("launches by half, two thirds of the rate") << 1.5 << 1.5;
        QTest::newRow("launches three times, half of the rate") << 3.0 << 2.0;
        QTest::newRow("launches alone") << 3.0 << 1.0;
        QTest::newRow("the rate alone") << 1.0 << 2.0;
    }
    void whatTheRoofsHaveWrongIsNoCertainShare()
    {
        QFETCH(double, launch);
        QFETCH(double, rate);
        constexpr double rounding = 0.02;
        const RoofSet truth = roofsWithLatency();
        const RoofSet roofs = scaled(scaled(truth, "launch.wait_each", launch), "compute.fp32.fma", rate);
        const auto samples = grid(truth);
        const auto points = analyse(samples, roofs, DeviceKind::Cpu);
        std::size_t certain = 0;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if (!points[i].regime || points[i].flags.has(Flag::Ambiguous))
                continue;
            ++certain;
            const Prediction there = *predict(samples[i].workload, truth, DeviceKind::Cpu);
            const double launches = there.overhead / there.time;
            const Interval& said = points[i].intervals[static_cast<std::size_t>(Regime::Overhead)];
            QVERIFY2(launches > said.low - rounding && launches < said.high + rounding,
                     qPrintable(QString("%1 in [%2, %3], N %4, k %5")
                                    .arg(launches)
                                    .arg(said.low)
                                    .arg(said.high)
                                    .arg(samples[i].workload.elements)
                                    .arg(samples[i].workload.operationsPerElement)));
        }
        QVERIFY(certain > samples.size() / 2);
    }
    void aTimeThatRefutesItsRoofsIsNotHeldToThem()
    {
        const Shares byFit{.compute = 0.8, .overhead = 0.2};
        const auto launches = [&](double compute, double overhead) {
            return verdictBy(byFit, {compute, 0.1, overhead, 0.0}).shares.overhead;
        };
        QVERIFY(test::isNear(launches(0.5, 0.5), 0.5));   // they account for it
        QVERIFY(test::isNear(launches(0.51, 0.5), 0.49)); // within what a roof is uncertain by
        QVERIFY(test::isNear(launches(0.6, 0.5), 0.2));
        QVERIFY(test::isNear(launches(1.2, 1.3), 0.2));
        QVERIFY(!verdictBy(byFit, {1.2, 0.1, 0.5, 0.0}).flags.has(Flag::Ambiguous));
    }
    void whatTheRoofsMadeACloseCallIsAmbiguous()
    {
        const Shares byFit{.compute = 0.8, .overhead = 0.2};
        const Verdict even = verdictBy(byFit, {0.5, 0.1, 0.5, 0.0});
        QCOMPARE(even.regime, std::optional(Regime::Compute));
        QVERIFY(even.flags.has(Flag::Ambiguous));
        QCOMPARE(even.runnerUp, std::optional(Regime::Overhead));
        // The interval reaches from what the fit says to what the roofs say.
        QVERIFY(test::isNear(even.intervals[0].low, 0.5) && test::isNear(even.intervals[0].high, 0.85));
        QVERIFY(test::isNear(even.intervals[2].low, 0.15) && test::isNear(even.intervals[2].high, 0.5));
        const Verdict turned = verdictBy(byFit, {0.3, 0.1, 0.7, 0.0}); // the fit and the roofs contradict each other
        QCOMPARE(turned.regime, std::optional(Regime::Overhead));
        QVERIFY(turned.flags.has(Flag::Ambiguous));
        const Verdict agreed = verdictBy(byFit, {0.7, 0.1, 0.3, 0.0});
        QCOMPARE(agreed.regime, std::optional(Regime::Compute));
        QVERIFY(!agreed.flags.has(Flag::Ambiguous));
    }
    void whatIsMissingOfTheWorkGoesToAllOfIt()
    {
        const Verdict ridge = verdictBy({.compute = 0.3, .memory = 0.4, .overhead = 0.3}, {0.9, 0.89, 0.1, 0.0});
        QCOMPARE(ridge.regime, std::optional(Regime::Memory));
        QVERIFY(test::isNear(ridge.shares.memory / ridge.shares.compute, 4.0 / 3.0));
        QVERIFY(test::isNear(ridge.shares.overhead, 0.1) && ridge.flags.has(Flag::Ambiguous));
        // As far as each can have it; the rest is of the one whose roof accounts for it.
        const Verdict capped = verdictBy({.compute = 0.1, .memory = 0.2, .overhead = 0.7}, {0.1, 0.9, 0.1, 0.0});
        QVERIFY(test::isNear(capped.shares.compute, 0.15 * 4.0 / 3.0) && test::isNear(capped.shares.memory, 0.7));
        QVERIFY(test::isNear(verdictBy({.overhead = 1.0}, {0.1, 0.9, 0.1, 0.0}).shares.memory, 0.9));
    }
    /// What a launch that is queued costs the host counts where the device waits for it, and what the device needs
    /// between kernels where it does not.
    void aQueueIsHeldToWhatItWaitsFor_data()
    {
        QTest::addColumn<double>("compute");
        QTest::addColumn<double>("host");
        QTest::addColumn<double>("gap");
        QTest::addColumn<double>("launches");
        QTest::newRow("the device") << 0.95 << 0.5 << 0.05 << 0.05;
        QTest::newRow("the host") << 0.6 << 1.0 << 0.05 << 1.0;
        QTest::newRow("either, as the fit says") << 0.9 << 1.0 << 0.1 << 0.55;
        QTest::newRow("something else") << 0.3 << 0.4 << 0.05 << 0.5;
    }
    void aQueueIsHeldToWhatItWaitsFor()
    {
        QFETCH(double, compute);
        QFETCH(double, host);
        QFETCH(double, gap);
        QFETCH(double, launches);
        const Verdict verdict = verdictBy({.compute = 0.5, .overhead = 0.5}, {compute, 0.1, host, 0.0}, host - gap);
        QVERIFY2(std::abs(verdict.shares.overhead - launches) < 0.01,
                 qPrintable(QString::number(verdict.shares.overhead)));
    }
    /// What a queue hides is of the roofs' state, whatever the moment was that a sample was taken in: a slow host hides
    /// more, and one that is faster than the device nothing.
    void whatAQueueHidesIsOfTheRoofsState()
    {
        RoofSet roofs = roofsWithLatency();
        roofs.put({.id = "launch.queued", .kind = RoofKind::Launch, .value = 3e-6, .low = 3e-6, .high = 3e-6});
        const std::string gap(deviceGapRoofId);
        roofs.put({.id = gap, .kind = RoofKind::Launch, .value = 2e-6, .low = 2e-6, .high = 2e-6});
        for (const double slowness : {1.0, 3.0, 1.0 / 3.0}) {
            Sample sample{.workload = workloadAt(1 << 14, 8)};
            sample.workload.launchMode = LaunchMode::Queued;
            const DeviceState state{.launch = slowness};
            const std::array predictions{std::optional(*predict(sample.workload, roofs, DeviceKind::Cuda, state))};
            sample.time = sample.low = sample.high = predictions[0]->time;
            const auto fitted = fitTimes(std::array{sample}, std::array{state}, predictions, roofs, DeviceKind::Cuda);
            QVERIFY(fitted[0] && test::isNear(fitted[0]->hidden.value(), 1e-6));
            QVERIFY(test::isNear(fitted[0]->roofTerms[2].value(), 3e-6));
        }
    }

    void aSlowStateOfTheDeviceIsNoOtherRegime()
    {
        const RoofSet roofs = roofsWithLatency();
        const double memory = roofs.find("bandwidth.dram")->value;
        auto samples = grid(roofs);
        const Workload large = workloadAt(1 << 26, 1);
        Sample& slow = *std::ranges::find(samples, large, &Sample::workload);
        slow.controls.bandwidth = memory / 2.0;
        for (Seconds* time : {&slow.time, &slow.median, &slow.low, &slow.high})
            *time = *time * 2.0;
        const auto points = analyse(samples, roofs, DeviceKind::Cpu);
        const PointAnalysis& point = pointAt(samples, points, large);
        QCOMPARE(point.state.memory, 2.0);
        QVERIFY(std::abs(*point.referenceTime / slow.time - 0.5) < 0.01);
        QVERIFY(std::abs(*point.residual - 1.0) < 0.01);
        QVERIFY(std::abs(*point.shareOfRoof - 0.5) < 0.02); // of the roof that is drawn
        QCOMPARE(point.regime, std::optional(Regime::Memory));
        QVERIFY(point.shares->unexplained < 0.05);
        slow.controls = {};
        const auto unread = analyse(samples, roofs, DeviceKind::Cpu);
        QVERIFY(pointAt(samples, unread, large).shares->unexplained > 0.4);
        QCOMPARE(*pointAt(samples, unread, large).referenceTime, slow.time);
    }

    /// A look that was disturbed tells nothing of a sample that was not: its time refutes what a slow roof would take.
    void aStateIsBoundedByTheTimeThatWasMeasuredInIt_data()
    {
        QTest::addColumn<qint64>("elements");
        QTest::addColumn<qint64>("operations");
        QTest::newRow("memory") << qint64{1 << 26} << qint64{1};
        QTest::newRow("compute") << qint64{1 << 26} << qint64{1024};
        QTest::newRow("a cache") << qint64{1 << 16} << qint64{1};
        QTest::newRow("launches") << qint64{16} << qint64{1};
    }
    void aStateIsBoundedByTheTimeThatWasMeasuredInIt()
    {
        QFETCH(qint64, elements);
        QFETCH(qint64, operations);
        const RoofSet roofs = roofsWithLatency();
        auto samples = grid(roofs);
        const Workload workload = workloadAt(elements, operations);
        const auto calm = analyse(samples, roofs, DeviceKind::Cpu);
        Sample& sample = *std::ranges::find(samples, workload, &Sample::workload);
        sample.controls = {.bandwidth = roofs.find("bandwidth.dram")->value / 5.0,
                           .rate = roofs.find("compute.fp32.fma")->value / 3.0,
                           .launch = roofs.find("launch.wait_each")->value * 4.0};
        const auto points = analyse(samples, roofs, DeviceKind::Cpu);
        const PointAnalysis& point = pointAt(samples, points, workload);
        QCOMPARE(point.regime, pointAt(samples, calm, workload).regime);
        const Prediction here = *predict(workload, roofs, DeviceKind::Cpu, point.state);
        for (const Seconds term : {here.compute, here.memory, here.overhead})
            QVERIFY2(term <= sample.time * 1.001,
                     qPrintable(QString("%1 s of %2 s").arg(term.value()).arg(sample.time.value())));
    }

    void stateIsReadAgainstTheRoofsAsTheyAreKnown()
    {
        RoofSet roofs = roofsWithLatency();
        const Workload workload = workloadAt(1 << 20, 4);
        const double memory = roofs.find("bandwidth.dram")->value;
        const double launch = roofs.find("launch.wait_each")->value;
        QCOMPARE(stateOf({}, workload, roofs), DeviceState{});
        QCOMPARE(stateOf({.bandwidth = memory * 0.95, .launch = launch * 1.05}, workload, roofs),
                 DeviceState{}); // as a single reading is
        const DeviceState slow = stateOf({.bandwidth = memory / 3.0, .launch = launch * 4.0}, workload, roofs);
        QVERIFY(std::abs(slow.memory - 3.0) < 1e-9 && slow.compute == 1.0 && std::abs(slow.launch - 4.0) < 1e-9);
        Roof now = *roofs.find("bandwidth.dram");
        now.value = memory / 3.0; // somebody measured it again in that state
        roofs.put(now);
        QCOMPARE(stateOf({.bandwidth = memory / 3.0}, workload, roofs), DeviceState{});
        QVERIFY(std::abs(stateOf({.bandwidth = memory}, workload, roofs).memory - 1.0 / 3.0) < 1e-9);
    }

    void withoutRoofsTheSlopesDecide()
    {
        const RoofSet roofs = roofsWithLatency();
        const auto samples = grid(roofs);
        const auto points = analyse(samples, {}, DeviceKind::Cpu);
        const PointAnalysis& point = pointAt(samples, points, workloadAt(1 << 24, 512));
        QCOMPARE(point.basis, Basis::Slopes);
        QCOMPARE(point.regime, std::optional(Regime::Compute));
        QCOMPARE(point.shares->unexplained, 0.0);
    }

    void namesNothingThatIsAnybodysGuess_data()
    {
        QTest::addColumn<double>("halfWidthOperations");
        QTest::addColumn<double>("halfWidthSize");
        QTest::addColumn<bool>("isNamed");
        QTest::newRow("neither slope says anything") << 1.5 << 1.5 << false;
        QTest::newRow("one slope says nothing, the other little") << 1.5 << 0.4 << false;
        QTest::newRow("both are rough") << 0.3 << 0.2 << true;
        QTest::newRow("both are known") << 0.02 << 0.02 << true;
    }
    void namesNothingThatIsAnybodysGuess()
    {
        QFETCH(double, halfWidthOperations);
        QFETCH(double, halfWidthSize);
        QFETCH(bool, isNamed);
        // More of computing than of memory, and in the second place so of a machine that is not full.
        for (const auto& [operations, size] : {std::pair{0.55, 0.95}, std::pair{0.98, 0.3}}) {
            const MeasuredShares slopes = sharesFrom({operations, halfWidthOperations}, {size, halfWidthSize});
            const auto verdict = verdictOf(Sample{}, {}, {}, {}, slopes);
            QVERIFY(verdict);
            QCOMPARE(verdict->regime, isNamed ? std::optional(slopes.regime) : std::nullopt);
            QVERIFY(isNamed || (verdict->flags.has(Flag::Ambiguous) && !verdict->flags.has(Flag::UnderFilled)));
            QCOMPARE(verdict->shares.of(slopes.regime), slopes.shares.of(slopes.regime)); // which are told all the same
        }
    }
    void namesNothingThatTheFitIsSoUnsureOf()
    {
        const RoofSet roofs = roofsWithLatency();
        const Sample sample = sampleOf(workloadAt(1 << 26, 64), roofs);
        const Prediction prediction = *predict(sample.workload, roofs, DeviceKind::Cpu);
        FittedPoint fitted{.shares = {.compute = 0.55, .memory = 0.45},
                           .intervals = {},
                           .time = sample.time,
                           .referenceTime = sample.time,
                           .slowTerms = {},
                           .roofTerms = {sample.time * 0.55, sample.time * 0.45, {}, {}},
                           .isCertain = false};
        for (const double low : {0.0, 0.3}) {
            fitted.intervals[0] = fitted.intervals[1] = {low, 1.0};
            const auto verdict = verdictOf(sample, fitted, prediction, roofs, {});
            QVERIFY(verdict && verdict->flags.has(Flag::Ambiguous));
            QCOMPARE(verdict->regime, low == 0.0 ? std::nullopt : std::optional(Regime::Compute));
        }
    }

    void theInverseIsOne()
    {
        SymmetricMatrix matrix(5);
        for (std::size_t row = 0; row < 5; ++row)
            for (std::size_t column = 0; column <= row; ++column)
                matrix.add(row, column,
                           row == column ? 4.0 + static_cast<double>(row)
                                         : 1.0 / (1.0 + static_cast<double>(row + column)));
        const SymmetricMatrix inverse = matrix.inverse();
        for (std::size_t column = 0; column < 5; ++column) {
            std::vector<double> unit(5, 0.0);
            unit[column] = 1.0;
            const std::vector<double> back = matrix.times(inverse.times(unit));
            for (std::size_t row = 0; row < 5; ++row)
                QVERIFY(std::abs(back[row] - unit[row]) < 1e-12);
        }
    }
    void onlyWhatCanBeMeasuredIsATest()
    {
        const auto both = causeTests(onThreads(3), 4 << 20);
        QCOMPARE(both.size(), std::size_t{2});
        QVERIFY(both[0].cause == Cause::Threads && both[1].cause == Cause::Latency);
        QCOMPARE(both[0].other.threads, 1);
        QCOMPARE(both[0].other.elements, onThreads(3).elements);
        QCOMPARE(both[1].other.elements, std::int64_t{4 << 20});
        QCOMPARE(both[1].other.threads, 3);
        const auto oneThread = causeTests(onThreads(1), 4 << 20);
        QVERIFY(oneThread.size() == 1 && oneThread[0].cause == Cause::Latency);
        QVERIFY(causeTests(onThreads(0), (4 << 20) - 1).empty()); // a GPU, a tensor that cannot grow
    }

    void theWholeRangeDecides_data()
    {
        QTest::addColumn<int>("cause");
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("half"); // of each interval
        QTest::addColumn<int>("verdict");
        const int threads = int(Cause::Threads);
        const int latency = int(Cause::Latency);
        QTest::newRow("half the threads take as long") << threads << 1.0 << 0.01 << int(CauseVerdict::Likely);
        QTest::newRow("half the threads take twice as long") << threads << 2.0 << 0.01 << int(CauseVerdict::Unlikely);
        QTest::newRow("a part of it") << threads << 1.45 << 0.01 << int(CauseVerdict::Open);
        QTest::newRow("as long, but vague") << threads << 1.1 << 0.2 << int(CauseVerdict::Open);
        QTest::newRow("four times the elements, hardly longer") << latency << 1.2 << 0.01 << int(CauseVerdict::Likely);
        QTest::newRow("four times the elements, four times") << latency << 4.0 << 0.01 << int(CauseVerdict::Unlikely);
        QTest::newRow("four times, vague") << latency << 3.1 << 0.1 << int(CauseVerdict::Open);
    }
    void theWholeRangeDecides()
    {
        QFETCH(int, cause);
        QFETCH(double, ratio);
        QFETCH(double, half);
        QFETCH(int, verdict);
        const auto found = judgeCause(Cause(cause), sample(1e-3, half), sample(ratio * 1e-3, half));
        QVERIFY(found);
        QVERIFY(std::abs(found->ratio - ratio) < 1e-9);
        QVERIFY(found->range.low < ratio && ratio < found->range.high);
        QCOMPARE(int(found->verdict), verdict);
    }

    void twoRoundsAreNoEvidence()
    {
        Sample few = sample(1e-3);
        few.rounds = 2;
        few.flags = Flag::FewReadings;
        const auto found = judgeCause(Cause::Threads, few, sample(1e-3));
        QVERIFY(!found || found->verdict == CauseVerdict::Open);
    }
};

RIDGEPOINT_TEST(VerdictTest)
#include "verdict_test.moc"
