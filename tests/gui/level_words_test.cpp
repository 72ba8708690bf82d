// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/point_words.h"
#include "tests/gui/gui_support.h"
#include "tests/gui/synthetic_facts.h"

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What the inspector says of the level of memory that limits a point.
class LevelWordsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void saysWhichLevelLimitsAndWhatTheNearerOneWouldAllow()
    {
        const Format format{QLocale::c()};
        const PointFacts large = factsAt(cellWith(2, 1 << 26));
        const double headroom = large.roof("bandwidth.l3")->value / large.roof("bandwidth.dram")->value;
        QCOMPARE(wordsOf(large, format).level,
                 QStringLiteral("Limited by DRAM; L3 would allow %1.").arg(format.factor(headroom)));
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
            return wordsOf(
                       factsOf(between, std::make_shared<const Snapshot>(std::move(snapshot)), session.lookup("cpu")),
                       format)
                .level;
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
        const double fast = 4.0 * dram;
        QCOMPARE(wordsWith(fast), wanted("DRAM", 1.0 - fromCache, fast));
        const double slow = dram * fromCache / (1.0 - fromCache) / 2.0; // it takes twice as long as memory
        QCOMPARE(wordsWith(slow), wanted("L3", fromCache, slow));
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
};

RIDGEPOINT_GUI_TEST(LevelWordsTest)
#include "level_words_test.moc"
