// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/calculator/own_kernels_dialog.h"
#include "tests/gui/gui_support.h"

#include <QComboBox>
#include <QTableView>

#include <string>
#include <utility>
#include <vector>

namespace ridgepoint::test {

/// A kernel of a file that names an A100: at 1 TB/s its bytes take a millisecond.
inline OwnKernel counted(const std::string& name, double seconds)
{
    return {.name = name,
            .flops = Flops(1e9),
            .bytes = Bytes(1e9),
            .launches = 1.0,
            .time = Seconds(seconds),
            .work = WorkOrigin::Counted,
            .source = "run.csv",
            .device = "NVIDIA A100-SXM4-40GB"};
}

/// One of which the file has times only.
inline OwnKernel timed(const std::string& name, double seconds, double launches)
{
    OwnKernel kernel = counted(name, seconds);
    kernel.flops = Flops();
    kernel.bytes = Bytes();
    kernel.launches = launches;
    kernel.work = WorkOrigin::Unknown;
    return kernel;
}

/// A device of 1 TB/s and 10 TFLOP/s whose launches cost nothing; its id is its name.
inline DeviceFigures figuresOf(const std::string& name, Provenance provenance = Provenance::Measured,
                               DeviceKind kind = DeviceKind::Cuda)
{
    DeviceFigures figures;
    figures.id = name;
    figures.name = QString::fromStdString(name);
    figures.kind = kind;
    figures.provenance = provenance;
    figures.device = {.id = name, .kind = kind, .name = name};
    figures.roofs.device = name;
    const auto put = [&](const std::string& id, RoofKind of, double value) {
        figures.roofs.put(
            {.id = id, .kind = of, .value = value, .low = value, .high = value, .provenance = provenance});
    };
    put(bandwidthRoofId("dram"), RoofKind::Bandwidth, 1e12);
    put(computeRoofId(Operation::Fma, Precision::Fp32), RoofKind::Compute, 1e13);
    return figures;
}

inline const std::string a100 = "NVIDIA A100-SXM4-40GB";
inline const std::string rtx = "NVIDIA GeForce RTX 4090";
inline const std::string processor = "AMD EPYC 7763";
inline const std::string h200 = "NVIDIA H200";
inline const std::string unknownDevice = "Nobody's GX 1";

/// The list by itself, which judges by an A100.
struct ShownList {
    OwnKernelsDialog view;

    explicit ShownList(std::vector<OwnKernel> kernels)
    {
        loadFonts();
        // As the session does it.
        QObject::connect(&view, &OwnKernelsDialog::kernelsChanged, &view,
                         [this](const std::vector<OwnKernel>& changed) { view.setKernels(changed); });
        view.setDevices({figuresOf(a100), figuresOf(rtx), figuresOf(processor, Provenance::Measured, DeviceKind::Cpu),
                         figuresOf(h200, Provenance::Datasheet)},
                        a100);
        judgeBy(a100);
        view.setKernels(std::move(kernels));
        view.resize(900, 600);
        view.show();
    }
    void judgeBy(const std::string& device) const { view.deviceCard()->choose(device); }
    /// What a column shows from the top down.
    [[nodiscard]] QStringList column(OwnKernelModel::Column column) const
    {
        const QAbstractItemModel& rows = *view.table()->model();
        QStringList cells;
        for (int row = 0; row < rows.rowCount(); ++row)
            cells << plain(rows.index(row, column).data().toString());
        return cells;
    }
    [[nodiscard]] QStringList names() const { return column(OwnKernelModel::Name); }
    void longest(int count) const { view.longest()->setCurrentIndex(view.longest()->findData(count)); }
    [[nodiscard]] bool hides(OwnKernelModel::Column column) const { return view.table()->isColumnHidden(column); }
    /// Numbers and their units do not part at the end of a line.
    static QString plain(QString words)
    {
        return words.replace(QChar(0x00A0), QLatin1Char(' ')).replace(QChar(0x202F), QLatin1Char(' '));
    }
};

} // namespace ridgepoint::test
