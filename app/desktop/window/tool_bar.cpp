// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/tool_bar.h"

#include "app/desktop/session/device_list.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>

namespace ridgepoint {
namespace {

QString text(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())); }

/// A button that is an action: text, tool tip, enabled state and clicks are the action's.
QPushButton* makeActionButton(QAction* action, const char* role, QWidget* parent)
{
    auto* button = new QPushButton(parent);
    button->setProperty("role", QLatin1String(role));
    const auto adopt = [button, action] {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        button->setText(QStringLiteral("%1  %2").arg(action->iconText(), keys));
        button->setToolTip(action->toolTip());
        button->setAccessibleName(action->iconText());
        button->setEnabled(action->isEnabled());
        button->setCheckable(action->isCheckable());
        button->setChecked(action->isChecked());
    };
    QObject::connect(action, &QAction::changed, button, adopt);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    adopt();
    return button;
}

QComboBox* makeBox(const QString& name, const QString& tip, QWidget* parent)
{
    auto* box = new QComboBox(parent);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return box;
}

QString experimentWords(Experiment experiment, const Workload& workload)
{
    const QString name = experiment == Experiment::IntensitySize ? ToolBar::tr("Intensity × size")
        : experiment == Experiment::DepthSize                    ? ToolBar::tr("Fusion depth × size")
                                                                 : ToolBar::tr("Intensity × fusion depth");
    return QStringLiteral("%1 · %2 · %3").arg(name, text(nameOf(workload.operation)), text(nameOf(workload.precision)));
}

} // namespace

ToolBar::ToolBar(Cursor& cursor, const LiveSession& session, QAction* runAction, QAction* exportAction, QWidget* parent)
    : QFrame(parent), m_cursor(cursor), m_session(session)
{
    setProperty("surface", QStringLiteral("topbar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 8);
    row->setSpacing(10);
    m_devices = makeBox(tr("Device"), tr("What is measured; a device that cannot be used says why"), this);
    // Names of published devices are long: the list shows them whole, the button need not.
    m_devices->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_devices->setMinimumContentsLength(26);
    m_devices->setMaxVisibleItems(24);
    m_experiments = makeBox(tr("Experiment"), tr("Which two directions of the cube the map shows"), this);
    m_run = makeActionButton(runAction, "primary", this);
    m_run->setMinimumWidth(110);
    row->addWidget(m_devices);
    row->addWidget(m_experiments);
    row->addWidget(m_run);
    row->addStretch();
    row->addWidget(makeActionButton(exportAction, "plain", this));
    connect(&session, &LiveSession::devicesChanged, this, &ToolBar::fillDevices);
    connect(&cursor, &Cursor::mapChanged, this, [this] {
        fillDevices();
        fillExperiments();
    });
    connect(m_devices, &QComboBox::activated, this, [this](int row_) {
        m_cursor.setDevice(deviceOfRow(*m_devices, row_));
        fillDevices(); // an offer that was taken stands for another row
        emit userMoved();
    });
    connect(m_experiments, &QComboBox::activated, this, [this](int row_) {
        m_cursor.setExperiment(static_cast<Experiment>(m_experiments->itemData(row_).toInt()));
        emit userMoved();
    });
    fillDevices();
    fillExperiments();
}

QPushButton* ToolBar::addButton(QAction* action)
{
    auto* row = static_cast<QHBoxLayout*>(layout());
    QPushButton* button = makeActionButton(action, "plain", this);
    row->insertWidget(row->indexOf(m_run) + ++m_added, button);
    return button;
}

void ToolBar::fillDevices()
{
    const QSignalBlocker blocker(m_devices);
    fillDeviceList(*m_devices, m_session, m_cursor.device());
}

void ToolBar::fillExperiments()
{
    const QSignalBlocker blocker(m_experiments);
    m_experiments->clear();
    for (const Experiment experiment : allExperiments)
        m_experiments->addItem(experimentWords(experiment, m_cursor.workload()), static_cast<int>(experiment));
    m_experiments->setCurrentIndex(m_experiments->findData(static_cast<int>(m_cursor.experiment())));
}

} // namespace ridgepoint
