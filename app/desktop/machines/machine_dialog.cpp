// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/machines/machine_dialog.h"

#include "app/charts/style/format.h"
#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/labels.h"

#include <QCheckBox>
#include <QCompleter>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTextDocument>
#include <QVBoxLayout>

#include <cmath>

namespace ridgepoint {
namespace {

constexpr QSize machineDialogSize(560, 400);
constexpr double mostGpus = 64.0;
constexpr int barSteps = 1000;

QLineEdit* makeMachineField(const QString& name, const QString& tip, const QString& example, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    field->setAccessibleName(name);
    field->setToolTip(tip);
    field->setPlaceholderText(example);
    return field;
}

void addMachineField(QGridLayout& grid, const QString& words, QWidget* field)
{
    auto* label = makeLabel("body", field->parentWidget(), words);
    label->setBuddy(field);
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(field, row, 1);
}

} // namespace

MachineDialog::MachineDialog(const QStringList& hosts, QWidget* parent)
    : QDialog(parent),
      m_fields(new QWidget(this)),
      m_state(makeColumnText("muted", this)),
      m_bar(new QProgressBar(this))
{
    setWindowTitle(tr("Add a machine"));
    letKeysPressButtons(*this);
    resize(machineDialogSize);
    m_host = makeMachineField(tr("Machine"),
                              tr("As you write it after ssh: a machine, user@machine, or a name of ~/.ssh/config"),
                              tr("gpu01 or me@gpu01"), m_fields);
    auto* completer = new QCompleter(hosts, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_host->setCompleter(completer);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    addMachineField(*grid, tr("&Machine"), m_host);
    auto* fields = new QVBoxLayout(m_fields);
    fields->setContentsMargins(0, 0, 0, 0);
    fields->setSpacing(10);
    fields->addLayout(grid);
    fields->addWidget(composeSlurm());

    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("How far the connection is"));
    m_state->setAccessibleName(tr("What happens"));
    m_connect = new QPushButton(this);
    m_connect->setProperty("role", QStringLiteral("primary"));
    m_connect->setAutoDefault(false);
    auto* close = new QPushButton(tr("C&lose"), this);
    close->setAccessibleName(tr("Close"));
    close->setToolTip(tr("Close this window (Esc); a connection that is being made goes on"));
    close->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->addWidget(m_connect);
    row->addStretch();
    row->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(10);
    column->addWidget(m_fields);
    column->addWidget(m_state);
    column->addWidget(m_bar);
    column->addStretch();
    column->addLayout(row);
    connect(m_connect, &QPushButton::clicked, this, &MachineDialog::connectOrCancel);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    for (QLineEdit* field : {m_host, m_slurm.partition, m_slurm.time, m_slurm.extra}) {
        connect(field, &QLineEdit::textChanged, this, &MachineDialog::check);
        connect(field, &QLineEdit::returnPressed, this, [this] {
            if (!m_isConnecting)
                connectOrCancel();
        });
    }
    connect(m_slurm.isWanted, &QCheckBox::toggled, this, &MachineDialog::check);
    showIdle();
    m_host->setFocus();
}

QWidget* MachineDialog::composeSlurm()
{
    m_fold = new FoldSection(tr("Through Slurm"), m_fields, FoldSection::foldedAtFirst);
    m_fold->setFolded(true);
    m_slurm.isWanted = new QCheckBox(tr("Measure in a job of &Slurm"), m_fold);
    m_slurm.isWanted->setToolTip(
        tr("The machine is a login node: the measuring program runs on a node that Slurm gives. "
           "Without a machine it is Slurm of this one"));
    auto* fields = new QWidget(m_fold);
    m_slurm.partition = makeMachineField(tr("Partition"), tr("As --partition of srun; empty for the site's own choice"),
                                         tr("the site's own choice"), fields);
    m_slurm.gpus = new QDoubleSpinBox(fields);
    m_slurm.gpus->setDecimals(0);
    m_slurm.gpus->setRange(0.0, mostGpus);
    m_slurm.gpus->setValue(1.0);
    m_slurm.gpus->setAccessibleName(tr("GPUs"));
    m_slurm.gpus->setToolTip(tr("How many GPUs the job gets; 0 for a processor alone"));
    m_slurm.time = makeMachineField(tr("Time"), tr("After which Slurm ends the job: minutes, or hours:minutes:seconds"),
                                    tr("1:00:00; empty for the site's own choice"), fields);
    m_slurm.extra = makeMachineField(tr("Extra arguments"), tr("Further arguments of srun, such as --account=physics"),
                                     QStringLiteral("--account=physics"), fields);
    auto* grid = new QGridLayout(fields);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    addMachineField(*grid, tr("&Partition"), m_slurm.partition);
    addMachineField(*grid, tr("&GPUs"), m_slurm.gpus);
    addMachineField(*grid, tr("&Time"), m_slurm.time);
    addMachineField(*grid, tr("&Extra arguments"), m_slurm.extra);
    fields->setEnabled(false);
    connect(m_slurm.isWanted, &QCheckBox::toggled, fields, &QWidget::setEnabled);
    m_fold->body()->addWidget(m_slurm.isWanted);
    m_fold->body()->addWidget(fields);
    return m_fold;
}

void MachineDialog::setMachine(const Machine& machine)
{
    m_host->setText(machine.host);
    m_slurm.isWanted->setChecked(machine.slurm.has_value());
    const SlurmOptions slurm = machine.slurm.value_or(SlurmOptions());
    m_slurm.partition->setText(slurm.partition);
    m_slurm.gpus->setValue(slurm.gpus);
    m_slurm.time->setText(slurm.time);
    m_slurm.extra->setText(slurm.extra);
    m_fold->setFolded(!machine.slurm);
}

Machine MachineDialog::machine() const
{
    Machine machine{.host = m_host->text().trimmed()};
    if (m_slurm.isWanted->isChecked())
        machine.slurm = SlurmOptions{.partition = m_slurm.partition->text().trimmed(),
                                     .gpus = static_cast<int>(std::lround(m_slurm.gpus->value())),
                                     .time = m_slurm.time->text().trimmed(),
                                     .extra = m_slurm.extra->text().trimmed()};
    return machine;
}

void MachineDialog::check()
{
    if (m_isConnecting)
        return;
    const Machine asked = machine();
    const auto checked = checkMachine(asked);
    m_connect->setEnabled(checked.ok());
    const bool isUntouched = asked.host.isEmpty() && !asked.slurm;
    if (checked || isUntouched)
        say(tr("The connection is made by this system's ssh, with its keys and its configuration. The measuring "
               "program "
               "is copied there once; nothing stays running, and no password is stored."),
            false);
    else
        say(errorMessage(checked.error()), true);
}

void MachineDialog::connectOrCancel()
{
    if (m_isConnecting)
        emit cancelAsked();
    else if (const auto checked = checkMachine(machine()); checked)
        emit connectAsked(machine());
    else
        say(errorMessage(checked.error()), true);
}

void MachineDialog::setConnecting(bool connecting)
{
    m_isConnecting = connecting;
    m_fields->setEnabled(!connecting);
    m_bar->setVisible(connecting);
    m_connect->setText(connecting ? tr("&Cancel") : tr("&Connect"));
    m_connect->setAccessibleName(connecting ? tr("Cancel") : tr("Connect"));
    m_connect->setToolTip(connecting ? tr("End the connection; a job that waits in a queue is cancelled")
                                     : tr("Connect to the machine and measure it"));
}

void MachineDialog::showProgress(const QString& words, const QString& detail, std::optional<double> fraction)
{
    setConnecting(true);
    m_connect->setEnabled(true);
    m_bar->setRange(0, fraction ? barSteps : 0); // nothing to nothing: it only moves
    m_bar->setValue(fraction ? static_cast<int>(std::lround(barSteps * *fraction)) : 0);
    say(words, false);
    m_state->setToolTip(detail.isEmpty()
                            ? QString()
                            : Qt::convertFromPlainText(detail, Qt::WhiteSpaceNormal)); // else it may look like HTML
}

void MachineDialog::showFailure(const QString& words)
{
    setConnecting(false);
    m_connect->setEnabled(true);
    say(words, true);
    offerName();
}

void MachineDialog::showIdle()
{
    setConnecting(false);
    check();
    offerName();
}

void MachineDialog::offerName()
{
    m_host->setFocus();
    m_host->selectAll();
}

void MachineDialog::say(const QString& words, bool isProblem)
{
    setStyleProperty(m_state, "role", isProblem ? QStringLiteral("warning") : QStringLiteral("muted"));
    m_state->setToolTip({});
    m_state->setText(words);
}

} // namespace ridgepoint
