// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/presented_part.h"
#include "app/desktop/base/window_look.h"
#include "app/desktop/experiments/experiment_dialog.h"
#include "app/desktop/measure/experiment_controller.h"
#include "core/experiment/frame/experiment_guess.h"

#include <QList>
#include <QObject>

#include <optional>
#include <string>
#include <vector>

class QAction;
class QMenuBar;

namespace ridgepoint {

class Cursor;
class LiveSession;
class MeasureController;
class MessageStrip;
class ProbeController;
class SessionStore;

/// What the experiments' dialog works with.
struct ExperimentParts {
    QWidget* window = nullptr;
    BenchProcess& bench;
    LiveSession& session;
    Cursor& cursor;
    MeasureController& controller;
    ProbeController& probe;
    WindowLook& look;
    SessionStore& store;
    MessageStrip& strip;
    QList<QAction*> presenterActions{}; ///< whose keys its own window takes too; the first enters and leaves it
};

/// The Experiments menu and the dialog behind it: which experiment with which parameters on which device, and what
/// runs. While one runs nothing else is measured: two measurements at once would show each other.
class ExperimentCommands : public QObject, public PresentedPart {
    Q_OBJECT

public:
    explicit ExperimentCommands(ExperimentParts parts, QObject* parent = nullptr);

    /// Adds the menu in front of the last one, which is Help.
    void fillMenus(QMenuBar* bar);
    /// Opens the dialog with what was shown last; the first experiment at the first time.
    void open();
    void openAt(const std::string& id);
    /// Runs one that somebody else asks for, a lesson, without showing the dialog, which turns to it.
    void measure(const ExperimentDefinition& experiment, const ExperimentParameters& parameters, int threads);
    /// A lesson asks about this experiment, whose own question is not asked meanwhile; an empty id ends that.
    void setAskedElsewhere(const std::string& experiment, bool isAnswered);
    /// Its question is asked once more, and its result hidden until then.
    void askAgain(const std::string& id);
    /// Stops what runs, or waits for the child; false where nothing does.
    bool stop();
    void close();
    [[nodiscard]] bool isOpen() const override { return m_dialog != nullptr && m_dialog->isVisible(); }
    /// Runs it, once and where nothing was measured yet, waits for that, and goes through what was found; not before a
    /// lesson's question about it is answered. Before that, back and at its end it closes where it was opened over that
    /// lesson, which is to be seen when it goes on.
    bool step(int by) override;
    void setPresented(bool isPresented) override;
    [[nodiscard]] ExperimentController& controller() { return m_run; }
    /// Null until it was opened.
    [[nodiscard]] ExperimentDialog* dialog() const { return m_dialog; }
    /// What the user guessed before this result was measured.
    [[nodiscard]] std::optional<Guess> guessFor(const ExperimentResult& result) const;
    /// One an experiment, in the order of the catalogue.
    [[nodiscard]] const std::vector<QAction*>& actions() const { return m_actions; }
    [[nodiscard]] QAction* openAction() const { return m_open; }

protected:
    /// Of its window: Escape leads back to where it was presented from.
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void openChanged();
    /// The calculator is wanted with the work of a number of an experiment.
    void calculatorAsked(const ridgepoint::PointWork& work);

private:
    /// The dialog, in front; made() leaves it out of sight.
    ExperimentDialog& shown();
    ExperimentDialog& made();
    void choose(const std::string& id);
    /// What the dialog opens on: what this device's latest result in the session is of, else what it showed last.
    [[nodiscard]] std::string opening() const;
    void showResult();
    void refreshState();
    /// Greys in the menu what the device cannot run, with the reason; the dialog still shows its page and what theory
    /// predicts.
    void refreshActions();
    void run();
    /// Starts what waits, as soon as nothing else runs and the child can; the dialog turns to it.
    void startWaiting();
    /// An experiment and the probe both take the time in which intervals would be narrowed.
    void tellWhoMeasures();
    /// What runs on behind a closed dialog would be forgotten, and hold up everything else.
    void tellOfWhatRunsOn();
    /// Whether one runs, or waits for the child.
    [[nodiscard]] bool isBusy() const { return m_run.running() || m_waiting.has_value(); }
    void onEnded(protocol::SweepOutcome outcome, const std::optional<Error>& error);
    [[nodiscard]] int threads() const;
    [[nodiscard]] std::shared_ptr<const ExperimentResult> known(const ExperimentParameters& parameters) const;
    [[nodiscard]] std::shared_ptr<const ExperimentResult> predicted(const ExperimentParameters& parameters) const;

    ExperimentParts m_parts;
    ExperimentController m_run;
    std::string m_begun; ///< the moment, as results have theirs: an older one was stored
    ExperimentDialog* m_dialog = nullptr;
    QAction* m_open;
    std::vector<QAction*> m_actions;
    bool m_isPresented = false;
    bool m_beganPresenter = false; ///< its window was open before, and is since
    bool m_wasRun = false;         ///< since an experiment was chosen
    bool m_isSessionNew = false;   ///< since an experiment was chosen
    QString m_lastWords;           ///< how the last run ended
    QString m_runsOnWords;         ///< in the window's strip, while the dialog is closed
    QString m_busyWords;           ///< why another experiment is not shown while one runs
    /// What is to be measured once the child was started anew, or has ended another run.
    struct Waiting {
        const ExperimentDefinition* experiment = nullptr;
        ExperimentParameters parameters;
        std::string device;
        int threads = 0;
    };
    std::optional<Waiting> m_waiting;
};

} // namespace ridgepoint
