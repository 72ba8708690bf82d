// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/cost.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTest>

#include <cmath>

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
            QCOMPARE(roof.provenance, Provenance::Published);
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
            const Roof* memory = roofs.find("bandwidth.dram");
            QVERIFY(compute != nullptr && memory != nullptr);
            // Rates were printed with three or four digits.
            QVERIFY2(rateOf(sample) <= compute->value * 1.005, qPrintable(QString::number(rateOf(sample))));
            QVERIFY2(bandwidthOf(sample) <= memory->value * 1.005, qPrintable(QString::number(bandwidthOf(sample))));
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

QTEST_GUILESS_MAIN(PublishedTest)
#include "published_test.moc"
