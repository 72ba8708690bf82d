// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/regime_map_chart.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <vector>

using namespace ridgepoint;

namespace {

Plan sliceOf(int depth)
{
    Plan plan;
    plan.base.threads = test::syntheticThreads;
    plan.base.chainLength = 16;
    plan.base.fusionDepth = depth;
    plan.axes = {{.kind = AxisKind::Operations, .values = {1, 4, 16, 64, 256}},
                 {.kind = AxisKind::Size, .values = {1 << 12, 1 << 16, 1 << 20, 1 << 24}}};
    return plan;
}

/// Slices of depth 1, 4 and 16, all measured, seen through the plan of one of them.
SnapshotPointer cube(int depth, std::uint64_t content)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->generation = content;
    snapshot->content = content;
    snapshot->device = test::syntheticDevice();
    snapshot->roofs = test::syntheticRoofs(test::syntheticThreads);
    snapshot->plan = sliceOf(depth);
    for (const int each : {1, 4, 16})
        for (std::size_t cell = 0; cell < sliceOf(each).cellCount(); ++cell)
            snapshot->samples.push_back(test::syntheticSample(sliceOf(each).cell(cell), 8));
    complete(*snapshot);
    return snapshot;
}

/// Makes pictures when the test says so.
class PicturesByHand : public MapPictures {
public:
    MapPicturePointer find(MapRequest request, bool now) override
    {
        request.number = ++m_number;
        if (now) {
            ++madeNow;
            return makeMapPicture(request);
        }
        if (finished && answers(*finished, request))
            return finished;
        requests.push_back(request);
        return finished;
    }
    void finish(std::size_t index) { finished = makeMapPicture(requests.at(index)); }

    std::vector<MapRequest> requests;
    MapPicturePointer finished;
    int madeNow = 0;

private:
    std::uint64_t m_number = 0;
};

} // namespace

class MapPictureTest : public test::Case {
    Q_OBJECT

    static constexpr std::size_t everySample = 100;

    /// The first `samples` cells of a map of these operations and three sizes, of a device whose roofs nobody has
    /// measured.
    static void showSamples(RegimeMapChart& chart, std::vector<std::int64_t> operations, std::size_t samples)
    {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->generation = snapshot->content = samples + 1;
        snapshot->device = test::syntheticDevice();
        snapshot->plan.base.threads = test::syntheticThreads;
        snapshot->plan.axes = {{.kind = AxisKind::Operations, .values = std::move(operations)},
                               {.kind = AxisKind::Size, .values = {1 << 12, 1 << 14, 1 << 16}}};
        for (std::size_t cell = 0; cell < std::min(samples, snapshot->plan.cellCount()); ++cell)
            snapshot->samples.push_back(test::syntheticSample(snapshot->plan.cell(cell), 8));
        complete(*snapshot);
        chart.set(&ChartInput::cursor, snapshot->plan.cell(0));
        chart.set(&ChartInput::snapshot, snapshot);
        show(chart);
        chart.flush();
    }

    static void show(RegimeMapChart& chart)
    {
        chart.resize(500, 400);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
    }
    static int depthShown(const RegimeMapChart& chart) { return chart.data().base.fusionDepth; }

private slots:
    void theLegendNamesWhatIsHatched_data()
    {
        QTest::addColumn<bool>("underFilled");
        QTest::addColumn<bool>("outOfCache");
        QTest::addColumn<QString>("words");
        QTest::newRow("nothing") << false << false << "";
        QTest::newRow("a machine that is not full") << true << false << "under-filled";
        QTest::newRow("time that outgrows the work") << false << true << "falls out of a cache";
        QTest::newRow("both") << true << true << "under-filled, or falls out of a cache";
    }
    void theLegendNamesWhatIsHatched()
    {
        QFETCH(bool, underFilled);
        QFETCH(bool, outOfCache);
        Snapshot snapshot = *cube(4, 1);
        for (PointAnalysis& point : snapshot.points) {
            point.flags.remove(Flag::UnderFilled);
            point.flags.remove(Flag::CacheTransition);
            point.basis = Basis::Slopes;
        }
        const auto first = static_cast<std::size_t>(
            std::ranges::find(snapshot.samples, 4, [](const Sample& sample) { return sample.workload.fusionDepth; })
            - snapshot.samples.begin());
        if (underFilled) {
            snapshot.points[first].flags |= Flag::UnderFilled;
            snapshot.points[first].flags |= Flag::CacheTransition; // what it is goes before how its time grows
        }
        if (outOfCache)
            snapshot.points[first + 1].flags |= Flag::CacheTransition;
        snapshot.points[first + 2].basis = Basis::Roofs;
        snapshot.points[first + 2].flags |= Flag::CacheTransition; // known to be no reason for doubt, and not hatched
        const MapPicturePointer picture = makeMapPicture(
            {.snapshot = std::make_shared<const Snapshot>(std::move(snapshot)),
             .cursor = sliceOf(4).cell(0),
             .theme = Theme::light()});
        QTEST(hatchingWords(picture->kinds), "words");
    }

    void aChartWithAMakerMakesNoPictureByItself()
    {
        PicturesByHand pictures;
        RegimeMapChart chart;
        chart.setPictures(&pictures);
        show(chart);
        chart.set(&ChartInput::cursor, sliceOf(4).cell(0));
        chart.set(&ChartInput::snapshot, cube(4, 1));
        chart.flush();
        QCOMPARE(pictures.requests.size(), std::size_t{1});
        QVERIFY(chart.data().cells.empty() && !chart.isCurrent());
        pictures.finish(0);
        chart.takePicture();
        chart.flush();
        QCOMPARE(chart.data().measured, sliceOf(4).cellCount());
        QVERIFY(chart.isCurrent());
        QCOMPARE(pictures.madeNow, 0);
    }

    void theNewestFinishedPictureIsShownUnderAMovingSliderAndSaysOfWhichSliceItIs()
    {
        PicturesByHand pictures;
        RegimeMapChart chart;
        chart.setPictures(&pictures);
        show(chart);
        chart.set(&ChartInput::snapshot, cube(1, 1));
        for (const int depth : {1, 4, 16}) {
            chart.set(&ChartInput::cursor, sliceOf(depth).cell(0));
            chart.flush();
        }
        QCOMPARE(pictures.requests.size(), std::size_t{3});
        pictures.finish(1);
        chart.takePicture();
        chart.flush();
        QCOMPARE(depthShown(chart), 4);
        QVERIFY2(!chart.isCurrent(), "it is not taken for the cursor's own");
        pictures.finish(2);
        chart.takePicture();
        chart.flush();
        QCOMPARE(depthShown(chart), 16);
        QVERIFY(chart.isCurrent());
    }

    void aPictureOfAnOlderWishDoesNotReplaceANewerOne()
    {
        PicturesByHand pictures;
        RegimeMapChart chart;
        chart.setPictures(&pictures);
        show(chart);
        chart.set(&ChartInput::snapshot, cube(1, 1));
        for (const int depth : {1, 4, 16}) {
            chart.set(&ChartInput::cursor, sliceOf(depth).cell(0));
            chart.flush();
        }
        pictures.finish(1);
        chart.takePicture();
        chart.flush();
        pictures.finish(0); // late
        chart.takePicture();
        chart.flush();
        QCOMPARE(depthShown(chart), 4);
    }

    void coloursThatSomebodyChoosesAreShownAtOnce()
    {
        PicturesByHand pictures;
        RegimeMapChart chart;
        chart.setPictures(&pictures);
        show(chart);
        chart.set(&ChartInput::cursor, sliceOf(1).cell(0));
        chart.set(&ChartInput::snapshot, cube(1, 1));
        chart.flush();
        pictures.finish(0);
        chart.takePicture();
        chart.flush();
        chart.setView(MapView::Runtime);
        chart.flush();
        QVERIFY(chart.isCurrent());
        QCOMPARE(pictures.madeNow, 1);
    }

    void thePictureOfASliceServesEveryPlanOfItsCubeAndNoOtherSamples()
    {
        const SnapshotPointer first = cube(1, 1);
        MapRequest request{first, nullptr, sliceOf(4).cell(7), {}, {}, Theme::light()};
        const MapPicturePointer picture = makeMapPicture(request);
        QVERIFY(answers(*picture, request));
        request.cursor = sliceOf(4).cell(11); // along the map's own axes
        QVERIFY(answers(*picture, request));
        request.snapshot = forPlan(*first, sliceOf(4), 2);
        QVERIFY(request.snapshot && showsTheSame(*first, *request.snapshot));
        QVERIFY(answers(*picture, request));
        request.cursor = sliceOf(16).cell(0);
        QVERIFY(!answers(*picture, request));
        request.cursor = sliceOf(4).cell(7);
        request.snapshot = cube(4, 2);
        QVERIFY2(!answers(*picture, request), "other samples");
        request.snapshot = first;
        request.iso = {IsoLines::Runtime, Regime::Memory};
        QVERIFY(!answers(*picture, request));
    }

    void theSameSamplesUnderAnotherPlanAreNotDrawnAgain()
    {
        RegimeMapChart chart;
        show(chart);
        const SnapshotPointer first = cube(1, 1);
        chart.set(&ChartInput::cursor, sliceOf(4).cell(0));
        chart.set(&ChartInput::snapshot, first);
        chart.flush();
        const int before = chart.rebuilds();
        const SnapshotPointer moved = forPlan(*first, sliceOf(4), 2);
        QVERIFY(moved);
        chart.set(&ChartInput::snapshot, moved);
        chart.flush();
        QCOMPARE(chart.rebuilds(), before);
        QVERIFY(chart.input().snapshot == moved);
        chart.set(&ChartInput::snapshot, cube(4, 2));
        chart.flush();
        QCOMPARE(chart.rebuilds(), before + 1);
    }

    void aMapThatIsFilledInBetweenIsAnalysedAnewForAnotherPlan()
    {
        auto partly = std::make_shared<Snapshot>(*cube(1, 1));
        partly->samples.erase(partly->samples.begin() + 2);
        complete(*partly);
        QVERIFY(!forPlan(*partly, sliceOf(4), 2));
        QVERIFY2(!forPlan(*cube(1, 1), sliceOf(2), 2), "nothing is measured there");
        Plan other = sliceOf(4);
        other.base.operation = Operation::Exp;
        QVERIFY(!forPlan(*cube(1, 1), other, 2));
    }

    /// A session's ranges come before its map does, and the map that is shown until then may be of other directions.
    void rangesOutOfAFileWaitForTheMapOfTheirDirections_data()
    {
        QTest::addColumn<bool>("another");
        QTest::addColumn<bool>("named");
        QTest::newRow("nothing is shown yet") << false << true;
        QTest::newRow("another map is shown") << true << true;
        QTest::newRow("another map is shown, and an older file does not name them") << true << false;
    }
    void rangesOutOfAFileWaitForTheMapOfTheirDirections()
    {
        QFETCH(bool, another);
        QFETCH(bool, named);
        RegimeMapChart chart;
        show(chart);
        if (another) {
            chart.set(&ChartInput::cursor, sliceOf(4).cell(0));
            chart.set(&ChartInput::snapshot, cube(4, 1));
            chart.flush();
        }
        ChartRanges kept{.ranges = {QCPRange(0.5, 3.0), QCPRange(13.0, 20.0)}, .zoomed = true};
        kept.ranges.resize(chart.axisRanges().axes().size(), QCPRange(0.0, 1.0));
        if (named)
            kept.axes = {AxisKind::Depth, AxisKind::Size};
        chart.axisRanges().restore(kept);
        Workload there = sliceOf(4).cell(0);
        there.chainLength = 8; // another slice is asked for before its samples are there
        chart.set(&ChartInput::cursor, there);
        chart.flush();
        auto depths = std::make_shared<Snapshot>(*cube(4, 2));
        depths->plan.axes = {{.kind = AxisKind::Depth, .values = {1, 4, 16}},
                             {.kind = AxisKind::Size, .values = {1 << 12, 1 << 16, 1 << 20, 1 << 24}}};
        depths->plan.base.operationsPerElement = 4;
        complete(*depths);
        chart.set(&ChartInput::cursor, depths->plan.cell(0));
        chart.set(&ChartInput::snapshot, depths);
        chart.flush();
        QVERIFY(chart.axisRanges().kinds() == (std::vector{AxisKind::Depth, AxisKind::Size}));
        QVERIFY(chart.axisRanges().current().zoomed && chart.axisRanges().current().ranges == kept.ranges);
        // And they end with them.
        chart.set(&ChartInput::cursor, sliceOf(4).cell(0));
        chart.set(&ChartInput::snapshot, cube(4, 3));
        chart.flush();
        QVERIFY(!chart.axisRanges().current().zoomed);
    }

    void wordsInPlaceOfColoursGoWhenTheyCome()
    {
        RegimeMapChart chart;
        showSamples(chart, {1, 8, 64}, 1);
        QVERIFY(!chart.colourlessWords().isEmpty());
        showSamples(chart, {1, 8, 64}, everySample);
        RegimeMapChart fresh;
        showSamples(fresh, {1, 8, 64}, everySample);
        QCOMPARE(chart.grab().toImage(), fresh.grab().toImage());
    }

    void stepsTooWideForARegimeSayWhy()
    {
        const auto shown = [](std::vector<std::int64_t> operations, MapView view, std::size_t samples) {
            RegimeMapChart chart;
            chart.setView(view);
            showSamples(chart, std::move(operations), samples);
            return chart.colourlessWords();
        };
        constexpr std::size_t all = everySample;
        QVERIFY2(shown({1, 64, 1024}, MapView::Regime, all).contains("finer steps"), "sixteen and more are too wide");
        QVERIFY(!shown({1, 64, 1024}, MapView::Share, all).isEmpty());
        QVERIFY(shown({1, 64, 1024}, MapView::Runtime, all).isEmpty()); // which is shown
        QVERIFY(shown({1, 8, 64}, MapView::Regime, all).isEmpty());
        QVERIFY(
            shown({1, 8, 64}, MapView::Regime, 1).contains("No regime is known yet")); // the neighbours are yet to come
        QVERIFY(shown({1, 8, 64}, MapView::Runtime, 1).isEmpty());
        QVERIFY(shown({1, 64, 1024}, MapView::Regime, 0).isEmpty()); // an empty map has words of its own
    }
};

RIDGEPOINT_GUI_TEST(MapPictureTest)

#include "map_picture_test.moc"
