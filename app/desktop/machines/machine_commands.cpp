// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/machines/machine_commands.h"

#include "app/charts/style/format.h"
#include "app/desktop/machines/machine_dialog.h"
#include "app/desktop/machines/machine_words.h"
#include "app/desktop/session/device_list.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QSettings>
#include <QTextDocument>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

/// Where the session of a place lies that was left.
QString leftSessionKey(const QString& place, const char* what)
{
    const QString group = place.isEmpty()
                            ? QStringLiteral("here")
                            : QLatin1String("at-") + QString::fromLatin1(QUrl::toPercentEncoding(place, {}, "."));
    return QStringLiteral("left-sessions/%1/%2").arg(group, QLatin1String(what));
}

} // namespace

MachineCommands::MachineCommands(MachineParts parts, QString bench, BenchDeadlines deadlines, QObject* parent)
    : QObject(parent), m_parts(parts), m_bench(std::move(bench)), m_attempt(deadlines)
{
    connect(&m_attempt, &BenchProcess::targetProgressed, this, &MachineCommands::onProgress);
    // Queued: the child is handed on, and must not be in the middle of telling.
    connect(&m_attempt, &BenchProcess::initialized, this,
            [this] { QMetaObject::invokeMethod(this, &MachineCommands::onReady, Qt::QueuedConnection); });
    connect(&m_attempt, &BenchProcess::failed, this, &MachineCommands::onFailed);
    connect(&parts.bench, &BenchProcess::initialized, this, &MachineCommands::onArrived);
    connect(&parts.bench, &BenchProcess::failed, this, [this](const Error& error) {
        if (m_parts.bench.target())
            m_parts.machines.setAway(m_parts.bench.target()->name(), errorMessage(error));
    });
    // Queued: an action must outlive its own signal, and the menu is made anew by it.
    connect(&parts.machines, &MachineList::changed, this, &MachineCommands::refreshMenu, Qt::QueuedConnection);
}

void MachineCommands::fillMenu(QMenu* measure)
{
    m_menu = measure->addMenu(tr("&Devices"));
    m_menu->setToolTipsVisible(true);
    refreshMenu();
}

void MachineCommands::refreshMenu()
{
    if (m_menu == nullptr)
        return;
    qDeleteAll(m_menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    qDeleteAll(m_menu->actions());
    const auto addAction = [this](QMenu* menu, const QString& text, const QString& tip, auto reaction) {
        QAction* action = menu->addAction(text);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, reaction);
        return action;
    };
    const MachineList& machines = m_parts.machines;
    const auto addMachine = [&](const QString& text, const QString& tip, const QString& name) {
        const MachineRow row{name.isEmpty() ? MachineRow::What::Here : MachineRow::What::Other, name};
        QAction* action = addAction(m_menu, text, tip, [this, row] { choose(row); });
        action->setCheckable(true);
        action->setChecked(machines.connected() == name);
    };
    addMachine(tr("&This machine"), tr("Measure this machine"), {});
    for (int number = 1; const MachineList::Entry& entry : machines.entries()) {
        const QString name = entry.machine.name();
        addMachine(QStringLiteral("&%1  %2").arg(number++).arg(name),
                   entry.away.isEmpty() ? tr("Measure %1").arg(name)
                                        : Qt::convertFromPlainText(entry.away, Qt::WhiteSpaceNormal),
                   name);
    }
    m_menu->addSeparator();
    addAction(m_menu, tr("&Add a machine…"), tr("Measure another machine, reached by ssh or through Slurm"),
              [this] { add(); });
    QMenu* removal = m_menu->addMenu(tr("&Remove a machine"));
    removal->setToolTipsVisible(true);
    removal->setEnabled(!machines.entries().empty());
    for (int number = 1; const MachineList::Entry& entry : machines.entries()) {
        const QString name = entry.machine.name();
        addAction(removal, QStringLiteral("&%1  %2").arg(number++).arg(name),
                  tr("Take %1 from the list; sessions that were measured there stay").arg(name),
                  [this, name] { remove(name); });
    }
}

void MachineCommands::offer(const MachineRow& row)
{
    const MachineList& machines = m_parts.machines;
    const MachineList::Entry* entry = machines.find(row.name);
    if (row.what == MachineRow::What::Add)
        choose(row);
    else if (row.what == MachineRow::What::Here)
        tellOffer(tr("Measuring here closes the connection to %1; its session comes back when you connect again.")
                      .arg(machines.connected()),
                  tr("Measure &this machine"), row);
    else if (entry != nullptr)
        tellOffer(entry->away.isEmpty()
                      ? tr("%1 is not connected. Until you connect, the window stays as it is.").arg(row.name)
                      : tr("%1 is not connected. %2").arg(row.name, entry->away),
                  row.name == machines.connected() ? tr("&Reconnect") : tr("&Connect"), row);
}

void MachineCommands::tellOffer(const QString& words, const QString& button, const MachineRow& row)
{
    m_offer = words;
    m_parts.strip.answer(words, button, [this, row] { choose(row); }, {.text = {}, .act = [this] { withdraw(); }});
}

void MachineCommands::withdraw()
{
    m_parts.strip.dismiss(std::exchange(m_offer, QString()));
    emit withdrawn();
}

void MachineCommands::choose(const MachineRow& row)
{
    withdraw();
    const MachineList& machines = m_parts.machines;
    const MachineList::Entry* entry = machines.find(row.name);
    const bool isThere = row.what == MachineRow::What::Other && row.name == machines.connected() && entry != nullptr
                      && entry->away.isEmpty();
    if (row.what == MachineRow::What::Add)
        add();
    else if (row.what == MachineRow::What::Here)
        goHere();
    else if (entry != nullptr && !isThere)
        connectTo(entry->machine);
    // The mark is where it is measured, not where it was clicked.
    QMetaObject::invokeMethod(this, &MachineCommands::refreshMenu, Qt::QueuedConnection);
}

MachineDialog& MachineCommands::shownDialog()
{
    if (m_dialog == nullptr) {
        m_dialog = new MachineDialog(knownHosts(), m_parts.window);
        connect(m_dialog, &MachineDialog::connectAsked, this, &MachineCommands::connectTo);
        connect(m_dialog, &MachineDialog::cancelAsked, this, &MachineCommands::cancel);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
    return *m_dialog;
}

void MachineCommands::add()
{
    MachineDialog& dialog = shownDialog();
    if (!dialog.isConnecting())
        dialog.showIdle();
}

void MachineCommands::connectTo(const Machine& machine)
{
    MachineDialog& dialog = shownDialog();
    const bool isOnItsWay = m_attempt.state() == BenchState::Starting || m_attempt.state() == BenchState::Ready;
    if (isOnItsWay && m_command.target == machine)
        return; // which the dialog shows
    dialog.setMachine(machine);
    const auto checked = checkMachine(machine);
    auto command = findBench(m_bench, QCoreApplication::applicationDirPath());
    if (!checked || !command) {
        dialog.showFailure(errorMessage(checked ? command.error() : checked.error()));
        return;
    }
    m_command = *command;
    m_command.target = machine;
    onProgress({});
    m_attempt.start(m_command);
}

void MachineCommands::reconnect()
{
    if (m_parts.bench.target())
        connectTo(Machine(*m_parts.bench.target()));
}

void MachineCommands::cancel()
{
    m_attempt.kill();
    emit told({});
    if (m_dialog != nullptr)
        m_dialog->showIdle();
}

void MachineCommands::remove(const QString& name)
{
    withdraw();
    const MachineList::Entry* entry = m_parts.machines.find(name);
    const QString place = entry != nullptr ? entry->machine.place() : QString();
    m_parts.machines.remove(name);
    // Another user's name for it leads to the same session.
    if (!place.isEmpty() && m_parts.machines.findPlace(place) == nullptr)
        QSettings().remove(leftSessionKey(place, ""));
}

void MachineCommands::onProgress(const protocol::TargetProgress& progress)
{
    const QString words = progressWords(progress, m_command.target->name());
    if (m_dialog != nullptr)
        m_dialog->showProgress(words, QString::fromStdString(progress.text), progress.fraction);
    emit told(words);
}

void MachineCommands::onFailed(const Error& error)
{
    const QString words = errorMessage(error);
    m_parts.machines.setAway(m_command.target->name(), words);
    emit told({});
    shownDialog().showFailure(words);
}

std::optional<QString> MachineCommands::ownerOfSession() const
{
    for (const DeviceInfo& device : m_parts.session.devices())
        if (m_parts.session.hasMeasured(device.id))
            return QString::fromStdString(placeOf(device));
    // Results of experiments name no machine: they came from where it was measured until now.
    const auto& target = m_parts.bench.target();
    return m_parts.session.frame().experiments.empty() ? std::nullopt
                                                       : std::optional(target ? target->place() : QString());
}

bool MachineCommands::makeRoom(const QString& place)
{
    const auto owner = ownerOfSession();
    if (!owner || *owner == place)
        return true;
    QSettings settings;
    settings.setValue(leftSessionKey(*owner, "autosave"), m_parts.store.autosavePath());
    settings.setValue(leftSessionKey(*owner, "document"), m_parts.store.document());
    m_parts.store.startNew();
    return m_parts.session.empty();
}

void MachineCommands::onReady()
{
    if (m_attempt.state() != BenchState::Ready)
        return; // cancelled or gone meanwhile
    emit told({});
    const Machine machine = *m_command.target;
    const bool goesOn = m_parts.bench.state() == BenchState::Failed && m_parts.bench.target() == machine
                     && ownerOfSession().value_or(machine.place()) == machine.place();
    if (!makeRoom(machine.place())) { // which the window says
        cancel();
        return;
    }
    withdraw();
    m_parts.machines.put(machine);
    m_parts.machines.setConnected(machine.name());
    m_arriving = machine.place();
    m_parts.controller.takeOver(m_attempt, m_command, goesOn);
    if (m_dialog != nullptr) {
        m_dialog->showIdle();
        m_dialog->close();
    }
    emit arrived();
}

void MachineCommands::goHere()
{
    if (m_parts.machines.connected().isEmpty() || !makeRoom({}))
        return;
    m_parts.machines.setConnected({});
    m_arriving = QString();
    emit hereAsked();
}

void MachineCommands::onArrived()
{
    const auto place = std::exchange(m_arriving, std::nullopt);
    if (!place)
        return;
    const auto& devices = m_parts.session.devices();
    const auto first = std::ranges::find_if(devices, &DeviceInfo::available);
    if (m_parts.session.reference(m_parts.cursor.device()) && first != devices.end())
        m_parts.cursor.setDevice(first->id); // a datasheet was looked at
    if (!m_parts.session.empty())
        return; // it goes on with what it has
    const QSettings settings;
    if (!m_parts.store.reopen(settings.value(leftSessionKey(*place, "autosave")).toString(),
                              settings.value(leftSessionKey(*place, "document")).toString()))
        m_parts.controller.run();
}

} // namespace ridgepoint
