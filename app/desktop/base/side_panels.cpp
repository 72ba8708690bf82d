// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/side_panels.h"

#include <QAction>
#include <QWidget>

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
        apply();
    });
}

void SidePanels::arrange(int window, int leftWidth, int rightWidth, int centreWidth)
{
    const bool fits = window >= leftWidth + rightWidth + centreWidth + gaps;
    const int most = QWIDGETSIZE_MAX;
    m_parts.left->setMinimumWidth(leftWidth);
    m_parts.left->setMaximumWidth(fits ? leftWidth : most);
    m_parts.right->setMinimumWidth(rightWidth);
    m_parts.right->setMaximumWidth(fits ? rightWidth : most);
    if (fits == std::exchange(m_fits, fits))
        return;
    m_action->setChecked(fits && m_requested);
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
    for (QWidget* panel : {m_parts.left, m_parts.right}) {
        panel->setVisible(m_isPresented ? panel == m_side : shown);
        QSizePolicy policy = panel->sizePolicy();
        policy.setHorizontalStretch(replaced ? 1 : 0); // in place of the charts they share all the width
        panel->setSizePolicy(policy);
    }
    m_parts.centre->setVisible(!replaced);
    if (replaced != std::exchange(m_replaced, replaced))
        emit replacedCentre(replaced);
}

} // namespace ridgepoint
