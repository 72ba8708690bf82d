// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/kernel_listing.h"

#include "app/bench/text_format.h"
#include "core/session/own_kernels_csv.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ridgepoint {
namespace {

std::string countOf(double value)
{
    return value < 1e6 && value == static_cast<double>(static_cast<std::int64_t>(value))
             ? std::to_string(static_cast<std::int64_t>(value))
             : withPrefix(value, "");
}

/// A level of memory is called as its roof is: "DRAM", "L2".
std::string headOf(std::string_view column)
{
    std::string head(column);
    if (column == "dram" || std::ranges::find(cacheLevels, column) != cacheLevels.end())
        for (char& letter : head)
            letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return head;
}

} // namespace

std::string kernelTable(const ImportedFile& file)
{
    constexpr std::size_t shownRows = 40;
    constexpr std::size_t namePlaces = 44;
    constexpr std::size_t figureWidth = 12;
    std::vector<const OwnKernel*> kernels;
    for (const OwnKernel& kernel : file.kernels)
        kernels.push_back(&kernel);
    std::ranges::stable_sort(kernels, [](const OwnKernel* a, const OwnKernel* b) { return a->time > b->time; });
    std::array<bool, cacheLevels.size()> hasLevel{};
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        hasLevel[i] = std::ranges::any_of(kernels,
                                          [&](const OwnKernel* kernel) { return kernel->throughCaches[i] > Bytes(); });

    const auto row = [&](const std::string& name, const auto& figure) {
        std::string line = "  " + padded(name, namePlaces + 2);
        for (const char* column : {"launches", "time", "FLOP", "dram"})
            line += padded(figure(column), figureWidth);
        for (std::size_t i = 0; i < cacheLevels.size(); ++i)
            if (hasLevel[i])
                line += padded(figure(cacheLevels[i]), figureWidth);
        return line + figure("work") + '\n';
    };
    std::string text = row("kernel", [](std::string_view column) { return headOf(column); });
    for (const OwnKernel* kernel : std::span(kernels).first(std::min(kernels.size(), shownRows)))
        text += row(shortened(printable(kernel->name), namePlaces), [&](std::string_view column) -> std::string {
            const auto amount = [](double value, const char* unit) {
                return value > 0.0 ? withPrefix(value, unit) : std::string("-");
            };
            if (column == "launches")
                return countOf(kernel->launches);
            if (column == "time")
                return withPrefix(kernel->time.value(), "s");
            if (column == "FLOP")
                return amount(kernel->flops.value(), "FLOP");
            if (column == "dram")
                return amount(kernel->bytes.value(), "B");
            if (column == "work")
                return std::string(nameOf(kernel->work)) + (kernel->profiled ? ", profiled" : "");
            const auto level = static_cast<std::size_t>(std::ranges::find(cacheLevels, column) - cacheLevels.begin());
            return amount(kernel->throughCaches[level].value(), "B");
        });
    if (kernels.size() > shownRows)
        text += "  and " + std::to_string(kernels.size() - shownRows)
              + (kernels.size() == shownRows + 1 ? " shorter one\n" : " shorter ones\n");
    return text;
}

std::string kernelsText(const ImportedFile& file)
{
    std::string text = kernelTable(file);
    for (const std::string& remark : file.remarks)
        text += "  " + printable(remark) + '\n';
    return text;
}

} // namespace ridgepoint
