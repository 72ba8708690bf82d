// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/gradient_plan.h"
#include "gpu/plan/kernel_list.h"
#include "tests/gpu/proofs/artifacts.h"
#include "tests/gpu/proofs/gradient_proof.h"
#include "tests/gpu/proofs/mutation_rows.h"
#include "tests/gpu/proofs/proof_report.h"
#include "tests/gpu/proofs/kernel_rows.h"
#include "tests/support/test_main.h"

#include <set>
#include <utility>

using namespace ridgepoint;
using namespace ridgepoint::proofs;

namespace {

Report& report()
{
    static Report table("gradients", {"architecture", "kernels", "elements", "length", "degree", "read", "written",
                                      "instructions", "largest error (bound)"});
    return table;
}

/// Elements and lengths: one of each, every tail of a vector and a tile, and the shortest and longest chain of each
/// kernel.
constexpr std::pair<int, int> provenChains[]{{1, 1},    {7, 2},  {2049, 3}, {33, 8},   {130, 9},
                                             {515, 16}, {5, 17}, {127, 32}, {258, 33}, {301, 64}};

std::vector<GradientCall> callsOf(ChainLink link, Saving saving)
{
    std::vector<GradientCall> calls;
    for (const auto& [elements, length] : provenChains)
        for (const int degree : {1, 2, 3, 4, 7}) {
            if (degree == 1 || (link == ChainLink::Polynomial && length <= 9))
                calls.push_back(
                    {.link = link, .degree = degree, .length = length, .saving = saving, .elements = elements});
        }
    if (link == ChainLink::Polynomial)
        calls.push_back({.link = link, .degree = highestDegree, .length = 2, .saving = saving, .elements = 5});
    return calls;
}

void addChainRows()
{
    QTest::addColumn<int>("architecture");
    QTest::addColumn<int>("link");
    QTest::addColumn<int>("saving");
    for (const int architecture : ptxArchitectures())
        for (const ChainLink link : allChainLinks)
            for (const Saving saving : allSavings)
                if (kernelsOf(architecture).ok() && kernelsOf(architecture)->has("rp_fill_polynomial"))
                    QTest::addRow("%s, %s, compute_%d", std::string(nameOf(link)).c_str(),
                                  std::string(nameOf(saving)).c_str(), architecture)
                        << architecture << static_cast<int>(link) << static_cast<int>(saving);
}

Proof chain(ChainLink link, Saving saving, int length)
{
    return [=](const KernelSet& kernels) {
        return proveGradient(kernels, {.link = link, .degree = 3, .length = length, .saving = saving, .elements = 33})
            .faults;
    };
}

const MutationTable& mutations()
{
    using enum ChainLink;
    using enum Saving;
    static const MutationTable all{
        {"a step of the polynomial multiplies by itself",
         {"gradient_f32", "rp_gradient_polynomial_forward_all_f32",
          "fma\\.rn\\.f32\\s+(%f\\d+), (%f\\d+), (%f\\d+), (%f\\d+);", "fma.rn.f32 $1, $2, $2, $4;",
          [](const KernelSet& kernels) {
              return proveGradient(kernels, {.degree = 7, .length = 2, .elements = 2049}).faults;
          },
          "bounds away"}},
        {"one operation of a chain is left out",
         {"gradient_f32", "rp_gradient_gelu_forward_last_f32",
          "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_gradient_gelu_forward_last_f32_param_6\\]);",
          "ld.param.u32 $1, $2; sub.s32 $1, $1, 1;", chain(Gelu, InputOnly, 3), "executed are"}},
        {"results lie one vector further apart",
         {"gradient_f32", "rp_gradient_cos_forward_all_f32",
          "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_gradient_cos_forward_all_f32_param_7\\]);",
          "ld.param.u32 $1, $2; add.s32 $1, $1, 1;", chain(Cos, Everything, 3), "which has"}},
        {"a gradient is not multiplied",
         {"gradient_f32", "rp_gradient_exp_backward_anew8_f32", "mul\\.rn\\.f32\\s+(%f\\d+), (%f\\d+), (%f\\d+);",
          "mov.f32 $1, $2;", chain(Exp, InputOnly, 8), "operations (mul), executed are"}},
        {"the last derivative takes no sign",
         {"gradient_f32", "rp_gradient_exp_backward_anew8_f32", "neg\\.f32\\s+(%f\\d+), (%f\\d+);\\s*mul\\.rn",
          "mov.f32 $1, $2; mul.rn", chain(Exp, InputOnly, 8), "bounds away"}},
        {"the highest coefficient of the derivative is the polynomial's",
         {"gradient_f32", "rp_gradient_polynomial_backward_anew8_f32",
          "(rp_gradient_polynomial_backward_anew8_f32)_param_5\\]", "$1_param_4]", chain(Polynomial, InputOnly, 4),
          "bounds away"}},
        {"saved results are read from the tensor after their own",
         {"gradient_f32", "rp_gradient_exp_backward_saved_f32",
          "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_gradient_exp_backward_saved_f32_param_8\\]);",
          "ld.param.u32 $1, $2; add.s32 $1, $1, 1;", chain(Exp, Everything, 3), "which has"}},
        {"the polynomial's linear coefficient is its constant one",
         {"gradient_f32", "rp_fill_polynomial", "rp_fill_polynomial_param_3\\]", "rp_fill_polynomial_param_4]",
          chain(Polynomial, Everything, 3), "of the polynomial is"}},
    };
    return all;
}

} // namespace

/// Chains with their gradients: what both passes compute, and that what they execute is what the cost model counts.
class GradientsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { skipWithoutArtifacts(); }
    void cleanupTestCase()
    {
        if (hasArtifacts())
            QVERIFY(report().write());
    }

    void bothPassesComputeTheirReferenceAndDoWhatIsCounted_data() { addChainRows(); }
    void bothPassesComputeTheirReferenceAndDoWhatIsCounted()
    {
        QFETCH(int, architecture);
        QFETCH(int, link);
        QFETCH(int, saving);
        for (const GradientCall& call : callsOf(static_cast<ChainLink>(link), static_cast<Saving>(saving))) {
            const GradientEvidence evidence = proveGradient(*kernelsOf(architecture), call);
            const std::string what = std::to_string(call.elements) + " elements, length " + std::to_string(call.length)
                                   + ", degree " + std::to_string(call.degree) + ": ";
            QVERIFY2(evidence.faults.empty(), (what + joined(evidence.faults)).c_str());
            report().add({"compute_" + std::to_string(architecture), evidence.kernels, std::to_string(call.elements),
                          std::to_string(call.length), std::to_string(call.degree), std::to_string(evidence.read),
                          std::to_string(evidence.written), std::to_string(evidence.instructions),
                          std::to_string(evidence.largestError)});
        }
    }

    /// Results must hold for every hardware that keeps the documented errors of its approximate instructions.
    void approximateInstructionsMayBeAsWrongAsDocumented_data() { addChainRows(); }
    void approximateInstructionsMayBeAsWrongAsDocumented()
    {
        QFETCH(int, architecture);
        QFETCH(int, link);
        QFETCH(int, saving);
        for (const double approximation : {-1.0, 1.0})
            for (const int length : {1, 8, 64}) {
                const GradientEvidence evidence = proveGradient(*kernelsOf(architecture),
                                                                {.link = static_cast<ChainLink>(link),
                                                                 .degree = 4,
                                                                 .length = length,
                                                                 .saving = static_cast<Saving>(saving),
                                                                 .elements = 131},
                                                                approximation);
                QVERIFY2(evidence.faults.empty(), joined(evidence.faults).c_str());
            }
    }

    void everyKernelOfAChainIsExecuted()
    {
        std::set<std::string> planned;
        for (const ChainLink link : allChainLinks)
            for (const Saving saving : allSavings)
                for (const GradientCall& call : callsOf(link, saving)) {
                    const GradientPlan plan = planGradient(call).value();
                    for (const KernelCall& launch : plan.plan.calls)
                        planned.insert(launch.kernel);
                }
        for (const KernelInfo& kernel : kernelList())
            if (kernel.family == KernelFamily::Gradient)
                QVERIFY2(planned.contains(kernel.name), kernel.name.c_str());
    }

    void everyMutationIsNoticed_data() { addMutationRows(mutations()); }
    void everyMutationIsNoticed() { verifyMutationRow(mutations()); }
};

RIDGEPOINT_TEST(GradientsTest)
#include "gradient_proofs_test.moc"
