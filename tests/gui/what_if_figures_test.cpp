// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/figures_view.h"
#include "app/desktop/inspect/point_words.h"
#include "app/desktop/measure/probe_controller.h"
#include "core/model/cost.h"
#include "tests/gui/measured_window.h"
#include "tests/support/synthetic_snapshot.h"

#include <QAction>
#include <QLabel>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The large figures at the left beside a what-if: what was measured stays, and its shares are of the roofs that are
/// named.
class WhatIfFiguresTest : public MeasuredWindow {
    Q_OBJECT

    const Format m_format{QLocale::c()};

    static WhatIf times(std::string_view key, double factor)
    {
        WhatIf whatIf;
        whatIf.set(key, factor);
        return whatIf;
    }

    /// What the figures of a point out of these measurements say, as the roofs are and with a what-if.
    [[nodiscard]] PointFigures figures(const Workload& point, const Snapshot& snapshot, const WhatIf& whatIf = {}) const
    {
        LiveSession session;
        for (const Sample& sample : snapshot.samples)
            session.putSample(sample);
        return figuresOf(factsOf(point, withWhatIf(snapshot, whatIf), session.lookup("cpu")), m_format);
    }

    [[nodiscard]] bool panelSays(const QString& words) const
    {
        const auto labels = window().workloadPanel().figures()->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->text().contains(words); });
    }

private slots:
    void init() { failOnWarningsOfTheWindow(); }

    void theShareFollowsTheRoofThatIsNamedWhileTheMeasuredFiguresStay()
    {
        const Snapshot snapshot = syntheticSnapshot();
        const Workload point = syntheticCursor();
        const PointFigures real = figures(point, snapshot);
        const PointFigures doubled = figures(point, snapshot, times("bandwidth.dram", 2.0));
        const auto sample = std::find_if(snapshot.samples.begin(), snapshot.samples.end(),
                                         [&](const Sample& any) { return any.workload == point; });
        QVERIFY(sample != snapshot.samples.end());
        const double share = (costOf(point).bytes / sample->time).value()
                           / snapshot.roofs.find("bandwidth.dram")->value;
        QCOMPARE(real.bandwidthNote, QStringLiteral("%1 of DRAM").arg(m_format.percent(share)));
        QVERIFY2(real.performanceNote.endsWith(QStringLiteral(" of fp32\u00a0fma")), qPrintable(real.performanceNote));
        QCOMPARE(doubled.bandwidthNote,
                 QStringLiteral("%1 of DRAM 2.0× (what\u00a0if)").arg(m_format.percent(share / 2.0)));
        for (const auto figure : {&PointFigures::time, &PointFigures::timeNote, &PointFigures::bandwidth,
                                  &PointFigures::performance, &PointFigures::performanceNote})
            QCOMPARE(doubled.*figure, real.*figure); // of fp32 fma, which nothing multiplies
        const PointFigures slower = figures(point, snapshot,
                                            times(WhatIf::keyOf(computeRoofId(Operation::Fma, Precision::Fp32)), 0.5));
        QVERIFY2(slower.performanceNote.endsWith(QStringLiteral("(what\u00a0if)"))
                     && slower.performanceNote.contains(QStringLiteral("0.50×")),
                 qPrintable(slower.performanceNote));
        QCOMPARE(slower.bandwidthNote, real.bandwidthNote);
    }

    void theShareOfACacheAndMemoryTogetherSaysIt()
    {
        Snapshot shared = syntheticSnapshot();
        for (MemoryLevel& level : shared.roofs.levels)
            if (level.name == "l3")
                level.kept = Bytes(20.0 * 1024 * 1024);
        Roof slow = *shared.roofs.find("bandwidth.l3");
        slow.value = 1.2 * shared.roofs.find("bandwidth.dram")->value; // so that both take some of the time
        shared.roofs.put(slow);
        Workload between = syntheticCursor();
        std::int64_t nearest = 0;
        for (const Sample& sample : shared.samples)
            if (std::abs(sample.workload.elements - (16 << 20)) < std::abs(nearest - (16 << 20)))
                nearest = sample.workload.elements;
        between.elements = nearest;
        const QString real = figures(between, shared).bandwidthNote;
        QVERIFY2(real.endsWith("of L3 + DRAM"), qPrintable(real));
        const QString doubled = figures(between, shared, times("bandwidth.l3", 2.0)).bandwidthNote;
        QVERIFY2(doubled.endsWith(QStringLiteral("of L3 + DRAM (what\u00a0if)")), qPrintable(doubled));
        QVERIFY2(real.section(' ', 0, 0) != doubled.section(' ', 0, 0), qPrintable(doubled));
    }

    void whatIsOnlyPredictedIsPredictedWithIt()
    {
        const ReferencePointer device = referenceOf("datasheet:h100-sxm5-80gb", shippedDevices());
        QVERIFY(device);
        const Plan plan = referencePlan(*device, syntheticPlan().base);
        const Snapshot snapshot = referenceSnapshot(*device, plan, device->roofs);
        Workload point = plan.cell(0);
        point.elements = 1 << 28; // which its memory rules
        QCOMPARE(figures(point, snapshot).timeNote, QStringLiteral("predicted, never measured"));
        const PointFigures doubled = figures(point, snapshot, times("bandwidth.dram", 2.0));
        QCOMPARE(doubled.timeNote, QStringLiteral("predicted (what\u00a0if), never measured"));
        QCOMPARE(doubled.bandwidthNote, QStringLiteral("predicted (what\u00a0if)"));
        QVERIFY(doubled.time != figures(point, snapshot).time);
    }

    void thePanelFollowsWithTheLiveProbeAndWithoutIt()
    {
        openMeasured();
        QVERIFY(window().engine().probe.isOn());
        QTRY_VERIFY_WITH_TIMEOUT(panelSays("of DRAM"), patienceMs);
        window().whatIf().control().set("bandwidth.dram", 2.0);
        QTRY_VERIFY_WITH_TIMEOUT(panelSays(QStringLiteral("of DRAM 2.0× (what\u00a0if)")), patienceMs);
        const QWidget& panel = window().workloadPanel();
        QVERIFY2(panel.width() <= panel.parentWidget()->width(),
                 qPrintable(QString::number(panel.width()))); // the longer words wrap
        window().actions_().liveProbe->trigger();
        QVERIFY(!window().engine().probe.isOn());
        QTRY_VERIFY_WITH_TIMEOUT(
            panelSays("Selected point") && panelSays(QStringLiteral("of DRAM 2.0× (what\u00a0if)")), patienceMs);
        window().whatIf().control().reset();
        QTRY_VERIFY_WITH_TIMEOUT(panelSays("of DRAM") && !panelSays(QStringLiteral("what\u00a0if")), patienceMs);
    }
};

RIDGEPOINT_GUI_TEST(WhatIfFiguresTest)
#include "what_if_figures_test.moc"
