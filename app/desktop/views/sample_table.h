// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_marks.h"
#include "app/charts/style/theme.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/views/sample_table_model.h"

#include <QTimer>
#include <QWidget>

#include <array>

class QItemSelection;
class QLabel;
class QLineEdit;
class QTableView;

namespace ridgepoint {

/// The data table: sorted by its heads, filtered by words and comparisons, its selection linked with the cursor.
/// Columns that are the same in all shown rows are folded into a line above it. It is also what a screen reader gets
/// for a chart.
class SampleTable : public QWidget {
    Q_OBJECT

public:
    SampleTable(const LiveSession& session, Cursor& cursor, QWidget* parent = nullptr);

    void setSnapshot(const SnapshotPointer& snapshot);
    /// Held: the rows stay as they are, whatever is measured meanwhile.
    void setHeld(bool held) { m_model->setHeld(held); }
    /// Rows and columns follow the size of the type.
    void setTheme(const Theme& theme);
    /// Selects the rows of these workloads; none: the row of the cursor's point alone.
    void setBrushed(const Brush& brushed);
    /// Puts rows on the clipboard, tab-separated, with the heads: the selected ones; with a filter on all
    /// that are shown, unless the user picked some of them. How many they are.
    int copyRows() const;
    /// Whether the rows that are seen are those that a filter left.
    [[nodiscard]] bool isFiltered() const;
    /// The samples of the rows that are shown.
    [[nodiscard]] std::vector<SamplePointer> shownSamples() const;
    [[nodiscard]] QTableView* view() const { return m_view; }
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    [[nodiscard]] SampleTableModel* model() const { return m_model; }
    /// What all shown rows have in common, in the place of their columns: "Same in all rows: fma · fp32 · 2 threads".
    [[nodiscard]] QLabel* common() const { return m_common; }
    /// "12 of 300 rows".
    [[nodiscard]] QLabel* count() const { return m_count; }
    /// What is wrong with the filter; hidden where nothing is.
    [[nodiscard]] QLabel* problem() const { return m_problem; }

signals:
    /// The user picked a row.
    void userMoved();
    /// The user selected several rows, or one again: then none are brushed.
    void brushed(const std::vector<ridgepoint::Workload>& workloads);

protected:
    void showEvent(QShowEvent* event) override;
    /// Escape empties the filter; a viewport of another width gets columns to fit.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void composeView();
    void connectModels();
    /// Rows in a new order: scrolls to the selected one, else to the top.
    void showSorted(int column);
    /// Says how many rows are shown, folds what they have in common and gives the other columns their widths.
    void refresh();
    void fold();
    /// Widens the columns for the cells of these rows of the model.
    void measure(int firstRow, int lastRow, int firstColumn, int lastColumn);
    void measureAll();
    void fitColumns();
    using ColumnWidths = std::array<int, SampleTableModel::ColumnCount>;
    /// Narrows the flags to what the columns before them leave of the view, where some words fit there: their end is in
    /// the tool tip. By how many pixels.
    [[nodiscard]] int shortenFlags(ColumnWidths& widths) const;
    [[nodiscard]] int firstShownColumn() const;
    /// The place of a row of the view in a column that is shown.
    [[nodiscard]] QModelIndex placeOf(int row) const;
    void onCurrentChanged(const QModelIndex& current);
    void followCursor();
    void selectBrushed();
    /// Whether any of the rows can be seen without scrolling.
    [[nodiscard]] bool isInSight(const QItemSelection& rows) const;
    void onSelectionChanged();
    [[nodiscard]] std::vector<Workload> selectedWorkloads() const;

    Cursor& m_cursor;
    Brush m_brushed = std::make_shared<const std::vector<Workload>>();
    SampleTableModel* m_model;
    ShownSamples* m_rows;
    QLineEdit* m_filter;
    QLabel* m_count;
    QLabel* m_problem;
    QLabel* m_common;
    QTableView* m_view;
    QTimer m_refresh;            ///< once for all that one change of rows tells
    ColumnWidths m_cellWidths{}; ///< of the widest cell; 0: to be measured
    SnapshotPointer m_snapshot;
    bool m_following = false;
    bool m_removing = false; ///< rows are going that the filter leaves out
    bool m_picked = false;   ///< the user selected what is selected, and the filter is still the same
};

} // namespace ridgepoint
