// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/first_steps.h"

#include "app/desktop/base/message_strip.h"

#include <QToolButton>

#include <utility>

namespace ridgepoint {

FirstSteps::FirstSteps(MessageStrip& strip, QObject* parent) : QObject(parent), m_strip(strip)
{
    connect(strip.closeButton(), &QToolButton::pressed, this, [this] { m_closing = m_strip.text(); });
    connect(strip.closeButton(), &QToolButton::clicked, this, [this] {
        if (m_closing == m_told)
            leave();
        else
            tell(); // something that weighs more stood in its place
    });
    // That is also acted on, or mended without a hand.
    connect(&strip, &MessageStrip::emptied, this, [this](const QString& text) {
        if (m_step != Step::None && text != m_told)
            tell();
    });
}

void FirstSteps::begin()
{
    m_step = Step::Drag;
    emit activeChanged();
    if (m_crossed) {
        done(Step::Drag); // while the first map was measured
        return;
    }
    emit curvesWanted(true);
    tell();
}

void FirstSteps::leave()
{
    m_left = m_step;
    goTo(Step::None);
}

void FirstSteps::resume()
{
    const Step before = std::exchange(m_left, Step::None);
    const Step left = before <= Step::Drag ? before : firstUndone(before);
    if (m_step != Step::None || left == Step::None) {
        beginAgain();
        return;
    }
    m_step = left;
    emit activeChanged();
    if (left == Step::Drag)
        emit curvesWanted(true);
    goTo(left);
    if (left == Step::Try)
        emit leversWanted();
}

void FirstSteps::beginAgain()
{
    m_crossed = m_tried = m_compared = m_seesBoth = m_reported = false;
    m_left = Step::None;
    emit startAsked();
    begin();
}

void FirstSteps::beginAt(Step step)
{
    // What lies before it counts as done: nothing leads back.
    m_crossed = false;
    m_tried = step > Step::Try;
    m_compared = step > Step::Compare;
    m_seesBoth = m_reported = false;
    m_left = Step::None;
    m_step = Step::Drag;
    emit activeChanged();
    if (step == Step::Drag) {
        emit startAsked();
        begin();
    } else {
        goTo(step);
    }
    if (step == Step::Try)
        emit leversWanted();
}

void FirstSteps::movedTo(Regime regime)
{
    if (regime != Regime::Compute)
        return;
    m_crossed = true;
    done(Step::Drag);
}

void FirstSteps::setTryOffered(bool offered)
{
    if (std::exchange(m_tryOffered, offered) == offered || m_step != Step::Try || !m_strip.holds(m_told))
        return; // told with its turn, or once what weighs more is gone
    const QString before = std::exchange(m_told, tryWords());
    m_strip.reword(before, m_told, tryAction(), [this] { goToHelpable(); });
}

void FirstSteps::goTo(Step step)
{
    m_step = step;
    if (step != Step::Drag && step != Step::Try) // the curve that just began to rise stays to be seen
        emit curvesWanted(false);
    tell();
    if (step == Step::None)
        emit activeChanged();
}

/// What was done before its turn is not asked for again.
FirstSteps::Step FirstSteps::firstUndone(Step from) const
{
    const std::pair<Step, bool> steps[]{{Step::Try, m_tried}, {Step::Compare, m_compared}, {Step::Report, m_reported}};
    for (const auto& [step, isDone] : steps)
        if (step >= from && !isDone)
            return step;
    return Step::None;
}

void FirstSteps::done(Step step)
{
    m_tried = m_tried || step == Step::Try;
    m_compared = m_compared || step == Step::Compare;
    m_seesBoth = m_seesBoth || step == Step::Compare;
    m_reported = m_reported || step == Step::Report;
    if (m_step == Step::None || step < m_step || (step == Step::Report && m_step != Step::Report))
        return; // a report that is written on the way ends nothing
    goTo(firstUndone(Step::Try));
    if (m_step == Step::Try)
        emit leversWanted(); // once: it scrolls, and the words may come back at any time
}

/// Asks for the “try” only where one stands, and leads to where one does elsewhere.
QString FirstSteps::tryWords() const
{
    const QString words = m_tryOffered
                            ? tr("The panel on the right shows what would help. Press “try” next to a suggestion.")
                            : tr("The panel on the right shows what would help. On a small tensor there is a "
                                 "suggestion to try.");
    return m_crossed
             ? tr("2 of 4: That was the ridge point: beyond it, the time grows with the operations. %1").arg(words)
             : tr("2 of 4: %1").arg(words);
}

QString FirstSteps::tryAction() const { return m_tryOffered ? QString() : tr("Go to a small tensor"); }

void FirstSteps::goToHelpable()
{
    tell(); // until the levers of that point are shown
    emit curvesWanted(false);
    emit helpableAsked();
}

void FirstSteps::tell()
{
    m_strip.dismiss(m_told); // its own going is told apart by these words
    m_told.clear();
    switch (m_step) {
    case Step::None: return;
    case Step::Drag:
        m_told = m_inTab ? tr("1 of 4: Drag operations per element to the right, or press → on that slider: the "
                              "runtime, now shown in the tab “Sweep curves”, stays flat until the ridge point.")
                         : tr("1 of 4: Drag operations per element to the right, or press → on that slider: the "
                              "runtime stays flat "
                              "until the ridge point.");
        m_strip.tell(Severity::Hint, m_told);
        return;
    case Step::Try:
        m_told = tryWords();
        m_strip.tell(Severity::Hint, m_told, tryAction(), [this] { goToHelpable(); });
        return;
    case Step::Compare:
        m_told = tr("3 of 4: The panel on the right compares prediction and measurement. How would a GPU compare?");
        m_strip.tell(Severity::Hint, m_told, tr("Compare with an A100"), [this] { emit compareAsked(); });
        return;
    case Step::Report:
        m_told = m_seesBoth ? tr("4 of 4: The charts now show both devices. Save everything as one PDF.")
                            : tr("4 of 4: Save charts, roofs and measurements as one PDF.");
        m_strip.tell(Severity::Hint, m_told, tr("Lab report…"), [this] {
            tell(); // it stays until a report was written: the dialog that follows may be left without
            emit reportAsked();
        });
        return;
    }
}

} // namespace ridgepoint
