// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/cover_panel.h"

#include "app/desktop/base/labels.h"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

bool liesOnCard(const QWidget& widget)
{
    for (const QWidget* around = widget.parentWidget(); around != nullptr; around = around->parentWidget())
        if (around->property("surface") == QStringLiteral("card"))
            return true;
    return false;
}

} // namespace

CoverPanel::CoverPanel(const QString& words, QWidget* covered) : QFrame(covered)
{
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    QFrame* box = this;
    if (liesOnCard(*covered)) { // or what is covered would show beside the round corners
        setProperty("surface", QStringLiteral("ground"));
        column->setContentsMargins(0, 0, 0, 0);
        box = new QFrame(this);
        column->addWidget(box);
        column = new QVBoxLayout(box);
    }
    box->setProperty("surface", QStringLiteral("card"));
    QLabel* label = makeLabel("muted", box, words);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignCenter);
    column->addWidget(label);
    covered->installEventFilter(this);
    hide();
}

bool CoverPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisible())
        fit();
    return QFrame::eventFilter(watched, event);
}

void CoverPanel::showEvent(QShowEvent* event)
{
    if (parentWidget()->maximumHeight() == QWIDGETSIZE_MAX)
        for (QWidget* around = parentWidget(); around != nullptr && m_room == nullptr; around = around->parentWidget())
            m_room = qobject_cast<QScrollArea*>(around);
    if (m_room != nullptr)
        m_room->viewport()->installEventFilter(this);
    fit();
    raise();
    QFrame::showEvent(event);
}

void CoverPanel::hideEvent(QHideEvent* event)
{
    if (m_room != nullptr) {
        m_room->viewport()->removeEventFilter(this);
        parentWidget()->setMaximumHeight(QWIDGETSIZE_MAX);
    }
    m_room = nullptr;
    QFrame::hideEvent(event);
}

void CoverPanel::fit()
{
    if (m_room != nullptr)
        parentWidget()->setMaximumHeight(m_room->viewport()->height());
    setGeometry(parentWidget()->rect());
}

} // namespace ridgepoint
