// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/knee_check.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace ridgepoint;

namespace {

const QString shipped = QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources/published");

Result<Session> opened(const QString& name) { return readSession((shipped + '/' + name).toStdString()); }

double rateOf(const Sample& sample) { return (costOf(sample.workload).flops / sample.time).value(); }
double bandwidthOf(const Sample& sample) { return (costOf(sample.workload).bytes / sample.time).value(); }

bool near(double value, double wanted, double share) { return std::abs(value - wanted) <= share * wanted; }

} // namespace

class PublishedTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }
    void everyShippedSessionOpensAndCallsNothingMeasured_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : QDir(shipped).entryList({"*.ridge"}))
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
};

RIDGEPOINT_TEST(PublishedTest)
#include "published_test.moc"
