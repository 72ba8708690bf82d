// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/analysis/own_kernel.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <vector>

namespace ridgepoint {

/// Kernels that may be imported, one a row, as the files tell them: nothing is judged here. Of 100,000 of them only the
/// cells that are seen are put into words.
class ImportTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, File, Launches, Time, Share, Work, L1, L2, L3, Memory, Origin, ColumnCount };
    /// Role of the number behind a cell, to sort by.
    static constexpr int sortRole = Qt::UserRole;

    explicit ImportTableModel(QObject* parent = nullptr);
    /// The kernels of each file.
    void setFiles(const std::vector<std::vector<OwnKernel>>& files);
    [[nodiscard]] const std::vector<OwnKernel>& kernels() const { return m_kernels; }
    /// Whether a column tells anything: of traffic the levels that some kernel has, the file where there are several.
    [[nodiscard]] bool hasColumn(int column) const;
    /// Rows of the kernels that take longest, so many, in the order of the files.
    [[nodiscard]] std::vector<int> longest(std::size_t count) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] double numberOf(std::size_t row, Column column) const;
    [[nodiscard]] QString wordsOf(std::size_t row, Column column) const;

    Format m_format;
    std::vector<OwnKernel> m_kernels;
    std::vector<double> m_shares; ///< of the time of all kernels of the same file
    std::size_t m_files = 0;
};

} // namespace ridgepoint
