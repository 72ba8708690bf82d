// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "tests/gpu/ptx/code.h"
#include "tests/gpu/ptx/memory.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ridgepoint::ptx {

/// One launch. An argument is a pointer (u64) or a number of exactly the parameter's size.
struct Launch {
    std::array<std::uint32_t, 3> grid{1, 1, 1};
    std::array<std::uint32_t, 3> block{1, 1, 1};
    std::vector<std::variant<std::uint32_t, std::uint64_t, float, double>> arguments;
    std::uint64_t longestRun = 100'000'000; ///< instructions that one block may issue before it counts as endless
    double approximation = 0.0;             ///< share, -1 to 1, of the documented error that .approx operations make
};

/// How often instructions ran, counted by thread: an instruction that 32 threads carry out counts 32.
struct Counts {
    std::uint64_t instructions = 0;
    std::map<std::string, std::uint64_t> byOpcode;

    /// Instructions with that opcode.
    [[nodiscard]] std::uint64_t of(const std::string& opcode) const;
    Counts& operator+=(const Counts& other);
};

/// The kernels of one PTX file, ready to run.
class Program {
public:
    /// Parses and decodes every kernel; the first fault is the error.
    [[nodiscard]] static Result<Program> load(std::string_view source);

    [[nodiscard]] const std::map<std::string, Code, std::less<>>& kernels() const { return m_kernels; }
    [[nodiscard]] const std::string& target() const { return m_target; }

    /// Runs one launch to its end, block after block. A trap is an error that names the kernel, the line of PTX, the
    /// block and the thread.
    [[nodiscard]] Result<Counts> run(std::string_view kernel, const Launch& launch, DeviceMemory& memory) const;

private:
    std::string m_target;
    std::map<std::string, Code, std::less<>> m_kernels;
    std::vector<Region> m_variables;
};

} // namespace ridgepoint::ptx
