// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "tests/support/test_main.h"
#include "tests/unit/import/import_samples.h"

#include <algorithm>

using namespace ridgepoint;
using test::changed;
using test::errorIn;
using test::isNear;
using test::hasRemark;
using test::importedFrom;
using test::importSample;

class PerfStatReaderTest : public test::Case {
    Q_OBJECT

private slots:
    void countsBecomeOneKernel()
    {
        const std::string text = importSample("perf-stat.csv");
        QVERIFY(perfStatFormat().recognises(text));
        const auto read = importedFrom(perfStatFormat(), text);
        QVERIFY2(read.ok(), errorIn(perfStatFormat(), text));
        QCOMPARE(read->kernels.size(), std::size_t{1});
        const ImportedKernel& program = read->kernels[0];
        QVERIFY(isNear(program.kernel.time.value(), 0.5));
        QVERIFY(isNear(program.kernel.flops.value(), 1000.0 + 4.0 * 2000.0));
        // Lines of 64 bytes, and what perf has turned into MiB itself.
        QVERIFY(isNear(program.kernel.bytes.value(), 64.0 * 300.0 + 1.5 * 1048576.0));
        QCOMPARE(program.work, WorkOrigin::Counted);
        QVERIFY(!program.profiled);
        QVERIFY(hasRemark(*read, "whole machine's"));
        QVERIFY(!hasRemark(*read, "could not count"));
    }
    void theSeparatorIsFound_data()
    {
        QTest::addColumn<char>("separator");
        QTest::newRow("semicolon") << ';';
        QTest::newRow("tab") << '\t';
        QTest::newRow("bar") << '|';
    }
    void theSeparatorIsFound()
    {
        QFETCH(char, separator);
        std::string text = importSample("perf-stat.csv");
        std::ranges::replace(text, ',', separator);
        QVERIFY(perfStatFormat().recognises(text));
        const auto read = importedFrom(perfStatFormat(), text);
        QVERIFY2(read.ok(), errorIn(perfStatFormat(), text));
        QCOMPARE(read->kernels, importedFrom(perfStatFormat(), importSample("perf-stat.csv"))->kernels);
        // In a locale with a decimal comma.
        std::ranges::replace(text, '.', ',');
        std::string events = text;
        for (std::size_t at = 0; (at = events.find("retired,", at)) != std::string::npos;)
            events[at + 7] = '.';
        const auto comma = importedFrom(perfStatFormat(), events);
        QVERIFY2(comma.ok(), errorIn(perfStatFormat(), events));
        QCOMPARE(comma->kernels, read->kernels);
    }
    void decimalCommasBetweenCommasAreRefused()
    {
        const QByteArray error = errorIn(perfStatFormat(), "0,49,msec,task-clock,486475,100,00,0,464,CPUs utilized\n");
        QVERIFY2(error.startsWith("line 1, column 1: ") && error.contains("decimal comma")
                     && error.contains("LC_ALL=C"),
                 error);
        const QByteArray json = errorIn(perfStatFormat(),
                                        R"({"counter-value" : "1", "event" : "x", "pcnt-running" : 100,00})");
        QVERIFY2(json.contains("decimal comma"), json);
    }
    void objectsOfIntervalsAreAddedUp()
    {
        const std::string text = importSample("perf-stat.json");
        QVERIFY(perfStatFormat().recognises(text));
        const auto read = importedFrom(perfStatFormat(), text);
        QVERIFY2(read.ok(), errorIn(perfStatFormat(), text));
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 2.0002));
        QVERIFY(isNear(read->kernels[0].kernel.flops.value(), 4.0 * 300.0));
        QVERIFY(hasRemark(*read, "a part of the time"));
    }
    void rowsOfIntervalsAndSocketsAreKnownByTheirLooks()
    {
        const auto read = importedFrom(
            perfStatFormat(),
            "     1.000100000,S0,2,7,,fp_arith_inst_retired.512b_packed_single,9,100.00,,\n"
            "     1.000100000,S1,2,3,,fp_arith_inst_retired.512b_packed_single,9,100.00,,\n"
            "     2.000300000,S0,2,<not counted>,,fp_arith_inst_retired.512b_packed_single,0,100.00,,\n");
        QVERIFY(read.ok());
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 2.0003));
        QVERIFY(isNear(read->kernels[0].kernel.flops.value(), 160.0));
    }
    // Mutations: isPerfTotal or isPerfPart returns false.
    void whatATotalHoldsIsNotAddedToIt()
    {
        const std::string time = "1000000000,ns,duration_time,1000000000,100.00,,\n";
        const std::string read = "60,,unc_m_cas_count.rd,1000,100.00,,\n50,,unc_m_cas_count.rd_reg,1000,100.00,,\n";
        const std::string written = "40,,unc_m_cas_count.wr,1000,100.00,,\n";
        for (const std::string& rows : {read + written, "100,,UNC_M_CAS_COUNT.ALL,1000,100.00,,\n" + read + written}) {
            const auto program = importedFrom(perfStatFormat(), time + rows);
            QVERIFY2(program.ok(), errorIn(perfStatFormat(), time + rows));
            QCOMPARE(program->kernels[0].kernel.bytes.value(), 64.0 * 100.0);
            QVERIFY(!hasRemark(*program, "Only what memory delivered"));
        }
    }
    // Mutation: the early return of PerfSums::add for a count without an interval.
    void theSummaryOfIntervalsIsNotAddedToThem()
    {
        const std::string intervals = "1.000000000,100,,fp_arith_inst_retired.scalar_double,1000000,100.00,,\n"
                                      "2.000000000,100,,fp_arith_inst_retired.scalar_double,1000000,100.00,,\n";
        const std::string sum = "200,,fp_arith_inst_retired.scalar_double,2000000,100.00,,\n";
        for (const std::string& text : {intervals + "         summary," + sum, intervals + sum}) {
            const auto read = importedFrom(perfStatFormat(), text);
            QVERIFY2(read.ok(), errorIn(perfStatFormat(), text));
            QCOMPARE(read->kernels[0].kernel.flops.value(), 200.0);
            QCOMPARE(read->kernels[0].kernel.time.value(), 2.0);
        }
    }
    // Mutations: perfEventName without transform; countsPerfMemory of cas_count alone.
    void clientProcessorsCountBytesAndNamesMayBeInCapitals()
    {
        const auto read = importedFrom(perfStatFormat(),
                                       "1000000000,ns,duration_time,1000000000,100.00,,\n"
                                       "100.0,MiB,uncore_imc_free_running_0/data_read/,1000,100.00,,\n"
                                       "50.0,MiB,uncore_imc_free_running_0/data_write/,1000,100.00,,\n"
                                       "100,,FP_ARITH_INST_RETIRED.256B_PACKED_DOUBLE,1000,100.00,,\n");
        QVERIFY(read.ok());
        QCOMPARE(read->kernels[0].kernel.bytes.value(), 150.0 * 1048576.0);
        QCOMPARE(read->kernels[0].kernel.flops.value(), 400.0);
        QVERIFY(!hasRemark(*read, "No bytes"));
        // Of one width alone the rest is not known.
        QVERIFY(hasRemark(*read, "scalar_double, 128b_packed_double, 512b_packed_double"));
    }
    // Mutation: isSupported without isOfEfficientCores.
    void whatEfficientCoresCannotCountLeavesTheRest()
    {
        const std::string text = "1000000000,ns,duration_time,1000000000,100.00,,\n"
                                 "100,,cpu_core/fp_arith_inst_retired.scalar_double/,1000,100.00,,\n"
                                 "<not supported>,,cpu_atom/fp_arith_inst_retired.scalar_double/,0,100.00,,\n";
        const auto read = importedFrom(perfStatFormat(), text);
        QVERIFY(read.ok());
        QCOMPARE(read->kernels[0].kernel.flops.value(), 100.0);
        QVERIFY(hasRemark(*read, "performance cores"));
        QVERIFY(hasRemark(*read, "No bytes were counted"));
        const auto core = importedFrom(perfStatFormat(), changed(text, "cpu_atom/", "cpu_other/"));
        QVERIFY(core.ok());
        QCOMPARE(core->kernels[0].kernel.flops, Flops());
    }
    void eachSocketTellsTheSameTime()
    {
        const auto read = importedFrom(perfStatFormat(), "S0,1,5000000,ns,duration_time,5000000,100.00,,\n"
                                                         "S1,1,5000000,ns,duration_time,5000000,100.00,,\n");
        QVERIFY(read.ok());
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 5e-3));
        QVERIFY(hasRemark(*read, "No operations were counted"));
        QCOMPARE(read->kernels[0].work, WorkOrigin::Unknown);
    }
    void withoutDurationTheClockOfTheTaskTellsIt()
    {
        const auto read = importedFrom(perfStatFormat(), "5.00,msec,task-clock,5000000,100.00,0.500,CPUs utilized\n");
        QVERIFY(read.ok());
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 10e-3));
        QVERIFY(hasRemark(*read, "three digits"));
        // Of a program as short as this perf itself divides by a wrong time.
        QVERIFY(errorIn(perfStatFormat(), "0.79,msec,task-clock,793408,100.00,386.463,CPUs utilized\n")
                    .contains("duration_time"));
        // Of one socket of a machine it does not.
        QVERIFY(errorIn(perfStatFormat(), "S0,2,0.50,msec,task-clock,500000,100.00,0.500,CPUs utilized\n")
                    .contains("duration_time"));
    }
    void whatIsNotCountedIsNotZero()
    {
        const std::string text = importSample("perf-stat.csv");
        const auto flops = importedFrom(perfStatFormat(), changed(text, "1000,,fp", "<not supported>,,fp"));
        QVERIFY(flops.ok());
        QCOMPARE(flops->kernels[0].kernel.flops, Flops());
        QVERIFY(flops->kernels[0].kernel.bytes > Bytes() && flops->kernels[0].kernel.flopsUnknown);
        QVERIFY(hasRemark(*flops, "fp_arith_inst_retired.scalar_double"));
        const auto bytes = importedFrom(perfStatFormat(), changed(text, "300,,uncore", "<not counted>,,uncore"));
        QVERIFY(bytes.ok());
        QCOMPARE(bytes->kernels[0].kernel.bytes, Bytes());
        const auto unknown = importedFrom(perfStatFormat(), changed(text, "retired.scalar_double", "retired.vector"));
        QVERIFY(unknown.ok());
        QCOMPARE(unknown->kernels[0].kernel.flops, Flops());
        QVERIFY(hasRemark(*unknown, "fp_arith_inst_retired.vector"));
    }
    void whatIsWrongIsNamed()
    {
        QVERIFY(errorIn(perfStatFormat(), importSample("perf-stat.csv") + "hello\n").startsWith("line 11, column 1: "));
        QVERIFY(errorIn(perfStatFormat(), changed(importSample("perf-stat.json"), "\"100.000000\"", "\"many\""))
                    .contains("is not a number"));
        QVERIFY(errorIn(perfStatFormat(), changed(importSample("perf-stat.json"), "\"event\"", "\"e\""))
                    .contains("no \"event\""));
        QVERIFY(errorIn(perfStatFormat(), changed(importSample("perf-stat.csv"), "MiB,", "Joules,"))
                    .contains("\"Joules\""));
        QVERIFY(errorIn(perfStatFormat(), "# started on Mon\n").contains("no count"));
    }
    void aHundredThousandRowsAreRead()
    {
        std::string text;
        for (int i = 1; i <= 100'000; ++i)
            text += std::to_string(i) + ".000000000,1,,fp_arith_inst_retired.scalar_single,1,100.00,,\n";
        const auto read = importedFrom(perfStatFormat(), text);
        QVERIFY(read.ok());
        QCOMPARE(read->kernels[0].kernel.flops.value(), 1e5);
        QCOMPARE(read->kernels[0].kernel.time.value(), 1e5);
    }
};

RIDGEPOINT_TEST(PerfStatReaderTest)
#include "perf_stat_reader_test.moc"
