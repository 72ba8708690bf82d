// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/labels.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/session/analysis_worker.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/picture_maker.h"
#include "tests/gui/window_support.h"
#include "tests/support/synthetic_device.h"

#include <QScrollArea>
#include <QSignalSpy>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What the window draws, and where that is worked out.
class PicturesTest : public FreshFolder {
    Q_OBJECT

    static Plan sliceOf(int depth)
    {
        Plan plan;
        plan.base.threads = syntheticThreads;
        plan.base.chainLength = 16;
        plan.base.fusionDepth = depth;
        plan.axes = {{.kind = AxisKind::Operations, .values = {1, 4, 16, 64}},
                     {.kind = AxisKind::Size, .values = {1 << 12, 1 << 18, 1 << 24}}};
        return plan;
    }
    static AnalysisRequest requestFor(int depth, std::uint64_t generation, std::uint64_t content)
    {
        AnalysisRequest request;
        request.generation = generation;
        request.content = content;
        request.device = syntheticDevice();
        request.roofs = syntheticRoofs(syntheticThreads);
        request.plan = sliceOf(depth);
        for (const int each : {1, 4, 16})
            for (std::size_t cell = 0; cell < sliceOf(each).cellCount(); ++cell)
                request.samples.push_back(std::make_shared<const Sample>(syntheticSample(sliceOf(each).cell(cell), 8)));
        return request;
    }
    static MapRequest requestFor(const SnapshotPointer& snapshot, int depth)
    {
        return {snapshot, nullptr, sliceOf(depth).cell(0), {}, {}, Theme::light()};
    }

private slots:
    void theWindowsThreadMakesNoPictureWhileItMeasuresAndWhileASliderMoves()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QSlider* size = window.workloadPanel().slider(AxisKind::Size)->slider();
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Left, Qt::Key_Right})
            QTest::keyClick(size, key);
        QTRY_VERIFY_WITH_TIMEOUT(window.charts().map()->isCurrent(), patienceMs);
        QVERIFY(window.charts().map()->data().measured > 0);
        QCOMPARE(window.charts().pictures().madeAtOnce(), 0);
    }

    void theLastPlaceOfASliderEndsUpDrawn()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.engine().probe.setOn(false);
        Workload chain = window.engine().cursor.workload();
        chain.chainLength = 16;
        window.engine().cursor.setWorkload(chain);
        QSlider* depth = window.workloadPanel().slider(AxisKind::Depth)->slider();
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(depth, i % 7 == 3 ? Qt::Key_Left : Qt::Key_Right);
        QCOMPARE(window.engine().cursor.workload().fusionDepth, 16);
        const auto isDrawn = [&window] {
            return window.charts().map()->isCurrent() && window.charts().map()->data().base.fusionDepth == 16;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isDrawn() && !window.engine().controller.running(), patienceMs);
        QCOMPARE(window.charts().pictures().madeAtOnce(), 0);
    }

    void aSnapshotKnowsTheStateThatEachSampleWasMeasuredIn()
    {
        AnalysisRequest request = requestFor(1, 1, 1);
        Sample slow = *request.samples.front();
        slow.controls.bandwidth = request.roofs.find("bandwidth.dram")->value / 2.0;
        slow.wall = slow.time * 1.5;
        request.samples.front() = std::make_shared<const Sample>(slow);
        const SnapshotPointer snapshot = makeSnapshot(request);
        const auto found = std::ranges::find(snapshot->samples, slow.workload, &Sample::workload);
        QVERIFY(found != snapshot->samples.end());
        QCOMPARE(found->wall, slow.wall);
        QCOMPARE(snapshot->points[static_cast<std::size_t>(found - snapshot->samples.begin())].state.memory, 2.0);
    }

    void ofTheRequestsMadeMeanwhileOnlyTheNewestGetsAPicture()
    {
        PictureMaker maker;
        maker.setMeasuring(true); // nothing is made ahead
        const SnapshotPointer snapshot = makeSnapshot(requestFor(1, 1, 1));
        QSignalSpy ready(&maker, &PictureMaker::ready);
        QVERIFY(!maker.find(requestFor(snapshot, 1), false)); // begun at once
        QVERIFY(!maker.find(requestFor(snapshot, 4), false)); // passed over
        QVERIFY(!maker.find(requestFor(snapshot, 16), false));
        QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 2, patienceMs);
        QCOMPARE(maker.passedOver(), 1);
        QCOMPARE(maker.kept(), std::size_t{2});
        const MapPicturePointer last = maker.find(requestFor(snapshot, 16), false);
        QVERIFY(last && answers(*last, requestFor(snapshot, 16)));
        QVERIFY(!maker.busy());
        QCOMPARE(maker.madeAtOnce(), 0);
    }

    void theSlicesBesideAreMadeAhead()
    {
        PictureMaker maker;
        const SnapshotPointer snapshot = makeSnapshot(requestFor(1, 1, 1));
        (void)maker.find(requestFor(snapshot, 4), false);
        QTRY_VERIFY_WITH_TIMEOUT(!maker.busy() && maker.kept() > 0, patienceMs);
        QVERIFY(maker.find(requestFor(snapshot, 4), false)); // the chart takes it, and says so
        QTRY_COMPARE_WITH_TIMEOUT(maker.kept(), std::size_t{3}, patienceMs);
        for (const int depth : {1, 16}) {
            const MapPicturePointer picture = maker.find(requestFor(snapshot, depth), false);
            QVERIFY(picture && answers(*picture, requestFor(snapshot, depth)));
        }
    }

    void largePicturesAreKeptAloneAndNoneIsMadeAhead()
    {
        const SnapshotPointer snapshot = makeSnapshot(requestFor(1, 1, 1));
        PictureMaker maker(nullptr, snapshot->plan.cellCount());
        for (const int depth : {1, 4, 16}) {
            const MapPicturePointer picture = maker.find(requestFor(snapshot, depth), true);
            QVERIFY(picture && answers(*picture, requestFor(snapshot, depth)));
            QVERIFY(!maker.busy());
            QCOMPARE(maker.kept(), std::size_t{1});
        }
        QVERIFY(!maker.find(requestFor(snapshot, 1), false)); // it was given up
        QTRY_VERIFY_WITH_TIMEOUT(!maker.busy(), patienceMs);
        QCOMPARE(maker.kept(), std::size_t{1});
    }

    void whatIsLookedAtIsGivenUpLast()
    {
        const SnapshotPointer snapshot = makeSnapshot(requestFor(1, 1, 1));
        PictureMaker maker(nullptr, 2 * snapshot->plan.cellCount());
        (void)maker.find(requestFor(snapshot, 1), true);
        (void)maker.find(requestFor(snapshot, 4), true);
        const MapPicturePointer looked = maker.find(requestFor(snapshot, 1), true);
        (void)maker.find(requestFor(snapshot, 16), true); // takes the place of the second
        QCOMPARE(maker.kept(), std::size_t{2});
        QCOMPARE(maker.find(requestFor(snapshot, 1), false), looked);
        QCOMPARE(maker.madeAtOnce(), 3);
    }

    void picturesOfOlderSamplesAreDropped()
    {
        PictureMaker maker;
        maker.setMeasuring(true);
        const SnapshotPointer before = makeSnapshot(requestFor(1, 1, 1));
        const SnapshotPointer after = makeSnapshot(requestFor(1, 2, 2));
        (void)maker.find(requestFor(before, 1), true);
        QCOMPARE(maker.kept(), std::size_t{1});
        maker.prepare(after);
        QCOMPARE(maker.kept(), std::size_t{1});
        const MapPicturePointer picture = maker.find(requestFor(after, 1), false);
        QVERIFY2(picture && picture->request.snapshot == after, "it was there before it was asked for");
    }

    void alongTheThirdSliderOfAMeasuredCubeNothingIsAnalysedAgain()
    {
        const SnapshotPointer first = makeSnapshot(requestFor(1, 1, 7));
        const SnapshotPointer moved = makeSnapshot(requestFor(4, 2, 7), first);
        QVERIFY(showsTheSame(*first, *moved));
        QCOMPARE(moved->generation, std::uint64_t{2});
        QVERIFY(moved->plan == sliceOf(4));
        const SnapshotPointer alone = makeSnapshot(requestFor(4, 2, 7));
        QCOMPARE(moved->measuredCells, alone->measuredCells);
        QCOMPARE(moved->samples.size(), alone->samples.size());
        for (std::size_t i = 0; i < alone->points.size(); ++i)
            QVERIFY(moved->points[i].regime == alone->points[i].regime
                    && moved->points[i].residual == alone->points[i].residual);
        const SnapshotPointer other = makeSnapshot(requestFor(4, 3, 8), first);
        QVERIFY2(!showsTheSame(*first, *other), "the session has changed");
        const SnapshotPointer between = makeSnapshot(requestFor(2, 4, 7), first);
        QVERIFY2(between->samples.size() > first->samples.size() && !showsTheSame(*first, *between),
                 "cells are interpolated");
    }

    void aColumnsTextIsLaidOutOnceForAWidth()
    {
        ColumnText text;
        text.setText(QStringLiteral("Memory traffic limits this point: it reaches most of the bandwidth of the level "
                                    "that its footprint falls in."));
        const int height = text.heightForWidth(160);
        const int layouts = text.layouts();
        for (int i = 0; i < 10; ++i)
            QCOMPARE(text.heightForWidth(160), height);
        (void)text.sizeHint();
        (void)text.minimumSizeHint();
        QCOMPARE(text.layouts(), layouts);
        QVERIFY(text.heightForWidth(320) < height);
        text.setText(QStringLiteral("Short."));
        QVERIFY(text.heightForWidth(160) < height);
        QCOMPARE(text.layouts(), layouts + 2);
    }

    void aLongWordDoesNotWidenItsColumn()
    {
        ColumnText text;
        text.setText(QStringLiteral("Memory-bandwidth-bound"));
        QVERIFY(text.minimumSizeHint().width() < text.fontMetrics().horizontalAdvance(text.text()));
        QVERIFY(text.minimumSizeHint().width() >= text.fontMetrics().horizontalAdvance(QStringLiteral("bandwidth-")));
        text.setText(QString(500, QLatin1Char('m')));
        QVERIFY(text.minimumSizeHint().width() < 200);
    }

    void theInspectorIsNoWiderThanItsRoomOnASmallScreen()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure({1366, 700});
        for (const QScrollArea* area : test.window->findChildren<QScrollArea*>())
            if (area->accessibleName() == QStringLiteral("Inspector"))
                QTRY_VERIFY2(
                    area->widget()->width() <= area->viewport()->width(),
                    qPrintable(QStringLiteral("%1 in %2").arg(area->widget()->width()).arg(area->viewport()->width())));
    }

    void aColumnsTextIsAsHighAsALabels_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {90, 160, 224, 400})
            QTest::newRow(QByteArray::number(width).constData()) << width;
    }
    void aColumnsTextIsAsHighAsALabels()
    {
        QFETCH(int, width);
        loadFonts();
        QLabel label;
        ColumnText text;
        for (QLabel* each : {&label, static_cast<QLabel*>(&text)}) {
            each->setFont(QFont(fontFamily(), 12));
            each->setTextFormat(Qt::PlainText);
            each->setWordWrap(true);
            each->setTextInteractionFlags(Qt::TextSelectableByMouse);
            each->setText(QStringLiteral(
                "max(4.2 ms compute, 31 ms memory) + 1.2 µs launch\nmeasured 33 ms, 1.06 times what the roofs allow."));
        }
        const int line = text.fontMetrics().lineSpacing();
        QVERIFY2(std::abs(text.heightForWidth(width) - label.heightForWidth(width)) < line, "the same lines");
        QVERIFY2(text.heightForWidth(width) >= label.heightForWidth(width) - 2, "nothing is cut off");
    }
};

RIDGEPOINT_GUI_TEST(PicturesTest)

#include "pictures_test.moc"
