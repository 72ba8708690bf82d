// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using test::isNear;

namespace {

ImportedFile sample(const char* name)
{
    auto file = importKernels(std::filesystem::path(RIDGEPOINT_SOURCE_DIR) / "tests/samples/import" / name);
    return file ? *file : ImportedFile{.formatId = file.error().message()};
}

QString remarksOf(const ImportedFile& file)
{
    QString text;
    for (const std::string& remark : file.remarks)
        text += QString::fromStdString(remark) + '\n';
    return text;
}

/// What a reader says of a text.
Result<ImportedKernels> readAs(std::string_view id, const QByteArray& text)
{
    ByteSource source(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    return importFormatOf(id)->read(source, {});
}

/// A Google Benchmark file with these rows, of which each has a name and a unit.
QByteArray googleRows(const QByteArray& rows)
{
    return R"({"context":{"num_cpus":1,"mhz_per_cpu":1},"benchmarks":[)" + rows + "]}";
}

} // namespace

class BenchmarkFormatsTest : public test::Case {
    Q_OBJECT
private slots:
    // Mutations: a stem that is no row of its own; the row of a time of zero taken for an error.
    void leavesOutOldAggregatesAndTimesOfZero()
    {
        const auto read = readAs("google-benchmark", googleRows(R"({"name":"a","real_time":1,"time_unit":"s"},
            {"name":"a_median","real_time":9,"time_unit":"s"}, {"name":"a_stddev","real_time":2,"time_unit":"s"},
            {"name":"geometric_mean","real_time":3,"time_unit":"s"}, {"name":"z","real_time":0,"time_unit":"s"})"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{2});
        QCOMPARE(read->kernels[0].kernel.name, std::string("a"));
        QVERIFY(isNear(read->kernels[0].kernel.time.value(), 1.0));
        QCOMPARE(read->kernels[1].kernel.name, std::string("geometric_mean"));
        QVERIFY(std::ranges::count(read->remarks, "1 row with a time of zero was left out.") == 1);
    }
    void readsGoogleBenchmark()
    {
        const ImportedFile file = sample("google_benchmark.json");
        QCOMPARE(file.formatId, std::string("google-benchmark"));
        QCOMPARE(file.kernels.size(), std::size_t{3});

        // The median of three repetitions; bytes by the processor's time, which the library divided by.
        const OwnKernel& copy = file.kernels[0];
        QCOMPARE(copy.name, std::string("copy/1048576"));
        QVERIFY(isNear(copy.time.value(), 500e-6));
        QVERIFY(isNear(copy.bytes.value(), 8388608.0));
        QVERIFY(copy.flops == Flops() && copy.launches == 1.0);
        QVERIFY(copy.work == WorkOrigin::Declared && !copy.profiled);
        QVERIFY(copy.flopsUnknown); // it declares bytes alone
        QCOMPARE(copy.source, std::string("google_benchmark.json"));

        // Rates by the clock on the wall, which the name tells.
        const OwnKernel& axpy = file.kernels[1];
        QVERIFY(isNear(axpy.time.value(), 10e-6));
        QVERIFY(isNear(axpy.flops.value(), 131072.0));
        QVERIFY(isNear(axpy.bytes.value(), 786432.0));
        QVERIFY(!axpy.flopsUnknown && !lacksBytes(axpy));

        // The median row where repetitions are left out of the file; a count, with its prefix.
        const OwnKernel& product = file.kernels[2];
        QCOMPARE(product.name, std::string("product/median only"));
        QVERIFY(isNear(product.time.value(), 2.0));
        QVERIFY(isNear(product.flops.value(), 16e9));
        QVERIFY(!product.flopsUnknown && lacksBytes(product));

        const QString remarks = remarksOf(file);
        QVERIFY2(remarks.contains("The counter FLOPS was read as FLOP per second"), qPrintable(remarks));
        QVERIFY2(remarks.contains("items_per_second") && remarks.contains("1 row of a benchmark that failed"),
                 qPrintable(remarks));
        QVERIFY2(remarks.contains("clock was free to change") && !remarks.contains("debugging"), qPrintable(remarks));
    }

    void tellsGoogleBenchmarksOfOneNameApart()
    {
        const auto kernels = readAs("google-benchmark", googleRows(R"(
            {"name":"a","family_index":0,"real_time":1,"time_unit":"s"},
            {"name":"a","family_index":1,"real_time":3,"time_unit":"s"},
            {"name":"b","real_time":4,"time_unit":"s"}, {"name":"b","real_time":8,"time_unit":"s"})"));
        QVERIFY(kernels.ok());
        QCOMPARE(kernels->kernels.size(), std::size_t{3});
        QCOMPARE(kernels->kernels[0].kernel.time, Seconds(1.0));
        QCOMPARE(kernels->kernels[1].kernel.time, Seconds(3.0));
        QCOMPARE(kernels->kernels[2].kernel.time, Seconds(6.0)); // of two the mean
        QVERIFY(kernels->kernels[0].work == WorkOrigin::Unknown);
    }

    void readsNvbench()
    {
        const ImportedFile file = sample("nvbench.json");
        QCOMPARE(file.formatId, std::string("nvbench"));
        QCOMPARE(file.device, std::string("Example GPU"));
        QCOMPARE(file.kernels.size(), std::size_t{2});
        QCOMPARE(file.kernels[0].name, std::string("copy [T=F32 Elements=1048576]"));
        QVERIFY(isNear(file.kernels[0].time.value(), 8e-6));
        QVERIFY(isNear(file.kernels[0].bytes.value(), 8388608.0)); // all of them, not the named column alone
        QVERIFY(file.kernels[0].flopsUnknown);
        QVERIFY(file.kernels[0].work == WorkOrigin::Declared);
        QCOMPARE(file.kernels[0].device, std::string("Example GPU"));
        QCOMPARE(file.kernels[1].name, std::string("reduce"));
        QVERIFY(isNear(file.kernels[1].time.value(), 2e-6));
        QVERIFY(isNear(file.kernels[1].bytes.value(), 1000004.0));
        QVERIFY2(remarksOf(file).contains("1 benchmark was skipped"), qPrintable(remarksOf(file)));
    }

    void readsHyperfine()
    {
        const ImportedFile file = sample("hyperfine.json");
        QCOMPARE(file.formatId, std::string("hyperfine"));
        QCOMPARE(file.kernels.size(), std::size_t{2});
        QCOMPARE(file.kernels[0].name, std::string("./solve --size 100"));
        QCOMPARE(file.kernels[0].time, Seconds(0.3));
        QCOMPARE(file.kernels[1].time, Seconds(2.0));
        QVERIFY(file.kernels[0].work == WorkOrigin::Unknown);
        QVERIFY2(remarksOf(file).contains("1 command failed"), qPrintable(remarksOf(file)));
    }

    void saysWhatIsWrongAndWhere_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        const auto google = [](const char* name, const QByteArray& rows, const char* says) {
            QTest::newRow(name) << "google-benchmark" << googleRows(rows) << says;
        };
        google("no rows", "", "benchmarks: it is empty");
        google("a row that is a number", "7", "benchmarks[0]: it is no object");
        google("a row without a name", R"({"real_time":1,"time_unit":"s"})", "benchmarks[0]: it has no name");
        google("an unknown unit", R"({"name":"a","real_time":1,"time_unit":"h"})", "benchmarks[0].time_unit: \"h\"");
        google("a time as text of words", R"({"name":"a","real_time":"soon","time_unit":"s"})",
               "benchmarks[0].real_time: must be above zero; run the benchmark again");
        google("a time that is an object", R"({"name":"a","real_time":{},"time_unit":"s"})", "benchmarks[0].real_time");
        google("a time of zero", R"({"name":"a","real_time":0,"time_unit":"s"})", "time of zero");
        google("no number", R"({"name":"a","real_time":NaN,"time_unit":"s"})", "benchmarks[0].real_time");
        google("fewer than no bytes", R"({"name":"a","real_time":1,"time_unit":"s","bytes_per_second":-1})",
               "benchmarks[0]: its FLOP or bytes are negative");
        google("a number beyond all", R"({"name":"a","real_time":1e999,"time_unit":"s"})", "line 1, column ");
        google("all failed", R"({"name":"a","error_occurred":true,"time_unit":"s"})", "every benchmark failed");
        QTest::newRow("no JSON") << "google-benchmark" << QByteArray("{\n  \"context\": oops") << "line 2, column 1";
        QTest::newRow("a cut file") << "hyperfine" << QByteArray("{\"results\": [\n{") << "line 2: the file ends";
        QTest::newRow("an array") << "google-benchmark" << QByteArray("[]") << "benchmarks: there is no such array";
        QTest::newRow("benchmarks that are text")
            << "nvbench" << QByteArray(R"({"benchmarks":"none"})") << "benchmarks: there is no such array";
        QTest::newRow("no states") << "nvbench" << QByteArray(R"({"benchmarks":[{"states":{}},3]})")
                                   << "nothing was timed";
        QTest::newRow("a state without a time") << "nvbench" << QByteArray(R"({"benchmarks":[{"states":[{}]}]})")
                                                << "benchmarks[0].states[0]: there is no summary";
        QTest::newRow("no results") << "hyperfine" << QByteArray("{}") << "results: there is no such array";
        QTest::newRow("empty results") << "hyperfine" << QByteArray(R"({"results":[]})") << "no command was timed";
        QTest::newRow("a result without times")
            << "hyperfine" << QByteArray(R"({"results":[{"command":"x","times":[-1,"2"]}]})") << "results[0]: ";
        QTest::newRow("too deep") << "hyperfine" << QByteArray(100, '[') << "nested more than 64";
    }
    void saysWhatIsWrongAndWhere()
    {
        QFETCH(QString, format);
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const auto kernels = readAs(format.toStdString(), text);
        QVERIFY(!kernels.ok());
        QCOMPARE(kernels.error().kind, ErrorKind::Corrupt);
        const QString message = QString::fromStdString(kernels.error().message());
        QVERIFY2(message.contains(says), qPrintable(message));
    }

    void refusesWhatIsTooLargeToBeTakenWhole()
    {
        const QByteArray large((64 << 20) + 1, ' ');
        for (const char* id : {"google-benchmark", "nvbench", "hyperfine"})
            QCOMPARE(readAs(id, large).error().id, std::string("import.too-large"));
    }
};

RIDGEPOINT_TEST(BenchmarkFormatsTest)
#include "benchmark_formats_test.moc"
