// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/fleet_chart.h"
#include "core/fleet/fleet_folder.h"

#include <QDialog>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTableView;

namespace ridgepoint {

class FolderButton;

/// A fleet's folder, and what its sessions come to.
struct ReadFleet {
    FleetFolder folder;
    std::shared_ptr<const FleetSummary> summary;
};

/// The nodes of a fleet side by side: the chart of one device's roofs, and a table of what is said of each node.
class FleetDialog : public QDialog {
    Q_OBJECT

public:
    explicit FleetDialog(QWidget* parent);

    /// Shows a folder's nodes, of which there must be one at least.
    void show(ReadFleet fleet, const QString& name);
    using QDialog::show;
    /// Why another folder cannot be shown, or where a file was written.
    void tell(const QString& words);
    void setTheme(const Theme& theme);
    /// Writes the picture (.pdf, .svg, .png) or every number (.csv).
    [[nodiscard]] Result<void> exportTo(const QString& path) const;
    /// The selected rows of the table, or all of them, as they are sorted.
    [[nodiscard]] std::string rowsAsCsv() const;

    [[nodiscard]] FleetChart* chart() const { return m_chart; }
    [[nodiscard]] QComboBox* devices() const { return m_devices; }
    [[nodiscard]] QComboBox* figures() const { return m_figures; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] QLabel* headline() const { return m_headline; }
    /// What is said of the chosen node.
    [[nodiscard]] QLabel* said() const { return m_said; }
    [[nodiscard]] QLabel* message() const { return m_message; }
    [[nodiscard]] QPushButton* openButton() const { return m_open; }
    [[nodiscard]] QPushButton* compareButton() const { return m_compare; }

signals:
    void folderAsked();
    /// The session in this file shall be opened in the window; with `beside`, another file, compared with that one.
    void sessionWanted(const QString& path, const QString& beside);

private:
    void compose();
    QPushButton* addButton(const QString& words, const QString& tip);
    void fillDevices();
    void fillFigures();
    void fillTable();
    void showRows();
    /// Beyond what the window has the chart is scrolled.
    void giveNamesRoom() { m_chart->setMinimumHeight(m_chart->heightForNames()); }
    void showChosen();
    void chooseRowOf(std::optional<std::size_t> node);
    /// Opens a node's session; says why there is none.
    void openNode(std::size_t node);
    void compareChosen();
    void copyRows();
    void askExport();
    /// The node against which the chosen one is held.
    [[nodiscard]] std::optional<std::size_t> usual() const;

    ReadFleet m_fleet;
    QString m_name;                       ///< of the folder
    std::vector<QStringList> m_sentences; ///< on each node, without its name
    QComboBox* m_devices;
    QComboBox* m_figures;
    QLabel* m_headline;
    FleetChart* m_chart;
    QLabel* m_said;
    QStandardItemModel* m_nodes;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    QPushButton* m_another;
    QPushButton* m_export;
    QPushButton* m_open;
    QPushButton* m_compare;
    QPushButton* m_copy;
    QLabel* m_message;
    FolderButton* m_written;
};

} // namespace ridgepoint
