// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/csv.h"
#include "core/session/own_kernels_csv.h"
#include "core/session/roof_export.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/session/random_models.h"

#include <clocale>
#include <random>

using namespace ridgepoint;

namespace {

const std::string header = "device,operation,precision,elements,operations_per_element,chain_length,fusion_depth,"
                           "launch_mode,threads,flops,bytes,"
                           "launches,arithmetic_intensity_flop_per_byte,time_s,median_s,time_low_s,time_high_s,rounds,"
                           "readings,flop_per_s,byte_per_s,"
                           "clock_hz,flags,regime,share_compute,share_memory,share_overhead,share_under_filled,regime_"
                           "predicted,time_predicted_s,time_reference_s,"
                           "provenance,share_unexplained\n";

Sample aSample()
{
    Sample sample;
    sample.workload = {.elements = 1024,
                       .operationsPerElement = 4,
                       .chainLength = 8,
                       .fusionDepth = 2,
                       .launchMode = LaunchMode::Queued,
                       .threads = 2};
    sample.time = Seconds(0.5);
    sample.median = Seconds(0.625);
    sample.low = Seconds(0.25);
    sample.high = Seconds(0.75);
    sample.rounds = 7;
    sample.readings = 70;
    sample.clock = Hertz(2.5e9);
    sample.flags = Flag::Throttled;
    return sample;
}

PointAnalysis anAnalysis()
{
    PointAnalysis point;
    point.shares = Shares{
        .compute = 0.125, .memory = 0.5, .overhead = 0.1875, .underFilled = 0.0625, .unexplained = 0.125};
    point.regime = Regime::Memory;
    point.flags = Flag::Throttled | Flag::Edge;
    point.referenceTime = Seconds(0.4375);
    point.prediction = PredictedTime{.time = Seconds(0.375), .limit = Regime::Overhead};
    return point;
}

/// Fields of a line without quotes in it.
qsizetype fieldCount(const std::string& line) { return QString::fromStdString(line).split(',').size(); }

Result<std::vector<OwnKernel>> parsed(const QByteArray& text)
{
    return parseOwnKernels(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
}

RoofSet fewRoofs()
{
    RoofSet set{.device = "cpu", .threads = 4};
    set.roofs = {{.id = "bandwidth.dram", .value = 50e9, .low = 48e9, .high = 51e9, .method = "a sum, in place"},
                 {.id = "compute.fp32.fma",
                  .kind = RoofKind::Compute,
                  .value = 400e9,
                  .low = 390e9,
                  .high = 400e9,
                  .method = "chains",
                  .flags = Flag::MachineBusy | Flag::FewReadings},
                 {.id = "compute.bf16.matrix", .kind = RoofKind::Compute, .value = 3.5e12, .method = "tiles"},
                 {.id = "compute.tf32.matrix", .kind = RoofKind::Compute, .value = 2e12, .method = "tiles"},
                 {.id = "launch.queued", .kind = RoofKind::Launch, .value = 5e-7, .low = 4e-7, .high = 6e-7}};
    set.unavailable = {{"compute.fp8.matrix", Error{.id = "roof.lacks", .text = "there is no such unit"}}};
    return set;
}

} // namespace

class CsvTest : public test::Case {
    Q_OBJECT
private slots:
    void writesTheContractsColumns()
    {
        const std::vector<Sample> samples{aSample()};
        const std::vector<PointAnalysis> points{anAnalysis()};
        QCOMPARE(toCsv(samples, points),
                 header
                     + "cpu,fma,fp32,1024,4,8,2,queued,2,65536,32768,4,2,0.5,0.625,0.25,0.75,7,70,131072,65536,2.5e+09,"
                       "throttled edge,memory,0.125,0.5,0.1875,0.0625,overhead,0.375,0.4375,measured,0.125\n");
    }
    void callsNothingMeasuredThatWasFilledInBetween()
    {
        Sample sample = aSample();
        sample.flags = Flag::Interpolated;
        const std::vector<Sample> samples{sample};
        const std::vector<PointAnalysis> points{anAnalysis()};
        const QString line = QString::fromStdString(toCsv(samples, points)).split('\n').at(1);
        QVERIFY2(line.endsWith(",interpolated,0.125"), qPrintable(line));
    }
    void leavesUnknownFieldsEmpty()
    {
        Sample sample = aSample();
        sample.clock = Hertz(0.0);
        sample.flags = {};
        sample.workload.threads = 0;
        sample.device = "cuda:0";
        QCOMPARE(toCsv(std::vector<Sample>{sample}, {}),
                 header
                     + "cuda:0,fma,fp32,1024,4,8,2,queued,,65536,32768,4,2,0.5,0.625,0.25,0.75,7,70,131072,65536,,"
                       ",,,,,,,,,measured,\n");
    }
    void everyLineHasAsManyFieldsAsTheHeader()
    {
        const auto samples = test::RandomModels(5).samples(100);
        const QStringList lines =
            QString::fromStdString(toCsv(samples, std::vector<PointAnalysis>(50, anAnalysis()))).split('\n');
        QCOMPARE(lines.size(), 102);
        for (qsizetype i = 0; i + 1 < lines.size(); ++i)
            QCOMPARE(fieldCount(lines[i].toStdString()), 33);
    }
    void quotesADeviceThatNeedsIt()
    {
        Sample sample = aSample();
        sample.device = "ssh:a,\"b\"";
        const std::string csv = toCsv(std::vector<Sample>{sample}, {});
        QVERIFY(csv.find("\n\"ssh:a,\"\"b\"\"\",fma,") != std::string::npos);
    }
    void writesNoNumberForATimeOfZero()
    {
        Sample sample = aSample();
        sample.time = Seconds(0.0);
        const std::string csv = toCsv(std::vector<Sample>{sample}, {});
        QVERIFY(csv.find("inf") == std::string::npos);
        QVERIFY(csv.find(",7,70,,,2.5e+09,") != std::string::npos);
    }
    void doesNotDependOnTheLocale()
    {
        if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr && std::setlocale(LC_ALL, "fr_FR.UTF-8") == nullptr)
            QSKIP("neither de_DE.UTF-8 nor fr_FR.UTF-8 is installed, so no locale with a decimal comma can be set");
        const std::string csv = toCsv(std::vector<Sample>{aSample()}, {});
        std::setlocale(LC_ALL, "C");
        QVERIFY(csv.find(",0.5,0.625,0.25,0.75,") != std::string::npos);
    }

    void readsTablesAsPeopleHaveThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("commas") << QByteArray("name,flops,bytes,launches,time_s\nmine,2e9,1e8,3,0.5\n");
        QTest::newRow("semicolons") << QByteArray("name;flops;bytes;launches;time_s\nmine;2e9;1e8;3;0.5\n");
        QTest::newRow("tabs, as pasted from a spreadsheet")
            << QByteArray("name\tflops\tbytes\tlaunches\ttime_s\nmine\t2e9\t1e8\t3\t0.5\n");
        QTest::newRow("no end of the last line") << QByteArray("name,flops,bytes,launches,time_s\nmine,2e9,1e8,3,0.5");
        QTest::newRow("Windows line ends") << QByteArray("name,flops,bytes,launches,time_s\r\nmine,2e9,1e8,3,0.5\r\n");
        QTest::newRow("blank lines and blanks")
            << QByteArray("\n name , flops,bytes ,launches, time_s\n\n mine , 2e9 ,1e8,3 , 0.5 \n\n");
        QTest::newRow("another order and other columns")
            << QByteArray("time_s,remark,flop,launches,bytes,name\n0.5,fast,2000000000,3,1e8,mine\n");
        QTest::newRow("quotes") << QByteArray(
            "\"name\",\"flops\",\"bytes\",\"launches\",\"time_s\"\n\"mine\",\"2e9\",\"1e8\",\"3\",\"0.5\"\n");
        QTest::newRow("a byte order mark")
            << QByteArray("\xef\xbb\xbfname,flops,bytes,launches,time_s\nmine,2e9,1e8,3,0.5\n");
    }
    void readsTablesAsPeopleHaveThem()
    {
        QFETCH(QByteArray, text);
        const auto kernels = parsed(text);
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().message().c_str());
        QCOMPARE(kernels->size(), std::size_t(1));
        const OwnKernel wanted{
            .name = "mine", .flops = Flops(2e9), .bytes = Bytes(1e8), .launches = 3.0, .time = Seconds(0.5)};
        QVERIFY(kernels->front() == wanted);
    }
    void aColumnThatIsNotThereHasItsUsualValue()
    {
        const auto kernels = parsed("flops,time_s\n5,1\n");
        QVERIFY(kernels.ok());
        QCOMPARE(kernels->front().launches, 1.0);
        QCOMPARE(kernels->front().bytes, Bytes(0.0));
        QVERIFY(kernels->front().name.empty());
        QVERIFY(parsed("flops,time_s\n").ok()); // a table without kernels is one
    }
    void readsBytesByLevel()
    {
        const auto kernels = parsed("flops,time_s,bytes,bytes_l2,bytes_l1\n5,1,10,20,30\n");
        QVERIFY(kernels.ok());
        QCOMPARE(kernels->front().throughCaches, (std::array{Bytes(30), Bytes(20), Bytes(0)}));
        QCOMPARE(toCsv(*kernels),
                 std::string("name,flops,bytes,launches,time_s,bytes_l1,bytes_l2\n\"\",5,10,1,1,30,20\n"));
        QVERIFY(*parseOwnKernels(toCsv(*kernels)) == *kernels);
        // Without any the table is as narrow as it was.
        QCOMPARE(toCsv({{.name = "a", .flops = Flops(1), .time = Seconds(1)}}),
                 std::string("name,flops,bytes,launches,time_s\n\"a\",1,0,1,1\n"));
        const auto wrong = parsed("flops,time_s,bytes_l3\n1,1,many\n");
        QVERIFY(!wrong.ok());
        QVERIFY(wrong.error().message().find("line 2: bytes_l3: \"many\" is not a number") == 0);
    }
    void anEmptyCellIsAsIfItsColumnWereNotThere()
    {
        const auto kernels = parseOwnKernels("flops,time_s,bytes,launches,bytes_l1\n8,1,,,\n8,1,4,2\n8,1,4,2,16\n");
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().message().c_str());
        QCOMPARE(kernels->size(), std::size_t{3});
        QCOMPARE((*kernels)[0].bytes.value(), 0.0);
        QCOMPARE((*kernels)[0].launches, 1.0);
        QCOMPARE((*kernels)[1].throughCaches[0].value(), 0.0);
        QCOMPARE((*kernels)[1].launches, 2.0);
        QCOMPARE((*kernels)[2].throughCaches[0].value(), 16.0);
    }
    void columnsBesideTheKernelsAreWrittenAndPassedOverByTheReader()
    {
        const std::vector<OwnKernel> kernels{{.name = "a", .flops = Flops(1), .time = Seconds(1)},
                                             {.name = "b", .flops = Flops(2), .time = Seconds(2)}};
        const std::string csv = toCsv(kernels, {{"limit", {"memory", "a \"roof\", typed"}}});
        QCOMPARE(csv, std::string("name,flops,bytes,launches,time_s,limit\n\"a\",1,0,1,1,\"memory\"\n"
                                  "\"b\",2,0,1,2,\"a \"\"roof\"\", typed\"\n"));
        QVERIFY(*parseOwnKernels(csv) == kernels);
    }
    void flopThatAreNotKnownAreAnEmptyCell()
    {
        const std::vector<OwnKernel> kernels{
            {.name = "gemm", .bytes = Bytes(5), .time = Seconds(1), .flopsUnknown = true},
            {.name = "copy", .bytes = Bytes(6), .time = Seconds(2)}};
        const std::string csv = toCsv(kernels);
        QCOMPARE(csv, std::string("name,flops,bytes,launches,time_s\n\"gemm\",,5,1,1\n\"copy\",0,6,1,2\n"));
        const auto read = parseOwnKernels(csv);
        QVERIFY(read.ok());
        QVERIFY(*read == kernels);
    }
    void namesTheLineAndTheColumn_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing") << QByteArray() << "line 1: the columns flops and time_s are required";
        QTest::newRow("no names") << QByteArray("1,2,3\n") << "line 1: the columns flops and time_s are required";
        QTest::newRow("a column twice") << QByteArray("flops,time_s,flop\n") << "line 1: the column flop comes twice";
        QTest::newRow("a word for a number")
            << QByteArray("flops,time_s\n1,2\nfast,2\n") << "line 3: flops: \"fast\" is not a number";
        QTest::newRow("a decimal comma") << QByteArray("flops;time_s\n1;0,5\n")
                                         << "line 2: time_s: \"0,5\" is not a number";
        QTest::newRow("a unit") << QByteArray("flops,time_s\n1,5 ms\n") << "line 2: time_s: \"5 ms\" is not a number";
        QTest::newRow("a negative count") << QByteArray("flops,time_s\n-1,1\n") << "line 2: flops: \"-1\"";
        QTest::newRow("no number at all") << QByteArray("flops,time_s\nnan,1\n") << "line 2: flops: \"nan\"";
        QTest::newRow("endless") << QByteArray("flops,time_s\n1e999,1\n") << "line 2: flops: \"1e999\"";
        QTest::newRow("no time") << QByteArray("flops,time_s\n1,0\n") << "line 2: time_s must be more than zero";
        QTest::newRow("a row that is too short") << QByteArray("flops,time_s\n\n1\n") << "line 3: time_s is missing";
        QTest::newRow("an empty cell") << QByteArray("flops,time_s\n,1\n") << "line 2: flops is missing";
        QTest::newRow("a quote that does not end")
            << QByteArray("name,flops,time_s\n\"mine,1,1\n") << "line 2: a cell starts with a quote";
        QTest::newRow("something after a quote")
            << QByteArray("name,flops,time_s\n\"mine\" x,1,1\n") << "line 2: after a quoted cell";
        QTest::newRow("after a line break in a name")
            << QByteArray("name,flops,time_s\n\"a\nb\",1,1\nc,x,1\n") << "line 4: flops";
    }
    void namesTheLineAndTheColumn()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const auto kernels = parsed(text);
        QVERIFY(!kernels.ok());
        const QString message = QString::fromStdString(kernels.error().message());
        QVERIFY2(message.startsWith(says), qPrintable(message));
        QCOMPARE(kernels.error().kind, ErrorKind::Corrupt);
    }
    void refusesMoreThanItReads()
    {
        QByteArray many("flops,time_s\n");
        for (std::size_t i = 0; i <= maximumOwnKernels; ++i)
            many += "1,1\n";
        QVERIFY(!parsed(many).ok());
        many.chop(4);
        QCOMPARE(parsed(many)->size(), maximumOwnKernels);
        QCOMPARE(parsed(QByteArray((32 << 20) + 1, 'x')).error().id, std::string("own-kernels.too-large"));
        QVERIFY(!parsed(QByteArray(1 << 20, '"')).ok());
        QVERIFY(!parsed(QByteArray(1 << 20, ',')).ok());
    }
    void whatIsWrittenReadsBackToTheSameNumbers()
    {
        std::mt19937_64 random(3);
        std::uniform_real_distribution<double> exponent(-8.0, 20.0);
        std::vector<OwnKernel> kernels{{.name = "a \"quoted\", odd\nname",
                                        .flops = Flops(1),
                                        .bytes = Bytes(0.1),
                                        .launches = 1,
                                        .time = Seconds(1e-9)}};
        for (int i = 0; i < 200; ++i)
            kernels.push_back({.name = "k" + std::to_string(i),
                               .flops = Flops(std::pow(10.0, exponent(random))),
                               .bytes = Bytes(std::pow(10.0, exponent(random))),
                               .launches = std::pow(10.0, exponent(random)),
                               .time = Seconds(std::pow(10.0, exponent(random) / 3.0))});
        const auto again = parseOwnKernels(toCsv(kernels));
        QVERIFY2(again.ok(), again.ok() ? "" : again.error().message().c_str());
        QVERIFY(*again == kernels);
    }
    void theTableHasALineForEveryRoof()
    {
        QCOMPARE(roofsToCsv(std::vector{ExportedRoofs{fewRoofs(), "A CPU", ""}}),
                 std::string("device,threads,id,value,unit,low,high,provenance,flags,method\n"
                             "A CPU,4,bandwidth.dram,5e+10,B/s,4.8e+10,5.1e+10,measured,,\"a sum, in place\"\n"
                             "A CPU,4,compute.fp32.fma,4e+11,FLOP/s,3.9e+11,4e+11,measured,few-readings "
                             "machine-busy,chains\n"
                             "A CPU,4,compute.bf16.matrix,3.5e+12,FLOP/s,,,measured,,tiles\n"
                             "A CPU,4,compute.tf32.matrix,2e+12,FLOP/s,,,measured,,tiles\n"
                             "A CPU,4,launch.queued,5e-07,s,4e-07,6e-07,measured,,\n"
                             "A CPU,4,compute.fp8.matrix,,FLOP/s,,,,,not measured: there is no such unit\n"));
    }

    void traceLensGetsTheKeysThatItKnows()
    {
        const auto json = toTraceLens({fewRoofs(), "A CPU", "2026-01-01T00:00:00Z"});
        QVERIFY(json.ok());
        QCOMPARE(*json, std::string(R"({"name":"A CPU","mem_bw_gbps":50,"max_achievable_tflops":)"
                                    R"({"matrix_bf16":3.5,"vector_fp32":0.4},)"
                                    R"("_reference":"measured roofs from Ridgepoint, 4 threads, 2026-01-01T00:00:00Z"})"
                                    "\n"));
        RoofSet published{.device = "published:x"};
        published.roofs = fewRoofs().roofs;
        published.roofs.front().provenance = Provenance::Published;
        const auto other = toTraceLens({published, "A GPU", ""});
        QVERIFY(other.ok());
        QVERIFY(QByteArray::fromStdString(*other).contains(R"("_reference":"published roofs from Ridgepoint"})"));
    }

    void withoutBandwidthOrRatesThereIsNoArchitecture()
    {
        RoofSet roofs = fewRoofs();
        roofs.roofs.erase(roofs.roofs.begin());
        const auto noMemory = toTraceLens({roofs, "A CPU", ""});
        QVERIFY(!noMemory.ok());
        QCOMPARE(noMemory.error().arguments.front(), std::string("bandwidth.dram"));
        roofs.roofs = {fewRoofs().roofs.front(), fewRoofs().roofs.back()};
        const auto noRate = toTraceLens({roofs, "A CPU", ""});
        QVERIFY(!noRate.ok());
        QVERIFY(noRate.error().message().find("no compute rate of fma or matrix") != std::string::npos);
    }

    void everySetOfASessionHasTheNameOfItsDevice()
    {
        Session session;
        session.created = "2026-01-01T00:00:00Z";
        session.devices = {DeviceInfo{.id = "cpu", .name = "A CPU"}};
        session.roofs = {fewRoofs(), RoofSet{.device = "cpu", .threads = 1}, fewRoofs()};
        session.roofs.back().device = "cuda:0";
        const auto sets = roofsOf(session);
        QCOMPARE(sets.size(), std::size_t{2}); // one set is without roofs
        QCOMPARE(sets.front().deviceName, std::string("A CPU"));
        QCOMPARE(sets.back().deviceName, std::string("cuda:0"));
        QCOMPARE(sets.back().created, session.created);
    }
};

RIDGEPOINT_TEST(CsvTest)
#include "csv_test.moc"
