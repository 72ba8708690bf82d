// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernel_choice.h"
#include "app/charts/style/format.h"
#include "app/desktop/calculator/calculator_words.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ridgepoint {

/// The verdict of a kernel as a row has it: a hundred thousand of them are kept.
struct RowVerdict {
    /// Whether there is one, or why not.
    enum class State { Judged, NoDevice, OtherDevice, NoCounts, NotPossible };
    State state = State::NoDevice;
    Regime limit = Regime::Memory;
    double share = 0.0; ///< of what the roofs allow
    bool cacheHelped = false;
    LeverKind best = LeverKind::ReachRoofs;
    double speedup = 0.0; ///< of the best lever; 0 where none is promised
};

/// Kernels of the user's own that a choice shows, one a row, with what a device's numbers say of them. A kernel is
/// judged when its row is first looked at.
class OwnKernelModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Name,
        Launches,
        Time,
        TimeShare,
        Limit,
        Share,
        Best,
        Performance,
        Bandwidth,
        Intensity,
        Work,
        File,
        Device,
        ColumnCount
    };

    explicit OwnKernelModel(QObject* parent = nullptr);
    void setKernels(std::vector<OwnKernel> kernels);
    void setChoice(const KernelChoice& choice);
    /// Without figures nothing is judged. False where nothing changes.
    bool setDevice(const JudgingDevice& device);
    /// All of them, whatever is shown.
    [[nodiscard]] const std::vector<OwnKernel>& kernels() const { return m_kernels; }
    [[nodiscard]] const KernelChoice& choice() const { return m_choice; }
    [[nodiscard]] const JudgingDevice& device() const { return m_device; }
    [[nodiscard]] const ShownKernel& shown(int row) const { return m_shown[static_cast<std::size_t>(row)]; }
    /// The row that shows a kernel of the list; -1 where none does.
    [[nodiscard]] int rowOf(std::size_t kernel) const;
    /// The whole verdict of a row; nothing where it has none.
    [[nodiscard]] std::optional<OwnKernelVerdict> verdict(int row) const;
    [[nodiscard]] const RowVerdict& rowVerdict(int row) const;

    /// What a cell shows.
    [[nodiscard]] QString words(int row, int column) const;
    /// A cell by itself, as in "ran on NVIDIA A100"; empty where that would say nothing.
    [[nodiscard]] QString wholeWords(int row, int column) const;
    /// Below 0, 0 or above 0 as the cell of the first row goes before that of the second.
    [[nodiscard]] int compare(int row, int other, int column) const;
    /// The kernels of these rows with what is said of them, as CSV that can be pasted into a list again.
    [[nodiscard]] QString csvOf(const std::vector<int>& rows) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    void choose();
    [[nodiscard]] RowVerdict judged(const OwnKernel& kernel) const;
    [[nodiscard]] bool isElsewhere(const OwnKernel& kernel) const;
    [[nodiscard]] QString limitWords(const RowVerdict& verdict) const;
    [[nodiscard]] QString toolTip(int row, int column) const;
    /// What a cell is sorted by; below zero where it is empty.
    [[nodiscard]] double number(int row, int column) const;

    Format m_format;
    std::vector<OwnKernel> m_kernels;
    KernelChoice m_choice;
    std::vector<ShownKernel> m_shown;
    JudgingDevice m_device;
    mutable std::vector<std::optional<RowVerdict>> m_verdicts; ///< by row; of the present device
    mutable std::unordered_map<std::string, bool> m_elsewhere; ///< by the device that a file names
};

/// The rows in the order of a column: compared by their kernels, never by the words that they show.
class SortedKernels : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit SortedKernels(OwnKernelModel& kernels, QObject* parent = nullptr);
    /// The model's row that stands at a place.
    [[nodiscard]] int kernelRow(int place) const { return mapToSource(index(place, 0)).row(); }
    /// Whether all rows have the same in a column; of a single row whether that is nothing.
    [[nodiscard]] bool isSameInAll(int column) const;
    /// The head that is sorted by begins at the left: the sort arrow stands at its right.
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    OwnKernelModel& m_kernels;
};

} // namespace ridgepoint
