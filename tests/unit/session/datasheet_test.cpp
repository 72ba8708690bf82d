// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/datasheet.h"

#include "core/model/prediction.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ridgepoint;

namespace {

const std::filesystem::path shipped = RIDGEPOINT_SOURCE_DIR "/resources/datasheets";

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

std::vector<Datasheet> allSheets()
{
    auto sheets = readDatasheets(shipped);
    return sheets ? std::move(*sheets) : std::vector<Datasheet>{};
}

const ReferenceLine* lineOf(const std::vector<ReferenceLine>& lines, const std::string& roof, Provenance provenance)
{
    for (const ReferenceLine& line : lines)
        if (line.roof == roof && line.provenance == provenance)
            return &line;
    return nullptr;
}

} // namespace

class DatasheetTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }
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
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* from, const char* to, const char* says) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString(says);
        };
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
        row("an end too early", "\"unconfirmed\":[\"the price\"]}", "", "goes wrong at byte");
        row("a list instead", "{\"format\"", "[{\"format\"", "goes wrong");
    }
    void refusesWhatIsNoSheet()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, says);
        QByteArray text = aSheet();
        QVERIFY(text.contains(from));
        text.replace(text.indexOf(from), from.size(), to);
        const auto sheet = parsed(text);
        QVERIFY(!sheet.ok());
        const QString message = QString::fromStdString(sheet.error().message());
        QVERIFY2(message.contains(says), qPrintable(message));
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
    void namesTheFileThatIsWrong()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QCOMPARE(readDatasheet(path / "absent.json").error().id, std::string("datasheet.not-readable"));
        QCOMPARE(readDatasheet(path).error().id, std::string("datasheet.not-readable")); // a folder
        QCOMPARE(readDatasheets(path / "absent").error().id, std::string("datasheet.not-readable"));
        QVERIFY(readDatasheets(path).ok());
        QVERIFY(readDatasheets(path)->empty());
        QFile file(folder.filePath("wrong.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}") == 2);
        file.close();
        const auto sheets = readDatasheets(path);
        QVERIFY(!sheets.ok());
        QCOMPARE(QString::fromStdString(sheets.error().message()),
                 QString("wrong.json: This is not a Ridgepoint datasheet."));
    }
    void everyShippedSheetCanBeRead()
    {
        const auto sheets = readDatasheets(shipped);
        QVERIFY2(sheets.ok(), sheets.ok() ? "" : sheets.error().message().c_str());
        QCOMPARE(sheets->size(), std::size_t(11));
        QSet<QString> ids;
        QSet<QString> deviceNames;
        for (const Datasheet& sheet : *sheets) {
            ids.insert(QString::fromStdString(sheet.id));
            QVERIFY(std::filesystem::exists(shipped / (sheet.id + ".json")));
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
};

RIDGEPOINT_TEST(DatasheetTest)
#include "datasheet_test.moc"
