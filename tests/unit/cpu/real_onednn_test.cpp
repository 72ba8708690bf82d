// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// The real library, where it is installed: what it computes on the shared tensors is what the reference says. In a
// program of its own, because the loader takes a library for one of the same name that is loaded already, such as a
// fake.

#include "core/cpu/onednn/library_work.h"
#include "core/cpu/operators/operator_memory.h"
#include "core/model/operator_reference.h"
#include "core/cpu/operators/operator_work.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

using namespace ridgepoint;

namespace {

std::shared_ptr<CpuDevice> makeDevice() { return std::make_shared<CpuDevice>(*chosenInstructionSet(), 2); }

/// The system's, or the one whose path RIDGEPOINT_TEST_ONEDNN names.
Result<std::shared_ptr<OneDnn>> realLibrary()
{
    const char* named = std::getenv("RIDGEPOINT_TEST_ONEDNN");
    if (named == nullptr)
        return OneDnn::shared();
    const std::string name = named;
    return OneDnn::open(std::span(&name, 1));
}

/// What lies in the tensors of a call, without padding.
std::vector<double> numbersOf(const float* from, std::size_t rows, std::size_t columns, std::size_t stride)
{
    std::vector<double> numbers;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            numbers.push_back(static_cast<double>(from[row * stride + column]));
    return numbers;
}

constexpr OperatorKind libraryOperators[] = {OperatorKind::Copy,    OperatorKind::Add,     OperatorKind::Relu,
                                             OperatorKind::Gelu,    OperatorKind::Exp,     OperatorKind::LayerNorm,
                                             OperatorKind::Softmax, OperatorKind::MaxPool, OperatorKind::Transpose};

} // namespace

class RealOneDnnTest : public test::Case {
    Q_OBJECT
private slots:
    void theRealLibraryComputesTheSame_data()
    {
        QTest::addColumn<int>("which");
        for (const OperatorKind which : libraryOperators)
            QTest::newRow(std::string(nameOf(which)).c_str()) << static_cast<int>(which);
    }
    void theRealLibraryComputesTheSame()
    {
        QFETCH(int, which);
        const auto library = realLibrary();
        if (!library.ok() && library.error().id == "onednn.not-found")
            QSKIP("libdnnl.so is not installed");
        QVERIFY2(library.ok(), library.ok() ? "" : library.error().message().c_str());
        for (const auto& [rows, columns] : {std::pair{64, 96}, {5, 7}, {130, 33}}) {
            const OperatorCall call{
                .which = static_cast<OperatorKind>(which), .rows = rows, .columns = columns, .threads = 2};
            const auto device = makeDevice();
            if (call.which == OperatorKind::LayerNorm && columns % 32 != 0) {
                QCOMPARE(prepareLibraryOperator(device, *library, call).error().kind, ErrorKind::Unsupported);
                continue;
            }
            const auto memory = operatorMemory(**device->team(2));
            QVERIFY(memory.ok());
            const auto data = (*memory)->bind(call);
            QVERIFY(data.ok());
            OperatorInput input{.which = call.which, .rows = data->rows, .columns = data->columns};
            input.first = numbersOf(data->first, data->rows, data->columns, data->stride);
            if (call.which == OperatorKind::Add)
                input.second = numbersOf(data->second, data->rows, data->columns, data->stride);
            if (call.which == OperatorKind::LayerNorm) {
                input.second = numbersOf(data->second, 1, data->columns, data->stride);
                input.shift = numbersOf(data->shift, 1, data->columns, data->stride);
            }
            const auto work = prepareLibraryOperator(device, *library, call);
            QVERIFY2(work.ok(), work.ok() ? "" : work.error().message().c_str());
            QVERIFY(work->work->run(1).ok());
            const bool turned = call.which == OperatorKind::Transpose;
            const bool pooled = call.which == OperatorKind::MaxPool;
            const auto got = numbersOf(data->out,
                                       turned   ? data->columns
                                       : pooled ? data->rows / 2
                                                : data->rows,
                                       turned   ? data->rows
                                       : pooled ? data->columns / 2
                                                : data->columns,
                                       turned || pooled ? data->otherStride : data->stride);
            const auto expected = reference(input);
            QCOMPARE(got.size(), expected.size());
            for (std::size_t i = 0; i < got.size(); ++i)
                QVERIFY2(std::abs(got[i] - expected[i]) < 1e-5 * std::max(1.0, std::abs(expected[i])),
                         std::to_string(i).c_str());
        }
    }
    void theRealLibraryMultipliesInBothPrecisions()
    {
        const auto library = realLibrary();
        if (!library.ok())
            QSKIP("libdnnl.so is not installed");
        for (const MatrixPrecision precision : {MatrixPrecision::Fp32, MatrixPrecision::Bf16})
            for (const MatrixLayout layout : {MatrixLayout::Plain, MatrixLayout::LibraryOwn})
                for (const std::int64_t batch : {1, 3})
                    for (const bool turned : {false, true}) {
                        const auto product = prepareLibraryProduct(makeDevice(), *library,
                                                                   {.precision = precision,
                                                                    .rows = 65,
                                                                    .columns = 33,
                                                                    .inner = 127,
                                                                    .batch = batch,
                                                                    .layout = layout,
                                                                    .secondIsTransposed = turned,
                                                                    .threads = 2});
                        if (!product.ok() && product.error().kind == ErrorKind::Unsupported)
                            continue; // bf16 on a processor without it
                        QVERIFY2(product.ok(), product.ok() ? "" : product.error().message().c_str());
                        QVERIFY(product->work->run(2).ok());
                    }
    }
};

RIDGEPOINT_TEST(RealOneDnnTest)
#include "real_onednn_test.moc"
