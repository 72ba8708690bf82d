// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/device_list.h"

#include "app/charts/data/reference_device.h"
#include "app/charts/style/format.h"
#include "app/charts/style/texts.h"
#include "app/desktop/session/device_elsewhere.h"

#include <QComboBox>
#include <QStandardItemModel>

#include <algorithm>

namespace ridgepoint {
namespace {

/// A row that stands for a device has its id under Qt::UserRole, one that only offers it under this.
constexpr int offerRole = Qt::UserRole + 1;
/// Reasons may be long; the tool tip has all of it.
constexpr int reasonLength = 72;

QStandardItem* itemOf(QComboBox& box, int row)
{
    auto* model = qobject_cast<QStandardItemModel*>(box.model());
    return model == nullptr ? nullptr : model->item(row);
}

/// A row that cannot be chosen: a heading or a reason.
void addWords(QComboBox& box, const QString& words, const QString& tip, bool isHeading)
{
    box.addItem(words);
    const int row = box.count() - 1;
    box.setItemData(row, tip, Qt::ToolTipRole);
    if (QStandardItem* item = itemOf(box, row)) {
        item->setEnabled(false);
        QFont font = item->font();
        font.setBold(isHeading);
        item->setFont(font);
    }
}

void addUnusable(QComboBox& box, const LiveSession& session, const DeviceInfo& device, bool isCurrent)
{
    const int row = box.count() - 1;
    const QString reason = device.reason ? errorMessage(*device.reason) : QString();
    box.setItemData(row, reason, Qt::ToolTipRole);
    if (QStandardItem* item = itemOf(box, row)) {
        item->setEnabled(isCurrent || session.hasMeasured(device.id)); // what was measured can be looked at
        item->setText(isElsewhere(device) ? tr("%1 · another machine").arg(deviceWords(device))
                                          : tr("%1 · not available").arg(deviceWords(device)));
    }
    if (device.kind != DeviceKind::Cuda)
        return;
    if (!reason.isEmpty())
        addWords(box,
                 QStringLiteral("      ")
                     + (reason.size() > reasonLength ? reason.left(reasonLength - 1) + QStringLiteral("…") : reason),
                 reason, false);
    if (const ReferencePointer offered = session.reference(std::string(offeredDevice))) {
        box.addItem(QStringLiteral("      ") + tr("Show an H100 from its datasheet instead"));
        box.setItemData(box.count() - 1, text(offered->device.id), offerRole);
        box.setItemData(box.count() - 1, tr("Draw what the datasheet of %1 predicts").arg(text(offered->device.name)),
                        Qt::ToolTipRole);
    }
}

void addReferences(QComboBox& box, const LiveSession& session, Provenance provenance, const QString& heading)
{
    const auto& all = session.references();
    if (std::none_of(all.begin(), all.end(),
                     [&](const ReferencePointer& device) { return device->provenance == provenance; }))
        return;
    box.insertSeparator(box.count());
    addWords(box, heading, {}, true);
    for (const ReferencePointer& device : all) {
        if (device->provenance != provenance)
            continue;
        box.addItem(text(device->device.name), text(device->device.id));
        box.setItemData(box.count() - 1,
                        (device->samples.empty() ? tr("Predicted, never measured. Source: %1")
                                                 : tr("Published points; the rest is predicted. Source: %1"))
                            .arg(text(device->source)),
                        Qt::ToolTipRole);
    }
}

} // namespace

QString deviceWords(const DeviceInfo& device)
{
    if (device.kind == DeviceKind::Cuda)
        return device.name.empty() ? text(device.id) : text(device.name);
    QString words = isElsewhere(device) && !device.name.empty() ? text(device.name) : tr("Host CPU");
    if (device.threads > 0)
        words += device.threads == 1 ? tr(" · 1 thread") : tr(" · %1 threads").arg(device.threads);
    if (!device.isa.empty() && device.isa != "none")
        words += QStringLiteral(" · ") + text(device.isa);
    return words;
}

QString provenanceWord(Provenance provenance)
{
    switch (provenance) {
    case Provenance::Measured: return tr("measured");
    case Provenance::Published: return tr("published");
    case Provenance::Datasheet: return tr("datasheet");
    case Provenance::Predicted: return tr("predicted");
    }
    return {};
}

void fillDeviceList(QComboBox& box, const LiveSession& session, const std::string& current)
{
    box.clear();
    for (const DeviceInfo& device : session.devices()) {
        box.addItem(deviceWords(device), text(device.id));
        if (!device.available)
            addUnusable(box, session, device, device.id == current);
    }
    if (box.findData(text(current)) < 0 && !session.reference(current)) {
        const DeviceInfo* device = session.device(current);
        box.insertItem(0, deviceWords(device != nullptr ? *device : DeviceInfo{.id = current}), text(current));
    }
    addReferences(box, session, Provenance::Published, tr("Published figures"));
    addReferences(box, session, Provenance::Datasheet, tr("Datasheets"));
    box.setCurrentIndex(box.findData(text(current)));
}

std::string deviceOfRow(const QComboBox& box, int row)
{
    const QString own = box.itemData(row).toString();
    return (own.isEmpty() ? box.itemData(row, offerRole).toString() : own).toStdString();
}

} // namespace ridgepoint
