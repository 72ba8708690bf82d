// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/theme.h"
#include "app/desktop/compare/comparison.h"

#include <QDialog>

#include <vector>

class QAction;
class QBoxLayout;
class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QTableView;

namespace ridgepoint {

class CompareTableModel;
class CoverPanel;
class DeviceAdder;
class FolderButton;

/// What is compared, as a list from which each can be removed, and the roofs of all as a table. It stays open beside
/// the charts, which follow at once.
class CompareDialog : public QDialog {
    Q_OBJECT

public:
    /// `lockAxes` and `difference` are the window's actions, shown as check boxes.
    CompareDialog(Comparison& comparison, const LiveSession& session, QAction* lockAxes, QAction* difference,
                  QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Covers what was measured while the user guesses it.
    void setConcealed(bool concealed);
    /// Writes the table as CSV, without asking more.
    [[nodiscard]] Result<void> exportTable(const QString& path) const;
    void copyTable() const;

    [[nodiscard]] QListWidget* list() const { return m_list; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] QPushButton* removeButton() const { return m_remove; }
    [[nodiscard]] DeviceAdder* deviceChoice() const { return m_devices; }
    /// A line over the list; empty for none.
    void tell(const QString& problem);
    [[nodiscard]] QString problem() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What tell() does, in the look of a role of labels: what was done is no warning.
    void say(const QString& words, const char* role);
    void addButtons(QBoxLayout* column, QAction* lockAxes, QAction* difference);
    void addTable(QBoxLayout* column);
    void refresh();
    /// Where a figure comes from stands beside it where the table's columns have room for that.
    void fitOrigins();
    void askForFiles();
    void askForCsv();
    void removeChosen();

    Comparison& m_comparison;
    CompareTableModel* m_model;
    QListWidget* m_list;
    DeviceAdder* m_devices;
    QComboBox* m_partner;
    QCheckBox* m_difference;
    QString m_differenceTip;
    QPushButton* m_remove;
    QPushButton* m_clear;
    QPushButton* m_copy = nullptr;
    QLabel* m_problem;
    FolderButton* m_written;
    QLabel* m_hint;
    QTableView* m_table;
    int m_widthWithOrigins = 0;      ///< of its columns, pixels
    std::vector<QWidget*> m_results; ///< the table and what hands it out
    CoverPanel* m_cover = nullptr;
    Theme m_theme = Theme::light();
};

} // namespace ridgepoint
