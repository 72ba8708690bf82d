// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/main_window.h"
#include "tests/gui/measured_window.h"

#include <QAction>
#include <QLabel>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// While the picture is locked axes, roofs and maps stand still, and nothing that is measured is lost.
class PictureLockTest : public QObject, private MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] const Roof& memory() const { return *window().cursor().roofs()->find("bandwidth.dram"); }
    [[nodiscard]] double shownMemory() const
    {
        return window().charts().roofline()->snapshot()->roofs.find("bandwidth.dram")->value;
    }
    [[nodiscard]] Seconds shownTime(const Workload& place) const
    {
        for (const Sample& sample : window().charts().map()->snapshot()->samples)
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
        RoofSet roofs = *window().cursor().roofs();
        for (Roof& roof : roofs.roofs)
            roof.value *= roof.kind == RoofKind::Launch ? 2.0 : 0.5;
        for (MemoryLevel& level : roofs.levels)
            level.capacity = level.capacity * 4.0;
        window().session().setRoofs(roofs);
        for (const SamplePointer& sample : std::vector<SamplePointer>(window().session().samples())) {
            Sample slow = *sample;
            slow.time = slow.median = slow.time * 2.0;
            slow.low = slow.low * 2.0;
            slow.high = slow.high * 2.0;
            window().session().putSample(std::move(slow));
        }
    }
    /// Whatever was asked of the analysis has come, and has been taken over by every view.
    void settle() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(!window().schedule().pending() && underTest().chartsShowTheLatest(), patienceMs);
        QCoreApplication::processEvents();
    }

private slots:
    void init()
    {
        openAtRest();
        QTRY_VERIFY_WITH_TIMEOUT(!window().controller().running(), patienceMs);
        underTest().waitForViews();
    }
    void cleanup() { closeMeasured(); }

    void nothingMovesWhileItIsLockedAndAllOfItAfter()
    {
        const Workload place = window().cursor().point();
        const double roof = shownMemory();
        const Seconds time = shownTime(place);
        QVERIFY(time > Seconds());
        const Plan axes = window().cursor().plan();
        const Workload stood = window().cursor().workload();
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
        QVERIFY(window().cursor().plan() == axes && window().cursor().workload() == stood);
        QCOMPARE(inspectorText(), words);
        QCOMPARE(memory().value, roof * 0.5); // and nothing is lost
        QTest::keyClick(&window(), Qt::Key_F8);
        QVERIFY(window().bottomBar().lockText().isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(shownMemory(), roof * 0.5, patienceMs);
        const Workload there = window().cursor().point();
        QTRY_VERIFY_WITH_TIMEOUT(!window().session().find("cpu", there)
                                     || shownTime(there) == window().session().find("cpu", there)->time,
                                 patienceMs);
    }

    void anotherSliceIsThatOfTheMomentOfLocking()
    {
        const double roof = shownMemory();
        const Workload here = window().cursor().workload();
        Workload other = here;
        other.operation = Operation::Mul; // not measured: roofs alone say how far its axes go
        window().cursor().setWorkload(other);
        const Axis sizes = window().cursor().axis(AxisKind::Size);
        window().cursor().setWorkload(here);
        window().actions_().lockPicture->trigger();
        measureSlowly();
        window().cursor().setWorkload(other);
        QVERIFY(window().cursor().axis(AxisKind::Size) == sizes);
        QTRY_VERIFY_WITH_TIMEOUT(window().feed().latest()->plan.base.operation == Operation::Mul, patienceMs);
        settle();
        QCOMPARE(shownMemory(), roof);
        window().actions_().lockPicture->trigger();
        QVERIFY(!(window().cursor().axis(AxisKind::Size) == sizes));
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
        window().session().clear();
        QVERIFY(!window().feed().isLocked() && !window().actions_().lockPicture->isChecked());
        QVERIFY(window().bottomBar().lockText().isEmpty());
    }
};

QTEST_MAIN(PictureLockTest)
#include "picture_lock_test.moc"
