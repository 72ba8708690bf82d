// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/cpu_backend.h"
#include "core/cpu/gradient/gradient_check.h"
#include "core/cpu/gradient/gradient_work.h"
#include "core/cpu/kernels.h"
#include "core/model/chain_polynomial.h"
#include "core/model/gradient_reference.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace ridgepoint;

namespace {

InstructionSet inUse() { return *chosenInstructionSet(); }

const GradientPasses& passes(ChainLink link)
{
    return gradientKernelsFor(InstructionSet::Scalar)[static_cast<std::size_t>(link)];
}

void leaveOut(const GradientData&, const GradientPart&) {}
/// Right but for one element of the last line's gradient.
void backwardWithAFault(const GradientData& data, const GradientPart& part)
{
    passes(ChainLink::Cos).backward[0](data, part);
    data.out[part.end * 16 - 16] += 1e-4F;
}
/// Right but for one element of a result that is saved in the middle of the chain.
void forwardWithAFault(const GradientData& data, const GradientPart& part)
{
    passes(ChainLink::Cos).forward[0](data, part);
    data.values[1][part.begin * 16] += 1e-4F;
}
void backwardBeyond(const GradientData& data, const GradientPart& part)
{
    passes(ChainLink::Cos).backward[0](data, part);
    data.out[part.end * 16] = 0.0F;
}

/// Addresses that this program has claimed, in bytes.
double claimedAddresses()
{
    std::ifstream file("/proc/self/statm");
    double pages = 0.0;
    file >> pages;
    return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

} // namespace

class GradientTest : public test::Case {
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
        for (const ChainLink link : allChainLinks)
            for (const Saving saving : allSavings) {
                lastKernelSet = inUse() == InstructionSet::Scalar ? InstructionSet::Avx2 : InstructionSet::Scalar;
                QVERIFY(checkGradient(
                            {.set = inUse(), .call = {.link = link, .length = 2, .saving = saving, .elements = 40}})
                            .passed);
                QCOMPARE(static_cast<int>(lastKernelSet), static_cast<int>(inUse()));
            }
    }

    void agreesWithTheReference_data()
    {
        QTest::addColumn<int>("link");
        QTest::addColumn<int>("saving");
        for (const ChainLink link : allChainLinks)
            for (const Saving saving : allSavings)
                QTest::newRow((std::string(nameOf(link)) + ", " + std::string(nameOf(saving))).c_str())
                    << static_cast<int>(link) << static_cast<int>(saving);
    }
    void agreesWithTheReference()
    {
        QFETCH(int, link);
        QFETCH(int, saving);
        std::uint32_t seed = 11;
        for (const std::int64_t elements : {1, 7, 16, 17, 127, 128, 129, 1023, 1024, 1025, 3001})
            for (const int length : {1, 2, 3, 9, longestGradientChain})
                for (const int degree : {1, 2, 5, 33}) {
                    if (static_cast<ChainLink>(link) != ChainLink::Polynomial && degree > 1)
                        continue;
                    const GradientCheck check{.set = inUse(),
                                              .call = {.link = static_cast<ChainLink>(link),
                                                       .degree = degree,
                                                       .length = length,
                                                       .saving = static_cast<Saving>(saving),
                                                       .elements = elements,
                                                       .threads = 1 + degree % 3},
                                              .seed = seed++};
                    const SelftestLine line = checkGradient(check);
                    QVERIFY2(line.passed, (line.kernel + ": " + line.detail).c_str());
                }
    }

    /// As the self-test does, which takes its seed by chance; these are the same each time.
    void theBoundHoldsForManySeeds()
    {
        for (std::uint32_t seed = 0; seed < 12; ++seed)
            for (const SelftestLine& line : checkGradients(inUse(), seed * 100'003U)) {
                QVERIFY2(line.passed, (line.kernel + ": " + line.detail).c_str());
                QCOMPARE(line.tolerance, 1.0);
                QVERIFY(line.largestError > 0.0);
            }
    }

    void aWrongKernelIsFound()
    {
        const GradientCheck right{.set = inUse(), .call = {.link = ChainLink::Cos, .length = 3, .elements = 200}};
        const auto with = [&](GradientKernel forward, GradientKernel backward) {
            GradientCheck check = right;
            check.forward = forward;
            check.backward = backward;
            return checkGradient(check).passed;
        };
        QVERIFY(with(nullptr, nullptr));
        QVERIFY(!with(leaveOut, nullptr));
        QVERIFY(!with(nullptr, leaveOut));
        QVERIFY(!with(forwardWithAFault, nullptr));
        QVERIFY(!with(nullptr, backwardWithAFault));
        QVERIFY(!with(nullptr, backwardBeyond));
        for (const ChainLink other : {ChainLink::Polynomial, ChainLink::Exp, ChainLink::Gelu}) {
            QVERIFY(!with(passes(other).forward[0], nullptr));
            QVERIFY(!with(nullptr, passes(other).backward[0]));
        }
    }

    void thePolynomialKeepsValuesAndSlopesInRange()
    {
        for (const int degree : {1, 2, 16, highestDegree}) {
            const ChainPolynomial polynomial(degree);
            QCOMPARE(polynomial.coefficients.size(), static_cast<std::size_t>(degree) + 1);
            QCOMPARE(polynomial.derivative.size(), static_cast<std::size_t>(degree));
            for (double x = -1.0; x <= 1.0; x += 0.05) {
                QVERIFY(std::abs(linkValue(ChainLink::Polynomial, x, polynomial.coefficients)) <= 1.0);
                const double slope = linkSlope(ChainLink::Polynomial, x, polynomial.coefficients);
                QVERIFY(slope > 0.649 && slope < 0.951);
            }
        }
    }

    void thePiecesOfAWorkTogetherGoOverEverything()
    {
        const auto backend = makeCpuBackend();
        for (const Saving saving : allSavings) {
            const auto work = backend->prepare(
                GradientCall{.degree = 2, .length = 3, .saving = saving, .elements = 100'003, .threads = 1});
            QVERIFY(work.ok());
            QCOMPARE(work->share, 1.0); // small enough for one piece
            const auto timing = work->work->run(3);
            QVERIFY(timing.ok() && timing->time > Seconds());
        }
        const auto large = backend->prepare(
            GradientCall{.length = 8, .saving = Saving::Everything, .elements = std::int64_t{8} << 20, .threads = 1});
        QVERIFY(large.ok());
        QVERIFY(large->share < 1.0); // 19 tensors of 32 MiB
        QVERIFY(large->work->run(2).ok());
    }

    void theTensorsOfALongChainClaimFewMemoriesOfAddresses()
    {
        const auto backend = makeCpuBackend();
        const double before = claimedAddresses();
        const auto work = backend->prepare(
            GradientCall{.length = longestGradientChain, .saving = Saving::Everything, .elements = 1000, .threads = 1});
        QVERIFY(work.ok());
        QVERIFY(before > 0.0);
        // The first four a quarter each, the others a part by their number: 1 + 1/5 + ... + 1/67, and the threads'
        // stacks.
        QVERIFY(claimedAddresses() - before < 5.0 * totalMemory().value());
        QVERIFY(work->work->run(1).ok());
    }
    void refusesWhatCannotBe()
    {
        const auto backend = makeCpuBackend();
        QVERIFY(!backend->prepare(GradientCall{.length = 0, .elements = 10, .threads = 1}).ok());
        QVERIFY(!backend->prepare(GradientCall{.elements = 10, .threads = 100000}).ok());
        const auto huge = backend->prepare(
            GradientCall{.length = longestGradientChain, .elements = maximumOperatorElements, .threads = 1});
        if (availableMemory() < Bytes(250e9)) {
            QVERIFY(!huge.ok());
            QCOMPARE(huge.error().kind, ErrorKind::Unavailable);
        }
    }
};

RIDGEPOINT_TEST(GradientTest)
#include "gradient_test.moc"
