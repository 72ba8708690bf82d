// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/side_panels.h"

#include <QAction>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int gaps = 44; ///< margins of the row and the spaces in it

} // namespace

SidePanels::SidePanels(Parts parts, QAction* action, QObject* parent)
    : QObject(parent), m_parts(parts), m_action(action)
{
    connect(action, &QAction::triggered, this, [this](bool shown) {
        if (m_fits)
            m_requested = shown;
        else if (!shown)
            m_isRightPutAway = true;
        else if (std::exchange(m_isRightPutAway, false) && m_fitsRight && m_requested && !m_isRightKept)
            m_action->setChecked(false); // the right one beside the charts again comes before both in their place
        apply();
    });
}

void SidePanels::arrange(int window, int leftWidth, int rightWidth, int centreWidth)
{
    const bool fits = window >= leftWidth + rightWidth + centreWidth + gaps;
    m_fitsRight = window >= rightWidth + centreWidth + gaps;
    m_leftWidth = leftWidth;
    m_rightWidth = m_fitsRight ? rightWidth : std::min(rightWidth, (window - gaps) / 2);
    if (fits != std::exchange(m_fits, fits)) {
        m_action->setChecked(fits && m_requested);
        m_isRightPutAway = false;
    }
    apply();
}

void SidePanels::setRightKept(bool isKept)
{
    m_isRightKept = isKept;
    apply();
}

void SidePanels::setPresented(bool isPresented, const QWidget* side)
{
    m_isPresented = isPresented;
    m_side = side;
    apply();
}

void SidePanels::apply()
{
    const bool shown = m_action->isChecked();
    const bool replaced = shown && !m_fits && !m_isPresented;
    const bool isRightShown = shown || m_isRightKept || (!m_fits && m_fitsRight && m_requested && !m_isRightPutAway);
    const auto arrangeOne = [&](QWidget* panel, bool isShown, int width) {
        if (!m_isPresented) { // else its width is the presenter's to set
            panel->setMinimumWidth(width);
            panel->setMaximumWidth(replaced ? QWIDGETSIZE_MAX : width);
        }
        panel->setVisible(m_isPresented ? panel == m_side : isShown);
        QSizePolicy policy = panel->sizePolicy();
        policy.setHorizontalStretch(replaced ? 1 : 0); // in place of the charts they share all the width
        panel->setSizePolicy(policy);
    };
    arrangeOne(m_parts.left, shown, m_leftWidth);
    arrangeOne(m_parts.right, isRightShown, m_rightWidth);
    m_parts.centre->setVisible(!replaced);
    if (replaced != std::exchange(m_replaced, replaced))
        emit replacedCentre(replaced);
}

} // namespace ridgepoint
