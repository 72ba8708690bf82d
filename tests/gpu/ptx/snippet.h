// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/ptx/executor.h"

#include <cstring>
#include <string>
#include <vector>

namespace ridgepoint::ptx::test {

/// A whole PTX file around a kernel "k" with two pointer parameters, a and b, loaded into %rd1 and %rd2, and %tid.x in
/// %r1. The registers %r, %rd, %f, %fd, %h, %p have 32 each.
inline std::string kernelAround(const std::string& body, const std::string& directives = {},
                                const std::string& variables = {})
{
    return ".version 9.0\n.target sm_90\n.address_size 64\n" + variables
         + "\n.visible .entry k(.param .u64 a, .param .u64 b)\n" + directives
         + "{\n.reg .b32 %r<32>;\n.reg .b64 %rd<32>;\n.reg .f32 %f<32>;\n.reg .f64 %fd<32>;\n.reg .b16 %h<32>;\n.reg "
           ".pred %p<32>;\n"
           "ld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\nmov.u32 %r1, %tid.x;\n"
         + body + "\nret;\n}\n";
}

/// Two buffers and what became of a launch over them.
struct Outcome {
    DeviceMemory memory;
    Result<Counts> counts{Counts{}};

    [[nodiscard]] const Region& a() const { return memory.regions()[0]; }
    [[nodiscard]] const Region& b() const { return memory.regions()[1]; }
    [[nodiscard]] std::string errorId() const { return counts ? std::string{} : counts.error().id; }
    [[nodiscard]] std::string message() const { return counts ? std::string{} : counts.error().message(); }
};

/// Runs kernel "k" of `source` on a buffer a that holds `input` and a buffer b of `outputBytes` that holds nothing.
template <class T = std::uint32_t>
Outcome runOn(const std::string& source, const std::vector<T>& input, std::size_t outputBytes, Launch launch = {})
{
    Outcome outcome;
    const auto bytes = std::as_bytes(std::span(input));
    const std::uint64_t a = outcome.memory.allocate("a", bytes.size());
    const std::uint64_t b = outcome.memory.allocate("b", outputBytes);
    outcome.memory.regionAt(a).fill(0, bytes);
    launch.arguments = {a, b};
    const auto program = Program::load(source);
    if (!program)
        outcome.counts = program.error();
    else
        outcome.counts = program->run("k", launch, outcome.memory);
    return outcome;
}

/// Element `index` of a region; the caller knows that it was written.
template <class T> T element(const Region& region, std::size_t index)
{
    T value{};
    std::memcpy(&value, region.bytes().data() + index * sizeof(T), sizeof(T));
    return value;
}

/// A launch of one block of that many threads.
inline Launch threads(std::uint32_t count) { return {.block = {count, 1, 1}}; }

} // namespace ridgepoint::ptx::test
