// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analyse.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <vector>

using namespace ridgepoint;

namespace {

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

/// What is said of GPUs, held against sessions that were measured on one.
class MeasuredSessionsTest : public test::Case {
    Q_OBJECT

private slots:
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

RIDGEPOINT_TEST(MeasuredSessionsTest)
#include "measured_sessions_test.moc"
