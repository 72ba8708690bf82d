// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/roof_offers.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/window/main_window.h"
#include "core/model/prediction.h"
#include "tests/gui/window_support.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Roofs that a point contradicts are offered for measuring again, and measured only where somebody wants it.
class RoofOfferTest : public FreshFolder {
    Q_OBJECT

    std::unique_ptr<WindowUnderTest> m_test;
    Roof m_good; ///< the launch roof of the place shown

    [[nodiscard]] MainWindow& window() const { return *m_test->window; }
    [[nodiscard]] double cost() const { return window().engine().cursor.roofs()->find(m_good.id)->value; }
    /// Has the roof be as a bad moment would have measured it.
    void measureBadly() const
    {
        Roof bad = m_good;
        bad.value = bad.low = bad.high = m_good.value * 20.0;
        window().engine().session.putRoof("cpu", window().engine().cursor.workload().threads, bad, {});
    }
    [[nodiscard]] bool isOffered() const
    {
        return window().strip().otherButton()->isVisible()
            && window().strip().text().contains(QStringLiteral("costs less now ("));
    }
    /// Until the views have shown the roof that is known now, and with it an offer that there may be.
    void waitUntilJudged() const
    {
        const auto isShown = [this] {
            const Roof* shown = window().engine().feed.latest() ? window().engine().feed.latest()->roofs.find(m_good.id)
                                                                : nullptr;
            return shown != nullptr && shown->value == cost() && !window().engine().schedule.pending();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isShown(), patienceMs);
    }

private slots:
    void init()
    {
        FreshFolder::begin();
        m_test = std::make_unique<WindowUnderTest>(m_folder->path());
        m_test->openAndMeasure();
        window().engine().probe.setOn(false);
        window().strip().closeButton()->click(); // the first steps, which warnings wait for
        Workload small = window().engine().cursor.workload();
        small.elements = window().engine().cursor.axis(AxisKind::Size).values.front();
        window().engine().cursor.setWorkload(small);
        QTRY_VERIFY_WITH_TIMEOUT(
            window().engine().session.find("cpu", small) && !window().engine().controller.running(), patienceMs);
        m_good = *window().engine().cursor.roofs()->find(
            predict(small, *window().engine().cursor.roofs(), DeviceKind::Cpu)->launchRoof);
        waitUntilJudged();
        QVERIFY2(!isOffered(), qPrintable(window().strip().text()));
    }
    void cleanup() { m_test.reset(); }

    void nothingIsMeasuredBeforeSomebodyWantsIt()
    {
        QSignalSpy running(&window().engine().controller, &MeasureController::runningChanged);
        measureBadly();
        QTRY_VERIFY_WITH_TIMEOUT(isOffered(), patienceMs);
        QVERIFY2(window().strip().text().contains(QStringLiteral("→"))
                     && window().strip().text().startsWith(QStringLiteral("A ")),
                 qPrintable(window().strip().text()));
        QCOMPARE(running.count(), 0);
        QCOMPARE(cost(), m_good.value * 20.0);
        QCOMPARE(window().strip().actionButton()->text(), QStringLiteral("Use the new values"));
        window().strip().actionButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(cost(), m_good.value, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().controller.running(), patienceMs);
        waitUntilJudged();
        QVERIFY(!isOffered());
    }

    void whatToDoIsSaidInOnePlace()
    {
        const QLabel* doubt = window().findChild<InspectorPanel*>()->doubt();
        const QString key = QStringLiteral("Ctrl+F5");
        measureBadly();
        QTRY_VERIFY_WITH_TIMEOUT(isOffered(), patienceMs);
        QVERIFY2(!doubt->isHidden() && doubt->text().contains(QStringLiteral("out of date"))
                     && !doubt->text().contains(key),
                 qPrintable(doubt->text()));
        window().strip().closeButton()->click();
        QVERIFY2(doubt->text().contains(key), qPrintable(doubt->text()));
    }

    void theOfferGoesWithWhatItIsAbout()
    {
        measureBadly();
        QTRY_VERIFY_WITH_TIMEOUT(isOffered(), patienceMs);
        window().engine().session.putRoof("cpu", window().engine().cursor.workload().threads, m_good, {});
        QVERIFY2(!isOffered(), qPrintable(window().strip().text()));
    }

    void whatIsKeptIsOfferedAgainOnlyAfterRoofsWereMeasuredOnPurpose_data()
    {
        QTest::addColumn<bool>("isClosed");
        QTest::newRow("by its button") << false;
        QTest::newRow("by closing the message") << true;
    }
    void whatIsKeptIsOfferedAgainOnlyAfterRoofsWereMeasuredOnPurpose()
    {
        QFETCH(bool, isClosed);
        measureBadly();
        QTRY_VERIFY_WITH_TIMEOUT(isOffered(), patienceMs);
        QCOMPARE(window().strip().otherButton()->text(), QStringLiteral("Keep"));
        isClosed ? window().strip().closeButton()->click() : window().strip().otherButton()->click();
        QVERIFY(!isOffered());
        Roof worse = m_good;
        worse.value = worse.low = worse.high = m_good.value * 40.0;
        window().engine().session.putRoof("cpu", window().engine().cursor.workload().threads, worse, {});
        waitUntilJudged();
        QVERIFY2(!isOffered() && !window().engine().controller.running(), qPrintable(window().strip().text()));
        window().actions_().measureRoofsAgain->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(cost() == m_good.value && !window().engine().controller.running(), patienceMs);
        measureBadly();
        QTRY_VERIFY_WITH_TIMEOUT(isOffered(), patienceMs);
    }

    void saysWhatChangedInItsOwnUnits_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("reference");
        QTest::addColumn<double>("seen");
        QTest::addColumn<QString>("words");
        QTest::newRow("memory, slower") << "bandwidth.dram" << 117e9 << 66e9
                                        << "The memory of this machine is slower now (117 → 66.0 GB/s).";
        QTest::newRow("a cache, faster") << "bandwidth.l2" << 400e9 << 600e9
                                         << "The L2 bandwidth of this machine is faster now (400 → 600 GB/s).";
        QTest::newRow("computing") << "compute.fp32.fma" << 486e9 << 390e9
                                   << "fp32 fma on this machine is slower now (486 → 390 GFLOP/s).";
        QTest::newRow("another prefix") << "launch.wait_each" << 400e-9 << 1.2e-6
                                        << "A wait-each launch on this machine costs more now (400 ns → 1.20 µs).";
    }
    void saysWhatChangedInItsOwnUnits()
    {
        QFETCH(QString, id);
        QFETCH(double, reference);
        QFETCH(double, seen);
        QFETCH(QString, words);
        const Roof roof{.id = id.toStdString(), .kind = *kindOfRoof(id.toStdString()), .value = reference};
        QString said = roofOfferWords(roof, seen, DeviceKind::Cpu, Format(QLocale::c()));
        for (const char16_t space : {u'\u00a0', u'\u202f', u'\u2009'})
            said.replace(QChar(space), QLatin1Char(' '));
        QCOMPARE(said, words);
    }
};

RIDGEPOINT_GUI_TEST(RoofOfferTest)
#include "roof_offer_test.moc"
