// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "core/import/nsight_compute_metrics.h"
#include "tests/support/test_main.h"
#include "tests/unit/import/import_samples.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

using namespace ridgepoint;
using test::changed;
using test::errorIn;
using test::isNear;
using test::hasRemark;
using test::importedFrom;
using test::importSample;

namespace {

/// A table in long form of one launch.
std::string launchOf(std::initializer_list<std::array<const char*, 3>> metrics)
{
    std::string text = "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
    for (const auto& [name, unit, value] : metrics)
        text += std::string("\"0\",\"k\",\"") + name + "\",\"" + unit + "\",\"" + value + "\"\n";
    return text;
}

} // namespace

class NsightComputeReaderTest : public test::Case {
    Q_OBJECT

private slots:
    // Mutation: any name in the command of that page.
    void everyMetricThatTheGuideRecordsIsRead()
    {
        QFile page(QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources/guide/en/09-nsight.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString command =
            QString::fromUtf8(page.readAll()).section(QStringLiteral("```"), 1, 1).remove(QStringLiteral("\\\n"));
        QVERIFY2(command.contains(QStringLiteral("{d,f,h}{add,mul,fma}")), qPrintable(command)); // ncuOperations
        static const QRegularExpression metric(QStringLiteral("[a-z0-9]+__[a-z0-9_%]+\\.sum"));
        int known = 0;
        for (auto each = metric.globalMatch(command); each.hasNext();) {
            const QString name = each.next().captured();
            for (const std::string_view operation : ncuOperations) {
                const QString whole = QString(name).replace(QStringLiteral("%s"),
                                                            QString::fromStdString(std::string(operation)));
                QVERIFY2(ncuMetricNamed(whole.toStdString()), qPrintable(whole));
                ++known;
                if (whole == name)
                    break;
            }
        }
        QCOMPARE(known, 5 + static_cast<int>(ncuOperations.size()));
    }
    void launchesOfAKernelAreAddedUp()
    {
        const std::string text = importSample("nsight-compute-raw.csv");
        QVERIFY(nsightComputeFormat().recognises(text));
        const auto read = importedFrom(nsightComputeFormat(), text);
        QVERIFY2(read.ok(), errorIn(nsightComputeFormat(), text));
        QCOMPARE(read->device, std::string("Some GPU"));
        QCOMPARE(read->kernels.size(), std::size_t{2});
        const ImportedKernel& axpy = read->kernels[0];
        QCOMPARE(axpy.kernel.name, std::string("axpy(float *, const float *, float)"));
        QCOMPARE(axpy.kernel.launches, 2.0);
        QVERIFY(isNear(axpy.kernel.time.value(), 12.8e-6));
        QVERIFY(isNear(axpy.kernel.flops.value(), 4.0 * 1048576.0));
        QVERIFY(isNear(axpy.kernel.bytes.value(), 25.2e6));
        QVERIFY(isNear(axpy.kernel.throughCaches[0].value(), 25.18e6));
        QVERIFY(isNear(axpy.kernel.throughCaches[1].value(), 25.2e6));
        QCOMPARE(axpy.work, WorkOrigin::Counted);
        QVERIFY(axpy.profiled);
        QVERIFY(isNear(read->kernels[1].kernel.flops.value(), 1048576.0));
        QVERIFY(hasRemark(*read, "tensor cores were not collected"));
        QVERIFY(hasRemark(*read, "double and half precision were not collected"));
    }
    // Mutation: isOneDevice without the one or the other size.
    void kernelsOfSeveralDevicesHaveNoDeviceInCommon()
    {
        const std::string header =
            "\"ID\",\"Kernel Name\",\"Device\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
        const auto launch = [](const char* id, const char* device, const char* name) {
            std::string text;
            for (const std::string& row : {std::string("device__attribute_display_name\",\"\",\"") + name,
                                           std::string("gpu__time_duration.sum\",\"ns\",\"10")})
                text += std::string("\"") + id + "\",\"k\",\"" + device + "\",\"" + row + "\"\n";
            return text;
        };
        const auto two = importedFrom(nsightComputeFormat(),
                                      header + launch("0", "0", "Large GPU") + launch("1", "1", "Small GPU"));
        QVERIFY(two.ok());
        QCOMPARE(two->device, std::string());
        QCOMPARE(two->kernels.size(), std::size_t{2});
        QVERIFY(hasRemark(*two, "\"Large GPU\", \"Small GPU\""));
        // The name of the first only, and two chips under one number as in two profiles put together.
        const auto unnamed = importedFrom(nsightComputeFormat(),
                                          header + launch("0", "0", "Large GPU") + launch("1", "1", ""));
        QVERIFY(unnamed.ok());
        QCOMPARE(unnamed->device, std::string());
        const auto joined = importedFrom(nsightComputeFormat(),
                                         header + launch("0", "0", "Large GPU") + launch("1", "0", "Small GPU"));
        QVERIFY(joined.ok());
        QCOMPARE(joined->device, std::string());
        const auto one = importedFrom(nsightComputeFormat(),
                                      header + launch("0", "0", "Large GPU") + launch("1", "0", "Large GPU"));
        QVERIFY(one.ok());
        QCOMPARE(one->device, std::string("Large GPU"));
        QVERIFY(!hasRemark(*one, "more than one device"));
    }
    void groupsOfPointsAreToldFromDecimals()
    {
        const auto read = importedFrom(nsightComputeFormat(), importSample("nsight-compute-long.csv"));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{1});
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 117344e-9));
        QVERIFY(isNear(read->kernels[0].kernel.bytes.value(), 27595520.0));
        QVERIFY(isNear(read->kernels[0].kernel.flops.value(), 1000.0 + 2.0 * 2816.0));
    }
    void whereNothingTellsTheDecimalMarkItIsAsked()
    {
        const std::string text = launchOf({{"gpu__time_duration.sum", "nsecond", "117.344"}});
        const auto read = importedFrom(nsightComputeFormat(), text);
        QVERIFY(!read.ok());
        QCOMPARE(read.error().kind, ErrorKind::InvalidInput);
        QCOMPARE(read.error().id, std::string("import.decimal-mark"));
        const auto point = importedFrom(nsightComputeFormat(), text, {.decimalMark = '.'});
        const auto comma = importedFrom(nsightComputeFormat(), text, {.decimalMark = ','});
        QVERIFY(point.ok() && comma.ok());
        QVERIFY(isNear(point->kernels[0].kernel.time.value(), 117.344e-9));
        QVERIFY(isNear(comma->kernels[0].kernel.time.value(), 117344e-9));
        // A metric that is of no use otherwise decides.
        const auto decided = importedFrom(
            nsightComputeFormat(),
            launchOf({{"gpu__time_duration.sum", "nsecond", "117.344"}, {"some__share.pct", "%", "65,77"}}));
        QVERIFY(decided.ok());
        QVERIFY(isNear(decided->kernels[0].kernel.time.value(), 117344e-9));
        // Mutation: learn() stops at the first. Two that contradict each other decide nothing.
        for (const auto& [first, second] : {std::pair("65,77", "65.77"), std::pair("65.77", "65,77")}) {
            const auto both = importedFrom(nsightComputeFormat(), launchOf({{"gpu__time_duration.sum", "ns", "117.344"},
                                                                            {"some__share.pct", "%", first},
                                                                            {"other__share.pct", "%", second}}));
            QVERIFY(!both.ok());
            QCOMPARE(both.error().id, std::string("import.decimal-mark"));
            QVERIFY(both.error().message().ends_with('.'));
        }
    }
    void twoLocalesInOneFileAreRefused()
    {
        const QByteArray error = errorIn(nsightComputeFormat(), launchOf({{"gpu__time_duration.sum", "us", "1,25"},
                                                                          {"dram__bytes.sum", "byte", "12.5"}}));
        QVERIFY2(error.contains("line 3") && error.contains("line 2") && error.contains("LC_ALL=C"), error);
        const auto chosen = importedFrom(nsightComputeFormat(), launchOf({{"gpu__time_duration.sum", "us", "1,25"}}),
                                         {.decimalMark = '.'});
        QVERIFY(!chosen.ok());
        QCOMPARE(chosen.error().kind, ErrorKind::Corrupt);
    }
    void rooflineSectionsGiveRates()
    {
        const auto read = importedFrom(nsightComputeFormat(), importSample("nsight-compute-roofline.csv"));
        QVERIFY(read.ok());
        QVERIFY(!hasRemark(*read, "no clock"));
        // Mutation: withoutClock is never raised.
        const auto clockless = importedFrom(
            nsightComputeFormat(),
            changed(importSample("nsight-compute-roofline.csv"), "smsp__cycles_elapsed", "x__cycles_elapsed"));
        QVERIFY(clockless.ok());
        QCOMPARE(clockless->kernels[0].kernel.flops, Flops());
        QVERIFY(hasRemark(*clockless, "1 kernel has operations a cycle and no clock"));
        // 56 FLOP a cycle at 1.25 GHz for 100.5 us; the peak of the device, derived__sm__, is no part of it.
        QVERIFY(isNear(read->kernels[0].kernel.flops.value(), 56.0 * 1.25e9 * 100.5e-6));
        QVERIFY(isNear(read->kernels[0].kernel.bytes.value(), 800e9 * 100.5e-6));
    }
    // Mutation: isBetter never set, or `better` not looked at in put(). Both numbers of a pair count, whichever rows
    // come first.
    void pairsOfHalfPrecisionCountInAnyOrder()
    {
        const std::string start = launchOf(
            {{"gpu__time_duration.sum", "ns", "1000"}, {"smsp__cycles_elapsed.avg.per_second", "Ghz", "1"}});
        const auto rows = [](const char* before, const char* after, std::array<const char*, 3> values) {
            std::string text;
            for (std::size_t i = 0; i < 3; ++i) {
                std::string name = std::string(before) + std::array{"hadd", "hmul", "hfma"}[i] + "_pred_on" + after;
                if (std::string_view(after) == "_x")
                    name += i == 2 ? "4" : "2";
                text += "\"0\",\"k\",\"" + name + "\",\"\",\"" + values[i] + "\"\n";
            }
            return text;
        };
        const std::string threads = rows("smsp__sass_thread_inst_executed_op_", ".sum.per_cycle_elapsed",
                                         {"10", "10", "10"});
        const std::string sums = rows("smsp__sass_thread_inst_executed_op_", ".sum", {"10000", "10000", "10000"});
        const std::string pairs = rows("derived__smsp__sass_thread_inst_executed_op_", "_x", {"20", "20", "40"});
        for (const std::string& text : {threads + pairs, pairs + threads, sums + pairs, pairs + sums}) {
            const auto read = importedFrom(nsightComputeFormat(), start + text);
            QVERIFY2(read.ok(), errorIn(nsightComputeFormat(), start + text));
            QVERIFY(isNear(read->kernels[0].kernel.flops.value(), 80.0 * 1000.0));
            QVERIFY(!hasRemark(*read, "half2"));
        }
        for (const std::string& text : {threads, sums}) {
            const auto read = importedFrom(nsightComputeFormat(), start + text);
            QVERIFY(read.ok());
            QVERIFY(isNear(read->kernels[0].kernel.flops.value(), 40.0 * 1000.0));
            QVERIFY(hasRemark(*read, "half2"));
        }
    }
    void tensorOperationsCountByTheirNames()
    {
        const auto read = importedFrom(
            nsightComputeFormat(),
            launchOf({{"gpu__time_duration.sum", "us", "10.5"},
                      {"sm__ops_path_tensor_src_fp16.sum", "", "1000"},
                      {"sm__ops_path_tensor_src_fp16_dst_fp32.sum", "", "600"}, // a part of the one above
                      {"sm__ops_path_tensor_src_bf16_dst_fp32.sum", "", "50"},
                      {"sm__ops_path_tensor_src_int8.sum", "", "7"}}));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels[0].kernel.flops.value(), 1050.0);
        QVERIFY(hasRemark(*read, "Integer operations"));
        QVERIFY(hasRemark(*read, "double, single and half precision were not collected"));
        // Mutation: hasUnit of NcuTensor::None alone.
        const auto scaled = importedFrom(nsightComputeFormat(),
                                         launchOf({{"gpu__time_duration.sum", "us", "10.5"},
                                                   {"sm__ops_path_tensor_src_fp16_dst_fp32.sum", "Mops", "5"}}));
        QVERIFY(scaled.ok());
        QCOMPARE(scaled->kernels[0].kernel.flops.value(), 5e6);
        QVERIFY(errorIn(nsightComputeFormat(), launchOf({{"gpu__time_duration.sum", "us", "10.5"},
                                                         {"sm__ops_path_tensor_src_fp16_dst_fp32.sum", "byte", "5"}}))
                    .contains("is in \"byte\""));
        const auto unknown = importedFrom(nsightComputeFormat(),
                                          launchOf({{"gpu__time_duration.sum", "us", "10.5"},
                                                    {"sm__ops_path_tensor_src_fp16_dst_fp32.sum", "", "600"},
                                                    {"sm__inst_executed_pipe_tensor_op_hmma.sum", "inst", "4"}}));
        QVERIFY(unknown.ok());
        QCOMPARE(unknown->kernels[0].kernel.flops, Flops());
        QCOMPARE(unknown->kernels[0].work, WorkOrigin::Unknown);
        QVERIFY(hasRemark(*unknown, "sm__inst_executed_pipe_tensor_op_hmma.sum"));
    }
    /// A matrix product on tensor cores executes none of the other instructions.
    void noneCountedIsNoneDoneOnlyWhereEveryKindWasCounted()
    {
        std::string text = launchOf({{"gpu__time_duration.sum", "us", "10.5"}, {"dram__bytes.sum", "Mbyte", "17.4"}});
        const auto add = [&text](const std::string& metric) {
            text += "\"0\",\"k\",\"" + metric + "\",\"inst\",\"0\"\n";
        };
        const auto bytesAlone = importedFrom(nsightComputeFormat(), text);
        QVERIFY2(bytesAlone.ok(), errorIn(nsightComputeFormat(), text));
        QVERIFY(bytesAlone->kernels[0].kernel.flopsUnknown);
        for (const std::string_view operation : ncuOperations)
            add("smsp__sass_thread_inst_executed_op_" + std::string(operation) + "_pred_on.sum");
        const auto unknown = importedFrom(nsightComputeFormat(), text);
        QVERIFY2(unknown.ok(), errorIn(nsightComputeFormat(), text));
        QCOMPARE(unknown->kernels[0].work, WorkOrigin::Counted);
        QVERIFY(unknown->kernels[0].kernel.flopsUnknown);
        QVERIFY(hasRemark(*unknown, "with no other FLOP they are not known"));
        text += "\"0\",\"k\",\"sm__ops_path_tensor_src_fp16_dst_fp32.sum\",\"\",\"0\"\n";
        const auto copy = importedFrom(nsightComputeFormat(), text);
        QVERIFY2(copy.ok(), errorIn(nsightComputeFormat(), text));
        QCOMPARE(copy->kernels[0].kernel.flops, Flops());
        QVERIFY(!copy->kernels[0].kernel.flopsUnknown);
    }
    void anIncompleteCountIsNoCount()
    {
        const auto read = importedFrom(
            nsightComputeFormat(), launchOf({{"gpu__time_duration.sum", "us", "10.5"},
                                             {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "inst", "5"}}));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels[0].kernel.flops, Flops());
        QVERIFY(hasRemark(*read, "does not count fadd, fmul"));
    }
    void aLaunchWithoutACountLeavesItsKernelWithoutFlop()
    {
        const auto read = importedFrom(nsightComputeFormat(), changed(importSample("nsight-compute-raw.csv"),
                                                                      R"("12.62","12.60","0","1,048,576","0")",
                                                                      R"("12.62","12.60","0","n/a","0")"));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels[0].kernel.flops, Flops());
        QVERIFY(read->kernels[0].kernel.bytes > Bytes() && read->kernels[0].kernel.flopsUnknown);
        QVERIFY(read->kernels[1].kernel.flops > Flops() && !read->kernels[1].kernel.flopsUnknown);
        QVERIFY(hasRemark(*read, "1 kernel has launches without"));
    }
    void aTimeOrBytesWithoutUnitAreRefused()
    {
        const std::string raw = importSample("nsight-compute-raw.csv");
        const QByteArray time = errorIn(nsightComputeFormat(), changed(raw, "\"usecond\"", "\"\""));
        QVERIFY2(time.startsWith("line 5, column ") && time.contains("gpu__time_duration.sum has no unit"), time);
        const QByteArray bytes = errorIn(nsightComputeFormat(), changed(raw, "\"Mbyte\"", "\"inst\""));
        QVERIFY2(bytes.contains("dram__bytes_read.sum is in \"inst\""), bytes);
    }
    void whatIsMissingIsNamed()
    {
        const std::string text = importSample("nsight-compute-long.csv");
        QVERIFY(
            errorIn(nsightComputeFormat(), changed(text, "\"Metric Unit\"", "\"Unit\"")).contains("\"Metric Unit\""));
        QVERIFY(
            errorIn(nsightComputeFormat(), changed(text, "\"Metric Value\"", "\"V\"")).contains("\"Metric Value\""));
        QVERIFY(errorIn(nsightComputeFormat(), launchOf({{"dram__bytes.sum", "byte", "5"}}))
                    .contains("No launch has gpu__time_duration.sum"));
        QVERIFY(errorIn(nsightComputeFormat(), launchOf({})).contains("no launch"));
        QVERIFY(errorIn(nsightComputeFormat(), "hello\n").contains("no table"));
    }
    // Mutations: only whole headers recognised; a header of another table taken for one that is cut off.
    void aHeaderThatIsCutOffIsSaidToBe()
    {
        for (const char* sample : {"nsight-compute-long.csv", "nsight-compute-raw.csv"}) {
            const std::string text = importSample(sample);
            const std::size_t header = text.find("\"ID\",\"Process ID\"");
            QVERIFY2(header != std::string::npos, sample);
            const std::string cut = text.substr(0, text.find("\"Host Name\"", header) + 5);
            QVERIFY2(nsightComputeFormat().recognises(cut), sample);
            QVERIFY2(errorIn(nsightComputeFormat(), cut).contains("cut off within its header"), sample);
        }
        QVERIFY(!nsightComputeFormat().recognises("\"ID\",\"Process ID\",\"Memory\"\n1,2,3\n"));
        QVERIFY(!nsightComputeFormat().recognises("\"ID\",\"Name\",\"Va"));
    }
    void wrongCellsAreNamedByTheirPlace()
    {
        const std::string raw = importSample("nsight-compute-raw.csv");
        QVERIFY(errorIn(nsightComputeFormat(), changed(raw, "\"6.50\"", "\"fast\"")).startsWith("line 6, column "));
        QVERIFY(errorIn(nsightComputeFormat(), changed(raw, "\"6.50\",", "")).contains("19 cells and the header 20"));
        QVERIFY(
            errorIn(nsightComputeFormat(), changed(raw, "\"2\",\"4711\"", "\"0\",\"4711\"")).contains("a second time"));
    }
    /// As ncu 2025.3 prints its page of details: columns for rules, which rows of metrics do not reach.
    void rowsOfMetricsMayEndBeforeTheColumnsOfRules()
    {
        std::string text =
            "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule "
            "Description\"\n"
            "\"0\",\"k\",\"gpu__time_duration.sum\",\"us\",\"13.2\",\n"
            "\"0\",\"k\",\"\",\"\",\"\",\"SOLBottleneck\",\"Look elsewhere, too\"\n"
            "\"0\",\"k\",\"dram__bytes.sum\",\"Mbyte\",\"17.4\",\n";
        const auto read = importedFrom(nsightComputeFormat(), text);
        QVERIFY2(read.ok(), errorIn(nsightComputeFormat(), text));
        QCOMPARE(read->kernels.size(), std::size_t{1});
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 13.2e-6));
        QVERIFY(isNear(read->kernels[0].kernel.bytes.value(), 17.4e6));
        text += "\"0\",\"k\",\"lts__t_by"; // cut off
        QVERIFY(!importedFrom(nsightComputeFormat(), text).ok());
    }
    void linesOfTheProgramAmongTheRowsArePassedOver()
    {
        const auto read = importedFrom(
            nsightComputeFormat(),
            changed(importSample("nsight-compute-raw.csv"), "\"1\",\"4711\"", "step 1, \"done\"\n\"1\",\"4711\""));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels[0].kernel.launches, 2.0);
        QVERIFY(hasRemark(*read, "1 line is not of the table and was"));
    }
    // Mutation: a remark for each of them.
    void kernelsWithoutTimeAreCounted()
    {
        std::string text = "\"ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n\"\",\"\",\"ns\"\n\"0\",\"k\",\"1\"\n";
        for (int i = 1; i <= 100; ++i)
            text += '"' + std::to_string(i) + "\",\"k" + std::to_string(i) + "\",\"0\"\n";
        const auto read = importedFrom(nsightComputeFormat(), text);
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{1});
        QCOMPARE(std::ranges::count_if(
                     read->remarks,
                     [](const std::string& remark) { return remark.find("took no time") != std::string::npos; }),
                 1);
        QVERIFY(hasRemark(*read, "100 kernels took no time"));
    }
    void aHundredThousandLaunchesAreRead()
    {
        std::string text = "\"ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n\"\",\"\",\"ns\"\n";
        constexpr int launches = 100'000;
        for (int i = 0; i < launches; ++i)
            text += '"' + std::to_string(i) + "\",\"k" + std::to_string(i % 500) + "\",\"1000\"\n";
        const auto read = importedFrom(nsightComputeFormat(), text);
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{500});
        QCOMPARE(read->kernels[499].kernel.launches, 200.0);
        QVERIFY(isNear(read->kernels[499].kernel.time.value(), 200e-6));
    }
};

RIDGEPOINT_TEST(NsightComputeReaderTest)
#include "nsight_compute_reader_test.moc"
