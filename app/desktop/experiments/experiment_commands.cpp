// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/experiment_commands.h"

#include "app/desktop/base/labels.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/experiments/guess_card.h"
#include "app/desktop/measure/bench_process.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/measure/probe_controller.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/session/session_store.h"
#include "core/experiment/frame/experiment_runner.h"
#include "core/experiment/registry.h"

#include <QAction>
#include <QKeyEvent>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>

#include <algorithm>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

/// Why nothing can be measured yet, and what would help.
QString notReadyWords(const BenchProcess& bench)
{
    if (bench.state() == BenchState::Starting)
        return ExperimentCommands::tr("The measuring program is starting.");
    if (bench.target())
        return ExperimentCommands::tr(
                   "%1 is not connected; press Reconnect over the charts, or choose it in Measure › Devices.")
            .arg(bench.target()->name());
    return ExperimentCommands::tr(
        "The measuring program is not running; choose Measure › Restart the measuring program.");
}

} // namespace

ExperimentCommands::ExperimentCommands(ExperimentParts parts, QObject* parent)
    : QObject(parent),
      m_parts(parts),
      m_run(parts.bench, parts.session),
      m_begun(parts.session.frame().created),
      m_open(new QAction(tr("&Open the experiments…"), this))
{
    m_open->setShortcut(QKeySequence(QStringLiteral("Ctrl+Shift+X"), QKeySequence::PortableText));
    m_open->setToolTip(tr("Repeat published experiments on this machine (%1)")
                           .arg(m_open->shortcut().toString(QKeySequence::NativeText)));
    connect(m_open, &QAction::triggered, this, &ExperimentCommands::open);
    for (const ExperimentDefinition* one : experimentDefinitions()) {
        auto* action = new QAction(catalogueWords(one->info().title), this);
        constexpr std::string_view keysInOrder = "123456789ABCDEFGHIJ";
        if (m_actions.size() < keysInOrder.size())
            action->setShortcut(
                QKeySequence(QStringLiteral("Ctrl+Alt+Shift+%1").arg(QLatin1Char(keysInOrder[m_actions.size()])),
                             QKeySequence::PortableText));
        connect(action, &QAction::triggered, this, [this, id = one->info().id] { openAt(id); });
        m_actions.push_back(action);
    }
    refreshActions();
    connect(&m_run, &ExperimentController::offersChanged, this, &ExperimentCommands::refreshState);
    connect(&m_run, &ExperimentController::offersChanged, this, &ExperimentCommands::refreshActions);
    connect(&m_run, &ExperimentController::progressChanged, this, &ExperimentCommands::refreshState);
    connect(&m_run, &ExperimentController::resultChanged, this, &ExperimentCommands::showResult);
    connect(&m_run, &ExperimentController::ended, this, &ExperimentCommands::onEnded);
    connect(&m_run, &ExperimentController::runningChanged, this, [this](bool running) {
        tellWhoMeasures();
        if (!running) {
            m_parts.strip.dismiss(std::exchange(m_runsOnWords, QString()));
            // Once the controller has told how this run ended.
            QMetaObject::invokeMethod(this, &ExperimentCommands::startWaiting, Qt::QueuedConnection);
        }
        refreshState();
    });
    connect(&parts.probe, &ProbeController::onChanged, this, &ExperimentCommands::tellWhoMeasures);
    connect(&parts.probe, &ProbeController::offered, this, &ExperimentCommands::tellWhoMeasures);
    connect(&parts.probe, &ProbeController::taken, this, &ExperimentCommands::tellWhoMeasures);
    connect(&parts.store, &SessionStore::leaving, &m_run, &ExperimentController::keepSoFar);
    connect(&parts.session, &LiveSession::roofsChanged, this, &ExperimentCommands::showResult);
    connect(&parts.session, &LiveSession::replaced, this, [this] {
        m_waiting.reset();
        m_lastWords.clear(); // of a run that is not this session's
        m_isSessionNew = true;
        showResult();
        refreshState();
    });
    connect(&parts.cursor, &Cursor::mapChanged, this, [this] {
        const std::string& device = m_parts.cursor.device();
        if (m_run.offersOf() != device) // and not for every step of a slider
            m_run.askOffers(device);
        if (m_waiting && m_waiting->device != device)
            m_waiting.reset();
        showResult();
        refreshState();
    });
    connect(&parts.bench, &BenchProcess::stateChanged, this, [this](BenchState state) {
        if (state == BenchState::Ready) {
            m_run.askOffers(m_parts.cursor.device());
            startWaiting();
        } else if (state == BenchState::Failed) {
            m_waiting.reset();
        }
        refreshState();
    });
    connect(&parts.look, &WindowLook::changed, this, [this](const Theme& theme) {
        if (m_dialog != nullptr)
            m_dialog->setTheme(theme);
    });
}

void ExperimentCommands::fillMenus(QMenuBar* bar)
{
    auto* menu = new QMenu(tr("Ex&periments"), bar);
    menu->addAction(m_open);
    menu->addSeparator();
    for (QAction* action : m_actions)
        menu->addAction(action);
    menu->setToolTipsVisible(true);
    if (bar->actions().isEmpty())
        bar->addMenu(menu);
    else
        bar->insertMenu(bar->actions().constLast(), menu);
}

ExperimentDialog& ExperimentCommands::made()
{
    if (m_dialog == nullptr) {
        m_dialog = new ExperimentDialog(m_parts.window);
        m_dialog->setTheme(m_parts.look.theme());
        connect(m_dialog, &ExperimentDialog::experimentChosen, this,
                [this](const QString& id) { choose(id.toStdString()); });
        connect(m_dialog, &ExperimentDialog::parametersChanged, this, &ExperimentCommands::showResult);
        connect(m_dialog, &ExperimentDialog::runAsked, this, &ExperimentCommands::run);
        connect(m_dialog, &ExperimentDialog::calculatorAsked, this, &ExperimentCommands::calculatorAsked);
        connect(m_dialog, &QDialog::finished, this, [this] { m_beganPresenter = false; });
        connect(m_dialog, &QDialog::finished, this, &ExperimentCommands::tellOfWhatRunsOn);
        connect(m_dialog, &QDialog::finished, this, &ExperimentCommands::openChanged);
        connect(m_dialog, &ExperimentDialog::stopAsked, this, &ExperimentCommands::stop);
        m_dialog->installEventFilter(this);
        m_dialog->addActions(m_parts.presenterActions);
        for (QAction* action : m_actions)
            m_dialog->addAction(action); // their keys would else type signs into its fields
    }
    return *m_dialog;
}

ExperimentDialog& ExperimentCommands::shown()
{
    made();
    m_parts.strip.dismiss(std::exchange(m_runsOnWords, QString()));
    m_dialog->setPresented(m_isPresented);
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
    emit openChanged();
    return *m_dialog;
}

void ExperimentCommands::open()
{
    const bool isOpen = m_dialog != nullptr && m_dialog->isVisible();
    const ExperimentDialog& dialog = shown();
    if (dialog.chosen() == nullptr || (m_isSessionNew && !isOpen && !isBusy()))
        choose(opening());
    m_dialog->guess()->takeFocus();
}

std::string ExperimentCommands::opening() const
{
    const std::vector<ExperimentResult>& all = m_parts.session.frame().experiments;
    for (auto result = all.rbegin(); result != all.rend(); ++result)
        if (result->device == m_parts.cursor.device() && findExperiment(result->id) != nullptr)
            return result->id;
    return m_dialog->chosen() != nullptr ? m_dialog->chosen()->info().id : experimentDefinitions().front()->info().id;
}

void ExperimentCommands::openAt(const std::string& id)
{
    const ExperimentDialog& dialog = shown();
    if (!isBusy()) {
        choose(id);
    } else if (dialog.chosen() != nullptr && dialog.chosen()->info().id != id) {
        m_busyWords = tr("This experiment is running; stop it to open another one.");
        refreshState();
    }
    m_dialog->guess()->takeFocus(); // or what is typed first is lost in the list
}

std::optional<Guess> ExperimentCommands::guessFor(const ExperimentResult& result) const
{
    const ExperimentDefinition* experiment = findExperiment(result.id);
    return m_dialog != nullptr && experiment != nullptr ? m_dialog->guess()->guessFor(experiment->info(), result)
                                                        : std::nullopt;
}

void ExperimentCommands::setAskedElsewhere(const std::string& experiment, bool isAnswered)
{
    if (m_dialog != nullptr || !experiment.empty())
        made().guess()->setAskedElsewhere({experiment, isAnswered});
}

void ExperimentCommands::askAgain(const std::string& id) { made().guess()->askAgain(id); }

void ExperimentCommands::close()
{
    if (isOpen())
        m_dialog->reject();
}

bool ExperimentCommands::step(int by)
{
    if (!isOpen())
        return false;
    if (m_dialog->scrollOn(by))
        return true;
    if (m_dialog->chosen() == nullptr)
        return false;
    const auto toItsLesson = [this] {
        const bool isOverItsLesson = m_dialog->guess()->isAskedElsewhere();
        if (isOverItsLesson)
            close(); // so that the lesson, which goes on, is seen
        return isOverItsLesson;
    };
    if (by < 0)
        return toItsLesson();
    if (isBusy() || !m_dialog->guess()->isReadable())
        return true;
    if (m_dialog->guess()->isHeldBack())
        return toItsLesson(); // whose question comes first
    const auto parameters = m_dialog->parameters();
    const bool isKnown = parameters && known(*parameters) != nullptr;
    if (m_dialog->guess()->isAsking())
        m_dialog->guess()->settle(); // what is known is seen then
    else if (isKnown || m_wasRun || !m_dialog->runButton()->isEnabled())
        return toItsLesson();
    if (!isKnown && m_dialog->runButton()->isEnabled())
        run();
    return true;
}

void ExperimentCommands::setPresented(bool isPresented)
{
    m_isPresented = isPresented;
    m_beganPresenter = isPresented && isOpen();
    if (m_dialog == nullptr)
        return;
    m_dialog->setPresented(isPresented);
    if (isOpen()) {
        m_dialog->raise(); // the window beneath fills the screen as well
        m_dialog->activateWindow();
    }
}

bool ExperimentCommands::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_dialog || event->type() != QEvent::KeyPress || !m_beganPresenter || isBusy())
        return false;
    const auto& pressed = static_cast<const QKeyEvent&>(*event);
    if (pressed.key() != Qt::Key_Escape || pressed.modifiers() != Qt::NoModifier)
        return false;
    m_parts.presenterActions.front()->trigger();
    return true;
}

void ExperimentCommands::choose(const std::string& id)
{
    const ExperimentDefinition* experiment = findExperiment(id);
    if (experiment == nullptr || m_dialog == nullptr)
        return;
    // With the parameters that it was run with last.
    ParameterTexts texts;
    for (const ExperimentResult& result : m_parts.session.frame().experiments)
        if (result.id == id && result.device == m_parts.cursor.device()
            && readParameters(experiment->info(), result.parameters))
            texts = result.parameters;
    m_lastWords.clear();
    m_wasRun = false;
    m_isSessionNew = false;
    m_dialog->choose(*experiment, texts);
    m_run.askOffers(m_parts.cursor.device());
    showResult();
    refreshState();
}

void ExperimentCommands::tellOfWhatRunsOn()
{
    if (!isBusy() || m_dialog->chosen() == nullptr)
        return;
    m_runsOnWords = tr("The experiment “%1” is still running; other measurements wait for it.")
                        .arg(catalogueWords(m_dialog->chosen()->info().title));
    m_parts.strip.tell(Severity::Hint, m_runsOnWords, tr("Show it"), [this] { shown(); });
}

void ExperimentCommands::tellWhoMeasures()
{
    m_parts.controller.setIdleTaken(m_run.running() || (m_parts.probe.isOn() && !m_parts.probe.isOffered()));
}

int ExperimentCommands::threads() const { return m_parts.cursor.workload().threads; }

std::shared_ptr<const ExperimentResult> ExperimentCommands::known(const ExperimentParameters& parameters) const
{
    // The latest one of the window's threads, else the latest: the chart says how many it had.
    const ExperimentResult* best = nullptr;
    for (const ExperimentResult& result : m_parts.session.frame().experiments)
        if (result.id == m_dialog->chosen()->info().id && result.device == m_parts.cursor.device()
            && result.parameters == parameters.texts()
            && (best == nullptr || result.threads == threads() || best->threads != threads()))
            best = &result;
    return best != nullptr ? std::make_shared<const ExperimentResult>(*best) : nullptr;
}

std::shared_ptr<const ExperimentResult> ExperimentCommands::predicted(const ExperimentParameters& parameters) const
{
    auto result = std::make_shared<ExperimentResult>();
    const ExperimentDefinition& experiment = *m_dialog->chosen();
    const DeviceInfo& device = m_parts.cursor.deviceInfo();
    result->id = experiment.info().id;
    result->device = device.id;
    result->deviceName = device.name;
    result->threads = threads();
    if (const RoofSet* known = m_parts.cursor.roofs()) {
        const RoofSet roofs = asLastMeasured(*known); // as the run will
        ExperimentParameters settled = parameters;
        settleSizes(settled, experiment.info(), roofs, threads(), device);
        result->points = experiment.predict(settled, roofs, device);
        for (const std::string& id : experiment.roofs(settled, device))
            if (const Roof* roof = roofs.find(id))
                result->roofs.push_back(*roof);
    }
    return result;
}

void ExperimentCommands::showResult()
{
    if (m_dialog == nullptr || m_dialog->chosen() == nullptr)
        return;
    if (m_run.running() && m_run.result()) { // none of a run that another session began
        m_dialog->show(m_run.result());
        m_dialog->tellWhen({});
        return;
    }
    const auto parameters = m_dialog->parameters();
    if (!parameters)
        return; // the form says what is wrong; the picture stays
    const auto measured = known(*parameters);
    m_dialog->show(measured ? measured : predicted(*parameters));
    const bool isStored = measured && measured->created < m_begun;
    m_dialog->tellWhen(isStored ? momentWords(measured->created) : QString());
}

void ExperimentCommands::refreshActions()
{
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        QAction& action = *m_actions[i];
        const ExperimentInfo& info = experimentDefinitions()[i]->info();
        const QString keys = action.shortcut().toString(QKeySequence::NativeText);
        const QString words = keys.isEmpty() ? catalogueWords(info.summary)
                                             : QStringLiteral("%1 (%2)").arg(catalogueWords(info.summary), keys);
        const auto refusal = m_run.refusal(info.id);
        action.setEnabled(!refusal);
        action.setToolTip(refusal ? tr("%1. Not on this device: %2").arg(words, errorMessage(*refusal)) : words);
    }
}

void ExperimentCommands::refreshState()
{
    if (m_dialog == nullptr || m_dialog->chosen() == nullptr)
        return;
    m_dialog->setRunning(isBusy(), m_run.running() ? m_run.fraction() : 0.0,
                         m_run.running() ? catalogueWords(m_run.what()) : QString());
    using Runnable = ExperimentDialog::Runnable;
    const DeviceInfo& device = m_parts.cursor.deviceInfo();
    if (!device.available)
        m_dialog->tell(device.reason ? errorMessage(*device.reason) : tr("Nothing can be measured on this device."),
                       Runnable::Never);
    else if (m_waiting && !m_run.running())
        m_dialog->tell(tr("The measuring program restarts, because measuring roofs cannot be interrupted; then this "
                          "experiment starts."),
                       Runnable::Yes);
    else if (!m_run.running() && !m_run.canStart())
        m_dialog->tell(notReadyWords(m_parts.bench), Runnable::NotNow);
    else if (const auto refusal = m_run.refusal(m_dialog->chosen()->info().id))
        m_dialog->tell(errorMessage(*refusal), Runnable::Never);
    else
        m_dialog->tell(m_run.running() ? m_busyWords : m_lastWords, Runnable::Yes);
}

void ExperimentCommands::run()
{
    const auto parameters = m_dialog->parameters();
    if (parameters)
        measure(*m_dialog->chosen(), *parameters, threads());
}

void ExperimentCommands::measure(const ExperimentDefinition& experiment, const ExperimentParameters& parameters,
                                 int threads)
{
    m_parts.probe.setOn(false);
    if (m_parts.controller.running())
        m_parts.controller.stop();
    m_busyWords.clear();
    made();
    m_wasRun = true;
    m_waiting = Waiting{&experiment, parameters, m_parts.cursor.device(), threads};
    startWaiting();
    refreshState();
}

bool ExperimentCommands::stop()
{
    if (!isBusy())
        return false;
    m_waiting.reset();
    m_run.stop();
    refreshState();
    return true;
}

void ExperimentCommands::startWaiting()
{
    if (!m_waiting || m_run.running())
        return; // what runs is on show until its end
    const auto shown = m_dialog->parameters();
    if (m_dialog->chosen() != m_waiting->experiment || !shown || shown->texts() != m_waiting->parameters.texts()) {
        // Or its numbers would be taken for those of another one.
        m_dialog->choose(*m_waiting->experiment, m_waiting->parameters.texts());
        showResult();
    }
    m_lastWords.clear();
    if (!m_run.canStart())
        return;
    const Waiting wanted = *std::exchange(m_waiting, std::nullopt);
    m_run.start(*wanted.experiment, wanted.parameters, m_parts.cursor.deviceInfo(), wanted.threads);
}

void ExperimentCommands::onEnded(protocol::SweepOutcome outcome, const std::optional<Error>& error)
{
    if (error)
        m_lastWords = errorMessage(*error);
    else if (m_run.hadLess())
        m_lastWords = tr("This run ended early with fewer results than the earlier one, which is kept.");
    else if (outcome == protocol::SweepOutcome::Cancelled)
        m_lastWords = tr("Stopped; the results so far are kept.");
    showResult();
    refreshState();
}

} // namespace ridgepoint
