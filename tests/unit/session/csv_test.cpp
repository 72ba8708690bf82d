// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/csv.h"
#include "tests/support/test_main.h"
#include "tests/unit/session/random_models.h"

#include <QTest>

#include <clocale>

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

} // namespace

class CsvTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

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
};

RIDGEPOINT_TEST(CsvTest)
#include "csv_test.moc"
