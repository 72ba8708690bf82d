// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/buffer.h"
#include "core/cpu/cpu_backend.h"
#include "core/cpu/kernels.h"
#include "core/cpu/operators/operator_check.h"
#include "core/cpu/operators/operator_memory.h"
#include "core/model/operator_reference.h"
#include "core/cpu/operators/operator_work.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace ridgepoint;

namespace {

InstructionSet inUse() { return *chosenInstructionSet(); }

void leaveOut(const OperatorData&, OperatorPart&) {}
/// Right but for one element of the last line.
void copyWithAFault(const OperatorData& data, OperatorPart& part)
{
    operatorKernelsFor(InstructionSet::Scalar).of(OperatorKind::Copy, Stores::Usual)(data, part);
    data.out[data.columns - 1] += 1e-3F;
}
void copyBeyond(const OperatorData& data, OperatorPart& part)
{
    operatorKernelsFor(InstructionSet::Scalar).of(OperatorKind::Copy, Stores::Usual)(data, part);
    data.out[data.stride] = 0.0F;
}

} // namespace

class OperatorsTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        const auto chosen = chosenInstructionSet();
        if (!chosen && chosen.error().kind == ErrorKind::Unsupported)
            QSKIP(qPrintable(QString::fromStdString(chosen.error().message())));
        QVERIFY2(chosen.ok(), chosen.ok() ? "" : chosen.error().message().c_str());
    }
    void theForcedInstructionSetRan()
    {
        for (const OperatorKind which : allOperators)
            for (const Stores stores : {Stores::Usual, Stores::NonTemporal}) {
                lastKernelSet = inUse() == InstructionSet::Scalar ? InstructionSet::Avx2 : InstructionSet::Scalar;
                QVERIFY(checkOperator(
                            {.set = inUse(), .call = {.which = which, .rows = 20, .columns = 40}, .stores = stores})
                            .passed);
                QCOMPARE(static_cast<int>(lastKernelSet), static_cast<int>(inUse()));
            }
    }

    void agreesWithTheReferenceAtEveryShape_data()
    {
        QTest::addColumn<int>("which");
        for (const OperatorKind which : allOperators)
            QTest::newRow(std::string(nameOf(which)).c_str()) << static_cast<int>(which);
    }
    void agreesWithTheReferenceAtEveryShape()
    {
        QFETCH(int, which);
        std::uint32_t seed = 7;
        for (const auto& [rows, columns] : {std::pair{1, 1},
                                            {1, 7},
                                            {1, 63},
                                            {1, 64},
                                            {1, 65},
                                            {2, 2},
                                            {2, 3},
                                            {3, 2},
                                            {5, 7},
                                            {7, 63},
                                            {63, 7},
                                            {64, 64},
                                            {65, 65},
                                            {31, 127},
                                            {127, 31},
                                            {16, 512},
                                            {3, 1031},
                                            {1031, 3},
                                            {67, 2053}})
            for (const Stores stores : {Stores::Usual, Stores::NonTemporal})
                for (const int threads : {1, 2, 5}) {
                    const OperatorCall call{.which = static_cast<OperatorKind>(which),
                                            .rows = rows,
                                            .columns = columns,
                                            .threads = threads};
                    if (!validate(call))
                        continue;
                    const SelftestLine line = checkOperator(
                        {.set = inUse(), .call = call, .stores = stores, .seed = seed++});
                    QVERIFY2(line.passed, (line.kernel + ": " + line.detail).c_str());
                }
    }

    void aWrongKernelIsFound()
    {
        const OperatorCheck copy{.set = inUse(), .call = {.which = OperatorKind::Copy, .rows = 3, .columns = 33}};
        const auto with = [&](OperatorKernel kernel) {
            OperatorCheck check = copy;
            check.kernel = kernel;
            return checkOperator(check);
        };
        QVERIFY(checkOperator(copy).passed);
        QVERIFY(!with(leaveOut).passed);
        QVERIFY(!with(copyWithAFault).passed);
        QVERIFY(!with(copyBeyond).passed);
        // Every kernel in the place of another one's.
        for (const OperatorKind which : allOperators) {
            const OperatorKind other = which == OperatorKind::Cos ? OperatorKind::Exp : OperatorKind::Cos;
            if (isFlat(which) && which != OperatorKind::Sum)
                QVERIFY2(!checkOperator({.set = inUse(),
                                         .call = {.which = which, .rows = 4, .columns = 40},
                                         .kernel = operatorKernelsFor(inUse()).of(other, Stores::Usual)})
                              .passed,
                         std::string(nameOf(which)).c_str());
        }
    }

    void theReferenceKeepsWhatMustHold()
    {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> uniform(-4.0, 4.0);
        OperatorInput input{.which = OperatorKind::Softmax, .rows = 3, .columns = 17};
        for (int i = 0; i < 51; ++i)
            input.first.push_back(uniform(random));
        const auto shares = reference(input);
        for (std::size_t row = 0; row < 3; ++row) {
            double sum = 0.0;
            for (std::size_t i = 0; i < 17; ++i)
                sum += shares[row * 17 + i];
            QCOMPARE(sum, 1.0);
        }
        input.which = OperatorKind::LayerNorm;
        input.second.assign(17, 1.0);
        input.shift.assign(17, 0.0);
        const auto normal = reference(input);
        for (std::size_t row = 0; row < 3; ++row) {
            double sum = 0.0;
            double squares = 0.0;
            for (std::size_t i = 0; i < 17; ++i) {
                sum += normal[row * 17 + i];
                squares += normal[row * 17 + i] * normal[row * 17 + i];
            }
            QVERIFY(std::abs(sum) < 1e-9);
            QVERIFY(std::abs(squares / 17.0 - 1.0) < 1e-4);
        }
        input.which = OperatorKind::Transpose;
        auto turned = input;
        turned.first = reference(input);
        std::swap(turned.rows, turned.columns);
        QVERIFY(reference(turned) == input.first);
    }

    void whatASoftmaxIsMaskedByGetsNothing()
    {
        constexpr std::size_t columns = 100;
        constexpr std::size_t stride = 128;
        const auto memory = Buffer::allocate(4 * stride * sizeof(float));
        QVERIFY(memory.ok());
        float* row = memory->as<float>();
        float* out = row + stride;
        std::vector<double> wanted(columns);
        double sum = 0.0;
        for (std::size_t i = 0; i < columns; ++i) {
            // Masked, far below every other, and in between what is told apart.
            row[i] = i % 5 == 0 ? -std::numeric_limits<float>::infinity()
                   : i % 5 == 1 ? -300.0F
                                : static_cast<float>(i) * 0.8F - 60.0F;
            sum += wanted[i] = std::exp(static_cast<double>(row[i]));
        }
        for (const Stores stores : {Stores::Usual, Stores::NonTemporal}) {
            std::fill(out, out + stride, -1.0F);
            OperatorPart part{.begin = 0, .end = 1, .scratch = row + 2 * stride};
            operatorKernelsFor(inUse()).of(OperatorKind::Softmax, stores)(
                {.rows = 1, .columns = columns, .stride = stride, .first = row, .out = out}, part);
            for (std::size_t i = 0; i < columns; ++i) {
                if (i % 5 < 2)
                    QCOMPARE(out[i], 0.0F);
                else // exponents down to -76 are rounded to 4e-6
                    QVERIFY2(std::abs(static_cast<double>(out[i]) * sum / wanted[i] - 1.0) < 6e-6,
                             qPrintable(QString::number(i)));
            }
        }
    }

    void everyUnitIsDealtOnce()
    {
        QCOMPARE(unitsOf(OperatorKind::Copy, 1, 17), std::size_t{2});
        QCOMPARE(unitsOf(OperatorKind::Softmax, 17, 5), std::size_t{17});
        QCOMPARE(unitsOf(OperatorKind::MaxPool, 7, 8), std::size_t{3});
        QCOMPARE(unitsOf(OperatorKind::Transpose, 7, 65), std::size_t{2});
    }

    void rowsOfATranspositionDoNotShareCacheSets()
    {
        const OperatorLayout layout = layoutOf({.which = OperatorKind::Transpose, .rows = 4096, .columns = 8192});
        QVERIFY(layout.stride % 512 != 0);
        QVERIFY(layout.otherStride % 512 != 0);
        QVERIFY(layout.stride >= 8192 && layout.otherStride >= 4096);
    }

    void theBackendRunsEveryOperatorOfItsOwn()
    {
        const auto backend = makeCpuBackend();
        QVERIFY(backend->info().available);
        std::vector<ReadyWork> kept; // together: works share their tensors
        for (const OperatorKind which : allOperators) {
            auto work = backend->prepare(OperatorRequest{{.which = which, .rows = 70, .columns = 90, .threads = 1}});
            QVERIFY2(work.ok(), work.ok() ? "" : work.error().message().c_str());
            QVERIFY(work->method.starts_with("own kernel"));
            QVERIFY(work->cost->operations > Flops(0.0));
            kept.push_back(std::move(*work));
        }
        for (const ReadyWork& work : kept) {
            const auto timing = work.work->run(3);
            QVERIFY(timing.ok());
            QVERIFY(timing->time > Seconds(0.0));
        }
    }

    void refusesImpossibleCalls()
    {
        const auto backend = makeCpuBackend();
        const OperatorRequest noRows{{.which = OperatorKind::Copy, .rows = 0, .columns = 4, .threads = 1}};
        QCOMPARE(backend->prepare(noRows).error().kind, ErrorKind::InvalidInput);
        const OperatorRequest manyThreads{{.which = OperatorKind::Copy, .rows = 4, .columns = 4, .threads = 100000}};
        QCOMPARE(backend->prepare(manyThreads).error().kind, ErrorKind::InvalidInput);
    }

    void largeTensorsAreWrittenPastTheCaches()
    {
        const Bytes small = pastCachesFrom({}, 2);
        QVERIFY(usualStores({.which = OperatorKind::Copy, .rows = 1, .columns = 4096}, small) == Stores::Usual);
        QVERIFY(usualStores({.which = OperatorKind::Copy, .rows = 4096, .columns = 4096}, small)
                == Stores::NonTemporal);
        // 128 MiB are inside a cache that holds 480.
        const std::vector<MemoryLevel> large{{.name = "l3", .capacity = Bytes(480.0 * 1024 * 1024)}};
        QVERIFY(usualStores({.which = OperatorKind::Copy, .rows = 4096, .columns = 4096}, pastCachesFrom(large, 2))
                == Stores::Usual);
        QVERIFY(usualStores({.which = OperatorKind::Copy, .rows = 8192, .columns = 8192}, pastCachesFrom(large, 2))
                == Stores::NonTemporal);
    }
};

RIDGEPOINT_TEST(OperatorsTest)
#include "operators_test.moc"
