// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/chain_polynomial.h"
#include "gpu/plan/gradient_numbers.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/operator_numbers.h"
#include "gpu/plan/product_numbers.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/plan/call_model.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

namespace {

const GpuShape shape{
    .multiprocessors = 132, .maxThreadsPerMultiprocessor = 2048, .l2 = Bytes(50e6), .computeCapability = 90};

ParameterType typeOf(const KernelArgument& argument)
{
    return std::holds_alternative<BufferPointer>(argument) ? ParameterType::Pointer
         : std::holds_alternative<std::uint32_t>(argument) ? ParameterType::U32
         : std::holds_alternative<std::uint64_t>(argument) ? ParameterType::U64
         : std::holds_alternative<float>(argument)         ? ParameterType::F32
                                                           : ParameterType::F64;
}

OperatorPlan planOf(OperatorKind which, std::int64_t rows, std::int64_t columns)
{
    return planOperator({.which = which, .rows = rows, .columns = columns}, shape).value();
}

} // namespace

/// Plans of operators, gradients and products, and the numbers that check them.
class OperatorPlanTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void everyCallIsOfAListedKernelWithItsParameters()
    {
        for (const OperatorKind which : allOperators)
            for (const auto& [rows, columns] :
                 {std::pair{2, 2}, std::pair{67, 131}, std::pair{1000, 3000}, std::pair{3, 60000}}) {
                const OperatorPlan plan = planOf(which, rows, columns);
                QCOMPARE(plan.tensors.size(), plan.plan.buffers.size());
                for (const auto* calls : {&plan.plan.fill, &plan.plan.calls})
                    for (const KernelCall& call : *calls) {
                        const KernelInfo* kernel = findKernel(call.kernel);
                        QVERIFY2(kernel != nullptr, call.kernel.c_str());
                        QVERIFY2(std::equal(call.arguments.begin(), call.arguments.end(), kernel->parameters.begin(),
                                            kernel->parameters.end(),
                                            [](const KernelArgument& argument, ParameterType type) {
                                                return typeOf(argument) == type;
                                            }),
                                 call.kernel.c_str());
                        QVERIFY(call.grid.x >= 1 && call.block.x >= 128 && call.block.x <= 1024);
                    }
            }
    }
    void rowsAreWholeVectorsAndBuffersHoldThem()
    {
        for (const OperatorKind which : allOperators)
            for (const std::int64_t columns : {2, 3, 65, 1001}) {
                const OperatorPlan plan = planOf(which, 9, columns);
                for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
                    const OperatorTensor& tensor = plan.tensors[i];
                    const std::uint64_t element = holdsBits(tensor.role) ? 1 : 4;
                    QVERIFY(tensor.stride >= tensor.columns && tensor.stride * element % vectorBytes == 0);
                    QCOMPARE(plan.plan.buffers[i].bytes, tensor.rows * tensor.stride * element);
                    QCOMPARE(plan.plan.buffers[i].usefulBytes, tensor.rows * tensor.columns * element);
                }
            }
    }
    void whatIsReadIsFilledBefore()
    {
        for (const OperatorKind which : allOperators) {
            const OperatorPlan plan = planOf(which, 64, 96);
            for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
                const bool isFilled = std::any_of(
                    plan.plan.fill.begin(), plan.plan.fill.end(), [&](const KernelCall& call) {
                        return std::get<BufferPointer>(call.arguments.front()).buffer == i;
                    });
                QCOMPARE(isFilled, plan.plan.buffers[i].content != InitialContent::Unspecified);
            }
        }
    }
    void aRowGetsTheThreadsThatHoldIt_data()
    {
        QTest::addColumn<qint64>("columns");
        QTest::addColumn<QString>("kernel");
        for (const auto& [columns, kernel] :
             {std::pair{1, "r32"}, std::pair{512, "r32"}, std::pair{513, "r128"}, std::pair{2048, "r128"},
              std::pair{2049, "r512"}, std::pair{8192, "r512"}, std::pair{8193, "r1024"}, std::pair{16384, "r1024"},
              std::pair{16385, "twice"}, std::pair{65536, "twice"}})
            QTest::addRow("%d", columns) << qint64{columns} << QString::fromLatin1(kernel);
    }
    void aRowGetsTheThreadsThatHoldIt()
    {
        QFETCH(qint64, columns);
        QFETCH(QString, kernel);
        const OperatorPlan plan = planOf(OperatorKind::Softmax, 10, columns);
        QCOMPARE(QString::fromStdString(plan.plan.calls.front().kernel),
                 QStringLiteral("rp_operator_softmax_f32_") + kernel);
        QCOMPARE(plan.plan.calls.front().grid.x, kernel == QStringLiteral("r32") ? 3U : 10U);
        QCOMPARE(plan.method.find("read again") != std::string::npos, kernel == QStringLiteral("twice"));
    }
    void aSumIsSharedByOneResidentWave()
    {
        const OperatorPlan large = planOf(OperatorKind::Sum, 1 << 20, 1 << 10);
        QCOMPARE(large.plan.calls.size(), std::size_t{2});
        QCOMPARE(large.plan.calls[0].grid.x, 132U * residentBlocks);
        QCOMPARE(large.plan.calls[1].grid.x, 1U);
        QCOMPARE(planOf(OperatorKind::Sum, 10, 10).plan.calls.size(), std::size_t{1});
    }
    void everyValidCallFitsAGrid()
    {
        for (const OperatorKind which : allOperators)
            for (const auto& [rows, columns] :
                 {std::pair{1LL << 29, 2LL}, std::pair{2LL, 1LL << 29}, std::pair{1LL << 14, 1LL << 16}})
                if (const auto plan = planOperator({.which = which, .rows = rows, .columns = columns}, shape))
                    for (const KernelCall& call : plan->plan.calls)
                        QVERIFY(call.grid.x >= 1 && call.grid.x < 1U << 31);
    }
    void impossibleShapesAreRefused()
    {
        QCOMPARE(planOperator({.which = OperatorKind::MaxPool, .rows = 1, .columns = 8}, shape).error().kind,
                 ErrorKind::InvalidInput);
    }
    void aDropoutsBitsAreWholeBytesOfItsNumbers()
    {
        const auto bytesOf = [](OperatorKind which, std::int64_t rows, std::int64_t columns) {
            const OperatorPlan plan = planOf(which, rows, columns);
            const auto kept = std::find_if(plan.tensors.begin(), plan.tensors.end(), [](const OperatorTensor& tensor) {
                return tensor.role == TensorRole::Kept;
            });
            return plan.plan.buffers[static_cast<std::size_t>(kept - plan.tensors.begin())].usefulBytes;
        };
        QCOMPARE(bytesOf(OperatorKind::Dropout, 8, 1024), std::uint64_t{1024}); // one long row
        QCOMPARE(bytesOf(OperatorKind::Dropout, 3, 3), std::uint64_t{2});
        QCOMPARE(bytesOf(OperatorKind::AddDropoutNorm, 8, 1024), std::uint64_t{1024});
        QCOMPARE(bytesOf(OperatorKind::AddDropoutNorm, 3, 3), std::uint64_t{3}); // each row begins with a byte
    }
    void bitsToCheckADropoutWithKeepSevenOfEight()
    {
        const OperatorPlan plan = planOf(OperatorKind::AddDropoutNorm, 64, 1000);
        const OperatorNumbers numbers = operatorNumbers(plan, 5);
        QCOMPARE(numbers.input.kept.size(), std::size_t{64000});
        const auto kept = static_cast<double>(std::count(numbers.input.kept.begin(), numbers.input.kept.end(), true));
        QVERIFY(kept > 0.84 * 64000 && kept < 0.89 * 64000);
        QCOMPARE(plan.tensors[3].role, TensorRole::Kept);
        const std::byte* second = numbers.contents[3].data() + plan.tensors[3].stride;
        for (std::size_t column = 0; column < 1000; ++column)
            QCOMPARE((second[column / 8] >> column % 8 & std::byte{1}) != std::byte{0},
                     bool{numbers.input.kept[1000 + column]});
    }
    void numbersToCheckWithPoisonThePadding()
    {
        const OperatorPlan plan = planOf(OperatorKind::Softmax, 6, 6);
        const OperatorNumbers numbers = operatorNumbers(plan, 3);
        QCOMPARE(numbers.input.first.size(), std::size_t{36});
        QVERIFY(numbers.contents[0].empty());
        float padding = 0.0F;
        std::copy_n(numbers.contents[1].data() + 6 * sizeof padding, sizeof padding,
                    reinterpret_cast<std::byte*>(&padding));
        QVERIFY(std::isnan(padding));
        QVERIFY(!resultAt(plan, 6) && resultAt(plan, 8) == std::size_t{6});
    }
    void aBlockATileAndFactorsOfWholeTiles()
    {
        const ProductPlan plan = planProduct({.rows = 300, .columns = 129, .inner = 50}).value();
        QCOMPARE(plan.plan.calls.size(), std::size_t{1});
        const KernelCall& call = plan.plan.calls.front();
        QVERIFY(test::matchesParameters(call));
        QCOMPARE(call.grid.x, 3U * 2U);
        QCOMPARE(call.block.x, 1024U);
        QVERIFY(plan.firstStride == 384 && plan.secondStride == 256 && plan.stride == 132);
        QCOMPARE(plan.plan.buffers[0].bytes, std::uint64_t{300 * 132 * 4});
        QCOMPARE(plan.plan.buffers[1].bytes, std::uint64_t{50 * 384 * 4});
        QCOMPARE(plan.plan.buffers[2].bytes, std::uint64_t{50 * 256 * 4});
        QCOMPARE(plan.plan.buffers[0].usefulBytes, std::uint64_t{300 * 129 * 4});
    }
    void bothFactorsAreFilledWholeBeforeTheyAreRead()
    {
        const ProductPlan plan = planProduct({.rows = 5, .columns = 7, .inner = 3}).value();
        QCOMPARE(plan.plan.fill.size(), std::size_t{2});
        for (const std::size_t factor : {std::size_t{0}, std::size_t{1}}) {
            const KernelCall& fill = plan.plan.fill[factor];
            QCOMPARE(test::argument<BufferPointer>(fill, 0).buffer, factor + 1);
            QCOMPARE(test::vectorsOf(fill) * vectorBytes, plan.plan.buffers[factor + 1].bytes);
        }
    }
    void theCostIsThatOfWholeTiles()
    {
        const TileCost cost = planProduct({.rows = 129, .columns = 100, .inner = 10}).value().cost;
        QCOMPARE(cost.multiplyAdds, 2.0 * 128 * 128 * 10);
        QCOMPARE(cost.read.value(), 2.0 * 256 * 10 * 4);
        QCOMPARE(cost.written.value(), 129.0 * 100 * 4);
    }
    void theLargestProductFitsItsArguments()
    {
        const ProductPlan plan = planProduct(squareProduct(MatrixPrecision::Fp32, maximumProductExtent, 0)).value();
        QCOMPARE(plan.plan.calls.front().grid.x, 512U * 512U);
        QCOMPARE(plan.plan.buffers[2].bytes, std::uint64_t{1} << 34);
    }
    void whatHasNoKernelIsRefused()
    {
        QCOMPARE(planProduct({.precision = MatrixPrecision::Fp16}).error().kind, ErrorKind::Unsupported);
        QCOMPARE(planProduct({.precision = MatrixPrecision::Fp32, .batch = 2}).error().kind, ErrorKind::Unsupported);
        QCOMPARE(planProduct({.precision = MatrixPrecision::Fp32, .numbers = FactorNumbers::Zeros}).error().kind,
                 ErrorKind::Unsupported);
        QCOMPARE(planProduct({.rows = 0}).error().kind, ErrorKind::InvalidInput);
    }
    void numbersToCheckWithPoisonWhatIsBeyondTheMatrices()
    {
        const ProductPlan plan = planProduct({.rows = 2, .columns = 3, .inner = 2}).value();
        const ProductNumbers numbers = productNumbers(plan, 4);
        const auto at = [&](std::size_t factor, std::size_t i) {
            return static_cast<double>(numbers.factors[factor][i]);
        };
        QVERIFY(std::isnan(at(0, 2)) && std::isnan(at(1, 128 + 3)) && std::isnan(numbers.expected[3]));
        // Row 1, column 2.
        QCOMPARE(numbers.expected[4 + 2], at(0, 1) * at(1, 2) + at(0, 128 + 1) * at(1, 128 + 2));
        QVERIFY(numbers.scales[4 + 2] >= std::abs(numbers.expected[4 + 2]));
    }
    void savingEverythingKeepsATensorForEveryLink()
    {
        const GradientPlan plan = planGradient({.link = ChainLink::Cos, .length = 5, .elements = 5001}).value();
        QCOMPARE(plan.pitch, std::uint64_t{5004});
        QCOMPARE(plan.plan.buffers[gradient_buffer::values].bytes, std::uint64_t{5 * 5004 * 4});
        QCOMPARE(plan.plan.buffers[gradient_buffer::values].usefulBytes, std::uint64_t{5 * 5001 * 4});
        QCOMPARE(plan.plan.calls.size(), std::size_t{2});
        QVERIFY(test::matchesParameters(plan.plan.calls[0]) && test::matchesParameters(plan.plan.calls[1]));
        QCOMPARE(plan.plan.calls[0].kernel, std::string("rp_gradient_cos_forward_all_f32"));
        QCOMPARE(plan.plan.calls[1].kernel, std::string("rp_gradient_cos_backward_saved_f32"));
        QCOMPARE(test::argument<std::uint32_t>(plan.plan.calls[0], 7), 5004U / 4U);
        QCOMPARE(test::vectorsOf(plan.plan.calls[0], 8), std::uint64_t{5004 / 4});
        QCOMPARE(test::vectorsOf(plan.plan.calls[1], 10), std::uint64_t{5004 / 4});
    }
    void savingTheInputTakesTheKernelThatHasRoomForTheChain()
    {
        for (const auto& [length, links] : {std::pair{1, 8U}, std::pair{8, 8U}, std::pair{9, 16U}, std::pair{17, 32U},
                                            std::pair{32, 32U}, std::pair{33, 64U}, std::pair{64, 64U}}) {
            const GradientPlan plan =
                planGradient({.link = ChainLink::Exp, .length = length, .saving = Saving::InputOnly, .elements = 5001})
                    .value();
            const KernelCall& backward = plan.plan.calls[1];
            QCOMPARE(backward.kernel, "rp_gradient_exp_backward_anew" + std::to_string(links) + "_f32");
            QVERIFY(test::matchesParameters(plan.plan.calls[0]) && test::matchesParameters(backward));
            const std::uint32_t vectors = test::argument<std::uint32_t>(backward, 8);
            QCOMPARE(vectors * keptLanes(links), 5004U);
            QCOMPARE(backward.grid.x, (vectors + 127) / 128);
            QCOMPARE(plan.plan.buffers[gradient_buffer::values].bytes, std::uint64_t{5004 * 4});
        }
    }
    void whatAGradientReadsIsFilledBefore()
    {
        const GradientPlan plan = planGradient({.degree = 3, .length = 2, .elements = 10}).value();
        QCOMPARE(plan.plan.fill.size(), std::size_t{3});
        QCOMPARE(test::argument<BufferPointer>(plan.plan.fill[0], 0).buffer, gradient_buffer::input);
        QCOMPARE(test::argument<BufferPointer>(plan.plan.fill[1], 0).buffer, gradient_buffer::gradient);
        QCOMPARE(test::argument<BufferPointer>(plan.plan.fill[2], 0).buffer, gradient_buffer::steps);
        QVERIFY(test::matchesParameters(plan.plan.fill[2]));
        QCOMPARE(plan.plan.fill[2].grid.x * blockThreads, polynomialSteps);
    }
    void theStepsAreThePolynomialFromItsHighestPowerButOneDown()
    {
        const ChainPolynomial polynomial(3);
        const std::vector<float> table = polynomialTable(3);
        QVERIFY(table[0] == polynomial.coefficients[2] && table[1] == polynomial.coefficients[1]
                && table[2] == polynomial.coefficients[0] && table[3] == 0.0F);
        QVERIFY(table[polynomialSteps] == polynomial.derivative[1]
                && table[polynomialSteps + 1] == polynomial.derivative[0] && table[polynomialSteps + 2] == 0.0F);
        const KernelCall call = planGradient({.degree = 3}).value().plan.calls[0];
        QCOMPARE(test::argument<float>(call, 3), polynomial.coefficients[3]);
        QCOMPARE(test::argument<float>(call, 4), polynomial.derivative[2]);
    }
    void theLargestTensorFitsItsArguments()
    {
        const GradientPlan plan =
            planGradient({.length = 64, .saving = Saving::InputOnly, .elements = maximumOperatorElements}).value();
        QCOMPARE(std::uint64_t{test::argument<std::uint32_t>(plan.plan.calls[1], 8)} * 2, plan.pitch);
        QVERIFY(std::uint64_t{plan.plan.calls[1].grid.x} * blockThreads < std::uint64_t{1} << 32);
    }
    void impossibleCountsAreRefused()
    {
        QCOMPARE(planGradient({.length = 65}).error().kind, ErrorKind::InvalidInput);
        QCOMPARE(planGradient({.elements = 0}).error().kind, ErrorKind::InvalidInput);
    }
    void numbersOfAGradientPoisonThePadding()
    {
        const GradientPlan plan = planGradient({.link = ChainLink::Exp, .length = 2, .elements = 3}).value();
        const GradientNumbers numbers = gradientNumbers(plan, 5);
        QVERIFY(std::isnan(numbers.input[3]) && std::isnan(numbers.out[3]) && std::isnan(numbers.values[7]));
        const double first = std::exp(-static_cast<double>(numbers.input[1]));
        const double second = std::exp(-first);
        QVERIFY(std::abs(numbers.values[1] - first) < 1e-12 && std::abs(numbers.values[4 + 1] - second) < 1e-12);
        QVERIFY(std::abs(numbers.out[1] - static_cast<double>(numbers.gradient[1]) * first * second) < 1e-12);
    }
};

RIDGEPOINT_TEST(OperatorPlanTest)
#include "operator_plan_test.moc"
