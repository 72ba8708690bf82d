// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/theory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <string>

namespace ridgepoint {
namespace {

/// What one multiprocessor of a compute capability starts per clock; 0 where it is not confirmed.
struct Multiprocessor {
    ComputeCapability capability;
    int fp32Lanes;
    int fp16MatrixFma;
};

constexpr std::array multiprocessors{
    Multiprocessor{{7, 0}, 64, 0},      Multiprocessor{{7, 5}, 64, 512}, Multiprocessor{{8, 0}, 64, 1024},
    Multiprocessor{{8, 6}, 128, 0},     Multiprocessor{{8, 9}, 128, 0},  Multiprocessor{{9, 0}, 128, 2048},
    Multiprocessor{{10, 0}, 128, 4096}, Multiprocessor{{12, 0}, 128, 0},
};

std::optional<int> confirmed(ComputeCapability capability, int Multiprocessor::*rate)
{
    const auto found = std::find_if(multiprocessors.begin(), multiprocessors.end(),
                                    [&](const Multiprocessor& known) { return known.capability == capability; });
    if (found == multiprocessors.end() || (*found).*rate == 0)
        return std::nullopt;
    return (*found).*rate;
}

std::string megahertz(Hertz clock)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.0f MHz", clock.value() / 1e6);
    return text.data();
}

ReferenceLine rateLine(const char* roof, const GpuShapeFacts& facts, int fmaPerClock)
{
    return {.roof = roof,
            .value = theoreticalRate(facts.multiprocessors, fmaPerClock, facts.clock).value(),
            .provenance = Provenance::Predicted,
            .label = "theory",
            .source = std::to_string(facts.multiprocessors) + " multiprocessors x " + std::to_string(fmaPerClock)
                    + " multiply-adds x 2 x " + megahertz(facts.clock)};
}

} // namespace

std::optional<ComputeCapability> computeCapabilityFrom(std::string_view text)
{
    ComputeCapability capability;
    const char* end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, capability.major);
    if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.')
        return std::nullopt;
    const auto minor = std::from_chars(major.ptr + 1, end, capability.minor);
    if (minor.ec != std::errc() || minor.ptr != end || capability.major < 1 || capability.minor < 0
        || capability.minor > 9)
        return std::nullopt;
    return capability;
}

std::optional<int> fp32LanesPerMultiprocessor(ComputeCapability capability)
{
    return confirmed(capability, &Multiprocessor::fp32Lanes);
}

std::optional<int> fp16MatrixFmaPerMultiprocessor(ComputeCapability capability)
{
    return confirmed(capability, &Multiprocessor::fp16MatrixFma);
}

FlopsPerSecond theoreticalRate(int count, int fmaPerClock, Hertz clock)
{
    return FlopsPerSecond(2.0 * count * fmaPerClock * clock.value());
}

BytesPerSecond theoreticalBandwidth(Hertz memoryClock, int busBits)
{
    return BytesPerSecond(2.0 * memoryClock.value() * busBits / 8.0);
}

std::vector<ReferenceLine> theoreticalLines(const GpuShapeFacts& facts)
{
    std::vector<ReferenceLine> lines;
    if (facts.multiprocessors > 0 && facts.clock > Hertz()) {
        if (const auto lanes = fp32LanesPerMultiprocessor(facts.capability))
            lines.push_back(rateLine("compute.fp32.fma", facts, *lanes));
        if (const auto fma = fp16MatrixFmaPerMultiprocessor(facts.capability))
            lines.push_back(rateLine("compute.fp16.matrix", facts, *fma));
    }
    if (facts.memoryClock > Hertz() && facts.memoryBusBits > 0)
        lines.push_back({.roof = "bandwidth.dram",
                         .value = theoreticalBandwidth(facts.memoryClock, facts.memoryBusBits).value(),
                         .provenance = Provenance::Predicted,
                         .label = "theory",
                         .source = "2 x " + megahertz(facts.memoryClock) + " x " + std::to_string(facts.memoryBusBits)
                                 + " bit / 8"});
    return lines;
}

} // namespace ridgepoint
