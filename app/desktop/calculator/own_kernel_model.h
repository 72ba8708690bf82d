// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/analysis/own_kernel.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace ridgepoint {

/// Kernels of the user's own with what a device's numbers say of them, one a row.
class OwnKernelModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Time, Limit, Share, Best, Performance, Bandwidth, Intensity, ColumnCount };
    /// Role of the number behind a cell, to sort by.
    static constexpr int sortRole = Qt::UserRole;

    explicit OwnKernelModel(QObject* parent = nullptr);
    void setKernels(std::vector<OwnKernel> kernels);
    /// Without a device nothing is judged.
    void setDevice(const std::optional<EnvelopeDevice>& device);
    [[nodiscard]] const std::vector<OwnKernel>& kernels() const { return m_kernels; }
    [[nodiscard]] const std::optional<EnvelopeDevice>& device() const { return m_device; }
    /// The verdict of a row; nothing without a device.
    [[nodiscard]] std::optional<OwnKernelVerdict> verdict(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString textOf(std::size_t row, Column column) const;
    [[nodiscard]] QVariant sortKeyOf(std::size_t row, Column column) const;

    Format m_format;
    std::vector<OwnKernel> m_kernels;
    std::optional<EnvelopeDevice> m_device;
};

} // namespace ridgepoint
