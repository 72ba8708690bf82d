// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/figure_warnings.h"

#include "app/desktop/base/message_strip.h"
#include "app/desktop/explore/first_steps.h"

#include <utility>

namespace ridgepoint {

FigureWarnings::FigureWarnings(FirstSteps& steps, MessageStrip& strip, QObject* parent) : QObject(parent), m_steps(steps), m_strip(strip)
{
    connect(&steps, &FirstSteps::activeChanged, this, [this] { refresh(); });
    connect(&strip, &MessageStrip::emptied, this, [this] { refresh(); });
}

void FigureWarnings::tell(const QString& text, const QString& actionText, std::function<void()> act)
{
    withdraw();
    m_warning = Warning{text, actionText, std::move(act)};
    refresh();
}

void FigureWarnings::withdraw()
{
    if (const auto gone = std::exchange(m_warning, std::nullopt); gone && gone->told)
        m_strip.dismiss(gone->text);
    emit waitingChanged();
}

void FigureWarnings::setHeldBack(bool held)
{
    if (std::exchange(m_heldBack, held) != held)
        refresh();
}

void FigureWarnings::setCovered(bool covered)
{
    m_waitsForStrip = covered || m_waitsForStrip;
    if (std::exchange(m_covered, covered) != covered)
        refresh();
}

QString FigureWarnings::waiting() const { return m_warning && !m_warning->told ? m_warning->text : QString(); }

bool FigureWarnings::mayBeTold() const { return !m_heldBack && !m_covered && m_steps.step() == FirstSteps::Step::None; }

void FigureWarnings::refresh()
{
    if (m_warning && m_warning->told && !m_strip.holds(m_warning->text)) {
        m_warning.reset(); // closed, acted on, or something newer stood in its place
    } else if (m_warning && !m_warning->told && mayBeTold() && !(m_waitsForStrip && !m_strip.text().isEmpty())) {
        m_waitsForStrip = false;
        m_strip.tell(Severity::Warning, m_warning->text, m_warning->actionText, m_warning->act);
        m_warning->told = m_strip.holds(m_warning->text); // else what weighs more is to be seen first
    } else if (m_warning && m_warning->told && !mayBeTold()) {
        m_warning->told = false;
        m_strip.dismiss(m_warning->text);
    }
    emit waitingChanged();
}

} // namespace ridgepoint
