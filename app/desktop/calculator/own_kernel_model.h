// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernel_choice.h"
#include "app/charts/data/kernel_names.h"
#include "app/charts/data/kernel_verdict.h"
#include "app/charts/style/format.h"

#include <QAbstractTableModel>
#include <QCache>

#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Kernels that a choice shows, one a row, with what the numbers of its device say of each: those of the user's own, or
/// those that may be imported. It sorts by itself. A kernel is judged when its row is first looked at, and a cell is
/// put into words when it is first seen.
class OwnKernelModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Name,
        Time,
        TimeShare,
        Launches,
        Limit,
        Share,
        Best,
        Performance,
        Bandwidth,
        Intensity,
        Flop,
        L1,
        L2,
        L3,
        Memory,
        Work,
        File,
        Device,
        ColumnCount
    };

    explicit OwnKernelModel(QObject* parent = nullptr);
    void setKernels(std::vector<OwnKernel> kernels);
    void setChoice(const KernelChoice& choice);
    /// `device` judges kernels, unless their file says that they ran on another one: then the first of the `others`
    /// does that goes by its name. Without figures `device` judges nothing. False where nothing changes.
    bool setDevice(const JudgingDevice& device, const std::vector<JudgingDevice>& others = {});
    /// All of them, whatever is shown.
    [[nodiscard]] const std::vector<OwnKernel>& kernels() const { return m_kernels; }
    [[nodiscard]] const KernelChoice& choice() const { return m_choice; }
    [[nodiscard]] const JudgingDevice& device() const { return m_judges.device(); }
    [[nodiscard]] const ShownKernel& shown(int row) const { return m_shown[placeOf(row)]; }
    /// The row that shows a kernel of the list; -1 where none does.
    [[nodiscard]] int rowOf(std::size_t kernel) const;
    /// The whole verdict of a row; nothing where it has none.
    [[nodiscard]] std::optional<OwnKernelVerdict> verdict(int row) const;
    [[nodiscard]] const RowVerdict& rowVerdict(int row) const;
    /// How many rows have been judged by these devices: those that were looked at.
    [[nodiscard]] std::size_t judgedCount() const;
    /// The devices that the kernels that are shown ran on (ranOn()), that of the longest kernel first.
    [[nodiscard]] const std::vector<std::string>& devices() const { return m_devices; }
    /// By whose numbers a kernel is judged, or those that ran on a device of this name (ranOn()); null where they are
    /// not.
    [[nodiscard]] const JudgingDevice* judgeOf(const OwnKernel& kernel) const { return m_judges.judgeOf(kernel); }
    [[nodiscard]] const JudgingDevice* judgeOf(const std::string& device) const { return m_judges.judgeOf(device); }

    /// What a cell shows.
    [[nodiscard]] QString words(int row, int column) const;
    /// A cell by itself, as in "ran on NVIDIA A100"; empty where that would say nothing.
    [[nodiscard]] QString wholeWords(int row, int column) const;
    /// Whether all rows have the same in a column; of a single row whether that is nothing. Of a verdict never: nothing
    /// is judged to find that out.
    [[nodiscard]] bool isSameInAll(int column) const;
    /// The kernels of these rows with what is said of them, as CSV that can be pasted into a list again.
    [[nodiscard]] QString csvOf(const std::vector<int>& rows) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// The head that is sorted by begins at the left: the sort arrow stands at its right. The first click on one of
    /// figures puts the largest first.
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    /// Rows in the order of a column, compared by their kernels and never by words; the longest first for none (-1).
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    void choose();
    void arrange();
    [[nodiscard]] std::size_t placeOf(int row) const { return m_order[static_cast<std::size_t>(row)]; }
    [[nodiscard]] QString newWords(int row, int column) const;
    [[nodiscard]] QString toolTip(int row, int column) const;
    /// Why the row has no verdict.
    [[nodiscard]] QString unjudgedWords(int row) const;
    /// Below 0, 0 or above 0 as the cell of the first row goes before that of the second.
    [[nodiscard]] int compare(int row, int other, int column) const;
    /// What a cell is sorted by; below zero where it is empty.
    [[nodiscard]] double number(int row, int column) const;

    Format m_format;
    std::vector<OwnKernel> m_kernels;
    KernelNames m_names;
    KernelChoice m_choice;
    std::vector<ShownKernel> m_shown; ///< the longest first
    std::vector<std::string> m_devices;
    std::vector<std::size_t> m_order; ///< by row: the place among those shown
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    KernelJudges m_judges;
    mutable std::vector<std::optional<RowVerdict>> m_verdicts; ///< by place; of the present devices
    mutable QCache<std::size_t, QString> m_words;              ///< of the cells that were seen last
};

} // namespace ridgepoint
