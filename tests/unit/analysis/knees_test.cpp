// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/knee_check.h"
#include "core/analysis/knees.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

using namespace ridgepoint;

namespace {

/// A curve of a 2-core virtual machine as it was measured beside other programs, with 48 KiB and 2 MiB private and a
/// third level that claims 480 MiB but is shared with other machines.
struct RecordedCurve {
    const char* name;
    bool hasDram;                 ///< undisturbed beyond the caches, so that the last knee can be told
    std::array<double, 33> rates; ///< GB/s, two points an octave from 12 KiB of both threads together
};

std::vector<CurvePoint> pointsOf(const RecordedCurve& curve)
{
    std::vector<CurvePoint> points;
    for (std::size_t i = 0; i < curve.rates.size(); ++i)
        points.push_back(
            {Bytes(12288.0 * std::exp2(static_cast<double>(i) / 2.0)), BytesPerSecond(curve.rates[i] * 1e9)});
    return points;
}

constexpr std::array recordedCurves{
    RecordedCurve{"interrupted readings at several sizes",
                  false,
                  {6.029, 809.9, 815.6, 811.6, 815.8, 68.08, 771,   218.6, 218.4, 218,   218.8,
                   218.4, 219.1, 217.5, 219.6, 57,    140.1, 169.7, 128.9, 106.6, 108.9, 110.8,
                   92.05, 90.04, 81.48, 35.8,  50.2,  28.31, 17.92, 17.33, 14.36, 15.87, 15.47}},
    RecordedCurve{"long passes interrupted throughout",
                  false,
                  {642.1, 789.3, 780.8, 816.1, 815.7, 816.5, 770.8, 218.2, 216.8, 219.3, 219.2,
                   219.6, 121.3, 218.4, 219.4, 216.4, 208.2, 181.2, 116.8, 114.2, 101.9, 96.43,
                   112.6, 90.68, 16.53, 12.73, 16.54, 12.63, 14.2,  13.98, 13.86, 13.26, 12.62}},
    RecordedCurve{"nearly every reading interrupted, two processors for one",
                  false,
                  {32.07, 331.5, 267.6, 311.3, 306.8, 315.6, 317.5, 93.56, 88.07, 75.58, 89.74,
                   89.62, 79.66, 84.19, 72.56, 80.22, 55.25, 63.25, 56.16, 47.13, 49.58, 40.52,
                   37.68, 20.15, 35.69, 17.98, 19.26, 15.95, 16.44, 13.93, 14.23, 13.98, 14.94}},
    RecordedCurve{"a busy machine, memory at a third",
                  false,
                  {706.1, 811.1, 814.5, 832.8, 840.6, 839.1, 821.1, 225.8, 218.6, 219,   219,
                   205.9, 219.6, 219.4, 219.5, 216.7, 209.9, 177.2, 122.8, 118.7, 114.3, 106.3,
                   94.87, 90.31, 80.41, 89.1,  78.17, 23.84, 40.34, 23.79, 27.56, 23.73, 24.9}},
    RecordedCurve{"a shared third level, steep", true, {702.7, 886.4, 837.9, 844.6, 865.3, 863.7, 813.2, 230.7, 232.3,
                                                        232.4, 231.6, 232.4, 229.2, 232.3, 232.4, 232.3, 211.3, 181.8,
                                                        129.3, 119.6, 116.9, 118.1, 118.3, 119.2, 118.1, 118.1, 80.51,
                                                        75.67, 70.03, 67.27, 68.3,  67.32, 68.36}},
    RecordedCurve{"a shared third level, gradual", true, {649.1, 833.3, 833.8, 823.8, 833.4, 821.7, 822.2, 232.5, 221.7,
                                                          225.2, 226,   226,   219.3, 224.8, 223.2, 218,   211.1, 178.7,
                                                          132.5, 117.5, 118.6, 115,   110.1, 117.6, 121.7, 107.9, 93.92,
                                                          89.15, 70.01, 67.28, 67.98, 66.12, 67.61}},
};

constexpr double KiB = 1024.0;
constexpr double MiB = 1024.0 * KiB;
constexpr double endless = std::numeric_limits<double>::infinity();

struct Plateau {
    double capacity; ///< total, bytes; infinity for the last
    double rate;
};

/// Bandwidth of a made-up memory: plateaus that blend over about an octave around each capacity, as real ones do.
double rateAt(const std::vector<Plateau>& plateaus, double footprint)
{
    double logRate = std::log(plateaus.front().rate);
    for (std::size_t i = 1; i < plateaus.size(); ++i) {
        const double octaves = std::log2(footprint / plateaus[i - 1].capacity);
        const double share = 1.0 / (1.0 + std::exp(-6.0 * octaves));
        logRate += share * (std::log(plateaus[i].rate) - std::log(plateaus[i - 1].rate));
    }
    return std::exp(logRate);
}

std::vector<CurvePoint> curveOf(const std::vector<Plateau>& plateaus, double from, double to, double noise = 0.0,
                                unsigned seed = 1)
{
    std::mt19937 generator(seed);
    std::normal_distribution<double> normal(0.0, 1.0);
    std::vector<CurvePoint> curve;
    for (double at = from; at <= to; at *= std::sqrt(2.0))
        curve.push_back({Bytes(at), BytesPerSecond(rateAt(plateaus, at) * std::exp(noise * normal(generator)))});
    return curve;
}

std::vector<MemoryLevel> claims(double l1, double l2, double l3)
{
    std::vector<MemoryLevel> levels{{"l1", Bytes(l1), true}, {"l2", Bytes(l2), true}};
    if (l3 > 0.0)
        levels.push_back({"l3", Bytes(l3), false});
    levels.push_back({"dram", Bytes(endless), false});
    return levels;
}

QString namesOf(const std::vector<MemoryLevel>& levels)
{
    QStringList names;
    for (const MemoryLevel& level : levels)
        names << QString::fromStdString(level.name);
    return names.join(' ');
}

double octavesBetween(Bytes a, double b) { return std::abs(std::log2(a.value() / b)); }

const std::vector<Plateau> threeCaches{{96 * KiB, 800e9}, {4 * MiB, 210e9}, {128 * MiB, 110e9}, {endless, 60e9}};

constexpr double l2Total = 4 * MiB;
constexpr double l3Rate = 115e9;

/// A virtual machine of two processors that claims 480 MiB of L3, of which it gets what the neighbours leave.
struct SharedHost {
    double knee = 128 * MiB;
    double dramRate = 62e9;
    double slowFrom = endless; ///< from this footprint on …
    double slowPart = 1.0;     ///< … memory was slow while the curve was measured
    double disturbed = 0.0;    ///< the share of readings that are slowed by any amount
};

double rateAt(const SharedHost& host, double footprint)
{
    const auto share = [&](double capacity, double steepness) {
        return 1.0 / (1.0 + std::exp(-steepness * std::log2(footprint / capacity)));
    };
    return std::exp(std::log(800e9) + share(96 * KiB, 6.0) * std::log(220.0 / 800.0)
                    + share(l2Total, 6.0) * std::log(l3Rate / 220e9)
                    + share(host.knee, 4.0) * std::log(host.dramRate / l3Rate));
}

std::vector<CurvePoint> curveOf(const SharedHost& host, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    std::normal_distribution<double> normal(0.0, 1.0);
    std::vector<CurvePoint> curve;
    for (double at = 12 * KiB; at <= 961 * MiB; at *= std::sqrt(2.0)) {
        double rate = rateAt(host, at) * std::exp(0.02 * normal(random)) * (at >= host.slowFrom ? host.slowPart : 1.0);
        if (uniform(random) < host.disturbed)
            rate *= 0.2 + 0.7 * uniform(random);
        curve.push_back({Bytes(at), BytesPerSecond(rate)});
    }
    return curve;
}

std::vector<MemoryLevel> claims()
{
    return {{"l1", Bytes(48 * KiB), true},
            {"l2", Bytes(2 * MiB), true},
            {"l3", Bytes(480 * MiB), false},
            {"dram", Bytes(endless), false}};
}

/// What a machine's roofs come to: the best of their rounds, whatever disturbed the curve.
RoofSet roofsOf(const SharedHost& host, const std::vector<CurvePoint>& curve)
{
    RoofSet roofs{
        .device = "cpu", .threads = 2, .roofs = {}, .unavailable = {}, .levels = levelsFromCurve(curve, claims(), 2)};
    roofs.put({.id = "bandwidth.l3", .kind = RoofKind::Bandwidth, .value = l3Rate});
    roofs.put({.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = host.dramRate});
    return roofs;
}

BytesPerSecond gigabytes(double rate) { return BytesPerSecond(rate * 1e9); }

std::vector<CurvePoint> pointsAt(const std::vector<double>& rates)
{
    std::vector<CurvePoint> points;
    for (std::size_t i = 0; i < rates.size(); ++i)
        points.push_back({Bytes(8 * MiB * std::exp2(static_cast<double>(i))), gigabytes(rates[i])});
    return points;
}

std::vector<CurvePoint> curveFrom8MiB(const std::vector<double>& rates)
{
    std::vector<CurvePoint> points = pointsAt(rates);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i].footprint = Bytes(8 * MiB * std::exp2(static_cast<double>(i) / 2.0));
    return points;
}

} // namespace

class KneesTest : public test::Case {
    Q_OBJECT

private slots:
    void findsTheKneesOfAMadeUpMemory_data()
    {
        QTest::addColumn<double>("noise");
        QTest::addColumn<double>("claimedL3");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("without noise") << 0.0 << 128 * MiB << 0.4;
        QTest::newRow("a virtual machine claims 480 MiB of L3") << 0.0 << 480 * MiB << 0.4;
        QTest::newRow("3 % noise") << 0.03 << 480 * MiB << 0.75;
        QTest::newRow("8 % noise") << 0.08 << 480 * MiB << 1.0;
        QTest::newRow("the claim is far too small") << 0.0 << 16 * MiB << 0.4;
    }
    void findsTheKneesOfAMadeUpMemory()
    {
        QFETCH(double, noise);
        QFETCH(double, claimedL3);
        QFETCH(double, tolerance);
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const auto curve = curveOf(threeCaches, 8 * KiB, 1024 * MiB, noise, seed);
            const auto levels = levelsFromCurve(curve, claims(48 * KiB, 2 * MiB, claimedL3), 2);
            QCOMPARE(namesOf(levels), QStringLiteral("l1 l2 l3 dram"));
            QVERIFY(octavesBetween(levels[0].capacity, 48 * KiB) <= tolerance); // for one of two threads
            QVERIFY(octavesBetween(levels[1].capacity, 2 * MiB) <= tolerance);
            QVERIFY(octavesBetween(levels[2].capacity, 128 * MiB) <= tolerance);
            QVERIFY(levels[0].perThread && levels[1].perThread && !levels[2].perThread);
            QVERIFY(std::isinf(levels[3].capacity.value()));
        }
    }

    void aPrivateCacheHoldsNoMoreThanItClaims_data()
    {
        QTest::addColumn<double>("held");
        QTest::addColumn<double>("claimed");
        QTest::addColumn<bool>("bounded");
        QTest::newRow("a little more than the claim") << 59 * KiB << 48 * KiB << true;
        QTest::newRow("nearly twice the claim") << 75 * KiB << 48 * KiB << true;
        QTest::newRow("a claim that is made up") << 192 * KiB << 48 * KiB << false;
        QTest::newRow("less than the claim") << 32 * KiB << 48 * KiB << false;
    }
    void aPrivateCacheHoldsNoMoreThanItClaims()
    {
        QFETCH(double, held);
        QFETCH(double, claimed);
        QFETCH(bool, bounded);
        const std::vector<Plateau> caches{{2 * held, 800e9}, {4 * MiB, 210e9}, {128 * MiB, 110e9}, {endless, 60e9}};
        const auto levels = levelsFromCurve(curveOf(caches, 8 * KiB, 1024 * MiB), claims(claimed, 2 * MiB, 480 * MiB),
                                            2);
        QCOMPARE(namesOf(levels), QStringLiteral("l1 l2 l3 dram"));
        if (bounded)
            QCOMPARE(levels[0].capacity.value(), claimed);
        else
            QVERIFY(octavesBetween(levels[0].capacity, held) <= 0.4);
    }

    void levelsSayWhatIsClaimedOfThem()
    {
        const auto levels = levelsFromCurve(curveOf(threeCaches, 8 * KiB, 1024 * MiB),
                                            claims(48 * KiB, 2 * MiB, 480 * MiB), 2);
        QCOMPARE(levels[1].claimed.value(), 2 * MiB); // for one of two threads, as the knee
        QCOMPARE(levels[2].claimed.value(), 480 * MiB);
        QCOMPARE(levels[3].claimed.value(), 0.0);
    }
    void memoryBearsTheClaimOfACacheThatIsNotSeen()
    {
        const std::vector<Plateau> twoCaches{{96 * KiB, 800e9}, {4 * MiB, 210e9}, {endless, 60e9}};
        const auto levels = levelsFromCurve(curveOf(twoCaches, 8 * KiB, 1024 * MiB),
                                            claims(48 * KiB, 2 * MiB, 480 * MiB), 2);
        QCOMPARE(namesOf(levels), QStringLiteral("l1 l2 dram"));
        QCOMPARE(levels[2].claimed.value(), 480 * MiB);
        const auto farther = levelsFromCurve(curveOf(twoCaches, 8 * KiB, 1024 * MiB), claims(48 * KiB, 2 * MiB, 0), 2);
        QCOMPARE(farther.back().claimed.value(), 0.0);
    }
    void leavesOutALevelThatTheCurveDoesNotShow_data()
    {
        QTest::addColumn<std::vector<Plateau>>("plateaus");
        QTest::addColumn<QString>("names");
        QTest::newRow("no third level") << std::vector<Plateau>{{96 * KiB, 800e9}, {4 * MiB, 210e9}, {endless, 60e9}}
                                        << "l1 l2 dram";
        QTest::newRow("L1 no faster than L2")
            << std::vector<Plateau>{{4 * MiB, 210e9}, {128 * MiB, 110e9}, {endless, 60e9}} << "l2 l3 dram";
        QTest::newRow("L2 no faster than L3")
            << std::vector<Plateau>{{96 * KiB, 400e9}, {128 * MiB, 110e9}, {endless, 60e9}} << "l1 l3 dram";
        QTest::newRow("flat") << std::vector<Plateau>{{endless, 60e9}} << "dram";
        QTest::newRow("L3 serves all that was measured")
            << std::vector<Plateau>{{96 * KiB, 800e9}, {4 * MiB, 210e9}, {endless, 110e9}} << "l1 l2 dram";
    }
    void leavesOutALevelThatTheCurveDoesNotShow()
    {
        QFETCH(std::vector<Plateau>, plateaus);
        QFETCH(QString, names);
        for (unsigned seed = 1; seed <= 10; ++seed) {
            const auto curve = curveOf(plateaus, 8 * KiB, 1024 * MiB, 0.02, seed);
            QCOMPARE(namesOf(levelsFromCurve(curve, claims(48 * KiB, 2 * MiB, 128 * MiB), 2)), names);
        }
    }

    void slowSmallFootprintsAreNoLevel()
    {
        // Starting the threads costs most where there is least to do: the curve rises first.
        auto curve = curveOf(threeCaches, 8 * KiB, 1024 * MiB);
        curve[0].bandwidth = curve[0].bandwidth * 0.3;
        curve[1].bandwidth = curve[1].bandwidth * 0.6;
        curve[2].bandwidth = curve[2].bandwidth * 0.85;
        const auto levels = levelsFromCurve(curve, claims(48 * KiB, 2 * MiB, 480 * MiB), 2);
        QCOMPARE(namesOf(levels), QStringLiteral("l1 l2 l3 dram"));
        QVERIFY(octavesBetween(levels[0].capacity, 48 * KiB) <= 0.5);
    }
    void disturbedReadingsMakeNoLevel()
    {
        auto curve = curveOf(threeCaches, 8 * KiB, 1024 * MiB);
        curve[4].bandwidth = curve[4].bandwidth * 0.5; // another program took the core for a moment
        curve[12].bandwidth = curve[12].bandwidth * 0.6;
        curve[23].bandwidth = curve[23].bandwidth * 1.3;
        const auto levels = levelsFromCurve(curve, claims(48 * KiB, 2 * MiB, 480 * MiB), 2);
        QCOMPARE(namesOf(levels), QStringLiteral("l1 l2 l3 dram"));
        QVERIFY(octavesBetween(levels[0].capacity, 48 * KiB) <= 1.0);
        QVERIFY(octavesBetween(levels[1].capacity, 2 * MiB) <= 1.0);
        QVERIFY(octavesBetween(levels[2].capacity, 128 * MiB) <= 1.0);
    }
    void recordedCurvesOfABusyMachineShowItsLevels_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < recordedCurves.size(); ++i)
            QTest::newRow(recordedCurves[i].name) << static_cast<int>(i);
    }
    void recordedCurvesOfABusyMachineShowItsLevels()
    {
        QFETCH(int, index);
        const RecordedCurve& recorded = recordedCurves[static_cast<std::size_t>(index)];
        const auto levels = levelsFromCurve(pointsOf(recorded), claims(48 * KiB, 2 * MiB, 480 * MiB), 2);
        QCOMPARE(namesOf(levels), QStringLiteral("l1 l2 l3 dram"));
        QVERIFY2(octavesBetween(levels[0].capacity, 48 * KiB) <= 0.6,
                 std::to_string(levels[0].capacity.value()).c_str());
        QVERIFY2(octavesBetween(levels[1].capacity, 2 * MiB) <= 0.75,
                 std::to_string(levels[1].capacity.value()).c_str());
        if (recorded.hasDram)
            QVERIFY2(octavesBetween(levels[2].capacity, 108 * MiB) <= 0.5,
                     std::to_string(levels[2].capacity.value()).c_str());
    }
    void anyReadingMayBeSlowedDownByAnyAmount()
    {
        // A sixth of the points at 10 to 90 % of their rate, each of 200 times elsewhere: the last knee, which the
        // default size hangs on, stays within an octave, unless they all lie at the end of one level (5 %).
        std::mt19937 generator(5);
        std::uniform_real_distribution<double> chance(0.0, 1.0);
        int far = 0;
        for (int trial = 0; trial < 200; ++trial) {
            auto curve = curveOf(threeCaches, 8 * KiB, 1024 * MiB, 0.01, static_cast<unsigned>(trial));
            for (CurvePoint& point : curve)
                if (chance(generator) < 1.0 / 6.0)
                    point.bandwidth = point.bandwidth * (0.1 + 0.8 * chance(generator));
            const auto levels = levelsFromCurve(curve, claims(48 * KiB, 2 * MiB, 480 * MiB), 2);
            const bool isClose = namesOf(levels) == QLatin1String("l1 l2 l3 dram")
                              && octavesBetween(levels[2].capacity, 128 * MiB) <= 1.0
                              && octavesBetween(levels[0].capacity, 48 * KiB) <= 1.0
                              && octavesBetween(levels[1].capacity, 2 * MiB) <= 1.0;
            far += isClose ? 0 : 1;
        }
        QVERIFY2(far <= 10, std::to_string(far).c_str());
    }
    void orderAndDoublesDoNotMatter()
    {
        auto curve = curveOf(threeCaches, 8 * KiB, 1024 * MiB);
        const auto claimed = claims(48 * KiB, 2 * MiB, 480 * MiB);
        const auto expected = levelsFromCurve(curve, claimed, 2);
        const std::size_t count = curve.size();
        for (std::size_t i = 0; i < count; ++i)
            curve.push_back({curve[i].footprint, curve[i].bandwidth * 0.7}); // a slower second reading of each
        std::reverse(curve.begin(), curve.end());
        const auto levels = levelsFromCurve(curve, claimed, 2);
        QCOMPARE(levels.size(), expected.size());
        for (std::size_t i = 0; i + 1 < levels.size(); ++i)
            QCOMPARE(levels[i].capacity.value(), expected[i].capacity.value());
    }

    void survivesHostileNumbers_data()
    {
        QTest::addColumn<std::vector<CurvePoint>>("curve");
        const auto point = [](double bytes, double rate) { return CurvePoint{Bytes(bytes), BytesPerSecond(rate)}; };
        const double nothing = std::nan("");
        QTest::newRow("no points") << std::vector<CurvePoint>{};
        QTest::newRow("one point") << std::vector<CurvePoint>{point(1024, 1e9)};
        QTest::newRow("one point without a size") << std::vector<CurvePoint>{point(0, 1e9)};
        QTest::newRow("not numbers") << std::vector<CurvePoint>{
            point(nothing, 1e9), point(1024, nothing), point(2048, endless), point(endless, 1e9),
            point(-5, 1e9),      point(4096, -1e9),    point(8192, 0)};
        QTest::newRow("two equal points") << std::vector<CurvePoint>{point(1024, 1e9), point(1024, 1e9)};
        QTest::newRow("rising throughout")
            << std::vector<CurvePoint>{point(1e4, 1e9), point(1e5, 2e9), point(1e6, 3e9), point(1e8, 9e9)};
        QTest::newRow("extreme magnitudes") << std::vector<CurvePoint>{point(1e-300, 1e-300), point(1e300, 1e-300)};
    }
    void survivesHostileNumbers()
    {
        QFETCH(std::vector<CurvePoint>, curve);
        for (const int threads : {-1, 0, 1, 1000000})
            QCOMPARE(namesOf(levelsFromCurve(curve, claims(48 * KiB, 2 * MiB, 32 * MiB), threads)),
                     QStringLiteral("dram"));
    }
    void survivesHostileClaims()
    {
        const auto curve = curveOf(threeCaches, 8 * KiB, 1024 * MiB);
        QCOMPARE(namesOf(levelsFromCurve(curve, {}, 2)), QStringLiteral("dram"));
        QCOMPARE(namesOf(levelsFromCurve(curve, claims(0.0, std::nan(""), -1.0), 2)), QStringLiteral("dram"));
        // Claims in the wrong order find no more than a consistent subset, ascending.
        const auto levels = levelsFromCurve(curve, claims(2 * MiB, 48 * KiB, 128 * MiB), 2);
        QVERIFY(levels.back().name == "dram");
        for (std::size_t i = 1; i < levels.size(); ++i)
            QVERIFY(levels[i - 1].capacity * (levels[i - 1].perThread ? 2.0 : 1.0)
                    <= levels[i].capacity * (levels[i].perThread ? 2.0 : 1.0));
    }
    void twoPointsOnEitherSideOfACacheShowIt()
    {
        const std::vector<CurvePoint> curve{{Bytes(64 * KiB), BytesPerSecond(400e9)},
                                            {Bytes(128 * KiB), BytesPerSecond(100e9)}};
        const auto levels = levelsFromCurve(curve, claims(48 * KiB, 2 * MiB, 32 * MiB), 2);
        QCOMPARE(namesOf(levels), QStringLiteral("l1 dram"));
        QVERIFY(levels[0].capacity.value() > 32 * KiB && levels[0].capacity.value() < 64 * KiB);
    }

    void theDefaultTensorIsFourTimesTheLastKnee_data()
    {
        QTest::addColumn<std::vector<MemoryLevel>>("levels");
        QTest::addColumn<int>("threads");
        QTest::addColumn<Precision>("precision");
        QTest::addColumn<qint64>("elements");
        QTest::addColumn<double>("memory");
        const auto withL3 = claims(48 * KiB, 2 * MiB, 128 * MiB);
        QTest::newRow("fp32") << withL3 << 2 << Precision::Fp32 << qint64{128 << 20} << 0.0;
        QTest::newRow("fp64 has half as many") << withL3 << 2 << Precision::Fp64 << qint64{64 << 20} << 0.0;
        QTest::newRow("a knee of 100 MiB rounds to a power of two")
            << claims(48 * KiB, 2 * MiB, 100 * MiB) << 2 << Precision::Fp32 << qint64{128 << 20} << 0.0;
        QTest::newRow("without L3, the private caches of all threads")
            << claims(48 * KiB, 2 * MiB, 0) << 4 << Precision::Fp32 << qint64{8 << 20} << 0.0;
        QTest::newRow("no cache seen: 256 MiB") << std::vector<MemoryLevel>{{"dram", Bytes(endless), false}} << 2
                                                << Precision::Fp32 << qint64{64 << 20} << 0.0;
        QTest::newRow("no more than a quarter of the memory")
            << withL3 << 2 << Precision::Fp32 << qint64{32 << 20} << 1000 * MiB;
        // The same shared cache of 480 MiB on a busy and on a quiet day: the grids of both are to be the same.
        for (const double knee : {52.0, 92.0, 142.0, 218.0, 272.0, 354.0}) {
            auto shared = claims(48 * KiB, 2 * MiB, knee * MiB);
            shared[2].claimed = Bytes(480 * MiB);
            QTest::addRow("a knee of %g MiB in a shared cache of 480", knee)
                << shared << 2 << Precision::Fp32 << qint64{128 << 20} << 0.0;
        }
        auto own = claims(48 * KiB, 2 * MiB, 30 * MiB);
        own[2].claimed = Bytes(32 * MiB);
        for (const double knee : {16.0, 20.0, 23.0, 25.0, 30.0}) {
            auto neighbours = claims(48 * KiB, 2 * MiB, knee * MiB);
            neighbours[2].claimed = Bytes(32 * MiB);
            QTest::addRow("a knee of %g MiB in a shared cache of 32", knee)
                << neighbours << 2 << Precision::Fp32 << qint64{32 << 20} << 0.0;
        }
        QTest::newRow("a cache of our own") << own << 2 << Precision::Fp32 << qint64{32 << 20} << 0.0;
        auto unseen = claims(48 * KiB, 2 * MiB, 0);
        unseen[1].claimed = Bytes(2 * MiB);
        unseen[2].claimed = Bytes(480 * MiB);
        QTest::newRow("the curve missed a cache that is claimed")
            << unseen << 2 << Precision::Fp32 << qint64{128 << 20} << 0.0;
        for (const double claimed : {32.0, 480.0, 1e6}) {
            const std::vector<MemoryLevel> dram{{"l1", Bytes(48 * KiB), true, Bytes(48 * KiB)},
                                                {"dram", Bytes(endless), false, Bytes(claimed * MiB)}};
            QTest::addRow("only l1 seen, %g MiB claimed", claimed) << dram << 2 << Precision::Fp32
                                                                   << (claimed < 100    ? qint64{32 << 20}
                                                                       : claimed < 1000 ? qint64{128 << 20}
                                                                                        : qint64{256 << 20})
                                                                   << 0.0;
            const std::vector<MemoryLevel> nothing{{"dram", Bytes(endless), false, Bytes(claimed * MiB)}};
            QTest::addRow("nothing seen, %g MiB claimed", claimed) << nothing << 2 << Precision::Fp32
                                                                   << (claimed < 100    ? qint64{32 << 20}
                                                                       : claimed < 1000 ? qint64{128 << 20}
                                                                                        : qint64{256 << 20})
                                                                   << 0.0;
        }
        QTest::newRow("no levels at all")
            << std::vector<MemoryLevel>{} << 0 << Precision::Fp32 << qint64{64 << 20} << 0.0;
    }
    void onAGpuTheDefaultTensorIsBeyondWhatItsCacheClaims_data()
    {
        QTest::addColumn<double>("knee");
        for (const double knee : {30.0, 40.0, 59.0})
            QTest::addRow("a knee of %g MiB in a cache of 60", knee) << knee;
    }
    void onAGpuTheDefaultTensorIsBeyondWhatItsCacheClaims()
    {
        QFETCH(double, knee);
        const std::vector<MemoryLevel> levels{{"l2", Bytes(knee * MiB), false, Bytes(60 * MiB)},
                                              {"dram", Bytes(endless), false}};
        QCOMPARE(beyondCaches(levels, 0, DeviceKind::Cuda).value(), 240 * MiB);
        QCOMPARE(defaultElements(levels, 0, Precision::Fp32, Bytes(0.0), DeviceKind::Cuda), std::int64_t{64} << 20);
        const std::vector<MemoryLevel> none{{"dram", Bytes(endless), false}};
        QCOMPARE(defaultElements(none, 0, Precision::Fp32, Bytes(0.0), DeviceKind::Cuda), std::int64_t{64} << 20);
    }
    void theDefaultTensorIsFourTimesTheLastKnee()
    {
        QFETCH(std::vector<MemoryLevel>, levels);
        QFETCH(int, threads);
        QFETCH(Precision, precision);
        QFETCH(qint64, elements);
        QFETCH(double, memory);
        QCOMPARE(static_cast<qint64>(defaultElements(levels, threads, precision, Bytes(memory))), elements);
    }

    void theKneeLiesWhereTheRoofsSay_data()
    {
        QTest::addColumn<SharedHost>("host");
        QTest::newRow("quiet") << SharedHost{};
        QTest::newRow("a knee of 64 MiB") << SharedHost{.knee = 64 * MiB};
        QTest::newRow("a knee of 300 MiB") << SharedHost{.knee = 300 * MiB};
        QTest::newRow("a sixth of the readings disturbed") << SharedHost{.disturbed = 1.0 / 6.0};
        QTest::newRow("memory slow beyond 256 MiB") << SharedHost{.slowFrom = 256 * MiB, .slowPart = 0.45};
        QTest::newRow("memory slow beyond 360 MiB") << SharedHost{.slowFrom = 360 * MiB, .slowPart = 0.4};
        QTest::newRow("memory slow and readings disturbed")
            << SharedHost{.slowFrom = 256 * MiB, .slowPart = 0.45, .disturbed = 0.1};
    }
    void theKneeLiesWhereTheRoofsSay()
    {
        QFETCH(SharedHost, host);
        int far = 0;
        int farBefore = 0;
        for (unsigned seed = 1; seed <= 200; ++seed) {
            const auto curve = curveOf(host, seed);
            RoofSet roofs = roofsOf(host, curve);
            const double before = lastCacheKnee(roofs.levels, 2).value();
            (void)checkLastKnee(roofs, curve);
            far += octavesBetween(lastCacheKnee(roofs.levels, 2), host.knee) > 0.75 ? 1 : 0;
            farBefore += octavesBetween(Bytes(before), host.knee) > 0.75 ? 1 : 0;
        }
        qInfo("%s: %d of 200 knees off by more than three quarters of an octave; by the fit alone %d",
              QTest::currentDataTag(), far, farBefore);
        QVERIFY2(far <= 10, std::to_string(far).c_str());
    }
    void noPointAtTheRateOfMemoryIsSaidToLieInTheCache()
    {
        // As it was seen: the fit took memory at its full rate for the cache and a slow moment for memory.
        const SharedHost host{.knee = 90 * MiB, .slowFrom = 300 * MiB, .slowPart = 0.45};
        for (unsigned seed = 1; seed <= 100; ++seed) {
            const auto curve = curveOf(host, seed);
            RoofSet roofs = roofsOf(host, curve);
            QVERIFY(checkLastKnee(roofs, curve));
            QCOMPARE(roofs.levelFor(Bytes(256 * MiB))->name, std::string("dram"));
        }
    }
    void theDefaultTensorIsTheSameOnEveryDay()
    {
        // A virtual machine that claims 480 MiB: whatever the neighbours leave of it, the grid stays in place.
        for (const double knee : {52.0, 90.0, 160.0, 272.0, 340.0})
            for (const double disturbed : {0.0, 0.1}) {
                const SharedHost host{.knee = knee * MiB, .disturbed = disturbed};
                for (unsigned seed = 1; seed <= 20; ++seed) {
                    const auto curve = curveOf(host, seed);
                    RoofSet roofs = roofsOf(host, curve);
                    (void)checkLastKnee(roofs, curve);
                    QCOMPARE(static_cast<qint64>(defaultElements(roofs.levels, 2, Precision::Fp32, Bytes(23e9))),
                             qint64{128} << 20);
                }
            }
    }
    void aSlowMinuteOfTheRoofDoesNotMoveTheKnee()
    {
        // The roof of memory came out at half of what the curve shows at its end.
        const auto curve = pointsAt({110, 112, 109, 111, 80, 61, 60, 61, 59});
        const auto checked = checkKnee(curve, Bytes(0.0), gigabytes(111), gigabytes(30));
        QVERIFY(checked);
        QVERIFY(checked->knee.value() > 64 * MiB && checked->knee.value() < 256 * MiB);
    }
    void tellsHowSureItIs()
    {
        const auto sure = checkKnee(pointsAt({110, 112, 109, 111, 61, 60, 61, 59}), Bytes(0.0), gigabytes(111),
                                    gigabytes(60));
        QVERIFY(sure);
        QCOMPARE(std::round(sure->low.value() / MiB), 64.0);
        QCOMPARE(std::round(sure->high.value() / MiB), 128.0);
        QVERIFY(sure->low < sure->knee && sure->knee < sure->high);
        // One reading within the cache at about the rate of memory: the knee stays, the range says that it might not.
        const auto unsure = checkKnee(pointsAt({110, 65, 109, 111, 61, 60, 61, 59}), Bytes(0.0), gigabytes(111),
                                      gigabytes(60));
        QVERIFY(unsure);
        QCOMPARE(unsure->knee.value(), sure->knee.value());
        QCOMPARE(std::round(unsure->low.value() / MiB), 8.0);
        QCOMPARE(std::round(unsure->high.value() / MiB), 128.0);
    }
    void saysNothingWhereThereIsNothingToTell_data()
    {
        QTest::addColumn<std::vector<double>>("rates");
        QTest::addColumn<double>("cache");
        QTest::addColumn<double>("dram");
        QTest::newRow("no points") << std::vector<double>{} << 110.0 << 60.0;
        QTest::newRow("one point") << std::vector<double>{110} << 110.0 << 60.0;
        QTest::newRow("all in the cache") << std::vector<double>{110, 111, 109, 110, 111} << 110.0 << 60.0;
        QTest::newRow("all in memory") << std::vector<double>{60, 61, 59, 60, 61} << 110.0 << 60.0;
        QTest::newRow("roofs alike") << std::vector<double>{62, 61, 60, 59, 58} << 62.0 << 59.0;
        QTest::newRow("memory faster than the cache") << std::vector<double>{62, 61, 60, 59, 58} << 59.0 << 62.0;
        QTest::newRow("no roof of the cache") << std::vector<double>{110, 109, 60, 59, 58} << 0.0 << 60.0;
        QTest::newRow("not a number") << std::vector<double>{110, 109, 60, 59, 58} << std::nan("") << 60.0;
        QTest::newRow("rates that are none") << std::vector<double>{0, -1, endless, std::nan("")} << 110.0 << 60.0;
    }
    void saysNothingWhereThereIsNothingToTell()
    {
        QFETCH(std::vector<double>, rates);
        QFETCH(double, cache);
        QFETCH(double, dram);
        QVERIFY(!checkKnee(pointsAt(rates), Bytes(0.0), gigabytes(cache), gigabytes(dram)));
    }
    void tellsWhatACacheKeepsOfALargerTensor_data()
    {
        QTest::addColumn<double>("keeps");
        QTest::addColumn<double>("disturbed");
        QTest::newRow("20 MiB") << 20 * MiB << 0.0;
        QTest::newRow("20 MiB, a tenth of the readings disturbed") << 20 * MiB << 0.1;
        QTest::newRow("100 MiB") << 100 * MiB << 0.0;
    }
    void tellsWhatACacheKeepsOfALargerTensor()
    {
        QFETCH(double, keeps);
        QFETCH(double, disturbed);
        constexpr double cache = 450e9;
        constexpr double dram = 67e9;
        int far = 0;
        int unseen = 0; // the step at the knee, as without this
        for (unsigned seed = 1; seed <= 200; ++seed) {
            std::mt19937 random(seed);
            std::uniform_real_distribution<double> uniform(0.0, 1.0);
            std::normal_distribution<double> normal(0.0, 1.0);
            std::vector<CurvePoint> curve;
            for (double at = 8 * MiB; at <= 1024 * MiB; at *= std::sqrt(2.0)) {
                const double served = std::clamp((keeps / at - 1.0 / 6.0) / (5.0 / 6.0), 0.0, 1.0);
                double rate = std::exp(0.03 * normal(random)) / (served / cache + (1.0 - served) / dram);
                if (uniform(random) < disturbed)
                    rate *= 0.3 + 0.6 * uniform(random);
                curve.push_back({Bytes(at), BytesPerSecond(rate)});
            }
            RoofSet roofs{.device = "cpu", .threads = 2, .roofs = {}, .unavailable = {}, .levels = claims()};
            roofs.put({.id = "bandwidth.l3", .kind = RoofKind::Bandwidth, .value = cache});
            roofs.put({.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = dram});
            QVERIFY(checkLastKnee(roofs, curve));
            const bool seen = roofs.levels[2].kept > Bytes(0.0);
            unseen += seen ? 0 : 1;
            far += seen && octavesBetween(roofs.levels[2].kept, keeps) > 0.5 ? 1 : 0;
            QVERIFY(roofs.levels[2].kept <= roofs.levels[2].capacity);
        }
        qInfo("%s: of 200, %d off by more than half an octave, %d unseen", QTest::currentDataTag(), far, unseen);
        QVERIFY2(far <= 10, std::to_string(far).c_str());
        QVERIFY2(unseen <= 85, std::to_string(unseen).c_str());
    }
    void aCacheThatGivesWayKeepsNothing()
    {
        // The roof of memory can come out a little under what the curve's far end reached.
        for (const auto& [disturbed, roof] : {std::pair(0.0, 1.0), std::pair(0.1, 1.0), std::pair(0.0, 0.87)}) {
            int seen = 0;
            for (const double knee : {52.0, 90.0, 160.0})
                for (unsigned seed = 1; seed <= 100; ++seed) {
                    const SharedHost host{.knee = knee * MiB, .disturbed = disturbed};
                    const auto curve = curveOf(host, seed);
                    RoofSet roofs = roofsOf(host, curve);
                    roofs.put({.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = host.dramRate * roof});
                    (void)checkLastKnee(roofs, curve);
                    seen += std::any_of(roofs.levels.begin(), roofs.levels.end(),
                                        [](const MemoryLevel& level) { return level.kept > Bytes(0.0); })
                              ? 1
                              : 0;
                }
            qInfo("%g of the readings disturbed, the roof at %g: %d of 300 said to keep something", disturbed, roof,
                  seen);
            QVERIFY2(seen <= 15, std::to_string(seen).c_str());
        }
    }
    void ofTooFewPointsOrRoofsAlikeNothingIsKept()
    {
        const auto curve = curveFrom8MiB(
            {450, 440, 430, 300, 180, 130, 110, 92, 80, 72, 67, 67, 66, 67, 66}); // two points an octave
        QVERIFY(keptBeyond(curve, Bytes(24 * MiB), gigabytes(450), gigabytes(67)).value() > 12 * MiB);
        QCOMPARE(
            keptBeyond(curve, Bytes(24 * MiB), gigabytes(450), gigabytes(45)).value(),
            keptBeyond(curve, Bytes(24 * MiB), gigabytes(450), gigabytes(67)).value()); // a slow minute of the roof
        QCOMPARE(keptBeyond(curve, Bytes(24 * MiB), gigabytes(70), gigabytes(67)).value(), 0.0);
        QCOMPARE(keptBeyond(curve, Bytes(24 * MiB), gigabytes(0), gigabytes(67)).value(), 0.0);
        QCOMPARE(keptBeyond(std::span(curve).first(6), Bytes(24 * MiB), gigabytes(450), gigabytes(67)).value(), 0.0);
        QCOMPARE(keptBeyond({}, Bytes(24 * MiB), gigabytes(450), gigabytes(67)).value(), 0.0);
    }
    void leavesPrivateCachesAlone()
    {
        const SharedHost host;
        const auto curve = curveOf(host, 1);
        RoofSet roofs = roofsOf(host, curve);
        std::erase_if(roofs.levels, [](const MemoryLevel& level) { return level.name == "l3"; });
        roofs.put({.id = "bandwidth.l2", .kind = RoofKind::Bandwidth, .value = 220e9});
        const double before = lastCacheKnee(roofs.levels, 2).value();
        QVERIFY(!checkLastKnee(roofs, curve));
        QCOMPARE(lastCacheKnee(roofs.levels, 2).value(), before);
        RoofSet none;
        QVERIFY(!checkLastKnee(none, curve));
    }
};

RIDGEPOINT_TEST(KneesTest)
#include "knees_test.moc"
