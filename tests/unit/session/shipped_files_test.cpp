// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analyse.h"
#include "core/analysis/knee_check.h"
#include "core/analysis/predicted_samples.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"
#include "core/session/datasheet.h"
#include "core/session/session.h"
#include "tests/support/mistakes.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QSet>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <vector>

using namespace ridgepoint;

namespace {

const std::filesystem::path resources = RIDGEPOINT_SOURCE_DIR "/resources";

QByteArray aSheet()
{
    return "{\"format\":\"ridgepoint-datasheet\",\"version\":1,\"id\":\"x\",\"name\":\"X\",\"device_names\":[\"NVIDIA "
           "X\"],\n"
           "\"compute_capability\":\"9.0\",\"multiprocessors\":10,\"boost_clock_hz\":1e9,\"memory_bytes\":1e9,\n"
           "\"sources\":[{\"title\":\"T\",\"url\":\"https://example.org/x\",\"date\":\"2026-01-02\"}],\n"
           "\"values\":[{\"roof\":\"compute.fp32.fma\",\"value\":2.56e12,\"source\":0},\n"
           "{\"roof\":\"compute.fp8.matrix\",\"value\":8e12,\"sparsity\":\"dense\",\"source\":0,\"note\":\"half of "
           "it\"},\n"
           "{\"roof\":\"bandwidth.dram\",\"value\":1e11,\"source\":0}],\n"
           "\"unconfirmed\":[\"the price\"]}";
}

Result<Datasheet> parsed(const QByteArray& text)
{
    return parseDatasheet(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
}

/// In resources/datasheets.
Result<Datasheet> shippedSheet(const QString& name)
{
    return parsed(test::contentOf(QString::fromStdString((resources / "datasheets").string()) + '/' + name));
}

std::vector<Datasheet> allSheets()
{
    std::vector<Datasheet> sheets;
    for (const QString& name : QDir(QString::fromStdString((resources / "datasheets").string())).entryList({"*.json"}))
        if (auto sheet = shippedSheet(name))
            sheets.push_back(std::move(*sheet));
        else
            qWarning("%s: %s", qPrintable(name), sheet.error().message().c_str());
    return sheets;
}

const ReferenceLine* lineOf(const std::vector<ReferenceLine>& lines, const std::string& roof, Provenance provenance)
{
    for (const ReferenceLine& line : lines)
        if (line.roof == roof && line.provenance == provenance)
            return &line;
    return nullptr;
}

std::vector<Workload> aMap()
{
    std::vector<Workload> workloads;
    for (std::int64_t elements = 1 << 10; elements <= std::int64_t{1} << 30; elements *= 4)
        for (std::int64_t operations = 1; operations <= 4096; operations *= 4)
            workloads.push_back(
                {.elements = elements, .operationsPerElement = operations, .launchMode = LaunchMode::Queued});
    return workloads;
}

LaunchCosts publishedCosts()
{
    const auto session = readSession(resources / "published/h200-rrze-gpu-benches.ridge");
    if (!session)
        return {};
    return {.queued = Seconds(session->roofs[0].find("launch.queued")->value),
            .graph = Seconds(session->roofs[0].find("launch.graph")->value)};
}

Result<Session> opened(const QString& name) { return readSession(resources / "published" / name.toStdString()); }

double rateOf(const Sample& sample) { return (costOf(sample.workload).flops / sample.time).value(); }
double bandwidthOf(const Sample& sample) { return (costOf(sample.workload).bytes / sample.time).value(); }

bool near(double value, double wanted, double share) { return std::abs(value - wanted) <= share * wanted; }

Result<Session> recorded(const QString& name)
{
    return readSession(std::filesystem::path(RIDGEPOINT_SOURCE_DIR "/resources/measured") / name.toStdString());
}

/// Where the L2 gives way to memory, which no equation of two roofs follows.
bool isBetweenLevels(const Workload& workload)
{
    return footprintOf(workload) > Bytes(38e6) && footprintOf(workload) < Bytes(63e6);
}

/// So many operations on so few blocks of 2048 floats that most multiprocessors of the H200 wait for one block's work.
bool isOfFewBlocks(const Workload& workload)
{
    return workload.elements <= 132 * 2048 && workload.operationsPerElement >= 200;
}

/// The recordings are older than the roof; the slope of their own times over operations, from 9 Ki to 180 Ki floats.
constexpr Seconds ofABlock{8.49e-9};

RoofSet withLatency(RoofSet roofs)
{
    roofs.put({.id = latencyRoofId(Operation::Fma, Precision::Fp32),
               .kind = RoofKind::Latency,
               .value = ofABlock.value(),
               .low = ofABlock.value(),
               .high = ofABlock.value()});
    return roofs;
}

bool isOfOneLevel(const Workload& workload) { return !isBetweenLevels(workload); }

/// Measured over predicted, of every measured sample that is wanted.
std::vector<double> residuals(const Session& session, const RoofSet& roofs,
                              bool (*isWanted)(const Workload&) = isOfOneLevel)
{
    std::vector<double> ratios;
    for (const Sample& sample : session.samples)
        if (!sample.flags.has(Flag::Interpolated) && isWanted(sample.workload))
            if (const auto prediction = predict(sample.workload, roofs, DeviceKind::Cuda))
                ratios.push_back(sample.time / prediction->time);
    std::sort(ratios.begin(), ratios.end());
    return ratios;
}

} // namespace

/// What ships in resources/ is readable and plausible: datasheets, published sessions, and devices predicted from them.
class ShippedFilesTest : public test::Case {
    Q_OBJECT
private slots:
    void readsASheet()
    {
        const auto sheet = parsed(aSheet());
        QVERIFY2(sheet.ok(), sheet.ok() ? "" : sheet.error().message().c_str());
        QCOMPARE(sheet->name, std::string("X"));
        QCOMPARE(sheet->capability, (ComputeCapability{9, 0}));
        QCOMPARE(sheet->multiprocessors, 10);
        QCOMPARE(sheet->boostClock, Hertz(1e9));
        QCOMPARE(sheet->values.size(), std::size_t(3));
        QCOMPARE(sheet->find("compute.fp8.matrix")->value, 8e12);
        QCOMPARE(sheet->find("compute.fp8.matrix")->note, std::string("half of it"));
        QVERIFY(sheet->find("compute.fp64.fma") == nullptr);
        QCOMPARE(sheet->unconfirmed, std::vector<std::string>{"the price"});
    }
    void readsACache()
    {
        QByteArray text = aSheet();
        QVERIFY(!parsed(text)->l2);
        text.replace("\"sources\"", "\"l2\":{\"bytes\":1048576,\"source\":0,\"bandwidth_of\":\"y\"},\"sources\"");
        const auto sheet = parsed(text);
        QVERIFY2(sheet.ok(), sheet.ok() ? "" : sheet.error().message().c_str());
        QCOMPARE(sheet->l2->capacity, Bytes(1048576.0));
        QCOMPARE(sheet->l2->bandwidthOf, std::string("y"));
    }
    void refusesWhatIsNoSheet_data()
    {
        test::beginMistakes();
        const auto row = test::addMistake;
        row("another format", "ridgepoint-datasheet", "ridgepoint-session", "not a Ridgepoint datasheet");
        row("a newer version", "\"version\":1", "\"version\":2", "version 2");
        row("no name", "\"name\":\"X\",", "", "name is missing");
        row("no multiprocessor", "\"multiprocessors\":10", "\"multiprocessors\":0", "multiprocessors");
        row("half a multiprocessor", "\"multiprocessors\":10", "\"multiprocessors\":10.5", "multiprocessors");
        row("a clock in GHz", "1e9,\"memory", "1.98,\"memory", "boost_clock_hz");
        row("an unknown capability", "\"9.0\"", "\"hopper\"", "compute_capability");
        row("a roof of another name", "compute.fp32.fma", "flops.fp32", "values[0].roof");
        row("a launch cost", "compute.fp32.fma", "launch.queued", "values[0].roof");
        row("a rate of nothing", "2.56e12", "0", "values[0].value");
        row("a negative rate", "2.56e12", "-1e12", "values[0].value");
        row("a rate in words", "2.56e12", "\"fast\"", "values[0].value");
        row("a rate beyond all", "2.56e12", "1e30", "values[0].value");
        row("a source that is not there", "\"value\":2.56e12,\"source\":0", "\"value\":2.56e12,\"source\":1",
            "values[0].source");
        row("no source at all", "{\"title\":\"T\",\"url\":\"https://example.org/x\",\"date\":\"2026-01-02\"}", "",
            "values[0].source");
        row("an address of another kind", "https://", "javascript:", "sources[0].url");
        row("a matrix rate with sparsity", "dense", "sparse", "values[1].sparsity");
        row("a matrix rate that does not say", ",\"sparsity\":\"dense\"", "", "values[1].sparsity");
        row("one roof twice", "bandwidth.dram", "compute.fp32.fma", "values[2].roof");
        row("a cache without a source", "\"sources\"",
            "\"l2\":{\"bytes\":1e6,\"source\":1,\"bandwidth_of\":\"y\"},\"sources\"", "l2.source");
        row("a cache of nothing", "\"sources\"", "\"l2\":{\"bytes\":0,\"source\":0,\"bandwidth_of\":\"y\"},\"sources\"",
            "l2.bytes");
        row("a cache without a bandwidth", "\"sources\"", "\"l2\":{\"bytes\":1e6,\"source\":0},\"sources\"",
            "l2.bandwidth_of");
        row("an end too early", "\"unconfirmed\":[\"the price\"]}", "", "the first error is at byte");
        row("a list instead", "{\"format\"", "[{\"format\"", "first error");
    }
    void refusesWhatIsNoSheet()
    {
        const QString text = test::withMistake(QString::fromUtf8(aSheet()));
        QVERIFY(!text.isNull());
        const auto sheet = parsed(text.toUtf8());
        QVERIFY(!sheet.ok());
        const QString message = QString::fromStdString(sheet.error().message());
        QVERIFY2(message.contains(test::messageOfMistake()), qPrintable(message));
    }
    void refusesMoreThanItReads()
    {
        QByteArray many = aSheet();
        QByteArray values;
        for (int i = 0; i < 65; ++i)
            values += "{\"roof\":\"bandwidth.x" + QByteArray::number(i) + "\",\"value\":1e9,\"source\":0},";
        many.replace("\"values\":[", "\"values\":[" + values);
        QCOMPARE(QString::fromStdString(parsed(many).error().message()), QString("values must be at most 64 values"));
        QCOMPARE(parsed(aSheet() + QByteArray(1 << 20, ' ')).error().id, std::string("datasheet.too-large"));
        QVERIFY(!parsed(QByteArray(100000, '[')).ok());
        QVERIFY(!parsed({}).ok());
    }
    void everyShippedSheetCanBeRead()
    {
        const std::vector<Datasheet> sheets = allSheets();
        QCOMPARE(sheets.size(), std::size_t(11));
        QSet<QString> ids;
        QSet<QString> deviceNames;
        for (const Datasheet& sheet : sheets) {
            ids.insert(QString::fromStdString(sheet.id));
            QVERIFY(std::filesystem::exists(resources / "datasheets" / (sheet.id + ".json")));
            for (const std::string& name : sheet.deviceNames) {
                QVERIFY2(!deviceNames.contains(QString::fromStdString(name)),
                         name.c_str()); // else sheetOf would choose by chance
                deviceNames.insert(QString::fromStdString(name));
            }
        }
        QCOMPARE(ids.size(), 11);
    }
    void everyShippedSheetIsPlausible_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const Datasheet& sheet : allSheets())
            QTest::newRow(sheet.id.c_str()) << index++;
    }
    void everyShippedSheetIsPlausible()
    {
        QFETCH(int, index);
        const Datasheet sheet = allSheets()[static_cast<std::size_t>(index)];
        const auto value = [&](const char* roof) {
            return sheet.find(roof) != nullptr ? sheet.find(roof)->value : 0.0;
        };
        const auto lanes = fp32LanesPerMultiprocessor(sheet.capability);
        QVERIFY(lanes);
        const double theory = theoreticalRate(sheet.multiprocessors, *lanes, sheet.boostClock).value();
        const double fp32 = value("compute.fp32.fma");
        QVERIFY2(std::abs(fp32 / theory - 1.0) < 0.03, qPrintable(QString("FP32 is %1 of theory").arg(fp32 / theory)));
        const double fp64 = value("compute.fp64.fma");
        if (fp64 > 0.0) {
            // One FP64 lane for two of FP32, or for sixty-four.
            const double ratio = fp32 / fp64;
            QVERIFY2(std::abs(ratio - 2.0) < 0.1 || std::abs(ratio - 64.0) < 2.0, qPrintable(QString::number(ratio)));
        }
        if (const auto fma = fp16MatrixFmaPerMultiprocessor(sheet.capability);
            fma && value("compute.fp16.matrix") > 0.0) {
            // Matrix rates are given at a lower clock where there is one (H100: 1.83 of 1.98 GHz), never at a higher.
            const double share = value("compute.fp16.matrix")
                               / theoreticalRate(sheet.multiprocessors, *fma, sheet.boostClock).value();
            QVERIFY2(share > 0.9 && share < 1.01, qPrintable(QString::number(share)));
        }
        const double fp16 = value("compute.fp16.matrix");
        if (value("compute.bf16.matrix") > 0.0)
            QCOMPARE(value("compute.bf16.matrix"), fp16);
        // Half the bits, twice the rate: a figure with sparsity among dense ones would show here.
        if (value("compute.fp8.matrix") > 0.0)
            QVERIFY2(std::abs(value("compute.fp8.matrix") / fp16 - 2.0) < 0.05,
                     qPrintable(QString::number(value("compute.fp8.matrix") / fp16)));
        if (value("compute.tf32.matrix") > 0.0)
            QVERIFY2(std::abs(fp16 / value("compute.tf32.matrix") - 2.0) < 0.06,
                     qPrintable(QString::number(fp16 / value("compute.tf32.matrix"))));
        QVERIFY(value("bandwidth.dram") > 2e11 && value("bandwidth.dram") < 1e13);
        QVERIFY(sheet.memory.value() > 1e10 && sheet.memory.value() < 3e11);
    }
    void becomesThinLinesWithTheirSource()
    {
        const auto sheet = parsed(aSheet());
        QVERIFY(sheet.ok());
        const auto lines = linesOf(*sheet);
        QCOMPARE(lines.size(), std::size_t(3));
        const ReferenceLine* matrix = lineOf(lines, "compute.fp8.matrix", Provenance::Datasheet);
        QVERIFY(matrix != nullptr);
        QCOMPARE(matrix->label, std::string("datasheet, dense"));
        QCOMPARE(matrix->source, std::string("T, https://example.org/x, read 2026-01-02; half of it"));
        QCOMPARE(lineOf(lines, "bandwidth.dram", Provenance::Datasheet)->label, std::string("datasheet"));
    }
    void becomesRoofsThatPredictARidge()
    {
        const auto sheet = parsed(aSheet());
        QVERIFY(sheet.ok());
        const RoofSet roofs = roofsOf(*sheet);
        QCOMPARE(roofs.find("compute.fp32.fma")->provenance, Provenance::Datasheet);
        QCOMPARE(roofs.find("compute.fp32.mul")->value, 1.28e12);
        QCOMPARE(roofs.find("compute.fp32.mul")->provenance, Provenance::Predicted);
        const auto ridge = ridgePoint({.operation = Operation::Fma, .elements = 1 << 28}, roofs);
        QVERIFY(ridge.ok());
        QCOMPARE(*ridge, FlopsPerByte(25.6));
        // A sheet knows no cost of a launch, and none is made up.
        QCOMPARE(predict({.elements = 1 << 28}, roofs, DeviceKind::Cuda).error().id,
                 std::string("prediction.roof-missing"));
    }
    void aDeviceGetsTheoryAndItsOwnSheet()
    {
        DeviceInfo device{.id = "cuda:0", .kind = DeviceKind::Cuda, .name = "NVIDIA H200", .available = true};
        device.gpu = GpuFacts{.computeCapability = "9.0",
                              .multiprocessors = 132,
                              .clock = Hertz(1.98e9),
                              .memoryClock = Hertz(3.201e9),
                              .memoryBusBits = 6144};
        const auto lines = referenceLines(device, allSheets());
        QVERIFY(lineOf(lines, "compute.fp32.fma", Provenance::Predicted) != nullptr);
        QCOMPARE(lineOf(lines, "compute.fp32.fma", Provenance::Datasheet)->value, 66.9e12);
        QCOMPARE(lineOf(lines, "bandwidth.dram", Provenance::Datasheet)->value, 4.8e12);
        device.name = "NVIDIA H200 NVL"; // another device than the sheet's
        for (const ReferenceLine& line : referenceLines(device, allSheets()))
            QCOMPARE(line.provenance, Provenance::Predicted);
        QVERIFY(referenceLines({.id = "cpu", .name = "A processor"}, allSheets()).empty());
    }

    void aDatasheetAndPublishedLaunchCostsGiveAMapOfThreeRegimes()
    {
        const auto sheet = shippedSheet("h200-sxm-141gb.json");
        QVERIFY(sheet.ok());
        const RoofSet roofs = withLaunchCosts(roofsOf(*sheet), publishedCosts(), Provenance::Published,
                                              "RRZE gpu-benches");
        QCOMPARE(roofs.find("launch.queued")->value, 2.43e-6);
        QCOMPARE(roofs.find("launch.queued")->provenance, Provenance::Published);
        const std::vector<Workload> workloads = aMap();
        const auto samples = predictedSamples(workloads, roofs, DeviceKind::Cuda);
        QVERIFY2(samples.ok(), samples.ok() ? "" : samples.error().message().c_str());
        QCOMPARE(samples->size(), workloads.size());
        for (std::size_t i = 0; i < workloads.size(); ++i) {
            const Sample& sample = (*samples)[i];
            QCOMPARE(sample.workload, workloads[i]);
            QCOMPARE(sample.provenance, Provenance::Predicted);
            QCOMPARE(sample.device, sheet->id);
            QVERIFY(sample.time > Seconds() && sample.low == sample.time && sample.high == sample.time);
        }
        // The slopes of what was predicted name the same regimes as the prediction, away from the borders.
        const auto points = analyse(*samples, roofs, DeviceKind::Cuda);
        const auto regimeAt = [&](std::int64_t elements, std::int64_t operations) {
            for (std::size_t i = 0; i < workloads.size(); ++i)
                if (workloads[i].elements == elements && workloads[i].operationsPerElement == operations)
                    return points[i].regime;
            return std::optional<Regime>();
        };
        QCOMPARE(regimeAt(1 << 10, 1), std::optional(Regime::Overhead));
        QCOMPARE(regimeAt(1 << 28, 1), std::optional(Regime::Memory));
        QCOMPARE(regimeAt(1 << 28, 1024), std::optional(Regime::Compute));
    }
    void withoutALaunchCostNothingIsPredicted()
    {
        const auto sheet = shippedSheet("l4-24gb.json");
        QVERIFY(sheet.ok());
        const auto samples = predictedSamples(aMap(), roofsOf(*sheet), DeviceKind::Cuda);
        QVERIFY(!samples.ok());
        QVERIFY(samples.error().message().find("launch.queued") != std::string::npos);
        QVERIFY(predictedSamples({}, {}, DeviceKind::Cuda).ok());
    }
    void launchCostsThatAreThereStay()
    {
        RoofSet roofs{.device = "x"};
        roofs.put({.id = "launch.graph", .kind = RoofKind::Launch, .value = 9e-6});
        roofs = withLaunchCosts(roofs, {.queued = Seconds(1e-6), .graph = Seconds(1e-6)}, Provenance::Predicted,
                                "assumed");
        QCOMPARE(roofs.find("launch.graph")->value, 9e-6);
        QCOMPARE(roofs.find("launch.graph")->provenance, Provenance::Measured);
        QCOMPARE(roofs.find("launch.queued")->provenance, Provenance::Predicted);
        QVERIFY(roofs.find("launch.wait_each") == nullptr);
    }

    void everyShippedSessionOpensAndCallsNothingMeasured_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name :
             QDir(QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources/published")).entryList({"*.ridge"}))
            QTest::newRow(qPrintable(name)) << name;
    }
    void everyShippedSessionOpensAndCallsNothingMeasured()
    {
        QFETCH(QString, name);
        const auto session = opened(name);
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message().c_str());
        QCOMPARE(session->devices.size(), std::size_t(1));
        const DeviceInfo& device = session->devices[0];
        QVERIFY(!device.available && device.reason);
        QCOMPARE(device.reason->id, std::string("device.published"));
        QVERIFY(device.id != "cuda:0"); // must not be taken for a device of this machine
        QVERIFY(!session->samples.empty());
        for (const Sample& sample : session->samples) {
            QCOMPARE(sample.provenance, Provenance::Published);
            QCOMPARE(sample.device, device.id);
            QVERIFY(validate(sample.workload).ok());
            QVERIFY(sample.flags.has(Flag::FewReadings)); // no source gives an interval
        }
        QCOMPARE(session->roofs.size(), std::size_t(1));
        QCOMPARE(session->roofs[0].device, device.id);
        for (const Roof& roof : session->roofs[0].roofs) {
            // What a source did not measure may be its datasheet's, and says so.
            QVERIFY(roof.provenance == Provenance::Published
                    || (roof.provenance == Provenance::Datasheet && roof.method.find("datasheet") != std::string::npos)
                    || roof.method.find("whitepaper") != std::string::npos);
            QVERIFY(!roof.method.empty());
        }
        QVERIFY(session->environment.at("source").find("https://") != std::string::npos);
        QVERIFY(!session->notes.empty());
    }
    void noPointLiesAboveItsRoofs_data() { everyShippedSessionOpensAndCallsNothingMeasured_data(); }
    void noPointLiesAboveItsRoofs()
    {
        QFETCH(QString, name);
        const auto session = opened(name);
        QVERIFY(session.ok());
        const RoofSet& roofs = session->roofs[0];
        for (const Sample& sample : session->samples) {
            const Roof* compute = roofs.find(computeRoofId(sample.workload.operation, sample.workload.precision));
            const Bytes footprint = footprintOf(sample.workload);
            const auto shared = roofs.sharedServiceOf(footprint);
            const Roof* memory = roofs.find(shared ? shared->cacheRoof
                                                   : bandwidthRoofId(roofs.levelFor(footprint)->name));
            QVERIFY(compute != nullptr && memory != nullptr);
            // Rates were printed with three or four digits; a line fitted through a curve has points on either side.
            const double over = memory->method.find("fitted") != std::string::npos ? 1.02 : 1.005;
            QVERIFY2(rateOf(sample) <= compute->value * 1.005, qPrintable(QString::number(rateOf(sample))));
            QVERIFY2(bandwidthOf(sample) <= memory->value * over, qPrintable(QString::number(bandwidthOf(sample))));
        }
    }
    void theH200sCurveSagsWhereItsSourceSaysSo()
    {
        const auto session = opened("h200-rrze-gpu-benches.ridge");
        QVERIFY(session.ok());
        double highest = 0.0;
        for (const Sample& sample : session->samples) {
            highest = std::max(highest, rateOf(sample));
            if (sample.workload.operationsPerElement == 57) {
                QVERIFY(near(costOf(sample.workload).arithmeticIntensity().value(), 14.25, 1e-9));
                QVERIFY(near(rateOf(sample), 28.92e12, 1e-4));
                QVERIFY(near(bandwidthOf(sample), 2029e9, 1e-3));
            }
        }
        QVERIFY(near(highest, 42.558e12, 1e-4));
        QCOMPARE(session->samples.size(), std::size_t(55));
    }
    void theEquationMeetsThePublishedCurvesOverSize_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<LaunchMode>("mode");
        for (const char* device : {"h200", "a100-80", "l40"})
            for (const LaunchMode mode : {LaunchMode::Queued, LaunchMode::Graph})
                QTest::addRow("%s, %s", device, std::string(nameOf(mode)).c_str())
                    << QString(device) + "-rrze-small-kernels.ridge" << mode;
    }
    void theEquationMeetsThePublishedCurvesOverSize()
    {
        QFETCH(QString, name);
        QFETCH(LaunchMode, mode);
        const auto session = opened(name);
        QVERIFY(session.ok());
        std::vector<double> off;
        for (const Sample& sample : session->samples) {
            const Bytes moved = costOf(sample.workload).bytes;
            if (sample.workload.launchMode != mode || moved < Bytes(64e3) || moved > Bytes(250e6))
                continue;
            const auto prediction = predict(sample.workload, session->roofs[0], DeviceKind::Cuda);
            QVERIFY2(prediction.ok(), prediction.ok() ? "" : prediction.error().message().c_str());
            off.push_back(std::abs(prediction->time / sample.time - 1.0));
        }
        QVERIFY(off.size() > 100);
        std::sort(off.begin(), off.end());
        QVERIFY2(off[off.size() / 2] <= 0.05, qPrintable(QString::number(off[off.size() / 2])));
        QVERIFY2(off.back() <= 0.15, qPrintable(QString::number(off.back())));
    }
    void theFadeOfTheirCachesIsFoundInTheCurves_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* device : {"h200", "a100-80", "l40"})
            QTest::addRow("%s", device) << QString(device) + "-rrze-small-kernels.ridge";
    }
    /// What the roofs' measurement would make of their curves, without the launches: the levels that the equation met
    /// them with.
    void theFadeOfTheirCachesIsFoundInTheCurves()
    {
        QFETCH(QString, name);
        const auto session = opened(name);
        QVERIFY(session.ok());
        RoofSet roofs = session->roofs[0];
        const MemoryLevel known = roofs.levels.front();
        std::vector<CurvePoint> curve;
        for (const Sample& sample : session->samples)
            if (sample.workload.launchMode == LaunchMode::Graph)
                curve.push_back(
                    {footprintOf(sample.workload),
                     costOf(sample.workload).bytes / (sample.time - Seconds(roofs.find("launch.graph")->value))});
        roofs.levels.front().kept = roofs.levels.front().gone = Bytes();
        fitFade(roofs, curve);
        const MemoryLevel& found = roofs.levels.front();
        QVERIFY2(near(found.kept.value(), known.kept.value(), 0.15),
                 qPrintable(QString::number(found.kept / known.kept)));
        QVERIFY2(near(found.gone.value(), known.gone.value(), 0.25),
                 qPrintable(QString::number(found.gone / known.gone)));
    }
    void theL40sPointsUnderThePowerCapAreFlagged()
    {
        const auto session = opened("l40-rrze-gpu-benches.ridge");
        QVERIFY(session.ok());
        for (const Sample& sample : session->samples)
            QCOMPARE(sample.flags.has(Flag::Throttled), sample.clock < Hertz(2.49e9));
    }
    void theArticlesCurveIsFlatAndThenRises()
    {
        const auto session = opened("a100-first-principles.ridge");
        QVERIFY(session.ok());
        QCOMPARE(session->samples.size(), std::size_t(6));
        QCOMPARE(session->samples.front().time, session->samples[1].time); // 1 and 16 operations take the same time
        QVERIFY(near(bandwidthOf(session->samples.front()), 1.33e12, 0.01));
        QVERIFY(near(rateOf(session->samples.back()), 9.3e12, 0.05));
    }
    void theEquationMeetsEverySize_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("queued") << "h200-size-queued.ridge";
        QTest::newRow("graph") << "h200-size-graph.ridge";
    }
    void theEquationMeetsEverySize()
    {
        QFETCH(QString, name);
        const auto session = recorded(name);
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message().c_str());
        const std::vector<double> ratios = residuals(*session, session->roofs.front());
        QVERIFY(ratios.size() >= 40);
        // The host's own pace moves by a quarter from second to second, and one pass reaches less of the L2's bandwidth
        // than the 42 of its roof.
        QVERIFY2(ratios.front() > 0.80, qPrintable(QString::number(ratios.front())));
        QVERIFY2(ratios.back() < 1.30, qPrintable(QString::number(ratios.back())));
    }
    void aQueueIsNotTheSumOfWorkAndHandingOver()
    {
        const auto session = recorded("h200-size-queued.ridge");
        QVERIFY(session.ok());
        RoofSet sum = session->roofs.front();
        std::erase_if(sum.roofs, [](const Roof& roof) { return roof.id == deviceGapRoofId; });
        const std::vector<double> asSum = residuals(*session, sum);
        const std::vector<double> asMeasured = residuals(*session, session->roofs.front());
        QVERIFY2(asSum.front() < 0.70, qPrintable(QString::number(asSum.front()))); // 1.5 times too long
        QVERIFY(asMeasured.front() > asSum.front() + 0.1);
    }
    void everyRegimeOfTheMapIsNamedAndNoneIsDenied_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("addsLatency");
        QTest::addColumn<int>("cells");
        const QString whole = QStringLiteral("h200-map-queued.ridge");
        QTest::newRow("as recorded, without the latency of an operation") << whole << false << 800;
        QTest::newRow("with it") << whole << true << 800;
        QTest::newRow("measured with it") << QStringLiteral("h200-map-latency.ridge") << false << 120;
        QTest::newRow("of another GPU") << QStringLiteral("h100-map-queued.ridge") << false << 120;
    }
    void everyRegimeOfTheMapIsNamedAndNoneIsDenied()
    {
        QFETCH(QString, name);
        QFETCH(bool, addsLatency);
        QFETCH(int, cells);
        const auto session = recorded(name);
        QVERIFY(session.ok());
        const RoofSet roofs = addsLatency ? withLatency(session->roofs.front()) : session->roofs.front();
        const bool hasLatency = roofs.find(latencyRoofId(Operation::Fma, Precision::Fp32)) != nullptr;
        const std::vector<PointAnalysis> points = analyse(session->samples, roofs, DeviceKind::Cuda);
        int clear = 0;
        int alike = 0;
        std::array<int, 4> named{};
        for (std::size_t i = 0; i < points.size(); ++i) {
            const auto prediction = predict(session->samples[i].workload, roofs, DeviceKind::Cuda);
            if (!points[i].regime || points[i].flags.has(Flag::Ambiguous) || !prediction)
                continue;
            ++clear;
            ++named[static_cast<std::size_t>(*points[i].regime)];
            alike += *points[i].regime == prediction->limit ? 1 : 0;
        }
        QVERIFY2(clear > cells, qPrintable(QString::number(clear)));
        const double share = hasLatency ? 0.99 : 0.96;
        QVERIFY2(alike > clear * share, qPrintable(QStringLiteral("%1 of %2").arg(alike).arg(clear)));
        for (const Regime regime : {Regime::Compute, Regime::Memory, Regime::Overhead})
            QVERIFY(named[static_cast<std::size_t>(regime)] > cells * 3 / 16);
        QVERIFY(!hasLatency || named[static_cast<std::size_t>(Regime::UnderFilled)] > cells / 20);
    }
    void aBusyMachineTellsTheSameRegimes()
    {
        const auto quiet = recorded("h100-map-queued.ridge");
        const auto busy = recorded("h100-map-busy.ridge");
        QVERIFY(quiet.ok() && busy.ok());
        const std::vector<PointAnalysis> here = analyse(quiet->samples, quiet->roofs.front(), DeviceKind::Cuda);
        const std::vector<PointAnalysis> there = analyse(busy->samples, busy->roofs.front(), DeviceKind::Cuda);
        const auto isClear = [](const PointAnalysis& point) {
            return point.regime && !point.flags.has(Flag::Ambiguous);
        };
        int clear = 0;
        int alike = 0;
        for (std::size_t i = 0; i < here.size(); ++i)
            for (std::size_t j = 0; j < there.size(); ++j) {
                const Workload& one = quiet->samples[i].workload;
                const Workload& other = busy->samples[j].workload;
                if (one.elements != other.elements || one.operationsPerElement != other.operationsPerElement
                    || !isClear(here[i]) || !isClear(there[j]))
                    continue;
                ++clear;
                alike += *here[i].regime == *there[j].regime ? 1 : 0;
            }
        QVERIFY2(clear > 70, qPrintable(QString::number(clear)));
        QVERIFY2(alike >= clear - 1, qPrintable(QStringLiteral("%1 of %2").arg(alike).arg(clear)));
    }
    /// However few blocks there are, each takes its time for every application.
    void theLatencyOfAnOperationMeetsTensorsOfFewBlocks_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("cells");
        QTest::newRow("queued") << "h200-map-queued.ridge" << 100;
        QTest::newRow("waited for") << "h200-map-wait-each.ridge" << 15;
    }
    void theLatencyOfAnOperationMeetsTensorsOfFewBlocks()
    {
        QFETCH(QString, name);
        QFETCH(int, cells);
        const auto session = recorded(name);
        QVERIFY(session.ok());
        const RoofSet& roofs = session->roofs.front();
        const std::vector<double> without = residuals(*session, roofs, isOfFewBlocks);
        const std::vector<double> with = residuals(*session, withLatency(roofs), isOfFewBlocks);
        QVERIFY(without.size() >= static_cast<std::size_t>(cells));
        QVERIFY2(without.back() > 2.0, qPrintable(QString::number(without.back())));
        // A last block of three quarters of a tile takes a seventh longer than a whole one, and more at the start.
        QVERIFY2(with.back() < 1.30, qPrintable(QString::number(with.back())));
        QVERIFY2(std::abs(with[with.size() / 2] - 1.0) < 0.06, qPrintable(QString::number(with[with.size() / 2])));
    }
    void theBlockThatTakesTheTimeIsNotNamedForTheLaunch()
    {
        const auto session = recorded("h200-map-queued.ridge");
        QVERIFY(session.ok());
        const std::vector<PointAnalysis> points = analyse(session->samples, withLatency(session->roofs.front()),
                                                          DeviceKind::Cuda);
        for (std::size_t i = 0; i < points.size(); ++i)
            if (session->samples[i].workload.elements >= 2048 && isOfFewBlocks(session->samples[i].workload)
                && session->samples[i].workload.operationsPerElement >= 600) {
                QVERIFY(points[i].regime == Regime::UnderFilled);
                QVERIFY(points[i].shares && points[i].shares->unexplained < 0.2);
            }
    }
};

RIDGEPOINT_TEST(ShippedFilesTest)
#include "shipped_files_test.moc"
