// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/texts.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/own_kernel_card.h"
#include "app/desktop/calculator/own_kernel_details.h"
#include "app/desktop/calculator/own_kernel_form.h"
#include "app/desktop/calculator/own_kernels_dialog.h"
#include "app/desktop/calculator/quantity_field.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/session/device_list.h"
#include "tests/gui/explore_support.h"

#include <QComboBox>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QToolTip>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Kernels of the user's own are chosen in the roofline and told in the inspector's place.
class OwnKernelTest : public FreshFolder {
    Q_OBJECT

    std::unique_ptr<WindowUnderTest> m_test;

    MainWindow& window() { return *m_test->window; }
    RooflineChart& roofline() { return *window().charts().roofline(); }
    OwnKernelCard& card() { return window().ownKernelCard(); }

private slots:
    void init()
    {
        FreshFolder::begin();
        m_test = std::make_unique<WindowUnderTest>(m_folder->path());
        m_test->openAndMeasure();
        window().engine().session.setOwnKernels({{"mine", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.025)},
                                                 {"list only", Flops(2e9), Bytes(), 1.0, Seconds(0.05)},
                                                 {"other", Flops(4e9), Bytes(1e8), 100.0, Seconds(0.2)}});
        QTRY_COMPARE_WITH_TIMEOUT(roofline().data().kernels.drawn.size(), std::size_t{2}, patienceMs);
        roofline().flush();
    }
    void cleanup() { m_test.reset(); }

    void aClickOnAStarTellsWhatLimitsItAndWhatWouldHelp()
    {
        const auto place = roofline().pixelOfKernel(0);
        QVERIFY(place.has_value());
        const Workload before = window().engine().cursor.point();
        clickAt(&roofline(), place->toPoint());
        QCOMPARE(roofline().chosenKernel(), std::optional<std::size_t>(0));
        QVERIFY(card().isVisible() && !window().inspector().isVisible());
        QVERIFY2(card().headline()->text().contains("bound"), qPrintable(card().headline()->text()));
        QVERIFY2(card().levers()->text().contains("Twice the bandwidth"), qPrintable(card().levers()->text()));
        QVERIFY(window().engine().cursor.point() == before); // it measures nothing
        QTest::mouseClick(card().backLink(), Qt::LeftButton);
        QVERIFY(!card().isVisible() && window().inspector().isVisible());
        QVERIFY(!roofline().chosenKernel());
        // A kernel that is far from every roof gains nothing from a higher one.
        clickAt(&roofline(), roofline().pixelOfKernel(2)->toPoint());
        QVERIFY2(card().headline()->text().contains("something else limits it"), qPrintable(card().headline()->text()));
        QVERIFY2(card().levers()->text().contains("does not help") && !card().levers()->text().contains("Twice"),
                 qPrintable(card().levers()->text()));
        QTest::mouseClick(card().backLink(), Qt::LeftButton);
    }

    void aLongNameDoesNotMakeTheCardWider()
    {
        const auto widthWith = [this](const std::string& name) {
            window().engine().session.setOwnKernels({{name, Flops(2e9), Bytes(8e8), 1.0, Seconds(0.025)}});
            const auto isDrawn = [&] {
                const auto& drawn = roofline().data().kernels.drawn;
                return drawn.size() == 1 && drawn.front().kernel.name == name;
            };
            if (!QTest::qWaitFor(isDrawn, patienceMs))
                return -1;
            roofline().flush();
            roofline().chooseKernel(0);
            card().layout()->activate();
            return card().isVisible() ? card().minimumSizeHint().width() : -1;
        };
        const int usual = widthWith("mine");
        QVERIFY(usual > 0);
        std::string templates = "void at::native::vectorized_elementwise_kernel<4, ";
        while (templates.size() < 300)
            templates += "std::array<char*, at::native::CUDAFunctor_add<float>>(";
        for (const std::string& name : {templates, std::string(300, 'x')}) {
            const int width = widthWith(name);
            QVERIFY2(width > 0 && width <= usual, qPrintable(QString::number(width)));
        }
    }

    /// Inter draws an x between figures as ×. Mutation: the label's usual font.
    void aNameIsDrawnAsItIsTyped()
    {
        window().engine().session.setOwnKernels({{"tile_128x256_8x4", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.025)}});
        QTRY_COMPARE_WITH_TIMEOUT(roofline().data().kernels.drawn.size(), std::size_t{1}, patienceMs);
        roofline().chooseKernel(0);
        window().calculator().openOwnKernels();
        OwnKernelsDialog& list = *window().calculator().list();
        list.select(0);
        const auto isTyped = [](const QFont& font) { return font.styleStrategy() & QFont::PreferNoShaping; };
        QVERIFY(card().name()->text().contains("128x256"));
        QVERIFY(isTyped(card().name()->font()) && isTyped(list.details()->headline()->font()));
        QVERIFY(isTyped(list.rows()->filter()->font()) && isTyped(QToolTip::font()));
        QVERIFY(!isTyped(card().headline()->font()));                                // kerned, as all other words
        QCOMPARE(card().name()->font().weight(), static_cast<int>(QFont::DemiBold)); // as the style sheet has it
    }

    void theRooflineShowsTheKernelsThatAreChosen()
    {
        SnapshotFeed& feed = window().engine().feed;
        roofline().chooseKernel(0);
        feed.setKernelChoice({.filter = "OTHER"});
        QTRY_COMPARE_WITH_TIMEOUT(roofline().data().kernels.drawn.size(), std::size_t{1}, patienceMs);
        QVERIFY(roofline().pixelOfKernel(2) && !roofline().pixelOfKernel(0));
        QTRY_VERIFY_WITH_TIMEOUT(!card().isVisible(), patienceMs); // the chosen one is gone from the chart
        // What comes later follows the choice too.
        window().engine().session.setOwnKernels({{"another", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.1)},
                                                 {"mine", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.2)}});
        QTRY_VERIFY_WITH_TIMEOUT(roofline().pixelOfKernel(0) && !roofline().pixelOfKernel(1), patienceMs);
        feed.setLocked(true);
        window().engine().session.setOwnKernels({});
        feed.setKernelChoice({});
        QTRY_COMPARE_WITH_TIMEOUT(roofline().data().kernels.drawn.size(), std::size_t{2}, patienceMs);
        feed.setLocked(false);
        QTRY_VERIFY_WITH_TIMEOUT(roofline().data().kernels.drawn.empty(), patienceMs);
    }

    void theCardSaysWhichLevelLimits()
    {
        const RoofSet& roofs = *window().engine().cursor.roofs();
        const double l3 = roofs.find("bandwidth.l3")->value;
        const double dram = roofs.find("bandwidth.dram")->value;
        OwnKernel kernel{.name = "by level",
                         .flops = Flops(2e8),
                         .bytes = Bytes(dram * 3e-3),
                         .launches = 1.0,
                         .time = Seconds(0.01)};
        kernel.throughCaches[2] = Bytes(l3 * 9e-3);
        window().engine().session.setOwnKernels({kernel});
        QTRY_COMPARE_WITH_TIMEOUT(roofline().data().kernels.drawn.size(), std::size_t{1}, patienceMs);
        roofline().flush();
        roofline().chooseKernel(0);
        QVERIFY(card().isVisible() && card().level()->isVisible());
        QString said = card().level()->text();
        QCOMPARE(said.replace(QChar(0x00A0), QLatin1Char(' ')),
                 QStringLiteral("Limited by L3: 90 % of the L3 roof, 30 % of the DRAM roof."));
        kernel.throughCaches = {};
        window().engine().session.setOwnKernels({kernel});
        QTRY_VERIFY_WITH_TIMEOUT(roofline().data().kernels.drawn.front().kernel == kernel, patienceMs);
        QVERIFY(!card().level()->isVisible());
    }

    void theKeyKGoesThroughThoseInTheChartAndEscEnds()
    {
        roofline().setFocus();
        QTest::keyClick(&roofline(), Qt::Key_K);
        QCOMPARE(roofline().chosenKernel(), std::optional<std::size_t>(0));
        QTest::keyClick(&roofline(), Qt::Key_K);
        QCOMPARE(roofline().chosenKernel(), std::optional<std::size_t>(2)); // the one without bytes has no place
        QVERIFY(card().isVisible());
        QTest::keyClick(&roofline(), Qt::Key_K);
        QVERIFY(!roofline().chosenKernel() && !card().isVisible());
        QTest::keyClick(&roofline(), Qt::Key_K);
        QTest::keyClick(&roofline(), Qt::Key_Escape);
        QVERIFY(!roofline().chosenKernel() && window().inspector().isVisible());
    }

    void theListHasTheKeyboardAndAKernelBeginsWithItsName()
    {
        QTest::keyClick(&window(), Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        OwnKernelsDialog* list = window().calculator().list();
        QVERIFY(list != nullptr && QTest::qWaitForWindowExposed(list));
        QCOMPARE(list->focusWidget(), list->table());
        clickAt(list->addButton(), list->addButton()->rect().center());
        QVERIFY(QTest::qWaitForWindowExposed(list->form()));
        QLineEdit* name = list->form()->name();
        QCOMPARE(list->form()->focusWidget(), name);
        QVERIFY(!name->visibleRegion().isEmpty());
        QTest::keyClicks(list->form()->focusWidget(), QStringLiteral("softmax"));
        QCOMPARE(name->text(), QStringLiteral("softmax"));
        list->form()->reject();
        list->close();
        window().engine().session.setOwnKernels({});
        window().calculator().openOwnKernels();
        QCOMPARE(list->focusWidget(), list->addButton()); // there is nothing else to do
    }

    void theListBeginsWithTheVerdictOfTheCardAndBothNameTheirDevice()
    {
        const QString host = deviceWords(window().engine().cursor.deviceInfo());
        clickAt(&roofline(), roofline().pixelOfKernel(0)->toPoint());
        QVERIFY2(card().origin()->text().contains("roofs drawn here: those of " + host),
                 qPrintable(card().origin()->text()));
        QVERIFY2(card().origin()->text().contains("The list of all kernels uses the device named there"),
                 qPrintable(card().origin()->text()));
        const auto links = card().findChildren<QPushButton*>();
        QPushButton* all = *std::find_if(links.begin(), links.end(), [](const QPushButton* link) {
            return link->text().startsWith("All your kernels");
        });
        clickAt(all, all->rect().center());
        OwnKernelsDialog& list = *window().calculator().list();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        QCOMPARE(list.details()->headline()->text(), "mine · " + card().headline()->text());
        const QString clicked = " A kernel clicked in the roofline is judged by the roofs drawn there.";
        // It was opened with the point's launches, and names them: the verdict depends on their cost.
        const auto judged = [&](LaunchMode mode) {
            return QStringLiteral("Judged by: %1, launched %2, measured.").arg(host, text(nameOf(mode))) + clicked;
        };
        QCOMPARE(list.note()->text(), judged(window().engine().cursor.workload().launchMode));
        QComboBox& launches = *list.deviceCard()->roofs(2);
        launches.setCurrentIndex(launches.findData(QString::fromStdString(launchRoofId(LaunchMode::Graph))));
        QCOMPARE(list.note()->text(), judged(LaunchMode::Graph));
        // Another device is chosen in the open list: it judges there, and the words tell both apart.
        list.deviceCard()->choose(articleId);
        QVERIFY(list.details()->headline()->text() != "mine · " + card().headline()->text());
        QCOMPARE(list.note()->text(), "Judged by: NVIDIA A100 (He's Brrrr article, example), published." + clicked);
        clickAt(all, all->rect().center());
        QVERIFY(list.note()->text().contains("article, example")); // what is in sight is not taken away
    }

    void bytesThroughCachesAreTypedInAFoldedPartAndJudged()
    {
        window().engine().session.setOwnKernels({});
        QTest::keyClick(&window(), Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        OwnKernelsDialog& dialog = *window().calculator().list();
        clickAt(dialog.addButton(), dialog.addButton()->rect().center());
        OwnKernelForm& form = *dialog.form();
        QVERIFY(form.levels()->folded() && !form.throughCache(2)->isVisible());
        const auto caches = dialog.deviceCard()->device()->caches;
        QVERIFY(caches[2] > dialog.deviceCard()->device()->bandwidth); // the device's own roofs
        form.flops()->type("2 GFLOP");
        form.bytes()->type("10 MB");
        form.time()->type("10 ms");
        form.throughCache(2)->type("much");
        QTest::mouseClick(form.addButton(), Qt::LeftButton);
        QVERIFY(window().engine().session.frame().ownKernels.empty()
                && !form.levels()->folded());         // what is wrong is seen
        const double most = caches[2].value() * 8e-3; // 80 % of the time at the roof of L3
        form.throughCache(2)->setValue(most);
        QTest::mouseClick(form.addButton(), Qt::LeftButton);
        QCOMPARE(window().engine().session.frame().ownKernels.size(), std::size_t{1});
        QCOMPARE(window().engine().session.frame().ownKernels.front().throughCaches,
                 (std::array{Bytes(), Bytes(), Bytes(most)}));
        const auto verdict = dialog.model()->verdict(0);
        QVERIFY(verdict && verdict->levels.front().traffic.roof == "bandwidth.l3");
        QCOMPARE(verdict->limit, Regime::Memory);
        // By typed numbers nothing is known of caches.
        dialog.deviceCard()->bandwidth()->type("1 TB/s");
        QCOMPARE(dialog.deviceCard()->device()->caches[2], BytesPerSecond());
    }

    void numbersThatWereTypedJudgeUntilTheyAreReplaced()
    {
        QTest::keyClick(&window(), Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        OwnKernelsDialog* list = window().calculator().list();
        QVERIFY(list != nullptr && QTest::qWaitForWindowExposed(list));
        QLineEdit* bandwidth = list->deviceCard()->bandwidth()->edit();
        bandwidth->setFocus();
        bandwidth->selectAll();
        QTest::keyClicks(bandwidth, "1 TB/s");
        QTest::keyClick(bandwidth, Qt::Key_Tab);
        QVERIFY(list->note()->text().startsWith("Judged by: entered numbers."));
        list->close();
        window().calculator().openOwnKernels();
        QVERIFY2(list->note()->text().contains("entered numbers"), qPrintable(list->note()->text()));
    }

    void followsAWhatIf()
    {
        roofline().chooseKernel(0);
        const QString judged = card().headline()->text();
        QVERIFY(!card().origin()->text().contains("what-if"));
        WhatIf better;
        better.set("bandwidth.dram", 0.125);
        window().whatIf().control().takeOver(better);
        QVERIFY2(card().origin()->text().contains("what-if"), qPrintable(card().origin()->text()));
        QVERIFY2(card().headline()->text() != judged, qPrintable(judged));
        window().whatIf().control().takeOver({});
        QCOMPARE(card().headline()->text(), judged);
    }

    void movingASliderGoesBackToThePoint()
    {
        roofline().chooseKernel(0);
        QVERIFY(card().isVisible());
        window().engine().cursor.setCoordinate(AxisKind::Operations, 64);
        QVERIFY(!card().isVisible() && window().inspector().isVisible());
    }

    void aRemovedKernelIsNoLongerTold()
    {
        roofline().chooseKernel(2);
        QVERIFY(card().isVisible());
        window().engine().session.setOwnKernels({});
        QVERIFY(!card().isVisible() && window().inspector().isVisible());
    }

    void whileGuessingNoneIsChosen()
    {
        const auto place = roofline().pixelOfKernel(0);
        QTest::keyClick(&window(), Qt::Key_G, Qt::ControlModifier);
        clickAt(&roofline(), place->toPoint());
        QVERIFY(!roofline().chosenKernel());
    }

    void guessingTakesTheCardOfAChosenKernelAway()
    {
        roofline().chooseKernel(0);
        QVERIFY(card().isVisible());
        QTest::keyClick(&window(), Qt::Key_G, Qt::ControlModifier);
        QVERIFY(!card().isVisible() && !roofline().chosenKernel());
    }
};

RIDGEPOINT_GUI_TEST(OwnKernelTest)
#include "own_kernel_window_test.moc"
