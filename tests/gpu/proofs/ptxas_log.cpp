// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/ptxas_log.h"

#include <charconv>
#include <optional>

namespace ridgepoint::proofs {
namespace {

/// The text between two marks, or nothing.
std::optional<std::string_view> between(std::string_view line, std::string_view before, std::string_view after)
{
    const std::size_t start = line.find(before);
    if (start == std::string_view::npos)
        return std::nullopt;
    const std::size_t end = line.find(after, start + before.size());
    return end == std::string_view::npos
             ? std::nullopt
             : std::optional(line.substr(start + before.size(), end - start - before.size()));
}

/// The number that stands right before `unit`.
std::optional<std::uint64_t> numberBefore(std::string_view line, std::string_view unit)
{
    const std::size_t end = line.find(unit);
    if (end == std::string_view::npos)
        return std::nullopt;
    std::size_t start = end;
    while (start > 0 && line[start - 1] >= '0' && line[start - 1] <= '9')
        --start;
    std::uint64_t value = 0;
    const auto [rest, problem] = std::from_chars(line.data() + start, line.data() + end, value);
    return problem == std::errc{} && rest == line.data() + end ? std::optional(value) : std::nullopt;
}

class Reader {
public:
    void readLine(std::string_view line)
    {
        if (const auto name = between(line, "Compiling entry function '", "'")) {
            finish();
            m_open = true;
            m_current = {.kernel = std::string(*name)};
            if (const auto target = between(line, "for 'sm_", "'"))
                std::from_chars(target->data(), target->data() + target->size(), m_current.architecture);
        } else if (const auto stack = numberBefore(line, " bytes stack frame")) {
            const auto stores = numberBefore(line, " bytes spill stores");
            const auto loads = numberBefore(line, " bytes spill loads");
            m_hasMemory = stores && loads;
            m_current.stackBytes = *stack;
            m_current.spillStoreBytes = stores.value_or(0);
            m_current.spillLoadBytes = loads.value_or(0);
        } else if (const auto registers = numberBefore(line, " registers")) {
            m_hasRegisters = true;
            m_current.registers = *registers;
        }
    }

    void finish()
    {
        if (m_open && (!m_hasMemory || !m_hasRegisters || m_current.architecture == 0) && m_incomplete.empty())
            m_incomplete = m_current.kernel;
        if (m_open)
            m_kernels.push_back(m_current);
        m_open = m_hasMemory = m_hasRegisters = false;
    }

    [[nodiscard]] const std::string& incomplete() const { return m_incomplete; }
    [[nodiscard]] std::vector<KernelResources> kernels() && { return std::move(m_kernels); }

private:
    KernelResources m_current;
    bool m_open = false;
    bool m_hasMemory = false;
    bool m_hasRegisters = false;
    std::string m_incomplete;
    std::vector<KernelResources> m_kernels;
};

} // namespace

Result<std::vector<KernelResources>> readPtxasLog(std::string_view log)
{
    Reader reader;
    while (!log.empty()) {
        const std::size_t end = log.find('\n');
        reader.readLine(log.substr(0, end));
        log.remove_prefix(end == std::string_view::npos ? log.size() : end + 1);
    }
    reader.finish();
    if (!reader.incomplete().empty())
        return Error{ErrorKind::Corrupt,
                     "proofs.ptxas-log",
                     "the assembler's log does not say what %1 needs",
                     {reader.incomplete()}};
    return std::move(reader).kernels();
}

std::vector<std::string> resourceFaults(const KernelResources& resources, std::uint64_t registerBound)
{
    std::vector<std::string> faults;
    const std::string name = resources.kernel + " on sm_" + std::to_string(resources.architecture);
    if (resources.stackBytes != 0)
        faults.push_back(name + " keeps " + std::to_string(resources.stackBytes) + " bytes of stack");
    if (resources.spillStoreBytes != 0 || resources.spillLoadBytes != 0)
        faults.push_back(name + " spills " + std::to_string(resources.spillStoreBytes) + " bytes and loads "
                         + std::to_string(resources.spillLoadBytes));
    if (resources.registers > registerBound)
        faults.push_back(name + " needs " + std::to_string(resources.registers) + " registers; "
                         + std::to_string(registerBound) + " are allowed");
    return faults;
}

} // namespace ridgepoint::proofs
