// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/artifacts.h"
#include "tests/gpu/proofs/mutation_rows.h"
#include "tests/gpu/proofs/proof_report.h"
#include "tests/gpu/proofs/roof_proof.h"
#include "tests/gpu/proofs/sizes.h"
#include "tests/gpu/proofs/workload_proof.h"
#include "tests/gpu/proofs/kernel_rows.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;
using namespace ridgepoint::proofs;

namespace {

constexpr int architecture = mutatedArchitecture;

Proof chain(Operation operation, Precision precision, int applications, std::int64_t elements = 0)
{
    return [=](const KernelSet& kernels) {
        const Workload workload{.operation = operation,
                                .precision = precision,
                                .elements = elements > 0 ? elements : fewSizesFor(precision).front(),
                                .operationsPerElement = applications};
        return proveWorkload(kernels, workload, shapeFor(architecture)).faults;
    };
}

Proof roof(const std::string& id)
{
    return [=](const KernelSet& kernels) {
        GpuShape shape = shapeFor(architecture);
        shape.multiprocessors = 2; // so that more than one block shares the work
        return proveRoof(kernels, id, shape, Bytes(3.0 * tileBytes)).faults;
    };
}

Proof fill(Precision precision)
{
    return [=](const KernelSet& kernels) {
        return proveFill(kernels, static_cast<std::uint64_t>(fewSizesFor(precision).front()), precision);
    };
}

const std::string fmaLine = "fma\\.rn\\.f32\\s+(%f\\d+), (%f\\d+), (%f\\d+), (%f\\d+);";

const MutationTable& mutations()
{
    using enum Operation;
    using enum Precision;
    static const MutationTable all{
        {"one application of one lane is left out",
         {"chain_f32", "rp_chain_fma_f32_k3", fmaLine, "mov.f32 $1, $2;", chain(Fma, Fp32, 3),
          "fma.rn.f32 is applied to"}},
        {"one application of one lane too many",
         {"chain_f32", "rp_chain_fma_f32_k3", fmaLine, "fma.rn.f32 $1, $2, $3, $4; fma.rn.f32 $1, $1, $3, $4;",
          chain(Fma, Fp32, 3), "fma.rn.f32 is applied to"}},
        {"an application is replaced by one of another kind",
         {"chain_f32", "rp_chain_fma_f32_k3", fmaLine, "add.rn.f32 $1, $2, $4;", chain(Fma, Fp32, 3),
          "fma.rn.f32 is applied to"}},
        {"the same number of operations, with operands exchanged",
         {"chain_f32", "rp_chain_fma_f32_k3", fmaLine, "fma.rn.f32 $1, $2, $4, $3;", chain(Fma, Fp32, 3),
          "epsilon away"}},
        {"a round of sixteen is left out",
         {"chain_f32", "rp_chain_fma_f32_kn", "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_chain_fma_f32_kn_param_5\\]);",
          "ld.param.u32 $1, $2; sub.s32 $1, $1, 1;", chain(Fma, Fp32, 100), "fma.rn.f32 is applied to"}},
        {"a digit of the rest is not looked at",
         {"chain_f32", "rp_chain_fma_f32_kn", "and\\.b32\\s+(%r\\d+), (%r\\d+), 4;", "and.b32 $1, $2, 16;",
          chain(Fma, Fp32, 15), "fma.rn.f32 is applied to"}},
        {"a rounding goes the wrong way",
         {"chain_f64", "rp_chain_mul_f64_k1", "mul\\.rn\\.f64\\s+(%fd\\d+), (%fd\\d+), (%fd\\d+);",
          "mul.rn.f64 $1, $2, $3; add.rn.f64 $1, $1, 0d3CC0000000000000;", chain(Mul, Fp64, 1), "epsilon away"}},
        {"one lane of a vector is stored alone",
         {"chain_f32", "rp_chain_fma_f32_k3", "st\\.global\\.v4\\.f32\\s+(\\[[^\\]]*\\]), \\{(%f\\d+)[^}]*\\};",
          "st.global.f32 $1, $2;", chain(Fma, Fp32, 3), "accesses of other than 16 bytes"}},
        {"a vector is not stored at all",
         {"chain_f32", "rp_chain_add_f32_k2", "st\\.global\\.v4\\.f32[^;]*;", "", chain(Add, Fp32, 2),
          "padding included"}},
        {"a vector is stored in two halves",
         {"chain_f32", "rp_chain_add_f32_k2",
          "st\\.global\\.v4\\.f32\\s+\\[(%rd\\d+)\\], \\{(%f\\d+), (%f\\d+), (%f\\d+), (%f\\d+)\\};",
          "st.global.v2.f32 [$1], {$2, $3}; st.global.v2.f32 [$1+8], {$4, $5};", chain(Add, Fp32, 2),
          "accesses of other than 16 bytes"}},
        {"the tail goes one vector too far",
         {"chain_f32", "rp_chain_fma_f32_k1", "setp\\.ge\\.u32\\s+(%p\\d+), (%r\\d+), (%r\\d+);",
          "setp.gt.u32 $1, $2, $3;", chain(Fma, Fp32, 1, 37), "which has"}},
        {"a vector is loaded from the middle of another",
         {"chain_f32", "rp_chain_fma_f32_k1", "ld\\.global\\.v4\\.f32\\s+(\\{[^}]*\\}), \\[(%rd\\d+)\\];",
          "ld.global.v4.f32 $1, [$2+8];", chain(Fma, Fp32, 1), "no multiple of it"}},
        {"two blocks share a tile",
         {"traffic_f32", "rp_update_f32", "mov\\.u32\\s+(%r\\d+), %ctaid\\.x;", "mov.u32 $1, 0;", roof("bandwidth.l2"),
          "with no barrier between"}},
        {"a half lane is left out",
         {"chain_f16", "rp_chain_fma_f16_k2", "fma\\.rn\\.f16x2\\s+(%r\\d+), (%r\\d+), (%r\\d+), (%r\\d+);",
          "mov.b32 $1, $2;", chain(Fma, Fp16, 2), "fma.rn.f16x2 is applied to"}},
        {"a bfloat lane multiplies where it must add",
         {"chain_bf16", "rp_chain_add_bf16_k1", "add\\.rn\\.bf16x2", "mul.rn.bf16x2", chain(Add, Bf16, 1),
          "add.rn.bf16x2 is applied to"}},
        {"the loop of a function is left one round early",
         {"pointwise_f32", "rp_pointwise_exp_f32",
          "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_pointwise_exp_f32_param_5\\]);",
          "ld.param.u32 $1, $2; sub.s32 $1, $1, 1;", chain(Exp, Fp32, 9), "ex2.approx.ftz.f32 is applied to"}},
        {"exp of x instead of -x",
         {"pointwise_f32", "rp_pointwise_exp_f32", "neg\\.f32\\s+(%f\\d+), (%f\\d+);", "mov.f32 $1, $2;",
          chain(Exp, Fp32, 1), "epsilon away"}},
        {"gelu divides the wrong way round",
         {"pointwise_f32", "rp_pointwise_gelu_f32", "div\\.approx\\.f32\\s+(%f\\d+), (%f\\d+), (%f\\d+);",
          "div.approx.f32 $1, $3, $2;", chain(Gelu, Fp32, 1), "epsilon away"}},
        {"the partial tile is taken for a whole one",
         {"chain_f32", "rp_chain_fma_f32_k1", "@%p\\d+ bra\\s+(\\$L__BB\\d+_\\d+);\\s*bra\\.uni[^;]*;", "bra.uni $1;",
          chain(Fma, Fp32, 1, 37), "which has"}},
        {"one tile too few",
         {"traffic_f32", "rp_update_f32", "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_update_f32_param_1\\]);",
          "ld.param.u32 $1, $2; sub.s32 $1, $1, 1;", roof("bandwidth.l2"), "counted are"}},
        {"one tile too many",
         {"traffic_f32", "rp_update_f32", "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_update_f32_param_1\\]);",
          "ld.param.u32 $1, $2; add.s32 $1, $1, 1;", roof("bandwidth.l2"), "which has"}},
        {"the base of exp is off in its sixth digit",
         {"pointwise_f32", "rp_pointwise_exp_f32", "0f3FB8AA3B", "0f3FB8AA53", chain(Exp, Fp32, 1), "epsilon away"}},
        {"what was read is stored, and not what was computed of it",
         {"chain_f32", "rp_chain_fma_f32_k1",
          "(ld\\.global\\.v4\\.f32\\s+\\{([^}]*)\\}[\\s\\S]*?st\\.global\\.v4\\.f32\\s+\\[[^\\]]*\\], )\\{[^}]*\\}",
          "$1{$2}", chain(Fma, Fp32, 1), "epsilon away"}},
        {"what the vector before was computed to is stored",
         {"chain_f64", "rp_chain_mul_f64_k2",
          "(st\\.global\\.v2\\.f64\\s+\\[[^\\]]*\\], )(\\{[^}]*\\})([\\s\\S]*?st\\.global\\.v2\\.f64\\s+\\[[^\\]]*\\], "
          ")\\{[^}]*\\}",
          "$1$2$3$2", chain(Mul, Fp64, 2), "epsilon away"}},
        {"a coefficient of cos is off in its sixth digit",
         {"pointwise_f32", "rp_pointwise_cos_f32", "0f3D2AAAA.", "0f3D2AAF00", chain(Cos, Fp32, 1), "epsilon away"}},
        {"a coefficient of gelu is off in its sixth digit",
         {"pointwise_f32", "rp_pointwise_gelu_f32", "0fBD9222..", "0fBD922F00", chain(Gelu, Fp32, 1), "epsilon away"}},
        {"relu takes the smaller one",
         {"pointwise_f32", "rp_pointwise_relu_f32", "max\\.f32", "min.f32", chain(Relu, Fp32, 16),
          "max.f32 is applied to"}},
        {"a copy stores what it read a moment ago",
         {"traffic_f32", "rp_copy_f32", "st\\.global\\.v4\\.f32\\s+(\\[[^\\]]*\\]), \\{(%f\\d+), (%f\\d+)",
          "st.global.v4.f32 $1, {$3, $2", roof("bandwidth.dram.copy"), "instead of"}},
        {"a read skips a vector",
         {"traffic_f32", "rp_read_f32",
          "ld\\.global\\.nc\\.v4\\.f32\\s+\\{(%f\\d+),\\s*(%f\\d+),\\s*(%f\\d+),\\s*(%f\\d+)\\}[^;]*;",
          "mov.f32 $1, 0f00000000; mov.f32 $2, $1; mov.f32 $3, $1; mov.f32 $4, $1;", roof("bandwidth.dram.read"),
          "counted are"}},
        {"a write writes another number",
         {"traffic_f32", "rp_write_f32", "ld\\.param\\.f32\\s+(%f\\d+), ([^;]*);",
          "ld.param.f32 $1, $2; add.f32 $1, $1, $1;", roof("bandwidth.dram.write"), "instead of"}},
        {"the L2 roof passes once too often",
         {"traffic_f32", "rp_update_f32", "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_update_f32_param_2\\]);",
          "ld.param.u32 $1, $2; add.s32 $1, $1, 1;", roof("bandwidth.l2"), "counted are"}},
        {"a sum of many passes leaves one out",
         {"traffic_f32", "rp_read_l2_f32", "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_read_l2_f32_param_3\\]);",
          "ld.param.u32 $1, $2; sub.s32 $1, $1, 1;", roof("bandwidth.l2.read"), "counted are"}},
        {"a pass through shared memory goes through a register",
         {"levels", "rp_update_shared_f32",
          "(st\\.volatile\\.shared\\.v4\\.f32 \\[[^\\]]*\\], "
          "\\{[^}]*\\};)([\\s\\S]*?)ld\\.volatile\\.shared\\.v4\\.f32 \\{(%f\\d+), (%f\\d+), (%f\\d+), "
          "(%f\\d+)\\}[^;]*;",
          "$1$2mov.f32 $3, 0f3F800000; mov.f32 $4, $3; mov.f32 $5, $3; mov.f32 $6, $3;", roof("bandwidth.l1"),
          "counted are"}},
        {"a chase loads once too often",
         {"levels", "rp_chase_l1", "ld\\.global\\.ca\\.u64 (%rd\\d+), \\[(%rd\\d+)\\];",
          "ld.global.ca.u64 $1, [$2]; ld.global.ca.u64 $1, [$1];", roof("latency.l1"), "counted are"}},
        {"a chase stays where it is for once",
         {"levels", "rp_chase_l2", "ld\\.global\\.cg\\.u64 (%rd\\d+), \\[(%rd\\d+)\\];",
          "ld.global.cg.u64 $1, [$2]; mov.u64 $1, $2;", roof("latency.dram"), "the chase ends at"}},
        {"of the whole tile of a latency, a round is left out",
         {"chain_f32", "rp_chain_fma_f32_kn",
          "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_chain_fma_f32_kn_param_5\\]);(\\s*\\$L__BB)",
          "ld.param.u32 $1, $2; sub.s32 $1, $1, 1;$3", roof("latency.fp32.fma"), "counted are"}},
        {"the cycle leaves lines out",
         {"levels", "rp_fill_cycle", "st\\.global\\.u64\\s+\\[(%rd\\d+)\\], (%rd\\d+);", "st.global.u64 [$1], $1;",
          roof("latency.l1"), "of the cycle meets line"}},
        {"a multiplication of whole numbers is left out",
         {"integer", "rp_int32_mad", "mad\\.lo\\.s32\\s+(%r\\d+), (%r\\d+), (%r\\d+), (%r\\d+);", "mov.b32 $1, $2;",
          roof("compute.int32.mad"), "counted are"}},
        {"two whole numbers are added the other way round",
         {"integer", "rp_int32_add", "add\\.s32\\s+(%r\\d+), (%r\\d+), (%r\\d+);\\s*// begin",
          "add.s32 $1, $2, $2; // begin", roof("compute.int32.add"), "is not what so many applications"}},
        {"a variant writes one vector less",
         {"variants_f32", "rp_update_vectors8_f32", "st\\.global\\.v4\\.f32[^;]*;", "", roof("bandwidth.dram.vectors8"),
          "counted are"}},
        {"a variant of larger blocks writes one vector less",
         {"variants_f32", "rp_update_threads256_f32", "st\\.global\\.v4\\.f32[^;]*;", "",
          roof("bandwidth.dram.threads256"), "counted are"}},
        {"a streamed store writes what was there",
         {"variants_f32", "rp_update_evict_first_f32", "add\\.f32\\s+(%f\\d+), (%f\\d+), (%f\\d+);", "mov.f32 $1, $2;",
          roof("bandwidth.dram.evict_first"), "instead of"}},
        {"the pattern is another one", {"fill", "rp_fill_f32", "7892", "7884", fill(Fp32), "instead of"}},
    };
    return all;
}

} // namespace

/// A proof that cannot fail proves nothing: every mutation of the real PTX must be noticed, and by the check meant for
/// it.
class MutationsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { skipWithoutArtifacts(); }
    void everyMutationIsNoticed_data() { addMutationRows(mutations()); }
    void everyMutationIsNoticed() { verifyMutationRow(mutations()); }
};

RIDGEPOINT_TEST(MutationsTest)
#include "mutations_test.moc"
