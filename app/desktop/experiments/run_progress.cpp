// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/run_progress.h"

#include "app/desktop/base/labels.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int steps = 1000;
constexpr int barWidth = 120;

} // namespace

RunProgress::RunProgress(QWidget* parent)
    : QWidget(parent), m_bar(new QProgressBar(this)), m_what(makeShortLine("muted", this))
{
    m_bar->setTextVisible(false);
    m_bar->setRange(0, steps);
    m_bar->setAccessibleName(tr("Progress of the experiment"));
    m_bar->setFixedWidth(barWidth);
    QSizePolicy kept = m_bar->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_bar->setSizePolicy(kept);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_bar);
    row->addWidget(m_what, 1);
    m_bar->hide();
}

void RunProgress::setRunning(bool running, double fraction, const QString& what)
{
    m_running = running;
    m_bar->setVisible(running);
    m_bar->setValue(static_cast<int>(std::clamp(fraction, 0.0, 1.0) * steps));
    m_what->setText(running && !what.isEmpty() ? tr("Measuring: %1").arg(what) : QString());
}

} // namespace ridgepoint
