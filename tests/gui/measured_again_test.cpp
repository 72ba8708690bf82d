// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/measured_again.h"
#include "app/desktop/window/main_window.h"
#include "core/stats/sample.h"
#include "tests/gui/measure_counter.h"
#include "tests/gui/window_support.h"

#include <QAction>
#include <QPushButton>
#include <QUndoStack>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Measuring again loses nothing: it can be taken back, and what is better stays.
class MeasuredAgainTest : public FreshFolder {
    Q_OBJECT

    std::unique_ptr<WindowUnderTest> m_test;

    [[nodiscard]] MainWindow& window() const { return *m_test->window; }
    [[nodiscard]] QUndoStack& undo() const { return *window().actions_().undo; }
    void waitForRest() const { QTRY_VERIFY_WITH_TIMEOUT(!window().engine().controller.running(), patienceMs); }
    /// A first start after which nothing is measured by itself.
    void openAtRest(const QString& benchOptions)
    {
        m_test = std::make_unique<WindowUnderTest>(m_folder->path(), benchOptions);
        m_test->surroundings.linePauseMs = 1000000;
        m_test->openAndMeasure();
        window().engine().probe.setOn(false);
        waitForRest();
    }
    /// Marks every known sample by its rounds, so that another one in its place is seen.
    void markAll() const
    {
        for (const SamplePointer& sample : std::vector<SamplePointer>(window().engine().session.samples())) {
            Sample marked = *sample;
            marked.rounds = 7;
            window().engine().session.putSample(std::move(marked));
        }
    }
    [[nodiscard]] std::size_t marked() const
    {
        const auto& all = window().engine().session.samples();
        return static_cast<std::size_t>(
            std::ranges::count_if(all, [](const SamplePointer& sample) { return sample->rounds == 7; }));
    }
    [[nodiscard]] const Roof& anyRoof() const { return window().engine().cursor.roofs()->roofs.front(); }

private slots:
    void cleanup() { m_test.reset(); }

    void worseRoofsOfADisturbedMomentAreOfferedAndNotTaken_data()
    {
        QTest::addColumn<bool>("isUsed");
        QTest::newRow("kept") << false;
        QTest::newRow("used, and taken back") << true;
    }
    void worseRoofsOfADisturbedMomentAreOfferedAndNotTaken()
    {
        QFETCH(const bool, isUsed);
        openAtRest(QStringLiteral("--rate 20000 --disturbed-again"));
        const Roof before = anyRoof();
        QSignalSpy roofs(&window().engine().session, &LiveSession::roofsChanged);
        window().actions_().measureRoofsAgain->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window().strip().text().contains(QStringLiteral("got worse")), patienceMs);
        waitForRest();
        QVERIFY2(window().strip().text().contains(QStringLiteral("→"))
                     && window().strip().text().contains(QStringLiteral("other roofs")),
                 qPrintable(window().strip().text()));
        QCOMPARE(roofs.size(), 0); // and on the way there nothing moved either
        QCOMPARE(anyRoof().value, before.value);
        QCOMPARE(undo().count(), 0);
        isUsed ? window().strip().actionButton()->click() : window().strip().otherButton()->click();
        QVERIFY2(!window().strip().text().contains(QStringLiteral("got worse")), qPrintable(window().strip().text()));
        QCOMPARE(anyRoof().value != before.value, isUsed);
        QCOMPARE(anyRoof().flags.has(Flag::MachineBusy), isUsed);
        QCOMPARE(undo().count(), isUsed ? 1 : 0);
        undo().undo();
        QCOMPARE(anyRoof().value, before.value);
    }

    void theRoofThatChangedMostIsNamed()
    {
        const auto set = [](double launch, double dram, double fma) {
            return RoofSet{.device = "cpu",
                           .threads = 2,
                           .roofs = {{.id = "launch.wait_each", .kind = RoofKind::Launch, .value = launch},
                                     {.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = dram},
                                     {.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = fma}}};
        };
        const QString words = roofsKeptWords(set(640e-9, 66e9, 440e9), set(634e-9, 117e9, 450e9), Format());
        QVERIFY2(words.contains(QStringLiteral("DRAM (117")) && words.contains(QStringLiteral("and 2 other roofs")),
                 qPrintable(words));
    }

    void aMapThatIsMeasuredAgainCanBePutBack()
    {
        openAtRest(QStringLiteral("--rate 20000"));
        markAll();
        const std::size_t before = marked();
        QCOMPARE(undo().count(), 0);
        window().actions_().measureMapAgain->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().controller.running(), patienceMs);
        const std::size_t others = marked();
        QVERIFY2(others < before, "nothing was replaced");
        QCOMPARE(undo().count(), 1); // map and line are one step
        QVERIFY2(window().actions_().undoStep->text().contains(QStringLiteral("measuring the map again")),
                 qPrintable(window().actions_().undoStep->text()));
        window().actions_().undoStep->trigger();
        QCOMPARE(marked(), before);
        QVERIFY(!window().engine().controller.running());
        window().actions_().redoStep->trigger();
        QCOMPARE(marked(), others);
        window().actions_().undoStep->trigger();
        QCOMPARE(marked(), before);
    }

    void roofsAreMeasuredAgainAlsoWhileAMapRuns()
    {
        openAtRest(QStringLiteral("--rate 500"));
        markAll();
        const std::size_t before = marked();
        std::vector<MeasureProgress::What> seen; // each once in a row
        connect(&window().engine().controller, &MeasureController::progressChanged, this, [&seen, this] {
            if (const auto what = window().engine().controller.progress().what; seen.empty() || seen.back() != what)
                seen.push_back(what);
        });
        window().actions_().measureMapAgain->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(marked() < before, patienceMs);
        QVERIFY(window().engine().controller.running() && window().actions_().measureMapAgain->isEnabled());
        QTest::keyClick(&window(), Qt::Key_F5, Qt::ControlModifier);
        waitForRest();
        using What = MeasureProgress::What;
        const std::vector<What> inTurn{What::Map, What::Roofs, What::Map};
        QVERIFY(std::search(seen.begin(), seen.end(), inTurn.begin(), inTurn.end())
                != seen.end()); // the map is taken up again
    }

    void takingItBackStopsWhatStillRunsOfIt()
    {
        openAtRest(QStringLiteral("--rate 500"));
        markAll();
        const std::size_t before = marked();
        window().actions_().measureMapAgain->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(marked() + 3 < before && window().engine().controller.running(), patienceMs);
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(marked(), before);
        waitForRest();
        QVERIFY2(marked() == before, "what still came took a place");
    }

    void roofsThatAreMeasuredAgainCanBePutBack_data()
    {
        QTest::addColumn<bool>("isOne");
        QTest::addColumn<QString>("words");
        QTest::newRow("all of them") << false << "measuring the roofs again";
        QTest::newRow("one, to use a new state") << true << "measuring the roof again";
    }
    void roofsThatAreMeasuredAgainCanBePutBack()
    {
        QFETCH(bool, isOne);
        QFETCH(QString, words);
        openAtRest(QStringLiteral("--rate 20000"));
        Roof old = anyRoof();
        const double measured = old.value;
        old.value = old.low = old.high = measured * 0.5;
        const int threads = window().engine().cursor.workload().threads;
        window().engine().session.putRoof("cpu", threads, old, {});
        const std::vector<MemoryLevel> levels = window().engine().cursor.roofs()->levels;
        isOne ? window().engine().controller.measureRoof(old.id) : window().actions_().measureRoofsAgain->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(window().engine().cursor.roofs()->find(old.id)->value, measured, patienceMs);
        waitForRest();
        QCOMPARE(undo().count(), 1);
        QVERIFY2(undo().undoText() == words, qPrintable(undo().undoText()));
        window().engine().session.putRoof("cpu", threads,
                                          {.id = "compute.fp64.later", .kind = RoofKind::Compute, .value = 1e9}, {});
        undo().undo();
        QCOMPARE(window().engine().cursor.roofs()->find(old.id)->value, old.value);
        QVERIFY2(window().engine().cursor.roofs()->find("compute.fp64.later") != nullptr,
                 "what came to be known since is no part of the step");
        QCOMPARE(window().engine().cursor.roofs()->levels.size(), levels.size());
        undo().redo();
        QCOMPARE(window().engine().cursor.roofs()->find(old.id)->value, measured);
    }

    void aDisturbedMapTakesNoQuietOnesPlace()
    {
        openAtRest(QStringLiteral("--rate 20000 --quiet-sweeps 2"));
        markAll();
        const std::size_t before = marked();
        MeasureCounter counter(window());
        window().actions_().measureMapAgain->trigger();
        waitForRest();
        QVERIFY(counter.times.size() > 20);
        QCOMPARE(marked(), before);
        QCOMPARE(undo().count(), 0); // nothing to take back
        QVERIFY2(window().strip().text().contains(QStringLiteral("their earlier values are kept")),
                 qPrintable(window().strip().text()));
    }

    void aPointThatIsMeasuredAgainSaysWhichWasKept_data()
    {
        QTest::addColumn<QString>("bench");
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("isKept");
        QTest::newRow("as good") << "--rate 20000"
                                 << "as before" << false;
        QTest::newRow("disturbed") << "--rate 20000 --quiet-sweeps 2"
                                   << "is kept" << true;
    }
    void aPointThatIsMeasuredAgainSaysWhichWasKept()
    {
        QFETCH(QString, bench);
        QFETCH(QString, words);
        QFETCH(bool, isKept);
        openAtRest(bench);
        markAll();
        const Workload place = window().engine().cursor.point();
        ChartWidget* chart = window().charts().roofline();
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Return);
        QTRY_VERIFY2_WITH_TIMEOUT(window().strip().text().contains(words), qPrintable(window().strip().text()),
                                  patienceMs);
        waitForRest();
        QCOMPARE(window().engine().session.find("cpu", place)->rounds == 7, isKept);
        QCOMPARE(undo().canUndo(), !isKept);
        if (isKept)
            return;
        undo().undo();
        QCOMPARE(window().engine().session.find("cpu", place)->rounds, 7);
    }

    void escapeStopsWhatIsMeasuredWhereNothingElseTakesIt()
    {
        openAtRest(QStringLiteral("--rate 500"));
        ChartWidget* chart = window().charts().roofline();
        chart->setFocus();
        window().actions_().measureMapAgain->trigger();
        MeasureCounter counter(window());
        QTRY_VERIFY_WITH_TIMEOUT(counter.times.size() > 3, patienceMs);
        QTest::keyClick(chart, Qt::Key_W); // a roof is chosen, which Escape leaves
        QTest::keyClick(chart, Qt::Key_Escape);
        QVERIFY(window().engine().controller.mayMeasureByItself() && window().engine().controller.running());
        QTest::keyClick(chart, Qt::Key_Escape);
        QVERIFY2(!window().engine().controller.mayMeasureByItself(), "somebody has stopped it");
        waitForRest();
        QVERIFY(counter.times.size() < window().engine().cursor.plan().cellCount());
    }

    void escapeLeavesThePresenterBeforeItStops()
    {
        openAtRest(QStringLiteral("--rate 500"));
        window().actions_().measureMapAgain->trigger();
        QTest::keyClick(&window(), Qt::Key_F11);
        QTest::keyClick(window().charts().alone(), Qt::Key_Escape);
        QVERIFY(window().charts().alone() == nullptr && window().engine().controller.mayMeasureByItself());
        QTest::keyClick(&window(), Qt::Key_Escape);
        QVERIFY(!window().engine().controller.mayMeasureByItself());
        waitForRest();
    }

    void saysWhyTheSampleOfBeforeIsKept_data()
    {
        QTest::addColumn<FlagSet>("flags");
        QTest::addColumn<QString>("cause");
        QTest::newRow("other programs") << FlagSet(Flag::MachineBusy) << "while other programs used the processor";
        QTest::newRow("clock") << FlagSet(Flag::Throttled) << "at a reduced clock";
        QTest::newRow("preempted") << FlagSet(Flag::Preempted)
                                   << "while the system ran other programs on the "
                                      "processor";
        QTest::newRow("few readings") << FlagSet(Flag::FewReadings) << "with too few readings";
        QTest::newRow("wide") << FlagSet(Flag::IntervalNotReached)
                              << "without reaching the interval that was asked for";
    }
    void saysWhyTheSampleOfBeforeIsKept()
    {
        QFETCH(FlagSet, flags);
        QFETCH(QString, cause);
        const Format format(QLocale::c());
        Sample before;
        before.time = Seconds(8.2e-3);
        before.low = before.time * 0.995;
        before.high = before.time * 1.005;
        Sample now = before;
        now.time = Seconds(9.1e-3);
        now.flags = flags;
        const QString words = measuredAgainWords(before, now, true, format);
        QVERIFY2(words.contains(cause) && words.contains(format.time(now.time))
                     && words.contains(format.time(before.time)),
                 qPrintable(words));
        QVERIFY(!measuredAgainWords(before, now, false, format).contains(QStringLiteral("kept")));
        const bool isDisturbed = wasDisturbed(now) || flags.has(Flag::Preempted);
        QCOMPARE(words.contains(QStringLiteral("was not disturbed and is kept")), isDisturbed);
        // Where the earlier one was disturbed as well, that is no reason to keep it.
        Sample both = now;
        both.flags |= Flag::IntervalNotReached;
        Sample longer = both;
        longer.rounds = both.rounds + 1;
        if (isDisturbed) {
            QVERIFY(!isMorePrecise(both, longer));
            longer.time = before.time;
            const QString fewer = measuredAgainWords(longer, both, true, format);
            QVERIFY2(fewer.contains(QStringLiteral("in fewer rounds")) && !fewer.contains(cause)
                         && !fewer.contains(QStringLiteral("not disturbed")),
                     qPrintable(fewer));
        }
        // What reads alike is said once.
        now.time = before.time * 1.0001;
        for (const double half : {0.005, 0.03})
            for (const bool isKept : {false, true}) {
                now.low = now.time * (1.0 - half);
                now.high = now.time * (1.0 + half);
                const QString alike = measuredAgainWords(before, now, isKept, format);
                QCOMPARE(alike.count(format.time(before.time)), 1);
                QVERIFY2(alike.contains(QStringLiteral("as before")) && alike.contains(QStringLiteral("kept")) == isKept
                             && alike.contains(cause) == isKept
                             && alike.contains(QStringLiteral("instead of")) == (half > 0.01),
                         qPrintable(alike));
            }
    }
};

RIDGEPOINT_GUI_TEST(MeasuredAgainTest)
#include "measured_again_test.moc"
