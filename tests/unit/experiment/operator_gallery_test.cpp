// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/operator-gallery/operator_gallery.h"
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
#include <optional>
#include <utility>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// Runs every operator at 40 GB/s of the bytes that it moves; the library takes half as long again, or is not there.
class OperatorBackend final : public Backend {
public:
    explicit OperatorBackend(FakeClock& clock, bool hasLibrary) : m_clock(clock), m_hasLibrary(hasLibrary)
    {
        m_info.id = "cpu";
        m_info.name = "Model processor";
        m_info.available = true;
        m_info.threads = 2;
    }
    void failCopyOfLibrary(std::optional<Error> error) { m_ofCopy = std::move(error); }
    [[nodiscard]] DeviceInfo& editableInfo() { return m_info; }
    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override
    {
        return prepareByKind(work, m_info, [this](const OperatorRequest& request) { return prepareOperator(request); });
    }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return {}; }
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest&) override { return none(); }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return {}; }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

private:
    Result<ReadyWork> prepareOperator(const OperatorRequest& request)
    {
        const OperatorCall& call = request.call;
        const bool isBuiltIn = request.implementation == Implementation::BuiltIn;
        if (!isBuiltIn && !m_hasLibrary)
            return Error{ErrorKind::Unavailable, "onednn.not-found", "libdnnl.so not found", {}};
        if (!isBuiltIn && call.which == OperatorKind::Cos)
            return none();
        if (!isBuiltIn && call.which == OperatorKind::Copy && m_ofCopy)
            return *m_ofCopy;
        const OperatorCost cost = costOf(call, isBuiltIn ? Stores::NonTemporal : Stores::Usual);
        const double seconds = cost.moved.total().value() / 40e9 * (isBuiltIn ? 1.0 : 1.5);
        return ReadyWork{.method = "model", .cost = cost, .work = std::make_unique<ClockedWork>(m_clock, seconds)};
    }

    static Error none() { return {ErrorKind::Unsupported, "model.none", "The model has none.", {}}; }
    FakeClock& m_clock;
    bool m_hasLibrary;
    std::optional<Error> m_ofCopy;
    DeviceInfo m_info;
};

RoofSet galleryRoofs()
{
    RoofSet set{.device = "cpu", .threads = 2};
    const auto put = [&](std::string id, RoofKind kind, double value) {
        set.put({.id = std::move(id), .kind = kind, .value = value, .low = value, .high = value});
    };
    for (const char* id : {"bandwidth.dram", "bandwidth.dram.copy", "bandwidth.dram.read", "bandwidth.dram.write"})
        put(id, RoofKind::Bandwidth, 40e9);
    for (const Operation operation : allOperations)
        put(computeRoofId(operation, Precision::Fp32), RoofKind::Compute, operation == Operation::Fma ? 800e9 : 100e9);
    set.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return set;
}

ExperimentResult ranWith(bool hasLibrary, const ParameterTexts& texts = {}, std::optional<Error> ofCopy = {})
{
    FakeClock clock;
    OperatorBackend backend(clock, hasLibrary);
    backend.failCopyOfLibrary(std::move(ofCopy));
    return ranOn(backend, clock, "operator-gallery", texts, galleryRoofs(), 2).result;
}

std::size_t countOf(const ExperimentResult& result, const SeriesName& series)
{
    return static_cast<std::size_t>(
        std::count_if(result.points.begin(), result.points.end(),
                      [&](const ExperimentPoint& point) { return point.series == series; }));
}

ExperimentPoint dot(OperatorKind which, SeriesTerm series, double rate)
{
    return {.series = series, .label = gallery::titleOf(which), .y = rate, .low = rate, .high = rate};
}

ExperimentPoint theory(OperatorKind which, double rate)
{
    ExperimentPoint point = dot(which, gallery::predicted, rate);
    point.provenance = Provenance::Predicted;
    return point;
}

} // namespace

class OperatorGalleryTest : public Case {
    Q_OBJECT
private slots:
    void everyOperatorIsADotOfItsOwnBesideItsPrediction()
    {
        const ExperimentResult result = ranWith(true);
        QVERIFY(result.unavailable.empty());
        QCOMPARE(countOf(result, gallery::own), gallery::operators.size());
        QCOMPARE(countOf(result, gallery::predicted), gallery::operators.size());
        QCOMPARE(countOf(result, gallery::library),
                 gallery::operators.size() - 2); // it has no cosine, which is no failure, and is no opponent in pooling
        QVERIFY(
            QString::fromStdString(result.find(gallery::titleOf(OperatorKind::MaxPool))->note).contains("left out"));
        for (const OperatorKind which : gallery::operators) {
            const ExperimentPoint* point = result.find(gallery::titleOf(which));
            const ExperimentPoint* predicted = result.find(gallery::titleOf(which), Provenance::Predicted);
            QVERIFY(point != nullptr && predicted != nullptr);
            QCOMPARE(point->x, predicted->x); // they stand above each other
            QVERIFY(point->x > 0.0 && point->y > 0.0);
            QVERIFY(QString::fromStdString(point->note).contains(" B a float at least, "));
        }
        // 8 bytes at 40 GB/s, one operation a float.
        QVERIFY(std::abs(result.find("copy")->y / 5e9 - 1.0) < 1e-6);
        QVERIFY(QString::fromStdString(result.find("copy")->note).startsWith("8.0 B a float at least, 8.0 B moved"));
    }

    void aSecondPlaceIsAtTheBytesThatAreMovedWhereTheseAreMore()
    {
        const ExperimentResult result = ranWith(true);
        QVERIFY(!result.find("copy")->movedX); // our own stores go past the caches
        const auto ofLibrary = std::ranges::find_if(result.points, [](const ExperimentPoint& point) {
            return point.label == "copy" && point.series == gallery::library;
        });
        QVERIFY(ofLibrary != result.points.end() && ofLibrary->movedX);
        QVERIFY(std::abs(ofLibrary->x / *ofLibrary->movedX - 1.5) < 1e-9); // the library's first read what they write
    }
    void whatTheLibraryLacksIsToldAtOurOwnDot()
    {
        const ExperimentResult result = ranWith(true);
        QVERIFY(QString::fromStdString(result.find("cos")->note).endsWith("; The model has none."));
        QVERIFY(!QString::fromStdString(result.find("exp")->note).contains("none"));
    }
    void oneFailureOfTheLibraryDoesNotSilenceTheOthers()
    {
        const ExperimentResult result = ranWith(true, {},
                                                Error{ErrorKind::Unavailable, "cpu.operator-memory", "No memory.", {}});
        QCOMPARE(result.unavailable.size(), std::size_t{1});
        QCOMPARE(countOf(result, gallery::library), gallery::operators.size() - 3);
    }
    void aLibraryThatIsMissingIsSaidOnceAndTheOthersGoOn()
    {
        const ExperimentResult result = ranWith(false);
        QCOMPARE(result.unavailable.size(), std::size_t{1});
        QCOMPARE(result.unavailable.front().reason.message(), std::string("libdnnl.so not found"));
        QCOMPARE(countOf(result, gallery::own), gallery::operators.size());
        QCOMPARE(countOf(result, gallery::library), std::size_t{0});
    }
    void theLibraryIsLeftOutWhereNobodyAsksForIt()
    {
        const ExperimentResult result = ranWith(false, {{"reference", "none"}});
        QVERIFY(result.unavailable.empty());
        QCOMPARE(countOf(result, gallery::own), gallery::operators.size());
    }
    void tensorsBeyondHalfTheMemoryAreRefused()
    {
        FakeClock clock;
        OperatorBackend backend(clock, true);
        backend.editableInfo().memory = Bytes(1e9);
        const ExperimentRun run = ranOn(backend, clock, "operator-gallery", {{"size", "256Mi"}}, galleryRoofs(), 2);
        QCOMPARE(run.outcome, RunOutcome::Failed);
        QCOMPARE(run.error->kind, ErrorKind::InvalidInput);
    }
    void aGpuHasTheGalleryToo()
    {
        const DeviceInfo gpu{.id = "cuda:0", .kind = DeviceKind::Cuda, .available = true};
        QVERIFY(findExperiment("operator-gallery")->availability(gpu).ok());
    }

    void everyCallIsPossibleAndAboutAsLargeAsAsked()
    {
        for (const OperatorKind which : gallery::operators)
            for (const std::int64_t elements : {std::int64_t{4096}, std::int64_t{1} << 20, std::int64_t{1} << 29}) {
                const OperatorCall call = gallery::callOf(which, elements, 2);
                QVERIFY(validate(call).ok());
                const double share = static_cast<double>(call.rows) * static_cast<double>(call.columns)
                                   / static_cast<double>(elements);
                QVERIFY2(share > 0.8 && share <= 1.0, gallery::titleOf(which).words().c_str());
            }
    }

    void saysWhatThePairsTeach()
    {
        ExperimentResult result;
        result.roofs = {{.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 800e9}};
        result.points = {theory(OperatorKind::Copy, 5e9),
                         dot(OperatorKind::Copy, gallery::own, 4e9),
                         dot(OperatorKind::Copy, gallery::library, 2e9),
                         theory(OperatorKind::Relu, 5e9),
                         dot(OperatorKind::Relu, gallery::own, 4.75e9),
                         dot(OperatorKind::Gelu, gallery::own, 3.8e9),
                         dot(OperatorKind::Gelu, gallery::library, 7.6e9),
                         dot(OperatorKind::Sum, gallery::own, 10e9),
                         dot(OperatorKind::Sum, gallery::library, 10e9)};
        const QString said = sentencesOf(gallery::findings(result));
        QVERIFY2(said.contains("1 of the 2 operators reaches 90 % of its roof."), qPrintable(said));
        QVERIFY2(said.contains("Closest: relu with 95"), qPrintable(said));
        QVERIFY2(said.contains("furthest: copy with 80"), qPrintable(said));
        QVERIFY2(said.contains("as long as 100 multiply-adds"), qPrintable(said));
        QVERIFY2(said.contains("gelu takes 1.25× the time of relu"), qPrintable(said));
        QVERIFY2(said.contains("1 of 3 own kernels are faster, and 1 more are not measurably slower"),
                 qPrintable(said));
        QVERIFY2(said.contains("run at 1.00× its rate"), qPrintable(said)); // twice and half
    }
    void howManyComeNearTheirRoofsIsToldInWords_data()
    {
        QTest::addColumn<QList<double>>("rates");
        QTest::addColumn<QString>("words");
        QTest::newRow("none") << QList<double>{4e9, 3e9, 2e9}
                              << QStringLiteral("None of the 3 operators reaches 90 % of its roof.");
        QTest::newRow("one") << QList<double>{4.75e9, 3e9, 2e9}
                             << QStringLiteral("1 of the 3 operators reaches 90 % of its roof.");
        QTest::newRow("some") << QList<double>{4.75e9, 4.75e9, 2e9}
                              << QStringLiteral("2 of the 3 operators reach 90 % of their roofs.");
        QTest::newRow("all") << QList<double>{4.75e9, 4.75e9, 4.75e9}
                             << QStringLiteral("All 3 operators reach 90 % of their roofs.");
        QTest::newRow("alone") << QList<double>{4e9}
                               << QStringLiteral("The one operator measured does not reach 90 % of its roof.");
        QTest::newRow("alone and near") << QList<double>{4.75e9}
                                        << QStringLiteral("The one operator measured reaches 90 % of its roof.");
    }
    void howManyComeNearTheirRoofsIsToldInWords()
    {
        QFETCH(const QList<double>, rates);
        QFETCH(const QString, words);
        const OperatorKind kinds[] = {OperatorKind::Copy, OperatorKind::Relu, OperatorKind::Sum};
        ExperimentResult result;
        for (qsizetype i = 0; i < rates.size(); ++i) {
            result.points.push_back(theory(kinds[i], 5e9));
            result.points.push_back(dot(kinds[i], gallery::own, rates[i]));
        }
        const QString said = sentencesOf(gallery::findings(result));
        QVERIFY2(said.contains(words), qPrintable(said));
    }
    void moreThanTheRoofsAllowIsADoubtAndNoSuccess()
    {
        ExperimentResult result;
        result.points = {theory(OperatorKind::Copy, 5e9), dot(OperatorKind::Copy, gallery::own, 4.75e9),
                         theory(OperatorKind::Sum, 5e9), dot(OperatorKind::Sum, gallery::own, 9.45e9)};
        const QString said = sentencesOf(gallery::findings(result));
        QVERIFY2(said.contains("1 of the 2 operators reaches 90 % of its roof."), qPrintable(said));
        QVERIFY2(said.contains("Closest: copy with 95"), qPrintable(said));
        QVERIFY2(said.contains("Doubtful: sum with 189"), qPrintable(said));
    }
    void bearsAResultWithoutAnything() { QVERIFY(gallery::findings({}).empty()); }
    void bearsAResultOfWhichTheOtherHalfIsMissing()
    {
        ExperimentResult result;
        result.points = {dot(OperatorKind::Gelu, gallery::own, 1e9), theory(OperatorKind::Copy, 1e9),
                         dot(OperatorKind::Sum, gallery::library, 1e9)};
        QVERIFY(gallery::findings(result).empty());
    }
};

RIDGEPOINT_TEST(OperatorGalleryTest)
#include "operator_gallery_test.moc"
