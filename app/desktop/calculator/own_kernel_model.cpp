// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/own_kernel_model.h"

#include "app/charts/data/own_kernels.h"
#include "app/desktop/calculator/calculator_words.h"

namespace ridgepoint {
namespace {

const QString none = QStringLiteral("–");

/// Words begin at the left, numbers end at the right.
QVariant alignmentOfKernels(int column)
{
    const bool words = column == OwnKernelModel::Name || column == OwnKernelModel::Limit
                    || column == OwnKernelModel::Best;
    return QVariant::fromValue(Qt::AlignVCenter | (words ? Qt::AlignLeft : Qt::AlignRight));
}

} // namespace

OwnKernelModel::OwnKernelModel(QObject* parent) : QAbstractTableModel(parent) {}

void OwnKernelModel::setKernels(std::vector<OwnKernel> kernels)
{
    beginResetModel();
    m_kernels = std::move(kernels);
    endResetModel();
}

void OwnKernelModel::setDevice(const std::optional<EnvelopeDevice>& device)
{
    m_device = device;
    if (!m_kernels.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

std::optional<OwnKernelVerdict> OwnKernelModel::verdict(int row) const
{
    if (!m_device || row < 0 || row >= rowCount())
        return std::nullopt;
    const auto judged = judge(m_kernels[static_cast<std::size_t>(row)], *m_device);
    return judged ? std::optional(*judged) : std::nullopt;
}

int OwnKernelModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_kernels.size());
}
int OwnKernelModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString OwnKernelModel::textOf(std::size_t row, Column column) const
{
    const OwnKernel& kernel = m_kernels[row];
    if (column == Name)
        return ownName(kernel, row);
    if (column == Time)
        return m_format.time(kernel.time);
    if (column == Performance)
        return kernel.flops > Flops() ? m_format.rate(kernel.flops / kernel.time) : none;
    if (column == Bandwidth)
        return kernel.bytes > Bytes() ? m_format.rate(kernel.bytes / kernel.time) : none;
    if (column == Intensity)
        return kernel.bytes > Bytes() ? m_format.intensity(kernel.flops / kernel.bytes) : none;
    const auto judged = verdict(static_cast<int>(row));
    if (!judged)
        return none;
    if (column == Limit)
        return limitsNothing(*judged) ? tr("none of these") : regimeLabel(judged->limit);
    if (column == Share)
        return roofShareWords(judged->shareOfRoof, m_format);
    return judged->levers.empty() || !promisesLevers(*judged) || !judged->levers.front().helps()
             ? none
             : QStringLiteral("%1 %2").arg(ownLeverWords(judged->levers.front(), kernel, m_format),
                                           m_format.factor(judged->levers.front().speedup));
}

QVariant OwnKernelModel::sortKeyOf(std::size_t row, Column column) const
{
    const OwnKernel& kernel = m_kernels[row];
    switch (column) {
    case Time: return kernel.time.value();
    case Performance: return (kernel.flops / kernel.time).value();
    case Bandwidth: return (kernel.bytes / kernel.time).value();
    case Intensity: return kernel.bytes > Bytes() ? (kernel.flops / kernel.bytes).value() : 1e300;
    default: break;
    }
    const auto judged = column == Share || column == Best ? verdict(static_cast<int>(row)) : std::nullopt;
    if (judged)
        return column == Share ? judged->shareOfRoof : judged->levers.empty() ? 0.0 : judged->levers.front().speedup;
    return textOf(row, column);
}

QVariant OwnKernelModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return textOf(row, column);
    if (role == sortRole)
        return sortKeyOf(row, column);
    if (role == Qt::TextAlignmentRole)
        return alignmentOfKernels(column);
    if (role == Qt::ToolTipRole)
        return hasPlaceOnRoofline(m_kernels[row])
                 ? textOf(row, column)
                 : tr("Without both FLOP and bytes a kernel has no place on the roofline.");
    return {};
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
    case Time: return tip ? tr("As you timed it") : tr("Time");
    case Limit: return tip ? tr("What the device's numbers say limits it") : tr("Limited by");
    case Share: return tip ? tr("The time that the numbers allow, over the time that it took") : tr("Of roof");
    case Performance: return tip ? tr("FLOP over time") : tr("Rate");
    case Bandwidth: return tip ? tr("Bytes over time") : tr("Bandwidth");
    case Intensity: return tip ? tr("FLOP over bytes") : tr("Intensity");
    case Best: return tip ? tr("The lever of the largest predicted speed-up") : tr("What would help most");
    default: return {};
    }
}

} // namespace ridgepoint
