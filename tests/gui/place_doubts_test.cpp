// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/figures_view.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/levers_view.h"
#include "app/desktop/inspect/point_words.h"
#include "core/agenda/point_recheck.h"
#include "tests/gui/measure_counter.h"
#include "tests/gui/window_support.h"

#include <QLabel>
#include <QPushButton>

#include <vector>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// "try" beside a lever of the inspector; null where that lever is not offered.
QPushButton* tryButtonOf(MainWindow& window, LeverKind kind)
{
    for (const LeverRow* row : window.inspector().levers()->rows())
        if (row->lever().kind == kind)
            return row->tryButton();
    return nullptr;
}

} // namespace

/// What the live probe contradicts is measured anew.
class PlaceDoubtsTest : public FreshFolder {
    Q_OBJECT

    /// The probe on, and at its place for longer than a passing moment.
    static void probeWhereItStays(MainWindow& window)
    {
        if (!window.engine().probe.isOn())
            QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.history().updatesHere() > 3 * ProbeHistory::updatesToKeep
                                     && !window.engine().controller.running(),
                                 patienceMs);
    }
    /// What is known of a place, as a moment would have measured it in which the machine was fifty times slower.
    static Sample slowAt(MainWindow& window, const Workload& place)
    {
        Sample slow = *window.engine().session.find("cpu", place);
        slow.time = slow.median = slow.time * 50.0;
        slow.low = slow.time * 0.99;
        slow.high = slow.time * 1.01;
        slow.rounds = 12;
        slow.flags = {};
        return slow;
    }

    /// A window over a session on disk, so that it measures nothing by itself.
    void openLater(WindowUnderTest& test) const
    {
        {
            WindowUnderTest first(m_folder->path());
            first.openAndMeasure();
            first.window->close();
        }
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(test.window->engine().bench.state() == BenchState::Ready, patienceMs);
        test.waitForViews();
    }

private slots:
    void hasMeasuredAgainWhatItContradictsAndThenSaysSo()
    {
        WindowUnderTest test(m_folder->path());
        openLater(test);
        MainWindow& window = *test.window;
        probeWhereItStays(window);
        const Workload place = window.engine().cursor.workload();
        const auto words = [&] {
            QStringList all;
            for (const QLabel* label : test.window->findChild<FiguresView*>()->findChildren<QLabel*>())
                if (label->isVisible())
                    all << label->text();
            return all.join(QLatin1Char('|'));
        };
        QVERIFY2(!words().contains(QStringLiteral("measured before")), qPrintable(words()));
        const Sample slow = slowAt(window, place);
        for (int time = 0; time < 2; ++time) {
            window.engine().session.putSample(slow);
            QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", place)->time < slow.time * 0.5, patienceMs);
            QTRY_VERIFY_WITH_TIMEOUT(window.engine().controller.progress().what != MeasureProgress::What::Point,
                                     patienceMs);
        }
        window.engine().session.putSample(slow); // a machine that goes to and fro is not measured for ever
        const QString said = QStringLiteral("measured before: %1").arg(Format().time(slow.time));
        QTRY_VERIFY2_WITH_TIMEOUT(words().contains(said), qPrintable(words()), patienceMs);
        const int updates = window.engine().probe.history().updatesHere();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.history().updatesHere() > updates + 2 * updatesToDoubt,
                                 patienceMs);
        QVERIFY(words().contains(said));
        QVERIFY(window.engine().session.find("cpu", place)->time == slow.time);
    }

    void theOtherEndOfATrialIsMeasuredWithIt()
    {
        WindowUnderTest test(m_folder->path());
        openLater(test);
        MainWindow& window = *test.window;
        Workload from = window.engine().cursor.workload();
        from.elements = 1024;
        from.operationsPerElement = 1;
        from.chainLength = 16;
        window.engine().cursor.setWorkload(from);
        QTRY_VERIFY_WITH_TIMEOUT(tryButtonOf(window, LeverKind::FuseDeeper) != nullptr, patienceMs);
        tryButtonOf(window, LeverKind::FuseDeeper)->click();
        const Workload place = window.engine().cursor.workload();
        QVERIFY(place != from);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", place) && window.engine().session.find("cpu", from)
                                     && !window.engine().controller.running(),
                                 patienceMs);
        probeWhereItStays(window);
        MeasureCounter counter(window);
        const Sample slow = slowAt(window, place);
        window.engine().session.putSample(slow);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", place)->time < slow.time * 0.5, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        QVERIFY2(counter.times[from] > 0, "what is divided by each other is of one state of the machine");
    }

    void neighboursOfABadMomentDoNotMoveTheVerdict()
    {
        constexpr AxisKind axis = AxisKind::Operations;
        WindowUnderTest test(m_folder->path());
        openLater(test);
        MainWindow& window = *test.window;
        window.engine().cursor.setCoordinate(AxisKind::Operations, 4);
        const Workload place =
            window.engine().cursor.workload(); // few operations an element: memory takes nearly all of the time
        QVERIFY(place.operationsPerElement == 4 && window.engine().session.find("cpu", place) != nullptr);
        std::vector<Workload> neighbours;
        const std::int64_t here = coordinate(place, axis);
        for (const SamplePointer& sample : window.engine().session.samples()) // those between the sliders' values too
            if (const std::int64_t there = coordinate(sample->workload, axis);
                there != here && there <= 2 * here && here <= 2 * there
                && moved(place, axis, there) == sample->workload)
                neighbours.push_back(sample->workload);
        QVERIFY(neighbours.size() >= 2);
        for (const Workload& beside : neighbours) {
            Sample wrong = *window.engine().session.find("cpu", beside);
            const double ratio = static_cast<double>(coordinate(beside, axis)) / static_cast<double>(here);
            wrong.time = wrong.median = wrong.time * ratio * ratio; // far slower than their work says
            wrong.low = wrong.time * 0.99;
            wrong.high = wrong.time * 1.01;
            window.engine().session.putSample(wrong);
        }
        const auto headline = [&window] { return window.inspector().headline()->text(); };
        const auto isAnalysed = [&] {
            const SnapshotPointer& snapshot = window.engine().feed.latest();
            const auto found = std::ranges::find(snapshot->samples, neighbours.front(), &Sample::workload);
            return found != snapshot->samples.end()
                && found->time == window.engine().session.find("cpu", neighbours.front())->time
                && !window.engine().schedule.pending();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isAnalysed(), patienceMs);
        QCOMPARE(headline(), QStringLiteral("Memory-bandwidth-bound"));
    }

    void partsOnlyBeyondTheIntervals()
    {
        Sample before;
        before.time = before.median = Seconds(1e-3);
        before.low = Seconds(0.99e-3);
        before.high = Seconds(1.01e-3);
        before.rounds = 12;
        Sample now = before;
        const Format format(QLocale::c());
        const auto words = [&](double times) {
            now.time = before.time * times;
            now.low = now.time * 0.99;
            now.high = now.time * 1.01;
            return partingWords(before, now, format);
        };
        QVERIFY(words(1.2).isEmpty() && words(0.85).isEmpty());
        QVERIFY(words(1.3).startsWith(QStringLiteral("measured before: %1").arg(format.time(before.time)))
                && !words(0.7).isEmpty());
        before.high = Seconds(1.5e-3);
        QVERIFY(words(1.3).isEmpty());
        before.flags = Flag::MachineBusy; // an interval of what other programs did
        QVERIFY(!words(1.3).isEmpty() && words(1.2).isEmpty());
        now.flags = Flag::MachineBusy;
        QVERIFY2(words(1.3).isEmpty(), "both are as good as each other");
        now.flags = before.flags = {};
        before.high = Seconds(1.01e-3);
        before.flags = Flag::FewReadings;
        QVERIFY(words(1.3).isEmpty());
    }
};

RIDGEPOINT_GUI_TEST(PlaceDoubtsTest)
#include "place_doubts_test.moc"
