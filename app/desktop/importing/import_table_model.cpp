// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/importing/import_table_model.h"

#include "app/charts/data/own_kernels.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ridgepoint {
namespace {

const QString nothingKnown = QStringLiteral("–");

bool isOfWords(int column)
{
    return column == ImportTableModel::Name || column == ImportTableModel::File || column == ImportTableModel::Origin;
}

QString originWords(const OwnKernel& kernel)
{
    const auto words = [&] {
        switch (kernel.work) {
        case WorkOrigin::Unknown: break;
        case WorkOrigin::Counted: return ImportTableModel::tr("counted");
        case WorkOrigin::Formula: return ImportTableModel::tr("formula");
        case WorkOrigin::Declared: return ImportTableModel::tr("declared");
        case WorkOrigin::Typed: return ImportTableModel::tr("typed");
        }
        return ImportTableModel::tr("unknown");
    }();
    return kernel.profiled ? ImportTableModel::tr("%1, profiled").arg(words) : words;
}

QString levelName(int column)
{
    const auto level = static_cast<std::size_t>(column - ImportTableModel::L1);
    return roofWord(bandwidthRoofId(column == ImportTableModel::Memory ? "dram" : cacheLevels[level]));
}

} // namespace

static_assert(ImportTableModel::Memory - ImportTableModel::L1 == static_cast<int>(cacheLevels.size()));

ImportTableModel::ImportTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void ImportTableModel::setFiles(const std::vector<std::vector<OwnKernel>>& files)
{
    beginResetModel();
    m_files = files.size();
    m_kernels.clear();
    m_shares.clear();
    for (const std::vector<OwnKernel>& file : files) {
        const double whole = std::accumulate(file.begin(), file.end(), 0.0, [](double sum, const OwnKernel& kernel) {
            return sum + kernel.time.value();
        });
        m_kernels.insert(m_kernels.end(), file.begin(), file.end());
        for (const OwnKernel& kernel : file)
            m_shares.push_back(kernel.time.value() / whole);
    }
    endResetModel();
}

bool ImportTableModel::hasColumn(int column) const
{
    if (column == File)
        return m_files > 1;
    if (column < L1 || column > Memory)
        return true;
    return std::ranges::any_of(m_kernels, [&](const OwnKernel& kernel) {
        return (column == Memory ? kernel.bytes : kernel.throughCaches[static_cast<std::size_t>(column - L1)])
             > Bytes();
    });
}

std::vector<int> ImportTableModel::longest(std::size_t count) const
{
    std::vector<int> rows(m_kernels.size());
    std::iota(rows.begin(), rows.end(), 0);
    if (count >= rows.size())
        return rows;
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(rows.begin(), end, rows.end(), [&](int a, int b) {
        const Seconds first = m_kernels[static_cast<std::size_t>(a)].time;
        const Seconds second = m_kernels[static_cast<std::size_t>(b)].time;
        return first > second || (first == second && a < b);
    });
    rows.erase(end, rows.end());
    std::sort(rows.begin(), rows.end());
    return rows;
}

int ImportTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_kernels.size());
}
int ImportTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

double ImportTableModel::numberOf(std::size_t row, Column column) const
{
    const OwnKernel& kernel = m_kernels[row];
    switch (column) {
    case Launches: return kernel.launches;
    case Time: return kernel.time.value();
    case Share: return m_shares[row];
    case Work: return kernel.flops.value();
    case L1:
    case L2:
    case L3: return kernel.throughCaches[static_cast<std::size_t>(column - L1)].value();
    case Memory: return kernel.bytes.value();
    case Name:
    case File:
    case Origin:
    case ColumnCount: break;
    }
    return 0.0;
}

QString ImportTableModel::wordsOf(std::size_t row, Column column) const
{
    constexpr double mostWhole = 1e15; // digit by digit
    const OwnKernel& kernel = m_kernels[row];
    const double number = numberOf(row, column);
    switch (column) {
    case Name: return ownName(kernel, row);
    case File: return QString::fromStdString(kernel.source);
    case Launches:
        return number == std::floor(number) && number < mostWhole ? m_format.whole(static_cast<std::int64_t>(number))
                                                                  : m_format.significant(number);
    case Time: return m_format.time(kernel.time);
    case Share: return m_format.percent(number);
    case Work: return number > 0.0 ? m_format.work(kernel.flops) : nothingKnown;
    case L1:
    case L2:
    case L3:
    case Memory: return number > 0.0 ? m_format.traffic(Bytes(number)) : nothingKnown;
    case Origin: return originWords(kernel);
    case ColumnCount: break;
    }
    return {};
}

QVariant ImportTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: return wordsOf(row, column);
    case sortRole: return isOfWords(column) ? QVariant(wordsOf(row, column)) : QVariant(numberOf(row, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (isOfWords(column) ? Qt::AlignLeft : Qt::AlignRight));
    default: return {};
    }
}

QVariant ImportTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (isOfWords(section) ? Qt::AlignLeft : Qt::AlignRight));
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Name: return tip ? tr("Its name in the file") : tr("Kernel");
    case File: return tip ? tr("The file that tells of it") : tr("File");
    case Launches: return tip ? tr("Times that it was launched") : tr("Launches");
    case Time: return tip ? tr("The time of all its launches together") : tr("Time");
    case Share: return tip ? tr("Its share of the time of all kernels in the file") : tr("Share");
    case Work: return tip ? tr("Floating-point operations of all its launches") : tr("FLOP");
    case L1:
    case L2:
    case L3: return tip ? tr("Bytes that go through this cache") : levelName(section);
    case Memory: return tip ? tr("Bytes between memory and the caches") : levelName(section);
    case Origin:
        return tip ? tr("How FLOP and bytes were got, and whether the time was taken under a profiler") : tr("Work");
    default: return {};
    }
}

} // namespace ridgepoint
