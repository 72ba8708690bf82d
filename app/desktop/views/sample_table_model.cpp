// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/sample_table_model.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/repaint_schedule.h"
#include "core/model/cost.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

/// Words to the left, numbers to the right, in the head as in the rows.
Qt::Alignment alignmentOf(int column)
{
    switch (column) {
    case SampleTableModel::OperationColumn:
    case SampleTableModel::PrecisionColumn:
    case SampleTableModel::ModeColumn:
    case SampleTableModel::RegimeColumn:
    case SampleTableModel::FlagsColumn: return Qt::AlignLeft | Qt::AlignVCenter;
    default: return Qt::AlignRight | Qt::AlignVCenter;
    }
}

} // namespace

SampleTableModel::SampleTableModel(const LiveSession& session, QObject* parent)
    : QAbstractTableModel(parent), m_session(session)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(RepaintSchedule::measuringIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &SampleTableModel::takeOver);
    const auto soon = [this] {
        if (!m_timer.isActive())
            m_timer.start();
    };
    connect(&session, &LiveSession::sampleAdded, this, soon);
    connect(&session, &LiveSession::sampleReplaced, this, soon);
    connect(&session, &LiveSession::replaced, this, &SampleTableModel::reload);
    m_rows = session.samples();
}

void SampleTableModel::reload()
{
    beginResetModel();
    m_rows = m_session.samples();
    m_snapshot.reset();
    m_pointOfRow.clear();
    endResetModel();
}

void SampleTableModel::setHeld(bool held)
{
    takeOver(); // what arrived before
    if (std::exchange(m_isHeld, held) && !held)
        takeOver();
}

void SampleTableModel::takeOver()
{
    if (m_isHeld)
        return;
    const auto& samples = m_session.samples();
    int firstChanged = -1;
    int lastChanged = -1;
    for (std::size_t i = 0; i < m_rows.size() && i < samples.size(); ++i) {
        if (m_rows[i] == samples[i])
            continue;
        m_rows[i] = samples[i];
        lastChanged = static_cast<int>(i);
        firstChanged = firstChanged < 0 ? lastChanged : firstChanged;
    }
    if (firstChanged >= 0)
        emit dataChanged(index(firstChanged, 0), index(lastChanged, ColumnCount - 1));
    if (samples.size() <= m_rows.size())
        return;
    beginInsertRows({}, static_cast<int>(m_rows.size()), static_cast<int>(samples.size()) - 1);
    m_rows.insert(m_rows.end(), samples.begin() + static_cast<std::ptrdiff_t>(m_rows.size()), samples.end());
    endInsertRows();
}

void SampleTableModel::setSnapshot(const SnapshotPointer& snapshot)
{
    m_snapshot = snapshot;
    m_pointOfRow.assign(m_rows.size(), -1);
    if (!snapshot || m_rows.empty())
        return;
    // The snapshot holds some of the session's samples in the session's order, so one pass pairs them.
    std::size_t next = 0;
    for (std::size_t row = 0; row < m_rows.size() && next < snapshot->points.size(); ++row)
        if (snapshot->samples[next].workload == m_rows[row]->workload
            && snapshot->samples[next].device == m_rows[row]->device)
            m_pointOfRow[row] = static_cast<int>(next++);
    emit dataChanged(index(0, RegimeColumn), index(static_cast<int>(m_rows.size()) - 1, FlagsColumn));
}

int SampleTableModel::rowOf(const std::string& device, const Workload& workload) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const SamplePointer& sample) {
        return sample->workload == workload && sample->device == device;
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int SampleTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SampleTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant SampleTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && section >= 0 && section < ColumnCount)
        return QVariant::fromValue(alignmentOf(section));
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount)
        return QAbstractTableModel::headerData(section, orientation, role);
    const QString names[ColumnCount] = {tr("Operation"),   tr("Precision"), tr("Size"),     tr("Ops/elem."),
                                        tr("Depth"),       tr("Chain"),     tr("Launch"),   tr("Threads"),
                                        tr("Intensity"),   tr("Time"),      tr("Interval"), tr("Bandwidth"),
                                        tr("Performance"), tr("Regime"),    tr("Flags")};
    return names[section];
}

QVariant SampleTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    switch (role) {
    case Qt::DisplayRole: return words(index.row(), index.column());
    case Qt::ToolTipRole:
        return index.column() == FlagsColumn ? words(index.row(), index.column())
                                             : QVariant(); // often longer than the column
    case SortRole: return sortValue(index.row(), index.column());
    case Qt::TextAlignmentRole: return QVariant::fromValue(alignmentOf(index.column()));
    default: return {};
    }
}

const PointAnalysis* SampleTableModel::analysisOf(int row) const
{
    const auto place = static_cast<std::size_t>(row);
    if (!m_snapshot || place >= m_pointOfRow.size() || m_pointOfRow[place] < 0)
        return nullptr;
    return &m_snapshot->points[static_cast<std::size_t>(m_pointOfRow[place])];
}

QString SampleTableModel::words(int row, int column) const
{
    const Sample& sample = sampleAt(row);
    const Workload& workload = sample.workload;
    const Cost cost = costOf(workload);
    const PointAnalysis* analysis = analysisOf(row);
    switch (column) {
    case OperationColumn: return text(nameOf(workload.operation));
    case PrecisionColumn: return text(nameOf(workload.precision));
    case SizeColumn: return m_format.count(static_cast<double>(workload.elements));
    case OperationsColumn: return m_format.whole(workload.operationsPerElement);
    case DepthColumn: return m_format.whole(workload.fusionDepth);
    case ChainColumn: return m_format.whole(workload.chainLength);
    case ModeColumn: return text(nameOf(workload.launchMode));
    case ThreadsColumn: return m_format.whole(workload.threads);
    case IntensityColumn: return m_format.intensity(cost.arithmeticIntensity(), workload.operation);
    case TimeColumn: return m_format.time(sample.time);
    case IntervalColumn: return m_format.relativeInterval(sample.time.value(), sample.low.value(), sample.high.value());
    case BandwidthColumn: return m_format.rate(cost.bytes / sample.time);
    case PerformanceColumn: return m_format.rate(cost.flops / sample.time, workload.operation);
    case RegimeColumn: return analysis != nullptr && analysis->regime ? regimeLabel(*analysis->regime) : QString();
    case FlagsColumn: return flagWords(analysis != nullptr ? analysis->flags | sample.flags : sample.flags);
    default: return {};
    }
}

QVariant SampleTableModel::sortValue(int row, int column) const
{
    const Sample& sample = sampleAt(row);
    const Workload& workload = sample.workload;
    const Cost cost = costOf(workload);
    switch (column) {
    case SizeColumn: return static_cast<qlonglong>(workload.elements);
    case OperationsColumn: return static_cast<qlonglong>(workload.operationsPerElement);
    case DepthColumn: return workload.fusionDepth;
    case ChainColumn: return workload.chainLength;
    case ThreadsColumn: return workload.threads;
    case IntensityColumn: return cost.arithmeticIntensity().value();
    case TimeColumn: return sample.time.value();
    case IntervalColumn: return (sample.high.value() - sample.low.value()) / sample.time.value();
    case BandwidthColumn: return (cost.bytes / sample.time).value();
    case PerformanceColumn: return (cost.flops / sample.time).value();
    default: return words(row, column);
    }
}

QString tableAsText(const QAbstractItemModel& model, const std::vector<int>& rows)
{
    QString result;
    const auto append = [&](auto cell) {
        for (int column = 0; column < model.columnCount(); ++column)
            result += (column > 0 ? QStringLiteral("\t") : QString()) + cell(column).toString();
        result += QLatin1Char('\n');
    };
    append([&](int column) { return model.headerData(column, Qt::Horizontal); });
    for (const int row : rows)
        append([&](int column) { return model.index(row, column).data(); });
    return result;
}

} // namespace ridgepoint
