// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/chain_polynomial.h"
#include "gpu/plan/gradient_numbers.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/plan/call_model.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>

using namespace ridgepoint;

class GradientPlanTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
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
    void whatIsReadIsFilledBefore()
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
    void numbersToCheckWithPoisonThePadding()
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

RIDGEPOINT_TEST(GradientPlanTest)
#include "gradient_plan_test.moc"
