// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/device_list.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/style/format.h"
#include "app/charts/style/texts.h"

#include <QComboBox>
#include <QStandardItemModel>
#include <QTextDocument>

#include <algorithm>

namespace ridgepoint {
namespace {

/// A row that stands for a device has its id under Qt::UserRole, one that only offers it under this.
constexpr int offerRole = Qt::UserRole + 1;
/// A row about machines has what it leads to under this, and the machine's name under the next.
constexpr int machineWhatRole = Qt::UserRole + 2;
constexpr int machineNameRole = Qt::UserRole + 3;
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
    box.setItemData(row, tip.isEmpty() ? tip : Qt::convertFromPlainText(tip, Qt::WhiteSpaceNormal), Qt::ToolTipRole);
    if (QStandardItem* item = itemOf(box, row)) {
        item->setEnabled(false);
        QFont font = item->font();
        font.setBold(isHeading);
        item->setFont(font);
    }
}

/// Under the row that it is about.
void addReason(QComboBox& box, const QString& reason)
{
    addWords(box,
             QStringLiteral("      ")
                 + (reason.size() > reasonLength ? reason.left(reasonLength - 1) + QStringLiteral("…") : reason),
             reason, false);
}

void addMachineRow(QComboBox& box, const QString& words, const QString& tip, const MachineRow& leadsTo)
{
    box.addItem(words);
    const int row = box.count() - 1;
    box.setItemData(row, tip, Qt::ToolTipRole);
    box.setItemData(row, static_cast<int>(leadsTo.what), machineWhatRole);
    box.setItemData(row, leadsTo.name, machineNameRole);
}

/// Those whose devices do not stand above.
void addMachines(QComboBox& box, const MachineList& machines)
{
    const auto isAbove = [&](const MachineList::Entry& entry) {
        return entry.machine.name() == machines.connected() && entry.away.isEmpty();
    };
    const auto& all = machines.entries();
    if (machines.connected().isEmpty() && std::all_of(all.begin(), all.end(), isAbove))
        return;
    box.insertSeparator(box.count());
    addWords(box, tr("Other machines"), {}, true);
    if (!machines.connected().isEmpty())
        addMachineRow(box, tr("This machine"), tr("Offer to measure this machine again"), {MachineRow::What::Here});
    for (const MachineList::Entry& entry : all) {
        if (isAbove(entry))
            continue;
        const QString name = entry.machine.name();
        const bool isAway = !entry.away.isEmpty();
        const QString tip = tr("Offer to connect to %1").arg(name);
        addMachineRow(box, isAway ? tr("%1 · away").arg(name) : tr("%1 · not connected").arg(name),
                      isAway ? Qt::convertFromPlainText(entry.away + QLatin1Char('\n') + tip, Qt::WhiteSpaceNormal)
                             : tip,
                      {MachineRow::What::Other, name});
        // Greyed, and still to be chosen: what is offered then leads to it.
        box.setItemData(box.count() - 1, box.palette().color(QPalette::Disabled, QPalette::Text), Qt::ForegroundRole);
        if (isAway)
            addReason(box, entry.away);
    }
}

void addUnusable(QComboBox& box, const LiveSession& session, const DeviceInfo& device, bool isCurrent)
{
    const int row = box.count() - 1;
    const QString reason = device.reason ? errorMessage(*device.reason) : QString();
    box.setItemData(row, reason.isEmpty() ? reason : Qt::convertFromPlainText(reason, Qt::WhiteSpaceNormal),
                    Qt::ToolTipRole);
    if (QStandardItem* item = itemOf(box, row)) {
        item->setEnabled(isCurrent || session.hasMeasured(device.id)); // what was measured can be looked at
        item->setText((!isElsewhere(device)     ? tr("%1 · not available")
                       : device.machine.empty() ? tr("%1 · another machine")
                                                : tr("%1 · not connected"))
                          .arg(deviceWords(device)));
    }
    if (device.kind != DeviceKind::Cuda)
        return;
    if (!reason.isEmpty())
        addReason(box, reason);
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

constexpr const char* elsewhereId = "device.elsewhere";

std::string nameOrId(const DeviceInfo& device) { return device.name.empty() ? device.id : device.name; }

} // namespace

QString deviceWords(const DeviceInfo& device)
{
    if (!device.machine.empty()) {
        DeviceInfo itself = device;
        itself.machine.clear();
        return tr("%1: %2").arg(text(device.machine), deviceWords(itself));
    }
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

void fillDeviceList(QComboBox& box, const LiveSession& session, const MachineList* machines, const std::string& current)
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
    if (machines != nullptr)
        addMachines(box, *machines);
    addReferences(box, session, Provenance::Published, tr("Published figures"));
    addReferences(box, session, Provenance::Datasheet, tr("Datasheets"));
    if (machines != nullptr) {
        // Last, because it opens a window at once: whoever steps through the list by arrow keys comes there last.
        box.insertSeparator(box.count());
        addMachineRow(box, tr("Add a machine…"), tr("Measure another machine, reached by ssh or through Slurm"),
                      {MachineRow::What::Add});
    }
    box.setCurrentIndex(box.findData(text(current)));
}

std::string deviceOfRow(const QComboBox& box, int row)
{
    const QString own = box.itemData(row).toString();
    return (own.isEmpty() ? box.itemData(row, offerRole).toString() : own).toStdString();
}

std::optional<MachineRow> machineOfRow(const QComboBox& box, int row)
{
    const QVariant what = box.itemData(row, machineWhatRole);
    if (!what.isValid())
        return std::nullopt;
    return MachineRow{static_cast<MachineRow::What>(what.toInt()), box.itemData(row, machineNameRole).toString()};
}

std::string placeOf(const DeviceInfo& device) { return device.machine.substr(0, device.machine.find(", Slurm node ")); }

Error elsewhereError(const DeviceInfo& there, const DeviceInfo& here)
{
    Error error{ErrorKind::Unavailable, elsewhereId, {}, {nameOrId(there)}};
    if (there.machine != here.machine && !there.machine.empty()) {
        error.text = "This session was measured on the machine %1, which is not connected; you can view it here. To "
                     "measure, connect to it, or start a new session.";
        error.arguments = {there.machine};
    } else if (there.machine != here.machine) {
        error.text = "This session was not measured on %1, where the window measures now; you can view it here. To "
                     "measure, choose This machine in the list of devices, or start a new session.";
        error.arguments = {here.machine};
    } else if (there.kind != DeviceKind::Cpu) {
        error.text = "This session was measured on another GPU, %1; you can view it here, but to measure, start a "
                     "new session.";
    } else if (there.name == here.name && there.threads == here.threads) {
        error.text = "This session was measured on another machine with the same processor, %1, but other memory or "
                     "instruction sets; you can view it here, but to measure, start a new session.";
    } else {
        error.text = "This session was measured on %1 with %2 threads, not on this machine (%3, %4 threads); you can "
                     "view it here, but to measure, start a new session.";
        error.arguments = {nameOrId(there), std::to_string(there.threads), nameOrId(here),
                           std::to_string(here.threads)};
    }
    return error;
}

bool isElsewhere(const DeviceInfo& device)
{
    return !device.available && device.reason && device.reason->id == elsewhereId;
}

} // namespace ridgepoint
