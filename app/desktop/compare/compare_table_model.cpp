// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/compare/compare_table_model.h"

#include "app/desktop/session/device_list.h"

#include <QFont>

namespace ridgepoint {

void CompareTableModel::show(CompareTable table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int CompareTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int CompareTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 1 + static_cast<int>(m_table.devices.size());
}

QVariant CompareTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const CompareTable::Row& row = m_table.rows[static_cast<std::size_t>(index.row())];
    QFont font;
    if (index.column() == 0) {
        font.setBold(row.heading);
        return role == Qt::DisplayRole             ? QVariant(row.title)
             : role == Qt::FontRole && row.heading ? QVariant(font)
                                                   : QVariant();
    }
    const auto column = static_cast<std::size_t>(index.column() - 1);
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (column >= row.cells.size() || row.cells[column].text.isEmpty())
        return role == Qt::DisplayRole && !row.heading ? QVariant(QStringLiteral("–")) : QVariant();
    const CompareTable::Cell& cell = row.cells[column];
    const bool measured = cell.provenance == Provenance::Measured;
    font.setItalic(true);
    switch (role) {
    case Qt::DisplayRole: return measured ? cell.text : tr("%1 · %2").arg(cell.text, cell.origin);
    case Qt::ToolTipRole: return cell.tip;
    case Qt::FontRole: return measured ? QVariant() : QVariant(font);
    default: return {};
    }
}

QVariant CompareTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    return section == 0 ? tr("Roof") : m_table.devices.value(section - 1);
}

} // namespace ridgepoint
