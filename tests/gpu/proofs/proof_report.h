// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace ridgepoint::proofs {

/// A table that a proof prints to its log and writes to NAME.txt beside the artifacts, columns aligned.
class Report {
public:
    Report(std::string name, std::vector<std::string> head) : m_name(std::move(name)), m_rows{std::move(head)} {}

    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    /// Whether the file could be written.
    [[nodiscard]] bool write() const;
    [[nodiscard]] std::string text() const;

private:
    std::string m_name;
    std::vector<std::vector<std::string>> m_rows;
};

/// "faults" joined by lines, empty when there is none.
[[nodiscard]] std::string joined(const std::vector<std::string>& faults);

} // namespace ridgepoint::proofs
