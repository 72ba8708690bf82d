// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace ridgepoint {

/// A dense symmetric matrix of which the lower half is kept.
class SymmetricMatrix {
public:
    explicit SymmetricMatrix(std::size_t size = 0) : m_size(size), m_values(size * (size + 1) / 2, 0.0) {}

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] double at(std::size_t row, std::size_t column) const
    {
        return m_values[row >= column ? place(row, column) : place(column, row)];
    }
    void add(std::size_t row, std::size_t column, double value)
    {
        m_values[row >= column ? place(row, column) : place(column, row)] += value;
    }
    [[nodiscard]] std::vector<double> times(const std::vector<double>& vector) const;
    /// The inverse of a positive definite matrix, by Cholesky's decomposition. O(n^3).
    [[nodiscard]] SymmetricMatrix inverse() const;

private:
    [[nodiscard]] static std::size_t place(std::size_t row, std::size_t column) { return row * (row + 1) / 2 + column; }

    std::size_t m_size;
    std::vector<double> m_values;
};

} // namespace ridgepoint
