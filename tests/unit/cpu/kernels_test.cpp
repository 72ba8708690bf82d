// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/kernel_check.h"
#include "core/cpu/launcher.h"
#include "core/cpu/operation_numbers.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <set>
#include <utility>
#include <vector>

using namespace ridgepoint;

namespace {

QByteArray rowName(Operation operation, Precision precision)
{
    return QByteArray(nameOf(operation).data()) + ' ' + nameOf(precision).data();
}

/// What a kernel makes of these numbers, each applied to once.
template <class T> std::vector<T> applied(InstructionSet set, Operation operation, const std::vector<T>& numbers)
{
    constexpr std::size_t inLine = lineBytes / sizeof(T);
    const PassKernel kernel = kernelsFor(set).of(operation, sizeof(T) == 4 ? Precision::Fp32 : Precision::Fp64);
    std::vector<T> results;
    for (std::size_t at = 0; at < numbers.size(); at += inLine) {
        alignas(lineBytes) T line[inLine] = {};
        const std::size_t count = std::min(inLine, numbers.size() - at);
        std::copy_n(numbers.data() + at, count, line);
        kernel(line, 1, 1, operandsOf(operation));
        results.insert(results.end(), line, line + count);
    }
    return results;
}

template <class T> std::vector<T> spread(double from, double to, int count)
{
    std::vector<T> numbers;
    for (int i = 0; i <= count; ++i)
        numbers.push_back(static_cast<T>(from + (to - from) * i / count));
    return numbers;
}

/// The largest error of a kernel over these numbers in units of epsilon, relative to the larger of the result and
/// `least`.
template <class T>
double largestError(InstructionSet set, Operation operation, const std::vector<T>& numbers, double least)
{
    const std::vector<T> results = applied(set, operation, numbers);
    double largest = 0.0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const double exact = reference(operation, static_cast<double>(numbers[i]), 1, operandsOf(operation));
        const double scale = std::max(std::abs(exact), least) * static_cast<double>(std::numeric_limits<T>::epsilon());
        const double error = std::abs(static_cast<double>(results[i]) - exact) / scale;
        largest = error <= largest ? largest : error;
        if (std::isnan(error))
            return std::numeric_limits<double>::infinity();
    }
    return largest;
}

template <class T> std::vector<T> nearTheZerosOfCos()
{
    std::vector<T> numbers;
    for (int zero = -3819; zero <= 3819; zero += 2) {
        const T nearest = static_cast<T>(zero * 1.5707963267948966);
        for (const T number : {std::nextafter(nearest, T{-1e9}), nearest, std::nextafter(nearest, T{1e9})})
            numbers.push_back(number);
    }
    return numbers;
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

class KernelsTest : public test::Case {
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
                verifyEveryAccess(static_cast<Operation>(operation), static_cast<Precision>(precision), elements,
                                  applications, static_cast<std::uint32_t>(elements));
    }

    void everyKernelMatchesTheReferenceAtLargerSizes_data() { addKernels(); }
    void everyKernelMatchesTheReferenceAtLargerSizes()
    {
        QFETCH(int, operation);
        QFETCH(int, precision);
        for (const std::size_t elements :
             std::initializer_list<std::size_t>{127, 128, 129, 1000, 4095, 4096, 4097, 8193, 20000})
            for (const std::int64_t applications : {1, 4, 33})
                verifyEveryAccess(static_cast<Operation>(operation), static_cast<Precision>(precision), elements,
                                  applications, 7U);
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

    void aMillionMultiplyAddsLeaveAFilledTensorsNumbersDifferent()
    {
        verifyDifferent<float>(Precision::Fp32);
        verifyDifferent<double>(Precision::Fp64);
    }

    void heavyOperationsKeepTheirDigitsOverTheirWholeRange()
    {
        verifyDigits<float>(-88.7, 87.3);
        verifyDigits<double>(-709.7, 708.3);
    }

    void heavyOperationsOfWhatIsTooLargeOrNoNumber()
    {
        verifyExtremes<float>();
        verifyExtremes<double>();
    }

    void theCheckFindsAKernelThatAppliesTooSeldom()
    {
        QVERIFY(!checkCount(InstructionSet::Scalar, false, Precision::Fp32, 40, 3, forgetsOneApplication).passed);
        const auto line = checkKernel(InstructionSet::Scalar, Operation::Add, Precision::Fp32, 40, 1, 1U,
                                      forgetsOneApplication);
        QVERIFY(!line.passed);
        QVERIFY(line.detail.find("instead of") != std::string::npos);
    }
    void theCheckFindsAKernelThatWritesOutside()
    {
        const auto line = checkKernel(InstructionSet::Scalar, Operation::Add, Precision::Fp32, 40, 3, 1U,
                                      writesOneElementTooMany);
        QVERIFY(!line.passed);
        QCOMPARE(line.detail, std::string("wrote outside a tensor of 40 elements"));
    }
    void theCheckFindsAResultThatIsNotANumber()
    {
        QVERIFY(
            !checkKernel(InstructionSet::Scalar, Operation::Add, Precision::Fp32, 1, 2, 1U, writesNothingButNotANumber)
                 .passed);
    }

private:
    static void addKernels()
    {
        QTest::addColumn<int>("operation");
        QTest::addColumn<int>("precision");
        for (const Operation operation : allOperations)
            for (const Precision precision : {Precision::Fp32, Precision::Fp64})
                QTest::newRow(rowName(operation, precision))
                    << static_cast<int>(operation) << static_cast<int>(precision);
    }
    /// As many as the tensor's pattern repeats after, begun amid one repetition: at least nine tenths of 4096 must stay
    /// different.
    template <class T> void verifyDifferent(Precision precision)
    {
        constexpr std::size_t count = 4096;
        constexpr std::size_t offset = 1000 * lineBytes;
        struct alignas(lineBytes) Line {
            T numbers[lineBytes / sizeof(T)];
        };
        std::vector<Line> lines(count * sizeof(T) / lineBytes);
        fillUniform(lines.data(), count * sizeof(T), offset, precision);
        const auto different = [&] {
            std::set<T> seen;
            for (const Line& line : lines)
                seen.insert(std::begin(line.numbers), std::end(line.numbers));
            return seen.size();
        };
        QCOMPARE(different(), count);
        const FlushDenormals flush;
        kernelsFor(m_set).of(Operation::Fma, precision)(lines.data(), lines.size(), 1'000'000,
                                                        operandsOf(Operation::Fma));
        QVERIFY2(different() >= count * 9 / 10, qPrintable(QString::number(different())));
    }
    /// From the number whose exp(-x) is the largest to the one whose is the smallest.
    template <class T> void verifyDigits(double first, double last)
    {
        constexpr int count = 100000;
        // A double may lie so near a zero of cos that more digits of pi than our three parts have would be needed.
        constexpr double least = sizeof(T) == 4 ? 0.0 : 1e-13;
        const auto verifyError = [this](Operation operation, const std::vector<T>& numbers, double smallestScale,
                                        double allowed) {
            const double error = largestError(m_set, operation, numbers, smallestScale);
            QVERIFY2(error <= allowed, qPrintable(QStringLiteral("%1 of %2 bits: error %3")
                                                      .arg(nameOf(operation).data())
                                                      .arg(8 * sizeof(T))
                                                      .arg(error)));
        };
        verifyError(Operation::Exp, spread<T>(first, last, count), 0.0, 1.25);
        verifyError(Operation::Exp, spread<T>(-1.0, 1.0, count), 0.0, 1.25);
        verifyError(Operation::Cos, spread<T>(-6000.0, 6000.0, count), least, 2.5);
        verifyError(Operation::Cos, spread<T>(-4.0, 4.0, count), least, 2.5);
        verifyError(Operation::Cos, nearTheZerosOfCos<T>(), least, 2.5);
        verifyError(Operation::Gelu, spread<T>(-30.0, 30.0, count), 1.0, 2.5);
        verifyError(Operation::Gelu, spread<T>(-4.0, 4.0, count), 1.0, 2.5);
    }

    template <class T> void verifyExtremes()
    {
        constexpr T infinite = std::numeric_limits<T>::infinity();
        constexpr T largest = std::numeric_limits<T>::max();
        constexpr T none = std::numeric_limits<T>::quiet_NaN();
        const std::vector<T> exponentials = applied<T>(
            m_set, Operation::Exp, {-infinite, -largest, T{-1000}, T{0}, T{1000}, largest, infinite, none});
        QCOMPARE(std::vector<T>(exponentials.begin(), exponentials.begin() + 7),
                 (std::vector<T>{infinite, infinite, infinite, T{1}, T{0}, T{0}, T{0}}));
        QVERIFY(std::isnan(exponentials[7]));
        const std::vector<T> gelus = applied<T>(m_set, Operation::Gelu,
                                                {-largest, T{-1000}, T{1000}, largest, infinite, none});
        const T summand = static_cast<T>(operandsOf(Operation::Gelu).first);
        QCOMPARE(std::vector<T>(gelus.begin(), gelus.begin() + 5),
                 (std::vector<T>{summand, summand, T{1000} + summand, largest, infinite}));
        QVERIFY(std::isnan(gelus[5]));
        for (const T result : applied<T>(m_set, Operation::Cos, {-infinite, infinite, none}))
            QVERIFY(std::isnan(result));
    }

    static void verify(const SelftestLine& line)
    {
        QVERIFY2(line.passed, qPrintable(QStringLiteral("%1: error %2, tolerance %3; %4")
                                             .arg(QString::fromStdString(line.kernel))
                                             .arg(line.largestError)
                                             .arg(line.tolerance)
                                             .arg(QString::fromStdString(line.detail))));
    }

    void verifyEveryAccess(Operation operation, Precision precision, std::size_t elements, std::int64_t applications,
                           std::uint32_t seed) const
    {
        PassKernel last = nullptr;
        for (const MemoryAccess access : allMemoryAccesses)
            if (PassKernel kernel = kernelsFor(m_set).of(operation, precision, access);
                kernel != std::exchange(last, kernel)) // heavy ones have one
                verify(checkKernel(m_set, operation, precision, elements, applications, seed, kernel));
    }

    InstructionSet m_set = InstructionSet::Scalar;
};

RIDGEPOINT_TEST(KernelsTest)
#include "kernels_test.moc"
