// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "tests/support/test_main.h"
#include "tests/unit/import/import_samples.h"

using namespace ridgepoint;
using test::changed;
using test::errorIn;
using test::isNear;
using test::hasRemark;
using test::importedFrom;
using test::importSample;

class NsightSystemsReaderTest : public test::Case {
    Q_OBJECT

private slots:
    void theTableOfKernelsIsFoundAmongOthers()
    {
        const std::string text = importSample("nsight-systems-stats.csv");
        QVERIFY(nsightSystemsFormat().recognises(text));
        const auto read = importedFrom(nsightSystemsFormat(), text);
        QVERIFY2(read.ok(), errorIn(nsightSystemsFormat(), text));
        QCOMPARE(read->kernels.size(), std::size_t{2});
        QCOMPARE(read->kernels[0].kernel.name, std::string("void reduce<float, 256>(float *, int)"));
        QCOMPARE(read->kernels[0].kernel.launches, 3.0);
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 750e-6));
        QCOMPARE(read->kernels[0].kernel.flops, Flops());
        QCOMPARE(read->kernels[0].work, WorkOrigin::Unknown);
        QVERIFY(!read->kernels[0].profiled);
        QVERIFY(isNear(read->kernels[1].kernel.time.value(), 250e-6));
    }
    void ofATraceTheLaunchesAreAddedUp()
    {
        const std::string text = importSample("nsight-systems-trace.csv");
        QVERIFY(nsightSystemsFormat().recognises(text));
        const auto read = importedFrom(nsightSystemsFormat(), text);
        QVERIFY2(read.ok(), errorIn(nsightSystemsFormat(), text));
        QCOMPARE(read->device, std::string("Some GPU (0)"));
        QCOMPARE(read->kernels.size(), std::size_t{2});
        QCOMPARE(read->kernels[0].kernel.launches, 2.0);
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 4e-6));
        QVERIFY(hasRemark(*read, "1 copy or fill is no kernel and was"));
    }
    void aTraceBesideASummaryIsNotCountedAgain()
    {
        const auto read = importedFrom(nsightSystemsFormat(), importSample("nsight-systems-trace.csv") + '\n'
                                                                  + importSample("nsight-systems-stats.csv"));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{2});
        QCOMPARE(read->kernels[1].kernel.launches, 10.0);
    }
    void unitsAreThoseOfTheHeader()
    {
        const std::string text = importSample("nsight-systems-trace.csv");
        const auto read = importedFrom(nsightSystemsFormat(), changed(text, "Duration (ns)", "Duration (us)"));
        QVERIFY(read.ok());
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 4e-3));
        QVERIFY(errorIn(nsightSystemsFormat(), changed(text, "Duration (ns)", "Duration")).contains("names no unit"));
        QVERIFY(errorIn(nsightSystemsFormat(), changed(text, "Duration (ns)", "Duration (MB)"))
                    .contains("no unit of time"));
    }
    void kernelsOfTwoDevicesAreNotAddedUp()
    {
        const auto read = importedFrom(
            nsightSystemsFormat(),
            changed(importSample("nsight-systems-trace.csv"), "Some GPU (0),1,7,axpy\n6", "Some GPU (1),1,7,axpy\n6"));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{3});
        QVERIFY(read->device.empty());
        QVERIFY(hasRemark(*read, "more than one device"));
    }
    void whatIsWrongIsNamed()
    {
        const std::string text = importSample("nsight-systems-stats.csv");
        const QByteArray number = errorIn(nsightSystemsFormat(), changed(text, "750000", "7,5"));
        QVERIFY2(number.startsWith("line 9, column 1: the row has 10 cells"), number);
        QVERIFY(
            errorIn(nsightSystemsFormat(), changed(text, "750000", "fast")).startsWith("line 9, column 6: \"fast\""));
        QVERIFY(errorIn(nsightSystemsFormat(), changed(text, "StdDev (ns),Name\n75", "StdDev (ns),Nom\n75"))
                    .contains("no column \"Name\""));
        QVERIFY(errorIn(nsightSystemsFormat(), "hello\n").contains("no kernel of a GPU"));
        QVERIFY(!nsightSystemsFormat().recognises("Time (%),Total Time (ns),Num Calls,Name\n"));
    }
    void aHundredThousandLaunchesAreRead()
    {
        std::string text = "Start (ns),Duration (ns),GrdX,BlkX,Device,Name\n";
        for (int i = 0; i < 100'000; ++i)
            text += std::to_string(i) + ",10,1,32,GPU,k" + std::to_string(i) + '\n';
        const auto read = importedFrom(nsightSystemsFormat(), text);
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{100'000});
    }
};

RIDGEPOINT_TEST(NsightSystemsReaderTest)
#include "nsight_systems_reader_test.moc"
