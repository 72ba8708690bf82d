// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/own_kernel_model.h"

#include "app/charts/data/kernels_on_roofs.h"
#include "app/charts/data/own_kernels.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/calculator/calculator_words.h"
#include "core/session/own_kernels_csv.h"

#include <QTextDocument>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace ridgepoint {
namespace {

using VerdictState = RowVerdict::State;

const QString emptyCell = QStringLiteral("–");
/// Cells whose words are kept: those of a few screens.
constexpr int mostCellsKept = 4000;

bool isOfWords(int column)
{
    switch (column) {
    case OwnKernelModel::Name:
    case OwnKernelModel::Limit:
    case OwnKernelModel::Best:
    case OwnKernelModel::Work:
    case OwnKernelModel::File:
    case OwnKernelModel::Device: return true;
    default: return false;
    }
}

/// Words begin at the left, numbers end at the right.
QVariant alignmentOfKernels(int column)
{
    return QVariant::fromValue(Qt::AlignVCenter | (isOfWords(column) ? Qt::AlignLeft : Qt::AlignRight));
}

/// By which a column is sorted first: of figures the largest are looked for, and levers are sorted by their speed-up.
Qt::SortOrder firstOrder(int column)
{
    return isOfWords(column) && column != OwnKernelModel::Best ? Qt::AscendingOrder : Qt::DescendingOrder;
}

bool isOfVerdict(int column)
{
    return column == OwnKernelModel::Limit || column == OwnKernelModel::Share || column == OwnKernelModel::Best;
}

bool isOfTraffic(int column) { return column >= OwnKernelModel::L1 && column <= OwnKernelModel::Memory; }

Bytes trafficOfColumn(const OwnKernel& kernel, int column)
{
    return column == OwnKernelModel::Memory
             ? kernel.bytes
             : kernel.throughCaches[static_cast<std::size_t>(column - OwnKernelModel::L1)];
}

QString levelOfColumn(int column)
{
    return roofWord(bandwidthRoofId(column == OwnKernelModel::Memory
                                        ? "dram"
                                        : cacheLevels[static_cast<std::size_t>(column - OwnKernelModel::L1)]));
}

template <typename T> int orderOf(const T& left, const T& right) { return left < right ? -1 : right < left ? 1 : 0; }

} // namespace

static_assert(OwnKernelModel::Memory - OwnKernelModel::L1 == static_cast<int>(cacheLevels.size()));

OwnKernelModel::OwnKernelModel(QObject* parent) : QAbstractTableModel(parent), m_words(mostCellsKept) {}

void OwnKernelModel::setKernels(std::vector<OwnKernel> kernels)
{
    beginResetModel();
    m_kernels = std::move(kernels);
    m_names = KernelNames(m_kernels);
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
    m_words.clear();
    m_devices.clear();
    std::unordered_set<std::string> known{std::string()};
    for (const ShownKernel& each : m_shown)
        if (const std::string device(ranOn(each.kernel)); known.insert(device).second)
            m_devices.push_back(device);
    m_judges.shareTimes(m_shown, m_kernels);
    arrange();
}

void OwnKernelModel::arrange()
{
    // Rows are places while they are compared.
    m_order.resize(m_shown.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    if (m_sortColumn < 0 || (m_sortColumn == Time && m_sortOrder == Qt::DescendingOrder))
        return; // as shownKernels() has them
    std::vector<std::size_t> sorted = m_order;
    std::stable_sort(sorted.begin(), sorted.end(), [this](std::size_t left, std::size_t right) {
        const int order = compare(static_cast<int>(left), static_cast<int>(right), m_sortColumn);
        return m_sortOrder == Qt::AscendingOrder ? order < 0 : order > 0;
    });
    m_order = std::move(sorted);
}

void OwnKernelModel::sort(int column, Qt::SortOrder order)
{
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::size_t> places;
    for (const QModelIndex& each : before)
        places.push_back(placeOf(each.row()));
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
    std::vector<int> rows(m_order.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
        rows[m_order[row]] = static_cast<int>(row);
    QModelIndexList after;
    for (std::size_t i = 0; i < places.size(); ++i)
        after << index(rows[places[i]], before[static_cast<qsizetype>(i)].column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

bool OwnKernelModel::setDevice(const JudgingDevice& device, const std::vector<JudgingDevice>& others)
{
    KernelJudges judges(device, others);
    if (judges == m_judges)
        return false;
    m_judges = std::move(judges);
    m_verdicts.assign(m_shown.size(), std::nullopt);
    m_words.clear();
    m_judges.shareTimes(m_shown, m_kernels);
    if (isOfVerdict(m_sortColumn) || m_sortColumn == TimeShare)
        sort(m_sortColumn, m_sortOrder);
    if (!m_shown.empty())
        emit dataChanged(index(0, TimeShare), index(rowCount() - 1, Best));
    return true;
}

int OwnKernelModel::rowOf(std::size_t kernel) const
{
    const auto shows = [&](std::size_t place) { return std::ranges::binary_search(m_shown[place].members, kernel); };
    const auto found = std::ranges::find_if(m_order, shows);
    return found == m_order.end() ? -1 : static_cast<int>(found - m_order.begin());
}

std::size_t OwnKernelModel::judgedCount() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(m_verdicts, [](const std::optional<RowVerdict>& each) { return each.has_value(); }));
}

const RowVerdict& OwnKernelModel::rowVerdict(int row) const
{
    std::optional<RowVerdict>& kept = m_verdicts[placeOf(row)];
    if (!kept)
        kept = judgedRow(shown(row).kernel, judgeOf(shown(row).kernel));
    return *kept;
}

std::optional<OwnKernelVerdict> OwnKernelModel::verdict(int row) const
{
    if (row < 0 || row >= rowCount() || rowVerdict(row).state != VerdictState::Judged)
        return std::nullopt;
    const auto judged = judge(shown(row).kernel, *judgeOf(shown(row).kernel)->figures);
    return judged ? std::optional(*judged) : std::nullopt;
}

int OwnKernelModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}
int OwnKernelModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString OwnKernelModel::words(int row, int column) const
{
    const std::size_t cell = placeOf(row) * ColumnCount + static_cast<std::size_t>(column);
    if (const QString* known = m_words.object(cell))
        return *known;
    auto* fresh = new QString(newWords(row, column));
    const QString result = *fresh;
    m_words.insert(cell, fresh);
    return result;
}

QString OwnKernelModel::newWords(int row, int column) const
{
    constexpr double mostWhole = 1e15; // digit by digit
    if (isOfTraffic(column)) {
        const Bytes bytes = trafficOfColumn(shown(row).kernel, column);
        return bytes > Bytes() ? m_format.traffic(bytes) : emptyCell;
    }
    const ShownKernel& place = shown(row);
    const OwnKernel& kernel = place.kernel;
    switch (column) {
    case Name: return m_names.of(kernel, place.members.front());
    case Launches:
        return kernel.launches == std::floor(kernel.launches) && kernel.launches < mostWhole
                 ? m_format.whole(static_cast<std::int64_t>(kernel.launches))
                 : m_format.significant(kernel.launches);
    case Time: return m_format.time(kernel.time);
    case TimeShare: return m_format.percentInColumn(place.shareOfTime);
    case Limit: return rowLimitWords(rowVerdict(row));
    case Share: return rowShareWords(rowVerdict(row), m_format);
    case Best: return bestLeverWords(rowVerdict(row), m_format);
    case Performance: return kernel.flops > Flops() ? m_format.rate(kernel.flops / kernel.time) : emptyCell;
    case Bandwidth: return kernel.bytes > Bytes() ? m_format.rate(kernel.bytes / kernel.time) : emptyCell;
    case Intensity:
        return kernel.bytes > Bytes() && !kernel.flopsUnknown ? m_format.intensityInColumn(kernel.flops / kernel.bytes)
                                                              : emptyCell;
    case Flop: return kernel.flops > Flops() ? m_format.work(kernel.flops) : emptyCell;
    case Work: return workOriginWords(kernel);
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
    if (isOfTraffic(column))
        return tr("%1 through %2").arg(cell, levelOfColumn(column));
    switch (column) {
    case Launches: return tr("%1 each").arg(launchWords(shown(row).kernel.launches, m_format));
    case TimeShare: return tr("%1 of its device's time").arg(cell);
    case Limit: return tr("limit: %1").arg(cell);
    case Share: return tr("%1 of the roof").arg(cell);
    case Work: {
        const OwnKernel& kernel = shown(row).kernel;
        return (kernel.flopsUnknown  ? tr("bytes %1")
                : lacksBytes(kernel) ? tr("operations %1")
                                     : tr("operations and bytes %1"))
            .arg(cell);
    }
    case File: return tr("file %1").arg(cell);
    case Device: return tr("ran on %1").arg(cell);
    default: return cell;
    }
}

double OwnKernelModel::number(int row, int column) const
{
    const ShownKernel& place = shown(row);
    const OwnKernel& kernel = place.kernel;
    if (isOfTraffic(column))
        return trafficOfColumn(kernel, column).value();
    switch (column) {
    case Launches: return kernel.launches;
    case Time: return kernel.time.value();
    case TimeShare: return place.shareOfTime;
    case Limit: return limitOrder(rowVerdict(row));
    case Share: return rowVerdict(row).state == VerdictState::Judged ? rowVerdict(row).share : -1.0;
    case Best: return rowVerdict(row).speedup > 0.0 ? rowVerdict(row).speedup : -1.0;
    case Performance: return kernel.flops > Flops() ? (kernel.flops / kernel.time).value() : -1.0;
    case Bandwidth: return kernel.bytes > Bytes() ? (kernel.bytes / kernel.time).value() : -1.0;
    case Intensity:
        return kernel.bytes > Bytes() && !kernel.flopsUnknown ? (kernel.flops / kernel.bytes).value() : -1.0;
    case Flop: return kernel.flopsUnknown ? -1.0 : kernel.flops.value();
    default: return 0.0;
    }
}

int OwnKernelModel::compare(int row, int other, int column) const
{
    const OwnKernel& left = shown(row).kernel;
    const OwnKernel& right = shown(other).kernel;
    switch (column) {
    case Name:
        return orderOf(m_names.of(left, shown(row).members.front()), m_names.of(right, shown(other).members.front()));
    case Best:
        return number(row, column) == number(other, column)
                 ? orderOf(static_cast<int>(rowVerdict(row).best), static_cast<int>(rowVerdict(other).best))
                 : orderOf(number(row, column), number(other, column));
    case Work:
        return orderOf(std::tuple(left.work, left.flopsUnknown, left.profiled),
                       std::tuple(right.work, right.flopsUnknown, right.profiled));
    case File: return orderOf(left.source, right.source);
    case Device: return orderOf(left.device, right.device);
    default: return orderOf(number(row, column), number(other, column));
    }
}

bool OwnKernelModel::isSameInAll(int column) const
{
    const int rows = rowCount();
    if (isOfVerdict(column))
        return false;
    if (rows == 1)
        return wholeWords(0, column).isEmpty();
    for (int row = 1; row < rows; ++row)
        if (compare(0, row, column) != 0)
            return false;
    return rows > 1;
}

QString OwnKernelModel::csvOf(const std::vector<int>& rows) const
{
    std::vector<OwnKernel> kernels;
    std::vector<KernelColumn> columns{
        {"share_of_time", {}}, {"limit", {}},    {"share_of_roof", {}}, {"best_lever", {}}, {"speedup", {}},
        {"work", {}},          {"profiled", {}}, {"file", {}},          {"device", {}},     {"judged_by", {}}};
    const auto numeral = [](double value) { return QString::number(value, 'g', 6).toStdString(); };
    for (const int row : rows) {
        const OwnKernel& kernel = shown(row).kernel;
        const RowVerdict& verdict = rowVerdict(row);
        const bool isJudged = verdict.state == VerdictState::Judged;
        const bool helps = verdict.speedup > 0.0;
        kernels.push_back(kernel);
        const std::string cells[] = {numeral(shown(row).shareOfTime),
                                     isJudged ? rowLimitWords(verdict).toStdString() : std::string(),
                                     isJudged ? numeral(verdict.share) : std::string(),
                                     helps ? rowLeverWords(verdict).toStdString() : std::string(),
                                     helps ? numeral(verdict.speedup) : std::string(),
                                     std::string(nameOf(kernel.work)),
                                     kernel.profiled ? "yes" : "no",
                                     kernel.source,
                                     kernel.device,
                                     isJudged ? judgeOf(kernel)->words.toStdString() : std::string()};
        for (std::size_t i = 0; i < columns.size(); ++i)
            columns[i].cells.push_back(cells[i]);
    }
    return QString::fromStdString(toCsv(kernels, columns));
}

QString OwnKernelModel::unjudgedWords(int row) const
{
    const OwnKernel& kernel = shown(row).kernel;
    const bool isNamed = !kernel.device.empty() && kernel.device != unnamedGpu;
    switch (rowVerdict(row).state) {
    case VerdictState::NoCounts: return tr("Its operations and bytes are not known; enter them below the table.");
    case VerdictState::NotPossible: return errorMessage(judge(kernel, *judgeOf(kernel)->figures).error());
    case VerdictState::NoDevice: break;
    case VerdictState::Judged: return {};
    }
    if (isNamed)
        return tr("It ran on %1, of which no roofs are known here: compare with a session of it, or enter its numbers "
                  "below the table.")
            .arg(text(kernel.device));
    return kernel.device == unnamedGpu
             ? tr("It ran on a GPU that its file does not name; choose that GPU below the table.")
         : ranOn(kernel) == unnamedProcessor
             ? tr("It ran on a processor, and no roofs of a processor are known here: choose a processor, compare with "
                  "a session of it, or enter its numbers below the table.")
             : tr("Complete the device's numbers to analyse your kernels.");
}

QString OwnKernelModel::toolTip(int row, int column) const
{
    const ShownKernel& place = shown(row);
    const QString noPlace = hasPlaceOnRoofline(place.kernel)
                              ? QString()
                              : tr("A kernel needs both FLOP and bytes to appear on the roofline.");
    if (column == Name)
        return nameTip(ownName(place.kernel, place.members.front()))
             + (noPlace.isEmpty() ? noPlace : QStringLiteral("<p>%1</p>").arg(noPlace));
    QStringList lines{words(row, column)};
    if (isOfVerdict(column)) {
        if (rowVerdict(row).state != VerdictState::Judged)
            return unjudgedWords(row);
        lines << tr("Judged by %1.").arg(judgeOf(place.kernel)->words);
    }
    if (!noPlace.isEmpty())
        lines << noPlace;
    return lines.join(QLatin1Char('\n'));
}

QVariant OwnKernelModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return words(index.row(), index.column());
    case Qt::TextAlignmentRole: return alignmentOfKernels(index.column());
    case Qt::ToolTipRole: {
        const QString tip = toolTip(index.row(), index.column());
        // What a file calls a device or itself is never taken for markup; that of a name is our own.
        return index.column() != Name && Qt::mightBeRichText(tip) ? Qt::convertFromPlainText(tip, Qt::WhiteSpaceNormal)
                                                                  : tip;
    }
    default: return {};
    }
}

QVariant OwnKernelModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return section == m_sortColumn ? QVariant::fromValue(Qt::AlignVCenter | Qt::AlignLeft)
                                       : alignmentOfKernels(section);
    if (orientation == Qt::Horizontal && role == Qt::InitialSortOrderRole)
        return static_cast<int>(firstOrder(section));
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    if (isOfTraffic(section))
        return tip ? tr("Bytes through %1").arg(levelOfColumn(section)) : levelOfColumn(section);
    switch (section) {
    case Name:
        return tip ? tr("Its name, without what several share; each cell's tooltip has the whole name") : tr("Kernel");
    case Launches: return tip ? tr("How often it was launched") : tr("Launches");
    case Time: return tip ? tr("The time of all its launches") : tr("Time");
    case TimeShare:
        return tip ? tr("Its share of the time of all kernels in the list that ran on the same device")
                   : tr("Time share");
    case Limit:
        return tip ? tr("The limit predicted by the roofs of the device that it ran on; of one that names no device by "
                        "those below the table")
                   : tr("Limited by");
    case Share: return tip ? tr("Time that these roofs allow, divided by the time that it took") : tr("Of roof");
    case Best:
        return tip ? tr("The lever with the largest predicted speed-up, and how many times as fast it would be")
                   : tr("Best lever");
    case Performance: return tip ? tr("FLOP divided by time") : tr("Rate");
    case Bandwidth: return tip ? tr("Bytes divided by time") : tr("Bandwidth");
    case Intensity: return tip ? tr("FLOP divided by bytes") : tr("Intensity");
    case Flop: return tip ? tr("Floating-point operations of all its launches") : tr("FLOP");
    case Work:
        return tip ? tr("How its operations and bytes were got, and whether it was timed under a profiler")
                   : tr("Work");
    case File: return tip ? tr("The file that it was imported from") : tr("File");
    case Device: return tip ? tr("The device that it ran on, as the file names it") : tr("Device");
    default: return {};
    }
}

} // namespace ridgepoint
