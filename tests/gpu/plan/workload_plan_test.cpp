// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/cost.h"
#include "gpu/plan/element.h"
#include "gpu/plan/workload_plan.h"
#include "tests/gpu/plan/call_model.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <random>
#include <set>
#include <vector>

using namespace ridgepoint;
using test::applicationsOf;
using test::argument;
using test::matchesParameters;
using test::operandOf;
using test::vectorsOf;

namespace {

const GpuShape h200{.multiprocessors = 132,
                    .maxThreadsPerMultiprocessor = 2048,
                    .l2 = Bytes(50.0 * 1024 * 1024),
                    .computeCapability = 90};
const GpuShape turing{.multiprocessors = 40,
                      .maxThreadsPerMultiprocessor = 1024,
                      .l2 = Bytes(4.0 * 1024 * 1024),
                      .computeCapability = 75};

/// What a call does to one element, in doubles; NaN where its operands are not those of the operation, in one order or
/// the other. Rounded ones would drift in doubles.
double afterCall(const KernelCall& call, double x)
{
    const KernelInfo& kernel = *findKernel(call.kernel);
    const Operands given{operandOf(call, 3), operandOf(call, 4)};
    const Operands exact = operandsOf(*kernel.operation);
    const Operands wanted = operandsOf(*kernel.operation, kernel.precision);
    if (given != wanted && given != swapped(wanted))
        return std::nan("");
    return reference(*kernel.operation, x, static_cast<std::int64_t>(applicationsOf(call)),
                     given == wanted ? exact : swapped(exact));
}

QByteArray rowName(Operation operation, Precision precision)
{
    return QByteArray(nameOf(operation).data()) + ' ' + nameOf(precision).data();
}

} // namespace

Q_DECLARE_METATYPE(ridgepoint::Operation)
Q_DECLARE_METATYPE(ridgepoint::Precision)
Q_DECLARE_METATYPE(ridgepoint::Workload)

class WorkloadPlanTest : public ridgepoint::test::Case {
    Q_OBJECT

private slots:
    void theListHasNoNameTwice()
    {
        std::set<std::string> names;
        for (const KernelInfo& kernel : kernelList())
            QVERIFY2(names.insert(kernel.name).second, kernel.name.c_str());
        QCOMPARE(findKernel("rp_chain_mul_bf16_kn")->applications, 0U);
        QCOMPARE(findKernel("rp_chain_mul_bf16_k8")->applications, 8U);
        QVERIFY(findKernel("rp_chain_mul_bf16_k0") == nullptr);
    }

    void everyCallFitsItsKernelAndCoversTheTensorOnce_data() { addKernels(); }
    void everyCallFitsItsKernelAndCoversTheTensorOnce()
    {
        QFETCH(Operation, operation);
        QFETCH(Precision, precision);
        const auto size = static_cast<std::uint64_t>(bytesPerElement(precision));
        for (const std::int64_t elements : {1LL, 2LL, 3LL, 4LL, 5LL, 7LL, 8LL, 9LL, 511LL, 1024LL, 2047LL, 2048LL,
                                            2049LL, 4096LL, 100001LL, (1LL << 33) + 3, 1LL << 38}) {
            const auto plan = planWorkload({.operation = operation, .precision = precision, .elements = elements},
                                           h200);
            QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message().c_str());
            const BufferPlan& buffer = plan->buffers.at(0);
            QCOMPARE(buffer.usefulBytes, static_cast<std::uint64_t>(elements) * size);
            QCOMPARE(buffer.bytes % vectorBytes, 0U);
            QVERIFY(buffer.bytes >= buffer.usefulBytes && buffer.bytes < buffer.usefulBytes + vectorBytes);
            for (const KernelCall* call : {&plan->calls.at(0), &plan->fill.at(0)}) {
                QVERIFY2(matchesParameters(*call), call->kernel.c_str());
                QCOMPARE(vectorsOf(*call) * vectorBytes, buffer.bytes);
                const auto tail = argument<std::uint32_t>(*call, 2);
                QVERIFY(tail < tileVectors);
                QCOMPARE(call->grid, (Dim3{.x = argument<std::uint32_t>(*call, 1) + (tail != 0 ? 1 : 0)}));
                QCOMPARE(call->block, (Dim3{.x = blockThreads}));
                QVERIFY(call->grid.x >= 1);
            }
        }
    }

    void applicationsAreOperationsTimesDepth_data() { addKernels(); }
    void applicationsAreOperationsTimesDepth()
    {
        QFETCH(Operation, operation);
        QFETCH(Precision, precision);
        for (const std::int64_t operations :
             {1LL, 2LL, 7LL, 8LL, 9LL, 15LL, 16LL, 17LL, 31LL, 33LL, 1000LL, 1023LL, 1LL << 20})
            for (const int depth : {1, 2, 3, 6, 12}) {
                const Workload workload{.operation = operation,
                                        .precision = precision,
                                        .elements = 5,
                                        .operationsPerElement = operations,
                                        .chainLength = 12,
                                        .fusionDepth = depth};
                const auto plan = planWorkload(workload, h200);
                QVERIFY(plan.ok());
                QCOMPARE(static_cast<std::int64_t>(plan->calls.size()), costOf(workload).launches);
                std::uint64_t applied = 0;
                for (const KernelCall& call : plan->calls) {
                    QVERIFY2(matchesParameters(call), call.kernel.c_str());
                    applied += applicationsOf(call);
                }
                QCOMPARE(static_cast<double>(applied) * 5.0 * flopsPerApplication(operation),
                         costOf(workload).flops.value());
            }
    }

    void theLargestCountsAllowedDoNotWrapAround()
    {
        const Workload workload{.operation = Operation::Cos,
                                .elements = 1,
                                .operationsPerElement = maximumOperationsPerElement,
                                .chainLength = maximumChainLength,
                                .fusionDepth = maximumChainLength};
        QCOMPARE(applicationsOf(planWorkload(workload, h200)->calls.at(0)), std::uint64_t{1} << 32);
        Workload chain = workload;
        chain.operation = Operation::Fma;
        QCOMPARE(applicationsOf(planWorkload(chain, h200)->calls.at(0)), std::uint64_t{1} << 32);
        Workload large{.precision = Precision::Fp64, .elements = maximumElements};
        const auto plan = planWorkload(large, h200);
        QCOMPARE(plan->buffers.at(0).bytes, std::uint64_t{8} << 40);
        QCOMPARE(vectorsOf(plan->calls.at(0)), std::uint64_t{1} << 39);
    }

    /// The experiment on utilisation spins so.
    void fourFloatsAreTheWorkOfOneThread()
    {
        const auto plan = planWorkload(
            {.operation = Operation::Fma, .elements = 4, .operationsPerElement = maximumOperationsPerElement}, h200);
        QVERIFY(plan.ok());
        QCOMPARE(plan->calls.size(), std::size_t{1});
        const KernelCall& call = plan->calls.front();
        QCOMPARE(call.grid.x, 1U);
        QCOMPARE(argument<std::uint32_t>(call, 1), 0U); // whole tiles
        QCOMPARE(argument<std::uint32_t>(call, 2), 1U); // vectors beyond, each a thread's
        QCOMPARE(applicationsOf(call), std::uint64_t{1} << 20);
        QCOMPARE(plan->buffers.front().usefulBytes, plan->buffers.front().bytes);
    }
    void oneStrategyServesEverySize()
    {
        for (const std::int64_t operations : {1LL, 64LL}) {
            std::set<std::string> kernels;
            for (std::int64_t elements = 1; elements <= 1LL << 32; elements *= 3)
                kernels.insert(
                    planWorkload({.elements = elements, .operationsPerElement = operations}, h200)->calls.at(0).kernel);
            QCOMPARE(kernels.size(), std::size_t{1});
        }
    }

    void repetitionsFollowTheReferenceAndStayInRange_data() { addKernels(); }
    void repetitionsFollowTheReferenceAndStayInRange()
    {
        QFETCH(Operation, operation);
        QFETCH(Precision, precision);
        for (const std::int64_t operations : {1LL, 2LL, 3LL, 17LL})
            for (const int depth : {1, 3}) {
                const auto plan = planWorkload({.operation = operation,
                                                .precision = precision,
                                                .elements = 1,
                                                .operationsPerElement = operations,
                                                .chainLength = 3,
                                                .fusionDepth = depth},
                                               h200);
                double x = 0.625;
                std::int64_t applied = 0;
                for (std::int64_t repetition = 0; repetition < 2000; ++repetition) {
                    for (const KernelCall& call : plan->callsOf(repetition)) {
                        x = afterCall(call, x);
                        applied += static_cast<std::int64_t>(applicationsOf(call));
                    }
                    QVERIFY2(std::abs(x) <= 4.0, qPrintable(QString::number(x)));
                }
                const double expected = reference(operation, 0.625, applied, operandsOf(operation));
                QVERIFY2(std::abs(x - expected) < 1e-12, qPrintable(QString::number(x - expected)));
            }
    }

    void onlyAnOddNumberOfAlternatingOperationsNeedsTheMirror()
    {
        const auto mirrored = [](Operation operation, std::int64_t operations, int chain) {
            return !planWorkload({.operation = operation,
                                  .elements = 1,
                                  .operationsPerElement = operations,
                                  .chainLength = chain},
                                 h200)
                        ->mirrored.empty();
        };
        QVERIFY(mirrored(Operation::Mul, 1, 1));
        QVERIFY(mirrored(Operation::Add, 3, 5));
        QVERIFY(!mirrored(Operation::Mul, 2, 1));
        QVERIFY(!mirrored(Operation::Mul, 1, 2));
        QVERIFY(mirrored(Operation::Fma, 1, 1));
        QVERIFY(!mirrored(Operation::Fma, 4, 1));
        QVERIFY(!mirrored(Operation::Cos, 1, 1));
    }

    void impossibleWorkloadsAreRefused_data()
    {
        QTest::addColumn<Workload>("workload");
        QTest::addColumn<bool>("onTuring");
        QTest::addColumn<QString>("id");
        QTest::newRow("no elements") << Workload{.elements = 0} << false << "workload.elements";
        QTest::newRow("a depth that does not divide")
            << Workload{.chainLength = 4, .fusionDepth = 3} << false << "workload.depth-not-divisor";
        QTest::newRow("gelu in fp64") << Workload{.operation = Operation::Gelu, .precision = Precision::Fp64} << false
                                      << "cuda.precision";
        QTest::newRow("cos in fp16") << Workload{.operation = Operation::Cos, .precision = Precision::Fp16} << false
                                     << "cuda.precision";
        QTest::newRow("bf16 before 8.0") << Workload{.precision = Precision::Bf16} << true << "cuda.bf16";
    }
    void impossibleWorkloadsAreRefused()
    {
        QFETCH(Workload, workload);
        QFETCH(bool, onTuring);
        QFETCH(QString, id);
        const auto plan = planWorkload(workload, onTuring ? turing : h200);
        QVERIFY(!plan.ok());
        QCOMPARE(QString::fromStdString(plan.error().id), id);
        QVERIFY(!plan.error().message().empty());
    }

    void countsGoThroughBothLoops()
    {
        const PassRequest request{
            .operation = Operation::Add, .elements = 9, .applications = 37, .first = 1.0, .second = 1.0};
        for (const KernelCall& call : {passCall(request), countCall(request)}) {
            QVERIFY2(matchesParameters(call), call.kernel.c_str());
            QCOMPARE(applicationsOf(call), 37U);
            QCOMPARE(vectorsOf(call), 3U);
        }
    }

private:
    static void addKernels()
    {
        QTest::addColumn<Operation>("operation");
        QTest::addColumn<Precision>("precision");
        for (const Operation operation : allOperations)
            for (const Precision precision : allPrecisions)
                if (hasKernels(operation, precision))
                    QTest::newRow(rowName(operation, precision)) << operation << precision;
    }

private slots:
    void everyPatternOfSixteenBitsSurvivesTheRoundTrip()
    {
        for (std::uint32_t bits = 0; bits <= 0xFFFFU; ++bits) {
            const auto pattern = static_cast<std::uint16_t>(bits);
            if (!std::isnan(halfValue(pattern)))
                QCOMPARE(halfBits(halfValue(pattern)), pattern);
            else
                QVERIFY(std::isnan(halfValue(halfBits(halfValue(pattern)))));
            if (!std::isnan(bfloat16Value(pattern)))
                QCOMPARE(bfloat16Bits(bfloat16Value(pattern)), pattern);
        }
    }

    void knownNumbersHaveTheirKnownBits_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("half");
        QTest::addColumn<int>("bfloat16");
        QTest::newRow("one") << 1.0 << 0x3C00 << 0x3F80;
        QTest::newRow("minus two") << -2.0 << 0xC000 << 0xC000;
        QTest::newRow("a third") << 1.0 / 3.0 << 0x3555 << 0x3EAB;
        QTest::newRow("minus zero") << -0.0 << 0x8000 << 0x8000;
        QTest::newRow("largest half") << 65504.0 << 0x7BFF << 0x4780;
        QTest::newRow("rounds up to infinity in half") << 65520.0 << 0x7C00 << 0x4780;
        QTest::newRow("smallest half") << std::ldexp(1.0, -24) << 0x0001 << 0x3380;
        QTest::newRow("half of it, a tie, goes to zero") << std::ldexp(1.0, -25) << 0x0000 << 0x3300;
        QTest::newRow("a tie goes to the even neighbour below") << 1.0 + std::ldexp(1.0, -11) << 0x3C00 << 0x3F80;
        QTest::newRow("a tie goes to the even neighbour above") << 1.0 + 3 * std::ldexp(1.0, -11) << 0x3C02 << 0x3F80;
        QTest::newRow("the fraction's carry reaches the exponent") << 1.9999 << 0x4000 << 0x4000;
        QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << 0x7C00 << 0x7F80;
    }
    void knownNumbersHaveTheirKnownBits()
    {
        QFETCH(double, value);
        QFETCH(int, half);
        QFETCH(int, bfloat16);
        QCOMPARE(int{halfBits(value)}, half);
        QCOMPARE(int{bfloat16Bits(value)}, bfloat16);
    }

    void aWrittenElementIsReadBackRounded_data() { addPrecisions(); }
    void aWrittenElementIsReadBackRounded()
    {
        QFETCH(Precision, precision);
        std::byte memory[64] = {};
        writeElement(memory, precision, 3, 0.3);
        QCOMPARE(readElement(memory, precision, 3), rounded(0.3, precision));
        QCOMPARE(readElement(memory, precision, 2), 0.0);
        QCOMPARE(readElement(memory, precision, 4), 0.0);
        QVERIFY(std::abs(rounded(0.3, precision) - 0.3) <= 0.25 * epsilonOf(precision));
        QCOMPARE(rounded(1.0 + epsilonOf(precision), precision), 1.0 + epsilonOf(precision));
        QCOMPARE(rounded(1.0 + 0.4 * epsilonOf(precision), precision), 1.0);
    }

    void theInitialPatternIsExactSpreadAndWithoutRepetition_data() { addPrecisions(); }
    void theInitialPatternIsExactSpreadAndWithoutRepetition()
    {
        QFETCH(Precision, precision);
        const std::uint32_t period = uniformPeriod(precision);
        std::set<double> seen;
        double sum = 0.0;
        for (std::uint32_t i = 0; i < period; ++i) {
            const double value = uniformValue(i, period);
            QCOMPARE(rounded(value, precision), value);
            QVERIFY(std::abs(value) < 1.0);
            sum += value;
            seen.insert(value);
        }
        QCOMPARE(seen.size(), std::size_t{period});
        QCOMPARE(sum, 0.0);
        QCOMPARE(uniformValue((std::uint64_t{1} << 40) + 5, period), uniformValue(5, period));
    }

    /// A device's power depends on the bits that toggle, and its clock on its power.
    void aMillionApplicationsLeaveNumbersDifferentAndTheirBitsMoving_data()
    {
        QTest::addColumn<Operation>("operation");
        QTest::addColumn<Precision>("precision");
        for (const Operation operation : {Operation::Fma, Operation::Mul, Operation::Add})
            for (const Precision precision : allPrecisions)
                QTest::addRow("%s %s", nameOf(operation).data(), nameOf(precision).data()) << operation << precision;
    }
    void aMillionApplicationsLeaveNumbersDifferentAndTheirBitsMoving()
    {
        QFETCH(Operation, operation);
        QFETCH(Precision, precision);
        // The pattern that tensors are filled with; of sixteen bits it has fewer numbers that differ.
        const std::uint32_t count = uniformPeriod(precision);
        QVERIFY(bytesPerElement(precision) <= 2 || count >= 4096);
        constexpr int million = 1'000'000;
        constexpr int cycle = 4;
        const Operands operands = operandsOf(operation, precision);
        std::vector<double> numbers(count);
        for (std::uint32_t i = 0; i < count; ++i)
            numbers[i] = uniformValue(i, count);
        double toggled = 0.0;
        std::vector<double> all; // that are passed through in a cycle
        for (double& x : numbers) {
            std::vector<double> passed{x};
            const auto next = [&](double from, int application) {
                return rounded(reference(operation, from, 1, application % 2 != 0 ? swapped(operands) : operands),
                               precision);
            };
            // What comes back after a cycle comes back after every further one: the next number depends on nothing but
            // the last.
            while (passed.size() <= cycle || passed[passed.size() - 1] != passed[passed.size() - 1 - cycle]
                   || passed.size() % cycle != 1) {
                QVERIFY2(passed.size() < 1000, "never comes back");
                passed.push_back(next(passed.back(), static_cast<int>(passed.size()) - 1));
            }
            static_assert(million % cycle == 0);
            x = passed.back();
            for (std::size_t i = passed.size() - cycle; i < passed.size(); ++i) {
                QVERIFY2(std::abs(passed[i]) <= 4.0
                             && (passed[i] == 0.0 || std::abs(passed[i]) >= leastNormal(precision)),
                         qPrintable(QString::number(passed[i])));
                all.push_back(passed[i]);
                toggled += differingBits(passed[i - 1], passed[i], precision) / cycle;
            }
        }
        const std::set<double> distinct(numbers.begin(), numbers.end());
        QVERIFY2(static_cast<double>(distinct.size()) >= 0.9 * count, qPrintable(QString::number(distinct.size())));
        double atRandom = 0.0;
        std::mt19937 random(7);
        const auto [least, largest] = std::ranges::minmax(all);
        std::uniform_real_distribution<double> uniform(least, largest);
        constexpr int pairs = 4096;
        for (int i = 0; i < pairs; ++i)
            atRandom += differingBits(uniform(random), uniform(random), precision) * count / pairs;
        QVERIFY2(std::abs(toggled / atRandom - 1.0) <= 0.2, qPrintable(QString::number(toggled / atRandom)));
    }

private:
    static double leastNormal(Precision precision)
    {
        return precision == Precision::Fp16 ? std::ldexp(1.0, -14)
                                            : static_cast<double>(std::numeric_limits<float>::min());
    }
    static double differingBits(double a, double b, Precision precision)
    {
        std::array<std::byte, sizeof(double)> first{}, second{};
        writeElement(first.data(), precision, 0, a);
        writeElement(second.data(), precision, 0, b);
        int bits = 0;
        for (std::size_t i = 0; i < first.size(); ++i)
            bits += std::popcount(std::to_integer<unsigned>(first[i] ^ second[i]));
        return bits;
    }
    static void addPrecisions()
    {
        QTest::addColumn<Precision>("precision");
        for (const Precision precision : allPrecisions)
            QTest::newRow(nameOf(precision).data()) << precision;
    }
};

RIDGEPOINT_TEST(WorkloadPlanTest)
#include "workload_plan_test.moc"
