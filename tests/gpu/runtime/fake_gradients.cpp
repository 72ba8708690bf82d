// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// What the kernels of chains with their gradients do, written down once more and plainly, in double from the
// definitions.
#include "core/model/chain_polynomial.h"
#include "core/model/gradient_reference.h"
#include "gpu/plan/gradient_numbers.h"
#include "gpu/plan/gradient_plan.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/runtime/fake_cuda.h"

#include <algorithm>

namespace ridgepoint::test {
namespace {

float* floatsAt(std::uint64_t value) { return reinterpret_cast<float*>(value); }
std::uint32_t number(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

void forward(ChainLink link, bool all, const std::vector<std::uint64_t>& values, const std::vector<float>& coefficients)
{
    const std::size_t shape = all ? 8 : 7;
    const std::size_t elements = (std::size_t{number(values[shape])} * tileVectors + number(values[shape + 1])) * 4;
    const std::uint32_t length = number(values[6]);
    for (std::size_t i = 0; i < elements; ++i) {
        auto x = static_cast<double>(floatsAt(values[1])[i]);
        for (std::uint32_t step = 0; step < length; ++step) {
            x = linkValue(link, x, coefficients);
            if (all || step + 1 == length)
                floatsAt(values[0])[i + (all ? std::size_t{step} * number(values[7]) * 4 : 0)] = static_cast<float>(x);
        }
    }
}

void backwardSaved(ChainLink link, const std::vector<std::uint64_t>& values, const std::vector<float>& coefficients)
{
    const std::size_t elements = (std::size_t{number(values[10])} * tileVectors + number(values[11])) * 4;
    const std::size_t pitch = std::size_t{number(values[9])} * 4;
    for (std::size_t i = 0; i < elements; ++i) {
        auto gradient = static_cast<double>(floatsAt(values[1])[i]);
        for (std::size_t step = number(values[8]); step-- > 0;) {
            const float* const result = floatsAt(values[3]) + step * pitch + i;
            gradient *= needsResult(link)
                          ? -static_cast<double>(*result)
                          : linkSlope(link, static_cast<double>(step == 0 ? floatsAt(values[2])[i] : *(result - pitch)),
                                      coefficients);
        }
        floatsAt(values[0])[i] = static_cast<float>(gradient);
    }
}

void backwardAnew(ChainLink link, std::size_t lanes, const std::vector<std::uint64_t>& values,
                  const std::vector<float>& coefficients)
{
    for (std::size_t i = 0; i < number(values[8]) * lanes; ++i) {
        auto x = static_cast<double>(floatsAt(values[2])[i]);
        auto gradient = static_cast<double>(floatsAt(values[1])[i]);
        for (std::uint32_t step = 0; step < number(values[7]); ++step) {
            gradient *= linkSlope(link, x, coefficients);
            x = linkValue(link, x, coefficients);
        }
        floatsAt(values[0])[i] = static_cast<float>(gradient);
    }
}

} // namespace

void computeGradient(const std::string& kernel, const std::vector<std::uint64_t>& values)
{
    if (kernel == "rp_fill_polynomial") {
        const std::vector<float> table = polynomialTable(static_cast<int>(number(values[1])));
        std::copy(table.begin(), table.end(), floatsAt(values[0]));
        return;
    }
    for (const ChainLink link : allChainLinks) {
        const auto is = [&](const std::string& pass) { return kernel == gradientKernelName(link, pass); };
        const auto coefficientsAt = [&](std::size_t degree) {
            return ChainPolynomial(static_cast<int>(number(values[degree]))).coefficients;
        };
        if (is("forward_all") || is("forward_last"))
            return forward(link, is("forward_all"), values, coefficientsAt(5));
        if (is("backward_saved"))
            return backwardSaved(link, values, coefficientsAt(7));
        for (const std::uint32_t links : keptLinks)
            if (is(anewPass(links)))
                return backwardAnew(link, keptLanes(links), values, coefficientsAt(6));
    }
}

} // namespace ridgepoint::test
