// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/pytorch_operators.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <limits>

using namespace ridgepoint;

namespace {

using Inputs = std::vector<OperatorInput>;

OperatorInput tensor(std::vector<double> shape, const char* type = "float")
{
    return {.shape = std::move(shape), .type = elementTypeNamed(type), .value = {}};
}
OperatorInput given(const char* value) { return {.shape = {}, .type = elementTypeNamed("Scalar"), .value = value}; }
OperatorInput nothing() { return {}; }

constexpr double huge = std::numeric_limits<double>::max();

} // namespace

Q_DECLARE_METATYPE(Inputs)

class PytorchOperatorsTest : public test::Case {
    Q_OBJECT

private slots:
    // Each row's mutation: a factor of its formula, or the place of one of its arguments.
    void countsByTheFormula_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<Inputs>("inputs");
        QTest::addColumn<double>("flops");
        QTest::addColumn<double>("bytes");
        const auto add = [](const char* name, Inputs inputs, double flops, double bytes) {
            QTest::newRow(name) << QByteArray(name) << std::move(inputs) << flops << bytes;
        };
        add("aten::mm", {tensor({2, 3}), tensor({3, 5})}, 60, 4 * (6 + 15 + 10));
        add("aten::addmm", {tensor({5}), tensor({2, 3}), tensor({3, 5}), given("1"), given("1")}, 60,
            4 * (5 + 6 + 15 + 10));
        add("aten::bmm", {tensor({7, 2, 3}, "c10::Half"), tensor({7, 3, 5}, "c10::Half")}, 420, 2 * 7 * (6 + 15 + 10));
        add("aten::matmul", {tensor({4, 1, 2, 3}), tensor({7, 3, 5})}, 4 * 420, 4 * (24 + 105 + 280));
        add("aten::linear", {tensor({4, 2, 3}), tensor({5, 3}), tensor({5})}, 240, 4 * (24 + 15 + 5 + 40));
        add("aten::mv", {tensor({2, 3}, "double"), tensor({3}, "double")}, 12, 8 * (6 + 3 + 2));
        add("aten::_scaled_mm", {tensor({2, 3}, "c10::Float8_e4m3fn"), tensor({3, 5}, "c10::Float8_e4m3fn")}, 60,
            6 + 15 + 2 * 10);
        // 8 channels of 3x3 over 3 channels of 16x16, padded so that the size stays: 2 x 2048 outputs x 27.
        const Inputs convolution{tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), nothing(),
                                 given("[1, 1]"),        given("[1, 1]"),      given("[1, 1]"),
                                 given("False"),         given("[0, 0]"),      given("1")};
        add("aten::convolution", convolution, 2 * 2048 * 27, 4 * (768 + 216 + 2048));
        add("aten::conv2d",
            {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), nothing(), given("[2, 2]"), given("[1, 1]"), given("[1, 1]"),
             given("1")},
            2 * 512 * 27, 4 * (768 + 216 + 512));
        add("aten::cudnn_convolution",
            {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), given("[0, 0]"), given("[1, 1]"), given("[1, 1]"),
             given("1")},
            2 * 8 * 14 * 14 * 27, 4 * (768 + 216 + 8 * 14 * 14));
        // Transposed: each of 4 x 8 x 8 inputs is multiplied with 6 x 2 x 2 weights; two groups make 12 outputs.
        add("aten::_convolution",
            {tensor({1, 4, 8, 8}), tensor({4, 6, 2, 2}), nothing(), given("[2, 2]"), given("[0, 0]"), given("[1, 1]"),
             given("True"), given("[0, 0]"), given("2")},
            2 * 256 * 24, 4 * (256 + 96 + 12 * 16 * 16));
        add("aten::convolution_backward",
            {tensor({1, 8, 16, 16}), tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), given("[8]"), given("[1, 1]"),
             given("[1, 1]"), given("[1, 1]"), given("False"), given("[0, 0]"), given("1"),
             given("[False, True, True]")},
            2 * 2048 * 27, 4 * (2048 + 768 + 2 * 216));
        add("aten::_scaled_dot_product_flash_attention",
            {tensor({2, 4, 64, 32}, "c10::Half"), tensor({2, 4, 64, 32}, "c10::Half"),
             tensor({2, 4, 64, 32}, "c10::Half"), given("0."), given("False")},
            4.0 * 8 * 64 * 64 * 32, 2 * 4 * 16384);
        add("aten::_scaled_dot_product_flash_attention_for_cpu",
            {tensor({2, 4, 64, 32}), tensor({2, 4, 64, 32}), tensor({2, 4, 64, 32}), given("0."), given("True")},
            4.0 * 8 * 64 * 65 / 2 * 32, 4 * 4 * 16384);
        add("aten::_flash_attention_forward",
            {tensor({2, 64, 4, 32}), tensor({2, 16, 4, 32}), tensor({2, 16, 4, 32}), nothing(), nothing(), given("64"),
             given("16"), given("0."), given("False")},
            4.0 * 8 * 64 * 16 * 32, 4 * (2 * 16384 + 2 * 4096));
        add("aten::_scaled_dot_product_flash_attention_for_cpu_backward",
            {tensor({2, 4, 64, 32}), tensor({2, 4, 64, 32}), tensor({2, 4, 64, 32}), tensor({2, 4, 64, 32}),
             tensor({2, 4, 64, 32}), tensor({2, 4, 64}), given("0."), given("False")},
            10.0 * 8 * 64 * 64 * 32, 4 * 8 * 16384);
        add("aten::add_", {tensor({64, 32}), tensor({32}), given("1")}, 2048, 4 * (2048 + 32 + 2048));
        add("aten::sub", {tensor({8}), tensor({8}), given("0.5")}, 16, 4 * 24);
        add("aten::relu", {tensor({8}, "c10::BFloat16")}, 8, 32);
        add("aten::mul", {tensor({8}, "long int"), tensor({8}, "long int")}, 0, 192);
        add("aten::addcmul_", {tensor({8}), tensor({8}), tensor({8}), given("1")}, 24, 128);
        add("aten::copy_", {tensor({8, 4}), tensor({4}), given("False")}, 0, 4 * (4 + 32));
        add("aten::zero_", {tensor({8})}, 0, 32);
    }
    void countsByTheFormula()
    {
        QFETCH(QByteArray, name);
        QFETCH(Inputs, inputs);
        QFETCH(double, flops);
        QFETCH(double, bytes);
        const auto work = workOf(name.constData(), inputs);
        QVERIFY(work);
        QCOMPARE(work->flops.value(), flops);
        QCOMPARE(work->bytes.value(), bytes);
    }

    // Mutation: any of the checks that workOf's parts begin with.
    void saysNothingOfWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<Inputs>("inputs");
        const auto add = [](const char* row, const char* name, Inputs inputs) {
            QTest::newRow(row) << QByteArray(name) << std::move(inputs);
        };
        add("an unknown operator", "aten::_softmax", {tensor({8})});
        add("another library's operator", "mine::mm", {tensor({2, 3}), tensor({3, 5})});
        add("no name", "", {tensor({8})});
        add("no arguments", "aten::mm", {});
        add("one argument", "aten::mm", {tensor({2, 3})});
        add("scalars", "aten::mm", {given("1"), given("2")});
        add("inner lengths differ", "aten::mm", {tensor({2, 3}), tensor({4, 5})});
        add("complex numbers", "aten::mm",
            {tensor({2, 3}, "c10::complex<float>"), tensor({3, 5}, "c10::complex<float>")});
        add("whole numbers", "aten::mm", {tensor({2, 3}, "int"), tensor({3, 5}, "int")});
        add("huge lengths", "aten::mm", {tensor({huge, 3}), tensor({3, huge})});
        add("negative lengths", "aten::relu", {tensor({-2, 3})});
        add("shapes that do not fit", "aten::add", {tensor({3}), tensor({4})});
        add("a convolution without its stride", "aten::convolution", {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3})});
        add("a stride of zero", "aten::conv2d",
            {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), nothing(), given("[0, 0]"), given("[1, 1]"),
             given("[1, 1]")});
        add("a stride that is no number", "aten::conv2d",
            {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), nothing(), given("[a]"), given("[1, 1]"), given("[1, 1]")});
        add("a padding in words", "aten::conv2d",
            {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), nothing(), given("[1, 1]"), given("same"), given("[1, 1]")});
        add("gradients that nobody asked for", "aten::convolution_backward",
            {tensor({1, 8, 16, 16}), tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3})});
        add("attention of three dimensions", "aten::scaled_dot_product_attention",
            {tensor({4, 64, 32}), tensor({4, 64, 32}), tensor({4, 64, 32})});
    }
    void saysNothingOfWhatItDoesNotKnow()
    {
        QFETCH(QByteArray, name);
        QFETCH(Inputs, inputs);
        QVERIFY(!workOf(name.constData(), inputs));
    }

    // Mutation: `products` of convolutionGradientWork.
    void gradientsOfAConvolutionAreTwoProducts()
    {
        const Inputs inputs{tensor({1, 8, 16, 16}),
                            tensor({1, 3, 16, 16}),
                            tensor({8, 3, 3, 3}),
                            nothing(),
                            nothing(),
                            nothing(),
                            nothing(),
                            given("False"),
                            nothing(),
                            nothing(),
                            given("[True, True, False]")};
        const auto work = workOf("aten::convolution_backward", inputs);
        QVERIFY(work);
        QCOMPARE(work->products, 2);
        QCOMPARE(work->flops.value(), 4.0 * 2048 * 27);
    }
};

RIDGEPOINT_TEST(PytorchOperatorsTest)
#include "pytorch_operators_test.moc"
