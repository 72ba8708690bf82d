// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_runner.h"
#include "core/experiment/registry.h"
#include "core/experiment/transfers/host_files.h"
#include "core/experiment/transfers/transfers.h"
#include "tests/support/clocked_work.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include <unistd.h>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

ExperimentPoint measured(SeriesTerm series, double size, double rate)
{
    return {.series = series, .x = size, .y = rate, .low = rate, .high = rate};
}

ExperimentPoint bar(const LabelName& label, double time, Provenance provenance = Provenance::Measured)
{
    return {.series = "s",
            .label = label,
            .y = time,
            .low = time,
            .high = time,
            .provenance = provenance,
            .plot = transfers::totalPlot};
}

ExperimentResult ranOn(Backend& backend, const FakeClock& clock, const ParameterTexts& texts)
{
    return ranOn(backend, clock, "transfers", texts, {}, 1).result;
}

/// The model processor, with bandwidths over any footprint.
class ProcessorWithMemory final : public Backend {
public:
    explicit ProcessorWithMemory(FakeClock& clock) : m_model(ModelDevice{}, clock), m_clock(clock) {}
    [[nodiscard]] const DeviceInfo& info() const override { return m_model.info(); }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override { return m_model.prepare(work); }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return m_model.roofIds(); }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return m_model.claimedLevels(); }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>& report) override
    {
        return m_model.selftest(report);
    }
    /// Goes over the footprint, reading and writing, as fast as its level lets it.
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest& request) override
    {
        const double amount = 2.0 * request.footprint.value();
        const double once = amount / m_model.device().bandwidth(request.footprint.value());
        return RoofWork{.kind = RoofKind::Bandwidth,
                        .amount = amount,
                        .method = "model",
                        .work = std::make_unique<ClockedWork>(m_clock, once)};
    }

private:
    ModelBackend m_model;
    FakeClock& m_clock;
};

/// Puts TMPDIR back as it was.
class OtherFolder {
public:
    explicit OtherFolder(const QByteArray& folder)
        : m_before(qgetenv("TMPDIR")), m_wasSet(qEnvironmentVariableIsSet("TMPDIR"))
    {
        qputenv("TMPDIR", folder);
    }
    ~OtherFolder() { m_wasSet ? qputenv("TMPDIR", m_before) : qunsetenv("TMPDIR"); }
    OtherFolder(const OtherFolder&) = delete;
    OtherFolder& operator=(const OtherFolder&) = delete;

private:
    QByteArray m_before;
    bool m_wasSet;
};

std::array<Seconds, 3> alone(double load, double copy, double compute)
{
    return {Seconds(load), Seconds(copy), Seconds(compute)};
}

/// 200 ns a call, 2 us a mapping and 100 ns a page; a cache of 100 GB/s and a memory of 10 GB/s.
transfers::HostCosts costs()
{
    transfers::HostCosts known{.call = Seconds(200e-9), .map = Seconds(2e-6), .page = Seconds(100e-9)};
    known.roofs = {{4096, BytesPerSecond(100e9)}, {1 << 20, BytesPerSecond(10e9)}};
    known.hasCall = known.hasMap = true;
    return known;
}

/// A batch loads in 1 ms, is copied in 0.25 ms, and computed with in 4 us and 1 us a multiply-add.
constexpr Seconds loading1{1e-3};
constexpr Seconds copying1{0.25e-3};
Seconds computing1(std::int64_t applications) { return Seconds(4e-6 + 1e-6 * static_cast<double>(applications)); }

/// What the stages were asked for.
struct StagedCalls {
    StagedRequest request;
    std::vector<std::pair<StagedOrder, std::int64_t>> runs;
    int prepared = 0;
    bool slows = false; ///< every run takes longer than the one before
};

class ModelStages final : public StagedWork {
public:
    ModelStages(FakeClock& clock, std::shared_ptr<StagedCalls> calls) : m_clock(clock), m_calls(std::move(calls)) {}
    [[nodiscard]] Result<StagedRun> run(StagedOrder order, std::int64_t applications) override
    {
        m_calls->runs.emplace_back(order, applications);
        const double batches = m_calls->request.batches;
        const Seconds computing = computing1(applications);
        std::vector<std::byte> memory(m_calls->request.batchBytes);
        if (order == StagedOrder::LoadOnly)
            for (int batch = 0; batch < m_calls->request.batches; ++batch)
                if (auto loaded = m_calls->request.load(batch, memory); !loaded)
                    return loaded.error();
        StagedRun run{.timing = {.time = timeOf(order, batches, computing)}, .method = "made up"};
        run.timing.flags |= Flag::Throttled;
        if (m_calls->slows)
            run.timing.time = run.timing.time * (1.0 + 1e-3 * static_cast<double>(m_calls->runs.size()));
        if (order == StagedOrder::InTurn || order == StagedOrder::Overlapped)
            for (int batch = 0; batch < m_calls->request.batches; ++batch) {
                const Seconds begin = loading1 * static_cast<double>(batch);
                run.loads.push_back({begin, begin + loading1});
                run.copies.push_back({begin + loading1, begin + loading1 + copying1});
                run.computes.push_back({begin + loading1 + copying1, begin + loading1 + copying1 + computing});
            }
        m_clock.advance(run.timing.time);
        return run;
    }

private:
    static Seconds timeOf(StagedOrder order, double batches, Seconds computing)
    {
        switch (order) {
        case StagedOrder::LoadOnly: return loading1 * batches;
        case StagedOrder::CopyOnly: return copying1 * batches;
        case StagedOrder::ComputeOnly: return computing * batches;
        case StagedOrder::InTurn: return (loading1 + copying1 + computing) * batches;
        case StagedOrder::Overlapped: break;
        }
        return std::max(loading1, computing) * batches + copying1;
    }

    FakeClock& m_clock;
    std::shared_ptr<StagedCalls> m_calls;
};

class StagingBackend final : public Backend {
public:
    explicit StagingBackend(FakeClock& clock) : m_model(ModelDevice{}, clock), m_clock(clock)
    {
        m_model.editableInfo().id = "cuda:0";
        m_model.editableInfo().kind = DeviceKind::Cuda;
    }
    [[nodiscard]] const DeviceInfo& info() const override { return m_model.info(); }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override { return m_model.prepare(work); }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return {}; }
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest& request) override
    {
        return m_model.prepareRoof(request);
    }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return {}; }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }
    [[nodiscard]] Result<std::unique_ptr<StagedWork>> prepareStaged(const StagedRequest& request) override
    {
        ++calls->prepared;
        calls->request = request;
        if (refusal)
            return *refusal;
        return std::unique_ptr<StagedWork>(std::make_unique<ModelStages>(m_clock, calls));
    }

    std::shared_ptr<StagedCalls> calls = std::make_shared<StagedCalls>();
    std::optional<Error> refusal;

private:
    ModelBackend m_model;
    FakeClock& m_clock;
};

ExperimentResult ranStaged(StagingBackend& backend, const FakeClock& clock)
{
    return ranOn(backend, clock, "transfers", {{"largest", "1Mi"}, {"batch", "64Ki"}, {"batches", "8"}}, {}).result;
}

} // namespace

class TransfersTest : public Case {
    Q_OBJECT
private slots:
    void bothEndsComeFirstAndEverySizeOnce()
    {
        const auto sizes = transfers::sizesToMeasure(1 << 20);
        QCOMPARE(sizes[0], std::int64_t{4096});
        QCOMPARE(sizes[1], std::int64_t{1} << 20);
        QCOMPARE(sizes.size(), std::size_t{9});
        for (std::int64_t size = 4096; size <= 1 << 20; size *= 2)
            QCOMPARE(std::count(sizes.begin(), sizes.end(), size), 1);
    }

    void everyStageSeesEveryBatchInOrderAndNeverTooEarly_data()
    {
        QTest::addColumn<bool>("overlaps");
        QTest::newRow("in turn") << false;
        QTest::newRow("overlapped") << true;
    }
    void everyStageSeesEveryBatchInOrderAndNeverTooEarly()
    {
        QFETCH(bool, overlaps);
        constexpr int batches = 50;
        std::array<std::atomic<int>, loading::stages> done{};
        std::atomic<int> wrong = 0;
        std::array<loading::Stage, loading::stages> work;
        for (std::size_t stage = 0; stage < loading::stages; ++stage)
            work[stage] = [&, stage](int batch) -> Result<void> {
                const bool isInOrder = done[stage] == batch;
                const bool isFilled = stage == 0 || done[stage - 1] > batch;
                const bool isFree = stage + 1 == loading::stages || batch - done[stage + 1] < loading::buffersBetween;
                wrong += isInOrder && isFilled && isFree ? 0 : 1;
                ++done[stage];
                return {};
            };
        const auto run = overlaps ? loading::runOverlapped(work, batches) : loading::runInTurn(work, batches);
        QVERIFY(run.ok());
        QCOMPARE(wrong.load(), 0);
        for (std::size_t stage = 0; stage < loading::stages; ++stage) {
            QCOMPARE(done[stage].load(), batches);
            QCOMPARE(static_cast<int>(run->spans[stage].size()), batches);
        }
        QVERIFY(run->time > Seconds());
        const auto lanes = loading::lanesOf(*run, "g", "how", 2);
        QCOMPARE(lanes.size(), loading::stages);
        QCOMPARE(lanes[1].name, std::string("copy"));
        QCOMPARE(lanes[1].note, std::string("how"));
        QCOMPARE(lanes[2].spans.size(), std::size_t{batches});
    }
    void aStageThatFailsEndsTheOthers_data()
    {
        QTest::addColumn<bool>("overlaps");
        QTest::addColumn<int>("failing");
        for (const int stage : {0, 1, 2}) {
            QTest::addRow("in turn, %d", stage) << false << stage;
            QTest::addRow("overlapped, %d", stage) << true << stage;
        }
    }
    void aStageThatFailsEndsTheOthers()
    {
        QFETCH(bool, overlaps);
        QFETCH(int, failing);
        std::array<loading::Stage, loading::stages> work;
        for (int stage = 0; stage < 3; ++stage)
            work[static_cast<std::size_t>(stage)] = [=](int batch) -> Result<void> {
                if (stage == failing && batch == 3)
                    return Error{ErrorKind::DeviceFailure, "test.failed", "It failed.", {}};
                return {};
            };
        const auto run = overlaps ? loading::runOverlapped(work, 20) : loading::runInTurn(work, 20);
        QVERIFY(!run.ok());
        QCOMPARE(run.error().id, std::string("test.failed"));
    }

    void aTemporaryFileHasNoNameAndHoldsWhatWasWritten()
    {
        QTemporaryDir folder;
        auto file = TemporaryFile::create(folder.path().toStdString());
        QVERIFY(file.ok());
        QVERIFY(file->grow(3'000'001).ok());
        QCOMPARE(file->size(), std::size_t{3'000'001});
        QVERIFY(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot));
        std::vector<char> first(4096);
        std::vector<char> last(4096);
        QCOMPARE(::pread(file->descriptor(), first.data(), first.size(), 0), ssize_t{4096});
        QCOMPARE(::pread(file->descriptor(), last.data(), last.size(), 2'990'000), ssize_t{4096});
        QVERIFY(first != last && std::any_of(last.begin(), last.end(), [](char byte) { return byte != 0; }));
        const int descriptor = file->descriptor();
        TemporaryFile moved = std::move(*file);
        QCOMPARE(moved.descriptor(), descriptor);
        QCOMPARE(file->descriptor(), -1);
    }
    void aFolderThatIsNotThereIsNamed()
    {
        const auto file = TemporaryFile::create("/nowhere/at/all");
        QVERIFY(!file.ok());
        QCOMPARE(file.error().kind, ErrorKind::Unavailable);
        const QString words = QString::fromStdString(file.error().message());
        QVERIFY2(words.contains("/nowhere/at/all") && words.contains("No such file") && words.contains("TMPDIR"),
                 qPrintable(words));
    }

    void aFileThatHasNoRoomIsNamedBeforeAnythingIsWritten()
    {
        QTemporaryDir folder;
        auto file = TemporaryFile::create(folder.path().toStdString());
        QVERIFY(file.ok());
        const auto grown = file->grow(std::size_t{1} << 60);
        QVERIFY(!grown.ok());
        QCOMPARE(grown.error().kind, ErrorKind::Unavailable);
        QCOMPARE(file->size(), std::size_t{0});
        const QString words = QString::fromStdString(grown.error().message());
        QVERIFY2(words.contains(folder.path()) && words.contains("TMPDIR"), qPrintable(words));
    }
    void whatDoesNotFitIntoMemoryIsNamed()
    {
        FakeClock clock;
        ModelBackend backend(ModelDevice{}, clock);
        backend.editableInfo().memory = Bytes(100.0 * (1 << 20));
        const ExperimentDefinition* experiment = findExperiment("transfers");
        const auto started = [&](const ParameterTexts& texts) {
            const auto parameters = readParameters(experiment->info(), texts);
            RoofSet roofs;
            MeasuringContext context(
                backend, clock, roofs, 1, [](ExperimentPoint) {}, [](TimelineLane) {});
            return experiment->steps(*parameters, context);
        };
        // Five times the largest transfer, and twice 4 batches beside 4 buffers: 40 and 4 MiB of 50.
        QVERIFY(started({{"largest", "8Mi"}, {"batch", "256Ki"}, {"batches", "4"}}).ok());
        for (const ParameterTexts& tooLarge :
             {ParameterTexts{{"largest", "16Mi"}, {"batch", "256Ki"}, {"batches", "4"}},
              ParameterTexts{{"largest", "8Mi"}, {"batch", "256Ki"}, {"batches", "64"}}}) {
            const auto refused = started(tooLarge);
            QVERIFY(!refused.ok());
            QCOMPARE(refused.error().id, std::string("experiment.memory"));
        }
    }

    void withoutAFolderTheOthersGoOn()
    {
        const OtherFolder elsewhere("/nowhere/at/all");
        FakeClock clock;
        ProcessorWithMemory backend(clock);
        const ExperimentResult result = ranOn(backend, clock,
                                              {{"largest", "1Mi"}, {"batch", "64Ki"}, {"batches", "4"}});
        // Two ways to read, nine sizes each; what a call and two mappings cost; three stages, in turn and overlapped.
        QCOMPARE(result.unavailable.size(), std::size_t{26});
        QVERIFY(std::all_of(result.unavailable.begin(), result.unavailable.end(),
                            [](const UnavailablePart& part) { return part.reason.id == "transfers.file"; }));
        QVERIFY(std::any_of(result.points.begin(), result.points.end(),
                            [](const ExperimentPoint& point) { return point.series == transfers::inMemory; }));
    }
    void aSmallRunHasEveryPartAndItsPrediction()
    {
        QTemporaryDir folder;
        const OtherFolder elsewhere(folder.path().toUtf8());
        FakeClock clock;
        ProcessorWithMemory backend(clock);
        const ExperimentResult result = ranOn(backend, clock,
                                              {{"largest", "1Mi"}, {"batch", "64Ki"}, {"batches", "4"}});
        QVERIFY2(result.unavailable.empty(),
                 result.unavailable.empty() ? "" : result.unavailable[0].reason.message().c_str());
        for (const SeriesTerm series : {transfers::byRead, transfers::byMap, transfers::inMemory})
            QCOMPARE(std::count_if(result.points.begin(), result.points.end(),
                                   [&](const ExperimentPoint& point) {
                                       return point.series == series && point.provenance == Provenance::Measured;
                                   }),
                     9);
        for (const LabelTerm label : {loading::inTurn, loading::overlapped}) {
            QVERIFY(result.find(label) != nullptr);
            QVERIFY(result.find(label, Provenance::Predicted) != nullptr);
        }
        QVERIFY(result.find(transfers::moved, Provenance::Predicted) != nullptr);
        for (const SeriesTerm series : {transfers::byRead, transfers::byMap, transfers::inMemory})
            QCOMPARE(std::count_if(result.points.begin(), result.points.end(),
                                   [&](const ExperimentPoint& point) {
                                       return point.series == series && point.provenance == Provenance::Predicted;
                                   }),
                     9);
        // The model's nearest cache: 8 KiB of both buffers at 800 GB/s.
        const auto copied = std::find_if(result.points.begin(), result.points.end(), [](const ExperimentPoint& point) {
            return point.series == transfers::inMemory && point.provenance == Provenance::Predicted
                && point.x == 4096.0;
        });
        QVERIFY(copied != result.points.end() && test::isNear(copied->y, 4e11, 0.1));
        const auto firstMeasured = std::find_if(
            result.points.begin(), result.points.end(),
            [](const ExperimentPoint& point) { return point.provenance == Provenance::Measured; });
        const auto predictedBefore = std::count_if(
            result.points.begin(), firstMeasured,
            [](const ExperimentPoint& point) { return point.provenance == Provenance::Predicted; });
        QVERIFY(predictedBefore >= 27);
        for (const ExperimentPoint& point : result.points) {
            const bool isMoved = point.plot == transfers::bandwidthPlot
                              || point.label == transfers::moved; // else of three stages together
            QCOMPARE(point.work.has_value(), isMoved);
            const auto verdict = isMoved ? judge(*point.work, result.roofs) : Result<PointVerdict>(PointVerdict{});
            QVERIFY(verdict.ok());
            QVERIFY2(!isMoved || point.provenance != Provenance::Predicted
                         || test::isNear(verdict->verdict.shareOfRoof, 1.0, 1e-6),
                     point.series.words().c_str());
        }
        QCOMPARE(result.lanes.size(), std::size_t{6});
        QVERIFY(QDir(folder.path()).isEmpty());
    }
    void aGpuIsToldWhatItsBackendDoesNotOffer()
    {
        FakeClock clock;
        ModelBackend backend(ModelDevice{}, clock);
        backend.editableInfo().kind = DeviceKind::Cuda;
        const ExperimentResult result = ranOn(backend, clock, {{"largest", "1Mi"}});
        const auto overlap = std::find_if(
            result.unavailable.begin(), result.unavailable.end(),
            [](const UnavailablePart& part) { return part.reason.id == "staged.unsupported"; });
        QVERIFY(overlap != result.unavailable.end());
        QCOMPARE(overlap->reason.kind, ErrorKind::Unsupported);
        QCOMPARE(findExperiment("transfers")->canRecord(backend, 0).error().id, overlap->reason.id);
        backend.editableInfo().kind = DeviceKind::Cpu;
        QVERIFY(findExperiment("transfers")->canRecord(backend, 1).ok());
    }
    void aGpuIsPredictedFromItsRoofs()
    {
        RoofSet roofs;
        roofs.put({.id = "bandwidth.h2d.pinned", .kind = RoofKind::Bandwidth, .value = 5e10});
        roofs.put({.id = "launch.queued", .kind = RoofKind::Launch, .value = 2e-6});
        const ExperimentDefinition* experiment = findExperiment("transfers");
        const auto points = experiment->predict(*readParameters(experiment->info(), {{"largest", "1Mi"}}), roofs,
                                                {.kind = DeviceKind::Cuda});
        QCOMPARE(points.size(), std::size_t{9});
        // 1 MiB: 2 us and 20.97 us.
        QVERIFY(test::isNear(points.back().y, 1048576.0 / (2e-6 + 1048576.0 / 5e10)));
        const auto verdict = judge(points.back().work.value(), roofs.roofs);
        QVERIFY(verdict.ok() && test::isNear(verdict->verdict.shareOfRoof, 1.0));
    }

    void saysFloorsRoofsAndWhatOverlappingSaves()
    {
        ExperimentResult result;
        for (const auto& [size, rate] : {std::pair{4096.0, 4.096e9}, std::pair{65536.0, 8e9},
                                         std::pair{1048576.0, 10e9}, std::pair{67108864.0, 7e9}})
            result.points.push_back(measured(transfers::byRead, size, rate));
        result.points.push_back(measured(transfers::inMemory, 67108864.0, 14e9));
        result.points.push_back(measured(transfers::deviceCopies[0].series, 1048576.0, 10e9));
        result.points.push_back(measured(transfers::deviceCopies[1].series, 1048576.0, 50e9));
        for (const auto& [label, time] : {std::pair<LabelName, double>{"load", 10e-3},
                                          {"copy", 8e-3},
                                          {"compute", 10e-3},
                                          {loading::inTurn, 28e-3},
                                          {loading::overlapped, 16e-3}})
            result.points.push_back(bar(label, time));
        result.points.push_back(bar(loading::inTurn, 32e-3, Provenance::Predicted));
        result.points.push_back(bar(loading::overlapped, 14e-3, Provenance::Predicted));
        result.points.push_back(bar(transfers::moved, 5e-3, Provenance::Predicted));
        result.points.back().note = "144 MiB at 30.2 GB/s";
        // Computing 1 ms of every 4 ms until the last ends, and 3 ms of 4.
        for (const auto& [group, duration] : {std::pair{loading::inTurn, 1e-3}, std::pair{loading::overlapped, 3e-3}})
            result.lanes.push_back({.group = group,
                                    .name = "compute",
                                    .spans = {{SpanKind::Work, "compute", 0.0, duration},
                                              {SpanKind::Work, "compute", 4e-3 - duration, duration}}});
        const QString said = sentencesOf(transfers::findings(result));
        QVERIFY2(said.contains("read() of a cached file: 4.00 KiB takes 1.00 \u00B5s, 2.44× the time at the highest "
                               "rate, 10.0 GB/s; half of that rate is reached from 64.0 KiB on"),
                 qPrintable(said));
        QVERIFY2(said.contains("is fastest at 1.00 MiB and drops to 7.00 GB/s at 64.0 MiB"), qPrintable(said));
        QVERIFY2(said.contains("At 64.0 MiB a copy in memory runs at 2.00× the rate of read()"), qPrintable(said));
        QVERIFY2(said.contains("copies to the device run at 5.00×"), qPrintable(said));
        QVERIFY2(said.contains("take 28.0 ms one after the other and 16.0 ms overlapped: 1.75× as fast"),
                 qPrintable(said));
        QVERIFY2(said.contains("the computing stage waits 50.0 % of the time one after the other, 0 % overlapped"),
                 qPrintable(said));
        QVERIFY2(said.contains("predict 32.0 ms one after the other and, on the available processors, 14.0 ms "
                               "overlapped; measured: 0.88× and 1.14× that"),
                 qPrintable(said));
        QVERIFY2(said.contains("would take 5.00 ms (144 MiB at 30.2 GB/s) and is not the limit here"),
                 qPrintable(said));
        QVERIFY(!said.contains("copies from the device"));
    }
    void theCallIsNamedOnlyWhereItCostsSomething_data()
    {
        QTest::addColumn<double>("copyRate");
        QTest::addColumn<double>("halfWidth");
        QTest::addColumn<QString>("words");
        QTest::newRow("faster beyond the intervals")
            << 14e9 << 0.1e9
            << "2.00× the rate of read(): the file is in memory too, and the difference is the cost of the system "
               "call";
        QTest::newRow("no difference") << 7.1e9 << 0.2e9
                                       << "the intervals are too wide to show the cost of the "
                                          "system call";
        QTest::newRow("intervals part only before they are widened")
            << 7.5e9 << 0.2e9 << "the intervals are too wide to show the cost of the system call";
        QTest::newRow("slower beyond the intervals")
            << 5e9 << 0.1e9 << "which is faster: the file is in memory too, and the system copies it differently";
    }
    void theCallIsNamedOnlyWhereItCostsSomething()
    {
        QFETCH(double, copyRate);
        QFETCH(double, halfWidth);
        QFETCH(QString, words);
        ExperimentResult result;
        for (auto& [series, rate] : {std::pair{transfers::byRead, 7e9}, std::pair{transfers::inMemory, copyRate}}) {
            result.points.push_back(measured(series, 67108864.0, rate));
            result.points.back().low -= halfWidth;
            result.points.back().high += halfWidth;
        }
        const QString said = sentencesOf(transfers::findings(result));
        QVERIFY2(said.contains(words), qPrintable(said));
        QCOMPARE(said.count("system"), 1);
    }
    void bearsAResultWithoutAnything() { QVERIFY(transfers::findings({}).empty()); }
    void aTransferTakesItsCallAndItsBytesAtTheRoofOfItsSize()
    {
        // Both buffers: every byte is read and written.
        QVERIFY(test::isNear(transfers::predictedTime(costs(), transfers::inMemory, 4096)->value(), 81.92e-9));
        QVERIFY(test::isNear(transfers::predictedTime(costs(), transfers::byRead, 4096)->value(), 281.92e-9));
        QVERIFY(test::isNear(transfers::predictedTime(costs(), transfers::inMemory, 1 << 20)->value(), 209.7152e-6));
        QVERIFY(test::isNear(transfers::predictedTime(costs(), transfers::byRead, 1 << 20)->value(), 209.9152e-6));
    }
    void aMappingPaysEachPageBesides()
    {
        const auto pages = static_cast<double>((1 << 20) / transfers::pageSize());
        QVERIFY(test::isNear(transfers::predictedTime(costs(), transfers::byMap, 1 << 20)->value(),
                             2e-6 + (pages - 1.0) * 100e-9 + 209.7152e-6));
    }
    void aTransferIsJudgedByWhatWasMeasuredForItsSize()
    {
        // 4 KiB take 81.92 ns of memory and 200 ns of the call; measured, twice as long.
        const auto read = transfers::hostWork(costs(), transfers::byRead, 4096, Seconds(563.84e-9));
        QVERIFY(read.has_value());
        const auto small = judge(*read, {}); // no roof of the device is asked for
        QVERIFY(small.ok());
        QCOMPARE(small->verdict.limit, Regime::Overhead);
        QVERIFY(test::isNear(small->verdict.shareOfRoof, 0.5));
        QVERIFY(test::isNear(small->kernel.bytes.value(), 8192.0));
        QVERIFY(test::isNear(small->device.launch.value(), 200e-9));
        const auto copy = transfers::hostWork(costs(), transfers::inMemory, 1 << 20, Seconds(209.7152e-6));
        QVERIFY(copy.has_value());
        const auto large = judge(*copy, {});
        QVERIFY(large.ok());
        QCOMPARE(large->verdict.limit, Regime::Memory);
        QVERIFY(test::isNear(large->verdict.shareOfRoof, 1.0));
        QVERIFY(test::isNear(large->device.bandwidth.value(), 10e9));
        QVERIFY(!transfers::hostWork(costs(), transfers::byRead, 8192, Seconds(1e-6)));
    }
    void aTransferToAGpuIsJudgedByTheRoofOfItsWay()
    {
        const std::vector<Roof> roofs{{.id = "bandwidth.h2d.pinned", .kind = RoofKind::Bandwidth, .value = 5e10},
                                      {.id = "launch.queued", .kind = RoofKind::Launch, .value = 2e-6}};
        const auto verdict = judge(
            transfers::deviceWork(transfers::deviceCopies[1], 1 << 20, Seconds(2.0 * (2e-6 + 1048576.0 / 5e10))),
            roofs);
        QVERIFY(verdict.ok());
        QVERIFY(test::isNear(verdict->verdict.shareOfRoof, 0.5));
        QVERIFY(test::isNear(verdict->kernel.bytes.value(), 1048576.0));
        QVERIFY(!judge(transfers::deviceWork(transfers::deviceCopies[0], 1 << 20, Seconds(1.0)), roofs)
                     .ok()); // the other way's roof
    }
    void whatIsNotKnownPredictsNothing()
    {
        auto known = costs();
        QVERIFY(!transfers::predictedTime(known, transfers::inMemory, 8192));
        known.hasCall = known.hasMap = false;
        QVERIFY(!transfers::predictedTime(known, transfers::byRead, 4096));
        QVERIFY(!transfers::predictedTime(known, transfers::byMap, 4096));
        QVERIFY(transfers::predictedTime(known, transfers::inMemory, 4096));
    }

    void overlappingTakesTheLongestStageAndTheEndsOfTheOthers()
    {
        // 10 batches of 1, 2 and 3 ms on three processors: 30 ms, and one batch of the others.
        QVERIFY(test::isNear(loading::overlappedTime(alone(10e-3, 20e-3, 30e-3), 10, 3).value(), 33e-3));
        QVERIFY(test::isNear(loading::inTurnTime(alone(10e-3, 20e-3, 30e-3)).value(), 60e-3));
    }
    void onOneProcessorNothingOverlaps()
    {
        QVERIFY(test::isNear(loading::overlappedTime(alone(20e-3, 10e-3, 30e-3), 100, 1).value(), 60e-3));
    }
    void threeStagesOnTwoProcessorsTakeMoreThanHalfOfTheirSum()
    {
        for (const auto& stages : {alone(20e-3, 20e-3, 20e-3), alone(34e-3, 20e-3, 20e-3), alone(5e-3, 40e-3, 9e-3)}) {
            const double time = loading::overlappedTime(stages, 12, 2).value();
            const double sum = loading::inTurnTime(stages).value();
            QVERIFY(time >= sum / 2.0 && time >= std::max({stages[0], stages[1], stages[2]}).value() && time < sum);
            QVERIFY(loading::overlappedTime(stages, 12, 3).value() <= time * (1.0 + 1e-9));
        }
        // By hand, two batches of 1, 1 and 1 s: load 1, load 2 beside copy 1, compute 1 beside copy 2, compute 2.
        QVERIFY(test::isNear(loading::overlappedTime(alone(2.0, 2.0, 2.0), 2, 2).value(), 4.0));
    }
    void moreProcessorsThanStagesChangeNothing()
    {
        QCOMPARE(loading::overlappedTime(alone(20e-3, 20e-3, 20e-3), 1000, 64).value(),
                 loading::overlappedTime(alone(20e-3, 20e-3, 20e-3), 1000, 3).value());
        QVERIFY(test::isNear(loading::overlappedTime(alone(20e-3, 20e-3, 20e-3), 1000, 3).value(), 20.04e-3));
    }
    void sharedMemoryIsALimitOfItsOwn()
    {
        QVERIFY(
            test::isNear(loading::overlappedTime(alone(10e-3, 20e-3, 30e-3), 10, 3, Seconds(50e-3)).value(), 50e-3));
        QVERIFY(
            test::isNear(loading::overlappedTime(alone(10e-3, 20e-3, 30e-3), 10, 3, Seconds(20e-3)).value(), 33e-3));
    }
    void stagesThatTakeNoTimeEnd() { QCOMPARE(loading::overlappedTime(alone(0.0, 0.0, 0.0), 4, 2).value(), 0.0); }
    void theStagesOfADeviceAreMeasuredAloneInTurnAndOverlapped()
    {
        FakeClock clock;
        StagingBackend backend(clock);
        const ExperimentResult result = ranStaged(backend, clock);
        QCOMPARE(backend.calls->prepared, 1);
        QCOMPARE(backend.calls->request.batchBytes, std::size_t{65536});
        QCOMPARE(backend.calls->request.batches, 8);
        const auto time = [&](const LabelName& label, Provenance provenance = Provenance::Measured) {
            const ExperimentPoint* point = result.find(label, provenance);
            return point != nullptr && point->plot == transfers::totalPlot ? point->y : 0.0;
        };
        QVERIFY(test::isNear(time("load"), 8e-3) && test::isNear(time("copy"), 2e-3));
        // Computing takes about as long as loading, though 64 multiply-adds take a sixteenth of it.
        QVERIFY2(test::isNear(time("compute"), 8e-3, 0.1), QByteArray::number(time("compute")).constData());
        const double computes = time("compute");
        QVERIFY(test::isNear(time(loading::inTurn), 10e-3 + computes));
        QVERIFY(test::isNear(time(loading::inTurn, Provenance::Predicted), 10e-3 + computes));
        // The longest stage, and a batch of each of the others.
        QVERIFY(test::isNear(time(loading::overlapped, Provenance::Predicted),
                             std::max(8e-3, computes) + 0.25e-3 + std::min(8e-3, computes) / 8.0));
        QVERIFY(test::isNear(time(loading::overlapped), std::max(8e-3, computes) + 0.25e-3));
        QVERIFY(result.find("load")->flags.has(Flag::Throttled));
        QVERIFY(result.find(transfers::moved, Provenance::Predicted) == nullptr);
        // Every run that counts computes alike.
        std::set<std::int64_t> applications;
        for (const auto& [order, times] : backend.calls->runs)
            if (order == StagedOrder::InTurn || order == StagedOrder::Overlapped)
                applications.insert(times);
        QCOMPARE(applications.size(), std::size_t{1});
    }
    void theFastestRunsAreDrawnWithHowTheyWereTimed()
    {
        FakeClock clock;
        StagingBackend backend(clock);
        backend.calls->slows = true;
        const ExperimentResult result = ranStaged(backend, clock);
        QCOMPARE(result.lanes.size(), std::size_t{6});
        for (const TimelineLane& lane : result.lanes) {
            QCOMPARE(lane.plot, transfers::timelinePlot);
            QCOMPARE(lane.spans.size(), std::size_t{8});
            QCOMPARE(lane.note, std::string("the fastest run that was timed; made up"));
            QCOMPARE(lane.spans.front().kind, lane.name == "compute" ? SpanKind::Work : SpanKind::Move);
        }
        QVERIFY(findExperiment("transfers")->canRecord(backend, 0).ok());
        const QString said = sentencesOf(transfers::findings(result));
        QVERIFY2(said.contains("Loading, copying and computing take"), qPrintable(said));
        QVERIFY2(said.contains("The times of the single stages predict") && !said.contains("processors"),
                 qPrintable(said));
        QVERIFY2(said.contains("the computing stage waits"), qPrintable(said));
    }
    void eachBatchIsItsOwnPieceOfTheFile()
    {
        FakeClock clock;
        StagingBackend backend(clock);
        static_cast<void>(ranStaged(backend, clock));
        // The request keeps the file by itself: the run is over.
        std::set<std::vector<std::byte>> pieces;
        for (int batch = 0; batch < backend.calls->request.batches; ++batch) {
            std::vector<std::byte> piece(backend.calls->request.batchBytes);
            QVERIFY(backend.calls->request.load(batch, piece).ok());
            pieces.insert(piece);
        }
        QCOMPARE(pieces.size(), std::size_t{8});
        std::vector<std::byte> beyond(backend.calls->request.batchBytes);
        QVERIFY(!backend.calls->request.load(8, beyond).ok());
    }
    void aDeviceThatCannotIsAskedOnceAndEveryPartNamesTheReason()
    {
        FakeClock clock;
        StagingBackend backend(clock);
        backend.refusal = Error{ErrorKind::Unavailable, "test.memory", "No page-locked memory.", {}};
        const ExperimentResult result = ranStaged(backend, clock);
        QCOMPARE(backend.calls->prepared, 1);
        QCOMPARE(std::count_if(result.unavailable.begin(), result.unavailable.end(),
                               [](const UnavailablePart& part) { return part.reason.id == "test.memory"; }),
                 5);
        QVERIFY(result.lanes.empty());
        QCOMPARE(findExperiment("transfers")->canRecord(backend, 0).error().id, std::string("test.memory"));
    }
};

RIDGEPOINT_TEST(TransfersTest)
#include "transfers_test.moc"
