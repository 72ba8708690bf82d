// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/proofs/artifacts.h"
#include "tests/gpu/proofs/machine_code.h"
#include "tests/gpu/proofs/ptxas_log.h"
#include "tests/gpu/proofs/proof_report.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace ridgepoint;
using namespace ridgepoint::proofs;

namespace {

/// Never more than this a thread, whatever the kernel, but for those that keep what they compute anew (keptBlocks).
constexpr std::uint64_t mostRegisters = 64;

/// Every multiprocessor since 7.5 has 65536 registers and hands them to warps in units of 8 a thread; so many let the
/// blocks live there that the plans count on. The bound on blocks of gelu, exp and cos, of the count that stands in for
/// them and of operators, products and chains with their gradients is residentBlocks; of larger blocks as many fewer.
std::uint64_t registerBound(const KernelInfo& kernel, int architecture)
{
    if (kernel.family == KernelFamily::Gradient && kernel.applications != 0)
        return 65536 / (keptBlocks(kernel.applications) * blockThreads) / 8 * 8;
    const bool heavy = kernel.family == KernelFamily::Count || kernel.family == KernelFamily::Operator
                    || kernel.family == KernelFamily::Saved || kernel.family == KernelFamily::Product
                    || kernel.family == KernelFamily::Gradient || kernel.family == KernelFamily::Polynomial
                    || (kernel.family == KernelFamily::Pointwise && kernel.operation != Operation::Relu);
    const std::uint64_t full = fullBlocks(architecture);
    // Twice the vectors a thread, of half as many threads.
    const std::uint64_t blocks = heavy ? residentBlocks : kernel.name == "rp_update_vectors8_f32" ? full / 2 : full;
    return std::min(mostRegisters, 65536 / (blocks * blockThreads) / 8 * 8);
}

/// One inner loop of run-time applications: `operations` are the instructions that do them.
struct FmaLoop {
    Precision precision;
    std::vector<MachineOperation> operations;
    std::size_t lanesPerVector;
    double smallestShare; ///< of the loop that must be the operation itself
};
const std::vector<FmaLoop>& fmaLoops()
{
    static const std::vector<FmaLoop> loops{
        {Precision::Fp32, {MachineOperation::FFma}, 4, 0.97},
        // In fp64 the pipe takes two cycles or more an instruction, and others fit between.
        {Precision::Fp64, {MachineOperation::DFma}, 2, 0.95},
        // Up to 8.9 the assembler fetches the two packed operands anew each round: 256 of 265.
        {Precision::Fp16, {MachineOperation::HFma2, MachineOperation::HFma2Mma}, 4, 0.96},
        {Precision::Bf16, {MachineOperation::HFma2, MachineOperation::HFma2Mma}, 4, 0.96},
    };
    return loops;
}

/// The machine instructions that apply an operation, and how many of them each application to a lane takes. The
/// assembler spreads 16-bit operations over two pipes, of which one knows the fma only.
struct Application {
    std::vector<MachineOperation> operations;
    std::size_t each = 1;
};
std::optional<Application> applicationOf(Operation operation, Precision precision)
{
    using enum MachineOperation;
    switch (operation) {
    case Operation::Relu: return Application{{FMaximum}};
    case Operation::Exp: return Application{{Function}};
    case Operation::Gelu: return Application{{Function}, 2};
    case Operation::Cos: return std::nullopt; // no instruction is only its own
    case Operation::Fma:
    case Operation::Mul:
    case Operation::Add: break;
    }
    const auto chosen = [&](MachineOperation fma, MachineOperation mul, MachineOperation add) {
        return operation == Operation::Fma ? fma : operation == Operation::Mul ? mul : add;
    };
    if (precision == Precision::Fp32)
        return Application{{chosen(FFma, FMul, FAdd)}};
    if (precision == Precision::Fp64)
        return Application{{chosen(DFma, DMul, DAdd)}};
    const MachineOperation own = chosen(HFma2Mma, HMul2, HAdd2);
    return own == HFma2Mma ? Application{{HFma2, HFma2Mma}} : Application{{HFma2, HFma2Mma, own}};
}

/// Applications that stand in the code of a kernel for one vector: its own number, or a round and the digits of the
/// rest, or one in a loop.
std::size_t applicationsInCode(const KernelInfo& kernel)
{
    if (kernel.applications != 0)
        return kernel.applications;
    const bool rounds = kernel.family == KernelFamily::Chain || kernel.operation == Operation::Relu;
    return rounds ? roundApplications + (roundApplications - 1) : 1;
}

/// The machine code of one kernel on one architecture, or an error.
Result<std::vector<MachineInstruction>> codeOf(const std::string& kernel, int architecture)
{
    for (const Artifact& artifact : artifactsEndingIn(".cubin")) {
        if (artifact.architecture != architecture)
            continue;
        const auto text = readText(artifact.path);
        if (!text)
            return text.error();
        auto kernels = readCubin(*text);
        if (!kernels)
            return kernels.error();
        if (const auto found = kernels->find(kernel); found != kernels->end())
            return found->second;
    }
    return Error{
        ErrorKind::Unavailable, "proofs.code", "no cubin of sm_%1 holds %2", {std::to_string(architecture), kernel}};
}

std::size_t countOf(const std::vector<MachineInstruction>& code, MachineOperation operation)
{
    return code.empty() ? 0 : countIn(code, {0, code.size() - 1}, {operation});
}

Report& report()
{
    static Report table("machine_code", {"kernel", "architecture", "instructions", "loop", "FMA in loop", "share",
                                         "LDG", "STG", "most frequent (low 12 bits)"});
    return table;
}

std::string mostFrequent(const std::vector<MachineInstruction>& code)
{
    std::vector<std::pair<std::size_t, unsigned>> order;
    for (const auto& [bits, count] : histogramOf(code))
        order.emplace_back(count, bits);
    std::sort(order.rbegin(), order.rend());
    QStringList texts;
    for (std::size_t i = 0; i < std::min<std::size_t>(6, order.size()); ++i)
        texts << QStringLiteral("0x%1:%2").arg(order[i].second, 3, 16, QLatin1Char('0')).arg(order[i].first);
    return texts.join(QLatin1Char(' ')).toStdString();
}

} // namespace

class AssemblerTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (!hasArtifacts())
            QSKIP(whyNoArtifacts().c_str());
        if (cubinArchitectures().empty())
            QSKIP("nothing to prove: the build was configured for no real architecture (CMAKE_CUDA_ARCHITECTURES)");
    }
    void cleanupTestCase()
    {
        if (hasArtifacts())
            QVERIFY(report().write());
    }

    void noKernelSpillsKeepsAStackOrNeedsTooManyRegisters_data()
    {
        QTest::addColumn<int>("architecture");
        for (const int architecture : cubinArchitectures())
            QTest::addRow("sm_%d", architecture) << architecture;
    }
    void noKernelSpillsKeepsAStackOrNeedsTooManyRegisters()
    {
        QFETCH(int, architecture);
        std::set<std::string> seen;
        for (const Artifact& artifact : artifactsEndingIn(".cubin.log")) {
            if (artifact.architecture != architecture)
                continue;
            const auto text = readText(artifact.path);
            QVERIFY2(text.ok(), text.ok() ? "" : text.error().message().c_str());
            const auto kernels = readPtxasLog(*text);
            QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().message().c_str());
            for (const KernelResources& resources : *kernels) {
                const KernelInfo* kernel = findKernel(resources.kernel);
                QVERIFY2(kernel != nullptr, (resources.kernel + " is not in kernelList()").c_str());
                // Fewer, and a multiprocessor could hold two blocks of a product, so that a wave would be two tiles for
                // each.
                QVERIFY2(kernel->family != KernelFamily::Product || 2 * resources.registers * productThreads > 65536,
                         resources.kernel.c_str());
                const auto faults = resourceFaults(resources, registerBound(*kernel, architecture));
                QVERIFY2(faults.empty(), joined(faults).c_str());
                QCOMPARE(resources.architecture, architecture);
                seen.insert(resources.kernel);
            }
        }
        for (const KernelInfo& kernel : kernelList())
            QVERIFY2(seen.contains(kernel.name), (kernel.name + " is in no log").c_str());
        QCOMPARE(seen.size(), kernelList().size());
    }

    void theInnerLoopIsNearlyAllFma_data()
    {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<int>("index");
        for (const int architecture : cubinArchitectures())
            for (std::size_t i = 0; i < fmaLoops().size(); ++i)
                if (fmaLoops()[i].precision != Precision::Bf16 || architecture >= 80)
                    QTest::addRow("%s, sm_%d", std::string(nameOf(fmaLoops()[i].precision)).c_str(), architecture)
                        << architecture << static_cast<int>(i);
    }
    void theInnerLoopIsNearlyAllFma()
    {
        QFETCH(int, architecture);
        QFETCH(int, index);
        const FmaLoop& expected = fmaLoops()[static_cast<std::size_t>(index)];
        const std::string kernel = chainKernelName(Operation::Fma, expected.precision, 0);
        const auto code = codeOf(kernel, architecture);
        QVERIFY2(code.ok(), code.ok() ? "" : code.error().message().c_str());
        const auto loop = loopOf(*code, architecture, expected.operations);
        QVERIFY2(loop.has_value(), (kernel + " has no loop with such instructions").c_str());
        const std::size_t fma = countIn(*code, *loop, expected.operations);
        const std::size_t idle = countIn(*code, *loop, {MachineOperation::NoOperation});
        // On 12.0 the assembler fills the many cycles of a slow pipe with instructions that do nothing.
        const double share = static_cast<double>(fma) / static_cast<double>(loop->size() - idle);
        report().add({kernel, "sm_" + std::to_string(architecture), std::to_string(code->size()),
                      std::to_string(loop->size()), std::to_string(fma), std::to_string(share),
                      std::to_string(countOf(*code, MachineOperation::Load)),
                      std::to_string(countOf(*code, MachineOperation::Store)), mostFrequent(*code)});
        // Every application to every lane of a thread's vectors, once a round: nothing folded, nothing doubled.
        QCOMPARE(fma, std::size_t{roundApplications} * vectorsPerThread * expected.lanesPerVector);
        QVERIFY2(share >= expected.smallestShare,
                 (std::to_string(fma) + " of " + std::to_string(loop->size()) + " instructions").c_str());
    }

    void theAssemblerKeepsEveryApplication_data()
    {
        QTest::addColumn<int>("architecture");
        for (const int architecture : cubinArchitectures())
            QTest::addRow("sm_%d", architecture) << architecture;
    }
    /// What PTX says is not yet what runs: no application may be merged with another, for either way through a tile.
    void theAssemblerKeepsEveryApplication()
    {
        QFETCH(int, architecture);
        std::size_t checked = 0;
        for (const KernelInfo& kernel : kernelList()) {
            const bool unsupported = kernel.precision == Precision::Bf16 && architecture < 80;
            const auto application = kernel.operation && !unsupported
                                       ? applicationOf(*kernel.operation, kernel.precision)
                                       : std::nullopt;
            if (!application)
                continue;
            const auto code = codeOf(kernel.name, architecture);
            QVERIFY2(code.ok(), code.ok() ? "" : code.error().message().c_str());
            const std::size_t lanes = kernel.precision == Precision::Fp64 ? 2 : 4;
            const std::size_t needed = applicationsInCode(kernel) * application->each * (vectorsPerThread + 1) * lanes;
            const std::size_t found = countIn(*code, {0, code->size() - 1}, application->operations);
            // One of the pipes for 16-bit numbers also serves to load a constant, outside the loops.
            const bool narrow = kernel.precision == Precision::Fp16 || kernel.precision == Precision::Bf16;
            const std::string counts = kernel.name + ": " + std::to_string(found) + " instead of "
                                     + std::to_string(needed);
            QVERIFY2(found == needed || (narrow && found == needed + 1), counts.c_str());
            ++checked;
        }
        QVERIFY(checked >= 3 * 3 * (largestFixedApplications + 1));
    }

    void aProductsStepIsItsMultiplyAdds_data()
    {
        QTest::addColumn<int>("architecture");
        for (const int architecture : cubinArchitectures())
            QTest::addRow("sm_%d", architecture) << architecture;
    }
    /// 16 results a thread for each inner index of a step, and once more in the loop of what is less than a step; each
    /// vector of a factor in one load, before the first step and in the loop of steps; four rows in one store each.
    void aProductsStepIsItsMultiplyAdds()
    {
        QFETCH(int, architecture);
        const auto code = codeOf("rp_product_tile_f32", architecture);
        QVERIFY2(code.ok(), code.ok() ? "" : code.error().message().c_str());
        QCOMPARE(countOf(*code, MachineOperation::FFma), std::size_t{16} * (productDepth + 1));
        QCOMPARE(countOf(*code, MachineOperation::Load), std::size_t{2});
        QCOMPARE(countOf(*code, MachineOperation::Store), std::size_t{4});
    }

    void loopsOfLevelsAndIntegersDoNothingElse_data()
    {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QList<int>>("operations");
        QTest::addColumn<int>("wanted");
        QTest::addColumn<double>("share");
        using enum MachineOperation;
        const auto add = [](int architecture, const char* kernel, std::initializer_list<MachineOperation> operations,
                            std::uint32_t wanted, double share) {
            QList<int> numbers;
            for (const MachineOperation operation : operations)
                numbers << static_cast<int>(operation);
            QTest::addRow("%s, %d of them, sm_%d", kernel, numbers.front(), architecture)
                << architecture << QString(kernel) << numbers << static_cast<int>(wanted) << share;
        };
        constexpr std::uint32_t moved = sharedVectors * sharedRoundPasses;
        constexpr std::uint32_t whole = roundApplications * vectorsPerThread * (vectorBytes / sizeof(std::uint32_t));
        for (const int architecture : cubinArchitectures()) {
            // Four additions for each load and store: no more, and none of memory is taken from a register instead.
            add(architecture, "rp_update_shared_f32", {LoadShared}, moved, 0.15);
            add(architecture, "rp_update_shared_f32", {StoreShared}, moved, 0.15);
            add(architecture, "rp_update_shared_f32", {FAdd}, 4 * moved, 0.6);
            add(architecture, "rp_read_l2_f32", {Load}, vectorsPerThread, 0.1);
            // Nothing stands between two loads of a chase but once a round.
            add(architecture, "rp_chase_l1", {Load}, chaseRoundLoads, 0.8);
            add(architecture, "rp_chase_l2", {Load}, chaseRoundLoads, 0.8);
            add(architecture, "rp_int32_mad", {IMad}, whole, 0.97);
            add(architecture, "rp_int32_add", {IAdd3, IMad}, whole, 0.97);
        }
    }
    void loopsOfLevelsAndIntegersDoNothingElse()
    {
        QFETCH(int, architecture);
        QFETCH(QString, kernel);
        QFETCH(QList<int>, operations);
        QFETCH(int, wanted);
        QFETCH(double, share);
        std::vector<MachineOperation> sought;
        for (const int operation : operations)
            sought.push_back(static_cast<MachineOperation>(operation));
        const auto code = codeOf(kernel.toStdString(), architecture);
        QVERIFY2(code.ok(), code.ok() ? "" : code.error().message().c_str());
        const auto loop = loopOf(*code, architecture, sought);
        QVERIFY2(loop.has_value(), "no loop with such instructions");
        const std::size_t idle = countIn(*code, *loop, {MachineOperation::NoOperation});
        QCOMPARE(countIn(*code, *loop, sought), static_cast<std::size_t>(wanted));
        const double found = wanted / static_cast<double>(loop->size() - idle);
        QVERIFY2(found >= share, std::to_string(found).c_str());
    }

    void chainsLoadAndStoreEachVectorOnce_data()
    {
        QTest::addColumn<int>("architecture");
        for (const int architecture : cubinArchitectures())
            QTest::addRow("sm_%d", architecture) << architecture;
    }
    /// Four vectors of a whole tile and one in the loop of the tail: that many loads and stores in the code, so that
    /// the assembler has split none.
    void chainsLoadAndStoreEachVectorOnce()
    {
        QFETCH(int, architecture);
        for (const KernelInfo& kernel : kernelList()) {
            if (kernel.family != KernelFamily::Chain && kernel.family != KernelFamily::Pointwise)
                continue;
            const auto code = codeOf(kernel.name, architecture);
            QVERIFY2(code.ok(), code.ok() ? "" : code.error().message().c_str());
            const std::string counts = kernel.name + ": " + std::to_string(countOf(*code, MachineOperation::Load))
                                     + " loads, " + std::to_string(countOf(*code, MachineOperation::Store)) + " stores";
            QVERIFY2(countOf(*code, MachineOperation::Load) == vectorsPerThread + 1
                         && countOf(*code, MachineOperation::Store) == vectorsPerThread + 1,
                     counts.c_str());
        }
    }
};

RIDGEPOINT_TEST(AssemblerTest)
#include "assembler_test.moc"
