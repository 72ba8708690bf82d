// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/ptx/instruction.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace ridgepoint::ptx {

/// What is known of an opcode before its operands are seen.
struct OperationKind {
    Handler handler = nullptr;
    std::size_t sources = 0; ///< operands after the one destination; a vector counts as one
};

/// Every opcode that the interpreter knows, by its whole name with all modifiers; no name means an error, so that
/// nothing is ever passed over.
class OperationTable {
public:
    void add(std::string name, std::size_t sources, Handler handler) { m_kinds[std::move(name)] = {handler, sources}; }
    [[nodiscard]] const OperationKind* find(const std::string& name) const
    {
        const auto found = m_kinds.find(name);
        return found == m_kinds.end() ? nullptr : &found->second;
    }
    [[nodiscard]] std::size_t size() const { return m_kinds.size(); }

private:
    std::unordered_map<std::string, OperationKind> m_kinds;
};

/// The table with every group of operations.
[[nodiscard]] const OperationTable& operationTable();

void addIntegerOperations(OperationTable& table);
void addFloatOperations(OperationTable& table);
void addApproximations(OperationTable& table);
void addHalfOperations(OperationTable& table);
void addComparisons(OperationTable& table);
void addConversions(OperationTable& table);
void addShuffles(OperationTable& table);

} // namespace ridgepoint::ptx
