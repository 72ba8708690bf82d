// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/regime.h"

#include <QObject>
#include <QString>

#include <bitset>
#include <cstddef>
#include <functional>

namespace ridgepoint {

class MessageStrip;
struct OtherChoice;

/// Leads who starts Ridgepoint for the first time from one thing to the next, a sentence at a time in the strip: over
/// the ridge, what would help, beside an A100, home as a report. Each sentence goes when what it asks for was done, and
/// by nothing else; what was done before its turn is not asked for again. A button leads back to the one before.
/// Closing one ends them all until they are resumed; the settings keep how far they are for the next start. After the
/// last one a line says where to go on.
class FirstSteps : public QObject {
    Q_OBJECT

public:
    enum class Step { None, Drag, Try, Compare, Report };

    explicit FirstSteps(MessageStrip& strip, QObject* parent = nullptr);

    void begin();
    /// From the first one on, whatever was done before.
    void beginAgain();
    /// From where the program was left while they led; nothing where it was not.
    void takeUp();
    /// From where they were left by closing one; from the first one on where they were not.
    void resume();
    /// From this step on.
    void beginAt(Step step);
    [[nodiscard]] Step step() const { return m_step; }

    /// Whether the runtime's curve, which was asked for, is in a tab that was turned to for it.
    void setInTab(bool inTab);
    [[nodiscard]] bool isInTab() const { return m_inTab; }
    /// How the compared device does at the point that is shown, in sentences; empty where that is not known.
    void setAnswer(const QString& sentences);
    /// Whether a “try” can be pressed at the point that is shown: only then is it asked for.
    void setTryOffered(bool offered);
    /// Nothing is told while something else has their place.
    void setWaiting(bool waiting);

    // What the user did:
    /// Went to the right along operations per element, out of another regime into this one.
    void movedTo(Regime regime);
    void tried() { done(Step::Try); }
    void compared() { done(Step::Compare); }
    void reported() { done(Step::Report); }

signals:
    /// They begin, before the first is told, or are over.
    void activeChanged();
    /// The place is wanted from which the runtime stays flat for a while: few operations on a large tensor.
    void startAsked();
    /// The runtime's curve is to be seen while the steps speak of it; then it need no longer be.
    void curvesWanted(bool wanted);
    /// Something else has their place, or they are told again.
    void waitingChanged(bool waiting);
    /// What would help is to be seen.
    void leversWanted();
    /// The button of the step was pressed.
    void helpableAsked();
    void compareAsked();
    void reportAsked();

private:
    void done(Step step);
    [[nodiscard]] bool isDone(Step step) const { return m_done[static_cast<std::size_t>(step)]; }
    void setDone(Step step, bool isDone = true) { m_done.set(static_cast<std::size_t>(step), isDone); }
    /// Writes how far they are into the settings.
    void keep() const;
    void leave();
    void goTo(Step step);
    [[nodiscard]] Step firstUndone(Step from) const;
    /// To the step before, which is to be done again.
    void goBack();
    void tell();
    /// Words what is told anew where that has changed.
    void reword();
    /// What a step says, and its button.
    struct Line {
        QString words;
        QString actionText = {};
        std::function<void()> action = {};
    };
    [[nodiscard]] Line line();
    [[nodiscard]] OtherChoice back();
    [[nodiscard]] QString tryWords() const;
    [[nodiscard]] QString tryAction() const;
    [[nodiscard]] QString reportWords() const;
    void goToHelpable();

    MessageStrip& m_strip;
    Step m_step = Step::None;
    std::bitset<5> m_done;   ///< of each step, whether what it asks for was done
    bool m_seesBoth = false; ///< devices in the charts
    bool m_waits = false;
    Step m_left = Step::None; ///< where they were closed
    bool m_tryOffered = false;
    bool m_inTab = false;
    bool m_isOver = false;      ///< all was done, and the last line is not closed yet
    bool m_backHasKeys = false; ///< the button that leads back had the keyboard when it was pressed
    QString m_answer;
    QString m_told;
    QString m_closing; ///< what the strip shows while its close button is pressed
};

} // namespace ridgepoint
