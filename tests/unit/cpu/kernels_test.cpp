// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/kernel_check.h"
#include "core/cpu/launcher.h"
#include "core/cpu/operation_numbers.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>
#include <initializer_list>
#include <utility>

using namespace ridgepoint;

namespace {

QByteArray rowName(Operation operation, Precision precision)
{
    return QByteArray(nameOf(operation).data()) + ' ' + nameOf(precision).data();
}

void forgetsOneApplication(void* data, std::size_t lines, std::int64_t applications, const Operands& operands)
{
    if (applications > 1)
        kernelsFor(InstructionSet::Scalar).of(Operation::Add, Precision::Fp32)(data, lines, applications - 1, operands);
}

void writesOneElementTooMany(void* data, std::size_t lines, std::int64_t applications, const Operands& operands)
{
    kernelsFor(InstructionSet::Scalar).of(Operation::Add, Precision::Fp32)(data, lines, applications, operands);
    static_cast<float*>(data)[lines * lineBytes / sizeof(float)] = 0.0F;
}

void writesNothingButNotANumber(void* data, std::size_t, std::int64_t, const Operands&)
{
    static_cast<float*>(data)[0] = std::nanf("");
}

} // namespace

class KernelsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        const auto chosen = chosenInstructionSet();
        if (!chosen && chosen.error().kind == ErrorKind::Unsupported)
            QSKIP(qPrintable(QString::fromStdString(chosen.error().message())));
        QVERIFY2(chosen.ok(), chosen.ok() ? "" : chosen.error().message().c_str());
        m_set = *chosen;
    }
    void init() { test::failOnQtWarnings(); }

    void everyKernelRunsTheInstructionSetThatWasForced_data() { addKernels(); }
    void everyKernelRunsTheInstructionSetThatWasForced()
    {
        QFETCH(int, operation);
        QFETCH(int, precision);
        alignas(lineBytes) double data[8] = {};
        lastKernelSet = m_set == InstructionSet::Scalar ? InstructionSet::Avx3 : InstructionSet::Scalar;
        kernelsFor(m_set).of(static_cast<Operation>(operation), static_cast<Precision>(precision))(data, 1, 1, {});
        QCOMPARE(nameOf(lastKernelSet), nameOf(m_set));
    }

    void everyKernelMatchesTheReferenceAtEverySmallSize_data() { addKernels(); }
    void everyKernelMatchesTheReferenceAtEverySmallSize()
    {
        QFETCH(int, operation);
        QFETCH(int, precision);
        for (std::size_t elements = 1; elements <= 70; ++elements)
            for (const std::int64_t applications : {1, 2, 3, 7})
                verifyEveryAccess(static_cast<Operation>(operation), static_cast<Precision>(precision), elements, applications, static_cast<std::uint32_t>(elements));
    }

    void everyKernelMatchesTheReferenceAtLargerSizes_data() { addKernels(); }
    void everyKernelMatchesTheReferenceAtLargerSizes()
    {
        QFETCH(int, operation);
        QFETCH(int, precision);
        for (const std::size_t elements : std::initializer_list<std::size_t>{127, 128, 129, 1000, 4095, 4096, 4097, 8193, 20000})
            for (const std::int64_t applications : {1, 4, 33})
                verifyEveryAccess(static_cast<Operation>(operation), static_cast<Precision>(precision), elements, applications, 7U);
    }

    void bothStrategiesApplyAnOperationExactlyAsOftenAsAsked_data()
    {
        QTest::addColumn<bool>("blocked");
        QTest::addColumn<int>("precision");
        for (const Precision precision : {Precision::Fp32, Precision::Fp64}) {
            QTest::newRow(QByteArray("fused ") + nameOf(precision).data()) << false << static_cast<int>(precision);
            QTest::newRow(QByteArray("blocked ") + nameOf(precision).data()) << true << static_cast<int>(precision);
        }
    }
    void bothStrategiesApplyAnOperationExactlyAsOftenAsAsked()
    {
        QFETCH(bool, blocked);
        QFETCH(int, precision);
        for (const std::size_t elements : std::initializer_list<std::size_t>{1, 5, 16, 17, 70, 129, 4097, 10000})
            for (const std::int64_t applications : {1, 2, 3, 4, 5, 31, 32, 64, 1000, 1024})
                verify(checkCount(m_set, blocked, static_cast<Precision>(precision), elements, applications));
    }

    void dataStaysInRangeAfterAMillionPasses_data() { addKernels(); }
    void dataStaysInRangeAfterAMillionPasses()
    {
        QFETCH(int, operation);
        QFETCH(int, precision);
        const auto type = static_cast<Precision>(precision);
        alignas(lineBytes) std::byte data[2 * lineBytes];
        fillUniform(data, sizeof data, 0, type);
        Pool pool(1);
        const FlushDenormals flush;
        Launcher launcher(pool, Chain{.kernel = kernelsFor(m_set).of(static_cast<Operation>(operation), type),
                                      .data = data,
                                      .bytes = sizeof data,
                                      .passes = 1000,
                                      .operands = operandsOf(static_cast<Operation>(operation)),
                                      .alternating = alternates(static_cast<Operation>(operation))});
        launcher.run(LaunchMode::Graph, 1000);
        for (std::size_t i = 0; i < sizeof data / static_cast<std::size_t>(type == Precision::Fp32 ? 4 : 8); ++i) {
            const double value = type == Precision::Fp32 ? static_cast<double>(reinterpret_cast<float*>(data)[i])
                                                         : reinterpret_cast<double*>(data)[i];
            QVERIFY2(std::abs(value) <= 4.0, qPrintable(QString::number(value)));
            const bool normal = value == 0.0 || std::abs(value) > 1e-30;
            QVERIFY2(normal, qPrintable(QString::number(value)));
        }
    }

    void theCheckFindsAKernelThatAppliesTooSeldom()
    {
        QVERIFY(!checkCount(InstructionSet::Scalar, false, Precision::Fp32, 40, 3, forgetsOneApplication).passed);
        const auto line = checkKernel(InstructionSet::Scalar, Operation::Add, Precision::Fp32, 40, 1, 1U, forgetsOneApplication);
        QVERIFY(!line.passed);
        QVERIFY(line.detail.find("instead of") != std::string::npos);
    }
    void theCheckFindsAKernelThatWritesOutside()
    {
        const auto line = checkKernel(InstructionSet::Scalar, Operation::Add, Precision::Fp32, 40, 3, 1U, writesOneElementTooMany);
        QVERIFY(!line.passed);
        QCOMPARE(line.detail, std::string("wrote outside a tensor of 40 elements"));
    }
    void theCheckFindsAResultThatIsNotANumber()
    {
        QVERIFY(!checkKernel(InstructionSet::Scalar, Operation::Add, Precision::Fp32, 1, 2, 1U, writesNothingButNotANumber).passed);
    }

private:
    static void addKernels()
    {
        QTest::addColumn<int>("operation");
        QTest::addColumn<int>("precision");
        for (const Operation operation : allOperations)
            for (const Precision precision : {Precision::Fp32, Precision::Fp64})
                QTest::newRow(rowName(operation, precision)) << static_cast<int>(operation) << static_cast<int>(precision);
    }
    static void verify(const SelftestLine& line)
    {
        QVERIFY2(line.passed, qPrintable(QStringLiteral("%1: error %2, tolerance %3; %4")
                                             .arg(QString::fromStdString(line.kernel))
                                             .arg(line.largestError)
                                             .arg(line.tolerance)
                                             .arg(QString::fromStdString(line.detail))));
    }

    void verifyEveryAccess(Operation operation, Precision precision, std::size_t elements, std::int64_t applications, std::uint32_t seed) const
    {
        PassKernel last = nullptr;
        for (const MemoryAccess access : allMemoryAccesses)
            if (PassKernel kernel = kernelsFor(m_set).of(operation, precision, access); kernel != std::exchange(last, kernel)) // heavy ones have one
                verify(checkKernel(m_set, operation, precision, elements, applications, seed, kernel));
    }

    InstructionSet m_set = InstructionSet::Scalar;
};

QTEST_GUILESS_MAIN(KernelsTest)
#include "kernels_test.moc"
