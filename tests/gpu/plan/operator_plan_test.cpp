// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/operator_numbers.h"
#include "gpu/plan/tiling.h"
#include "tests/support/test_main.h"

#include <QTest>

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
};

RIDGEPOINT_TEST(OperatorPlanTest)
#include "operator_plan_test.moc"
