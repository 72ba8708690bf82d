// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/product_numbers.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/plan/call_model.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>

using namespace ridgepoint;

class ProductPlanTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
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
};

RIDGEPOINT_TEST(ProductPlanTest)
#include "product_plan_test.moc"
