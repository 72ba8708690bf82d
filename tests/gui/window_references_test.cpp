// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/session_guide.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/tool_bar.h"
#include "tests/gui/window_support.h"
#include "tests/support/synthetic_device.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The window on a device that is only looked at.
class WindowReferencesTest : public FreshFolder {
    Q_OBJECT

    /// Chooses a device in the toolbar by the keyboard, as a person would.
    static void choose(MainWindow& window, const std::string& id)
    {
        QComboBox* devices = window.toolBar().devices();
        devices->setFocus();
        const int row = devices->findData(QString::fromStdString(id));
        QVERIFY(row >= 0);
        for (int i = 0; i < 60 && devices->currentIndex() != row; ++i)
            QTest::keyClick(devices, devices->currentIndex() < row ? Qt::Key_Down : Qt::Key_Up);
        QCOMPARE(devices->currentIndex(), row);
        QCOMPARE(window.engine().cursor.device(), id);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().feed.latest() && window.engine().feed.latest()->device.id == id
                                     && window.charts().map()->input().snapshot == window.engine().feed.latest(),
                                 patienceMs);
    }

private slots:
    void aDatasheetDeviceIsDrawnAsPredictedAndNeverMeasured()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        const std::size_t known = window.engine().session.samples().size();
        choose(window, std::string(offeredDevice));
        QCOMPARE(window.charts().map()->watermark(), QStringLiteral("predicted"));
        window.charts().map()->flush();
        QCOMPARE(window.charts().map()->data().measured, std::size_t{0});
        QVERIFY(window.inspector().headline()->text().startsWith("Predicted"));
        const auto words = [&window] {
            QStringList all;
            for (const QLabel* label : window.inspector().findChildren<QLabel*>())
                all << label->text();
            return all.join(' ');
        };
        // The inspector takes over the snapshot's notes in a turn of its own, after the charts'.
        QTRY_VERIFY_WITH_TIMEOUT(words().contains("launch cost") && words().contains("RRZE"), patienceMs);
        QTest::keyClick(&window, Qt::Key_F5);
        QVERIFY(!window.engine().controller.running());
        QVERIFY(window.strip().text().contains("cannot be measured"));
        QCOMPARE(window.engine().session.samples().size(), known);
        clickAt(window.strip().actionButton(), window.strip().actionButton()->rect().center());
        QCOMPARE(window.engine().cursor.device(), std::string("cpu"));
        QTRY_VERIFY_WITH_TIMEOUT(window.charts().map()->watermark().isEmpty(), patienceMs);
    }

    void whatIsSaidOfTheMeasuredDeviceIsNotSaidOfThisOne()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTRY_VERIFY_WITH_TIMEOUT(!window.strip().text().isEmpty(), patienceMs);
        clickAt(window.strip().closeButton(),
                window.strip().closeButton()->rect().center()); // what leads through a first start
        RoofSet roofs = *window.engine().cursor.roofs();
        for (Roof& roof : roofs.roofs)
            roof.flags = Flag::IntervalNotReached;
        window.engine().session.putRoofs(roofs);
        emit window.engine().controller.roofsMeasured();
        QVERIFY(window.strip().text().contains("vary widely"));
        choose(window, std::string(offeredDevice));
        QCOMPARE(window.strip().text(), QString()); // not above published figures
        QVERIFY(window.bottomBar().stateTip().contains("vary widely"));
        QVERIFY2(window.bottomBar().stateText().startsWith("Host CPU quiet now"),
                 qPrintable(window.bottomBar().stateText()));
        const auto boxes = window.workloadPanel().findChildren<QComboBox*>();
        const auto threads = std::find_if(boxes.begin(), boxes.end(),
                                          [](const QComboBox* box) { return box->accessibleName() == "Threads"; });
        QVERIFY(threads != boxes.end());
        QCOMPARE((*threads)->currentText(), QStringLiteral("–"));
        QVERIFY(!(*threads)->isEnabled());
        choose(window, "cpu");
        QVERIFY(window.strip().text().contains("vary widely"));
        QVERIFY((*threads)->currentText() != QStringLiteral("–"));
    }

    void whatIsSaidOfADeviceThatWasMeasuredElsewhereGoesWithIt()
    {
        DeviceInfo gpu;
        gpu.id = "cuda:0";
        gpu.kind = DeviceKind::Cuda;
        gpu.reason = Error{ErrorKind::Unavailable, "cuda.no-driver", "no NVIDIA driver on this machine", {}};
        LiveSession session;
        session.setReferences(shippedDevices());
        session.setDevices({syntheticDevice(), gpu});
        RoofSet roofs = syntheticRoofs(syntheticThreads);
        roofs.device = gpu.id;
        roofs.threads = gpu.threads;
        session.putRoofs(roofs);
        Cursor cursor(session);
        MessageStrip strip;
        ReferenceGuide guide(cursor, session, strip);
        cursor.setDevice(gpu.id);
        QVERIFY(cursor.roofs() != nullptr);
        guide.tellUnusable(*gpu.reason);
        const QString said = QStringLiteral(
            "Measured on another machine; nothing can be measured on it here. No NVIDIA driver on this machine");
        QCOMPARE(strip.text(), said);
        Workload other = cursor.workload();
        other.operation = Operation::Mul;
        QSignalSpy maps(&cursor, &Cursor::mapChanged);
        cursor.setWorkload(other);
        QVERIFY(maps.count() > 0);
        QCOMPARE(strip.text(), said); // the same device
        cursor.setDevice(std::string(offeredDevice));
        QCOMPARE(strip.text(), QString());
        strip.tell(Severity::Hint, QStringLiteral("another"));
        cursor.setDevice("cpu");
        QCOMPARE(strip.text(), QStringLiteral("another")); // which is not of that device
    }

    void anExportOfAPredictedMapSaysSo()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        choose(window, std::string(offeredDevice));
        const QString svg = m_folder->filePath("map.svg");
        window.files().exportTo(ExportWhat::Map, svg, {});
        QVERIFY(test::contentOf(svg).contains("predicted"));
        QVERIFY(!QString::fromStdString(window.charts().map()->dataCsv()).contains("measured"));
    }

    void whatNoSourceKnowsIsSaidInTheCharts()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        choose(window, std::string(offeredDevice));
        Workload odd = window.engine().cursor.workload();
        odd.operation = Operation::Cos;
        window.engine().cursor.setWorkload(odd);
        QTRY_VERIFY_WITH_TIMEOUT(window.charts().map()->input().snapshot
                                     && window.charts().map()->input().snapshot->samples.empty(),
                                 patienceMs);
        window.charts().map()->flush();
        QTRY_VERIFY(window.charts().map()->accessibleDescription().contains("choose fma"));
    }

    void theDeviceIsStillShownAtTheNextStart()
    {
        {
            WindowUnderTest test(m_folder->path());
            test.openAndMeasure();
            choose(*test.window, std::string(offeredDevice));
            test.window->close();
        }
        WindowUnderTest again(m_folder->path());
        again.open();
        QTRY_VERIFY_WITH_TIMEOUT(again.window->engine().bench.state() == BenchState::Ready, patienceMs);
        QCOMPARE(again.window->engine().cursor.device(), std::string(offeredDevice));
        QCOMPARE(again.window->strip().text(), QString());
        QVERIFY(again.window->engine().session.device("cpu") != nullptr);
    }
};

RIDGEPOINT_GUI_TEST(WindowReferencesTest)
#include "window_references_test.moc"
