// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/cost.h"
#include "core/model/flags.h"
#include "core/model/workload.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;

Q_DECLARE_METATYPE(ridgepoint::Workload)

class WorkloadTest : public test::Case {
    Q_OBJECT
private slots:
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

    void countsTheContractsFormulas_data()
    {
        QTest::addColumn<Workload>("workload");
        QTest::addColumn<double>("flops");
        QTest::addColumn<double>("bytes");
        QTest::addColumn<qint64>("launches");
        QTest::newRow("one fma on one float") << Workload{} << 2.0 << 8.0 << qint64{1};
        QTest::newRow("mul counts one FLOP")
            << Workload{.operation = Operation::Mul, .elements = 1000, .operationsPerElement = 3} << 3000.0 << 8000.0
            << qint64{1};
        QTest::newRow("an unfused chain moves the tensor every pass")
            << Workload{.elements = 10, .operationsPerElement = 5, .chainLength = 16, .fusionDepth = 1} << 1600.0
            << 1280.0 << qint64{16};
        QTest::newRow("a fused chain moves it n/d times")
            << Workload{.elements = 10, .operationsPerElement = 5, .chainLength = 16, .fusionDepth = 8} << 1600.0
            << 160.0 << qint64{2};
        QTest::newRow("fp64 moves 16 bytes an element")
            << Workload{.operation = Operation::Cos, .precision = Precision::Fp64, .elements = 7} << 7.0 << 112.0
            << qint64{1};
    }
    void countsTheContractsFormulas()
    {
        QFETCH(Workload, workload);
        const Cost cost = costOf(workload);
        QTEST(cost.flops.value(), "flops");
        QTEST(cost.bytes.value(), "bytes");
        QTEST(static_cast<qint64>(cost.launches), "launches");
    }
    void intensityIsIndependentOfSize()
    {
        Workload small{.operationsPerElement = 8, .chainLength = 4, .fusionDepth = 4};
        Workload large = small;
        large.elements = 1 << 25;
        QCOMPARE(costOf(small).arithmeticIntensity().value(), 8.0 * 4 * 2 / 8);
        QCOMPARE(costOf(large).arithmeticIntensity().value(), costOf(small).arithmeticIntensity().value());
    }
    void namesOfFlagsRoundTrip()
    {
        const FlagSet flags = Flag::Preempted | Flag::FewReadings;
        QCOMPARE(toString(flags), std::string("few-readings preempted"));
        QVERIFY(flagsFrom(toString(flags)) == flags);
        QVERIFY(flagsFrom("") == FlagSet{});
    }
    void rejectsUnknownNames() { QVERIFY(!flagsFrom("few-readings broken").has_value()); }
    void removesOnlyTheNamedFlag()
    {
        FlagSet flags = Flag::Edge | Flag::Ambiguous;
        flags.remove(Flag::Edge);
        QVERIFY(flags == FlagSet(Flag::Ambiguous));
    }
};

RIDGEPOINT_TEST(WorkloadTest)
#include "workload_test.moc"
