// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/product_selftest.h"

#include "gpu/plan/product_numbers.h"

#include <array>
#include <memory>
#include <optional>

namespace ridgepoint {
namespace {

/// Rows, columns, inner: one of each, both sides of a step, a tile's edges in either direction, several tiles.
constexpr std::array<std::array<int, 3>, 8> productShapes{{{1, 1, 1},
                                                           {5, 3, 15},
                                                           {1, 129, 16},
                                                           {128, 128, 17},
                                                           {127, 6, 33},
                                                           {129, 64, 48},
                                                           {131, 258, 40},
                                                           {300, 260, 100}}};

/// Made when they are first asked for: a device that is opened to measure needs none.
class CheckedProduct {
public:
    CheckedProduct(ProductPlan plan, std::uint32_t seed) : m_plan(std::move(plan)), m_seed(seed) {}
    [[nodiscard]] const ProductNumbers& numbers()
    {
        if (!m_numbers)
            m_numbers = productNumbers(m_plan, m_seed);
        return *m_numbers;
    }

private:
    ProductPlan m_plan;
    std::uint32_t m_seed;
    std::optional<ProductNumbers> m_numbers;
};

KernelCheck productCheck(const std::string& kernel, const ProductPlan& plan, std::uint32_t seed)
{
    const auto made = std::make_shared<CheckedProduct>(plan, seed);
    KernelCheck check{.kernel = kernel,
                      .tolerance = 0.5 * static_cast<double>(plan.call.inner),
                      .buffers = {},
                      .calls = plan.plan.calls};
    for (const BufferPlan& buffer : plan.plan.buffers)
        check.buffers.push_back({.precision = Precision::Fp32,
                                 .elements = buffer.bytes / sizeof(float),
                                 .bytes = buffer.bytes,
                                 .input = {},
                                 .expected = {},
                                 .scale = {}});
    for (const std::size_t factor : {std::size_t{0}, std::size_t{1}})
        check.buffers[factor + 1].input = [made, factor](std::uint64_t i) {
            return static_cast<double>(made->numbers().factors[factor][i]);
        };
    check.buffers.front().expected = [made](std::uint64_t i, double) { return made->numbers().expected[i]; };
    check.buffers.front().scale = [made](std::uint64_t i, double) { return made->numbers().scales[i]; };
    return check;
}

} // namespace

SelftestItem productItem(const KernelInfo& info, std::uint32_t seed)
{
    SelftestItem item{.kernel = info.name, .checks = {}, .skipped = {}};
    for (const auto& [rows, columns, inner] : productShapes)
        if (const auto plan = planProduct({.rows = rows, .columns = columns, .inner = inner}))
            item.checks.push_back(productCheck(info.name, *plan, seed++));
    return item;
}

} // namespace ridgepoint
