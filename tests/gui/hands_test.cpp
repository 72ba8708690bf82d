// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/compare/compare_dialog.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/levers_view.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/window/tool_bar.h"
#include "tests/gui/measured_window.h"
#include "tests/gui/mouse_support.h"
#include "tests/support/synthetic_device.h"

#include <QCheckBox>
#include <QFile>
#include <QLabel>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What people do by hand on the widgets themselves, where other tests go by the functions behind them.
class HandsTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] Cursor& cursor() const { return window().engine().cursor; }

    /// Takes the slider's handle where it stands and drags it to a step, in several movements.
    static void dragSlider(QSlider* slider, int step)
    {
        constexpr double handle = 16.0;
        const auto at = [&](int value) {
            const double share = static_cast<double>(value - slider->minimum())
                               / (slider->maximum() - slider->minimum());
            return QPointF(handle / 2 + share * (slider->width() - handle), slider->height() / 2.0);
        };
        const QPointF from = at(slider->value());
        const QPointF to = at(step);
        dragThrough(slider, {from, from + (to - from) * 0.3, from + (to - from) * 0.7, to});
    }

private slots:
    void aMissingGpuIsReplacedByItsDatasheetInOneClick()
    {
        DeviceInfo gpu;
        gpu.id = "cuda:0";
        gpu.kind = DeviceKind::Cuda;
        gpu.name = "NVIDIA H200";
        gpu.reason = Error{ErrorKind::Unavailable, "cuda.no-driver", "no NVIDIA driver on this machine", {}};
        window().engine().session.setDevices({syntheticDevice(), gpu});
        QComboBox* devices = window().toolBar().devices();
        chooseInBox(devices, devices->findText("      Show an H100 from its datasheet instead"));
        QCOMPARE(cursor().device(), std::string(offeredDevice));
        QVERIFY2(devices->currentText().contains("H100"), qPrintable(devices->currentText()));
        QTRY_VERIFY_WITH_TIMEOUT(window().charts().map()->input().snapshot->device.id == offeredDevice, patienceMs);
        QCOMPARE(window().charts().map()->watermark(), QStringLiteral("predicted"));
        chooseInBox(devices, devices->findData("cpu"));
        QCOMPARE(cursor().device(), std::string("cpu"));
    }

    void theBoxOfCompareLocksTheAxesOfEveryChart()
    {
        QTest::keyClick(&window(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
        const auto dialogs = window().findChildren<CompareDialog*>();
        QCOMPARE(dialogs.size(), 1);
        const auto boxes = dialogs.front()->findChildren<QCheckBox*>();
        const auto box = std::find_if(boxes.begin(), boxes.end(),
                                      [](const QCheckBox* any) { return any->text() == QStringLiteral("Lock axes"); });
        QVERIFY(box != boxes.end());
        const QCPRange before = window().charts().roofline()->yAxis->range();
        press(*box);
        QVERIFY((*box)->isChecked() && window().compare().lockAxes->isChecked());
        for (const ChartWidget* chart : window().charts().charts())
            QVERIFY(chart->axisRanges().isLocked());
        window().compare().comparison().addReference("published:a100-rrze"); // far faster: it would stretch them
        QTRY_COMPARE_WITH_TIMEOUT(window().charts().roofline()->input().overlays.size(), std::size_t{1}, patienceMs);
        flushCharts();
        QCOMPARE(window().charts().roofline()->yAxis->range(), before);
        QTest::keyClick(*box, Qt::Key_Space);
        QVERIFY(!(*box)->isChecked());
        for (const ChartWidget* chart : window().charts().charts())
            QVERIFY(!chart->axisRanges().isLocked());
        flushCharts();
        QVERIFY(window().charts().roofline()->yAxis->range() != before);
    }

    void theSlidersOfSizeAndDepthAreDragged()
    {
        Workload chain = cursor().workload();
        chain.chainLength = 16; // which has depths to choose from
        cursor().setWorkload(chain);
        for (const AxisKind kind : {AxisKind::Size, AxisKind::Depth}) {
            QSlider* slider = window().workloadPanel().slider(kind)->slider();
            QVERIFY(slider->isEnabled() && slider->maximum() >= 3);
            const Workload before = cursor().workload();
            const int step = slider->value() > slider->maximum() / 2 ? 1 : slider->maximum() - 1;
            dragSlider(slider, step);
            QCOMPARE(slider->value(), step);
            const std::int64_t wanted = cursor().axis(kind).values[static_cast<std::size_t>(step)];
            QCOMPARE(cursor().workload(), moved(before, kind, wanted));
            QTRY_VERIFY_WITH_TIMEOUT(window().charts().roofline()->input().cursor == cursor().workload(), patienceMs);
            QVERIFY(slider->hasFocus() && !slider->isSliderDown()); // the arrow keys go on from there
            QTest::keyClick(slider, Qt::Key_Left);
            QCOMPARE(slider->value(), step - 1);
        }
    }

    /// Twice the size for hardly more time means overhead, but not of a matrix product with few rows: that is said
    /// beside it.
    void theDoublingTestSaysWhatItCannotTell()
    {
        const DoublingView& doubling = *window().inspector().doubling();
        const auto labels = doubling.findChildren<QLabel*>();
        const auto caveat = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains("matrix product with few rows also doubles for free");
        });
        QVERIFY(caveat != labels.end());
        QSlider* size = window().workloadPanel().slider(AxisKind::Size)->slider();
        dragSlider(size, size->minimum() + 1);
        const auto measured = [&] {
            if (doubling.measureButton()->isVisible())
                press(doubling.measureButton());
            return doubling.words()->text().contains("Twice the size takes");
        };
        QTRY_VERIFY_WITH_TIMEOUT(measured(), patienceMs);
        QVERIFY2(doubling.words()->text().contains("overhead"), qPrintable(doubling.words()->text()));
        QVERIFY(!(*caveat)->isHidden());
        const QString small = doubling.words()->text();
        dragSlider(size, size->maximum() - 1);
        QTRY_VERIFY_WITH_TIMEOUT(measured() && doubling.words()->text() != small, patienceMs);
        QVERIFY((*caveat)->isHidden()); // it denies nothing there
    }

    /// A report has the charts as shown: what the wheel zoomed to is in it.
    void aZoomedChartIsInTheReportAsItIsShown()
    {
        // The report's pictures in order: the roofline, the curves, the map.
        const auto pictures = [this](const QString& name) {
            const QString path = folder().filePath(name);
            window().files().exportTo(ExportWhat::Report, path, ExportOptions{}, {});
            QFile file(path);
            const QByteArray html = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            QByteArrayList found;
            for (qsizetype at = html.indexOf("<svg "); at >= 0; at = html.indexOf("<svg ", at + 1))
                found << html.mid(at, html.indexOf("</svg>", at) - at);
            return found;
        };
        RooflineChart& roofline = *window().charts().roofline();
        const ChartRanges whole = roofline.axisRanges().current();
        QTRY_VERIFY_WITH_TIMEOUT(underTest().chartsShowTheLatest(), patienceMs);
        const QByteArrayList before = pictures(QStringLiteral("whole.html"));
        QCOMPARE(before.size(), 3);
        const QPointF middle = QRectF(roofline.axisRect()->rect()).center();
        for (int notch = 0; notch < 6; ++notch) {
            QWheelEvent wheel(middle, roofline.mapToGlobal(middle), QPoint(), QPoint(0, 120), Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&roofline, &wheel);
        }
        QVERIFY(roofline.axisRanges().current().zoomed
                && roofline.xAxis->range().upper < whole.ranges[placeOf(roofline, roofline.xAxis)].upper);
        const QByteArrayList zoomed = pictures(QStringLiteral("zoomed.html"));
        QCOMPARE(zoomed.size(), 3);
        QVERIFY(zoomed[0] != before[0]);
        QVERIFY(zoomed[1] == before[1]); // the others stand as they stood
        QTest::keyClick(&window(), Qt::Key_0, Qt::ControlModifier);
        const QByteArrayList again = pictures(QStringLiteral("again.html"));
        QVERIFY(again.size() == 3 && again[0] == before[0]);
    }

private:
    /// The place of an axis among the ranges.
    static std::size_t placeOf(const ChartWidget& chart, const QCPAxis* axis)
    {
        const std::vector<QCPAxis*> axes = chart.axisRanges().axes();
        return static_cast<std::size_t>(std::find(axes.begin(), axes.end(), axis) - axes.begin());
    }
};

RIDGEPOINT_GUI_TEST(HandsTest)
#include "hands_test.moc"
