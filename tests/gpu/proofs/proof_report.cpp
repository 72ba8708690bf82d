// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/proof_report.h"

#include "tests/gpu/proofs/artifacts.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace ridgepoint::proofs {

bool Report::write() const
{
    const std::string table = text();
    std::fputs(table.c_str(), stdout);
    std::ofstream file(artifactFolder() / (m_name + ".txt"));
    file << table;
    return file.good();
}

std::string Report::text() const
{
    std::vector<std::size_t> widths(m_rows.front().size());
    for (const auto& row : m_rows)
        for (std::size_t i = 0; i < widths.size() && i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    for (const auto& row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += row[i];
            if (i + 1 < row.size())
                text.append(widths[i] + 2 - row[i].size(), ' ');
        }
        text += '\n';
    }
    return text;
}

std::string joined(const std::vector<std::string>& faults)
{
    std::string text;
    for (const std::string& fault : faults)
        text += (text.empty() ? "" : "\n") + fault;
    return text;
}

} // namespace ridgepoint::proofs
