// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/cpu_backend.h"
#include "core/cpu/kernels.h"
#include "core/cpu/products/tile_check.h"
#include "tests/support/test_main.h"

#include <string>

using namespace ridgepoint;

namespace {

InstructionSet inUse() { return *chosenInstructionSet(); }

void leaveOut(const float*, const float*, std::size_t, float*) {}
/// Right but for one element.
void withAFault(const float* a, const float* b, std::size_t inner, float* c)
{
    tileKernelsFor(inUse()).multiply(a, b, inner, c);
    c[7 * tileSide + 3] *= 1.0F + 1e-4F;
}
/// One term short.
void oneShort(const float* a, const float* b, std::size_t inner, float* c)
{
    tileKernelsFor(inUse()).multiply(a, b, inner, c);
    const TileKernels& kernels = tileKernelsFor(inUse());
    for (std::size_t row = 0; row < kernels.panelRows; ++row)
        c[row * tileSide] -= a[(inner - 1) * kernels.panelRows + row] * b[(inner - 1) * kernels.panelColumns];
}
void beyond(const float* a, const float* b, std::size_t inner, float* c)
{
    tileKernelsFor(inUse()).multiply(a, b, inner, c);
    c[tileSide * tileSide] = 0.0F;
}

} // namespace

class TileProductTest : public test::Case {
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
        lastKernelSet = inUse() == InstructionSet::Scalar ? InstructionSet::Avx2 : InstructionSet::Scalar;
        QVERIFY(checkTiles({.set = inUse(), .rows = 5, .columns = 5, .inner = 5}).passed);
        QCOMPARE(static_cast<int>(lastKernelSet), static_cast<int>(inUse()));
    }
    void agreesWithTheReferenceAtEveryShape()
    {
        std::uint32_t seed = 3;
        for (const std::size_t rows : {1U, 11U, 95U, 96U, 97U, 192U})
            for (const std::size_t columns : {1U, 31U, 96U, 97U})
                for (const std::size_t inner : {1U, 2U, 33U, 257U}) {
                    const SelftestLine line = checkTiles(
                        {.set = inUse(), .rows = rows, .columns = columns, .inner = inner, .seed = seed++});
                    QVERIFY2(line.passed, (line.kernel + ": " + line.detail).c_str());
                }
    }
    void aWrongKernelIsFound()
    {
        for (const TileKernel wrong : {leaveOut, withAFault, oneShort, beyond}) {
            const SelftestLine line = checkTiles(
                {.set = inUse(), .rows = 96, .columns = 96, .inner = 40, .kernel = wrong});
            QVERIFY(!line.passed);
            QVERIFY(!line.detail.empty());
        }
    }
    void theSelftestHasOneLine()
    {
        const auto lines = checkTileProducts(inUse(), 1);
        QCOMPARE(lines.size(), std::size_t(1));
        QVERIFY2(lines.front().passed, lines.front().detail.c_str());
    }
    void theBackendRunsItAndRefusesWhatItLacks()
    {
        const auto backend = makeCpuBackend();
        const auto product = backend->prepare(ProductRequest{{.rows = 100, .columns = 70, .inner = 30, .threads = 1}});
        QVERIFY2(product.ok(), product.ok() ? "" : product.error().message().c_str());
        QVERIFY(product->method.find("96 x 96") != std::string::npos);
        const auto timing = product->work->run(3);
        QVERIFY(timing.ok() && timing->time > Seconds());
        const ProductRequest bf16{{.precision = MatrixPrecision::Bf16, .threads = 1}};
        QCOMPARE(backend->prepare(bf16).error().kind, ErrorKind::Unsupported);
        QCOMPARE(backend->prepare(ProductRequest{{.batch = 2, .threads = 1}}).error().kind, ErrorKind::Unsupported);
        QCOMPARE(backend->prepare(ProductRequest{{.rows = 0, .threads = 1}}).error().kind, ErrorKind::InvalidInput);
        QCOMPARE(backend->prepare(ProductRequest{{.threads = 100000}}).error().kind, ErrorKind::InvalidInput);
    }
};

RIDGEPOINT_TEST(TileProductTest)
#include "tile_product_test.moc"
