// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/workload.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

class WorkloadTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }
    void rejectsImpossibleCounts_data()
    {
        QTest::addColumn<qint64>("elements");
        QTest::addColumn<qint64>("operations");
        QTest::addColumn<int>("chain");
        QTest::addColumn<int>("depth");
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("no elements") << qint64{0} << qint64{1} << 1 << 1 << QByteArray("workload.elements");
        QTest::newRow("too many elements")
            << qint64{maximumElements + 1} << qint64{1} << 1 << 1 << QByteArray("workload.elements");
        QTest::newRow("negative operations") << qint64{1} << qint64{-4} << 1 << 1 << QByteArray("workload.operations");
        QTest::newRow("no chain") << qint64{1} << qint64{1} << 0 << 1 << QByteArray("workload.chain");
        QTest::newRow("depth past the chain") << qint64{1} << qint64{1} << 4 << 8 << QByteArray("workload.depth");
        QTest::newRow("depth that does not divide")
            << qint64{1} << qint64{1} << 16 << 3 << QByteArray("workload.depth-not-divisor");
    }
    void rejectsImpossibleCounts()
    {
        QFETCH(qint64, elements);
        QFETCH(qint64, operations);
        QFETCH(int, chain);
        QFETCH(int, depth);
        QFETCH(QByteArray, id);
        const auto checked = validate(Workload{
            .elements = elements, .operationsPerElement = operations, .chainLength = chain, .fusionDepth = depth});
        QVERIFY(!checked);
        QCOMPARE(QByteArray::fromStdString(checked.error().id), id);
        QVERIFY(!checked.error().message().empty());
        QVERIFY2(checked.error().message().find('%') == std::string::npos, checked.error().message().c_str());
    }
    void acceptsTheLargestValues()
    {
        QVERIFY(validate(Workload{.elements = maximumElements,
                                  .operationsPerElement = maximumOperationsPerElement,
                                  .chainLength = maximumChainLength,
                                  .fusionDepth = 1})
                    .ok());
    }
    void namesRoundTrip()
    {
        for (const Operation operation : allOperations)
            QVERIFY(operationNamed(nameOf(operation)) == operation);
        for (const Precision precision : allPrecisions)
            QVERIFY(precisionNamed(nameOf(precision)) == precision);
        for (const LaunchMode mode : allLaunchModes)
            QVERIFY(launchModeNamed(nameOf(mode)) == mode);
        QVERIFY(!operationNamed("tanh").has_value());
    }
};

RIDGEPOINT_TEST(WorkloadTest)
#include "workload_test.moc"
