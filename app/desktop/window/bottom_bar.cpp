// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/bottom_bar.h"

#include "app/desktop/base/glossary.h"
#include "app/desktop/base/labels.h"

#include <QHBoxLayout>
#include <QProgressBar>

#include <cmath>

namespace ridgepoint {
namespace {

/// Of the progress bar, in pixels: in a small window its words need the room more.
constexpr int leastBar = 60;
constexpr int usualBar = 260;

QString nameOf(MeasureProgress::What what)
{
    switch (what) {
    case MeasureProgress::What::Nothing: return BottomBar::tr("Ready");
    case MeasureProgress::What::Absent: return BottomBar::tr("No measuring program found");
    case MeasureProgress::What::Stopped: return BottomBar::tr("The measuring program has stopped");
    case MeasureProgress::What::Starting: return BottomBar::tr("Starting the measuring program");
    case MeasureProgress::What::Roofs: return BottomBar::tr("Roofs");
    case MeasureProgress::What::Map: return BottomBar::tr("Regime map");
    case MeasureProgress::What::Line: return BottomBar::tr("Sweep");
    case MeasureProgress::What::Sharpen: return BottomBar::tr("Refining");
    case MeasureProgress::What::Point: return BottomBar::tr("This point");
    }
    return {};
}

/// "40 s", "4 min": rounded up.
QString durationWords(Seconds time, const Format& format)
{
    constexpr double fewMinutes = 120.0;
    return time.value() < fewMinutes
             ? BottomBar::tr("%1 s").arg(format.whole(std::llround(std::ceil(time.value()))))
             : BottomBar::tr("%1 min").arg(format.whole(std::llround(std::ceil(time.value() / 60.0))));
}

} // namespace

BottomBar::BottomBar(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("bottombar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 6, 16, 6);
    row->setSpacing(14);
    m_bar = new QProgressBar(this);
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 1000);
    m_bar->setMinimumWidth(leastBar);
    m_bar->setMaximumWidth(usualBar);
    m_bar->setAccessibleName(tr("Progress of the measurement"));
    m_progress = makeShortLine("muted", this);
    for (QWidget* part : std::initializer_list<QWidget*>{m_bar, m_progress})
        part->setToolTip(glossaryTip("refinement"));
    m_machine = makeShortLine("strong", this);
    m_machine->setToolTip(tr("Measure › Devices › Add a machine… shows more, and cancels it"));
    m_machine->hide();
    m_load = makeLabel("warning", this);
    m_load->setToolTip(tr("Times measured now may be too long."));
    m_load->setTextFormat(Qt::PlainText);
    m_load->hide();
    m_lock = makeLabel("strong", this);
    m_lock->setToolTip(glossaryTip("locked picture"));
    m_lock->hide();
    m_state = makeShortLine("muted", this);
    row->addWidget(m_bar);
    row->addWidget(m_progress);
    row->addWidget(m_machine);
    row->addStretch();
    row->addWidget(m_load);
    row->addWidget(m_lock);
    row->addWidget(m_state);
    showProgress({});
}

void BottomBar::showProgress(const MeasureProgress& progress)
{
    using What = MeasureProgress::What;
    const bool measuring = progress.what > What::Starting;
    m_bar->setValue(static_cast<int>(std::lround(1000.0 * progress.fraction)));
    m_bar->setVisible(measuring);
    const QString percent = m_format.percent(std::round(progress.fraction * 100.0) / 100.0);
    const QString measured = m_format.whole(progress.measuredCells);
    const QString all = m_format.whole(progress.totalCells);
    QString words = nameOf(progress.what);
    std::optional<Seconds> left = progress.left;
    if (measuring)
        words = progress.what == What::Sharpen && progress.pass > 1
                  ? tr("%1, pass %2: %3").arg(words, m_format.whole(progress.pass), percent)
                  : tr("%1 %2").arg(words, percent);
    if (measuring && progress.what != What::Sharpen && progress.coarseLeft) { // which has its map already
        words = tr("%1, first look: %2 of %3 cells").arg(nameOf(progress.what), measured, all);
        left = progress.coarseLeft->value() >= 1.0 ? progress.coarseLeft : std::nullopt;
    }
    if (measuring && left)
        words = tr("%1 · %2 s left").arg(words, m_format.whole(std::llround(std::ceil(left->value()))));
    if (progress.what == What::Nothing && progress.coarseLeft) {
        words = (progress.isStopped ? tr("Stopped at %1 of %2 cells") : tr("%1 of %2 cells in the time set"))
                    .arg(measured, all);
        if (progress.coarseLeft->value() >= 1.0)
            words = tr("%1; the rest would take %2").arg(words, durationWords(*progress.coarseLeft, m_format));
    }
    m_progress->setText(words);
}

void BottomBar::showState(const QString& device, const QString& saving, const QString& tip)
{
    m_state->setToolTip(tip);
    m_state->setAccessibleDescription(tip);
    m_state->setText(saving.isEmpty() ? device : tr("%1 · %2").arg(device, saving));
}

void BottomBar::showMachine(const QString& words)
{
    m_machine->setText(words);
    m_machine->setVisible(!words.isEmpty());
}

QString BottomBar::machineText() const { return m_machine->text(); }

void BottomBar::showLoad(const QString& words)
{
    m_load->setText(words);
    m_load->setVisible(!words.isEmpty());
}

QString BottomBar::loadText() const { return m_load->text(); }

void BottomBar::showLock(bool isLocked, const QString& keys, bool isBehind)
{
    m_lock->setText(!isLocked  ? QString()
                    : isBehind ? tr("Picture locked: new measurements wait (%1)").arg(keys)
                               : tr("Picture locked (%1)").arg(keys));
    m_lock->setVisible(isLocked);
}

QString BottomBar::lockText() const { return m_lock->text(); }

QString BottomBar::progressText() const { return m_progress->text(); }

QString BottomBar::stateText() const { return m_state->text(); }

QString BottomBar::stateTip() const { return m_state->toolTip(); }

} // namespace ridgepoint
