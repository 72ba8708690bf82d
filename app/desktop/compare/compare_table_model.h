// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/compare_table.h"

#include <QAbstractTableModel>

namespace ridgepoint {

/// Roofs, overhead floors and ridge points side by side; what was not measured is in italics and says what it is.
class CompareTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit CompareTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void show(CompareTable table);
    [[nodiscard]] bool isHeading(int row) const { return m_table.rows[static_cast<std::size_t>(row)].heading; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    CompareTable m_table;
};

} // namespace ridgepoint
