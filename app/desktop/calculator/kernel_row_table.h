// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/calculator/own_kernel_model.h"

#include <QWidget>

#include <map>
#include <optional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QTableView;

namespace ridgepoint {

/// Kernels in a table that is filtered, sorted and copied: those of the user's own, and those that may be imported.
/// Columns that are alike in all rows are folded into a line above it. With 100,000 of them only the rows that are seen
/// are put into words, and the widths are those of the first ones, but for those that the user drags. The name has what
/// the others leave; columns of words give way to it. Sorted by time, the longest first, until a head is clicked. Where
/// other rows are shown, or in another order, the table begins at its top.
class KernelRowTable : public QWidget {
    Q_OBJECT

public:
    /// `columns` from left to right; the others are never shown.
    KernelRowTable(std::vector<OwnKernelModel::Column> columns, const QString& name, QWidget* parent = nullptr);

    /// Nothing is selected then.
    void setKernels(std::vector<OwnKernel> kernels);
    /// Beside the filter, which is the field's. A kernel that is selected alone stays so where a row shows it.
    void setChoice(std::size_t top, bool grouped);
    /// The devices to judge by (OwnKernelModel::setDevice).
    void setDevice(const JudgingDevice& device, const std::vector<JudgingDevice>& others = {});
    /// Selects this row alone and brings it in sight; none for -1.
    void selectRow(int row);
    /// Rows that are selected, from the top down.
    [[nodiscard]] std::vector<int> selectedRows() const;
    /// The kernel of the list at which the only selected row begins.
    [[nodiscard]] std::optional<std::size_t> selectedKernel() const;
    /// Whether other rows are being chosen: the selection changes then, but not by the user.
    [[nodiscard]] bool isChoosing() const { return m_isChoosing; }
    void copyAll() const;
    /// All where none is selected.
    void copySelected() const;

    [[nodiscard]] OwnKernelModel* model() const { return m_model; }
    [[nodiscard]] QTableView* view() const { return m_view; }
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    /// "60 of 1,234 rows".
    [[nodiscard]] const QLabel* count() const { return m_count; }
    /// What all rows have in common, in the place of their columns.
    [[nodiscard]] const QLabel* common() const { return m_common; }
    /// The line above the table, for what chooses beside the filter.
    [[nodiscard]] QHBoxLayout* choiceLine() const { return m_choiceLine; }

signals:
    /// Other kernels are shown, because the user filters.
    void filtered();

protected:
    /// Escape empties the filter; Ctrl+C in the table; a viewport of another width gets columns to fit; a head that the
    /// mouse holds is dragged.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void composeFilter(const QString& name);
    void composeView(const QString& name);
    void sortByTime();
    void takeChoice(const KernelChoice& choice);
    /// Says how many rows there are, folds what they have in common and gives the other columns their widths.
    void refresh();
    void fold();
    void fitColumns();
    void copy(const std::vector<int>& rows) const;

    std::vector<OwnKernelModel::Column> m_columns;
    OwnKernelModel* m_model;
    bool m_isChoosing = false;
    bool m_isHeadHeld = false;    ///< by the mouse
    std::map<int, int> m_dragged; ///< widths of the columns that the user made so wide
    QHBoxLayout* m_choiceLine;
    QLineEdit* m_filter;
    QLabel* m_count;
    QLabel* m_common;
    QTableView* m_view;
};

} // namespace ridgepoint
