// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/machine_list.h"

#include <QSettings>

#include <algorithm>

namespace ridgepoint {
namespace {

const QString machinesKey = QStringLiteral("machines");
const QString machineHostKey = QStringLiteral("host");
const QString machineSlurmKey = QStringLiteral("slurm");
const QString machinePartitionKey = QStringLiteral("partition");
const QString machineGpusKey = QStringLiteral("gpus");
const QString machineTimeKey = QStringLiteral("time");
const QString machineExtraKey = QStringLiteral("extra");

auto machineNamed(const QString& name)
{
    return [name](const MachineList::Entry& entry) { return entry.machine.name() == name; };
}

} // namespace

MachineList::MachineList(QObject* parent) : QObject(parent)
{
    QSettings settings;
    const int count = settings.beginReadArray(machinesKey);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        Machine machine{.host = settings.value(machineHostKey).toString()};
        if (settings.value(machineSlurmKey).toBool())
            machine.slurm = SlurmOptions{.partition = settings.value(machinePartitionKey).toString(),
                                         .gpus = settings.value(machineGpusKey).toInt(),
                                         .time = settings.value(machineTimeKey).toString(),
                                         .extra = settings.value(machineExtraKey).toString()};
        if (checkMachine(machine)) // settings can be written by hand
            m_entries.push_back({machine, {}});
    }
    settings.endArray();
}

void MachineList::remember() const
{
    QSettings settings;
    settings.remove(machinesKey); // an array that gets shorter leaves its end else
    settings.beginWriteArray(machinesKey, static_cast<int>(m_entries.size()));
    for (int i = 0; const Entry& entry : m_entries) {
        settings.setArrayIndex(i++);
        settings.setValue(machineHostKey, entry.machine.host);
        settings.setValue(machineSlurmKey, entry.machine.slurm.has_value());
        if (!entry.machine.slurm)
            continue;
        settings.setValue(machinePartitionKey, entry.machine.slurm->partition);
        settings.setValue(machineGpusKey, entry.machine.slurm->gpus);
        settings.setValue(machineTimeKey, entry.machine.slurm->time);
        settings.setValue(machineExtraKey, entry.machine.slurm->extra);
    }
    settings.endArray();
}

const MachineList::Entry* MachineList::find(const QString& name) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), machineNamed(name));
    return found == m_entries.end() ? nullptr : &*found;
}

const MachineList::Entry* MachineList::findPlace(const QString& place) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const Entry& entry) { return entry.machine.place() == place; });
    return found == m_entries.end() ? nullptr : &*found;
}

void MachineList::put(const Machine& machine)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), machineNamed(machine.name()));
    if (found == m_entries.end())
        m_entries.push_back({machine, {}});
    else
        found->machine = machine;
    remember();
    emit changed();
}

void MachineList::remove(const QString& name)
{
    std::erase_if(m_entries, machineNamed(name));
    remember();
    emit changed();
}

void MachineList::setAway(const QString& name, const QString& reason)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), machineNamed(name));
    if (found == m_entries.end() || found->away == reason)
        return;
    found->away = reason;
    emit changed();
}

void MachineList::setConnected(const QString& name)
{
    m_connected = name;
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), machineNamed(name));
    if (found != m_entries.end())
        found->away.clear();
    emit changed();
}

} // namespace ridgepoint
