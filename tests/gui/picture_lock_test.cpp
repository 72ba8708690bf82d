// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/session/pin_board.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/views/sample_table.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/main_window.h"
#include "tests/gui/measured_window.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QPushButton>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// While the picture is locked axes, roofs and maps stand still, and nothing that is measured is lost.
class PictureLockTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] const Roof& memory() const { return *window().engine().cursor.roofs()->find("bandwidth.dram"); }
    [[nodiscard]] double shownMemory() const
    {
        return window().charts().roofline()->input().snapshot->roofs.find("bandwidth.dram")->value;
    }
    [[nodiscard]] Seconds shownTime(const Workload& place) const
    {
        for (const Sample& sample : window().charts().map()->input().snapshot->samples)
            if (sample.workload == place)
                return sample.time;
        return Seconds();
    }
    [[nodiscard]] QString inspectorText() const
    {
        QStringList all;
        for (const QLabel* label : window().inspector().findChildren<QLabel*>())
            if (!label->isHidden())
                all << label->text();
        return all.join(QLatin1Char('\n'));
    }
    /// Another state of the machine: all that is measured comes out twice as slow, and a cache's end is found
    /// elsewhere.
    void measureSlowly() const
    {
        RoofSet roofs = *window().engine().cursor.roofs();
        for (Roof& roof : roofs.roofs)
            roof.value *= roof.kind == RoofKind::Launch ? 2.0 : 0.5;
        for (MemoryLevel& level : roofs.levels)
            level.capacity = level.capacity * 4.0;
        window().engine().session.setRoofs(roofs);
        for (const SamplePointer& sample : std::vector<SamplePointer>(window().engine().session.samples())) {
            Sample slow = *sample;
            slow.time = slow.median = slow.time * 2.0;
            slow.low = slow.low * 2.0;
            slow.high = slow.high * 2.0;
            window().engine().session.putSample(std::move(slow));
        }
    }
    /// A sample of another place that takes three times as long as the one of this place.
    [[nodiscard]] Sample slowly(const Workload& from, const Workload& place) const
    {
        Sample slow = *window().engine().session.find("cpu", from);
        slow.workload = place;
        for (Seconds* time : {&slow.time, &slow.median, &slow.low, &slow.high})
            *time = *time * 3.0;
        return slow;
    }
    /// Whatever was asked of the analysis has come, and has been taken over by every view.
    void settle() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().schedule.pending() && underTest().chartsShowTheLatest(),
                                 patienceMs);
        QCoreApplication::processEvents();
    }

private slots:
    void init()
    {
        openAtRest();
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().controller.running(), patienceMs);
        underTest().waitForViews();
    }

    void nothingMovesWhileItIsLockedAndAllOfItAfter()
    {
        settle(); // an analysis that is under way shows what was measured before the lock
        const Workload place = window().engine().cursor.point();
        const double roof = shownMemory();
        const Seconds time = shownTime(place);
        QVERIFY(time > Seconds());
        const Plan axes = window().engine().cursor.plan();
        const Workload stood = window().engine().cursor.workload();
        const QString words = inspectorText();
        QVERIFY(window().bottomBar().lockText().isEmpty());
        QTest::keyClick(&window(), Qt::Key_F8);
        QVERIFY(window().actions_().lockPicture->isChecked());
        QCOMPARE(window().bottomBar().lockText(), QStringLiteral("Picture locked (F8)"));
        measureSlowly();
        QVERIFY2(window().bottomBar().lockText().contains(QStringLiteral("new measurements wait")),
                 qPrintable(window().bottomBar().lockText()));
        settle();
        QCOMPARE(shownMemory(), roof);
        QVERIFY(shownTime(place) == time);
        QVERIFY(window().engine().cursor.plan() == axes && window().engine().cursor.workload() == stood);
        QCOMPARE(inspectorText(), words);
        QCOMPARE(memory().value, roof * 0.5); // and nothing is lost
        QTest::keyClick(&window(), Qt::Key_F8);
        QVERIFY(window().bottomBar().lockText().isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(shownMemory(), roof * 0.5, patienceMs);
        const Workload there = window().engine().cursor.point();
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().session.find("cpu", there)
                                     || shownTime(there) == window().engine().session.find("cpu", there)->time,
                                 patienceMs);
    }

    /// A report is of the picture that is shown, as its charts are.
    void aReportIsOfTheLockedPicture()
    {
        const auto report = [this](const char* name) {
            QFile file(m_folder->filePath(QLatin1String(name)));
            window().files().exportTo(ExportWhat::Report, file.fileName(), {}, everyPart);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const ChartWidget& roofline = *window().charts().roofline();
        const Workload point = roofline.input().point();
        QTest::keyClick(&window(), Qt::Key_F8);
        const SampleLookup find = window().engine().feed.lookup("cpu");
        std::optional<Workload> lever;
        for (const LeverFact& fact : leversAt(point, *roofline.input().snapshot, find))
            if (fact.lever.workload && !find(*fact.lever.workload))
                lever = fact.lever.workload;
        QVERIFY(find(point) && lever);
        Sample fast = *find(point); // what is measured of the lever while the picture is locked
        fast.workload = *lever;
        for (Seconds* time : {&fast.time, &fast.median, &fast.low, &fast.high})
            *time = *time * 0.1;
        window().engine().session.putSample(std::move(fast));
        ExperimentResult experiment;
        experiment.id = "mistakes";
        experiment.device = "cpu";
        experiment.points = {{.series = "measured", .label = {"right", "The right way"}, .y = 5e10}};
        window().engine().session.putExperiment(std::move(experiment));
        settle();
        const QByteArray locked = report("locked.html");
        QVERIFY(locked.contains("What would help"));
        QVERIFY2(!locked.contains(">Measured</th>"), "of a lever");
        QVERIFY(!locked.contains("The right way"));
        QTest::keyClick(&window(), Qt::Key_F8);
        settle();
        const QByteArray unlocked = report("unlocked.html");
        QVERIFY(unlocked.contains(">Measured</th>"));
        QVERIFY(unlocked.contains("The right way"));
    }

    /// What is said of a point is of the sample that is shown, not of one that came since.
    void whatIsSaidOfAPointIsOfTheSampleShown()
    {
        Workload small = window().engine().cursor.workload();
        small.elements = window().engine().cursor.axis(AxisKind::Size).values.front();
        window().engine().cursor.setWorkload(small);
        QTRY_VERIFY_WITH_TIMEOUT(
            window().engine().session.find("cpu", small) && !window().engine().controller.running(), patienceMs);
        underTest().waitForViews();
        settle();
        Workload doubled = small;
        doubled.elements *= 2;
        if (!window().engine().session.find("cpu", doubled))
            window().engine().session.putSample(slowly(small, doubled));
        underTest().waitForViews();
        settle();
        const QString words = inspectorText();
        QVERIFY2(words.contains(QStringLiteral("Twice the size takes")), qPrintable(words));
        window().actions_().lockPicture->trigger();
        const Seconds shown = window().engine().session.find("cpu", small)->time;
        window().engine().session.putSample(slowly(small, small));
        settle();
        QCOMPARE(inspectorText(), words);
        window().exploration().actions().pin->trigger();
        const auto pins = window().exploration().pins().pins();
        QVERIFY(pins->size() == 1 && pins->front().sample && pins->front().sample->time == shown);
    }

    void saysThatSomethingWasMeasuredWhichItDoesNotShow()
    {
        Workload other = window().engine().cursor.workload();
        other.operation = Operation::Mul;
        window().actions_().lockPicture->trigger();
        window().engine().cursor.setWorkload(other);
        const Workload place = window().engine().cursor.point();
        QTRY_VERIFY_WITH_TIMEOUT(window().engine().feed.latest()->plan.base.operation == Operation::Mul, patienceMs);
        settle();
        QVERIFY2(inspectorText().contains(QStringLiteral("has not been measured yet")), qPrintable(inspectorText()));
        QVERIFY(!window().strip().text().contains(QStringLiteral("locked picture")));
        window().engine().session.putSample(slowly(window().engine().session.samples().front()->workload, place));
        settle();
        QVERIFY2(inspectorText().contains(QStringLiteral("Measured after the picture was locked"))
                     && !inspectorText().contains(QStringLiteral("has not been measured yet")),
                 qPrintable(inspectorText()));
        QVERIFY2(window().strip().text().contains(QStringLiteral("locked picture does not show")),
                 qPrintable(window().strip().text()));
        window().strip().actionButton()->click();
        QVERIFY(!window().engine().feed.isLocked()
                && !window().strip().text().contains(QStringLiteral("locked picture")));
        QTRY_VERIFY_WITH_TIMEOUT(!inspectorText().contains(QStringLiteral("after the picture was locked")), patienceMs);
    }

    void aPlanIsNoMeasurement()
    {
        window().actions_().lockPicture->trigger();
        Plan plan = window().engine().cursor.plan();
        plan.base.chainLength *= 2;
        window().engine().session.putPlan(plan);
        QVERIFY(!window().engine().feed.isBehind());
    }

    void theDataTableStandsStillToo()
    {
        window().charts().showPage(ChartArea::Page::Table);
        const auto& table = *window().findChild<SampleTable*>();
        const SampleTableModel& model = *table.model();
        const int rows = model.rowCount();
        QCOMPARE(rows, static_cast<int>(window().engine().session.samples().size()));
        const Seconds first = model.sampleAt(0).time;
        window().actions_().lockPicture->trigger();
        measureSlowly();
        Workload other = model.sampleAt(0).workload;
        other.operation = Operation::Mul;
        window().engine().session.putSample(slowly(model.sampleAt(0).workload, other));
        window().charts().showPage(ChartArea::Page::Charts);
        window().charts().showPage(ChartArea::Page::Table); // which takes over what has arrived
        QVERIFY(model.rowCount() == rows && model.sampleAt(0).time == first);
        window().actions_().lockPicture->trigger();
        QVERIFY(model.rowCount() == rows + 1 && model.sampleAt(0).time == first * 2.0);
    }

    void anotherSliceIsThatOfTheMomentOfLocking()
    {
        const double roof = shownMemory();
        const Workload here = window().engine().cursor.workload();
        Workload other = here;
        other.operation = Operation::Mul; // not measured: roofs alone say how far its axes go
        window().engine().cursor.setWorkload(other);
        const Axis sizes = window().engine().cursor.axis(AxisKind::Size);
        window().engine().cursor.setWorkload(here);
        window().actions_().lockPicture->trigger();
        measureSlowly();
        window().engine().cursor.setWorkload(other);
        QVERIFY(window().engine().cursor.axis(AxisKind::Size) == sizes);
        QTRY_VERIFY_WITH_TIMEOUT(window().engine().feed.latest()->plan.base.operation == Operation::Mul, patienceMs);
        settle();
        QCOMPARE(shownMemory(), roof);
        window().actions_().lockPicture->trigger();
        QVERIFY(!(window().engine().cursor.axis(AxisKind::Size) == sizes));
    }

    void thePresenterSaysSo()
    {
        PresenterMode& presenter = window().exploration().presenter();
        presenter.enter();
        QVERIFY(!presenter.caption().contains(QStringLiteral("locked")));
        QTest::keyClick(window().charts().alone(), Qt::Key_F8);
        QVERIFY2(presenter.caption().contains(QStringLiteral("picture locked")), qPrintable(presenter.caption()));
        presenter.leave();
    }

    void anotherSessionUnlocks()
    {
        window().actions_().lockPicture->trigger();
        window().engine().session.clear();
        QVERIFY(!window().engine().feed.isLocked() && !window().actions_().lockPicture->isChecked());
        QVERIFY(window().bottomBar().lockText().isEmpty());
    }
};

RIDGEPOINT_GUI_TEST(PictureLockTest)
#include "picture_lock_test.moc"
