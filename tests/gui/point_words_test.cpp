// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/point_sentences.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/inspector_sections.h"
#include "app/desktop/inspect/lever_facts.h"
#include "app/desktop/inspect/point_words.h"
#include "app/desktop/session/live_session.h"
#include "core/analysis/shortfall.h"
#include "tests/gui/gui_support.h"
#include "tests/gui/synthetic_facts.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/synthetic_snapshot.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What the inspector says of a point: the level of memory that limits it, where it contradicts a roof, and twice its
/// size.
class PointWordsTest : public Case {
    Q_OBJECT

private slots:
    void saysWhichLevelLimitsAndWhatTheNearerOneWouldAllow()
    {
        const Format format{QLocale::c()};
        const PointFacts large = factsAt(cellWith(2, 1 << 26));
        const Seconds byL3 = costOf(large.workload).bytes / BytesPerSecond(large.roof("bandwidth.l3")->value);
        const Prediction& now = *large.prediction;
        const Seconds then = std::max({now.compute, now.latency, byL3}) + now.overhead;
        QVERIFY(now.time / then > 1.5);
        QCOMPARE(wordsOf(large, format).level,
                 QStringLiteral("Limited by DRAM. It would run %1 faster if the data came from L3.")
                     .arg(format.factor(now.time / then)));
        // The levers have the same number.
        const auto levers = leversAt(large.workload, *large.snapshot, lookupIn(large.snapshot));
        const auto nearer = std::ranges::find(levers, LeverKind::NearerLevel,
                                              [](const LeverFact& fact) { return fact.lever.kind; });
        QVERIFY(nearer != levers.end());
        QVERIFY(std::abs(nearer->lever.speedup / (now.time / then) - 1.0) < 1e-9);
        QCOMPARE(leverTitle(nearer->lever, large.workload, format),
                 QStringLiteral("Keep the data in L3 (smaller blocks, fusion)"));
        QVERIFY(wordsOf(factsAt(cellWith(700, 1 << 24)), format).level.isEmpty()); // computing limits it
        QVERIFY(wordsOf(factsAt(cellWith(4, 128)), format).level.isEmpty());
        // Of a device that only tells of its memory there is nothing to say.
        Snapshot plain = *syntheticSnapshotPointer();
        plain.roofs.levels.clear();
        LiveSession session;
        QVERIFY(wordsOf(factsOf(cellWith(2, 1 << 26), std::make_shared<const Snapshot>(std::move(plain)),
                                session.lookup("cpu")),
                        format)
                    .level.isEmpty());
    }
    void theNearerLevelAllowsNoMoreThanComputingAndTheWhatIfDo()
    {
        const Workload large = cellWith(2, 1 << 26);
        const Snapshot own = *syntheticSnapshotPointer();
        LiveSession session;
        for (const Sample& sample : own.samples)
            session.putSample(sample);
        const auto level = [&](const SnapshotPointer& snapshot) {
            return wordsOf(factsOf(large, snapshot, session.lookup("cpu")), Format(QLocale::c())).level;
        };
        const auto computingTakes = [&](double ofMemory) {
            Snapshot snapshot = own;
            const Prediction now = *predict(large, own.roofs, DeviceKind::Cpu);
            Roof roof = *own.roofs.find(now.computeRoof);
            roof.value = (costOf(large).flops / (now.memory * ofMemory)).value();
            snapshot.roofs.put(roof);
            return level(std::make_shared<const Snapshot>(std::move(snapshot)));
        };
        const QString plain = QStringLiteral("Limited by DRAM.");
        QCOMPARE(computingTakes(0.75),
                 QStringLiteral("Limited by DRAM. It would run 1.3× faster if the data came from L3."));
        QCOMPARE(computingTakes(0.95), plain);
        const auto times = [&](double factor) {
            WhatIf whatIf;
            whatIf.set("bandwidth.dram", factor);
            return level(withWhatIf(own, whatIf));
        };
        QVERIFY2(times(0.5).contains("faster if the data came from L3"), qPrintable(times(0.5)));
        QCOMPARE(times(10.0), plain); // above L3's
    }
    void ofTwoLevelsThatServeATensorTheOneThatTakesLongerLimits()
    {
        const Format format{QLocale::c()};
        Snapshot shared = *syntheticSnapshotPointer();
        const auto l3 = std::ranges::find(shared.roofs.levels, "l3", &MemoryLevel::name);
        QVERIFY(l3 != shared.roofs.levels.end());
        l3->kept = Bytes(20.0 * 1024 * 1024);
        LiveSession session;
        for (const Sample& sample : shared.samples)
            session.putSample(sample);
        const Workload between = cellWith(2, 16 << 20);
        const auto wordsWith = [&](double l3Bandwidth) {
            Snapshot snapshot = shared;
            Roof roof = *snapshot.roofs.find("bandwidth.l3");
            roof.value = l3Bandwidth;
            snapshot.roofs.put(roof);
            Sample sample = *std::ranges::find(shared.samples, between, &Sample::workload);
            const Seconds least = predict(between, snapshot.roofs, DeviceKind::Cpu)->time; // as these roofs allow
            for (Seconds* time : {&sample.time, &sample.median, &sample.low, &sample.high})
                *time = std::max(*time, least);
            session.putSample(sample);
            return wordsOf(
                factsOf(between, std::make_shared<const Snapshot>(std::move(snapshot)), session.lookup("cpu")), format);
        };
        const double fromCache = shared.roofs.sharedServiceOf(footprintOf(between))->fromCache;
        const double dram = shared.roofs.find("bandwidth.dram")->value;
        const auto wanted = [&](const char* level, double bytes, double l3Bandwidth) {
            const double ofCache = fromCache / l3Bandwidth;
            const double ofMemory = (1.0 - fromCache) / dram;
            return QStringLiteral(
                       "Limited by %1, which serves %2 of the bytes and takes %3 of the combined time of L3 and DRAM.")
                .arg(QLatin1String(level), format.percent(bytes),
                     format.percent(std::max(ofCache, ofMemory) / (ofCache + ofMemory)));
        };
        const double fast = 2.0 * dram;
        QCOMPARE(wordsWith(fast).level, wanted("DRAM", 1.0 - fromCache, fast));
        const double slow = dram * fromCache / (1.0 - fromCache) / 2.0; // it takes twice as long as memory
        QCOMPARE(wordsWith(slow).level, wanted("L3", fromCache, slow));
        // One that takes nearly all of the time is named alone, with the share of its roof.
        const PointWords alone = wordsWith(20.0 * dram);
        QVERIFY2(alone.level.startsWith("Limited by DRAM. It would run ") && alone.level.endsWith(" from L3."),
                 qPrintable(alone.level));
        const auto measured = std::ranges::find(shared.samples, between, &Sample::workload);
        QVERIFY(measured != shared.samples.end());
        const double fromMemory = (costOf(between).bytes / measured->time).value() * (1.0 - fromCache);
        QVERIFY2(alone.detail.contains(QStringLiteral("%1 of the DRAM roof").arg(format.percent(fromMemory / dram))),
                 qPrintable(alone.detail));
    }
    void theNearestLevelHasNoneThatWouldAllowMore()
    {
        Snapshot all = *syntheticSnapshotPointer();
        Workload small = cellWith(2, 1 << 12);
        const auto set = [&](const std::string& id, double value) {
            all.roofs.put({.id = id, .kind = *kindOfRoof(id), .value = value, .low = value, .high = value});
        };
        set(launchRoofId(small.launchMode), 1e-12); // so that memory is what is left
        set(computeRoofId(small.operation, small.precision), 1e18);
        all.roofs.levels.erase(all.roofs.levels.begin() + 1, all.roofs.levels.end() - 1);
        all.samples.clear(); // which were measured with other roofs
        all.points.clear();
        const PointFacts facts = factsOf(small, std::make_shared<const Snapshot>(std::move(all)),
                                         LiveSession().lookup("cpu"));
        QVERIFY(!facts.sample && facts.prediction && facts.prediction->limit == Regime::Memory);
        QCOMPARE(wordsOf(facts, Format(QLocale::c())).level, QStringLiteral("Limited by L1, the nearest level."));
    }

    void asksForF5OnlyWhereNothingIsMeasuredYet()
    {
        PointFacts facts;
        QVERIFY(wordsOf(facts, Format()).detail.contains("F5"));
        facts.isMeasuring = true;
        const QString told = wordsOf(facts, Format()).detail;
        QVERIFY2(told.contains("being measured") && !told.contains("F5"), qPrintable(told));
    }

    /// Nobody can measure it here: "not yet" would have them wait for it.
    void aPointThatARecordingLacksIsNotToBeMeasuredYet()
    {
        PointFacts facts = factsAt(cellWith(8, 1 << 20));
        QVERIFY(facts.sample && figuresOf(facts, Format()).waiting.isEmpty());
        facts.isRecorded = true;
        QVERIFY(figuresOf(facts, Format()).waiting.isEmpty()); // it is there
        facts.sample = nullptr;
        QCOMPARE(figuresOf(facts, Format()).waiting, QStringLiteral("not in this recording"));
        QCOMPARE(wordsOf(facts, Format()).detail, QStringLiteral("This recording has no measurement of this point."));
        QWidget panel;
        ReadingsSection readings(&panel);
        const auto says = [&panel](const QString& wanted) {
            const QList<QLabel*> labels = panel.findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&wanted](const QLabel* label) { return label->text() == wanted; });
        };
        readings.show(facts, {});
        QVERIFY(says(QStringLiteral("This recording has no readings of this point.")));
        facts.isRecorded = false;
        readings.show(facts, {});
        QVERIFY(says(QStringLiteral("No readings yet.")));
        QCOMPARE(figuresOf(facts, Format()).waiting, QString());
    }

    void tellsWhenAPointOutranItsRoof()
    {
        const PointFacts facts = factsAt(cellWith(2, 1 << 26)); // bound by memory
        const PointWords calm = wordsOf(facts, Format(QLocale::c()));
        QVERIFY2(calm.doubtReason.isEmpty(), qPrintable(calm.doubtReason));
        const Seconds allowed = costOf(facts.workload).bytes
                              / BytesPerSecond(facts.deviceRoof(facts.prediction->bandwidthRoof)->value);
        const auto ranFor = [&](double shareAtLeast, Provenance provenance) {
            auto sample = std::make_shared<Sample>(*facts.sample);
            sample->time = sample->median = allowed / (shareAtLeast + 0.05);
            sample->low = allowed / (shareAtLeast + 0.1);
            sample->high = allowed / shareAtLeast;
            sample->provenance = provenance;
            PointFacts changed = facts;
            changed.sample = std::move(sample);
            return wordsOf(changed, Format(QLocale::c()));
        };
        const PointWords words = ranFor(1.25, Provenance::Measured);
        QCOMPARE(words.doubtReason.section(QLatin1Char('.'), 0, 0),
                 "At least " + Format(QLocale::c()).percent(0.25)
                     + " faster than the DRAM roof allows: the device was slower when the roof was measured");
        // No percentage of more than the whole roof is told as a success.
        QCOMPARE(words.headline, QStringLiteral("Memory-bandwidth-bound, but faster than the DRAM roof allows"));
        QCOMPARE(words.verdict, QStringLiteral("Faster than the DRAM roof allows: the roofs are out of date"));
        QVERIFY(words.meaning.isEmpty() && words.level.isEmpty());
        QVERIFY(!calm.meaning.isEmpty() && !calm.level.isEmpty());
        // Where L3 may hold what did not come from DRAM, it is named.
        const double held = (Bytes(32.0 * 1024.0 * 1024.0) / footprintOf(facts.workload)) * 0.9;
        const PointWords cached = ranFor(1.0 / (1.0 - held), Provenance::Measured);
        QCOMPARE(cached.verdict, QStringLiteral("Faster than the DRAM roof allows: L3 serves part of the tensor, or "
                                                "the roofs are out of date"));
        QVERIFY2(cached.doubtReason.contains("allows: L3 serves part of the tensor, or the device was slower"),
                 qPrintable(cached.doubtReason));
        const PointWords undecided = ranFor(1.01, Provenance::Measured);
        QVERIFY(undecided.doubtReason.isEmpty());
        QCOMPARE(undecided.verdict,
                 QStringLiteral("Memory-bandwidth-bound: at the DRAM roof, within the measurement's interval"));
        const PointWords published = ranFor(1.25, Provenance::Published); // the roofs of its own source
        QVERIFY(published.doubtReason.isEmpty());
        QCOMPARE(published.verdict, QStringLiteral("Memory-bandwidth-bound, but faster than the DRAM roof allows"));
    }
    void tellsWhenAPointOutranTheCostOfItsLaunches()
    {
        const Format format{QLocale::c()};
        const PointFacts facts = factsAt(cellWith(4, 128)); // bound by overhead
        const auto told = [&](double ofLaunches) {
            auto sample = std::make_shared<Sample>(*facts.sample);
            sample->time = sample->median = facts.prediction->overhead * (ofLaunches * 0.95);
            sample->low = facts.prediction->overhead * (ofLaunches * 0.9);
            sample->high = facts.prediction->overhead * ofLaunches;
            PointFacts changed = facts;
            changed.sample = std::move(sample);
            return wordsOf(changed, format).doubtReason;
        };
        PointFacts quick = facts;
        auto sample = std::make_shared<Sample>(*facts.sample);
        sample->time = sample->high = facts.prediction->overhead * 0.5;
        quick.sample = std::move(sample);
        const Roof& launch = *facts.deviceRoof(facts.prediction->launchRoof);
        QVERIFY(doubtfulRoof(quick) && doubtfulRoof(quick)->roof == launch.id
                && std::abs(doubtfulRoof(quick)->seen / launch.value - 0.5) < 1e-9);
        QVERIFY2(
            told(0.4).contains("Faster than the launch cost allows (" + format.time(facts.prediction->overhead * 0.38)),
            qPrintable(told(0.4)));
        QCOMPARE(wordsOf(quick, format).headline,
                 QStringLiteral("Overhead-bound, but faster than the launch cost allows"));
        QCOMPARE(wordsOf(quick, format).verdict,
                 QStringLiteral("Faster than the launch cost allows: the roofs are out of date"));
        QVERIFY(told(0.4).contains(format.time(facts.prediction->overhead))
                && told(0.4).contains("the suggestions are unreliable"));
        QVERIFY2(!told(0.99).contains("Faster than"), qPrintable(told(0.99))); // undecided
        QVERIFY(wordsOf(facts, format).doubt.isEmpty());
    }
    void tellsWhenLaunchesCostFarMoreThanTheirRoof()
    {
        const Format format{QLocale::c()};
        PointFacts facts = factsAt(cellWith(4, 128)); // bound by overhead
        QCOMPARE(facts.prediction->limit, Regime::Overhead);
        QCOMPARE(*facts.analysis->regime, Regime::Overhead);
        const auto slower = [&](double factor) {
            auto sample = std::make_shared<Sample>(*facts.sample);
            sample->time = sample->median = sample->high = facts.prediction->time * factor;
            sample->low = sample->time * 0.99;
            PointFacts changed = facts;
            changed.sample = std::move(sample);
            return changed;
        };
        const PointWords words = wordsOf(slower(3.4), format);
        QVERIFY2(words.doubtReason.startsWith("Limited by launches: each costs about"), qPrintable(words.doubtReason));
        // What to do is one line, so that the levers stay in sight; why is the first remark.
        QCOMPARE(words.doubt, QStringLiteral("The roofs look out of date: measure them again (Ctrl+F5)."));
        InspectorPanel panel;
        panel.show(slower(3.4));
        QCOMPARE(panel.doubt()->text(), words.doubt);
        const QString count = QString::number(1 + words.exceptions.size());
        QVERIFY2(panel.remarks()->head()->text().endsWith(count), qPrintable(panel.remarks()->head()->text()));
        const auto labels = panel.findChildren<QLabel*>();
        const auto remarks = std::ranges::find_if(
            labels, [&](const QLabel* label) { return label->text().contains(words.doubtReason.toHtmlEscaped()); });
        QVERIFY(remarks != labels.end() && *remarks != panel.doubt());
        panel.show(facts);
        QVERIFY(panel.doubt()->isHidden());
        const auto doubted = doubtfulRoof(slower(3.4));
        QVERIFY(doubted && doubted->roof == facts.prediction->launchRoof);
        const double times = doubted->seen / facts.deviceRoof(doubted->roof)->value;
        QVERIFY2(times > 3.3 && times < 4.0,
                 qPrintable(QString::number(times))); // launching is most of the time that is 3.4 times as long
        QVERIFY(words.shortfall.isEmpty());
        QCOMPARE(words.headline, wordsOf(facts, format).headline);
        QVERIFY(wordsOf(slower(1.9), format).doubt.isEmpty() && !doubtfulRoof(slower(1.9)));
        facts.analysis->regime = Regime::Memory; // what the slopes do not bear out is no launch
        QVERIFY(wordsOf(slower(3.4), format).doubt.isEmpty()
                && wordsOf(slower(3.4), format).shortfall.contains("the time that the roofs allow"));
    }
    void saysWhatTheRoofsDoNotAccountFor()
    {
        const Format format{QLocale::c()};
        PointFacts facts = factsAt(cellWith(4, 128)); // bound by overhead
        QCOMPARE(facts.regime(), std::optional(Regime::Overhead));
        QVERIFY(wordsOf(facts, format).disagreement.isEmpty());
        QVERIFY(!wordsOf(facts, format).exceptions.join(' ').contains("do not explain"));
        facts.analysis->basis = Basis::Roofs;
        facts.analysis->shares = Shares{.compute = 0.01, .memory = 0.01, .overhead = 0.65, .unexplained = 0.33};
        const PointWords some = wordsOf(facts, format);
        QCOMPARE(some.headline, QStringLiteral("Overhead-bound"));
        QVERIFY2(some.shares.contains(QStringLiteral("unexplained")), qPrintable(some.shares));
        const QString exceptions = some.exceptions.join(QLatin1Char(' '))
                                       .replace(QChar(0x00A0), QLatin1Char(' '))
                                       .replace(QChar(0x202F), QLatin1Char(' '));
        QVERIFY2(exceptions.contains("The roofs do not explain 33 % of this point's time"), qPrintable(exceptions));
        facts.analysis->shares = Shares{.overhead = 0.4, .unexplained = 0.6};
        QCOMPARE(wordsOf(facts, format).headline, QStringLiteral("Overhead-bound, far from its roof"));
        QVERIFY2(wordsOf(facts, format).meaning.isEmpty(),
                 qPrintable(wordsOf(facts, format).meaning)); // most of its time goes elsewhere
        facts.analysis->regime.reset();                       // no term can be a third of it
        facts.analysis->shares = Shares{.overhead = 0.2, .unexplained = 0.8};
        const PointWords none = wordsOf(facts, format);
        QCOMPARE(none.headline, QStringLiteral("Limit not known yet"));
        QVERIFY(none.meaning.isEmpty());
    }
    void saysWhatWouldTellWhatLimitsAPoint()
    {
        const Format format{QLocale::c()};
        PointFacts facts = factsAt(cellWith(4, 128));
        facts.analysis->regime.reset();
        facts.analysis->shares = Shares{.compute = 0.6, .memory = 0.4};
        facts.analysis->intervals[0] = facts.analysis->intervals[1] = {0.0, 1.0};
        facts.analysis->flags = Flag::Ambiguous;
        for (const auto& [basis, remedy] :
             {std::pair{Basis::Slopes,
                        "Measure its neighbours (more operations per element, another size) or the roofs."},
              std::pair{Basis::Roofs, "Measure again while the machine is idle."}}) {
            facts.analysis->basis = basis;
            const PointWords words = wordsOf(facts, format);
            QCOMPARE(words.headline, QStringLiteral("Limit not known yet"));
            QVERIFY(words.meaning.isEmpty() && words.disagreement.isEmpty());
            QCOMPARE(words.exceptions.size(), 1); // not that its shares overlap as well
            QVERIFY2(words.exceptions.front().endsWith(remedy), qPrintable(words.exceptions.front()));
        }
        facts.analysis->regime = Regime::Compute;
        QVERIFY2(wordsOf(facts, format).exceptions.join(' ').contains("so its regime is not certain"),
                 qPrintable(wordsOf(facts, format).exceptions.join('|')));
    }
    void saysWhereTheRoofsAlonePredictAnotherRegime()
    {
        const Format format{QLocale::c()};
        PointFacts facts = factsAt(cellWith(4, 128));
        facts.analysis->regime = Regime::Compute;
        facts.analysis->runnerUp.reset();
        facts.analysis->flags = {};
        facts.analysis->shares = Shares{.compute = 0.55, .memory = 0.45};
        const QString but = QStringLiteral(
            "By the roofs alone this point would be overhead-bound; the measurements around it say ");
        const auto says = [&](const QString& headline, const QString& disagreement) {
            const PointWords words = wordsOf(facts, format);
            QCOMPARE(words.headline, headline); // as map, tables and files have it
            QCOMPARE(words.disagreement, disagreement);
        };
        says(QStringLiteral("Compute-bound"), but + QStringLiteral("compute-bound."));
        facts.analysis->runnerUp = Regime::Overhead; // which the headline does not name
        says(QStringLiteral("Compute-bound"), but + QStringLiteral("compute-bound."));
        facts.analysis->runnerUp.reset();
        facts.analysis->flags |= Flag::Ambiguous; // the sentence is no surer than the headline
        says(QStringLiteral("Probably compute-bound"), but + QStringLiteral("probably compute-bound."));
        facts.analysis->runnerUp = Regime::Memory;
        says(QStringLiteral("Compute-bound or memory-bandwidth-bound"),
             but + QStringLiteral("compute-bound or memory-bandwidth-bound."));
        facts.analysis->runnerUp = Regime::Overhead; // which the headline names too
        says(QStringLiteral("Compute-bound or overhead-bound"), QString());
    }
    void theMomentSaysWhyAPointTookLongerThanItsRoofsPromise()
    {
        PointFacts facts = factsAt(cellWith(2, 1 << 26)); // bound by memory
        facts.analysis->flags = {};
        const auto moment = [&](double memory, FlagSet flags) {
            facts.analysis->state.memory = memory;
            facts.analysis->referenceTime = facts.sample->time / memory;
            auto sample = std::make_shared<Sample>(*facts.sample);
            sample->flags = flags;
            facts.sample = sample;
            return wordsOf(facts, Format(QLocale::c())).moment;
        };
        const QString verdict = wordsOf(facts, Format(QLocale::c())).verdict;
        QVERIFY2(verdict.contains("of the DRAM roof"), qPrintable(verdict));
        QCOMPARE(moment(1.0, Flag::MachineBusy), QString());
        QCOMPARE(moment(0.5, Flag::MachineBusy), QString()); // it was faster
        QCOMPARE(moment(2.0, Flag::MachineBusy), QStringLiteral("Machine busy"));
        QCOMPARE(moment(2.0, Flag::Throttled), QStringLiteral("Lower clock"));
        // Of memory a limited power says nothing.
        QCOMPARE(moment(2.0, Flag::PowerLimited), QStringLiteral("Device slower than usual"));
        QCOMPARE(moment(2.0, {}), QStringLiteral("Device slower than usual"));
        QCOMPARE(wordsOf(facts, Format(QLocale::c())).verdict, verdict);
        LiveSession session;
        session.setDevices({syntheticDevice()});
        Cursor cursor(session);
        PresenterBar bar(cursor);
        bar.showVerdict(facts);
        QCOMPARE(bar.verdict()->text(), verdict);
        QVERIFY2(bar.workload()->text().startsWith(QStringLiteral("Device slower than usual · ")),
                 qPrintable(bar.workload()->text()));
    }
    void tellsACostlierLaunchByWhatTheEquationLeaves()
    {
        Sample sample;
        sample.workload.chainLength = 64;
        sample.workload.fusionDepth = 1;
        sample.time = Seconds(660e-6);
        sample.low = Seconds(655e-6);
        sample.high = Seconds(665e-6);
        Prediction prediction;
        prediction.overhead = prediction.gap = Seconds(320e-6);
        prediction.compute = Seconds(300e-6);
        prediction.time = Seconds(320e-6);
        prediction.limit = Regime::Overhead;
        PointAnalysis analysis;
        analysis.regime = Regime::Overhead;
        const auto cost = [&] { return costlierLaunch(sample, prediction, &analysis).value_or(Seconds()); };
        QCOMPARE(cost().value(), 360e-6 / 64.0);
        Prediction drawn = prediction; // of roofs under which launches cost half of what they did then
        drawn.overhead = Seconds(160e-6);
        QVERIFY2(costlierLaunchWords(sample, prediction, drawn, &analysis, Format(QLocale::c()))
                     .contains(Format(QLocale::c()).time(Seconds(2.5e-6))),
                 "by the roofs that are drawn");
        QVERIFY(!shareFarBelow(sample, prediction, &analysis));
        // What explains it otherwise goes first.
        for (const Flag flag : {Flag::MachineBusy, Flag::Throttled}) {
            sample.flags = flag;
            QCOMPARE(cost().value(), 0.0);
            QVERIFY(shareFarBelow(sample, prediction, &analysis).has_value());
        }
        sample.flags = {};
        analysis.flags = Flag::Ambiguous;
        QVERIFY(cost() > Seconds());         // probable is enough
        analysis.runnerUp = Regime::Compute; // a close call
        QCOMPARE(cost().value(), 0.0);
        analysis.runnerUp.reset();
        analysis.flags = {};
        prediction.fixed = Seconds(200e-6); // most of the overhead is once a chain
        QCOMPARE(cost().value(), 0.0);
        prediction.fixed = {};
        QVERIFY(cost() > Seconds() && !costlierLaunch(sample, prediction, nullptr));
    }

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
        LeverFacts probable = facts; // "Overhead-bound or compute-bound" stands above
        probable.isProbable = true;
        QVERIFY2(!doublingWords(probable, Format()).contains("so it is ")
                     && !doublingWords(probable, Format()).contains("the step to twice the size"),
                 qPrintable(doublingWords(probable, Format())));
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

RIDGEPOINT_GUI_TEST(PointWordsTest)
#include "point_words_test.moc"
