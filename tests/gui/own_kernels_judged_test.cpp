// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/own_kernel_details.h"
#include "app/desktop/calculator/quantity_field.h"
#include "app/desktop/compare/compare_commands.h"
#include "tests/gui/own_kernels_support.h"
#include "tests/gui/window_support.h"
#include "tests/support/synthetic_snapshot.h"

#include <QApplication>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QTableView>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Which device judges the user's own kernels.
class OwnKernelsJudgedTest : public FreshFolder {
    Q_OBJECT

private slots:
    void whatAFileCallsADeviceIsNoMarkup()
    {
        OwnKernel kernel = counted("gemm", 2e-3);
        kernel.device = "Card <b>X</b>";
        const ShownList list({kernel});
        for (const auto column : {OwnKernelModel::Device, OwnKernelModel::Limit}) {
            const QString tip = list.view.model()->index(0, column).data(Qt::ToolTipRole).toString();
            QVERIFY2(tip.contains("Card &lt;b&gt;X&lt;/b&gt;"), qPrintable(tip));
        }
    }

    void eachIsJudgedByTheDeviceThatRanIt()
    {
        OwnKernel onH200 = counted("relu", 0.5e-3);
        onH200.device = h200;
        OwnKernel unknown = counted("scan", 4e-3);
        unknown.device = unknownDevice;
        ShownList list({counted("gemm", 2e-3), onH200, unknown});
        DeviceFigures fast = figuresOf(h200, Provenance::Datasheet);
        Roof bandwidth = *fast.roofs.find(bandwidthRoofId("dram"));
        bandwidth.value = bandwidth.low = bandwidth.high = 4e12;
        fast.roofs.put(bandwidth);
        list.view.setDevices({figuresOf(a100), fast}, a100);
        const QStringList shares{"–", "50 %", "50 %"}; // by 1 TB/s the last would be at 200 %
        QCOMPARE(list.column(OwnKernelModel::Share), shares);
        const auto tip = [&](int row) {
            return list.view.model()->index(row, OwnKernelModel::Share).data(Qt::ToolTipRole).toString();
        };
        QVERIFY2(tip(1).endsWith("Judged by NVIDIA A100-SXM4-40GB, measured."), qPrintable(tip(1)));
        QVERIFY2(tip(2).endsWith("Judged by NVIDIA H200, datasheet."), qPrintable(tip(2)));
        QVERIFY2(list.view.note()->text().startsWith("Judged by the device below, NVIDIA A100-SXM4-40GB, measured; "
                                                     "kernels from other devices are judged by their own roofs, "
                                                     "where these are known."),
                 qPrintable(list.view.note()->text()));
        list.view.table()->selectRow(2);
        QVERIFY2(list.view.note()->text().startsWith("Judged by the device that ran it, NVIDIA H200, datasheet, and "
                                                     "not by the device below. A kernel clicked"),
                 qPrintable(list.view.note()->text()));
        const OwnKernelDetails& details = *list.view.details();
        QCOMPARE(details.judgedBy()->text(),
                 QStringLiteral("Judged by the device that ran it: NVIDIA H200, datasheet."));
        // Whichever is chosen below the table.
        list.judgeBy(h200);
        QCOMPARE(list.column(OwnKernelModel::Share), shares);
        QVERIFY2(tip(1).endsWith("Judged by NVIDIA A100-SXM4-40GB, measured."), qPrintable(tip(1)));
        QVERIFY(details.judgedBy()->text().isEmpty());
        list.view.table()->selectRow(1);
        QVERIFY(list.view.model()->csvOf({2}).contains("NVIDIA H200, datasheet"));
        QCOMPARE(ShownList::plain(details.reach()->text()),
                 QStringLiteral("It reaches 50 % of the DRAM roof, 5 % of the fp32 fma roof."));
        const QString levers = ShownList::plain(details.levers()->text());
        QVERIFY2(
            levers.startsWith("What would help: ")
                && levers.endsWith("\nDoubling the FLOP/s would not help: its bytes take longer than its operations.")
                && levers.count("bandwidth") == 1,
            qPrintable(levers));
    }

    /// A second click would hit the neighbour. Mutation: the note takes the height of its words.
    void theRowsStayWhereTheyAreWhenOneIsSelected()
    {
        OwnKernel elsewhere = counted("scan", 8e-3);
        elsewhere.device = rtx;
        ShownList list({counted("gemm", 3e-3), elsewhere});
        list.view.resize(700, 700); // where the words about several devices take two lines
        QApplication::processEvents();
        const auto top = [&list] { return list.view.table()->mapTo(&list.view, QPoint(0, 0)).y(); };
        const int before = top();
        const QString note = list.view.note()->text();
        list.view.table()->selectRow(0);
        QApplication::processEvents();
        QVERIFY(list.view.note()->text().size() < note.size());
        QCOMPARE(top(), before);
    }

    /// Verdict, distance, levers, then what it took and where its work is from: each once.
    void theDetailsSayEachThingOnce()
    {
        OwnKernel kernel = counted("gemm", 1.8e-3);
        kernel.launches = 4.0;
        kernel.profiled = true;
        const ShownList list({kernel});
        list.view.table()->selectRow(0);
        const OwnKernelDetails& details = *list.view.details();
        const QString facts = ShownList::plain(details.facts()->text()).remove(QChar(0x200B));
        QVERIFY2(facts.startsWith("1.80 ms for 4 launches, timed under a profiler. Operations and bytes: counted ("),
                 qPrintable(facts));
        QStringList all;
        int above = -1;
        for (const QLabel* label :
             {details.headline(), details.reach(), details.levers(), details.facts(), details.steps()}) {
            QVERIFY(label->isVisibleTo(&details));
            all << ShownList::plain(label->text());
            const int place = details.layout()->indexOf(label);
            QVERIFY(place > above);
            above = place;
        }
        const QString words = all.join(QLatin1Char('\n'));
        for (const char* once : {"1.80 ms", "launches", "counted", "of the DRAM roof", "Moving data"})
            QCOMPARE(words.count(QLatin1String(once)), 1);
    }

    void whatWasNotCountedIsSaidOnce()
    {
        OwnKernel unknown = counted("gemm", 2e-3);
        unknown.flops = Flops();
        unknown.flopsUnknown = true;
        const ShownList list({unknown});
        list.view.table()->selectRow(0);
        const OwnKernelDetails& details = *list.view.details();
        QVERIFY2(!details.headline()->text().contains("roofline."), qPrintable(details.headline()->text()));
        QVERIFY2(!details.facts()->text().contains("FLOP"), qPrintable(details.facts()->text()));
        QVERIFY2(details.levers()->text().startsWith("Count its operations first"),
                 qPrintable(details.levers()->text()));
        unknown.time = Seconds(0.5e-3); // faster than the roof, which is all that the verdict says
        const ShownList impossible({unknown});
        impossible.view.table()->selectRow(0);
        const QString headline = impossible.view.details()->headline()->text();
        QVERIFY2(headline.endsWith("It needs both FLOP and bytes to appear on the roofline."), qPrintable(headline));
    }

    /// Mutation: the labels share the height that is left.
    void linesOfOneThoughtStayTogetherInATallWindow()
    {
        const ShownList list({counted("gemm", 2e-3)});
        OwnKernelDetails details;
        details.resize(900, 700);
        details.showRow(*list.view.model(), 0);
        details.show();
        QVERIFY(QTest::qWaitForWindowExposed(&details));
        for (const QLabel* label : {details.headline(), details.reach()})
            QVERIFY2(label->height() <= label->heightForWidth(label->width()),
                     qPrintable(QStringLiteral("%1: %2 px").arg(label->text()).arg(label->height())));
    }

    void aKernelOfADeviceWithoutRoofsIsNotJudged()
    {
        OwnKernel gemm = counted("gemm", 2e-3);
        OwnKernel relu = counted("relu", 1e-3);
        gemm.device = relu.device = unknownDevice;
        const ShownList list({gemm, relu});
        for (const auto column : {OwnKernelModel::Limit, OwnKernelModel::Share, OwnKernelModel::Best})
            QCOMPARE(list.column(column), (QStringList{"–", "–"}));
        QVERIFY(!list.hides(OwnKernelModel::Limit)); // it says why
        QVERIFY(!list.view.model()->verdict(0));
        QCOMPARE(list.view.model()->index(0, OwnKernelModel::Limit).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("It ran on Nobody's GX 1, of which no roofs are known here: compare with a session of "
                                "it, or enter its numbers below the table."));
        list.view.table()->selectRow(0);
        const OwnKernelDetails& details = *list.view.details();
        QVERIFY2(details.judgedBy()->text().startsWith("It ran on Nobody's GX 1. The roofs of NVIDIA A100"),
                 qPrintable(details.judgedBy()->text()));
        QVERIFY(!details.reach()->isVisible() && !details.levers()->isVisible());
    }

    /// A matrix product whose operations were not collected, beside a copy, which has none.
    void operationsThatWereNotCountedAreNotTakenForNone()
    {
        OwnKernel unknown = counted("gemm", 2e-3);
        unknown.flops = Flops();
        OwnKernel copy = unknown;
        unknown.flopsUnknown = true;
        copy.name = "copy";
        copy.time = Seconds(1.25e-3);
        const ShownList list({unknown, copy});
        QCOMPARE(list.column(OwnKernelModel::Limit).front(), QStringLiteral("memory? (FLOP unknown)"));
        QVERIFY(!list.column(OwnKernelModel::Limit).back().contains("unknown"));
        QCOMPARE(list.column(OwnKernelModel::Best).front(), QStringLiteral("–"));
        QCOMPARE(list.column(OwnKernelModel::Intensity).front(), QStringLiteral("–"));
        QCOMPARE(list.column(OwnKernelModel::Work), (QStringList{"counted, FLOP unknown", "counted"}));
        const auto verdict = list.view.model()->verdict(0);
        QVERIFY(verdict.has_value());
        const Format format;
        const EnvelopeDevice& device = *list.view.model()->device().figures;
        QCOMPARE(ShownList::plain(kernelHeadline(unknown, *verdict, format)),
                 QStringLiteral("Moves data at 50 % of the DRAM roof; its operations are not known, so computing "
                                "may limit it"));
        QCOMPARE(vainDoublingWords(*verdict), QString());
        QVERIFY2(leverListWords(unknown, *verdict, format).startsWith("Count its operations first"),
                 qPrintable(leverListWords(unknown, *verdict, format)));
        const QString steps = ShownList::plain(asPlainText(verdictSteps(unknown, device, *verdict, format)));
        QVERIFY2(steps.contains("F is not known") && !steps.contains("0 FLOP") && steps.contains("1.00 ms or more"),
                 qPrintable(steps));
        const auto known = list.view.model()->verdict(1);
        QVERIFY(known.has_value());
        QVERIFY(kernelHeadline(copy, *known, format).startsWith("Memory-bandwidth-bound"));
    }

    /// Mutation: one whose bytes nobody counted is called compute-bound.
    void bytesThatWereNotCountedAreNotTakenForNone()
    {
        OwnKernel unknown = counted("gemm", 2e-3);
        unknown.flops = Flops(1e10);
        unknown.bytes = Bytes();
        const ShownList list({unknown});
        QCOMPARE(list.column(OwnKernelModel::Limit).front(), QStringLiteral("compute? (bytes unknown)"));
        QCOMPARE(list.column(OwnKernelModel::Best).front(), QStringLiteral("–"));
        QCOMPARE(list.column(OwnKernelModel::Work).front(), QStringLiteral("counted, bytes unknown"));
        const auto verdict = list.view.model()->verdict(0);
        QVERIFY(verdict.has_value());
        const Format format;
        QCOMPARE(ShownList::plain(kernelHeadline(unknown, *verdict, format)),
                 QStringLiteral("Computes at 50 % of the compute roof; its bytes are not known, so memory may limit "
                                "it"));
        QVERIFY2(leverListWords(unknown, *verdict, format).startsWith("Count its bytes first"),
                 qPrintable(leverListWords(unknown, *verdict, format)));
        const QString steps = ShownList::plain(
            asPlainText(verdictSteps(unknown, *list.view.model()->device().figures, *verdict, format)));
        QVERIFY2(steps.contains("B is not known") && !steps.contains("0 B") && steps.contains("1.00 ms or more"),
                 qPrintable(steps));
    }

    void whereTheMostIsToBeGainedTheListSaysSo()
    {
        const ShownList list({counted("slow", 4e-3), counted("fair", 1.8e-3), counted("fast", 1e-4)});
        QCOMPARE(list.column(OwnKernelModel::Best),
                 (QStringList{"not a roof: up to 4.0×", "get closer to the roof: up to 1.8×", "–"}));
        QVERIFY(list.view.model()->csvOf({0}).contains("\"not a roof\""));
        const QLabel& levers = *list.view.details()->levers();
        const std::pair<int, const char*> words[] = {{0, "Raising a roof does not help"},
                                                     {1, "Get closer to the roof, up to 1.8×"},
                                                     {2, "Correct the count, the time or the device first."}};
        for (const auto& [row, begins] : words) {
            list.view.table()->selectRow(row);
            QVERIFY2(levers.isVisible() && levers.text().contains(QString::fromUtf8(begins)),
                     qPrintable(levers.text()));
        }
    }

    /// The card below may show another device than the one that judges.
    void overTheTableStandsWhoJudges()
    {
        OwnKernel onH200 = counted("relu", 1.5e-3);
        onH200.device = h200;
        ShownList list({onH200});
        QVERIFY2(list.view.note()->text().startsWith("Judged by the device that ran them, NVIDIA H200, datasheet; the "
                                                     "device below judges none of these kernels."),
                 qPrintable(list.view.note()->text()));
        OwnKernel unknown = counted("scan", 4e-3);
        unknown.device = unknownDevice;
        list.view.setKernels({onH200, unknown});
        QVERIFY2(list.view.note()->text().startsWith("Each is judged by the device that ran it, where its roofs are "
                                                     "known; the device below, NVIDIA A100-SXM4-40GB, measured, judges "
                                                     "none of these kernels."),
                 qPrintable(list.view.note()->text()));
        list.view.table()->selectRow(1);
        QVERIFY2(list.view.note()->text().startsWith("Judged by the device that ran it, NVIDIA H200, datasheet,"),
                 qPrintable(list.view.note()->text()));
        list.view.table()->selectRow(0); // nobody judges it
        QVERIFY2(list.view.note()->text().startsWith("Not judged: "), qPrintable(list.view.note()->text()));
        list.view.setKernels({counted("gemm", 1e-3)});
        QVERIFY2(list.view.note()->text().startsWith("Judged by: NVIDIA A100-SXM4-40GB, measured."),
                 qPrintable(list.view.note()->text()));
    }

    void aFileThatNamesNoDeviceIsJudgedWithAWord()
    {
        OwnKernel nameless = counted("gemm", 1e-3);
        nameless.device.clear();
        OwnKernel gpu = counted("on a GPU", 0.9e-3);
        gpu.device = unnamedGpu;
        ShownList list({nameless, gpu});
        list.view.table()->selectRow(0);
        const QLabel& words = *list.view.details()->judgedBy();
        QCOMPARE(words.text(), QStringLiteral("The file does not name the device; judged by AMD EPYC 7763, measured."));
        QVERIFY(list.view.model()->verdict(0).has_value());
        list.view.table()->selectRow(1);
        QVERIFY(words.text().startsWith("The file does not name the GPU"));
        list.judgeBy(processor);
        QVERIFY(list.view.model()->verdict(0) && !list.view.model()->verdict(1));
        // By numbers that were typed anything is judged, but it is told on what it ran.
        list.view.setKernels({counted("gemm", 1e-3)});
        list.view.deviceCard()->bandwidth()->type("1 TB/s");
        list.view.table()->selectRow(0);
        QVERIFY(list.view.model()->verdict(0) && words.text().startsWith("It ran on NVIDIA A100-SXM4-40GB; judged by"));
    }

    /// Mutation: an imported kernel without a device is judged by whatever the card below shows.
    void aProcessorsKernelHasNoVerdictUnderAGpu()
    {
        OwnKernel nameless = counted("BM_copy", 1e-3);
        nameless.device.clear();
        ShownList list({nameless});
        list.view.setDevices({figuresOf(a100), figuresOf(h200, Provenance::Datasheet)}, a100);
        QCOMPARE(list.view.deviceCard()->chosen(), a100);
        QCOMPARE(list.column(OwnKernelModel::Limit), QStringList{"–"});
        QVERIFY(!list.view.model()->verdict(0));
        QCOMPARE(list.view.offer()->text(),
                 QStringLiteral("Kernels that ran on a processor are not judged. No roofs of a processor are known "
                                "here: choose a processor, compare with a session of it, or enter its numbers below."));
        QVERIFY(!list.view.measureButton()->isVisible() && !list.view.compareButton()->isVisible());
        list.view.table()->selectRow(0);
        QVERIFY2(list.view.details()->judgedBy()->text().startsWith("It ran on a processor. The roofs of NVIDIA A100"),
                 qPrintable(list.view.details()->judgedBy()->text()));
        // One that was typed is of the device that is chosen, whatever it is.
        nameless.source.clear();
        list.view.setKernels({nameless});
        QVERIFY(list.view.model()->verdict(0) && !list.view.offer()->isVisible());
        nameless.source = "gb.json";
        list.view.setKernels({nameless});
        list.view.setDevices({figuresOf(a100)}, "cpu", {.id = "cpu", .kind = DeviceKind::Cpu, .name = processor});
        QVERIFY(list.view.measureButton()->isVisible());
        // A processor that is measured or compared judges it.
        list.view.setDevices({figuresOf(a100), figuresOf(processor, Provenance::Measured, DeviceKind::Cpu)}, a100);
        QVERIFY(list.view.model()->verdict(0) && !list.view.offer()->isVisible());
    }

    /// Mutations: a share of the time of its file's kernels, or of those of one name of the device.
    void sharesOfTheTimeOnADeviceAddUp()
    {
        OwnKernel named = counted("named", 5e-3);
        named.device = processor;
        OwnKernel nameless = counted("nameless", 2e-3);
        nameless.device.clear();
        OwnKernel typed = nameless;
        typed.name = "typed";
        typed.time = Seconds(3e-3);
        typed.source.clear();
        ShownList list({named, nameless, typed, counted("on a GPU", 1e-3)});
        list.judgeBy(processor);
        QCOMPARE(list.column(OwnKernelModel::TimeShare), (QStringList{"50 %", "30 %", "20 %", "100 %"}));
        QVERIFY(!list.hides(OwnKernelModel::TimeShare));
        list.judgeBy(a100); // on which the typed one ran then
        QCOMPARE(list.column(OwnKernelModel::TimeShare), (QStringList{"71 %", "75 %", "29 %", "25 %"}));
        // Mutation: a column that was folded while all were alike stays so.
        list.view.setKernels({nameless, typed});
        QVERIFY(list.hides(OwnKernelModel::TimeShare)); // each is all of its device
        list.judgeBy(processor);
        QVERIFY(!list.hides(OwnKernelModel::TimeShare));
    }

    void anotherDevicesVerdictsComeInTheirOwnOrder()
    {
        OwnKernel elsewhere = counted("on another", 1.5e-3);
        elsewhere.device = unknownDevice;
        ShownList list({counted("a", 2e-3), elsewhere, counted("b", 4e-3)});
        list.view.table()->sortByColumn(OwnKernelModel::Share, Qt::DescendingOrder);
        QCOMPARE(list.names(), (QStringList{"a", "b", "on another"}));
        list.view.setDevices({figuresOf(a100), figuresOf(unknownDevice)}, a100);
        QCOMPARE(list.names().front(), QStringLiteral("on another"));
    }

    void whereTheJudgingDeviceGoesThePresentOneJudges()
    {
        ShownList list({counted("gemm", 2e-3)});
        list.judgeBy(rtx);
        list.view.setDevices({figuresOf(a100)}, a100);
        QCOMPARE(list.view.deviceCard()->chosen(), a100);
        QVERIFY(list.view.model()->verdict(0).has_value());
        // Without any roofs of the present device no other is chosen that nobody asked for.
        list.view.setDevices({articleFigures(), figuresOf(rtx)}, processor);
        QVERIFY(list.view.deviceCard()->isEmpty() && !list.view.model()->verdict(0));
        // Numbers that were typed stay.
        list.view.deviceCard()->bandwidth()->type("1 TB/s");
        list.view.setDevices({figuresOf(a100)}, a100);
        QVERIFY(list.view.deviceCard()->chosen().empty());
        QCOMPARE(list.view.deviceCard()->bandwidth()->value(), std::optional(1e12));
    }

    void onlyTheDeviceThatRanAKernelIsChosenByItself()
    {
        OwnKernel here = counted("here", 2e-3);
        here.device = processor;
        OwnKernel gpu = counted("on a GPU", 1e-3);
        gpu.device = unnamedGpu;
        ShownList list({here, gpu});
        QSignalSpy measures(&list.view, &OwnKernelsDialog::measureAsked);
        list.view.deviceCard()->clear();
        const DeviceInfo machine{.id = "cpu", .kind = DeviceKind::Cpu, .name = processor};
        list.view.setDevices({articleFigures(), figuresOf(h200, Provenance::Datasheet)}, "cpu", machine);
        QVERIFY(list.view.deviceCard()->isEmpty());
        QCOMPARE(list.column(OwnKernelModel::Limit), (QStringList{"–", "–"}));
        QCOMPARE(list.view.offer()->text(),
                 QStringLiteral("Kernels that ran on AMD EPYC 7763 are not judged. This machine has no roofs yet."));
        QVERIFY(list.view.measureButton()->isVisible());
        QVERIFY2(list.view.note()->text().endsWith("measure this machine (F5)."), qPrintable(list.view.note()->text()));
        QTest::mouseClick(list.view.measureButton(), Qt::LeftButton);
        QCOMPARE(measures.size(), 1);
        list.view.table()->selectRow(0);
        QVERIFY2(list.view.details()->judgedBy()->text().startsWith("It ran on AMD EPYC 7763. Choose that device"),
                 qPrintable(list.view.details()->judgedBy()->text()));
        // The article's example, chosen by hand, says nothing of it either.
        list.judgeBy(articleId);
        QVERIFY(!list.view.model()->verdict(0) && list.view.measureButton()->isVisible());
        // Once it is measured it judges its own kernels, and those of a GPU still not.
        list.view.deviceCard()->clear();
        list.view.setDevices({figuresOf(processor, Provenance::Measured, DeviceKind::Cpu), articleFigures()},
                             processor);
        QCOMPARE(list.view.deviceCard()->chosen(), processor);
        QVERIFY(list.view.model()->verdict(0) && !list.view.model()->verdict(1));
        QVERIFY(!list.view.measureButton()->isVisible());
        // Of a device that the kernels name a datasheet is taken.
        list.view.deviceCard()->clear();
        OwnKernel named = counted("named", 2e-3);
        named.device = h200;
        list.view.setKernels({named});
        list.view.setDevices({articleFigures(), figuresOf(h200, Provenance::Datasheet)}, "cpu", machine);
        QCOMPARE(list.view.deviceCard()->chosen(), h200);
    }

    void theDeviceOfADatasheetIsComparedByOneClick()
    {
        OwnKernel kernel = counted("gemm", 2e-3);
        kernel.device = h200;
        ShownList list({counted("relu", 1e-3), kernel});
        QSignalSpy asked(&list.view, &OwnKernelsDialog::compareAsked);
        QVERIFY2(list.view.offer()->text().contains("NVIDIA H200 appear on the roofline once you compare with it"),
                 qPrintable(list.view.offer()->text()));
        QTest::mouseClick(list.view.compareButton(), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().value<std::string>(), h200);
        QTest::mouseClick(list.view.compareButton(), Qt::LeftButton); // it may have been taken out of the roofline
        QCOMPARE(asked.size(), 2);
        // One that is compared is in the roofline, whoever judges.
        list.view.setCharted({{figuresOf(a100).device}, {figuresOf(h200).device, Provenance::Datasheet}});
        QVERIFY(!list.view.offer()->isVisible() && !list.view.compareButton()->isVisible());
        list.judgeBy(h200);
        QVERIFY(!list.view.offer()->isVisible());
        // One that nothing is known of is told with what to do.
        kernel.device = unknownDevice;
        list.view.setKernels({kernel});
        QVERIFY(list.view.offer()->isVisible() && !list.view.compareButton()->isVisible());
        QCOMPARE(list.view.offer()->text(),
                 QStringLiteral("Kernels that ran on Nobody's GX 1 are not judged. No roofs of that device are known "
                                "here: compare with a session of it, or enter its numbers below."));
    }

    void aComparedSessionJudgesTheKernelsOfItsDevice()
    {
        Session other = syntheticSession({.columns = 11, .rows = 12, .slowdown = 3.0});
        other.devices.front().name = unknownDevice;
        const QString path = m_folder->filePath("other.ridge");
        QVERIFY(writeSession(other, path.toStdString()).ok());
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        OwnKernel kernel = counted("gemm", 1e-3);
        kernel.device = unknownDevice;
        window.engine().session.setOwnKernels({kernel});
        window.calculator().openOwnKernels();
        OwnKernelsDialog& list = *window.calculator().list();
        QVERIFY(!list.model()->verdict(0));
        window.compare().comparison().addFiles({path});
        QTRY_VERIFY_WITH_TIMEOUT(list.model()->verdict(0).has_value(), patienceMs);
        const QString tip = list.model()->index(0, OwnKernelModel::Limit).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("Judged by other"), qPrintable(tip));
        window.compare().comparison().clear();
        QTRY_VERIFY_WITH_TIMEOUT(!list.model()->verdict(0), patienceMs);
    }

    void theDatasheetOfTheDeviceOnWhichAKernelRanJudgesIt()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        window.engine().session.setOwnKernels({counted("gemm", 1e-3)});
        window.calculator().openOwnKernels();
        OwnKernelsDialog& list = *window.calculator().list();
        list.table()->selectRow(0);
        QVERIFY(list.model()->verdict(0).has_value());
        QVERIFY2(list.details()->judgedBy()->text().contains("A100"), qPrintable(list.details()->judgedBy()->text()));
        QVERIFY2(!list.deviceCard()->words().contains("A100"), qPrintable(list.deviceCard()->words()));
        // It is compared by one click too, and its kernels stand in the roofline then.
        QVERIFY(list.compareButton()->isVisible());
        QVERIFY(window.charts().roofline()->data().kernels.drawn.empty());
        list.compareButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(window.charts().roofline()->data().kernels.drawn.size(), std::size_t{1}, patienceMs);
        QVERIFY(!list.offer()->isVisible() && !list.compareButton()->isVisible());
        window.compare().comparison().clear();
        QTRY_VERIFY_WITH_TIMEOUT(list.compareButton()->isVisible(), patienceMs);
    }
};

RIDGEPOINT_GUI_TEST(OwnKernelsJudgedTest)
#include "own_kernels_judged_test.moc"
