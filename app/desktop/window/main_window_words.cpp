// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says while it measures, when something goes wrong, and of the point that is looked at.
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/show_in_folder.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/experiments/experiment_commands.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/figure_warnings.h"
#include "app/desktop/explore/first_steps.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/explore/roof_offers.h"
#include "app/desktop/explore/session_guide.h"
#include "app/desktop/explore/what_if_bar.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/figures_view.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/measure/drawing_gaps.h"
#include "app/desktop/session/device_list.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/views/picture_maker.h"
#include "app/desktop/views/sample_table.h"
#include "app/desktop/window/bench_start.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/main_window.h"
#include "app/desktop/window/tour.h"
#include "core/agenda/place_plans.h"
#include "core/analysis/roof_warning.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMessageBox>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace ridgepoint {
void MainWindow::onRunningChanged(bool running)
{
    showPoint();
    showPace();
    if (running)
        m_engine.watch.reset();
    refreshRunnable();
}

void MainWindow::run()
{
    const SnapshotPointer& snapshot = m_engine.feed.latest();
    const Plan& map = m_engine.cursor.plan();
    if (snapshot && snapshot->measuredCells == map.cellCount() && agenda::isSameGrid(snapshot->plan, map))
        m_parts.strip->answerBriefly(
            tr("All %n cells of this map are measured; %1 measures them again.", nullptr,
               static_cast<int>(map.cellCount()))
                .arg(m_actions->measureMapAgain->shortcut().toString(QKeySequence::NativeText)));
    m_engine.controller.run(); // also where none is missing: it narrows the intervals that were not reached
}

void MainWindow::refreshRunnable()
{
    const bool running = m_engine.controller.running();
    m_warnings->setHeldBack(m_references->active());
    m_actions->setRunning(running, m_engine.controller.canRun());
    if (m_references->active() || m_sessionGuide->isElsewhere())
        m_actions->run->setEnabled(true); // to say why not
    m_parts.charts->setEmptyText(m_references->active()         ? m_references->emptyText()
                                 : running                      ? tr("Measuring…")
                                 : m_engine.controller.canRun() ? tr("Press F5 to measure")
                                                                : tr("Nothing measured yet"));
}

void MainWindow::showLock()
{
    m_engine.cursor.holdAxes(m_engine.feed.isLocked());
    m_actions->lockPicture->setChecked(m_engine.feed.isLocked());
    m_parts.bottom->showLock(m_engine.feed.isLocked(),
                             m_actions->lockPicture->shortcut().toString(QKeySequence::NativeText),
                             m_engine.feed.isBehind());
    m_exploration->presenter().setLocked(m_engine.feed.isLocked());
    m_parts.table->setHeld(m_engine.feed.isLocked());
    const QString held = tr("The locked picture does not show the latest measurements: unlock it to see them.");
    if (m_engine.feed.isLocked() && m_engine.feed.isBehind())
        m_parts.strip->tell(Severity::Hint, held, tr("Unlock the picture"), [this] { m_engine.feed.setLocked(false); });
    else
        m_parts.strip->dismiss(held);
    showPoint();
}

void MainWindow::showPace()
{
    const bool running = m_engine.controller.running();
    const bool busy = running || m_engine.probe.isOn();
    const bool isHere = !m_engine.bench.target(); // else measuring takes none of the processors that draw
    m_engine.feed.setMeasuring(busy);
    m_parts.charts->pictures().setMeasuring(busy);
    m_engine.schedule.setPace(!busy                                                   ? RepaintSchedule::Pace::Idle
                              : isHere && (running || m_engine.probe.takesAllCores()) ? RepaintSchedule::Pace::AllCores
                                                                                      : RepaintSchedule::Pace::Light);
    if (!running)
        m_gaps->leave(); // the last gap of a run may be the last for long: what came with its end is drawn by the clock
    m_actions->setProbing(m_engine.probe.isOn(), m_engine.probe.isPossible());
}

void MainWindow::onFinished()
{
    if (!m_start->takeFirstStart())
        return;
    m_firstSteps->begin();
    m_engine.probe.offer(); // so that the first hint can be seen to come true
}

void MainWindow::tellError(const Error& error) { m_parts.strip->tell(Severity::Error, errorMessage(error)); }

/// What has the focus, the presenter and guessing take Escape before it comes here. It stops what runs; where nothing
/// does, it ends the what-if, and then the live probe, which runs until it is switched off.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    const bool isEscape = event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier;
    const bool isSweeping = isEscape && m_engine.controller.running();
    if (isSweeping)
        m_engine.controller.stop();
    if ((isEscape && m_experiments->stop()) || isSweeping)
        return;
    if (isEscape && m_parts.whatIfBar->isVisible()) {
        m_actions->whatIf->setChecked(false);
        return;
    }
    if (!isEscape || !m_engine.probe.isOn()) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    m_engine.probe.setOn(false);
    m_parts.strip->answerBriefly(tr("The live probe is off. %1 switches it on again.")
                                     .arg(m_actions->liveProbe->shortcut().toString(QKeySequence::NativeText)));
}

void MainWindow::tellDoubtfulRoofs()
{
    const RoofSet* roofs = m_engine.cursor.roofs();
    const std::optional<Error> warning = roofs != nullptr ? roofWarning(
                                             *roofs, [](std::string_view id) { return roofWord(id).toStdString(); })
                                                          : std::nullopt;
    m_warnings->withdraw(FigureWarnings::About::Roofs);
    if (warning)
        m_warnings->tell(FigureWarnings::About::Roofs, errorMessage(*warning), tr("Measure roofs again"),
                         [this] { m_engine.controller.measureRoofsAgain(); });
}

void MainWindow::tellSaved(const QString& path) { tellWritten(*m_parts.strip, tr("Saved to %1.").arg(path), path); }

void MainWindow::tellExported(const QString& path)
{
    const auto open = [this, path] {
        if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
            m_parts.strip->tell(Severity::Warning,
                                tr("No program is installed to open %1; the file was written.").arg(path));
    };
    tellWritten(*m_parts.strip, tr("Exported to %1.").arg(path), path,
                {.text = tr("Open"), .act = open, .isClosing = false});
}

/// Only once all roofs are there: while they come in, the sizes may be fewer for a moment.
void MainWindow::tellLostSize()
{
    const std::int64_t requested = m_engine.cursor.requestedElements();
    const std::int64_t nearest = m_engine.cursor.workload().elements;
    if (requested != nearest)
        m_parts.strip->tell(
            Severity::Hint,
            tr("With the roofs measured now, the largest tensor size is %1: the slider is at %2 instead of %3.")
                .arg(Format().count(static_cast<double>(m_engine.cursor.axis(AxisKind::Size).values.back())),
                     Format().count(static_cast<double>(nearest)), Format().count(static_cast<double>(requested))));
}

void MainWindow::showPoint()
{
    const SnapshotPointer& snapshot = m_engine.feed.latest();
    const std::string device = snapshot ? snapshot->plan.device : m_engine.cursor.device();
    PointFacts facts = factsOf(m_engine.cursor.point(), snapshot, m_engine.feed.lookup(device));
    facts.isHeldBack = m_engine.feed.isLocked() && !facts.sample
                    && m_engine.session.find(device, m_engine.cursor.point());
    facts.isMeasuring = m_engine.controller.running();
    facts.isRecorded = snapshot && snapshot->provenance == Provenance::Measured
                    && m_engine.bench.state() == BenchState::Ready // before, no device is known to be here
                    && !m_engine.cursor.deviceInfo().available && m_engine.session.hasMeasured(device);
    m_parts.inspector->show(facts);
    m_parts.inspector->showLevers(m_engine.trial.facts(facts));
    showCompared();
    m_parts.whatIfBar->show(facts);
    m_roofOffers->seePoint(facts);
    m_exploration->presenterBar()->showVerdict(facts);
    if (m_engine.probe.isOn())
        return; // the figures are the probe's
    const PointFigures figures = figuresOf(facts, Format());
    m_parts.workload->figures()->show(figures);
    m_exploration->presenterBar()->showFigures(figures);
}

void MainWindow::showCompared()
{
    const SnapshotPointer& snapshot = m_engine.feed.latest();
    const SamplePointer own = snapshot ? m_engine.feed.lookup(snapshot->plan.device)(m_engine.cursor.point()) : nullptr;
    QStringList lines;
    QString answer; // of what the tour compares with, else of the one that was added last
    bool isOfTour = false;
    for (const auto& [key, each] : m_compare->here(own.get(), m_engine.cursor.plan())) {
        lines << each.line;
        if (!isOfTour)
            answer = each.answer;
        isOfTour = isOfTour || key == QLatin1String(tourDevice);
    }
    m_parts.inspector->showCompared(lines);
    m_firstSteps->setAnswer(answer);
}

bool MainWindow::mayBeLost(const Error& error)
{
    const auto answer = QMessageBox::warning(
        this, tr("Ridgepoint"),
        tr("%1\n"
           "\n"
           "The measurements are not saved in any file. Save them under another name, or close and lose them.")
            .arg(errorMessage(error)),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save)
        m_files->saveAs(); // written beside the window, which is closed again once that is done
    return answer == QMessageBox::Discard;
}

void MainWindow::end()
{
    m_asksBeforeLoss = false;
    QApplication::closeAllWindows();
    QCoreApplication::quit();
}

const DeviceInfo& MainWindow::measuredDevice() const
{
    if (!m_references->active())
        return m_engine.cursor.deviceInfo();
    if (const DeviceInfo* watched = m_engine.session.device(m_engine.watch.device()))
        return *watched;
    const auto& all = m_engine.session.devices();
    const auto first = std::find_if(all.begin(), all.end(), [](const DeviceInfo& device) { return device.available; });
    static const DeviceInfo host{.id = "cpu"};
    return first != all.end() ? *first : host;
}

void MainWindow::showLoad(const QString& words)
{
    m_parts.bottom->showLoad(words);
    showBusy();
    showState();
}

void MainWindow::showBusy()
{
    // An audience need not know what the lecturer has open. What another machine measured is not disturbed by it.
    const bool isBusy = !m_engine.load.text().isEmpty() && m_engine.cursor.deviceInfo().available;
    m_parts.charts->setWarning(isBusy ? tr("Machine busy") : QString());
}

void MainWindow::showState()
{
    const DeviceInfo& info = measuredDevice();
    const QString watched = m_engine.watch.words(info.id, !m_engine.load.text().isEmpty(), Format());
    const bool isNamed = info.kind == DeviceKind::Cuda || isElsewhere(info) || !info.machine.empty();
    const QString name = isNamed ? deviceWords(info) : tr("Host CPU");
    const QString& failure = m_engine.store.autosaveFailure();
    const QString saving = m_engine.session.empty()   ? QString()
                         : m_engine.store.autosaved() ? tr("autosaved")
                         : failure.isEmpty()          ? tr("saving…")
                                                      : tr("not saved");
    QStringList tip{failure, m_warnings->waiting()};
    tip.removeAll(QString());
    const QString device = watched.isEmpty() ? name : tr("%1 %2").arg(name, watched);
    // What waits for its turn in the strip is hinted at where it waits, or it would go unnoticed.
    m_parts.bottom->showState(m_warnings->waiting().isEmpty() ? device
                                                              : tr("%1 · measured while disturbed").arg(device),
                              saving, tip.join(QLatin1Char('\n')));
    const QString document = QFileInfo(m_engine.store.document()).fileName();
    const QString machine = QString::fromStdString(info.machine);
    const QString program = machine.isEmpty() ? tr("Ridgepoint") : tr("%1 – Ridgepoint").arg(machine);
    setWindowTitle(document.isEmpty() ? program : tr("%1[*] – %2").arg(document, program));
    setWindowModified(!document.isEmpty() && m_engine.store.modified());
}

} // namespace ridgepoint
