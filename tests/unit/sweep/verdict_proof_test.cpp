// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
//
// Holds the disturbed device to what it says of itself, and the verdicts on its maps to its truth. Prints a table of
// the latter.
#include "core/model/cost.h"
#include "core/stats/readings.h"
#include "tests/support/test_main.h"
#include "tests/support/verdict_proof.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace ridgepoint;
using test::Disturbances;
using test::ProofMap;
using test::VerdictScores;

Q_DECLARE_METATYPE(ridgepoint::test::Disturbances)
Q_DECLARE_METATYPE(ridgepoint::Strategy)

namespace {

/// Whether the classifier is held to what it has to reach. The one by slopes alone does not reach it.
constexpr bool verdictsAreHeld = true;
constexpr double mostWrong = 0.01;
constexpr double leastUnmarked = 0.85;
constexpr double leastCovered = 0.95;

constexpr std::array<std::uint64_t, 5> seeds{201, 202, 203, 204, 205};
constexpr std::array allRegimes{Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};

Workload fma(std::int64_t elements, std::int64_t operations)
{
    return {.elements = elements, .operationsPerElement = operations, .threads = test::disturbedThreads};
}

/// How long the device takes for batches of the workload, each figure over the time in the reference state.
struct Course {
    double time = 0.0; ///< mean
    double lost = 0.0; ///< mean
    double longest = 0.0;
};
Course courseOf(const Disturbances& disturbances, const Workload& workload, int repetitions, int batches)
{
    test::FakeClock clock;
    test::DisturbedBackend backend(disturbances, 3, clock);
    const Seconds expected = backend.truth().termsOf(workload).time() * repetitions;
    const auto work = backend.prepare(workload);
    Course course;
    for (int batch = 0; batch < batches; ++batch) {
        const BatchTiming timing = work->run(repetitions).value();
        course.time += timing.time / expected / batches;
        course.lost += timing.lost / expected / batches;
        course.longest = std::max(course.longest, timing.time / expected);
    }
    return course;
}

/// A map that is the truth itself: every cell with its true time and its true shares, to be spoilt by tests.
ProofMap perfectMap()
{
    ProofMap map{.plan = {},
                 .disturbances = {},
                 .truth = test::DisturbedTruth(1),
                 .roofs = {},
                 .samples = {},
                 .points = {},
                 .terms = {},
                 .batches = {}};
    map.plan.base.threads = test::disturbedThreads;
    map.plan.axes = {{AxisKind::Operations, logSpaced(1, 1024, 11)}, {AxisKind::Size, logSpaced(1, 128 << 20, 28)}};
    for (std::size_t cell = 0; cell < map.plan.cellCount(); ++cell) {
        map.terms.push_back(map.truth.termsOf(map.plan.cell(cell)));
        const Shares shares = map.terms.back().shares();
        Sample sample;
        sample.workload = map.plan.cell(cell);
        sample.time = map.terms.back().time();
        map.samples.emplace_back(sample);
        PointAnalysis point;
        point.shares = shares;
        point.regime = shares.largest();
        for (std::size_t i = 0; i < allRegimes.size(); ++i)
            point.intervals[i] = {shares.of(allRegimes[i]), shares.of(allRegimes[i])};
        map.points.push_back(point);
    }
    return map;
}

double median(std::vector<double> values) { return percentile(std::move(values), 0.5); }
double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }
double most(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

/// The share of cells with neither an ambiguous verdict nor a cache transition: those that a map does not hatch for
/// either.
double shareWithoutEither(const ProofMap& map)
{
    const auto count = std::count_if(map.points.begin(), map.points.end(), [](const PointAnalysis& point) {
        return !test::isMarked(point) && !point.flags.has(Flag::CacheTransition);
    });
    return static_cast<double>(count) / static_cast<double>(map.points.size());
}

} // namespace

class VerdictProofTest : public test::Case {
    Q_OBJECT
private slots:
    void theSeedAloneDecides()
    {
        for (const test::NamedDisturbances& set : {test::disturbanceSets.front(), test::disturbanceSets.back()}) {
            const ProofMap first = test::measureProofMap(set.disturbances, 1, Strategy::Adaptive);
            const ProofMap again = test::measureProofMap(set.disturbances, 1, Strategy::Adaptive);
            const ProofMap other = test::measureProofMap(set.disturbances, 2, Strategy::Adaptive);
            QVERIFY(first.isComplete);
            QCOMPARE(again.batches.size(), first.batches.size());
            for (std::size_t i = 0; i < first.batches.size(); ++i) {
                QVERIFY(again.batches[i].time == first.batches[i].time);
                QVERIFY(again.batches[i].lost == first.batches[i].lost);
            }
            for (std::size_t cell = 0; cell < first.samples.size(); ++cell) {
                QVERIFY(again.samples[cell]->time == first.samples[cell]->time);
                QVERIFY(other.samples[cell]->time != first.samples[cell]->time);
            }
        }
    }

    void everyRegimeHasItsPlace()
    {
        const test::DisturbedTruth truth(1);
        QCOMPARE(truth.termsOf(fma(1, 1)).shares().largest(), Regime::Overhead);
        QCOMPARE(truth.termsOf(fma(1, 1024)).shares().largest(), Regime::UnderFilled);
        QCOMPARE(truth.termsOf(fma(128 << 20, 1)).shares().largest(), Regime::Memory);
        QCOMPARE(truth.termsOf(fma(128 << 20, 1024)).shares().largest(), Regime::Compute);
    }

    /// A share is by how much the time follows its term.
    void sharesAreWhatTheTimeFollows()
    {
        const ProofMap map = perfectMap();
        constexpr double more = 1.0 + 1e-6;
        for (const test::TrueTerms& terms : map.terms) {
            const Shares shares = terms.shares();
            for (const Regime regime : allRegimes) {
                test::TrueTerms longer = terms;
                Seconds& term = regime == Regime::Compute  ? longer.compute
                              : regime == Regime::Memory   ? longer.memory
                              : regime == Regime::Overhead ? longer.overhead
                                                           : longer.underFilled;
                term = term * more;
                QVERIFY(std::abs(std::log(longer.time() / terms.time()) / std::log(more) - shares.of(regime)) < 1e-5);
            }
        }
    }

    void kernelsReachThreeFifthsToAllOfTheRoofs()
    {
        for (const std::uint64_t seed : seeds) {
            const test::DisturbedTruth truth(seed);
            std::vector<double> reached;
            for (int size = 0; size <= 27; ++size)
                for (int operations = 0; operations <= 10; ++operations) {
                    const Workload workload = fma(std::int64_t{1} << size, std::int64_t{1} << operations);
                    const test::TrueTerms terms = truth.termsOf(workload);
                    reached.push_back(costOf(workload).flops.value() / truth.roof("compute.fp32.fma")
                                      / terms.compute.value());
                    reached.push_back(costOf(workload).bytes / truth.bandwidthAt(footprintOf(workload)) / terms.memory);
                }
            const auto [least, most] = std::minmax_element(reached.begin(), reached.end());
            QVERIFY(*least >= 0.59 && *least < 0.65);
            QVERIFY(*most > 0.99 && *most <= 1.0);
        }
    }

    void statesLastSeconds()
    {
        const Disturbances all = test::disturbanceSets.back().disturbances;
        for (const std::uint64_t seed : seeds) {
            test::DisturbanceSchedule schedule(all, seed);
            std::array<double, 3> since{1000.0, 1000.0, 1000.0};
            std::array<int, 3> changes{};
            test::MachineState last = schedule.at(Seconds(1000.0));
            for (Seconds now = schedule.nextChange(Seconds(1000.0)); now < Seconds(1060.0);
                 now = schedule.nextChange(now)) {
                const test::MachineState state = schedule.at(now);
                const std::array isChanged{state.memory != last.memory, state.clock != last.clock,
                                           state.launch != last.launch};
                QVERIFY(std::count(isChanged.begin(), isChanged.end(), true) == 1);
                const auto which = static_cast<std::size_t>(std::find(isChanged.begin(), isChanged.end(), true)
                                                            - isChanged.begin());
                const double lasted = now.value() - since[which];
                QVERIFY(lasted <= 4.0 && (lasted >= 1.0 || changes[which] == 0)); // the first had begun before
                since[which] = now.value();
                ++changes[which];
                last = state;
            }
            for (const int count : changes)
                QVERIFY(count >= 15); // of a minute, in dwells of four seconds at most, less the last that is not over
        }
    }

    void aStateSlowsItsOwnTermsAlone()
    {
        const test::DisturbedTruth truth(1);
        const Workload large = fma(128 << 20, 1);
        const test::TrueTerms usual = truth.termsOf(large);
        const test::TrueTerms slowMemory = truth.termsOf(large, {.memory = 0.5});
        QVERIFY(std::abs(slowMemory.memory / usual.memory - 2.0) < 0.01);
        QVERIFY(slowMemory.compute == usual.compute && slowMemory.overhead == usual.overhead
                && slowMemory.underFilled == usual.underFilled);
        const Workload cached = fma(4096, 1);
        QVERIFY(truth.termsOf(cached, {.memory = 0.5}).memory == truth.termsOf(cached).memory);
        const test::TrueTerms slowClock = truth.termsOf(cached, {.clock = 0.8});
        for (const Regime regime : allRegimes)
            QVERIFY(std::abs(slowClock.of(regime) / truth.termsOf(cached).of(regime) - 1.25) < 1e-9);
        QVERIFY(truth.termsOf(large, {.clock = 0.8}).memory < usual.memory * 1.01);
        const test::TrueTerms slowLaunches = truth.termsOf(cached, {.launch = 3.0});
        QVERIFY(std::abs(slowLaunches.overhead / truth.termsOf(cached).overhead - 3.0) < 1e-9);
        QVERIFY(slowLaunches.work() == truth.termsOf(cached).work());
    }

    void timeWithoutAProcessorIsAccounted_data()
    {
        QTest::addColumn<Disturbances>("disturbances");
        QTest::addColumn<double>("least"); // time over work
        QTest::addColumn<double>("most");
        QTest::newRow("quiet") << Disturbances{} << 0.99 << 1.01;
        QTest::newRow("bursts") << Disturbances{.bursts = true} << 1.03 << 1.3;
        QTest::newRow("a stolen core") << Disturbances{.stolenCore = true} << 1.5 << 2.1;
    }
    void timeWithoutAProcessorIsAccounted()
    {
        QFETCH(Disturbances, disturbances);
        QFETCH(double, least);
        QFETCH(double, most);
        // Of some 20 ms, longer than a slice, and of some 20 us, shorter than any.
        const Course passes = courseOf(disturbances, fma(16 << 20, 256), 1, 1000);
        QVERIFY(passes.time > least && passes.time < most);
        const Course instants = courseOf(disturbances, fma(256, 1), 128, 100'000);
        for (const Course& course : {passes, instants}) {
            const double missing = course.time - 1.0; // of which nine tenths to all is told
            QVERIFY(course.lost >= 0.9 * missing - 0.01 && course.lost <= missing + 0.01);
        }
        if (least < 1.0)
            QVERIFY(passes.lost == 0.0 && instants.lost == 0.0 && instants.longest < 1.1);
        else
            QVERIFY(instants.longest > 50.0); // the one that a slice fell on waited for milliseconds
    }

    void aQuietMapIsNearTheTruth()
    {
        for (const Strategy strategy : {Strategy::Full, Strategy::Adaptive}) {
            const ProofMap map = test::measureProofMap({}, 1, strategy);
            QVERIFY(map.isComplete);
            QCOMPARE(map.roofs.levels.size(), std::size_t(4));
            for (const Roof& roof : map.roofs.roofs)
                QVERIFY2(std::abs(std::log(roof.value / map.truth.roof(roof.id))) < 0.06, roof.id.c_str());
            std::size_t measured = 0;
            for (std::size_t cell = 0; cell < map.samples.size(); ++cell) {
                QVERIFY(map.samples[cell].has_value());
                if (map.samples[cell]->flags.has(Flag::Interpolated))
                    continue;
                ++measured;
                QVERIFY(std::abs(std::log(map.samples[cell]->time / map.terms[cell].time())) < 0.05);
            }
            QVERIFY(strategy == Strategy::Full ? measured == map.samples.size()
                                               : measured > 100 && measured < map.samples.size() / 3);
        }
    }

    void theTruthItselfScoresFully()
    {
        const VerdictScores scores = test::scoresOf(perfectMap());
        QCOMPARE(scores.wrong, 0.0);
        QCOMPARE(scores.unmarked, 1.0);
        QCOMPARE(scores.impossible, std::size_t(0));
        QCOMPARE(scores.covered, 1.0);
    }

    void liesAreSeen()
    {
        ProofMap least = perfectMap();
        std::size_t impossible = 0;
        for (std::size_t cell = 0; cell < least.points.size(); ++cell) {
            const Shares shares = least.terms[cell].shares();
            least.points[cell].regime = *std::min_element(
                allRegimes.begin(), allRegimes.end(), [&](Regime a, Regime b) { return shares.of(a) < shares.of(b); });
            least.points[cell].flags |= cell % 2 == 0 ? FlagSet(Flag::Ambiguous) : FlagSet();
            least.points[cell].intervals[1] = {shares.memory + 0.01, 1.0};
            impossible += least.terms[cell].of(*least.points[cell].regime) < least.terms[cell].time() * 0.3 ? 1 : 0;
        }
        const VerdictScores scores = test::scoresOf(least);
        QCOMPARE(scores.wrong, 1.0);
        QCOMPARE(scores.unmarked, 0.5);
        QVERIFY(scores.impossible >= impossible && impossible > least.points.size() / 2);
        QCOMPARE(scores.covered, 0.75);
    }

    /// Only where neither a state of the machine nor an error of a tenth makes the term long enough.
    void whatASlowStateExplainsIsNotImpossible()
    {
        ProofMap map = perfectMap();
        for (PointAnalysis& point : map.points)
            point.regime = Regime::Overhead;
        const std::size_t quiet = test::scoresOf(map).impossible;
        map.disturbances.launches = true;
        const std::size_t slow = test::scoresOf(map).impossible;
        QVERIFY(slow < quiet && slow > 0);
        map.disturbances = {.memory = true};
        QCOMPARE(test::scoresOf(map).impossible, quiet);
    }

    void closeTiesAreNotWrong()
    {
        ProofMap map = perfectMap();
        map.terms.assign(map.terms.size(), {.compute = Seconds(1.0),
                                            .memory = Seconds(1.01),
                                            .underFilled = Seconds(),
                                            .overhead = Seconds(1e-3),
                                            .corner = 5.0});
        for (PointAnalysis& point : map.points)
            point.regime = Regime::Compute;
        QCOMPARE(test::scoresOf(map).wrong, 0.0);
        for (test::TrueTerms& terms : map.terms)
            terms.memory = Seconds(1.03);
        QCOMPARE(test::scoresOf(map).wrong, 1.0);
    }

    void verdicts_data()
    {
        std::printf("%-12s %-9s %15s %16s %20s %10s %16s   (median of %zu seeds, worst)\n", "disturbed by", "map",
                    "wrong %", "unmarked %", "nor transition %", "impossible", "covered %", seeds.size());
        QTest::addColumn<QString>("name");
        QTest::addColumn<Disturbances>("disturbances");
        QTest::addColumn<Strategy>("strategy");
        for (const test::NamedDisturbances& set : test::disturbanceSets)
            for (const Strategy strategy : {Strategy::Full, Strategy::Adaptive}) {
                const QString name = QString::fromLatin1(set.name.data(), static_cast<qsizetype>(set.name.size()));
                QTest::addRow("%s, %s", qPrintable(name), strategy == Strategy::Full ? "full" : "adaptive")
                    << name << set.disturbances << strategy;
            }
    }
    void verdicts()
    {
        QFETCH(QString, name);
        QFETCH(Disturbances, disturbances);
        QFETCH(Strategy, strategy);
        std::vector<double> wrong;
        std::vector<double> unmarked;
        std::vector<double> withoutEither;
        std::vector<double> impossible;
        std::vector<double> covered;
        for (const std::uint64_t seed : seeds) {
            const ProofMap map = test::measureProofMap(disturbances, seed, strategy);
            QVERIFY(map.isComplete);
            QVERIFY(std::all_of(map.samples.begin(), map.samples.end(),
                                [](const auto& sample) { return sample.has_value(); }));
            const VerdictScores scores = test::scoresOf(map);
            wrong.push_back(scores.wrong);
            unmarked.push_back(scores.unmarked);
            withoutEither.push_back(shareWithoutEither(map));
            impossible.push_back(static_cast<double>(scores.impossible));
            covered.push_back(scores.covered);
        }
        std::printf("%-12s %-9s %8.1f %6.1f %9.1f %6.1f %13.1f %6.1f %10.0f %9.1f %6.1f\n", qPrintable(name),
                    strategy == Strategy::Full ? "full" : "adaptive", 100.0 * median(wrong), 100.0 * most(wrong),
                    100.0 * median(unmarked), 100.0 * least(unmarked), 100.0 * median(withoutEither),
                    100.0 * least(withoutEither), most(impossible), 100.0 * median(covered), 100.0 * least(covered));
        std::fflush(stdout);
        if constexpr (verdictsAreHeld) {
            QVERIFY(median(wrong) <= mostWrong);
            QVERIFY(median(unmarked) >= leastUnmarked);
            QCOMPARE(most(impossible), 0.0);
            QVERIFY(median(covered) >= leastCovered);
        }
    }
};

RIDGEPOINT_TEST(VerdictProofTest)
#include "verdict_proof_test.moc"
