// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/curves_data.h"
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/regime_map_data.h"
#include "app/charts/data/roofline_data.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

/// Charts of a what-if: what follows the roofs, what stays, and that no file passes it off as measured.
class ApplyWhatIfTest : public test::Case {
    Q_OBJECT

    SnapshotPointer m_real;
    WhatIf m_twice;

    static std::size_t count(const std::string& text, const std::string& word)
    {
        std::size_t found = 0;
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
            ++found;
        return found;
    }

private slots:
    void initTestCase()
    {
        m_real = test::syntheticSnapshotPointer();
        m_twice.set("bandwidth.dram", 2.0);
    }
    void keepsTheDevicesOwnRoofsBesideTheImaginedOnes()
    {
        const SnapshotPointer twice = withWhatIf(*m_real, m_twice);
        QVERIFY(hasWhatIf(*twice) && !hasWhatIf(*m_real));
        QCOMPARE(realRoof(*twice, "bandwidth.dram")->value, m_real->roofs.find("bandwidth.dram")->value);
        QVERIFY(realRoof(*twice, "bandwidth.dram")->provenance == Provenance::Measured);
        QCOMPARE(twice->roofs.find("bandwidth.dram")->value, 2.0 * m_real->roofs.find("bandwidth.dram")->value);
        QCOMPARE(whatIfFactor(*twice, "bandwidth.dram"), 2.0);
        QCOMPARE(whatIfFactor(*twice, "bandwidth.l2"), 1.0);
        // Another what-if starts from the device's own roofs, and none gives them back.
        WhatIf launches;
        launches.set(WhatIf::allLaunches, 0.5);
        const SnapshotPointer other = withWhatIf(*twice, launches);
        QCOMPARE(other->roofs.find("bandwidth.dram")->value, m_real->roofs.find("bandwidth.dram")->value);
        const SnapshotPointer none = withWhatIf(*twice, WhatIf());
        QVERIFY(!hasWhatIf(*none) && none->roofs.find("bandwidth.dram")->provenance == Provenance::Measured);
    }

    void movesRidgeBordersAndPredictionsButNoMeasuredPoint()
    {
        const SnapshotPointer twice = withWhatIf(*m_real, m_twice);
        const Workload cursor = test::syntheticCursor();
        const RooflineData before = rooflineData(*m_real, cursor);
        const RooflineData after = rooflineData(*twice, cursor);
        QCOMPARE(after.series.front().points.size(), before.series.front().points.size());
        for (std::size_t i = 0; i < after.series.front().points.size(); ++i) {
            QVERIFY(after.series.front().points[i].time == before.series.front().points[i].time);
            QVERIFY(after.series.front().points[i].regime == before.series.front().points[i].regime);
        }
        const auto ridge = [](const RooflineData& data) {
            return std::find_if(data.ridges.begin(), data.ridges.end(),
                                [](const RidgePoint& point) { return point.active; })
                ->intensity.value();
        };
        QVERIFY(std::abs(ridge(after) * 2.0 - ridge(before)) < 1e-9 * ridge(before));
        QCOMPARE(after.originals.size(), std::size_t{1});
        QCOMPARE(after.originals.front().roof.value, before.activeBandwidth()->roof.value);
        QCOMPARE(after.activeBandwidth()->factor, 2.0);
        QVERIFY(before.originals.empty());
        const RegimeMapData map = regimeMapData(*m_real, cursor);
        const RegimeMapData imaginedMap = regimeMapData(*twice, cursor);
        QVERIFY(map.borders.size() != imaginedMap.borders.size()
                || map.borders.front().line.front().x != imaginedMap.borders.front().line.front().x
                || map.borders.front().line.back().x != imaginedMap.borders.front().line.back().x);
        for (std::size_t i = 0; i < map.cells.size(); ++i)
            QVERIFY(map.cells[i].seconds == imaginedMap.cells[i].seconds
                    && map.cells[i].confidence == imaginedMap.cells[i].confidence);
    }

    void theOverheadRoofKeepsItsSizeAndMovesWithTheLaunchCost()
    {
        WhatIf half;
        half.set(WhatIf::allLaunches, 0.5);
        const RooflineData before = rooflineData(*m_real, test::syntheticCursor());
        const RooflineData after = rooflineData(*withWhatIf(*m_real, half), test::syntheticCursor());
        QVERIFY(before.overhead && after.overhead && after.originalOverhead && !before.originalOverhead);
        QCOMPARE(after.overhead->workload.elements, before.overhead->workload.elements);
        const FlopsPerByte intensity(0.25);
        QVERIFY(after.overhead->at(intensity) > before.overhead->at(intensity));
        QVERIFY(after.originalOverhead->at(intensity) == before.overhead->at(intensity));
    }

    void namesItInWordsAndInFiles()
    {
        const Format format(QLocale::c());
        WhatIf both = m_twice;
        both.set(WhatIf::allLaunches, 0.5);
        both.set("bandwidth.l9", 8.0); // no roof of this device, so nothing to tell
        const SnapshotPointer twice = withWhatIf(*m_real, both);
        QCOMPARE(whatIfWords(*twice, format), QStringLiteral("What if: DRAM 2.0×, launch cost 0.50×"));
        QCOMPARE(whatIfCode(*twice), std::string("bandwidth.dram x2; launch x0.5"));
        QCOMPARE(whatIfFactorWords(1.25, format), QStringLiteral("1.25×"));
        QCOMPARE(whatIfFactorWords(std::exp2(0.25), format), QStringLiteral("1.19×"));
        QCOMPARE(whatIfFactorWords(1.0 / 1.5, format), QStringLiteral("0.667×"));
        QCOMPARE(whatIfFactorWords(12.5, format), QStringLiteral("12.5×"));
        QCOMPARE(whatIfFactorWords(1.0 / 64.0, format), QStringLiteral("1/64.0×"));
        QVERIFY(whatIfWords(*m_real, format).isEmpty() && whatIfCode(*m_real).empty());
    }

    void noFileShowsAnImaginedNumberWithoutSayingSo()
    {
        const SnapshotPointer twice = withWhatIf(*m_real, m_twice);
        const Workload cursor = test::syntheticCursor();
        const std::string label = "what-if: bandwidth.dram x2";
        const std::string roofline = toCsv(rooflineData(*twice, cursor));
        const RooflineData data = rooflineData(*twice, cursor);
        QCOMPARE(count(roofline, label), 1 + data.ridges.size()); // the roof and every ridge that follows
        QCOMPARE(count(roofline, "bandwidth.dram,,"),
                 count(toCsv(rooflineData(*m_real, cursor)), "bandwidth.dram,,") + 1); // the device's own is there too
        const std::string curves = toCsv(curvesData(*twice, cursor, AxisKind::Operations));
        QVERIFY(count(curves, label) > 10 && count(curves, ",predicted,\n") == 0);
        const RegimeMapData map = regimeMapData(*twice, cursor);
        QCOMPARE(count(toCsv(map), "bandwidth.dram x2"), map.cells.size());
        for (const std::string& plain :
             {toCsv(rooflineData(*m_real, cursor)), toCsv(curvesData(*m_real, cursor, AxisKind::Operations)),
              toCsv(regimeMapData(*m_real, cursor))})
            QCOMPARE(count(plain, "what"), std::size_t{0});
    }
};

RIDGEPOINT_TEST(ApplyWhatIfTest)
#include "apply_what_if_test.moc"
