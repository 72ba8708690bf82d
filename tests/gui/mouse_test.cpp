// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/calculator_dialog.h"
#include "app/desktop/calculator/envelope_view.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/measure/probe_controller.h"
#include "app/desktop/views/chart_area.h"
#include "tests/gui/measured_window.h"
#include "tests/gui/mouse_support.h"

#include <QPushButton>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What most people do by keys, done by the mouse alone: through the menus, as somebody who looks for it goes.
class MouseTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] Exploration& exploration() const { return window().exploration(); }
    [[nodiscard]] RooflineChart& roofline() const { return *window().charts().roofline(); }

    void choose(QAction* wanted) { chooseInMenu(window(), wanted); }
    /// The same from the menu that a right click on a chart opens.
    void chooseInContext(ChartWidget& chart, QAction* wanted) { clickInMenu(openContextMenu(chart), wanted); }

private slots:
    void pinsAndTakesOnePinAway()
    {
        choose(exploration().actions().pin);
        QTest::keyClick(window().workloadPanel().slider(AxisKind::Operations)->slider(),
                        Qt::Key_Right); // another point
        choose(exploration().actions().pin);
        QCOMPARE(roofline().input().pins->size(), std::size_t{2});
        QAction* first = nullptr;
        for (const QMenu* menu : window().menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->toolTip() == QStringLiteral("Remove pin A"))
                    first = action;
        QVERIFY(first != nullptr);
        choose(first);
        QTRY_COMPARE_WITH_TIMEOUT(roofline().input().pins->size(), std::size_t{1}, patienceMs);
        QCOMPARE(roofline().input().pins->front().name, std::string("B"));
        choose(exploration().actions().removeLastPin);
        QVERIFY(roofline().input().pins->empty());
    }

    void predictsFirst()
    {
        choose(exploration().actions().predict);
        QCOMPARE(exploration().predict().state(), PredictMode::State::Guessing);
        roofline().flush();
        clickAt(&roofline(), roofline().axisRect()->center());
        QCOMPARE(exploration().predict().state(), PredictMode::State::Revealed);
        choose(exploration().actions().predict);
        QCOMPARE(exploration().predict().state(), PredictMode::State::Guessing); // once more
        choose(exploration().actions().predict);
        QCOMPARE(exploration().predict().state(), PredictMode::State::Off);
    }

    void presentsAndLeaves()
    {
        choose(exploration().actions().present);
        QVERIFY(exploration().presenter().active());
        QCOMPARE(exploration().presenter().slide(), 0);
        chooseInContext(*window().charts().roofline(), exploration().actions().nextSlide);
        QCOMPARE(exploration().presenter().slide(), 1);
        chooseInContext(*window().charts().map(), exploration().actions().previousSlide);
        QCOMPARE(exploration().presenter().slide(), 0);
        chooseInContext(*window().charts().roofline(), exploration().actions().present);
        QVERIFY(!exploration().presenter().active());
        QVERIFY(!exploration().actions().nextSlide->isEnabled());
    }

    void imaginesAndTakesItBack()
    {
        choose(window().actions_().whatIf);
        QVERIFY(window().actions_().whatIf->isChecked());
        choose(window().actions_().whatIf);
        QVERIFY(!window().actions_().whatIf->isChecked());
    }

    void switchesTheProbe()
    {
        const bool before = window().engine().probe.isOn();
        choose(window().actions_().liveProbe);
        QCOMPARE(window().engine().probe.isOn(), !before);
        choose(window().actions_().liveProbe);
        QCOMPARE(window().engine().probe.isOn(), before);
    }

    void estimatesTheArticlesExample()
    {
        choose(window().actions_().calculator);
        CalculatorDialog* dialog = window().calculator().dialog();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        clickAt(dialog->articleButton(), dialog->articleButton()->rect().center());
        QVERIFY(dialog->estimateView()->steps()->text().contains("375 billion floats per second, about 380 billion"));
    }

    void showsTheTableAndHidesIt()
    {
        choose(window().actions_().table);
        QVERIFY(window().actions_().table->isChecked());
        choose(window().actions_().table);
        QVERIFY(!window().actions_().table->isChecked());
    }
};

RIDGEPOINT_GUI_TEST(MouseTest)
#include "mouse_test.moc"
