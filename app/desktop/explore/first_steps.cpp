// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/first_steps.h"

#include "app/desktop/base/message_strip.h"

#include <QPushButton>
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
    connect(strip.otherButton(), &QPushButton::pressed, this,
            [this] { m_backHasKeys = m_strip.window()->focusWidget() == m_strip.otherButton(); });
    // That is also acted on, or mended without a hand.
    connect(&strip, &MessageStrip::emptied, this, [this](const QString& text) {
        if ((m_step != Step::None || m_isOver) && text != m_told)
            tell();
    });
}

void FirstSteps::begin()
{
    m_step = Step::Drag;
    m_isOver = false;
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
    m_isOver = false;
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
    // What lies before it counts as done: only the button leads back.
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
    if (std::exchange(m_tryOffered, offered) != offered)
        reword();
}

void FirstSteps::setInTab(bool inTab)
{
    if (std::exchange(m_inTab, inTab) != inTab)
        reword();
}

void FirstSteps::setAnswer(const QString& sentences)
{
    if (std::exchange(m_answer, sentences) != sentences)
        reword();
}

void FirstSteps::setWaiting(bool waiting)
{
    if (std::exchange(m_waits, waiting) == waiting)
        return;
    if (waiting)
        m_isOver = false; // the user has gone on
    // They come back once what came of the last command is read.
    if (waiting || m_strip.text().isEmpty())
        tell();
    emit waitingChanged(waiting);
}

void FirstSteps::goBack()
{
    const auto before = static_cast<Step>(static_cast<int>(m_step) - 1);
    setDone(before, false);
    if (before == Step::Drag) {
        emit startAsked();
        begin();
        return;
    }
    goTo(before);
    if (before == Step::Try)
        emit leversWanted();
    if (m_backHasKeys) // the button was hidden meanwhile
        m_strip.otherButton()->setFocus(Qt::OtherFocusReason);
}

void FirstSteps::goTo(Step step)
{
    m_step = step;
    m_isOver = m_isOver && step == Step::None;
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
    const Step next = firstUndone(Step::Try);
    m_isOver = next == Step::None;
    goTo(next);
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
    const QString all = isDone(Step::Drag) ? tr("2 of 4: That was the ridge point: beyond it, the time grows with the "
                                                "operations. %1")
                                                 .arg(words)
                                           : tr("2 of 4: %1").arg(words);
    return m_inTab ? tr("%1 Then the roofline comes back.").arg(all) : all;
}

QString FirstSteps::tryAction() const { return m_tryOffered ? QString() : tr("Go to a small tensor"); }

void FirstSteps::goToHelpable()
{
    tell(); // until the levers of that point are shown
    emit curvesWanted(false);
    emit helpableAsked();
}

QString FirstSteps::reportWords() const
{
    if (!m_seesBoth)
        return tr("4 of 4: Save charts, roofs and measurements as one PDF.");
    return m_answer.isEmpty() ? tr("4 of 4: The charts now show both devices. Save everything as one PDF.")
                              : tr("4 of 4: %1 Save everything as one PDF.").arg(m_answer);
}

FirstSteps::Line FirstSteps::line()
{
    switch (m_step) {
    case Step::None:
        if (m_isOver)
            return {
                tr("That was the tour. Go on with a lesson or an experiment, by their menus, or with the guide (F3).")};
        break;
    case Step::Drag:
        return {m_inTab ? tr("1 of 4: Drag operations per element to the right, or press → on that slider: the "
                             "runtime, now shown in the tab “Sweep curves”, stays flat until the ridge point.")
                        : tr("1 of 4: Drag operations per element to the right, or press → on that slider: the "
                             "runtime stays flat until the ridge point.")};
    case Step::Try: return {tryWords(), tryAction(), [this] { goToHelpable(); }};
    case Step::Compare:
        return {tr("3 of 4: The panel on the right compares prediction and measurement. How would a GPU compare?"),
                tr("Compare with an A100"), [this] { emit compareAsked(); }};
    case Step::Report:
        return {reportWords(), tr("Lab report…"), [this] {
                    tell(); // it stays until a report was written: the dialog that follows may be left without
                    emit reportAsked();
                }};
    }
    return {};
}

OtherChoice FirstSteps::back()
{
    if (m_step == Step::None || m_step == Step::Drag)
        return {};
    return {.text = tr("&Back"), .act = [this] { goBack(); }, .isClosing = false};
}

void FirstSteps::tell()
{
    m_strip.dismiss(m_told); // its own going is told apart by these words
    m_told.clear();
    // The last line leads to nothing that is to be done: what came of the step before it is read first.
    if (m_waits || (m_step == Step::None && !m_strip.text().isEmpty()))
        return;
    const Line next = line();
    if (next.words.isEmpty())
        return;
    m_told = next.words;
    m_strip.tell(Severity::Hint, m_told, next.actionText, next.action, back());
}

void FirstSteps::reword()
{
    const Line next = line();
    if (m_told.isEmpty() || next.words.isEmpty() || next.words == m_told || !m_strip.holds(m_told))
        return; // told with its turn, or once what weighs more is gone
    const QString before = std::exchange(m_told, next.words);
    m_strip.reword(before, m_told, next.actionText, next.action, back());
}

} // namespace ridgepoint
