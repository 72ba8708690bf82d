// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernel_choice.h"
#include "app/desktop/calculator/own_kernel_model.h"

#include <QFrame>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace ridgepoint {

class OwnKernelDetails;

/// The list of the user's own kernels, of which a choice is shown, and of the selected one why and what would help.
/// Columns that are alike in all rows are folded into a line above the table.
class OwnKernelsView : public QFrame {
    Q_OBJECT

public:
    /// What the device of a name is called among those that can be chosen; empty where it is none of them.
    using KnownDevice = std::function<QString(const std::string& name)>;

    explicit OwnKernelsView(KnownDevice known, QWidget* parent = nullptr);
    void setKernels(std::vector<OwnKernel> kernels);
    /// The device to judge by, and what the one is called whose roofs the roofline shows, by which the card beside that
    /// judges; empty for none.
    void setDevice(const JudgingDevice& device, const QString& shownElsewhere = {});
    /// Selects the row that shows a kernel of the list; none where no row does.
    void select(std::optional<std::size_t> kernel);

    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] OwnKernelModel* model() const { return m_model; }
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    /// How many of those that take longest are shown.
    [[nodiscard]] QComboBox* longest() const { return m_longest; }
    [[nodiscard]] QCheckBox* grouped() const { return m_grouped; }
    /// "60 of 1,234 rows".
    [[nodiscard]] const QLabel* count() const { return m_count; }
    /// What all rows have in common, in the place of their columns.
    [[nodiscard]] const QLabel* common() const { return m_common; }
    /// By which device the list judges; what is missing where it cannot.
    [[nodiscard]] const QLabel* note() const { return m_note; }
    [[nodiscard]] OwnKernelDetails* details() const { return m_details; }
    [[nodiscard]] QPushButton* removeButton() const { return m_remove; }
    [[nodiscard]] QPushButton* copyButton() const { return m_copy; }

signals:
    /// The list after some were removed, or got counts.
    void kernelsChanged(const std::vector<ridgepoint::OwnKernel>& kernels);
    /// The user filters, groups or asks for more of them.
    void choiceChanged(const ridgepoint::KernelChoice& choice);
    /// The user selected the row of this kernel, or of none alone.
    void selected(std::optional<std::size_t> kernel);
    /// The device of this name is to judge.
    void deviceAsked(const std::string& name);

protected:
    /// Escape empties the filter; Delete and Ctrl+C in the table; a viewport of another width gets columns to fit.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* composeChoice();
    void composeTable();
    void choose();
    void onSelectionChanged();
    /// Says how many rows there are, folds what they have in common and gives the other columns their widths.
    void refreshRows();
    void fold();
    void fitColumns();
    void showSelected();
    [[nodiscard]] QString noteWords() const;
    void removeSelected();
    void takeCounts(Flops perLaunch, Bytes perLaunchMoved);
    void copyRows(const std::vector<int>& rows) const;
    /// Rows of the model that are selected, as they stand in the table.
    [[nodiscard]] std::vector<int> selectedRows() const;
    [[nodiscard]] std::vector<int> allRows() const;
    /// The kernel of the list at which the only selected row begins.
    [[nodiscard]] std::optional<std::size_t> selectedKernel() const;

    KnownDevice m_known;
    QString m_shownElsewhere; ///< the roofline's device
    bool m_following = false; ///< the selection changes, but not by the user
    OwnKernelModel* m_model;
    SortedKernels* m_sorted;
    QLineEdit* m_filter;
    QComboBox* m_longest;
    QCheckBox* m_grouped;
    QLabel* m_count;
    QLabel* m_common;
    QTableView* m_table;
    QLabel* m_note;
    OwnKernelDetails* m_details;
    QPushButton* m_remove;
    QPushButton* m_copy;
};

} // namespace ridgepoint
