// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/own_kernel_model.h"

#include "app/charts/data/own_kernels.h"
#include "app/charts/style/texts.h"
#include "core/session/own_kernels_csv.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

using VerdictState = RowVerdict::State;

const QString emptyCell = QStringLiteral("–");

/// Words begin at the left, numbers end at the right.
QVariant alignmentOfKernels(int column)
{
    switch (column) {
    case OwnKernelModel::Name:
    case OwnKernelModel::Limit:
    case OwnKernelModel::Best:
    case OwnKernelModel::Work:
    case OwnKernelModel::File:
    case OwnKernelModel::Device: return QVariant::fromValue(Qt::AlignVCenter | Qt::AlignLeft);
    default: return QVariant::fromValue(Qt::AlignVCenter | Qt::AlignRight);
    }
}

bool isOfVerdict(int column)
{
    return column == OwnKernelModel::Limit || column == OwnKernelModel::Share || column == OwnKernelModel::Best;
}

/// What limits a row, as one number: rows of one limit stand together.
int limitOrder(const RowVerdict& verdict)
{
    if (verdict.state != VerdictState::Judged)
        return -1;
    const OwnKernelVerdict like{.shareOfRoof = verdict.share};
    return limitsNothing(like)  ? 0
         : promisesLevers(like) ? 1 + static_cast<int>(verdict.limit)
         : verdict.cacheHelped  ? 100
                                : 101;
}

template <typename T> int orderOf(const T& left, const T& right) { return left < right ? -1 : right < left ? 1 : 0; }

} // namespace

OwnKernelModel::OwnKernelModel(QObject* parent) : QAbstractTableModel(parent) {}

void OwnKernelModel::setKernels(std::vector<OwnKernel> kernels)
{
    beginResetModel();
    m_kernels = std::move(kernels);
    choose();
    endResetModel();
}

void OwnKernelModel::setChoice(const KernelChoice& choice)
{
    if (choice == m_choice)
        return;
    beginResetModel();
    m_choice = choice;
    choose();
    endResetModel();
}

void OwnKernelModel::choose()
{
    m_shown = shownKernels(m_kernels, m_choice);
    m_verdicts.assign(m_shown.size(), std::nullopt);
}

bool OwnKernelModel::setDevice(const JudgingDevice& device)
{
    if (device == m_device)
        return false;
    m_device = device;
    m_verdicts.assign(m_shown.size(), std::nullopt);
    m_elsewhere.clear();
    if (!m_shown.empty())
        emit dataChanged(index(0, Limit), index(rowCount() - 1, Best));
    return true;
}

int OwnKernelModel::rowOf(std::size_t kernel) const
{
    const auto found = std::ranges::find_if(
        m_shown, [kernel](const ShownKernel& shown) { return std::ranges::binary_search(shown.members, kernel); });
    return found == m_shown.end() ? -1 : static_cast<int>(found - m_shown.begin());
}

bool OwnKernelModel::isElsewhere(const OwnKernel& kernel) const
{
    const auto known = m_elsewhere.find(kernel.device);
    return known != m_elsewhere.end() ? known->second : (m_elsewhere[kernel.device] = ranElsewhere(kernel, m_device));
}

RowVerdict OwnKernelModel::judged(const OwnKernel& kernel) const
{
    if (lacksCounts(kernel))
        return {.state = VerdictState::NoCounts};
    if (isElsewhere(kernel))
        return {.state = VerdictState::OtherDevice};
    if (!m_device.figures)
        return {.state = VerdictState::NoDevice};
    const auto verdict = judge(kernel, *m_device.figures);
    if (!verdict)
        return {.state = VerdictState::NotPossible};
    RowVerdict row{.state = VerdictState::Judged,
                   .limit = verdict->limit,
                   .share = verdict->shareOfRoof,
                   .cacheHelped = cacheMayHelp(kernel, *verdict)};
    if (promisesLevers(*verdict) && !verdict->levers.empty() && verdict->levers.front().helps()) {
        row.best = verdict->levers.front().kind;
        row.speedup = verdict->levers.front().speedup;
    }
    return row;
}

const RowVerdict& OwnKernelModel::rowVerdict(int row) const
{
    std::optional<RowVerdict>& kept = m_verdicts[static_cast<std::size_t>(row)];
    if (!kept)
        kept = judged(shown(row).kernel);
    return *kept;
}

std::optional<OwnKernelVerdict> OwnKernelModel::verdict(int row) const
{
    if (row < 0 || row >= rowCount() || rowVerdict(row).state != VerdictState::Judged)
        return std::nullopt;
    const auto judged = judge(shown(row).kernel, *m_device.figures);
    return judged ? std::optional(*judged) : std::nullopt;
}

int OwnKernelModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}
int OwnKernelModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString OwnKernelModel::limitWords(const RowVerdict& verdict) const
{
    const int order = limitOrder(verdict);
    return order < 0    ? emptyCell
         : order == 0   ? tr("none of these roofs")
         : order == 100 ? tr("above the roof: a cache helped")
         : order > 100  ? tr("Impossible: check the counts")
                        : regimeLabel(verdict.limit);
}

QString OwnKernelModel::words(int row, int column) const
{
    const ShownKernel& place = shown(row);
    const OwnKernel& kernel = place.kernel;
    switch (column) {
    case Name: return ownName(kernel, place.members.front());
    case Launches: return m_format.whole(std::llround(kernel.launches));
    case Time: return m_format.time(kernel.time);
    case TimeShare: return m_format.percent(place.shareOfTime);
    case Limit: return limitWords(rowVerdict(row));
    case Share:
        return rowVerdict(row).state == VerdictState::Judged ? roofShareWords(rowVerdict(row).share, m_format)
                                                             : emptyCell;
    case Best:
        return rowVerdict(row).speedup > 0.0
                 ? tr("%1: %2").arg(shortLeverWords(rowVerdict(row).best), m_format.factor(rowVerdict(row).speedup))
                 : emptyCell;
    case Performance: return kernel.flops > Flops() ? m_format.rate(kernel.flops / kernel.time) : emptyCell;
    case Bandwidth: return kernel.bytes > Bytes() ? m_format.rate(kernel.bytes / kernel.time) : emptyCell;
    case Intensity: return kernel.bytes > Bytes() ? m_format.intensity(kernel.flops / kernel.bytes) : emptyCell;
    case Work: return workWords(kernel);
    case File: return kernel.source.empty() ? emptyCell : text(kernel.source);
    case Device: return kernel.device.empty() ? emptyCell : text(kernel.device);
    default: return {};
    }
}

QString OwnKernelModel::wholeWords(int row, int column) const
{
    const QString cell = words(row, column);
    if (cell == emptyCell)
        return {};
    switch (column) {
    case Launches: return tr("%1 each").arg(launchWords(shown(row).kernel.launches, m_format));
    case TimeShare: return tr("%1 of the time").arg(cell);
    case Limit: return tr("limit: %1").arg(cell);
    case Share: return tr("%1 of the roof").arg(cell);
    case Work: return tr("operations and bytes %1").arg(cell);
    case File: return tr("file %1").arg(cell);
    case Device: return tr("ran on %1").arg(cell);
    default: return cell;
    }
}

double OwnKernelModel::number(int row, int column) const
{
    const ShownKernel& place = shown(row);
    const OwnKernel& kernel = place.kernel;
    switch (column) {
    case Launches: return kernel.launches;
    case Time: return kernel.time.value();
    case TimeShare: return place.shareOfTime;
    case Limit: return limitOrder(rowVerdict(row));
    case Share: return rowVerdict(row).state == VerdictState::Judged ? rowVerdict(row).share : -1.0;
    case Best: return rowVerdict(row).speedup > 0.0 ? rowVerdict(row).speedup : -1.0;
    case Performance: return kernel.flops > Flops() ? (kernel.flops / kernel.time).value() : -1.0;
    case Bandwidth: return kernel.bytes > Bytes() ? (kernel.bytes / kernel.time).value() : -1.0;
    case Intensity: return kernel.bytes > Bytes() ? (kernel.flops / kernel.bytes).value() : -1.0;
    default: return 0.0;
    }
}

int OwnKernelModel::compare(int row, int other, int column) const
{
    const OwnKernel& left = shown(row).kernel;
    const OwnKernel& right = shown(other).kernel;
    switch (column) {
    case Name:
        return left.name.empty() || right.name.empty() ? orderOf(words(row, column), words(other, column))
                                                       : orderOf(left.name, right.name);
    case Best:
        return number(row, column) == number(other, column)
                 ? orderOf(static_cast<int>(rowVerdict(row).best), static_cast<int>(rowVerdict(other).best))
                 : orderOf(number(row, column), number(other, column));
    case Work: return orderOf(std::pair(left.work, left.profiled), std::pair(right.work, right.profiled));
    case File: return orderOf(left.source, right.source);
    case Device: return orderOf(left.device, right.device);
    default: return orderOf(number(row, column), number(other, column));
    }
}

QString OwnKernelModel::csvOf(const std::vector<int>& rows) const
{
    std::vector<OwnKernel> kernels;
    std::vector<KernelColumn> columns{{"share_of_time", {}}, {"limit", {}},   {"share_of_roof", {}},
                                      {"best_lever", {}},    {"speedup", {}}, {"work", {}},
                                      {"profiled", {}},      {"file", {}},    {"device", {}}};
    const auto numeral = [](double value) { return QString::number(value, 'g', 6).toStdString(); };
    for (const int row : rows) {
        const OwnKernel& kernel = shown(row).kernel;
        const RowVerdict& verdict = rowVerdict(row);
        const bool isJudged = verdict.state == VerdictState::Judged;
        const bool helps = verdict.speedup > 0.0;
        kernels.push_back(kernel);
        const std::string cells[] = {numeral(shown(row).shareOfTime),
                                     isJudged ? limitWords(verdict).toStdString() : std::string(),
                                     isJudged ? numeral(verdict.share) : std::string(),
                                     helps ? shortLeverWords(verdict.best).toStdString() : std::string(),
                                     helps ? numeral(verdict.speedup) : std::string(),
                                     std::string(nameOf(kernel.work)),
                                     kernel.profiled ? "yes" : "no",
                                     kernel.source,
                                     kernel.device};
        for (std::size_t i = 0; i < columns.size(); ++i)
            columns[i].cells.push_back(cells[i]);
    }
    return QString::fromStdString(toCsv(kernels, columns));
}

QString OwnKernelModel::toolTip(int row, int column) const
{
    const OwnKernel& kernel = shown(row).kernel;
    if (isOfVerdict(column)) {
        switch (rowVerdict(row).state) {
        case VerdictState::OtherDevice:
            return kernel.device == unnamedGpu
                     ? tr("It ran on a GPU that its file does not name; choose that GPU on the left.")
                     : tr("It ran on %1; choose that device on the left.").arg(text(kernel.device));
        case VerdictState::NoCounts: return tr("Its operations and bytes are not known; enter them below the table.");
        case VerdictState::NoDevice: return tr("Complete the device's numbers to analyse your kernels.");
        case VerdictState::NotPossible: return errorMessage(judge(kernel, *m_device.figures).error());
        case VerdictState::Judged: break;
        }
    }
    const QString cell = words(row, column);
    return hasPlaceOnRoofline(kernel)
             ? cell
             : tr("%1\nA kernel needs both FLOP and bytes to appear on the roofline.").arg(cell);
}

QVariant OwnKernelModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return words(index.row(), index.column());
    case Qt::TextAlignmentRole: return alignmentOfKernels(index.column());
    case Qt::ToolTipRole: return toolTip(index.row(), index.column());
    default: return {};
    }
}

QVariant OwnKernelModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return alignmentOfKernels(section);
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Name: return tip ? tr("Its name") : tr("Kernel");
    case Launches: return tip ? tr("How often it was launched") : tr("Launches");
    case Time: return tip ? tr("The time of all its launches") : tr("Time");
    case TimeShare: return tip ? tr("Its share of the time of all kernels of the list") : tr("Of time");
    case Limit: return tip ? tr("The limit predicted from the device's numbers") : tr("Limited by");
    case Share: return tip ? tr("Time that the numbers allow, divided by the time that it took") : tr("Of roof");
    case Best:
        return tip ? tr("The lever with the largest predicted speed-up, and how many times as fast it would be")
                   : tr("Best lever");
    case Performance: return tip ? tr("FLOP divided by time") : tr("Rate");
    case Bandwidth: return tip ? tr("Bytes divided by time") : tr("Bandwidth");
    case Intensity: return tip ? tr("FLOP divided by bytes") : tr("Intensity");
    case Work: return tip ? tr("How its operations and bytes were got") : tr("Work");
    case File: return tip ? tr("The file that it was imported from") : tr("File");
    case Device: return tip ? tr("The device that it ran on, as the file names it") : tr("Device");
    default: return {};
    }
}

SortedKernels::SortedKernels(OwnKernelModel& kernels, QObject* parent)
    : QSortFilterProxyModel(parent), m_kernels(kernels)
{
    setSourceModel(&kernels);
}

bool SortedKernels::isSameInAll(int column) const
{
    // In the model's order, which needs no mapping: none of its rows is left out.
    const int rows = m_kernels.rowCount();
    if (rows == 1)
        return m_kernels.wholeWords(0, column).isEmpty();
    for (int row = 1; row < rows; ++row)
        if (m_kernels.compare(0, row, column) != 0)
            return false;
    return rows > 1;
}

QVariant SortedKernels::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole && orientation == Qt::Horizontal && section == sortColumn())
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    return QSortFilterProxyModel::headerData(section, orientation, role);
}

bool SortedKernels::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    return m_kernels.compare(left.row(), right.row(), left.column()) < 0;
}

} // namespace ridgepoint
