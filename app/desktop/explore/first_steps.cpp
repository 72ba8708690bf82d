// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/first_steps.h"

#include "app/desktop/base/message_strip.h"

#include <QSettings>
#include <QToolButton>

#include <utility>

namespace ridgepoint {
namespace {

const QString tourStepKey = QStringLiteral("tour/step");
const QString tourDoneKey = QStringLiteral("tour/done"); ///< as the bits of the steps

} // namespace

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
    keep();
    emit activeChanged();
    if (isDone(Step::Drag)) {
        done(Step::Drag); // while the first map was measured
        return;
    }
    emit curvesWanted(true);
    tell();
}

void FirstSteps::takeUp()
{
    const QSettings settings;
    const int kept = settings.value(tourStepKey).toInt();
    if (m_step != Step::None || kept < static_cast<int>(Step::Drag) || kept > static_cast<int>(Step::Report))
        return;
    m_done = std::bitset<5>(settings.value(tourDoneKey).toUInt());
    m_left = static_cast<Step>(kept);
    if (firstUndone(m_left) != Step::None)
        resume();
}

void FirstSteps::keep() const
{
    QSettings settings;
    if (m_step == Step::None) {
        settings.remove(tourStepKey);
        settings.remove(tourDoneKey);
        return;
    }
    settings.setValue(tourStepKey, static_cast<int>(m_step));
    settings.setValue(tourDoneKey, static_cast<uint>(m_done.to_ulong()));
}

void FirstSteps::leave()
{
    m_left = m_step;
    goTo(Step::None);
}

void FirstSteps::resume()
{
    const Step before = std::exchange(m_left, Step::None);
    const Step left = before == Step::None ? Step::None : firstUndone(before);
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
    m_done.reset();
    m_seesBoth = false;
    m_left = Step::None;
    emit startAsked();
    begin();
}

void FirstSteps::beginAt(Step step)
{
    // What lies before it counts as done: nothing leads back.
    m_done.reset();
    for (const Step before : {Step::Try, Step::Compare})
        setDone(before, step > before);
    m_seesBoth = false;
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
    if (regime == Regime::Compute)
        done(Step::Drag);
}

void FirstSteps::setTryOffered(bool offered)
{
    if (std::exchange(m_tryOffered, offered) == offered || m_step != Step::Try || !m_strip.holds(m_told))
        return; // told with its turn, or once what weighs more is gone
    const QString before = std::exchange(m_told, tryWords());
    m_strip.reword(before, m_told, tryAction(), [this] { goToHelpable(); });
}

void FirstSteps::setWaiting(bool waiting)
{
    if (std::exchange(m_waits, waiting) != waiting)
        tell();
}

void FirstSteps::goTo(Step step)
{
    m_step = step;
    keep();
    if (step != Step::Drag && step != Step::Try) // the curve that just began to rise stays to be seen
        emit curvesWanted(false);
    tell();
    if (step == Step::None)
        emit activeChanged();
}

/// What was done before its turn is not asked for again.
FirstSteps::Step FirstSteps::firstUndone(Step from) const
{
    for (const Step step : {Step::Drag, Step::Try, Step::Compare, Step::Report})
        if (step >= from && !isDone(step))
            return step;
    return Step::None;
}

void FirstSteps::done(Step step)
{
    setDone(step);
    m_seesBoth = m_seesBoth || step == Step::Compare;
    if (m_step == Step::None)
        return;
    keep();
    if (step != m_step)
        return; // what was done out of order takes away nothing that is still to be done
    goTo(firstUndone(Step::Try));
    if (m_step == Step::Try)
        emit leversWanted(); // once: it scrolls, and the words may come back at any time
}

/// Asks for the “try” only where one stands, and leads to where one does elsewhere.
QString FirstSteps::tryWords() const
{
    const QString words = m_tryOffered
                            ? tr("The panel on the right shows what would help. Press “try” next to a suggestion.")
                            : tr("The panel on the right shows what would help. Small tensors get a "
                                 "suggestion that you can try; go to one.");
    return isDone(Step::Drag)
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
    if (m_waits)
        return;
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
