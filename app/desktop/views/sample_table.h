// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_marks.h"
#include "app/charts/style/theme.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/views/sample_table_model.h"

#include <QWidget>

class QItemSelection;
class QLineEdit;
class QSortFilterProxyModel;
class QTableView;

namespace ridgepoint {

/// The data table: sorted by its heads, filtered by a word, its selection linked with the cursor. It is also what a
/// screen reader gets for a chart.
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
    /// Puts the selected rows on the clipboard, tab-separated, with the heads.
    void copySelected() const;
    [[nodiscard]] QTableView* view() const { return m_view; }
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    [[nodiscard]] SampleTableModel* model() const { return m_model; }

signals:
    /// The user picked a row.
    void userMoved();
    /// The user selected several rows, or one again: then none are brushed.
    void brushed(const std::vector<ridgepoint::Workload>& workloads);

protected:
    void showEvent(QShowEvent* event) override;

private:
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
    QSortFilterProxyModel* m_proxy;
    QLineEdit* m_filter;
    QTableView* m_view;
    SnapshotPointer m_snapshot;
    bool m_following = false;
};

} // namespace ridgepoint
