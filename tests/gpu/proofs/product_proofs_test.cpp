// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/artifacts.h"
#include "tests/gpu/proofs/mutation_rows.h"
#include "tests/gpu/proofs/product_proof.h"
#include "tests/gpu/proofs/proof_report.h"
#include "tests/gpu/proofs/kernel_rows.h"
#include "tests/support/test_main.h"

#include <array>

using namespace ridgepoint;
using namespace ridgepoint::proofs;

namespace {

constexpr const char* kernelName = "rp_product_tile_f32";

Report& report()
{
    static Report table("products", {"architecture", "shape", "tiles", "multiply-adds", "read", "written",
                                     "instructions", "largest error (epsilon)"});
    return table;
}

/// Rows, columns, inner: one of each, steps with every kind of rest and more than two of them, tiles with every edge.
constexpr std::array<std::array<int, 3>, 8> provenShapes{
    {{1, 1, 1}, {3, 5, 15}, {128, 128, 16}, {128, 127, 17}, {129, 2, 32}, {7, 130, 49}, {65, 64, 64}, {129, 257, 3}}};

Proof product(int rows, int columns, int inner)
{
    return [=](const KernelSet& kernels) {
        return proveProduct(kernels, {.rows = rows, .columns = columns, .inner = inner}).faults;
    };
}

const MutationTable& mutations()
{
    static const MutationTable all{
        {"a multiply-add takes the last sum but one",
         {"product_tile_f32", kernelName, "fma\\.rn\\.f32\\s+(%f\\d+), (%f\\d+), (%f\\d+), %f\\d+;",
          "fma.rn.f32 $1, $2, $3, $3;", product(8, 8, 16), "epsilon away"}},
        {"one multiply-add of a step is left out",
         {"product_tile_f32", kernelName, "fma\\.rn\\.f32\\s+(%f\\d+), %f\\d+, %f\\d+, (%f\\d+);", "mov.f32 $1, $2;",
          product(8, 8, 16), "multiply-adds, executed are"}},
        {"the last inner index is left out",
         {"product_tile_f32", kernelName, "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_product_tile_f32_param_5\\]);",
          "ld.param.u32 $1, $2; sub.s32 $1, $1, 1;", product(8, 8, 18), "multiply-adds, executed are"}},
        {"a step is multiplied before it is brought",
         {"product_tile_f32", kernelName, "bar\\.sync\\s+0;", "", product(8, 8, 16), "with no barrier between"}},
        {"rows beyond the matrix are stored",
         {"product_tile_f32", kernelName, "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_product_tile_f32_param_3\\]);",
          "ld.param.u32 $1, $2; add.s32 $1, $1, 1;", product(8, 8, 16), "which has"}},
        {"the second factor's lines lie one vector further apart",
         {"product_tile_f32", kernelName, "ld\\.param\\.u32\\s+(%r\\d+), (\\[rp_product_tile_f32_param_7\\]);",
          "ld.param.u32 $1, $2; add.s32 $1, $1, 4;", product(8, 8, 8), "which has"}},
        {"the next step is brought to where this one is multiplied",
         {"product_tile_f32", kernelName, "xor\\.b32\\s+(%r\\d+), (%r\\d+), 1;", "mov.b32 $1, $2;", product(8, 8, 33),
          "with no barrier between"}},
        {"a vector of a factor is read twice",
         {"product_tile_f32", kernelName, "(ld\\.global\\.nc\\.v4\\.f32[^;]*;)", "$1 $1", product(8, 8, 16),
          "bytes of the factors read, executed are"}},
        {"one row of four is not stored",
         {"product_tile_f32", kernelName, "st\\.global\\.v4\\.f32[^;]*;", "", product(8, 8, 16), "is never written"}},
    };
    return all;
}

} // namespace

/// The product by tiles: what it computes, and that its executed multiply-adds and bytes are those of whole tiles.
class ProductsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { skipWithoutArtifacts(); }
    void cleanupTestCase()
    {
        if (hasArtifacts())
            QVERIFY(report().write());
    }

    void everyTileIsComputedWholeAndEveryResultRight_data()
    {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<int>("index");
        for (const int architecture : ptxArchitectures())
            for (std::size_t i = 0; i < provenShapes.size(); ++i)
                if (kernelsOf(architecture).ok() && kernelsOf(architecture)->has(kernelName))
                    QTest::addRow("%d x %d x %d, compute_%d", provenShapes[i][0], provenShapes[i][1],
                                  provenShapes[i][2], architecture)
                        << architecture << static_cast<int>(i);
    }
    void everyTileIsComputedWholeAndEveryResultRight()
    {
        QFETCH(int, architecture);
        QFETCH(int, index);
        const auto& [rows, columns, inner] = provenShapes[static_cast<std::size_t>(index)];
        const ProductEvidence evidence = proveProduct(*kernelsOf(architecture),
                                                      {.rows = rows, .columns = columns, .inner = inner});
        QVERIFY2(evidence.faults.empty(), joined(evidence.faults).c_str());
        QCOMPARE(evidence.multiplyAdds, evidence.tiles * 128 * 128 * static_cast<std::uint64_t>(inner));
        report().add({"compute_" + std::to_string(architecture),
                      std::to_string(rows) + " x " + std::to_string(columns) + " x " + std::to_string(inner),
                      std::to_string(evidence.tiles), std::to_string(evidence.multiplyAdds),
                      std::to_string(evidence.read), std::to_string(evidence.written),
                      std::to_string(evidence.instructions), std::to_string(evidence.largestError)});
    }
    void everyMutationIsNoticed_data() { addMutationRows(mutations()); }
    void everyMutationIsNoticed() { verifyMutationRow(mutations()); }
};

RIDGEPOINT_TEST(ProductsTest)
#include "product_proofs_test.moc"
