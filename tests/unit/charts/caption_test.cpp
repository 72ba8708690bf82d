// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/caption.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/noon_report.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>

using namespace ridgepoint;

namespace {

CaptionSubject roofline()
{
    return {.chart = QStringLiteral("Roofline"),
            .snapshot = test::syntheticSnapshotPointer(test::smallMap),
            .cursor = test::syntheticCursor(test::smallMap),
            .along = AxisKind::Operations,
            .hasStars = true,
            .created = QStringLiteral("2026-01-01T08:30:00Z"),
            .program = QStringLiteral("7.8.9")};
}

} // namespace

/// The sentence that a paper can print under a chart.
class CaptionTest : public test::Case {
    Q_OBJECT
private slots:
    void namesChartDeviceDateProgramAndWhatTheIntervalsMean()
    {
        const CaptionSubject subject = roofline();
        const QString caption = captionOf(subject);
        const QString start =
            QStringLiteral("Roofline of fp32 fma on %1, ").arg(QString::fromStdString(subject.snapshot->device.name));
        QVERIFY2(caption.startsWith(start), qPrintable(caption));
        QVERIFY2(caption.contains(QStringLiteral(", measured on 2026-01-01 with Ridgepoint 7.8.9; ")),
                 qPrintable(caption));
        QVERIFY2(caption.contains(QStringLiteral("25th percentiles"))
                     && caption.contains(QStringLiteral("bars their 95 % intervals")),
                 qPrintable(caption));
        QVERIFY2(caption.endsWith(QLatin1Char('.')) && !caption.contains(QStringLiteral(". ")), qPrintable(caption));
        QVERIFY2(!caption.contains(QStringLiteral("stars")) && !caption.contains(QStringLiteral("beside it")),
                 qPrintable(caption));
    }
    void aMapSaysWhatItsColoursAre()
    {
        CaptionSubject map = roofline();
        map.chart = QStringLiteral("Regime map");
        map.along.reset();
        map.coloursRegimes = true;
        const QString caption = captionOf(map).replace(QChar(0x00A0), QLatin1Char(' '));
        QVERIFY2(caption.contains(QStringLiteral("a cell's colour says what limits it")), qPrintable(caption));
        QVERIFY2(caption.contains(QStringLiteral("95 % intervals were within 3 % of the time")), qPrintable(caption));
        map.coloursRegimes = false;
        QVERIFY(!captionOf(map).contains(QStringLiteral("colour")));
    }
    void starsAndComparedDevicesAreNamed()
    {
        CaptionSubject subject = roofline();
        Snapshot snapshot = *subject.snapshot;
        snapshot.kernels = kernelList({OwnKernel{
            .name = "mine", .flops = Flops(8e9), .bytes = Bytes(2e9), .launches = 1.0, .time = Seconds(0.1)}});
        subject.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
        subject.compared = {QStringLiteral("A100 (published) · mul · queued"), QStringLiteral("H100 (datasheet)")};
        const QString caption = captionOf(subject);
        QVERIFY2(caption.contains(QStringLiteral("; stars are kernels that their author counted and timed")),
                 qPrintable(caption));
        subject.hasStars = false; // the curves draw none
        QVERIFY(!captionOf(subject).contains(QStringLiteral("stars")));
        QVERIFY2(caption.endsWith(QStringLiteral("; beside it A100 (published), mul, queued and H100 (datasheet).")),
                 qPrintable(caption));
    }
    void circlesAreExplainedAndWhatIsLeftOutIsSaid()
    {
        CaptionSubject subject = roofline();
        Snapshot snapshot = *subject.snapshot;
        std::vector<OwnKernel> kernels(100, OwnKernel{.name = "read",
                                                      .flops = Flops(8e9),
                                                      .bytes = Bytes(2e9),
                                                      .time = Seconds(0.1),
                                                      .source = "likwid.json"});
        OwnKernel elsewhere = kernels.front();
        elsewhere.device = "NVIDIA A100-SXM4-40GB";
        kernels.push_back(elsewhere);
        snapshot.kernels = kernelList(kernels);
        subject.snapshot = std::make_shared<const Snapshot>(snapshot);
        const QString caption = captionOf(subject).replace(QChar(0x00A0), QLatin1Char(' '));
        QVERIFY2(caption.contains(QStringLiteral("; circles are kernels from other programs")), qPrintable(caption));
        QVERIFY2(caption.contains(QStringLiteral("; drawn are the 60 kernels that take longest of 100, 60 % of their "
                                                 "time")),
                 qPrintable(caption));
        QVERIFY2(caption.contains(QStringLiteral("; 1 kernel of NVIDIA A100-SXM4-40GB is not drawn: these are another "
                                                 "device's roofs")),
                 qPrintable(caption));
        QVERIFY2(!caption.contains(QStringLiteral("stars")) && !caption.contains(QStringLiteral("Compare")),
                 qPrintable(caption));
        // Beside that device's roofs it is drawn.
        subject.beside = {
            {.device = {.id = "published:a100", .kind = DeviceKind::Cuda, .name = "NVIDIA A100 SXM4 40 GB"},
             .provenance = Provenance::Published}};
        QVERIFY(!captionOf(subject).contains(QStringLiteral("not drawn")));
        subject.hasStars = false; // the curves draw none
        QVERIFY(!captionOf(subject).contains(QStringLiteral("circles")));
    }
    void aDatasheetIsNotCalledMeasured()
    {
        const ReferencePointer device = referenceOf(offeredDevice, shippedDevices());
        CaptionSubject subject = roofline();
        subject.snapshot = std::make_shared<const Snapshot>(
            referenceSnapshot(*device, referencePlan(*device, Workload{}), device->roofs));
        subject.origin = QString::fromStdString(device->source);
        const QString caption = captionOf(subject);
        QVERIFY2(caption.contains(QStringLiteral("predicted from the datasheet and not measured (")),
                 qPrintable(caption));
        QVERIFY2(!caption.contains(QStringLiteral("measured on")) && !caption.contains(QStringLiteral("95 %")),
                 qPrintable(caption));
    }
    void theVersionIsThatWhichMeasured()
    {
        QCOMPARE(programOf({{"ridgepoint", "1.2"}}), QStringLiteral("1.2"));
        QCOMPARE(programOf({{"version", "3.4"}}), QStringLiteral("3.4"));
        QVERIFY(programOf({{"compiler", "5.6"}}).isEmpty());
    }
    void filesHoldIt()
    {
        const QTemporaryDir folder;
        const CaptionSubject subject = roofline();
        RooflineChart chart;
        chart.set(&ChartInput::snapshot, subject.snapshot);
        chart.set(&ChartInput::cursor, subject.cursor);
        chart.flush();
        ExportOptions options{.size = {400, 300}, .dpi = 96.0};
        options.caption = QStringLiteral("A caption with < in it.");
        const auto written = [&](const char* name) {
            QFile file(folder.filePath(QLatin1String(name)));
            return chart.exportTo(file.fileName(), options).ok() && file.open(QIODevice::ReadOnly) ? file.readAll()
                                                                                                   : QByteArray();
        };
        QVERIFY(written("a.svg").contains("<desc>A caption with &lt; in it.</desc>"));
        QCOMPARE(QImage::fromData(written("a.png")).text(QStringLiteral("Description")), options.caption);
        QByteArray wide; // a PDF's texts are UTF-16
        for (const char letter : QByteArray("A caption with"))
            wide.append('\0').append(letter);
        QVERIFY(written("a.pdf").contains(wide));
    }
};

RIDGEPOINT_GUI_TEST(CaptionTest)
#include "caption_test.moc"
