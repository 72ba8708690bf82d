// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/pytorch_operators.h"

#include "core/session/json_limits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <variant>

namespace ridgepoint {
namespace {

using Inputs = std::span<const OperatorInput>;
using Work = std::optional<OperatorWork>;

double elementsOf(std::span<const double> shape)
{
    double elements = 1.0;
    for (const double length : shape)
        elements *= length;
    return elements;
}

double bytesOf(const OperatorInput& input) { return elementsOf(input.shape) * input.type.bytes; }

bool isTensor(const OperatorInput& input)
{
    return input.type.bytes > 0.0
        && std::ranges::all_of(input.shape, [](double length) { return std::isfinite(length) && length >= 0.0; });
}

/// The argument at that place where it is a tensor.
const OperatorInput* tensorAt(Inputs inputs, std::size_t index)
{
    return index < inputs.size() && isTensor(inputs[index]) ? &inputs[index] : nullptr;
}

std::string_view valueAt(Inputs inputs, std::size_t index)
{
    return index < inputs.size() ? std::string_view(inputs[index].value) : std::string_view();
}

/// Whether the argument is there and true.
bool isTrueAt(Inputs inputs, std::size_t index) { return valueAt(inputs, index) == "True"; }

/// "[2, 2]" as numbers; nothing for any other text.
std::optional<std::vector<double>> numbersIn(std::string_view text)
{
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return std::nullopt;
    text = text.substr(1, text.size() - 2);
    std::vector<double> numbers;
    while (!text.empty()) {
        double number = 0.0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
        if (read.ec != std::errc())
            return std::nullopt;
        numbers.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
        text.remove_prefix(std::min(text.find_first_not_of(", "), text.size()));
    }
    return numbers;
}

double numberAt(Inputs inputs, std::size_t index, double fallback)
{
    const std::string_view text = valueAt(inputs, index);
    std::from_chars(text.data(), text.data() + text.size(), fallback);
    return fallback;
}

/// The numbers of an argument, one a dimension; a single one is for all of them.
std::optional<std::vector<double>> lengthsAt(Inputs inputs, std::size_t index, std::size_t dimensions)
{
    auto numbers = numbersIn(valueAt(inputs, index));
    if (numbers && numbers->size() == 1)
        numbers->resize(dimensions, numbers->front());
    return numbers && numbers->size() == dimensions ? numbers : std::nullopt;
}

Work counted(WorkKind kind, double flops, double bytes, int products = 1)
{
    if (!limits::inRange(flops, 0.0, limits::rate) || !limits::inRange(bytes, 0.0, limits::rate))
        return std::nullopt;
    return OperatorWork{.flops = Flops(flops), .bytes = Bytes(bytes), .kind = kind, .products = products};
}

/// The shape that NumPy's rules of broadcasting make of two; nothing where they do not fit.
std::optional<std::vector<double>> broadcast(std::span<const double> a, std::span<const double> b)
{
    if (a.size() < b.size())
        std::swap(a, b);
    std::vector<double> shape(a.begin(), a.end());
    const std::size_t first = a.size() - b.size();
    for (std::size_t i = 0; i < b.size(); ++i) {
        double& length = shape[first + i];
        if (length != b[i] && length != 1.0 && b[i] != 1.0)
            return std::nullopt;
        length = length == 1.0 ? b[i] : length;
    }
    return shape;
}

/// Where the factors of a product stand, and how the second lies.
struct ProductRule {
    std::size_t first = 0; ///< the second factor is the next argument
    bool isTransposed = false;
    std::optional<std::size_t> added; ///< what is added to the product
};

/// a [..., m, k] times b [..., k, n] ([..., n, k] where transposed); of a vector the outer length is 1.
Work productWork(Inputs inputs, const ProductRule& rule)
{
    const OperatorInput* a = tensorAt(inputs, rule.first);
    const OperatorInput* b = tensorAt(inputs, rule.first + 1);
    if (a == nullptr || b == nullptr || a->shape.empty() || b->shape.empty() || !a->type.isFloating)
        return std::nullopt;
    const std::span<const double> left = a->shape;
    const std::span<const double> right = b->shape;
    const bool isVector = right.size() == 1;
    const std::size_t inner = isVector || rule.isTransposed ? right.size() - 1 : right.size() - 2;
    const double k = left.back();
    if (right[inner] != k)
        return std::nullopt;
    const double m = left.size() > 1 ? left[left.size() - 2] : 1.0;
    const double n = isVector ? 1.0 : right[rule.isTransposed ? right.size() - 2 : right.size() - 1];
    const auto outer = [](std::span<const double> shape) {
        return shape.first(shape.size() - std::min<std::size_t>(shape.size(), 2));
    };
    const auto batches = broadcast(outer(left), outer(right));
    if (!batches)
        return std::nullopt;
    const double results = elementsOf(*batches) * m * n;
    // Products of 8-bit floats come out in 16 bits.
    double bytes = bytesOf(*a) + bytesOf(*b) + results * std::max(a->type.bytes, 2.0);
    if (const OperatorInput* added = rule.added ? tensorAt(inputs, *rule.added) : nullptr)
        bytes += bytesOf(*added);
    return counted(WorkKind::Products, 2.0 * results * k, bytes);
}

/// Where the arguments of a convolution stand; it starts with the input and the weights.
struct ConvolutionRule {
    std::size_t stride = 0, padding = 0, dilation = 0;
    std::size_t transposed = 0;    ///< 0: there is no such argument
    std::size_t outputPadding = 0; ///< of a transposed one; the number of groups is the next argument
};

/// Weights are [out, in / groups, k...], or [in, out / groups, k...] where transposed.
double multiplyAdds(const OperatorInput& output, const OperatorInput& input, const OperatorInput& weight,
                    bool isTransposed)
{
    return elementsOf(isTransposed ? input.shape : output.shape)
         * elementsOf(std::span<const double>(weight.shape).subspan(1));
}

Work convolutionWork(Inputs inputs, const ConvolutionRule& rule)
{
    const OperatorInput* input = tensorAt(inputs, 0);
    const OperatorInput* weight = tensorAt(inputs, 1);
    if (input == nullptr || weight == nullptr || input->shape.size() < 3 || input->shape.size() != weight->shape.size()
        || !input->type.isFloating)
        return std::nullopt;
    const std::size_t dimensions = input->shape.size() - 2;
    const auto stride = lengthsAt(inputs, rule.stride, dimensions);
    const auto padding = lengthsAt(inputs, rule.padding, dimensions);
    const auto dilation = lengthsAt(inputs, rule.dilation, dimensions);
    if (!stride || !padding || !dilation)
        return std::nullopt;
    const bool isTransposed = rule.transposed > 0 && isTrueAt(inputs, rule.transposed);
    const auto more = isTransposed ? lengthsAt(inputs, rule.outputPadding, dimensions) : std::nullopt;
    const double channels = isTransposed ? weight->shape[1] * numberAt(inputs, rule.outputPadding + 1, 1.0)
                                         : weight->shape[0];
    OperatorInput output{.shape = {input->shape[0], channels}, .type = input->type, .value = {}};
    for (std::size_t i = 0; i < dimensions; ++i) {
        const double length = input->shape[2 + i];
        const double window = (*dilation)[i] * (weight->shape[2 + i] - 1.0);
        const double last = isTransposed
                              ? (length - 1.0) * (*stride)[i] - 2.0 * (*padding)[i] + window + (more ? (*more)[i] : 0.0)
                              : std::floor((length + 2.0 * (*padding)[i] - window - 1.0) / (*stride)[i]);
        if (!std::isfinite(last) || last < 0.0)
            return std::nullopt;
        output.shape.push_back(last + 1.0);
    }
    return counted(WorkKind::Products, 2.0 * multiplyAdds(output, *input, *weight, isTransposed),
                   bytesOf(*input) + bytesOf(*weight) + bytesOf(output));
}

/// aten::convolution_backward(grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed,
/// output_padding, groups, output_mask): a product as large as the forward one for each gradient that is asked for.
Work convolutionGradientWork(Inputs inputs)
{
    constexpr std::size_t transposed = 7;
    constexpr std::size_t mask = 10;
    const OperatorInput* output = tensorAt(inputs, 0);
    const OperatorInput* input = tensorAt(inputs, 1);
    const OperatorInput* weight = tensorAt(inputs, 2);
    if (output == nullptr || input == nullptr || weight == nullptr || weight->shape.size() < 3
        || !input->type.isFloating)
        return std::nullopt;
    const std::string_view asked = valueAt(inputs, mask);
    const bool ofInput = asked.starts_with("[True");
    const bool ofWeight = asked.find("True", asked.find(',')) < asked.rfind(',');
    const int products = (ofInput ? 1 : 0) + (ofWeight ? 1 : 0);
    if (products == 0)
        return std::nullopt;
    const double bytes = bytesOf(*output) + bytesOf(*input) * (ofInput ? 2.0 : 1.0)
                       + bytesOf(*weight) * (ofWeight ? 2.0 : 1.0);
    return counted(WorkKind::Products,
                   2.0 * products * multiplyAdds(*output, *input, *weight, isTrueAt(inputs, transposed)), bytes,
                   products);
}

/// Where the arguments of an attention stand; the keys and the values follow the queries.
struct AttentionRule {
    std::size_t queries = 0; ///< above 0: this is the gradient, which starts with that of the output
    std::size_t causal = 0;
    bool headsFirst = true; ///< [batch, heads, length, depth], else [batch, length, heads, depth]
};

/// Q K^T and its product with V; backward the first once more, and the four products of the gradients. Under a causal
/// mask of as many queries as keys, only pairs that it leaves are counted.
Work attentionWork(Inputs inputs, const AttentionRule& rule)
{
    const OperatorInput* q = tensorAt(inputs, rule.queries);
    const OperatorInput* k = tensorAt(inputs, rule.queries + 1);
    const OperatorInput* v = tensorAt(inputs, rule.queries + 2);
    if (q == nullptr || k == nullptr || v == nullptr || q->shape.size() != 4 || k->shape.size() != 4
        || v->shape.size() != 4 || !q->type.isFloating)
        return std::nullopt;
    const std::size_t length = rule.headsFirst ? 2 : 1;
    const double heads = q->shape[0] * q->shape[rule.headsFirst ? 1 : 2];
    const double queries = q->shape[length];
    const double keys = k->shape[length];
    const double depth = q->shape[3];
    const double valueDepth = v->shape[3];
    const std::string_view causal = valueAt(inputs, rule.causal);
    const bool isCausal = (causal == "True" || causal == "1" || causal == "2") && queries == keys;
    const double pairs = heads * (isCausal ? queries * (queries + 1.0) / 2.0 : queries * keys);
    const double outputBytes = heads * queries * valueDepth * q->type.bytes;
    const double inputBytes = bytesOf(*q) + bytesOf(*k) + bytesOf(*v);
    if (rule.queries > 0)
        return counted(WorkKind::Products, 2.0 * pairs * (3.0 * depth + 2.0 * valueDepth),
                       2.0 * (inputBytes + outputBytes));
    return counted(WorkKind::Products, 2.0 * pairs * (depth + valueDepth), inputBytes + outputBytes);
}

/// A function of the elements of tensors that are broadcast to one shape.
struct ElementWiseRule {
    double operations = 1.0; ///< an element; a function such as exp counts as one
    bool readsFirst = true;  ///< not where the first is only written, as by a copy
    bool hasFactor = false;  ///< the third argument multiplies the second: one operation more unless it is 1
};

Work elementWiseWork(Inputs inputs, const ElementWiseRule& rule)
{
    const OperatorInput* first = tensorAt(inputs, 0);
    if (first == nullptr)
        return std::nullopt;
    std::vector<double> shape;
    double read = 0.0;
    bool isFloating = false;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const OperatorInput* input = tensorAt(inputs, i);
        if (input == nullptr)
            continue;
        auto both = broadcast(shape, input->shape);
        if (!both)
            return std::nullopt;
        shape = std::move(*both);
        isFloating = isFloating || input->type.isFloating;
        if (i > 0 || rule.readsFirst)
            read += bytesOf(*input);
    }
    const std::string_view factor = rule.hasFactor ? valueAt(inputs, 2) : std::string_view();
    const double operations = rule.operations + (factor.empty() || factor == "1" ? 0.0 : 1.0);
    const double elements = elementsOf(shape);
    return counted(WorkKind::ElementWise, isFloating ? operations * elements : 0.0,
                   read + elements * first->type.bytes);
}

using Rule = std::variant<ProductRule, ConvolutionRule, AttentionRule, ElementWiseRule, std::monostate>;

/// By the operator's name without "aten::" and without the "_" of one that works in place. The places of arguments are
/// those of PyTorch's native_functions.yaml.
const std::unordered_map<std::string_view, Rule>& rules()
{
    static const std::unordered_map<std::string_view, Rule> table = [] {
        std::unordered_map<std::string_view, Rule> made{
            {"mm", ProductRule{}},
            {"bmm", ProductRule{}},
            {"mv", ProductRule{}},
            {"dot", ProductRule{}},
            {"matmul", ProductRule{}},
            {"_scaled_mm", ProductRule{}},
            {"linear", ProductRule{.isTransposed = true, .added = 2}},
            {"addmm", ProductRule{.first = 1, .added = 0}},
            {"addmv", ProductRule{.first = 1, .added = 0}},
            {"baddbmm", ProductRule{.first = 1, .added = 0}},
            {"_addmm_activation", ProductRule{.first = 1, .added = 0}},
            {"conv1d", ConvolutionRule{.stride = 3, .padding = 4, .dilation = 5}},
            {"conv2d", ConvolutionRule{.stride = 3, .padding = 4, .dilation = 5}},
            {"conv3d", ConvolutionRule{.stride = 3, .padding = 4, .dilation = 5}},
            {"convolution",
             ConvolutionRule{.stride = 3, .padding = 4, .dilation = 5, .transposed = 6, .outputPadding = 7}},
            {"_convolution",
             ConvolutionRule{.stride = 3, .padding = 4, .dilation = 5, .transposed = 6, .outputPadding = 7}},
            {"cudnn_convolution", ConvolutionRule{.stride = 3, .padding = 2, .dilation = 4}},
            {"mkldnn_convolution", ConvolutionRule{.stride = 4, .padding = 3, .dilation = 5}},
            {"miopen_convolution", ConvolutionRule{.stride = 4, .padding = 3, .dilation = 5}},
            {"convolution_backward", std::monostate{}},
            {"scaled_dot_product_attention", AttentionRule{.queries = 0, .causal = 5}},
            {"_scaled_dot_product_flash_attention", AttentionRule{.queries = 0, .causal = 4}},
            {"_scaled_dot_product_flash_attention_for_cpu", AttentionRule{.queries = 0, .causal = 4}},
            {"_scaled_dot_product_efficient_attention", AttentionRule{.queries = 0, .causal = 6}},
            {"_scaled_dot_product_cudnn_attention", AttentionRule{.queries = 0, .causal = 6}},
            {"_flash_attention_forward", AttentionRule{.queries = 0, .causal = 8, .headsFirst = false}},
            {"_efficient_attention_forward", AttentionRule{.queries = 0, .causal = 9, .headsFirst = false}},
            {"_scaled_dot_product_flash_attention_backward", AttentionRule{.queries = 1, .causal = 11}},
            {"_scaled_dot_product_flash_attention_for_cpu_backward", AttentionRule{.queries = 1, .causal = 7}},
            {"_scaled_dot_product_efficient_attention_backward", AttentionRule{.queries = 1, .causal = 11}},
            {"_scaled_dot_product_cudnn_attention_backward", AttentionRule{.queries = 1, .causal = 14}},
            {"_flash_attention_backward", AttentionRule{.queries = 1, .causal = 11, .headsFirst = false}},
            {"_efficient_attention_backward", AttentionRule{.queries = 1, .causal = 14, .headsFirst = false}},
            {"add", ElementWiseRule{.hasFactor = true}},
            {"sub", ElementWiseRule{.hasFactor = true}},
            {"rsub", ElementWiseRule{.hasFactor = true}},
            {"clamp", ElementWiseRule{.operations = 2.0}},
            {"addcmul", ElementWiseRule{.operations = 3.0}},
            {"addcdiv", ElementWiseRule{.operations = 3.0}},
            {"lerp", ElementWiseRule{.operations = 3.0}},
            {"copy", ElementWiseRule{.operations = 0.0, .readsFirst = false}},
            {"fill", ElementWiseRule{.operations = 0.0, .readsFirst = false}},
            {"zero", ElementWiseRule{.operations = 0.0, .readsFirst = false}},
        };
        for (const std::string_view once : {"mul",           "div",           "neg",
                                            "abs",           "relu",          "clamp_min",
                                            "clamp_max",     "sqrt",          "rsqrt",
                                            "reciprocal",    "exp",           "exp2",
                                            "log",           "log2",          "sin",
                                            "cos",           "tan",           "tanh",
                                            "sigmoid",       "erf",           "gelu",
                                            "silu",          "pow",           "square",
                                            "maximum",       "minimum",       "threshold_backward",
                                            "gelu_backward", "hardtanh",      "leaky_relu",
                                            "silu_backward", "tanh_backward", "sigmoid_backward"})
            made.emplace(once, ElementWiseRule{});
        return made;
    }();
    return table;
}

} // namespace

ElementType elementTypeNamed(std::string_view name)
{
    struct Named {
        std::string_view name;
        ElementType type;
    };
    static constexpr std::array known{
        Named{"float", {4.0, true}},
        Named{"c10::BFloat16", {2.0, true}},
        Named{"c10::Half", {2.0, true}},
        Named{"double", {8.0, true}},
        Named{"long int", {8.0, false}},
        Named{"long", {8.0, false}},
        Named{"int", {4.0, false}},
        Named{"bool", {1.0, false}},
        Named{"unsigned char", {1.0, false}},
        Named{"signed char", {1.0, false}},
        Named{"char", {1.0, false}},
        Named{"short", {2.0, false}},
        Named{"short int", {2.0, false}},
        Named{"c10::Float8_e4m3fn", {1.0, true}},
        Named{"c10::Float8_e5m2", {1.0, true}},
        Named{"c10::Float8_e4m3fnuz", {1.0, true}},
        Named{"c10::Float8_e5m2fnuz", {1.0, true}},
    };
    const auto found = std::ranges::find(known, name, &Named::name);
    return found == known.end() ? ElementType{} : found->type;
}

std::optional<OperatorWork> workOf(std::string_view operatorName, std::span<const OperatorInput> inputs)
{
    constexpr std::string_view library = "aten::";
    if (!operatorName.starts_with(library))
        return std::nullopt;
    operatorName.remove_prefix(library.size());
    if (operatorName.ends_with('_'))
        operatorName.remove_suffix(1);
    const auto found = rules().find(operatorName);
    if (found == rules().end())
        return std::nullopt;
    const Rule& rule = found->second;
    if (const auto* product = std::get_if<ProductRule>(&rule))
        return productWork(inputs, *product);
    if (const auto* convolution = std::get_if<ConvolutionRule>(&rule))
        return convolutionWork(inputs, *convolution);
    if (const auto* attention = std::get_if<AttentionRule>(&rule))
        return attentionWork(inputs, *attention);
    if (const auto* elementWise = std::get_if<ElementWiseRule>(&rule))
        return elementWiseWork(inputs, *elementWise);
    return convolutionGradientWork(inputs);
}

} // namespace ridgepoint
