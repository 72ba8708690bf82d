// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include <optional>

class QTableView;

namespace ridgepoint {

/// Draws a table's cells with as much room beside the words as its head has, so that words and figures stand under
/// their names and a column of figures does not touch the words right of it.
class PaddedCells : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    /// Words without room end so, whatever the table's do.
    PaddedCells(Qt::TextElideMode elided, QObject* parent) : QStyledItemDelegate(parent), m_elided(elided) {}
    /// Left and right, in pixels, as in the style sheet's QHeaderView::section.
    static constexpr int padding = 8;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    std::optional<Qt::TextElideMode> m_elided;
};

/// A table of such cells whose rows are selected whole, sorted by its heads, and all of one height, so that none has to
/// be measured. `name` is for screen readers.
[[nodiscard]] QTableView* makeRowTable(const QString& name, QWidget* parent);

} // namespace ridgepoint
