// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/symmetric_matrix.h"

#include <cassert>
#include <cmath>

namespace ridgepoint {

std::vector<double> SymmetricMatrix::times(const std::vector<double>& vector) const
{
    assert(vector.size() == m_size);
    std::vector<double> product(m_size, 0.0);
    for (std::size_t row = 0; row < m_size; ++row)
        for (std::size_t column = 0; column < m_size; ++column)
            product[row] += at(row, column) * vector[column];
    return product;
}

SymmetricMatrix SymmetricMatrix::inverse() const
{
    // A = L L'; the inverse of L in place; A^-1 = L'^-1 L^-1. Rows are contiguous, so that the inner loops run along
    // them.
    std::vector<double> lower(m_values);
    for (std::size_t row = 0; row < m_size; ++row) {
        for (std::size_t column = 0; column <= row; ++column) {
            double sum = lower[place(row, column)];
            for (std::size_t k = 0; k < column; ++k)
                sum -= lower[place(row, k)] * lower[place(column, k)];
            assert(row != column || sum > 0.0);
            lower[place(row, column)] = row == column ? std::sqrt(sum) : sum / lower[place(column, column)];
        }
    }
    std::vector<double> inverted(m_values.size(), 0.0);
    for (std::size_t row = 0; row < m_size; ++row) {
        inverted[place(row, row)] = 1.0 / lower[place(row, row)];
        for (std::size_t k = 0; k < row; ++k) {
            const double factor = -lower[place(row, k)] / lower[place(row, row)];
            for (std::size_t column = 0; column <= k; ++column)
                inverted[place(row, column)] += factor * inverted[place(k, column)];
        }
    }
    SymmetricMatrix result(m_size);
    for (std::size_t k = 0; k < m_size; ++k)
        for (std::size_t row = 0; row <= k; ++row) {
            const double factor = inverted[place(k, row)];
            for (std::size_t column = 0; column <= row; ++column)
                result.m_values[place(row, column)] += factor * inverted[place(k, column)];
        }
    return result;
}

} // namespace ridgepoint
