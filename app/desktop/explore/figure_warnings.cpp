// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/figure_warnings.h"

#include "app/desktop/explore/first_steps.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {

FigureWarnings::FigureWarnings(FirstSteps& steps, MessageStrip& strip, QObject* parent)
    : QObject(parent), m_steps(steps), m_strip(strip)
{
    connect(&steps, &FirstSteps::activeChanged, this, [this] { refresh(); });
    connect(&strip, &MessageStrip::emptied, this, [this] { refresh(); });
}

void FigureWarnings::tell(About about, const QString& text, const QString& actionText, std::function<void()> act,
                          OtherChoice other)
{
    withdraw(about);
    m_warnings[static_cast<std::size_t>(about)] = Warning{text, actionText, std::move(act), std::move(other)};
    refresh();
}

void FigureWarnings::withdraw(About about)
{
    if (const auto gone = std::exchange(m_warnings[static_cast<std::size_t>(about)], std::nullopt); gone && gone->told)
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

void FigureWarnings::setPresented(bool presented)
{
    if (std::exchange(m_presented, presented) != presented)
        refresh();
}

void FigureWarnings::withdrawAll()
{
    withdraw(About::Roofs);
    withdraw(About::State);
}

bool FigureWarnings::holds(About about) const
{
    const auto& warning = m_warnings[static_cast<std::size_t>(about)];
    return warning && (!warning->told || m_strip.holds(warning->text));
}

bool FigureWarnings::tells(About about) const
{
    const auto& warning = m_warnings[static_cast<std::size_t>(about)];
    return warning && warning->told && m_strip.holds(warning->text);
}

QString FigureWarnings::waiting() const
{
    // That roofs are of another state makes no figure wrong.
    const auto& warning = m_warnings[static_cast<std::size_t>(About::Roofs)];
    return warning && !warning->told ? warning->text : QString();
}

bool FigureWarnings::mayBeTold() const
{
    return !m_heldBack && !m_covered && !m_presented && m_steps.step() == FirstSteps::Step::None;
}

bool FigureWarnings::isOneShown() const
{
    return std::any_of(m_warnings.begin(), m_warnings.end(), [this](const auto& warning) {
        return warning && warning->told && m_strip.holds(warning->text);
    });
}

void FigureWarnings::refresh()
{
    for (auto& warning : m_warnings)
        refresh(warning);
    emit waitingChanged();
}

void FigureWarnings::refresh(std::optional<Warning>& warning)
{
    if (!warning)
        return;
    if (warning->told && !m_strip.holds(warning->text)) {
        warning.reset(); // closed, acted on, or something newer stood in its place
    } else if (!warning->told && mayBeTold() && !isOneShown() && !(m_waitsForStrip && !m_strip.text().isEmpty())) {
        m_waitsForStrip = false;
        m_strip.tell(Severity::Warning, warning->text, warning->actionText, warning->act, warning->other);
        warning->told = m_strip.holds(warning->text); // else what weighs more is to be seen first
    } else if (warning->told && !mayBeTold()) {
        warning->told = false;
        m_strip.dismiss(warning->text);
    }
}

} // namespace ridgepoint
