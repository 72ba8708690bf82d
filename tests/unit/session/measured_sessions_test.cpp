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

/// Measured over predicted, of every measured sample outside the fade of the L2.
std::vector<double> residuals(const Session& session, const RoofSet& roofs)
{
    std::vector<double> ratios;
    for (const Sample& sample : session.samples)
        if (!sample.flags.has(Flag::Interpolated) && !isBetweenLevels(sample.workload))
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
    void everyRegimeOfTheMapIsNamedAndNoneIsDenied()
    {
        const auto session = recorded("h200-map-queued.ridge");
        QVERIFY(session.ok());
        const std::vector<PointAnalysis> points = analyse(session->samples, session->roofs.front(), DeviceKind::Cuda);
        int clear = 0;
        int alike = 0;
        std::array<int, 4> named{};
        for (std::size_t i = 0; i < points.size(); ++i) {
            const auto prediction = predict(session->samples[i].workload, session->roofs.front(), DeviceKind::Cuda);
            if (!points[i].regime || points[i].flags.has(Flag::Ambiguous) || !prediction)
                continue;
            ++clear;
            ++named[static_cast<std::size_t>(*points[i].regime)];
            alike += *points[i].regime == prediction->limit ? 1 : 0;
        }
        QVERIFY(clear > 800);
        QVERIFY2(alike > clear * 0.96, qPrintable(QStringLiteral("%1 of %2").arg(alike).arg(clear)));
        for (const Regime regime : {Regime::Compute, Regime::Memory, Regime::Overhead})
            QVERIFY(named[static_cast<std::size_t>(regime)] > 150);
    }
};

RIDGEPOINT_TEST(MeasuredSessionsTest)
#include "measured_sessions_test.moc"
