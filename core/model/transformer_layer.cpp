// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/transformer_layer.h"

namespace ridgepoint {
namespace {

template <class OfProduct, class OfOperator>
auto either(const LayerOperator& one, OfProduct&& ofProduct, OfOperator&& ofOperator)
{
    if (const auto* product = std::get_if<ProductCall>(&one.call))
        return ofProduct(*product);
    return ofOperator(std::get<OperatorCall>(one.call));
}

} // namespace

std::string_view nameOf(LayerClass which)
{
    switch (which) {
    case LayerClass::Contraction: return "contraction";
    case LayerClass::Normalisation: return "normalisation";
    case LayerClass::Elementwise: return "element-wise";
    }
    return {};
}

Flops LayerOperator::operations() const
{
    return either(
        *this, [](const ProductCall& product) { return costOf(product).operations; },
        [](const OperatorCall& one) { return costOf(one, Stores::NonTemporal).operations; });
}

FlopsPerByte LayerOperator::arithmeticIntensity() const
{
    return either(
        *this, [](const ProductCall& product) { return costOf(product).arithmeticIntensity(); },
        [](const OperatorCall& one) { return costOf(one, Stores::NonTemporal).arithmeticIntensity(); });
}

Bytes LayerOperator::footprint() const
{
    return either(
        *this, [](const ProductCall& product) { return footprintOf(product); },
        [](const OperatorCall& one) { return footprintOf(one); });
}

std::vector<LayerOperator> layerOperators(const LayerShape& shape, MatrixPrecision precision, int threads)
{
    using enum LayerClass;
    const std::int64_t tokens = shape.batch * shape.sequence;
    const std::int64_t heads = shape.batch * shape.heads;
    const std::int64_t head = shape.width / shape.heads;
    const auto product = [&](std::int64_t rows, std::int64_t inner, std::int64_t columns) {
        return ProductCall{
            .precision = precision, .rows = rows, .columns = columns, .inner = inner, .threads = threads};
    };
    // Both factors are new with every run, so that nothing can be put in order beforehand.
    const auto attention = [&](std::int64_t rows, std::int64_t inner, std::int64_t columns, bool turned) {
        ProductCall call = product(rows, inner, columns);
        call.batch = heads;
        call.layout = MatrixLayout::Plain;
        call.secondIsTransposed = turned;
        return call;
    };
    const auto over = [&](OperatorKind which, std::int64_t rows, std::int64_t columns) {
        return OperatorCall{.which = which, .rows = rows, .columns = columns, .threads = threads};
    };
    const std::int64_t scores = heads * shape.sequence; // rows of as many numbers as the sequence has
    const auto unfused = [](LayerOperator one) {
        one.inFused = false;
        return one;
    };
    const auto fused = [](LayerOperator one) {
        one.inUnfused = false;
        return one;
    };
    return {
        {"QKV projection", Contraction, product(tokens, shape.width, 3 * shape.width)},
        {"QKV bias", Elementwise, over(OperatorKind::AddRow, tokens, 3 * shape.width)},
        {"Q by K", Contraction, attention(shape.sequence, head, shape.sequence, true)},
        unfused({"scale", Elementwise, over(OperatorKind::Scale, scores, shape.sequence)}),
        unfused({"softmax", Normalisation, over(OperatorKind::Softmax, scores, shape.sequence)}),
        fused({"scaled softmax", Normalisation, over(OperatorKind::ScaledSoftmax, scores, shape.sequence)}),
        {"attention dropout", Elementwise, over(OperatorKind::Dropout, scores, shape.sequence)},
        {"scores by V", Contraction, attention(shape.sequence, shape.sequence, head, false)},
        {"output projection", Contraction, product(tokens, shape.width, shape.width)},
        {"linear 1", Contraction, product(tokens, shape.width, shape.innerWidth())},
        unfused({"inner bias", Elementwise, over(OperatorKind::AddRow, tokens, shape.innerWidth())}),
        unfused({"gelu", Elementwise, over(OperatorKind::Gelu, tokens, shape.innerWidth())}),
        fused({"bias + gelu", Elementwise, over(OperatorKind::AddRowGelu, tokens, shape.innerWidth())}),
        {"linear 2", Contraction, product(tokens, shape.innerWidth(), shape.width)},
        // After the output projection and after linear 2.
        unfused({"output bias", Elementwise, over(OperatorKind::AddRow, tokens, shape.width), 2}),
        unfused({"dropout", Elementwise, over(OperatorKind::Dropout, tokens, shape.width), 2}),
        unfused({"residual", Elementwise, over(OperatorKind::Add, tokens, shape.width), 2}),
        unfused({"LayerNorm", Normalisation, over(OperatorKind::LayerNorm, tokens, shape.width), 2}),
        fused({"bias + dropout + residual + LayerNorm", Normalisation,
               over(OperatorKind::AddDropoutNorm, tokens, shape.width), 2}),
    };
}

} // namespace ridgepoint
