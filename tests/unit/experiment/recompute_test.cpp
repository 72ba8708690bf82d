// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/recompute/recompute.h"
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/clocked_work.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// 40 GB/s whichever way, 80 Gop/s of multiply-adds and products: 0.1 ns a float moved, 0.025 ns a multiply-add.
RoofSet recomputeRoofs()
{
    RoofSet set{.device = "cpu", .threads = 2};
    const auto put = [&](std::string id, RoofKind kind, double value) {
        set.put({.id = std::move(id), .kind = kind, .value = value, .low = value, .high = value});
    };
    for (const char* id : {"bandwidth.dram", "bandwidth.dram.copy", "bandwidth.dram.read", "bandwidth.dram.write"})
        put(id, RoofKind::Bandwidth, 40e9);
    put("compute.fp32.fma", RoofKind::Compute, 80e9);
    put("compute.fp32.mul", RoofKind::Compute, 1e15);
    put("compute.fp32.cos", RoofKind::Compute, 1e9);
    set.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return set;
}

/// Takes exactly as long as the roofs say, a quarter of the tensor at a time; from some length on its memory does not
/// suffice.
class GradientBackend final : public Backend {
public:
    GradientBackend(FakeClock& clock, int longestSaved) : m_clock(clock), m_longestSaved(longestSaved)
    {
        m_info.id = "cpu";
        m_info.name = "Model processor";
        m_info.available = true;
        m_info.threads = 2;
    }
    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override
    {
        return prepareByKind(work, m_info, [this](const GradientCall& call) { return prepareGradient(call); });
    }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return {}; }
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest&) override { return none(); }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return {}; }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }
    [[nodiscard]] int longestJump() const { return m_longestJump; }

private:
    Result<ReadyWork> prepareGradient(const GradientCall& call)
    {
        m_longestJump = std::max(m_longestJump, call.saving == Saving::Everything ? call.length - m_reached : 0);
        m_reached = call.saving == Saving::Everything ? std::max(m_reached, call.length) : m_reached;
        if (call.saving == Saving::Everything && call.length > m_longestSaved)
            return Error{ErrorKind::Unavailable, "model.memory", "No memory for it.", {}};
        auto work = std::make_unique<ClockedWork>(m_clock, predict(call, recomputeRoofs())->time().value() / 4.0);
        return ReadyWork{.method = "model", .share = 0.25, .work = std::move(work)};
    }

    static Error none() { return {ErrorKind::Unsupported, "model.none", "The model has none.", {}}; }
    FakeClock& m_clock;
    int m_longestSaved;
    int m_reached = 0;
    int m_longestJump = 0;
    DeviceInfo m_info;
};

ExperimentResult ranOn(GradientBackend& backend, FakeClock& clock, const ParameterTexts& texts)
{
    return ranOn(backend, clock, "recompute", texts, recomputeRoofs(), 2).result;
}

ExperimentResult ran(const ParameterTexts& texts, int longestSaved = longestGradientChain)
{
    FakeClock clock;
    GradientBackend backend(clock, longestSaved);
    return ranOn(backend, clock, texts);
}

ExperimentPoint point(SeriesTerm series, int plot, double x, double y, Provenance provenance = Provenance::Measured)
{
    return {.series = series, .x = x, .y = y, .low = y, .high = y, .provenance = provenance, .plot = plot};
}

} // namespace

class RecomputeTest : public Case {
    Q_OBJECT
private slots:
    void measuresWhatTheRoofsSayOnAMachineThatKeepsThem()
    {
        const ExperimentResult result = ran({{"size", "64Mi"}, {"cost", "1"}, {"longest", "16"}});
        QVERIFY(result.unavailable.empty());
        for (const int plot : {recompute::timePlot, recompute::costPlot})
            for (const SeriesTerm series : {recompute::saveAll, recompute::anew}) {
                const auto measured = cube::lineOf(result, plot, series, Provenance::Measured);
                const auto predicted = cube::lineOf(result, plot, series, Provenance::Predicted);
                QCOMPARE(measured.size(), std::size_t{plot == recompute::timePlot ? 8U : 7U});
                QCOMPARE(predicted.size(), measured.size());
                for (std::size_t i = 0; i < measured.size(); ++i) {
                    QCOMPARE(measured[i].x, predicted[i].x);
                    // A quarter of the tensor was timed, the whole is shown.
                    QVERIFY(std::abs(measured[i].y / predicted[i].y - 1.0) < 1e-6);
                }
            }
        // 64 Mi floats at 40 GB/s: 35 tensors of 6.7 ms against 5.
        QVERIFY(std::abs(cube::lineOf(result, 0, recompute::saveAll, Provenance::Measured).back().y
                         - 35.0 * 268435456.0 / 40e9)
                < 1e-6);
        QCOMPARE(cube::lineOf(result, recompute::savedPlot, recompute::saveAll, Provenance::Predicted).back().y,
                 16.0 * 268435456.0);
        QCOMPARE(cube::lineOf(result, recompute::savedPlot, recompute::anew, Provenance::Predicted).back().y,
                 268435456.0);
    }

    void findsTheCostAtWhichRecomputingStopsToPay()
    {
        // Eight links: saving moves 9 and 10 floats a float, recomputing computes 15 r + 7 (r - 1) multiply-adds of
        // 0.025 ns.
        const QString said = sentencesOf(
            recompute::findings(ran({{"size", "64Mi"}, {"cost", "1"}, {"longest", "16"}})));
        QVERIFY2(said.contains("Recomputing is faster at every length: at 16 operations"), qPrintable(said));
        QVERIFY2(said.contains("up to a cost of about 3."), qPrintable(said));
    }

    void aDearOperationIsNeverBetterRecomputed()
    {
        const QString said = sentencesOf(
            recompute::findings(ran({{"size", "64Mi"}, {"operation", "cos"}, {"longest", "16"}})));
        QVERIFY2(said.contains("Recomputing is slower at every length"), qPrintable(said));
    }

    void theChainOfEightIsOneOfEightHoweverShortTheLongestIs()
    {
        const ExperimentResult result = ran({{"size", "64Mi"}, {"longest", "2"}});
        // Saving everything of eight links moves 19 tensors; of two it would be 7.
        const double moved = 19.0 * 268435456.0 / 40e9;
        QVERIFY(std::abs(cube::lineOf(result, recompute::costPlot, recompute::saveAll, Provenance::Measured).front().y
                             / moved
                         - 1.0)
                < 1e-6);
    }
    void memoryIsTouchedATensorAtATime()
    {
        FakeClock clock;
        GradientBackend backend(clock, longestGradientChain);
        (void)ranOn(backend, clock, {{"size", "64Mi"}, {"longest", "16"}});
        QCOMPARE(backend.longestJump(), 1);
    }

    void whatMemoryDoesNotSufficeForIsNamedAndTheOthersGoOn()
    {
        const ExperimentResult result = ran({{"size", "64Mi"}, {"longest", "16"}}, 10);
        QCOMPARE(result.unavailable.size(), std::size_t{2}); // 12 and 16
        QCOMPARE(result.unavailable.front().part, std::string("save everything, 12 operations"));
        QCOMPARE(cube::lineOf(result, 0, recompute::anew, Provenance::Measured).size(), std::size_t{8});
        QCOMPARE(cube::lineOf(result, 0, recompute::saveAll, Provenance::Measured).size(), std::size_t{6});
        QVERIFY(!sentencesOf(recompute::findings(result)).contains("For a chain of 16")); // the longest have no pair
    }

    void aGpuIsNoLessADeviceForIt()
    {
        const DeviceInfo gpu{.id = "cuda:0", .kind = DeviceKind::Cuda, .available = true};
        QVERIFY(findExperiment("recompute")->availability(gpu).ok());
    }

    void anAutomaticSizeIsSharedOutAmongTheTensors()
    {
        const ExperimentInfo& info = findExperiment("recompute")->info();
        auto parameters = readParameters(info, {});
        parameters->settle(info, std::int64_t{128} << 20);
        QCOMPARE(parameters->number("size"), std::int64_t{32} << 20);
    }

    void theLengthsReachTheLongest()
    {
        QCOMPARE(recompute::lengthsUpTo(2), (std::vector<int>{1, 2}));
        QCOMPARE(recompute::lengthsUpTo(7), (std::vector<int>{1, 2, 3, 4, 6, 7}));
        QCOMPARE(recompute::lengthsUpTo(16), (std::vector<int>{1, 2, 3, 4, 6, 8, 12, 16}));
    }

    void linesCrossWhereTheirLogarithmsDo()
    {
        const auto line = [](std::vector<double> values) {
            std::vector<ExperimentPoint> points;
            for (std::size_t i = 0; i < values.size(); ++i)
                points.push_back(point(recompute::anew, 0, std::pow(2.0, static_cast<double>(i)), values[i]));
            return points;
        };
        QVERIFY(!recompute::crossing(line({1, 1, 1}), line({0.5, 0.5, 0.5})));
        QVERIFY(!recompute::crossing(line({1, 1, 1}), line({2, 2, 2})));
        const auto half = recompute::crossing(line({1, 1, 1}), line({0.25, 0.5, 2}));
        QVERIFY(half && std::abs(*half - std::sqrt(8.0)) < 1e-9);
        const auto last = recompute::crossing(line({1, 1, 1, 1, 1}), line({0.5, 2, 0.5, 0.5, 2}));
        QVERIFY(last && *last > 8.0);
        QVERIFY(!recompute::crossing({}, line({1})));
    }

    void saysWhatBothSaveAndTake()
    {
        ExperimentResult result;
        for (const auto& [x, all, again] :
             {std::tuple{1.0, 5e-3, 5e-3}, {2.0, 7e-3, 5e-3}, {4.0, 11e-3, 10e-3}, {8.0, 19e-3, 25e-3}}) {
            result.put(point(recompute::saveAll, 0, x, all));
            result.put(point(recompute::anew, 0, x, again));
            result.put(point(recompute::saveAll, 1, x, x * 1024 * 1024, Provenance::Predicted));
            result.put(point(recompute::anew, 1, x, 1024 * 1024, Provenance::Predicted));
        }
        const QString said = sentencesOf(recompute::findings(result));
        QVERIFY2(said.contains("For a chain of 8, recomputing takes 25.0 ms and saving everything 19.0 ms; recomputing "
                               "keeps 1.00 MiB instead of 8.00 MiB."),
                 qPrintable(said));
        // ln(25/19) and ln(11/10) over one octave: 4 * 2^0.258.
        QVERIFY2(said.contains("From a chain of about 4.8 operations on"), qPrintable(said));
        QVERIFY2(said.contains("(predicted: unknown)"), qPrintable(said));
        // Roofs by which one lies above the other from the start are told from those by which it never does.
        for (const auto& [factor, words] : {std::pair{1.5, "(predicted: always)"}, {0.5, "(predicted: nowhere)"}}) {
            for (const double x : {1.0, 8.0}) {
                result.put(point(recompute::saveAll, 0, x, 1e-3, Provenance::Predicted));
                result.put(point(recompute::anew, 0, x, 1e-3 * factor, Provenance::Predicted));
            }
            QVERIFY2(sentencesOf(recompute::findings(result)).contains(words),
                     qPrintable(sentencesOf(recompute::findings(result))));
        }
    }
    void bearsAResultWithoutAnything() { QVERIFY(recompute::findings({}).empty()); }
    void bearsAResultOfWhichTheOtherHalfIsMissing()
    {
        ExperimentResult result;
        result.points = {point(recompute::saveAll, 0, 4.0, 1e-3), point(recompute::anew, 2, 4.0, 1e-3),
                         point(recompute::anew, 1, 4.0, 1e6, Provenance::Predicted)};
        QVERIFY(recompute::findings(result).empty());
    }
};

RIDGEPOINT_TEST(RecomputeTest)
#include "recompute_test.moc"
