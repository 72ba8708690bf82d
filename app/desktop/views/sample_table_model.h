// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/charts/style/format.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/views/sample_filter.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QTimer>

#include <optional>
#include <vector>

namespace ridgepoint {

/// The samples of the session as a table: one row a sample, in the order they came. Arriving samples are put in ten
/// times a second at most.
class SampleTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        OperationColumn,
        PrecisionColumn,
        SizeColumn,
        OperationsColumn,
        DepthColumn,
        ChainColumn,
        ModeColumn,
        ThreadsColumn,
        IntensityColumn,
        TimeColumn,
        IntervalColumn,
        BandwidthColumn,
        PerformanceColumn,
        RoofColumn,
        RegimeColumn,
        FlagsColumn,
        ColumnCount
    };
    explicit SampleTableModel(const LiveSession& session, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

    /// Takes over what has arrived, now; nothing while it is held.
    void takeOver();
    /// Held: the rows stay those of this moment. Let go, it takes over what came since.
    void setHeld(bool held);
    /// Shares of the roof, regimes and flags for the rows that the snapshot analysed.
    void setSnapshot(const SnapshotPointer& snapshot);
    [[nodiscard]] const Sample& sampleAt(int row) const { return *m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] const SamplePointer& samplePointerAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// The row of a workload of a device; -1 when it has none.
    [[nodiscard]] int rowOf(const std::string& device, const Workload& workload) const;

    /// What a cell shows.
    [[nodiscard]] QString words(int row, int column) const;
    /// What a cell stands for, in SI units; 0 in columns of words. An interval is half of it over the time, and
    /// infinite where there is none; a share of the roof that is not known is no number.
    [[nodiscard]] double number(int row, int column) const;
    /// Below 0, 0 or above 0 as the cell of the first row goes before that of the second: numbers by what they stand
    /// for, words by the alphabet.
    [[nodiscard]] int compare(int row, int other, int column) const;
    /// All that a row shows, as searchable() makes it, a line each cell.
    [[nodiscard]] const QString& searchedWords(int row) const;
    /// A cell by itself, with its unit and what it counts: "fp32", "2 threads", "chain length 1"; empty where that
    /// would say nothing.
    [[nodiscard]] QString wholeWords(int row, int column) const;
    /// Names of the columns and how numbers for them are typed.
    [[nodiscard]] static std::vector<FilterColumn> columns();

private:
    void reload();
    [[nodiscard]] const PointAnalysis* analysisOf(int row) const;
    [[nodiscard]] std::optional<Regime> regimeOf(int row) const;
    [[nodiscard]] std::optional<double> shareOfRoof(int row) const;
    [[nodiscard]] FlagSet flagsOf(int row) const;
    /// The index into the snapshot's points for each row; -1 for none.
    [[nodiscard]] std::vector<int> pointsOf(const SnapshotPointer& snapshot) const;

    const LiveSession& m_session;
    Format m_format;
    std::vector<SamplePointer> m_rows;
    SnapshotPointer m_snapshot;
    std::vector<int> m_pointOfRow;
    mutable std::vector<QString> m_searched; ///< by row; empty where not made since the row changed
    QTimer m_timer;
    bool m_isHeld = false;
};

/// The rows that a typed filter leaves, sorted by a column, those alike in it by size and operations, or in the order
/// they came. Thousands of rows are compared by their samples, never by the words that they show.
class ShownSamples : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit ShownSamples(SampleTableModel& samples, QObject* parent = nullptr);

    void setFilter(const QString& text);
    /// Of a condition that was not understood, and what was understood where no row fulfils it; empty for none.
    [[nodiscard]] QString problem() const;
    /// The row of the samples that stands at this place.
    [[nodiscard]] int sampleRow(int place) const { return mapToSource(index(place, 0)).row(); }
    /// Whether all rows, of which there are two at least, have the same in this column.
    [[nodiscard]] bool isSameInAll(int column) const;
    /// The head that is sorted by begins at the left: the sort arrow stands at its right.
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    SampleTableModel& m_samples;
    RowFilter m_filter;
};

/// The cells of these rows and all columns as text with tabs, headed by the column names.
[[nodiscard]] QString tableAsText(const QAbstractItemModel& model, const std::vector<int>& rows);

} // namespace ridgepoint
