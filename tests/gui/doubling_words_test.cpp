// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/labels.h"
#include "app/desktop/inspect/lever_facts.h"
#include "app/desktop/session/live_session.h"
#include "tests/gui/gui_support.h"
#include "tests/gui/synthetic_facts.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/synthetic_snapshot.h"

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What is said of a point and of twice its size.
class DoublingWordsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void theDoublingTestNeverDeniesTheSentenceAboveItWithoutSayingWhy_data()
    {
        QTest::addColumn<int>("verdict");
        QTest::addColumn<int>("regime");
        QTest::addColumn<bool>("explained");
        const auto row = [](const char* name, DoublingVerdict verdict, Regime regime, bool explained) {
            QTest::newRow(name) << static_cast<int>(verdict) << static_cast<int>(regime) << explained;
        };
        row("overhead, and it doubles for free", DoublingVerdict::Overhead, Regime::Overhead, false);
        row("overhead, but it follows the size", DoublingVerdict::Proportional, Regime::Overhead, true);
        row("overhead, but it leaves a cache", DoublingVerdict::LeavesCache, Regime::Overhead, true);
        row("overhead, in part", DoublingVerdict::Between, Regime::Overhead, false);
        row("memory, in part", DoublingVerdict::Between, Regime::Memory, false);
        row("compute, in part", DoublingVerdict::Between, Regime::Compute, false);
        row("memory, and it follows the size", DoublingVerdict::Proportional, Regime::Memory, false);
        row("memory, but it doubles for free", DoublingVerdict::Overhead, Regime::Memory, true);
        row("compute, but it doubles for free", DoublingVerdict::Overhead, Regime::Compute, true);
        row("under-filled, and it doubles for free", DoublingVerdict::Overhead, Regime::UnderFilled, false);
    }
    void theDoublingTestNeverDeniesTheSentenceAboveItWithoutSayingWhy()
    {
        QFETCH(int, verdict);
        QFETCH(int, regime);
        QFETCH(bool, explained);
        const DoublingTest test{.once = Seconds(1e-6),
                                .twice = Seconds(1.5e-6),
                                .growth = 1.5,
                                .range = {1.4, 1.6},
                                .verdict = static_cast<DoublingVerdict>(verdict)};
        const LeverFacts facts{.doubling = test, .regime = static_cast<Regime>(regime)};
        const QString words = doublingWords(facts, Format());
        QCOMPARE(words.contains(capitalised(regimeWord(static_cast<Regime>(regime)))), explained);
        // Words that settle it stand only where the regime says the same.
        if (static_cast<Regime>(regime) != Regime::Overhead)
            QVERIFY2(!words.contains("so it is overhead-bound"), qPrintable(words));
        else
            QVERIFY2(!words.contains("so it is not overhead"), qPrintable(words));
        if (static_cast<DoublingVerdict>(verdict)
            == DoublingVerdict::Between) // what does not follow the size is overhead by the verdict alone
            QVERIFY2(words.contains("the rest is overhead") == (static_cast<Regime>(regime) == Regime::Overhead),
                     qPrintable(words));
        if (explained)
            QVERIFY2(words.contains("the step to twice the size"), qPrintable(words));
    }

    void theDoublingTestSaysNoMoreThanItsRange()
    {
        DoublingTest test{.once = Seconds(1e-6),
                          .twice = Seconds(2.5e-6),
                          .growth = 2.5,
                          .range = {0.89, 3.3},
                          .verdict = DoublingVerdict::LeavesCache,
                          .uncertain = true,
                          .tellsNothing = true};
        const QString wide = doublingWords({.doubling = test, .regime = Regime::Memory}, Format());
        QVERIFY2(wide.contains("too wide for a conclusion") && !wide.contains("no longer fits"), qPrintable(wide));
        test = {.once = Seconds(1e-6),
                .twice = Seconds(1.05e-6),
                .growth = 1.05,
                .range = {1.04, 1.06},
                .verdict = DoublingVerdict::Overhead};
        const QString unnamed = doublingWords({.doubling = test, .regime = std::nullopt}, Format());
        QVERIFY2(!unnamed.contains("overhead-bound"), qPrintable(unnamed)); // two times name no regime
    }

    void comparesTwoSizesInTheReferenceState()
    {
        Snapshot changed = *syntheticSnapshotPointer();
        Workload once = syntheticCursor();
        Workload twice = once;
        twice.elements *= 2;
        LiveSession session;
        for (const Workload& workload : {once, twice})
            session.putSample(syntheticSample(workload, 0));
        const double growth = leverFactsOf(
                                  factsOf(once, std::make_shared<const Snapshot>(changed), session.lookup("cpu")),
                                  session.lookup("cpu"))
                                  .doubling->growth;
        const auto found = std::ranges::find(changed.samples, once, &Sample::workload);
        QVERIFY(found != changed.samples.end());
        changed.points[static_cast<std::size_t>(found - changed.samples.begin())].referenceTime = found->time * 0.5;
        const double inReference = leverFactsOf(
                                       factsOf(once, std::make_shared<const Snapshot>(changed), session.lookup("cpu")),
                                       session.lookup("cpu"))
                                       .doubling->growth;
        QVERIFY2(std::abs(inReference / growth - 2.0) < 1e-6, qPrintable(QString::number(inReference / growth)));
    }
};

RIDGEPOINT_GUI_TEST(DoublingWordsTest)
#include "doubling_words_test.moc"
