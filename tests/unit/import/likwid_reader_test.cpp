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

class LikwidReaderTest : public test::Case {
    Q_OBJECT

private slots:
    void aRegionIsAKernel()
    {
        const std::string text = importSample("likwid-markers.csv");
        QVERIFY(likwidFormat().recognises(text));
        const auto read = importedFrom(likwidFormat(), text);
        QVERIFY2(read.ok(), errorIn(likwidFormat(), text));
        QCOMPARE(read->device, std::string("Some CPU"));
        QCOMPARE(read->kernels.size(), std::size_t{1});
        const ImportedKernel& triad = read->kernels[0];
        QCOMPARE(triad.kernel.name, std::string("triad"));
        QCOMPARE(triad.kernel.launches, 10.0);
        QVERIFY(isNear(triad.kernel.time.value(), 0.5));
        // 1000 MFLOP/s for 0.5 s and 1250 for 0.4 s; the AVX rate is a part of them.
        QVERIFY(isNear(triad.kernel.flops.value(), 1e9));
        QVERIFY(isNear(triad.kernel.bytes.value(), 2.5e9));
        QCOMPARE(triad.work, WorkOrigin::Counted);
        QVERIFY(!triad.profiled);
    }
    void groupsOfTheProgramArePutTogether()
    {
        const auto read = importedFrom(likwidFormat(), importSample("likwid-groups.csv"));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{1});
        QCOMPARE(read->kernels[0].kernel.name, std::string("whole program"));
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 2.0));
        QVERIFY(isNear(read->kernels[0].kernel.flops.value(), 0.8e9));
        // 0.5 GB in the 1 s of its group are 1 GB in 2 s.
        QVERIFY(isNear(read->kernels[0].kernel.throughCaches[2].value(), 1e9));
        QVERIFY(hasRemark(*read, "different groups"));
    }
    // Mutation: amountOf looks at the main group alone, or does not scale.
    void precisionsOfSeveralGroupsAreAddedUp()
    {
        const std::string text = "TABLE,Group 1 Metric,FLOPS_SP,2\nMetric,Core 0\nRuntime (RDTSC) [s],2.0\n"
                                 "SP [MFLOP/s],1\n"
                                 "TABLE,Group 2 Metric,FLOPS_DP,2\nMetric,Core 0\nRuntime (RDTSC) [s],1.0\n"
                                 "DP [MFLOP/s],5000\n"
                                 "TABLE,Group 3 Metric,MEM_DP,3\nMetric,Core 0\nRuntime (RDTSC) [s],1.0\n"
                                 "DP [MFLOP/s],4000\nMemory data volume [GBytes],3\n";
        const auto read = importedFrom(likwidFormat(), text);
        QVERIFY2(read.ok(), errorIn(likwidFormat(), text));
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 2.0));
        // 5e9 in the 1 s of its group are 1e10 in 2 s; the third group counts double precision once more.
        QVERIFY(isNear(read->kernels[0].kernel.flops.value(), 2e6 + 1e10));
        QVERIFY(isNear(read->kernels[0].kernel.bytes.value(), 6e9));
        QVERIFY(hasRemark(*read, "different groups"));
    }
    void jsonMayHoldWhatIsNoNumber()
    {
        const std::string text = importSample("likwid.json");
        QVERIFY(likwidFormat().recognises(text));
        const auto read = importedFrom(likwidFormat(), text);
        QVERIFY2(read.ok(), errorIn(likwidFormat(), text));
        QCOMPARE(read->device, std::string("Some CPU"));
        QCOMPARE(read->kernels.size(), std::size_t{1});
        QVERIFY(isNear(read->kernels[0].kernel.flops.value(), 1.5e9));
        QVERIFY(isNear(read->kernels[0].kernel.bytes.value(), 3e9));
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 0.25));
    }
    // Mutation: isLikwidJson without the byte order mark.
    void jsonMayBeginWithAByteOrderMarkAndNamesTheLine()
    {
        const std::string text = importSample("likwid.json");
        QVERIFY(likwidFormat().recognises("\xef\xbb\xbf" + text));
        const auto read = importedFrom(likwidFormat(), "\xef\xbb\xbf" + text);
        QVERIFY2(read.ok(), errorIn(likwidFormat(), "\xef\xbb\xbf" + text));
        QCOMPARE(read->kernels, importedFrom(likwidFormat(), text)->kernels);
        const QByteArray cut = errorIn(likwidFormat(), text.substr(0, text.find("Operational")));
        QVERIFY2(cut.contains("line 11: the file ends in the middle"), cut);
    }
    void aGroupWithoutBytesSaysSo()
    {
        const std::string text = importSample("likwid-groups.csv");
        const auto read = importedFrom(likwidFormat(), text.substr(0, text.find("TABLE,Group 2")));
        QVERIFY(read.ok());
        QVERIFY(read->kernels[0].kernel.flops > Flops());
        QVERIFY(hasRemark(*read, "FLOPS_* groups count no bytes"));
        QVERIFY(hasRemark(*read, "into one file"));
    }
    void aRateThatIsMissingLeavesFlopUnknown()
    {
        const auto read = importedFrom(likwidFormat(),
                                       changed(importSample("likwid-markers.csv"), "1.250000e+03", "nan"));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels[0].kernel.flops, Flops());
        QVERIFY(read->kernels[0].kernel.flopsUnknown);
        QVERIFY(isNear(read->kernels[0].kernel.bytes.value(), 2.5e9));
    }
    void whatIsWrongIsNamed()
    {
        const std::string text = importSample("likwid-groups.csv");
        QVERIFY(errorIn(likwidFormat(), changed(text, "100,300", "100,x")).startsWith("line 4, column 18: \"x\""));
        QVERIFY(
            errorIn(likwidFormat(), changed(text, "100,300", "100")).startsWith("line 4, column 1: the row has fewer"));
        QVERIFY(errorIn(likwidFormat(), changed(text, "SP [MFLOP/s],100,300\n", "")).contains("lacks 1 row;"));
        QVERIFY(errorIn(likwidFormat(), changed(text, "Runtime (RDTSC) [s],2.0", "Runtime [s],2.0"))
                    .contains("the whole program, group FLOPS_SP has no time"));
        QVERIFY(errorIn(likwidFormat(), "{\"Info\":{}}").contains("no table of metrics"));
        QVERIFY(errorIn(likwidFormat(), changed(importSample("likwid.json"), "[2000.0, 4000.0]", "[true]"))
                    .contains("\"SP [MFLOP/s]\""));
        QVERIFY(errorIn(likwidFormat(), changed(importSample("likwid.json"), "\"Values\": [3.0", "\"V\": [3.0"))
                    .contains("no array \"Values\""));
    }
    void manyRegionsAreRead()
    {
        std::string text;
        for (int i = 0; i < 25'000; ++i)
            text += "TABLE,Region r" + std::to_string(i)
                  + ",Group 1 Metric,FLOPS_DP,2\nMetric,HWThread 0\nRuntime (RDTSC) [s],1\nDP [MFLOP/s],2\n";
        const auto read = importedFrom(likwidFormat(), text);
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{25'000});
        QVERIFY(isNear(read->kernels.back().kernel.flops.value(), 2e6));
    }
};

RIDGEPOINT_TEST(LikwidReaderTest)
#include "likwid_reader_test.moc"
