// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// A device that is not here, drawn from what is written about it: datasheet, published costs of a launch, prediction.
#include "core/analysis/analyse.h"
#include "core/analysis/predicted_samples.h"
#include "core/session/datasheet.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

namespace {

const std::filesystem::path resources = RIDGEPOINT_SOURCE_DIR "/resources";

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

} // namespace

class PredictedDeviceTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }
    void aDatasheetAndPublishedLaunchCostsGiveAMapOfThreeRegimes()
    {
        const auto sheet = readDatasheet(resources / "datasheets/h200-sxm-141gb.json");
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
        const auto sheet = readDatasheet(resources / "datasheets/l4-24gb.json");
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
};

RIDGEPOINT_TEST(PredictedDeviceTest)
#include "predicted_device_test.moc"
