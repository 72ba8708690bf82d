// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/point_words.h"
#include "tests/gui/gui_support.h"
#include "tests/gui/synthetic_facts.h"

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What the inspector says where a measured point contradicts a roof: measured in a slower moment than the point, or in a faster one.
class DoubtWordsTest : public QObject {
    Q_OBJECT
private slots:
    void init() { failOnQtWarnings(); }

    void tellsWhenAPointOutranItsRoof()
    {
        const auto told = [](const PointFacts& facts) {
            return wordsOf(facts, Format(QLocale::c())).doubt;
        };
        const PointFacts facts = factsAt(cellWith(2, 1 << 26)); // bound by memory
        QVERIFY2(told(facts).isEmpty(), qPrintable(told(facts)));
        const Seconds allowed = costOf(facts.workload).bytes / BytesPerSecond(facts.deviceRoof(facts.prediction->bandwidthRoof)->value);
        const auto ranFor = [&](double shareAtLeast, Provenance provenance) {
            auto sample = std::make_shared<Sample>(*facts.sample);
            sample->time = sample->median = allowed / (shareAtLeast + 0.05);
            sample->low = allowed / (shareAtLeast + 0.1);
            sample->high = allowed / shareAtLeast;
            sample->provenance = provenance;
            PointFacts changed = facts;
            changed.sample = std::move(sample);
            return told(changed);
        };
        const QString words = ranFor(1.25, Provenance::Measured);
        QVERIFY2(words.contains("by " + Format(QLocale::c()).percent(0.25) + " at least") && words.contains(roofWord(facts.prediction->bandwidthRoof)), qPrintable(words));
        QVERIFY(ranFor(1.01, Provenance::Measured).isEmpty());  // undecided
        QVERIFY(ranFor(1.25, Provenance::Published).isEmpty()); // another's device has the roofs of its own source
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
            return wordsOf(changed, format).doubt;
        };
        QVERIFY2(told(0.4).contains("Faster than the cost of a launch allows (" + format.time(facts.prediction->overhead * 0.38)), qPrintable(told(0.4)));
        QVERIFY(told(0.4).contains(format.time(facts.prediction->overhead)) && told(0.4).contains("Ctrl+F5") && told(0.4).contains("what would help are no more than a guess"));
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
        QVERIFY2(words.doubt.startsWith("Launches limit it, and each costs about") && words.doubt.contains("Ctrl+F5"), qPrintable(words.doubt));
        QCOMPARE(doubtfulRoof(slower(3.4)), std::optional(facts.prediction->launchRoof));
        QVERIFY(!words.exceptions.join(' ').contains("none of them is the limit"));
        QCOMPARE(words.headline, wordsOf(facts, format).headline);
        QVERIFY(wordsOf(slower(1.9), format).doubt.isEmpty() && !doubtfulRoof(slower(1.9)));
        facts.analysis->regime = Regime::Memory; // what the slopes do not bear out is no launch
        QVERIFY(wordsOf(slower(3.4), format).doubt.isEmpty() && wordsOf(slower(3.4), format).exceptions.join(' ').contains("none of them is the limit"));
    }
};

QTEST_MAIN(DoubtWordsTest)
#include "doubt_words_test.moc"
