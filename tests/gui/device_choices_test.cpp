// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/window/tool_bar.h"
#include "tests/gui/gui_support.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/test_main.h"

#include <QAction>
#include <QComboBox>
#include <QStandardItemModel>
#include <QTextDocument>

using namespace ridgepoint;

namespace {

DeviceInfo gpu(bool isAvailable)
{
    DeviceInfo device;
    device.id = "cuda:0";
    device.kind = DeviceKind::Cuda;
    device.name = "NVIDIA H200";
    device.available = isAvailable;
    device.memory = Bytes(1.5e11);
    if (!isAvailable)
        device.reason = Error{ErrorKind::Unavailable, "cuda.no-driver", "no NVIDIA driver on this machine", {}};
    return device;
}

QStringList entries(const QComboBox& box)
{
    QStringList list;
    for (int row = 0; row < box.count(); ++row)
        list << box.itemText(row);
    return list;
}

/// The choice of that accessible name.
QComboBox* choice(QWidget& panel, const QString& name)
{
    for (QComboBox* box : panel.findChildren<QComboBox*>())
        if (box->accessibleName() == name)
            return box;
    return nullptr;
}

} // namespace

class DeviceChoicesTest : public test::Case {
    Q_OBJECT
private slots:
    void aGpuThatCannotBeUsedIsGreyedWithTheReason()
    {
        LiveSession session;
        Cursor cursor(session);
        QAction action;
        ToolBar bar(cursor, session, &action, &action);
        session.setDevices({test::syntheticDevice(), gpu(false)});
        QComboBox* devices = choice(bar, "Device");
        QVERIFY(devices);
        const int row = devices->findData("cuda:0");
        QVERIFY(row >= 0);
        QVERIFY(!qobject_cast<QStandardItemModel*>(devices->model())->item(row)->isEnabled());
        QVERIFY(devices->itemText(row).contains("not available"));
        QCOMPARE(devices->itemData(row, Qt::ToolTipRole).toString(), // what stands in it is never taken for markup
                 Qt::convertFromPlainText(QStringLiteral("no NVIDIA driver on this machine"), Qt::WhiteSpaceNormal));
    }
    /// By the start's rule the size follows the knees; what somebody looks at must not go with them.
    void theTensorSizeStaysWhileRoofsAreMeasuredAgain()
    {
        LiveSession session;
        Cursor cursor(session);
        session.setDevices({test::syntheticDevice()});
        WorkloadPanel panel(cursor);
        const int threads = cursor.workload().threads;
        const RoofSet roofs = test::syntheticRoofs(threads);
        RoofSet smaller = roofs; // the last cache ends at an eighth
        for (MemoryLevel& level : smaller.levels)
            level.capacity = level.capacity * 0.125;
        session.putRoofs(smaller);
        const std::int64_t atStart = cursor.workload().elements;
        session.putRoofs(roofs);
        QVERIFY(cursor.workload().elements > atStart); // nobody has looked yet
        session.putSample(test::syntheticSample(cursor.workload(), 0));
        const std::int64_t looked = cursor.workload().elements;
        session.putRoofs(smaller);
        const std::int64_t most = cursor.axis(AxisKind::Size).values.back();
        QVERIFY(most < looked);
        QCOMPARE(cursor.workload().elements, most); // there is no such size for now
        QCOMPARE(cursor.requestedElements(), looked);
        session.putRoofs(roofs);
        QCOMPARE(cursor.workload().elements, looked);
        const int place = panel.slider(AxisKind::Size)->slider()->value();
        QCOMPARE(cursor.axis(AxisKind::Size).values[static_cast<std::size_t>(place)], looked);
        // A size that both have is left alone throughout.
        cursor.setCoordinate(AxisKind::Size, 4096);
        session.putRoofs(smaller);
        QCOMPARE(cursor.workload().elements, std::int64_t{4096});
        QCOMPARE(cursor.requestedElements(), std::int64_t{4096});
    }
    void aGpuThatCanBeUsedIsOfferedByItsName()
    {
        LiveSession session;
        Cursor cursor(session);
        QAction action;
        ToolBar bar(cursor, session, &action, &action);
        session.setDevices({test::syntheticDevice(), gpu(true)});
        QComboBox* devices = choice(bar, "Device");
        const int row = devices->findData("cuda:0");
        QVERIFY(qobject_cast<QStandardItemModel*>(devices->model())->item(row)->isEnabled());
        QCOMPARE(devices->itemText(row), QStringLiteral("NVIDIA H200"));
    }
    void aGpuOffersEveryPrecisionAndNoThreads()
    {
        LiveSession session;
        Cursor cursor(session);
        session.setDevices({test::syntheticDevice(), gpu(true)});
        WorkloadPanel panel(cursor);
        QCOMPARE(entries(*choice(panel, "Precision")), (QStringList{"fp32", "fp64"}));
        cursor.setDevice("cuda:0");
        QCOMPARE(entries(*choice(panel, "Precision")), (QStringList{"fp32", "fp64", "fp16", "bf16"}));
        QCOMPARE(cursor.workload().threads, 0);
        QVERIFY(!choice(panel, "Threads")->isEnabled());
    }
    void goingBackToTheProcessorLeavesAPrecisionThatItHas()
    {
        LiveSession session;
        Cursor cursor(session);
        session.setDevices({test::syntheticDevice(), gpu(true)});
        WorkloadPanel panel(cursor);
        cursor.setDevice("cuda:0");
        Workload workload = cursor.workload();
        workload.precision = Precision::Bf16;
        cursor.setWorkload(workload);
        QCOMPARE(choice(panel, "Precision")->currentText(), QStringLiteral("bf16"));
        cursor.setDevice("cpu");
        QCOMPARE(cursor.workload().precision, Precision::Fp32);
        QVERIFY(cursor.workload().threads > 0);
        QCOMPARE(entries(*choice(panel, "Precision")), (QStringList{"fp32", "fp64"}));
    }
    void publishedDevicesAndDatasheetsStandUnderHeadingsOfTheirOwn()
    {
        LiveSession session;
        session.setReferences(shippedDevices());
        Cursor cursor(session);
        QAction action;
        ToolBar bar(cursor, session, &action, &action);
        session.setDevices({test::syntheticDevice()});
        const QComboBox* devices = bar.devices();
        const auto* model = qobject_cast<const QStandardItemModel*>(devices->model());
        const int published = devices->findText("Published figures");
        const int sheets = devices->findText("Datasheets");
        QVERIFY(published > devices->findData("cpu") && sheets > published);
        QVERIFY(!model->item(published)->isEnabled() && !model->item(sheets)->isEnabled());
        const int a100 = devices->findData("published:a100-rrze");
        QVERIFY(a100 > published && a100 < sheets);
        QVERIFY(devices->itemData(a100, Qt::ToolTipRole).toString().contains("https://"));
        QVERIFY(devices->findData("datasheet:h100-sxm5-80gb") > sheets);
        QVERIFY(devices->findText("Show an H100 from its datasheet instead") < 0); // nobody asked for a GPU
    }
    void aMissingGpuOffersADatasheetInOneClick()
    {
        LiveSession session;
        session.setReferences(shippedDevices());
        Cursor cursor(session);
        QAction action;
        ToolBar bar(cursor, session, &action, &action);
        session.setDevices({test::syntheticDevice(), gpu(false)});
        QComboBox* devices = bar.devices();
        QVERIFY(devices->findText("      no NVIDIA driver on this machine") > 0);
        const int offer = devices->findText("      Show an H100 from its datasheet instead");
        QVERIFY(offer > 0);
        emit devices->activated(offer);
        QCOMPARE(cursor.device(), std::string(offeredDevice));
        QVERIFY(devices->currentText().contains("H100"));
        QCOMPARE(devices->currentData().toString().toStdString(), std::string(offeredDevice));
    }
    void lookingAtADatasheetAndBackLeavesTheSlidersWhereTheyStood()
    {
        LiveSession session;
        session.setReferences(shippedDevices());
        Cursor cursor(session);
        session.setDevices({test::syntheticDevice()});
        Workload before = cursor.workload();
        before.operation = Operation::Cos;
        cursor.setWorkload(before);
        cursor.setDevice(std::string(offeredDevice));
        QCOMPARE(cursor.workload().operation, Operation::Fma);
        QCOMPARE(cursor.workload().launchMode, LaunchMode::Queued);
        QCOMPARE(cursor.workload().threads, 0);
        QVERIFY(cursor.roofs() != nullptr && cursor.roofs()->find("bandwidth.dram") != nullptr);
        cursor.setDevice("cpu");
        QCOMPARE(cursor.workload(), before);
    }
    void aPublishedDeviceIsShownWhereItWasPublished()
    {
        LiveSession session;
        session.setReferences(shippedDevices());
        Cursor cursor(session);
        session.setDevices({test::syntheticDevice()});
        cursor.setDevice("published:a100-rrze");
        const ReferencePointer device = session.reference("published:a100-rrze");
        QCOMPARE(cursor.workload().elements, device->samples.front().workload.elements);
        QVERIFY(session.find(cursor.device(), device->samples.front().workload));
    }
};

RIDGEPOINT_GUI_TEST(DeviceChoicesTest)
#include "device_choices_test.moc"
