// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/sample_table_model.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/glossary.h"
#include "app/desktop/base/repaint_schedule.h"
#include "core/model/cost.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
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

/// What the head of a column means.
QString tipOf(int column)
{
    switch (column) {
    case SampleTableModel::OperationColumn: return glossaryTip("operation");
    case SampleTableModel::PrecisionColumn: return glossaryTip("precision");
    case SampleTableModel::SizeColumn: return glossaryTip("tensor size");
    case SampleTableModel::OperationsColumn: return glossaryTip("operations per element");
    case SampleTableModel::DepthColumn: return glossaryTip("depth");
    case SampleTableModel::ChainColumn: return glossaryTip("chain");
    case SampleTableModel::ModeColumn: return glossaryTip("launch mode");
    case SampleTableModel::ThreadsColumn: return glossaryTip("thread");
    case SampleTableModel::IntensityColumn: return glossaryTip("arithmetic intensity");
    case SampleTableModel::TimeColumn: return glossaryTip("percentile");
    case SampleTableModel::IntervalColumn: return glossaryTip("confidence interval");
    case SampleTableModel::BandwidthColumn: return glossaryTip("bandwidth");
    case SampleTableModel::PerformanceColumn: return glossaryTip("FLOP");
    case SampleTableModel::RoofColumn: return glossaryTip("roof");
    case SampleTableModel::RegimeColumn: return glossaryTip("regime");
    case SampleTableModel::FlagsColumn: return glossaryTip("flag");
    default: return {};
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
    m_searched.clear();
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
        if (i < m_searched.size())
            m_searched[i].clear();
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

std::vector<int> SampleTableModel::pointsOf(const SnapshotPointer& snapshot) const
{
    std::vector<int> points(m_rows.size(), -1);
    if (!snapshot)
        return points;
    // The snapshot holds some of the session's samples in the session's order, so one pass pairs them.
    std::size_t next = 0;
    for (std::size_t row = 0; row < m_rows.size() && next < snapshot->points.size(); ++row)
        if (snapshot->samples[next].workload == m_rows[row]->workload
            && snapshot->samples[next].device == m_rows[row]->device)
            points[row] = static_cast<int>(next++);
    return points;
}

void SampleTableModel::setSnapshot(const SnapshotPointer& snapshot)
{
    if (snapshot == m_snapshot && m_pointOfRow.size() == m_rows.size())
        return;
    const auto shown = [this] {
        std::vector<std::tuple<std::optional<double>, std::optional<Regime>, FlagSet>> all;
        all.reserve(m_rows.size());
        for (int row = 0; row < rowCount(); ++row)
            all.emplace_back(shareOfRoof(row), regimeOf(row), flagsOf(row));
        return all;
    };
    const auto before = shown();
    m_snapshot = snapshot;
    m_pointOfRow = pointsOf(snapshot);
    const auto now = shown();
    // Most snapshots change few rows or none, and whoever sorts, filters or measures the table goes over those told.
    int first = -1;
    int last = -1;
    for (std::size_t row = 0; row < now.size(); ++row) {
        if (now[row] == before[row])
            continue;
        last = static_cast<int>(row);
        first = first < 0 ? last : first;
        if (row < m_searched.size())
            m_searched[row].clear();
    }
    if (first >= 0)
        emit dataChanged(index(first, RoofColumn), index(last, FlagsColumn));
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
    if (orientation == Qt::Horizontal && role == Qt::ToolTipRole)
        return tipOf(section);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount)
        return QAbstractTableModel::headerData(section, orientation, role);
    static const std::vector<FilterColumn> all = columns();
    return all[static_cast<std::size_t>(section)].name;
}

std::vector<FilterColumn> SampleTableModel::columns()
{
    using Kind = EntryKind;
    return {{tr("Operation"), tr("Operation"), {}},
            {tr("Precision"), tr("Precision"), {}},
            {tr("Size"), tr("Tensor size"), Kind::Count},
            {tr("Ops/elem."), tr("Operations per element"), Kind::Count},
            {tr("Depth"), tr("Fusion depth"), Kind::Count},
            {tr("Chain"), tr("Chain length"), Kind::Count},
            {tr("Launch"), tr("Launch mode"), {}},
            {tr("Threads"), tr("Threads"), Kind::Count},
            {tr("Intensity"), tr("Arithmetic intensity"), Kind::Any},
            {tr("Time"), tr("Time"), Kind::Duration},
            {tr("Interval"), tr("Interval"), Kind::Count, true},
            {tr("Bandwidth"), tr("Bandwidth"), Kind::Bandwidth},
            {tr("Performance"), tr("Performance"), Kind::Rate},
            {tr("% of roof"), tr("Roof share"), Kind::Count, true},
            {tr("Regime"), tr("Regime"), {}},
            {tr("Flags"), tr("Flags"), {}}};
}

QVariant SampleTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    switch (role) {
    case Qt::DisplayRole: return words(index.row(), index.column());
    case Qt::TextAlignmentRole: return QVariant::fromValue(alignmentOf(index.column()));
    case Qt::ToolTipRole: // may be cut
        return index.column() == FlagsColumn ? QVariant(words(index.row(), FlagsColumn)) : QVariant();
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

std::optional<Regime> SampleTableModel::regimeOf(int row) const
{
    const PointAnalysis* analysis = analysisOf(row);
    return analysis != nullptr ? analysis->regime : std::nullopt;
}

std::optional<double> SampleTableModel::shareOfRoof(int row) const
{
    const PointAnalysis* analysis = analysisOf(row);
    return analysis != nullptr ? analysis->shareOfRoof : std::nullopt;
}

FlagSet SampleTableModel::flagsOf(int row) const
{
    const PointAnalysis* analysis = analysisOf(row);
    return analysis != nullptr ? analysis->flags | sampleAt(row).flags : sampleAt(row).flags;
}

QString SampleTableModel::words(int row, int column) const
{
    const Sample& sample = sampleAt(row);
    const Workload& workload = sample.workload;
    const Cost cost = costOf(workload);
    switch (column) {
    case OperationColumn: return text(nameOf(workload.operation));
    case PrecisionColumn: return text(nameOf(workload.precision));
    case SizeColumn: return m_format.count(static_cast<double>(workload.elements));
    case OperationsColumn: return m_format.whole(workload.operationsPerElement);
    case DepthColumn: return m_format.whole(workload.fusionDepth);
    case ChainColumn: return m_format.whole(workload.chainLength);
    case ModeColumn: return text(nameOf(workload.launchMode));
    case ThreadsColumn: return workload.threads > 0 ? m_format.whole(workload.threads) : QStringLiteral("–");
    case IntensityColumn: return m_format.intensity(cost.arithmeticIntensity(), workload.operation);
    case TimeColumn: return m_format.time(sample.time);
    case IntervalColumn: return m_format.relativeInterval(sample.time.value(), sample.low.value(), sample.high.value());
    case BandwidthColumn: return m_format.rate(cost.bytes / sample.time);
    case PerformanceColumn: return m_format.rate(cost.flops / sample.time, workload.operation);
    case RoofColumn: {
        const auto share = shareOfRoof(row);
        return share ? m_format.percent(*share) : QString();
    }
    case RegimeColumn: {
        const auto regime = regimeOf(row);
        return regime ? regimeLabel(*regime) : QString();
    }
    case FlagsColumn: return flagWords(flagsOf(row));
    default: return {};
    }
}

double SampleTableModel::number(int row, int column) const
{
    const Sample& sample = sampleAt(row);
    const Workload& workload = sample.workload;
    switch (column) {
    case SizeColumn: return static_cast<double>(workload.elements);
    case OperationsColumn: return static_cast<double>(workload.operationsPerElement);
    case DepthColumn: return workload.fusionDepth;
    case ChainColumn: return workload.chainLength;
    case ThreadsColumn: return workload.threads;
    case IntensityColumn: return costOf(workload).arithmeticIntensity().value();
    case TimeColumn: return sample.time.value();
    case IntervalColumn:
        return sample.high > sample.low ? (sample.high.value() - sample.low.value()) / (2.0 * sample.time.value())
                                        : std::numeric_limits<double>::infinity();
    case BandwidthColumn: return (costOf(workload).bytes / sample.time).value();
    case PerformanceColumn: return (costOf(workload).flops / sample.time).value();
    case RoofColumn: return shareOfRoof(row).value_or(std::numeric_limits<double>::quiet_NaN());
    default: return 0.0;
    }
}

int SampleTableModel::compare(int row, int other, int column) const
{
    const auto order = [](const auto& left, const auto& right) { return left < right ? -1 : right < left ? 1 : 0; };
    const Workload& left = sampleAt(row).workload;
    const Workload& right = sampleAt(other).workload;
    switch (column) {
    case OperationColumn: return order(nameOf(left.operation), nameOf(right.operation));
    case PrecisionColumn: return order(nameOf(left.precision), nameOf(right.precision));
    case ModeColumn: return order(nameOf(left.launchMode), nameOf(right.launchMode));
    case RoofColumn: { // slow points first, those without a share last
        constexpr double last = std::numeric_limits<double>::infinity();
        return order(shareOfRoof(row).value_or(last), shareOfRoof(other).value_or(last));
    }
    case RegimeColumn: return regimeOf(row) == regimeOf(other) ? 0 : order(words(row, column), words(other, column));
    case FlagsColumn: return flagsOf(row) == flagsOf(other) ? 0 : order(words(row, column), words(other, column));
    default: return order(number(row, column), number(other, column));
    }
}

const QString& SampleTableModel::searchedWords(int row) const
{
    m_searched.resize(m_rows.size());
    QString& searched = m_searched[static_cast<std::size_t>(row)];
    if (searched.isEmpty()) {
        QStringList cells;
        for (int column = 0; column < ColumnCount; ++column)
            cells << words(row, column);
        searched = searchable(cells.join(QLatin1Char('\n')));
    }
    return searched;
}

QString SampleTableModel::wholeWords(int row, int column) const
{
    const Workload& workload = sampleAt(row).workload;
    const QString cell = words(row, column);
    switch (column) {
    case SizeColumn: return tr("%1 elements").arg(cell);
    case OperationsColumn:
        return workload.operationsPerElement == 1 ? tr("1 operation per element")
                                                  : tr("%1 operations per element").arg(cell);
    case DepthColumn: return tr("fusion depth %1").arg(cell);
    case ChainColumn: return tr("chain length %1").arg(cell);
    case ModeColumn: return tr("launch mode %1").arg(cell);
    case ThreadsColumn:
        return workload.threads <= 0 ? QString() // of a GPU, which has no such choice
             : workload.threads == 1 ? tr("1 thread")
                                     : tr("%1 threads").arg(cell);
    case IntervalColumn: return cell.isEmpty() ? tr("no interval") : tr("interval %1").arg(cell);
    case RoofColumn: return cell.isEmpty() ? QString() : tr("%1 of the roof").arg(cell);
    case RegimeColumn: return cell.isEmpty() ? QString() : tr("regime %1").arg(cell);
    case FlagsColumn: return cell.isEmpty() ? tr("no flags") : tr("flags: %1").arg(cell);
    default: return cell;
    }
}

ShownSamples::ShownSamples(SampleTableModel& samples, QObject* parent)
    : QSortFilterProxyModel(parent), m_samples(samples)
{
    setSourceModel(&samples);
}

void ShownSamples::setFilter(const QString& text)
{
    static const std::vector<FilterColumn> all = SampleTableModel::columns();
    const bool hasComma = Format().locale().decimalPoint() == QLatin1String(",");
    m_filter = readFilter(text, all, hasComma ? ',' : '.');
    invalidateFilter();
}

QString ShownSamples::problem() const
{
    if (rowCount() > 0 || m_samples.rowCount() == 0 || m_filter.parts.empty())
        return m_filter.problem;
    const QString shown = m_filter.shown();
    const QString none = (shown.contains(QLatin1Char('"'))
                              ? tr("No row fulfils %1; what stands in quotation marks is looked for in every column.")
                              : tr("No row fulfils %1."))
                             .arg(shown);
    return m_filter.problem.isEmpty() ? none : m_filter.problem + QLatin1Char(' ') + none;
}

QVariant ShownSamples::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole && orientation == Qt::Horizontal && section == sortColumn())
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    return QSortFilterProxyModel::headerData(section, orientation, role);
}

bool ShownSamples::isSameInAll(int column) const
{
    const int rows = rowCount();
    const int first = rows > 1 ? sampleRow(0) : 0;
    for (int place = 1; place < rows; ++place)
        if (m_samples.compare(first, sampleRow(place), column) != 0)
            return false;
    return rows > 1;
}

bool ShownSamples::filterAcceptsRow(int row, const QModelIndex&) const
{
    return keepsRow(m_filter, [&](const FilterTerm& term) {
        if (term.column < 0)
            return m_samples.searchedWords(row).contains(term.words);
        const double number = m_samples.number(row, term.column);
        if (std::isnan(number)) // a row without one fulfils no condition of it, with "not" neither
            return term.isNegated;
        return fulfils(term, searchable(m_samples.words(row, term.column)), number);
    });
}

bool ShownSamples::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const bool isKnown = !std::isnan(m_samples.number(left.row(), left.column()));
    if (isKnown != !std::isnan(m_samples.number(right.row(), right.column())))
        return isKnown == (sortOrder() == Qt::AscendingOrder); // those without a number are last in either order
    for (const int column : {left.column(), int(SampleTableModel::SizeColumn), int(SampleTableModel::OperationsColumn)})
        if (const int order = m_samples.compare(left.row(), right.row(), column); order != 0)
            return order < 0;
    return false;
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
