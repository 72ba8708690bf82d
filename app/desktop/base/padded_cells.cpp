// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/padded_cells.h"

#include "app/charts/style/text_painter.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>

namespace ridgepoint {

void PaddedCells::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
    const QRect room = cell.rect.adjusted(padding, 0, -padding, 0);
    const bool chosen = cell.state.testFlag(QStyle::State_Selected);
    painter->save();
    const QFont font = fontAsWritten(cell.text, cell.font); // a name of a kernel
    painter->setFont(font);
    painter->setPen(cell.palette.color(chosen ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(room, static_cast<int>(cell.displayAlignment) | Qt::TextSingleLine,
                      QFontMetrics(font).elidedText(cell.text, m_elided.value_or(cell.textElideMode), room.width()));
    painter->restore();
}

QTableView* makeRowTable(const QString& name, QWidget* parent)
{
    auto* table = new QTableView(parent);
    table->setAccessibleName(name);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setAlternatingRowColors(true);
    table->setItemDelegate(new PaddedCells(table));
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->horizontalHeader()->setHighlightSections(false);
    table->setSortingEnabled(true);
    return table;
}

} // namespace ridgepoint
