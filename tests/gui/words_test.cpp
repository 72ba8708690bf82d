// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/style/format.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/inspector_sections.h"
#include "app/desktop/inspect/lever_facts.h"
#include "app/desktop/inspect/point_words.h"
#include "app/desktop/inspect/readings_view.h"
#include "app/desktop/session/cube_slice.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"
#include "core/analysis/shares.h"
#include "core/model/cost.h"
#include "tests/gui/gui_support.h"
#include "tests/gui/synthetic_facts.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QImage>
#include <QLabel>

#include <algorithm>
#include <limits>
#include <numeric>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What the window says in words and in the bar of shares, and which cells its sliders walk through.
class WordsTest : public Case {
    Q_OBJECT
private slots:
    void namesTheRegimeOfAPoint_data()
    {
        QTest::addColumn<int>("operations");
        QTest::addColumn<int>("elements");
        QTest::addColumn<QString>("headline");
        QTest::newRow("few operations, large: memory") << 2 << (1 << 26) << "Memory-bandwidth-bound";
        QTest::newRow("many operations, large: compute") << 700 << (1 << 24) << "Compute-bound";
        QTest::newRow("small: overhead") << 4 << 128 << "Overhead-bound";
    }
    void namesTheRegimeOfAPoint()
    {
        QFETCH(int, operations);
        QFETCH(int, elements);
        QFETCH(QString, headline);
        const PointWords words = wordsOf(factsAt(cellWith(operations, elements)), Format(QLocale::c()));
        QCOMPARE(words.headline, headline);
        QVERIFY(words.outcome.contains("predicted") && words.outcome.contains("measured"));
        QCOMPARE(words.equation, QStringLiteral("T = L · (max(F/P, B/W) + t)"));
        QCOMPARE(words.terms.size(), 3);
        QVERIFY(words.shares.contains("memory") && words.shares.contains(QStringLiteral("±")));
        QVERIFY2(!words.shares.contains(QStringLiteral(" ·")) && !words.shares.contains(QStringLiteral("± ")),
                 qPrintable(words.shares)); // figures are not torn apart
    }

    void saysWhatACacheServesOfALargerTensor()
    {
        Snapshot shared = *syntheticSnapshotPointer();
        const auto l3 = std::find_if(shared.roofs.levels.begin(), shared.roofs.levels.end(),
                                     [](const MemoryLevel& level) { return level.name == "l3"; });
        QVERIFY(l3 != shared.roofs.levels.end());
        constexpr double l3Kept = 20.0 * 1024 * 1024;
        l3->kept = Bytes(l3Kept);
        Roof slow = *shared.roofs.find("bandwidth.l3");
        slow.value = 2.0 * shared.roofs.find("bandwidth.dram")->value; // so that both take some of the time
        shared.roofs.put(slow);
        LiveSession session;
        for (const Sample& sample : shared.samples)
            session.putSample(sample);
        const auto snapshot = std::make_shared<const Snapshot>(std::move(shared));
        const Workload between = cellWith(2, 16 << 20);
        const PointWords words = wordsOf(factsOf(between, snapshot, session.lookup("cpu")), Format(QLocale::c()));
        const double served = (l3Kept / (4.0 * static_cast<double>(between.elements)) - 1.0 / 6.0) / (5.0 / 6.0);
        const QString term = QStringLiteral("W  %1 from L3 at ").arg(Format(QLocale::c()).percent(served));
        QVERIFY2(words.detail.contains("of what L3 and DRAM give together"), qPrintable(words.detail));
        QCOMPARE(words.terms.size(), 4);
        QVERIFY2(words.terms[2].startsWith(term) && words.terms[2].contains("the rest from DRAM at "),
                 qPrintable(words.terms[2]));
        QVERIFY(figuresOf(factsOf(between, snapshot, session.lookup("cpu")), Format(QLocale::c()))
                    .bandwidthNote.endsWith("of L3 + DRAM"));
        const PointWords beyond = wordsOf(factsOf(cellWith(2, 128 << 20), snapshot, session.lookup("cpu")),
                                          Format(QLocale::c()));
        QVERIFY2(beyond.detail.contains("of the DRAM roof"), qPrintable(beyond.detail));
        QCOMPARE(beyond.terms.size(), 3);
    }
    void callsNothingMeasuredThatIsOnlyPredicted()
    {
        Workload workload = syntheticPlan().base;
        workload.elements = 12345;
        const PointFacts facts = factsAt(workload);
        QVERIFY(!facts.sample);
        const PointWords words = wordsOf(facts, Format(QLocale::c()));
        QVERIFY(words.headline.startsWith("Predicted"));
        QVERIFY(!words.outcome.contains("measured"));
        QVERIFY(words.shares.isEmpty());
        QVERIFY(figuresOf(facts, Format(QLocale::c())).time.isEmpty());
    }

    void saysWhatIsTrueOfAPublishedDevice()
    {
        const Format format{QLocale::c()};
        for (const char* id : {"published:h200-rrze", "datasheet:h100-sxm5-80gb"}) {
            const ReferencePointer device = referenceOf(id, shippedDevices());
            QVERIFY(device);
            const Plan plan = referencePlan(*device, syntheticPlan().base);
            const auto snapshot = std::make_shared<const Snapshot>(referenceSnapshot(*device, plan, device->roofs));
            LiveSession session;
            for (const Sample& sample : device->samples)
                session.putSample(sample);
            const PointFacts facts = factsOf(plan.cell(0), snapshot, session.lookup("cpu"));
            QVERIFY(!facts.sample && facts.analysis); // a corner, predicted
            const PointWords words = wordsOf(facts, format);
            QVERIFY2(!words.exceptions.join('|').contains("map's edge"), qPrintable(words.exceptions.join('|')));
            const bool isPublished = !device->samples.empty();
            QCOMPARE(
                words.detail.startsWith("Not published at this point; predicted from the published roofs of NVIDIA "
                                        "H200"),
                isPublished);
            QCOMPARE(words.detail.contains("nothing has been measured"), !isPublished);
            QCOMPARE(figuresOf(facts, format).timeNote, isPublished ? QStringLiteral("predicted, not published here")
                                                                    : QStringLiteral("predicted, never measured"));
        }
    }
    void saysThatNothingIsKnownWithoutRoofs()
    {
        const PointWords words = wordsOf(PointFacts{}, Format(QLocale::c()));
        QCOMPARE(words.headline, QStringLiteral("Nothing measured yet"));
        QVERIFY(words.equation.isEmpty());
    }

    void explainsEveryMarkedException()
    {
        PointFacts facts = factsAt(cellWith(8, 1 << 24));
        facts.analysis->flags = Flag::CacheTransition | Flag::Ambiguous | Flag::MachineBusy;
        QCOMPARE(wordsOf(facts, Format(QLocale::c())).exceptions.size(), 3);
        facts.analysis->flags = Flag::Edge;
        QCOMPARE(wordsOf(facts, Format(QLocale::c())).exceptions,
                 QStringList{QStringLiteral("At the map's edge, so less certain.")});
    }

    /// To name a roof as the limit of what reaches a seventh of it would send people to the wrong lever.
    void doesNotBlameARoofThatIsFarAway()
    {
        const PointFacts facts = factsAt(cellWith(700, 1 << 24));
        const auto slowedBy = [&](double factor, double least = 0.0) {
            auto sample = std::make_shared<Sample>(*facts.sample);
            for (Seconds* each : {&sample->time, &sample->median, &sample->low, &sample->high})
                *each = facts.prediction->time * factor;
            if (least > 0.0)
                sample->low = facts.prediction->time * least;
            PointFacts changed = facts;
            changed.sample = std::move(sample);
            return wordsOf(changed, Format(QLocale::c()));
        };
        QCOMPARE(slowedBy(1.9).headline, QStringLiteral("Compute-bound"));
        QCOMPARE(slowedBy(2.1, 1.9).headline, QStringLiteral("Compute-bound")); // may have been nearer
        const PointWords slow = slowedBy(6.6);
        QCOMPARE(slow.headline, QStringLiteral("Compute-bound, far from its roof"));
        QVERIFY2(slow.shortfall.contains(QStringLiteral("6.6× the time that the roofs allow")),
                 qPrintable(slow.shortfall));
        QVERIFY(slowedBy(1.9).shortfall.isEmpty());
        // Of a device that was half as fast then: the equation beside it has the drawn roofs, and so has the number.
        PointFacts slower = facts;
        auto sample = std::make_shared<Sample>(*facts.sample);
        for (Seconds* each : {&sample->time, &sample->median, &sample->low, &sample->high})
            *each = facts.prediction->time * 13.2;
        slower.sample = std::move(sample);
        slower.predictionThen->time = facts.prediction->time * 2.0;
        const QString told = wordsOf(slower, Format(QLocale::c())).shortfall;
        QVERIFY2(told.contains(Format(QLocale::c()).factor(13.2) + " the time that the roofs allow"), qPrintable(told));
    }

    void looksForWhatElseCouldLimitAPointThatNoRoofDoes()
    {
        PointFacts facts = factsAt(cellWith(700, 1 << 20));
        facts.workload.threads = 4;
        const auto taking = [&](const Workload& workload, double factor) {
            auto sample = std::make_shared<Sample>(*facts.sample);
            sample->workload = workload;
            for (Seconds* each : {&sample->time, &sample->median, &sample->low, &sample->high})
                *each = facts.prediction->time * factor;
            return sample;
        };
        const auto far = taking(facts.workload, 6.6);
        facts.sample = taking(facts.workload, 1.5);
        const SampleLookup nothing = [](const Workload&) { return SamplePointer(); };
        QVERIFY(leverFactsOf(facts, nothing).causes.empty()); // a roof limits it
        facts.sample = far;
        const auto open = leverFactsOf(facts, nothing).causes;
        QVERIFY(open.size() == 2 && !open[0].finding && !open[1].finding);
        const Format format(QLocale::c());
        QVERIFY(causeWords(open[0], format).startsWith("Threads: if half of them"));
        const auto found = leverFactsOf(facts, [&](const Workload& workload) {
                               return workload.threads == 2 ? SamplePointer(taking(workload, 6.7))
                                                            : SamplePointer(taking(workload, 26.0));
                           }).causes;
        QVERIFY2(causeWords(found[0], format).contains("threads hold each other up"),
                 qPrintable(causeWords(found[0], format)));
        QVERIFY2(causeWords(found[1], format).contains("latency is not the cause"),
                 qPrintable(causeWords(found[1], format)));
        facts.workload.threads = 0;
        QCOMPARE(leverFactsOf(facts, nothing).causes.size(), std::size_t{1});
    }

    void aSmallFixedTermIsLeftToTheToolTip()
    {
        PointFacts facts = factsAt(cellWith(8, 1 << 24));
        QVERIFY(facts.prediction);
        Snapshot snapshot = *facts.snapshot;
        snapshot.device.kind = DeviceKind::Cuda;
        const auto wordsWith = [&](double share) {
            Snapshot changed = snapshot;
            Roof fixed;
            fixed.id = std::string(launchFixedRoofId);
            fixed.kind = RoofKind::Launch;
            fixed.value = fixed.low = fixed.high = share * facts.prediction->time.value();
            std::erase_if(changed.roofs.roofs, [&](const Roof& roof) { return roof.id == fixed.id; });
            changed.roofs.roofs.push_back(fixed);
            PointFacts others = facts;
            others.workload.launchMode = LaunchMode::Graph;
            others.sample = nullptr;
            others.snapshot = std::make_shared<const Snapshot>(std::move(changed));
            others.prediction = *predict(others.workload, others.snapshot->roofs, DeviceKind::Cuda);
            return wordsOf(others, Format(QLocale::c()));
        };
        const PointWords large = wordsWith(0.5);
        QVERIFY2(large.equation.endsWith("+ t_fixed"), qPrintable(large.equation));
        QVERIFY(large.terms.last().contains("t_fixed") && large.meaningOfTerms.isEmpty());
        const PointWords small = wordsWith(0.01);
        QVERIFY2(!small.equation.contains("t_fixed"), qPrintable(small.equation));
        QVERIFY(!small.terms.join(' ').contains("t_fixed"));
        QVERIFY2(small.meaningOfTerms.contains("t_fixed"), qPrintable(small.meaningOfTerms));
    }

    void namesBothRegimesOfACloseCall()
    {
        PointFacts facts = factsAt(cellWith(8, 1 << 24));
        QVERIFY(wordsOf(facts, Format(QLocale::c())).meaning.startsWith("Memory-bandwidth-bound: "));
        facts.analysis->flags |= Flag::Ambiguous;
        facts.analysis->shares = Shares{.compute = 0.48, .memory = 0.49, .overhead = 0.03, .underFilled = 0.0};
        facts.analysis->runnerUp = Regime::Compute;
        QCOMPARE(wordsOf(facts, Format(QLocale::c())).headline,
                 QStringLiteral("Memory-bandwidth-bound or compute-bound"));
        QVERIFY(wordsOf(facts, Format(QLocale::c())).meaning.isEmpty()); // of two
        // Overlapping, but not close.
        facts.analysis->runnerUp.reset();
        facts.analysis->shares = Shares{.compute = 0.12, .memory = 0.88, .overhead = 0.0, .underFilled = 0.0};
        facts.analysis->intervals[0] = {0.0, 0.48};
        facts.analysis->intervals[1] = {0.46, 1.0};
        facts.analysis->intervals[2] = {0.0, 0.02};
        const PointWords probable = wordsOf(facts, Format(QLocale::c()));
        QCOMPARE(probable.headline, QStringLiteral("Probably memory-bandwidth-bound"));
        QVERIFY2(probable.meaning.isEmpty(),
                 qPrintable(probable.meaning)); // that moving data takes the time is not certain
        const QString shares = QString(probable.shares).replace(QChar(0x00A0), QLatin1Char(' '));
        QVERIFY2(shares.contains("memory 88 % (46 to 100)") && shares.contains("compute 12 % (0 to 48)")
                     && shares.contains(QStringLiteral("overhead 0 ± 2 %")),
                 qPrintable(shares));
    }

    void callsNoMachineUnderFilledThatGivesMostOfARoof()
    {
        PointFacts facts = factsAt(cellWith(700, 1 << 24));
        auto slower = std::make_shared<Sample>(*facts.sample);
        slower->time = slower->median = slower->low = slower->high = facts.prediction->time
                                                                   * 1.4; // which the roofs do not explain
        facts.sample = slower;
        for (const double roof : {0.3, 0.91}) {
            const MeasuredShares measured = sharesFrom({0.95, 0.01}, {0.45, 0.01}, roof);
            facts.analysis->flags = measured.flags;
            facts.analysis->regime = measured.regime;
            facts.analysis->shares = measured.shares;
            facts.analysis->shareOfRoof = roof;
            const PointWords words = wordsOf(facts, Format(QLocale::c()));
            QCOMPARE(words.headline.contains("nder-filled"), roof < 0.5);
            QCOMPARE(words.meaning.startsWith("Under-filled: "), roof < 0.5);
            QCOMPARE(words.exceptions.join(' ').contains("too small to use the whole machine"), roof < 0.5);
        }
    }

    void callsTheRangeOfFewRoundsAGuess()
    {
        const PointFacts facts = factsAt(cellWith(8, 1 << 24));
        auto sample = std::make_shared<Sample>(*facts.sample);
        sample->low = sample->time * 0.9;
        sample->high = sample->time * 1.1;
        sample->keptReadings = {static_cast<float>(sample->time.value() * 1.02),
                                static_cast<float>(sample->time.value())};
        for (const bool few : {false, true}) {
            sample->flags = few ? FlagSet(Flag::FewReadings) : FlagSet();
            PointFacts changed = facts;
            changed.sample = std::make_shared<const Sample>(*sample);
            const QString words = wordsOf(changed, Format(QLocale::c())).readings.join(' ');
            QCOMPARE(words.contains("about ±"), few);
            QCOMPARE(words.contains("interval"), !few);
            QCOMPARE(words.contains("repeated runs: about ±"), few);
            // The interval is wider than the readings, whose own span is said beside it.
            QCOMPARE(words.contains(QStringLiteral("readings from %1 to %2")
                                        .arg(Format(QLocale::c()).time(sample->time),
                                             Format(QLocale::c()).time(sample->time * 1.02))),
                     few);
            QCOMPARE(figuresOf(changed, Format(QLocale::c())).timeNote.startsWith("about"), few);
        }
    }

    /// One percentage of a roof in the window, of the roof that is drawn, whichever part of it says so.
    void sharesUnderAWhatIfAreOfTheRoofsThatAreDrawn()
    {
        const Format format{QLocale::c()};
        PointFacts facts = factsAt(cellWith(2, 1 << 26));
        const Roof own = *facts.deviceRoof("bandwidth.dram");
        const double rate = (costOf(facts.workload).bytes / facts.sample->time).value();
        WhatIf whatIf;
        whatIf.set("bandwidth.dram", 2.0);
        facts = factsOf(facts.workload, withWhatIf(*facts.snapshot, whatIf),
                        [sample = facts.sample](const Workload&) { return sample; });
        QVERIFY(facts.hasWhatIf());
        const PointWords words = wordsOf(facts, format);
        const QString percent = format.percent(rate / own.value / 2.0);
        const QString whole = QStringLiteral("%1 of the DRAM roof 2.0× (what\u00a0if)").arg(percent);
        QVERIFY2(words.detail.contains(whole), qPrintable(words.detail));
        QCOMPARE(words.verdict, QStringLiteral("%1: %2").arg(words.headline, whole)); // the presenter's
        QCOMPARE(figuresOf(facts, format).bandwidthNote, QStringLiteral("%1 of DRAM 2.0× (what\u00a0if)").arg(percent));
        Roof drawn = own;
        drawn.value *= 2.0;
        QVERIFY2(words.terms[1].contains(format.roofValue(drawn)), qPrintable(words.terms[1]));
    }
    /// The shares are measured, and what a what-if makes of the regime stands beside the regime.
    void aWhatIfIsToldApartFromWhatIsMeasured()
    {
        const Format format{QLocale::c()};
        const PointFacts own = factsAt(cellWith(2, 1 << 26)); // bound by memory
        const auto with = [&own](double bandwidth) {
            WhatIf whatIf;
            whatIf.set("bandwidth.dram", bandwidth);
            return factsOf(own.workload, withWhatIf(*own.snapshot, whatIf),
                           [&own](const Workload&) { return own.sample; });
        };
        const PointWords plain = wordsOf(own, format);
        QVERIFY(plain.shares.startsWith("Time shares: ") && plain.headlineWithWhatIf.isEmpty());
        const PointWords slower = wordsOf(with(0.5), format);
        QVERIFY2(slower.shares.startsWith("Measured time shares: "), qPrintable(slower.shares));
        QVERIFY2(slower.headlineWithWhatIf.isEmpty(), qPrintable(slower.headlineWithWhatIf));
        const PointWords faster = wordsOf(with(64.0), format);
        QCOMPARE(faster.headline, plain.headline);
        QCOMPARE(faster.headlineWithWhatIf, QStringLiteral("With the what-if: compute-bound"));
        QVERIFY2(faster.disagreement.isEmpty(), qPrintable(faster.disagreement)); // once is enough
        InspectorPanel panel;
        panel.show(own);
        QCOMPARE(panel.headline()->text(), plain.headline);
        panel.show(with(64.0));
        QCOMPARE(panel.headline()->text(), faster.headline + QLatin1Char('\n') + faster.headlineWithWhatIf);
    }
    void aWhatIfSaysWhatItGains()
    {
        const Format format{QLocale::c()};
        const PointFacts own = factsAt(cellWith(2, 1 << 26)); // bound by memory
        const auto with = [&own](std::string_view key, double factor) {
            WhatIf whatIf;
            whatIf.set(key, factor);
            return factsOf(own.workload, withWhatIf(*own.snapshot, whatIf),
                           [&own](const Workload&) { return own.sample; });
        };
        QVERIFY(wordsOf(own, format).whatIfGain.isEmpty());
        const PointFacts half = with("bandwidth.dram", 0.5);
        const QString before = format.time(own.prediction->time);
        const QString after = format.time(half.prediction->time);
        QCOMPARE(before.section(QChar(0x00A0), 1), after.section(QChar(0x00A0), 1)); // the unit, which stands once
        QCOMPARE(
            wordsOf(half, format).whatIfGain,
            QStringLiteral("Predicted 2.0× slower: %1\u00a0→\u00a0%2").arg(before.section(QChar(0x00A0), 0, 0), after));
        const PointFacts twice = with("bandwidth.dram", 2.0);
        const PointWords faster = wordsOf(twice, format);
        QVERIFY2(faster.whatIfGain.startsWith(QStringLiteral("Predicted 2.0× faster: "))
                     && faster.whatIfGain.endsWith(format.time(twice.prediction->time)),
                 qPrintable(faster.whatIfGain));
        const QString idle =
            wordsOf(with(WhatIf::keyOf(computeRoofId(Operation::Fma, Precision::Fp32)), 1.5), format).whatIfGain;
        QVERIFY2(idle.startsWith(QStringLiteral("Predicted no faster: ")) && !idle.contains("limited"),
                 qPrintable(idle));
        const QString other = wordsOf(with("bandwidth.dram", 64.0), format).whatIfGain;
        QVERIFY2(other.endsWith(", then limited by compute"), qPrintable(other));
        InspectorPanel panel;
        panel.show(twice);
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) {
            return label->text() == faster.whatIf + QLatin1Char('\n') + faster.whatIfGain && !label->isHidden();
        }));
    }
    void givesTheLaunchItsInterval()
    {
        const Format format{QLocale::c()};
        Snapshot doubtful = *syntheticSnapshotPointer();
        const Workload small = cellWith(4, 128);
        Roof launch = *doubtful.roofs.find(launchRoofId(small.launchMode));
        launch.low = 0.4 * launch.value;
        launch.high = 1.7 * launch.value;
        doubtful.roofs.put(launch);
        const QString words = wordsOf(factsOf(small, std::make_shared<const Snapshot>(doubtful),
                                              LiveSession().lookup("cpu")),
                                      format)
                                  .terms.join('|');
        QVERIFY2(words.contains(format.roofValue(launch) + QChar(0x00A0) + QStringLiteral("±") + QChar(0x00A0)
                                + QStringLiteral("65")),
                 qPrintable(words));
        launch.low = 0.89 * launch.value; // of unlike sides, which no line may part
        launch.high = 1.03 * launch.value;
        doubtful.roofs.put(launch);
        auto sample = std::make_shared<Sample>(syntheticSample(small, 8));
        sample->low = sample->time * 0.89;
        sample->high = sample->time * 1.03;
        const PointFacts unlike = factsOf(small, std::make_shared<const Snapshot>(doubtful),
                                          [&](const Workload&) { return sample; });
        const QString sides = QStringLiteral("−11/\u2060+3\u00a0%");
        QVERIFY2(wordsOf(unlike, format).terms.join('|').contains(sides),
                 qPrintable(wordsOf(unlike, format).terms.join('|')));
        QVERIFY2(wordsOf(unlike, format).readings.join('|').contains(sides),
                 qPrintable(wordsOf(unlike, format).readings.join('|')));
        QVERIFY2(figuresOf(unlike, format).timeNote.contains(sides), qPrintable(figuresOf(unlike, format).timeNote));
        launch.low = launch.high = launch.value;
        doubtful.roofs.put(launch);
        QVERIFY(wordsOf(factsOf(small, std::make_shared<const Snapshot>(doubtful), LiveSession().lookup("cpu")), format)
                    .terms.join('|')
                    .endsWith(format.roofValue(launch)));
    }
    void tellsWhatWaitingForTheOneBeforeTakes()
    {
        const Format format{QLocale::c()};
        Snapshot known = *syntheticSnapshotPointer();
        Workload one = cellWith(700, 1 << 24);
        one.elements = 1;
        one.chainLength = one.fusionDepth = 4;
        const auto wordsAt = [&](const Workload& workload) {
            return wordsOf(factsOf(workload, std::make_shared<const Snapshot>(known), LiveSession().lookup("cpu")),
                           format);
        };
        QVERIFY(!wordsAt(one).equation.contains(QStringLiteral("λ"))
                && wordsAt(one).meaningOfTerms.isEmpty()); // nobody knows how long that is
        const std::string id = latencyRoofId(one.operation, one.precision);
        known.roofs.put({.id = id, .kind = RoofKind::Latency, .value = 1.07e-9, .low = 1.07e-9, .high = 1.07e-9});
        const PointWords words = wordsAt(one);
        QCOMPARE(words.equation, QStringLiteral("T = L · (max(F/P, B/W, k·d·λ) + t)"));
        QString term = words.terms.value(2);
        for (const char16_t space : {u'\u00a0', u'\u202f', u'\u2009'})
            term.replace(QChar(space), QLatin1Char(' '));
        const QString taken = format.time(Seconds(1.07e-9 * 4.0 * static_cast<double>(one.operationsPerElement)))
                                  .replace(QChar(0x00A0), QLatin1Char(' '));
        QVERIFY2(term.startsWith(QStringLiteral("Latency, k·d·λ  %1 × 4 × 1.07 ns").arg(one.operationsPerElement))
                     && term.endsWith(taken),
                 qPrintable(term));
        QVERIFY(words.meaningOfTerms.startsWith(QStringLiteral("λ is ")) && !words.meaningOfTerms.contains("block"));
        known.device.kind = DeviceKind::Cuda; // where not elements are too few but blocks
        QVERIFY(wordsAt(one).meaningOfTerms.startsWith(QStringLiteral("λ is the time that one block takes")));
        known.device.kind = DeviceKind::Cpu;
        const PointWords large = wordsAt(cellWith(700, 1 << 24)); // where it hides behind the others
        QCOMPARE(large.equation, QStringLiteral("T = L · (max(F/P, B/W) + t)"));
        QCOMPARE(large.terms.size(), 3);
    }
    /// A reader can redo what is said from the roofs that are drawn; that the device was slower then is a remark.
    void calculatesWithTheRoofsThatAreDrawnAndRemarksOnTheState()
    {
        const Format format{QLocale::c()};
        Snapshot slow = *syntheticSnapshotPointer();
        const Workload workload = cellWith(2, 1 << 26);
        LiveSession session;
        PointAnalysis* analysis = nullptr;
        for (std::size_t i = 0; i < slow.samples.size(); ++i)
            if (slow.samples[i].workload == workload) {
                session.putSample(slow.samples[i]);
                analysis = &slow.points[i];
            }
        QVERIFY(analysis != nullptr);
        const auto facts = [&] {
            return factsOf(workload, std::make_shared<const Snapshot>(slow), session.lookup("cpu"));
        };
        const PointWords calm = wordsOf(facts(), format);
        const Seconds time = facts().sample->time;
        analysis->state = {.memory = 2.0, .compute = 1.25, .launch = 3.0};
        analysis->referenceTime = time * 0.5;
        const PointWords words = wordsOf(facts(), format);
        QCOMPARE(words.terms, calm.terms);
        QCOMPARE(words.outcome, calm.outcome);
        QCOMPARE(words.detail, calm.detail);
        QCOMPARE(words.verdict, calm.verdict);
        // Of what the shares are, and why that is not the time that is measured.
        const auto promised = [&](const char* reason) {
            return QStringLiteral("%1 measured%2, %3 explained by the roofs; of these: ")
                .arg(format.time(time), QLatin1String(reason), format.time(time * 0.5));
        };
        QVERIFY2(words.shares.startsWith(promised("")), qPrintable(words.shares));
        analysis->flags |= Flag::Throttled;
        QVERIFY2(wordsOf(facts(), format).shares.startsWith(promised(" (the clock was lowered)")),
                 qPrintable(wordsOf(facts(), format).shares));
        PointFacts busy = facts();
        auto disturbed = std::make_shared<Sample>(*busy.sample);
        disturbed->flags |= Flag::MachineBusy;
        busy.sample = disturbed;
        QVERIFY2(wordsOf(busy, format).shares.startsWith(promised(" (the machine was busy)")),
                 qPrintable(wordsOf(busy, format).shares));
        analysis->referenceTime = time * 1.25; // the device was faster than its roofs
        const QString faster = QStringLiteral("%1 measured, %2 predicted by the roofs; of these: ")
                                   .arg(format.time(time), format.time(time * 1.25));
        QVERIFY2(wordsOf(facts(), format).shares.startsWith(faster), qPrintable(wordsOf(facts(), format).shares));
        QVERIFY2(calm.shares.startsWith("Time shares: "), qPrintable(calm.shares));
        QCOMPARE(figuresOf(facts(), format).bandwidthNote.section(QStringLiteral(" of "), 0, 0),
                 words.detail.section(QStringLiteral(" of "), 0, 0));
        const auto isOnState = [](const QString& remark) { return remark.startsWith("While this was measured"); };
        const auto state = std::ranges::find_if(words.exceptions, isOnState);
        QVERIFY2(state != words.exceptions.end(), qPrintable(words.exceptions.join('|')));
        QVERIFY2(state->contains("memory ran at " + format.percent(0.5)) && state->contains(format.factor(3.0))
                     && state->contains(format.time(time * 0.5)),
                 qPrintable(*state));
        QVERIFY(std::ranges::none_of(calm.exceptions, isOnState));
        analysis->referenceTime = time; // a state that changes less than the interval
        QVERIFY(std::ranges::none_of(wordsOf(facts(), format).exceptions, isOnState));
    }
    void countsEveryReadingOnceInTheHistogram()
    {
        std::vector<float> readings(60);
        std::iota(readings.begin(), readings.end(), 100.0F);
        readings.push_back(10000.0F); // one stray reading must not flatten the rest
        const Histogram histogram = histogramOf(readings, 12);
        QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0), 61);
        QVERIFY(histogram.high < 1000.0);
        QVERIFY(*std::max_element(histogram.counts.begin(), histogram.counts.end()) < 40);
        QVERIFY(histogramOf({}, 12).counts.empty());
        QCOMPARE(histogramOf({1.0F, 1.0F}, 4).counts, (std::vector{2, 0, 0, 0}));
    }

    void walksThroughEveryPowerOfTwo()
    {
        const RoofSet roofs = syntheticRoofs(syntheticThreads);
        const Axis operations = operationsAxis();
        const Axis sizes = sizeAxis(syntheticDevice(), &roofs, Precision::Fp32);
        for (std::int64_t value = 1; value <= 512; value *= 2)
            QVERIFY(std::find(operations.values.begin(), operations.values.end(), value) != operations.values.end());
        QVERIFY(std::is_sorted(sizes.values.begin(), sizes.values.end()));
        QCOMPARE(sizes.values.back(), largestElements(syntheticDevice(), &roofs, Precision::Fp32));
        QCOMPARE(depthAxis(12).values, (std::vector<std::int64_t>{1, 2, 3, 4, 6, 12}));
    }

    void aMapIsFirstLookedAtInMemory()
    {
        RoofSet roofs{.device = "cpu", .threads = 2, .roofs = {}, .unavailable = {}, .levels = {}};
        const double mebibyte = 1024.0 * 1024.0;
        for (const double knee : {52.0, 108.0, 160.0, 200.0, 272.0, 340.0}) {
            roofs.levels = {{"l2", Bytes(2 * mebibyte), true, Bytes(2 * mebibyte)},
                            {"l3", Bytes(knee * mebibyte), false, Bytes(480 * mebibyte)},
                            {"dram", Bytes(std::numeric_limits<double>::infinity()), false}};
            DeviceInfo device = syntheticDevice();
            device.memory = Bytes(23e9);
            const Axis sizes = sizeAxis(device, &roofs, Precision::Fp32);
            QCOMPARE(sizes.values.back(), std::int64_t{128} << 20);
            // Others share this cache: of 256 MiB it serves a part in one minute and nothing in the next.
            QCOMPARE(startElements(sizes, &roofs, Precision::Fp32), std::int64_t{128} << 20);
        }
        // A cache of one's own: one step below the largest, which has neighbours on both sides.
        roofs.levels = {{"l3", Bytes(30 * mebibyte), false, Bytes(32 * mebibyte)},
                        {"dram", Bytes(std::numeric_limits<double>::infinity()), false}};
        const Axis own = sizeAxis(syntheticDevice(), &roofs, Precision::Fp32);
        QCOMPARE(startElements(own, &roofs, Precision::Fp32), std::int64_t{16} << 20);
        QCOMPARE(startElements({AxisKind::Size, {1, 2, 4}}, nullptr, Precision::Fp32), std::int64_t{2});
        QCOMPARE(startElements({AxisKind::Size, {4}}, &roofs, Precision::Fp32), std::int64_t{4});
    }

    void namesNoCacheThatWasNotToldApartFromAnother()
    {
        const Format format{QLocale::c()};
        RoofSet roofs = syntheticRoofs(syntheticThreads);
        const Workload small = cellWith(4, 128);
        QVERIFY2(placeWords(small, &roofs, format).endsWith("in L1"), qPrintable(placeWords(small, &roofs, format)));
        const auto l1 = std::find_if(roofs.levels.begin(), roofs.levels.end(),
                                     [](const MemoryLevel& level) { return level.name == "l1"; });
        QVERIFY(l1 != roofs.levels.end());
        roofs.levels.erase(l1);
        roofs.unavailable.push_back(
            {bandwidthRoofId("l1"), Error{ErrorKind::Unavailable, "roof.level-not-seen", "%1", {"l1"}}});
        QVERIFY2(placeWords(small, &roofs, format).endsWith("in L1 or L2"),
                 qPrintable(placeWords(small, &roofs, format)));
        Workload large = small;
        large.elements = 128 << 20;
        QVERIFY2(placeWords(large, &roofs, format).endsWith("in DRAM"), qPrintable(placeWords(large, &roofs, format)));
    }

    void keepsTheGridOfAKnownPlanWhenAKneeMoves()
    {
        RoofSet roofs = syntheticRoofs(syntheticThreads);
        Workload cursor;
        cursor.threads = syntheticThreads;
        const Plan first = mapPlan(MapKind::IntensitySize, cursor, syntheticDevice(), &roofs, {});
        for (MemoryLevel& level : roofs.levels)
            level.capacity = level.capacity * 8.0;
        QVERIFY(mapPlan(MapKind::IntensitySize, cursor, syntheticDevice(), &roofs, {}).axes != first.axes);
        QVERIFY(mapPlan(MapKind::IntensitySize, cursor, syntheticDevice(), &roofs, {first}) == first);
    }

    void aCubeThatWasSweptGivesItsAxesToEveryMapAndSlider()
    {
        Plan cube;
        cube.device = syntheticDevice().id;
        cube.base.threads = syntheticThreads;
        cube.base.chainLength = 6;
        cube.axes = {
            {AxisKind::Operations, {1, 5, 25}}, {AxisKind::Depth, {1, 3}}, {AxisKind::Size, {100, 1000, 10000}}};
        const auto axis = [&](AxisKind kind) {
            return *std::find_if(cube.axes.begin(), cube.axes.end(),
                                 [kind](const Axis& each) { return each.kind == kind; });
        };
        Workload place = cube.base;
        for (const MapKind mapKind : {MapKind::IntensitySize, MapKind::DepthSize, MapKind::IntensityDepth})
            for (const Axis& each : mapPlan(mapKind, place, syntheticDevice(), nullptr, {cube}).axes)
                QCOMPARE(each.values, axis(each.kind).values);
        LiveSession session;
        Cursor cursor(session);
        Session swept;
        swept.created = "2026-01-01T00:00:00Z";
        swept.devices = {syntheticDevice()};
        swept.plans = {cube};
        for (std::size_t i = 0; i < cube.cellCount(); ++i)
            swept.samples.push_back(syntheticSample(cube.cell(i), 8));
        session.replace(std::move(swept));
        for (const MapKind mapKind : {MapKind::IntensitySize, MapKind::DepthSize, MapKind::IntensityDepth}) {
            cursor.setMapKind(mapKind);
            for (const AxisKind kind : allAxisKinds)
                QCOMPARE(cursor.axis(kind).values, axis(kind).values);
            QVERIFY(session.find(cube.device, cursor.workload()) != nullptr);
        }
    }

    void leavesRoomInTheMemory()
    {
        DeviceInfo small = syntheticDevice();
        small.memory = Bytes(64.0 * 1024 * 1024);
        const RoofSet roofs = syntheticRoofs(syntheticThreads);
        QVERIFY(static_cast<double>(largestElements(small, &roofs, Precision::Fp64)) * 8.0
                <= small.memory.value() / 4.0);
    }
    /// As empty room it looked like a bar that does not go on: a third of the time was nobody's.
    void whatNoRoofExplainsIsAPieceOfItsOwn()
    {
        SharesBar bar;
        bar.setAttribute(Qt::WA_DontShowOnScreen);
        bar.resize(200, 12);
        bar.show({{.memory = 0.5, .unexplained = 0.5}});
        bar.QWidget::show();
        const QImage picture = bar.grab().toImage();
        const double scale = picture.devicePixelRatio();
        const auto colorsFrom = [&](int left) {
            QSet<QRgb> colors;
            for (int x = left; x < left + 60; ++x)
                for (int y = 3; y < 9; ++y)
                    colors.insert(picture.pixel(static_cast<int>(x * scale), static_cast<int>(y * scale)));
            return colors;
        };
        QCOMPARE(colorsFrom(20).size(), 1);
        const QSet<QRgb> unexplained = colorsFrom(120);
        QVERIFY(unexplained.size() > 1); // crossed lines
        QVERIFY(!unexplained.contains(*colorsFrom(20).begin()));
        const QString half = Format().percent(0.5) + QStringLiteral(" of the time: ");
        QVERIFY2(bar.wordsAt(150.0).contains(half + QStringLiteral("unexplained")), qPrintable(bar.wordsAt(150.0)));
        QCOMPARE(bar.wordsAt(50.0), half + regimeLabel(Regime::Memory));
        bar.show(std::nullopt);
        QVERIFY(bar.wordsAt(150.0).isEmpty());
    }
};

RIDGEPOINT_GUI_TEST(WordsTest)
#include "words_test.moc"
