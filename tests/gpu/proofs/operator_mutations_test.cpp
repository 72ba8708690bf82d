// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/artifacts.h"
#include "tests/gpu/proofs/mutation_rows.h"
#include "tests/gpu/proofs/operator_proof.h"
#include "tests/gpu/proofs/sizes.h"
#include "tests/gpu/proofs/kernel_rows.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;
using namespace ridgepoint::proofs;

namespace {

Proof proof(OperatorKind which, std::int64_t rows, std::int64_t columns)
{
    return [=](const KernelSet& kernels) {
        return proveOperator(kernels, {.which = which, .rows = rows, .columns = columns}, shapeFor(mutatedArchitecture))
            .faults;
    };
}

const MutationTable& mutations()
{
    using enum OperatorKind;
    static const MutationTable all{
        {"relu takes the smaller one",
         {"operator_elementwise_f32", "rp_operator_relu_f32", "max\\.f32", "min.f32", proof(Relu, 5, 513),
          "epsilon away"}},
        {"an addition takes a number of its neighbour",
         {"operator_elementwise_f32", "rp_operator_add_f32",
          "add\\.f32\\s+(%f\\d+), (%f\\d+), (%f\\d+);([\\s\\S]*?)add\\.f32\\s+(%f\\d+), (%f\\d+), (%f\\d+);",
          "add.f32 $1, $2, $3;$4add.f32 $5, $6, $3;", proof(Add, 5, 513), "epsilon away"}},
        {"the last four numbers do not enter a sum",
         {"operator_sum_f32", "rp_operator_sum_f32",
          "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_operator_sum_f32_param_2\\]);",
          "ld.param.u32 $1, $2; sub.s32 $1, $1, 4;", proof(Sum, 67, 131), "the cost model counts"}},
        {"the warps of a sum do not wait for each other",
         {"operator_sum_f32", "rp_operator_sum_f32", "bar\\.sync\\s+0;", "", proof(Sum, 67, 131),
          "with no barrier between"}},
        {"half of a warp is left out of a row's maximum",
         {"operator_rows_f32", "rp_operator_softmax_f32_r32",
          "shfl\\.sync\\.bfly\\.b32\\s+(%r\\d+)\\|%p\\d+, (%r\\d+), (%r\\d+), (%r\\d+), (%r\\d+);", "mov.b32 $1, $2;",
          proof(Softmax, 5, 512), "epsilon away"}},
        {"a layer norm divides by the variance without its root",
         {"operator_rows_f32", "rp_operator_layer_norm_f32_r128", "rsqrt\\.approx\\.f32", "rcp.approx.f32",
          proof(LayerNorm, 3, 2048), "epsilon away"}},
        {"the parts of a long row are joined without their distance",
         {"operator_rows_f32", "rp_operator_layer_norm_f32_twice",
          "(div\\.approx\\.f32[\\s\\S]*?div\\.approx\\.f32\\s+%f\\d+, %f\\d+, "
          "%f\\d+;[\\s\\S]*?)fma\\.rn\\.f32\\s+(%f\\d+), (%f\\d+), (%f\\d+), (%f\\d+);",
          "$1mov.f32 $2, $5;", proof(LayerNorm, 2, 16385), "epsilon away"}},
        {"a scaled softmax forgets a number's scale",
         {"operator_rows_f32", "rp_operator_scaled_softmax_f32_r32", "mul\\.f32\\s+(%f\\d+), (%f\\d+), 0f3E000000;",
          "mov.f32 $1, $2;", proof(ScaledSoftmax, 5, 512), "epsilon away"}},
        {"a number is not scaled",
         {"operator_elementwise_f32", "rp_operator_scale_f32", "mul\\.f32\\s+(%f\\d+), (%f\\d+), 0f3E000000;",
          "mov.f32 $1, $2;", proof(Scale, 5, 513), "epsilon away"}},
        {"a number goes without its bias",
         {"operator_layer_f32", "rp_operator_add_row_f32", "add\\.f32\\s+(%f\\d+), (%f\\d+), (%f\\d+);",
          "mov.f32 $1, $2;", proof(AddRow, 5, 513), "epsilon away"}},
        {"a row of the numbers themselves is added as their bias",
         {"operator_layer_f32", "rp_operator_add_row_gelu_f32",
          "ld\\.param\\.u64\\s+(%rd\\d+), \\[rp_operator_add_row_gelu_f32_param_2\\];",
          "ld.param.u64 $1, [rp_operator_add_row_gelu_f32_param_1];", proof(AddRowGelu, 5, 513),
          "the cost model counts"}},
        {"a dropout's bit stands for its neighbour",
         {"operator_layer_f32", "rp_operator_dropout_f32", "and\\.b32\\s+(%r\\d+), (%r\\d+), 2;", "and.b32 $1, $2, 1;",
          proof(Dropout, 5, 513), "epsilon away"}},
        {"a number that is kept is not scaled",
         {"operator_layer_f32", "rp_operator_dropout_f32", "mul\\.f32\\s+(%f\\d+), (%f\\d+), 0f3F924925;",
          "mov.f32 $1, $2;", proof(Dropout, 5, 513), "epsilon away"}},
        {"a layer norm adds its own numbers instead of the residual",
         {"operator_layer_f32", "rp_operator_add_dropout_norm_f32_r128",
          "ld\\.param\\.u64\\s+(%rd\\d+), \\[rp_operator_add_dropout_norm_f32_r128_param_4\\];",
          "ld.param.u64 $1, [rp_operator_add_dropout_norm_f32_r128_param_1];", proof(AddDropoutNorm, 3, 2048),
          "moved again"}},
        {"rows of a dropout's bits lie one byte too near",
         {"operator_layer_f32", "rp_operator_add_dropout_norm_f32_r32",
          "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_operator_add_dropout_norm_f32_r32_param_10\\]);",
          "ld.param.u32 $1, $2; sub.s32 $1, $1, 1;", proof(AddDropoutNorm, 5, 512), "moved again"}},
        {"a long row is given its shifts for its bias",
         {"operator_layer_f32", "rp_operator_add_dropout_norm_f32_twice",
          "ld\\.param\\.u64\\s+(%rd\\d+), \\[rp_operator_add_dropout_norm_f32_twice_param_2\\];",
          "ld.param.u64 $1, [rp_operator_add_dropout_norm_f32_twice_param_6];", proof(AddDropoutNorm, 2, 16385),
          "epsilon away"}},
        {"a dropout's bits are drawn by two words",
         {"operator_layer_f32", "rp_fill_kept", "\\bor\\.b64\\s+(%rd\\d+), (%rd\\d+), (%rd\\d+);", "mov.b64 $1, $2;",
          [](const KernelSet& kernels) {
              return proveKept(kernels, {.which = Dropout, .rows = 17, .columns = 64}, shapeFor(mutatedArchitecture));
          },
          "instead of"}},
        {"a pooling looks at the upper row twice",
         {"operator_pool_f32", "rp_operator_max_pool_f32",
          "(ld\\.global\\.nc\\.v4\\.f32 \\{[^}]*\\}, (\\[%rd\\d+\\]);[\\s\\S]*?ld\\.global\\.nc\\.v4\\.f32 "
          "\\{[^}]*\\}, )\\[%rd\\d+\\];",
          "$1$2;", proof(MaxPool, 17, 64), "moved again"}},
        {"a tile is written before it is whole",
         {"operator_transpose_f32", "rp_operator_transpose_f32", "bar\\.sync\\s+0;", "", proof(Transpose, 64, 65),
          "with no barrier between"}},
        {"rows of the turned tile overlap",
         {"operator_transpose_f32", "rp_operator_transpose_f32", "st\\.shared\\.f32\\s+\\[(%r\\d+)\\+260\\]",
          "st.shared.f32 [$1+256]", proof(Transpose, 64, 65), "which nothing has written"}},
    };
    return all;
}

} // namespace

/// What the proofs of operators must notice, each by the check that is meant for it.
class OperatorMutationsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { skipWithoutArtifacts(); }
    void everyMutationIsNoticed_data() { addMutationRows(mutations()); }
    void everyMutationIsNoticed() { verifyMutationRow(mutations()); }
};

RIDGEPOINT_TEST(OperatorMutationsTest)
#include "operator_mutations_test.moc"
