// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/charts/style/format.h"
#include "app/desktop/session/live_session.h"

#include <QAbstractTableModel>
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
        RegimeColumn,
        FlagsColumn,
        ColumnCount
    };
    /// The value to sort by: a number where the column shows one.
    static constexpr int SortRole = Qt::UserRole;

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
    /// Regimes for the rows that the snapshot analysed.
    void setSnapshot(const SnapshotPointer& snapshot);
    [[nodiscard]] const Sample& sampleAt(int row) const { return *m_rows[static_cast<std::size_t>(row)]; }
    /// The row of a workload of a device; -1 when it has none.
    [[nodiscard]] int rowOf(const std::string& device, const Workload& workload) const;

private:
    void reload();
    [[nodiscard]] const PointAnalysis* analysisOf(int row) const;
    [[nodiscard]] QString words(int row, int column) const;
    [[nodiscard]] QVariant sortValue(int row, int column) const;

    const LiveSession& m_session;
    Format m_format;
    std::vector<SamplePointer> m_rows;
    SnapshotPointer m_snapshot;
    std::vector<int> m_pointOfRow; ///< index into the snapshot's points; -1 for none
    QTimer m_timer;
    bool m_isHeld = false;
};

/// The cells of these rows and all visible columns as text with tabs, headed by the column names.
[[nodiscard]] QString tableAsText(const QAbstractItemModel& model, const std::vector<int>& rows);

} // namespace ridgepoint
