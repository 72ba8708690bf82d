// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/side_panels.h"
#include "tests/gui/gui_support.h"

#include <QAction>
#include <QHBoxLayout>
#include <QWidget>

using namespace ridgepoint;
using namespace ridgepoint::test;

class SidePanelsTest : public Case {
    Q_OBJECT

private slots:
    void hideThemselvesWhereTheChartsNeedTheRoomAndComeBackInTheirPlace()
    {
        QWidget window;
        QWidget left(&window);
        QWidget centre(&window);
        QWidget right(&window);
        QAction action;
        action.setCheckable(true);
        action.setChecked(true);
        SidePanels panels({&left, &centre, &right}, &action, nullptr);
        QSignalSpy replaced(&panels, &SidePanels::replacedCentre);
        panels.arrange(1366, 248, 252, 384);
        QVERIFY(!left.isHidden() && !centre.isHidden() && !right.isHidden());
        QCOMPARE(left.maximumWidth(), 248);
        panels.arrange(1366, 496, 504, 768);                                 // the same window with text twice as large
        QVERIFY(left.isHidden() && !centre.isHidden() && !right.isHidden()); // which has room
        QCOMPARE(right.maximumWidth(), 504);
        QVERIFY(!action.isChecked());
        action.trigger();
        QVERIFY(!left.isHidden() && centre.isHidden() && !right.isHidden());
        QVERIFY(replaced.size() == 1 && replaced.last().first().toBool());
        action.trigger();
        QVERIFY(left.isHidden() && !centre.isHidden() && right.isHidden()); // the charts alone
        QVERIFY(replaced.size() == 2 && !replaced.last().first().toBool());
        action.trigger();
        QVERIFY(left.isHidden() && !centre.isHidden() && !right.isHidden());
        QVERIFY(!action.isChecked() && replaced.size() == 2);
        action.trigger();
        QVERIFY(!left.isHidden() && centre.isHidden() && !right.isHidden());
        action.trigger();
        panels.arrange(1920, 496, 504, 768); // what was put away here has room there
        panels.arrange(1366, 496, 504, 768);
        QVERIFY(left.isHidden() && !right.isHidden());
        panels.arrange(1200, 496, 504, 768);
        QVERIFY(left.isHidden() && !centre.isHidden() && right.isHidden());
        panels.arrange(1920, 496, 504, 768);
        QVERIFY(action.isChecked() && !left.isHidden() && !centre.isHidden() && !right.isHidden());
    }

    void shareAllTheWidthWhileTheyStandInPlaceOfTheCharts()
    {
        QWidget screen;
        QWidget window(&screen);
        auto* row = new QHBoxLayout(&window);
        QWidget left;
        QWidget centre;
        QWidget right;
        row->addWidget(&left);
        row->addWidget(&centre, 1);
        row->addWidget(&right);
        QAction action;
        action.setCheckable(true);
        action.setChecked(true);
        SidePanels panels({&left, &centre, &right}, &action, nullptr);
        window.resize(1366, 700);
        screen.show();
        panels.arrange(1366, 496, 504, 768);
        action.trigger();
        QTRY_VERIFY(right.geometry().left() - left.geometry().right() <= row->spacing() + 1);
        QVERIFY(left.width() + right.width() > 1300);
        panels.arrange(2000, 496, 504, 768);
        window.resize(2000, 700);
        QTRY_COMPARE(left.width(), 496);
        QCOMPARE(right.width(), 504);
        for (QWidget* each : {&left, &centre, &right})
            each->setParent(nullptr);
    }

    void aPresentationHasOneOrNoneAndEndsWithWhatIsChosenByThen()
    {
        QWidget window;
        QWidget left(&window);
        QWidget centre(&window);
        QWidget right(&window);
        QAction action;
        action.setCheckable(true);
        action.setChecked(true);
        SidePanels panels({&left, &centre, &right}, &action, nullptr);
        panels.arrange(1600, 248, 252, 384);
        panels.setPresented(true, &right);
        QVERIFY(left.isHidden() && !right.isHidden());
        action.trigger();
        QVERIFY(left.isHidden() && !right.isHidden());
        panels.setPresented(true);
        QVERIFY(left.isHidden() && right.isHidden());
        panels.setPresented(false);
        QVERIFY(left.isHidden() && right.isHidden()); // chosen meanwhile
        panels.arrange(800, 248, 252, 384);
        action.trigger();
        QVERIFY(!left.isHidden() && centre.isHidden());
        QSignalSpy replaced(&panels, &SidePanels::replacedCentre);
        panels.setPresented(true);
        QVERIFY(left.isHidden() && !centre.isHidden());
        panels.setPresented(false);
        QVERIFY(!left.isHidden() && centre.isHidden());
        QCOMPARE(replaced.size(), qsizetype{2});
    }

    void theRightOneIsInViewWhileItIsKept()
    {
        QWidget window;
        QWidget left(&window);
        QWidget centre(&window);
        QWidget right(&window);
        QAction action;
        action.setCheckable(true);
        action.setChecked(true);
        SidePanels panels({&left, &centre, &right}, &action, nullptr);
        panels.arrange(900, 472, 472, 704); // text twice as large in a small window
        QVERIFY(left.isHidden() && right.isHidden());
        panels.setRightKept(true);
        QVERIFY(left.isHidden() && !centre.isHidden() && !right.isHidden());
        QVERIFY(right.maximumWidth() <= 450); // beside charts that have the other half
        panels.arrange(1600, 248, 252, 384);
        action.trigger(); // nor does the user hide it
        QVERIFY(left.isHidden() && !right.isHidden());
        panels.setRightKept(false);
        QVERIFY(left.isHidden() && right.isHidden());
    }

    void stayHiddenWhereTheUserHidThem()
    {
        QWidget left;
        QWidget centre;
        QWidget right;
        QAction action;
        action.setCheckable(true);
        action.setChecked(true);
        SidePanels panels({&left, &centre, &right}, &action, nullptr);
        panels.arrange(1600, 248, 252, 384);
        action.trigger();
        panels.arrange(800, 248, 252, 384);
        panels.arrange(1600, 248, 252, 384);
        QVERIFY(!action.isChecked() && left.isHidden() && right.isHidden());
    }
};

RIDGEPOINT_GUI_TEST(SidePanelsTest)
#include "side_panels_test.moc"
