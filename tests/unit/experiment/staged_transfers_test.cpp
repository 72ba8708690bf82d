// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// The stages of a device, on one whose times are known.
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "core/experiment/transfers/transfers.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QString>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

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

class StagedTransfersTest : public Case {
    Q_OBJECT
private slots:
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

RIDGEPOINT_TEST(StagedTransfersTest)
#include "staged_transfers_test.moc"
