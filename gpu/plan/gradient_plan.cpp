// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/gradient_plan.h"

#include "core/model/chain_polynomial.h"
#include "gpu/plan/tiling.h"
#include "gpu/plan/workload_plan.h"

#include <algorithm>
#include <iterator>

namespace ridgepoint {
namespace {

static_assert(polynomialSteps == highestDegree);
static_assert(keptLinks[std::size(keptLinks) - 1] == longestGradientChain);

constexpr std::uint64_t floatsInVector = vectorBytes / sizeof(float);

BufferPlan floats(std::uint64_t useful, std::uint64_t padded, InitialContent content)
{
    return {.usefulBytes = useful * sizeof(float), .bytes = padded * sizeof(float), .content = content};
}

/// The polynomial, as every kernel takes it.
void addPolynomial(std::vector<KernelArgument>& arguments, const GradientCall& call)
{
    const ChainPolynomial polynomial(call.degree);
    arguments.insert(arguments.end(), {BufferPointer{gradient_buffer::steps}, polynomial.coefficients.back(),
                                       polynomial.derivative.back(), static_cast<std::uint32_t>(call.degree),
                                       static_cast<std::uint32_t>(call.length)});
}

KernelCall forwardCall(const GradientPlan& gradient)
{
    const bool all = gradient.call.saving == Saving::Everything;
    std::vector<KernelArgument> arguments{BufferPointer{gradient_buffer::values},
                                          BufferPointer{gradient_buffer::input}};
    addPolynomial(arguments, gradient.call);
    if (all)
        arguments.emplace_back(static_cast<std::uint32_t>(gradient.pitch / floatsInVector));
    return tiledCall(gradientKernelName(gradient.call.link, all ? "forward_all" : "forward_last"), std::move(arguments),
                     gradient.pitch / floatsInVector);
}

KernelCall backwardCall(const GradientPlan& gradient)
{
    std::vector<KernelArgument> arguments{BufferPointer{gradient_buffer::out}, BufferPointer{gradient_buffer::gradient},
                                          BufferPointer{gradient_buffer::input}};
    if (gradient.call.saving == Saving::Everything) {
        arguments.emplace_back(BufferPointer{gradient_buffer::values});
        addPolynomial(arguments, gradient.call);
        arguments.emplace_back(static_cast<std::uint32_t>(gradient.pitch / floatsInVector));
        return tiledCall(gradientKernelName(gradient.call.link, "backward_saved"), std::move(arguments),
                         gradient.pitch / floatsInVector);
    }
    const std::uint32_t links = keptLinksFor(gradient.call.length);
    const auto vectors = static_cast<std::uint32_t>(gradient.pitch / keptLanes(links));
    addPolynomial(arguments, gradient.call);
    arguments.emplace_back(vectors);
    return {.kernel = gradientKernelName(gradient.call.link, anewPass(links)),
            .grid = {.x = (vectors + blockThreads - 1) / blockThreads},
            .block = {.x = blockThreads},
            .arguments = std::move(arguments)};
}

KernelCall polynomialCall(const GradientCall& call)
{
    return {.kernel = "rp_fill_polynomial",
            .grid = {.x = polynomialSteps / blockThreads},
            .block = {.x = blockThreads},
            .arguments = {BufferPointer{gradient_buffer::steps}, static_cast<std::uint32_t>(call.degree),
                          ChainPolynomial::slopeOf(call.degree), ChainPolynomial::linear, ChainPolynomial::constant}};
}

std::string methodOf(const GradientCall& call)
{
    if (call.saving == Saving::Everything)
        return "own CUDA kernels, two launches, a tile of 8 KiB per block";
    const std::uint32_t links = keptLinksFor(call.length);
    return "own CUDA kernels, two launches, recomputed results stay in registers (room for " + std::to_string(links)
         + " operations on " + std::to_string(keptLanes(links)) + " floats per thread)";
}

} // namespace

std::string gradientKernelName(ChainLink link, const std::string& pass)
{
    return "rp_gradient_" + std::string(nameOf(link)) + "_" + pass + "_f32";
}

std::string anewPass(std::uint32_t links) { return "backward_anew" + std::to_string(links); }

std::uint32_t keptLinksFor(int length)
{
    return *std::find_if(std::begin(keptLinks), std::end(keptLinks) - 1,
                         [&](std::uint32_t links) { return static_cast<int>(links) >= length; });
}

Result<GradientPlan> planGradient(const GradientCall& call)
{
    if (const auto valid = validate(call); !valid)
        return valid.error();
    const auto elements = static_cast<std::uint64_t>(call.elements);
    GradientPlan gradient{.call = call,
                          .method = methodOf(call),
                          .plan = {},
                          .pitch = (elements + floatsInVector - 1) / floatsInVector * floatsInVector};
    const std::uint64_t results = call.saving == Saving::Everything ? static_cast<std::uint64_t>(call.length) : 1;
    CallPlan& plan = gradient.plan;
    plan.buffers = {floats(elements, gradient.pitch, InitialContent::Unspecified),
                    floats(elements, gradient.pitch, InitialContent::Uniform),
                    floats(elements, gradient.pitch, InitialContent::Uniform),
                    floats(results * elements, results * gradient.pitch, InitialContent::Unspecified),
                    floats(2 * polynomialSteps, 2 * polynomialSteps, InitialContent::Saved)};
    for (const std::size_t buffer : {gradient_buffer::input, gradient_buffer::gradient})
        plan.fill.push_back(fillCall(plan.buffers[buffer], buffer));
    plan.fill.push_back(polynomialCall(call));
    plan.calls = {forwardCall(gradient), backwardCall(gradient)};
    return gradient;
}

} // namespace ridgepoint
