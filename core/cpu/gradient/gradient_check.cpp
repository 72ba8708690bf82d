// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/gradient/gradient_check.h"

#include "core/cpu/guarded_memory.h"
#include "core/model/chain_polynomial.h"
#include "core/model/gradient_reference.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iomanip>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <utility>

namespace ridgepoint {
namespace {

class Bench {
public:
    explicit Bench(const GradientCheck& check)
        : m_check(check),
          m_elements(static_cast<std::size_t>(check.call.elements)),
          m_polynomial(check.call.degree),
          m_input(bytes()),
          m_gradient(bytes()),
          m_out(bytes()),
          m_scratch(gradientScratchFloats * sizeof(float))
    {
        const int saved = check.call.saving == Saving::Everything ? check.call.length : 1;
        for (int i = 0; i < saved; ++i) {
            m_values.emplace_back(bytes());
            m_places.push_back(m_values.back().as<float>());
        }
        std::mt19937 random(check.seed);
        std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
        for (const GuardedMemory* tensor : {&m_input, &m_gradient})
            for (std::size_t i = 0; i < m_elements; ++i)
                tensor->as<float>()[i] = uniform(random);
    }

    void run()
    {
        const GradientCall& call = m_check.call;
        const GradientPasses& passes = gradientKernelsFor(m_check.set)[static_cast<std::size_t>(call.link)];
        const auto saving = static_cast<std::size_t>(call.saving);
        pass(m_check.forward != nullptr ? m_check.forward : passes.forward[saving]);
        pass(m_check.backward != nullptr ? m_check.backward : passes.backward[saving]);
    }

    void compare(SelftestLine& line) const
    {
        const GradientCall& call = m_check.call;
        const std::size_t first = call.saving == Saving::Everything ? 0 : static_cast<std::size_t>(call.length) - 1;
        for (std::size_t i = 0; i < m_elements; ++i) {
            const GradientReference expected = reference(call.link, call.length, m_polynomial.coefficients,
                                                         at(m_input, i), at(m_gradient, i));
            for (std::size_t link = 0; link < m_values.size(); ++link)
                note(line, "result " + std::to_string(first + link + 1), i, at(m_values[link], i),
                     expected.values[first + link]);
            note(line, "gradient", i, at(m_out, i), expected.gradient);
        }
    }

    [[nodiscard]] bool guardsAreWhole() const
    {
        return m_input.isWhole() && m_gradient.isWhole() && m_out.isWhole() && m_scratch.isWhole()
            && std::all_of(m_values.begin(), m_values.end(),
                           [](const GuardedMemory& tensor) { return tensor.isWhole(); });
    }

private:
    [[nodiscard]] std::size_t bytes() const { return m_elements * sizeof(float); }
    static double at(const GuardedMemory& tensor, std::size_t i) { return static_cast<double>(tensor.as<float>()[i]); }

    void pass(GradientKernel kernel)
    {
        const GradientData data{.input = m_input.as<float>(),
                                .gradient = m_gradient.as<float>(),
                                .out = m_out.as<float>(),
                                .values = m_places.data(),
                                .length = m_check.call.length,
                                .coefficients = m_polynomial.coefficients.data(),
                                .derivative = m_polynomial.derivative.data(),
                                .degree = m_check.call.degree};
        const std::size_t lines = paddedBytes(bytes()) / lineBytes;
        const auto threads = static_cast<std::size_t>(std::max(m_check.call.threads, 1));
        for (std::size_t thread = 0; thread < threads; ++thread)
            kernel(data, {.begin = lines * thread / threads,
                          .end = lines * (thread + 1) / threads,
                          .scratch = m_scratch.as<float>()});
    }

    void note(SelftestLine& line, const std::string& what, std::size_t i, double got, Rounded expected) const
    {
        double error = std::abs(got - expected.value) / expected.error;
        if (std::isnan(error))
            error = std::numeric_limits<double>::infinity();
        line.largestError = std::max(line.largestError, error);
        if (error > line.tolerance && line.detail.empty()) {
            std::ostringstream detail;
            detail << std::setprecision(9) << "chain of " << m_check.call.length << ", degree " << m_check.call.degree
                   << ", seed " << m_check.seed << ": " << what << " at " << i << " of " << m_elements << " is " << got
                   << " instead of " << expected.value << " +- " << expected.error;
            line.detail = detail.str();
        }
    }

    GradientCheck m_check;
    std::size_t m_elements;
    ChainPolynomial m_polynomial;
    GuardedMemory m_input, m_gradient, m_out, m_scratch;
    std::vector<GuardedMemory> m_values;
    std::vector<float*> m_places;
};

} // namespace

SelftestLine checkGradient(const GradientCheck& check)
{
    SelftestLine line{.kernel = "gradient of " + std::string(nameOf(check.call.link)) + ", "
                              + std::string(nameOf(check.call.saving)) + " fp32 " + std::string(nameOf(check.set)),
                      .tolerance = 1.0};
    Bench bench(check);
    bench.run();
    bench.compare(line);
    if (line.detail.empty() && !bench.guardsAreWhole())
        line.detail = "memory outside the tensors was written";
    line.passed = line.detail.empty();
    return line;
}

std::vector<SelftestLine> checkGradients(InstructionSet set, std::uint32_t seed)
{
    // Elements and lengths: tails of vectors, groups and blocks of 1024; the shortest chain and the longest.
    static constexpr std::initializer_list<std::pair<std::int64_t, int>> shapes{
        {1, 1}, {15, 2}, {17, 3}, {129, 4}, {1024, 5}, {1041, 2}, {2500, 8}, {700, longestGradientChain}};
    std::vector<SelftestLine> lines;
    for (const ChainLink link : allChainLinks)
        for (const Saving saving : allSavings) {
            SelftestLine worst{.passed = true};
            for (const auto& [elements, length] : shapes)
                for (const int degree : {1, 2, 7, 64}) {
                    if (link != ChainLink::Polynomial && degree > 1)
                        continue;
                    SelftestLine line = checkGradient({.set = set,
                                                       .call = {.link = link,
                                                                .degree = degree,
                                                                .length = length,
                                                                .saving = saving,
                                                                .elements = elements,
                                                                .threads = degree == 2 ? 3 : 1},
                                                       .seed = seed++});
                    line.largestError = std::max(line.largestError, worst.largestError);
                    if (!worst.passed) {
                        line.passed = false;
                        line.detail = worst.detail;
                    }
                    worst = line;
                }
            lines.push_back(worst);
        }
    return lines;
}

} // namespace ridgepoint
