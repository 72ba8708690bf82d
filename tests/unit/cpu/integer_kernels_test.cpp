// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/integer_kernels.h"

#include "core/cpu/int8_dot.h"
#include "core/cpu/kernel_check.h"
#include "tests/support/test_main.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <utility>

using namespace ridgepoint;

namespace {

void forgetsARound(void* state, std::int64_t rounds)
{
    if (rounds > 1)
        integerKernelsFor(InstructionSet::Scalar).add32.run(state, rounds - 1);
}

void writesBehind(void* state, std::int64_t rounds)
{
    const IntegerKernel kernel = integerKernelsFor(InstructionSet::Scalar).add32;
    kernel.run(state, rounds);
    static_cast<std::uint32_t*>(state)[kernel.chains * kernel.lanes] = 1;
}

void dotsNothing(const DotOperands&, std::int32_t*, std::int64_t) {}

template <class T> void expectDifferentNumbers(const IntegerKernel& kernel, bool isMultiplication)
{
    alignas(64) std::array<T, mostIntegerNumbers> state{};
    const std::size_t used = kernel.chains * kernel.lanes;
    std::mt19937_64 random(7);
    for (std::size_t i = 0; i < used; ++i)
        state[i] = static_cast<T>(random()) | (isMultiplication ? 1U : 0U);
    kernel.run(state.data(), 1'000'000);
    QCOMPARE(std::set<T>(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(used)).size(), used);
}

} // namespace

class IntegerKernelsTest : public test::Case {
    Q_OBJECT
private slots:
    void everyKernelComputesWhatTheReferenceDoes_data() { kernels(); }
    void everyKernelComputesWhatTheReferenceDoes()
    {
        const auto [set, named] = fetched();
        if (!isSupported(set))
            QSKIP("this processor lacks the instruction set");
        for (const std::uint32_t seed : {1U, 2U, 3U}) {
            const SelftestLine line = checkIntegerKernel(set, named, integerKernelsFor(set).*named.kernel, seed);
            QVERIFY2(line.passed, (line.kernel + ": " + line.detail).c_str());
        }
    }

    void numbersStayDifferentForAMillionRounds_data() { kernels(); }
    void numbersStayDifferentForAMillionRounds()
    {
        const auto [set, named] = fetched();
        if (!isSupported(set))
            QSKIP("this processor lacks the instruction set");
        const IntegerKernel kernel = integerKernelsFor(set).*named.kernel;
        if (named.isWide)
            expectDifferentNumbers<std::uint64_t>(kernel, named.isMultiplication);
        else
            expectDifferentNumbers<std::uint32_t>(kernel, named.isMultiplication);
    }

    void theDotProductIsThatOfUnsignedBySignedBytes_data()
    {
        QTest::addColumn<int>("set");
        for (const InstructionSet set : allInstructionSets)
            QTest::newRow(nameOf(set).data()) << static_cast<int>(set);
    }
    void theDotProductIsThatOfUnsignedBySignedBytes()
    {
        QFETCH(int, set);
        const DotKernel kernel = dotKernelFor(static_cast<InstructionSet>(set));
        if (kernel.run == nullptr)
            QSKIP("this processor or instruction set has no VNNI");
        for (const std::uint32_t seed : {1U, 2U, 3U}) {
            const SelftestLine line = checkDotKernel(static_cast<InstructionSet>(set), kernel, seed);
            QVERIFY2(line.passed, (line.kernel + ": " + line.detail).c_str());
        }
    }

    void theCheckFindsWhatIsWrong()
    {
        const NamedIntegerKernel& add = allIntegerKernels[0];
        IntegerKernel kernel = integerKernelsFor(InstructionSet::Scalar).add32;
        QVERIFY(checkIntegerKernel(InstructionSet::Scalar, add, kernel, 1U).passed);
        kernel.run = forgetsARound;
        const SelftestLine few = checkIntegerKernel(InstructionSet::Scalar, add, kernel, 1U);
        QVERIFY(!few.passed);
        QVERIFY2(few.detail.find("instead of") != std::string::npos, few.detail.c_str());
        kernel.run = writesBehind;
        QCOMPARE(checkIntegerKernel(InstructionSet::Scalar, add, kernel, 1U).detail,
                 std::string("memory behind the state was written"));
        QVERIFY(!checkDotKernel(InstructionSet::Avx2, {.lanes = 8, .unit = "none", .run = dotsNothing}, 1U).passed);
    }

private:
    static void kernels()
    {
        QTest::addColumn<int>("set");
        QTest::addColumn<int>("which");
        for (const InstructionSet set : allInstructionSets)
            for (std::size_t which = 0; which < allIntegerKernels.size(); ++which)
                QTest::newRow((std::string(nameOf(set)) + ", " + std::string(allIntegerKernels[which].roof)).c_str())
                    << static_cast<int>(set) << static_cast<int>(which);
    }
    static std::pair<InstructionSet, NamedIntegerKernel> fetched()
    {
        QFETCH(int, set);
        QFETCH(int, which);
        return {static_cast<InstructionSet>(set), allIntegerKernels[static_cast<std::size_t>(which)]};
    }
};

RIDGEPOINT_TEST(IntegerKernelsTest)
#include "integer_kernels_test.moc"
