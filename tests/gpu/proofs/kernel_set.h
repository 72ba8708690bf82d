// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "gpu/plan/kernel_call.h"
#include "tests/gpu/ptx/executor.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::proofs {

/// The kernels of several PTX files of one virtual architecture.
class KernelSet {
public:
    explicit KernelSet(int architecture) : m_architecture(architecture) {}

    /// Adds the kernels of one file; a name that is there already is an error.
    [[nodiscard]] Result<void> add(std::string_view source);

    /// 10 major + minor of the virtual architecture.
    [[nodiscard]] int architecture() const { return m_architecture; }
    [[nodiscard]] bool has(std::string_view kernel) const { return m_programs.find(kernel) != m_programs.end(); }
    [[nodiscard]] std::vector<std::string> names() const;

    /// Runs one planned call; `addresses` are those of the plan's buffers.
    [[nodiscard]] Result<ptx::Counts> run(const KernelCall& call, const std::vector<std::uint64_t>& addresses,
                                          ptx::DeviceMemory& memory, double approximation = 0.0) const;

private:
    int m_architecture;
    std::vector<ptx::Program> m_files;
    std::map<std::string, std::size_t, std::less<>> m_programs; ///< kernel → index into m_files
};

} // namespace ridgepoint::proofs
