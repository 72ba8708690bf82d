// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/card.h"

#include "app/desktop/base/labels.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ridgepoint {

Card::Card(const QString& title, QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("card"));
    m_body = new QVBoxLayout(this);
    m_body->setContentsMargins(12, 10, 12, 8);
    m_body->setSpacing(6);
    m_head = new QHBoxLayout;
    m_head->setSpacing(8);
    m_title = makeLabel("title", this, title);
    m_warning = makeLabel("warning", this);
    m_warning->setTextFormat(Qt::PlainText);
    m_warning->hide();
    m_note = makeShortLine("muted", this);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    // A long note is cut rather than widening the window.
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_head->addWidget(m_title);
    m_head->addWidget(m_warning);
    m_head->addWidget(m_note, 1);
    m_body->addLayout(m_head);
    refreshHead();
}

void Card::refreshHead()
{
    constexpr int own = 3; // title, warning and note
    bool isEmpty = m_title->text().isEmpty() && m_note->text().isEmpty() && m_warning->text().isEmpty();
    for (int i = own; i < m_head->count(); ++i) { // what is hidden by hand, and not because it is new, does not count
        const QWidget* control = m_head->itemAt(i)->widget();
        isEmpty = isEmpty && control->isHidden() && control->testAttribute(Qt::WA_WState_ExplicitShowHide);
    }
    m_title->setVisible(!isEmpty);
    m_note->setVisible(!isEmpty); // also without words: what is right of it stays at the right
}

void Card::setTitle(const QString& title)
{
    m_title->setText(title);
    refreshHead();
}

void Card::setWarning(const QString& warning, const QString& tip)
{
    if (warning == m_warning->text() && tip == m_warning->toolTip())
        return; // or a tip that is open would close
    m_warning->setText(warning);
    m_warning->setToolTip(tip);
    m_warning->setVisible(!warning.isEmpty());
    refreshHead();
}

QString Card::warning() const { return m_warning->text(); }

void Card::setNote(const QString& note)
{
    m_note->setText(note);
    refreshHead();
}

void Card::setTitleTip(const QString& tip) { m_title->setToolTip(tip); }

void Card::setNoteTip(const QString& tip) { m_note->setToolTip(tip); }

void Card::addToHead(QWidget* control)
{
    m_head->addWidget(control);
    control->installEventFilter(this);
    refreshHead();
}

bool Card::eventFilter(QObject* control, QEvent* event)
{
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)
        refreshHead();
    return QFrame::eventFilter(control, event);
}

} // namespace ridgepoint
